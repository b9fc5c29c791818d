"""The short drafts, section 4: proof of Corollary 4.5.3, steps before its threshold."""

from dpbi.language import forall
from dpbi.language.words import LS, PAIRS, at, eps, exp, n, x
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, Verdict, priors
from dpbi.mechanisms.counts import PRINTED_GS
from statements.accuracy import C, good
from statements.arguments import argued, meaningless
from statements.global_sensitivity import at_least
from statements.nearness import (
    GOOD,
    NEAREST,
    THREE,
    W_PRINTED,
    every_output_is_good,
    good_at_most,
    good_is_a_share_once,
    good_laplace_at_least,
    good_outputs_hold_the_neighbours,
    is_a_share_to_many_digits,
)

TWO = priors("1,1", "1/2,1/2", "2,1", "1/10,1/10", "7,4")
ANY = (*TWO, *priors("1,1,1", "1/2,3,1/10"))
TINY = priors("1,1", "1/100,1", "1/1000,1", "1/100000000,1")
HALVES = priors("1,1", "1/2,1/2", "1/2,5", "7,4")
E = exp(-eps)
SMALL = Grid(n=3, full=5, priors=ANY, values={"eps": ("1/100", "1", "4")})
WEIGHTS = (
    "there are at least n + 1 candidates, each of weight above e^(-eps/(2 GS)), as H < 1, so the "
    "normaliser exceeds n e^(-eps/(2 GS))"
)
FIRST = (2 * exp(-eps * LS(x) / C) + 1) / (n * W_PRINTED)

good_set = Claim(
    id="short.cor-4.5.3.rg-def",
    kind="definition",
    place="Corollary 4.5.3 and its proof (short-a lines 267, 277, short-b lines 254, 264)",
    statement="R_g is the set of good outputs, of which every r in R has H(DirP(x), r) <= LS(x).",
    lines=("short-a:267", "short-a:277", "short-b:254", "short-b:264"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "every-candidate",
            "as printed: every candidate r in R is within LS(x)",
            every_output_is_good(),
            Grid(n=2, priors=ANY),
            role=Role.LITERAL,
            why="The condition is on all r in R, which is the name of the set of candidates.",
            repair="for every r in R_g, and R_g has all r with H <= LS(x)",
        ),
        Reading(
            "selected",
            "R_g is the set of all r with H(DirP(x), r) <= LS(x): it holds x and its neighbours",
            good_outputs_hold_the_neighbours(),
            Grid(n=3, priors=ANY),
            argument="H(x, x) = 0, and LS(x) is the largest H(x, y) over neighbours y.",
            role=Role.INTENDED,
            why="The proof sums over all c >= -LS(x), which are all such r.",
        ),
    ),
)

one_argument = Claim(
    id="short-a.cor-4.5.3.rg-argument",
    kind="definition",
    place="Corollary 4.5.3 (short-a line 267)",
    statement="R_g is defined by H(DirP(x, r)) <= LS(x).",
    lines=("short-a:267",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal",
            "as printed, H of one argument",
            check=meaningless("H(DirP(x, r)) has one argument, and a distance has two"),
            role=Role.LITERAL,
            why="The parenthesis closes after r; an output is no argument of DirP either.",
            repair="H(DirP(x), r) in place of H(DirP(x, r))",
        ),
        Reading(
            "two-arguments",
            "H(DirP(x), r) <= LS(x) selects x and its neighbours at least",
            good_outputs_hold_the_neighbours(),
            Grid(n=3, priors=ANY),
            argument="H(x, x) = 0, and LS(x) is the largest H(x, y) over neighbours y.",
            role=Role.INTENDED,
            why="The proof ten lines on, and short-b, have H(DirP(x), r).",
        ),
    ),
)

laplace = Claim(
    id="short.cor-4.5.3.lshist",
    kind="proof-step",
    place="Proof of Corollary 4.5.3 (short-a line 279, short-b line 266)",
    statement="LSHist falls into R_g with probability at least 1 - (e^-eps + e^(-2 eps))/2, which "
    "is above 1 - e^-eps.",
    uses=("short.cor-4.5.3.rg-def",),
    lines=("short-a:277-279", "short-b:264-266"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal",
            "for any number of categories",
            good_laplace_at_least(),
            Grid(n=2, priors=(*TWO, *priors("1,1,1")), values={"eps": ("1/3", "1", "2")}),
            role=Role.LITERAL,
            why="DirP(x) is a posterior over any number of categories, and Algorithm 3 has a case "
            "for more than two.",
            catalogue=True,
            repair="two categories, for which DirP(x) is a Beta distribution",
            note="beyond two categories Algorithm 3 has noise of scale 2/eps in every count but "
            "the last; all that it can release counts, also with another total",
        ),
        Reading(
            "two-categories",
            "for two categories",
            good_laplace_at_least([PAIRS]),
            Grid(n=4, full=8, priors=TWO),
            argument="With probability 1 - (q + q^2)/2, q = e^-eps, the floored noise is -1, 0 or "
            "1, and the clamped release is x or a neighbour, which are in R_g; q^2 < q.",
            role=Role.INTENDED,
            why="The step applies Theorem 4.5, which is about Beta distributions, and its exponent "
            "is that of noise of scale 1/eps, which Algorithm 3 has for two categories alone.",
        ),
    ),
)

