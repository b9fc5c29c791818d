"""The largest of m independent Laplace errors, beside their l1 norm.

With T = ln(m/g) 2/eps and noise of scale 2/eps an error reaches T with probability g/m, so the
largest of m reaches it with probability 1 - (1 - g/m)^m; eps cancels.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like
from dpbi.language.words import all_of, m
from dpbi.ledger.statements.continuous import TAIL, l1_tail, tail_mass


def largest_error_tail(categories: Like) -> Expr:
    """1 - (1 - g/m)^m."""
    return 1 - (1 - tail_mass / categories) ** categories


def l1_tail_within_largest(orders: tuple[int, ...]) -> Formula:
    """Pr[|Y|_1 >= m T] <= Pr[max |Y_i| >= T], for these m."""
    bounds = [l1_tail(k, k) <= largest_error_tail(k) for k in orders]
    return forall(all_of(*bounds), where=[TAIL])


def largest_error_tail_is() -> Formula:
    """Pr[max |Y_i| >= T] = g, for every m >= 2."""
    return forall(largest_error_tail(m).equals(tail_mass), where=[TAIL])


def largest_error_tail_within() -> Formula:
    """Pr[max |Y_i| >= T] <= g, for every m >= 2."""
    return forall(largest_error_tail(m) <= tail_mass, where=[TAIL])
