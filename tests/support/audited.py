"""A small repository of claims to audit: quick readings, slow ones, and ones that go wrong."""

import json
import os
import shutil
import sys
import tempfile
import time
from functools import cache
from importlib import import_module
from pathlib import Path

from dpbi.audit import pages, pool, serving, tasks
from dpbi.audit.serving import Batch
from dpbi.cli import main
from dpbi.ledger import earning, recorded
from dpbi.ledger.outcomes import Outcome

SECTION = '''
"""A section."""

import os
import signal
import time
from pathlib import Path

from dpbi.ledger.claims import Claim, Reading, Role, Severity
from dpbi.ledger.outcomes import Outcome, Verdict
from dpbi.language import exists, forall
from dpbi.language.words import H, LS, n, r, t, x
from dpbi.ledger.grids import Grid, priors

SMALL = Grid(n=2, priors=priors("1,1"))


def unknown():
    return Outcome(Verdict.UNDECIDED, "no constant", instances=3, witness={"n": (1, 2)})


first = Claim(
    id="short.first",
    kind="theorem",
    place="line 1",
    statement="distances",
    readings=(
        Reading("bounded", "at most 1", forall(H(x, r) <= 1), SMALL, role=Role.COMPARISON),
        Reading("false", "at most LS", forall(H(x, r) <= LS(x) / 2), SMALL),
        Reading(
            "some", "LS somewhere", exists(H(x, r) <= LS(x) / 2), SMALL, role=Role.REPAIR
        ),
        Reading("limit", "O(1)", check=unknown, role=Role.STRAINED),
    ),
    severity=Severity.THEOREM_FALSE,
)
second = Claim(
    id="short.second",
    kind="lemma",
    place="line 2",
    statement="divisions",
    uses=("short.first",),
    readings=(Reading("nothing", "by zero", forall(1 / (t - t) <= n), SMALL),),
    severity=Severity.MISPRINT,
)
'''
MORE = """

def {name}():
    {body}
    return Outcome(Verdict.HOLDS, "it ended", "nothing", 1, trusts=("argument",))


claim_{name} = Claim(
    id="short.{name}",
    kind="remark",
    place="line 9",
    statement="patience",
    readings=(Reading("it", "it", check={name}),),
)
"""
LEDGER = """
title = "What the drafts claim, and what is true"
report = "../reports"

[[draft]]
name = "short"
versions = [{ name = "short-a" }, { name = "short-b" }]
"""
READINGS = 5
DRIVER = """
import sys
from dpbi.audit import pages
pages.for_people = lambda *_: {"index.html": "page", "claims.md": "text"}
from dpbi.cli import audit, main
audit.EVERY = 1e9  # however busy the machine is, nothing but the outcome is printed
main()
"""


def repository(folder: Path, **more: str) -> Path:
    """A repository in which everything is recorded as it is; `more` are bodies of checks."""
    kept = _made(tuple(more.items()))
    shutil.copytree(Path(kept.name) / "verify", folder / "verify")
    return folder


@cache
def _made(more: tuple[tuple[str, str], ...]) -> tempfile.TemporaryDirectory[str]:
    """The repository, decided and recorded once; it goes with this process."""
    kept = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    _recorded(Path(kept.name), dict(more))
    return kept


def _recorded(folder: Path, more: dict[str, str]) -> None:
    section = folder / "verify" / "short" / "section_1.py"
    section.parent.mkdir(parents=True)
    (folder / "verify" / "ledger.toml").write_text(LEDGER, encoding="utf-8")
    text = SECTION + "".join(MORE.format(name=k, body=v) for k, v in more.items())
    section.write_text(text, encoding="utf-8")
    ended = Outcome.read(
        {"verdict": "holds", "evidence": "it ended", "domain": "nothing", "instances": 1}
        | {"witness": None, "worst": None, "trusts": ["argument"]}
    )
    outcomes = {
        task.name: ended if task.claim.id[6:] in more else decided(task)
        for task in tasks.readings(folder / "verify")
    }
    (folder / "verify" / "recorded").mkdir()
    recorded.record(folder / "verify", "short", outcomes)
    for left in folder.rglob("__pycache__"):
        shutil.rmtree(left)


def edit(repository: Path, old: str, new: str) -> None:
    """Change the section."""
    section = repository / "verify" / "short" / "section_1.py"
    text = section.read_text(encoding="utf-8")
    assert old in text
    section.write_text(text.replace(old, new), encoding="utf-8")


def rerecord(repository: Path, reading: str, **fields: object) -> None:
    """Change what is recorded of a reading."""
    path = repository / "verify" / "recorded" / "short.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document[reading].update(fields)
    path.write_text(json.dumps(document), encoding="utf-8")


def audit(*arguments: object) -> list[str]:
    """The command that runs `dpbi audit` in a process of its own, without pages."""
    return [sys.executable, "-c", DRIVER, "audit", *map(str, arguments)]


def started(*arguments: object) -> None:
    """The same in this process, which is one of its own: a fork."""
    serving.Helper = Here
    pages.for_people = lambda *_: {"index.html": "page", "claims.md": "text"}
    command = import_module("dpbi.cli.audit")
    command.EVERY = 1e9
    sys.argv = ["dpbi", "audit", *map(str, arguments)]
    main()


def decided(task):
    """The outcome of a reading, decided here."""
    return earning.today(task.reading, None, name=task.name)


class Here:
    """A helper that answers in this process, by the same functions and through the same JSON.

    For tests of what is done with answers.  A process of its own costs half a second to start; that
    one answers the same is a test of its own.
    """

    def __init__(self) -> None:
        pool._readings.cache_clear()  # which a process reads once, and this stands for a new one

    def answers(self, batch):
        for said in map(json.dumps, serving._done(Batch(**json.loads(batch.text())))):
            if "begun" not in json.loads(said):
                yield json.loads(said)

    def end(self, *, at_once=False) -> int:
        return 0

    def last_words(self) -> str:
        return ""

    def close(self) -> None:
        pass


def eventually(question, seconds=900):
    """The first true answer; a failure if there is none in time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if answer := question():
            return answer
        time.sleep(0.02)
    raise AssertionError("it did not happen")


def alive(pid):
    """Whether a process runs; one that only waits to be reaped does not."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").split()[2] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
