"""What the filter assumes of the machine is tested; without it nothing relies on the filter."""

import os
import shutil
import subprocess
import sys
from fractions import Fraction as Q
from pathlib import Path

import numpy as np
import pytest
from filter_settings import DIRECTED, TINY, under

import dpbi
from dpbi import Table, mechanism, privacy_loss, privacy_profile
from dpbi.fields.balls import DirectedRounding, filters_hold, keeps_tiny_numbers, rounds_to_nearest
from dpbi.privacy.filter import FastUnavailable, Problem, arithmetic, filtered_loss, tables

PROBLEM = Problem((Q(1), Q(1)), 12, Q(1), Q(2), "local")


def some_table():
    rows = np.random.default_rng(1).random((60, 200)) + 0.1
    return Table.from_arrays(rows / rows.sum(axis=1, keepdims=True))


@pytest.mark.parametrize("setting", TINY + DIRECTED)
def test_each_setting_is_seen_and_leaves_with_its_thread(setting):
    assert filters_hold()
    nearest, tiny = under(setting, lambda: (rounds_to_nearest(), keeps_tiny_numbers()))
    assert nearest == (setting not in DIRECTED)
    assert tiny == (setting not in TINY)
    assert filters_hold()


@pytest.mark.parametrize("setting", TINY + DIRECTED)
def test_the_filter_refuses_a_thread_that_is_not_set_as_its_proof_says(setting):
    assert filtered_loss(PROBLEM).lo > 0
    refused = under(setting, lambda: filtered_loss(PROBLEM))
    assert isinstance(refused, FastUnavailable)
    assert "fast-math" in refused.reason


@pytest.mark.parametrize("setting", TINY)
def test_without_tiny_numbers_balls_and_rationals_decide(setting):
    m, table = mechanism("ehds", prior=(1, 1), n=12, epsilon=1), some_table()
    usual, flushed = privacy_loss(m), under(setting, lambda: privacy_loss(m))
    assert "filter" in usual.trusts
    assert flushed.trusts == ("ball",)
    assert max(usual.lo, flushed.lo) <= min(usual.hi, flushed.hi)
    exact = under(setting, lambda: privacy_loss(table))
    assert "filter" not in exact.trusts
    assert "filter" in privacy_loss(table).trusts
    assert exact.largest_ratio == privacy_loss(table).largest_ratio
    (delta,), (usual_delta,) = (
        under(setting, lambda: privacy_profile(table, ["1/2"])),
        privacy_profile(table, ["1/2"]),
    )
    assert "filter" in usual_delta.trusts
    assert "filter" not in delta.trusts
    assert max(delta.lo, usual_delta.lo) <= min(delta.hi, usual_delta.hi)


@pytest.mark.parametrize("setting", DIRECTED)
def test_with_directed_rounding_nothing_is_decided(setting):
    m, table = mechanism("ehds", prior=(1, 1), n=12, epsilon=1), some_table()
    for question in (
        lambda: privacy_loss(m),
        lambda: privacy_loss(table),
        lambda: privacy_profile(table, ["1/2"]),
        lambda: privacy_profile(m, ["1/2"]),
        lambda: m.law((6, 6)),
    ):
        assert isinstance(under(setting, question), DirectedRounding)


def test_a_row_of_floats_is_checked_exactly_where_compensated_sums_are_not_trusted():
    rows = np.full((50, 1000), 1 / 1000)
    seen = under("both, as -ffast-math", lambda: Table.from_arrays(rows).cells.deviation)
    assert seen == Table.from_arrays(rows).cells.deviation


def test_each_thread_that_computes_is_looked_at(monkeypatch):
    seen = []
    monkeypatch.setattr(tables, "require_settings", lambda: seen.append(1))
    done = []
    tables.in_chunks(lambda first, last: done.append((first, last)), 40, 8, 3)
    assert sorted(done) == [(i, i + 8) for i in range(0, 40, 8)]
    assert len(seen) == 3


def test_one_thread_of_several_that_is_not_set_as_the_proof_says_is_enough(monkeypatch):
    calls = iter([None, FastUnavailable("its settings")])

    def second_time():
        if (error := next(calls, None)) is not None:
            raise error

    monkeypatch.setattr(tables, "require_settings", second_time)
    with pytest.raises(FastUnavailable, match="its settings"):
        tables.in_chunks(lambda first, last: None, 40, 8, 2)


@pytest.mark.parametrize(
    ("what", "broken"),
    [
        ("an fma rounds twice", lambda x, y, z: (x * y - z, x * y - z, 0.0, 0.0)),
        ("a product is fused", lambda x, y, z: (2.0**-60, 2.0**-60, 0.0, 0.0)),
        ("a sum is reordered", lambda x, y, z: (2.0**-60, 0.0, 2.0**-60, 0.0)),
    ],
)
def test_code_compiled_with_a_licence_is_refused(monkeypatch, what, broken):
    def probe(x, y, z, out):
        out[:] = broken(x, y, z)

    arithmetic._compiled_strictly.cache_clear()
    monkeypatch.setattr(arithmetic, "probe", probe)
    try:
        with pytest.raises(FastUnavailable, match="compiler"):
            filtered_loss(PROBLEM)
    finally:
        arithmetic._compiled_strictly.cache_clear()


def test_fast_math_shows_in_the_probe():
    """The same source under a licence to reorder and to fuse gives another answer."""
    import numba

    loose = numba.njit(fastmath=True, error_model="numpy")(arithmetic.probe.py_func)
    x, strict, free = 1 + 2.0**-30, np.empty(4), np.empty(4)
    arithmetic.probe(x, x, x * x, strict)
    loose(x, x, x * x, free)
    assert strict.tolist()[:3] == [2.0**-60, 0.0, 0.0]
    assert free.tolist() != strict.tolist()


def test_an_edited_helper_in_another_file_is_compiled_anew(tmp_path):
    """A cache that depended on the kernels' own file alone would give the old answer."""
    package = tmp_path / "dpbi"
    shutil.copytree(
        Path(dpbi.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__")
    )
    ask = (
        "import numpy as np; from dpbi.privacy.filter import kernels;"
        "hi, lo, ex = np.zeros(3), np.zeros(3), np.zeros(3, np.int64);"
        "x = 1 + 2.0**-30; seeds = np.array([x, 0, 1, 0]);"
        "kernels.gamma_chain(seeds, ex[:2] * 0, x, 0.0, hi, lo, ex);"
        "print(hi[2] == x * x, lo[2] == 2.0**-60)"
    )
    environment = {
        **os.environ,
        "PYTHONPATH": str(tmp_path),
        "NUMBA_CACHE_DIR": str(tmp_path / "c"),
    }

    def answer():
        ran = subprocess.run(
            [sys.executable, "-c", ask],
            capture_output=True,
            text=True,
            env=environment,
            cwd=tmp_path,
            check=True,
        )
        return ran.stdout.strip()

    assert answer() == answer() == "True True"
    assert list((tmp_path / "c").rglob("kernels.gamma_chain*.nbc"))
    helper = package / "privacy" / "filter" / "arithmetic.py"
    source = helper.read_text(encoding="utf-8")
    edited = source.replace(
        "return builder.fma(*args)", "return builder.fadd(builder.fmul(*args[:2]), args[2])"
    )
    assert edited != source
    helper.write_text(edited, encoding="utf-8")
    assert answer() == "True False"
