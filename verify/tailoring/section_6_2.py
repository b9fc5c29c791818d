"""The long draft (tailoring), section 6.2: accuracy of M_H."""

from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, priors
from statements.passages import tail_is_within_a_number_of_the_size
from statements.tails import (
    far_event_of_m_h,
    near_event_of_m_h,
    no_number_serves_for_one_record,
    some_number_serves_for_one_record,
    tail_is_the_sum,
    tail_is_within,
    tail_is_within_without_normaliser,
)

GRID = Grid(
    n=2,
    priors=priors("1,1", "1/3,5/7", "2,1,1/2"),
    values={
        "eps": ("1/100", "1", "8"),
        "gamma": ("0", "1"),
        "c": ("-1/2", "0", "1/10", "2/5", "1/2"),
    },
)
TWICE = "The mechanism's exponent is -eps H/(2 S): Definitions 3 and 6 have it, and line 797."
NUMBER = (
    "Take the prior (1, 1), one record and the candidate r other than x; c = H(x, r) = LS(x) = "
    "S(x).  P(H >= c) = q/(1 + q) with q = e^(-eps/2), and the bound is 2 q^2/N.  It would need N "
    "<= 2 q (1 + q) < 4 e^(-eps/2) < 4/(1 + eps/2), which at eps = 8/N is 4N/(N + 4) < N: a "
    "contradiction.  No N > 0 serves for every "
    "eps, so no N(1) that depends on the number of records alone does."
)
NORMALISER = "NL_x is the normaliser of M_H, whose weights are e^(-eps H/(2 S))."
NOT_DEFINED = "Section 6.2 does not define NL_x, so it may be the sum of the weights on the page."

tight = Claim(
    id="tailoring.6.2.tight",
    kind="formula",
    place="section 6.2, line 783",
    statement="P(H >= c) is the sum of e^(-eps H/S(x)) over the far candidates, over NL_x.",
    lines=("tailoring:779-783",),
    uses=("tailoring.def-6",),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "literal-with-nl-of-def-3",
            "with S in the exponent and the normaliser of Definitions 3 and 6, which has 2S",
            tail_is_the_sum(1, 2),
            GRID,
            catalogue=True,
            role=Role.LITERAL,
            why=NORMALISER,
            repair="2 S(x) in place of S(x), in NL_x as well",
        ),
        Reading(
            "s-in-both",
            "with S in the exponent and in the normaliser, for M_H of Definition 6",
            tail_is_the_sum(1, 1),
            GRID,
            role=Role.LITERAL,
            why=NOT_DEFINED,
            repair="2 S(x) in place of S(x) in both",
        ),
        Reading(
            "2s-everywhere",
            "with 2S in both",
            tail_is_the_sum(2, 2),
            GRID,
            catalogue=True,
            role=Role.REPAIR,
            why=TWICE,
            argument="The probability of an event is the sum of the probabilities of its outputs.",
        ),
        Reading(
            "s-everywhere-mechanism-with-eps-s",
            "with S in both, for the mechanism whose exponent is -eps H/S",
            tail_is_the_sum(1, 1, "mh-s"),
            GRID,
            catalogue=True,
            role=Role.STRAINED,
            why="The draft defines no such mechanism; the section speaks of M_H.",
            argument="The probability of an event is the sum of the probabilities of its outputs.",
        ),
    ),
)

loose = Claim(
    id="tailoring.6.2.loose1",
    kind="formula",
    place="section 6.2, line 787",
    statement="P(H >= c) <= |R| exp(-eps c/S(x))/NL_x.",
    lines=("tailoring:785-787",),
    uses=("tailoring.6.2.tight",),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "literal-with-def-3",
            "with S in the exponent and the normaliser of Definitions 3 and 6, which has 2S",
            tail_is_within(1, 2),
            GRID,
            catalogue=True,
            role=Role.LITERAL,
            why=NORMALISER,
            repair="2 S(x) in place of S(x), in NL_x as well",
        ),
        Reading(
            "s-in-both",
            "with S in the exponent and in the normaliser, for M_H of Definition 6",
            tail_is_within(1, 1),
            GRID,
            role=Role.LITERAL,
            why=NOT_DEFINED,
            repair="2 S(x) in place of S(x) in both",
        ),
        Reading(
            "2s",
            "with 2S in both",
            tail_is_within(2, 2),
            GRID,
            catalogue=True,
            role=Role.REPAIR,
            why=TWICE,
            argument="Each of the at most |R| far candidates has weight at most exp(-eps c/(2 "
            "S(x))).",
        ),
    ),
)

