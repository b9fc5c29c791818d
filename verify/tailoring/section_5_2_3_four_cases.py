"""The long draft (tailoring), section 5.2.3: the four cases and their maximum."""

from dpbi.language.words import H, r, x
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, priors
from statements.drift_proof import (
    CASES,
    both_zero_somewhere,
    drift_is_largest_at_the_posterior,
    header_factor,
    never_both_zero,
    one_factor_for_all_pairs,
    ordered_factors,
    private_by_tail_at,
    private_in_case,
    rest_is_largest_at_the_posterior,
    same_for_the_exchanged_pair,
)
from statements.multiplicities import multiplicity_is, multiplicity_ratio

GRID = Grid(
    n=2,
    full=4,
    priors=priors("1,1", "2,1", "1/3,5/7"),
    values={"eps": ("1/100", "1", "8"), "gamma": ("0", "1")},
)
THREE = Grid(n=3, priors=priors("1,1"), values={"eps": ("1", "8"), "gamma": ("0", "1")})
WIDE = Grid(
    n=3,
    full=6,
    priors=priors("1,1", "2,1", "1/3,5/7", "25,1/1000"),
    values={"eps": ("1/100", "1", "8"), "gamma": ("1/10", "1", "3")},
)
CASE_USES = ("tailoring.lemma-5.5.params", "tailoring.lemma-5.5.cases")
TWICE = (
    "ln BC(x, .) decreases strictly on either side of x, the log-gammas being strictly convex, so "
    "a distance occurs once or twice and C is 1 or 2."
)
DIFFERENT = (
    "u(x, r) = 0 makes r the posterior of x, and u(x', r) = 0 that of x'; neighbours have "
    "different posteriors."
)
ITSELF = (
    "as <= 1 in line 137 lets x be adjacent to itself, the case does occur for x' = x; there e^lam "
    "would be 0 and lam its logarithm, which has no value, so eps' and delta have none"
)
OTHERS = "Other parameters hold, by another proof; those that the case prints do not."
BY_LEMMA = (
    "It is the mended Lemma 5.5 (its reading with 3 eps/2) for the set that has r alone: P(x, r) - "
    "e^(3 eps/2) P(x', r) is at most the sum of all positive differences, which is at most delta."
)
PRINTED = (
    "The case concludes privacy with these two values, which contain r: it is the inequality of "
    "line 526 for the outputs r of the case."
)
SAME_FORM = "Ours: parameters without x, x' and r, from the repaired steps, for the same outputs."


def mended(case: int) -> Reading:
    """The case with the parameters of the mended lemma."""
    return Reading(
        "three-halves",
        "eps' = 3 eps/2 and delta = (n+1) exp(eps / (2 (1 - e^gamma)))",
        private_by_tail_at(*CASES[case]),
        WIDE,
        argument=BY_LEMMA,
        role=Role.COMPARISON,
        why=SAME_FORM,
    )


