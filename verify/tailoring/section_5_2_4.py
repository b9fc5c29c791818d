"""The long draft (tailoring), section 5.2.4: gamma-smooth sensitivity.

The steps of the proof of Theorem 5.1 are in section_5_2_4_proof.py.
"""

from dpbi.ledger.claims import (
    MIXED,
    TWO,
    Claim,
    Grid,
    Reading,
    Role,
    Verdict,
    priors,
)
from statements import smooth_proof as steps
from statements.arguments import argued
from statements.smoothness import (
    exponential_is_smooth,
    reciprocal_is_smooth,
    reciprocal_is_smooth_with_negative_gamma,
    reciprocal_of_exponential_is_smooth,
)

SMALL = Grid(n=3, priors=priors("1,1", "1/3,5/7", "2,1,1/2"))

definition_5 = Claim(
    id="tailoring.def-5",
    kind="definition",
    place="Definition 5 (lines 646-652)",
    statement="S is gamma-smooth if 1/S(x) - 1/S(y) <= gamma for all neighbours x, y.",
    lines=("tailoring:646-652",),
    readings=(
        Reading(
            "literal",
            "the words define a property of a positive function S of datasets, and there are "
            "functions that have it, at every gamma >= 0: a positive constant does",
            check=argued(
                Verdict.HOLDS,
                "It is a definition: the inequality is true or false of each positive S, once "
                "neighbours are defined.  Both reciprocals of a constant are equal, and their "
                "difference is 0 <= gamma.",
            ),
            catalogue=True,
            role=Role.LITERAL,
            why="A definition by an inequality asserts no more than that something satisfies it.",
        ),
        Reading(
            "both-signs",
            "adjacency being symmetric, it says |1/S(x) - 1/S(y)| <= gamma, here for the S of "
            "Theorem 5.1",
            steps.smooth_both_ways(),
            SMALL,
            role=Role.COMPARISON,
            why="The proof of Lemma 5.6 uses the inequality in both directions (lines 721, 743).",
            argument="The inequality for (x, y) and for (y, x), as y is a neighbour of x if and "
            "only if x is one of y; the S of Theorem 5.1 satisfies it.",
        ),
        Reading(
            "at-least-local",
            "every S that the definition admits is at least LS",
            steps.smooth_is_at_least_local(),
            SMALL,
            role=Role.COMPARISON,
            why="The usual definition of a smooth bound asks for it, and line 709 uses it; this "
            "one does not say it.",
            repair="S >= LS as a second condition; the S of Theorem 5.1 satisfies it (take z = x)",
        ),
        Reading(
            "enough-for-two-eps",
            "with any S that the definition admits the mechanism of Definition 6 loses at most 2 "
            "eps",
            steps.smooth_alone_is_private(),
            Grid(n=2, priors=priors("1,1", "25,1/1000"), values={"t": ("1/4",), "eps": ("1",)}),
            role=Role.COMPARISON,
            why="Ours: Definition 6 takes the S of Theorem 5.1 and no other, so the draft does not "
            "need it.",
            repair="S >= LS as a further condition",
        ),
    ),
)

