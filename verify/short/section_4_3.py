"""The short drafts, section 4: steps of the noise (Theorem 4.3)."""

from dpbi.language.words import LS, ceil, eps, exp, log, m, t, x
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, Verdict, priors
from statements.accuracy import (
    distance_within,
    error_within,
    error_within_real_steps,
    error_within_steps,
    error_within_unshifted_steps,
    fractional_step_within,
    unshifted_parameter_positive,
)
from statements.arguments import argued
from statements.releases import step_as_printed_within

MIXTURE = priors("1,1", "1/2,1/2", "2,1", "1/10,1/10", "7,4")
EXTREME = priors("1/1000,1", "1/1000,1/1000", "1,1/1000", "100,1", "100,100")
REACH = {"t": ("1/10", "1/2", "9/10", "1", "5/2"), "eps": ("1/3", "1", "4")}
SMALL = Grid(n=3, full=5, priors=MIXTURE, values=REACH)
SIX = (
    "Let p, q be the posterior's parameters, j > 0 records moving to the first (the other "
    "direction is the same with p, q exchanged), phi = 1 - g.  The affinity is a product of one "
    "factor per parameter, so H^2 <= h(p, p+j)^2 + h(q-j, q)^2 with h the Hellinger distance of "
    "gamma distributions, a metric with h(u, u+1)^2 = phi(u), and LS^2 >= max(phi(p), phi(q-1)), "
    "phi decreasing.  So h(p, p+j) <= j LS.  By Watson's bounds (u + 1/4 < (Gamma(u+1)/"
    "Gamma(u+1/2))^2 < u + 1/pi), 1 + 2 pi u <= 1/phi(u) <= 8u + 3/2.  With v = q - j > 0, "
    "h(q-j, q)/(j sqrt(phi(q-1))) is at most the mean over i < j of sqrt((8v + 8j - 13/2)/"
    "(2 pi v + 1 + 2 pi i)) <= sqrt(4/pi) + sqrt((8j - 13/2)/(1 + 2 pi i)), the mean of which is "
    "<= sqrt(4/pi) + sqrt(8/j)(1 - 1/pi + sqrt(2 pi j)/pi), below 5 for j >= 2; for j = 1 the "
    "quotient is 1.  So H <= sqrt(26) j LS."
)
SIX_OVER_MANY = (
    "Let p_i be the posterior's parameters at x and j_i = y_i - x_i; the j_i > 0 add up to D = "
    "d(x, y), and so do the -j_i > 0.  phi = 1 - g, and h is the Hellinger distance of gamma "
    "distributions, a metric with h(u, u+1)^2 = phi(u).  As the totals agree, the affinity is a "
    "product over i of affinities of gamma distributions, so H^2 <= sum of h(p_i, p_i + j_i)^2.  A "
    "record can move to every i with j_i > 0, as some other j is negative and its count positive: "
    "LS^2 >= 1 - g(p_i) g(..) >= phi(p_i), and phi decreases, so h(p_i, p_i + j_i) <= j_i LS.  For "
    "j_i < 0 a record can leave i: LS^2 >= phi(p_i - 1), and the bound for one parameter, proved "
    "for two categories above, gives h(p_i - |j_i|, p_i) <= 5 |j_i| LS.  A sum of squares is at "
    "most the square of the sum: H^2 <= (D^2 + 25 D^2) LS^2.  The bound for one parameter: " + SIX
)
FLOORED = (
    "With m = ceil(t), the floored noise lies in -m .. m with probability 1 - (e^(-m eps) + "
    "e^(-(m+1) eps))/2 >= 1 - e^(-t eps), and the clamped release is then one of c - m .. c + m."
)

