"""The short drafts, section 4: Corollary 4.5.2, where EHD is likelier to be near."""

from dpbi.language import forall
from dpbi.language.words import all_of, eps, exp, implies, j, n
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, Verdict, priors
from statements.accuracy import (
    below,
    exponential_better,
    right,
    small,
    symmetric,
    tied,
    two_tails,
)
from statements.arguments import argued

E = exp(-eps)

corollary_4_5_2 = Claim(
    id="short.cor-4.5.2",
    kind="corollary",
    place="Corollary 4.5.2 (short-a lines 251-263, short-b lines 238-250)",
    statement="For small t and n < O((2k e^-eps + 1)/(1 - (e^(-k eps) + e^(-(k+1) eps))/2)), "
    "P(H < t) is larger for EHD than for LSHist.",
    uses=(
        "short.thm-4.5.lshist",
        "short.thm-4.5.ehd-lower",
        "short.cor-4.5.2.step",
        "short.cor-4.5.2.simplify",
    ),
    gaps={
        "short.cor-4.5.2.simplify": "The proof has n below the threshold itself; n < O(..) allows "
        "any constant, and a larger one does not follow.",
    },
    lines=("short-a:251", "short-b:238"),
    severity=Severity.HYPOTHESIS_MISSING,
    repaired=(
        "short.refs/theorem-4.5-and-corollary-4.5.1",
        "short.thm-4.5.lshist/equality-symmetric-inside",
        "short.thm-4.5.ehd-lower/nplus1-k-min",
        "short.cor-4.5.2.step/inside-with-n-plus-1",
        "short.cor-4.5.2/interior-nplus1-in-place-of-n",
    ),
    readings=(
        Reading(
            "explicit-any-c-clamped-lshist",
            "with the constant 1, every x, k = R, printed constant",
            exponential_better(below, small(right(below))),
            Grid(n=3, priors=priors("1,1", "25,25")),
            catalogue=True,
            note="the event at the witness is x alone, as it is for every smaller t",
            repair="n + 1 in place of n, and events c - k .. c + k that hold neither 0 nor n",
            role=Role.LITERAL,
            why="The proof has this threshold without O, for every x, and k as the "
            "definition's words have it.",
        ),
        Reading(
            "explicit-interior-sets-only",
            "with the constant 1, events c - k .. c + k that hold neither 0 nor n, printed "
            "constant",
            exponential_better(tied, [*symmetric(tied), *small(right(tied))]),
            Grid(
                n=4,
                priors=priors("1,1", "10,10", "25,25"),
                values={"eps": ("1/3", "1", "2", "4")},
            ),
            catalogue=True,
            note="the event at the witness is x alone, as it is for every smaller t",
            repair="n + 1 in place of n",
            role=Role.COMPARISON,
            why="The statement does not exclude the ends; even without them n outputs are not "
            "n + 1.",
        ),
        Reading(
            "interior-nplus1-in-place-of-n",
            "with the constant 1 and n + 1 in place of n, events c - k .. c + k that hold neither "
            "0 nor n, printed constant",
            exponential_better(tied, [*symmetric(tied), *small(right(tied), n + 1)]),
            Grid(n=5, full=8, priors=priors("1,1", "10,10", "25,25", "1/2,3")),
            argument="LSHist's probability is 1 - (e^(-k eps) + e^(-(k+1) eps))/2, below "
            "(2k e^-eps + 1)/(n + 1) by hypothesis, which is below EHD's "
            "(short.thm-4.5.ehd-lower).",
            catalogue=True,
            role=Role.REPAIR,
            why="The number of candidates, and the events for which the theorem's equality holds.",
        ),
        Reading(
            "true-gs-interior",
            "with the constant 1, events c - k .. c + k that hold neither 0 nor n, true global "
            "sensitivity",
            exponential_better(tied, [*symmetric(tied), *small(right(tied))], gs="true"),
            Grid(
                n=3,
                priors=priors("1,1", "10,10", "25,25", "1/2,3", "1/100,1", "1/100,10"),
                values={"eps": ("1/10", "1/3", "1", "2", "4")},
            ),
            catalogue=True,
            repair="the printed constant and n + 1 in place of n",
            note="a parameter near 0 makes GS large, between (0, n) and (1, n - 1), far from x; "
            "the event at the smallest witness is x alone, as it is for every smaller t",
            role=Role.COMPARISON,
            why="The algorithm asks for the global sensitivity, the theorem's proof sets it "
            "to sqrt(1 - pi/4).",
        ),
        Reading(
            "o-literal",
            "n < C (2k e^-eps + 1)/(1 - (e^(-k eps) + e^(-(k+1) eps))/2) for some constant C > 0, "
            "every x, k = R, printed constant",
            check=argued(
                Verdict.FAILS,
                "Fix C; prior (1, 1), n = 1, x = (0, 1) and t below the one distance h: the event "
                "is {x}, k = 0, and the threshold is C 2/(1 - e^-eps), above 1 for small eps. "
                "LSHist stays at x with probability 1 - u^2/2, u = e^(-eps/2): all noise below 1 "
                "is floored or clamped to 0; EHD with probability 1/(1 + u), as h is "
                "sqrt(1 - pi/4).  The difference is u (1 - u)(2 + u)/(2 (1 + u)) > 0: LSHist is "
                "ahead.",
            ),
            role=Role.LITERAL,
            why="The statement as it stands, with some constant in O(..).",
            repair="events c - k .. c + k that hold neither 0 nor n, with the constant 1/2",
        ),
        Reading(
            "o-inside",
            "with the constant 1/2, events c - k .. c + k that hold neither 0 nor n, printed "
            "constant",
            exponential_better(tied, [*symmetric(tied), *small(right(tied), 2 * n)]),
            Grid(n=5, full=8, priors=priors("1,1", "10,10", "25,25", "1/2,3")),
            argument="2n >= n + 1, so LSHist's probability 1 - (e^(-k eps) + e^(-(k+1) eps))/2 is "
            "below (2k e^-eps + 1)/(n + 1), which is below EHD's (short.thm-4.5.ehd-lower).",
            role=Role.REPAIR,
            why="For such events the O of the statement needs no other number of candidates.",
        ),
    ),
)

