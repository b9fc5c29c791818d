"""What a baseline keeps of a check: enough to do it again, and to see what has moved."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from typing import Any

from dpbi.audit.finding import FAILS, HOLDS, UNDECIDED, Finding, Instance
from dpbi.audit.promise import Promise
from dpbi.audit.results import Extended, ends
from dpbi.errors import DpbiError
from dpbi.numbers import rational
from dpbi.regression.checking import Check, Checked

DIGITS = 20
Place = dict[str, Any] | None


class Damaged(Exception):
    """Something that is no record, and why."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """lo <= value <= hi, as the text that is on file."""

    lo: str
    hi: str

    @staticmethod
    def of(lo: Extended, hi: Extended) -> Bounds:
        """To 20 digits, rounded outward."""
        return Bounds(**ends(lo, hi, DIGITS))

    @staticmethod
    def read(document: Any) -> Bounds:
        """From JSON, once they are seen to be bounds."""
        lo, hi = (_text(document, k) for k in ("lo", "hi"))
        bounds = Bounds(lo, hi)
        if bounds.ends[0] > bounds.ends[1]:
            raise Damaged(f"{bounds} are no bounds")
        return bounds

    @property
    def ends(self) -> tuple[Extended, Extended]:
        """The numbers."""
        lo, hi = (math.inf if t == "inf" else rational("bound", t) for t in (self.lo, self.hi))
        return lo, hi

    def apart(self, other: Bounds) -> bool:
        """Whether no number lies within both."""
        return self.ends[1] < other.ends[0] or other.ends[1] < self.ends[0]

    def __str__(self) -> str:
        return self.lo if self.lo == self.hi else f"[{self.lo}, {self.hi}]"


@dataclass(frozen=True, slots=True)
class Kept:
    """A promise, and what was found of it."""

    promise: Promise
    verdict: str
    bounds: Bounds
    witness: Place
    worst: Place

    @staticmethod
    def of(f: Finding) -> Kept:
        """Of a finding of today."""
        witness = None if f.witness is None else _place(f.witness, f.promise)
        bounds = Bounds.of(f.lo, f.hi)
        return Kept(f.promise, f.verdict, bounds, witness, _place(f.worst, f.promise))

    @staticmethod
    def read(document: Any) -> Kept:
        """From JSON."""
        verdict = _text(document, "verdict")
        if verdict not in (HOLDS, FAILS, UNDECIDED):
            raise Damaged(f"{verdict!r} is no verdict")
        places = (_member(document, k) for k in ("witness", "worst"))
        witness, worst = (None if p is None else _dict(p) for p in places)
        promise = Promise.of_json(_texts(_member(document, "promise")))
        return Kept(promise, verdict, Bounds.read(_member(document, "value")), witness, worst)

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
    epsilon: Bounds
    findings: tuple[Kept, ...]

    @staticmethod
    def made(now: Checked) -> Record:
        """Of a check of today, with every promise that was looked at."""
        found = tuple(map(Kept.of, now.findings))
        return Record(now.same, Bounds.of(now.lo, now.hi), found).of(now.same)

    def of(self, check: Check) -> Record:
        """The same findings, of a check that is named otherwise."""
        promised = tuple(k.promise for k in self.findings)
        return replace(self, check=Check(check.target, check.parameters, promised))

    def beside(self, then: Record) -> Record:
        """With the promises of an earlier record that were not looked at now, in their order."""
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
            epsilon = Bounds.read(_member(document, "epsilon"))
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


def _place(instance: Instance, promise: Promise) -> Place:
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
        raise Damaged(f"{str(value)[:40]!r} stands where an object belongs")
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise Damaged(f"{str(value)[:40]!r} stands where a list belongs")
    return value


def _text(document: Any, name: str) -> str:
    value = _member(document, name)
    if not isinstance(value, str):
        raise Damaged(f"its {name} is no text")
    return value


def _texts(value: Any) -> dict[str, str]:
    return {name: _text(value, name) for name in _dict(value)}
