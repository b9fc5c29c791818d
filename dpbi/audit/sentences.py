"""A finding as the lines that people read, in the terminal and in a failing test."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpbi.audit.finding import DIGITS, FAILS, UNDECIDED, Finding, Instance
from dpbi.audit.plain import listed, named
from dpbi.audit.promise import short
from dpbi.audit.results import ends
from dpbi.errors import brief
from dpbi.numbers import Enclosure
from dpbi.numbers.enclosure import decimal

LONGEST_EXACT = 60  # characters; the logarithm of a longer rational tells people nothing


def headline(f: Finding) -> str:
    """One line: who, what, verdict."""
    words = {FAILS: "is not", UNDECIDED: "is not decided to be"}
    at = f" at {f.scope.at}" if f.scope is not None and f.scope.at else ""
    return f"{named(f.label)} {words.get(f.verdict, 'is')} {brief(f.promise)}{at}"


def told(f: Finding) -> list[str]:
    """The finding, line by line."""
    lines = [headline(f), _row(f"true {f.promise.quantity}", _value(f))]
    if f.reason:
        lines.append(_row("undecided because", f.reason))
    if f.promise.slack:
        lines.append(_row("slack", _slack(f)))
    if f.slack is not None and f.verdict != FAILS:
        lines.append(_row("left of the promise", _short(f.slack)))
    if f.witness is not None:
        lines += _instance("smallest violation" if f.smallest else "violation", f.witness, f)
    if f.witness is None or f.witness != f.worst:
        lines += _instance("worst", f.worst, f)
    if f.deviation is not None:
        lines += [
            _row("implemented", "the law audited is the one of floats, as the binary numbers"),
            _row("", f"that they are; its rows miss the sum 1 by {_missed(f)}"),
        ]
    if f.scope is not None:
        lines.append(_row("gone through", str(f.scope)))
    lines.append(_row("rests on", ", ".join(f.trusts)))
    return lines


def side_by_side(difference: dict[str, Any]) -> list[str]:
    """An ideal law beside its implementation, from the JSON of an `audit.compare.Difference`."""
    ideal, implemented = (difference[k]["loss"] for k in ("ideal", "implemented"))
    apart, ratio = difference["total_variation"], difference["log_ratio"]
    farthest, at = difference["farthest"], difference["log_ratio_at"]
    more = difference["loss_difference"]
    return [
        _row("ideal epsilon", _bounds(ideal)),
        _row("implemented epsilon", _bounds(implemented)),
        _row("implemented - ideal", "not finite" if more is None else _bounds(more)),
        _row("total variation", f"{_bounds(apart)} between the two laws at {_name(farthest['x'])}"),
        _row("largest |ln ratio|", _bounds(ratio)),
        _row("", f"at {_name(at['x'])}, output {_name(at['output'])}"),
    ]


def _name(value: Any) -> str:
    """A dataset from JSON, where a tuple is a list."""
    return named(tuple(value) if isinstance(value, list) else value)


def _bounds(e: dict[str, str]) -> str:
    if e["lo"] == e["hi"]:
        return "infinite" if e["lo"] == "inf" else e["lo"]
    return f"[{e['lo']}, {e['hi']}]"


def _missed(f: Finding) -> str:
    assert f.deviation is not None
    return f"at most {decimal(f.deviation, 3, up=True)}" if f.deviation else "nothing"


def _slack(f: Finding) -> str:
    """By how much the promise may be missed and still counts as kept."""
    what = {"delta": "delta", "renyi": "divergence"}.get(f.promise.kind, f.promise.kind)
    value, slack = f.promise.value, short(f.promise.slack)
    promised = short(value) if isinstance(value, Fraction) else str(value)
    return f"{slack}: a true {what} of up to {promised} + {slack} counts as kept"


def _value(f: Finding) -> str:
    shown = _bounds(f.bounds)
    told = f.exact is not None and f.exact != shown and len(f.exact) <= LONGEST_EXACT
    return f"{f.exact} = {shown}" if told else shown


def _short(e: Enclosure) -> str:
    return str(e) if e.lo == e.hi and len(str(e)) < 40 else _bounds(ends(e.lo, e.hi, DIGITS))


def _instance(name: str, i: Instance, f: Finding) -> list[str]:
    where = f"{named(i.x)} and {named(i.y)}"
    if i.output is not None:
        many = f.promise.kind == "delta" and isinstance(i.output, tuple)
        where += f", at outputs {listed(i.output)}" if many else f", at output {named(i.output)}"
    lines = [_row(name, where)]
    if i.p is not None and i.q is not None:
        lines.append(_row("", f"probabilities {_short(i.p)} and {_short(i.q)}"))
    if i.excess is not None and f.verdict == FAILS:
        lines.append(_row("", f"beyond the promise by {_short(i.excess)}"))
    return lines


def _row(key: str, value: str) -> str:
    return f"  {key:<20} {value}"
