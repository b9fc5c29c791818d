"""notes, section 4.4: steps from the true posterior."""

from dpbi.language.words import PAIRS, TRIPLES, under, x
from dpbi.ledger.claims import (
    FLAT,
    THREE,
    TWO,
    Claim,
    Grid,
    Reading,
    Role,
    Severity,
    priors,
)
from statements.experiments import only_mirror_images_tie
from statements.multiplicities import balanced
from statements.plots import plotted
from statements.steps import (
    distance_determines_steps,
    one_step_away,
    parameters,
    steps_are_distances,
    steps_determine_distance,
    tie_at_unequal_steps,
)

MOVED = ((4, 5, 3), (4, 3, 5), (5, 4, 3), (5, 3, 4), (3, 5, 4))
EVEN = priors("1,1,1", "1/2,1/2,1/2", "5/7,5/7,5/7", "1,2,3", "3,3,1")
SMALL = Grid(
    n=2, priors=priors("1,1", "2,1", "1/2,3,1/10"), values={"eps": ("1", "4"), "delta": ("1/10",)}
)
FROM_ZERO = SMALL.with_values(eps=("0", "4"))
"""How near to each other two sides are seen to be that are equal by the argument."""
MIRROR = (
    "At equal parameters a, .., a one step leads to a+1 in one place and a-1 in another; all such "
    "candidates are permutations of one another, and permuting the parameters fixes the centre and "
    "preserves H."
)

beta_step = Claim(
    id="notes.steps.beta55",
    kind="formula",
    place="notes line 179",
    statement="beta(4, 6) and beta(6, 4) are one step from beta(5, 5).",
    lines=("notes:179",),
    readings=(
        Reading(
            "step-eq-unit-move",
            "each is beta(5, 5) with one unit moved from one parameter to the other",
            one_step_away(parameters(5, 5), [parameters(4, 6), parameters(6, 4)]),
            exhaustive=True,
            role=Role.LITERAL,
            why="A step is not defined; all examples but misprints move one unit.",
            catalogue=True,
        ),
    ),
)

one_step = Claim(
    id="notes.steps.dl555",
    kind="symmetry",
    place="notes lines 179-184",
    statement="Six listed candidates are all one step from DL(5, 5, 5).",
    lines=("notes:179-184",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal",
            "the six candidates as listed, the centre as printed",
            one_step_away(parameters(5, 5, 5), [parameters(*p) for p in (*MOVED, (5, 5, 5))]),
            role=Role.LITERAL,
            why="The list and the centre are as printed.",
            catalogue=True,
            repair="the centre DL(4, 4, 4), and DL(3, 4, 5) in place of the sixth",
            note="Five have total 12, not 15; the sixth is the centre itself.",
        ),
        Reading(
            "repaired-centre-dl-4-4-4",
            "centre DL(4, 4, 4), sixth candidate DL(3, 4, 5)",
            one_step_away(parameters(4, 4, 4), [parameters(*p) for p in (*MOVED, (3, 4, 5))]),
            role=Role.INTENDED,
            why="Five of the listed six are the permutations of (5, 4, 3) that one unit moved "
            "within DL(4, 4, 4) gives, and the sixth permutation, (3, 4, 5), is missing.",
            catalogue=True,
            exhaustive=True,
        ),
    ),
)

