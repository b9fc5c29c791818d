"""The laws: against the oracle, across number fields, and refused where they do not exist."""

from fractions import Fraction
from itertools import product

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import EXPONENTIAL, FINITE, LAPLACE, encloses, exact, settings_of_mechanisms

import dpbi
from dpbi import Balls, Dirichlet, Mechanism, adapt, mechanism
from dpbi.errors import (
    BadMechanism,
    ContinuousLaw,
    DpbiError,
    InexactInput,
    InvalidValue,
    NoPosterior,
    TooLarge,
    UnknownName,
    WrongCounts,
)
from dpbi.fields import FLOATS, MultiPrecision
from dpbi.fields.enclosure import total
from dpbi.fields.polynomial import Q, polynomial
from dpbi.mechanisms.laplace import clamped_floor_law, clamped_rest_law
from dpbi.mechanisms.registry import OF_THE_DRAFTS, find, parameters_of, registered

CLOSE = Fraction(1, 10**25)

ORACLES = {
    "ehd": lambda m, x: oracle.ehd_law(m.prior.alpha, x, m.epsilon, gs=m.gs),
    "ehdl": lambda m, x: oracle.ehdl_law(m.prior.alpha, x, m.epsilon),
    "ehds": lambda m, x: oracle.ehds_law(m.prior.alpha, x, m.epsilon, m.gamma),
    "ehds-4s": lambda m, x: oracle.ehds_4s_law(m.prior.alpha, x, m.epsilon, m.gamma),
    "mh": lambda m, x: oracle.mh_law(m.prior.alpha, x, m.epsilon, m.gamma),
    "mh-exp": lambda m, x: oracle.mh_exp_law(m.prior.alpha, x, m.epsilon, beta_of(m)),
    "mh-s": lambda m, x: oracle.mh_s_law(
        m.prior.alpha, x, m.epsilon, m.gamma, None if m.smooth == "harmonic" else beta_of(m)
    ),
    "mh-s-exp": lambda m, x: oracle.mh_s_law(m.prior.alpha, x, m.epsilon, beta=beta_of(m)),
    "laplace": lambda m, x: oracle.laplace_law(
        x, m.epsilon, {"defined": "l1", "dimension": "dimension"}[m.sensitivity]
    ),
    "laplace-improved": lambda m, x: oracle.laplace_improved_law(x, m.epsilon),
    "lszhang": lambda m, x: oracle.lszhang_law(x, m.epsilon, "written"),
    "lszhang-rest": lambda m, x: oracle.lszhang_law(x, m.epsilon, "rest"),
    "lszhang-all": lambda m, x: oracle.lszhang_law(x, m.epsilon, "all"),
    "lszhang-theorem": lambda m, x: oracle.lszhang_law(x, m.epsilon, "theorem"),
    "lsdim": lambda m, x: oracle.lsdim_law(x, m.epsilon, fresh=m.noise == "fresh"),
    "lshist": lambda m, x: oracle.lshist_law(x, m.epsilon, fresh=m.noise == "fresh"),
}

VARIANTS = [
    ("ehd", {"gs": "true"}),
    ("ehds", {"gamma": "1/3"}),
    ("ehds-4s", {"gamma": 3}),
    ("mh", {"gamma": 0}),
    ("mh-exp", {"delta": "1/100"}),
    ("mh-exp", {"delta": "1/100", "records": "n"}),
    ("mh-exp", {"beta": "1/7"}),
    ("mh-s", {"smooth": "exponential", "delta": "4/5"}),
    ("laplace", {"sensitivity": "dimension"}),
    ("lsdim", {"noise": "fresh"}),
    ("lshist", {"noise": "fresh"}),
]
CASES = [(name, {}) for name in FINITE] + VARIANTS


def beta_of(m):
    """The beta that the notes' definition gives, by the oracle."""
    if m.beta is not None:
        return m.beta
    return oracle.smoothing(m.epsilon, m.delta, m.n + (1 if m.records == "n+1" else 0))


