"""Certified orders of mean errors over many sizes or priors, and at every size at once.

The formulas of `comparisons` say the same for the sizes that a formula can enumerate; here are
thousands of records, three categories, and statements about all sizes beyond one.  Everything at
eps = 1; data as balanced as they can be, the last category taking the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from dpbi.accuracy import expected_distance
from dpbi.bayes.data import Counts
from dpbi.fields import Enclosure
from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, num
from dpbi.language.words import H, all_of, datasets, j, over, released, under, vec
from dpbi.ledger.claims import Checking
from dpbi.mechanisms import mechanism
from dpbi.mechanisms.counts import of_counts
from statements.contests import judged
from statements.every_size import (
    Between,
    F,
    Steps,
    exponential,
    laplace,
    smooth_is_local,
)
from statements.terms import z

DELTA = Fraction(1, 10**8)
BITS = 64

UNIFORM = (
    "S(x) = LS(x) there, harmonic or exponential (statements/every_size.py, with proofs), "
    "so the weights are e^(-c h) with h the distance in units of one step; for all larger totals "
    "N of the posterior h is enclosed between bounds that tighten with N.  "
)


@dataclass(frozen=True)
class Case:
    """A prior and a dataset."""

    prior: tuple[str, ...]
    x: Counts

    @property
    def n(self) -> int:
        """The number of records."""
        return sum(self.x)

    def json(self) -> dict[str, Any]:
        """The case in a witness's terms."""
        return {"n": self.n, "prior": list(self.prior), "x": list(self.x)}


@dataclass(frozen=True)
class NamedMechanism:
    """A mechanism by name and options, made for a case."""

    name: str
    options: tuple[tuple[str, Any], ...] = ()

    @staticmethod
    def of(name: str, **options: Any) -> NamedMechanism:
        """Named.of("mh", gamma=1)."""
        return NamedMechanism(name, tuple(options.items()))

    def error(self, case: Case) -> Enclosure:
        """E H at a case, at eps = 1."""
        return _error(self, case)


@lru_cache(maxsize=4096)
def _error(named: NamedMechanism, case: Case) -> Enclosure:
    m = mechanism(named.name, prior=case.prior, n=case.n, epsilon=1, **dict(named.options))
    return expected_distance(of_counts(m), case.x, bits=BITS)


BASELINE = NamedMechanism.of("laplace")
BASELINE_DIMENSION = NamedMechanism.of("laplace", sensitivity="dimension")
IMPROVED = NamedMechanism.of("laplace-improved")
EXPONENTIAL_2S = NamedMechanism.of("mh-exp", delta=DELTA)
HARMONIC_2S = NamedMechanism.of("mh", gamma=1)
HARMONIC_S = NamedMechanism.of("mh-s", gamma=1)
HARMONIC_4S = NamedMechanism.of("ehds-4s", gamma=1)


def flat(sizes: Iterable[int], k: int = 2) -> Iterator[Case]:
    """Uniform priors, balanced data."""
    for n in sizes:
        share = n // k
        yield Case(("1",) * k, (share,) * (k - 1) + (n - (k - 1) * share,))


def triples(*sizes: int) -> str:
    """The same over three categories, in words."""
    return f"prior (1, 1, 1), data (m, m, n - 2m) with m = floor(n/3), n in {sizes}"


