"""The numbers at a witness: two probabilities, and by how much a promise is missed."""

from __future__ import annotations

from typing import Any

from dpbi.audit.finding import Instance
from dpbi.audit.promise import Promise
from dpbi.audit.results import Witness
from dpbi.mechanisms.base import Mechanism
from dpbi.numbers import Balls, Enclosure, ExactNumber, Level, Real
from dpbi.numbers.enclosure import total

BITS = 192
MOST_BITS = 1 << 15  # beyond the ladder: two numbers of 4000 digits may be 10^-8000 apart
NOTHING = Enclosure.exactly(0)


def at_output(
    m: Mechanism, at: Witness, epsilon: ExactNumber, *, violates: bool = False
) -> Instance:
    """The probabilities of an output at two datasets, and ln of their ratio less epsilon.

    Where that is known to be positive, it is narrowed until it is seen to be.
    """
    bits, excess = BITS, _excess(m, at, epsilon, BITS)
    while violates and excess is not None and excess.lo <= 0 and bits < MOST_BITS:
        bits *= 2
        excess = _excess(m, at, epsilon, bits)
    here, there = (m.law(x, BITS).get(at.output, NOTHING) for x in (at.x, at.y))
    return Instance(at.x, at.y, at.output, here, there, excess)


def _excess(m: Mechanism, at: Witness, epsilon: ExactNumber, bits: int) -> Enclosure | None:
    F = Balls(bits)
    with F.scope():
        p, q = m.log_pmf(at.x, F).get(at.output), m.log_pmf(at.y, F).get(at.output)
        if p is None or q is None or not (p - q).is_finite():
            return None
        return F.enclosure(p - q - Level.of(epsilon).value(F))


def at_pair(m: Mechanism, x: Any, y: Any, promise: Promise) -> Instance:
    """The set of outputs whose mass at x exceeds e^eps times that at y by most, and by how much."""
    assert promise.at is not None  # Promise.delta has it
    F = Balls(BITS)
    with F.scope():
        here, there = _probabilities(m, x, F), _probabilities(m, y, F)
        level, zero = F.exp(Level.of(promise.at).value(F)), F.rational(0)
        chosen = [r for r, a in here.items() if F.less(zero, a - level * there.get(r, zero))]
        if not chosen:
            return Instance(x, y)
        p = sum((here[r] for r in chosen), zero)
        q = sum((there[r] for r in chosen if r in there), zero)
        excess = F.enclosure(p - level * q - Level.of(promise.value).value(F))
    here, there = m.law(x, BITS), m.law(y, BITS)
    masses = [total(law.get(r, NOTHING) for r in chosen) for law in (here, there)]
    return Instance(x, y, tuple(chosen), masses[0], masses[1], excess)


def _probabilities(m: Mechanism, x: Any, F: Balls) -> dict[Any, Real]:
    return {r: F.exp(a) for r, a in m.log_pmf(x, F).items()}
