"""What a page prints or cites: decimals, two formulas for one thing, constants, other works.

- Decimals: which formula, at which parameters, rounds to the digits on the page.
- Whether two formulas for the same thing agree.
- The global sensitivity of the Hellinger distance, and the constant sqrt(1 - pi/4).  A neighbour of
  x moves one record from i to j.  With u, v the parameters of i without that record and of j,
  H^2 = 1 - g(u) g(v), g(u) = Gamma(u + 1/2) / sqrt(Gamma(u) Gamma(u + 1)); g increases (digamma is
  concave), g(1)^2 = pi/4.  So the constant is H(Beta(2, 1), Beta(1, 2)).
- What drafts take from other works, as far as the drafts themselves decide it.
- Readings that no formula of the language expresses, and what can honestly be said of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

from dpbi.bayes import data, dirichlet, sensitivity
from dpbi.bayes.dirichlet import Dirichlet
from dpbi.bayes.sensitivity import Sensitivities
from dpbi.fields import Balls, Real
from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, num, var
from dpbi.language.words import (
    GS,
    LS,
    S,
    Sexp,
    absolute,
    adjacent,
    all_of,
    at,
    binomial,
    d,
    eps,
    exp,
    gamma,
    hellinger,
    k,
    n,
    over,
    prior,
    r,
    released,
    size,
    steps,
    vec,
    x,
    y,
)
from dpbi.ledger.claims import Checking
from dpbi.ledger.outcomes import Outcome, Verdict
from dpbi.mechanisms.counts import PRINTED_GS
from dpbi.mechanisms.exponential import smoothing_exponent

BITS = 96


def half_unit(digits: str) -> Fraction:
    """Half a unit of the last printed place."""
    return Fraction(1, 2 * 10 ** len(digits.partition(".")[2]))


def rounds_to(value: Expr, digits: str) -> Expr:
    """The value lies within half a unit of the last printed place."""
    printed, half = Fraction(digits), half_unit(digits)
    return all_of(value >= num(printed - half), value <= num(printed + half))


def prints_as(value: Expr, digits: str, *given: Expr) -> Formula:
    """The value rounds to the printed digits, whatever the free variables are."""
    return forall(rounds_to(value, digits), given=given)


def at_most(value: Expr, bound: Like) -> Formula:
    """The value stays within a printed bound."""
    return forall(value <= num(bound))


@dataclass(frozen=True)
class Caption:
    """A size, an exponent, and the local and smooth sensitivity printed beside it."""

    n: int
    beta: str
    local: str
    smooth: str


def no_dataset_prints(
    captions: Iterable[Caption],
    priors: Iterable[Dirichlet],
    relations: Iterable[str] = ("replaced",),
    scales: Iterable[Fraction] = (Fraction(1),),
    *,
    cut: bool = False,
) -> Checking:
    """Whether each caption has a dataset whose two sensitivities round to its digits.

    Under one prior, one relation ("replaced": one record replaced; "added": one record more) and
    one scale (d multiplied by `scale`), all captions must be met.  All datasets are enumerated, so
    a caption that none meets refutes the reading.  `cut` also admits digits that were cut off.
    """
    wanted = tuple(captions)
    choices = [(p, rel, q) for p in priors for rel in relations for q in scales]
    return lambda: _search(wanted, choices, cut=cut)


Choice = tuple[Dirichlet, str, Fraction]


def _search(captions: tuple[Caption, ...], choices: list[Choice], *, cut: bool) -> Outcome:
    seen, first = 0, None
    for choice in choices:
        for caption in captions:
            met, count = _met(caption, *choice, cut=cut)
            seen += count
            if met is False:
                first = first or {"n": caption.n, "prior": [str(a) for a in choice[0].alpha]}
                break
            if met is None:
                return Outcome(Verdict.UNDECIDED, "a rounding is not decided", instances=seen)
        else:
            prior, relation, scale = choice
            evidence = f"every caption is met under {prior}, {relation}, d in units of {scale}"
            return Outcome(Verdict.HOLDS, evidence, instances=seen, trusts=("ball",))
    evidence = "no dataset has both sensitivities at the printed digits"
    domain = f"{len(choices)} combinations of prior, relation and unit; all datasets of each size"
    return Outcome(Verdict.FAILS, evidence, domain, seen, witness=first, trusts=("ball",))


def _met(
    caption: Caption, prior: Dirichlet, relation: str, scale: Fraction, *, cut: bool
) -> tuple[bool | None, int]:
    """Whether some dataset prints both numbers, and how many datasets there were."""
    F = Balls(BITS)
    with F.scope():
        local = _local(prior, caption.n, relation, F)
        hits = {x: _prints(v, caption.local, F, cut=cut) for x, v in local.items()}
        if not any(h is not False for h in hits.values()):
            return False, len(hits)
        step = F.rational(scale * Fraction(caption.beta))
        values = {x: -F.log(v) for x, v in local.items()}
        smoothed = sensitivity.smallest_within(values, step, F)
        answers = [
            _both(hit, _prints(F.exp(-smoothed[x]), caption.smooth, F, cut=cut))
            for x, hit in hits.items()
            if hit is not False
        ]
    if True in answers:
        return True, len(hits)
    return (None if None in answers else False), len(hits)


@lru_cache(maxsize=4)
def _local(prior: Dirichlet, n: int, relation: str, F: Balls) -> Sensitivities:
    """The local sensitivity of every dataset.

    Adding a unit to a parameter a of total t moves as far as (a, t-a) -> (a+1, t-a) does: the other
    parameters cancel from the affinity.
    """
    if relation == "replaced":
        return sensitivity.all_local(prior, n, F)
    t = prior.total + n

    @cache
    def added(a: Fraction) -> Real:
        return dirichlet.hellinger(Dirichlet((a, t - a)), Dirichlet((a + 1, t - a)), F)

    posts = {x: prior.update(x).alpha for x in data.datasets(n, prior.k)}
    return {x: F.maximum([added(a) for a in p]) for x, p in posts.items()}


def _prints(value: Real, digits: str, F: Balls, *, cut: bool) -> bool | None:
    """The value rounds to the digits, or, where that is admitted, begins with them."""
    printed, half = Fraction(digits), half_unit(digits)
    above = F.less_equal(F.rational(printed - half), value)
    below = F.less_equal(value, F.rational(printed + (2 if cut else 1) * half))
    return _both(above, below)


def _both(a: bool | None, b: bool | None) -> bool | None:
    """Three-valued and."""
    if a is False or b is False:
        return False
    return None if a is None or b is None else True


def same_law(first: str, second: str) -> Formula:
    """Two mechanisms with a parameter gamma release everything with the same probability."""
    P, Q = (released(name, gamma=gamma) for name in (first, second))
    return forall(P(x, r).equals(Q(x, r)))


def same_factor(first: Expr, second: Like) -> Formula:
    """Two constants beside one sensitivity are equal."""
    return forall(first.equals(second))


def same_exponent() -> Formula:
    """The smoothing exponents made with n + 1 and with n are equal."""
    return forall(smoothing_exponent(n + 1).equals(smoothing_exponent(n)))


def parameters_move_by(amount: Like) -> Formula:
    """The l1 distance of neighbours' posterior parameters is this."""
    return forall((2 * d(x, y)).equals(amount), given=[adjacent(x, y)])


