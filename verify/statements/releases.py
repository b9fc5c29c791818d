"""Releases of the short drafts' algorithms, over any number of categories, as these are printed.

`chance_of` is the probability of an event about the vector that LSHist or LSDim releases; over
three or more categories its total may differ from n, so it is not a dataset, and its distance is
that of two Dirichlet distributions.  `prefers_near` writes the weights of an exponential mechanism
out as the algorithms print them, with no word for the mechanism.

Noise seen through the floor: LSHist releases c + floor(Y) for two categories, Y Laplace of scale
1/eps, unless it clamps.  So an interval of counts that holds neither 0 nor n has the probability of
an interval of Y.
"""

from __future__ import annotations

from collections.abc import Callable

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, num, var
from dpbi.language.words import (
    LS,
    PAIRS,
    H,
    absolute,
    all_of,
    at,
    d,
    datasets,
    delta,
    eps,
    exp,
    floor,
    gamma,
    hellinger,
    implies,
    j,
    n,
    near,
    no,
    outputs,
    over,
    plus,
    prior,
    r,
    released,
    s,
    size,
    smallest,
    steps,
    t,
    total,
    variable,
    vec,
    x,
)
from statements.accuracy import (
    EventAt,
    chance,
    inside,
    more,
    right,
    symmetric,
    tied,
    two_tails,
)
from statements.terms import w, z

O = var("o")
Y = var("y")
I = var("i")


def apart(o: Expr) -> Expr:
    """The distance of the posterior at x and the distribution with parameters prior + o."""
    return hellinger(plus(prior, x), plus(prior, o))


def chance_of(event: EventAt, mechanism: str = "lshist", **options: Like) -> Expr:
    """The probability that a release of a Laplace mechanism has a property."""
    P = released(mechanism, **options)
    return over("sumif", "o", outputs(mechanism, **options), event(O), P(x, O))


def chance_within(bound: Like, *, strictly: bool = False) -> Expr:
    """The probability that LSHist releases something nearer than a bound, or as near."""
    return chance_of(lambda o: apart(o) < bound if strictly else apart(o) <= bound)


def releases_have_total_n(mechanism: str, *given: Expr) -> Formula:
    """Every vector that can be released has n records."""
    return forall(over("forall", "o", outputs(mechanism), total(O).equals(n)), given=given)


def releases_at_least_n(mechanism: str, *given: Expr) -> Formula:
    """Every vector that can be released has at least n records."""
    return forall(over("forall", "o", outputs(mechanism), total(O) >= n), given=given)


def components(condition: Callable[[Expr], Expr], vector: Expr) -> Expr:
    """A condition on every component of a vector as long as the prior."""
    return over("forall", "i", steps(0, size(prior) - 1), condition(Expr("at", (vector, I))))


def releases_have(condition: Callable[[Expr], Expr], mechanism: str) -> Formula:
    """Every component of every vector that a mechanism releases, the prior's part included."""
    held = components(condition, plus(prior, O))
    return forall(over("forall", "o", outputs(mechanism), held))


def last_parameter_positive() -> Formula:
    """Two categories, the second parameter never set: both are positive."""
    released_vector = vec(at(prior, 0) + at(r, 0), 0)
    return forall(components(lambda a: a > 0, released_vector), given=[PAIRS])


def whole_number(value: Expr) -> Expr:
    """It is an integer."""
    return floor(value).equals(value)


# Sensitivity of counts. --------------------------------------------------------------------------


def first_counts_move_by(bound: Like) -> Formula:
    """The l1 distance of neighbours' first k - 1 counts is at most this, and reaches it."""

    def moved(v: Expr, w: Expr) -> Expr:
        difference = absolute(Expr("at", (v, I)) - Expr("at", (w, I)))
        return over("sum", "i", steps(0, size(prior) - 2), difference)

    most = over("maxof", "z", datasets(), over("maxof", "y", near(z), moved(z, Y)))
    return forall(most.equals(bound))


# The error of LSHist. ----------------------------------------------------------------------------


def least_threshold_exists() -> Formula:
    """If every t > H(x, s) has P(H < t) >= 1 - delta, so has t = H(x, s) itself."""
    beyond = chance_within(H(x, s)) >= 1 - delta
    return forall(chance_within(H(x, s), strictly=True) >= 1 - delta, given=[beyond])


def thresholds_begin_at_a_quantile() -> Formula:
    """There is a least distance v with P(H <= v) >= 1 - delta; P(H < t) >= 1 - delta iff t > v.

    That v is the least is said as P(H < v) < 1 - delta.
    """
    v = apart(w)
    enough = chance_within(v) >= 1 - delta
    least = chance_within(v, strictly=True) < 1 - delta
    reached = chance_within(t, strictly=True) >= 1 - delta
    either = all_of(implies(t > v, reached), implies(t < v, no(reached)))
    exists_one = over("exists", "w", outputs("lshist"), all_of(enough, least))
    every_one = over("forall", "w", outputs("lshist"), implies(all_of(enough, least), either))
    return forall(all_of(every_one, exists_one))


def errs_within(
    bound: Like, chance_at_least: Like, *given: Expr, strictly: bool = False
) -> Formula:
    """P(H <= bound), or P(H < bound), is at least so much, over any number of categories."""
    return forall(chance_within(bound, strictly=strictly) >= chance_at_least, given=given)


