"""The long draft (tailoring), section 3: releasing parameters with Laplace noise, neighbours."""

from dpbi.language.words import PAIRS, adjacent, eps, x, y
from dpbi.ledger.claims import FLAT, MIXED, TWO, Claim, Grid, Reading, Role, Severity
from statements.continuous import density_ratio_within
from statements.densities import parameters_determine_distributions
from statements.neighbours import (
    AGREEING_ONCE,
    agreeing_once_is_one_replaced,
    differing_once_is_one_replaced,
    parameters_move_at_most,
)
from statements.noised_counts import first_count_density_within, l1_error_tail
from statements.steps import equally_far_in_l1_and_not_in_hellinger, orders_disagree

REALS = {
    "eps": ("1/100", "1/3", "1", "8"),
    "a": ("-5/2", "0", "1/2", "1", "3", "7"),
    "s1": ("-5/2", "0", "1/2", "1", "7"),
    "s2": ("-5/2", "0", "1/3", "1", "7"),
}
COUNTS = Grid(n=3, full=5, priors=MIXED)
CANCELS = (
    "The prior's parameters cancel, and one replaced record takes one from a count and adds one to "
    "another: two parameters move by one each."
)

characterised = Claim(
    id="tailoring.parameters-characterise",
    kind="formula",
    place="section 3, line 135",
    lines=("tailoring:135",),
    statement="Within its family a posterior is determined by its parameters.",
    readings=(
        Reading(
            "literal",
            "posteriors of the same prior are equal if and only if the counts are",
            parameters_determine_distributions(),
            COUNTS,
            argument=(
                "Equal parameters give equal densities.  Conversely the ratio of the densities of "
                "alpha + x and alpha + r is a constant times the product of theta_i^(x_i - r_i); "
                "it is constant on the simplex only if all x_i - r_i are equal, and they add up "
                "to 0, so x = r."
            ),
            role=Role.LITERAL,
            why="Line 135 says that parameters and family characterise a posterior fully.",
        ),
    ),
)

mechanism = Claim(
    id="tailoring.sec3.mech",
    kind="algorithm",
    place="section 3, line 135",
    lines=("tailoring:135",),
    statement="Laplace noise of scale 2/eps on the parameters of a beta posterior is eps-private.",
    uses=("tailoring.l1-sens",),
    readings=(
        Reading(
            "literal",
            "one noise: the first parameter gets it, the second is computed from the noised count",
            first_count_density_within(eps / 2),
            Grid(n=3, priors=FLAT, values=REALS),
            catalogue=True,
            argument=(
                "Neighbours' counts of ones differ by one, so by the triangle inequality the "
                "log-densities of the noised count differ by at most eps/2 at every real point.  "
                "The second parameter is a function of it."
            ),
            role=Role.LITERAL,
            why="Line 135 draws one Laplace variable about the count and writes both parameters "
            "with it.",
        ),
        Reading(
            "independent-noise",
            "each of the two parameters gets a noise of its own",
            density_ratio_within(eps / 2, eps, PAIRS),
            Grid(n=3, priors=FLAT, values=REALS),
            catalogue="independent-laplacian-noise-to-the-parameters",
            argument=(
                "Both counts move by one, so the log-densities differ by at most 2 (eps/2) = eps "
                "at every real point, and integrals over events keep the bound."
            ),
            role=Role.LITERAL,
            why="The sentence before the formula says that independent noise is added to the "
            "parameters, as lproof does.",
        ),
        Reading(
            "one-noise-costs-half",
            "sharper: with one noise the mechanism is eps/2-private",
            first_count_density_within(eps / 2, eps / 2),
            Grid(n=3, priors=FLAT, values=REALS),
            argument=(
                "Neighbours' counts of ones differ by one, so the log-densities of the noised "
                "count differ by at most eps/2, and the second parameter is a function of it."
            ),
            role=Role.COMPARISON,
            why="The draft uses this itself in section 4.1.4, with scale 1/eps for two categories.",
        ),
    ),
)

adjacency = Claim(
    id="tailoring.adjacency",
    kind="definition",
    place="section 3, footnote at line 137",
    lines=("tailoring:137",),
    statement="Adjacent are datasets for which the sum of the [x_i = x'_i] is at most 1.",
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal-agree-in-at-most-one-place",
            "datasets that agree in at most one place come from each other by at most one "
            "replaced record (two categories)",
            agreeing_once_is_one_replaced(),
            Grid(n=3, priors=FLAT),
            catalogue=True,
            role=Role.LITERAL,
            why="The footnote counts the places where x_i = x'_i and allows at most one.",
            repair="the sum of the [x_i != x'_i] in place of that of the [x_i = x'_i]",
            note="some records of counts x and y agree in at most one place exactly where "
            "|x_0 + y_0 - n| <= 1; for n >= 2 a dataset with no ones and one with no zeros do",
        ),
        Reading(
            "sum-x-i-ne-x-i-le-1",
            "datasets that differ in at most one place are equal or one replaced record apart",
            differing_once_is_one_replaced(),
            Grid(n=4, full=6, priors=MIXED),
            catalogue=True,
            argument=(
                "If x and y differ in one place only, the count of one value is smaller by one and "
                "that of another larger by one, or nothing has changed."
            ),
            role=Role.INTENDED,
            why="Lines 182 and 214 write |x, x'| <= 1 for the same relation, and line 139 needs "
            "parameters that move by at most 2.",
        ),
    ),
)

