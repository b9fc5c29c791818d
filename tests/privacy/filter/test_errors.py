"""Every error constant: derived again exactly, compared with observed errors, and mutated."""

from __future__ import annotations

import ast
import math
from fractions import Fraction as Q
from pathlib import Path

import numpy as np
import pytest
from filter_derivation import U, derived, horner, square_root
from filter_reference import Balls, at_precision
from flint import arb

import dpbi.privacy.filter
from dpbi.privacy.filter import Problem, errors, kernels
from dpbi.privacy.filter.line import line
from dpbi.privacy.filter.simplex import corner
from dpbi.privacy.filter.tables import affinity_tables, gamma_table

CONSTANTS = sorted(name for name in vars(errors) if name.isupper() and name != "SAFE")
PROVED = derived()


def unsound(name):
    """Why the constant now in dpbi.privacy.filter.problem is not what its derivation supports, or
    None."""
    value, proof = Q(getattr(errors, name)), PROVED[name]
    if name == "TABLE_SHARE":  # a limit, not a bound: too small refuses what is covered
        return None if proof / 2 <= value <= proof else "not the share the proof allows"
    if value < proof * (1 - U * U):
        return "smaller than proved"
    return "absurdly loose" if value > 2 * proof else None


@pytest.mark.parametrize("name", CONSTANTS)
def test_constant_is_what_its_operations_prove(name):
    assert unsound(name) is None, (name, float(PROVED[name] / U), float(PROVED[name] / U**2))


@pytest.mark.parametrize("name", CONSTANTS)
def test_a_constant_made_a_thousand_times_smaller_is_noticed(name, monkeypatch):
    monkeypatch.setattr(errors, name, getattr(errors, name) / 1000)
    assert unsound(name)


def expm1(x):
    """exp(x) - 1 or a little more, 0 <= x < 1."""
    return x + x**2 / 2 + x**3 / 6 + x**4 / 12


def compositions():
    """(computed bound, exact sum of the derived parts) for every function that adds constants."""
    p, n = PROVED, 1000
    bc = 2 * (2 * p["SEED"] + n * p["STEP"] + p["PRODUCT"]) + 2 * p["RSQRT"] + p["AFFINITY"]
    yield errors.table_error(n), bc
    for k in (3, 4, 7):
        d = (1 + PROVED["DEFECT"]) * (1 + horner(k)) - 1
        yield errors.distance_error(k), square_root(d)
    yield errors.distance_error(2), p["DISTANCE"]
    reach, loose = Q(5), Q(1, 2**30)
    grown = reach * (loose + 2 * U)
    yield errors.candidate_error(5.0, 2.0**-30), expm1(grown) + p["EXP"] + 2 * U
    yield errors.switch_error(2.0**-50), Q(2, 2**50) + 3 * U
    for c in (Q(1, 2**20), Q(1, 2**36)):  # where products of errors are more than SAFE pays for
        switch = (1 + c) / (1 - c - 2 * U) - 1
        yield errors.switch_error(float(c)), switch
        worst = ((1 + c) * (1 + switch) * (1 + p["DISTANCE"]) ** 2) - 1
        yield errors.strength_error(2, "exponential", float(c)), worst / (1 - worst)
    for k in (2, 3):
        h = p["DISTANCE"] if k == 2 else square_root((1 + p["DEFECT"]) * (1 + horner(3)) - 1)
        base = h + 3 * U
        yield errors.strength_error(k, "local", 0.0), base
        candidate = 3 * U
        yield (
            errors.strength_error(k, "harmonic", 3 * 2.0**-53),
            (base + candidate + 2 * candidate + 3 * U),
        )
        yield errors.spread_error(k, 2.0**-50), Q(1, 2**50) + h + U
    yield errors.strength_error(2, "printed", 0.0), U
    for size in (2, 9, 1000):
        depth = math.ceil(math.log2(size)) + 9
        yield (
            errors.row_error(size),
            (row := p["EXP"] + depth * U + p["LOG"] + Q(math.log(size)) * U * (1 - U)),
        )
        yield errors.sum_error(size), depth * U
        yield errors.law_error(size), p["EXP"] + row + p["EXCESS"]


