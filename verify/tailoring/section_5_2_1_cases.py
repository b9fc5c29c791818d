"""The long draft (tailoring), section 5.2.1: the cases in the proof of the sliding property.

The plain text takes the multiplicities from u = 0 or u != 0.  Double brackets beside it take them
from a partition of the candidates by their multiplicity: a variant, as the bracketed text at line
404 is, and not the text that Lemmas 5.4 and 5.5 repeat.  The displays break off at the margin; what
is legible repeats lines, drops parentheses and has other letters for eps, so the chains are read
with the parentheses that some of their lines show.
"""

from dpbi.language import Expr, Formula
from dpbi.ledger.claims import TWO, Claim, Grid, Reading, Role, Severity, priors
from dpbi.ledger.statements.sliding_proof import (
    AWAY,
    BEYOND,
    CLOSER,
    FURTHER,
    HERE,
    THERE,
    case_is_bounded,
    chain_holds,
    chain_with_equal_multiplicities,
    equal_multiplicities,
    multiplicities,
    multiplicity_of_r,
    multiplicity_of_t,
    no_slack,
    nothing_moves,
    once_each_with_the_factor,
    scanned_with_the_other_sign,
    scanned_without_parentheses,
    scanned_without_the_factor,
    slack_of_two,
    these_multiplicities,
)

NUMBERS = Grid(n=3, full=6, priors=TWO)
LINES = Grid(
    n=2,
    full=4,
    priors=priors("1,1", "2,1", "1/3,5/7"),
    values={"eps": ("0", "1", "8"), "gamma": ("1",)},
)
POSITIVE = LINES.with_values(eps=("1", "8"))
BRACKETS = Grid(n=(2, 4), priors=priors("1,1"), values={"eps": ("0", "1"), "gamma": ("1",)})

ONE_OR_TWO = (
    "C is 1 or 2, as H(x, .) increases strictly on either side of x (line 339 and its claim)."
)
CANCEL = (
    "Definition 3 gives P(x, r) = P(x, t) e^(eps k/(2S)), as both have the denominator NL(x) and "
    "u(t) = u(r) + k; Lemma 5.2 gives Pr[u = u(r)] = C_r P(x, r) and likewise for t."
)
BOUND = (
    f"{CANCEL}  So Pr[u = u(r)] = (C_r/C_t) e^(eps k/(2S)) Pr[u = u(t)]; {ONE_OR_TWO}  Hence "
    "C_r/C_t <= 2."
)
BY_BRACKETS = "The double brackets beside the case put it so, and then C is what the chain needs."
MARGIN = "The scan damages this display, and another line of it shows what was there."


def claimed(why: str, first: int, second: int, formula: Formula, name: str = "lines") -> Reading:
    """The chain of a case under the condition of the plain text, which fails."""
    return Reading(
        name,
        f"each line of the chain, with C_r = {first} and C_t = {second} taken from the scores",
        formula,
        POSITIVE,
        catalogue=name == "equality",
        role=Role.LITERAL,
        why=why,
        repair=f"where C_r = {first} and C_t = {second}; else <= with the factor 2",
    )


def in_brackets(first: int, second: int, *given: Expr, name: str = "lines-in-brackets") -> Reading:
    """The chain of a case where the multiplicities are what it says."""
    return Reading(
        name,
        f"each line of the chain for every r with C_r = {first} and t with C_t = {second}",
        chain_holds(first, second, *multiplicities(first, second), *given),
        BRACKETS,
        catalogue=name == "equality-with-c-teq2",
        argument=(
            f"{CANCEL}  Each line but these puts an equal number in a factor's place, and in the "
            f"end C_r/C_t = {first}/{second} <= 2."
        ),
        role=Role.REPAIR,
        why=BY_BRACKETS,
        note="balls can refute an equation of weights; they confirm it where eps = 0",
    )


