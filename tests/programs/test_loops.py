"""Loops: runs that come to the same state are one, and the laws are those without that.

`DPBI_LOOPING=20000 pytest tests/programs/test_loops.py` tries that many random programs.
"""

import inspect
import math
import os
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from looping import enumerated, written

import dpbi
from dpbi.programs.adversary.sight import UNSEEN
from dpbi.programs.explorer import MANY
from dpbi.programs.loops.helpers import Helpers
from dpbi.programs.loops.merging import Merger
from dpbi.programs.loops.stretch import FROM_START
from dpbi.programs.stopping import EndedBy, NotFollowed, Unfinished

ALL = 1 << 53
COUNT = int(os.environ.get("DPBI_LOOPING", "24"))
PARTS = 4
HELD = [0]


def made(function, datasets=(0, 1), **more):
    limits = {"paths": 300, **more}
    return dpbi.program(datasets=datasets, neighbours="all", **limits)(function)


def merged(function, x=1, **more):
    """The exact law of a program, which is found by merging."""
    program = made(function, **more)
    walked = program.walked(x)
    assert walked.complete
    assert walked.has_states
    return summed(walked)


def summed(walked):
    found = {}
    for path in walked.paths:
        assert not path.forest
        assert not path.outcomes
        found[path.output] = found.get(path.output, 0) + path.weight
    return found


def agrees(function, x=1, *, runs=3000, enough=Fraction(1, 1000), **more):
    """Whether what is known of a program is what going through all draws finds."""
    walked = made(function, **more).walked(x)
    said = summed(walked)
    found, left = enumerated(function, x, runs)
    assert left < enough
    rest = 1 - sum(said.values())
    assert rest == 0 if walked.complete else rest > 0
    for r in {*said, *found}:
        assert said.get(r, 0) <= found.get(r, 0) + left
        assert found.get(r, 0) <= said.get(r, 0) + rest
    return walked.has_states


def below(n, rng):
    """Uniform below n, from bits: too large a number is rejected."""
    while True:
        u = 0
        for _ in range((n - 1).bit_length()):
            u = 2 * u + rng.integer(2)
        if u < n:
            return u


def bernoulli_exp(gamma, rng):
    """Canonne, Kamath and Steinke 2020, Algorithm 1, for gamma of at most 1."""
    k = 1
    while rng.bernoulli(gamma / k):
        k += 1
    return k % 2 == 1


@pytest.mark.parametrize("n", [3, 5, 6, 7])
def test_a_number_below_n_from_bits_is_exactly_uniform(n):
    def uniform(x, rng):
        return below(n + x, rng)

    assert merged(uniform, 0) == dict.fromkeys(range(n), Fraction(1, n))


def test_von_neumanns_coin_is_exactly_fair():
    def fair(x, rng):
        while True:
            first, second = rng.bernoulli(Fraction(x + 1, 7)), rng.bernoulli(Fraction(x + 1, 7))
            if first != second:
                return first

    assert merged(fair) == {True: Fraction(1, 2), False: Fraction(1, 2)}


@pytest.mark.parametrize("p", [Fraction(1, 2), Fraction(1, 3)])
def test_a_walk_between_two_walls_has_the_law_of_the_gamblers_ruin(p):
    def walk(x, rng):
        while 0 < x < 6:
            x += 1 if rng.bernoulli(p) else -1
        return x

    ratio = (1 - p) / p
    wins = Fraction(2, 6) if ratio == 1 else (1 - ratio**2) / (1 - ratio**6)
    assert merged(walk, 2, datasets=(2, 3)) == {6: wins, 0: 1 - wins}


def test_a_die_from_coins_by_knuth_and_yao_is_exactly_fair():
    def die(x, rng):
        state = 1
        while state < 8:
            state = 2 * state + rng.integer(2)
            if state in (8, 15):
                state = 1
        return state - 8

    found = merged(die)
    assert found == dict.fromkeys(range(1, 7), Fraction(1, 6))


