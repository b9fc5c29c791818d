"""Where the draws of a law come from: its cumulative law, inverted, and kept for later draws."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from dpbi.fields import Balls, Enclosure
from dpbi.sampling import Inversion, InversionOfBalls


@lru_cache(maxsize=64)
def inversion(mechanism: Any, x: Any, *, in_balls: bool) -> Inversion[Any]:
    """The inverted law at x, kept: the first draw pays for it, later ones look it up.

    A law that comes from `log_pmf` is inverted in balls, others by what they say of their law.
    """
    if in_balls:
        return InversionOfBalls(lambda bits: mechanism.drawing_weights(x, Balls(bits)))

    def enclose(precision: int) -> Sequence[Enclosure]:
        """Normalising loses about log2 of the number of outputs: 64 spare bits are plenty."""
        return list(mechanism.law(x, precision + 64).values())

    return Inversion(list(mechanism.law(x, 64)), enclose)