case_a = Claim(
    id="tailoring.lemma-5.3.caseA",
    kind="proof-step",
    place="proof of Lemma 5.3, first case with k >= 0 (lines 356-362)",
    statement=(
        "Where neither score is 0 and k >= 0: C_r = C_t = 2, so Pr[u = u(r)] = e^(eps k/(2S)) "
        "Pr[u = u(r) + k]."
    ),
    uses=("tailoring.cr12.iff", "tailoring.lemma-5.2"),
    lines=("tailoring:356-362",),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "ceq2",
            "C_r = 2 and C_t = 2 where neither score is 0",
            these_multiplicities(2, 2, AWAY, BEYOND, FURTHER),
            NUMBERS,
            catalogue=True,
            role=Role.LITERAL,
            why="Lines 359 and 360 take both numbers from the scores alone.",
            repair="r and t are in R_2, as the double brackets say; or C_r <= 2 C_t",
        ),
        claimed(
            "It is the display, whose fourth line puts 2 for C_r and whose end puts C_t for 2.",
            2,
            2,
            chain_holds(2, 2, AWAY, BEYOND, FURTHER),
        ),
        Reading(
            "c-reqc-t-for-all-attained",
            "C_r = C_t where neither score is 0",
            equal_multiplicities(AWAY, BEYOND, FURTHER),
            NUMBERS,
            catalogue=True,
            role=Role.LITERAL,
            why="It is what the chain uses of C_r = C_t = 2: the least that its equality needs.",
            repair="C_r <= 2 C_t",
        ),
        Reading(
            "equality-when-c-reqc-t",
            "the equality for every r and t with C_r = C_t",
            chain_with_equal_multiplicities(),
            Grid(n=2, full=4, priors=priors("1,1", "2,1"), values=BRACKETS.values),
            catalogue=True,
            argument=f"{CANCEL}  C_r = C_t cancels.",
            role=Role.REPAIR,
            why="The equality of the chain under the hypothesis that it needs and does not have.",
            note="balls can refute an equation of weights; they confirm it where eps = 0",
        ),
        in_brackets(2, 2, FURTHER),
        Reading(
            "bound",
            "the conclusion: Pr[u = u(r)] <= 2 e^(eps k/(2S)) Pr[u = u(t)]",
            case_is_bounded(AWAY, BEYOND, FURTHER),
            LINES,
            argument=BOUND,
            role=Role.REPAIR,
            why="C_r <= 2 <= 2 C_t in place of C_r = C_t = 2; the lemma has the factor 2 anyway.",
        ),
        Reading(
            "scan-without-parentheses",
            "the line with -eps u(r) + k for -eps (u(r) + k)",
            scanned_without_parentheses(),
            POSITIVE,
            role=Role.STRAINED,
            why=f"{MARGIN}  The next display has the parentheses.",
            repair="-eps (u(r) + k) in place of -eps u(r) + k",
        ),
    ),
)

case_b = Claim(
    id="tailoring.lemma-5.3.caseB",
    kind="proof-step",
    place="proof of Lemma 5.3, first case with -u(r) < k < 0 (line 364)",
    statement=(
        "Where neither score is 0 and -u(r) < k < 0: C_r = C_t = 2, so Pr[u = u(r)] = e^(eps "
        "k/(2S)) Pr[u = u(r) + k]."
    ),
    uses=("tailoring.cr12.iff", "tailoring.lemma-5.2"),
    lines=("tailoring:364",),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "c-reqc-t",
            "C_r = C_t where neither score is 0 and u(t) < u(r)",
            equal_multiplicities(AWAY, BEYOND, CLOSER),
            NUMBERS,
            catalogue=True,
            role=Role.LITERAL,
            why="The display is part of the case in which lines 359 and 360 set both to 2.",
            repair="r and t are in R_2, as the double brackets say; or C_r <= 2 C_t",
        ),
        claimed(
            "It is the display, whose fifth line puts 2 for C_r and whose end puts C_t for 2.",
            2,
            2,
            chain_holds(2, 2, AWAY, BEYOND, CLOSER),
        ),
        Reading(
            "bound-with-ln2",
            "the conclusion: Pr[u = u(r)] <= 2 e^(eps k/(2S)) Pr[u = u(t)]",
            case_is_bounded(AWAY, BEYOND, CLOSER),
            LINES,
            catalogue=True,
            argument=BOUND,
            role=Role.REPAIR,
            why="C_r <= 2 <= 2 C_t in place of C_r = C_t = 2; the lemma has the factor 2 anyway.",
        ),
        in_brackets(2, 2, CLOSER),
        Reading(
            "scan-without-the-factor",
            "the line with u(r) + k for u(r) and no factor yet",
            scanned_without_the_factor(),
            POSITIVE,
            role=Role.STRAINED,
            why=f"{MARGIN}  The line after it has the factor.",
            repair="u(r) + k - k in place of u(r) + k",
        ),
    ),
)

