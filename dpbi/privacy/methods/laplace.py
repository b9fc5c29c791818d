"""The loss of laws in q: clamped Laplace in closed form, and others for every epsilon at once.

The clamped Laplace mechanisms, for every n and every epsilon (`laplace_loss`).

One coordinate.  Let p(j|c) be the law of clamp(floor(c + Y), 0, n), and q = exp(-1/scale).

    max_j p(j|c+1) / p(j|c) = 1/q           for 0 <= c < n, attained at j = n
    max_j p(j|c) / p(j|c+1) = 1/q           for 1 <= c < n, attained at j = 0
                            = 2 - q         for c = 0,      attained at j = 0

Proof.  c + Y and c + 1 + Y have densities whose ratio is at most e^(1/scale) = 1/q, and floor and
clamp are post-processing: every ratio is at most 1/q.  p(n|c) = q^(n-c)/2 and, for c >= 1,
p(0|c) = q^(c-1)/2, so the first two are attained.  For c = 0: p(0|0)/p(0|1) = (1 - q/2)/(1/2)
= 2 - q, and for j >= 1 the ratio p(j|0)/p(j|1) is q.  As 2 - q <= 1/q, with equality only at
q = 1, moving down from an empty category is the cheapest direction.

All of an output.  The independent coordinates determine the output and are determined by it (the
last coordinate, where it is computed, adds nothing), so the largest log-ratio is the sum of the
largest ones of the coordinates.  Replacing a record changes two counts, x = y + e_i - e_j; count i
contributes 1/q if it is noised, count j contributes 1/q or, if x_j = 0, 2 - q if it is noised.
Hence the largest ratio over all pairs is

    1/q             with one noised coordinate (k = 2),
    1/q^2           with two or more, n >= 2 (x_i, x_j >= 1 is possible),
    (2 - q)/q       with two or more, n = 1; this is at least 1/q.

The reading with fresh noise has a last coordinate that depends on all counts: it has no such
formula and goes through all pairs (`exact.py`).

A loss within a multiple of epsilon, for every epsilon > 0 (`private_for_every_epsilon`).  With
probabilities that are polynomials in q = exp(-rate) and rate proportional to epsilon, the
claim "P_x(r) <= e^(c rate) P_y(r) for every rate > 0" says that P_y - q^c P_x >= 0 on 0 < q < 1:
finitely many polynomial inequalities on an interval, each decided exactly
(`fields/polynomial.py`).  The same goes for weights w over their sums N, which are probabilities
w_x / N_x: the claim says that w_y N_x - q^c w_x N_y >= 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeGuard

from dpbi.errors import BadMechanism, InvalidValue, NothingPromised, TooLarge, brief
from dpbi.fields import Rational, positive_rational
from dpbi.fields.polynomial import Polynomial, Q, negative_between, polynomial, vanishes_between
from dpbi.laws.forms import InQ, QuotientInQ, adapt
from dpbi.laws.protocol import AnyMechanism, Mechanism
from dpbi.mechanisms.laplace import FAMILY, ClampedLaplace
from dpbi.privacy.methods.exact import Largest, RatioInQ, state_in_q
from dpbi.privacy.pairs import Pairs
from dpbi.privacy.results import PrivacyLoss, Witness
from dpbi.support.progress import counted


def has_closed_form(m: Mechanism) -> TypeGuard[ClampedLaplace]:
    """Whether this module's formula is about `m`."""
    return m.family == FAMILY and m.last != "fresh"  # type: ignore[attr-defined]


def largest_ratio(m: ClampedLaplace) -> Largest[RatioInQ]:
    """The largest ratio of probabilities, for every q in (0, 1), with a place that attains it."""
    n, rest = m.n, (0,) * (m.k - 2)
    if m.noised == 1:
        x, y = (n, 0), (n - 1, 1)
        return Largest(RatioInQ(polynomial(1), Q), Witness(x, y, m.completed((n,))))
    tail = (0,) * (m.noised - 2)
    output = m.completed((n, 0, *tail))
    if n == 1:
        return Largest(RatioInQ(2 - Q, Q), Witness((1, 0, *rest), (0, 1, *rest), output))
    here, there = (n - 1, 1, *rest), (n - 2, 2, *rest)
    return Largest(RatioInQ(polynomial(1), Q**2), Witness(here, there, output))


def laplace_loss(m: ClampedLaplace, tolerance: Fraction) -> PrivacyLoss:
    """eps* exactly: a multiple of epsilon, or ln((2 - q)/q) for a single record.

    With fresh noise there is no formula, and all pairs are compared.
    """
    if not has_closed_form(m):
        from dpbi.privacy.methods.polynomials import loss_in_q

        return loss_in_q(m, tolerance)
    return state_in_q(m, largest_ratio(m), tolerance)


MOST_TERMS = 1 << 14
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class FailsAt:
    """A q in (0, 1), and with it epsilon = rate scale * ln(1/q), at which a claim fails.

    >>> import dpbi
    >>> m = dpbi.mechanism("lshist", prior=(1, 1), n=4, epsilon=1)
    >>> found = dpbi.fails_for_some_epsilon(m, "1/2")
    >>> isinstance(found, dpbi.FailsAt) and 0 < found.q < 1
    True
    """

    q: Fraction
    witness: Witness


