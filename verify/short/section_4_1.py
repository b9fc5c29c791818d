"""The short drafts, section 4: the error of LSHist against eps LS (Theorem 4.1)."""

from dpbi.language.words import LS, ceil, eps, exp, n, t, x
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, Verdict, priors
from statements.accuracy import error_within
from statements.arguments import argued, meaningless, outside
from statements.releases import (
    error_over_any_categories,
    every_release_within,
    least_threshold_exists,
    thresholds_begin_at_a_quantile,
)

MIXTURE = priors("1,1", "1/2,1/2", "2,1", "1/10,1/10", "7,4")
MANY = priors("1,1", "1/10,1/10", "1,1,1", "1/100,10,1000", "1,1,1,1")
FAILURES = {"t": ("1/10", "1", "5/2"), "eps": ("1/3", "1", "4")}
GAMMA = exp(-t * eps)
INFIMUM = "with the infimum for the minimum, two categories; "
AT_THE_MIDDLE = (
    "Prior (1, 1), n = 2, x = (1, 1): both other outputs are at the distance LS(x), and x itself "
    "is released with probability (1 - e^-eps)/2"
)
ANY_RELEASE = (
    "Let o be released at x, j_i = o_i - x_i, p_i the parameters of the posterior at x.  The "
    "affinity of Dir(p) and Dir(p + j) is a product over i of affinities of gamma distributions "
    "times sqrt(Gamma(P) Gamma(Q)) / Gamma((P + Q)/2) >= 1, P and Q the totals, ln Gamma being "
    "convex.  So H^2 <= sum of h(p_i, p_i + j_i)^2, h the Hellinger distance of gamma "
    "distributions.  If j_i > 0, some other count is positive (x_i < o_i <= n), a record can move "
    "to i, and h(p_i, p_i + j_i) <= j_i LS; if j_i < 0, a record can leave i, and h <= 5 |j_i| LS: "
    "both as proved for H(x, y) <= 6 d(x, y) LS(x) with Theorem 4.3.  A sum of squares is at most "
    "the square of the sum, so H <= 5 |j|_1 LS."
)

