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

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil

from dpbi.bayes.dirichlet import Dirichlet
from dpbi.errors import NoClosedForm
from dpbi.fields import Field, Real

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class GammaProduct:
    """factor * product of Gamma(residue)^power, residues in (0, 1), powers not zero, sorted."""

    factor: Fraction
    powers: tuple[tuple[Fraction, int], ...]

    @staticmethod
    def of(terms: Iterable[tuple[Fraction, int]]) -> GammaProduct:
        """The product of Gamma(argument)^power over the terms, in normal form."""
        factor, left = _shared(terms)
        for residue, (low, power) in left.items():
            factor *= _rising(residue, low) ** power
        powers = ((residue, power) for residue, (_, power) in left.items() if residue != 1)
        return GammaProduct(factor, tuple(sorted(powers)))

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
    return GammaProduct.of(_affinity_terms(p, q))


def same_distance(p: Dirichlet, q: Dirichlet, r: Dirichlet, s: Dirichlet) -> bool | None:
    """Whether H(p, q) = H(r, s), exactly; None when gamma values of unknown independence decide.

    The quotient of the squared affinities is formed at once: what both share cancels before any
    long product is multiplied out.
    """
    inverse = [(argument, -power) for argument, power in _affinity_terms(r, s)]
    factor, left = _shared([*_affinity_terms(p, q), *inverse])
    low, power = left.pop(Fraction(1), (0, 0))
    if not left:
        return factor * _rising(Fraction(1), low) ** power == 1
    return False if set(left) == {HALF} else None  # pi is transcendental (Lindemann 1882)


def _affinity_terms(p: Dirichlet, q: Dirichlet) -> list[tuple[Fraction, int]]:
    """BC^2 as powers of gamma values."""
    terms: list[tuple[Fraction, int]] = []
    for a, b in zip(p.alpha, q.alpha, strict=True):
        terms += [((a + b) / 2, 2), (a, -1), (b, -1)]
    a, b = p.total, q.total
    return [*terms, ((a + b) / 2, -2), (a, 1), (b, 1)]


def _shared(
    terms: Iterable[tuple[Fraction, int]],
) -> tuple[Fraction, dict[Fraction, tuple[int, int]]]:
    """A rational, and for each residue the lowest shift and the power of Gamma(residue + shift).

    Within a residue, Gamma(shift) is the lowest gamma value times the factors between.  A factor
    is raised to the sum of the powers of all members above it; where that sum is 0, as between two
    far apart clusters that cancel, it is never multiplied out.
    """
    groups: dict[Fraction, list[tuple[int, int]]] = {}
    for argument, power in terms:
        shift = ceil(argument) - 1
        groups.setdefault(argument - shift, []).append((shift, power))
    factor, left = Fraction(1), {}
    for residue, members in groups.items():
        members.sort()
        low, total = members[0][0], sum(power for _, power in members)
        above = total
        for (here, power), (there, _) in pairwise(members):
            above -= power
            if above and there > here:
                factor *= _rising(residue + here, there - here) ** above
        if total:
            left[residue] = (low, total)
    return factor, left


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
