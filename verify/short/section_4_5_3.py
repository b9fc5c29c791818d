"""The short drafts, section 4: Corollary 4.5.3, outputs within the local sensitivity."""

from dpbi.language.words import at, eps, exp, n, under, x
from dpbi.ledger.claims import FLAT, Claim, Grid, Reading, Role, Severity, Verdict, priors
from statements.accuracy import (
    C,
    good,
    laplace_better,
    sure_chance,
)
from statements.arguments import argued
from statements.global_sensitivity import at_least
from statements.nearness import THREE, good_laplace_better

E = exp(-eps)
E_GS = exp(-eps / C)
HALF = (
    THREE + ".  LSHist falls into R_g with probability at least 1 - (e^-eps + e^(-2 eps))/2 > "
    "1 - e^-eps, clamping moving nothing away from c."
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

corollary_4_5_3 = Claim(
    id="short.cor-4.5.3",
    kind="corollary",
    place="Corollary 4.5.3 (short-a lines 267-285, short-b lines 254-277)",
    statement="R_g being the outputs with H <= LS(x), LSHist is likelier than EHD to fall into "
    "R_g for n > O(e^eps/(1 - e^-eps)).",
    uses=(
        "short.cor-4.5.1",
        "short.cor-4.5.3.rg-def",
        "short-a.cor-4.5.3.rg-argument",
        "short.cor-4.5.3.lshist",
        "short.prelim.gs",
        "short.cor-4.5.3.setsum",
        "short.cor-4.5.3.rg3",
        "short.cor-4.5.3.ehd1",
        "short.cor-4.5.3.ehd2-step",
        "short.cor-4.5.3.ehd2",
        "short.cor-4.5.3.ehd3",
        "short.cor-4.5.3.threshold",
        "short.cor-4.5.3.asym",
    ),
    gaps={
        "short.cor-4.5.1": "It is about {H < t} and its own k; that R_g, which is {H <= LS(x)}, "
        "has k = 1 is not shown, and is not so for every prior.",
    },
    lines=("short-a:267-271", "short-b:254-258"),
    repaired=(
        "short.cor-4.5.3.rg-def/selected",
        "short.cor-4.5.3.lshist/two-categories",
        "short.cor-4.5.3.setsum/literal",
        "short.cor-4.5.3.rg3/parameters-at-least-half",
        "short.cor-4.5.3.ehd2/r-g-le3",
        "short.cor-4.5.3/explicit-parameters-at-least-half",
        "short.cor-4.5.3.asym/bounded-eps",
    ),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "any-number-of-categories",
            "n > 3/(e^(-eps/c) (1 - e^-eps)), c = 2 sqrt(1 - pi/4), any number of categories; a "
            "consequence at x = (2, 2, n - 4), prior (1, 1, 1), printed constant",
            good_laplace_better(
                [
                    under(1, 1, 1),
                    at(x, 0).equals(2),
                    at(x, 1).equals(2),
                    n * E_GS * (1 - E) > 3,
                ]
            ),
            Grid(n=(14,), priors=priors("1,1,1"), values={"eps": ("1/2",)}),
            role=Role.LITERAL,
            why="DirP(x) is a posterior over any number of categories, and LSHist is defined for "
            "all, with noise of scale 2/eps beyond two.",
            repair="two categories, and every parameter >= 1/2",
            note="all that LSHist can release counts, also with another total",
        ),
        Reading(
            "explicit-proof-threshold",
            "n > 3/(e^(-eps/c) (1 - e^-eps)), c = 2 sqrt(1 - pi/4), every prior, printed constant",
            laplace_better(good, [n * E_GS * (1 - E) > 3], sure_chance),
            Grid(
                n=(1, 13, 14),
                priors=priors("1,1", "1/100000000,1", "1/100000000000000,1"),
                values={"eps": ("1/2", "2/3")},
            ),
            catalogue=True,
            repair="for priors with every parameter >= 1/2",
            note="for a parameter near 0, LS(x) is near 1 at one record, and R_g is everything",
            role=Role.INTENDED,
            why="The threshold that the proof ends with, in place of the O of the statement; "
            "two categories, as in Theorem 4.5, which the proof applies.",
        ),
        Reading(
            "explicit-parameters-at-least-half",
            "n > 3/(e^(-eps/c) (1 - e^-eps)), every parameter >= 1/2, printed constant",
            laplace_better(good, [at_least("1/2"), n * E_GS * (1 - E) > 3]),
            Grid(
                n=(13, 14, 20),
                priors=priors("1,1", "1/2,1/2", "7,4", "1/2,5"),
                values={"eps": ("1/2", "2/3", "1")},
            ),
            argument=HALF
            + "  EHD does with probability below 3/(n e^(-eps/c)) < 1 - e^-eps, as all "
            "weights exceed e^(-eps/c).",
            role=Role.REPAIR,
            why="The proof counts three good outputs, which is so for these priors.",
        ),
        Reading(
            "constant-1-n-gt-e-eps-1-e-eps",
            "n > e^eps/(1 - e^-eps), printed constant",
            laplace_better(good, [n * E * (1 - E) > 1]),
            Grid(n=6, priors=FLAT, values={"eps": ("1/3", "1/2", "2/3", "1")}),
            catalogue=True,
            repair="n > 5 e^eps/(1 - e^-eps), every parameter >= 1/2",
            role=Role.STRAINED,
            why="The statement without its O; the proof has a 3, so the constant 1 is not meant.",
        ),
        Reading(
            "constant-5",
            "n > 5 e^eps/(1 - e^-eps), every parameter >= 1/2, printed constant",
            laplace_better(good, [at_least("1/2"), n * E * (1 - E) > 5]),
            Grid(
                n=(21, 24), priors=priors("1,1", "1/2,1/2", "7,4"), values={"eps": ("2/3", "3/4")}
            ),
            argument=HALF + "  EHD misses R_g with probability O/(I + O), I <= 3 and O >= (n - 2) "
            "e^(-eps/c).  That exceeds e^-eps if O (1 - e^-eps) > 3 e^-eps; and indeed "
            "(n - 2)(1 - e^-eps) e^(-eps/c) > 5 e^(eps - eps/c) - 2 e^(-eps/c) >= 5 e^-eps - "
            "2 e^-eps, since 1 < 1/c < 2.",
            role=Role.REPAIR,
            why="The threshold of the statement with a constant, for the priors with three "
            "good outputs.",
        ),
        Reading(
            "constant-5-every-prior",
            "n > 5 e^eps/(1 - e^-eps), every prior, printed constant",
            laplace_better(good, [n * E * (1 - E) > 5], sure_chance),
            Grid(
                n=(1, 21),
                priors=priors("1,1", "1/100000000000000,1"),
                values={"eps": ("2/3",)},
            ),
            repair="for priors with every parameter >= 1/2",
            role=Role.COMPARISON,
            why="The same constant shows that the condition on the prior is needed.",
        ),
        Reading(
            "o-literal",
            "n > C e^eps/(1 - e^-eps) for one constant C, every prior on two categories",
            check=argued(
                Verdict.FAILS,
                "Fix C, eps and n above the threshold; x = (1, n - 1), prior (a, 1).  As a tends "
                "to 0 the affinity of x and (0, n), g(a) g(n), tends to 0, while that of x and "
                "(r, n - r), r >= 1, has a positive limit.  So for small a every output is as "
                "near as (0, n), R_g is everything, and both probabilities are 1.",
            ),
            catalogue=True,
            repair="C = 5 for priors with every parameter >= 1/2; for each prior some C",
            role=Role.INTENDED,
            why="Two categories, as in Theorem 4.5; the statement names no prior, so one constant "
            "may have to do for all.",
        ),
        Reading(
            "o-constant-of-the-prior",
            "for each prior on two categories there is a constant C such that it is so for n > "
            "C e^eps/(1 - e^-eps), every x and every eps; printed constant as sensitivity",
            check=argued(Verdict.HOLDS, EVERY_PRIOR),
            note="C grows as a parameter tends to 0: there is none for all priors",
            role=Role.INTENDED,
            why="The prior is fixed throughout, so the constant of O(..) may depend on it; "
            "two categories, as in Theorem 4.5.",
        ),
    ),
)
