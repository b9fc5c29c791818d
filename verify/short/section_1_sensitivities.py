"""The short drafts, section 1: preliminaries (the sensitivities)."""

from dpbi.language.words import n, under
from dpbi.ledger.claims import (
    ABOVE_ONE,
    FLAT,
    MIXED,
    TWO,
    Claim,
    Grid,
    Reading,
    Role,
    Severity,
    priors,
)
from statements.arguments import meaningless
from statements.global_sensitivity import (
    MONOTONE,
    at_least,
    constant_to_many_digits,
    global_sensitivity_is_the_constant,
    global_sensitivity_within_the_constant,
    local_sensitivity_is_the_constant,
    two_equal_one,
)
from statements.sensitivities import local_sensitivity_is_the_largest_step
from statements.smoothness import (
    reciprocal_is_smooth_with_negative_gamma,
    smooth_between_local_and_global,
)

ONES, ONE_RECORD = under(1, 1), n.equals(1)
AS_A_DISTANCE = "; sqrt(1 - pi/4) as H(Beta(2,1), Beta(1,2)), equal to it"
THIRD = priors("1,1,1", "1,1,5/2", "1,3,1", "1,1,1,2", "4,1,3/2,1")

global_sensitivity = Claim(
    id="short.prelim.gs",
    kind="constant",
    place="Section 1 (short-a line 13, short-b line 15)",
    lines=("short-a:13", "short-b:15"),
    severity=Severity.HYPOTHESIS_MISSING,
    statement="The global sensitivity of the Hellinger score is sqrt(1 - pi/4).",
    readings=(
        Reading(
            "exact-all-n-and-priors",
            "for every number of records and every prior" + AS_A_DISTANCE,
            global_sensitivity_is_the_constant(),
            Grid(n=6, priors=(*MIXED, *priors("1,1/2"))),
            catalogue=True,
            repair="<= in place of =, every parameter >= 1",
            note="it is sqrt(1 - g(u) g(v)) at the smallest u, v that one record can meet, with "
            "g(t) = Gamma(t+1/2)/sqrt(Gamma(t) Gamma(t+1))",
            role=Role.LITERAL,
            why="The line equates the global sensitivity with the constant, and names no prior "
            "and no size.",
        ),
        Reading(
            "exact-for-keq2-alphaeq-1-1-neq1",
            "for the prior (1, 1) and one record" + AS_A_DISTANCE,
            global_sensitivity_is_the_constant([ONES, ONE_RECORD]),
            Grid(n=(1,), priors=FLAT),
            exhaustive=True,
            catalogue=True,
            note="compared exactly with H(Beta(2,1), Beta(1,2)), whose affinity is "
            "B(3/2,3/2)/B(2,1) = (pi/8)/(1/2) = pi/4",
            role=Role.COMPARISON,
            why="A special case, where the constant comes from; the line names neither.",
        ),
        Reading(
            "flat-n-1-to-25-digits",
            "for the prior (1, 1) and one record, to 25 digits, with the root itself",
            constant_to_many_digits([ONES, ONE_RECORD]),
            Grid(n=(1,), priors=FLAT),
            exhaustive=True,
            role=Role.COMPARISON,
            why="Ours: the same case with the constant as printed, as a number.",
        ),
        Reading(
            "flat-every-n",
            "for the prior (1, 1) and every number of records" + AS_A_DISTANCE,
            global_sensitivity_is_the_constant([ONES]),
            Grid(n=6, priors=FLAT),
            repair="for the prior (1, 1): GS = sqrt(1 - g(1) g(n)), "
            "with g(t) = Gamma(t+1/2)/sqrt(Gamma(t) Gamma(t+1))",
            role=Role.COMPARISON,
            why="The uniform prior alone, which the line does not name.",
        ),
        Reading(
            "exact-for-kge3-two-alpha-ieq1",
            "for k >= 3, two parameters 1 and the rest >= 1, every number of records"
            + AS_A_DISTANCE,
            global_sensitivity_is_the_constant(two_equal_one()),
            Grid(n=4, full=8, priors=THIRD),
            argument=MONOTONE
            + "  So H <= sqrt(1 - g(1)^2); it is attained by moving one record between the two "
            "categories of parameter 1, all other records being in a third category.",
            catalogue=True,
            role=Role.COMPARISON,
            why="A case in which the equation is exact for every size, which the line does not "
            "name.",
        ),
        Reading(
            "upper-bound-for-all-alpha-ige1",
            "as an upper bound, for priors with every parameter >= 1" + AS_A_DISTANCE,
            global_sensitivity_within_the_constant([at_least(1)]),
            Grid(n=6, priors=ABOVE_ONE),
            argument=MONOTONE + "  With u, v >= 1: H^2 <= 1 - g(1)^2 = 1 - pi/4.",
            catalogue=True,
            role=Role.REPAIR,
            why="At most in place of equal, and a condition on the prior: all that EHD needs.",
        ),
        Reading(
            "upper-bound-for-all-priors",
            "as an upper bound, for every positive prior" + AS_A_DISTANCE,
            global_sensitivity_within_the_constant(),
            Grid(n=4, priors=(*MIXED, *priors("1,1/2"))),
            catalogue=True,
            repair="true for priors with every parameter >= 1",
            role=Role.COMPARISON,
            why="Weaker than the equation of the line, and still false: the prior decides.",
        ),
        Reading(
            "depends-on-x",
            "as the sensitivity of the dataset at hand, prior (1, 1): LS(x) = sqrt(1 - pi/4)",
            local_sensitivity_is_the_constant([ONES]),
            Grid(n=4, priors=FLAT),
            catalogue=True,
            repair="sqrt(1 - pi/4) as an upper bound, for priors with every parameter >= 1",
            note="the algorithm speaks of the global sensitivity for x; what depends on x is LS(x)",
            role=Role.STRAINED,
            why="Algorithm EHD has a global sensitivity for x, but this line has no dataset.",
        ),
    ),
)

