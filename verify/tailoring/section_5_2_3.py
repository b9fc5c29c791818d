"""The long draft (tailoring), section 5.2.3: (eps', delta)-privacy."""

from dpbi.language.words import PAIRS, about, gamma, n, r, x
from dpbi.ledger.claims import TWO, Claim, Grid, Reading, Role, Severity, priors
from statements.dilation import drift_slack_is_negative, private_with_drift, smooth
from statements.drift_proof import (
    outputs_suffice,
    private_by_tail,
    private_without_negative_delta,
)
from statements.privacy import loss_is_finite
from statements.terms import z

GRID = Grid(
    n=3,
    full=5,
    priors=priors("1,1", "2,1", "1/3,5/7", "25,1/1000"),
    values={"eps": ("1/100", "1", "8"), "gamma": ("0", "1")},
)
THREE_HALVES = (
    "Let w_v(r) = eps H(v, r) / (2 S(v)), L = eps / (2 (e^gamma - 1)) > 0 and T = (n + 1) e^-L, "
    "the delta; NL(v) is the sum of the e^-w_v, at least 1 as w_v(v) = 0.  For neighbours u, v let "
    "h = H(u, v) <= LS <= S at both; S changes by a factor of at most e^gamma.  (a) If S(u) >= "
    "S(v), w_u(r) <= eps (H(v, r) + h) / (2 S(u)) <= w_v(r) + eps/2.  (b) If S(u) <= S(v), w_u(r) "
    "<= eps (H(v, r) + h) / (2 S(u)) <= e^gamma w_v(r) + eps/2, at most w_v(r) + eps where w_v(r) "
    "<= L; and the e^-w_v(r) with w_v(r) > L add up to at most T.  Let E be a set of outputs.  If "
    "S(y) < S(x): NL(y) <= e^(eps/2) NL(x) by (a) with u = x, v = y; by (b) with u = y, v = x, "
    "e^-w_x(r) <= e^eps e^-w_y(r) unless w_x(r) > L, and those r together have P_x at most T.  So "
    "P_x(E) <= e^(3 eps/2) P_y(E) + T.  If S(y) >= S(x): e^-w_x(r) <= e^(eps/2) e^-w_y(r) by (a) "
    "with u = y, v = x; and NL(y) <= e^eps NL(x) + T by (b) with u = x, v = y.  For T >= 1 there "
    "is nothing to show; for T < 1, NL(y) >= 1 gives NL(x) >= e^-eps (NL(y) - T) >= e^-eps NL(y) "
    "(1 - T), so P_x(E) (1 - T) <= e^(3 eps/2) P_y(E), and P_x(E) <= e^(3 eps/2) P_y(E) + T, as "
    "P_x(E) <= 1."
)

