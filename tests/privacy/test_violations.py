"""The first violation: the filter, and balls, find it where brute force over fractions does."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf

from dpbi.laws.forms import Weighted
from dpbi.laws.promise import Promise
from dpbi.laws.tables import Table
from dpbi.privacy import violations
from dpbi.privacy.deciding import decide
from dpbi.privacy.methods.laid import Laid
from dpbi.privacy.violations import first_violation

mp.dps = 60
WEIGHTS = st.lists(st.integers(0, 6), min_size=3, max_size=3).filter(any)


@st.composite
def tables(draw, floats=False):
    """A few datasets and three outputs, on a line or all neighbours."""
    rows = draw(st.lists(WEIGHTS, min_size=2, max_size=5))
    laws = {i: {r: Fraction(w, sum(row)) for r, w in enumerate(row)} for i, row in enumerate(rows)}
    if floats:
        laws = {i: {r: w / sum(row) for r, w in enumerate(row)} for i, row in enumerate(rows)}
    return Table.of(laws, draw(st.sampled_from(["line", "all"])))


class InBalls(Weighted):
    """The same law, given so that only balls can go through it."""

    def __init__(self, table):
        self.table = table

    def datasets(self):
        return self.table.datasets()

    def neighbours(self, x):
        return self.table.neighbours(x)[::-1]

    def log_weights(self, x, F):
        return {r: F.log(F.rational(p)) for r, p in self.table.row(x).law.items()}


def pairs(table):
    near = table.relation.kind == "all"
    n = len(table.layout.names)
    return [(x, y) for x, y in product(range(n), repeat=2) if x != y and (near or abs(x - y) == 1)]


def brute_ratio(table, epsilon):
    for x, y in pairs(table):
        p, q = (table.row(z).law for z in (x, y))
        for r, a in p.items():
            if (
                r not in q
                or mp.log(mpf(a.numerator) / a.denominator * q[r].denominator / q[r].numerator)
                > real(epsilon) + mpf(10) ** -50
            ):
                return x, y, r
    return None


def brute_excess(table, epsilon, delta):
    for x, y in pairs(table):
        p, q = (table.row(z).law for z in (x, y))
        terms = (
            real(a) - mp.exp(real(epsilon)) * real(q.get(r, Fraction(0))) for r, a in p.items()
        )
        if mp.fsum(max(t, mpf(0)) for t in terms) > real(delta) + mpf(10) ** -50:
            return x, y
    return None


def real(v):
    return mpf(v.numerator) / v.denominator


LEVELS = st.sampled_from([Fraction(v) for v in ("0", "1/3", "1", "2")])


@settings(max_examples=60)
@given(st.booleans().flatmap(lambda f: tables(floats=f)), LEVELS)
def test_the_first_ratio_is_the_first_by_brute_force(table, epsilon):
    expected = brute_ratio(table, epsilon)
    for m in (table, InBalls(table)):
        if isinstance(m, InBalls) and table.cells.deviation:
            continue  # balls would normalise the row
        found = first_violation(m, Promise.epsilon(epsilon))
        place = None if found is None else (found.x, found.y, found.output)
        if m is table or epsilon:  # a ratio of exactly 1 is a tie that balls cannot tell
            assert place == expected


@settings(max_examples=60)
@given(tables(), LEVELS, st.sampled_from([Fraction(v) for v in ("1/100", "1/7", "1/2")]))
def test_the_first_excess_is_the_first_by_brute_force(table, epsilon, delta):
    expected = brute_excess(table, epsilon, delta)
    for m in (table, InBalls(table)):
        found = first_violation(m, Promise.delta(epsilon, delta))
        assert (None if found is None else (found.x, found.y)) == expected


@settings(max_examples=40)
@given(tables(), LEVELS)
def test_a_verdict_fails_exactly_where_a_first_violation_exists(table, epsilon):
    found = decide(table, Promise.epsilon(epsilon))
    assert (found.verdict == "fails") == (brute_ratio(table, epsilon) is not None)
    assert found.smallest == (found.verdict == "fails")


def steps(count, width, jump):
    """Rows of doubles that are all alike but for the last one."""
    matrix = np.full((count, width), 1 / width)
    matrix[-1] = [jump / width, (2 - jump) / width] * (width // 2)
    return Table.from_arrays(matrix)


@pytest.mark.parametrize("promise", [Promise.epsilon("1/10"), Promise.delta("1/10", "1/1000")])
def test_the_last_of_many_rows_is_reached_and_the_blocks_keep_their_order(promise, monkeypatch):
    table = steps(400, 256, 1.5)
    for block in (1 << 18, 1 << 10):
        monkeypatch.setattr("dpbi.privacy.methods.laid.BLOCK", block)
        found = first_violation(table, promise)
        assert (found.x, found.y) == (398, 399)
    assert Laid.of(table).comparisons > 100_000


def test_numbers_as_small_as_underflow_are_looked_at_exactly():
    tiny = Fraction(1, 2**1100)
    laws = {0: {"a": tiny, "b": 1 - tiny}, 1: {"a": 3 * tiny, "b": 1 - 3 * tiny}}
    table = Table.of(laws)
    assert not table.cells.within_range
    found = first_violation(table, Promise.epsilon(1))
    assert (found.x, found.y, found.output) == (1, 0, "a")
    assert first_violation(table, Promise.delta(0, tiny)).x == 0


def test_where_the_first_is_out_of_reach_the_worst_is_shown_and_not_called_smallest(monkeypatch):
    m = InBalls(
        Table.of({i: {"a": Fraction(1, 2**i), "b": 1 - Fraction(1, 2**i)} for i in (1, 2, 3, 4)})
    )
    assert decide(m, Promise.epsilon("1/2")).smallest
    monkeypatch.setattr(violations, "MOST", 0)
    found = decide(m, Promise.epsilon("1/2"))
    assert (found.verdict, found.smallest, found.witness) == ("fails", False, found.worst)
    assert "smallest violation" not in str(found)
    assert "  violation " in str(found)


def test_an_excess_that_is_certain_is_shown_to_be_positive_however_small():
    a, d = 10**500 // 3, 10**500
    table = Table.of(
        {x: {"a": Fraction(a + x, d), "b": Fraction(d - a - x, d)} for x in (0, 1)}, epsilon=0
    )
    found = decide(table, Promise.epsilon(0))
    assert (found.verdict, found.smallest) == ("fails", True)
    assert 0 < found.witness.excess.lo <= found.witness.excess.hi < Fraction(4, d)
    assert found.lo >= 0, "a largest loss is never below zero"


class Unclear(InBalls):
    """A law one of whose small probabilities balls of few bits cannot tell from none."""

    def log_weights(self, x, F):
        weights = super().log_weights(x, F)
        small = F.rational(Fraction(1, 2**300))
        unclear = F.log(small + F.exp(F.rational(1)) - F.exp(F.rational(1)))
        return {r: unclear if x == 1 and r == "c" else w for r, w in weights.items()}


def test_a_probability_that_is_too_small_for_the_bits_is_not_taken_for_none():
    row = {"a": Fraction(1, 2), "b": Fraction(1, 2) - Fraction(1, 2**300), "c": Fraction(1, 2**300)}
    law = {"a": Fraction(1, 10), "b": Fraction(9, 10) - Fraction(1, 2**300), "c": row["c"]}
    m = Unclear(Table.of({0: row, 1: row, 2: law}))
    assert first_violation(m, Promise.epsilon(1)) is None
    assert first_violation(m, Promise.delta(1, "1/100")) is None


class AtTwo(InBalls):
    """Weights of e^2 and 1, in which epsilon = 2 is a tie at 0 and 1 unless it is missed by little.

    Dataset 1 gives both outputs weights that make the normalisers equal.
    """

    def __init__(self, exact, by=0):
        super().__init__(Table.of({x: {"a": 1} for x in (0, 1, 2)}))
        self.exact, self.by = exact, Fraction(by)

    def log_weights(self, x, F):
        one = F.rational(1) if self.exact else F.pi() / F.pi()
        high = F.rational(2 + self.by) * one
        laws = {
            0: {"a": high, "b": F.rational(0) * one},
            1: {"a": F.rational(0) * one, "b": high},
            2: {"a": F.rational(9) * one, "b": F.rational(-9) * one},
        }
        return laws[x]


@pytest.mark.parametrize("by", ["0", f"1/{2**400}"])
@pytest.mark.parametrize("exact", [True, False])
def test_what_is_open_before_it_keeps_a_violation_from_being_called_the_smallest(by, exact):
    m = AtTwo(exact, by)
    found = decide(m, Promise.epsilon(2))
    assert (found.verdict, found.smallest) == ("fails", exact)
    first_pair = (0, 1) if Fraction(by) else (1, 2)
    assert {found.witness.x, found.witness.y} == set(first_pair if exact else (1, 2))
    assert ("smallest violation" in str(found)) is exact
