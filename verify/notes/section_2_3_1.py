"""notes, section 2.3.1: one candidate against all that are equally far."""

from dpbi.language.words import at, n, no, prior, r, released, s, same, under, x
from dpbi.ledger.claims import FLAT, Claim, Grid, Reading, priors
from dpbi.ledger.statements.sliding import (
    axial_symmetry,
    balanced,
    half,
    multiplicities_cancel,
    multiplicity,
)
from dpbi.mechanisms.exponential import smoothing_exponent

P = released("mh-exp", beta=smoothing_exponent(n + 1))
ONES = under(1, 1)
APART = no(same(x, r))
SYMMETRIC = at(prior, 0).equals(at(prior, 1))
HALVED = at(x, 0).equals(at(x, 1))
SMALL = {"eps": ("1/3", "1", "4"), "delta": ("1/1000000", "4/5")}
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
    uses=("notes.half.axial",),
    readings=(
        Reading(
            "every-r-every-x",
            "for every candidate and every dataset, prior (1, 1)",
            half(P, ONES),
            Grid(n=3, priors=FLAT, values=SMALL),
            catalogue=True,
            repair="Pr[H(x, z) = H(x, r)] = C(x, r) Pr[z = r], C the number of candidates so far",
        ),
        Reading(
            "r-ne-bi-x",
            "for every candidate other than the true posterior, prior (1, 1)",
            half(P, ONES, APART),
            Grid(n=3, priors=FLAT, values=SMALL),
            catalogue=True,
            repair="true for n even and x = (n/2, n/2)",
        ),
        Reading(
            "rnebi-x-n-even-ceqn-2",
            "for r other than x, where n is even and x = (n/2, n/2), prior (1, 1)",
            multiplicity(2, ONES, APART, HALVED),
            Grid(n=8, full=16, priors=FLAT),
            catalogue=True,
            argument=PAIRS,
            note=(
                "Candidates equally far are equally probable, so the statement says that exactly "
                "two candidates are as far as r, and this is what is decided."
            ),
        ),
    ),
)

axial = Claim(
    id="notes.half.axial",
    kind="symmetry",
    place="notes line 73",
    statement="Distances from x are symmetric about x; all but x itself come in pairs.",
    readings=(
        Reading(
            "all-x",
            "two candidates, one on either side, are as far from x as r is, for all x and r != x",
            multiplicity(2, APART),
            Grid(n=4, priors=priors("1,1", "2,1", "7,4", "1/2,1/2")),
            catalogue=True,
            repair="true for a symmetric prior and x = (n/2, n/2)",
        ),
        Reading(
            "mirror-images-where-both-exist",
            "the candidates at j steps on either side of x are equally far, where both exist",
            axial_symmetry(),
            Grid(n=4, priors=priors("1,1", "2,1", "7,4", "1/2,1/2"), values={"j": ("1", "2")}),
            repair="true where the posterior's parameters are equal",
            note="The symmetry alone, without counting what the boundary cuts off.",
        ),
        Reading(
            "balanced-alphaeqbeta-ceqn-2",
            "the same for a symmetric prior and x = (n/2, n/2)",
            multiplicity(2, APART, SYMMETRIC, HALVED),
            Grid(n=8, full=14, priors=EVEN),
            catalogue=True,
            argument=PAIRS,
        ),
        Reading(
            "balanced-posterior",
            "the same wherever the posterior's two parameters are equal, whatever the prior",
            multiplicity(2, APART, balanced(x)),
            Grid(n=5, priors=priors("1,1", "2,1", "3/2,1/2")),
            repair="an unequal prior leaves candidates on one side without a mirror image",
        ),
        Reading(
            "elimination-on-both-sides",
            "the number of candidates is the same factor for all r, so it cancels",
            multiplicities_cancel(),
            Grid(n=4, priors=priors("1,1", "2,1", "7,4")),
            catalogue=True,
            repair="true for r, s other than x at a symmetric prior and x = (n/2, n/2)",
        ),
        Reading(
            "elimination-apart-from-x",
            "the same among candidates other than x",
            multiplicities_cancel(APART, no(same(x, s))),
            Grid(n=4, priors=priors("1,1", "2,1", "7,4")),
            repair="true at a symmetric prior and x = (n/2, n/2)",
        ),
    ),
)
