"""Composition: the proof of COMPOSITION.md repeated by brute force, and hostile small problems."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import mpmath
import numpy as np
import pytest
from compositions import F, enclosed, exactly, logs, problem

import dpbi
from dpbi import Table, mechanism
from dpbi.errors import DpbiError
from dpbi.fields import Balls, Enclosure
from dpbi.privacy.composing import composed
from dpbi.privacy.composing.composed import Composed
from dpbi.privacy.composing.fixed import MOST_CELLS, FixedLaw, TooFine
from dpbi.privacy.composing.losses import Losses, _split, on_grid
from dpbi.privacy.composing.noise import GridNoise, variance
from dpbi.privacy.composing.sums import LossSum
from dpbi.support import progress

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
COIN = Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
ODD = Table.of(
    {0: {"a": "0.6", "b": "0.399", "c": "0.001"}, 1: {"a": "0.4", "b": "0.6"}}
)  # one output is possible at 0 only


# Hostile small problems, by enumeration in exact rationals.


@pytest.mark.parametrize("block", range(10))
def test_every_grid_holds_the_exact_composition(block):
    for seed in range(200 * block, 200 * block + 200):
        releases, level = problem(seed)
        random = Random(-seed - 1)
        step = Fraction(random.choice((1, 3, 5, 7)), random.choice((1, 2, 8, 30, 100)))
        lossy = {"spare": 10.0 ** -random.randint(2, 12), "w": 1} if seed % 5 == 0 else {}
        found = enclosed(releases, level, step, **lossy)
        assert found.lo <= min(exactly(releases, level), 1) <= found.hi, seed


def test_the_width_falls_with_the_square_of_the_step():
    p = [Fraction(w, 40) for w in (3, 9, 11, 10, 7)]
    widths = []
    for parts in (50, 200, 800):
        found = enclosed([(20, p, p[::-1])], Fraction(3), Fraction(1, parts))
        widths.append(float(found.width))
    assert widths[0] > 12 * widths[1] > 144 * widths[2] > 0


# The derivation, one constant after the other.


def two_points(t, h, k):
    """{sum: probability} of what k releases of share t add: each goes up by d, or down by h - d."""
    l_minus_u = -mpmath.log(1 - t * (1 - mpmath.exp(-h)))  # t = (1 - e^-(l-u)) / (1 - e^-h)
    return [
        (j * h - k * l_minus_u, mpmath.binomial(k, j) * t**j * (1 - t) ** (k - j))
        for j in range(k + 1)
    ]


def mean(law, function):
    return mpmath.fsum(p * function(n) for n, p in law)


NOISES = [
    (t, h, k) for t in ("0.5", "0.2", "0.9", "0.001") for h in ("0.01", "0.7") for k in (1, 4)
]


@pytest.mark.parametrize(("t", "h", "k"), NOISES)
def test_the_noise_of_a_grid_is_what_is_said_of_it(t, h, k):
    """(1) its exponential has mean 1; (2) to (4): moments; (5): what it adds to delta, anywhere."""
    with mpmath.workdps(30), F.scope():
        share, size = mpmath.mpf(t), mpmath.mpf(h)
        law = two_points(share, size, k)
        spread = F.rational(Fraction(t) * (1 - Fraction(t)))
        assert abs(mean(law, lambda n: mpmath.exp(-n)) - 1) < 1e-20
        noise = GridNoise.of([(k, spread)], Fraction(h), F)
        c = mpmath.mpf(noise.rate.numerator) / noise.rate.denominator
        V = mpmath.mpf(str(float(variance([(k, spread)], Fraction(h), noise.rate, F)))) * (
            1 + 1e-14
        )
        for a in (c, -(c + 1), c / 3, -1 - c / 3):
            assert mean(law, lambda n, a=a: mpmath.exp(a * n)) <= mpmath.exp(V * a * (a + 1) / 2)
        assert mean(law, abs) <= mpmath.sqrt(V + V**2 / 4)
        A = mpmath.mpf(float(noise.factor)) * (1 + 1e-14)
        for j in range(-60, 61):
            x = j * size * k / 40
            added = mean(law, lambda n, x=x: max(0, 1 - mpmath.exp(-x - n)))
            added -= max(0, 1 - mpmath.exp(-x))
            assert added <= A * mean(law, lambda n, x=x: mpmath.exp(-c * abs(x + n)))


def test_the_constants_are_no_larger_and_no_smaller_than_the_proof_needs():
    """For one release half-way between points each inequality is almost an equality."""
    h = Fraction(1, 100)
    with mpmath.workdps(30), F.scope():
        parts = [(1, F.rational(QUARTER))]
        noise = GridNoise.of(parts, h, F)
        c = mpmath.mpf(noise.rate.numerator) / noise.rate.denominator
        assert abs(c - 200) < 1e-9  # one over the deviation h / 2
        V = float(variance(parts, h, noise.rate, F))
        assert pytest.approx(0.01**2 / 4, rel=1e-12) == V
        law = two_points(mpmath.mpf(1) / 2, mpmath.mpf("0.01"), 1)
        kappa = max(
            (1 - math.exp(-y)) * math.exp(-float(c) * y) for y in np.linspace(0, 0.1, 20001)
        )
        needed = kappa * mean(law, lambda n: mpmath.exp(c * n)) * mpmath.exp(c * mean(law, abs))
        assert needed <= float(noise.factor) <= 1.1 * needed
        five = variance([(5, F.rational(QUARTER))], h, noise.rate, F)
        assert float(five) == pytest.approx(5 * V, rel=1e-12)
        nothing = variance([(5, F.rational(Fraction(1, 10**60)))], h, noise.rate, F)
        tilted = 5 * float(h) ** 2 * 1e-60 * math.exp(float(h * (noise.rate + 1)))
        assert float(nothing) / tilted == pytest.approx(1, rel=1e-9)


def test_a_split_keeps_both_masses_and_goes_to_the_two_points_around():
    p, q = [Fraction(1, 3), Fraction(2, 3)], [Fraction(5, 8), Fraction(3, 8)]
    with F.scope():
        losses = Losses.of(logs(p), logs(q), F)
        for step in (Fraction(1, 7), Fraction(2)):
            found = on_grid([losses], step, 2, 0.0, F)
            law = found.law
            points = [(law.first + i) * float(step) for i in range(len(law))]
            masses = law.doubles()
            assert masses.sum() == pytest.approx(1, abs=1e-15)
            assert float(masses @ np.exp([-v for v in points])) == pytest.approx(1, abs=1e-14)
            shares = []
            for a, b in zip(p, q, strict=True):
                gap = math.log(a / b) % float(step)
                shares.append((1 - math.exp(-gap)) / (1 - math.exp(-float(step))))
            assert float(found.spread) == pytest.approx(max(t * (1 - t) for t in shares))


def test_masses_are_never_above_the_true_ones():
    """All of them together are 2^64 units, and each is rounded down."""
    with F.scope():
        for seed in range(15):
            p = [Fraction(w, 32) for w in (1 + seed, 15, 16 - seed)]
            losses = Losses.of(logs(p), logs(p[::-1]), F)
            masses, _ = _split(losses.atoms, Fraction(1, 3), 1, F)
            assert (1 << 64) - 6 <= sum(masses.values()) <= 1 << 64


def test_the_masses_of_several_laws_are_those_that_each_has():
    rows = [[HALF, HALF], [Fraction(2, 3), Fraction(1, 3)]]
    with F.scope():
        alike = [Losses.of(logs(row), logs([QUARTER, 3 * QUARTER]), F) for row in rows]
        alone = [integers(on_grid([one], HALF, 1, 0.0, F).law) for one in alike]
        together = integers(on_grid(alike, HALF, 1, 0.0, F).law)
        spreads = [on_grid([one], HALF, 1, 0.0, F).spread for one in alike]
        assert on_grid(alike, HALF, 1, 0.0, F).spread >= F.maximum(spreads) - 1e-60
    assert sum(together.values()) > 0
    for i, mass in together.items():
        assert mass == min(law.get(i, 0) for law in alone)


def test_losses_are_raised_by_no_more_than_is_said():
    coarse = Balls(40)
    p, q = [Fraction(1, 3), Fraction(2, 3)], [Fraction(5, 8), Fraction(3, 8)]
    with coarse.scope():
        near = [{r: coarse.log(coarse.rational(a)) for r, a in enumerate(row)} for row in (p, q)]
        losses = Losses.of(*near, coarse)
    with F.scope():
        truth = sorted(
            (F.enclosure(F.log(F.rational(a / b))) for a, b in zip(p, q, strict=True)),
            key=lambda e: e.lo,
        )
    for (raised, _, _), true in zip(losses.atoms, truth, strict=True):
        assert true.hi <= raised <= true.lo + losses.raised
        assert 0 < losses.raised < 1e-9


def test_mass_that_is_missing_may_lie_at_the_kink():
    """A law that lost its only mass, where delta is 0 and the grid's is not."""
    p = [HALF, HALF]
    with F.scope():
        losses = Losses.of(logs(p), logs([QUARTER, 3 * QUARTER]), F)
        made = LossSum.of([(1, [losses])], Fraction(1, 2), 0.0, 1, F)
        made = replace(made, noise=replace(made.noise, most=F.rational(1)))
        empty = replace(made, law=FixedLaw.of({}, 1))
        gained = empty._gained(Fraction(1), F.rational(1), F)
        assert float(gained) >= min(float(made.noise.factor), float(made.noise.most))
        assert float(made._gained(Fraction(1), F.rational(0), F)) < float(gained)