step = Claim(
    id="short.cor-4.5.2.step",
    kind="proof-step",
    place="Proof of Corollary 4.5.2 (short-a lines 255-261, short-b lines 242-248)",
    statement="If (2k e^-eps + 1)/n > 1 - (e^(-k eps) + e^(-(k+1) eps))/2, then P(H < t) is "
    "larger for EHD than for LSHist.",
    uses=("short.thm-4.5.lshist", "short.thm-4.5.ehd-lower"),
    lines=("short-a:255-261", "short-b:242-248"),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "literal",
            "for every x, k = R, printed constant",
            exponential_better(below, small(right(below))),
            Grid(n=3, priors=priors("1,1", "25,25")),
            role=Role.LITERAL,
            why="The step compares the theorem's equality and its lower bound, at any x.",
            repair="n + 1 in place of n, and events c - k .. c + k that hold neither 0 nor n",
        ),
        Reading(
            "inside-with-n-plus-1",
            "n + 1 in place of n, events c - k .. c + k that hold neither 0 nor n, printed "
            "constant",
            exponential_better(tied, [*symmetric(tied), *small(right(tied), n + 1)]),
            Grid(n=5, full=8, priors=priors("1,1", "10,10", "25,25", "1/2,3")),
            argument="LSHist's probability is 1 - (e^(-k eps) + e^(-(k+1) eps))/2, below "
            "(2k e^-eps + 1)/(n + 1) by hypothesis, which is below EHD's "
            "(short.thm-4.5.ehd-lower).",
            role=Role.REPAIR,
            why="The number of candidates, and the events for which the theorem's equality holds.",
        ),
    ),
)

SIZE = (2 * j * E + 1) / two_tails(j)

simplification = Claim(
    id="short.cor-4.5.2.simplify",
    kind="proof-step",
    place="Proof of Corollary 4.5.2 (short-a line 263, short-b line 250)",
    statement="(2k e^-eps + 1)/n > 1 - (e^(-k eps) + e^(-(k+1) eps))/2 says that n < "
    "(2k e^-eps + 1)/(1 - (e^(-k eps) + e^(-(k+1) eps))/2).",
    lines=("short-a:263", "short-b:250"),
    readings=(
        Reading(
            "literal",
            "for every k >= 0, n and eps, in both directions",
            forall(
                all_of(
                    implies((2 * j * E + 1) / n > two_tails(j), n < SIZE),
                    implies(n < SIZE, (2 * j * E + 1) / n > two_tails(j)),
                )
            ),
            Grid(n=5),
            argument="1 - (e^(-k eps) + e^(-(k+1) eps))/2 >= (1 - e^-eps)/2 > 0 and n > 0.",
            role=Role.LITERAL,
            why="Both inequalities stand in the proof, and the second is said to follow.",
            note="k is j",
        ),
    ),
)
