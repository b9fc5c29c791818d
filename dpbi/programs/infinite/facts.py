"""What is proved of the laws of a program at two datasets, from their closed forms."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from dpbi.fields import Balls, ExactNumber, Real
from dpbi.fields.logsum import LogSums
from dpbi.laws.partial import PairFacts
from dpbi.programs.infinite.pairing import (
    CLOSE,
    Proved,
    ShapeRatio,
    facts_of_shift,
    paired_factors,
    proved,
    without_zeros,
)
from dpbi.programs.infinite.products import by_shape
from dpbi.programs.infinite.templates import Template, may_meet
from dpbi.programs.masses import Masses
from dpbi.programs.paths import Path

if TYPE_CHECKING:
    from dpbi.programs.program import Program

LOOK = Balls(256)


class ProgramFacts(PairFacts):
    """What the closed forms of two laws prove; each pair has facts of its own."""

    proof = "symbolic"
    of_every_order = True

    def __init__(self, program: Program, here: tuple[Path, ...], there: tuple[Path, ...]) -> None:
        self.program = program
        self.here, self.there = by_shape(here), by_shape(there)

    @cached_property
    def compared(self) -> tuple[ShapeRatio, ...]:
        """Each shape at x, beside the same one at y."""
        with LOOK.scope():
            masses = self.program.trees_in(LOOK)
            return tuple(
                ShapeRatio.of(shape, self._told_from_zero(shape, masses), LOOK, CLOSE)
                for shape in self.here
            )

    def _told_from_zero(self, shape: Any, masses: Masses) -> Any:
        """The factors of a shape in balls, without terms that cancel."""
        found = self._factors(shape, masses)
        if not isinstance(found, tuple):
            return found
        return without_zeros(found, partial(self._factors, shape, self.exact))

    @cached_property
    def exact(self) -> Masses:
        """Probabilities in exact numbers."""
        return Masses(LogSums())

    def _factors(self, shape: Any, masses: Masses) -> Any:
        if shape not in self.there:
            return None
        return paired_factors(self.here[shape], self.there[shape], masses)

    def ratio(self, F: Balls) -> Real | None:
        """An upper bound of P/Q at all outputs that are not written out by a path."""
        templates = (c for c in self.compared if isinstance(self._first(c.shape), Template))
        values = [each.value for each in templates]
        return None if None in values else F.maximum([F.rational(0), *values])

    @cached_property
    def best(self) -> tuple[Any, Proved] | None:
        """The shape with the largest supremum, if that is proved, and no other shape meets it."""
        if any(each.value is None for each in self.compared):
            return None
        with LOOK.scope():
            top = max(self.compared, key=ShapeRatio.lowest)
            found = proved(top, LOOK, partial(self._factors, top.shape, self.exact))
            if found is None or self._meets(top.shape):
                return None
            power = LOOK.exp(LOOK.rational(found.value))
            for each in self.compared:
                if each is not top and not each.value < power:
                    other = proved(each, LOOK, partial(self._factors, each.shape, self.exact))
                    if other is None or other.value > found.value:
                        return None
        return top.shape, found

    def _meets(self, shape: Any) -> bool:
        """Whether an output of this shape may have another one too."""
        return any(self._may_meet(shape, other) for other in self._others(shape))

    def _meets_without_end(self, shape: Any) -> bool:
        """Whether infinitely many outputs of this shape may have another one too."""
        several = (s for s in self._others(shape) if isinstance(self._first(s), Template))
        return any(self._may_meet(shape, other) for other in several)

    def _others(self, shape: Any) -> set[Any]:
        return (self.here.keys() | self.there.keys()) - {shape}

    def _may_meet(self, shape: Any, other: Any) -> bool:
        return may_meet(self._raw(shape), self._raw(other))

    def _first(self, shape: Any) -> Any:
        """The output of the first path of a shape."""
        return (self.here.get(shape) or self.there[shape])[0].output

    def _raw(self, shape: Any) -> Any:
        """The shape as it was returned."""
        output = self._first(shape)
        return output.shape if isinstance(output, Template) else getattr(output, "value", output)

    @cached_property
    def shift(self) -> PairFacts:
        """What is known of one noise that is moved, where there is no more to both laws."""
        here, there = ([p for ps in s.values() for p in ps] for s in (self.here, self.there))
        with LOOK.scope():
            found = facts_of_shift(here, there, self.program.trees_in(LOOK))
        return found or PairFacts()

    def hockey_stick(self, epsilon: ExactNumber, F: Balls) -> Real | None:
        """That of the shift."""
        return self.shift.hockey_stick(epsilon, F)

    def log_moment(self, order: Fraction, F: Balls) -> Real | None:
        """That of the shift."""
        return self.shift.log_moment(order, F)

    def renyi(self, order: Fraction) -> Fraction | float | None:
        """That of the shift."""
        return self.shift.renyi(order)

    def relative_entropy(self, F: Balls) -> Real | None:
        """That of the shift."""
        return self.shift.relative_entropy(F)

    def rho(self) -> Fraction | float | None:
        """That of the shift."""
        return self.shift.rho()

    def loss(self) -> Fraction | float | None:
        """A rational number where it is proved, math.inf where the ratio grows without end."""
        if any(each.grows and not self._meets_without_end(each.shape) for each in self.compared):
            return math.inf
        return None if self.best is None else self.best[1].value
