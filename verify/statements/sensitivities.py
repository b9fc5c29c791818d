"""Local and global sensitivity as pages write them: maxima over neighbours and candidates.

Two forms of |H(x, z) - H(w, z)| occur.  `largest_change` takes the absolute value and agrees with
LS to many digits.  `difference` takes the larger of both differences, which keeps a difference to
an H that is 0 exact, so that maxima that tie can be compared.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import var
from dpbi.language.words import (
    GS,
    LS,
    H,
    absolute,
    adjacent,
    all_of,
    at,
    datasets,
    largest,
    near,
    no,
    over,
    r,
    same,
    x,
    y,
)
from statements.terms import agree_relatively, v, w, z

Y = var("y")
TRIANGLE = (
    "H is a metric, so |H(x, v) - H(y, v)| <= H(x, y) for every candidate v, with equality at v = "
    "x, where it is |0 - H(x, y)|.  "
)


FARTHEST_NEIGHBOUR = over("maxof", "w", near(x), H(x, w))
"""The largest distance to a neighbour."""


def global_sensitivity_is_largest_distance() -> Formula:
    """max over neighbours and candidates of |H - H| is GS, the largest distance of neighbours."""
    gap = over("maxof", "v", datasets(), difference(z, w, v))
    printed = over("maxof", "z", datasets(), over("maxof", "w", near(z), gap))
    return forall(printed.equals(GS()))


def local_sensitivity_is_largest_distance() -> Formula:
    """max over neighbours w and candidates of |H(x, v) - H(w, v)| is LS(x), and positive."""
    return forall(all_of(largest_over_all(x).equals(LS(x)), LS(x) > 0))


def local_sensitivity_of_itself_is_positive() -> Formula:
    """max over neighbours w and candidates v of |H(w, v) - H(w, v)| is positive."""
    differs = no(H(w, v).equals(H(w, v)))
    return forall(over("exists", "w", near(x), over("exists", "v", datasets(), differs)))


def gap_at_the_middle(*given: Expr) -> Formula:
    """LS < GS where the numbers of ones and zeros differ by at most one."""
    ones, zeros = at(x, 0), at(x, 1)
    return forall(LS(x) < GS(), given=[ones <= zeros, zeros <= ones + 1, *given])


def gap_somewhere(*given: Expr) -> Formula:
    """LS < GS at some dataset of every size."""
    return forall(over("exists", "z", datasets(), LS(z) < GS()), given=given)


def no_gap_anywhere(*given: Expr) -> Formula:
    """LS = GS at every dataset."""
    return forall(LS(x).equals(GS()), given=given)


def global_sensitivity_is_the_largest_difference() -> Formula:
    """max over neighbours v, w and candidates z of |H(v, z) - H(w, z)| is GS, and positive."""
    gap = over("maxof", "z", datasets(), difference(v, w, z))
    printed = over("maxof", "v", datasets(), over("maxof", "w", near(v), gap))
    return forall(all_of(printed.equals(GS()), GS() > 0))


def local_sensitivity_is(*, signed: bool) -> Formula:
    """max over neighbours w of x and candidates z of H(x, z) - H(w, z), or its size, is LS(x)."""
    inner = over("maxof", "z", datasets(), H(x, z) - H(w, z))
    printed = over("maxof", "w", near(x), inner) if signed else largest_over_all(x)
    return forall(all_of(printed.equals(LS(x)), LS(x) > 0))


def largest_change(first: Expr) -> Expr:
    """max over neighbours w of x and candidates z of |H(first, z) - H(w, z)|; first is x, or w."""
    change = absolute(H(first, z) - H(w, z))
    return over("maxof", "w", near(x), over("maxof", "z", datasets(), change))


def local_sensitivity_as_printed() -> Formula:
    """max |H(w, z) - H(w, z)| = max H(x, w)."""
    return forall(largest_change(w).equals(FARTHEST_NEIGHBOUR))


def local_sensitivity_as_meant() -> Formula:
    """max |H(x, z) - H(w, z)| = max H(x, w), and a neighbour attains it at z = x."""
    whole_range = agree_relatively(largest_change(x), FARTHEST_NEIGHBOUR)
    at_the_truth = agree_relatively(largest_change_at(x), FARTHEST_NEIGHBOUR)
    return forall(all_of(whole_range, at_the_truth))


def local_sensitivity_at_the_truth(*, bars: bool) -> Formula:
    """max (H(x, x) - H(w, x)), with bars or without, = max H(w, x) = LS(x)."""
    first = largest_change_at(x) if bars else over("maxof", "w", near(x), H(x, x) - H(w, x))
    second = over("maxof", "w", near(x), H(w, x))
    return forall(all_of(agree_relatively(first, second), agree_relatively(second, LS(x))))


def largest_change_at(candidate: Expr) -> Expr:
    """max over neighbours w of |H(x, candidate) - H(w, candidate)|."""
    return over("maxof", "w", near(x), absolute(H(x, candidate) - H(w, candidate)))


def largest_at_the_truth() -> Formula:
    """No candidate has a larger difference than the true posterior has."""
    return forall(largest_change_at(r) <= largest_change_at(x))


def smaller_elsewhere() -> Formula:
    """Every other candidate has a smaller difference than the true posterior, which has LS(x)."""
    return forall(largest_change_at(r) < LS(x), given=[no(same(x, r))])


def difference(v: Expr, w: Expr, candidate: Expr) -> Expr:
    """|H(v, candidate) - H(w, candidate)|."""
    forth = H(v, candidate) - H(w, candidate)
    back = H(w, candidate) - H(v, candidate)
    return largest(forth, back)


def largest_over_all(first: Expr) -> Expr:
    """The largest difference between `first` (x or w) and a neighbour w of x, at any candidate."""
    inner = over("maxof", "z", datasets(), difference(first, w, z))
    return over("maxof", "w", near(x), inner)


def local_sensitivity_is_a_distance() -> Formula:
    """It is the largest distance to a neighbour, LS(x)."""
    return forall(largest_over_all(x).equals(LS(x)))


def of_a_neighbour_with_itself() -> Formula:
    """max over neighbours w and candidates of |H(w, z) - H(w, z)| is LS(x)."""
    return forall(largest_over_all(w).equals(LS(x)))


def attained_at_the_dataset() -> Formula:
    """max over neighbours w of |H(x, x) - H(w, x)| is LS(x)."""
    return forall(over("maxof", "w", near(x), difference(x, w, x)).equals(LS(x)))


def local_sensitivity_is_the_largest_step() -> Formula:
    """|H(x, r) - H(y, r)| <= LS(x) for neighbours, and some neighbour is at the distance LS(x)."""
    attained = over("exists", "y", near(x), H(x, Y).equals(LS(x)))
    bounded = absolute(H(x, r) - H(y, r)) <= LS(x)
    return forall(all_of(bounded, attained), given=[adjacent(x, y)])
