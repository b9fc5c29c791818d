"""Renyi divergences of orders from 0 to 1, the Kullback-Leibler divergence among them."""

import math
import os
from fractions import Fraction
from itertools import pairwise

import order_fuzz
import pytest
from flint import arb, ctx, fmpq
from mpmath import mp, mpf

import dpbi
from dpbi.errors import InvalidValue
from dpbi.fields import Level
from dpbi.privacy.orders import exactly
from dpbi.privacy.orders.exactly import compare_renyi, renyi_against

COUNT = int(os.environ.get("DPBI_ORDERS", "25"))
F = Fraction
HALF = F(1, 2)
COIN = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
ORDERS = ("0", "1/1000", "1/2", "0.999999", "1", "1.000001", "2", "9")


@pytest.mark.parametrize("form", ["rationals", "floats", "exponents", "polynomials"])
def test_no_bound_of_any_order_is_violated_by_five_hundred_bits(form):
    order_fuzz.compare_many(form, range(COUNT))


def test_no_bound_is_violated_wherever_what_is_left_may_be():
    order_fuzz.compare_many("hidden", range(8 * COUNT))


@pytest.mark.parametrize("noise", ["discrete_laplace", "laplace", "gaussian", "discrete_gaussian"])
@pytest.mark.parametrize("shift", [1, 2, 5])
def test_noise_has_the_divergences_of_its_sums_and_integrals(noise, shift):
    m = dpbi.Additive.of(getattr(dpbi.Noise, noise)("3/2"), {"a": 0, "b": shift})
    with mp.workdps(40):

        def log_weight(z):
            return -abs(z) / mpf("1.5") if "laplace" in noise else -(z**2) / mpf(3)

        def total(f):
            if noise.startswith("discrete"):
                return mp.fsum(f(mpf(r)) for r in range(-120, 125))
            return mp.quad(f, [-90, -20, -5, 0, shift / mpf(2), shift, shift + 5, shift + 20, 90])

        norm = mp.log(total(lambda t: mp.exp(log_weight(t))))
        for order in ORDERS:
            a = mpf(order) if "/" not in order else mpf(F(order).numerator) / F(order).denominator

            def term(t, a=a):
                p, q = log_weight(t - shift) - norm, log_weight(t) - norm
                return mp.exp(p) * (p - q) if a == 1 else mp.exp(a * p + (1 - a) * q)

            value = total(term) if a == 1 else mp.log(total(term)) / (a - 1)
            found = dpbi.renyi_divergence(m, order)
            assert abs(float(found.lo) - value) < 1e-9, order
            assert found.width <= F(1, 10**12)


def test_noise_on_one_side_is_infinite_in_one_direction_from_order_1_on():
    """Geometric noise moved down by 2: the sum is q^(2a), the outputs in common have q^2."""
    m = dpbi.Additive.of(dpbi.Noise.geometric(2), {"a": 0, "b": 2})
    assert dpbi.renyi_divergence(m, 0).lo == 1
    assert dpbi.renyi_divergence(m, F(3, 4)).lo == 3
    assert dpbi.renyi_divergence(m, F(1, 3)).lo == 1, "moved up: P/Q is e on all of P"
    assert dpbi.renyi_divergence(m, 1).lo == math.inf
    poisson = dpbi.Additive.of(dpbi.Noise.poisson(3), {"a": 0, "b": 2})
    with mp.workdps(40):
        pmf = [mp.exp(-3) * mpf(3) ** z / mp.factorial(z) for z in range(120)]
        for a in (F(0), F(1, 3), F(999, 1000)):
            power = mpf(a.numerator) / a.denominator
            both = [
                mp.fsum(p**power * q ** (1 - power) for p, q in zip(one, two, strict=False))
                for one, two in ((pmf, pmf[2:]), (pmf[2:], pmf))
            ]
            value = mp.log(min(both)) / (power - 1)
            assert abs(float(dpbi.renyi_divergence(poisson, a).lo) - value) < 1e-9
    assert dpbi.renyi_divergence(poisson, 1).lo == math.inf


def test_facts_that_were_written_for_orders_above_1_are_not_asked_below(monkeypatch):
    class Facts(dpbi.PairFacts):
        def renyi(self, order):
            return F(7)

        def log_moment(self, order, field):
            return field.rational(7)

    made = dpbi.Additive.of(dpbi.Noise.discrete_laplace(1), {"a": 0, "b": 1})
    with monkeypatch.context() as patch:
        patch.setattr(dpbi.Additive, "facts", lambda self, x, y: Facts())
        assert dpbi.renyi_divergence(made, 2).lo == 7
        found = [dpbi.renyi_divergence(made, order) for order in (HALF, 1)]
    for said, order in zip(found, (HALF, 1), strict=True):
        true = dpbi.renyi_divergence(made, order)
        assert said.lo <= true.hi < 7
        assert true.lo <= said.hi


