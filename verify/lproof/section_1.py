"""lproof, the whole note: Laplace noise on both counts."""

from dpbi.language.words import PAIRS, eps, x, y
from dpbi.ledger.claims import FLAT, TWO, Claim, Grid, Reading, Role, Severity, Verdict, priors
from statements.arguments import argued, meaningless
from statements.continuous import density_ratio_within
from statements.two_counts import (
    density,
    each_count_moves_by_one,
    everywhere,
    factors,
    first_display,
    parameters_positive,
    posterior_density,
    quotient_is,
    quotient_within,
    second_display,
)

GRID = Grid(
    n=3,
    priors=FLAT,
    values={
        "eps": ("1/100", "1/3", "1", "2", "8"),
        "s1": ("-5/2", "0", "1/2", "1", "3", "7"),
        "s2": ("-5/2", "0", "1/3", "1", "3", "7"),
    },
)
POINTS = Grid(
    n=2,
    priors=priors("1,1", "1/2,3"),
    values={
        "eps": ("1/3", "1", "4"),
        "s1": ("-5/2", "1", "3/2", "7"),
        "s2": ("-5/2", "1", "10/3"),
    },
)
"""Points S below, at, between and above the places of the counts."""

LAPLACE_DENSITY = (
    "A Laplace variable of rate b has density (b/2) exp(-b |.|), here with b = eps/2 around "
    "alpha + count; the two noises are independent, so the densities multiply."
)
RATE_IS_MEANT = (
    "The densities of lines 23 and 27 fall off at rate eps/2, and only that gives the e^eps of "
    "the conclusion."
)
USUAL = "Lap(b) with one argument is Laplace noise of scale b, as in the other four drafts."
CORNER = (
    "Replacing a record moves each of the two counts by one. By the triangle "
    "inequality |s - c| - |s - c'| <= 1 in each coordinate, so the log-ratio of the "
    "densities is at most 2 (eps/2) = eps at every real point; integrating over a "
    "measurable set keeps the bound, and the prior's parameters shift both alike. "
    "Equality holds at and beyond a corner, so the loss is exactly eps."
)

definition = Claim(
    id="lproof.def",
    kind="definition",
    place="lproof lines 9-11",
    statement=(
        "A release is eps-private if no event is more than e^eps times as likely under one of "
        "two adjacent datasets as under the other, said as a quotient."
    ),
    lines=("lproof:9-11",),
    readings=(
        Reading(
            "literal",
            "every ordered pair of adjacent datasets, every event of positive probability under "
            "the second",
            check=argued(
                Verdict.HOLDS,
                "It is the usual definition Pr[M(x) in S] <= e^eps Pr[M(y) in S], divided by "
                "Pr[M(y) in S] > 0. Laplace noise has positive density at every point, so an "
                "event has probability 0 under both datasets or under neither, and the usual "
                "definition asks nothing of those that have 0.",
            ),
            role=Role.LITERAL,
            why="The display bounds a quotient, which speaks of events where it has a value.",
            catalogue=True,
        ),
        Reading(
            "events-of-probability-zero",
            "every event, those of probability 0 included",
            check=meaningless(
                "An event that has probability 0 under both datasets, such as a single point, "
                "makes the quotient 0/0."
            ),
            role=Role.STRAINED,
            why="A bound on a quotient is not usually meant where the quotient has no value.",
        ),
    ),
)

posterior = Claim(
    id="lproof.posterior",
    kind="formula",
    place="lproof line 13",
    statement=(
        "With prior Beta(a, b) and data of k ones and l zeros the posterior is Beta(a + k, b + l)."
    ),
    lines=("lproof:13",),
    readings=(
        Reading(
            "literal",
            "likelihood times prior density is, up to constants, the density of Beta(a + k, b + l) "
            "at every t in (0, 1); t is e^u and 1 - t is e^v, any reals u and v",
            posterior_density(),
            Grid(n=3, priors=TWO, values={"u": ("-1", "-1/3"), "v": ("-1/2",)}),
            role=Role.LITERAL,
            why="Two densities on (0, 1) that differ by a constant factor are the same density.",
            argument=(
                "The likelihood of k ones and l zeros is t^k (1-t)^l up to a factor without t, "
                "whether the data or their number of ones are observed. Times t^(a-1) (1-t)^(b-1) "
                "it is t^(a+k-1) (1-t)^(b+l-1), whose normalised form is Beta(a + k, b + l)."
            ),
            catalogue=True,
        ),
    ),
)

