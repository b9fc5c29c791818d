"""What type checkers must refuse: each line that ends in the mark is an error, and no other is."""

from fractions import Fraction

import dpbi
from dpbi import HasProbabilities


class NoNeighbours:
    def datasets(self) -> list[str]:
        return ["no", "yes"]

    def probabilities(self, x: str) -> dict[str, Fraction]:
        return {x: Fraction(1)}


class AList(NoNeighbours):
    def neighbours(self, x: str) -> list[str]:
        return self.datasets()

    def probabilities(self, x: str) -> list[Fraction]:  # type: ignore[override]
        return [Fraction(1)]


class OtherDatasets(NoNeighbours):
    def neighbours(self, x: int) -> list[int]:
        return [x]


class NoRate:
    def datasets(self) -> list[int]:
        return [0, 1]

    def neighbours(self, x: int) -> list[int]:
        return [1 - x]

    def polynomials(self, x: int) -> dict[int, list[int]]:
        return {x: [1]}


class Right:
    def datasets(self) -> list[int]:
        return [0, 1]

    def neighbours(self, x: int) -> list[int]:
        return [1 - x]

    def probabilities(self, x: int) -> dict[int, float]:
        return {x: 1.0}


right: HasProbabilities[int, int] = Right()
dpbi.privacy_loss(NoNeighbours())  # refused
dpbi.privacy_loss(AList())  # refused
dpbi.privacy_loss(NoRate())  # refused
dpbi.privacy_loss(Right())
other: HasProbabilities[str, str] = OtherDatasets()  # refused
dpbi.is_private(Right(), 0.1)  # refused
dpbi.is_private(Right(), "0.1")
dpbi.privacy_loss(Right(), precision=3)  # refused
dpbi.privacy_los(Right())  # refused
at = dpbi.privacy_loss(Right()).witness.dataset  # refused
