"""True epsilon: by filter, by balls, by mpmath and by the oracle; exactly where it ties."""

import math
from fractions import Fraction
from itertools import product

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from libraries import needs_filter
from small_tables import Table, tables
from strategies import EXPONENTIAL, LAPLACE, datasets, encloses, exact, settings_of_mechanisms

import dpbi
from dpbi import mechanism, privacy_loss
from dpbi import privacy as audit
from dpbi.errors import BadMechanism, InvalidValue
from dpbi.fields import Balls, MultiPrecision
from dpbi.fields.polynomial import Q, negative_between, polynomial, sign_at_exp
from dpbi.privacy.loss import loss_in_balls
from dpbi.privacy.methods.hellinger import loss_or_reason
from dpbi.privacy.methods.polynomials import loss_in_q

PRIORS = [
    *[("1", "1"), ("1/2", "1/2"), ("7", "4")],
    *[("1/10", "1/10"), ("1/3", "5/7"), ("25", "1/1000")],
]
MORE = [("1", "1", "1"), ("1/2", "3", "1/10"), ("1", "2", "3", "4")]
SMALL = [(1, 2), (2, 2), (5, 2), (1, 3), (2, 3), (3, 3), (1, 4), (2, 4)]
TINY = Fraction(1, 10**12)


def overlap(a, b):
    """Whether two enclosures can be of the same loss."""
    return a.lo <= b.hi and b.lo <= a.hi


def attained(m, loss):
    """The loss at the witness, in balls of high precision."""
    F = Balls(400)
    with F.scope():
        p, q = m.log_pmf(loss.witness.x, F), m.log_pmf(loss.witness.y, F)
        return F.enclosure(p[loss.witness.output] - q[loss.witness.output])


def by_mpmath(m, digits=50):
    """The loss by brute force over the formulas in mpmath."""
    mp = MultiPrecision(digits)
    laws = {x: m.log_pmf(x, mp) for x in m.datasets()}
    return max(laws[x][r] - laws[y][r] for x in laws for y in m.neighbours(x) for r in laws[x])


@pytest.mark.parametrize("prior", PRIORS, ids=str)
@pytest.mark.parametrize("name", EXPONENTIAL)
@needs_filter
def test_filter_balls_and_mpmath_agree_for_two_categories(name, prior):
    for n, epsilon in [(1, "1/100"), (2, "8"), (5, "1"), (13, "8"), (13, "1/100"), (60, "1")]:
        m = mechanism(name, prior=prior, n=n, epsilon=epsilon)
        fast, slow = loss_or_reason(m, TINY), loss_in_balls(m, TINY)
        assert fast is not None
        assert fast.width <= TINY
        assert overlap(fast, slow)
        assert attained(m, fast).lo >= fast.lo
        assert attained(m, slow).lo >= slow.lo
        if n <= 13:
            value = exact(by_mpmath(m))
            assert fast.lo - TINY / 10**20 <= value <= fast.hi + TINY / 10**20


@pytest.mark.parametrize("prior", MORE, ids=str)
@pytest.mark.parametrize("name", EXPONENTIAL)
@needs_filter
def test_filter_balls_and_mpmath_agree_for_more_categories(name, prior):
    for n, epsilon in [(1, "1"), (2, "8"), (4 if len(prior) == 3 else 3, "1/100")]:
        m = mechanism(name, prior=prior, n=n, epsilon=epsilon)
        fast, slow = loss_or_reason(m, TINY), loss_in_balls(m, TINY)
        assert fast is not None
        assert overlap(fast, slow)
        value = exact(by_mpmath(m))
        assert fast.lo - TINY / 10**20 <= value <= fast.hi + TINY / 10**20


@pytest.mark.parametrize("name", ["ehd", "ehdl", "ehds", "mh-exp"])
@pytest.mark.parametrize("prior", [("1", "1"), ("1/3", "5/7")], ids=str)
def test_the_oracle_finds_the_same_loss_from_the_drafts_alone(name, prior):
    n, epsilon = 6, "3/2"
    laws = {
        "ehd": lambda x: oracle.ehd_law(prior, x, epsilon, gs="printed"),
        "ehdl": lambda x: oracle.ehdl_law(prior, x, epsilon),
        "ehds": lambda x: oracle.ehds_law(prior, x, epsilon, 1),
        "mh-exp": lambda x: oracle.mh_exp_law(
            prior, x, epsilon, oracle.smoothing(epsilon, Fraction(1, 10**8), n + 1)
        ),
    }
    truth, *_ = oracle.privacy_loss(laws[name], n, 2)
    loss = privacy_loss(mechanism(name, prior=prior, n=n, epsilon=epsilon), digits=30)
    assert encloses(loss, exact(truth))


