"""The accuracy formulas of the long draft, section 6: floored Laplace noise, tails of M_H.

Y has the Laplace law of scale b: P(Y >= t) = e^(-t/b)/2 for t >= 0 and 1 - e^(t/b)/2 for t <= 0,
the integrals of its density e^(-|t|/b)/(2b).  `beyond` is both at once, and exact where t/b is
rational.  Y has a density, so P(Y >= t) = P(Y > t).

M_H is Definition 6, with any gamma >= 0; `weights` are its weights exp(-eps H/(f S(x))), f = 2, or
those of the print, f = 1.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, exists, forall
from dpbi.language.expr import Like, num, var
from dpbi.language.words import (
    LS,
    PAIRS,
    POSITIVE,
    H,
    S,
    absolute,
    all_of,
    at,
    c,
    datasets,
    eps,
    exp,
    gamma,
    largest,
    n,
    near,
    no,
    outputs,
    over,
    prior,
    r,
    released,
    same,
    size,
    smallest,
    t,
    total,
    under,
    variable,
    vec,
    x,
)
from dpbi.ledger.statements.accuracy import CANDIDATES
from dpbi.ledger.statements.smooth_proof import alike

z, w = var("z"), var("w")
b, whole, moved = var("b"), var("i"), var("D")
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


# Tails of M_H. -----------------------------------------------------------------------------------


def weight(distance: Expr, factor: int) -> Expr:
    """exp(-eps distance / (factor S(x)))."""
    return exp(-eps * distance / (factor * S(x)))


def normaliser(factor: int) -> Expr:
    """The sum of these weights."""
    return over("sum", "z", datasets(), weight(H(x, z), factor))


def chance_of_far(mechanism: str = "mh", level: Expr = c) -> Expr:
    """P(H >= level)."""
    P = released(mechanism, gamma=gamma)
    return over("sumif", "z", datasets(), H(x, z) >= level, P(x, z))


def tail_is_the_sum(factor: int, below: int, mechanism: str = "mh") -> Formula:
    """P(H >= c) is the sum of the far weights with one factor over the normaliser with another."""
    far = over("sumif", "z", datasets(), H(x, z) >= c, weight(H(x, z), factor))
    return forall(alike(chance_of_far(mechanism), far / normaliser(below)))


def tail_is_within(factor: int, below: int) -> Formula:
    """P(H >= c) <= |R| exp(-eps c/(factor S(x))) over the normaliser."""
    return forall(chance_of_far() <= CANDIDATES * weight(c, factor) / normaliser(below))


def tail_is_within_without_normaliser() -> Formula:
    """P(H >= c) <= |R| exp(-eps c/(2 S(x))) / 1."""
    return forall(chance_of_far() <= CANDIDATES * weight(c, 2))


AT_ONE = (under(1, 1), n.equals(1), same(x, vec(0, 1)), same(r, vec(1, 0)))
"""Prior (1, 1), one record, and the candidate that is not the posterior."""


def _with_a_number_for_one_record() -> Expr:
    """P(H >= H(x, r)) <= |R| exp(-eps H(x, r)/S(x)) / t at eps = 8/t, gamma = 1."""
    level = 8 / t
    P = released("mh", level, gamma=1)
    far = over("sumif", "z", datasets(), H(x, z) >= H(x, r), P(x, z))
    return far * t <= CANDIDATES * exp(-level * H(x, r) / S(x, 1))


def some_number_serves_for_one_record() -> Formula:
    """Some N(1) = t > 0 serves at eps = 8/t, under the prior (1, 1)."""
    return exists(_with_a_number_for_one_record(), given=AT_ONE)


def no_number_serves_for_one_record() -> Formula:
    """No N(1) = t > 0 serves at eps = 8/t, under the prior (1, 1)."""
    return forall(no(_with_a_number_for_one_record()), given=AT_ONE)


def near_event_of_m_h() -> Formula:
    """P(H <= c) <= |R| exp(eps c/(2 S(x))), the utility being +H."""
    P = released("mh", gamma=gamma)
    close = over("sumif", "z", datasets(), H(x, z) <= c, P(x, z))
    return forall(close <= CANDIDATES * weight(-c, 2))


def far_event_of_m_h() -> Formula:
    """P(-H <= c) <= |R| exp(eps c/(2 S(x))), the utility being -H."""
    return forall(chance_of_far(level=-c) <= CANDIDATES * weight(-c, 2))


# Local sensitivity, and totals of releases. ------------------------------------------------------


def largest_change(first: Expr) -> Expr:
    """max over neighbours w of x and candidates z of |H(first, z) - H(w, z)|; first is x, or w."""
    change = absolute(H(first, z) - H(w, z))
    return over("maxof", "w", near(x), over("maxof", "z", datasets(), change))


FARTHEST = over("maxof", "w", near(x), H(x, w))


def local_sensitivity_as_printed() -> Formula:
    """max |H(w, z) - H(w, z)| = max H(x, w)."""
    return forall(largest_change(w).equals(FARTHEST))


def local_sensitivity_as_meant() -> Formula:
    """max |H(x, z) - H(w, z)| = max H(x, w), and a neighbour attains it at z = x."""
    at_the_truth = over("maxof", "w", near(x), absolute(H(x, x) - H(w, x)))
    whole_range = alike(largest_change(x), FARTHEST)
    return forall(all_of(whole_range, alike(at_the_truth, FARTHEST)))


def local_sensitivity_at_the_truth(*, bars: bool) -> Formula:
    """max (H(x, x) - H(w, x)), with bars or without, = max H(w, x) = LS(x)."""
    change = H(x, x) - H(w, x)
    first = over("maxof", "w", near(x), absolute(change) if bars else change)
    second = over("maxof", "w", near(x), H(w, x))
    return forall(all_of(alike(first, second), alike(second, LS(x))))


def releases_have_a_total(relation: str, *given: Expr, **options: Like) -> Formula:
    """Every release of the Laplace mechanism has total n, or has at most n."""
    o = var("o")
    right = total(o).equals(n) if relation == "eq" else total(o) <= n
    every = over("forall", "o", outputs("laplace", **options), right)
    return forall(every, given=[size(prior) >= 2, *given])
