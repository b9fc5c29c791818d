"""What was found of a promise, what that is about, and the lines that people read of it.

A `Finding` is plain data that prints, travels between processes and is kept; the functions after it
write it down, for the terminal and for a failing test.

A mechanism may be right at k = 2 and wrong at k = 3, so a finding has a `Scope`: the cases that it
covers.  Their numbers are formulas for the drafts' mechanisms; for others they are counted during
the audit, or by listing the cases.  Datasets and outputs may be anything hashable: findings name
them by their plain form (`laws/foreign.py`), on one line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from inspect import Parameter, signature
from typing import Any

from dpbi.bayes.dirichlet import Dirichlet
from dpbi.errors import brief, printable
from dpbi.fields import Balls, Bounds, Enclosure, Level
from dpbi.fields.enclosure import decimal
from dpbi.laws.foreign import at_home, unwrapped
from dpbi.laws.interactive import for_ratios
from dpbi.laws.promise import FAILS as FAILS
from dpbi.laws.promise import HOLDS as HOLDS
from dpbi.laws.promise import UNDECIDED as UNDECIDED
from dpbi.laws.promise import Promise, shortest
from dpbi.laws.promise import overall as overall
from dpbi.laws.protocol import Dataset, Mechanism, Output
from dpbi.privacy.methods.laplace import has_closed_form
from dpbi.privacy.pairs import Counted, Pairs
from dpbi.privacy.results import plain_witness

SHOWN_DIGITS = 12
LONGEST = 160


def named(value: Any, longest: int = LONGEST) -> str:
    """A dataset or an output as people read it, cut where it is long."""
    text = printable(str(at_home(value)))
    return text if len(text) <= longest else f"{text[:longest]}... ({len(text)} characters)"


def first_few(values: tuple[Any, ...], most: int = 8) -> str:
    """The first few of many outputs."""
    longest = max(40, LONGEST // max(len(values), 1))
    few = ", ".join(named(v, longest) for v in values[:most])
    return few if len(values) <= most else f"{few} and {len(values) - most} more"


LONGEST_PARAMETER = 40  # characters of a parameter's value


@dataclass(frozen=True, slots=True)
class Scope:
    """How much was checked; `proof` says by what formula, where one covers all of it."""

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
    """What an audit of all of a mechanism checks; `counted` is what it counted itself."""
    datasets, pairs, outputs = counted or _counted(m)
    proof = "by a formula proved for every n and epsilon" if has_closed_form(m) else ""
    return Scope(datasets, pairs, outputs, tuple(_parameters(m).items()), proof)


def _counted(m: Mechanism) -> tuple[int, int, int]:
    """Datasets, ordered pairs of neighbours, and outputs that are possible somewhere."""
    if (known := m.counted()) is not None:
        return known
    listed = Pairs(for_ratios(m))
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


@dataclass(frozen=True, slots=True)
class Violation:
    """Where a promise is broken, or comes closest to it: two neighbouring datasets and an output.

    p, q enclose the output's probabilities at x and at y; `excess` is by how much the promise is
    missed there: ln(p/q) - eps, or p - e^eps q - delta, certainly positive where it is broken.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> broken = dpbi.decide(coin, dpbi.Promise.epsilon(1)).witness
    >>> broken.p, broken.q, float(broken.excess)
    (<Enclosure 3/4>, <Enclosure 1/4>, 0.09861228866810968)
    """

    x: Dataset
    y: Dataset
    output: Output = None
    p: Enclosure | None = None
    q: Enclosure | None = None
    excess: Enclosure | None = None

    def json(self) -> dict[str, Any]:
        """Datasets and outputs as lists and text, bounds as strings."""
        plain = plain_witness({k: at_home(getattr(self, k)) for k in ("x", "y", "output")})
        numbers = {"p": self.p, "q": self.q, "excess": self.excess}
        return plain | {k: None if e is None else e.json(SHOWN_DIGITS) for k, e in numbers.items()}

    def plain(self) -> Violation:
        """The same without objects of foreign classes: their text stands for them."""
        return replace(self, x=at_home(self.x), y=at_home(self.y), output=at_home(self.output))


@dataclass(frozen=True, slots=True, repr=False)
class Finding(Bounds):
    """A promise, its verdict, and bounds lo <= true value <= hi of the quantity promised.

    `witness` is a violation, where the promise is broken: if `smallest`, the first one in the
    mechanism's own order of its datasets.  `worst` is where the largest value is attained.
    `deviation` is not None where the law is one of floats, taken as the binary numbers that they
    are: then it is the implemented law that was audited, and its rows miss 1 by at most so much.
    `scope` says over what all of this is: nothing is said of other parameters.  `reason` says what
    was missing for a verdict, where that is known.  Where epsilon has no finite upper bound because
    not all outputs are listed, `covered` is an (epsilon, delta)-DP that holds.  `remarks` are what
    the mechanism has to say beside it; they change no verdict.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> found = dpbi.decide(coin, dpbi.Promise.epsilon(1))
    >>> found, found.exact, found.smallest
    (<Finding table is not 1-DP>, 'ln(3)', True)
    """

    label: str
    promise: Promise
    verdict: str
    worst: Violation
    trusts: tuple[str, ...]
    witness: Violation | None = None
    smallest: bool = False
    exact: str | None = None
    deviation: Fraction | None = None
    scope: Scope | None = None
    reason: str = ""
    covered: Promise | None = None
    remarks: tuple[str, ...] = ()

    @property
    def slack(self) -> Enclosure | None:
        """What is promised less what is true; None where the true value is infinite."""
        if not isinstance(self.lo, Fraction) or not isinstance(self.hi, Fraction):
            return None
        promised = Level.of(self.promise.value).enclosure()
        if self.exact == str(self.promise.value):
            return Enclosure.exactly(0)
        return Enclosure(promised.lo - self.hi, promised.hi - self.lo)

    @property
    def place(self) -> tuple[Any, ...]:
        """The datasets where the value is largest, and the output where it is one of an output."""
        pair = self.worst.x, self.worst.y
        return (*pair, self.worst.output) if self.promise.kind == "epsilon" else pair

    def plain(self) -> Finding:
        """The same without objects of foreign classes."""
        witness = None if self.witness is None else self.witness.plain()
        return replace(self, label=str(self.label), worst=self.worst.plain(), witness=witness)

    def json(self) -> dict[str, Any]:
        """The finding for programs."""
        missed = None if self.deviation is None else decimal(self.deviation, 3, up=True)
        return {
            "promise": self.promise.json(),
            "verdict": self.verdict,
            "reason": self.reason or None,
            "quantity": self.promise.quantity,
            "value": self.ends(SHOWN_DIGITS),
            "exact": self.exact,
            "slack": None if self.slack is None else self.slack.json(SHOWN_DIGITS),
            "witness": None if self.witness is None else self.witness.json(),
            "smallest": self.smallest,
            **({} if self.covered is None else {"covered": self.covered.json()}),
            "worst": self.worst.json(),
            "implemented": None if missed is None else {"deviation": missed},
            "over": None if self.scope is None else self.scope.json(),
            "trusts": list(self.trusts),
            **({"remarks": list(self.remarks)} if self.remarks else {}),
        }

    def __str__(self) -> str:
        return "\n".join(told(self))

    def __repr__(self) -> str:
        return f"<Finding {headline(self)}>"

    def rows(self) -> list[tuple[str, object]]:
        """What is printed, line by line."""
        return [("finding", headline(self)), *facts(self)]


LONGEST_EXACT = 60  # characters; the logarithm of a longer rational tells people nothing


def headline(f: Finding) -> str:
    """One line: who, what, verdict."""
    words = {FAILS: "is not", UNDECIDED: "is not decided to be"}
    at = f" at {f.scope.at}" if f.scope is not None and f.scope.at else ""
    return f"{named(f.label)} {words.get(f.verdict, 'is')} {brief(f.promise)}{at}"


def told(f: Finding) -> list[str]:
    """The finding, line by line."""
    return [headline(f), *(_row(name, value) for name, value in facts(f))]


def facts(f: Finding) -> list[tuple[str, str]]:
    """What is to be said below the headline: names and values, no name where a value goes on."""
    lines = [(f"true {f.promise.quantity}", _value(f))]
    if f.reason:
        lines.append(("undecided because", f.reason))
    if f.covered is not None:
        lines.append(("but it is", f"({f.covered.at}, {shortest(f.covered.delta_allowed)})-DP"))
    if f.promise.slack:
        lines.append(("slack", _slack(f)))
    if f.slack is not None and f.verdict != FAILS:
        lines.append(("left of the promise", _short(f.slack)))
    if f.witness is not None:
        lines += _place("smallest violation" if f.smallest else "violation", f.witness, f)
    if f.witness is None or f.witness != f.worst:
        lines += _place("worst", f.worst, f)
    if f.deviation is not None:
        lines += [
            ("implemented", "the law audited is the one of floats, as the binary numbers"),
            ("", f"that they are; its rows miss the sum 1 by {_missed(f)}"),
        ]
    if f.scope is not None:
        lines.append(("checked", str(f.scope)))
    lines.append(("rests on", ", ".join(f.trusts)))
    return [*lines, *(("remark", said) for said in f.remarks)]


def side_by_side(difference: dict[str, Any]) -> list[str]:
    """An ideal law beside its implementation, from the JSON of an `audit.compare.Difference`."""
    ideal, implemented = (difference[k]["loss"] for k in ("ideal", "implemented"))
    apart, ratio = difference["total_variation"], difference["log_ratio"]
    farthest, at = difference["farthest"], difference["log_ratio_at"]
    more = difference["loss_difference"]
    return [
        _row("ideal epsilon", _bounds(ideal)),
        _row("implemented epsilon", _bounds(implemented)),
        _row("implemented - ideal", "not finite" if more is None else _bounds(more)),
        _row("total variation", f"{_bounds(apart)} between the two laws at {_name(farthest['x'])}"),
        _row("largest |ln ratio|", _bounds(ratio)),
        _row("", f"at {_name(at['x'])}, output {_name(at['output'])}"),
    ]


def _name(value: Any) -> str:
    """A dataset from JSON, where a tuple is a list."""
    return named(tuple(value) if isinstance(value, list) else value)


def _bounds(e: dict[str, str]) -> str:
    if e["lo"] == e["hi"]:
        return "infinite" if e["lo"] == "inf" else e["lo"]
    return f"[{e['lo']}, {e['hi']}]"


def _missed(f: Finding) -> str:
    assert f.deviation is not None
    return f"at most {decimal(f.deviation, 3, up=True)}" if f.deviation else "nothing"


def _slack(f: Finding) -> str:
    """By how much the promise may be missed and still counts as kept."""
    what = {"delta": "delta", "renyi": "divergence"}.get(f.promise.kind, f.promise.kind)
    value, slack = f.promise.value, shortest(f.promise.slack)
    promised = shortest(value) if isinstance(value, Fraction) else str(value)
    return f"{slack}: a true {what} of up to {promised} + {slack} counts as kept"


def _value(f: Finding) -> str:
    shown = _bounds(f.ends(SHOWN_DIGITS))
    if f.exact is None or len(f.exact) > LONGEST_EXACT or f.exact in (shown, f.promise.quantity):
        return shown
    return f"{f.exact} = {shown}"


def _short(e: Enclosure) -> str:
    return str(e) if e.lo == e.hi and len(str(e)) < 40 else _bounds(e.json(SHOWN_DIGITS))


def _place(name: str, i: Violation, f: Finding) -> list[tuple[str, str]]:
    where = f"{named(i.x)} and {named(i.y)}"
    if i.output is not None:
        many = f.promise.kind == "delta" and isinstance(i.output, tuple)
        where += f", at outputs {first_few(i.output)}" if many else f", at output {named(i.output)}"
    lines = [(name, where)]
    if i.p is not None and i.q is not None:
        lines.append(("", f"probabilities {_short(i.p)} and {_short(i.q)}"))
    if i.excess is not None and f.verdict == FAILS:
        lines.append(("", f"beyond the promise by {_short(i.excess)}"))
    return lines


def _row(key: str, value: str) -> str:
    return f"  {key:<20} {value}"
