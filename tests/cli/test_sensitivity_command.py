"""`dpbi sensitivity`: verdicts as exit codes, refusals in a sentence, JSON, limits."""

import json
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction

import pytest
from checked import COMMAND

QUERIES = '''
import itertools
import time

import dpbi

TABLES = list(itertools.product(range(3), repeat=3))


def later(x):
    """One way only: one record made larger."""
    return [(*x[:i], v + 1, *x[i + 1 :]) for i, v in enumerate(x) if v < 2]


@dpbi.query(datasets=TABLES, neighbours=later)
def median(x):
    return sorted(x)[1]


class Cells:
    def __init__(self, n, scale=1):
        self.n, self.scale = n, scale

    def datasets(self):
        return range(self.n + 1)

    def neighbours(self, x):
        return [y for y in (x - 1, x + 1) if 0 <= y <= self.n]

    def query(self, x):
        return [self.scale * x, self.scale * (self.n - x)]


def made(n):
    return dpbi.query(datasets=range(n), neighbours="line")(lambda x: x * x)


def bare(x):
    return [0.5 * sum(x), x[0]] if isinstance(x, tuple) else len(x)


def S(x):
    return dpbi.sensitivity(median).smooth(x, gamma=1).exact


def own_exponential(x):
    return dpbi.sensitivity(median).smooth(x, beta="1/4")


def too_small(x):
    return 0


@dpbi.query(datasets=range(3), neighbours="line")
def slow(x):
    time.sleep(60)


@dpbi.query(datasets=range(3), neighbours="line")
def loud(x):
    print("HELLO")
    return x


@dpbi.query(datasets=range(3), neighbours="line")
def nan(x):
    return float("nan")


@dpbi.query(datasets=["yes\\x1b[31m", "no"], neighbours="all")
def coloured(x):
    return len(x)
'''


@pytest.fixture
def ask(run, tmp_path, monkeypatch):
    """ask("median", "--beta", "1") -> exit code, stdout, stderr."""
    (tmp_path / "q.py").write_text(QUERIES)
    monkeypatch.chdir(tmp_path)
    return lambda name, *more: run("sensitivity", f"q.py:{name}", *more)


def test_the_answer_names_the_pair_the_norm_and_what_it_rests_on(ask):
    code, out, err = ask("median")
    assert (code, err) == (0, "")
    assert out.splitlines()[:6] == [
        "median, l1 norm",
        "  global sensitivity   1",
        "  attained             (0, 0, 1) and (0, 1, 1)",
        "                       answers 0 and 1",
        "  at (0, 0, 0)         local 0 (with (0, 0, 1))",
        "  at (0, 0, 1)         local 1 (with (0, 1, 1))",
    ]
    assert "and 19 more datasets, which --all prints" in out
    assert "27 datasets, 108 ordered pairs of neighbours; 54 pairs are listed one way only" in out
    assert out.endswith("rests on             exact arithmetic\n")
    assert len(ask("median", "--all")[1].splitlines()) == 4 + 27 + 2


def test_smooth_sensitivity_is_told_with_where_it_comes_from(ask):
    _, out, _ = ask("median", "--gamma", "1/2", "--dataset", "(0, 0, 0)")
    assert "local 0 (with (0, 0, 1)), smooth 2/3 (from (0, 0, 1), 1 away)" in out
    _, out, _ = ask("median", "--beta", "1/4", "--dataset", "[0, 0, 0]")
    assert "smooth [0.778800783071, 0.778800783072] (from (0, 0, 1), 1 away)" in out
    assert out.endswith("exact arithmetic, ball\n")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("median", "--at-most", "1"), 0),
        (("median", "--at-most", "0.999"), 1),
        (("Cells", "-p", "n=4", "--at-most", "sqrt(2)", "--norm", "l2"), 0),
        (("Cells", "-p", "n=4", "--at-most", "1", "--norm", "linf"), 0),
        (("Cells", "-p", "n=4", "-p", "scale=3/2", "--at-most", "2"), 1),
        (("made", "-p", "n=5", "--at-most", "7"), 0),
        (("median", "--own", "q.py:S"), 0),
        (("median", "--own", "q.py:S", "--gamma", "1"), 0),
        (("median", "--own", "q.py:S", "--gamma", "1/2"), 1),
        (("median", "--own", "q.py:too_small"), 1),
        (("median", "--own", "q.py:own_exponential", "--beta", "1/4"), 3),
        (("median", "--own", "q.py:own_exponential", "--beta", "1/4", "--slack", "1e-9"), 0),
        (("median", "--own", "q.py:own_exponential", "--beta", "1/4", "--at-most", "0"), 1),
        (("bare", "--over", "q.py:Cells", "-p", "n=3"), 2),
    ],
)
def test_exit_codes_are_those_of_a_check(words, code, ask):
    assert ask(*words)[0] == code
    assert ask(*words, "--json")[0] == code


