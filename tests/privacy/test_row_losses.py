"""Losses of many outputs in doubles: masses, losses and deltas against balls and exact sums."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from compositions import F, enclosed, exactly, in_balls, in_rows, logs, problem, row, without_zeros

import dpbi
from dpbi.errors import TooLarge
from dpbi.fields import Balls
from dpbi.privacy.composing import composed, rows, sources
from dpbi.privacy.composing.rows import SHARE_ERROR, DoubleRow, _shares, _units

EXACT = Balls(500)
STEPS = [Fraction(2) ** -i for i in (1, 2, 5)]
STEPS += [Fraction(1, 3), Fraction(7, 100), Fraction(1), Fraction(9), Fraction(400)]


@pytest.mark.parametrize("block", range(8))
def test_every_grid_of_doubles_holds_the_exact_composition(block):
    for seed in range(250 * block, 250 * block + 250):
        releases, level = problem(seed)
        releases = [(k, without_zeros(p), without_zeros(q)) for k, p, q in releases]
        random = Random(seed + 1)
        step = random.choice(STEPS) if seed % 7 == 0 else Fraction(1, random.choice((3, 8, 50, 99)))
        spare = 10.0 ** -random.randint(3, 20)
        found = enclosed(releases, level, step, spare=spare, w=1 + seed % 2, losses=in_rows)
        assert found.lo <= min(exactly(releases, level), 1) <= found.hi, seed
        if step > 256:
            assert found == enclosed(releases, level, step, spare=spare, w=1 + seed % 2)


def test_answers_in_doubles_are_hardly_wider_than_those_in_balls():
    for seed in range(40):
        releases, level = problem(seed)
        releases = [(k, without_zeros(p), without_zeros(q)) for k, p, q in releases]
        step = Fraction(1, 64)
        one, other = (enclosed(releases, level, step, w=1, losses=f) for f in (in_rows, in_balls))
        assert abs(one.lo - other.lo) < Fraction(1, 10**10)
        assert abs(one.hi - other.hi) < Fraction(1, 10**10)


def shares(f, h):
    """What is computed, and the same in balls."""
    with EXACT.scope():
        whole = -EXACT.expm1(EXACT.rational(-h))
        computed = _shares(np.array(f), float(h), float(whole.mid()))
        return computed, [-EXACT.expm1(EXACT.rational(-Fraction(x) * h)) / whole for x in f]


def test_shares_are_as_exact_as_is_said_and_hardly_more():
    random, worst = Random(1), 0.0
    for _ in range(300):
        h = random.choice(
            [
                Fraction(256),
                Fraction(random.random()),
                Fraction(random.randint(1, 255), random.randint(1, 40)) / 8,
                Fraction(1, 3) * Fraction(2) ** -random.randint(0, 190),
            ]
        )
        f = [0.0, 1 - 2.0**-53, 2.0**-40, *(random.random() for _ in range(20))]
        for t, true in zip(*shares(f, h), strict=True):
            off = abs(EXACT.rational(Fraction(float(t))) - true)
            assert off <= true * EXACT.rational(Fraction(SHARE_ERROR) * 27 / 64) or t == true == 0
            worst = max(worst, float(off / true) if t else 0.0)
    assert worst > SHARE_ERROR / 100


def seen_at(masses, i, mass):
    """The shares of an atom between the points i and i + 1 that are possible, by what is there."""
    units = mass * (1 << 64)
    return masses.get(i + 1, 0) / units, 1 - masses.get(i, 0) / units


@pytest.mark.parametrize("seed", range(40))
def test_an_atom_lies_where_its_raised_loss_says_and_nowhere_below(seed):
    """Whatever share is compatible with both masses, some loss in [l, l + raised] has it."""
    random = Random(seed)
    small = Fraction(random.randint(1, 30), random.choice((61, 10**6, 10**12)))
    p = [small, 1 - small]
    q = [Fraction(random.randint(1, 99), 100)]
    q.append(1 - q[0])
    seen = 0
    with F.scope():
        losses = in_rows(p, q)
        truth = [F.enclosure(F.log(F.rational(a / b))) for a, b in zip(p, q, strict=True)]
        widest = max(abs(e.lo) for e in truth)
        for step in (widest / random.randint(2, 9), widest / random.randint(10**3, 10**5)):
            masses, spread = losses.split(step, 1, 0.0, F)
            for mass, e in zip(p, truth, strict=True):
                i = ((e.lo + losses.raised) / step).__floor__()
                if (e.lo / step).__floor__() != i or abs(truth[0].lo - truth[1].lo) <= 2 * step:
                    continue
                low, high = seen_at(masses, i, mass)
                assert 0 <= low <= high <= 1
                below, above = (F.exp(F.rational(-end * step)) for end in (i, i + 1))
                at_low, at_high = (
                    below * (1 - F.rational(t)) + above * F.rational(t) for t in (low, high)
                )  # e^-loss falls as t grows
                assert at_high <= F.exp(F.rational(-e.lo))
                assert at_low >= F.exp(F.rational(-e.lo - losses.raised))
                seen += 1
                assert spread >= F.rational(low * (1 - high))
    assert seen


def test_losses_and_their_places_are_raised_and_hardly_more():
    random = Random(8)
    for _ in range(40):
        p, q = (without_zeros([Fraction(random.randint(1, 99)) for _ in range(9)]) for _ in "pq")
        p, q = ([a / sum(row) for a in row] for row in (p, q))
        with EXACT.scope():
            losses = in_rows(p, q)
            true = [
                EXACT.enclosure(EXACT.log(EXACT.rational(a / b))) for a, b in zip(p, q, strict=True)
            ]
        found, _ = losses._losses()
        for raised, e in zip(found, true, strict=True):
            assert e.hi <= Fraction(float(raised)) <= e.lo + losses.raised
        step = Fraction(random.randint(1, 99), random.randint(1, 10**5))
        most = Fraction(float(abs(found).max())) / 2**49
        for place, raised in zip(rows._places(found, step), found, strict=True):
            assert 0 <= Fraction(float(place)) * step - Fraction(float(raised)) <= most


def test_masses_of_rows_are_never_above_the_true_ones():
    with F.scope():
        for seed in range(60):
            random = Random(seed)
            p, q = (without_zeros(row(random, 5)) for _ in range(2))
            losses = in_rows(p, q)
            for mass, true in zip(losses.p.masses, p, strict=True):
                assert true * (1 - Fraction(1, 1 << 48)) <= Fraction(float(mass)) < true
            masses, _ = losses.split(Fraction(1, 50), 1, 0.0, F)
            assert (1 - Fraction(1, 1 << 45)) <= Fraction(sum(masses.values()), 1 << 64) < 1
            two, _ = losses.split(Fraction(1, 50), 2, 0.0, F)
            assert two == {i: m << 64 for i, m in masses.items()}


def test_units_are_added_exactly():
    random = Random(3)
    places = [random.randrange(4) for _ in range(4000)]
    masses = [random.random() / 4000 for _ in places]
    found = _units(np.array(places), np.array(masses))
    for place in range(4):
        true = sum(int(m * 2.0**64) for m, i in zip(masses, places, strict=True) if i == place)
        assert found[place] == true


def test_units_of_millions_of_outputs_are_added_exactly():
    """Halves of 32 bits: the doubles are exact up to two million of them."""
    number = (1 << 21) + 3
    unit = (1 << 32) - 1
    found = _units(np.zeros(number, np.int64), np.full(number, unit * 2.0**-64))
    assert found == {0: number * unit}


def test_losses_of_several_mechanisms_count_together_for_what_balls_hold(monkeypatch):
    rows = {x: {r: Fraction(1 + (r == x), 71) for r in range(70)} for x in range(2)}
    m = dpbi.Table.of(rows)
    for most, few in ((139, False), (140, True), (279, True)):
        monkeypatch.setattr(sources, "MOST_IN_BALLS", most)
        (found,) = composed.Composed.of([m], Fraction(1, 10**9)).groups[0][1]
        assert found[0].few == few
        both = composed.Composed.of([m, m], Fraction(1, 10**9)).groups[0][1]
        assert not any(one[0].few for one in both)


def test_logarithms_that_are_not_numbers_are_left_to_balls():
    with F.scope():
        known = logs([Fraction(1, 3), Fraction(2, 3)])
        assert DoubleRow.of(known, F) is not None
        assert DoubleRow.of({**known, 0: F.log(F.rational(0))}, F) is None
        assert DoubleRow.of({**known, 0: known[0] + F.rational(0).union(F.rational(1))}, F) is None


@pytest.mark.parametrize(("k", "epsilon"), [(1, "1/2"), (30, 2), (5, "1e-9")])
def test_a_mechanism_of_many_outputs_has_one_answer_by_both_ways(k, epsilon, monkeypatch):
    m = dpbi.mechanism("ehds", prior=(1, 2), n=70, epsilon=2)
    quick = dpbi.composed_delta(m, k, epsilon)
    precise = dpbi.composed_delta(m, k, epsilon, pair=(quick.x, quick.y), digits=8)
    monkeypatch.setattr(sources, "MANY", 1 << 60)
    slow = dpbi.composed_delta(m, k, epsilon)
    assert max(slow.lo, quick.lo, precise.lo) <= min(slow.hi, quick.hi)
    assert quick.width <= Fraction(1, 10**5)
    assert slow.width <= Fraction(1, 10**5)


def test_more_losses_than_balls_hold_are_composed(monkeypatch):
    monkeypatch.setattr(sources, "MOST_IN_BALLS", 1000)
    monkeypatch.setattr(composed, "MOST_IN_BALLS", 1000)
    m = dpbi.mechanism("ehds", prior=(1, 1), n=64, epsilon=1)
    found = dpbi.composed_delta(m, 3, "1/2")
    assert found.width <= Fraction(1, 10**5)
    finer = dpbi.composed_delta(m, 3, "1/2", digits=14)
    assert found.lo <= finer.hi
    assert finer.lo <= found.hi
    assert finer.width > Fraction(1, 10**14)  # which it says
    apart = dpbi.Table.of({0: dict.fromkeys(range(70), "1/70"), 1: {70: 1}})
    monkeypatch.setattr(composed, "MOST_IN_BALLS", 100)
    with pytest.raises(TooLarge):
        dpbi.composed_delta(apart, 3, "1/2")


def test_a_target_that_makes_numpy_raise_changes_nothing():
    p, q = [Fraction(1, 10**9), 1 - Fraction(1, 10**9)], [Fraction(1, 3), Fraction(2, 3)]

    def asked():
        with F.scope():
            losses = in_rows(p, q)
            masses, _ = losses.split(Fraction(1, 70), 1, 1e-12, F)
            return masses, losses.raised, losses.likeness

    usual = asked()
    with np.errstate(all="raise"):
        assert asked() == usual


def test_a_grid_too_fine_for_doubles_is_told_so():
    with F.scope():
        losses = in_rows([Fraction(1, 4), Fraction(3, 4)], [Fraction(3, 4), Fraction(1, 4)])
        for step in (Fraction(1, 1 << 22), Fraction(1, 1 << 40)):
            with pytest.raises(rows.TooFine):
                losses.split(step, 1, 0.0, F)
        assert replace(losses, few=True).with_words(2).split(Fraction(1, 9), 2, 0.0, F)
        assert losses.with_words(2) is losses
