"""The short drafts, section 4: proof of Corollary 4.5.3, its threshold."""

from dpbi.language import forall
from dpbi.language.words import LS, at, eps, exp, n, t, under, x
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, Verdict, priors
from statements.accuracy import C, good, laplace_better, sure_chance
from statements.arguments import argued
from statements.global_sensitivity import at_least
from statements.nearness import (
    GOOD,
    W_PRINTED,
    good_at_most,
    good_laplace_better,
)

E = exp(-eps)
TWO = priors("1,1", "1/2,1/2", "2,1", "1/10,1/10", "7,4")
TINY = priors("1,1", "1/100,1", "1/1000,1", "1/100000000,1")
LARGE = n * W_PRINTED * (1 - E) > 3
ABOVE = "2 sqrt(1 - pi/4) < 1, as pi > 3, so eps/(2 sqrt(1 - pi/4)) > eps"
TWICE = "2 sqrt(1 - pi/4) > 1/2, as pi < 15/4, so eps/(2 sqrt(1 - pi/4)) < 2 eps"
FAST = 3 / (W_PRINTED * (1 - E))
SLOW = exp(eps) / (1 - E)

first_to_second = Claim(
    id="short.cor-4.5.3.ehd2-step",
    kind="proof-step",
    place="Proof of Corollary 4.5.3 (short-a line 283, short-b line 273), from the second line to "
    "the third",
    statement="(2 e^(-eps LS(x)/(2 GS)) + 1)/(n e^(-eps/(2 GS))) is at most "
    "3/(n e^(-eps/(2 sqrt(1 - pi/4)))).",
    lines=("short-a:283", "short-b:273"),
    readings=(
        Reading(
            "literal",
            "with GS = sqrt(1 - pi/4)",
            forall((2 * exp(-eps * LS(x) / C) + 1) / (n * W_PRINTED) <= 3 / (n * W_PRINTED)),
            Grid(n=3, priors=(*TWO, *priors("1,1,1"))),
            argument="e^(-eps LS(x)/(2 GS)) < 1.",
            role=Role.LITERAL,
            why="The step from one line of the chain to the next.",
        ),
    ),
)

second_bound = Claim(
    id="short.cor-4.5.3.ehd2",
    kind="proof-step",
    place="Proof of Corollary 4.5.3 (short-a line 283, short-b line 273), third line",
    statement="EHD falls into R_g with probability at most 3/(n e^(-eps/(2 sqrt(1 - pi/4)))).",
    uses=("short.cor-4.5.3.ehd1", "short.cor-4.5.3.rg3", "short.cor-4.5.3.ehd2-step"),
    lines=("short-a:283", "short-b:273"),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "all-priors",
            "for every prior, printed constant",
            good_at_most(3 / (n * W_PRINTED)),
            Grid(n=5, priors=TINY, values={"eps": ("1/3", "1", "2")}),
            role=Role.LITERAL,
            why="The step names no condition.",
            catalogue=True,
            repair="where R_g has at most three outputs, as for parameters >= 1/2",
        ),
        Reading(
            "r-g-le3",
            "where R_g has at most three outputs, printed constant",
            good_at_most(3 / (n * W_PRINTED), [GOOD <= 3]),
            Grid(n=4, full=6, priors=(*TWO, *priors("1,1,1"))),
            argument="The weights of R_g are at most 1, so they add up to at most 3; there are at "
            "least n + 1 candidates, each of weight above e^(-eps/(2 GS)), as H < 1.",
            role=Role.REPAIR,
            why="What the 3 in the numerator takes for granted.",
            catalogue=True,
        ),
    ),
)

third_bound = Claim(
    id="short.cor-4.5.3.ehd3",
    kind="proof-step",
    place="Proof of Corollary 4.5.3 (short-a line 283, short-b line 274), last line",
    statement="3/(n e^(-eps/(2 sqrt(1 - pi/4)))) is at most 3/(n e^-eps).",
    uses=("short.cor-4.5.3.ehd2",),
    lines=("short-a:283", "short-b:274"),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "literal",
            "for every n and eps",
            forall(3 / (n * W_PRINTED) <= 3 / (n * E)),
            Grid(n=1),
            role=Role.LITERAL,
            why="The last two lines of the chain; the threshold after them is made with the line "
            "before.",
            catalogue=True,
            repair="e^(-2 eps) in place of e^-eps",
        ),
        Reading(
            "twice-the-exponent",
            "with e^(-2 eps) in place of e^-eps",
            forall(3 / (n * W_PRINTED) <= 3 / (n * exp(-2 * eps))),
            Grid(n=3),
            argument=TWICE + ".",
            role=Role.REPAIR,
            why="1/(2 sqrt(1 - pi/4)) is above 1 and below 2: a constant in the exponent mends it.",
        ),
        Reading(
            "net-claim-pr-ehd-in-r-g-le3-n-e-eps",
            "what the chain is for: EHD falls into R_g with probability at most 3/(n e^-eps), "
            "printed constant",
            good_at_most(3 / (n * E)),
            Grid(n=5, priors=TINY, values={"eps": ("1/3", "1", "2")}),
            role=Role.COMPARISON,
            why="The two ends of the chain, over this step and those before it.",
            catalogue=True,
            repair="3/(n e^(-eps/(2 GS))), where R_g has at most three outputs",
        ),
        Reading(
            "reversed",
            "with > in place of <=",
            forall(3 / (n * W_PRINTED) > 3 / (n * E)),
            Grid(n=3),
            argument=ABOVE + ".",
            role=Role.COMPARISON,
            why="The negation of the step: the chain has to end one line earlier, or with another "
            "exponent.",
        ),
    ),
)

