"""Claims, readings, verdicts, outcomes, and the grids on which readings are decided: data only.

A claim is a statement of a draft, in our words, with its place.  A reading is one precise meaning
of it: a formula and the instances on which it is decided, or a check of its own where no formula
can say it.  What a reading was found to be is recorded below verify/recorded and compared with what
is found today.

A `Grid` lists instances, smallest first: by n, then the number of categories, then the simplest
rationals, then datasets lexicographically.  So the first instance that refutes a reading is its
smallest witness.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from fractions import Fraction
from itertools import pairwise, product
from random import Random
from typing import Any, TypeAlias

from dpbi.bayes import data
from dpbi.bayes.dirichlet import Dirichlet
from dpbi.language import Expr, Formula
from dpbi.support import table

Value = int | Fraction | str | tuple[Any, ...] | Dirichlet


def priors(*texts: str) -> tuple[Dirichlet, ...]:
    """Priors written as "1,1" or "1/2,3"."""
    return tuple(Dirichlet(t.split(",")) for t in texts)


FLAT = priors("1,1")
TWO = priors("1,1", "1/2,1/2", "2,1", "7,4", "1/10,1/10", "1/3,5/7", "25,1/1000", "5,5")
THREE = priors("1,1,1", "1/2,3,1/10")
MIXED = TWO + THREE
ABOVE_ONE = priors("1,1", "2,1", "7,4", "3/2,7/5", "1,1,1", "7,4,5")

EPSILONS = ("1/100", "1/3", "1", "4", "8")
GAMMAS = ("0", "1/3", "1", "3")

DEFAULTS: dict[str, tuple[str, ...]] = {
    "eps": EPSILONS,
    "gamma": GAMMAS,
    "delta": ("1/1000000", "1/10", "4/5"),
    "lam": ("-2", "-1/2", "1/10", "1", "3"),
    "t": ("1/10", "1/4", "1/2", "9/10"),
    "c": ("-1/2", "-1/10", "1/10", "1/2"),
    "j": ("0", "1", "2", "3"),
    "m": ("2", "3", "4"),
    "k": ("2", "3", "4"),
}

WHOLE = ("0", "1", "2", "3")
RATIONAL = ("-2", "-1/2", "0", "1/10", "1/2", "1", "2")
"""For variables with a name of their own; what lies outside their domain is left out."""


def height(value: Any) -> tuple[Any, ...]:
    """How simple a value is: small numerators and denominators come first."""
    if isinstance(value, Dirichlet):
        return (value.k, sum(a.numerator + a.denominator for a in value.alpha), value.alpha)
    if isinstance(value, (int, Fraction)):
        q = Fraction(value)
        return (abs(q.numerator) + q.denominator, q < 0, q)
    return (0, str(value))


@dataclass(frozen=True)
class Grid:
    """Finitely many values for every variable; `full` is the largest n of the full profile."""

    n: tuple[int, ...] | int = 6
    full: int | None = None
    priors: tuple[Dirichlet, ...] = TWO
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def sizes(self, *, thorough: bool = False) -> tuple[int, ...]:
        """The numbers of records."""
        if isinstance(self.n, tuple):
            return self.n
        last = self.full if thorough and self.full is not None else self.n
        return tuple(range(1, last + 1))

    def instances(self, formula: Formula, *, thorough: bool = False) -> Iterator[dict[str, Value]]:
        """All assignments of the formula's variables, smallest first."""
        sizes = self.sizes(thorough=thorough) if "n" in formula.names else (0,)
        chosen = sorted(self.priors, key=height) if "prior" in formula.names else [None]
        scalars = [v.name for v in formula.variables if v.domain[0] in ("int", "rational", "word")]
        scalars = [name for name in scalars if name != "n"]
        choices = [self._values(name, formula) for name in scalars]
        for n, prior in product(sizes, chosen):
            start: dict[str, Value] = {}
            if "n" in formula.names:
                start["n"] = n
            if prior is not None:
                start["prior"] = prior
            for values in product(*choices):
                yield from _with_datasets(
                    formula, {**start, **dict(zip(scalars, values, strict=True))}
                )

    def describe(self, formula: Formula, *, thorough: bool = False) -> str:
        """The grid in words."""
        parts = []
        if "n" in formula.names:
            sizes = self.sizes(thorough=thorough)
            parts.append(_in_words(sizes))
        if "prior" in formula.names:
            names = ", ".join(f"({', '.join(map(str, p.alpha))})" for p in self.priors)
            parts.append(f"priors {names}")
        for v in formula.variables:
            if v.name != "n" and v.domain[0] in ("int", "rational", "word"):
                values = ", ".join(map(str, self._values(v.name, formula)))
                parts.append(f"{v.name} in {{{values}}}")
        if any(v.domain[0] == "dataset" for v in formula.variables):
            parts.append("all datasets")
        return "; ".join(parts)

    def with_values(self, **values: Iterable[str]) -> Grid:
        """The same grid with other values for some variables."""
        return replace(self, values={**self.values, **{k: tuple(v) for k, v in values.items()}})

    def _values(self, name: str, formula: Formula) -> list[Value]:
        (domain,) = (v.domain for v in formula.variables if v.name == name)
        if domain[0] == "word":
            return list(self.values.get(name) or domain[1:])
        whole = domain[0] == "int"
        texts = self.values.get(name) or DEFAULTS.get(name) or (WHOLE if whole else RATIONAL)
        numbers = [Fraction(t) for t in texts]
        kept = [q for q in numbers if inside(q, *domain[1:])]
        return sorted((int(q) if whole else q for q in kept), key=height)


