"""What is far from the truth is one lump: the steps of NEAR.md in exact numbers, and attacks."""

import pickle
import random
from fractions import Fraction
from itertools import pairwise

import near_fuzz
import pytest
from flint import arb

import dpbi
from dpbi import Enclosure, ErrorLaw
from dpbi.accuracy import Atom
from dpbi.accuracy.releases import releases
from dpbi.bayes import near
from dpbi.bayes.data import datasets
from dpbi.bayes.dirichlet import Dirichlet, GammaProduct
from dpbi.errors import InvalidValue
from dpbi.fields import Balls

F = Balls(200)
HALF = Fraction(1, 2)
ALPHAS = [Fraction(a) for a in ("1", "1/2", "7/3", "1/100", "40")]


def square_of_rho(alpha, s, t):
    """rho(t)^2 as a product of gamma values, in normal form."""
    middle = (alpha + Fraction(s + t, 2), 2)
    return GammaProduct.of([middle, (alpha + s, -1), (alpha + t, -1)])


@pytest.mark.parametrize("seed", range(6))
def test_every_answer_holds_against_all_outputs_in_500_bits(seed):
    for i in range(40):
        near_fuzz.one(random.Random(31_000 * seed + i))


def test_every_answer_holds_at_hundreds_of_records():
    near_fuzz.one(random.Random(5), low=200, high=300)


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("s", [0, 1, 6])
def test_the_walk_is_the_product_of_gamma_values(alpha, s):
    n = 14
    with F.scope():
        (window,) = near.windows(Dirichlet(alpha, 1), (s, n - s), None, F)[:1]
        assert (window.first, window.last) == (0, n)
        for t in range(n + 1):
            assert window.at(t).overlaps(square_of_rho(alpha, s, t).value(F))
            assert window.at(t).rel_accuracy_bits() > 180 or t == s


@pytest.mark.parametrize("alpha", ALPHAS)
def test_a_step_of_two_is_the_rational_of_the_derivation(alpha):
    p, q = alpha.numerator, alpha.denominator
    for s in range(9):
        for t in range(9):
            step = Fraction((2 * p + (s + t) * q) ** 2, 4 * (p + t * q) * (p + (t + 1) * q))
            here, there = square_of_rho(alpha, s, t), square_of_rho(alpha, s, t + 2)
            assert there.powers == here.powers
            assert there.factor / here.factor == step


@pytest.mark.parametrize("alpha", ALPHAS)
def test_affinities_fall_outward_on_both_sides(alpha):
    for s in range(9):
        rows = [
            [square_of_rho(alpha, s, t).value(F) for t in r]
            for r in (range(s, -1, -1), range(s, 30))
        ]
        for row in rows:
            assert all(b < a for a, b in pairwise(row))


@pytest.mark.parametrize("guess", [lambda *_: 1, lambda *_: 3, lambda a, s, side, room, bits: room])
@pytest.mark.parametrize("bits", [1, 5, 40])
def test_beyond_a_window_affinities_are_below_the_floor_whatever_doubles_guess(
    guess, bits, monkeypatch
):
    x, prior = (3, 9, 40), Dirichlet("1/2", 2, "1/7")
    monkeypatch.setattr(near, "_guess", guess)
    with F.scope():
        floor = arb(2) ** (-2 * bits)
        for a, s, w in zip(prior.alpha, x, near.windows(prior, x, bits, F), strict=True):
            assert w.first <= s <= w.last
            for t in {0, w.first - 1, w.last + 1, 52} - set(range(w.first, w.last + 1)) - {-1, 53}:
                assert square_of_rho(a, s, t).value(F) < floor


def test_the_number_of_outputs_within_windows_is_counted():
    x, prior = (3, 9, 8), Dirichlet("1/2", 2, "1/7")
    with F.scope():
        parts = near.windows(prior, x, 3, F)
    inside = [
        r
        for r in datasets(20, 3)
        if all(w.first <= t <= w.last for w, t in zip(parts, r, strict=True))
    ]
    assert 0 < len(inside) < 231
    assert near.number_within(parts, 20) == len(inside)
    with F.scope():
        pair = near.windows(Dirichlet("1/2", 2), (3, 17), 3, F)
    inside = [
        c
        for c in range(21)
        if all(w.first <= t <= w.last for w, t in zip(pair, (c, 20 - c), strict=True))
    ]
    assert 0 < len(inside) < 21
    assert near.number_within(pair, 20) == len(inside)


@pytest.mark.parametrize("c", ["1/1000", "1", "40", "123456789"])
@pytest.mark.parametrize("bits", [8, 64, 128])
def test_a_lump_is_as_narrow_as_was_derived_and_no_narrower(c, bits):
    with Balls(2000).scope():
        strength = arb(c) if "/" not in c else arb(1) / 1000
        b = near.floor_bits(bits, strength)
        h = near.far_distance(b)
        assert h.contains(1)
        assert h.contains((1 - arb(2) ** -b).sqrt())
        assert 2 * h.rad() <= arb(2) ** (1 - b)
        w = (-strength * h).exp()
        assert 2 * w.rad() / w.mid() < arb(2) ** (2 - bits - near.SPARE)


def law_and_complete(n=3000, x=1000):
    m = dpbi.mechanism("ehds", prior=(1, 2), n=n, epsilon=1)
    law = dpbi.error_law(m, (x, n - x))
    whole = dpbi.error_law(m, (x, n - x))
    assert len(whole.atoms) == n + 1  # computes all
    return m, law, whole