cases = Claim(
    id="tailoring.lemma-5.5.cases",
    kind="proof-step",
    place="proof of Lemma 5.5, lines 580, 590-596, 608-614, 626-632",
    statement=(
        "A multiplicity is 2 where the distance is not 0, and else 1; so C_t / C_r is 1, 2, 1/2 "
        "and 1 in the four cases, and 2, in the case u(x, r) = 0, is the largest."
    ),
    lines=("tailoring:580", "tailoring:588-596", "tailoring:606-614", "tailoring:624-632"),
    severity=Severity.PROOF_BROKEN,
    uses=("tailoring.cr12.iff",),
    readings=(
        Reading(
            "c-r-in-case-1-3-eq-2",
            "C_r = 2 in the cases 1 and 3, and C_t = 2 in the cases 1 and 2, as the distances are "
            "not 0",
            multiplicity_is(2, H(x, r) > 0),
            GRID,
            why_false="r is at distance 0.463 from x, which is not 0, and no other candidate is "
            "as far: its multiplicity is 1",
            catalogue=True,
            repair="1/2 <= C_t / C_r <= 2 in every case; C_t = 1 in line 614, u(x, r) = 0 in line "
            "626",
            role=Role.LITERAL,
            why="Lines 580, 593 and 608 conclude C = 2 from a distance that is not 0.",
        ),
        Reading(
            "c-t-in-case-3-4-eq-1",
            "C_t = 1 in the cases 3 and 4, and C_r = 1 in the cases 2 and 4: the distances are 0",
            multiplicity_is(1, H(x, r).equals(0)),
            GRID,
            argument="H(x, z) = 0 for z = x only, as different counts give different posteriors.",
            role=Role.COMPARISON,
            why="It is the part of the passage that is right (lines 590, 611 and 629); alone it "
            "decides nothing.",
        ),
        Reading(
            "case-4-both-0-can-occur",
            "u(x, r) = 0 = u(x', r) for some neighbours x, x', different datasets, and some r",
            both_zero_somewhere(),
            GRID,
            catalogue=True,
            argument=DIFFERENT,
            repair="the fourth case is left out",
            note=ITSELF,
            role=Role.STRAINED,
            why="To list a case is not to say that it occurs.",
        ),
        Reading(
            "case-3-header-c-teq2-vs-c-teq1",
            "C_t / C_r = 1/2 with C_r = 2 and C_t = 2, as line 614 has it in case 3",
            header_factor(2),
            exhaustive=True,
            catalogue=True,
            repair="C_t = 1, as line 611 has it",
            role=Role.LITERAL,
            why="Line 614 puts in C_t = 2, and line 618 has the factor 1/2.",
        ),
        Reading(
            "case-3-with-c-teq1",
            "C_t / C_r = 1/2 with C_r = 2 and C_t = 1",
            header_factor(1),
            exhaustive=True,
            role=Role.REPAIR,
            why="Line 611 has C_t = 1, and the result of line 618 follows with it.",
        ),
        Reading(
            "case-4-u-x-r-ne0-c-req1",
            "C_r = 1 where u(x, r) is not 0, as line 626 has it in case 4",
            multiplicity_is(1, H(x, r) > 0),
            GRID,
            catalogue=True,
            repair="u(x, r) = 0, as the heading of the case has it",
            role=Role.LITERAL,
            why="Line 626 concludes C_r = 1 from a distance that is not 0, against line 580.",
        ),
        Reading(
            "factor-ordering-2ge1ge1-2",
            "2 >= 1 >= 1/2",
            ordered_factors(),
            exhaustive=True,
            catalogue=True,
            role=Role.COMPARISON,
            why="It is the part of the passage that is right; alone it decides nothing.",
        ),
        Reading(
            "ratio-within-two",
            "1/2 <= C_t / C_r <= 2, whatever r and t",
            multiplicity_ratio(),
            Grid(n=4, full=8, priors=priors("1,1", "2,1", "1/2,1/2", "7,4")),
            argument=TWICE,
            role=Role.REPAIR,
            why="It is what the maximum over the cases needs, and needs no cases.",
        ),
    ),
)

case_1 = Claim(
    id="tailoring.lemma-5.5.case-1",
    kind="proof-step",
    place="proof of Lemma 5.5, first case, lines 580-586",
    statement=(
        "Where u(x, r) and u(x', r) are not 0: privacy with e^eps' = 2 e^(eps (u(x', r) - u(x, r)) "
        "/ (2 S(x))) e^(eps/2) and delta = e^(eps (u(x', r) - u(x, r)) / (2 S(x))) (1 - |R| "
        "exp(eps / (2 (1 - e^lam))))."
    ),
    lines=("tailoring:580-586",),
    severity=Severity.PROOF_BROKEN,
    no_repair=OTHERS,
    uses=CASE_USES,
    readings=(
        Reading(
            "literal",
            "for every output r of the case where e^lam is defined",
            private_in_case(1, "1/2", *CASES[1]),
            THREE,
            role=Role.LITERAL,
            why=PRINTED,
        ),
        mended(1),
    ),
)

case_2 = Claim(
    id="tailoring.lemma-5.5.case-2",
    kind="proof-step",
    place="proof of Lemma 5.5, second case, lines 588-604",
    statement=(
        "Where u(x, r) = 0 and u(x', r) is not: privacy with e^eps' = 4 e^(eps u(x', r) / (2 S(x)))"
        " e^(eps/2) and delta = 2 e^(eps u(x', r) / (2 S(x))) (1 - |R| exp(eps / (2 (1 - "
        "e^lam))))."
    ),
    lines=("tailoring:588", "tailoring:598-604"),
    severity=Severity.PROOF_BROKEN,
    no_repair=OTHERS,
    uses=CASE_USES,
    readings=(
        Reading(
            "literal",
            "for the output r = BI(x) where e^lam is defined",
            private_in_case(2, 1, *CASES[2]),
            THREE,
            role=Role.LITERAL,
            why=PRINTED,
        ),
        mended(2),
    ),
)

case_3 = Claim(
    id="tailoring.lemma-5.5.case-3",
    kind="proof-step",
    place="proof of Lemma 5.5, third case, lines 606-622",
    statement=(
        "Where u(x', r) = 0 and u(x, r) is not: privacy with e^eps' = e^(-eps u(x, r) / (2 S(x))) "
        "e^(eps/2) and delta = e^(-eps u(x, r) / (2 S(x))) (1 - |R| exp(eps / (2 (1 - e^lam))))."
    ),
    lines=("tailoring:606", "tailoring:616-622"),
    severity=Severity.PROOF_BROKEN,
    no_repair=OTHERS,
    uses=CASE_USES,
    readings=(
        Reading(
            "literal",
            "for the output r = BI(x') where e^lam is defined",
            private_in_case("1/2", "1/2", *CASES[3]),
            THREE,
            role=Role.LITERAL,
            why=PRINTED,
        ),
        mended(3),
    ),
)

