"""Proofs as chains: what becomes of each step, and where the proof first breaks.

The chain of a claim is what it uses, in the order of its proof.  It is read from the rows of
claims.json, so that it can be shown wherever the ledger is.  A proof breaks at a step that is false
and at one that does not follow from what stands before it (a gap); neither says that the statement
of the theorem is false.  A step that is true does not break it, whatever is wrong with the step's
own proof: that is said beside it.  Most claims rely on others without a printed proof.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass

from dpbi.ledger.claims import versions_in
from dpbi.ledger.headlines import Headline
from dpbi.support.files import Json

PROVED = {"theorem", "lemma", "corollary", "assertion"}
"""The kinds of claims that have a proof, where the draft prints its steps."""

STEPS = {*PROVED, "proof-step", "symmetry", "counting"}
"""The kinds of claims that a proof is made of, beside the definitions that it uses."""

READABLE = 160
"""Of a formula, the most characters that a person reads more easily than words."""

STANDS = {h.value for h in (Headline.TRUE, Headline.TRUE_AS_TESTED, Headline.MISPRINTED)}
BROKEN = {h.value for h in (Headline.FALSE, Headline.FALSE_AS_WRITTEN, Headline.ILL_FORMED)}


@dataclass(frozen=True)
class Step:
    """A step of a proof: its claim's headline, why it does not follow, what false it relies on.

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
        return self.headline in BROKEN or bool(self.gap)

    @property
    def stands(self) -> bool:
        """Whether the step itself is true, at least as it is meant."""
        return self.headline in STANDS

    @property
    def fate(self) -> str:
        """What becomes of the step, in words."""
        parts = [self.headline]
        if self.gap:
            stands = "true, but it" if self.stands else "it"
            parts = [*parts[: not self.stands], f"{stands} does not follow"]
        if self.shaken_by:
            own = "its own proof" if self.stands else "it"
            parts.append(f"{own} depends on a false statement")
        if self.only:
            parts.append(f"in {self.only} alone")
        return "; ".join(parts)


@dataclass(frozen=True)
class Mended:
    """A step of a repaired proof: a reading that holds, as a formula where that is short."""

    reading: str
    says: str


@dataclass(frozen=True)
class Chain:
    """What a claim uses, in order; of a proof, its steps and those of a repaired one."""

    claim: str
    statement: str
    headline: str
    steps: tuple[Step, ...]
    repaired: tuple[Mended, ...] = ()
    printed: bool = True
    """Whether the draft prints a proof; otherwise the claim only relies on what it uses."""

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
        which, count = self.first_broken, len(self.steps)
        if not self.printed:
            proof = _relied(which, count)
        elif which is not None:
            proof = f"its proof breaks at step {which} of {count}"
        elif all(step.stands for step in self.steps):
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
            "printed_proof": self.printed,
            "repaired": [{"reading": m.reading, "says": m.says} for m in self.repaired],
        }


def _relied(which: int | None, count: int) -> str:
    """What becomes of the claims that one without a printed proof relies on."""
    if count == 1:
        return f"the one claim it relies on is {'not ' if which is None else ''}known to be false"
    if which is None:
        return f"none of the {count} claims it relies on is known to be false"
    return f"of the {count} claims it relies on, number {which} is the first that is false"


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
    claim, versions = known[name], versions_in(known.values())
    uses = {key: row["uses"] for key, row in known.items()}
    steps = tuple(
        Step(
            id=used,
            statement=known[used]["statement"],
            headline=known[used]["headline"],
            gap=claim["gaps"].get(used, ""),
            shaken_by=tuple(broken_below(used, uses, known)),
            only=_version(known[used], claim, versions),
        )
        for used in claim["uses"]
        if used in known
    )
    kinds = {known[step.id]["kind"] for step in steps}
    return Chain(
        claim=name,
        statement=claim["statement"],
        headline=claim["headline"],
        steps=steps,
        repaired=tuple(_mended(key, known) for key in claim["repaired"]),
        printed=claim["kind"] in PROVED and bool(kinds & STEPS),
    )


def _mended(key: str, known: Mapping[str, Json]) -> Mended:
    """A step of a repaired proof, as its row says it."""
    name = next((c for c in known if key.startswith(f"{c}/")), None)
    rows = known[name]["readings"] if name else []
    row = next((r for r in rows if key == f"{name}/{r['id']}"), None)
    if name is None or row is None:
        return Mended(key, key)
    if row["formula"] and len(row["formula"]) <= READABLE:
        return Mended(key, row["formula"])
    return Mended(key, f"{known[name]['statement']} Read as: {row['statement']}")


def _version(step: Json, claim: Json, versions: Container[tuple[str, ...]]) -> str:
    """The one version that has a step, where the claim is in all of them."""
    every, alone = tuple(claim["drafts"]), tuple(step["drafts"])
    return str(alone[0]) if every in versions and len(alone) == 1 and alone[0] in every else ""


def broken_below(
    name: str, uses: Mapping[str, Iterable[str]], known: Mapping[str, Json]
) -> Iterator[str]:
    """The false claims that a claim depends on, directly or through others, nearest first.

    What is true stands whatever its own proof depends on, so nothing is looked for beyond it.
    """
    stands = {used for used in uses if used != name and known[used]["headline"] in STANDS}
    followed = {used: () if used in stands else below for used, below in uses.items()}
    for used in closure(name, followed):
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