case_c = Claim(
    id="tailoring.lemma-5.3.caseC",
    kind="proof-step",
    place="proof of Lemma 5.3, second case (lines 366-372)",
    statement=(
        "Where u(r) = 0 and u(r) + k is not: C_r = 1 and C_t = 2, so Pr[u = u(r)] = (1/2) e^(eps "
        "k/(2S)) Pr[u = u(r) + k]."
    ),
    uses=("tailoring.cr12.iff", "tailoring.lemma-5.2"),
    lines=("tailoring:366-372",),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "c-teq2",
            "C_r = 1 and C_t = 2 where u(r) = 0 and u(t) is not",
            these_multiplicities(1, 2, HERE, BEYOND),
            NUMBERS,
            role=Role.LITERAL,
            why="Lines 369 and 370 take both numbers from the scores alone.",
            repair="r is in R_1 and t in R_2, as the double brackets say; or C_r = 1 <= C_t",
        ),
        claimed(
            "It is the display, whose fourth line puts 1 for C_r, and line 370, which sets C_t.",
            1,
            2,
            chain_holds(1, 2, HERE, BEYOND),
        ),
        in_brackets(1, 2, name="equality-with-c-teq2"),
        Reading(
            "inequality",
            "the conclusion: Pr[u = u(r)] <= 2 e^(eps k/(2S)) Pr[u = u(t)]",
            case_is_bounded(HERE, BEYOND),
            LINES,
            catalogue=True,
            argument=BOUND,
            role=Role.REPAIR,
            why="C_r = 1 <= 2 C_t is all that the lemma's inequality needs of the case.",
        ),
        Reading(
            "scan-with-the-other-sign",
            "the factor e^(-eps k/(2S)) in place of e^(eps k/(2S))",
            scanned_with_the_other_sign(),
            POSITIVE,
            role=Role.STRAINED,
            why=f"{MARGIN}  Its last legible lines have the plus sign, as the other cases do.",
            repair="e^(eps k/(2S)) in place of e^(-eps k/(2S))",
        ),
    ),
)

indices = Claim(
    id="tailoring.lemma-5.3.indices",
    kind="proof-step",
    place="proof of Lemma 5.3, the letter under C (lines 369, 378)",
    statement=(
        "In double brackets: r in R_1 gives C_t = 1 (second case), r in R_2 gives C_t = 2 (third "
        "case)."
    ),
    lines=("tailoring:369", "tailoring:378"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "c-t-of-the-second-case",
            "C_t = 1 where r is in R_1 and t in R_2",
            multiplicity_of_t(1, *multiplicities(1, 2)),
            BRACKETS,
            role=Role.LITERAL,
            why="The letter under C is t, of which the next line says C_t = 2.",
            repair="C_r in place of C_t",
        ),
        Reading(
            "c-t-of-the-third-case",
            "C_t = 2 where r is in R_2 and t in R_1",
            multiplicity_of_t(2, *multiplicities(2, 1)),
            BRACKETS,
            role=Role.LITERAL,
            why="The letter under C is t, of which the line before says C_t = 1.",
            repair="C_r in place of C_t",
        ),
        Reading(
            "c-r-of-the-second-case",
            "C_r = 1 where r is in R_1 and t in R_2",
            multiplicity_of_r(1, *multiplicities(1, 2)),
            BRACKETS,
            argument="It is the definition of R_1.",
            role=Role.INTENDED,
            why="The reason given is where r is, and the plain text of the line has C_r = 1.",
        ),
        Reading(
            "c-r-of-the-third-case",
            "C_r = 2 where r is in R_2 and t in R_1",
            multiplicity_of_r(2, *multiplicities(2, 1)),
            BRACKETS,
            argument="It is the definition of R_2.",
            role=Role.INTENDED,
            why="The reason given is where r is, and the display that follows puts 2 for C_r.",
        ),
    ),
)

