"""The long draft (tailoring), section 4.2: the candidate set of the Dirichlet system."""

from dpbi.language.words import binomial, k, n
from dpbi.ledger.claims import Claim, Grid, Reading
from dpbi.ledger.statements.accuracy import candidates_number, candidates_number_for

GRID = Grid(n=6, full=15, values={"k": ("2", "3", "4", "5")})

count_dirichlet = Claim(
    id="tailoring.count-dirichlet",
    kind="counting",
    place="section 4.2, line 252",
    statement="Over m categories there are C(n+1, m-1) candidate posteriors.",
    uses=("tailoring.rpost-count",),
    readings=(
        Reading(
            "literal",
            "for every m >= 2 and n",
            candidates_number(binomial(n + 1, k - 1)),
            GRID,
            catalogue=True,
            repair="C(n + m - 1, m - 1), which agrees for m = 2 only",
            note="the draft calls the number of categories k elsewhere and never defines m",
        ),
        Reading(
            "c-nplusm-1-m-1",
            "repaired: C(n + m - 1, m - 1)",
            candidates_number(binomial(n + k - 1, k - 1)),
            GRID,
            catalogue=True,
            argument=(
                "Count vectors are the ways to put m - 1 bars among n stars, and different vectors "
                "give different parameters."
            ),
        ),
        Reading(
            "meq2",
            "for m = 2",
            candidates_number_for(2, binomial(n + 1, 1)),
            GRID,
            catalogue=True,
            argument="C(n + 1, 1) = n + 1, one candidate for each number of ones from 0 to n.",
        ),
    ),
)
