"""How fine a grid is: guesses in doubles, which decide how wide an answer is and nothing else."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from dpbi.privacy.composing.fixed import MOST_CELLS, WORD, FixedLaw, most_cells
from dpbi.privacy.composing.losses import FAR, Losses, LossLaw

FEW = 1 << 12  # cells of a first look
USUAL = 1 << 18  # cells that a law hardly exceeds unless it is asked for closely
COARSEST = Fraction(1 << 70)
FINEST = -100  # binary digits of the first step: losses that are smaller hardly matter
MOST_MULTIPLE = 1 << 12  # of a common step
LEAST_LOST = 1e-40


@np.errstate(all="ignore")  # also where a target has made numpy raise
def first_step(releases: Sequence[tuple[int, LossLaw]]) -> Fraction:
    """A power of 2 at which the law of all releases has about `FEW` cells."""
    square, span = 0.0, 0.0
    for k, losses in releases:
        values, masses = map(np.array, losses.doubles())
        if len(values):
            mean = float(masses @ values) / max(float(masses.sum()), 1e-300)
            square += k * float(masses @ (values - mean) ** 2)
            span = max(span, float(np.ptp(values)))
    wide = 16 * math.sqrt(square)
    cells = max(wide / FEW, span / (min(MOST_CELLS, USUAL) // 2), 1e-300)
    return Fraction(2) ** min(max(math.ceil(math.log2(cells)), FINEST), 70)


def common_step(releases: Sequence[tuple[int, LossLaw]]) -> Fraction | None:
    """A step that all losses seem to be whole multiples of, or None: then little noise is added."""
    listed = [losses for _, losses in releases if isinstance(losses, Losses)]
    if len(listed) < len(releases):
        return None
    every = sorted({abs(loss) for losses in listed for loss, _, _ in losses.atoms})
    nearly = [float(loss) for loss in every if loss < FAR]
    if not nearly or len(nearly) < len(every) or nearly[-1] < 2.0**FINEST:
        return None
    noise = 1e-9 * nearly[-1]
    step = 0.0
    for loss in nearly:
        while loss > noise:
            step, loss = loss, math.fmod(step, loss) if step else 0.0
            if loss > step - noise:
                loss = 0.0
        if step and nearly[-1] / step > MOST_MULTIPLE:
            return None
    return every[-1] / round(nearly[-1] / step) if step else None


def lost_for(tolerance: Fraction) -> float:
    """How much mass tails and roundings may lose, for an answer of that width."""
    return max(float(max(tolerance, Fraction(1, 10**300))) / 1024, LEAST_LOST)


def spare_for(lost: float, k: int) -> float:
    """How much each release may lose at each end: every doubling of a law cuts it once or twice."""
    return lost / (8 * k * k.bit_length())


def words_for(lost: float, k: int, cells: float) -> int:
    """How many words a mass needs: rounding loses less than `lost` of a law of so many cells."""
    most = k * max(cells, USUAL)
    return next(w for w in range(1, 17) if most * 2.0 ** (-WORD * w) < lost)


def finer(
    step: Fraction, width: Fraction, goal: Fraction, law: FixedLaw, *, whole: bool
) -> Fraction | None:
    """The next step: a part of the last, as the width falls with its square; None for none.

    A law has as many times more cells, and a few more.  A step that losses are multiples of is
    divided by a `whole` number.
    """
    want = math.sqrt(2 * float(min(width / goal, Fraction(10**12))))
    most = most_cells(law.words.shape[1]) / (1.06 * len(law) + 1)
    parts = Fraction(int(8 * min(max(want, 2.0), 64.0, most)), 8)
    parts = Fraction(int(parts)) if whole else parts
    return step / parts if parts > 1 + Fraction(1, 8) else None
