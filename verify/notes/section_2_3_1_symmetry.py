"""notes, section 2.3.1: one candidate against all that are equally far."""

from dpbi.language import forall
from dpbi.language.words import at, n, no, prior, r, released, s, same, under, variable, x
from dpbi.ledger.claims import FLAT, Claim, Grid, Reading, Role, Severity, priors
from dpbi.mechanisms.exponential import smoothing_exponent
from statements.multiplicities import (
    axial_symmetry,
    balanced,
    candidate_is_a_part_of_its_level,
    equal_at_equal_distance,
    half,
    level_is_a_multiple,
    multiplicities_are_equal,
    multiplicity_is,
    proportional_to_distance,
)

BETA = smoothing_exponent(n + 1)
P = released("mh-exp", beta=BETA)
ONES = under(1, 1)
APART = no(same(x, r))
SYMMETRIC = at(prior, 0).equals(at(prior, 1))
HALVED = at(x, 0).equals(at(x, 1))
SMALL = {"eps": ("1/3", "1", "4"), "delta": ("1/1000000", "4/5")}
FROM_ZERO = {"eps": ("0", "1", "4"), "delta": ("4/5",)}
SOME = priors("1,1", "2,1", "1/3,5/7", "1,1,1")
EQUALLY_LIKELY = (
    "Candidates equally far from x have the same weight, so the C(x, r) of them at the distance "
    "of r have C(x, r) Pr[z = r] together."
)
EVEN = priors("1,1", "1/2,1/2", "1/10,1/10", "5,5", "3/7,3/7")

PAIRS = (
    "At a posterior with equal parameters a, a the candidates (a+i, a-i) and (a-i, a+i) mirror "
    "each other, so they are equally far; with n even and c = n/2 both exist for every i <= n/2. "
    "With f(t) = lnGamma(alpha+t/2) + lnGamma(beta+n-t/2), strictly convex, ln BC(c, r) = f(c+r) - "
    "f(2c)/2 - f(2r)/2 has derivative f'(c+r) - f'(2r) in r: negative above c and positive below, "
    "so on either side distances are strictly monotone and no third candidate joins the two."
)

half_of_level = Claim(
    id="notes.half",
    kind="symmetry",
    place="notes lines 69-71",
    statement="A candidate has half the probability of all candidates as far from x as it is.",
    uses=("notes.half.prop", "notes.half.eq", "notes.half.mult", "notes.half.axial"),
    lines=("notes:69-71",),
    severity=Severity.PROOF_BROKEN,
    repaired=(
        "notes.half.prop/is-a-function-of-h",
        "notes.half.eq/literal",
        "notes.half.mult/literal",
        "notes.half/divided-by-their-number",
    ),
    readings=(
        Reading(
            "every-r-every-x",
            "for every candidate and every dataset, prior (1, 1)",
            half(P, ONES),
            Grid(n=3, priors=FLAT, values=SMALL),
            why_false="r = x is the only candidate at distance 0, so its probability 0.622 is "
            "all of that of its distance, and not half of it, 0.311",
            catalogue=True,
            repair="Pr[H(x, z) = H(x, r)] = C(x, r) Pr[z = r], C the number of candidates as far "
            "from x",
            role=Role.LITERAL,
            why="Line 69 says that it holds for every r in R_B.",
        ),
        Reading(
            "r-ne-bi-x",
            "for every candidate other than the true posterior, prior (1, 1)",
            half(P, ONES, APART),
            Grid(n=3, priors=FLAT, values=SMALL),
            catalogue=True,
            repair="true for n even and x = (n/2, n/2)",
            role=Role.INTENDED,
            why="Line 73 excepts the true output, and counts two candidates for any other.",
        ),
        Reading(
            "rnebi-x-n-even-ceqn-2",
            "for r other than x, where n is even and x = (n/2, n/2), prior (1, 1)",
            multiplicity_is(2, ONES, APART, HALVED),
            Grid(n=8, full=16, priors=FLAT),
            catalogue=True,
            argument=PAIRS,
            note=(
                "Candidates equally far are equally probable, so the statement says that exactly "
                "two candidates are as far as r, and this is what is decided."
            ),
            role=Role.REPAIR,
            why="It restricts the statement to the data about which all distances are symmetric.",
        ),
        Reading(
            "divided-by-their-number",
            "for every candidate, dataset and prior, with 1/C(x, r) in place of 1/2, eps >= 0",
            candidate_is_a_part_of_its_level(P),
            Grid(n=2, full=3, priors=SOME, values=FROM_ZERO),
            role=Role.REPAIR,
            why="It replaces the number 2 by the number of candidates, which line 73 calls |r|.",
            argument=EQUALLY_LIKELY,
        ),
    ),
)

proportional = Claim(
    id="notes.half.prop",
    kind="proof-step",
    place="notes line 73",
    statement="Pr[z = r] is proportional to H(BI(x), r), the size of the score.",
    uses=("notes.def-2.1",),
    lines=("notes:73",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal",
            "probabilities of two candidates are in the ratio of their distances",
            proportional_to_distance(P),
            Grid(n=2, priors=FLAT, values=SMALL),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 73 says proportional to H; a larger distance is less probable, and the true "
            "posterior at distance 0 is the most probable.",
            repair="a function of H(BI(x), r), proportional to exp(-eps H/(2 S(x)))",
        ),
        Reading(
            "is-a-function-of-h",
            "it depends on the distance only, eps >= 0",
            equal_at_equal_distance(P),
            Grid(n=2, full=3, priors=SOME, values=FROM_ZERO),
            catalogue=True,
            role=Role.INTENDED,
            why="The next sentence derives from it that equal scores have equal probabilities, "
            "and uses nothing else of it.",
            argument="By Definition 2.1 it is exp(-eps H/(2 S(x)))/NL(x).",
        ),
    ),
)

