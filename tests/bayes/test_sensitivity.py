"""Sensitivities by their definitions and by their reductions."""

from fractions import Fraction

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import GAMMAS, datasets, enclosed, encloses, priors

from dpbi import Dirichlet
from dpbi.bayes import sensitivity
from dpbi.bayes.data import datasets as all_datasets
from dpbi.bayes.data import distance
from dpbi.bayes.sensitivity import FixedBeta
from dpbi.fields import Balls

F = Balls(128)
CLOSE = Fraction(1, 10**30)

SIZES = {2: 9, 3: 4, 4: 2}


@st.composite
def prior_and_dataset(draw):
    prior = draw(priors())
    return prior, draw(datasets(len(prior), SIZES[len(prior)]))


@given(prior_and_dataset())
def test_local_sensitivity_by_definition_equals_its_reduction(case):
    prior, x = case
    p = Dirichlet(prior)
    reduced = enclosed(sensitivity.local(p, x, F))
    assert encloses(reduced, oracle.local_sensitivity(prior, x), CLOSE)
    assert reduced.overlaps(enclosed(sensitivity.all_local(p, sum(x), F)[x]))


@given(prior_and_dataset())
def test_global_sensitivity_is_the_largest_local_one(case):
    prior, x = case
    mine = enclosed(sensitivity.global_true(Dirichlet(prior), sum(x), F))
    assert encloses(mine, oracle.global_sensitivity(prior, sum(x)), CLOSE)


def test_the_printed_constant_is_the_global_sensitivity_for_one_coin_flip():
    printed = enclosed(sensitivity.global_printed(F))
    assert printed.overlaps(enclosed(sensitivity.global_true(Dirichlet(1, 1), 1, F)))
    assert encloses(printed, oracle.printed_global_sensitivity())


@given(prior_and_dataset(), st.sampled_from(GAMMAS))
def test_harmonic_smooth_sensitivity_equals_its_definition(case, gamma):
    prior, x = case
    fast = sensitivity.harmonic(Dirichlet(prior), sum(x), Fraction(gamma), F)
    assert encloses(enclosed(fast[x]), oracle.smooth_harmonic(prior, x, gamma), CLOSE)


@pytest.mark.parametrize("prior", [("1", "1"), ("1/3", "5/7"), ("1/1000", "25")])
@pytest.mark.parametrize("gamma", ["0", "1/7", "1", "5"])
def test_the_two_passes_for_two_categories_equal_the_definition_at_every_dataset(prior, gamma):
    p, n = Dirichlet(prior), 40
    ls = sensitivity.all_local(p, n, F)
    fast = sensitivity.harmonic(p, n, Fraction(gamma), F)
    with F.scope():
        for x in all_datasets(n, 2):
            terms = [1 / ls[y] + F.rational(Fraction(gamma)) * distance(x, y) for y in ls]
            assert enclosed(1 / F.minimum(terms)).overlaps(enclosed(fast[x]))
            assert enclosed(fast[x]).width < Fraction(1, 2**90)


@given(prior_and_dataset(), st.sampled_from(["0", "1/10", "2"]))
def test_exponential_smooth_sensitivity_equals_its_definition(case, beta):
    prior, x = case
    smooth = sensitivity.exponential(Dirichlet(prior), sum(x), FixedBeta(Fraction(beta)), F)
    assert encloses(enclosed(smooth[x]), oracle.smooth_exponential(prior, x, beta), CLOSE)


@given(prior_and_dataset(), st.sampled_from(["1/10", "2"]))
def test_the_notes_formula_as_printed_smooths_nothing(case, beta):
    prior, x = case
    local = enclosed(sensitivity.local(Dirichlet(prior), x, F))
    assert encloses(local, oracle.smooth_as_notes_print(prior, x, beta), CLOSE)


@given(prior_and_dataset(), st.sampled_from(GAMMAS))
def test_the_smooth_sensitivity_is_an_upper_bound_that_changes_slowly(case, gamma):
    prior, x = case
    p, g = Dirichlet(prior), Fraction(gamma)
    s = {y: enclosed(v) for y, v in sensitivity.harmonic(p, sum(x), g, F).items()}
    assert s[x].hi >= enclosed(sensitivity.local(p, x, F)).lo
    for y in s:
        if distance(x, y) == 1:
            assert 1 / s[x].hi - 1 / s[y].lo <= g
