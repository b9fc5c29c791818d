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
from dpbi.errors import BadMechanism, InvalidValue
from dpbi.mechanisms.forms import InQ, adapt
from dpbi.numbers import positive_rational
from dpbi.numbers.polynomial import Polynomial, Q, negative_between, polynomial


@dataclass(frozen=True, slots=True)
class FailsAt:
    """A q in (0, 1), and with it epsilon = rate scale * ln(1/q), at which a claim fails."""

    q: Fraction
    witness: Witness


def fails_for_some_epsilon(m: InQ, multiple: Any) -> FailsAt | None:
    """Where the loss exceeds multiple * rate, over all rates > 0; None: it never does.

    Certain both ways.  The claim "eps-DP" has multiple = epsilon / rate.
    """
    multiple = positive_rational("multiple", multiple, zero=True)
    for (top, bottom), witness in _ratios(_read(m)):
        q = negative_between(_excess(top, bottom, multiple), Fraction(0), Fraction(1))
        if q is not None:
            return FailsAt(q**multiple.denominator, witness)
    return None


def private_for_every_epsilon(m: InQ) -> bool:
    """Whether the mechanism is eps-DP at every nominal epsilon > 0, its claim being epsilon."""
    m = _read(m)
    claimed = m.claimed_epsilon
    if not isinstance(claimed, Fraction):
        raise InvalidValue("the claim", claimed, f"{m.label} must claim a rational epsilon")
    return fails_for_some_epsilon(m, claimed / Fraction(m.rate)) is None


def _read(m: Any) -> InQ:
    """The mechanism as it is audited: of another's class only what it says is believed."""
    found = adapt(m)
    if not isinstance(found, InQ):
        raise BadMechanism(found.label, "its law must be polynomials in q = exp(-rate)")
    return found


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