theorem_4_3_first = Claim(
    id="short.thm-4.3.first",
    kind="theorem",
    place="Theorem 4.3, first inequality (short-a lines 149-151, short-b lines 138-140)",
    lines=("short-a:149-151", "short-b:138-140"),
    uses=("short.elap.def", "short.alg.lshist"),
    severity=Severity.CONSTANT_WRONG,
    statement="The (1 - gamma)-quantile of LSHist's distance is at most the largest distance of "
    "a step k, |k| <= lg(1/gamma)/eps.",
    readings=(
        Reading(
            "literal-n-floor-aplusk",
            "second parameter n - floor(a + k), integer steps, gamma = e^(-t eps)",
            error_within_unshifted_steps(),
            SMALL,
            catalogue=True,
            repair="second parameter b - k, integers |k| <= ceil(ln(1/gamma)/eps)",
            note="at the witness all parameters are positive; elsewhere they need not be",
            role=Role.LITERAL,
            why="The display has n - floor(alpha + k), and (alpha, beta) are the posterior's "
            "parameters there, as LSHist releases near them.",
        ),
        Reading(
            "literal-parameters-positive",
            "second parameter n - floor(a + k): it is positive at k = 0",
            unshifted_parameter_positive(),
            Grid(n=2, priors=MIXTURE),
            repair="second parameter b - k, with the prior's part",
            role=Role.LITERAL,
            why="The display names a Beta distribution, which has to exist.",
        ),
        Reading(
            "integers-beta-aplusk-b-k",
            "integers |k| <= ln(1/gamma)/eps, Beta(a + k, b - k), gamma = e^(-t eps)",
            error_within_steps(t, exp(-t * eps)),
            SMALL,
            catalogue=True,
            repair="integers |k| <= ceil(ln(1/gamma)/eps)",
            role=Role.INTENDED,
            why="LSHist moves one record from one parameter to the other per step, so the "
            "second one is beta - k, and it floors its noise, so steps are integers.",
        ),
        Reading(
            "real-k-beta-aplusk-b-floor-k",
            "real |k| <= ln(1/gamma)/eps < 1, Beta(a + k, b - floor k), gamma = e^(-t eps)",
            error_within_real_steps(),
            SMALL,
            catalogue=True,
            repair="integers |k| <= ceil(ln(1/gamma)/eps)",
            note="up to t < 1 the largest distances are at k = t and k = -t: on both branches the "
            "derivative of ln BC has one sign, digamma being concave",
            role=Role.STRAINED,
            why="k is the noise before it is floored, and LSHist never releases such a step.",
        ),
        Reading(
            "k-le-ceil-ln-1-gamma-eps",
            "integers |k| <= ceil(ln(1/gamma)/eps), Beta(a + k, b - k), gamma = e^(-t eps)",
            error_within_steps(ceil(t), exp(-t * eps)),
            SMALL,
            argument=FLOORED,
            catalogue=True,
            role=Role.REPAIR,
            why="The bound on k rounded up, as the floored noise needs.",
        ),
        Reading(
            "lg-eq-log10-or-log2-integers",
            "integers |k| <= lg(1/gamma)/eps, lg of base 2 or 10: gamma = base^(-t eps)",
            error_within_steps(t, exp(-t * eps * log(m))),
            Grid(n=3, priors=MIXTURE[:3], values={**REACH, "m": ("2", "10")}),
            catalogue=True,
            repair="integers |k| <= ceil(ln(1/gamma)/eps)",
            note="m is the base",
            role=Role.STRAINED,
            why="The tail of Laplace noise is e^-t, and the last display of section 4.4 has "
            "natural logarithms.",
        ),
    ),
)

