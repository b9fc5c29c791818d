"""Between the drafts, and within one: sensitivities, the score, and the mechanisms made of them."""

from dpbi.language.words import gamma, r, released, x
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, Verdict, priors
from statements.arguments import argued
from statements.contradictions import (
    both_signs_give_one_weight,
    scaled_weights_agree,
    score_is_its_negative,
    smooth_sensitivities_agree,
    smoothed_over_neighbours,
    smoothing_prints,
    without_smoothing_they_agree,
)
from statements.passages import law_printed_with, score_is_at_most_zero
from statements.printed import are_equal
from statements.sensitivities import (
    local_sensitivity_is_a_distance,
    of_a_neighbour_with_itself,
)
from statements.terms import z

FEW = priors("1,1", "2,1", "1/2,3,1/10")
SMOOTHED = Grid(n=4, priors=FEW, values={"gamma": ("0", "1/3", "1")})
TO_20_DIGITS = "; the two sides are compared to 20 digits"
AT_THE_MAXIMUM = (
    "H is a distance, so |H(x, r) - H(y, r)| <= H(x, y) for every r, and at r = BI(x) the left "
    "side is H(x, y). Take the largest over y."
)

local_sensitivity = Claim(
    id="between.notes+short-a+short-b+tailoring.local-sensitivity",
    kind="contradiction",
    place="tailoring lines 194 and 805 against notes line 49, short-a line 16, short-b line 18",
    statement=(
        "The local sensitivity compares a neighbour's posterior with itself, and it compares the "
        "dataset's with the neighbour's."
    ),
    uses=("tailoring.ls-def", "notes.ls", "short.prelim.ls"),
    lines=(
        "tailoring:192-194",
        "tailoring:805",
        "notes:47-49",
        "short-a:14-16",
        "short-b:16-18",
    ),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "neighbour-with-itself",
            "max over x' and r of |H(BI(x'), r) - H(BI(x'), r)|, which is 0, is LS(x)",
            of_a_neighbour_with_itself(),
            Grid(n=2, priors=priors("1,1")),
            role=Role.LITERAL,
            why="Line 194, and line 805 again, have x' in both terms.",
            repair="BI(x) in place of the first BI(x') in tailoring",
        ),
        Reading(
            "dataset-with-neighbour",
            "max over x' and r of |H(BI(x), r) - H(BI(x'), r)| is LS(x)",
            local_sensitivity_is_a_distance(),
            Grid(n=3, priors=FEW),
            role=Role.INTENDED,
            why="The other drafts print it so, and line 809 evaluates it so.",
            argument=AT_THE_MAXIMUM,
        ),
    ),
)

ONE_PARAMETER = Reading(
    "one-parameter",
    "with one parameter the exponential and the harmonic sensitivity are equal",
    smooth_sensitivities_agree(),
    Grid(n=3, priors=FEW, values={"gamma": ("1/3", "1")}),
    role=Role.LITERAL,
    why="Both are called the smooth sensitivity of the score, with one parameter for the "
    "smoothing.",
    repair="two names for two numbers",
)
PARAMETER_1 = Reading(
    "parameter-1",
    "at gamma = 1 they are equal",
    smooth_sensitivities_agree(1),
    Grid(n=3, priors=priors("25,1/1000")),
    role=Role.COMPARISON,
    why="Definition 6 of the long draft sets gamma = 1.",
    repair="two names for two numbers",
)
PARAMETER_0 = Reading(
    "parameter-0",
    "at gamma = 0 they are equal" + TO_20_DIGITS,
    without_smoothing_they_agree(),
    Grid(n=4, priors=FEW),
    role=Role.COMPARISON,
    why="Without smoothing the two definitions are one, for every prior and dataset.",
    argument=(
        "At gamma = 0 the harmonic one is 1 / min over z of 1/LS(z) and the exponential one "
        "max over z of LS(z): both are the largest local sensitivity."
    ),
)

