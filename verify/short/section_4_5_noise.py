"""The short drafts, section 4: proof of Theorem 4.5, the chance of LSHist's noise."""

from dpbi.language import forall
from dpbi.language.words import eps, exp, j
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, priors
from statements.accuracy import below, laplace_reach, right, symmetric, tied, two_tails
from statements.arguments import meaningless
from statements.nearness import tails_of_the_noise
from statements.releases import floored_noise_has

FIVE = priors("1,1", "1/2,1/2", "2,1", "1/10,1/10", "7,4")
GRID = Grid(n=3, full=7, priors=FIVE, values={"eps": ("1/100", "1", "4")})
UNCLAMPED = Grid(n=5, full=9, priors=priors("1,1", "1/2,3"), values={"eps": ("1/3", "1")})
FLOORED = (
    "With q = e^-eps, P(floor(Y) = i) is (1 - q) q^i / 2 for i >= 0 and the same at -i - 1.  The "
    "sum over 0 .. k is (1 - q^(k+1))/2, that over -k .. -1 is (1 - q^k)/2.  LSHist does not clamp "
    "where c - k > 0 and c + k < n."
)
DISTRIBUTION = (
    "The distribution function of Laplace noise of scale 1/eps is 1 - e^(-u eps)/2 at u >= 0 and "
    "e^(u eps)/2 at u <= 0; the noise is in (-k, k + 1] with probability F(k + 1) - F(-k)."
)

middle = Claim(
    id="short.thm-4.5.lshist-mid",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-a line 217, short-b line 204), first equality",
    statement="P(H < t) for LSHist is P(-k < LSHist(x) <= k + 1).",
    uses=("short.thm-4.5.kdef", "short.thm-4.5.two-sided"),
    lines=("short-a:215-217", "short-b:202-204"),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "literal-lshist-vector-distribution",
            "as printed: the release LSHist(x) lies between -k and k + 1",
            check=meaningless(
                "LSHist(x) is a vector of parameters, or the Beta distribution that they name; it "
                "is not between two numbers"
            ),
            role=Role.LITERAL,
            why="LSHist(x) is what Algorithm 3 returns, and H takes it as a distribution in the "
            "same display.",
            catalogue="literal-lshist-x-is-a-vector-distribution",
            repair="the noise in place of LSHist(x)",
        ),
        Reading(
            "event-within-k-right",
            "the noise in place of LSHist(x): P(H < t) = P(-k < Y <= k + 1), k = R, the middle "
            "term by its value",
            laplace_reach(right, below),
            GRID,
            role=Role.INTENDED,
            why="The value that the display goes on to is that of Laplace noise of scale 1/eps.",
            repair="the noise in place of LSHist(x), and events c - k .. c + k that hold neither "
            "0 nor n",
        ),
        Reading(
            "event-within-k-symmetric",
            "the same for events c - k .. c + k that hold neither 0 nor n, the middle term by its "
            "value; every t",
            laplace_reach(right, tied, given=symmetric(tied)),
            GRID,
            argument="No clamped value falls into the event, so it is -k <= floor(Y) <= k, which "
            "is -k <= Y < k + 1; Y has a density, so the ends do not matter.",
            role=Role.REPAIR,
            why="What the step takes for granted: k outputs on either side, no clamped ones.",
        ),
        Reading(
            "real-noise",
            "F(k + 1) - F(-k) = 1 - (e^(-k eps) + e^(-(k+1) eps))/2, with F(u) = 1 - e^(-u eps)/2 "
            "for u >= 0 and e^(u eps)/2 for u <= 0; that F is the noise's distribution function "
            "is the argument's",
            tails_of_the_noise(),
            Grid(),
            argument=DISTRIBUTION,
            role=Role.COMPARISON,
            why="It gives the middle term a value, and says nothing of P(H < t).",
            catalogue="real-noise-eta-pr-kltetalekplus1-eq-1-e-k-eps-pluse-kplu",
            note="k is j",
        ),
        Reading(
            "eq-pr-klefloor-eta-lek",
            "as LSHist releases it where nothing is clamped: P(-k <= floor Y <= k) = 1 - "
            "(e^(-k eps) + e^(-(k+1) eps))/2",
            floored_noise_has(j, j, two_tails(j)),
            UNCLAMPED,
            argument=FLOORED,
            role=Role.COMPARISON,
            why="Algorithm 3 floors the noisy count; the middle term has the same value.",
            catalogue=True,
            note="k is j",
        ),
    ),
)

tail = Claim(
    id="short.thm-4.5.lshist-tail",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-a line 217, short-b line 204), second equality",
    statement="Noise of scale 1/eps is between -k and k + 1 with probability "
    "1 - (e^(-k eps) + e^(-(k+1) eps))/2.",
    lines=("short-a:217", "short-b:204"),
    readings=(
        Reading(
            "literal",
            "F(k + 1) - F(-k) = 1 - (e^(-k eps) + e^(-(k+1) eps))/2, with F(u) = 1 - e^(-u eps)/2 "
            "for u >= 0 and e^(u eps)/2 for u <= 0; that F is the noise's distribution function "
            "is the argument's",
            tails_of_the_noise(),
            Grid(),
            argument=DISTRIBUTION,
            role=Role.LITERAL,
            why="The density of Laplace noise that the proof names gives this value, with ends or "
            "without.",
            note="k is j",
        ),
        Reading(
            "floored",
            "as LSHist releases it where nothing is clamped: P(-k <= floor Y <= k) = 1 - "
            "(e^(-k eps) + e^(-(k+1) eps))/2",
            floored_noise_has(j, j, two_tails(j)),
            UNCLAMPED,
            argument=FLOORED,
            role=Role.COMPARISON,
            why="What Algorithm 3 adds to a count.",
            note="k is j",
        ),
    ),
)

inequality = Claim(
    id="short.thm-4.5.lshist-ineq",
    kind="proof-step",
    place="Theorem 4.5 and its proof (short-a lines 207, 217, short-b lines 194, 204), last "
    "inequality",
    statement="1 - (e^(-k eps) + e^(-(k+1) eps))/2 >= 1 - e^(-k eps).",
    lines=("short-a:207", "short-a:217", "short-b:194", "short-b:204"),
    readings=(
        Reading(
            "literal",
            "for k >= 0 and eps > 0",
            forall(two_tails(j) >= 1 - exp(-eps * j)),
            Grid(),
            argument="e^(-(k+1) eps) <= e^(-k eps).",
            role=Role.LITERAL,
            why="k counts steps and eps is a privacy parameter, so both are not negative.",
            catalogue=True,
            note="k is j",
        ),
    ),
)
