"""Renyi divergences of every order of hostile small laws, against sums in balls of 500 bits.

    python tests/support/order_fuzz.py 3000 [hidden]      compares that many laws of each form

Zeros, nearly equal rows, masses of 10^-300, disjoint supports, laws of which a part is hidden; the
orders are 0, 1, within 10^-6 of 1 on both sides, tiny, and large.  The sums share nothing with
dpbi: probabilities are rationals, or rows of `hostile_laws.py`, and powers are flint's own.
"""

from __future__ import annotations

import math
import random
import sys
from fractions import Fraction
from types import SimpleNamespace

from flint import arb, ctx, fmpq
from hidden import OUTPUTS, Hidden
from hostile_laws import (
    exp_bounds,
    exponent_rows,
    float_rows,
    ordered,
    polynomial_rows,
    rational_rows,
    value,
)

import dpbi
from dpbi.fields import Balls
from dpbi.privacy.tails.looking import Closeness, Tails
from dpbi.privacy.tails.moments import _divergence as of_pair

BITS, TOLERANCE = 500, Fraction(1, 10**12)
ORDERS = [Fraction(v) for v in ("0", "1/1000", "1/3", "1/2", "0.9", "0.999999", "1")]
ORDERS += [Fraction(v) for v in ("1.000001", "3/2", "2", "7", "999/1000", "1001/1000")]
ORDERS += [1 - Fraction(1, 10**12), 1 + Fraction(1, 10**12), Fraction(64)]


def ball(v):
    """A rational, or the ends of one, as a ball."""
    if isinstance(v, tuple):
        return ball(v[0]).union(ball(v[1]))
    return arb(fmpq(v.numerator, v.denominator))


def divergence(p, q, a):
    """D_a of two rows of balls or exact zeros, by its definition; None where it is infinite."""
    both = [(v, w) for v, w in zip(p, q, strict=True) if v != 0 and w != 0]
    if not both or (a >= 1 and len(both) < sum(v != 0 for v in p)):
        return None
    if a == 1:
        return sum((v * (v / w).log() for v, w in both), arb(0))
    return sum((w * (v / w) ** ball(a) for v, w in both), arb(0)).log() / ball(a - 1)


def exactly(v):
    """Both ends of a ball as rationals."""
    found = []
    for end in (v.lower(), v.upper()):
        m, e = (int(n) for n in end.man_exp())
        found.append(Fraction(m) * (Fraction(2) ** e))
    return found


def largest(rows, pairs, a):
    """(lo, hi) of the largest divergence over pairs; infinite where one is."""
    found = [divergence(rows[i], rows[j], a) for i, j in pairs]
    if None in found:
        return math.inf, math.inf
    ends = [exactly(v) for v in found]
    return max(lo for lo, _ in ends), max(hi for _, hi in ends)


def agree(found, true, seen=""):
    """Whether bounds hold what encloses the true value."""
    lo, hi = true
    assert found.lo <= hi, (seen, found, float(lo))
    assert lo <= found.hi, (seen, found, float(lo))


def complete(m, rows, pairs, rng):
    """Bounds of every order, the pair named, and what is decided next to the value."""
    for a in rng.sample(ORDERS, 5):
        found, true = dpbi.renyi_divergence(m, a), largest(rows, pairs, a)
        agree(found, true, (rows, a))
        named = divergence(rows[found.x], rows[found.y], a)
        if found.lo == math.inf:
            assert named is None, (rows, a)
            continue
        assert found.width <= TOLERANCE, (rows, a, found)
        assert found.lo <= exactly(named)[1], (rows, a)
        for off in (-1, 1):
            bound = (true[0] + off * Fraction(1, 10 ** rng.choice((3, 9)))).limit_denominator(
                10**12
            )
            if bound >= 0:
                said = dpbi.decide(m, dpbi.Promise.renyi(a, bound)).verdict
                assert said == ("holds" if true[1] <= bound else "fails"), (rows, a, bound)


def of_rationals(rng):
    rows, kind = rational_rows(rng), rng.choice(("line", "all"))
    if rng.random() < 0.3:
        rows = nearly_equal(rng, rows)
    table = dpbi.Table.of({i: dict(enumerate(row)) for i, row in enumerate(rows)}, kind)
    complete(table, [list(map(ball, row)) for row in rows], ordered(len(rows), kind), rng)


def nearly_equal(rng, rows):
    """The first row again and again, with a little moved."""
    row, found = rows[0] if len(rows[0]) > 1 else [Fraction(1, 2)] * 2, []
    for _ in range(3):
        moved = Fraction(1, 10 ** rng.choice((5, 30, 80))) * min(v for v in row if v)
        i, j = rng.sample(range(len(row)), 2)
        found.append([v + moved * ((k == i) - (k == j and v > moved)) for k, v in enumerate(row)])
    return [[v / sum(row) for v in row] for row in found]


