"""notes, section 4.4: steps from the true posterior."""

from dpbi.language.words import PAIRS, TRIPLES, under, x
from dpbi.ledger.claims import FLAT, THREE, TWO, Claim, Grid, Reading, priors
from dpbi.ledger.statements.dilation import (
    distance_determines_steps,
    one_step_away,
    parameters,
    steps_determine_distance,
    tie_at_unequal_steps,
)
from dpbi.ledger.statements.experiments import only_mirror_images_tie
from dpbi.ledger.statements.sliding import balanced

MOVED = ((4, 5, 3), (4, 3, 5), (5, 4, 3), (5, 3, 4), (3, 5, 4))
EVEN = priors("1,1,1", "1/2,1/2,1/2", "5/7,5/7,5/7", "1,2,3", "3,3,1")
MIRROR = (
    "At equal parameters a, .., a one step leads to a+1 in one place and a-1 in another; all such "
    "candidates are permutations of one another, and permuting the parameters fixes the centre and "
    "preserves H."
)

one_step = Claim(
    id="notes.steps.dl555",
    kind="symmetry",
    place="notes lines 179-184",
    statement="Six listed candidates are all one step from DL(5, 5, 5).",
    readings=(
        Reading(
            "literal",
            "the six candidates as listed, the centre as printed",
            one_step_away(parameters(5, 5, 5), [parameters(*p) for p in (*MOVED, (5, 5, 5))]),
            catalogue=True,
            repair="the centre DL(4, 4, 4), and DL(3, 4, 5) in place of the sixth",
            note="Five have total 12, not 15; the sixth is the centre itself.",
        ),
        Reading(
            "repaired-centre-dl-4-4-4",
            "centre DL(4, 4, 4), sixth candidate DL(3, 4, 5)",
            one_step_away(parameters(4, 4, 4), [parameters(*p) for p in (*MOVED, (3, 4, 5))]),
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
    readings=(
        Reading(
            "beta-any-x",
            "two categories, any x",
            steps_determine_distance(PAIRS),
            Grid(n=4, priors=TWO),
            catalogue=True,
            repair="true where the posterior's parameters are equal",
        ),
        Reading(
            "beta-any-x-prior-1-1",
            "two categories, any x, prior (1, 1)",
            steps_determine_distance(under(1, 1)),
            Grid(n=4, priors=FLAT),
            repair="true where the posterior's parameters are equal",
        ),
        Reading(
            "beta-balanced",
            "two categories, equal parameters of the posterior",
            steps_determine_distance(PAIRS, balanced(x)),
            Grid(n=7, full=12, priors=priors("1,1", "1/2,1/2", "2,1", "1/10,1/10", "5/7,12/7")),
            catalogue=True,
            argument=(
                "At equal parameters a, a the only candidates at j steps are (a+j, a-j) and its "
                "mirror image, which swapping the two categories exchanges while it fixes x."
            ),
        ),
        Reading(
            "dirichlet-balanced-1-step",
            "three or four categories, equal parameters of the posterior, one step",
            steps_determine_distance(balanced(x), number=1),
            Grid(n=2, full=3, priors=(*EVEN, *priors("2,1,1", "7/5,2/5,2/5", "2,2,1,2"))),
            catalogue=True,
            argument=MIRROR,
        ),
        Reading(
            "dirichlet-balanced-2-steps",
            "three categories, equal parameters of the posterior, two steps",
            steps_determine_distance(TRIPLES, balanced(x), number=2),
            Grid(n=3, full=4, priors=EVEN),
            catalogue=True,
            repair="true for one step; two steps lead to (a+2, a-2, a) and (a+1, a+1, a-2)",
        ),
        Reading(
            "converse-beta",
            "two categories, any prior with positive real parameters: candidates equally far from "
            "x are as many steps away",
            check=tie_at_unequal_steps((1, 2), (0, 3), (3, 0), second="1", first=("1/10", "1")),
            repair="true for integer priors with alpha + beta + n <= 300 (converse-beta-integers), "
            "and where the posterior's parameters are equal",
            note="whether such a tie occurs under a rational prior is not known",
        ),
        Reading(
            "converse-beta-integers",
            "two categories, integer priors with alpha + beta + n <= 300, such as those of R_B up "
            "to 298 records: candidates equally far from x are as many steps away",
            check=only_mirror_images_tie(300, exhaustive=True),
            note="two ties are mirror images about a balanced x, and mirror images are as many "
            "steps away",
        ),
        Reading(
            "converse-dirichlet",
            "three categories: candidates equally far from x are as many steps away",
            distance_determines_steps(TRIPLES),
            Grid(n=3, full=5, priors=THREE),
        ),
    ),
)
