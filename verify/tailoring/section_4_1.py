"""The long draft (tailoring), section 4.1: the baseline mechanisms."""

from dpbi.language.words import LS, PAIRS, TRIPLES, about, n, under
from dpbi.ledger.claims import FLAT, MIXED, Claim, Grid, Reading, Search, Verdict, priors
from dpbi.ledger.statements.accuracy import candidates_number_for
from dpbi.ledger.statements.continuous import loss_within
from dpbi.ledger.statements.dilation import Z, loss_is_finite, loss_passes, loss_passes_everything
from dpbi.ledger.statements.printed import argued

NO_PRIOR = Grid(n=5, full=10, priors=priors("1,1", "1,1,1"))
LAPLACE = (
    "Two neighbours differ by one in at most two counts.  The released first k-1 coordinates are "
    "clamped floors of noisy counts, the last one is computed from them, so the loss is at most "
    "that of the noisy counts: the l1 distance of the first k-1 counts over the scale. "
)

UNBOUNDED = (
    "Priors (M, M, M^2) with M -> infinity, n fixed: a second-order expansion of lgamma gives "
    "sqrt(8M) H(x, r) -> length of (r1 - x1, r2 - x2).  So sqrt(8M) LS -> 1 at x = (0, 0, n), "
    "where a move is one step in one coordinate, and -> sqrt(2) at y = (1, 0, n-1), whose record "
    "can go from the first to the second category.  At r = (n, 0, 0) ln P(y, r) - ln P(x, r) "
    "tends to eps/2 (n - (n-1)/sqrt(2)) + ln NL(x) - ln NL(y), with NL(x) >= 1 and NL(y) <= "
    "(n+1)(n+2)/2, which grows beyond every bound with n."
)

rpost_list = Claim(
    id="tailoring.rpost-list",
    kind="counting",
    place="section 4.1.1, line 176",
    statement="The candidates of the exponential mechanism are listed as r_1, ..., r_n.",
    uses=("tailoring.rpost-count",),
    readings=(
        Reading(
            "n-elements",
            "the candidates number n",
            candidates_number_for(2, n),
            Grid(n=12),
            catalogue=True,
            repair="n + 1 candidates, r_0, ..., r_n (tailoring.rpost-count)",
        ),
    ),
)

expmech_dp = Claim(
    id="tailoring.expmech.dp",
    kind="theorem",
    place="sections 4.1.1 (line 184) and 5.1 (line 258)",
    statement="The exponential mechanism with exponent -eps H / (2 GS) is eps-private.",
    readings=(
        Reading(
            "literal",
            "with the true global sensitivity of the prior and n",
            loss_within("ehd", gs="true"),
            Grid(n=8, full=40, priors=MIXED),
            catalogue=True,
            argument=(
                "H is a metric, so |H(x, r) - H(y, r)| <= H(x, y) <= GS for neighbours x, y and "
                "every r.  A weight changes by a factor of at most e^(eps/2), so does the sum of "
                "weights, and a probability changes by at most e^eps.  GS as the draft defines it, "
                "over pairs and candidates, is the largest H(x, y), attained at r = x."
            ),
            note="privacy is <= for all neighbours; Definition 1 prints an equality",
        ),
    ),
)

