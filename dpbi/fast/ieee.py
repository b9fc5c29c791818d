"""What the proof assumes of this machine and this thread, looked at before the filter is trusted.

The settings of a thread (rounding, tiny numbers) are looked at in each thread that computes; what
the compiler has made of the sources, once a process.  BOUNDS.md says what is assumed beyond that.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from dpbi.fast.arithmetic import compiled, fma
from dpbi.fast.problem import FastUnavailable
from dpbi.numbers.environment import filters_hold


def require_ieee() -> None:
    """Refuse where doubles, or the compiled code, are not as the proof has them."""
    require_settings()
    if not _compiled_strictly():
        raise FastUnavailable("the compiler has fused or reordered operations, or split an fma")


def require_settings() -> None:
    """Refuse where this thread flushes tiny numbers to zero, or does not round to nearest."""
    if not filters_hold():
        raise FastUnavailable(
            "this thread flushes tiny numbers to zero or does not round to nearest: "
            "a library compiled with -ffast-math may have set it"
        )


@compiled()
def probe(x: float, y: float, z: float, out: Any) -> None:
    """What each licence to change results would show in."""
    out[0] = fma(x, y, -z)
    out[1] = x * y - z
    out[2] = (z + out[0]) - z
    out[3] = out[0] / x * x - out[0]


@cache
def _compiled_strictly() -> bool:
    """Whether the kernels round once an operation, in the order written.

    With x = 1 + 2^-30, x x = 1 + 2^-29 + 2^-60 rounds to z = 1 + 2^-29.  A fused x x - z is 2^-60
    and a rounded one 0; (z + 2^-60) - z is 0, unless terms are reordered; and 2^-60 / x x - 2^-60
    is what Python makes of it, unless the quotient has become a reciprocal, or cancelled.
    """
    x, out = 1 + 2.0**-30, np.empty(4)
    z, e = x * x, 2.0**-60
    probe(x, x, z, out)
    return out.tolist() == [e, 0.0, 0.0, e / x * x - e]
