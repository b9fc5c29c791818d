"""Mechanisms given by tables: of probabilities, of log-weights, of polynomials in q = exp(-rate).

All of them have datasets and neighbours written out, a name, and perhaps a claim (`Listed`).
`Table` takes probabilities, `LogWeights` and `Polynomials` the other two forms.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from dpbi.bayes.data import DOUBLE, IN_TURN, RATIONAL, ROW, check_enumerable
from dpbi.errors import BadMechanism, printable
from dpbi.fields import Balls, ExactNumber, Field, Real, positive_level, positive_rational, rational
from dpbi.fields.polynomial import Polynomial
from dpbi.laws.cells import Cells, Neighbours, Relation, check_outputs, from_floats, from_rows
from dpbi.laws.forms import (
    PER_OUTPUT,
    Exact,
    InQ,
    Row,
    Weighted,
    binary,
    exact_polynomial,
    exact_sum,
    float_kind,
)
from dpbi.laws.identity import Outputs, same_outputs
from dpbi.laws.protocol import Mechanism, adapt
from dpbi.support import arguments
from dpbi.support.arguments import listed, optional

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True)
class Layout:
    """The datasets of a table, who neighbours whom, and what it claims for itself."""

    title: str
    names: tuple[Any, ...]
    relation: Relation
    epsilon: ExactNumber | None = None
    delta: Fraction | None = None

    @staticmethod
    def of(
        title: str,
        names: Iterable[Any],
        neighbours: Neighbours,
        epsilon: Any = None,
        delta: Any = None,
    ) -> Layout:
        """The layout, checked."""
        title = arguments.text("name", title)
        known = tuple(arguments.listed("datasets", names, "list them"))
        _check_names(title, known)
        return Layout(
            title,
            known,
            Relation.of(title, known, neighbours),
            None if epsilon is None else positive_level("epsilon", epsilon, zero=True),
            None if delta is None else positive_rational("delta", delta, zero=True),
        )

    @cached_property
    def place(self) -> Mapping[Any, int]:
        """The position of each dataset."""
        return {x: i for i, x in enumerate(self.names)}


def rows(laws: Any) -> dict[Any, Mapping[Any, Any]]:
    """{dataset: its row}, copied, once both levels are seen to be mappings."""
    need = "write {dataset: {output: value}}"
    outer = arguments.mapping("laws", laws, need)
    return {x: arguments.mapping("laws", row, need) for x, row in outer.items()}


class Listed(Mechanism):
    """A mechanism whose datasets are written out."""

    layout: Layout

    @property
    def label(self) -> str:
        """The table's own name."""
        return self.layout.title

    @property
    def epsilon(self) -> ExactNumber | None:
        """The epsilon that is claimed, if one is."""
        return self.layout.epsilon

    @property
    def delta(self) -> Fraction | None:
        """The delta that is claimed, if one is."""
        return self.layout.delta

    @property
    def relation(self) -> Relation:
        """Who neighbours whom, by position."""
        return self.layout.relation

    @property
    def known_relation(self) -> Relation:
        return self.layout.relation

    def datasets(self) -> Sequence[Any]:
        """All datasets, in the order given."""
        return self.layout.names

    def number_of_datasets(self) -> int:
        """How many there are."""
        return len(self.layout.names)

    def neighbours(self, x: Any) -> list[Any]:
        """The datasets that neighbour x."""
        return [self.layout.names[j] for j in self.relation.near(self.layout.place[x])]

    def check_dataset(self, x: Any) -> Any:
        """x, refused if it is not a dataset of the table."""
        return self.layout.names[self.position(x)]

    def position(self, x: Any) -> int:
        """The position of x among the datasets."""
        if not isinstance(x, Hashable) or x not in self.layout.place:
            raise BadMechanism(self.label, "this is not one of its datasets", x)
        return self.layout.place[x]


def _check_names(title: str, names: Sequence[Any]) -> None:
    seen = set()
    for x in names:
        if not isinstance(x, Hashable):
            raise BadMechanism(title, f"dataset {x!r} is not hashable: write it as a tuple or text")
        if x in seen:
            raise BadMechanism(title, "it lists this dataset twice", x)
        seen.add(x)


