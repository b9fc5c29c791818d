"""The short drafts, section 1: preliminaries (notation, distance, score, sensitivities)."""

from dpbi.ledger.claims import (
    MIXED,
    Claim,
    Grid,
    Reading,
    Role,
    priors,
)
from statements.laws import score_has_its_largest_value_at_the_posterior
from statements.preliminaries import (
    cube_is_the_simplex,
    fractions_lie_in_the_cube,
    fractions_lie_in_the_simplex,
)
from statements.shared_sentences import HELLINGER, as_in

parameter_vector = Claim(
    id="short.prelim.theta",
    kind="definition",
    place="Section 1 (short-a line 7, short-b line 9)",
    lines=("short-a:7", "short-b:9"),
    statement="The parameter vector of a multinomial over k categories lies in [0, 1]^k.",
    readings=(
        Reading(
            "contained",
            "every rational vector x/n of shares lies in [0, 1]^k",
            fractions_lie_in_the_cube(),
            Grid(n=4, priors=priors("1,1", "1,1,1")),
            role=Role.LITERAL,
            why="The line says whose parameter vector it is, and only then where it lies.",
            argument="The parameters are the probabilities of exclusive outcomes, and a "
            "probability lies in [0, 1].  The formula ranges over the rational vectors x/n.",
        ),
        Reading(
            "simplex",
            "every rational vector x/n of shares lies in [0, 1]^k and adds up to 1",
            fractions_lie_in_the_simplex(),
            Grid(n=4, priors=priors("1,1", "1,1,1")),
            role=Role.INTENDED,
            why="A Dirichlet distribution, which the draft puts on theta, lives on the simplex.",
            argument="The outcomes of one draw are exclusive and exhaust all cases, so their "
            "probabilities are not negative and add up to 1, and each such vector is possible.  "
            "The formula ranges over the rational vectors x/n.",
            catalogue=True,
        ),
        Reading(
            "literal-cube",
            "theta ranges over the whole cube: each of its points is such a vector",
            cube_is_the_simplex(),
            Grid(),
            role=Role.STRAINED,
            why="The line would have to be a range without its first half, which names the "
            "multinomial.",
            catalogue=True,
            repair="theta in [0, 1]^k with theta_1 + ... + theta_k = 1",
        ),
    ),
)

hellinger_distance = Claim(
    id="short.prelim.hellinger",
    kind="formula",
    place="Section 1 (short-a line 11, short-b line 13)",
    lines=("short-a:11", "short-b:13"),
    statement="H(Dir(a1), Dir(a2)) = sqrt(1 - B((a1 + a2)/2) / sqrt(B(a1) B(a2))).",
    shared="hellinger-distance",
    readings=as_in(
        HELLINGER,
        {
            "literal": {
                "why": "The line defines the symbol as this distance of these two distributions.",
            },
            "equal-totals-unit-move": {"catalogue": True},
        },
    ),
)

score = Claim(
    id="short.prelim.score-sign",
    kind="definition",
    place="Section 1 (short-a line 12, short-b line 14)",
    lines=("short-a:12", "short-b:14"),
    statement="The score of a candidate r is u(x, r) = -H(posterior of x, r).",
    readings=(
        Reading(
            "literal",
            "u <= 0, and u = 0 for the posterior itself only: the nearest candidate scores best",
            score_has_its_largest_value_at_the_posterior(),
            Grid(n=5, priors=MIXED),
            role=Role.LITERAL,
            why="It is what a score of minus a distance means, and the algorithms put e^u in "
            "their weights.",
            argument="H >= 0 is a metric of distributions, and different counts give different "
            "parameters, hence different densities.",
            catalogue=True,
        ),
    ),
)
