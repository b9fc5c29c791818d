"""Hostile small laws of every form that users write, with losses and deltas by plain Fractions.

    python tests/support/hostile_laws.py 3000      compares that many of each form

Ties, zeros, ratios 10^-30 apart, equal rows, polynomials with common factors, rationals of a
hundred digits, subnormal doubles.  Nothing here uses dpbi's numbers: e^r is enclosed by its series.
"""

from __future__ import annotations

import math
import random
import sys
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

import dpbi
from dpbi.fields.polynomial import polynomial
from dpbi.laws.forms import QuotientInQ
from dpbi.privacy import delta as deltas
from dpbi.privacy import loss as losses
from dpbi.privacy import renyi
from dpbi.privacy.methods import excess, polynomials, streams, tables

BITS = 320
NEAR = Fraction(1, 10**30)
TOLERANCE = Fraction(1, 10**12)
RELATIONS = ("line", "all")


@cache
def exp_bounds(r, bits=BITS):
    """Rationals around e^r, closer than 2^-bits: the series for |r| <= 1/2, then squares."""
    halvings = math.ceil(abs(r)).bit_length() + 1
    x, fine = r / (1 << halvings), bits + 64 + 4 * math.ceil(abs(r))
    term, total, j = Fraction(1), Fraction(1), 0
    while abs(term) > Fraction(1, 1 << fine + 8):
        j += 1
        term = Fraction((term * x / j * (1 << 2 * fine)).__round__(), 1 << 2 * fine)
        total += term
    slack = Fraction(1, 1 << fine)  # the rest of the series, and the roundings, are below
    lo, hi = total - slack, total + slack
    unit = 1 << fine
    for _ in range(halvings):
        lo, hi = (
            Fraction((lo * lo * unit).__floor__(), unit),
            Fraction((hi * hi * unit).__ceil__(), unit),
        )
    return lo, hi


def value(poly, q):
    """A polynomial with coefficients >= or < 0 at q in [lo, hi], both ends of what it can be."""
    lo = hi = Fraction(0)
    (a, b), below, above = q, Fraction(1), Fraction(1)
    for c in poly:
        lo, hi = lo + min(c * below, c * above), hi + max(c * below, c * above)
        below, above = below * a, above * b
    return lo, hi


def product(p, q):
    found = [Fraction(0)] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            found[i + j] += a * b
    return found


def total(polys):
    return [
        sum((p[i] for p in polys if i < len(p)), Fraction(0)) for i in range(max(map(len, polys)))
    ]


def same(p, q):
    return not any(total([p, [-c for c in q]]))


def ordered(count, kind):
    """All ordered pairs of neighbours, in order."""
    return [
        (i, j)
        for i in range(count)
        for j in range(count)
        if i != j and (kind == "all" or abs(i - j) == 1)
    ]


def entry(rng):
    """A weight: small, equal to others, next to another one, or long."""
    kind = rng.randrange(5)
    if kind < 3:
        return Fraction(rng.randint(1, 4))
    if kind == 3:
        return rng.randint(1, 3) + rng.choice([-1, 1, 2]) * NEAR
    return Fraction(rng.randint(1, 10**100), rng.randint(1, 10**100))


def rational_rows(rng):
    """Rows that sum to 1; some equal, some with zeros."""
    width, rows = rng.randint(1, 4), []
    for _ in range(rng.randint(2, 5)):
        if rows and rng.random() < 0.3:
            rows.append(rng.sample(rows[-1], width) if rng.random() < 0.5 else list(rows[-1]))
            continue
        row = [entry(rng) for _ in range(width)]
        if rng.random() < 0.15:
            row[rng.randrange(width)] = Fraction(0)
        row = row if any(row) else [Fraction(1)] * width
        rows.append([v / sum(row) for v in row])
    return rows


