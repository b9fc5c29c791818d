"""lproof, the whole note: Laplace noise on both counts."""

from dpbi.language.words import eps
from dpbi.ledger.claims import FLAT, Claim, Grid, Reading
from dpbi.ledger.statements.continuous import density_ratio_within

GRID = Grid(
    n=3,
    priors=FLAT,
    values={
        "eps": ("1/100", "1/3", "1", "2", "8"),
        "s1": ("-5/2", "0", "1/2", "1", "3", "7"),
        "s2": ("-5/2", "0", "1/3", "1", "3", "7"),
    },
)

conclusion = Claim(
    id="lproof.concl",
    kind="theorem",
    place="lproof lines 21 and 33-35",
    statement="Noise Lap(eps/2) on both counts makes the release of the posterior eps-private.",
    readings=(
        Reading(
            "rate-reading",
            "eps/2 is the rate of the noise, as in the note's densities: scale 2/eps",
            density_ratio_within(eps / 2),
            GRID,
            catalogue=True,
            argument=(
                "Replacing a record moves each of the two counts by one. By the triangle "
                "inequality |s - c| - |s - c'| <= 1 in each coordinate, so the log-ratio of the "
                "densities is at most 2 (eps/2) = eps at every real point; integrating over a "
                "measurable set keeps the bound, and the prior's parameters shift both alike. "
                "Equality holds at and beyond a corner, so the loss is exactly eps."
            ),
            note="Says nothing of outputs whose noisy parameters are not positive.",
        ),
        Reading(
            "scale-reading",
            "eps/2 is the scale of the noise, as the notation Lap(b) usually means",
            density_ratio_within(2 / eps),
            GRID,
            catalogue=True,
            repair="the loss is exactly 4/eps: the statement is true for eps >= 2",
        ),
        Reading(
            "scale-reading-eps-at-least-2",
            "eps/2 is the scale, and eps >= 2",
            density_ratio_within(2 / eps, eps, eps >= 2),
            GRID,
            argument=(
                "Each coordinate contributes at most 1 / (eps/2) to the log-ratio, together at "
                "most 4/eps, and 4/eps <= eps when eps >= 2."
            ),
        ),
    ),
)
