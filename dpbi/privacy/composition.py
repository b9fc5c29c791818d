"""Several independent releases: the delta of k draws from the same mechanism, enclosed.

For neighbours x, y and k independent releases the losses add.  Two routes, both rigorous:

- exact: sum over multisets of outputs of  multinomial * max(0, prod P - e^eps prod Q),
  for as long as there are few multisets;
- bracketed: the law of the loss moved to a grid, up and down, and raised to the k-th power as a
  polynomial in balls (`privacy/distributions.py`).

What is possible under P only stays at infinite loss.

For long compositions a pair of laws can be handed to dp_accounting, and its answer read back
(`to_pld`, `from_pld`).  What comes back is that library's floating-point answer: useful, not
certified.  Of a given pair both directions are exported (`symmetric=False`): its default drops one
of them.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from dpbi.bayes.data import whole
from dpbi.errors import InvalidValue, TooLarge
from dpbi.fields import Balls, Enclosure, ExactInput, Level, Rational, Real
from dpbi.laws import promise
from dpbi.laws.forms import adapt, exact_sum
from dpbi.laws.protocol import AnyMechanism, Dataset, Mechanism
from dpbi.laws.tables import Table
from dpbi.privacy.delta import probabilities
from dpbi.privacy.distributions import (
    MOST_CELLS,
    LossAtom,
    TooFine,
    check_cells,
    dominating,
    grid_of,
    losses_rounded_down,
    split,
)
from dpbi.privacy.loss import privacy_loss
from dpbi.privacy.pairs import Pairs
from dpbi.privacy.results import Divergence
from dpbi.support.arguments import optional

BITS, ZERO = 192, Fraction(0)
MOST_MULTISETS = 1_000_000  # over all pairs
MOST_RELEASES = 1_000_000
FAR = Fraction(2**66)
COARSEST = 1 << 70  # losses differ by less, or no grid is worth having
LEAST_SPARE = Fraction(1, 10**60)  # no mass is cut more finely than doubles can say
TOLERANCE = Fraction(1, 10**4)


def composed_delta(
    mechanism: AnyMechanism,
    releases: int,
    epsilon: ExactInput,
    *,
    tolerance: Rational = TOLERANCE,
    digits: int | None = None,
) -> Divergence:
    """delta(epsilon) of `releases` independent releases, the largest over ordered pairs.

    Exact (as tight as the balls) while the multisets of outputs are few; otherwise the grid of the
    bracket is refined until its width is within the tolerance, or the grid is as fine as it may be:
    `reached` says which.  At a logarithm, delta lies between its values at the two rational ends
    of an enclosure, because delta never increases with epsilon.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> print(dpbi.composed_delta(coin, 2, "ln(3)"))
    [0.37499999999999999999, 0.37500000000000000001]
    """
    k, at = whole("releases", releases), promise.at_level(epsilon)
    width = promise.width(tolerance, digits, TOLERANCE)
    if k < 1:
        raise InvalidValue("releases", k, "at least 1")
    if k > MOST_RELEASES:
        advice = "ask for fewer releases"
        raise TooLarge("a composition", k, MOST_RELEASES, "releases", 0, advice)
    m = adapt(mechanism)
    if not isinstance(at, Level):
        return _composed(m, k, at, width)
    around = at.enclosure(BITS)
    above, below = (_composed(m, k, max(e, ZERO), width) for e in (around.lo, around.hi))
    return replace(below, at=at, hi=max(above.hi, below.lo))


def _composed(m: Mechanism, k: int, at: Fraction, width: Fraction) -> Divergence:
    """delta at a rational epsilon."""
    pairs, F = Pairs(m), Balls(BITS)
    with F.scope():
        laws = probabilities(pairs, F)
        left = MOST_MULTISETS // len(pairs.ordered)
        best: Divergence | None = None
        highest = Fraction(0)
        for x, y in pairs.ordered:
            route = over_multisets if few_multisets(len(laws[x]), k, left) else bracketed
            bounds = route(laws[x], laws[y], k, at, width, F)
            highest = max(highest, bounds.hi)
            if best is None or bounds.lo > best.lo:
                best = Divergence(bounds.lo, bounds.lo, x, y, at=at)
    assert best is not None  # Pairs has seen a pair
    found = Divergence(
        best.lo, highest, best.x, best.y, asked=width, at=at, quantity="composed delta"
    )
    return found.of_floats(pairs.mechanism.deviation())


def few_multisets(outputs: int, k: int, most: int) -> bool:
    """Whether there are at most `most` multisets of k outputs: C(outputs + k - 1, k)."""
    small, large, count = sorted((outputs - 1, k))[0], outputs + k - 1, 1
    for i in range(small):
        if count > most:
            return False
        count = count * (large - i) // (i + 1)
    return count <= most


def over_multisets(
    p: Mapping[Any, Real],
    q: Mapping[Any, Real],
    k: int,
    epsilon: Fraction,
    tolerance: Fraction,  # noqa: ARG001  (as tight as the balls are)
    F: Balls,
) -> Enclosure:
    """delta(epsilon) of k draws from p against q, by all multisets of outputs.

    Each step decides how often the next output is drawn.  A count t of an output of mass a weighs
    a^t / t!, and all of it k!.
    """
    zero, level = F.rational(0), F.exp(F.rational(epsilon))
    items = [(_powers(a, k, F), _powers(q.get(r, zero), k, F)) for r, a in p.items()]
    total, todo = zero, [(0, k, F.rational(1), level)]
    while todo:
        i, left, mass, other = todo.pop()
        a, b = items[i]
        if not left or i == len(items) - 1:
            total += zero.max(mass * a[left] - other * b[left])
            continue
        for t in range(left + 1):
            todo.append((i + 1, left - t, mass * a[t], other * b[t]))
    return _as_probability(F.enclosure(total * F.rational(k + 1).gamma()))


def _powers(mass: Real, k: int, F: Balls) -> list[Real]:
    """mass^t / t! for t = 0 .. k."""
    powers = [F.rational(1)]
    for t in range(1, k + 1):
        powers.append(powers[-1] * mass / t)
    return powers


def bracketed(
    p: Mapping[Any, Real],
    q: Mapping[Any, Real],
    k: int,
    epsilon: Fraction,
    tolerance: Fraction,
    F: Balls,
) -> Enclosure:
    """Bounds from losses moved to a grid, which is refined until they are close.

    The first grid is made coarser until its law fits; one that never fits leaves [0, 1].
    """
    atoms = [(a, q[r], F.enclosure(F.log(a / q[r]))) for r, a in p.items() if r in q]
    infinite = sum((a for r, a in p.items() if r not in q), F.rational(0))
    best, step = None, _first_step(atoms, k)
    spare = float(max(tolerance, LEAST_SPARE)) / (k << 40)
    while step <= COARSEST:
        try:
            below, above = (
                move(atoms, infinite, step, F).power(k, spare).delta(epsilon, step, F)
                for move in (losses_rounded_down, split)
            )
        except TooFine:
            if best is not None:
                break
            step *= 2
            continue
        before = best or Enclosure(Fraction(0), Fraction(1))
        lo = max(before.lo, min(below.lo, Fraction(1)))
        best = Enclosure(lo, max(lo, min(before.hi, above.hi)))
        if best.width <= tolerance:
            break
        step /= 4
    return best or Enclosure(Fraction(0), Fraction(1))


@np.errstate(all="ignore")
def _first_step(atoms: Sequence[LossAtom], k: int) -> Fraction:
    """A power of 2 near 1/k, or one at which the law of k losses is likely to fit.

    A guess: fourteen standard deviations matter.  The grid is made coarser where it fails.
    """
    masses = np.array([float(a) for a, _, _ in atoms])
    losses = np.array([float(min(max(e.lo, -FAR), FAR)) for _, _, e in atoms])
    mean = float(masses @ losses)
    wide = 14 * math.sqrt(k * float(masses @ (losses - mean) ** 2))
    span = float(np.ptp(losses)) if len(losses) else 0.0
    least = math.log2(max(wide, span, 1e-300) / MOST_CELLS)
    return Fraction(2) ** max(math.ceil(least), -max(4, k.bit_length()))


def _as_probability(e: Enclosure) -> Enclosure:
    """Clipped to [0, 1], where a delta lies."""
    lo = min(max(e.lo, Fraction(0)), Fraction(1))
    return Enclosure(lo, max(lo, min(e.hi, Fraction(1))))


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
