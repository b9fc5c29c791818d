"""What is certain of two laws of a mechanism that asks an adversary, where not all is known.

    P, Q      masses of a transcript at x and y, given its choices
    p, q      what is known of them: lower bounds (`laws/unended.py`)
    s         an adversary; s(t) the probability of its choices along t
    p(h)      the mass of the runs that were left at history h

Against s all is a law, so sum over t of s(t) P(t) = 1, or less where it may never end.

Delta from above.  P = p + l and Q >= q give (P - f Q)^+ <= (p - f q)^+ + l, and the sum of s l is
at most 1 - sum of s p.  As p - (p - f q)^+ = min(p, f q),

    sum over t of s (P - f Q)^+  <=  1 - sum over t of s(t) min(p(t), f q(t)).

The largest over adversaries is found from the leaves of the tree, with the smallest at a choice; an
option of which no transcript is known adds nothing to the sum.

Delta from below.  Of an adversary s, let S be the transcripts with p > f q, without those after the
histories where that makes the sum larger.  Q(S) is at most the sum of s q over S, of s(h) q(h) over
the runs that were left before or within S, and of all that is not accounted for,
1 - sum of s q - sum of s(h) q(h).  So with

    G(h) = max(0, sum over what follows of G + (p - f q)^+ where a transcript ends - f q(h)),
    N    = sum of s(t) q(t) + sum of s(h) q(h),

delta is at least G + f N - f at the root: where G(h) is 0, S has nothing after h, and runs that
were left there cannot come to S.  This holds for each adversary, so for the one that takes the
largest G + f N at each choice.

Ratios.  For any adversary that comes to t, the masses of all that is known, and excludes t, are not
at t.  So Q(t) is at most 1 less what is known beside the way to t (`largest_masses`): of the
siblings of each history on the way all is summed, with the best option where they are options, for
these are of the same adversary; runs that were left on the way may come to t.  The sum of s P^a
Q^(1-a) is at least that of s p^a U^(1-a), U being this bound of Q, for a > 1; other orders are in
ORDERS.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from dpbi.fields import Balls, Real
from dpbi.laws.transcripts import Histories
from dpbi.laws.unended import KnownPlay
from dpbi.privacy.adaptive.playing import reached, strategy
from dpbi.privacy.tails.bounds import Seen

FAINT = Fraction(1, 1 << 64)
"""e^f at transcripts that are known at y only."""


@dataclass(frozen=True, slots=True)
class Reached:
    """G and f N of a history."""

    gain: Real
    known: Real

    @property
    def both(self) -> Real:
        """What an adversary wants to be large."""
        return self.gain + self.known


@dataclass(frozen=True)
class SeenPlay(Seen):
    """Two laws of transcripts, as far as they are known, and the tree of all that are."""

    tree: Histories | None = None

    def most(self, r: Any) -> Real:
        """P(r) is at most this."""
        return self._mosts[0][r]

    def other(self, r: Any) -> tuple[Real, Real]:
        """Q(r) is at least the first, at most the second."""
        return self.there.atoms.get(r, self.F.rational(0)), self._mosts[1][r]

    @cached_property
    def _mosts(self) -> tuple[Mapping[Any, Real], Mapping[Any, Real]]:
        here, there = (largest_masses(self._tree, law, self.F) for law in self._laws)
        return here, there

    @property
    def _tree(self) -> Histories:
        assert self.tree is not None
        return self.tree

    @property
    def _laws(self) -> tuple[KnownPlay, KnownPlay]:
        assert isinstance(self.here, KnownPlay)
        assert isinstance(self.there, KnownPlay)
        return self.here, self.there

    def total(self, values: Mapping[Any, Real]) -> Real:
        """The largest sum over adversaries."""
        zero = self.F.rational(0)

        def added(parts: Sequence[Real]) -> Real:
            return sum(parts, zero)

        return self._tree.best(lambda r: values.get(r, zero), added, self.F.maximum)[0]

    def least(self, values: Mapping[Any, Real]) -> Real:
        """The smallest sum over adversaries."""
        return -self.total({r: -v for r, v in values.items()})

    def entropy_of(self, logs: Mapping[Any, Real]) -> Real:
        """Not above the largest sum of P ln P/Q over adversaries: ORDERS.md, section 3."""
        F, p = self.F, self.here.atoms
        mean = self.total({r: p[r] * d for r, d in logs.items()})
        if self.here.is_complete and self.there.is_complete:
            return mean
        zero, c = F.rational(0), F.log(F.rational(FAINT))
        least, most = F.minimum([c, *logs.values()]), F.maximum([zero, *logs.values()])
        mass = F.rational(1 + FAINT) + self.there.left * F.exp(most)
        return mean + self.here.left * least - F.log(mass)

    def excess(self, factor: Real) -> tuple[Real, Real]:
        """delta: at least the first, at most the second."""
        F, zero = self.F, self.F.rational(0)
        p, q = self.here.atoms, self.there.atoms

        def common(r: Any) -> Real:
            return F.minimum([p[r], factor * q[r]]) if r in p and r in q else zero

        def added(parts: Sequence[Real]) -> Real:
            return sum(parts, zero)

        least = self._tree.best(common, added, F.minimum)[0]
        root = self._gains(factor)[0]
        lower = (root.both - factor).lower()  # an end of it: as a ball it may be far too wide
        return zero.max(lower), zero.max(1 - least)

    def _gains(self, factor: Real) -> list[Reached]:
        """G and f N of all histories, for the adversary that takes the largest sum of both."""
        F, zero = self.F, self.F.rational(0)
        here, there = self._laws

        def value(r: Any) -> Reached:
            if r in there.open:
                harm = factor * there.open[r]
                return Reached(-harm, harm)
            q = factor * there.atoms.get(r, zero)
            return Reached(zero.max(here.atoms.get(r, zero) - q), q)

        def added(parts: Sequence[Reached]) -> Reached:
            gain = sum((part.gain for part in parts), zero)
            return Reached(zero.max(gain), sum((part.known for part in parts), zero))

        def largest(parts: Sequence[Reached]) -> Reached:
            best = parts[0]
            for part in parts[1:]:
                best = part if F.less(best.both, part.both) is True else best
            return best

        return self._tree.best(value, added, largest)

    def chosen(self, factor: Real) -> list[Any]:
        """The transcripts that this adversary may see where p certainly exceeds f q."""
        p, q, zero = self.here.atoms, self.there.atoms, self.F.rational(0)
        values = [gain.both for gain in self._gains(factor)]
        several = reached(self._tree, values, self.F)
        return [r for r in several if r in p and p[r] - factor * q.get(r, zero) > 0]

    def strategy(self, factor: Real) -> tuple[str, ...]:
        """How this adversary chooses."""
        return strategy(self._tree, [gain.both for gain in self._gains(factor)], self.F)


def largest_masses(tree: Histories, law: KnownPlay, F: Balls) -> Mapping[Any, Real]:
    """{transcript: its mass is at most this}, for all that end in the tree."""
    zero, one = F.rational(0), F.rational(1)
    ends = [h.ends for h in tree.histories if h.ends is not None]
    if law.is_complete:
        return {r: law.atoms.get(r, zero) for r in ends}

    def added(parts: Sequence[Real]) -> Real:
        return sum(parts, zero)

    known = tree.best(lambda r: law.mass(r, F), added, F.maximum)
    beside = [zero] * len(tree.histories)
    found = {}
    for at, here in enumerate(tree.histories):
        if here.ends is not None:
            found[here.ends] = zero.max(one - beside[at])
        options = F.maximum([zero, *(known[k] for k in here.options)])
        others = added([known[k] for k in here.others])
        for k in here.options:
            beside[k] = beside[at] + others
        for k in here.others:
            beside[k] = beside[at] + options + (others - known[k])
    return found
