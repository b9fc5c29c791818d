"""Sums over pairs from doubles, attacked by the same sums in balls of 500 bits."""

from __future__ import annotations

from fractions import Fraction as Q

import numpy as np
import pytest
from filter_reference import at_precision
from pair_attack import attack, compare, compare_orders, factors
from pair_sums import laws

from dpbi.privacy.filter import Problem, errors, sums
from dpbi.privacy.filter import deltas as pairs
from dpbi.privacy.filter import orders as by_orders
from dpbi.privacy.filter.deltas import filtered_deltas
from dpbi.privacy.filter.line import unsummed
from dpbi.privacy.filter.orders import _errors, line_orders


@pytest.mark.parametrize("seed", range(4))
def test_no_bound_of_a_delta_is_violated_by_five_hundred_bits(seed):
    compared, taken = attack(seed, 25)
    assert taken == 25
    assert compared > 500


@pytest.mark.parametrize(("k", "most"), [(3, 4), (4, 2)])
def test_no_bound_over_more_categories_is_violated(k, most):
    compared, taken = attack(k, 12, most, k)
    assert taken == 12
    assert compared > 300


@pytest.mark.parametrize(("k", "most"), [(2, 7), (3, 4), (4, 2)])
def test_no_bound_of_a_renyi_divergence_is_violated(k, most):
    compared, taken = attack(k, 30, most, k, renyi=True)
    assert taken == 30
    assert compared > 150


def test_renyi_divergences_with_windows_agree_with_balls():
    def check():
        for prior in ((Q(1), Q(1)), (Q(1, 3), Q(40))):
            problem = Problem(prior, 50, Q(90), Q(2), "harmonic", Q(1))
            for order in (Q(3, 2), Q(2), Q(40), Q(0), Q(1, 3), Q(1)):
                compare_orders(problem, order)

    at_precision(200, check)


@pytest.mark.parametrize("aim", [2.0**-50, 2.0**-33, 2.0**-8, 2.0**-3])
def test_windows_that_leave_a_tail_cost_width_but_never_truth(aim, monkeypatch):
    """Whatever the tail; where it is too large nothing is proved, and the width says so."""
    monkeypatch.setattr(by_orders, "TAIL_AIM", aim)
    monkeypatch.setattr(by_orders, "ENOUGH", np.inf)
    widths = []

    def check():
        for prior, epsilon in (((Q(1), Q(1)), 90), ((Q(1, 3), Q(40)), 20), ((Q(30), Q(2)), 9)):
            for gamma in (Q(1), Q(0)):
                problem = Problem(prior, 50, Q(epsilon), Q(2), "harmonic", gamma)
                for order in (Q(2), Q(9, 2), Q(0), Q(1, 2), Q(1)):
                    compare_orders(problem, order, aim)
                    lo, hi = line_orders(unsummed(problem, 1), np.arange(50), order, aim=aim)
                    widths.extend((hi - lo).ravel().tolist())

    at_precision(200, check)
    assert min(widths) < 1e-12
    assert aim < 2.0**-40 or max(widths) > 1e-12


def test_a_renyi_divergence_errs_by_its_mean_exponent():
    problem, a = Problem((Q(1), Q(3)), 9, Q(2), Q(1), "harmonic", Q(1)), 3.0
    m, index = unsummed(problem, 1), np.arange(9)
    loose = []
    for spread in (0.0, 1.0):
        value, more = np.empty((2, 9, 2, 1))
        order = np.array([[a, a - 1, 0.0]])
        sums.line_renyi(0, 9, index, m.strengths.c, 0.0, order, spread, *m.tables, value, more)
        loose.append(more)
    of = at_precision(200, lambda: laws(problem))
    for i in range(9):
        x, y = (i + 1, 8 - i), (i, 9 - i)
        t, u = ([float(of[z][z][1] - of[z][r][1]) for r in of[z]] for z in (x, y))
        weights = [np.exp((a - 1) * v - a * s) for s, v in zip(t, u, strict=True)]
        mean = np.dot(weights, a * np.array(t) + (a - 1) * np.array(u)) / sum(weights)
        assert abs((loose[1] - loose[0])[i, 1, 0] - mean) < 1e-9 * mean
    _, spread, _ = _errors(m.strengths, 2, 10, Q(3))
    assert spread >= errors.spread_error(2, m.strengths.error) + 4 * errors.U


def test_a_kullback_leibler_divergence_errs_by_its_mean_exponents():
    """By sigma (t_x + t_y) + (share + sigma t_x) |t_y - t_x|, the mean of it under P."""
    problem = Problem((Q(1), Q(3)), 9, Q(2), Q(1), "harmonic", Q(1))
    m, index = unsummed(problem, 1), np.arange(9)
    loose = []
    for spread, share in ((0.0, 1e-300), (1.0, 1e-300), (0.0, 1.0)):
        value, more = np.empty((2, 9, 2, 1))
        order = np.array([[1.0, 0.0, share]])
        sums.line_renyi(0, 9, index, m.strengths.c, 0.0, order, spread, *m.tables, value, more)
        loose.append(more)
    of = at_precision(200, lambda: laws(problem))
    for i in range(9):
        x, y = (i + 1, 8 - i), (i, 9 - i)
        t, u = (np.array([float(of[z][z][1] - of[z][r][1]) for r in of[z]]) for z in (x, y))
        p = np.exp(-t) / np.exp(-t).sum()
        means = [np.dot(p, t + u + t * abs(u - t)), np.dot(p, abs(u - t))]
        for more, mean in zip(loose[1:], means, strict=True):
            assert abs((more - loose[0])[i, 1, 0] - mean) < 1e-9 * (1 + mean)
    _, spread, share = _errors(m.strengths, 2, 10, Q(1))
    exponent = errors.spread_error(2, m.strengths.error)
    assert spread >= exponent + 4 * errors.U
    assert share >= errors.law_error(10) - errors.EXCESS + exponent * np.log(10)


