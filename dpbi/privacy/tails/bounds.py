"""What is certain of two laws, P at x and Q at y, of which a part is not listed.

    P = p + l,  Q = q + k        p, q on the atoms; l, k >= 0 of total mass L and K

Every bound is over all l and k that are possible: each where it does most harm.

Loss.  At an atom of P, ln P/Q is at least ln p/(q + K) and at most ln (p + L)/q; where what is
left of a law lies elsewhere than its atoms, K or L falls away for its own atoms.  At an atom of Q
alone it is at most ln L/q.  At outputs that are atoms of neither, only a tail ratio bounds it, or a
closed set that has no such outputs.  Where Q has no lower bound, the loss has no upper bound.

Delta.  With f = e^epsilon, for the set S of all atoms where p > f q,

    P(S) - f Q(S) >= sum over S of (p - f q)  -  f K,

as all of k may lie in S.  Where it lies elsewhere than at atoms of Q, f K is subtracted for the
atoms of P alone, and never more than those add.  From above, (a + b)^+ <= a^+ + b^+ gives

    sum over r of (P - f Q)^+ <= sum over atoms of (p - f q)^+  +  L,

and if P <= t Q on all of l, then P - f Q <= (1 - f/t) P there, so that L (1 - f/t)^+ is enough.
Where l lies within a closed set, the sum of (p + l - f q)^+ is convex in l, so it is largest where
all of L is at one output of the set: that adds (p + L - f q)^+ to (p - f q)^+, and at most L.

Sums of P^a Q^(1-a): for a > 1 in `powers.py`, of orders up to 1 in `small_orders.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpbi.fields import Balls, Real
from dpbi.laws.partial import Known


@dataclass(frozen=True)
class Seen:
    """Two laws, as far as they are known; `ratio` bounds P/Q at the atoms of neither."""

    here: Known
    there: Known
    F: Balls
    closed: frozenset[Any] | None = None
    ratio: Real | Fraction | None = None

    @property
    def tail(self) -> Real | None:
        """The tail ratio in balls, where it may be used."""
        if self.ratio is None or not (self.here.elsewhere and self.there.elsewhere):
            return None
        return self.F.rational(self.ratio) if isinstance(self.ratio, Fraction) else self.ratio

    @property
    def has_rest(self) -> bool:
        """Whether P may be possible at an output that is an atom of neither."""
        if self.here.left == 0:
            return False
        atoms = self.here.atoms.keys() | self.there.atoms.keys()
        return self.closed is None or not self.closed <= atoms

    def most(self, r: Any) -> Real:
        """P(r) is at most the upper end of this; the ball of P(r) where that is known."""
        p = self.here.atoms.get(r)
        if p is None:
            return self.here.left
        return p if self.here.elsewhere else p + self.here.left

    def other(self, r: Any) -> tuple[Real, Real]:
        """Q(r) is at least the lower end of the first, at most the upper end of the second."""
        q, left = self.there.atoms.get(r), self.there.left
        if q is None:
            return self.F.rational(0), left
        return (q, q) if self.there.elsewhere else (q, q + left)

    def total(self, values: Mapping[Any, Real]) -> Real:
        """The sum of a value of each output."""
        return sum(values.values(), self.F.rational(0))

    def least(self, values: Mapping[Any, Real]) -> Real:
        """The same where the least is wanted of whoever chooses what is seen; here nobody does."""
        return self.total(values)

    @property
    def may_meet_beyond(self) -> bool:
        """Whether there may be an output where both have some of what is left."""
        atoms = self.here.atoms.keys() | self.there.atoms.keys()
        elsewhere = self.here.elsewhere and self.there.elsewhere
        return not (elsewhere and self.closed is not None and self.closed <= atoms)

    def entropy_of(self, logs: Mapping[Any, Real]) -> Real:
        """Not above sum of P ln P/Q: ORDERS.md, section 2; logs are ln p/q of the common atoms."""
        F, p, q = self.F, self.here.atoms, self.there.atoms
        zero, left, other = F.rational(0), self.here.left, self.there.left
        mean = sum((p[r] * d for r, d in logs.items()), zero)
        mass = sum((p[r] for r in logs), zero)
        alone, beside = (sum((v for r, v in a.items() if r not in logs), zero) for a in (p, q))
        top, bottom = (alone + left).upper(), (beside + other).upper()
        if top > 0:
            c = F.log((top / bottom).mid()).mid() if bottom > 0 else zero
            least = c if self.here.elsewhere else F.minimum([c, *logs.values()])
            mean += alone * c + left * least
            mass += beside * F.exp(c) + other * F.exp(c)
        if not self.there.elsewhere and logs:
            mass += other * F.exp(F.maximum(logs.values()))
        return mean - F.log(mass)

    def excess(self, factor: Real) -> tuple[Real, Real]:
        """The sum over r of (P(r) - factor Q(r))^+: at least the first, at most the second."""
        zero = self.F.rational(0)
        common = alone = zero
        for r, p in self.here.atoms.items():
            if (q := self.there.atoms.get(r)) is None:
                alone += p
            else:
                common += zero.max(p - factor * q)
        harm = (factor * self.there.left).upper()  # an end of it: as a ball it may be far too wide
        if self.there.elsewhere:
            lower = common + zero.max(alone.lower() - harm)
        else:
            lower = zero.max((common + alone).lower() - harm)
        return lower, common + alone + self._beyond(factor)

    def _beyond(self, factor: Real) -> Real:
        """What is left of P adds at most this."""
        left, tail = self.here.left, self.tail
        if self.closed is not None and not self.here.elsewhere and left > 0:
            return self.F.maximum([self._added(r, left, factor) for r in self.closed])
        if tail is None or not self.there.atoms.keys() <= self.here.atoms.keys() or not tail > 0:
            return left
        return left * self.F.rational(0).max(1 - factor / tail)

    def _added(self, r: Any, left: Real, factor: Real) -> Real:
        """What all that is left of P adds at most where it is at one output."""
        zero = self.F.rational(0)
        p, q = (law.atoms.get(r, zero) for law in (self.here, self.there))
        return self.F.minimum([left, zero.max((p + left - factor * q).upper())])

    def chosen(self, factor: Real) -> list[Any]:
        """The atoms of both where P certainly exceeds factor Q, leaving aside what is left."""
        return [
            r
            for r, p in self.here.atoms.items()
            if (q := self.there.atoms.get(r)) is not None and p - factor * q > 0
        ]

    def strategy(self, factor: Real) -> tuple[str, ...]:
        """How an adversary chooses; there is none."""
        return ()


@dataclass(frozen=True, slots=True)
class Ratios:
    """The largest P/Q: at least `lower`, seen at `at`; at most `upper`, where that is finite.

    `impossible` says that Q is certainly 0 where P is not.  `open` is an output at which no bound
    is known, or OUTSIDE.
    """

    lower: Real | None
    at: Any
    upper: Real | None
    open: Any = None
    impossible: bool = False


OUTSIDE = object()
"""All outputs that are atoms of neither."""


def ratios(seen: Seen) -> Ratios:
    """The largest P/Q over all outputs."""
    F, lower, at = seen.F, None, None
    upper: Real | None = F.rational(0)
    unbounded: Any = None
    for r in outputs(seen):
        p, most, (least_q, most_q) = seen.here.atoms.get(r), seen.most(r), seen.other(r)
        if most == 0:
            continue
        if p is not None and p > 0:
            if most_q == 0:
                return Ratios(None, r, None, r, impossible=True)
            ratio = p / most_q if most_q > 0 else p / most_q.upper()
            if lower is None or ratio.lower() > lower.lower():
                lower, at = ratio, r
        if not least_q > 0:
            upper, unbounded = None, (r if unbounded is None else unbounded)
        elif upper is not None:
            upper = upper.max(most / least_q)
    if seen.has_rest:
        if (tail := seen.tail) is None:
            upper, unbounded = None, OUTSIDE
        elif upper is not None:
            upper = upper.max(tail)
    return Ratios(lower, at, upper, unbounded)


def outputs(seen: Seen) -> Iterator[Any]:
    """The atoms of either law, those of P first."""
    yield from seen.here.atoms
    yield from (r for r in seen.there.atoms if r not in seen.here.atoms)


def largest_exactly(seen: Seen) -> tuple[Fraction, Any] | None:
    """The largest P/Q as an exact number, and the likeliest atom that attains it.

    None where some number is not exact, or no atom attains it.
    """
    p, q, t = seen.here.exact, seen.there.exact, seen.ratio
    if p is None or q is None or not (seen.here.elsewhere and seen.there.elsewhere):
        return None
    if p.keys() != q.keys() or any(p[r] and not q[r] for r in p):
        return None
    if seen.has_rest and not isinstance(t, Fraction):
        return None
    best = max(((p[r] / q[r], p[r], -i, r) for i, r in enumerate(p) if q[r]), default=None)
    if best is None or (seen.has_rest and isinstance(t, Fraction) and t > best[0]):
        return None
    return best[0], best[3]