def float_rows(rng):
    """Rows of doubles that almost sum to 1, subnormal entries among them."""
    width, rows = rng.randint(2, 4), []
    for _ in range(rng.randint(2, 5)):
        if rows and rng.random() < 0.3:
            rows.append(list(rows[-1]))
            continue
        row = np.array([rng.choice([1.0, 2.0, 3.0, rng.random() + 0.1]) for _ in range(width)])
        row /= row.sum()
        if rng.random() < 0.4:
            row[0] = np.nextafter(row[0], rng.choice([0, 1]))
        if rng.random() < 0.3:
            k = rng.randrange(width)
            row[(k + 1) % width] += row[k]
            row[k] = rng.choice([0.0, 5e-324, 1e-310, 2.0**-1022, 1e-300])
        rows.append(row.tolist())
    return rows


def polynomial_rows(rng):
    """Rows of polynomials that sum to 1: parts of 1 in powers of q and 1 - q, split in ratios."""
    q, rest = [Fraction(0), Fraction(1)], [Fraction(1), Fraction(-1)]
    width, rows = rng.randint(2, 4), []
    for _ in range(rng.randint(2, 5)):
        if rows and rng.random() < 0.35:
            rows.append(rng.sample(rows[-1], width))
            continue
        row = [[Fraction(1)]]
        while len(row) < width:
            part = row.pop(rng.randrange(len(row)))
            share = rng.choice([Fraction(1, 2), Fraction(1, 3), Fraction(1, 2) + NEAR, None])
            pieces = (q, rest) if share is None else ([share], [1 - share])
            row += [product(part, piece) for piece in pieces]
        rng.shuffle(row)
        rows.append(row)
    if rng.random() < 0.15:
        rows[0] = [*rows[0][:-2], total(rows[0][-2:]), [Fraction(0)]]
    return rows


def weight_rows(rng):
    """Weights that are polynomials, positive on (0, 1), with factors in common."""
    bases = [[1], [0, 1], [1, -1], [1, 1], [2, -1], [1, 0, 1], [1 + NEAR], [3, 0, -1]]
    width, rows = rng.randint(1, 3), []
    for _ in range(rng.randint(2, 4)):
        row = []
        for _ in range(width):
            w = [Fraction(rng.randint(1, 3))]
            for _ in range(rng.randrange(3)):
                w = product(w, [Fraction(c) for c in rng.choice(bases)])
            row.append(w)
        rows.append(rng.sample(rows[-1], width) if rows and rng.random() < 0.35 else row)
    return rows


def exponent_rows(rng):
    """Rational log-weights; some outputs are impossible."""
    width, rows = rng.randint(1, 4), []
    for _ in range(rng.randint(2, 5)):
        if rows and rng.random() < 0.3:
            rows.append(rng.sample(rows[-1], width))
            continue
        row = [Fraction(rng.randint(-4, 4), rng.choice([1, 2, 3])) for _ in range(width)]
        if rng.random() < 0.3:
            row[0] += rng.choice([NEAR, -NEAR, 20, Fraction(rng.randint(1, 10**40), 10**40)])
        rows.append(row)
    return rows


def log_bounds(ratio):
    """ln of a rational > 0 in doubles would do; by mpmath, to 60 digits."""
    from mpmath import mp, mpf

    with mp.workdps(80):
        found = mp.log(mpf(ratio.numerator)) - mp.log(mpf(ratio.denominator))
        return Fraction(int(mp.floor(found * mpf(10) ** 60)), 10**60)


def check_loss(found, top, tied, at_most_one=False):
    """The loss against the largest ratio (None: infinite), its witness against the tied places."""
    where = (found.witness.x, found.witness.y, found.witness.output)
    if top is None:
        assert found.lo == found.hi == math.inf, found
        assert where in tied, (where, tied)
        return
    value = log_bounds(top)
    assert found.lo - NEAR <= value <= found.hi + NEAR, (found, float(value))
    assert found.hi - found.lo <= TOLERANCE
    assert where == tied[0] if at_most_one else where in tied, (where, tied)


