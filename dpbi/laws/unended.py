"""Mechanisms that ask an adversary, of which not all transcripts are known.

At a dataset x some transcripts t are known, with a mass p(t) <= P(t) given the choices in them, and
some runs that were left on their way: open transcripts h, each with the mass p(h) of the runs that
were left there.  These exclude each other, so that for each adversary s

    sum over t of s(t) p(t)  +  sum over h of s(h) p(h)  <=  1,

where s(t) is the probability of its choices.  What is missing to 1 belongs to runs of which nothing
is known, not even what was seen of them.  What an open run comes to goes on from its history h.
An option of which no transcript is known is an option all the same.  Runs that are not known may
offer other options than those that are: being offered them is something else to see.

How questions are answered from this is in `privacy/tails/played.py`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from dpbi.fields import Balls, Real
from dpbi.laws.interactive import Transcripts
from dpbi.laws.partial import Known, Partial, Window
from dpbi.laws.protocol import LAW_BITS, Dataset, Output
from dpbi.laws.transcripts import Histories


@dataclass(frozen=True, slots=True)
class KnownPlay(Known):
    """What is known at a dataset: masses of transcripts that end, and of those that are open.

    `left` is the largest probability, over adversaries, of what was not followed to its end.
    `most` is the largest of all that is known.
    """

    open: Mapping[Output, Real] = field(default_factory=dict)
    most: Real | None = None

    def can_be_a_law(self, F: Balls) -> bool:
        """Whether no adversary comes to more than 1."""
        return self.most is None or not self.most > 1

    def mass(self, r: Output, F: Balls) -> Real:
        """That of a transcript, which ends or is open."""
        found = self.open.get(r) if r in self.open else self.atoms.get(r)
        return F.rational(0) if found is None else found


class Unended(Partial):
    """A mechanism that asks an adversary, as far as its transcripts are known."""

    @abstractmethod
    def tree(self) -> Histories:
        """All transcripts that are known at some dataset, the open ones too."""

    @abstractmethod
    def tree_at(self, x: Dataset) -> Histories:
        """The same of one dataset."""

    @abstractmethod
    def played(self, x: Dataset, F: Balls) -> tuple[dict[Output, Real], dict[Output, Real]]:
        """Masses of transcripts that end, and of those that are open; none is left of a law."""

    @abstractmethod
    def is_complete(self, x: Dataset) -> bool:
        """Whether those that end are all."""

    def known(self, x: Dataset, tolerance: Fraction, F: Balls) -> KnownPlay:
        """The same at every tolerance."""
        atoms, open_ = self.played(x, F)
        zero, tree = F.rational(0), self.tree_at(x)

        def added(parts: Iterable[Real]) -> Real:
            return sum(parts, zero)

        known = KnownPlay(atoms, zero, self.is_complete(x), open=open_)
        most = tree.best(lambda r: known.mass(r, F), added, F.maximum)[0]
        if known.elsewhere:
            return KnownPlay(atoms, zero, True, most=most)
        least = tree.best(lambda r: atoms.get(r, zero), added, F.minimum)[0]
        left = F.rational(1) - least
        return KnownPlay(atoms, zero.max(left), False, open=open_, most=most)

    def law(self, x: Dataset, bits: int = LAW_BITS) -> OpenTranscripts:
        """Enclosures of the masses at x of transcripts that end."""
        found = super().law(x, bits)
        law = OpenTranscripts(found)
        law.left, law.elsewhere = found.left, found.elsewhere
        return law


class OpenTranscripts(Window, Transcripts):
    """Transcripts with their masses; what is `left` is the most for an adversary."""
