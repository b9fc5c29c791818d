"""What an audit found, as a person reads it at the end of a run."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

MOST = 12  # sentences of one kind
WORDS = {  # of one, of several
    "holds": ("holds", "hold"),
    "holds_bounded": ("holds up to a bound", "hold up to a bound"),
    "fails": ("fails", "fail"),
    "vacuous": ("is vacuous", "are vacuous"),
    "ill_defined": ("is ill-defined", "are ill-defined"),
    "undecided": ("is undecided", "are undecided"),
}


def lines(found: Mapping[str, Any]) -> Iterator[str]:
    """The summary, from what `Audit.json` says."""
    yield from wrapped(f"{counted(found['claims'], 'claim')}: {score(found['claims'])}.")
    yield from wrapped(f"{counted(found['readings'], 'reading')}: {score(found['readings'])}.")
    if len(found["drafts"]) > 1:
        yield ""
        yield from wrapped("Claims by draft, each by its first reading:")
        width = max(map(len, found["drafts"]))
        for draft, verdicts in found["drafts"].items():
            yield from wrapped(f"{draft:<{width}}  {score(verdicts)}", "  ", "    ")
    if found["findings"]:
        yield ""
        yield from wrapped("The most consequential findings:")
        for i, finding in enumerate(found["findings"], 1):
            yield from wrapped(f"{i}. {finding['sentence']}", "  ", "     ")
    yield ""
    yield from _comparison(found)


def _comparison(found: Mapping[str, Any]) -> Iterator[str]:
    yield from _listed([f"CHANGED: {sentence}." for sentence in found["changed"]])
    failed = found["failed"].items()
    yield from _listed([f"NO ANSWER: {name}: {reason}." for name, reason in failed])
    same = "Every outcome is the recorded one" if found["reproduced"] else "Not reproduced"
    yield from wrapped(f"{same}; {found['redone']} redone, {found['reused']} reused.")
    if found["report"]:
        yield f"The report: {_from_here(Path(found['report']))}"


def _listed(sentences: list[str]) -> Iterator[str]:
    """Sentences, and how many more there are where they would hide the rest."""
    for sentence in sentences[:MOST]:
        yield from wrapped(sentence)
    if len(sentences) > MOST:
        yield from wrapped(f"... and {len(sentences) - MOST} more; --json names all of them.")


def _from_here(path: Path) -> Path:
    """A path as short as it can be said."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def counted(verdicts: Mapping[str, int], noun: str) -> str:
    """How many there are."""
    total = sum(verdicts.values())
    return f"1 {noun}" if total == 1 else f"{total} {noun}s"


def score(verdicts: Mapping[str, int]) -> str:
    """Verdicts counted in words."""
    parts = [f"{n} {WORDS[v][n != 1]}" for v, n in verdicts.items() if n]
    return ", ".join(parts) or "none"


def wrapped(text: str, first: str = "", rest: str = "") -> list[str]:
    """Text in lines as wide as the terminal; in one line where there is none."""
    if not sys.stdout.isatty():
        return [first + text]
    width = max(20, shutil.get_terminal_size().columns - 1)
    return textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
    )
