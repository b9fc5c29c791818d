"""The short drafts, section 4: Corollary 4.4.1 and the steps of its proof."""

from dpbi.language import forall
from dpbi.language.words import (
    LS,
    PAIRS,
    H,
    all_of,
    at,
    c,
    eps,
    exp,
    floor,
    j,
    log,
    r,
    x,
)
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, Verdict, priors
from statements.accuracy import error_within, two_tails
from statements.arguments import argued
from statements.releases import (
    few_steps_as_printed_exist,
    floored_noise_has,
    real_step_within_local_sensitivity,
    step_as_printed_within,
    step_below_zero_within_local_sensitivity,
)

MIXTURE = priors("1,1", "1/2,1/2", "2,1", "1/10,1/10", "7,4")
EPSILONS = {"eps": ("1/1000", "1/100", "1/3", "1", "4", "8", "100")}
BOTH_TAILS = (exp(-eps) + exp(-2 * eps)) / 2
SHARE = log(1 / BOTH_TAILS) / eps
"""ln(2 / (e^-eps + e^(-2 eps))) / eps."""
LAST = log(1 / exp(-2 * eps)) / eps
"""ln(2 / (2 e^(-2 eps))) / eps."""
TWO_DIGITS = Grid(values={"eps": ("1", "4")})
NEAR = (
    "The floored noise is -1, 0 or 1 with probability 1 - gamma; clamping does not move the "
    "release away from c, so it is then c or a neighbour, at a distance <= LS(x)."
)
STEPS = {"t": ("-1", "-1/2", "0", "1/2", "1", "3/2", "19/10")}
PROPER = Grid(n=3, priors=priors("1,1", "2,1", "7,4"), values=STEPS)

corollary_4_4_1 = Claim(
    id="short.cor-4.4.1",
    kind="corollary",
    place="Corollary 4.4.1 (short-a lines 175-197, short-b lines 164-186)",
    lines=("short-a:175", "short-b:164"),
    statement="For noise -1 <= k < 2, the quotient lg(1/gamma)/eps is O(1).",
    uses=(
        "short.cor-4.4.1.eq1",
        "short.cor-4.4.1.tail",
        "short.cor-4.4.1.eq2",
        "short.cor-4.4.1.concl",
        "short.cor-4.4.1.chain",
    ),
    repaired=(
        "short.cor-4.4.1.eq1/floored-k-in-range",
        "short.cor-4.4.1.tail/literal",
        "short.cor-4.4.1.eq2/literal",
        "short.cor-4.4.1.concl/floored-plus-clamped-eq-lshist-output",
        "short.cor-4.4.1.chain/argmin-ls-le-that-inf-reading",
        "short.cor-4.4.1.chain/natural-log-o-dropped",
        "short.cor-4.4.1/literal-o",
        "short.cor-4.4.1/inf-elap-at-most-ls",
    ),
    readings=(
        Reading(
            "inf-elap-at-most-ls",
            "ELap(x) <= LS(x) at gamma = (e^-eps + e^(-2 eps))/2, ELap an infimum, two categories",
            error_within(LS(x), BOTH_TAILS),
            Grid(n=6, full=12, priors=MIXTURE),
            role=Role.INTENDED,
            why="The last display of the proof bounds ELap(x)/LS(x) at this gamma.",
            argument=NEAR,
            catalogue=True,
        ),
        Reading(
            "literal-o",
            "ln(1/gamma)/eps < 2 at gamma = (e^-eps + e^(-2 eps))/2",
            forall(SHARE < 2),
            Grid(values=EPSILONS),
            role=Role.LITERAL,
            why="The statement bounds this quotient, and noise from -1 to 2 fixes gamma as the "
            "probability of the rest.",
            argument="e^-eps > e^(-2 eps), so gamma > e^(-2 eps), and ln(1/gamma) < 2 eps.",
            catalogue=True,
            note="natural logarithm; another base is another constant",
        ),
        Reading(
            "gamma-not-tied-to-k",
            "gamma any probability: ln(1/gamma)/eps is bounded",
            check=argued(
                Verdict.FAILS,
                "For fixed eps, ln(1/gamma)/eps is unbounded as gamma tends to 0.",
            ),
            role=Role.STRAINED,
            why="It is a corollary of Theorem 4.4, which ties gamma to k.",
            repair="gamma = (e^-eps + e^(-2 eps))/2",
        ),
    ),
)

