"""notes, section 4.4, figures 5 and 6: the exponential mechanism against the Laplace mechanism.

The captions name prior and dataset, and neither eps nor delta, on which the order of the mechanisms
depends.  The draft's sentences are decided at eps = delta = 4/5, the values of figures 3 and 4, and
nowhere else; beside that stands what is so for all eps and delta and on which ranges.
"""

from fractions import Fraction

from dpbi.language import Formula
from dpbi.language.expr import num
from dpbi.language.words import d, delta, eps, n, s, x
from dpbi.ledger.claims import FLAT, Claim, Grid, Reading, Role, Severity, priors
from dpbi.mechanisms.exponential import smoothing_exponent
from statements.contests import (
    ContestScene,
    Stretch,
    laplace_better,
    mean,
    smooth_mechanism_is,
)
from statements.experiments import (
    baseline,
    good_more_often,
    less_but_not_by_much,
    less_on_average,
    mean_error,
    mean_error_of_counts,
    nearer_at_every_distance,
    shown_at,
)

BETA = smoothing_exponent(n + 1)
TWO_S, ONE_S = mean_error("mh-exp", beta=BETA), mean_error("mh-s-exp", beta=BETA)
LAPLACE, HALF_LAPLACE = baseline(), mean_error_of_counts("laplace-improved")

EPSILONS = ("1/100", "1/10", "1/3", "1/2", "4/5", "1", "2", "4", "8")
DELTAS = ("1/100000000", "1/1000", "4/5")
FEW = {"eps": ("1", "4"), "delta": ("1/100000000", "4/5")}
CAPTION = "4/5"
FIGURE_3 = [eps.equals(num(CAPTION)), delta.equals(num(CAPTION))]
CAPTIONED = {"eps": (CAPTION,), "delta": (CAPTION,)}
WIDE = {"eps": EPSILONS, "delta": DELTAS}
LARGE_DELTA = delta.equals(num(CAPTION))

FIGURE_5 = shown_at((1, 1), (49, 49))
FIGURE_6 = shown_at((1, 1, 1), (20, 20, 20))
PAIR = ContestScene((1, 1), (49, 49), names=("mh-exp",))
PAIR_S = ContestScene((1, 1), (49, 49), names=("mh-s",))
HALF_PAIR_S = ContestScene((1, 1), (49, 49), numerator=1, names=("mh-s",))
TRIPLE = ContestScene((1, 1, 1), (20, 20, 20), names=("mh-exp",))
TRIPLE_S = ContestScene((1, 1, 1), (20, 20, 20), names=("mh-s",))
FLAT_TRIPLE = priors("1,1,1")
STEPS = ("notes.steps.equalH",)
CHOSEN = "eps = delta = 4/5, as in figures 3 and 4: this figure's caption gives neither"
DEFINED = "The mechanism is that of Definition 2.1, the noise that of section 3.1."
DISPLAYED = "The display of line 188, which is what was plotted, has S in place of 2 S."
ONE_OVER = "The notes' Laplace noise has scale 2/eps; scale 1/eps occurs in later drafts only."
EVERY_VALUE = "The draft speaks of one plot, and not of all eps and delta."
GOOD_AND_BAD = "The sentence adds that good answers are likelier and bad ones less likely."
WHERE = "It says on which eps and delta the sentence would be right, and where its contrary."
TENTHS = tuple(str(Fraction(i, 10)) for i in range(2, 27))


def at_49(name: str, statement: str, formula: Formula, repair: str) -> Reading:
    """A reading of figure 5 over the wide grid of eps and delta."""
    grid = Grid(n=(98,), priors=FLAT, values=WIDE)
    return Reading(
        name, statement, formula, grid, role=Role.COMPARISON, why=EVERY_VALUE, repair=repair
    )


AT_49 = Grid(n=(98,), priors=FLAT, values=CAPTIONED)
AT_20 = Grid(n=(60,), priors=FLAT_TRIPLE, values=CAPTIONED)


def within_one_step(mechanism: str) -> Formula:
    """Figure 5 at eps = delta = 4/5: an error of at most LS(x) is likelier than under Laplace."""
    given = [*FIGURE_5, *FIGURE_3]
    return good_more_often(mechanism, "laplace", BETA, given)


def as_figure_3_at_49(
    name: str, listed: str, statement: str, formula: Formula, repair: str = "", *, fair: bool = True
) -> Reading:
    """A reading of figure 5 at eps = delta = 4/5."""
    return Reading(
        name,
        statement,
        formula,
        AT_49,
        exhaustive=True,
        role=Role.LITERAL if fair else Role.STRAINED,
        why=(DEFINED if "2s" in name else DISPLAYED) if fair else ONE_OVER,
        chosen=CHOSEN,
        repair=repair,
        catalogue=listed,
    )


