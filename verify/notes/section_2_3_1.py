"""notes, section 2.3.1: the mechanism with smooth sensitivity (Definition 2.1)."""

from dpbi.language.words import Sexp, n, under, x
from dpbi.ledger.claims import FLAT, MIXED, Claim, Grid, Reading, Role, Severity, priors
from dpbi.mechanisms.exponential import smoothing_exponent
from statements.candidates import every_beta_is_a_posterior, exactly_the_posteriors
from statements.laws import (
    distance_is_best_at_the_truth,
    score_is_best_at_the_truth,
    weights_are,
)
from statements.smoothness import (
    exponential_is_a_smooth_upper_bound,
    printed_maximum_is_local,
    printed_maximum_is_smooth,
)

BETA = smoothing_exponent(n + 1)
SOME = priors("1,1", "1/3,5/7", "25,1/1000", "1/2,3,1/10")
FROM_ZERO = {"eps": ("0", "1"), "delta": ("4/5",)}
VALUES = {"eps": ("1/100", "1"), "delta": ("1/1000000", "4/5")}
SMOOTH = (
    "Under the maximum, y = x gives LS(x) <= S(x).  Take the y that is largest for x: S(x) = LS(y) "
    "e^(-beta d(x, y)) <= LS(y) e^(-beta (d(x', y) - 1)) <= e^beta S(x') for a neighbour x', as "
    "beta >= 0."
)

candidates_of_integer_parameters = Claim(
    id="notes.RB",
    kind="definition",
    place="notes line 57",
    statement="R is the set R_B of all beta distributions with integer parameters of sum n + 2.",
    uses=("notes.R",),
    lines=("notes:57",),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "prior-beta-7-4-fig-2",
            "R_B is R under the prior (7, 4)",
            exactly_the_posteriors(under(7, 4)),
            Grid(n=3, priors=priors("7,4")),
            catalogue=True,
            role=Role.COMPARISON,
            why="It is the prior of figure 2, which line 57 does not name; the parameters of a "
            "posterior then add up to n + 11.",
            repair="the prior (1, 1)",
        ),
        Reading(
            "every-prior",
            "R_B is R, and has n + 1 elements, whatever the prior on two categories",
            exactly_the_posteriors(),
            Grid(n=3, priors=priors("1,1", "7,4")),
            role=Role.LITERAL,
            why="Line 57 puts R_B in the place of the R of section 2.1, where the prior is free, "
            "and names no prior.",
            repair="the prior (1, 1); in general beta(alpha + c, beta + n - c), c = 0, ..., n",
        ),
        Reading(
            "parameters-ge1-prior-beta-1-1",
            "R_B is R under the prior (1, 1), and has n + 1 elements",
            exactly_the_posteriors(under(1, 1)),
            Grid(n=8, full=20, priors=FLAT),
            catalogue=True,
            role=Role.INTENDED,
            why="Integer parameters with the sum n + 2 belong to the prior (1, 1) and to no other, "
            "and line 124 counts n + 1 candidates.",
            argument="The posteriors are (1 + c, 1 + n - c) for c = 0, .., n: exactly the pairs of "
            "positive integers with the sum n + 2.",
        ),
        Reading(
            "integers-ge0",
            "with the parameter 0 allowed, prior (1, 1): every element of R_B is a posterior",
            every_beta_is_a_posterior(0, under(1, 1)),
            Grid(n=3, priors=FLAT),
            catalogue=True,
            role=Role.STRAINED,
            why="A beta distribution has positive parameters.",
            repair="integers >= 1",
        ),
    ),
)

sign = Claim(
    id="notes.score.sign",
    kind="definition",
    place="notes line 57",
    statement="The scoring function of M_H is the Hellinger distance from BI(x).",
    uses=("notes.score",),
    lines=("notes:57",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal",
            "with H itself for the score, the true posterior scores more than all other candidates",
            distance_is_best_at_the_truth(),
            Grid(n=2, priors=FLAT),
            role=Role.LITERAL,
            why="Line 57 has no minus before H(BI(x), -), and an exponential mechanism prefers "
            "what scores more.",
            repair="-H(BI(x), r) in place of H(BI(x), r)",
        ),
        Reading(
            "with-the-minus-of-formula-1",
            "with -H for the score, the true posterior scores more than all other candidates",
            score_is_best_at_the_truth(),
            Grid(n=4, priors=MIXED),
            role=Role.INTENDED,
            why="Formula (1) has the minus, and so have the weights of Definition 2.1, two lines "
            "below.",
            argument="H >= 0, and H = 0 for equal distributions only; different counts give "
            "different Dirichlet distributions.",
        ),
    ),
)

definition_2_1 = Claim(
    id="notes.def-2.1",
    kind="algorithm",
    place="Definition 2.1 (notes lines 59-61)",
    statement="Pr[z = r] is exp(-eps H(BI(x), r) / (2 S(x))) over the sum of these weights.",
    uses=("notes.RB", "notes.score", "notes.s-beta", "notes.beta-def"),
    lines=("notes:59-61",),
    readings=(
        Reading(
            "literal",
            "the quotients are the probabilities of the mechanism: they are positive and add up to "
            "1, for eps >= 0",
            weights_are("mh-exp", Sexp(x, BETA), beta=BETA),
            Grid(n=2, priors=priors("1,1", "25,1/1000", "1,1,1"), values=FROM_ZERO),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 61 displays the quotient; R there is the R_B of line 59.",
            argument=(
                "S(x) >= LS(x) > 0 for n >= 1, so the weights are positive and finitely many; a "
                "weight over the sum of all weights is a probability, and these add up to 1."
            ),
        ),
    ),
)

smooth_sensitivity = Claim(
    id="notes.s-beta",
    kind="definition",
    place="notes lines 63-67",
    statement=(
        "S(x), the larger of LS(x) and max over y of LS(x) e^(-beta d(x, y)), is a smooth "
        "sensitivity: it changes by a factor of at most e^beta between neighbours."
    ),
    uses=("notes.ls", "notes.beta-def"),
    lines=("notes:63-67",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal-bi-x-in-both-places",
            "with LS(x) under the inner maximum it changes by at most e^beta",
            printed_maximum_is_smooth(BETA),
            Grid(n=3, priors=priors("1,1", "2,1"), values=VALUES),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 65 has BI(x) in both places and takes the maximum over y.",
            repair="LS(y) in place of LS(x) under the inner maximum",
        ),
        Reading(
            "to-the-letter-it-is-ls",
            "with LS(x) under the inner maximum it is LS(x)",
            printed_maximum_is_local(BETA),
            Grid(n=3, priors=SOME, values=VALUES),
            role=Role.COMPARISON,
            why="It is ours: what the printed formula computes.",
            argument="e^(-beta d) <= 1 for beta > 0, with equality for y = x.",
        ),
        Reading(
            "bi-y-in-the-second",
            "with LS(y) under the inner maximum it is at least LS(x) and changes by at most e^beta",
            exponential_is_a_smooth_upper_bound(BETA),
            Grid(n=3, full=5, priors=SOME, values=VALUES),
            catalogue=True,
            role=Role.INTENDED,
            why="Line 63 calls it the smooth sensitivity of reference [2], where the sensitivity "
            "of y is under the maximum; as printed y would have no purpose.",
            argument=SMOOTH,
        ),
    ),
)
