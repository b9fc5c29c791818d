"""The settings of a sweep: axes of exact values, and all their combinations or a sample of them.

Nothing is listed: the i-th setting is computed from i, so that a sweep of 10^8 settings takes no
more memory than one of ten.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Any

from flint import fmpz

from dpbi.errors import InexactInput, InvalidValue, UnknownName
from dpbi.fields.rational import rational, whole_number
from dpbi.support.arguments import listed

STEPS, SCALE = ("from", "to", "step"), ("from", "to", "points")
DIGITS = 3  # significant digits of the inner points of a logarithmic scale
MOST_POINTS = 1000
MOST_ROUNDS = 4  # of the permutation behind a sample


@dataclass(frozen=True)
class Axis:
    """A parameter and the texts that it takes, in their order; a range is not listed."""

    name: str
    values: Sequence[str] | range

    @property
    def count(self) -> int:
        """How many values it has; a range may have more than `len` can say."""
        v = self.values
        return (v.stop - v.start + v.step - 1) // v.step if isinstance(v, range) else len(v)

    def at(self, i: int) -> str:
        """The i-th value."""
        return str(self.values[i])

    def json(self) -> Any:
        """What the values are, shortly, for the digest of a spec."""
        v = self.values
        return [v.start, v.stop, v.step] if isinstance(v, range) else list(v)


def axis(name: str, given: Any) -> Axis:
    """The axis that a spec writes: a value, a list of values, "1..1000", or a table of a scale."""
    if not name.isidentifier():
        raise InvalidValue("grid", name, "write the name of a parameter")
    if isinstance(given, Mapping):
        return Axis(name, _scale(name, given))
    if isinstance(given, str) and ".." in given:
        return Axis(name, _range(name, given))
    return listed_axis(name, given)


def listed_axis(name: str, given: Any) -> Axis:
    """The axis of a text or a list of texts, as they stand: two dots may be part of a path."""
    items = given if isinstance(given, list) else [given]
    values = tuple(_text(name, item) for item in items)
    if not values:
        raise InvalidValue(name, given, "it has no values, so there is no setting")
    if (twice := _repeated(map(_meant, values))) is not None:
        raise InvalidValue(name, values[twice], "it is listed twice")
    return Axis(name, values)


def _repeated(items: Iterable[Hashable]) -> int | None:
    """Where something stands for the second time."""
    seen: set[Hashable] = set()
    for i, item in enumerate(items):
        if item in seen:
            return i
        seen.add(item)
    return None


def _meant(text: str) -> tuple[Fraction | str, ...]:
    """What a text denotes, whichever way it is written: 1/2 and 0.5 are one value."""

    def number(part: str) -> Fraction | str:
        try:
            return rational("a value", part)
        except InvalidValue:
            return part.strip()

    return tuple(map(number, text.split(",")))


def _text(name: str, item: Any) -> str:
    """A value as a person types it after -p; a binary float is refused."""
    if isinstance(item, bool):
        return str(item).lower()
    if isinstance(item, float):
        raise InexactInput(name, item)
    if isinstance(item, (list, tuple)):
        parts = [_text(name, part) for part in item]
        if any("," in part for part in parts):
            raise InvalidValue(name, item, 'a list in a value has numbers: write [1, 1] or "1,1"')
        return ",".join(parts)
    try:
        text = str(item).strip() if isinstance(item, (str, int, Fraction)) else ""
    except ValueError:  # Python writes no integer of more than some thousand digits
        raise InvalidValue(name, item, "it is too long to be written") from None
    if not text:
        raise InvalidValue(name, item, 'write an integer, or a text such as "1/2" or "1,1"')
    return text


def _range(name: str, text: str) -> range:
    low, _, high = text.partition("..")
    first, last = whole_number(low), whole_number(high)
    if first is None or last is None:
        raise InvalidValue(name, text, 'a range is written as "1..1000"')
    if last < first:
        raise InvalidValue(name, text, "the range is empty, so there is no setting")
    return range(first, last + 1)


def _scale(name: str, table: Mapping[str, Any]) -> Sequence[str] | range:
    """{from, to, step} in equal steps, {from, to, points} in equal ratios."""
    for key in table:
        if key not in (*STEPS, "points"):
            raise UnknownName(f"key of {name}", key, (*STEPS, "points"))
    missing = [key for key in ("from", "to") if key not in table]
    if missing or ("step" in table) == ("points" in table):
        need = "write {from = 1, to = 9, step = 2}, or {from = '1/100', to = 10, points = 13}"
        raise InvalidValue(name, dict(table), need)
    low, high = (rational(name, _text(name, table[key])) for key in ("from", "to"))
    if high < low:
        raise InvalidValue(name, dict(table), "it is empty, so there is no setting")
    if "step" in table:
        return _steps(name, low, high, rational(name, _text(name, table["step"])))
    points = whole_number(_text(name, table["points"]))
    if points is None or not 2 <= points <= MOST_POINTS or low <= 0 or low == high:
        need = f"a scale goes from a number above 0 to a larger one, in 2 to {MOST_POINTS} points"
        raise InvalidValue(name, dict(table), need)
    inner = [_between(low, high, i, points - 1) for i in range(1, points - 1)]
    return tuple(map(str, dict.fromkeys([low, *inner, high])))


def _steps(name: str, low: Fraction, high: Fraction, step: Fraction) -> Sequence[str] | range:
    if step <= 0:
        raise InvalidValue(name, step, "a step must be above 0")
    if low.denominator == step.denominator == 1:
        return range(int(low), int(high // 1) + 1, int(step))
    if (high - low) / step > MOST_POINTS:
        raise InvalidValue(name, step, f"that is more than {MOST_POINTS:,} values")
    return tuple(str(low + i * step) for i in range(int((high - low) / step) + 1))


def _between(low: Fraction, high: Fraction, i: int, m: int) -> Fraction:
    """The root of low^(m-i) high^i, cut to a few digits: by integers, the same on every machine."""
    power = low ** (m - i) * high**i
    shift = DIGITS - len(str(int(low))) if low >= 1 else DIGITS + len(str(int(1 / low)))
    shift = max(shift, 0)
    root = int(fmpz(int(power * 10 ** (shift * m))).root(m))
    places = max(0, len(str(root)) - DIGITS)
    return Fraction(root // 10**places * 10**places, 10**shift)


@dataclass(frozen=True)
class Settings:
    """All combinations of the axes, the last one running fastest; or so many of them by chance.

    `rows`, where they are given, are the settings themselves: the axes have the names alone.
    """

    axes: tuple[Axis, ...]
    rows: tuple[tuple[str, ...], ...] | None = None
    size: int | None = None
    seed: int = 0

    @cached_property
    def combinations(self) -> int:
        """How many there are, of which a sample takes some."""
        return prod(a.count for a in self.axes) if self.rows is None else len(self.rows)

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters, in their order."""
        return tuple(a.name for a in self.axes)

    @property
    def count(self) -> int:
        """How many settings there are, however many."""
        return self.combinations if self.size is None else self.size

    def __len__(self) -> int:
        return self.count

    def at(self, i: int) -> dict[str, str]:
        """The i-th setting."""
        if self.size is not None:
            i = shuffled(i, self.combinations, self.seed)
        if self.rows is not None:
            return dict(zip(self.names, self.rows[i], strict=True))
        values: list[str] = []
        for a in reversed(self.axes):
            i, digit = divmod(i, a.count)
            values.append(a.at(digit))
        return dict(zip(self.names, reversed(values), strict=True))

    def json(self) -> Any:
        """All that says which settings there are, and in which order."""
        axes = [[a.name, a.json()] for a in self.axes]
        return [axes, self.rows, self.size, self.seed if self.size is not None else None]