theorem_4_1 = Claim(
    id="short.thm-4.1",
    kind="theorem",
    place="Theorem 4.1 (short-a lines 123-131, short-b lines 112-120)",
    lines=("short-a:123-127", "short-b:112-116"),
    severity=Severity.MISPRINT,
    statement="ELap(x), the (1 - gamma)-quantile of the distance of LSHist's release, is O(1) "
    "times eps LS(x), in n >= 2.",
    uses=("short.elap.def", "short.thm-4.3.first", "short.thm-4.3.second"),
    repaired=(
        "short.elap.def/infimum",
        "short.thm-4.3.second/every-number-of-categories",
        "short.thm-4.1/every-release",
        "short.thm-4.1/fixed-eps-gamma-prior",
    ),
    readings=(
        Reading(
            "minimum-is-attained",
            "the minimum over t exists",
            check=meaningless(
                "P(H < t) is a step function, continuous from the left: for 0 < gamma < 1 the set "
                "of t with P(H < t) >= 1 - gamma is an open half-line, and has no minimum"
            ),
            role=Role.LITERAL,
            why="The theorem takes ELap as it is defined, as the least t with a property.",
            repair="the infimum in place of the minimum",
            note="the other readings take the infimum",
        ),
        Reading(
            "fixed-eps-gamma-prior",
            "with the infimum for the minimum, any number k of categories: ELap(x) <= 10 (k-1) j "
            "LS(x) where gamma >= (k-1) e^(-j eps/2), a constant for fixed eps, gamma and k "
            "(whatever the prior)",
            error_over_any_categories(),
            Grid(
                n=2,
                full=4,
                priors=MANY,
                values={"eps": ("1/3", "1", "4"), "j": ("1", "2", "7")},
            ),
            role=Role.INTENDED,
            why="A quantile is meant, which the infimum is; the theorem says that n is the "
            "parameter, so that all else is fixed, and DirP(x) has any number of categories.",
            argument=ANY_RELEASE + "  With probability at least 1 - (k-1) e^(-j eps/2) the floored "
            "noise of all k - 1 counts lies in -j .. j, its scale being at most 2/eps; clamping "
            "does not move a count away from x_i, and the last count moves by at most the sum of "
            "the others' moves.  So |o - x|_1 <= 2 (k-1) j.  For given eps and gamma let j be the "
            "least integer above 2 ln((k-1)/gamma)/eps.",
            catalogue=True,
        ),
        Reading(
            "every-release",
            "H <= 5 |o - x|_1 LS(x) for every vector o that LSHist can release at x",
            every_release_within(5),
            Grid(n=2, full=4, priors=MANY),
            role=Role.COMPARISON,
            why="Ours: the lemma behind the theorem; o may have a total above n.",
            argument=ANY_RELEASE,
        ),
        Reading(
            "two-categories",
            INFIMUM + "gamma = e^(-t eps): ELap(x) <= 6 ceil(t) LS(x), a constant for fixed eps "
            "and gamma (whatever the prior)",
            error_within(LS(x) * ceil(t) * 6, GAMMA, [n >= 2]),
            Grid(n=4, full=8, priors=MIXTURE, values=FAILURES),
            role=Role.COMPARISON,
            why="Ours: a smaller constant for two categories.",
            argument=(
                "With m = ceil(t), the floored noise lies in -m .. m with probability 1 - "
                "(e^(-m eps) + e^(-(m+1) eps))/2 >= 1 - e^(-m eps) >= 1 - gamma; clamping does "
                "not move the release away from c, so it is c + j with |j| <= m, and "
                "H(c, c + j) <= 6 |j| LS(c) (short.thm-4.3.second)."
            ),
        ),
        Reading(
            "uniform-in-eps",
            INFIMUM + "one constant for all eps",
            check=argued(
                Verdict.FAILS,
                AT_THE_MIDDLE + " < 1 - gamma for gamma <= 1/2.  So ELap(x) >= LS(x), and "
                "ELap(x)/(eps LS(x)) >= 1/eps is unbounded as eps tends to 0.",
            ),
            role=Role.STRAINED,
            why="Dividing by eps hints at it, but the words name n as the parameter.",
            catalogue=True,
            repair="ELap(x) <= 6 ceil(ln(1/gamma)/eps) LS(x)",
        ),
        Reading(
            "uniform-in-eps-constant-10",
            INFIMUM + "the constant 10 for all eps",
            error_within(eps * LS(x) * 10, GAMMA, [n >= 2, eps * t >= 1]),
            Grid(n=2, values={"eps": ("1/100", "1", "4"), "t": ("1", "100")}),
            role=Role.STRAINED,
            why="The same with a constant, which the kernel can refute.",
            repair="ELap(x) <= 6 ceil(ln(1/gamma)/eps) LS(x)",
            note="gamma <= 1/e",
        ),
        Reading(
            "uniform-in-gamma",
            INFIMUM + "one constant for all gamma",
            check=argued(
                Verdict.FAILS,
                "Prior (1, 1), n = 2m, x = (m, m): the output n has probability e^(-m eps)/2, so "
                "for gamma smaller than that ELap(x) = H(m, 2m) (0 is as far as n).  As m grows "
                "it tends to 1, Beta(m+1, m+1) contracting to 1/2 and Beta(2m+1, 1) to 1, while "
                "LS(x)^2 = 1 - g(m) g(m+1) tends to 0; so ELap(x)/(eps LS(x)) is unbounded.",
            ),
            role=Role.STRAINED,
            why="The words name n as the parameter, and a quantile grows as gamma falls.",
            catalogue=True,
            repair="ELap(x) <= 6 ceil(ln(1/gamma)/eps) LS(x)",
        ),
        Reading(
            "uniform-in-gamma-constant-3",
            INFIMUM + "eps = 1 and the constant 3 for all gamma",
            error_within(LS(x) * 3, GAMMA, [n >= 2, eps.equals(1)]),
            Grid(n=12, priors=priors("1,1"), values={"eps": ("1",), "t": ("1", "20")}),
            role=Role.STRAINED,
            why="The same with a constant, which the kernel can refute.",
            repair="ELap(x) <= 6 ceil(ln(1/gamma)/eps) LS(x)",
        ),
    ),
)

