"""The long draft (tailoring), sections 4.1.4 and 5.1: the improved Laplace mechanism."""

from dpbi.language.words import eps
from dpbi.ledger.claims import MIXED, Claim, Grid, Reading, Role, Severity, priors
from statements.neighbours import few_parameters_move
from statements.noised_counts import (
    CUT,
    absolute_value_is_a_count,
    binary_law_is,
    ternary_law_is,
)
from statements.privacy import loss_within

NO_PRIOR = Grid(n=5, full=10, priors=priors("1,1", "1,1,1"))
EPS = {"eps": ("1/100", "1", "8")}
LAPLACE = (
    "Two neighbours differ by one in at most two counts.  The released first k-1 coordinates are "
    "clamped floors of noisy counts, the last one is computed from them, so the loss is at most "
    "that of the noisy counts: the l1 distance of the first k-1 counts over the scale. "
)

improved = Claim(
    id="tailoring.improved",
    kind="algorithm",
    place="section 4.1.4, lines 222-230",
    lines=("tailoring:222-230",),
    statement=(
        "The improved mechanism has noise of scale 1/eps for two categories and 2/eps for more, "
        "and cuts counts as the baseline does."
    ),
    uses=("tailoring.laplace",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "floor",
            "two categories: the floor of the noised count, cut to [0, n]; scale 1/eps",
            binary_law_is("laplace-improved", eps),
            Grid(n=5, full=10, priors=priors("1,1"), values=EPS),
            catalogue=True,
            argument=CUT,
            role=Role.INTENDED,
            why="Line 228 has floor brackets at the same places, line 208 defines these, and line "
            "202 has the same release with them.",
        ),
        Reading(
            "three-categories",
            "three categories: two counts are noised with scale 2/eps and cut, the last one is "
            "what they leave, or 0",
            ternary_law_is("laplace-improved", eps / 2),
            Grid(n=2, full=3, priors=priors("1,1,1"), values=EPS),
            argument=CUT + "The noises are independent, and n - sum is whole and at most n, so "
            "cutting it is taking the larger of it and 0.",
            role=Role.INTENDED,
            why="Lines 228 and 230 print it for k categories, with floors; the claim is about both "
            "cases.",
        ),
        Reading(
            "absolute-value-bars",
            "with absolute values cut at n in place of floors the release has whole counts",
            absolute_value_is_a_count(),
            Grid(n=2),
            catalogue="literal-daplusy-0-n-absolute-value-bars-l224",
            role=Role.LITERAL,
            why="Line 224 prints bars, which are those of an absolute value.",
            repair="floor brackets in place of bars",
        ),
    ),
)

differ = Claim(
    id="tailoring.improved.differ2",
    kind="formula",
    place="section 4.1.4, line 220",
    lines=("tailoring:220",),
    statement=(
        "The posteriors of neighbours differ in at most two parameters, so that Delta BI <= 2."
    ),
    uses=("tailoring.adjacency", "tailoring.posterior"),
    readings=(
        Reading(
            "literal",
            "for every number of categories, prior and pair of neighbours",
            few_parameters_move(),
            Grid(n=3, full=5, priors=(*MIXED, *priors("1,1,1,1"))),
            catalogue=True,
            argument=(
                "Replacing a record takes one from a count and adds one to another, and leaves "
                "all other counts; the prior's parameters cancel."
            ),
            role=Role.LITERAL,
            why="Line 220 states it for the Dirichlet-multinomial model too.",
        ),
    ),
)

improved_enough = Claim(
    id="tailoring.improved.enough",
    kind="theorem",
    place="sections 4.1.4 (lines 222 and 232) and 5.1 (line 258)",
    statement=(
        "Laplace noise of scale Delta/eps is enough for eps-privacy with Delta the l1 sensitivity, "
        "and already with Delta = 1 for two categories and 2 for more."
    ),
    lines=("tailoring:222", "tailoring:232", "tailoring:258"),
    uses=("tailoring.delta-bi", "tailoring.improved.differ2", "tailoring.improved"),
    gaps={
        "tailoring.improved": (
            "That the parameters move by at most 2 gives noise of scale 2/eps; that 1/eps is "
            "enough for two categories needs that only one count is noised and the other computed."
        )
    },
    readings=(
        Reading(
            "baseline-dbieq2",
            "the baseline with Delta = 2",
            loss_within("laplace", sensitivity="defined"),
            NO_PRIOR,
            catalogue=True,
            argument=LAPLACE + "That is at most 2 / (2/eps) = eps (eps/2 for k = 2).",
            role=Role.LITERAL,
            why="Line 232 says it of the mechanism of section 4.1.3, whose Delta BI, as line 214 "
            "defines it, is 2.",
        ),
        Reading(
            "baseline-dimension",
            "the baseline with Delta = k, as it is said to grow with the dimension",
            loss_within("laplace", sensitivity="dimension"),
            NO_PRIOR,
            argument=LAPLACE + "That is eps/2 for k = 2 and at most 2/(k/eps) <= eps for k > 2.",
            role=Role.LITERAL,
            why="Line 216 lets the baseline's Delta grow with the dimension, so line 232 covers "
            "this too.",
        ),
        Reading(
            "improved",
            "the improved mechanism: Delta = 1 for k = 2, Delta = 2 for k >= 3",
            loss_within("laplace-improved"),
            NO_PRIOR,
            catalogue=True,
            argument=LAPLACE + "That is 1/(1/eps) for k = 2 and at most 2/(2/eps) for k >= 3.",
            role=Role.LITERAL,
            why="Lines 222 and 232 say it of the improved mechanism with these two scales.",
        ),
    ),
)
