"""Domains of quantified variables: what they have to be, or a sentence that says what to write."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from dpbi.errors import InexactInput
from dpbi.language.expr import Expr
from dpbi.language.signatures import IllFormed

KINDS = {
    "int": '"int", 0, None',
    "rational": '"rational", "0", None, "(]"',
    "in": '"in", steps(0, 3)',
    "word": '"word", "one", "other"',
    "prior": '"prior"',
    "dataset": '"dataset"',
    "vector": '"vector"',
}
"""Every kind of domain, as it is written."""
STRICTNESS = ("()", "[)", "(]", "[]")


def as_written(name: str, domain: tuple[Any, ...], usual: Mapping[str, Any]) -> tuple[Any, ...]:
    """A domain as an author writes it: the usual one where none is said, ends that are texts."""
    if not domain:
        if name not in usual:
            own = f'write variable("{name}", {KINDS["int"]}), or another domain'
            raise IllFormed(f"{name!r} has no usual domain: {own}")
        return tuple(usual[name])
    for end in domain[1:]:
        if isinstance(end, float):
            raise InexactInput(f"an end of the domain of {name}", end)
    if domain[0] == "rational":
        return tuple(str(e) if isinstance(e, (int, Fraction)) else e for e in domain)
    return domain


def check_domain(name: str, domain: tuple[Any, ...]) -> None:
    """Refuse what is not a domain, with how one of its kind is written."""
    kind, rest = (domain[0], domain[1:]) if domain else ("", ())
    if not isinstance(kind, str) or kind not in KINDS:
        near = get_close_matches(str(kind), KINDS, 1)
        hint = f"; did you mean {near[0]!r}?" if near else f": write one of {', '.join(KINDS)}"
        raise IllFormed(f"{name} has a domain of the unknown kind {kind!r}{hint}")
    if not _fits(kind, rest):
        said = ", ".join(map(repr, domain)) if not any(isinstance(e, Expr) for e in rest) else kind
        raise IllFormed(f"{said} is not a domain of {name}: write it as in {KINDS[kind]}")


def _fits(kind: str, rest: tuple[Any, ...]) -> bool:
    match kind, rest:
        case "int", (lo, hi):
            ends = (_end(lo), _end(hi))
            return all(e is None or (e is not False and e.denominator == 1) for e in ends)
        case "rational", (lo, hi, strict):
            return _end(lo) is not False and _end(hi) is not False and strict in STRICTNESS
        case "in", (Expr(),):
            return True
        case "word", (_, *_):
            return all(isinstance(word, str) for word in rest)
        case "prior", (int(),):
            return True
    return kind in ("prior", "dataset", "vector") and not rest


def _end(end: Any) -> Any:
    """An end of a domain: None without one, False where it is not a number."""
    if end is None:
        return None
    try:
        return Fraction(end) if isinstance(end, (int, str)) else False
    except (ValueError, ZeroDivisionError):
        return False
