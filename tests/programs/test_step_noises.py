"""Uniform and staircase noise in programs, against rational volumes and mpmath's integrals."""

import math
from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest

import dpbi
from dpbi.fields import Balls
from dpbi.programs.drawing.numbers import of_step
from dpbi.programs.families import TwoHeights
from dpbi.programs.pieces import Scalars
from dpbi.programs.stopping import NotFollowed
from dpbi.promises.conformance import conforms

mp = mpmath.mp.clone()
mp.dps = 50
DIGITS = 30
HALF = Fraction(1, 2)


def on(*datasets):
    return dpbi.program(datasets=datasets, neighbours="all")


def number(value):
    value = Fraction(value)
    return mp.mpf(value.numerator) / value.denominator


def agrees(made, x, wanted, digits=DIGITS):
    """Whether a law is what was found: some outputs, to so many digits beside themselves."""
    law = made.law(x)
    for r, seen in wanted.items():
        lo, hi, near = number(law[r].lo), number(law[r].hi), mp.mpf(10) ** -digits * abs(seen)
        assert lo - near <= seen <= hi + near, (x, r, law[r], seen)
        assert hi - lo <= near


def laplace(z):
    return mp.exp(z) / 2 if z < 0 else 1 - mp.exp(-z) / 2


def above(z):
    """The distribution function of Unif(0, 1) + Unif(0, 2), from the areas of its corners."""
    return sum(s * max(z - c, 0) ** 2 for s, c in ((1, 0), (-1, 1), (-1, 2), (1, 3))) / 4


def test_floors_of_a_uniform_are_fractions_of_its_width():
    made = on(0, 1)(lambda x, rng: max(0, min(2, math.floor(x + rng.uniform(-1, "3/2")))))
    agrees(made, 0, {0: number("4/5"), 1: number("1/5")})
    agrees(made, 1, {0: number("2/5"), 1: number("2/5"), 2: number("1/5")})
    assert 2 not in made.law(0)
    assert dpbi.privacy_loss(made).hi == math.inf


def test_uniform_noise_with_infinite_loss_has_the_delta_of_what_one_alone_has():
    made = on(0, 1)(lambda x, rng: math.floor(x + rng.uniform(0, 4)))
    (delta,) = dpbi.privacy_profile(made, [1])
    assert delta.lo <= Fraction(1, 4) <= delta.hi
    assert delta.hi - delta.lo < Fraction(1, 10**15)


def test_sums_of_uniforms_by_the_areas_of_corners():
    made = on(0, 1)(lambda x, rng: rng.uniform(0, 1) + rng.uniform(0, 2) > 1 + x)
    for x in (0, 1):
        agrees(made, x, {True: 1 - above(mp.mpf(1 + x))})


def test_three_uniforms_by_irwin_and_hall():
    made = on(0, 1)(lambda x, rng: sum(rng.uniform(0, 1) for _ in range(3)) > 2 - x)
    agrees(made, 0, {True: number("1/6")})
    agrees(made, 1, {True: number("5/6")})
    assert dpbi.closed_form(dpbi.privacy_loss(made)) == "ln(5)"


def test_a_uniform_within_a_sum_with_a_laplace_by_an_integral():
    made = on(0, 1)(lambda x, rng: rng.uniform(0, 1) + rng.uniform(0, 2) > x + rng.laplace(1))
    for x in (0, 1):
        cuts = [-40, -20, -10, -5, 0, 1, 2, 3]
        under = mp.quad(lambda z, x=x: above(z) * mp.exp(-abs(z - x)) / 2, sorted({*cuts, x}))
        tail = mp.exp(x - mp.mpf(3)) / 2  # of noise beyond 3
        agrees(made, x, {False: under + tail}, digits=25)


def test_the_largest_of_uniforms_on_other_intervals():
    def largest(x, rng):
        return rng.argmax([rng.uniform(0, 2), x + rng.uniform(-1, 1), HALF])

    made = on(0, 1)(largest)
    for x in (0, 1):
        # of the first at z: the second is below it, and 1/2 is
        first = mp.quad(lambda z, x=x: min(max(z - x + 1, 0), 2) / 4, [0.5, 1, 1 + x, 2])
        third = number("1/4") * min(max(number(HALF) - x + 1, 0), 2) / 2
        agrees(made, x, {0: first, 2: third, 1: 1 - first - third})