released_parameters = Claim(
    id="lproof.valid",
    kind="formula",
    place="lproof lines 13-17",
    statement="With the protected counts in place of k and l, Beta(a + k*, b + l*) is released.",
    uses=("lproof.noise",),
    lines=("lproof:13-17",),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "any-noise",
            "a + k* and b + l* are the parameters of a beta distribution, whatever the noise was",
            parameters_positive(clamped=False),
            Grid(n=1, priors=FLAT, values={"s1": ("1", "-2"), "s2": ("1",)}),
            role=Role.LITERAL,
            why="The note releases the beta distribution with these parameters and no condition.",
            repair="the protected counts are clamped to [0, n] before the prior is added",
            note="Laplace noise falls below any number with positive probability.",
        ),
        Reading(
            "clamped-counts",
            "after the protected counts were clamped to [0, n] both parameters are positive",
            parameters_positive(clamped=True),
            Grid(n=2, priors=TWO, values={"s1": ("1", "-2", "9"), "s2": ("1", "-2")}),
            role=Role.REPAIR,
            why="All later drafts clamp; it is postprocessing and costs no privacy.",
            argument="A clamped count is at least 0, and the prior's parameters are positive.",
        ),
    ),
)

equivalence = Claim(
    id="lproof.equiv",
    kind="proof-step",
    place="lproof lines 15-19",
    statement=(
        "The bound for events of released posteriors is equivalent to the bound for single pairs "
        "of parameters."
    ),
    uses=("lproof.def", "lproof.posterior"),
    lines=("lproof:13-15", "lproof:17-19"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "point-probabilities",
            "Pr[.. = S] is the probability of a point",
            check=meaningless(
                "Under continuous noise every point has probability 0, and the quotient is 0/0."
            ),
            role=Role.LITERAL,
            why="The second display has the probability that a pair equals S.",
            catalogue=True,
            repair="densities in place of probabilities of points",
        ),
        Reading(
            "densities",
            "Pr[.. = S] is the density at S",
            check=argued(
                Verdict.HOLDS,
                "A pair of parameters and its beta distribution determine each other, so events "
                "of posteriors are sets of pairs. If f_x <= e^eps f_y everywhere, integrating "
                "over a set gives Pr[M(x) in S] <= e^eps Pr[M(y) in S]. Conversely, were f_x > "
                "e^eps f_y at a point, then, both densities being continuous, also on a ball "
                "around it, and the bound would fail for that ball.",
            ),
            role=Role.INTENDED,
            why="Lines 23 and 27 give densities, up to a factor, for what is written Pr[.. = S].",
            catalogue=True,
        ),
    ),
)

sensitivity = Claim(
    id="lproof.sens",
    kind="formula",
    place="lproof line 21",
    statement="The numbers of ones and of zeros have sensitivity 1 each.",
    lines=("lproof:21",),
    readings=(
        Reading(
            "literal",
            "one replaced record moves each of the two counts by exactly 1",
            each_count_moves_by_one(),
            Grid(n=6, priors=FLAT),
            role=Role.LITERAL,
            why="Both datasets have n records in the note, so adjacent ones differ in one record.",
            argument="The record leaves one of the two counts and enters the other.",
            catalogue=True,
        ),
    ),
)

noise = Claim(
    id="lproof.noise",
    kind="algorithm",
    place="lproof line 21",
    statement="Each count gets noise Lap(eps/2), which makes the two counts eps-private.",
    uses=("lproof.sens",),
    lines=("lproof:21",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "scale-eps-2",
            "Lap(eps/2) has scale eps/2",
            density_ratio_within(2 / eps, eps, PAIRS),
            GRID,
            role=Role.LITERAL,
            why=USUAL,
            catalogue="scale-eps-2-usual-convention-lap-b-b-scale",
            repair="scale 2/eps in place of eps/2; with scale eps/2 the loss is 4/eps",
        ),
        Reading(
            "rate-eps-2-scale-2-eps",
            "eps/2 is the rate, scale 2/eps: the joint density of the two noisy counts changes by "
            "at most a factor e^eps",
            density_ratio_within(eps / 2, eps, PAIRS),
            GRID,
            role=Role.INTENDED,
            why=RATE_IS_MEANT,
            argument=CORNER,
            catalogue=True,
        ),
    ),
)

