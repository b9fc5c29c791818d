"""Gaussian and Gumbel noise in programs, against mpmath's integrals and softmax, and drawn."""

import math
from fractions import Fraction

import mpmath
import pytest

import dpbi
from dpbi.fields import Balls
from dpbi.programs.drawing.numbers import normal, of_gumbel
from dpbi.programs.masses import Masses
from dpbi.programs.noises import integrals
from dpbi.programs.noises.laws import Gaussian, Gumbel
from dpbi.programs.noises.trees import NotSummed
from dpbi.promises.conformance import conforms

mp = mpmath.mp.clone()
mp.dps = 40
DIGITS = 25


def on(*datasets):
    return dpbi.program(datasets=datasets, neighbours="all")


def number(value):
    value = Fraction(value)
    return mp.mpf(value.numerator) / value.denominator


def phi(z, variance=1):
    return mp.erfc(-z / mp.sqrt(2 * mp.mpf(variance))) / 2


def bell(z, variance=1):
    return mp.exp(-z * z / 2 / variance) / mp.sqrt(2 * mp.pi * variance)


def gumbel(z, scale=1):
    return mp.exp(-mp.exp(-z / scale))


def laplace(z, scale=1):
    return mp.exp(z / scale) / 2 if z < 0 else 1 - mp.exp(-z / scale) / 2


def integral(f, cuts=(0,), far=14):
    """Over the real line, of what is below 10^-40 beyond 14."""
    return mp.quad(f, sorted({*range(-far, far + 1, 2), *cuts}))


def agrees(made, x, found, digits=DIGITS):
    """Whether a law is what was found: some outputs, to so many digits beside themselves."""
    law = made.law(x)
    wrong = {}
    for r, seen in found.items():
        lo, hi, near = number(law[r].lo), number(law[r].hi), mp.mpf(10) ** -digits * abs(seen)
        if not (lo - near <= seen <= hi + near and hi - lo <= near):
            wrong[r] = (law[r], seen)
    assert not wrong, wrong


def test_a_floor_of_a_gaussian_by_its_distribution_function():
    made = on(0, 1)(lambda x, rng: max(-2, min(2, math.floor(x + rng.gaussian(4)))))
    for x in (0, 1):
        cells = {k: phi(k + 1 - x, 4) - phi(k - x, 4) for k in (-1, 0, 1)}
        agrees(made, x, {**cells, -2: phi(-1 - x, 4), 2: phi(x - 2, 4)})


def test_the_variance_is_given_and_not_sigma():
    """As `dpbi.Noise.gaussian` takes it: Pr[noise > 2] is that of one sigma."""
    made = on(0, 1)(lambda x, rng: rng.gaussian(4) > 2 + x)
    agrees(made, 0, {True: phi(-1)})
    assert dpbi.Noise.gaussian(4).variance == 4


def test_the_largest_of_gaussians_by_an_integral():
    made = on(0, 1)(lambda x, rng: rng.argmax([x + rng.gaussian(1), rng.gaussian(2), 0]))
    for x in (0, 1):
        first = mp.quad(lambda z, x=x: bell(z - x) * phi(z, 2), [0, 1, 3, 6, 15])
        second = mp.quad(lambda z, x=x: bell(z, 2) * phi(z - x), [0, 1, 3, 6, 18])
        agrees(made, x, {0: first, 1: second, 2: phi(0, 2) * phi(-x)})


@pytest.mark.parametrize("scale", [1, Fraction(1, 3)])
def test_the_largest_of_gumbels_is_the_exponential_mechanism(scale):
    made = on(0, 1, 2)(lambda x, rng: rng.argmax([c + rng.gumbel(scale) for c in (x, 1, 0, 0)]))
    weights = {x: {i: c / Fraction(scale) for i, c in enumerate((x, 1, 0, 0))} for x in (0, 1, 2)}
    wanted = dpbi.LogWeights.of(weights, neighbours="all")
    for x in (0, 1, 2):
        for r, p in wanted.law(x).items():
            q = made.law(x)[r]
            assert q.lo <= p.hi
            assert p.lo <= q.hi
    one, other = dpbi.privacy_loss(made), dpbi.privacy_loss(wanted)
    assert one.lo <= other.hi
    assert other.lo <= one.hi
    assert one.hi - one.lo < Fraction(1, 10**10)


