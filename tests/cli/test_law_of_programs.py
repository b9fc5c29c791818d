"""What the commands print of a program: all of it, in a terminal of any width."""

import json
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

cut = dpbi.program(datasets=(0, 1), neighbours="all", paths=7)(svt.__wrapped__)

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


def test_of_a_program_that_asks_and_does_not_end_all_commands_tell_what_is_left(mine, run):
    code, out, _ = run("law", "mine.py:cut", "--dataset", "0")
    assert code == 0
    said = " ".join(out.split())
    left = re.search(r"what is left, (0\.\d+) at most for an adversary, is of runs", said)
    assert left is not None
    assert "and sum to at most 1 for each adversary" in said
    code, out, _ = run("law", "mine.py:cut", "--dataset", "0", "--json")
    assert float(json.loads(out)["left"]["hi"]) <= float(left.group(1))
    code, out, _ = run("loss", "mine.py:cut", "--profile", "0", "--json")
    found = json.loads(out)
    assert code == 0
    assert found["loss"]["hi"] == "inf"
    assert 0 < float(found["profile"][0]["delta"]["hi"]) < 1
    code, out, _ = run("check", "mine.py:cut", "--epsilon", "2")
    assert code == 3
    assert "but it is            (2, 0." in out
    assert run("check", "mine.py:cut", "--epsilon", "1/100")[0] == 1
    assert run("check", "mine.py:cut", "--epsilon", "1", "--delta", "0.9")[0] == 0


@pytest.mark.parametrize(("name", "bars"), [("cut", 7), ("one", 60), ("svt", 10)])
def test_pictures_of_programs_have_a_bar_for_each_output_and_tell_what_is_left(
    name, bars, mine, run, tmp_path
):
    assert run("law", f"mine.py:{name}", "--dataset", "0", "--plot", "law.svg")[0] == 0
    text = (tmp_path / "law.svg").read_text()
    assert len(re.findall(r'class="bar\b', text)) == bars
    assert ("what is left, at most" in text) == (name == "cut")


@pytest.mark.parametrize("name", ["cut", "one", "svt"])
def test_pictures_of_a_loss_have_delta_from_both_sides_where_they_differ(name, mine, run, tmp_path):
    assert run("loss", f"mine.py:{name}", "--plot", "loss.svg")[0] == 0
    text = (tmp_path / "loss.svg").read_text()
    assert (">at least</text>" in text) == (name == "cut")
    assert (">delta, all pairs</text>" in text) == (name != "cut")
