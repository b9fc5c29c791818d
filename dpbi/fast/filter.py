"""One question, `filtered_loss`, answered on the line (k = 2) or on the simplex (k >= 3)."""

from __future__ import annotations

from dpbi.fast.ieee import require_ieee
from dpbi.fast.line import filtered_line
from dpbi.fast.problem import Filtered, Problem
from dpbi.fast.simplex import filtered_simplex


def filtered_loss(problem: Problem, *, threads: int = 1) -> Filtered:
    """lo <= eps* <= hi with a witness of at least lo, or FastUnavailable.

    `threads` changes the time it takes, and no bit of the answer.
    """
    require_ieee()
    if len(problem.prior) == 2:
        return filtered_line(problem, threads)
    return filtered_simplex(problem, threads)
