"""The short drafts, section 4: proof of Theorem 4.5, the chains of weights with LS(x)."""

from dpbi.language import forall
from dpbi.language.words import LS, eps, exp, j, n, t, x
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, Verdict, priors
from statements.accuracy import below, fewer, more, right, tied
from statements.arguments import argued
from statements.nearness import (
    ONE_SIDED,
    UPPER,
    at_least_weighed,
    at_most_weighed,
    is_a_share,
    is_a_share_to_many_digits,
    up_to,
)

FIVE = priors("1,1", "1/2,1/2", "2,1", "1/10,1/10", "7,4")
GRID = Grid(n=3, full=6, priors=FIVE, values={"eps": ("1/100", "1", "4")})
ONE_X = Grid(n=1, priors=FIVE)
E_LS, E_T = exp(-eps / (2 * LS(x))), exp(-t * eps / (2 * LS(x)))
LABEL = "The left side says EHD; the weights written out are those of EHDL."
CANDIDATES = "The number of candidates, and a k that does not count outputs that are not there."

share = Claim(
    id="short.thm-4.5.ehdl-step-setsum",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-a lines 227, 229, short-b lines 214, 216), first line",
    statement="P(H < t), said of EHD, is the sum over c >= -t of e^(eps c/(2 LS(x))), over the "
    "sum of the weights of all candidates.",
    uses=("short.alg.ehdl",),
    lines=("short-a:225-229", "short-b:212-216"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal-ehd-cge-t",
            "as printed: of EHD with the printed constant, outputs with -H >= -t",
            is_a_share("ehd", up_to, LS(x), gs="printed"),
            Grid(n=2, priors=FIVE, values={"eps": ("1", "4")}),
            role=Role.LITERAL,
            why="Both the name EHD and c >= -t are printed, in both drafts.",
            repair="EHDL in place of EHD, c > -t in place of c >= -t",
            note="t is H(x, s)",
        ),
        Reading(
            "ehdl-cge-t",
            "of EHDL, outputs with -H >= -t",
            is_a_share("ehdl", up_to, LS(x)),
            Grid(n=2, priors=FIVE, values={"eps": ("1", "4")}),
            role=Role.COMPARISON,
            why="One of the two slips mended: the event is H < t, and c >= -t is H <= t.",
            repair="c > -t in place of c >= -t",
            note="t is H(x, s)",
        ),
        Reading(
            "ehdl-cgt-t",
            "of EHDL, c > -t, every output summed once: this is the definition of EHDL",
            check=argued(
                Verdict.HOLDS,
                "EHDL releases r with probability e^(-eps H(x, r)/(2 LS(x))) over the sum of these "
                "weights, and the event {H < t} is the disjoint union of its outputs.",
            ),
            role=Role.INTENDED,
            why=LABEL + "  The left side has H < t, and the next line counts outputs.",
        ),
        Reading(
            "to-25-digits",
            "the same, to 25 digits; t = H(x, s), or all outputs",
            is_a_share_to_many_digits("ehdl", tied, LS(x)),
            GRID,
            argument="Both sides are the same number, by the definition of EHDL.",
            role=Role.COMPARISON,
            why="The definition compared with the mechanism's law, as far as balls can tell.",
        ),
    ),
)

upper_first = Claim(
    id="short.thm-4.5.ehdl-step-upper1",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-a line 227, short-b line 214), second and third line",
    statement="P(H < t) for EHDL is at most (2k e^0 + 1)/(n e^(-eps/(2 LS(x)))).",
    uses=("short.thm-4.5.ehdl-step-setsum", "short.thm-4.5.two-sided"),
    lines=("short-a:227", "short-b:214"),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "k-right",
            "k = R",
            at_most_weighed("ehdl", right(tied), E_LS, n),
            GRID,
            role=Role.INTENDED,
            why=LABEL + "  " + ONE_SIDED,
            repair="k = max(L, R)",
        ),
        Reading(
            "k-max",
            "k = max(L, R)",
            at_most_weighed("ehdl", more(tied), E_LS, n),
            GRID,
            argument=UPPER,
            role=Role.REPAIR,
            why="The count 2k + 1 is at least that of the outputs within t if k is the larger "
            "reach.",
        ),
    ),
)

