"""The long draft (tailoring), section 8: conclusions."""

from fractions import Fraction

from dpbi.language.words import n, under
from dpbi.ledger.claims import FLAT, Claim, Grid, Reading, Role, Severity, Verdict
from statements.arguments import argued, both, by_argument, outside, with_argument
from statements.comparisons import BALANCED, BASELINE, EXPONENTIAL_2S, HARMONIC_2S
from statements.experiments import less_on_average
from statements.mean_errors import BASELINE as BASELINE_NOISE
from statements.mean_errors import EXPONENTIAL_2S as M_H
from statements.mean_errors import HARMONIC_2S as HARMONIC
from statements.mean_errors import (
    HARMONIC_S,
    IMPROVED,
    UNIFORM,
    AtEverySize,
    equal_priors,
    flat,
    on_all,
    ordered,
)
from statements.privacy import concrete_below_somewhere

AT_100 = (under(1, 1), BALANCED, n.equals(100))
ONE_SIZE = Grid(n=(100,), priors=FLAT)
BIG, FAR = AtEverySize(1002), AtEverySize(400, 100)
SIZES = "prior (1, 1), balanced data, eps = 1, delta = 10^-8, every even n"
GROWING = "data (50, 50), eps = 1, delta = 10^-8, priors (a, a)"
PRIORS = [str(a) for a in range(7, 150)]
ALL_PRIORS = [str(a) for a in range(1, 150)]


ORDER = (
    f"{UNIFORM}For n >= 1000 the mean errors in units of 1/sqrt(2N), N = n + 2, are "
    f"{BIG.noisy(1)[0]} (improved), {BIG.smoothed()[0]} (M_H), {BIG.noisy(2)[0]} (baseline); "
    "smaller even n are certified one by one."
)
QUOTIENT = f"{UNIFORM}For a >= 150 the quotient of the mean errors is {FAR.quotient(2, 1)}"

in_the_middle = Claim(
    id="tailoring.concl1",
    kind="qualitative",
    place="section 8, line 866",
    statement=(
        "For priors with small parameters M_H outperforms the baseline, not the improved mechanism."
    ),
    lines=("tailoring:864-866",),
    uses=("tailoring.gt300", "tailoring.lt300", "tailoring.prior-vary"),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "neq100-alphaeq-1-1-2s",
            "Definition 3, prior (1, 1), data (50, 50): M_H has a smaller mean error than the "
            "baseline",
            less_on_average(EXPONENTIAL_2S, BASELINE, AT_100),
            ONE_SIZE,
            catalogue=True,
            repair="even n >= 210, or n = 100 with priors from (45, 45) on",
            role=Role.LITERAL,
            why="The conclusion sums up section 7.2.2, whose figure 5 varies the prior at this "
            "size.",
            chosen="data (50, 50), as in section 7.2.2: the sentence names no data; the smoothing "
            "exponent, made of eps, delta and n + 1 as in the notes: this draft does not say how "
            "delta enters",
        ),
        Reading(
            "neq100-harmonic",
            "the same for Definition 6",
            less_on_average(HARMONIC_2S, BASELINE, AT_100),
            ONE_SIZE,
            repair="even n >= 210 in place of n = 100",
            role=Role.LITERAL,
            why="The same for Definition 6, which section 5.2.4 calls M_H.",
            chosen="data (50, 50), as in section 7.2.2: the sentence names no data",
        ),
        Reading(
            "large-n",
            "prior (1, 1), every even n >= 210: M_H (Definitions 3, 6) lies between the two",
            check=both(
                on_all(
                    ordered(HARMONIC, BASELINE_NOISE),
                    lambda: flat(range(210, 301, 2)),
                    f"{SIZES} from 210 to 300",
                    ordered(IMPROVED, HARMONIC),
                ),
                with_argument(
                    on_all(
                        ordered(M_H, BASELINE_NOISE),
                        lambda: flat(range(210, 1000, 2)),
                        f"{SIZES} >= 210",
                        ordered(IMPROVED, M_H),
                    ),
                    lambda: AtEverySize(304).local() and BIG.worse(2, 1) and BIG.better(2, 2),
                    f"{ORDER}  From n = 302 on Definitions 3 and 6 are one law, as S = LS.",
                    f"{SIZES} >= 210",
                ),
                f"{SIZES} >= 210",
                complete=True,
            ),
            catalogue=True,
            role=Role.LITERAL,
            why="The conclusion sums up section 7.2.2, whose figure 4 goes up to thousands of "
            "records.",
            chosen="even n >= 210: the sentence names no size; the smoothing exponent, made of "
            "eps, delta and n + 1 as in the notes: this draft does not say how delta enters",
        ),
        Reading(
            "improved-stays-ahead",
            "prior (1, 1), every even n >= 4: the improved mechanism is better than Definition 3",
            check=with_argument(
                on_all(ordered(IMPROVED, M_H), lambda: flat(range(4, 1000, 2)), f"{SIZES} >= 4"),
                lambda: BIG.worse(2, 1) and BIG.better(2, 2),
                ORDER,
                f"{SIZES} >= 4",
            ),
            role=Role.COMPARISON,
            why="Ours: the second half of the sentence by itself, at nearly every size.",
        ),
    ),
)

