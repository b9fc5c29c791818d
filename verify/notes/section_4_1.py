"""notes, section 4.1 and figure 1: where the local sensitivity is attained."""

from dpbi.ledger.claims import FLAT, MIXED, Claim, Grid, Reading, Role, Severity
from statements.sensitivities import (
    attained_at_the_dataset,
    local_sensitivity_is,
    local_sensitivity_is_a_distance,
    smaller_elsewhere,
)
from statements.shared_sentences import AT_THE_TRUTH, as_in
from statements.shared_steps import AT_R_X

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
    uses=("notes.ls",),
    readings=(
        Reading(
            "bar-missing-signed",
            "without absolute values: the maximum over y and r of H(x, r) - H(y, r) is the maximum "
            "over y of H(x, y)",
            local_sensitivity_is(signed=True),
            Grid(n=3, priors=MIXED),
            role=Role.LITERAL,
            why="The first bar is missing, as in line 49; without the bars the difference has a "
            "sign.",
            argument=TRIANGLE + "At the candidate r = BI(y) the difference is H(x, y) itself.",
            note="The slip is harmless here: the maximum is the same with and without the bars.",
        ),
        Reading(
            "value",
            "the maximum over y and r of |H(x, r) - H(y, r)| is the maximum over y of H(x, y)",
            local_sensitivity_is_a_distance(),
            Grid(n=3, priors=MIXED),
            role=Role.INTENDED,
            why="Line 37 has both bars in the same formula, and line 165 has the second one.",
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
    ),
)

at_the_truth = Claim(
    id="notes.ls-reduction.at-truth",
    kind="formula",
    place="notes line 165 (tailoring lines 807-809 have the same formula)",
    statement="At r = BI(x): LS(x) = max |H(x, x) - H(y, x)| = max H(y, x) over neighbours y.",
    lines=("notes:165",),
    uses=("notes.ls-reduction",),
    severity=Severity.MISPRINT,
    shared="local-sensitivity-at-the-truth",
    readings=as_in(
        AT_R_X,
        {
            "with-bars": {
                "why": "The closing bars are printed, and the global sensitivity of line 37 has "
                "both bars in the same formula."
            }
        },
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
    shared="largest-difference-at-the-truth",
    readings=as_in(
        AT_THE_TRUTH,
        {
            "literal": {
                "catalogue": True,
                "why": "The text says that the figure shows the maximum at r = BI(x), whatever was "
                "plotted.",
            },
        },
    ),
)