def inside(q: Fraction, low: Any, high: Any, strict: str = "[]") -> bool:
    """Whether a number lies in a domain with these ends."""
    above = low is None or q > Fraction(low) or (strict[0] == "[" and q == Fraction(low))
    below = high is None or q < Fraction(high) or (strict[1] == "]" and q == Fraction(high))
    return above and below


def _with_datasets(formula: Formula, start: dict[str, Value]) -> Iterator[dict[str, Value]]:
    """Every way to fill in datasets; neighbours only, where a hypothesis asks for neighbours."""
    names = [v.name for v in formula.variables if v.domain[0] == "dataset"]
    near = {h.args[1].args[0]: h.args[0].args[0] for h in formula.hypotheses if _is_adjacent(h)}

    def fill(i: int, env: dict[str, Value]) -> Iterator[dict[str, Value]]:
        if i == len(names):
            yield env
            return
        name = names[i]
        base = env.get(near.get(name, ""))
        n, prior = env["n"], env["prior"]
        assert isinstance(n, int)
        assert isinstance(prior, Dirichlet)
        every = data.neighbours(base) if isinstance(base, tuple) else data.datasets(n, prior.k)
        for z in every:
            yield from fill(i + 1, {**env, name: z})

    yield from fill(0, start)


def _is_adjacent(h: Expr) -> bool:
    return h.op == "adjacent" and all(a.op == "var" for a in h.args)


def _in_words(sizes: Sequence[int]) -> str:
    """Sizes as a range, as a progression, or one by one."""
    if len(sizes) == 1:
        return f"n = {sizes[0]}"
    steps = {b - a for a, b in pairwise(sizes)}
    if steps <= {1}:
        return f"{sizes[0]} <= n <= {sizes[-1]}"
    if len(steps) == 1 and len(sizes) > 4:
        return f"n in {{{sizes[0]}, {sizes[1]}, ..., {sizes[-1]}}}"
    return f"n in {{{', '.join(map(str, sizes))}}}"


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
    def letter(self) -> str:
        """The letter that `pytest verify` shows."""
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
class Outcome:
    """What was found of a reading, with its evidence; `trusts` follows from the evidence."""

    verdict: Verdict
    evidence: str
    domain: str = ""
    instances: int = 0
    witness: dict[str, Any] | None = None
    worst: dict[str, Any] | None = None
    trusts: tuple[str, ...] = ()
    tries: int = 0
    """Instances beyond the grid, chosen to do harm, at which it was certified as well."""

    @staticmethod
    def read(document: dict[str, Any]) -> Outcome:
        """The outcome that `json` wrote."""
        verdict, trusts = Verdict(document["verdict"]), tuple(document["trusts"])
        return Outcome(**{**document, "verdict": verdict, "trusts": trusts})

    def json(self) -> dict[str, Any]:
        """The outcome as it is recorded, sent and reported."""
        return {**asdict(self), "verdict": self.verdict.value, "trusts": list(self.trusts)}

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
    return ", ".join(parts)


