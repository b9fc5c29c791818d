"""Pairs whose rows are never summed: their bound, and what happens where the guess is wrong."""

import random
from fractions import Fraction as Q

import numpy as np
import pytest
from filter_agreement import agree
from filter_derivation import U, unsummed_pair
from filter_reference import Balls, all_losses, at_precision, exact

from dpbi.privacy.filter import Problem, errors, filtered_loss, kernels, line, refine

KINDS = ("printed", "global", "local", "harmonic", "exponential")


def hostile(seed):
    """A problem with parameters of all sizes."""
    r = random.Random(seed)

    def size(low, high):
        return Q(2) ** r.randint(low, high) * Q(r.randint(900, 1100), 1000)

    a = size(-12, 12)
    b = r.choice((a, a, a + Q(1, 2**40), size(-12, 12)))
    middle = size(-12, 2)
    beta = middle, middle * (1 + Q(2) ** -r.choice((30, 60)))
    n = r.choice((1, 2, 3, 5, 8, 13))
    return Problem((a, b), n, size(-8, 12), size(-1, 2), r.choice(KINDS), size(-20, 4), beta)


def most_of(problem):
    """(computed bounds of all pairs, half of the largest (c_x + c_y) h)."""
    m = line.unsummed(problem, 1)
    s, most = m.strengths, np.empty(problem.n)
    spread = errors.spread_error(2, s.error)
    return most, kernels.line_most(s.c, m.h, spread, s.error, s.same, most)


def every_loss_is_within(problem, most, scale=1):
    """Whether no loss at any output exceeds the bound of its pair in 500-bit balls."""
    losses = all_losses(problem, Balls)
    return all(
        exact(abs(v))[0] <= Q(float(most[min(x[0], y[0])])) * scale
        for (x, y), row in losses.items()
        for v in row.values()
    )


def test_no_loss_at_any_output_exceeds_the_bound_without_sums():
    def check():
        for seed in range(300):
            problem = hostile(seed)
            most, _ = most_of(problem)
            assert every_loss_is_within(problem, most), problem

    at_precision(500, check)


def test_the_bound_without_sums_is_attained():
    """Two datasets, one c: at r = x the loss is c h; far apart, sums bring nearly as much again."""

    def check():
        reached = []
        for seed in range(300):
            problem = hostile(seed)
            most, _ = most_of(problem)
            reached.append(not every_loss_is_within(problem, most, Q(1, 2)))
        assert sum(reached) > 30

    at_precision(500, check)


def test_the_answer_agrees_with_balls_whatever_rows_are_summed():
    left_out = 0

    def check():
        nonlocal left_out
        for seed in range(300, 500):
            problem = hostile(seed)
            losses, answer = all_losses(problem, Balls), filtered_loss(problem)
            agree(problem, answer, losses)
            agree(problem, refine(problem, answer, 100), losses)
            most, least = most_of(problem)
            left_out += int((most <= line.CLOSE * least).sum())

    at_precision(500, check)
    assert left_out > 50


@pytest.mark.parametrize("close", [0.0, 1.5, 1.99])
def test_a_wrong_guess_costs_time_and_changes_no_bit_of_the_bounds(close, monkeypatch):
    problems = [
        Problem((Q(1), Q(1, 3)), n, Q(1), Q(2), kind, Q(1, 9))
        for n in (1, 2, 40, 41)
        for kind in ("global", "harmonic")
    ]
    usual = [filtered_loss(p) for p in problems]
    monkeypatch.setattr(line, "CLOSE", close)
    for problem, known in zip(problems, usual, strict=True):
        found = filtered_loss(problem)
        assert found.lo <= known.hi
        assert known.lo <= found.hi
        assert found.hi - found.lo <= Q(1, 10**12)


def test_rows_are_summed_near_the_ends_only_where_all_strengths_are_one(monkeypatch):
    summed = []
    honest = kernels.line_rows
    monkeypatch.setattr(
        kernels,
        "line_rows",
        lambda first, last, *rest: summed.append(last - first) or honest(first, last, *rest),
    )
    for n in (10**3, 10**5):
        summed.clear()
        filtered_loss(Problem((Q(1), Q(1)), n, Q(1), Q(2), "printed"))
        assert sum(summed) < 20


def test_what_is_added_for_rounding_covers_it():
    for e_c in (2.0**-50, 2.0**-30, 2.0**-18):
        spread = errors.spread_error(2, e_c)
        assert unsummed_pair(Q(e_c), Q(spread)) <= Q(errors.SAFE)
    assert errors.strength_error(2, "exponential", 2.0**-20) < 2.0**-18
    assert unsummed_pair(Q(1, 2**50), Q(0)) > 1 + 8 * U


@pytest.mark.parametrize("without", ["one strength", "the distance", "what strengths differ by"])
def test_a_bound_without_one_of_its_parts_is_noticed(without):
    def check():
        caught = 0
        for seed in range(60):
            problem = hostile(seed)
            m = line.unsummed(problem, 1)
            c, h = m.strengths.c, m.h
            both, apart = (c[1:] + c[:-1]) * h, np.abs(np.diff(c))
            part = {
                "one strength": c[1:] * h + apart,
                "the distance": apart,
                "what strengths differ by": both,
            }[without]
            caught += not every_loss_is_within(problem, part)
        assert caught

    at_precision(300, check)
