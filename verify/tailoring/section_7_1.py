"""The long draft (tailoring), section 7.1: how the local sensitivity is computed (figure 2)."""

from dpbi.ledger.claims import FLAT, MIXED, Claim, Grid, Reading, Role, Severity, priors
from dpbi.ledger.statements import error_bounds as bounds
from dpbi.ledger.statements.experiments import largest_at_the_truth, smaller_elsewhere

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
        "LS(x), a maximum over neighbours and candidates, is the "
        "maximum of H(x, y) over neighbours."
    ),
    lines=("tailoring:805",),
    uses=("tailoring.ls-def",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal-with-printed-h-x-h-x",
            "with |H(y, r) - H(y, r)| as printed, which is 0",
            bounds.local_sensitivity_as_printed(),
            GRID,
            catalogue=True,
            role=Role.LITERAL,
            why="Lines 805 and 194 print the same dataset in both terms of the difference.",
            repair="H(x, r) in place of the first H(y, r)",
        ),
        Reading(
            "repaired",
            "with |H(x, r) - H(y, r)|; it is attained at r = x",
            bounds.local_sensitivity_as_meant(),
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
    place="section 7.1, lines 807-809",
    statement="At r = x: LS(x) = max |H(x, x) - H(y, x)| = max H(y, x) over neighbours y.",
    lines=("tailoring:807-809",),
    uses=("tailoring.ls-reduction",),
    readings=(
        Reading(
            "with-bars",
            "with absolute values",
            bounds.local_sensitivity_at_the_truth(bars=True),
            GRID,
            role=Role.LITERAL,
            why="The closing bars are printed, so absolute values are what the display has, as in "
            "lines 182 and 805.",
            argument="H(x, x) = 0 and H is symmetric and not negative; " + TRIANGLE,
        ),
        Reading(
            "signed",
            "without absolute values: max (H(x, x) - H(y, x)) = max H(y, x)",
            bounds.local_sensitivity_at_the_truth(bars=False),
            GRID,
            role=Role.STRAINED,
            why="The opening bars are missing, which nobody would read as no bars at all.",
            repair="|H(x, x) - H(y, x)| in place of H(x, x) - H(y, x)",
        ),
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
    readings=(
        Reading(
            "literal",
            "no candidate has a larger value than r = x, for every prior, size and dataset",
            largest_at_the_truth(),
            Grid(n=3, full=6, priors=MIXED),
            role=Role.LITERAL,
            why="The figure is said to show where the maximum is taken.",
            argument=TRIANGLE,
            note="the figure names neither prior nor dataset; it is so for all",
        ),
        Reading(
            "nowhere-else",
            "every other candidate has a smaller value",
            smaller_elsewhere(),
            Grid(n=4, priors=FLAT),
            role=Role.STRAINED,
            why="The text says where the maximum is taken, not that it is taken nowhere else.",
            repair="it is attained at r = y for the farthest neighbour y as well",
        ),
    ),
)