@pytest.mark.parametrize("gamma", [Fraction(1, 2), Fraction(1)])
def test_a_coin_with_an_exponential_probability_is_enclosed_tightly(gamma):
    law = made(lambda x, rng: bernoulli_exp(gamma, rng)).law(0)
    true = math.exp(-gamma)
    assert law.left.hi < Fraction(1, 2**60)
    assert abs(float(law[True].lo) - true) < 1e-15
    assert abs(float(law[False].lo) - (1 - true)) < 1e-15


def test_the_exact_discrete_laplace_sampler_has_the_law_of_the_discrete_laplace():
    """Canonne, Kamath and Steinke 2020, Algorithm 2, for scale 2/3."""

    def sampler(x, rng):
        while True:
            u = rng.integer(2)
            if not bernoulli_exp(Fraction(u, 2), rng):
                continue
            v = 0
            while bernoulli_exp(Fraction(1), rng):
                v += 1
            y = (u + 2 * v) // 3
            negative = rng.bernoulli("1/2")
            if negative and y == 0:
                continue
            if v >= 9:
                return "far"
            return max(-2, min(2, x + (-y if negative else y)))

    law = made(sampler, paths=300).law(0)
    noise = made(lambda x, rng: max(-2, min(2, x + rng.discrete_laplace("2/3")))).law(0)
    far = float(law["far"].hi) + float(law.left.hi)
    assert far < 0.001
    for r, e in noise.items():
        assert float(law[r].lo) <= float(e.hi)
        assert float(e.lo) <= float(law[r].lo) + far


def test_a_noise_that_is_rejected_has_the_law_given_what_is_kept_and_ties_are_exact():
    def above(rng):
        while True:
            z = rng.laplace(2)
            if z > 1:
                return z

    def kept(x, rng):
        return above(rng) > x + 1

    program = made(kept)
    assert set(program.law(0)) == {True}
    law = program.law(1)
    assert law[True].lo <= Fraction(math.exp(-0.5)) + Fraction(1, 10**15)
    assert abs(float(law[True].lo) - math.exp(-0.5)) < 1e-15
    assert program.walked(1).complete
    once = made(lambda x, rng: above(rng) > x + 2)
    assert dpbi.closed_form(dpbi.privacy_loss(once)) == "1/2"


def test_sub_programs_have_loops_too():
    program = made(lambda x, rng: rng.sub(below, 3) + rng.sub(below, 5) * x)
    assert program.walked(1).complete
    for r, e in program.law(1).items():
        true = Fraction(sum(a + b == r for a in range(3) for b in range(5)), 15)
        assert e.lo <= true <= e.hi


def test_what_can_never_end_is_left():
    def stuck(x, rng):
        if rng.bernoulli("1/3"):
            return x
        while True:
            rng.integer(2)

    with pytest.raises(Unfinished) as stopped:
        made(stuck).paths(0)
    assert stopped.value.known.keys() == {0}
    assert stopped.value.left.lo <= Fraction(2, 3) <= stopped.value.left.hi


def counting(x, rng):
    n = 0
    while rng.integer(2):
        n += 1
    return n + x


def growing(x, rng):
    drawn = []
    while rng.integer(2):
        drawn.append(len(drawn))
    return len(drawn)


def stuck(x, rng):
    while rng.integer(2):
        pass
    while True:
        rng.integer(2)


def shown(x, rng):
    while rng.show(rng.bernoulli("1/2")):
        pass


def drawing(x, rng):
    return rng.sub(counting, x)


@pytest.mark.parametrize(
    ("function", "limits", "kept", "why"),
    [
        (counting, {}, None, "each run that is left is less likely than 2^-70; those that do"),
        (counting, {"paths": 9}, None, "its paths do not end within 9 paths; those that do"),
        (growing, {}, 300, "before what is kept of them has 300 parts; those that do"),
        (stuck, {}, None, "it has loops that some runs never leave"),
        (drawing, {}, None, "it draws from a sub-program of which not all is known"),
    ],
)
def test_what_has_ended_a_walk_is_said_and_what_is_known_by_then(
    function, limits, kept, why, monkeypatch
):
    if kept is not None:
        monkeypatch.setattr("dpbi.programs.explorer.MOST_KEPT", kept)
    program = made(function, **{"paths": 20_000, **limits})
    with pytest.raises(Unfinished) as stopped:
        program.paths(0)
    assert why in str(stopped.value)
    found, left = enumerated(function, 0, 60) if function is not drawing else ({}, 1)
    for r, e in stopped.value.known.items():
        assert e.lo <= found.get(r, 0) + left
        assert found.get(r, 0) <= e.hi + stopped.value.left.hi
    assert len(stopped.value.known) >= (0 if function is stuck else 5)


