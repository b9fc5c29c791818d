"""The second opinion: mpmath confirms what is right and contradicts the rest."""

import math
from dataclasses import replace
from fractions import Fraction

import oracle
import pytest
from planted import break_distances

import dpbi
from dpbi.errors import Disagreement, NoOpinion
from dpbi.fields import Enclosure
from dpbi.fields.floats import agreement
from dpbi.laws.promise import Promise
from dpbi.mechanisms.registry import OF_THE_DRAFTS
from dpbi.privacy import definitions
from dpbi.privacy.definitions import Definitions
from dpbi.privacy.results import Witness
from dpbi.privacy.second_opinion import of_error, of_law, of_promise, second_opinion

NAMES = sorted(m.name for m in OF_THE_DRAFTS if m.name != "laplace-2counts")
THREE = {"prior": (1, "1/2", 3), "n": 3, "epsilon": "1/3"}
EPS = Fraction(1, 3)
PRIOR, X = (Fraction(1), Fraction(1, 2), Fraction(3)), (2, 0, 1)
BETA = Fraction(2, 7)
LAWS = {
    "ehd": (oracle.ehd_law, {"gs": "true"}),
    "ehdl": (oracle.ehdl_law, {}),
    "ehds": (lambda p, x, e: oracle.ehds_law(p, x, e, 2), {"gamma": 2}),
    "ehds-4s": (lambda p, x, e: oracle.ehds_4s_law(p, x, e, 2), {"gamma": 2}),
    "mh": (lambda p, x, e: oracle.mh_law(p, x, e, 1), {"gamma": 1}),
    "mh-exp": (lambda p, x, e: oracle.mh_exp_law(p, x, e, BETA), {"beta": BETA}),
    "mh-s": (lambda p, x, e: oracle.mh_s_law(p, x, e, 1), {"gamma": 1}),
    "mh-s-exp": (lambda p, x, e: oracle.mh_s_law(p, x, e, beta=BETA), {"beta": BETA}),
    "laplace": (lambda p, x, e: oracle.laplace_law(x, e), {"sensitivity": "defined"}),
    "laplace-improved": (lambda p, x, e: oracle.laplace_improved_law(x, e), {}),
    "lshist": (lambda p, x, e: oracle.lshist_law(x, e, fresh=True), {"noise": "fresh"}),
    "lsdim": (lambda p, x, e: oracle.lsdim_law(x, e), {"noise": "same"}),
    "lszhang": (lambda p, x, e: oracle.lszhang_law(x, e, "written"), {}),
    "lszhang-rest": (lambda p, x, e: oracle.lszhang_law(x, e, "rest"), {}),
    "lszhang-all": (lambda p, x, e: oracle.lszhang_law(x, e, "all"), {}),
    "lszhang-theorem": (lambda p, x, e: oracle.lszhang_law(x, e, "theorem"), {}),
}


def test_the_laws_that_a_second_opinion_knows_are_those_of_the_drafts():
    assert {*definitions.EXPONENTIAL, *definitions.LAPLACE} == {*NAMES, *LAWS}


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("name", sorted(LAWS))
def test_its_definitions_are_those_of_the_oracle_to_60_digits(name, k):
    (law, options), prior, x = LAWS[name], PRIOR[:k], X[:k]
    found, right = Definitions(75).row(name, options, prior, EPS, x), law(prior, x, EPS)
    assert found.p.keys() == right.keys()
    for r, p in right.items():
        assert abs(found.p[r] - p) <= p * oracle.mp.mpf(10) ** -60
        assert abs(found.log[r] - oracle.mp.log(p)) <= oracle.mp.mpf(10) ** -60


@pytest.mark.parametrize("name", NAMES)
def test_loss_deltas_and_laws_of_every_mechanism_are_confirmed_over_all_pairs(name):
    m = dpbi.mechanism(name, **THREE)
    found = second_opinion(m, dpbi.privacy_loss(m, digits=30))
    assert found.digits >= 29
    assert found.over.startswith("all 36 ordered pairs and ")
    for delta in dpbi.privacy_profile(m, ["0", "1/10"]):
        assert second_opinion(m, delta).digits >= 11
    assert of_law(m, X, m.law(X)).digits >= 30
    two = dpbi.renyi_divergence(m, 2)
    assert second_opinion(m, two).digits >= 9