equal_distance = Claim(
    id="notes.steps.equalH",
    kind="symmetry",
    place="notes line 184",
    statement="Candidates at the same number of steps are equally far, and the converse.",
    lines=("notes:184", "notes:190"),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "beta-any-x",
            "two categories, any x",
            steps_determine_distance(PAIRS),
            Grid(n=4, priors=TWO),
            role=Role.LITERAL,
            why="The sentence has no condition on the data; figure 8 uses it for (1, 1, 1, 77).",
            catalogue=True,
            repair="where the posterior's parameters are equal; with three or more of them, for "
            "one step only",
        ),
        Reading(
            "beta-any-x-prior-1-1",
            "two categories, any x, prior (1, 1)",
            steps_determine_distance(under(1, 1)),
            Grid(n=4, priors=FLAT),
            role=Role.COMPARISON,
            why="The prior of figure 5 and of the candidates of section 2.3 does not help.",
            repair="where the posterior's parameters are equal",
        ),
        Reading(
            "beta-balanced",
            "two categories, equal parameters of the posterior: equal steps if and only if equal "
            "distances",
            steps_are_distances(PAIRS, balanced(x)),
            Grid(n=7, full=12, priors=priors("1,1", "1/2,1/2", "2,1", "1/10,1/10", "5/7,12/7")),
            role=Role.REPAIR,
            why="The example beta(5, 5) and figures 5 to 7 have posteriors of equal parameters.",
            catalogue=True,
            argument=(
                "At equal parameters a, a the only candidates at j steps are (a+j, a-j) and its "
                "mirror image, which swapping the two categories exchanges while it fixes x.  The "
                "distance grows with j, so candidates at other distances are at other steps."
            ),
        ),
        Reading(
            "dirichlet-balanced-1-step",
            "any number of categories, equal parameters of the posterior, one step (no converse)",
            steps_determine_distance(balanced(x), number=1),
            Grid(n=2, full=3, priors=(*EVEN, *priors("2,1,1", "7/5,2/5,2/5", "2,2,1,2"))),
            role=Role.REPAIR,
            why="The draft's second example has three equal parameters and one step.",
            catalogue=True,
            argument=MIRROR,
        ),
        Reading(
            "dirichlet-balanced-2-steps",
            "three categories, equal parameters of the posterior, two steps",
            steps_determine_distance(TRIPLES, balanced(x), number=2),
            Grid(n=3, full=4, priors=EVEN),
            role=Role.COMPARISON,
            why="It shows that equal parameters are not enough beyond one step.",
            catalogue=True,
            repair="one step in place of two; two steps lead to (a+2, a-2, a) and (a+1, a+1, a-2)",
        ),
        Reading(
            "converse-beta",
            "two categories, any prior with positive real parameters: candidates equally far from "
            "x are as many steps away",
            check=tie_at_unequal_steps((1, 2), (0, 3), (3, 0), second="1", first=("1/10", "1")),
            role=Role.LITERAL,
            why="The second half says that every value of the distance has a number of steps.",
            repair="for integer priors with alpha + beta + n <= 300, or where the posterior's "
            "parameters are equal",
            note="whether such a tie occurs under a rational prior is not known",
        ),
        Reading(
            "converse-beta-integers",
            "two categories, integer priors with alpha + beta + n <= 300, such as those of R_B up "
            "to 298 records: candidates equally far from x are as many steps away",
            check=only_mirror_images_tie(300, exhaustive=True),
            role=Role.COMPARISON,
            why="All priors of the notes are whole numbers; figure 2 has more records than 300.",
            note="two ties are mirror images about a balanced x, and mirror images are as many "
            "steps away",
        ),
        Reading(
            "converse-dirichlet",
            "three categories: candidates equally far from x are as many steps away",
            distance_determines_steps(TRIPLES),
            role=Role.LITERAL,
            why="The second half says it after an example with three categories.",
            repair="equal parameters of the posterior and one step",
            grid=Grid(n=3, full=5, priors=THREE),
        ),
    ),
)

grouped = Claim(
    id="notes.steps.formula",
    kind="formula",
    place="notes lines 186-188",
    statement=(
        "The probability of all candidates at distance c is the sum over them of exp(-eps c / S) "
        "/ NL."
    ),
    uses=("notes.def-2.1", "notes.steps.equalH"),
    lines=("notes:186-188",),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "def-2-1-has-2s",
            "the mechanism and its normaliser as defined, with 2 S",
            plotted("mh-exp", shown=1, normalised=2),
            SMALL,
            role=Role.LITERAL,
            why="M_H and NL are those of Definition 2.1 and line 83, and the display has S.",
            catalogue=True,
            repair="exp(-eps c / (2 S)) in place of exp(-eps c / S)",
        ),
        Reading(
            "normalised-with-s",
            "the mechanism as defined, the normaliser with S like the terms",
            plotted("mh-exp", shown=1, normalised=1),
            SMALL,
            role=Role.LITERAL,
            why="NL has another index here, and may be what makes the printed terms add up to 1.",
            repair="exp(-eps c / (2 S)) in place of exp(-eps c / S)",
        ),
        Reading(
            "exp-eps-c-2s",
            "exp(-eps c / (2 S)), normalised alike, eps >= 0",
            plotted("mh-exp", shown=2, normalised=2, from_zero=True),
            FROM_ZERO,
            role=Role.REPAIR,
            why="It is Definition 2.1, summed over the candidates at one distance.",
            argument=(
                "The candidates z at distance c are disjoint outcomes, each of probability "
                "exp(-eps c / (2 S)) / NL by Definition 2.1, and there are C of them."
            ),
            catalogue=True,
        ),
        Reading(
            "mechanism-with-s",
            "of another mechanism, whose weights are exp(-eps H / S), eps >= 0",
            plotted("mh-s-exp", shown=1, normalised=1, from_zero=True),
            FROM_ZERO,
            role=Role.COMPARISON,
            why="The display is right if the plots were made with this mechanism, which no "
            "definition of the notes gives.",
            argument=(
                "The candidates z at distance c are disjoint outcomes, each of probability "
                "exp(-eps c / S) / NL under these weights."
            ),
        ),
    ),
)
