"""CPU time of auditing laws given as tables, validation included.  Not a test: run it.

    python tests/benchmark_tables.py

Each line is the best of three: the processor time to read the law, to find its loss, and to find
its delta at epsilon = 1/10, to 10^-12 and with witnesses.
"""

from __future__ import annotations

import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

import numpy as np

import dpbi

ROWS = 1000


def geometric(count: int) -> np.ndarray:
    """exp(-|i-j|/100), each row divided by its sum: nearly everything ties."""
    i = np.arange(count)
    weights = np.exp(-0.01 * np.abs(i[:, None] - i[None, :]))
    return weights / weights.sum(axis=1, keepdims=True)


def noise(count: int) -> np.ndarray:
    """Rows without any order."""
    weights = np.random.default_rng(1).random((count, count))
    return weights / weights.sum(axis=1, keepdims=True)


def responses(count: int) -> np.ndarray:
    """Randomised response over all datasets: two ratios, two million ties."""
    return np.full((count, count), 0.5 / count) + np.eye(count) * 0.5


def rationals(count: int) -> list[list[Fraction]]:
    """Rows of unrelated fractions with denominators of 50 bits."""
    weights = np.random.default_rng(2).integers(1, 10**15, (count, count)).tolist()
    return [[Fraction(v, sum(row)) for v in row] for row in weights]


class Own:
    """A mechanism of one's own whose laws are dictionaries of floats."""

    def __init__(self, matrix: np.ndarray) -> None:
        self.matrix = matrix

    def datasets(self) -> range:
        return range(len(self.matrix))

    def neighbours(self, x: int) -> list[int]:
        return [y for y in (x - 1, x + 1) if 0 <= y < len(self.matrix)]

    def probabilities(self, x: int) -> dict[int, float]:
        return dict(enumerate(self.matrix[x].tolist()))


def cpu(question) -> float:
    """The smallest processor time of three."""
    times = []
    for _ in range(3):
        start = time.process_time()
        question()
        times.append(time.process_time() - start)
    return min(times)


def measure(name: str, read) -> None:
    """One line."""
    table = read()
    parts = {
        "read": cpu(read),
        "loss": cpu(lambda: dpbi.privacy_loss(table)),
        "delta": cpu(lambda: dpbi.privacy_profile(table, ["1/10"])),
    }
    total = sum(parts.values())
    columns = "   ".join(f"{k} {v:6.3f} s" for k, v in (parts | {"all": total}).items())
    sys.stdout.write(f"{name:<42} {columns}\n")


def main() -> None:
    """All lines."""
    laws = {"geometric": geometric(ROWS), "noise": noise(ROWS), "responses": responses(ROWS)}
    for name, matrix in laws.items():
        for relation in ("line", "all"):
            measure(
                f"{name}, {ROWS} x {ROWS} doubles, {relation}",
                lambda m=matrix, r=relation: dpbi.Table.from_arrays(m, neighbours=r),
            )
    rows = {i: dict(enumerate(row)) for i, row in enumerate(laws["noise"].tolist())}
    measure("noise, dictionaries of floats, line", lambda: dpbi.Table.of(rows))
    measure("noise, a class of one's own, line", lambda: Own(laws["noise"]))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "law.json"
        dpbi.dump_law(dpbi.Table.from_arrays(laws["noise"]), path)
        size = path.stat().st_size / 1e6
        measure(f"noise, law.json of {size:.0f} MB, line", lambda: dpbi.load_law(path))
    for relation in ("line", "all"):
        exact = rationals(100)
        measure(
            f"rationals, 100 x 100, {relation}",
            lambda m=exact, r=relation: dpbi.Table.from_arrays(m, neighbours=r),
        )


if __name__ == "__main__":
    main()
