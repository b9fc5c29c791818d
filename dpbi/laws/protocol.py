"""What an object must say to be audited, and what it gets in return.

A mechanism says
- `datasets()`: all its datasets, hashable, each once;
- `neighbours(x)`: the datasets that differ from x in one record, a symmetric relation;
- its law at x, in one of the forms of `laws/forms.py`: a class that follows `HasProbabilities`,
  `HasLogWeights` or `HasPolynomials` is a mechanism, and a type checker says so.

It may say `epsilon`, the privacy it claims, and `name`.  In return it has `log_pmf`, `law` and
`sample`, and everything in dpbi works on it.

A mechanism with densities in place of a finite law is `Continuous`, a kind of its own.

What differs between the forms of laws is answered by the law itself: each question below has a
default that is right for a law of which nothing but `log_pmf` is known, and a form overrides what
it knows better.  No module outside laws/ and mechanisms/ asks which class a mechanism has.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias, TypeVar

from dpbi.bayes.data import precision
from dpbi.errors import BadMechanism
from dpbi.fields import Balls, Enclosure, ExactNumber, Field, Real, level
from dpbi.fields.expsums import NotExact
from dpbi.fields.logsum import LogSums
from dpbi.fields.rational import Rational
from dpbi.laws.promise import Promise
from dpbi.sampling import SYSTEM, BitSource

if TYPE_CHECKING:  # numpy is loaded where its numbers are met, and costs more than all of dpbi
    from flint import fmpq_poly
    from numpy import floating

LAW_BITS = 128

Dataset: TypeAlias = Any
"""What a mechanism calls a dataset: anything that can be hashed."""

Output: TypeAlias = Any
"""What it calls an output: anything that can be hashed."""

_READERS: list[Callable[[Any], Mechanism]] = []


def adapt(target: AnyMechanism) -> Mechanism:
    """`target` as a `Mechanism`: itself if it is one of dpbi's, else wrapped with care.

    >>> import dpbi
    >>> class Coin:
    ...     def datasets(self):
    ...         return [0, 1]
    ...     def neighbours(self, x):
    ...         return [1 - x]
    ...     def probabilities(self, x):
    ...         return {x: "3/4", 1 - x: "1/4"}
    >>> dpbi.adapt(Coin()).law(0)
    {0: <Enclosure 3/4>, 1: <Enclosure 1/4>}
    """
    return _READERS[-1](target)


def read_by(adapted: Callable[[Any], Mechanism]) -> None:
    """Say what `adapt` does: `laws/adapting.py`, made of this module, says it when loaded."""
    _READERS.append(adapted)


class Randomised(ABC):
    """What every mechanism says, whether its outputs can be listed or have densities."""

    name: ClassVar[str] = ""
    formula: ClassVar[str] = ""
    place: ClassVar[str] = ""

    @property
    def label(self) -> str:
        """The name by which messages speak of it."""
        return self.name or type(self).__name__

    @property
    def claimed_epsilon(self) -> ExactNumber | None:
        """The privacy that the mechanism claims for itself, if it does."""
        value = getattr(self, "epsilon", None)
        if value is None:
            return None
        exact = isinstance(value, float) and math.isfinite(value)
        return Fraction(value) if exact else level("epsilon", value)

    def promises(self) -> tuple[Promise, ...]:
        """What it promises over all ordered pairs of neighbours; may be empty.

        That is its `epsilon`, with its `delta` where it names one.  A claim that is not an exact
        number is refused here, before anything is audited.
        """
        if (epsilon := getattr(self, "epsilon", None)) is None:
            return ()
        delta = getattr(self, "delta", None)
        return (Promise.epsilon(epsilon) if delta is None else Promise.delta(epsilon, delta),)

    @abstractmethod
    def datasets(self) -> Iterable[Dataset]:
        """All datasets, each once."""

    @abstractmethod
    def neighbours(self, x: Any) -> Iterable[Any]:
        """The datasets one record away from x."""

    def check_dataset(self, x: Any) -> Any:
        """x in the form that `datasets` lists, refused if it is not a dataset of this mechanism."""
        if not any(x == y for y in self.datasets()):
            raise BadMechanism(self.label, "this is not one of its datasets", x)
        return x


class Continuous(Randomised):
    """A mechanism whose outputs have densities: no list of them, but a loss known in closed form.

    `adapt`, and with it every question about a finite law, refuses it with `ContinuousLaw`.

    >>> import dpbi
    >>> m = dpbi.mechanism("laplace-2counts", prior=(1, 1), n=3, epsilon="1/2")
    >>> isinstance(m, dpbi.Continuous), isinstance(m, dpbi.Mechanism)
    (True, False)
    >>> print(dpbi.privacy_loss(m))
    epsilon = 1/2
    """

    @property
    @abstractmethod
    def privacy_loss(self) -> Fraction:
        """The largest log-ratio of densities, proved where it is computed."""

    @property
    @abstractmethod
    def attained(self) -> tuple[Any, Any, Any]:
        """Two neighbours and a point at which the densities differ by that much."""

    @abstractmethod
    def density(self, x: Any, point: Any, F: Field) -> Real:
        """The density at a point."""

    @abstractmethod
    def sample(self, x: Any, rng: BitSource = SYSTEM) -> Any:
        """One output, rounded to a grid, exactly in law."""


class Mechanism(Randomised):
    """A randomised map from datasets to finitely many outputs.

    >>> import dpbi
    >>> m = dpbi.mechanism("lshist", prior=(1, 1), n=2, epsilon=1)
    >>> isinstance(m, dpbi.Mechanism), list(m.datasets())
    (True, [(0, 2), (1, 1), (2, 0)])
    >>> m.sample((1, 1)) in m.law((1, 1))
    True
    """

    form: ClassVar[str] = "log_pmf"
    """The method that says the law; `privacy/loss.py` has the best way to an answer for each."""

    is_given_exactly: ClassVar[bool] = False
    """Whether there are `probabilities`, numbers that are audited as they are."""

    is_in_q: ClassVar[bool] = False
    """Whether probabilities, or weights, are polynomials in q = exp(-rate)."""

    @property
    def family(self) -> str:
        """The family of laws about which dpbi has a proof of its own; empty for all others."""
        return ""

    known_relation: ClassVar[Any] = None
    """Who neighbours whom, a `Relation`, where it was checked when the law was made."""

    def number_of_datasets(self) -> int:
        """How many datasets there are, where that is known without listing them; else 0."""
        return 0

    def number_of_outputs(self) -> int:
        """How many outputs a law has, where that is known without listing them; else 0."""
        return 0

    def counted(self) -> tuple[int, int, int] | None:
        """Datasets, ordered pairs of neighbours and outputs, where formulas tell how many."""
        return None

    @abstractmethod
    def log_pmf(self, x: Dataset, F: Field) -> Mapping[Output, Real]:
        """{output: ln of its probability at x} in the field F; impossible outputs are absent."""

    def support(self, x: Any) -> Collection[Any] | None:
        """The outputs that are possible at x, where that is known without balls."""
        return None

    def unnormalised(self, x: Any, F: Field) -> Mapping[Any, Real] | None:
        """{output: ln of a weight}; None where the law is said by its probabilities."""
        return None

    def exact_terms(self, x: Any, F: LogSums) -> Mapping[Any, Any]:
        """{output: its weight at x}, so exact that ties are seen; `NotExact` where it is not.

        A weight is an `ExpQuotient`, or its logarithm is given as a number of F.
        """
        raise NotExact("a law that is not a formula of weights")

    def confirming(self, x: Any, F: Balls) -> tuple[Mapping[Any, Real | None], bool] | None:
        """Log-weights at x in balls with which the exact terms must agree, None for ln 0.

        The second part says whether they are normalised.  None where the exact terms are numbers
        of no field: then there is nothing that could be said in two ways.
        """
        return self.log_pmf(x, F), True

    def uses_floats(self) -> bool:
        """Whether some log-weight is a plain float even where a guaranteed field is asked for."""
        return False

    def rests_on(self) -> tuple[str, ...]:
        """What the law rests on, beyond the arithmetic of an answer about it."""
        return ()

    def remarks(self) -> tuple[str, ...]:
        """What is worth a sentence beside an answer, and changes nothing about it."""
        return ()

    def row_sum(self, x: Any) -> Fraction:
        """The exact sum of the row at x: 1, unless it is one of floats."""
        return Fraction(1)

    def deviation(self) -> Fraction | None:
        """The largest amount by which a row of floats misses the sum 1; None without floats.

        It is 0 where log-weights are floats: their law is normalised exactly.
        """
        return Fraction(0) if self.uses_floats() else None

    def in_form(self) -> Mechanism:
        """What `adapt` makes of a mechanism of dpbi's own: itself, or a law that it comes to."""
        return self

    def laid_out(self) -> tuple[Sequence[Any], Any, Any] | None:
        """Datasets, `Cells` and `Relation`, where the law is a table already."""
        return None

    def law(self, x: Dataset, bits: int = LAW_BITS) -> dict[Output, Enclosure]:
        """{output: enclosure of its probability at x}."""
        m, F = adapt(self), Balls(precision(bits))
        x = m.check_dataset(x)
        with F.scope():
            ends = {r: F.enclosure(F.exp(p)) for r, p in m.log_pmf(x, F).items()}
        return {r: e if e.lo >= 0 else Enclosure(Fraction(0), e.hi) for r, e in ends.items()}

    def sample(self, x: Dataset, rng: BitSource = SYSTEM) -> Output:
        """One output, drawn from exactly the law at x.

        Randomness is the operating system's unless `rng` says otherwise; `dpbi.not_private(seed)`
        makes a run reproducible, and worthless as a private release.
        """
        from dpbi.laws.drawing import inversion

        in_balls = type(self).law is Mechanism.law
        return inversion(self, self.check_dataset(x), in_balls=in_balls).draw(rng)

    def drawing_weights(self, x: Dataset, F: Balls) -> tuple[Sequence[Output], Sequence[Real]]:
        """Outputs, and their probabilities at x up to a common factor, in balls: to draw from."""
        m = adapt(self)
        with F.scope():
            law = m.log_pmf(x, F)
            return list(law), [F.exp(p) for p in law.values()]


