"""Several independent releases: the delta of k draws from the same mechanism, enclosed.

For neighbours x, y and k independent releases the losses add.  Two routes, both rigorous:

- exact: sum over multisets of outputs of  multinomial * max(0, prod P - e^eps prod Q),
  for as long as there are few multisets;
- bracketed: the law of the loss moved to a grid, raised to the k-th power as a polynomial in
  balls.  From above, each atom (P, Q) is split into two atoms on neighbouring grid points that
  keep both masses: the given pair is a post-processing of the split one, which therefore has the
  larger delta (Doroshenko et al. 2022, "connect the dots").  From below, losses are rounded down.

No mass is negative, nothing is truncated: what is possible under P only stays at infinite loss.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any, TypeAlias

from dpbi.audit.delta import probabilities
from dpbi.audit.floats import deviation
from dpbi.audit.pairs import Pairs
from dpbi.audit.results import Divergence
from dpbi.data import whole
from dpbi.errors import InvalidValue
from dpbi.mechanisms.forms import adapt
from dpbi.numbers import Balls, Enclosure, Real, positive_rational

Grid: TypeAlias = dict[int, Real]
"""{i: mass of the loss i * step}."""

MOST_MULTISETS = 1_000_000  # over all pairs
MOST_CELLS = 1 << 15
TOLERANCE = Fraction(1, 10**4)


def composed_delta(
    mechanism: Any, releases: int, epsilon: Any, *, tolerance: Fraction = TOLERANCE
) -> Divergence:
    """delta(epsilon) of `releases` independent releases, the largest over ordered pairs.

    Exact (as tight as the balls) while the multisets of outputs are few; otherwise the grid of the
    bracket is refined until its width is within the tolerance, or the grid is as fine as it may be.
    """
    k, level = whole("releases", releases), positive_rational("epsilon", epsilon, zero=True)
    if k < 1:
        raise InvalidValue("releases", k, "at least 1")
    pairs, F = Pairs(adapt(mechanism)), Balls(192)
    with F.scope():
        laws = probabilities(pairs, F)
        best: Divergence | None = None
        highest = Fraction(0)
        for x, y in pairs.ordered:
            few = len(pairs.ordered) * comb(len(laws[x]) + k - 1, k) <= MOST_MULTISETS
            route = over_multisets if few else bracketed
            bounds = route(laws[x], laws[y], k, level, tolerance, F)
            highest = max(highest, bounds.hi)
            if best is None or bounds.lo > best.lo:
                best = Divergence(level, bounds.lo, bounds.lo, x, y)
    assert best is not None  # Pairs has seen a pair
    found = Divergence(level, best.lo, highest, best.x, best.y)
    return found.of_floats(deviation(pairs.mechanism))


def over_multisets(
    p: Mapping[Any, Real],
    q: Mapping[Any, Real],
    k: int,
    epsilon: Fraction,
    tolerance: Fraction,  # noqa: ARG001  (as tight as the balls are)
    F: Balls,
) -> Enclosure:
    """delta(epsilon) of k draws from p against q, by all multisets of outputs."""
    zero, level, items = F.rational(0), F.exp(F.rational(epsilon)), list(p.items())

    def extend(i: int, left: int, ways: int, mass: Real, other: Real) -> Real:
        r, a = items[i]
        b = q.get(r, zero)
        if i == len(items) - 1:
            return ways * zero.max(mass * a**left - level * other * b**left)
        subtotal = zero
        for taken in range(left + 1):
            subtotal += extend(i + 1, left - taken, ways * comb(left, taken), mass, other)
            mass, other = mass * a, other * b
        return subtotal

    return _as_probability(F.enclosure(extend(0, k, 1, F.rational(1), F.rational(1))))


def bracketed(
    p: Mapping[Any, Real],
    q: Mapping[Any, Real],
    k: int,
    epsilon: Fraction,
    tolerance: Fraction,
    F: Balls,
) -> Enclosure:
    """Bounds from losses moved to a grid, which is refined until they are close."""
    atoms = [(a, q[r], F.enclosure(F.log(a / q[r]))) for r, a in p.items() if r in q]
    infinite = sum((a for r, a in p.items() if r not in q), F.rational(0))
    span = max(e.hi for _, _, e in atoms) - min(e.lo for _, _, e in atoms) if atoms else 1
    step = Fraction(1, 1 << max(4, k.bit_length()))
    while True:
        laws = [_rounded_down(atoms, step, F), _split(atoms, step, F)]
        below, above = (F.enclosure(_power(g, infinite, k, epsilon, step, F)) for g in laws)
        bounds = _as_probability(Enclosure(below.lo, max(below.lo, above.hi)))
        if bounds.width <= tolerance or 4 * k * span / step > MOST_CELLS:
            return bounds
        step /= 4


def _rounded_down(atoms: list[tuple[Real, Real, Enclosure]], step: Fraction, F: Balls) -> Grid:
    """Every loss moved down to the grid."""
    cells: Grid = {}
    for a, _, loss in atoms:
        _add(cells, (loss.lo / step).__floor__(), a, F)
    return cells


def _split(atoms: list[tuple[Real, Real, Enclosure]], step: Fraction, F: Balls) -> Grid:
    """Every atom (a, b) as masses at two grid points u < v around its loss, both masses kept.

    Solves s + t = a, s e^-u + t e^-v = b; the loss lies in [u, v], so s and t are >= 0.
    """
    cells: Grid = {}
    for a, b, loss in atoms:
        u, v = (loss.lo / step).__floor__(), (loss.hi / step).__ceil__()
        v += u == v
        low, high = (F.exp(-F.rational(g * step)) for g in (u, v))
        s = ((b - a * high) / (low - high)).nonnegative_part()
        _add(cells, u, s, F)
        _add(cells, v, (a - s).nonnegative_part(), F)
    return cells


def _add(cells: Grid, cell: int, mass: Real, F: Balls) -> None:
    cells[cell] = cells.get(cell, F.rational(0)) + mass


def _power(
    cells: Grid, infinite: Real, k: int, epsilon: Fraction, step: Fraction, F: Balls
) -> Real:
    """delta(epsilon) of k draws from a law of losses on the grid."""
    from flint import arb_poly

    whole_mass = (sum(cells.values(), F.rational(0)) + infinite) ** k
    if not cells:
        return whole_mass
    low, high, zero = min(cells), max(cells), F.rational(0)
    masses: list[Any] = [cells.get(i, zero) for i in range(low, high + 1)]
    total, finite = F.rational(0), F.rational(0)
    for i, mass in enumerate((arb_poly(masses) ** k).coeffs()):
        loss = (k * low + i) * step
        finite += mass
        if loss > epsilon:
            total += mass * -F.expm1(F.rational(epsilon - loss))
    return total + (whole_mass - finite)


def _as_probability(e: Enclosure) -> Enclosure:
    """Clipped to [0, 1], where a delta lies."""
    lo = min(max(e.lo, Fraction(0)), Fraction(1))
    return Enclosure(lo, max(lo, min(e.hi, Fraction(1))))
