"""The short drafts, section 4: Theorem 4.5, the step count k, and the Laplace mechanisms.

Two categories, c records in the first.  The event {H < t} is {c - L, .., c + R}; the draft's step
count k is R by the words of its definition; max(L, R) and min(L, R) are what the bounds need.
"""

from dpbi.language import forall
from dpbi.language.words import at, eps, exp, j, prior, x
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, priors
from statements.accuracy import (
    below,
    fewer,
    inside,
    laplace_reach,
    last_parameter_zero,
    more,
    right,
    symmetric,
    tied,
    two_noisy_parameters,
)
from statements.nearness import (
    laplace_reach_at_least,
    near_at_least_up_to,
    near_at_most_up_to,
    near_exactly_up_to_the_right_reach,
    reaches_agree,
    right_end_is_not_near,
    some_printed_step_is_near,
    two_noisy_parameters_at_least,
)

FIVE = priors("1,1", "1/2,1/2", "2,1", "1/10,1/10", "7,4")
GRID = Grid(n=3, full=7, priors=FIVE, values={"eps": ("1/100", "1", "4")})
SMALL = Grid(n=3, full=6, priors=FIVE)
NOISY = Grid(n=2, priors=FIVE, values={"eps": ("1/3", "1", "4")})
INTERVAL = (
    "ln BC(x, (i, n - i)) is strictly concave in i, the log-gammas being strictly convex, and has "
    "its maximum at i = c: H grows strictly on either side of c, so {H < t} is an interval of "
    "counts around c, and its steps to the right are 0 .. R, its steps to the left 0 .. L."
)
MENDED = "the definition's words, with the second parameter that the total of a posterior asks for"

definition = Claim(
    id="short.thm-4.5.kdef",
    kind="definition",
    place="Theorem 4.5 (short-a line 203, short-b line 192)",
    statement="k is the largest integer with H(Beta(a, b), Beta(a + k, n - floor(a + k))) < t, "
    "Beta(a, b) being the posterior.",
    lines=("short-a:203", "short-b:192"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "k-lit-second-parameter-n-floor-aplusk",
            "as printed: some integer step leads to a Beta distribution at a distance below t",
            some_printed_step_is_near(),
            Grid(n=2, priors=FIVE),
            role=Role.LITERAL,
            why="The second parameter is n - floor(a + k'), although a + b exceeds n by the "
            "prior's total; even the step 0 does not lead to Beta(a, b).",
            catalogue=True,
            repair="Beta(a + k, b - k) in place of Beta(a + k, n - floor(a + k))",
        ),
        Reading(
            "k-right",
            "Beta(a + k, b - k): the steps k >= 0 within t are those up to a largest one, R",
            near_exactly_up_to_the_right_reach(),
            SMALL,
            argument=INTERVAL,
            role=Role.INTENDED,
            why="LSHist releases parameters of the posterior's total, and the proof has the step 0 "
            "within t: both need b - k as second parameter.",
            catalogue="k-right-largest-kge0-in-range-with-h-beta-a-b-beta-aplus",
        ),
        Reading(
            "k-max-max-left-right-steps-within-t",
            "k = max(L, R): everything within t is at most k steps off, and something is k steps "
            "off",
            near_at_most_up_to(more(tied)),
            SMALL,
            argument=INTERVAL,
            role=Role.COMPARISON,
            why="The words name steps a + k' alone; this is what the upper bounds of the theorem "
            "need k to be.",
            catalogue=True,
        ),
        Reading(
            "k-min-min-left-right",
            "k = min(L, R): everything at most k steps off is within t",
            near_at_least_up_to(fewer(tied)),
            SMALL,
            argument=INTERVAL,
            role=Role.COMPARISON,
            why="Nothing in the text speaks of the smaller reach; this is what the lower bounds "
            "need k to be.",
            catalogue=True,
        ),
        Reading(
            "largest-over-unbounded-k-after-clamp",
            "k' unbounded, steps clamped to n: a largest one within t exists, as the last is not "
            "within t",
            right_end_is_not_near(),
            SMALL,
            role=Role.STRAINED,
            why="The definition clamps nothing; the clamp belongs to the algorithm.",
            catalogue=True,
            repair="steps that stay within 0 .. n",
        ),
    ),
)