equation_1 = Claim(
    id="short.cor-4.4.1.eq1",
    kind="proof-step",
    place="proof of Corollary 4.4.1, equation (1) (short-a lines 179-181, short-b lines 168-170)",
    lines=("short-a:179-181", "short-b:168-170"),
    statement="H(Beta(a, b), Beta(a + k, n - floor(a + k))) <= LS(x) for -1 <= k < 2.",
    uses=("short.prelim.ls",),
    readings=(
        Reading(
            "literal-second-parameter",
            "as printed, k real, wherever both parameters are positive",
            step_as_printed_within(LS(x)),
            PROPER,
            role=Role.LITERAL,
            why="The display has n - floor(alpha + k), and k is noise, a real number.",
            catalogue=True,
            repair="Beta(a + floor k, b - floor k), where c + floor k is in 0 .. n",
        ),
        Reading(
            "real-k-beta-aplusk-b-floor-k",
            "k real in the first parameter, floored in the second: Beta(a + k, b - floor k)",
            real_step_within_local_sensitivity(),
            PROPER,
            role=Role.STRAINED,
            why="LSHist floors the sum of count and noise before it uses it in either parameter.",
            catalogue=True,
            repair="Beta(a + floor k, b - floor k), where c + floor k is in 0 .. n",
        ),
        Reading(
            "floored-k-in-range",
            "k floored in both parameters, c + floor k in 0 .. n: x itself or a neighbour",
            forall(
                H(x, r) <= LS(x),
                given=[PAIRS, c >= -1, c < 2, at(r, 0).equals(at(x, 0) + floor(c))],
            ),
            Grid(
                n=4, full=8, priors=MIXTURE, values={"c": ("-1", "-1/2", "0", "1/2", "1", "19/10")}
            ),
            role=Role.INTENDED,
            why="-1 <= k < 2 is exactly what floors to -1, 0 or 1: one record at most.",
            argument="floor k is -1, 0 or 1, so that the step leads to x or to a neighbour; LS(x) "
            "is the largest distance to a neighbour, and H(x, x) = 0.",
            catalogue="floored-k-in-both-slots-k-in-1-0-1-in-range",
            note="k is c",
        ),
        Reading(
            "floored-out-of-range",
            "k floored and not clamped, c = 0, first parameter of the prior 1: Beta(a - 1, b + 1)",
            step_below_zero_within_local_sensitivity(),
            Grid(n=2, priors=priors("1,1", "1,3")),
            role=Role.STRAINED,
            why="LSHist clamps, so it does not make such a step.",
            catalogue=True,
            repair="c + floor k in 0 .. n",
        ),
    ),
    severity=Severity.MISPRINT,
)

LAPLACE = "The density of k is (eps/2) e^(-eps |s|)"

tail = Claim(
    id="short.cor-4.4.1.tail",
    kind="proof-step",
    place="proof of Corollary 4.4.1, the tail (short-a lines 183-185, short-b lines 172-174)",
    lines=("short-a:183-185", "short-b:172-174"),
    statement="P(|k| <= b/eps) = 1 - e^(-b) for k Laplace of scale 1/eps.",
    readings=(
        Reading(
            "literal",
            "for every b >= 0",
            check=argued(
                Verdict.HOLDS,
                LAPLACE + ", whose integral from -b/eps to b/eps is 2 (1 - e^(-b))/2.",
            ),
            role=Role.LITERAL,
            why="Lap(0, 1/eps) has its mean and its scale as parameters, as in the algorithms.",
            catalogue=True,
        ),
        Reading(
            "as-released",
            "for b = j eps, as LSHist releases it: -j <= floor k <= j - 1, with probability "
            "1 - e^(-j eps) where nothing is clamped",
            floored_noise_has(j, j - 1, 1 - exp(-j * eps), j >= 1),
            Grid(n=6, full=9, priors=priors("1,1", "1/2,3"), values={"eps": ("1/3", "1")}),
            role=Role.COMPARISON,
            why="Ours: the same as a formula about the algorithm.",
            argument=LAPLACE + ", so -j <= k < j has probability 1 - e^(-j eps); LSHist does not "
            "clamp where c - j > 0 and c + j - 1 < n.",
        ),
    ),
)

equation_2 = Claim(
    id="short.cor-4.4.1.eq2",
    kind="proof-step",
    place="proof of Corollary 4.4.1, equation (2) (short-a lines 187-189, short-b lines 176-178)",
    lines=("short-a:187-189", "short-b:176-178"),
    statement="P(-1 <= k < 2) = 1 - (e^-eps + e^(-2 eps))/2.",
    uses=("short.cor-4.4.1.tail",),
    readings=(
        Reading(
            "literal",
            "as LSHist releases it where it does not clamp: floor k is -1, 0 or 1",
            floored_noise_has(1, 1, two_tails(1)),
            Grid(n=5, full=9, priors=priors("1,1", "1/2,3")),
            role=Role.LITERAL,
            why="-1 <= k < 2 says that floor k is -1, 0 or 1, so this is the printed event.",
            argument="By symmetry P(k >= 2) = e^(-2 eps)/2 and P(k < -1) = e^-eps/2, half of what "
            "the tail leaves at b = 2 eps and b = eps.",
            catalogue=True,
        ),
    ),
)