last_lines = Claim(
    id="tailoring.lemma-5.3.ln2",
    kind="proof-step",
    place="proof of Lemma 5.3, end of a chain (lines 380-384)",
    statement=(
        "e^(eps k/(2S)) Pr[u = u(r) + k] <= e^(eps k/(2S) + ln 2) Pr[u = u(r) + k], which is the "
        "right side of the lemma."
    ),
    lines=("tailoring:380-384",),
    readings=(
        Reading(
            "literal",
            "from the last of the three lines to the first, as a chain that ends with the lemma",
            slack_of_two(),
            LINES,
            argument="ln 2 > 0, and a probability is not negative.",
            role=Role.LITERAL,
            why=(
                "The line that cites u(t) = u(r) + k begins, the right side ends; the page has the "
                "three in the opposite order."
            ),
        ),
        Reading(
            "as-the-page-orders-them",
            "from the first line to the last, which makes the two sides equal",
            no_slack(),
            LINES,
            role=Role.STRAINED,
            why="A chain does not begin with an equals sign before its own right side.",
            repair="<= in place of =",
        ),
    ),
)

case_d = Claim(
    id="tailoring.lemma-5.3.caseD",
    kind="proof-step",
    place="proof of Lemma 5.3, third case (lines 374-388)",
    statement=(
        "Where u(r) is not 0 and u(r) + k = 0: C_r = 2 and C_t = 1, so Pr[u = u(r)] = 2 e^(eps "
        "k/(2S)) Pr[u = u(r) + k]."
    ),
    uses=("tailoring.cr12.iff", "tailoring.lemma-5.2"),
    lines=("tailoring:374-378", "tailoring:386-388"),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "c-req2",
            "C_r = 2 and C_t = 1 where u(t) = 0 and u(r) is not",
            these_multiplicities(2, 1, AWAY, THERE),
            NUMBERS,
            role=Role.LITERAL,
            why=(
                "Lines 377 and 378 take both numbers from the scores alone; 378 has a t for the r "
                "that its reason is about."
            ),
            repair="r is in R_2 and t in R_1, as the double brackets say; or C_r <= 2 = 2 C_t",
        ),
        claimed(
            "It is the display, whose fourth line puts 2 for C_r, and line 377, which sets C_t.",
            2,
            1,
            chain_holds(2, 1, AWAY, THERE),
            "equality",
        ),
        in_brackets(2, 1),
        Reading(
            "le",
            "the conclusion: Pr[u = u(r)] <= 2 e^(eps k/(2S)) Pr[u = u(t)]",
            case_is_bounded(AWAY, THERE),
            LINES,
            catalogue=True,
            argument=BOUND,
            role=Role.REPAIR,
            why="<= in place of =, as C_r may be 1; it is what the lemma asserts.",
        ),
    ),
)

case_e = Claim(
    id="tailoring.lemma-5.3.caseE",
    kind="proof-step",
    place="proof of Lemma 5.3, last case (lines 390-393)",
    statement=(
        "Where both scores are 0, Pr[u = u(r)] = Pr[u = u(r) + k], which is at most e^(eps k/(2S) "
        "+ ln 2) times it."
    ),
    lines=("tailoring:390-393",),
    readings=(
        Reading(
            "literal",
            "where u(r) = 0 and u(r) + k = 0",
            nothing_moves(HERE, THERE),
            LINES,
            catalogue=True,
            argument="Then k = 0, so both events are the same and the factor is e^(ln 2) = 2.",
            role=Role.LITERAL,
            why="It is the heading and the display of the case.",
        ),
        Reading(
            "in-brackets",
            "the same chain where r and t are in R_1, whatever k is",
            nothing_moves(*multiplicities(1, 1)),
            LINES,
            role=Role.STRAINED,
            why="The double brackets put the case so, but its chain writes + 0 for + k.",
            repair="Pr[u = u(r)] = e^(eps k/(2S)) Pr[u = u(r) + k]",
        ),
        Reading(
            "in-brackets-with-the-factor",
            "where r and t are in R_1: Pr[u = u(r)] = e^(eps k/(2S)) Pr[u = u(t)]",
            once_each_with_the_factor(),
            LINES,
            argument=f"{CANCEL}  C_r = C_t = 1 cancels.",
            role=Role.COMPARISON,
            why="What the chain would have to be in the variant of the double brackets.",
            note="balls can refute an equation of weights; they confirm it where eps = 0",
        ),
    ),
)