def test_a_uniform_and_a_gaussian_by_an_integral():
    made = on(0, 1)(lambda x, rng: rng.uniform(0, 3) > x + rng.gaussian(1))
    for x in (0, 1):
        wanted = mp.quad(lambda z, x=x: mp.erfc((x - z) / mp.sqrt(2)) / 6, [0, 1, 2, 3])
        agrees(made, x, {True: wanted}, digits=25)


def density(epsilon, by, gamma):
    """As Geng, Kairouz, Oh and Viswanath (2015) define it."""
    b, by, gamma = mp.exp(-number(epsilon)), number(by), number(gamma)
    height = (1 - b) / (2 * by * (gamma + b * (1 - gamma)))

    def at(z):
        k = int(mp.floor(abs(z) / by))
        return height * b ** (k if abs(z) - k * by < gamma * by else k + 1)

    return at


def below(epsilon, by, gamma, z):
    """Its distribution function at a rational z: full steps, and what is left of one."""
    b, f = mp.exp(-number(epsilon)), density(epsilon, by, gamma)
    by, gamma, size = Fraction(by), Fraction(gamma), abs(Fraction(z))
    k = size // by
    inside = size - k * by
    middle = number(k * by + gamma * by / 2) if gamma else mp.mpf(0)
    last = number(k * by + (gamma + 1) / 2 * by) if gamma < 1 else mp.mpf(0)
    part = (f(middle) * number(min(inside, gamma * by)) if gamma else 0) + (
        f(last) * number(max(inside - gamma * by, 0)) if gamma < 1 else 0
    )
    half = mp.mpf(1) / 2
    found = half * (1 - b ** int(k)) + part  # each step of both sides has (1 - b) b^k
    return half + found if z > 0 else half - found


STAIRCASES = [
    (1, 1, HALF),
    (HALF, 2, Fraction(1, 3)),
    (2, Fraction(3, 2), Fraction(1, 5)),
    (1, 1, 0),
    (1, 3, 1),
]


@pytest.mark.parametrize("given", STAIRCASES)
def test_the_distribution_function_here_is_that_of_the_density(given):
    f, by, gamma = density(*given), Fraction(given[1]), Fraction(given[2])
    for z in (Fraction(-7, 5), Fraction(3, 4), Fraction(5)):
        cuts = {s * (k + g) * by for s in (-1, 1) for k in range(60) for g in (0, gamma)}
        inside = sorted(number(c) for c in {*cuts, z} if c <= z)
        total = sum(f((a + b) / 2) * (b - a) for a, b in pairwise(inside))
        assert abs(total - below(*given, z)) < mp.exp(-25)  # what is beyond 60 steps


@pytest.mark.parametrize("given", STAIRCASES)
def test_clamped_floors_of_a_staircase(given):
    made = on(0, 1)(lambda x, rng: max(-1, min(3, math.floor(x + rng.staircase(*given)))))
    for x in (0, 1):
        cells = {
            k: below(*given, Fraction(k + 1 - x)) - below(*given, Fraction(k - x)) for k in range(3)
        }
        ends = {-1: below(*given, Fraction(-x)), 3: 1 - below(*given, Fraction(3 - x))}
        agrees(made, x, {**cells, **ends})


@pytest.mark.parametrize("gamma", [0, Fraction(1, 4), "0.3775", 1])
def test_the_loss_at_a_distance_of_the_sensitivity_is_epsilon_whatever_gamma(gamma):
    """A tie, which exact numbers decide."""
    made = on(0, 2)(lambda x, rng: max(-4, min(7, math.floor(x + rng.staircase(HALF, 2, gamma)))))
    loss = dpbi.privacy_loss(made)
    assert dpbi.closed_form(loss) == "1/2"
    assert dpbi.is_private(made, HALF)
    assert not dpbi.is_private(made, "0.4999999")


@pytest.mark.parametrize("way", [math.floor, math.ceil, round])
def test_a_rounded_staircase_that_is_not_clamped_has_the_loss_epsilon(way):
    """Terms that cancel do not lead: what is left of both laws falls by e^-1 at each step."""
    made = on(0, 1)(lambda x, rng: way(x + rng.staircase(1, 1, "1/4")))
    loss = dpbi.privacy_loss(made)
    assert loss.lo <= 1 <= loss.hi
    assert loss.exact == "1"


