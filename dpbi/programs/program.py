"""`@dpbi.program`: a function that draws noise, as a mechanism.

    @dpbi.program(datasets=[...], neighbours="all")
    def vote(x, rng):
        ...
        return output

`vote` is a mechanism then: `privacy_loss(vote)`, `dpbi check file.py:vote`, and all other questions
about a law take it.  Its law is what its paths come to (`programs/explorer.py`), in whatever field
is asked for: balls enclose it, and exact numbers decide ties.

Each dataset is walked twice, from opposite ends, and once more in the opposite order of datasets
when all are known; what differs is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from dpbi.bayes.data import precision
from dpbi.errors import BadMechanism, Disagreement, InvalidValue, brief
from dpbi.fields import Balls, Enclosure, ExactInput, Field, Rational, Real
from dpbi.fields.field import MOST_BITS
from dpbi.laws.cells import Neighbours
from dpbi.laws.forms import Weighted, not_positive
from dpbi.laws.identity import Outputs
from dpbi.laws.interactive import HasAdversary
from dpbi.laws.partial import NotListed
from dpbi.laws.protocol import LAW_BITS, Mechanism
from dpbi.laws.tables import Layout, Listed
from dpbi.programs.adversary.asking import AskingProgram, UnendedProgram
from dpbi.programs.adversary.showing import agreed
from dpbi.programs.explorer import Budget, Walker
from dpbi.programs.infinite.templates import Template
from dpbi.programs.infinite.unlisted import Unlisted
from dpbi.programs.made_for import MadeFor
from dpbi.programs.masses import Masses
from dpbi.programs.paths import Path
from dpbi.programs.stopping import NotFollowed, Unfinished, up_to
from dpbi.programs.subprograms.sub import mass_of
from dpbi.programs.walked import Walked
from dpbi.sampling import SYSTEM, BitSource
from dpbi.support.arguments import listed
from dpbi.support.functions import check_function

PATHS, SECONDS = 20_000, 300
MOST_PATHS, MOST_SECONDS = 10_000_000, 1_000_000
LOST = 32  # bits that a probability may be short of what was asked
AGAIN = "it has another law when it is run again: it must depend on its dataset and its rng alone"
ENDLESS_BESIDE_A_CHOICE = (
    "it asks an adversary, and elsewhere returns a number that has infinitely many values: clamp it"
)
WALKS = 3  # at each dataset, unless it goes round in loops that are seen late
KEPT = 8  # fields whose sums are kept


@dataclass(frozen=True, eq=False, repr=False)
class Program(Listed, Weighted):
    """A function of a dataset and a generator, with the finite law that its paths come to.

    >>> import dpbi
    >>> @dpbi.program(datasets=[(0, 0), (0, 1), (1, 0), (1, 1)], neighbours="all")
    ... def vote(x, rng):
    ...     noisy = [q + rng.discrete_laplace(2) for q in x]
    ...     return max(range(2), key=lambda i: noisy[i])
    >>> loss = dpbi.privacy_loss(vote)
    >>> print(loss, loss.witness.x, loss.witness.y)
    [0.5683826136253719156, 0.56838261362537191561] (0, 1) (1, 0)
    """

    layout: Layout
    walker: Walker
    closed: Collection[Any] | None
    _outputs: Outputs = field(init=False)
    _walked: dict[Any, Walked] = field(init=False, default_factory=dict)
    _masses: dict[Field, Masses] = field(init=False, default_factory=dict)
    _budgets: list[Budget] = field(init=False, default_factory=list)
    _broken: list[NotFollowed] = field(init=False, default_factory=list)
    _remarks: dict[MadeFor, str | None] = field(init=False, default_factory=dict)
    _offered: dict[Any, Any] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_outputs", Outputs(self.label))
        if self.closed is not None:
            object.__setattr__(self, "closed", frozenset(self.keys(list(self.closed))))

    def __call__(self, x: Any, rng: Any) -> Any:
        """The function itself."""
        return self.walker.function(x, rng)

    @property
    def __wrapped__(self) -> Callable[[Any, Any], Any]:
        """The function itself, as `inspect` and `functools` name it."""
        return self.walker.function

    def __repr__(self) -> str:
        return f"<Program {brief(self.label)}: {len(self.layout.names)} datasets>"

    def paths(self, x: Any) -> tuple[Path, ...]:
        """All paths at x; `Unfinished` where there are more than the limits allow."""
        found = self.walked(x)
        if (why := self.ended_by(x)) is not None:
            raise Unfinished(self.label, x, why, self._known(found.plain))
        return found.paths

    def walked(self, x: Any) -> Walked:
        """The paths that were walked at x, be they all or not."""
        x = self.check_dataset(x)
        if self._broken:
            raise self._broken[0]
        if x not in self._walked:
            found, again = self._walk(x), self._walk(x, last=True)
            if found.ways != again.ways:  # loops that were seen the second time only
                found = self._walk(x)
            agreed(self.label, x, (*found.paths, *found.open), self._offered)
            if not found.meets(again):
                again = self._walk(x)
            if not found.is_like(again):
                raise NotFollowed(self.label, AGAIN, x)
            self._walked[x] = (again if again.complete else found).kept()
            if len(self._walked) == len(self.layout.names):
                self._confirm()
        return self._walked[x]

    def in_form(self) -> Mechanism:
        """Itself where all its outputs are listed, else the law of what is known.

        A program that asks an adversary at some dataset is an interactive mechanism.
        """
        if any(self.asks(x) for x in self.datasets()):
            for x in self.datasets():
                self.check_closed_transcripts(x)
            complete = all(self.walked(x).complete for x in self.datasets())
            return self._asking if complete else self._unended
        finite = all(self.walked(x).is_finite for x in self.datasets())
        return self if finite else Unlisted.of(self)

    def check_closed_transcripts(self, x: Any) -> None:
        """Refuse numbers without end beside an adversary."""
        if self.walked(x).templates:
            raise NotFollowed(self.label, ENDLESS_BESIDE_A_CHOICE, x)

    def ended_by(self, x: Any) -> str | None:
        """What has ended the walk at x before all its paths were walked, as a clause."""
        why = self.walked(x).why
        return None if why is None else self._budgets[-1].said(why)

    def asks(self, x: Any) -> bool:
        """Whether some path at x asks an adversary.

        Where none that was walked does, the probability that is left is the same against all.
        """
        return any(path.offered for path in self.walked(x).paths)

    @cached_property
    def _asking(self) -> AskingProgram:
        return AskingProgram(self)

    @cached_property
    def _unended(self) -> UnendedProgram:
        return UnendedProgram(self)

    def law(self, x: Any, bits: int = LAW_BITS) -> dict[Any, Enclosure]:
        """Enclosures of what is known at x; nothing is asked of the other datasets.

        >>> import dpbi
        >>> @dpbi.program(datasets=(0, 1), neighbours="all", paths=20)
        ... def rejected(x, rng):
        ...     while (found := rng.integer(4)) == 3:
        ...         pass
        ...     return found * x
        >>> rejected.law(1).left.hi < 1
        True
        """
        x, F = self.check_dataset(x), Balls(precision(bits))
        if self.asks(x):
            self.check_closed_transcripts(x)
            return (self._asking if self.walked(x).complete else self._unended).law(x, bits)
        if not self.walked(x).is_finite:
            return Unlisted.of(self).law(x, bits)
        with F.scope():
            return {r: F.enclosure(p) for r, p in self.probabilities(self.paths(x), F).items()}

    def listed_outputs(self) -> frozenset[Any] | None:
        """The closed list of outputs, by the keys of its law."""
        return None if self.closed is None else frozenset(self.closed)

    def keys(self, outputs: list[Any]) -> list[Any]:
        """Keys that are equal only where outputs are the same."""
        return self._outputs.keys(outputs)

    def sample(
        self, x: Any, rng: BitSource = SYSTEM, *, adversary: Callable[..., int] | None = None
    ) -> Any:
        """One output of the function itself, run with draws that are exact.

        Where it asks an adversary, `adversary(events, options)` says the place of an option.

        >>> import math, dpbi
        >>> @dpbi.program(datasets=range(4), neighbours="line")
        ... def count(x, rng):
        ...     return max(0, min(3, math.floor(x + rng.laplace(1))))
        >>> count.sample(2) in range(4)
        True
        """
        output = self.walker.draw(self.check_dataset(x), rng, adversary)
        if self.closed is not None:
            (key,) = self.keys([output])
            self._check_closed(key, x)
        return output

    def log_weights(self, x: Any, F: Field) -> dict[Any, Real]:
        """The logarithms of the probabilities, which are normalised."""
        if self.asks(x):
            raise HasAdversary(self.label)
        paths = self.paths(x)
        if not self.walked(x).is_finite:
            raise NotListed(self.label)
        return {r: F.log(p) for r, p in self.probabilities(paths, F).items()}

    def log_pmf(self, x: Any, F: Field) -> dict[Any, Real]:
        """The same; their sum is checked, and not divided by."""
        return self.log_weights(x, F)

    def rests_on(self) -> tuple[str, ...]:
        """That the function is what its runs showed, and all arithmetic on noise exact.

        By name: that continuous noise is real, and doubles and the library's functions as said.
        """
        return ("program", *sorted(self.walker.assumed))

    def remarks(self) -> tuple[str, ...]:
        """Where its datasets contradict what a noise is said to be made for.

        >>> import dpbi
        >>> @dpbi.program(datasets=[(0, 1), (1, 2)], neighbours="all", outputs=[False, True])
        ... def count(x, rng):
        ...     return sum(x) + rng.laplace(1, of=(sum, 1)) > 0
        >>> dpbi.privacy_loss(count).remarks
        ('count draws laplace(1) for sum, declared to move by at most 1; it moves by 2 between \
(0, 1) and (1, 2)',)
        """
        for made in self.walker.made_for:
            if made not in self._remarks:
                self._remarks[made] = made.remark(self)
        return tuple(dict.fromkeys(said for said in self._remarks.values() if said is not None))

    def uses_floats(self) -> bool:
        """Never: a float in a program is read as the binary number that it is."""
        return False

    def _walk(self, x: Any, *, last: bool = False) -> Walked:
        done = len(self._budgets)
        planned = max(1, WALKS * len(self.layout.names) - done)
        self._budgets.append(self.walker.budget.shared(planned))
        found = replace(self.walker, budget=self._budgets[-1]).explore(x, last=last)
        paths = self._keyed(x, found.paths)
        is_helped = self.walker.helped.get(x, False)
        return Walked(paths, found.why, found.pieces, found.has_states, found.left, is_helped)

    def _known(self, paths: tuple[Path, ...]) -> dict[Any, Any]:
        F = Balls(128)
        with F.scope():
            return {r: F.enclosure(p) for r, p in self.sums(paths, F).items()}

    def _confirm(self) -> None:
        """Walk everything again, sub-programs and the last dataset first."""
        if told := self.walker.subs.differs():
            self._broken.append(NotFollowed(self.label, told, self.layout.names[0]))
            raise self._broken[0]
        for x in reversed(list(self._walked)):
            found, again = self._walked[x], self._walk(x)
            if found.ways != again.ways:
                found = self._walk(x)
            if not found.is_like(again):
                self._broken.append(NotFollowed(self.label, AGAIN, x))
                raise self._broken[0]
        self.walker.answers.forget()

    def _keyed(self, x: Any, paths: Iterable[Path]) -> tuple[Path, ...]:
        """The paths by keys that are equal only where outputs are the same."""
        several = tuple(paths)
        plain = [p for p in several if not isinstance(p.output, Template)]
        if self.closed is not None and len(plain) < len(several):
            told = "it returns numbers with infinitely many values, and its outputs are a list"
            raise NotFollowed(self.label, told, x)
        keys = iter(self._outputs.keys([p.output for p in plain], x))
        found = []
        for p in several:
            if not isinstance(p.output, Template):
                r = next(keys)
                self._check_closed(r, x)
                p = replace(p, output=r)
            found.append(p)
        return tuple(found)

    def _check_closed(self, r: Any, x: Any) -> None:
        """Refuse an output that is not on the list, where there is one."""
        if self.closed is not None and r not in self.closed:
            told = f"it returns {brief(r)}, which is not one of the outputs listed"
            raise NotFollowed(self.label, told, x)

    def probabilities(self, paths: tuple[Path, ...], F: Field) -> dict[Any, Real]:
        """{output: its probability}, once they are seen to be a law."""
        found = self.sums(paths, F)
        if not isinstance(F, Balls):
            return found
        for r, p in found.items():
            if not p > 0:
                raise BadMechanism(self.label, not_positive(r, "probability", F, p))
        if not sum(found.values(), F.rational(0)).overlaps(1):
            raise Disagreement(self.label, "a law", "probabilities that do not sum to 1")
        return found

    def sums(self, paths: tuple[Path, ...], F: Field) -> dict[Any, Real]:
        """{output: the sum over its paths}; balls take the bits that it needs to be known well.

        All paths have a probability above 0, so some precision shows it.
        """
        found = self._sums(paths, F)
        if not isinstance(F, Balls):
            return found
        bits = F.bits
        while bits < MOST_BITS and not _is_known(found, F):
            bits *= 2
            finer = Balls(bits)
            with finer.scope():
                found = self._sums(paths, finer)
        return found

    def _sums(self, paths: tuple[Path, ...], F: Field) -> dict[Any, Real]:
        masses, found = self.trees_in(F), dict[Any, Real]()
        for path in paths:
            mass = mass_of(path, masses)
            found[path.output] = found[path.output] + mass if path.output in found else mass
        return found

    def trees_in(self, F: Field) -> Masses:
        """Probabilities of trees, which are kept."""
        if F not in self._masses:
            if len(self._masses) >= KEPT:
                self._masses.clear()
            self._masses[F] = Masses(F)
        return self._masses[F]


def _is_known(found: dict[Any, Real], F: Balls) -> bool:
    """Whether all are above 0, and have as many digits as F has."""
    return all(p > 0 and p.rel_accuracy_bits() >= F.bits - LOST for p in found.values())


def _closed(outputs: Iterable[Any]) -> list[Any]:
    """A closed list of outputs, which Python may hold for equal, as it does 0 and False."""
    try:
        several = listed("outputs", outputs)
        frozenset(several)  # each can be hashed
    except TypeError:
        raise InvalidValue("outputs", outputs, "write tuples, not lists or sets") from None
    return several


def program(
    *,
    datasets: Iterable[Any],
    neighbours: Neighbours,
    outputs: Iterable[Any] | None = None,
    epsilon: ExactInput | None = None,
    delta: Rational | None = None,
    paths: int = PATHS,
    seconds: int = SECONDS,
) -> Callable[[Callable[[Any, Any], Any]], Program]:
    """A decorator that makes a mechanism of a function of a dataset and a generator.

    `neighbours` is "all", "line", a list of pairs, a dict or a function, as for `Table.of`;
    `outputs` is the closed list of outputs, where there is one; `epsilon` and `delta` are what it
    claims.  No more than `paths` paths are walked at one dataset, for at most `seconds` seconds.

    >>> import dpbi
    >>> @dpbi.program(datasets=range(4), neighbours="line", outputs=range(4))
    ... def count(x, rng):
    ...     return max(0, min(3, x + rng.discrete_laplace(1)))
    >>> dpbi.is_private(count, 1), dpbi.is_private(count, "0.99")
    (True, False)
    """
    budget = Budget(up_to("paths", paths, MOST_PATHS), up_to("seconds", seconds, MOST_SECONDS))
    closed = None if outputs is None else _closed(outputs)

    def make(function: Callable[[Any, Any], Any]) -> Program:
        name = getattr(function, "__name__", type(function).__name__)
        check_function(name, function)
        layout = Layout.of(name, datasets, neighbours, epsilon, delta)
        walker = Walker(name, function, budget, has_list=closed is not None)
        return Program(layout, walker, closed)

    return make
