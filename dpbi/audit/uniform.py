"""A loss within a multiple of epsilon, for every epsilon > 0 at once.

With probabilities that are polynomials in q = exp(-rate) and rate proportional to epsilon, the
claim "P_x(r) <= e^(c rate) P_y(r) for every rate > 0" says that P_y - q^c P_x >= 0 on 0 < q < 1:
finitely many polynomial inequalities on an interval, each decided by isolating real roots.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpbi.audit.laplace import has_closed_form, largest_ratio
from dpbi.audit.pairs import Pairs
from dpbi.audit.results import Witness
from dpbi.errors import InvalidValue, NothingPromised, TooLarge
from dpbi.mechanisms.forms import InQ, adapt
from dpbi.numbers import positive_rational
from dpbi.numbers.polynomial import Polynomial, Q, negative_between, polynomial

MOST_TERMS = 1 << 14


@dataclass(frozen=True, slots=True)
class FailsAt:
    """A q in (0, 1), and with it epsilon = rate scale * ln(1/q), at which a claim fails."""

    q: Fraction
    witness: Witness


def fails_for_some_epsilon(m: Any, multiple: Any) -> FailsAt | None:
    """Where the loss exceeds multiple * rate, over all rates > 0; None: it never does.

    Certain both ways.  The claim "eps-DP" has multiple = epsilon / rate.
    """
    law, times = _in_q(m), positive_rational("multiple", multiple, zero=True)
    for (top, bottom), witness in _ratios(law):
        _check_degree(top, bottom, times)
        q = negative_between(_excess(top, bottom, times), Fraction(0), Fraction(1))
        if q is not None:
            return FailsAt(q**times.denominator, witness)
    return None


def private_for_every_epsilon(m: Any) -> bool:
    """Whether the mechanism is eps-DP at every nominal epsilon > 0, its claim being epsilon."""
    law = _in_q(m)
    if (claimed := law.claimed_epsilon) is None:
        raise NothingPromised(law.label)
    if not isinstance(claimed, Fraction):
        raise InvalidValue("epsilon", claimed, "a claim for every epsilon is rational")
    return fails_for_some_epsilon(law, claimed / Fraction(law.rate)) is None


def _in_q(m: Any) -> InQ:
    """The mechanism, refused where its law is no polynomial in q."""
    law = adapt(m)
    if not isinstance(law, InQ):
        raise InvalidValue("mechanism", law.label, "its law is not of polynomials in q")
    return law


def _check_degree(top: Polynomial, bottom: Polynomial, multiple: Fraction) -> None:
    """Refuse, before it is built, an inequality whose polynomial would not fit in memory."""
    num, den = multiple.numerator, multiple.denominator
    terms = 1 + max(num + top.degree() * den, bottom.degree() * den)
    if terms > MOST_TERMS:
        advice = "ask for a multiple with a smaller numerator and denominator"
        raise TooLarge("the polynomial", terms, MOST_TERMS, "terms", 64, advice)


def _ratios(m: InQ) -> Iterator[tuple[tuple[Polynomial, Polynomial], Witness]]:
    """(P_x(r), P_y(r)) for every pair and output, or the one that is largest at every q."""
    if has_closed_form(m):
        found = largest_ratio(m)  # type: ignore[arg-type]
        yield (found.ratio.numerator, found.ratio.denominator), found.witness
        return
    pairs = Pairs(m)
    laws = {x: m.checked(x) for x in pairs.datasets}
    zero = polynomial(0)
    for x, y in pairs.ordered:
        for r, p in laws[x].items():
            yield (p, laws[y].get(r, zero)), Witness(x, y, r)


def _excess(top: Polynomial, bottom: Polynomial, multiple: Fraction) -> Polynomial:
    """bottom - q^multiple top as a polynomial, in s with q = s^denominator."""
    power = multiple.denominator
    stretched = [p(Q**power) for p in (top, bottom)]
    return stretched[1] - Q**multiple.numerator * stretched[0]