density_1 = Claim(
    id="lproof.density1",
    kind="formula",
    place="lproof lines 21-23",
    statement=(
        "The density of the release at S under the first dataset is exp(-(a - k) eps/2) "
        "exp(-(s2 - b - l) eps/2)."
    ),
    uses=("lproof.noise",),
    lines=("lproof:21-23",),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "literal",
            "the product of two Laplace densities of rate eps/2, (eps/4)^2 exp(-(|s1 - a - k| + "
            "|s2 - b - l|) eps/2), is exp(-(a - k) eps/2) exp(-(s2 - b - l) eps/2)",
            everywhere(density(x).equals(first_display(x))),
            POINTS,
            why_false="the exponents lack S_1 and their absolute values, so they are -1/2 and "
            "1/2 and cancel; the factor (eps/4)^2 is missing too, and with all three "
            "the density is 0.0379",
            role=Role.LITERAL,
            why="That is the display; s1 and the absolute values are missing, and k has the sign "
            "of the other side.",
            catalogue=True,
            repair="(eps/4)^2 exp(-|s1 - a - k| eps/2 - |s2 - b - l| eps/2)",
        ),
        Reading(
            "up-to-a-factor",
            "that product is the display up to a factor that no S and no dataset changes, for any "
            "two datasets",
            everywhere((density(x) * first_display(y)).equals(density(y) * first_display(x))),
            POINTS,
            role=Role.COMPARISON,
            why="A factor such as (eps/4)^2 would cancel in the quotient; it is not all that is "
            "missing.",
            repair="s1 and the absolute values restored",
        ),
        Reading(
            "repaired",
            "(eps/4)^2 exp(-|s1 - a - k| eps/2 - |s2 - b - l| eps/2) is the product of two Laplace "
            "densities of rate eps/2; that the noises are independent and have them is the "
            "argument's",
            everywhere(density(x).equals(factors(x))),
            POINTS,
            role=Role.REPAIR,
            why="It is the product of the densities of two Laplace variables of rate eps/2.",
            argument=LAPLACE_DENSITY,
            catalogue=True,
        ),
    ),
)

density_2 = Claim(
    id="lproof.density2",
    kind="formula",
    place="lproof lines 25-27",
    statement=(
        "The density of the release at S under the second dataset is exp(-(s1 - a - k) eps/2) "
        "exp(-(s2 - b - l) eps/2)."
    ),
    uses=("lproof.noise",),
    lines=("lproof:25-27",),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "literal",
            "the product of two Laplace densities of rate eps/2, (eps/4)^2 exp(-(|s1 - a - k| + "
            "|s2 - b - l|) eps/2), is exp(-(s1 - a - k) eps/2) exp(-(s2 - b - l) eps/2)",
            everywhere(density(y).equals(second_display(y))),
            POINTS,
            why_false="without its absolute value the second exponent is +1/2, so the product "
            "grows to 1.649; with it, and with the factor (eps/4)^2, the density is "
            "0.0379",
            role=Role.LITERAL,
            why="That is the display, without absolute values and without (eps/4)^2.",
            catalogue=True,
            repair="(eps/4)^2 exp(-|s1 - a - k| eps/2 - |s2 - b - l| eps/2)",
        ),
        Reading(
            "up-to-a-factor",
            "that product is the display up to a factor that no S and no dataset changes, for any "
            "two datasets",
            everywhere((density(x) * second_display(y)).equals(density(y) * second_display(x))),
            POINTS,
            role=Role.COMPARISON,
            why="A factor such as (eps/4)^2 would cancel in the quotient; the absolute values do "
            "not.",
            repair="with absolute values",
        ),
        Reading(
            "repaired-with",
            "with absolute values and the factor (eps/4)^2 it is the product of two Laplace "
            "densities of rate eps/2; that the noises are independent and have them is the "
            "argument's",
            everywhere(density(y).equals(factors(y))),
            POINTS,
            role=Role.REPAIR,
            why="It is the product of the densities of two Laplace variables of rate eps/2.",
            argument=LAPLACE_DENSITY,
            catalogue=True,
        ),
    ),
)

