"""The long draft (tailoring), section 4.2: whose smooth sensitivity it is."""

from dpbi.ledger.claims import MIXED, Claim, Grid, Reading, Role
from statements.smoothness import (
    exponential_is_a_smooth_upper_bound,
    harmonic_is_a_smooth_upper_bound,
    harmonic_is_exponential,
)

cited_definition = Claim(
    id="tailoring.smooth-def-cite",
    kind="reference",
    place="section 4.2, line 246; equation (1) (line 242), equation (4) (line 656)",
    lines=("tailoring:246",),
    statement="The smooth sensitivity S(x) is the one that [11] defines.",
    uses=("tailoring.def-3",),
    readings=(
        Reading(
            "def-3-eq-1",
            "equation (1) over all datasets has the two properties of a smooth upper bound in "
            "[11]: LS <= S, and S(x) <= e^gamma S(y) for neighbours",
            exponential_is_a_smooth_upper_bound(),
            Grid(n=4, full=8, priors=MIXED),
            catalogue=True,
            argument=(
                "LS <= S by y = x; e^(-gamma d) changes by at most e^gamma per record, so S does."
            ),
            role=Role.LITERAL,
            why="Line 246 says it of the S of Definition 3, which is equation (1).",
            note="[11] characterises its maximum as the smallest S with both properties, which "
            "the formula does not say, being about one S; it is so: d(x, y) replacements lead from "
            "x to y, so any B with both has B(x) >= e^(-gamma d(x, y)) B(y) >= LS(y) e^(-gamma "
            "d(x, y)) for every y, hence B >= S.  Line 252 lets y range over the neighbours of x "
            "only, which is not smooth; the definition of [11] (2.1 and 2.2) is not restated in "
            "the draft",
        ),
        Reading(
            "def-6-eq-4",
            "equation (4) with gamma = 1 is equation (1) with the same gamma",
            harmonic_is_exponential(1),
            Grid(n=6, priors=MIXED),
            catalogue=True,
            role=Role.STRAINED,
            why="Line 246 comes before equation (4), which section 5.2.4 introduces as another "
            "notion without citing [11].",
            repair="<= in place of =: equation (4) is a smooth upper bound in the sense of [11], "
            "of which equation (1) is the smallest",
        ),
        Reading(
            "def-6-is-a-smooth-upper-bound",
            "equation (4) has LS <= S and S(x) <= e^gamma S(y) for neighbours",
            harmonic_is_a_smooth_upper_bound(),
            Grid(n=4, full=8, priors=MIXED),
            argument=(
                "1/S(y) - 1/S(x) <= gamma (tailoring.theorem-5.1), so S(x) / S(y) <= 1 + gamma "
                "S(x) <= 1 + gamma <= e^gamma, as S <= max LS <= 1."
            ),
            role=Role.COMPARISON,
            why="How the S of Definition 6 is related to the notion of [11]; the draft does not "
            "say.",
        ),
    ),
)