theorem_4_3_second = Claim(
    id="short.thm-4.3.second",
    kind="theorem",
    place="Theorem 4.3, second inequality (short-a line 151, short-b line 140)",
    lines=("short-a:151", "short-b:140"),
    uses=("short.prelim.ls",),
    severity=Severity.MISPRINT,
    statement="The largest distance of a step k, |k| <= lg(1/gamma)/eps, is O(lg(1/gamma)/eps) "
    "times LS(x).",
    readings=(
        Reading(
            "literal-second-parameter",
            "second parameter n - floor(a + k), one constant for all gamma and eps",
            check=argued(
                Verdict.FAILS,
                "The step k = 0 is among those of the maximum, and leads to Beta(a, n - floor a), "
                "not to Beta(a, b), as b > n - floor a always.  Its distance does not depend on "
                "gamma and is not 0, while ln(1/gamma)/eps tends to 0 as gamma tends to 1: no "
                "constant will do.",
            ),
            role=Role.LITERAL,
            why="The display has n - floor(alpha + k).",
            repair="second parameter b - k, integer steps",
        ),
        Reading(
            "second-parameter-constant-10",
            "second parameter n - floor(a + k): the step 0 is within 10 t LS(x) for every t > 0",
            step_as_printed_within(t * LS(x) * 10, reach=True),
            Grid(n=3, priors=MIXTURE, values={"t": ("1/1000", "1/10")}),
            role=Role.LITERAL,
            why="The same with a constant, which the kernel can refute; t is lg(1/gamma)/eps.",
            repair="second parameter b - k, integer steps",
        ),
        Reading(
            "one-constant-integer-j",
            "integer steps, one constant for all n, x and priors: H(c, c + j) <= 6 |j| LS(c)",
            distance_within(6),
            Grid(n=6, full=12, priors=(*MIXTURE, *EXTREME)),
            argument=SIX,
            catalogue=True,
            role=Role.INTENDED,
            why="LSHist floors its noise, so its steps are integers, and move one record each "
            "from one parameter to the other.",
        ),
        Reading(
            "every-number-of-categories",
            "the same over any number of categories: H(x, y) <= 6 d(x, y) LS(x)",
            distance_within(6, ()),
            Grid(n=3, full=6, priors=(*MIXTURE, *EXTREME, *priors("1,1,1", "1/100,10,1000"))),
            argument=SIX_OVER_MANY,
            role=Role.COMPARISON,
            why="Ours: the display has Beta distributions.",
        ),
        Reading(
            "constant-3-2",
            "integer steps, with the constant 3/2",
            distance_within("3/2"),
            Grid(n=8, full=20, priors=(*MIXTURE, *EXTREME)),
            note="near 1/(2 sqrt(1 - sqrt(pi)/2)) = 1.48 for a prior near 0, c = n - 2, j = 2",
            role=Role.COMPARISON,
            why="Ours: how small the constant may be.",
        ),
        Reading(
            "ceq1",
            "integer steps, with the constant 1",
            distance_within(1),
            Grid(n=6, full=12, priors=(*MIXTURE, *EXTREME)),
            catalogue=True,
            repair="6 in place of 1",
            role=Role.COMPARISON,
            why="A particular constant, which the display does not give.",
        ),
        Reading(
            "with-real-k-klt1",
            "real steps, Beta(a + k, b - floor k), lg(1/gamma)/eps below 1 too",
            check=argued(
                Verdict.FAILS,
                "The step -t, 0 < t < 1, leads to Beta(a - t, b + 1).  As t tends to 0 its "
                "distance tends to H(Beta(a, b), Beta(a, b + 1)) > 0, so its quotient by t LS(x) "
                "is unbounded: no constant will do.",
            ),
            catalogue=True,
            repair="integer steps",
            role=Role.STRAINED,
            why="k is the noise before it is floored, and LSHist never releases such a step.",
        ),
        Reading(
            "real-k-constant-10",
            "real steps: H(Beta(a, b), Beta(a - t, b + 1)) <= 10 t LS(x) for 0 < t < 1",
            fractional_step_within(10),
            Grid(n=2, priors=MIXTURE, values={"t": ("1/1000", "1/10", "1/2")}),
            repair="integer steps",
            role=Role.STRAINED,
            why="The same with a constant, which the kernel can refute.",
        ),
    ),
)

theorem_4_3_ends = Claim(
    id="short.thm-4.3.ends",
    kind="theorem",
    place="Theorem 4.3, both ends of the chain (short-a line 151, short-b line 140)",
    lines=("short-a:151", "short-b:140"),
    statement="ELap(x)/LS(x), the (1 - gamma)-quantile over LS(x), is O(lg(1/gamma)/eps).",
    uses=("short.thm-4.3.first", "short.thm-4.3.second"),
    repaired=(
        "short.thm-4.3.first/k-le-ceil-ln-1-gamma-eps",
        "short.thm-4.3.second/one-constant-integer-j",
        "short.thm-4.3.ends/ceil",
    ),
    readings=(
        Reading(
            "literal",
            "one constant for all gamma, eps, n, x and priors, ELap as an infimum",
            check=argued(
                Verdict.FAILS,
                "Prior (1, 1), n = 2, x = (1, 1): x itself has probability (1 - e^-eps)/2 < 1/2, "
                "and both other outputs are at the distance LS(x).  So for gamma = 1/2 the "
                "quotient is at least 1 for every eps, while ln(2)/eps tends to 0 as eps grows.",
            ),
            role=Role.LITERAL,
            why="The bound is an expression in gamma and eps, so these are what it is uniform in.",
            repair="ceil(ln(1/gamma)/eps) in place of lg(1/gamma)/eps",
        ),
        Reading(
            "constant-100",
            "the same with the constant 100, gamma = e^(-t eps)",
            error_within(LS(x) * t * 100, exp(-t * eps)),
            Grid(n=2, priors=MIXTURE[:1], values={"t": ("1/200", "1"), "eps": ("1", "200")}),
            role=Role.LITERAL,
            why="The same with a constant, which the kernel can refute.",
            repair="ceil(ln(1/gamma)/eps) in place of lg(1/gamma)/eps",
        ),
        Reading(
            "ceil",
            "the quotient is at most 6 ceil(ln(1/gamma)/eps), gamma = e^(-t eps)",
            error_within(LS(x) * ceil(t) * 6, exp(-t * eps)),
            SMALL,
            role=Role.REPAIR,
            why="Rounded up, as LSHist's steps are whole.",
            argument=FLOORED + "  And H(c, c + j) <= 6 |j| LS(c), as for the second inequality.",
        ),
    ),
    severity=Severity.CONSTANT_WRONG,
)