figure_5 = Claim(
    id="notes.fig5",
    kind="experimental",
    place="figure 5 (notes lines 192, 228)",
    lines=("notes:192", "notes:225-228"),
    statement="Prior DL(1, 1), x = (49, 49): the exponential mechanism is better than Laplace.",
    uses=STEPS,
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        at_49(
            "eps-2s-for-all-eps-and-delta",
            "the mechanism of Definition 2.1 has a smaller mean error than Laplace noise of scale "
            "2/eps, for all eps and delta",
            less_on_average(TWO_S, LAPLACE, FIGURE_5),
            "for eps >= 8/5 and delta >= 10^-8, for eps >= 5/4 and delta >= 1/1000, and for "
            "eps <= 1/25; the contrary is true for 1/20 <= eps <= 6/5 and delta <= 4/5",
        ),
        Reading(
            "eps-2s-by-range-of-eps",
            "the same, and its contrary, on the ranges of eps and delta named in the domain",
            check=smooth_mechanism_is(
                PAIR,
                "mh-exp",
                Stretch(True, None, "1/25", "1/100000000"),
                Stretch(False, "1/20", "6/5", "4/5"),
                Stretch(True, "5/4", None, "1/1000"),
                Stretch(True, "8/5", None, "1/100000000"),
            ),
            role=Role.COMPARISON,
            why=WHERE,
        ),
        as_figure_3_at_49(
            "eps-2s-at-the-values-of-figure-3",
            "m-h-with-eps-2s-vs-lap-2-eps-e-h",
            "the mechanism of Definition 2.1 has a smaller mean error than Laplace noise of scale "
            "2/eps, at eps = delta = 4/5",
            less_on_average(TWO_S, LAPLACE, [*FIGURE_5, *FIGURE_3]),
            "the contrary: 0.2208 against 0.1726",
        ),
        at_49(
            "eps-s-for-all-eps-and-delta",
            "with exp(-eps H/S) a smaller mean error than Laplace noise of scale 2/eps, for all "
            "eps and delta",
            less_on_average(ONE_S, LAPLACE, FIGURE_5),
            "for eps >= 1 and delta >= 10^-8, for eps >= 17/50 and delta >= 4/5, and for "
            "eps <= 1/25; the contrary is true for 3/50 <= eps <= 8/25 and delta <= 4/5",
        ),
        Reading(
            "eps-s-by-range-of-eps",
            "the same, and its contrary, on the ranges of eps and delta named in the domain",
            check=smooth_mechanism_is(
                PAIR_S,
                "mh-s",
                Stretch(True, None, "1/25", "1/100000000"),
                Stretch(False, "3/50", "8/25", "4/5"),
                Stretch(True, "17/50", None, "4/5"),
                Stretch(True, "1", None, "1/100000000"),
            ),
            role=Role.COMPARISON,
            why=WHERE,
        ),
        as_figure_3_at_49(
            "eps-s-at-the-values-of-figure-3",
            "m-h-with-eps-s-formula-of-l188",
            "with exp(-eps H/S) a smaller mean error than Laplace noise of scale 2/eps, at eps = "
            "delta = 4/5",
            less_on_average(ONE_S, LAPLACE, [*FIGURE_5, *FIGURE_3]),
        ),
        as_figure_3_at_49(
            "vs-lap-1-eps-at-the-values-of-figure-3",
            "vs-lap-1-eps",
            "with exp(-eps H/S) a smaller mean error than Laplace noise of scale 1/eps, at eps = "
            "delta = 4/5",
            less_on_average(ONE_S, HALF_LAPLACE, [*FIGURE_5, *FIGURE_3]),
            fair=False,
        ),
        Reading(
            "vs-lap-1-eps-for-all-eps",
            "the same with delta = 4/5, for all eps",
            less_on_average(ONE_S, HALF_LAPLACE, [*FIGURE_5, LARGE_DELTA]),
            Grid(n=(98,), priors=FLAT, values={"eps": EPSILONS, "delta": (CAPTION,)}),
            repair=(
                "for eps >= 16/25 and for eps <= 1/50; the contrary is true for 1/25 <= eps <= 3/5"
            ),
            role=Role.COMPARISON,
            why=EVERY_VALUE,
        ),
        Reading(
            "vs-lap-1-eps-by-range-of-eps",
            "the same, and its contrary, on the ranges of eps and delta named in the domain",
            check=smooth_mechanism_is(
                HALF_PAIR_S,
                "mh-s",
                Stretch(True, None, "1/50", "4/5"),
                Stretch(False, "1/25", "3/5", "4/5"),
                Stretch(True, "16/25", None, "4/5"),
            ),
            role=Role.COMPARISON,
            why=WHERE,
        ),
        Reading(
            "good-answers-likelier",
            "with exp(-eps H/S) at eps = delta = 4/5: an error of at most LS(x) is more likely "
            "than under Laplace noise of scale 2/eps",
            within_one_step("mh-s-exp"),
            AT_49,
            exhaustive=True,
            role=Role.LITERAL,
            why=GOOD_AND_BAD,
            chosen=CHOSEN,
        ),
        Reading(
            "good-answers-likelier-2s",
            "the same with exp(-eps H/(2 S))",
            within_one_step("mh-exp"),
            AT_49,
            exhaustive=True,
            repair="the contrary: 0.4215 against 0.4402",
            role=Role.LITERAL,
            why=GOOD_AND_BAD,
            chosen=CHOSEN,
        ),
        Reading(
            "bad-answers-less-likely",
            "with exp(-eps H/S) at eps = delta = 4/5: for every dataset s an error of at most "
            "H(x, s) is at least as likely as under Laplace noise of scale 2/eps",
            nearer_at_every_distance("mh-s-exp", "laplace", BETA, [*FIGURE_5, *FIGURE_3]),
            AT_49,
            exhaustive=True,
            repair="for every s within 19 records of x",
            role=Role.LITERAL,
            why=GOOD_AND_BAD,
            chosen=CHOSEN,
        ),
        Reading(
            "likelier-within-19-records",
            "the same for every dataset s within 19 records of x",
            nearer_at_every_distance(
                "mh-s-exp", "laplace", BETA, [*FIGURE_5, *FIGURE_3, d(x, s) <= 19]
            ),
            AT_49,
            exhaustive=True,
            role=Role.COMPARISON,
            why="It says how far the probabilities are in the order that the draft names.",
        ),
    ),
)