def value_text(value: Any) -> str:
    """A number, a word, or a vector, as it is written."""
    return f"({', '.join(map(value_text, value))})" if isinstance(value, list) else str(value)


Checking: TypeAlias = Callable[[], Outcome]
Attempt: TypeAlias = Callable[[Random], tuple[bool | None, dict[str, Any]]]
"""One try at a check's statement: whether it is so, and where, in a witness's terms."""


@dataclass(frozen=True)
class Search:
    """How a reading that holds up to a bound is attacked beyond its grid, counted in tries.

    A formula is tried at hostile instances of up to `n` records; a check says its own `attempt`.
    """

    tries: int = 2000
    n: int = 24
    attempt: Attempt | None = None


@dataclass(frozen=True)
class Reading:
    """One precise meaning of a claim.

    `formula` is what it asserts.  `argument` is a complete proof in prose that it holds for all
    values; a formula is certified on the grid besides, which would have caught it being wrong.
    `facts` certifies the numbers that the argument takes for granted: without them it proves
    nothing.  `search` is what a reading without an argument has to withstand.
    `exhaustive` says that the grid is the whole domain.  `check` replaces a formula where the
    language cannot say the reading; `catalogue` says that the catalogue lists it.
    """

    id: str
    statement: str
    formula: Formula | None = None
    grid: Grid = field(default_factory=Grid)
    argument: str = ""
    facts: Callable[[], bool] | None = None
    search: Search = Search()
    exhaustive: bool = False
    check: Checking | None = None
    catalogue: bool = False
    repair: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if self.formula is not None:
            self.formula.checked()


BETWEEN = "between"
"""The folder of the contradictions between drafts."""
SHORT = ("short-a", "short-b")
"""Two versions of one draft, in one folder; what both claim is of neither alone."""


@dataclass(frozen=True)
class Claim:
    """A statement of the drafts, with its readings; `uses` names the claims it rests on."""

    id: str
    kind: str
    place: str
    statement: str
    readings: tuple[Reading, ...]
    uses: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        names = [r.id for r in self.readings]
        if len(set(names)) < len(names):
            raise ValueError(f"{self.id} has two readings of one name")
        for r in self.readings:
            if (r.formula is None) == (r.check is None):
                raise ValueError(f"{self.id}/{r.id} needs a formula, or a check, and not both")

    @property
    def drafts(self) -> tuple[str, ...]:
        """The drafts that make the claim."""
        return drafts_of(self.id)


def folder_of(claim: str) -> str:
    """The folder of verify/ that has the claim, by the first word of its id."""
    first = claim.partition(".")[0]
    return "short" if first in SHORT else first


def drafts_of(claim: str) -> tuple[str, ...]:
    """The drafts that make the claim, by its id; a contradiction names them in its second word."""
    if folder_of(claim) == BETWEEN:
        return tuple(claim.split(".")[1].split("+"))
    return SHORT if claim.startswith("short.") else (claim.partition(".")[0],)


def headings_of(claim: str) -> tuple[str, ...]:
    """The drafts under which the claim is listed: contradictions have a heading of their own."""
    return (BETWEEN,) if folder_of(claim) == BETWEEN else drafts_of(claim)


def draft_names(claim: str) -> frozenset[str]:
    """What may be asked for to get the claim among others: a draft of it, or its first word."""
    return frozenset({*drafts_of(claim), claim.partition(".")[0]})
