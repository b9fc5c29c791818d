"""Between the drafts, and within one: statements that cannot both stand."""

from dpbi.language.words import gamma, num
from dpbi.ledger.claims import MIXED, Claim, Grid, Reading, priors
from dpbi.ledger.statements.printed import (
    a_probability_below_one_is_above_one,
    counts_agree,
    parameters_move_by,
    parameters_move_by_the_dimension,
    same_exponent,
    same_factor,
    same_law,
)

ehds_factor = Claim(
    id="between.short-a+short-b.ehds-factor",
    kind="contradiction",
    place="short-a Algorithm 6 (line 110), short-b Algorithm 5 (line 99)",
    statement="Both algorithms are EHDS: 2 (1 + gamma) S(x) and 4 S(x) calibrate alike.",
    uses=("short-a.thm-3.1.ehds", "short-b.thm-3.1.ehds"),
    readings=(
        Reading(
            "same-law",
            "for every gamma",
            same_law("ehds", "ehds-4s"),
            Grid(n=2, priors=priors("1,1"), values={"gamma": ("0", "1/3", "3")}),
            repair="they agree at gamma = 1 only",
        ),
        Reading(
            "same-factor-at-gamma-1",
            "at gamma = 1 the factors are equal",
            same_factor(2 * (1 + num(1)), 4),
            exhaustive=True,
        ),
        Reading(
            "same-factor",
            "the factors are equal for every gamma",
            same_factor(2 * (1 + gamma), 4),
            repair="gamma = 1",
        ),
    ),
)

smoothing_exponent = Claim(
    id="between.notes.smoothing-exponent",
    kind="contradiction",
    place="notes line 75 (n + 1) and the captions of figures 3 and 4 (line 210, which used n)",
    statement="The smoothing exponent of the text is the one whose digits the captions print.",
    uses=("notes.fig3.beta-100", "notes.fig3.beta-120", "notes.fig4.beta-150"),
    readings=(
        Reading(
            "n-and-n-plus-1",
            "made with n + 1 or with n it is the same number",
            same_exponent(),
            Grid(n=6),
            repair="the captions' numbers come from n",
        ),
    ),
)

sensitivity_of_parameters = Claim(
    id="between.tailoring.parameter-sensitivity",
    kind="contradiction",
    place="tailoring 4.1.3 (line 216) against 4.1.4 (line 220)",
    statement="The l1 sensitivity of the parameters grows with the dimension, and is at most 2.",
    uses=("tailoring.delta-bi.dim", "tailoring.improved.enough"),
    readings=(
        Reading(
            "the-dimension",
            "it is the number of categories",
            parameters_move_by_the_dimension(),
            Grid(n=3, priors=MIXED),
            repair="it is 2 for every number of categories",
        ),
        Reading(
            "two",
            "it is 2, whatever the dimension",
            parameters_move_by(2),
            Grid(n=3, priors=MIXED),
            argument=(
                "Replacing a record takes one from a count and adds one to another; the prior's "
                "parameters cancel, so exactly two parameters move, each by one."
            ),
        ),
    ),
)

candidates = Claim(
    id="between.notes+tailoring.candidates",
    kind="contradiction",
    place="notes line 124 (n + 1, also used for DL(7,4,5)) and tailoring line 252 (C(n+1, m-1))",
    statement="Both counts of the candidates are right.",
    uses=("notes.lemma-2.2.R", "tailoring.count-dirichlet"),
    readings=(
        Reading(
            "any-m",
            "they agree for every number of categories",
            counts_agree(),
            Grid(n=6),
            repair="they agree for two categories; the number is C(n+m-1, m-1)",
        ),
        Reading(
            "two",
            "they agree for two categories",
            counts_agree(2),
            Grid(n=6),
            argument="C(n+1, 1) = n + 1.",
        ),
    ),
)

failure_probability = Claim(
    id="between.short.failure-probability",
    kind="contradiction",
    place="Theorem 4.2 and its proof (short-a lines 135-147, short-b lines 124-136)",
    statement="The theorem's gamma = e^(O(eps)) and its proof's gamma = e^(-eps) are of one kind.",
    uses=("short.thm-4.2",),
    readings=(
        Reading(
            "above-one",
            "e^(-eps) is at least 1, as e^(c eps) with c >= 0 is",
            a_probability_below_one_is_above_one(),
            repair="e^(-eps) < 1 < e^(c eps) for c > 0: only the proof's gamma is a probability",
        ),
    ),
)
