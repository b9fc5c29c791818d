"""The short drafts, section 1: preliminaries (notation, distance, score, sensitivities)."""

from dpbi.ledger.claims import (
    MIXED,
    Claim,
    Grid,
    Reading,
    Role,
    Verdict,
    priors,
)
from dpbi.ledger.statements import printed as constants
from dpbi.ledger.statements.preliminaries import (
    affinity_is_a_quotient_of_binomials,
    cube_is_the_simplex,
    fractions_lie_in_the_cube,
    fractions_lie_in_the_simplex,
    others_cancel,
    score_has_its_largest_value_at_the_posterior,
)

parameter_vector = Claim(
    id="short.prelim.theta",
    kind="definition",
    place="Section 1 (short-a line 7, short-b line 9)",
    lines=("short-a:7", "short-b:9"),
    statement="The parameter vector of a multinomial over k categories lies in [0, 1]^k.",
    readings=(
        Reading(
            "contained",
            "every parameter vector of a multinomial lies in the cube",
            fractions_lie_in_the_cube(),
            Grid(n=4, priors=priors("1,1", "1,1,1")),
            role=Role.LITERAL,
            why="The line says whose parameter vector it is, and only then where it lies.",
            argument="The parameters are the probabilities of exclusive outcomes, and a "
            "probability lies in [0, 1].  The formula ranges over the rational vectors x/n.",
        ),
        Reading(
            "simplex",
            "the vectors in [0, 1]^k whose components add up to 1",
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
    readings=(
        Reading(
            "literal",
            "the formula is the Hellinger distance, (1/sqrt 2) |sqrt f - sqrt g|_2 of the "
            "densities, for all parameters",
            check=constants.argued(
                Verdict.HOLDS,
                "Half the squared L2 distance of sqrt f and sqrt g is 1 - integral of sqrt(f g), "
                "as f and g integrate to 1.  With f = prod theta_i^(a_i - 1) / B(a) on the "
                "simplex, sqrt(f g) is prod theta_i^((a_i + b_i)/2 - 1) / sqrt(B(a) B(b)), whose "
                "integral is B((a + b)/2) / sqrt(B(a) B(b)), the exponents being above -1.  By "
                "Cauchy and Schwarz the root is of a number in [0, 1].",
            ),
            role=Role.LITERAL,
            why="The line defines the symbol as this distance of these two distributions.",
            catalogue=True,
        ),
        Reading(
            "equal-totals-unit-move",
            "if one record moves from i to j, H = sqrt(1 - g(u) g(v)), u the parameter of i "
            "without the record, v that of j, g(u) = Gamma(u + 1/2) / sqrt(Gamma(u) Gamma(u + 1))",
            check=constants.argued(
                Verdict.HOLDS,
                "B(a) = prod Gamma(a_i) / Gamma(sum a_i).  The totals of both vectors and of their "
                "mean agree, and so do all components but i and j, so these cancel.  What is left "
                "is Gamma(u + 1/2) Gamma(v + 1/2) / sqrt(Gamma(u + 1) Gamma(u) Gamma(v) "
                "Gamma(v + 1)) = g(u) g(v).",
            ),
            role=Role.COMPARISON,
            why="A special case of the formula, which the draft does not print.",
            catalogue=True,
        ),
        Reading(
            "unit-move-leaves-two-parameters",
            "a consequence: the distance of such a move does not depend on a third parameter",
            others_cancel(),
            Grid(values={"u": ("1/2", "1", "3"), "v": ("1/3", "2"), "w": ("1/10", "5")}),
            role=Role.COMPARISON,
            why="Ours: the special case as the language can say it.",
            argument="As for equal-totals-unit-move: the third parameter cancels.",
        ),
        Reading(
            "integers-to-20-digits",
            "for integer parameters at even distances it agrees to 20 digits with factorials",
            affinity_is_a_quotient_of_binomials(),
            Grid(
                values={
                    "p": ("1", "2", "5"),
                    "q": ("1", "3"),
                    "i": ("0", "1", "2"),
                    "j": ("0", "1"),
                }
            ),
            role=Role.COMPARISON,
            why="Ours: the printed formula against factorials, independently of gamma functions.",
            argument="B(p, q) = (p-1)! (q-1)! / (p+q-1)! = 1/(p C(p+q-1, p)) for integers.",
        ),
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