smooth_in_tailoring = Claim(
    id="between.tailoring.smooth-sensitivity",
    kind="contradiction",
    place="tailoring Definition 3 with equation (1) against Theorem 5.1 and Definition 6",
    statement=(
        "S(x) and M_H are one thing throughout: S(x) is the largest LS(z) e^(-gamma d(x, z)) in "
        "Definition 3, and the largest 1 / (1/LS(z) + gamma d(x, z)) in Definition 6."
    ),
    uses=("tailoring.def-3", "tailoring.def-6"),
    lines=("tailoring:240-242", "tailoring:654-656", "tailoring:681-687"),
    severity=Severity.MISPRINT,
    readings=(
        ONE_PARAMETER,
        Reading(
            "defined-anew",
            "from line 681 on, S(x) and M_H are those of Theorem 5.1 and Definition 6",
            check=argued(
                Verdict.HOLDS,
                "Line 681 says that M_H is defined under this smooth sensitivity, Definition 6 "
                "follows, and the proof of Lemma 5.6 uses the bound on 1/S(x) - 1/S(x') that "
                "Theorem 5.1 proves of the new S(x).",
            ),
            role=Role.INTENDED,
            why="Line 681 redefines M_H in so many words; two mechanisms have one name.",
        ),
        PARAMETER_1,
        PARAMETER_0,
    ),
)

smooth_in_notes_and_short = Claim(
    id="between.notes+short-a+short-b.smooth-sensitivity",
    kind="contradiction",
    place="notes lines 63-67 against section 1 of the short drafts (line 18, line 19)",
    statement=(
        "S(x) is the largest LS(z) e^(-beta d(x, z)), and it is the largest 1 / (1/LS(z) + gamma "
        "d(x, z))."
    ),
    uses=("notes.s-beta", "short.prelim.smooth"),
    lines=("notes:63-67", "short-a:18", "short-b:19"),
    claims_nothing=(
        "Two works define one word, each for itself, and neither says that its number is the "
        "other's; mechanisms and bounds of one must not be carried over to the other."
    ),
    readings=(ONE_PARAMETER, PARAMETER_1, PARAMETER_0),
)

smooth_maximum = Claim(
    id="between.notes+tailoring.smooth-maximum",
    kind="contradiction",
    place="notes line 65 against equation (1) of tailoring (line 242)",
    statement=(
        "What is smoothed by e^(-beta d(x, y)) is the local sensitivity of x, and it is that of y."
    ),
    uses=("notes.s-beta", "tailoring.def-3"),
    lines=("notes:63-67", "tailoring:240-244"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "of-x",
            "max(LS(x), max over y of LS(x) e^(-beta d(x, y))) is the smooth sensitivity",
            smoothing_prints(x, exactly=True),
            SMOOTHED,
            role=Role.LITERAL,
            why="The notes print BI(x) in both places.",
            repair="BI(y) in place of the second BI(x) in the notes",
            note="As printed it is LS(x), and the mechanism would be that of section 2.2.",
        ),
        Reading(
            "of-y",
            "max(LS(x), max over y of LS(y) e^(-beta d(x, y))) is" + TO_20_DIGITS,
            smoothing_prints(z, exactly=False),
            SMOOTHED,
            role=Role.INTENDED,
            why="The maximum runs over y, the result is called smooth, and the long draft has y.",
            argument="The term for y = x is LS(x), so the outer maximum adds nothing.",
        ),
    ),
)

smooth_range = Claim(
    id="between.tailoring.smooth-range",
    kind="contradiction",
    place="tailoring line 252 (x' adjacent to x) against equation (1) (all x', line 242)",
    statement="The smooth sensitivity takes the maximum over adjacent datasets, and over all.",
    uses=("tailoring.def-3", "tailoring.def-3.dirichlet"),
    lines=("tailoring:240-242", "tailoring:252"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "adjacent",
            "the maximum over adjacent x' is the maximum over all",
            smoothed_over_neighbours(),
            Grid(n=3, priors=FEW, values={"gamma": ("1/3", "1")}),
            role=Role.LITERAL,
            why="Line 252 refers to S(x) in (1) and lets x' range over adjacent elements.",
            repair="all x' in place of adjacent x'",
            note="x itself is not adjacent to x, so the maximum can even lie below LS(x).",
        ),
        Reading(
            "all",
            "over all x', x among them" + TO_20_DIGITS,
            smoothing_prints(z, exactly=False),
            SMOOTHED,
            role=Role.REPAIR,
            why="It is equation (1), for any number of categories.",
            argument="The maximum over all x' has the term LS(x) and is the definition of (1).",
        ),
    ),
)

