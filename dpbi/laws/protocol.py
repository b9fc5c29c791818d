"""What an object must say to be audited, and what it gets in return.

A mechanism says
- `datasets()`: all its datasets, hashable, each once;
- `neighbours(x)`: the datasets that differ from x in one record, a symmetric relation;
- its law at x, in one of three forms (`laws/forms.py`).

It may say `epsilon`, the privacy it claims, and `name`.  In return it has `log_pmf`, `law` and
`sample`, and everything in dpbi works on it.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from dpbi.bayes.data import precision
from dpbi.errors import BadMechanism
from dpbi.fields import Balls, Enclosure, ExactNumber, Field, Real, level
from dpbi.sampling import SYSTEM, BitSource, Inversion

LAW_BITS = 128


class Mechanism(ABC):
    """A randomised map from datasets to finitely many outputs."""

    name: ClassVar[str] = ""
    formula: ClassVar[str] = ""
    place: ClassVar[str] = ""

    @property
    def claimed_epsilon(self) -> ExactNumber | None:
        """The privacy that the mechanism claims for itself, if it does."""
        value = getattr(self, "epsilon", None)
        if value is None:
            return None
        exact = isinstance(value, float) and math.isfinite(value)
        return Fraction(value) if exact else level("epsilon", value)

    @property
    def label(self) -> str:
        """The name by which messages speak of it."""
        return self.name or type(self).__name__

    @abstractmethod
    def datasets(self) -> Iterable[Any]:
        """All datasets, each once."""

    def number_of_datasets(self) -> int:
        """How many datasets there are, where that is known without listing them; else 0."""
        return 0

    def number_of_outputs(self) -> int:
        """How many outputs a law has, where that is known without listing them; else 0."""
        return 0

    @abstractmethod
    def neighbours(self, x: Any) -> Iterable[Any]:
        """The datasets one record away from x."""

    @abstractmethod
    def log_pmf(self, x: Any, F: Field) -> Mapping[Any, Real]:
        """{output: ln of its probability at x} in the field F; impossible outputs are absent."""

    def unnormalised(self, x: Any, F: Field) -> Mapping[Any, Real] | None:
        """{output: ln of a weight}; None where the law is said by its probabilities."""
        return None

    def check_dataset(self, x: Any) -> Any:
        """x in the form that `datasets` lists, refused if it is no dataset of this mechanism."""
        if not any(x == y for y in self.datasets()):
            raise BadMechanism(self.label, "this is not one of its datasets", x)
        return x

    def law(self, x: Any, bits: int = LAW_BITS) -> dict[Any, Enclosure]:
        """{output: enclosure of its probability at x}."""
        from dpbi.laws.forms import adapt  # forms are made of this class

        m, F = adapt(self), Balls(precision(bits))
        x = m.check_dataset(x)
        with F.scope():
            ends = {r: F.enclosure(F.exp(p)) for r, p in m.log_pmf(x, F).items()}
        return {r: e if e.lo >= 0 else Enclosure(Fraction(0), e.hi) for r, e in ends.items()}

    def sample(self, x: Any, rng: BitSource = SYSTEM) -> Any:
        """One output, drawn from exactly the law at x.

        Randomness is the operating system's unless `rng` says otherwise; `dpbi.not_private(seed)`
        makes a run reproducible, and worthless as a private release.
        """
        return _inversion(self, self.check_dataset(x)).draw(rng)


@lru_cache(maxsize=64)
def _inversion(mechanism: Mechanism, x: Any) -> Inversion[Any]:
    """The inverted law at x, kept: the first draw pays for it, later ones look it up."""

    def enclose(precision: int) -> Sequence[Enclosure]:
        """Normalising loses about log2 of the number of outputs: 64 spare bits are plenty."""
        return list(mechanism.law(x, precision + 64).values())

    return Inversion(list(mechanism.law(x, 64)), enclose)