theorem_5_1 = Claim(
    id="tailoring.theorem-5.1",
    kind="theorem",
    place="Theorem 5.1 (lines 654-658)",
    statement=(
        "S(x) = max over z of 1 / (1/LS(z) + gamma d(x, z)) is gamma-smooth: 1/S(x) - 1/S(y) <= "
        "gamma for neighbours x, y."
    ),
    lines=("tailoring:654-658",),
    uses=(
        "tailoring.def-5",
        "tailoring.theorem-5.1.bound",
        "tailoring.theorem-5.1.triangle",
        "tailoring.theorem-5.1.shift",
        "tailoring.theorem-5.1.step",
        "tailoring.theorem-5.1.end",
    ),
    repaired=(
        "tailoring.theorem-5.1.bound/literal",
        "tailoring.theorem-5.1.triangle/literal",
        "tailoring.theorem-5.1.shift/literal",
        "tailoring.theorem-5.1.step/x-eq-maximiser-for-x",
        "tailoring.theorem-5.1.end/literal",
    ),
    readings=(
        Reading(
            "literal",
            "for gamma >= 0",
            reciprocal_is_smooth(),
            Grid(n=4, full=8, priors=MIXED),
            catalogue=True,
            role=Role.LITERAL,
            why="A smoothing parameter is not negative; Definition 6 sets it to 1.",
            argument=(
                "1/S(x) = min over z of (1/LS(z) + gamma d(x, z)).  Take the z of the minimum at "
                "y: 1/S(x) <= 1/LS(z) + gamma d(x, z) <= 1/LS(z) + gamma (d(y, z) + 1) = 1/S(y) + "
                "gamma.  LS(z) > 0, as neighbours have different posteriors.  LS depends on counts "
                "only, and the least Hamming distance to data with given counts is half the l1 "
                "distance of the counts."
            ),
            note="the draft's proof says 'arbitrary z' where it needs the minimiser at y",
        ),
        Reading(
            "gammalt0",
            "for gamma < 0",
            reciprocal_is_smooth_with_negative_gamma(),
            Grid(n=3, priors=TWO, values={"lam": ("-1/10", "-1/2", "-2")}),
            catalogue=True,
            role=Role.STRAINED,
            why="The theorem does not say gamma >= 0, but a smoothing parameter below zero is "
            "never used or meant.",
            repair="gamma >= 0; for gamma < 0 the bound for (x, y) and (y, x) would add up to < 0",
        ),
        Reading(
            "definition-3-in-place-of-equation-4",
            "the exponential S of Definition 3 in place of the harmonic one",
            reciprocal_of_exponential_is_smooth(),
            Grid(n=6, priors=MIXED),
            role=Role.COMPARISON,
            why="Ours: the theorem is about equation (4), not about equation (1) of Definition 3.",
            repair="S(x) <= e^gamma S(y) instead, the smoothness that Definition 3 is made for",
        ),
        Reading(
            "definition-3-is-smooth-in-its-own-sense",
            "S(x) <= e^gamma S(y) for the exponential S of Definition 3",
            exponential_is_smooth(),
            Grid(n=4, full=8, priors=MIXED),
            role=Role.COMPARISON,
            why="Ours: what holds for the other smooth sensitivity of the draft.",
            argument=(
                "Take the z of the maximum at x: S(x) = LS(z) e^(-gamma d(x, z)) <= LS(z) "
                "e^(-gamma (d(y, z) - 1)) <= e^gamma S(y)."
            ),
        ),
    ),
)

definition_6 = Claim(
    id="tailoring.def-6",
    kind="definition",
    place="Definition 6 (lines 683-687)",
    statement=(
        "M_H(x) releases r with probability proportional to exp(-eps H(x, r)/(2 S(x))), S "
        "calculated as in Theorem 5.1 with gamma = 1."
    ),
    lines=("tailoring:683-687",),
    uses=("tailoring.def-5", "tailoring.theorem-5.1"),
    readings=(
        Reading(
            "literal",
            "this is a law: every candidate has a positive probability, and they add up to 1",
            steps.candidates_have_a_law(),
            Grid(n=3, priors=priors("1,1", "1/3,5/7", "2,1,1/2"), values={"eps": ("1/100", "8")}),
            catalogue=True,
            role=Role.LITERAL,
            why="The definition gives a quotient for each candidate and calls it a probability.",
            argument="LS > 0, as neighbours have different posteriors, so S > 0 and all weights "
            "are positive; their quotients by their sum are positive and add up to 1.",
            note="Definition 3 has the same name and formula with another S (equation (1)); lines "
            "681 and 701 say which is meant from here on",
        ),
    ),
)
