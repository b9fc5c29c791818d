"""From a reading to an outcome, by the rules of evidence.

- `fails` needs an instance at which the hypotheses are certainly true and the conclusion certainly
  false; the first found is the smallest of its grid, and the one that misses by most (as floats see
  it) is kept beside it.
- `holds` needs an exhausted domain, or an argument together with a certification that found nothing
  against it, and that is trusted too if it settled most instances; an existential reading needs one
  certain instance.
- an argument that an instance contradicts is an error (`attacking`).
- a theorem that Coq checked shows what an argument shows, and is trusted in its place; one that an
  instance contradicts is an error.
- what is certified on a grid and nothing more is `holds_bounded`; `earning` makes it earn that.
- a grid that is said to be the whole domain and is not is an error (`attacking`).
- a reading that certainly has no value at any instance is `ill_defined`.  So is one that certainly
  has none at some instance, as it divides by zero there, unless it fails at another one.
- what the tool cannot compute is undecided, and what would be too large for it is refused.
- one that met no instance of its hypotheses is an error unless an argument says that there is none.
- where the kernel exhausts the domain as well, which it finds by itself, it alone is trusted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from dpbi import kernel
from dpbi.bayes.data import number_of_datasets
from dpbi.bayes.dirichlet import Dirichlet
from dpbi.errors import DpbiError
from dpbi.fields import Balls, Enclosure
from dpbi.language import Formula
from dpbi.language.expr import OF_TARGETS
from dpbi.language.formula import ledger_of
from dpbi.ledger.beyond.fixing import constants
from dpbi.ledger.claims import Reading
from dpbi.ledger.evaluate import PRECISIONS, Evaluation, Silence, silence, truth_at
from dpbi.ledger.outcomes import Outcome, Verdict, instance_text
from dpbi.mechanisms.registry import WEIGHTS

Progress = Callable[[int], None]

REFUTED = "the hypotheses are certainly true and the conclusion is certainly false there"
UNSUPPORTED = "the facts that the argument needs are not certified"
PROVED = "it is a theorem that Coq checked"
CERTAIN = "it is certainly so at the instance printed"
MOST_DATASETS = 2000  # of a reading that the kernel is asked to prove; beyond, it takes forever


@dataclass(eq=False)
class NothingMet(DpbiError):
    """A reading whose hypotheses no instance met: its grid says nothing about it."""

    reading: str

    def __str__(self) -> str:
        return f"{self.reading}: no instance of its grid meets its hypotheses and is certified"


@dataclass(eq=False)
class ProofContradicted(DpbiError):
    """Coq has checked what an instance contradicts: one of them does not say what is meant."""

    reading: str
    theorem: str

    def __str__(self) -> str:
        return (
            f"{self.reading}: the theorem {self.theorem} is contradicted by an instance of the "
            "grid, so that the statement in Coq, or the evaluation, does not say what is meant"
        )


@dataclass
class _Tally:
    """What a pass over the instances has seen."""

    met: int = 0
    open: int = 0  # of the instances met, those whose conclusion is not certain
    undecided: int = 0
    valueless: int = 0
    gaps: set[str] = field(default_factory=set)
    without: tuple[str, dict[str, Any]] | None = None  # what has no value, and where first
    first: dict[str, Any] | None = None
    worst: tuple[float, dict[str, Any]] | None = None
    true: dict[str, Any] | None = None


def outcome(
    reading: Reading, *, thorough: bool = False, progress: Progress | None = None
) -> Outcome:
    """Decide a reading on its grid, or by its own check."""
    if reading.check is not None:
        return reading.check()
    formula = reading.formula
    assert formula is not None  # a Reading has a formula or a check
    domain = reading.grid.describe(formula, thorough=thorough)
    instances = reading.grid.instances(formula, thorough=thorough)
    if formula.quantifier == "exists":
        found = _existential(reading, formula, instances, domain, progress)
        return replace(found, proof=reading.proved)
    tally = _universal(formula, instances, progress)
    _agree(reading, tally)
    return replace(_judge(reading, formula, tally, domain), proof=reading.proved)


def recertified(reading: Reading, recorded: Outcome) -> Outcome:
    """A recorded refutation or existence, certified again at its recorded instances only.

    Only the instances and their number are taken from the record; what is said of them is what is
    found today.  Any other record, or one that no longer holds, is not used.
    """
    formula = reading.formula
    assert formula is not None  # only formulas have witnesses
    wanted = formula.quantifier == "exists"
    verdict, evidence = (Verdict.HOLDS, CERTAIN) if wanted else (Verdict.FAILS, REFUTED)
    if recorded.verdict is not verdict or recorded.witness is None:
        return outcome(reading)
    again: list[dict[str, Any] | None] = []
    for recorded_instance in (recorded.witness, recorded.worst):
        instance = None if recorded_instance is None else assignment(recorded_instance)
        if instance is not None:
            if set(instance) != set(formula.names):  # recorded for another formula
                return outcome(reading)
            met, conclusion, _ = truth_at(formula, instance)
            if not met or conclusion is not wanted:
                return outcome(reading)
        again.append(None if instance is None else shown(formula, instance))
    domain = reading.grid.describe(formula)
    count, trusts = recorded.instances, basis(formula)
    found = Outcome(verdict, evidence, domain, count, again[0], again[1], trusts)
    return replace(found, proof=reading.proved)


def _universal(
    formula: Formula, instances: Iterator[dict[str, Any]], progress: Progress | None
) -> _Tally:
    tally = _Tally()
    for i, instance in enumerate(instances):
        if progress is not None and i % 64 == 0:
            progress(64)
        met, conclusion, gaps = truth_at(formula, instance)
        if met is False:
            continue
        silent = Silence("", certain=False)
        if gaps and conclusion is None:
            silent = silence(formula, instance)
        if silent.what and tally.without is None:
            tally.without = silent.what, instance
        if met is None:
            tally.undecided += 1
            continue
        tally.met += 1
        if conclusion is False:
            tally.first = tally.first or instance
            margin = excess(formula, instance)
            if tally.worst is None or margin > tally.worst[0]:
                tally.worst = (margin, instance)
        elif conclusion is None:
            tally.undecided += 1
            tally.open += 1
            tally.valueless += silent.certain
            tally.gaps |= gaps
        else:
            tally.true = tally.true or instance
    return tally


def _agree(reading: Reading, tally: _Tally) -> None:
    """Raise an error where an instance contradicts what a theorem shows."""
    if reading.proved is None:
        return
    against = {"reading": tally.first is not None, "vacuous": tally.met > 0, "refuted": False}
    if against[reading.proved.shows]:
        raise ProofContradicted(reading.id, reading.proved.theorem)


def _judge(reading: Reading, formula: Formula, tally: _Tally, domain: str) -> Outcome:
    """The rules of evidence for a universal reading."""

    def found(verdict: Verdict, evidence: str, *trusts: str, **more: Any) -> Outcome:
        return Outcome(verdict, evidence, domain, tally.met, trusts=trusts, **more)

    if tally.first is not None and tally.worst is not None:
        return found(
            Verdict.FAILS,
            REFUTED,
            *basis(formula),
            witness=shown(formula, tally.first),
            worst=shown(formula, tally.worst[1]),
        )
    shown_by = reading.proved.shows if reading.proved is not None else ""
    said = reading.argument or PROVED
    if shown_by == "refuted":
        return found(Verdict.FAILS, said, "coq")
    if tally.valueless == tally.met > 0:
        return found(Verdict.ILL_DEFINED, "at every instance: " + "; ".join(sorted(tally.gaps)))
    if tally.without is not None and shown_by != "reading":
        return found(Verdict.ILL_DEFINED, without(*tally.without))
    if tally.met == 0:
        if shown_by == "vacuous":
            return found(Verdict.VACUOUS, said, "coq")
        if reading.argument and tally.undecided == 0:
            return found(Verdict.VACUOUS, reading.argument, "argument")
        raise NothingMet(reading.id)
    certified = tally.met - tally.open
    if shown_by == "reading":
        return found(Verdict.HOLDS, said, "coq", certified=certified)
    if reading.argument:
        if tally.true is None:
            raise NothingMet(reading.id)  # nothing was certified that could have spoken against it
        if reading.facts is not None and not reading.facts():
            return found(Verdict.UNDECIDED, UNSUPPORTED)
        checked = basis(formula) if certified > tally.open else ()
        return found(Verdict.HOLDS, reading.argument, "argument", *checked, certified=certified)
    if tally.undecided:
        evidence = f"balls leave {tally.undecided} instances open"
        return found(Verdict.UNDECIDED, "; ".join([evidence, *sorted(tally.gaps)]), *basis(formula))
    if not (reading.exhaustive or _is_finite(formula)):
        return found(
            Verdict.HOLDS_BOUNDED, "certified at every instance of the grid", *basis(formula)
        )
    proved = kernel_proves(reading, formula)
    trusts = ("kernel",) if proved else basis(formula)
    return found(Verdict.HOLDS, "certified at the whole domain", *trusts)


def without(what: str, instance: dict[str, Any]) -> str:
    """That a formula has no value at an instance, and what has none."""
    at = instance_text({name: plain(value) for name, value in instance.items()})
    return f"it has no value at {at}: {what}"


def _is_finite(formula: Formula) -> bool:
    """Whether its variables are in finite sets, so that a grid has all their values.

    A variable that a hypothesis fixes to a constant has one value: the grid has met it there.
    """
    single = constants(formula)
    return all(v.domain[0] == "in" or v.name in single for v in formula.variables)


def kernel_proves(reading: Reading, formula: Formula) -> bool:
    """Whether the kernel, which finds the domain by itself, proves a reading on all of it."""
    if not of_the_kernel(formula):
        return False
    for instance in reading.grid.instances(formula):
        n, prior = instance.get("n", 0), instance.get("prior")
        assert isinstance(n, int)
        if isinstance(prior, Dirichlet) and number_of_datasets(n, prior.k) > MOST_DATASETS:
            return False
    ledger = ledger_of({"the/reading": formula})
    certificate = {"schema": 1, "claim": "the", "reading": "reading", "says": "holds"}
    try:
        return kernel.check(certificate, ledger) == "proved"
    except kernel.Rejected:
        return False


def _existential(
    reading: Reading,
    formula: Formula,
    instances: Iterator[dict[str, Any]],
    domain: str,
    progress: Progress | None,
) -> Outcome:
    """One certain instance is enough; without one nothing is claimed unless an argument says so."""
    count = 0
    shows = reading.proved.shows if reading.proved is not None else ""
    for i, instance in enumerate(instances):
        if progress is not None and i % 64 == 0:
            progress(64)
        met, conclusion, _ = truth_at(formula, instance)
        count += met is True
        if met and conclusion:
            if shows == "refuted":
                raise ProofContradicted(reading.id, reading.proof)
            witness = shown(formula, instance)
            return Outcome(Verdict.HOLDS, CERTAIN, domain, count, witness, trusts=basis(formula))
    if shows:
        verdict = Verdict.FAILS if shows == "refuted" else Verdict.HOLDS
        return Outcome(verdict, reading.argument or PROVED, domain, count, trusts=("coq",))
    if reading.argument:
        if reading.facts is not None and not reading.facts():
            return Outcome(Verdict.UNDECIDED, UNSUPPORTED, domain, count)
        trusts = ("argument", *basis(formula))
        return Outcome(Verdict.FAILS, reading.argument, domain, count, trusts=trusts)
    return Outcome(Verdict.UNDECIDED, "no instance of the grid is one", domain, count)


def basis(formula: Formula) -> tuple[str, ...]:
    """What deciding a formula rests on: balls, exact forms, the proven filter of the auditor."""
    nodes = list(formula.nodes())
    losses = {e.args[0] for e in nodes if e.op == "loss"}
    laws = losses | {e.args[0] for e in nodes if e.op in ("P", "delta")}
    trusts = ["ball"]
    if any(e.op in ("eq", "C") for e in nodes) or laws - set(WEIGHTS):
        trusts.append("symbolic")
    if losses & set(WEIGHTS):
        trusts.append("filter")
    if any(e.op in OF_TARGETS for e in nodes):
        trusts.append("target")
    return tuple(trusts)


def of_the_kernel(formula: Formula) -> bool:
    """Whether the kernel has all words of a formula: it runs no code of others."""
    return not any(e.op in OF_TARGETS for e in formula.nodes())


def excess(formula: Formula, instance: dict[str, Any]) -> float:
    """By how much an inequality is missed: left / right if both are positive, else left - right."""
    F = Balls(PRECISIONS[0])
    sides = Evaluation(F).sides(formula, instance)
    if sides is None:
        return 0.0
    try:
        a, b = (float(F.enclosure(s.approximate)) for s in sides)
    except OverflowError:
        return math.inf
    if a > 0 and b > 0:
        return a / b if formula.conclusion.op != "eq" else max(a / b, b / a)
    return 1.0 + abs(a - b)


def shown(formula: Formula, instance: dict[str, Any]) -> dict[str, Any]:
    """An instance in JSON's terms, with both sides of the conclusion where it has sides.

    Of the loss or delta of a target, also with the pair of datasets that attains it.
    """
    document = {name: plain(value) for name, value in instance.items()}
    F = Balls(PRECISIONS[0])
    if pair := Evaluation(F).attained(formula.conclusion, instance):
        document["_attained"] = pair
    if (sides := Evaluation(F).sides(formula, instance)) is not None:
        ends = [F.enclosure(s.approximate) for s in sides]
        document["_sides"] = {"left": _decimal(ends[0]), "right": _decimal(ends[1])}
    return document


def _decimal(e: Enclosure) -> dict[str, str]:
    return e.json(12)


def plain(value: Any) -> Any:
    """A value of an assignment in JSON's terms."""
    if isinstance(value, Dirichlet):
        return [str(a) for a in value.alpha]
    if isinstance(value, tuple):
        return [plain(v) for v in value]
    return value if isinstance(value, int) else str(value)


def assignment(document: dict[str, Any]) -> dict[str, Any]:
    """The assignment behind a shown instance."""
    return {k: _value(k, v) for k, v in document.items() if not k.startswith("_")}


def _value(name: str, value: Any) -> Any:
    from fractions import Fraction

    if name == "prior":
        return Dirichlet(value)
    if isinstance(value, list):
        return tuple(a if isinstance(a, int) else Fraction(a) for a in value)
    if isinstance(value, int):
        return value
    try:
        return Fraction(value)
    except ValueError:
        return value
