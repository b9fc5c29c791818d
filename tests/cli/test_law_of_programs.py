"""What the commands print of a program: all of it, in a terminal of any width."""

import re

import pytest

SOURCE = """
import dpbi

def low(x):
    return x

def high(x):
    return 1 - x

@dpbi.program(datasets=(0, 1), neighbours="all")
def svt(x, rng):
    t = rng.discrete_laplace(2)
    for _ in range(2):
        q = rng.choose([low, high])
        if rng.show(q(x) + rng.discrete_laplace(4) >= t):
            break

@dpbi.program(datasets=(0, 1), neighbours="all", epsilon="1/2")
def same(x, rng):
    return rng.geometric(1)

@dpbi.program(datasets=(0, 1), neighbours="all", epsilon=1)
def one(x, rng):
    return x + rng.discrete_laplace(1)
"""


@pytest.fixture
def mine(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(SOURCE)


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
def test_a_law_shows_each_transcript_and_each_probability_in_full(columns, mine, monkeypatch, run):
    monkeypatch.setenv("COLUMNS", str(columns))
    code, out, _ = run("law", "mine.py:svt", "--dataset", "0")
    assert code == 0
    assert all(len(line) <= columns for line in out.splitlines())
    assert "…" not in out
    numbers = re.findall(r"0\.\d+", out)
    assert len(numbers) == 10
    assert min(map(len, numbers)) >= 16
    words = " ".join(re.sub(r"0\.\d+|█|#", "", out).split())
    assert words.count("saw False -> chose low") + words.count("saw False -> chose high") == 8


def test_a_check_prints_the_true_epsilon_as_a_number(mine, run):
    assert "  true epsilon         0\n" in run("check", "mine.py:same")[1]
    assert "  true epsilon         1\n" in run("check", "mine.py:one")[1]


def test_a_release_that_needs_an_adversary_says_where_one_is_handed_over(mine, run):
    code, out, said = run("release", "mine.py:svt", "--dataset", "0")
    assert (code, out) == (2, "")
    assert "in Python, hand one to sample(x, adversary=...)" in said
