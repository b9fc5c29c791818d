"""notes, section 3.1: the l1 error of the Laplace mechanism."""

from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, Verdict
from statements.arguments import argued
from statements.continuous import (
    floored_tail_within,
    l1_tail_within,
    l1_tail_within_for,
    l1_tail_within_largest,
    largest_error_tail_is,
    largest_error_tail_within,
)

TAILS = {"g": ("1/1000000", "1/10", "1/2", "7/10", "99/100")}
UNION = (
    "If the l1 norm of m variables is at least m T, one of them is at least T = ln(m/g) 2/eps in "
    "absolute value; that has probability e^(-T eps/2) = g/m for each, and the m events together "
    "have at most g. "
)

l1_bound = Claim(
    id="notes.laplace-l1",
    kind="theorem",
    place="notes lines 149-153",
    statement="The l1 error of m noisy counts of scale 2/eps reaches |x| ln(m/g) 2/eps "
    "with probability at most g.",
    uses=("notes.laplace-chain1", "notes.laplace-chain2"),
    repaired=("notes.laplace-chain1/literal", "notes.laplace-chain2/le-gamma"),
    lines=("notes:149-153",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "x-eqn-dataset-size-nltm",
            "|x| is the number of records n, as everywhere in the notes, any n; m = 2",
            l1_tail_within(2),
            Grid(n=4, values=TAILS),
            role=Role.LITERAL,
            why="x is the dataset of n records throughout the notes, so |x| is its size.",
            catalogue=True,
            repair="m in place of |x|; or the condition n >= m",
            note="Pr = (g/m)^n (1 + n ln(m/g)) for m = 2; eps cancels. For n = 1: g < 2/e fails.",
        ),
        Reading(
            "x-eqngem",
            "|x| = n and n >= m; for m = 2, 3, 4, 5, the tail of the l1 norm by its closed form: "
            "at n T, n >= m, it is at most g",
            l1_tail_within_for((2, 3, 4, 5), dimension=False),
            Grid(n=12, values=TAILS),
            role=Role.REPAIR,
            why="With at least as many records as categories the printed threshold suffices too.",
            catalogue=True,
            argument=UNION + "As ln(m/g) > 0, a threshold n T with n >= m is at least m T.",
            note="Certified for m = 2, 3, 4, 5.",
        ),
        Reading(
            "x-eq-m",
            "|x| is the number m of categories, as in the display that follows; for m = 2, 3, 4, "
            "5, the tail of the l1 norm by its closed form: at m T it is at most g",
            l1_tail_within_for((2, 3, 4, 5), dimension=True),
            Grid(values=TAILS),
            role=Role.INTENDED,
            why="The next display, which derives the bound, has m in this place, and |x| is the "
            "dimension in the theorem of [1] that is quoted.",
            catalogue=True,
            argument=UNION,
            note="Certified for m = 2, 3, 4, 5.",
        ),
        Reading(
            "noise-floored-truncated",
            "with m in place of |x|, noise rounded down, counts clamped to [0, n], counts inside",
            floored_tail_within(2),
            Grid(values={"g": ("1/10", "1/2", "7/10"), "eps": ("1", "8", "16", "40")}),
            role=Role.STRAINED,
            why="The notes say nothing of rounding; the bound is one for Laplace noise itself.",
            catalogue=True,
            repair="without the rounding; clamping to [0, n] alone only brings counts closer",
            note=(
                "Rounding down turns a small negative error into -1, so for large eps the error "
                "stays away from 0 with probability near 1 - 2^-m."
            ),
        ),
        Reading(
            "noise-truncated-only",
            "with m in place of |x|, counts clamped to [0, n] and not rounded",
            role=Role.COMPARISON,
            why="It says which half of the postprocessing of later drafts keeps the bound.",
            check=argued(
                Verdict.HOLDS,
                "The true count lies in [0, n], and clamping to an interval that holds it never "
                "moves a noisy count away from it: the error is at most that without clamping. "
                + UNION.strip(),
            ),
            note="The bound without clamping is certified for m = 2, 3, 4, 5.",
        ),
    ),
)

sum_and_largest = Claim(
    id="notes.laplace-chain1",
    kind="proof-step",
    place="notes lines 153-155",
    statement="The l1 error reaches m T no more often than m times the largest error does, which "
    "is as often as the largest error reaches T; T = ln(m/g) 2/eps.",
    lines=("notes:153-155",),
    readings=(
        Reading(
            "literal",
            "for m = 2, 3, 4, 5, the tail of the l1 norm by its closed form: Pr[l1 error >= m T] "
            "<= 1 - (1 - g/m)^m, the probability that some error reaches T",
            l1_tail_within_largest((2, 3, 4, 5)),
            Grid(values=TAILS),
            role=Role.LITERAL,
            why="The display compares these two probabilities, and the largest error misses T if "
            "each of m independent ones does, with 1 - g/m each.",
            argument=(
                "The l1 norm is at most m times the largest entry, so the first event lies in the "
                "second; m a >= m T if and only if a >= T, so the second and the third are one. "
                "An error reaches T with probability e^(-T eps/2) = g/m, the errors are "
                "independent."
            ),
            note="Certified for m = 2, 3, 4, 5.",
            catalogue=True,
        ),
    ),
)

union_bound = Claim(
    id="notes.laplace-chain2",
    kind="proof-step",
    place="notes line 155",
    statement="The largest of m errors reaches ln(m/g) 2/eps with probability g.",
    uses=("notes.laplace-chain1",),
    lines=("notes:155",),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "equality",
            "with probability exactly g: 1 - (1 - g/m)^m = g",
            largest_error_tail_is(),
            Grid(values=TAILS),
            role=Role.LITERAL,
            why="The display ends with an equals sign.",
            catalogue=True,
            repair="<= in place of =",
            note="Equality would need m = 1; for m = 2 the probability is g - g^2/4.",
        ),
        Reading(
            "le-gamma",
            "with probability at most g",
            largest_error_tail_within(),
            Grid(values=TAILS),
            role=Role.REPAIR,
            why="The bound of line 151 that this derives has <=, and needs no more.",
            argument=(
                "Each error reaches the threshold with probability g/m, and the probability of a "
                "union of m events is at most the sum of theirs."
            ),
            catalogue=True,
        ),
    ),
)