threshold = Claim(
    id="short.cor-4.5.3.threshold",
    kind="proof-step",
    place="Proof of Corollary 4.5.3 (short-a line 285, short-b line 277)",
    statement="For n > 3/(e^(-eps/c) (1 - e^-eps)), c = 2 sqrt(1 - pi/4), LSHist is likelier than "
    "EHD to fall into R_g.",
    uses=("short.cor-4.5.3.lshist", "short.cor-4.5.3.ehd2"),
    lines=("short-a:285", "short-b:277"),
    severity=Severity.HYPOTHESIS_MISSING,
    repaired=(
        "short.cor-4.5.3.lshist/two-categories",
        "short.cor-4.5.3.rg3/parameters-at-least-half",
        "short.cor-4.5.3.ehd2/r-g-le3",
        "short.cor-4.5.3.threshold/parameters-at-least-half",
    ),
    readings=(
        Reading(
            "all-priors",
            "for two categories and every prior, printed constant",
            laplace_better(good, [LARGE], sure_chance),
            Grid(
                n=(1, 13, 14),
                priors=priors("1,1", "1/100000000,1"),
                values={"eps": ("1/2", "2/3")},
            ),
            role=Role.INTENDED,
            why="Two categories, as in Theorem 4.5, which the proof applies, and no condition on "
            "the prior.",
            repair="two categories, and every parameter >= 1/2",
        ),
        Reading(
            "three-categories",
            "for any number of categories; a consequence at x = (2, 2, n - 4), prior (1, 1, 1), "
            "printed constant",
            good_laplace_better([under(1, 1, 1), at(x, 0).equals(2), at(x, 1).equals(2), LARGE]),
            Grid(n=(14,), priors=priors("1,1,1"), values={"eps": ("1/2",)}),
            role=Role.LITERAL,
            why="DirP(x) is a posterior over any number of categories.",
            repair="two categories, and every parameter >= 1/2",
        ),
        Reading(
            "parameters-at-least-half",
            "for two categories, every parameter >= 1/2, printed constant",
            laplace_better(good, [at_least("1/2"), LARGE]),
            Grid(
                n=(13, 14),
                priors=priors("1,1", "1/2,1/2", "1/2,5"),
                values={"eps": ("1/2", "2/3", "1")},
            ),
            argument="LSHist falls into R_g with probability at least 1 - (e^-eps + e^(-2 eps))/2 "
            "> 1 - e^-eps (short.cor-4.5.3.lshist).  R_g has at most three outputs "
            "(short.cor-4.5.3.rg3), so EHD does with probability at most 3/(n e^(-eps/c)) < "
            "1 - e^-eps (short.cor-4.5.3.ehd2).",
            role=Role.REPAIR,
            why="The proof's own comparison, where its count of R_g is right.",
        ),
    ),
)

asymptotics = Claim(
    id="short.cor-4.5.3.asym",
    kind="proof-step",
    place="Proof of Corollary 4.5.3 (short-a line 285, short-b line 277)",
    statement="3/(e^(-eps/c) (1 - e^-eps)) is O(e^eps/(1 - e^-eps)), c = 2 sqrt(1 - pi/4).",
    uses=("short.cor-4.5.3.threshold",),
    lines=("short-a:285", "short-b:277"),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "all-eps",
            "one constant for every eps",
            check=argued(
                Verdict.FAILS,
                "The quotient of both is 3 e^(eps (1/c - 1)).  c < 1, as pi > 3, so it is "
                "unbounded as eps grows: no constant will do.",
            ),
            role=Role.LITERAL,
            why="eps is any privacy parameter, and the order is a function of eps alone.",
            catalogue=True,
            repair="O(e^(eps/c)/(1 - e^-eps)), or for bounded eps",
        ),
        Reading(
            "bounded-eps",
            "for eps <= t, with the constant 3 e^(t (1/c - 1))",
            forall(3 * exp(t * (1 / C - 1)) * SLOW >= FAST, given=[eps <= t]),
            Grid(values={"t": ("1", "4", "9")}),
            argument="The quotient of both is 3 e^(eps (1/c - 1)) and 1/c > 1.",
            role=Role.REPAIR,
            why="A usual restriction on eps, under which the order is right.",
            catalogue=True,
        ),
        Reading(
            "exponent-of-the-threshold",
            "O(e^(eps/c)/(1 - e^-eps)), for every eps, with the constant 4",
            forall(4 * exp(eps / C) / (1 - E) >= FAST),
            Grid(),
            argument="1/e^(-eps/c) = e^(eps/c), and 3 <= 4.",
            role=Role.REPAIR,
            why="The order with the exponent that the threshold has.",
        ),
    ),
)
