"""Mutants of dpbi that nobody chose: `python tests/support/mutants.py --count 150 --seed 1`.

Each changes one place of one function (a comparison, a sign, a constant, an `and`) and is planted
in a warm process (hot.py), before the tests of the standard tier that enter its module: those of
its room first, the cheap ones first.  What no test notices is printed with its place: it changes
nothing that can be seen, or lacks a test.  `--resume` goes on after a run that was stopped.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import hot
from tiers import costs, selecting

SWAPPED = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.Div: "*",
    ast.FloorDiv: "*",
    ast.Mod: "*",
    ast.Pow: "*",
    ast.And: "or",
    ast.Or: "and",
}


@dataclass(frozen=True)
class Mutant:
    """One place of a file of dpbi, with its text and another."""

    file: str
    line: int
    start: int
    end: int
    new: str

    def texts(self) -> tuple[str, str]:
        """The whole text before and after."""
        text = (costs.ROOT / self.file).read_text(encoding="utf-8")
        data = text.encode()
        return text, (data[: self.start] + self.new.encode() + data[self.end :]).decode()

    def __str__(self) -> str:
        data = (costs.ROOT / self.file).read_bytes()
        return f"{self.file}:{self.line}: {data[self.start : self.end].decode()!r} -> {self.new!r}"


def mutants_of(file: str) -> Iterator[Mutant]:
    """All mutants of the functions of a file, but those of what numba compiles."""
    text = (costs.ROOT / file).read_text(encoding="utf-8")
    starts = [0]
    for line in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def place(node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        first = starts[node.lineno - 1] + node.col_offset
        return first, starts[node.end_lineno - 1] + node.end_col_offset

    data = text.encode()
    for function in ast.walk(ast.parse(text)):
        if not isinstance(function, ast.FunctionDef):
            continue
        if hot.names_of_decorators(function) & hot.DECORATORS:
            continue
        for node in (n for statement in function.body for n in ast.walk(statement)):
            for (start, end), new in _changes(node, place, data):
                yield Mutant(file, data[:start].count(b"\n") + 1, start, end, new)


def _changes(node, place, data):  # type: ignore[no-untyped-def]
    """The places of a node that change, each with its new text."""
    between = []
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        between = list(zip(sides, sides[1:], node.ops, strict=False))
    elif isinstance(node, ast.BinOp):
        between = [(node.left, node.right, node.op)]
    elif isinstance(node, ast.BoolOp):
        between = [(a, b, node.op) for a, b in zip(node.values, node.values[1:], strict=False)]
    for left, right, op in between:
        start, end = place(left)[1], place(right)[0]
        found = data[start:end].decode()
        if type(op) in SWAPPED and found.strip() and not set(found) & set("()#\n"):
            yield (start, end), f" {SWAPPED[type(op)]} "
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield place(node), str(node.value + 1)
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        yield place(node), str(not node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        start, _ = place(node)
        yield (start, place(node.operand)[0]), ""
    if isinstance(node, ast.IfExp):
        yield place(node.test), f"not ({data[slice(*place(node.test))].decode()})"
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("min", "max")
    ):
        yield place(node.func), "max" if node.func.id == "min" else "min"


def drawn(count: int, seed: int) -> list[Mutant]:
    """As many of each room: rooms in turn, each with mutants of its files at random."""
    draw = random.Random(seed)
    rooms: dict[str, list[str]] = {}
    for path in sorted((costs.ROOT / "dpbi").rglob("*.py")):
        file = path.relative_to(costs.ROOT).as_posix()
        rooms.setdefault(file.split("/")[1], []).append(file)
    found: list[Mutant] = []
    while len(found) < count:
        for files in rooms.values():
            every = list(mutants_of(draw.choice(files)))
            if every:
                found.append(draw.choice(every))
    return found[:count]


def tests_for(file: str, every: list[str], known: costs.Costs, most: float) -> list[str]:
    """Tests that enter a module, of `most` seconds in all, the likely and cheap ones first."""
    modules = selecting.entered_for({file}, known)
    mine = [
        t for t in every if known.enters(t) & modules and not t.startswith("tests/test_planted")
    ]
    room = file.split("/")[1]
    mine.sort(key=lambda t: (t.split("/")[1] != room, known.seconds(t)))
    spent = accumulate(map(known.seconds, mine))
    return [test for test, seconds in zip(mine, spent, strict=True) if seconds <= most]


def main() -> None:
    """Plant mutants and print which were noticed."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=40, help="of tests for each mutant")
    parser.add_argument("--out", type=Path, default=costs.ROOT / ".pytest_cache" / "mutants.jsonl")
    parser.add_argument("--resume", action="store_true")
    given = parser.parse_args()
    known = costs.read()
    server = hot.Server(["tests", "verify"])
    every = [t for t in server.tests() if selecting.is_standard(t, known)]
    if not given.resume:
        given.out.unlink(missing_ok=True)
    done = given.out.read_text().splitlines() if given.out.exists() else []
    before = {json.loads(line)["mutant"] for line in done}
    for mutant in drawn(given.count, given.seed):
        if str(mutant) in before:
            continue
        change = (mutant.file.removeprefix("dpbi/"), *mutant.texts())
        answer = server.ask(change, tests_for(mutant.file, every, known, given.seconds))
        verdict = answer.cold or answer.failed or answer.broken or "nothing noticed"
        row = {"mutant": str(mutant), "noticed": verdict, "tests": answer.ran}
        with given.out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        print(f"{mutant}\n    {verdict} ({answer.ran} tests)", flush=True)  # noqa: T201
    server.close()


if __name__ == "__main__":
    main()
