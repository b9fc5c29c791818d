"""The table of a sweep as CSV or Parquet, a row at a time, in the order of the settings.

The same spec gives the same bytes of CSV, whatever did the work and in which order.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from dpbi.audit.sweeps.asking import NUMBERS
from dpbi.audit.sweeps.store import Store, number_of
from dpbi.errors import InvalidValue
from dpbi.support.arguments import optional
from dpbi.support.files import replacing, write_lines

TOGETHER = 10_000  # rows of Parquet that are held at a time


def export(store: Store, path: Path) -> None:
    """Write the table to a file, whole or not at all; its name says in which form."""
    WRITERS[checked_ending(path)](store, path)


def checked_ending(path: Path) -> str:
    """The ending of a name, refused where there is no such form or no library that writes it."""
    if path.suffix not in WRITERS:
        need = f"choose a name that ends in {' or '.join(WRITERS)}"
        raise InvalidValue("--export", str(path), need)
    if path.suffix == ".parquet":
        optional("pyarrow", "columns", "Parquet")
    return path.suffix


def _csv(store: Store, path: Path) -> None:
    write_lines(path, lines(store))


def lines(store: Store) -> Iterator[str]:
    """The lines of the CSV; what is not known is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(store.columns)
    for row in store.rows():
        writer.writerow(row)
        yield text.getvalue()
        text.seek(0)
        text.truncate()
    yield text.getvalue()


def _parquet(store: Store, path: Path) -> None:
    pyarrow: Any = optional("pyarrow", "columns", "Parquet")
    parquet: Any = optional("pyarrow.parquet", "columns", "Parquet")
    floats = {*NUMBERS, *map(number_of, store.numeric)}

    def kind(name: str) -> Any:
        """The type of a column."""
        whole = pyarrow.int64() if name == "setting" else pyarrow.string()
        return pyarrow.float64() if name in floats else whole

    schema = pyarrow.schema([(name, kind(name)) for name in store.columns])
    schema = schema.with_metadata(store.about)
    rows = store.rows()
    with replacing(path) as new, parquet.ParquetWriter(new, schema) as out:
        while some := list(islice(rows, TOGETHER)):
            columns = dict(zip(store.columns, map(list, zip(*some, strict=True)), strict=True))
            out.write_table(pyarrow.table(columns, schema=schema))


WRITERS = {".csv": _csv, ".parquet": _parquet}