def test_a_walk_that_shows_what_it_draws_ends_once_little_is_left():
    """Nothing is merged there; 256 is the first power of two at which both limits are passed."""
    walked = made(shown, paths=20_000).walked(0)
    assert walked.why is EndedBy.UNLIKELY
    assert [path.weight for path in walked.plain] == [Fraction(1, 2**n) for n in range(1, 257)]


def test_a_walk_that_shows_what_it_draws_goes_on_to_its_end_where_it_has_one():
    """The last runs are less likely than any limit, and are walked all the same."""

    def shown_150_times(x, rng):
        for _ in range(150):
            if not rng.show(rng.bernoulli("1/2")):
                break

    assert made(shown_150_times, paths=20_000).walked(0).why is None


def test_what_is_kept_of_a_walk_grows_with_its_states_and_runs():
    sizes = []
    for n in (5, 10, 20):
        merger = Merger.of(None, Helpers(), is_sub=False)
        for size in range(n):
            merger.waiting.push((None,) * 8 * size, FROM_START, 1.0, UNSEEN)
        assert merger.kept == sum(range(n))
        while merger.waiting.pop():
            pass
        assert merger.kept == 0
        sizes.append(len(made(growing, paths=n).walked(0).paths))
    assert sizes == sorted(sizes)


def test_a_walk_that_time_has_ended_is_held_against_the_states_of_one_that_is_complete():
    def walk(p):
        def rejecting(x, rng):
            while True:
                a, b = rng.bernoulli(p), rng.integer(2)
                if a:
                    return b

        return made(rejecting).walked(0)

    one, other = walk("1/2"), walk("1/3")
    assert one.complete
    states = {state: n for n, (state, *_) in enumerate(mark for mark, _ in one.pieces)}
    assert len(states) > 1
    for n in range(1, len(one.pieces)):
        late = replace(one, why=EndedBy.SECONDS, pieces=one.pieces[-n:], paths=())
        assert one.is_like(late)
        assert late.is_like(one)
    mark, piece = one.pieces[-1]
    wrong = replace(one, why=EndedBy.SECONDS, pieces=((mark, other.pieces[-1][1]),), paths=())
    assert other.pieces[-1][1] != piece
    assert not one.is_like(wrong)
    assert one.meets(wrong)
    assert not one.is_like(replace(wrong, pieces=((("never", *mark), piece),)))


def test_a_loss_of_a_rejection_sampler_is_exact():
    def response(x, rng):
        while (drawn := below(5, rng)) == 4:
            pass
        return x if drawn else 1 - x

    assert dpbi.closed_form(dpbi.privacy_loss(made(response))) == "ln(3)"


# What a state consists of: each of these would have another law if the part were left out.


def test_lists_that_are_one_and_lists_that_are_alike_are_two_states():
    def alias(x, rng):
        first = [0]
        second = first if rng.integer(2) else [0]
        while rng.integer(2):
            pass
        first[0] = 1
        return second[0]

    assert merged(alias) == {0: Fraction(1, 2), 1: Fraction(1, 2)}


def test_what_lies_on_the_stack_is_no_part_of_a_state_and_nothing_is_merged():
    def wait(rng):
        while rng.integer(2):
            pass
        return 0

    def stacked(x, rng):
        return rng.integer(3) + wait(rng)

    agrees(stacked, paths=60)


def test_iterators_of_for_are_part_of_a_state():
    def rounds(x, rng):
        total, n = 0, rng.integer(3)
        for _ in range(n):
            while rng.integer(2):
                pass
            total = 1 - total
        return total

    assert merged(rounds) == {0: Fraction(2, 3), 1: Fraction(1, 3)}


