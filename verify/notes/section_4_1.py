"""notes, section 4.1 and figure 1: where the local sensitivity is attained."""

from dpbi.ledger.claims import FLAT, MIXED, Claim, Grid, Reading
from dpbi.ledger.statements.experiments import largest_at_the_truth, smaller_elsewhere

attained_at_the_truth = Claim(
    id="notes.fig1",
    kind="experimental",
    place="figure 1 and notes lines 165, 182; tailoring figure 2",
    statement=(
        "Over all candidates r, the largest |H(BI(x), r) - H(BI(y'), r)| over neighbours y' occurs "
        "at r = BI(x)."
    ),
    readings=(
        Reading(
            "literal",
            "no candidate has a larger value than r = BI(x), for every prior, size and dataset",
            largest_at_the_truth(),
            Grid(n=3, full=6, priors=MIXED),
            catalogue=True,
            argument=(
                "H is a distance, so |H(x, r) - H(w, r)| <= H(x, w) for every r, and at r = x the "
                "left side is H(x, w)."
            ),
            note=(
                "The figure names neither prior nor dataset; certified on the grid, proved for all."
            ),
        ),
        Reading(
            "nowhere-else",
            "every other candidate has a smaller value",
            smaller_elsewhere(),
            Grid(n=4, priors=FLAT),
            repair="it is attained at r = BI(w) for the farthest neighbour w as well",
            note="H(x, w) - H(w, w) = H(x, w): the maximum never occurs at the truth alone.",
        ),
    ),
)
