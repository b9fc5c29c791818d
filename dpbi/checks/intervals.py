"""Which of two mechanisms has the smaller mean error, for every eps of an interval; two categories.

Both mean errors never grow with eps.

- Laplace noise is s E with s = numerator/eps and E of a fixed law.  As eps grows s shrinks: where
  E > 0 floor(s E) falls towards 0, where E < 0 it rises towards -1.  Clamping keeps the order, and
  H(x, .) grows with the steps on either side of x.  As floor(s E) <= -1 half of the time, the mean
  error is at least half the distance of one step down, however large eps is.
- The mean of H under weights exp(-t H) has the derivative -Var H in t; t = eps/(factor S), and S
  falls as beta does not fall, with eps and with delta.  At t = 0 all candidates are as likely.

So on [a, b] one is below the other if the larger value of the one, at a, is below the smaller value
of the other, at b; else the interval is halved.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from dpbi.checks.contests import BITS, Scene, mean
from dpbi.claims import Check, Outcome, Verdict
from dpbi.data import Counts, datasets
from dpbi.numbers import Balls, Enclosure
from dpbi.posteriors import as_dirichlet, posteriors

Found: TypeAlias = tuple[Literal[True] | dict[str, Any] | None, int]

HALVINGS = 14
DOUBLINGS = 6

ARGUMENT = (
    "Neither mean error grows with eps. Laplace noise is s E with s = numerator/eps and E of a "
    "fixed law, so floor(s E) comes closer to 0 (E > 0) or to -1 (E < 0), and H(x, .) grows with "
    "the steps on either side; half of the time it is at least one step down. The mean of H under "
    "weights exp(-t H) has derivative -Var H in t = eps/(factor S), and t grows with eps and with "
    "delta, as beta does. So the ends of an interval bound both means on all of it"
)


@dataclass(frozen=True)
class Stretch:
    """The smooth mechanism is nearer on average, or farther, for all eps from `first` to `last`.

    `first` None is 0, not included; `last` None is infinity.  Nearer: for every delta from `delta`
    on; farther: for every delta up to it.
    """

    nearer: bool
    first: str | None
    last: str | None
    delta: str

    def __str__(self) -> str:
        start = "0 <" if self.first is None else f"{self.first} <="
        end = "" if self.last is None else f" <= {self.last}"
        deltas = f"{self.delta} <= delta < 1" if self.nearer else f"0 < delta <= {self.delta}"
        return f"{'nearer' if self.nearer else 'farther'} for {start} eps{end}, {deltas}"


def smooth_mechanism_is(scene: Scene, name: str, *stretches: Stretch) -> Check:
    """The mechanism is nearer or farther than the Laplace mechanism, as the stretches say."""
    return lambda: _decide(Contest(scene, name), stretches)


def _decide(contest: Contest, stretches: tuple[Stretch, ...]) -> Outcome:
    scene = contest.scene
    domain = f"{scene.describe()}; " + "; ".join(map(str, stretches))
    seen = 0
    for stretch in stretches:
        answer, count = contest.cover(stretch)
        seen += count
        if answer is not True:
            if answer is None:
                return Outcome(Verdict.UNDECIDED, f"not decided: {stretch}", domain, seen)
            evidence = f"certainly not so at the instance printed: {stretch}"
            return Outcome(Verdict.FAILS, evidence, domain, seen, answer, trusts=("ball",))
    trusts = ("argument", "ball")
    return Outcome(Verdict.HOLDS, f"{ARGUMENT}: {seen} ends", domain, seen, trusts=trusts)


@dataclass(frozen=True)
class Contest:
    """One smooth mechanism against the Laplace mechanism at one dataset of two categories."""

    scene: Scene
    name: str

    def laplace(self, eps: Fraction | None) -> Enclosure:
        """The Laplace mechanism's mean error; for eps = infinity a lower bound of all of them."""
        if eps is not None:
            return mean(self.scene.laplace(eps), self.scene.x)
        c, rest = self.scene.x  # c >= 1, so that one step down is possible
        step = self._distances([(c - 1, rest + 1)])[0]
        return Enclosure(step.lo / 2, step.hi / 2)

    def smooth(self, eps: Fraction | None, delta: Fraction) -> Enclosure:
        """The smooth mechanism's mean error; for eps = 0 that of a uniform draw."""
        if eps is not None:
            return mean(self.scene.smooth(self.name, eps, delta), self.scene.x)
        found = self._distances(list(datasets(self.scene.n, 2)))
        return Enclosure(
            sum((h.lo for h in found), Fraction(0)) / len(found),
            sum((h.hi for h in found), Fraction(0)) / len(found),
        )

    def cover(self, stretch: Stretch) -> Found:
        """True, None where it is not decided, or an instance at which it is not so; and a count."""
        delta = Fraction(stretch.delta)
        first = None if stretch.first is None else Fraction(stretch.first)
        last = None if stretch.last is None else Fraction(stretch.last)
        if (first is None or last is None) and not stretch.nearer:
            raise ValueError("only nearer is decided next to 0 and to infinity")
        if first is None:
            assert last is not None  # from 0 to infinity both never stay on one side
            return (True if self.smooth(None, delta).hi < self.laplace(last).lo else None), 1
        if last is None:
            return self._to_infinity(first, delta)
        return self._between(first, last, delta, nearer=stretch.nearer)

    def _to_infinity(self, first: Fraction, delta: Fraction) -> Found:
        least = self.laplace(None).lo
        for i in range(DOUBLINGS):
            if self.smooth(first * 2**i, delta).hi < least:
                if i == 0:
                    return True, 1
                return self._between(first, first * 2**i, delta, nearer=True)
        return None, DOUBLINGS

    def _between(self, first: Fraction, last: Fraction, delta: Fraction, *, nearer: bool) -> Found:
        """Halve the interval until the ends of every piece decide it."""
        if (against := self._against(last, delta, nearer=nearer)) is not None:
            return against, 1
        pieces, seen = [(first, last, HALVINGS)], 0
        while pieces:
            a, b, left = pieces.pop()
            seen += 1
            if self._decided(a, b, delta, nearer=nearer):
                continue
            if (against := self._against(a, delta, nearer=nearer)) is not None:
                return against, seen
            if left == 0:
                return None, seen
            middle = (a + b) / 2
            pieces += [(middle, b, left - 1), (a, middle, left - 1)]
        return True, seen

    def _decided(self, a: Fraction, b: Fraction, delta: Fraction, *, nearer: bool) -> bool:
        if nearer:
            return self.smooth(a, delta).hi < self.laplace(b).lo
        return self.laplace(a).hi < self.smooth(b, delta).lo

    def _against(self, eps: Fraction, delta: Fraction, *, nearer: bool) -> dict[str, Any] | None:
        """The instance at eps, if it is certainly not so there."""
        ours, theirs = self.smooth(eps, delta), self.laplace(eps)
        if ours.lo < theirs.hi if nearer else theirs.lo < ours.hi:
            return None
        sides = {"left": ours.json(12), "right": theirs.json(12)}
        return {**self.scene.instance(self.name, eps, delta), "_sides": sides}

    def _distances(self, candidates: list[Counts]) -> list[Enclosure]:
        F = Balls(2 * BITS)
        table = posteriors(as_dirichlet(self.scene.prior), self.scene.n, F)
        with F.scope():
            return [F.enclosure(h) for h in table.distances(self.scene.x, candidates)]