probability = Claim(
    id="short.cor-4.4.1.concl",
    kind="proof-step",
    place="proof of Corollary 4.4.1, the probability (short-a lines 191-193, short-b lines "
    "180-182)",
    lines=("short-a:191-193", "short-b:180-182"),
    statement="P(H(Beta(a, b), Beta(a + k, n - floor(a + k))) <= LS(x)) >= 1 - (e^-eps + "
    "e^(-2 eps))/2.",
    uses=("short.cor-4.4.1.eq1", "short.cor-4.4.1.eq2"),
    readings=(
        Reading(
            "literal",
            "as printed, k real; a consequence: n - floor(a + k) > 0 has at least this probability "
            "(a an integer, a >= n)",
            few_steps_as_printed_exist(),
            Grid(n=2, priors=priors("1,1"), values={"eps": ("1", "4")}),
            role=Role.LITERAL,
            why="The display has n - floor(alpha + k) as a parameter, which has to be positive.",
            repair="Beta(a + j, b - j), j the clamped floor of the noise",
        ),
        Reading(
            "floored-plus-clamped-eq-lshist-output",
            "noise floored and clamped, Beta(a + j, b - j): what LSHist releases",
            error_within(LS(x), BOTH_TAILS),
            Grid(n=6, full=12, priors=MIXTURE),
            role=Role.INTENDED,
            why="The next display has LSHist(x) in the place of this Beta distribution.",
            argument=NEAR,
            catalogue=True,
        ),
        Reading(
            "unfloored-k",
            "k real in the first parameter: Beta(a + k, b - floor k)",
            check=argued(
                Verdict.FAILS,
                "Prior (1, 1), x = (m, m), so a = b, and LS(x) is the distance of one step either "
                "way.  For fixed j = floor k the derivative in p = a + k of the logarithm of the "
                "affinity is (G(p, b-j) - G((a+p)/2, b-j/2))/2, G(u, s) = psi(u+s) - psi(u), "
                "which falls in u and grows in s.  So H grows with k > 0, and on k < -1 with -k; "
                "and H(Beta(a,b), Beta(a-1,b+2)) > H(Beta(a,b), Beta(a-1,b+1)), likewise in the "
                "second parameter.  Hence H > LS(x) for 1 < k < 2, for k >= 2, where H is at "
                "least that of 2 steps, and for k < -1.  The probability is at most P(|k| <= 1) = "
                "1 - e^-eps, which is below 1 - (e^-eps + e^(-2 eps))/2.",
            ),
            role=Role.STRAINED,
            why="LSHist floors the sum of count and noise before it uses it in either parameter.",
            catalogue=True,
            repair="Beta(a + j, b - j), j the clamped floor of the noise",
        ),
    ),
    severity=Severity.MISPRINT,
)

chain = Claim(
    id="short.cor-4.4.1.chain",
    kind="proof-step",
    place="proof of Corollary 4.4.1, last display (short-a lines 195-197, short-b lines 184-186)",
    lines=("short-a:195-197", "short-b:184-186"),
    statement="ELap(x)/LS(x) <= lg(2/(e^-eps + e^(-2 eps)))/eps < lg(2/(2 e^(-2 eps)))/eps = 2.",
    uses=("short.elap.def", "short.cor-4.4.1.concl"),
    readings=(
        Reading(
            "natural-log-o-dropped",
            "with the natural logarithm and without O: the second quotient is below the third, "
            "which is 2",
            forall(all_of(SHARE < LAST, LAST.equals(2))),
            Grid(values=EPSILONS),
            role=Role.INTENDED,
            why="Only the natural logarithm makes the last quotient 2, and a number is compared "
            "with it, not a class of functions.",
            argument="e^-eps > e^(-2 eps), so 2/(e^-eps + e^(-2 eps)) < 2/(2 e^(-2 eps)) = "
            "e^(2 eps).",
            catalogue=True,
        ),
        Reading(
            "lgeqlog2",
            "lg of base 2: the last quotient is 2",
            forall((LAST / log(2)).equals(2)),
            TWO_DIGITS,
            role=Role.LITERAL,
            why="lg is the logarithm of base 2 in computing, and no line says otherwise.",
            catalogue=True,
            repair="ln in place of lg",
            note="the quotient is 2/ln 2",
        ),
        Reading(
            "lgeqlog10",
            "lg of base 10: the last quotient is 2",
            forall((LAST / log(10)).equals(2)),
            TWO_DIGITS,
            role=Role.LITERAL,
            why="lg is the logarithm of base 10 in the standards of quantities.",
            catalogue=True,
            repair="ln in place of lg",
            note="the quotient is 2/ln 10",
        ),
        Reading(
            "argmin-ls-le-that-inf-reading",
            "ELap(x) <= LS(x) ln(2/(e^-eps + e^(-2 eps)))/eps, ELap an infimum, two categories",
            error_within(LS(x) * SHARE, BOTH_TAILS),
            Grid(n=3, full=6, priors=MIXTURE),
            role=Role.INTENDED,
            why="The first <= of the display, at the gamma that it names.",
            argument=NEAR + "  So ELap(x) <= LS(x), and the factor is at least 1, as the mean of "
            "e^-eps and e^(-2 eps) is below e^-eps.",
            catalogue=True,
        ),
    ),
    severity=Severity.MISPRINT,
)
