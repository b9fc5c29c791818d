"""The long draft (tailoring), section 7.2.2: limits, and Dirichlet priors (figures 4, 5 a, b)."""

from fractions import Fraction

from dpbi.ledger.claims import Claim, Reading, Role, Severity, Verdict
from statements.arguments import both, by_argument
from statements.mean_errors import (
    BASELINE,
    BASELINE_DIMENSION,
    EXPONENTIAL_2S,
    IMPROVED,
    UNIFORM,
    AtEverySize,
    flat,
    on_all,
    ordered,
    triples,
)

BIG = AtEverySize(1002)


asym = Claim(
    id="tailoring.asym",
    kind="experimental",
    place="section 7.2.2, line 846 and figure 4",
    statement="With growing data M_H approaches the improved Laplace mechanism.",
    lines=("tailoring:846",),
    uses=("tailoring.settings",),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "difference-gt-0",
            "the difference of the mean errors tends to 0",
            check=by_argument(
                Verdict.HOLDS,
                lambda: BIG.vanish(2, 1),
                UNIFORM + "For n >= 1000 both mean errors are at most 2 / sqrt(2N), N = n + 2, so "
                "both tend to 0, and so does their difference.",
                "prior (1, 1), balanced data, eps = 1, delta = 10^-8, even n -> infinity",
            ),
            catalogue=True,
            note="any two mechanisms whose errors vanish approach each other in this sense",
            role=Role.LITERAL,
            why="Curves approach each other when their difference vanishes.",
        ),
        Reading(
            "ratio-gt-1",
            "the quotient of the mean errors tends to 1",
            check=by_argument(
                Verdict.FAILS,
                lambda: BIG.quotient_within(2, 1, 1, 2),
                f"{UNIFORM}For n >= 1000 the quotient of the mean errors is {BIG.quotient(2, 1)}, "
                "so it does not tend to 1.",
                "prior (1, 1), balanced data, eps = 1, delta = 10^-8, even n -> infinity",
            ),
            catalogue=True,
            repair="it tends to 2/cosh(1/2) = 1.7736..: h(j) -> |j| leaves the mean of |j| under "
            "weights e^(-|j|/2), 1/sinh(1/2), over that of the floored noise, coth(1/2)/2",
            role=Role.LITERAL,
            why="Of two errors that both vanish, asymptotically approaching means that their "
            "quotient tends to 1.",
        ),
    ),
)

LATEST = (1000, 1500)
EARLY = (16, 20, 30, 60, 100, 200, 299)
FIRST = tuple(range(1, 16))
"""The sizes before those of EARLY: at 1 and from 3 on the order of the means is another one."""

tendency = Claim(
    id="tailoring.tendency-dl",
    kind="experimental",
    place="section 7.2.2, line 846 and figures 5 (a), 5 (b)",
    statement="With Dirichlet priors the tendencies are similar.",
    lines=("tailoring:846",),
    uses=("tailoring.lt300", "tailoring.gt300", "tailoring.asym"),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "2s-scale-2-eps",
            "prior (1, 1, 1), the baseline with scale 2/eps: by n = 1500 Definition 3 is better "
            "than the baseline by mean error",
            check=on_all(
                ordered(EXPONENTIAL_2S, BASELINE), lambda: flat((1500,), 3), triples(1500)
            ),
            catalogue=True,
            repair="with three categories baseline and improved mechanism have one law there, and "
            "M_H has 1.22 times their mean error at n = 1500",
            role=Role.LITERAL,
            why="Section 4.1.3 defines the baseline's sensitivity as an l1 distance, which is 2 "
            "for every number of categories.",
            chosen="n = 1500, the largest size tested: figures 5 (a, b) are given without "
            "sizes; the smoothing exponent, made of eps, delta and n + 1 as in the notes: this "
            "draft does not say how delta enters",
        ),
        Reading(
            "scale-k-eps",
            "prior (1, 1, 1), the baseline with scale 3/eps: both Laplace mechanisms are better "
            "than Definition 3 at 16, 20, 30, 60, 100, 200 and 299 records, and M_H is better than "
            "the baseline at 1000 and 1500",
            check=both(
                on_all(
                    ordered(BASELINE_DIMENSION, EXPONENTIAL_2S),
                    lambda: flat(EARLY, 3),
                    triples(*EARLY),
                    ordered(IMPROVED, EXPONENTIAL_2S),
                ),
                on_all(
                    ordered(EXPONENTIAL_2S, BASELINE_DIMENSION),
                    lambda: flat(LATEST, 3),
                    triples(*LATEST),
                ),
                triples(*EARLY, *LATEST),
                complete=True,
            ),
            catalogue=True,
            note="with fewer than 16 records it is not always so "
            "(scale-k-eps-every-size-below-300), as it is not below 10 with two categories; the "
            "turn comes at 390 to 393; prior (1, 1, 1, 1) is not decided: no turn is seen among "
            "the sizes that can be enumerated",
            role=Role.LITERAL,
            why=(
                "Line 216 calls that sensitivity proportional to the dimension, and only then do "
                "the two Laplace curves differ."
            ),
            chosen="n in (16, 20, 30, 60, 100, 200, 299, 1000, 1500): figures 5 (a, b) are given "
            "without sizes; the smoothing exponent, made of eps, delta and n + 1 as in the notes: "
            "this draft does not say how delta enters",
        ),
        Reading(
            "scale-k-eps-every-size-below-300",
            "the first half of it at every size below 300",
            check=on_all(
                ordered(BASELINE_DIMENSION, EXPONENTIAL_2S),
                lambda: flat((*FIRST, *EARLY), 3),
                triples(*FIRST, *EARLY),
                ordered(IMPROVED, EXPONENTIAL_2S),
            ),
            repair="from 16 records on, as far as certified",
            role=Role.STRAINED,
            why="Similar tendencies need not begin with the first record.",
        ),
        Reading(
            "four-categories-small",
            "prior (1, 1, 1, 1), the baseline with scale 4/eps: both Laplace mechanisms are better "
            "than Definition 3 at 32, 40 and 50 records",
            check=on_all(
                ordered(BASELINE_DIMENSION, EXPONENTIAL_2S),
                lambda: flat((32, 40, 50), 4),
                "prior (1, 1, 1, 1), balanced data, n in (32, 40, 50)",
                ordered(IMPROVED, EXPONENTIAL_2S),
                exhaustive=True,
            ),
            note="not at the smallest sizes: at 4 records, one in each category, M_H is better "
            "than both",
            role=Role.COMPARISON,
            why="Ours: what can be certified of figure 5 (b).",
        ),
        Reading(
            "ratio-three-categories",
            "prior (1, 1, 1): M_H comes within a tenth of the improved mechanism by n = 1500",
            check=on_all(
                ordered(EXPONENTIAL_2S, IMPROVED, Fraction(11, 10)),
                lambda: flat((1500,), 3),
                triples(1500),
            ),
            repair="within a quarter at n = 1500",
            role=Role.COMPARISON,
            why="Ours: how near M_H comes to the improved mechanism, which the sentence does not "
            "say.",
        ),
    ),
)
