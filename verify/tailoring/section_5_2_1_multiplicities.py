"""The long draft (tailoring), section 5.2.1: how many candidates are equally far."""

from dpbi.language.words import PAIRS, TRIPLES
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
from statements.experiments import beyond, only_mirror_images_tie
from statements.multiplicities import (
    CENTRAL,
    EVEN,
    once_and_twice_partition,
    once_or_twice,
    one_at_the_posterior,
    one_at_the_posterior_two_elsewhere,
    only_the_posterior_is_met_once,
    some_are_met_twice,
    twice_only_if_balanced,
)
from statements.sliding_cases import AT_MOST_TWICE
from statements.sliding_proof import once_here_at_most_twice_elsewhere

INTEGER = Grid(n=6, full=12, priors=priors("1,1", "2,1", "1,3", "7,4", "5,5", "1,8"))

cr12 = Claim(
    id="tailoring.cr12",
    kind="symmetry",
    place="proof of Lemma 5.3, line 339 (again lines 344, 412, 528)",
    statement="For two categories every multiplicity C(x, r) is 1 or 2.",
    lines=("tailoring:339", "tailoring:344", "tailoring:412", "tailoring:528"),
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
    place="proof of Lemma 5.3, lines 341-342 (again lines 414-415, 425-426, 530-531, 535-536)",
    statement="C(x, r) = 1 exactly where u(x, r) = 0, and C(x, r) = 2 exactly where it is not.",
    uses=("tailoring.cr12",),
    lines=(
        "tailoring:341-342",
        "tailoring:414-415",
        "tailoring:425-426",
        "tailoring:530-531",
        "tailoring:535-536",
    ),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "all-x",
            "for every dataset",
            one_at_the_posterior_two_elsewhere(),
            Grid(n=4, priors=TWO),
            why_false="with one record there are two candidates, and r alone is at its distance "
            "0.463 from x: that is not 0, and yet C = 1",
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
                "A symmetry of H is named as the reason, and a balanced posterior has one; but no"
                " such condition is stated, nor is it sufficient."
            ),
            repair="with alpha = beta too: otherwise the mirror images of some "
            "candidates are not candidates",
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
            role=Role.COMPARISON,
            why=(
                "The symmetric case, which the words about symmetry describe; no lemma follows "
                "from it."
            ),
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
            why=(
                "It is the half of the sentence that is true; the draft states the other half too."
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
            why="The two sets are defined by C = 1 and C = 2, and are used to distinguish cases.",
        ),
        Reading(
            "both-nonempty",
            "and neither part is empty",
            some_are_met_twice(),
            Grid(n=4, priors=TWO),
            role=Role.STRAINED,
            why=(
                "Some authors require it of a partition; the proof never needs an element of a "
                "part."
            ),
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
