"""What a query says of itself: its datasets, who neighbours whom, and its answer at each of them.

A query is a function of a dataset that answers with a number, or with a list of numbers.  Three
ways to declare one:

    @dpbi.query(datasets=range(11), neighbours="line")       a function of one's own
    def at_least_five(x): return int(x >= 5)

    class Count: ...                                         datasets(), neighbours(x), query(x)

    dpbi.sensitivity(at_least_five, over=MyMechanism(10))    the datasets of a mechanism
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import update_wrapper
from itertools import islice
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

from dpbi.errors import BadMechanism, InvalidValue, brief
from dpbi.laws.blame import Blame
from dpbi.laws.listed import MOST_DATASETS
from dpbi.laws.protocol import Neighbouring

D = TypeVar("D")

Nearness: TypeAlias = (
    str | Callable[[D], Iterable[D]] | Mapping[D, Iterable[D]] | Iterable[tuple[D, D]]
)
QueryAnswer: TypeAlias = Any
"""A number (int, Fraction, Decimal, a float as the binary number that it is), or a list of them."""


class BadQuery(BadMechanism):
    """A query that breaks the protocol of queries; `dataset` shows where."""

    kind: ClassVar[str] = "query"


class HasQuery(Neighbouring[Any], Protocol):
    """A query as an object: its datasets, their neighbours, and the answer at each.

    >>> import dpbi
    >>> class Count:
    ...     def datasets(self) -> range:
    ...         return range(5)
    ...
    ...     def neighbours(self, x: int) -> list[int]:
    ...         return [y for y in (x - 1, x + 1) if 0 <= y <= 4]
    ...
    ...     def query(self, x: int) -> int:
    ...         return 3 * x
    >>> dpbi.sensitivity(Count())
    <Sensitivity of Count: 3>
    """

    def query(self, x: Any, /) -> QueryAnswer:
        """The answer at x."""


class Query:
    """A function that says at which datasets it is asked; it can still be called.

    >>> import dpbi
    >>> @dpbi.query(datasets=range(5), neighbours="line")
    ... def square(x):
    ...     return x**2
    >>> isinstance(square, dpbi.Query), square(3), list(square.neighbours(0))
    (True, 9, [1])
    """

    def __init__(
        self,
        function: Callable[[Any], QueryAnswer],
        datasets: Iterable[Any] | Callable[[], Iterable[Any]],
        neighbours: Nearness[Any],
    ) -> None:
        if not callable(function):
            raise InvalidValue("query", function, "write @dpbi.query(..) above a function")
        if not (isinstance(neighbours, str) and neighbours in ("line", "all")):
            neighbours = _near(neighbours)
        if not callable(datasets):
            if isinstance(datasets, str) or not hasattr(datasets, "__iter__"):
                raise InvalidValue("datasets", datasets, "write a list of them")
            datasets = tuple(islice(datasets, MOST_DATASETS + 1))
        self.name = str(getattr(function, "__name__", type(function).__name__))
        self._function, self._datasets = function, datasets
        self._neighbours: str | Callable[[Any], Iterable[Any]] = neighbours
        update_wrapper(self, function, updated=())

    def datasets(self) -> Iterable[Any]:
        """All datasets at which the query is asked."""
        given = self._datasets
        return given() if callable(given) else given

    def neighbours(self, x: Any) -> Iterable[Any]:
        """The datasets one record away from x, as they were declared."""
        if callable(self._neighbours):
            return self._neighbours(x)
        listed = list(self.datasets())
        return [listed[j] for j in near_in(self._neighbours, len(listed), listed.index(x))]

    @property
    def relation(self) -> str:
        """One of the words "line" and "all", where the relation is one of these; else empty."""
        return "" if callable(self._neighbours) else self._neighbours

    def query(self, x: Any) -> QueryAnswer:
        """The answer at x."""
        return self._function(x)

    def __call__(self, x: Any) -> QueryAnswer:
        return self._function(x)


def near_in(word: str, count: int, i: int) -> list[int]:
    """The positions that neighbour i, where the relation is a word."""
    near = range(max(0, i - 1), min(count, i + 2)) if word == "line" else range(count)
    return [j for j in near if j != i]


def _near(given: Any) -> Callable[[Any], Iterable[Any]]:
    """A relation as a function: it is one, or a dict, or a list of pairs."""
    if callable(given):
        return given  # type: ignore[no-any-return]
    if isinstance(given, Mapping):
        return lambda x: given.get(x, ())
    pairs = [] if isinstance(given, str) or not isinstance(given, Iterable) else list(given)
    if not pairs or not all(isinstance(p, (tuple, list)) and len(p) == 2 for p in pairs):
        need = (
            'write "line", "all", a list of pairs, a dict, or a function from a dataset to those '
        )
        raise InvalidValue("neighbours", given, f"{need}near it")
    return lambda x: [b for a, b in pairs if a == x] + [a for a, b in pairs if b == x]


def query(
    *,
    datasets: Iterable[D] | Callable[[], Iterable[D]],
    neighbours: Nearness[D],
) -> Callable[[Callable[[D], QueryAnswer]], Query]:
    """Declare a function as a query: `@dpbi.query(datasets=.., neighbours=..)` above it.

    `datasets` are a list of them, or a function that makes one; `neighbours` a function from a
    dataset to those one record away, a dict of these, a list of pairs, or "line" (each dataset and
    the next one), or "all" (any two).  A pair that is listed one way only counts both ways.

    >>> import dpbi
    >>> @dpbi.query(datasets=["no", "yes"], neighbours="all")
    ... def says_yes(x):
    ...     return int(x == "yes")
    >>> print(dpbi.sensitivity(says_yes))
    1
    """
    return lambda function: Query(function, datasets, neighbours)


AnyQuery: TypeAlias = Query | HasQuery | type[HasQuery] | Callable[[Any], QueryAnswer]
"""What every question about a query takes; a bare function with `over`, which has the datasets."""


def declared(target: Any, over: Any = None) -> tuple[Any, str]:
    """The query as an object with datasets, neighbours and query, and what it is called."""
    label = called(target)
    if over is not None:
        function = _method(made(target, label), "query") if hasattr(target, "query") else target
        if not callable(function):
            raise BadQuery(label, f"it is a {type(target).__name__}: write a function of a dataset")
        return _Over(function, made(over, called(over))), label
    target = made(target, label)
    for needed in ("datasets", "neighbours", "query"):
        if not callable(_method(target, needed)):
            _refuse(target, label, needed)
    return target, label


def _method(target: Any, name: str) -> Any:
    """A method, or None; a property may raise what it likes."""
    with Blame(called(target), f"its {name}", bad=BadQuery):
        return getattr(target, name, None)


def _refuse(target: Any, label: str, needed: str) -> None:
    """Say what is missing, and what to write."""
    if needed == "query" and hasattr(target, "datasets"):
        hint = "write query(x), or say over= to ask a function of its datasets"
        raise BadQuery(label, f"it has no method query: {hint}")
    if callable(target):
        hint = "write @dpbi.query(datasets=.., neighbours=..) above it, or say over="
        raise BadQuery(label, f"it is a function without datasets: {hint}")
    raise BadQuery(label, f"it has no method {needed}")


class _Over:
    """A function at the datasets of something else."""

    def __init__(self, function: Callable[[Any], QueryAnswer], place: Any) -> None:
        for needed in ("datasets", "neighbours"):
            if not callable(_method(place, needed)):
                raise BadQuery(called(place), f"it has no method {needed}, which over= needs")
        self.query, self.datasets, self.neighbours = function, place.datasets, place.neighbours


def called(target: Any) -> str:
    """What it calls itself, if that is a text; else the name of the function or class."""
    with Blame("a query", "its name", bad=BadQuery):
        for name in ("name", "label", "__name__"):
            if isinstance(found := getattr(target, name, None), str) and found:
                return brief(str.__str__(found))
    return type(target).__name__


def made(target: Any, label: str) -> Any:
    """A class as what it makes without arguments; anything else as it is."""
    if not isinstance(target, type):
        return target
    with Blame(label, "making it", bad=BadQuery):
        return target()
