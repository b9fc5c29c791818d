"""notes, section 2.3.4: privacy of the mechanism with smooth sensitivity."""

from dpbi.language.words import PAIRS, about, delta, eps, n, under
from dpbi.ledger.claims import FLAT, TWO, Claim, Grid, Reading, priors
from dpbi.ledger.statements.continuous import private_up_to
from dpbi.ledger.statements.sliding import compositions, private_with_slack_in
from dpbi.mechanisms.exponential import smoothing_exponent

BETA = smoothing_exponent(n + 1)
VALUES = {
    "eps": ("1/100", "1", "40"),
    "delta": ("1/1000000000000", "1/1000", "4/5", "99/100"),
}
THREE_HALVES = (
    "Let N be the number of candidates, w_x(r) = eps H(x, r)/(2 S(x)), L = ln(2N/delta) > 0, so "
    "e^beta - 1 = eps/(2L); NL is the sum of the e^-w, at least 1 since w_x(x) = 0; h = H(x, y) "
    "<= LS <= S at both ends, and S changes by a factor of at most e^beta between neighbours.  "
    "(a) If S(u) >= S(v), then w_u(r) <= eps (H(v, r) + h)/(2 S(u)) <= w_v(r) + eps/2.  (b) If "
    "S(u) <= S(v), then w_u(r) <= eps (H(v, r) + h)/(2 S(u)) <= e^beta w_v(r) + eps/2, which is "
    "at most w_v(r) + eps where w_v(r) <= L; and the e^-w_v(r) with w_v(r) > L add up to less "
    "than N e^-L = delta/2.  Let E be a set of outputs.  If S(y) < S(x): by (a) with u = x, v = "
    "y, NL(y) <= e^(eps/2) NL(x); by (b) with u = y, v = x, e^-w_x(r) <= e^eps e^-w_y(r) unless "
    "w_x(r) > L, and those r together have P_x below delta/2.  So P_x(E) <= e^(3 eps/2) P_y(E) + "
    "delta/2.  If S(y) >= S(x): by (a) with u = y, v = x, e^-w_x(r) <= e^(eps/2) e^-w_y(r); by "
    "(b) with u = x, v = y, NL(y) <= e^eps NL(x) + delta/2, so 1/NL(x) <= e^eps/(NL(y) - delta/2) "
    "<= e^eps/(NL(y) (1 - delta/2)), as NL(y) >= 1.  So P_x(E) (1 - delta/2) <= e^(3 eps/2) "
    "P_y(E), and P_x(E) <= e^(3 eps/2) P_y(E) + delta/2, as P_x(E) <= 1.  "
)

lemma_2_3 = Claim(
    id="notes.lemma-2.3",
    kind="theorem",
    place="Lemma 2.3 (notes lines 133-143)",
    statement="The mechanism with smooth sensitivity is (eps, delta)-private.",
    uses=("notes.lemma-2.1", "notes.lemma-2.2", "notes.half"),
    readings=(
        Reading(
            "repaired-s-beta-bi-y-0ltdeltalt1",
            "S(x) = max over y of LS(y) e^(-beta d(x, y)), 0 < delta < 1",
            about(private_up_to("mh-exp", eps, delta, beta=BETA), PAIRS),
            Grid(n=5, full=12, priors=(*TWO, *priors("1/1000,1/1000")), values=VALUES),
            catalogue=True,
            note=(
                "The largest loss seen was 0.976 eps (n = 500, prior (25, 1/1000)), within eps "
                "even without delta; the printed proof does not show it, as Lemmas 2.1 and 2.2 "
                "fail where multiplicities differ."
            ),
        ),
        Reading(
            "three-halves-eps-half-delta",
            "the same: it is (3 eps/2, delta/2)-private",
            about(private_up_to("mh-exp", eps * "3/2", delta / 2, beta=BETA), PAIRS),
            Grid(n=4, full=10, priors=(*TWO, *priors("1/1000,1/1000")), values=VALUES),
            argument=THREE_HALVES + "Here N = n + 1.",
        ),
        Reading(
            "three-halves-eps-half-delta-every-k",
            "any number of categories, with the number of candidates, C(n+k-1, k-1), in place of "
            "n + 1 in beta: it is (3 eps/2, delta/2)-private",
            private_up_to(
                "mh-exp", eps * "3/2", delta / 2, beta=smoothing_exponent(compositions())
            ),
            Grid(
                n=2,
                full=4,
                priors=priors("1,1", "1,1,1", "1/100,10,1000", "1000,1000,1000000"),
                values=VALUES,
            ),
            argument=THREE_HALVES + "Here N = C(n+k-1, k-1).",
        ),
        Reading(
            "literal-s-beta-eq-ls-prior-beta-1-1",
            "the definition to the letter, LS(x) under the maximum: S(x) = LS(x); prior (1, 1)",
            about(private_up_to("ehdl", eps, delta), under(1, 1)),
            Grid(n=6, full=20, priors=FLAT, values=VALUES),
            catalogue=True,
        ),
        Reading(
            "literal-s-beta-eq-ls-other-priors",
            "the definition to the letter, S(x) = LS(x); other priors",
            about(private_up_to("ehdl", eps, delta), PAIRS),
            Grid(
                n=(1, 2, 5, 36, 45),
                priors=priors("7,4", "25,1/1000", "1000,1/100000"),
                values={"eps": ("1/100",), "delta": ("1/10", "1/1000000000000")},
            ),
            catalogue=True,
            repair="with LS(y) in place of LS(x) under the maximum, as far as is certified",
            note="The first size that a search over a few priors found is n = 36.",
        ),
        Reading(
            "deltale0",
            "-1 < delta <= 0, which |delta| < 1 allows",
            private_with_slack_in("mh-exp", ("-1", "0", "(]"), beta=BETA),
            Grid(n=2, priors=FLAT, values={"eps": ("1/3", "1"), "delta": ("0", "-1/2", "-9/10")}),
            catalogue=True,
            repair="0 < delta < 1",
            note="beta takes the logarithm of delta/(2(n+1)), which is not positive.",
        ),
    ),
)
