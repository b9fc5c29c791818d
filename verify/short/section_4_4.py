"""The short drafts, section 4: Theorem 4.4 and the steps of its proof."""

from dpbi.language import forall
from dpbi.language.words import absolute, eps, exp, j, log, t
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, Verdict, priors
from statements.accuracy import error_within_steps
from statements.arguments import argued
from statements.releases import (
    conditional_noise_is_the_chance,
    every_event_is_missed,
    few_steps_have,
    floored_noise_has,
    upper_bound_of_inner_events,
)

MIXTURE = priors("1,1", "1/2,1/2", "2,1", "1/10,1/10", "7,4")
SMALL = Grid(n=3, full=5, priors=MIXTURE, values={"eps": ("1/3", "1", "4"), "j": ("0", "1", "2")})
FLOORED = (
    "The floored noise lies in -k .. k with probability 1 - (e^(-k eps) + e^(-(k+1) eps))/2 >= "
    "1 - e^(-k eps), and the clamped release is then one of c - k .. c + k."
)
TAIL = (
    "The density of Y is (eps/2) e^(-eps |s|), whose integral over |s| < K is 1 - e^(-K eps); "
    "single points have probability 0."
)

theorem_4_4 = Claim(
    id="short.thm-4.4",
    kind="theorem",
    place="Theorem 4.4 (short-a lines 155-171, short-b lines 144-160)",
    lines=("short-a:155", "short-b:144"),
    statement="For gamma = e^(O(k) eps), lg(1/gamma)/eps is O(k).",
    uses=("short.thm-4.4.step", "short.thm-4.4.gamma", "short.thm-4.4.concl"),
    gaps={
        "short.thm-4.4.gamma": "A bound of the probability from above gives no gamma with "
        "P(H < t) >= 1 - gamma: that needs a bound from below.",
    },
    repaired=(
        "short.thm-4.4.step/at-least",
        "short.thm-4.4.gamma/literal",
        "short.thm-4.4.concl/literal",
        "short.thm-4.4/gammaeqe-o-k-eps-proof",
    ),
    readings=(
        Reading(
            "literal-e-pluso-k-eps",
            "gamma = e^(C k eps) with C > 0: |ln(1/gamma)/eps| <= C k",
            forall(absolute(log(1 / exp(t * j * eps)) / eps) <= t * j),
            Grid(),
            role=Role.LITERAL,
            why="The exponent is printed without a minus sign, and O bounds an absolute value.",
            argument="ln(1/e^(f(k) eps))/eps = -f(k), which is O(k) when f is; another base of lg "
            "is another constant.",
            catalogue=True,
            note="true of the formula, but then gamma >= 1 is no probability of failure, and the "
            "quantity is <= 0; C and k are t and j",
        ),
        Reading(
            "gammaeqe-o-k-eps-proof",
            "gamma = e^(-C k eps), as in the proof: ln(1/gamma)/eps = C k",
            forall((log(1 / exp(-t * j * eps)) / eps).equals(t * j)),
            Grid(),
            role=Role.INTENDED,
            why="The proof has e^(-O(k) eps), which is a probability.",
            argument="ln(1/e^(-f(k) eps))/eps = f(k).",
            catalogue=True,
            note="C and k are t and j",
        ),
    ),
)

