"""notes, section 2.3.4: the steps of the proof of privacy."""

from dpbi.language.words import PAIRS, about, delta, eps
from dpbi.ledger.claims import FLAT, TWO, Claim, Grid, Reading, Role, Severity, priors
from statements.notes_privacy import (
    BETA,
    THREE_HALVES,
    chain_begins,
    chain_ends_at_x,
    chain_ends_at_y,
    every_link_holds,
    normalisers_differ_by_eps,
    one_shift_serves_all,
    product_is_within_beta,
    scaling_is_within_beta,
    score_has_twice_the_mass,
    set_has_at_most_the_mass_of_its_scores,
    shift_is_above,
    shift_leads_to_the_other_score,
    strengths_differ_by_eps,
    third_set_gives_the_law_at_y,
)
from statements.privacy import private_up_to

SMALL = {"eps": ("1", "4"), "delta": ("1/1000000", "4/5")}
WIDE = {"eps": ("1/100", "1", "40"), "delta": ("1/1000000", "4/5")}
PRIORS = priors("1,1", "2,1", "1/3,5/7", "1/1000,1/1000")
SMOOTH = (
    "Take the z that is largest for x: S(x) = LS(z) e^(-beta d(x, z)) <= LS(z) e^(-beta "
    "(d(y, z) - 1)) <= e^beta S(y) for neighbours x, y, as beta >= 0."
)

set_of_scores = Claim(
    id="notes.lemma-2.3.half",
    kind="proof-step",
    place="proof of Lemma 2.3 (notes line 139)",
    statement="2 Pr[z in a set] = Pr[u(x, z) in the set of its scores].",
    uses=("notes.half",),
    lines=("notes:139",),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "literal",
            "for the set {r}, r any candidate",
            score_has_twice_the_mass(),
            Grid(n=2, priors=FLAT, values=SMALL),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 135 takes all sets, and line 139 makes no exception; for the set of all "
            "candidates it would say 2 = 1.",
            repair="Pr[z in S] <= Pr[u(x, z) in U]",
        ),
        Reading(
            "at-most-without-the-factor",
            "Pr[z in S] <= Pr[u(x, z) in U], for every set S of two candidates and the set U of "
            "its scores",
            set_has_at_most_the_mass_of_its_scores(),
            Grid(n=2, full=3, priors=PRIORS, values=SMALL),
            role=Role.REPAIR,
            why="It leaves out the factor and keeps the direction that the first link needs.",
            argument="z in S implies that u(x, z) is in U.",
            note="The instances have the sets of two candidates; the argument has all.",
        ),
    ),
)

sets = Claim(
    id="notes.lemma-2.3.U",
    kind="proof-step",
    place="proof of Lemma 2.3 (notes line 139)",
    statement=(
        "U_1 = (u(y, z) - u(x, z))/S(x), U_2 = U + U_1 and U_3 = U_2 (S(x)/S(y)) ln(NL(x)/NL(y)) "
        "lead from the scores at x to the law at y."
    ),
    uses=("notes.score", "notes.s-beta"),
    lines=("notes:139",),
    severity=Severity.PROOF_BROKEN,
    no_repair=(
        "Three things change together: U_1 has no division, is a number for each candidate and not "
        "one for the set, and U_3 adds the logarithm in place of multiplying by it; and then U_2 "
        "and U_3 are in general no scores at x (notes.non-route)."
    ),
    readings=(
        Reading(
            "literal",
            "u(x, z) + U_1 = u(y, z)",
            shift_leads_to_the_other_score(divided=True),
            Grid(n=2, priors=FLAT, values=SMALL),
            catalogue=True,
            role=Role.LITERAL,
            why="U_2 is the set of shifted scores, and line 139 divides the shift by S(x).",
            repair="U_1 = u(y, z) - u(x, z), its own for each z, and U_3 = U_2 S(x)/S(y) + (2 "
            "S(x)/eps) ln(NL(x)/NL(y))",
        ),
        Reading(
            "z-dependent-shift",
            "one shift serves all candidates: u(y, z) - u(x, z) does not depend on z",
            one_shift_serves_all(),
            Grid(n=2, priors=FLAT),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 139 adds U_1 to the whole set U, and Lemma 2.1 shifts by one number.",
            repair="a shift U_1(z) for each candidate",
        ),
        Reading(
            "u-3-gives-the-law-at-y",
            "a candidate with a score in U_3 is as likely at x as it is at y",
            third_set_gives_the_law_at_y(added=False),
            Grid(n=2, priors=FLAT, values=SMALL),
            role=Role.LITERAL,
            why="The equality in line 141 passes from U_3 at x to U at y.",
            repair="U_3 = U_2 S(x)/S(y) + (2 S(x)/eps) ln(NL(x)/NL(y))",
        ),
        Reading(
            "shift-without-division",
            "u(x, z) + U_1 = u(y, z) for each candidate, with U_1 = u(y, z) - u(x, z): an "
            "identity; compared to 30 decimals",
            shift_leads_to_the_other_score(divided=False),
            Grid(n=2, priors=PRIORS, values=SMALL),
            role=Role.COMPARISON,
            why="Ours: the first of the three changes, which mends U_1 and neither U_2 nor U_3.",
            argument="u(x, z) cancels.",
        ),
        Reading(
            "u-3-with-a-sum",
            "with U_3 = U_2 S(x)/S(y) + (2 S(x)/eps) ln(NL(x)/NL(y)); compared to 30 decimals",
            third_set_gives_the_law_at_y(added=True),
            Grid(n=2, priors=PRIORS, values=SMALL),
            role=Role.COMPARISON,
            why="Ours: all three changes; the logarithm of the normalisers is added, in the units "
            "of a score, to the scores that U_2 should have, one candidate at a time.",
            argument=(
                "exp(eps U_3/(2 S(x)))/NL(x) = exp(eps u(y, z)/(2 S(y))) (NL(x)/NL(y))/NL(x), and "
                "this is Pr[z] at y."
            ),
        ),
    ),
)

