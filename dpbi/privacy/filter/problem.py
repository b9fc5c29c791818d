"""What the fast path is asked, what it answers, and how it refuses."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dpbi.bayes.data import Counts as Counts

SENSITIVITIES = ("printed", "global", "local", "harmonic", "exponential")


class FastUnavailable(Exception):
    """The fast path proves nothing here: the caller takes its generic path."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"the fast path does not cover this problem: {self.reason}"


@dataclass(frozen=True, slots=True)
class Problem:
    """Pr_x[r] proportional to exp(-c_x H(x, r)), c_x = epsilon / (factor * sensitivity(x)).

    Datasets x and outputs r are the count vectors of total n over len(prior) categories, H is the
    Hellinger distance of Dirichlet(prior + x) and Dirichlet(prior + r), and the sensitivity is

    - "printed": sqrt(1 - pi/4), whatever x;
    - "local": LS(x), the largest H(x, y) over neighbours y (one unit moved);
    - "global": the largest LS;
    - "harmonic": 1/S(x) = min over y of 1/LS(y) + gamma d(x, y), d half the l1 distance;
    - "exponential": S(x) = max over y of LS(y) exp(-beta d(x, y)), beta anywhere in its enclosure.
    """

    prior: tuple[Fraction, ...]
    n: int
    epsilon: Fraction
    factor: Fraction
    sensitivity: str
    gamma: Fraction | None = None
    beta: tuple[Fraction, Fraction] | None = None

    def __post_init__(self) -> None:
        exact = [*self.prior, self.epsilon, self.factor, *(self.beta or ())]
        exact += [] if self.gamma is None else [self.gamma]
        if any(isinstance(v, bool) or not isinstance(v, (int, Fraction)) for v in exact):
            raise TypeError("every parameter of a Problem is an int or a Fraction")
        if isinstance(self.n, bool) or not isinstance(self.n, int):
            raise TypeError("n is an int")
        for name in ("epsilon", "factor", "gamma"):  # int / int would be a double
            if getattr(self, name) is not None:
                object.__setattr__(self, name, Fraction(getattr(self, name)))
        object.__setattr__(self, "prior", tuple(Fraction(a) for a in self.prior))
        if self.beta is not None:
            object.__setattr__(self, "beta", (Fraction(self.beta[0]), Fraction(self.beta[1])))
        if self.sensitivity not in SENSITIVITIES:
            raise ValueError(f"sensitivity {self.sensitivity!r} is not one of {SENSITIVITIES}")
        if len(self.prior) < 2 or self.n < 1 or min(*self.prior, self.epsilon, self.factor) <= 0:
            raise ValueError("k >= 2, n >= 1 and positive prior, epsilon and factor are required")
        if self.sensitivity == "harmonic" and (self.gamma is None or self.gamma < 0):
            raise ValueError("harmonic sensitivity needs gamma >= 0")
        if self.sensitivity == "exponential" and (
            self.beta is None or not 0 <= self.beta[0] <= self.beta[1]
        ):
            raise ValueError("exponential sensitivity needs an enclosure 0 <= beta_lo <= beta_hi")


@dataclass(frozen=True, slots=True)
class Suspect:
    """An ordered pair of neighbours whose loss, maximised over outputs, lies in [lo, hi]."""

    x: Counts
    y: Counts
    lo: Fraction
    hi: Fraction


@dataclass(frozen=True, slots=True)
class Filtered:
    """lo <= eps* <= hi; the witness (x, y, r) has loss >= lo.

    Every ordered pair whose loss may exceed lo is, up to a permutation of categories that fixes
    the prior, among the suspects.  `by_dataset` maps x to an upper bound of its loss to any
    neighbour (floats, k = 2 only, to draw; None unless every dataset was asked for).
    """

    problem: Problem
    lo: Fraction
    hi: Fraction
    witness: tuple[Counts, Counts, Counts]
    suspects: tuple[Suspect, ...]
    by_dataset: Any = field(default=None, repr=False, compare=False)
    model: Any = field(default=None, repr=False, compare=False)
