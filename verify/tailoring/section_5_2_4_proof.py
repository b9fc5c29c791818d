"""The long draft (tailoring), section 5.2.4: the proof of Theorem 5.1, lines 660 to 679."""

from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, priors
from statements import smooth_proof as steps
from statements.smoothness import reciprocal_is_smooth

SMALL = Grid(n=3, priors=priors("1,1", "1/3,5/7", "2,1,1/2"))

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
            why_false="S(y) is attained at y, so gamma + 1/S(y) = 3.159; the dataset s is one "
            "record away and has the same LS, so the left side has 1 more: 4.159",
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
