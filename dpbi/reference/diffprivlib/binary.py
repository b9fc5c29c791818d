"""diffprivlib's Binary: one of two labels, flipped with probability 1 / (e^eps + 1)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from dpbi.errors import InvalidValue
from dpbi.mechanisms.counts import set_exactly
from dpbi.mechanisms.forms import Exact
from dpbi.mechanisms.quotients import QuotientInQ
from dpbi.numbers.polynomial import Polynomial, Q
from dpbi.reference.declared import Declared, diffprivlib, positive_double

UNIFORMS = 1 << 53
"""random() is k / 2^53 with k uniform on 0 .. 2^53 - 1."""


class _OneBit(Declared):
    """Datasets 0 and 1, which stand for the two labels."""

    epsilon: Fraction

    def datasets(self) -> tuple[int, int]:
        """The two labels."""
        return (0, 1)

    def neighbours(self, x: int) -> tuple[int]:
        """The other one."""
        return (1 - x,)

    def mechanism(self, random_state: int | None = None) -> Any:
        """The library's own, on the labels "0" and "1"."""
        library: Any = diffprivlib()
        labels = {"value0": "0", "value1": "1", "random_state": random_state}
        return library.Binary(epsilon=float(self.epsilon), **labels)

    def declared(self) -> Fraction:
        """Its epsilon."""
        return self.epsilon


@dataclass(frozen=True)
class Binary(_OneBit, QuotientInQ):
    """The truth with weight 1, the other label with weight e^-eps."""

    name: ClassVar[str] = "diffprivlib-binary"
    epsilon: Fraction

    def __post_init__(self) -> None:
        set_exactly(self, epsilon=positive_double("epsilon", self.epsilon))

    @property
    def rate(self) -> Fraction:
        """eps."""
        return self.epsilon

    def weights(self, x: int) -> dict[int, Polynomial]:
        """1 for the truth, q for the other."""
        return {x: Q**0, 1 - x: Q}


@dataclass(frozen=True)
class BinaryAsDrawn(_OneBit, Exact):
    """The label is flipped if the double u (e^eps + 1) exceeds the double e^eps.

    Rounded multiplication by a positive number is monotone in u, so the flips are the largest of
    the 2^53 uniforms, and bisection counts them.  From epsilon = 36.1 or so on there are none.
    """

    name: ClassVar[str] = "diffprivlib-binary-as-drawn"
    epsilon: Fraction

    def __post_init__(self) -> None:
        epsilon = positive_double("epsilon", self.epsilon)
        if math.isinf(np.exp(min(float(epsilon), 709.0)) + 1) or epsilon > 709:
            raise InvalidValue("epsilon", float(epsilon), "e^eps is no double above 709")
        set_exactly(self, epsilon=epsilon)

    @property
    def flips(self) -> int:
        """How many of the 2^53 uniforms flip the label."""
        weight = np.exp(float(self.epsilon))
        total = weight + 1
        few, many = 0, UNIFORMS  # uniforms that certainly do not flip; those that may not
        while few < many:
            k = (few + many) // 2
            if (k / UNIFORMS) * total > weight:
                many = k
            else:
                few = k + 1
        return UNIFORMS - few

    def probabilities(self, x: int) -> dict[int, Fraction]:
        """flips / 2^53 for the other label."""
        lie = Fraction(self.flips, UNIFORMS)
        return {x: 1 - lie, 1 - x: lie}
