"""Dirichlet distributions, the Bayes update, and the Hellinger distance by balls or closed form.

Parameters are positive rationals.  With BC the affinity (Bhattacharyya coefficient),

    BC(Dir p, Dir q) = B((p+q)/2) / sqrt(B(p) B(q)),     H = sqrt(1 - BC)      (short, section 1).

Over any number field (`hellinger`) no digits are lost to cancellation: ln BC is formed with enough
guard bits to absorb the size of the log-gammas, and 1 - BC is taken as -expm1(ln BC).

In closed form (`squared_affinity`),

    BC^2 = B((p+q)/2)^2 / (B(p) B(q))

is a product of gamma values.  Gamma(x+1) = x Gamma(x) (DLMF 5.5.1) turns every factor into a
rational times Gamma at a residue in (0, 1]; Gamma(1) = 1 and Gamma(1/2)^2 = pi (DLMF 5.4.6).  For
integer and half-integer parameters what remains is a rational times a power of pi.  As pi is
transcendental, two such numbers are equal if and only if rational and power both are, and as
H = sqrt(1 - BC) is a one-to-one function of BC^2, **equality of distances is decidable exactly**.

For other rationals the same normal form decides equality when the gamma values that remain are
the same; when they differ their independence is not known, and `same_distance` returns None.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil

from dpbi.bayes.data import Counts, whole
from dpbi.errors import InvalidValue, NoClosedForm, WrongCounts
from dpbi.fields import Field, Rational, Real, positive_rational
from dpbi.support.arguments import listed


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Dirichlet:
    """A Dirichlet distribution with positive rational parameters; Dirichlet(1, "1/2") is a Beta.

    >>> import dpbi
    >>> dpbi.Dirichlet(1, 1, "1/2").update((3, 5, 0))
    Dirichlet(4, 6, 1/2)
    """

    alpha: tuple[Fraction, ...]

    def __init__(self, *alpha: Rational | Iterable[Rational]) -> None:
        values: Iterable[object] = alpha
        if len(alpha) == 1 and isinstance(alpha[0], Iterable) and not isinstance(alpha[0], str):
            values = listed("prior", alpha[0], "write its parameters")
        parameters = tuple(positive_rational("prior parameter", a) for a in values)
        if len(parameters) < 2:
            raise InvalidValue(
                "prior", ",".join(map(str, parameters)), "it needs k >= 2 parameters"
            )
        object.__setattr__(self, "alpha", parameters)

    @property
    def k(self) -> int:
        """The number of categories."""
        return len(self.alpha)

    @property
    def total(self) -> Fraction:
        """The sum of the parameters."""
        return sum(self.alpha, Fraction(0))

    def update(self, x: Counts) -> Dirichlet:
        """Bayes: the posterior after the counts x, with parameters alpha + x."""
        counts = [whole("count", c) for c in x]
        if len(counts) != self.k:
            raise WrongCounts(tuple(counts), f"the prior has {self.k} parameters")
        return Dirichlet(*(a + c for a, c in zip(self.alpha, counts, strict=True)))

    def __repr__(self) -> str:
        return f"{'Beta' if self.k == 2 else 'Dirichlet'}({', '.join(map(str, self.alpha))})"


def Beta(a: Rational, b: Rational) -> Dirichlet:
    """The Dirichlet distribution of two categories.

    >>> import dpbi
    >>> dpbi.Beta(1, "1/2").update((3, 5))
    Beta(4, 11/2)
    """
    return Dirichlet(a, b)


def as_dirichlet(prior: Dirichlet | Iterable[Rational]) -> Dirichlet:
    """A prior given as a Dirichlet or as its parameters."""
    return prior if isinstance(prior, Dirichlet) else Dirichlet(prior)


def hellinger(p: Dirichlet, q: Dirichlet, F: Field) -> Real:
    """H(p, q) for any two Dirichlet distributions over the same categories."""
    if p.k != q.k:
        raise InvalidValue("q", q, f"it must have {p.k} parameters, as {p} has")
    if p == q:
        return F.rational(0)
    G = F.deeper(_guard_bits((*p.alpha, *q.alpha)))
    with G.scope():
        half_sum = [(a + b) / 2 for a, b in zip(p.alpha, q.alpha, strict=True)]
        log_affinity = _log_beta(half_sum, G) - (_log_beta(p.alpha, G) + _log_beta(q.alpha, G)) / 2
        return G.sqrt(-G.expm1(log_affinity))


def _log_beta(parameters: Iterable[Fraction], F: Field) -> Real:
    """ln B(a_1, .., a_k) = sum ln Gamma(a_i) - ln Gamma(sum a_i)."""
    items = list(parameters)
    return sum((_lgamma(a, F) for a in items), F.rational(0)) - _lgamma(sum(items, Fraction(0)), F)


def _lgamma(a: Fraction, F: Field) -> Real:
    return F.lgamma_ladder(a, 1)[0]


def _guard_bits(parameters: Iterable[Fraction]) -> int:
    """Bits that ln BC and 1 - BC can lose: ln Gamma(t) < t^2 in size, and 1 - BC > 1/(16 t)."""
    size = ceil(sum(parameters, Fraction(2)))
    return 3 * size.bit_length() + 8


class Posteriors:
    """The posteriors that datasets of n records can lead to, and the distances between them.

    All of them have the same total, so Gamma(total) cancels from BC and one ladder of log-gammas
    per category serves every pair:

        ln BC(x, r) = sum_c f_c(x_c + r_c) - (f_c(2 x_c) + f_c(2 r_c)) / 2,
        f_c(j) = ln Gamma(alpha_c + j/2).
    """

    def __init__(self, prior: Dirichlet, n: int, F: Field) -> None:
        self.prior, self.n, self.field = prior, n, F
        self._deep = F.deeper(_guard_bits((*prior.alpha, Fraction(n))))
        with self._deep.scope():
            ladders = {a: self._deep.lgamma_ladder(a, 2 * n + 1) for a in set(prior.alpha)}
            halves = {a: [f / 2 for f in ladder[::2]] for a, ladder in ladders.items()}
        self._ladders = [ladders[a] for a in prior.alpha]
        self._self_terms = [halves[a] for a in prior.alpha]

    def hellinger(self, x: Counts, r: Counts) -> Real:
        """H(BI(x), BI(r))."""
        return self.distances(x, (r,))[0]

    def distances(self, x: Counts, outputs: Iterable[Counts]) -> list[Real]:
        """H(BI(x), BI(r)) for every r of `outputs`; exactly 0 at r = x."""
        G, ladders, selves = self._deep, self._ladders, self._self_terms
        categories = range(len(x))
        zero = self.field.rational(0)
        result = []
        with G.scope():
            own = sum(selves[c][x[c]] for c in categories)
            for r in outputs:
                if r == x:
                    result.append(zero)
                    continue
                log_affinity = -own
                for c in categories:
                    log_affinity += ladders[c][x[c] + r[c]] - selves[c][r[c]]
                result.append(G.sqrt(-G.expm1(log_affinity)))
        return result


@lru_cache(maxsize=16)
def posteriors(prior: Dirichlet, n: int, F: Field) -> Posteriors:
    """The shared table for a prior, a size and a field."""
    return Posteriors(prior, n, F)


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
        """Exact equality; None when it depends on relations between gamma values."""
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
