"""The long draft (tailoring), section 5.2.1: the sliding property and the multiplicities."""

from dpbi.language.words import PAIRS, TRIPLES, H, r, s, x
from dpbi.ledger.claims import FLAT, MIXED, TWO, Claim, Grid, Reading, Search, priors
from dpbi.ledger.statements.comparisons import (
    CENTRAL,
    EVEN,
    multiplicities_within_two,
    once_and_twice_partition,
    once_or_twice,
    one_at_the_posterior,
    one_at_the_posterior_two_elsewhere,
    only_the_posterior_is_met_once,
    some_are_met_twice,
    twice_only_if_balanced,
)
from dpbi.ledger.statements.dilation import slides, slides_exactly, slides_to_attained
from dpbi.ledger.statements.experiments import beyond, only_mirror_images_tie

SLIDING = Grid(
    n=2,
    full=4,
    priors=priors("1,1", "2,1", "1/3,5/7"),
    values={"eps": ("1", "1/3", "8"), "gamma": ("0", "1"), "c": ("-1/2", "-1/10", "1/10", "1/2")},
)
WITH_ZERO = SLIDING.with_values(eps=("0", "1", "8"))
INTEGER = Grid(n=6, full=12, priors=priors("1,1", "2,1", "1,3", "7,4", "5,5", "1,8"))

AT_MOST_TWICE = (
    "ln BC(x, r) = f(x + r) - f(2x)/2 - f(2r)/2 in the numbers of ones, with f(j) = lgamma(alpha + "
    "j/2) + lgamma(beta + n - j/2) strictly convex.  Its derivative in r is f'(x + r) - f'(2r): "
    "negative for r > x, positive for r < x.  So H(x, .) increases strictly on either side of x "
    "and takes a value at most once on each side: C is 1 or 2. "
)
RATIO = (
    "P(u = u(r)) / P(u = u(s)) = (C_r / C_s) e^(eps k / (2S)) with k = u(s) - u(r), by Lemma 5.2 "
    "and the form of the weights, "
)

lemma_5_3 = Claim(
    id="tailoring.lemma-5.3",
    kind="lemma",
    place="Lemma 5.3 (lines 333-335)",
    statement=(
        "Sliding: for two categories, u = +H, eps >= 0 and a shift k with u(r) + k >= 0, "
        "P(u = u(r)) <= 2 e^(-eps k / (2S)) P(u = u(r) + k)."
    ),
    uses=("tailoring.lemma-5.2", "tailoring.cr12", "tailoring.cr12.partition"),
    readings=(
        Reading(
            "literal-sign-all-real-k",
            "as stated, for every real k",
            slides(-1, 2),
            SLIDING,
            catalogue=True,
            repair="k must be attained, and the sign is + (proof-sign-k-attained)",
            note="the right side is 0 where no candidate has the distance u(r) + k",
        ),
        Reading(
            "literal-sign-k-attained",
            "as stated, where u(r) + k is the distance of a candidate",
            slides_to_attained(-1, 2),
            SLIDING,
            catalogue=True,
            repair="with + eps k, as in the proof; or with k <= 0 (literal-sign-kle0-attained)",
        ),
        Reading(
            "proof-sign-all-real-k",
            "with + eps k, for every real k",
            slides(1, 2),
            SLIDING,
            catalogue=True,
            repair="k must be attained (proof-sign-k-attained)",
        ),
        Reading(
            "proof-sign-k-attained",
            "with + eps k, where u(r) + k is the distance of a candidate",
            slides_to_attained(1, 2),
            WITH_ZERO,
            catalogue=True,
            argument=AT_MOST_TWICE + RATIO + "and C_r / C_s <= 2.",
            note="equality where C_r = 2 and C_s = 1",
        ),
        Reading(
            "multiplicities-within-two",
            "what the attained case comes to: C_r <= 2 C_s for all candidates r, s",
            multiplicities_within_two(),
            Grid(n=4, full=8, priors=TWO),
            argument=AT_MOST_TWICE + "So C_r <= 2 <= 2 C_s.",
        ),
        Reading(
            "proof-sign-without-ln2",
            "with + eps k, attained, and without the factor 2",
            slides_to_attained(1, 1),
            SLIDING,
            catalogue=True,
            repair="true where C_r <= C_s; the factor 2 is attained at r mirrored, s = x",
        ),
        Reading(
            "literal-sign-kle0-attained",
            "as stated, attained, for k <= 0",
            slides_to_attained(-1, 2, given=[H(x, s) <= H(x, r)]),
            WITH_ZERO,
            catalogue=True,
            argument=(
                AT_MOST_TWICE + RATIO + "so the claim is C_r / C_s <= 2 e^(-eps k / S), and the "
                "right side is at least 2 for k <= 0."
            ),
        ),
        Reading(
            "proof-sign-k-attained-c-reqc-t",
            "where r and s have one multiplicity: an equality with + eps k and no factor 2",
            slides_exactly(),
            WITH_ZERO,
            catalogue=True,
            argument=RATIO + "which is e^(eps k / (2S)) where C_r = C_s.",
            note="balls can only refute the equation",
        ),
    ),
)

