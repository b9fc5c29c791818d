"""Over what something was found: datasets, ordered pairs of neighbours, outputs, parameters.

A mechanism may be right at k = 2 and wrong at k = 3: a finding is about what was gone through, and
says so.  Counts of the drafts' mechanisms are formulas; others are counted while they are audited,
or by listing them.

Datasets and outputs may be anything hashable: findings name them by their plain form
(`laws/foreign.py`), on one line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from inspect import Parameter, signature
from typing import Any

from dpbi.bayes.data import number_of_pairs
from dpbi.errors import printable
from dpbi.fields import Balls, Level
from dpbi.laws.foreign import at_home
from dpbi.laws.forms import InQ, QuotientInQ
from dpbi.laws.protocol import Mechanism
from dpbi.mechanisms.counts import OfCounts
from dpbi.mechanisms.laplace import ClampedLaplace
from dpbi.mechanisms.registry import parameters_of
from dpbi.privacy.methods.laplace import has_closed_form
from dpbi.privacy.pairs import Counted, Pairs

LONGEST = 160


def named(value: Any, longest: int = LONGEST) -> str:
    """A dataset or an output as people read it, cut where it is long."""
    text = printable(str(at_home(value)))
    return text if len(text) <= longest else f"{text[:longest]}... ({len(text)} characters)"


def listed(values: tuple[Any, ...], most: int = 8) -> str:
    """The first few of many outputs."""
    few = ", ".join(named(v, 40) for v in values[:most])
    return few if len(values) <= most else f"{few} and {len(values) - most} more"


LONGEST_PARAMETER = 40  # characters of a parameter's value


@dataclass(frozen=True, slots=True)
class Scope:
    """How much was gone through; `proof` says by what, where it was by a formula for all of it."""

    datasets: int
    ordered_pairs: int
    outputs: int
    parameters: tuple[tuple[str, str], ...] = ()
    proof: str = ""

    def with_parameters(self, given: Mapping[str, str]) -> Scope:
        """The same, with what else the mechanism was made with."""
        more = {k: v for k, v in given.items() if k not in dict(self.parameters)}
        return replace(self, parameters=(*self.parameters, *more.items()))

    def json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "datasets": self.datasets,
            "ordered_pairs": self.ordered_pairs,
            "outputs": self.outputs,
            "parameters": dict(self.parameters),
            "proof": self.proof or None,
        }

    @property
    def at(self) -> str:
        """The parameters in a few words; empty where there are none."""
        return ", ".join(f"{k} = {v}" for k, v in self.parameters)

    def __str__(self) -> str:
        counted = [(self.datasets, "dataset"), (self.ordered_pairs, "ordered pair")]
        counted.append((self.outputs, "output"))
        said = ", ".join(f"{n:,} {what}{'' if n == 1 else 's'}" for n, what in counted)
        return f"{said} ({self.proof})" if self.proof else said


def scope_of(m: Mechanism, counted: Counted = None) -> Scope:
    """What an audit of all of a mechanism goes through; `counted` is what it counted itself."""
    datasets, pairs, outputs = counted or _counted(m)
    proof = "by a formula proved for every n and epsilon" if has_closed_form(m) else ""
    return Scope(datasets, pairs, outputs, tuple(_parameters(m).items()), proof)


def _counted(m: Mechanism) -> tuple[int, int, int]:
    """Datasets, ordered pairs of neighbours, and outputs that are possible somewhere."""
    if isinstance(m, OfCounts):
        size, pairs = m.number_of_datasets(), 2 * number_of_pairs(m.n, m.k)
        if isinstance(m, ClampedLaplace):
            return size, pairs, (m.n + 1) ** m.independent
        return size, pairs, size
    listed = Pairs(m)
    if isinstance(m, (InQ, QuotientInQ)):  # seen without balls, which may be too coarse
        outputs = set().union(*(m.checked(x) for x in listed.datasets))
        return len(listed.datasets), len(listed.ordered), len(outputs)
    listed.laws(Balls(64))
    assert listed.counted is not None  # its laws are made
    return listed.counted


def _parameters(m: Mechanism) -> dict[str, str]:
    """The parameters of a mechanism, as far as it keeps them; long ones are cut."""
    if not isinstance(m, OfCounts):
        return _kept(getattr(m, "target", m))
    return {k: _said(v) for k, v in parameters_of(m).items() if v is not None}


def _kept(target: Any) -> dict[str, str]:
    """The arguments of the constructor that the object keeps under their names."""
    try:
        takes = signature(type(target)).parameters.values()
    except (ValueError, TypeError):
        return {}
    usual = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    values = {p.name: _attribute(target, p.name) for p in takes if p.kind in usual}
    return {name: _said(value) for name, value in values.items() if _simple(value)}


def _attribute(target: Any, name: str) -> Any:
    try:
        return getattr(target, name, None)
    except Exception:  # foreign code: whatever it raises, it keeps no such parameter
        return None


def _simple(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(map(_simple, value))
    return isinstance(value, (int, str, float, Fraction, Decimal, Level))


def _said(value: Any) -> str:
    """A value on a line; tuples and lists as people write them on the command line."""
    if isinstance(value, (tuple, list)):
        value = "(" + ", ".join(str(named(v)) for v in value) + ")"
    text = named(value)
    return text if len(text) <= LONGEST_PARAMETER else text[:LONGEST_PARAMETER] + "..."
