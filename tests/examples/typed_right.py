"""A third party's file that type checkers accept: one mechanism in each form, and what is asked."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import dpbi
from dpbi import Field, HasLogWeights, HasPolynomials, HasProbabilities


class Response:
    """The truth with probability 3/4."""

    def datasets(self) -> list[str]:
        return ["no", "yes"]

    def neighbours(self, x: str) -> list[str]:
        return [y for y in self.datasets() if y != x]

    def probabilities(self, x: str) -> dict[str, Fraction]:
        return {y: Fraction(3 if y == x else 1, 4) for y in self.datasets()}


class Count:
    """An exponential mechanism; its parameters have names of their own."""

    def datasets(self) -> range:
        return range(5)

    def neighbours(self, count: int) -> list[int]:
        return [y for y in (count - 1, count + 1) if 0 <= y <= 4]

    def log_weights(self, count: int, F: Field) -> Mapping[str, Any]:
        return {str(r): -F.sqrt(F.rational(abs(count - r))) for r in range(5)}


class Noisy:
    """A bit that is redrawn with probability q."""

    rate = Fraction(1, 2)

    def datasets(self) -> tuple[int, ...]:
        return (0, 1)

    def neighbours(self, x: int) -> list[int]:
        return [1 - x]

    def polynomials(self, x: int) -> dict[int, list[str | int]]:
        return {x: [1, "-1/2"], 1 - x: [0, "1/2"]}


probabilities: HasProbabilities[str, str] = Response()
log_weights: HasLogWeights[int, str] = Count()
polynomials: HasPolynomials[int, int] = Noisy()

loss: dpbi.PrivacyLoss = dpbi.privacy_loss(Response(), digits=20, threads=1)
lo, hi = loss
witness: dpbi.Witness = loss.witness
answers: list[bool | None] = [dpbi.is_private(m, "ln(3)") for m in (Response, Count(), Noisy())]
deltas: list[dpbi.Divergence] = dpbi.privacy_profile(Count(), ["0", 1], tolerance=Fraction(1, 9))
kept: tuple[dpbi.Finding, ...] = dpbi.assert_private(Response(), epsilon="ln(3)", slack=0)
found: dpbi.Finding = dpbi.decide(Noisy(), dpbi.Promise.delta(1, "1e-6"))
bounds: list[dpbi.Bounds] = [loss, *deltas, *kept, found, dpbi.smallest_epsilon(Count(), "1/9")]
version: str = dpbi.__version__

try:
    dpbi.assert_private(Noisy(), epsilon="1/9")
except dpbi.NotPrivate as broken:
    place: dpbi.Violation | None = broken.finding.witness
else:
    raise AssertionError("the promise is broken")
assert answers == [True, False, True]

m = dpbi.mechanism("ehds", prior=(1, 1), n=3, epsilon="1")  # as in the README
law: dict[Any, dpbi.Enclosure] = m.law((1, 2))
within: bool | None = dpbi.privacy_loss(m).within(m.epsilon)
named = dpbi.mechanism("lap" + "lace-2counts", prior=(1, 1), n=3, epsilon="1")
known: Fraction | None = named.privacy_loss if isinstance(named, dpbi.Continuous) else None
try:
    confirmed: dpbi.SecondOpinion = dpbi.second_opinion(m, dpbi.privacy_loss(m))
except (dpbi.Disagreement, dpbi.NoOpinion):
    raise AssertionError("mpmath agrees") from None