def test_a_law_with_a_lump_answers_as_the_law_of_all_outputs():
    _, law, whole = law_and_complete()
    assert law.number_of_atoms is None
    given = dpbi.ErrorLaw(
        law.mechanism, law.x, tuple(whole.atoms), whole.mean, tuple(whole.records)
    )
    assert given.number_of_atoms == 3001
    for ask in (
        lambda v: v.exact,
        lambda v: v.within("1/10"),
        lambda v: v.tail("99/100"),
        lambda v: v.quantile("99/100"),
        lambda v: v.steps(500),
        lambda v: v.within_records(40),
        lambda v: v.up_to((1040, 1960)),
    ):
        found, known = ask(law), ask(given)
        assert found.overlaps(known)
        assert found.width < known.hi / 2**110
    assert law.number_of_atoms is None  # none of these had all computed
    assert [a.outputs for a in law.atoms[:9]] == [a.outputs for a in given.atoms[:9]]
    assert law.atoms[0] == law.atoms[:1][0]


def test_what_the_lump_cannot_answer_comes_from_all_outputs():
    _, law, whole = law_and_complete()
    far = next(a for a in reversed(whole.atoms) if len(a.outputs) == 1)
    assert law.steps(2900).overlaps(whole.steps(2900))
    assert law.steps(2900).width < Fraction(1, 2**110)
    assert law.up_to(far.outputs[0]).overlaps(whole.up_to(far.outputs[0]))
    edge = law.atoms[-1].distance
    assert 1 in law.within(edge)
    assert law.within_records(1900).overlaps(whole.within_records(1900))
    assert sum(p.hi for _, p in law.records) >= 1
    with pytest.raises(InvalidValue):
        law.up_to((5000, 1))


def test_a_probable_lump_keeps_its_digits():
    """A strength near 0: nearly all of the probability is far away."""
    m = dpbi.mechanism("ehd", prior=(1, 1), n=4000, epsilon="1/1000")
    law = dpbi.error_law(m, (0, 4000))
    assert law.number_of_atoms is None
    assert law.tail("999/1000").lo > Fraction(9, 10)
    assert law.tail("999/1000").width < Fraction(1, 2**110)
    assert law.mean.width < Fraction(1, 2**120)
    assert law.quantile("9/10").width < Fraction(1, 2**120)


def test_a_tail_without_probability_to_speak_of_keeps_its_digits():
    m = dpbi.mechanism("ehds", prior=(1, 1), n=400, epsilon=900)
    tail = dpbi.error_law(m, (200, 200)).tail("1/2")
    assert 0 < tail.hi < Fraction(1, 2**2000)
    assert tail.width < tail.hi / 2**100
    m = dpbi.mechanism("ehds", prior=(1, 1), n=400, epsilon=20000)
    tail = dpbi.error_law(m, (200, 200)).tail("1/2")
    assert 0 < tail.lo < Fraction(1, 2**9000)
    assert tail.width < tail.hi / 2**100


def test_a_law_can_be_sent_to_another_process():
    _, law, _ = law_and_complete()
    again = pickle.loads(pickle.dumps(law))  # noqa: S301  (our own)
    assert again.atoms == law.atoms
    assert again.mean == law.mean
    assert tuple(again.records) == tuple(law.records)
    assert again.quantile("1/2").overlaps(law.quantile("1/2"))
    assert len({law.atoms, again.atoms}) == 1


def test_means_and_first_draws_compute_few_outputs():
    n = 40_000
    m = dpbi.mechanism("ehds", prior=(1, 1), n=n, epsilon=1)
    found = releases(m, (n // 2, n // 2), 128)
    with found.field.scope():
        assert sum(1 for _ in found.stream()) < n // 4
    outputs, weights = m.drawing_weights((n // 2, n // 2), Balls(96))
    assert len(outputs) == len(weights) == n + 1
    assert len(set(map(id, weights))) < n // 4


@pytest.mark.parametrize("bits", [10, 64, 300])
def test_fixed_point_ends_hold_the_ball_and_no_unit_more_than_two(bits):
    some = random.Random(bits)
    with F.scope():
        for _ in range(200):
            ball = arb(
                some.choice((-1, 1)) * some.random() * 10 ** some.randint(-30, 3),
                some.random() ** 40,
            )
            lo, hi = F.fixed_point(ball, bits)
            e = F.enclosure(ball)
            assert lo <= e.lo * 2**bits <= e.hi * 2**bits <= hi
            assert hi - lo < (e.width * 2**bits) + 4
        assert F.fixed_point(arb(0), bits) == (0, 0)
        assert F.fixed_point(arb(3), 2) == (12, 12)
        assert F.fixed_point(arb(2) ** -(1 << 20), bits) == (-1, 1)


def test_a_strength_that_is_not_a_number_has_no_bits():
    assert near.bits_of(arb("nan")) == 0
    assert near.bits_of(arb(-5)) == 3
    assert near.bits_of(arb("0.001")) <= 1


def test_distances_out_of_order_are_searched_soundly():
    """A wide enclosure before narrow ones, as in a cluster whose order is open."""
    ends = [(0, 0), (3, 9), (4, 5), (4, 6), (8, 8)]
    tenth = Enclosure.exactly(Fraction(1, 10))
    atoms = tuple(
        Atom(Enclosure(Fraction(lo, 10), Fraction(hi, 10)), tenth, ((i, 0),), i, i)
        for i, (lo, hi) in enumerate(ends)
    )
    law = ErrorLaw("made up", (1, 1), atoms, tenth, ())
    for t in range(11):
        at_most, at_least = law.within(Fraction(t, 10)), law.tail(Fraction(t, 10))
        assert at_most.lo <= Fraction(sum(hi <= t for _, hi in ends), 10)
        assert at_most.hi >= Fraction(sum(lo <= t for lo, _ in ends), 10)
        assert at_least.lo <= Fraction(sum(lo >= t for lo, _ in ends), 10)
        assert at_least.hi >= Fraction(sum(hi >= t for _, hi in ends), 10)
