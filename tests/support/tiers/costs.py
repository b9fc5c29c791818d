"""What each test costs, and which modules of dpbi it enters: tests/costs.json.

measure.py writes it.  Cases of one test function share an entry where they cost about the same;
sets of modules stand once, as the bits of a number: renaming a module changes one line.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[3]
FILE = ROOT / "tests" / "costs.json"
UNKNOWN = 1.0  # seconds of a test that was not measured yet
MOST = 10.0  # seconds of the dearest test that the standard tier keeps
APART = 0.3  # seconds by which a case differs from the others of its function to be listed


@dataclass(frozen=True)
class Costs:
    """Seconds and modules of tests; by `needed`, the dear ones that the standard tier keeps."""

    modules: tuple[str, ...] = ()
    entered: tuple[str, ...] = ()
    tests: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    needed: frozenset[str] = frozenset()

    def _entry(self, test: str) -> list[float] | None:
        file, _, name = test.partition("::")
        known = self.tests.get(file, {})
        return known.get(name) or known.get(name.partition("[")[0])

    def seconds(self, test: str) -> float:
        """The processor time of a test, its children's too."""
        entry = self._entry(test)
        return UNKNOWN if entry is None else entry[0]

    def is_known(self, test: str) -> bool:
        """Whether the test, or another case of its function, was measured."""
        return self._entry(test) is not None

    def enters(self, test: str) -> frozenset[str]:
        """The modules whose functions it enters, by their paths."""
        entry = self._entry(test)
        return frozenset() if entry is None else self._sets[int(entry[1])]

    @cached_property
    def _sets(self) -> list[frozenset[str]]:
        numbers = (int(text, 36) for text in self.entered)
        return [frozenset(m for i, m in enumerate(self.modules) if n >> i & 1) for n in numbers]

    def text(self) -> str:
        """As it is committed: a line for each module, set and file of tests."""
        rows = (f"{json.dumps(file)}: {json.dumps(known)}" for file, known in self.tests.items())
        parts = {
            "modules": ",\n".join(map(json.dumps, self.modules)),
            "entered": ",\n".join(map(json.dumps, self.entered)),
            "needed": ",\n".join(map(json.dumps, sorted(self.needed))),
        }
        lists = ",\n".join(f'"{k}": [\n{v}\n]' for k, v in parts.items())
        return "{\n" + lists + ',\n"tests": {\n' + ",\n".join(rows) + "\n}\n}\n"


def read(file: Path = FILE) -> Costs:
    """The committed costs; empty where the file does not exist."""
    if not file.exists():
        return Costs()
    known = json.loads(file.read_text(encoding="utf-8"))
    return Costs(
        tuple(known["modules"]), tuple(known["entered"]), known["tests"], frozenset(known["needed"])
    )


@dataclass(frozen=True)
class Measured:
    """One test as it was measured: its seconds, and (module, function) for all that it entered."""

    test: str
    seconds: float
    functions: frozenset[tuple[str, int]] = frozenset()


def of(measured: list[Measured], limit: float) -> Costs:
    """The costs of tests as they were measured.

    A test beyond `limit` seconds is needed where it enters a function that nothing cheaper enters,
    or is the cheapest of its file, and costs at most MOST.
    """
    modules = tuple(sorted({module for m in measured for module, _ in m.functions}))
    place = {module: i for i, module in enumerate(modules)}
    sets: dict[str, int] = {}
    tests: dict[str, dict[str, list[float]]] = {}
    for (file, name), cases in sorted(_by_function(measured).items()):
        known = tests.setdefault(file, {})
        every = {module for m in cases for module, _ in m.functions}
        usual = sorted(m.seconds for m in cases)[len(cases) // 2]
        known[name] = _row(usual, every, place, sets)
        for m in cases:
            if abs(m.seconds - usual) > APART and m.test != f"{file}::{name}":
                mine = {module for module, _ in m.functions}
                known[m.test.partition("::")[2]] = _row(m.seconds, mine, place, sets)
    return Costs(modules, tuple(sets), tests, frozenset(_needed(measured, limit)))


def _by_function(measured: list[Measured]) -> dict[tuple[str, str], list[Measured]]:
    found: dict[tuple[str, str], list[Measured]] = {}
    for m in measured:
        file, _, name = m.test.partition("::")
        found.setdefault((file, name.partition("[")[0]), []).append(m)
    return found


def _row(
    seconds: float, entered: set[str], place: dict[str, int], sets: dict[str, int]
) -> list[float]:
    number = _base_36(sum(1 << place[module] for module in entered))
    return [round(seconds, 2), sets.setdefault(number, len(sets))]


def _base_36(number: int) -> str:
    digits = ""
    while number:
        number, rest = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[rest] + digits
    return digits or "0"


def _needed(measured: list[Measured], limit: float) -> list[str]:
    """Dear tests: the cheapest that enter a function, or are of a file, which no cheap test is."""

    def ends(m: Measured) -> set[object]:
        return {*m.functions, m.test.partition("::")[0]}

    covered = {end for m in measured if m.seconds <= limit for end in ends(m)}
    found = []
    dear = (m for m in measured if limit < m.seconds <= MOST)
    for m in sorted(dear, key=lambda m: (m.seconds, m.test)):
        if not ends(m) <= covered:
            found.append(m.test)
            covered |= ends(m)
    return found
