"""Masses on a grid as whole multiples of a unit, all of them rounded down.

A `FixedLaw` says of a law that its mass at the point i * step is *at least* the number it holds for
cell i.  Masses are >= 0, so sums and products of such numbers, rounded down, say the same of the
law of a sum.  Nothing has to be said about rounding beyond that: what all masses together miss of
the whole, which is known, is the error, and it is counted at the end (COMPOSITION.md, section 3).

A unit is 2^-64w.  The masses of a law add up to less than 1, so that a product of two laws has
coefficients below 2^128w in units of 2^-128w: packed into slots of that size, the product of two
polynomials is the product of two integers, exact, and rounding down drops the lower half of a slot.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpbi.fields import Real

WORD = 64
MOST_CELLS = 1 << 20
"""Of a law with one word a mass: a product takes half a second."""

LONG = 1 << 26
"""Bits of a factor beyond which a product is made in two parts: between them Ctrl-C is seen."""


def most_cells(w: int) -> int:
    """Of a law with w words a mass."""
    return 2 * MOST_CELLS // (w + 1)


class TooFine(Exception):
    """The grid is so fine that a law would have more than `MOST_CELLS` cells."""


@dataclass(frozen=True, slots=True, eq=False)
class FixedLaw:
    """Masses of at least words[i] units at the grid points first + i; each row is one number."""

    first: int
    words: NDArray[np.uint64]

    @staticmethod
    def of(masses: Mapping[int, int], w: int) -> FixedLaw:
        """Masses in units of 2^-64w by grid point; together they are made less than 1."""
        kept = {i: m for i, m in masses.items() if m > 0}
        if not kept:
            return FixedLaw(0, np.zeros((0, w), dtype="<u8"))
        excess = sum(kept.values()) - ((1 << WORD * w) - 1)
        if excess > 0:  # a mass of 1, or rows of floats
            largest = max(kept, key=lambda i: kept[i])
            kept[largest] = max(0, kept[largest] - excess)
        first, last = min(kept), max(kept)
        if last - first >= most_cells(w):
            raise TooFine
        words = np.zeros((last - first + 1, w), dtype="<u8")
        for i, mass in kept.items():
            words[i - first] = np.frombuffer(mass.to_bytes(8 * w, "little"), dtype="<u8")
        return FixedLaw(first, words)

    def __len__(self) -> int:
        return len(self.words)

    @property
    def bits(self) -> int:
        """Of a mass: a unit is 2^-bits."""
        return WORD * int(self.words.shape[1])

    def total(self, start: int | None = None) -> int:
        """All masses together, or those from a grid point on, in units."""
        words = self.words[max(0, start - self.first) :] if start is not None else self.words
        halves = words.view("<u4").sum(axis=0, dtype=np.uint64)  # of at most 2^18 rows
        return int(sum(half << 32 * j for j, half in enumerate(halves.tolist())))

    @np.errstate(all="ignore")
    def doubles(self) -> NDArray[np.float64]:
        """The masses, nearly: they choose what is cut, and decide no bound."""
        columns = enumerate(self.words.T[::-1], 1)
        return np.asarray(sum(c.astype(np.float64) * 2.0 ** (-WORD * j) for j, c in columns))

    def times(self, other: FixedLaw) -> FixedLaw:
        """The law of the sum of two independent numbers."""
        if not len(self) or not len(other):
            return FixedLaw(0, self.words[:0])
        w, cells = self.words.shape[1], len(self) + len(other) - 1
        if cells > 2 * most_cells(w):
            raise TooFine
        left = _packed(self.words)
        right = left if other is self else _packed(other.words)
        product = int(_product(left, right, len(other) * 2 * WORD * w))
        slots = np.frombuffer(product.to_bytes(cells * 16 * w, "little"), dtype="<u8")
        return FixedLaw(self.first + other.first, slots.reshape(cells, 2 * w)[:, w:].copy())

    @np.errstate(all="ignore")
    def cut(self, spare: float) -> FixedLaw:
        """The law without tails of mass about `spare` at each end."""
        masses = self.doubles()
        low = int(np.searchsorted(np.cumsum(masses), spare, side="right"))
        high = int(np.searchsorted(np.cumsum(masses[::-1]), spare, side="right"))
        if low + high >= len(self):
            low = high = 0
        kept = self.words[low : len(self) - high]
        if len(kept) > most_cells(self.words.shape[1]):
            raise TooFine
        return FixedLaw(self.first + low, kept)

    def power(self, k: int, spare: float) -> FixedLaw:
        """The law of the sum of k >= 1 independent numbers; `spare` may be lost for each."""
        result, count = self.cut(spare), 1
        base = result
        for bit in bin(k)[3:]:
            result, count = result.times(result), 2 * count
            if bit == "1":
                result, count = result.cut(spare * count).times(base), count + 1
            result = result.cut(spare * count)
        return result

    def series(self, start: int, stop: int, x: Real, *, backwards: bool = False) -> Real:
        """The sum of mass(i) x^(i - start) over start <= i < stop, in balls and in ones.

        Backwards, the exponent is stop - 1 - i.  Points outside the law have no mass.
        """
        from flint import arb, arb_poly, fmpz_poly

        low, high = max(start, self.first), min(stop, self.first + len(self))
        if low >= high:
            return arb(0)
        words = self.words[low - self.first : high - self.first]
        shift = low - start
        if backwards:
            words, shift = words[::-1], stop - high
        columns = (arb_poly(fmpz_poly(column.tolist()))(x) for column in words.T)
        total = sum((c * arb(2) ** (WORD * j) for j, c in enumerate(columns)), arb(0))
        return total * x**shift / arb(2) ** self.bits


def _product(left: Any, right: Any, bits: int) -> Any:
    """left * right, for 0 <= right < 2^bits."""
    if bits <= LONG:
        return left * right
    half = bits // 2
    low, high = right & ((1 << half) - 1), right >> half
    return left * low + ((left * high) << half)


def _packed(words: NDArray[np.uint64]) -> Any:
    """The masses as one integer, each in a slot of twice its size."""
    from flint import fmpz

    slots = np.zeros((len(words), 2 * words.shape[1]), dtype="<u8")
    slots[:, : words.shape[1]] = words
    return fmpz(int.from_bytes(slots.tobytes(), "little"))
