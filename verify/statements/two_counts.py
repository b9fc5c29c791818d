"""The note on two noisy counts: the density that it prints, and the one that Laplace noise has.

Two categories.  The counts c of a dataset get independent Laplace noise of rate eps/2, and what is
released is S = (s1, s2), the noisy counts plus the prior's parameters (a, b).  Its density at S is
(eps/4)^2 exp(-|s1 - a - c1| eps/2 - |s2 - b - c2| eps/2).
"""

from __future__ import annotations

from collections.abc import Sequence

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import var
from dpbi.language.words import (
    PAIRS,
    POSITIVE,
    absolute,
    adjacent,
    all_of,
    at,
    eps,
    exp,
    largest,
    n,
    prior,
    smallest,
    variable,
    x,
    y,
)
from statements.continuous import ANY_REAL, first, second

RATE = eps / 2
REALS = [variable("s1", *ANY_REAL), variable("s2", *ANY_REAL), variable("eps", *POSITIVE)]


def error(v: Expr, i: int) -> Expr:
    """How far coordinate i of S is above its place without noise, s - alpha - c."""
    return (first, second)[i] - at(prior, i) - at(v, i)


def density(v: Expr) -> Expr:
    """The density of the release at S."""
    return (RATE / 2) ** 2 * exp(-(absolute(error(v, 0)) + absolute(error(v, 1))) * RATE)


def factors(v: Expr) -> Expr:
    """The same as a product: the noise of each count has density (eps/4) exp(-|.| eps/2)."""
    one, other = (RATE / 2 * exp(-absolute(error(v, i)) * RATE) for i in (0, 1))
    return one * other


def first_display(v: Expr) -> Expr:
    """exp(-(a - c1) eps/2) exp(-(s2 - b - c2) eps/2), without s1 and with the sign of c1 as is."""
    return exp(-(at(prior, 0) - at(v, 0)) * RATE) * exp(-error(v, 1) * RATE)


def second_display(v: Expr) -> Expr:
    """exp(-(s1 - a - c1) eps/2) exp(-(s2 - b - c2) eps/2), without absolute values."""
    return exp(-error(v, 0) * RATE) * exp(-error(v, 1) * RATE)


def everywhere(conclusion: Expr, given: Sequence[Expr] = ()) -> Formula:
    """At every dataset, every eps and every point S."""
    return forall(conclusion, given=[PAIRS, *given], where=REALS)


def posterior_density() -> Formula:
    """t^c1 (1-t)^c2 times t^(a-1) (1-t)^(b-1) is t^(a+c1-1) (1-t)^(b+c2-1).

    With t = e^u and 1 - t = e^v; nothing is asked of u and v.
    """
    u, v = var("u"), var("v")
    a, b = at(prior, 0), at(prior, 1)
    ones, zeros = at(x, 0), at(x, 1)
    likelihood = exp(u) ** ones * exp(v) ** zeros
    before = exp((a - 1) * u + (b - 1) * v)
    after = exp((a + ones - 1) * u + (b + zeros - 1) * v)
    where = [variable("u", *ANY_REAL), variable("v", *ANY_REAL)]
    return forall((likelihood * before).equals(after), given=[PAIRS], where=where)


def each_count_moves_by_one() -> Formula:
    """A replaced record moves each of two counts by exactly one."""
    moves = [absolute(at(x, i) - at(y, i)).equals(1) for i in (0, 1)]
    return forall(all_of(*moves), given=[PAIRS, adjacent(x, y)])


def parameters_positive(*, clamped: bool) -> Formula:
    """The prior's parameters plus protected counts s1, s2 are positive, whatever the noise was.

    Clamped: after the counts were moved into [0, n].
    """
    counts = [largest(0, smallest(n, s)) if clamped else s for s in (first, second)]
    positive = [at(prior, i) + s > 0 for i, s in enumerate(counts)]
    where = [variable("s1", *ANY_REAL), variable("s2", *ANY_REAL)]
    return forall(all_of(*positive), given=[PAIRS], where=where)


def quotient_is(above: Expr, below: Expr) -> Formula:
    """The quotient of two densities of neighbours is e^eps."""
    return everywhere((above / below).equals(exp(eps)), [adjacent(x, y)])


def quotient_within() -> Formula:
    """The quotient of the true densities of neighbours is at most e^eps."""
    return everywhere(density(x) / density(y) <= exp(eps), [adjacent(x, y)])
