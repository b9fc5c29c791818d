"""Laplace noise on the real line (Dwork, McSherry, Nissim and Smith 2006).

P has the density e^(-|t-s|/b)/2b, Q e^(-|t|/b)/2b, and u = s/b > 0.  ln P/Q at t is u for t >= s,
(2t - s)/b between, -u for t <= 0.

Delta.  It rises with t, so the best set for a level e < u is t > c = (e b + s)/2, in [0, s]:

    P(t > c) - e^e Q(t > c) = 1 - e^(-(s-c)/b)/2 - e^e e^(-c/b)/2 = 1 - e^((e-u)/2).

Losses.  For -u <= l < u the loss is at most l where t <= c = (l b + s)/2, in [0, s): under P with
the probability e^(-(s-c)/b)/2 = e^((l-u)/2)/2, under Q with 1 - e^(-c/b)/2 = 1 - e^(-(l+u)/2)/2.

Renyi.  The integrals of P^a Q^(1-a) over t >= s, 0 < t < s and t <= 0 are e^((a-1)u)/2,
e^(-au) (e^(du) - 1) / (2d) for d = 2a - 1, and e^(-au)/2; for d = 0 the second is e^(-au) u/2.
Together they are a/(2a-1) e^((a-1)u) + (a-1)/(2a-1) e^(-au) (Mironov 2017, Proposition 6).

Kullback-Leibler.  ln P/Q = (|t| - |t-s|)/b has the mean (E|t| - b)/b under P.  For t = s + z,
|t| = s + z + 2 (-s-z)^+, and (-s-z)^+ has the mean b e^-u / 2.  So D_1 = u + e^-u - 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dpbi.fields import Balls, ExactNumber, Level, Real
from dpbi.laws.additive.noise import RealNoise
from dpbi.laws.partial import PairFacts


@dataclass(frozen=True, slots=True)
class LaplaceNoise(RealNoise):
    """e^(-|z|/scale) / (2 scale)."""

    name = "laplace"
    scale: Fraction

    def facts(self, shift: Fraction) -> PairFacts:
        """By symmetry, of |shift|."""
        return ShiftedRealLaplace(abs(shift) / self.scale)


@dataclass(frozen=True, slots=True)
class ShiftedRealLaplace(PairFacts):
    """Two Laplace laws, u scales apart."""

    of_every_order = True
    apart: Fraction

    def loss(self) -> ExactNumber:
        """u."""
        return self.apart

    def hockey_stick(self, epsilon: ExactNumber, F: Balls) -> Real:
        """1 - e^((e-u)/2), or 0."""
        away = Level.of(epsilon).value(F) - F.rational(self.apart)
        return F.rational(0).max(-F.expm1(away / 2))

    def loss_below(self, level: Fraction, F: Balls) -> tuple[Real, Real]:
        """The loss is at most l in (-u, u) where t <= c = (l b + s)/2."""
        one, zero = F.rational(1), F.rational(0)
        if level < -self.apart:
            return zero, zero
        if level >= self.apart:
            return one, one
        under_p = F.exp(F.rational((level - self.apart) / 2)) / 2
        return under_p, one - F.exp(F.rational(-(level + self.apart) / 2)) / 2

    def usual_losses(self, spare: float) -> tuple[Fraction, Fraction]:
        """All of them."""
        return -self.apart, self.apart

    def log_moment(self, order: Fraction, F: Balls) -> Real:
        """ln of the integral of P^a Q^(1-a)."""
        up, down = (
            F.exp(F.rational((order - 1) * self.apart)),
            F.exp(F.rational(-order * self.apart)),
        )
        d = 2 * order - 1
        middle = (
            F.expm1(F.rational(d * self.apart)) / F.rational(d) if d else F.rational(self.apart)
        )
        return F.log((up + down * middle + down) / 2)

    def renyi(self, order: Fraction) -> Fraction | None:
        """0 at order 0, as all outputs are possible."""
        return None if order else Fraction(0)

    def relative_entropy(self, F: Balls) -> Real:
        """u + e^-u - 1."""
        u = F.rational(self.apart)
        return u + F.expm1(-u)