def test_an_answer_says_what_it_is_so_that_its_own_quantity_is_computed_again():
    m = dpbi.mechanism("ehds", **THREE)
    for x, y in [((1, 1, 1), (3, 0, 0)), ((1, 1, 1), (1, 2, 0))]:
        (delta,) = dpbi.pair_profile(m, x, y, ["1/10"])
        found = second_opinion(m, delta)
        assert found.digits >= 11
        assert found.over == "the pair, and all its outputs"
    for answer, why in [
        (dpbi.zero_concentrated(m), "a supremum over orders"),
        (dpbi.composed_delta(m, 2, "1/2"), "a composition"),
    ]:
        with pytest.raises(NoOpinion, match=why):
            second_opinion(m, answer)


@pytest.mark.parametrize(
    "options",
    [
        {"name": "ehd", "gs": "true"},
        {"name": "mh-exp", "records": "n", "delta": "1/10"},
        {"name": "mh-exp", "beta": "1/5"},
        {"name": "mh-s", "smooth": "exponential"},
        {"name": "laplace", "sensitivity": "dimension"},
        {"name": "lshist", "noise": "fresh"},
        {"name": "ehds", "gamma": "5/2"},
    ],
    ids=str,
)
def test_every_option_of_the_drafts_mechanisms_is_read(options):
    m = dpbi.mechanism(**options, **THREE)
    assert second_opinion(m, dpbi.privacy_loss(m)).digits >= 11


def test_a_loss_that_is_known_exactly_is_confirmed_to_50_digits():
    m = dpbi.mechanism("lshist", prior=(1, 1, 1), n=30, epsilon="1/2")
    found = second_opinion(m, dpbi.privacy_loss(m))
    assert found.digits == 50
    assert found.over == "the worst pair and 13 of its rivals, 961 outputs each"


class Binary:
    """Two datasets; a subclass says the law."""

    def datasets(self):
        return ["a", "b"]

    def neighbours(self, x):
        return [y for y in "ab" if y != x]


class Formula(Binary):
    def log_weights(self, x, F):
        return {r: -F.exp(F.rational(Fraction(1, 3))) * (r != x) for r in "ab"} | {"c": 0}


class Floats(Binary):
    def probabilities(self, x):
        return {"a": 0.7, "b": 0.1, "c": 0.2} if x == "a" else {"a": 0.3, "b": 0.3, "c": 0.4}


class Weights(Binary):
    def log_weights(self, x, F):
        return {"a": 0.1, "b": 0.2, "c": float("-inf")} if x == "a" else {"a": 0.3, "b": -0.1}


class InPowers(Binary):
    rate = Fraction(1, 3)

    def polynomials(self, x):
        law = ["1/2", "-1/2"], ["1/2", "1/2"]
        return dict(zip("ab" if x == "a" else "ba", law, strict=True))


class OnlyOne(Binary):
    def probabilities(self, x):
        return {"a": 1} if x == "a" else {"a": "1/3", "b": "2/3"}


class ThreeQuarters(Binary):
    def probabilities(self, x):
        return {r: Fraction(3 if r == x else 1, 4) for r in "ab"}


@pytest.mark.parametrize("kind", [Formula, Floats, Weights, InPowers, OnlyOne])
def test_mechanisms_of_others_are_confirmed_in_every_form_of_a_law(kind):
    m = kind()
    loss = dpbi.privacy_loss(m)
    assert second_opinion(m, loss).digits >= 11
    for delta in dpbi.privacy_profile(m, ["0", "1/4"]):
        assert second_opinion(m, delta).digits >= 11
    for x in "ab":
        assert of_law(m, x, dpbi.adapt(m).law(x)).digits >= 20
    if kind is not OnlyOne:
        wrong = replace(loss, lo=loss.lo + Fraction(1, 10**9), hi=loss.hi + Fraction(1, 10**9))
        with pytest.raises(Disagreement, match="defect of dpbi"):
            second_opinion(m, wrong)


@pytest.mark.parametrize(
    "by", [Fraction(1, 10**11), Fraction(-1, 10**11), Fraction(1), -Fraction(1, 9)]
)
@pytest.mark.parametrize("name", ["ehdl", "mh-exp", "laplace"])
def test_a_loss_that_is_off_is_contradicted(name, by):
    m = dpbi.mechanism(name, prior=(1, 2), n=4, epsilon=1)
    loss = dpbi.privacy_loss(m, digits=20)
    with pytest.raises(Disagreement):
        second_opinion(m, replace(loss, lo=loss.lo + by, hi=loss.hi + by))


