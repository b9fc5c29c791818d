"""The page "audit your own mechanism in ten minutes" is run from top to bottom, as it is written.

A block under a file's name is written; in a console block each line that begins with $ is run in
the same folder, and must print what follows it.  A line of three dots matches any lines.
"""

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from checked import COMMAND

import dpbi

PAGE = Path(dpbi.__file__).parent / "promises" / "TEN_MINUTES.md"
BLOCK = re.compile(r"(?:^`([^`\n]+)`\n)?```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STEPS = [match.groups() for match in BLOCK.finditer(PAGE.read_text(encoding="utf-8"))]


@pytest.fixture
def shell(tmp_path):
    """run(line) in an empty folder, with `dpbi` and `python` on the path."""
    bin_, place = tmp_path / "bin", tmp_path / "work"
    bin_.mkdir()
    place.mkdir()
    quoted = " ".join(f"'{part}'" for part in COMMAND)
    for name, command in (("dpbi", quoted), ("python", f"'{sys.executable}'")):
        (bin_ / name).write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        (bin_ / name).chmod(0o755)
    env = os.environ | {"PATH": f"{bin_}:{os.environ['PATH']}", "PYTHONDONTWRITEBYTECODE": "1"}

    def run(line):
        return subprocess.run(
            ["sh", "-c", line], cwd=place, env=env, capture_output=True, text=True, check=False
        )

    run.place = place
    return run


def commands(block):
    """(line, what it must print) of a console block."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        yield line, shown


def matches(shown, printed):
    parts = re.split(r"^\.\.\.\n", shown, flags=re.MULTILINE)
    return re.fullmatch("(?:.*\n)*".join(map(re.escape, parts)), printed)


def test_the_page_does_what_it_says(shell):
    ran = 0
    for name, language, body in STEPS:
        if name:
            (shell.place / name).parent.mkdir(parents=True, exist_ok=True)
            (shell.place / name).write_text(body)
        elif language == "console":
            for line, shown in commands(body):
                done = shell(line)
                assert matches(shown, done.stdout), f"$ {line}\n{done.stdout}{done.stderr}"
                ran += 1
    assert ran >= 12
    results = json.loads((shell.place / "reports/dpbi.sarif").read_text())["runs"][0]["results"]
    assert results == []
    suite = ET.parse(shell.place / "reports/dpbi.xml").getroot()  # noqa: S314  (our own file)
    assert suite.get("failures") == "0"


def test_every_block_is_a_file_a_console_or_the_installation():
    plain = [(language, body) for name, language, body in STEPS if not name]
    assert [body for language, body in plain if language != "console"] == [STEPS[0][2]]
    assert "pip install './dpbi[test]'" in STEPS[0][2]
    assert STEPS[0][2].splitlines()[0] == "python3 -m venv .venv"


def test_the_extra_that_is_installed_exists_and_the_workflow_runs_the_shell_job():
    project = (PAGE.parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    assert re.search(r"^test = \[", project, re.MULTILINE)
    (workflow,) = [body for name, _, body in STEPS if name and name.endswith(".yml")]
    assert "run: sh ci.sh" in workflow
    assert "pip install './dpbi[test]'" in workflow
    assert "reports/dpbi.sarif" in workflow


def test_the_mistake_on_the_page_is_one_and_the_float_version_fails_by_a_rounding(shell):
    for name, _, body in STEPS:
        if name and name.endswith(".py") and not name.startswith(("sampler", "test")):
            (shell.place / name).write_text(body)
    done = shell("dpbi check fast_vote.py:FastVote --epsilon 1")
    assert done.returncode == 1, done.stdout
    assert "beyond the promise by" in done.stdout
