"""Findings kept in a file, and what has certainly moved since.

A `Record` is what a baseline keeps of a check: enough to do it again, and to see what has moved.
The file is JSON, sorted, and holds exact decimal bounds: it diffs well.  Two bounds that overlap
count as the same value; two that do not are a move.  A promise recorded as failing stays green
while it fails by the same amount: expected failures do not raise an alarm, but stay recorded.

Files are named from the folder of the baseline (in schema 1 they were from the working folder), and
parameters in one spelling, so that a check has one name however it is asked for.  Every promise
that was ever recorded of it stays until its line is deleted.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dpbi.errors import BadBaseline, BadLawFile, DpbiError
from dpbi.fields import rational
from dpbi.fields.rational import read_object
from dpbi.laws.promise import Promise
from dpbi.mechanisms.targets import relative
from dpbi.privacy.finding import FAILS, HOLDS, UNDECIDED, Finding, Violation, named
from dpbi.privacy.results import Extended, ends
from dpbi.promises.checking import Check, Checked

DIGITS = 20
Place = dict[str, Any] | None


class Damaged(Exception):
    """Something that is not a record, and why."""


@dataclass(frozen=True, slots=True)
class Written:
    """Bounds lo <= value <= hi, as the text that is on file."""

    lo: str
    hi: str

    @staticmethod
    def of(lo: Extended, hi: Extended) -> Written:
        """To 20 digits, rounded outward."""
        return Written(**ends(lo, hi, DIGITS))

    @staticmethod
    def read(document: Any) -> Written:
        """From JSON, once they are seen to be bounds."""
        lo, hi = (_text(document, k) for k in ("lo", "hi"))
        bounds = Written(lo, hi)
        if bounds.ends[0] > bounds.ends[1]:
            raise Damaged(f"{bounds} are not bounds")
        return bounds

    @property
    def ends(self) -> tuple[Extended, Extended]:
        """The numbers."""
        lo, hi = (math.inf if t == "inf" else rational("bound", t) for t in (self.lo, self.hi))
        return lo, hi

    def apart(self, other: Written) -> bool:
        """Whether no number lies within both."""
        return self.ends[1] < other.ends[0] or other.ends[1] < self.ends[0]

    def __str__(self) -> str:
        return self.lo if self.lo == self.hi else f"[{self.lo}, {self.hi}]"


@dataclass(frozen=True, slots=True)
class Kept:
    """A promise, and what was found of it."""

    promise: Promise
    verdict: str
    bounds: Written
    witness: Place
    worst: Place

    @staticmethod
    def of(f: Finding) -> Kept:
        """Of a finding of today."""
        witness = None if f.witness is None else _place(f.witness, f.promise)
        bounds = Written.of(f.lo, f.hi)
        return Kept(f.promise, f.verdict, bounds, witness, _place(f.worst, f.promise))

    @staticmethod
    def read(document: Any) -> Kept:
        """From JSON."""
        verdict = _text(document, "verdict")
        if verdict not in (HOLDS, FAILS, UNDECIDED):
            raise Damaged(f"{verdict!r} is not a verdict")
        places = (_member(document, k) for k in ("witness", "worst"))
        witness, worst = (None if p is None else _dict(p) for p in places)
        promise = Promise.of_json(_texts(_member(document, "promise")))
        return Kept(promise, verdict, Written.read(_member(document, "value")), witness, worst)

    @property
    def where(self) -> str:
        """The violation, or the worst place, in a few words."""
        at = self.witness or self.worst
        if at is None:
            return "no place"
        x, y, r = (_tuple(at.get(k)) for k in ("x", "y", "output"))
        return f"{x} and {y}" if r is None else f"{x} and {y}, output {r}"

    def json(self) -> dict[str, Any]:
        """One line of the file."""
        return {
            "promise": self.promise.json(),
            "verdict": self.verdict,
            "value": {"lo": self.bounds.lo, "hi": self.bounds.hi},
            "witness": self.witness,
            "worst": self.worst,
        }


@dataclass(frozen=True, slots=True)
class Record:
    """A check and what it found."""

    check: Check
    epsilon: Written
    findings: tuple[Kept, ...]

    @staticmethod
    def made(now: Checked) -> Record:
        """Of a check of today, with every promise that was checked."""
        found = tuple(map(Kept.of, now.findings))
        return Record(now.same, Written.of(now.lo, now.hi), found).of(now.same)

    def of(self, check: Check) -> Record:
        """The same findings, of a check that is named otherwise."""
        promised = tuple(k.promise for k in self.findings)
        return replace(self, check=Check(check.target, check.parameters, promised))

    def beside(self, then: Record) -> Record:
        """With the promises of an earlier record that were not checked now, in their order."""
        now = {k.promise: k for k in self.findings}
        kept = {k.promise: now.get(k.promise, k) for k in then.findings}
        return replace(self, findings=tuple((kept | now).values()))

    @staticmethod
    def read(key: str, document: Any) -> Record:
        """From JSON; whatever is wrong is `Damaged`."""
        try:
            given = sorted(_texts(_member(document, "parameters")).items())
            found = tuple(map(Kept.read, _list(_member(document, "findings"))))
            promised = tuple(k.promise for k in found)
            check = Check(_text(document, "target"), tuple(given), promised)
            epsilon = Written.read(_member(document, "epsilon"))
        except DpbiError as error:
            raise Damaged(str(error)) from None
        if check.key != key:
            raise Damaged("it is filed under the wrong name")
        if not found:
            raise Damaged("it promises nothing")
        return Record(check, epsilon, found)

    def json(self) -> dict[str, Any]:
        """The entry as JSON."""
        return {
            "target": self.check.target,
            "parameters": dict(sorted(self.check.parameters)),
            "epsilon": {"lo": self.epsilon.lo, "hi": self.epsilon.hi},
            "findings": [k.json() for k in self.findings],
        }

    def text(self) -> str:
        """A line for what is checked, one for the loss, one for each promise: it diffs well."""
        entry = self.json()
        about = json.dumps({k: entry[k] for k in ("target", "parameters")})[1:-1]
        lines = ",\n".join(f"   {json.dumps(k)}" for k in entry["findings"])
        head = f" {json.dumps(self.check.key)}: {{\n  {about},\n"
        epsilon = json.dumps(entry["epsilon"])
        return f'{head}  "epsilon": {epsilon},\n  "findings": [\n{lines}\n  ]\n }}'


def _place(instance: Violation, promise: Promise) -> Place:
    """Where an instance is; a set of outputs follows from the pair, and may be long."""
    document = instance.json()
    kept = ("x", "y") if promise.kind == "delta" else ("x", "y", "output")
    return {k: document[k] for k in kept}


def _tuple(value: Any) -> Any:
    """A dataset as it was before JSON made a list of it."""
    return tuple(map(_tuple, value)) if isinstance(value, list) else value


def _member(document: Any, name: str) -> Any:
    found = _dict(document)
    if name not in found:
        raise Damaged(f"it has no {name}")
    return found[name]


def _dict(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Damaged(f"{str(value)[:40]!r} found where an object belongs")
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise Damaged(f"{str(value)[:40]!r} found where a list belongs")
    return value


def _text(document: Any, name: str) -> str:
    value = _member(document, name)
    if not isinstance(value, str):
        raise Damaged(f"its {name} is not text")
    return value


def _texts(value: Any) -> dict[str, str]:
    return {name: _text(value, name) for name in _dict(value)}


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
            raise BadBaseline(str(path), f"it is not a baseline of schema {SCHEMA}")
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
        """What is on file, of one target or of all, named as from the working folder."""
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
