"""The kernel, dpbi's evaluator and that of the tests on random formulas: none contradicts another.

Counted in formulas; `python tests/support/random_formulas.py 100000` tries more.
"""

from collections import Counter

import pytest
from random_formulas import compared, disagreement
from seeds import seeds

FORMULAS, PARTS = 8000, 8  # about a minute of work in all
SHORT = 40


def answers(count, at):
    """Count the answers of the kernel; fail where an evaluator disagrees."""
    found = Counter()
    for seed in seeds(count, at):
        seen, example = compared(seed)
        assert not disagreement(seen), (seed, seen, example)
        found[seen[0]] += 1
    return found


@pytest.mark.parametrize("part", range(4))
def test_on_some_random_formulas_nobody_answers_otherwise(part):
    assert answers(SHORT, part * SHORT).keys() == {True, False, None}


@pytest.mark.parametrize("part", range(PARTS))
def test_on_random_formulas_nobody_answers_otherwise_or_where_there_is_nothing_to_say(part):
    count = FORMULAS // PARTS
    found = answers(count, part * count)
    assert min(found[True], found[False], found[None]) > count // 6, "the formulas say too little"
    assert found[None] < count // 2
