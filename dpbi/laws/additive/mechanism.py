"""A declared number for each dataset, and noise added to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from typing import Any

from dpbi.bayes.data import check_enumerable
from dpbi.errors import BadMechanism, InvalidValue
from dpbi.fields import Balls, ExactInput, Rational, Real, rational
from dpbi.laws.additive.noise import Noise, RealNoise, Unmoved, WholeNoise
from dpbi.laws.cells import Neighbours
from dpbi.laws.partial import Known, PairFacts, Partial
from dpbi.laws.tables import Layout, Listed
from dpbi.support import arguments

KEPT = 8  # tables of probabilities


@dataclass(frozen=True, eq=False, repr=False)
class Additive(Listed, Partial):
    """x -> the number declared for x, plus noise.

    >>> import dpbi
    >>> m = dpbi.Additive.of(dpbi.Noise.discrete_laplace(2), {"no": 0, "yes": 1}, epsilon="1/2")
    >>> dpbi.privacy_loss(m).exact, dpbi.is_private(m, "0.499")
    ('epsilon', False)
    """

    layout: Layout
    noise: Noise
    values: tuple[Fraction, ...]
    _tables: dict[Any, Any] = field(init=False, default_factory=dict)

    @staticmethod
    def of(
        noise: Noise,
        values: Mapping[Any, Rational] | Iterable[Rational],
        neighbours: Neighbours = "line",
        *,
        name: str = "",
        epsilon: ExactInput | None = None,
        delta: Rational | None = None,
    ) -> Additive:
        """From {dataset: number}, or from numbers that are their own datasets.

        Neighbours are "line", "all", a list of pairs, a dict or a function, as for `Table.of`.
        """
        if not isinstance(noise, Noise):
            raise InvalidValue("noise", noise, "write one such as Noise.discrete_laplace(2)")
        given = (
            values
            if isinstance(values, Mapping)
            else {v: v for v in arguments.listed("values", values, "write {dataset: number}")}
        )
        numbers = tuple(rational("value", v) for v in given.values())
        layout = Layout.of(name or str(noise), given, neighbours, epsilon, delta)
        if isinstance(noise, WholeNoise):
            for x, v in zip(layout.names, numbers, strict=True):
                if v.denominator != 1:
                    told = f"{noise} is added to whole numbers, and this is {v}"
                    raise BadMechanism(layout.title, told, x)
        return Additive(layout, noise, numbers)

    def value(self, x: Any) -> Fraction:
        """The number that noise is added to."""
        return self.values[self.position(x)]

    def known(self, x: Any, tolerance: Fraction, F: Balls) -> Known:
        """One window for all datasets, so that an atom of one is an atom of the others.

        It reaches from the smallest value less the reach of the noise to the largest value plus it;
        below the value itself, outputs of one-sided noise are impossible.
        """
        noise, zero = self.noise, F.rational(0)
        if not isinstance(noise, WholeNoise):
            return Known({}, F.rational(1), True)
        at, reach = int(self.value(x)), noise.reach(tolerance)
        low, high = int(min(self.values)), int(max(self.values))
        start, stop = low - (0 if noise.least == 0 else reach), high + reach
        check_enumerable("the window of all laws", len(self.values) * (stop - start + 1))
        masses, beyond = self._masses(reach + high - low, F)
        atoms = {
            r: zero if noise.least == 0 and r < at else masses[abs(r - at)]
            for r in range(start, stop + 1)
        }
        left = beyond[stop - at]
        return Known(atoms, left if noise.least == 0 else left + beyond[at - start], True)

    def tail_ratio(self, x: Any, y: Any, tolerance: Fraction, F: Balls) -> Real | None:
        """That of the noise; outside the windows both are possible, or neither is."""
        if not isinstance(self.noise, WholeNoise):
            return None
        return self.noise.tail_ratio(int(self.value(x) - self.value(y)), F)

    def facts(self, x: Any, y: Any) -> PairFacts | None:
        """What is proved of the noise, moved by how much the numbers differ."""
        shift = self.value(x) - self.value(y)
        return self.noise.facts(shift) if shift else Unmoved()

    def attained(self, x: Any, y: Any) -> int | Fraction:
        """The value itself: noise with a finite loss attains it wherever it is on the far side."""
        at = self.value(x)
        return int(at) if at.denominator == 1 else at

    def is_continuous(self) -> bool:
        """Whether outputs have densities."""
        return isinstance(self.noise, RealNoise)

    def _masses(self, reach: int, F: Balls) -> tuple[list[Real], list[Real]]:
        """The probabilities of 0 .. reach, and the mass beyond each of these."""
        assert isinstance(self.noise, WholeNoise)
        if (reach, F) not in self._tables:
            if len(self._tables) >= KEPT:
                self._tables.clear()
            masses, last = self.noise.masses(reach, F)
            beyond = [last, *accumulate(reversed(masses[1:]), initial=last)][1:]
            self._tables[reach, F] = masses, beyond[::-1]
        found: tuple[list[Real], list[Real]] = self._tables[reach, F]
        return found
