"""`dpbi claims`: the ledger, claim by claim, and the chains of its proofs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from dpbi.cli.claim_text import chain_lines, claim_lines, entry
from dpbi.cli.options import claims_option, counted, json_option, print_json, wrapped
from dpbi.errors import UnknownName
from dpbi.ledger.chains import chain_of
from dpbi.ledger.claims import Role, Severity, draft_names
from dpbi.ledger.headlines import Headline
from dpbi.ledger.outcomes import Verdict

VERDICTS = [verdict.value for verdict in Verdict]
HEADLINES = [headline.name.lower().replace("_", "-") for headline in Headline]
SEVERITIES = [severity.name.lower().replace("_", "-") for severity in Severity]
ROLES = [role.value for role in Role]
USAGE = "write `dpbi claims`, `dpbi claims show ID`, or `dpbi claims proof ID`"


@click.command("claims")
@click.argument("words", nargs=-1, metavar="[show ID | proof ID]")
@click.option("--draft", help="Only claims of this draft, and those on it and another.")
@click.option("--headline", type=click.Choice(HEADLINES), help="Only claims with this headline.")
@click.option("--severity", type=click.Choice(SEVERITIES), help="Only findings this severe.")
@click.option("--verdict", type=click.Choice(VERDICTS), help="Only readings with this verdict.")
@click.option("--role", type=click.Choice(ROLES), help="Only readings with this role.")
@claims_option
@json_option
def command(
    words: tuple[str, ...], claims: Path | None, as_json: bool, **chosen: str | None
) -> None:
    r"""List what is claimed and what was found, show one claim, or the chain of its proof.

    \b
    Examples:
      dpbi claims --draft paper --severity theorem-false
      dpbi claims show paper.cor-2
      dpbi claims proof paper.thm-1
      dpbi claims show paper.cor-2 --json
    """
    from dpbi.ledger.folders.finding import folder_named
    from dpbi.ledger.shipped import shipped

    folder = folder_named(claims)
    rows = shipped(folder)["claims"]
    if words:
        if words[0] not in ("show", "proof") or len(words) != 2:
            raise click.UsageError(USAGE)
        if any(chosen.values()):
            raise click.UsageError(f"options that choose claims go with the list: {USAGE}")
        answer = _shown if words[0] == "show" else _proved
        answer(rows, folder.layout.current(words[1]), as_json=as_json)
        return
    known = {d for c in rows for d in draft_names(c)} & {*folder.layout.names}
    if chosen["draft"] is not None and chosen["draft"] not in known:
        raise UnknownName("draft", chosen["draft"], tuple(sorted(known)))
    _list([c for c in _chosen(rows, **chosen) if c["readings"]], as_json=as_json)


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
            (draft is None or draft in draft_names(c))
            and (headline is None or c["headline"] == _word(Headline, headline))
            and (severity is None or _severity(c) == _word(Severity, severity))
        ):
            yield _only(c, verdict=verdict, role=role)


def _severity(claim: dict[str, Any]) -> Any:
    """The severity of a claim that needs a correction, or may need one."""
    found = Headline(claim["headline"])
    return claim["severity"] if found.is_finding or found.depends else None


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
    print_json(claim) if as_json else click.echo("\n".join(claim_lines(claim, claims)))


def _proved(claims: list[dict[str, Any]], name: str, *, as_json: bool) -> None:
    """The chain of a claim's proof."""
    chain = chain_of(_named(claims, name)["id"], claims)
    if as_json:
        print_json(chain.json())
    else:
        click.echo("\n".join(chain_lines(chain)))


def _list(chosen: list[dict[str, Any]], *, as_json: bool) -> None:
    """Some claims, each with its headline and the verdicts on its readings."""
    if as_json:
        print_json({"schema": 1, "claims": chosen})
        return
    for claim in chosen:
        click.echo("\n".join(entry(claim)))
    click.echo("\n".join(_score(chosen)))


def _named(claims: list[dict[str, Any]], name: str) -> dict[str, Any]:
    wanted, slash, reading = name.partition("/")
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


def _score(claims: list[dict[str, Any]]) -> Iterator[str]:
    """How many claims and readings were listed, and what was found of them."""
    found = [r["verdict"] for c in claims for r in c["readings"]]
    verdicts = [f"{found.count(v)} {v}" for v in VERDICTS if v in found]
    numbers = f"{counted(len(claims), 'claim')}, {counted(len(found), 'reading')}"
    yield from wrapped(f"{numbers}: {', '.join(verdicts) or 'none'}", rest="  ")
    if claims:
        headlines = [f"{n} {h.value}" for h in Headline if (n := _count(claims, "headline", h))]
        yield from wrapped(f"headlines: {', '.join(headlines)}", rest="  ")
    findings = [c for c in claims if Headline(c["headline"]).is_finding]
    depends = [c for c in claims if Headline(c["headline"]).depends]
    for label, of in (("findings", findings), ("at worst", depends)):
        if severities := [f"{n} {v.value}" for v in Severity if (n := _count(of, "severity", v))]:
            yield from wrapped(f"{label}: {', '.join(severities)}", rest="  ")


def _count(claims: list[dict[str, Any]], field: str, value: Headline | Severity) -> int:
    return sum(claim[field] == value.value for claim in claims)
