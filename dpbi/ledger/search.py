"""The search for counterexamples: floats propose, balls decide, the smallest witness is kept.

Hypothesis draws assignments of a reading's variables, from strategies that lead towards few
records, few categories and simple rationals, and climbs (`target`) towards violation; a directed
pass over small instances comes first.  What floats take for a violation is certified in balls
before it counts, and is then shrunk by the stated order: n, then the number of categories, then the
simplest rationals.  Finding nothing proves nothing.

Hypothesis and not scipy.optimize climbs: instances are integers, simple rationals, vectors of
varying length and words, of which hypothesis keeps each within its domain.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterable
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpbi.bayes.data import Counts, neighbours
from dpbi.bayes.dirichlet import Dirichlet
from dpbi.errors import TooLarge
from dpbi.fields import FLOATS
from dpbi.language import Formula, Variable
from dpbi.ledger.deciding import excess, shown
from dpbi.ledger.evaluate import Evaluation, truth_at
from dpbi.ledger.grids import DEFAULTS, MIXED, Grid, inside, priors
from dpbi.ledger.ranges import NOTHING_DRAWN, elements
from dpbi.support.arguments import optional
from dpbi.support.deadline import limited

if TYPE_CHECKING:
    import hypothesis
    from hypothesis import strategies as st
else:  # a module of strategies is worth nothing without them
    hypothesis = optional("hypothesis", "search", "the search for counterexamples")
    st = hypothesis.strategies

RATIONALS = ["1", "1/2", "2", "1/3", "3", "1/10", "7/5", "10", "1/100", "100", "1/1000"]
rationals = st.sampled_from(RATIONALS).map(Fraction) | st.fractions(
    Fraction(1, 20), 20, max_denominator=20
)


@st.composite
def assignments(draw: st.DrawFn, formula: Formula, largest_n: int) -> dict[str, Any]:
    """A value for every variable of a formula, within its domain."""
    env: dict[str, Any] = {}
    for v in formula.variables:
        if v.domain[0] in ("int", "rational", "word"):
            env[v.name] = draw(_scalar(v, largest_n))
        elif v.domain[0] == "prior":
            env["prior"] = draw(_priors(v))
        elif v.domain[0] == "vector":
            env[v.name] = tuple(draw(st.lists(st.integers(0, 8), min_size=1, max_size=4)))
    near = {h.args[1].args[0]: h.args[0].args[0] for h in formula.hypotheses if h.op == "adjacent"}
    for v in formula.variables:
        if v.domain[0] == "dataset":
            base = env.get(near.get(v.name, ""))
            if base is None:
                env[v.name] = draw(_datasets(env["n"], env["prior"].k))
            else:
                env[v.name] = draw(st.sampled_from(sorted(neighbours(base))))
        elif v.domain[0] == "in":
            env[v.name] = draw(_within(v, env))
    return env


def _scalar(v: Variable, largest_n: int) -> st.SearchStrategy[Any]:
    kind, *bounds = v.domain
    if kind == "word":
        return st.sampled_from(bounds)
    if kind == "int":
        low, high = bounds
        least = 0 if low is None else low
        return st.integers(least, min(least + largest_n, largest_n if high is None else high))
    low, high, strict = bounds
    signed = rationals if low == "0" else rationals | rationals.map(lambda q: -q)
    with_zero = signed | st.just(Fraction(0)) if strict[0] == "[" else signed
    return with_zero.filter(lambda q: inside(q, low, high, strict))


def _priors(v: Variable) -> st.SearchStrategy[Dirichlet]:
    sizes = st.just(v.domain[1]) if len(v.domain) > 1 else st.sampled_from([2, 2, 2, 3])
    return sizes.flatmap(lambda k: st.lists(rationals, min_size=k, max_size=k)).map(Dirichlet)


def _within(v: Variable, env: dict[str, Any]) -> st.SearchStrategy[Any]:
    """The elements of a variable's set; an instance whose set is empty, or vast, is none."""
    try:
        within = elements(v, env)
    except NOTHING_DRAWN:
        within = ()
    hypothesis.assume(within)
    return st.sampled_from(within)


def _datasets(n: int, k: int) -> st.SearchStrategy[Counts]:
    cuts = st.lists(st.integers(0, n), min_size=k - 1, max_size=k - 1).map(sorted)
    return cuts.map(lambda c: tuple(b - a for a, b in zip([0, *c], [*c, n], strict=True)))


SearchProgress = Callable[[float], None]
WIDE = (*MIXED, *priors("1/100,1/100", "1/1000,1", "100,100", "1,2,3"))
LARGEST_N = 30
CLIMB = 3 / 4  # of the time: where there is a violation by then, the rest makes it smaller
MOST_SMALLER = 20_000
"""Instances tried for a smaller violation, where no time limit ends that."""


@dataclass
class Found:
    """What a search came to: certified violations, smallest and worst, or none."""

    tried: int = 0
    seconds: float = 0.0
    smallest: dict[str, Any] | None = None
    worst: dict[str, Any] | None = None
    nearest: float = -math.inf
    _margin: float = field(default=-math.inf, repr=False)

    def take(self, formula: Formula, instance: dict[str, Any]) -> None:
        """Keep a certified violation if it misses by more than those before it."""
        margin = excess(formula, instance)
        if self.worst is None or margin > self._margin:
            self.worst, self._margin = instance, margin

    def json(self, formula: Formula) -> dict[str, Any]:
        """The result for programs."""
        return {
            "violated": self.smallest is not None,
            "witness": self.smallest and shown(formula, self.smallest),
            "worst": self.worst and shown(formula, self.worst),
            "tried": self.tried,
        }


