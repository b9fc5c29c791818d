"""The ledger as it is in a repository: claims found under verify/, outcomes recorded beside.

`verify/<draft>/<section>.py` define claims as module-level values, in the order in which they are
read; `verify/recorded/<draft>.json` holds the outcome of every reading as it was last recorded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

from dpbi.fields import Enclosure
from dpbi.language.expr import HERE
from dpbi.ledger.claims import Claim, Reading
from dpbi.ledger.outcomes import Outcome, Proof, Verdict
from dpbi.ledger.proving import proofs
from dpbi.support.files import as_json, write
from dpbi.support.siblings import importable

ROUNDING = Fraction(1, 10**9)  # of a value: far more than two methods differ by
DRAFTS = ("lproof", "notes", "tailoring", "short", "between")


RENAMED = {
    "notes.ehdl.nondp": {
        "not-eps-dp-at-its-own-eps-prior-beta-1-1-the-r-b-of-thes": "not-eps-dp-prior-beta-1-1",
        "two-categories-some-multiple-of-eps-is-passed": "two-categories-two-eps-is-passed",
        "not-eps-dp-at-its-own-eps-some-prior-keq2": "not-eps-dp-some-prior-keq2",
    },
    "notes.lemma-2.1": {
        "attained-delta-unrestricted-statement-gives-no-bound-on": "attained-delta-unrestricted",
    },
    "notes.steps.dl555": {
        "repaired-centre-dl-4-4-4-last-item-dl-3-4-5": "repaired-centre-dl-4-4-4",
    },
    "notes.fig5": {
        "m-h-with-eps-2s-vs-lap-2-eps-e-h": "eps-2s-at-the-values-of-figure-3",
        "m-h-with-eps-s-formula-of-l188": "eps-s-at-the-values-of-figure-3",
        "vs-lap-1-eps": "vs-lap-1-eps-at-the-values-of-figure-3",
    },
    "notes.fig6": {
        "eps-2s": "eps-2s-at-the-values-of-figure-3",
        "eps-s-deltaeq-8": "eps-s-at-the-values-of-figure-3",
    },
    "notes.fig7": {
        "eps-2s-or-eps-s": "at-the-values-of-figure-3",
    },
    "notes.fig8": {
        "both": "both-at-the-values-of-figure-3",
        "smaller-mean-error-at-the-values-of-figure-3": "laplace-at-the-values-of-figure-3",
    },
    "notes.fig3.gs": {
        "h-beta-7-4-beta-8-3-eq-h-dl-7-4-5-dl-8-3-5": "h-beta-7-4-beta-8-3",
    },
    "notes.fig3.ls": {
        "other-readings-add-one-adjacency-prior-7-4-1-1-1-1-1-dis": "other-readings",
    },
    "tailoring.abstract": {
        "accuracy-vs-improved-laplace-in-some-case": "vs-improved-laplace-in-some-case",
    },
    "tailoring.lemma-5.1": {
        "epseq0-allowed-by-lemma-5-3-epsge0-direction-le": "epseq0-direction-le",
    },
    "tailoring.lemma-5.3": {
        "proof-sign-e-pluseps-k-2splusln2-all-real-k": "proof-sign-all-real-k",
    },
    "tailoring.cr12.iff": {
        "balanced-posterior-alphaplusceqbetaplusn-c": "balanced-posterior",
        "integer-priors-ceq2-eqgt-balanced-posterior": "integer-priors-balanced-posterior",
    },
    "tailoring.lemma-5.4": {
        "literal-lambdagt0-attained-delta-nonnegative": "literal-lambdagt0-delta-nonnegative",
        "repaired-delta-2eq-nplus1-exp-eps-2-1-e-lambda-lambdagt0": "repaired-lambdagt0",
    },
    "tailoring.lemma-5.6": {
        "is-def-6-even-eps-dp-not-claimed-by-tailoring": "def-6-even-eps-dp-not-claimed",
    },
    "short.prelim.gs": {
        "exact-for-kge3-when-at-least-two-alpha-ieq1-and-the-rest": "exact-for-kge3-two-alpha-ieq1",
        "upper-bound-for-priors-with-all-alpha-ige1": "upper-bound-for-all-alpha-ige1",
    },
    "short.thm-3.1.lshist": {
        "literal-footnote-adjacency-of-tailoring-sum-x-ieqx-i-le1": "literal-footnote-adjacency",
    },
    "short.thm-3.1.ehd": {
        "gs-eq-sqrt-1-pi-4-constant-all-alpha-ige1": "gs-eq-printed-constant-all-alpha-ige1",
    },
    "short.ehdl-not-claimed": {
        "ehdl-is-eps-dp-for-alphaeq-1-1-keq2-not-claimed": "ehdl-is-eps-dp-for-alphaeq-1-1-keq2",
    },
    "short.thm-4.1": {
        "fixed-eps-gamma-prior-sup-over-nge2-and-all-x-finite": "fixed-eps-gamma-prior",
    },
    "short.thm-4.2": {
        "gammaeqe-eps-proof-ratio-is-o-eps-as-eps-gt0": "gammaeqe-eps-proof-o-eps",
        "repaired-gammaeqe-eps-eqgt-elaplels-ratio-le-1-eps": "repaired-gammaeqe-eps",
    },
    "short.thm-4.3.first": {
        "literal-2nd-parameter-n-floor-aplusk-a-b-posterior": "literal-n-floor-aplusk",
        "integers-k-leln-1-gamma-eps-beta-aplusk-b-k": "integers-beta-aplusk-b-k",
    },
    "short.thm-4.3.second": {
        "exists-c-h-c-cplusj-lec-j-ls-c-integer-jne0-all-n-c": "one-constant-integer-j",
    },
    "short.cor-4.4.1": {
        "as-inf-elap-ls-le-1-at-1-gamma-eq-1-e-eps-pluse-2eps-2": "inf-elap-at-most-ls",
    },
    "short.thm-4.5.lshist": {
        "equality-when-hltt-eq-c-k-cplusk-with-1lec-k-cplusklen-1": "equality-symmetric-inside",
    },
    "short.cor-4.5.1": {
        "explicit-threshold-ngt-2kplus1-e-eps-1-e-k-eps-k-right-k": "explicit-threshold-k-max",
        "same-ehd-run-with-the-true-gs-instead-of-the-constant": "explicit-threshold-true-gs",
    },
    "short.cor-4.5.3": {
        "explicit-proof-threshold-ngt3-e-eps-c-1-e-eps-ceq2sqrt-1": "explicit-proof-threshold",
    },
}
"""By claim, the names that readings had, most above 40 characters, and those they have now."""


def sections(root: Path) -> Iterator[Path]:
    """The section files below verify/, in the order of the drafts."""
    for draft in DRAFTS:
        yield from sorted((root / draft).glob("section_*.py"))


def claims_in(path: Path) -> list[Claim]:
    """The claims of a section file, with the theorems that are listed of their readings."""
    return proofs.with_proofs(path.parents[1], claims_alone(path))


def claims_alone(path: Path) -> list[Claim]:
    """The claims that a section file defines, in its order, whatever the list of theorems says.

    The file is compiled afresh: cached bytecode is dated to the second, and an edit within that
    second would be missed.
    """
    module = ModuleType("dpbi_verify." + ".".join(path.with_suffix("").parts[-2:]))
    module.__file__ = str(path)
    before = HERE.set(str(path.resolve().parent))
    try:
        with importable(path.parent):
            exec(compile(path.read_bytes(), path, "exec"), vars(module))  # noqa: S102  (our own)
    finally:
        HERE.reset(before)
    return [value for value in vars(module).values() if isinstance(value, Claim)]


def all_claims(root: Path) -> list[Claim]:
    """Every claim below verify/; duplicate ids raise an error."""
    found = [c for path in sections(root) for c in claims_in(path)]
    ids = [c.id for c in found]
    if twice := {i for i in ids if ids.count(i) > 1}:
        raise ValueError(f"two claims have one id: {', '.join(sorted(twice))}")
    return found


def recorded(root: Path, draft: str) -> dict[str, Outcome]:
    """{"claim/reading": outcome} as last recorded for a draft."""
    path = root / "recorded" / f"{draft}.json"
    if not path.exists():
        return {}
    document = json.loads(path.read_text(encoding="utf-8"))
    return {name: Outcome.read(value) for name, value in document.items()}


def record(root: Path, draft: str, outcomes: dict[str, Outcome]) -> None:
    """Write a draft's outcomes; the same outcomes give the same bytes."""
    path = root / "recorded" / f"{draft}.json"
    document = {name: outcomes[name].json() for name in sorted(outcomes)}
    write(path, as_json(document))


