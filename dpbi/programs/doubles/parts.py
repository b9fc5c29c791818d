"""Bits and remainders of a number computed from `random()`, where they keep order.

    c | k             is c + k where all bits of c are above those of k
    k.bit_length()    never falls for k >= 0
    v % m             never falls while the floor of v/m stays: the run splits into these cells
    v - v % m         is m times that floor, for a power m of two

On the third, Python and numpy take the exact remainder r of v by truncated division, and add m if
its sign is not that of m.  Both ways v % m is v - m * floor(v/m), rounded to nearest.

On the fourth, with q that floor and m a power of two far from the ends of the range.  Where q >= 0
or q <= -2, v is a multiple of a unit which is at least 2^-52 m, or v is below m and r is v itself.
So v - m q is a double, and so is m q.  Where q = -1, the remainder r of v = -w is m - w up to half
a unit below m, 2^-54 m.  So w + r is within 2^-54 m of m, where the next doubles are m (1 - 2^-53)
and m (1 + 2^-52); it is rounded to m, and in the middle, too, as m is even.
"""

from __future__ import annotations

import math
import operator
from fractions import Fraction
from typing import Any

from dpbi.programs.doubles.double import Double
from dpbi.programs.doubles.pipelines import Monotone

REMAINDER = "remainder"
SMALLEST, LARGEST = 2.0**-900, 2.0**900


def joined(d: Double, other: Any) -> Any:
    """d | other."""
    least, most = sorted(d.ends())
    is_natural = type(other) is type(least) is int and least >= 0 <= other
    if is_natural and not other & ((1 << most.bit_length()) - 1):
        return d.then(Monotone(("or", repr(other)), lambda v: v | other))
    return d.settled("computes with") | other


def bit_length(d: Double) -> Any:
    """d.bit_length()."""
    d.ask(operator.ge, 0)
    return d.then(Monotone(("bit_length",), lambda v: v.bit_length()))


def double_remainder(d: Double, other: Any) -> Any:
    """d % other."""
    of_floats = isinstance(d.any_value(), float) and isinstance(other, float)
    if not of_floats or not math.isfinite(other):
        return d.settled("computes with") % other
    if other == 0 or not -math.inf < d < math.inf:  # an error, or not a number, at all points
        return d.any_value() % other
    exact = Fraction(other)
    cell = Monotone(("cell", repr(other)), lambda v: math.floor(Fraction(v) / exact))
    d.then(cell).settled("takes the remainder of")
    return d.then(Monotone((REMAINDER, repr(other), repr(float(other))), lambda v: v % other))


def without_remainder(d: Double, other: Double) -> Double | None:
    """d - other, where other is d % m for a power m of two; None where it is anything else."""
    said = other.last_step_from(d)
    if said is None or said[0] != REMAINDER:
        return None
    m = float(said[2])
    if not SMALLEST < m < LARGEST or math.frexp(m)[0] != 0.5:
        return None
    return d.then(Monotone(("without remainder", *said[1:]), lambda v: v - v % m))
