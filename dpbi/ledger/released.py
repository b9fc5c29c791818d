"""Mechanisms that are not registered, in formulas: their laws, losses, datasets and neighbours.

A target is what a person types, "file.py:Name".  The language has numbers and vectors alone, so its
datasets and outputs are numbers, True, False, or flat tuples of numbers: a number n is the vector
(n).  What a target is, Python says; a formula that
speaks of one has no certificate of the kernel.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from hashlib import sha256
from math import isinf
from pathlib import Path
from typing import Any

from dpbi.errors import BadTarget, Disagreement, DpbiError, brief
from dpbi.fields import Balls
from dpbi.fields.expsums import ONE, ExpQuotient, ExpSum, NotExact, sum_of_multiples
from dpbi.fields.field import LADDER, digits_at
from dpbi.fields.level import ExactNumber, Level
from dpbi.fields.logarithms import Logarithms
from dpbi.fields.logsum import LogSum, LogSums
from dpbi.language.expr import Expr, Target
from dpbi.laws.promise import Promise
from dpbi.laws.protocol import Continuous, Mechanism
from dpbi.ledger.folders.refusing import at_its_parameters
from dpbi.ledger.values import Arithmetic, NoValue, Quantity, Undefined, exactly
from dpbi.ledger.vectors import Entries
from dpbi.mechanisms.targets import maker, relative
from dpbi.privacy import privacy_loss, privacy_profile
from dpbi.privacy.deciding import Settled, settle
from dpbi.privacy.results import PrivacyLoss, plain_witness

ChosenTarget = tuple[Target, tuple[tuple[str, Any], ...]]


@dataclass(eq=False)
class NotAVector(DpbiError):
    """A dataset or an output of which the language cannot speak."""

    target: str
    value: Any

    def __str__(self) -> str:
        return (
            f"{self.target}: {brief(self.value)} is no number and no tuple of numbers, and a "
            "formula speaks of nothing else: write outputs and datasets as numbers"
        )


@dataclass(frozen=True)
class ReleasedTarget:
    """A mechanism; its datasets by their vectors, where a formula speaks of them."""

    target: str
    mechanism: Mechanism

    @cached_property
    def datasets(self) -> dict[Entries, Any]:
        """The datasets behind the vectors that stand for them."""
        return by_vector(self.target, self.mechanism.datasets())

    def dataset(self, x: Entries) -> Any:
        """The dataset behind a vector."""
        if x not in self.datasets:
            raise Undefined(f"a dataset that {self.target} does not have")
        return self.datasets[x]


@lru_cache(maxsize=256)
def mechanism_behind(target: Target, options: tuple[tuple[str, Any], ...]) -> ReleasedTarget:
    """The mechanism that a target makes with these parameters."""
    path = relative(target.name, Path(target.folder or os.getcwd()), Path.cwd())
    m = maker(path).make({name: _parameter(value) for name, value in options})
    if isinstance(m, Continuous):
        raise BadTarget(target.name, "a formula speaks of mechanisms with discrete outputs")
    return ReleasedTarget(target.name, m)


def forget() -> None:
    """Make every mechanism afresh: work on one was given up, which may have left it half done."""
    for kept in (mechanism_behind, law, _exact_law, _loss, _logarithm):
        kept.cache_clear()


def located(target: Target) -> Target:
    """The same by its folder and by what its file holds now: no cache answers for another one."""
    folder = os.path.abspath(target.folder or os.getcwd())
    path = Path(folder, target.name.rpartition(":")[0] or target.name)
    stamp = sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
    return Target(target.name, folder, stamp)


def _parameter(value: Any) -> Any:
    """A parameter as the target takes it: an int, a Fraction, a tuple of these, a word."""
    if not isinstance(value, Quantity):
        return value
    if (number := value.rational) is None:
        raise NoValue("a parameter of a target that is not rational")
    return int(number) if number.denominator == 1 else number


def as_vector(target: str, value: Any) -> Entries:
    """A dataset or an output as the language has it."""
    parts = value if isinstance(value, tuple) else (value,)
    if not all(isinstance(a, (int, Fraction)) for a in parts):
        raise NotAVector(target, value)
    return tuple(int(a) if Fraction(a).denominator == 1 else a for a in parts)


def by_vector(target: str, values: Iterable[Any]) -> dict[Entries, Any]:
    """Values by their vectors; two of one vector are refused, as 1 and True are."""
    found: dict[Entries, Any] = {}
    for value in values:
        other = found.setdefault(as_vector(target, value), value)
        if other is not value and not (type(other) is type(value) and other == value):
            told = f"a formula cannot tell {brief(other)} from {brief(value)}: name one otherwise"
            raise BadTarget(target, told)
    return found


@lru_cache(maxsize=4000)
def law(chosen: ChosenTarget, x: Entries, F: Any) -> dict[Entries, Quantity]:
    """{output: probability}, exact where that is a sum of multiples of powers of e."""
    known = mechanism_behind(*chosen)
    dataset = known.dataset(x)
    logs, exact = known.mechanism.log_pmf(dataset, F), _exact_law(chosen, x)
    found = {}
    for v, r in by_vector(known.target, logs).items():
        p = F.exp(logs[r])
        if v in exact and isinstance(F, Balls) and not exact[v].value(F).overlaps(p):
            raise Disagreement(known.target, "one probability in two number fields", "two")
        found[v] = exactly(exact[v], F) if v in exact else Quantity(p)
    return found


@lru_cache(maxsize=4000)
def _exact_law(chosen: ChosenTarget, x: Entries) -> dict[Entries, ExpSum]:
    """The probabilities that are sums of c e^r, as far as the law has exact numbers."""
    known = mechanism_behind(*chosen)
    try:
        terms = known.mechanism.exact_terms(known.dataset(x), LogSums())
        weights = {
            r: w if isinstance(w, ExpQuotient) else LogSum.of(w).exp() for r, w in terms.items()
        }
        given = known.mechanism.is_given_exactly  # then also floats whose sum misses 1 stay as said
        total = ONE if given else sum_of_multiples((w, 1) for w in weights.values())
        shares = {as_vector(known.target, r): w / total for r, w in weights.items()}
    except NotExact:
        return {}
    return {v: s for v, share in shares.items() if (s := _as_sum(share)) is not None}


def _as_sum(share: ExpQuotient) -> ExpSum | None:
    """A quotient without a denominator, multiplied out."""
    if any(power < 0 for _, power in share.factors):
        return None
    found = ExpSum.of({share.exponent: share.coefficient})
    for base, power in share.factors:
        for _ in range(power):
            found = found * base
    return found


def _chance(a: Arithmetic, chosen: ChosenTarget, x: Entries, r: Entries) -> Quantity:
    return law(chosen, x, a.F).get(r) or exactly(0, a.F)


def _results(a: Arithmetic, chosen: ChosenTarget, x: Entries) -> list[Entries]:
    return list(law(chosen, x, a.F))


def _data(_: Arithmetic, chosen: ChosenTarget) -> list[Entries]:
    return list(mechanism_behind(*chosen).datasets)


def _beside(_: Arithmetic, chosen: ChosenTarget, x: Entries) -> list[Entries]:
    known = mechanism_behind(*chosen)
    near = known.mechanism.neighbours(known.dataset(x))
    return [as_vector(known.target, y) for y in near]


def _worst(a: Arithmetic, chosen: ChosenTarget) -> Quantity:
    """The true loss; no value where it is infinite."""
    found = privacy_loss(mechanism_behind(*chosen).mechanism, digits=_digits(a.F))
    if found.exact_value is not None and isinstance(found.exact_value, (int, Fraction)):
        return exactly(found.exact_value, a.F)
    value = _between(found.lo, found.hi, a.F)
    return replace(value, logs=_logarithm(chosen)) if a.ties else value


@lru_cache(maxsize=1024)
def _logarithm(chosen: ChosenTarget) -> Logarithms | None:
    """The loss as the logarithm of a ratio of probabilities, where it is shown to be that."""
    known, witness = mechanism_behind(*chosen), _loss(chosen).witness
    try:
        x, y, r = (as_vector(known.target, v) for v in (witness.x, witness.y, witness.output))
        laws = [_exact_law(chosen, z) for z in (x, y)]
    except (NotAVector, BadTarget, NoValue):  # of which a loss can be asked nevertheless
        return None
    p, q = (s and s.as_rational for s in (law.get(r) for law in laws))
    if not p or not q:
        return None
    settled = settle(known.mechanism, Promise.epsilon(Level.ln(p / q)))
    return Logarithms.ln(p / q) if _ties(settled) else None


def _worst_delta(a: Arithmetic, chosen: ChosenTarget, level: Quantity) -> Quantity:
    """The largest delta over neighbouring pairs."""
    if (at := level.level) is None:
        raise NoValue("a delta at a level that is no rational number and no logarithm of one")
    if at < 0:
        raise NoValue("a delta at a level below 0")
    (found,) = privacy_profile(mechanism_behind(*chosen).mechanism, [at], digits=_digits(a.F))
    return _between(found.lo, found.hi, a.F)


@lru_cache(maxsize=1024)
def _loss(chosen: ChosenTarget) -> PrivacyLoss:
    """The loss, the same for all numbers that it is compared with."""
    return privacy_loss(mechanism_behind(*chosen).mechanism)


@at_its_parameters
def worst_pair(chosen: ChosenTarget, level: Quantity | None) -> dict[str, Any]:
    """Where the loss is attained, with its output, or the delta at a level: two datasets."""
    if level is None:
        return plain_witness(_loss(chosen).witness._asdict())
    if (at := level.level) is None or at < 0:
        return {}
    (found,) = privacy_profile(mechanism_behind(*chosen).mechanism, [at])
    return plain_witness({"x": found.x, "y": found.y})


def _digits(F: Any) -> int:
    return digits_at(F.bits) if isinstance(F, Balls) else LADDER[0].digits


def _between(lo: Any, hi: Any, F: Any) -> Quantity:
    if isinf(hi) or isinf(lo):
        raise NoValue("an infinite loss")
    if lo == hi:
        return exactly(lo, F)
    if not isinstance(F, Balls):
        return Quantity(float(hi))
    return Quantity(F.rational(lo).union(F.rational(hi)))


@dataclass(frozen=True)
class Promised:
    """How the loss of a target, or its delta at a level, stands to a bound.

    `within` says whether it is at most the bound, `tie` that it is the bound; None: not decided.
    """

    within: bool | None = None
    tie: bool = False


@at_its_parameters
def promised(chosen: ChosenTarget, level: Quantity | None, bound: ExactNumber | None) -> Promised:
    """The loss, or the delta at a level, beside a rational or a multiple of a logarithm."""
    m = mechanism_behind(*chosen).mechanism
    if level is None and bound is not None:
        if isinstance(bound, Fraction):
            found = _loss(chosen)
            if bound < found.lo or found.hi < bound:
                return Promised(within=found.hi < bound)
        elif bound < 0:
            return Promised(within=False)
        settled = settle(m, Promise.epsilon(bound))
        return Promised(settled.answer, _ties(settled))
    at = None if level is None else level.level
    if at is None or at < 0 or not isinstance(bound, Fraction) or not 0 <= bound < 1:
        return Promised()
    settled = settle(m, Promise.delta(at, bound))
    return Promised(settled.answer, _ties(settled))


def _ties(found: Settled) -> bool:
    """Whether the value is the bound itself: found so, or known in closed form."""
    return found.tie or found.exact == str(found.promise.value)


WORST = {"worst", "worstdelta"}
"""What is compared with a number by asking whether the promise is kept."""


def is_worst(e: Expr) -> bool:
    """Whether an expression is the loss of a target, or its delta."""
    return e.op in WORST


def _refusing(ask: Callable[..., Any]) -> Callable[..., Any]:
    """An operation, whose target comes after its arithmetic."""

    def asked(a: Arithmetic, chosen: ChosenTarget, *rest: Any) -> Any:
        return at_its_parameters(lambda known: ask(a, known, *rest))(chosen)

    return asked


TARGETS: dict[str, Callable[..., Any]] = {
    "chance": _refusing(_chance),
    "results": _refusing(_results),
    "data": _refusing(_data),
    "beside": _refusing(_beside),
    "worst": _refusing(_worst),
    "worstdelta": _refusing(_worst_delta),
}
"""As `ARITHMETIC`: what computes each operation, from arguments of the kinds in the table."""
