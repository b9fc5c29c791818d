"""Terms that many statements are made of."""

from __future__ import annotations

from collections.abc import Callable

from dpbi.language import Expr
from dpbi.language.expr import Like, num, var
from dpbi.language.words import H, absolute, datasets, eps, exp, over

v = var("v")
w = var("w")
z = var("z")
"""Bound variables: datasets."""
THIRTY_DIGITS = "1/1000000000000000000000000000000"


def agree(a: Like, b: Like) -> Expr:
    """Two numbers agree to thirty digits."""
    return absolute(num(a) - num(b)) < THIRTY_DIGITS


def weight(centre: Expr, candidate: Expr, sensitivity: Expr) -> Expr:
    """exp(eps u / (2 sensitivity)) with u = -H."""
    return exp(-eps * H(centre, candidate) / (2 * sensitivity))


def normaliser(centre: Expr, sensitivity: Expr) -> Expr:
    """The sum of all weights."""
    return over("sum", "z", datasets(), weight(centre, z, sensitivity))


LawTerm = Callable[[Expr, Expr], Expr]
