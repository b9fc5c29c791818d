"""The long draft (tailoring), section 5.2.4: gamma-smooth sensitivity."""

from dpbi.ledger.claims import (
    MIXED,
    TWO,
    Claim,
    Grid,
    Reading,
    Role,
    Severity,
    priors,
)
from dpbi.ledger.statements import smooth_proof as steps
from dpbi.ledger.statements.continuous import (
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
            "some S satisfies the inequality at every gamma >= 0: any positive constant does",
            steps.constant_is_smooth(),
            SMALL,
            catalogue=True,
            role=Role.LITERAL,
            why="A definition by an inequality asserts no more than that something satisfies it.",
            argument="For a constant S both reciprocals are equal, and their difference is 0 <= "
            "gamma.",
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

bound = Claim(
    id="tailoring.theorem-5.1.bound",
    kind="proof-step",
    place="proof of Theorem 5.1 (lines 662-667)",
    statement=(
        "For every dataset s, S(x) >= 1/(1/LS(s) + gamma d(x, s)), so 1/S(x) <= 1/LS(s) + gamma "
        "d(x, s)."
    ),
    lines=("tailoring:662-667",),
    readings=(
        Reading(
            "literal",
            "for every x and s and gamma >= 0",
            steps.maximum_bounds_each(),
            SMALL,
            role=Role.LITERAL,
            why="The line says it of an arbitrary dataset, and equation (4) is a maximum.",
            argument="S(x) is the largest of the positive numbers 1/(1/LS(z) + gamma d(x, z)), so "
            "it is at least the one of s; reciprocals of positive numbers reverse the order.",
        ),
    ),
)

triangle = Claim(
    id="tailoring.theorem-5.1.triangle",
    kind="proof-step",
    place="proof of Theorem 5.1 (line 669)",
    statement="d(x, s) <= d(x, y) + d(y, s) <= 1 + d(y, s) for neighbours x, y.",
    lines=("tailoring:669",),
    readings=(
        Reading(
            "literal",
            "neighbours are datasets of which one record is replaced",
            steps.one_step_nearer(),
            SMALL,
            catalogue=True,
            role=Role.LITERAL,
            why="Line 669 itself bounds d(x, y) by 1 for neighbours, which is what replacing one "
            "record means.",
            argument="d is half an l1 distance of counts, so it satisfies the triangle "
            "inequality, and it is 1 for neighbours.",
        ),
        Reading(
            "footnote-adjacency",
            "two categories; neighbours agree in at most one place, as the footnote prints it",
            steps.one_step_nearer_when_agreeing_once(),
            Grid(n=3, priors=priors("1,1")),
            role=Role.STRAINED,
            why="The footnote of line 137 counts equal places where it means unequal ones; "
            "tailoring.adjacency judges it.",
            repair="neighbours are records that differ in at most one place",
        ),
    ),
)

shift = Claim(
    id="tailoring.theorem-5.1.shift",
    kind="proof-step",
    place="proof of Theorem 5.1 (lines 671-673)",
    statement=(
        "1/LS(s) + gamma d(x, s) <= 1/LS(s) + gamma (1 + d(y, s)) = gamma + 1/LS(s) + gamma d(y, "
        "s) for neighbours x, y."
    ),
    lines=("tailoring:671-673",),
    uses=("tailoring.theorem-5.1.triangle",),
    readings=(
        Reading(
            "literal",
            "for every s and gamma >= 0",
            steps.one_step_further(),
            Grid(n=2, priors=priors("1/3,5/7", "2,1,1/2")),
            role=Role.LITERAL,
            why="These are the two displayed lines, for the arbitrary dataset of line 662.",
            argument="d(x, s) <= 1 + d(y, s) times gamma >= 0; the equality multiplies out.",
        ),
    ),
)

step = Claim(
    id="tailoring.theorem-5.1.step",
    kind="proof-step",
    place="proof of Theorem 5.1 (lines 673-675)",
    statement="gamma + 1/LS(s) + gamma d(y, s) = gamma + 1/S(y), for an arbitrary dataset s.",
    lines=("tailoring:673-675",),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "arbitrary-x-equality",
            "with equality for every s",
            steps.reach_of_any_is_the_smallest(),
            Grid(n=2, priors=priors("1,1", "1/3,5/7")),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 662 fixes an arbitrary dataset and line 675 writes = for it.",
            repair="s a dataset that attains the maximum in S(y), in place of an arbitrary one",
        ),
        Reading(
            "x-eq-maximiser-for-x",
            "with equality for some s, one that attains the maximum in S(y)",
            steps.reach_of_the_maximiser_is_the_smallest(),
            SMALL,
            catalogue=True,
            role=Role.REPAIR,
            why="The rest of the proof is valid for every s, so it may be applied to this one.",
            argument="The datasets are finitely many, so the maximum in S(y) is attained, and "
            "there 1/S(y) = 1/LS(s) + gamma d(y, s).",
        ),
        Reading(
            "arbitrary-x-at-least",
            "with >= in place of = for every s",
            steps.reach_of_any_is_at_least_the_smallest(),
            SMALL,
            role=Role.COMPARISON,
            why="What is true of an arbitrary dataset; the proof would need the other direction.",
            argument="1/S(y) is the smallest of the numbers 1/LS(z) + gamma d(y, z).",
        ),
    ),
)

end = Claim(
    id="tailoring.theorem-5.1.end",
    kind="proof-step",
    place="proof of Theorem 5.1 (lines 677-679)",
    statement="So 1/S(x) - 1/S(y) <= gamma for neighbours x, y.",
    lines=("tailoring:677-679",),
    uses=("tailoring.theorem-5.1.step",),
    readings=(
        Reading(
            "literal",
            "for the S of equation (4) and gamma >= 0",
            reciprocal_is_smooth(),
            SMALL,
            role=Role.LITERAL,
            why="The last display of the proof is the inequality of Definition 5.",
            argument="From 1/S(x) <= 1/LS(s) + gamma d(x, s) <= gamma + 1/LS(s) + gamma d(y, s), "
            "with the s that makes the right side gamma + 1/S(y).",
            note="line 677 prints = where it means that the display follows",
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
