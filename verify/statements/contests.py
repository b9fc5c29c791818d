"""Two mechanisms at one dataset: whose errors are smaller, at which eps and delta.

A contest is between the baseline Laplace mechanism, noise of scale (numerator)/eps, and a mechanism
with exponential smooth sensitivity, exp(-eps H / (2 S)) ("mh-exp") or exp(-eps H / S) ("mh-s").
Errors are Hellinger distances from the true posterior, from the exact laws of both, enclosed.
No formula states such a comparison: `judged` decides it case by case, by certified orders.

For every eps of an interval (`smooth_mechanism_is`, two categories): both mean errors never grow
with eps.

- Laplace noise is s E with s = numerator/eps and E of a fixed law.  As eps grows s shrinks: where
  E > 0 floor(s E) falls towards 0, where E < 0 it rises towards -1.  Clamping keeps the order, and
  H(x, .) grows with the steps on either side of x.  As floor(s E) <= -1 half of the time, the mean
  error is at least half the distance of one step down, however large eps is.
- The mean of H under weights exp(-t H) has the derivative -Var H in t; t = eps/(factor S), and S
  falls as beta does not fall, with eps and with delta.  At t = 0 all candidates are as likely.

So on [a, b] one is below the other if the larger value of the one, at a, is below the smaller value
of the other, at b; else the interval is halved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from dpbi.accuracy import expected_distance
from dpbi.accuracy.releases import releases
from dpbi.bayes import data, sensitivity
from dpbi.bayes.data import Counts, datasets
from dpbi.bayes.dirichlet import as_dirichlet, posteriors
from dpbi.fields import Balls, Enclosure
from dpbi.ledger.claims import Checking
from dpbi.ledger.deciding import NothingMet
from dpbi.ledger.grids import height
from dpbi.ledger.outcomes import Outcome, Verdict
from dpbi.mechanisms import mechanism
from dpbi.mechanisms.counts import OfCounts, of_counts

HUGE = Fraction(10) ** 400
"""How much larger a positive number is than zero, among margins that are compared."""
ComparedMeans: TypeAlias = tuple[dict[str, Any], bool | None, Enclosure, Enclosure]
"""Where, whether left < right there (None: not decided), and the two sides."""


def judged(
    cases: Iterable[Sequence[ComparedMeans]], domain: str, refuted: str, *, exhaustive: bool = False
) -> Outcome:
    """Whether left < right in every comparison of every case.

    Refuted at the first that is certainly otherwise, and `refuted` says how; the worst is the one
    where left is largest against right.  Without a single case nothing is said.
    """
    seen, unsure, lost = 0, 0, list[tuple[Fraction, dict[str, Any]]]()
    for case in cases:
        seen += 1
        for where, answer, left, right in case:
            unsure += answer is None
            if answer is False:
                sides = {"left": left.json(12), "right": right.json(12)}
                margin = left.lo / right.hi if right.hi else Fraction(left.lo > 0) * HUGE
                lost.append((margin, {**where, "_sides": sides}))
    if not seen:
        raise NothingMet(domain)
    if lost:
        worst = max(lost, key=lambda found: found[0])[1]
        return Outcome(Verdict.FAILS, refuted, domain, seen, lost[0][1], worst, ("ball",))
    if unsure:
        evidence = f"{unsure} comparisons in {seen} cases are not decided"
        return Outcome(Verdict.UNDECIDED, evidence, domain, seen, trusts=("ball",))
    how = "the whole domain" if exhaustive else "every instance of the grid"
    verdict = Verdict.HOLDS if exhaustive else Verdict.HOLDS_BOUNDED
    return Outcome(verdict, f"certified at {how}", domain, seen, trusts=("ball",))


BITS = 64

ErrorMeasure: TypeAlias = Callable[[OfCounts, data.Counts], Enclosure]


def on_counts(name: str, **parameters: Any) -> OfCounts:
    """A mechanism of the drafts by its name."""
    return of_counts(mechanism(name, **parameters))


@lru_cache(maxsize=512)
def mean(m: OfCounts, x: data.Counts) -> Enclosure:
    """The expected error."""
    return expected_distance(m, x, bits=BITS)


@lru_cache(maxsize=512)
def near(m: OfCounts, x: data.Counts) -> Enclosure:
    """The probability of an error of at most LS(x), which every neighbour of x has."""
    found, neighbours = releases(m, x, BITS), set(data.neighbours(x))
    F = found.field
    local = sensitivity.local(m.prior, x, F)
    with F.scope():
        nothing = F.rational(0)
        whole, inside = nothing, nothing.union(found.beyond)
        for output, _, h, weight in found.stream():
            whole += weight
            good = True if output in neighbours else F.less_equal(h, local)
            if good is not False:
                inside += weight if good else weight.union(nothing)
        return F.enclosure(inside if found.normal else inside / whole)


@dataclass(frozen=True)
class ContestScene:
    """A prior, a dataset, and the mechanisms that a figure compares there."""

    prior: tuple[int, ...]
    x: data.Counts
    numerator: int = 2
    names: tuple[str, ...] = ("mh-exp", "mh-s")

    @property
    def n(self) -> int:
        """The number of records."""
        return sum(self.x)

    def laplace(self, eps: Fraction) -> OfCounts:
        """Noise of scale numerator/eps, rounded down and clamped."""
        name = {1: "laplace-improved", 2: "laplace"}[self.numerator]
        return on_counts(name, prior=self.prior, n=self.n, epsilon=eps)

    def smooth(self, name: str, eps: Fraction, delta: Fraction) -> OfCounts:
        """A mechanism calibrated to exponential smooth sensitivity, beta with n + 1."""
        more = {"smooth": "exponential"} if name == "mh-s" else {}
        return on_counts(name, prior=self.prior, n=self.n, epsilon=eps, delta=delta, **more)

    def describe(self) -> str:
        """The scene in words."""
        forms = {"mh-exp": "exp(-eps H/(2 S))", "mh-s": "exp(-eps H/S)"}
        rivals = " and ".join(forms[name] for name in self.names)
        return (
            f"prior {self.prior}; x = {self.x}; noise of scale {self.numerator}/eps against "
            f"{rivals}, S = max LS(y) exp(-beta d(x, y)) with the beta of notes line 75"
        )

    def instance(self, name: str, eps: Fraction, delta: Fraction) -> dict[str, Any]:
        """Where a contest took place, in JSON's terms."""
        return {
            "n": self.n,
            "prior": [str(a) for a in self.prior],
            "x": list(self.x),
            "mechanism": name,
            "eps": str(eps),
            "delta": str(delta),
        }