cr12 = Claim(
    id="tailoring.cr12",
    kind="symmetry",
    place="proof of Lemma 5.3, line 339 (again lines 412, 532)",
    statement="For two categories every multiplicity C(x, r) is 1 or 2.",
    readings=(
        Reading(
            "c-in-1-2",
            "for all n, priors over two categories, x and r",
            once_or_twice(PAIRS),
            Grid(n=7, full=14, priors=TWO),
            catalogue=True,
            argument=AT_MOST_TWICE + "It is at least 1, as r itself counts.",
        ),
        Reading(
            "dirichlet",
            "for any number of categories",
            once_or_twice(),
            Grid(n=3, priors=priors("1,1,1", "1,1,1,1")),
            catalogue=True,
            repair="two categories only; over k categories one record has k - 1 equal neighbours",
        ),
        Reading(
            "three-categories",
            "for three categories",
            once_or_twice(TRIPLES),
            Grid(n=3, priors=priors("1,1,1")),
            repair="two categories only",
        ),
    ),
)

cr12_iff = Claim(
    id="tailoring.cr12.iff",
    kind="symmetry",
    place="proof of Lemma 5.3, lines 341-342",
    statement="C(x, r) = 1 exactly where u(x, r) = 0, and C(x, r) = 2 exactly where it is not.",
    uses=("tailoring.cr12",),
    readings=(
        Reading(
            "all-x",
            "for every dataset",
            one_at_the_posterior_two_elsewhere(),
            Grid(n=4, priors=TWO),
            catalogue=True,
            repair="true for alpha = beta, n even and x = (n/2, n/2) (alphaeqbeta-n-even-ceqn-2)",
        ),
        Reading(
            "balanced-posterior",
            "where the posterior is balanced",
            one_at_the_posterior_two_elsewhere(EVEN),
            Grid(n=5, priors=TWO),
            catalogue=True,
            repair="with alpha = beta too: else some candidates' mirror images are no candidates",
        ),
        Reading(
            "alphaeqbeta-n-even-ceqn-2",
            "for alpha = beta, n even and x = (n/2, n/2)",
            one_at_the_posterior_two_elsewhere(*CENTRAL),
            Grid(n=10, full=20, priors=TWO),
            catalogue=True,
            argument=(
                AT_MOST_TWICE + "Swapping the categories fixes the posterior of x, maps candidates "
                "to candidates and keeps H, so r and its mirror image, different for r != x, are "
                "equally far: C = 2 there.  H(x, x) = 0 is met only at x."
            ),
        ),
        Reading(
            "integer-priors-balanced-posterior",
            "for integer priors C = 2 only where the posterior is balanced",
            twice_only_if_balanced(),
            INTEGER,
            search=Search(tries=200, n=24),
            catalogue=True,
        ),
        Reading(
            "integer-priors-far",
            "the same, with two equal distances being mirror images, in rationals",
            check=only_mirror_images_tie(300),
            search=Search(attempt=beyond(300)),
        ),
        Reading(
            "ceq1-if-ueq0",
            "C = 1 where u = 0",
            one_at_the_posterior(),
            Grid(n=5, full=10, priors=MIXED),
            catalogue=True,
            argument=(
                "H is a metric and different counts give different posteriors, so H(x, z) = 0 "
                "for z = x only."
            ),
        ),
    ),
)

cr12_partition = Claim(
    id="tailoring.cr12.partition",
    kind="symmetry",
    place="proof of Lemma 5.3, lines 344-352",
    statement="The candidates with C = 1 and those with C = 2 partition the candidate set.",
    uses=("tailoring.cr12",),
    readings=(
        Reading(
            "literal",
            "every candidate is in exactly one of the two, which may be empty",
            once_and_twice_partition(),
            Grid(n=6, full=12, priors=TWO),
            catalogue=True,
            argument=AT_MOST_TWICE + "So every candidate is in one of the sets, and only in one.",
        ),
        Reading(
            "both-nonempty",
            "and neither part is empty",
            some_are_met_twice(),
            Grid(n=4, priors=TWO),
            repair="R_1 always contains BI(x); R_2 is empty for most datasets",
        ),
        Reading(
            "r-1eq-bi-x",
            "the part with C = 1 is the posterior of x alone",
            only_the_posterior_is_met_once(),
            Grid(n=4, priors=FLAT),
            catalogue=True,
            repair="true for alpha = beta, n even, x = (n/2, n/2)",
        ),
    ),
)
