"""notes, section 2.3.2: the sliding property."""

from dpbi.language import Expr
from dpbi.language.words import PAIRS, TRIPLES, C, Sexp, delta, eps, exp, n, r, released, s, x
from dpbi.ledger.claims import FLAT, Claim, Grid, Reading, Role, Severity, priors
from dpbi.mechanisms.exponential import smoothing_exponent
from statements.notes_sliding import (
    any_value_has_the_mass_of_one,
    score_has_at_least_the_mass_of_one,
    score_has_the_mass_of_its_candidates,
    score_has_the_mass_of_one,
    shift_costs_half_of_eps,
    shift_is_split_off,
)
from statements.sliding import sliding, sliding_anywhere

BETA = smoothing_exponent(n + 1)
P = released("mh-exp", beta=BETA)
SMOOTH = Sexp(x, BETA)
SAME_NUMBER = C(x, r).equals(C(x, s))
VALUES = {"eps": ("1/3", "1", "8"), "delta": ("1/1000000", "1/10")}
PRIORS = priors("1,1", "2,1", "1/3,5/7")


def printed(_shift: Expr) -> Expr:
    """e^(eps/2), whatever the shift."""
    return exp(eps / 2)


def doubled(_shift: Expr) -> Expr:
    """2 e^(eps/2), whatever the shift."""
    return 2 * exp(eps / 2)


RATIO = (
    "P(x, r)/P(x, s) = exp(eps (H(x, s) - H(x, r)) / (2 S(x))) and H(x, s) - H(x, r) = -D <= S(x), "
    "so the ratio is at most e^(eps/2); delta/2 >= 0 only helps. "
)

lemma_2_1 = Claim(
    id="notes.lemma-2.1",
    kind="lemma",
    place="Lemma 2.1 (notes lines 79-81)",
    statement=(
        "Shifting the score by D >= -S(x) costs a factor e^(eps/2) and delta/2: "
        "Pr[u = s] <= e^(eps/2) Pr[u = s + D] + delta/2."
    ),
    uses=(
        "notes.half",
        "notes.lemma-2.1.step1",
        "notes.lemma-2.1.step2",
        "notes.lemma-2.1.step3",
        "notes.lemma-2.1.step4",
    ),
    lines=("notes:79-81",),
    severity=Severity.CONSTANT_WRONG,
    repaired=(
        "notes.half.mult/literal",
        "notes.lemma-2.1.step1/with-c-s",
        "notes.lemma-2.1.step2/single-factor",
        "notes.lemma-2.1.step3/literal",
        "notes.lemma-2.1.step4/at-least-where-attained",
        "notes.lemma-2.1/factor-2-added-e-eps-2plusln-2",
    ),
    readings=(
        Reading(
            "literal-any-real-deltage-s-x",
            "for every real D >= -S(x), attained or not",
            sliding_anywhere(P, SMOOTH, printed, delta / 2),
            Grid(n=2, priors=FLAT, values=VALUES),
            catalogue=True,
            repair="true where s + D is attained by as many candidates as s",
            role=Role.LITERAL,
            why="The statement takes any shift D, and the proof any D >= -S(x); neither asks that "
            "s + D be the score of a candidate.",
        ),
        Reading(
            "deltapluss-attained-deltage-s-x",
            "for every D >= -S(x) such that s + D is the score of a candidate",
            sliding(P, SMOOTH, printed, delta / 2, given=[PAIRS]),
            Grid(n=3, priors=PRIORS, values=VALUES),
            catalogue=True,
            repair="true with 2 e^(eps/2) in place of e^(eps/2), k = 2",
            role=Role.INTENDED,
            why="A score is shifted to the score of the same candidate at a neighbour, and line "
            "87 has D >= -S(x).",
        ),
        Reading(
            "attained-and-equal-multiplicities",
            "the same, with as many candidates at s + D as at s",
            sliding(P, SMOOTH, printed, delta / 2, given=[PAIRS, SAME_NUMBER]),
            Grid(n=3, full=5, priors=PRIORS, values=VALUES),
            catalogue=True,
            argument=RATIO + "Equal multiplicities multiply both sides alike.",
            note="Instances at which D = -S(x) exactly are left to the argument.",
            role=Role.REPAIR,
            why="It adds the two hypotheses that the proof uses: s + D is attained, and by as "
            "many candidates as s.",
        ),
        Reading(
            "factor-2-added-e-eps-2plusln-2",
            "attained, with the factor e^(eps/2 + ln 2), two categories",
            sliding(P, SMOOTH, doubled, delta / 2, given=[PAIRS]),
            Grid(n=3, full=5, priors=PRIORS, values=VALUES),
            catalogue=True,
            argument=(
                RATIO + "For k = 2 distances from x are strictly monotone on either side of x "
                "(strict convexity of lnGamma), so 1 <= C <= 2 and C(x, r) <= 2 C(x, s)."
            ),
            role=Role.REPAIR,
            why="It changes the constant so that unequal numbers of candidates are paid for; "
            "Definition 2.1 has two categories.",
        ),
        Reading(
            "factor-2-added-three-categories",
            "the same for three categories",
            sliding(P, SMOOTH, doubled, delta / 2, given=[TRIPLES]),
            Grid(n=3, priors=priors("1,1,1"), values={"eps": ("1/100",), "delta": ("1/1000",)}),
            repair="the factor needed is the largest ratio of multiplicities",
            role=Role.COMPARISON,
            why="It is ours: the changed constant is not enough beyond two categories.",
        ),
        Reading(
            "attained-delta-unrestricted",
            "for every D such that s + D is attained, as the statement has no bound on D",
            sliding(P, None, printed, delta / 2, given=[PAIRS]),
            Grid(n=3, priors=PRIORS, values=VALUES),
            catalogue=True,
            repair="D >= -S(x), which the proof asks for, and equal multiplicities",
            role=Role.LITERAL,
            why="The statement itself has no lower bound on D.",
        ),
    ),
)

