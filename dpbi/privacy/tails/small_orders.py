"""Renyi divergences of orders from 0 to 1, where a part of a law is not listed: see ORDERS.md.

`Overlap` encloses the sum of P^a Q^(1-a), `Entropy` the Kullback-Leibler divergence.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from dpbi.fields import Real
from dpbi.privacy.results import Extended
from dpbi.privacy.tails.bounds import Seen, outputs

ZERO = Fraction(0)


class Overlap:
    """The sum S of P^a Q^(1-a) over all outputs, 0 <= a < 1; the least over adversaries."""

    def __init__(self, seen: Seen, a: Fraction) -> None:
        self.seen, self.F, self.a = seen, seen.F, a
        self.p, self.q = seen.here.atoms, seen.there.atoms

    def gain(self) -> tuple[Extended, Extended]:
        """-ln S: at least, at most."""
        F, low, high = self.F, self._least(), self._most()
        if high == 0:
            return math.inf, math.inf
        lo = max(F.enclosure(-F.log(high.upper())).lo, ZERO)
        return lo, F.enclosure(-F.log(low.lower())).hi if low > 0 else math.inf

    def _least(self) -> Real:
        common = (r for r in self.p if r in self.q and self.p[r] > 0 and self.q[r] > 0)
        return self.seen.least({r: self._product(self.p[r], self.q[r]) for r in common})

    def _most(self) -> Real:
        seen, p, q = self.seen, self.p, self.q
        known = {r: self._product(p[r].upper(), q[r].upper()) for r in p if r in q}
        of_p = {r: v for r, v in p.items() if not (seen.there.elsewhere and r in q)}
        of_q = {r: v for r, v in q.items() if not (seen.here.elsewhere and r in p)}
        left, other = seen.here.left.upper(), seen.there.left.upper()
        total = seen.least(known) + self._product(seen.total(of_p).upper(), other)
        total += self._product(left, seen.total(of_q).upper())
        return total + self._product(left, other) if seen.may_meet_beyond else total

    def _product(self, x: Real, y: Real) -> Real:
        """x^a y^(1-a), 0 where either is."""
        F = self.F
        if x == 0 or y == 0:
            return F.rational(0)
        return F.exp(F.rational(self.a) * F.log(x) + F.rational(1 - self.a) * F.log(y))


class Entropy:
    """The Kullback-Leibler divergence, the largest over adversaries."""

    def __init__(self, seen: Seen) -> None:
        self.seen, self.F = seen, seen.F
        p, q = seen.here.atoms, seen.there.atoms
        common = [r for r in p if r in q and p[r] > 0 and q[r] > 0]
        self.logs = {r: self.F.log(p[r]) - self.F.log(q[r]) for r in common}

    def bounds(self) -> tuple[Extended, Extended]:
        """At least, at most."""
        if self._is_impossible():
            return math.inf, math.inf
        lo, high = self.F.enclosure(self.seen.entropy_of(self.logs)).lo, self._most()
        lo = max(lo, ZERO)
        return lo, math.inf if high is None else max(lo, self.F.enclosure(high).hi)

    def _is_impossible(self) -> bool:
        """Whether Q is certainly 0 where P is not."""
        return any(p > 0 and self.seen.other(r)[1] == 0 for r, p in self.seen.here.atoms.items())

    def _most(self) -> Real | None:
        """Not below the divergence, where that has an upper bound."""
        F, seen, high, beyond = self.F, self.seen, dict[Any, Real](), list[Real]()
        for r in outputs(seen):
            p, most, least_q = seen.here.atoms.get(r), seen.most(r), seen.other(r)[0]
            if most == 0:
                continue
            if not least_q > 0:
                return None
            if p is None:
                beyond.append(most / least_q)
            else:
                ends = self._term(r, p, least_q), self._term(r, most, least_q)
                high[r] = ends[0] if p is most else F.maximum(ends)
        if seen.has_rest:
            if seen.tail is None:
                return None
            beyond.append(seen.tail)
        total = seen.total(high)
        if beyond and (top := F.maximum(beyond).upper()) > 1:
            total += seen.here.left.upper() * F.log(top)
        return total

    def _term(self, r: Any, p: Real, q: Real) -> Real:
        """p ln (p/q) for p >= 0 and q > 0; it is least, -q/e, where p = q/e."""
        F, zero = self.F, self.F.rational(0)
        if p > 0:
            exact = (
                r in self.logs and p is self.seen.here.atoms[r] and q is self.seen.there.atoms[r]
            )
            return p * (self.logs[r] if exact else F.log(p) - F.log(q))
        if p == 0:
            return zero
        top = p.upper()
        least = -(q / F.exp(F.rational(1))).upper()
        return least.union(zero).union(top * (F.log(top) - F.log(q)))
