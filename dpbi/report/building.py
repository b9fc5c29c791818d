"""From a ledger to the tree of its report.

What a page says is decided here: which claim belongs to which section, what it rests on and whether
that fails, how an instance is laid out for checking by hand, with what command it is run again.
"""

from __future__ import annotations

import hashlib
import re
import shlex
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from typing import Any, Protocol

from dpbi.language import Formula
from dpbi.ledger.chains import broken_below, chain_of
from dpbi.ledger.claims import headings_of
from dpbi.ledger.folders.finding import usual_layout
from dpbi.ledger.folders.layout import Draft, FolderLayout
from dpbi.ledger.headlines import graded
from dpbi.ledger.outcomes import value_text, without_certificate
from dpbi.ledger.proving.sources import FOLDER
from dpbi.ledger.shipped import formulas_shipped
from dpbi.report.drafts.cards import command
from dpbi.report.findings import findings
from dpbi.report.fronts import front
from dpbi.report.graph import Graph, layered
from dpbi.report.quantities import Results
from dpbi.report.tallies import score_of, scores, summary
from dpbi.report.tree import (
    ClaimView,
    DraftBlock,
    DraftSection,
    InstanceRow,
    Instances,
    ProofView,
    ReadingView,
    Report,
    Rest,
)
from dpbi.report.words import SYMBOLS, FigureView, MarkedNumber, place, powers, said
from dpbi.support.files import Json, as_json

GRAVEST = 3
"""How many findings of each draft the index shows."""


class Drawable(Protocol):
    """A figure as `dpbi.report.figures` has them."""

    @property
    def id(self) -> str:
        """Its name within the page."""

    @property
    def title(self) -> str:
        """What it is called."""

    @property
    def claims(self) -> tuple[str, ...]:
        """The claims that it shows."""

    def view(self, results: Results) -> FigureView:
        """Pictures, caption and numbers."""


def build(
    document: Json,
    figures: Iterable[Drawable] = (),
    results: Results | None = None,
    pages: Iterable[str] = (),
    *,
    formulas: Mapping[str, Any] | None = None,
    layout: FolderLayout | None = None,
    second: Json | None = None,
    most: int = 8,
) -> Report:
    """The report of a ledger in the shape of claims.json.

    `formulas` maps "claim/reading" to what the kernel reads, `layout` is what the folder of the
    claims says of itself: those of the usual folder unless given.  `results` are those of the
    figures' measures; `pages` are the addresses of the pages beside the report; `second` counts
    what mpmath confirmed.
    """
    layout = layout or usual_layout()
    known = formulas_shipped()["readings"] if formulas is None else formulas
    drawn = results or {}
    claims: list[Json] = document["claims"]
    shown = tuple(figures)
    views = {v.id: v for v in _views(claims, known, shown, layout)}
    return Report(
        layout=layout,
        summary=summary(document, known, most),
        scores=scores(claims),
        total=score_of("all", claims),
        sections=tuple(_sections(claims, views, layout)),
        blocks=tuple(_blocks(claims, views, known, layout)),
        digest=hashlib.sha256(as_json(document).encode()).hexdigest(),
        version=version("dpbi"),
        figures=tuple(f.view(drawn) for f in shown),
        pages=tuple(pages),
        second=second,
    )


def _sections(
    claims: list[Json], views: Mapping[str, ClaimView], layout: FolderLayout
) -> Iterable[DraftSection]:
    """The drafts of a folder, in their order; versions are read together."""
    others = dict.fromkeys(view.section for view in views.values())
    known = {draft.name: draft for draft in layout.folders}
    for name in dict.fromkeys([*known, *others]):
        rows = [c for c in claims if views[c["id"]].section == name]
        if rows:
            inside, draft = tuple(views[c["id"]] for c in rows), known.get(name, Draft(name, name))
            yield DraftSection(draft, inside, score_of(name, rows), _drawing(rows, views))


def _drawing(rows: list[Json], views: Mapping[str, ClaimView]) -> Graph:
    """What depends on what within a draft."""
    return layered(
        {c["id"]: c["uses"] for c in rows},
        {c["id"]: c["headline"] for c in rows},
        {c["id"] for c in rows if views[c["id"]].shaken_by},
    )


def _blocks(
    claims: list[Json],
    views: Mapping[str, ClaimView],
    known: Mapping[str, Any],
    layout: FolderLayout,
) -> Iterable[DraftBlock]:
    """The drafts as the index shows them."""
    found = findings(claims, known)
    for score in scores(claims):
        mine = [views[f.claim] for f in found if score.draft in f.headings]
        section = next(v.section for v in views.values() if score.draft in v.drafts)
        title = layout.title_of(score.draft)
        yield DraftBlock(score, section, title, tuple(mine[:GRAVEST]))


def _views(
    claims: list[Json], known: Mapping[str, Any], figures: Iterable[Drawable], layout: FolderLayout
) -> Iterable[ClaimView]:
    rows = {c["id"]: c for c in claims}
    headlines = {c["id"]: c["headline"] for c in claims}
    uses = {c["id"]: c["uses"] for c in claims}
    for c in claims:
        yield ClaimView(
            id=c["id"],
            kind=c["kind"],
            drafts=headings_of(c),
            section=layout.folder_of(c),
            place=place(c),
            statement=c["statement"],
            headline=c["headline"],
            severity=graded(c["headline"], c["severity"]),
            front=front(c, known),
            remarks=tuple(said for said in (c["claims_nothing"], c["no_repair"]) if said),
            chain=chain_of(c["id"], claims),
            uses=tuple(Rest(name, headlines.get(name)) for name in c["uses"]),
            used_by=tuple(
                Rest(name, headlines[name]) for name, used in uses.items() if c["id"] in used
            ),
            shaken_by=tuple(broken_below(c["id"], uses, rows)),
            pictures=tuple((f.id, f.title) for f in figures if c["id"] in f.claims),
            readings=tuple(_reading(c["id"], r, known, layout) for r in c["readings"]),
        )


