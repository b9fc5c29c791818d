"""The long draft (tailoring), section 5.2.3: the proof of (eps', delta)-privacy, from line 566."""

from dpbi.language.words import C, r, x, y
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, priors
from statements.dilation_proof import law_by_weights
from statements.drift_proof import (
    normalisers_within,
    private_by_tail_at,
    private_in_case,
    shift_turns_the_law,
    smaller_sensitivity_smaller_sum,
    stretch_turns_the_law,
)

GRID = Grid(
    n=2,
    full=4,
    priors=priors("1,1", "2,1", "1/3,5/7"),
    values={"eps": ("1/100", "1", "8"), "gamma": ("0", "1")},
)
WIDE = Grid(
    n=4,
    full=8,
    priors=priors("1,1", "2,1", "1/3,5/7", "25,1/1000"),
    values={"eps": ("1/100", "1", "8"), "gamma": ("1/10", "1", "3")},
)

simplify = Claim(
    id="tailoring.lemma-5.5.simplify",
    kind="proof-step",
    place="proof of Lemma 5.5, lines 566-568",
    statement=(
        "With u(x, t) = (S(x) / S(x')) ln(NL(x) / NL(x')) u(x', r), exp(-eps u(x, t) / (2 S(x))) / "
        "NL(x) = exp(-eps u(x', r) / (2 S(x'))) / NL(x')."
    ),
    lines=("tailoring:566-568",),
    severity=Severity.PROOF_BROKEN,
    no_repair=(
        "The ratio of the normalisers is a shift of u(x, t) and not a factor; with this shift the "
        "step is an identity for a number u(x, t) that need not be the distance of a candidate."
    ),
    uses=("tailoring.lemma-5.5.target", "tailoring.lemma-5.5.by-def-3"),
    readings=(
        Reading(
            "literal",
            "where NL(x) > NL(x')",
            stretch_turns_the_law(exactly=True),
            GRID,
            why_false="r is the posterior of x', so u(x', r) = 0 and both exponentials are 1: "
            "what is left says NL(x) = NL(x'), but they are 2.213 and 2.027",
            catalogue=True,
            role=Role.LITERAL,
            why="The step puts the product in and calls the result a simplification.",
        ),
        Reading(
            "at-most",
            "with <= in place of =",
            stretch_turns_the_law(exactly=False),
            GRID,
            role=Role.INTENDED,
            why="The chain is one of upper bounds, so <= is all that it needs here.",
        ),
        Reading(
            "additive-shift",
            "with u(x, t) = (S(x) / S(x')) u(x', r) + (2 S(x) / eps) ln(NL(x') / NL(x)) the two "
            "sides agree, in the formula to a part in 10^20, by the argument exactly",
            shift_turns_the_law(),
            GRID,
            catalogue="additive-shift-u-x-t-eq-s-s-u-x-r-plus-2s-eps-ln-nl-x-nl",
            argument=(
                "-eps u(x, t) / (2 S(x)) = -eps u(x', r) / (2 S(x')) - ln NL(x') + ln NL(x); "
                "exponentiate and divide by NL(x)."
            ),
            role=Role.COMPARISON,
            why="It is the equation of the step, solved for u(x, t), so a tautology; it shows that "
            "the ratio of the normalisers is a shift of the distance, not a factor.",
        ),
        Reading(
            "normalisers",
            "NL(x') <= e^eps NL(x) + (n+1) exp(eps / (2 (1 - e^gamma))), gamma > 0",
            normalisers_within(),
            WIDE,
            argument=(
                "Every weight at x' is at most e^eps times that at x, plus exp(eps / (2 (1 - "
                "e^gamma))): dilate from S(x') to S(x), then slide from x' to x, each with the "
                "factor e^(eps/2) (the readings about weights of the two steps before)."
            ),
            role=Role.COMPARISON,
            why=(
                "A repaired proof compares the normalisers instead of turning them into a distance."
            ),
        ),
        Reading(
            "smaller-sensitivity",
            "NL(x') <= e^(eps/2) NL(x) where S(x') <= S(x)",
            smaller_sensitivity_smaller_sum(),
            WIDE,
            argument=(
                "exp(-eps H(x', r) / (2 S(x'))) <= exp(-eps H(x', r) / (2 S(x))) <= e^(eps/2) "
                "exp(-eps H(x, r) / (2 S(x))), as H(x, r) <= H(x', r) + H(x, x') and H(x, x') <= "
                "LS(x) <= S(x)."
            ),
            role=Role.COMPARISON,
            why="The repaired proof needs it where the weights themselves lose a factor e^eps.",
        ),
    ),
)

