"""notes, section 2.3.3: the dilation property."""

from dpbi.language.words import (
    PAIRS,
    C,
    about,
    delta,
    eps,
    exp,
    lam,
    n,
    r,
    released,
    s,
    under,
    variable,
    x,
)
from dpbi.ledger.claims import FLAT, MIXED, Claim, Grid, Reading, Role, Severity, priors
from dpbi.mechanisms.exponential import smoothing_exponent
from statements.candidates import COMPOSITIONS, best_score_is_zero, candidates_are
from statements.experiments import no_unbalanced_tie
from statements.sliding import dilation, dilation_anywhere, dilation_beyond_the_mirror

BETA = smoothing_exponent(n + 1)
P = released("mh-exp", beta=BETA)
NEGATIVE = variable("lam", "rational", None, "0", "()")
P_NEGATIVE = released("mh-exp", beta=lam)
EQUAL = C(x, r).equals(C(x, s))
VALUES = {"eps": ("1/100", "1", "40"), "delta": ("1/1000000", "4/5")}
PRIORS = priors("1,1", "2,1", "1/10,1/10", "1/3,5/7")

TWO_CASES = (
    "Let h = H(x, r), h' = H(x, s) < e^beta h. If h' - h <= S(x), then P(x, r)/P(x, s) = "
    "exp(eps (h' - h)/(2S)) <= e^(eps/2), and equal multiplicities multiply both sides alike. "
    "Otherwise S < h' - h < (e^beta - 1) h <= h eps/(2L) with L = ln(2(n+1)/delta) > 0, so "
    "eps h/(2S) > L. Every candidate at distance h then has weight < e^-L = delta/(2(n+1)); the "
    "normaliser is at least 1 (r = x has weight 1) and there are at most n+1 candidates, so "
    "Pr[u = u(r)] < delta/2. Any 0 <= beta below the bound only has fewer s to serve."
)