def test_a_finite_loss_and_an_infinite_one_contradict_each_other():
    infinite, finite = dpbi.privacy_loss(OnlyOne()), dpbi.privacy_loss(Floats())
    with pytest.raises(Disagreement):
        second_opinion(Floats(), replace(infinite, mechanism=None))
    with pytest.raises(Disagreement):
        second_opinion(OnlyOne(), finite)


def test_an_infinite_loss_is_confirmed_without_digits():
    found = second_opinion(OnlyOne(), dpbi.privacy_loss(OnlyOne()))
    assert str(found) == "mpmath agrees that it is infinite, over all 2 ordered pairs and 2 outputs"


def test_a_witness_that_does_not_attain_the_loss_is_contradicted():
    m = dpbi.mechanism("ehdl", prior=(1, 1), n=6, epsilon=1)
    loss = dpbi.privacy_loss(m)
    x, y, _ = loss.witness
    other = next(p for p in m.datasets() if p not in (x, y, x[::-1], y[::-1]))
    moved = Witness(other, next(iter(m.neighbours(other))), other)
    with pytest.raises(Disagreement, match="between"):
        second_opinion(m, replace(loss, witness=moved))


def test_an_output_that_does_not_attain_the_loss_is_contradicted():
    m = dpbi.mechanism("ehdl", prior=(1, 1), n=6, epsilon=1)
    loss = dpbi.privacy_loss(m)
    x, y, output = loss.witness
    for other in ((6 - output[0], output[0]), "none of its outputs"):
        with pytest.raises(Disagreement, match=f"at .*{str(other)[-3]}"):
            second_opinion(m, replace(loss, witness=Witness(x, y, other)))


def test_a_closed_form_that_is_not_the_loss_is_contradicted():
    m = dpbi.mechanism("lshist", prior=(1, 1), n=3, epsilon="1/2")
    loss = dpbi.privacy_loss(m)
    assert second_opinion(m, loss).digits == 50
    for wrong in ({"exact_value": Fraction(1, 3)}, {"exact_value": None, "largest_ratio": 2}):
        with pytest.raises(Disagreement, match="in closed form"):
            second_opinion(m, replace(loss, **wrong))
    three = dpbi.privacy_loss(ThreeQuarters())
    assert three.largest_ratio == 3
    assert second_opinion(ThreeQuarters(), three).digits >= 30


def test_a_law_without_one_of_its_outputs_is_contradicted():
    m = dpbi.mechanism("ehdl", prior=(1, 1), n=4, epsilon=1)
    law = m.law((1, 3))
    del law[2, 2]
    with pytest.raises(Disagreement, match=r"the probability of \(2, 2\)"):
        of_law(m, (1, 3), law)


def by(top, bottom):
    """Two datasets whose probabilities of one output differ as given."""
    return dpbi.Table.of(
        {"x": {"a": top, "b": 1 - top}, "y": {"a": bottom, "b": 1 - bottom}},
    )


@pytest.mark.parametrize("zeros", [60, 400, 1500])
def test_numbers_close_to_0_are_confirmed(zeros):
    tiny = Fraction(1, 10**zeros)
    for m in (by(tiny, 2 * tiny), by(Fraction(1, 2), Fraction(1, 2) + tiny)):
        loss = dpbi.privacy_loss(m)
        assert second_opinion(m, loss).digits >= 11
        (delta,) = dpbi.privacy_profile(m, [0])
        assert second_opinion(m, delta).digits >= 11
        wrong = replace(delta, lo=2 * delta.lo, hi=2 * delta.hi)
        with pytest.raises(Disagreement):
            second_opinion(m, wrong)


def test_what_is_too_close_to_0_has_no_second_opinion():
    m = by(Fraction(1, 10**3000), Fraction(2, 10**3000))
    (delta,) = dpbi.privacy_profile(m, [0])
    with pytest.raises(NoOpinion, match="more than 2000 zeros"):
        second_opinion(m, delta)


@pytest.mark.parametrize("order", ["1.0001", "2", "50"])
def test_the_renyi_divergence_of_floats_is_that_of_their_rows_divided_by_their_sums(order):
    m = dpbi.Table.of({0: {"a": 0.75, "b": 0.25}, 1: {"a": 0.1, "b": 0.9}})
    assert second_opinion(m, dpbi.renyi_divergence(m, order)).digits >= 11


class Cached(Binary):
    """It keeps the numbers of the first field that asks."""

    def __init__(self):
        self.kept = {}

    def log_weights(self, x, F):
        if x not in self.kept:
            self.kept[x] = {r: F.exp(F.rational(Fraction(r != x))) for r in "ab"}
        return self.kept[x]


