"""The short drafts, section 1: preliminaries (the global sensitivity)."""

from dpbi.language.words import n, under
from dpbi.ledger.claims import ABOVE_ONE, FLAT, MIXED, Claim, Grid, Reading, priors
from dpbi.ledger.statements import printed as constants

ONES, ONE_RECORD = under(1, 1), n.equals(1)
THIRD = priors("1,1,1", "1,1,5/2", "1,3,1", "1,1,1,2", "4,1,3/2,1")

global_sensitivity = Claim(
    id="short.prelim.gs",
    kind="constant",
    place="Section 1 (short-a line 13, short-b line 15)",
    statement="The global sensitivity of the Hellinger score is sqrt(1 - pi/4).",
    readings=(
        Reading(
            "exact-all-n-and-priors",
            "for every number of records and every prior",
            constants.global_sensitivity_is_the_constant(),
            Grid(n=6, priors=(*MIXED, *priors("1,1/2"))),
            catalogue=True,
            repair="GS = sqrt(1 - g(u) g(v)) at the smallest u, v that one record can meet, "
            "with g(t) = Gamma(t+1/2)/sqrt(Gamma(t) Gamma(t+1))",
        ),
        Reading(
            "exact-for-keq2-alphaeq-1-1-neq1",
            "for the prior (1, 1) and one record",
            constants.global_sensitivity_is_the_constant([ONES, ONE_RECORD]),
            Grid(n=(1,), priors=FLAT),
            exhaustive=True,
            catalogue=True,
            note="compared exactly with H(Beta(2,1), Beta(1,2)), whose affinity is "
            "B(3/2,3/2)/B(2,1) = (pi/8)/(1/2) = pi/4",
        ),
        Reading(
            "flat-n-1-to-25-digits",
            "for the prior (1, 1) and one record, to 25 digits, with the root itself",
            constants.constant_to_many_digits([ONES, ONE_RECORD]),
            Grid(n=(1,), priors=FLAT),
            exhaustive=True,
        ),
        Reading(
            "flat-every-n",
            "for the prior (1, 1) and every number of records",
            constants.global_sensitivity_is_the_constant([ONES]),
            Grid(n=6, priors=FLAT),
            repair="for the prior (1, 1): GS = sqrt(1 - g(1) g(n)), "
            "with g(t) = Gamma(t+1/2)/sqrt(Gamma(t) Gamma(t+1))",
        ),
        Reading(
            "exact-for-kge3-two-alpha-ieq1",
            "for k >= 3, two parameters 1 and the rest >= 1, every number of records",
            constants.global_sensitivity_is_the_constant(constants.two_equal_one()),
            Grid(n=4, full=8, priors=THIRD),
            argument=constants.MONOTONE
            + "  So H <= sqrt(1 - g(1)^2); it is attained by moving one record between the two "
            "categories of parameter 1, all other records being in a third category.",
            catalogue=True,
        ),
        Reading(
            "upper-bound-for-all-alpha-ige1",
            "as an upper bound, for priors with every parameter >= 1",
            constants.global_sensitivity_within_the_constant([constants.at_least(1)]),
            Grid(n=6, priors=ABOVE_ONE),
            argument=constants.MONOTONE + "  With u, v >= 1: H^2 <= 1 - g(1)^2 = 1 - pi/4.",
            catalogue=True,
        ),
        Reading(
            "upper-bound-for-all-priors",
            "as an upper bound, for every positive prior",
            constants.global_sensitivity_within_the_constant(),
            Grid(n=4, priors=(*MIXED, *priors("1,1/2"))),
            catalogue=True,
            repair="true for priors with every parameter >= 1",
        ),
        Reading(
            "depends-on-x",
            "as the sensitivity of the dataset at hand, prior (1, 1): LS(x) = sqrt(1 - pi/4)",
            constants.local_sensitivity_is_the_constant([ONES]),
            Grid(n=4, priors=FLAT),
            catalogue=True,
            note="the algorithm speaks of the global sensitivity for x; what depends on x is LS(x)",
        ),
    ),
)
