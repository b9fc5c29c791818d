"""The options of the tiers, in a small repository of its own."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TIERS = Path(__file__).parent / "tiers"
TESTS = """
import os
from pathlib import Path

def test_cheap():
    Path("ran").open("a").write("cheap ")

def test_dear():
    Path("ran").open("a").write("dear ")

def test_red():
    Path("ran").open("a").write("red ")
    assert not os.environ.get("RED"), "seed " + os.environ.get("DPBI_SEED", "none")
"""
COSTS = {
    "modules": ["dpbi/a.py", "dpbi/b.py"],
    "entered": ["1", "2"],
    "needed": [],
    "tests": {
        "tests/test_x.py": {"test_cheap": [0.1, 0], "test_dear": [70, 1], "test_red": [2, 1]}
    },
}


@pytest.fixture
def repository(tmp_path):
    """Three tests, two modules, and the plugin."""
    shutil.copytree(TIERS, tmp_path / "tests" / "support" / "tiers")
    (tmp_path / "tests" / "support" / "bugs").mkdir()
    (tmp_path / "tests" / "test_x.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "tests" / "costs.json").write_text(json.dumps(COSTS), encoding="utf-8")
    (tmp_path / "tests" / "conftest.py").write_text(
        "from hypothesis import settings\n"
        "settings.register_profile('deep')\n"
        "pytest_plugins = ['tiers.plugin']\n",
        encoding="utf-8",
    )
    (tmp_path / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\ntestpaths = ["tests"]\npythonpath = ["tests/support"]\n',
        encoding="utf-8",
    )
    (tmp_path / ".gitignore").write_text("ran\n.pytest_cache\n__pycache__\n", encoding="utf-8")
    (tmp_path / "dpbi").mkdir()
    for name in ("a.py", "b.py"):
        (tmp_path / "dpbi" / name).write_text("X = 1\n", encoding="utf-8")
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "all"]):
        name = ("-c", "user.name=a", "-c", "user.email=a@b")
        subprocess.run(["git", *name, *words], cwd=tmp_path, check=True, capture_output=True)
    return tmp_path


@pytest.fixture
def run(repository, monkeypatch):
    """run("--deep") -> exit code, output, the tests that ran in their order."""
    for name in ("DPBI_DEEP", "DPBI_SEED", "DPBI_DEEP_DONE", "DPBI_BEGUN"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments):
        (repository / "ran").unlink(missing_ok=True)
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:dpbi.pytest_plugin", *arguments],
            cwd=repository,
            capture_output=True,
            text=True,
            check=False,
        )
        ran = repository / "ran"
        return done.returncode, done.stdout + done.stderr, ran.read_text() if ran.exists() else ""

    return call


def test_without_an_option_the_dear_ones_are_left_and_told(run):
    code, said, ran = run()
    assert (code, ran) == (0, "cheap ")
    assert "2 dear tests (72 s of a core) are left to pytest --deep" in said


def test_two_workers_leave_the_same_and_tell_it_once(run):
    code, said, ran = run("-n", "2")
    assert (code, ran) == (0, "cheap ")
    assert said.count("2 dear tests") == 1


def test_a_test_that_is_named_is_run_whatever_it_costs(run):
    assert run("tests/test_x.py::test_dear")[2] == "dear "


def test_the_deep_tier_runs_all_and_goes_on_where_it_was_stopped(run, repository):
    code, said, ran = run("--deep")
    assert (code, ran) == (0, "cheap dear red ")
    done = repository / ".pytest_cache" / "d" / "deep" / "done"
    assert set(done.read_text().splitlines()) == {
        f"tests/test_x.py::test_{name}" for name in ("cheap", "dear", "red")
    }
    done.write_text("tests/test_x.py::test_cheap\n", encoding="utf-8")
    seed = said.partition("DPBI_SEED=")[2].partition("\n")[0]
    code, said, ran = run("--deep", "--deselect", "tests/test_x.py::test_red")
    assert (ran, f"DPBI_SEED={seed}\n" in said) == ("dear ", True)
    assert "1 test was done" in said
    (repository / "dpbi" / "a.py").write_text("X = 2\n", encoding="utf-8")
    code, said, ran = run("--deep")
    assert ran == "cheap dear red "
    assert f"DPBI_SEED={seed}\n" not in said


def test_the_rest_and_the_shards_are_parts_of_it(run):
    assert run("--deep", "--rest")[2] == "dear red "
    assert sorted(run("--deep", "--cache-clear", "--shard", f"{k}/2")[2] for k in (1, 2)) == [
        "cheap red ",
        "dear ",
    ]


def test_nothing_begins_after_the_minutes_are_over(run):
    code, said, ran = run("--deep", "--minutes", "0")
    assert (code, ran) == (0, "")
    assert "3 tests were left when the time was over" in said


@pytest.mark.parametrize("words_of_order", [(), ("--order", "5")])
def test_a_failure_of_the_deep_tier_is_had_again_by_the_line_that_it_prints(
    run, monkeypatch, words_of_order
):
    monkeypatch.setenv("RED", "1")
    code, said, _ = run("--deep", *words_of_order)
    (line,) = (line for line in said.splitlines() if line.startswith("again, at "))
    commit, _, command = line.removeprefix("again, at ").partition(": ")
    assert len(commit) == 12
    seed, *words = command.split()
    assert words == ["pytest", "--deep", *words_of_order, "'tests/test_x.py::test_red'"]
    monkeypatch.setenv(*seed.split("="))
    again = run(*(word.strip("'") for word in words[1:]))
    assert (code, again[0], again[2]) == (1, 1, "red ")
    assert f"seed {seed.partition('=')[2]}" in again[1]


def test_a_change_runs_what_enters_it_and_what_failed_last(run, repository, monkeypatch):
    code, said, ran = run("--changed")
    assert (code, ran) == (0, "")
    assert "nothing has changed" in said
    (repository / "dpbi" / "a.py").write_text("X = 3\n", encoding="utf-8")
    assert run("--changed")[2] == "cheap "
    monkeypatch.setenv("RED", "1")
    assert run("tests/test_x.py::test_red")[0] == 1
    assert run("--changed")[2] == "red cheap "


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--shard", "1/2"), "--shard goes with --deep"),
        (("--minutes", "1"), "--minutes goes with --deep"),
        (("--rest",), "--rest goes with --deep"),
        (("--deep", "--changed"), "take one"),
        (("--deep", "--shard", "3/2"), "write --shard 3/20"),
        (("--changed=nothing",), "--changed=nothing: "),
    ],
)
def test_options_that_make_no_sense_are_refused_in_a_sentence(run, words, said):
    code, told, ran = run(*words)
    assert (code, ran) == (4, "")
    assert said in told