D = TypeVar("D", bound=Hashable)
R = TypeVar("R", bound=Hashable)

Probability: TypeAlias = "Rational | float | floating[Any]"
"""An exact number, or a float, which is taken as the binary number that it is."""

InPowersOfQ: TypeAlias = "Sequence[Rational] | fmpq_poly | Rational"
"""A polynomial in q: its coefficients from the constant term up, or a constant."""


class Neighbouring(Protocol[D]):
    """Datasets, each once, and for each of them those that differ from it in one record."""

    def datasets(self) -> Iterable[D]:
        """All datasets, hashable, each once."""

    def neighbours(self, x: D, /) -> Iterable[D]:
        """The datasets one record away from x: a symmetric relation."""


class HasProbabilities(Neighbouring[D], Protocol[D, R]):
    """A mechanism whose law is said in probabilities.

    >>> import dpbi
    >>> from fractions import Fraction
    >>> class Coin:
    ...     # tell the truth with probability 3/4
    ...     def datasets(self) -> list[str]:
    ...         return ["no", "yes"]
    ...
    ...     def neighbours(self, x: str) -> list[str]:
    ...         return [y for y in self.datasets() if y != x]
    ...
    ...     def probabilities(self, x: str) -> dict[str, Fraction]:
    ...         return {y: Fraction(3 if y == x else 1, 4) for y in self.datasets()}
    >>> dpbi.privacy_loss(Coin()).exact
    'ln(3)'
    """

    def probabilities(self, x: D, /) -> Mapping[R, Probability]:
        """{output: its probability at x}; they sum to 1."""