shift_bound = Claim(
    id="notes.lemma-2.3.slide",
    kind="proof-step",
    place="proof of Lemma 2.3 (notes line 143)",
    statement="U_1 >= -S(x), as the sliding property asks.",
    uses=("notes.lemma-2.3.U", "notes.s-beta"),
    lines=("notes:143",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "u-1-as-printed-divided-by-s",
            "(u(y, z) - u(x, z))/S(x) >= -S(x)",
            shift_is_above(divided=True),
            Grid(n=2, priors=FLAT, values=SMALL),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 139 defines U_1 with the division by S(x).",
            repair="U_1 = u(y, z) - u(x, z)",
        ),
        Reading(
            "u-y-z-u-x-z-ge-s-x",
            "u(y, z) - u(x, z) >= -S(x)",
            shift_is_above(divided=False),
            Grid(n=3, full=4, priors=PRIORS, values=SMALL),
            catalogue=True,
            role=Role.INTENDED,
            why="A shift of scores that is at least -S(x) is the hypothesis of Lemma 2.1.",
            argument="H(y, z) - H(x, z) <= H(x, y) <= LS(x) <= S(x), by the triangle inequality.",
        ),
    ),
)

scaling_bound = Claim(
    id="notes.lemma-2.3.dil",
    kind="proof-step",
    place="proof of Lemma 2.3 (notes line 143)",
    statement="(S(x)/S(y)) ln(NL(x)/NL(y)) <= 1 - eps/(2 ln(delta/(2(n+1)))), which is e^beta.",
    uses=("notes.lemma-2.3.U", "notes.s-beta", "notes.beta-def"),
    lines=("notes:143",),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "literal",
            "for every prior on two categories; the formula has the neighbours (1, n-1), (2, n-2)",
            product_is_within_beta(),
            Grid(
                n=(140,),
                priors=priors("1/1000,3"),
                values={"eps": ("7",), "delta": ("99/100",)},
            ),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 143 prints the inequality with the logarithm as a factor, and no hypothesis "
            "about the prior.",
            repair="S(x)/S(y) <= e^beta, without the logarithm",
            note="One pair of neighbours is enough to refute it.  With the prior (1, 1) none of "
            "the instances tried at n = 300, 1000 and 3000 exceeds the bound; at n = 10000, "
            "eps = 5 and delta = 99/100 floating-point values do, by a factor of 1.18; this is "
            "not certified.",
        ),
        Reading(
            "s-x-s-y-le-e-beta",
            "S(x)/S(y) <= e^beta",
            scaling_is_within_beta(),
            Grid(n=4, full=6, priors=PRIORS, values=WIDE),
            catalogue=True,
            role=Role.REPAIR,
            why="It leaves out the logarithm, which belongs to the normalisers and not to a scale.",
            argument=SMOOTH,
        ),
        Reading(
            "strengths",
            "what it gives: with w = eps H/(2S) and L = ln(2(n+1)/delta), w at x is at most w at "
            "y plus eps/2 if S(x) >= S(y), and at most w at y plus eps wherever w at y is at most "
            "L",
            strengths_differ_by_eps(),
            Grid(n=3, full=4, priors=PRIORS, values=WIDE),
            role=Role.COMPARISON,
            why="Ours: the shift and the scaling of one candidate at a time, in one inequality; "
            "line 143 has no such statement.",
            argument=(
                "H(x, z) <= H(y, z) + h with h = H(x, y) <= S(x).  If S(x) >= S(y), w_x <= "
                "eps H(y, z)/(2 S(x)) + eps/2 <= w_y + eps/2.  In any case S(y) <= e^beta S(x), so "
                "w_x <= e^beta w_y + eps/2 = w_y + w_y eps/(2L) + eps/2, at most w_y + eps where "
                "w_y <= L."
            ),
        ),
    ),
)

