"""`dpbi claims`: the ledger, claim by claim."""

from __future__ import annotations

from typing import Any

import click

from dpbi.cli.options import json_option, print_json
from dpbi.errors import UnknownName
from dpbi.ledger.claims import draft_names
from dpbi.ledger.outcomes import Verdict, instance_text
from dpbi.ledger.recorded import current

VERDICTS = [verdict.value for verdict in Verdict]


@click.command("claims")
@click.argument("words", nargs=-1, metavar="[show ID]")
@click.option("--draft", help="Only claims of this draft, such as tailoring.")
@click.option("--verdict", type=click.Choice(VERDICTS), help="Only readings with this verdict.")
@json_option
def command(words: tuple[str, ...], draft: str | None, verdict: str | None, as_json: bool) -> None:
    r"""List what the drafts claim and what was found, or show one claim in full.

    \b
    Examples:
      dpbi claims --draft short --verdict fails
      dpbi claims show short.thm-3.1.ehd
      dpbi claims show short.thm-3.1.ehd --json
    """
    from dpbi.ledger.shipped import shipped

    claims = shipped()["claims"]
    known = {d for c in claims for d in draft_names(c["id"])}
    if draft is not None and draft not in known:
        raise UnknownName("draft", draft, tuple(sorted(known)))
    if words:
        if words[0] != "show" or len(words) != 2:
            raise click.UsageError("write `dpbi claims`, or `dpbi claims show ID`")
        if children := [c for c in claims if c["id"].startswith(words[1].rstrip(".") + ".")]:
            _list(children, as_json=as_json)
            return
        claim = _named(claims, words[1])
        failing = {c["id"] for c in claims if any(r["verdict"] == "fails" for r in c["readings"])}
        print_json(claim) if as_json else _show(claim, failing)
        return
    chosen = [_only(c, verdict) for c in claims if draft is None or draft in draft_names(c["id"])]
    _list([c for c in chosen if c["readings"]], as_json=as_json)


def _list(chosen: list[dict[str, Any]], *, as_json: bool) -> None:
    """Some claims, each with the verdicts on its readings."""
    if as_json:
        print_json({"schema": 1, "claims": chosen})
        return
    for claim in chosen:
        click.echo(f"{claim['id']}  ({claim['location']})")
        for reading in claim["readings"]:
            click.echo(f"    {reading['verdict']:<14} {reading['id']}: {reading['statement']}")
    click.echo(_score(chosen))


def _named(claims: list[dict[str, Any]], name: str) -> dict[str, Any]:
    wanted, slash, reading = current(name).partition("/")
    for claim in claims:
        if claim["id"] == wanted:
            known = tuple(r["id"] for r in claim["readings"])
            if slash and reading not in known:
                raise UnknownName(f"reading of {wanted}", reading, known)
            return claim if not slash else _only(claim, reading=reading)
    raise UnknownName("claim", name, tuple(c["id"] for c in claims))


def _only(
    claim: dict[str, Any], verdict: str | None = None, reading: str | None = None
) -> dict[str, Any]:
    """The claim with those of its readings that are asked for."""
    kept = [
        r
        for r in claim["readings"]
        if verdict in (None, r["verdict"]) and reading in (None, r["id"])
    ]
    return {**claim, "readings": kept}


def _score(claims: list[dict[str, Any]]) -> str:
    found = [r["verdict"] for c in claims for r in c["readings"]]
    parts = [f"{found.count(v)} {v}" for v in VERDICTS if v in found]
    return f"{len(claims)} claims, {len(found)} readings: {', '.join(parts) or 'none'}"


def _with_fate(name: str, failing: set[str]) -> str:
    """A claim that others rest on, marked where it fails under some reading."""
    return f"{name} (fails under some reading)" if name in failing else name


def _certified(reading: dict[str, Any]) -> str | None:
    """At how many of its instances a computation confirmed what an argument says of all."""
    if "argument" not in reading["trusts"] or not reading["instances"]:
        return None
    return f"by computation too, at {reading['certified']} of {reading['instances']} instances"


def _show(claim: dict[str, Any], failing: set[str]) -> None:
    """A claim and all its readings, as a person reads them."""
    click.echo(f"{claim['id']} ({claim['kind']}, {claim['location']})")
    click.echo(f"  {claim['statement']}")
    if claim["uses"]:
        click.echo(f"  rests on {', '.join(_with_fate(name, failing) for name in claim['uses'])}")
    for r in claim["readings"]:
        click.echo(f"\n  {r['id']}: {r['verdict']}")
        lines = [
            ("reading", r["statement"]),
            ("formula", r["formula"]),
            ("evidence", r["evidence"]),
            ("domain", f"{r['domain']} ({r['instances']} instances)" if r["domain"] else None),
            ("certified", _certified(r)),
            ("withstood", f"{r['tries']} tries beyond it" if r["tries"] else None),
            ("witness", r["witness"] and instance_text(r["witness"])),
            ("worst", r["worst"] and instance_text(r["worst"])),
            ("repair", r["repair"]),
            ("note", r["note"]),
            ("trusts", ", ".join(r["trusts"])),
            ("certificate", r["certificate"]),
        ]
        for key, value in lines:
            if value:
                click.echo(f"    {key:<12} {value}")
