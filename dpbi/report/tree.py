"""A report as plain data: its score, its gravest failures, every claim, reading and figure.

`building` makes the tree; `html` and `markdown` only write it down.  Every number in it is a
`MarkedNumber`, which remembers the outcome it was read from.

A claim is scored by its leading reading: the first that the catalogue of statements lists, before
anything that dpbi added for comparison or repair.  The gravest failures are chosen by points, never
by hand (`Failure.reasons` spells them out).  A claim with a failing reading gets
- 3 if it is a theorem or a corollary, 2 if a lemma, 1 otherwise: what it is in the draft;
- 7 if it promises privacy, that is if its formula bounds a loss or a delta from above;
- 4 if its leading reading fails, and then 1 more, up to 3, for each claim that rests on it,
  directly or through others: how far the failure reaches;
- 1 if the kernel alone certifies the failure.
Of two with equal points the one with fewer records in its counterexample comes first, then the one
that comes first in the drafts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from dpbi.language import Expr, Formula, text
from dpbi.ledger.outcomes import Verdict, value_text
from dpbi.ledger.shipped import formulas_shipped
from dpbi.report.graph import Graph
from dpbi.report.words import (
    DRAFTS,
    VERDICTS,
    FigureView,
    MarkedNumber,
    Text,
    both_rounded,
    place,
    plain,
    typeset,
    with_article,
)
from dpbi.support.files import Json

WEIGHTS = {"theorem": 3, "corollary": 3, "lemma": 2}
PRIVACY, LEADING, REACH = 7, 4, 3
UNSIZED = 10**9  # an instance without a number of records comes after all that have one
SHORT = 24  # characters of a formula that a sentence can hold
FIRST = {v.value: v.said() for v in Verdict} | {
    "vacuous": "says nothing",
    "ill_defined": "has no value",
}
"""What became of a claim, as a verb."""
RELATIONS = {
    "le": "at most",
    "lt": "less than",
    "eq": "exactly",
    "ge": "at least",
    "gt": "more than",
}


@dataclass(frozen=True)
class Failure:
    """A failure and why it is thought to matter; `text` has its numbers marked."""

    claim: str
    reading: str
    points: int
    size: int
    reasons: tuple[str, ...]
    text: Text

    @property
    def sentence(self) -> str:
        """The failure in one sentence."""
        return plain(self.text)


@dataclass(frozen=True)
class Scored:
    """How many claims and readings have which verdict, and the findings, gravest first."""

    claims: dict[str, int]
    readings: dict[str, int]
    findings: tuple[Failure, ...]


def summary(document: Json, formulas: Mapping[str, Any] | None = None, most: int = 5) -> Scored:
    """The score and the `most` gravest findings of a ledger in the shape of claims.json."""
    claims = document["claims"]
    known = formulas_shipped()["readings"] if formulas is None else formulas
    above = dependents(claims)
    found = [f for c in claims if (f := _finding(c, known, above[c["id"]])) is not None]
    return Scored(
        claims=tally(leading(c)["verdict"] for c in claims),
        readings=tally(r["verdict"] for c in claims for r in c["readings"]),
        findings=tuple(sorted(found, key=lambda f: (-f.points, f.size))[:most]),
    )


def tally(verdicts: Iterable[str]) -> dict[str, int]:
    """How often each verdict occurs, in the order of the legend."""
    found = list(verdicts)
    return {v: found.count(v) for v in VERDICTS}


def leading(claim: Json) -> Json:
    """The reading by which a claim is scored."""
    readings: list[Json] = claim["readings"]
    return next((r for r in readings if r["catalogue"]), readings[0])


def closure(start: str, edges: Mapping[str, Iterable[str]]) -> list[str]:
    """What is reached from a claim along edges, nearest first, itself left out."""
    reached, todo = [start], [start]
    while todo:
        for name in edges.get(todo.pop(0), ()):
            if name not in reached:
                reached.append(name)
                todo.append(name)
    return reached[1:]


def dependents(claims: list[Json]) -> dict[str, list[str]]:
    """{claim: all claims that rest on it, directly or through others}."""
    direct: dict[str, list[str]] = {c["id"]: [] for c in claims}
    for c in claims:
        for used in c["uses"]:
            direct.setdefault(used, []).append(c["id"])
    return {name: closure(name, direct) for name in direct}


def _finding(claim: Json, formulas: Mapping[str, Any], above: list[str]) -> Failure | None:
    failing = [r for r in claim["readings"] if r["verdict"] == "fails"]
    failing = [r for r in failing if r["catalogue"]] or failing
    if not failing:
        return None
    reading = max(failing, key=_clarity)  # the first of the clearest
    formula = _formula(formulas, claim, reading)
    first = leading(claim)["verdict"] == "fails"
    reasons = [(WEIGHTS.get(claim["kind"], 1), with_article(claim["kind"]))]
    if formula is not None and _promises_privacy(formula.conclusion):
        reasons.append((PRIVACY, "it promises privacy"))
    if first:
        reasons.append((LEADING, "it fails as it is first read"))
    if first and above:
        reasons.append((min(len(above), REACH), f"{_count(len(above), 'claim')} on it"))
    if reading["trusts"] == ["kernel"]:
        reasons.append((1, "certified by the kernel alone"))
    points, words = sum(p for p, _ in reasons), tuple(w for _, w in reasons)
    size = (reading["witness"] or {}).get("n", UNSIZED)
    told = _text(claim, reading, formula)
    return Failure(claim["id"], reading["id"], points, size, words, told)


def _promises_privacy(conclusion: Expr) -> bool:
    bounded = conclusion.args[0] if conclusion.op in ("le", "lt") else conclusion
    return any(e.op in ("loss", "delta") for e in bounded.walk())


def _clarity(reading: Json) -> tuple[bool, bool]:
    """Readings with both sides enclosed first, then those that the kernel certifies."""
    return "_sides" in (reading["witness"] or {}), reading["trusts"] == ["kernel"]


def _count(n: int, noun: str) -> str:
    return f"{n} {noun} rests" if n == 1 else f"{n} {noun}s rest"


def _formula(formulas: Mapping[str, Any], claim: Json, reading: Json) -> Formula | None:
    document = formulas.get(f"{claim['id']}/{reading['id']}")
    return None if document is None else Formula.parse(document)


def _text(claim: Json, reading: Json, formula: Formula | None) -> Text:
    """One sentence: what is claimed and where, how it is read, the instance, both sides."""
    key = f"{claim['id']}/{reading['id']}"
    told = typeset(claim["statement"].removesuffix("."))
    start = f"{place(claim)}: “{told}” {_fate(claim)}"
    parts: list[str | MarkedNumber] = [f"{start} read as “{typeset(reading['statement'])}”"]
    if (witness := reading["witness"]) is None:
        return (*parts, ", by an argument.")
    parts.append(": at ")
    for i, (name, value) in enumerate((k, v) for k, v in witness.items() if k[0] != "_"):
        shown = value_text(value)
        label = f"{', ' if i else ''}{typeset(name)} = "
        parts += [label, MarkedNumber(key, f"witness.{name}", shown, shown)]
    if (sides := witness.get("_sides")) and formula is not None:
        parts += _sides(sides, formula, key)
    return (*parts, ".")


def _fate(claim: Json) -> str:
    """That it fails; and what became of it as it is first read, if that is something else."""
    first: str = leading(claim)["verdict"]
    if first == "fails":
        return "is false,"
    return f"{FIRST[first]} as it is first read, but fails"


def _sides(sides: Json, formula: Formula, key: str) -> list[str | MarkedNumber]:
    """What the longer side is, and what is claimed of it."""
    relation = formula.conclusion.op
    told, bound = ("left", 0), ("right", 1)
    if formula.conclusion.args[0].op in ("var", "num"):
        told, bound = bound, told
        relation = {"le": "ge", "lt": "gt"}.get(relation, relation)
    shown = both_rounded(sides[told[0]], sides[bound[0]])
    a, b = (
        MarkedNumber(key, f"witness._sides.{side}.lo", sides[side]["lo"], in_words)
        for in_words, (side, _) in zip(shown, (told, bound), strict=True)
    )
    expression = formula.conclusion.args[told[1]]
    named = text.text(expression)
    what = named if len(named) < SHORT else f"the {told[0]} side"
    what = "the loss" if expression.op == "loss" else what
    if a.shown == b.shown:  # a tie, where less or more is claimed
        return [f", {what} is ", a, f" where {RELATIONS[relation]} that is claimed"]
    return [f", {what} is ", a, f" where {RELATIONS[relation]} ", b, " is claimed"]


@dataclass(frozen=True)
class InstanceRow:
    """A quantity of an instance: its symbol or formula, in words, and its values."""

    symbol: str
    meaning: str
    values: tuple[tuple[MarkedNumber, ...] | None, ...]
    side: int | None = None  # 0 and 1 for the sides of the conclusion


@dataclass(frozen=True)
class Instances:
    """The smallest counterexample (or the example), and the one that misses by most."""

    columns: tuple[str, ...]
    rows: tuple[InstanceRow, ...]


@dataclass(frozen=True)
class ReadingView:
    """One reading, with all that a page says of it."""

    key: str
    id: str
    statement: str
    added: bool
    verdict: str
    formula: Formula | None
    evidence: str
    domain: str
    instances: MarkedNumber
    tries: MarkedNumber | None
    table: Instances | None
    repair: str | None
    note: str | None
    trusts: tuple[str, ...]
    certificate: str | None
    rerun: str
    recheck: str | None


@dataclass(frozen=True)
class Rest:
    """A claim that another one rests on, or that rests on it, and how it fares.

    Without a verdict it is not part of this audit.
    """

    id: str
    verdict: str | None
    fails_elsewhere: bool


@dataclass(frozen=True)
class ClaimView:
    """One claim, scored by its leading reading."""

    id: str
    kind: str
    drafts: tuple[str, ...]
    place: str
    statement: str
    verdict: str
    leading: str
    fails_elsewhere: bool
    uses: tuple[Rest, ...]
    used_by: tuple[Rest, ...]
    shaken_by: tuple[str, ...]
    pictures: tuple[tuple[str, str], ...]  # names and titles of the figures that show it
    readings: tuple[ReadingView, ...]

    @property
    def further(self) -> tuple[str, ...]:
        """The claims that fail and that it rests on through others alone."""
        direct = {u.id for u in self.uses}
        return tuple(name for name in self.shaken_by if name not in direct)


@dataclass(frozen=True)
class DraftSection:
    """The claims of a draft, in its order."""

    draft: str
    claims: tuple[ClaimView, ...]

    @property
    def name(self) -> str:
        """What the draft is called in short; two are read together."""
        return {"short": "short-a and short-b"}.get(self.draft, self.draft)

    @property
    def title(self) -> str:
        """The title of the draft."""
        return DRAFTS.get(self.draft, DRAFTS["short-a"].partition(",")[0])


@dataclass(frozen=True)
class Score:
    """How the claims of a draft fare, by their leading readings, and how many depend on that."""

    draft: str
    claims: int
    verdicts: tuple[tuple[str, MarkedNumber], ...]
    otherwise: MarkedNumber


@dataclass(frozen=True)
class Report:
    """All that a report says."""

    title: str
    summary: Scored
    scores: tuple[Score, ...]
    total: Score
    sections: tuple[DraftSection, ...]
    graph: Graph
    figures: tuple[FigureView, ...]
    pages: tuple[str, ...]
    second: Mapping[str, Any] | None = None

    @property
    def second_opinion(self) -> str:
        """What mpmath confirmed, in a sentence; nothing where it was not asked."""
        if self.second is None:
            return ""
        readings, numbers = self.second["readings"], self.second["numbers"]
        digits = [part["fewest digits"] for part in (readings, numbers)]
        fewest = min((d for d in digits if d is not None), default=self.second["digits"])
        return (
            f"Second opinion: mpmath, with {self.second['digits']} digits and on a path of its "
            f"own, computed again {_share_of(readings)} readings, where they were decided or at a "
            f"few instances of their grid, and {_share_of(numbers)} numbers of the report. It "
            f"agrees with all of these: to {fewest} digits or more where numbers are compared, and "
            f"in {readings['truth']} readings on what is true."
        )

    @property
    def sizes(self) -> tuple[MarkedNumber, MarkedNumber]:
        """How many claims, and how many readings."""
        readings = str(sum(self.summary.readings.values()))
        claims = str(self.total.claims)
        return (
            MarkedNumber("score", "claims", claims, claims),
            MarkedNumber("score", "readings", readings, readings),
        )

    @property
    def audited(self) -> tuple[str, ...]:
        """The drafts whose claims are scored."""
        drafts = (s.draft for s in self.scores)
        return tuple(d for d in drafts if d in DRAFTS and d != "between")

    @property
    def claims(self) -> tuple[ClaimView, ...]:
        """Every claim, in the order of the drafts."""
        return tuple(c for s in self.sections for c in s.claims)


def _share_of(part: Mapping[str, Any]) -> str:
    """How many of how many."""
    return f"{part['confirmed']} of {part['confirmed'] + len(part['without'])}"