def test_a_gumbel_against_a_number():
    made = on(0, 1)(lambda x, rng: math.floor(max(-1, min(1, rng.gumbel(2) + x))))
    for x in (0, 1):
        low, high = gumbel(mp.mpf(-x), 2), gumbel(mp.mpf(1 - x), 2)
        agrees(made, x, {-1: low, 0: high - low, 1: 1 - high})


PAIRS = {
    "a gaussian and a laplace": (
        lambda x, rng: rng.gaussian(2) > x + rng.laplace(1),
        lambda x: integral(lambda z: bell(z, 2) * laplace(z - x), (x,)),
    ),
    "multiples": (
        lambda x, rng: 2 * rng.gaussian(1) > x + 3 * rng.gumbel(1),
        lambda x: integral(lambda z: bell(z) * gumbel((2 * z - x) / 3)),
    ),
    "a double threshold": (
        lambda x, rng: abs(rng.gaussian(1) - rng.gaussian(2)) < 1 + x,
        lambda x: integral(lambda z: bell(z) * (phi(z + 1 + x, 2) - phi(z - 1 - x, 2))),
    ),
    "a laplace threshold": (
        lambda x, rng: _all_below(rng.laplace("1/2"), (x, rng.gaussian(1)), (0, rng.gaussian(1))),
        lambda x: integral(
            lambda t: mp.exp(-2 * abs(t)) * phi(t - x) * phi(t), range(-50, 51, 2), far=50
        ),
    ),
    "a gaussian and a discrete gaussian": (
        lambda x, rng: rng.gaussian(1) + x > rng.discrete_gaussian(1),
        lambda x: (
            mp.fsum(mp.exp(-mp.mpf(z * z) / 2) * phi(x - z) for z in range(-14, 15))
            / mp.fsum(mp.exp(-mp.mpf(z * z) / 2) for z in range(-14, 15))
        ),
    ),
    "a largest one that is clamped": (
        lambda x, rng: max(rng.gaussian(1) + x, rng.gumbel(1)) > 1,
        lambda x: 1 - phi(mp.mpf(1 - x)) * gumbel(mp.mpf(1)),
    ),
}


def _all_below(threshold, *queries):
    return all(c + q < threshold for c, q in queries)


@pytest.mark.parametrize("name", PAIRS)
def test_the_probability_is_the_integral(name):
    function, wanted = PAIRS[name]
    made = on(0, 1)(function)
    for x in (0, 1):
        agrees(made, x, {True: wanted(x)}, digits=20)


def test_the_probability_of_a_far_tail_has_as_many_digits():
    one = on(0, 1)(lambda x, rng: rng.gaussian(1) > 60 + x)
    other = on(0, 1)(lambda x, rng: rng.gaussian(1) > 60 + x + rng.gaussian(1))
    left = on(0, 1)(lambda x, rng: rng.gumbel(1) < -6 - x)
    agrees(one, 0, {True: phi(-mp.mpf(60))})
    agrees(other, 0, {True: phi(-mp.mpf(60), 2)})
    agrees(left, 0, {True: gumbel(mp.mpf(-6))})


def test_a_path_that_is_nearly_impossible_does_not_hold_up_its_output():
    """Beside the others of its output it is nothing: about e^-e^14, where doubles end at e^-745."""

    @on(0, 1)
    def above(x, rng):
        a, b = rng.gaussian(Fraction(2, 3)), rng.gumbel(Fraction(1, 3))
        return True if b < a - 3 and b > 3 * a + 1 else bool(a > x)

    for x in (0, 1):
        agrees(above, x, {True: phi(mp.mpf(-x), number("2/3"))})