def test_every_sum_of_constants_covers_its_parts():
    for bound, parts in compositions():
        assert parts <= Q(bound) <= 2 * parts + 8 * U


@pytest.mark.parametrize("name", sorted(set(CONSTANTS) - {"UU", "TABLE_SHARE", "CANDIDATE"}))
def test_every_constant_takes_part_in_a_sum(name, monkeypatch):
    before = [bound for bound, _ in compositions()]
    monkeypatch.setattr(errors, name, getattr(errors, name) * 1000)
    assert any(bound > old for (bound, _), old in zip(compositions(), before, strict=True))


def test_every_constant_is_used_by_the_code():
    used = set()
    for path in Path(dpbi.privacy.filter.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute):
                used.add(node.attr)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                used.add(node.id)
    assert set(CONSTANTS) <= used
    assert 2.0**-40 < errors.SAFE - 1 < 2.0**-20


def relative(computed, true):
    """|computed / true - 1| as a float."""
    ball = computed if isinstance(computed, arb) else Balls.of(Q(computed))
    return float(abs(ball / true - 1).upper())


def exactly(hi, lo, e):
    """(hi + lo) 2**e, which may have billions of digits in binary, as a ball."""
    return Balls.of(Q(float(hi)) + Q(float(lo))) * arb(2) ** int(e)


@pytest.mark.parametrize("alpha", [Q(1), Q(1, 2), Q(1, 3), Q(1, 1000), Q(10**8) + Q(1, 3)])
def test_tables_err_by_no_more_than_the_bound_and_by_something(alpha):
    def check():
        n, beta = 150, Q(5, 7)
        a, b = gamma_table(alpha, n), gamma_table(beta, n)
        f0, f1, fe, g0, g1, ge = affinity_tables(a, b, n)
        seen_f = seen_g = 0.0
        for j in range(0, 2 * n + 1, 7):
            true = Balls.of(alpha + Q(j, 2)).gamma() * Balls.of(beta + n - Q(j, 2)).gamma()
            bound = 2 * errors.SEED + n * errors.STEP + errors.PRODUCT
            seen_f = max(seen_f, relative(exactly(f0[j], f1[j], fe[j]), true) / bound)
            assert abs(f1[j]) <= 3.01 * errors.U * f0[j]
            assert 1 <= f0[j] < 2
        for i in range(0, n + 1, 5):
            true = 1 / (Balls.of(alpha + i).gamma() * Balls.of(beta + n - i).gamma()).sqrt()
            bound = errors.SEED + (n * errors.STEP + errors.PRODUCT) / 2 + errors.RSQRT
            seen_g = max(seen_g, relative(exactly(g0[i], g1[i], ge[i]), true) / bound)
            assert abs(g1[i]) <= 4 * errors.U * g0[i]
        assert 1e-3 < seen_f < 1
        assert 1e-3 < seen_g < 1

    at_precision(300, check)


