"""The long draft (tailoring), section 7.2: the setting of the experiments, and figure 3."""

from dpbi.language.words import n, under
from dpbi.ledger.claims import FLAT, Claim, Grid, Reading, Role, Severity, Verdict, priors
from statements.arguments import argued, by_argument, outside
from statements.comparisons import (
    BALANCED,
    EXPONENT,
    likelier_than_the_baseline,
    split_exists_for_multiples,
    split_into_percent,
    split_is_most_balanced,
)
from statements.mean_errors import UNIFORM, AtEverySize

LARGE = AtEverySize(304)
PLOTS = (under(1, 1), BALANCED)
RISING = Grid(n=tuple(range(162, 301, 2)), priors=FLAT)

ORDER = (
    f"For n >= 302 the probability of the true posterior is {LARGE.smoothed()[1]}, against "
    f"(1 - e^(-1/2))/2 ({LARGE.noisy(2)[1]}) for the baseline and (1 - e^-1)/2 "
    f"({LARGE.noisy(1)[1]}) for the improved mechanism."
)
STEP = (
    "A neighbour is e^(-1/2) times as likely as the true posterior.  For n >= 302 the probability "
    f"of one step or none is {LARGE.smoothed_step()}, against (1 - q)(2 + q)/2 for floored noise: "
    f"{LARGE.noisy_step(2)} for the baseline, {LARGE.noisy_step(1)} for the improved mechanism."
)


def exact_in_between() -> bool:
    """The probability of no error lies between those of the two Laplace mechanisms."""
    middle = LARGE.smoothed()[1]
    low, high = LARGE.noisy(2)[1], LARGE.noisy(1)[1]
    return LARGE.local() and low.below(middle) and middle.below(high)


def step_in_between() -> bool:
    """The same for at most one step."""
    middle = LARGE.smoothed_step()
    low, high = LARGE.noisy_step(2), LARGE.noisy_step(1)
    return LARGE.local() and low.below(middle) and middle.below(high)


bins = Claim(
    id="tailoring.fig3.bins",
    kind="experimental",
    place="section 7.2.1, line 823",
    statement="Balanced data over three bins are split 33 %, 33 %, 34 %.",
    lines=("tailoring:823",),
    readings=(
        Reading(
            "literal",
            "the data behind figure 3 (b) are split exactly so",
            check=outside(
                "The draft gives neither these data nor their size; an exact split needs a size "
                "that is a multiple of 100 (exact-split), and how another size is rounded is not "
                "said."
            ),
            catalogue=True,
            role=Role.LITERAL,
            why="The line says how the data of the figure are split.",
        ),
        Reading(
            "exact-split",
            "data of n records have exactly this split if and only if n is a multiple of 100",
            split_exists_for_multiples(33, 33, 34),
            Grid(n=(1, 2, 3, 10, 50, 99, 100, 101, 200)),
            argument="33 n/100 is whole only if 100 divides n, 33 and 100 having no common "
            "factor; and then 33 n/100, 33 n/100 and 34 n/100 are counts that add up to n.",
            role=Role.COMPARISON,
            why="Ours: for which sizes the percentages can be exact.",
        ),
        Reading(
            "every-size",
            "data of every size have such a split",
            split_into_percent(33, 33, 34),
            Grid(n=(1, 2, 3, 10, 50, 99, 100, 101)),
            repair="n a multiple of 100",
            note="more than the draft says: it speaks of the data of one figure",
            role=Role.STRAINED,
            why="The line speaks of the data of one figure, not of data of every size.",
        ),
        Reading(
            "as-balanced-as-can-be",
            "data of any size so split are balanced: counts differ by at most one",
            split_is_most_balanced(33, 33, 34),
            Grid(n=(100, 200), priors=priors("1,1,1")),
            repair="n = 100",
            note="the draft calls this split balanced by definition",
            role=Role.COMPARISON,
            why="Ours: whether another data set of the same size would be more balanced.",
        ),
    ),
)

