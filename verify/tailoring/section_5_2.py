"""The long draft (tailoring), section 5.2: equal distances, equal probabilities, multiplicities."""

from dpbi.ledger.claims import Claim, Grid, Reading, priors
from dpbi.ledger.statements.dilation import (
    equal_distance_iff_equal_probability,
    equal_probability_means_equal_distance_without_budget,
    event_has_equal_terms,
    event_is_multiplicity_times_probability,
)

GRID = Grid(
    n=2,
    full=4,
    priors=priors("1,1", "1/2,1/2", "2,1", "1/3,5/7", "1,1,1"),
    values={"eps": ("1/100", "1", "8"), "gamma": ("0", "1")},
)

lemma_5_1 = Claim(
    id="tailoring.lemma-5.1",
    kind="lemma",
    place="Lemma 5.1 (lines 266-297)",
    statement="At one dataset, equal distances and equal probabilities are the same thing.",
    readings=(
        Reading(
            "epsgt0",
            "for eps > 0",
            equal_distance_iff_equal_probability(),
            GRID,
            catalogue=True,
            argument=(
                "P(x, r) = exp(-a H(x, r)) / NL with a = eps / (2 S(x)) > 0 and NL not depending "
                "on r; exp(-a h) is strictly decreasing in h, hence one-to-one."
            ),
        ),
        Reading(
            "epseq0-direction-le",
            "for eps = 0, from probabilities to distances",
            equal_probability_means_equal_distance_without_budget(),
            GRID,
            catalogue=True,
            repair="eps > 0; at eps = 0 the law is uniform and only distances imply probabilities",
        ),
    ),
)

lemma_5_2 = Claim(
    id="tailoring.lemma-5.2",
    kind="lemma",
    place="Lemma 5.2 (lines 303-329)",
    statement="The event of a distance has its multiplicity times the probability of one element.",
    uses=("tailoring.lemma-5.1",),
    readings=(
        Reading(
            "literal",
            "P(u(x, z) = u(x, r)) = C(x, r) P(x, r)",
            event_is_multiplicity_times_probability(),
            GRID,
            catalogue=True,
            argument=(
                "The event is the disjoint union of the C(x, r) outcomes z with H(x, z) = H(x, r), "
                "and each has the probability of r, a function of the distance (Lemma 5.1)."
            ),
            note="balls can only refute the equation of sums; equal-terms is decided exactly",
        ),
        Reading(
            "equal-terms",
            "the event has C(x, r) elements, each exactly as probable as r",
            event_has_equal_terms(),
            GRID,
            argument=(
                "C(x, r) is by definition the number of candidates z with H(x, z) = H(x, r), and "
                "these z are the elements of the event: the first part is the definition.  P(x, z) "
                "= exp(-eps H(x, z) / (2 S(x))) / NL(x), and neither S(x) nor NL(x) depends on z; "
                "so H(x, z) = H(x, r) gives P(x, z) = P(x, r)."
            ),
        ),
    ),
)
