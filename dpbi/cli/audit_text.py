"""What `dpbi audit` says at its end, from what `Audit.json` says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from dpbi.cli.options import counted, ended, wrapped
from dpbi.ledger.outcomes import Verdict

MOST = 12  # sentences of one kind


def lines(found: Mapping[str, Any]) -> Iterator[str]:
    """The summary, from what `Audit.json` says."""
    yield from wrapped(f"{counted(found['claims'], 'claim')}: {score(found['headlines'])}.")
    if any(found["severities"].values()):
        yield from wrapped(f"Findings: {score(found['severities'])}.")
    if any(found["at_worst"].values()):
        said = "Besides, what depends on what was meant or on parameters not given is at worst"
        yield from wrapped(f"{said}: {score(found['at_worst'])}.")
    readings = found["readings"]
    yield from wrapped(f"{counted(sum(readings.values()), 'reading')}: {verdicts(readings)}.")
    if len(found["drafts"]) > 1:
        yield ""
        yield from wrapped("By draft:")
        width = max(map(len, found["drafts"]))
        for draft, counts in found["drafts"].items():
            severities = score(counts["severities"])
            told = f"{score(counts['headlines'])} (findings: {severities})"
            yield from wrapped(f"{draft:<{width}}  {told}", "  ", "    ")
    if found["findings"]:
        yield ""
        yield from wrapped("The gravest findings:")
        for i, finding in enumerate(found["findings"], 1):
            fix = f" Fix: {finding['fix']}." if finding["fix"] else ""
            told = f"{i}. {finding['severity']}: {finding['sentence']}{fix}"
            yield from wrapped(told, "  ", "     ")
    yield ""
    yield from _comparison(found)


def _comparison(found: Mapping[str, Any]) -> Iterator[str]:
    changed = [sentence for sentence in found["changed"] if sentence not in found["unrecorded"]]
    yield from _listed([f"CHANGED: {sentence}." for sentence in changed])
    yield from _listed([f"NEW: {sentence}." for sentence in found["unrecorded"]])
    failed = found["failed"].items()
    yield from _listed([f"NO ANSWER: {name}: {_about(name, reason)}" for name, reason in failed])
    yield from wrapped(
        f"{_compared(found, changed)}; {found['redone']} redone, {found['reused']} reused."
    )
    if found["report"]:
        yield f"The report: {from_here(Path(found['report']))}"


def _about(name: str, reason: str) -> str:
    """A reason, which may begin with the name of its reading, without it."""
    for begin in (name, name.rpartition("/")[2]):
        reason = reason.removeprefix(f"{begin}: ")
    return ended(reason)


def _compared(found: Mapping[str, Any], changed: list[str]) -> str:
    """How what was found stands to the record: what was never recorded has not changed."""
    new, total = len(found["unrecorded"]), sum(found["readings"].values())
    if changed or found["failed"]:
        return "Not reproduced"
    if not new:
        return "Every outcome is the recorded one"
    how = "`pytest FOLDER --dpbi-record` records outcomes"
    if new == total:
        return f"Nothing is recorded yet to compare with: {how}"
    verb = "was" if new == 1 else "were"
    return f"{new} of {total} outcomes {verb} never recorded, the others are as recorded: {how}"


def _listed(sentences: list[str]) -> Iterator[str]:
    """Sentences, and how many more there are where they would hide the rest."""
    for sentence in sentences[:MOST]:
        yield from wrapped(sentence)
    if len(sentences) > MOST:
        yield from wrapped(f"... and {len(sentences) - MOST} more; --json names all of them.")


def from_here(path: Path) -> Path:
    """A path as short as it can be said."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def score(counts: Mapping[str, int]) -> str:
    """Headlines or severities, each after its number."""
    return ", ".join(f"{n} {word}" for word, n in counts.items() if n) or "none"


def verdicts(counts: Mapping[str, int]) -> str:
    """Verdicts counted in words."""
    return ", ".join(f"{n} {Verdict(v).said(n)}" for v, n in counts.items() if n) or "none"