two_sided = Claim(
    id="short.thm-4.5.two-sided",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-a lines 217-229, short-b lines 204-216)",
    statement="The outputs within t are x and k of them on either side: L = R.",
    lines=("short-a:215-217", "short-b:202-204"),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "literal",
            "for every x, prior and t",
            reaches_agree(),
            SMALL,
            why_false="the first count of x is 0, the least there is: no output lies below x, "
            "so L = 0, and (1, 0) lies above, so R = 1 where t reaches it",
            role=Role.LITERAL,
            why="One k serves for both sides in the noise's event and in the count 2k + 1, at any "
            "x.",
            repair="L = R for a prior (a, a) and data with equal counts",
        ),
        Reading(
            "balanced",
            "for a prior with two equal parameters and data with equal counts",
            reaches_agree([at(prior, 0).equals(at(prior, 1)), at(x, 0).equals(at(x, 1))]),
            Grid(n=6, priors=priors("1,1", "1/2,1/2", "1/10,1/10", "7,7")),
            argument="Exchanging the categories keeps the posterior and every distance, and maps "
            "steps to the left onto steps to the right.",
            role=Role.REPAIR,
            why="The condition under which the step holds; others are accidents of t.",
        ),
    ),
)

lszhang = Claim(
    id="short-a.thm-4.5.lszhang",
    kind="theorem",
    place="Theorem 4.5, first line (short-a line 205)",
    statement="P(H < t) for LSZhang is (1 - (e^(-k eps/2) + e^(-(k+1) eps/2))/2)^2, which is at "
    "least (1 - e^(-k eps/2))^2.",
    uses=("short.thm-4.5.kdef", "short-a.alg1.lszhang"),
    lines=("short-a:205",),
    severity=Severity.THEOREM_FALSE,
    no_repair="Algorithm 1 noises one count with scale 4/eps, and no exponent or constant turns "
    "one noise into the square.",
    readings=(
        Reading(
            "algorithm-1-literal",
            "Algorithm 1 as it stands: the last parameter is never set, and is 0",
            last_parameter_zero(right(below)),
            Grid(n=2, priors=FIVE),
            role=Role.LITERAL,
            why="LSZhang is Algorithm 1, whose loop ends before the last parameter.",
            catalogue=True,
            note="the proof of the theorem says nothing of LSZhang",
        ),
        Reading(
            "two-independent-lap-2-eps-both-clamped",
            "both counts get independent noise of scale 2/eps and are clamped; k = R",
            two_noisy_parameters(right(below), "lszhang-theorem"),
            NOISY,
            why_false="the only other output, (1, 0), is 0.463 from x, less than t = 1/2: both "
            "outputs lie within t, so the probability is 1 whatever the noise, and "
            "not the 0.263 of the formula at k = 1",
            role=Role.INTENDED,
            why="Exponents k eps/2 are those of noise of scale 2/eps, and the square is that of "
            "two independent counts.",
            catalogue=True,
            note="releases with other totals count as near when their Beta distribution is",
        ),
        Reading(
            "scale-of-algorithm-1-last-by-subtraction",
            "one count gets noise of scale 2k/eps = 4/eps, the other is the rest; k = R",
            two_noisy_parameters(right(below), "lszhang-rest"),
            NOISY,
            role=Role.STRAINED,
            why="It keeps the scale of Algorithm 1 and mends its last line as LSDim has it, but "
            "then neither the exponents nor the square can arise.",
            repair="both counts noised with scale 2/eps, at least in place of =",
        ),
        Reading(
            "second-inequality-only",
            "the second inequality",
            forall(
                (1 - (exp(-j * eps / 2) + exp(-(j + 1) * eps / 2)) / 2) ** 2
                >= (1 - exp(-j * eps / 2)) ** 2
            ),
            Grid(),
            argument="q = e^(-eps/2) < 1: (q^k + q^(k+1))/2 <= q^k <= 1 for k >= 0.",
            role=Role.COMPARISON,
            why="Half of the display; the equality before it is what the theorem says of LSZhang.",
            catalogue=True,
            note="k is j",
        ),
        Reading(
            "at-least-where-all-steps-are-near",
            "both counts noised with scale 2/eps: at least this, if all outputs within k steps in "
            "both counts are within t",
            two_noisy_parameters_at_least(),
            Grid(n=2, priors=FIVE, values={"eps": ("1", "4"), "t": ("1/10", "1/2", "9/10")}),
            argument="Each floored noise lies in -k .. k with probability 1 - (e^(-k eps/2) + "
            "e^(-(k+1) eps/2))/2, both do with its square, being independent; clamping moves "
            "nothing away from x, so the output is then within k steps in both counts.",
            role=Role.COMPARISON,
            why="What gives the square: another algorithm with two noises, an inequality, and k "
            "for both counts at once.",
            note="k is j",
        ),
    ),
)

