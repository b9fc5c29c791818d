"""Calibration: the largest nominal epsilon whose certified true loss is within a target.

The true loss is not assumed monotone in the nominal epsilon.  The search looks at a ladder of
nominal values, beyond the first that fails, and bisects above the highest one that is within the
target; what it returns is certified at that very value, and is the largest that was found, not
the largest that exists.

The bisection is ours, and no root of scipy's: half of the work is the ladder, and most calibrations
end sooner than scipy.optimize is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from math import ceil, log2
from typing import Any

from dpbi.errors import InvalidValue, brief
from dpbi.fields import ExactInput, ExactNumber, Rational, positive_level
from dpbi.laws import promise
from dpbi.laws.foreign import Blame
from dpbi.laws.forms import adapt
from dpbi.laws.protocol import AnyMechanism, Mechanism
from dpbi.privacy.loss import TOLERANCE, privacy_loss
from dpbi.privacy.results import PrivacyLoss
from dpbi.support.progress import Stage

RUNGS, QUIET, DEPTH = 8, 2, 40
PRECISION = Fraction(1, 1 << 36)


@dataclass(frozen=True, slots=True)
class Calibrated:
    """A nominal epsilon at which the true loss is certified to be within the target.

    `next_failing` is the smallest nominal value tried above it whose loss exceeds the target.

    >>> import dpbi
    >>> found = dpbi.calibrate(dpbi.mechanism("laplace", prior=(1, 1), n=4, epsilon=1), "1/2")
    >>> found.nominal, found.loss.within("1/2"), found.reached
    (Fraction(1, 1), True, True)
    """

    target: ExactNumber
    nominal: Fraction
    loss: PrivacyLoss
    mechanism: Mechanism
    next_failing: Fraction | None

    @property
    def reached(self) -> bool:
        """Whether the loss at the nominal epsilon is enclosed as closely as was asked."""
        return self.loss.reached


def calibrate(
    mechanism: AnyMechanism | Callable[[Fraction], AnyMechanism],
    target: ExactInput,
    *,
    tolerance: Rational = TOLERANCE,
    digits: int | None = None,
    threads: int | None = None,
) -> Calibrated:
    """The largest nominal epsilon found whose certified loss is at most `target`.

    `mechanism` is a mechanism with a field epsilon, at any value of it, or a function from a
    nominal epsilon to a mechanism.

    >>> import dpbi
    >>> dpbi.calibrate(dpbi.mechanism("laplace", prior=(1, 1), n=4, epsilon=1), "1/2").nominal
    Fraction(1, 1)
    """
    goal, make = positive_level("target", target), _family(mechanism)
    width = promise.width(tolerance, digits, TOLERANCE)

    def loss(nominal: Fraction) -> PrivacyLoss:
        return privacy_loss(adapt(make(nominal)), tolerance=width, threads=threads)

    near = goal if isinstance(goal, Fraction) else Fraction(float(goal))
    if near == goal and (found := _linear(loss, near)) is not None:
        return Calibrated(goal, found, loss(found), adapt(make(found)), None)
    if goal <= width:
        raise InvalidValue("target", goal, "one that small needs more digits")
    good, bad = _bracket(lambda e: loss(e).within(goal) is True, near)
    steps = Stage("bisection", ceil(log2((bad - good) / (PRECISION * good))))
    while bad - good > PRECISION * good:
        steps.tell(steps.done + 1)
        middle = (good + bad) / 2
        if loss(middle).within(goal) is True:
            good = middle
        else:
            bad = middle
    return Calibrated(goal, good, loss(good), adapt(make(good)), bad)


def _family(mechanism: Any) -> Callable[[Fraction], Any]:
    """The mechanism as a function of its nominal epsilon."""
    if (
        is_dataclass(mechanism)
        and not isinstance(mechanism, type)
        and any(f.name == "epsilon" for f in fields(mechanism))
    ):
        return lambda nominal: replace(mechanism, epsilon=nominal)
    if callable(mechanism):
        return lambda nominal: _made(mechanism, nominal)
    raise InvalidValue("mechanism", mechanism, "it has no field epsilon to calibrate")


def _made(make: Callable[[Fraction], Any], nominal: Fraction) -> Any:
    """The mechanism that somebody's function makes."""
    with Blame("the function to calibrate", f"at epsilon = {brief(nominal)}"):
        return make(nominal)


def _linear(loss: Callable[[Fraction], PrivacyLoss], goal: Fraction) -> Fraction | None:
    """Where the loss is exactly t * epsilon, the answer is goal / t, exactly."""
    first = loss(goal)
    if not first.exact_value:
        return None
    nominal = goal * goal / first.exact_value
    return nominal if loss(nominal).exact_value == goal else None


def _bracket(within: Callable[[Fraction], bool], goal: Fraction) -> tuple[Fraction, Fraction]:
    """Neighbouring rungs of a ladder of nominal values: the highest within, and one not within.

    Eight rungs an octave, down to the first that is within, then up until `QUIET` octaves in a row
    have none: a loss that dips back under the target that far up is still found.
    """
    octave = 0
    while not within(goal * Fraction(2) ** octave):
        octave -= 1
        if octave < -DEPTH:
            raise InvalidValue("target", goal, "no nominal epsilon near it stays within")
    best, last = octave * RUNGS, octave
    while octave - last <= QUIET:
        inside = [r for r in range(octave * RUNGS, (octave + 1) * RUNGS) if within(_rung(goal, r))]
        best, last = (inside[-1], octave) if inside else (best, last)
        octave += 1
        if octave > DEPTH:
            raise InvalidValue("target", goal, "every nominal epsilon tried stays within")
    return _rung(goal, best), _rung(goal, best + 1)


def _rung(goal: Fraction, r: int) -> Fraction:
    """The r-th rung: RUNGS equal steps in every doubling."""
    octave, step = divmod(r, RUNGS)
    return goal * Fraction(2) ** octave * (1 + Fraction(step, RUNGS))