def search(
    formula: Formula,
    *,
    budget: float = 20.0,
    tries: int | None = None,
    seed: int = 0,
    progress: SearchProgress | None = None,
    alone: bool = False,
) -> Found:
    """Look for a violation of a universal reading for about `budget` seconds.

    What was found until then is what is found: an evaluation that takes longer is given up, and one
    operation of it too if the search is `alone`, with nothing computed after it in its process.

    With `tries` time does not matter: that many instances are tried, the same on every machine, and
    at most `MOST_SMALLER` when the violation is made smaller.
    """
    found, start = Found(), time.monotonic()

    def spent() -> float:
        """How much of the budget is gone: 1 is all of it."""
        found.seconds = time.monotonic() - start
        part = found.seconds / budget if tries is None else found.tried / tries
        if progress is not None:
            progress(min(1.0, part))
        return part

    def climbed() -> bool:
        """Whether it is time to make a violation smaller, or to end."""
        return spent() >= (1 if found.worst is None or tries is not None else CLIMB)

    smaller = itertools.count(1)

    def enough() -> bool:
        return spent() >= 1 if tries is None else next(smaller) > MOST_SMALLER

    try:
        with limited(budget, anywhere=alone) if tries is None else nullcontext():
            _directed(formula, found, lambda: spent() >= 1 / 3)
            _climbing(formula, found, seed, climbed)
            if found.worst is not None:
                found.smallest = smallest_instance(formula, found.worst, enough)
    except hypothesis.errors.HypothesisException:
        if tries is not None or spent() < 1:
            raise  # else the clock ended its test, of which it sees that it behaves otherwise
    found.smallest = found.smallest or found.worst
    return found


def margin(formula: Formula, instance: dict[str, Any]) -> float | None:
    """How far floats see the conclusion from true: > 0 violates; None where it says nothing."""
    evaluation = Evaluation(FLOATS)
    try:
        met, holds = evaluation.instance(formula, instance)
        if not met:
            return None
        sides = evaluation.sides(formula, instance)
    except (ArithmeticError, ValueError, TooLarge):
        return None
    if sides is None:
        return None if holds is None else 1.0 if not holds else -1.0
    a, b = (float(s.approximate) for s in sides)
    if math.isnan(a) or math.isnan(b):
        return None
    gap = abs(a - b) - 1e-9 if formula.conclusion.op == "eq" else a - b
    return gap / (abs(a) + abs(b) + 1e-300)


def smallest_instance(
    formula: Formula, instance: dict[str, Any], stop: Callable[[], bool]
) -> dict[str, Any]:
    """The first certified violation in the stated order, up to the size of a known one."""
    n = instance.get("n", 1)
    known = instance.get("prior")
    simple = sorted({*WIDE, *([known] if known else [])}, key=lambda p: p.k)
    values = {
        name: (*DEFAULTS.get(name, _simpler(value)), str(value))
        for name, value in instance.items()
        if isinstance(value, (int, Fraction)) and name != "n"
    }
    grid = Grid(n=tuple(range(1, n + 1)), priors=tuple(simple), values=values)
    with suppress(*NOTHING_DRAWN):
        for candidate in grid.instances(formula):
            if stop():
                break
            gap = margin(formula, candidate)
            if gap is not None and gap > -1e-12 and _certain(formula, candidate):
                return candidate
    return instance


def _simpler(value: int | Fraction) -> Iterable[str]:
    """Numbers that are simpler than one of a variable with a name of its own."""
    whole = map(str, range(min(abs(int(value)), LARGEST_N) + 1))
    return whole if isinstance(value, int) else dict.fromkeys((*RATIONALS, *whole))


def _certain(formula: Formula, instance: dict[str, Any]) -> bool:
    met, holds, _ = truth_at(formula, instance)
    return met is True and holds is False


def _consider(formula: Formula, instance: dict[str, Any], found: Found) -> float | None:
    """Count an instance, and certify what looks like a violation."""
    found.tried += 1
    gap = margin(formula, instance)
    if gap is not None:
        found.nearest = max(found.nearest, gap)
        if gap > -1e-12 and _certain(formula, instance):
            found.take(formula, instance)
    return gap


def _directed(formula: Formula, found: Found, stop: Callable[[], bool]) -> None:
    """Small instances first, over priors of all kinds."""
    with suppress(*NOTHING_DRAWN):
        for instance in Grid(n=4, priors=WIDE).instances(formula):
            if stop():
                return
            _consider(formula, instance, found)


class _Enough(Exception):
    """The time of a round is over: what is left of its examples would each take as long to draw."""


def _climbing(formula: Formula, found: Found, seed: int, stop: Callable[[], bool]) -> None:
    """Hypothesis proposes and climbs until it has to stop."""
    rounds, ended = 0, list[bool]()
    while not stop():
        rounds += 1

        @hypothesis.seed(seed + rounds)
        @hypothesis.settings(
            max_examples=400,
            deadline=None,
            database=None,
            suppress_health_check=list(hypothesis.HealthCheck),
            phases=(hypothesis.Phase.generate, hypothesis.Phase.target),
        )
        @hypothesis.given(assignments(formula, LARGEST_N))
        def probe(instance: dict[str, Any]) -> None:
            if stop():
                ended.append(True)
                raise _Enough
            gap = _consider(formula, instance, found)
            if gap is not None and math.isfinite(gap):
                hypothesis.target(gap)

        try:
            probe()
        except Exception:  # as it is, or in a group with what hypothesis makes of it
            if not ended:
                raise
            return
