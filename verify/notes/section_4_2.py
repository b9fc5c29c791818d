"""notes, section 4.2 and figure 2: four algorithms on two sizes."""

from dpbi.language.words import n, under
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, priors
from dpbi.mechanisms.exponential import smoothing_exponent
from statements.arguments import outside
from statements.contests import laplace_better_everywhere
from statements.experiments import mean_error, ordered
from statements.plots import has_categories

PRIOR, SHAPE = priors("7,4"), under(7, 4)
SMOOTH = mean_error("mh-exp", beta=smoothing_exponent(n + 1))
LOCAL, GLOBAL = mean_error("ehdl"), mean_error("ehd", gs="true")
VALUES = {"eps": ("1/3", "1/2", "8"), "delta": ("1/100000000", "4/5")}
SCALED = (
    "All three draw from the same candidates with weights exp(-t H), t = eps/(2 sensitivity), and "
    "the mean of H has derivative -Var H <= 0 in t. "
)
"""Why the mechanisms are ordered as their sensitivities are."""

four_algorithms = Claim(
    id="notes.fig2",
    kind="experimental",
    place="figure 2 (notes lines 169 and 201-205)",
    statement=(
        "The errors of four algorithms for prior beta(7, 4), n = 500 and 300, eps = 1/2: "
        "Laplace, and exponential with global, local and smooth sensitivity."
    ),
    lines=("notes:169", "notes:201-205"),
    claims_nothing=(
        "The passage says that two plots show the errors of four algorithms, and nothing of their "
        "size or order."
    ),
    readings=(
        Reading(
            "figure",
            "what the two plots show",
            check=outside(
                "The text says that the plots show the accuracy of four algorithms and nothing of "
                "which is better; the plots and their dataset are not in the draft's text. The "
                "errors themselves can be computed for any dataset; there is no statement about "
                "them to compare with."
            ),
            role=Role.LITERAL,
            why="It is all that the passage says of the plots.",
            catalogue=True,
        ),
        Reading(
            "smooth-at-most-global",
            "the mean error with smooth sensitivity is at most that with global sensitivity, for "
            "every dataset, n, eps and delta; prior beta(7, 4)",
            ordered(SMOOTH, GLOBAL, [SHAPE]),
            role=Role.COMPARISON,
            why="The draft does not order the four; the reading does, where it can be proved.",
            grid=Grid(n=6, full=20, priors=PRIOR, values=VALUES),
            argument=SCALED + "S(x) is at most GS, as every LS(y) e^(-beta d) is.",
        ),
        Reading(
            "local-at-most-smooth",
            "the mean error with local sensitivity is at most that with smooth sensitivity, for "
            "every dataset, n, eps and delta; prior beta(7, 4)",
            ordered(LOCAL, SMOOTH, [SHAPE]),
            role=Role.COMPARISON,
            why="The draft does not order the four; the reading does, where it can be proved.",
            grid=Grid(n=6, full=20, priors=PRIOR, values=VALUES),
            argument=SCALED + "S(x) is at least LS(x), its term for y = x.",
        ),
        Reading(
            "laplace-at-most-local",
            "Laplace noise of scale 2/eps has a smaller mean error than the mechanism with local "
            "sensitivity, for every dataset, n = 300 and 500, eps = 1/2",
            check=laplace_better_everywhere((7, 4), (300, 500), "1/2", "ehdl"),
            role=Role.COMPARISON,
            why="The draft does not order the four; the reading does, at the figure's sizes.",
            note="So Laplace is the best of the four, by the two readings above.",
        ),
    ),
)

model_of_figure_3 = Claim(
    id="notes.fig3.model",
    kind="definition",
    place="notes line 171, captions of figures 3 and 4 (lines 212 and 220)",
    statement="Figure 3 extends the beta case of figure 2 to the Bernoulli distribution.",
    lines=("notes:171", "notes:175", "notes:212", "notes:220"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "bernoulli",
            "to the Bernoulli distribution: the prior DL(7, 4, 5) of figure 3 has two categories",
            has_categories(2, 7, 4, 5),
            Grid(priors=priors("7,4,5")),
            role=Role.LITERAL,
            why="The text names the Bernoulli distribution, whose variable has two values.",
            repair="the Dirichlet distribution in place of the Bernoulli distribution",
        ),
        Reading(
            "dirichlet",
            "to the Dirichlet distribution: that prior has three categories",
            has_categories(3, 7, 4, 5),
            Grid(priors=priors("7,4,5")),
            exhaustive=True,
            role=Role.INTENDED,
            why="The captions of figures 3 and 4 name a Dirichlet prior, and figure 2 already has "
            "Bernoulli data with a beta prior.",
        ),
    ),
)
