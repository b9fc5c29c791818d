"""Privacy by brute force: losses and divergences."""

from collections.abc import Callable

from oracle.records import datasets, neighbours
from oracle.values import Counts, Law, Number, Real, mp, real


def max_divergence(p: Law, q: Law) -> tuple[Real, Counts]:
    """max over outputs r of ln p(r) - ln q(r), and the r.  tailoring Definition 1, <= for its =."""

    def loss(r: Counts) -> Real:
        return mp.log(p[r]) - mp.log(q[r]) if q.get(r, 0) else mp.inf

    return max((loss(r), r) for r in p if p[r])


def delta(p: Law, q: Law, eps0: Number | Real) -> Real:
    """max over events of p(E) - e^eps0 q(E): the sum of the positive parts.  tailoring Def. 2."""
    factor = mp.exp(real(eps0))
    return mp.fsum(max(mp.mpf(0), p[r] - factor * q.get(r, 0)) for r in p)


def total_variation(p: Law, q: Law) -> Real:
    """Half the l1 distance of two laws."""
    return mp.fsum(abs(p.get(r, 0) - q.get(r, 0)) for r in p.keys() | q.keys()) / 2


def renyi(p: Law, q: Law, order: Number) -> Real:
    """ln(sum of p^a q^(1-a)) / (a - 1), order a > 0, a != 1."""
    a = real(order)
    return mp.log(mp.fsum(p[r] ** a * q[r] ** (1 - a) for r in p)) / (a - 1)


def ordered_pairs(n: int, k: int) -> list[tuple[Counts, Counts]]:
    """Every dataset with every neighbour, both ways round."""
    return [(x, y) for x in datasets(n, k) for y in neighbours(x)]


def privacy_loss(
    law: Callable[[Counts], Law], n: int, k: int
) -> tuple[Real, Counts, Counts, Counts]:
    """The true epsilon over every ordered neighbouring pair and output: loss, x, y, r."""
    laws = {x: law(x) for x in datasets(n, k)}
    loss, r, x, y = max((*max_divergence(laws[x], laws[y]), x, y) for x, y in ordered_pairs(n, k))
    return loss, x, y, r


def privacy_delta(
    law: Callable[[Counts], Law], n: int, k: int, eps0: Number | Real
) -> tuple[Real, Counts, Counts]:
    """The true delta at eps0 over every ordered neighbouring pair: delta, x, y."""
    laws = {x: law(x) for x in datasets(n, k)}
    return max((delta(laws[x], laws[y], eps0), x, y) for x, y in ordered_pairs(n, k))