@dataclass(frozen=True)
class Change:
    """A reading whose outcome today is not the recorded one."""

    reading: str
    recorded: Outcome | None
    found: Outcome
    proof: Proof | None = None
    """The theorem that the list has for it today."""

    def __str__(self) -> str:
        now = self.found.verdict.value
        if self.recorded is None:
            return f"{self.reading} is {now} and was never recorded"
        if self.recorded.verdict is not self.found.verdict:
            return f"{self.reading} is {now}, while {self.recorded.verdict.value} is recorded"
        if self.recorded.proof != self.proof:
            return f"{self.reading} is {now}, but {_other_proof(self.recorded.proof, self.proof)}"
        if _untried(self.recorded):
            return f"{self.reading} holds up to a bound, and no search is on record"
        return f"{self.reading} is {now} at another witness than the recorded one"


def _other_proof(recorded: Proof | None, listed: Proof | None) -> str:
    """How a theorem differs from the recorded one."""
    if recorded is None and listed is not None:
        why = f"its theorem {listed.theorem} is not on record"
    elif recorded is not None and listed is None:
        why = f"the theorem {recorded.theorem} that shows it is no longer listed"
    else:
        why = "its theorem, the statement or what the proof needs changed since it was recorded"
    return f"{why}: `dpbi proofs --record` has Coq check it"


