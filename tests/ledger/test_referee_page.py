"""The page for referees: its files and commands are run, and print what it shows."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from checked import dpbi as command

import dpbi.ledger

PAGE = Path(dpbi.ledger.__file__).with_name("REFEREE.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"<!-- file (\S+) -->\n```\w*\n(.*?)```", PAGE, re.DOTALL))
OUTPUTS = dict(re.findall(r"<!-- output (.*?) -->\n```\n(.*?)```", PAGE, re.DOTALL))
KERNEL = (sys.executable, "-I", str(Path(dpbi.ledger.__file__).parents[1] / "kernel.py"))


def run(folder, *command):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def dpbi_says(folder, *words):
    done = command(*words, cwd=folder)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def paper(tmp_path_factory):
    """The folder of the page, decided and recorded as it says."""
    folder = tmp_path_factory.mktemp("paper")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    done = run(folder, sys.executable, "-m", "pytest", "-q", ".", "--dpbi-record")
    assert done.returncode == 0, done.stdout
    assert "The report: report/index.html" in dpbi_says(folder, "audit")
    return folder


def test_the_folder_is_decided_and_green_the_second_time(paper):
    done = run(paper, sys.executable, "-m", "pytest", "-q", ".")
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith("--++")
    assert re.search(r"paper +2 holds, 2 fails", done.stdout)


@pytest.mark.parametrize("line", OUTPUTS)
def test_a_command_prints_what_the_page_shows(paper, line):
    assert dpbi_says(paper, *line.split()[1:]) == OUTPUTS[line]


def test_the_report_has_a_certificate_that_the_bare_kernel_accepts(paper):
    done = run(paper, *KERNEL, "report/certificates")
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith("1 refuted at an instance.")
    page = (paper / "report" / "claims.md").read_text(encoding="utf-8")
    assert "where `other(k, t) = (1 - t) / (k - 1) (Section 2: each other answer)`" in page


@pytest.mark.parametrize("name", ["paper.thm-1", "paper.thm-1/by-hand"])
def test_a_reading_with_a_definition_is_explained_step_by_step(paper, name):
    told = dpbi_says(paper, "explain", name)
    assert ("other(k, t) = (1 - t) / (k - 1) in [0.166" in told) is name.endswith("by-hand")
    assert "step by step" in told


def test_before_anything_is_recorded_a_reading_is_explained_without_a_headline(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    told = dpbi_says(tmp_path, "explain", "paper.thm-1/by-hand")
    assert told.splitlines()[2] == "  no headline yet: other readings are not recorded"
    assert "today         fails, not recorded yet" in told
    assert "not decided" not in told
    assert "CHANGED" not in told
    document = json.loads(dpbi_says(tmp_path, "explain", "paper.thm-1/by-hand", "--json"))
    assert (document["headline"], document["readings"][0]["verdict"]) == (None, "fails")
    assert "false as written, true with a small" in dpbi_says(tmp_path, "explain", "paper.thm-1")


def test_every_command_of_the_page_is_one(paper):
    for verb in set(re.findall(r"^dpbi (\w+)", PAGE, re.MULTILINE)):
        assert "Usage: " in dpbi_says(paper, verb, "--help")