case_4 = Claim(
    id="tailoring.lemma-5.5.case-4",
    kind="proof-step",
    place="proof of Lemma 5.5, fourth case, lines 624-640",
    statement=(
        "Where u(x, r) = u(x', r) = 0: privacy with e^eps' = 2 e^(eps/2) and delta = 2 (1 - |R| "
        "exp(eps / (2 (1 - e^lam))))."
    ),
    lines=("tailoring:624", "tailoring:634-640"),
    severity=Severity.MISPRINT,
    no_repair=(
        "Two different neighbours have no output in this case, so that no other values of eps' "
        "and delta would say more; the case can only be left out."
    ),
    uses=CASE_USES,
    readings=(
        Reading(
            "literal",
            "of two different neighbours no output is in the case",
            never_both_zero(),
            GRID,
            argument=DIFFERENT,
            role=Role.COMPARISON,
            why="It shows that the case is empty, and does not contain what the case concludes.",
            note=ITSELF,
        ),
        Reading(
            "inequality-written-out",
            "for every output r of the case where e^lam is defined, the inequality of line 526",
            private_in_case(1, 1, *CASES[4]),
            GRID,
            argument=DIFFERENT,
            role=Role.LITERAL,
            why=PRINTED,
        ),
    ),
)

maximum = Claim(
    id="tailoring.lemma-5.5.max",
    kind="proof-step",
    place="proof of Lemma 5.5, line 642",
    statement=(
        "The mechanism is (eps', delta)-private with the largest eps' and delta of the cases, "
        "which are those of the case u(x, r) = 0."
    ),
    lines=("tailoring:642",),
    severity=Severity.PROOF_BROKEN,
    no_repair=(
        "The largest eps' over all pairs is a number, but the largest values are parameters of "
        "privacy only if those of the cases are, and these are not."
    ),
    uses=("tailoring.lemma-5.5.cases", "tailoring.lemma-5.5.case-2"),
    readings=(
        Reading(
            "literal",
            "the eps' of line 642 is one number for the mechanism: x and x' exchanged do not "
            "change it",
            same_for_the_exchanged_pair(),
            GRID,
            catalogue=True,
            role=Role.LITERAL,
            why="Definition 2 has one eps and one delta for all neighbours and all sets, and line "
            "642 calls values with x, x' and r in them eps' and delta.",
        ),
        Reading(
            "delta-largest-at-the-posterior",
            "no delta of another case is above the one of the case u(x, r) = 0",
            rest_is_largest_at_the_posterior(),
            GRID,
            role=Role.LITERAL,
            why="Line 642 says that both values are the largest 'from above'.",
        ),
        Reading(
            "eps-largest-at-the-posterior",
            "no eps' of another case is above the one of the case u(x, r) = 0",
            drift_is_largest_at_the_posterior(),
            GRID,
            argument=(
                "u(x', r) - u(x, r) <= H(x, x'), which is its value at r = BI(x); and C_t / C_r "
                "<= 2.  " + TWICE
            ),
            role=Role.COMPARISON,
            why="It is the part of the step that is right; alone it decides nothing.",
        ),
        Reading(
            "one-number-for-all-pairs",
            "e^eps' <= 4 e^eps for all neighbours: eps + ln 4 is a parameter without x, x' and r",
            one_factor_for_all_pairs(),
            WIDE,
            argument="H(x, x') <= LS(x) <= S(x).",
            role=Role.COMPARISON,
            why=(
                "It takes the largest eps' over all neighbours, as a parameter of privacy must, "
                "but it is not a statement about privacy."
            ),
        ),
        Reading(
            "delta-largest-where-not-negative",
            "where 1 - |R| exp(eps / (2 (1 - e^lam))) >= 0, no delta of another case is above the "
            "one of the case u(x, r) = 0",
            rest_is_largest_at_the_posterior(not_negative=True),
            Grid(
                n=(5,),
                priors=priors("1/200,1/2000"),
                values={"eps": ("3",), "gamma": ("3",)},
            ),
            argument=(
                "u(x', r) - u(x, r) <= H(x, x'), which is its value at r = BI(x), and C_r >= 1; "
                "both are multiplied by the same number, which is not negative."
            ),
            role=Role.COMPARISON,
            why=(
                "It has the condition under which a larger factor makes a larger delta, but it is"
                " not a statement about privacy."
            ),
        ),
    ),
)
