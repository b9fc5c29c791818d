"""Verdicts, and outcomes: what was found of a reading, with its evidence."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

from dpbi.support import table


class Verdict(Enum):
    """What a reading is; the values are the words of reports and JSON."""

    HOLDS = "holds"
    HOLDS_BOUNDED = "holds_bounded"
    FAILS = "fails"
    VACUOUS = "vacuous"
    ILL_DEFINED = "ill_defined"
    UNDECIDED = "undecided"

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        return _SENTENCES[self]

    @property
    def mark(self) -> str:
        """The mark that `pytest verify` shows: a letter could be taken for one of pytest's own."""
        return _MARKS[self]

    @property
    def letter(self) -> str:
        """The letter of its box in the report, which the words of the verdict follow."""
        return "B" if self is Verdict.HOLDS_BOUNDED else self.name[0]

    @property
    def words(self) -> str:
        """The verdict as a label."""
        return _WORDS[self]

    def said(self, count: int = 1) -> str:
        """The verdict as the verb of one reading or of several: holds, are undecided."""
        label, verb = self.words, self.words.partition(" ")[0]
        if verb in ("holds", "fails"):
            return label if count == 1 else label.replace(verb, verb[:-1])
        return f"is {label}" if count == 1 else f"are {label}"


_MARKS = {
    Verdict.HOLDS: "+",
    Verdict.HOLDS_BOUNDED: "~",
    Verdict.FAILS: "-",
    Verdict.VACUOUS: "0",
    Verdict.ILL_DEFINED: "/",
    Verdict.UNDECIDED: "?",
}
_WORDS = {
    Verdict.HOLDS: "holds",
    Verdict.HOLDS_BOUNDED: "holds up to a bound",
    Verdict.FAILS: "fails",
    Verdict.VACUOUS: "vacuous",
    Verdict.ILL_DEFINED: "ill-defined",
    Verdict.UNDECIDED: "undecided",
}
_SENTENCES = {
    Verdict.HOLDS: "true on the whole stated domain",
    Verdict.HOLDS_BOUNDED: "certified at every instance up to the stated bound",
    Verdict.FAILS: "certified false at the instance printed, or refuted by the argument printed",
    Verdict.VACUOUS: "its hypotheses are never met",
    Verdict.ILL_DEFINED: "it cannot be given a value as written",
    Verdict.UNDECIDED: "neither shown nor refuted by what can be computed",
}


@dataclass(frozen=True)
class Proof:
    """A theorem that Coq checked: its name and place, what it shows, what it was checked with."""

    theorem: str
    file: str
    line: int
    shows: str
    digest: str


@dataclass(frozen=True)
class Outcome:
    """What was found of a reading, with its evidence; `trusts` follows from the evidence."""

    verdict: Verdict
    evidence: str
    domain: str = ""
    instances: int = 0
    witness: dict[str, Any] | None = None
    worst: dict[str, Any] | None = None
    trusts: tuple[str, ...] = ()
    certified: int = 0
    """Of the instances, those at which a computation confirmed what an argument says of all."""
    tries: int = 0
    """Instances beyond the grid, chosen to do harm, at which it was certified as well."""
    proof: Proof | None = None
    """The theorem that shows it, where one does."""

    @staticmethod
    def read(document: dict[str, Any]) -> Outcome:
        """The outcome that `json` wrote."""
        verdict, trusts = Verdict(document["verdict"]), tuple(document["trusts"])
        proof = document.get("proof") and Proof(**document["proof"])
        return Outcome(**{**document, "verdict": verdict, "trusts": trusts, "proof": proof})

    def json(self) -> dict[str, Any]:
        """The outcome as it is recorded, sent and reported."""
        document = {**asdict(self), "verdict": self.verdict.value, "trusts": list(self.trusts)}
        return document if self.proof else {k: v for k, v in document.items() if k != "proof"}

    def __str__(self) -> str:
        where = f" at {instance_text(self.witness)}" if self.witness is not None else ""
        return f"{self.verdict.value}{where}: {self.evidence}"

    def __repr__(self) -> str:
        where = f" at {instance_text(self.witness)}" if self.witness is not None else ""
        rests = f", resting on {', '.join(self.trusts)}" if self.trusts else ""
        return f"<Outcome {self.verdict.value}{where}{rests}>"

    def _repr_html_(self) -> str:
        count = f" ({self.instances} instances)" if self.instances else ""
        return table(
            [
                ("verdict", f"{self.verdict.value}: {self.verdict.sentence}"),
                ("evidence", self.evidence),
                ("domain", f"{self.domain}{count}" if self.domain else ""),
                ("withstood", f"{self.tries} tries" if self.tries else ""),
                ("witness", self.witness and instance_text(self.witness)),
                ("worst", self.worst and instance_text(self.worst)),
                ("rests on", ", ".join(self.trusts)),
            ]
        )


def instance_text(instance: dict[str, Any]) -> str:
    """An instance as a person reads it, with both sides where there are sides."""
    parts = [f"{k} = {value_text(v)}" for k, v in instance.items() if not k.startswith("_")]
    for side, ends in instance.get("_sides", {}).items():
        lo, hi = ends["lo"], ends["hi"]
        parts.append(f"{side} side {lo}" if lo == hi else f"{side} side in [{lo}, {hi}]")
    return ", ".join([*parts, *filter(None, [attained_text(instance)])])


def attained_text(instance: dict[str, Any]) -> str:
    """Where the loss or delta of a target is attained at an instance; nothing where none is."""
    if not (pair := instance.get("_attained")):
        return ""
    x, y, *output = map(value_text, pair.values())
    return f"attained by {x} and {y}" + "".join(f" at output {r}" for r in output)


def proof_text(proof: dict[str, Any] | None) -> str | None:
    """A theorem of claims.json as a person reads it: its name and place."""
    if proof is None:
        return None
    return f"theorem {proof['theorem']} of {proof['file']}, line {proof['line']}"


def without_certificate(row: dict[str, Any]) -> str | None:
    """Why a computed refutation of claims.json has no certificate, where it has none."""
    trusts = row["trusts"]
    computed = "ball" in trusts and "argument" not in trusts
    if not computed or row["verdict"] != Verdict.FAILS.value or row["certificate"]:
        return None
    if "target" in trusts:
        return "none: its mechanism is Python code, which the kernel does not run"
    if row["formula"]:
        return "none: the smallest instance known is beyond what the kernel can go through"
    return "none: a program of dpbi decides it, not a formula that the kernel could read"


def value_text(value: Any) -> str:
    """A number, a word, or a vector, as it is written."""
    return f"({', '.join(map(value_text, value))})" if isinstance(value, list) else str(value)