def simplest_first(texts: Iterable[str]) -> list[Fraction]:
    """Exact numbers from their texts, in the order of every grid."""
    return sorted((Fraction(t) for t in texts), key=height)


def laplace_better(
    scene: ContestScene,
    measure: ErrorMeasure,
    epsilons: Sequence[str],
    deltas: Sequence[str],
    *,
    factor: str = "1",
    exhaustive: bool = False,
) -> Checking:
    """At each eps, delta and rival: the Laplace mechanism is better, by more than a factor.

    Better by a factor f: f times its mean error is below the rival's, or its probability of a good
    answer is above f times the rival's.
    """

    def contests() -> Iterator[tuple[dict[str, Any], Enclosure, Enclosure]]:
        f = Fraction(factor)
        for eps in simplest_first(epsilons):
            ours = measure(scene.laplace(eps), scene.x)
            for delta in simplest_first(deltas):
                for name in scene.names:
                    theirs = measure(scene.smooth(name, eps, delta), scene.x)
                    below, above = (ours, theirs) if measure is mean else (theirs, ours)
                    where = scene.instance(name, eps, delta)
                    yield where, Enclosure(f * below.lo, f * below.hi), above

    domain = (
        f"{scene.describe()}; eps in {{{', '.join(epsilons)}}}; delta in {{{', '.join(deltas)}}}"
    )
    return lambda: _judge(contests(), domain, exhaustive=exhaustive)