class HasLogWeights(Neighbouring[D], Protocol[D, R]):
    """A mechanism whose law is known up to its normaliser, as a formula over any number field.

    >>> import dpbi
    >>> from fractions import Fraction
    >>> class Count:
    ...     # the exponential mechanism for a count of four records
    ...     def datasets(self) -> range:
    ...         return range(5)
    ...
    ...     def neighbours(self, x: int) -> list[int]:
    ...         return [y for y in (x - 1, x + 1) if 0 <= y <= 4]
    ...
    ...     def log_weights(self, x: int, F: dpbi.Field) -> dict[int, Fraction]:
    ...         return {r: Fraction(-abs(x - r), 2) for r in range(5)}
    >>> dpbi.is_private(Count(), 1), dpbi.is_private(Count(), "1/2")
    (True, False)
    """

    def log_weights(self, x: D, F: Field, /) -> Mapping[R, Real]:
        """{output: ln of a number proportional to its probability at x}, in the field F."""


class HasPolynomials(Neighbouring[D], Protocol[D, R]):
    """A mechanism whose probabilities are polynomials in q = exp(-rate), which have exact answers.

    >>> import dpbi
    >>> class Geometric:
    ...     # a bit with geometric noise, clamped to the two outputs
    ...     rate = 1
    ...
    ...     def datasets(self) -> tuple[int, ...]:
    ...         return (0, 1)
    ...
    ...     def neighbours(self, x: int) -> list[int]:
    ...         return [1 - x]
    ...
    ...     def polynomials(self, x: int) -> dict[int, list[str | int]]:
    ...         return {x: [1, "-1/2"], 1 - x: [0, "1/2"]}
    >>> dpbi.is_private(Geometric(), 1)
    False
    """

    @property
    def rate(self) -> Rational:
        """The rate of q = exp(-rate), a positive number."""

    def polynomials(self, x: D, /) -> Mapping[R, InPowersOfQ]:
        """{output: its probability at x, a polynomial in q}; they sum to the polynomial 1."""


class HasWindow(Neighbouring[D], Protocol[D, R]):
    """A mechanism that lists as many of its outputs as it is asked for (`laws/windowed.py`).

    >>> import dpbi
    >>> from fractions import Fraction
    >>> class Tosses:
    ...     # a truth value, and the tosses until heads comes up
    ...     datasets = lambda self: [0, 1]
    ...     neighbours = lambda self, x: [1 - x]
    ...
    ...     def window(self, x: int, tolerance: Fraction, F: dpbi.Field) -> dict[int, Fraction]:
    ...         far = tolerance.denominator.bit_length()
    ...         return {x + z: Fraction(1, 2**z) for z in range(1, far + 1)}
    >>> print(*dpbi.privacy_profile(Tosses(), ["ln(2)"], digits=4))
    [0.49998, 0.50001]
    """

    def window(self, x: D, tolerance: Fraction, F: Field, /) -> Mapping[R, Real]:
        """{output: its probability at x}, exact or in F; they miss about `tolerance` of 1."""


Described: TypeAlias = (
    HasProbabilities[Any, Any]
    | HasLogWeights[Any, Any]
    | HasPolynomials[Any, Any]
    | HasWindow[Any, Any]
)

AnyMechanism: TypeAlias = Randomised | Described | type[Randomised] | type[Described]
"""What every question takes: a mechanism in any form, or a class that needs no arguments."""