def of_floats(rng):
    rows, kind = float_rows(rng), rng.choice(("line", "all"))
    table = dpbi.Table.of({i: dict(enumerate(row)) for i, row in enumerate(rows)}, kind)
    exact = [[Fraction(v) for v in row] for row in rows]
    divided = [[ball(v / sum(row)) for v in row] for row in exact]
    complete(table, divided, ordered(len(rows), kind), rng)


def of_exponents(rng):
    rows, kind = exponent_rows(rng), rng.choice(("line", "all"))
    weights = [[ball(v).exp() for v in row] for row in rows]
    laws = [[w / sum(row, arb(0)) for w in row] for row in weights]
    m = dpbi.LogWeights.of({i: dict(enumerate(row)) for i, row in enumerate(rows)}, kind)
    complete(m, laws, ordered(len(rows), kind), rng)


def of_polynomials(rng):
    rows, kind = polynomial_rows(rng), rng.choice(("line", "all"))
    rate = rng.choice([Fraction(1), Fraction(1, 3), Fraction(5, 2)])
    q = exp_bounds(-rate, BITS)
    laws = [[ball(value(p, q)) if any(p) else arb(0) for p in row] for row in rows]
    m = dpbi.Polynomials.of({i: dict(enumerate(row)) for i, row in enumerate(rows)}, rate, kind)
    complete(m, laws, ordered(len(rows), kind), rng)


def hidden(rng):
    """Laws on six outputs, of which some are hidden, in part or as a whole, or hardly at all."""
    both = []
    for _ in range(2):
        weights = [rng.choice((0, 1, 1, 2, 5, Fraction(1, 10**12))) for _ in OUTPUTS]
        weights = weights if any(weights) else [1] * len(OUTPUTS)
        both.append({r: Fraction(w) / sum(weights) for r, w in zip(OUTPUTS, weights, strict=True)})
    if rng.random() < 0.3:
        both[1] = dict(both[0])
    window, same, listed = set(rng.sample(OUTPUTS, rng.randrange(7))), rng.random() < 0.5, []
    for law in both:
        atoms = window if same else set(rng.sample(OUTPUTS, rng.randrange(7)))
        row = {r: law[r] for r in sorted(atoms)}
        if rng.random() < 0.5:
            share = (1, 1, Fraction(9, 10), 1 - Fraction(1, 10**15), 0)
            row = {r: p * rng.choice(share) for r, p in row.items()}
        listed.append(row)
    closed = frozenset(OUTPUTS) if rng.random() < 0.5 else None
    laws = tuple({r: p for r, p in law.items() if p} for law in both)
    return Hidden(laws, tuple(listed), closed, rng.random() < 0.5, Fraction(rng.choice((2, 3)), 2))


def of_hidden(rng):
    m = hidden(rng)
    rows = [[ball(law.get(r, Fraction(0))) for r in OUTPUTS] for law in m.laws]
    for a in rng.sample(ORDERS, 4):
        found, true = dpbi.renyi_divergence(m, a), largest(rows, [(0, 1), (1, 0)], a)
        agree(found, true, (m, a))
        bound = Fraction(rng.randint(0, 20), 10)
        said = dpbi.decide(m, dpbi.Promise.renyi(a, bound)).verdict
        if not true[0] <= bound < true[1]:  # equal laws: the ball of a divergence that is 0
            assert said in ("undecided", "holds" if true[1] <= bound else "fails"), (m, a, bound)
        if all(m.listed[x] == m.laws[x] for x in (0, 1)):
            assert found.width <= TOLERANCE or found.lo == math.inf, (m, a, found)
    for a in (Fraction(0), Fraction(1), rng.choice(ORDERS)):
        each_way(m, rows, a)


def each_way(m, rows, a):
    """Each direction by itself: of the largest of both, one upper end says nothing where the other
    is infinite."""
    tails, look = Tails(dpbi.adapt(m)), Closeness(Fraction(1, 100), Balls(256))
    with look.F.scope():
        for pair in tails.ordered:
            lo, hi, _ = of_pair(tails, pair, a, look)
            true = largest(rows, [(pair.x, pair.y)], a)
            agree(SimpleNamespace(lo=lo, hi=hi), true, (m, a, pair))


FORMS = SimpleNamespace(
    rationals=of_rationals,
    floats=of_floats,
    exponents=of_exponents,
    polynomials=of_polynomials,
    hidden=of_hidden,
)


def compare_many(form, seeds):
    """Compare one law for each seed; what disagrees is raised, after its seed is said."""
    for seed in seeds:
        try:
            with ctx.workprec(BITS):
                getattr(FORMS, form)(random.Random(f"{form} {seed}"))
        except Exception:
            sys.stderr.write(f"{form} {seed}\n")
            raise


if __name__ == "__main__":
    for name in sys.argv[2:] or vars(FORMS):
        compare_many(name, range(int(sys.argv[1])))
        sys.stdout.write(f"{sys.argv[1]} laws of {name} agree\n")
        sys.stdout.flush()