score_sign = Claim(
    id="between.tailoring.score-sign",
    kind="contradiction",
    place="tailoring line 264 (u = +H) against line 404 (u <= 0)",
    statement="The score u of section 5.2 is the distance from the truth, and it is at most 0.",
    uses=("tailoring.lemma-5.4.old.signs",),
    lines=("tailoring:264", "tailoring:404"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "distance",
            "u(x, r) = H(x, r), as line 264 sets it, is at most 0",
            score_is_at_most_zero(1),
            Grid(n=2, priors=priors("1,1")),
            role=Role.LITERAL,
            why="Line 264 sets u for what follows, and line 404 says that u is at most 0.",
            repair="u = -H in lines 404 to 410, or u >= 0 there",
        ),
        Reading(
            "minus-distance",
            "u(x, r) = -H(x, r) is at most 0",
            score_is_at_most_zero(-1),
            Grid(n=3, priors=FEW),
            role=Role.INTENDED,
            why="Line 404 calls -H its utility function, and lines 406 to 410 have the weights "
            "exp(eps u/(2 S)) that belong to it.",
            argument="A distance is not negative.",
        ),
        Reading(
            "both-signs",
            "H(x, r) = -H(x, r)",
            score_is_its_negative(),
            Grid(n=2, priors=priors("1,1")),
            role=Role.COMPARISON,
            why="The two signs are two scores; where one is used throughout nothing is wrong.",
            repair="one sign throughout section 5.2",
        ),
        Reading(
            "weights",
            "the weights exp(-eps u/(2 S)) with u = H and exp(eps u/(2 S)) with u = -H are equal"
            + TO_20_DIGITS,
            both_signs_give_one_weight(),
            Grid(n=2, priors=FEW, values={"eps": ("1/3", "4"), "gamma": ("0", "1")}),
            role=Role.COMPARISON,
            why="With the sign of the exponent changed along, the mechanisms are one.",
            argument="-eps H = eps (-H).",
        ),
    ),
)


plotted_formula = Claim(
    id="between.notes+tailoring.plotted-formula",
    kind="contradiction",
    place="notes line 188 and tailoring line 783 (S) against the definitions of M_H (2 S)",
    statement="M_H has weights exp(-eps H/(2 S)), and weights exp(-eps H/S).",
    uses=("notes.def-2.1", "notes.steps.formula", "tailoring.def-3", "tailoring.6.2.tight"),
    lines=(
        "notes:59-61",
        "notes:186-188",
        "tailoring:236-238",
        "tailoring:783",
        "tailoring:797",
    ),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "one-law",
            "the two laws are equal",
            are_equal(released("mh-exp", beta=gamma)(x, r), released("mh-s-exp", beta=gamma)(x, r)),
            Grid(n=2, priors=FEW, values={"eps": ("1", "4"), "gamma": ("0", "1")}),
            role=Role.LITERAL,
            why="Both displays are said of M_H, and line 797 of the same section has 2 S again.",
            repair="2 S in place of S in the displays of sections 4.4 (notes) and 6.2 (tailoring)",
        ),
        Reading(
            "two-s-in-the-displays",
            "with 2 S in the displays they have the law of M_H" + TO_20_DIGITS,
            law_printed_with(2),
            Grid(n=2, priors=FEW, values={"eps": ("1", "4"), "gamma": ("0", "1")}),
            role=Role.REPAIR,
            why="One factor, which the definitions and line 797 have.",
            argument="It is the definition of M_H.",
        ),
        Reading(
            "half-the-budget",
            "eps/2 over S is eps over 2 S",
            scaled_weights_agree(2, 2),
            role=Role.COMPARISON,
            why="As printed the displays are those of M_H at eps/2.",
            argument="(eps/2)/t = eps/(2 t) for every t > 0.",
        ),
    ),
)