lemma_2_2 = Claim(
    id="notes.lemma-2.2",
    kind="lemma",
    place="Lemma 2.2 (notes lines 93-97)",
    statement=(
        "Scaling the score by e^lam, lam < |beta|, costs a factor e^(eps/2) and delta/2: "
        "Pr[u = z] <= e^(eps/2) Pr[u = e^lam z] + delta/2, "
        "for beta at most ln(1 - eps/(2 ln(delta/(2(n+1)))))."
    ),
    uses=(
        "notes.half",
        "notes.signs",
        "notes.lemma-2.2.h",
        "notes.lemma-2.2.neg",
        "notes.lemma-2.2.neg.exponent",
        "notes.lemma-2.2.pos",
        "notes.lemma-2.2.G",
        "notes.lemma-2.2.G.probability",
        "notes.lemma-2.2.split",
        "notes.lemma-2.2.detail-neg",
        "notes.lemma-2.2.need",
        "notes.lemma-2.2.acc",
        "notes.lemma-2.2.R",
        "notes.lemma-2.2.eq",
        "notes.lemma-2.2.simplify",
        "notes.lemma-2.2.set",
    ),
    lines=("notes:93-97",),
    repaired=(
        "notes.signs/ule0-notes",
        "notes.lemma-2.2.h/number-in-place-of-two",
        "notes.lemma-2.2.neg/log-ratio-le-eps-2",
        "notes.lemma-2.2.pos/literal",
        "notes.lemma-2.2.need/above",
        "notes.lemma-2.2.acc/literal",
        "notes.lemma-2.2.R/meq2",
        "notes.lemma-2.2.eq/le",
        "notes.lemma-2.2.simplify/cancelled",
        "notes.lemma-2.2.set/literal-lambdagt0",
        "notes.lemma-2.2.G/above-the-threshold",
        "notes.lemma-2.2.G.probability/g-eq-uges-1-e-lambda-prge1-delta-2",
        "notes.lemma-2.2.split/without-g-on-the-right",
        "notes.lemma-2.2/attained-equal-multiplicities",
    ),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "literal-any-z-lambda",
            "for every lam < |beta|, attained or not, beta at its bound",
            dilation_anywhere(P, BETA, exp(eps / 2), delta / 2),
            Grid(n=2, priors=FLAT, values={**VALUES, "lam": ("-2", "-1/2", "1/1000")}),
            catalogue=True,
            repair="true where e^lam z is attained by as many candidates as z",
            role=Role.LITERAL,
            why="The lemma takes any z and any lam < |beta|, and does not ask that e^lam z be a "
            "score.",
        ),
        Reading(
            "z-and-e-lambda-z-attained",
            "where z and e^lam z are scores of candidates, any prior on two categories",
            dilation_beyond_the_mirror(BETA, exp(eps / 2), delta / 2),
            Grid(
                priors=priors("2,1"),
                values={
                    "eps": ("3/2",),
                    "delta": ("1/200",),
                    "j": tuple(map(str, range(1, 12))),
                },
            ),
            catalogue=True,
            repair="true with equal multiplicities, or with 2 e^(eps/2) in place of e^(eps/2)",
            note=(
                "Instances x = (j, j+1), r = (2j, 1), s = (2j+1, 0): the posterior at x under the "
                "prior (2, 1) is balanced, r has a mirror image and s has none."
            ),
            role=Role.INTENDED,
            why="The use in Lemma 2.3 scales scores to scores; sections 1 and 2.1 leave the prior "
            "free, and the figures take others than (1, 1).",
        ),
        Reading(
            "attained-equal-multiplicities",
            "attained, with as many candidates at e^lam z as at z, beta as line 75 sets it",
            dilation(P, BETA, exp(eps / 2), delta / 2, given=[EQUAL]),
            Grid(n=3, full=5, priors=PRIORS, values=VALUES),
            catalogue=True,
            argument=TWO_CASES,
            role=Role.REPAIR,
            why="It adds the two hypotheses that the proof uses: e^lam z is attained, and by as "
            "many candidates as z.",
        ),
        Reading(
            "attained-factor-2-added",
            "attained, with the factor 2 e^(eps/2), beta as line 75 sets it",
            dilation(P, BETA, 2 * exp(eps / 2), delta / 2),
            Grid(n=3, full=5, priors=PRIORS, values=VALUES),
            argument=(
                TWO_CASES + " Without equal multiplicities the first case costs a factor "
                "C(x, r)/C(x, s) <= 2 for k = 2 (distances are strictly monotone on either side "
                "of x); the second case needs nothing of multiplicities."
            ),
            role=Role.REPAIR,
            why="It changes the constant so that unequal numbers of candidates are paid for.",
        ),
        Reading(
            "attained-prior-beta-1-1-r-b",
            "attained, prior (1, 1), beta as line 75 sets it",
            dilation(P, BETA, exp(eps / 2), delta / 2, given=[under(1, 1)]),
            Grid(n=5, full=9, priors=FLAT, values=VALUES),
            catalogue=True,
            note="Up to n = 298 it is proved (attained-prior-beta-1-1-up-to-298).",
            role=Role.INTENDED,
            why="Definition 2.1 draws from R_B, the beta distributions with integer parameters of "
            "sum n + 2, which are the posteriors of the prior (1, 1).",
        ),
        Reading(
            "attained-prior-beta-1-1-up-to-298",
            "attained, prior (1, 1), n <= 298, beta as line 75 sets it",
            dilation(P, BETA, exp(eps / 2), delta / 2, given=[under(1, 1), n <= 298]),
            Grid(n=5, full=9, priors=FLAT, values=VALUES),
            facts=lambda: no_unbalanced_tie(300),
            argument=(
                "For integer parameters with alpha + beta + n <= 300 two candidates are equally "
                "far from x only if they are mirror images about a balanced x: all squared "
                "affinities are compared as rationals times powers of pi "
                "(statements/experiments.py). Under "
                "(1, 1) the mirror image of a candidate about x = (n/2, n/2) is a candidate. So "
                "for every x all candidates other than x have one multiplicity, 1 or 2, and r and "
                "s, both different from x, have the same. " + TWO_CASES
            ),
            role=Role.COMPARISON,
            why="It is ours: the sizes for which the statement is proved.",
        ),
        Reading(
            "lambdalt-beta-with-beta-negative",
            "beta negative, which its bound allows: lam < |beta|, attained",
            dilation(P_NEGATIVE, -lam, exp(eps / 2), delta / 2, where=[NEGATIVE]),
            Grid(
                n=3,
                priors=priors("1,1", "2,1"),
                values={
                    "eps": ("1/100", "1", "40"),
                    "delta": ("1/10",),
                    "lam": ("-1/10", "-1", "-3"),
                },
            ),
            catalogue=True,
            repair="true with equal multiplicities, even with delta = 0",
            role=Role.STRAINED,
            why="The hypotheses allow a negative beta, but the mechanism has the positive one of "
            "line 75.",
        ),
        Reading(
            "beta-negative-equal-multiplicities",
            "beta negative, attained, equal multiplicities, without delta",
            dilation(P_NEGATIVE, -lam, exp(eps / 2), 0, given=[EQUAL], where=[NEGATIVE]),
            Grid(
                n=3,
                full=6,
                priors=priors("1,1", "2,1"),
                values={"eps": ("1/100", "1", "40"), "lam": ("-1/10", "-1/2", "-1", "-3")},
            ),
            argument=(
                "With b = |beta|, S >= LS(y) e^(b d(x, y)) for every y. On a shortest path "
                "x = y0, .., yd = r: H(x, r) <= sum LS(yi) <= S sum e^(-b i) < S/(e^b - 1), i from "
                "1. So H(x, s) - H(x, r) < (e^b - 1) H(x, r) < S and the ratio of probabilities "
                "is below e^(eps/2)."
            ),
            role=Role.COMPARISON,
            why="It is ours: what is true of a negative beta.",
        ),
    ),
)

