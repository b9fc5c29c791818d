"""The short drafts, section 4: corollaries 4.5.1 to 4.5.3, LSHist against EHD."""

from dpbi.language.words import H, at, eps, exp, n, s, vec, x
from dpbi.ledger.claims import FLAT, Claim, Grid, Reading, Verdict, priors
from dpbi.ledger.statements.accuracy import (
    C,
    below,
    exponential_better,
    fewer,
    good,
    laplace_better,
    large,
    more,
    nearer_than_the_left_end,
    one_sided_event_far_out,
    right,
    small,
    sure_chance,
    symmetric,
    tied,
    within,
)
from dpbi.ledger.statements.printed import argued, at_least, meaningless

E = exp(-eps)
E_GS = exp(-eps / C)
SMALL_T = H(x, s) <= "1/100"
"""t = H(x, s) is small; a prior with larger parameters makes it as small as one likes."""
NARROW = Grid(n=(62,), priors=priors("10000000,10000000"), values={"eps": ("11/200",)})
LEFT_END = nearer_than_the_left_end
AHEAD = "n > (2k + 1)/(e^-eps (1 - e^(-k eps))), k >= 1"
EVERYTHING = within(1)
HALF = (
    "R_g holds c, its neighbours, and nothing else: for c >= 1, c + 2 <= n, with P = p - 1 and q "
    "the parameters, H(c, c+2) > H(c, c-1) says (P+1)(q-2)/((P+2)(q-1)) < P/(P+s) q/(q+s'), with "
    "s, s' <= 1/pi by Watson's bound on gamma ratios; q/(q+s') > (q-2)/(q-1) always, and P/(P+s) "
    ">= (P+1)/(P+2) as P >= 1/2 > s/(1-s); also H(c, c+2) > H(c, c+1), and so for c - 2.  LSHist "
    "falls into it with probability at least 1 - (e^-eps + e^(-2 eps))/2 > 1 - e^-eps, clamping "
    "moving nothing away from c."
)
EVERY_PRIOR = (
    "R_g has at most m elements, m depending on the prior alone: let x have c ones.  H(x, .) "
    "grows on either side of x.  For c >= 2 and n - c >= 2, R_g holds c, its neighbours, and "
    "nothing else: for c + 2, BC(c, c+2)^2 = (P+1)(q-2)/((P+2)(q-1)) with P = alpha + c - 1 > 1/2 "
    "and q = beta + n - c > 2, against BC(c, c-1)^2 = P/(P+s) q/(q+s') with s, s' <= 1/pi by "
    "Watson's bound on gamma ratios; q/(q+s') > (q-2)/(q-1), and P/(P+s) >= (P+1)/(P+2) as P >= "
    "1/2 > s/(1-s); so H(c, c+2) > H(c, c-1), and H(c, c+2) > H(c, c+1); and so for c - 2.  For c "
    "= 0 the only neighbour is 1, so R_g = {0, 1}.  For c = 1 an element r >= 3 has H(1, r) > "
    "H(1, 2), so H(1, r) <= H(1, 0), BC(1, r) >= BC(1, 0) = g(alpha) g(beta + n - 1) >= g(alpha) "
    "g(beta) > 0; but BC(1, r) <= Gamma(alpha + (r+1)/2)/sqrt(Gamma(alpha+1) Gamma(alpha+r)), the "
    "factor of the first parameter, which tends to 0 as r grows: so r is at most a number that "
    "does not depend on n.  For n - c <= 1 exchange the categories.  Let C = 2m, Q = e^-eps, and "
    "n > C/(Q (1 - Q)) > m, so that outputs remain outside.  LSHist falls into R_g with "
    "probability at least 1 - (Q + Q^2)/2 > 1 - Q, clamping moving nothing away from c.  EHD has "
    "the weights e^(-eps H/c0), c0 = 2 sqrt(1 - pi/4), 1 < 1/c0 < 2: those inside add up to I <= "
    "m, those outside to O >= (n + 1 - m) e^(-eps/c0), and it misses with probability O/(I + O).  "
    "That exceeds Q if O (1 - Q) > m Q; and (n + 1 - m)(1 - Q) e^(-eps/c0) > (2m/Q - m) "
    "e^(-eps/c0) >= m e^(eps - eps/c0) >= m Q."
)

