"""The long draft (tailoring), section 6.1: accuracy of the baseline mechanisms."""

from dpbi.language.words import eps, t
from dpbi.ledger.claims import MIXED, Claim, Grid, Reading, Role, Severity, priors
from statements import floored_noise as noise
from statements.tails import (
    far_event_is_bounded,
    far_event_is_bounded_at_candidates,
    near_event_is_bounded,
    near_event_is_bounded_by_the_best,
    near_event_of_the_opposite_mechanism_is_bounded,
)

GRID = Grid(
    n=2,
    full=5,
    priors=priors("1,1", "2,1", "1/3,5/7", "25,1/1000", "1,1,1"),
    values={"c": ("-1", "-1/2", "-1/10", "0", "1/2"), "eps": ("1/100", "1", "8")},
)

FAR = (
    "Each of the at most |R| outcomes with -H <= c has weight at most exp(eps c / (2 GS)), and the "
    "sum of all weights is at least that of x, which is 1."
)

accuracy = Claim(
    id="tailoring.6.1.1",
    kind="theorem",
    place="section 6.1.1, line 757 (used in line 493)",
    statement=(
        "P(u <= c) <= |R| exp(eps c / (2 GS)) / (|R_opt| exp(eps OPT / (2 GS))) for the "
        "exponential mechanism with utility u."
    ),
    lines=("tailoring:755-759",),
    readings=(
        Reading(
            "ueq-h",
            "u = -H: OPT = 0 is attained once, and P(H >= -c) <= |R| exp(eps c / (2 GS))",
            far_event_is_bounded(),
            GRID,
            role=Role.LITERAL,
            why="Section 4.1.1 defines this mechanism with the score -H.",
            catalogue=True,
            argument=FAR,
        ),
        Reading(
            "ueq-h-at-candidates",
            "the same with -c the distance of a candidate",
            far_event_is_bounded_at_candidates(),
            Grid(n=2, full=5, priors=MIXED, values={"eps": ("1/100", "1", "8")}),
            role=Role.COMPARISON,
            why="Ours: the same bound at the values where the probability jumps.",
            argument=FAR,
        ),
        Reading(
            "ueqplush",
            "u = +H, as section 5.2 has it, with one best answer, of utility OPT = 0, as line 497 "
            "uses it, for the mechanism of section 4.1.1: P(H <= c) <= |R| exp(eps c / "
            "(2 GS))",
            near_event_is_bounded(),
            GRID,
            role=Role.STRAINED,
            why="Section 5.2 writes u = +H, but for M_H; line 757 is about the mechanism of "
            "section 4.1.1, whose score is -H.",
            catalogue=True,
            argument=(
                "For c >= 0 the right side is at least |R| >= 1; for c < 0 no candidate has H <= c."
            ),
            note="true, but it does not bound the chance of a large error",
        ),
        Reading(
            "ueqplush-opt-the-largest",
            "u = +H with OPT the largest distance and R_opt the farthest candidates, for the "
            "mechanism of section 4.1.1",
            near_event_is_bounded_by_the_best(),
            GRID,
            role=Role.STRAINED,
            why="No line gives the exponential mechanism the score +H with the farthest candidate "
            "as its optimum.",
            repair="OPT = 0 in place of the largest distance, or weights exp(+eps H / (2 GS))",
            note="not the draft's: it takes OPT = 0",
        ),
        Reading(
            "ueqplush-own-mechanism",
            "u = +H with OPT the largest distance, for the mechanism whose weights are "
            "exp(+eps H / (2 GS))",
            near_event_of_the_opposite_mechanism_is_bounded(),
            GRID,
            role=Role.STRAINED,
            why="The mechanism has the score u as an argument, so it could be the one that prefers "
            "far candidates; but line 180 fixes the score as -H.",
            argument=(
                "Each of the at most |R| outcomes with H <= c has weight at most exp(eps c / (2 "
                "GS)), and |R_opt| of the weights are exp(eps OPT / (2 GS))."
            ),
        ),
    ),
)

