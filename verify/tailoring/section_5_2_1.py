"""The long draft (tailoring), section 5.2.1: the sliding property and the multiplicities."""

from dpbi.language.words import PAIRS, TRIPLES, H, r, s, x
from dpbi.ledger.claims import (
    FLAT,
    MIXED,
    TWO,
    Claim,
    Grid,
    Reading,
    Role,
    Search,
    Severity,
    priors,
)
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
from dpbi.ledger.statements.sliding_proof import (
    once_here_at_most_twice_elsewhere,
    one_case_each,
    score_of_a_candidate_is_attained,
    shifted_score_is_attained,
)

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
    uses=(
        "tailoring.cr12",
        "tailoring.cr12.iff",
        "tailoring.cr12.partition",
        "tailoring.lemma-5.3.t",
        "tailoring.lemma-5.3.cases",
        "tailoring.lemma-5.2",
        "tailoring.lemma-5.3.caseA",
        "tailoring.lemma-5.3.caseB",
        "tailoring.lemma-5.3.caseC",
        "tailoring.lemma-5.3.indices",
        "tailoring.lemma-5.3.ln2",
        "tailoring.lemma-5.3.caseD",
        "tailoring.lemma-5.3.caseE",
    ),
    gaps={
        "tailoring.cr12": (
            "The only reason given is a symmetry of H, which most posteriors do not have; that no "
            "distance occurs three times needs the strict monotony of H on either side of x."
        ),
    },
    repaired=(
        "tailoring.cr12/c-in-1-2",
        "tailoring.cr12.iff/at-most-twice-elsewhere",
        "tailoring.lemma-5.3.t/attained",
        "tailoring.lemma-5.3.cases/literal",
        "tailoring.lemma-5.2/literal",
        "tailoring.lemma-5.3.caseA/bound",
        "tailoring.lemma-5.3.caseB/bound-with-ln2",
        "tailoring.lemma-5.3.caseC/inequality",
        "tailoring.lemma-5.3.caseD/le",
        "tailoring.lemma-5.3.caseE/literal",
        "tailoring.lemma-5.3/proof-sign-k-attained",
    ),
    lines=("tailoring:333-335",),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "literal-sign-all-real-k",
            "as stated, for every real k",
            slides(-1, 2),
            SLIDING,
            catalogue=True,
            role=Role.LITERAL,
            why="The lemma bounds k only by u(r) + k >= 0 and prints the minus sign.",
            repair="+ eps k in place of - eps k, and u(r) + k the distance of a candidate",
            note="the right side is 0 where no candidate has the distance u(r) + k",
        ),
        Reading(
            "literal-sign-k-attained",
            "as stated, where u(r) + k is the distance of a candidate",
            slides_to_attained(-1, 2),
            SLIDING,
            catalogue=True,
            role=Role.LITERAL,
            why="The sign is the printed one; that u(r) + k = u(t) for some t is line 354.",
            repair="+ eps k in place of - eps k, as in the proof; or k <= 0",
        ),
        Reading(
            "proof-sign-all-real-k",
            "with + eps k, for every real k",
            slides(1, 2),
            SLIDING,
            catalogue=True,
            role=Role.STRAINED,
            why=(
                "The sign of the proof with the k of the statement: line 546 uses it so, but the "
                "proof itself is about the k of a candidate t (line 354)."
            ),
            repair="u(r) + k is the distance of a candidate",
        ),
        Reading(
            "proof-sign-k-attained",
            "with + eps k, where u(r) + k is the distance of a candidate",
            slides_to_attained(1, 2),
            WITH_ZERO,
            catalogue=True,
            argument=AT_MOST_TWICE + RATIO + "and C_r / C_s <= 2.",
            role=Role.REPAIR,
            why=(
                "Every case of the proof ends with + eps k (lines 382-384, 392) and is about a "
                "candidate t with u(t) = u(r) + k."
            ),
            note="equality where C_r = 2 and C_s = 1",
        ),
        Reading(
            "multiplicities-within-two",
            "what the attained case comes to: C_r <= 2 C_s for all candidates r, s",
            multiplicities_within_two(),
            Grid(n=4, full=8, priors=TWO),
            argument=AT_MOST_TWICE + "So C_r <= 2 <= 2 C_s.",
            role=Role.COMPARISON,
            why="The part of the mended proof that is not cancelling of equal factors.",
        ),
        Reading(
            "proof-sign-without-ln2",
            "with + eps k, attained, and without the factor 2",
            slides_to_attained(1, 1),
            SLIDING,
            catalogue=True,
            role=Role.COMPARISON,
            why="The lemma prints ln 2; the reading asks whether it could be left out.",
            repair="a factor 2, attained where C_r = 2 and C_t = 1; or C_r <= C_t",
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
            role=Role.COMPARISON,
            why="The draft needs k of both signs; this says how far the printed sign is right.",
        ),
        Reading(
            "proof-sign-k-attained-c-reqc-t",
            "where r and s have one multiplicity: an equality with + eps k and no factor 2",
            slides_exactly(),
            WITH_ZERO,
            catalogue=True,
            argument=RATIO + "which is e^(eps k / (2S)) where C_r = C_s.",
            role=Role.COMPARISON,
            why="It is the equality inside the first cases of the proof, not the lemma.",
            note="balls can only refute the equation",
        ),
    ),
)

