"""Two mechanisms at one dataset: whose errors are smaller, at which eps and delta.

A contest is between the baseline Laplace mechanism, noise of scale (numerator)/eps, and a mechanism
with exponential smooth sensitivity, exp(-eps H / (2 S)) ("mh-exp") or exp(-eps H / S) ("mh-s").
Errors are Hellinger distances from the true posterior, from the exact laws of both, enclosed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from dpbi import data, sensitivity
from dpbi.accuracy import expected_distance
from dpbi.accuracy.releases import releases
from dpbi.checks.judging import judged
from dpbi.claims import Check, Outcome
from dpbi.grids import height
from dpbi.mechanisms import mechanism
from dpbi.mechanisms.counts import OfCounts
from dpbi.numbers import Enclosure

BITS = 64

Measure: TypeAlias = Callable[[OfCounts, data.Counts], Enclosure]


def on_counts(name: str, **parameters: Any) -> OfCounts:
    """A mechanism of the drafts by its name."""
    m = mechanism(name, **parameters)
    assert isinstance(m, OfCounts)  # all of the drafts' mechanisms are
    return m


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
class Scene:
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
    scene: Scene,
    measure: Measure,
    epsilons: Sequence[str],
    deltas: Sequence[str],
    *,
    factor: str = "1",
    exhaustive: bool = False,
) -> Check:
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
) -> Check:
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