def test_a_broken_bound_is_said_first(ask):
    _, out, _ = ask("median", "--at-most", "1/2")
    assert out.splitlines()[0] == "median, l1 norm: sensitivity is not at most 1/2"
    _, out, _ = ask("median", "--at-most", "1")
    assert out.splitlines()[0] == "median, l1 norm: sensitivity is at most 1"


def test_a_bound_of_ones_own_is_told_with_its_witness_and_its_datasets(ask):
    _, out, _ = ask("median", "--own", "q.py:too_small", "--gamma", "1")
    assert (
        "fails                too_small is an upper bound on the local sensitivity: not so" in out
    )
    assert "at (0, 0, 1): S = 0, and LS = 1" in out
    assert (
        "holds                too_small is smooth (harmonic, gamma = 1), on the 27 declared" in out
    )


def test_a_bare_function_is_asked_over_a_mechanism_of_dpbi_or_a_law_file(ask, tmp_path):
    ehd = ("--over", "ehd", "-p", "prior=1,1", "-p", "n=3", "-p", "epsilon=1")
    code, out, _ = ask("bare", *ehd, "--json")
    document = json.loads(out)
    assert code == 0
    assert document["sensitivity"]["exact"] == "1"
    assert document["parameters"] == {"prior": "1,1", "n": "3", "epsilon": "1"}
    assert document["trusts"] == ["exact arithmetic", "exact binary"]
    law = {"schema": "dpbi-law/1", "neighbours": "all"}
    law["probabilities"] = {"a": {"0": "1"}, "bbb": {"0": "1"}}
    (tmp_path / "law.json").write_text(json.dumps(law))
    _, out, _ = ask("bare", "--over", "law.json", "--json")
    assert json.loads(out)["sensitivity"]["exact"] == "2"


def test_the_document_has_every_dataset_and_exact_numbers_as_text(ask):
    _, out, _ = ask("Cells", "-p", "n=20", "--norm", "l2", "--beta", "1/4", "--json")
    found = json.loads(out)
    assert {*found} == {
        *("query", "parameters", "norm", "sensitivity", "witness", "at_most", "beta", "gamma"),
        *("datasets", "own", "verdict", "over", "trusts"),
    }
    assert found["sensitivity"]["exact"] == "sqrt(2)"
    assert Fraction(found["sensitivity"]["lo"]) ** 2 < 2 < Fraction(found["sensitivity"]["hi"]) ** 2
    assert [row["dataset"] for row in found["datasets"]] == list(range(21))
    assert found["datasets"][0]["smooth"]["distance"] == 0
    assert found["over"] == {"datasets": 21, "ordered_pairs": 40, "listed_one_way": 0}
    assert found["witness"] == {"x": 0, "y": 1, "answers": ["[0, 20]", "[1, 19]"]}
    assert found["verdict"] is None


REFUSED = {
    ("nan",): "nan is not a valid query at dataset 0: its answer is NaN",
    ("bare",): "bare is a function without datasets: write @dpbi.query(datasets=.., neighbours",
    ("nosuch",): "q.py has no nosuch",
    ("medain",): "did you mean median?",
    ("median", "-p", "n=1"): "it has its datasets already, and takes no parameters",
    ("Cells",): "it needs n: add -p n=...",
    ("median", "--norm", "l3"): "'l3' is not one of",
    ("median", "--beta", "1", "--gamma", "1"): "beta asks for the exponential form already",
    ("median", "--beta", "-1"): "beta = -1 is refused",
    ("median", "--dataset", "(9, 9, 9)"): "it is not a dataset of median, which has (0, 0, 0)",
    ("median", "--dataset", "(0, 0, 0)", "--all"): "--dataset names one dataset already",
    ("median", "--slack", "1"): "it is for a bound of yours: add --own my.py:S",
    ("median", "--own", "q.py:none"): "q.py has no none",
    ("median", "--own", "ehd"): "name a file or a module",
    ("median", "--own", "q.py:TABLES"): "write a function of a dataset",
    ("median", "--at-most", "x"): "--at-most = x is refused",
    ("median", "--over", "nosuch"): "there is no mechanism named 'nosuch'",
    ("slow", "--time-limit", "1"): "it did not return within 1 seconds",
}


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_bad_input_is_one_sentence_and_exit_code_two(words, ask):
    code, out, err = ask(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert REFUSED[words] in err


def test_a_registered_name_is_no_query(run):
    code, out, err = run("sensitivity", "ehd")
    assert (code, out) == (2, "")
    assert "name a file or a module and what is in it: my_file.py:Name" in err


def test_what_a_query_prints_goes_to_stderr_and_control_characters_are_escaped(ask, tmp_path):
    done = subprocess.run(
        [*COMMAND, "sensitivity", "q.py:loud", "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["sensitivity"]["exact"] == "1"
    assert "HELLO" in done.stderr
    _, out, _ = ask("coloured")
    assert "\x1b" not in out
    assert "yes\\x1b[31m" in out


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_quietly_and_leaves_nothing_running(ask, tmp_path):
    process = subprocess.Popen(
        [*COMMAND, "sensitivity", "q.py:slow"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    time.sleep(3)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err.strip().endswith("stopped")
