"""Gaussian noise, on the integers and on the real line; v = sigma^2 is its variance parameter.

Continuous (Balle and Wang 2018, Theorem 8).  P is the normal law around s > 0, Q that around 0.
ln P/Q at t is (2 s t - s^2)/(2v): it rises with t, without end.  The best set for a level e is
t > e v/s + s/2, so that

    delta(e) = Phi(s/(2 sigma) - e sigma/s) - e^e Phi(-s/(2 sigma) - e sigma/s),

with Phi(t) = erfc(-t/sqrt 2)/2.  D_a = a s^2/(2v) for every order a >= 0.

Discrete (Canonne, Kamath and Steinke 2020).  P and Q have probabilities in proportion to
e^(-(z-s)^2/2v) and e^(-z^2/2v) on the integers.  Completing the square,

    sum P^a Q^(1-a) = e^(a (a-1) s^2/2v) T(a s)/T(0),     T(c) = sum over z of e^(-(z-c)^2/2v),

and T(c) <= T(0), with equality for an integer c (their Fact 18).  So D_a = a s^2/2v exactly where
a s is an integer (at 1 by continuity: K is analytic, and T(as) is symmetric around integers), and,
for a > 1, D_a <= a s^2/2v at all orders: rho is s^2/2v, attained at order 2 (their
Theorem 4).  By Poisson's summation formula

    T(c) = sqrt(2 pi v) sum over k of e^(-2 pi^2 v k^2) cos(2 pi k c).

The masses e^(-z^2/2v) beyond W fall by e^(-(2W+3)/2v) or faster: z^2 grows by 2z+1 >= 2W+3 at each
step.  So what is beyond is at most e^(-(W+1)^2/2v) / (1 - e^(-(2W+3)/2v)), before it is normalised.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from dpbi.fields import Balls, ExactNumber, Level, Real
from dpbi.laws.additive.noise import RealNoise, WholeNoise, log_above, root_above
from dpbi.laws.partial import PairFacts


@dataclass(frozen=True, slots=True)
class GaussianNoise(RealNoise):
    """The normal law of mean 0."""

    name = "gaussian"
    variance: Fraction

    def facts(self, shift: Fraction) -> PairFacts:
        """By symmetry, of |shift|."""
        return ShiftedGaussian(self.variance, abs(shift))


@dataclass(frozen=True, slots=True)
class ShiftedGaussian(PairFacts):
    """Two normal laws, the first s > 0 above the second."""

    of_every_order = True
    variance: Fraction
    shift: Fraction

    def loss(self) -> float:
        """Infinite: the ratio grows without end."""
        return math.inf

    def hockey_stick(self, epsilon: ExactNumber, F: Balls) -> Real:
        """In closed form, by erfc."""
        level, sigma = Level.of(epsilon).value(F), F.sqrt(F.rational(self.variance))
        s, half = F.rational(self.shift), F.sqrt(F.rational(2))
        middle, away = s / (2 * sigma), level * sigma / s
        first, second = ((away + sign * middle) / half for sign in (-1, 1))
        return F.rational(0).max((first.erfc() - F.exp(level) * second.erfc()) / 2)

    def loss_below(self, level: Fraction, F: Balls) -> tuple[Real, Real]:
        """The loss is at most l where t <= l v/s + s/2."""
        sigma, s = F.sqrt(F.rational(self.variance)), F.rational(self.shift)
        away, half = F.rational(level) * sigma / s, F.sqrt(F.rational(2))
        first, second = (-(away + sign * s / (2 * sigma)) / half for sign in (-1, 1))
        return first.erfc() / 2, second.erfc() / 2

    def usual_losses(self, spare: float) -> tuple[Fraction, Fraction]:
        """Within some deviations of rho, the mean: the variance is twice that."""
        far = Fraction(math.sqrt(-4 * float(self.rho()) * math.log(spare)))
        return self.rho() - far, self.rho() + far

    def renyi(self, order: Fraction) -> Fraction:
        """a s^2/(2v)."""
        return order * self.rho()

    def rho(self) -> Fraction:
        """s^2/(2v), at every order."""
        return self.shift**2 / (2 * self.variance)


@dataclass(frozen=True, slots=True)
class DiscreteGaussianNoise(WholeNoise):
    """In proportion to e^(-z^2/2v) on the integers."""

    name = "discrete_gaussian"
    variance: Fraction

    def reach(self, tolerance: Fraction) -> int:
        """sqrt(2 v ln(2/tolerance))."""
        return root_above(2 * self.variance * (log_above(tolerance) + 1))

    def masses(self, reach: int, F: Balls) -> tuple[list[Real], Real]:
        """The weights, as far as F tells them from 0, over their sum."""
        far = max(reach, root_above(2 * self.variance * F.bits))
        weights = [self._weight(z, F) for z in range(far + 2)]
        fall = F.exp(F.rational(-Fraction(2 * far + 3) / (2 * self.variance)))
        last = F.rational(0).union(weights.pop() / (1 - fall))
        above = sum(weights[1:], last)
        norm = weights[0] + 2 * above
        beyond = sum(weights[reach + 1 :], last)
        return [w / norm for w in weights[: reach + 1]], beyond / norm

    def facts(self, shift: Fraction) -> PairFacts:
        """By symmetry, of |shift|."""
        return ShiftedDiscreteGaussian(self.variance, int(abs(shift)))

    def _weight(self, z: int, F: Balls) -> Real:
        return F.exp(F.rational(-Fraction(z * z) / (2 * self.variance)))


@dataclass(frozen=True, slots=True)
class ShiftedDiscreteGaussian(PairFacts):
    """Two discrete Gaussians, the first s >= 1 above the second."""

    of_every_order = True
    variance: Fraction
    shift: int

    def loss(self) -> float:
        """Infinite: ln P/Q is (2 s r - s^2)/(2v)."""
        return math.inf

    def renyi(self, order: Fraction) -> Fraction | None:
        """a s^2/(2v) where a s is an integer."""
        return order * self.rho() if (order * self.shift).denominator == 1 else None

    def log_moment(self, order: Fraction, F: Balls) -> Real:
        """a (a-1) s^2/(2v) + ln T(a s)/T(0)."""
        part = order * self.shift % 1
        quotient = _theta(self.variance, part, F) / _theta(self.variance, Fraction(0), F)
        return F.rational(order * (order - 1) * self.rho()) + F.log(quotient)

    def rho(self) -> Fraction:
        """s^2/(2v), attained at order 2."""
        return Fraction(self.shift**2) / (2 * self.variance)


def _theta(v: Fraction, c: Fraction, F: Balls) -> Real:
    """T(c) for 0 <= c < 1, over sqrt(2 pi v) where v >= 1/5; each sum falls faster then.

    The terms of either sum beyond K on one side fall by the factor of the first two, or faster.
    """
    if v < Fraction(1, 5):
        near = root_above(2 * v * F.bits) + 2
        terms = [F.exp(F.rational(-((z - c) ** 2) / (2 * v))) for z in range(-near, near + 1)]
        ends = (terms[0] / (1 - terms[0] / terms[1]), terms[-1] / (1 - terms[-1] / terms[-2]))
        zero = F.rational(0)
        return sum(terms[1:-1], zero) + sum((zero.union(end) for end in ends), zero)
    rate = -2 * F.pi() * F.pi() * F.rational(v)
    near = root_above(Fraction(F.bits) / (16 * v)) + 1
    found = F.rational(1)
    for k in range(1, near + 1):
        found += 2 * F.exp(rate * k * k) * (2 * k * F.pi() * F.rational(c)).cos()
    most = 2 * F.exp(rate * (near + 1) ** 2) / (1 - F.exp(rate * (2 * near + 3)))
    return found + (-most).union(most)