optimality = Claim(
    id="short.thm-4.1.optimality",
    kind="qualitative",
    place="the first words of Theorems 4.1 and 4.3 (short-a lines 123, 149, short-b lines 112, "
    "138)",
    lines=("short-a:123", "short-a:149", "short-b:112", "short-b:138"),
    statement="A bound O(1) of ELap(x)/(eps LS(x)) shows that the Laplace mechanism is optimal.",
    uses=("short.thm-4.1",),
    readings=(
        Reading(
            "literal",
            "no other private mechanism has a smaller error",
            check=outside(
                "The draft says neither among which mechanisms nor by what measure LSHist would "
                "be optimal.  A bound of its error from above says nothing of the errors of "
                "others: optimality needs a bound from below for every private mechanism, and "
                "the draft has none."
            ),
            role=Role.LITERAL,
            why="Optimal is what the theorem says it is to prove, and the draft does not define "
            "it.",
        ),
    ),
)

error_of_laplace = Claim(
    id="short.elap.def",
    kind="definition",
    place="Theorem 4.1, the definition of ELap (short-a lines 129-131, short-b lines 118-120)",
    lines=("short-a:129-131", "short-b:118-120"),
    statement="ELap(x) is the least t with P(H(DirP(x), LSHist(x)) < t) >= 1 - gamma.",
    uses=("short.prelim.hellinger", "short.alg.lshist"),
    readings=(
        Reading(
            "literal-min",
            "a least t exists: where every t > v qualifies, v qualifies too",
            least_threshold_exists(),
            Grid(n=2, priors=priors("1,1", "1,1,1"), values={"eps": ("1",)}),
            why_false="delta stands for the draft's gamma: LSHist stays at x with probability "
            "0.816, so every t > 0 has P(H < t) >= 1 - delta = 1/5, and t = 0 has not: there is no "
            "least t",
            role=Role.LITERAL,
            why="The display takes a minimum over t of a condition with <.",
            catalogue=True,
            repair="inf in place of min, or <= t in place of < t",
            note="P(H < t) is continuous from the left in t, so the t that qualify are an open "
            "half-line",
        ),
        Reading(
            "infimum",
            "with the infimum: there is a smallest distance v with P(H <= v) >= 1 - gamma, and "
            "the t with P(H < t) >= 1 - gamma are those above it, so that v is their infimum",
            thresholds_begin_at_a_quantile(),
            Grid(
                n=1,
                full=2,
                priors=priors("1,1", "1/10,3", "1,1,1"),
                values={"eps": ("1/3", "4"), "t": ("1/10", "9/10")},
            ),
            role=Role.INTENDED,
            why="The text calls ELap the measure of the error, and the proofs use that a bound "
            "met with probability 1 - gamma bounds it.",
            argument="H takes finitely many values, so P(H <= v) is a step function, continuous "
            "from the right, that reaches 1: a smallest v with P(H <= v) >= 1 - gamma exists.  If "
            "t > v, P(H < t) >= P(H <= v) >= 1 - gamma; if t <= v, P(H < t) <= P(H < v) < 1 - "
            "gamma, as P(H < v) is P(H <= v') for the next smaller value v', or 0.",
            catalogue=True,
        ),
    ),
    severity=Severity.MISPRINT,
)
