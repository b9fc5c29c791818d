"""Planted bugs: each changes one formula of dpbi, and some test must turn red.

A bug names the file, the text that it changes, and the test file that is to notice, or one test of
it, `file::test`.  It is planted in a warm process (tests/support/hot.py), and the test that noticed
it last runs first (tests/support/bugs/noticed.json); what a warm process cannot take, and what it
did not notice, is planted in a copy of the package that starts afresh.  A bug whose tests stay
green there too is a failure.  The tests that notice also run where nothing is planted, in both
ways: there they are green.
"""

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from runpy import run_path

import hot
import pytest
from tiers import costs

import dpbi

PACKAGE = Path(dpbi.__file__).parent
TESTS = Path(__file__).parent
BUGS = TESTS / "support" / "bugs"
ROOMS = {path.stem: run_path(str(path))["MUTATIONS"] for path in sorted(BUGS.glob("*.py"))}
MUTATIONS = {name: bug for room in ROOMS.values() for name, bug in room.items()}
COSTS = costs.read()
NOTICED = json.loads((BUGS / "noticed.json").read_text(encoding="utf-8"))
"""By the way in which it is planted, the test that noticed each bug when all were recorded."""


@cache
def files_named():
    """Each test file by the name that bugs call it."""
    return {path.stem: path.relative_to(TESTS.parent).as_posix() for path in TESTS.rglob("*.py")}


def found(tests):
    """What pytest is to run: a file, or one test of it."""
    name, _, one = tests.partition("::")
    file = files_named()[f"test_{name}"]
    return f"{file}::{one}" if one else file


def in_order(name, server):
    """The test that noticed a bug last, then all that it names: those first that cost least.

    The deep tier looks anew for the cheapest, but where Python runs what numba compiled: some of
    those tests take minutes then, and some are of what is compiled alone.
    """
    named, last = found(MUTATIONS[name][3]), NOTICED["hot"].get(name)
    every = [t for t in server.tests() if t == named or t.startswith((f"{named}[", f"{named}::"))]
    cheap_first = sorted(every, key=COSTS.seconds)
    anew = "DPBI_DEEP" in os.environ and not hot.is_compiled(*MUTATIONS[name][:2])
    return cheap_first if last is None or anew else [last, *cheap_first]


@pytest.fixture(scope="module")
def server(request):
    """A warm process that has collected the files of the bugs that run here."""
    here = [i for i in request.session.items if i.path == request.path and hasattr(i, "callspec")]
    chosen = [i.callspec.params.get("name") for i in here]
    rooms = [i.callspec.params.get("room") for i in here]
    names = {n for n in chosen if n} | {n for room in rooms if room for n in ROOMS[room]}
    files = {found(MUTATIONS[n][3]).partition("::")[0] for n in names}
    warm = hot.Server(sorted(files))
    yield warm
    warm.close()


def started(folder, tests):
    """Run tests against the package in `folder`, from there: the process, and what failed.

    What numba compiles there stays there: machine code of a bug is kept in a folder of its own.
    """
    named = (TESTS.parent / test for test in tests)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-x", "-q", "-o", f"cache_dir={folder / 'cache'}"),
            *("-p", "no:tiers.plugin", "-c", TESTS.parent / "pyproject.toml"),
            *("--rootdir", TESTS.parent, *named),
        ],
        cwd=folder,
        env=hot.environment() | {"NUMBA_CACHE_DIR": f"{folder / 'code'}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )
    failed = folder / "cache" / "v" / "cache" / "lastfailed"
    return done, list(json.loads(failed.read_text())) if failed.exists() else []


@pytest.fixture
def copied(tmp_path):
    """A copy of the package to change, with the claims where a clone has them."""
    shutil.copytree(PACKAGE, tmp_path / "dpbi", ignore=shutil.ignore_patterns("*.nbi", "*.nbc"))
    (tmp_path / "reports").mkdir()
    for name in ("claims.json", "ledger.json"):
        shutil.copy(PACKAGE.parent / "reports" / name, tmp_path / "reports")
    (tmp_path / "verify").mkdir()
    for name in ("ledger.toml", "renamed.json"):
        shutil.copy(PACKAGE.parent / "verify" / name, tmp_path / "verify")
    return tmp_path


def caught_cold(name, copied):
    """The test that notices a bug in a copy that starts afresh; a failure where none does."""
    file, old, new, _ = MUTATIONS[name]
    source = copied / "dpbi" / file
    source.write_text(source.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    for compiled in source.parent.glob(f"__pycache__/{source.stem}.*.pyc"):
        compiled.unlink()
    for tests in dict.fromkeys((NOTICED["cold"].get(name), found(MUTATIONS[name][3]))):
        if tests is None:
            continue
        done, failed = started(copied, [tests])
        if done.returncode == 1 and " failed" in done.stdout:
            return failed[0]
        if " skipped" in done.stdout and not failed:
            pytest.skip("what notices it needs numba, or something else that is not installed")
    return pytest.fail(f"nothing noticed, or all was broken: {name}\n{done.stdout[-2000:]}")


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_planted_bug_changes_one_place_and_names_its_tests(name):
    file, old, new, tests = MUTATIONS[name]
    assert (PACKAGE / file).read_text(encoding="utf-8").count(old) == 1
    assert new != old
    file, _, one = found(tests).partition("::")
    assert f"def {one}(" in (TESTS.parent / file).read_text(encoding="utf-8") or not one


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_planted_bug_is_caught(name, server, request, record_property):
    if name not in NOTICED["cold"]:
        answer = server.ask(MUTATIONS[name][:3], in_order(name, server))
        if answer.failed:
            if answer.failed != NOTICED["hot"].get(name):
                plain = hot.INTERPRETED if hot.is_compiled(*MUTATIONS[name][:2]) else None
                green = server.ask(plain, [answer.failed])
                assert green.failed is None, f"red without any bug: {green}"
            record_property("noticed", ["hot", name, answer.failed])
            return
        if answer.skipped:
            pytest.skip(answer.skipped)
    killer = caught_cold(name, request.getfixturevalue("copied"))
    record_property("noticed", ["cold", name, killer])


@pytest.mark.parametrize("room", ROOMS)
def test_what_notices_is_green_where_nothing_is_planted(room, server):
    known = {name: bug for name, bug in ROOMS[room].items() if name in NOTICED["hot"]}
    compiled = {name for name, bug in known.items() if hot.is_compiled(*bug[:2])}
    for change, names in ((None, set(known) - compiled), (hot.INTERPRETED, compiled)):
        noticed = {NOTICED["hot"][name] for name in names}
        answer = server.ask(change, sorted(noticed))
        assert answer.failed is None, answer.said
        assert answer.broken is None, answer
        assert answer.ran >= len(noticed)


def test_what_notices_in_a_copy_is_green_where_nothing_is_planted(copied):
    assert NOTICED["cold"]
    done, failed = started(copied, sorted(set(NOTICED["cold"].values())))
    assert not failed, done.stdout[-2000:]
    assert done.returncode == 0, done.stdout[-2000:]


def test_what_was_noticed_is_of_bugs_that_there_are():
    assert set(NOTICED) == {"hot", "cold"}
    assert {*NOTICED["hot"], *NOTICED["cold"]} <= set(MUTATIONS)
    assert not set(NOTICED["hot"]) & set(NOTICED["cold"])
