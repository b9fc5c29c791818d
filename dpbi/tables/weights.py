"""Tables of log-weights, and of polynomials in q = exp(-rate)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpbi.errors import BadMechanism
from dpbi.mechanisms.forms import InQ, Weighted, exact_polynomial
from dpbi.mechanisms.identity import same_outputs
from dpbi.mechanisms.rows import binary, float_kind
from dpbi.numbers import Field, Real, positive_rational, rational
from dpbi.numbers.polynomial import Polynomial
from dpbi.tables.cells import check_outputs
from dpbi.tables.listed import Layout, Listed, rows
from dpbi.tables.relation import Neighbours


@dataclass(frozen=True, eq=False)
class LogWeights(Listed, Weighted):
    """A mechanism given by logarithms of unnormalised probabilities.

    A float is the binary number that it is; the law is the exponential of these numbers divided by
    its sum, without any rounding.  -inf, and an output left out, are impossible.
    """

    layout: Layout
    weights: Mapping[Any, Mapping[Any, Fraction | float]]

    @staticmethod
    def of(
        weights: Mapping[Any, Mapping[Any, Any]],
        neighbours: Neighbours = "line",
        *,
        name: str = "log-weights",
        epsilon: Any = None,
        delta: Any = None,
    ) -> LogWeights:
        """A table from {dataset: {output: ln of a weight}}: exact numbers or floats."""
        given = same_outputs(name, rows(weights))
        layout = Layout.of(name, given, neighbours, epsilon, delta)
        return LogWeights(layout, {x: _read(name, x, row) for x, row in given.items()})

    def log_weights(self, x: Any, F: Field) -> dict[Any, Real]:
        """The weights; rationals in the field, floats as they are."""
        row = self.weights[self.check_dataset(x)]
        return {r: w if isinstance(w, float) else F.rational(w) for r, w in row.items()}

    def uses_floats(self) -> bool:
        """Whether some weight is a float."""
        return any(isinstance(w, float) for row in self.weights.values() for w in row.values())


@dataclass(frozen=True, eq=False)
class Polynomials(Listed, InQ):
    """A mechanism given by polynomials in q = exp(-rate) with rational coefficients."""

    layout: Layout
    rate: Fraction
    laws: Mapping[Any, Mapping[Any, Polynomial]]

    @staticmethod
    def of(
        laws: Mapping[Any, Mapping[Any, Any]],
        rate: Any,
        neighbours: Neighbours = "line",
        *,
        name: str = "polynomials",
        epsilon: Any = None,
        delta: Any = None,
    ) -> Polynomials:
        """A table from {dataset: {output: coefficients from the constant term up}}."""
        given = same_outputs(name, rows(laws))
        layout = Layout.of(name, given, neighbours, epsilon, delta)
        read = {x: {r: exact_polynomial(p) for r, p in row.items()} for x, row in given.items()}
        table = Polynomials(layout, positive_rational("rate", rate), read)
        for x in layout.names:
            check_outputs(name, read[x])
            table.checked(x)
        return table

    def polynomials(self, x: Any) -> Mapping[Any, Polynomial]:
        """The polynomials at x."""
        return self.laws[self.check_dataset(x)]


def _read(name: str, x: Any, row: Mapping[Any, Any]) -> dict[Any, Fraction | float]:
    """Log-weights as Fractions and finite floats; what is impossible is left out."""
    check_outputs(name, row)
    read: dict[Any, Fraction | float] = {}
    for r, w in row.items():
        if not float_kind(w):
            read[r] = rational("log-weight", w)
        elif float(w) != float("-inf"):
            binary(name, x, r, w, "log-weight")
            read[r] = float(w)
    if not read:
        raise BadMechanism(name, "no output is possible", x)
    return read
