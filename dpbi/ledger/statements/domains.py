"""What a reading is about: so many categories, one prior, a few sizes.

A formula ranges over all priors over any number of categories unless its hypotheses say otherwise;
the grid on which it is decided restricts nothing.
"""

from __future__ import annotations

from dataclasses import replace

from dpbi.language import Expr, Formula
from dpbi.language.expr import Like
from dpbi.language.words import any_of, at, floor, over, prior, same, size, steps, var, vec

PAIRS = size(prior).equals(2)
"""Two categories."""

TRIPLES = size(prior).equals(3)
"""Three categories."""


def under(*parameters: Like) -> Expr:
    """The prior has these parameters."""
    return same(prior, vec(*parameters))


def one_of(value: Expr, *choices: Like) -> Expr:
    """The value is one of these."""
    return any_of(*(value.equals(choice) for choice in choices))


def whole() -> Expr:
    """The prior's parameters are integers."""
    i = at(prior, var("i"))
    return over("forall", "i", steps(0, size(prior) - 1), floor(i).equals(i))


def about(formula: Formula, *given: Expr) -> Formula:
    """The same reading under further hypotheses."""
    return replace(formula, hypotheses=(*given, *formula.hypotheses))
