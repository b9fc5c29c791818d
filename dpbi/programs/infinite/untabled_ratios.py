"""How the laws of two unknowns with discrete Gaussian or Poisson noise compare at all integers.

Moved by integers, f(u) = P(u + s) and g(u) = Q(u + t).  How the ratio h = f/g changes is rational,
or the exponential of a rational number:

    h(u+1)/h(u) = e^((2(u+t)+1)/2w - (2(u+s)+1)/2v)   of variances v and w, both discrete Gaussians,
    h(u+1)/h(u) = (m/n) (u+t+1)/(u+s+1)               of means m and n, both Poisson laws.

Either never falls or never rises in u, so it is 1 at one u at most: h is largest there, at an end,
or nowhere.  Beyond all bounds the law with the larger variance (the larger mean) is ahead, and of
two that are equal the one that is further out; the ratio of what is ahead to what is not grows
without end, as e^u does, or u.  Poisson tails are ahead of those of discrete Gaussians.

Of Gaussian noise that is rounded, f and g are the masses of two normal laws in the same cells.  The
ratio of two such masses is at least the least ratio of densities in the cell, so it grows without
end where that does: towards the wider law, or of two as wide the one that is further out.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from dpbi.fields import Balls
from dpbi.laws.additive.gaussians import DiscreteGaussianNoise
from dpbi.laws.additive.whole import PoissonNoise
from dpbi.laws.partial import PairFacts
from dpbi.programs.infinite.products import Moved
from dpbi.programs.infinite.ratios import Tie, TopRatio, tie, top_ratio
from dpbi.programs.infinite.untabled import COUNT, DISCRETE, ROUNDED, MovedNoise, kind_of_tail
from dpbi.programs.noises.laws import DiscreteGaussian, Poisson
from dpbi.programs.noises.rounded import RoundedNoise
from dpbi.programs.pieces import Pieces


def top_of(f: Moved, g: Moved, F: Balls, near: Fraction) -> TopRatio:
    """The largest ratio of two functions of one unknown."""
    if isinstance(f, Pieces) and isinstance(g, Pieces):
        return top_ratio(f, g, F, near)
    if isinstance(f, MovedNoise) and isinstance(g, MovedNoise):
        return top_of_moved(f, g, F)
    return TopRatio(None)


def tie_of(f: Moved, g: Moved, value: Fraction, F: Balls) -> Tie | None:
    """Whether e^value is their largest ratio: of laws without closed form, where both are one."""
    if isinstance(f, Pieces) and isinstance(g, Pieces):
        return tie(f, g, value, F)
    if isinstance(f, MovedNoise) and f == g and not value:
        return Tie(f.within(0))
    return None


def grows(here: Sequence[MovedNoise], there: Sequence[MovedNoise]) -> bool:
    """Whether the ratio of two sums of such laws certainly has no bound beyond all ends."""
    if not _are_ordered({kind_of_tail(f) for f in (*here, *there)}):
        return False
    for direction in (-1, 1):
        ours = [a for f in here if (a := f.ahead(direction)) is not None]
        theirs = [a for g in there if (a := g.ahead(direction)) is not None]
        if ours and (not theirs or max(ours) > max(theirs)):
            return True
    return False


def _are_ordered(kinds: set[int]) -> bool:
    """Whether it is known which tails are ahead: rounded noise is held against rounded noise."""
    return kinds <= {DISCRETE, COUNT} or kinds == {ROUNDED}


def top_of_moved(f: MovedNoise, g: MovedNoise, F: Balls) -> TopRatio:
    """The largest f(u)/g(u) over all u with f(u) > 0."""
    if f == g:
        return TopRatio(F.rational(1))
    if grows([f], [g]):
        return TopRatio(None, grows=True)
    if isinstance(f.law, RoundedNoise) or isinstance(g.law, RoundedNoise):
        return TopRatio(None)
    if type(f.law) is not type(g.law) or _is_elsewhere(f, g):
        return TopRatio(None)
    still = _still(f, g)
    points = {int(end) for end in (f.lo, f.hi) if end is not None}
    points |= {f.within(floor(still) + i) for i in (0, 1)} if still is not None else set()
    ours, theirs = f.law.law(F), g.law.law(F)
    points = points or {f.within(0)}
    return TopRatio(F.maximum([ours.at(u + f.step) / theirs.at(u + g.step) for u in points]))


def _is_elsewhere(f: MovedNoise, g: MovedNoise) -> bool:
    """Whether f has an end beyond that of g: where g is 0."""
    below = g.lo is not None and (f.lo is None or f.lo < g.lo)
    return below or (g.hi is not None and (f.hi is None or f.hi > g.hi))


def _still(f: MovedNoise, g: MovedNoise) -> Fraction | None:
    """The u with h(u+1) = h(u), where there is just one."""
    s, t = f.step, g.step
    if isinstance(f.law, DiscreteGaussian) and isinstance(g.law, DiscreteGaussian):
        v, w = f.law.variance, g.law.variance
        return None if v == w else ((2 * s + 1) / (2 * v) - (2 * t + 1) / (2 * w)) / (1 / w - 1 / v)
    assert isinstance(f.law, Poisson)
    assert isinstance(g.law, Poisson)
    m, n = f.law.mean, g.law.mean
    return None if m == n else (m * (t + 1) - n * (s + 1)) / (n - m)


def facts_of_moved(f: MovedNoise, g: MovedNoise) -> PairFacts | None:
    """What is known of two whole laws of one noise, the first moved up against the second."""
    shift = Fraction(g.step - f.step)
    if f.law != g.law or not shift:
        return None
    if isinstance(f.law, Poisson):
        return PoissonNoise(f.law.mean).facts(shift)
    if isinstance(f.law, DiscreteGaussian):
        return DiscreteGaussianNoise(f.law.variance).facts(shift)
    return None
