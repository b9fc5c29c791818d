"""What is not proved is refused with one exception, and broken code is noticed."""

from __future__ import annotations

import subprocess
import sys
from contextlib import nullcontext
from fractions import Fraction as Q
from threading import Event, Thread

import numpy as np
import pytest
from filter_agreement import agree
from filter_reference import Balls, all_losses, at_precision
from flint import ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from dpbi.privacy.filter import (
    FastUnavailable,
    Problem,
    arithmetic,
    filtered_loss,
    kernels,
    line,
    refine,
    simplex,
)
from dpbi.privacy.filter.simplex import compositions
from dpbi.privacy.filter.simplex import simplex as make_simplex
from dpbi.privacy.filter.tables import flint_precision, strengths

ONE = (Q(1), Q(1))
OUTSIDE = {
    "tiny prior": Problem((Q(1), Q(1, 2**50)), 5, Q(1), Q(2), "local"),
    "huge prior": Problem((Q(2**41), Q(1)), 5, Q(1), Q(2), "local"),
    "posteriors too close": Problem((Q(2**40), Q(2**40)), 2**10, Q(1), Q(2), "local"),
    "tiny epsilon": Problem(ONE, 5, Q(1, 2**70), Q(2), "local"),
    "huge epsilon": Problem(ONE, 5, Q(2**50), Q(2), "local"),
    "huge epsilon, printed": Problem(ONE, 5, Q(2**50), Q(2), "printed"),
    "huge n": Problem(ONE, 2**20 + 1, Q(1), Q(2), "local"),
    "huge gamma": Problem(ONE, 5, Q(1), Q(2), "harmonic", Q(2**50)),
    "beta zero": Problem(ONE, 5, Q(1), Q(2), "exponential", None, (Q(0), Q(0))),
    "beta loose": Problem(ONE, 5, Q(1), Q(2), "exponential", None, (Q(1, 3), Q(1, 2))),
    "beta loose over a long reach": Problem(
        ONE, 5, Q(1), Q(2), "exponential", None, (Q(500), Q(500) * (1 + Q(1, 2**20)))
    ),
    "beta huge": Problem(ONE, 5, Q(1), Q(2), "exponential", None, (Q(700), Q(700))),
    "large simplex": Problem((Q(1),) * 4, 200, Q(1), Q(2), "local"),
    "many categories": Problem((Q(1),) * 80, 2, Q(1), Q(2), "local"),
}


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_problem_outside_the_proof_is_refused(name):
    with pytest.raises(FastUnavailable, match="does not cover"):
        filtered_loss(OUTSIDE[name])


@pytest.mark.parametrize(
    "change",
    [
        {"n": 0},
        {"epsilon": Q(0)},
        {"factor": Q(-1)},
        {"prior": (Q(1),)},
        {"prior": (Q(1), Q(0))},
        {"sensitivity": "smooth"},
        {"sensitivity": "harmonic"},
        {"sensitivity": "exponential"},
        {"sensitivity": "exponential", "beta": (Q(2), Q(1))},
    ],
)
def test_a_problem_without_meaning_cannot_be_stated(change):
    with pytest.raises(ValueError, match=r"."):
        Problem(
            **{"prior": ONE, "n": 3, "epsilon": Q(1), "factor": Q(2), "sensitivity": "local"}
            | change
        )


def test_floats_cannot_enter():
    with pytest.raises(TypeError, match="Fraction"):
        Problem(ONE, 3, 0.5, Q(2), "local")
    with pytest.raises(TypeError, match="n is an int"):
        Problem(ONE, 3.0, Q(1), Q(2), "local")


@pytest.mark.parametrize("kind", ["printed", "global", "local", "harmonic"])
def test_integers_mean_what_the_fractions_mean(kind):
    """1 / 3 of integers is a double: refined, it once gave a bound that excluded the truth."""
    plain = Problem((1, 1), 3, 1, 3, kind, 1)
    exact = Problem(ONE, 3, Q(1), Q(3), kind, Q(1))
    one = refine(plain, filtered_loss(plain), 100)
    two = refine(exact, filtered_loss(exact), 100)
    assert plain == exact
    assert max(one.lo, two.lo) <= min(one.hi, two.hi)
    assert all(type(v) is Q for v in (*plain.prior, plain.epsilon, plain.factor, plain.gamma))