def test_supports_decide_what_is_infinite():
    one_sided = dpbi.Table.of({0: {"a": 1}, 1: {"a": "1/2", "b": "1/2"}})
    assert dpbi.renyi_divergence(one_sided, HALF).hi < 0.7
    assert dpbi.renyi_divergence(one_sided, 1).lo == math.inf
    assert dpbi.renyi_divergence(one_sided, 1).trusts == ("support",)
    apart = dpbi.Table.of({0: {"a": 1}, 1: {"b": 1}})
    for order in ORDERS:
        found = dpbi.renyi_divergence(apart, order)
        assert found.lo == math.inf
        assert dpbi.second_opinion(apart, found).infinite
        assert ("no output is possible at both" in str(found)) == (F(order) < 1)
    assert dpbi.decide(apart, dpbi.Promise.renyi(0, 10**6)).verdict == "fails"


def asked(x, rng):
    i = rng.choose([0, 1])
    return rng.show(int(rng.bernoulli(F(1 + i + x, 4))))


@pytest.mark.parametrize(
    "m",
    [
        dpbi.LogWeights.of({0: {"a": 0, "b": -1}, 1: {"a": -2, "b": 0}}),
        dpbi.EHD(prior=dpbi.Dirichlet((1, 1)), n=3, epsilon=1),
        dpbi.EHD(prior=dpbi.Dirichlet((1, 2)), n=60, epsilon=1),
        dpbi.Additive.of(dpbi.Noise.laplace(1), {0: 0, 1: 1}),
        dpbi.Additive.of(dpbi.Noise.discrete_laplace(1), {0: 0, 1: 1}),
        dpbi.program(datasets=(0, 1), neighbours="all")(asked),
        dpbi.Table.of({0: {"a": "1/3", "b": "1/3", "c": "1/3"}, 1: {"a": 0.1, "b": 0.2, "c": 0.7}}),
    ],
    ids=["log weights", "balls", "filter", "laplace", "discrete laplace", "adversary", "floats"],
)
def test_the_order_0_of_laws_on_the_same_outputs_is_exactly_0(m):
    found = dpbi.renyi_divergence(m, 0)
    assert found.lo == found.hi == 0
    assert dpbi.decide(m, dpbi.Promise.renyi(0, 0)).verdict == "holds"


def test_divergences_do_not_fall_in_their_order_and_meet_at_one():
    for m in (COIN, dpbi.mechanism("ehds", prior=(1, 2), n=3, epsilon=2)):
        found = [dpbi.renyi_divergence(m, a) for a in ORDERS]
        for less, more in pairwise(found):
            assert less.lo <= more.hi
        below, at, above = found[3:6]
        assert above.hi - below.lo < F(1, 10**5)
        assert below.lo <= at.hi
        assert at.lo <= above.hi
        assert found[-1].lo <= dpbi.privacy_loss(m).hi


def test_the_orders_a_and_1_less_a_say_the_same():
    """(1-a) D_a(P||Q) = a D_(1-a)(Q||P), and the relation is symmetric."""
    for m in (COIN, dpbi.mechanism("ehds", prior=(1, 2), n=3, epsilon=2)):
        for a in (F(1, 3), F(1, 1000)):
            one, two = dpbi.renyi_divergence(m, a), dpbi.renyi_divergence(m, 1 - a)
            gap = (1 - a) * one.lo - a * two.lo
            assert abs(gap) <= one.width + two.width


def test_processing_an_output_adds_to_no_divergence():
    rows = {0: {0: "1/2", 1: "1/3", 2: "1/6"}, 1: {0: "1/6", 1: "1/6", 2: "2/3"}}
    merged = {x: {0: row[0], 1: F(row[1]) + F(row[2])} for x, row in rows.items()}
    for a in ORDERS:
        whole, less = (dpbi.renyi_divergence(dpbi.Table.of(r), a) for r in (rows, merged))
        assert less.lo <= whole.hi


OFF = [F(0), F(1, 10**40), F(-1, 10**40)]


@pytest.mark.parametrize("off", OFF)
def test_ties_below_order_1_are_decided_exactly(off):
    sign = (off < 0) - (off > 0)
    shared = dpbi.Table.of({0: {"a": "1/4", "b": "3/4"}, 1: {"b": "1/4", "c": "3/4"}})
    assert renyi_against(dpbi.adapt(shared), F(0), Level.ln(4) + off) == sign  # -ln 1/4
    squares = dpbi.Table.of({0: {"a": "4/5", "b": "1/5"}, 1: {"a": "1/5", "b": "4/5"}})
    assert renyi_against(dpbi.adapt(squares), HALF, Level.ln(F(25, 16)) + off) == sign  # 2 ln 5/4
    assert renyi_against(dpbi.adapt(COIN), F(1), Level.ln(3, HALF) + off) == sign  # (3-1)/4 ln 3


