"""The sum of P^a Q^(1-a) for a > 1 of two laws of which a part is not listed.

It rises with P and falls with Q at each output (`bounds.py` says between what they lie).  Beyond
the atoms, where P <= t Q, it is at most L t^(a-1).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from dpbi.fields import Balls, Real
from dpbi.privacy.tails.bounds import Seen, outputs

Logs: TypeAlias = tuple[Real, Real]
"""ln of a probability at x, and ln of one at y."""


class Moments:
    """The sum of P^a Q^(1-a) over all outputs, for any a > 1; logarithms are taken once.

    `low` and `high` are terms at their least and at their most.  A mass of P of which only an upper
    bound w of P/Q is known adds something between 0 and mass * w^(a-1).  Where Q has no lower
    bound, the sum has no upper bound.
    """

    def __init__(self, seen: Seen) -> None:
        self.F, self.low, self.high = seen.F, dict[Any, Logs](), dict[Any, Logs]()
        self._total = seen.total
        self.masses: list[tuple[Real, Real]] = []
        self.impossible = self.unbounded = False
        beyond: list[Real] = []  # ratios where only what is left of P is
        for r in outputs(seen):
            p, most, (least_q, most_q) = seen.here.atoms.get(r), seen.most(r), seen.other(r)
            if most == 0:
                continue
            if p is not None and p > 0:
                self._at_least(r, p, most_q)
            if not least_q > 0:
                self.unbounded = True
            elif p is None:
                beyond.append(most / least_q)
            elif most > 0:
                same = p is most and least_q is most_q
                self.high[r] = self.low[r] if same else self._logs(most, least_q)
            else:
                self.masses.append((most, most / least_q))
        if seen.has_rest and seen.tail is not None:
            beyond.append(seen.tail)
        elif seen.has_rest:
            self.unbounded = True
        if beyond:
            self.masses.append((seen.here.left, self.F.maximum(beyond)))

    def _at_least(self, r: Any, p: Real, most_q: Real) -> None:
        """A term of the sum at its least."""
        if most_q == 0:
            self.impossible = True
        else:
            self.low[r] = self._logs(p, most_q if most_q > 0 else most_q.upper())

    def _logs(self, p: Real, q: Real) -> Logs:
        return self.F.log(p), self.F.log(q)

    def at(self, a: Fraction) -> tuple[Real, Real | None]:
        """At least the lower end of the first; at most the upper one of the second, if there is."""
        F, power, zero = self.F, self.F.rational(a), self.F.rational(0)

        def total(terms: Mapping[Any, Logs]) -> Real:
            parts = {r: F.exp(power * p + (1 - power) * q) for r, (p, q) in terms.items()}
            return self._total(parts)

        low = total(self.low)
        if self.unbounded:
            return low, None
        high = low if self.high == self.low else total(self.high)
        return low, high + sum((_power(mass, ratio, a, F) for mass, ratio in self.masses), zero)


def _power(mass: Real, ratio: Real, a: Fraction, F: Balls) -> Real:
    """A number that is at least mass * ratio^(a-1)."""
    top = ratio.upper()
    return mass * F.exp(F.rational(a - 1) * F.log(top)) if top > 0 else F.rational(0)
