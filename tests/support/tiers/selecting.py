"""Which tests a tier runs: pure functions of names, costs and changes."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from pathlib import Path

from tiers.costs import ROOT, Costs

LIMIT = 0.3  # processor seconds; what is dearer is left to the deep tier where it is not needed
ALWAYS = re.compile(r"tests/test_planted_bugs\.py::test_a_planted_bug|verify/\w+/section_")
"""Run in the standard tier whatever they cost: planted bugs, and the readings of the ledger."""
NEVER = ("verify/proofs/", "tests/ledger/test_proofs_coq.py::")
"""Coq's minutes with all proofs, and with changed definitions: `dpbi proofs` has the first, too."""
QUICK = 90.0  # processor seconds of the quick tier, beside the time that collecting takes


def is_standard(test: str, costs: Costs) -> bool:
    """Whether the standard tier runs it."""
    if test.startswith(NEVER):
        return False
    is_cheap = not costs.is_known(test) or costs.seconds(test) <= LIMIT
    return is_cheap or bool(ALWAYS.match(test)) or test in costs.needed


def shard(tests: list[str], costs: Costs, number: int, of: int) -> list[str]:
    """Shard `number` (from 1) of several of one cost: the dearest tests are dealt out first."""
    sums = [0.0] * of
    mine = set()
    for test in sorted(tests, key=lambda t: (-costs.seconds(t), t)):
        least = sums.index(min(sums))
        sums[least] += costs.seconds(test)
        if least == number - 1:
            mine.add(test)
    return [test for test in tests if test in mine]


def shuffled(tests: list[str], seed: int) -> list[str]:
    """The files in another order, and in each its tests: a module's fixtures are made once."""
    draw = random.Random(seed)
    files: dict[str, list[str]] = {}
    for test in tests:
        files.setdefault(test.partition("::")[0], []).append(test)
    names = list(files)
    draw.shuffle(names)
    return [test for name in names for test in draw.sample(files[name], len(files[name]))]


def quick(
    tests: list[str], costs: Costs, changed: set[str], last_failed: set[str], bugs: set[str]
) -> tuple[list[str], list[str]]:
    """What the quick tier runs of `tests`, in order, and what it leaves of the change's.

    First what failed last, then the planted bugs of the changed files, tests of files that changed,
    and tests that enter a changed module: those of its own room first, the cheap ones first.
    """
    modules = entered_for(changed, costs)
    rooms = {_room(path) for path in changed if path.startswith("dpbi/")}

    def rank(test: str) -> tuple[float, ...] | None:
        file = test.partition("::")[0]
        cost = costs.seconds(test)
        if test in last_failed:
            return (0, cost)
        if test in bugs:
            return (1, cost)
        if file in changed:
            return (2, cost)
        if costs.enters(test) & modules:
            return (3 if _room(file) in rooms else 4, cost)
        return None

    ranked = sorted((r, t) for t in tests if (r := rank(t)) is not None)
    chosen, left, spent = [], [], 0.0
    for (first, *_), test in ranked:
        spent += costs.seconds(test)
        (chosen if spent <= QUICK or first == 0 else left).append(test)
    return chosen, left


def entered_for(changed: set[str], costs: Costs) -> set[str]:
    """The modules of dpbi that a test enters to be one of a change.

    A module that no test enters (constants, what numba compiles) is entered by whoever enters one
    that imports it; what is no module (a template) by whoever enters a module of its room.
    """
    found = set()
    for path in (p for p in changed if p.startswith("dpbi/")):
        if path in costs.modules:
            found.add(path)
        elif path.endswith(".py"):
            found |= set(importers(path)) & set(costs.modules)
        else:
            found |= {m for m in costs.modules if _room(m) == _room(path)}
    return found


def importers(path: str) -> list[str]:
    """The modules of dpbi that name a module in an import."""
    name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    parent, _, last = name.rpartition(".")
    told = re.compile(
        rf"(from|import) {re.escape(name)}\b"
        rf"|from {re.escape(parent)} import (\(\s*)?(\w+,\s*)*{re.escape(last)}\b"
    )
    return [
        p.relative_to(ROOT).as_posix()
        for p in sorted((ROOT / "dpbi").rglob("*.py"))
        if told.search(p.read_text(encoding="utf-8"))
    ]


def users_of_support(changed: Iterable[str], files: Iterable[Path]) -> set[str]:
    """The files of tests that import a changed file of tests/support, or one that imports it."""
    names = {Path(p).stem for p in changed if p.startswith("tests/support/") and p.endswith(".py")}
    texts = {p.relative_to(ROOT).as_posix(): p.read_text(encoding="utf-8") for p in files}
    while True:
        any_of = "|".join(sorted(names)) or "(?!)"
        told = re.compile(rf"^\s*(from|import) (fuzz\.)?({any_of})\b", re.M)
        found = {path for path, text in texts.items() if told.search(text)}
        more = {Path(p).stem for p in found if p.startswith("tests/support/")} - names
        if not more:
            return found
        names |= more


def _room(path: str) -> str:
    parts = path.split("/")
    return parts[1] if len(parts) > 2 else ""