def test_an_answer_is_refined_for_its_own_problem_only():
    problem, other = (Problem(ONE, 3, Q(e), Q(2), "local") for e in (1, 2))
    with pytest.raises(ValueError, match="another problem"):
        refine(problem, filtered_loss(other), 100)


def test_threads_take_turns_with_the_precision():
    """Scopes that overlap without nesting would leave the wrong precision behind."""
    before, ctx.prec = ctx.prec, 77
    entered = Event()

    def other():
        with flint_precision(200):
            entered.set()

    try:
        thread = Thread(target=other)
        with flint_precision(100):
            thread.start()
            assert not entered.wait(0.05)
            assert ctx.prec == 100
        thread.join()
        assert entered.is_set()
        assert ctx.prec == 77
    finally:
        ctx.prec = before


def test_a_precision_changed_elsewhere_is_noticed(monkeypatch):
    """flint's precision is global: another thread may lower it in the middle of a scope."""
    monkeypatch.setattr("dpbi.privacy.filter.tables.flint_precision", lambda bits: nullcontext())
    before, ctx.prec = ctx.prec, 40
    try:
        with pytest.raises(FastUnavailable, match="well enough"):
            filtered_loss(Problem(ONE, 9, Q(1), Q(2), "printed"))
    finally:
        ctx.prec = before


@pytest.mark.parametrize("beta", [Q(1, 5), Q(40)])
def test_far_candidates_overflow_in_silence(beta):
    """1/LS times exp(700) may be infinite; that y is not a source, and nothing warns."""
    prior = (Q(2**30), Q(2**30))
    problem = Problem(prior, 60, Q(1, 10**6), Q(1), "exponential", None, (beta, beta))
    answer = filtered_loss(problem)
    finer = refine(problem, answer, 80)
    assert answer.lo <= finer.lo <= finer.hi <= answer.hi


def test_without_numba_the_import_fails_as_an_import_error():
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "try: import dpbi.privacy.filter\n"
        "except ImportError: sys.exit(7)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 7


def test_the_precision_of_flint_is_left_as_it_was():
    before, ctx.prec = ctx.prec, 77
    try:
        problem = Problem(ONE, 9, Q(1), Q(2), "local")
        refine(problem, filtered_loss(problem), 120)
        assert ctx.prec == 77
    finally:
        ctx.prec = before


MECHANISMS = st.sampled_from(
    [
        ("printed", None, None),
        ("global", None, None),
        ("local", None, None),
        ("harmonic", Q(1), None),
        ("harmonic", Q(1, 50), None),
        ("harmonic", Q(0), None),
        ("exponential", None, (Q(1, 7), Q(1, 7))),
    ]
)


def fractions(low, high):
    return st.fractions(low, high, max_denominator=60).filter(lambda q: q > 0)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.tuples(fractions(0, 30), fractions(0, 30)),
    st.integers(1, 22),
    fractions(0, 40),
    st.sampled_from([Q(1), Q(2), Q(4)]),
    MECHANISMS,
)
def test_any_problem_on_the_line_is_enclosed(prior, n, epsilon, factor, mechanism):
    def check():
        problem = Problem(prior, n, epsilon, factor, *mechanism)
        answer, losses = filtered_loss(problem), all_losses(problem, Balls)
        agree(problem, answer, losses)
        agree(problem, refine(problem, answer, 90), losses)

    at_precision(160, check)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    st.lists(st.sampled_from([Q(1, 3), Q(1), Q(5, 2)]), min_size=3, max_size=4),
    st.integers(1, 4),
    fractions(0, 20),
    MECHANISMS,
)
def test_any_problem_on_the_simplex_is_enclosed(prior, n, epsilon, mechanism):
    def check():
        problem = Problem(tuple(prior), n, epsilon, Q(2), *mechanism)
        answer, losses = filtered_loss(problem), all_losses(problem, Balls)
        agree(problem, answer, losses)
        agree(problem, refine(problem, answer, 90), losses)

    at_precision(160, check)


# broken on purpose -----------------------------------------------------------------------------


def without(term):
    """kernels.line_losses with one term of the loss dropped."""
    honest = kernels.line_losses

    def broken(summed, most, c, h, log_sums, slack, *rest):
        if term == "the distance term":
            h = h * 0
        elif term == "ln NL(y)":  # of the second member of each pair of neighbours
            log_sums = log_sums.copy()
            log_sums[1::2] = 0
        elif term == "ln NL(x)":
            log_sums = log_sums.copy()
            log_sums[::2] = 0
        elif term == "both sums":
            log_sums = log_sums * 0
        honest(summed, most, c, h, log_sums, slack, *rest)
        if term == "the outputs other than x":
            lo, hi = rest[-2], rest[-1]
            hi[:] = np.minimum(hi, lo + 1e-12)

    return broken


