"""To and from dp_accounting, for long compositions.

What comes back from that library is its own floating-point answer: useful, not certified.  Both
directions of the pair are exported (`symmetric=False`): its default drops one of them.
"""

from __future__ import annotations

import math
import sys
from fractions import Fraction
from typing import Any

from dpbi.audit.loss import privacy_loss
from dpbi.errors import DpbiError, InvalidValue
from dpbi.mechanisms.forms import adapt
from dpbi.mechanisms.rows import exact_sum
from dpbi.numbers import Balls
from dpbi.tables import Table

LARGEST = Fraction(sys.float_info.max)
UPPER, LOWER = "upper", "lower"
INFINITE, LOST = "infinite loss", "minus infinite loss"


class AccountingMissing(DpbiError):
    """dp_accounting is not installed."""

    def __str__(self) -> str:
        return "dp_accounting is not installed: pip install 'dpbi[accounting]'"


def to_pld(
    mechanism: Any,
    pair: tuple[Any, Any] | None = None,
    *,
    pessimistic: bool = True,
    grid: float = 1e-4,
) -> Any:
    """The privacy loss distribution of a pair of neighbours, as dp_accounting has it.

    The pair is the one that attains the largest loss unless another is given.  Probabilities are
    rounded to the nearest doubles.
    """
    try:
        from dp_accounting.pld import privacy_loss_distribution
    except ImportError:
        raise AccountingMissing from None
    m, F = adapt(mechanism), Balls(128)
    x, y = pair if pair is not None else privacy_loss(m).witness[:2]
    with F.scope():
        upper, lower = ({r: float(p.mid()) for r, p in m.log_pmf(z, F).items()} for z in (x, y))
    return privacy_loss_distribution.from_two_probability_mass_functions(
        log_probability_mass_function_lower=lower,
        log_probability_mass_function_upper=upper,
        pessimistic_estimate=pessimistic,
        value_discretization_interval=grid,
        symmetric=False,
    )


def from_pld(pld: Any, direction: str = "remove") -> Table:
    """The pair of distributions whose privacy loss distribution this is, as a table of floats.

    A mass m at the loss l = i * interval stands for an output with probability m at "upper" and
    m e^-l at "lower", mass at infinite loss for one that is impossible at "lower", and what "lower"
    lacks of 1 for one that is impossible at "upper": the only pair with this distribution, up to
    outputs with the same loss.  The outputs are the integers i.

    The masses are taken as the exact doubles that the library holds, rounded and truncated as it
    has done, and those below zero, which its Fourier transform leaves, as zero; m e^-l is rounded
    down to a double.  Neither lowers a delta from "upper" to "lower".
    `pair_profile(table, "upper", "lower", ..)` is then a certified delta *of that object*: a bound
    for the mechanism behind it only as far as the library's estimate is pessimistic, and one
    direction only.  The way back is an artefact of the grid, whose rounding leaves "lower" short.
    An optimistic estimate has no such pair, and is refused as unnormalised; so is a composition so
    long that the transform's noise, times e^-l at a very negative loss l, exceeds 1 at "lower".
    """
    if direction not in ("remove", "add"):
        raise InvalidValue("direction", direction, 'it must be "remove" or "add"')
    pmf = (pld._pmf_remove if direction == "remove" else pld._pmf_add).to_dense_pmf()
    step = Fraction(float(pmf._discretization))
    listed = enumerate(map(float, pmf._probs.tolist()), int(pmf._lower_loss))
    # what is no number stays, and is refused
    masses: dict[Any, float] = {i: m for i, m in listed if not m <= 0}
    F = Balls(128)
    with F.scope():
        lower = {i: _below(m, -i * step, F) for i, m in masses.items()}
    missing = 1 - exact_sum(map(Fraction, lower.values()))
    rows: dict[str, dict[Any, float]] = {
        UPPER: masses | {INFINITE: float(pmf._infinity_mass)},
        LOWER: lower | {LOST: float(max(missing, Fraction(0)))},
    }
    return Table.of(rows, "all", name=f"privacy loss distribution ({direction})")


def _below(mass: float, exponent: Fraction, F: Balls) -> float:
    """A double at most mass * e^exponent, and next to it; a mass that is no number is kept."""
    if not 0 < mass < math.inf:
        return mass
    true = F.enclosure(F.rational(Fraction(mass)) * F.exp(F.rational(exponent))).lo
    nearest = float(min(true, LARGEST))
    return nearest if Fraction(nearest) <= true else math.nextafter(nearest, -math.inf)
