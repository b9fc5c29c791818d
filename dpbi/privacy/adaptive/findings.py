"""What a finding says of a delta against the best adversary: a pair, and a set of transcripts."""

from __future__ import annotations

from typing import Any

from dpbi.fields import Balls, Level
from dpbi.fields.enclosure import total
from dpbi.laws.interactive import Interactive
from dpbi.laws.promise import Promise
from dpbi.privacy.adaptive.exactly import delta_exceeds
from dpbi.privacy.adaptive.playing import Game
from dpbi.privacy.finding import Violation

BITS = 192


def set_of_the_best(m: Interactive, x: Any, y: Any, promise: Promise) -> Violation:
    """Of the transcripts under the best adversary, those likelier at x than e^eps times at y.

    Their masses are probabilities against that adversary.
    """
    assert promise.at is not None  # Promise.delta has it
    game, F = Game(m), Balls(BITS)
    masses = game.masses(F)
    p, q = masses[x], masses[y]
    with F.scope():
        factor, zero = F.exp(Level.of(promise.at).value(F)), F.rational(0)
        values = game.excess(p, q, factor, F)
        reached = game.reached(values, F)
        chosen = [r for r in reached if F.less(factor * q.get(r, zero), p.get(r, zero)) is True]
        if not chosen:
            return Violation(x, y)
        above, below = (sum((law.get(r, zero) for r in chosen), zero) for law in (p, q))
        excess = F.enclosure(above - factor * below - Level.of(promise.value).value(F))
        ends = [total(F.enclosure(law[r]) for r in chosen if r in law) for law in (p, q)]
    return Violation(x, y, tuple(chosen), ends[0], ends[1], excess)


def first_excess(m: Interactive, promise: Promise) -> tuple[Any, Any] | None:
    """The first pair whose delta is certainly larger than promised; None where one is open."""
    assert promise.at is not None  # Promise.delta has it
    game, F, delta = Game(m), Balls(BITS), promise.delta_allowed
    masses = game.masses(F)
    with F.scope():
        factor, allowed = F.exp(Level.of(promise.at).value(F)), F.rational(delta)
        place = {x: i for i, x in enumerate(game.pairs.datasets)}
        for x, y in sorted(game.pairs.ordered, key=lambda pair: (place[pair[0]], place[pair[1]])):
            values = game.excess(masses[x], masses[y], factor, F)
            beyond = F.less(allowed, values[0])
            if beyond is None:
                beyond = delta_exceeds(m, x, y, promise.at, delta)
            if beyond is None:
                return None
            if beyond:
                return x, y
    return None