chain = Claim(
    id="notes.lemma-2.3.chain",
    kind="proof-step",
    place="proof of Lemma 2.3 (notes line 141)",
    statement=(
        "2 Pr_x[S] = Pr_x[U] <= e^(eps/2) Pr_x[U_2] <= e^eps Pr_x[U_3] + e^(eps/2) delta'/2 = "
        "e^eps Pr_y[U] + delta = 2 e^eps Pr_x[S] + delta."
    ),
    uses=(
        "notes.lemma-2.3.half",
        "notes.lemma-2.3.U",
        "notes.lemma-2.3.slide",
        "notes.lemma-2.3.dil",
    ),
    lines=("notes:141-143",),
    severity=Severity.PROOF_BROKEN,
    no_repair=(
        "U_2 and U_3 are compared at x, where the scores at y are in general not attained; only "
        "another route proves the ends (notes.non-route)."
    ),
    readings=(
        Reading(
            "first-inequality",
            "Pr_x[U] <= e^(eps/2) Pr_x[U_2] for S = {r}: U has the score of r at x, and U_2 that "
            "at y",
            chain_begins(),
            Grid(n=2, priors=FLAT, values=SMALL),
            role=Role.LITERAL,
            why="Line 141 takes both probabilities at x, where the score of r at y is in general "
            "the score of no candidate.",
            repair="one candidate at a time: exp(eps u(x, r)/(2 S(x))) against exp(eps u(y, r)/(2 "
            "S(y))); and Pr_y[S] in place of the last Pr_x[S]",
        ),
        Reading(
            "literal",
            "Pr_y[U] = 2 Pr_x[S] for S = {r}, the last link as printed",
            chain_ends_at_x(),
            Grid(n=2, priors=FLAT, values=SMALL),
            catalogue=True,
            role=Role.LITERAL,
            why="The last expression of the display is about the mechanism at x.",
            repair="Pr_y[S] in place of Pr_x[S]",
        ),
        Reading(
            "with-y-in-the-last-link",
            "Pr_y[U] = 2 Pr_y[S] for S = {r} and the score of r at y",
            chain_ends_at_y(),
            Grid(n=2, priors=FLAT, values=SMALL),
            role=Role.INTENDED,
            why="The lemma compares x with y, and the expression before has y.",
            repair="C Pr_y[S] in place of 2 Pr_y[S], C the number of candidates as far from y as r",
        ),
        Reading(
            "two-ends",
            "what it would prove, divided by 2: (eps, delta/2)-privacy",
            about(private_up_to("mh-exp", eps, delta / 2, beta=BETA), PAIRS),
            Grid(n=4, full=8, priors=PRIORS, values=WIDE),
            role=Role.COMPARISON,
            why="It is ours: the two ends of the chain with y at the end.",
        ),
        Reading(
            "normalisers",
            "NL(y) <= e^eps NL(x) + delta/2",
            normalisers_differ_by_eps(),
            Grid(n=3, full=5, priors=PRIORS, values=WIDE),
            role=Role.COMPARISON,
            why="Ours: a step of another route to the ends, which the chain has not; it has the "
            "normalisers inside U_3.",
            argument=(
                "w_x(z) <= w_y(z) + eps wherever w_y(z) <= L = ln(2(n+1)/delta) "
                "(notes.lemma-2.3.dil/strengths), so these z have e^-w_y <= e^eps e^-w_x; the "
                "others add up to less than (n + 1) e^-L = delta/2."
            ),
        ),
        Reading(
            "three-halves-at-the-ends",
            "Pr_x[S] <= e^(3 eps/2) Pr_y[S] + delta/2 for every set S of outputs (the proposition "
            "of Lemma 2.3 at 3/2 eps and delta/2)",
            about(private_up_to("mh-exp", eps * "3/2", delta / 2, beta=BETA), PAIRS),
            Grid(n=4, full=8, priors=(*TWO, *priors("1/1000,1/1000")), values=WIDE),
            role=Role.COMPARISON,
            why="Ours: the two ends alone, with the constants of a proof that does without the "
            "links between them.",
            argument=THREE_HALVES + "Here N = n + 1.",
        ),
    ),
)

route = Claim(
    id="notes.non-route",
    kind="proof-step",
    place="proof of Lemma 2.3 (notes lines 139-143)",
    statement="Sliding, dilation and the one-half correspondence together prove Lemma 2.3.",
    uses=("notes.half", "notes.lemma-2.1", "notes.lemma-2.2", "notes.lemma-2.3.chain"),
    lines=("notes:139-143",),
    severity=Severity.PROOF_BROKEN,
    no_repair=(
        "The route sends one set of scores at x to one set of scores at x, and the scores at y are "
        "in general no scores at x; what mends the proof is another route, which compares each "
        "candidate with itself and gives Lemma 2.3 with 3 eps/2 and delta/2."
    ),
    readings=(
        Reading(
            "literal",
            "for the set {r}: the correspondence at x and at y, and the sliding from the score of "
            "r at x to its score at y",
            every_link_holds(),
            Grid(n=2, priors=FLAT, values=SMALL),
            catalogue=True,
            role=Role.LITERAL,
            why="Lines 139 to 143 put these links together for every set and all neighbours.",
            repair="another route: exp(eps u(x, r)/(2 S(x))) against exp(eps u(y, r)/(2 S(y))), "
            "and NL(x) against NL(y)",
        ),
    ),
)
