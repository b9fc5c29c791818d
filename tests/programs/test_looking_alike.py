"""What looks as it did before and is not: in helper functions, sub-programs, options and states.

Each law would be another if two of them were taken for the same; the true ones are written out.
"""

import contextlib
import dataclasses
import functools
import io
import math
import sys
from abc import ABC
from fractions import Fraction

import pytest

import dpbi

SETTING = [0]
FLAG = None


@pytest.fixture
def soon(monkeypatch):
    """Functions become sub-programs as soon as some runs have met."""
    monkeypatch.setattr("dpbi.programs.explorer.MANY", 1)


def surely(function, output, **limits):
    """Whether a program returns this at least as surely as 1 - 2^-20, and nothing else is known."""
    limits = {"paths": 80, **limits}
    law = dpbi.program(datasets=(0, 1), neighbours="all", **limits)(function).law(0)
    return {*law} == {output} and law[output].lo > 1 - Fraction(1, 2**20)


def waits(rng):
    while rng.integer(2):
        pass
    return 0


def waits_for(rng, value=1):
    while rng.integer(2):
        pass
    return value


def which(a, b, rng):
    while rng.integer(2):
        pass
    return int(a is b)


def test_a_helper_that_asks_whether_two_are_one(soon):
    def program(x, rng):
        waits(rng)
        one, other = int("1000"), int("1000")
        a = which(one, one, rng)
        b = which(one, other, rng)
        return a, b

    assert surely(program, (1, 0))


def test_a_program_that_asks_whether_two_results_are_one(soon):
    def thousand(rng):
        while rng.integer(2):
            pass
        return int("1000")

    globals()["thousand"] = thousand

    def program(x, rng):
        a = thousand(rng)
        b = thousand(rng)
        return a is b

    assert surely(program, False)


def test_a_helper_whose_defaults_change(soon):
    def program(x, rng):
        waits_for.__defaults__ = (1,)
        a = waits_for(rng)
        waits_for.__defaults__ = (2,)
        b = waits_for(rng)
        return a, b

    assert surely(program, (1, 2))


def noted(rng):
    while rng.integer(2):
        pass
    return getattr(noted, "note", 0)


def test_a_helper_that_is_given_an_attribute_has_no_law_of_its_own(soon):
    def program(x, rng):
        vars(noted).clear()
        a = noted(rng)
        noted.note = 1
        b = noted(rng)
        return a, b

    try:
        assert surely(program, (0, 1))
    except dpbi.DpbiError:
        pass  # refused, as what was found first is not found again
    finally:
        vars(noted).clear()


def is_set(rng):
    while rng.integer(2):
        pass
    try:
        return int(FLAG is None)
    except NameError:
        return 2


def test_a_name_that_is_none_is_not_one_that_is_not_set(soon):
    def program(x, rng):
        global FLAG
        FLAG = None
        a = is_set(rng)
        del FLAG
        b = is_set(rng)
        return a, b

    assert surely(program, (1, 2))


def handled(rng):
    while rng.integer(2):
        pass
    return int(sys.exc_info()[0] is not None)


def test_a_helper_may_see_the_error_that_is_handled(soon):
    def program(x, rng):
        a = handled(rng)
        try:
            raise ValueError
        except ValueError:
            b = handled(rng)
        return a, b

    assert surely(program, (0, 1))


def marks(r):
    while r.randrange(2):
        pass
    setattr(r, "note", 1)  # noqa: B010 - as an attribute it would be seen
    return 0


def test_a_helper_that_marks_its_generator(soon):
    def program(x, rng):
        waits(rng)
        r = rng.as_random()
        marks(r)
        return hasattr(r, "note")

    assert surely(program, True)


def doubling(n):
    """Functions of which each names the one before twice: 2^n ways to go through them."""
    before = "first"
    written = ["def first(): return 0"]
    for k in range(n):
        written.append(f"def left{k}(): return {before}()")
        written.append(f"def right{k}(): return {before}()")
        written.append(f"def both{k}(): return left{k}() + right{k}()")
        before = f"both{k}"
    return "\n".join(written), before


SOURCE, LAST = doubling(12)
exec(SOURCE)  # noqa: S102
HUGE = globals()[LAST]


def huge(rng):
    while rng.integer(2):
        pass
    return int(not HUGE)


def test_a_helper_that_is_too_large_to_be_compared_raises_nothing(soon):
    def program(x, rng):
        waits(rng)
        try:
            return huge(rng)
        except (ValueError, dpbi.DpbiError):
            raise
        except Exception:
            return "caught"

    law = dpbi.program(datasets=(0, 1), neighbours="all", paths=80)(program).law(0)
    assert "caught" not in law


@functools.wraps(math.floor)
def setting():
    return SETTING[0]


@functools.wraps(math.floor)
def put(value):
    SETTING[0] = value


def by_setting(rng):
    while rng.integer(2):
        pass
    return setting()


def test_a_function_that_says_it_is_of_a_library_is_looked_into(soon):
    def program(x, rng):
        put(0)
        waits(rng)
        a = by_setting(rng)
        put(1)
        b = by_setting(rng)
        return a, b

    assert surely(program, (0, 1))


# Sub-programs whose runs are merged, which are not walked again.


class Held:
    def __init__(self, value):
        self.value = value


class HeldByABC(ABC):  # noqa: B024
    value = 0


