"""`assert_sensitivity`: a failing test shows the two datasets, and what is answered at both."""

import subprocess
import sys

import pytest

import dpbi


@dpbi.query(datasets=range(5), neighbours="line")
def double(x):
    return 2 * x


@dpbi.query(datasets=["ab", "aa"], neighbours="all")
def cells(x):
    return [x.count("a"), x.count("b")]


def test_what_keeps_its_bound_passes_and_is_returned():
    found = dpbi.assert_sensitivity(double, at_most=2)
    assert (found.value, found.pair) == (2, (0, 1))
    dpbi.assert_sensitivity(cells, at_most="sqrt(2)", norm="l2")
    dpbi.assert_sensitivity(lambda x: x, at_most=1, over=double)


def test_what_does_not_fails_with_the_pair_and_the_answers():
    with pytest.raises(dpbi.TooSensitive) as failed:
        dpbi.assert_sensitivity(cells, at_most=1)
    assert isinstance(failed.value, AssertionError)
    assert str(failed.value).splitlines() == [
        "cells has sensitivity 2, not at most 1 (l1 norm)",
        "  between   ab and aa",
        "  answers   [1, 1] and [2, 0]",
    ]
    assert failed.value.found.value == 2
    assert failed.value.at_most == 1


def test_the_least_excess_is_seen_because_roots_are_compared_exactly():
    below = "sqrt(1.9999999999999999999999999999999999999999999999999999)"
    with pytest.raises(dpbi.TooSensitive):
        dpbi.assert_sensitivity(cells, at_most=below, norm="l2")
    with pytest.raises(dpbi.TooSensitive):
        dpbi.assert_sensitivity(cells, at_most="1.41421356237309504880", norm="l2")
    dpbi.assert_sensitivity(cells, at_most="1.41421356237309504881", norm="l2")


@pytest.mark.parametrize("bound", [1.0, "x", -1, None])
def test_a_bound_that_is_no_exact_number_is_refused_and_is_no_failure(bound):
    with pytest.raises(dpbi.DpbiError, match="at_most"):
        dpbi.assert_sensitivity(double, at_most=bound)


def test_it_works_in_a_test_of_pytest_without_anything_else(tmp_path):
    (tmp_path / "test_it.py").write_text(
        "import dpbi\n\n\n"
        '@dpbi.query(datasets=range(3), neighbours="line")\n'
        "def count(x):\n    return x\n\n\n"
        "def test_right():\n    dpbi.assert_sensitivity(count, at_most=1)\n\n\n"
        "def test_wrong():\n    dpbi.assert_sensitivity(count, at_most='1/2')\n"
    )
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "1 failed, 1 passed" in done.stdout
    assert "TooSensitive: count has sensitivity 1, not at most 1/2 (l1 norm)" in done.stdout
    assert "sensitive.py" not in done.stdout  # the traceback ends in the test
