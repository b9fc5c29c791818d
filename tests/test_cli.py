"""The command, as a person and as a program use it."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest
from strategies import FINITE

from dpbi.cli.main import BAD_INPUT, COMMANDS, INTERRUPTED, dpbi, main


@pytest.fixture
def run(capsys, monkeypatch):
    """run("law", "ehd", ..) -> exit code, stdout, stderr."""

    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["dpbi", *arguments])
        with pytest.raises(SystemExit) as stopped:
            main()
        out = capsys.readouterr()
        return stopped.value.code or 0, out.out, out.err

    return call


def law(name, counts, prior, *more):
    return ("law", name, "--prior", prior, "--counts", counts, "--epsilon", "1", *more)


@pytest.mark.parametrize("name", FINITE)
@pytest.mark.parametrize(("counts", "prior"), [("49,49", "1,1"), ("3,4,2", "1,1/2,7/5")])
def test_law_in_json_is_narrow_and_sums_to_one(run, name, counts, prior):
    code, out, err = run(*law(name, counts, prior, "--json"))
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert document["mechanism"] == name
    assert document["parameters"]["epsilon"] == "1"
    ends = [[Fraction(row["p"][end]) for row in document["law"]] for end in ("lo", "hi")]
    assert sum(ends[0]) <= 1 <= sum(ends[1])
    assert all(0 <= hi - lo < Fraction(1, 10**15) for lo, hi in zip(*ends, strict=True))
    assert all(isinstance(c, int) for row in document["law"] for c in row["output"])


def test_more_digits_on_request(run):
    _, out, _ = run(*law("ehd", "2,3", "1,1", "--json", "--digits", "60"))
    p = json.loads(out)["law"][0]["p"]
    assert Fraction(p["hi"]) - Fraction(p["lo"]) < Fraction(1, 10**58)


def test_law_for_people_shows_outputs_posteriors_and_the_total(run):
    code, out, _ = run(*law("ehds", "3,5", "1,1"))
    assert code == 0
    assert "Beta(4, 6)" in out
    assert "█" in out
    assert "enclosed to within" in out


def test_a_long_law_is_cut_to_its_most_probable_outputs_unless_all_are_asked_for(run):
    _, short, _ = run(*law("ehds", "50,50", "1,1"))
    _, full, _ = run(*law("ehds", "50,50", "1,1", "--all"))
    assert "61 more outputs, together" in short
    assert "(50, 50)" in short
    assert full.count("Beta(") == 102


def test_the_continuous_mechanism_prints_its_density_and_loss(run):
    _, out, _ = run(*law("laplace-2counts", "3,5", "1,1"))
    assert "b = 2" in out
    assert "2/b = 1" in out
    _, out, _ = run(*law("laplace-2counts", "3,5", "1,1", "--json", "-p", "reading=scale"))
    assert json.loads(out)["privacy_loss"] == {"lo": "4", "hi": "4"}


def test_lszhang_says_that_its_output_is_no_posterior(run):
    _, out, _ = run(*law("lszhang", "1,1", "1,1"))
    assert "none (a parameter is 0)" in out


@pytest.mark.parametrize("name", ["ehds", "lszhang", "lshist"])
def test_a_picture_is_well_formed_svg_with_words_for_those_who_listen(run, tmp_path, name):
    target = tmp_path / "law.svg"
    counts, prior = ("3,5", "1,1") if name == "ehds" else ("2,1,1", "1,1,1")
    code, _, err = run(*law(name, counts, prior, "--plot", str(target)))
    assert code == 0
    assert "wrote" in err
    root = ET.fromstring(target.read_text(encoding="utf-8"))  # noqa: S314  (our own file)
    names = [child.tag.rpartition("}")[2] for child in root]
    assert names[:2] == ["title", "desc"]
    bars = [c for c in root if c.get("class", "").startswith("bar")]
    assert len(bars) == {"ehds": 9, "lszhang": 25, "lshist": 25}[name]
    assert all(0 <= float(b.get("height")) <= 380 for b in bars)


def test_list_names_every_mechanism(run):
    _, out, _ = run("list")
    assert all(name in out for name in FINITE)
    _, out, _ = run("list", "--json")
    assert {row["name"] for row in json.loads(out)["mechanisms"]} >= set(FINITE)


def test_release_draws_and_a_seed_is_announced_as_not_private(run):
    arguments = ("release", "ehds", "--prior", "1,1", "--counts", "7,13", "--epsilon", "1")
    code, out, err = run(*arguments, "--json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    (released,) = document["releases"]
    assert document["private"] is True
    assert sum(released["output"]) == 20
    assert [Fraction(p) for p in released["posterior"]] == [c + 1 for c in released["output"]]
    seeded = [run(*arguments, "--seed", "5", "--draws", "3") for _ in range(2)]
    assert seeded[0] == seeded[1]
    assert "NOT private" in seeded[0][2]
    assert seeded[0][1].count("counts") == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("law", "ehsd", "--prior", "1,1", "--counts", "1,1", "--epsilon", "1"), "did you mean"),
        (law("ehd", "1,1", "0,1"), "must be > 0"),
        (law("ehd", "1,1", "1,-1"), "must be > 0"),
        (law("ehd", "1,1", "1,,1"), "write an integer"),
        (law("ehd", "1,1", "nan,1"), "write an integer"),
        (law("ehd", "1", "1"), "k >= 2"),
        (law("ehd", "0,0", "1,1"), "at least one record"),
        (law("ehd", "1,-1", "1,1"), "cannot be negative"),
        (law("ehd", "1.5,1", "1,1"), "whole number"),
        (law("ehd", "1,1,1", "1,1"), "2 parameters"),
        (law("ehd", "1,1", "1,1", "--gamma", "1"), "ehd takes"),
        (law("ehds", "1,1", "1,1", "--gamma", "-1"), "must be >= 0"),
        (law("ehd", "1,1", "1,1", "-p", "gs"), "NAME=VALUE"),
        (law("ehd", "1,1", "1,1", "--digits", "0"), "between 1 and 1000"),
        (law("ehd", "1,1", "1,1", "--plot", "law.png"), "SVG"),
        (law("ehd", "1,1", "1,1", "--plot", "no/such/folder/law.svg"), "No such file"),
        (law("ehds", "30000,30000,1", "1,1,1"), "fewer records"),
        (("law", "ehd", "--prior", "1,1", "--counts", "1,1", "--epsilon", "0"), "must be > 0"),
        (("law", "ehd", "--prior", "1,1", "--counts", "1,1"), "--epsilon"),
        (("law",), "MECH"),
        (("lwa",), "did you mean law"),
        (("law", "--nonsense"), "--nonsense"),
        (
            (
                "release",
                "ehd",
                "--prior",
                "1,1",
                "--counts",
                "1,1",
                "--epsilon",
                "1",
                "--draws",
                "0",
            ),
            "at least 1",
        ),
    ],
)
def test_bad_input_is_one_sentence_on_stderr_and_exit_code_two(run, arguments, sentence):
    code, out, err = run(*arguments)
    assert code == BAD_INPUT
    assert out == ""
    assert err.startswith("dpbi: ")
    assert err.count("\n") == 1
    assert sentence in err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_with_an_example(run, name):
    code, out, _ = run(name, "--help")
    assert code == 0
    assert f"dpbi {name}" in out.split("Example", 1)[1]
    assert "--json" in out


def test_ctrl_c_ends_quietly(run, monkeypatch):
    def interrupted(**_):
        raise KeyboardInterrupt

    monkeypatch.setattr(dpbi, "main", interrupted)
    assert run("list") == (INTERRUPTED, "", "stopped\n")


def test_the_installed_command_works_from_anywhere(tmp_path):
    code = "from dpbi.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, *law("lshist", "1,2", "1,1")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env={"COLUMNS": "40", "PATH": ""},
    )
    assert max(map(len, done.stdout.splitlines())) <= 40
