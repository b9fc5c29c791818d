"""The enclosure against two independent evaluations of the definitions."""

from __future__ import annotations

from fractions import Fraction as Q

import pytest
from filter_agreement import agree
from filter_reference import Balls, Decimals, all_losses, at_precision, exact, rational, true_loss

from dpbi.privacy.filter import Problem, filtered_loss, refine

PRIORS = {
    "uniform": (Q(1), Q(1)),
    "jeffreys": (Q(1, 2), Q(1, 2)),
    "skewed": (Q(7), Q(4)),
    "sparse": (Q(1, 10), Q(1, 10)),
    "thirds": (Q(1, 3), Q(5, 7)),
    "lopsided": (Q(25), Q(1, 1000)),
}
WIDER = {
    "three": (Q(1), Q(1), Q(1)),
    "three unequal": (Q(1, 2), Q(2), Q(1, 3)),
    "two equal": (Q(2), Q(1, 2), Q(2)),
    "four": (Q(1), Q(2), Q(3), Q(4)),
}
KINDS = [
    ("printed", None, None, Q(2)),
    ("global", None, None, Q(2)),
    ("local", None, None, Q(2)),
    ("harmonic", Q(1), None, Q(4)),
    ("harmonic", Q(1, 10), None, Q(11, 5)),
    ("harmonic", Q(0), None, Q(1)),
    ("exponential", None, (Q(1, 5), Q(1, 5)), Q(1)),
    ("exponential", None, (Q(1, 50), Q(1, 50)), Q(4)),
]


def problems(prior, n, epsilons):
    return [
        Problem(prior, n, e, factor, kind, gamma, beta)
        for kind, gamma, beta, factor in KINDS
        for e in epsilons
    ]


@pytest.mark.parametrize("n", [1, 2, 3, 7, 12, 30])
@pytest.mark.parametrize("name", PRIORS)
def test_filter_and_refinement_agree_with_balls_over_every_pair_and_output(name, n):
    def check():
        epsilons = [Q(1, 100), Q(1), Q(8)] if n < 30 else [Q(4)]
        for problem in problems(PRIORS[name], n, epsilons):
            losses = all_losses(problem, Balls)
            answer = filtered_loss(problem)
            agree(problem, answer, losses)
            finer = refine(problem, answer, 100)
            agree(problem, finer, losses)
            assert answer.lo <= finer.lo <= finer.hi <= answer.hi
            assert finer.hi - finer.lo <= Q(1, 2**90)
            assert answer.hi - answer.lo <= Q(1, 10**12) * max(1, answer.hi)

    at_precision(160, check)


@pytest.mark.parametrize("kind", ["harmonic", "local"])
def test_sixty_counts_agree_with_balls(kind):
    def check():
        for prior in PRIORS.values():
            problem = Problem(prior, 60, Q(3), Q(2), kind, Q(1))
            losses = all_losses(problem, Balls)
            agree(problem, filtered_loss(problem), losses)

    at_precision(160, check)


@pytest.mark.parametrize("name", PRIORS)
def test_sixty_digits_of_mpmath_lie_within(name):
    def check():
        for problem in problems(PRIORS[name], 9, [Q(3)]):
            answer = filtered_loss(problem)
            value = rational(true_loss(problem, Decimals))
            assert answer.lo <= value <= answer.hi, problem
            finer = refine(problem, answer, 140)
            assert finer.lo - Q(1, 10**40) <= value <= finer.hi + Q(1, 10**40), problem

    at_precision(210, check)


@pytest.mark.parametrize("name", WIDER)
def test_three_and_four_categories_agree_with_balls(name):
    def check():
        prior = WIDER[name]
        for n in (1, 2, 5) if len(prior) == 3 else (1, 3):
            for problem in problems(prior, n, [Q(1, 10), Q(6)]):
                losses = all_losses(problem, Balls)
                answer = filtered_loss(problem)
                agree(problem, answer, losses)
                assert answer.hi - answer.lo <= Q(1, 10**12) * max(1, answer.hi)
                finer = refine(problem, answer, 100)
                agree(problem, finer, losses)
                assert finer.hi - finer.lo <= Q(1, 2**88)

    at_precision(160, check)