def test_a_shift_by_a_third_of_a_step_is_the_largest_ratio_of_cells():
    third = Fraction(1, 3)
    made, given = (
        on(0, 1)(lambda x, rng: math.floor(x * third + rng.staircase(1, 1, HALF))),
        (
            1,
            1,
            HALF,
        ),
    )

    def cell(x, k):
        return below(*given, k + 1 - x * third) - below(*given, k - x * third)

    ratios = [cell(a, k) / cell(1 - a, k) for a in (0, 1) for k in range(-20, 20)]
    loss = dpbi.privacy_loss(made)
    wanted = mp.log(max(ratios))
    assert number(loss.lo) - mp.mpf(10) ** -30 < wanted < number(loss.hi) + mp.mpf(10) ** -30
    assert loss.hi - loss.lo < Fraction(1, 10**15)


def test_a_staircase_against_numbers_and_another():
    def compared(x, rng):
        noise = rng.staircase(1, 1, HALF)
        return noise > Fraction(1, 3) + x, abs(noise) < 2

    made, given = on(0, 1)(compared), (1, 1, HALF)
    for x in (0, 1):
        up = Fraction(1, 3) + x
        inside = below(*given, Fraction(2))
        agrees(
            made,
            x,
            {
                (True, True): inside - below(*given, up),
                (True, False): 1 - inside,
                (False, False): below(*given, Fraction(-2)),
            },
        )


def test_one_staircase_above_another_by_sums_of_trapezoids():
    made = on(0, 1)(lambda x, rng: x + rng.staircase(2, 1, HALF) > rng.staircase(2, 1, HALF))
    given, f = (2, 1, HALF), density(2, 1, HALF)
    cuts = [Fraction(k, 2) for k in range(-80, 81)]
    for x in (0, 1):
        # on each half step both are linear: the mean of the ends is the integral
        total = sum(
            f(number(a + b) / 2) * (below(*given, a + x) + below(*given, b + x)) / 4
            for a, b in pairwise(cuts)
        )
        agrees(made, x, {True: total}, digits=28)


def test_a_density_of_two_heights_has_the_mass_1():
    F = Balls(128)
    with F.scope():
        for at in (Fraction(0), HALF, Fraction(3)):
            law = TwoHeights(Fraction(3), at, Fraction(5))
            assert law.density(Scalars(F)).total().overlaps(1)
            before, after = law.heights(F)
            assert (before * F.exp(F.rational(-5))).overlaps(after)


@pytest.mark.parametrize("at", [0, 1, 2])
def test_the_inverse_of_the_distribution_function_is_one(at):
    law, F = TwoHeights(Fraction(2), Fraction(at), Fraction(3)), Balls(128)
    with F.scope():
        inside = law.density(Scalars(F)).below()
        for u in (Fraction(1, 7), Fraction(9, 10), 1 - Fraction(1, 1 << 60)):
            z = F.enclosure(of_step(law)(u, F))
            assert z.hi - z.lo < Fraction(1, 10**30)
            assert abs(inside.at(z.lo) - F.rational(u)) < 1e-30


def test_they_are_drawn_as_they_are_audited():
    def both(x, rng):
        one = max(-2, min(2, math.floor(2 * (x + rng.staircase(1, 1, "1/3")))))
        return one, rng.uniform(-1, 2) > rng.laplace(1)

    made = on(0, 1)(both)
    bits = dpbi.not_private(3)
    assert conforms(made, lambda x: made.sample(x, bits), 1, draws=1500)


REFUSED = {
    "from 1 to 1, which is no interval": lambda x, rng: rng.uniform(1, 1) > x,
    "an end that is a noise itself": lambda x, rng: rng.uniform(0, rng.laplace(1)) > x,
    "its draw is refused": lambda x, rng: rng.uniform(0, 0.5) > x,
    "with gamma 2, above 1": lambda x, rng: rng.staircase(1, 1, 2) > x,
    "a sensitivity that is a noise": lambda x, rng: rng.staircase(1, rng.geometric(1), 1) > x,
    "it returns a continuous noise": lambda x, rng: rng.uniform(0, x + 1),
    "it multiplies two noises": lambda x, rng: rng.uniform(0, 1) * rng.staircase(1, 1, 1) > x,
}


@pytest.mark.parametrize("said", REFUSED)
def test_what_is_not_followed_is_refused_in_a_sentence(said):
    with pytest.raises(NotFollowed, match=said):
        on(0, 1)(REFUSED[said]).law(0)


def test_what_a_staircase_is_made_for_is_told_once():
    made = on((0,), (2,))(lambda x, rng: sum(x) + rng.staircase(1, 1, 0, of=(sum, 1)) > 1)
    (remark,) = dpbi.privacy_loss(made).remarks
    assert "staircase(1, 1, 0) for sum, declared to move by at most 1; it moves by 2" in remark
