"""A run in which every draw has a value, so that the function returns one output, exactly in law.

The program meets the same symbols as in an audit, with the same arithmetic, and what an audit
refuses is refused here: so what is drawn is what is audited.  Only the answers differ: where an
audit follows both, here the values of the noises decide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, inf, lcm
from typing import Any

from dpbi.errors import DpbiError, brief
from dpbi.laws.transcripts import Chose
from dpbi.programs.drawing.numbers import Lazy, drawn
from dpbi.programs.families import NoiseKind, NoiseLaw, Tree, Whole
from dpbi.programs.running import Run, Way
from dpbi.programs.zones import Coefficients, Zone
from dpbi.sampling import BitSource, below

Sum = tuple[Coefficients, Fraction]


@dataclass(frozen=True, slots=True)
class NoZone(Zone):
    """The noises alone: values need no conditions."""

    def with_noise(self, family: NoiseKind) -> Zone:
        """One noise more."""
        return NoZone((*self.families, family))


class DrawnRun(Run):
    """The state of one run for real."""

    def __init__(
        self, bits: BitSource, home: Any = None, adversary: Callable[..., int] | None = None
    ) -> None:
        super().__init__((), last=False, deadline=inf, home=home)
        self.adversary = adversary
        self.zone = NoZone()
        self._bits, self._given = Ours(self, bits), bits
        self._values: list[int | Lazy] = []

    def decide(self, asked: Any, ways: Callable[[], Sequence[Way]]) -> Any:
        """One of the ways, with its probability."""
        self.check_open()
        several = ways()
        unit = lcm(*(way.weight.denominator for way in several))
        left = below(unit, self._bits)
        for way in several:
            left -= int(way.weight * unit)
            if left < 0:
                return way.value
        raise AssertionError("the ways of a draw have probabilities that sum to 1")

    def chosen(self, alike: Any, options: Sequence[Any], picks: Sequence[Chose]) -> Chose:
        """What the adversary picks, who has seen what was shown."""
        if self.adversary is None:
            self.refuse("it asks an adversary: in Python, hand one to sample(x, adversary=...)")
        number = self.adversary(tuple(self.events), tuple(options))
        if type(number) is not int or not 0 <= number < len(options):
            told = f"is no place among {len(options)} options, counted from 0"
            self.refuse(f"its adversary answers {brief(number)}, which {told}")
        return picks[number]

    def sub(self, function: Any, args: tuple[Any, ...]) -> Any:
        """What function(*args, rng) returns, by a run of its own."""
        self.check_open()
        try:
            with self.paused():
                return self.home.within(self, function).draw(args, self._given)
        except DpbiError as error:
            self.refuse(f"its sub-program is refused: {error}")

    def forest(self) -> tuple[Tree, ...]:
        """No conditions."""
        return ()

    def draw(self, family: NoiseLaw) -> int:
        """The number of a new noise."""
        self.check_open()
        self.zone = self.zone.with_noise(family)
        self._values.append(drawn(family, self._bits))
        return len(self._values)

    def compare(self, coefficients: Coefficients, constant: Fraction, *, strict: bool) -> bool:
        """Whether sum of coefficient * noise + constant >= 0, or > 0."""
        low, high = self._until(coefficients, constant, lambda lo, hi: lo > 0 or hi < 0)
        return low > 0 if strict or low != high else low >= 0

    def first_largest(self, values: Sequence[Sum]) -> int:
        """The first place where a sum of multiples of noises plus a constant is largest."""
        best = 0
        for i, (coefficients, constant) in enumerate(values):
            total = dict(coefficients)
            for noise, a in values[best][0].items():
                total[noise] = total.get(noise, Fraction(0)) - a
            free = {noise: a for noise, a in total.items() if a}
            if self.compare(free, constant - values[best][1], strict=True):
                best = i
        return best

    def split(self, coefficients: Coefficients, constant: Fraction) -> Fraction:
        """The floor of sum of coefficient * noise + constant."""
        low, _ = self._until(coefficients, constant, lambda lo, hi: floor(lo) == floor(hi))
        return Fraction(floor(low))

    def whole(self, coefficients: Coefficients, constant: Fraction) -> int:
        """The number of the floor of sum of coefficient * noise + constant."""
        value = int(self.split(coefficients, constant))
        self.zone = self.zone.with_noise(Whole())
        self._values.append(value)
        return len(self._values)

    def value(self, coefficients: Coefficients) -> Fraction:
        """The sum of multiples of integers."""
        scale = lcm(*(a.denominator for a in coefficients.values()))
        return self.split({i: a * scale for i, a in coefficients.items()}, Fraction(0)) / scale

    def _until(
        self,
        coefficients: Coefficients,
        constant: Fraction,
        is_certain: Callable[[Fraction, Fraction], bool],
    ) -> tuple[Fraction, Fraction]:
        """The ends of a sum, once they are equal or certain; of real noises that happens surely."""
        self.check_open()
        while True:
            low, high = self._ends(coefficients, constant)
            if low is not None and high is not None and (low == high or is_certain(low, high)):
                return low, high
            for i in coefficients:
                if isinstance(value := self._values[i - 1], Lazy):
                    value.refine()

    def _ends(
        self, coefficients: Coefficients, constant: Fraction
    ) -> tuple[Fraction | None, Fraction | None]:
        """Between which numbers a sum lies."""
        low: Fraction | None = constant
        high: Fraction | None = constant
        for i, a in coefficients.items():
            value = self._values[i - 1]
            ends = value.ends() if isinstance(value, Lazy) else (Fraction(value), Fraction(value))
            lo, hi = ends if a > 0 else ends[::-1]
            low = None if low is None or lo is None else low + a * lo
            high = None if high is None or hi is None else high + a * hi
        return low, high


class Ours:
    """The bits of a run for real, which may come from the generator that a program may not use."""

    def __init__(self, run: Run, bits: BitSource) -> None:
        self._run, self._bits = run, bits

    def getrandbits(self, k: int, /) -> int:
        """A uniform integer in [0, 2^k)."""
        self._run.is_ours = True
        try:
            return self._bits.getrandbits(k)
        finally:
            self._run.is_ours = False
