"""notes, section 2.1: the exponential mechanism with global sensitivity."""

from dpbi.language.words import GS
from dpbi.ledger.claims import MIXED, Claim, Grid, Reading, Role, priors
from statements.candidates import (
    COMPOSITIONS,
    candidates_are,
    one_dataset_per_posterior,
)
from statements.laws import (
    score_has_its_largest_value_at_the_posterior,
    score_is_symmetric,
    weights_are,
)
from statements.privacy import loss_within
from statements.sensitivities import global_sensitivity_is_the_largest_difference

SOME = priors("1,1", "1/3,5/7", "25,1/1000", "1/2,3,1/10")
QUOTIENT = (
    "The weights are positive and finitely many, and the sensitivity is positive, as neighbours "
    "have different posteriors; a weight over the sum of all weights is a probability, and these "
    "add up to 1."
)

candidate_set = Claim(
    id="notes.R",
    kind="definition",
    place="notes lines 23-25",
    statement="The candidates are the posteriors of all datasets of n records.",
    uses=("notes.posterior",),
    lines=("notes:23-25",),
    readings=(
        Reading(
            "as-set-of-posteriors",
            "the count vectors number C(n+m-1, m-1); that their posteriors differ is another "
            "reading",
            candidates_are(COMPOSITIONS),
            Grid(n=6, priors=priors("1,1", "7,4,5", "1,1,1,1")),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 25 has the braces of a set, in which a posterior is listed once.",
            argument="A posterior is determined by the counts n_i, which are the weak compositions "
            "of n into m parts; different counts give different parameters.",
        ),
        Reading(
            "one-dataset-for-each-posterior",
            "different counts have different posteriors",
            one_dataset_per_posterior(),
            Grid(n=4, priors=MIXED),
            role=Role.LITERAL,
            why="The number of candidates is the number of counts only if no two coincide.",
            argument="The parameters alpha_i + n_i differ, and Dirichlet distributions with "
            "different parameters are different, so their distance is positive.",
        ),
    ),
)

score = Claim(
    id="notes.score",
    kind="definition",
    place="notes lines 27-29",
    statement="The score of a candidate is minus its Hellinger distance from the posterior of x.",
    uses=("notes.R",),
    lines=("notes:27-29",),
    readings=(
        Reading(
            "literal",
            "it is 0 for the true posterior, and smaller for all other candidates",
            score_has_its_largest_value_at_the_posterior(),
            Grid(n=4, priors=MIXED),
            catalogue=True,
            role=Role.LITERAL,
            why="Formula (1) defines a utility: what is nearer to the true posterior scores more.",
            argument="H >= 0, and H = 0 for equal distributions only; different counts give "
            "different Dirichlet distributions.",
        ),
        Reading(
            "arguments-exchanged",
            "u(x, r) and u(r, x) are the same number",
            score_is_symmetric(),
            Grid(n=4, priors=MIXED),
            role=Role.LITERAL,
            why="Formula (1) has u(x, r), and the notes write u(r, x) from line 73 on.",
            argument="The Hellinger distance is symmetric.",
        ),
    ),
)

mechanism = Claim(
    id="notes.expmech",
    kind="algorithm",
    place="notes lines 31-33",
    statement="Pr[r] is exp(eps u(x, r) / (2 GS)) over the sum of these weights.",
    uses=("notes.R", "notes.score", "notes.gs"),
    lines=("notes:31-33",),
    readings=(
        Reading(
            "literal",
            "the quotients are the probabilities of the mechanism: they are positive and add up to "
            "1, for eps >= 0",
            weights_are("ehd", GS(), gs="true"),
            Grid(n=2, full=4, priors=SOME, values={"eps": ("0", "1/100", "8")}),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 33 displays the quotient.",
            argument=QUOTIENT,
        ),
    ),
)

global_sensitivity = Claim(
    id="notes.gs",
    kind="formula",
    place="notes lines 35-37",
    statement="GS = max over neighbours x', y' and candidates r of |H(BI(x'), r) - H(BI(y'), r)|.",
    uses=("notes.R", "notes.score"),
    lines=("notes:35-37",),
    readings=(
        Reading(
            "value",
            "it is the largest distance between posteriors of neighbours, and positive",
            global_sensitivity_is_the_largest_difference(),
            Grid(n=3, full=5, priors=SOME),
            role=Role.LITERAL,
            why="Line 37 displays the maximum; |x', y'| <= 1 adds pairs of equal datasets, whose "
            "difference is 0.",
            argument=(
                "|H(x', r) - H(y', r)| <= H(x', y') by the triangle inequality, with equality for "
                "r = BI(x'), which is a candidate.  For n >= 1 there are neighbours, and their "
                "posteriors differ."
            ),
        ),
    ),
)

exponential_private = Claim(
    id="notes.expmech.dp",
    kind="theorem",
    place="notes line 39",
    statement="The exponential mechanism calibrated to global sensitivity loses at most eps.",
    uses=("notes.expmech", "notes.gs"),
    lines=("notes:39",),
    shared="exponential-mechanism-is-private",
    readings=(
        Reading(
            "literal",
            "with the global sensitivity of the prior and the size at hand, as line 37 defines it",
            loss_within("ehd", gs="true"),
            Grid(n=10, full=40, priors=MIXED),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 37 takes the maximum over all neighbouring datasets of the given size.",
            argument=(
                "The size n is public, so all neighbours share one candidate set and one GS > 0. "
                "|H(x, r) - H(y, r)| <= GS for neighbours x, y and every r, so each weight "
                "exp(-eps H/(2 GS)) changes by a factor of at most e^(eps/2), hence the "
                "normaliser too, and a probability by at most e^eps."
            ),
        ),
    ),
)
