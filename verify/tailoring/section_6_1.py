"""The long draft (tailoring), section 6.1: accuracy of the exponential mechanism."""

from dpbi.ledger.claims import MIXED, Claim, Grid, Reading, priors
from dpbi.ledger.statements.accuracy import (
    far_event_is_bounded,
    far_event_is_bounded_at_candidates,
    near_event_is_bounded,
    near_event_is_bounded_by_the_best,
    near_event_of_the_opposite_mechanism_is_bounded,
)

GRID = Grid(
    n=2,
    full=5,
    priors=priors("1,1", "2,1", "1/3,5/7", "25,1/1000", "1,1,1"),
    values={"c": ("-1", "-1/2", "-1/10", "0", "1/2"), "eps": ("1/100", "1", "8")},
)

FAR = (
    "Each of the at most |R| outcomes with -H <= c has weight at most exp(eps c / (2 GS)), and the "
    "sum of all weights is at least that of x, which is 1."
)

accuracy = Claim(
    id="tailoring.6.1.1",
    kind="theorem",
    place="section 6.1.1, line 757 (used in line 493)",
    statement=(
        "P(u <= c) <= |R| exp(eps c / (2 GS)) / (|R_opt| exp(eps OPT / (2 GS))) for the "
        "exponential mechanism with utility u."
    ),
    readings=(
        Reading(
            "ueq-h",
            "u = -H: OPT = 0 is attained once, and P(H >= -c) <= |R| exp(eps c / (2 GS))",
            far_event_is_bounded(),
            GRID,
            catalogue=True,
            argument=FAR,
        ),
        Reading(
            "ueq-h-at-candidates",
            "the same with -c the distance of a candidate",
            far_event_is_bounded_at_candidates(),
            Grid(n=2, full=5, priors=MIXED, values={"eps": ("1/100", "1", "8")}),
            argument=FAR,
        ),
        Reading(
            "ueqplush",
            "u = +H, as section 5.2 has it, with one best answer, of utility OPT = 0, as line 497 "
            "uses it, for the mechanism of section 4.1.1: P(H <= c) <= |R| exp(eps c / "
            "(2 GS))",
            near_event_is_bounded(),
            GRID,
            catalogue=True,
            argument=(
                "For c >= 0 the right side is at least |R| >= 1; for c < 0 no candidate has H <= c."
            ),
            note="true but empty: it says nothing about large errors",
        ),
        Reading(
            "ueqplush-opt-the-largest",
            "u = +H with OPT the largest distance and R_opt the farthest candidates, for the "
            "mechanism of section 4.1.1",
            near_event_is_bounded_by_the_best(),
            GRID,
            repair="OPT = 0 (ueqplush), or the mechanism whose weights grow with H "
            "(ueqplush-own-mechanism)",
            note="not the draft's: it takes OPT = 0",
        ),
        Reading(
            "ueqplush-own-mechanism",
            "u = +H with OPT the largest distance, for the mechanism whose weights are "
            "exp(+eps H / (2 GS))",
            near_event_of_the_opposite_mechanism_is_bounded(),
            GRID,
            argument=(
                "Each of the at most |R| outcomes with H <= c has weight at most exp(eps c / (2 "
                "GS)), and |R_opt| of the weights are exp(eps OPT / (2 GS))."
            ),
        ),
    ),
)
