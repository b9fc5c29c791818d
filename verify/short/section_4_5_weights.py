"""The short drafts, section 4: proof of Theorem 4.5, the chains of weights of EHD."""

from dpbi.language import forall
from dpbi.language.words import GS, eps, exp, j, n, t
from dpbi.ledger.claims import (
    ABOVE_ONE,
    Claim,
    Grid,
    Reading,
    Role,
    Severity,
    Verdict,
    priors,
)
from dpbi.mechanisms.counts import PRINTED_GS
from statements.accuracy import C, below, fewer, more, right, tied
from statements.arguments import argued
from statements.dilation import EPS_FROM_ZERO
from statements.global_sensitivity import PRINTED_DISTANCE
from statements.nearness import (
    ONE_SIDED,
    UPPER,
    at_least_weighed,
    at_most_weighed,
    is_a_share,
    is_a_share_to_many_digits,
    nearer,
    up_to,
)

FIVE = priors("1,1", "1/2,1/2", "2,1", "1/10,1/10", "7,4")
GRID = Grid(n=3, full=6, priors=FIVE, values={"eps": ("1/100", "1", "4")})
E, E_GS, E_T = exp(-eps), exp(-eps / C), exp(-t * eps / C)
ABOVE = "2 sqrt(1 - pi/4) < 1, as pi > 3, so eps/(2 sqrt(1 - pi/4)) > eps"
TWICE = "2 sqrt(1 - pi/4) > 1/2, as pi < 15/4, so eps/(2 sqrt(1 - pi/4)) < 2 eps"
E_TWICE = exp(-2 * eps)
DOUBLED = "1/(2 sqrt(1 - pi/4)) is between 1 and 2: a constant in the exponent mends it."
DISTANCES = "t bounds a distance, which is below 1: a larger t changes no event."

share = Claim(
    id="short.thm-4.5.ehd-step-setsum",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-a lines 221, 223, short-b lines 208, 210), first line",
    statement="P(H < t) for EHD is the sum over c >= -t of e^(eps c/(2 GS)), over the sum of the "
    "weights of all candidates.",
    uses=("short.alg.ehd",),
    lines=("short-a:219-223", "short-b:206-210"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal-cge-t",
            "as printed: the sum over all outputs with c = -H >= -t",
            is_a_share("ehd", up_to, PRINTED_GS, gs="printed"),
            Grid(n=2, priors=FIVE, values={"eps": ("1", "4")}),
            role=Role.LITERAL,
            why="The event is H < t, and c >= -t is H <= t: they differ where t is a distance.",
            catalogue=True,
            repair="c > -t in place of c >= -t",
            note="t is H(x, s)",
        ),
        Reading(
            "cgt-t-counted-with-multiplicity",
            "c > -t, every output summed once: this is the definition of EHD",
            check=argued(
                Verdict.HOLDS,
                "EHD releases r with probability e^(-eps H(x, r)/(2 GS)) over the sum of these "
                "weights, and the event {H < t} is the disjoint union of its outputs; the utility "
                "of r is -H(x, r).",
            ),
            role=Role.INTENDED,
            why="The next line counts 2k + 1 outputs, so the sum runs over outputs, and the left "
            "side has H < t.",
            catalogue=True,
        ),
        Reading(
            "to-25-digits",
            "the same, to 25 digits; t = H(x, s), or all outputs",
            is_a_share_to_many_digits("ehd", tied, PRINTED_GS, gs="printed"),
            GRID,
            argument="Both sides are the same number, by the definition of EHD.",
            role=Role.COMPARISON,
            why="The definition compared with the mechanism's law, as far as balls can tell.",
        ),
        Reading(
            "sum-over-distinct-utility-values",
            "c > -t, every value of the utility summed once",
            is_a_share("ehd", nearer, PRINTED_GS, once=True, gs="printed"),
            Grid(n=4, priors=FIVE, values={"eps": ("1",)}),
            role=Role.STRAINED,
            why="c is a value of the utility, but the next line counts outputs.",
            catalogue=True,
            repair="every output summed once",
        ),
    ),
)

