"""Differential privacy as formulas: output by output, as a loss, and with a slack delta.

The loss of a mechanism is the largest log-ratio over all neighbours and outputs; (level, slack)-
privacy bounds the part of P(. | x) above e^level P(. | y).
"""

from __future__ import annotations

from collections.abc import Sequence

from dpbi.language import Expr, Formula, exists, forall
from dpbi.language.expr import Like, Variable, num, var
from dpbi.language.words import (
    PAIRS,
    H,
    adjacent,
    all_of,
    datasets,
    delta,
    eps,
    exp,
    hockey_stick,
    loss,
    near,
    over,
    r,
    released,
    s,
    t,
    x,
    y,
)
from statements.neighbours import AGREEING_ONCE
from statements.terms import v, w, z

u = var("u")


def everything_weighs_as_much(slack: Like = 0) -> Formula:
    """For the event of all outputs: P_x = e^eps P_y + slack, under the exponential mechanism."""
    P = released("ehd", gs="true")
    both = [over("sum", "z", datasets(), P(dataset, z)) for dataset in (x, y)]
    claimed = exp(eps) * both[1] + num(slack)
    return forall(both[0].equals(claimed), given=[adjacent(x, y)])


def exponential_mechanism_within(slack: Expr = delta) -> Formula:
    """P_x(B) <= e^eps P_y(B) + slack for every event B, under the exponential mechanism."""
    most = hockey_stick("ehd", x, y, eps, gs="true")
    return forall(most <= slack, given=[adjacent(x, y)])


def private_by_distance_is_private() -> Formula:
    """If all events about H(s, .) lose at most t, so do single outputs; s is one fixed dataset."""
    P = released("ehd", gs="true")

    def event(dataset: Expr) -> Expr:
        return over("sumif", "v", datasets(), H(s, v).equals(H(s, u)), P(dataset, v))

    every = event(z) <= exp(t) * event(w)
    for name, elements in (("u", datasets()), ("w", near(z)), ("z", datasets())):
        every = over("forall", name, elements, every)
    return forall(P(x, r) <= exp(t) * P(y, r), given=[adjacent(x, y), every])


def concrete_below(mechanism: str, level: Like, *given: Expr, **options: Like) -> Formula:
    """The true loss at eps = 1 is below a level."""
    return forall(loss(mechanism, 1, **options) < level, given=given)


def concrete_below_at_the_data(mechanism: str, *given: Expr, **options: Like) -> Formula:
    """The same for one dataset and its neighbours: no output is e times as likely at one."""
    P, e = released(mechanism, 1, **options), exp(num(1))
    both = all_of(P(x, r) < e * P(y, r), P(y, r) < e * P(x, r))
    return forall(both, given=[adjacent(x, y), *given])


def concrete_below_somewhere(mechanism: str, **options: Like) -> Formula:
    """Some prior, size and eps have a true loss below eps."""
    eps = Expr("var", ("eps",))
    return exists(loss(mechanism, **options) < eps)


def private(mechanism: str, level: Like = eps, **options: Like) -> Formula:
    """P(r | x) <= e^level P(r | y) for all neighbours x, y and every output r."""
    P = released(mechanism, **options)
    level = level if isinstance(level, Expr) else eps * 0 + level
    return forall(P(x, r) <= exp(level) * P(y, r), given=[adjacent(x, y)])


def loss_within(mechanism: str, level: Like = eps, **options: Like) -> Formula:
    """The true privacy loss, over all neighbours and outputs, is at most `level`."""
    return forall(loss(mechanism, **options) <= level)


def private_up_to(mechanism: str, level: Like, slack: Like, **options: Like) -> Formula:
    """(level, slack)-privacy: the part of P(. | x) above e^level P(. | y) is at most `slack`."""
    return forall(hockey_stick(mechanism, x, y, level, **options) <= slack, given=[adjacent(x, y)])


def private_when_agreeing_once(mechanism: str, level: Like = eps, **options: Like) -> Formula:
    """The same for two categories and x, y that some records agreeing in at most one place have.

    Records of counts x and y agree in at least |x_0 + y_0 - n| places, some in exactly as many.
    """
    P = released(mechanism, **options)
    level = level if isinstance(level, Expr) else eps * 0 + level
    return forall(P(x, r) <= exp(level) * P(y, r), given=[PAIRS, AGREEING_ONCE])


def loss_is(mechanism: str, level: Like, given: Sequence[Expr] = (), **options: Like) -> Formula:
    """The true privacy loss is `level`."""
    return forall(loss(mechanism, **options).equals(level), given=given)


def loss_passes(mechanism: str, times: Like = 1, **options: Like) -> Formula:
    """Some loss exceeds `times` eps."""
    return exists(loss(mechanism, **options) > times * eps)


def loss_passes_everything(mechanism: str, **options: Like) -> Formula:
    """Every loss exceeds every number t > 0."""
    return forall(loss(mechanism, **options) > t)


def loss_is_finite(mechanism: str, sensitivity: Expr, **options: Like) -> Formula:
    """The loss is at most eps over the smallest sensitivity (an expression in z)."""
    least = over("minof", "z", datasets(), sensitivity)
    return forall(loss(mechanism, **options) <= eps / least)


def private_with_slack_in(
    mechanism: str, domain: tuple[str | None, str | None, str], **options: Like
) -> Formula:
    """(eps, delta)-privacy with delta ranging over an interval of the caller's."""
    slack = Variable("delta", ("rational", *domain))
    return forall(
        hockey_stick(mechanism, x, y, eps, **options) <= delta,
        given=[adjacent(x, y)],
        where=[slack],
    )
