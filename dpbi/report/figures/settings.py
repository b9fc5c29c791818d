"""The settings that figures and pages share: mechanisms, priors, sizes; nothing that is found."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dpbi.measures import Measure, Result, Results
from dpbi.mechanisms.registry import OF_THE_DRAFTS
from dpbi.mechanisms.two_counts import LaplaceTwoCounts

ALL = tuple(m.name for m in OF_THE_DRAFTS)
FINITE = tuple(name for name in ALL if name != LaplaceTwoCounts.name)
EXPONENTIAL = ("ehd", "ehdl", "ehds", "ehds-4s", "mh", "mh-exp", "mh-s")
LAPLACE = tuple(name for name in FINITE if name not in EXPONENTIAL)

FLAT, SPIKY, LOPSIDED = ("1", "1"), ("1/100", "1/100"), ("25", "1/1000")
FLAT3 = ("1", "1", "1")
SIZES = (1, 2, 3, 5, 8, 12, 20, 35, 60, 100, 200, 400)
SIZES3 = (1, 2, 3, 5, 8, 12, 20)
LEVELS = ("1/16", "1/8", "1/4", "1/2", "1", "2", "4", "8")


def loss(
    name: str, prior: Iterable[str] = FLAT, n: int = 20, epsilon: str = "1", **p: Any
) -> Measure:
    """The measure of a true loss."""
    return Measure.of("loss", name=name, prior=tuple(prior), n=n, epsilon=epsilon, **p)


def error(
    name: str, x: Iterable[int], prior: Iterable[str] = FLAT, epsilon: str = "1", **p: Any
) -> Measure:
    """The measure of an expected error at a dataset."""
    counts = tuple(x)
    return Measure.of(
        "error", name=name, x=counts, prior=tuple(prior), n=sum(counts), epsilon=epsilon, **p
    )


def of(results: Results, measure: Measure) -> Result:
    """The result of a measure."""
    return results[measure.key]


def named(prior: tuple[str, ...]) -> str:
    """A prior in words: Beta(7, 4), Dirichlet(7, 4, 5)."""
    return f"{'Beta' if len(prior) == 2 else 'Dirichlet'}({', '.join(prior)})"
