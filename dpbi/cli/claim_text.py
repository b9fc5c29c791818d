"""A claim, and the chain of its proof, as lines that a person reads in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dpbi.cli.options import wrapped
from dpbi.ledger.chains import BROKEN, Chain, Step, chain_of
from dpbi.ledger.headlines import graded
from dpbi.ledger.outcomes import instance_text, proof_text, without_certificate


def entry(claim: dict[str, Any]) -> Iterator[str]:
    """A claim of a list: its place, its headline, its readings with their verdicts."""
    yield from wrapped(f"{claim['id']}  ({claim['location']}): {_fate(claim)}", rest="  ")
    for r in claim["readings"]:
        line = f"{r['verdict']:<14} {r['role']:<10} {r['id']}: {r['statement']}"
        yield from wrapped(line, "    ", " " * 8)


def claim_lines(claim: dict[str, Any], claims: list[dict[str, Any]]) -> Iterator[str]:
    """A claim and all its readings."""
    false = {c["id"] for c in claims if c["headline"] in BROKEN}
    uses = [f"{name} (false)" if name in false else name for name in claim["uses"]]
    yield from wrapped(f"{claim['id']} ({claim['kind']}, {claim['location']})", rest="  ")
    said = [claim["statement"], _fate(claim), claim["claims_nothing"], claim["no_repair"]]
    if uses:
        said += [f"relies on {', '.join(uses)}", chain_of(claim["id"], claims).sentence]
    for text in filter(None, said):
        yield from wrapped(text, "  ", "    ")
    for r in claim["readings"]:
        yield ""
        yield from wrapped(f"{r['id']}: {r['verdict']}", "  ", "    ")
        for key, value in _facts(r):
            if value:
                yield from wrapped(value, f"    {key:<12} ", " " * 17)


def _fate(claim: dict[str, Any]) -> str:
    """The headline of a claim, and its severity if it has one."""
    found = claim["headline"], graded(claim["headline"], claim["severity"])
    return "; ".join(word for word in found if word)


def _facts(r: dict[str, Any]) -> Iterator[tuple[str, str | None]]:
    """What there is to say of a reading, in the order in which a reader asks."""
    from dpbi.report.words import said

    yield "reading", r["statement"]
    yield "role", f"{r['role']}: {r['why']}" if r["why"] else r["role"]
    yield "chosen", r["chosen"]
    yield "formula", r["formula"]
    for line in r.get("where", ()):
        yield "where", line
    yield "evidence", said(r["evidence"])
    yield "tested on", f"{r['domain']} ({r['instances']} cases)" if r["domain"] else None
    yield "certified", _certified(r)
    tries = r["tries"]
    yield "searched", f"no counterexample found in {tries} further tries" if tries else None
    yield "witness", r["witness"] and instance_text(r["witness"])
    yield "why it fails", r["why_false"]
    yield "worst", r["worst"] and instance_text(r["worst"])
    yield "fix", r["repair"]
    yield "note", r["note"]
    yield "trusts", ", ".join(r["trusts"])
    yield "certificate", r["certificate"] or without_certificate(r)
    yield "proof", proof_text(r["proof"])


def _certified(reading: dict[str, Any]) -> str | None:
    """At how many of its instances a computation confirmed what an argument says of all."""
    if "argument" not in reading["trusts"] or not reading["instances"]:
        return None
    return f"by computation too, at {reading['certified']} of {reading['instances']} cases"


def chain_lines(chain: Chain) -> Iterator[str]:
    """What becomes of each step of a proof; the first broken one is marked."""
    yield from wrapped(f"{chain.claim}: {chain.statement}", rest="  ")
    yield from wrapped(chain.sentence, "  ", "    ")
    for i, step in enumerate(chain.steps, 1):
        yield from _step(i, step, first=i == chain.first_broken)
    if chain.repaired:
        yield "  The repaired proof, each step of which holds:"
        for i, mended in enumerate(chain.repaired, 1):
            yield from wrapped(mended.says, f"  {i:>3}. ", " " * 7)
            yield from wrapped(f"({mended.reading})", " " * 7, " " * 9)


def _step(number: int, step: Step, *, first: bool) -> Iterator[str]:
    mark, beside = ">>" if first else "  ", " " * 7
    yield from wrapped(f"{step.id}: {step.fate}", f"{mark}{number:>3}. ", beside)
    yield from wrapped(step.statement, beside, beside)
    if step.gap:
        yield from wrapped(f"It does not follow: {step.gap}", beside, beside)
    if step.shaken_by:
        own = "Its own proof" if step.stands else "It"
        yield from wrapped(f"{own} depends on {', '.join(step.shaken_by)}", beside, beside)
