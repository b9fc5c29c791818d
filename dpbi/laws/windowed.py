"""Windows that others wrote: laws of infinitely many outputs, given by hand.

    def window(self, x, tolerance, F):      # {output: its probability}, all but about `tolerance`
    def tail_ratio(self, x, y, tolerance, F):   # optional: at least P_x/P_y outside both windows
    outputs = ...                               # optional: all outputs that are possible at all

A window lists outputs with their whole probabilities, as exact numbers or as numbers of F, and what
they miss of 1 is at other outputs.  A subclass of `Partial` says `known` itself.

Windows are read as `laws/foreign.py` reads rows: twice, by keys that tell outputs apart.  Over
other balls, or to another tolerance, an output must have the same probability.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from flint import arb

from dpbi.errors import LostGuarantee, UndecidedComparison, brief
from dpbi.fields import Balls, Real
from dpbi.fields.field import MOST_BITS
from dpbi.fields.guarded import Guard, bare
from dpbi.laws.foreign import OTHER_LAW
from dpbi.laws.guarding import InField, exact, refused_where
from dpbi.laws.partial import Known, Partial
from dpbi.support.arguments import listed

KEPT = 400  # windows


class ForeignPartial(InField, Partial):
    """A subclass of `Partial` that others wrote."""

    def __init__(self, target: Any, label: str) -> None:
        super().__init__(target, label)
        self._kept: dict[Any, Known] = {}
        self._before: dict[Any, dict[Any, Real]] = {}
        self.closed = self._closed()

    def _closed(self) -> frozenset[Any] | None:
        found = self._attribute("closed")
        if found is None:
            return None
        with self._blame("its closed set of outputs"):
            return frozenset(self._outputs.keys(list(listed("outputs", found))))

    def rests_on(self) -> tuple[str, ...]:
        """What its author says of the outputs that are not listed."""
        return ("window",)

    def known(self, x: Any, tolerance: Fraction, F: Balls) -> Known:
        """What the target says, read twice."""
        x = self.check_dataset(x)
        if (x, tolerance, F) not in self._kept:
            found, again = (self._looked(x, tolerance, F) for _ in range(2))
            self._check_known(x, found, again)
            self._check_before(x, found)
            if len(self._kept) >= KEPT:
                self._kept.clear()
            self._kept[x, tolerance, F] = found
        return self._kept[x, tolerance, F]

    def tail_ratio(self, x: Any, y: Any, tolerance: Fraction, F: Balls) -> Real | Fraction | None:
        """The target's bound: an exact number as it is."""
        if not callable(self._attribute("tail_ratio")):
            return None
        x, y = self.check_dataset(x), self.check_dataset(y)

        def ask(G: Any) -> Any:
            with self._blame("tail_ratio(x, y, tolerance, F)", x):
                return self.target.tail_ratio(x, y, tolerance, G)

        def read(value: Any, G: Balls) -> Real | Fraction | None:
            return None if value is None else self._plainly(x, "its tail ratio", value, G)

        found = self._asked(x, F, ask, read)
        if found is not None and not found >= 0:
            self._refuse("its tail ratio is not certainly a number above 0", x)
        return found

    def _looked(self, x: Any, tolerance: Fraction, F: Balls) -> Known:
        """What `known` of the target says now."""

        def ask(G: Any) -> Any:
            with self._blame("known(x, tolerance, F)", x):
                return self.target.known(x, tolerance, G)

        def read(said: Any, G: Balls) -> Known:
            if not isinstance(said, Known):
                told = f"known(x, tolerance, F) returned a {type(said).__name__}"
                self._refuse(f"{told}: return a dpbi.Known", x)
            row = self._outputs.row(x, said.atoms)
            atoms = {
                r: self._real(x, f"the probability of output {brief(r)}", p, G)
                for r, p in row.items()
            }
            return Known(atoms, self._real(x, "what is left", said.left, G), said.elsewhere is True)

        return self._asked(x, F, ask, read)  # type: ignore[no-any-return]

    def _asked(self, x: Any, F: Balls, ask: Any, read: Any) -> Any:
        """What the target answers over guarded numbers, with more bits where it needs them."""
        while True:
            if F.bits < self._least:
                F = Balls(self._least)
            guard = self._guards.setdefault(F, Guard(F))
            try:
                with F.scope():
                    found = read(ask(guard), F)
                if guard.watch.refused:
                    self._swallowed(guard.watch.refused, x)
                return found
            except UndecidedComparison as undecided:
                if F.bits >= MOST_BITS:
                    self._refuse(refused_where(undecided), x)
                self._guards.pop(F)
                self._least = min(4 * F.bits, MOST_BITS)
            except LostGuarantee as lost:
                self._refuse(refused_where(lost), x)

    def _real(self, x: Any, what: str, value: Any, F: Balls) -> Real:
        """A number of F, without its guard."""
        found = self._plainly(x, what, value, F)
        return F.rational(found) if isinstance(found, Fraction) else found

    def _plainly(self, x: Any, what: str, value: Any, F: Balls) -> Real | Fraction | None:
        """A number of F without its guard; an exact one as a Fraction."""
        found = bare(value, F)
        if found is not value:
            return found
        if isinstance(value, arb):
            self._refuse(f"{what} is a number of flint: compute with those of F", x)
        with self._blame(what, x):
            return exact(what, value)

    def _check_known(self, x: Any, found: Known, again: Known) -> None:
        """Refuse two readings that do not agree."""
        self._check_same(x, dict(found.atoms), dict(again.atoms))
        if not found.left.overlaps(again.left) or found.elsewhere != again.elsewhere:
            self._refuse(OTHER_LAW.format(" (what is left has changed)"), x)
        self._check_near(x)
        if not self._before:
            self._check_listed()

    def _check_before(self, x: Any, found: Known) -> None:
        """Refuse a window that gives an output another probability than an earlier one did."""
        if not found.elsewhere:  # then an atom is what is surely there, and may grow
            return
        before = self._before.setdefault(x, dict(found.atoms))
        for r, p in found.atoms.items():
            if r in before and not p.overlaps(before[r]):
                self._refuse(OTHER_LAW.format(self._moved(r, before[r], p)), x)


class ForeignWindow(ForeignPartial):
    """A law that others wrote as windows."""

    form = "window"

    def _closed(self) -> frozenset[Any] | None:
        found = self._attribute("outputs")
        if found is None:
            return None
        if callable(found):
            self._refuse("its outputs is a method: write a list, or put @property above it")
        return frozenset(self._outputs.keys(list(listed("outputs", found))))

    def _looked(self, x: Any, tolerance: Fraction, F: Balls) -> Known:
        """The window as the target says it now, and what it misses of 1."""

        def ask(G: Any) -> Mapping[Any, Any]:
            return self._given(x, tolerance, G)

        def read(row: Mapping[Any, Any], G: Balls) -> dict[Any, Any]:
            return {
                r: self._plainly(x, f"the probability of output {brief(r)}", p, G)
                for r, p in row.items()
            }

        row = self._asked(x, F, ask, read)
        with F.scope():
            atoms = {r: F.rational(p) if isinstance(p, Fraction) else p for r, p in row.items()}
            if not all(isinstance(p, Fraction) for p in row.values()):
                return Known(atoms, 1 - sum(atoms.values(), F.rational(0)), True)
            left = 1 - sum(row.values(), Fraction(0))
            if left < 0 or min(row.values(), default=left) < 0:
                self._refuse("its window has a probability below 0, or sums to more than 1", x)
            return Known(atoms, F.rational(left), True, row)
