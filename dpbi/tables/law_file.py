"""law.json: laws that any program can write, read with care (LAW_SCHEMA.md says what they are).

A file comes from elsewhere: its size is bounded before it is read, names may not repeat, fields
must be known, and whatever is wrong is said in one sentence.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from dpbi import arguments
from dpbi.errors import BadLawFile, BadMechanism, DpbiError, InvalidValue
from dpbi.numbers import level, rational
from dpbi.tables.careful_json import read_object, short
from dpbi.tables.table import Table
from dpbi.tables.weights import LogWeights, Polynomials

Law: TypeAlias = Table | LogWeights | Polynomials

SCHEMA = "dpbi-law/1"
KINDS = ("probabilities", "log_weights", "polynomials")
FIELDS = ("schema", "name", "datasets", "outputs", "neighbours", "rate", "floats", "claim", *KINDS)
FLOATS = ("double", "float32")


def load_law(path: str | os.PathLike[str]) -> Law:
    """The mechanism that a law.json describes."""
    place = arguments.path("path", path)
    document = read_object(place)
    try:
        return _Reader(str(place), document).law()
    except BadLawFile:
        raise
    except BadMechanism as error:
        where = "" if error.dataset is None else f"at dataset {short(error.dataset)}, "
        raise BadLawFile(str(place), where + error.reason) from error
    except DpbiError as error:
        raise BadLawFile(str(place), str(error)) from error


class _Reader:
    """One document, field by field."""

    def __init__(self, path: str, document: dict[str, Any]) -> None:
        self.path, self.document = path, document

    def refuse(self, reason: str) -> NoReturn:
        """Say what is wrong."""
        raise BadLawFile(self.path, reason)

    def law(self) -> Law:
        """The mechanism."""
        kind, floats = self._kind(), self.document.get("floats", "double")
        if floats not in FLOATS:
            self.refuse(f'"floats" is {short(floats)}, not "double" or "float32"')
        rows = self._rows(kind)
        claim = self._claim()
        neighbours = self._neighbours()
        name = self.document.get("name", Path(self.path).stem)
        if not isinstance(name, str):
            self.refuse('"name" must be text')
        if floats == "float32":
            rows = {x: {r: _single(p) for r, p in row.items()} for x, row in rows.items()}
        if kind == "log_weights":
            return LogWeights.of(rows, neighbours, name=name, **claim)
        if kind == "polynomials":
            return Polynomials.of(
                rows,
                self._exactly("rate", self.document.get("rate")),
                neighbours,
                name=name,
                **claim,
            )
        return Table.of(rows, neighbours, name=name, **claim)

    def _kind(self) -> str:
        if (schema := self.document.get("schema")) != SCHEMA:
            said = "has no schema" if schema is None else f"has schema {short(schema)}"
            self.refuse(f'it {said}; this version reads "{SCHEMA}"')
        unknown = next((name for name in self.document if name not in FIELDS), None)
        if unknown is not None:
            self.refuse(f"the field {short(unknown)} is unknown; there are {', '.join(FIELDS)}")
        kinds = [kind for kind in KINDS if kind in self.document]
        if len(kinds) != 1:
            self.refuse(f"it needs one of {', '.join(KINDS)}, and has {len(kinds)} of them")
        if ("rate" in self.document) != (kinds == ["polynomials"]):
            self.refuse('"rate" goes with polynomials, and polynomials need it')
        return kinds[0]

    def _rows(self, kind: str) -> dict[str, dict[str, Any]]:
        given = self.document[kind]
        if not isinstance(given, dict):
            self.refuse(f'"{kind}" must be an object, one member a dataset')
        names = self._names("datasets") or list(given)
        if set(names) != set(given):
            odd = next(iter(set(names) ^ set(given)))
            self.refuse(f'dataset {short(odd)} is not both in "datasets" and in "{kind}"')
        listed = self._names("outputs")
        outputs = None if listed is None else dict.fromkeys(listed)
        entry = _coefficients if kind == "polynomials" else _entry
        return {x: self._row(x, given[x], outputs, entry) for x in names}

    def _row(
        self, x: str, row: Any, outputs: Mapping[str, None] | None, entry: Callable[[Any], Any]
    ) -> dict[str, Any]:
        if isinstance(row, list):
            if outputs is None:
                self.refuse(f'dataset {short(x)} is a list, which needs the field "outputs"')
            if len(row) != len(outputs):
                self.refuse(f"dataset {short(x)} has {len(row)} entries for {len(outputs)} outputs")
            row = dict(zip(outputs, row, strict=True))
        if not isinstance(row, dict):
            self.refuse(f"dataset {short(x)} must be an object or a list of its outputs")
        if outputs is not None and not row.keys() <= outputs.keys():
            strange = next(r for r in row if r not in outputs)
            self.refuse(f'output {short(strange)} of dataset {short(x)} is not in "outputs"')
        if entry is _entry and set(map(type, row.values())) == {float}:
            return row
        read: dict[str, Any] = {}
        for r, p in row.items():
            try:
                read[r] = entry(p)
            except _Odd as odd:
                self.refuse(f"output {short(r)} of dataset {short(x)} {odd}")
        return read

    def _exactly(self, field: str, value: Any) -> Any:
        try:
            return _exact(value)
        except _Odd as odd:
            self.refuse(f'"{field}" {odd}')

    def _names(self, field: str) -> list[str] | None:
        """A list of different texts, or None where the field is left out."""
        names = self.document.get(field)
        if names is None and field not in self.document:
            return None
        if not isinstance(names, list) or not names:
            self.refuse(f'"{field}" must be a list of names')
        odd = next((name for name in names if not isinstance(name, str)), None)
        if odd is not None or None in names:
            self.refuse(f'"{field}" lists {short(odd)}, which is no text: write it in quotes')
        if len(set(names)) < len(names):
            self.refuse(f'"{field}" lists a name twice')
        return names

    def _neighbours(self) -> Any:
        given = self.document.get("neighbours")
        if isinstance(given, str):
            return given
        if isinstance(given, dict):
            if not all(_texts(near) for near in given.values()):
                self.refuse('"neighbours" must list, for each dataset, the names of others')
            return given
        if not isinstance(given, list):
            self.refuse('"neighbours" must be "line", "all", or a list of pairs of datasets')
        odd = next((pair for pair in given if not _texts(pair) or len(pair) != 2), None)
        if odd is not None:
            self.refuse(f'"neighbours" lists {short(odd)}, which is no pair of dataset names')
        return given

    def _claim(self) -> Mapping[str, Any]:
        claim = self.document.get("claim", {})
        if not isinstance(claim, dict):
            self.refuse('"claim" must be an object such as {"epsilon": "1", "delta": "0"}')
        unknown = next((name for name in claim if name not in ("epsilon", "delta")), None)
        if unknown is not None:
            self.refuse(f'"claim" knows epsilon and delta, not {short(unknown)}')
        return {name: self._claimed(name, value) for name, value in claim.items()}

    def _claimed(self, field: str, value: Any) -> Any:
        """An exact number; of an epsilon also a logarithm."""
        if field == "epsilon" and isinstance(value, str) and "ln" in value:
            return level(field, value)
        return self._exactly(field, value)


class _Odd(Exception):
    """A value that is none, and why."""


def _entry(value: Any) -> Any:
    """A JSON number as it is, text as the exact number it denotes."""
    return value if type(value) is float else _exact(value)


def _exact(value: Any) -> Any:
    """An integer, or text such as "1/3" or "0.25"."""
    if type(value) is int:
        return value
    if not isinstance(value, str):
        raise _Odd(f'is {short(value)}: write a number such as "1/3" or "0.25"')
    try:
        return rational("number", value)
    except InvalidValue as error:
        raise _Odd(f"is {short(value)}: {error.need}") from None


def _coefficients(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise _Odd("must be a list of coefficients, from the constant term up")
    return [_exact(c) for c in value]


def _texts(given: Any) -> bool:
    return isinstance(given, list) and all(isinstance(name, str) for name in given)


def _single(value: Any) -> Any:
    """A JSON number as the nearest single."""
    import numpy as np

    return np.float32(value) if isinstance(value, float) else value
