"""`pytest verify` and the record: letters, changes, and nothing imported elsewhere."""

import json
import subprocess
import sys

import pytest

pytest_plugins = ["pytester"]

SECTION = '''
"""A section."""

from dpbi.claims import Claim, Reading, Search
from dpbi.checks.unexpressed import asymptotic
from dpbi.formula import forall
from dpbi.formula.words import H, LS, n, r, t, x
from dpbi.grids import Grid, priors

SMALL = Grid(n=2, priors=priors("1,1"))

first = Claim(
    id="short.first",
    kind="theorem",
    place="line 1",
    statement="distances",
    readings=(
        Reading("bounded", "at most 1", forall(H(x, r) <= 1), SMALL, search=Search(tries=20)),
        Reading("false", "at most LS", forall(H(x, r) <= LS(x) / 2), SMALL),
        Reading("nothing", "a division by zero", forall(1 / (t - t) <= n), SMALL),
        Reading("limit", "O(1)", check=asymptotic("no constant")),
    ),
)
'''


@pytest.fixture
def ledger(pytester):
    """A repository with one section of claims, recorded."""
    folder = pytester.mkdir("verify") / "short"
    folder.mkdir()
    (folder / "section_1.py").write_text(SECTION, encoding="utf-8")
    pytester.makeini("[pytest]\n")
    return pytester


def run(ledger, *more):
    return ledger.runpytest_subprocess("verify", "-p", "no:cacheprovider", *more)


def test_what_is_recorded_is_reproduced_with_its_letters(ledger):
    assert run(ledger).ret == 1
    run(ledger, "--record").assert_outcomes(passed=4)
    again = run(ledger)
    again.assert_outcomes(passed=4)
    again.stdout.fnmatch_lines(["*section_1.py BFIU*"])
    again.stdout.fnmatch_lines(["*verdicts by draft*", "short *1 holds_bounded, 1 fails*"])


def test_verbose_runs_print_the_witness(ledger):
    run(ledger, "--record")
    run(ledger, "-v").stdout.fnmatch_lines(["*short.first/false fails at n = 1*"])


def test_a_changed_verdict_is_red_and_shows_both_outcomes(ledger):
    run(ledger, "--record")
    section = ledger.path / "verify" / "short" / "section_1.py"
    text = section.read_text(encoding="utf-8").replace(
        "LS(x) / 2), SMALL", "2), SMALL, search=Search(9)"
    )
    section.write_text(text, encoding="utf-8")
    changed = run(ledger)
    changed.assert_outcomes(passed=3, failed=1)
    changed.stdout.fnmatch_lines(["*recorded: fails at n = 1*", "*found:    holds_bounded*"])


def test_full_decides_afresh(ledger):
    run(ledger, "--record")
    path = ledger.path / "verify" / "recorded" / "short.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document["short.first/bounded"]["verdict"] = "holds"
    path.write_text(json.dumps(document), encoding="utf-8")
    run(ledger, "--full").assert_outcomes(passed=3, failed=1)


def test_a_bound_without_a_search_on_record_is_red(ledger):
    run(ledger, "--record")
    path = ledger.path / "verify" / "recorded" / "short.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["short.first/bounded"]["tries"] == 20
    document["short.first/bounded"]["tries"] = 0
    path.write_text(json.dumps(document), encoding="utf-8")
    red = run(ledger)
    red.assert_outcomes(passed=3, failed=1)
    red.stdout.fnmatch_lines(["*holds up to a bound, and no search is on record*"])


def test_a_reading_that_is_gone_leaves_the_record(ledger):
    run(ledger, "--record")
    section = ledger.path / "verify" / "short" / "section_1.py"
    text = section.read_text(encoding="utf-8").replace('"limit"', '"another"')
    section.write_text(text, encoding="utf-8")
    run(ledger, "--record")
    path = ledger.path / "verify" / "recorded" / "short.json"
    names = set(json.loads(path.read_text(encoding="utf-8")))
    assert {n for n in names if n.endswith(("limit", "another"))} == {"short.first/another"}


def test_a_run_without_claims_imports_nothing_of_dpbi(tmp_path):
    test = tmp_path / "test_nothing.py"
    test.write_text(
        "import sys\n"
        "def test_it():\n"
        "    loaded = {m for m in sys.modules if m.startswith(('dpbi', 'flint', 'numba'))}\n"
        "    assert loaded <= {'dpbi', 'dpbi.pytest_plugin'}\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
