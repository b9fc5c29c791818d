"""What can be asked of a query: its sensitivity, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

from dpbi.errors import InvalidValue, printable
from dpbi.fields import Enclosure, ExactInput, Rational, positive_rational
from dpbi.laws.protocol import AnyMechanism
from dpbi.queries.declared import AnyQuery, declared
from dpbi.queries.judging import SmoothnessFinding, judged
from dpbi.queries.own import Own
from dpbi.queries.reading import Answers
from dpbi.queries.rules import Rule, rule
from dpbi.queries.sizes import Norm, Size, apart, check_norm, size_of
from dpbi.queries.smoothing import Offer, SmoothSensitivity, best_offers
from dpbi.support import table

Worth: TypeAlias = dict[tuple[Fraction, int], Enclosure]


@dataclass(frozen=True, slots=True, repr=False)
class LocalSensitivity:
    """LS(x), exactly, and the first neighbour y that attains it; None where x has none.

    >>> import dpbi
    >>> @dpbi.query(datasets=range(5), neighbours="line")
    ... def square(x):
    ...     return x**2
    >>> dpbi.sensitivity(square).local(2)
    <LocalSensitivity 5 at 2, with 3>
    """

    value: Size
    x: Any
    y: Any

    def __repr__(self) -> str:
        where = "no neighbours" if self.y is None else f"with {self.y}"
        return printable(f"<LocalSensitivity {self.value} at {self.x}, {where}>")


class Sensitivity:
    """How far apart the answers of a query are at neighbours, exactly.

    `value` is the global sensitivity, `pair` the first two neighbours that attain it; `at_most`
    compares it with a bound, exactly.  `local`, `smooth` and `judge` ask about single datasets, and
    about a bound of one's own.  All of it is said of the declared datasets, and of no others.

    >>> import dpbi
    >>> @dpbi.query(datasets=range(5), neighbours="line")
    ... def square(x):
    ...     return x**2
    >>> found = dpbi.sensitivity(square)
    >>> found, found.pair, found.at_most(7), found.at_most("6.9")
    (<Sensitivity of square: 7>, (3, 4), True, False)
    >>> found.smooth(0, beta="1/2")
    <SmoothSensitivity [1.8393972058572116079, 1.839397205857211608] at 0, from 2 at distance 2>
    """

    def __init__(self, answers: Answers, norm: str) -> None:
        self._answers, self.norm = answers, norm

    @property
    def label(self) -> str:
        """What the query is called."""
        return printable(self._answers.label)

    @cached_property
    def _local(self) -> list[tuple[Size, int | None]]:
        """LS and the first neighbour that attains it, by position; each pair is compared once."""
        values, near = self._answers.values, self._answers.near
        raw: list[Any] = [0] * len(values)
        with_whom: list[int | None] = [js[0] if js else None for js in near]
        for i, js in enumerate(near):
            for j in js:
                if j > i and (far := apart(values[i], values[j], self.norm)):
                    for a, b in ((i, j), (j, i)):
                        if far > raw[a]:
                            raw[a], with_whom[a] = far, b
        sizes = {r: size_of(r, self.norm) for r in set(raw)}
        return [(sizes[r], j) for r, j in zip(raw, with_whom, strict=True)]

    @cached_property
    def _worst(self) -> int:
        """The first dataset at which the local sensitivity is the global one."""
        most = max(size for size, _ in self._local)
        found = (i for i, (size, j) in enumerate(self._local) if size == most and j is not None)
        return next(found)

    @property
    def value(self) -> Size:
        """The global sensitivity: the largest local one."""
        return self._local[self._worst][0]

    @property
    def pair(self) -> tuple[Any, Any]:
        """The first two neighbours that attain it."""
        found = self._at(self._worst)
        return found.x, found.y

    @property
    def counted(self) -> tuple[int, int, int]:
        """Datasets, ordered pairs of neighbours, and pairs that are listed one way only."""
        answers = self._answers
        return len(answers.names), answers.ordered_pairs, answers.one_way

    @property
    def trusts(self) -> tuple[str, ...]:
        """What an exact answer rests on; enclosures also on `ball`."""
        return self._answers.trusts

    def at_most(self, bound: Rational | Size) -> bool:
        """Whether the global sensitivity is at most this; always decided."""
        return self.value <= Size.of(bound, "at_most")

    def datasets(self) -> list[Any]:
        """All datasets, in their order."""
        return list(self._answers.names)

    def answer(self, x: Any) -> str:
        """What the query answers at x, for people."""
        return self._answers.shown(self._answers.place(x))

    def local(self, x: Any) -> LocalSensitivity:
        """The largest distance to the answer at a neighbour of x."""
        return self._at(self._answers.place(x))

    def _at(self, i: int) -> LocalSensitivity:
        size, j = self._local[i]
        return LocalSensitivity(size, self._named(i), None if j is None else self._named(j))

    def _named(self, i: int) -> Any:
        return self._answers.names[i]

    def smooth(
        self, x: Any, *, beta: ExactInput | None = None, gamma: Rational | None = None
    ) -> SmoothSensitivity:
        """S(x): exponential with `beta`, harmonic with `gamma`."""
        return self._smooth(self._answers.place(x), rule(beta, gamma))

    def smoothed(
        self, *, beta: ExactInput | None = None, gamma: Rational | None = None
    ) -> list[SmoothSensitivity]:
        """S at every dataset, in their order."""
        by = rule(beta, gamma)
        return [self._smooth(i, by) for i in range(len(self._answers.names))]

    def _smooth(self, i: int, by: Rule) -> SmoothSensitivity:
        if by not in self._smoothed:
            squares = [size.square for size, _ in self._local]
            self._smoothed[by] = best_offers(squares, self._answers.near, by), {}
        offers, values = self._smoothed[by]
        x, found = self._named(i), offers[i]
        if found is None:
            zero = Fraction(0)
            return SmoothSensitivity(zero, zero, x, None, None, zero, by.told)
        key = (found.square, found.distance)
        if (e := values.get(key)) is None:
            e = values[key] = by.value(*key)
        exact = e.lo if e.lo == e.hi else None
        source = self._named(found.source)
        return SmoothSensitivity(e.lo, e.hi, x, source, found.distance, exact, by.told)

    @cached_property
    def _smoothed(self) -> dict[Rule, tuple[list[Offer | None], Worth]]:
        """By rule: the best offers, and what those are worth that were asked for."""
        return {}

    def judge(
        self,
        own: Callable[..., Any],
        *,
        beta: ExactInput | None = None,
        gamma: Rational | None = None,
        slack: Rational = 0,
    ) -> tuple[SmoothnessFinding, ...]:
        """Whether a function S of one's own is an upper bound on LS, and smooth.

        With `beta` or `gamma` two findings, else the first of them alone.  S(x) is an exact number,
        a float as the binary number that it is, or bounds; S(x, F) a formula over a number field.
        With a `slack` an inequality counts as kept that is missed by at most that.
        """
        if not callable(own):
            raise InvalidValue("own", own, "write a function of a dataset")
        by = None if beta is None and gamma is None else rule(beta, gamma)
        allowed = positive_rational("slack", slack, zero=True)
        sizes = [size for size, _ in self._local]
        return judged(Own(own, self._answers), sizes, by, allowed)

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return printable(f"<Sensitivity of {self.label}: {self.value}>")

    def _repr_html_(self) -> str:
        x, y = self.pair
        rows = [("global sensitivity", f"{self.value} ({self.norm})"), ("attained", f"{x}, {y}")]
        return table([*rows, ("rests on", ", ".join(self.trusts))])


def sensitivity(
    query: AnyQuery,
    *,
    norm: Norm = "l1",
    over: AnyQuery | AnyMechanism | None = None,
) -> Sensitivity:
    """The exact sensitivity of a query over its declared datasets and neighbours.

    Answers are integers, fractions, or floats as the binary numbers that they are; vectors of them
    are compared in the norm l1, l2 or linf.  `over` has the datasets and the neighbours of a query
    that is a bare function: a mechanism, for one.

    >>> import dpbi
    >>> @dpbi.query(datasets=["ab", "aa", "bb"], neighbours="all")
    ... def histogram(x):
    ...     return [x.count("a"), x.count("b")]
    >>> for norm in ("l1", "l2", "linf"):
    ...     print(dpbi.sensitivity(histogram, norm=norm))
    4
    sqrt(8) = [2.82842712474, 2.82842712475]
    2
    """
    norm_asked = check_norm(norm)
    return Sensitivity(Answers(*declared(query, over)), norm_asked)