def test_a_law_that_cannot_be_evaluated_again_has_no_second_opinion():
    m = Cached()
    with pytest.raises(NoOpinion, match="cannot be evaluated by mpmath"):
        second_opinion(m, dpbi.privacy_loss(m))


def test_a_contradiction_by_somebodys_own_code_may_be_a_defect_of_that_code():
    m = OnlyOne()
    wrong = replace(dpbi.privacy_loss(m), lo=Fraction(1), hi=Fraction(1))
    with pytest.raises(Disagreement, match="or the mechanism's law is not the same at every call"):
        second_opinion(m, wrong)


def test_rivals_contradict_a_pair_that_is_called_the_worst_and_is_not():
    m = dpbi.mechanism("ehdl", prior=(1, 1), n=40, epsilon=1)
    law = {
        x: Definitions(75).row("ehdl", {}, m.prior.alpha, m.epsilon, x).log for x in m.datasets()
    }
    losses = {
        (x, y): max(law[x][r] - law[y][r] for r in law[x])
        for x in m.datasets()
        for y in m.neighbours(x)
    }
    worst = max(losses, key=losses.get)
    rival = next((y, x) for x, y in losses if y == worst[0] and (y, x) != worst)
    value = Fraction(str(losses[rival]))
    near = Enclosure(value - Fraction(1, 10**40), value + Fraction(1, 10**40))
    false = replace(dpbi.privacy_loss(m), lo=near.lo, hi=near.hi, witness=Witness(*rival, rival[0]))
    with pytest.raises(Disagreement, match="the privacy loss of ehdl"):
        second_opinion(m, false, most=200)


def test_what_many_digits_are_lost_to_is_computed_with_more():
    m = dpbi.mechanism("ehdl", prior=(10**25, 3 * 10**25), n=2, epsilon=1)
    assert second_opinion(m, dpbi.privacy_loss(m)).digits >= 11


def test_a_defect_in_either_path_is_seen(monkeypatch):
    break_distances(monkeypatch)
    m = dpbi.mechanism("ehds", prior=(1, 1), n=5, epsilon=1)
    with pytest.raises(Disagreement, match="the privacy loss of ehds"):
        second_opinion(m, dpbi.privacy_loss(m))
    with pytest.raises(Disagreement, match="probability"):
        of_law(m, (2, 3), m.law((2, 3)))


@pytest.mark.parametrize("name", ["mh", "lsdim", "lszhang-all"])
def test_the_mean_error_is_confirmed(name):
    m = dpbi.mechanism(name, **THREE)
    mean = dpbi.expected_distance(m, X)
    assert of_error(m, X, (mean.lo, mean.hi)).digits >= 11
    with pytest.raises(Disagreement):
        of_error(m, X, (mean.lo + 1, mean.hi + 1))


def test_what_is_not_computed_a_second_time_says_so():
    m = dpbi.mechanism("laplace-2counts", prior=(1, 1), n=3, epsilon=1)
    loss = replace(dpbi.privacy_loss(dpbi.mechanism("ehd", prior=(1, 1), n=3, epsilon=1)))
    with pytest.raises(NoOpinion, match="continuous"):
        second_opinion(m, loss)
    with pytest.raises(NoOpinion, match="supremum over orders"):
        of_promise(Floats(), Promise.rho(1), (Fraction(0), Fraction(1)), ("a", "b"))


def test_no_digit_is_shared_with_all_numbers_above_a_bound():
    third = Definitions(75).mp.mpf(1) / 3
    assert agreement(third, Fraction(1, 3), math.inf) == 0
    assert agreement(math.inf, Fraction(1, 3), math.inf) == 0
    assert agreement(math.inf, Fraction(1, 3), Fraction(1, 2)) is None
    assert agreement(third, math.inf, math.inf) is None


def test_digits_agree_as_far_as_both_ends_do():
    mp = Definitions(75).mp
    third = mp.mpf(1) / 3
    assert agreement(third, Fraction(1, 3), Fraction(1, 3)) == 50
    assert agreement(third, Fraction("0.3333"), Fraction("0.3334")) == 3
    assert agreement(third, Fraction("0.3334"), Fraction("0.3335")) is None
    assert agreement(third, Fraction("0.33"), Fraction("0.3333")) is None
    assert agreement(mp.zero, Fraction(0), Fraction(1, 10**20)) == 20
    assert agreement(third + mp.mpf(10) ** -40, Fraction(1, 3), Fraction(1, 3)) is None
