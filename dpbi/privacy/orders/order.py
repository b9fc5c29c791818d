"""The order of a Renyi divergence: from two probabilities to a term, from a sum to D_a.

    D_a(P||Q) = 1/(a-1) ln S,   S = sum over r of P(r)^a Q(r)^(1-a)      0 <= a, a not 1
    D_1(P||Q) = sum over r of P(r) ln (P(r)/Q(r))                        (Kullback-Leibler)

(Renyi 1961; van Erven and Harremoes 2014, Definitions 1 to 3.)  D_0 = -ln Q(P > 0), and D_1 is the
limit at 1 from both sides.  D_a does not fall in a, and is 0 for equal laws.

Zeros.  A term with P = 0 is 0 at every order; at order 0 by the definition of D_0.  A term with
Q = 0 < P makes D_a infinite for a >= 1, and adds nothing for a < 1.  So for a < 1 the divergence is
infinite only where no output is possible under both.

Sums.  S >= 1 for a > 1 and S <= 1 for a < 1 (Hoelder), where the *smallest* sum over pairs, and
over adversaries, is the largest divergence.  `gain` is |a - 1| D_a, or D_1: what is largest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpbi.fields import Field, Real
from dpbi.privacy.pairs import only_under_first


@dataclass(frozen=True, slots=True)
class RenyiOrder:
    """An order >= 0.

    >>> from fractions import Fraction
    >>> RenyiOrder(Fraction(1, 3)).sign, RenyiOrder(Fraction(1, 3)).divisor
    (-1, Fraction(2, 3))
    """

    value: Fraction

    @property
    def is_limit(self) -> bool:
        """Whether it is 1: a sum of logarithms, and no logarithm of a sum."""
        return self.value == 1

    @property
    def sign(self) -> int:
        """-1 where a small sum makes a large divergence."""
        return -1 if self.value < 1 else 1

    @property
    def divisor(self) -> Fraction:
        """gain / D_a."""
        return Fraction(1) if self.is_limit else abs(self.value - 1)

    def term(self, p: Real, q: Real, F: Field) -> Real:
        """The term of an output, from ln P and ln Q."""
        if self.is_limit:
            return F.exp(p) * (p - q)
        return F.exp(q + F.rational(self.value) * (p - q))

    def gain(self, total: Real, F: Field) -> Real:
        """From the sum of all terms, which is above 0 for a != 1."""
        return total if self.is_limit else self.sign * F.log(total)

    def is_infinite(self, p: Mapping[Any, Any], q: Mapping[Any, Any]) -> bool:
        """Whether D_a is infinite, for laws that list what is possible."""
        if self.value < 1:
            return p.keys().isdisjoint(q.keys())
        return only_under_first(p, q) is not None

    def is_zero(self, p: Mapping[Any, Any], q: Mapping[Any, Any]) -> bool:
        """Whether D_a is 0 by what is possible alone: at order 0, where Q(P > 0) = 1."""
        return self.value == 0 and q.keys() <= p.keys()
