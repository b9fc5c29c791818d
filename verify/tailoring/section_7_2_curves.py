"""The long draft (tailoring), section 7.2.2: the compared variation, and errors that decrease."""

from dpbi.language.words import PAIRS, TRIPLES
from dpbi.ledger.claims import FLAT, Claim, Grid, Reading, Role, Verdict, priors
from statements.arguments import by_argument, outside
from statements.mean_errors import (
    BASELINE,
    EXPONENTIAL_2S,
    HARMONIC_2S,
    IMPROVED,
    UNIFORM,
    AtEverySize,
    falling,
    flat,
    means_fall_at_every_size,
    on_all,
)
from statements.noised_counts import releases_have_a_total

BIG = AtEverySize(1002)

variation = Claim(
    id="tailoring.variation",
    kind="algorithm",
    place="section 7.2.2, line 836",
    statement=(
        "The Laplace mechanism in the plots is a variation that truncates the noised parameters so "
        "that they add up to n when their sum is greater."
    ),
    lines=("tailoring:836",),
    readings=(
        Reading(
            "literal",
            "the program behind the plots does so",
            check=outside(
                "The draft gives neither the program nor how the excess is taken off (from which "
                "parameter, in which order); the sentence is an example of what it does, so no "
                "law of this variation can be written down."
            ),
            catalogue=True,
            role=Role.LITERAL,
            why="The sentence says what was compared in the experiments.",
        ),
        Reading(
            "formula-of-4-1-three-categories",
            "the displayed mechanism of section 4.1.3 never releases counts of more than n in all, "
            "over three categories",
            releases_have_a_total("le", TRIPLES, sensitivity="defined"),
            Grid(n=2, priors=priors("1,1,1")),
            role=Role.COMPARISON,
            why="Ours: whether the formula of section 4.1.3 is the variation already.",
            repair="two categories, or a further truncation, as the sentence has it",
        ),
        Reading(
            "formula-of-4-1-two-categories",
            "over two categories it releases counts of n in all",
            releases_have_a_total("eq", PAIRS, sensitivity="defined"),
            Grid(n=6, priors=FLAT),
            role=Role.COMPARISON,
            why="Ours: in the Beta-Binomial plots the variation changes nothing.",
            argument="The release is (c, n - c) with c in 0, .., n.",
        ),
    ),
)

decrease = Claim(
    id="tailoring.errors-decrease",
    kind="experimental",
    place="section 7.2.2, lines 838-846",
    statement=(
        "With balanced data the mean errors of M_H and of the Laplace mechanisms decrease as the "
        "data grow."
    ),
    lines=("tailoring:838-846",),
    uses=("tailoring.settings",),
    readings=(
        Reading(
            "in-the-end",
            "prior (1, 1): the mean errors tend to 0, for M_H in either definition",
            check=by_argument(
                Verdict.HOLDS,
                lambda: BIG.vanish(2, 1) and BIG.noisy(2)[0].under(3),
                UNIFORM + "For n >= 1000 the mean errors are at most 3 / sqrt(2N), N = n + 2.",
                "prior (1, 1), balanced data, eps = 1, delta = 10^-8, even n -> infinity",
            ),
            role=Role.LITERAL,
            why="The sentence describes the run of the curves as the data grow.",
        ),
        Reading(
            "step-by-step",
            "prior (1, 1): each mean error falls with every two more records, even n from 40 to "
            "600",
            check=on_all(
                falling(EXPONENTIAL_2S),
                lambda: flat(range(40, 599, 2)),
                "prior (1, 1), balanced data, even n from 40 to 600",
                falling(HARMONIC_2S),
                falling(BASELINE),
                falling(IMPROVED),
                exhaustive=True,
            ),
            role=Role.LITERAL,
            why="A curve decreases if each of its points is below the one before.",
            chosen="even n from 40 to 600: the figures give no sizes",
        ),
        Reading(
            "from-the-first-records-on",
            "prior (1, 1): each mean error falls with every two more records, from n = 2 on "
            "(Definition 6)",
            means_fall_at_every_size(),
            Grid(priors=FLAT, values={"j": ("1", "2", "3", "4", "5", "6")}),
            role=Role.STRAINED,
            why="The plots need not begin with the first records, and the sentence does not say "
            "so.",
            repair="n >= 12 in place of n >= 2 (n >= 40 with Definition 3)",
        ),
    ),
)
