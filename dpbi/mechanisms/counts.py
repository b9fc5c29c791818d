"""What the mechanisms of the drafts share: a prior, n records, a nominal epsilon, counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, TypeGuard

from dpbi.bayes import data
from dpbi.bayes.data import Counts
from dpbi.bayes.dirichlet import Dirichlet, as_dirichlet
from dpbi.errors import ContinuousLaw, InvalidValue
from dpbi.fields import positive_rational
from dpbi.laws.promise import Promise
from dpbi.laws.protocol import Continuous, Mechanism


def set_exactly(frozen: object, **values: Any) -> None:
    """Replace fields of a frozen dataclass by their exact forms, while it is being made."""
    for name, value in values.items():
        object.__setattr__(frozen, name, value)


def one_of(name: str, value: str, allowed: Collection[str]) -> None:
    """Refuse a word that is not among those allowed."""
    if not isinstance(value, str) or value not in allowed:  # arrays compare item by item
        raise InvalidValue(name, value, "write " + " or ".join(allowed))


@dataclass(frozen=True)
class OnCounts:
    """The counts of n records under the replace-one relation, and a nominal epsilon.

    Fields may be given as `dpbi.mechanism` takes them (a prior as a tuple, an epsilon as "1/2");
    they are exact once the value is made.
    """

    formula: ClassVar[str] = ""
    prior: Dirichlet
    n: int
    epsilon: Fraction

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "stated" in vars(cls):
            cls.formula = vars(cls)["stated"].line

    def __post_init__(self) -> None:
        n = data.whole("n", self.n)
        if n < 1:
            raise InvalidValue("n", n, "a dataset needs at least one record (n >= 1)")
        epsilon = positive_rational("epsilon", self.epsilon)
        set_exactly(self, prior=as_dirichlet(self.prior), n=n, epsilon=epsilon)

    @property
    def k(self) -> int:
        """The number of categories."""
        return self.prior.k

    def datasets(self) -> Iterator[Counts]:
        """All counts of n records over k categories."""
        return data.datasets(self.n, self.k)

    def number_of_datasets(self) -> int:
        """C(n+k-1, k-1)."""
        return data.number_of_datasets(self.n, self.k)

    def neighbours(self, x: Counts) -> Iterator[Counts]:
        """One record replaced."""
        return data.neighbours(x)

    def check_dataset(self, x: Iterable[object]) -> Counts:
        """x as counts of n records over k categories."""
        return data.counts(x, n=self.n, k=self.k)

    def posterior(self, output: Counts) -> Dirichlet:
        """The distribution that an output stands for."""
        return self.prior.update(output)

    def promises(self) -> tuple[Promise, ...]:
        """Epsilon-DP at the nominal epsilon; a delta is a parameter of the calibration only."""
        return (Promise.epsilon(self.epsilon),)


@dataclass(frozen=True)
class OfCounts(OnCounts, Mechanism):
    """A mechanism on counts with finitely many outputs, which are counts too."""

    def counted(self) -> tuple[int, int, int]:
        """C(n+k-1, k-1) datasets; as many outputs, unless the mechanism says otherwise."""
        size = self.number_of_datasets()
        pairs = 2 * data.number_of_pairs(self.n, self.k)
        return size, pairs, self.number_of_outputs() or size

    @property
    def definition(self) -> tuple[Any, ...] | None:
        """All that its law depends on: equal definitions are one law.  None says nothing."""
        return None

    @property
    def releases_counts(self) -> bool:
        """Whether an output stands for the prior updated by it."""
        return says_the_same(self, OfCounts, "posterior")


def says_the_same(m: object, home: type, *methods: str) -> bool:
    """Whether a mechanism has these methods from the class where they were proved about."""
    return all(getattr(type(m), name) is getattr(home, name) for name in methods)


def has_counts(m: object) -> TypeGuard[Any]:
    """Whether the datasets of a mechanism are counts, whatever its outputs are."""
    return isinstance(m, OnCounts)


def of_counts(m: object) -> OfCounts:
    """m, refused if it does not release counts: there is no posterior then to err from."""
    if isinstance(m, Continuous):
        raise ContinuousLaw(m.label)
    if not isinstance(m, OfCounts):
        label = getattr(m, "label", type(m).__name__)
        raise InvalidValue("mechanism", label, "it has no prior and counts, so no posterior")
    return m