figure_6 = Claim(
    id="notes.fig6",
    kind="experimental",
    place="figure 6 (notes line 194)",
    lines=("notes:194", "notes:233-236"),
    statement=(
        "Prior DL(1, 1, 1), x = (20, 20, 20): Laplace is better to some extent, not significantly."
    ),
    uses=STEPS,
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "eps-2s-for-all-eps-and-delta",
            "with exp(-eps H/(2 S)): Laplace noise of scale 2/eps has a smaller mean error, for "
            "all eps and delta",
            less_on_average(LAPLACE, TWO_S, FIGURE_6),
            Grid(n=(60,), priors=FLAT_TRIPLE, values={"eps": ("4",), "delta": (CAPTION,)}),
            repair="at eps = 1/5, 3/10, .., 13/5 and the same deltas",
            role=Role.COMPARISON,
            why=EVERY_VALUE,
        ),
        Reading(
            "eps-2s-on-a-range",
            "the same at eps = 1/5, 3/10, .., 13/5 and delta = 10^-8, 1/1000, 4/5",
            check=laplace_better(TRIPLE, mean, TENTHS, DELTAS, exhaustive=True),
            role=Role.COMPARISON,
            why=WHERE,
        ),
        Reading(
            "eps-2s-not-significantly",
            "with exp(-eps H/(2 S)): where its mean error is smaller, it is so by at most a fifth",
            less_but_not_by_much(LAPLACE, TWO_S, "1/5", FIGURE_6),
            Grid(n=(60,), priors=FLAT_TRIPLE, values={**FEW, "eps": ("1",)}),
            repair="at eps = 1 and delta = 10^-8 it is smaller by more than half",
            role=Role.COMPARISON,
            why=EVERY_VALUE,
        ),
        Reading(
            "eps-s-for-all-eps",
            "with exp(-eps H/S) and delta = 4/5: Laplace noise of scale 2/eps has a smaller mean "
            "error, for all eps",
            less_on_average(LAPLACE, ONE_S, [*FIGURE_6, LARGE_DELTA]),
            Grid(n=(60,), priors=FLAT_TRIPLE, values={"eps": ("1",), "delta": (CAPTION,)}),
            repair="at eps = 1/5, 3/10, 2/5, 1/2, 3/5",
            role=Role.COMPARISON,
            why=EVERY_VALUE,
        ),
        Reading(
            "eps-2s-at-the-values-of-figure-3",
            "with exp(-eps H/(2 S)): a smaller mean error at eps = delta = 4/5",
            less_on_average(LAPLACE, TWO_S, [*FIGURE_6, *FIGURE_3]),
            AT_20,
            exhaustive=True,
            role=Role.LITERAL,
            why=DEFINED,
            chosen=CHOSEN,
            catalogue="eps-2s",
        ),
        Reading(
            "eps-s-on-a-range",
            "with exp(-eps H/S) and delta = 4/5: a smaller mean error at eps = 1/5, 3/10, 2/5, "
            "1/2, 3/5",
            check=laplace_better(TRIPLE_S, mean, TENTHS[:5], (CAPTION,), exhaustive=True),
            role=Role.COMPARISON,
            why=WHERE,
        ),
        Reading(
            "eps-s-at-the-values-of-figure-3",
            "with exp(-eps H/S): a smaller mean error at eps = delta = 4/5",
            less_on_average(LAPLACE, ONE_S, [*FIGURE_6, *FIGURE_3]),
            AT_20,
            exhaustive=True,
            repair="the contrary: 0.3981 against 0.3517",
            note="beta with n + 1 = 61 as line 75 prints it; n + 1 counts the candidates of two "
            "categories, and with the 1891 that there are here it would be true (0.50)",
            role=Role.LITERAL,
            why=DISPLAYED,
            chosen=CHOSEN,
            catalogue="eps-s-deltaeq-8",
        ),
    ),
)
