"""Differential privacy of a mechanism, said output by output and as a loss."""

from __future__ import annotations

from collections.abc import Sequence

from dpbi.formula import Expr, Formula, forall
from dpbi.formula.expr import Like
from dpbi.formula.words import (
    absolute,
    adjacent,
    at,
    eps,
    exp,
    hockey_stick,
    loss,
    n,
    prior,
    released,
    size,
    x,
    y,
)
from dpbi.formula.words import r as output


def private(mechanism: str, level: Like = eps, **options: Like) -> Formula:
    """P(r | x) <= e^level P(r | y) for all neighbours x, y and every output r."""
    P = released(mechanism, **options)
    level = level if isinstance(level, Expr) else eps * 0 + level
    return forall(P(x, output) <= exp(level) * P(y, output), given=[adjacent(x, y)])


def loss_within(mechanism: str, level: Like = eps, **options: Like) -> Formula:
    """The true privacy loss, over all neighbours and outputs, is at most `level`."""
    return forall(loss(mechanism, **options) <= level)


def private_up_to(mechanism: str, level: Like, slack: Like, **options: Like) -> Formula:
    """(level, slack)-privacy: the part of P(. | x) above e^level P(. | y) is at most `slack`."""
    return forall(hockey_stick(mechanism, x, y, level, **options) <= slack, given=[adjacent(x, y)])


def private_when_agreeing_once(mechanism: str, level: Like = eps, **options: Like) -> Formula:
    """The same for two categories and x, y that some records agreeing in at most one place have.

    Records of counts x and y agree in at least |x_0 + y_0 - n| places, and some agree in so many.
    """
    P = released(mechanism, **options)
    agreeing = absolute(at(x, 0) + at(y, 0) - n) <= 1
    level = level if isinstance(level, Expr) else eps * 0 + level
    return forall(
        P(x, output) <= exp(level) * P(y, output), given=[size(prior).equals(2), agreeing]
    )


def loss_is(mechanism: str, level: Like, given: Sequence[Expr] = (), **options: Like) -> Formula:
    """The true privacy loss is `level`."""
    return forall(loss(mechanism, **options).equals(level), given=given)
