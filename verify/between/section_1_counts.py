"""Between the drafts, and within one: how many candidates, and how far parameters move."""

from dpbi.language.words import PAIRS, n, prior, total, under
from dpbi.ledger.claims import MIXED, TWO, Claim, Grid, Reading, Role, Severity, priors
from statements.candidates import (
    COMPOSITIONS,
    candidates_are,
    counts_agree,
    parameters_add_up_to,
)
from statements.neighbours import parameters_move_by, parameters_move_by_the_dimension

TAKES_ONE = (
    "Replacing a record takes one from a count and adds one to another; the prior's "
    "parameters cancel, so exactly two parameters move, each by one."
)

sensitivity_of_parameters = Claim(
    id="between.tailoring.parameter-sensitivity",
    kind="contradiction",
    place="tailoring 4.1.3 (line 216) against 4.1.4 (line 220)",
    statement="The l1 sensitivity of the parameters grows with the dimension, and is at most 2.",
    uses=("tailoring.delta-bi.dim", "tailoring.improved.enough"),
    lines=("tailoring:212-216", "tailoring:220"),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "the-dimension",
            "it is the number of categories",
            parameters_move_by_the_dimension(),
            Grid(n=3, priors=MIXED),
            role=Role.LITERAL,
            why="Line 216 calls it proportional to the dimension, and it is 2 for two categories.",
            repair="2 in place of the number of categories",
        ),
        Reading(
            "two",
            "it is 2, whatever the dimension",
            parameters_move_by(2),
            Grid(n=3, priors=MIXED),
            role=Role.REPAIR,
            why="Line 220 bounds it by 2 also beyond two categories.",
            argument=TAKES_ONE,
        ),
    ),
)

candidates = Claim(
    id="between.notes+tailoring.candidates",
    kind="contradiction",
    place="notes line 124 (n + 1, also used for DL(7,4,5)) and tailoring line 252 (C(n+1, m-1))",
    statement="Over m categories the candidates number n + 1, and they number C(n+1, m-1).",
    uses=("notes.lemma-2.2.R", "tailoring.count-dirichlet"),
    lines=("notes:124", "tailoring:252"),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "any-m",
            "they agree for every number of categories",
            counts_agree(),
            Grid(n=6),
            role=Role.LITERAL,
            why="The notes use n + 1 for DL(7, 4, 5) too, and the other draft counts for every m.",
            repair="C(n+m-1, m-1) in both",
        ),
        Reading(
            "two",
            "they agree for two categories",
            counts_agree(2),
            Grid(n=6),
            role=Role.COMPARISON,
            why="It is the only number of categories for which both are right.",
            argument="C(n+1, 1) = n + 1.",
        ),
        Reading(
            "compositions",
            "the number is C(n+m-1, m-1), for every number m of categories",
            candidates_are(COMPOSITIONS),
            Grid(n=4, priors=priors("1,1", "1,1,1", "1,1,1,1")),
            role=Role.REPAIR,
            why="It is the number of ways to split n records among m categories.",
            argument=(
                "Different counts give different parameters, so candidates are count vectors; n "
                "stars and m - 1 bars can be ordered in C(n+m-1, m-1) ways."
            ),
        ),
    ),
)

listed_candidates = Claim(
    id="between.tailoring.candidates",
    kind="contradiction",
    place="tailoring lines 168 and 514 (n + 1 candidates) against line 176 (r_1, .., r_n)",
    statement="The candidates number n + 1, and they are r_1, .., r_n.",
    uses=("tailoring.rpost-count", "tailoring.rpost-list"),
    lines=("tailoring:168", "tailoring:176", "tailoring:514"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "n",
            "two categories: there are n of them",
            candidates_are(n, PAIRS),
            Grid(n=4, priors=TWO),
            role=Role.LITERAL,
            why="The list of line 176 ends with r_n.",
            repair="r_(n+1) in place of r_n",
        ),
        Reading(
            "n-plus-1",
            "two categories: there are n + 1 of them",
            candidates_are(n + 1, PAIRS),
            Grid(n=4, priors=TWO),
            role=Role.INTENDED,
            why="Lines 168 and 514 count n + 1, and the proofs use that.",
            argument="The number of ones is 0, 1, .., or n, and each gives another posterior.",
        ),
    ),
)

candidate_sets = Claim(
    id="between.notes.candidate-set",
    kind="contradiction",
    place="notes lines 23-25 and 57, with the priors of figures 2 to 4",
    statement=(
        "The candidates are the posteriors of all datasets, and they are the beta distributions "
        "whose integer parameters add up to n + 2."
    ),
    uses=("notes.R", "notes.RB"),
    lines=("notes:23-25", "notes:57", "notes:205"),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "prior-of-figure-2",
            "with the prior beta(7, 4) the parameters of a candidate add up to n + 2",
            parameters_add_up_to(n + 2, under(7, 4)),
            Grid(n=2, priors=priors("7,4")),
            role=Role.LITERAL,
            why="Figure 2 runs the mechanism with this prior.",
            repair="n + alpha + beta in place of n + 2, and alpha + c, beta + n - c in place of "
            "any integers",
        ),
        Reading(
            "prior-1-1",
            "with the prior beta(1, 1) the parameters of every candidate add up to n + 2 (that "
            "each such beta distribution is one: notes.RB)",
            parameters_add_up_to(n + 2, under(1, 1)),
            Grid(n=4, priors=priors("1,1")),
            role=Role.INTENDED,
            why="Line 57 is right for this prior only, and says nothing of another.",
            argument="The counts add up to n and the prior's parameters to 2.",
        ),
        Reading(
            "prior-and-n",
            "with any prior they add up to n and the sum of the prior's parameters",
            parameters_add_up_to(n + total(prior)),
            Grid(n=3, priors=MIXED),
            role=Role.REPAIR,
            why="It is the sum for the candidates of line 25.",
            argument="The counts add up to n.",
        ),
    ),
)
