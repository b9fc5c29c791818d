"""`dpbi sweep`, as a person types it."""

import json
import re
import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path

import pytest

from dpbi.audit.sweeps import asking, spec
from dpbi.cli import BAD_INPUT

ROOT = Path(__file__).parents[2]
SPECS = sorted((ROOT / "verify" / "sweeps").glob("*.toml"))
SPEC = """
title = "Two mechanisms"
target = ["ehd", "ehdl"]
[grid]
prior = "1,1"
n = "1..6"
epsilon = ["1", "2"]
"""


@pytest.fixture
def swept(run, tmp_path, monkeypatch):
    """The command in a folder with a spec, once it has run."""
    monkeypatch.chdir(tmp_path)
    Path("two.toml").write_text(SPEC, encoding="utf-8")
    assert run("sweep", "two.toml", "--jobs", "0")[:2] == (
        0,
        "24 settings: 24 holds\nThe table: two.sqlite\n",
    )
    for name, about in {"other": {"schema": "9"}, "odd": {"schema": "1", "parameters": 3}}.items():
        with closing(sqlite3.connect(f"{name}.sqlite")) as made, made:
            made.execute("CREATE TABLE provenance (name TEXT PRIMARY KEY, value TEXT)")
            made.executemany("INSERT INTO provenance VALUES (?, ?)", about.items())
    return lambda *words: run("sweep", *words)


def test_a_sweep_is_shown_drawn_and_exported(swept):
    code, out, _ = swept("show", "two.sqlite", "--where", "tight", "--most", "1", "-p", "n=6")
    assert code == 0
    assert "where the least slack is: 4\n" in out
    assert out.splitlines()[-1].startswith("  target = ehdl, prior = 1,1, n = 6, epsilon = 1: [0.")
    code, out, _ = swept("show", "two.sqlite", "--json", "--crossing", "n")
    document = json.loads(out)
    assert document["verdicts"] == {"holds": 24}
    assert document["answers"]["fails"]["count"] == 0
    assert document["provenance"]["title"] == "Two mechanisms"
    assert swept("show", "two.sqlite", "--export", "two.csv")[0] == 0
    assert Path("two.csv").read_text(encoding="utf-8").count("\n") == 25
    assert swept("plot", "two.sqlite", "--x", "n", "--out", "two.svg")[0] == 0
    assert "Two mechanisms" in Path("two.svg").read_text(encoding="utf-8")
    assert swept("two.toml", "--resume", "--json")[0] == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["two.toml"], "it is there already: go on with --resume"),
        (["no.toml"], "no.toml is refused: it cannot be read: No such file"),
        (["show", "no.sqlite"], "no.sqlite: No such file or directory"),
        (["show", "two.toml"], "is not a table that dpbi sweep has written"),
        (["show", "two.sqlite", "--where", "fail"], "did you mean fails?"),
        (["show", "two.sqlite", "--crossing", "prior"], "no parameter with numbers named 'prior'"),
        (["plot", "two.sqlite", "--out", "two.png"], "name a file.svg"),
        (["plot", "two.sqlite"], "--out is missing"),
        (["two.toml", "--retry"], "it goes with --resume"),
        (["two.toml", "--export", "t.xls"], "choose a name that ends in .csv or .parquet"),
        (["two.toml", "--jobs", "2", "--scheduler", "tcp://x"], "as many as it has"),
        (["two.toml", "--resume", "--jobs", "5000"], "between 0 and 1024"),
        (["show", "two.sqlite", "--most", "0"], "--most = 0 is refused: it must be between 1"),
        (["show", "other.sqlite"], "is not a table that dpbi sweep has written: its form is 9"),
        (["show", "odd.sqlite"], "is not a table that dpbi sweep has written"),
        (["two.toml", "--out", "new.sqlite", "--jobs", "5000"], "between 0 and 1024"),
        ([], "write `dpbi sweep SPEC.toml`"),
        (["show"], "write `dpbi sweep SPEC.toml`"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(swept, words, sentence):
    code, out, err = swept(*words)
    assert (code, out) == (BAD_INPUT, "")
    assert err.startswith("dpbi: ")
    assert err.count("\n") == 1
    assert sentence in err
    assert not Path("new.sqlite").exists()  # what cannot begin leaves no file


def test_a_table_that_is_not_finished_says_so(swept):
    with closing(sqlite3.connect("two.sqlite")) as table, table:
        table.execute("DELETE FROM results WHERE setting % 2 = 0")
    code, out, _ = swept("show", "two.sqlite")
    assert (code, out.splitlines()[0]) == (0, "12 of 24 settings: 12 holds")
    document = json.loads(swept("show", "two.sqlite", "--json")[1])
    assert (document["settings"], document["of"]) == (12, 24)
    assert swept("plot", "two.sqlite", "--x", "n", "--out", "two.svg")[0] == 0
    with closing(sqlite3.connect("two.sqlite")) as table, table:
        table.execute("DELETE FROM results")
    assert swept("show", "two.sqlite")[1].startswith("0 of 24 settings: none has an answer yet\n")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('targt = "ehd"', "there is no key of a sweep named 'targt'; did you mean target?"),
        ('target = "ehd"\n[grid]\nn = []', "it has no values, so there is no setting"),
        ('target = "ehd"\n[grid]\nepsilon = 0.1', 'is a binary float: write "0.1"'),
        (
            'target = "ehd"\n[grid]\nn = "1..1000000"\nprior = "1,1"\n'
            "epsilon = {from = 1, to = 1000000, step = 1}",
            "1,000,000,000,000 settings are more than the 1,000,000,000 that a sweep takes: at 2 "
            "ms and 500 bytes each they would need 63 years of one core and 500 TB",
        ),
        ("[[[", "it is not TOML"),
        ("target = " + 3000 * "[" + 3000 * "]", "its lists are nested too deeply"),
        ("n = " + 5000 * "9", "it is not TOML"),
    ],
)
def test_a_bad_spec_is_one_sentence(run, tmp_path, text, sentence):
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    code, out, err = run("sweep", str(path), "--out", str(tmp_path / "t.db"))
    assert (code, out, err.count("\n")) == (BAD_INPUT, "", 1)
    assert sentence in err
    assert not (tmp_path / "t.db").exists()


@pytest.mark.study
@pytest.mark.parametrize("path", SPECS, ids=lambda p: p.stem)
def test_the_specs_of_the_repository_have_answers(path):
    asked = spec.read(path)
    assert len(asked.settings) > 900
    found = asking.row(asked.ask, asked.digits, asked.settings.at(0))
    assert found["lo"] is not None
    assert found["trusts"]


def test_the_spec_of_the_manual_is_read():
    manual = Path(asking.__file__).with_name("SWEEPS.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```toml\n(.*?)```", manual, re.DOTALL)
    asked = spec.read(tomllib.loads(text))
    assert len(asked.settings) == 2 * 1000 * 13
    assert asked.seconds == 60


@pytest.mark.study
def test_there_are_specs_of_every_map_that_matters():
    assert [p.stem for p in SPECS] == [
        "accuracy-crossings",
        "calibrated",
        "ehdl-beyond-epsilon",
        "largest-loss",
        "true-epsilon",
    ]
