"""What a reading has to withstand before it is said to hold up to a bound.

A grid is small and tidy, and shows what its author thought of; a statement that holds on it may
fail where a parameter is 1/100 and another 10^6.  So a reading that is certified on its grid, and
has no argument, is tried at hostile instances: priors that are skewed, tiny, huge, unequal, not
integers.  `draws` gives them for the variables of a formula, the same ones for the same seed.
Every second one is a small change of the instance that came nearest to a violation so far, if the
caller says which one did (`send`).

`withstand` makes as many tries as the reading asks for.  A try counts where the hypotheses are
certainly met and the conclusion is certainly true, at an instance that was not tried before.  One
certain violation, and the reading fails; without enough tries it is undecided.  The number is
recorded; a quick run repeats the first few and keeps the number.

`pytest verify --record` makes the whole search, at most about a minute for a reading, which is how
the numbers in verify/ were chosen; the numbers themselves do not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

from dpbi.bayes.data import Counts, neighbours, number_of_datasets
from dpbi.bayes.dirichlet import Dirichlet
from dpbi.language import Expr, Formula, Variable
from dpbi.ledger.claims import Reading
from dpbi.ledger.deciding import (
    REFUTED,
    basis,
    excess,
    of_the_kernel,
    outcome,
    recertified,
    shown,
)
from dpbi.ledger.evaluate import truth_at
from dpbi.ledger.grids import inside
from dpbi.ledger.outcomes import Outcome, Verdict
from dpbi.ledger.ranges import NoRange, elements

Assigned = dict[str, Any]

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


def draws(formula: Formula, seed: str, largest: int) -> Generator[Assigned, Assigned | None, None]:
    """Instances without end, of at most `largest` records; what is sent back is varied next."""
    rng = Random(seed)  # noqa: S311  (a search, no secret)
    near: Assigned | None = None
    turn = 0
    while True:
        turn += 1
        vary = near is not None and turn % 2 == 0
        near = (yield _fitting(formula, rng, near if vary else None, largest)) or near


def _fitting(formula: Formula, rng: Random, near: Assigned | None, largest: int) -> Assigned:
    """An instance near another one, or drawn anew, in which every set of a variable has elements.

    Sets that are too large have no value, and such an instance is drawn again.
    """
    for _ in range(UNFIT):
        with suppress(NoRange):
            return _varied(formula, rng, near, largest) if near else _fresh(formula, rng, largest)
    return _fresh(formula, rng, largest)


def _fresh(formula: Formula, rng: Random, largest: int) -> Assigned:
    """An instance drawn anew."""
    start: Assigned = {}
    if "prior" in formula.names:
        start["prior"] = _prior(formula, rng)
    for v in formula.variables:
        if v.name == "n":
            start["n"] = _records(rng, largest, start.get("prior"))
        elif v.domain[0] in ("int", "rational", "word"):
            start[v.name] = _scalar(v, rng)
    return _with_datasets(formula, rng, start)


def _varied(formula: Formula, rng: Random, near: Assigned, largest: int) -> Assigned:
    """The same instance but for one variable; new datasets where the old ones no longer fit."""
    chosen = rng.choice(formula.variables)
    start = {k: v for k, v in near.items() if k != chosen.name or chosen.domain[0] != "dataset"}
    if chosen.name == "prior":
        pinned = _pinned(formula)
        start["prior"] = pinned or _nudged(near["prior"], rng, whole=_whole(formula))
    elif chosen.name == "n":
        step = rng.choice((-2, -1, 1, 2))
        n = min(max(1, near["n"] + step), largest)
        prior = near.get("prior")
        if prior is None or number_of_datasets(n, prior.k) <= MANY or n < near["n"]:
            start = {k: v for k, v in start.items() if not isinstance(v, tuple)} | {"n": n}
    elif chosen.domain[0] == "rational":
        value = near[chosen.name] * rng.choice((Fraction(1, 2), Fraction(9, 10), Fraction(5, 4), 2))
        if inside(value, *chosen.domain[1:]):
            start[chosen.name] = value
    elif chosen.domain[0] in ("int", "word"):
        start[chosen.name] = _scalar(chosen, rng)
    return _with_datasets(formula, rng, start)


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


def _scalar(v: Variable, rng: Random) -> Any:
    kind, *bounds = v.domain
    if kind == "word":
        return rng.choice(bounds)
    if kind == "int":
        low, high = bounds
        least = 0 if low is None else int(low)
        return rng.randint(least, least + 12 if high is None else int(high))
    pool = [Fraction(t) for t in SIZES.get(v.name, ORDINARY).split()]
    pool += [Fraction(rng.randint(1, 50), rng.randint(1, 50)) for _ in range(4)]
    pool += [-q for q in pool] if bounds[0] is None or Fraction(bounds[0]) < 0 else []
    return rng.choice([q for q in pool if inside(q, *bounds)])


def _with_datasets(formula: Formula, rng: Random, start: Assigned) -> Assigned:
    """The variables in their order, with datasets where they are missing."""
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


QUICK = 5
"""Tries of a run that finds a number on record."""
OF_CODE = 60
"""Tries of a reading about a mechanism given as code, each of which runs the code anew."""
PATIENCE = 60
"""Instances for each try that is wanted, those included that miss the hypotheses."""

Trial = tuple[bool | None, dict[str, Any]]


@dataclass(frozen=True)
class Withstood:
    """What came of a search: certified tries, those that stayed open, the first violation."""

    tries: int
    undecided: int
    violation: dict[str, Any] | None = None


def today(
    reading: Reading,
    known: Outcome | None,
    *,
    thorough: bool = False,
    name: str = "",
    checked: bool = False,
) -> Outcome:
    """The outcome of a reading now.

    At its recorded witness if it has one, else afresh; what is certified on a grid is searched.
    A theorem counts if Coq has `checked` it now, or nothing has changed since it is on record.
    """
    if not checked and (known is None or known.proof != reading.proved):
        reading = replace(reading, proved=None)
    at_the_witness = known is not None and known.witness is not None and reading.formula is not None
    if known is not None and at_the_witness and not thorough:
        return recertified(reading, known)
    found = outcome(reading, thorough=thorough)
    if found.verdict is not Verdict.HOLDS_BOUNDED:
        return found
    on_record = 0 if known is None or thorough else known.tries
    return earned(reading, found, on_record, name)


def earned(reading: Reading, found: Outcome, on_record: int = 0, name: str = "") -> Outcome:
    """An outcome that holds up to a bound, if it withstands the reading's search.

    With a number of tries on record only the first few are repeated.
    """
    wanted = reading.search.tries
    if reading.formula is not None and not of_the_kernel(reading.formula):
        wanted = min(wanted, OF_CODE)
    wanted = min(QUICK, wanted) if on_record else wanted
    seen = withstand(reading, wanted, name or reading.id)
    if seen.violation is not None:
        trusts = basis(reading.formula) if reading.formula is not None else found.trusts
        return replace(
            found,
            verdict=Verdict.FAILS,
            evidence=REFUTED,
            witness=seen.violation,
            worst=seen.violation,
            trusts=trusts,
        )
    if seen.tries < wanted:
        why = f"certified on the grid; a search came to {seen.tries} of {wanted} tries"
        return replace(found, verdict=Verdict.UNDECIDED, evidence=why)
    evidence = found.evidence
    if seen.undecided:
        evidence += f"; balls leave {seen.undecided} more of the instances tried open"
    return replace(found, evidence=evidence, tries=on_record or seen.tries)


def withstand(reading: Reading, wanted: int, name: str) -> Withstood:
    """Try a reading until it was certified so often, or violated, or patience ends."""
    tries = undecided = 0
    for answer, instance in _trials(reading, wanted, name):
        if answer is False:
            return Withstood(tries, undecided, instance)
        tries += answer is True
        undecided += answer is None
        if tries == wanted:
            break
    return Withstood(tries, undecided)


def _trials(reading: Reading, wanted: int, name: str) -> Iterator[Trial]:
    """Hostile instances of a formula, or the attempts that a check brings along."""
    if reading.formula is not None:
        yield from _at_hostile_instances(reading.formula, name, reading.search.n, wanted)
    elif (attempt := reading.search.attempt) is not None:
        rng, before = Random(name), set[str]()  # noqa: S311  (a search, no secret)
        for _ in range(PATIENCE * wanted):
            answer, where = attempt(rng)
            if str(where) not in before:
                before.add(str(where))
                yield answer, where


def _at_hostile_instances(
    formula: Formula, seed: str, largest: int, wanted: int
) -> Iterator[Trial]:
    """Instances that meet the hypotheses, with what is certain there; the nearest is varied."""
    source = draws(formula, seed, largest)
    climbing = formula.conclusion.op in ("le", "lt")
    instance, nearest = next(source), 0.0
    before = set[tuple[Any, ...]]()
    for _ in range(PATIENCE * wanted):
        fresh = (values := tuple(instance.values())) not in before
        before.add(values)
        met, holds, _ = truth_at(formula, instance) if fresh else (False, None, None)
        better = None
        if met:
            yield holds, shown(formula, instance) if holds is False else instance
            if climbing and holds and (margin := excess(formula, instance)) > nearest:
                better, nearest = instance, margin
        instance = source.send(better)