@pytest.mark.parametrize("off", [F(0), F(1, 10**60), -F(1, 10**60)])
def test_a_root_that_all_terms_have_in_common_is_no_obstacle_to_a_tie(off):
    sign = (off < 0) - (off > 0)
    m = dpbi.adapt(COIN)  # the sum is 2 sqrt(3/16)
    assert renyi_against(m, HALF, Level.ln(F(4, 3)) + off) == sign
    apart = dpbi.adapt(
        dpbi.Table.of({0: {"a": "1/4", "b": "3/4"}, 1: {"b": "1/2", "c": "1/2"}})
    )  # the least sums are sqrt(3/8), and the third root of (1/2)(1/2)(3/4)
    assert renyi_against(apart, HALF, Level.ln(F(8, 3)) + off) == sign
    assert renyi_against(apart, F(2, 3), Level.ln(F(16, 3)) + off) == sign


def test_equal_laws_tie_with_zero_and_others_do_not():
    equal = dpbi.Table.of({0: {"a": "1/3", "b": "2/3"}, 1: {"a": "1/3", "b": "2/3"}})
    near = dpbi.Table.of({0: {"a": 0.5, "b": 0.5}, 1: {"a": 0.5, "b": 0.5 - 2.0**-53}})
    for a in (F(0), F(1, 1000), HALF, F(1), F(2)):
        assert renyi_against(dpbi.adapt(equal), a, F(0)) == 0
        assert renyi_against(dpbi.adapt(near), a, F(0)) == (a > 0), "D_0 is of supports"


def test_a_sign_is_that_of_the_largest_pair():
    """One pair ties with ln(3)/2; of the others, some are above it."""
    more = dpbi.Table.of({x: {"a": F(x, 8), "b": 1 - F(x, 8)} for x in (1, 2, 6)}, "all")
    bound = Level.ln(3, HALF)
    assert compare_renyi(dpbi.adapt(more), F(1), bound).sign == 1
    assert exactly._limit_sign(dpbi.adapt(more), bound) == 1
    less = dpbi.Table.of({x: {"a": F(x, 8), "b": 1 - F(x, 8)} for x in (2, 3, 6)}, "all")
    assert exactly._limit_sign(dpbi.adapt(less), bound) == 0
    assert exactly._limit_sign(dpbi.adapt(less), Level.ln(3, F(11, 20))) == -1


def test_what_exact_arithmetic_does_not_cover_is_said():
    third = dpbi.renyi_divergence(COIN, "1/3", digits=80).lo
    tie = compare_renyi(dpbi.adapt(COIN), F(1, 3), third)
    assert tie.sign is None
    assert "the power 1/3 of a ratio" in tie.reason
    logs = dpbi.LogWeights.of({0: {"a": 0, "b": 1}, 1: {"a": 1, "b": 0}})
    with ctx.workprec(300):
        value = (arb(1).exp() - 1) / (arb(1).exp() + 1)  # tanh(1/2)
        middle = value.mid().man_exp()
    near = F(int(middle[0])) * F(2) ** int(middle[1])
    found = compare_renyi(dpbi.adapt(logs), F(1), near)
    assert found.sign is None or found.sign in (-1, 1)
    assert dpbi.renyi_divergence(logs, 1).lo <= near <= dpbi.renyi_divergence(logs, 1).hi


@pytest.mark.parametrize("order", ["-1", -HALF, math.inf, "inf", 0.5])
def test_an_order_is_an_exact_number_that_is_not_below_0(order):
    for ask in (lambda: dpbi.renyi_divergence(COIN, order), lambda: dpbi.Promise.renyi(order, 1)):
        with pytest.raises(dpbi.DpbiError) as refused:
            ask()
        assert str(refused.value).count("\n") == 0
    with pytest.raises(InvalidValue, match="that divergence is the loss"):
        dpbi.Promise.renyi("inf", 1)


@pytest.mark.parametrize("order", ["0", "1/3", "1", "3"])
def test_a_second_opinion_knows_every_order(order):
    """Where an output is impossible at one dataset, and where the law is defined a second time."""
    zeros = {0: {"a": "1/2", "b": "1/2", "c": 0}, 1: {"a": "1/2", "b": "1/4", "c": "1/4"}}
    for m in (dpbi.Table.of(zeros), dpbi.mechanism("ehdl", prior=(1, 2), n=3, epsilon=2)):
        found = dpbi.renyi_divergence(m, order)
        opinion = dpbi.second_opinion(m, found)
        assert opinion.infinite if found.lo == math.inf else opinion.digits >= 12


@pytest.mark.parametrize("offset", [F(1, 10**6), F(-1, 10**6), F(1, 10**90), F(-1, 10**90)])
def test_a_second_opinion_is_as_good_near_order_1(offset):
    found = dpbi.renyi_divergence(COIN, 1 + offset)
    assert dpbi.second_opinion(COIN, found).digits >= 12
    with ctx.workprec(900):
        p, q, a = arb(fmpq(3, 4)), arb(fmpq(1, 4)), arb(fmpq(1)) + arb(fmpq(*_parts(offset)))
        value = (p**a * q ** (1 - a) + q**a * p ** (1 - a)).log() / (a - 1)
    lo, hi = order_fuzz.exactly(value)
    assert found.lo <= hi
    assert lo <= found.hi


def _parts(v):
    return v.numerator, v.denominator