@pytest.mark.parametrize(("name", "extra"), CASES, ids=lambda v: str(v))
@pytest.mark.parametrize(
    ("prior", "x"),
    [(("1", "1"), (3, 5)), (("1/3", "7/5"), (0, 6)), (("1/2", "3", "1/1000"), (2, 0, 2))],
    ids=str,
)
def test_every_law_is_the_one_that_the_drafts_define(name, extra, prior, x):
    m = mechanism(name, prior=prior, n=sum(x), epsilon="5/4", **extra)
    mine, theirs = m.law(x), ORACLES[name](m, x)
    theirs = {r: p for r, p in theirs.items() if p}
    assert set(mine) == set(theirs)
    for r, p in theirs.items():
        assert encloses(mine[r], exact(p), CLOSE), f"{r}: {mine[r]} does not hold {p}"


@given(settings_of_mechanisms())
def test_laws_sum_to_one_and_are_enclosed_tightly(case):
    m, x = case
    law = m.law(x)
    whole = total(law.values())
    assert whole.lo <= 1 <= whole.hi
    assert max(p.width for p in law.values()) < Fraction(1, 10**15)
    assert all(p.hi > 0 and p.lo <= 1 for p in law.values())


@given(settings_of_mechanisms())
def test_balls_and_mpmath_evaluate_the_same_formula_to_the_same_value(case):
    m, x = case
    mp = MultiPrecision(60)
    second = m.log_pmf(x, mp)
    for r, p in m.law(x).items():
        assert encloses(p, exact(mp.exp(second[r])), CLOSE)


@given(settings_of_mechanisms(LAPLACE))
def test_floats_are_near_the_truth(case):
    m, x = case
    rough = m.log_pmf(x, FLOATS)
    for r, p in m.law(x).items():
        assert abs(FLOATS.exp(rough[r]) - float(p)) < 1e-9


@given(settings_of_mechanisms(LAPLACE, most=(8, 3, 2)))
def test_the_polynomials_in_q_sum_to_one_and_evaluate_to_the_law(case):
    m, x = case
    law = m.polynomials(x)
    assert sum(law.values(), polynomial(0)) == polynomial(1)
    F = Balls(128)
    with F.scope():
        values = dpbi.InQ.log_pmf(m, x, F)
        for r, p in m.law(x).items():
            assert F.enclosure(F.exp(values[r])).overlaps(p)


@given(st.integers(1, 8).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))))
def test_the_clamped_floor_law_is_the_sum_of_the_discrete_one_over_what_is_clamped(case):
    n, c = case
    span = 60
    q = Fraction(1, 3)
    discrete = {z: (1 - q) * (q**z if z >= 0 else q ** (-z - 1)) / 2 for z in range(-span, span)}
    sums = [Fraction(0)] * (n + 1)
    for z, p in discrete.items():
        sums[min(max(c + z, 0), n)] += p
    for mine, truth in zip(clamped_floor_law(c, n, q), sums, strict=True):
        assert abs(mine - truth) <= q ** (span - n)


def test_the_rest_of_fresh_noise_is_the_convolution_of_its_coordinates():
    q, n, c = Fraction(2, 5), 3, (1, 2)
    laws = [clamped_floor_law(v, n, q) for v in c]
    sums = [Fraction(0)] * (n + 1)
    for (i, a), (j, b) in product(*map(enumerate, laws)):
        sums[min(max(n - i - j, 0), n)] += a * b
    assert clamped_rest_law(c, n, q) == sums
    assert sum(clamped_rest_law(c, n, Q), polynomial(0)) == polynomial(1)


@pytest.mark.parametrize("name", EXPONENTIAL)
def test_candidates_are_the_posteriors_of_all_datasets(name):
    m = mechanism(name, prior=(1, 2, 3), n=4, epsilon=1)
    assert list(m.law((4, 0, 0))) == list(m.datasets())


@pytest.mark.parametrize("name", ["laplace", "laplace-improved", "lszhang-rest", "lsdim", "lshist"])
def test_the_last_coordinate_is_what_the_clamped_others_leave(name):
    m = mechanism(name, prior=(1, 1, 1), n=3, epsilon=1)
    assert sorted(m.law((1, 1, 1))) == sorted(
        (i, j, max(3 - i - j, 0)) for i in range(4) for j in range(4)
    )


