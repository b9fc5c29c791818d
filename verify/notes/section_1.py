"""notes, section 1: Bayes' rule, the Dirichlet prior, the posterior."""

from dpbi.language.words import PAIRS, about, at, prior, size, x
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, Verdict, priors
from statements.arguments import argued, meaningless
from statements.candidates import one_record_takes
from statements.conjugacy import (
    density_integrates_to_one,
    independent_given_the_parameters,
    posterior_is,
    product_of_powers_integrates_to_one,
)
from statements.shared_sentences import POSTERIOR, as_in

WHOLE = priors("1,1", "2,1", "3,5", "7,4")
SIDES = priors("1,1", "1/2,1/2", "1,1,1", "1/2,3,1/10", "1,1,1,1")
CONJUGATE = (
    "Likelihood times prior density is a constant times the product of xi_i^(alpha_i + n_i - 1); "
    "a density is determined up to its constant, so this is the density of the Dirichlet "
    "distribution with parameters alpha_i + n_i."
)

bayes_rule = Claim(
    id="notes.bayes.rule",
    kind="formula",
    place="notes lines 5-7",
    statement="The posterior of xi is the likelihood times the prior, divided by Pr(x).",
    lines=("notes:5-7",),
    readings=(
        Reading(
            "rule",
            "Bayes' rule, for every likelihood and prior with Pr(x) > 0",
            check=argued(
                Verdict.HOLDS,
                "Both Pr(xi | x) Pr(x) and Pr(x | xi) pi(xi) are the joint density of x and xi; "
                "Pr(x) > 0 is the integral of the second over xi.",
            ),
            role=Role.LITERAL,
            why="The displayed formula is Bayes' rule, letter by letter.",
        ),
        Reading(
            "rule-for-a-coin",
            "the instance of two categories and integer parameters, with Pr(x) as an integral",
            posterior_is(at(x, 0), at(x, 1)),
            Grid(n=4, full=8, priors=WHOLE),
            role=Role.COMPARISON,
            why="It is ours: one instance in which every term of the rule is a rational.",
            argument=CONJUGATE + "  Pr(x) is the constant that makes it integrate to 1.",
        ),
    ),
)

bayes = Claim(
    id="notes.bayes",
    kind="formula",
    place="notes line 9",
    statement="BI(x, pi) is the posterior distribution of the parameter called alpha.",
    uses=("notes.bayes.rule",),
    lines=("notes:9",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal",
            "the posterior distribution of alpha",
            check=meaningless(
                "alpha is the vector of the prior's parameters: it is fixed and has no prior "
                "distribution, so it has no posterior distribution either"
            ),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 9 calls the parameter alpha, which line 11 uses for the prior's parameters.",
            repair="xi in place of alpha",
        ),
        Reading(
            "repaired",
            "the posterior distribution of xi, by Bayes' rule",
            check=argued(
                Verdict.HOLDS,
                "BI(x, pi) has the density Pr(x | xi) pi(xi)/Pr(x) of line 7, which is a density "
                "on the values of xi: it is at least 0 and Pr(x) is its numerator's integral.",
            ),
            catalogue=True,
            role=Role.INTENDED,
            why="Lines 5 to 7 define the posterior of xi, and BI(x) is used for it throughout.",
        ),
    ),
)

prior_pdf = Claim(
    id="notes.prior-pdf",
    kind="formula",
    place="notes line 11",
    statement="The Dirichlet density is the product of xi_i^alpha_i over B(alpha).",
    lines=("notes:11",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal-exponent-alpha-i",
            "with the exponents alpha_i it integrates to 1",
            product_of_powers_integrates_to_one(),
            Grid(priors=SIDES),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 11 prints the exponent alpha_i, and a density has to integrate to 1.",
            repair="alpha_i - 1 in place of alpha_i",
            note=(
                "The integral is B(alpha + 1)/B(alpha) = prod alpha_i/(T (T+1) .. (T+m-1)), T the "
                "sum of the alpha_i; it is below 1 for every prior, as alpha_i < T for all i."
            ),
        ),
        Reading(
            "exponent-alpha-i-1",
            "with the exponents alpha_i - 1 it integrates to 1",
            check=argued(
                Verdict.HOLDS,
                "B(alpha) is by definition the integral of the product of xi_i^(alpha_i - 1) over "
                "the simplex, which is finite and positive for alpha_i > 0.",
            ),
            catalogue=True,
            role=Role.INTENDED,
            why="Line 13 adds the counts n_i to alpha_i, which is right for the exponents "
            "alpha_i - 1 of the usual density, and line 11 names the Dirichlet distribution.",
        ),
        Reading(
            "two-categories-integer-parameters",
            "with the exponents alpha_i - 1, for two categories and integer parameters",
            density_integrates_to_one(0),
            Grid(priors=WHOLE),
            role=Role.COMPARISON,
            why="It is ours: an instance in which the integral is a sum of rationals.",
            argument="1/B(a, b) = (a+b-1)!/((a-1)! (b-1)!) = a binomial(a+b-1, a), and the sum is "
            "the integral B(a, b) by the binomial expansion of (1-t)^(b-1).",
        ),
    ),
)

model = Claim(
    id="notes.model",
    kind="definition",
    place="notes line 11",
    statement="The records follow a Bernoulli distribution, conditional on alpha.",
    lines=("notes:11",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal-bernoulli-mgt2",
            "one record takes two values, whatever the order m of the Dirichlet distribution",
            one_record_takes(2),
            Grid(priors=SIDES),
            catalogue=True,
            role=Role.LITERAL,
            why="A Bernoulli variable has two values, and the same line has a prior of order m.",
            repair="a categorical distribution with m values, conditional on xi, in place of a "
            "Bernoulli one conditional on alpha",
        ),
        Reading(
            "given-alpha",
            "two categories: given alpha, and not xi, two records are independent",
            independent_given_the_parameters(),
            Grid(priors=priors("1,1", "1/2,1/2", "7,4")),
            role=Role.LITERAL,
            why="Line 11 conditions on alpha, so xi is averaged over.",
            repair="Pr(x | xi) in place of Pr(x | alpha)",
        ),
        Reading(
            "categorical",
            "one record takes as many values as the prior has parameters",
            one_record_takes(size(prior)),
            Grid(priors=SIDES),
            role=Role.INTENDED,
            why="Line 13 throws a die with m sides, and line 7 has Pr(x | xi).",
            argument="A record is in one of the categories, of which there is one per parameter.",
        ),
        Reading(
            "meq2",
            "m = 2: one record takes two values",
            about(one_record_takes(2), PAIRS),
            Grid(priors=priors("1,1", "1/2,1/2", "7,4")),
            catalogue=True,
            role=Role.COMPARISON,
            why="The coin of line 15 is a special case, which line 11 does not single out.",
            argument="A record is in one of two categories.",
        ),
    ),
)

posterior = Claim(
    id="notes.posterior",
    kind="formula",
    place="notes lines 13-15",
    statement=(
        "The posterior is a Dirichlet distribution with parameters alpha_i + n_i, for a coin Beta("
        "alpha + n_1, beta + n_0)."
    ),
    uses=("notes.bayes.rule", "notes.prior-pdf", "notes.model"),
    lines=("notes:13-15",),
    shared="posterior",
    readings=as_in(
        POSTERIOR,
        {
            "literal": {
                "why": "Line 13 says so for a die with m sides, whose throws have the likelihood "
                "prod xi_i^n_i.",
            },
            "coin": {
                "why": "Line 15 has n_1 for side A beside alpha and n_0 for the other side beside "
                "beta.",
            },
        },
    ),
)