def test_an_epsilon_between_two_numbers_is_taken_at_both():
    with F.scope():
        p = [Fraction(w, 10) for w in (1, 2, 3, 4)]
        made = LossSum.of(
            [(3, [Losses.of(logs(p), logs(p[::-1]), F)])], Fraction(1, 90), 1e-20, 2, F
        )
        low, high = Fraction(1, 2), Fraction(3, 2)
        wide = made.delta(Enclosure(low, high), F)
        ends = [made.delta(Enclosure.exactly(e), F) for e in (low, high)]
        assert (wide.lo, wide.hi) == (ends[1].lo, ends[0].hi)


# Masses as whole numbers.


def random_law(random, cells, w):
    masses = {i: random.getrandbits(64 * w - 8) for i in range(-3, cells - 3)}
    masses[-1] = (1 << 64 * w) - 1  # too much: it is taken from the largest
    return FixedLaw.of(masses, w)


def integers(law):
    """The masses of a law, in units, by grid point."""
    rows = (sum(int(word) << 64 * j for j, word in enumerate(row)) for row in law.words)
    return dict(enumerate(rows, law.first))


@pytest.mark.parametrize("w", [1, 2, 3])
def test_a_product_is_the_exact_one_with_every_mass_rounded_down(w):
    random = Random(w)
    for cells in (1, 2, 5, 40):
        a, b = random_law(random, cells, w), random_law(random, 7, w)
        for left, right in ((a, b), (a, a)):
            exact = {}
            for (i, m), (j, n) in product(integers(left).items(), integers(right).items()):
                exact[i + j] = exact.get(i + j, 0) + m * n
            made = left.times(right)
            assert integers(made) == {i: m >> 64 * w for i, m in exact.items()}
            assert made.total() == sum(integers(made).values()) < 1 << 64 * w
            assert made.total(made.first + 2) == sum(list(integers(made).values())[2:])


