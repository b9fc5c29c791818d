"""The long draft (tailoring), section 5.2.2: the dilation property."""

from dpbi.language.words import C, about, lam, r, s, whole, x
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, priors
from statements.dilation import (
    FACTOR,
    LITERAL,
    TAIL,
    UNATTAINED,
    contracts_to_attained,
    dilates,
    dilates_to_attained,
    dilation_bound_is_negative,
    tail,
)

SMALL = Grid(
    n=2,
    full=4,
    priors=priors("1,1", "2,1", "1/3,5/7"),
    values={"eps": ("1/100", "1", "8"), "gamma": ("0", "1"), "lam": ("1/10", "1", "3")},
)
BELOW = SMALL.with_values(lam=("-2", "-1/2", "-1/10"))
UNEQUAL = Grid(
    n=(1, 2, 11),
    priors=priors("3/2,1/2"),
    values={"eps": ("2",), "gamma": ("10",)},
)

REPAIRED = (
    "Let a = eps / (2S), f = e^lam > 1, u = u(r) > 0.  If (f - 1) u <= S, then "
    "P(u = u(r)) = (C_r / C_t) e^(a (f-1) u) P(u = u(t)) <= e^(eps/2) P(u = u(t)), as "
    "C_r <= C_t.  If not, a u > eps / (2 (f - 1)), and P(u = u(r)) = C_r e^(-a u) / NL "
    "<= (n+1) e^(-a u) <= (n+1) exp(eps / (2 (1 - f))), as NL >= 1 by the term of x "
    "and C_r <= n + 1."
)

WITHIN_TWO = (
    "For two categories a multiplicity is 1 or 2, since H(x, .) increases strictly on either side "
    "of x (lgamma is strictly convex); so C_r <= 2 C_t."
)

