"""The expected Hellinger distance between a release and the true posterior."""

from __future__ import annotations

from collections.abc import Iterable

from flint import arb

from dpbi.accuracy.releases import of_counts, releases
from dpbi.mechanisms.counts import OfCounts
from dpbi.numbers import Enclosure


def expected_distance(m: OfCounts, x: Iterable[object], *, bits: int = 128) -> Enclosure:
    """E H(BI(x), R) for the posterior R released at x; refused where a release is no posterior.

    Nothing is held in memory but tables of length n, so that millions of candidates are no
    obstacle.
    """
    found = releases(m, of_counts(m).check_dataset(x), bits)
    with found.field.scope():
        mean, weight = arb(0), arb(0)
        for _, _, h, w in found.orbits():
            mean += w * h
            weight += w
        if not found.normal:
            mean /= weight
        unseen = found.unseen
        return found.field.enclosure(mean + unseen)
