"""Privacy loss distributions of dp_accounting: a mechanism handed over, an answer read back.

What comes back is that library's floating-point answer: useful, not certified.  Of a given pair
both directions are exported (`symmetric=False`): its default drops one of them.  A composition with
guaranteed bounds is `composed_delta`.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpbi.errors import InvalidValue
from dpbi.fields import Balls
from dpbi.laws.forms import adapt, exact_sum
from dpbi.laws.protocol import AnyMechanism, Dataset, Mechanism
from dpbi.laws.tables import Table
from dpbi.privacy.distributions import check_cells, dominating, grid_of
from dpbi.privacy.loss import privacy_loss
from dpbi.privacy.pairs import Pairs
from dpbi.support.arguments import optional

LARGEST = Fraction(sys.float_info.max)
NOISE = Fraction(1, 1 << 20)
UPPER, LOWER = "upper", "lower"
INFINITE, LOST = "infinite loss", "minus infinite loss"


def to_pld(
    mechanism: AnyMechanism,
    pair: tuple[Dataset, Dataset] | None = None,
    *,
    pessimistic: bool = True,
    grid: float = 1e-4,
) -> Any:
    """A privacy loss distribution of the mechanism, as dp_accounting has it.

    Pessimistic, it is that of a pair of distributions that dominates every ordered pair of
    neighbours at every epsilon, and so also after composition (`privacy/distributions.py`): its
    delta is nowhere below the mechanism's.  Optimistic, it is that of the pair with the largest
    loss, and its delta is a lower bound.

    With `pair`, it is that of this pair alone, in both directions, and says nothing of others; its
    probabilities are rounded to the nearest doubles.

    Masses are rounded up to doubles.  What the library then does with them is its own rounding: its
    sums err by about 1e-15, and a Fourier transform, as in `self_compose`, by about 1e-15 times the
    number of releases, whatever delta is; and it cuts tails by default, pessimistically.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> print(f"{dpbi.to_pld(coin).get_delta_for_epsilon(1):.3f}")
    0.070
    """
    privacy_loss_distribution = optional(
        "dp_accounting.pld.privacy_loss_distribution", "accounting", "a privacy loss distribution"
    )
    if not isinstance(pessimistic, bool):
        raise InvalidValue("pessimistic", pessimistic, "it must be True or False")
    m, step = adapt(mechanism), grid_of(grid)
    if pair is None and pessimistic:
        found = dominating(Pairs(m), step)
        return privacy_loss_distribution.PrivacyLossDistribution.create_from_rounded_probability(
            {i: _above(mass) for i, mass in sorted(found.masses.items())},
            _above(found.infinite),
            float(step),
            True,
            symmetric=True,
        )
    x, y = _two(m, pair) if pair is not None else privacy_loss(m).witness[:2]
    F = Balls(128)
    with F.scope():
        upper, lower = ({r: float(p.mid()) for r, p in m.log_pmf(z, F).items()} for z in (x, y))
    _check_cells(upper, lower, step)
    return privacy_loss_distribution.from_two_probability_mass_functions(
        log_probability_mass_function_lower=lower,
        log_probability_mass_function_upper=upper,
        pessimistic_estimate=pessimistic,
        value_discretization_interval=float(step),
        symmetric=False,
    )


def _two(m: Mechanism, pair: Any) -> tuple[Any, Any]:
    """Two datasets of the mechanism."""
    if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != 2:
        raise InvalidValue("pair", pair, "write two datasets, (x, y)")
    return m.check_dataset(pair[0]), m.check_dataset(pair[1])


def _check_cells(upper: dict[Any, float], lower: dict[Any, float], step: Fraction) -> None:
    """Refuse a grid of which the library would hold too many cells."""
    farthest = max((abs(upper[r] - lower[r]) for r in upper.keys() & lower.keys()), default=0.0)
    check_cells(Fraction(farthest), step)


def _above(mass: Fraction) -> float:
    """A double above the mass by at least 2^-53 of it; 0 for 0."""
    return math.nextafter(math.nextafter(float(mass), math.inf), math.inf) if mass else 0.0


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
    An optimistic estimate has no such pair, and is refused as unnormalised.  So is a composition so
    long that the transform's noise, times e^-l at a very negative loss l, takes "lower" above 1 by
    more than 2^-20; a smaller excess is taken from the most negative losses, which lowers no delta.

    >>> import dpbi
    >>> half = dpbi.Table.of({0: {"a": 1}, 1: {"a": "1/2", "b": "1/2"}})
    >>> dpbi.from_pld(dpbi.to_pld(half))
    <Table privacy loss distribution (remove): 2 x 4 floats>
    """
    if type(pld).__module__.split(".")[0] != "dp_accounting" or not hasattr(pld, "_pmf_remove"):
        raise InvalidValue("pld", type(pld).__name__, "it is not a PLD of dp_accounting")
    if not isinstance(direction, str) or direction not in ("remove", "add"):
        raise InvalidValue("direction", direction, 'it must be "remove" or "add"')
    pmf = (pld._pmf_remove if direction == "remove" else pld._pmf_add).to_dense_pmf()
    step = Fraction(float(pmf._discretization))
    listed = enumerate(map(float, pmf._probs.tolist()), int(pmf._lower_loss))
    # what is not a number stays, and is refused
    masses: dict[Any, float] = {i: m for i, m in listed if not m <= 0}
    F = Balls(128)
    with F.scope():
        lower = _trimmed({i: _below(m, -i * step, F) for i, m in masses.items()})
    missing = 1 - exact_sum(map(Fraction, lower.values()))
    rows: dict[str, dict[Any, float]] = {
        UPPER: masses | {INFINITE: float(pmf._infinity_mass)},
        LOWER: lower | {LOST: float(max(missing, Fraction(0)))},
    }
    return Table.of(rows, "all", name=f"privacy loss distribution ({direction})")


def _trimmed(lower: dict[Any, float]) -> dict[Any, float]:
    """Masses at "lower" without what a little noise adds to 1, from the least loss on."""
    if not all(map(math.isfinite, lower.values())):
        return lower
    excess = exact_sum(map(Fraction, lower.values())) - 1
    trimmed = dict(lower)
    for i in sorted(lower) if 0 < excess <= NOISE else ():
        left = max(Fraction(lower[i]) - excess, Fraction(0))
        trimmed[i] = (
            float(left) if Fraction(float(left)) <= left else math.nextafter(float(left), 0)
        )
        excess -= Fraction(lower[i]) - Fraction(trimmed[i])
        if excess <= 0:
            break
    return trimmed


def _below(mass: float, exponent: Fraction, F: Balls) -> float:
    """A double at most mass * e^exponent, and next to it; a mass that is not a number is kept."""
    if not 0 < mass < math.inf:
        return mass
    true = F.enclosure(F.rational(Fraction(mass)) * F.exp(F.rational(exponent))).lo
    nearest = float(min(true, LARGEST))
    return nearest if Fraction(nearest) <= true else math.nextafter(nearest, -math.inf)