l1_sensitivity = Claim(
    id="tailoring.l1-sens",
    kind="formula",
    place="section 3, lines 135-139",
    lines=("tailoring:135-139",),
    statement="The parameters of the posteriors of neighbours are at most 2 apart in l1.",
    uses=("tailoring.adjacency", "tailoring.posterior"),
    readings=(
        Reading(
            "replace-one",
            "two categories, neighbours by one replaced record",
            parameters_move_at_most(2, [PAIRS, adjacent(x, y)]),
            Grid(n=6, full=12, priors=TWO),
            catalogue=True,
            argument=CANCELS,
            role=Role.LITERAL,
            why="Line 139 states it for the pairs of parameters of two adjacent observations.",
        ),
        Reading(
            "dirichlet-extension",
            "any number of categories, neighbours by one replaced record",
            parameters_move_at_most(2, [adjacent(x, y)]),
            COUNTS,
            catalogue="dirichlet-extension-extends-similarly",
            argument=CANCELS,
            role=Role.LITERAL,
            why="Line 139 says that the argument extends to the Dirichlet-multinomial system.",
        ),
        Reading(
            "literal-footnote",
            "two categories, neighbours as the footnote prints them: datasets that agree in at "
            "most one place",
            parameters_move_at_most(2, [PAIRS, AGREEING_ONCE]),
            Grid(n=3, priors=FLAT),
            catalogue=True,
            role=Role.STRAINED,
            why="The misprint is the footnote's and is counted there (tailoring.adjacency); nobody "
            "reads it into line 139.",
            repair="datasets that differ in at most one place",
        ),
    ),
)

l1_accuracy = Claim(
    id="tailoring.l1-accuracy",
    kind="definition",
    place="section 3, lines 141-145",
    lines=("tailoring:141-145",),
    statement=(
        "Earlier work bounds the probability that the l1 error of the parameters reaches gamma, "
        "which does not measure how far the distributions are apart."
    ),
    uses=("tailoring.sec3.mech",),
    readings=(
        Reading(
            "literal",
            "for the noise of section 3 cut to whole counts there is such a bound: "
            "exp(-(gamma/2 - 1) eps/2), two categories",
            l1_error_tail(),
            Grid(n=5, full=8, priors=FLAT, values={"gamma": ("0", "1", "3", "4")}),
            catalogue=True,
            argument=(
                "The error is 2 |clamp(floor(c + Y)) - c| <= 2 |floor(Y)|, since c is a whole "
                "number from 0 to n.  Let m = gamma/2 and b = eps/2.  For m <= 1 the bound is at "
                "least 1.  For m > 1: floor(Y) >= m needs Y >= m and floor(Y) <= -m needs Y < 1 - "
                "m, with probabilities at most e^(-b m)/2 and e^(-b (m-1))/2, together at most "
                "e^(-b (m-1))."
            ),
            role=Role.COMPARISON,
            why="Line 141 says that a bound on this probability was given and names none; this is "
            "one for the mechanism of line 135, cut as in section 4.1.3.",
            note="line 145 calls (alpha, beta) what line 135 calls (alpha', beta'), the "
            "posterior's parameters; gamma is a threshold here, a rate in section 4.2",
        ),
        Reading(
            "meaningless-for-distributions",
            "equal l1 errors do not mean equal distances of the distributions",
            equally_far_in_l1_and_not_in_hellinger(),
            Grid(n=4, priors=FLAT),
            catalogue="meaningless-when-results-are-distributions",
            role=Role.LITERAL,
            why=(
                "Line 145 sets the l1 error against metrics on distributions such as the "
                "Hellinger distance; the sentence is there to say that it does not measure these."
            ),
        ),
        Reading(
            "no-relation-at-all",
            "taken at its word: what is nearer in l1 is never nearer in Hellinger distance",
            orders_disagree(),
            Grid(n=4, priors=FLAT),
            role=Role.STRAINED,
            why=(
                "Parameters characterise the distributions (line 135), so the l1 error is a "
                "metric on them too; 'meaningless' is not meant literally."
            ),
            repair="on one side of the true count both put candidates into the same order",
        ),
        Reading(
            "error-against-the-prior",
            "the error of the release against the prior's parameters has the same bound",
            l1_error_tail(of_the_prior=True),
            Grid(n=4, priors=FLAT, values={"gamma": ("0", "1", "3", "4")}),
            role=Role.STRAINED,
            why="(alpha, beta) is the prior in lines 89 and 135, but line 141 speaks of the "
            "accuracy of the posterior.",
            repair="the posterior's parameters in place of the prior's",
        ),
    ),
)
