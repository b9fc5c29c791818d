"""The long draft (tailoring), section 4.1.3: the sensitivity of the baseline Laplace mechanism."""

from dpbi.language.words import prior, size
from dpbi.ledger.claims import MIXED, Claim, Grid, Reading, priors
from dpbi.ledger.statements.comparisons import parameters_move_within
from dpbi.ledger.statements.printed import outside, parameters_move_by_the_dimension

SIZES = Grid(n=3, full=5, priors=(*MIXED, *priors("1,1,1,1")))

dimension = Claim(
    id="tailoring.delta-bi.dim",
    kind="qualitative",
    place="section 4.1.3, lines 212-216",
    statement="The l1 sensitivity of the posterior's parameters is proportional to the dimension.",
    readings=(
        Reading(
            "literal",
            "as defined in line 214 it is the number of categories k, as it is for k = 2",
            parameters_move_by_the_dimension(),
            SIZES,
            catalogue=True,
            repair="it is 2 for every k (between.tailoring.parameter-sensitivity)",
            note="proportional with the value 2 at k = 2 can only be k; line 220 says at most 2",
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
        ),
        Reading(
            "k-is-an-upper-bound",
            "the number of categories k bounds the l1 sensitivity, so noise of scale k/eps would "
            "be enough",
            parameters_move_within(size(prior)),
            SIZES,
            argument=(
                "A replaced record takes one from a count and adds one to another, so the "
                "parameters move by 2 in l1, and k >= 2."
            ),
            note="more noise than needed from k = 3 on",
        ),
    ),
)