corollary_4_5_1 = Claim(
    id="short.cor-4.5.1",
    kind="corollary",
    place="Corollary 4.5.1 (short-a lines 235-247, short-b lines 222-234)",
    statement="For small t and n > O((2k+1) e^eps/(1 - e^-eps)), P(H < t) is larger for LSHist "
    "than for EHD.",
    uses=("short.thm-4.5.lshist", "short.thm-4.5.ehd-upper"),
    readings=(
        Reading(
            "explicit-threshold-k-max",
            AHEAD + ", k = R or max(L, R), printed constant, t <= 1/10; a consequence at "
            "x = (1, n - 1), prior (13, 1), k = 1",
            one_sided_event_far_out("1/10"),
            Grid(n=(1_600_000_000,), values={"eps": ("20",)}),
            catalogue=True,
            repair="n > (2k + 1)/(e^(-eps/(2 GS)) (1 - e^(-k eps))), k = max(L, R)",
            note="the event is {1, 2}; the left side is LSHist, the right side bounds EHD from "
            "below by its largest normaliser; a larger first parameter makes t as small as one "
            "likes (o-literal)",
        ),
        Reading(
            "explicit-threshold-k-right",
            AHEAD + ", k = R, printed constant, t = H(x, (0, n)) <= 1/100 at x = (n - 1, 1)",
            laplace_better(
                tied, [at(s, 0).equals(0), at(x, 1).equals(1), SMALL_T, *large(right(tied), E)]
            ),
            NARROW,
            repair="k = max(L, R)",
            note="under so concentrated a prior all outputs are within t, but for one",
        ),
        Reading(
            "explicit-threshold-true-gs",
            AHEAD + ", k = max(L, R), true global sensitivity, x = (1, n - 1), t = H(x, (0, n)) "
            "<= 1/10",
            laplace_better(
                LEFT_END,
                [at(x, 0).equals(1), H(x, vec(0, n)) <= "1/10", *large(more(LEFT_END), E)],
                gs="true",
            ),
            Grid(n=(10, 20, 30, 40), priors=priors("5,5", "40,40"), values={"eps": ("2", "5/2")}),
            catalogue=True,
            repair="n > (2k + 1)/(e^(-eps/(2 GS)) (1 - e^(-k eps))), k = max(L, R)",
        ),
        Reading(
            "teq1-all-outputs",
            AHEAD + ", k = R, t = 1, the largest t there is: the event is everything",
            laplace_better(EVERYTHING, large(right(EVERYTHING), E), sure_chance),
            Grid(n=(1, 12, 13), priors=FLAT, values={"eps": ("2/3", "1")}),
            catalogue=True,
            repair="t small enough that some output is excluded",
            note="both probabilities are 1; with k = max(L, R) no n exceeds the threshold",
        ),
        Reading(
            "k-min",
            AHEAD + ", k = min(L, R), printed constant, t = H(x, (n, 0)) <= 1/100 at "
            "x = (1, n - 1)",
            laplace_better(
                tied, [at(s, 1).equals(0), at(x, 0).equals(1), SMALL_T, *large(fewer(tied), E)]
            ),
            NARROW,
            catalogue=True,
            repair="k = max(L, R)",
            note="under so concentrated a prior all outputs are within t, but for one",
        ),
        Reading(
            "threshold-with-e-eps-2gs",
            "n > (2k + 1)/(e^(-eps/(2 GS)) (1 - e^(-k eps))), k = max(L, R) >= 1, printed "
            "constant; every t",
            laplace_better(tied, large(more(tied), E_GS)),
            Grid(n=(13,), priors=priors("1,1", "1/10,1/10"), values={"eps": ("2/3",)}),
            argument=(
                "w = e^(-eps/(2 GS)), Q = e^(-k eps), q = e^-eps, m = L + R + 1.  The weights "
                "outside exceed w, those inside are <= 1, so EHD's probability is below m/(m + "
                "(n + 1 - m) w) <= m/(1 + n w) < m (1 - Q)/(2k + 2 - Q).  (The event is not "
                "everything: 2k + 1 > n then.)  LSHist's is at least "
                "1 - (q^L + q^(R+1))/2.  The difference is concave in the smaller of L and R, so "
                "it is enough to look at its ends.  At k: (2k+1)(1-Q)/(2k+2-Q) <= 1 - Q <= "
                "1 - (Q + qQ)/2.  At 0, L = 0 being the worse: (2k+2-Q)(1-qQ) - (2k+2)(1-Q) = "
                "Q ((2k+1) - (2k+2) q + q Q), which falls to 0 as q rises to 1, so is >= 0."
            ),
            catalogue=True,
        ),
        Reading(
            "keq0",
            "k = 0, as every t below the smallest distance has it, in the proof's threshold",
            check=meaningless("the threshold divides by 1 - e^(-0 eps) = 0"),
            catalogue=True,
        ),
        Reading(
            "keq0-statement",
            "k = 0 in the statement's threshold with the constant 1: n > e^eps/(1 - e^-eps), "
            "L = R = 0",
            laplace_better(below, [more(below).equals(0), n * E * (1 - E) > 1]),
            Grid(n=8, priors=FLAT, values={"eps": ("1/3", "1/2", "1")}),
        ),
        Reading(
            "o-literal",
            "n > C (2k + 1) e^eps/(1 - e^-eps) for some constant C, k >= 1, printed constant",
            check=argued(
                Verdict.FAILS,
                "Fix C; prior (1, 1), x = (1, n - 1), t = H(x, (0, n)): for large n the event is "
                "{1, 2}, k = R = max(L, R) = 1, and LSHist's probability is (1 - e^(-2 eps))/2 < "
                "1/2.  Let n exceed 3C e^eps/(1 - e^-eps) by at most 1 and eps grow.  The weight "
                "of r is e^(-1.079 eps H(x, r)).  The affinity of x and r is at most "
                "Gamma(r/2 + 3/2)/sqrt(Gamma(r + 1)), the factor of the first parameter, so "
                "H(x, r) > 0.97 but for a number M of outputs that does not depend on n; outside "
                "the event H(x, r) >= t > 0.3.  So the weights outside sum to at most "
                "M e^(-0.3 eps) + (n + 1) e^(-1.04 eps), which tends to 0, while x has weight 1: "
                "EHD's probability tends to 1.",
            ),
            catalogue=True,
            repair="n > (2k + 1)/(e^(-eps/(2 GS)) (1 - e^(-k eps))), k = max(L, R)",
            note="a prior (a, 1) with large a does the same at any small t",
        ),
    ),
)

