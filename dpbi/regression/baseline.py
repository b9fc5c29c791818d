"""Findings kept in a file, and what has certainly moved since.

The file is JSON, sorted, and holds exact decimal bounds: it diffs well.  Two bounds that overlap
are the same value for all that is known; two that do not are a move.  A promise recorded as failing
stays green while it fails by the same amount: expected failures are no alarms, nor are they
forgotten.

Files are named from the folder of the baseline (in schema 1 they were from the working folder), and
parameters in one spelling, so that a check has one name however it is asked for.  Every promise
that was ever recorded of it stays until its line is deleted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dpbi.audit.plain import named
from dpbi.errors import BadBaseline, BadLawFile
from dpbi.regression.checking import Check, Checked
from dpbi.regression.record import Damaged, Kept, Record
from dpbi.regression.targets import relative
from dpbi.tables.careful_json import read_object

SCHEMA = 2


@dataclass(frozen=True, slots=True)
class Move:
    """A value or a verdict that is certainly not what it was, with the old and the new place."""

    quantity: str
    old: str
    new: str
    then: Kept | None = None
    now: Kept | None = None

    def __str__(self) -> str:
        line = f"{self.quantity} moved from {self.old} to {self.new}"
        if self.then is None or self.now is None:
            return line
        return f"{line}; was at {named(self.then.where)}, now at {named(self.now.where)}"

    def json(self) -> dict[str, Any]:
        """The move for programs."""
        then, now = (None if k is None else k.witness or k.worst for k in (self.then, self.now))
        places = {"old_witness": then, "new_witness": now}
        return {"quantity": self.quantity, "old": self.old, "new": self.new, **places}


@dataclass
class Baseline:
    """The checks on file, by key."""

    path: Path
    records: dict[str, Record]

    @staticmethod
    def read(path: Path, *, missing_ok: bool = False) -> Baseline:
        """The file, checked; a missing one is empty where that is allowed."""
        if not path.exists():
            if missing_ok:
                return Baseline(path, {})
            raise BadBaseline(str(path), "there is no such file; --update writes it")
        try:
            document = read_object(path)
        except BadLawFile as error:
            raise BadBaseline(str(path), error.reason) from None
        schema = document.get("schema")
        if schema not in (1, SCHEMA) or type(schema) is not int:
            raise BadBaseline(str(path), f"it is no baseline of schema {SCHEMA}")
        checks = document.get("checks")
        if not isinstance(checks, dict):
            raise BadBaseline(str(path), "it has no table of checks")
        baseline = Baseline(path, {})
        for key, entry in checks.items():
            try:
                record = Record.read(key, entry)
            except Damaged as why:
                reason = f"its check {named(key)} is damaged: {why}"
                raise BadBaseline(str(path), reason) from None
            if schema == 1:
                record = record.of(baseline._on_file(record.check))
            baseline.records[record.check.key] = record
        return baseline

    def checks(self, target: str | None = None) -> list[Check]:
        """What is on file, of one target or of all, as it is asked for from the working folder."""
        there = Path.cwd()
        wanted = None if target is None else relative(target, there, self.folder)
        return [
            replace(r.check, target=relative(r.check.target, self.folder, there))
            for r in self.records.values()
            if wanted in (None, r.check.target)
        ]

    @property
    def folder(self) -> Path:
        """From where its files are named."""
        return self.path.absolute().parent

    def moves(self, now: Checked) -> list[Move]:
        """What has certainly moved since; a check that is not on file is refused."""
        if (then := self._record(now)) is None:
            reason = f"it has no check {now.same.key!r}; --update adds it"
            raise BadBaseline(str(self.path), reason)
        here = Record.made(now)
        known = {k.promise: k for k in then.findings}
        strange = next((k.promise for k in here.findings if k.promise not in known), None)
        if strange is not None:
            reason = f"{now.same.key!r} does not promise {strange}; --update adds it"
            raise BadBaseline(str(self.path), reason)
        pairs = [(known[k.promise], k) for k in here.findings]
        return [*_of_epsilon(then, here, pairs), *(m for pair in pairs for m in _moved(*pair))]

    def keep(self, now: Checked) -> None:
        """Take what was found as the new record; promises that were not asked about stay."""
        then, here = self._record(now), Record.made(now)
        if then is not None:
            self.records.pop(then.check.key)
            here = here.beside(then)
        record = here.of(self._on_file(now.same))
        try:  # what is written can be read, or is not written
            Record.read(record.check.key, record.json())
        except Damaged as why:
            raise BadBaseline(str(self.path), f"{now.check.key} cannot be kept: {why}") from None
        self.records[record.check.key] = record

    def text(self) -> str:
        """The whole file."""
        blocks = ",\n".join(self.records[key].text() for key in sorted(self.records))
        return f'{{"schema": {SCHEMA}, "checks": {{\n{blocks}\n}}}}\n'

    def _record(self, now: Checked) -> Record | None:
        """The record of a check, which may be filed as it was once spelled."""
        keys = (self._on_file(c).key for c in (now.same, now.check))
        return next((self.records[k] for k in keys if k in self.records), None)

    def _on_file(self, check: Check) -> Check:
        """The check with its file named from the folder of the baseline."""
        return replace(check, target=relative(check.target, Path.cwd(), self.folder))


def _of_epsilon(then: Record, now: Record, pairs: Sequence[tuple[Kept, Kept]]) -> Iterator[Move]:
    """A move of the loss itself, which is recorded whatever is promised."""
    if then.epsilon.apart(now.epsilon):
        at = next((p for p in pairs if p[0].promise.kind == "epsilon"), (None, None))
        yield Move("epsilon", str(then.epsilon), str(now.epsilon), *at)


def _moved(then: Kept, now: Kept) -> Iterable[Move]:
    """Moves of a verdict, and of a value other than epsilon."""
    if then.verdict != now.verdict:
        yield Move(f"the verdict on {now.promise}", then.verdict, now.verdict, then, now)
    if now.promise.kind != "epsilon" and then.bounds.apart(now.bounds):
        yield Move(now.promise.quantity, str(then.bounds), str(now.bounds), then, now)
