"""`max` and `min` in programs are Python's own, with fewer paths; and runs come one at a time."""

import builtins
import os
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpbi
from dpbi.fields import Balls


def by_hand(values, better):
    """The first of several that is better than all before it, comparison by comparison."""
    best = 0
    for i in range(1, len(values)):
        if better(values[i], values[best]):
            best = i
    return best


def programs(shifts, scale, *, low):
    """The same choice by Python's function and by hand."""

    def asked(x, rng):
        noisy = [x * s + rng.discrete_laplace(scale) for s in shifts]
        return (min if low else max)(range(len(shifts)), key=lambda i: noisy[i])

    def compared(x, rng):
        noisy = [x * s + rng.discrete_laplace(scale) for s in shifts]
        return by_hand(noisy, (lambda a, b: a < b) if low else (lambda a, b: a > b))

    return [dpbi.program(datasets=(0, 1), neighbours="all")(f) for f in (asked, compared)]


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(-2, 2)), min_size=3, max_size=5))
def test_the_same_noise_and_plain_numbers_may_be_among_the_values(terms):
    """Number 0 stands for no noise, 1 and 2 for two noises."""

    def asked(x, rng):
        noises = (0, rng.discrete_laplace(1), rng.geometric(2))
        return rng.argmax([noises[i] + x * c for i, c in terms])

    def compared(x, rng):
        noises = (0, rng.discrete_laplace(1), rng.geometric(2))
        return by_hand([noises[i] + x * c for i, c in terms], lambda a, b: a > b)

    laws = [dpbi.program(datasets=(0, 1), neighbours="all")(f).law(1) for f in (asked, compared)]
    assert laws[0].keys() == laws[1].keys()
    assert all(laws[0][r].lo <= e.hi and e.lo <= laws[0][r].hi for r, e in laws[1].items())


@given(st.lists(st.integers(-2, 2), min_size=3, max_size=5), st.integers(1, 3), st.booleans())
def test_the_first_largest_is_what_comparing_one_by_one_finds(shifts, scale, low):
    asked, compared = programs(shifts, scale, low=low)
    F = Balls(128)
    for x in (0, 1):
        with F.scope():
            one, other = asked.log_weights(x, F), compared.log_weights(x, F)
        assert one.keys() == other.keys()
        assert all(a.overlaps(other[r]) for r, a in one.items())
    assert len(asked.paths(0)) == len(shifts)
    assert len(compared.paths(0)) == 2 ** (len(shifts) - 1)


def test_the_largest_of_many_noises_has_as_many_paths():
    @dpbi.program(datasets=[(0,) * 9, (1,) * 9], neighbours="all")
    def vote(x, rng):
        noisy = [q + rng.laplace(2) for q in x]
        return max(range(9), key=noisy.__getitem__)

    assert len(vote.paths((0,) * 9)) == 9


def one(function):
    """What a program returns that has one output, at one dataset."""
    (output,) = dpbi.program(datasets=(0, 1), neighbours="all")(function).law(0)
    return output


@pytest.mark.parametrize(
    ("function", "output"),
    [
        (lambda x, rng: max([], default="none"), "none"),
        (lambda x, rng: max("b", "c", "a"), "c"),
        (lambda x, rng: max(["bb", "a", "cc"], key=len), "bb"),
        (lambda x, rng: min(3, 1, 2), 1),
        (lambda x, rng: max([0 * rng.laplace(1), -1, 0]), 0),
        (lambda x, rng: min([5, 7, rng.integer(1) + 5]), 5),
        (lambda x, rng: max(i for i in range(4)), 3),
    ],
)
def test_without_noise_it_is_pythons_own(function, output):
    assert one(function) == output


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (lambda x, rng: max([]), "empty"),
        (lambda x, rng: max(7), "not iterable"),
        (lambda x, rng: max([1, "a", 2]), "not supported"),
        (lambda x, rng: max([1, 2], kee=len), "keyword"),
        (lambda x, rng: max([rng.laplace(1), "a", 2]), "compare"),
    ],
)
def test_what_python_refuses_is_refused(function, told):
    with pytest.raises(dpbi.DpbiError, match=told):
        one(function)


def test_rounded_noises_are_compared_one_by_one():
    @dpbi.program(datasets=(0, 1), neighbours="all")
    def clamped(x, rng):
        import math

        return max(0, min(1, math.floor(x + rng.laplace(1))), 0)

    assert set(clamped.law(0)) == {0, 1}


def test_one_run_at_a_time_and_other_threads_may_draw():
    own = os.urandom, builtins.max, builtins.min
    inside, together, drawn, done = [], [], [], []

    def slow(x, rng):
        inside.append(x)
        time.sleep(0.001)  # another thread may go on
        together.append(len(inside))
        inside.pop()
        return rng.bernoulli("1/2")

    def audit():
        done.append(dpbi.program(datasets=(0, 1), neighbours="all")(slow).law(0))

    def bystander():
        while len(done) < 4:
            drawn.append(os.urandom(1))

    threads = [threading.Thread(target=f) for f in (bystander, *[audit] * 4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert set(together) == {1}
    assert drawn
    assert (os.urandom, builtins.max, builtins.min) == own
