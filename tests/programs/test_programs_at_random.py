"""Random programs against all their values, one by one: no enclosure misses.

`DPBI_PROGRAMS=100000 pytest tests/programs/test_programs_at_random.py` tries that many.
"""

import os
from collections import Counter
from contextlib import suppress
from fractions import Fraction

import pytest
from brute_force import BELL, CONTINUOUS, DISCRETE, ROUNDING, TABLED, law, written
from seeds import seeds

from dpbi.fields import Enclosure
from dpbi.fields.expsums import ONE, sum_of_multiples
from dpbi.fields.logsum import LogSums
from dpbi.programs import program
from dpbi.programs.noises.trees import NotSummed
from dpbi.programs.stopping import NotFollowed

COUNT = int(os.environ.get("DPBI_PROGRAMS", "120"))
PARTS = 12


def misses(seed, kinds=()):
    """What is said of a random program that going through its values contradicts."""
    function, source = written(seed, kinds)
    made = program(datasets=(0, 1), neighbours="all")(function)
    try:
        said = joined(made.law(1))
    except (NotFollowed, NotSummed) as why:
        return "refused", [source, why]
    found, left = law(function, 1)
    wrong = []
    for r in {*said, *found}:
        low = found.get(r, 0.0) - ROUNDING
        if r not in said or not (said[r].hi >= low and said[r].lo <= low + left + 2 * ROUNDING):
            wrong.append((r, said.get(r), low, left))
    return "walked" if left < 0.02 else "walked, with a large rest", [source, *wrong] * bool(wrong)


def joined(law):
    """Outputs that are equal numbers of different types as one, as in a dict."""
    found = {}
    for r, p in law.items():
        value = getattr(r, "value", r)
        before = found.get(value, Enclosure(Fraction(0), Fraction(0)))
        found[value] = Enclosure(before.lo + p.lo, before.hi + p.hi)
    return found


NOISES = {
    "discrete": TABLED,
    "mixed": (*TABLED, *DISCRETE, *CONTINUOUS),
    "real": BELL,
    "all": (*BELL, *CONTINUOUS, *TABLED),
}


@pytest.mark.parametrize(("kinds", "seed"), [(kinds, seed) for kinds in NOISES for seed in (1, 7)])
def test_no_enclosure_of_a_small_program_misses(kinds, seed):
    kind, wrong = misses(seed, NOISES[kinds])
    assert kind == "refused" or not wrong, "\n".join(map(str, wrong))


@pytest.mark.parametrize("kinds", NOISES)
def test_no_enclosure_misses_of_noises_without_closed_form(kinds):
    found = Counter()
    for seed in seeds(COUNT // 8):
        kind, wrong = misses(seed, NOISES[kinds])
        assert kind == "refused" or not wrong, "\n".join(map(str, wrong))
        found[kind] += 1
    assert found["walked"] > found.total() / 8, found  # so many of any seeds


@pytest.mark.parametrize("part", range(PARTS))
def test_no_enclosure_misses_what_going_through_all_values_finds(part):
    kinds = Counter()
    for seed in seeds(COUNT // PARTS, part * (COUNT // PARTS)):
        kind, wrong = misses(seed)
        assert not wrong, "\n".join(map(str, wrong))
        kinds[kind] += 1
    assert kinds["walked"] > kinds.total() / 5, kinds


def test_the_probabilities_of_random_programs_sum_to_one_exactly():
    found = Counter()
    for seed in seeds(40):
        made = program(datasets=(0, 1), neighbours="all")(written(seed)[0])
        with suppress(NotFollowed):
            made.paths(0)
            weights = made.exact_terms(0, LogSums()).values()
            total = sum_of_multiples((w.exp(), 1) for w in weights)
            found[(total - ONE).sign()] += 1
    assert found.keys() == {0}
    assert found[0] > 20
