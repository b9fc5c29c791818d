"""Datasets as counts, the replace-one relation, and their enumeration.

A dataset of n records over k categories matters only through its counts, a tuple of k integers
>= 0 with sum n.  Two datasets are neighbours when one record is replaced: one unit moves between
two categories.

Order: `datasets(n, k)` runs through the counts lexicographically from (0, .., 0, n) to
(n, 0, .., 0); `neighbours(x)` lists the moves from category i to category j, i before j, both
ascending.  Everything streams; nothing here holds a list of all datasets or of all pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import comb
from typing import TypeAlias

from dpbi.errors import InvalidValue, TooLarge, WrongCounts, brief
from dpbi.fields.field import MOST_BITS
from dpbi.fields.rational import whole as whole
from dpbi.support.arguments import listed

Counts: TypeAlias = tuple[int, ...]

MEMORY = 2_000_000_000
"""Bytes that one enumeration may take."""

BALL, RATIONAL, ROW, DOUBLE = 400, 250, 100, 25
"""Bytes an entry: a ball or polynomial in a dictionary, a Fraction in a table, a float in a
dictionary, a double in a matrix; each with what is made of it on the way."""

IN_TURN = "write a mechanism whose probabilities(x) are computed: its rows are read in turn"
"""What to do about a table that is too large."""

ENUMERATION_LIMIT = MEMORY // BALL
"""More outputs than this are not held in memory."""


COUNT_BITS = 1 << 13
MOST_CATEGORIES = 100_000


def counts(values: Iterable[object], *, n: int | None = None, k: int | None = None) -> Counts:
    """`values` as counts, checked: integers >= 0, k >= 2 of them, n >= 1 in all."""
    given = listed("counts", values, "write them as 3,7", MOST_CATEGORIES)
    x = tuple(whole("count", v) for v in given)
    if len(x) < 2:
        raise WrongCounts(x, "a dataset needs at least two categories")
    if k is not None and len(x) != k:
        raise WrongCounts(x, f"the prior has {k} parameters, so there must be {k} counts")
    if min(x) < 0:
        raise WrongCounts(x, "a count cannot be negative")
    if sum(x) == 0:
        raise WrongCounts(x, "a dataset needs at least one record (n >= 1)")
    if n is not None and sum(x) != n:
        raise WrongCounts(
            x, f"they sum to {brief(sum(x))}, but the mechanism is for n = {brief(n)} records"
        )
    return x


def precision(value: object) -> int:
    """A number of bits to compute with."""
    bits = whole("bits", value)
    if not 2 <= bits <= MOST_BITS:
        raise InvalidValue("bits", bits, f"it must be between 2 and {MOST_BITS}")
    return bits


def number_of_datasets(n: int, k: int) -> int:
    """C(n+k-1, k-1): the count vectors of n records over k categories.

    A number of thousands of bits is not formed: as C(a, b) >= (a/b)^b, it is refused beforehand.
    """
    n, k = _size(n, k)
    a, b = n + k - 1, min(n, k - 1)
    if b and b * ((a // b).bit_length() - 1) > COUNT_BITS:
        raise TooLarge("the list of datasets", 1 << COUNT_BITS, ENUMERATION_LIMIT)
    return comb(a, b)


def check_enumerable(what: str, count: int, each: int = BALL, **advice: str) -> None:
    """Refuse an enumeration that would not fit in memory, before it starts."""
    if count > (limit := MEMORY // each):
        raise TooLarge(what, count, limit, each=each, **advice)


def integers(first: int, last: int) -> range:
    """The integers first .. last, which a formula holds in memory; TooLarge for too many."""
    advice = "use a shorter range of integers"
    check_enumerable("the set of integers", last - first + 1, unit="integers", advice=advice)
    return range(first, last + 1)


def _size(n: object, k: object) -> tuple[int, int]:
    """A number of records and one of categories."""
    records, categories = whole("n", n), whole("k", k)
    if records < 0 or categories < 1:
        raise InvalidValue("n, k", f"{records}, {categories}", "write n >= 0 and k >= 1")
    return records, categories


def datasets(n: int, k: int) -> Iterator[Counts]:
    """All counts of n records over k categories, lexicographically ascending."""
    return _datasets(*_size(n, k))


def balanced(n: int, k: int) -> Counts:
    """n records spread as evenly as possible, the first categories one more."""
    return tuple(n // k + (i < n % k) for i in range(k))


def _datasets(n: int, k: int) -> Iterator[Counts]:
    if k == 1:
        yield (n,)
        return
    for first in range(n + 1):
        for rest in _datasets(n - first, k - 1):
            yield (first, *rest)


def moved(x: Counts, source: int, target: int) -> Counts:
    """x with one unit moved between two categories."""
    y = list(x)
    y[source] -= 1
    y[target] += 1
    return tuple(y)


def neighbours(x: Counts) -> Iterator[Counts]:
    """The datasets that differ from x in one replaced record."""
    for source, available in enumerate(x):
        if available:
            for target in range(len(x)):
                if target != source:
                    yield moved(x, source, target)


def neighbouring_pairs(n: int, k: int, *, ordered: bool = False) -> Iterator[tuple[Counts, Counts]]:
    """Each pair of neighbours once, as (x, y) with x < y; `ordered` adds (y, x) after it."""
    for x in datasets(n, k):
        for y in neighbours(x):
            if x < y:
                yield x, y
                if ordered:
                    yield y, x


def number_of_pairs(n: int, k: int) -> int:
    """The unordered neighbouring pairs: one for each dataset of n-1 records and two categories."""
    return number_of_datasets(n - 1, k) * comb(k, 2)


def distance(x: Counts, y: Counts) -> int:
    """The fewest replaced records that turn x into y: half the l1 distance of the counts."""
    return sum(abs(a - b) for a, b in zip(x, y, strict=True)) // 2