@dataclass(frozen=True, eq=False, repr=False)
class Table(Listed, Exact):
    """A frozen mechanism given by its laws, exact or in floats.

    Floats are the binary numbers that they are, and are used as they are; an output drawn by
    `Mechanism.sample` takes what such a row is short of 1 from its last output.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> dpbi.privacy_loss(coin).exact
    'ln(3)'
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
        doubles = dtype is not None and dtype.name in ("float64", "float32")
        each = DOUBLE if doubles else RATIONAL
        check_enumerable("the table of all laws", count * width, each, advice=IN_TURN)
        if dtype is not None and doubles:
            kind = "float" if dtype.name == "float64" else "float32"
            copy = np.array(matrix, dtype=np.float64)
            return Table(layout, from_floats(name, layout.names, columns, copy, kind))
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

    def laid_out(self) -> tuple[Sequence[Any], Cells, Relation]:
        """The table itself."""
        return self.layout.names, self.cells, self.relation

    def to_arrays(self) -> tuple[np.ndarray[Any, Any], tuple[Any, ...], tuple[Any, ...]]:
        """(matrix, datasets, outputs): doubles where all entries are, else Fractions."""
        if self.cells.entries is None:
            return self.cells.matrix.copy(), self.layout.names, self.outputs
        return np.array(self.cells.entries, dtype=object), self.layout.names, self.outputs

    def to_frame(self) -> DataFrame:
        """A pandas frame: datasets down, outputs across."""
        pd = optional("pandas", "frames", "a law as a data frame")
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
        size = f"{len(self.layout.names)} x {len(self.outputs)}"
        return printable(f"<Table {self.label}: {size} {held}>")


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


@dataclass(frozen=True, eq=False)
class LogWeights(Listed, Weighted):
    """A mechanism given by logarithms of unnormalised probabilities.

    A float is the binary number that it is; the law is the exponential of these numbers divided by
    its sum, without any rounding.  -inf, and an output left out, are impossible.

    >>> import dpbi
    >>> m = dpbi.LogWeights.of({0: {"a": 0, "b": -1}, 1: {"a": -1, "b": 0}})
    >>> dpbi.is_private(m, 2), dpbi.is_private(m, 1)
    (True, True)
    """

    layout: Layout
    weights: Mapping[Any, Mapping[Any, Fraction | float]]

    @staticmethod
    def of(
        weights: Mapping[Any, Mapping[Any, Any]],
        neighbours: Neighbours = "line",
        *,
        name: str = "log-weights",
        epsilon: Any = None,
        delta: Any = None,
    ) -> LogWeights:
        """A table from {dataset: {output: ln of a weight}}: exact numbers or floats."""
        given = same_outputs(name, rows(weights))
        layout = Layout.of(name, given, neighbours, epsilon, delta)
        return LogWeights(layout, {x: _read(name, x, row) for x, row in given.items()})

    def log_weights(self, x: Any, F: Field) -> dict[Any, Real]:
        """The weights; rationals in the field, floats as they are."""
        row = self.weights[self.check_dataset(x)]
        return {r: w if isinstance(w, float) else F.rational(w) for r, w in row.items()}

    def uses_floats(self) -> bool:
        """Whether some weight is a float."""
        return any(isinstance(w, float) for row in self.weights.values() for w in row.values())


@dataclass(frozen=True, eq=False)
class Polynomials(Listed, InQ):
    """A mechanism given by polynomials in q = exp(-rate) with rational coefficients.

    >>> import dpbi
    >>> laws = {0: {"a": [1, "-1/2"], "b": [0, "1/2"]}, 1: {"a": [0, 1], "b": [1, -1]}}
    >>> dpbi.is_private(dpbi.Polynomials.of(laws, rate=1), 1)
    False
    """

    layout: Layout
    rate: Fraction
    laws: Mapping[Any, Mapping[Any, Polynomial]]

    @staticmethod
    def of(
        laws: Mapping[Any, Mapping[Any, Any]],
        rate: Any,
        neighbours: Neighbours = "line",
        *,
        name: str = "polynomials",
        epsilon: Any = None,
        delta: Any = None,
    ) -> Polynomials:
        """A table from {dataset: {output: coefficients from the constant term up}}."""
        given = same_outputs(name, rows(laws))
        layout = Layout.of(name, given, neighbours, epsilon, delta)
        read = {x: {r: exact_polynomial(p) for r, p in row.items()} for x, row in given.items()}
        table = Polynomials(layout, positive_rational("rate", rate), read)
        for x in layout.names:
            check_outputs(name, read[x])
            table.checked(x)
        return table

    def polynomials(self, x: Any) -> Mapping[Any, Polynomial]:
        """The polynomials at x."""
        return self.laws[self.check_dataset(x)]


def _read(name: str, x: Any, row: Mapping[Any, Any]) -> dict[Any, Fraction | float]:
    """Log-weights as Fractions and finite floats; what is impossible is left out."""
    check_outputs(name, row)
    read: dict[Any, Fraction | float] = {}
    for r, w in row.items():
        if not float_kind(w):
            read[r] = rational("log-weight", w)
        elif float(w) != float("-inf"):
            binary(name, x, r, w, "log-weight")
            read[r] = float(w)
    if not read:
        raise BadMechanism(name, "no output is possible", x)
    return read
