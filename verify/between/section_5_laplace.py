"""Between the drafts, and within one: the Laplace mechanisms, their scale and last coordinate."""

from dpbi.language.words import eps, prior, size
from dpbi.ledger.claims import FLAT, TWO, Claim, Grid, Reading, Role, Severity, priors
from statements.continuous import l1_tail_within, l1_tail_within_for
from statements.contradictions import (
    clamped_counts_add_up,
    exponents_of_two_and_of_many_agree,
    integral_of_density_is_one,
    noisy_counts_add_up,
    rate_and_scale_agree,
    rate_is_an_inverse_scale,
    steps_fall_off,
    weight_of_scale,
)
from statements.neighbours import count_moves_by, parameters_move_by
from statements.noised_counts import releases_have_positive_parameters

laplace_scale = Claim(
    id="between.lproof+notes+tailoring.laplace-scale",
    kind="contradiction",
    place="lproof line 21 (Lap(eps/2)) against notes line 151 and tailoring line 135 (2/eps)",
    statement="The noise on a count has the parameter eps/2, and the parameter 2/eps.",
    uses=("lproof.noise", "notes.laplace-l1", "tailoring.sec3.mech"),
    lines=("lproof:21", "notes:149-151", "tailoring:135"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "one-parameter",
            "eps/2 = 2/eps",
            rate_and_scale_agree(),
            Grid(),
            role=Role.LITERAL,
            why="Lap(b) usually names the scale, which tailoring line 135 also says it is.",
            repair="2/eps in place of eps/2 in lproof",
            note="They agree at eps = 2 only.",
        ),
        Reading(
            "rate-and-scale",
            "the Laplace density of rate eps/2 is that of scale 2/eps",
            rate_is_an_inverse_scale(),
            Grid(),
            role=Role.INTENDED,
            why="The densities of lproof lines 23 and 27 have the rate eps/2.",
            argument="Both densities have the exponent -|s| eps/2 and the factor eps/4.",
        ),
    ),
)

noise_count = Claim(
    id="between.tailoring.noise-count",
    kind="contradiction",
    place="tailoring line 135, its words (independent noise) against its formula (one noise)",
    statement="Both parameters are noised independently, and by one noise and its negative.",
    uses=("tailoring.sec3.mech",),
    lines=("tailoring:135",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "independent",
            "with a noise for each the released counts s1 and s2 are any two real numbers, and "
            "these add up to n",
            noisy_counts_add_up(independent=True),
            Grid(n=2),
            role=Role.LITERAL,
            why="The sentence adds independent noise to the parameters; in the formula the second "
            "count is n minus the first.",
            repair="one noise, added to the first count and taken from the second",
        ),
        Reading(
            "one-noise",
            "with one noise the released counts are s1 and n - s1 for some real number s1, and "
            "these add up to n, which is algebra",
            noisy_counts_add_up(independent=False),
            Grid(n=2),
            role=Role.INTENDED,
            why="The formula of line 135 has one noisy number in both places, and sections 4.1.3 "
            "and 4.1.4 build on that.",
            argument="s + (n - s) = n.",
        ),
    ),
)

threshold = Claim(
    id="between.notes.laplace-threshold",
    kind="contradiction",
    place="notes line 151 (|x|) against line 155 (m)",
    statement=(
        "The l1 error reaches n T, and it reaches m T, with probability at most g; T = ln(m/g) "
        "2/eps."
    ),
    uses=("notes.laplace-l1", "notes.laplace-chain1"),
    lines=("notes:149-151", "notes:155"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "records",
            "n T with any number n of records, m = 2",
            l1_tail_within(2),
            Grid(n=4, values={"g": ("1/10", "1/2", "7/10", "99/100")}),
            role=Role.LITERAL,
            why="x is the dataset in line 149.",
            repair="m in place of |x|",
        ),
        Reading(
            "categories",
            "for m = 2, 3, 4, 5, the tail of the l1 norm by its closed form: at m T it is at most "
            "g",
            l1_tail_within_for((2, 3, 4, 5), dimension=True),
            Grid(values={"g": ("1/10", "1/2", "99/100")}),
            role=Role.INTENDED,
            why="Line 155 derives the bound with m.",
            argument=(
                "If the l1 norm of m variables is at least m T, one of them is at least T in "
                "absolute value; that has probability g/m for each, and the m events together "
                "have at most g."
            ),
            note="Certified for m = 2, 3, 4, 5.",
        ),
    ),
)

lszhang_scale = Claim(
    id="between.short-a.lszhang-scale",
    kind="contradiction",
    place="short-a Algorithm 1 (line 32) against Theorem 4.5 (line 205)",
    statement=(
        "LSZhang's noise has scale 2 |X|/eps, and it misses by k steps with weight e^(-k eps/2)."
    ),
    uses=("short-a.alg1.lszhang", "short-a.thm-4.5.lszhang"),
    lines=("short-a:32", "short-a:203-205"),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "algorithm",
            "two categories: scale 2 |X|/eps gives the weights e^(-k eps/2)",
            steps_fall_off(2 * size(prior) / eps),
            Grid(priors=FLAT),
            role=Role.LITERAL,
            why="The theorem is about the algorithm's release.",
            repair="2/eps in place of 2 |X|/eps",
        ),
        Reading(
            "scale-2-eps",
            "e^(-k/(2/eps)) = e^(-k eps/2), the theorem's weight; the rest is the argument's",
            weight_of_scale(2 / eps),
            Grid(),
            role=Role.REPAIR,
            why="It is the scale that the theorem's exponents come from.",
            argument="The density of noise of scale 2/eps falls by the factor e^(-k/(2/eps)) over "
            "k steps, and k / (2/eps) = k eps/2.",
        ),
    ),
)

