"""law.json: laws that any program can write and read (LAW_SCHEMA.md says what they are).

`load_law` reads with care, because a file comes from elsewhere: its size is bounded before it is
read, names may not repeat, fields must be known, and whatever is wrong is said in one sentence.
`dump_law` writes the same law for any program, and for `load_law`, to read back.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from dpbi.errors import BadLawFile, BadMechanism, DpbiError, InvalidValue
from dpbi.fields import ExactNumber, level, rational
from dpbi.fields.polynomial import coefficients
from dpbi.fields.rational import MOST_BITS, read_object, short
from dpbi.laws.cells import Relation
from dpbi.laws.forms import Exact, InQ, adapt
from dpbi.laws.protocol import AnyMechanism, Mechanism
from dpbi.laws.tables import Listed, LogWeights, Polynomials, Table
from dpbi.support import arguments
from dpbi.support.files import write

Law: TypeAlias = Table | LogWeights | Polynomials

SCHEMA = "dpbi-law/1"
KINDS = ("probabilities", "log_weights", "polynomials")
FIELDS = ("schema", "name", "datasets", "outputs", "neighbours", "rate", "floats", "claim", *KINDS)
FLOATS = ("double", "float32")


def load_law(path: str | os.PathLike[str]) -> Law:
    """The mechanism that a law.json describes.

    >>> import dpbi, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     place = pathlib.Path(folder, "coin.json")
    ...     dpbi.dump_law(dpbi.Table.of({0: {"a": "1/3", "b": "2/3"}, 1: {"b": 1}}), place)
    ...     coin = dpbi.load_law(place)
    >>> coin.law("0")
    {'a': <Enclosure 1/3>, 'b': <Enclosure 2/3>}
    """
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
            self.refuse(f'"{field}" lists {short(odd)}, which is not text: write it in quotes')
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
            self.refuse(f'"neighbours" lists {short(odd)}, which is not a pair of dataset names')
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
    """A value that is not valid, and why."""


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


def dump_law(mechanism: AnyMechanism, path: str | os.PathLike[str]) -> None:
    r"""Write the law of a mechanism, exactly; datasets and outputs become text.

    Laws of rational or float probabilities, of polynomials in q, and `LogWeights` can be written.
    Of any other mechanism `Table.rounded` can: the doubles nearest to its law.

    >>> import dpbi, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     place = pathlib.Path(folder, "coin.json")
    ...     dpbi.dump_law(dpbi.Table.of({0: {"a": "1/3", "b": "2/3"}, 1: {"b": 1}}), place)
    ...     print(*place.read_text().splitlines()[-5:], sep="\n")
      "probabilities": {
        "0": ["1/3", "2/3"],
        "1": ["0", "1"]
      }
    }
    """
    m, place = adapt(mechanism), arguments.path("path", path)
    names = list(m.datasets())
    relation = m.relation if isinstance(m, Listed) else Relation.of(m.label, names, m.neighbours)
    texts = list(_as_texts(place, names).values())
    near: Any = relation.kind
    if near == "pairs":
        near = [[texts[i], texts[j]] for i, j in relation.pairs]
    claimed = {key: getattr(m, key, None) for key in ("epsilon", "delta")}
    claim = {key: _written_exact(key, value) for key, value in claimed.items() if value is not None}
    head = {
        "schema": SCHEMA,
        "name": m.label,
        "claim": {key: str(value) for key, value in claim.items()},
        "neighbours": near,
        "datasets": texts,
    }
    kind, rows, extra = _rows(m, names, place)
    _write(place, head | extra, kind, dict(zip(texts, rows, strict=True)))


def _written_exact(name: str, value: Any) -> ExactNumber:
    """A claim as a number, a float as the one that it is; an epsilon may be a logarithm."""
    if isinstance(value, float) and isfinite(value):
        return Fraction(value)
    return level(name, value) if name == "epsilon" else rational(name, value)


def name_of(value: Any) -> str:
    """A dataset or output as text: "3,7" for (3, 7)."""
    if isinstance(value, (tuple, list)):
        return ",".join(map(name_of, value))
    return str(value)


def _rows(m: Mechanism, names: Sequence[Any], path: Path) -> tuple[str, list[Any], dict[str, Any]]:
    """The kind of the law, a row for each dataset, and what else has to be said of it."""
    if isinstance(m, Exact):
        if not isinstance(m, Table):
            m = Table.of({x: m.probabilities(x) for x in names}, m.neighbours, name=m.label)
        outputs = list(_as_texts(path, m.outputs).values())
        extra = {"outputs": outputs} | ({"floats": "float32"} if m.cells.kind == "float32" else {})
        rows = [[_written_entry(path, p) for p in m.cells.row(i)] for i in range(len(names))]
        return "probabilities", rows, extra
    if isinstance(m, LogWeights):
        return "log_weights", _named(path, [m.weights[x] for x in names]), {}
    if isinstance(m, InQ):
        laws = [{r: coefficients(p) for r, p in m.checked(x).items()} for x in names]
        return "polynomials", _named(path, laws), {"rate": str(_written_exact("rate", m.rate))}
    raise BadMechanism(
        m.label, "no finite numbers write its law exactly: write Table.rounded(..) of it"
    )


def _named(path: Path, rows: Sequence[Mapping[Any, Any]]) -> list[dict[str, Any]]:
    """The rows by the texts of their outputs; 1 in one row and "1" in another are two outputs."""
    texts = _as_texts(path, dict.fromkeys(r for row in rows for r in row))
    return [{texts[r]: _written_entry(path, p) for r, p in row.items()} for row in rows]


def _as_texts(path: Path, values: Iterable[Any]) -> dict[Any, str]:
    """Names as texts, refused where two become the same."""
    texts = {value: name_of(value) for value in values}
    counted = Counter(texts.values())
    if len(counted) < len(texts):
        twice = counted.most_common(1)[0][0]
        raise BadLawFile(str(path), f"two names would both be written {twice!r}")
    return texts


def _written_entry(path: Path, value: Any) -> Any:
    """A float as JSON's shortest form of it, which reads back as itself; all else as text."""
    if isinstance(value, float):
        return float(value)
    if isinstance(value, list):
        return [_written_entry(path, c) for c in value]
    number = Fraction(value)
    if max(number.numerator.bit_length(), number.denominator.bit_length()) >= MOST_BITS:
        raise BadLawFile(str(path), "a probability is too long a fraction to be written")
    return str(number)


def _write(path: Path, head: Mapping[str, Any], kind: str, rows: Mapping[str, Any]) -> None:
    """One line a dataset; the file appears when it is complete."""
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    body = [f"    {json.dumps(x)}: {json.dumps(row)}" for x, row in rows.items()]
    text = "\n".join(["{", *lines, f"  {json.dumps(kind)}: {{", ",\n".join(body), "  }", "}", ""])
    try:
        write(path, text)
    except OSError as error:
        need = f"it cannot be written there ({error.strerror or error})"
        raise InvalidValue("path", path, need) from error
