"""What a finding says of a law of which a part is not listed."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dpbi.errors import brief
from dpbi.fields import Balls, Enclosure, ExactNumber, Level, Real
from dpbi.fields.enclosure import decimal
from dpbi.laws.partial import Partial
from dpbi.laws.promise import Promise
from dpbi.privacy.finding import Scope, Violation, scope_of
from dpbi.privacy.results import Divergence, PrivacyLoss
from dpbi.privacy.tails.bounds import Seen
from dpbi.privacy.tails.deltas import TailDeltas
from dpbi.privacy.tails.looking import Closeness, Tails

LOOK = Closeness(Fraction(1, 1 << 64), Balls(256))
COVERING = Fraction(1, 10**12)
ZERO = Fraction(0)

UNBOUNDED = (
    "its upper end is infinite: that needs a closed set of outputs, or a bound of the ratio at the "
    "outputs that are not listed"
)
TOUCHED = (
    "its bounds reach what is promised, and exact arithmetic decides ties only of laws whose "
    "outputs are all listed"
)


def open_reason(m: Partial, found: PrivacyLoss | Divergence) -> str:
    """Why bounds decide nothing."""
    told = UNBOUNDED if found.hi == math.inf else TOUCHED
    for x in m.datasets():
        if (why := m.ended_by(x)) is not None:
            also = f"; {told}" if found.hi == math.inf else ""
            return f"at dataset {brief(x)} {why}, and what is left counts where it harms most{also}"
    return told


def tail_worst(m: Partial, promise: Promise, found: PrivacyLoss | Divergence) -> Violation:
    """Where the value is largest, with what is known of the probabilities there."""
    if isinstance(found, PrivacyLoss):
        return _at_output(m, found, promise.value)
    if promise.kind == "delta":
        return _at_pair(m, found, promise)
    return Violation(found.x, found.y)


def covering(m: Partial, epsilon: ExactNumber) -> Promise:
    """The (epsilon, delta)-DP that certainly holds, whatever is not listed."""
    (delta,) = TailDeltas(m).profile([epsilon], COVERING)
    top = Fraction(decimal(Fraction(delta.hi), 3, up=True))
    return Promise("delta", min(top, Fraction(1)), epsilon)


def tail_scope(m: Partial) -> Scope:
    """Datasets, ordered pairs of neighbours, and the outputs that are listed."""
    tails = Tails(m)
    with LOOK.F.scope():
        atoms = set[Any]().union(*(tails.known(x, LOOK).atoms for x in tails.pairs.datasets))
    pairs = tails.pairs
    is_cut = any(m.ended_by(x) is not None for x in tails.pairs.datasets)
    how = "listed, and what is left where it harms most" if atoms or is_cut else "in closed form"
    return replace(scope_of(m, (len(pairs.datasets), len(pairs.ordered), len(atoms))), proof=how)


def _seen(m: Partial, x: Any, y: Any) -> Seen:
    tails = Tails(m)
    return tails.seen(tails.pair(x, y), LOOK)


def _at_output(m: Partial, found: PrivacyLoss, epsilon: ExactNumber) -> Violation:
    """Both probabilities, as far as they are known, and by how much the promise is missed."""
    F, (x, y, r) = LOOK.F, found.witness
    excess = _beyond(found.lo, found.hi, epsilon)
    with F.scope():
        seen = _seen(m, x, y)
        if r not in seen.here.atoms and r not in seen.there.atoms:
            return Violation(x, y, r, excess=excess)
        least_q, most_q = seen.other(r)
        p, q = seen.here.atoms.get(r, F.rational(0)).union(seen.most(r)), least_q.union(most_q)
        return Violation(x, y, r, _probability(F, p), _probability(F, q), excess)


def _beyond(lo: Any, hi: Any, epsilon: ExactNumber) -> Enclosure | None:
    """The loss, or as much of it as the witness shows, less epsilon; None where it is infinite."""
    if not isinstance(lo, Fraction):
        return None
    limit, top = Level.of(epsilon).enclosure(), hi if isinstance(hi, Fraction) else lo
    return Enclosure(lo - limit.hi, top - limit.lo)


def _probability(F: Balls, p: Real) -> Enclosure:
    e = F.enclosure(p)
    return Enclosure(max(e.lo, ZERO), max(e.hi, ZERO))


def _at_pair(m: Partial, found: Divergence, promise: Promise) -> Violation:
    """The atoms that make delta, with their masses; none where it is known in closed form."""
    assert promise.at is not None  # Promise.delta has it
    F, limit = LOOK.F, Level.of(promise.value).enclosure()
    excess = Enclosure(Fraction(found.lo) - limit.hi, Fraction(found.hi) - limit.lo)
    with F.scope():
        seen = _seen(m, found.x, found.y)
        several = seen.chosen(F.exp(Level.of(promise.at).value(F)))
        if not several:
            return Violation(found.x, found.y, excess=excess)
        p = sum((seen.here.atoms[r] for r in several), F.rational(0))
        q = sum((seen.there.atoms.get(r, F.rational(0)) for r in several), F.rational(0))
        if not seen.here.elsewhere:
            p = p.union(p + seen.here.left)
        if not seen.there.elsewhere:
            q = q.union(q + seen.there.left)
        masses = _probability(F, p), _probability(F, q)
        return Violation(found.x, found.y, tuple(several), *masses, excess)
