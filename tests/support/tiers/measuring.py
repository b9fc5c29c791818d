"""The plugin of a run that measures: what each test costs and enters, kept at once."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

import pytest

from tiers import entered
from tiers.plain import pytest_load_initial_conftests  # noqa: F401 (a hook)


def pytest_configure(config):
    """Whoever runs tests measures them."""
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        config.pluginmanager.register(Measuring())


def spent():
    """The processor time of this process and of all that it has started, the living too."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system + _living()


def _living():
    """Seconds of the processes below this one, such as a browser that serves many tests."""
    known, below = {}, {os.getpid()}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            known[int(folder.name)] = int(fields[1]), sum(map(int, fields[11:15]))
    while found := {p for p, (parent, _) in known.items() if parent in below} - below:
        below |= found
    mine = (ticks for p, (_, ticks) in known.items() if p in below and p != os.getpid())
    return sum(mine) / os.sysconf("SC_CLK_TCK")


class Measuring:
    """Writes a line for each test."""

    def __init__(self):
        self.seen = entered.Seen()
        self.file = Path(os.environ[entered.FOLDER]) / f"{os.getpid()}.jsonl"

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        """Measure one test with its fixtures."""
        self.seen.take()
        before = spent()
        answer = yield
        row = {"test": item.nodeid, "seconds": round(spent() - before, 3)}
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row | {"functions": self.seen.take()}) + "\n")
        return answer
