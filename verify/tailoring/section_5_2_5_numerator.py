"""The long draft (tailoring), section 5.2.5: the proof of Lemma 5.6, lines 695 to 725."""

from dpbi.language.words import eps
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, priors
from statements import smooth_proof as steps

GRID = Grid(
    n=2,
    priors=priors("1,1", "1/3,5/7", "25,1/1000"),
    values={"eps": ("1", "8"), "gamma": ("0", "1")},
)
PLACE = "proof of Lemma 5.6"
POINTWISE = (
    "It is Lemma 5.6 at one output: let c = eps/(2S).  ln P(x, r) - ln P(y, r) is c(y) H(y, r) - "
    "c(x) H(x, r), at most eps/2 (1 + gamma) by H(x, y) <= LS <= S, H <= 1 and the smoothness of "
    "S, plus ln NL(y) - ln NL(x), which has the same bound term by term; gamma = 1."
)

goal = Claim(
    id="tailoring.lemma-5.6.goal",
    kind="proof-step",
    place=f"{PLACE} (lines 695-699)",
    statement="It is enough that P(x, r) <= e^(2 eps) P(y, r) for neighbours x, y and every r.",
    lines=("tailoring:695-699",),
    readings=(
        Reading(
            "literal",
            "that inequality holds for all neighbours and every candidate",
            steps.pointwise(2 * eps),
            GRID,
            role=Role.LITERAL,
            why=(
                "It is the displayed inequality; an r that is not a candidate has probability 0 "
                "at both."
            ),
            argument=POINTWISE,
        ),
        Reading(
            "enough-for-every-event",
            "the inequality for single outputs is enough, whatever the factor: where P(x, z) <= "
            "e^t P(y, z) for every output z, the probability of no event at x exceeds e^t times "
            "that at y",
            steps.outputs_are_enough(),
            Grid(
                n=2,
                priors=priors("1,1", "1/3,5/7", "25,1/1000"),
                values={"eps": ("1", "8"), "t": ("1/10", "2", "16")},
            ),
            role=Role.LITERAL,
            why="The line says that proving the inequality proves the lemma, which is about "
            "events.",
            argument="Outputs are finitely many, so an event's probability is a sum over its "
            "outputs, and the inequality at each output adds up.",
        ),
        Reading(
            "definition-1-with-equality",
            "with =, as Definition 1 is printed: P(x, r) = e^(2 eps) P(y, r)",
            steps.pointwise_equal(2 * eps),
            GRID,
            role=Role.STRAINED,
            why="The line cites Definition 1, which prints =, but displays <=; tailoring.def-1 "
            "judges the definition.",
            repair="<= in place of =",
        ),
    ),
)

definition = Claim(
    id="tailoring.lemma-5.6.def",
    kind="proof-step",
    place=f"{PLACE} (lines 701-703)",
    statement=(
        "By Definition 6, P(x, r) = exp(-eps u(x, r)/(2 S(x))) / sum over r' of "
        "exp(-eps u(x, r')/(2 S(x)))."
    ),
    lines=("tailoring:701-703",),
    uses=("tailoring.def-6",),
    readings=(
        Reading(
            "literal",
            "for every x, r, eps and gamma",
            steps.definition_is_spelled_out(),
            GRID,
            role=Role.LITERAL,
            why="The display repeats the formula of Definition 6.",
            argument="It is the definition; the grid compares it with the mechanism's own law.",
        ),
    ),
)

expand = Claim(
    id="tailoring.lemma-5.6.expand",
    kind="proof-step",
    place=f"{PLACE} (line 705)",
    statement="u(x, r) may be written u(x, r) + u(y, r) - u(y, r).",
    lines=("tailoring:705",),
    uses=("tailoring.lemma-5.6.def",),
    readings=(
        Reading(
            "literal",
            "the quotients of lines 703 and 705 are equal",
            steps.nothing_is_added(),
            GRID,
            role=Role.LITERAL,
            why="The display begins with = after line 703.",
            argument="u(y, r) - u(y, r) = 0.",
        ),
    ),
)

