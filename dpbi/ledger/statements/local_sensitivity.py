"""The local sensitivity as the drafts write it: a maximum over neighbours and candidates.

Each |H(x, r) - H(y, r)| is written as the larger of both differences, which keeps a difference to
an H that is 0 exact, so that maxima that tie can be compared.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import var
from dpbi.language.words import LS, H, datasets, largest, near, over, x

Z, W = var("z"), var("w")


def difference(v: Expr, w: Expr, candidate: Expr) -> Expr:
    """|H(v, candidate) - H(w, candidate)|."""
    forth = H(v, candidate) - H(w, candidate)
    back = H(w, candidate) - H(v, candidate)
    return largest(forth, back)


def largest_over_all(first: Expr) -> Expr:
    """The largest difference between `first` (x or w) and a neighbour w of x, at any candidate."""
    inner = over("maxof", "z", datasets(), difference(first, W, Z))
    return over("maxof", "w", near(x), inner)


def local_sensitivity_is_a_distance() -> Formula:
    """It is the largest distance to a neighbour, LS(x)."""
    return forall(largest_over_all(x).equals(LS(x)))


def of_a_neighbour_with_itself() -> Formula:
    """max over neighbours w and candidates of |H(w, z) - H(w, z)| is LS(x)."""
    return forall(largest_over_all(W).equals(LS(x)))


def attained_at_the_dataset() -> Formula:
    """max over neighbours w of |H(x, x) - H(w, x)| is LS(x)."""
    return forall(over("maxof", "w", near(x), difference(x, W, x)).equals(LS(x)))


def signed_at_the_dataset() -> Formula:
    """The same without absolute values."""
    return forall(over("maxof", "w", near(x), H(x, x) - H(W, x)).equals(LS(x)))
