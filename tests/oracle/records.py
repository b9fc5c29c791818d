"""Datasets and neighbours, from records."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement, product

from oracle.values import Counts


def count(records: tuple[int, ...], k: int) -> Counts:
    """Delta alpha_i = sum_j [x_j = a_i].  tailoring line 111."""
    tally = Counter(records)
    return tuple(tally[i] for i in range(k))


def datasets(n: int, k: int) -> list[Counts]:
    """All count vectors of n records over k values: also the candidates R, as r - prior.

    R = {BI(y) : y in X^n}.  notes line 25; tailoring line 166 for k = 2.
    Ambiguous: notes line 57 wants R_B, integer parameters with sum n + 2.  Read: R_B = R, true for
    prior (1,1) only (and with parameters >= 1); for another prior BI(x) itself may be outside R_B.
    """
    return [count(s, k) for s in combinations_with_replacement(range(k), n)]


def replace_one(s: tuple[int, ...], t: tuple[int, ...]) -> bool:
    """Two record sequences differ in one place: the reading of adj taken everywhere here.

    The short drafts never define adj; notes line 37 writes |x', y'| <= 1.  Equal data sets count as
    adjacent if "at most one" is meant; that changes no maximum here.
    """
    return sum(a != b for a, b in zip(s, t, strict=True)) == 1


def adjacent_as_printed(s: tuple[int, ...], t: tuple[int, ...]) -> bool:
    """sum_i [x_i = x'_i] <= 1, literally: they AGREE in one place at most.  tailoring line 137."""
    return sum(a == b for a, b in zip(s, t, strict=True)) <= 1


def related_by_records(
    n: int, k: int, related: Callable[[tuple[int, ...], tuple[int, ...]], bool] = replace_one
) -> set[tuple[Counts, Counts]]:
    """Ordered pairs of distinct count vectors that some two related record sequences have.

    All pairs in {0..k-1}^n are tried: tiny n only.
    """
    sequences = list(product(range(k), repeat=n))
    pairs = {(count(s, k), count(t, k)) for s in sequences for t in sequences if related(s, t)}
    return {(x, y) for x, y in pairs if x != y}


@cache
def neighbours(x: Counts) -> list[Counts]:
    """The counts reached by replacing one record of one sequence with counts x.

    Which sequence does not matter: permuting the records permutes the results.
    """
    k = len(x)
    s = tuple(i for i, c in enumerate(x) for _ in range(c))
    found = {count((*s[:j], v, *s[j + 1 :]), k) for j in range(len(s)) for v in range(k)}
    return sorted(found - {x})


def hamming_by_records(x: Counts, y: Counts) -> int:
    """The least Hamming distance of two sequences with counts x and y.  Tiny n only.

    d is a distance of data sets (notes line 67, tailoring line 244, "Himming" in short-a line 18).
    LS depends on counts only, so the maximum over x' in X^n sees the least distance per count.
    """
    k = len(x)
    all_sequences = list(product(range(k), repeat=sum(x)))
    from_x = [s for s in all_sequences if count(s, k) == x]
    to_y = [t for t in all_sequences if count(t, k) == y]
    return min(sum(a != b for a, b in zip(s, t, strict=True)) for s in from_x for t in to_y)


@cache
def distances(x: Counts) -> dict[Counts, int]:
    """Number of single replacements from x to each dataset, by breadth-first search."""
    distance, frontier = {x: 0}, [x]
    while frontier:
        step = [(y, distance[z] + 1) for z in frontier for y in neighbours(z)]
        frontier = []
        for y, d in step:
            if y not in distance:
                distance[y] = d
                frontier.append(y)
    return distance
