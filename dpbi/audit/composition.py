"""Several independent releases: the delta of k draws from the same mechanism, enclosed.

For neighbours x, y and k independent releases the losses add.  Two routes, both rigorous:

- exact: sum over multisets of outputs of  multinomial * max(0, prod P - e^eps prod Q),
  for as long as there are few multisets;
- bracketed: the law of the loss moved to a grid, up and down, and raised to the k-th power as a
  polynomial in balls (`grid.py`).

What is possible under P only stays at infinite loss.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from dpbi.audit import asked
from dpbi.audit.delta import probabilities
from dpbi.audit.floats import deviation
from dpbi.audit.grid import MOST_CELLS, Atom, TooFine, rounded_down, split
from dpbi.audit.pairs import Pairs
from dpbi.audit.results import Divergence
from dpbi.data import whole
from dpbi.errors import InvalidValue, TooLarge
from dpbi.mechanisms.base import Mechanism
from dpbi.mechanisms.forms import adapt
from dpbi.numbers import Balls, Enclosure, Level, Real

BITS, ZERO = 192, Fraction(0)
MOST_MULTISETS = 1_000_000  # over all pairs
MOST_RELEASES = 1_000_000
FAR = Fraction(2**66)
COARSEST = 1 << 70  # losses differ by less, or no grid is worth having
LEAST_SPARE = Fraction(1, 10**60)  # no mass is cut more finely than doubles can say
TOLERANCE = Fraction(1, 10**4)


def composed_delta(
    mechanism: Any, releases: int, epsilon: Any, *, tolerance: Any = TOLERANCE
) -> Divergence:
    """delta(epsilon) of `releases` independent releases, the largest over ordered pairs.

    Exact (as tight as the balls) while the multisets of outputs are few; otherwise the grid of the
    bracket is refined until its width is within the tolerance, or the grid is as fine as it may be:
    `reached` says which.  At a logarithm, delta lies between its values at the two rational ends
    of an enclosure, because delta never increases with epsilon.
    """
    k, at, width = whole("releases", releases), asked.level(epsilon), asked.tolerance(tolerance)
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
                best = Divergence(at, bounds.lo, bounds.lo, x, y)
    assert best is not None  # Pairs has seen a pair
    found = Divergence(at, best.lo, highest, best.x, best.y, asked=width)
    return found.of_floats(deviation(pairs.mechanism))


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
                for move in (rounded_down, split)
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
def _first_step(atoms: Sequence[Atom], k: int) -> Fraction:
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
