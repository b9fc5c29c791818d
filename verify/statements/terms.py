"""The terms that statements of many themes share: weights, laws, probabilities, agreement.

The exponential mechanisms weigh a candidate r at x by exp(-eps H(x, r) / (2 S)), S a sensitivity.
Enclosures never show that two irrational expressions are equal, so what is equal by an argument is
compared to a number of digits (`agree`), and a reading's argument says that it is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from dpbi.language import Expr
from dpbi.language.expr import Like, num, var
from dpbi.language.words import H, absolute, all_of, datasets, eps, exp, implies, over, x

LawTerm = Callable[[Expr, Expr], Expr]
"""P(x, r): the probability of a release at a dataset."""
v = var("v")
w = var("w")
z = var("z")
"""Bound variables: datasets."""


def agree(a: Like, b: Like, digits: int = 30) -> Expr:
    """|a - b| < 10^-digits."""
    return absolute(num(a) - num(b)) < Fraction(1, 10**digits)


def agree_relatively(a: Expr, b: Expr, digits: int = 20) -> Expr:
    """|a - b| <= 10^-digits |b|."""
    return absolute(a - b) <= num(Fraction(1, 10**digits)) * absolute(b)


def equivalent(a: Expr, b: Expr) -> Expr:
    """One if and only if the other."""
    return all_of(implies(a, b), implies(b, a))


def weight(distance: Expr, sensitivity: Expr, factor: int = 2) -> Expr:
    """exp(-eps distance / (factor sensitivity))."""
    return exp(-eps * distance / (factor * sensitivity))


def normaliser(centre: Expr, sensitivity: Expr, factor: int = 2) -> Expr:
    """The sum of the weights of all candidates."""
    return over("sum", "z", datasets(), weight(H(centre, z), sensitivity, factor))


def share(centre: Expr, candidate: Expr, sensitivity: Expr) -> Expr:
    """A weight over the sum of all weights."""
    return weight(H(centre, candidate), sensitivity) / normaliser(centre, sensitivity)


def probability_of(event: Expr, P: LawTerm) -> Expr:
    """The probability at x that a release z meets a condition."""
    return over("sumif", "z", datasets(), event, P(x, z))
