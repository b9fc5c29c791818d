"""What a page prints: decimals, and two formulas for one thing.

- Decimals: which formula, at which parameters, rounds to the digits on the page.
- Captions: whether some dataset has both sensitivities that are printed beside each other.
- Whether two formulas for the same thing agree.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

from dpbi.bayes import data, dirichlet, sensitivity
from dpbi.bayes.dirichlet import Dirichlet
from dpbi.bayes.sensitivity import Sensitivities
from dpbi.fields import Balls, Real
from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, num
from dpbi.language.words import all_of, eps, exp, gamma, n, r, released, x
from dpbi.ledger.claims import Checking
from dpbi.ledger.outcomes import Outcome, Verdict
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


def are_equal(first: Expr, second: Like, *given: Expr) -> Formula:
    """Two values that a page gives to one thing are equal."""
    return forall(first.equals(second), given=given)


def same_exponent() -> Formula:
    """The smoothing exponents made with n + 1 and with n are equal."""
    return forall(smoothing_exponent(n + 1).equals(smoothing_exponent(n)))


def a_probability_below_one_is_above_one() -> Formula:
    """e^(-eps) >= 1, which e^(O(eps)) with a positive constant would make it."""
    return forall(exp(-eps) >= 1)
