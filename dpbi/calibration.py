"""The sensitivities as values: what an exponential mechanism can be calibrated to.

Each is a small frozen value with one method, `at(prior, x, F)`; the auditor's fast path recognises
them by type.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from dpbi import sensitivity
from dpbi.data import Counts
from dpbi.numbers import Field, Real
from dpbi.posteriors import Dirichlet
from dpbi.sensitivity import BetaRule


@dataclass(frozen=True, slots=True)
class PrintedGlobal:
    """The drafts' constant sqrt(1 - pi/4)."""

    def at(self, prior: Dirichlet, x: Counts, F: Field) -> Real:
        """The constant, whatever x is."""
        return sensitivity.global_printed(F)


@dataclass(frozen=True, slots=True)
class TrueGlobal:
    """The largest local sensitivity for the prior and the size at hand."""

    def at(self, prior: Dirichlet, x: Counts, F: Field) -> Real:
        """GS, whatever x is."""
        return sensitivity.global_true(prior, sum(x), F)


@dataclass(frozen=True, slots=True)
class Local:
    """The local sensitivity, which is itself a function of the data."""

    def at(self, prior: Dirichlet, x: Counts, F: Field) -> Real:
        """LS(x)."""
        return sensitivity.local(prior, x, F)


@dataclass(frozen=True, slots=True)
class Harmonic:
    """The harmonic smooth sensitivity, 1/S(x) = min_y 1/LS(y) + gamma d(x, y)."""

    gamma: Fraction

    def at(self, prior: Dirichlet, x: Counts, F: Field) -> Real:
        """S(x)."""
        return sensitivity.harmonic(prior, sum(x), self.gamma, F)[x]


@dataclass(frozen=True, slots=True)
class Exponential:
    """The exponential smooth sensitivity, S(x) = max_y LS(y) e^(-beta d(x, y))."""

    rule: BetaRule

    def at(self, prior: Dirichlet, x: Counts, F: Field) -> Real:
        """S(x)."""
        return sensitivity.exponential(prior, sum(x), self.rule, F)[x]


Calibration: TypeAlias = PrintedGlobal | TrueGlobal | Local | Harmonic | Exponential
