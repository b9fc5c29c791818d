"""The findings of a report: what is not true as written in the drafts, the gravest first.

A finding is a claim whose headline asks for a correction.  It is shown by a literal or an intended
reading, never by a strained one.  Graver is: the worse severity; then the larger number of claims
that depend on it, directly or through others; then a certificate that the kernel alone accepts;
then the counterexample with fewer records; then the place in the drafts.

A claim that depends on what was meant is listed too, in these words, if privacy is broken in one of
its fair senses: after the findings of that severity, and counted apart from all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpbi.language import Expr, Formula, text
from dpbi.ledger.chains import closure
from dpbi.ledger.claims import Role, Severity, headings_of
from dpbi.ledger.headlines import Headline
from dpbi.ledger.outcomes import Verdict, value_text
from dpbi.report.words import MarkedNumber, Text, both_rounded, place, plain, typeset
from dpbi.support.files import Json

FINDINGS = {h.value for h in Headline if h.is_finding}
DEPENDS = {h.value for h in Headline if h.depends}
GRAVITY = {s.value: i for i, s in enumerate(Severity)}
NOT_GRADED = "not graded"
UNGRADED = {Headline.MISPRINTED.value: Severity.MISPRINT.value}
"""The severity of a claim for which none is written, where its headline says it."""
FAIR = (Role.LITERAL.value, Role.INTENDED.value)
WRONG = tuple(v.value for v in (Verdict.FAILS, Verdict.ILL_DEFINED, Verdict.VACUOUS))
UNSIZED = 10**9  # an instance without a number of records comes after all that have one
TINY = Fraction(1, 10**15)  # a difference that stands for none
SHORT = 24  # characters of a formula that a sentence can hold
BARE_ONE = re.compile(r"^(-?)1 (?=[A-Z])")  # of 1 H(x, r), which a reading has for its sign
RELATIONS = {
    "le": "at most",
    "lt": "less than",
    "eq": "exactly",
    "ge": "at least",
    "gt": "more than",
}


@dataclass(frozen=True)
class Fault:
    """A claim that needs a correction, or may, and the reading that shows it.

    `text` marks its numbers.
    """

    claim: str
    reading: str
    severity: str
    headline: str
    dependents: int
    text: Text
    fix: str | None
    order: tuple[Any, ...]
    headings: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The finding in one sentence."""
        return plain(self.text)


def findings(claims: list[Json], formulas: Mapping[str, Any]) -> tuple[Fault, ...]:
    """Every finding, and what breaks privacy in a fair sense, the gravest first."""
    above = dependents(claims)
    found = (_finding(c, formulas, len(above[c["id"]])) for c in claims)
    return tuple(sorted((f for f in found if f is not None), key=lambda f: f.order))


def gravest(found: Iterable[Fault], most: int) -> tuple[Fault, ...]:
    """The gravest finding of each draft, and the gravest of the others, up to `most`."""
    every = list(found)
    chosen: list[Fault] = []
    drafts = set[str]()
    for f in every:
        if drafts.isdisjoint(f.headings):
            chosen.append(f)
            drafts |= set(f.headings)
    rest = [f for f in every if f not in chosen]
    return tuple(sorted((chosen + rest)[: max(most, len(chosen))], key=lambda f: f.order))


def dependents(claims: list[Json]) -> dict[str, list[str]]:
    """{claim: all claims that depend on it, directly or through others}."""
    direct: dict[str, list[str]] = {c["id"]: [] for c in claims}
    for c in claims:
        for used in c["uses"]:
            direct.setdefault(used, []).append(c["id"])
    return {name: closure(name, direct) for name in direct}


def _finding(claim: Json, formulas: Mapping[str, Any], above: int) -> Fault | None:
    wrong = [r for r in claim["readings"] if r["verdict"] in WRONG and r["role"] in FAIR]
    severity = claim["severity"] or UNGRADED.get(claim["headline"], NOT_GRADED)
    depends = claim["headline"] in DEPENDS and severity == Severity.PRIVACY_BROKEN.value
    if not (depends or claim["headline"] in FINDINGS) or not wrong:
        return None
    reading = max(wrong, key=clarity)  # the first of the clearest
    certified = reading["trusts"] == ["kernel"]
    size = (reading["witness"] or {}).get("n", UNSIZED)
    return Fault(
        claim=claim["id"],
        reading=reading["id"],
        severity=severity,
        headline=claim["headline"],
        dependents=above,
        text=_text(claim, reading, _formula(formulas, claim, reading)),
        fix=reading["repair"],
        order=(GRAVITY.get(severity, len(GRAVITY)), depends, -above, not certified, size),
        headings=headings_of(claim),
    )


