"""What forms of laws answer for themselves, and that a form of somebody else's does so too."""

from fractions import Fraction

import pytest
from hypothesis import given
from small_tables import tables

import dpbi
from dpbi import EHDL, Exact, InQ, Mechanism, Table, Weighted, mechanism
from dpbi.bayes.dirichlet import hellinger
from dpbi.bayes.sensitivity import Calibration
from dpbi.errors import BadMechanism, DpbiError
from dpbi.fields.logsum import LogSums
from dpbi.fields.polynomial import Q
from dpbi.laws.foreign import unwrapped
from dpbi.laws.forms import QuotientInQ
from dpbi.laws.promise import Promise
from dpbi.laws.protocol import adapt
from dpbi.libraries.laws import Scores
from dpbi.libraries.opendp.noise import LaplaceThreshold
from dpbi.libraries.opendp.selection import GumbelMax, RandomizedResponse
from dpbi.mechanisms.registry import parameters_of


class Bit(Mechanism):
    """Randomised response on a bit, true with probability e / (1 + e): its loss is exactly 1."""

    def datasets(self):
        return [0, 1]

    def neighbours(self, x):
        return [1 - x]

    def log_pmf(self, x, F):
        norm = F.log(F.exp(F.rational(1)) + F.rational(1))
        return {x: F.rational(1) - norm, 1 - x: -norm}


class ExactBit(Bit):
    """The same, in a form that says its exact terms."""

    def exact_terms(self, x, F):
        return {x: F.rational(1), 1 - x: F.rational(0)}


class LyingBit(Bit):
    """Its exact terms are those of a law that loses less."""

    def exact_terms(self, x, F):
        return {x: F.rational(Fraction(1, 2)), 1 - x: F.rational(0)}


class BrokenBit(Bit):
    """Its exact terms cannot be had."""

    def exact_terms(self, x, F):
        raise KeyError("terms")


def test_a_form_of_somebody_elses_has_its_ties_decided_by_its_exact_terms():
    assert dpbi.is_private(Bit(), 1) is None
    assert dpbi.is_private(ExactBit(), 1) is True
    assert dpbi.is_private(ExactBit(), Fraction(10**30 - 1, 10**30)) is False


@pytest.mark.parametrize("kind", [LyingBit, BrokenBit])
def test_exact_terms_that_balls_do_not_confirm_decide_nothing(kind):
    assert dpbi.is_private(kind(), 1) is None
    (delta,) = dpbi.privacy_profile(kind(), [0])
    (same,) = dpbi.privacy_profile(Bit(), [0])
    assert (delta.lo, delta.hi) == (same.lo, same.hi)


class InProbabilities(Exact):
    """The bit with rational probabilities."""

    datasets, neighbours = Bit.datasets, Bit.neighbours

    def probabilities(self, x):
        return {x: Fraction(2, 3), 1 - x: Fraction(1, 3)}


class InPolynomials(InQ):
    """The bit with polynomials at q = e^-1."""

    rate = 1
    datasets, neighbours = Bit.datasets, Bit.neighbours

    def polynomials(self, x):
        return {x: 1 - Q / 2, 1 - x: Q / 2, 2: 0 * Q}


class InWeights(QuotientInQ):
    """The bit with polynomials over their sum."""

    rate = 1
    datasets, neighbours = Bit.datasets, Bit.neighbours

    def weights(self, x):
        return {x: 1 + 0 * Q, 1 - x: Q, 2: 0 * Q}


class InLogWeights(Weighted):
    """The bit with logarithms of weights."""

    datasets, neighbours = Bit.datasets, Bit.neighbours

    def log_weights(self, x, F):
        return {x: F.rational(1), 1 - x: F.rational(0)}


FORMS = {
    "probabilities": InProbabilities,
    "polynomials": InPolynomials,
    "weights": InWeights,
    "log_weights": InLogWeights,
    "log_pmf": Bit,
}


@pytest.mark.parametrize("form", FORMS)
def test_a_form_is_named_after_the_method_that_says_it(form):
    m = adapt(FORMS[form]())
    assert m.form == form
    assert callable(getattr(m, form))
    assert m.is_given_exactly == (form == "probabilities")


@pytest.mark.parametrize("form", ["probabilities", "polynomials", "weights", "log_weights"])
def test_exact_terms_are_proportional_to_the_law(form):
    m, F = adapt(FORMS[form]()), dpbi.Balls(128)
    with F.scope():
        for x in m.datasets():
            terms = {r: value(w, F) for r, w in m.exact_terms(x, LogSums()).items()}
            total = sum(terms.values(), F.rational(0))
            law = m.log_pmf(x, F)
            assert set(law) == set(terms)
            assert all((terms[r] / total).overlaps(F.exp(law[r])) for r in law)


def value(weight, F):
    """A weight of either kind in balls."""
    exact = weight.exp() if hasattr(weight, "exp") else weight
    return exact.value(F)


@pytest.mark.parametrize("form", ["polynomials", "weights"])
def test_the_support_leaves_out_what_is_the_zero_polynomial(form):
    m = adapt(FORMS[form]())
    assert set(m.support(0)) == {0, 1}


@given(tables)
def test_the_sum_of_a_row_is_that_of_its_entries(table):
    m = adapt(table)
    for x in m.datasets():
        assert m.row_sum(x) == sum(map(Fraction, m.probabilities(x).values()))