def test_functions_of_c_in_between_are_not_seen_through():
    """What is left of a map decides what comes next, and no variable of the loop knows of it."""

    def summed_up(x, rng):
        return sum(map(five_or_a_bit, (0, 1, 1), (rng, rng, rng)))

    assert not agrees(summed_up, paths=100, enough=Fraction(2, 5), runs=600)


def five_or_a_bit(may_be_five, rng):
    if may_be_five and rng.integer(2):
        return 5
    while rng.integer(2):
        pass
    return rng.integer(2)


def test_what_a_module_holds_is_part_of_a_state():
    def holding(x, rng):
        HELD[0] = rng.integer(2)
        while rng.integer(2):
            pass
        return HELD[0]

    assert merged(holding) == {0: Fraction(1, 2), 1: Fraction(1, 2)}


def odd(rng):
    """A bit that is 0 on the first path from either end: two walks would agree on a wrong law."""
    return (rng.integer(2) + rng.integer(2)) % 2


def wait(rng):
    """A loop in which runs meet."""
    going = True
    while going:
        going = rng.integer(2)


FAIR = {0: Fraction(1, 2), 1: Fraction(1, 2)}


def test_a_module_that_differs_on_later_paths_only_is_part_of_a_state_too():
    def holding(x, rng):
        HELD[0] = odd(rng)
        wait(rng)
        return HELD[0]

    assert merged(holding) == FAIR


def hold(value):
    HELD[0] = value


def what_is_held():
    return HELD[0]


def test_what_a_function_reads_that_is_called_later_is_part_of_a_state():
    def holding(x, rng):
        hold(odd(rng))
        wait(rng)
        return what_is_held()

    assert merged(holding) == FAIR


def read_below(x, rng):
    bit = odd(rng)
    wait(rng)
    return bit


def read_after_an_error(x, rng):
    bit = odd(rng)
    try:
        wait(rng)
        raise ValueError
    except ValueError:
        return bit


def read_by_name(x, rng):
    bit = odd(rng)
    wait(rng)
    return locals()["bit"]


def read_in_a_frame(x, rng):
    bit = odd(rng)  # noqa: F841
    wait(rng)
    return inspect.currentframe().f_locals["bit"]


def read_in_a_function(x, rng):
    bit = odd(rng)

    def told():
        return bit

    wait(rng)
    return told()


def read_beside_a_function(x, rng):
    bit = odd(rng)

    def told():
        return bit

    wait(rng)
    return bit


def read_in_the_next_round(x, rng):
    bit = odd(rng)
    while True:
        if rng.integer(2):
            return bit
        wait(rng)


@pytest.mark.parametrize(
    "reading",
    [
        *(read_below, read_after_an_error, read_by_name, read_in_a_function),
        *(read_beside_a_function, read_in_the_next_round),
    ],
)
def test_a_variable_is_part_of_a_state_wherever_it_may_be_read_later(reading):
    assert merged(reading) == FAIR


def test_a_run_that_looks_at_its_own_frame_is_never_merged():
    law = made(read_in_a_frame).law(1)
    assert law.left.hi < Fraction(1, 10**6)
    for bit, p in FAIR.items():
        assert law[bit].lo <= p <= law[bit].hi + law.left.hi