INTEGERS = {"i": ("-3", "-2", "-1", "0", "1", "2", "3"), "eps": ("1/3", "1", "2")}
NOISE = Grid(values={**INTEGERS, "t": ("-2", "-1/2", "0", "1/2", "2"), "b": ("1/2", "1", "2")})
RELEASES = Grid(n=5, priors=priors("1,1"), values={"eps": ("1/3", "1")})

tail = Claim(
    id="tailoring.6.1.2.tail",
    kind="formula",
    place="section 6.1.2, line 765",
    statement="P(|Y| >= t) = e^(-t/b) for Y of the Laplace law with scale b.",
    lines=("tailoring:763-767",),
    readings=(
        Reading(
            "tge0",
            "for t >= 0: the tails P(Y >= t) and P(-Y >= t), e^(-t/b)/2 each in closed form, "
            "add up to e^(-t/b)",
            noise.both_tails(t >= 0),
            NOISE,
            catalogue=True,
            role=Role.LITERAL,
            why="t is the size of an error: the formula bounds |Y|, which is never negative.",
            argument="Each of Y >= t and Y <= -t has probability e^(-t/b)/2, the integral of the "
            "density e^(-|y|/b)/(2b) from t on; the formula takes these two values and adds them "
            "up, and Y >= t and Y <= -t exclude each other but for y = 0, which has probability 0.",
            note="line 763 calls it a density; it is the tail that comes from the density",
        ),
        Reading(
            "tlt0",
            "for t < 0, where both tails begin at 0 and have probability 1/2 each, they add up "
            "to e^(-t/b)",
            noise.both_tails(t < 0),
            NOISE,
            catalogue=True,
            role=Role.STRAINED,
            why="The line states no range for t, but nobody asks for a negative size of an error.",
            repair="t >= 0; for t < 0 the probability is 1",
        ),
    ),
)

floored = Claim(
    id="tailoring.6.1.2.floor",
    kind="formula",
    place="section 6.1.2, line 769, first equality",
    statement="P(floor Y = t) = P(t - 1 <= Y < t) for integers t.",
    lines=("tailoring:767-769",),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "literal",
            "for every integer t and every scale",
            noise.floor_is_the_cell_below(),
            NOISE,
            catalogue=True,
            role=Role.LITERAL,
            why="The formula prints the floor, and section 4.1.3 defines the discretisation as the "
            "floor.",
            repair="t <= Y < t + 1 in place of t - 1 <= Y < t",
            note="it is true at t = 0, because the law is symmetric",
        ),
        Reading(
            "ceil-y-eqt",
            "with the ceiling in place of the floor",
            noise.ceiling_is_the_cell_below(),
            NOISE,
            catalogue=True,
            role=Role.STRAINED,
            why="It would make the printed interval right, but no line of the draft rounds up.",
            argument="ceil Y = t means t - 1 < Y <= t, and Y has a density; by symmetry it is "
            "P(-t <= Y < -t + 1).",
        ),
        Reading(
            "index-shift-t-gttplus1",
            "with t <= Y < t + 1, the floor being the one of the Laplace mechanism: a release "
            "other than 0 and n is t above the count",
            noise.release_is_the_cell_above("laplace", 2 / eps, sensitivity="defined"),
            RELEASES,
            catalogue=True,
            role=Role.REPAIR,
            why="The smallest change: the interval on which the floor is t.",
            argument="floor(count + Y) = count + floor Y for whole counts, clamping moves mass to "
            "0 and n only, and floor Y = t means t <= Y < t + 1.",
        ),
    ),
)

