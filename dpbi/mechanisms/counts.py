"""What the mechanisms of the drafts share: a prior, n records, a nominal epsilon, counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpbi.bayes import data
from dpbi.bayes.data import Counts
from dpbi.bayes.dirichlet import Dirichlet, as_dirichlet
from dpbi.errors import InvalidValue
from dpbi.fields import positive_rational
from dpbi.laws.protocol import Mechanism


def set_exactly(frozen: object, **values: Any) -> None:
    """Replace fields of a frozen dataclass by their exact forms, while it is being made."""
    for name, value in values.items():
        object.__setattr__(frozen, name, value)


def one_of(name: str, value: str, allowed: Collection[str]) -> None:
    """Refuse a word that is not among those allowed."""
    if not isinstance(value, str) or value not in allowed:  # arrays compare item by item
        raise InvalidValue(name, value, "write " + " or ".join(allowed))


@dataclass(frozen=True)
class OfCounts(Mechanism):
    """A mechanism on the counts of n records under the replace-one relation.

    Fields may be given as `dpbi.mechanism` takes them (a prior as a tuple, an epsilon as "1/2");
    they are exact once the value is made.
    """

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
