"""`dpbi claims`: the ledger, claim by claim, and the chains of its proofs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from dpbi.cli.options import json_option, print_json
from dpbi.errors import UnknownName
from dpbi.ledger.chains import BROKEN, Chain, Step, chain_of
from dpbi.ledger.claims import Role, Severity, draft_names
from dpbi.ledger.headlines import Headline
from dpbi.ledger.outcomes import Verdict, instance_text
from dpbi.ledger.recorded import current

VERDICTS = [verdict.value for verdict in Verdict]
HEADLINES = [headline.name.lower().replace("_", "-") for headline in Headline]
SEVERITIES = [severity.name.lower().replace("_", "-") for severity in Severity]
ROLES = [role.value for role in Role]
USAGE = "write `dpbi claims`, `dpbi claims show ID`, or `dpbi claims proof ID`"


@click.command("claims")
@click.argument("words", nargs=-1, metavar="[show ID | proof ID]")
@click.option("--draft", help="Only claims of this draft, such as tailoring.")
@click.option("--headline", type=click.Choice(HEADLINES), help="Only claims with this headline.")
@click.option("--severity", type=click.Choice(SEVERITIES), help="Only findings this severe.")
@click.option("--verdict", type=click.Choice(VERDICTS), help="Only readings with this verdict.")
@click.option("--role", type=click.Choice(ROLES), help="Only readings with this role.")
@json_option
def command(words: tuple[str, ...], as_json: bool, **chosen: str | None) -> None:
    r"""List what the drafts claim and what was found, show one claim, or the chain of its proof.

    \b
    Examples:
      dpbi claims --draft short --severity privacy-broken
      dpbi claims show short.thm-3.1.ehd
      dpbi claims proof tailoring.lemma-5.6
      dpbi claims show short.thm-3.1.ehd --json
    """
    from dpbi.ledger.shipped import shipped

    claims = shipped()["claims"]
    if words:
        if words[0] not in ("show", "proof") or len(words) != 2:
            raise click.UsageError(USAGE)
        if any(chosen.values()):
            raise click.UsageError(f"options that choose claims go with the list: {USAGE}")
        answer = _shown if words[0] == "show" else _proved
        answer(claims, words[1], as_json=as_json)
        return
    known = {d for c in claims for d in draft_names(c["id"])}
    if chosen["draft"] is not None and chosen["draft"] not in known:
        raise UnknownName("draft", chosen["draft"], tuple(sorted(known)))
    _list([c for c in _chosen(claims, **chosen) if c["readings"]], as_json=as_json)


def _chosen(
    claims: list[dict[str, Any]],
    draft: str | None,
    headline: str | None,
    severity: str | None,
    verdict: str | None,
    role: str | None,
) -> Iterator[dict[str, Any]]:
    """The claims that are asked for, each with those of its readings that are."""
    for c in claims:
        if (
            (draft is None or draft in draft_names(c["id"]))
            and (headline is None or c["headline"] == _word(Headline, headline))
            and (severity is None or c["severity"] == _word(Severity, severity))
        ):
            yield _only(c, verdict=verdict, role=role)


def _word(kind: type[Headline | Severity], option: str) -> str:
    """The word of the ledger behind the value of an option."""
    return str(kind[option.upper().replace("-", "_")].value)


def _shown(claims: list[dict[str, Any]], name: str, *, as_json: bool) -> None:
    """One claim, or those whose ids begin with the name and a dot."""
    children = [c for c in claims if c["id"].startswith(name.rstrip(".") + ".")]
    if children and not any(c["id"] == name for c in claims):
        _list(children, as_json=as_json)
        return
    claim = _named(claims, name)
    print_json(claim) if as_json else _show(claim, claims)


def _proved(claims: list[dict[str, Any]], name: str, *, as_json: bool) -> None:
    """The chain of a claim's proof."""
    chain = chain_of(_named(claims, name)["id"], claims)
    if as_json:
        print_json(chain.json())
    else:
        click.echo("\n".join(_chain(chain)))


def _chain(chain: Chain) -> Iterator[str]:
    yield f"{chain.claim}: {chain.statement}"
    yield f"  {chain.sentence}"
    for i, step in enumerate(chain.steps, 1):
        yield from _step(i, step, first=i == chain.first_broken)
    if chain.repaired:
        yield "  The repaired proof, each step of which holds:"
        yield from (f"    {key}" for key in chain.repaired)