lemma_5_5 = Claim(
    id="tailoring.lemma-5.5",
    kind="lemma",
    place="Lemma 5.5 (line 518), its parameters at line 642",
    statement="For two categories the smoothed mechanism is (eps', delta)-private.",
    lines=("tailoring:518",),
    severity=Severity.THEOREM_FALSE,
    no_repair="Other parameters hold, by another proof; those of line 642 do not.",
    uses=(
        "tailoring.lemma-5.5.pointwise",
        "tailoring.cr12",
        "tailoring.cr12.iff",
        "tailoring.lemma-5.5.by-5-2",
        "tailoring.lemma-5.3",
        "tailoring.lemma-5.5.slide",
        "tailoring.lemma-5.4",
        "tailoring.lemma-5.5.dil",
        "tailoring.lemma-5.5.target",
        "tailoring.lemma-5.5.bracket",
        "tailoring.lemma-5.5.by-5-2-t",
        "tailoring.lemma-5.5.by-def-3",
        "tailoring.lemma-5.5.simplify",
        "tailoring.lemma-5.5.regroup",
        "tailoring.lemma-5.5.params",
        "tailoring.lemma-5.5.cases",
        "tailoring.lemma-5.5.case-1",
        "tailoring.lemma-5.5.case-2",
        "tailoring.lemma-5.5.case-3",
        "tailoring.lemma-5.5.case-4",
        "tailoring.lemma-5.5.max",
    ),
    gaps={
        "tailoring.lemma-5.5.slide": (
            "Lemma 5.3 says -k where the step has +k, and the distance u(x', r), to which the step "
            "slides, need not occur at x"
        ),
        "tailoring.lemma-5.5.dil": (
            "Lemma 5.4 is about e^lam > 0, and about distances u(r) of candidates at x; the chosen "
            "e^lam is not positive for half of the pairs, and u(x', r) is a distance at x'"
        ),
        "tailoring.lemma-5.5.max": (
            "parameters of privacy are the largest over all neighbours and outputs; a largest over "
            "four cases still depends on x, x' and r"
        ),
    },
    repaired=(
        "tailoring.lemma-5.5.dil/weights",
        "tailoring.lemma-5.5.slide/weights",
        "tailoring.lemma-5.5.simplify/smaller-sensitivity",
        "tailoring.lemma-5.5.simplify/normalisers",
        "tailoring.lemma-5.5/three-halves",
    ),
    readings=(
        Reading(
            "exists-finite-eps-delta",
            "for some finite eps' and delta = 0: eps' = eps / min S is one",
            about(loss_is_finite("mh-exp", smooth(z), beta=gamma), PAIRS),
            Grid(n=6, full=20, priors=TWO),
            catalogue=True,
            argument=(
                "Let M = eps / (2 min S).  As 0 <= H <= 1, every exponent eps H / (2S) lies in "
                "[0, M].  From x to y a weight changes by at most e^M, and so does the sum of "
                "weights; a probability changes by at most e^(2M)."
            ),
            note="the sentence alone names neither eps' nor delta",
            role=Role.STRAINED,
            why="Some pair of parameters works for every mechanism with finitely many outputs of "
            "positive probability, so the lemma, whose proof ends by setting eps' and delta, can "
            "hardly mean this.",
        ),
        Reading(
            "eps-delta-of-l642",
            "eps' and delta of line 642 in its case r = BI(x), for every output",
            private_with_drift(x),
            GRID,
            why_false="delta is a positive multiple of 1 - (n + 1) exp(eps/(2 (1 - e^lam))) = 1 "
            "- 5.189, so it is negative; the right side is -8.451, while the "
            "probability of (0, 2) is 0.274",
            catalogue=True,
            note=(
                "ln of (S/S') ln(NL/NL') has a value only where NL(x) > NL(x'); there delta may "
                "be far below 0.  For the other half of the neighbours line 642 has no value"
            ),
            role=Role.INTENDED,
            why="Line 642 sets eps' and delta to their values in the case u(x, r) = 0, where r is "
            "the posterior of x, and concludes privacy.",
        ),
        Reading(
            "eps-delta-of-l642-pointwise",
            "the same with the r of the output in eps' and delta",
            private_with_drift(r),
            GRID,
            role=Role.LITERAL,
            why="The eps' and delta that line 642 prints contain r, the output of line 526.",
        ),
        Reading(
            "whenever-s-s-ln-nl-nl-lt1",
            "where 0 < (S/S') ln(NL/NL') < 1, the delta of line 642 is negative",
            drift_slack_is_negative(),
            GRID,
            catalogue=True,
            argument=(
                "Then 0 < 1 - q < 1 for q = (S/S') ln(NL/NL'), so exp(eps / (2 (1 - q))) > 1 and "
                "1 - (n+1) exp(eps / (2 (1 - q))) < -n; delta is that times a positive number."
            ),
            role=Role.COMPARISON,
            why="It explains the failure: the printed delta is not a probability there.",
        ),
        Reading(
            "negative-delta-as-zero",
            "eps' and delta of line 642 in its case r = BI(x), with 0 for a negative delta",
            private_without_negative_delta(),
            Grid(
                n=2,
                priors=priors("1,1", "1/100,100"),
                values={"eps": ("1", "8"), "gamma": ("0", "1")},
            ),
            role=Role.COMPARISON,
            why="It asks whether the lemma fails only because the printed delta can be negative; "
            "it does not: eps' alone is too small.",
        ),
        Reading(
            "three-halves",
            "for gamma > 0: eps' = 3 eps/2 and delta = (n+1) exp(eps / (2 (1 - e^gamma)))",
            private_by_tail(),
            Grid(
                n=4,
                full=10,
                priors=(*TWO, *priors("1/1000,1/1000", "1000,1000")),
                values={"eps": ("1/100", "1", "8", "40"), "gamma": ("1/100", "1/10", "1", "3")},
            ),
            argument=THREE_HALVES,
            role=Role.COMPARISON,
            why="Ours: it keeps the mechanism, the form of the statement and the bound on the tail "
            "of Lemma 5.4 (with e^lam = e^gamma, the most by which S changes), and gives "
            "parameters that depend on eps, gamma and n only.",
            note="for gamma = 0 S is GS, and the mechanism is eps-private",
        ),
    ),
)

pointwise = Claim(
    id="tailoring.lemma-5.5.pointwise",
    kind="proof-step",
    place="proof of Lemma 5.5, headed Lemma 5.6, lines 522-526",
    statement=(
        "By Definition 2 it is enough to show P(x, r) <= e^eps' P(x', r) + delta for all "
        "neighbours and every single output r."
    ),
    lines=("tailoring:522-526",),
    severity=Severity.PROOF_BROKEN,
    uses=("tailoring.def-2",),
    readings=(
        Reading(
            "literal",
            "the bound for single outputs gives it for sets of outputs",
            outputs_suffice(1),
            Grid(
                n=3,
                priors=priors("1,1"),
                values={"eps": ("1",), "gamma": ("0",), "t": ("1/10",), "delta": ("1/10", "1/20")},
            ),
            repair="(n+1) delta in place of delta in the result, or sets of outputs in place of r",
            role=Role.LITERAL,
            why="Definition 2 is about sets B, and line 524 is about any beta distribution r.",
        ),
        Reading(
            "n-plus-one-times-delta",
            "the bound for single outputs gives it for sets of outputs with (n+1) delta",
            outputs_suffice(n + 1),
            Grid(
                n=3,
                priors=priors("1,1", "2,1"),
                values={
                    "eps": ("1", "8"),
                    "gamma": ("0", "1"),
                    "t": ("1/10", "1"),
                    "delta": ("1/10", "1/4", "1/2"),
                },
            ),
            argument="A set has at most n + 1 outputs, and each adds at most delta.",
            role=Role.REPAIR,
            why="This is what bounds for single outputs imply.",
        ),
    ),
)