local_sensitivity = Claim(
    id="short.prelim.ls",
    kind="definition",
    place="Section 1 (short-a lines 14-16, short-b lines 16-18)",
    lines=("short-a:14-16", "short-b:16-18"),
    statement=(
        "LS(x) is the largest |H(posterior of x, r) - H(posterior of y, r)| over the neighbours y "
        "of x and the candidates r."
    ),
    uses=("short.prelim.hellinger",),
    readings=(
        Reading(
            "literal",
            "it is well defined, and is the largest H(posterior of x, posterior of y)",
            local_sensitivity_is_the_largest_step(),
            Grid(n=3, full=5, priors=MIXED),
            role=Role.LITERAL,
            why="Read with one record replaced as adjacency, which the draft leaves to its name.",
            argument="The maximum is over finitely many y and r, and n >= 1 gives x a neighbour.  "
            "By the triangle inequality |H(x, r) - H(y, r)| <= H(x, y), with equality at r = y, "
            "which is a candidate.",
            catalogue=True,
        ),
        Reading(
            "neq0",
            "for no records at all, n = 0",
            check=meaningless(
                "no dataset is adjacent to the empty one: the maximum is over nothing, and EHDL "
                "would divide by it"
            ),
            role=Role.STRAINED,
            why="x is an observed dataset, and Theorem 4.1 even asks for two records.",
            catalogue=True,
        ),
    ),
)

smooth_sensitivity = Claim(
    id="short.prelim.smooth",
    kind="definition",
    place="Section 1 (short-a line 18, short-b line 19)",
    lines=("short-a:18", "short-b:19"),
    statement=(
        "S(x) = max over y of 1 / (1/LS(y) + gamma Hamming(x, y)) is the gamma-smooth sensitivity."
    ),
    uses=("short.prelim.ls",),
    readings=(
        Reading(
            "literal-gammage0",
            "for gamma >= 0: LS(x) <= S(x) <= GS, and 1/S of neighbours differs by at most gamma; "
            "certified up to 10^-20, as many instances are ties",
            smooth_between_local_and_global(),
            Grid(n=3, full=6, priors=MIXED),
            role=Role.LITERAL,
            why="The name says that it is a bound of LS that changes little between neighbours; "
            "EHDS divides by 1 + gamma, so gamma is not negative.",
            argument=(
                "The term y = x is LS(x), and each term is at most LS(y) <= GS.  1/S(x) is the "
                "least 1/LS(z) + gamma d(x, z), and d(x, z) and d(y, z) differ by at most 1 for "
                "neighbours, so the least values differ by at most gamma.  LS(z) > 0, as "
                "neighbours have different posteriors.  LS depends on counts only, and the least "
                "Hamming distance to data with given counts is half the l1 distance of the counts."
            ),
            catalogue=True,
        ),
        Reading(
            "gammalt0",
            "for gamma < 0: 1/S of neighbours differs by at most gamma",
            reciprocal_is_smooth_with_negative_gamma(),
            Grid(n=3, priors=TWO, values={"lam": ("-1/10", "-1/2", "-2")}),
            role=Role.STRAINED,
            why="The line does not give the sign, but a negative difference bounds nothing.",
            catalogue=True,
            repair="gamma >= 0; for gamma < 0 the bounds for (x, y) and (y, x) add up to < 0",
        ),
    ),
)