share = Claim(
    id="short.cor-4.5.3.setsum",
    kind="proof-step",
    place="Proof of Corollary 4.5.3 (short-a line 283, short-b line 271), first line",
    statement="EHD falls into R_g with probability the sum over c >= -LS(x) of e^(eps c/(2 GS)), "
    "over the sum of the weights of all candidates.",
    uses=("short.alg.ehd", "short.cor-4.5.3.rg-def"),
    lines=("short-a:281-283", "short-b:268-271"),
    readings=(
        Reading(
            "literal",
            "every output with -H >= -LS(x) summed once: this is the definition of EHD",
            check=argued(
                Verdict.HOLDS,
                "EHD releases r with probability e^(-eps H(x, r)/(2 GS)) over the sum of these "
                "weights; -H >= -LS(x) is H <= LS(x), so R_g is the disjoint union of its outputs.",
            ),
            role=Role.LITERAL,
            why="The condition has the same sign of equality as that of R_g, and the next line "
            "counts outputs.",
        ),
        Reading(
            "to-25-digits",
            "the same, to 25 digits",
            is_a_share_to_many_digits("ehd", good, PRINTED_GS, gs="printed"),
            SMALL,
            argument="Both sides are the same number, by the definition of EHD.",
            role=Role.COMPARISON,
            why="The definition compared with the mechanism's law, as far as balls can tell.",
        ),
        Reading(
            "values-once",
            "every value of the utility summed once",
            good_is_a_share_once(),
            Grid(n=3, priors=priors("1,1"), values={"eps": ("1",)}),
            role=Role.STRAINED,
            why="c is a value of the utility, but the next line counts outputs.",
            repair="every output summed once",
        ),
    ),
)

three = Claim(
    id="short.cor-4.5.3.rg3",
    kind="proof-step",
    place="Proof of Corollary 4.5.3 (short-a line 283, short-b lines 272-273)",
    statement="R_g has at most three outputs.",
    uses=("short.cor-4.5.3.rg-def",),
    lines=("short-a:283", "short-b:272-273"),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "any-number-of-categories",
            "for any number of categories",
            forall(GOOD <= 3),
            Grid(n=2, priors=priors("1,1,1", "2,1,1")),
            role=Role.LITERAL,
            why="DirP(x) is a posterior over any number of categories.",
            repair="two categories, and every parameter >= 1/2",
        ),
        Reading(
            "all-priors",
            "for two categories and every prior",
            forall(GOOD <= 3, given=[PAIRS]),
            Grid(n=6, priors=(*TWO, *TINY)),
            role=Role.INTENDED,
            why="Three is x and a neighbour on either side, as two categories have it, and no "
            "prior is excluded.",
            catalogue=True,
            repair="for priors with every parameter >= 1/2",
        ),
        Reading(
            "alpha-betage1",
            "for two categories, every parameter >= 1",
            forall(GOOD <= 3, given=[PAIRS, at_least(1)]),
            Grid(n=8, full=20, priors=TWO),
            argument=THREE + ".",
            role=Role.REPAIR,
            why="A usual condition under which the count is right.",
            catalogue=True,
        ),
        Reading(
            "parameters-at-least-half",
            "for two categories, every parameter >= 1/2",
            forall(GOOD <= 3, given=[PAIRS, at_least("1/2")]),
            Grid(n=8, full=20, priors=HALVES),
            argument=THREE + ".",
            role=Role.REPAIR,
            why="The condition that the argument needs, met by the prior of Jeffreys.",
        ),
    ),
)

first_bound = Claim(
    id="short.cor-4.5.3.ehd1",
    kind="proof-step",
    place="Proof of Corollary 4.5.3 (short-a line 283, short-b line 272), second line",
    statement="EHD falls into R_g with probability at most (2 e^(-eps LS(x)/(2 GS)) + 1)/"
    "(n e^(-eps/(2 GS))).",
    uses=("short.cor-4.5.3.setsum", "short.cor-4.5.3.rg3"),
    lines=("short-a:283", "short-b:272"),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "literal",
            "for every prior and x, printed constant",
            good_at_most(FIRST),
            Grid(n=5, priors=(*TINY, *priors("1,1,1")), values={"eps": ("1/3", "1", "2")}),
            role=Role.LITERAL,
            why="The step names no condition.",
            catalogue=True,
            repair="the nearest neighbour's distance in place of LS(x), every parameter >= 1/2",
        ),
        Reading(
            "parameters-at-least-half",
            "for two categories, every parameter >= 1/2, printed constant; at c = 1",
            good_at_most(FIRST, [PAIRS, at_least("1/2"), at(x, 0).equals(1)]),
            Grid(n=(150,), priors=priors("1/2,1/2"), values={"eps": ("1",)}),
            role=Role.COMPARISON,
            why="With three outputs in R_g too: both neighbours are within LS(x), so their weights "
            "are at least e^(-eps LS(x)/(2 GS)), not at most.",
            repair="the nearest neighbour's distance in place of LS(x)",
        ),
        Reading(
            "with-r-g-eq4",
            "where R_g has four outputs, printed constant",
            good_at_most(FIRST, [PAIRS, GOOD.equals(4)]),
            Grid(n=(6,), priors=priors("1/10,1"), values={"eps": ("1/3",)}),
            role=Role.COMPARISON,
            why="The smallest case that the count 2 + 1 leaves out.",
            catalogue=True,
            repair="where R_g has at most three outputs, with the nearest neighbour's distance in "
            "place of LS(x)",
        ),
        Reading(
            "nearest-neighbour",
            "with the nearest neighbour's distance in place of LS(x), two categories, every "
            "parameter >= 1/2, printed constant",
            good_at_most(
                (2 * exp(-eps * NEAREST / C) + 1) / (n * W_PRINTED), [PAIRS, at_least("1/2")]
            ),
            Grid(n=5, full=10, priors=HALVES, values={"eps": ("1/3", "1", "4")}),
            argument=THREE + ", of which x has weight 1 and the others at most that of the nearest "
            "neighbour; " + WEIGHTS + ".",
            role=Role.REPAIR,
            why="The weight that bounds those of both neighbours, and the priors with three good "
            "outputs.",
        ),
    ),
)