@pytest.mark.parametrize("n", [40, 300, 3000])
@pytest.mark.parametrize("name", ["ehds", "ehdl", "ehd"])
def test_twelve_and_forty_digits_are_consistent(name, n):
    m = mechanism(name, prior=(1, 1), n=n, epsilon=1)
    short, long = privacy_loss(m), privacy_loss(m, digits=40)
    assert short.width <= TINY
    assert long.width <= Fraction(1, 10**40)
    assert short.lo <= long.hi <= short.hi + TINY
    assert long.lo >= short.lo - TINY
    assert overlap(short, long)


def test_one_or_two_threads_say_the_same():
    m = mechanism("ehds", prior=("1", "2"), n=4000, epsilon=1)
    assert privacy_loss(m, threads=1) == privacy_loss(m, threads=2)


@pytest.mark.parametrize(("name", "part"), [("ehd", "1/2"), ("ehdl", "1/2"), ("ehds", "1/4")])
@pytest.mark.parametrize("epsilon", ["1/3", "1", "6"])
def test_one_record_and_a_flat_prior_lose_a_known_part_of_epsilon(name, part, epsilon):
    loss = privacy_loss(mechanism(name, prior=(1, 1), n=1, epsilon=epsilon), digits=30)
    assert loss.lo <= Fraction(part) * Fraction(epsilon) <= loss.hi


@pytest.mark.parametrize(("k", "value"), [(2, "1/2"), (3, "2/3"), (4, "1/2")])
def test_lsdim_loses_exactly_what_its_scale_implies(k, value):
    m = mechanism("lsdim", prior=(1,) * k, n=7, epsilon="3/5")
    loss = privacy_loss(m)
    assert loss.lo == loss.hi == loss.exact_value == Fraction(value) * Fraction(3, 5)
    assert loss.trusts == ("symbolic",)


@pytest.mark.parametrize("k", [2, 3, 4])
def test_lshist_loses_epsilon_itself(k):
    m = mechanism("lshist", prior=("1/2",) * k, n=30, epsilon="7/5")
    loss = privacy_loss(m)
    assert (loss.exact, loss.exact_value) == ("epsilon", Fraction(7, 5))
    assert loss.within(Fraction(7, 5)) is True
    assert loss.within(Fraction(7, 5) - TINY**5) is False
    assert audit.private_for_every_epsilon(m)


@pytest.mark.parametrize("name", LAPLACE)
@pytest.mark.parametrize(("n", "k"), SMALL)
def test_the_formula_for_laplace_is_what_all_pairs_say(name, n, k):
    m = mechanism(name, prior=(1,) * k, n=n, epsilon="4/3")
    formula, searched = privacy_loss(m, digits=25), loss_in_q(m, Fraction(1, 10**25))
    assert formula.exact == searched.exact
    assert overlap(formula, searched)
    assert attained(m, formula).overlaps(dpbi.Enclosure(formula.lo, formula.hi))
    assert overlap(formula, loss_in_balls(m, TINY))


def test_fresh_noise_costs_twice_as_much_for_two_categories():
    m = mechanism("lshist", prior=(1, 1), n=3, epsilon=1, noise="fresh")
    assert privacy_loss(m).exact == "2*epsilon"
    assert not audit.private_for_every_epsilon(m)
    failing = audit.fails_for_some_epsilon(m, Fraction(1))
    assert 0 < failing.q < 1
    assert audit.fails_for_some_epsilon(m, Fraction(2)) is None


def test_every_epsilon_at_once_is_decided_for_fractions_of_the_rate_too():
    m = mechanism("lszhang-theorem", prior=(1, 1), n=1, epsilon=1)
    assert audit.private_for_every_epsilon(m)
    assert audit.fails_for_some_epsilon(m, Fraction(3, 2)) is not None
    assert audit.fails_for_some_epsilon(m, Fraction(2)) is None


