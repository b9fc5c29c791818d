"""Vectors of any kind for the second opinion, on their own."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

from dpbi.errors import NoOpinion

Vector = tuple[Any, ...]


def vectors(values: Iterable[Any], lengths: Iterable[int]) -> list[Vector]:
    """All vectors of these lengths with entries among the values."""
    entries = [_entry(v) for v in values]
    return [v for many in lengths for v in product(entries, repeat=many)]


def _entry(value: Any) -> Any:
    if not isinstance(value, Fraction):
        raise NoOpinion("a vector with an entry that is not rational")
    return int(value) if value.denominator == 1 else value


def places_apart(v: Vector, w: Vector) -> Fraction:
    """At how many places two vectors of one length differ."""
    if len(v) != len(w):
        raise NoOpinion("vectors of different lengths")
    return Fraction(sum(s != t for s, t in zip(v, w, strict=True)))


def is_inserted(v: Vector, w: Vector) -> bool:
    """Whether one vector is the other with one entry put in."""
    short, long = sorted((v, w), key=len)
    if len(long) != len(short) + 1:
        return False
    same = next((i for i, (s, t) in enumerate(zip(short, long, strict=False)) if s != t), None)
    return same is None or short[same:] == long[same + 1 :]
