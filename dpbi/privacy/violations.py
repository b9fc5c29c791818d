"""Where a promise is broken: the numbers at a witness, and the smallest violation.

At a witness, two probabilities are enclosed, and by how much the promise is missed.

The smallest violation is the first in the mechanism's own order: places are ordered as `datasets`
lists the first dataset, then the second, then as the law lists the output.  Laws of rational or
float probabilities are searched by a filter in doubles that misses nothing (its error is bounded as
in `privacy/methods/tables.py` and `privacy/methods/excess.py`), and what it leaves is decided
exactly; all others are searched in balls, as far as that takes a few seconds.  What balls leave
open is decided exactly where the law allows it (`privacy/ties.py`); where it does not, nothing is
called the first: an earlier place might be a violation too.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from dpbi.fields import Balls, Enclosure, ExactNumber, Level, Real
from dpbi.fields.enclosure import total
from dpbi.laws.interactive import Interactive, for_ratios
from dpbi.laws.promise import Promise
from dpbi.laws.protocol import Mechanism
from dpbi.privacy.adaptive.findings import first_excess, set_of_the_best
from dpbi.privacy.delta import hockey_stick
from dpbi.privacy.finding import Violation
from dpbi.privacy.methods.excess import LARGEST, Excess, Power
from dpbi.privacy.methods.laid import Laid
from dpbi.privacy.results import Witness
from dpbi.privacy.ties import Places

BITS = 192
MOST_BITS = 1 << 15  # beyond the ladder: two numbers of 4000 digits may be 10^-8000 apart
NOTHING = Enclosure.exactly(0)


def at_output(
    m: Mechanism, at: Witness, epsilon: ExactNumber, *, violates: bool = False
) -> Violation:
    """The probabilities of an output at two datasets, and ln of their ratio less epsilon.

    Where that is known to be positive, it is narrowed until it is seen to be.
    """
    law = for_ratios(m)
    bits, excess = BITS, _excess(law, at, epsilon, BITS)
    while violates and excess is not None and excess.lo <= 0 and bits < MOST_BITS:
        bits *= 2
        excess = _excess(law, at, epsilon, bits)
    here, there = (m.law(x, BITS).get(at.output, NOTHING) for x in (at.x, at.y))
    return Violation(at.x, at.y, at.output, here, there, excess)


def _excess(m: Mechanism, at: Witness, epsilon: ExactNumber, bits: int) -> Enclosure | None:
    F = Balls(bits)
    with F.scope():
        p, q = m.log_pmf(at.x, F).get(at.output), m.log_pmf(at.y, F).get(at.output)
        if p is None or q is None or not (p - q).is_finite():
            return None
        return F.enclosure(p - q - Level.of(epsilon).value(F))


def at_pair(m: Mechanism, x: Any, y: Any, promise: Promise) -> Violation:
    """The set of outputs whose mass at x exceeds e^eps times that at y by most, and by how much."""
    assert promise.at is not None  # Promise.delta has it
    if isinstance(m, Interactive):
        return set_of_the_best(m, x, y, promise)
    F = Balls(BITS)
    with F.scope():
        here, there = _probabilities(m, x, F), _probabilities(m, y, F)
        level, zero = F.exp(Level.of(promise.at).value(F)), F.rational(0)
        chosen = [r for r, a in here.items() if F.less(zero, a - level * there.get(r, zero))]
        if not chosen:
            return Violation(x, y)
        p = sum((here[r] for r in chosen), zero)
        q = sum((there[r] for r in chosen if r in there), zero)
        excess = F.enclosure(p - level * q - Level.of(promise.value).value(F))
    here, there = m.law(x, BITS), m.law(y, BITS)
    masses = [total(law.get(r, NOTHING) for r in chosen) for law in (here, there)]
    return Violation(x, y, tuple(chosen), masses[0], masses[1], excess)


def _probabilities(m: Mechanism, x: Any, F: Balls) -> dict[Any, Real]:
    return {r: F.exp(a) for r, a in m.log_pmf(x, F).items()}


MOST = 300_000  # entries of laws that are computed in balls; beyond, the first is not looked for
SLACK = 1 - 2.0**-48  # the filter's roundings are below 2^-50
FINE = Fraction(1, 10**20)


def first_violation(m: Mechanism, promise: Promise) -> Violation | None:
    """The first certain violation of an epsilon or a delta, or None where it was not reached."""
    laid = Laid.of(m)
    if promise.kind == "epsilon":
        ratio = (
            _ratio_in_balls(for_ratios(m), promise)
            if laid is None
            else _ratio(laid, promise.allowed)
        )
        return None if ratio is None else at_output(m, ratio, promise.value, violates=True)
    if isinstance(m, Interactive):
        pair = first_excess(m, promise)
    else:
        pair = _excess_in_balls(m, promise) if laid is None else _excess_of(laid, promise)
    return None if pair is None else at_pair(m, *pair, promise)


@np.errstate(all="ignore")
def _ratio(laid: Laid, epsilon: ExactNumber) -> Witness | None:
    """The first place with P > e^eps Q, exactly; where Q = 0, that is any."""
    power, filters = Power(epsilon), laid.cells.within_range and epsilon <= LARGEST
    for first, second in laid.blocks():
        near = laid.cells.support[first]
        if filters:
            least = power.double * SLACK * laid.cells.matrix[second]
            near = near & (laid.cells.matrix[first] >= least)
        for k, r in np.argwhere(near):
            i, j = first[k], second[k]
            if power.exceeded(laid.fraction(i, r), laid.fraction(j, r)):
                return laid.witness(i, j, r)
    return None


@np.errstate(all="ignore")
def _excess_of(laid: Laid, promise: Promise) -> tuple[Any, Any] | None:
    """The first pair whose delta is certainly larger than promised."""
    assert promise.at is not None  # Promise.delta has it
    excess, delta = Excess(laid), promise.delta_allowed
    filters = laid.cells.within_range and promise.at <= LARGEST
    for first, second in laid.blocks():
        near = np.ones(len(first), dtype=bool)
        if filters:
            factor, width = Power(promise.at).double, len(laid.cells.outputs)
            terms = laid.cells.matrix[first] - factor * laid.cells.matrix[second]
            error = (width + 32) * 2.0**-50
            near = np.maximum(terms, 0.0).sum(axis=1) >= float(delta) - error
        for k in np.flatnonzero(near):
            i, j = int(first[k]), int(second[k])
            if excess.of_pair(i, j, promise.at, FINE).lo > delta:
                return laid.names[i], laid.names[j]
    return None


def _ratio_in_balls(m: Mechanism, promise: Promise) -> Witness | None:
    F, places = Balls(BITS), Places(m, promise.allowed)
    with F.scope():
        level = Level.of(promise.allowed).value(F)
        for x, y, p, q in _laws(m, F):
            for r, a in p.items():
                beyond = True if r not in q else F.less(level, a - q[r])
                if beyond is None:
                    beyond = places.loss_exceeds(Witness(x, y, r))
                if beyond is None:
                    return None
                if beyond:
                    return Witness(x, y, r)
    return None


def _excess_in_balls(m: Mechanism, promise: Promise) -> tuple[Any, Any] | None:
    assert promise.at is not None  # Promise.delta has it
    F, places, delta = Balls(BITS), Places(m, promise.at), promise.delta_allowed
    with F.scope():
        level, allowed = F.exp(Level.of(promise.at).value(F)), F.rational(delta)
        for x, y, p, q in _laws(m, F):
            here, there = ({r: F.exp(a) for r, a in law.items()} for law in (p, q))
            beyond = F.less(allowed, hockey_stick(here, there, level, F))
            if beyond is None:
                beyond = places.excess_exceeds(x, y, delta)
            if beyond is None:
                return None
            if beyond:
                return x, y
    return None


def _laws(m: Mechanism, F: Balls) -> Iterator[tuple[Any, Any, dict[Any, Real], dict[Any, Real]]]:
    """Ordered neighbouring pairs with their laws, in order, as long as few entries are needed."""
    place = {x: i for i, x in enumerate(m.datasets())}
    known: dict[Any, dict[Any, Real]] = {}
    computed = 0
    for x in place:
        for y in sorted(m.neighbours(x), key=place.__getitem__):
            for z in (x, y):
                if z not in known:
                    law = m.log_pmf(z, F)
                    if any(a.is_nan() for a in law.values()):
                        return  # too few bits to tell a small probability from none
                    known[z] = {r: a for r, a in law.items() if a.is_finite()}
                    computed += len(known[z])
            if computed > MOST:
                return
            if y != x:
                yield x, y, known[x], known[y]
