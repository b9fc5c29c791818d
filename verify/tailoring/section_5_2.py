"""The long draft (tailoring), section 5.2: equal distances, equal probabilities, multiplicities."""

from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, Verdict, priors
from statements.arguments import argued
from statements.dilation import (
    equal_distance_iff_equal_probability,
    equal_probability_means_equal_distance_without_budget,
    event_has_equal_terms,
    event_is_multiplicity_times_probability,
)
from statements.sliding_proof import (
    equal_distances_give_equal_lines,
    equal_probabilities_give_equal_distances,
    event_is_membership,
    members_are_equally_probable,
    members_are_independent,
    members_exclude_each_other,
    members_sum_to_multiples,
    not_every_candidate_is_as_far,
    number_of_equal_distances,
    probabilities_are_the_fractions,
    score_grows_with_distance,
)

GRID = Grid(
    n=2,
    full=4,
    priors=priors("1,1", "1/2,1/2", "2,1", "1/3,5/7", "1,1,1"),
    values={"eps": ("1/100", "1", "8"), "gamma": ("0", "1")},
)
LINES = Grid(
    n=2,
    priors=priors("1,1", "1/3,5/7", "1,1,1"),
    values={"eps": ("0", "1"), "gamma": ("1",)},
)
EQUATIONS = "balls can refute an equation of weights; they confirm it where eps = 0"

route = Claim(
    id="tailoring.route",
    kind="proof-step",
    place="opening of section 5.2 (line 262)",
    statement="The privacy of the smoothed mechanism is proved by means of Lemmas 5.3 and 5.4.",
    lines=("tailoring:262",),
    readings=(
        Reading(
            "for-lemma-5-5",
            "of (eps', delta)-privacy, Lemma 5.5",
            check=argued(
                Verdict.HOLDS,
                "The proof of Lemma 5.5 passes from u(x, r) to u(x', r) by Lemma 5.3 (lines "
                "540-546) and stretches the score by Lemma 5.4 (lines 548-550): it relies on both. "
                "Whether these steps are right is a claim of its own.",
            ),
            catalogue=True,
            role=Role.LITERAL,
            why="Lemma 5.5 is the first privacy statement after the two lemmas, and cites both.",
        ),
        Reading(
            "for-lemma-5-6",
            "of 2 eps-privacy, Lemma 5.6",
            check=argued(
                Verdict.FAILS,
                "The proof of Lemma 5.6 (lines 693-747) uses Definition 6, u <= 1, S >= LS and "
                "Theorem 5.1; neither Lemma 5.3 nor Lemma 5.4 is applied in it.",
            ),
            catalogue=True,
            role=Role.STRAINED,
            why=(
                "Lemma 5.6 is about the mechanism of Definition 6, which comes two sections after "
                "this sentence, and does not claim to use the two lemmas."
            ),
            repair="Theorem 5.1 in place of Lemmas 5.3 and 5.4",
        ),
    ),
)

score = Claim(
    id="tailoring.score-in-5.2",
    kind="definition",
    place="section 5.2 (line 264)",
    statement=(
        "From here on u(x, r) = +H(BI(x), r): zero at the posterior of x alone, and the larger u, "
        "the less probable the candidate."
    ),
    lines=("tailoring:264",),
    readings=(
        Reading(
            "literal",
            "u >= 0, u = 0 at r = x only, and P decreases strictly in u for eps > 0",
            score_grows_with_distance(),
            GRID,
            argument=(
                "H is a metric, and candidates of different counts are different distributions: "
                "H >= 0, and 0 at r = x only.  P(x, r) = exp(-a u) / NL with a = eps/(2S) > 0 and "
                "NL the same for all r, and exp(-a u) decreases strictly in u."
            ),
            role=Role.LITERAL,
            why="It is the definition together with Definition 3, where H has a minus sign.",
            note="section 4.1.1 has u = -H, so that a large u is probable there",
        ),
    ),
)

lemma_5_1 = Claim(
    id="tailoring.lemma-5.1",
    kind="lemma",
    place="Lemma 5.1 (lines 266-297)",
    statement="At one dataset, equal distances and equal probabilities are the same thing.",
    uses=("tailoring.lemma-5.1.forward", "tailoring.lemma-5.1.backward"),
    lines=("tailoring:266-268",),
    readings=(
        Reading(
            "epsgt0",
            "for eps > 0",
            equal_distance_iff_equal_probability(),
            GRID,
            catalogue=True,
            argument=(
                "P(x, r) = exp(-a H(x, r)) / NL with a = eps / (2 S(x)) > 0 and NL not depending "
                "on r; exp(-a h) is strictly decreasing in h, hence one-to-one."
            ),
            role=Role.LITERAL,
            why="The mechanism's eps is a privacy budget, and no budget is 0 in Definition 3.",
        ),
        Reading(
            "epseq0-direction-le",
            "for eps = 0, from probabilities to distances",
            equal_probability_means_equal_distance_without_budget(),
            GRID,
            catalogue=True,
            role=Role.STRAINED,
            why=(
                "Only Lemma 5.3 admits eps = 0, and of Lemma 5.1 it uses (through Lemma 5.2) the "
                "other direction, which holds there."
            ),
            repair="eps > 0; at eps = 0 the law is uniform and only distances imply probabilities",
        ),
    ),
)

