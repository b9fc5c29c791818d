"""The long draft (tailoring), section 5.2.4: gamma-smooth sensitivity."""

from dpbi.ledger.claims import MIXED, TWO, Claim, Grid, Reading
from dpbi.ledger.statements.continuous import (
    exponential_is_smooth,
    reciprocal_is_smooth,
    reciprocal_is_smooth_with_negative_gamma,
    reciprocal_of_exponential_is_smooth,
)

theorem_5_1 = Claim(
    id="tailoring.theorem-5.1",
    kind="theorem",
    place="Theorem 5.1 (lines 654-658), Definition 5 (lines 646-652)",
    statement=(
        "S(x) = max over z of 1 / (1/LS(z) + gamma d(x, z)) is gamma-smooth: 1/S(x) - 1/S(y) <= "
        "gamma for neighbours x, y."
    ),
    readings=(
        Reading(
            "literal",
            "for gamma >= 0",
            reciprocal_is_smooth(),
            Grid(n=4, full=8, priors=MIXED),
            catalogue=True,
            argument=(
                "1/S(x) = min over z of (1/LS(z) + gamma d(x, z)).  Take the z of the minimum at "
                "y: 1/S(x) <= 1/LS(z) + gamma d(x, z) <= 1/LS(z) + gamma (d(y, z) + 1) = 1/S(y) + "
                "gamma.  LS(z) > 0, as neighbours have different posteriors.  LS depends on counts "
                "only, and the least Hamming distance to data with given counts is half the l1 "
                "distance of the counts."
            ),
            note="the draft's proof says 'arbitrary z' where it needs the minimiser at y",
        ),
        Reading(
            "gammalt0",
            "for gamma < 0",
            reciprocal_is_smooth_with_negative_gamma(),
            Grid(n=3, priors=TWO, values={"lam": ("-1/10", "-1/2", "-2")}),
            catalogue=True,
            repair="gamma >= 0; for gamma < 0 the bound for (x, y) and (y, x) would add up to < 0",
        ),
        Reading(
            "definition-3-in-place-of-equation-4",
            "the exponential S of Definition 3 in place of the harmonic one",
            reciprocal_of_exponential_is_smooth(),
            Grid(n=6, priors=MIXED),
            repair="S(x) <= e^gamma S(y) instead (definition-3-is-smooth-in-its-own-sense)",
        ),
        Reading(
            "definition-3-is-smooth-in-its-own-sense",
            "S(x) <= e^gamma S(y) for the exponential S of Definition 3",
            exponential_is_smooth(),
            Grid(n=4, full=8, priors=MIXED),
            argument=(
                "Take the z of the maximum at x: S(x) = LS(z) e^(-gamma d(x, z)) <= LS(z) "
                "e^(-gamma (d(y, z) - 1)) <= e^gamma S(y)."
            ),
        ),
    ),
)
