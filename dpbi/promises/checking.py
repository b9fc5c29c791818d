"""One check: a target, its parameters and what it promises, done in a process of its own."""

from __future__ import annotations

import json
import math
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from dpbi.errors import NoOpinion, printable
from dpbi.fields.field import DIGITS
from dpbi.laws.promise import Promise, promises
from dpbi.laws.protocol import Randomised
from dpbi.mechanisms.targets import load, maker, mechanism_of
from dpbi.privacy import compare_laws, privacy_loss
from dpbi.privacy.deciding import decide
from dpbi.privacy.finding import SHOWN_DIGITS, Finding, overall
from dpbi.privacy.methods.hellinger import few_questions
from dpbi.privacy.results import Extended, ends
from dpbi.privacy.second_opinion import of_promise
from dpbi.promises import isolation
from dpbi.promises.isolation import Limits

Meanwhile = AbstractContextManager[Any] | None


@dataclass(frozen=True, slots=True)
class Check:
    """What is to be checked; `promised` is empty for what the target claims, with `slack` then.

    `ideal` names a second law, which the first one is meant to implement; `second_opinion` asks
    for what mpmath says of every finding.
    """

    target: str
    parameters: tuple[tuple[str, str], ...] = ()
    promised: tuple[Promise, ...] = ()
    ideal: str | None = None
    slack: Fraction = Fraction(0)
    second_opinion: bool = False

    @property
    def key(self) -> str:
        """The name of the check in a baseline."""
        return " ".join([self.target, *(f"-p {k}={v}" for k, v in sorted(self.parameters))])

    def run(self, limits: Limits, meanwhile: Meanwhile = None) -> Checked:
        """Do it, within the limits."""
        return isolation.run(self.target, Checked, _check, self, limits=limits, meanwhile=meanwhile)


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found: the true loss, whatever was promised, and a finding for each promise.

    `canonical` are its parameters in one spelling; `opinions` what mpmath says of each finding.
    """

    check: Check
    label: str
    lo: Extended
    hi: Extended
    findings: tuple[Finding, ...]
    difference: dict[str, Any] | None = None
    canonical: tuple[tuple[str, str], ...] = ()
    opinions: tuple[str, ...] = ()

    @property
    def same(self) -> Check:
        """The check in one spelling: without parameters that say the default."""
        return replace(self.check, parameters=self.canonical)

    @property
    def verdict(self) -> str:
        """Fails if a promise fails; holds if all do."""
        return overall(f.verdict for f in self.findings)

    def json(self) -> dict[str, Any]:
        """The check for programs."""
        return {
            "target": self.check.target,
            "parameters": dict(self.check.parameters),
            "mechanism": self.label,
            "verdict": self.verdict,
            "findings": [f.json() for f in self.findings],
            "difference": self.difference,
            **({"second_opinion": list(self.opinions)} if self.opinions else {}),
        }


def _check(check: Check) -> Checked:
    """In the other process, which ends with the answer."""
    with few_questions(1 + len(check.promised)):
        return _checked(check)


def _checked(check: Check) -> Checked:
    """Load, audit, and bring home plain values only."""
    parameters = dict(check.parameters)
    of_ideal = {} if (check.ideal or "").endswith(".json") else parameters
    of_target = {} if check.ideal and check.target.endswith(".json") else parameters
    epsilon = next((e for p in check.promised if (e := p.epsilon_level) is not None), None)
    made = maker(check.target)
    m = mechanism_of(made, of_target, epsilon=epsilon)
    promised = check.promised or promises(slack=check.slack, default=m.promises, label=m.label)
    difference = (
        None
        if check.ideal is None
        else _difference(load(check.ideal, of_ideal, epsilon=epsilon), m)
    )
    decided = [decide(m, p, parameters=of_target) for p in promised]
    opinions = tuple(_second_opinion(m, f) for f in decided) if check.second_opinion else ()
    findings = tuple(f.plain() for f in decided)
    pure = next((f for f in findings if f.promise.kind == "epsilon"), None)
    loss = pure or privacy_loss(m, digits=DIGITS)
    canonical = made.canonical(parameters)
    label = printable(str(m.label))
    return Checked(check, label, loss.lo, loss.hi, findings, difference, canonical, opinions)


def _second_opinion(m: Any, f: Finding) -> str:
    """What mpmath says of a finding, in a sentence; a contradiction is raised."""
    try:
        return printable(str(of_promise(m, f.promise, (f.lo, f.hi), f.place)))
    except NoOpinion as none:
        return printable(str(none))


def _difference(ideal: Randomised, m: Randomised) -> dict[str, Any]:
    """The two laws side by side, as plain JSON; what implementing adds to the loss, if finite."""
    found = compare_laws(ideal, m)
    a, b, more = found.ideal, found.implemented, None
    if math.inf not in (a.lo, b.lo, a.hi, b.hi):
        more = ends(Fraction(b.lo - a.hi), Fraction(b.hi - a.lo), SHOWN_DIGITS)
    plain: dict[str, Any] = json.loads(json.dumps(found.json(SHOWN_DIGITS)))
    return plain | {"loss_difference": more}


@dataclass(frozen=True, slots=True)
class Unaudited:
    """A target of which nothing is known, and the sentence that says why."""

    target: str
    key: str
    why: str


Failing = tuple[dict[str, str], Finding] | None
"""Parameters, and what was found there; None where nothing was."""


def smallest(target: str, values: dict[str, list[str]], promised: dict[str, str]) -> Failing:
    """In the other process: the simplest parameters at which a promise is broken, if any."""
    from dpbi.promises.asserting import smallest_violation

    make = maker(target)
    if "epsilon" in promised and "epsilon" in make.needs - values.keys():
        values = {**values, "epsilon": [promised["epsilon"]]}
    found = smallest_violation(lambda **given: make(given), values, promised=promised)
    return None if found is None else (found[0], found[1].plain())