def test_a_power_is_that_many_factors():
    law = random_law(Random(7), 4, 2)
    for k in (1, 2, 3, 6, 13):
        many = law
        for _ in range(k - 1):
            many = many.times(law)
        found, other = integers(law.power(k, 0.0)), integers(many)
        assert all(abs(found.get(i, 0) - m) < 1 << 10 for i, m in other.items())


def test_a_cut_takes_little_from_both_ends_and_nothing_else():
    law = random_law(Random(8), 60, 1)
    kept = law.cut(0.03)
    assert integers(kept).items() <= integers(law).items()
    assert 0 < law.total() - kept.total() <= 0.061 * 2**64
    assert integers(law.cut(2.0)) == integers(law)


def test_a_series_is_the_sum_that_it_says():
    law, x = random_law(Random(9), 30, 2), Fraction(9, 10)
    with F.scope():
        for start, stop in ((-3, 27), (-10, 50), (4, 9), (9, 9), (40, 50)):
            for backwards in (False, True):
                exact = sum(
                    Fraction(m, 1 << 128) * x ** (stop - 1 - i if backwards else i - start)
                    for i, m in integers(law).items()
                    if start <= i < stop
                )
                found = F.enclosure(law.series(start, stop, F.rational(x), backwards=backwards))
                assert found.lo <= exact <= found.hi
                assert found.width < Fraction(1, 10**60)