def error_is_the_local_sensitivity(failure: Expr, *given: Expr) -> Formula:
    """LS(x) is the infimum of {t: P(H < t) >= 1 - failure}."""
    enough = chance_within(LS(x)) >= 1 - failure
    less = chance_within(LS(x), strictly=True) < 1 - failure
    return forall(all_of(enough, less), given=given)


def every_release_within(constant: Like) -> Formula:
    """H <= constant |o - x|_1 LS(x) for every vector o that LSHist can release at x."""
    near_enough = apart(O) <= 2 * d(x, O) * LS(x) * constant
    return forall(over("forall", "o", outputs("lshist"), near_enough))


def error_over_any_categories() -> Formula:
    """P(H <= 10 (k-1) j LS(x)) >= 1 - (k-1) e^(-j eps / 2): noise of at most j in k-1 counts."""
    noised = size(prior) - 1
    bound = noised * j * LS(x) * 10
    return errs_within(bound, 1 - noised * exp(-j * eps / 2))


# Noise seen through the floor, two categories. ---------------------------------------------------


def interval(below: Like, above: Like) -> Expr:
    """The probability that LSHist releases one of the counts c - below .. c + above."""

    def there(z: Expr) -> Expr:
        moved = at(z, 0) - at(x, 0)
        return all_of(moved >= -num(below), moved <= above)

    return chance("lshist", there)


def floored_noise_has(below: Like, above: Like, probability: Like, *given: Expr) -> Formula:
    """-below <= floor(Y) <= above has this probability, as seen where nothing is clamped."""
    unclamped = [at(x, 0) > below, at(x, 1) > above]
    return forall(interval(below, above).equals(probability), given=[PAIRS, *given, *unclamped])


def few_steps_have(reach: Like, chance_at_least: Like) -> Formula:
    """LSHist releases something within `reach` replaced records with at least this probability."""
    return forall(chance("lshist", lambda z: d(x, z) <= reach) >= chance_at_least, given=[PAIRS])


def conditional_noise_is_the_chance() -> Formula:
    """P(H < t) is the conditional probability of |Y| < j k given H < t, k >= 1 steps either way.

    Where the event is c - k .. c + k, and holds neither 0 nor n, H < t says -k <= Y < k + 1.
    """
    k = right(tied)
    p = chance("lshist", tied)
    within, beyond = smallest(j * k, k), smallest(j * k, k + 1)
    both = 1 - (exp(-eps * within) + exp(-eps * beyond)) / 2
    return forall((p * p).equals(both), given=[PAIRS, k >= 1, *symmetric(tied)])


def upper_bound_of_inner_events() -> Formula:
    """P(H < t) <= 1 - e^(-2 k eps), k >= 1 steps, where the event holds neither 0 nor n."""
    p, k = chance("lshist", tied), more(tied)
    return forall(p <= 1 - exp(-2 * k * eps), given=[PAIRS, inside(tied), k >= 1])


def every_event_is_missed() -> Formula:
    """P(H >= t) > 0 for every event."""
    missed = over("sumif", "z", datasets(), no(tied(z)), released("lshist")(x, z))
    return forall(missed > 0, given=[PAIRS])


# Steps as printed: Beta(a + k, n - floor(a + k)). ------------------------------------------------

STEP = variable("t", "rational", "-1", "2", "[)")
"""A step -1 <= k < 2."""
A, B = at(prior, 0) + at(x, 0), at(prior, 1) + at(x, 1)
"""The parameters of the posterior at x."""


def step_as_printed_within(bound: Like, *, reach: bool = False) -> Formula:
    """H(Beta(a, b), Beta(a + t, n - floor(a + t))) <= bound, wherever these parameters exist.

    With `reach` only the step 0, which is always among those allowed; t is then free.
    """
    if reach:
        moved, given = vec(A, n - floor(A)), [PAIRS, n > floor(A)]
        return forall(hellinger(plus(prior, x), moved) <= bound, given=given)
    moved = vec(A + t, n - floor(A + t))
    given = [PAIRS, A + t > 0, n > floor(A + t)]
    return forall(hellinger(plus(prior, x), moved) <= bound, given=given, where=[STEP])


def real_step_within_local_sensitivity() -> Formula:
    """H(Beta(a, b), Beta(a + t, b - floor t)) <= LS(x) for real steps -1 <= t < 2."""
    moved = vec(A + t, B - floor(t))
    given = [PAIRS, A + t > 0, floor(t) < B]
    return forall(hellinger(plus(prior, x), moved) <= LS(x), given=given, where=[STEP])


def step_below_zero_within_local_sensitivity() -> Formula:
    """The same for the step -1 from c = 0, first parameter of the prior 1: Beta(0, b + 1)."""
    given = [PAIRS, at(prior, 0).equals(1), at(x, 0).equals(0)]
    return forall(hellinger(plus(prior, x), vec(A - 1, B + 1)) <= LS(x), given=given)


def few_steps_as_printed_exist() -> Formula:
    """A consequence where a = alpha + c >= n is an integer: P(Y < n - a) >= 1 - tails.

    n - floor(a + Y) > 0 says Y < n - a, which has probability e^(-(a - n) eps) / 2.
    """
    given = [PAIRS, whole_number(A), n <= A]
    return forall(exp((n - A) * eps) / 2 >= two_tails(1), given=given)


HISTOGRAM = smallest(size(prior) - 1, 2)
"""Algorithm LSHist's k: 1 for two categories, 2 otherwise."""


def probability_left() -> Formula:
    """1 - gamma >= 0 for every smoothing parameter."""
    return forall(1 - gamma >= 0)
