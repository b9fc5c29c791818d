"""notes, section 4.4, figures 7 and 8: the same over four categories, even and uneven data.

The captions give neither eps nor delta; see figures 5 and 6.
"""

from dpbi.ledger.claims import Claim, Reading, Role, Severity
from statements.contests import ContestScene, laplace_better, mean, near
from statements.plots import more_records

DELTAS = ("1/100000000", "1/1000", "4/5")
CAPTION = "4/5"
EVEN = ContestScene((1, 1, 1, 1), (20, 20, 20, 20))
EDGE = ContestScene((1, 1, 1, 1), (1, 1, 1, 77))
STEPS = ("notes.steps.equalH",)
CHOSEN = "eps = delta = 4/5, as in figures 3 and 4: this figure's caption gives neither"
EVERY_VALUE = "The draft speaks of one plot, and not of all eps and delta."
WHERE = "It says on which eps and delta the sentence would be right, and where its contrary."
MUCH_HIGHER = "The sentence adds that Laplace gives good answers with much higher probability."


figure_7 = Claim(
    id="notes.fig7",
    kind="experimental",
    place="figure 7 (notes line 196)",
    lines=("notes:196", "notes:241-244"),
    statement="Prior DL(1, 1, 1, 1), x = (20, 20, 20, 20): Laplace is clearly better.",
    uses=STEPS,
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "by-a-quarter-for-all-eps",
            "with exp(-eps H/(2 S)) and with exp(-eps H/S), delta = 4/5: 5/4 times the mean error "
            "of Laplace noise of scale 2/eps is below that of the mechanism, for all eps",
            check=laplace_better(EVEN, mean, ("1/10", CAPTION, "4"), (CAPTION,), factor="5/4"),
            repair="at eps = delta = 4/5",
            note="at eps = 4 the mechanism is the better one: not true without the 5/4 either",
            role=Role.COMPARISON,
            why=EVERY_VALUE,
        ),
        Reading(
            "at-the-values-of-figure-3",
            "the same at eps = delta = 4/5",
            check=laplace_better(EVEN, mean, (CAPTION,), (CAPTION,), factor="5/4", exhaustive=True),
            role=Role.LITERAL,
            why="The sentence is about the plot; a quarter is taken to be clear.",
            chosen=CHOSEN,
            catalogue="eps-2s-or-eps-s",
        ),
        Reading(
            "better-on-a-range",
            "the mean error of Laplace is smaller, by however little, at eps = 1/4, 1/2, 1 and "
            "delta = 10^-8, 4/5",
            check=laplace_better(
                EVEN, mean, ("1/4", "1/2", "1"), (DELTAS[0], CAPTION), exhaustive=True
            ),
            role=Role.COMPARISON,
            why=WHERE,
        ),
        Reading(
            "good-answers-much-likelier-2s",
            "with exp(-eps H/(2 S)), eps = delta = 4/5: an error of at most LS(x) is more than "
            "twice as likely under Laplace noise",
            check=laplace_better(
                ContestScene(EVEN.prior, EVEN.x, names=("mh-exp",)),
                near,
                (CAPTION,),
                (CAPTION,),
                factor="2",
                exhaustive=True,
            ),
            role=Role.LITERAL,
            why=MUCH_HIGHER,
            chosen=CHOSEN,
        ),
        Reading(
            "good-answers-much-likelier-s",
            "the same with exp(-eps H/S)",
            check=laplace_better(
                ContestScene(EVEN.prior, EVEN.x, names=("mh-s",)),
                near,
                (CAPTION,),
                (CAPTION,),
                factor="2",
                exhaustive=True,
            ),
            repair="likelier, but not twice: 0.0449 against 0.0411",
            note="beta with n + 1 = 81 as line 75 prints it; n + 1 counts the candidates of two "
            "categories, and with the 91881 that there are here it would be true (0.0050)",
            role=Role.LITERAL,
            why=MUCH_HIGHER,
            chosen=CHOSEN,
        ),
    ),
)

size_of_figure_7 = Claim(
    id="notes.fig7.size",
    kind="experimental",
    place="notes lines 192-198",
    statement=(
        "Laplace is better in figures 7 and 8, where the size is larger and the order higher."
    ),
    uses=("notes.fig5", "notes.fig6", "notes.fig7"),
    lines=("notes:196", "notes:198"),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "than-in-figure-6",
            "the 80 records of figure 7 are more than those of figure 6",
            more_records((20, 20, 20, 20), (20, 20, 20)),
            exhaustive=True,
            role=Role.LITERAL,
            why="Figure 6 is the one before.",
        ),
        Reading(
            "than-in-figure-5",
            "the 80 records of figure 7 are more than those of figure 5",
            more_records((20, 20, 20, 20), (49, 49)),
            exhaustive=True,
            role=Role.LITERAL,
            why="Figure 5 is the only one in which the text has the other mechanism ahead.",
            repair="the order is higher, 4 in place of 2, and the size smaller, 80 in place of 98",
        ),
    ),
)


figure_8 = Claim(
    id="notes.fig8",
    kind="experimental",
    place="figure 8 (notes line 198)",
    lines=("notes:198", "notes:250-253"),
    statement=(
        "Prior DL(1, 1, 1, 1), x = (1, 1, 1, 77): Laplace releases good answers with much higher "
        "probability."
    ),
    uses=STEPS,
    readings=(
        Reading(
            "both-for-all-eps",
            "with exp(-eps H/(2 S)) and with exp(-eps H/S), delta = 4/5: an error of at most LS(x) "
            "is more than twice as likely under Laplace noise of scale 2/eps, for all eps",
            check=laplace_better(EDGE, near, ("1/100", CAPTION, "8"), (CAPTION,), factor="2"),
            repair="at eps = 1/10, 4/5, 4",
            role=Role.COMPARISON,
            why=EVERY_VALUE,
        ),
        Reading(
            "both-at-the-values-of-figure-3",
            "the same at eps = delta = 4/5",
            check=laplace_better(EDGE, near, (CAPTION,), (CAPTION,), factor="2", exhaustive=True),
            role=Role.LITERAL,
            why="The sentence says it of the plot; twice is taken to be much.",
            chosen=CHOSEN,
            catalogue="both",
        ),
        Reading(
            "both-on-a-range",
            "the same with delta = 4/5 at eps = 1/10, 4/5, 4",
            check=laplace_better(
                EDGE, near, ("1/10", CAPTION, "4"), (CAPTION,), factor="2", exhaustive=True
            ),
            role=Role.COMPARISON,
            why=WHERE,
        ),
        Reading(
            "laplace-at-the-values-of-figure-3",
            "5/4 times the mean error of Laplace is below that of both at eps = delta = 4/5",
            check=laplace_better(EDGE, mean, (CAPTION,), (CAPTION,), factor="5/4", exhaustive=True),
            role=Role.LITERAL,
            why="The sentence also calls Laplace clearly better; a quarter is taken to be clear.",
            chosen=CHOSEN,
        ),
    ),
)