number = Claim(
    id="tailoring.6.2.Nn",
    kind="formula",
    place="section 6.2, lines 789-793",
    statement=(
        "P(H >= c) <= |R| exp(-eps c/S(x))/N(n) for some N(n) > 0 that depends on the number of "
        "records alone."
    ),
    lines=("tailoring:789-793",),
    uses=("tailoring.6.2.loose1",),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "literal-s",
            "with S in the exponent: already for one record and the prior (1, 1) some N(1) > 0 "
            "serves, at eps = 8/N(1) too",
            some_number_serves_for_one_record(),
            Grid(n=(1,), priors=priors("1,1"), values={"t": ("1/10", "1/2", "1", "2", "5")}),
            catalogue=True,
            role=Role.LITERAL,
            why="The display has S, and line 793 lets N depend on the size of the data alone; eps "
            "occurs in the bound and is not the size.",
            argument=NUMBER,
            repair="2 S(x) in place of S(x); then N(n) = 1 is enough",
            note="the formula is a consequence of the statement: one number of records, one prior, "
            "one eps for each N(1)",
        ),
        Reading(
            "prior-and-eps-fixed",
            "with S in the exponent, prior, eps and gamma fixed: N(n) = e^(-eps/min S) serves, "
            "min S over the datasets of n records",
            tail_is_within_a_number_of_the_size(),
            GRID,
            role=Role.LITERAL,
            why="The prior and eps are those of the mechanism and stay the same throughout, so a "
            "number that depends on the size alone may be made of them.",
            argument="For c <= 1, exp(-eps c/S(x)) >= e^(-eps/S(x)) >= N, so the right side is at "
            "least |R| >= 1.  For c > 1 the left side is 0, as H <= 1.",
            note="the bound is then empty, and the right side is at least 1 wherever the left is "
            "not 0",
        ),
        Reading(
            "no-number-for-one-record",
            "the negation of the reading with S in the exponent, certified number by number: no "
            "N(1) > 0 serves at eps = 8/N(1)",
            no_number_serves_for_one_record(),
            Grid(n=(1,), priors=priors("1,1"), values={"t": ("1/10", "1/2", "1", "2", "5")}),
            role=Role.COMPARISON,
            why="Ours: it adds no statement to that reading, only instances at which balls "
            "confirm its refutation.",
            argument=NUMBER,
        ),
        Reading(
            "existential-2s",
            "with 2S in the exponent: N(n) = 1 serves",
            tail_is_within_without_normaliser(),
            GRID,
            catalogue=True,
            role=Role.REPAIR,
            why=TWICE,
            argument="Each of the at most |R| far candidates has weight at most exp(-eps c/(2 "
            "S(x))), and the weights add up to at least that of x, which is 1.",
            note="the best N(n) is the smallest normaliser; line 793 leaves it open",
        ),
    ),
)

general = Claim(
    id="tailoring.6.2.loose2",
    kind="formula",
    place="section 6.2, lines 795-799",
    statement="P(u(M_H(x)) <= c) <= |R_post| exp(eps c/(2 S(x))).",
    lines=("tailoring:795-799",),
    uses=("tailoring.6.1.1", "tailoring.def-6"),
    readings=(
        Reading(
            "ueq-h",
            "u = -H: P(H >= -c) <= |R_post| exp(eps c/(2 S(x)))",
            far_event_of_m_h(),
            GRID,
            catalogue=True,
            role=Role.INTENDED,
            why=(
                "The bound comes from section 6.1.1, whose score is -H, and only then does it say"
                " that large errors are rare."
            ),
            argument="Each of the at most |R| candidates with -H <= c has weight at most exp(eps "
            "c/(2 S(x))), and the weights add up to at least that of x, which is 1.",
        ),
        Reading(
            "ueqplush",
            "u = +H: P(H <= c) <= |R_post| exp(eps c/(2 S(x)))",
            near_event_of_m_h(),
            GRID,
            catalogue=True,
            role=Role.LITERAL,
            why="Line 687 defines u as +H for this mechanism.",
            argument="For c >= 0 the right side is at least |R| >= 1; for c < 0 no candidate has "
            "H <= c.",
            note="true, but it does not bound the chance of a large error",
        ),
    ),
)
