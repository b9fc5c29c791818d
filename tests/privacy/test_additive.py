"""The library's noise families beside independent sums at 220 digits over far larger windows."""

import math
from fractions import Fraction

import pytest
from mpmath import mp, mpf

import dpbi
from dpbi.fields import Level

F, N, P = Fraction, dpbi.Noise, dpbi.Promise
DIGITS = 220


@pytest.fixture(autouse=True)
def many_digits():
    with mp.workdps(DIGITS):
        yield


def number(q):
    q = F(q)
    return mpf(q.numerator) / q.denominator


def close(bounds, value, digits=60):
    """A value to 200 digits lies within bounds, up to its own roundings, and they are tight."""
    slack = mpf(10) ** -200
    assert number(bounds.lo) - slack <= value <= number(bounds.hi) + slack
    assert bounds.hi - bounds.lo <= F(1, 10**digits)


def table(noise, far):
    """{z: its probability} of an integer noise, normalised by its own sum."""
    a = number(noise.parameter)
    weight = {
        "discrete_laplace": lambda z: mp.exp(-abs(z) / a),
        "geometric": lambda z: mp.exp(-z / a) if z >= 0 else mpf(0),
        "poisson": lambda z: a**z / mp.factorial(z) if z >= 0 else mpf(0),
        "discrete_gaussian": lambda z: mp.exp(-(mpf(z) ** 2) / (2 * a)),
    }[noise.name]
    weights = {z: weight(z) for z in range(-far, far + 1)}
    total = mp.fsum(weights.values())
    return {z: w / total for z, w in weights.items()}


WHOLE = [
    (N.discrete_laplace("3/2"), 800),
    (N.geometric(1), 600),
    (N.poisson("5/2"), 200),
    (N.discrete_gaussian(4), 120),
    (N.discrete_gaussian("1/10"), 60),
]


@pytest.mark.parametrize(("noise", "far"), WHOLE, ids=lambda v: str(v))
def test_delta_is_the_sum_over_a_far_larger_window(noise, far):
    p = table(noise, far)
    for shift in (1, 3):
        m = dpbi.Additive.of(noise, {"x": 0, "y": shift})
        for epsilon in ("0", "1/3", "1", "5"):
            level = mp.exp(number(epsilon))
            sums = [
                mp.fsum(max(mpf(0), a - level * p.get(z - s, mpf(0))) for z, a in p.items())
                for s in (shift, -shift)
            ]
            (found,) = dpbi.privacy_profile(m, [epsilon], digits=60)
            close(found, max(sums))


@pytest.mark.parametrize(("noise", "far"), WHOLE[:1] + WHOLE[3:], ids=lambda v: str(v))
def test_divergences_are_sums_over_a_far_larger_window(noise, far):
    p = table(noise, far)
    m = dpbi.Additive.of(noise, {"x": 0, "y": 2})
    for order in ("3/2", "2", "17/5"):
        a = number(order)
        terms = (p[z] ** a * p[z + 2] ** (1 - a) for z in p if z + 2 in p)
        close(dpbi.renyi_divergence(m, order, digits=60), mp.log(mp.fsum(terms)) / (a - 1))


def test_the_discrete_gaussian_has_the_published_delta_and_its_canonical_rho():
    m = dpbi.Additive.of(N.discrete_gaussian(4), {0: 0, 1: 1})
    (delta,) = dpbi.privacy_profile(m, [1])
    assert delta.lo <= F("0.007248776845953")
    assert F("0.007248776845952") <= delta.hi
    rho = dpbi.zero_concentrated(m)
    assert rho.lo == rho.hi == F(1, 8)
    assert dpbi.decide(m, P.rho("1/8")).verdict == "holds"
    assert dpbi.decide(m, P.rho("0.124999")).verdict == "fails"
    assert dpbi.decide(m, P.renyi(3, "3/8")).verdict == "holds"
    assert dpbi.decide(m, P.epsilon(100)).verdict == "fails"