@pytest.mark.parametrize("c", ["1", "3/2"])
def test_a_counterexample_in_q_is_a_true_one(c):
    m = mechanism("lszhang-theorem", prior=(1, 1), n=1, epsilon=1)
    found = audit.fails_for_some_epsilon(m, Fraction(c))
    assert found is not None
    q = float(found.q)
    assert (2 - q) / q > q ** -float(Fraction(c))


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=6))
def test_a_negative_point_is_found_exactly_when_there_is_one(values):
    p = polynomial(values)
    point = negative_between(p, Fraction(0), Fraction(1))
    grid = [Fraction(i, 997) for i in range(1, 997)]
    value = lambda t: sum(c * t**i for i, c in enumerate(values))  # noqa: E731
    if point is None:
        assert all(value(t) >= 0 for t in grid)
    else:
        assert 0 < point < 1
        assert value(point) < 0


def test_double_roots_do_not_hide_or_feign_a_sign_change():
    touch = (3 * Q - 1) ** 2
    assert negative_between(touch, Fraction(0), Fraction(1)) is None
    assert negative_between(touch * (2 * Q - 1), Fraction(0), Fraction(1)) < Fraction(1, 2)
    assert negative_between(-touch, Fraction(0), Fraction(1)) is not None
    assert negative_between((2 * Q - 1) ** 2, Fraction(0), Fraction(1)) is None  # tested first
    assert negative_between(polynomial(0), Fraction(0), Fraction(1)) is None


def test_the_sign_at_q_is_decided_however_close_the_root():
    near = Fraction(math.exp(-1.0))
    assert sign_at_exp(Q - polynomial(near), Fraction(1)) in (-1, 1)
    assert sign_at_exp(Q - Q, Fraction(1)) == 0
    assert sign_at_exp(Q - polynomial(Fraction(1, 3)), Fraction(1)) == 1


def test_ehdl_is_not_private_at_its_epsilon_for_a_small_prior():
    m = mechanism("ehdl", prior=("1/100", "1/100"), n=50, epsilon="1/100")
    loss = privacy_loss(m)
    assert loss.within(m.epsilon) is False
    assert dpbi.is_private(m, m.epsilon) is False
    assert loss.ratio.lo > 1


def test_ehd_with_the_printed_constant_is_not_private_below_one():
    printed = mechanism("ehd", prior=("1/100", "1/100"), n=1, epsilon=1)
    assert privacy_loss(printed).within(Fraction(1)) is False
    true = mechanism("ehd", prior=("1/100", "1/100"), n=1, epsilon=1, gs="true")
    assert privacy_loss(true).within(Fraction(1)) is True


def test_the_worst_output_need_not_be_the_true_posterior():
    loss = privacy_loss(mechanism("ehdl", prior=("1/2", "1/2"), n=50, epsilon=4))
    assert loss.witness.output not in (loss.witness.x, loss.witness.y)


@given(st.permutations(range(3)), datasets(3, 4), st.sampled_from(["ehds", "ehdl", "lszhang-all"]))
def test_relabelling_the_categories_of_a_symmetric_prior_changes_nothing(order, x, name):
    m = mechanism(name, prior=("2/3",) * 3, n=sum(x), epsilon=1)
    F = Balls(128)
    moved = lambda v: tuple(v[i] for i in order)  # noqa: E731
    with F.scope():
        law, other = m.log_pmf(x, F), m.log_pmf(moved(x), F)
        for r, p in law.items():
            assert F.enclosure(p).overlaps(F.enclosure(other[moved(r)]))


@given(settings_of_mechanisms(EXPONENTIAL, most=(9, 3, 2)), st.randoms())
def test_reordering_the_prior_leaves_the_loss_alone(case, chance):
    m, _ = case
    alpha = list(m.prior.alpha)
    chance.shuffle(alpha)
    extra = {"gamma": m.gamma} if hasattr(m, "gamma") else {}
    other = mechanism(m.name, prior=alpha, n=m.n, epsilon=m.epsilon, **extra)
    if m.name == "ehd":
        other = mechanism("ehd", prior=alpha, n=m.n, epsilon=m.epsilon, gs=m.gs)
    assert overlap(privacy_loss(m), privacy_loss(other))


@given(tables)
def test_rational_laws_have_an_exact_loss(m):
    loss = privacy_loss(m)
    ratios = []
    for x, y in product(m.datasets(), repeat=2):
        if abs(x - y) == 1:
            pairs = [(a, b) for a, b in zip(m.rows[x], m.rows[y], strict=True) if a]
            ratios += [a / b if b else math.inf for a, b in pairs]
    top = max(ratios)
    if top == math.inf:
        assert (loss.lo, loss.hi, loss.trusts) == (math.inf, math.inf, ("support",))
    else:
        assert loss.exact == ("0" if top == 1 else f"ln({top})")
        assert float(loss.lo) <= math.log(top) + 1e-12
        assert math.log(top) - 1e-12 <= float(loss.hi)
        x, y, r = loss.witness
        assert m.rows[x][r] / m.rows[y][r] == top