def test_one_table_step_and_one_root_err_by_no_more_than_the_bound():
    def check():
        worst = 0.0
        for v in range(1, 400):
            alpha = Q(v, 7)
            f0, f1, fe, g0, g1, ge = affinity_tables(gamma_table(alpha, 1), None, 1)
            for j in range(3):
                true = Balls.of(alpha + Q(j, 2)).gamma()
                bound = errors.SEED + (j // 2) * errors.STEP + errors.PRODUCT
                assert relative(exactly(f0[j], f1[j], fe[j]), true) <= bound
            true = 1 / Balls.of(alpha).gamma().sqrt()
            worst = max(worst, relative(exactly(g0[0], g1[0], ge[0]), true))
        assert errors.RSQRT / 1000 < worst <= errors.RSQRT + errors.SEED

    at_precision(300, check)


def test_the_exponential_errs_by_no_more_than_the_bound():
    def check():
        rng = np.random.default_rng(1)
        t = np.concatenate(
            [
                rng.uniform(0, 1, 2000),
                rng.uniform(0, 700, 2000),
                (np.arange(1, 900) + 0.5) * math.log(2),
                [0.0, 700.0, 1e-300],
            ]
        )
        t = t[t <= kernels.FAR]
        out = np.empty_like(t)
        kernels.decay(t, out)
        seen = max(
            relative(float(w), (-Balls.of(Q(float(s)))).exp()) for s, w in zip(t, out, strict=True)
        )
        assert errors.EXP / 4 < seen <= errors.EXP
        kernels.decay(np.array([800.0, 1e300]), out[:2])
        assert 0 < out[0] == out[1] < 1e-300

    at_precision(200, check)


def test_a_wrong_proposal_for_a_logarithm_is_corrected_and_admitted():
    def check():
        for x in (1.0, 1.5, 8.0, 1e5):
            for off in (0.0, 1e-12, 1e-9, -1e-7, 1e-4):
                value, step = kernels.corrected(x, max(math.log(x) + off, 0.0))
                error = float(abs(Balls.of(Q(float(value))) - Balls.of(Q(x)).log()).upper())
                assert error <= errors.LOG + step**2 + errors.U * math.log(x)
                assert step <= 2 * abs(off) + 1e-15

    at_precision(200, check)


def true_distance(prior, x, r):
    """H from gamma functions, any k."""
    bc = arb(1)
    for a, s, t in zip(prior, x, r, strict=True):
        root = (Balls.of(a + s).gamma() * Balls.of(a + t).gamma()).sqrt()
        bc *= Balls.of(a + Q(s + t, 2)).gamma() / root
    return (1 - bc).sqrt()


@pytest.mark.parametrize("prior", [(Q(1), Q(1)), (Q(1, 3), Q(5, 7)), (Q(10**8), Q(10**8))])
def test_distances_of_neighbours_err_by_no_more_than_the_bound(prior):
    def check():
        n = 400
        m = line(Problem(prior, n, Q(1), Q(1), "local"), 1)
        seen = max(
            relative(float(m.h[i]), true_distance(prior, (i, n - i), (i + 1, n - i - 1)))
            for i in range(n)
        )
        assert errors.DISTANCE / 8 < seen <= errors.DISTANCE

    at_precision(300, check)


@pytest.mark.parametrize("prior", [(Q(1), Q(1)), (Q(1, 3), Q(5, 7)), (Q(25), Q(1, 1000))])
@pytest.mark.parametrize("epsilon", [Q(1, 100), Q(4), Q(100)])
def test_log_sums_err_by_no_more_than_the_bound(prior, epsilon):
    def check():
        n = 300
        m = line(Problem(prior, n, epsilon, Q(2), "local"), 1)
        fixed, spread = errors.row_error(n + 1), errors.spread_error(2, 0.0)
        for i in (0, 1, 7, 140, n):
            c = Balls.of(Q(float(m.strengths.c[i])))
            total = sum(
                (
                    (-c * true_distance(prior, (i, n - i), (r, n - r))).exp()
                    for r in range(n + 1)
                    if r != i
                ),
                arb(1),
            )
            bound = fixed + float(m.slack[i]) + spread * (math.log(n + 1) - m.log_sums[i] + 1e-3)
            error = abs(Balls.of(Q(float(m.log_sums[i]))) - total.log())
            assert float(error.upper()) <= bound
            assert m.slack[i] < 1e-14

    at_precision(250, check)


def test_log_sums_of_three_categories_err_by_no_more_than_the_bound():
    def check():
        prior, n = (Q(1), Q(1, 2), Q(3)), 12
        m, _, _ = corner(Problem(prior, n, Q(6), Q(2), "local"), 1)
        fixed, spread = errors.row_error(len(m.orbit)), errors.spread_error(3, 0.0)
        for i in range(0, len(m.log_sums), 9):
            x = [int(v) for v in m.space.representatives[i]]
            c = Balls.of(Q(float(m.strengths.c[i])))
            total = arb(1)
            for r in m.space.points:
                if list(r) != x:
                    total += (-c * true_distance(prior, x, [int(v) for v in r])).exp()
            error = abs(Balls.of(Q(float(m.log_sums[i]))) - total.log())
            bound = fixed + m.slack[i] + spread * (math.log(len(m.orbit)) + 1e-3)
            assert float(error.upper()) <= bound

    at_precision(250, check)