@pytest.mark.parametrize("n", [200, 1000, 3000])
def test_twelve_and_forty_digits_are_consistent(n):
    for kind, gamma, factor in (("harmonic", Q(1), Q(4)), ("global", None, Q(2))):
        problem = Problem(PRIORS["uniform"], n, Q(1), factor, kind, gamma)
        answer = filtered_loss(problem)
        finer = refine(problem, answer, 134)
        assert answer.hi - answer.lo <= Q(3, 10**13)
        assert finer.hi - finer.lo <= Q(1, 10**40)
        assert answer.lo <= finer.lo <= finer.hi <= answer.hi
        assert finer.suspects


def test_symmetric_and_asymmetric_routes_meet():
    """A prior moved by 2^-30 takes the route without symmetry; the loss moves by little."""
    for n in (40, 41):
        one = filtered_loss(Problem((Q(1), Q(1)), n, Q(1), Q(4), "harmonic", Q(1)))
        near = Problem((Q(1), Q(1) + Q(1, 2**30)), n, Q(1), Q(4), "harmonic", Q(1))
        assert abs(filtered_loss(near).lo - one.lo) < Q(1, 10**7)


def test_swapping_categories_changes_nothing_but_rounding():
    for kind, gamma, beta, factor in KINDS:
        a = filtered_loss(Problem((Q(1, 3), Q(5, 7)), 25, Q(2), factor, kind, gamma, beta))
        b = filtered_loss(Problem((Q(5, 7), Q(1, 3)), 25, Q(2), factor, kind, gamma, beta))
        assert max(a.lo, b.lo) <= min(a.hi, b.hi)


def test_one_record_gives_the_known_losses():
    """n = 1, prior (1, 1): H = LS = GS, so the two weights are 1 and exp(-eps/factor)."""
    for kind, gamma, factor, part in (
        ("global", None, 2, 2),
        ("local", None, 2, 2),
        ("printed", None, 2, 2),
        ("harmonic", Q(1), 4, 4),
    ):
        for epsilon in (Q(1, 100), Q(1), Q(8)):
            problem = Problem((Q(1), Q(1)), 1, epsilon, Q(factor), kind, gamma)
            answer = filtered_loss(problem)
            assert answer.lo <= epsilon / part <= answer.hi
            finer = refine(problem, answer, 150)
            assert finer.lo <= epsilon / part <= finer.hi


def test_the_largest_loss_away_from_the_diagonal_is_found():
    """EHDL, prior (1/2, 1/2), eps = 4, n = 50: the output is neither x nor an end."""
    answer = filtered_loss(Problem((Q(1, 2), Q(1, 2)), 50, Q(4), Q(2), "local"))
    assert {tuple(min(v) for v in answer.witness)} == {(2, 1, 3)} or answer.witness in (
        ((2, 48), (3, 47), (1, 49)),
        ((48, 2), (47, 3), (49, 1)),
    )


@pytest.mark.parametrize("low", [Q(1, 10), Q(3, 10)])
def test_a_loose_beta_is_enclosed_for_each_of_its_values(low):
    """The loss grows with beta at the first, and falls at the second."""
    high, prior, found = low + Q(1, 10**9), (Q(1, 2), Q(3)), []
    loose = Problem(prior, 20, Q(6), Q(1), "exponential", None, (low, high))
    wide = filtered_loss(loose)
    finer = refine(loose, wide, 100)
    for beta in (low, high):
        p = Problem(prior, 20, Q(6), Q(1), "exponential", None, (beta, beta))
        one = refine(p, filtered_loss(p), 100)
        assert wide.lo <= filtered_loss(p).lo
        assert filtered_loss(p).hi <= wide.hi
        assert finer.lo <= one.lo <= one.hi <= finer.hi
        found.append(one)
    assert max(v.lo for v in found) > min(v.hi for v in found)


def test_the_bound_by_dataset_covers_each_dataset():
    def check():
        problem = Problem((Q(1, 3), Q(5, 7)), 12, Q(4), Q(2), "local")
        answer = filtered_loss(problem, every=True)
        for (x, _), row in all_losses(problem, Balls).items():
            assert exact(Balls.most(list(row.values())))[0] <= Q(float(answer.by_dataset[x[0]]))

    at_precision(160, check)


def test_threads_change_no_bit():
    for problem in (
        Problem((Q(1), Q(1)), 4000, Q(1), Q(4), "harmonic", Q(1)),
        Problem((Q(1), Q(2), Q(3)), 25, Q(1), Q(4), "harmonic", Q(1)),
    ):
        one, two = filtered_loss(problem, threads=1), filtered_loss(problem, threads=2)
        assert (one.lo, one.hi, one.witness, one.suspects) == (
            two.lo,
            two.hi,
            two.witness,
            two.suspects,
        )
