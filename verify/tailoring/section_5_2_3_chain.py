"""The long draft (tailoring), section 5.2.3: the proof of (eps', delta)-privacy, to line 564."""

from dpbi.language.words import s, x
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, priors
from statements.dilation_proof import event_by_multiplicity, law_by_weights
from statements.drift_proof import (
    REACHED,
    bracket_moves,
    dilates_by_the_stretch,
    divided_by_multiplicity,
    slides_to_the_neighbour,
    stated_factor_is_used,
    stretch_is_positive,
    stretched_candidate_exists,
    stretched_event,
    weights_dilate,
    weights_slide,
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
TWICE = (
    "ln BC(x, .) decreases strictly on either side of x, the log-gammas being strictly convex, so "
    "a distance occurs once or twice and C is 1 or 2."
)

by_5_2 = Claim(
    id="tailoring.lemma-5.5.by-5-2",
    kind="proof-step",
    place="proof of Lemma 5.5, lines 538-540",
    statement="P(x, r) is P(u = u(x, r)) over C(x, r).",
    lines=("tailoring:538-540",),
    uses=("tailoring.lemma-5.2",),
    readings=(
        Reading(
            "literal",
            "for every candidate",
            divided_by_multiplicity(),
            GRID,
            argument=(
                "The event is the disjoint union of the C(x, r) candidates at the distance of r, "
                "all as probable as r."
            ),
            role=Role.LITERAL,
            why="It is Lemma 5.2, divided by the multiplicity.",
        ),
    ),
)

slide = Claim(
    id="tailoring.lemma-5.5.slide",
    kind="proof-step",
    place="proof of Lemma 5.5, lines 542-546",
    statement=(
        "By Lemma 5.3 with k = u(x', r) - u(x, r), P(u = u(x, r)) <= e^(eps k / (2 S(x)) + ln 2) "
        "P(u = u(x', r)), all at x."
    ),
    lines=("tailoring:542-546",),
    severity=Severity.PROOF_BROKEN,
    uses=("tailoring.lemma-5.3",),
    readings=(
        Reading(
            "needs-u-x-r-attained-under-x",
            "for all neighbours and every r",
            slides_to_the_neighbour(),
            GRID,
            catalogue=True,
            repair="where some candidate is as far from x as r is from x'",
            note="the right side is 0 where no candidate has the distance u(x', r) from x",
            role=Role.LITERAL,
            why="The step is taken for the r of line 524, which is any, and for any neighbours.",
        ),
        Reading(
            "sign",
            "the factor of the step is the one that Lemma 5.3 states",
            stated_factor_is_used(),
            GRID,
            catalogue=True,
            repair="+eps k in Lemma 5.3, as in its proof",
            role=Role.LITERAL,
            why="The step says 'apply Lemma 5.3', whose statement has -eps k / (2S) where the step "
            "has +eps k / (2S).",
        ),
        Reading(
            "where-attained",
            "where some candidate is as far from x as r is from x'",
            slides_to_the_neighbour(REACHED),
            GRID,
            argument=(
                "Let s be that candidate: P(u = u(r)) / P(u = u(s)) = (C_r / C_s) exp(eps (u(s) - "
                "u(r)) / (2S)).  " + TWICE
            ),
            role=Role.REPAIR,
            why="It adds the hypothesis under which the lemma, with the sign of its proof, holds.",
        ),
        Reading(
            "weights",
            "weights in place of events: exp(-eps u(x, r) / (2 S(x'))) <= e^(eps/2) exp(-eps u(x', "
            "r) / (2 S(x')))",
            weights_slide(),
            WIDE,
            argument="u(x', r) <= u(x, r) + H(x, x'), and H(x, x') <= LS(x') <= S(x').",
            role=Role.COMPARISON,
            why=(
                "It slides from u(x, r) to u(x', r) for every r, and is what a repaired proof "
                "needs."
            ),
        ),
    ),
)

dilate = Claim(
    id="tailoring.lemma-5.5.dil",
    kind="proof-step",
    place="proof of Lemma 5.5, lines 548-550",
    statement=(
        "By Lemma 5.4 with e^lam = (S(x) / S(x')) ln(NL(x) / NL(x')), P(u = u(x', r)) <= e^(eps/2) "
        "P(u = e^lam u(x', r)) + 1 - |R| exp(eps / (2 (1 - e^lam))), all at x."
    ),
    lines=("tailoring:548-550",),
    severity=Severity.PROOF_BROKEN,
    no_repair=(
        "The e^lam of the step is not positive for half of the pairs; with another e^lam, that of "
        "the change of S, what holds is an inequality of weights and not of events."
    ),
    uses=("tailoring.lemma-5.4",),
    readings=(
        Reading(
            "well-defined",
            "e^lam is positive for all neighbours",
            stretch_is_positive(),
            GRID,
            catalogue=True,
            role=Role.LITERAL,
            why="Line 550 writes e^(ln(...)) for it, which needs a positive number, and takes any "
            "neighbours.",
        ),
        Reading(
            "additive-constant-1-r-exp-inside-1-c-r",
            "the inequality, where e^lam is positive",
            dilates_by_the_stretch(),
            GRID,
            catalogue=True,
            role=Role.LITERAL,
            why="Line 550 multiplies both terms of Lemma 5.4 by the factor of the slide, so this "
            "is the inequality that it uses.",
        ),
        Reading(
            "weights",
            "e^lam = S(x) / S(x') and weights in place of events, gamma > 0: exp(-eps u / (2 S(x)))"
            " <= e^(eps/2) exp(-eps u / (2 S(x'))) + exp(eps / (2 (1 - e^gamma))), u = u(x, r)",
            weights_dilate(),
            WIDE,
            argument=(
                "If S(x) <= S(x') the first two terms alone are in this order.  Else S(x) <= "
                "e^gamma S(x').  With w = eps u / (2 S(x)) the weight at S(x') is at least "
                "e^(-e^gamma w).  If (e^gamma - 1) w <= eps/2, then e^-w <= e^(eps/2) e^(-e^gamma "
                "w).  If not, e^-w < exp(-eps / (2 (e^gamma - 1))), which is the last term."
            ),
            role=Role.COMPARISON,
            why=(
                "It dilates by what the change of S asks for, for every r, with the bound of "
                "Lemma 5.4 on the tail, and is what a repaired proof needs."
            ),
        ),
    ),
)

target = Claim(
    id="tailoring.lemma-5.5.target",
    kind="proof-step",
    place="proof of Lemma 5.5, lines 552-554",
    statement="There is a candidate t with u(x, t) = (S(x) / S(x')) ln(NL(x) / NL(x')) u(x', r).",
    lines=("tailoring:552-554",),
    severity=Severity.PROOF_BROKEN,
    no_repair=(
        "To take such a t as given is to assume the claim.  In a search through n <= 6, "
        "with some priors, eps and gamma, such a t was found only at r = BI(x'), where "
        "both distances are 0."
    ),
    readings=(
        Reading(
            "literal",
            "for neighbours with NL(x) > NL(x') and every r",
            stretched_candidate_exists(),
            GRID,
            why_false="the distances of the candidates from x are 0 and 0.409, and the product "
            "on the right is 0.0358: none has it",
            role=Role.LITERAL,
            why="'Let' introduces t without a condition, and line 560 takes it for a candidate.",
        ),
        Reading(
            "where-t-exists",
            "where there is such a t, the event u = e^lam u(x', r) is the event u = u(x, t)",
            stretched_event(),
            GRID,
            argument="Both events are {z: u(x, z) = u(x, t)}.",
            role=Role.COMPARISON,
            why="It assumes what is claimed, that t exists, and has what line 556 makes of it.",
        ),
    ),
)

bracket = Claim(
    id="tailoring.lemma-5.5.bracket",
    kind="proof-step",
    place="proof of Lemma 5.5, line 556",
    statement=(
        "The expression of line 550 is that of line 556: the factor of the slide is multiplied "
        "with the dilated event, and 1 - |R| exp(eps / (2 (1 - e^lam))) is added."
    ),
    lines=("tailoring:556",),
    severity=Severity.MISPRINT,
    uses=("tailoring.lemma-5.5.target",),
    readings=(
        Reading(
            "outside",
            "the last term stands outside the bracket that the factor multiplies",
            bracket_moves(outside=True),
            GRID,
            repair="the last term within the bracket",
            role=Role.LITERAL,
            why="Line 556 closes the bracket of the factor before the last term.",
        ),
        Reading(
            "inside",
            "the factor multiplies both terms: the product agrees with the sum of the two "
            "products, in the formula to a part in 10^20, by the argument exactly",
            bracket_moves(outside=False),
            GRID,
            argument="Multiplication distributes over addition.",
            role=Role.INTENDED,
            why="Lines 550, 560, 564, 568 and 572 have the last term within the bracket.",
        ),
    ),
)

by_5_2_t = Claim(
    id="tailoring.lemma-5.5.by-5-2-t",
    kind="proof-step",
    place="proof of Lemma 5.5, lines 558-560",
    statement="P(u = u(x, t)) is C(x, t) P(x, t).",
    lines=("tailoring:558-560",),
    uses=("tailoring.lemma-5.2",),
    readings=(
        Reading(
            "literal",
            "for every candidate t",
            event_by_multiplicity(s),
            GRID,
            argument=(
                "The event is the disjoint union of the C(x, t) candidates at the distance of t, "
                "all as probable as t."
            ),
            role=Role.LITERAL,
            why="It is Lemma 5.2, applied to t within the expression of line 556.",
        ),
    ),
)

by_def_3 = Claim(
    id="tailoring.lemma-5.5.by-def-3",
    kind="proof-step",
    place="proof of Lemma 5.5, lines 562-564",
    statement="P(x, t) is the weight of t at x over the sum of weights at x.",
    lines=("tailoring:562-564",),
    uses=("tailoring.def-3",),
    readings=(
        Reading(
            "literal",
            "for every candidate and eps >= 0",
            law_by_weights(x),
            GRID.with_values(eps=("0", "1", "8")),
            argument="It is Definition 3.",
            role=Role.LITERAL,
            why="The step writes the definition out within the expression of line 560.",
        ),
    ),
)
