"""The short drafts, section 4: steps of the noise (Theorems 4.3 and 4.4, Corollary 4.4.1)."""

from dpbi.language import forall
from dpbi.language.words import LS, absolute, ceil, eps, exp, j, log, m, t, x
from dpbi.ledger.claims import Claim, Grid, Reading, Verdict, priors
from dpbi.ledger.statements.accuracy import (
    distance_within,
    error_within,
    error_within_real_steps,
    error_within_steps,
    error_within_unshifted_steps,
    fractional_step_within,
    unshifted_parameter_positive,
)
from dpbi.ledger.statements.printed import argued

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
        ),
        Reading(
            "literal-parameters-positive",
            "second parameter n - floor(a + k): it is positive at k = 0",
            unshifted_parameter_positive(),
            Grid(n=2, priors=MIXTURE),
            repair="second parameter b - k, with the prior's part",
        ),
        Reading(
            "integers-beta-aplusk-b-k",
            "integers |k| <= ln(1/gamma)/eps, Beta(a + k, b - k), gamma = e^(-t eps)",
            error_within_steps(t, exp(-t * eps)),
            SMALL,
            catalogue=True,
            repair="integers |k| <= ceil(ln(1/gamma)/eps)",
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
        ),
        Reading(
            "k-le-ceil-ln-1-gamma-eps",
            "integers |k| <= ceil(ln(1/gamma)/eps), Beta(a + k, b - k), gamma = e^(-t eps)",
            error_within_steps(ceil(t), exp(-t * eps)),
            SMALL,
            argument=FLOORED,
            catalogue=True,
        ),
        Reading(
            "lg-eq-log10-or-log2-integers",
            "integers |k| <= lg(1/gamma)/eps, lg of base 2 or 10: gamma = base^(-t eps)",
            error_within_steps(t, exp(-t * eps * log(m))),
            Grid(n=3, priors=MIXTURE[:3], values={**REACH, "m": ("2", "10")}),
            catalogue=True,
            repair="integers |k| <= ceil(ln(1/gamma)/eps)",
            note="m is the base",
        ),
    ),
)

theorem_4_3_second = Claim(
    id="short.thm-4.3.second",
    kind="theorem",
    place="Theorem 4.3, second inequality (short-a line 151, short-b line 140)",
    statement="The largest distance of a step k, |k| <= lg(1/gamma)/eps, is O(lg(1/gamma)/eps) "
    "times LS(x).",
    readings=(
        Reading(
            "one-constant-integer-j",
            "integer steps, one constant for all n, x and priors: H(c, c + j) <= 6 |j| LS(c)",
            distance_within(6),
            Grid(n=6, full=12, priors=(*MIXTURE, *EXTREME)),
            argument=SIX,
            catalogue=True,
        ),
        Reading(
            "every-number-of-categories",
            "the same over any number of categories: H(x, y) <= 6 d(x, y) LS(x)",
            distance_within(6, ()),
            Grid(n=3, full=6, priors=(*MIXTURE, *EXTREME, *priors("1,1,1", "1/100,10,1000"))),
            argument=SIX_OVER_MANY,
        ),
        Reading(
            "constant-3-2",
            "integer steps, with the constant 3/2",
            distance_within("3/2"),
            Grid(n=8, full=20, priors=(*MIXTURE, *EXTREME)),
            note="near 1/(2 sqrt(1 - sqrt(pi)/2)) = 1.48 for a prior near 0, c = n - 2, j = 2",
        ),
        Reading(
            "ceq1",
            "integer steps, with the constant 1",
            distance_within(1),
            Grid(n=6, full=12, priors=(*MIXTURE, *EXTREME)),
            catalogue=True,
            repair="with the constant 3/2 on the grid, 6 always",
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
        ),
        Reading(
            "real-k-constant-10",
            "real steps: H(Beta(a, b), Beta(a - t, b + 1)) <= 10 t LS(x) for 0 < t < 1",
            fractional_step_within(10),
            Grid(n=2, priors=MIXTURE, values={"t": ("1/1000", "1/10", "1/2")}),
        ),
    ),
)

theorem_4_4 = Claim(
    id="short.thm-4.4",
    kind="theorem",
    place="Theorem 4.4 (short-a lines 155-171, short-b lines 144-160)",
    statement="For gamma = e^(O(k) eps), lg(1/gamma)/eps is O(k).",
    uses=("short.thm-4.3.second",),
    readings=(
        Reading(
            "literal-e-pluso-k-eps",
            "gamma = e^(C k eps) with C > 0: |ln(1/gamma)/eps| <= C k",
            forall(absolute(log(1 / exp(m * j * eps)) / eps) <= m * j),
            Grid(),
            argument="ln(1/e^(f(k) eps))/eps = -f(k), which is O(k) when f is; another base of lg "
            "is another constant.",
            catalogue=True,
            note="true of the formula, but then gamma >= 1 is no probability of failure, and the "
            "quantity is <= 0; C and k are m and j",
        ),
        Reading(
            "gammaeqe-o-k-eps-proof",
            "gamma = e^(-C k eps), as in the proof: ln(1/gamma)/eps = C k",
            forall((log(1 / exp(-m * j * eps)) / eps).equals(m * j)),
            Grid(),
            argument="ln(1/e^(-f(k) eps))/eps = f(k).",
            catalogue=True,
            note="C and k are m and j",
        ),
    ),
)

BOTH_TAILS = (exp(-eps) + exp(-2 * eps)) / 2

corollary_4_4_1 = Claim(
    id="short.cor-4.4.1",
    kind="corollary",
    place="Corollary 4.4.1 (short-a lines 175-197, short-b lines 164-186)",
    statement="For noise -1 <= k < 2, the quotient lg(1/gamma)/eps is O(1).",
    uses=("short.thm-4.4", "short.thm-4.3.first"),
    readings=(
        Reading(
            "inf-elap-at-most-ls",
            "ELap(x) <= LS(x) at gamma = (e^-eps + e^(-2 eps))/2, ELap an infimum, two categories",
            error_within(LS(x), BOTH_TAILS),
            Grid(n=6, full=12, priors=MIXTURE),
            argument=(
                "The floored noise is -1, 0 or 1 with probability 1 - gamma; clamping does not "
                "move the release away from c, so it is then c or a neighbour, at a distance <= "
                "LS(x)."
            ),
            catalogue=True,
        ),
        Reading(
            "literal-o",
            "ln(1/gamma)/eps < 2 at gamma = (e^-eps + e^(-2 eps))/2",
            forall(log(1 / BOTH_TAILS) / eps < 2),
            Grid(values={"eps": ("1/1000", "1/100", "1/3", "1", "4", "8", "100")}),
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
            repair="gamma = (e^-eps + e^(-2 eps))/2",
        ),
    ),
)
