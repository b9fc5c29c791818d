"""Mutations of one formula each, planted in a copy of the package: some test must turn red.

A mutation names the file, the text that it changes and the test file that is to notice, or one
test of it, `file::test`.  Each runs in a process of its own against the changed copy, until the
first failure; a mutation whose tests stay green is a failure.  At the end the tests that noticed
run against a copy that is not changed, all of a room in one process: there they are green.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from runpy import run_path

import pytest

import dpbi

PACKAGE = Path(dpbi.__file__).parent
TESTS = Path(__file__).parent
ROOMS = {
    path.stem: run_path(str(path))["MUTATIONS"]
    for path in sorted((TESTS / "support" / "bugs").glob("*.py"))
}
MUTATIONS = {name: bug for room in ROOMS.values() for name, bug in room.items()}


def found(tests):
    """What pytest is to run: a file, or one test of it."""
    name, _, one = tests.partition("::")
    (file,) = TESTS.rglob(f"test_{name}.py")
    return f"{file}::{one}" if one else str(file)


def outcome(folder, *tests):
    """Run tests against the package in `folder`, from there: exit code, output, what failed."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-x", "-q", "-o", f"cache_dir={folder / 'cache'}"),
            *("-c", TESTS.parent / "pyproject.toml", "--rootdir", TESTS.parent, *tests),
        ],
        cwd=folder,
        env={**os.environ, "HYPOTHESIS_PROFILE": "mutant"},
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )
    failed = folder / "cache" / "v" / "cache" / "lastfailed"
    return done, list(json.loads(failed.read_text())) if failed.exists() else []


@pytest.fixture
def copied(tmp_path):
    """A copy of the package to change, with the claims where a clone has them.

    Python's bytecode comes with it, which is taken where the time and size of the source are kept;
    what numba compiled does not, for it could hide a change in a function of another file.
    """
    shutil.copytree(PACKAGE, tmp_path / "dpbi", ignore=shutil.ignore_patterns("*.nbi", "*.nbc"))
    (tmp_path / "reports").mkdir()
    for name in ("claims.json", "ledger.json"):
        shutil.copy(PACKAGE.parent / "reports" / name, tmp_path / "reports")
    (tmp_path / "verify").mkdir()
    for name in ("ledger.toml", "renamed.json"):
        shutil.copy(PACKAGE.parent / "verify" / name, tmp_path / "verify")
    return tmp_path


@pytest.fixture
def noticed(tmp_path_factory):
    """Where the tests that notice a mutation are written down, for all workers."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "noticed"
    folder.mkdir(exist_ok=True)
    return folder


def note(name):
    """The name of the file for a mutation."""
    return f"{list(MUTATIONS).index(name)}.json"


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_planted_bug_changes_one_place_and_names_its_tests(name):
    file, old, new, tests = MUTATIONS[name]
    assert (PACKAGE / file).read_text(encoding="utf-8").count(old) == 1
    assert new != old
    file, _, one = found(tests).partition("::")
    assert f"def {one}(" in Path(file).read_text(encoding="utf-8") or not one


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_planted_bug_is_caught(name, copied, noticed):
    file, old, new, tests = MUTATIONS[name]
    source = copied / "dpbi" / file
    text = source.read_text(encoding="utf-8")
    assert old in text, f"{old!r} is no longer in {file}: this mutation tests nothing"
    source.write_text(text.replace(old, new), encoding="utf-8")
    for compiled in source.parent.glob(f"__pycache__/{source.stem}.*.pyc"):
        compiled.unlink()
    done, failed = outcome(copied, found(tests))
    assert done.returncode == 1, f"nothing noticed: {name}\n{done.stdout[-2000:]}"
    assert " failed" in done.stdout, f"broken, not caught: {name}\n{done.stdout[-2000:]}"
    assert failed
    (noticed / note(name)).write_text(json.dumps(failed), encoding="utf-8")


@pytest.mark.parametrize("room", ROOMS)
def test_what_notices_is_green_where_nothing_is_planted(room, copied, noticed):
    """Of a mutation that has not run here, or not yet, all that it names."""
    several = set()
    for name, (*_, tests) in ROOMS[room].items():
        known = noticed / note(name)
        if known.exists():
            several |= {f"{TESTS.parent / t}" for t in json.loads(known.read_text("utf-8"))}
        else:
            several.add(found(tests))
    done, failed = outcome(copied, *sorted(several))
    assert not failed, done.stdout[-2000:]
    assert done.returncode == 0, done.stdout[-2000:]
