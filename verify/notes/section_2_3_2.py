"""notes, section 2.3.2: the sliding property."""

from dpbi.language import Expr
from dpbi.language.words import PAIRS, TRIPLES, C, Sexp, delta, eps, exp, n, r, released, s, x
from dpbi.ledger.claims import FLAT, Claim, Grid, Reading, priors
from dpbi.ledger.statements.sliding import sliding, sliding_anywhere
from dpbi.mechanisms.exponential import smoothing_exponent

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
    place="Lemma 2.1 (notes lines 79-89)",
    statement=(
        "Shifting the score by D >= -S(x) costs a factor e^(eps/2) and delta/2: "
        "Pr[u = s] <= e^(eps/2) Pr[u = s + D] + delta/2."
    ),
    uses=("notes.half",),
    readings=(
        Reading(
            "literal-any-real-deltage-s-x",
            "for every real D >= -S(x), attained or not",
            sliding_anywhere(P, SMOOTH, printed, delta / 2),
            Grid(n=2, priors=FLAT, values=VALUES),
            catalogue=True,
            repair="true where s + D is attained by as many candidates as s",
        ),
        Reading(
            "deltapluss-attained-deltage-s-x",
            "for every D >= -S(x) such that s + D is the score of a candidate",
            sliding(P, SMOOTH, printed, delta / 2, given=[PAIRS]),
            Grid(n=3, priors=PRIORS, values=VALUES),
            catalogue=True,
            repair="true with 2 e^(eps/2) in place of e^(eps/2), k = 2",
        ),
        Reading(
            "attained-and-equal-multiplicities",
            "the same, with as many candidates at s + D as at s",
            sliding(P, SMOOTH, printed, delta / 2, given=[PAIRS, SAME_NUMBER]),
            Grid(n=3, full=5, priors=PRIORS, values=VALUES),
            catalogue=True,
            argument=RATIO + "Equal multiplicities multiply both sides alike.",
            note="Instances at which D = -S(x) exactly are left to the argument.",
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
        ),
        Reading(
            "factor-2-added-three-categories",
            "the same for three categories",
            sliding(P, SMOOTH, doubled, delta / 2, given=[TRIPLES]),
            Grid(n=3, priors=priors("1,1,1"), values={"eps": ("1/100",), "delta": ("1/1000",)}),
            repair="the factor needed is the largest ratio of multiplicities",
        ),
        Reading(
            "attained-delta-unrestricted",
            "for every D such that s + D is attained, as the statement has no bound on D",
            sliding(P, None, printed, delta / 2, given=[PAIRS]),
            Grid(n=3, priors=PRIORS, values=VALUES),
            catalogue=True,
            repair="D >= -S(x), which the proof asks for, and equal multiplicities",
        ),
    ),
)
