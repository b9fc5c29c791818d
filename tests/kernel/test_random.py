"""The kernel, dpbi's evaluator and that of the tests on random formulas: none contradicts another.

Counted in formulas and with fixed seeds; `python tests/random_formulas.py 100000` tries more.
"""

from collections import Counter

import pytest
from random_formulas import compared, disagreement

FORMULAS, PARTS = 8000, 8  # about a minute of work in all


@pytest.mark.parametrize("part", range(PARTS))
def test_on_random_formulas_nobody_answers_otherwise_or_where_there_is_nothing_to_say(part):
    answers = Counter()
    for seed in range(part, FORMULAS, PARTS):
        seen, example = compared(seed)
        assert not disagreement(seen), (seed, seen, example)
        answers[seen[0]] += 1
    few = FORMULAS // PARTS // 6
    assert min(answers[True], answers[False], answers[None]) > few, "the formulas say too little"
    assert answers[None] < FORMULAS // PARTS // 2