forward = Claim(
    id="tailoring.lemma-5.1.forward",
    kind="proof-step",
    place="proof of Lemma 5.1, first direction (lines 272-289)",
    statement=(
        "From u(x, r) = u(x, s): equal distances, so equal weights exp(-eps H/(2S)), so equal "
        "fractions of Definition 3, so equal probabilities."
    ),
    lines=("tailoring:272-289",),
    readings=(
        Reading(
            "lines",
            "each line of the chain, for eps >= 0",
            equal_distances_give_equal_lines(),
            LINES,
            argument=(
                "Each line applies one function to both sides: h -> exp(-eps h/(2 S(x))), then "
                "division by NL(x), the same for both; the fractions are P by Definition 3."
            ),
            role=Role.LITERAL,
            why="It is the chain on display; one side of its line of weights (281) is lost.",
            note=EQUATIONS,
        ),
    ),
)

backward = Claim(
    id="tailoring.lemma-5.1.backward",
    kind="proof-step",
    place="proof of Lemma 5.1, second direction (lines 290-297)",
    statement=(
        "From equal probabilities: equal fractions of Definition 3, so equal distances, so equal "
        "scores."
    ),
    lines=("tailoring:290-297",),
    readings=(
        Reading(
            "fractions",
            "from probabilities to fractions, for eps >= 0",
            probabilities_are_the_fractions(),
            LINES,
            argument="By Definition 3 each probability is its fraction.",
            role=Role.LITERAL,
            why="It is the first arrow of the display, which cites Definition 3.",
            note=EQUATIONS,
        ),
        Reading(
            "distances",
            "from fractions to distances, for eps > 0",
            equal_probabilities_give_equal_distances(),
            GRID,
            argument=(
                "The denominators are the same number NL(x) > 0, so the weights are equal; "
                "exp(-a h) with a = eps/(2 S(x)) > 0 is one-to-one in h."
            ),
            role=Role.LITERAL,
            why="It is the second arrow of the display; the budget eps is positive.",
            note="at eps = 0 it fails: see the lemma's reading of that case",
        ),
    ),
)

def_4 = Claim(
    id="tailoring.def-4",
    kind="definition",
    place="Definition 4 (lines 299-301)",
    statement="R(x, r) is the set of the candidates as far from x as r, and C(x, r) its size.",
    lines=("tailoring:299-301",),
    readings=(
        Reading(
            "literal",
            "C(x, r) counts the candidates z with u(x, z) = u(x, r), of which r is one",
            number_of_equal_distances(),
            GRID,
            catalogue=True,
            argument=(
                "The first part is the definition; u(x, r) = u(x, r), so r is in the set and C >= "
                "1: the definition is sound for every x and r."
            ),
            role=Role.LITERAL,
            why="It is the definition as printed.",
        ),
        Reading(
            "proper-subset",
            "R(x, r) is not the whole candidate set, as the sign of inclusion may also say",
            not_every_candidate_is_as_far(),
            GRID,
            argument=(
                "For n >= 1 there are at least two candidates.  For r = x the set is {x}, as H is "
                "0 at x only; for r different from x it does not contain x."
            ),
            role=Role.COMPARISON,
            why="Nothing in the draft depends on whether the inclusion is proper.",
        ),
    ),
)

