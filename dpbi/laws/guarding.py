"""Formulas over a number field that others wrote: what they are given, and what comes back.

A formula gets numbers that refuse what balls cannot decide (`fields/guarded.py`).  A comparison
that is refused is tried again with more bits; if the formula swallows the refusal, or no number of
bits helps, the law is refused.  The first field is read twice, as everything is; what the formula
says over other balls must agree with that.
"""

from __future__ import annotations

import numbers
from fractions import Fraction
from typing import Any, NoReturn

from flint import arb

from dpbi.errors import LostGuarantee, UndecidedComparison, brief
from dpbi.fields import Balls, Field, Real, rational
from dpbi.fields.field import MOST_BITS
from dpbi.fields.guarded import Guard, bare
from dpbi.laws.foreign import Foreign, where
from dpbi.laws.forms import binary, float_kind


def exact(name: str, value: Any) -> Fraction:
    """An exact number, of whatever class: sympy has rationals too."""
    is_number = type(value) is not bool
    if is_number and isinstance(value, numbers.Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    return rational(name, value)


class InField(Foreign):
    """A law that is a formula over a number field."""

    def __init__(self, target: Any, label: str) -> None:
        super().__init__(target, label)
        self._guards: dict[Any, Guard] = {}
        self._first: Field | None = None
        self._least = 0  # bits, once some comparison needed them

    def _over(self, x: Any, F: Field) -> dict[Any, Real]:
        """The formula at x over F: the first field is read twice, others must agree with it."""
        if not isinstance(F, Balls):
            return self._evaluated(x, F)
        self._first = self._first or F
        row = self._row(x)
        if self._first == F:
            return row
        found = self._evaluated(self.check_dataset(x), F)
        self._check_same(x, row, found)
        return found

    def _read(self, x: Any) -> dict[Any, Any]:
        assert self._first is not None  # _over has set it
        return self._evaluated(x, self._first)

    def _equal(self, row: dict[Any, Any], again: dict[Any, Any]) -> bool:
        """Balls are equal only where they are numbers, and 1 is no ball: asked one by one."""
        return False

    def _agree(self, a: Any, b: Any) -> bool:
        """Whether both can be enclosures of one number; plain ones are themselves."""
        if type(a) is arb and type(b) is arb:
            return bool(a.overlaps(b))
        return type(a) is type(b) and bool(a == b)

    def _moved(self, r: Any, a: Any, b: Any) -> str:
        return f" (output {brief(r)} has another log-weight)"

    def _evaluated(self, x: Any, F: Any) -> dict[Any, Real]:
        """The formula over guarded numbers, with more bits where a comparison needs them."""
        if not F.guaranteed:
            return self._plain(x, self._given(x, F), F)
        while True:
            if isinstance(F, Balls) and F.bits < self._least:
                F = Balls(self._least)
            guard = self._guards.setdefault(F, Guard(F))
            scope = F.scope() if isinstance(F, Balls) else guard.scope()
            try:
                with scope:
                    return self._plain(x, self._given(x, guard), F)
            except UndecidedComparison as undecided:
                if not isinstance(F, Balls) or F.bits >= MOST_BITS:
                    self._refuse(refused_where(undecided), x)
                self._least = min(4 * F.bits, MOST_BITS)
            except LostGuarantee as lost:
                self._refuse(refused_where(lost), x)

    def _plain(self, x: Any, row: dict[Any, Any], F: Field) -> dict[Any, Real]:
        """The numbers without their guard, once it is seen that nothing was refused."""
        guard = self._guards.get(F)
        if guard is not None and guard.watch.refused:
            self._swallowed(guard.watch.refused, x)
        with self._blame(f"{self.form}(x, F)", x):
            return {r: self._number(x, r, w, F) for r, w in row.items()}

    def _swallowed(self, refused: Exception, x: Any) -> NoReturn:
        """A refusal that the formula caught: what it made of it cannot be believed."""
        self._refuse(f"it went on after this was refused to it: {refused_where(refused)}", x)

    def _number(self, x: Any, r: Any, w: Any, F: Field) -> Real:
        """A number of the field; a plain exact one as Fraction, a float as it is."""
        found = bare(w, F)
        if found is not w or (not F.guaranteed and not isinstance(w, (str, int, Fraction))):
            return found
        if isinstance(w, arb):
            self._refuse("its log-weights are numbers of flint: compute with those of F", x)
        if float_kind(w):
            if float(w) != float("-inf"):
                binary(self.label, x, r, w, "log-weight")
            return float(w)
        return exact(f"the log-weight of output {brief(r)}", w)


def refused_where(error: Exception) -> str:
    """What was refused, and in which line."""
    return f"{error}{where(error, error.__traceback__)}"
