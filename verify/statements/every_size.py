"""Mean errors bounded at every size at once: equal prior parameters, balanced data, two categories.

Let the posterior be Beta(N/2, N/2), N = 2a + n, M = N - 1, and let the release move j records away,
0 <= j <= n/2.  With f(t) = lgamma(N/2 + t) + lgamma(N/2 - t) and s = -ln BC,

    s(j) = (f(0) + f(j)) / 2 - f(j/2),    f'' = psi'(N/2 + t) + psi'(N/2 - t),

and 1/u < psi'(u) < 1/(u - 1/2): psi'(u) is the sum of 1/(u+i)^2, i >= 0, at least the integral of
1/w^2 from u on, at most that from u - 1/2 on (midpoints of a convex function).  So

    j^2 / (2N)  <=  s(j)  <=  j^2 M / (2 (M^2 - 4 j^2)),    2j < M.

In units of 1/sqrt(2N) the distance rho(j) = sqrt(2N (1 - e^-s)) therefore lies between j
sqrt(phi(j^2/(2N))), phi(s) = (1 - e^-s)/s, and j sqrt(N M / (M^2 - 4 j^2)).  The first grows and
the second falls with N: **taken at a least N they hold for it and for every larger one**, and so do
the bounds below, which are made of them.  LS(x) is the distance of one step.

Either n grows (prior (1, 1), n >= 2 REACH) or the parameters do (n fixed, a > 1/2).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dpbi.fields import Balls, Real
from dpbi.fields.enclosure import decimal

F = Balls(128)
REACH = 80
"""How many steps are bounded one by one; beyond it, geometric tails."""


@dataclass(frozen=True)
class Between:
    """Two numbers, the first certainly at most and the second certainly at least the truth."""

    lo: Real
    hi: Real

    def below(self, other: Between) -> bool:
        """Certainly smaller, at every size."""
        return F.less(self.hi, other.lo) is True

    def under(self, value: int) -> bool:
        """Certainly smaller than a number."""
        return F.less(self.hi, F.rational(value)) is True

    def above(self, value: int) -> bool:
        """Certainly larger than a number."""
        return F.less(F.rational(value), self.lo) is True

    def __str__(self) -> str:
        low, high = F.enclosure(self.lo).lo, F.enclosure(self.hi).hi
        return f"between {decimal(low, 4, up=False)} and {decimal(high, 4, up=True)}"

    def over(self, other: Between) -> Between:
        """A quotient of positive numbers."""
        with F.scope():
            return Between(self.lo / other.hi, self.hi / other.lo)


@dataclass(frozen=True)
class Steps:
    """rho(0), .., rho(reach) bounded for every N >= least; data of n records if n is fixed."""

    least: int
    n: int | None = None

    @property
    def reach(self) -> int:
        """The last step bounded on its own: all there are if n is fixed."""
        return REACH if self.n is None else self.n // 2

    def rho(self, j: int) -> Between:
        """The distance of j steps times sqrt(2N)."""
        N, M = self.least, self.least - 1
        if j == 0:
            return Between(F.rational(0), F.rational(0))
        s = F.rational(Fraction(j * j, 2 * N))
        high = Fraction(N * M, M * M - 4 * j * j)
        return Between(j * F.sqrt(-F.expm1(-s) / s), j * F.sqrt(F.rational(high)))

    def all(self) -> list[Between]:
        """rho(1), .., rho(reach)."""
        return [self.rho(j) for j in range(1, self.reach + 1)]


def exponential(steps: Steps, strength: Fraction) -> tuple[Between, Between]:
    """(mean of rho, chance of no error) for weights exp(-strength H(x, r) / LS(x))."""
    with F.scope():
        theta, first, rho = F.rational(strength), steps.rho(1), steps.all()
        low = [F.exp(-theta * r.hi / first.lo) for r in rho]
        high = [F.exp(-theta * r.lo / first.hi) for r in rho]
        count, mean = _far(steps, theta / first.hi)
        least, most = 1 + 2 * _total(low), 1 + 2 * (_total(high) + count)
        small = 2 * _total([r.lo * w for r, w in zip(rho, low, strict=True)])
        large = 2 * (_total([r.hi * w for r, w in zip(rho, high, strict=True)]) + mean)
        return Between(small / most, large / least), Between(1 / most, 1 / least)


def _far(steps: Steps, rate: Real) -> tuple[Real, Real]:
    """Sums of e^(-rate rho) and of rho e^(-rate rho) beyond the reach, on one side.

    Up to sqrt(2N) steps rho(j) >= c j with c^2 = 1 - 1/e; there and beyond, rho e^(-rate rho) falls
    once rate rho > 1.  Farther out rho >= c sqrt(2N), at fewer than N/2 places, and
    N^(3/2) e^(-rate c sqrt(2N)) falls in N once rate c sqrt(2N) > 3.
    """
    if steps.n is not None:
        return F.rational(0), F.rational(0)
    J, c, root = steps.reach, F.sqrt(-F.expm1(F.rational(-1))), F.sqrt(F.rational(2 * steps.least))
    if not (rate * c * J > 1 and rate * c * root > 3):
        raise ValueError("these sizes are too small for this strength")
    q, rest = F.exp(-rate * c), steps.least * F.exp(-rate * c * root) / 2
    count = q ** (J + 1) / (1 - q)
    mean = c * q ** (J + 1) * (J + 1 - J * q) / (1 - q) ** 2
    return count + rest, mean + rest * c * root


def laplace(steps: Steps, rate: Fraction) -> tuple[Between, Between]:
    """(mean of rho, chance of no error) for a count plus floored, clamped noise, q = e^-rate.

    j steps up have probability (1-q) q^j / 2, down (1-q) q^(j-1) / 2; an end has all beyond it.
    """
    with F.scope():
        q, rho = F.exp(-F.rational(rate)), steps.all()
        p = [(1 - q) / 2 * (q**j + q ** (j - 1)) for j in range(1, steps.reach + 1)]
        if steps.n is not None:
            p[-1] = (q**steps.reach + q ** (steps.reach - 1)) / 2
        low = _total([r.lo * w for r, w in zip(rho, p, strict=True)])
        high = _total([r.hi * w for r, w in zip(rho, p, strict=True)]) + _far_noise(steps, q)
        exact = (1 - q) / 2
        return Between(low, high), Between(exact, exact)


def _far_noise(steps: Steps, q: Real) -> Real:
    """The part of the mean beyond the reach.

    Up to M/4 steps rho(j) <= j sqrt(4N / (3M)).  Beyond, rho <= sqrt(2N), with probability at most
    q^(M/4 - 1); sqrt(N) q^(N/4) falls once N ln(1/q) > 2.
    """
    if steps.n is not None:
        return F.rational(0)
    J, N, M = steps.reach, steps.least, steps.least - 1
    if not -F.log(q) * N > 2:
        raise ValueError("these sizes are too small for this noise")
    slope = F.sqrt(F.rational(Fraction(4 * N, 3 * M)))
    near = slope * (1 + q) / 2 * q**J * (J + 1 - J * q) / (1 - q)
    return near + F.sqrt(F.rational(2 * N)) * F.exp(F.log(q) * F.rational(Fraction(M, 4) - 1))


def _total(values: list[Real]) -> Real:
    return sum(values, F.rational(0))


def smooth_is_local(steps: Steps, delta: Fraction) -> bool:
    """S(x) = LS(x) at eps = 1 for every N >= least: harmonic (gamma = 1) and exponential S.

    A move between t and t + 1 steps from the middle has H^2 <= s <= M / (2 (M^2 - 4 (t+1)^2)), so
    LS(y)^2 is at most M / (2 (M^2 - 4 u^2)) for y at t >= 1 steps, u = min(t + 1, n/2); and
    LS(x)^2 >= phi(1/(2N)) / (2N) >= 1 / (2N + 1).

    Exponential: ln(LS(y)/LS(x)) <= beta t is needed.  The bound on the left is convex in t up to
    n/2 - 1 and constant from there, so t = 1 and t = n/2 - 1 decide.  beta >= 1 / (2L + 1), L =
    ln(2 (n+1) / delta).  For prior (1, 1), M = n + 1: the left side is at most 1/M at t = 1 (M >=
    34) and ln(M)/2 at t = (M - 3)/2, so 2L + 1 <= M and (2L + 1) ln M <= M - 3 are enough, and what
    is right minus left grows with M, once (2 ln M + 2L + 1) < M.  For n fixed the left side falls
    with N and beta stays.

    Harmonic: 1/LS(x) - 1/LS(y) <= t is needed.  The bound on the left, as a difference of squares
    over the sum of the roots, is at most (3 + 8 u^2/M) / sqrt(2N); as it is convex in t likewise,
    t = 1 and t = n/2 - 1 decide; it falls with N for fixed n.  For prior (1, 1) it is at most
    4 / sqrt(2N) <= 1 at t = 1 (M >= 34), and sqrt(2N + 1) <= (N - 4)/2 at the other end.
    """
    with F.scope():
        return _exponential_is_local(steps, delta) and _harmonic_is_local(steps)


def _exponential_is_local(steps: Steps, delta: Fraction) -> bool:
    N, M = steps.least, steps.least - 1
    records = steps.n or N - 2
    odds = 2 * F.log(F.rational(2 * (records + 1) / delta)) + 1
    if steps.n is None:
        log = F.log(F.rational(M))
        grows = F.less(2 * log + odds, F.rational(M))
        middle = F.less_equal(odds, F.rational(M))
        return M >= 34 and all((grows, middle, F.less_equal(odds * log, F.rational(M - 3))))
    half = steps.n // 2
    ends = [(1, 2), (half - 1, half)]
    squares = [F.rational(Fraction((2 * N + 1) * M, 2 * (M * M - 4 * u * u))) for _, u in ends]
    pairs = zip(ends, squares, strict=True)
    return all(F.less_equal(F.log(q) / 2, t / odds) is True for (t, _), q in pairs)


def _harmonic_is_local(steps: Steps) -> bool:
    N, M = steps.least, steps.least - 1
    if steps.n is None:
        return M >= 34  # then 4 / sqrt(2N) <= 1 and sqrt(2N + 1) <= (N - 4)/2
    root, half = F.sqrt(F.rational(2 * N)), steps.n // 2
    ends = [(1, 2), (half - 1, half)]
    lefts = [F.rational(3 + Fraction(8 * u * u, M)) / root for _, u in ends]
    pairs = zip(ends, lefts, strict=True)
    return all(F.less_equal(left, F.rational(t)) is True for (t, _), left in pairs)
