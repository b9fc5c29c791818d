"""Comparisons of mean errors: bounds for every size, sweeps over sizes, and the formulas."""

from fractions import Fraction

import pytest

from dpbi import expected_distance, mechanism
from dpbi.bayes.dirichlet import Dirichlet, hellinger
from dpbi.bayes.sensitivity import exponential, harmonic, local
from dpbi.fields import Balls
from dpbi.ledger.evaluate import Evaluation
from dpbi.ledger.outcomes import Outcome, Verdict
from dpbi.mechanisms.exponential import notes_beta
from statements import comparisons, mean_errors
from statements.arguments import both, by_argument, with_argument
from statements.every_size import Between, F, Steps, smooth_is_local
from statements.mean_errors import AtEverySize, NamedMechanism, flat, on_all, ordered

pytestmark = pytest.mark.study

DELTA = mean_errors.DELTA
SMOOTHED = {1: ("mh-s", {"gamma": 1}), 2: ("mh", {"gamma": 1}), 4: ("ehds-4s", {"gamma": 1})}
NOISY = {1: "laplace-improved", 2: "laplace"}


def balanced(n):
    """As many ones as zeros."""
    return (n // 2, n - n // 2)


def encloses(bounds: Between, value):
    """Whether a number that is known as an enclosure lies within the bounds."""
    return F.enclosure(bounds.lo).lo <= value.lo and value.hi <= F.enclosure(bounds.hi).hi


def in_units(value, total):
    """An enclosure times sqrt(2 total)."""
    with F.scope():
        return F.enclosure(F.from_enclosure(value) * F.sqrt(F.rational(2 * total)))


@pytest.mark.parametrize(("least", "total"), [(1002, 1002), (1002, 1003), (1002, 5002)])
@pytest.mark.parametrize("j", [1, 2, 17, 80])
def test_the_distance_of_j_steps_lies_within_its_bounds_at_every_larger_total(least, total, j):
    half = Fraction(total, 2)
    with F.scope():
        h = F.enclosure(hellinger(Dirichlet(half, half), Dirichlet(half + j, half - j), F))
    assert encloses(Steps(least).rho(j), in_units(h, total))


@pytest.mark.parametrize("n", [1000, 1002, 2500])
@pytest.mark.parametrize("factor", SMOOTHED)
def test_mean_errors_of_smoothed_mechanisms_lie_within_the_bounds_for_every_size(n, factor):
    name, options = SMOOTHED[factor]
    m = mechanism(name, prior=(1, 1), n=n, epsilon=1, **options)
    mean, exact = AtEverySize(1002).smoothed(factor)
    assert encloses(mean, in_units(expected_distance(m, balanced(n), bits=96), n + 2))
    assert encloses(exact, m.law(balanced(n))[balanced(n)])


@pytest.mark.parametrize("n", [1000, 1002, 2500])
@pytest.mark.parametrize("scale", NOISY)
def test_mean_errors_of_noisy_counts_lie_within_the_bounds_for_every_size(n, scale):
    m = mechanism(NOISY[scale], prior=(1, 1), n=n, epsilon=1)
    mean, _ = AtEverySize(1002).noisy(scale)
    assert encloses(mean, in_units(expected_distance(m, balanced(n), bits=96), n + 2))


@pytest.mark.parametrize("j", [1, 2, 17, 80])
def test_the_upper_bound_of_a_step_bounds_the_logarithm_of_the_affinity(j):
    N = 1002
    with F.scope():
        h = hellinger(Dirichlet(N // 2, N // 2), Dirichlet(N // 2 + j, N // 2 - j), F)
        s = -F.log(1 - h * h)
        high = Steps(N).rho(j).hi
        assert F.less(2 * N * s, high * high) is True


@pytest.mark.parametrize("n", [4, 100])
@pytest.mark.parametrize("a", [150, 151, "1000/3"])
def test_mean_errors_lie_within_the_bounds_for_every_larger_prior(a, n):
    a = Fraction(a)
    bounds = AtEverySize(300 + n, n)
    for factor, (name, options) in SMOOTHED.items():
        m = mechanism(name, prior=(a, a), n=n, epsilon=1, **options)
        mean = in_units(expected_distance(m, balanced(n), bits=96), 2 * a + n)
        assert encloses(bounds.smoothed(factor)[0], mean)
    for scale, name in NOISY.items():
        m = mechanism(name, prior=(a, a), n=n, epsilon=1)
        mean = in_units(expected_distance(m, balanced(n), bits=96), 2 * a + n)
        assert encloses(bounds.noisy(scale)[0], mean)


def test_the_chance_of_at_most_one_step_is_that_of_the_laws():
    n, bounds = 400, AtEverySize(304)
    near = [balanced(n), (199, 201), (201, 199)]
    for found, name, options in (
        (bounds.smoothed_step(), "mh-exp", {"delta": DELTA}),
        (bounds.noisy_step(1), "laplace-improved", {}),
        (bounds.noisy_step(2), "laplace", {}),
    ):
        law = mechanism(name, prior=(1, 1), n=n, epsilon=1, **options).law(balanced(n), 200)
        low, high = sum(law[r].lo for r in near), sum(law[r].hi for r in near)
        gap = Fraction(1, 10**20)
        assert F.enclosure(found.lo).lo <= high + gap
        assert low - gap <= F.enclosure(found.hi).hi


@pytest.mark.parametrize(("prior", "n"), [(1, 302), (1, 500), (150, 100)])
def test_where_smooth_is_said_to_be_local_both_sensitivities_are(prior, n):
    total = 2 * prior + n
    steps = Steps(total) if prior == 1 else Steps(total, n)
    assert smooth_is_local(steps, DELTA)
    beta = notes_beta(Fraction(1), DELTA)
    G, x, alpha = Balls(160), balanced(n), Dirichlet(prior, prior)
    with G.scope():
        ls = local(alpha, x, G)
        for smooth in (harmonic(alpha, n, Fraction(1), G)[x], exponential(alpha, n, beta, G)[x]):
            assert abs(smooth - ls) < G.rational(Fraction(1, 10**30))


def test_smooth_is_not_said_to_be_local_where_it_is_larger():
    G, alpha = Balls(128), Dirichlet(1, 1)
    beta = notes_beta(Fraction(1), DELTA)
    assert G.less(local(alpha, (50, 50), G), exponential(alpha, 100, beta, G)[50, 50]) is True
    assert not smooth_is_local(Steps(102), DELTA)


def test_too_few_records_are_refused_rather_than_bounded():
    with pytest.raises(ValueError, match="too small"):
        AtEverySize(304).smoothed(40)


@pytest.mark.parametrize("n", [2, 10, 40])
def test_formulas_and_exact_laws_have_one_mean_error(n):
    env = {"n": n, "prior": Dirichlet(1, 1), "x": balanced(n)}
    for formula, named in (
        (comparisons.EXPONENTIAL_2S, mean_errors.EXPONENTIAL_2S),
        (comparisons.HARMONIC_S, mean_errors.HARMONIC_S),
        (comparisons.HARMONIC_4S, mean_errors.HARMONIC_4S),
        (comparisons.BASELINE, mean_errors.BASELINE),
        (comparisons.IMPROVED, mean_errors.IMPROVED),
    ):
        evaluation = Evaluation(F)
        with F.scope():
            given = {name: evaluation._given(value) for name, value in env.items()}
            value = F.enclosure(evaluation.number(formula, given).approximate)
        (case,) = flat([n])
        assert value.overlaps(named.error(case))


def test_the_smoothed_mechanism_overtakes_the_baseline_at_210_records():
    ask = ordered(mean_errors.EXPONENTIAL_2S, mean_errors.BASELINE)
    answers = {case.n: ask(case)[0] for case in flat([2, 8, 10, 208, 210, 300])}
    assert answers == {2: True, 8: True, 10: False, 208: False, 210: True, 300: True}


def test_a_sweep_names_the_first_refutation_and_the_worst():
    ask = ordered(mean_errors.EXPONENTIAL_2S, mean_errors.BASELINE)
    found = on_all(ask, lambda: flat([2, 10, 50, 208, 210]), "five sizes")()
    assert found.verdict is Verdict.FAILS
    assert found.witness["n"] == 10
    assert found.worst["n"] == 50
    assert found.instances == 5


def test_a_sweep_over_equal_mean_errors_decides_nothing():
    ask = ordered(mean_errors.BASELINE, NamedMechanism.of("laplace-improved"))
    found = on_all(ask, lambda: flat([6], 3), "one law twice")()
    assert found.verdict is Verdict.UNDECIDED


def test_a_sweep_without_refutation_holds_on_its_grid_and_no_further():
    ask = ordered(mean_errors.IMPROVED, mean_errors.BASELINE)
    assert on_all(ask, lambda: flat([2, 4]), "")().verdict is Verdict.HOLDS_BOUNDED


def outcome(verdict):
    """A check that finds this."""
    return lambda: Outcome(verdict, "as found", instances=3, trusts=("ball",))


@pytest.mark.parametrize(
    ("begun", "certified", "expected"),
    [
        (Verdict.HOLDS_BOUNDED, True, Verdict.HOLDS),
        (Verdict.HOLDS_BOUNDED, False, Verdict.UNDECIDED),
        (Verdict.FAILS, True, Verdict.FAILS),
        (Verdict.UNDECIDED, True, Verdict.UNDECIDED),
    ],
)
def test_an_argument_carries_only_with_its_facts_and_its_first_instances(
    begun, certified, expected
):
    check = with_argument(outcome(begun), lambda: certified, "because", "all n")
    assert check().verdict is expected
    assert ("argument" in check().trusts) is (expected is Verdict.HOLDS)


@pytest.mark.parametrize("verdict", [Verdict.HOLDS, Verdict.FAILS])
def test_an_argument_whose_facts_are_not_certified_shows_nothing(verdict):
    assert by_argument(verdict, lambda: True, "because", "")().verdict is verdict
    assert by_argument(verdict, lambda: False, "because", "")().verdict is Verdict.UNDECIDED


def test_two_statements_are_no_stronger_than_the_weaker():
    bounded, holds = outcome(Verdict.HOLDS_BOUNDED), outcome(Verdict.HOLDS)
    assert both(bounded, holds, "")().verdict is Verdict.HOLDS_BOUNDED
    assert both(bounded, holds, "", complete=True)().verdict is Verdict.HOLDS
    assert both(holds, outcome(Verdict.UNDECIDED), "")().verdict is Verdict.UNDECIDED
    assert both(outcome(Verdict.UNDECIDED), outcome(Verdict.FAILS), "")().verdict is Verdict.FAILS
