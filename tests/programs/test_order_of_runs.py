"""In which order runs are walked makes no difference to what is found."""

from fractions import Fraction

import pytest

import dpbi
from dpbi.programs.adversary.sight import UNSEEN
from dpbi.programs.loops.stretch import FROM_START, Since
from dpbi.programs.loops.waiting import RunQueue

RARE = Fraction(1, 1 << 40)


def made(function):
    return dpbi.program(datasets=(0, 1), neighbours="all")(function)


def has(program, law):
    """Whether all is walked, and this is the law at both datasets."""
    for x in (0, 1):
        assert program.walked(x).complete
        found = program.law(x)
        assert found.keys() == law(x).keys()
        assert all(e.lo <= law(x)[r] <= e.hi for r, e in found.items())
    return True


def parity(rng):
    """1 with probability 1/3."""
    k = 0
    while rng.bernoulli("1/2"):
        k = 1 - k
    return k


def test_a_loop_in_the_middle_of_a_sum_within_a_loop_has_its_law():
    """Where a state was announced often, its unlikely runs came before those of likely states."""

    def total(x, rng):
        t = 0
        for _ in range(2):
            t += parity(rng)
        return t

    assert has(made(total), lambda x: {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)})


def test_what_is_left_of_a_walk_with_states_is_unlikely_indeed():
    def odd(n, rng):
        k = 0
        while rng.bernoulli(Fraction(1, n)):
            k += 1
        return k % 2

    def total(x, rng):
        t = 0
        for n in (2, 3):
            t += odd(n, rng)
        return t

    law = made(total).law(0)
    true = {0: Fraction(1, 2), 1: Fraction(5, 12), 2: Fraction(1, 12)}
    assert law.left.hi < Fraction(1, 1 << 60)
    assert all(e.lo <= true[r] <= e.hi + law.left.hi for r, e in law.items())


def test_the_likeliest_run_of_all_states_comes_first_however_often_a_state_was_announced():
    queue = RunQueue()
    queue.pop()
    for k in range(1, 9):
        queue.push((), FROM_START, 2.0**-k, UNSEEN)
    queue.arrive("later", FROM_START.state, 2.0**-4)
    queue.push((), Since("later", 0, 0), 1.0, UNSEEN)
    found = [one.likely for one in queue.rest()]
    assert found == sorted(found, reverse=True)
    assert len(found) == 9


@pytest.mark.parametrize("p", [RARE, 1 - RARE])
def test_a_walk_that_begins_with_the_unlikeliest_run_and_one_that_leaves_it_are_of_one_law(p):
    """Both rounds rare together are less likely than 2^-70."""

    def twice(x, rng):
        k = 0
        while k < 2:
            if rng.bernoulli(p):
                k += 1
            else:
                break
        return k

    assert has(made(twice), lambda x: {0: 1 - p, 1: p * (1 - p), 2: p * p})


@pytest.mark.parametrize("p", [RARE, 1 - RARE])
def test_a_sub_program_with_such_a_run_is_of_one_law(p):
    def twice(rng):
        k = 0
        while k < 2:
            if rng.bernoulli(p):
                k += 1
            else:
                break
        return k

    def caller(x, rng):
        return x + rng.sub(twice)

    assert has(made(caller), lambda x: {x: 1 - p, x + 1: p * (1 - p), x + 2: p * p})


class FromTheSecondWalk:
    """After so many runs of a walk functions become sub-programs, but not in the first walks."""

    def __init__(self, first):
        self.first, self.walk, self.last = first, 0, -1

    def __le__(self, walks):
        self.walk += walks <= self.last
        self.last = walks
        return self.walk >= self.first and walks >= 5


@pytest.mark.parametrize("first", [1, 2])
def test_a_walk_that_ends_before_functions_become_sub_programs_is_not_held_against_others(
    first, monkeypatch
):
    """A state holds the code of functions, which is another by then."""

    def total(x, rng):
        t = x
        while rng.bernoulli("1/2"):
            a = parity(rng)
            t += a
        return t

    monkeypatch.setattr("dpbi.programs.explorer.MANY", FromTheSecondWalk(first))
    program = dpbi.program(datasets=(0, 1), neighbours="all", paths=40)(total)
    for x in (1, 0):
        law = program.law(x)
        assert law[x].lo <= Fraction(3, 4) <= law[x].hi + law.left.hi