ehdl_nondp = Claim(
    id="tailoring.ehdl.nondp",
    kind="theorem",
    place="sections 4.1.2 (line 196) and 5.1 (line 258)",
    statement="The exponential mechanism with exponent -eps H / (2 LS(x)) is not private.",
    readings=(
        Reading(
            "see-notes-ehdl-nondp-prior-beta-1-1",
            "with prior (1, 1) the loss exceeds eps for some n and eps",
            about(loss_passes("ehdl"), under(1, 1)),
            Grid(n=(1, 2, 3, 4, 5, 8, 20, 100, 400), full=100, priors=FLAT),
            catalogue=True,
            repair="for other priors it does exceed eps, see exists-prior-k",
            note="the loss over eps grows with n, 0.81 at n = 50, 0.92 at n = 3000 (eps = 1/100)",
        ),
        Reading(
            "prior-beta-1-1-is-private",
            "the opposite: with prior (1, 1) the loss never exceeds eps",
            about(loss_within("ehdl"), under(1, 1)),
            Grid(n=(1, 2, 3, 4, 5, 8, 20, 100, 400), full=100, priors=FLAT),
            search=Search(n=200),
        ),
        Reading(
            "exists-prior-k",
            "for some prior, number of categories, n and eps the loss exceeds eps",
            loss_passes("ehdl"),
            Grid(
                n=10,
                priors=priors("1,1", "1,1,1", "25,1/1000", "100,100,10000"),
                values={"eps": ("1/100", "1", "4", "8")},
            ),
            catalogue=True,
        ),
        Reading(
            "exists-prior-two-categories",
            "the same with two categories",
            about(loss_passes("ehdl"), PAIRS),
            Grid(
                n=(1, 2, 5, 10, 20, 30, 40, 50),
                priors=priors("1,1", "25,1/1000"),
                values={"eps": ("1/100", "1")},
            ),
        ),
        Reading(
            "not-dp-for-any-eps",
            "whatever the prior, n and eps, the loss exceeds every number",
            loss_passes_everything("ehdl"),
            Grid(n=3, priors=MIXED, values={"t": ("1", "10", "1000")}),
            catalogue=True,
            repair="the loss is at most eps / min LS, a finite number for each prior, n, eps",
        ),
        Reading(
            "finite-loss",
            "the loss is at most eps over the smallest local sensitivity",
            loss_is_finite("ehdl", LS(Z)),
            Grid(n=6, priors=MIXED),
            argument=(
                "Let M = eps / (2 min LS).  As 0 <= H <= 1, every exponent eps H / (2 LS) lies in "
                "[0, M].  So a weight changes by at most e^M from x to y, and so does the sum of "
                "weights; a probability changes by at most e^(2M).  LS > 0, since neighbours have "
                "different posteriors."
            ),
        ),
        Reading(
            "beyond-three-eps",
            "for some prior over three categories the loss exceeds three times eps",
            about(loss_passes("ehdl", 3), TRIPLES),
            Grid(n=(20,), priors=priors("1000,1000,1000000"), values={"eps": ("8", "20")}),
        ),
        Reading(
            "no-multiple-of-eps-bounds-it",
            "over three categories, for every eps and every m some prior and n lose more than m",
            check=argued(Verdict.HOLDS, UNBOUNDED),
            note="so no eps' that depends on eps alone works; instances are in beyond-three-eps",
        ),
    ),
)

improved_enough = Claim(
    id="tailoring.improved.enough",
    kind="theorem",
    place="section 4.1.4, lines 222 and 232",
    statement=(
        "Laplace noise of scale Delta/eps is enough for eps-privacy with Delta the l1 sensitivity, "
        "and already with Delta = 1 for two categories and 2 for more."
    ),
    uses=("tailoring.delta-bi.dim",),
    readings=(
        Reading(
            "baseline-dbieq2",
            "the baseline with Delta = 2",
            loss_within("laplace", sensitivity="defined"),
            NO_PRIOR,
            catalogue=True,
            argument=LAPLACE + "That is at most 2 / (2/eps) = eps (eps/2 for k = 2).",
        ),
        Reading(
            "baseline-dimension",
            "the baseline with Delta = k, as it is said to grow with the dimension",
            loss_within("laplace", sensitivity="dimension"),
            NO_PRIOR,
            argument=LAPLACE + "That is eps/2 for k = 2 and at most 2/(k/eps) <= eps for k > 2.",
        ),
        Reading(
            "improved",
            "the improved mechanism: Delta = 1 for k = 2, Delta = 2 for k >= 3",
            loss_within("laplace-improved"),
            NO_PRIOR,
            catalogue=True,
            argument=LAPLACE + "That is 1/(1/eps) for k = 2 and at most 2/(2/eps) for k >= 3.",
        ),
    ),
)
