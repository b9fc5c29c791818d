"""`pytest verify` and the record: marks, changes, and nothing imported elsewhere."""

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from own_folder import own

from dpbi.ledger import recorded
from dpbi.ledger.outcomes import Outcome, Verdict

pytest_plugins = ["pytester"]
VERIFY = Path(__file__).parent.parent / "verify"

SECTION = '''
"""A section."""

from dpbi.ledger.claims import Claim, Reading, Search
from dpbi.ledger.outcomes import Outcome, Verdict
from dpbi.language import forall
from dpbi.language.words import H, LS, n, r, t, x
from dpbi.ledger.grids import Grid, priors

SMALL = Grid(n=2, priors=priors("1,1"))


def unknown():
    return Outcome(Verdict.UNDECIDED, "no constant", trusts=("argument",))


first = Claim(
    id="short.first",
    kind="theorem",
    place="line 1",
    statement="distances",
    readings=(
        Reading("bounded", "at most 1", forall(H(x, r) <= 1), SMALL, search=Search(tries=20)),
        Reading("false", "at most LS", forall(H(x, r) <= LS(x) / 2), SMALL),
        Reading("nothing", "a division by zero", forall(1 / (t - t) <= n), SMALL),
        Reading("limit", "O(1)", check=unknown),
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


def test_what_is_recorded_is_reproduced_with_its_marks(ledger):
    assert run(ledger).ret == 1
    run(ledger, "--dpbi-record").assert_outcomes(passed=4)
    again = run(ledger)
    again.assert_outcomes(passed=4)
    again.stdout.fnmatch_lines(["*section_1.py ~-/[?]*"])
    again.stdout.fnmatch_lines(
        [
            "*verdicts by draft*",
            "marks: + holds, ~ holds_bounded, - fails, 0 vacuous, / ill_defined, [?] undecided",
            "green: the recorded verdict was found again, whatever it says; red: it was not",
            "short *1 holds_bounded, 1 fails*",
        ]
    )


def test_a_run_that_records_says_that_nothing_was_compared(ledger):
    run(ledger, "--dpbi-record").stdout.fnmatch_lines(["green: * is now the recorded one"])


def test_no_mark_of_a_verdict_is_one_of_pytests_own():
    """A claim that fails is no red test, and must not look like one; nor is a passed test shown."""
    marks = [v.mark for v in Verdict]
    assert len(set("".join(marks))) == len(marks) == len(Verdict)
    assert not any(m.isalpha() for m in marks)  # F, E, s, x, X; R of reruns, u of subtests
    assert not set(marks) & set(".,%[]")  # a pass, a passed subtest, the progress


def test_verbose_runs_print_the_witness(ledger):
    run(ledger, "--dpbi-record")
    run(ledger, "-v").stdout.fnmatch_lines(["*short.first/false fails at n = 1*"])


def test_a_changed_verdict_is_red_and_shows_both_outcomes(ledger):
    run(ledger, "--dpbi-record")
    section = ledger.path / "verify" / "short" / "section_1.py"
    text = section.read_text(encoding="utf-8").replace(
        "LS(x) / 2), SMALL", "2), SMALL, search=Search(9)"
    )
    section.write_text(text, encoding="utf-8")
    changed = run(ledger)
    changed.assert_outcomes(passed=3, failed=1)
    changed.stdout.fnmatch_lines(["*recorded: fails at n = 1*", "*found:    holds_bounded*"])


def test_full_decides_afresh(ledger):
    run(ledger, "--dpbi-record")
    path = ledger.path / "verify" / "recorded" / "short.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document["short.first/bounded"]["verdict"] = "holds"
    path.write_text(json.dumps(document), encoding="utf-8")
    run(ledger, "--dpbi-full").assert_outcomes(passed=3, failed=1)


def test_others_may_have_options_of_the_same_names(pytester):
    pytester.makeconftest(
        "def pytest_addoption(parser):\n"
        "    parser.addoption('--full'), parser.addoption('--record')\n"
    )
    pytester.makepyfile(
        "def test_it(request):\n"
        "    given = request.config.getoption\n"
        "    assert (given('--full'), given('--record')) == ('moon', 'tape')\n"
    )
    run = pytester.runpytest_subprocess("--full", "moon", "--record", "tape")
    run.assert_outcomes(passed=1)


def test_every_option_says_whose_it_is(pytester):
    """An option without a prefix is anybody's."""
    added = []

    class Parser:
        def getgroup(self, *_):
            return self

        def addoption(self, *names, **_):
            added.extend(names)

        def addini(self, name, *_, **__):
            added.append(name)

    from dpbi.pytest_plugin import pytest_addoption

    pytest_addoption(Parser())
    assert len(added) == 3
    assert all(name.lstrip("-").startswith("dpbi") for name in added)


@pytest.mark.study
def test_under_verify_the_short_words_are_understood(ledger):
    shutil.copy(VERIFY / "conftest.py", ledger.path / "verify")
    run(ledger, "--record").assert_outcomes(passed=4)
    run(ledger, "--full").assert_outcomes(passed=4)
    run(ledger, "--full", "-n", "2").assert_outcomes(passed=4)


LARGE = """
from dpbi.ledger.claims import Claim, Reading
from dpbi.language import forall
from dpbi.language.words import loss
from dpbi.ledger.grids import Grid, priors

large = Claim(
    id="short.large",
    kind="theorem",
    place="line 2",
    statement="a loss over 5,151 candidates",
    readings=(
        Reading("it", "", forall(loss("ehdl") <= 4), Grid(n=(100,), priors=priors("1,1,1"))),
        Reading("small", "", forall(loss("ehdl") <= 4), Grid(n=(2,), priors=priors("1,1,1"))),
    ),
)
"""


def test_a_reading_that_needs_a_library_is_skipped_without_it_and_says_so(ledger):
    pytest.importorskip("numba")  # to record the reading first
    section = ledger.path / "verify" / "short" / "section_2.py"
    section.write_text(LARGE, encoding="utf-8")
    run(ledger, "--dpbi-record").assert_outcomes(passed=6)
    ledger.makeconftest("import sys; sys.modules['numba'] = None")
    again = run(ledger, "-rs")
    again.assert_outcomes(passed=5, skipped=1)
    again.stdout.fnmatch_lines(["*the loss of ehdl over 3 categories at n = 100 needs numba*"])


@pytest.mark.parametrize(
    ("there", "here", "same"),
    [
        (("1/3", "1/3"), ("1/3", "1/3"), True),
        (("0.33333333333", "0.33333333334"), ("0.333333333332", "0.333333333335"), True),
        (("0.33333333333", "0.33333333334"), ("0.33333333335", "0.33333333336"), False),
        (("0", "1"), ("0.33333333333", "0.33333333334"), False),
        (("0.333", "0.334"), ("x", "y"), False),
        (("0", "0"), ("0", "0"), True),
        (("0", "0"), ("0", "1e-30"), False),
    ],
)
def test_a_witness_is_the_same_if_two_methods_enclose_one_value(there, here, same):
    known, found = (
        Outcome(
            Verdict.FAILS,
            "",
            witness={
                "n": 1,
                "_sides": {"left": {"lo": lo, "hi": hi}, "right": {"lo": "0", "hi": "0"}},
            },
        )
        for lo, hi in (there, here)
    )
    assert recorded.moved(known, found) is not same
    assert recorded.moved(found, known) is not same
    assert not recorded.moved(known, found, same_witness=False)
    other = replace(found, witness={**found.witness, "n": 2})
    assert recorded.moved(known, other)
    assert recorded.moved(known, replace(found, verdict=Verdict.HOLDS), same_witness=False)
    bare = {"n": 1}
    assert recorded.moved(known, replace(found, witness=bare))
    assert recorded.moved(known, replace(found, witness=None))


def test_a_bound_without_a_search_on_record_is_red(ledger):
    run(ledger, "--dpbi-record")
    path = ledger.path / "verify" / "recorded" / "short.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["short.first/bounded"]["tries"] == 20
    document["short.first/bounded"]["tries"] = 0
    path.write_text(json.dumps(document), encoding="utf-8")
    red = run(ledger)
    red.assert_outcomes(passed=3, failed=1)
    red.stdout.fnmatch_lines(["*holds up to a bound, and no search is on record*"])


def test_a_run_that_is_killed_keeps_what_it_decided(ledger):
    section = ledger.path / "verify" / "short" / "section_1.py"
    text = section.read_text("utf-8")
    text = text.replace("def unknown():\n", "def unknown():\n    os._exit(7)\n")
    section.write_text(text.replace('"""A section."""', "import os"), "utf-8")
    assert run(ledger, "--dpbi-record").ret == 7
    kept = json.loads((ledger.path / "verify" / "recorded" / "short.json").read_text("utf-8"))
    assert list(kept) == [f"short.first/{name}" for name in ("bounded", "false", "nothing")]


def test_a_reading_that_is_gone_leaves_the_record(ledger):
    run(ledger, "--dpbi-record")
    section = ledger.path / "verify" / "short" / "section_1.py"
    text = section.read_text(encoding="utf-8").replace('"limit"', '"another"')
    section.write_text(text, encoding="utf-8")
    run(ledger, "--dpbi-record")
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


# a folder of one's own


def decided(pytester, *arguments):
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", *arguments)


def test_sections_that_lie_directly_in_a_folder_are_decided_and_recorded_there(pytester):
    own(pytester.path / "paper")
    decided(pytester, "paper", "--dpbi-record").assert_outcomes(passed=1)
    assert list(json.loads((pytester.path / "paper/recorded/paper.json").read_text("utf-8"))) == [
        "thm-1/literal"
    ]
    decided(pytester, "paper/section_1.py").assert_outcomes(passed=1)  # it has recorded outcomes


def test_a_folder_with_a_ledger_is_decided_wherever_it_lies(pytester):
    own(pytester.path / "a" / "b", below="paper")
    (pytester.path / "a" / "b" / "ledger.toml").touch()
    decided(pytester, "a", "--dpbi-record").assert_outcomes(passed=1)
    assert (pytester.path / "a" / "b" / "recorded" / "paper.json").is_file()


def test_a_section_that_nobody_named_is_not_ours(pytester):
    own(pytester.path / "a" / "b" / "c")
    assert decided(pytester, "a").ret == pytest.ExitCode.NO_TESTS_COLLECTED
    (pytester.path / "section_1.py").write_text("raise SystemExit('somebody else's')", "utf-8")
    assert decided(pytester, ".").ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_two_claims_with_one_id_are_one_sentence_at_collection(pytester):
    own(own(pytester.path / "paper"), below="more")
    found = decided(pytester, "paper")
    found.stdout.fnmatch_lines(["*two claims have one id: thm-1 is in *, too"])
    assert "Traceback" not in found.stdout.str()


def test_two_folders_may_have_claims_of_one_id_and_records_of_their_own(pytester):
    own(pytester.path / "one")
    own(pytester.path / "two")
    decided(pytester, "one", "two", "--dpbi-record").assert_outcomes(passed=2)
    assert (pytester.path / "one" / "recorded" / "one.json").is_file()
    assert (pytester.path / "two" / "recorded" / "two.json").is_file()
