"""Random programs that ask, with loops and noise; `tests/support/asking_fuzz.py` tries more."""

import math
from collections import Counter

import asking_fuzz
import pytest
from seeds import PATIENT, seeds, soon


@pytest.mark.parametrize("seed", soon("asking"))
def test_masses_deltas_and_losses_are_those_of_all_runs(seed):
    kind, wrong = asking_fuzz.misses(seed, PATIENT)
    assert not wrong
    assert kind not in ("not waited for", "too many runs")


def test_of_other_programs_too():
    """What is not walked in its time says nothing; in the deep tier these are new each time."""
    for seed in seeds(24, at=1000):
        _, wrong = asking_fuzz.misses(seed, patience=0.5)
        assert not wrong, (seed, wrong)


def test_most_of_these_programs_ask():
    kinds = Counter(asking_fuzz.misses(seed, PATIENT)[0] for seed in soon("asking")[:4])
    assert any("asks" in kind for kind in kinds), kinds


def test_runs_that_are_listed_come_to_a_law_that_is_written_out():
    def asking(x, rng):
        i = rng.choose([0, 1])
        rng.show(int(rng.geometric("1/2") > i))

    found, left = asking_fuzz.played(asking, 0)
    for i in (0, 1):
        more = found[("chose", i), ("saw", 1), ("returned", None)]
        assert more <= math.exp(-2 * (i + 1)) <= more + left
    assert left < 1e-4


def test_the_best_adversary_picks_and_what_is_seen_adds_up():
    p = {(("chose", i), ("saw", s)): w for i, s, w in ((0, 0, 0.5), (0, 1, 0.5), (1, 0, 1.0))}
    q = {(("chose", i), ("saw", s)): w for i, s, w in ((0, 0, 0.25), (0, 1, 0.75), (1, 0, 0.5))}
    assert asking_fuzz.best(p, q, lambda v, w: max(0.0, v - w)) == 0.5
    assert asking_fuzz.best(p, q, lambda v, _: v) == 1.0