likely = Claim(
    id="tailoring.fig3",
    kind="experimental",
    place="section 7.2.1, lines 825-830 and figure 3 (a)",
    statement=(
        "With balanced data, eps = 1, delta = 10^-8, M_H releases near posteriors with larger "
        "probability than the baseline, and the improved Laplace mechanism with a larger one still."
    ),
    lines=("tailoring:825-830",),
    uses=("tailoring.fig3.bins",),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "pr-exact-large-n-2s",
            "Definitions 3 and 6, prior (1, 1): the true posterior itself, n large",
            check=by_argument(Verdict.HOLDS, exact_in_between, UNIFORM + ORDER, "even n >= 302"),
            catalogue=True,
            note="how large n was is not said; for Definition 3 it is so from n = 162 on, see "
            "pr-exact-from-162",
            role=Role.LITERAL,
            why="The smallest distance is 0, so the candidate is the true posterior; the curves "
            "compare probabilities of single distances.",
            chosen="n large (every even n >= 302): figure 3 gives no size",
        ),
        Reading(
            "pr-le1-step-large-n",
            "the same: the true posterior or one record away, n large",
            check=by_argument(Verdict.HOLDS, step_in_between, UNIFORM + STEP, "even n >= 302"),
            catalogue=True,
            role=Role.LITERAL,
            why="Candidates of smaller distance may be all those within a step, taken together.",
            chosen="n large (every even n >= 302): figure 3 gives no size",
        ),
        Reading(
            "pr-exact-from-162",
            "Definition 3, the true posterior itself, even n from 162 to 300",
            likelier_than_the_baseline("mh-exp", 0, *PLOTS, n >= 162, n <= 300, beta=EXPONENT),
            RISING,
            exhaustive=True,
            note="odd n have no balanced data",
            role=Role.COMPARISON,
            why="Ours: from which size on the order of the plot holds.",
        ),
        Reading(
            "small-n-sgtgtls-e-g-neq100-2s",
            "Definition 3 at n = 100, the true posterior itself",
            likelier_than_the_baseline("mh-exp", 0, *PLOTS, n.equals(100), beta=EXPONENT),
            Grid(n=(100,), priors=FLAT),
            catalogue=True,
            repair="n >= 162, where S(x) is nearer to LS(x); at n = 100 it is 1.7 times as large",
            role=Role.LITERAL,
            why="The same comparison at the size of the data (50, 50) of section 7.2.2.",
            chosen="n = 100: figure 3 gives no size; the smoothing exponent, made of eps, delta "
            "and n + 1 as in the notes: this draft does not say how delta enters",
        ),
        Reading(
            "small-n-harmonic",
            "Definition 6 at n = 100, the true posterior itself",
            likelier_than_the_baseline("mh", 0, *PLOTS, n.equals(100), gamma=1),
            Grid(n=(100,), priors=FLAT),
            exhaustive=True,
            role=Role.LITERAL,
            why="The same comparison for the mechanism of section 5.2.4, which line 834 names.",
            chosen="n = 100: figure 3 gives no size",
        ),
        Reading(
            "small-n-harmonic-two-steps",
            "Definition 6 at n = 100, at most two records away",
            likelier_than_the_baseline("mh", 2, *PLOTS, n.equals(100), gamma=1),
            Grid(n=(100,), priors=FLAT),
            repair="at most one record away in place of two",
            role=Role.COMPARISON,
            why="Ours: up to which distance the order of the single probabilities is also that of "
            "their sums.",
        ),
    ),
)

settings = Claim(
    id="tailoring.settings",
    kind="experimental",
    place="section 7.2.2, line 834",
    statement=(
        "All plots average 1000 runs at eps = 1 and delta = 10^-8 of the mechanisms of section "
        "5.2.4."
    ),
    lines=("tailoring:834",),
    readings=(
        Reading(
            "def-6-of-5-2-4-uses-delta",
            "the mechanism of section 5.2.4, Definition 6, depends on delta",
            check=argued(
                Verdict.FAILS,
                "The probabilities of Definition 6 are made of eps, u and S; S comes from Theorem "
                "5.1 with gamma = 1.  No delta occurs, so the mechanism is the same for each.  "
                "Lemma 5.6 gives it 2 eps-privacy without one.",
            ),
            catalogue=True,
            repair="Definition 3 with a smoothing exponent made of eps and delta, as the notes "
            "have it (between n + 1 and n in its formula the draft does not decide)",
            role=Role.STRAINED,
            why="The line sets delta for all experiments, but does not say that every mechanism in "
            "them uses it.",
        ),
        Reading(
            "raw-data",
            "each point is the average of 1000 runs",
            check=outside(
                "neither runs nor seeds are given; the exact means are computed in the claims "
                "below, and a plot can be compared with them only where it prints numbers"
            ),
            catalogue=True,
            role=Role.LITERAL,
            why="The line says how each plot was made.",
        ),
    ),
    uses=("tailoring.lemma-5.6", "tailoring.theorem-5.1"),
)
