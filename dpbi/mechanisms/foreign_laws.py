"""Foreign laws of probabilities, and of polynomials in q, read as `mechanisms/foreign.py` says."""

from __future__ import annotations

import numbers
from fractions import Fraction
from functools import cached_property
from typing import Any

from dpbi.errors import InvalidValue, brief
from dpbi.mechanisms.foreign import Foreign
from dpbi.mechanisms.forms import Exact, InQ, exact_polynomial
from dpbi.mechanisms.quotients import QuotientInQ
from dpbi.mechanisms.rows import float_kind
from dpbi.numbers import rational
from dpbi.numbers.polynomial import Polynomial
from dpbi.numbers.rational import plain_fraction

READY = {int, float, Fraction}
"""Types of probabilities that nothing has to be asked of."""


class ForeignExact(Foreign, Exact):
    """A law of probabilities."""

    method = "probabilities"

    def probabilities(self, x: Any) -> dict[Any, Any]:
        """The row as it was first read."""
        return self._row(x)

    def _read(self, x: Any) -> dict[Any, Any]:
        row = self._given(x)
        types = set(map(type, row.values()))
        if types <= READY:
            return {r: _plain(p) for r, p in row.items()} if Fraction in types else row
        with self._blame("probabilities(x)", x):
            return {r: self._number(r, p) for r, p in row.items()}

    def _number(self, r: Any, p: Any) -> Any:
        """A probability as Python or numpy has it, asked of its class once."""
        kind = float_kind(p)
        if not kind:
            return exact(f"the probability of output {brief(r)}", p)
        return float(p) if kind == "float" else p.dtype.type(p)  # a 0-d array becomes a number


def _plain(p: Any) -> Any:
    return plain_fraction(p) if type(p) is Fraction else p


class _InQ(Foreign):
    """What laws of polynomials in q share: the rate, a positive number, and how they are read."""

    @cached_property
    def rate(self) -> Fraction:
        """The rate of q = exp(-rate)."""
        found = self._attribute("rate")
        if found is None:
            self._refuse("its rate is missing: polynomials are in q = exp(-rate)")
        if callable(found):
            self._refuse("its rate is a method: write a number, or put @property above it")
        if (number := exact("rate", found)) <= 0:
            raise InvalidValue("rate", number, "it must be > 0")
        return number

    def _read(self, x: Any) -> dict[Any, Any]:
        row = self._given(x)
        with self._blame(f"{self.method}(x)", x):
            return {r: exact_polynomial(p) for r, p in row.items()}


class ForeignInQ(_InQ, InQ):
    """A law of polynomials in q."""

    method = "polynomials"

    def polynomials(self, x: Any) -> dict[Any, Polynomial]:
        """The row as it was first read."""
        return self._row(x)


class ForeignQuotient(_InQ, QuotientInQ):
    """A law of polynomials in q over their sum."""

    method = "weights"

    def weights(self, x: Any) -> dict[Any, Polynomial]:
        """The row as it was first read."""
        return self._row(x)


def exact(name: str, value: Any) -> Fraction:
    """An exact number, of whatever class: sympy has rationals too."""
    is_number = type(value) is not bool
    if is_number and isinstance(value, numbers.Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    return rational(name, value)
