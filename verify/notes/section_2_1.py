"""notes, section 2.1: the exponential mechanism with global sensitivity."""

from dpbi.ledger.claims import MIXED, Claim, Grid, Reading
from dpbi.ledger.statements.continuous import loss_within

exponential_private = Claim(
    id="notes.expmech.dp",
    kind="theorem",
    place="notes line 39",
    statement="The exponential mechanism calibrated to global sensitivity loses at most eps.",
    readings=(
        Reading(
            "literal",
            "with the global sensitivity of the prior and the size at hand, as line 37 defines it",
            loss_within("ehd", gs="true"),
            Grid(n=10, full=40, priors=MIXED),
            catalogue=True,
            argument=(
                "The size n is public, so all neighbours share one candidate set and one GS > 0. "
                "|H(x, r) - H(y, r)| <= GS for neighbours x, y and every r, so each weight "
                "exp(-eps H/(2 GS)) changes by a factor of at most e^(eps/2), hence the "
                "normaliser too, and a probability by at most e^eps."
            ),
        ),
    ),
)
