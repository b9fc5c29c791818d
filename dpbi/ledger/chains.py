"""Proofs as chains: what becomes of each step, and where the proof first breaks.

The chain of a claim is what it uses, in the order of its proof.  It is read from the rows of
claims.json, so that it can be shown wherever the ledger is.  A step that holds may still not follow
from what stands before it (a gap), and a step that holds may itself depend on a false statement;
neither says that the statement of the theorem is false.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from dpbi.ledger.claims import SHORT, drafts_of
from dpbi.ledger.headlines import Headline
from dpbi.support.files import Json

STANDS = {h.value for h in (Headline.TRUE, Headline.TRUE_AS_TESTED, Headline.MISPRINTED)}
BROKEN = {h.value for h in (Headline.FALSE, Headline.FALSE_AS_WRITTEN, Headline.ILL_FORMED)}


@dataclass(frozen=True)
class Step:
    """A step of a proof: its claim's headline, why it does not follow, what false it depends on.

    `only` is the version of the draft that alone has the step.
    """

    id: str
    statement: str
    headline: str
    gap: str = ""
    shaken_by: tuple[str, ...] = ()
    only: str = ""

    @property
    def broken(self) -> bool:
        """Whether the proof breaks here."""
        return self.headline in BROKEN or bool(self.gap) or bool(self.shaken_by)

    @property
    def fate(self) -> str:
        """What becomes of the step, in words."""
        parts = [self.headline]
        if self.gap:
            stands = "true, but it" if self.headline in STANDS else "it"
            parts = [*parts[: self.headline not in STANDS], f"{stands} does not follow"]
        if self.shaken_by:
            parts.append("depends on a false statement")
        if self.only:
            parts.append(f"in {self.only} alone")
        return "; ".join(parts)


@dataclass(frozen=True)
class Chain:
    """The proof of a claim: its steps in order, and the readings of a repaired proof."""

    claim: str
    statement: str
    headline: str
    steps: tuple[Step, ...]
    repaired: tuple[str, ...] = ()

    @property
    def first_broken(self) -> int | None:
        """The number of the first broken step, counted from 1."""
        return next((i for i, step in enumerate(self.steps, 1) if step.broken), None)

    @property
    def sentence(self) -> str:
        """What becomes of the statement and of its proof."""
        if not self.steps:
            stands = as_predicate(self.headline)
            return f"The statement is {stands}; the ledger has no steps of a proof."
        which = self.first_broken
        if which is not None:
            proof = f"its proof breaks at step {which} of {len(self.steps)}"
        elif all(step.headline in STANDS for step in self.steps):
            proof = "no step of its proof that the ledger has is broken"
        else:
            proof = "no step of its proof is known to be broken, but not all are settled"
        mended = ", and a repaired proof holds" if self.repaired else ""
        return f"The statement is {as_predicate(self.headline)}; {proof}{mended}."

    def json(self) -> Json:
        """The chain for programs."""
        steps = [
            {
                "id": s.id,
                "statement": s.statement,
                "headline": s.headline,
                "gap": s.gap or None,
                "depends_on_false": list(s.shaken_by),
                "only": s.only or None,
                "broken": s.broken,
            }
            for s in self.steps
        ]
        return {
            "claim": self.claim,
            "headline": self.headline,
            "summary": self.sentence,
            "first_broken": self.first_broken,
            "steps": steps,
            "repaired": list(self.repaired),
        }


def as_predicate(headline: str) -> str:
    """A headline after "the statement is"."""
    words = {
        Headline.DEPENDS_ON_MEANING.value: "true or false, depending on what was meant",
        Headline.DEPENDS_ON_PARAMETERS.value: "true or false, depending on parameters not given",
        Headline.NO_CLAIM.value: "no claim",
    }
    return words.get(headline, headline)


def chain_of(name: str, rows: Iterable[Json]) -> Chain:
    """The proof chain of a claim among these rows; steps that are not among them are left out."""
    known = {row["id"]: row for row in rows}
    claim = known[name]
    uses = {key: row["uses"] for key, row in known.items()}
    steps = tuple(
        Step(
            id=used,
            statement=known[used]["statement"],
            headline=known[used]["headline"],
            gap=claim["gaps"].get(used, ""),
            shaken_by=tuple(broken_below(used, uses, known)),
            only=_version(used, name),
        )
        for used in claim["uses"]
        if used in known
    )
    return Chain(name, claim["statement"], claim["headline"], steps, tuple(claim["repaired"]))


def _version(step: str, claim: str) -> str:
    """The one version that has a step, where the claim is in both."""
    both = drafts_of(claim) == SHORT
    alone = drafts_of(step)
    return alone[0] if both and len(alone) == 1 and alone[0] in SHORT else ""


def broken_below(
    name: str, uses: Mapping[str, Iterable[str]], known: Mapping[str, Json]
) -> Iterator[str]:
    """The false claims that a claim depends on, directly or through others, nearest first."""
    for used in closure(name, uses):
        if used in known and known[used]["headline"] in BROKEN:
            yield used


def closure(start: str, edges: Mapping[str, Iterable[str]]) -> list[str]:
    """What is reached from a claim along edges, nearest first, itself left out."""
    reached, todo = [start], [start]
    while todo:
        for name in edges.get(todo.pop(0), ()):
            if name not in reached:
                reached.append(name)
                todo.append(name)
    return reached[1:]