def test_rows_err_as_often_as_they_are_counted():
    """a of one and |a - 1| of the other: together 1 for every order in [0, 1]."""
    s = unsummed(Problem((Q(1), Q(3)), 9, Q(2), Q(1), "harmonic", Q(1)), 1).strengths
    row = errors.row_error(10) + errors.spread_error(2, s.error) * np.log(10)
    for order, count in ((Q(0), 1), (Q(1, 3), 1), (Q(1), 2), (Q(3), 5)):
        assert _errors(s, 2, 10, order)[0] >= count * row


@pytest.mark.parametrize("aim", [None, 2.0**-33, 2.0**-8])
def test_windows_that_leave_most_outputs_out_cost_width_but_never_truth(aim, monkeypatch):
    """Tails of every size: up to those that are refused, and beyond for bounds term by term."""
    if aim is not None:
        monkeypatch.setattr(pairs, "TAIL_AIM", min(aim, 2.0**-33))
        monkeypatch.setattr(pairs, "FINE_AIM", aim)

    def check():
        for prior in ((Q(1), Q(1)), (Q(1, 3), Q(40)), (Q(30), Q(2))):
            for gamma in (Q(1), Q(0)):
                problem = Problem(prior, 50, Q(90), Q(2), "harmonic", gamma)
                compare(problem, [Q(0), Q(1, 2), Q(20)])

    at_precision(200, check)


def test_outputs_outside_the_windows_of_both_rows_count():
    """Where they are likely and all alike: windows end where weights are near e^-c, about e^-10."""

    def check():
        problem = Problem((Q(1), Q(1)), 50, Q(20), Q(2), "harmonic", Q(1))
        compare(problem, [Q(0), Q(1, 2)])

    at_precision(200, check)


def excesses(m, scale):
    """What the first pass computes of every pair, for windows that do not depend on the levels."""
    out, rows = np.empty((m.n, 2, len(scale))), np.zeros((m.n + 1, 4))
    t, w = sums.two_rows(m.n), sums.two_rows(m.n)
    c, aim, index = m.strengths.c, pairs.TAIL_AIM, np.arange(m.n)
    sums.line_excess(0, m.n, index, c, aim, scale, *m.tables, t, w, rows, out)
    return out


@pytest.mark.parametrize(
    ("prior", "n", "epsilon"),
    [
        ((1, 9), 40, 40),  # small enough to be interpreted, with narrow windows
        ((1, 1), 700, 1),
        ((1, 9), 400, 40),
        (("1/2", 3), 300, "1/50"),
    ],
)
@pytest.mark.parametrize("order", [1, -1, 3])
def test_levels_asked_together_are_those_asked_alone(prior, n, epsilon, order):
    """In rising order the windows shrink from level to level; in any other they begin anew."""
    prior = tuple(map(Q, prior))
    problem = Problem(prior, n, Q(epsilon), Q(2), "harmonic", Q(1))
    levels = [Q(epsilon) * Q(i, 20) for i in range(20)]
    scale = np.array(factors([levels[i * order % 20] for i in range(20)]))
    m = unsummed(problem, 1)
    together, alone = excesses(m, scale), [excesses(m, scale[e : e + 1]) for e in range(20)]
    alone = np.concatenate(alone, axis=2)
    assert (abs(together - alone) <= 2 * errors.sum_error(n + 1) * alone).all()
    assert (alone[..., 0] > 0).any()


@pytest.mark.parametrize(("prior", "n"), [((1, 1), 1700), ((1, 3), 900), ((1, 1, 2), 20)])
def test_threads_change_no_bit_of_a_delta(prior, n):
    problem = Problem(tuple(map(Q, prior)), n, Q(1), Q(2), "harmonic", Q(1))
    scale = factors([Q(0), Q(1, 4), Q(1, 9)])
    one, *others = (filtered_deltas(problem, scale, t).largest for t in (1, 2, 3))
    for other in others:
        for a, b in zip(one, other, strict=True):
            assert (a.lo, a.hi) == (b.lo, b.hi)
            for name in ("places", "lows", "highs"):
                assert np.array_equal(getattr(a, name), getattr(b, name))


def test_the_tail_of_either_row_widens_a_pair():
    problem = Problem((Q(1), Q(1)), 40, Q(90), Q(2), "harmonic", Q(1))
    m, index, scale = unsummed(problem, 1), np.arange(40), np.array([1.0, 3.0])

    def error(rows):
        return pairs._ends(m, index, rows, scale, np.zeros((40, 2, 2)))[1]

    plain = error(np.zeros((41, 4)))
    for x in (0, 7, 40):
        rows = np.zeros((41, 4))
        rows[x, 2] = 2.0**-34
        more = (error(rows) - plain) * 2.0**34
        for i in (x - 1, x):
            if 0 <= i < 40:
                assert (more[i, x - i] >= 2).all()
                assert (more[i, 1 - x + i] >= 1 + scale).all()
