"""How accurate releases are: the chance that a release is near the posterior, and its bounds.

Near the posterior: the events H < t and H <= LS.  Two categories: x = (c, n - c), and a release is
such a pair.  H(x, .) grows strictly on both sides of x (the log-gammas are strictly convex), so
{H < t} is an interval {c - L, .., c + R} of counts.  The step count k of a bound is read as R, as
max(L, R) or as min(L, R).  Every event {H < t}, t > 0, is {H < H(x, s)} for a dataset s other than
x, or everything; so quantifying over s covers all t (`tied`).  `below` takes t itself.  Then the
same where n is too large to enumerate, and where parameters are not those of a posterior.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, num, var
from dpbi.language.words import (
    LS,
    PAIRS,
    H,
    all_of,
    any_of,
    at,
    d,
    datasets,
    eps,
    exp,
    floor,
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
    steps,
    t,
    vec,
    x,
    y,
)
from statements.terms import probability_of, w, z

EventAt = Callable[[Expr], Expr]
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


def within(bound: Like) -> EventAt:
    """H(x, z) <= bound."""
    return lambda z: H(x, z) <= bound


def chance(mechanism: str, event: EventAt, **options: Like) -> Expr:
    """The probability that a release falls into an event."""
    P = released(mechanism, **options)
    return probability_of(event(z), P)


def sure_chance(mechanism: str, event: EventAt, **options: Like) -> Expr:
    """The same as one minus the probability of the rest: exactly 1 for the sure event."""
    P = released(mechanism, **options)
    return 1 - probability_of(no(event(z)), P)


def right(event: EventAt) -> Expr:
    """How many steps the event reaches above c: the largest k >= 0 with c + k in it."""
    return over("count", "z", datasets(), all_of(at(x, 0) < at(z, 0), event(z)))


def left(event: EventAt) -> Expr:
    """How many steps it reaches below c."""
    return over("count", "z", datasets(), all_of(at(z, 0) < at(x, 0), event(z)))


def more(event: EventAt) -> Expr:
    """The larger of both."""
    return largest(left(event), right(event))


def fewer(event: EventAt) -> Expr:
    """The smaller of both."""
    return smallest(left(event), right(event))


def inside(event: EventAt) -> Expr:
    """The event holds neither 0 nor n."""
    end = any_of(at(z, 0).equals(0), at(z, 1).equals(0))
    return over("forall", "z", datasets(), no(all_of(end, event(z))))


def symmetric(event: EventAt) -> list[Expr]:
    """The event is {c - k, .., c + k} and holds neither 0 nor n."""
    return [left(event).equals(right(event)), inside(event)]


def two_tails(k: Like, level: Like = eps) -> Expr:
    """1 - (e^(-k eps) + e^(-(k+1) eps)) / 2, the chance of k steps of a floored Laplace noise."""
    q = -level if isinstance(level, Expr) else -eps
    return 1 - (exp(q * k) + exp(q * (num(k) + 1))) / 2


def laplace_reach(
    k: Callable[[EventAt], Expr],
    event: EventAt,
    relation: str = "eq",
    given: Sequence[Expr] = (),
    mechanism: str = "lshist",
) -> Formula:
    """P(event) = (or >=) 1 - (e^(-k eps) + e^(-(k+1) eps)) / 2."""
    p, bound = chance(mechanism, event), two_tails(k(event))
    return forall(p.equals(bound) if relation == "eq" else p >= bound, given=[PAIRS, *given])


def below_upper(
    mechanism: str, k: Expr, event: EventAt, least_weight: Expr, size: Expr = n, **options: Like
) -> Formula:
    """P(event) < (2k + 1) / (size * least weight)."""
    bound = (2 * k + 1) / (size * least_weight)
    return forall(chance(mechanism, event, **options) < bound, given=[PAIRS])


def above_lower(
    mechanism: str, k: Expr, event: EventAt, weight: Like, size: Expr = n, **options: Like
) -> Formula:
    """(2k weight + 1) / size < P(event)."""
    bound = (2 * k * weight + 1) / size
    return forall(bound < chance(mechanism, event, **options), given=[PAIRS])


def uniform_share(k: Expr, event: EventAt, mechanism: str, **options: Like) -> Formula:
    """(2k + 1) / (n + 1) <= P(event): the nearest releases have at least their share."""
    share = (2 * k + 1) / (n + 1)
    return forall(share <= chance(mechanism, event, **options), given=[PAIRS])


def laplace_better(
    event: EventAt,
    given: Sequence[Expr],
    measure: Callable[..., Expr] = chance,
    gs: str = "printed",
) -> Formula:
    """P(event; lshist) > P(event; ehd), under hypotheses on n."""
    better = measure("lshist", event) > measure("ehd", event, gs=gs)
    return forall(better, given=[PAIRS, *given])


def exponential_better(event: EventAt, given: Sequence[Expr], gs: str = "printed") -> Formula:
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


def steps_within(reach: Like) -> EventAt:
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
    return forall(H(x, y) <= d(x, y) * LS(x) * constant, given=given)


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
