"""The long draft (tailoring), section 2: Bayes' rule, densities, likelihoods, posteriors."""

from dpbi.ledger.claims import MIXED, TWO, Claim, Grid, Reading, Role, Severity, Verdict, priors
from statements.arguments import argued
from statements.densities import (
    bayes_rule_at_every_point,
    beta_mass_is_one,
    binary_likelihood_adds_up,
    dirichlet_mass_is_one,
    dirichlet_mass_on_the_square_is_one,
    distance_is_that_of_the_raised_parameters,
    likelihood_of_three_adds_up,
)
from statements.shared_sentences import POSTERIOR, as_in

WHOLE = priors("1,1", "2,1", "7,4", "5,5")
MASS = Grid(priors=(*TWO, *priors("2,2")))

bayes = Claim(
    id="tailoring.bayes",
    kind="formula",
    place="section 2, line 83",
    lines=("tailoring:81-83",),
    statement="The posterior is the likelihood times the prior over the probability of the data.",
    readings=(
        Reading(
            "literal",
            "Pr(theta | x) = Pr(x | theta) Pr(theta) / Pr(x) for densities in theta and data x "
            "with Pr(x) > 0",
            check=argued(
                Verdict.HOLDS,
                "The joint law of theta and x has the density Pr(x | theta) Pr(theta) with respect "
                "to Lebesgue measure in theta and counting measure in x.  Its integral over theta "
                "is Pr(x).  Conditional on x, theta has the joint density over that integral, "
                "where it is positive.",
            ),
            role=Role.LITERAL,
            why="The line states the rule for any prior and any observation, without conditions.",
        ),
        Reading(
            "integer-parameters",
            "with a beta prior of whole parameters the rule gives the posterior of line 99, with "
            "Pr(x) computed as the integral of likelihood times prior",
            bayes_rule_at_every_point(),
            Grid(n=6, full=12, priors=WHOLE),
            argument=(
                "Pr(x | t) prior(t) = t^(a+c-1) (1-t)^(b+n-c-1) / B(a, b) integrates to B(a+c, "
                "b+n-c) / B(a, b) = Pr(x), and over that it is the density of beta(a+c, b+n-c).  "
                "1/B(a, b) = a C(a+b-1, a) for whole a, b, and B(p, q) is the sum over i of "
                "(-1)^i C(q-1, i) / (p+i), by expanding (1-t)^(q-1)."
            ),
            role=Role.COMPARISON,
            why="A case of ours in which every term of the rule is a rational number.",
        ),
    ),
)

beta_pdf = Claim(
    id="tailoring.beta-pdf",
    kind="formula",
    place="section 2, line 91",
    lines=("tailoring:89-91",),
    statement="beta(alpha, beta) has the density theta^alpha (1-theta)^beta / B(alpha, beta).",
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal",
            "the printed density has mass 1, where the mass is that of the closed form: with "
            "B(a+1, b) = B(a, b) a/(a+b) and its mirror image, the integrals against theta and "
            "against 1 - theta are rational in alpha and beta, and they add up to the mass",
            beta_mass_is_one(1),
            MASS,
            catalogue=True,
            role=Role.LITERAL,
            why="Line 91 prints the exponents alpha and beta over B(alpha, beta) and calls it a "
            "probability density.",
            repair="exponents alpha - 1 and beta - 1 in place of alpha and beta",
            note="the mass is alpha beta / ((alpha+beta) (alpha+beta+1)), which is below 1/4",
        ),
        Reading(
            "exponents-1",
            "the density with exponents alpha - 1 and beta - 1 has mass 1 in closed form: "
            "alpha/(alpha+beta) and beta/(alpha+beta), its integrals against theta and against 1 - "
            "theta, add up to 1",
            beta_mass_is_one(0),
            MASS,
            catalogue=True,
            argument=(
                "B(alpha, beta) is by definition the integral of theta^(alpha-1) "
                "(1-theta)^(beta-1), which is finite for positive parameters, so the mass is 1.  "
                "The formula does not contain that integral: it adds up the integrals against "
                "theta and 1 - theta, B(alpha+1, beta) and B(alpha, beta+1) over B(alpha, beta), "
                "as the recurrence of B gives them."
            ),
            role=Role.INTENDED,
            why="The Dirichlet density of line 105, which generalises it, has exponents "
            "alpha_i - 1, and the distance of line 149 is the one of that density.",
            note="for whole parameters Coq has the integral itself: beta_integral in "
            "verify/proofs/Lib/BetaIntegral.v",
        ),
        Reading(
            "printed-density-renormalised",
            "the printed density, divided by its mass, is Beta(alpha+1, beta+1); the formula of "
            "line 149 is the distance of two of these",
            distance_is_that_of_the_raised_parameters(),
            Grid(n=3, priors=TWO),
            catalogue="literal-density-renormalised-eq-beta-alphaplus1-betaplus",
            role=Role.STRAINED,
            why="Nothing in the draft renormalises the density, and line 149 would be wrong.",
            repair="B((alpha1+alpha2)/2 + 1, (beta1+beta2)/2 + 1) over the square root of "
            "B(alpha1+1, beta1+1) B(alpha2+1, beta2+1) in line 149",
        ),
    ),
)

