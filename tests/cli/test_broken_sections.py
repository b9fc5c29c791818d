"""A folder of claims with one thing wrong: each command says it in one sentence with its place."""

import subprocess
import sys
from pathlib import Path

import pytest

from dpbi.cli import BAD_INPUT

SECTION = """from dpbi.language.words import *
from dpbi.ledger.claims import Claim, Grid, Reading, Role

f = {formula}
GRID = Grid(values={{"eps": ("1", "2")}})
r = Reading(
    "literal",
    "s",
    f,
    {options}
)
c = Claim(id="paper.one", kind="theorem", place="T", statement="s", readings=(r,))
{more}
"""
MECHANISM = "class Response:\n    def datasets(self):\n        return [0, 1]\n"


def section(formula="forall(exp(eps) >= 1 + eps)", options="GRID,", more=""):
    return {"section_1.py": SECTION.format(formula=formula, options=options, more=more)}


def second(**given):
    """A second claim, with some of its parts."""
    usual = {"id": '"paper.two"', "kind": '"lemma"', "place": '"L"', "statement": '"s"'}
    parts = {k: v for k, v in {**usual, "readings": "(r,)", **given}.items() if v}
    return section(more=f"d = Claim({', '.join(f'{k}={v}' for k, v in parts.items())})")


TWICE = section() | {"section_2.py": section()["section_1.py"]}
CASES = {
    "mechanism": (
        section('forall(loss("edhl") <= eps)'),
        "section_1.py, line 6: there is no mechanism named 'edhl'; did you mean ehdl?",
    ),
    "class": (
        section('forall(loss("own.py:Respons") <= eps)') | {"own.py": MECHANISM},
        "section_1.py, line 4: there is no Respons in own.py; did you mean 'Response'?",
    ),
    "file": (
        section('forall(loss("one.py:Response") <= eps)') | {"own.py": MECHANISM},
        "section_1.py, line 4: there is no file one.py; did you mean 'own.py'?",
    ),
    "relation": (
        section("forall(haming(x, y) <= 1)"),
        "section_1.py, line 4: there is no word or definition 'haming'; did you mean 'hamming'?",
    ),
    "word": (
        section("forall(expp(eps) >= 1)"),
        "section_1.py, line 4: there is no word or definition 'expp'; did you mean 'exp'?",
    ),
    "import": (
        {"section_1.py": "from dpbi.ledger.claims import Claims\n"},
        "section_1.py, line 1: there is no 'Claims' in dpbi.ledger.claims; did you mean 'Claim'?",
    ),
    "module": (
        {"section_1.py": "from shard import p  # of dpbi\n", "shared.py": ""},
        "section_1.py, line 1: there is no module 'shard'; did you mean 'shared'?",
    ),
    "room": (
        {"section_1.py": "from dpbi.language.word import exp\n"},
        "line 1: there is no module 'dpbi.language.word'; did you mean 'dpbi.language.words'?",
    ),
    "definition": (
        section("forall(haf(eps) >= 1)", more="half = 1")
        | {"section_0.py": "from dpbi.language.words import *\nhalf = 1\nf = haf(eps)\n"},
        "section_0.py, line 3: there is no word or definition 'haf'; did you mean 'half'?",
    ),
    "itself": (
        section('define("again", "a:N", f(var("a")))'),
        "section_1.py, line 4: 'f' calls itself: a definition calls only what is defined before it",
    ),
    "twice": (TWICE, "section_2.py, line 12: two claims have one id: paper.one is in "),
    "grid": (
        section("forall(exp(n) >= 1 + n)", ""),
        "section_1.py, line 7: paper.one/literal has no grid that says which n it is decided on",
    ),
    "values": (
        section(options='{"eps": ("1", "2")},'),
        "section_1.py, line 6: literal has no grid: write Grid(...)",
    ),
    "no-formula": (
        section("exp(eps) >= 1"),
        "section_1.py, line 6: literal has no formula: write forall(...) or exists(...)",
    ),
    "word-of-claim": (second(plce="1"), "line 13: Claim takes no 'plce'; did you mean 'place'?"),
    "part-of-claim": (second(place=""), "section_1.py, line 13: Claim needs 'place'"),
    "reading": (
        second(readings="r"),
        "line 13: paper.two has no readings: write readings=(Reading(...),)",
    ),
    "uses": (
        second(uses='"paper.one"'),
        "line 13: paper.two has a text as uses: write uses=('paper.one',)",
    ),
    "word-of-reading": (
        section(options="gird=GRID,"),
        "line 6: Reading takes no 'gird'; did you mean 'grid'?",
    ),
    "word-of-grid": (
        section(options='Grid(value={"eps": ("1",)}),'),
        "line 10: Grid takes no 'value'; did you mean 'values'?",
    ),
    "role": (
        section(options="GRID, role=Role.LITERALL,"),
        "line 10: Role has no 'LITERALL'; did you mean 'LITERAL'?",
    ),
    "syntax": (
        section(more="x = ("),
        "section_1.py, line 13: it is not Python: '(' was never closed",
    ),
    "error": (section(more="1 / 0"), "section_1.py, line 13: ZeroDivisionError: division by zero"),
}
VERBS = {
    "audit": (),
    "claims": (),
    "explain": ("paper.one",),
    "search": ("paper.one", "--tries", "1"),
    "errata": ("paper",),
}


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """A folder of claims for each case."""
    place = tmp_path_factory.mktemp("broken")
    for name, (files, _) in CASES.items():
        (place / name).mkdir()
        (place / name / "ledger.toml").write_text('[[draft]]\nname = "paper"\n', "utf-8")
        for file, text in files.items():
            (place / name / file).write_text(text, "utf-8")
    return place


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("case", CASES)
def test_what_is_wrong_is_one_sentence_with_its_place(run, folders, monkeypatch, case, verb):
    monkeypatch.chdir(folders)
    code, out, err = run(verb, *VERBS[verb], "--claims", case)
    assert (code, out, err.count("\n")) == (BAD_INPUT, "", 1)
    assert CASES[case][1] in err
    assert f"{case}/section_" in err


@pytest.fixture(scope="module")
def collected(folders):
    """What pytest says of all of them, and of nothing that it could run."""
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short", ".")
    done = subprocess.run(
        [sys.executable, *words], cwd=folders, capture_output=True, text=True, check=False
    )
    assert done.returncode == pytest.ExitCode.INTERRUPTED
    return done.stdout


@pytest.mark.parametrize("case", CASES)
def test_pytest_says_it_in_the_same_sentence(folders, collected, case):
    told = [line for line in collected.split("\n") if str(Path(case) / "section_") in line]
    assert any(CASES[case][1] in line for line in told), told
    assert "Traceback" not in collected
    assert " in <module>" not in collected
