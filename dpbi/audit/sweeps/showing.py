"""What people ask of a table: where does it fail, where is most slack, what has no answer.

Ratios and values are compared as floats, which is for finding rows, not for deciding: each row has
its own verdict and its own exact bounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dpbi.audit.sweeps.store import Store, number_of
from dpbi.errors import UnknownName, printable

SHOWN = ("lo", "hi", "exact", "claimed", "ratio_lo", "ratio_hi", "verdict", "witness", "error")
NO_ORDER = "setting"


@dataclass(frozen=True, slots=True)
class SweepAnswer:
    """A question that people ask of a table, and the rows that answer it, the first of them."""

    question: str
    count: int
    rows: tuple[dict[str, Any], ...]

    def json(self) -> dict[str, Any]:
        """For programs."""
        return {"question": self.question, "count": self.count, "rows": list(self.rows)}


KNOWN, RISING, FALLING = "ratio IS NOT NULL", "ratio, setting", "ratio DESC, setting"
QUESTIONS = {
    "fails": ("where it fails", "verdict = 'fails'", "ratio DESC, setting"),
    "undecided": ("where it is not decided", "verdict = 'undecided'", NO_ORDER),
    "slack": ("where the most slack is", f"{KNOWN} AND verdict IS NOT 'fails'", RISING),
    "tight": ("where the least slack is", KNOWN, FALLING),
    "largest": ("where the value is largest", "value IS NOT NULL", "value DESC, setting"),
    "smallest": ("where the value is smallest", "value IS NOT NULL", "value, setting"),
    "errors": ("what has no answer", "error IS NOT NULL", NO_ORDER),
}
USUAL = ("fails", "undecided", "slack", "tight", "errors")


def ask(store: Store, name: str, most: int, only: Mapping[str, str]) -> SweepAnswer:
    """The first `most` rows that answer a question, among those with these parameters."""
    for key in only:
        if key not in store.names:
            raise UnknownName("parameter of the table", key, store.names)
    question, where, order = QUESTIONS[name]
    if store.about["ask"] == "calibrate":  # a nominal epsilon above the loss asked for is slack
        order = {RISING: FALLING, FALLING: RISING}.get(order, order)
    chosen = " AND ".join([f"({where})", *(f'"{key}" = ?' for key in only)])
    values = list(only.values())
    ((count,),) = store.query(f"SELECT COUNT(*) FROM results WHERE {chosen}", *values)  # noqa: S608
    text = f"SELECT * FROM results WHERE {chosen} ORDER BY {order} LIMIT ?"  # noqa: S608
    columns = store.columns
    found = [dict(zip(columns, row, strict=True)) for row in store.query(text, *values, most)]
    kept = {"setting", *store.names, *SHOWN}
    rows = ({k: v for k, v in row.items() if k in kept and v is not None} for row in found)
    return SweepAnswer(question, count, tuple(rows))


def verdicts(store: Store) -> dict[str, int]:
    """How many rows have each verdict; errors are one of them."""
    said = "COALESCE(verdict, CASE WHEN error IS NULL THEN 'no verdict' ELSE 'error' END)"
    text = f"SELECT {said} AS v, COUNT(*) FROM results GROUP BY v ORDER BY v"  # noqa: S608
    return dict(store.query(text))


def order_changes(store: Store, along: str) -> Iterator[tuple[str, str, str, str]]:
    """(one target, another, n, n'): between two neighbouring values of a parameter they swap.

    The enclosures are apart at both ends, so the change of sign is certain; where they overlap
    nothing is said.  Everything else is the same for both targets.
    """
    others = [n for n in store.names if n not in ("target", along)]
    same = " AND ".join([f'a."{n}" = b."{n}"' for n in (*others, along)] or ["1"])
    columns = ", ".join([f'a."{n}"' for n in others] or ["''"])
    order = f'a."{number_of(along)}"'
    text = (
        f'SELECT a.target, b.target, {columns}, a."{along}", a.lo, a.hi, b.lo, b.hi '  # noqa: S608
        f"FROM results a JOIN results b ON {same} AND a.target < b.target "
        f"WHERE a.lo IS NOT NULL AND b.lo IS NOT NULL "
        f"ORDER BY a.target, b.target, {columns}, {order}"
    )
    last: tuple[Any, int, str] | None = None
    for row in store.query(text):
        key, (at, *ends) = row[:-5], row[-5:]
        sign = _sign(*ends)
        if not sign:
            continue
        if last is not None and last[0] == key and last[1] != sign:
            yield str(key[0]), str(key[1]), last[2], str(at)
        last = (key, sign, str(at))


def _sign(a_lo: str, a_hi: str, b_lo: str, b_hi: str) -> int:
    """1 where the first is certainly larger, -1 where it is smaller, 0 where they overlap."""
    from fractions import Fraction

    ends = [None if e == "inf" else Fraction(e) for e in (a_lo, a_hi, b_lo, b_hi)]
    if None in ends:
        return 0
    a_low, a_high, b_low, b_high = (Fraction(e) for e in (a_lo, a_hi, b_lo, b_hi))
    return 1 if a_low > b_high else -1 if a_high < b_low else 0


def row_line(row: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """A row as people read it."""
    at = ", ".join(f"{name} = {row[name]}" for name in names if name in row)
    parts = [at]
    if "error" in row:
        return printable(f"{at}: {row['error']}")
    if "lo" in row:
        parts.append(str(row.get("exact") or f"[{row['lo']}, {row['hi']}]"))
    if "ratio_lo" in row:
        parts.append(f"{float(row['ratio_hi']):.6g} of {row.get('claimed', 'the claim')}")
    if "verdict" in row:
        parts.append(str(row["verdict"]))
    return printable(": ".join([parts[0], "; ".join(parts[1:])]))