likelihood = Claim(
    id="tailoring.likelihood",
    kind="formula",
    place="section 2, lines 95 and 109",
    lines=("tailoring:93-97", "tailoring:107-111"),
    statement=(
        "The likelihood of a sequence of records is the product of the probabilities of its values."
    ),
    readings=(
        Reading(
            "literal",
            "two categories: theta^c (1-theta)^(n-c), c the number of ones, adds up to 1 over all "
            "sequences of n records",
            binary_likelihood_adds_up(ordered=True),
            Grid(n=8, full=30),
            catalogue=True,
            argument=(
                "Records are independent with probability theta of a one, so a sequence has the "
                "product of theta for each one and 1 - theta for each zero.  C(n, c) sequences "
                "have c ones, and the sum is (theta + 1 - theta)^n by the binomial theorem."
            ),
            role=Role.COMPARISON,
            why="Adding up to 1 is a consequence of line 95, not what it says: it tells the "
            "probability of a sequence, of which line 93 speaks, from that of a number of ones.",
        ),
        Reading(
            "any-number-of-categories",
            "k categories: the product of theta_i^(number of records with value i)",
            check=argued(
                Verdict.HOLDS,
                "Records are independent and have value a_i with probability theta_i, so a "
                "sequence has the product of the theta of its values, in which theta_i occurs as "
                "often as a_i does.",
            ),
            role=Role.LITERAL,
            why="Line 109 states it for a universe of any number k of values.",
        ),
        Reading(
            "three-categories",
            "three categories: it adds up to 1 over all sequences",
            likelihood_of_three_adds_up(),
            Grid(n=5, full=8, values={"u": ("1/10", "1/2", "2/3")}),
            argument=(
                "C(n, c1) C(n-c1, c2) sequences have c1 and c2 records of the first two values; "
                "the sum is (t + u + (1-t-u))^n by the multinomial theorem."
            ),
            role=Role.COMPARISON,
            why="The case of line 109 that the language can sum.",
        ),
        Reading(
            "of-the-number-of-ones",
            "theta^c (1-theta)^(n-c) is the probability of c ones, as of a binomial variable",
            binary_likelihood_adds_up(ordered=False),
            Grid(n=4),
            role=Role.STRAINED,
            why="Line 89 calls the data binomially distributed, but line 93 makes them a sequence.",
            repair="C(n, c) theta^c (1-theta)^(n-c); the posterior is the same",
        ),
    ),
)

posterior = Claim(
    id="tailoring.posterior",
    kind="formula",
    place="section 2, lines 99 and 115",
    lines=("tailoring:97-99", "tailoring:113-117"),
    statement=(
        "The posterior is beta(alpha + ones, beta + zeros), and DL(alpha + counts) in general."
    ),
    uses=(
        "tailoring.bayes",
        "tailoring.beta-pdf",
        "tailoring.likelihood",
        "tailoring.dirichlet-pdf",
    ),
    shared="posterior",
    readings=as_in(
        POSTERIOR,
        {
            "literal": {
                "why": "Lines 99 and 115 state it for every prior of the family and every dataset.",
            },
            "coin": {
                "why": "Line 99 has the number of ones beside alpha and that of zeros beside beta.",
            },
        },
    ),
)

dirichlet_pdf = Claim(
    id="tailoring.dirichlet-pdf",
    kind="formula",
    place="section 2, line 105",
    lines=("tailoring:103-105",),
    statement="DL(alpha) has the density prod theta_i^(alpha_i - 1) / B(alpha).",
    readings=(
        Reading(
            "simplex",
            "it has mass 1 on the probability vectors theta, in closed form: its integrals "
            "against the theta_i, each alpha_i over the sum of the alpha_j, add up to 1",
            dirichlet_mass_is_one(),
            Grid(priors=MIXED),
            catalogue=True,
            argument=(
                "B(alpha), the product of the Gamma(alpha_i) over Gamma of their sum, is the "
                "integral of the product of theta_i^(alpha_i - 1) over the simplex, with respect "
                "to Lebesgue measure in all coordinates but one, so the mass is 1.  The formula "
                "does not contain that integral: it adds up the integrals against the theta_i, "
                "each of which is alpha_i over the total by the recurrence of Gamma."
            ),
            role=Role.LITERAL,
            why="Line 103 has theta as the parameters of a categorical variable, whose "
            "probabilities add up to 1.",
        ),
        Reading(
            "0-1-k",
            "it has mass 1 on the whole cube [0, 1]^k, checked at k = 2 and whole parameters, "
            "where the mass in closed form is Gamma(alpha+beta) / (Gamma(alpha+1) Gamma(beta+1))",
            dirichlet_mass_on_the_square_is_one(),
            Grid(priors=priors("1,1", "2,1", "2,2", "7,4")),
            catalogue=True,
            role=Role.STRAINED,
            why="Line 103 writes theta in [0,1]^k, but only says where each coordinate lies.",
            repair="the simplex of probability vectors in place of the cube",
        ),
    ),
)