def _step(number: int, step: Step, *, first: bool) -> Iterator[str]:
    mark = ">>" if first else "  "
    yield f"{mark}{number:>3}. {step.id}: {step.fate}"
    yield f"       {step.statement}"
    if step.gap:
        yield f"       It does not follow: {step.gap}"
    if step.shaken_by:
        yield f"       It depends on {', '.join(step.shaken_by)}"


def _list(chosen: list[dict[str, Any]], *, as_json: bool) -> None:
    """Some claims, each with its headline and the verdicts on its readings."""
    if as_json:
        print_json({"schema": 1, "claims": chosen})
        return
    for claim in chosen:
        click.echo(f"{claim['id']}  ({claim['location']}): {_fate(claim)}")
        for r in claim["readings"]:
            click.echo(f"    {r['verdict']:<14} {r['role']:<10} {r['id']}: {r['statement']}")
    click.echo(_score(chosen))


def _fate(claim: dict[str, Any]) -> str:
    """The headline of a claim, and its severity if it is a finding."""
    found = claim["headline"], claim["severity"]
    return "; ".join(word for word in found if word)


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
    claim: dict[str, Any],
    verdict: str | None = None,
    reading: str | None = None,
    role: str | None = None,
) -> dict[str, Any]:
    """The claim with those of its readings that are asked for."""
    kept = [
        r
        for r in claim["readings"]
        if verdict in (None, r["verdict"])
        and reading in (None, r["id"])
        and role in (None, r["role"])
    ]
    return {**claim, "readings": kept}


def _score(claims: list[dict[str, Any]]) -> str:
    found = [r["verdict"] for c in claims for r in c["readings"]]
    parts = [f"{found.count(v)} {v}" for v in VERDICTS if v in found]
    return f"{len(claims)} claims, {len(found)} readings: {', '.join(parts) or 'none'}"


def _show(claim: dict[str, Any], claims: list[dict[str, Any]]) -> None:
    """A claim and all its readings, as a person reads them."""
    false = {c["id"] for c in claims if c["headline"] in BROKEN}
    uses = [f"{name} (false)" if name in false else name for name in claim["uses"]]
    click.echo(f"{claim['id']} ({claim['kind']}, {claim['location']})")
    click.echo(f"  {claim['statement']}")
    click.echo(f"  {_fate(claim)}")
    for remark in (claim["claims_nothing"], claim["no_repair"]):
        if remark:
            click.echo(f"  {remark}")
    if uses:
        click.echo(f"  relies on {', '.join(uses)}")
        click.echo(f"  {chain_of(claim['id'], claims).sentence}")
    for r in claim["readings"]:
        click.echo(f"\n  {r['id']}: {r['verdict']}")
        for key, value in _facts(r):
            if value:
                click.echo(f"    {key:<12} {value}")


def _facts(r: dict[str, Any]) -> Iterator[tuple[str, str | None]]:
    """What there is to say of a reading, in the order in which a reader asks."""
    from dpbi.report.words import said

    yield "reading", r["statement"]
    yield "role", f"{r['role']}: {r['why']}" if r["why"] else r["role"]
    yield "chosen", r["chosen"]
    yield "formula", r["formula"]
    yield "evidence", said(r["evidence"])
    yield "tested on", f"{r['domain']} ({r['instances']} cases)" if r["domain"] else None
    yield "certified", _certified(r)
    tries = r["tries"]
    yield "searched", f"no counterexample found in {tries} further tries" if tries else None
    yield "witness", r["witness"] and instance_text(r["witness"])
    yield "why it fails", r.get("why_false")
    yield "worst", r["worst"] and instance_text(r["worst"])
    yield "fix", r["repair"]
    yield "note", r["note"]
    yield "trusts", ", ".join(r["trusts"])
    yield "certificate", r["certificate"]


def _certified(reading: dict[str, Any]) -> str | None:
    """At how many of its instances a computation confirmed what an argument says of all."""
    if "argument" not in reading["trusts"] or not reading["instances"]:
        return None
    return f"by computation too, at {reading['certified']} of {reading['instances']} cases"