cr12 = Claim(
    id="tailoring.cr12",
    kind="symmetry",
    place="proof of Lemma 5.3, line 339 (again lines 412, 532)",
    statement="For two categories every multiplicity C(x, r) is 1 or 2.",
    lines=("tailoring:339", "tailoring:412", "tailoring:532"),
    readings=(
        Reading(
            "c-in-1-2",
            "for all n, priors over two categories, x and r",
            once_or_twice(PAIRS),
            Grid(n=7, full=14, priors=TWO),
            catalogue=True,
            argument=AT_MOST_TWICE + "It is at least 1, as r itself counts.",
            role=Role.LITERAL,
            why="The sentence is about the Beta-binomial system and excepts no prior, x or r.",
        ),
        Reading(
            "dirichlet",
            "for any number of categories",
            once_or_twice(),
            Grid(n=3, priors=priors("1,1,1", "1,1,1,1")),
            catalogue=True,
            role=Role.COMPARISON,
            why="The sentence restricts itself to the Beta-binomial system.",
            repair="two categories only; over k categories one record has k - 1 equal neighbours",
        ),
        Reading(
            "three-categories",
            "for three categories",
            once_or_twice(TRIPLES),
            Grid(n=3, priors=priors("1,1,1")),
            role=Role.COMPARISON,
            why="The smallest system beyond the one that the sentence is about.",
            repair="two categories only",
        ),
    ),
)

cr12_iff = Claim(
    id="tailoring.cr12.iff",
    kind="symmetry",
    place="proof of Lemma 5.3, lines 341-342 (again lines 414-415)",
    statement="C(x, r) = 1 exactly where u(x, r) = 0, and C(x, r) = 2 exactly where it is not.",
    uses=("tailoring.cr12",),
    lines=("tailoring:341-342", "tailoring:414-415"),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "all-x",
            "for every dataset",
            one_at_the_posterior_two_elsewhere(),
            Grid(n=4, priors=TWO),
            catalogue=True,
            role=Role.LITERAL,
            why="The proof is for any x, and lines 359-378 take C from u = 0 or u != 0 alone.",
            repair="C = 1 or 2 in place of C = 2, where u is not 0",
        ),
        Reading(
            "balanced-posterior",
            "where the posterior is balanced",
            one_at_the_posterior_two_elsewhere(EVEN),
            Grid(n=5, priors=TWO),
            catalogue=True,
            role=Role.STRAINED,
            why=(
                "A symmetry of H is named as the reason, and a balanced posterior has one; but no "
                "such condition is stated, nor does it suffice."
            ),
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
            role=Role.REPAIR,
            why="The symmetric case that the words about symmetry fit; it suffices for no lemma.",
        ),
        Reading(
            "at-most-twice-elsewhere",
            "C = 1 where u = 0, and C is 1 or 2 where it is not",
            once_here_at_most_twice_elsewhere(),
            Grid(n=5, full=10, priors=TWO),
            argument=AT_MOST_TWICE + "H(x, z) = 0 for z = x only, so C = 1 where u = 0.",
            role=Role.REPAIR,
            why="The smallest change that is true of every dataset, and Lemma 5.3 needs no more.",
        ),
        Reading(
            "integer-priors-balanced-posterior",
            "for integer priors C = 2 only where the posterior is balanced",
            twice_only_if_balanced(),
            INTEGER,
            search=Search(tries=200, n=24),
            catalogue=True,
            role=Role.COMPARISON,
            why="The draft does not say it; it says how rare C = 2 is.",
        ),
        Reading(
            "integer-priors-far",
            "the same, with two equal distances being mirror images, in rationals",
            check=only_mirror_images_tie(300),
            search=Search(attempt=beyond(300)),
            role=Role.COMPARISON,
            why="The same statement of ours, tried much further.",
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
            role=Role.COMPARISON,
            why="It is the half of the sentence that is true; the other half is said too.",
        ),
    ),
)

