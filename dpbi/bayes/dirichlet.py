"""Dirichlet distributions, the Bayes update, and the Hellinger distance over any number field.

Parameters are positive rationals.  With BC the affinity (Bhattacharyya coefficient),

    BC(Dir p, Dir q) = B((p+q)/2) / sqrt(B(p) B(q)),     H = sqrt(1 - BC)      (short, section 1).

Nothing cancels in the end: ln BC is formed with enough guard bits to swallow the size of the
log-gammas, and 1 - BC is taken as -expm1(ln BC).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil

from dpbi.bayes.data import Counts, whole
from dpbi.errors import InvalidValue, WrongCounts
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
