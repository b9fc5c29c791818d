"""Certified true epsilon of the Hellinger exponential family, from doubles with a proven error.

`filtered_loss` encloses max over neighbours (x, y) and outputs r of ln Pr_x[r] - ln Pr_y[r], on the
line for k = 2 and on the simplex for k >= 3; `refine` re-evaluates the few surviving pairs in
balls.  BOUNDS.md is the proof.  FastUnavailable says that the proof does not cover a problem;
importing this package without numba raises ImportError.
"""

from __future__ import annotations

from dpbi.privacy.filter.arithmetic import require_ieee
from dpbi.privacy.filter.line import filtered_line
from dpbi.privacy.filter.problem import FastUnavailable, Filtered, Problem, Suspect
from dpbi.privacy.filter.refine import refine
from dpbi.privacy.filter.simplex import filtered_simplex

__all__ = ["FastUnavailable", "Filtered", "Problem", "Suspect", "filtered_loss", "refine"]


def filtered_loss(problem: Problem, *, threads: int = 1, every: bool = False) -> Filtered:
    """lo <= eps* <= hi with a witness of at least lo, or FastUnavailable.

    `threads` changes the time it takes, and no bit of the answer.  `every` also bounds the loss of
    every dataset, for k = 2.
    """
    require_ieee()
    if len(problem.prior) == 2:
        return filtered_line(problem, threads, every=every)
    return filtered_simplex(problem, threads)