lemma_5_2 = Claim(
    id="tailoring.lemma-5.2",
    kind="lemma",
    place="Lemma 5.2 (lines 303-329)",
    statement="The event of a distance has its multiplicity times the probability of one element.",
    uses=(
        "tailoring.def-4",
        "tailoring.lemma-5.2.event",
        "tailoring.lemma-5.2.indep",
        "tailoring.lemma-5.1",
        "tailoring.lemma-5.2.sum",
    ),
    repaired=(
        "tailoring.def-4/literal",
        "tailoring.lemma-5.2.event/membership",
        "tailoring.lemma-5.2.indep/disjointness",
        "tailoring.lemma-5.1.forward/lines",
        "tailoring.lemma-5.2.sum/equal-probabilities",
        "tailoring.lemma-5.2.sum/multiples",
    ),
    lines=("tailoring:303-305", "tailoring:329"),
    readings=(
        Reading(
            "literal",
            "P(u(x, z) = u(x, r)) = C(x, r) P(x, r)",
            event_is_multiplicity_times_probability(),
            GRID,
            catalogue=True,
            argument=(
                "The event is the disjoint union of the C(x, r) outcomes z with H(x, z) = H(x, r), "
                "and each has the probability of r, a function of the distance (Lemma 5.1)."
            ),
            role=Role.LITERAL,
            why="It is the equation of the lemma.",
            note="balls can only refute the equation of sums; equal-terms is decided exactly",
        ),
        Reading(
            "equal-terms",
            "the event has C(x, r) elements, each exactly as probable as r",
            event_has_equal_terms(),
            GRID,
            argument=(
                "C(x, r) is by definition the number of candidates z with H(x, z) = H(x, r), and "
                "these z are the elements of the event: the first part is the definition.  P(x, z) "
                "= exp(-eps H(x, z) / (2 S(x))) / NL(x), and neither S(x) nor NL(x) depends on z; "
                "so H(x, z) = H(x, r) gives P(x, z) = P(x, r)."
            ),
            role=Role.COMPARISON,
            why="It is the lemma in a form that exact comparisons decide, not the printed one.",
        ),
    ),
)

lemma_5_2_event = Claim(
    id="tailoring.lemma-5.2.event",
    kind="proof-step",
    place="proof of Lemma 5.2 (lines 309-317)",
    statement="The event u(x, z) = u(x, r) is the event that z is an element of R(x, r).",
    lines=("tailoring:309-317",),
    readings=(
        Reading(
            "membership",
            "both events have the same probability, R(x, r) being the set of Definition 4",
            event_is_membership(),
            LINES,
            argument=(
                "By Definition 4 a candidate z is in R(x, r) exactly where u(x, z) = u(x, r): the "
                "two events have the same outcomes."
            ),
            role=Role.LITERAL,
            why=(
                "The bar in line 311 introduces the definition of the set, it is not a "
                "conditional probability: lines 313-317 put the set of Definition 4 in its place."
            ),
            note="balls can only refute the equation where the set has two elements",
        ),
    ),
)

lemma_5_2_indep = Claim(
    id="tailoring.lemma-5.2.indep",
    kind="proof-step",
    place="proof of Lemma 5.2 (lines 318-319)",
    statement=(
        "The probabilities of the elements of R(x, r) add up, because these elements are "
        "independent."
    ),
    lines=("tailoring:318-319",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "independence",
            "two outcomes in R(x, r) are independent: Pr[z = r and z = s] = P(x, r) P(x, s)",
            members_are_independent(),
            LINES.with_values(eps=("1",)),
            catalogue=True,
            role=Role.LITERAL,
            why="Of outcomes of one draw, the word means independent events.",
            repair="disjoint in place of independent: Pr[z = r and z = s] = 0",
        ),
        Reading(
            "disjointness",
            "they exclude each other, so that the probability of either is the sum",
            members_exclude_each_other(),
            LINES,
            catalogue=True,
            argument=(
                "One release is not two different candidates, so the joint probability is 0; the "
                "probability of a finite union of disjoint events is the sum."
            ),
            role=Role.INTENDED,
            why=(
                "The equation that the word is to justify (line 319) is additivity over disjoint "
                "outcomes, and it is true for that reason."
            ),
            note=EQUATIONS,
        ),
    ),
)

lemma_5_2_sum = Claim(
    id="tailoring.lemma-5.2.sum",
    kind="proof-step",
    place="proof of Lemma 5.2 (lines 321-327)",
    statement=(
        "By Lemma 5.1 all elements of R(x, r) are equally probable, so their sum is C(x, r) times "
        "P(x, r)."
    ),
    uses=("tailoring.lemma-5.1",),
    lines=("tailoring:321-327",),
    readings=(
        Reading(
            "equal-probabilities",
            "any two elements of R(x, r) are equally probable, for eps >= 0",
            members_are_equally_probable(),
            LINES,
            argument="Both are as far from x as r, and P(x, .) is a function of the distance.",
            role=Role.LITERAL,
            why="It is line 323.",
        ),
        Reading(
            "multiples",
            "the sum over R(x, r) is C(x, r) P(x, r), for eps >= 0",
            members_sum_to_multiples(),
            LINES,
            argument="The sum has C(x, r) terms by Definition 4, each equal to P(x, r).",
            role=Role.LITERAL,
            why="It is line 325, which line 327 repeats.",
            note="balls can only refute the equation where the set has two elements",
        ),
    ),
)