def parameters_move_by_the_dimension() -> Formula:
    """The l1 distance of neighbours' posterior parameters is the number of categories."""
    return parameters_move_by(size(prior))


def counts_agree(categories: Like = k) -> Formula:
    """C(n+1, k-1) = n + 1, for every number of categories, or for one."""
    return forall(binomial(n + 1, num(categories) - 1).equals(n + 1))


def a_probability_below_one_is_above_one() -> Formula:
    """e^(-eps) >= 1, which e^(O(eps)) with a positive constant would make it."""
    return forall(exp(-eps) >= 1)


PRINTED_DISTANCE = hellinger(vec(2, 1), vec(1, 2))
"""The same number as a Hellinger distance, which compares exactly with others."""

MONOTONE = (
    "One record moved from i to j changes the distance by H with H^2 = 1 - g(u) g(v), where u >= "
    "alpha_i and v >= alpha_j are the parameters of i without the record and of j, and g(u) = "
    "Gamma(u+1/2)/sqrt(Gamma(u)Gamma(u+1)).  The derivative of ln g is psi(u+1/2) - (psi(u) + "
    "psi(u+1))/2 > 0, digamma being strictly concave, so g increases; g(1)^2 = pi/4.  By the "
    "triangle inequality the largest |H(x, r) - H(y, r)| over r is H(x, y)."
)


