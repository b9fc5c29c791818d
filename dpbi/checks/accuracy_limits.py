"""Accuracy where n is too large to enumerate, and where parameters are not those of a posterior."""

from __future__ import annotations

from collections.abc import Sequence

from dpbi.checks.accuracy import C, chance
from dpbi.checks.domains import PAIRS
from dpbi.formula import Expr, Formula, forall
from dpbi.formula.expr import Like, var
from dpbi.formula.words import (
    LS,
    H,
    all_of,
    any_of,
    at,
    d,
    eps,
    exp,
    floor,
    hellinger,
    n,
    over,
    plus,
    prior,
    steps,
    t,
    vec,
    x,
)
from dpbi.formula.words import y as other

FIRST, CUT = 13, 100
"""The first parameter of a prior (a, 1), and how many outputs are weighed one by one."""


def _h(i: Expr | int) -> Expr:
    """H(x, (i, n - i)) for the prior (13, 1) and x = (1, n - 1)."""
    return hellinger(vec(FIRST + 1, n), vec(FIRST + i, n + 1 - i))


def _weight(i: Expr | int) -> Expr:
    return exp(-eps * _h(i) / C)


def one_sided_event_far_out(small: Like) -> Formula:
    """A consequence of "lshist beats ehd for n > 3 e^eps / (1 - e^-eps)", at one place.

    Prior (13, 1), x = (1, n - 1), t = H(x, (0, n)), at most `small`: the event is {1, 2}, so k = 1,
    and lshist falls into it with probability (1 - e^(-2 eps))/2.  The normaliser of ehd is at most
    `cap`, weights decreasing beyond x; so its probability is at least (w_1 + w_2) / cap.
    """
    i = var("i")
    event = all_of(_h(0) <= small, _h(2) < _h(0), _h(0) <= _h(3))
    cap = over("sum", "i", steps(0, CUT), _weight(i)) + (n - CUT) * _weight(CUT + 1)
    large = n * exp(-eps) * (1 - exp(-eps)) > 3
    beaten = (1 - exp(-2 * eps)) / 2 > (_weight(1) + _weight(2)) / cap
    return forall(beaten, given=[n > CUT + 1, large, event])


def distance_within(constant: int | str, given: Sequence[Expr] = (PAIRS,)) -> Formula:
    """H(x, y) <= constant d(x, y) LS(x), over two categories unless `given` says otherwise."""
    return forall(H(x, other) <= d(x, other) * LS(x) * constant, given=given)


def _posterior() -> Expr:
    return plus(prior, x)


def fractional_step_within(constant: int) -> Formula:
    """H(Beta(a, b), Beta(a - t, b + 1)) <= constant t LS(x), a > t: a step -t, 0 < t < 1."""
    a, b = at(prior, 0) + at(x, 0), at(prior, 1) + at(x, 1)
    moved = hellinger(_posterior(), vec(a - t, b + 1))
    return forall(moved <= constant * t * LS(x), given=[PAIRS, t < 1, a > t])


def error_within_real_steps() -> Formula:
    """The infimum of {u: P(H < u) >= 1 - e^(-t eps)} within the largest H of |k| <= t < 1, k real.

    A step k leads to Beta(a + k, b - floor k).  Up to t < 1 the largest distances are at k = t and
    k = -t: psi being concave, H grows with |k| on both branches.
    """
    a, b = at(prior, 0) + at(x, 0), at(prior, 1) + at(x, 1)
    up = hellinger(_posterior(), vec(a + t, b))
    down = hellinger(_posterior(), vec(a - t, b + 1))
    p = chance("lshist", lambda z: any_of(H(x, z) <= up, H(x, z) <= down))
    return forall(p >= 1 - exp(-t * eps), given=[PAIRS, t < 1, a > t])


def error_within_unshifted_steps() -> Formula:
    """The same with integer steps k and second parameter n - floor(a + k), as printed."""
    a, j = at(prior, 0) + at(x, 0), var("j")
    reach = steps(-floor(t), floor(t))
    moved = hellinger(_posterior(), vec(a + j, n - floor(a + j)))
    p = chance("lshist", lambda z: over("exists", "j", reach, H(x, z) <= moved))
    return forall(p >= 1 - exp(-t * eps), given=[PAIRS])


def unshifted_parameter_positive() -> Formula:
    """n - floor(a) > 0 for the posterior Beta(a, b): the step 0 leads to a distribution."""
    return forall(n - floor(at(prior, 0) + at(x, 0)) > 0, given=[PAIRS])
