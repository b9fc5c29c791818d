"""Noises without closed form: programs with them against sums by mpmath, and drawn for real."""

import math
from fractions import Fraction

import mpmath
import pytest
from scripted import agrees, law_of_scripts

import dpbi
from dpbi.fields import Balls
from dpbi.programs.masses import Masses
from dpbi.programs.noises import sums
from dpbi.programs.noises.laws import DiscreteGaussian, Poisson
from dpbi.programs.noises.sums import OnIntegers
from dpbi.promises.conformance import conforms
from dpbi.sampling import discrete_gaussian, poisson

DIGITS = 30
mp = mpmath.mp.clone()
mp.dps = 2 * DIGITS


def on(*datasets):
    return dpbi.program(datasets=datasets, neighbours="all")


def number(value):
    value = Fraction(value)
    return mp.mpf(value.numerator) / value.denominator


def bell(variance, reach=60):
    """{z: probability} of a discrete Gaussian; e^-900 is left out at most."""
    weights = {z: mp.exp(-mp.mpf(z * z) / 2 / number(variance)) for z in range(-reach, reach + 1)}
    return {z: w / mp.fsum(weights.values()) for z, w in weights.items()}


def rare(mean, most=90):
    """{z: probability} of a Poisson law."""
    return {z: mp.exp(-number(mean)) * number(mean) ** z / mp.factorial(z) for z in range(most)}


def sides(scale, reach=400):
    """{z: probability} of a discrete Laplace law."""
    q = mp.exp(-1 / number(scale))
    return {z: (1 - q) / (1 + q) * q ** abs(z) for z in range(-reach, reach + 1)}


def law_of(f, *tables):
    """{output: probability} of a function of independent numbers."""
    found = {}

    def go(i, given, p):
        if i == len(tables):
            r = f(*given)
            found[r] = found.get(r, mp.zero) + p
            return
        for z, share in tables[i].items():
            if p * share > mp.mpf(10) ** -60:
                go(i + 1, (*given, z), p * share)

    go(0, (), mp.one)
    return found


def holds(made, x, found, digits=DIGITS):
    """Whether a law is what was found, to so many digits."""
    law = made.law(x)
    wrong = {}
    for r, p in law.items():
        lo, hi, seen = number(p.lo), number(p.hi), found.get(r, mp.zero)
        near = mp.mpf(10) ** -digits * seen
        if not (lo - near <= seen <= hi + near and hi - lo <= near):
            wrong[r] = (p, seen)
    assert not wrong, wrong
    assert not {r for r, p in found.items() if p > mp.mpf(10) ** -40} - law.keys()


@on(0, 1)
def clamped(x, rng):
    return max(-3, min(3, x + rng.discrete_gaussian(4)))


@on(0, 1)
def counted(x, rng):
    return min(4, 2 * x + rng.poisson("5/2"))


@on(0, 1)
def noisy_max(x, rng):
    return rng.argmax([x + rng.discrete_gaussian(1), rng.discrete_gaussian(2), rng.poisson(1)])


@on(0, 1)
def above(x, rng):
    t = rng.discrete_gaussian(2)
    return next((i for i in range(2) if x + rng.discrete_laplace(1) >= t), None) is None


@on(0, 1)
def scaled(x, rng):
    return 2 * rng.discrete_gaussian(2) + x > 3 * rng.poisson(1)


@on(0, 1)
def three(x, rng):
    return rng.discrete_gaussian(1) + rng.poisson(1) + x >= rng.discrete_laplace("1/2")


