"""A sensitivity S of one's own, read with care: at each dataset a number between two rationals.

S(x) is an exact number, a float as the binary number that it is, or bounds; S(x, F) is a formula
over a number field, enclosed in balls of as many bits as are asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from inspect import Parameter, signature
from typing import Any, ClassVar

from dpbi.errors import BadMechanism
from dpbi.fields import Balls, Bounds, Enclosure
from dpbi.fields.guarded import Guard, bare
from dpbi.laws.blame import Blame
from dpbi.queries.declared import called
from dpbi.queries.reading import Answers, NotANumber, exact_number, is_float
from dpbi.queries.sizes import Size


class BadBound(BadMechanism):
    """A sensitivity of one's own that is not a number >= 0; `dataset` shows where."""

    kind: ClassVar[str] = "bound on a sensitivity"


class PerhapsNegative(BadBound):
    """A formula whose enclosure reaches below 0: more bits may tell."""


class Own:
    """Values of S at the datasets, each between two rationals."""

    def __init__(self, function: Callable[..., Any], answers: Answers) -> None:
        self.function, self.answers = function, answers
        self.label = called(function)
        self.is_formula = _takes_a_field(function)
        self.trusts: set[str] = {"ball"} if self.is_formula else set()

    def values(self, bits: int) -> list[Enclosure]:
        """S everywhere; asked twice, the second time backwards."""
        names = self.answers.names
        found = [self._at(x, bits) for x in names]
        for x, before in zip(reversed(names), reversed(found), strict=True):
            after = self._at(x, bits)
            if after != before:
                told = f"it is {before}, and {after} when it is asked again"
                raise BadBound(self.label, f"{told}: it must depend on x alone", x)
            if before.lo < 0:
                kind = BadBound if before.hi < 0 or not self.is_formula else PerhapsNegative
                raise kind(self.label, f"its value {before} is not certainly >= 0", x)
        return found

    def _at(self, x: Any, bits: int) -> Enclosure:
        return self._enclosed(x, Balls(bits)) if self.is_formula else self._exact(x)

    def _exact(self, x: Any) -> Enclosure:
        """A number, or bounds such as those that `smooth` answers with."""
        with Blame(self.label, "S(x)", x, BadBound):
            found = self.function(x)
        if isinstance(found, (Bounds, Enclosure, Size)):
            ends = found.enclosure() if isinstance(found, Size) else found
            if not (isinstance(ends.lo, Fraction) and isinstance(ends.hi, Fraction)):
                raise BadBound(self.label, "its value is infinite", x)
            if ends.lo < ends.hi:
                self.trusts.add("ball")
            return Enclosure(ends.lo, ends.hi)
        if is_float(found):
            self.trusts.add("exact binary")
        return self._plain(found, x)

    def _plain(self, found: Any, x: Any) -> Enclosure:
        """An exact number."""
        try:
            return Enclosure.exactly(exact_number(found))
        except NotANumber as error:
            raise BadBound(self.label, f"its value {error}", x) from None

    def _enclosed(self, x: Any, F: Balls) -> Enclosure:
        """The formula over guarded numbers, which refuse what balls cannot decide."""
        guard = Guard(F)
        with F.scope():
            with Blame(self.label, "S(x, F)", x, BadBound):
                found = self.function(x, guard)
            if guard.watch.refused:
                raise guard.watch.refused
            number = bare(found, F)
            if number is found:  # a plain number
                return self._plain(found, x)
            if not number.is_finite():
                raise BadBound(self.label, "its value is not a finite number", x)
            return F.enclosure(number)


def _takes_a_field(function: Callable[..., Any]) -> bool:
    """Whether it needs a second argument: the number field."""
    try:
        takes = signature(function).parameters.values()
    except (ValueError, TypeError):
        return False
    usual = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    return sum(p.default is p.empty and p.kind in usual for p in takes) == 2
