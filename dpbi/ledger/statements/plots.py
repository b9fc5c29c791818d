"""What the plots of the notes group and compare: steps, probabilities at a distance, sizes."""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, var
from dpbi.language.words import (
    C,
    H,
    Sexp,
    absolute,
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

Z = var("z")
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
    return over("sumif", "z", datasets(), H(x, Z).equals(H(x, r)), P(x, Z))


def plotted(mechanism: str, shown: Like, normalised: Like, apart: Like | None = None) -> Formula:
    """That probability is C exp(-eps H(x, r) / (shown S)) / NL, for every r.

    C is the number of candidates as far away as r, NL the sum of exp(-eps H / (normalised S)).
    With `apart` the two sides differ by less than that; enclosures can show no more.
    """
    term = exp(-eps * H(x, r) / (shown * SMOOTH))
    normaliser = over("sum", "z", datasets(), exp(-eps * H(x, Z) / (normalised * SMOOTH)))
    mass, said = mass_at_distance(mechanism), C(x, r) * term / normaliser
    if apart is None:
        return forall(mass.equals(said))
    return forall(absolute(mass - said) < apart)
