"""Certified true epsilon of the Hellinger exponential family, from doubles with a proven error.

`filtered_loss` encloses max over neighbours (x, y) and outputs r of ln Pr_x[r] - ln Pr_y[r];
`refine` re-evaluates the few surviving pairs in balls.  BOUNDS.md is the proof.  FastUnavailable
says that the proof does not cover a problem; importing this package without numba raises
ImportError.
"""

from dpbi.fast.filter import filtered_loss
from dpbi.fast.problem import FastUnavailable, Filtered, Problem, Suspect
from dpbi.fast.refine import refine

__all__ = ["FastUnavailable", "Filtered", "Problem", "Suspect", "filtered_loss", "refine"]
