"""notes, section 4.1 and figure 1: where the local sensitivity is attained."""

from dpbi.ledger.claims import FLAT, MIXED, Claim, Grid, Reading, Role
from dpbi.ledger.statements.experiments import largest_at_the_truth, smaller_elsewhere
from dpbi.ledger.statements.local_sensitivity import (
    attained_at_the_dataset,
    local_sensitivity_is_a_distance,
    signed_at_the_dataset,
)

TRIANGLE = (
    "H is a distance, so |H(x, r) - H(y, r)| <= H(x, y) for every r, and at r = BI(x) the left "
    "side is H(x, y). "
)

reduction = Claim(
    id="notes.ls-reduction",
    kind="formula",
    place="notes line 165",
    statement=(
        "The local sensitivity, a maximum over neighbours y and candidates r, is the largest "
        "H(BI(x), BI(y)), and is attained at r = BI(x)."
    ),
    lines=("notes:165",),
    readings=(
        Reading(
            "value",
            "the maximum over y and r of |H(x, r) - H(y, r)| is the maximum over y of H(x, y)",
            local_sensitivity_is_a_distance(),
            Grid(n=3, priors=MIXED),
            role=Role.LITERAL,
            why="The first sentence says that the one maximum can be reduced to the other.",
            argument=TRIANGLE + "Take the largest over y on both sides.",
            catalogue=True,
        ),
        Reading(
            "attained-at-reqbi-x",
            "at r = BI(x) the maximum over y of |H(x, r) - H(y, r)| is the local sensitivity",
            attained_at_the_dataset(),
            Grid(n=4, priors=MIXED),
            role=Role.LITERAL,
            why="The second sentence says where the maximum happens.",
            argument=TRIANGLE + "Take the largest over y at r = BI(x).",
            catalogue=True,
        ),
        Reading(
            "only-at-reqbi-x",
            "every other candidate has a smaller value",
            smaller_elsewhere(),
            Grid(n=4, priors=FLAT),
            role=Role.STRAINED,
            why="That it always happens there does not say that it happens nowhere else.",
            catalogue=True,
            repair="at r = BI(x), and as well at r = BI(y) for the farthest neighbour y",
        ),
        Reading(
            "signed",
            "without absolute values: the maximum over y of H(x, x) - H(y, x) is that of H(y, x)",
            signed_at_the_dataset(),
            Grid(n=2, priors=FLAT),
            role=Role.STRAINED,
            why="The opening bars are missing and the closing bars are printed, so absolute "
            "values are meant.",
            repair="|H(x, x) - H(y, x)| in place of H(x, x) - H(y, x)",
        ),
    ),
)

attained_at_the_truth = Claim(
    id="notes.fig1",
    kind="experimental",
    place="figure 1 and notes lines 165, 182; tailoring figure 2",
    statement=(
        "Over all candidates r, the largest |H(BI(x), r) - H(BI(y'), r)| over neighbours y' occurs "
        "at r = BI(x)."
    ),
    uses=("notes.ls-reduction",),
    lines=("notes:165", "notes:182"),
    readings=(
        Reading(
            "literal",
            "no candidate has a larger value than r = BI(x), for every prior, size and dataset",
            largest_at_the_truth(),
            Grid(n=3, full=6, priors=MIXED),
            role=Role.LITERAL,
            why="The text says that the figure shows the maximum at r = BI(x), whatever was "
            "plotted.",
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
            role=Role.STRAINED,
            why="A maximum that occurs at the truth may occur elsewhere too.",
            repair="it is attained at r = BI(w) for the farthest neighbour w as well",
            note="H(x, w) - H(w, w) = H(x, w): the maximum never occurs at the truth alone.",
        ),
    ),
)
