"""Floored Laplace noise as the long draft prints it, section 6: cells and tails.

Y has the Laplace law of scale b: P(Y >= t) = e^(-t/b)/2 for t >= 0 and 1 - e^(t/b)/2 for t <= 0,
the integrals of its density e^(-|t|/b)/(2b).  `beyond` is both at once, and exact where t/b is
rational.  Y has a density, so P(Y >= t) = P(Y > t).
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, num, var
from dpbi.language.words import (
    PAIRS,
    POSITIVE,
    all_of,
    at,
    eps,
    exp,
    largest,
    r,
    released,
    smallest,
    t,
    variable,
    x,
)

b = var("b")
whole = var("i")
moved = var("D")
SCALE = variable("b", *POSITIVE)
SENSITIVITY = variable("D", *POSITIVE)
INTEGER = variable("i", "int", None, None)
ANY = variable("t", "rational", None, None, "()")


# Laplace noise. ----------------------------------------------------------------------------------


def beyond(value: Like, scale: Expr) -> Expr:
    """P(Y >= value)."""
    above, below = largest(value, 0), smallest(value, 0)
    return (exp(-above / scale) + 1 - exp(below / scale)) / 2


def cell(value: Expr, scale: Expr) -> Expr:
    """P(value <= Y < value + 1)."""
    return beyond(value, scale) - beyond(value + 1, scale)


def difference(value: Expr, scale: Expr) -> Expr:
    """(e^(-(value - 1)/scale) - e^(-value/scale)) / 2, the printed right side."""
    return (exp(-(value - 1) / scale) - exp(-value / scale)) / 2


def both_tails(*given: Expr) -> Formula:
    """P(|Y| >= t) = e^(-t/b): P(Y >= m) + P(-Y >= m), m = max(t, 0), P(Y >= 0) = 1/2."""
    magnitude = largest(t, 0)
    tails = beyond(magnitude, b) + beyond(magnitude, b)
    return forall(tails.equals(exp(-t / b)), given=given, where=[ANY, SCALE])


def floor_is_the_cell_below() -> Formula:
    """P(floor Y = i) = P(i - 1 <= Y < i)."""
    return forall(cell(whole, b).equals(cell(whole - 1, b)), where=[INTEGER, SCALE])


def ceiling_is_the_cell_below() -> Formula:
    """P(ceil Y = i) = P(floor(-Y) = -i) = P(i - 1 <= Y < i), Y and -Y having one law."""
    return forall(cell(-whole, b).equals(cell(whole - 1, b)), where=[INTEGER, SCALE])


def release_is_the_cell_above(mechanism: str, scale: Expr, **options: Like) -> Formula:
    """P(floor Y = i) = P(i <= Y < i + 1), as the mechanism's law: the release is i above x.

    Two categories, releases other than 0 and n, which collect what is cut off.
    """
    step = at(r, 0) - at(x, 0)
    inner = at(r, 0) >= 1, at(r, 1) >= 1
    P = released(mechanism, **options)
    return forall(P(x, r).equals(cell(step, scale)), given=[PAIRS, *inner])


def release_is_the_difference(mechanism: str, scale: Expr, **options: Like) -> Formula:
    """For i >= 0 that is (e^(-i/scale) - e^(-(i + 1)/scale)) / 2."""
    step = at(r, 0) - at(x, 0)
    inner = at(r, 0) >= 1, at(r, 1) >= 1, step >= 0
    P = released(mechanism, **options)
    return forall(P(x, r).equals(difference(step + 1, scale)), given=[PAIRS, *inner])


def cell_is_the_difference(*given: Expr) -> Formula:
    """P(i - 1 <= Y < i) = (e^(-eps (i - 1)/D) - e^(-eps i/D)) / 2, scale D/eps."""
    scale = moved / eps
    holds = cell(whole - 1, scale).equals(difference(whole, scale))
    return forall(holds, given=given, where=[INTEGER, SENSITIVITY])


def improved_with_sensitivity_two(scale: Like) -> Formula:
    """P(floor Y = i) = P(i - 1 <= Y < i) = (e^(-eps (i - 1)/2) - e^(-eps i/2))/2; scale/eps."""
    noise = num(scale) / eps
    equal = cell(whole, noise).equals(cell(whole - 1, noise))
    printed = cell(whole - 1, noise).equals(difference(whole, 2 / eps))
    return forall(all_of(equal, printed), where=[INTEGER, variable("eps", *POSITIVE)])


def improved_ceiling() -> Formula:
    """P(ceil Y = i) = P(i - 1 <= Y < i) = (e^(-eps (i - 1)) - e^(-eps i))/2; scale 1/eps, i > 0."""
    noise = 1 / eps
    equal = cell(-whole, noise).equals(cell(whole - 1, noise))
    printed = cell(whole - 1, noise).equals(difference(whole, noise))
    return forall(all_of(equal, printed), given=[whole >= 1], where=[INTEGER])


def improved_floor(scale: Like) -> Formula:
    """P(floor Y = i) = (e^(-eps i/scale) - e^(-eps (i + 1)/scale))/2 for i >= 0."""
    noise = num(scale) / eps
    holds = cell(whole, noise).equals(difference(whole + 1, noise))
    return forall(holds, given=[whole >= 0], where=[INTEGER, variable("eps", *POSITIVE)])
