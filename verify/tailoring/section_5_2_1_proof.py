"""The long draft (tailoring), section 5.2.1: the cases in the proof of the sliding property.

The plain text takes the multiplicities from u = 0 or u != 0.  Double brackets beside it take them
from a partition of the candidates by their multiplicity: a variant, as the bracketed text at line
404 is, and not the text that Lemmas 5.4 and 5.5 repeat.  The displays break off at the margin; what
is legible repeats lines, drops parentheses and has other letters for eps, so the chains are read
with the parentheses that some of their lines show.
"""

from dpbi.language.words import H, r, s, x
from dpbi.ledger.claims import (
    TWO,
    Claim,
    Grid,
    Reading,
    Role,
    Severity,
    priors,
)
from statements.multiplicities import multiplicities_are_equal
from statements.sliding_cases import (
    BOUND,
    BRACKETS,
    CANCEL,
    LINES,
    MARGIN,
    NUMBERS,
    POSITIVE,
    SLIDING,
    claimed,
    in_brackets,
)
from statements.sliding_proof import (
    AWAY,
    BEYOND,
    CLOSER,
    FURTHER,
    case_is_bounded,
    chain_holds,
    chain_with_equal_multiplicities,
    one_case_each,
    scanned_without_parentheses,
    scanned_without_the_factor,
    score_of_a_candidate_is_attained,
    shifted_score_is_attained,
    these_multiplicities,
)

choice_of_t = Claim(
    id="tailoring.lemma-5.3.t",
    kind="proof-step",
    place="proof of Lemma 5.3, line 354",
    statement="For the r and k of the lemma there is a candidate t with u(x, t) = u(x, r) + k.",
    lines=("tailoring:354",),
    severity=Severity.PROOF_BROKEN,
    no_repair=(
        "The missing hypothesis, that u(r) + k is the distance of a candidate, is the claim "
        "itself; it belongs in the lemma."
    ),
    readings=(
        Reading(
            "any-k",
            "for every real k with u(r) + k >= 0",
            shifted_score_is_attained(),
            SLIDING,
            why_false="u(r) + k = 0 + 1/2, and the only distances from x are 0 and 0.463",
            role=Role.LITERAL,
            why="The lemma has no other condition on k, and the proof takes t from R_post.",
        ),
        Reading(
            "attained",
            "where k = u(s) - u(r) for a candidate s",
            score_of_a_candidate_is_attained(),
            SLIDING,
            argument="t = s is one.",
            role=Role.COMPARISON,
            why="It assumes what is claimed: that u(r) + k is the distance of a candidate.",
        ),
    ),
)

cases = Claim(
    id="tailoring.lemma-5.3.cases",
    kind="proof-step",
    place="proof of Lemma 5.3, headings of its cases (lines 354-390)",
    statement=(
        "Each pair of candidates r, t is in one of five cases: both scores not 0 and k >= 0, both "
        "not 0 and -u(r) < k < 0, only u(r) = 0, only u(t) = 0, both 0."
    ),
    lines=(
        "tailoring:354",
        "tailoring:357-358",
        "tailoring:367-368",
        "tailoring:375-376",
        "tailoring:390",
    ),
    readings=(
        Reading(
            "literal",
            "in exactly one",
            one_case_each(),
            Grid(n=4, priors=TWO),
            argument=(
                "u >= 0, so either score is 0 or positive, which makes four cases; the one with "
                "both positive is split by k >= 0 and k < 0, and k > -u(r) is u(t) > 0."
            ),
            role=Role.LITERAL,
            why="The four headings and the two conditions on k, the first of which is k >= 0.",
        ),
        Reading(
            "first-case-scanned-as-minus-k",
            "the same with -k >= 0 in place of k >= 0",
            one_case_each(H(x, s) <= H(x, r)),
            Grid(n=2, priors=TWO),
            role=Role.STRAINED,
            why=(
                "The page shows a dash before k; it is the mark of a list, as before the second "
                "condition, which would else be part of the first."
            ),
            repair="k >= 0",
        ),
    ),
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
            multiplicities_are_equal(AWAY, BEYOND, FURTHER),
            NUMBERS,
            catalogue=True,
            role=Role.LITERAL,
            why="It is what the chain uses of C_r = C_t = 2, the least that its equality needs.",
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
            multiplicities_are_equal(AWAY, BEYOND, CLOSER),
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
