"""Which readings an audit decides, and where a report of some of them may go."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from dpbi.auditing.tasks import ReadingTask
from dpbi.errors import InvalidValue, UnknownName


def choose(
    tasks: Sequence[ReadingTask], drafts: Iterable[str], names: Iterable[str]
) -> list[ReadingTask]:
    """The readings of these drafts and of these claims ("claim" or "claim/reading"), or all."""
    drafts, names = set(drafts), set(names)
    of_drafts = {d for task in tasks for d in _drafts(task)}
    of_names = {n for task in tasks for n in (task.claim.id, task.name)}
    _known("draft", drafts, of_drafts)
    _known("claim", names, of_names)
    if not drafts and not names:
        return list(tasks)
    return [t for t in tasks if drafts & _drafts(t) or names & {t.claim.id, t.name}]


def _drafts(task: ReadingTask) -> set[str]:
    """The drafts of a reading, as `dpbi claims --draft` knows them."""
    return {*task.claim.drafts, task.claim.id.partition(".")[0]}


def _known(kind: str, given: set[str], known: set[str]) -> None:
    for name in sorted(given - known):
        unknown = UnknownName(kind, name, tuple(sorted(known)))
        if kind == "claim" and unknown.nearest is None:  # hundreds of names help nobody
            raise InvalidValue("--claim", repr(name), "there is none like it; see `dpbi claims`")
        raise unknown


def keep_complete(out: Path, chosen: Iterable[ReadingTask]) -> None:
    """Refuse to write a report of some claims over one that has others."""
    try:
        there = {c["id"] for c in json.loads((out / "claims.json").read_bytes())["claims"]}
    except FileNotFoundError:
        return
    except (ValueError, KeyError, TypeError):
        there = {"something else"}
    if there - {task.claim.id for task in chosen}:
        need = "the report in it has other claims too; name another folder for a part of them"
        raise InvalidValue("--out", out, need)
