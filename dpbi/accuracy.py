"""What a release is worth: the expected Hellinger distance between it and the true posterior."""

from __future__ import annotations

from collections.abc import Iterable

from dpbi.mechanisms.counts import OfCounts
from dpbi.numbers import Balls, Enclosure
from dpbi.posteriors import hellinger


def expected_distance(m: OfCounts, x: Iterable[object], *, bits: int = 128) -> Enclosure:
    """E H(BI(x), R) for the posterior R released at x; refused where a release is no posterior."""
    counts, F = m.check_dataset(x), Balls(bits)
    truth = m.prior.update(counts)
    with F.scope():
        law = m.log_pmf(counts, F)
        terms = (F.exp(p) * hellinger(truth, m.posterior(r), F) for r, p in law.items())
        return F.enclosure(sum(terms, F.rational(0)))