cr12_partition = Claim(
    id="tailoring.cr12.partition",
    kind="symmetry",
    place="proof of Lemma 5.3, lines 344-352",
    statement="The candidates with C = 1 and those with C = 2 partition the candidate set.",
    uses=("tailoring.cr12",),
    lines=("tailoring:344-352",),
    readings=(
        Reading(
            "literal",
            "every candidate is in exactly one of the two, which may be empty",
            once_and_twice_partition(),
            Grid(n=6, full=12, priors=TWO),
            catalogue=True,
            argument=AT_MOST_TWICE + "So every candidate is in one of the sets, and only in one.",
            role=Role.LITERAL,
            why="The two sets are defined by C = 1 and C = 2, and serve to tell cases apart.",
        ),
        Reading(
            "both-nonempty",
            "and neither part is empty",
            some_are_met_twice(),
            Grid(n=4, priors=TWO),
            role=Role.STRAINED,
            why="Some authors ask it of a partition; the proof nowhere needs an element of a part.",
            repair="R_1 always contains BI(x); R_2 is empty for most datasets",
        ),
        Reading(
            "r-1eq-bi-x",
            "the part with C = 1 is the posterior of x alone",
            only_the_posterior_is_met_once(),
            Grid(n=4, priors=FLAT),
            catalogue=True,
            role=Role.STRAINED,
            why="The lines before would give it, but the partition is defined by C, not by u.",
            repair="alpha = beta, n even and x = (n/2, n/2)",
        ),
    ),
)

choice_of_t = Claim(
    id="tailoring.lemma-5.3.t",
    kind="proof-step",
    place="proof of Lemma 5.3, line 354",
    statement="For the r and k of the lemma there is a candidate t with u(x, t) = u(x, r) + k.",
    lines=("tailoring:354",),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "any-k",
            "for every real k with u(r) + k >= 0",
            shifted_score_is_attained(),
            SLIDING,
            role=Role.LITERAL,
            why="The lemma has no other condition on k, and the proof takes t from R_post.",
            repair="u(r) + k is the distance of a candidate",
        ),
        Reading(
            "attained",
            "where k = u(s) - u(r) for a candidate s",
            score_of_a_candidate_is_attained(),
            SLIDING,
            argument="t = s is one.",
            role=Role.REPAIR,
            why="The hypothesis on k without which t does not exist.",
        ),
    ),
)

cases = Claim(
    id="tailoring.lemma-5.3.cases",
    kind="proof-step",
    place="proof of Lemma 5.3, headings of its cases (lines 354-390)",
    statement=(
        "Each pair of candidates r, t is in one of five cases: both scores not 0 and k >= 0, both "
        "not 0 and -u(r) < k < 0, only u(r) = 0, only u(t) = 0, both 0."
    ),
    lines=(
        "tailoring:354",
        "tailoring:357-358",
        "tailoring:367-368",
        "tailoring:375-376",
        "tailoring:390",
    ),
    readings=(
        Reading(
            "literal",
            "in exactly one",
            one_case_each(),
            Grid(n=4, priors=TWO),
            argument=(
                "u >= 0, so either score is 0 or positive, which makes four cases; the one with "
                "both positive is split by k >= 0 and k < 0, and k > -u(r) is u(t) > 0."
            ),
            role=Role.LITERAL,
            why="The four headings and the two conditions on k, the first of which is k >= 0.",
        ),
        Reading(
            "first-case-scanned-as-minus-k",
            "the same with -k >= 0 in place of k >= 0",
            one_case_each(H(x, s) <= H(x, r)),
            Grid(n=2, priors=TWO),
            role=Role.STRAINED,
            why=(
                "The page shows a dash before k; it is the mark of a list, as before the second "
                "condition, which would else be part of the first."
            ),
            repair="k >= 0",
        ),
    ),
)
