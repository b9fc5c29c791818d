"""Squared affinities in closed form, and the exact equality of two Hellinger distances.

    BC^2 = B((p+q)/2)^2 / (B(p) B(q))

is a product of gamma values.  Gamma(x+1) = x Gamma(x) (DLMF 5.5.1) turns every factor into a
rational times Gamma at a residue in (0, 1]; Gamma(1) = 1 and Gamma(1/2)^2 = pi (DLMF 5.4.6).  For
integer and half-integer parameters what remains is a rational times a power of pi.  pi being
transcendental, two such numbers are equal if and only if rational and power both are, and as
H = sqrt(1 - BC) is a one-to-one function of BC^2, **equality of distances is decidable exactly**.

For other rationals the same normal form decides equality when the gamma values that remain are
the same; when they differ their independence is not known, and the answer is None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from dpbi.errors import NoClosedForm
from dpbi.numbers import Field, Real
from dpbi.posteriors import Dirichlet

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class GammaProduct:
    """factor * product of Gamma(residue)^power, residues in (0, 1), powers not zero, sorted."""

    factor: Fraction
    powers: tuple[tuple[Fraction, int], ...]

    @staticmethod
    def of(terms: Iterable[tuple[Fraction, int]]) -> GammaProduct:
        """The product of Gamma(argument)^power over the terms, in normal form."""
        factor, powers = Fraction(1), Counter[Fraction]()
        for argument, power in terms:
            shift = ceil(argument) - 1
            residue = argument - shift
            factor *= _rising(residue, shift) ** power
            if residue != 1:
                powers[residue] += power
        return GammaProduct(factor, tuple(sorted((r, p) for r, p in powers.items() if p)))

    @property
    def pi_power(self) -> int:
        """The e of factor * pi^e, when that is all there is."""
        if not self.powers:
            return 0
        (residue, power), *others = self.powers
        if others or residue != HALF or power % 2:
            raise NoClosedForm(str(dict(self.powers)))
        return power // 2

    @property
    def has_only_pi(self) -> bool:
        """Whether the product is a rational times an integer or half-integer power of pi."""
        return all(residue == HALF for residue, _ in self.powers)

    def equals(self, other: GammaProduct) -> bool | None:
        """Exact equality; None when it hangs on relations between gamma values."""
        if self.powers == other.powers:
            return self.factor == other.factor
        if self.has_only_pi and other.has_only_pi:
            return False  # pi is transcendental (Lindemann 1882)
        return None

    def value(self, F: Field) -> Real:
        """The number in a field, to compare with other ways of computing it."""
        with F.scope():
            log = F.log(F.rational(self.factor))
            for residue, power in self.powers:
                log += power * F.lgamma_ladder(residue, 1)[0]
            return F.exp(log)


def squared_affinity(p: Dirichlet, q: Dirichlet) -> GammaProduct:
    """BC(p, q)^2 in normal form."""
    terms: list[tuple[Fraction, int]] = []
    for a, b in [*zip(p.alpha, q.alpha, strict=True)]:
        terms += [((a + b) / 2, 2), (a, -1), (b, -1)]
    a, b = p.total, q.total
    terms += [((a + b) / 2, -2), (a, 1), (b, 1)]
    return GammaProduct.of(terms)


def same_distance(p: Dirichlet, q: Dirichlet, r: Dirichlet, s: Dirichlet) -> bool | None:
    """Whether H(p, q) = H(r, s), exactly; None when gamma values of unknown independence decide."""
    return squared_affinity(p, q).equals(squared_affinity(r, s))


def _rising(start: Fraction, count: int) -> Fraction:
    """start (start+1) .. (start+count-1), by halves so that large products stay balanced."""
    numerator, denominator = start.numerator, start.denominator
    return Fraction(_product(numerator, denominator, count), denominator**count)


def _product(start: int, step: int, count: int) -> int:
    """start (start+step) .. , `count` factors."""
    if count <= 8:
        result = 1
        for i in range(count):
            result *= start + i * step
        return result
    half = count // 2
    return _product(start, step, half) * _product(start + half * step, step, count - half)