def parameter(i: Expr) -> Expr:
    """A component of the prior."""
    return at(prior, i)


def at_least(value: int | str) -> Expr:
    """Every prior parameter is at least `value`."""
    i = var("i")
    return over("forall", "i", steps(0, size(prior) - 1), parameter(i) >= value)


def two_equal_one() -> list[Expr]:
    """k >= 3, all parameters >= 1, two of them 1."""
    ones = over("count", "i", steps(0, size(prior) - 1), parameter(var("i")).equals(1))
    return [size(prior) >= 3, at_least(1), ones >= 2]


def global_sensitivity_is_the_constant(given: Sequence[Expr] = ()) -> Formula:
    """GS = sqrt(1 - pi/4), as an exact comparison of two distances."""
    return forall(GS().equals(PRINTED_DISTANCE), given=given)


def constant_to_many_digits(given: Sequence[Expr] = ()) -> Formula:
    """|GS - sqrt(1 - pi/4)| < 10^-25."""
    return forall(absolute(GS() - PRINTED_GS) < "1/10000000000000000000000000", given=given)


def global_sensitivity_within_the_constant(given: Sequence[Expr] = ()) -> Formula:
    """GS <= sqrt(1 - pi/4)."""
    return forall(GS() <= PRINTED_DISTANCE, given=given)


def local_sensitivity_is_the_constant(given: Sequence[Expr] = ()) -> Formula:
    """LS(x) = sqrt(1 - pi/4) at every dataset."""
    return forall(LS(x).equals(PRINTED_DISTANCE), given=given)


def outside(why: str) -> Checking:
    """A statement about a cited work, which nothing at hand settles."""
    return lambda: Outcome(Verdict.UNDECIDED, why)


def exponential_is_a_smooth_upper_bound() -> Formula:
    """LS(x) <= S(x) <= e^gamma S(y) for neighbours, S the exponential one."""
    bound = all_of(LS(x) <= Sexp(x, gamma), Sexp(x, gamma) <= exp(gamma) * Sexp(y, gamma))
    return forall(bound, given=[adjacent(x, y)])


def harmonic_is_a_smooth_upper_bound() -> Formula:
    """The same for the harmonic S."""
    bound = all_of(LS(x) <= S(x), S(x) <= exp(gamma) * S(y))
    return forall(bound, given=[adjacent(x, y)])


def harmonic_is_exponential(at: int) -> Formula:
    """The harmonic and the exponential S are equal at one parameter."""
    return forall(S(x, num(at)).equals(Sexp(x, num(at))))


def meaningless(why: str) -> Checking:
    """A sentence that has no value as written; `why` says where."""
    return lambda: Outcome(Verdict.ILL_DEFINED, why)


def argued(verdict: Verdict, why: str) -> Checking:
    """A complete argument in prose, where there is nothing to compute."""
    return lambda: Outcome(verdict, why, trusts=("argument",))