PROBES = [
    Problem((Q(1, 2), Q(1, 2)), 50, Q(4), Q(2), "local"),
    Problem((Q(7), Q(4)), 12, Q(1), Q(4), "harmonic", Q(1)),
]


def all_probes_agree():
    for problem in PROBES:
        agree(problem, filtered_loss(problem), all_losses(problem, Balls))


def test_the_probes_agree_when_nothing_is_broken():
    at_precision(160, all_probes_agree)


@pytest.mark.parametrize(
    "term", ["the distance term", "ln NL(y)", "ln NL(x)", "both sums", "the outputs other than x"]
)
def test_a_dropped_term_of_the_loss_is_noticed(term, monkeypatch):
    monkeypatch.setattr(kernels, "line_losses", without(term))
    with pytest.raises(AssertionError):
        at_precision(160, all_probes_agree)


def test_a_forgotten_tail_is_noticed(monkeypatch):
    """The narrowest windows there are: their tail, enclosed but wide, may not be left out."""
    honest, slack = kernels.line_rows, []

    def narrow(first, last, c, tolerance, *arrays):
        honest(first, last, c, 1e300, *arrays)
        slack.append(max(arrays[-1]))
        arrays[-1][:] = 0

    problem = Problem(ONE, 60, Q(4), Q(2), "harmonic", Q(1))
    monkeypatch.setattr(kernels, "line_rows", narrow)
    with pytest.raises(AssertionError):
        at_precision(
            160, lambda: agree(problem, filtered_loss(problem), all_losses(problem, Balls))
        )
    assert max(slack) > 1e-3


def test_narrow_windows_cost_width_but_never_truth(monkeypatch):
    monkeypatch.setattr(line, "TAIL_AIM", 2.0**-8)
    at_precision(160, all_probes_agree)


# the pieces of k >= 3 ----------------------------------------------------------------------------


def brute_smooth(points, base, move):
    return [
        min(
            move(base[j], sum(abs(a - b) for a, b in zip(x, y, strict=True)) // 2)
            for j, y in enumerate(points)
        )
        for x in points
    ]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.integers(1, 40), min_size=2, max_size=30), st.integers(0, 5))
def test_the_sweeps_find_the_least_candidate(values, gamma):
    base = np.array(values, float)
    d = np.arange(len(values), dtype=float)
    out = np.empty_like(base)
    arithmetic.smoothed_line(base, np.ones_like(d), gamma * d, 1 - 2.0**-50, out)
    points = [(i, -i) for i in range(len(values))]
    assert out.tolist() == brute_smooth(points, values, lambda b, d: b + gamma * d)


def test_points_ranks_and_representatives_are_consistent():
    for prior, n in (((Q(1),) * 3, 6), ((Q(1), Q(2), Q(1), Q(2)), 4), ((Q(1), Q(2), Q(3)), 5)):
        space = make_simplex(prior, n)
        assert (space.points.sum(axis=1) == n).all()
        assert (space.rank(space.points) == np.arange(len(space.points))).all()
        orbits = {tuple(x) for x in space.canonical(space.points)}
        assert orbits == {tuple(x) for x in space.representatives}
        assert len(compositions(n, 2)) == (n + 1) * (n + 2) // 2


def test_flat_sensitivities_are_smoothed_exactly_on_the_simplex():
    """Slopes of exactly gamma: the rule that drops sources may not drop one too many."""
    space = make_simplex((Q(1), Q(2), Q(3)), 5)
    base = 7.0 - space.points[:, 0]

    def smooth(base, scale, shift, margin):
        near = space.points[:, None, :] + simplex.moves(3)[None]
        near = np.where((near >= 0).all(axis=2)[..., None], near, space.points[:, None, :])
        return simplex._smooth(
            space, np.arange(len(base)), space.rank(near), base, scale, shift, margin
        )

    for gamma in (Q(1), Q(1, 2), Q(3)):
        problem = Problem(space.prior, 5, Q(1), Q(1), "harmonic", gamma)
        c = strengths(problem, base, smooth).c
        expected = brute_smooth(space.points.tolist(), base, lambda b, d, g=gamma: b + float(g) * d)
        assert np.allclose(c, expected, rtol=1e-14)
