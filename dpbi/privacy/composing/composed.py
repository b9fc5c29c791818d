"""What is composed: mechanisms with the same datasets, over all pairs of neighbours or for one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpbi.errors import InvalidValue, TooLarge
from dpbi.fields import Balls, Enclosure, Real
from dpbi.laws.protocol import Mechanism
from dpbi.privacy.composing.losses import Losses
from dpbi.privacy.composing.multisets import few_multisets, over_multisets
from dpbi.privacy.composing.pairs import LargestComposed, PairKind, ShareDone, largest_delta
from dpbi.privacy.pairs import Pairs, law_at

BITS = 256
MOST_MULTISETS = 100_000  # over all pairs that are not known to be alike
MOST_ATOMS = 1_000_000  # of all pairs

LogLaws = dict[Any, Mapping[Any, Real]]


@dataclass(frozen=True, slots=True, eq=False)
class Composed:
    """Pairs of datasets, in groups that seem to have the same losses under every mechanism."""

    laws: Sequence[LogLaws]
    groups: list[tuple[list[tuple[Any, Any]], list[list[Losses]]]]
    deviation: Fraction | None
    counted: tuple[int, int, int] | None
    F: Balls

    @staticmethod
    def of(mechanisms: Sequence[Mechanism], pair: tuple[Any, Any] | None = None) -> Composed:
        """Over all ordered pairs of neighbours, or for one ordered pair."""
        F = Balls(BITS)
        counted = None
        with F.scope():
            if pair is None:
                every = [Pairs(m) for m in mechanisms]
                ordered = _common(every)
                _check_size([m.number_of_outputs() for m in mechanisms], ordered)
                laws = [dict(p.laws(F)) for p in every]
                _check_size([max(map(len, law.values())) for law in laws], ordered)
                counted = every[0].counted
            else:
                ordered = [pair]
                laws = [{z: law_at(m, m.check_dataset(z), F) for z in pair} for m in mechanisms]
            groups = _alike(laws, ordered, F)
        deviations = [d for m in mechanisms if (d := m.deviation()) is not None]
        return Composed(laws, groups, max(deviations, default=None), counted, F)

    def kinds(self, counts: Sequence[int], lost: float | None = None) -> list[PairKind]:
        """The groups, each mechanism released so many times; `lost` as `PairKind` has it."""
        left = MOST_MULTISETS // len(self.groups)
        found = []
        for pairs, losses in self.groups:
            kind = PairKind(pairs, list(zip(counts, losses, strict=True)), lost=lost)
            if len(counts) == 1 and self._few(pairs[0], counts[0], left):
                kind.exactly = self._exactly(pairs[0], counts[0])
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

    def _few(self, pair: tuple[Any, Any], k: int, most: int) -> bool:
        return few_multisets(len(self.laws[0][pair[0]]), k, most)

    def _exactly(self, pair: tuple[Any, Any], k: int) -> Any:
        F = self.F
        with F.scope():
            p, q = ({r: F.exp(v) for r, v in self.laws[0][z].items()} for z in pair)

        def exactly(epsilon: Enclosure) -> Enclosure:
            below = over_multisets(p, q, k, epsilon.hi, F)
            above = below if epsilon.width == 0 else over_multisets(p, q, k, epsilon.lo, F)
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


def _check_size(outputs: Sequence[int], ordered: Sequence[tuple[Any, Any]]) -> None:
    """Refuse what would not fit, before losses are made."""
    atoms = sum(outputs) * len(ordered)
    if atoms > MOST_ATOMS:
        advice = "give one pair of datasets, or use fewer records or categories"
        raise TooLarge("the losses of all pairs", atoms, MOST_ATOMS, each=1000, advice=advice)


def _alike(
    laws: Sequence[LogLaws], ordered: Sequence[tuple[Any, Any]], F: Balls
) -> list[tuple[list[tuple[Any, Any]], list[list[Losses]]]]:
    """The pairs in groups of those whose losses look the same under every mechanism."""
    groups: dict[Any, tuple[list[tuple[Any, Any]], list[list[Losses]]]] = {}
    for x, y in ordered:
        found = [Losses.of(law[x], law[y], F) for law in laws]
        key = tuple(losses.likeness for losses in found)
        pairs, alike = groups.setdefault(key, ([], [[] for _ in laws]))
        pairs.append((x, y))
        for losses, group in zip(found, alike, strict=True):
            group.append(losses)
    return list(groups.values())