upper_first = Claim(
    id="short.thm-4.5.ehd-step-upper1",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-a line 221, short-b line 208), second and third line",
    statement="P(H < t) for EHD is at most (2k e^0 + 1)/(n e^(-eps/(2 GS))).",
    uses=("short.thm-4.5.ehd-step-setsum", "short.thm-4.5.two-sided"),
    lines=("short-a:221", "short-b:208"),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "k-right",
            "k = R",
            at_most_weighed("ehd", right(tied), E_GS, n, gs="printed"),
            GRID,
            role=Role.LITERAL,
            why=ONE_SIDED,
            repair="k = max(L, R)",
        ),
        Reading(
            "k-max",
            "k = max(L, R)",
            at_most_weighed("ehd", more(tied), E_GS, n, gs="printed"),
            GRID,
            argument=UPPER,
            role=Role.REPAIR,
            why="The count 2k + 1 is at least that of the outputs within t if k is the larger "
            "reach.",
        ),
    ),
)

equal_constants = Claim(
    id="short-b.thm-4.5.ehd-step-eqGS",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-b line 208), fourth line",
    statement="(2k + 1)/(n e^(-eps/(2 GS))) is below the same with sqrt(1 - pi/4) for GS.",
    uses=("short.prelim.gs",),
    lines=("short-b:208",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "gseqsqrt-1-pi-4",
            "GS is sqrt(1 - pi/4): the step says that this number is below itself, "
            "as (2k + 1)/(n e^(-eps/(2s))) falls when s grows",
            forall(PRINTED_DISTANCE < PRINTED_DISTANCE),
            Grid(),
            role=Role.LITERAL,
            why="The paragraph begins with GS = sqrt(1 - pi/4), so both sides are one number.",
            catalogue=True,
            repair="= in place of <",
            note="the number is H(Beta(2, 1), Beta(1, 2)), compared exactly",
        ),
        Reading(
            "gs-true-lt-sqrt-1-pi-4",
            "GS is the true global sensitivity of a prior where it is below sqrt(1 - pi/4)",
            forall(
                (2 * j + 1) / (n * exp(-eps / (2 * GS()))) < (2 * j + 1) / (n * E_GS),
                given=[GS() < PRINTED_GS],
            ),
            Grid(n=2, priors=ABOVE_ONE),
            role=Role.STRAINED,
            why="The algorithm names the global sensitivity, but this paragraph fixes its value.",
            catalogue=True,
            repair="> in place of <",
            note="k is j",
        ),
        Reading(
            "equal",
            "with = in place of <, eps >= 0: GS as H(Beta(2, 1), Beta(1, 2)), which is sqrt(1 - "
            "pi/4), so both lines are one expression",
            forall(
                ((2 * j + 1) / (n * exp(-eps / (2 * PRINTED_DISTANCE)))).equals(
                    (2 * j + 1) / (n * E_GS)
                ),
                where=[EPS_FROM_ZERO],
            ),
            Grid(n=2, values={"eps": ("0", "1")}),
            argument="GS is sqrt(1 - pi/4) by the paragraph's first words, so both sides are the "
            "same expression; the affinity of Beta(2, 1) and Beta(1, 2) is B(3/2, 3/2)/B(2, 1) = "
            "(pi/8)/(1/2).",
            note="k is j; enclosures can confirm it where eps = 0 only",
            role=Role.INTENDED,
            why="short-a has = between these two lines.",
        ),
    ),
)

