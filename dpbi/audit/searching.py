"""Searches on an executor: the tries are cut into pieces, each with its own seed.

What a search finds follows from its seed and its tries, whatever does the work: the pieces are cut
by number, and their findings are put together in their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from dpbi.audit.executors import Leg
from dpbi.audit.serving import Batch
from dpbi.errors import DpbiError
from dpbi.language import Formula
from dpbi.ledger.deciding import assignment, excess
from dpbi.ledger.grids import height
from dpbi.ledger.search import search

WORK = f"{__name__}:piece_searched"
TRIES = 1000  # of a piece
APART = 1_000_003  # between the seeds of two pieces: within one, each round takes the next seed


class SearchFailed(DpbiError):
    """A piece of a search that came to no end."""


@cache
def _alike() -> None:
    """Let hypothesis draw the same in every process.

    It also tries constants of the modules that are loaded and not installed, which depend on what
    the process has done before and on how dpbi came there.  Without them a search has its own
    strategies alone, as hypothesis has it where it cannot tell what is installed.
    """
    providers: Any = import_module("hypothesis.internal.conjecture.providers")
    if hasattr(providers, "_get_local_constants"):
        nothing = providers._local_constants
        providers._get_local_constants = lambda: nothing


def piece_searched(_: Mapping[str, Any], request: list[Any]) -> dict[str, Any]:
    """What a piece finds, as JSON."""
    _alike()
    document, tries, seed, root = request
    formula = Formula.parse(document, None if root is None else Path(root))
    return search(formula, tries=tries, seed=seed).json(formula)


def pieces(document: Any, tries: int, seed: int, root: str | None) -> Iterator[Batch]:
    """The pieces of a search."""
    for i, start in enumerate(range(0, tries, TRIES)):
        yield Batch(WORK, [[document, min(TRIES, tries - start), seed + APART * i, root]])


def searched(
    document: Any, tries: int, seed: int, place: Leg, root: str | None = None
) -> Iterator[dict[str, Any] | int]:
    """How many tries are done, as they are; at the end what was found, as `Found.json` says it."""
    found: dict[int, dict[str, Any]] = {}
    done = 0
    for finished in place.finished(pieces(document, tries, seed, root)):
        if finished is not None:
            (answer,) = finished.answers
            if "answer" not in answer:
                raise SearchFailed(answer.get("died", "a piece of the search did not end"))
            _, part, own, _ = finished.batch.requests[0]
            found[own] = answer["answer"]
            done += part
        yield done
    formula = Formula.parse(document, None if root is None else Path(root))
    yield _together([found[own] for own in sorted(found)], formula)


def _together(found: list[dict[str, Any]], formula: Formula) -> dict[str, Any]:
    """The smallest and the worst of all pieces; of equals, that of the first piece."""
    violated = [f for f in found if f["violated"]]

    def margin(part: Mapping[str, Any]) -> float:
        return excess(formula, assignment(part["worst"]))

    return {
        "violated": bool(violated),
        "witness": min((f["witness"] for f in violated), key=_size, default=None),
        "worst": max(violated, key=margin)["worst"] if violated else None,
        "tried": sum(f["tried"] for f in found),
    }


def _size(witness: dict[str, Any]) -> tuple[Any, ...]:
    """The order of witnesses: fewer records, fewer categories, simpler numbers."""
    instance = assignment(witness)
    others = sorted((name, value) for name, value in instance.items() if name not in ("n", "prior"))
    prior = [height(instance["prior"])] if "prior" in instance else []
    simple = [height(v) for _, v in others if not isinstance(v, tuple)]
    datasets = [v for _, v in others if isinstance(v, tuple)]
    return (instance.get("n", 0), prior, simple, datasets)
