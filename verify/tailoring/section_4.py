"""The long draft (tailoring), section 4: the candidate set of the Beta-binomial system."""

from dpbi.language.words import n
from dpbi.ledger.claims import Claim, Grid, Reading
from dpbi.ledger.statements.accuracy import candidates_number_for

rpost_count = Claim(
    id="tailoring.rpost-count",
    kind="counting",
    place="section 4, line 168 (again line 512)",
    statement="With two categories there are n + 1 candidate posteriors.",
    readings=(
        Reading(
            "literal",
            "candidates of all datasets of n records over two categories number n + 1",
            candidates_number_for(2, n + 1),
            Grid(n=12, full=100),
            catalogue=True,
            argument=(
                "A dataset matters through its number c of ones, 0 <= c <= n, and different c give "
                "different parameters (alpha + c, beta + n - c), hence different posteriors."
            ),
            note="taken literally at one fixed x, the set-builder of line 166 has one element",
        ),
    ),
)