candidates = Claim(
    id="notes.lemma-2.2.R",
    kind="counting",
    place="notes line 124",
    statement="There are n + 1 candidates, and the best score is 0.",
    uses=("notes.RB", "notes.score"),
    lines=("notes:124",),
    readings=(
        Reading(
            "meq2",
            "two categories",
            about(candidates_are(n + 1), PAIRS),
            Grid(n=30, priors=FLAT),
            catalogue=True,
            argument=(
                "A dataset is its first count c in 0 .. n, and different c give different "
                "posteriors; the score -H is 0 at r = x and nowhere greater."
            ),
            role=Role.LITERAL,
            why="Line 124 speaks of the mechanism of Definition 2.1, whose candidates are beta "
            "distributions.",
        ),
        Reading(
            "best-score-zero",
            "the best score is 0, any number of categories",
            best_score_is_zero(),
            Grid(n=4, priors=MIXED),
            argument="H >= 0, and H(x, x) = 0 with x itself among the candidates.",
            role=Role.LITERAL,
            why="Line 124 has OPT = 0.",
        ),
        Reading(
            "mgt2-used-with-dl-7-4-5",
            "three categories, as in the figures with prior (7, 4, 5)",
            about(candidates_are(n + 1), under(7, 4, 5)),
            Grid(n=4, priors=priors("7,4,5")),
            catalogue=True,
            repair="C(n+k-1, k-1)",
            role=Role.STRAINED,
            why="The figures of section 4 have three categories, but Definition 2.1, which line "
            "124 is about, has two.",
        ),
        Reading(
            "any-m-binomial",
            "k categories: C(n+k-1, k-1)",
            candidates_are(COMPOSITIONS),
            Grid(n=8, priors=priors("1,1", "7,4,5", "1,1,1,1")),
            argument="Stars and bars: the counts are the weak compositions of n into k parts.",
            role=Role.COMPARISON,
            why="It is ours: the number for any number of categories.",
        ),
    ),
)