def test_what_is_cut_off_an_integral_is_part_of_the_ball(monkeypatch):
    monkeypatch.setattr(integrals, "SPARE", -122)
    made = on(0, 1)(lambda x, rng: rng.gaussian(1) > x + rng.gaussian(1))
    F = Balls(128)
    with F.scope():
        for x in (0, 1):
            (path,) = (path for path in made.paths(x) if path.output)
            p = F.enclosure(Masses(F).of(path.forest[0]))
            assert p.hi - p.lo > Fraction(1, 10**6)
            assert number(p.lo) <= phi(mp.mpf(-x), 2) <= number(p.hi)


@pytest.mark.parametrize("law", [Gaussian(Fraction(3)), Gumbel(Fraction(2))])
def test_all_ways_to_write_a_mass_are_one_function(law):
    """Of an interval on either side, and around the middle: and it is that of the density."""
    F = Balls(128)
    with F.scope():
        found, ends = law.law(F), [F.rational(Fraction(k, 2)) for k in range(-8, 9)]
        for a in ends:
            assert (found.mass(a, None) + found.mass(None, a)).overlaps(1)
            for b in ends:
                if a < b:
                    parts = found.mass(None, a) + found.mass(a, b) + found.mass(b, None)
                    assert parts.overlaps(1)
                    assert parts.rad() < 1e-30
        step = F.rational(Fraction(1, 10**12))
        slope = found.mass(F.rational(1), 1 + step) / step
        assert abs(slope - found.density(F.rational(1))) < 1e-11


REFUSED = {
    "three or more real noises": lambda x, rng: rng.gaussian(1) + rng.gaussian(1) > rng.gaussian(1),
    "an integral within an integral": lambda x, rng: _sorted(*(rng.gaussian(1) for _ in range(4))),
    "clamp it first": lambda x, rng: math.floor(rng.gaussian(1)) > math.floor(rng.gaussian(1)),
}


def _sorted(a, b, c, d):
    return a < b and b < c and c < d


@pytest.mark.parametrize("said", REFUSED)
def test_what_is_not_covered_is_refused_in_a_sentence(said):
    with pytest.raises(NotSummed, match=said):
        on(0, 1)(REFUSED[said]).law(0)


@pytest.mark.parametrize(
    ("inverse", "below"),
    [(normal(Fraction(4)), lambda z: phi(z, 4)), (of_gumbel(Fraction(2)), lambda z: gumbel(z, 2))],
)
def test_the_inverse_of_a_distribution_function_is_one(inverse, below):
    F = Balls(128)
    with F.scope():
        assert inverse(Fraction(0), F) is None
        assert inverse(Fraction(1), F) is None
        for u in (Fraction(1, 3), Fraction(1, 1 << 40), 1 - Fraction(1, 1 << 40)):
            z = F.enclosure(inverse(u, F))
            assert abs(below(number(z.lo)) - number(u)) < mp.mpf(10) ** -30


@pytest.mark.parametrize("noise", ["gaussian", "gumbel"])
def test_it_is_drawn_as_it_is_audited(noise):
    made = on(0, 1)(
        lambda x, rng: (
            max(-1, min(1, math.floor(getattr(rng, noise)(2) + x))),
            getattr(rng, noise)(1) > rng.laplace(1),
        )
    )
    bits = dpbi.not_private(3)
    assert conforms(made, lambda x: made.sample(x, bits), 1, draws=1500)


@pytest.mark.parametrize("raised", [KeyboardInterrupt, TimeoutError])
def test_what_stops_an_integral_is_not_lost_on_its_way_through_c(raised):
    class Asked:
        """A density that is stopped at the hundredth question."""

        cuts, times = frozenset(), 0

        def on(self, z):
            return self.value

        def value(self, z):
            self.times += 1
            if self.times == 100:
                raise raised
            return (-z * z).exp()

    asked, F = Asked(), Balls(64)
    with pytest.raises(raised), F.scope():
        integrals.OnReals(F, asked, Fraction(0), Fraction(30)).between(None, None)
    assert asked.times == 100