def test_four_s_is_two_one_plus_gamma_s_at_gamma_one_and_gamma_zero_is_the_true_global_mechanism():
    x, common = (3, 9), {"prior": ("1/3", 2), "n": 12, "epsilon": "3/2"}
    law = lambda name, **extra: mechanism(name, **common, **extra).law(x)  # noqa: E731
    for one, other in [
        (law("ehds-4s", gamma=1), law("ehds", gamma=1)),
        (law("ehds", gamma=0), law("ehd", gs="true")),
        (law("mh", gamma=2), mechanism("ehds", **common | {"epsilon": "9/2"}, gamma=2).law(x)),
        (law("mh-s", gamma=1), mechanism("mh", **common | {"epsilon": 3}).law(x)),
    ]:
        assert all(p.overlaps(other[r]) for r, p in one.items())


def test_lszhang_as_written_has_a_law_and_no_posterior():
    m = mechanism("lszhang", prior=(1, 1), n=2, epsilon=1)
    assert set(m.law((1, 1))) == {(0,), (1,), (2,)}
    with pytest.raises(NoPosterior, match=r"never set.*lszhang-rest"):
        m.posterior((1,))
    for repaired in ("lszhang-rest", "lszhang-all", "lszhang-theorem"):
        repair = mechanism(repaired, prior=(1, 1), n=2, epsilon=1)
        assert repair.posterior(next(iter(repair.law((1, 1))))).k == 2


@pytest.mark.parametrize(("reading", "loss"), [("rate", Fraction(3, 2)), ("scale", Fraction(8, 3))])
def test_two_noisy_counts_lose_epsilon_or_four_over_epsilon(reading, loss):
    m = mechanism("laplace-2counts", prior=(1, 1), n=4, epsilon="3/2", reading=reading)
    assert m.privacy_loss == loss
    mp = MultiPrecision(40)
    x, y = (1, 3), (2, 2)
    ratios = []
    for point in product(range(-2, 8), repeat=2):
        mine = m.density(x, point, mp)
        released = tuple(a + s for a, s in zip(m.prior.alpha, point, strict=True))
        theirs = oracle.two_counts_density(m.prior.alpha, x, released, m.epsilon, reading)
        assert abs(mine - mp.rational(exact(theirs))) < 1e-30
        ratios.append(mp.log(mine / m.density(y, point, mp)))
    assert abs(max(ratios) - mp.rational(loss)) < 1e-30


def test_the_continuous_mechanism_has_no_list_of_outputs():
    m = mechanism("laplace-2counts", prior=(1, 1), n=4, epsilon=1)
    assert not isinstance(m, Mechanism)
    assert not hasattr(m, "law")
    assert not hasattr(m, "log_pmf")
    for ask in (adapt, dpbi.total_variation, lambda m: dpbi.is_private(m, 1)):
        with pytest.raises(ContinuousLaw, match="density"):
            ask(m)
    with pytest.raises(InvalidValue, match="two categories"):
        mechanism("laplace-2counts", prior=(1, 1, 1), n=4, epsilon=1)


class Response:
    """Randomised response on one bit, as somebody else would write it."""

    epsilon = 1

    def datasets(self):
        return ["no", "yes"]

    def neighbours(self, x):
        return [y for y in self.datasets() if y != x]

    def probabilities(self, x):
        other = "no" if x == "yes" else "yes"
        return {x: Fraction(3, 4), other: Fraction(1, 4)}


def test_a_mechanism_of_ones_own_needs_three_methods():
    m = dpbi.adapt(Response())
    assert m.law("yes")["no"].lo == Fraction(1, 4) == m.law("yes")["no"].hi
    assert m.sample("yes", dpbi.not_private(1)) in ("yes", "no")
    assert m.label == "Response"


@pytest.mark.parametrize(
    ("law", "sentence"),
    [
        ({"a": Fraction(1, 2)}, "sum to 1/2, not to 1"),
        ({"a": Fraction(3, 2), "b": Fraction(-1, 2)}, "b has probability -1/2"),
        ({"a": 0.5, "b": 0.375}, "sum to 7/8, not to 1"),
    ],
)
def test_what_is_no_law_is_refused_with_the_dataset(law, sentence):
    broken = Response()
    broken.probabilities = lambda x: law
    with pytest.raises(DpbiError, match=sentence) as caught:
        dpbi.adapt(broken).law("yes")
    assert not isinstance(caught.value, BadMechanism) or caught.value.dataset == "yes"


