"""Sliding and dilation in the notes: the law of the score when the score is shifted or scaled.

The score of a candidate r at x is u(r) = sign * H(x, r); sign -1 is the usual one.  {u = u(r)} is
the set of the C(x, r) candidates as far from x as r, all equally probable, so that

    Pr[u = u(r)] = C(x, r) P(x, r).

A value that no candidate attains has probability 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, Variable
from dpbi.language.words import (
    PAIRS,
    C,
    H,
    absolute,
    c,
    datasets,
    exp,
    j,
    lam,
    n,
    no,
    over,
    r,
    released,
    s,
    same,
    total,
    vec,
    x,
)
from statements.terms import LawTerm, z

i = Expr("var", ("i",))


def level(P: LawTerm, v: Expr, w: Expr) -> Expr:
    """Pr[u = u(w)] at v: all candidates as far from v as w."""
    return C(v, w) * P(v, w)


def mass_at(P: LawTerm, v: Expr, distance: Expr) -> Expr:
    """Pr[H(v, z) = distance], whether or not a candidate is there."""
    return over("sumif", "z", datasets(total(v)), H(v, z).equals(distance), P(v, z))


def sliding(
    P: LawTerm,
    sensitivity: Expr | None,
    factor: Callable[[Expr], Like],
    slack: Like = 0,
    *,
    sign: int = -1,
    given: Iterable[Expr] = (),
) -> Formula:
    """Pr[u = u(r)] <= factor(D) Pr[u = u(r) + D] + slack, u(r) + D = u(s) being attained.

    With a sensitivity the shift is bounded below: D >= -sensitivity.
    """
    shift = sign * (H(x, s) - H(x, r))
    bound = [] if sensitivity is None else [shift >= -sensitivity]
    return forall(level(P, x, r) <= factor(shift) * level(P, x, s) + slack, given=[*bound, *given])


def sliding_anywhere(
    P: LawTerm,
    sensitivity: Expr,
    factor: Callable[[Expr], Like],
    slack: Like = 0,
    *,
    sign: int = -1,
) -> Formula:
    """k = 2: the same for every real shift c >= -sensitivity, attained or not."""
    target = H(x, r) + sign * c
    return forall(
        level(P, x, r) <= factor(c) * mass_at(P, x, target) + slack,
        given=[PAIRS, c >= -sensitivity],
    )


def dilation(
    P: LawTerm,
    exponent: Expr,
    factor: Like,
    slack: Like = 0,
    *,
    given: Iterable[Expr] = (),
    where: Iterable[Variable] = (),
) -> Formula:
    """Pr[u = u(r)] <= factor Pr[u = e^l u(r)] + slack for l < exponent, e^l u(r) = u(s) attained.

    k = 2, as the notes have n + 1 candidates.

    For r different from x, l is the logarithm of H(x, s) / H(x, r), so that l < exponent says
    H(x, s) < e^exponent H(x, r); s = x is attained by no finite l.  For r = x both sides are about
    x itself.  The sign of the score does not matter.
    """
    return forall(
        level(P, x, r) <= factor * level(P, x, s) + slack,
        given=[
            PAIRS,
            no(same(x, r)),
            no(same(x, s)),
            H(x, s) < exp(exponent) * H(x, r),
            *given,
        ],
        where=where,
    )


def dilation_anywhere(P: LawTerm, exponent: Expr, factor: Like, slack: Like = 0) -> Formula:
    """The same for every real l < |exponent|, whether e^l u(r) is attained or not."""
    target = exp(lam) * H(x, r)
    return forall(
        level(P, x, r) <= factor * mass_at(P, x, target) + slack,
        given=[PAIRS, no(same(x, r)), lam < absolute(exponent)],
    )


def dilation_beyond_the_mirror(exponent: Expr, factor: Like, slack: Like = 0) -> Formula:
    """A family for k = 2 in which r has a mirror image and s, one step further, has none.

    x = (j, j+1), r = (2j, 1), s = (2j+1, 0).  The exponent is written with n, which is 2j+1 here;
    P is the mechanism with exponential smoothing at that exponent.
    """
    v, w, u = vec(j, j + 1), vec(2 * j, 1), vec(2 * j + 1, 0)
    beta = _with_size(exponent, 2 * j + 1)
    P = released("mh-exp", beta=beta)
    return forall(
        level(P, v, w) <= factor * level(P, v, u) + slack,
        given=[PAIRS, j >= 1, H(v, u) < exp(beta) * H(v, w)],
    )


def _with_size(e: Expr, records: Expr) -> Expr:
    """The expression with `records` for n."""
    if e == n:
        return records
    return Expr(e.op, tuple(_with_size(a, records) if isinstance(a, Expr) else a for a in e.args))