def test_an_output_possible_on_one_side_only_is_an_infinite_loss_with_its_witness():
    loss = privacy_loss(Table((Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1, 2))))
    assert loss.hi == math.inf
    assert tuple(loss.witness) == (1, 0, 1)
    assert loss.within(Fraction(10**9)) is False
    assert "infinite" in str(loss)


class Foreign:
    """Two datasets with log-weights, one of which may be ln 0 or not a number."""

    def __init__(self, bad):
        self.bad = bad

    def datasets(self):
        return [0, 1]

    def neighbours(self, x):
        return [1 - x]

    def log_weights(self, x, F):
        zero = F.rational(0)
        return {"a": zero, "b": self.bad(F) if x else zero}


def test_a_log_weight_of_minus_infinity_is_an_impossible_output():
    loss = privacy_loss(Foreign(lambda F: -math.inf))
    assert loss.hi == math.inf
    assert tuple(loss.witness) == (0, 1, "b")


def test_a_log_weight_that_is_no_number_is_refused_with_its_dataset():
    with pytest.raises(BadMechanism, match="has no probability") as caught:
        privacy_loss(Foreign(lambda F: F.rational(0) / F.rational(0)))
    assert caught.value.dataset == 1


@pytest.mark.parametrize(
    ("near", "sentence"),
    [
        (lambda x: [1] if x == 0 else [], "not the other way"),
        (lambda x: [7], "not one of the datasets"),
        (lambda x: [], "no two of its datasets are neighbours"),
        (lambda x: [x], "no two of its datasets are neighbours"),
    ],
)
def test_a_relation_that_is_none_is_refused(near, sentence):
    m = Table((Fraction(1),), (Fraction(1),))
    m.neighbours = near
    with pytest.raises(BadMechanism, match=sentence):
        privacy_loss(m)


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (((Fraction(1, 2),), (Fraction(1),)), "sum to 1/2"),
        (((Fraction(1),), (Fraction(2), Fraction(-1))), "below zero"),
    ],
)
def test_a_law_that_is_none_is_refused_with_its_dataset(rows, sentence):
    with pytest.raises(BadMechanism, match=sentence) as caught:
        privacy_loss(Table(*rows))
    assert caught.value.dataset in (0, 1)


def test_a_dataset_listed_twice_is_refused():
    m = Table((Fraction(1),), (Fraction(1),))
    m.datasets = lambda: [0, 1, 1]
    with pytest.raises(BadMechanism, match="twice"):
        privacy_loss(m)


@needs_filter
def test_without_the_compiled_kernels_the_generic_path_answers(monkeypatch):
    m = mechanism("ehds", prior=(1, 1), n=9, epsilon=1)
    with_filter = privacy_loss(m)
    monkeypatch.setitem(__import__("sys").modules, "dpbi.privacy.filter", None)
    without = privacy_loss(m)
    assert without.trusts == ("ball",)
    assert with_filter.trusts == ("filter",)
    assert overlap(with_filter, without)


def test_where_the_filter_has_no_proof_the_generic_path_answers():
    m = mechanism("mh-exp", prior=(1, 1), n=5, epsilon=1, beta=0)
    assert isinstance(loss_or_reason(m, TINY), str)
    assert privacy_loss(m).trusts == ("ball",)


@pytest.mark.parametrize("reading", ["rate", "scale"])
def test_the_loss_of_a_continuous_law_is_the_ratio_of_densities_where_it_is_attained(reading):
    m = mechanism("laplace-2counts", prior=(1, 1), n=4, epsilon="1/2", reading=reading)
    loss = privacy_loss(m)
    x, y, point = loss.witness
    F = Balls(128)
    with F.scope():
        ratio = m.density(x, point, F) / m.density(y, point, F)
        assert F.log(ratio).overlaps(F.rational(loss.lo))
    assert loss.lo == loss.hi == loss.exact_value
    assert y in set(m.neighbours(x))
    assert loss.within(m.epsilon) is (reading == "rate")


def test_silly_digits_are_refused():
    with pytest.raises(InvalidValue):
        privacy_loss(mechanism("lshist", prior=(1, 1), n=4, epsilon=1), digits=0)