def _reading(claim: str, r: Json, known: Mapping[str, Any], layout: FolderLayout) -> ReadingView:
    key = f"{claim}/{r['id']}"
    formula = Formula.parse(known[key]) if key in known else None
    certificate = r["certificate"]
    return ReadingView(
        key=key,
        id=r["id"],
        statement=r["statement"],
        role=r["role"],
        why=r["why"],
        chosen=r["chosen"],
        verdict=r["verdict"],
        formula=formula,
        evidence=said(r["evidence"]),
        domain=r["domain"],
        instances=MarkedNumber(key, "instances", str(r["instances"]), str(r["instances"])),
        certified=_certified(key, r),
        tries=_tries(key, r.get("tries", 0)),
        table=_table(key, r),
        why_false=r.get("why_false"),
        repair=r["repair"],
        note=r["note"],
        trusts=tuple(r["trusts"]),
        certificate=certificate,
        uncertified=without_certificate(r),
        proof=_proof(key, r["proof"]),
        rerun=command(key),
        recheck=_recheck(layout, certificate) if certificate else None,
    )


def _recheck(layout: FolderLayout, certificate: str) -> str:
    """What runs the kernel on a certificate: the command ends with the folder of the report."""
    program, _, report = layout.recheck.rpartition(" ")
    return f"{program} {shlex.quote(f'{report}/{certificate}')}"


def _proof(key: str, row: Json | None) -> ProofView | None:
    if row is None:
        return None
    return ProofView(
        theorem=row["theorem"],
        file=row["file"],
        line=MarkedNumber(key, "proof.line", str(row["line"]), str(row["line"])),
        statement=row["statement"],
        command=f"dpbi proofs {shlex.quote(source_of(row['file']))}",
    )


def source_of(file: str) -> str:
    """The file of a theorem as `dpbi proofs` names it: below proofs/."""
    return re.sub(rf"^(.*/)?{FOLDER}/", "", file)


def _certified(key: str, r: Json) -> MarkedNumber | None:
    """At how many instances a computation confirmed what an argument says of all."""
    if "argument" not in r["trusts"] or not r["instances"]:
        return None
    return MarkedNumber(key, "certified", str(r["certified"]), str(r["certified"]))


def _tries(key: str, count: int) -> MarkedNumber | None:
    """How many tries of a search a reading has withstood, if one was made."""
    return MarkedNumber(key, "tries", str(count), str(count)) if count else None


def _table(key: str, r: Json) -> Instances | None:
    """The instances side by side, a quantity a row; the worst only where it is another one."""
    if (smallest := r["witness"]) is None:
        return None
    where = {"witness": smallest}
    if r["worst"] not in (None, smallest):
        where["worst"] = r["worst"]
    titles = {
        "witness": "smallest found" if r["verdict"] == "fails" else "an example",
        "worst": "worst found",
    }
    names = [name for name in smallest if not name.startswith("_")]
    rows = [_row(key, name, where) for name in names]
    if any("_sides" in instance for instance in where.values()):
        rows += [_side(key, i, side, where) for i, side in enumerate(("left", "right"))]
    parts = dict.fromkeys(p for instance in where.values() for p in instance.get("_attained", ()))
    rows += [_attained(key, part, where) for part in parts]
    return Instances(tuple(titles[column] for column in where), tuple(rows))


def _row(key: str, name: str, where: Mapping[str, Json]) -> InstanceRow:
    def shown(column: str, instance: Json) -> tuple[MarkedNumber, ...] | None:
        if name not in instance:
            return None
        value = value_text(instance[name])
        return (MarkedNumber(key, f"{column}.{name}", value, value),)

    return InstanceRow(name, SYMBOLS.get(name, ""), tuple(shown(c, i) for c, i in where.items()))


ATTAINED = {"x": "attained by", "y": "and its neighbour", "output": "at the output"}


def _attained(key: str, part: str, where: Mapping[str, Json]) -> InstanceRow:
    """One of the two datasets that attain a loss or a delta of a target, or the output."""

    def shown(column: str, instance: Json) -> tuple[MarkedNumber, ...] | None:
        if part not in instance.get("_attained", ()):
            return None
        value = value_text(instance["_attained"][part])
        return (MarkedNumber(key, f"{column}._attained.{part}", value, value),)

    return InstanceRow(ATTAINED[part], "", tuple(shown(c, i) for c, i in where.items()))


def _side(key: str, index: int, side: str, where: Mapping[str, Json]) -> InstanceRow:
    def shown(column: str, instance: Json) -> tuple[MarkedNumber, ...] | None:
        if "_sides" not in instance:
            return None
        ends, path = instance["_sides"][side], f"{column}._sides.{side}"
        if ends["lo"] == ends["hi"]:
            return (MarkedNumber(key, f"{path}.lo", ends["lo"], powers(ends["lo"])),)
        return tuple(
            MarkedNumber(key, f"{path}.{end}", ends[end], powers(ends[end])) for end in ("lo", "hi")
        )

    return InstanceRow(f"{side} side", "", tuple(shown(c, i) for c, i in where.items()), side=index)