ratio = Claim(
    id="lproof.ratio",
    kind="proof-step",
    place="lproof lines 29-31",
    statement="The quotient of the two densities is e^eps.",
    uses=("lproof.density1", "lproof.density2", "lproof.sens"),
    lines=("lproof:29-31",),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "literal-displayed-expressions",
            "the quotient of the two displayed expressions",
            quotient_is(first_display(x), second_display(y)),
            POINTS,
            why_false="the displayed expressions are 1 and 1.649 there, so their quotient is "
            "0.607, below 1",
            role=Role.LITERAL,
            why="The step divides the two displays that stand before it.",
            catalogue=True,
            repair="<= in place of =, and the densities with their absolute values",
        ),
        Reading(
            "with-s1-restored-but-no",
            "the quotient of the two displays with s1 restored in the first, without absolute "
            "values",
            quotient_is(second_display(x), second_display(y)),
            POINTS,
            role=Role.COMPARISON,
            why="It is what the note's own calculation gives once its first display is corrected: "
            "always 1.",
            catalogue=True,
            repair="1 in place of e^eps: the two exponents cancel, as k - k' = -(l - l')",
        ),
        Reading(
            "with-rate-eps-2-eq-e-eps",
            "the quotient of the true densities is e^eps at every S",
            quotient_is(density(x), density(y)),
            POINTS,
            role=Role.LITERAL,
            why="The left side of the display is the quotient of the two densities themselves.",
            catalogue=True,
            repair="<= in place of =: it is e^eps at and beyond one corner only",
        ),
        Reading(
            "with-le-e-eps",
            "the quotient of the true densities is at most e^eps",
            quotient_within(),
            POINTS,
            role=Role.REPAIR,
            why="The conclusion after it asks for no more.",
            argument=CORNER,
            catalogue=True,
        ),
    ),
)

conclusion = Claim(
    id="lproof.concl",
    kind="theorem",
    place="lproof lines 21 and 33-35",
    statement="Noise Lap(eps/2) on both counts makes the release of the posterior eps-private.",
    uses=(
        "lproof.def",
        "lproof.posterior",
        "lproof.equiv",
        "lproof.sens",
        "lproof.noise",
        "lproof.density1",
        "lproof.density2",
        "lproof.ratio",
    ),
    gaps={
        "lproof.ratio": "the quotient of the two displays depends on s1 and on the prior, and with "
        "s1 restored it is 1, so e^eps does not come out of them",
    },
    repaired=(
        "lproof.def/literal",
        "lproof.posterior/literal",
        "lproof.equiv/densities",
        "lproof.sens/literal",
        "lproof.noise/rate-eps-2-scale-2-eps",
        "lproof.density1/repaired",
        "lproof.density2/repaired-with",
        "lproof.ratio/with-le-e-eps",
    ),
    lines=("lproof:33-35",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "rate-reading",
            "eps/2 is the rate of the noise, as in the note's densities, scale 2/eps: at every "
            "point the densities differ by at most a factor e^eps; for sets, the argument",
            density_ratio_within(eps / 2, eps, PAIRS),
            GRID,
            role=Role.INTENDED,
            why=RATE_IS_MEANT,
            catalogue=True,
            argument=CORNER,
            note="Says nothing of outputs whose noisy parameters are not positive.",
        ),
        Reading(
            "scale-reading",
            "eps/2 is the scale of the noise, as the notation Lap(b) usually means",
            density_ratio_within(2 / eps, eps, PAIRS),
            GRID,
            role=Role.LITERAL,
            why=USUAL,
            catalogue=True,
            repair="scale 2/eps in place of eps/2; with scale eps/2 the loss is exactly 4/eps",
        ),
        Reading(
            "scale-reading-eps-at-least-2",
            "eps/2 is the scale, and eps >= 2",
            density_ratio_within(2 / eps, eps, PAIRS, eps >= 2),
            GRID,
            role=Role.COMPARISON,
            why="It says where the printed scale is enough.",
            argument=(
                "Each coordinate contributes at most 1 / (eps/2) to the log-ratio, together at "
                "most 4/eps, and 4/eps <= eps when eps >= 2."
            ),
        ),
    ),
)
