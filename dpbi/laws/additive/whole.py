"""Noise on the integers: discrete Laplace (two-sided geometric), geometric, Poisson.

With q = e^(-1/scale), the discrete Laplace has the mass q^(W+1)/(1+q) on each side beyond W, the
geometric q^(W+1) beyond W (Ghosh, Roughgarden and Sundararajan 2009).  Of a Poisson law with
m = mean the masses beyond W >= m fall by m/(W+2) or faster, so they are at most
p(W+1) / (1 - m/(W+2)).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from dpbi.fields import Balls, ExactNumber, Level, Real
from dpbi.laws.additive.noise import WholeNoise, log_above, root_above
from dpbi.laws.partial import PairFacts


@dataclass(frozen=True, slots=True)
class DiscreteLaplaceNoise(WholeNoise):
    """(1-q)/(1+q) q^|z|."""

    name = "discrete_laplace"
    scale: Fraction

    def reach(self, tolerance: Fraction) -> int:
        """scale * ln(2/tolerance)."""
        return (self.scale * (log_above(tolerance) + 1)).__ceil__()

    def masses(self, reach: int, F: Balls) -> tuple[list[Real], Real]:
        """Each power of q by itself: no rounding is carried on."""
        one, q = F.rational(1), F.exp(F.rational(-1 / self.scale))
        top = (one - q) / (one + q)
        powers = [F.exp(F.rational(-z / self.scale)) for z in range(reach + 1)]
        return [top * p for p in powers], powers[reach] * q / (one + q)

    def tail_ratio(self, shift: int, F: Balls) -> Real:
        """q^(|z - s| - |z|) <= q^-|s|."""
        return F.exp(F.rational(abs(shift) / self.scale))

    def facts(self, shift: Fraction) -> PairFacts:
        """By symmetry, of |shift|."""
        return ShiftedLaplace(self.scale, int(abs(shift)))


@dataclass(frozen=True, slots=True)
class ShiftedLaplace(PairFacts):
    """P(r) in proportion to q^|r-s|, Q(r) to q^|r|, for an integer s >= 1.

    ln P/Q at r is s/b for r >= s, (2r - s)/b between, -s/b for r <= 0: it rises with r.  So for a
    level e < s/b the best set is {r >= c}, c the smallest integer above (e b + s)/2, and
    Q(r >= c) = q^c/(1+q) for c >= 1, P(r >= c) = 1 - q^(s-c+1)/(1+q) for c <= s.

    Under P the mean of |r-s| is 2q/(1-q^2), that of |r| = r + 2 (-r)^+ is s + 2 q^(s+1)/(1-q^2):
    D_1 = (s - 2q (1-q^s)/(1-q^2)) / b.
    """

    of_every_order = True
    scale: Fraction
    shift: int

    def loss(self) -> ExactNumber:
        """s/b, at every r >= s."""
        return self.shift / self.scale

    def hockey_stick(self, epsilon: ExactNumber, F: Balls) -> Real:
        """The largest over every c that may be the best one: each c in 1 .. s is a set."""
        one, zero = F.rational(1), F.rational(0)
        level = Level.of(epsilon).value(F)
        near = F.enclosure((level * F.rational(self.scale) + self.shift) / 2)
        if near.lo >= self.shift:
            return zero
        factor, q = F.exp(level), F.exp(F.rational(-1 / self.scale))

        def excess(c: int) -> Real:
            above = one - F.exp(F.rational((c - self.shift - 1) / self.scale)) / (one + q)
            return above - factor * F.exp(F.rational(-c / self.scale)) / (one + q)

        first, last = near.lo.__floor__() + 1, near.hi.__floor__() + 1
        return F.maximum([zero, *(excess(c) for c in range(first, min(last, self.shift) + 1))])

    def log_moment(self, order: Fraction, F: Balls) -> Real:
        """The sums over r >= s, 0 < r < s and r <= 0 of (1-q)/(1+q) q^(a|r-s| + (1-a)|r|).

        With w = q^(1-2a) they are q^(s-as)/(1-q), q^(as) (w^s - w)/(w - 1), q^(as)/(1-q); where w
        is 1, s - 1 terms of the second are 1.
        """
        one, rate, s = F.rational(1), -1 / self.scale, self.shift
        q, step = F.exp(F.rational(rate)), rate * (1 - 2 * order)
        low = F.exp(F.rational(rate * order * s))
        ends = (F.exp(F.rational(rate * (1 - order) * s)) + low) / (one - q)
        between = F.rational(s - 1)
        if step:
            between = F.exp(F.rational(step)) * F.expm1(F.rational(step * (s - 1)))
            between /= F.expm1(F.rational(step))
        return F.log((one - q) / (one + q) * (ends + low * between))

    def renyi(self, order: Fraction) -> Fraction | None:
        """0 at order 0, as all outputs are possible."""
        return None if order else Fraction(0)

    def relative_entropy(self, F: Balls) -> Real:
        """(s - 2q (1-q^s)/(1-q^2)) / b."""
        q = F.exp(F.rational(-1 / self.scale))
        away = -2 * q * F.expm1(F.rational(-self.shift / self.scale)) / (1 - q * q)
        return (self.shift - away) / F.rational(self.scale)


@dataclass(frozen=True, slots=True)
class GeometricNoise(WholeNoise):
    """(1-q) q^z for z = 0, 1, 2, .."""

    name = "geometric"
    least = 0
    scale: Fraction

    def reach(self, tolerance: Fraction) -> int:
        """scale * ln(1/tolerance)."""
        return (self.scale * (log_above(tolerance) + 1)).__ceil__()

    def masses(self, reach: int, F: Balls) -> tuple[list[Real], Real]:
        """Each power of q by itself."""
        q = F.exp(F.rational(-1 / self.scale))
        powers = [F.exp(F.rational(-z / self.scale)) for z in range(reach + 1)]
        return [(F.rational(1) - q) * p for p in powers], powers[reach] * q

    def tail_ratio(self, shift: int, F: Balls) -> Real:
        """q^-s wherever both are possible."""
        return F.exp(F.rational(shift / self.scale))

    def facts(self, shift: Fraction) -> PairFacts:
        """Moved up, or down to where the other is impossible."""
        return ShiftedGeometric(self.scale, int(shift))


@dataclass(frozen=True, slots=True)
class ShiftedGeometric(PairFacts):
    """P(r) = (1-q) q^(r-s) for r >= s, Q(r) = (1-q) q^r for r >= 0.

    For s > 0, P/Q is q^-s on all of P; Q(r >= s) = q^s.  For s < 0 only P is possible below 0, with
    the mass 1 - q^-s, and P = q^-s Q at all other outputs.  So there, for a < 1, the sum of
    P^a Q^(1-a) is q^(-as), and D_a is infinite from order 1 on.
    """

    of_every_order = True
    scale: Fraction
    shift: int

    def loss(self) -> Fraction | float:
        """s/b, or infinite."""
        return self.shift / self.scale if self.shift > 0 else math.inf

    def hockey_stick(self, epsilon: ExactNumber, F: Balls) -> Real:
        """(q^-s - e^eps) q^s where that is above 0, or 1 - q^-s."""
        far = F.rational(-abs(self.shift) / self.scale)
        if self.shift < 0:
            return -F.expm1(far)
        return F.rational(0).max(-F.expm1(Level.of(epsilon).value(F) + far))

    def renyi(self, order: Fraction) -> Fraction | float:
        """The loss, where P/Q is one number on all of P."""
        if self.shift > 0 or order >= 1:
            return self.loss()
        return order * -self.shift / self.scale / (1 - order)

    def rho(self) -> Fraction | float:
        """D_a / a falls in a; at the limit of orders at 1 it is D."""
        return self.loss()


@dataclass(frozen=True, slots=True)
class PoissonNoise(WholeNoise):
    """e^-m m^z / z! for z = 0, 1, 2, .."""

    name = "poisson"
    least = 0
    mean: Fraction

    def reach(self, tolerance: Fraction) -> int:
        """m + sqrt(2 m L) + L: beyond it is less than e^-L, by Bernstein's inequality."""
        far = log_above(tolerance)
        return self.mean.__ceil__() + root_above(2 * self.mean * far) + far

    def masses(self, reach: int, F: Balls) -> tuple[list[Real], Real]:
        """p(z+1) = p(z) m/(z+1); beyond the last, none is more than p of it times a power."""
        mean = F.rational(self.mean)
        reach, wanted = max(reach, self.mean.__ceil__()), reach
        masses = [F.exp(-mean)]
        for z in range(reach + 1):
            masses.append(masses[-1] * mean / (z + 1))
        most = masses.pop() / (1 - mean / (reach + 2))
        beyond = F.rational(0).union(most) + sum(masses[wanted + 1 :], F.rational(0))
        return masses[: wanted + 1], beyond

    def facts(self, shift: Fraction) -> PairFacts:
        """No ratio is bounded."""
        return ShiftedPoisson(self.mean, int(shift))


@dataclass(frozen=True, slots=True)
class ShiftedPoisson(PairFacts):
    """P is a Poisson law moved up by s, Q one that is not.

    For s < 0 only P is possible at r = s; for s > 0, P(r)/Q(r) = m^-s r!/(r-s)! grows without end.
    """

    of_every_order = True
    mean: Fraction
    shift: int

    def loss(self) -> float:
        """Infinite in both directions."""
        return math.inf

    def renyi(self, order: Fraction) -> float | None:
        """Infinite from order 1 on, where an output of P is impossible."""
        return math.inf if self.shift < 0 and order >= 1 else None

    def rho(self) -> float | None:
        """The same."""
        return math.inf if self.shift < 0 else None