class HeldByInt(int):
    value = 0


def value_of(held, rng):
    value = held.value
    held = None
    while rng.integer(2):
        pass
    return value


@pytest.mark.parametrize("kind", [HeldByABC, HeldByInt])
def test_an_object_whose_class_has_parents_in_a_library_changes(kind):
    def program(x, rng):
        held = kind()
        held.value = 1
        a = rng.sub(value_of, held)
        held.value = 2
        b = rng.sub(value_of, held)
        return a, b

    with contextlib.suppress(dpbi.DpbiError):  # the first is not found again
        assert surely(program, (1, 2))


def test_an_object_of_a_library_changes():
    def text_of(out, rng):
        text = out.getvalue()
        out = None
        while rng.integer(2):
            pass
        return text

    def program(x, rng):
        out = io.StringIO()
        out.write("a")
        a = rng.sub(text_of, out)
        out.write("b")
        b = rng.sub(text_of, out)
        return a, b

    with pytest.raises(dpbi.DpbiError, match="another law"):
        surely(program, ("a", "ab"))


def first_of(values, rng):
    found = next(iter(values))
    values = None
    while rng.integer(2):
        pass
    return found


def test_sets_are_gone_through_in_their_order():
    def program(x, rng):
        a = rng.sub(first_of, frozenset([0, 8]))
        b = rng.sub(first_of, frozenset([8, 0]))
        return a, b

    assert surely(program, (0, 8))


def are_one(a, b, rng):
    found = int(a is b)
    a = b = None
    while rng.integer(2):
        pass
    return found


@pytest.mark.parametrize("make", [lambda: Held(1), lambda: int("1000")])
def test_one_object_twice_is_not_two_objects(make):
    def program(x, rng):
        one, other = make(), make()
        a = rng.sub(are_one, one, one)
        b = rng.sub(are_one, one, other)
        return a, b

    assert surely(program, (1, 0))


def length(a, b, rng):
    a.value.append(0)
    found = len(b.value)
    a.value.pop()
    a = b = None
    while rng.integer(2):
        pass
    return found


def test_objects_that_share_a_list_are_not_two_with_equal_lists():
    def program(x, rng):
        shared = []
        a = rng.sub(length, Held(shared), Held([]))
        b = rng.sub(length, Held(shared), Held(shared))
        return a, b

    assert surely(program, (0, 1))


class Times:
    def __init__(self, function, factor):
        functools.update_wrapper(self, function)
        self.function, self.factor = function, factor

    def __call__(self, *given):
        return self.factor * self.function(*given)


@pytest.mark.parametrize(
    "option", [lambda x: Times(abs, 1 + x), lambda x: frozenset([0, 8] if x else [8, 0])]
)
def test_options_that_differ_between_datasets_are_refused(option):
    @dpbi.program(datasets=(0, 1), neighbours="all")
    def program(x, rng):
        rng.choose([option(x)])
        rng.show(rng.integer(2))

    with pytest.raises(dpbi.DpbiError, match="other options"):
        dpbi.privacy_loss(program)


# States: both walks of a program meet the same run first, and so do not tell.


def halves(function):
    """Whether a program returns 0 and 1 with probability 1/2 each, as far as is known."""
    law = dpbi.program(datasets=(0, 1), neighbours="all", paths=80)(function).law(0)
    left = 1 - sum(e.lo for e in law.values())
    return all(e.lo <= Fraction(1, 2) <= e.hi + left for e in law.values())


@pytest.mark.parametrize("written", ["FIRST if a else SECOND", "a and FIRST or SECOND"])
def test_the_way_that_an_expression_took_is_part_of_a_state(written):
    names = {"FIRST": (1,), "SECOND": (0,)}
    source = f"""
def program(x, rng):
    a = rng.integer(2) == rng.integer(2)
    for v in {written}:
        a = 0
        while rng.integer(2):
            pass
    return v
def later(x, rng):
    a = rng.integer(2) == rng.integer(2)
    n = 0
    for v in (0, 1) if a else (1, 0):
        a = 0
        if n:
            return v
        n = 1
        v = 0
        while rng.integer(2):
            pass
"""
    exec(source, names)  # noqa: S102
    assert halves(names["program"])
    assert halves(names["later"])


def test_how_a_list_came_about_is_seen_by_its_size():
    short, long = sys.getsizeof([1, 2]), sys.getsizeof([1, 2, 3, 4, 5, 6, 7, 8, 9])
    assert short < long

    def program(x, rng):
        many = rng.integer(2) == rng.integer(2)
        held = [1, 2, 3, 4, 5, 6, 7, 8, 9]
        del held[2:]
        if not many:
            held = [1, 2]
        many = 0
        while rng.integer(2):
            pass
        return int(sys.getsizeof(held) > short)

    assert halves(program)


def of_a_library():
    """Classes that say they are of a library, and are not."""
    made = type("Made", (), {})
    made.__module__ = "math"
    return [made, dataclasses.make_dataclass("Other", ["a"])]


@pytest.mark.parametrize("kind", of_a_library())
def test_a_class_that_says_it_is_of_a_library_may_change(kind):
    def program(x, rng):
        a = rng.integer(2) == rng.integer(2)
        kind.n = int(a)
        a = 0
        while rng.integer(2):
            pass
        return kind.n

    assert halves(program)