corollary_4_5_2 = Claim(
    id="short.cor-4.5.2",
    kind="corollary",
    place="Corollary 4.5.2 (short-a lines 251-263, short-b lines 238-250)",
    statement="For small t and n < O((2k e^-eps + 1)/(1 - (e^(-k eps) + e^(-(k+1) eps))/2)), "
    "P(H < t) is larger for EHD than for LSHist.",
    uses=("short.thm-4.5.lshist", "short.thm-4.5.ehd-lower"),
    readings=(
        Reading(
            "explicit-any-c-clamped-lshist",
            "with the constant 1, every x, k = R",
            exponential_better(below, small(right(below))),
            Grid(n=3, priors=priors("1,1", "25,25")),
            catalogue=True,
            note="the event at the witness is x alone, as it is for every smaller t",
            repair="n + 1 in place of n, and events c - k .. c + k that hold neither 0 nor n",
        ),
        Reading(
            "explicit-interior-sets-only",
            "with the constant 1, events c - k .. c + k that hold neither 0 nor n",
            exponential_better(tied, [*symmetric(tied), *small(right(tied))]),
            Grid(
                n=4,
                priors=priors("1,1", "10,10", "25,25"),
                values={"eps": ("1/3", "1", "2", "4")},
            ),
            catalogue=True,
            note="the event at the witness is x alone, as it is for every smaller t",
            repair="n + 1 in place of n",
        ),
        Reading(
            "interior-nplus1-in-place-of-n",
            "with the constant 1 and n + 1 in place of n, the same events",
            exponential_better(tied, [*symmetric(tied), *small(right(tied), n + 1)]),
            Grid(n=5, full=8, priors=priors("1,1", "10,10", "25,25", "1/2,3")),
            argument="LSHist's probability is 1 - (e^(-k eps) + e^(-(k+1) eps))/2, below "
            "(2k e^-eps + 1)/(n + 1) by hypothesis, which is below EHD's "
            "(short.thm-4.5.ehd-lower).",
            catalogue=True,
        ),
        Reading(
            "true-gs-interior",
            "with the constant 1, the same events, true global sensitivity",
            exponential_better(tied, [*symmetric(tied), *small(right(tied))], gs="true"),
            Grid(
                n=3,
                priors=priors("1,1", "10,10", "25,25", "1/2,3", "1/100,1", "1/100,10"),
                values={"eps": ("1/10", "1/3", "1", "2", "4")},
            ),
            catalogue=True,
            repair="the printed constant and n + 1 in place of n (interior-nplus1-in-place-of-n)",
            note="a parameter near 0 makes GS large, between (0, n) and (1, n - 1), far from x; "
            "the event at the smallest witness is x alone, as it is for every smaller t",
        ),
    ),
)

