"""The long draft (tailoring), sections 4.1.2 and 5.1: local sensitivity in place of global."""

from dpbi.language.words import LS, x
from dpbi.ledger.claims import (
    FLAT,
    MIXED,
    Claim,
    Grid,
    Reading,
    Role,
    Severity,
    priors,
)
from statements.laws import PROBABILITIES_EXIST, weights_are
from statements.sensitivities import (
    TRIANGLE,
    local_sensitivity_is_largest_distance,
    local_sensitivity_of_itself_is_positive,
)
from statements.shared_sentences import LOCAL_IS_NOT_PRIVATE, as_in

LAW = Grid(
    n=2, full=3, priors=priors("1,1", "25,1/1000", "1,1,1"), values={"eps": ("0", "1/100", "8")}
)

local_sensitivity = Claim(
    id="tailoring.ls-def",
    kind="definition",
    place="section 4.1.2, line 194 (again line 805)",
    lines=("tailoring:192-194", "tailoring:805"),
    statement=(
        "LS(x) is the largest |H(BI(x'), r) - H(BI(x'), r)| over neighbours x' and candidates r."
    ),
    uses=("tailoring.adjacency", "tailoring.hellinger"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal",
            "the maximum of |H(BI(x'), r) - H(BI(x'), r)| is positive, as a divisor has to be",
            local_sensitivity_of_itself_is_positive(),
            Grid(n=2, priors=FLAT),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 194 has x' in both distances, and line 190 divides by the result.",
            repair="H(BI(x), r) in place of the first H(BI(x'), r)",
            note="a dataset is compared with itself, so the printed LS is 0 everywhere",
        ),
        Reading(
            "first-argument-bi-x",
            "with x in the first distance it is the largest distance from x to a neighbour, and "
            "positive",
            local_sensitivity_is_largest_distance(),
            Grid(n=3, full=5, priors=MIXED),
            catalogue=True,
            argument=TRIANGLE + "So the maximum over candidates is H(x, y), that over neighbours "
            "LS(x); it is positive, as neighbours have different posteriors.",
            role=Role.INTENDED,
            why="Line 809 has x in the first distance where it goes on from the same definition, "
            "and line 182 has x and x'.",
        ),
    ),
)

local_mechanism = Claim(
    id="tailoring.ehdl",
    kind="algorithm",
    place="section 4.1.2, lines 188-192",
    lines=("tailoring:188-192",),
    statement=(
        "The exponential mechanism with local sensitivity releases r with probability "
        "proportional to exp(-eps H / (2 LS(x)))."
    ),
    uses=("tailoring.rpost-set", "tailoring.ls-def"),
    readings=(
        Reading(
            "literal",
            "the quotients of line 190, with LS(x) the largest distance from x to a neighbour, "
            "are the probabilities of the mechanism: they are positive and add up to 1, for eps "
            ">= 0",
            weights_are("ehdl", LS(x)),
            LAW,
            argument=PROBABILITIES_EXIST,
            role=Role.LITERAL,
            why="Line 190 prints the law; the slip in the formula of LS is counted there "
            "(tailoring.ls-def).",
        ),
    ),
)

ehdl_nondp = Claim(
    id="tailoring.ehdl.nondp",
    kind="theorem",
    place="sections 4.1.2 (line 196) and 5.1 (line 258)",
    lines=("tailoring:196", "tailoring:258"),
    statement="The exponential mechanism with exponent -eps H / (2 LS(x)) is not private.",
    uses=("tailoring.ehdl",),
    shared="local-sensitivity-is-not-private",
    readings=as_in(
        LOCAL_IS_NOT_PRIVATE,
        {
            "exists-prior-k": {"catalogue": True},
            "not-eps-dp-some-prior-keq2": {
                "id": "exists-prior-two-categories",
                "why": "Section 4.1.2 takes over the candidates of section 4.1.1, which are those "
                "of the Beta-binomial system.",
            },
            "not-eps-dp-keq3-integer-priors": {
                "why": "The same with three categories, of the Dirichlet-multinomial system that "
                "section 2 introduces.",
            },
            "not-dp-for-any-finite-eps": {"id": "not-dp-for-any-eps", "catalogue": True},
            "not-eps-dp-prior-beta-1-1": {
                "id": "see-notes-ehdl-nondp-prior-beta-1-1",
                "catalogue": True,
                "why": "The sentence is about no prior in particular; the flat one is that of the "
                "plots.",
            },
            "within-eps-prior-beta-1-1": {"id": "prior-beta-1-1-is-private"},
        },
    ),
)
