"""`rng.sub`: a law that is found once is the law of the same lines written in place."""

import copy
import math
from fractions import Fraction
from itertools import product
from math import comb
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import law_of_scripts

import dpbi
from dpbi.errors import DpbiError
from dpbi.programs.stopping import Unfinished
from dpbi.programs.subprograms.likeness import Look, Unclear

PAIRS = tuple(product((0, 1), repeat=2))
HELD = [0]


SHARED = ModuleType("shared")
"""A place where a program can leave something for its sub-programs: no look goes into a module."""
SHARED.left = 0


class Shown:
    """A place into which a look goes."""

    left = 0


def cell(c, rng):
    return max(0, min(2, c + rng.discrete_laplace(1)))


def coin(p, rng):
    return rng.bernoulli(p)


def both(c, rng):
    return rng.sub(cell, c), rng.sub(coin, Fraction(1, 3)), rng.geometric(1) > c


def endless(rng):
    found = {1}  # runs are not merged where a set is in use
    while not rng.bernoulli("1/2"):
        pass
    return found.pop()


def made(function, datasets=(0, 1), **more):
    return dpbi.program(datasets=datasets, neighbours="all", **more)(function)


def same(first, second):
    """Whether two programs have laws whose enclosures overlap, output by output."""
    for x in first.datasets():
        a, b = first.law(x), second.law(x)
        assert a.keys() == b.keys()
        assert all(a[r].lo <= b[r].hi and b[r].lo <= a[r].hi for r in a)
        assert sum(e.lo for e in a.values()) <= 1 <= sum(e.hi for e in a.values())
    return True


def test_sub_programs_and_the_same_lines_in_place_have_one_law():
    drawn = made(lambda x, rng: tuple(rng.sub(cell, c) for c in x), PAIRS)
    assert same(drawn, made(lambda x, rng: tuple(cell(c, rng) for c in x), PAIRS))


def test_sub_programs_within_sub_programs_have_the_law_of_the_lines_in_place():
    inner = made(lambda x, rng: (rng.sub(both, x), rng.laplace(1) > x))
    outer = made(
        lambda x, rng: (
            (cell(x, rng), rng.bernoulli("1/3"), rng.geometric(1) > x),
            rng.laplace(1) > x,
        )
    )
    assert same(inner, outer)


def test_a_law_that_is_drawn_from_twice_counts_twice():
    twice = made(lambda x, rng: (rng.sub(coin, Fraction(1, 3)), rng.sub(coin, Fraction(1, 3)), x))
    law = twice.law(0)
    for a, b in product((True, False), repeat=2):
        true = Fraction(1 if a else 2, 3) * Fraction(1 if b else 2, 3)
        assert law[a, b, 0].lo <= true <= law[a, b, 0].hi
        assert law[a, b, 0].width < Fraction(1, 2**60)


def test_ties_are_decided_exactly_through_sub_laws():
    drawn = made(lambda x, rng: rng.sub(cell, x))
    assert dpbi.is_private(drawn, 1) is True
    assert dpbi.closed_form(dpbi.privacy_loss(drawn)) == "1"
    other = made(lambda x, rng: rng.sub(coin, Fraction(3, 4)) ^ bool(x))
    assert dpbi.is_private(other, "ln(3)") is True
    assert dpbi.closed_form(dpbi.privacy_loss(other)) == "ln(3)"


def test_six_draws_from_one_law_have_the_law_of_a_sum_of_six_coins():
    heads = made(lambda x, rng: sum(rng.sub(coin, Fraction(1, 2)) for _ in range(6)) + x)
    for k, e in heads.law(1).items():
        assert e.lo <= Fraction(comb(6, k - 1), 64) <= e.hi


def test_what_is_left_of_a_sub_program_is_left_of_its_caller():
    caller = made(lambda x, rng: rng.bernoulli("1/2") or rng.sub(endless) > x, paths=20)
    with pytest.raises(Unfinished) as stopped:
        caller.paths(0)
    assert stopped.value.left.hi >= Fraction(1, 2**21)
    alone = made(lambda x, rng: rng.sub(endless), paths=3)
    with pytest.raises(Unfinished) as stopped:
        alone.paths(0)
    assert stopped.value.left.lo <= Fraction(1, 8) <= stopped.value.left.hi
    assert set(stopped.value.known) == {1}


