"""Where a bound could fail without showing in an answer: ends of windows, ties, wide balls."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as Q
from itertools import permutations

import numpy as np
import pytest
from filter_agreement import agree
from filter_reference import Balls, all_losses, at_precision, distance, distances, exact
from flint import arb

from dpbi.privacy.filter import FastUnavailable, Problem, filtered_loss, kernels, refine, simplex
from dpbi.privacy.filter.line import line
from dpbi.privacy.filter.refine import ProblemBalls as Refinement
from dpbi.privacy.filter.simplex import corner

ONE = (Q(1), Q(1))
LINES = [(Q(1, 2), Q(1, 2)), (Q(7), Q(4)), (Q(1, 1000), Q(3))]


@pytest.mark.parametrize("prior", LINES)
@pytest.mark.parametrize("floor", [Q(1, 2), Q(1, 16)])
def test_rows_of_balls_cut_short_cost_width_but_never_truth(prior, floor):
    """Outputs left out of the row of x, of y, or of both, are still accounted for."""

    def check():
        for kind in ("local", "harmonic"):
            problem = Problem(prior, 14, Q(9), Q(2), kind, Q(1, 2))
            balls = Refinement(problem, filtered_loss(problem).model, Balls.of(floor))
            for (x, y), row in all_losses(problem, Balls).items():
                seen, most, r = balls.loss(x, y)
                assert exact(Balls.most(list(row.values())))[0] <= exact(most)[1], (x, y)
                assert exact(seen)[0] <= exact(row[r])[1], (x, y)
            assert any(row.outside for row in balls._rows.values())

    at_precision(160, check)


def test_a_row_leaves_out_only_what_is_below_its_floor():
    def check():
        for prior in LINES:
            problem, floor = Problem(prior, 20, Q(1), Q(2), "local"), Q(1, 64)
            balls = Refinement(problem, filtered_loss(problem).model, Balls.of(floor))
            points, H = distances(prior, 20, Balls)
            for x in points:
                row = balls.space.row(x, balls.floor)
                out = [r for r in points if r not in row.affinity]
                assert row.outside == len(out)
                assert all(1 - H[x, r] ** 2 <= balls.floor for r in out)

    at_precision(160, check)


def test_strengths_that_overlap_are_not_taken_for_ordered():
    """c_x in [1, 3/2], c_y in [5/4, 2]: whatever the two are, the largest loss is enclosed."""

    def check():
        problem = Problem((Q(1, 2), Q(1, 2)), 12, Q(1), Q(2), "local")
        points, H = distances(problem.prior, 12, Balls)
        x, y = (0, 12), (1, 11)
        balls = Refinement(problem, filtered_loss(problem).model, arb(2) ** -40)
        balls._c = {x: arb(1.25, 0.25), y: arb(1.625, 0.375)}
        most = exact(balls.loss(x, y)[1])
        for cx, cy in ((Q(1), Q(2)), (Q(1), Q(5, 4)), (Q(3, 2), Q(5, 4)), (Q(3, 2), Q(2))):
            c = {x: Balls.of(cx), y: Balls.of(cy)}
            ln = {z: Balls.log(sum((-c[z] * H[z, r]).exp() for r in points)) for z in (x, y)}
            true = Balls.most([c[y] * H[y, r] - c[x] * H[x, r] for r in points]) + ln[y] - ln[x]
            assert most[0] <= exact(true)[1]
            assert exact(true)[0] <= most[1]
        balls._log_sums = {x: arb(0), y: arb(0)}  # the outputs alone decide
        worst = exact(Balls.most([2 * H[y, r] - H[x, r] for r in points]))
        assert worst[0] <= exact(balls.loss(x, y)[1])[1]

    at_precision(160, check)


@pytest.mark.parametrize("a", [Q(1), Q(1, 2), Q(5, 7), Q(3)])
def test_sources_that_doubles_cannot_tell_apart_are_all_asked(a):
    """GS is attained at one end, and nearly so at the other: the wrong one is 1e-18 too small."""

    def check():
        for tiny in (Q(1, 2**60), Q(1, 2**57)):
            for prior in ((a, a + tiny), (a + tiny, a)):
                for n in (1, 2, 5):
                    problem = Problem(prior, n, Q(3), Q(2), "global")
                    answer, losses = filtered_loss(problem), all_losses(problem, Balls)
                    agree(problem, refine(problem, answer, 120), losses)

    at_precision(220, check)


def test_a_source_is_excluded_by_more_than_its_error_only():
    """1/LS moved by as much as its error bound allows, so that another y seems to be least."""
    problem = Problem((Q(1), Q(1) + Q(1, 2**60)), 5, Q(3), Q(2), "global")
    answer = filtered_loss(problem)
    s = answer.model.strengths
    for sign in (-1.0, 1.0):
        moved = s.base * (1 + sign * 0.9 * s.base_error * np.linspace(-1, 1, 6))
        model = replace(answer.model, strengths=replace(s, base=moved))
        balls = Refinement(problem, model, arb(2) ** -60)
        assert {y for y, _ in balls._sources((2, 3))} >= {(0, 5), (5, 0)}


@pytest.mark.parametrize("prior", [(Q(1),) * 3, (Q(2), Q(1), Q(2)), (Q(1), Q(1), Q(2), Q(2))])
def test_suspects_of_different_orbits_are_kept_apart(prior):
    """Every pair a suspect: one of each orbit must be left, by brute force over permutations."""
    n, k = 4, len(prior)
    m, to, h = corner(Problem(prior, n, Q(1), Q(2), "local"), 1)
    found = simplex._suspects(m, to, np.where(h > 0, 0.0, -2.0), np.where(h > 0, 1.0, -2.0), 0.5)
    fix = [p for p in permutations(range(k)) if all(prior[p[j]] == prior[j] for j in range(k))]

    def images(x, y):
        return frozenset((tuple(x[j] for j in p), tuple(y[j] for j in p)) for p in fix)

    points = [tuple(int(v) for v in x) for x in m.space.points]
    pairs = [(x, y) for x in points for y in points if distance(x, y) == 1]
    assert {images(s.x, s.y) for s in found} == {images(x, y) for x, y in pairs}
    assert len(found) == len({images(x, y) for x, y in pairs})


@pytest.mark.parametrize("epsilon", [Q(10**3), Q(10**4), Q(10**7), Q(10**10)])
def test_strong_mechanisms_are_enclosed(epsilon):
    """c H in the thousands and beyond: exp underflows, and errors of c and H decide."""

    def check():
        for prior, n in (
            ((Q(1), Q(1)), 9),
            ((Q(1, 3), Q(5, 7)), 8),
            ((Q(1, 2),) * 3, 4),
            ((Q(1), Q(1, 3), Q(2)), 3),
            ((Q(2), Q(1, 2), Q(2)), 4),
        ):
            for kind in ("local", "harmonic", "exponential", "printed"):
                problem = Problem(prior, n, epsilon, Q(2), kind, Q(1, 9), (Q(1, 9), Q(1, 9)))
                answer, losses = filtered_loss(problem), all_losses(problem, Balls)
                agree(problem, answer, losses)
                agree(problem, refine(problem, answer, 90), losses)

    at_precision(200, check)


def test_the_pass_bounds_what_lies_beyond_its_window(monkeypatch):
    """line_peak, interpreted, with windows that end where H is still far from 1."""
    monkeypatch.setattr(kernels, "EDGE", 0.6)
    beaten = {-1: 0, 1: 0}

    def check():
        n, (cx, cy) = 12, (1.0, 2.0)
        for prior in LINES:
            tables = line(Problem(prior, n, Q(1), Q(1), "local"), 1).tables
            _, H = distances(prior, n, Balls)
            for x in range(n + 1):
                for y in {max(x - 1, 0), min(x + 1, n)} - {x}:
                    best, r, bound = kernels.line_peak.py_func(x, y, cx, cy, *tables)
                    value = {
                        s: cy * H[(y, n - y), (s, n - s)] - cx * H[(x, n - x), (s, n - s)]
                        for s in range(n + 1)
                    }
                    top = float(Balls.most(list(value.values())).lower())
                    assert abs(best - float(value[r].mid())) < 1e-14
                    assert top <= bound + 1e-14
                    if best < top - 1e-3:
                        beaten[-1 if x > n // 2 else 1] += 1

    at_precision(120, check)
    assert min(beaten.values()) > 0


def test_every_part_of_the_error_widens_every_pair_that_it_concerns():
    c, h, zero = np.array([1.0, 2.0, 1.0]), np.array([0.5, 0.5]), np.zeros(3)
    unit = np.eye(3)

    def widths(slack, fixed=0.0, spread=0.0, rel=0.0, rel_c=0.0):
        lo, hi, summed = np.empty(4), np.empty(4), np.ones(2, bool)
        e = (fixed, spread, 3.0, rel, rel_c, False)
        kernels.line_losses(summed, zero, c, h, zero, slack, *e, lo, hi)
        return hi - lo

    plain = widths(zero)
    assert (plain >= 0).all()
    assert (plain[[0, 3]] >= 1).all()  # c_y exceeds c_x by 1, and another r may bring as much
    for j, touched in enumerate(([0, 1], [0, 1, 2, 3], [2, 3])):
        assert (widths(unit[j])[touched] >= plain[touched] + 2).all()
    assert (widths(zero, fixed=1.0) >= plain + 2).all()
    assert (widths(zero, spread=1.0) >= plain + 12).all()
    assert (widths(zero, rel=1.0) >= plain + 1).all()
    assert (widths(zero, rel_c=1.0) >= [4, 2, 2, 4]).all()


def test_the_mirrored_half_has_the_error_of_the_computed_half():
    for n in (1, 2, 9, 10, 51):
        m = line(Problem(ONE, n, Q(4), Q(2), "harmonic", Q(1)), 1)
        assert np.array_equal(m.slack, m.slack[::-1])
        assert np.array_equal(m.log_sums, m.log_sums[::-1])


def test_posteriors_too_close_are_refused_on_the_simplex():
    with pytest.raises(FastUnavailable, match="too close"):
        filtered_loss(Problem((Q(2**39),) * 3, 2, Q(1), Q(2), "local"))
    with pytest.raises(FastUnavailable, match="too close"):
        filtered_loss(Problem((Q(1), Q(1), Q(2**39)), 2, Q(1), Q(2), "local"))
