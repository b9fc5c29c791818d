"""notes, section 3.1, second sentence: a bound "based on H distance"."""

from dpbi.ledger.claims import TWO, Claim, Grid, Reading, Role, Severity
from statements.arguments import meaningless
from statements.experiments import missed_by_more_than_the_noise

TAILS = {"g": ("1/10", "1/2", "99/100"), "eps": ("1/3", "4", "8")}
STEPS = (
    "One count is noised. |Y| <= ln(1/g) 2/eps =: T with probability 1 - g. Then floor(Y) lies "
    "between -ceil(T) and T, and clamping to [0, n] does not lengthen the way from a count inside: "
    "the release is within ceil(T) replaced records of x, so no farther than the farthest such "
    "dataset. "
)

bound_on_distance = Claim(
    id="notes.laplace-H",
    kind="qualitative",
    place="notes line 153",
    statement="The l1 bound of the Laplace mechanism gives one based on Hellinger distance.",
    uses=("notes.laplace-l1", "notes.laplace-chain1", "notes.laplace-chain2"),
    lines=("notes:153",),
    severity=Severity.PROOF_BROKEN,
    no_repair="The display has no distance in it; a bound on the distance is another theorem.",
    readings=(
        Reading(
            "literal",
            "the display that follows is that bound",
            check=meaningless(
                "No Hellinger distance occurs in the display (notes line 155): it compares the l1 "
                "norm and the largest absolute error of the noisy counts with m ln(m/g) 2/eps. "
                "There is no bound on H to decide."
            ),
            role=Role.LITERAL,
            why="The sentence announces a bound on the distance, and the display is all that "
            "follows it.",
            catalogue=True,
        ),
        Reading(
            "one-noisy-count",
            "two categories, one count noised: with probability at least 1 - g the error is at "
            "most the largest H within ceil(ln(1/g) 2/eps) replaced records",
            missed_by_more_than_the_noise(1),
            role=Role.COMPARISON,
            why="A theorem of ours: the bound on the distance that the tail of one noisy count "
            "gives.",
            grid=Grid(n=4, full=8, priors=TWO, values=TAILS),
            argument=STEPS,
        ),
        Reading(
            "with-the-threshold-of-the-display",
            "the same within ceil(2 ln(2/g) 2/eps) replaced records, m = 2 in the display",
            missed_by_more_than_the_noise(2),
            role=Role.COMPARISON,
            why="It takes the threshold of the draft's display where the smaller one suffices.",
            grid=Grid(n=4, full=8, priors=TWO, values=TAILS),
            argument=STEPS + "As 2 ln(2/g) > ln(1/g), more records only widen the set.",
        ),
    ),
)
