"""Between the drafts, and within one: what is released, what is good, and which is better."""

from dpbi.language.expr import num
from dpbi.language.words import delta, eps, n
from dpbi.ledger.claims import FLAT, Claim, Grid, Reading, Role, Severity, priors
from dpbi.mechanisms.exponential import smoothing_exponent
from statements.arguments import meaningless
from statements.contradictions import (
    bars_round_like_floor,
    floored_counts_are_counts,
    neighbours_are_good,
)
from statements.experiments import baseline, less_on_average, mean_error, shown_at
from statements.laws import weights_with_ls_are

FEW = priors("1,1", "2,1", "1/2,3,1/10")
TINY = "1/100000000"
FIGURE = shown_at((1, 1), (49, 49))


def ahead_at(name: str, value: str, chosen: str, repair: str = "") -> Reading:
    """M_H has the smaller mean error at n = 98, this eps and delta = 10^-8."""
    given = [*FIGURE, eps.equals(num(value)), delta.equals(num(TINY))]
    smoothed = mean_error("mh-exp", beta=smoothing_exponent(n + 1))
    return Reading(
        name,
        f"x = (49, 49), prior (1, 1), eps = {value}, delta = 10^-8: the mean error of M_H is "
        "below that of Laplace noise of scale 2/eps",
        less_on_average(smoothed, baseline(), given),
        Grid(n=(98,), priors=FLAT, values={"eps": (value,), "delta": (TINY,)}),
        exhaustive=True,
        role=Role.LITERAL,
        why="The notes say it of 98 records, and the long draft the contrary of fewer than 300.",
        chosen=chosen,
        repair=repair,
    )


rounding = Claim(
    id="between.tailoring.rounding",
    kind="contradiction",
    place="tailoring line 224 (bars) against lines 202, 206 and 228 (floor)",
    statement="The noisy count is put into [0, n] as an absolute value, and as a floor.",
    uses=("tailoring.laplace", "tailoring.improved"),
    lines=("tailoring:202", "tailoring:206-208", "tailoring:222-224", "tailoring:228"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "bars",
            "the bars of line 224 round like the floor of line 202",
            bars_round_like_floor(),
            Grid(n=2, values={"s1": ("1/2", "-2", "1")}),
            role=Role.LITERAL,
            why="The bars are those of an absolute value.",
            repair="floor brackets in place of the bars",
        ),
        Reading(
            "floor",
            "with the floor in both the noisy count is a whole number from 0 to n",
            floored_counts_are_counts(),
            Grid(n=3, values={"s1": ("1/2", "-2", "1", "9/2")}),
            role=Role.INTENDED,
            why="Line 208 explains the floor, and the release has to be a candidate.",
            argument="A floor is whole, and so are 0 and n, between which it is put.",
        ),
    ),
)

label = Claim(
    id="between.short-a+short-b.ehd-label",
    kind="contradiction",
    place="Theorem 4.5, second pair of bounds (short-a lines 211 and 225, short-b 198 and 212)",
    statement="The law with 2 GS in the exponent and the law with 2 LS(x) are both that of EHD.",
    uses=("short.alg.ehd", "short.alg.ehdl", "short.thm-4.5.ehdl-upper"),
    lines=(
        "short-a:209-211",
        "short-a:225-229",
        "short-b:196-198",
        "short-b:212-216",
    ),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "ehd",
            "exp(-eps H/(2 LS(x))), normalised, is the law of EHD with the printed GS",
            weights_with_ls_are("ehd", exactly=True, gs="printed"),
            Grid(n=2, priors=FEW, values={"eps": ("1", "4")}),
            role=Role.LITERAL,
            why="All four bounds are said of EHD, by the definition of EHD.",
            repair="EHDL in place of EHD in the second pair",
        ),
        Reading(
            "ehdl",
            "it is the law of EHDL; the two sides are compared to 20 digits",
            weights_with_ls_are("ehdl", exactly=False),
            Grid(n=2, priors=FEW, values={"eps": ("1", "4")}),
            role=Role.INTENDED,
            why="The algorithm with LS(x) in the exponent is EHDL in both drafts.",
            argument="It is the definition of EHDL.",
        ),
    ),
)

good_set = Claim(
    id="between.short-a+short-b.good-set",
    kind="contradiction",
    place="Corollary 4.5.3 (short-a lines 267 and 277, short-b lines 254 and 264)",
    statement="The good outputs are those with H(DirP(x, r)) <= LS, and with H(DirP(x), r) <= LS.",
    uses=("short-a.cor-4.5.3.rg-argument", "short.cor-4.5.3.rg-def"),
    lines=("short-a:267", "short-a:277", "short-b:254", "short-b:264"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "one-argument",
            "H of the one distribution DirP(x, r)",
            check=meaningless(
                "A distance takes two distributions, and short-a's statement gives it one; r, a "
                "candidate, is printed among the data of the posterior."
            ),
            role=Role.LITERAL,
            why="The parenthesis of line 267 closes after r.",
            repair="H(DirP(x), r) in place of H(DirP(x, r)) in short-a",
        ),
        Reading(
            "two-arguments",
            "H of DirP(x) and r: the set is defined, and has the truth and its neighbours",
            neighbours_are_good(),
            Grid(n=3, priors=FEW),
            role=Role.INTENDED,
            why="short-b prints it so, and short-a too in its proof (line 277).",
            argument="H(x, x) = 0, and LS(x) is the largest distance to a neighbour.",
        ),
    ),
)

small_data = Claim(
    id="between.notes+tailoring.small-data",
    kind="contradiction",
    place="notes line 192 (figure 5, n = 98) against tailoring line 846 (fewer than 300 records)",
    statement=(
        "On two categories with n = 98 the mechanism M_H is better than Laplace noise, and for "
        "fewer than 300 records it is worse."
    ),
    uses=("notes.fig5", "tailoring.lt300"),
    lines=("notes:192", "tailoring:846"),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        ahead_at(
            "at-eps-1",
            "1",
            "eps = 1 and delta = 10^-8, as in tailoring's experiments: the notes give neither",
            "the contrary is true there, as tailoring says",
        ),
        ahead_at(
            "at-eps-2",
            "2",
            "eps = 2 and delta = 10^-8: the notes give neither",
        ),
    ),
)
