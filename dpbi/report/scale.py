"""Scales of charts: from numbers to shares of an axis, with round numbers along it."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scale:
    """From `lo` to `hi`, evenly, or evenly in the logarithm."""

    lo: float
    hi: float
    log: bool = False
    whole: bool = False

    @staticmethod
    def over(
        lo: float, hi: float, *, log: bool = False, room: bool = True, whole: bool = False
    ) -> Scale:
        """The scale that holds both ends, with a little `room` at the top unless it is fixed."""
        if not hi > lo:
            lo, hi = (lo / 2, hi * 2) if log else (lo - 0.5, hi + 0.5)
        elif room:
            hi = hi * (hi / lo) ** 0.04 if log else hi + 0.04 * (hi - lo)
        return Scale(lo, hi, log, whole)

    def holds(self, value: float) -> bool:
        """Whether a number can be drawn: finite, and above zero on a logarithmic scale."""
        return math.isfinite(value) and (value > 0 or not self.log)

    def share(self, value: float) -> float:
        """0 at `lo`, 1 at `hi`; what lies beyond is drawn a little beyond."""
        if self.log:
            part = math.log(value / self.lo) / math.log(self.hi / self.lo)
        else:
            part = (value - self.lo) / (self.hi - self.lo)
        return min(max(part, -0.04), 1.04)

    def ticks(self, most: int) -> list[tuple[float, str]]:
        """About `most` round numbers between the ends, each with its text."""
        return [(t, _text(t)) for t in (self._powers(most) if self.log else self._even(most))]

    def _even(self, most: int) -> list[float]:
        raw = (self.hi - self.lo) / most
        power = 10.0 ** math.floor(math.log10(raw))
        step = next(s * power for s in (1, 2, 5, 10) if s * power >= raw * (1 - 1e-9))
        if self.whole:
            step = max(1.0, round(step))
        first = math.ceil(self.lo / step - 1e-9)
        last = math.floor(self.hi / step + 1e-9)
        return [round(i * step, 12) for i in range(first, last + 1)]

    def _powers(self, most: int) -> list[float]:
        """Powers of ten, thinned out; within a decade or two also 2 and 5 times them."""
        first = math.floor(math.log10(self.lo) + 1e-9)
        last = math.ceil(math.log10(self.hi) - 1e-9)
        for factors in ((1, 1.5, 2, 3, 4, 6, 8), (1, 2, 5), (1, 3), (1,)):
            found = [f * 10.0**e for e in range(first, last + 1) for f in factors]
            inside = [t for t in found if self.lo * (1 - 1e-9) <= t <= self.hi * (1 + 1e-9)]
            if len(inside) <= most:
                return inside
        step = math.ceil(len(inside) / most)
        return inside[::-step][::-1]


def _text(value: float) -> str:
    """A short text: 0.01, 300, 1e-6."""
    text = f"{value:.6g}" if value == 0 or abs(value) >= 0.001 else f"{value:.0e}"
    return text.replace("e-0", "e-").replace("e+0", "e")