@pytest.mark.parametrize(("variance", "shift"), [("4", "1"), ("1/9", "2"), ("7", "1/3")])
def test_the_gaussian_has_the_delta_of_balle_and_wang(variance, shift):
    m = dpbi.Additive.of(N.gaussian(variance), {0: 0, 1: shift})
    v, s = number(variance), number(shift)
    for epsilon in ("0", "1/2", "3"):
        e = number(epsilon)

        def tail(t, v=v):  # the mass beyond t of the normal law
            return mp.erfc(t / mp.sqrt(2 * v)) / 2

        cut = e * v / s + s / 2
        (found,) = dpbi.privacy_profile(m, [epsilon], digits=60)
        close(found, tail(cut - s) - mp.exp(e) * tail(cut))
    assert dpbi.privacy_loss(m).lo == math.inf
    assert dpbi.zero_concentrated(m).lo == F(shift) ** 2 / (2 * F(variance))


def test_the_laplace_family_has_its_loss_exactly_and_ties_are_decided():
    for noise in (N.laplace(2), N.discrete_laplace(2)):
        m = dpbi.Additive.of(noise, [0, 1, 2], "all", epsilon=1)
        assert dpbi.privacy_loss(m).exact == "epsilon"
        assert dpbi.is_private(m, 1) is True
        assert dpbi.is_private(m, "0.9999999") is False
        assert dpbi.is_private(m, "ln(2.7182818)") is False
        assert dpbi.smallest_epsilon(m, "1/1000").hi < 1


@pytest.mark.parametrize("noise", [N.laplace(2), N.discrete_laplace(2)], ids=str)
def test_rho_of_the_laplace_family_is_above_every_order_and_near_the_best(noise):
    m = dpbi.Additive.of(noise, {0: 0, 1: 3})
    rho = dpbi.zero_concentrated(m, digits=6)
    assert rho.width <= F(1, 10**6)
    orders = [1 + F(i, 100) for i in range(1, 60)] + [F(i) for i in range(2, 9)]
    values = [dpbi.renyi_divergence(m, a, digits=9) for a in orders]
    assert all(d.lo / a <= rho.hi for a, d in zip(orders, values, strict=True))
    assert max(d.hi / a for a, d in zip(orders, values, strict=True)) >= rho.lo - F(1, 100)


def test_the_laplace_delta_is_an_integral():
    m = dpbi.Additive.of(N.laplace("3/2"), {0: 0, 1: 2})
    with mp.workdps(40):
        b, e = mpf(3) / 2, mpf(1) / 3

        def part(t):
            p, q = (mp.exp(-abs(t - c) / b) / (2 * b) for c in (2, 0))
            return max(mpf(0), p - mp.exp(e) * q)

        cut = (e * b + 2) / 2
        value = mp.quad(part, [cut, 2, 10, 100, mp.inf])
        (found,) = dpbi.privacy_profile(m, ["1/3"], digits=30)
        assert abs(number(found.lo) - value) < mpf(10) ** -25


def test_noise_that_a_promise_is_made_for_can_be_calibrated():
    found = dpbi.calibrate(
        lambda e: dpbi.Additive.of(N.discrete_laplace(2 / e), {0: 0, 1: 3}), "1/2"
    )
    assert found.nominal == F(1, 3)


def test_what_needs_a_complete_list_is_refused_in_one_sentence():
    m = dpbi.Additive.of(N.discrete_gaussian(4), {0: 0, 1: 1})
    for ask in (
        lambda: dpbi.compare_laws(m, m),
        lambda: dpbi.to_pld(m),
    ):
        with pytest.raises(dpbi.DpbiError, match=r"outputs that are not listed|dp_accounting"):
            ask()
    with pytest.raises(dpbi.NoOpinion):
        dpbi.second_opinion(m, dpbi.privacy_loss(m))
    with pytest.raises(dpbi.DpbiError, match="whole numbers"):
        dpbi.Additive.of(N.discrete_laplace(1), {0: 0, 1: "1/2"})
    with pytest.raises(dpbi.DpbiError, match="write one such as"):
        dpbi.Additive.of("laplace", {0: 0})


def test_the_loss_of_a_shift_is_the_logarithm_of_its_largest_ratio():
    m = dpbi.Additive.of(N.geometric(4), {"low": 0, "high": 2}, epsilon=5)
    loss = dpbi.privacy_loss(m)
    assert loss.lo == math.inf
    assert loss.witness.output in (0, 1)
    up, down = (dpbi.pair_profile(m, *pair, [0])[0] for pair in (("high", "low"), ("low", "high")))
    assert up.lo <= down.hi
    assert down.lo <= up.hi
    assert Level.of(F(1, 2)) == m.facts("high", "low").loss()