def test_a_double_that_is_still_in_use_keeps_runs_apart():
    def used(x, rng):
        u = rng.random()
        small = u < 0.5
        wait(rng)
        return small if u < 0.5 else "large"

    law = made(used, paths=60).law(0)
    small = Fraction(sum(k * 2.0**-53 < 0.5 for k in (ALL // 2 - 1, ALL // 2)), 2)
    assert law.keys() == {True, "large"}
    for r in law:
        assert law[r].lo <= small <= law[r].hi + law.left.hi
    assert law.left.hi < Fraction(1, 10**6)


def test_a_noise_that_lies_where_no_state_is_seen_is_missed_when_it_is_used():
    """In an attribute of the library, which is no part of a state: all is walked without states."""

    def hidden(x, rng):
        setattr(sys, "held_by_a_test", rng.geometric(1))  # noqa: B010
        before = getattr(sys, "held_by_a_test") > 2  # noqa: B009
        wait(rng)
        return before, getattr(sys, "held_by_a_test") > 2  # noqa: B009

    law = made(hidden, paths=60).law(0)
    assert law.keys() == {(False, False), (True, True)}
    assert abs(float(law[True, True].lo) - math.exp(-3)) < 1e-6
    del sys.held_by_a_test


def test_what_functions_captured_is_part_of_a_state():
    def counting(x, rng):
        n = 0

        def bump():
            nonlocal n
            n = (n + 1) % 3
            return n

        while rng.integer(2):
            bump()
        return bump()

    assert merged(counting) == {1: Fraction(4, 7), 2: Fraction(2, 7), 0: Fraction(1, 7)}


def test_attributes_of_objects_are_part_of_a_state():
    class Box:
        def __init__(self):
            self.held = 0

    def boxed(x, rng):
        box = Box()
        while rng.integer(2):
            box.held = 1 - box.held
        return box.held

    agrees(boxed, paths=60)


def test_zeros_of_two_signs_are_two_states():
    def signs(x, rng):
        zero = -0.0 if rng.integer(2) else 0.0
        while rng.integer(2):
            pass
        return math.copysign(1, zero)

    assert merged(signs) == {1.0: Fraction(1, 2), -1.0: Fraction(1, 2)}


def test_sets_and_the_order_of_dicts_are_not_mixed_up():
    def ordered(x, rng):
        seen = {1: 1, 2: 2} if rng.integer(2) else {2: 2, 1: 1}
        while rng.integer(2):
            pass
        return next(iter(seen))

    def unordered(x, rng):
        seen = set()
        for n in (8, 0) if rng.integer(2) else (0, 8):
            seen.add(n)
        while rng.integer(2):
            pass
        return tuple(seen)

    assert merged(ordered) == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    agrees(unordered, paths=60)


def test_a_noise_that_is_still_in_use_keeps_runs_apart():
    def used(x, rng):
        z = rng.geometric(1)
        while z > 2 and rng.integer(2):
            pass
        return z > 3

    law = made(used, paths=60).law(0)
    assert abs(float(law[True].lo) - math.exp(-4)) < 1e-9


def test_a_generator_that_goes_on_is_not_seen_through():
    def going(x, rng):
        def bits():
            while True:
                yield rng.integer(2)

        for n, bit in enumerate(bits()):
            if bit or n == 3:
                break
        return n

    agrees(going)


def test_a_variable_that_is_set_anew_does_not_tell_runs_apart():
    def fresh(x, rng):
        while True:
            several = [rng.integer(3) for _ in range(2)]
            if several == [1, 2]:
                return "found"

    program = made(fresh)
    assert summed(program.walked(0)) == {"found": 1}


def misses(seed):
    """What is said of a random program that going through all draws contradicts."""
    function, source = written(seed)
    try:
        walked = made(function, paths=60, seconds=1000).walked(1)
    except NotFollowed as why:
        return "refused", [source, why]
    found, left = enumerated(function, 1, 150)
    said = Counter()
    for path in walked.paths:
        said[getattr(path.output, "value", path.output)] += path.weight
    rest = 1 - said.total()
    wrong = [
        (r, said[r], found.get(r, 0), left, rest)
        for r in {*said, *found}
        if said[r] > found.get(r, 0) + left or found.get(r, 0) > said[r] + rest
    ]
    if rest < 0 or (walked.complete and rest):
        wrong.append(rest)
    return ("merged" if walked.has_states else "walked"), [source, *wrong] * bool(wrong)


@pytest.mark.parametrize("part", range(PARTS))
def test_random_programs_have_the_laws_that_going_through_all_draws_finds(part, monkeypatch):
    """With functions that become sub-programs soon, or late."""
    kinds = Counter()
    monkeypatch.setattr("dpbi.programs.explorer.MANY", part % 2 or MANY)
    for seed in range(part, COUNT, PARTS):
        kind, wrong = misses(seed)
        assert not wrong, "\n".join(map(str, wrong))
        kinds[kind] += 1
    assert kinds["merged"] > kinds.total() / 4, kinds
