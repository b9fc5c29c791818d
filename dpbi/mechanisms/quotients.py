"""Laws of polynomials in q = exp(-rate) over one sum: weights, not yet probabilities.

The two-sided geometric law is (1-q) q^|z| / (1+q), the exponential mechanism's q^u / sum q^u: no
polynomials, but quotients of polynomials, and ties between them are decided as exactly.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from dpbi.errors import BadMechanism
from dpbi.mechanisms.forms import Weighted, exact_polynomial, not_positive
from dpbi.numbers import Field, Real
from dpbi.numbers.polynomial import Polynomial, polynomial, value_at_exp


class QuotientInQ(Weighted):
    """A law known up to its normaliser, by weights that are polynomials in q = exp(-rate)."""

    rate: Any

    @abstractmethod
    def weights(self, x: Any) -> Mapping[Any, Polynomial]:
        """{output: a polynomial in q, proportional to its probability at x}."""

    def checked(self, x: Any) -> dict[Any, Polynomial]:
        """The weights at x that are not the zero polynomial."""
        law = {r: exact_polynomial(w) for r, w in self.weights(x).items()}
        return {r: w for r, w in law.items() if w != polynomial(0)}

    def log_weights(self, x: Any, F: Field) -> dict[Any, Real]:
        """The logarithms of the weights at q; certainly positive, or refused."""
        zero, rate = F.rational(0), Fraction(self.rate)
        law = {r: value_at_exp(w, rate, F) for r, w in self.checked(x).items()}
        for r, w in law.items():
            if F.less(zero, w) is not True:
                raise BadMechanism(self.label, not_positive(r, "weight", F, w), x)
        return {r: F.log(w) for r, w in law.items()}
