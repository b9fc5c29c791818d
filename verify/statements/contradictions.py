"""What the drafts say twice, and differently: each pair of passages as one equation.

A claim of this kind says that two passages agree.  Its formula equates what they say, and fails at
an instance where they differ; a repair says where, or after which change, they agree.  Values that
are equal by an argument and that enclosures can only compare are said to agree to 20 digits.
"""

from __future__ import annotations

from collections.abc import Sequence

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, num, var
from dpbi.language.words import (
    LS,
    PAIRS,
    TRIPLES,
    C,
    H,
    S,
    Sexp,
    absolute,
    adjacent,
    all_of,
    at,
    c,
    d,
    datasets,
    delta,
    eps,
    exp,
    floor,
    gamma,
    j,
    largest,
    n,
    near,
    outputs,
    over,
    pi,
    prior,
    r,
    released,
    s,
    same,
    smallest,
    sqrt,
    t,
    total,
    variable,
    x,
    y,
)
from statements.continuous import ANY_REAL, first, second
from statements.terms import agree, z

PROBABILITY = var("p")


def alike(one: Expr, other: Expr, given: Sequence[Expr] = ()) -> Formula:
    """Two values are less than 10^-20 apart."""
    return forall(agree(one, other, 20), given=given)


# Privacy. ----------------------------------------------------------------------------------------


def certain_event_is_equal(slack: Like) -> Formula:
    """The event of all outputs, of probability 1, meets p = e^eps p + slack."""
    return forall(num(1).equals(exp(eps) * 1 + slack))


# Sensitivities. ----------------------------------------------------------------------------------


def smooth_sensitivities_agree(smoothing: Like = gamma) -> Formula:
    """The harmonic and the exponential smooth sensitivity are equal."""
    return forall(S(x, smoothing).equals(Sexp(x, smoothing)))


def without_smoothing_they_agree() -> Formula:
    """Both are less than 10^-20 apart at gamma = 0."""
    return alike(S(x, 0), Sexp(x, 0))


def smoothed_over_neighbours() -> Formula:
    """The exponential smooth sensitivity is the largest term of the neighbours alone."""
    among = over("maxof", "z", near(x), LS(z) * exp(-gamma))
    return forall(among.equals(Sexp(x, gamma)))


def smoothed(argument: Expr) -> Expr:
    """max(LS(x), max over z of LS(argument) e^(-gamma d(x, z))), z ranging over all datasets."""
    terms = over("maxof", "z", datasets(), LS(argument) * exp(-gamma * d(x, z)))
    return largest(LS(x), terms)


def smoothing_prints(argument: Expr, *, exactly: bool) -> Formula:
    """That is the exponential smooth sensitivity."""
    if exactly:
        return forall(smoothed(argument).equals(Sexp(x, gamma)))
    return alike(smoothed(argument), Sexp(x, gamma))


def score_is_its_negative() -> Formula:
    """+H(x, r) = -H(x, r)."""
    return forall(H(x, r).equals(-H(x, r)))


def both_signs_give_one_weight() -> Formula:
    """exp(-eps u / (2 S)) with u = +H is exp(eps u / (2 S)) with u = -H."""
    scale = 2 * S(x)
    return alike(exp(-eps * H(x, r) / scale), exp(eps * (-H(x, r)) / scale))


# Proofs. -----------------------------------------------------------------------------------------

FACTOR = var("f")
FACTOR_ABOVE_ONE = variable("f", "rational", "1", None, "()")
"""e^lambda for lambda > 0."""
TAIL = (n + 1) * exp(eps / (2 * (1 - FACTOR)))
"""(n + 1) exp(eps / (2 (1 - e^lambda))), the bound on the tail of the score."""


def deltas_of_the_tail(one: Expr, other: Expr) -> Formula:
    """Two deltas that a setting of the tail gives are equal, where the tail is below 1."""
    return forall(one.equals(other), given=[TAIL < 1], where=[FACTOR_ABOVE_ONE])


def event_and_complement() -> Formula:
    """A probability of 1 - delta/2 is one of at most delta/2."""
    return forall(1 - delta / 2 <= delta / 2)


def complement_of_a_small_event() -> Formula:
    """If an event has probability at most delta/2, the others have at least 1 - delta/2."""
    given = [delta / 2 >= PROBABILITY]
    where = [variable("p", "rational", "0", "1", "[]")]
    return forall(1 - delta / 2 <= 1 - PROBABILITY, given=given, where=where)


def truth_is_met(times: int) -> Formula:
    """The given number of candidates have the score of the true posterior."""
    return forall(C(x, r).equals(times), given=[PAIRS, same(x, r)])


def slides_by_both_factors() -> Formula:
    """e^(eps/2) is 2 e^(-eps c / (2 S)) for a shift by c <= S(x)."""
    scale = 2 * Sexp(x, gamma)
    return forall(exp(eps / 2).equals(2 * exp(-eps * c / scale)), given=[PAIRS, c <= scale / 2])


def slides_within() -> Formula:
    """e^(eps c / (2 S)) is at most e^(eps/2) for a shift by c <= S(x)."""
    scale = 2 * Sexp(x, gamma)
    return forall(exp(eps * c / scale) <= exp(eps / 2), given=[PAIRS, c <= scale / 2])


def signs_of_the_shift_agree() -> Formula:
    """e^(-eps c / (2 S)) = e^(eps c / (2 S))."""
    scale = 2 * Sexp(x, gamma)
    return forall(exp(-eps * c / scale).equals(exp(eps * c / scale)), given=[PAIRS])


