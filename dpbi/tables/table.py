"""`Table`: a mechanism given by the probabilities of its laws."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from dpbi.arguments import listed
from dpbi.data import DOUBLE, RATIONAL, ROW, check_enumerable
from dpbi.errors import BadMechanism
from dpbi.mechanisms.forms import Exact
from dpbi.mechanisms.identity import Outputs, same_outputs
from dpbi.mechanisms.rows import PER_OUTPUT, Row, exact_sum
from dpbi.numbers import Balls
from dpbi.tables.cells import Cells, check_outputs, from_floats, from_rows
from dpbi.tables.listed import Layout, Listed, rows
from dpbi.tables.relation import Neighbours

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, eq=False, repr=False)
class Table(Listed, Exact):
    """A frozen mechanism given by its laws, exact or in floats.

    Floats are the binary numbers that they are, and are used as they are; an output drawn by
    `sample` takes what such a row is short of 1 from its last output.
    """

    layout: Layout
    cells: Cells

    @staticmethod
    def of(
        laws: Mapping[Any, Mapping[Any, Any]],
        neighbours: Neighbours = "line",
        *,
        name: str = "table",
        epsilon: Any = None,
        delta: Any = None,
    ) -> Table:
        """A table from {dataset: {output: probability}}; outputs left out are impossible."""
        laws = rows(laws)
        layout = Layout.of(name, laws, neighbours, epsilon, delta)
        return Table(layout, from_rows(name, layout.names, list(same_outputs(name, laws).values())))

    @staticmethod
    def from_arrays(
        matrix: Any,
        datasets: Iterable[Any] | None = None,
        outputs: Iterable[Any] | None = None,
        neighbours: Neighbours = "line",
        *,
        name: str = "table",
        epsilon: Any = None,
        delta: Any = None,
    ) -> Table:
        """A table from a matrix, one row a dataset and one column an output."""
        count, width = _shape(name, matrix)
        names = range(count) if datasets is None else listed("datasets", datasets)
        columns = tuple(range(width) if outputs is None else listed("outputs", outputs))
        if (len(names), len(columns)) != (count, width):
            raise BadMechanism(
                name,
                f"its matrix is {count} x {width}, "
                f"for {len(names)} datasets and {len(columns)} outputs",
            )
        layout = Layout.of(name, names, neighbours, epsilon, delta)
        columns = tuple(Outputs(name).keys(list(columns)))
        check_outputs(name, columns)
        dtype = matrix.dtype if isinstance(matrix, np.ndarray) else None
        if dtype is not None and dtype.name in ("float64", "float32"):
            check_enumerable("the table of all laws", count * width, DOUBLE)
            kind = "float" if dtype.name == "float64" else "float32"
            copy = np.array(matrix, dtype=np.float64)
            return Table(layout, from_floats(name, layout.names, columns, copy, kind))
        check_enumerable("the table of all laws", count * width, RATIONAL)
        entries = matrix.tolist() if dtype is not None and dtype.kind in "iuOU" else matrix
        laws = [dict(zip(columns, row, strict=True)) for row in entries]
        return Table(layout, from_rows(name, layout.names, laws))

    @staticmethod
    def from_frame(frame: DataFrame, neighbours: Neighbours = "line", **claim: Any) -> Table:
        """A table from a pandas frame: its index are the datasets, its columns the outputs."""
        return Table.from_arrays(
            frame.to_numpy(), frame.index.tolist(), frame.columns.tolist(), neighbours, **claim
        )

    @staticmethod
    def rounded(mechanism: Exact | Any, name: str | None = None) -> Table:
        """The doubles nearest to the laws of a mechanism: what a float implementation would hold.

        Balls of 192 bits settle the nearest double unless a probability lies within 2^-130 of the
        middle between two; then it is one of the two.
        """
        from dpbi.mechanisms.forms import adapt

        m = adapt(mechanism)
        check_enumerable("the list of datasets", m.number_of_datasets(), ROW)
        names, F, laws = list(m.datasets()), Balls(192), {}
        with F.scope():
            for x in names:
                laws[x] = {r: float(F.exp(p).mid()) for r, p in m.log_pmf(x, F).items()}
                if len(laws) == 1:
                    check_enumerable("the table of all laws", len(names) * len(laws[x]), ROW)
        claim = {key: getattr(m, key, None) for key in ("epsilon", "delta")}
        return Table.of(
            laws, m.neighbours, name=f"{m.label} in doubles" if name is None else name, **claim
        )

    @property
    def outputs(self) -> tuple[Any, ...]:
        """All outputs, in the order of the columns."""
        return self.cells.outputs

    def probabilities(self, x: Any) -> dict[Any, Fraction | float]:
        """The row of x as it was given."""
        return dict(zip(self.outputs, self.cells.row(self.position(x)), strict=True))

    def row(self, x: Any) -> Row:
        """The row of x, which was checked when the table was made."""
        law = {r: Fraction(p) for r, p in self.probabilities(x).items() if p}
        return Row(law, None if self.cells.deviation is None else exact_sum(law.values()) - 1)

    def to_arrays(self) -> tuple[np.ndarray[Any, Any], tuple[Any, ...], tuple[Any, ...]]:
        """(matrix, datasets, outputs): doubles where all entries are, else Fractions."""
        if self.cells.entries is None:
            return self.cells.matrix.copy(), self.layout.names, self.outputs
        return np.array(self.cells.entries, dtype=object), self.layout.names, self.outputs

    def to_frame(self) -> DataFrame:
        """A pandas frame: datasets down, outputs across."""
        import pandas as pd

        matrix, datasets, outputs = self.to_arrays()
        index, columns = (pd.Index(list(v), tupleize_cols=False) for v in (datasets, outputs))
        return pd.DataFrame(matrix, index=index, columns=columns)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Table)
            and self.layout == other.layout
            and self.outputs == other.outputs
            and all(self.cells.row(i) == other.cells.row(i) for i in range(self.relation.count))
        )

    def __hash__(self) -> int:
        return hash((self.layout, self.outputs))

    def __repr__(self) -> str:
        held = "floats" if self.cells.entries is None else "exact entries"
        return f"<Table {self.label}: {len(self.layout.names)} x {len(self.outputs)} {held}>"


def _shape(name: str, matrix: Any) -> tuple[int, int]:
    """Rows and columns, refused where the rows differ in length or the numbers cannot be exact."""
    if isinstance(matrix, np.ndarray):
        dtype = matrix.dtype
        if dtype.kind not in "fiuOU" or (dtype.kind == "f" and dtype.name not in _DOUBLES):
            raise BadMechanism(name, f"a matrix of {dtype} is not read: write it as float64")
        if len(matrix.shape) != 2:
            raise BadMechanism(name, f"its matrix has {len(matrix.shape)} dimensions, not two")
        return int(matrix.shape[0]), int(matrix.shape[1])
    rows = [listed("matrix", row) for row in listed("matrix", matrix)]
    widths = {len(row) for row in rows}
    if len(widths) != 1:
        raise BadMechanism(name, f"its rows have {len(widths)} different lengths, not one")
    return len(rows), widths.pop()


_DOUBLES = {"float64", *PER_OUTPUT}