line3 = Claim(
    id="tailoring.lemma-5.6.line3",
    kind="proof-step",
    place=f"{PLACE} (line 707)",
    statement=(
        "P(x, r) = exp(-eps (u(y, r) - u(x, r))/(2 S(x)))/NL(x) times exp(eps (u(y, r) - u(x, r))/"
        "(2 S(x)))."
    ),
    lines=("tailoring:707",),
    uses=("tailoring.lemma-5.6.expand",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal",
            "with the numerator as printed, the second factor cancels it and 1/NL(x) remains",
            steps.factored(printed=True),
            GRID,
            catalogue=True,
            role=Role.LITERAL,
            why="The display equates this product with line 705.",
            repair="u(y, r) in place of u(y, r) - u(x, r) in the numerator",
        ),
        Reading(
            "numerator-exp-eps-u-x-r-2s",
            "with u(y, r) alone in the numerator",
            steps.factored(printed=False),
            GRID,
            catalogue=True,
            role=Role.INTENDED,
            why="Line 711 bounds only the second factor and has exp(-eps u(y, r)/(2 S(x))) in the "
            "numerator.",
            argument="exp(-eps u(y, r)/(2S)) exp(eps (u(y, r) - u(x, r))/(2S)) = exp(-eps u(x, r)/"
            "(2S)).",
        ),
    ),
)

ordered = Claim(
    id="tailoring.lemma-5.6.S",
    kind="proof-step",
    place=f"{PLACE} (lines 709-711)",
    statement=(
        "S(x) >= LS(x) >= u(y, r) - u(x, r) for neighbours, so the second factor is at most "
        "e^(eps/2)."
    ),
    lines=("tailoring:709-711",),
    uses=("tailoring.theorem-5.1", "tailoring.lemma-5.6.line3"),
    readings=(
        Reading(
            "literal",
            "both inequalities",
            steps.sensitivities_are_ordered(),
            Grid(n=4, priors=priors("1/3,5/7", "1/10,1/10"), values={"gamma": ("0", "1/3", "1")}),
            catalogue=True,
            role=Role.LITERAL,
            why="It is the chain that line 709 gives as the reason.",
            argument="z = x in the maximum gives S(x) >= LS(x), and H is a distance, so u(y, r) - "
            "u(x, r) <= H(x, y) <= LS(x).",
            note="balls leave the ties S = LS and r = x open",
        ),
        Reading(
            "line-711",
            "line 711 is at least what line 707 means",
            steps.half_a_budget_bounds_the_factor(),
            GRID,
            role=Role.LITERAL,
            why="The display begins with <= after line 709.",
            argument="(u(y, r) - u(x, r))/S(x) <= 1 by the chain, so the factor is at most "
            "e^(eps/2); the rest is the same and positive.",
        ),
    ),
)

insert = Claim(
    id="tailoring.lemma-5.6.insert",
    kind="proof-step",
    place=f"{PLACE} (line 713)",
    statement=(
        "exp(eps u(y, r)/(2 S(y))) and its reciprocal are inserted as factors, and S(y) takes the "
        "place of S(x) in the normaliser."
    ),
    lines=("tailoring:713",),
    uses=("tailoring.lemma-5.6.S",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal",
            "as printed, with S(y) in the normaliser too",
            steps.one_inserted(printed=True),
            GRID,
            role=Role.LITERAL,
            why="The display begins with = after line 711, whose normaliser has S(x).",
            repair="S(x) in place of S(y) in the normaliser",
        ),
        Reading(
            "normaliser-of-x",
            "with S(x) in the normaliser",
            steps.one_inserted(printed=False),
            GRID,
            role=Role.INTENDED,
            why="The normaliser has S(x) in the line before and in the line after.",
            argument="The two inserted factors are reciprocal to each other.",
        ),
    ),
)

