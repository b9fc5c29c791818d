"""diffprivlib's mechanisms on labels: Binary, and the exponential ones on values a distance apart.

Binary releases one of two labels, flipped with probability 1 / (e^eps + 1).

The categorical and the hierarchical mechanism have Pr[r | x] ~ exp(-eps d(x, r) / (factor D)), D
the largest distance.  The factor is 2, unless the library takes the domain for balanced, when it is
1.  It calls a domain balanced if the normalisers *with the factor 2* are close to each other
(numpy's isclose, 1e-5); but what would justify dropping the factor is that those *without* it are
equal, and neither implies the other.  So a domain that passes by coincidence spends more than
epsilon: see `tests/libraries/test_disagreements.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, ClassVar

import numpy as np

from dpbi.errors import InvalidValue
from dpbi.fields.polynomial import Polynomial, Q
from dpbi.laws.forms import Exact, QuotientInQ
from dpbi.libraries.declared import Declared, diffprivlib, double, positive_double
from dpbi.mechanisms.counts import set_exactly

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
        labels = {"value0": "0", "value1": "1", "random_state": random_state}
        return diffprivlib().Binary(epsilon=float(self.epsilon), **labels)

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
            raise InvalidValue("epsilon", float(epsilon), "e^eps is not a double above 709")
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


Distances = tuple[tuple[str, str, Fraction], ...]


@dataclass(frozen=True)
class ExponentialCategorical(Declared, QuotientInQ):
    """ExponentialCategorical(epsilon, utility_list): any value may replace any other.

    `distances` is the library's utility_list: (value, value, distance) for each pair of values.
    """

    name: ClassVar[str] = "diffprivlib-exponential-categorical"
    epsilon: Fraction
    distances: Distances

    def __post_init__(self) -> None:
        rows = tuple((a, b, double("distance", d)) for a, b, d in self.distances)
        epsilon = positive_double("epsilon", self.epsilon)
        set_exactly(self, epsilon=epsilon, distances=rows)
        names = self.values
        if len(self._between) != len(names) ** 2 or max(d for *_, d in rows) <= 0:
            raise InvalidValue("distances", len(rows), "give one >= 0 for each pair, not all zero")

    @property
    def values(self) -> list[str]:
        """The values in the order in which the list first names them."""
        return list(dict.fromkeys(v for a, b, _ in self.distances for v in (a, b)))

    @property
    def _between(self) -> dict[tuple[str, str], Fraction]:
        known = {(v, v): Fraction(0) for v in self.values}
        for a, b, d in self.distances:
            if a != b:
                known[a, b] = known[b, a] = d
        return known

    @property
    def diameter(self) -> Fraction:
        """D: the library takes it for the sensitivity."""
        return max(d for *_, d in self.distances)

    @property
    def balanced(self) -> bool:
        """Whether the library takes the domain for balanced: in doubles, with its factor 2."""
        sums, between = [], self._between
        for x in self.values:
            total = 0.0
            for r in self.values:
                exponent = -float(self.epsilon) * float(between[x, r]) / 2 / float(self.diameter)
                total += float(np.exp(exponent)) if r != x else 1.0
            sums.append(total)
        return bool(np.isclose(sums, sums[0]).all())

    @property
    def unit(self) -> Fraction:
        """The largest 1/n of which every distance is a multiple."""
        return Fraction(1, lcm(*(d.denominator for *_, d in self.distances)))

    @property
    def rate(self) -> Fraction:
        """What one unit of distance is worth."""
        return self.epsilon * self.unit / (self.diameter * (1 if self.balanced else 2))

    def mechanism(self, random_state: int | None = None) -> Any:
        """The library's own."""
        rows = [(a, b, float(d)) for a, b, d in self.distances]
        return diffprivlib().ExponentialCategorical(
            epsilon=float(self.epsilon), utility_list=rows, random_state=random_state
        )

    def declared(self) -> Fraction:
        """Its epsilon."""
        return self.epsilon

    def datasets(self) -> list[str]:
        """The values."""
        return self.values

    def neighbours(self, x: str) -> Iterator[str]:
        """Every other value."""
        return (y for y in self.values if y != x)

    def weights(self, x: str) -> dict[str, Polynomial]:
        """q to the distance in units."""
        between, unit = self._between, self.unit
        return {r: Q ** int(between[x, r] / unit) for r in self.values}


def exponential_hierarchical(epsilon: Any, hierarchy: Sequence[Any]) -> ExponentialCategorical:
    """ExponentialHierarchical(epsilon, hierarchy): leaves of one depth, nested lists of names.

    Two leaves are as far apart as the height of the least subtree that holds both.
    """
    places = dict(_places(hierarchy, ()))
    if len({len(place) for place in places.values()}) != 1:
        raise InvalidValue("hierarchy", list(places), "put all leaves at one depth")
    rows = [(a, b, _height(places, a, b)) for a in places for b in places if a < b]
    return ExponentialCategorical(epsilon, tuple(rows))


def _places(node: Sequence[Any], above: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Each leaf with the branches that lead to it."""
    for i, child in enumerate(node):
        if isinstance(child, str):
            yield child, (*above, i)
        else:
            yield from _places(child, (*above, i))


def _height(places: Mapping[str, tuple[int, ...]], a: str, b: str) -> Fraction:
    """The number of branches below the last one that two leaves share."""
    shared = 0
    for i, j in zip(places[a], places[b], strict=True):
        if i != j:
            break
        shared += 1
    return Fraction(len(places[a]) - shared)
