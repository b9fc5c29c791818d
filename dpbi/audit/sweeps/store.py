"""The table of a sweep: one SQLite file, in which every answer is kept as soon as it is there.

A row is written once, under the number of its setting, and answers are written many at a time, each
time all or none; so what a file holds after a crash is whole, and what it does not hold is asked
again.  It can be queried while the sweep runs.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from dpbi.audit.sweeps.asking import COLUMNS, NUMBERS
from dpbi.errors import DpbiError, InvalidValue
from dpbi.fields.rational import rational
from dpbi.support.files import replacing

SCHEMA = "1"
SCAN = 10_000  # rows looked at together
WAIT = 60.0  # seconds for somebody else's query to end
ERROR = "error"


@dataclass(eq=False)
class NotASweep(DpbiError):
    """A file that no sweep has written, or that is damaged."""

    path: Path
    reason: str

    def __str__(self) -> str:
        return f"{self.path} is not a table that dpbi sweep has written: {self.reason}"


@dataclass(eq=False)
class CannotKeep(DpbiError):
    """Answers that could not be written down."""

    path: Path
    reason: str

    def __str__(self) -> str:
        return f"{self.path} could not be written ({self.reason}): what it has is whole"


class Store:
    """The file of one sweep; `names` are the parameters, and so are the first columns."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.is_file():
            raise FileNotFoundError(2, "No such file or directory", str(path))
        self._connection = _connected(path)
        try:
            self._connection.execute(
                "PRAGMA synchronous = NORMAL"
            )  # after any end the file is whole
            self.about: dict[str, str] = dict(self._connection.execute("SELECT * FROM provenance"))
            if self.about["schema"] != SCHEMA:
                raise ValueError(f"its form is {self.about['schema']}, not {SCHEMA}")
            self.names: tuple[str, ...] = tuple(json.loads(self.about["parameters"]))
            self.numeric: tuple[str, ...] = tuple(json.loads(self.about["numbers"]))
            self.settings = int(self.about["settings"])
        except (sqlite3.DatabaseError, KeyError, ValueError, TypeError) as error:
            self.close()
            raise NotASweep(path, str(error)) from None

    @staticmethod
    def create(path: Path, first: Mapping[str, str], about: Mapping[str, str]) -> None:
        """A new file without rows, whole or not at all: it has its provenance from the start.

        The first setting says what the parameters are, and which of them are numbers.
        """
        names, numeric = list(first), [n for n, text in first.items() if _number(text) is not None]
        typed = [f"{_quoted(n)} TEXT" for n in names]
        typed += [f"{_quoted(n)} REAL" for n in map(number_of, numeric)]
        typed += [f"{n} {'REAL' if n in NUMBERS else 'TEXT'}" for n in COLUMNS]
        rows = {**about, "schema": SCHEMA}
        rows |= {"parameters": json.dumps(names), "numbers": json.dumps(numeric)}
        columns = ", ".join(["setting INTEGER PRIMARY KEY", *typed, f"{ERROR} TEXT"])
        with replacing(path) as new, _kept(path), closing(_connected(new)) as made:
            made.execute("PRAGMA journal_mode = MEMORY")  # nothing else beside it, if it is killed
            with made:
                made.execute("CREATE TABLE provenance (name TEXT PRIMARY KEY, value TEXT)")
                made.executemany("INSERT INTO provenance VALUES (?, ?)", rows.items())
                made.execute(f"CREATE TABLE results ({columns})")

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a row, in their order."""
        return ("setting", *self.names, *map(number_of, self.numeric), *COLUMNS, ERROR)

    def put(self, rows: Iterable[tuple[int, Mapping[str, str], Mapping[str, Any]]]) -> None:
        """Keep answers: the number of a setting, the setting, and its columns; all or none."""
        values = [
            (
                i,
                *(setting[n] for n in self.names),
                *(_number(setting[n]) for n in self.numeric),
                *(found.get(c) for c in (*COLUMNS, ERROR)),
            )
            for i, setting, found in rows
        ]
        insert = f"INSERT INTO results VALUES ({', '.join('?' * len(self.columns))})"  # noqa: S608
        with _kept(self.path), self._connection:
            self._connection.executemany(insert, values)

    def counts(self) -> tuple[int, int]:
        """How many settings have an answer, and how many of those are errors."""
        ((done, failed),) = self.query("SELECT COUNT(*), COUNT(error) FROM results")
        return done, failed

    def missing(self, total: int) -> Iterator[int]:
        """The settings that have no row, ascending; a part of the table is looked at at a time."""
        for start in range(0, total, SCAN):
            stop = min(start + SCAN, total)
            where = "SELECT setting FROM results WHERE setting >= ? AND setting < ?"
            known = {i for (i,) in self.query(where, start, stop)}
            yield from (i for i in range(start, stop) if i not in known)

    def forget_errors(self) -> None:
        """Take the rows away that are errors, so that their settings are asked again."""
        with _kept(self.path), self._connection:
            self._connection.execute("DELETE FROM results WHERE error IS NOT NULL")

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Every row, in the order of the settings."""
        start = -1
        while True:
            where = "SELECT * FROM results WHERE setting > ? ORDER BY setting LIMIT ?"
            found = self.query(where, start, SCAN)
            yield from found
            if len(found) < SCAN:
                return
            start = found[-1][0]

    def query(self, text: str, *values: Any) -> list[tuple[Any, ...]]:
        """What SQL answers."""
        try:
            return self._connection.execute(text, values).fetchall()
        except sqlite3.Error as error:
            raise NotASweep(self.path, str(error)) from None

    def unsettle(self) -> None:
        """Let others read while this writes: what is new stands in a file beside it for a time."""
        self._journal("WAL")

    def settle(self) -> None:
        """Leave one file alone, which can be read where nothing can be written."""
        self._journal("DELETE")

    def _journal(self, mode: str) -> None:
        with suppress(sqlite3.Error):  # somebody else reads it now: it is as good as it is
            self._connection.execute(f"PRAGMA journal_mode = {mode}")

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def _kept(path: Path) -> Iterator[None]:
    """What cannot be written, a full disk among it, is said in one sentence."""
    try:
        yield
    except sqlite3.Error as error:
        raise CannotKeep(path, str(error)) from None


def number_of(name: str) -> str:
    """The column with a parameter as a float, where it is a number."""
    return f"{name}_number"


def _connected(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=WAIT)


def _quoted(name: str) -> str:
    """A name as SQL has it, whatever it is."""
    if name.lower() in {"setting", ERROR, *COLUMNS}:
        raise InvalidValue("grid", name, "a column of the table has that name already")
    return '"' + name.replace('"', '""') + '"'


def _number(text: str) -> float | None:
    """A parameter as a float, if it is a number."""
    try:
        return float(rational("a parameter", text))
    except (InvalidValue, OverflowError):
        return None