equal_scores = Claim(
    id="notes.half.eq",
    kind="proof-step",
    place="notes line 73",
    statement="Candidates with equal scores have equal probabilities.",
    uses=("notes.half.prop",),
    lines=("notes:73",),
    readings=(
        Reading(
            "literal",
            "for every dataset, prior and pair of candidates, eps >= 0",
            equal_at_equal_distance(P),
            Grid(n=2, full=3, priors=SOME, values=FROM_ZERO),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 73 says so with u(r, x) = u(r', x) as the only hypothesis.",
            argument="By Definition 2.1 a probability is exp(eps u/(2 S(x)))/NL(x).",
        ),
    ),
)

level_and_number = Claim(
    id="notes.half.mult",
    kind="proof-step",
    place="notes line 73",
    statement="The candidates with the score of r have |r| Pr[z = r] together, |r| their number.",
    uses=("notes.half.eq",),
    lines=("notes:73",),
    readings=(
        Reading(
            "literal",
            "for every dataset, prior and candidate, eps >= 0",
            level_is_a_multiple(P),
            Grid(n=2, full=3, priors=SOME, values=FROM_ZERO),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 73 defines |r| as the number of candidates with that score.",
            argument=EQUALLY_LIKELY,
        ),
    ),
)

axial = Claim(
    id="notes.half.axial",
    kind="symmetry",
    place="notes line 73",
    statement="Distances from x are symmetric about x; all but x itself come in pairs.",
    lines=("notes:73",),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "all-x",
            "two candidates, one on either side, are as far from x as r is, for all x and r != x",
            multiplicity_is(2, APART),
            Grid(n=4, priors=priors("1,1", "2,1", "7,4", "1/2,1/2")),
            why_false="x and r are the only candidates: on the other side of x there is none "
            "that could be as far as r, so C = 1",
            catalogue=True,
            repair="true for a symmetric prior and x = (n/2, n/2)",
            role=Role.LITERAL,
            why="Line 73 has two candidates at every distance but that of the true output.",
        ),
        Reading(
            "mirror-images-where-both-exist",
            "the candidates at j steps on either side of x are equally far, where both exist",
            axial_symmetry(),
            Grid(n=4, priors=priors("1,1", "2,1", "7,4", "1/2,1/2"), values={"j": ("1", "2")}),
            repair="true where the posterior's parameters are equal",
            note="The symmetry alone, without counting what the boundary cuts off.",
            role=Role.LITERAL,
            why="Line 73 calls BI(x) the axis of symmetry of the distance.",
        ),
        Reading(
            "balanced-alphaeqbeta-ceqn-2",
            "the same for a symmetric prior and x = (n/2, n/2)",
            multiplicity_is(2, APART, SYMMETRIC, HALVED),
            Grid(n=8, full=14, priors=EVEN),
            catalogue=True,
            argument=PAIRS,
            role=Role.REPAIR,
            why="It adds the hypothesis under which BI(x) is an axis of symmetry.",
        ),
        Reading(
            "balanced-posterior",
            "the same wherever the posterior's two parameters are equal, whatever the prior",
            multiplicity_is(2, APART, balanced(x)),
            Grid(n=5, priors=priors("1,1", "2,1", "3/2,1/2")),
            repair="an unequal prior leaves candidates on one side without a mirror image",
            role=Role.COMPARISON,
            why="It is ours: a weaker hypothesis, which is not enough.",
        ),
        Reading(
            "elimination-on-both-sides",
            "the number of candidates is the same factor for all r, so it cancels",
            multiplicities_are_equal(),
            Grid(n=4, priors=priors("1,1", "2,1", "7,4")),
            catalogue=True,
            repair="true for r, s other than x at a symmetric prior and x = (n/2, n/2)",
            role=Role.LITERAL,
            why="The last sentence of line 73 drops the number from both sides in every proof.",
        ),
        Reading(
            "elimination-apart-from-x",
            "the same among candidates other than x",
            multiplicities_are_equal(APART, no(same(x, s))),
            Grid(n=4, priors=priors("1,1", "2,1", "7,4")),
            repair="true at a symmetric prior and x = (n/2, n/2)",
            role=Role.INTENDED,
            why="Line 73 excepts the true output before it drops the number.",
        ),
    ),
)

exponent = Claim(
    id="notes.beta-def",
    kind="definition",
    place="notes line 75",
    statement="beta = ln(1 - eps / (2 ln(delta / (2 (n + 1))))), a positive number.",
    lines=("notes:75",),
    readings=(
        Reading(
            "0ltdeltalt1",
            "for eps > 0 and 0 < delta < 1 it is a positive number",
            forall(BETA > 0),
            Grid(n=6),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 67 makes it a function of the eps and delta of (eps, delta)-privacy.",
            argument="delta/(2(n+1)) < 1, so its logarithm is negative and the argument of the "
            "outer logarithm is above 1.",
        ),
        Reading(
            "delta-lt1-incl-deltale0-lemmas-2-1-2-2",
            "for -1 < delta <= 0 it is a positive number",
            forall(BETA > 0, where=[variable("delta", "rational", "-1", "0", "(]")]),
            Grid(n=3, values={"delta": ("0", "-1/2")}),
            catalogue=True,
            role=Role.STRAINED,
            why="The lemmas have |delta| < 1, but line 75 does not, and the delta of a privacy "
            "statement is a probability.",
            repair="0 < delta < 1",
        ),
    ),
)