upper_direction = Claim(
    id="short.thm-4.5.ehd-step-upper-dir",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-a line 221, short-b line 208), last line",
    statement="(2k + 1)/(n e^(-eps/(2 sqrt(1 - pi/4)))) is below (2k + 1)/(n e^-eps).",
    lines=("short-a:221", "short-b:208"),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "literal",
            "for every k, n and eps",
            forall((2 * j + 1) / (n * E_GS) < (2 * j + 1) / (n * E)),
            Grid(n=1),
            role=Role.LITERAL,
            why="The last two lines of the chain.",
            catalogue=True,
            repair="e^(-2 eps) in place of e^-eps",
            note="k is j",
        ),
        Reading(
            "twice-the-exponent",
            "with e^(-2 eps) in place of e^-eps",
            forall((2 * j + 1) / (n * E_GS) < (2 * j + 1) / (n * E_TWICE)),
            Grid(n=3),
            argument=TWICE + ".",
            role=Role.REPAIR,
            why=DOUBLED,
            note="k is j",
        ),
        Reading(
            "reversed",
            "with > in place of <",
            forall((2 * j + 1) / (n * E_GS) > (2 * j + 1) / (n * E)),
            Grid(n=3),
            argument=ABOVE + ".",
            role=Role.COMPARISON,
            why="The negation of the step: the chain has to end one line earlier, or with another "
            "exponent.",
            catalogue=True,
            note="k is j",
        ),
    ),
)

lower_first_a = Claim(
    id="short-a.thm-4.5.ehd-step-lower1",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-a line 223), second line",
    statement="P(H < t) for EHD is at least (2k e^(-t eps/(2 GS)) + 1)/(n e^0).",
    uses=("short.thm-4.5.ehd-step-setsum", "short.thm-4.5.two-sided"),
    lines=("short-a:223",),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "literal-n",
            "divided by n, k = R",
            at_least_weighed("ehd", right(below), E_T, n, gs="printed"),
            GRID,
            role=Role.LITERAL,
            why=ONE_SIDED,
            catalogue=True,
            repair="divided by n + 1, k = min(L, R)",
        ),
        Reading(
            "n-k-min",
            "divided by n, k = min(L, R)",
            at_least_weighed("ehd", fewer(below), E_T, n, gs="printed"),
            GRID,
            role=Role.COMPARISON,
            why="The smaller reach asks least of the bound, and does not mend it without the "
            "number of candidates.",
            repair="divided by n + 1, k = min(L, R)",
        ),
        Reading(
            "nplus1-set-has-full-2kplus1-elements",
            "divided by n + 1, k = min(L, R), so that the event holds 2k + 1 outputs",
            at_least_weighed("ehd", fewer(below), E_T, n + 1, gs="printed"),
            GRID,
            argument="The event holds x, of weight 1, and at least 2k outputs with H < t, whose "
            "weights exceed e^(-t eps/(2 GS)); the n + 1 weights of all candidates are at most 1.",
            role=Role.REPAIR,
            why="The number of candidates, and a k that does not count outputs that are not there.",
            catalogue=True,
        ),
    ),
)

lower_second_a = Claim(
    id="short-a.thm-4.5.ehd-step-lower2",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-a line 223), third line",
    statement="(2k e^(-t eps/(2 GS)) + 1)/n is above (2k e^(-eps/(2 sqrt(1 - pi/4))) + 1)/n.",
    lines=("short-a:223",),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "literal",
            "for every k >= 0 and t <= 1",
            forall((2 * j * E_T + 1) / n > (2 * j * E_GS + 1) / n, given=[t <= 1]),
            Grid(n=1),
            role=Role.LITERAL,
            why=DISTANCES + "  k may be 0, as it is for every small t.",
            repair=">= in place of >",
            note="k is j; at k = 0 both sides are 1/n",
        ),
        Reading(
            "at-least",
            "with >= in place of >",
            forall((2 * j * E_T + 1) / n >= (2 * j * E_GS + 1) / n, given=[t <= 1]),
            Grid(n=3),
            argument="t <= 1 and 2k >= 0.",
            role=Role.REPAIR,
            why="The smallest change that covers k = 0 and t = 1.",
            note="k is j",
        ),
    ),
)

