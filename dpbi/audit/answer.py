"""The sign of a quantity less a bound, or the sentence that says why there is none."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Answer:
    """The sign, 0 for a tie; None with the sentence that says what would be needed."""

    sign: int | None
    reason: str = ""


def because(what: str) -> str:
    """The sentence about a number that exact comparison does not cover."""
    return (
        f"it may be a tie, and only exact arithmetic decides ties: it would have to cover {what}, "
        "beyond quotients of sums of exponentials of rational numbers, and their logarithms"
    )