def laplace_better_everywhere(
    prior: tuple[int, ...], sizes: Sequence[int], eps: str, rival: str
) -> Checking:
    """The Laplace mechanism's mean error is below the rival's at every dataset of these sizes."""

    def contests() -> Iterator[tuple[dict[str, Any], Enclosure, Enclosure]]:
        for n in sizes:
            pair = [on_counts(name, prior=prior, n=n, epsilon=eps) for name in ("laplace", rival)]
            for x in data.datasets(n, len(prior)):
                ours, theirs = (mean(m, x) for m in pair)
                yield {"n": n, "x": list(x)}, ours, theirs

    domain = f"prior {prior}; n in {{{', '.join(map(str, sizes))}}}; eps = {eps}; all datasets"
    return lambda: _judge(contests(), domain, exhaustive=True)


def _judge(
    contests: Iterable[tuple[dict[str, Any], Enclosure, Enclosure]],
    domain: str,
    *,
    exhaustive: bool,
) -> Outcome:
    """Whether left < right in every contest; equal ends are enough to refute that."""
    refuted = "left < right is certainly false there"
    cases = ([(at, _less(left, right), left, right)] for at, left, right in contests)
    return judged(cases, domain, refuted, exhaustive=exhaustive)


def _less(left: Enclosure, right: Enclosure) -> bool | None:
    return True if left.hi < right.lo else False if left.lo >= right.hi else None


Searched: TypeAlias = tuple[Literal[True] | dict[str, Any] | None, int]

HALVINGS = 14
DOUBLINGS = 6

ARGUMENT = (
    "Neither mean error grows with eps. Laplace noise is s E with s = numerator/eps and E of a "
    "fixed law, so floor(s E) comes closer to 0 (E > 0) or to -1 (E < 0), and H(x, .) grows with "
    "the steps on either side; half of the time it is at least one step down. The mean of H under "
    "weights exp(-t H) has derivative -Var H in t = eps/(factor S), and t grows with eps and with "
    "delta, as beta does. So the ends of an interval bound both means on all of it"
)


@dataclass(frozen=True)
class Stretch:
    """The smooth mechanism is nearer on average, or farther, for all eps from `first` to `last`.

    `first` None is 0, not included; `last` None is infinity.  Nearer: for every delta from `delta`
    on; farther: for every delta up to it.
    """

    nearer: bool
    first: str | None
    last: str | None
    delta: str

    def __str__(self) -> str:
        start = "0 <" if self.first is None else f"{self.first} <="
        end = "" if self.last is None else f" <= {self.last}"
        deltas = f"{self.delta} <= delta < 1" if self.nearer else f"0 < delta <= {self.delta}"
        return f"{'nearer' if self.nearer else 'farther'} for {start} eps{end}, {deltas}"


def smooth_mechanism_is(scene: ContestScene, name: str, *stretches: Stretch) -> Checking:
    """The mechanism is nearer or farther than the Laplace mechanism, as the stretches say."""
    return lambda: _decide(Contest(scene, name), stretches)


def _decide(contest: Contest, stretches: tuple[Stretch, ...]) -> Outcome:
    scene = contest.scene
    domain = f"{scene.describe()}; " + "; ".join(map(str, stretches))
    seen = 0
    for stretch in stretches:
        answer, count = contest.cover(stretch)
        seen += count
        if answer is not True:
            if answer is None:
                return Outcome(Verdict.UNDECIDED, f"not decided: {stretch}", domain, seen)
            evidence = f"certainly not so at the instance printed: {stretch}"
            return Outcome(Verdict.FAILS, evidence, domain, seen, answer, trusts=("ball",))
    trusts = ("argument", "ball")
    evidence = f"{ARGUMENT}: {seen} ends"
    return Outcome(Verdict.HOLDS, evidence, domain, seen, trusts=trusts, certified=seen)


