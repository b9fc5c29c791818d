"""The losses of laws of which a part is not listed, and of laws with densities.

COMPOSITION.md, section 5, says what follows from an incomplete list, and section 6 how a density is
put on a grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from dpbi.fields import Balls, Real
from dpbi.laws.additive.gaussians import ShiftedGaussian
from dpbi.laws.additive.noise import Unmoved
from dpbi.laws.partial import PairFacts
from dpbi.privacy.composing.fixed import WORD, TooFine, most_cells
from dpbi.privacy.composing.losses import Losses, LossLaw, LossLikeness, floor_of
from dpbi.privacy.tails.bounds import Seen

ZERO = Fraction(0)
CELLS = 64  # of a sketch
SPARE = 1e-12  # of a sketch


def losses_of(seen: Seen) -> Losses:
    """The losses where both laws are listed; the rest of P is where it does most harm."""
    F, here, there = seen.F, seen.here, seen.there
    zero, one = F.rational(0), F.rational(1)
    atoms, raised, finite, infinite, alone = [], ZERO, zero, zero, zero
    for r, p in here.atoms.items():
        q = there.atoms.get(r)
        if not p > 0:
            continue
        if q is not None and q > 0:
            loss = F.enclosure(F.log(p / q))
            raised = max(raised, loss.width)
            atoms.append((loss.hi, p, float(p)))
            finite += p
        elif q is None:
            alone += p
        elif q == 0:
            infinite += p
    loose, tail = zero, seen.tail
    if tail is not None and tail > 0 and here.left > 0 and _are_all_seen(seen):
        loose = here.left
        atoms.append((F.enclosure(F.log(tail)).hi, loose, float(loose)))
        finite += loose
    astray = zero if there.elsewhere else there.left
    if not there.elsewhere or alone > F.sqrt(there.left):  # where it brings more than it costs
        infinite, astray = infinite + alone, there.left
    atoms.sort(key=lambda atom: atom[0])
    return Losses(atoms, raised, one, finite, infinite, loose, astray)


def _are_all_seen(seen: Seen) -> bool:
    """Whether what is left of P lies at atoms of neither law: there its ratio is bounded."""
    return seen.there.atoms.keys() <= seen.here.atoms.keys()


@dataclass(frozen=True, slots=True)
class RealLosses:
    """The losses of two laws with densities, of which P(L <= l) and Q(L <= l) are proved."""

    facts: PairFacts
    whole: Real
    infinite: Real
    raised: Fraction = ZERO

    @staticmethod
    def of(facts: PairFacts, F: Balls) -> RealLosses | None:
        """None where that is not proved."""
        known = facts.loss_below(ZERO, F) is not None
        return RealLosses(facts, F.rational(1), F.rational(0)) if known else None

    @property
    def finite(self) -> Real:
        """The losses are finite."""
        return self.whole

    @property
    def loose(self) -> Real:
        """Everything is known."""
        return self.infinite

    @property
    def astray(self) -> Real:
        """The same."""
        return self.infinite

    @property
    def likeness(self) -> LossLikeness:
        """Equal facts have equal answers."""
        return self.facts

    def split(self, step: Fraction, w: int, spare: float, F: Balls) -> tuple[dict[int, int], Real]:
        """Each loss between two points becomes those two: of all in a cell, two integrals do it.

        Of a cell above u with the masses dP and dQ, u + h gets (dP - e^u dQ)/(1 - e^-h).
        """
        low, high = self.facts.usual_losses(spare)
        start, stop = (low / step).__floor__() - 1, (high / step).__ceil__()
        if stop - start >= most_cells(w):
            raise TooFine
        units, cell = F.rational(1 << WORD * w), -F.expm1(F.rational(-step))
        masses: dict[int, int] = {}
        p, q = self._below(start * step, F)
        for i in range(start, stop):
            above_p, above_q = self._below((i + 1) * step, F)
            mass = above_p - p
            up = (mass - F.exp(F.rational(i * step)) * (above_q - q)) / cell
            masses[i] = masses.get(i, 0) + floor_of((mass - up) * units, F)
            masses[i + 1] = floor_of(up * units, F)
            p, q = above_p, above_q
        return masses, F.rational(Fraction(1, 4))

    def with_words(self, w: int) -> LossLaw:
        """Masses are as exact as is asked."""
        return self

    def doubles(self) -> tuple[list[float], list[float]]:
        """The middles and masses of a few cells."""
        F = Balls(64)
        with F.scope():
            low, high = self.facts.usual_losses(SPARE)
            step = (high - low) / CELLS
            below = [float(self._below(low + i * step, F)[0]) for i in range(CELLS + 1)]
            middles = [float(low + (i + Fraction(1, 2)) * step) for i in range(CELLS)]
        masses = [b - a for a, b in pairwise(below)]
        return [float(low), *middles], [below[0], *masses]

    def _below(self, level: Fraction, F: Balls) -> tuple[Real, Real]:
        found = self.facts.loss_below(level, F)
        assert found is not None  # as `of` has seen
        return found


def as_one_release(parts: Sequence[tuple[int, PairFacts | None]]) -> PairFacts | None:
    """What is proved of several releases as of one: Gaussians are one Gaussian, seen from afar.

    Their losses are normal with variance s^2/v and half of that as mean; so are sums of them.
    """
    total = ZERO
    for k, facts in parts:
        if isinstance(facts, ShiftedGaussian):
            total += k * facts.shift**2 / facts.variance
        elif not isinstance(facts, Unmoved):
            return None
    return ShiftedGaussian(1 / total, Fraction(1)) if total else Unmoved()