corollary_4_5_3 = Claim(
    id="short.cor-4.5.3",
    kind="corollary",
    place="Corollary 4.5.3 (short-a lines 267-285, short-b lines 254-277)",
    statement="R_g being the outputs with H <= LS(x), LSHist is likelier than EHD to fall into "
    "R_g for n > O(e^eps/(1 - e^-eps)).",
    uses=("short.cor-4.5.1", "short.thm-4.5.lshist", "short.thm-4.5.ehd-upper", "short.prelim.gs"),
    readings=(
        Reading(
            "explicit-proof-threshold",
            "n > 3/(e^(-eps/c) (1 - e^-eps)), c = 2 sqrt(1 - pi/4), every prior",
            laplace_better(good, [n * E_GS * (1 - E) > 3], sure_chance),
            Grid(
                n=(1, 13, 14),
                priors=priors("1,1", "1/100000000,1", "1/100000000000000,1"),
                values={"eps": ("1/2", "2/3")},
            ),
            catalogue=True,
            repair="for priors with every parameter >= 1/2",
            note="for a parameter near 0, LS(x) is near 1 at one record, and R_g is everything",
        ),
        Reading(
            "explicit-parameters-at-least-half",
            "n > 3/(e^(-eps/c) (1 - e^-eps)), every parameter >= 1/2",
            laplace_better(good, [at_least("1/2"), n * E_GS * (1 - E) > 3]),
            Grid(
                n=(13, 14, 20),
                priors=priors("1,1", "1/2,1/2", "7,4", "1/2,5"),
                values={"eps": ("1/2", "2/3", "1")},
            ),
            argument=HALF + "  EHD does with probability below 3/(n e^(-eps/c)) < 1 - e^-eps.",
        ),
        Reading(
            "constant-1-n-gt-e-eps-1-e-eps",
            "n > e^eps/(1 - e^-eps)",
            laplace_better(good, [n * E * (1 - E) > 1]),
            Grid(n=6, priors=FLAT, values={"eps": ("1/3", "1/2", "2/3", "1")}),
            catalogue=True,
            repair="n > 5 e^eps/(1 - e^-eps), every parameter >= 1/2",
        ),
        Reading(
            "constant-5",
            "n > 5 e^eps/(1 - e^-eps), every parameter >= 1/2",
            laplace_better(good, [at_least("1/2"), n * E * (1 - E) > 5]),
            Grid(
                n=(21, 24), priors=priors("1,1", "1/2,1/2", "7,4"), values={"eps": ("2/3", "3/4")}
            ),
            argument=HALF + "  EHD misses R_g with probability O/(I + O), I <= 3 and O >= (n - 2) "
            "e^(-eps/c).  That exceeds e^-eps if O (1 - e^-eps) > 3 e^-eps; and indeed "
            "(n - 2)(1 - e^-eps) e^(-eps/c) > 5 e^(eps - eps/c) - 2 e^(-eps/c) >= 5 e^-eps - "
            "2 e^-eps, since 1 < 1/c < 2.",
        ),
        Reading(
            "constant-5-every-prior",
            "n > 5 e^eps/(1 - e^-eps), every prior",
            laplace_better(good, [n * E * (1 - E) > 5], sure_chance),
            Grid(
                n=(1, 21),
                priors=priors("1,1", "1/100000000000000,1"),
                values={"eps": ("2/3",)},
            ),
            repair="for priors with every parameter >= 1/2",
        ),
        Reading(
            "o-literal",
            "n > C e^eps/(1 - e^-eps) for one constant C, every prior",
            check=argued(
                Verdict.FAILS,
                "Fix C, eps and n above the threshold; x = (1, n - 1), prior (a, 1).  As a tends "
                "to 0 the affinity of x and (0, n), g(a) g(n), tends to 0, while that of x and "
                "(r, n - r), r >= 1, has a positive limit.  So for small a every output is as "
                "near as (0, n), R_g is everything, and both probabilities are 1.",
            ),
            catalogue=True,
            repair="C = 5 for priors with every parameter >= 1/2; for each prior some C "
            "(o-constant-of-the-prior)",
        ),
        Reading(
            "o-constant-of-the-prior",
            "for each prior on two categories there is a constant C such that it is so for n > "
            "C e^eps/(1 - e^-eps), every x and every eps; printed constant as sensitivity",
            check=argued(Verdict.HOLDS, EVERY_PRIOR),
            note="C grows as a parameter tends to 0: there is none for all priors (o-literal)",
        ),
    ),
)