def test_a_sub_program_of_which_no_run_ends_is_left_whole():
    def spinning(rng):
        while True:
            rng.integer(2)

    @dpbi.program(datasets=(0, 1), neighbours="all", paths=50)
    def response(x, rng):
        if rng.bernoulli("1/10"):
            return rng.sub(spinning)
        return x if rng.bernoulli("3/4") else 1 - x

    loss = dpbi.privacy_loss(response)
    assert abs(float(loss.lo) - math.log(0.675 / 0.325)) < 1e-12
    assert loss.hi == math.inf
    (delta,) = dpbi.privacy_profile(response, [0])
    assert abs(float(delta.lo) - 0.35) < 1e-12
    assert abs(float(delta.hi) - 0.55) < 1e-12


def test_what_is_left_of_a_sub_program_within_another_is_left_of_all():
    def wrapped(rng):
        return rng.sub(endless)

    with pytest.raises(Unfinished) as stopped:
        made(lambda x, rng: rng.sub(wrapped), paths=3).paths(0)
    assert stopped.value.left.lo <= Fraction(1, 8) <= stopped.value.left.hi


def captured(x, rng):
    z = rng.laplace(1)
    return rng.sub(lambda g: z > g.integer(2))


def captured_in_a_list(x, rng):
    z = [rng.laplace(1)]
    return rng.sub(lambda g: z[0] > 1)


def generator_of_the_caller(x, rng):
    return rng.sub(lambda g: rng.bernoulli("1/2"))


def global_noise(x, rng):
    HELD[0] = rng.geometric(1)
    return rng.sub(holding)


def holding(rng):
    return HELD[0] > 1


def noise_left_elsewhere(x, rng):
    SHARED.left = rng.geometric(1)
    return rng.sub(looking)


def noise_left_in_a_class(x, rng):
    Shown.left = rng.geometric(1)
    return rng.sub(lambda g: Shown.left > 0)


def noise_left_elsewhere_and_caught(x, rng):
    SHARED.left = rng.geometric(1)
    return rng.sub(looking_and_caught)


def looking(rng):
    return SHARED.left > 0


def looking_and_caught(rng):
    try:
        return SHARED.left > 0
    except BaseException:
        return False


def dataset_left_elsewhere(x, rng):
    SHARED.left = x
    return rng.sub(looking)


def dataset_left_and_taken_away(x, rng):
    SHARED.left = x
    try:
        return rng.sub(rarely_looking)
    finally:
        SHARED.left = 0


def rarely_looking(rng):
    return SHARED.left if rng.integer(50) == 40 else 3


REFUSED = {
    "holds a noise or a generator of its caller": [
        noise_left_in_a_class,
        captured,
        captured_in_a_list,
        generator_of_the_caller,
        global_noise,
        lambda x, rng: rng.sub(cell, rng.geometric(1)),
    ],
    "from one run for another": [noise_left_elsewhere, noise_left_elsewhere_and_caught],
    "must depend on its arguments": [dataset_left_elsewhere, dataset_left_and_taken_away],
    "not hashable": [lambda x, rng: rng.sub(cell, [x])],
    "is not a function": [lambda x, rng: rng.sub(3)],
    "infinitely many": [lambda x, rng: rng.sub(lambda g: g.geometric(1))],
    "TypeError": [lambda x, rng: rng.sub(cell)],
    "into a float": [lambda x, rng: rng.sub(lambda g: float(g.laplace(1)) > 0)],
}


@pytest.mark.parametrize(
    ("said", "function"), [(said, f) for said, several in REFUSED.items() for f in several]
)
def test_what_a_sub_program_may_not_do_is_refused_in_one_sentence(said, function):
    HELD[0] = SHARED.left = Shown.left = 0
    with pytest.raises(DpbiError) as refused:
        dpbi.privacy_loss(made(function))
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_refusal_within_a_sub_program_that_its_caller_catches_refuses_all():
    def deaf(x, rng):
        try:
            return rng.sub(lambda g: float(g.laplace(1)) > 0)
        except BaseException:
            return rng.bernoulli("1/2")

    with pytest.raises(DpbiError, match="into a float"):
        made(deaf).law(0)


