"""What is composed: mechanisms with the same datasets, over all pairs of neighbours or for one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, TypeAlias

from dpbi.errors import InvalidValue, TooLarge
from dpbi.fields import Balls, Enclosure, Real
from dpbi.laws.protocol import Mechanism
from dpbi.privacy.composing.losses import LossLaw
from dpbi.privacy.composing.multisets import (
    Rows,
    both_laws,
    few_multisets,
    looking_alike,
    looks,
    over_multisets,
    united,
)
from dpbi.privacy.composing.open import as_one_release
from dpbi.privacy.composing.pairs import LargestComposed, PairKind, ShareDone, largest_delta
from dpbi.privacy.composing.sources import MOST_IN_BALLS, ListedLosses, Source, source
from dpbi.privacy.pairs import Pairs
from dpbi.support.progress import counted

BITS = 256
MOST_MULTISETS = 100_000  # over all pairs that do not look the same
MOST_IN_DOUBLES = 20_000_000  # losses of all pairs

DeltaAt: TypeAlias = Callable[[Enclosure], Enclosure]
Probabilities: TypeAlias = dict[int, Real]
Groups: TypeAlias = list[tuple[list[tuple[Any, Any]], list[list[LossLaw]]]]


@dataclass(frozen=True, slots=True, eq=False)
class Composed:
    """Pairs of datasets, in groups that seem to have the same losses under every mechanism."""

    sources: Sequence[Source]
    groups: Groups
    deviation: Fraction | None
    trusts: tuple[str, ...]
    numbers: tuple[int, int, int] | None
    F: Balls

    @staticmethod
    def of(
        mechanisms: Sequence[Mechanism], left: Fraction, pair: tuple[Any, Any] | None = None
    ) -> Composed:
        """Over all ordered pairs of neighbours, or for one ordered pair.

        `left` is the mass that may be left unlisted of a law of which some is.
        """
        F = Balls(BITS)
        numbers = None
        with F.scope():
            if pair is None:
                every = [Pairs(m) for m in mechanisms]
                ordered = _common(every)
                outputs = [m.number_of_outputs() for m in mechanisms]
                _check_size(outputs, ordered, MOST_IN_DOUBLES, 0)
                sources = [
                    source(m, left, F, p, None, len(every))
                    for m, p in zip(mechanisms, every, strict=True)
                ]
                _check_size([s.outputs() for s in sources], ordered, MOST_IN_BALLS, 1000)
                numbers = every[0].counted
            else:
                ordered = [pair]
                sources = [source(m, left, F, None, pair, len(mechanisms)) for m in mechanisms]
            groups = _alike(sources, ordered)
        deviations = [d for m in mechanisms if (d := m.deviation()) is not None]
        proved = any(s.facts(*ordered[0]) is not None for s in sources)
        trusts = [
            *(("argument",) if proved else ()),
            "ball",
            *chain(*(m.rests_on() for m in mechanisms)),
        ]
        return Composed(
            sources, groups, max(deviations, default=None), tuple(dict.fromkeys(trusts)), numbers, F
        )

    def kinds(self, counts: Sequence[int], lost: float | None = None) -> list[PairKind]:
        """The groups, each mechanism released so many times; `lost` as `PairKind` has it."""
        if (exact := self._without_grid(counts)) is not None:
            return exact
        found = []
        for pairs, losses in self.groups:
            kind = PairKind(pairs, list(zip(counts, losses, strict=True)), lost=lost)
            kind.exactly = self._proved(pairs[0], counts)
            found.append(kind)
        return found

    def largest(
        self,
        kinds: Sequence[PairKind],
        epsilons: Sequence[Enclosure],
        goal: Fraction,
        progress: ShareDone | None = None,
    ) -> list[LargestComposed]:
        """The largest delta over the kinds, at each epsilon."""
        with self.F.scope():
            return largest_delta(kinds, epsilons, goal, self.F, progress)

    def _proved(self, pair: tuple[Any, Any], counts: Sequence[int]) -> DeltaAt | None:
        """By what is proved of all releases as of one."""
        facts = [s.facts(*pair) for s in self.sources]
        if (one := as_one_release([*zip(counts, facts, strict=True)])) is None:
            return None

        def proved(epsilon: Enclosure) -> Enclosure:
            with self.F.scope():
                ends = [
                    self.F.enclosure(one.hockey_stick(e, self.F)) for e in (epsilon.lo, epsilon.hi)
                ]
            return Enclosure(max(ends[1].lo, Fraction(0)), min(ends[0].hi, Fraction(1)))

        return proved

    def _without_grid(self, counts: Sequence[int]) -> list[PairKind] | None:
        """By going through the multisets of outputs, where one mechanism has few.

        Losses that look the same on a grid may differ; here rows are the same to many more digits.
        """
        own, F = self.sources[0], self.F
        if len(counts) > 1 or not isinstance(own, ListedLosses):
            return None
        most = max(len(own.laws[pairs[0][0]]) for pairs, _ in self.groups)
        if not few_multisets(most, counts[0], MOST_MULTISETS // len(self.groups)):
            return None
        apart: dict[Any, tuple[list[tuple[Any, Any]], Rows]] = {}
        with F.scope():
            seen = {z: looks(law, F) for z, law in own.laws.items()}
            for x, y in chain(*(pairs for pairs, _ in self.groups)):
                look, outputs = looking_alike(seen[x], seen[y])
                p, q = own.laws[x], own.laws[y]
                rows = [(p[r], q.get(r)) for r in outputs]
                pairs, alike = apart.get(look, ([], rows))
                pairs.append((x, y))
                apart[look] = pairs, united(alike, rows)
            if not few_multisets(most, counts[0], MOST_MULTISETS // len(apart)):
                return None
            return [
                PairKind(pairs, [], _over_multisets(*both_laws(rows, F), counts[0], F))
                for pairs, rows in apart.values()
            ]


def _over_multisets(p: Probabilities, q: Probabilities, k: int, F: Balls) -> DeltaAt:
    """delta of k releases at an epsilon between two numbers."""

    def exactly(epsilon: Enclosure) -> Enclosure:
        below = over_multisets(p, q, k, epsilon.hi, F)
        if epsilon.width == 0:
            return below
        above = over_multisets(p, q, k, epsilon.lo, F)
        return Enclosure(below.lo, max(below.hi, above.hi))

    return exactly


def _common(every: Sequence[Pairs]) -> list[tuple[Any, Any]]:
    """The ordered pairs of neighbours, which must be those of every mechanism."""
    first = every[0]
    ordered = first.ordered
    for other in every[1:]:
        if set(other.ordered) != set(ordered):
            why = (
                f"it does not have the datasets and neighbours of {first.mechanism.label}: "
                "give one pair of datasets that both have, or mechanisms on the same datasets"
            )
            raise InvalidValue("mechanism", other.mechanism.label, why)
    return ordered


def _check_size(
    outputs: Sequence[int], ordered: Sequence[tuple[Any, Any]], most: int, each: int
) -> None:
    """Refuse what would not fit, or not end, before losses are made of so many bytes each."""
    atoms = sum(outputs) * len(ordered)
    if atoms > most:
        advice = "give one pair of datasets, or use fewer records or categories"
        raise TooLarge("the losses of all pairs", atoms, most, each=each, advice=advice)


def _alike(sources: Sequence[Source], ordered: Sequence[tuple[Any, Any]]) -> Groups:
    """The pairs in groups of those whose losses look the same under every mechanism.

    Of pairs of which the same is proved, the first stands for all.
    """
    groups: dict[Any, tuple[list[tuple[Any, Any]], list[list[LossLaw]]]] = {}
    proved = set()
    for x, y in counted("losses of pairs", ordered):
        facts = tuple(s.facts(x, y) for s in sources)
        if None not in facts:
            if facts in proved:
                continue
            proved.add(facts)
        found = [s.losses(x, y) for s in sources]
        key = tuple(losses.likeness for losses in found)
        pairs, alike = groups.setdefault(key, ([], [[] for _ in sources]))
        pairs.append((x, y))
        for losses, group in zip(found, alike, strict=True):
            group.append(losses)
    return list(groups.values())
