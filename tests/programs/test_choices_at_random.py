"""The best adversary of random programs against all deterministic ones, each a program by itself.

`DPBI_ADVERSARIES=2000 pytest tests/programs/test_choices_at_random.py` tries that many programs.
"""

import math
import os
from collections import Counter
from fractions import Fraction

import pytest
from seeds import seeds
from strategies_by_hand import adversaries, against, made, written

import dpbi

COUNT = int(os.environ.get("DPBI_ADVERSARIES", "60"))
PARTS = 12
MOST = 20
EPSILONS = ("0", "1/4", "ln(2)", "1")
ORDERS, ABOVE_1 = ("0", "1/3", "999/1000", "1"), ("2", "3/2")
SMALL = (1, 2)  # seeds of programs with eight adversaries


def overlap(said, found):
    """Whether two enclosures have a number in common: both hold the same one."""
    return said.lo <= found.hi and found.lo <= said.hi


def largest(several):
    """The largest of several enclosures, as one."""
    return dpbi.Bounds(max(e.lo for e in several), max(e.hi for e in several))


def wrong(seed, epsilons=EPSILONS, orders=ORDERS):
    """What the tree says of a random program that its adversaries contradict."""
    function = written(seed)
    tables = adversaries(function, (0, 1), MOST)
    if tables is None:
        return "too many adversaries", []
    whole = made(function)
    each = [made(against(function, picks)) for picks in tables]
    questions = {"loss": dpbi.privacy_loss}
    for epsilon in epsilons:
        questions[f"delta({epsilon})"] = lambda m, e=epsilon: dpbi.privacy_profile(m, [e])[0]
    finite = dpbi.privacy_loss(whole).hi < math.inf
    for order in (*orders, *(ABOVE_1 if finite else ())):
        questions[f"renyi {order}"] = lambda m, a=order: dpbi.renyi_divergence(m, a)
    if finite:
        questions["rho"] = lambda m: dpbi.zero_concentrated(m, tolerance=Fraction(1, 10**4))
    found = []
    for name, ask in questions.items():
        said, best = ask(whole), largest([ask(m) for m in each])
        if not overlap(said, best) or (said.hi < math.inf and said.width > Fraction(1, 10**3)):
            found.append((seed, name, said, best))
    return f"{min(len(tables), 9)} adversaries", found


@pytest.mark.parametrize("seed", SMALL)
def test_the_tree_of_a_small_program_says_what_its_best_adversary_reaches(seed):
    """One question of each kind; below, all of them are asked of many programs."""
    kind, found = wrong(seed, epsilons=("1/4",), orders=("1/3",))
    assert not found, "\n".join(map(str, found))
    assert kind != "too many adversaries"


@pytest.mark.parametrize("part", range(PARTS))
def test_the_tree_says_what_the_best_of_all_adversaries_reaches(part):
    kinds = Counter()
    for seed in seeds(COUNT // PARTS, part * (COUNT // PARTS)):
        kind, found = wrong(seed)
        assert not found, "\n".join(map(str, found))
        kinds[kind] += 1
    assert kinds["too many adversaries"] < kinds.total(), kinds
