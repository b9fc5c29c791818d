"""The options of the three tiers: `--changed`, none, and `--deep`.

    pytest --changed            quick: what the change against HEAD concerns (or --changed=REV)
    pytest tests verify         standard: every test but the dear ones that another stands in for
    pytest --deep               all, with fresh seeds; `--deep --rest`: but the standard ones

A deep run that is stopped goes on where it was, as long as the sources are the same (with
`--cache-clear` it begins anew); `--shard 3/20` is a part of it, `--minutes 4` ends it in time,
`--order 7` shuffles.  A failure of the deep tier prints one line with which it is had again.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import core, settings

from tiers import selecting
from tiers.absent import sentence
from tiers.costs import ROOT, read

HARD = ("pyproject.toml", "tests/conftest.py", "verify/conftest.py", ".ci/")
"""A change of these concerns every test."""
STOPPED, LATE = pytest.StashKey[float](), pytest.StashKey[int]()
"""When the time box ends, and how many tests were left then."""


def pytest_addoption(parser):
    """The options."""
    group = parser.getgroup("tiers", "which tests are run")
    group.addoption(
        "--changed", nargs="?", const="HEAD", metavar="REV", help="what a change concerns"
    )
    group.addoption("--deep", action="store_true", help="every test, with fresh seeds")
    group.addoption("--rest", action="store_true", help="of --deep what is not standard")
    group.addoption("--shard", metavar="K/N", type=_shard, help="part K of N, by what tests cost")
    group.addoption("--minutes", type=float, help="no test of the deep tier begins after these")
    group.addoption("--order", type=int, metavar="SEED", help="run the tests in another order")


def _shard(text):
    number, _, of = text.partition("/")
    if not (number.isdigit() and of.isdigit() and 1 <= int(number) <= int(of)):
        raise pytest.UsageError(f"--shard {text}: write --shard 3/20 for the third of twenty parts")
    return int(number), int(of)


def pytest_configure(config):
    """Seeds are drawn once, by whoever starts the workers."""
    deep, changed = config.getoption("deep"), config.getoption("changed")
    if deep and changed:
        raise pytest.UsageError("--deep runs all tests, --changed those of a change: take one")
    for option in ("rest", "shard", "minutes"):
        if config.getoption(option) not in (None, False) and not deep:
            raise pytest.UsageError(f"--{option} goes with --deep")
    if deep and not _is_worker(config):
        os.environ["DPBI_DEEP"] = "1"
        config.pluginmanager.register(Deep(config))
    if deep:
        settings.load_profile("deep")
        core.global_force_seed = int(os.environ["DPBI_SEED"])
    if config.getoption("minutes") is not None:
        begun = float(os.environ.setdefault("DPBI_BEGUN", str(time.time())))
        config.stash[STOPPED] = begun + 60 * config.getoption("minutes")


def _is_worker(config):
    return hasattr(config, "workerinput")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(session, config, items):
    """Leave the tests of the tier that is asked for, in its order."""
    by_name = {item.nodeid: item for item in items}
    chosen, said = _chosen(config, list(by_name))
    if config.getoption("order") is not None:
        chosen = selecting.shuffled(chosen, config.getoption("order"))
    kept = set(chosen)
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in kept])
    items[:] = [by_name[test] for test in chosen]
    config.stash[SAID] = said
    if _is_worker(config):
        config.workeroutput["tiers"] = said


SAID = pytest.StashKey[str]()
"""What is said at the end of the tests that were left."""


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    """The workers collect; who started them says what they left."""
    told = getattr(node, "workeroutput", {})
    node.config.stash[SAID] = told.get("tiers", "")
    node.config.stash[LATE] = node.config.stash.get(LATE, 0) + told.get("late", 0)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    """A change that concerns no test is no failure, and neither is a time box that was over."""
    config = session.config
    if _is_worker(config):
        config.workeroutput["late"] = config.stash.get(LATE, 0)
    none = exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED
    if none and (config.getoption("changed") or config.getoption("deep")):
        session.exitstatus = pytest.ExitCode.OK


def _chosen(config, tests):
    """The names of the tests that are run, and what is said of the others."""
    costs = read()
    deep = config.getoption("deep")
    if config.getoption("changed"):
        return _quick(config, tests, costs)
    standard = {t for t in tests if selecting.is_standard(t, costs) or _is_named(config, t)}
    if not deep:
        left = [t for t in tests if t not in standard]
        dear = sum(map(costs.seconds, left))
        said = f"{len(left)} dear tests ({dear:.0f} s of a core) are left to pytest --deep"
        return [t for t in tests if t in standard], said if left else ""
    if config.getoption("rest"):
        tests = [t for t in tests if t not in standard]
    if config.getoption("shard"):
        tests = selecting.shard(tests, costs, *config.getoption("shard"))
    done = _done(config)
    return [t for t in tests if t not in done], _said_of_done(len(done & set(tests)))


def _said_of_done(count):
    return f"{count} {_tests(count)} done before this run was stopped" if count else ""


def _tests(count):
    return "test was" if count == 1 else "tests were"


def _is_named(config, test):
    """Whether the command line names the test, or its function."""
    here = config.invocation_params.dir
    named = [(here / a.partition("::")[0], a.partition("::")[2]) for a in config.args if "::" in a]
    file, _, name = test.partition("::")
    return any(path == ROOT / file and name.startswith(n) for path, n in named)


def _quick(config, tests, costs):
    changed = changes(config.getoption("changed"))
    if not changed:
        return [], "nothing has changed"
    if any(path.startswith(HARD) for path in changed):
        return [t for t in tests if selecting.is_standard(t, costs)], (
            "the configuration has changed: all of the standard tier is run"
        )
    support = [*(ROOT / "tests").rglob("*.py")]
    changed |= selecting.users_of_support(changed, support)
    last = set(config.cache.get("cache/lastfailed", {})) if hasattr(config, "cache") else set()
    standard = [t for t in tests if selecting.is_standard(t, costs) or t in last]
    chosen, left = selecting.quick(standard, costs, changed, last, bugs_of(changed, tests))
    said = f"{len(left)} more tests concern the change: pytest tests verify runs them"
    return chosen, said if left else ""


def changes(rev):
    """The files that differ from a commit, by their paths; those that git does not know yet too."""
    git = ("git", "-C", str(ROOT))
    told = [
        subprocess.run([*git, *words], capture_output=True, text=True, check=False)
        for words in (
            ("diff", "--name-status", "-M", rev, "--"),
            ("ls-files", "--others", "--exclude-standard"),
        )
    ]
    if told[0].returncode:
        raise pytest.UsageError(f"--changed={rev}: {told[0].stderr.strip() or 'git has no answer'}")
    rows = [line.split("\t")[1:] for line in told[0].stdout.splitlines()]
    return {path for row in rows for path in row} | set(told[1].stdout.splitlines())


def bugs_of(changed, tests):
    """The planted bugs of changed files of dpbi, as tests."""
    prefix = "tests/test_planted_bugs.py::test_a_planted_bug_is_caught["
    names = {name for name, file in _planted().items() if f"dpbi/{file}" in changed}
    return {t for t in tests if t.startswith(prefix) and t[len(prefix) : -1] in names}


@cache
def _planted():
    """The file of each planted bug."""
    from runpy import run_path

    rooms = sorted((ROOT / "tests" / "support" / "bugs").glob("*.py"))
    bugs = [run_path(str(path))["MUTATIONS"] for path in rooms]
    return {name: bug[0] for room in bugs for name, bug in room.items()}


def _state(config):
    """Where a deep run keeps what it has done."""
    return Path(config.cache.mkdir("deep")) if hasattr(config, "cache") else ROOT / ".pytest_cache"


def _done(config):
    """The tests that this deep run has finished before it was stopped."""
    told = os.environ.get("DPBI_DEEP_DONE")
    if not told or not Path(told).exists():
        return set()
    return set(Path(told).read_text(encoding="utf-8").splitlines())


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item):
    """A test that would begin after the end of the time box is left, and is done another time."""
    config = item.config
    if STOPPED in config.stash and time.time() > config.stash[STOPPED]:
        config.stash[LATE] = config.stash.get(LATE, 0) + 1
        return True
    return None


class Deep:
    """What the process that hears of all tests of a deep run keeps and says."""

    def __init__(self, config):
        folder = _state(config)
        tree = _tree()
        known = folder / "run.json"
        run = json.loads(known.read_text(encoding="utf-8")) if known.exists() else {}
        if run.get("tree") != tree:
            run = {"tree": tree, "seed": int.from_bytes(os.urandom(4), "big")}
            (folder / "done").unlink(missing_ok=True)
        self.seed = int(os.environ.get("DPBI_SEED") or run["seed"])
        known.write_text(json.dumps(run | {"seed": self.seed}), encoding="utf-8")
        self.done = folder / "done"
        self.ended = set()
        self.noticed = []
        self.failed = []
        self.config = config
        os.environ |= {"DPBI_SEED": str(self.seed), "DPBI_DEEP_DONE": str(self.done)}

    def pytest_runtest_logreport(self, report):
        """Keep each test that has passed, at once: a run that is stopped goes on after it."""
        self.noticed += [value for name, value in report.user_properties if name == "noticed"]
        if report.failed:
            self.failed.append(report.nodeid)
        elif report.when == "call":
            self.ended.add(report.nodeid)
        elif report.when == "teardown" and report.nodeid in self.ended:
            self.done.parent.mkdir(parents=True, exist_ok=True)  # each worker clears the cache
            with self.done.open("a", encoding="utf-8") as file:
                file.write(f"{report.nodeid}\n")

    def pytest_terminal_summary(self, terminalreporter):
        """The seed, and one line for each failure; what noticed planted bugs is written down."""
        if self.noticed:
            _write_down(self.noticed)
        terminalreporter.write_line(f"deep tier, DPBI_SEED={self.seed}")
        order = self.config.getoption("order")
        more = "" if order is None else f" --order {order}"
        for test in dict.fromkeys(self.failed):
            terminalreporter.write_line(
                f"again, at {commit()[:12]}: DPBI_SEED={self.seed} pytest --deep{more} '{test}'"
            )


def _write_down(noticed, file=ROOT / "tests" / "support" / "bugs" / "noticed.json"):
    """The test that noticed each planted bug, by the way in which it was planted."""
    known = json.loads(file.read_text(encoding="utf-8"))
    for way, bug, test in noticed:
        for tests in known.values():
            tests.pop(bug, None)
        known[way][bug] = test
    known = {way: dict(sorted(tests.items())) for way, tests in known.items()}
    file.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


def commit():
    """The commit that is checked out."""
    told = subprocess.run(
        ("git", "-C", str(ROOT), "rev-parse", "HEAD"), capture_output=True, text=True, check=False
    )
    return told.stdout.strip() or "no commit"


def _tree():
    """A digest of the commit and of what has changed since."""
    told = subprocess.run(
        ("git", "-C", str(ROOT), "diff", "HEAD"), capture_output=True, check=False
    )
    return sha256(commit().encode() + told.stdout).hexdigest()


def pytest_terminal_summary(terminalreporter, config):
    """What was left to another tier, and what for want of something that is not installed."""
    reasons = [str(report.longrepr[-1]) for report in terminalreporter.getreports("skipped")]
    if absent := sentence(reasons):
        terminalreporter.write_line(absent)
    if late := config.stash.get(LATE, 0):
        terminalreporter.write_line(f"{late} {_tests(late)} left when the time was over")
    if said := config.stash.get(SAID, ""):
        terminalreporter.write_line(said)
