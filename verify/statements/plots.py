"""The figures of the notes: the numbers in captions, and what is plotted: steps, probabilities."""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like
from dpbi.language.words import (
    C,
    H,
    Sexp,
    all_of,
    datasets,
    eps,
    exp,
    n,
    over,
    prior,
    r,
    released,
    size,
    total,
    under,
    vec,
    x,
)
from dpbi.mechanisms.exponential import smoothing_exponent
from statements.dilation import EPS_FROM_ZERO
from statements.terms import probability_of, z

SENSITIVITY = "0.239992747797"
BETA_100, BETA_120 = "0.0699407108115", "0.0677791100173"
CAPTION_LINES = ("notes:210", "notes:220")
"""What the captions of figures 3 and 4 print, and where."""

SMALLEST_PAIR = (
    "For neighbours, BC = g(a) g(b) with g(a) = Gamma(a+1/2)/sqrt(Gamma(a) Gamma(a+1)), where a "
    "and b are the two moved parameters before either receives the unit, so a >= alpha_i and "
    "b >= alpha_j, i != j. g increases (digamma is strictly concave), so the distance is largest "
    "at the two smallest parameters of the prior, 4 and 5: H = H(beta(5,5), beta(4,6)). "
)
BETA = smoothing_exponent(n + 1)
SMOOTH = Sexp(x, BETA)


def has_categories(number: int, *parameters: Like) -> Formula:
    """The prior with these parameters has this many categories."""
    return forall(size(prior).equals(number), given=[under(*parameters)])


def more_records(first: tuple[int, ...], *others: tuple[int, ...]) -> Formula:
    """One dataset has more records than each of the others."""
    return forall(all_of(*(total(vec(*first)) > total(vec(*other)) for other in others)))


def mass_at_distance(mechanism: str) -> Expr:
    """Pr[H(x, z) = H(x, r)] under the mechanism, z its release."""
    P = released(mechanism, beta=BETA)
    return probability_of(H(x, z).equals(H(x, r)), P)


def plotted(mechanism: str, shown: Like, normalised: Like, *, from_zero: bool = False) -> Formula:
    """That probability is C exp(-eps H(x, r) / (shown S)) / NL, for every r.

    C is the number of candidates as far away as r, NL the sum of exp(-eps H / (normalised S)).
    `from_zero`: for eps >= 0; where it is true enclosures confirm it at eps = 0 only.
    """
    term = exp(-eps * H(x, r) / (shown * SMOOTH))
    normaliser = over("sum", "z", datasets(), exp(-eps * H(x, z) / (normalised * SMOOTH)))
    mass, said = mass_at_distance(mechanism), C(x, r) * term / normaliser
    return forall(mass.equals(said), where=[EPS_FROM_ZERO] if from_zero else [])