NUMBERS = {"u": ("0", "-1/2", "-1"), "c": ("-1/2", "1/10", "1"), "t": ("1/2", "3"), "w": ("1", "2")}
WEIGHTS_OF_A_LEVEL = (
    "Each of the C(x, r) candidates at the distance of r has the probability exp(eps u(r)/(2 S(x)))"
    "/NL(x), by Definition 2.1."
)

score_probability = Claim(
    id="notes.lemma-2.1.step1",
    kind="proof-step",
    place="proof of Lemma 2.1 (notes lines 83-85, first line of the display)",
    statement="Pr[u = s] = exp(eps s / (2 S(x))) / NL(x).",
    uses=("notes.def-2.1", "notes.half"),
    lines=("notes:83-85",),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "literal",
            "for every score s of a candidate",
            score_has_the_mass_of_one(P, SMOOTH),
            Grid(n=2, priors=FLAT, values=VALUES),
            catalogue=True,
            role=Role.LITERAL,
            why="The display has the weight of one candidate for the probability of a score.",
            repair="C exp(eps s/(2 S(x)))/NL(x), C the number of candidates with the score s",
        ),
        Reading(
            "with-c-s",
            "with the number of candidates as a factor, eps >= 0",
            score_has_the_mass_of_its_candidates(P, SMOOTH),
            Grid(
                n=2,
                full=4,
                priors=(*PRIORS, *priors("1,1,1")),
                values={"eps": ("0", "8"), "delta": ("1/10",)},
            ),
            catalogue=True,
            role=Role.REPAIR,
            why="It adds the factor that line 73 calls |r|.",
            argument=WEIGHTS_OF_A_LEVEL,
        ),
    ),
)

shift_split_off = Claim(
    id="notes.lemma-2.1.step2",
    kind="proof-step",
    place="proof of Lemma 2.1 (notes line 85, last line of the display)",
    statement="The shift D leaves the exponent as a factor e^(-eps D / (2 S(x))).",
    lines=("notes:85",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal-factor-counted-twice",
            "with -eps D/(2S) in the exponent and as a factor",
            shift_is_split_off(twice=True),
            Grid(values={**NUMBERS, "eps": ("1/3", "4")}),
            why_false="t stands for S, c for the shift, u for s and w for NL: the exponent has "
            "the factor e^(-eps c/(2 t)) = 0.717 already, and the last line "
            "multiplies by it once more",
            catalogue=True,
            role=Role.LITERAL,
            why="The last line of the display keeps the term in the exponent and adds the factor.",
            repair="exp(eps (s + D)/(2S))/NL times e^(-eps D/(2S))",
        ),
        Reading(
            "single-factor",
            "with -eps D/(2S) as a factor only",
            shift_is_split_off(twice=False),
            Grid(values={**NUMBERS, "eps": ("1/3", "4")}),
            catalogue=True,
            role=Role.INTENDED,
            why="The next display, line 89, begins with the term as a factor only.",
            argument="e^(a + b) = e^a e^b.",
        ),
    ),
)

shift_cost = Claim(
    id="notes.lemma-2.1.step3",
    kind="proof-step",
    place="proof of Lemma 2.1 (notes lines 87-89, first line of the display)",
    statement="For D >= -S(x) the factor e^(-eps D / (2 S(x))) is at most e^(eps/2).",
    lines=("notes:87-89",),
    readings=(
        Reading(
            "literal",
            "for every shift D >= -S and every S > 0",
            shift_costs_half_of_eps(),
            Grid(values={"c": ("-5", "-3", "-1", "-1/2", "1/10", "1"), "t": ("1/2", "3")}),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 87 states the bound on D, and the display uses it at once.",
            argument="-D <= S, so -eps D/(2S) <= eps/2.",
        ),
    ),
)

shifted_score = Claim(
    id="notes.lemma-2.1.step4",
    kind="proof-step",
    place="proof of Lemma 2.1 (notes line 89, second line of the display)",
    statement="exp(eps (s + D) / (2 S(x))) / NL(x) is Pr[u = s + D].",
    uses=("notes.lemma-2.1.step1",),
    lines=("notes:89",),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "any-value",
            "for every value s + D < 0, attained or not",
            any_value_has_the_mass_of_one(P, SMOOTH),
            Grid(n=2, priors=FLAT, values=VALUES),
            role=Role.LITERAL,
            why="Nothing in the lemma or its proof asks that s + D be the score of a candidate.",
            repair="s + D the score of a candidate, and <= in place of =",
        ),
        Reading(
            "attained",
            "where s + D is the score of a candidate",
            score_has_the_mass_of_one(P, SMOOTH),
            Grid(n=2, priors=FLAT, values=VALUES),
            role=Role.INTENDED,
            why="The use in Lemma 2.3 shifts scores to scores.",
            repair="<= in place of =",
        ),
        Reading(
            "at-least-where-attained",
            "where s + D is the score of a candidate, with <= in place of =",
            score_has_at_least_the_mass_of_one(P, SMOOTH),
            Grid(n=2, full=3, priors=PRIORS, values=VALUES),
            role=Role.REPAIR,
            why="The proof needs an upper bound only.",
            argument=WEIGHTS_OF_A_LEVEL + "  C(x, r) >= 1, as r is one of them.",
        ),
    ),
)