def test_a_sub_program_that_reads_what_its_caller_captured_has_a_law_for_each_content():
    def program(x, rng):
        chance = Fraction(1 + x, 4)
        return rng.sub(lambda g: g.bernoulli(chance))

    assert same(made(program), made(lambda x, rng: rng.bernoulli(Fraction(1 + x, 4))))


@given(
    st.lists(st.tuples(st.sampled_from("cgbl"), st.booleans(), st.integers(0, 2)), max_size=4),
    st.booleans(),
)
@settings(max_examples=20, deadline=None)
def test_any_choice_of_lines_that_become_sub_programs_leaves_the_law(parts, nested):
    def line(kind, c, x, rng):
        if kind == "c":
            return max(0, min(1, c - x + rng.discrete_laplace("1/2")))
        if kind == "g":
            return rng.geometric(1) > rng.geometric("1/2") + c + x
        if kind == "b":
            return rng.bernoulli(Fraction(1 + x, 3 + c))
        return rng.laplace("1/2") > c - x

    def subs(x, rng):
        return tuple(
            rng.sub(line, kind, c, x) if away else line(kind, c, x, rng) for kind, away, c in parts
        )

    def drawn(x, rng):
        return rng.sub(subs, x) if nested else subs(x, rng)

    def inline(x, rng):
        return tuple(line(kind, c, x, rng) for kind, _, c in parts)

    assert same(made(drawn), made(inline))


def alike(a, b):
    return Look().at(a) == Look().at(b)


def test_values_are_alike_only_where_type_and_sign_and_parts_are():
    assert alike((1, "a", [2, {3: 4}]), (1, "a", [2, {3: 4}]))
    for a, b in [(1, True), (1, 1.0), (0.0, -0.0), ("1", 1), ((1,), [1]), ((1, True), (1, 1))]:
        assert not alike(a, b)


def test_functions_are_alike_by_their_code_and_what_they_hold():
    def maker(n):
        def f(rng, m=n):
            return n + m

        return f

    assert alike(maker(1), maker(1))
    assert not alike(maker(1), maker(2))
    assert not alike(maker(1), maker(True))
    assert not alike(lambda g: 1, lambda g: 2)
    before = Look().at(holding)
    HELD[0] = 17
    assert Look().at(holding) != before
    HELD[0] = 0

    def again(n):
        return again(n - 1) if n else 0

    assert alike(again, again)
    counting = maker(1)
    before = Look().at(counting)
    counting.calls = 1
    assert Look().at(counting) != before


def test_objects_are_alike_by_their_class_and_attributes():
    class Query:
        def __init__(self, k):
            self.k = k

    class Slotted:
        __slots__ = ("k",)

    a, b = Slotted(), Slotted()
    a.k, b.k = 1, 2
    assert alike(Query(1), Query(1))
    assert not alike(Query(1), Query(2))
    assert alike(a, copy.copy(a))
    assert not alike(a, b)


def test_what_has_no_end_or_no_content_is_not_compared():
    inner = []
    for _ in range(200):
        inner = [inner]
    with pytest.raises(Unclear, match="too large"):
        Look().at(inner)
    with pytest.raises(Unclear, match="too large"):
        Look().at(tuple(range(30_000)))
    with pytest.raises(Unclear, match="cannot be hashed"):
        Look().at(bytearray(b"a"))


def test_what_is_drawn_for_real_has_the_law_that_is_audited():
    def pair(c, rng):
        return rng.integer(4) > c, rng.sub(coin, Fraction(1, 4))

    program = made(lambda x, rng: (rng.sub(pair, x), rng.bernoulli("1/2")))
    found, left = law_of_scripts(lambda bits: program.sample(1, bits), 4000, Fraction(1, 100))
    law = program.law(1)
    assert found.keys() == law.keys()
    assert all(found[r] <= e.hi and e.lo <= found[r] + left for r, e in law.items())


def test_what_an_audit_refuses_of_a_sub_program_is_refused_for_real():
    SHARED.left = 0
    with pytest.raises(DpbiError, match="from one run for another"):
        made(noise_left_elsewhere_and_caught).sample(0)
    with pytest.raises(DpbiError, match="into a float"):
        made(lambda x, rng: rng.sub(lambda g: float(g.laplace(1)) > 0)).sample(0)
