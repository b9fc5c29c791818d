"""Vectors of any kind: lists over an alphabet, subsets, points of a grid, records put in.

They are the datasets of mechanisms that count nothing.  Entries are integers or fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import chain, product
from typing import Any

from dpbi.bayes.data import Counts
from dpbi.bayes.dirichlet import Dirichlet
from dpbi.errors import TooLarge
from dpbi.ledger.values import Arithmetic, NoValue, Quantity, Undefined, exactly

Entries = tuple[Any, ...]
MOST = 200_000
"""Vectors of one set; a formula that goes over more takes for ever."""


def fit(prior: Dirichlet, *several: Counts) -> None:
    """No value where a dataset has other categories than the prior."""
    if any(len(x) != prior.k for x in several):
        raise Undefined("a dataset and a prior of different lengths")


def component(entry: Quantity) -> int | Fraction:
    """A number as an entry of a vector."""
    if (value := entry.rational) is None:
        raise NoValue("a component that is not rational")
    return int(value) if value.denominator == 1 else value


def paired(v: tuple[Any, ...], w: tuple[Any, ...]) -> Iterable[tuple[Any, Any]]:
    """The entries of two vectors of one length, side by side."""
    if len(v) != len(w):
        raise Undefined("two vectors of different lengths")
    return zip(v, w, strict=True)


def as_counts(v: tuple[Any, ...]) -> Counts:
    """A vector as a dataset."""
    if any(not isinstance(c, int) or c < 0 for c in v):
        raise Undefined("counts that are negative or not integers")
    return v


def as_prior(v: tuple[Any, ...]) -> Dirichlet:
    """A vector as the parameters of a prior."""
    if len(v) < 2 or any(a <= 0 for a in v):
        raise Undefined("a Dirichlet parameter that is not positive")
    return Dirichlet(v)


def _grid(_: Arithmetic, values: list[Any], length: int) -> list[Entries]:
    return list(_vectors(values, [length]))


def _upto(_: Arithmetic, values: list[Any], length: int) -> list[Entries]:
    return list(_vectors(values, range(length + 1)))


def _vectors(values: list[Quantity], lengths: Any) -> Iterator[Entries]:
    entries = [component(v) for v in values]
    if min(lengths, default=0) < 0:
        raise Undefined("vectors of a length below 0")
    if (count := sum(len(entries) ** length for length in lengths)) > MOST:
        advice = "use shorter vectors, or fewer values of a component"
        raise TooLarge("the set of vectors", count, MOST, "vectors", 0, advice)
    return chain.from_iterable(product(entries, repeat=length) for length in lengths)


def _hamming(arithmetic: Arithmetic, v: Entries, w: Entries) -> Quantity:
    if len(v) != len(w):
        raise Undefined("two vectors of different lengths")
    return exactly(sum(s != t for s, t in zip(v, w, strict=True)), arithmetic.F)


def _inserted(_: Arithmetic, v: Entries, w: Entries) -> bool:
    short, long = sorted((v, w), key=len)
    without = (long[:i] + long[i + 1 :] for i in range(len(long)))
    return len(long) == len(short) + 1 and short in without


VECTORS: dict[str, Callable[..., Any]] = {
    "grid": _grid,
    "upto": _upto,
    "hamming": _hamming,
    "inserted": _inserted,
}
"""As `ARITHMETIC`: what computes each operation, from arguments of the kinds in the table."""
