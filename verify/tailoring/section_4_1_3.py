"""The long draft (tailoring), section 4.1.3: the baseline Laplace mechanism and its sensitivity."""

from dpbi.language.words import PAIRS, eps, prior, size
from dpbi.ledger.claims import MIXED, TWO, Claim, Grid, Reading, Role, Severity, priors
from statements.arguments import outside
from statements.neighbours import (
    largest_move_is,
    parameters_move_by,
    parameters_move_by_the_dimension,
    parameters_move_within,
)
from statements.noised_counts import (
    CUT,
    binary_law_is,
    releases_have_positive_parameters,
    releases_have_total,
    ternary_law_is,
    total_is_n_or_the_last_is_empty,
)

SIZES = Grid(n=3, full=5, priors=(*MIXED, *priors("1,1,1,1")))
DIMENSIONS = Grid(n=3, full=4, priors=priors("1,1", "1,1,1", "1,1,1,1"))
EPS = {"eps": ("1/100", "1", "8")}
REPLACED = "Replacing a record takes one from a count and adds one to another; the prior cancels."

laplace = Claim(
    id="tailoring.laplace",
    kind="algorithm",
    place="section 4.1.3, lines 200-210",
    lines=("tailoring:200-210",),
    statement=(
        "The counts get Laplace noise of scale Delta/eps and are cut to whole numbers from 0 to n, "
        "the last one being computed from the others; the result is a valid posterior."
    ),
    uses=("tailoring.posterior", "tailoring.delta-bi"),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "literal",
            "two categories, Delta = 2: beta(alpha + c, beta + n - c) is released with the "
            "probability that the cut noised count is c",
            binary_law_is("laplace", eps / 2, sensitivity="defined"),
            Grid(n=5, full=10, priors=priors("1,1"), values=EPS),
            catalogue=True,
            argument=CUT,
            role=Role.LITERAL,
            why="Lines 202 to 208 print the release, the noise and what the brackets mean; line "
            "214 gives Delta the value 2 (tailoring.delta-bi).",
        ),
        Reading(
            "three-categories",
            "three categories, Delta = 2: two counts are noised and cut independently, the last "
            "one is what they leave, or 0",
            ternary_law_is("laplace", eps / 2, sensitivity="defined"),
            Grid(n=2, full=3, priors=priors("1,1,1"), values=EPS),
            argument=CUT + "The noises are independent, and n - sum is whole and at most n, so "
            "cutting it is taking the larger of it and 0.",
            role=Role.LITERAL,
            why="Line 206 prints it for k categories, with the k-th count as a remainder.",
        ),
        Reading(
            "valid-as-a-distribution",
            "every release has positive parameters, so that it is a beta or Dirichlet distribution",
            releases_have_positive_parameters("laplace", sensitivity="defined"),
            DIMENSIONS,
            argument="Every released count is at least 0 and every prior parameter positive.",
            role=Role.LITERAL,
            why="Line 208 cuts to [0, n] so that the noised posterior is valid; a Dirichlet "
            "distribution is valid if its parameters are positive.",
        ),
        Reading(
            "in-r-post-two-categories",
            "two categories: every release is a posterior that data of n records can have",
            releases_have_total("laplace", PAIRS, sensitivity="defined"),
            Grid(n=4, full=6, priors=TWO, values=EPS),
            argument="A release is (c, n - c) with a whole c from 0 to n, which adds up to n.",
            role=Role.LITERAL,
            why="Line 208 also takes the floor, which is needed only for counts that data can "
            "have; line 202 is about two categories.",
        ),
        Reading(
            "in-r-post-kge3",
            "three categories or more: every release is a posterior that data of n records can "
            "have",
            releases_have_total("laplace", size(prior) >= 3, sensitivity="defined"),
            Grid(n=2, priors=priors("1,1,1"), values=EPS),
            catalogue="make-sure-the-noised-posterior-is-valid-in-r-post-kge3",
            role=Role.LITERAL,
            why="Line 208 explains the floor for the formula of line 206 as well, and its last "
            "count is meant to bring the total back to n.",
            repair="the total of the counts is n, or it is more and the last count is 0",
        ),
        Reading(
            "total-n-or-last-empty",
            "any number of categories: the counts of a release add up to n, or to more and then "
            "the last one is 0",
            total_is_n_or_the_last_is_empty("laplace", sensitivity="defined"),
            DIMENSIONS,
            argument=(
                "With s the sum of the first k - 1 counts, the last is max(n - s, 0): if s <= n "
                "the total is n, otherwise it is s > n and the last count is 0."
            ),
            role=Role.REPAIR,
            why="What line 206 does bring about for three categories or more.",
        ),
    ),
)

delta_bi = Claim(
    id="tailoring.delta-bi",
    kind="definition",
    place="section 4.1.3, line 214",
    lines=("tailoring:212-214",),
    statement="The l1 sensitivity of the posterior's parameters, two categories, is a number: 2.",
    uses=("tailoring.adjacency", "tailoring.posterior"),
    readings=(
        Reading(
            "value-eq-2",
            "the maximum of line 214 is 2 for every prior and n",
            largest_move_is(2),
            Grid(n=6, full=12, priors=TWO),
            catalogue=True,
            argument=REPLACED + "  So the pair of parameters moves by 1 + 1, and a neighbour "
            "exists for n >= 1; equal datasets give 0.",
            role=Role.LITERAL,
            why="Line 214 defines a maximum without a value; line 135 has 2, and line 220 at most "
            "2.",
            note="the norm of a difference of distributions is read as that of their parameters, "
            "as line 135 does",
        ),
    ),
)

dimension = Claim(
    id="tailoring.delta-bi.dim",
    kind="qualitative",
    place="section 4.1.3, line 216",
    lines=("tailoring:212-216",),
    statement="The l1 sensitivity of the posterior's parameters is proportional to the dimension.",
    uses=("tailoring.delta-bi",),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "literal",
            "as defined in line 214 it is the number of categories k, as it is for k = 2",
            parameters_move_by_the_dimension(),
            SIZES,
            catalogue=True,
            role=Role.LITERAL,
            why="Line 216 says it of the quantity that line 214 defines, whose value at k = 2 is "
            "2; the only multiple of k with that value is k.",
            repair="2 in every dimension, and so at most k, in place of a multiple of k",
            note="line 220 says at most 2 (between.tailoring.parameter-sensitivity)",
        ),
        Reading(
            "two-for-every-dimension",
            "it is 2 for every number of categories",
            parameters_move_by(2),
            SIZES,
            argument=REPLACED,
            role=Role.COMPARISON,
            why="The value of the definition of line 214 and the bound of line 220; to be constant "
            "is another statement than to be proportional.",
        ),
        Reading(
            "code-used-scale-k-eps-lsdim",
            "the plots were made with a sensitivity proportional to the number of categories, k, "
            "so with noise of scale k/eps",
            check=outside(
                "The draft shows no code and states no scale for its plots; line 216 says only "
                "that the sensitivity is proportional to the dimensionality."
            ),
            catalogue=True,
            role=Role.STRAINED,
            why="Line 216 is about a formula and not about a program, though LSDim of the short "
            "drafts has scale k/eps.",
        ),
        Reading(
            "k-is-an-upper-bound",
            "the number of categories k bounds the l1 sensitivity, so noise of scale k/eps would "
            "be enough",
            parameters_move_within(size(prior)),
            SIZES,
            argument=REPLACED + "  So the parameters move by 2 in l1, and k >= 2.",
            role=Role.REPAIR,
            why="What is left of the sentence: a sensitivity of k is enough, and from k = 3 on "
            "more than enough.",
        ),
    ),
)