def shuffled(i: int, total: int, seed: int) -> int:
    """Where a permutation of 0 .. total - 1, chosen by the seed, sends i.

    Rounds of Feistel's network permute 0 .. 4^h - 1, whatever is mixed in; what falls outside goes
    on until it falls inside, which is a permutation of what is inside.
    """
    half = max(1, ((total - 1).bit_length() + 1) // 2)
    mask = (1 << half) - 1
    while True:
        left, right = i >> half, i & mask
        for r in range(MOST_ROUNDS):
            mixed = hashlib.sha256(f"{seed} {total} {r} {right}".encode()).digest()
            left, right = right, left ^ (int.from_bytes(mixed, "big") & mask)
        i = left << half | right
        if i < total:
            return i


def rows_of(tables: Any) -> tuple[tuple[Axis, ...], tuple[tuple[str, ...], ...]]:
    """Axes and rows of settings that are listed one by one; each names the same parameters."""
    given = listed("setting", tables, "write [[setting]] before each")
    if not given or not all(isinstance(t, Mapping) and t for t in given):
        raise InvalidValue("setting", tables, "there is no setting: write [[setting]] before each")
    own = tuple(axis(name, value).name for name, value in given[0].items())
    for table in given:
        if set(table) != set(own):
            odd = next(iter(set(table) ^ set(own)))
            raise InvalidValue("setting", dict(table), f"{odd} is not in all of the settings")
    rows = tuple(tuple(_text(name, table[name]) for name in own) for table in given)
    if (twice := _repeated(tuple(map(_meant, row)) for row in rows)) is not None:
        raise InvalidValue("setting", dict(given[twice]), "it is listed twice")
    return tuple(Axis(name, ()) for name in own), rows