def equal_priors(parameters: Iterable[str], n: int) -> Iterator[Case]:
    """Priors (a, a), balanced data."""
    return (Case((a, a), (n // 2, n - n // 2)) for a in parameters)


Cases = Callable[[], Iterator[Case]]
Question = Callable[[Case], tuple[bool | None, Enclosure, Enclosure]]


def ordered(
    first: NamedMechanism, second: NamedMechanism, factor: Fraction = Fraction(1)
) -> Question:
    """E H of the first is below `factor` times that of the second."""

    def ask(case: Case) -> tuple[bool | None, Enclosure, Enclosure]:
        a, b = first.error(case), second.error(case)
        b = Enclosure(factor * b.lo, factor * b.hi)
        return (None if a.overlaps(b) else a.hi < b.lo), a, b

    return ask


def on_all(
    question: Question, cases: Cases, domain: str, *more: Question, exhaustive: bool = False
) -> Checking:
    """The questions, asked at every case: certified on a grid, or refuted at the first that fails.

    The worst case is the one where left is largest against right.  `exhaustive` says that the
    cases are all that the statement is about.
    """
    refuted = "the mean errors are certainly in the other order there"
    questions = (question, *more)
    return lambda: judged(
        ([(case.json(), *ask(case)) for ask in questions] for case in cases()),
        domain,
        refuted,
        exhaustive=exhaustive,
    )


@dataclass(frozen=True)
class AtEverySize:
    """Mean errors (in units of 1/sqrt(2N)) and chances of no error, for all totals N >= least."""

    least: int
    n: int | None = None

    @property
    def steps(self) -> Steps:
        """The distances of steps."""
        return Steps(self.least, self.n)

    def smoothed(self, factor: int = 2) -> tuple[Between, Between]:
        """Weights exp(-H / (factor S))."""
        return exponential(self.steps, Fraction(1, factor))

    def noisy(self, scale: int) -> tuple[Between, Between]:
        """Laplace noise of this scale."""
        return laplace(self.steps, Fraction(1, scale))

    def smoothed_step(self, factor: int = 2) -> Between:
        """The chance of at most one step: a neighbour is e^(-1/factor) times as likely as x."""
        with F.scope():
            share = 1 + 2 * F.exp(F.rational(Fraction(-1, factor)))
            exact = self.smoothed(factor)[1]
            return Between(share * exact.lo, share * exact.hi)

    def noisy_step(self, scale: int) -> Between:
        """The same for Laplace noise: P(floor Y = -1, 0, 1) = (1 - q) (2 + q) / 2."""
        with F.scope():
            q = F.exp(F.rational(Fraction(-1, scale)))
            both = (1 - q) * (2 + q) / 2
            return Between(both, both)

    def local(self) -> bool:
        """S = LS at balanced data."""
        return smooth_is_local(self.steps, DELTA)

    def quotient(self, factor: int, scale: int) -> Between:
        """A smoothed mean error over a noisy one."""
        return self.smoothed(factor)[0].over(self.noisy(scale)[0])

    def better(self, factor: int, *scales: int) -> bool:
        """Certainly S = LS, and the smoothed mean error below those of these noises."""
        mean = self.smoothed(factor)[0]
        return self.local() and all(mean.below(self.noisy(scale)[0]) for scale in scales)

    def worse(self, factor: int, *scales: int) -> bool:
        """Certainly S = LS, and the smoothed mean error above those of these noises."""
        mean = self.smoothed(factor)[0]
        return self.local() and all(self.noisy(scale)[0].below(mean) for scale in scales)

    def quotient_within(self, factor: int, scale: int, low: int, high: int) -> bool:
        """Certainly S = LS, and the quotient of the mean errors strictly between two numbers."""
        found = self.quotient(factor, scale)
        return self.local() and found.above(low) and found.under(high)

    def vanish(self, factor: int, scale: int) -> bool:
        """Certainly S = LS, and both mean errors at most 2 / sqrt(2N)."""
        means = self.smoothed(factor)[0], self.noisy(scale)[0]
        return self.local() and all(mean.under(2) for mean in means)


SOME = j >= 1


def mean_at(half: Expr, mechanism: str, **options: Like) -> Expr:
    """E H at the data (half, half)."""
    P = released(mechanism, num(1), **options)
    data = vec(half, half)
    return over("sum", "z", datasets(2 * half), P(data, z) * H(data, z))


def means_fall_at_every_size() -> Formula:
    """M_H of Definition 6, baseline, improved: each misses by less with two more records."""
    named: tuple[tuple[str, dict[str, Like]], ...] = (
        ("mh", {"gamma": 1}),
        ("laplace", {"sensitivity": "defined"}),
        ("laplace-improved", {}),
    )
    falls = [mean_at(j + 1, m, **o) < mean_at(j, m, **o) for m, o in named]
    return forall(all_of(*falls), given=[under(1, 1), SOME])


def falling(named: NamedMechanism) -> Question:
    """E H with two more records is below E H."""

    def ask(case: Case) -> tuple[bool | None, Enclosure, Enclosure]:
        larger = Case(case.prior, tuple(c + 1 for c in case.x))
        a, b = named.error(larger), named.error(case)
        return (None if a.overlaps(b) else a.hi < b.lo), a, b

    return ask
