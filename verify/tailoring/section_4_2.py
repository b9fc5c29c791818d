"""The long draft (tailoring), section 4.2: Definition 3 and its extension to Dirichlet systems."""

from dpbi.language.words import TRIPLES, Sexp, binomial, gamma, k, n, x
from dpbi.ledger.claims import FLAT, MIXED, Claim, Grid, Reading, Role, Severity, priors
from statements.candidates import candidates_number_for, candidates_number_for_all
from statements.laws import PROBABILITIES_EXIST, weights_are
from statements.smoothness import (
    exponential_is_a_smooth_upper_bound,
    neighbours_and_itself_is_smooth,
    neighbours_only_is_above_local,
    smooth_sensitivity_within_its_parameter,
)

GRID = Grid(n=6, full=15, values={"k": ("2", "3", "4", "5")})

SMOOTH = (
    "LS <= S by y = x; the factor e^(-gamma d(x, y)) of every y changes by at most e^gamma when "
    "one record of x is replaced, hence so does the maximum."
)

definition_3 = Claim(
    id="tailoring.def-3",
    kind="algorithm",
    place="Definition 3 (lines 236-246)",
    lines=("tailoring:236-246",),
    statement=(
        "M_H releases r with probability proportional to exp(-eps H / (2 S(x))), S(x) the largest "
        "LS(y) e^(-gamma d(x, y)) over all y, a smooth upper bound of LS."
    ),
    uses=("tailoring.rpost-set", "tailoring.hellinger", "tailoring.ls-def"),
    readings=(
        Reading(
            "literal",
            "the quotients of line 238, with S as in equation (1), are the probabilities of the "
            "mechanism: they are positive and add up to 1, for eps >= 0 and any gamma >= 0",
            weights_are("mh-exp", Sexp(x, gamma), beta=gamma),
            Grid(
                n=2,
                full=4,
                priors=priors("1,1", "25,1/1000", "1/2,3,1/10"),
                values={"eps": ("0", "1/100", "8"), "gamma": ("0", "1")},
            ),
            catalogue=True,
            argument=PROBABILITIES_EXIST,
            role=Role.LITERAL,
            why="Lines 238 and 242 print the law and the sensitivity; gamma has no value here.",
            note="line 240 writes S_beta and line 242 S; Definition 6 defines the same name M_H "
            "with another S and gamma = 1",
        ),
        Reading(
            "smooth-upper-bound",
            "S is a gamma-smooth upper bound: LS(x) <= S(x), and S(x) <= e^gamma S(y) for "
            "neighbours",
            exponential_is_a_smooth_upper_bound(),
            Grid(n=4, full=8, priors=MIXED),
            argument=SMOOTH,
            role=Role.INTENDED,
            why="Lines 240 and 246 call S the smooth sensitivity of [11] and gamma what belongs to "
            "its smooth upper bound; in line 242 gamma is the rate of the decay.",
        ),
        Reading(
            "gamma-is-the-smooth-upper-bound",
            "gamma is itself an upper bound of the smooth sensitivity",
            smooth_sensitivity_within_its_parameter(),
            Grid(n=2, priors=FLAT),
            catalogue=True,
            role=Role.COMPARISON,
            why="Lines 244 and 246 are a statement of their own and are counted as one "
            "(tailoring.def-3.gamma).",
            repair="S in place of gamma: S is the upper bound, gamma its rate",
        ),
    ),
)

smoothing_parameter = Claim(
    id="tailoring.def-3.gamma",
    kind="definition",
    place="section 4.2, lines 244 and 246",
    lines=("tailoring:244", "tailoring:246"),
    statement="The gamma of equation (1) is the smooth upper bound of the smooth sensitivity.",
    uses=("tailoring.def-3",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "gamma-is-the-bound",
            "gamma bounds the smooth sensitivity: S(x) <= gamma",
            smooth_sensitivity_within_its_parameter(),
            Grid(n=2, priors=FLAT),
            role=Role.LITERAL,
            why="Lines 244 and 246 say of gamma itself that it is the smooth upper bound.",
            repair="S in place of gamma: S is the smooth upper bound, gamma its rate",
        ),
        Reading(
            "gamma-is-its-rate",
            "S is a smooth upper bound of LS at the rate gamma: LS(x) <= S(x), and S(x) <= e^gamma "
            "S(y) for neighbours",
            exponential_is_a_smooth_upper_bound(),
            Grid(n=4, full=8, priors=MIXED),
            argument=SMOOTH,
            role=Role.INTENDED,
            why="Line 242 has gamma as the rate at which LS is discounted, line 67 calls the bound "
            "one on the local sensitivity, and line 652 speaks of a gamma-smooth sensitivity.",
        ),
    ),
)

