"""What a finding is about: datasets, ordered pairs of neighbours, outputs, parameters.

A mechanism may be right at k = 2 and wrong at k = 3, so a finding says which cases it covers.  The
numbers of cases of the drafts' mechanisms are formulas; for others they are counted during the
audit, or by listing the cases.

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

from dpbi.bayes.dirichlet import Dirichlet
from dpbi.errors import printable
from dpbi.fields import Balls, Level
from dpbi.laws.foreign import at_home, unwrapped
from dpbi.laws.protocol import Mechanism
from dpbi.privacy.methods.laplace import has_closed_form
from dpbi.privacy.pairs import Counted, Pairs

LONGEST = 160


def named(value: Any, longest: int = LONGEST) -> str:
    """A dataset or an output as people read it, cut where it is long."""
    text = printable(str(at_home(value)))
    return text if len(text) <= longest else f"{text[:longest]}... ({len(text)} characters)"


def first_few(values: tuple[Any, ...], most: int = 8) -> str:
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
    if (known := m.counted()) is not None:
        return known
    listed = Pairs(m)
    supports = [s for x in listed.datasets if (s := m.support(x)) is not None]
    if supports:  # seen without balls, which may be too coarse
        return len(listed.datasets), len(listed.ordered), len(set().union(*supports))
    listed.laws(Balls(64))
    assert listed.counted is not None  # its laws are made
    return listed.counted


def _parameters(m: Mechanism) -> dict[str, str]:
    """The arguments of its constructor that a mechanism keeps under their names; long ones cut."""
    target = unwrapped(m)
    try:
        takes = signature(type(target)).parameters.values()
    except (ValueError, TypeError):
        return {}
    usual = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    values = {p.name: _attribute(target, p.name) for p in takes if p.kind in usual}
    return {name: _said(value) for name, value in values.items() if _simple(value)}


def _attribute(target: Any, name: str) -> Any:
    try:
        value = getattr(target, name, None)
        return value.alpha if isinstance(value, Dirichlet) else value
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