comparable = Claim(
    id="tailoring.concl2",
    kind="qualitative",
    place="section 8, line 867",
    statement="As the prior's parameters grow M_H is comparable with the improved mechanism.",
    lines=("tailoring:867",),
    uses=("tailoring.prior-vary",),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "2s",
            "Definitions 3 and 6, data (50, 50): the quotient of the mean errors tends to 1",
            check=by_argument(
                Verdict.FAILS,
                lambda: FAR.quotient_within(2, 1, 1, 2),
                f"{QUOTIENT}, so it does not tend to 1.",
                f"{GROWING}, a -> infinity",
            ),
            catalogue=True,
            repair="within a factor of 2 from a = 7 on",
            note="how near is comparable is not said",
            role=Role.LITERAL,
            why="Comparable may mean that in the end one error is hardly larger than the other, as "
            "a proportion.",
        ),
        Reading(
            "2s-within-twice",
            "Definition 3, data (50, 50): less than twice the mean error of the improved "
            "mechanism, whole a >= 7 and every real a >= 150",
            check=with_argument(
                on_all(
                    ordered(M_H, IMPROVED, Fraction(2)),
                    lambda: equal_priors(PRIORS, 100),
                    f"{GROWING}, whole a from 7 to 149",
                ),
                lambda: FAR.quotient_within(2, 1, 1, 2),
                f"{QUOTIENT}; whole a from 7 to 149 are certified one by one.",
                f"{GROWING}, whole a >= 7",
            ),
            role=Role.LITERAL,
            why="Comparable may mean of the same order of size; a factor of two is our choice.",
            chosen="the smoothing exponent, made of eps, delta and n + 1 as in the notes: this "
            "draft does not say how delta enters",
        ),
        Reading(
            "eps-s",
            "with eps/S and harmonic S, data (50, 50): M_H is no worse than the improved mechanism "
            "for whole a >= 1 and every real a >= 150",
            check=with_argument(
                on_all(
                    ordered(HARMONIC_S, IMPROVED),
                    lambda: equal_priors(ALL_PRIORS, 100),
                    f"{GROWING}, whole a from 1 to 149",
                ),
                lambda: FAR.better(1, 1),
                f"{UNIFORM}For a >= 150 the mean error in units of 1/sqrt(2N), N = 2a + 100, is "
                f"{FAR.smoothed(1)[0]}, that of the improved mechanism {FAR.noisy(1)[0]}; whole a "
                "up to 149 are certified one by one.",
                f"{GROWING}, whole a >= 1",
            ),
            catalogue=True,
            note="better by a fifth, at a price: eps/S loses more than eps (tailoring.fig6)",
            role=Role.STRAINED,
            why="Section 6.2 prints eps/S, but the mechanism in question is that of section 5.2.4.",
        ),
    ),
)

not_tight = Claim(
    id="tailoring.concl3",
    kind="qualitative",
    place="section 8, line 872",
    statement="Theorem 5.6 bounds the loss, not tightly: the true loss can be smaller than eps.",
    lines=("tailoring:872",),
    severity=Severity.MISPRINT,
    uses=("tailoring.lemma-5.6", "tailoring.fig6"),
    readings=(
        Reading(
            "literal",
            "the true loss of Definition 6 is smaller than eps for some prior, n and eps",
            concrete_below_somewhere("mh", gamma=1),
            Grid(n=(1, 2, 3), priors=FLAT, values={"eps": ("1",)}),
            catalogue=True,
            role=Role.INTENDED,
            why="The bound on the loss of M_H, 2 eps, is Lemma 5.6, and of it the sentence says "
            "that it is not tight.",
        ),
        Reading(
            "theorem-5-6-exists",
            "the draft has a Theorem 5.6",
            check=argued(
                Verdict.FAILS,
                "Section 5 has Theorem 5.1 and Lemmas 5.1 to 5.6; the bound meant is Lemma 5.6 "
                "(line 691).",
            ),
            catalogue=True,
            repair="Lemma 5.6",
            role=Role.LITERAL,
            why="The line cites a theorem by this number.",
        ),
    ),
)

future = Claim(
    id="tailoring.concl.accuracy-open",
    kind="qualitative",
    place="section 8, line 871",
    statement=(
        "When the mechanisms perform better than the baseline, and what else accuracy depends on, "
        "is left to future work."
    ),
    lines=("tailoring:871",),
    claims_nothing="The item says that no formula or bound is known yet, and asks questions.",
    readings=(
        Reading(
            "literal",
            "there is no precise account of the accuracy yet",
            check=outside(
                "The item speaks of what its authors know; section 6.2 has bounds, and concl1 and "
                "concl2 are what is said of the comparison."
            ),
            role=Role.LITERAL,
            why="The item describes open questions and asserts nothing about a mechanism.",
        ),
    ),
)
