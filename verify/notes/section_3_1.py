"""notes, section 3.1: the l1 error of the Laplace mechanism."""

from dpbi.ledger.claims import Claim, Grid, Reading, Verdict
from dpbi.ledger.statements.continuous import (
    floored_tail_within,
    l1_tail_within,
    l1_tail_within_for,
)
from dpbi.ledger.statements.printed import argued

TAILS = {"g": ("1/1000000", "1/10", "1/2", "7/10", "99/100")}
UNION = (
    "If the l1 norm of m variables is at least m T, one of them is at least T = ln(m/g) 2/eps in "
    "absolute value; that has probability e^(-T eps/2) = g/m for each, and the m events together "
    "have at most g. "
)

l1_bound = Claim(
    id="notes.laplace-l1",
    kind="theorem",
    place="notes lines 151-156",
    statement="The l1 error of m noisy counts of scale 2/eps reaches |x| ln(m/g) 2/eps "
    "with probability at most g.",
    readings=(
        Reading(
            "x-eqn-dataset-size-nltm",
            "|x| is the number of records n, as everywhere in the notes, any n; m = 2",
            l1_tail_within(2),
            Grid(n=4, values=TAILS),
            catalogue=True,
            repair="true for n >= m, or with m in place of |x|",
            note="Pr = (g/m)^n (1 + n ln(m/g)) for m = 2; eps cancels. For n = 1: g < 2/e fails.",
        ),
        Reading(
            "x-eqngem",
            "|x| = n and n >= m",
            l1_tail_within_for((2, 3, 4, 5), dimension=False),
            Grid(n=12, values=TAILS),
            catalogue=True,
            argument=UNION + "As ln(m/g) > 0, a threshold n T with n >= m is at least m T.",
            note="Certified for m = 2, 3, 4, 5.",
        ),
        Reading(
            "x-eq-m",
            "|x| is the number m of categories, as in the display that follows",
            l1_tail_within_for((2, 3, 4, 5), dimension=True),
            Grid(values=TAILS),
            catalogue=True,
            argument=UNION,
            note="Certified for m = 2, 3, 4, 5.",
        ),
        Reading(
            "noise-floored-truncated",
            "with m in place of |x|, noise rounded down, counts clamped to [0, n], counts inside",
            floored_tail_within(2),
            Grid(values={"g": ("1/10", "1/2", "7/10"), "eps": ("1", "8", "16", "40")}),
            catalogue=True,
            repair="true without the rounding: clamping to [0, n] alone only brings counts closer",
            note=(
                "Rounding down turns a small negative error into -1, so for large eps the error "
                "stays away from 0 with probability near 1 - 2^-m."
            ),
        ),
        Reading(
            "noise-truncated-only",
            "with m in place of |x|, counts clamped to [0, n] and not rounded",
            check=argued(
                Verdict.HOLDS,
                "The true count lies in [0, n], and clamping to an interval that holds it never "
                "moves a noisy count away from it: the error is at most that without clamping. "
                + UNION.strip(),
            ),
            note="The bound without clamping is certified for m = 2, 3, 4, 5 (x-eq-m).",
        ),
    ),
)
