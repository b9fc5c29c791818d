"""How many candidates there are: the posteriors after n records over k categories.

Different counts give different parameters, so candidates are counted as count vectors.
"""

from __future__ import annotations

from dpbi.formula import Expr, Formula, forall
from dpbi.formula.expr import Like
from dpbi.formula.words import datasets, k, n, over, true

CANDIDATES = over("count", "z", datasets(), true)
"""|R|, over as many categories as the prior has."""


def candidates(categories: Like) -> Expr:
    """|R|, over so many categories."""
    return over("count", "z", datasets(n, categories), true)


def candidates_number(claimed: Like) -> Formula:
    """|R| is this number, for every n and k."""
    return forall(candidates(k).equals(claimed))


def candidates_number_for(categories: int, claimed: Like) -> Formula:
    """|R| is this number, for every n and one k."""
    return forall(candidates(categories).equals(claimed))