@on(0, 1)
def half(x, rng):
    return max(-1, min(1, (rng.discrete_gaussian(4) + x) // 2))


def clamp(lo, hi, z):
    return max(lo, min(hi, z))


def first_of(values):
    return max(range(len(values)), key=lambda i: values[i])


SUMS = {
    clamped: (lambda x: lambda z: clamp(-3, 3, x + z), bell(4)),
    counted: (lambda x: lambda z: min(4, 2 * x + z), rare("5/2")),
    noisy_max: (lambda x: lambda *z: first_of((x + z[0], *z[1:])), bell(1), bell(2), rare(1)),
    scaled: (lambda x: lambda a, b: 2 * a + x > 3 * b, bell(2), rare(1)),
    three: (lambda x: lambda a, b, c: a + b + x >= c, bell(1), rare(1), sides("1/2", 80)),
    half: (lambda x: lambda z: clamp(-1, 1, (z + x) // 2), bell(4)),
}


@pytest.mark.parametrize("made", SUMS, ids=lambda m: m.label)
def test_a_law_is_what_a_sum_over_all_values_comes_to(made):
    what, *tables = SUMS[made]
    for x in (0, 1):
        holds(made, x, law_of(what(x), *tables))


def test_two_noises_against_one_threshold():
    """Given the threshold they are independent: the sum of Pr[t] Pr[x + a < t]^2."""
    below, laplace = {}, sides(1, 200)
    for t in range(-100, 101):
        below[t] = below.get(t - 1, mp.zero) + laplace[t - 1]
    for x in (0, 1):
        p = mp.fsum(p * below[z - x] ** 2 for z, p in bell(2).items())
        holds(above, x, {True: p, False: 1 - p})


def test_with_continuous_noise_too():
    """Pr[z >= x + laplace(2)] by the distribution function of the Laplace law."""
    made = on(0, 1)(lambda x, rng: rng.discrete_gaussian(4) >= x + rng.laplace(2))

    def below(t):
        return mp.exp(t / 2) / 2 if t < 0 else 1 - mp.exp(-t / 2) / 2

    for x in (0, 1):
        p = mp.fsum(p * below(mp.mpf(z - x)) for z, p in bell(4).items())
        holds(made, x, {True: p, False: 1 - p})


def test_two_real_noises_and_an_integer():
    made = on(0, 1)(
        lambda x, rng: rng.discrete_gaussian(4) >= x + rng.exponential(2) + rng.exponential(1)
    )

    def below(t):
        """Of e + f with scales 2 and 1: 1 - 2 e^(-t/2) + e^-t."""
        return 1 - 2 * mp.exp(-t / 2) + mp.exp(-t) if t > 0 else mp.zero

    for x in (0, 1):
        p = mp.fsum(p * below(mp.mpf(z - x)) for z, p in bell(4).items())
        holds(made, x, {True: p, False: 1 - p})


@pytest.mark.parametrize("far", [40, 400])
def test_the_probability_of_a_far_tail_has_as_many_digits(far):
    """Beside itself: Pr[z >= far] is about e^(-far^2/8), and of the Poisson law e^-far ln far."""
    one = on(0, 1)(lambda x, rng: rng.discrete_gaussian(4) >= far + x)
    other = on(0, 1)(lambda x, rng: rng.poisson(2) > far + x)
    norm = mp.fsum(mp.exp(-mp.mpf(z * z) / 8) for z in range(-80, 81))
    tail = mp.fsum(mp.exp(-mp.mpf(z * z) / 8) for z in range(far, far + 80)) / norm
    rest = mp.fsum(mp.exp(-2) * mp.mpf(2) ** z / mp.factorial(z) for z in range(far + 1, far + 80))
    holds(one, 0, {True: tail, False: 1 - tail})
    holds(other, 0, {True: rest, False: 1 - rest})


def test_the_difference_of_two_that_are_far_apart():
    """Its law is summed over the middle, far from where either noise mostly is."""
    made = on(0, 1)(lambda x, rng: rng.discrete_gaussian(1) >= 60 + x + rng.discrete_gaussian(1))
    norm = mp.fsum(mp.exp(-mp.mpf(z * z) / 2) for z in range(-60, 61))
    tail = {z: mp.fsum(mp.exp(-mp.mpf(w * w) / 2) for w in range(z, 160)) for z in range(-30, 120)}
    p = mp.fsum(mp.exp(-mp.mpf(z * z) / 2) * tail[z + 60] for z in range(-90, 60) if z >= -90)
    holds(made, 0, {True: p / norm**2, False: 1 - p / norm**2})


@pytest.mark.parametrize("law", [DiscreteGaussian(Fraction(3, 2)), Poisson(Fraction(7, 2))])
def test_what_a_law_has_beyond_a_value_is_within_its_bound(law):
    F = Balls(128)
    with F.scope():
        found = law.law(F)
        for z in range(-9, 12):
            for direction in (1, -1):
                some = sum((found.at(z + direction * k) for k in range(60)), F.rational(0))
                assert some <= found.beyond(z, direction) * F.rational(Fraction(10**20 + 1, 10**20))
        assert sum((found.at(z) for z in range(-60, 60)), F.rational(0)).overlaps(1)


@pytest.mark.parametrize("law", [DiscreteGaussian(Fraction(9)), Poisson(Fraction(9))])
def test_tails_in_both_directions_are_asked_of_one_function(law):
    """What is kept of the one is not taken for the other."""
    F = Balls(128)
    with F.scope():
        kept = OnIntegers(F, law.law(F), law.least, None)
        for z in [*range(-12, 30), *range(30, -12, -1)]:
            above, below = kept.between(Fraction(z), None), kept.between(None, Fraction(z - 1))
            assert (above + below).overlaps(1)
            assert above.overlaps(sum((kept.law.at(w) for w in range(z, 120)), F.rational(0)))


def test_what_is_left_out_of_a_sum_is_part_of_the_ball(monkeypatch):
    """Sums that stop far too early are wide, and hold what they are sums of all the same."""
    monkeypatch.setattr(sums, "SPARE", -120)
    made = on(0, 1)(lambda x, rng: rng.discrete_gaussian(4) > x)
    tails = {x: mp.fsum(p for z, p in bell(4).items() if z > x) for x in (0, 1)}
    F = Balls(128)
    with F.scope():
        for x in (0, 1):
            (path,) = (path for path in made.paths(x) if path.output)
            p = F.enclosure(Masses(F).of(path.forest[0]))
            assert p.hi - p.lo > Fraction(1, 10**6)
            assert number(p.lo) <= tails[x] <= number(p.hi)


def test_a_probability_of_zero_is_not_walked_for_ever():
    """The second noise is even where the first one is; both never hold together."""

    @on(0, 1)
    def never(x, rng):
        a, b = rng.discrete_gaussian(1), rng.discrete_gaussian(1)
        return "odd" if 2 * a == 2 * b + 1 + x else "even"

    assert never.law(0).keys() == {"even"}
    assert never.law(1).keys() == {"odd", "even"}


def test_there_is_no_exact_form_and_a_tie_is_not_decided():
    made = on(0, 1)(lambda x, rng: rng.discrete_gaussian(4) > 0)
    assert dpbi.closed_form(dpbi.privacy_loss(made)) is None
    assert dpbi.is_private(made, 0) is not True


def test_noise_of_no_width_is_refused():
    for draw in (lambda r: r.discrete_gaussian(0), lambda r: r.poisson("-1")):
        made = on(0, 1)(lambda x, rng, draw=draw: draw(rng) > x)
        with pytest.raises(dpbi.errors.DpbiError, match="its draw is refused"):
            made.law(0)


@pytest.mark.parametrize("made", [clamped, counted, scaled], ids=lambda m: m.label)
def test_it_is_drawn_as_it_is_audited(made):
    bits = dpbi.not_private(7)
    agrees(made, 1, runs=300, most_left=1)
    assert conforms(made, lambda x: made.sample(x, bits), 1, draws=1500)


@pytest.mark.parametrize(
    ("draw", "table"),
    [
        (lambda bits: discrete_gaussian(Fraction(1, 3), bits), bell("1/3", 20)),
        (lambda bits: poisson(Fraction(1, 3), bits), rare("1/3", 20)),
    ],
)
def test_all_scripts_of_bits_come_to_the_law_of_an_integer(draw, table):
    found, left = law_of_scripts(draw, 20_000, Fraction(1, 20))
    assert left < Fraction(3, 5)
    for z, p in found.items():
        assert number(p) <= table[z] <= number(p + left)


def test_a_floor_of_integers_is_an_integer():
    made = on(0, 1)(lambda x, rng: math.floor(rng.poisson(1) + Fraction(x, 2)) == 0)
    p = mp.exp(-1)
    holds(made, 1, {True: p, False: 1 - p})
