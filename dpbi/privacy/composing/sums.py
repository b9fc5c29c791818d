"""The loss of all releases on one grid, and what it says of delta at any epsilon, both ways."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod

from dpbi.fields import Balls, Enclosure, Real
from dpbi.privacy.composing.fixed import FixedLaw
from dpbi.privacy.composing.losses import LossLaw, on_grid
from dpbi.privacy.composing.noise import FAR, GridNoise

ONE, ZERO = Fraction(1), Fraction(0)
BLOCK = 1 << 12  # cells whose sum is kept: a second epsilon is then quick


@dataclass(frozen=True, slots=True, eq=False)
class LossSum:
    """The loss of all releases: at least `law` on a grid.

    All laws weigh at most `whole`, their finite losses at most `finite`; an output of infinite loss
    has at least the mass `infinite`.  All raising of losses together adds at most `raised`.  Some
    release has a loss that may be lower than is said with at most the probability `loose`; under Q
    some release is where Q is not known with at most `astray`.
    """

    law: FixedLaw
    step: Fraction
    noise: GridNoise
    whole: Real
    finite: Real
    infinite: Real
    raised: Fraction
    loose: Real
    astray: Real
    blocks: list[Real] = field(default_factory=list)

    @staticmethod
    def of(
        releases: Sequence[tuple[int, Sequence[LossLaw]]],
        step: Fraction,
        spare: float,
        w: int,
        F: Balls,
    ) -> LossSum:
        """The sum of k losses of each kind; a kind has several laws that are likely to be one.

        `spare` is the mass that may be lost in tails for each release.
        """
        law: FixedLaw | None = None
        parts, raised = [], ZERO
        releases = [(k, [losses.with_words(w) for losses in alike]) for k, alike in releases]
        for k, alike in releases:
            found = on_grid(alike, step, w, spare, F)
            power = found.law.power(k, spare)
            law = power if law is None else law.times(power).cut(spare * k)
            parts.append((k, found.spread))
            raised += k * max(losses.raised for losses in alike)
        assert law is not None  # there is a release
        counts = [k for k, _ in releases]
        pairs = [
            [*zip(counts, ones, strict=True)]
            for ones in zip(*(a for _, a in releases), strict=True)
        ]
        wholes = [_of_all([(k, a.whole) for k, a in pair], F) for pair in pairs]
        possible = [_of_all([(k, a.whole - a.infinite) for k, a in pair], F) for pair in pairs]
        infinites = [
            (w - rest).nonnegative_part() for w, rest in zip(wholes, possible, strict=True)
        ]
        return LossSum(
            law,
            step,
            GridNoise.of(parts, step, F),
            F.maximum(wholes),
            F.maximum(_of_all([(k, a.finite) for k, a in pair], F) for pair in pairs),
            F.minimum(infinites),
            raised,
            F.maximum(1 - _of_all([(k, 1 - a.loose) for k, a in pair], F) for pair in pairs),
            F.maximum(1 - _of_all([(k, 1 - a.astray) for k, a in pair], F) for pair in pairs),
        )

    def delta(self, epsilon: Enclosure, F: Balls) -> Enclosure:
        """delta at an epsilon, for every one of the pairs."""
        held = F.rational(self.law.total()) / F.rational(1 << self.law.bits)
        missing = (self.whole - held).nonnegative_part()
        above = F.enclosure(self._head(epsilon.lo, F) + missing).hi
        finite_missing = (self.finite - held).nonnegative_part()
        gained = self._gained(epsilon.hi, finite_missing, F) + self._unknown(epsilon.hi, F)
        below = F.enclosure(self._head(epsilon.hi, F) + self.infinite - gained).lo - self.raised
        hi = min(max(above, ZERO), ONE)
        return Enclosure(min(max(below, ZERO), hi), hi)

    @property
    def open(self) -> float:
        """The mass, nearly, of which the losses are not known: no finer grid brings more of it."""
        return float(self.whole - self.finite - self.infinite + self.loose)

    @property
    def noisy(self) -> float:
        """At most what the noise of the grid adds, nearly: a finer grid narrows nothing else."""
        return float(self.noise.most)

    def _unknown(self, epsilon: Fraction, F: Balls) -> Real:
        """At most what delta may be less for all that is not known of the laws."""
        if self.astray == 0:
            return self.loose
        return self.loose + F.exp(F.rational(epsilon)) * self.astray

    def _head(self, epsilon: Fraction, F: Balls) -> Real:
        """The sum of mass(i) (1 - e^(epsilon - i step))^+."""
        start, stop = (epsilon / self.step).__floor__() + 1, self.law.first + len(self.law)
        if start >= stop:
            return F.rational(0)
        start = max(start, self.law.first)
        factor = F.exp(F.rational(epsilon - start * self.step))
        shrink = F.exp(F.rational(-self.step))
        held = F.rational(self.law.total(start)) / F.rational(1 << self.law.bits)
        return held - factor * self._series(start, stop, shrink, F)

    def _series(self, start: int, stop: int, x: Real, F: Balls) -> Real:
        """The sum of mass(i) x^(i - start), start <= i < stop: part of a block, then whole ones."""
        first = self.law.first
        places = range(first, stop, BLOCK)
        if not self.blocks:
            self.blocks.extend(self.law.series(i, min(i + BLOCK, stop), x) for i in places)
        b = -(-(start - first) // BLOCK)  # the first block that is whole
        rest, far = F.rational(0), x**BLOCK
        for value in reversed(self.blocks[b:]):
            rest = rest * far + value
        edge = min(first + b * BLOCK, stop)
        return self.law.series(start, edge, x) + x ** (edge - start) * rest

    def _gained(self, epsilon: Fraction, missing: Real, F: Balls) -> Real:
        """At least what the noise of the grid has added to delta."""
        c, law, h = self.noise.rate, self.law, self.step
        reach = FAR / c
        start, stop = ((epsilon - reach) / h).__ceil__(), ((epsilon + reach) / h).__floor__() + 1
        middle = (epsilon / h).__floor__() + 1  # the first point above
        shrink = F.exp(F.rational(-c * h))
        right = F.exp(F.rational(c * (epsilon - middle * h))) * law.series(middle, stop, shrink)
        left = F.exp(F.rational(c * ((middle - 1) * h - epsilon))) * law.series(
            start, middle, shrink, backwards=True
        )
        gained = self.noise.factor * (left + right + F.exp(F.rational(-FAR)) + missing)
        bounds = (F.rational(1), gained, self.noise.most)
        return F.minimum(bound for bound in bounds if bound.is_finite())


def _of_all(parts: Sequence[tuple[int, Real]], F: Balls) -> Real:
    """The product of the masses that the releases have, k of each kind."""
    return prod((value.nonnegative_part() ** k for k, value in parts), start=F.rational(1))