def largest(rows, pairs, ratio_key):
    """The largest ratio and all places that attain it; (None, places) where it is infinite."""
    possible = [(i, j, r) for i, j in pairs for r, p in enumerate(rows[i]) if any_of(p)]
    lost = [(i, j, r) for i, j, r in possible if not any_of(rows[j][r])]
    if lost:
        return None, lost
    keys = {place: ratio_key(*place) for place in possible}
    top = max(lo for lo, _ in keys.values())
    return top, [place for place, (_, hi) in keys.items() if hi >= top]


def any_of(p):
    return any(p) if isinstance(p, list) else p > 0


def excess_of(p, q, factor):
    """sum of max(0, p - factor q), for bounds of each; both ends."""
    ends = [(a[0] - factor[1] * b[1], a[1] - factor[0] * b[0]) for a, b in zip(p, q, strict=True)]
    return sum(max(lo, 0) for lo, _ in ends), sum(max(hi, 0) for _, hi in ends)


def check_deltas(m, bounds, pairs, rng, ask):
    """delta at three levels, one rational factor among them, against plain sums."""
    for level in (
        Fraction(0),
        dpbi.fields.level("level", "ln(2)"),
        Fraction(rng.randint(1, 300), 100),
    ):
        factor = (Fraction(2),) * 2 if not isinstance(level, Fraction) else exp_bounds(level)
        plain = [excess_of(bounds[i], bounds[j], factor) for i, j in pairs]
        lo, hi = max(v[0] for v in plain), max(v[1] for v in plain)
        (found,) = ask(m, [level])
        assert found.lo - NEAR <= hi, (found, float(lo))
        assert min(lo, 1) <= found.hi + NEAR, (found, float(lo))
        assert found.width <= 2 * TOLERANCE
        x, y = found.x, found.y
        assert excess_of(bounds[x], bounds[y], factor)[1] >= found.lo - NEAR


def exact_rows(rng, rows):
    """Rational or float probabilities: by the filter, by Fractions, and window by window."""
    kind = rng.choice(RELATIONS)
    pairs = ordered(len(rows), kind)
    exact = [[Fraction(p) for p in row] for row in rows]
    floats = isinstance(rows[0][0], float)
    table = dpbi.Table.of({i: dict(enumerate(row)) for i, row in enumerate(rows)}, kind)
    top, tied = largest(exact, pairs, lambda i, j, r: (exact[i][r] / exact[j][r],) * 2)
    for found in (
        tables.table_loss(table, TOLERANCE),
        tables.table_loss(table, TOLERANCE, 0),
        tables.streamed_loss(table, TOLERANCE, 1),
    ):
        check_loss(found, top, tied)
        assert top is None or found.largest_ratio == top
    bounds = [[(p, p) for p in row] for row in exact]
    for ask in (
        lambda m, levels: excess.Excess(m, 0).profile(levels, TOLERANCE),
        lambda m, levels: streams.StreamedExcess(table, 1).profile(levels, TOLERANCE),
    ):
        check_deltas(dpbi.privacy.methods.laid.Laid.of(table), bounds, pairs, rng, ask)
    if top is not None and not floats and top > 1 and top.denominator < 10**6:
        assert dpbi.is_private(table, f"ln({top})") is True
        assert dpbi.is_private(table, f"ln({top * (1 - NEAR)})") is False


