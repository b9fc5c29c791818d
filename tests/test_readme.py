"""The README tells the truth: its examples are run, its lines exist."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from dpbi.audit.pages import Audit
from dpbi.cli import COMMANDS, dpbi
from dpbi.cli.audit_text import lines
from dpbi.ledger.shipped import formulas_shipped

pytestmark = pytest.mark.study

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
STUDY = (ROOT / "verify" / "README.md").read_text(encoding="utf-8")


def blocks(marker):
    """The code blocks between a marker and the next <!-- end -->."""
    pattern = rf"<!-- {marker} -->\n```\w*\n(.*?)```\n<!-- end -->"
    found = re.findall(pattern, TEXT + STUDY, re.DOTALL)
    assert found, f"no block marked {marker}"
    return found


@pytest.mark.parametrize("block", blocks("example"))
def test_the_example_prints_what_the_readme_shows(block):
    for example in block.split("$ dpbi ")[1:]:
        command, *shown = [line.rstrip() for line in example.splitlines()]
        result = CliRunner().invoke(dpbi, shlex.split(command))
        printed = [line.rstrip() for line in result.output.splitlines()]
        assert result.exit_code == 0
        assert len(printed) == len(shown) > 0  # the whole answer
        for line, shown_line in zip(printed, shown, strict=True):
            assert line.startswith(shown_line)  # the README cuts a long line
            assert shown_line or not line


@pytest.mark.parametrize("block", blocks("explain example"))
def test_the_explanation_prints_what_the_readme_shows(block):
    command, *shown = [line.rstrip() for line in block.splitlines()]
    result = CliRunner().invoke(dpbi, shlex.split(command.removeprefix("$ dpbi ")))
    printed = [line.rstrip() for line in result.output.splitlines()]
    assert len(printed) >= len(shown) > 10
    for line, shown_line in zip(printed, shown, strict=False):
        assert line.startswith(shown_line)  # the README cuts a long line
        assert shown_line or not line


@pytest.mark.parametrize("block", blocks("check example"))
def test_the_check_prints_what_the_readme_shows(block):
    command, *shown = [line.rstrip() for line in block.splitlines()]
    arguments = shlex.split(command.removeprefix("$ dpbi "))
    run = [sys.executable, "-c", "from dpbi.cli import main; main()", *arguments]
    result = subprocess.run(run, capture_output=True, text=True, cwd=ROOT, check=False)
    assert result.returncode == 1
    assert result.stdout.splitlines()[: len(shown)] == shown


@pytest.mark.parametrize("block", blocks("own mechanism"))
def test_the_mechanism_of_ones_own_runs_as_it_stands(block, capsys):
    exec(compile(block, "README.md", "exec"), {"__name__": "readme"})  # noqa: S102
    printed = capsys.readouterr().out
    assert printed == "ln(-1 + 2*exp(1/2)) Witness(x='no', y='yes', output='no')\n"


@pytest.mark.parametrize("block", blocks("own claim"))
def test_the_claim_of_ones_own_is_decided(block, capsys):
    exec(compile(block, "README.md", "exec"), {"__name__": "readme"})  # noqa: S102
    verdict, instances = capsys.readouterr().out.split()
    assert verdict == "holds_bounded"
    assert int(instances) > 100


def test_both_lines_begin_with_an_environment_and_every_command_in_the_readme_exists():
    (main,), (test,) = blocks("main line"), blocks("test line")
    assert main.startswith("python3 -m venv")
    assert test.startswith("python3 -m venv")
    named = set(re.findall(r"(?:^|`|\$ |/bin/)dpbi ([a-z]+)\b", TEXT, re.MULTILINE)) - {"tells"}
    assert len(named) > 9
    assert named <= set(COMMANDS)


def test_every_room_of_the_house_is_on_the_map():
    rooms = {p.name for p in (ROOT / "dpbi").iterdir() if not p.name.startswith("__")}
    for room in rooms:
        assert room == "py.typed" or f"dpbi/{room}" in TEXT, room


def test_the_benchmark_puts_its_tables_between_the_markers():
    from benchmark_goals import HEADS, markdown, put

    head = markdown([HEADS])
    assert f"<!-- benchmark table -->\n{head}" in TEXT  # as the last run has left it
    replaced = put(TEXT, "| a |\n")
    (between,) = re.findall(r"<!-- benchmark table -->\n(.*?)<!-- end -->", replaced, re.DOTALL)
    assert between == "| a |\n"
    assert put(replaced, "") == put(TEXT, "")  # nothing else has changed
    with pytest.raises(SystemExit, match="benchmark table"):
        put("no marker", "")


def rooms_with_their_words():
    """{folder or file: what the map says of it}; a folder within a room has its whole path."""
    found, room = {}, ""
    (the_map,) = re.findall(r"^## Where things are$(.*?)^## ", TEXT, re.MULTILINE | re.DOTALL)
    for indent, place, words in re.findall(
        r"^    ((?:  )?)([\w./]*[\w/])  +(\S.*(?:\n {20,}\S.*)*)", the_map, re.MULTILINE
    ):
        room = room if indent else place
        found[room + place if indent else place] = words
    return found


def test_each_place_on_the_map_is_there_and_has_the_files_that_are_named():
    rooms = rooms_with_their_words()
    assert {"dpbi/privacy/filter/", "dpbi/cli/", "verify/", "tests/"} <= set(rooms)
    for place, words in rooms.items():
        assert (ROOT / place).exists(), place
        for name in re.findall(r"[\w.]+\.(?:md|py|json|html)\b|\b\w+/(?=\W|$)", words):
            assert (ROOT / place / name).exists(), (place, name)


def test_each_place_that_the_text_names_is_there():
    named = set(re.findall(r"\b((?:dpbi|tests|verify|reports)/[\w./-]*\w/?)", TEXT))
    assert len(named) > 20
    for place in named:
        assert (ROOT / place.partition(":")[0]).exists(), place


def test_the_summary_in_the_readme_is_the_one_that_the_audit_prints():
    document = json.loads((ROOT / "reports" / "claims.json").read_text(encoding="utf-8"))
    audit = Audit(document, formulas_shipped()["readings"])
    (shown,) = blocks("audit summary")
    printed = " ".join(lines(audit.json()))
    assert " ".join(printed.split()).startswith(" ".join(shown.split()))