mass = Claim(
    id="tailoring.6.1.2.pmf",
    kind="formula",
    place="section 6.1.2, line 769, second equality",
    statement="P(t - 1 <= Y < t) = (e^(-eps (t - 1)/D) - e^(-eps t/D))/2, Y of scale D/eps.",
    lines=("tailoring:767-769",),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "tge1",
            "for integers t >= 1",
            noise.cell_is_the_difference(noise.whole >= 1),
            NOISE,
            catalogue=True,
            role=Role.REPAIR,
            why="The smallest change: a range for t on which the interval has no negative part.",
            argument="For 0 <= a <= b the density integrates to (e^(-eps a/D) - e^(-eps b/D))/2.",
        ),
        Reading(
            "tle0",
            "for integers t <= 0",
            noise.cell_is_the_difference(noise.whole <= 0),
            NOISE,
            catalogue=True,
            role=Role.LITERAL,
            why="The line gives no range for t, and discretised noise takes the value 0 most often "
            "and negative values half of the time.",
            repair="only t >= 1; for t <= 0 the interval is below 0 and the law symmetric, so "
            "(e^(-eps |t|/D) - e^(-eps |t - 1|/D))/2",
        ),
    ),
)

improved = Claim(
    id="tailoring.6.1.3",
    kind="formula",
    place="section 6.1.3, lines 773-775",
    statement=(
        "For the improved mechanism P(floor Y = t) = P(t - 1 <= Y < t) = (e^(-eps (t - 1)/2) - "
        "e^(-eps t/2))/2, the sensitivity being 2."
    ),
    lines=("tailoring:773-775",),
    uses=("tailoring.6.1.2.floor", "tailoring.6.1.2.pmf"),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "literal",
            "two categories, where section 4.1.4 gives the improved mechanism scale 1/eps",
            noise.improved_with_sensitivity_two(1),
            NOISE,
            catalogue=True,
            role=Role.LITERAL,
            why="The section is about the improved mechanism, whose noise line 226 defines for the "
            "Beta-Binomial model.",
            repair="eps in place of eps/2 for two categories, where the scale is 1/eps; t and t + "
            "1 in place of t - 1 and t; t >= 0",
        ),
        Reading(
            "literal-dirichlet",
            "three or more categories, where section 4.1.4 gives it scale 2/eps",
            noise.improved_with_sensitivity_two(2),
            NOISE,
            role=Role.LITERAL,
            why="Line 230 gives the sensitivity 2 to the Dirichlet model, and line 773 names no "
            "model.",
            repair="t and t + 1 in place of t - 1 and t, and t >= 0",
        ),
        Reading(
            "sensitivity-1-tge1-ceil",
            "two categories, sensitivity 1, t >= 1 and the ceiling in place of the floor",
            noise.improved_ceiling(),
            NOISE,
            catalogue=True,
            role=Role.COMPARISON,
            why="Ours: what keeps the printed interval; no line of the draft rounds up.",
            argument="ceil Y = t means t - 1 < Y <= t; for t >= 1 the density of scale 1/eps "
            "integrates to the difference.",
        ),
        Reading(
            "sensitivity-1-floor",
            "two categories, sensitivity 1, the floor, t + 1 in place of t, t >= 0: as the "
            "improved mechanism's law has it, at releases other than 0 and n",
            noise.release_is_the_difference("laplace-improved", 1 / eps),
            RELEASES,
            role=Role.REPAIR,
            why="The changes that keep the mechanism of section 4.1.4 as it is.",
            argument="floor Y = t means t <= Y < t + 1; for t >= 0 the density of scale 1/eps "
            "integrates to (e^(-eps t) - e^(-eps (t + 1)))/2.",
        ),
        Reading(
            "sensitivity-2-floor",
            "three or more categories: sensitivity 2, the floor, t + 1 in place of t, t >= 0",
            noise.improved_floor(2),
            NOISE,
            role=Role.REPAIR,
            why="In the Dirichlet model the printed sensitivity is right, and only the shift and "
            "the range have to change.",
            argument="floor Y = t means t <= Y < t + 1; for t >= 0 the density of scale 2/eps "
            "integrates to (e^(-eps t/2) - e^(-eps (t + 1)/2))/2.",
        ),
    ),
)
