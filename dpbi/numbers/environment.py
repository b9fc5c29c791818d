"""How the floating-point unit of this thread is set: what the filters assume, seen at run time.

Every bound on doubles in dpbi assumes that operations round to nearest and that numbers below
2^-1022 are not replaced by zero.  Both are settings of a thread that any C code may change: a
library compiled with -ffast-math sets flush-to-zero when it is loaded.  A few operations show it.

- Without tiny numbers the filters are not used: balls and rationals decide.
- Where rounding has a direction nothing is decided: flint multiplies large numbers by transforms
  of doubles that must round to nearest.
"""

from __future__ import annotations

from dpbi.errors import DpbiError

_ONE, _HALF, _FAR = 1.0, 0.5, 2.0**600
_SMALLEST_NORMAL, _SMALLEST, _SPACING = 2.0**-1022, 5e-324, 2.0**-52


class DirectedRounding(DpbiError):
    """A thread whose floating-point operations do not round to nearest."""

    def __str__(self) -> str:
        return (
            "floating-point numbers are not rounded to nearest in this thread: "
            "some library has changed the rounding mode (fesetround), and nothing can be decided"
        )


def rounds_to_nearest() -> bool:
    """Whether this thread rounds to nearest: three sums, each wrong in one of the other modes."""
    up = _ONE + _HALF * _SPACING == _ONE
    down = -_ONE - _HALF * _SPACING == -_ONE
    return up and down and _ONE + 0.75 * _SPACING == _ONE + _SPACING


def keeps_tiny_numbers() -> bool:
    """Whether results (flush-to-zero) and operands (denormals-are-zero) below 2^-1022 are kept."""
    return _SMALLEST_NORMAL * _HALF != 0 and _SMALLEST * _FAR == 2.0**-474


def filters_hold() -> bool:
    """Whether the doubles of this thread are those that the filters' proofs are about."""
    return rounds_to_nearest() and keeps_tiny_numbers()


def require_nearest() -> None:
    """Refuse to go on where rounding has a direction."""
    if not rounds_to_nearest():
        raise DirectedRounding