def test_log_weights_and_polynomials_are_taken_too():
    class Weights(Response):
        probabilities = None

        def log_weights(self, x, F):
            return {y: F.log(F.rational(3)) if y == x else F.rational(0) for y in ("no", "yes")}

    class Polynomials(Response):
        probabilities = None
        rate = Fraction(1)

        def polynomials(self, x):
            return {
                y: polynomial([1, "-1/2"]) if y == x else polynomial([0, "1/2"])
                for y in ("no", "yes")
            }

    assert Fraction(3, 4) in dpbi.adapt(Weights()).law("no")["no"]
    assert (
        abs(float(dpbi.adapt(Polynomials()).law("no")["yes"]) - 2.718281828459045**-1 / 2) < 1e-15
    )


@pytest.mark.parametrize("missing", ["datasets", "neighbours", "probabilities"])
def test_an_object_that_does_not_say_enough_is_refused(missing):
    target = Response()
    setattr(target, missing, None)
    with pytest.raises(BadMechanism, match=missing):
        dpbi.adapt(target)


@pytest.mark.parametrize(
    ("parameters", "error"),
    [
        ({"epsilon": 0.5}, InexactInput),
        ({"epsilon": 0}, InvalidValue),
        ({"epsilon": "-1"}, InvalidValue),
        ({"epsilon": "nan"}, InvalidValue),
        ({"prior": (0, 1)}, InvalidValue),
        ({"prior": (1,)}, InvalidValue),
        ({"n": 0}, InvalidValue),
        ({"n": 2.0}, InvalidValue),
        ({"gamma": -1}, InvalidValue),
        ({"gama": 1}, InvalidValue),
    ],
)
def test_bad_parameters_are_refused(parameters, error):
    with pytest.raises(error):
        mechanism("ehds", **{"prior": (1, 1), "n": 3, "epsilon": 1} | parameters)


def test_missing_parameters_are_named():
    with pytest.raises(InvalidValue, match="epsilon"):
        mechanism("ehd", prior=(1, 1), n=3)


@pytest.mark.parametrize(
    ("name", "extra"),
    [
        ("ehd", {"gs": "x"}),
        ("mh-exp", {"delta": 1}),
        ("mh-exp", {"records": "m"}),
        ("mh-s", {"smooth": "no"}),
    ],
)
def test_words_and_deltas_outside_their_range_are_refused(name, extra):
    with pytest.raises(InvalidValue):
        mechanism(name, prior=(1, 1), n=3, epsilon=1, **extra)


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(UnknownName, match=r"did you mean ehds\?"):
        mechanism("ehdss", prior=(1, 1), n=3, epsilon=1)


def test_counts_must_be_a_dataset_of_the_mechanism():
    m = mechanism("ehd", prior=(1, 1), n=3, epsilon=1)
    for x in ((1, 1), (1, 1, 1), (4, -1)):
        with pytest.raises(WrongCounts):
            m.law(x)


@pytest.mark.parametrize("name", ["ehd", "ehdl", "ehds", "lshist"])
def test_a_law_too_large_for_memory_is_refused_before_it_is_built(name):
    m = mechanism(name, prior=(1, 1, 1), n=10**5, epsilon=1)
    with pytest.raises(TooLarge, match="fewer records"):
        m.law((10**5, 0, 0))


def test_every_mechanism_of_the_drafts_is_registered_and_says_what_it_is():
    assert list(registered())[: len(OF_THE_DRAFTS)] == [m.name for m in OF_THE_DRAFTS]
    for m in OF_THE_DRAFTS:
        assert m.formula
        assert m.place
        assert find(m.name) is m


def test_mechanisms_are_frozen_hashable_values():
    a, b = (
        mechanism("ehds", prior=p, n=3, epsilon=e)
        for p, e in [((1, 1), 1), (Dirichlet("1", 1), "1.0")]
    )
    assert a == b
    assert hash(a) == hash(b)
    assert parameters_of(a) == {"prior": ["1", "1"], "n": 3, "epsilon": "1", "gamma": "1"}
    with pytest.raises(AttributeError):
        a.epsilon = 2