def clarity(reading: Json) -> tuple[bool, bool]:
    """Readings with both sides enclosed first, then those that the kernel certifies."""
    return "_sides" in (reading["witness"] or {}), reading["trusts"] == ["kernel"]


def _formula(formulas: Mapping[str, Any], claim: Json, reading: Json) -> Formula | None:
    document = formulas.get(f"{claim['id']}/{reading['id']}")
    return None if document is None else Formula.parse(document)


def _text(claim: Json, reading: Json, formula: Formula | None) -> Text:
    """What is claimed and where, its headline, the reading, the instance, both sides."""
    key = f"{claim['id']}/{reading['id']}"
    told = typeset(claim["statement"].removesuffix("."))
    fate = claim["headline"] if claim["headline"] in DEPENDS else f"is {claim['headline']}"
    start = f"{place(claim)}: “{told}” {fate}"
    parts: list[str | MarkedNumber] = [f"{start}. Read as “{typeset(reading['statement'])}”"]
    if (witness := reading["witness"]) is None:
        fails = reading["verdict"] == Verdict.FAILS.value
        return (*parts, ", it fails by an argument." if fails else ", it has no value.")
    return (*parts, ", it fails at ", *counterexample(key, witness, formula), ".")


def counterexample(key: str, witness: Json, formula: Formula | None) -> Text:
    """An instance, and what both sides are there; `key` is the reading's."""
    parts = list(instance(key, witness))
    if (sides := witness.get("_sides")) and formula is not None:
        parts += _sides(sides, formula, key)
    if parts and isinstance(parts[0], str):  # an instance without variables has sides alone
        parts[0] = parts[0].removeprefix(", where ")
    return tuple(parts)


def instance(key: str, witness: Json) -> Text:
    """The values of an instance, each with its name."""
    parts: list[str | MarkedNumber] = []
    for name in (name for name in witness if not name.startswith("_")):
        shown = value_text(witness[name])
        parts += [f"{', ' if parts else ''}{typeset(name)} = "]
        parts += [MarkedNumber(key, f"witness.{name}", shown, shown)]
    return tuple(parts)


@dataclass(frozen=True)
class Compared:
    """Both sides of a conclusion at an instance: what is claimed of the longer, and what it is."""

    what: str  # the longer side, as a sentence names it
    relation: str  # "at most", "exactly" and so on
    bound: MarkedNumber | str
    value: MarkedNumber

    @property
    def tie(self) -> bool:
        """Whether both are shown alike."""
        return isinstance(self.bound, MarkedNumber) and self.value.shown == self.bound.shown


def compared(sides: Json, formula: Formula, key: str) -> Compared:
    """Both sides of the conclusion of a reading, rounded until they differ."""
    relation = formula.conclusion.op
    told, bound = ("left", 0), ("right", 1)
    if formula.conclusion.args[0].op in ("var", "num"):
        told, bound = bound, told
        relation = {"le": "ge", "lt": "gt"}.get(relation, relation)
    shown = both_rounded(sides[told[0]], sides[bound[0]])
    value, limit = (
        MarkedNumber(key, f"witness._sides.{side}.lo", sides[side]["lo"], in_words)
        for in_words, (side, _) in zip(shown, (told, bound), strict=True)
    )
    if _agreement(formula.conclusion):
        return Compared("the difference of both sides", "exactly", "0", value)
    what = _named(formula.conclusion.args[told[1]], told[0])
    return Compared(what, RELATIONS[relation], limit, value)


def _agreement(conclusion: Expr) -> bool:
    """Whether it says that two numbers are equal, as balls can decide: |a - b| is tiny."""
    apart, bound = conclusion.args
    tiny = bound.args[0] if bound.op == "mul" else bound
    same = apart.op == "abs" and apart.args[0].op == "sub" and tiny.op == "num"
    return same and 0 < Fraction(tiny.args[0]) <= TINY


def _sides(sides: Json, formula: Formula, key: str) -> list[str | MarkedNumber]:
    """What the longer side is, and what is claimed of it."""
    c = compared(sides, formula, key)
    if c.tie:  # a tie, where less or more is claimed
        return [f", where {c.what} is ", c.value, f" and {c.relation} that is claimed"]
    return [f", where {c.what} is ", c.value, f" and {c.relation} ", c.bound, " is claimed"]


def _named(expression: Expr, side: str) -> str:
    """One side of a conclusion in a sentence: its formula, where that is short."""
    if expression.op == "loss":
        return "the loss"
    named = BARE_ONE.sub(r"\1", text.text(expression))
    return named if len(named) < SHORT else f"the {side} side"
