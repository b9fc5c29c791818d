"""How far a question is followed before it is called undecided: one ladder, whoever asks.

A question is asked at growing precision until bounds decide it; an exact route is tried where it
may tie.  What no rung decides is undecided, through every door: so the rungs are named once.
"""

from __future__ import annotations

from dataclasses import dataclass

MOST_BITS = 1 << 14
"""Of balls that work towards one width: a formula that loses more has inexact constants."""


@dataclass(frozen=True, slots=True)
class Rung:
    """Bounds of a loss or a delta to 10^-digits, or a formula in balls of so many bits."""

    digits: int
    bits: int


LADDER = (
    Rung(12, 96),  # what the compiled filter gives, and more than is printed: it decides nearly all
    Rung(20, 128),  # what a baseline keeps
    Rung(51, 256),  # misses by the roundings of doubles, and by most numbers that people write
    Rung(153, 768),  # a near miss beyond this is a tie, or was made to look like one
)
DIGITS = LADDER[1].digits
"""Of what is kept and compared later."""


def digits_at(bits: int) -> int:
    """The width of bounds that go with a formula in balls of so many bits."""
    return max((rung.digits for rung in LADDER if rung.bits <= bits), default=LADDER[0].digits)
