"""Mechanisms that ask: an adversary sees what is shown, and chooses what comes next.

A transcript is all that the adversary sees of one run: its own choices, what was shown, and what
was returned at the end.  Whether it is asked, shown something, or told nothing more is seen too.
The mass of a transcript at a dataset is its probability given the choices in it:

    P_x(t) = product of the mechanism's own probabilities along t.

An adversary s picks an option at each history, perhaps at random; s(t) is the probability of its
picks along t.  Against s the mechanism is an ordinary one, which comes to t with probability
s(t) P_x(t).  These sum to 1 for each s; the masses alone do not.

Loss.   s(t) cancels in a ratio, so the largest ln P/Q over all adversaries and transcripts is that
        of any adversary that gives every option a chance, such as the uniform one (`Uniform`).
Sums.   For f with f(s p, s q) = s f(p, q), as (p - e^eps q)^+ and p^a q^(1-a), the divergence is
        the sum over t of s(t) f(P(t), Q(t)).  It is linear in s at each history, so no adversary
        that tosses coins is better than the best one that does not.  That one is found from the
        leaves of the tree of histories to its root: at a history, the sum over all that may be
        seen next, and of the options the one with the largest sum (`Histories.best`).
        One that keeps its coins shows no more: they are independent of the dataset.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

from dpbi.bayes.data import precision
from dpbi.errors import Disagreement, DpbiError, brief
from dpbi.fields import Balls, Enclosure, Field, Real
from dpbi.laws.forms import Weighted
from dpbi.laws.protocol import LAW_BITS, Dataset, Mechanism, Output
from dpbi.laws.transcripts import Histories
from dpbi.sampling import SYSTEM, BitSource


@dataclass(eq=False)
class HasAdversary(DpbiError):
    """A question about one law, of a mechanism that has one for each adversary."""

    mechanism: str

    def __str__(self) -> str:
        return (
            f"{brief(self.mechanism)} asks an adversary what comes next, and has a law for each: "
            "its epsilon, delta, Renyi divergence and rho are those of the worst one, but this "
            "needs one law"
        )


class Interactive(Mechanism):
    """A mechanism that asks an adversary what comes next.

    It says the tree of all its transcripts, and the mass of each at a dataset.
    """

    form = "masses"

    @abstractmethod
    def tree(self) -> Histories:
        """All transcripts that are possible at some dataset."""

    @abstractmethod
    def masses(self, x: Dataset, F: Field) -> Mapping[Output, Real]:
        """{transcript: its probability at x given its choices}; impossible ones are absent."""

    def against_uniform(self) -> Uniform:
        """The ordinary mechanism that it is where each choice is uniform."""
        return Uniform(self)

    def rests_on(self) -> tuple[str, ...]:
        """Nothing of its own."""
        return ()

    def log_pmf(self, x: Dataset, F: Field) -> NoReturn:
        """Refused: there is a law for each adversary."""
        raise HasAdversary(self.label)

    def law(self, x: Dataset, bits: int = LAW_BITS) -> Transcripts:
        """Enclosures of the masses at x."""
        x, F = self.check_dataset(x), Balls(precision(bits))
        with F.scope():
            ends = {r: F.enclosure(p) for r, p in self.masses(x, F).items()}
        zero = Fraction(0)
        return Transcripts((r, Enclosure(max(e.lo, zero), e.hi)) for r, e in ends.items())

    def sample(self, x: Dataset, rng: BitSource = SYSTEM) -> Output:
        """Refused: somebody has to choose."""
        raise HasAdversary(self.label)


class Transcripts(dict[Any, Enclosure]):
    """Transcripts with their probabilities given the choices in them.

    They sum to 1 for each adversary, and to more over all of them.
    """


@dataclass(frozen=True, eq=False)
class Uniform(Weighted):
    """An interactive mechanism against an adversary that chooses uniformly: an ordinary law."""

    mechanism: Interactive

    @property
    def label(self) -> str:
        """The name of the mechanism."""
        return self.mechanism.label

    @property
    def epsilon(self) -> Any:
        """The epsilon that the mechanism claims."""
        return getattr(self.mechanism, "epsilon", None)

    def datasets(self) -> Iterable[Dataset]:
        """Those of the mechanism."""
        return self.mechanism.datasets()

    def neighbours(self, x: Dataset) -> Iterable[Dataset]:
        """Those of the mechanism."""
        return self.mechanism.neighbours(x)

    def rests_on(self) -> tuple[str, ...]:
        """What the mechanism rests on."""
        return self.mechanism.rests_on()

    def uses_floats(self) -> bool:
        """Never: masses are numbers of the field."""
        return False

    def log_weights(self, x: Dataset, F: Field) -> dict[Output, Real]:
        """ln of mass times share."""
        masses, tree = self.mechanism.masses(x, F), self.mechanism.tree()
        return {r: F.log(p * F.rational(tree.share(r))) for r, p in masses.items()}

    def log_pmf(self, x: Dataset, F: Field) -> dict[Output, Real]:
        """The same: they are normalised, and their sum is checked."""
        found = self.log_weights(x, F)
        total = sum((F.exp(p) for p in found.values()), F.rational(0))
        if isinstance(F, Balls) and not total.overlaps(1):
            raise Disagreement(self.label, "a law", "transcripts that do not sum to 1")
        return found


def for_ratios(m: Mechanism) -> Mechanism:
    """An ordinary mechanism with the same ratios of probabilities, output by output."""
    return m.against_uniform() if isinstance(m, Interactive) else m
