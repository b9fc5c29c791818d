"""The long draft (tailoring), section 4: the candidate set of the Beta-binomial system."""

from dpbi.language.words import n
from dpbi.ledger.claims import FLAT, Claim, Grid, Reading, Role, Severity
from statements.candidates import candidates_number_for, candidates_of_one_dataset

COUNTED = (
    "A dataset matters through its number c of ones, 0 <= c <= n, and different c give different "
    "parameters (alpha + c, beta + n - c), hence different posteriors."
)

rpost_set = Claim(
    id="tailoring.rpost-set",
    kind="definition",
    place="section 4, lines 164-168",
    lines=("tailoring:164-168",),
    statement=(
        "R_post is the set of the beta(alpha + Delta alpha, beta + n - Delta alpha) and has n + 1 "
        "elements."
    ),
    uses=("tailoring.posterior",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal-one-dataset",
            "with c the number of ones of the given observations x, the set has n + 1 elements",
            candidates_of_one_dataset(),
            Grid(n=4, priors=FLAT),
            catalogue="literal-daeqsum-x-i-of-the-fixed-x",
            role=Role.LITERAL,
            why="Line 164 gives one sequence x, and line 168 says that Delta alpha is the sum of "
            "its values, as in section 2.",
            repair="with Delta alpha ranging over 0, ..., n",
            note="the set as printed has one element, the posterior itself",
        ),
        Reading(
            "da-in-0-n",
            "with c from 0 to n the set has n + 1 elements",
            candidates_number_for(2, n + 1),
            Grid(n=12, full=100),
            catalogue=True,
            argument=COUNTED,
            role=Role.INTENDED,
            why="Line 168 counts n + 1 elements and has the posterior as one of them; the notes "
            "enumerate the posteriors of all datasets (their line 27).",
        ),
    ),
)

rpost_count = Claim(
    id="tailoring.rpost-count",
    kind="counting",
    place="section 4, line 168 (again line 514)",
    lines=("tailoring:168", "tailoring:514"),
    statement="With two categories there are n + 1 candidate posteriors.",
    uses=("tailoring.rpost-set",),
    readings=(
        Reading(
            "literal",
            "candidates of all datasets of n records over two categories number n + 1",
            candidates_number_for(2, n + 1),
            Grid(n=12, full=100),
            catalogue=True,
            argument=COUNTED,
            role=Role.LITERAL,
            why="Line 168 gives the number, and line 514 repeats it for the Beta-binomial system.",
            note="taken literally at one fixed x, the set-builder of line 166 has one element "
            "(tailoring.rpost-set)",
        ),
    ),
)