definition_3_dirichlet = Claim(
    id="tailoring.def-3.dirichlet",
    kind="algorithm",
    place="section 4.2, line 252",
    lines=("tailoring:252",),
    statement=(
        "In the Dirichlet system the smooth sensitivity of equation (1) is the maximum over "
        "datasets adjacent to x."
    ),
    uses=("tailoring.def-3", "tailoring.adjacency"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal-only-adjacent-x",
            "with the maximum over the neighbours of x, x left out: S is an upper bound of LS",
            neighbours_only_is_above_local(),
            Grid(n=3, priors=priors("1,1", "1,1,1")),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 252 lets x' range over the elements of X^n adjacent to x.",
            repair="all of X^n in place of the datasets adjacent to x",
            note="all neighbours have the factor e^(-gamma), so S is below LS where LS is largest",
        ),
        Reading(
            "adjacent-with-x-itself",
            "with the maximum over x and its neighbours: S is gamma-smooth, three categories and "
            "gamma > 0",
            neighbours_and_itself_is_smooth(TRIPLES, gamma > 0),
            Grid(n=5, priors=priors("1,1,1"), values={"gamma": ("1/100", "1")}),
            role=Role.LITERAL,
            why=(
                "The same words, if x counts as adjacent to itself, as the <= 1 of line 137 allows."
            ),
            repair="all of X^n in place of the datasets adjacent to x",
            note=(
                "a large LS does not count at y, two records away, but counts at x, one record away"
            ),
        ),
        Reading(
            "x-over-x-n",
            "with the maximum over all of X^n: S is a gamma-smooth upper bound of LS",
            exponential_is_a_smooth_upper_bound(),
            Grid(n=4, full=8, priors=MIXED),
            catalogue=True,
            argument=SMOOTH,
            role=Role.REPAIR,
            why="The range of x' in equation (1), which line 252 extends; over neighbours only, "
            "the distance in its exponent would never exceed 1.",
        ),
    ),
)

count_dirichlet = Claim(
    id="tailoring.count-dirichlet",
    kind="counting",
    place="section 4.2, line 252",
    lines=("tailoring:252",),
    statement="Over m categories there are C(n+1, m-1) candidate posteriors.",
    uses=("tailoring.rpost-set",),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "literal",
            "for every m >= 2 and n",
            candidates_number_for_all(binomial(n + 1, k - 1)),
            GRID,
            catalogue=True,
            role=Role.LITERAL,
            why="Line 252 gives the number for the Dirichlet-multinomial system, so for any m.",
            repair="C(n + m - 1, m - 1) in place of C(n + 1, m - 1)",
            note="the draft calls the number of categories k elsewhere and never defines m",
        ),
        Reading(
            "c-nplusm-1-m-1",
            "repaired: C(n + m - 1, m - 1)",
            candidates_number_for_all(binomial(n + k - 1, k - 1)),
            GRID,
            catalogue=True,
            argument=(
                "Count vectors are the ways to put m - 1 bars among n stars, and different vectors "
                "give different parameters."
            ),
            role=Role.REPAIR,
            why="The number of count vectors, which has the form of the printed number.",
        ),
        Reading(
            "meq2",
            "for m = 2",
            candidates_number_for(2, binomial(n + 1, 1)),
            GRID,
            catalogue=True,
            argument="C(n + 1, 1) = n + 1, one candidate for each number of ones from 0 to n.",
            role=Role.COMPARISON,
            why="The one case in which the printed number is right; line 252 is not about it.",
        ),
    ),
)
