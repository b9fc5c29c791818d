"""The atoms of an error law as a sequence: those near the truth without the list of all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dpbi.accuracy.atoms import Atom, Order
from dpbi.accuracy.staircase import Staircase
from dpbi.bayes.data import Counts


@dataclass(frozen=True, slots=True)
class Given:
    """Atoms in order that are known with their rational ends."""

    known: tuple[Atom, ...]

    @property
    def places(self) -> tuple[Atom, ...]:
        """The atoms."""
        return self.known

    def atom(self, i: int) -> Atom:
        """The i-th."""
        return self.known[i]

    def atoms(self) -> tuple[Atom, ...]:
        """All."""
        return self.known

    def place(self, output: Counts) -> int | None:
        """The atom that an output belongs to."""
        return next((i for i, a in enumerate(self.known) if output in a.outputs), None)

    def staircase(self) -> Staircase:
        """In rational numbers."""
        return Staircase.of(
            (a.distance.lo, a.distance.hi, a.probability.lo, a.probability.hi, a.first, a.last)
            for a in self.known
        )


class Atoms(Sequence[Atom]):
    """Atoms in order of distance; those near the truth are there without the list of all."""

    def __init__(self, near: Order | Given, rest: Callable[[], Order] | None = None) -> None:
        self._near, self._rest = near, rest

    @staticmethod
    def of(atoms: Iterable[Atom]) -> Atoms:
        """These, whether they are given or made."""
        return atoms if isinstance(atoms, Atoms) else Atoms(Given(tuple(atoms)))

    @cached_property
    def stairs(self) -> Staircase:
        """What the atoms add to, with a lump where all that is far is taken together."""
        return self._near.staircase()

    @cached_property
    def all_stairs(self) -> Staircase:
        """The same without a lump."""
        return self._all.staircase() if self.stairs.lumped else self.stairs

    @property
    def number(self) -> int | None:
        """How many there are, if that is known without the list of all."""
        return None if self.stairs.lumped else len(self._near.places)

    @property
    def _all(self) -> Order | Given:
        return self._near if self._rest is None else self._rest()

    @cached_property
    def _made(self) -> tuple[Atom, ...]:
        return self._all.atoms()

    def find(self, output: Counts) -> tuple[Staircase, int] | None:
        """Where an output is, and among what."""
        if (i := self._near.place(output)) is not None:
            return self.stairs, i
        if self._rest is None or (i := self._all.place(output)) is None:
            return None
        return self.all_stairs, i

    def __len__(self) -> int:
        return len(self._all.places)

    def __getitem__(self, i: Any) -> Any:
        here = len(self._near.places)
        if isinstance(i, slice):
            ends = (0 if i.start is None else i.start), (-1 if i.stop is None else i.stop)
            if all(0 <= end <= here for end in ends):
                return tuple(map(self._near.atom, range(here)[i]))
        elif 0 <= i < here:
            return self._near.atom(i)
        return self._made[i]

    def __iter__(self) -> Iterator[Atom]:
        return iter(self._made)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Atoms, tuple)) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(self[0].outputs)

    def __repr__(self) -> str:
        farther = ", and all that is farther" if self._rest else ""
        return f"<{len(self._near.places)} atoms{farther}>"

    def __reduce__(self) -> Any:
        return Atoms.of, (tuple(self),)
