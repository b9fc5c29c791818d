"""The long draft (tailoring), section 7.1: how the local sensitivity is computed (figure 2)."""

from dpbi.ledger.claims import FLAT, Claim, Grid, Reading, Role, Severity, priors
from statements.sensitivities import (
    local_sensitivity_as_meant,
    local_sensitivity_as_printed,
    smaller_elsewhere,
)
from statements.shared_sentences import AT_THE_TRUTH, as_in
from statements.shared_steps import AT_R_X

GRID = Grid(n=3, priors=priors("1,1", "1/3,5/7", "25,1/1000", "2,1,1/2"))
TRIANGLE = (
    "H is a distance, so |H(x, r) - H(y, r)| <= H(x, y) for every r, and at r = x the left side is "
    "H(x, y)."
)

reduction = Claim(
    id="tailoring.ls-reduction",
    kind="formula",
    place="section 7.1, line 805",
    statement=(
        "LS(x), the largest |H(y, r) - H(y, r)| over neighbours y and candidates r, is the largest "
        "H(x, y) over neighbours."
    ),
    lines=("tailoring:805",),
    uses=("tailoring.ls-def",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal-with-printed-h-x-h-x",
            "with |H(y, r) - H(y, r)| as printed, which is 0",
            local_sensitivity_as_printed(),
            GRID,
            catalogue=True,
            role=Role.LITERAL,
            why="Lines 805 and 194 print the same dataset in both terms of the difference.",
            repair="H(x, r) in place of the first H(y, r)",
        ),
        Reading(
            "repaired",
            "with |H(x, r) - H(y, r)|; it is attained at r = x",
            local_sensitivity_as_meant(),
            GRID,
            catalogue=True,
            role=Role.INTENDED,
            why="The line appeals to the triangle property, and the global sensitivity of line 182 "
            "and the display of line 809 compare two datasets.",
            argument=TRIANGLE,
        ),
        Reading(
            "reqbi-x-is-the-only-maximiser",
            "every other candidate has a smaller difference",
            smaller_elsewhere(),
            Grid(n=4, priors=FLAT),
            catalogue=True,
            role=Role.STRAINED,
            why="Line 807 says that the maximum is always achieved there, not that it is achieved "
            "nowhere else.",
            repair="it is attained at r = y for the farthest neighbour y as well",
        ),
    ),
)

at_the_truth = Claim(
    id="tailoring.ls-reduction.at-truth",
    kind="formula",
    place="section 7.1, lines 807-809 (notes line 165 has the same formula)",
    statement="At r = x: LS(x) = max |H(x, x) - H(y, x)| = max H(y, x) over neighbours y.",
    lines=("tailoring:807-809",),
    uses=("tailoring.ls-reduction",),
    severity=Severity.MISPRINT,
    shared="local-sensitivity-at-the-truth",
    readings=as_in(
        AT_R_X,
        {
            "with-bars": {
                "why": "The closing bars are printed, and lines 182 and 805 have absolute values."
            }
        },
    ),
)

figure_2 = Claim(
    id="tailoring.fig2",
    kind="experimental",
    place="section 7.1, lines 811-814 and figure 2",
    statement=(
        "Over all candidates r, the largest |H(x, r) - H(y, r)| over neighbours y is taken at "
        "r = x."
    ),
    lines=("tailoring:811-814",),
    uses=("tailoring.ls-reduction",),
    shared="largest-difference-at-the-truth",
    readings=as_in(
        AT_THE_TRUTH,
        {"literal": {"why": "The figure is said to show where the maximum is taken."}},
    ),
)