def change(
    reading: str,
    known: Outcome | None,
    found: Outcome,
    *,
    same_witness: bool = True,
    proof: Proof | None = None,
) -> Change | None:
    """How an outcome differs from the recorded one, or None; a thorough search may move witnesses.

    A bound on record that no search has attacked is a fault of the record.  So is another theorem
    than the one that the list has today, or one with other texts.
    """
    if (
        known is None
        or _untried(known)
        or known.proof != proof
        or moved(known, found, same_witness=same_witness)
    ):
        return Change(reading, known, found, proof)
    return None


def _untried(known: Outcome) -> bool:
    return known.verdict is Verdict.HOLDS_BOUNDED and not known.tries


def moved(known: Outcome, found: Outcome, *, same_witness: bool = True) -> bool:
    """Whether an outcome is another than the recorded one, in verdict or in witness."""
    if known.verdict is not found.verdict:
        return True
    return same_witness and not _same(known.witness, found.witness)


def _same(known: dict[str, Any] | None, found: dict[str, Any] | None) -> bool:
    """Whether two witnesses are one instance with one value of each side.

    Two methods (with numba, without) enclose a value by ends that differ in their last digits.
    """
    if known is None or found is None:
        return known is found
    sides = known.get("_sides"), found.get("_sides")
    if sides[0] != sides[1] and not (all(sides) and _agree(*sides)):
        return False
    return {**known, "_sides": None} == {**found, "_sides": None}


def _agree(known: Any, found: Any) -> bool:
    """Whether enclosures of the same sides overlap and are about as narrow."""
    try:
        for name in {*known, *found}:
            one, two = (
                Enclosure(Fraction(e[name]["lo"]), Fraction(e[name]["hi"])) for e in (known, found)
            )
            near = ROUNDING * max(map(abs, (one.lo, one.hi, two.lo, two.hi)))
            apart = max(abs(one.lo - two.lo), abs(one.hi - two.hi))
            if not one.overlaps(two) or apart > near:
                return False
    except (KeyError, TypeError, ValueError):
        return False
    return True


def key(claim: Claim, reading: Reading) -> str:
    """The name of a reading in the ledger."""
    return f"{claim.id}/{reading.id}"


def current(name: str) -> str:
    """A claim or a reading by the name it has now; a name that was never given is as it is."""
    claim, slash, reading = name.partition("/")
    return claim + slash + RENAMED.get(claim, {}).get(reading, reading)


def in_catalogue(name: str, reading: Reading) -> str | None:
    """What the catalogue calls a reading, or None where it does not list it.

    A name with a slash says under which claim the catalogue has it.
    """
    if isinstance(reading.catalogue, str):
        listed = reading.catalogue
        return listed if "/" in listed else f"{name.partition('/')[0]}/{listed}"
    return former(name) if reading.catalogue else None


def former(name: str) -> str:
    """The name that a reading had first, which is what the catalogue calls it."""
    claim, slash, reading = name.partition("/")
    known = {new: old for old, new in RENAMED.get(claim, {}).items()}
    return claim + slash + known.get(reading, reading)