@dataclass(frozen=True)
class Contest:
    """One smooth mechanism against the Laplace mechanism at one dataset of two categories."""

    scene: ContestScene
    name: str

    def laplace(self, eps: Fraction | None) -> Enclosure:
        """The Laplace mechanism's mean error; for eps = infinity a lower bound of all of them."""
        if eps is not None:
            return mean(self.scene.laplace(eps), self.scene.x)
        c, rest = self.scene.x  # c >= 1, so that one step down is possible
        step = self._distances([(c - 1, rest + 1)])[0]
        return Enclosure(step.lo / 2, step.hi / 2)

    def smooth(self, eps: Fraction | None, delta: Fraction) -> Enclosure:
        """The smooth mechanism's mean error; for eps = 0 that of a uniform draw."""
        if eps is not None:
            return mean(self.scene.smooth(self.name, eps, delta), self.scene.x)
        found = self._distances(list(datasets(self.scene.n, 2)))
        return Enclosure(
            sum((h.lo for h in found), Fraction(0)) / len(found),
            sum((h.hi for h in found), Fraction(0)) / len(found),
        )

    def cover(self, stretch: Stretch) -> Searched:
        """True, None where it is not decided, or an instance at which it is not so; and a count."""
        delta = Fraction(stretch.delta)
        first = None if stretch.first is None else Fraction(stretch.first)
        last = None if stretch.last is None else Fraction(stretch.last)
        if (first is None or last is None) and not stretch.nearer:
            raise ValueError("only nearer is decided next to 0 and to infinity")
        if first is None:
            assert last is not None  # from 0 to infinity both never stay on one side
            return (True if self.smooth(None, delta).hi < self.laplace(last).lo else None), 1
        if last is None:
            return self._to_infinity(first, delta)
        return self._between(first, last, delta, nearer=stretch.nearer)

    def _to_infinity(self, first: Fraction, delta: Fraction) -> Searched:
        least = self.laplace(None).lo
        for i in range(DOUBLINGS):
            if self.smooth(first * 2**i, delta).hi < least:
                if i == 0:
                    return True, 1
                return self._between(first, first * 2**i, delta, nearer=True)
        return None, DOUBLINGS

    def _between(
        self, first: Fraction, last: Fraction, delta: Fraction, *, nearer: bool
    ) -> Searched:
        """Halve the interval until the ends of every piece decide it."""
        if (against := self._against(last, delta, nearer=nearer)) is not None:
            return against, 1
        pieces, seen = [(first, last, HALVINGS)], 0
        while pieces:
            a, b, left = pieces.pop()
            seen += 1
            if self._decided(a, b, delta, nearer=nearer):
                continue
            if (against := self._against(a, delta, nearer=nearer)) is not None:
                return against, seen
            if left == 0:
                return None, seen
            middle = (a + b) / 2
            pieces += [(middle, b, left - 1), (a, middle, left - 1)]
        return True, seen

    def _decided(self, a: Fraction, b: Fraction, delta: Fraction, *, nearer: bool) -> bool:
        if nearer:
            return self.smooth(a, delta).hi < self.laplace(b).lo
        return self.laplace(a).hi < self.smooth(b, delta).lo

    def _against(self, eps: Fraction, delta: Fraction, *, nearer: bool) -> dict[str, Any] | None:
        """The instance at eps, if it is certainly not so there."""
        ours, theirs = self.smooth(eps, delta), self.laplace(eps)
        if ours.lo < theirs.hi if nearer else theirs.lo < ours.hi:
            return None
        sides = {"left": ours.json(12), "right": theirs.json(12)}
        return {**self.scene.instance(self.name, eps, delta), "_sides": sides}

    def _distances(self, candidates: list[Counts]) -> list[Enclosure]:
        F = Balls(2 * BITS)
        table = posteriors(as_dirichlet(self.scene.prior), self.scene.n, F)
        with F.scope():
            return [F.enclosure(h) for h in table.distances(self.scene.x, candidates)]