def in_q(rng, rows, form):
    """Polynomials, or weights that are: every comparison at q = exp(-rate) by long fractions."""
    rate = rng.choice([Fraction(1), Fraction(1, 3), Fraction(5, 2)])
    q, kind = exp_bounds(-rate), rng.choice(RELATIONS)
    pairs = ordered(len(rows), kind)
    sums = [total(row) for row in rows]
    values = [[value(p, q) for p in row] for row in rows]
    norms = [value(s, q) for s in sums]

    def parts(i, j, r):
        return product(rows[i][r], sums[j]), product(rows[j][r], sums[i])

    def ratio(i, j, r):
        (a, b), (c, d) = (value(p, q) for p in parts(i, j, r))
        return a / d, b / c

    m = form({i: dict(enumerate(row)) for i, row in enumerate(rows)}, rate, kind)
    top, tied = largest(rows, pairs, ratio)
    if top is not None:  # places whose polynomials differ are not tied, however near
        first, second = parts(*tied[0])
        rest = [
            t for t in tied if same(product(parts(*t)[0], second), product(parts(*t)[1], first))
        ]
        assert len(rest) == len(tied), "bits do not tell two ratios apart"
    found = dpbi.privacy_loss(m, tolerance=TOLERANCE)
    check_loss(found, top, tied, at_most_one=True)
    bounds = [
        [(a / norm[1], b / norm[0]) for a, b in row]
        for row, norm in zip(values, norms, strict=True)
    ]
    check_deltas(m, bounds, pairs, rng, lambda m, levels: dpbi.privacy_profile(m, levels))
    if top is not None and found.exact_value is not None:
        assert dpbi.is_private(m, found.exact_value) is True
        if found.exact_value > 0:
            assert dpbi.is_private(m, found.exact_value - NEAR / 10) is False


@dataclass(frozen=True, eq=False)
class Weights(QuotientInQ):
    """Weights in q, as a user writes them."""

    rows: dict
    rate: Fraction
    kind: str

    def datasets(self):
        return list(self.rows)

    def neighbours(self, x):
        return [y for y in self.rows if y != x and (self.kind == "all" or abs(x - y) == 1)]

    def weights(self, x):
        return {r: polynomial(p) for r, p in self.rows[x].items()}


def log_weights(rng, rows):
    """Rational exponents, the normalisers enclosed."""
    kind = rng.choice(RELATIONS)
    pairs = ordered(len(rows), kind)
    weights = [[exp_bounds(r) for r in row] for row in rows]
    bounds = []
    for row in weights:
        norm = sum(a for a, _ in row), sum(b for _, b in row)
        bounds.append([(a / norm[1], b / norm[0]) for a, b in row])
    m = dpbi.LogWeights.of({i: dict(enumerate(row)) for i, row in enumerate(rows)}, kind)
    top, tied = largest(
        [[b for _, b in row] for row in bounds],
        pairs,
        lambda i, j, r: (bounds[i][r][0] / bounds[j][r][1], bounds[i][r][1] / bounds[j][r][0]),
    )
    check_loss(dpbi.privacy_loss(m), top, tied)
    check_deltas(m, bounds, pairs, rng, lambda m, levels: dpbi.privacy_profile(m, levels))
    a = rng.choice([2, 3])
    sums = [
        [sum(p[1] ** a / q[0] ** (a - 1) for p, q in zip(bounds[i], bounds[j], strict=True))]
        for i, j in pairs
    ]
    value = log_bounds(max(sums)[0]) / (a - 1)
    found = dpbi.renyi_divergence(m, a)
    assert found.lo - NEAR <= value <= found.hi + NEAR


FORMS = {
    "rationals": lambda rng: exact_rows(rng, rational_rows(rng)),
    "floats": lambda rng: exact_rows(rng, float_rows(rng)),
    "polynomials": lambda rng: in_q(rng, polynomial_rows(rng), dpbi.Polynomials.of),
    "weights": lambda rng: in_q(rng, weight_rows(rng), Weights),
    "log-weights": lambda rng: log_weights(rng, exponent_rows(rng)),
}


def always_filter(patch):
    """Doubles dismiss what they can in laws of every size."""
    for module in (losses, deltas, renyi, polynomials):
        patch(module, "FEW", 0)


def compare_many(form, seeds):
    """Compare one law for each seed; what disagrees is raised, after its seed is said."""
    for seed in seeds:
        try:
            FORMS[form](random.Random(f"{form} {seed}"))
        except Exception:
            sys.stderr.write(f"{form} {seed}\n")
            raise


if __name__ == "__main__":
    always_filter(setattr)
    for name in FORMS:
        compare_many(name, range(int(sys.argv[1])))
        sys.stdout.write(f"{sys.argv[1]} laws of {name} agree\n")
        sys.stdout.flush()