def test_a_law_beyond_the_cells_is_told_so():
    with pytest.raises(TooFine):
        FixedLaw.of({0: 1, MOST_CELLS: 1}, 1)
    wide = FixedLaw.of(dict.fromkeys(range(MOST_CELLS // 2 + 5), 1 << 40), 1)
    with pytest.raises(TooFine):
        wide.times(wide).cut(0.0)


def test_blocks_of_a_series_say_the_same_as_one_sum():
    p = [Fraction(w, 100) for w in (7, 20, 31, 23, 19)]
    with F.scope():
        losses = Losses.of(logs(p), logs(p[::-1]), F)
        made = LossSum.of([(40, [losses])], Fraction(1, 997), 1e-20, 1, F)
        assert len(made.law) > 3 * 4096
        x, stop = F.rational(Fraction(999, 1000)), made.law.first + len(made.law)
        for start in (made.law.first, made.law.first + 4096, 5, 4711, stop - 3):
            a, b = made._series(start, stop, x, F), made.law.series(start, stop, x)
            assert a.overlaps(b)
            assert float(abs(a - b)) < 1e-60


# Questions.


def over_outputs(parts, level):
    """delta by all outputs of all releases, in doubles."""
    p, q = (
        np.array([math.prod(w) for w in product(*(row for pair in parts for row in [pair[z]]))])
        for z in (0, 1)
    )
    return float(np.maximum(p - math.exp(level) * q, 0).sum())


def rows_of(m):
    """The two rows in doubles, 0 for what is impossible."""
    laws = [m.probabilities(z) for z in (0, 1)]
    return [[float(law.get(r, 0)) for r in "abc"] for law in laws]


@pytest.mark.parametrize("level", ["0", "1/2", "2", "ln(3)"])
def test_different_releases_are_the_law_of_all_their_outputs(level):
    number = math.log(3) if level == "ln(3)" else float(Fraction(level))
    for x, y in ((0, 1), (1, 0)):
        parts = [(rows_of(m)[x], rows_of(m)[y]) for m in [COIN] * 3 + [ODD] * 4]
        found = dpbi.composed_delta([COIN, ODD], [3, 4], level, pair=(x, y), digits=4)
        truth = over_outputs(parts, number)
        assert float(found.lo) - 1e-12 <= truth <= float(found.hi) + 1e-12
        assert found.reached
        assert (found.x, found.y) == (x, y)


def test_different_releases_over_all_pairs_are_the_larger_direction():
    ask = {"tolerance": "1e-4"}
    every = dpbi.composed_delta([COIN, ODD], [2, 9], 2, **ask)
    alone = [dpbi.composed_delta([ODD, COIN], [9, 2], 2, pair=p, **ask) for p in ((0, 1), (1, 0))]
    best = max(alone, key=lambda d: d.lo)
    assert every.lo <= best.hi
    assert best.lo <= every.hi
    assert (every.x, every.y) == (best.x, best.y)


def test_a_profile_has_the_delta_of_each_epsilon():
    m = mechanism("ehds", prior=(1, 2), n=3, epsilon=1)
    levels = [0, "1/2", 1, 4]
    for level, found in zip(levels, dpbi.composed_profile(m, 60, levels), strict=True):
        alone = dpbi.composed_delta(m, 60, level, tolerance="1e-7")
        assert max(found.lo, alone.lo) <= min(found.hi, alone.hi)
        assert found.width <= Fraction(1, 10**5)


@pytest.mark.parametrize("k", [1, 7, 300])
def test_a_grid_of_common_multiples_is_as_tight_as_the_exact_sum(k):
    """Losses -ln 4, 0 and ln 4: binomials, in closed form."""
    rows = {0: {"a": "4/7", "b": "2/7", "c": "1/7"}, 1: {"a": "1/7", "b": "2/7", "c": "4/7"}}
    found = dpbi.composed_delta(Table.of(rows), k, "1/2", tolerance="1e-10")
    with mpmath.workdps(40):
        law = [mpmath.mpf(1)]
        for _ in range(k):
            padded = [0, 0, *law, 0, 0]
            law = [
                (padded[i] * 4 + padded[i + 1] * 2 + padded[i + 2]) / 7 for i in range(len(law) + 2)
            ]
        losses = [(k - i) * mpmath.log(4) for i in range(2 * k + 1)][::-1]
        truth = mpmath.fsum(
            m * max(0, 1 - mpmath.exp(mpmath.mpf("0.5") - loss))
            for m, loss in zip(law, losses, strict=True)
        )
        assert abs(mpmath.mpf(float(found.lo)) - truth) < 1e-10
    assert found.reached


def test_losses_of_nothing_or_next_to_nothing_are_composed():
    same = Table.of({0: {"a": "1/3", "b": "2/3"}, 1: {"a": "1/3", "b": "2/3"}})
    tiny = Fraction(1, 10**40)
    near = Table.of({0: {"a": HALF + tiny, "b": HALF - tiny}, 1: {"a": HALF, "b": HALF}})
    for m in (same, near):
        for epsilon in (0, 1):
            found = dpbi.composed_delta([m, m], [2, 3], epsilon, digits=12)
            assert found.lo <= Fraction(1, 10**30)
            assert found.reached


def test_few_multisets_are_as_tight_as_the_balls(monkeypatch):
    """Their bounds hold the sum over the binomial law; those of a grid are wide beside it."""
    found = dpbi.composed_delta(COIN, 30, 1)
    with mpmath.workdps(100):
        three, e = mpmath.mpf(3), mpmath.e
        terms = (
            mpmath.binomial(30, i) * max(0, three**i - e * three ** (30 - i)) for i in range(31)
        )
        truth = mpmath.fsum(terms) / 4**30
        lo, hi = (mpmath.mpf(v.numerator) / v.denominator for v in (found.lo, found.hi))
        assert lo <= truth <= hi
    assert 0 < found.width < Fraction(1, 10**60)
    monkeypatch.setattr(composed, "MOST_MULTISETS", 30)
    wide = dpbi.composed_delta(COIN, 30, 1)
    assert wide.lo <= found.lo <= found.hi <= wide.hi
    assert wide.width > Fraction(1, 10**20)


def test_pairs_that_only_look_alike_are_enclosed_all_the_same():
    """Thirteen digits agree, so they share one law: what is enclosed is true of each."""
    tiny = Fraction(1, 10**14)
    rows = {0: [HALF + tiny, HALF - tiny], 1: [QUARTER, 3 * QUARTER], 2: [HALF - tiny, HALF + tiny]}
    m = Table.of({x: dict(enumerate(row)) for x, row in rows.items()})
    with F.scope():
        alike = [Losses.of(logs(rows[x]), logs(rows[1]), F) for x in (0, 2)]
        assert alike[0].likeness == alike[1].likeness
        made = LossSum.of([(4, alike)], Fraction(1, 50), 1e-20, 2, F)
        level = Fraction(3, 2)
        epsilon = F.enclosure(F.log(F.rational(level)))
        found = made.delta(Enclosure(epsilon.lo, epsilon.hi), F)
    for x in (0, 2):
        assert found.lo <= exactly([(4, rows[x], rows[1])], level) <= found.hi
    assert dpbi.composed_delta(m, 300, 20).reached


@pytest.mark.parametrize("outputs", [2, 3, 70])
@pytest.mark.parametrize("k", [1, 2, 7])
def test_of_pairs_that_nearly_look_alike_the_largest_delta_is_found(outputs, k):
    """Pairs whose rows agreed in nine digits once had the exact sum of the first of them."""
    for tiny in (Fraction(1, 10**12), Fraction(1, 10**14)):
        rows = [[Fraction(1, outputs)] * outputs for _ in range(3)]
        for row, times in zip(rows, (0, 1, 4), strict=True):
            row[0] += times * tiny
            row[1] -= times * tiny
        m = Table.of({x: dict(enumerate(row)) for x, row in enumerate(rows)})
        found = dpbi.composed_delta(m, k, 0, digits=20)
        each = [dpbi.composed_delta(m, k, 0, pair=(x, x + 1), digits=20) for x in range(2)]
        assert found.hi >= max(one.lo for one in each)
        assert each[2 in (found.x, found.y)].hi >= found.lo
        if outputs == 2:
            assert found.width < Fraction(1, 10**40)
            assert found.lo > 2 * each[0].hi


@pytest.mark.parametrize("outputs", [3, 70])
def test_pairs_with_losses_next_to_nothing_are_told_apart(outputs):
    """They all looked alike, so that no mass was common to them, and nothing was known."""
    for tiny in (Fraction(1, 10**12), Fraction(1, 10**15)):
        plain = [Fraction(1, outputs)] * outputs
        moved = [plain[0] + tiny, plain[1] - tiny, *plain[2:]]
        m = Table.of({x: dict(enumerate(row)) for x, row in enumerate((plain, moved))})
        coin = Table.of({0: {"a": HALF, "b": HALF}, 1: {"a": HALF + tiny, "b": HALF - tiny}})
        found = dpbi.composed_delta([m, coin], [2, 1], 40)
        assert found.reached
        assert found.hi < Fraction(1, 10**10)
        alone = dpbi.composed_delta(m, 100, 0, digits=20)
        assert alone.lo > 0
        assert alone.width < alone.hi


def test_answers_do_not_depend_on_what_was_asked_before():
    m = mechanism("ehds", prior=(1, 2), n=5, epsilon=2)
    composed, goal = Composed.of([m], Fraction(1, 10**9)), Fraction(1, 10**4)
    grids = composed.kinds([300])  # asked again and again
    for level in (60, 20, 40, 30, 80, 50, 0, 40):
        around = [Enclosure.exactly(Fraction(level))]
        (again,) = composed.largest(grids, around, goal)
        (afresh,) = composed.largest(composed.kinds([300]), around, goal)
        assert max(again.lo, afresh.lo) <= min(again.hi, afresh.hi), level
        assert max(again.hi - again.lo, afresh.hi - afresh.lo) <= goal, level
    answers = [len(kind.answered) for kind in grids]
    composed.largest(grids, [Enclosure.exactly(Fraction(41))], goal)
    assert sum(len(kind.answered) for kind in grids) < sum(answers) + len(grids)  # not all again


def test_the_smallest_epsilon_of_a_composition_is_where_its_delta_falls_to_the_target():
    m = mechanism("ehds", prior=(1, 1), n=3, epsilon=1)
    bounds = dpbi.composed_epsilon(m, 80, "1/1000", tolerance="1e-3")
    assert bounds.reached
    assert dpbi.composed_delta(m, 80, bounds.hi, tolerance="1e-7").lo <= Fraction(1, 1000)
    assert dpbi.composed_delta(m, 80, bounds.lo, tolerance="1e-7").hi >= Fraction(1, 1000)
    with pytest.raises(DpbiError, match=r"no epsilon below 2\^20"):
        dpbi.composed_epsilon(ODD, 5, "1/1000")
    assert dpbi.composed_epsilon(COIN, 1, "3/4") == dpbi.Bounds(
        Fraction(0), Fraction(0), asked=Fraction(1, 10**5)
    )


@pytest.mark.parametrize(("epsilon", "delta"), [(3, "1/100"), (5, "1e-6"), ("ln(2)", "1/5")])
def test_the_number_of_releases_is_the_last_that_keeps_the_budget(epsilon, delta):
    found = dpbi.releases_within(COIN, epsilon, delta)
    (k,) = {int(found.lo), int(found.hi)}
    assert k == 0 or dpbi.composed_delta(COIN, k, epsilon).hi <= Fraction(delta)
    assert dpbi.composed_delta(COIN, k + 1, epsilon).lo > Fraction(delta)


def test_a_budget_that_is_met_exactly_leaves_the_number_open():
    """delta(ln 3) is 3/8 of two releases and of three; balls cannot tell it from more."""
    found = dpbi.releases_within(COIN, "ln(3)", "3/8")
    assert (found.lo, found.hi) == (1, 3)


def test_a_budget_that_many_releases_keep_has_no_end():
    found = dpbi.releases_within(COIN, 100, "1e-6", most=20)
    assert (found.lo, found.hi) == (20, math.inf)


@pytest.mark.parametrize(
    "ask",
    [
        lambda told: dpbi.composed_delta([COIN, ODD], [5, 60], 1, progress=told),
        lambda told: dpbi.composed_epsilon(ODD, 3, "1/10", progress=told),
        lambda told: dpbi.releases_within(COIN, 5, "1e-6", progress=told),
    ],
)
def test_progress_rises_to_one_and_may_stop_the_work(ask):
    said = []
    ask(said.append)
    assert said == sorted(said)
    assert said[-1] == 1

    def stop(part):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask(stop)


OTHER = Table.of({"x": {"a": 1}, "y": {"a": "1/2", "b": "1/2"}})
WATCHED = {
    "delta": lambda m: dpbi.composed_delta(m, 200, 2),
    "epsilon": lambda m: dpbi.composed_epsilon(m, 50, "1e-3"),
    "releases": lambda m: dpbi.releases_within(m, 3, "1e-3"),
}


@pytest.mark.parametrize("question", WATCHED)
def test_who_watches_is_told_how_far_a_composition_is(question, monkeypatch):
    monkeypatch.setattr(progress, "OFTEN", 0.0)
    said = []
    with dpbi.watching(said.append):
        WATCHED[question](mechanism("ehds", prior=(1, 1), n=5, epsilon=1))
    shares = [p.done for p in said if p.stage == "hundredths"]
    assert shares == sorted(shares)
    assert len(set(shares)) > 3
    assert shares[-1] == 100
    assert [p.done for p in said if p.stage == "losses of pairs"] == list(range(10))


REFUSED = {
    "one number for each mechanism": lambda: dpbi.composed_delta([COIN, ODD], [1], 1),
    "write a whole number": lambda: dpbi.composed_delta(COIN, [1, 2], 1),
    "give one pair of datasets": lambda: dpbi.composed_delta([COIN, OTHER], [1, 2], 1),
    "at most 1,000,000 in all": lambda: dpbi.composed_delta([COIN, ODD], [10**6, 1], 1),
    "at least 1": lambda: dpbi.composed_delta([COIN, ODD], [3, 0], 1),
    r"write two datasets, \(x, y\)": lambda: dpbi.composed_delta(COIN, 3, 1, pair=7),
    "it must be below 1": lambda: dpbi.composed_epsilon(COIN, 3, 1),
    "it must be between 1 and 1000000": lambda: dpbi.releases_within(COIN, 3, "1/9", most=0),
}


@pytest.mark.parametrize("said", REFUSED)
def test_what_cannot_be_composed_is_refused_in_one_sentence(said):
    with pytest.raises(DpbiError, match=said) as refused:
        REFUSED[said]()
    assert "\n" not in str(refused.value)
