"""`dpbi explain`: one claim, computed again here and now, and why it holds or fails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpbi.cli.options import claims_option, json_option, print_json, working
from dpbi.ledger.outcomes import Verdict, attained_text, proof_text, value_text, without_certificate

if TYPE_CHECKING:
    from dpbi.report.explaining import Explained, Explanation

WIDTH = 13


@click.command("explain")
@click.argument("name", metavar="ID[/READING]")
@claims_option
@json_option
def command(name: str, claims: Path | None, as_json: bool) -> int:
    r"""Compute a claim, or one reading of it, again, and show why it holds or fails.

    Prints what is claimed and where, the counterexample with both sides and the steps to them, the
    verdict of today and whether it is the recorded one, what it rests on, the fix, and what the
    kernel says of its certificate. Every reading is decided as by `dpbi audit`; of a folder without
    its sections the formulas are evaluated.

    Exit code 0: it holds. 1: it fails. 3: it is not decided.

    \b
    Examples:
      dpbi explain paper.cor-2
      dpbi explain paper.cor-2 --json
    """
    from dpbi.ledger.folders.finding import folder_named
    from dpbi.ledger.shipped import CLAIMS, shipped
    from dpbi.report.explaining import explanation

    folder = folder_named(claims)
    with working(f"computing {name}"):
        found = explanation(name, folder)
    written = shipped(folder)["claims"] if (folder.report / CLAIMS).is_file() else []
    whole = next((c for c in written if c["id"] == found.row["id"]), found.row)
    if as_json:
        print_json(found.json())
    else:
        click.echo("\n".join(_lines(found, whole)))
    return _code(found, one="/" in name)


def _code(found: Explanation, *, one: bool) -> int:
    """The exit code of a reading, or of a claim by its headline."""
    from dpbi.cli import FAILS, HOLDS, UNDECIDED
    from dpbi.ledger.headlines import Headline
    from dpbi.report.findings import FINDINGS

    if any(r.outcome is None for r in found.readings):
        return UNDECIDED
    if one:
        verdict = found.readings[0].verdict
        if verdict in (Verdict.HOLDS, Verdict.HOLDS_BOUNDED):
            return HOLDS
        return UNDECIDED if verdict is Verdict.UNDECIDED else FAILS
    headline = found.row["headline"]
    if headline in FINDINGS:
        return FAILS
    fine = (Headline.TRUE, Headline.TRUE_AS_TESTED, Headline.NO_CLAIM)
    return HOLDS if headline in [h.value for h in fine] else UNDECIDED


def _lines(found: Explanation, whole: dict[str, Any]) -> Iterator[str]:
    """A claim as a person reads it: the reading that tells it in full, the others in a line.

    `whole` has all its readings, some of which may not be asked for: a fix may be there.
    """
    from dpbi.ledger.headlines import graded
    from dpbi.report.drafts.cards import telling

    row = found.row
    yield f"{row['id']} ({row['kind']}, {row['location']})"
    yield f"  {row['statement']}"
    severity = graded(row["headline"], row["severity"])
    headline = "; ".join(filter(None, (row["headline"], severity)))
    yield f"  {headline if found.judged else 'no headline yet: other readings are not recorded'}"
    told = telling(row)["id"]
    for reading in (r for r in found.readings if r.row["id"] == told):
        yield ""
        yield from _reading(reading, whole)
    others = [r for r in found.readings if r.row["id"] != told]
    if others:
        yield ""
        yield "  other readings, computed too"
    for r in others:
        yield f"    {r.row['verdict']:<14} {r.row['role']:<10} {r.row['id']}: {r.row['statement']}"
        if r.changed:
            yield f"    {'':<14} {r.changed}"


def _reading(r: Explained, claim: dict[str, Any]) -> Iterator[str]:
    row = r.row
    yield f"  {row['id']}: {row['verdict']}"
    for name, value in _facts(r, claim):
        if value:
            yield f"    {name:<{WIDTH}} {value}"


def _facts(r: Explained, claim: dict[str, Any]) -> Iterator[tuple[str, str | None]]:
    """What there is to say of a reading, in the order in which a reader asks."""
    from dpbi.report.drafts.cards import confidence, fix
    from dpbi.report.words import said

    row = r.row
    yield "reading", row["statement"]
    yield "role", f"{row['role']}: {row['why']}" if row["why"] else row["role"]
    yield "formula", row["formula"]
    yield from _instance(r)
    yield "why it fails", row.get("why_false")
    yield "today", _today(r)
    sure = confidence(row)
    yield "confidence", f"{sure.word}: {sure.reason}"
    yield "fix", fix(claim, row)
    checked = r.certificate and f"dpbi/kernel.py, now: {r.certificate}"
    yield "certificate", checked or without_certificate(row)
    yield "proof", proof_text(row["proof"])
    yield "because", said(row["evidence"])
    yield "tested on", f"{row['domain']} ({row['instances']} cases)" if row["domain"] else None
    yield "trusts", ", ".join(row["trusts"])
    yield "note", row["note"]


def _instance(r: Explained) -> Iterator[tuple[str, str | None]]:
    """The instance, the steps to both sides, both sides."""
    witness: dict[str, Any] | None = r.row["witness"]
    if witness is None:
        return
    at = ", ".join(f"{k} = {value_text(v)}" for k, v in witness.items() if not k.startswith("_"))
    yield ("fails at" if r.verdict is Verdict.FAILS else "for example"), at
    yield "attained", attained_text(witness).removeprefix("attained ")
    for i, step in enumerate(r.steps):
        yield ("step by step" if not i else " "), str(step)
    for side, written in zip(("left", "right"), r.sides, strict=False):
        ends = witness["_sides"][side]
        lo, hi = ends["lo"], ends["hi"]
        yield f"{side} side", f"{written} = {lo}" if lo == hi else f"{written} in [{lo}, {hi}]"


def _today(r: Explained) -> str:
    if r.outcome is None:
        return f"as recorded: {r.row['verdict']}; to decide it again, run this where its section is"
    if not r.recorded:
        return f"{r.row['verdict']}, not recorded yet"
    return f"{r.row['verdict']}, {'CHANGED: ' + r.changed if r.changed else 'as recorded'}"
