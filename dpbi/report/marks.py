"""Numbers in sentences and tables, each bound to the measure that it comes from.

On a page a number stands as `<data class="m" data-key="..." data-path="..." value="...">`: the key
computes the measure again, the path leads to the value in its result, and what is shown is that
value rounded to the nearest with so few digits that both ends of its enclosure agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from html import escape
from typing import Any, TypeAlias

from dpbi.report.quantities import Measure, Results


@dataclass(frozen=True, slots=True)
class MarkedNumber:
    """A number of a result: where it is from, its exact text there, and how it is shown."""

    key: str
    path: str
    value: str
    shown: str

    @property
    def html(self) -> str:
        """The marked number."""
        where = f'data-key="{escape(self.key)}" data-path="{escape(self.path)}"'
        return f'<data class="m" {where} value="{escape(self.value)}">{self.shown}</data>'

    def __str__(self) -> str:
        return self.shown


def number(results: Results, measure: Measure, path: str, digits: int = 4) -> MarkedNumber:
    """The number at `path` of a measure's result; an enclosure is shown as far as it is sure."""
    value = at(results[measure.key], path)
    if isinstance(value, dict):
        lo, hi = value["lo"], value["hi"]
        return MarkedNumber(measure.key, f"{path}.lo", lo, shown(lo, hi, digits))
    text = str(value)
    return MarkedNumber(measure.key, path, text, text)


def at(result: Any, path: str) -> Any:
    """The value that a path such as "profile.2.delta.lo" leads to."""
    for step in filter(None, path.split(".")):
        result = result[int(step)] if isinstance(result, (list, tuple)) else result[step]
    return result


def middle(result: Any, path: str) -> float:
    """The middle of the enclosure at a path, as a float: to draw, never to decide."""
    value = at(result, path)
    return (float(value["lo"]) + float(value["hi"])) / 2


def low(result: Any, path: str) -> Fraction:
    """The lower end of the enclosure at a path, exactly: to rank and to compare."""
    return Fraction(at(result, path)["lo"])


def high(result: Any, path: str) -> Fraction:
    """The upper end of the enclosure at a path, exactly."""
    return Fraction(at(result, path)["hi"])


def shown(lo: str, hi: str, digits: int) -> str:
    """The rounding on which both ends agree, with up to `digits` digits; else both ends."""
    if lo == "inf":
        return "infinite"
    for d in range(digits, 1, -1):
        low, high = rounded(lo, d), rounded(hi, d)
        if low == high:
            return low
    return f"[{lo}, {hi}]"


def rounded(text: str, digits: int) -> str:
    """A decimal to the nearest with so many significant digits: 0.3196, 2.1e-8; 1 stays 1."""
    value = Decimal(text)
    short = f"{value:.{digits}g}" if len(value.as_tuple().digits) > digits else f"{value:f}"
    if value and abs(value) < Decimal("0.0001"):
        mantissa, exponent = f"{value:.{digits - 1}e}".lower().split("e")
        whole = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
        return f"{whole}e{int(exponent)}"
    return f"{Decimal(short):f}"


Part: TypeAlias = "str | MarkedNumber"


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence with numbers: `template` has a {} for each of them."""

    template: str
    parts: tuple[Part, ...] = ()

    def __str__(self) -> str:
        return self.template.format(*self.parts)

    @property
    def html(self) -> str:
        """The sentence with its numbers marked."""
        return escape(self.template, quote=False).format(*map(marked, self.parts))


def say(template: str, *parts: Part) -> Said:
    """A sentence with numbers in the places of its braces."""
    return Said(template, parts)


def marked(part: Part) -> str:
    """A number with its mark, or escaped text."""
    return part.html if isinstance(part, MarkedNumber) else escape(part, quote=False)


@dataclass(frozen=True, slots=True)
class MarkedTable:
    """A heading for each column, and rows of words and numbers; the first column names the row."""

    head: tuple[str, ...]
    rows: tuple[tuple[Part, ...], ...]

    @property
    def html(self) -> str:
        """The table, in a box that scrolls sideways where it must."""
        head = "".join(f'<th scope="col">{escape(h, quote=False)}</th>' for h in self.head)
        rows = "\n".join(_row(row) for row in self.rows)
        return (
            f'<div class="scroll" tabindex="0"><table>\n<thead><tr>{head}</tr></thead>\n'
            f"<tbody>\n{rows}\n</tbody></table></div>"
        )

    def __str__(self) -> str:
        """A paragraph for each row: its name, then each number after what it is."""
        return "\n\n".join(map(self._paragraph, self.rows))

    def _paragraph(self, row: Sequence[Part]) -> str:
        cells = (f"{h}: {c}" for h, c in zip(self.head[1:], row[1:], strict=True))
        return f"{row[0]}. {'; '.join(cells)}."


def _row(row: Sequence[Part]) -> str:
    first, *others = row
    cells = "".join(f"<td>{marked(c)}</td>" for c in others)
    return f'<tr><th scope="row">{marked(first)}</th>{cells}</tr>'