lower_first_b = Claim(
    id="short-b.thm-4.5.ehd-step-lower1",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-b line 210), second line",
    statement="P(H < t) for EHD is at least (2k e^0 + 1)/(n e^(-eps/(2 GS))).",
    uses=("short.thm-4.5.ehd-step-setsum", "short.thm-4.5.two-sided"),
    lines=("short-b:210",),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "literal",
            "as printed, k = R",
            at_least_weighed("ehd", right(below), exp(eps * 0), n * E_GS, gs="printed"),
            GRID,
            role=Role.LITERAL,
            why="The bound of the display above it, in the other direction.  " + ONE_SIDED,
            catalogue=True,
            repair="(2k e^(-t eps/(2 GS)) + 1)/(n + 1), k = min(L, R)",
        ),
        Reading(
            "k-min",
            "as printed, k = min(L, R)",
            at_least_weighed("ehd", fewer(below), exp(eps * 0), n * E_GS, gs="printed"),
            GRID,
            role=Role.COMPARISON,
            why="The smaller reach asks least of the bound, and does not mend it.",
            repair="(2k e^(-t eps/(2 GS)) + 1)/(n + 1)",
        ),
        Reading(
            "weights-of-the-event",
            "(2k e^(-t eps/(2 GS)) + 1)/(n + 1), k = min(L, R)",
            at_least_weighed("ehd", fewer(below), E_T, n + 1, gs="printed"),
            GRID,
            argument="The event holds x, of weight 1, and at least 2k outputs with H < t, whose "
            "weights exceed e^(-t eps/(2 GS)); the n + 1 weights of all candidates are at most 1.",
            role=Role.REPAIR,
            why="The line that short-a has here, with the number of candidates.",
        ),
    ),
)

lower_second_b = Claim(
    id="short-b.thm-4.5.ehd-step-lower2",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-b line 210), third line",
    statement="(2k e^0 + 1)/(n e^(-eps/(2 GS))) is above (2k e^(-eps/(2 sqrt(1 - pi/4))) + 1)/n.",
    lines=("short-b:210",),
    readings=(
        Reading(
            "literal",
            "for every k, n and eps",
            forall((2 * j + 1) / (n * E_GS) > (2 * j * E_GS + 1) / n),
            Grid(n=3),
            argument="The left side is above (2k + 1)/n, the right side is at most that.",
            role=Role.LITERAL,
            why="The second and third line of the chain, with GS = sqrt(1 - pi/4).",
            note="k is j",
        ),
    ),
)

lower_direction = Claim(
    id="short.thm-4.5.ehd-step-lower-dir",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-a line 223, short-b line 210), last line",
    statement="(2k e^(-eps/(2 sqrt(1 - pi/4))) + 1)/n is above (2k e^-eps + 1)/n.",
    lines=("short-a:223", "short-b:210"),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "kge1",
            "for k >= 1",
            forall((2 * j * E_GS + 1) / n > (2 * j * E + 1) / n, given=[j >= 1]),
            Grid(n=1),
            role=Role.LITERAL,
            why="The last two lines of the chain, for an event of more than one output.",
            catalogue=True,
            repair="e^(-2 eps) in place of e^-eps, and >= in place of >",
            note="k is j",
        ),
        Reading(
            "keq0",
            "for k = 0, as every small t has it",
            forall((2 * j * E_GS + 1) / n > (2 * j * E + 1) / n, given=[j.equals(0)]),
            Grid(n=1),
            role=Role.LITERAL,
            why="k counts the steps within t, and there are none for small t.",
            catalogue=True,
            repair=">= in place of >",
            note="k is j",
        ),
        Reading(
            "twice-the-exponent",
            "with >= in place of > and e^(-2 eps) in place of e^-eps",
            forall((2 * j * E_GS + 1) / n >= (2 * j * E_TWICE + 1) / n),
            Grid(n=3),
            argument=TWICE + "; for k = 0 both sides are 1/n.",
            role=Role.REPAIR,
            why=DOUBLED,
            note="k is j",
        ),
        Reading(
            "reversed",
            "with <= in place of >",
            forall((2 * j * E_GS + 1) / n <= (2 * j * E + 1) / n),
            Grid(n=3),
            argument=ABOVE + "; for k = 0 both sides are 1/n.",
            role=Role.COMPARISON,
            why="The negation of the step, k = 0 included.",
            note="k is j",
        ),
    ),
)
