"""Writing a law.json: the same law for any program to read, and for `load_law` to read back."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Any

from dpbi import arguments
from dpbi.errors import BadLawFile, BadMechanism, InvalidValue
from dpbi.mechanisms.base import Mechanism
from dpbi.mechanisms.forms import Exact, InQ, adapt
from dpbi.numbers import ExactNumber, level, rational
from dpbi.numbers.polynomial import coefficients
from dpbi.numbers.rational import MOST_BITS
from dpbi.tables.law_file import SCHEMA
from dpbi.tables.listed import Listed
from dpbi.tables.relation import Relation
from dpbi.tables.table import Table
from dpbi.tables.weights import LogWeights


def dump_law(mechanism: Any, path: str | os.PathLike[str]) -> None:
    """Write the law of a mechanism, exactly; datasets and outputs become text.

    Laws of rational or float probabilities, of polynomials in q, and `LogWeights` can be written.
    Of any other mechanism `Table.rounded` can: the doubles nearest to its law.
    """
    m, place = adapt(mechanism), arguments.path("path", path)
    names = list(m.datasets())
    relation = m.relation if isinstance(m, Listed) else Relation.of(m.label, names, m.neighbours)
    texts = list(_texts(place, names).values())
    near: Any = relation.kind
    if near == "pairs":
        near = [[texts[i], texts[j]] for i, j in relation.pairs]
    claimed = {key: getattr(m, key, None) for key in ("epsilon", "delta")}
    claim = {key: _exact(key, value) for key, value in claimed.items() if value is not None}
    head = {
        "schema": SCHEMA,
        "name": m.label,
        "claim": {key: str(value) for key, value in claim.items()},
        "neighbours": near,
        "datasets": texts,
    }
    kind, rows, extra = _rows(m, names, place)
    _write(place, head | extra, kind, dict(zip(texts, rows, strict=True)))


def _exact(name: str, value: Any) -> ExactNumber:
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
        outputs = list(_texts(path, m.outputs).values())
        extra = {"outputs": outputs} | ({"floats": "float32"} if m.cells.kind == "float32" else {})
        rows = [[_entry(path, p) for p in m.cells.row(i)] for i in range(len(names))]
        return "probabilities", rows, extra
    if isinstance(m, LogWeights):
        return "log_weights", _named(path, [m.weights[x] for x in names]), {}
    if isinstance(m, InQ):
        laws = [{r: coefficients(p) for r, p in m.checked(x).items()} for x in names]
        return "polynomials", _named(path, laws), {"rate": str(_exact("rate", m.rate))}
    raise BadMechanism(
        m.label, "no finite numbers write its law exactly: write Table.rounded(..) of it"
    )


def _named(path: Path, rows: Sequence[Mapping[Any, Any]]) -> list[dict[str, Any]]:
    """The rows by the texts of their outputs; 1 in one row and "1" in another are two outputs."""
    texts = _texts(path, dict.fromkeys(r for row in rows for r in row))
    return [{texts[r]: _entry(path, p) for r, p in row.items()} for row in rows]


def _texts(path: Path, values: Iterable[Any]) -> dict[Any, str]:
    """Names as texts, refused where two become the same."""
    texts = {value: name_of(value) for value in values}
    counted = Counter(texts.values())
    if len(counted) < len(texts):
        twice = counted.most_common(1)[0][0]
        raise BadLawFile(str(path), f"two names would both be written {twice!r}")
    return texts


def _entry(path: Path, value: Any) -> Any:
    """A float as JSON's shortest form of it, which reads back as itself; all else as text."""
    if isinstance(value, float):
        return float(value)
    if isinstance(value, list):
        return [_entry(path, c) for c in value]
    number = Fraction(value)
    if max(number.numerator.bit_length(), number.denominator.bit_length()) >= MOST_BITS:
        raise BadLawFile(str(path), "a probability is too long a fraction to be written")
    return str(number)


def _write(path: Path, head: Mapping[str, Any], kind: str, rows: Mapping[str, Any]) -> None:
    """One line a dataset; the file appears when it is complete."""
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    body = [f"    {json.dumps(x)}: {json.dumps(row)}" for x, row in rows.items()]
    text = "\n".join(["{", *lines, f"  {json.dumps(kind)}: {{", ",\n".join(body), "  }", "}", ""])
    part = path.parent / f"{path.name}.part"
    try:
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        need = f"it cannot be written there ({error.strerror or error})"
        raise InvalidValue("path", path, need) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
