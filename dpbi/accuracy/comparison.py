"""Which of two mechanisms has the smaller expected error, and from which n on.

Every answer is three-valued: where the enclosures still overlap at the last precision it is None.
Equality is seen only where two mechanisms have one law by their definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from dpbi.accuracy.law import expected_distance
from dpbi.bayes.data import Counts, whole
from dpbi.errors import InvalidValue
from dpbi.fields.field import LADDER
from dpbi.mechanisms.counts import OfCounts, of_counts
from dpbi.support.arguments import listed

Sign: TypeAlias = int | None
"""-1: the first has the smaller expected error; 1: the second; 0: equal; None: undecided."""


def compare(first: OfCounts, second: OfCounts, x: Iterable[object]) -> bool | None:
    """Whether E H of the first is below that of the second at x."""
    sign = sign_of_difference(first, second, x)
    return None if sign is None else sign < 0


def sign_of_difference(first: OfCounts, second: OfCounts, x: Iterable[object]) -> Sign:
    """The sign of E H of the first minus E H of the second, with as many bits as it takes."""
    counts = of_counts(first).check_dataset(x)
    if first.prior != of_counts(second).prior:
        need = f"both mechanisms must have one prior to have one truth, here {first.prior}"
        raise InvalidValue("prior", second.prior, need)
    second.check_dataset(counts)
    if same_law(first, second):
        return 0
    for rung in LADDER:
        a, b = (expected_distance(m, counts, bits=rung.bits) for m in (first, second))
        if not a.overlaps(b):
            return -1 if a.hi < b.lo else 1
    return None


def same_law(first: OfCounts, second: OfCounts) -> bool:
    """Whether both are the same mechanism by definition; False proves nothing."""
    a, b = first.definition, second.definition
    return first == second or (a is not None and a == b)


@dataclass(frozen=True, slots=True)
class Crossings:
    """The certified sign of a difference at each n that was asked for, n ascending."""

    signs: tuple[tuple[int, Sign], ...]

    @property
    def changes(self) -> tuple[tuple[int, int], ...]:
        """(n, n'): the sign is certain at both, not the same, and undecided between them.

        Nothing is said about what happens between two values of n that were asked for.
        """
        known = [(n, sign) for n, sign in self.signs if sign is not None]
        return tuple((n, m) for (n, a), (m, b) in pairwise(known) if a != b)

    @property
    def first_change(self) -> tuple[int, int] | None:
        """The first of the changes."""
        return self.changes[0] if self.changes else None

    @property
    def last_change(self) -> tuple[int, int] | None:
        """The last of the changes."""
        return self.changes[-1] if self.changes else None

    @property
    def decided(self) -> bool:
        """Whether the sign is certain at every n."""
        return all(sign is not None for _, sign in self.signs)

    def json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "signs": [{"n": n, "sign": sign} for n, sign in self.signs],
            "changes": [list(pair) for pair in self.changes],
            "decided": self.decided,
        }


def crossings(
    first_of_n: Callable[[int], OfCounts],
    second_of_n: Callable[[int], OfCounts],
    data_of_n: Callable[[int], Counts],
    ns: Iterable[int],
) -> Crossings:
    """The sign of E H(first) - E H(second) at each n of `ns`, in ascending order."""
    return Crossings(
        tuple(
            (n, sign_of_difference(first_of_n(n), second_of_n(n), data_of_n(n)))
            for n in sorted({whole("n", n) for n in listed("ns", ns)})
        )
    )