step = Claim(
    id="short.thm-4.4.step",
    kind="proof-step",
    place="proof of Theorem 4.4, first display (short-a lines 159-161, short-b lines 148-150)",
    lines=("short-a:159-161", "short-b:148-150"),
    statement=(
        "P(H < t) is the probability of |Y| < O(k), Y the noise, given that a step k stays "
        "within t, and is at most 1 - e^(-O(k) eps)."
    ),
    uses=("short.alg.lshist",),
    readings=(
        Reading(
            "literal-conditional-probability",
            "for events {c - k, .., c + k}, k >= 1, that hold neither 0 nor n, O(k) = C k: "
            "P(H < t) is the conditional probability of |Y| < C k given H < t",
            conditional_noise_is_the_chance(),
            Grid(n=(4,), priors=priors("1,1"), values={"eps": ("1",), "j": ("2",)}),
            role=Role.LITERAL,
            why="The display has a bar between the two conditions on the noise.",
            catalogue=True,
            repair="P(H <= the largest distance of at most k steps) >= 1 - e^(-k eps)",
            note="at the witness k = 1 and C = 2; for k >= 1 and C >= 2 the conditional "
            "probability is 1, and P(H < t) is below 1",
        ),
        Reading(
            "upper-bound",
            "events that hold neither 0 nor n, and reach k >= 1 steps: P(H < t) <= 1 - "
            "e^(-2 k eps)",
            upper_bound_of_inner_events(),
            Grid(n=5, full=8, priors=priors("1,1", "1/2,3"), values={"eps": ("1/3", "1")}),
            role=Role.COMPARISON,
            why="The second line of the display alone, where nothing is clamped: true, and the "
            "direction that ELap does not need.",
            argument="The event is c - L .. c + R with k = max(L, R), so the probability of the "
            "rest is (e^(-L eps) + e^(-(R+1) eps))/2 >= e^(-(k+1) eps) >= e^(-2 k eps).",
        ),
        Reading(
            "pr-lap-ltk-eq-1-e-k-eps",
            "P(|Y| < K) = 1 - e^(-K eps) for every K >= 0",
            check=argued(Verdict.HOLDS, TAIL),
            role=Role.COMPARISON,
            why="The one fact about the noise behind the display, without its condition.",
            catalogue=True,
        ),
        Reading(
            "pr-lap-lt-k-released",
            "the same as LSHist releases it: -K <= floor Y <= K - 1 for integers K >= 1, with "
            "probability 1 - e^(-K eps) where nothing is clamped",
            floored_noise_has(j, j - 1, 1 - exp(-j * eps), j >= 1),
            Grid(n=6, full=9, priors=priors("1,1", "1/2,3"), values={"eps": ("1/3", "1")}),
            role=Role.COMPARISON,
            why="Ours: the same as a formula, K being j.",
            argument=TAIL + "  -K <= Y < K is -K <= floor Y <= K - 1, and LSHist does not clamp "
            "where c - K > 0 and c + K - 1 < n.",
        ),
        Reading(
            "at-least",
            "P(H <= the largest distance of at most k steps) >= 1 - e^(-k eps)",
            error_within_steps(j, exp(-j * eps)),
            SMALL,
            role=Role.COMPARISON,
            why="Ours, what ELap needs: >= in place of <=, an event of the steps in place of one "
            "of t, and no conditional probability between the two.",
            argument=FLOORED,
        ),
    ),
    severity=Severity.PROOF_BROKEN,
    no_repair="The conditional probability is 1 where steps suffice, and its second line bounds "
    "P(H < t) from above; the proof needs a bound from below, of another event.",
)

failure = Claim(
    id="short.thm-4.4.gamma",
    kind="proof-step",
    place="proof of Theorem 4.4, second display (short-a lines 163-165, short-b lines 152-154)",
    lines=("short-a:163-165", "short-b:152-154"),
    statement="So gamma = e^(-O(k) eps).",
    uses=("short.thm-4.4.step",),
    readings=(
        Reading(
            "literal",
            "as the choice of gamma: for gamma = e^(-k eps), at most k steps have probability at "
            "least 1 - gamma",
            few_steps_have(j, 1 - exp(-j * eps)),
            SMALL,
            role=Role.LITERAL,
            why="The theorem is about a gamma of this form; the display chooses one.",
            argument=FLOORED,
            note="k is j",
        ),
        Reading(
            "as-a-consequence",
            "as what the display before it entails: for every t, gamma = P(H >= t) is some "
            "e^(-O(k) eps), so is positive",
            every_event_is_missed(),
            Grid(n=2, priors=priors("1,1"), values={"eps": ("1",)}),
            role=Role.STRAINED,
            why="It says then, but gamma is what the theorem starts from.",
            repair="gamma = e^(-k eps) is chosen",
            note="a t above every distance is never missed",
        ),
    ),
)

conclusion = Claim(
    id="short.thm-4.4.concl",
    kind="proof-step",
    place="proof of Theorem 4.4, last display (short-a lines 167-169, short-b lines 156-158)",
    lines=("short-a:167-169", "short-b:156-158"),
    statement="lg(1/gamma)/eps = lg(1/e^(-O(k) eps))/eps = O(k).",
    uses=("short.thm-4.4.gamma",),
    readings=(
        Reading(
            "literal",
            "ln(1/e^(-C k eps))/eps = C k for every C > 0 and k",
            forall((log(1 / exp(-t * j * eps)) / eps).equals(t * j)),
            Grid(),
            role=Role.LITERAL,
            why="The display puts e^(-O(k) eps) for gamma; another base of lg is another "
            "constant, which O does not see.",
            argument="ln(1/e^(-f eps))/eps = f.",
            note="C and k are t and j",
        ),
    ),
)
