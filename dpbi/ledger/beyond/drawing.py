"""Hostile instances of a formula: priors that are skewed, tiny, huge, unequal, not integers.

`draws` gives them for the variables of a formula, the same ones for the same seed.  Every second
one is a small change of the instance that came nearest to a violation so far, if the caller says
which one did (`send`).  A variable that a hypothesis fixes has its value (`fixing`).

A few numbers of each kind are drawn first.  Where these run out, the caller widens the `Room`: then
fractions are longer and integers without a bound are larger.  Of a mechanism given as code, whose
laws may grow with every integer, the room begins just beyond the grid.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

from dpbi.bayes.data import Counts, neighbours, number_of_datasets
from dpbi.bayes.dirichlet import Dirichlet
from dpbi.language import Expr, Formula, Variable
from dpbi.ledger.beyond.fixing import fixed, put_in
from dpbi.ledger.grids import inside
from dpbi.ledger.ranges import NOTHING_DRAWN, NoRange, elements

Assigned = dict[str, Any]
Supply = Generator[Assigned, Assigned | None, None]

TINY = (Fraction(1, 100), Fraction(1, 30), Fraction(1, 10), Fraction(1, 3), Fraction(1, 2))
HUGE = (Fraction(25), Fraction(100), Fraction(1000), Fraction(20000), Fraction(10**6))
USUAL = (Fraction(5, 7), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(7))
PARAMETERS = (*TINY, *USUAL, *HUGE)
WHOLE = tuple(Fraction(q) for q in (1, 1, 2, 3, 5, 8, 13, 40, 1000, 1000000))
SIZES = {
    "eps": "1/1000 1/100 1/10 1/3 1/2 1 3/2 2 4 8 20 40 100",
    "delta": "1/1000000000000 1/1000000 1/1000 1/100 1/10 1/2 4/5 99/100",
    "gamma": "0 1/1000 1/10 1/3 1 3/2 2 3 10 100 1000",
}
ORDINARY = "1/1000 1/100 1/10 1/3 1/2 1 2 3 10 100"
UNFIT = 200
"""Instances in a row that do not fit, before that is an error."""
MANY = 400
"""Datasets; with more, one instance takes too long for thousands of them."""
LONGER = 50
"""The numerators and denominators that are drawn; each step of the room has ten times as many."""


@dataclass
class Room:
    """How far beyond the usual numbers the draws go: steps, and the largest integers by name."""

    step: int = 0
    most: Mapping[str, int] = field(default_factory=dict)

    def last(self, name: str, least: int, high: Any) -> int:
        """The largest integer that is drawn for a variable."""
        if name in self.most:
            last = max(least, self.most[name]) + self.step
            return last if high is None else min(last, int(high))
        return least + 12 * 2**self.step if high is None else int(high)

    def records(self, largest: int) -> int:
        """The largest number of records that is drawn."""
        return min(largest, self.last("n", 1, largest))


def draws(formula: Formula, seed: str, largest: int, room: Room | None = None) -> Supply:
    """Instances without end, of at most `largest` records; what is sent back is varied next."""
    room = room or Room()
    rng = Random(seed)  # noqa: S311  (a search, no secret)
    near: Assigned | None = None
    turn = 0
    while True:
        turn += 1
        vary = near is not None and turn % 2 == 0
        near = (yield _fitting(formula, rng, near if vary else None, largest, room)) or near


def _fitting(
    formula: Formula, rng: Random, near: Assigned | None, largest: int, room: Room
) -> Assigned:
    """An instance near another one, or drawn anew, in which every set of a variable has elements.

    Where a set has no element, or is too large, the instance is drawn again.
    """
    for _ in range(UNFIT):
        with suppress(*NOTHING_DRAWN):
            if near:
                return _varied(formula, rng, near, largest, room)
            return _fresh(formula, rng, largest, room)
    return _fresh(formula, rng, largest, room)


def _fresh(formula: Formula, rng: Random, largest: int, room: Room) -> Assigned:
    """An instance drawn anew."""
    start: Assigned = {}
    if "prior" in formula.names:
        start["prior"] = _prior(formula, rng)
    for v in formula.variables:
        if v.name == "n":
            start["n"] = _records(rng, room.records(largest), start.get("prior"))
        elif v.domain[0] in ("int", "rational", "word"):
            start[v.name] = _scalar(v, rng, room)
    return _with_datasets(formula, rng, start, largest)


def _varied(formula: Formula, rng: Random, near: Assigned, largest: int, room: Room) -> Assigned:
    """The same instance but for one variable; new datasets where the old ones no longer fit."""
    chosen = rng.choice(formula.variables)
    start = {k: v for k, v in near.items() if k != chosen.name or chosen.domain[0] != "dataset"}
    if chosen.name == "prior":
        pinned = _pinned(formula)
        start["prior"] = pinned or _nudged(near["prior"], rng, whole=_whole(formula))
    elif chosen.name == "n":
        step = rng.choice((-2, -1, 1, 2))
        n = min(max(1, near["n"] + step), room.records(largest))
        prior = near.get("prior")
        if prior is None or number_of_datasets(n, prior.k) <= MANY or n < near["n"]:
            start = {k: v for k, v in start.items() if not isinstance(v, tuple)} | {"n": n}
    elif chosen.domain[0] == "rational":
        value = near[chosen.name] * rng.choice((Fraction(1, 2), Fraction(9, 10), Fraction(5, 4), 2))
        if inside(value, *chosen.domain[1:]):
            start[chosen.name] = value
    elif chosen.domain[0] in ("int", "word"):
        start[chosen.name] = _scalar(chosen, rng, room)
    return _with_datasets(formula, rng, start, largest)


def _prior(formula: Formula, rng: Random) -> Dirichlet:
    """The prior that the hypotheses name, or one of the kinds that do harm."""
    if (pinned := _pinned(formula)) is not None:
        return pinned
    k = _categories(formula) or rng.choice((2, 2, 3, 3, 4))
    pool = WHOLE if _whole(formula) else PARAMETERS
    kind = rng.randrange(5)
    if kind == 0:
        return Dirichlet([rng.choice(pool)] * k)
    if kind == 1:
        few = [rng.choice(pool[:3]), rng.choice(pool[-3:])]
        return Dirichlet([rng.choice(few) for _ in range(k)])
    if kind == 2 and not _whole(formula):
        return Dirichlet([Fraction(rng.randint(1, 60), rng.randint(1, 60)) for _ in range(k)])
    return Dirichlet([rng.choice(pool) for _ in range(k)])


def _nudged(prior: Dirichlet, rng: Random, *, whole: bool) -> Dirichlet:
    """The prior with one parameter, or all of them, changed by a factor."""
    factor = rng.choice((Fraction(1, 2), Fraction(2), Fraction(9, 10), Fraction(11, 10)))
    one = rng.randrange(-1, prior.k)
    changed = [a * factor if one in (-1, i) else a for i, a in enumerate(prior.alpha)]
    return Dirichlet([Fraction(max(1, round(a))) for a in changed] if whole else changed)


def _records(rng: Random, largest: int, prior: Dirichlet | None) -> int:
    """A number of records: small ones as often as large ones."""
    k = 2 if prior is None else prior.k
    most = max(n for n in range(1, largest + 1) if n == 1 or number_of_datasets(n, k) <= MANY)
    return min(most, rng.randint(1, rng.randint(1, largest)))


def _scalar(v: Variable, rng: Random, room: Room) -> Any:
    kind, *bounds = v.domain
    if kind == "word":
        return rng.choice(bounds)
    if kind == "int":
        low, high = bounds
        least = 0 if low is None else int(low)
        return rng.randint(least, room.last(v.name, least, high))
    pool = [Fraction(t) for t in SIZES.get(v.name, ORDINARY).split()]
    pool += [Fraction(rng.randint(1, 50), rng.randint(1, 50)) for _ in range(4)]
    pool += [-q for q in pool] if bounds[0] is None or Fraction(bounds[0]) < 0 else []
    fitting = [q for q in pool if inside(q, *bounds)]
    return rng.choice(fitting) if fitting and not room.step else _longer(rng, room, *bounds[:2])


def _longer(rng: Random, room: Room, low: Any, high: Any) -> Fraction:
    """A fraction between two ends, longer with every step of the room."""
    longest = LONGER * 10**room.step
    q = Fraction(rng.randint(1, longest), rng.randint(1, longest))
    if low is not None and high is not None:
        return Fraction(low) + (Fraction(high) - Fraction(low)) * q / (1 + q)
    if low is not None:
        return Fraction(low) + q
    return Fraction(high) - q if high is not None else rng.choice((q, -q))


def _with_datasets(formula: Formula, rng: Random, start: Assigned, largest: int) -> Assigned:
    """The variables in their order, with datasets where they are missing; what is fixed is so."""
    start = _as_fixed(formula, start, largest) if fixed(formula) else start
    near = {h.args[1].args[0]: h.args[0].args[0] for h in formula.hypotheses if h.op == "adjacent"}
    found: Assigned = {}
    for v in formula.variables:
        if v.name in start and v.domain[0] not in ("dataset", "in"):
            found[v.name] = start[v.name]
    for v in formula.variables:
        if v.domain[0] == "dataset":
            base = found.get(near.get(v.name, ""))
            given = start.get(v.name)
            if base is not None:
                others = sorted(neighbours(base))
                found[v.name] = given if given in others else rng.choice(others)
            else:
                found[v.name] = given or _dataset(rng, start["n"], start["prior"].k)
        elif v.domain[0] == "in":
            within = elements(v, found)
            if not within:
                raise NoRange(v.name, "its set", "no element in it")
            found[v.name] = rng.choice(within)
    return found


def _as_fixed(formula: Formula, start: Assigned, largest: int) -> Assigned:
    """The start with what hypotheses fix, unless that is more records than are drawn."""
    changed = put_in(formula, start)
    if changed.get("n") == start.get("n") or changed["n"] > largest:
        return changed | ({"n": start["n"]} if "n" in start else {})
    return {k: v for k, v in changed.items() if not isinstance(v, tuple)}


def _dataset(rng: Random, n: int, k: int) -> Counts:
    """A corner, the middle, or any dataset."""
    kind = rng.randrange(4)
    if kind == 0:
        corner = rng.randrange(k)
        return tuple(n if i == corner else 0 for i in range(k))
    if kind == 1:
        return tuple(n // k + (i < n % k) for i in range(k))
    cuts = [0, *sorted(rng.randint(0, n) for _ in range(k - 1)), n]
    return tuple(b - a for a, b in pairwise(cuts))


def _pinned(formula: Formula) -> Dirichlet | None:
    """The prior of a hypothesis "the prior has these parameters"."""
    for h in formula.hypotheses:
        if h.op == "same" and h.args[0] == Expr("var", ("prior",)) and h.args[1].op == "vec":
            return Dirichlet([e.args[0] for e in h.args[1].args])
    return None


def _categories(formula: Formula) -> int | None:
    """The number of categories that a hypothesis asks for."""
    wanted = Expr("len", (Expr("var", ("prior",)),))
    for h in formula.hypotheses:
        if h.op == "eq" and h.args[0] == wanted and h.args[1].op == "num":
            return int(Fraction(h.args[1].args[0]))
    return None


def _whole(formula: Formula) -> bool:
    """Whether a hypothesis asks for whole parameters, as floor(alpha) = alpha does."""
    return any(h.op == "eq" and h.args[0].op == "floor" for h in formula.hypotheses)
