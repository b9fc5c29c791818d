"""The long draft (tailoring), section 5.2.1: the cases of the proof in which a score is 0."""

from dpbi.ledger.claims import (
    Claim,
    Reading,
    Role,
    Severity,
    Verdict,
)
from statements.arguments import argued
from statements.multiplicities import multiplicity_is
from statements.sliding_cases import (
    BOUND,
    BRACKETS,
    CANCEL,
    LINES,
    MARGIN,
    NUMBERS,
    POSITIVE,
    claimed,
    in_brackets,
)
from statements.sliding_proof import (
    AWAY,
    BEYOND,
    HERE,
    THERE,
    case_is_bounded,
    chain_holds,
    multiplicities,
    multiplicity_of_t,
    no_slack,
    nothing_moves,
    once_each_with_the_factor,
    scanned_with_the_other_sign,
    slack_of_two,
    these_multiplicities,
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
            why_false="with one record t = (1, 0) is the only candidate other than x, so no "
            "second one is as far: C_t = 1",
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
            "C_r = 1 where u(r) = 0 and u(t) is not, as the plain text of line 369 has it",
            multiplicity_is(1, HERE, BEYOND),
            NUMBERS,
            argument="H(x, z) = 0 for z = x only, as different counts give different posteriors; "
            "so r = x, and no other candidate is at its distance.",
            role=Role.INTENDED,
            why="The brackets stand for the plain text of the same line, which is about C_r and "
            "takes it from u(r) = 0; the reason that they give is where r is.",
        ),
        Reading(
            "c-r-of-the-third-case",
            "C_r = 2 where r is in R_2, by the definition of R_2",
            check=argued(
                Verdict.HOLDS,
                "R_2 is defined as the set of the candidates r with C_r = 2.  Nothing is computed: "
                "from the scores alone, u(r) not 0 and u(t) = 0, C_r = 2 does not follow.",
            ),
            role=Role.COMPARISON,
            why="The reason given is where r is, and the display that follows puts 2 for C_r; "
            "read so, the line repeats a definition.",
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
                "The chain begins with the line that cites u(t) = u(r) + k and ends with the "
                "right side; the page has the three in the opposite order."
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
            why="The double brackets state the case this way, but its chain writes + 0 for + k.",
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