def test_the_deviation_of_floats_is_that_of_the_worst_row():
    m = Table.of({"a": {0: 0.1, 1: 0.9}, "b": {0: 0.7, 1: 0.3}})
    misses = [abs(Fraction(a) + Fraction(b) - 1) for a, b in ((0.1, 0.9), (0.7, 0.3))]
    assert m.deviation() == max(misses) > 0
    assert adapt(InProbabilities()).deviation() is None


@pytest.mark.parametrize(
    ("made", "promised"),
    [
        (lambda: mechanism("mh-exp", prior=(1, 1), n=2, epsilon="1/2"), Promise.epsilon("1/2")),
        (lambda: mechanism("laplace-2counts", prior=(1, 1), n=2, epsilon=3), Promise.epsilon(3)),
        (lambda: Table.of({0: {0: 1}, 1: {0: 1}}, epsilon="ln(3)"), Promise.epsilon("ln(3)")),
        (lambda: Table.of({0: {0: 1}, 1: {0: 1}}, epsilon=1, delta="0.1"), Promise.delta(1, "0.1")),
    ],
)
def test_a_mechanism_says_what_it_promises(made, promised):
    assert made().promises() == (promised,)


def test_what_makes_no_claim_promises_nothing():
    assert adapt(Bit()).promises() == ()


def test_a_mechanism_of_a_library_promises_what_the_library_declares():
    for m in (
        RandomizedResponse(2, "3/4"),
        GumbelMax(Scores.vectors([(0, 1), (0, 2)]), 1),
        LaplaceThreshold(2, 3, 1),
    ):
        (promise,) = m.promises()
        declared = m.declared()
        both = declared if isinstance(declared, tuple) else (None, declared)
        assert promise.value == both[1]
        assert promise.at == both[0]
        assert m.compared(8).declared == both[1]


class Promising(Bit):
    """A mechanism with a promise of its own."""

    promised = (Promise.rho("1/2"),)

    def promises(self):
        return self.promised


def test_what_somebody_elses_mechanism_promises_is_what_it_is_held_to():
    (finding,) = dpbi.assert_private(Promising())
    assert finding.promise == Promise.rho("1/2")
    wrong = Promising()
    wrong.promised = (1,)
    with pytest.raises(BadMechanism, match=r"promises\(\) must return"):
        dpbi.assert_private(wrong)
    wrong.promised = None
    with pytest.raises(BadMechanism, match=r"promises\(\): it raised TypeError"):
        dpbi.assert_private(wrong)


class Shifted(EHDL):
    """A subclass that says another law: nothing proved about the family holds of it."""

    def log_weights(self, x, F):
        return {r: 2 * w for r, w in super().log_weights(x, F).items()}


class Doubled(Calibration):
    """A calibration that the family does not know as one of the drafts'."""

    kind = "doubled"

    def at(self, prior, x, F):
        return F.rational(2)

    def by_moves(self, near, n, F):
        return F.rational(2)


class Another(EHDL):
    """The family with a calibration of somebody else's."""

    calibration = Doubled()


def test_a_subclass_with_another_law_leaves_the_family_and_all_that_is_proved_about_it():
    m = EHDL((1, 1), 3, 1)
    shifted = Shifted((1, 1), 3, 1)
    assert m.family
    assert m.definition == EHDL((1, 1), 3, 1).definition
    assert not shifted.family
    assert shifted.definition is None
    halved = EHDL((1, 1), 3, 2)
    x = (1, 2)
    assert dpbi.expected_distance(shifted, x).overlaps(dpbi.expected_distance(halved, x))
    mine, theirs = dpbi.privacy_loss(shifted), dpbi.privacy_loss(halved)
    assert max(mine.lo, theirs.lo) <= min(mine.hi, theirs.hi)


def test_a_calibration_of_somebody_elses_is_used_as_it_says_itself():
    m, x = Another((1, 1), 3, 1), (1, 2)
    F = dpbi.Balls(128)
    with F.scope():
        law = {r: F.exp(p) for r, p in m.log_pmf(x, F).items()}
        truth = m.posterior(x)
        errors = [p * hellinger(truth, m.posterior(r), F) for r, p in law.items()]
        mean = sum(errors, F.rational(0))
        assert F.enclosure(mean).overlaps(dpbi.expected_distance(m, x))


def test_a_table_is_laid_out_as_it_is_and_other_forms_are_not():
    table = Table.of({0: {0: 1}, 1: {0: 1}})
    names, cells, relation = table.laid_out()
    assert (tuple(names), cells, relation) == ((0, 1), table.cells, table.relation)
    assert adapt(InProbabilities()).laid_out() is None


def test_every_epsilon_is_asked_of_polynomials_only():
    with pytest.raises(DpbiError, match="polynomials in q"):
        dpbi.private_for_every_epsilon(Bit())


class Aimed(dpbi.LaplaceTwoCounts):
    """A continuous mechanism of others with an attribute that wrappers have too."""

    target = dpbi.mechanism("ehdl", prior=(1, 1), n=3, epsilon=1)


def test_an_attribute_called_target_is_not_taken_for_what_was_wrapped():
    aimed = Aimed(prior=(1, 2), n=5, epsilon=1)
    assert unwrapped(aimed) is aimed
    assert parameters_of(aimed)["prior"] == ["1", "2"]
    assert unwrapped(adapt(aimed.target)) is aimed.target
