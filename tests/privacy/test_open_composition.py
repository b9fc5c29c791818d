"""Composition of open laws and of laws with densities: COMPOSITION.md, sections 5 and 6."""

import math
from fractions import Fraction
from random import Random

import mpmath
import pytest
from compositions import exactly
from hidden import Hidden
from open_compositions import F, enclosed, problem

import dpbi
from dpbi import Additive, Noise
from dpbi.fields import Enclosure
from dpbi.laws.partial import Known
from dpbi.privacy.composing.noise import GridNoise
from dpbi.privacy.composing.open import RealLosses, losses_of
from dpbi.privacy.composing.sums import LossSum
from dpbi.privacy.tails.bounds import Seen

ONE = Fraction(1)


@pytest.mark.parametrize("block", range(8))
def test_what_is_hidden_is_counted_where_it_does_most_harm(block):
    tight = 0
    for seed in range(250 * block, 250 * block + 250):
        releases, level, losses = problem(seed)
        step = Fraction(Random(-seed).choice((1, 3, 7)), Random(seed + 1).choice((1, 30, 200)))
        found = enclosed(losses, level, step)
        true = exactly(releases, level)
        assert found.lo <= true <= found.hi, seed
        tight += found.width < Fraction(1, 50)
    assert tight > 10


def losses(here, there, elsewhere, ratio=None):
    """Of two lists of probabilities by output; what they miss of 1 is left."""
    with F.scope():
        laws = [
            Known(
                {r: F.rational(Fraction(p)) for r, p in law.items()},
                F.rational(1 - sum(map(Fraction, law.values()), Fraction(0))),
                elsewhere,
            )
            for law in (here, there)
        ]
        return losses_of(Seen(*laws, F, None, ratio))


def test_mass_of_q_that_may_be_anywhere_counts_e_to_the_epsilon_times():
    """All of k may lie at the only output of P: then delta is 1 - 11/10 * 4/5."""
    hidden = [(1, [losses({"a": "1"}, {"b": "1/5"}, elsewhere)]) for elsewhere in (True, False)]
    for parts in hidden:
        found = enclosed([parts], Fraction(11, 10), ONE)
        assert found.lo <= Fraction(12, 100) <= found.hi
        assert found.hi == 1
    sure = enclosed([(1, [losses({"a": "1"}, {"b": "1"}, elsewhere=False)])], Fraction(3), ONE)
    assert sure.lo > 1 - Fraction(1, 10**20)


def test_a_tail_ratio_bounds_what_is_not_listed_from_above_and_nothing_from_below():
    listed = {"a": "1/2"}
    bound = losses(listed, listed, elsewhere=True, ratio=Fraction(3, 2))
    above = enclosed([(1, [bound])], Fraction(6, 5), Fraction(1, 1000))
    assert above.lo == 0
    assert 0 <= above.hi - Fraction(1, 2) * (1 - Fraction(4, 5)) < Fraction(1, 10**5)
    none = losses(listed, {"a": "1/4", "b": "1/4"}, elsewhere=True, ratio=ONE)
    assert enclosed([(1, [none])], Fraction(6, 5), Fraction(1, 1000)).hi > Fraction(1, 2)


@pytest.mark.parametrize(("t", "k"), [("1/2", 1), ("1/3", 1), ("1/2", 6), ("1/1000", 4)])
def test_no_noise_adds_more_than_its_mean_size(t, k):
    """(6): the mean of |N| for two points h apart, k times; half-way it is almost the bound."""
    h, share = mpmath.mpf("0.01"), mpmath.mpf(Fraction(t).numerator) / Fraction(t).denominator
    down = -mpmath.log(1 - share * (1 - mpmath.exp(-h)))
    ways = [mpmath.binomial(k, j) * share**j * (1 - share) ** (k - j) for j in range(k + 1)]
    size = mpmath.fsum(w * abs(j * h - k * down) for j, w in enumerate(ways))
    with F.scope():
        spread = F.rational(Fraction(t) * (1 - Fraction(t)))
        most = float(GridNoise.of([(k, spread)], Fraction(1, 100), F).most)
    assert size <= most
    if (t, k) == ("1/2", 1):
        assert most < 1.02 * size


# Laws with densities.


def one_laplace(e, u):
    """delta of one release at any level, by cases."""
    if e >= u:
        return mpmath.mpf(0)
    return 1 - mpmath.exp((e - u) / 2) if e >= -u else 1 - mpmath.exp(e)


@pytest.mark.parametrize("e", ["0", "0.3", "0.8"])
def test_two_real_laplace_releases_are_a_convolution(e):
    """The mean, over the loss of the first, of the delta that the second has at the rest."""
    u, level = mpmath.mpf("0.5"), mpmath.mpf(e)
    density = mpmath.quad(
        lambda loss: mpmath.exp((loss - u) / 2) / 4 * one_laplace(level - loss, u),
        sorted({-u, max(-u, min(u, level - u)), u}),
    )
    atoms = one_laplace(level - u, u) / 2 + mpmath.exp(-u) / 2 * one_laplace(level + u, u)
    m = Additive.of(Noise.laplace(2), {0: 0, 1: 1})
    found = dpbi.composed_delta(m, 2, e, digits=7)
    assert found.trusts == ("argument", "ball")
    assert found.lo - Fraction(1, 10**15) <= Fraction(str(density + atoms)) <= found.hi
    assert found.width < Fraction(1, 10**5)