collect = Claim(
    id="tailoring.lemma-5.6.collect",
    kind="proof-step",
    place=f"{PLACE} (line 715)",
    statement=(
        "exp(-eps u(y, r)/(2 S(x))) = exp(-eps u(y, r)/(2 S(y))) exp(eps u(y, r)/2 (1/S(y) - "
        "1/S(x))), in the middle of the bound."
    ),
    lines=("tailoring:715",),
    uses=("tailoring.lemma-5.6.insert",),
    readings=(
        Reading(
            "literal",
            "line 715 equals line 711, from which line 713 starts",
            steps.collected(),
            GRID,
            role=Role.LITERAL,
            why="The display begins with = and rearranges the factors of line 713.",
            argument="The exponents add up to -eps u(y, r)/(2 S(x)) on both sides.",
        ),
    ),
)

score = Claim(
    id="tailoring.lemma-5.6.u1",
    kind="proof-step",
    place=f"{PLACE} (lines 717-719)",
    statement=(
        "As u(y, r) <= 1, exp(eps u(y, r)/2 (1/S(y) - 1/S(x))) <= exp(eps/2 (1/S(y) - 1/S(x)))."
    ),
    lines=("tailoring:717-719",),
    uses=("tailoring.lemma-5.6.collect",),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "literal",
            "for all neighbours and every r",
            steps.score_replaced_by_one(),
            GRID,
            why_false="1/S(y) - 1/S(x) = -0.336 is negative, so putting 1 for u = 0.566 makes "
            "the exponent smaller and not larger",
            catalogue=True,
            role=Role.LITERAL,
            why="The lines give u <= 1 as the only reason, whatever the sign of 1/S(y) - 1/S(x).",
            repair="e^(eps gamma/2) in place of exp(eps/2 (1/S(y) - 1/S(x))); the next bound gives "
            "the same",
        ),
        Reading(
            "le-exp-eps-gamma-2",
            "the left side is at most e^(eps gamma/2)",
            steps.score_and_drift_bounded(),
            GRID,
            catalogue=True,
            role=Role.REPAIR,
            why="Lines 717 to 723 together come to this bound, and it needs no sign.",
            argument="0 <= u <= 1 and 1/S(y) - 1/S(x) <= gamma with gamma >= 0: the product is at "
            "most gamma whether the difference is positive or not.",
        ),
        Reading(
            "where-s-decreases",
            "for those neighbours with S(y) < S(x)",
            steps.score_replaced_where_drift_is_positive(),
            Grid(n=3, priors=priors("1/3,5/7", "25,1/1000"), values={"eps": ("1", "8")}),
            role=Role.COMPARISON,
            why="Ours: where the printed inequality is true.",
            argument="1/S(y) - 1/S(x) > 0 and u <= 1.",
        ),
    ),
)

drift = Claim(
    id="tailoring.lemma-5.6.gamma",
    kind="proof-step",
    place=f"{PLACE} (lines 721-725)",
    statement=(
        "1/S(y) - 1/S(x) <= gamma, so exp(eps/2 (1/S(y) - 1/S(x))) <= e^(eps gamma/2), and the two "
        "exponents add up."
    ),
    lines=("tailoring:721-725",),
    uses=("tailoring.theorem-5.1", "tailoring.lemma-5.6.u1"),
    readings=(
        Reading(
            "literal",
            "the inequality, the bound of line 723 and its rewriting in line 725",
            steps.drift_bounded(),
            Grid(
                n=2,
                priors=priors("1/3,5/7", "25,1/1000"),
                values={"eps": ("1",), "gamma": ("1/3", "1")},
            ),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 721 gives the inequality, the two displays what follows from it.",
            argument="Theorem 5.1 for the pair (y, x), adjacency being symmetric; e^a e^b = "
            "e^(a + b).",
            note="balls leave the ties 1/S(y) - 1/S(x) = gamma open",
        ),
    ),
)
