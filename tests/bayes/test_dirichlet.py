"""The Hellinger distance, three ways, and what makes it a metric."""

from fractions import Fraction

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import datasets, enclosed, encloses, exact, parameters, priors

from dpbi import Beta, Dirichlet
from dpbi.bayes.dirichlet import (
    GammaProduct,
    hellinger,
    posteriors,
    same_distance,
    squared_affinity,
)
from dpbi.errors import DpbiError, InvalidValue, NoClosedForm
from dpbi.fields import FLOATS, Balls, MultiPrecision

F = Balls(128)
halves = st.integers(1, 40).map(lambda i: Fraction(i, 2))


@st.composite
def three_datasets(draw):
    prior = draw(priors())
    x = draw(datasets(len(prior)))
    ys = draw(st.lists(st.permutations(x).map(tuple), min_size=2, max_size=2))
    return prior, [x, *ys]


@given(st.integers(2, 4).flatmap(lambda k: st.tuples(priors(k), priors(k))))
def test_balls_and_mpmath_and_the_oracle_agree_on_any_two_distributions(pair):
    p, q = pair
    ball = enclosed(hellinger(Dirichlet(p), Dirichlet(q), F))
    second = hellinger(Dirichlet(p), Dirichlet(q), MultiPrecision(80))
    assert encloses(ball, oracle.hellinger(p, q), Fraction(1, 10**40))
    assert encloses(ball, exact(second), Fraction(1, 10**40))


@given(three_datasets())
def test_the_table_of_posteriors_says_what_the_formula_for_two_says(case):
    prior, (x, y, _) = case
    p = Dirichlet(prior)
    table = enclosed(posteriors(p, sum(x), F).hellinger(x, y))
    single = enclosed(hellinger(p.update(x), p.update(y), F))
    assert table.overlaps(single)
    assert table.width < Fraction(1, 2**60)
    rough = posteriors(p, sum(x), FLOATS).hellinger(x, y)
    assert abs(rough - float(single)) < 1e-4


@given(three_datasets())
def test_the_distance_is_a_metric(case):
    prior, (x, y, z) = case
    table = posteriors(Dirichlet(prior), sum(x), F)
    xy, yx, yz, xz = (enclosed(table.hellinger(*p)) for p in ((x, y), (y, x), (y, z), (x, z)))
    assert xy.overlaps(yx)
    assert (xy.hi == 0) == (x == y)
    assert x == y or xy.lo > 0
    assert 0 <= xy.lo <= xy.hi <= 1 + Fraction(1, 2**90)
    assert xz.lo <= xy.hi + yz.hi


@pytest.mark.parametrize(
    "prior",
    [("1", "1"), ("1/2", "1/2"), ("1/1000", "25"), ("100000000", "100000000"), ("1", "2", "3")],
)
def test_nothing_cancels_for_neighbours_at_a_million_records(prior):
    n, p = 10**6, Dirichlet(prior)
    others = (0,) * (p.k - 2)
    for c in (0, 1, 1000, n // 2, n - 1):
        x, y = (c, n - c, *others), (c + 1, n - c - 1, *others)
        h = enclosed(hellinger(p.update(x), p.update(y), F))
        assert h.width <= h.lo / 2**100  # far below the 2^-40 that is promised
        assert encloses(
            h, oracle.hellinger(*(tuple(p.update(z).alpha) for z in (x, y))), Fraction(1, 10**30)
        )


@given(st.integers(2, 4).flatmap(lambda k: st.tuples(datasets(k), *[halves] * k)), st.randoms())
def test_the_closed_form_is_the_ball_for_integers_and_half_integers(case, chance):
    x, *alpha = case
    y = tuple(chance.sample(x, len(x)))
    p, q = Dirichlet(alpha).update(x), Dirichlet(alpha).update(y)
    closed = squared_affinity(p, q)
    assert isinstance(closed.pi_power, int)
    with F.scope():
        squared = F.rational(closed.factor) * F.pi() ** closed.pi_power
        distance = F.sqrt(1 - F.sqrt(squared))
        assert enclosed(closed.value(F)).overlaps(enclosed(squared))
    assert enclosed(distance).overlaps(enclosed(hellinger(p, q, F)))


def test_the_distance_between_the_two_outcomes_of_one_coin_flip_is_the_drafts_constant():
    closed = squared_affinity(Beta(1, 2), Beta(2, 1))
    assert (closed.factor, closed.pi_power) == (Fraction(1, 16), 2)


@given(parameters.filter(lambda a: a < 100), st.integers(-3, 3), st.integers(1, 6))
def test_gamma_products_keep_their_value(argument, power, shift):
    product = GammaProduct.of([(argument + shift, power), (argument, -power), (Fraction(1, 2), 2)])
    mp = MultiPrecision(60)
    low, high = (mp.lgamma_ladder(argument + s, 1)[0] for s in (0, shift))
    truth = mp.exp(power * (high - low)) * mp.pi()
    assert abs(mp.log(product.value(mp) / truth)) < 1e-40


@given(st.integers(0, 6), st.integers(0, 6))
def test_mirror_images_under_a_symmetric_prior_are_equally_far_exactly(i, j):
    prior, n = Dirichlet("1/3", "1/3"), 12
    p, q = (prior.update((c, n - c)) for c in (6 + i - 6, 6 + j - 6))
    r, s = (prior.update((n - c, c)) for c in (i, j))
    assert same_distance(p, q, r, s) is True


def test_two_steps_up_and_two_steps_down_are_not_equally_far():
    prior = Beta(1, 1)
    up, down = (squared_affinity(prior.update((3, 7)), prior.update((c, 10 - c))) for c in (5, 1))
    assert up.equals(down) is False


def test_equality_that_hangs_on_gamma_values_of_unknown_relation_is_undecided():
    third = squared_affinity(Dirichlet("1/3", "1/3"), Dirichlet("4/3", "1/3"))
    fifth = squared_affinity(Dirichlet("1/5", "1/5"), Dirichlet("6/5", "1/5"))
    assert third.equals(fifth) is None
    with pytest.raises(NoClosedForm):
        _ = third.pi_power


def test_sympy_agrees_with_a_closed_form():
    import sympy

    p, q = Dirichlet("1/2", 3), Dirichlet("5/2", 1)
    a, b = ([sympy.Rational(str(v)) for v in d.alpha] for d in (p, q))
    beta = lambda v: sympy.gamma(v[0]) * sympy.gamma(v[1]) / sympy.gamma(v[0] + v[1])  # noqa: E731
    mid = [(s + t) / 2 for s, t in zip(a, b, strict=True)]
    expected = sympy.simplify(beta(mid) ** 2 / (beta(a) * beta(b)))
    closed = squared_affinity(p, q)
    mine = sympy.Rational(str(closed.factor)) * sympy.pi**closed.pi_power
    assert sympy.simplify(expected - mine) == 0


def test_a_dirichlet_reads_its_parameters_in_any_exact_spelling():
    assert Dirichlet(1, "1/2") == Dirichlet((1, "0.5")) == Beta(1, Fraction(1, 2))
    assert repr(Dirichlet(1, 2, 3).update((1, 0, 2))) == "Dirichlet(2, 2, 5)"


@pytest.mark.parametrize("alpha", [(), (1,), (0, 1), (-1, 1), (0.5, 1), ("x", 1)])
def test_what_is_no_dirichlet_is_refused(alpha):
    with pytest.raises(DpbiError):
        Dirichlet(*alpha)


def test_distributions_over_different_categories_have_no_distance():
    with pytest.raises(InvalidValue):
        hellinger(Beta(1, 1), Dirichlet(1, 1, 1), F)