regroup = Claim(
    id="tailoring.lemma-5.5.regroup",
    kind="proof-step",
    place="proof of Lemma 5.5, lines 570-572",
    statement="The weight of r at x' over the sum of weights at x' is P(x', r).",
    lines=("tailoring:570-572",),
    uses=("tailoring.def-3",),
    readings=(
        Reading(
            "literal",
            "for every candidate and eps >= 0; the rest of the step multiplies the bracket out",
            law_by_weights(y),
            GRID.with_values(eps=("0", "1", "8")),
            argument="It is Definition 3 at x'.",
            role=Role.LITERAL,
            why="Line 570 says this, and line 572 changes only the order of factors.",
        ),
    ),
)

parameters = Claim(
    id="tailoring.lemma-5.5.params",
    kind="proof-step",
    place="proof of Lemma 5.5, lines 574-576",
    statement=(
        "So the mechanism is (eps', delta)-private with e^eps' = (C_t / C_r) e^(eps (u(x', r) - "
        "u(x, r)) / (2 S(x)) + ln 2) e^(eps/2) and delta = e^(eps (u(x', r) - u(x, r)) / (2 S(x)) "
        "+ ln 2) / C_r (1 - |R| exp(eps / (2 (1 - e^lam))))."
    ),
    lines=("tailoring:574-576",),
    severity=Severity.PROOF_BROKEN,
    no_repair="Other parameters hold, by another proof; those of line 574 do not.",
    uses=("tailoring.lemma-5.5.simplify", "tailoring.lemma-5.5.regroup"),
    readings=(
        Reading(
            "literal",
            "for every output r where e^lam is defined, even with 2 for C_t, the most it can be",
            private_in_case(2 / C(x, r), 1 / C(x, r)),
            GRID,
            why_false="delta has the factor 1 - (n + 1) exp(eps/(2 (1 - e^lam))) = 1 - 5.189, "
            "so it is negative; the right side is -1.555, while the probability of "
            "(0, 2) is 0.274",
            role=Role.LITERAL,
            why="The parameters contain r, so they are those of the inequality for the output r.",
        ),
        Reading(
            "three-halves",
            "for every output r: eps' = 3 eps/2 and delta = (n+1) exp(eps / (2 (1 - e^gamma)))",
            private_by_tail_at(),
            WIDE,
            argument=(
                "With T the delta: if S(x') < S(x), NL(x') <= e^(eps/2) NL(x), and the weight of r "
                "at x is at most e^eps times that at x' unless it is below T / (n+1), by (b) of "
                "the argument of Lemma 5.5; as NL(x) >= 1, P(x, r) <= e^(3 eps/2) P(x', r) + T.  "
                "If S(x') >= S(x), the weight of r at x is at most e^(eps/2) times that at x' and "
                "NL(x') <= e^eps NL(x) + T, so P(x, r) (1 - T) <= e^(3 eps/2) P(x', r) for T < 1, "
                "as NL(x') >= 1; and P(x, r) T <= T."
            ),
            role=Role.COMPARISON,
            why="Ours: parameters without x, x' and r, from the repaired steps.",
        ),
    ),
)
