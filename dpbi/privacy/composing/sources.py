"""Where the losses of one mechanism come from: a table of its laws, or what open ones tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from dpbi.bayes.data import check_enumerable
from dpbi.fields import Balls, Real
from dpbi.laws.partial import Known, PairFacts, Partial, checked
from dpbi.laws.protocol import Mechanism
from dpbi.privacy.composing.losses import Losses, LossLaw
from dpbi.privacy.composing.open import RealLosses, losses_of
from dpbi.privacy.composing.rows import DoubleRow, RowLosses
from dpbi.privacy.pairs import Pairs, law_at
from dpbi.privacy.tails.bounds import Seen

LogLaws = dict[Any, Mapping[Any, Real]]
MANY = 64  # outputs: fewer are quick in balls, and exact
MOST_IN_BALLS = 1_000_000  # losses of all pairs and mechanisms; a kilobyte each


class Source(Protocol):
    """The losses of one mechanism."""

    def losses(self, x: Any, y: Any) -> LossLaw:
        """Those of an ordered pair of datasets."""

    def facts(self, x: Any, y: Any) -> PairFacts | None:
        """What is proved of it."""

    def outputs(self) -> int:
        """The most losses of a pair, as far as that is known."""


@dataclass(frozen=True, eq=False)
class ListedLosses:
    """All laws, listed; so many `rows` of losses, one for each pair and mechanism, are composed."""

    laws: LogLaws
    F: Balls
    rows: int = 1
    _rows: dict[Any, DoubleRow | None] = field(default_factory=dict)

    def losses(self, x: Any, y: Any) -> LossLaw:
        """Atom by atom, or row by row where there are many."""
        p, q = self.laws[x], self.laws[y]

        def in_balls() -> Losses:
            return Losses.of(p, q, self.F)

        if len(p) < MANY or list(p) != list(q):
            return in_balls()
        one, other = self._row(x), self._row(y)
        if one is None or other is None:
            return in_balls()
        few = self.rows * len(p) <= MOST_IN_BALLS
        found = RowLosses(one, other, self.F.rational(0), in_balls, few)
        return in_balls() if few and found.blurred else found

    def _row(self, x: Any) -> DoubleRow | None:
        """The law in doubles, once."""
        if x not in self._rows:
            self._rows[x] = DoubleRow.of(self.laws[x], self.F)
        return self._rows[x]

    def facts(self, x: Any, y: Any) -> None:
        """Nothing but the laws."""

    def outputs(self) -> int:
        """Of the longest law that is not in doubles."""
        listed = [list(law) for law in self.laws.values()]
        alike = len(listed[0]) >= MANY and all(names == listed[0] for names in listed)
        if alike and all(self._row(x) is not None for x in self.laws):
            return 0
        return max(map(len, listed))


@dataclass(frozen=True, eq=False)
class OpenLosses:
    """Laws of which a part, of about the mass `left` or more, is not listed."""

    m: Partial
    left: Fraction
    F: Balls
    _known: dict[Any, Known] = field(default_factory=dict)

    def losses(self, x: Any, y: Any) -> LossLaw:
        """As they are proved, or from what is listed."""
        facts = self.facts(x, y)
        if facts is not None and (proved := RealLosses.of(facts, self.F)) is not None:
            return proved
        ratio = self.m.tail_ratio(x, y, self.left, self.F)
        return losses_of(Seen(self.known(x), self.known(y), self.F, self.m.closed, ratio))

    def facts(self, x: Any, y: Any) -> PairFacts | None:
        """What is proved of the pair."""
        return self.m.facts(x, y)

    def outputs(self) -> int:
        """As many as are asked for."""
        return 0

    def known(self, x: Any) -> Known:
        """The law at x; all of them together are kept for as long as they fit."""
        if x not in self._known:
            self._known[x] = found = checked(self.m, x, self.left, self.F)
            check_enumerable("the windows of all laws", len(self._known) * len(found.atoms))
        return self._known[x]


def source(
    m: Mechanism, left: Fraction, F: Balls, pairs: Pairs | None, pair: Any, mechanisms: int
) -> Source:
    """Of all pairs, or of one pair of datasets; one of so many mechanisms."""
    if isinstance(m, Partial):
        return OpenLosses(m, left, F)
    if pairs is not None:
        return ListedLosses(dict(pairs.laws(F)), F, len(pairs.ordered) * mechanisms)
    return ListedLosses({z: law_at(m, m.check_dataset(z), F) for z in pair}, F, mechanisms)
