"""The long draft's third bound of section 6.2: a number of the size in place of the normaliser."""

from __future__ import annotations

from dpbi.language import Formula, forall
from dpbi.language.expr import var
from dpbi.language.words import S, c, datasets, eps, exp, over
from dpbi.ledger.statements.accuracy import CANDIDATES
from dpbi.ledger.statements.error_bounds import chance_of_far, weight

SMALLEST = over("minof", "z", datasets(), S(var("z")))
"""min S, over the datasets of n records."""


def tail_is_within_a_number_of_the_size() -> Formula:
    """P(H >= c) <= |R| exp(-eps c/S(x)) / N with N = exp(-eps / min S)."""
    return forall(chance_of_far() <= CANDIDATES * weight(c, 1) / exp(-eps / SMALLEST))