lower_first_a = Claim(
    id="short-a.thm-4.5.ehdl-step-lower1",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-a line 229), second line",
    statement="P(H < t) for EHDL is at least (2k e^(-t eps/(2 LS(x))) + 1)/(n e^0).",
    uses=("short.thm-4.5.ehdl-step-setsum", "short.thm-4.5.two-sided"),
    lines=("short-a:229",),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "literal-n",
            "divided by n, k = R",
            at_least_weighed("ehdl", right(below), E_T, n),
            GRID,
            role=Role.INTENDED,
            why=LABEL + "  " + ONE_SIDED,
            repair="divided by n + 1, k = min(L, R)",
        ),
        Reading(
            "n-k-min",
            "divided by n, k = min(L, R)",
            at_least_weighed("ehdl", fewer(below), E_T, n),
            GRID,
            role=Role.COMPARISON,
            why="The smaller reach asks least of the bound, and does not mend it without the "
            "number of candidates.",
            repair="divided by n + 1, k = min(L, R)",
        ),
        Reading(
            "nplus1-k-min",
            "divided by n + 1, k = min(L, R)",
            at_least_weighed("ehdl", fewer(below), E_T, n + 1),
            GRID,
            argument="The event holds x, of weight 1, and at least 2k outputs with H < t, whose "
            "weights exceed e^(-t eps/(2 LS(x))); the n + 1 weights of all are at most 1.",
            role=Role.REPAIR,
            why=CANDIDATES,
        ),
    ),
)

lower_second_a = Claim(
    id="short-a.thm-4.5.ehdl-step-lower2",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-a line 229), third line",
    statement="(2k e^(-t eps/(2 LS(x))) + 1)/n is above (2k e^(-eps/(2 LS(x))) + 1)/n.",
    lines=("short-a:229",),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "literal",
            "for every k >= 0 and t <= 1",
            forall((2 * j * E_T + 1) / n > (2 * j * E_LS + 1) / n, given=[t <= 1]),
            ONE_X,
            role=Role.LITERAL,
            why="t bounds a distance, which is below 1; k may be 0, as it is for every small t.",
            repair=">= in place of >",
            note="k is j; at k = 0 both sides are 1/n",
        ),
        Reading(
            "at-least",
            "with >= in place of >",
            forall((2 * j * E_T + 1) / n >= (2 * j * E_LS + 1) / n, given=[t <= 1]),
            ONE_X,
            argument="t <= 1 and 2k >= 0.",
            role=Role.REPAIR,
            why="The smallest change that covers k = 0 and t = 1.",
            note="k is j",
        ),
    ),
)

lower_first_b = Claim(
    id="short-b.thm-4.5.ehdl-step-lower1",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-b line 216), second line",
    statement="P(H < t) for EHDL is at least (2k e^0 + 1)/(n e^(-eps/(2 LS(x)))).",
    uses=("short.thm-4.5.ehdl-step-setsum", "short.thm-4.5.two-sided"),
    lines=("short-b:216",),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "literal",
            "as printed, k = R",
            at_least_weighed("ehdl", right(below), exp(eps * 0), n * E_LS),
            GRID,
            role=Role.INTENDED,
            why=LABEL + "  " + ONE_SIDED,
            repair="(2k e^(-t eps/(2 LS(x))) + 1)/(n + 1), k = min(L, R)",
        ),
        Reading(
            "k-min",
            "as printed, k = min(L, R)",
            at_least_weighed("ehdl", fewer(below), exp(eps * 0), n * E_LS),
            GRID,
            role=Role.COMPARISON,
            why="The smaller reach asks least of the bound, and does not mend it.",
            repair="(2k e^(-t eps/(2 LS(x))) + 1)/(n + 1)",
        ),
        Reading(
            "weights-of-the-event",
            "(2k e^(-t eps/(2 LS(x))) + 1)/(n + 1), k = min(L, R)",
            at_least_weighed("ehdl", fewer(below), E_T, n + 1),
            GRID,
            argument="The event holds x, of weight 1, and at least 2k outputs with H < t, whose "
            "weights exceed e^(-t eps/(2 LS(x))); the n + 1 weights of all are at most 1.",
            role=Role.REPAIR,
            why="The line that short-a has here, with the number of candidates.",
        ),
    ),
)

lower_second_b = Claim(
    id="short-b.thm-4.5.ehdl-step-lower2",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-b line 216), third line",
    statement="(2k e^0 + 1)/(n e^(-eps/(2 LS(x)))) is above (2k e^(-eps/(2 LS(x))) + 1)/n.",
    lines=("short-b:216",),
    readings=(
        Reading(
            "literal",
            "for every k, x and eps",
            forall((2 * j + 1) / (n * E_LS) > (2 * j * E_LS + 1) / n),
            ONE_X,
            argument="The left side is above (2k + 1)/n, the right side is at most that.",
            role=Role.LITERAL,
            why="The second and third line of the chain.",
            note="k is j",
        ),
    ),
)