def slides_with_the_sign_of_the_proof() -> Formula:
    """C(x, r) P(x, r) <= 2 e^(eps k / (2 S)) C(x, s) P(x, s) with k = H(x, s) - H(x, r)."""
    P = released("mh-exp", beta=gamma)
    factor = 2 * exp(eps * (H(x, s) - H(x, r)) / (2 * Sexp(x, gamma)))
    return forall(C(x, r) * P(x, r) <= factor * (C(x, s) * P(x, s)), given=[PAIRS])


def lower_bounds_agree() -> Formula:
    """(2 j e^(-t eps / (2 G)) + 1) / n is (2 j + 1) / (n e^(-eps / (2 G)))."""
    one, other = _lower_bounds()
    return forall(one.equals(other), given=[j >= 1, t < 1])


def lower_bounds_are_ordered() -> Formula:
    """The first is below the second."""
    one, other = _lower_bounds()
    return forall(one < other, given=[j >= 1, t < 1])


def _lower_bounds() -> tuple[Expr, Expr]:
    constant = sqrt(1 - pi / 4)
    one = (2 * j * exp(-t * eps / (2 * constant)) + 1) / n
    other = (2 * j + 1) / (n * exp(-eps / (2 * constant)))
    return one, other


def scaled_weights_agree(divisor: Like, times: Like) -> Formula:
    """eps/divisor over a sensitivity t is eps over times t."""
    return forall((eps / divisor / t).equals(eps / (times * t)))


def rate_and_scale_agree() -> Formula:
    """eps/2 = 2/eps."""
    return forall((eps / 2).equals(2 / eps))


def rate_is_an_inverse_scale() -> Formula:
    """Noise of rate eps/2 is noise of scale 2/eps: their Laplace densities are the same."""
    rate, scale = eps / 2, 2 / eps
    of_rate = rate / 2 * exp(-absolute(first) * rate)
    of_scale = 1 / (2 * scale) * exp(-absolute(first) / scale)
    return forall(of_rate.equals(of_scale), where=[variable("s1", *ANY_REAL)])


def noisy_counts_add_up(*, independent: bool) -> Formula:
    """The noisy counts add up to n: two of their own, or the second is n minus the first."""
    other = second if independent else n - first
    names = ("s1", "s2") if independent else ("s1",)
    return forall((first + other).equals(n), where=[variable(v, *ANY_REAL) for v in names])


def steps_fall_off(scale: Expr) -> Formula:
    """Two categories: noise of this scale misses by j steps with weight e^(-j eps / 2)."""
    return forall(weights_agree(scale), given=[PAIRS])


def weights_agree(scale: Expr) -> Expr:
    """e^(-j / scale) is e^(-j eps / 2)."""
    return exp(-j / scale).equals(exp(-j * eps / 2))


def weight_of_scale(scale: Expr) -> Formula:
    """The same, whatever the number of categories."""
    return forall(weights_agree(scale))


def last_parameter_is(value: Expr) -> Formula:
    """Two categories: the last parameter of a candidate is this."""
    return forall((at(prior, 1) + at(x, 1)).equals(value), given=[PAIRS])


REST = total(prior) + n - (at(prior, 0) + at(x, 0))
"""The last of two parameters, by subtraction from their total."""


def clamped_counts_add_up(categories: int) -> Formula:
    """Every release of the Laplace mechanism with its last count clamped has n records in all."""
    released_counts = outputs("laplace", sensitivity="defined")
    given = [PAIRS if categories == 2 else TRIPLES]
    return forall(over("forall", "z", released_counts, total(z).equals(n)), given=given)


def integral_of_density_is_one() -> Formula:
    """B(a+1, b+1) / B(a, b) = a b / ((a+b) (a+b+1)) = 1: the density without -1 is normalised."""
    a, b = at(prior, 0), at(prior, 1)
    return forall((a * b / ((a + b) * (a + b + 1))).equals(1), given=[PAIRS])


def exponents_of_two_and_of_many_agree() -> Formula:
    """Two categories: theta^(a-1) (1-theta)^(b-1) has the Dirichlet exponents alpha_i - 1."""
    b = total(prior) - at(prior, 0)
    return forall((b - 1).equals(at(prior, 1) - 1), given=[PAIRS])


def growing_exponents_agree() -> Formula:
    """e^(j eps) = e^(-j eps)."""
    return forall(exp(j * eps).equals(exp(-j * eps)))


def falling_exponent_is_a_probability() -> Formula:
    """e^(-j eps) is a probability, and ln(1 / e^(-j eps)) / eps is j."""
    return forall(exp(-j * eps) <= 1)


def reciprocal_is_of_order_eps() -> Formula:
    """1/eps <= t eps at eps = 1/(t+1), for every constant t."""
    at_eps = 1 / (t + 1)
    return forall(1 / at_eps <= t * at_eps)


def reciprocal_is_bounded_away_from_zero() -> Formula:
    """1/eps <= eps/t^2 for every eps >= t."""
    return forall(1 / eps <= eps / (t * t), given=[eps >= t])


def bars_round_like_floor() -> Formula:
    """Clamped to [0, n], |s| is floor(s), for every real s."""
    clamp = [largest(0, smallest(n, v)) for v in (absolute(first), floor(first))]
    return forall(clamp[0].equals(clamp[1]), where=[variable("s1", *ANY_REAL)])


def floored_counts_are_counts() -> Formula:
    """floor(s) clamped to [0, n] is a whole number of records."""
    count = largest(0, smallest(n, floor(first)))
    whole = all_of(floor(count).equals(count), count >= 0, count <= n)
    return forall(whole, where=[variable("s1", *ANY_REAL)])


def neighbours_are_good() -> Formula:
    """The truth and its neighbours y have H(x, y) <= LS(x): the good set has at least them."""
    return forall(all_of(H(x, x) <= LS(x), H(x, y) <= LS(x)), given=[adjacent(x, y)])
