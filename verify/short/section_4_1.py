"""The short drafts, section 4: the error of LSHist against eps LS (Theorems 4.1 and 4.2)."""

from dpbi.language.words import LS, ceil, eps, exp, n, t, x
from dpbi.ledger.claims import Claim, Grid, Reading, Verdict, priors
from dpbi.ledger.statements.accuracy import error_within
from dpbi.ledger.statements.printed import argued, meaningless

MIXTURE = priors("1,1", "1/2,1/2", "2,1", "1/10,1/10", "7,4")
FAILURES = {"t": ("1/10", "1", "5/2"), "eps": ("1/3", "1", "4")}
GAMMA = exp(-t * eps)
INFIMUM = "with the infimum for the minimum, two categories; "
AT_THE_MIDDLE = (
    "Prior (1, 1), n = 2, x = (1, 1): both other outputs are at the distance LS(x), and x itself "
    "is released with probability (1 - e^-eps)/2"
)

theorem_4_1 = Claim(
    id="short.thm-4.1",
    kind="theorem",
    place="Theorem 4.1 (short-a lines 123-131, short-b lines 112-120)",
    statement="ELap(x), the (1 - gamma)-quantile of the distance of LSHist's release, is O(1) "
    "times eps LS(x), in n >= 2.",
    uses=("short.thm-4.3.first", "short.thm-4.3.second"),
    readings=(
        Reading(
            "minimum-is-attained",
            "the minimum over t exists",
            check=meaningless(
                "P(H < t) is a step function, continuous from the left: for 0 < gamma < 1 the set "
                "of t with P(H < t) >= 1 - gamma is an open half-line, and has no minimum"
            ),
            note="the other readings take the infimum",
        ),
        Reading(
            "fixed-eps-gamma-prior",
            INFIMUM + "gamma = e^(-t eps): ELap(x) <= 6 ceil(t) LS(x), a constant for fixed eps "
            "and gamma (whatever the prior)",
            error_within(LS(x) * ceil(t) * 6, GAMMA, [n >= 2]),
            Grid(n=4, full=8, priors=MIXTURE, values=FAILURES),
            argument=(
                "With m = ceil(t), the floored noise lies in -m .. m with probability 1 - "
                "(e^(-m eps) + e^(-(m+1) eps))/2 >= 1 - e^(-m eps) >= 1 - gamma; clamping does "
                "not move the release away from c, so it is c + j with |j| <= m, and "
                "H(c, c + j) <= 6 |j| LS(c) (short.thm-4.3.second)."
            ),
            catalogue=True,
        ),
        Reading(
            "uniform-in-eps",
            INFIMUM + "one constant for all eps",
            check=argued(
                Verdict.FAILS,
                AT_THE_MIDDLE + " < 1 - gamma for gamma <= 1/2.  So ELap(x) >= LS(x), and "
                "ELap(x)/(eps LS(x)) >= 1/eps is unbounded as eps tends to 0.",
            ),
            catalogue=True,
            repair="ELap(x) <= 6 ceil(ln(1/gamma)/eps) LS(x)",
        ),
        Reading(
            "uniform-in-eps-constant-10",
            INFIMUM + "the constant 10 for all eps",
            error_within(eps * LS(x) * 10, GAMMA, [n >= 2, eps * t >= 1]),
            Grid(n=2, values={"eps": ("1/100", "1", "4"), "t": ("1", "100")}),
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
            catalogue=True,
            repair="ELap(x) <= 6 ceil(ln(1/gamma)/eps) LS(x)",
        ),
        Reading(
            "uniform-in-gamma-constant-3",
            INFIMUM + "eps = 1 and the constant 3 for all gamma",
            error_within(LS(x) * 3, GAMMA, [n >= 2, eps.equals(1)]),
            Grid(n=12, priors=priors("1,1"), values={"eps": ("1",), "t": ("1", "20")}),
        ),
    ),
)

theorem_4_2 = Claim(
    id="short.thm-4.2",
    kind="theorem",
    place="Theorem 4.2 (short-a lines 135-147, short-b lines 124-136)",
    statement="For gamma = e^O(eps), ELap(x)/(eps LS(x)) is O(eps).",
    uses=("short.thm-4.1",),
    readings=(
        Reading(
            "literal-gammaeqe-o-eps-ge1",
            "gamma = e^(C eps) >= 1",
            check=meaningless(
                "1 - gamma <= 0: every real t has P(H < t) >= 1 - gamma, and ELap(x), the least "
                "of them, does not exist"
            ),
            catalogue=True,
        ),
        Reading(
            "literal-nonnegative-t",
            "gamma = e^(t eps), t > 0, and ELap(x) the least among numbers >= 0: it is 0",
            error_within(0, exp(t * eps)),
            Grid(n=2, values={"eps": ("1/3", "4")}),
            argument="1 - gamma < 0 <= P(H < 0): the least number >= 0 that qualifies is 0, and "
            "the quotient is 0, which is O(eps).",
            note="true, and without content",
        ),
        Reading(
            "gammaeqe-eps-proof-o-eps",
            INFIMUM + "gamma = e^-eps, as in the proof, the quotient O(eps) as eps tends to 0",
            check=argued(
                Verdict.FAILS,
                AT_THE_MIDDLE + " < 1 - e^-eps.  So ELap(x) >= LS(x), and the quotient is at "
                "least 1/eps, which is not O(eps).",
            ),
            catalogue=True,
            repair="the quotient is at most 1/eps",
        ),
        Reading(
            "proof-with-constant-100",
            INFIMUM + "gamma = e^-eps, the quotient at most 100 eps",
            error_within(eps * eps * LS(x) * 100, exp(-eps)),
            Grid(n=2, values={"eps": ("1/100", "1")}),
        ),
        Reading(
            "repaired-gammaeqe-eps",
            INFIMUM + "gamma = e^-eps, the quotient at most 1/eps: ELap(x) <= LS(x)",
            error_within(LS(x), exp(-eps)),
            Grid(n=6, full=12, priors=MIXTURE),
            argument=(
                "The floored noise is -1, 0 or 1 with probability 1 - (e^-eps + e^(-2 eps))/2 > "
                "1 - e^-eps; clamping does not move the release away from c, so it is then c or "
                "a neighbour, at a distance <= LS(x)."
            ),
            catalogue=True,
        ),
    ),
)