lshist = Claim(
    id="short.thm-4.5.lshist",
    kind="theorem",
    place="Theorem 4.5 (short-a line 207, short-b line 194)",
    statement="P(H < t) for LSHist is 1 - (e^(-k eps) + e^(-(k+1) eps))/2.",
    uses=(
        "short.thm-4.5.kdef",
        "short.thm-4.5.two-sided",
        "short.thm-4.5.lshist-mid",
        "short.thm-4.5.lshist-tail",
        "short.thm-4.5.lshist-ineq",
    ),
    lines=("short-a:207", "short-b:194"),
    severity=Severity.HYPOTHESIS_MISSING,
    repaired=(
        "short.thm-4.5.lshist-mid/event-within-k-symmetric",
        "short.thm-4.5.lshist-tail/literal",
        "short.thm-4.5.lshist/equality-symmetric-inside",
        "short.thm-4.5.lshist-ineq/literal",
    ),
    readings=(
        Reading(
            "equality-k-right",
            "equality, k = R",
            laplace_reach(right, below),
            GRID,
            role=Role.LITERAL,
            why=f"This is {MENDED}.",
            catalogue=True,
            repair="1 - (e^(-L eps) + e^(-(R+1) eps))/2 if neither 0 nor n is within t; L outputs "
            "within t lie below x, R above",
        ),
        Reading(
            "equality-k-right-no-edge",
            "equality, k = R, for events that hold neither 0 nor n; every t",
            laplace_reach(right, tied, given=[inside(tied)]),
            GRID,
            role=Role.COMPARISON,
            why="The theorem does not exclude the ends; even without them a one-sided k fails.",
            catalogue=True,
            repair="1 - (e^(-L eps) + e^(-(R+1) eps))/2",
        ),
        Reading(
            "equality-symmetric-inside",
            "equality, for events c - k .. c + k that hold neither 0 nor n; every t",
            laplace_reach(right, tied, given=symmetric(tied)),
            GRID,
            argument="No clamped value falls into the event, so it is -k <= Y < k + 1 for Laplace "
            "noise Y of scale 1/eps, of probability 1 - e^(-k eps)/2 - e^(-(k+1) eps)/2.",
            role=Role.REPAIR,
            why="The draft's equality under what its proof takes for granted: k outputs on either "
            "side, and no clamping into the event.",
            catalogue=True,
        ),
        Reading(
            "ge-k-min-or-symmetric-in-range-k",
            "at least, k = min(L, R); every t",
            laplace_reach(fewer, tied, "ge"),
            GRID,
            argument="The event holds c - k .. c + k, within 0 .. n; the clamped release falls "
            "there whenever -k <= Y < k + 1, of probability 1 - (e^(-k eps) + e^(-(k+1) eps))/2.",
            role=Role.REPAIR,
            why="Without a hypothesis on the event, an inequality and the smaller reach mend it; "
            "the corollaries use no more.",
            catalogue=True,
        ),
        Reading(
            "ge-both-reaches",
            "at least 1 - (e^(-L eps) + e^(-(R+1) eps))/2; every t",
            laplace_reach_at_least(),
            GRID,
            argument="The clamped release falls into {c - L, .., c + R}, which is within 0 .. n, "
            "whenever -L <= Y < R + 1, of probability 1 - (e^(-L eps) + e^(-(R+1) eps))/2.",
            role=Role.COMPARISON,
            why="Sharper: both reaches in place of one k.",
        ),
        Reading(
            "ge-k-right-k-max",
            "at least, k = max(L, R); every t",
            laplace_reach(more, tied, "ge"),
            GRID,
            role=Role.COMPARISON,
            why="The printed >= stands between the closed form and 1 - e^(-k eps), not after "
            "P(H < t), and the definition's words give the steps to the right alone.",
            catalogue=True,
            repair="at least, k = min(L, R)",
            note="at the witness R > L, so it refutes k = R too",
        ),
    ),
)