clamped_rest = Claim(
    id="between.tailoring.last-coordinate",
    kind="contradiction",
    place="tailoring lines 206-208 (valid) against line 836 (sums above n are truncated)",
    statement=(
        "Clamping the last count to [0, n] makes the release valid, and the counts released may "
        "exceed n in all."
    ),
    uses=("tailoring.laplace", "tailoring.variation", "short.alg.sum-preserved"),
    lines=("tailoring:206-208", "tailoring:836"),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "valid-as-a-distribution",
            "every release has positive parameters, so that it is a distribution",
            releases_have_positive_parameters("laplace", sensitivity="defined"),
            Grid(n=2, full=3, priors=priors("1,1", "1,1,1")),
            role=Role.LITERAL,
            why="A Dirichlet distribution is valid if its parameters are positive, and that does "
            "not ask for a total.",
            argument="Every released count is at least 0 and every prior parameter positive.",
        ),
        Reading(
            "three-categories",
            "three categories: the released counts add up to n",
            clamped_counts_add_up(3),
            Grid(n=1, priors=priors("1,1,1")),
            role=Role.LITERAL,
            why="Valid may also mean a posterior that n records can have; line 208 gives validity "
            "as the reason for clamping, in the Dirichlet model too.",
            repair="two categories; beyond, the first k - 1 counts have to be cut so that their "
            "sum is at most n",
        ),
        Reading(
            "two-categories",
            "two categories: they do",
            clamped_counts_add_up(2),
            Grid(n=4, priors=FLAT),
            role=Role.REPAIR,
            why="With one noisy count the rest needs no clamping.",
            argument="The first count lies in [0, n], so n minus it does, and is not moved.",
        ),
    ),
)

improved_scale = Claim(
    id="between.tailoring.improved-scale",
    kind="contradiction",
    place="tailoring line 773 (sensitivity 2) against lines 222-226 (1 in two dimensions)",
    statement="The improved mechanism replaces Delta BI by 2, and in two dimensions it uses 1.",
    uses=("tailoring.improved", "tailoring.6.1.3", "tailoring.delta-bi"),
    lines=("tailoring:222-226", "tailoring:212-214", "tailoring:773-775"),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "two",
            "two categories: a replaced record moves the noised count by 2",
            count_moves_by(2),
            Grid(n=4, priors=FLAT),
            role=Role.LITERAL,
            why="Line 775 is said of the improved mechanism without a dimension.",
            repair="1 in place of 2 for two categories",
        ),
        Reading(
            "one",
            "two categories: it moves the noised count by 1",
            count_moves_by(1),
            Grid(n=4, priors=FLAT),
            role=Role.REPAIR,
            why="It is the sensitivity that line 222 uses in two dimensions.",
            argument="A replaced record enters or leaves the first category.",
        ),
        Reading(
            "delta-bi-is-2",
            "Delta BI, which 2 is to replace, is 2",
            parameters_move_by(2),
            Grid(n=3, priors=FLAT),
            role=Role.COMPARISON,
            why="By line 214 the replacement of line 773 changes nothing.",
            argument="One parameter loses a unit and another gains it.",
        ),
    ),
)

density_exponent = Claim(
    id="between.notes+tailoring.density-exponent",
    kind="contradiction",
    place="notes line 11 and tailoring line 91 (exponent alpha) against tailoring line 105",
    statement="The prior's density has exponents alpha_i, and it has exponents alpha_i - 1.",
    uses=("notes.prior-pdf", "tailoring.beta-pdf", "tailoring.dirichlet-pdf"),
    lines=("notes:11", "tailoring:89-91", "tailoring:103-105"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "exponent-alpha",
            "two categories: with exponents alpha and constant B(alpha, beta) the integral is 1",
            integral_of_density_is_one(),
            Grid(priors=TWO),
            role=Role.LITERAL,
            why="Line 91 prints the exponents without -1 over B(alpha, beta).",
            repair="alpha_i - 1 in place of alpha_i in the notes, alpha - 1 and beta - 1 in place "
            "of alpha and beta in tailoring",
            note="It is a b / ((a + b)(a + b + 1)), by the beta function's recurrence, twice.",
        ),
        Reading(
            "exponent-alpha-minus-1",
            "two categories: the exponent of 1 - theta is alpha_2 - 1; that the densities agree is "
            "the argument's",
            exponents_of_two_and_of_many_agree(),
            Grid(priors=TWO),
            role=Role.INTENDED,
            why="Line 105 has it, and the posterior and the formula for H in both drafts are those "
            "of these densities.",
            argument="The two exponents are alpha_1 - 1 and alpha_2 - 1, over B(alpha_1, alpha_2).",
        ),
    ),
)