lemma_5_4 = Claim(
    id="tailoring.lemma-5.4",
    kind="lemma",
    place="Lemma 5.4 (lines 398-400)",
    statement=(
        "Dilation: for two categories, u = +H and 1 - delta'/2 = (n+1) exp(eps / (2 (1 - e^lam))), "
        "P(u = u(r)) <= e^(eps/2) P(u = e^lam u(r)) + delta'/2."
    ),
    lines=("tailoring:398-400", "tailoring:430-432"),
    severity=Severity.THEOREM_FALSE,
    no_repair=(
        "delta' has to become its complement, and two hypotheses are missing: that the dilated "
        "distance is attained and that C_r <= C_t."
    ),
    uses=(
        "tailoring.cr12",
        "tailoring.cr12.iff",
        "tailoring.assert-5.4.1",
        "tailoring.lemma-5.4.fail-prob",
        "tailoring.lemma-5.4.target",
        "tailoring.lemma-5.4.by-5-2",
        "tailoring.lemma-5.4.cancel",
        "tailoring.lemma-5.4.by-def-3",
        "tailoring.lemma-5.4.cond",
        "tailoring.lemma-5.4.case-neg",
        "tailoring.lemma-5.4.div",
        "tailoring.lemma-5.4.exp-acc",
        "tailoring.lemma-5.4.bound",
        "tailoring.lemma-5.4.acc",
        "tailoring.lemma-5.4.setdelta",
        "tailoring.rpost-count",
    ),
    gaps={
        "tailoring.lemma-5.4.target": (
            "it supposes a candidate t with u(t) = e^lam u(r); for u(r) > 0 there is one for "
            "finitely many lam only, and the lemma is about every lam"
        ),
    },
    repaired=(
        "tailoring.lemma-5.4.target/where-t-exists",
        "tailoring.lemma-5.4.by-5-2/literal",
        "tailoring.lemma-5.4.cancel/not-larger",
        "tailoring.lemma-5.4.by-def-3/literal",
        "tailoring.lemma-5.4.cond/factor-reversed",
        "tailoring.lemma-5.4.div/distance-bounded-above",
        "tailoring.lemma-5.4.bound/ueq-h",
        "tailoring.lemma-5.4.acc/ueq-h-le",
        "tailoring.lemma-5.4.setdelta/bad-release-is-rare",
        "tailoring.lemma-5.4.fail-prob/by-the-condition",
        "tailoring.lemma-5.4/repaired-multiplicity-not-larger",
    ),
    readings=(
        Reading(
            "literal-lambdaeq0",
            "for lam = 0",
            dilates(LITERAL, lam.equals(0)),
            SMALL.with_values(lam=("0",)),
            catalogue=True,
            repair="exclude lam = 0, where the dilation changes nothing",
            role=Role.STRAINED,
            why="The equation that fixes delta' divides by 1 - e^lam, so it can hardly be meant "
            "for lam = 0, though the proof's first case is once written lam <= 0.",
        ),
        Reading(
            "literal-lambdalt0",
            "for lam < 0",
            dilates(LITERAL, lam < 0),
            BELOW,
            why_false="for lam = -2 the equation for delta' gives delta'/2 = 1 - 3.566, which "
            "is negative, so the right side is -1.540, and no probability is so small",
            catalogue=True,
            note="false at every instance: the right side is negative",
            role=Role.LITERAL,
            why="The lemma puts no condition on lam, and the proof treats lam < 0 as its first "
            "case.",
        ),
        Reading(
            "lambdalt0-never",
            "the opposite, for lam < 0: the right side is negative at every instance",
            dilation_bound_is_negative(LITERAL, lam < 0),
            BELOW,
            argument=(
                "1 / (1 - e^lam) > 1, so (n+1) exp(eps / (2 (1 - e^lam))) > 2 e^(eps/2), and the "
                "right side is below e^(eps/2) + 1 - 2 e^(eps/2) < 0."
            ),
            role=Role.COMPARISON,
            why="It shows that the case lam < 0 fails everywhere, not only somewhere.",
        ),
        Reading(
            "lambdalt0-with-delta-nonnegative",
            "for lam < 0, as far as delta' is not negative",
            dilates(LITERAL, lam < 0, LITERAL >= 0),
            BELOW,
            argument=(
                "For lam < 0, 0 < 1 - e^lam < 1, so exp(eps / (2 (1 - e^lam))) > 1 and "
                "delta'/2 = 1 - (n+1) exp(...) < -n: it is never nonnegative."
            ),
            role=Role.COMPARISON,
            why=(
                "It takes delta' for a probability, as 'failure probability' suggests, and finds "
                "that the lemma then claims nothing for lam < 0."
            ),
        ),
        Reading(
            "literal-lambdagt0-e-lambda-u-unattained",
            "for lam > 0 where no candidate has the distance e^lam u(r)",
            dilates(LITERAL, lam > 0, UNATTAINED),
            SMALL,
            catalogue=True,
            role=Role.LITERAL,
            why="The lemma says 'any r' and puts no condition on lam, so nothing makes e^lam u(r) "
            "a distance that occurs.",
        ),
        Reading(
            "literal-lambdagt0-attained",
            "for lam > 0 where a candidate has the distance e^lam u(r)",
            dilates_to_attained(1 - tail(FACTOR)),
            SMALL,
            catalogue=True,
            role=Role.INTENDED,
            why="The proof works with a candidate t with u(x, t) = e^lam u(x, r), and keeps 1 - "
            "delta'/2 to the end, as Lemma 5.5 does.",
        ),
        Reading(
            "literal-lambdagt0-delta-nonnegative",
            "the same, where delta' is not negative",
            dilates_to_attained(1 - tail(FACTOR), 1 - tail(FACTOR) >= 0),
            Grid(
                n=3,
                priors=priors("1,1", "2,1"),
                values={"eps": ("1", "4", "1623/500"), "gamma": ("0", "1")},
            ),
            note="it fails where the bound on the tail is about 1 and delta' about 0",
            role=Role.INTENDED,
            why="The proof calls delta'/2 a failure probability, so delta' is not meant to be "
            "negative.",
        ),
        Reading(
            "repaired-lambdagt0",
            "for lam > 0, attained, with delta'/2 = (n+1) exp(eps / (2 (1 - e^lam)))",
            dilates_to_attained(tail(FACTOR)),
            UNEQUAL,
            catalogue=True,
            note="it fails where r has a mirror image among the candidates and t has none",
            repair="with C_r <= C_t besides, or with 2 e^(eps/2)",
            role=Role.COMPARISON,
            why=(
                "It is the lemma with the delta of the notes (their line 129), which alone does "
                "not repair it."
            ),
        ),
        Reading(
            "repaired-integer-prior",
            "for lam > 0, attained, with delta'/2 = (n+1) exp(eps / (2 (1 - e^lam))) and an "
            "integer prior",
            about(dilates_to_attained(tail(FACTOR)), whole()),
            Grid(n=(1, 2, 13), priors=priors("2,1"), values={"eps": ("2",), "gamma": ("10",)}),
            repair="with C_r <= C_t besides, or with 2 e^(eps/2)",
            role=Role.COMPARISON,
            why="It asks whether integer priors, those of all examples, would save the lemma with "
            "the notes' delta.",
        ),
        Reading(
            "repaired-unattained",
            "for lam > 0 with the repaired delta', where the dilated distance is not attained",
            dilates(TAIL, lam > 0, UNATTAINED),
            SMALL,
            repair="the dilated distance must be attained",
            role=Role.COMPARISON,
            why="It shows that the notes' delta does not do away with the condition that e^lam "
            "u(r) is attained.",
        ),
        Reading(
            "repaired-plus-equal-multiplicities",
            "for lam > 0, attained, with the repaired delta' and C_r = C_t",
            dilates_to_attained(tail(FACTOR), C(x, r).equals(C(x, s))),
            SMALL,
            catalogue=True,
            argument=REPAIRED,
            role=Role.COMPARISON,
            why="It adds what Assertion 5.4.1 claims as a hypothesis, and takes for delta'/2 what "
            "the accuracy bound bounds.",
        ),
        Reading(
            "repaired-multiplicity-not-larger",
            "for lam > 0, attained, with the repaired delta' and C_r <= C_t",
            dilates_to_attained(tail(FACTOR), C(x, r) <= C(x, s)),
            SMALL,
            argument=REPAIRED,
            role=Role.COMPARISON,
            why="It needs only one half of Assertion 5.4.1.",
        ),
        Reading(
            "repaired-factor-two",
            "for lam > 0, attained, with the repaired delta' and 2 e^(eps/2), whatever the "
            "multiplicities",
            dilates_to_attained(tail(FACTOR), factor=2),
            SMALL,
            argument=REPAIRED
            + "  Without C_r <= C_t the first case costs a factor C_r / C_t.  "
            + WITHIN_TWO,
            role=Role.COMPARISON,
            why="It does not need Assertion 5.4.1: multiplicities are within a factor 2.",
        ),
        Reading(
            "repaired-lambdale0",
            "for lam <= 0, attained, with 2 e^(eps/2) and without delta'",
            contracts_to_attained(),
            SMALL,
            argument=(
                "u(t) <= u(r), so t is at least as likely as r, and P(u = u(r)) = C_r P(r) <= 2 "
                "C_t P(t) = 2 P(u = u(t)).  " + WITHIN_TWO
            ),
            role=Role.COMPARISON,
            why="It is what the case lam <= 0 of the proof can show, with the factor of Lemma 5.3.",
        ),
    ),
)
