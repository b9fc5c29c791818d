"""How probable it is that a release is near the posterior: the events H < t and H <= LS.

Two categories: x = (c, n - c), and a release is such a pair.  H(x, .) grows strictly on both sides
of x (the log-gammas are strictly convex), so {H < t} is an interval {c - L, .., c + R} of counts.
The step count k of a bound is read as R, as max(L, R) or as min(L, R).

Every event {H < t}, t > 0, is {H < H(x, s)} for a dataset s other than x, or everything; so
quantifying over s covers all t (`tied`).  `below` takes t itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dpbi.checks.domains import PAIRS
from dpbi.formula import Expr, Formula, forall
from dpbi.formula.expr import Like, num, var
from dpbi.formula.words import (
    LS,
    H,
    all_of,
    any_of,
    at,
    d,
    datasets,
    eps,
    exp,
    hellinger,
    largest,
    n,
    no,
    outputs,
    over,
    plus,
    prior,
    released,
    s,
    same,
    smallest,
    sqrt,
    t,
    vec,
    x,
)

Event = Callable[[Expr], Expr]
z, w = var("z"), var("w")
C = 2 * sqrt(1 - Expr("pi") / 4)
"""Twice the printed global sensitivity: 0.9265."""


def below(z: Expr) -> Expr:
    """H(x, z) < t."""
    return H(x, z) < t


def tied(z: Expr) -> Expr:
    """H(x, z) < H(x, s); everything for s = x."""
    return any_of(H(x, z) < H(x, s), same(x, s))


def nearer_than_the_left_end(z: Expr) -> Expr:
    """H(x, z) < H(x, (0, n))."""
    return H(x, z) < H(x, vec(0, n))


def good(z: Expr) -> Expr:
    """H(x, z) <= LS(x)."""
    return H(x, z) <= LS(x)


def within(bound: Like) -> Event:
    """H(x, z) <= bound."""
    return lambda z: H(x, z) <= bound


def chance(mechanism: str, event: Event, **options: Like) -> Expr:
    """The probability that a release falls into an event."""
    P = released(mechanism, **options)
    return over("sumif", "z", datasets(), event(z), P(x, z))


def sure_chance(mechanism: str, event: Event, **options: Like) -> Expr:
    """The same as one minus the probability of the rest: exactly 1 for the sure event."""
    P = released(mechanism, **options)
    return 1 - over("sumif", "z", datasets(), no(event(z)), P(x, z))


def right(event: Event) -> Expr:
    """How many steps the event reaches above c: the largest k >= 0 with c + k in it."""
    return over("count", "z", datasets(), all_of(at(x, 0) < at(z, 0), event(z)))


def left(event: Event) -> Expr:
    """How many steps it reaches below c."""
    return over("count", "z", datasets(), all_of(at(z, 0) < at(x, 0), event(z)))


def more(event: Event) -> Expr:
    """The larger of both."""
    return largest(left(event), right(event))


def fewer(event: Event) -> Expr:
    """The smaller of both."""
    return smallest(left(event), right(event))


def inside(event: Event) -> Expr:
    """The event holds neither 0 nor n."""
    end = any_of(at(z, 0).equals(0), at(z, 1).equals(0))
    return over("forall", "z", datasets(), no(all_of(end, event(z))))


def symmetric(event: Event) -> list[Expr]:
    """The event is {c - k, .., c + k} and holds neither 0 nor n."""
    return [left(event).equals(right(event)), inside(event)]


def two_tails(k: Like, level: Like = eps) -> Expr:
    """1 - (e^(-k eps) + e^(-(k+1) eps)) / 2, the chance of k steps of a floored Laplace noise."""
    q = -level if isinstance(level, Expr) else -eps
    return 1 - (exp(q * k) + exp(q * (num(k) + 1))) / 2


def laplace_reach(
    k: Callable[[Event], Expr],
    event: Event,
    relation: str = "eq",
    given: Sequence[Expr] = (),
    mechanism: str = "lshist",
) -> Formula:
    """P(event) = (or >=) 1 - (e^(-k eps) + e^(-(k+1) eps)) / 2."""
    p, bound = chance(mechanism, event), two_tails(k(event))
    return forall(p.equals(bound) if relation == "eq" else p >= bound, given=[PAIRS, *given])


def below_upper(
    mechanism: str, k: Expr, event: Event, least_weight: Expr, size: Expr = n, **options: Like
) -> Formula:
    """P(event) < (2k + 1) / (size * least weight)."""
    bound = (2 * k + 1) / (size * least_weight)
    return forall(chance(mechanism, event, **options) < bound, given=[PAIRS])


def above_lower(
    mechanism: str, k: Expr, event: Event, weight: Like, size: Expr = n, **options: Like
) -> Formula:
    """(2k weight + 1) / size < P(event)."""
    bound = (2 * k * weight + 1) / size
    return forall(bound < chance(mechanism, event, **options), given=[PAIRS])


def uniform_share(k: Expr, event: Event, mechanism: str, **options: Like) -> Formula:
    """(2k + 1) / (n + 1) <= P(event): the nearest releases have at least their share."""
    share = (2 * k + 1) / (n + 1)
    return forall(share <= sure_chance(mechanism, event, **options), given=[PAIRS])


def laplace_better(
    event: Event, given: Sequence[Expr], measure: Callable[..., Expr] = chance, gs: str = "printed"
) -> Formula:
    """P(event; lshist) > P(event; ehd), under hypotheses on n."""
    better = measure("lshist", event) > measure("ehd", event, gs=gs)
    return forall(better, given=[PAIRS, *given])


def exponential_better(event: Event, given: Sequence[Expr], gs: str = "printed") -> Formula:
    """P(event; lshist) < P(event; ehd), under hypotheses on n."""
    better = chance("lshist", event) < chance("ehd", event, gs=gs)
    return forall(better, given=[PAIRS, *given])


def large(k: Expr, weight: Expr) -> list[Expr]:
    """k >= 1 and n > (2k + 1) / (weight (1 - e^(-k eps)))."""
    return [k >= 1, n * weight * (1 - exp(-eps * k)) > 2 * k + 1]


def small(k: Expr, size: Expr = n) -> list[Expr]:
    """size < (2k e^-eps + 1) / (1 - (e^(-k eps) + e^(-(k+1) eps)) / 2)."""
    return [size * two_tails(k) < 2 * k * exp(-eps) + 1]


def error_within(bound: Like, failure: Like, given: Sequence[Expr] = ()) -> Formula:
    """The infimum of {t: P(H < t) >= 1 - num(failure)} under lshist is at most `bound`."""
    return forall(chance("lshist", within(bound)) >= 1 - num(failure), given=[PAIRS, *given])


def steps_within(reach: Like) -> Event:
    """H(x, z) is at most the largest H(x, w) over datasets w within `reach` replaced records."""
    return lambda z: over("exists", "w", datasets(), all_of(d(x, w) <= reach, H(x, z) <= H(x, w)))


def error_within_steps(reach: Like, failure: Like) -> Formula:
    """That infimum is at most the largest distance within `reach` replaced records."""
    return forall(chance("lshist", steps_within(reach)) >= 1 - num(failure), given=[PAIRS])


def two_noisy_parameters(k: Expr, mechanism: str) -> Formula:
    """With both parameters noised apart: P(H < t) = (1 - (e^(-k eps/2) + e^(-(k+1) eps/2))/2)^2."""
    o = var("o")
    P = released(mechanism)
    near = hellinger(plus(prior, x), plus(prior, o)) < t
    p = over("sumif", "o", outputs(mechanism), near, P(x, o))
    return forall(p.equals(two_tails(k, eps / 2) ** 2), given=[PAIRS])


def last_parameter_zero(k: Expr) -> Formula:
    """The same for a release whose last parameter was never set, and is 0."""
    o = var("o")
    P = released("lszhang")
    near = hellinger(plus(prior, x), vec(at(prior, 0) + at(o, 0), 0)) < t
    p = over("sumif", "o", outputs("lszhang"), near, P(x, o))
    return forall(p.equals(two_tails(k, eps / 2) ** 2), given=[PAIRS])