def fails_for_some_epsilon(mechanism: AnyMechanism, multiple: Rational) -> FailsAt | None:
    """Where the loss exceeds multiple * rate, over all rates > 0; None: it never does.

    Certain both ways.  The claim "eps-DP" has multiple = epsilon / rate.  The polynomials are taken
    to be the same at every rate, and refused where they are not a law at some q in (0, 1).

    >>> import dpbi
    >>> m = dpbi.mechanism("lshist", prior=(1, 1), n=4, epsilon=1)
    >>> dpbi.fails_for_some_epsilon(m, 1) is None, dpbi.fails_for_some_epsilon(m, "1/2") is None
    (True, False)
    """
    law, times = _in_q(mechanism), positive_rational("multiple", multiple, zero=True)
    known: set[str] = set()  # symmetric laws have the same inequality at many places
    for (top, bottom), witness in _ratios(law):
        if (key := f"{top} / {bottom}") in known:
            continue
        known.add(key)
        _check_degree(top, bottom, times)
        if (q := negative_between(_excess(top, bottom, times), ZERO, ONE)) is not None:
            return FailsAt(q**times.denominator, witness)
    return None


def private_for_every_epsilon(mechanism: AnyMechanism) -> bool:
    """Whether the mechanism is eps-DP at every nominal epsilon > 0, its claim being epsilon.

    >>> import dpbi
    >>> dpbi.private_for_every_epsilon(dpbi.mechanism("lshist", prior=(1, 1), n=4, epsilon=1))
    True
    """
    law = _in_q(mechanism)
    if (claimed := law.claimed_epsilon) is None:
        raise NothingPromised(law.label)
    if not isinstance(claimed, Fraction):
        raise InvalidValue("epsilon", claimed, "a claim for every epsilon is rational")
    return fails_for_some_epsilon(law, claimed / Fraction(law.rate)) is None


def _in_q(mechanism: AnyMechanism) -> InQ | QuotientInQ:
    """The mechanism, refused where its law is not of polynomials in q."""
    law = adapt(mechanism)
    if not is_in_q(law):
        raise InvalidValue("mechanism", law.label, "its law is not of polynomials in q")
    return law


def is_in_q(m: Mechanism) -> TypeGuard[InQ | QuotientInQ]:
    """Whether the question of every epsilon can be asked about a mechanism."""
    return m.is_in_q


def _check_degree(top: Polynomial, bottom: Polynomial, multiple: Fraction) -> None:
    """Refuse, before it is built, an inequality whose polynomial would not fit in memory."""
    num, den = multiple.numerator, multiple.denominator
    terms = 1 + max(num + top.degree() * den, bottom.degree() * den)
    if terms > MOST_TERMS:
        advice = "ask for a multiple with a smaller numerator and denominator"
        raise TooLarge("the polynomial", terms, MOST_TERMS, "terms", 64, advice)


def _ratios(m: InQ | QuotientInQ) -> Iterator[tuple[tuple[Polynomial, Polynomial], Witness]]:
    """(P_x(r), P_y(r)) for every pair and output, or the one that is largest at every q.

    Of weights over their sums, both times the two sums.
    """
    if has_closed_form(m):
        found = largest_ratio(m)
        yield (found.ratio.numerator, found.ratio.denominator), found.witness
        return
    pairs = Pairs(m)
    laws = {x: m.checked(x) for x in pairs.datasets}
    sums = {x: sum(law.values(), polynomial(0)) for x, law in laws.items()}
    _check_laws(m, laws, sums)
    zero = polynomial(0)
    for x, y in counted("pairs", pairs.ordered):
        for r, p in laws[x].items():
            yield (p * sums[y], laws[y].get(r, zero) * sums[x]), Witness(x, y, r)


def _check_laws(
    m: InQ | QuotientInQ,
    laws: Mapping[Any, Mapping[Any, Polynomial]],
    sums: Mapping[Any, Polynomial],
) -> None:
    """Refuse polynomials that are a law at the mechanism's own rate, but not at every other."""
    known: set[str] = set()
    for x, law in laws.items():
        for r, p in law.items():
            if str(p) not in known and (q := negative_between(p, ZERO, ONE)) is not None:
                told = f"at q = {brief(q)} the probability of output {brief(r)} is below zero"
                raise BadMechanism(m.label, f"it is not a law for every epsilon: {told}", x, r)
            known.add(str(p))
        if vanishes_between(sums[x], ZERO, ONE):
            told = "at some q in (0, 1) all its weights are zero"
            raise BadMechanism(m.label, f"it is not a law for every epsilon: {told}", x)


def _excess(top: Polynomial, bottom: Polynomial, multiple: Fraction) -> Polynomial:
    """bottom - q^multiple top as a polynomial, in s with q = s^denominator."""
    power = multiple.denominator
    stretched = [p(Q**power) for p in (top, bottom)]
    return stretched[1] - Q**multiple.numerator * stretched[0]
