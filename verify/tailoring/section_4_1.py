"""The long draft (tailoring), sections 4.1.1 and 5.1: the exponential mechanism."""

from dpbi.language.words import GS, n
from dpbi.ledger.claims import MIXED, Claim, Grid, Reading, Role, Severity, priors
from statements.candidates import candidates_number_for
from statements.laws import PROBABILITIES_EXIST, weights_are
from statements.privacy import loss_within
from statements.sensitivities import TRIANGLE, global_sensitivity_is_largest_distance

LAW = Grid(
    n=2, full=3, priors=priors("1,1", "25,1/1000", "1,1,1"), values={"eps": ("0", "1/100", "8")}
)

rpost_list = Claim(
    id="tailoring.rpost-list",
    kind="counting",
    place="section 4.1.1, line 176",
    lines=("tailoring:176",),
    statement="The candidates of the exponential mechanism are listed as r_1, ..., r_n.",
    uses=("tailoring.rpost-count",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "n-elements",
            "the candidates number n",
            candidates_number_for(2, n),
            Grid(n=12),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 176 writes the set as r_1, r_2, ..., r_n.",
            repair="r_1, ..., r_(n+1) in place of r_1, ..., r_n",
        ),
        Reading(
            "n-plus-1-elements",
            "the candidates number n + 1",
            candidates_number_for(2, n + 1),
            Grid(n=12, full=100),
            argument=(
                "A dataset matters through its number c of ones, 0 <= c <= n, and different c "
                "give different parameters (alpha + c, beta + n - c)."
            ),
            role=Role.INTENDED,
            why="The list is of the set R_post, which line 168 says has n + 1 elements.",
        ),
    ),
)

expmech = Claim(
    id="tailoring.expmech",
    kind="algorithm",
    place="section 4.1.1, lines 176-182",
    lines=("tailoring:176-182",),
    statement=(
        "The exponential mechanism releases r with probability proportional to exp(-eps H / (2 "
        "GS)), GS the largest change of the score over neighbours and candidates."
    ),
    uses=("tailoring.rpost-set", "tailoring.hellinger"),
    readings=(
        Reading(
            "literal",
            "the quotients of line 178, with the GS of line 182, are the probabilities of the "
            "mechanism: they are positive and add up to 1, for eps >= 0",
            weights_are("ehd", GS(), gs="true"),
            LAW,
            catalogue=True,
            argument=PROBABILITIES_EXIST
            + "  The score of line 180 is -H, so the weights are exp(-eps H / (2 GS)).",
            role=Role.LITERAL,
            why="Lines 178 to 182 print the law, the score and the sensitivity.",
        ),
        Reading(
            "global-sensitivity",
            "the maximum of line 182 is the largest distance of two neighbours' posteriors",
            global_sensitivity_is_largest_distance(),
            Grid(n=4, full=7, priors=MIXED),
            argument=TRIANGLE + "So the maximum over candidates is H(x, y), and that over "
            "neighbours GS.",
            role=Role.LITERAL,
            why="Line 182 prints a maximum over pairs and candidates; that it is over neighbours "
            "is what |x, x'| <= 1 must mean.",
        ),
    ),
)

expmech_dp = Claim(
    id="tailoring.expmech.dp",
    kind="theorem",
    place="sections 4.1.1 (line 184) and 5.1 (line 258)",
    lines=("tailoring:184", "tailoring:258"),
    statement="The exponential mechanism with exponent -eps H / (2 GS) is eps-private.",
    uses=("tailoring.expmech",),
    shared="exponential-mechanism-is-private",
    readings=(
        Reading(
            "literal",
            "with the true global sensitivity of the prior and n",
            loss_within("ehd", gs="true"),
            Grid(n=8, full=40, priors=MIXED),
            catalogue=True,
            argument=(
                "H is a metric, so |H(x, r) - H(y, r)| <= H(x, y) <= GS for neighbours x, y and "
                "every r.  A weight changes by a factor of at most e^(eps/2), so does the sum of "
                "weights, and a probability changes by at most e^eps.  GS as the draft defines it, "
                "over pairs and candidates, is the largest H(x, y), attained at r = x."
            ),
            role=Role.LITERAL,
            why="Line 184 says it of the mechanism just defined, with the global sensitivity of "
            "line 182.",
            note="privacy is <= for all neighbours; Definition 1 prints an equality",
        ),
    ),
)