NOISES = {
    "laplace": (Noise.laplace(2), ["-0.4", "0", "0.3", "0.5"]),
    "gaussian": (Noise.gaussian(4), ["-2", "0", "1", "3"]),
}


@pytest.mark.parametrize("name", NOISES)
def test_a_density_on_a_grid_has_the_delta_that_is_proved_in_closed_form(name):
    noise, levels = NOISES[name]
    facts = noise.facts(ONE)
    with F.scope():
        made = LossSum.of([(1, [RealLosses.of(facts, F)])], Fraction(1, 300), 1e-30, 2, F)
        for level in map(Fraction, levels):
            found = made.delta(Enclosure.exactly(level), F)
            if level >= 0:
                true = F.enclosure(facts.hockey_stick(level, F))
            else:  # P - e^e Q beside Q - e^-e P, which is that of the mirror image
                true = F.enclosure(
                    1 - F.exp(F.rational(level)) * (1 - facts.hockey_stick(-level, F))
                )
            assert found.lo <= true.lo
            assert true.hi <= found.hi
            assert found.width < Fraction(1, 10**4)


def test_gaussian_releases_are_one_gaussian_seen_from_further_away():
    near, far = (Additive.of(Noise.gaussian(v), {0: 0, 1: 1}) for v in (4, 9))
    one = Additive.of(Noise.gaussian(1), {0: 0, 1: Fraction(3, 2)})
    (alone,) = dpbi.privacy_profile(one, [2])  # (3/2)^2 = 5/4 + 9/9
    together = dpbi.composed_delta([near, far], [5, 9], 2)
    assert max(alone.lo, together.lo) <= min(alone.hi, together.hi)
    assert together.width < Fraction(1, 10**15)
    bounds = dpbi.composed_epsilon([near, far], [5, 9], alone.hi, digits=9)
    assert bounds.lo <= 2 <= bounds.hi + Fraction(1, 10**9)


def test_discrete_laplace_releases_are_binomial():
    """At distance 1 the loss is 1/b or -1/b, the first with the probability 1/(1 + q)."""
    k, b, e = 60, 2, 8
    q = mpmath.exp(-mpmath.mpf(1) / b)
    true = mpmath.fsum(
        mpmath.binomial(k, j) * q ** (k - j) / (1 + q) ** k * (1 - mpmath.exp(e - (2 * j - k) / b))
        for j in range(k + 1)
        if 2 * j - k > b * e
    )
    m = Additive.of(Noise.discrete_laplace(b), {0: 0, 1: 1})
    found = dpbi.composed_delta(m, k, e, digits=12)
    assert found.reached
    assert found.lo <= Fraction(str(true)) + Fraction(1, 10**14)
    assert Fraction(str(true)) <= found.hi + Fraction(1, 10**14)


def test_discrete_gaussian_releases_are_nearly_a_gaussian():
    """Sums of wide discrete Gaussians are near to a real one: an outside value, not a bound."""
    whole, real = (
        Additive.of(make(400), {0: 0, 1: 1}) for make in (Noise.discrete_gaussian, Noise.gaussian)
    )
    found, near = (dpbi.composed_delta(m, 400, 1, digits=9) for m in (whole, real))
    assert math.isclose(float(found.lo), float(near.lo), rel_tol=1e-4)


def test_one_sided_noise_composes_to_what_its_support_says():
    """Moved down by one, each release shows it with the probability 1 - q."""
    m = Additive.of(Noise.geometric(3), {0: 0, 1: 1})
    found = dpbi.composed_delta(m, 5, 1)
    true = -math.expm1(-5 / 3)
    assert math.isclose(float(found.lo), true, rel_tol=1e-8)
    assert math.isclose(float(found.hi), true, rel_tol=1e-8)


@dpbi.program(datasets=[0, 1], neighbours="all")
def flips(x, rng):
    """Count flips from x on; paths without end leave mass that may be anywhere."""
    n = x
    while rng.bernoulli("1/2"):
        n += 1
    return n


def test_a_program_whose_runs_have_no_bound_composes():
    """0 is possible at 0 only: five releases hide it with the probability 2^-5."""
    found = dpbi.composed_delta(flips, 5, 1)
    assert found.lo <= 1 - Fraction(1, 32) <= found.hi
    assert found.reached


def test_different_open_releases_and_a_listed_one_compose():
    table = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    whole, real = (
        Additive.of(make(2), {0: 0, 1: 1}) for make in (Noise.discrete_laplace, Noise.laplace)
    )
    found = dpbi.composed_delta([table, whole, real], [1, 2, 1], 2, digits=3)
    alone = [dpbi.composed_delta(m, k, 2).hi for m, k in ((table, 1), (whole, 2), (real, 1))]
    assert max(alone) <= found.hi
    assert found.reached


@pytest.mark.parametrize("left", [0, Fraction(1, 10)])
def test_grids_are_not_refined_for_what_no_grid_knows(left):
    # one loss: a law of one cell, on however fine a grid
    laws = {"a": 1 - left, "b": left}, {"a": Fraction(1, 2), "b": Fraction(1, 2)}
    listed = {"a": 1 - left}, {"a": Fraction(1, 2) - Fraction(1, 100)}
    hidden = Hidden(laws, listed)
    found = dpbi.composed_delta(hidden, 2, "ln(11/10)", pair=(0, 1), tolerance="1/1000")
    assert not found.reached
    true = exactly([(2, *(list(law.values()) for law in laws))], Fraction(11, 10))
    assert found.lo <= true <= found.hi
