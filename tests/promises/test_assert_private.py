"""`assert_private` and the dp_audit mark: what passes, what fails, and what a failure says."""

import subprocess
import sys
from fractions import Fraction
from typing import NamedTuple

import pytest
from checked import SOURCE

import dpbi
from dpbi import assert_private
from dpbi.errors import InexactInput, InvalidValue, NothingPromised
from dpbi.promises.asserting import NotDecided, NotPrivate

pytest_plugins = ["pytester"]

TESTS = """
import pytest
from fractions import Fraction
from typing import NamedTuple


class Response:
    def __init__(self, truth, epsilon=None):
        self.truth, self.epsilon = Fraction(truth), epsilon

    def datasets(self):
        return ["no", "yes"]

    def neighbours(self, x):
        return [y for y in self.datasets() if y != x]

    def probabilities(self, x):
        return {y: self.truth if y == x else 1 - self.truth for y in self.datasets()}
"""


@pytest.fixture
def run(pytester, monkeypatch):
    """run(body) -> the result of a test file of its own."""
    monkeypatch.setenv("PYTHONPATH", str(SOURCE))

    def call(body, *more):
        pytester.makepyfile(TESTS + body)
        return pytester.runpytest_subprocess("-p", "no:cacheprovider", "--strict-markers", *more)

    return call


def test_a_mechanism_that_keeps_its_promise_passes(run):
    run(
        """
@pytest.mark.dp_audit(epsilon="1.1")
def test_it():
    return Response("3/4")

@pytest.mark.dp_audit
def test_its_own_claim():
    return Response("3/4", epsilon=2)

@pytest.mark.dp_audit(epsilon=1, delta="1/10")
def test_several():
    return [Response("1/2"), Response("3/4")]

@pytest.mark.dp_audit(rho=1, renyi=(2, 1))
def test_other_kinds():
    return Response("3/4")
"""
    ).assert_outcomes(passed=4)


def test_a_failure_prints_datasets_output_both_probabilities_and_the_excess(run):
    result = run(
        """
@pytest.mark.dp_audit(epsilon=1)
def test_it():
    return Response("3/4")
"""
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "Response is not 1-DP at truth = 3/4",
            "*true epsilon*ln(3) = [[]1.09861228866, 1.09861228867]",
            "*smallest violation*no and yes, at output no",
            "*probabilities 3/4 and 1/4",
            "*beyond the promise by [[]0.0986122886681, 0.0986122886682]",
        ]
    )
    assert "Traceback" not in result.stdout.str()
    assert "During handling" not in result.stdout.str()


def test_parametrised_families_and_fixtures_are_audited_one_by_one(run):
    result = run(
        """
@pytest.fixture
def make():
    return Response

@pytest.mark.dp_audit(epsilon=1)
@pytest.mark.parametrize("truth", ["1/2", "2/3", "3/4"])
def test_family(make, truth):
    return make(truth)

class TestGroup:
    @pytest.mark.dp_audit(epsilon=1)
    @pytest.mark.parametrize("truth", ["1/2", "4/5"])
    def test_method(self, truth):
        return Response(truth)
""",
        "-v",
    )
    result.assert_outcomes(passed=3, failed=2)
    result.stdout.fnmatch_lines(["*test_family?3/4? FAILED*", "*test_method?4/5? FAILED*"])


def test_a_mark_that_is_used_wrongly_says_so_in_one_line(run):
    result = run(
        """
@pytest.mark.dp_audit(epsilon=1)
def test_nothing():
    pass

@pytest.mark.dp_audit(1)
def test_position():
    return Response("3/4")

@pytest.mark.dp_audit
def test_no_claim():
    return Response("3/4")

@pytest.mark.dp_audit(epsilon=1)
def test_no_law():
    return Response("3/2")

@pytest.mark.dp_audit(epsilon=1)
def test_no_mechanism():
    return 3

@pytest.mark.dp_audit(epsilon=1)
def test_none_of_a_list():
    return []
"""
    )
    result.assert_outcomes(failed=6)
    result.stdout.fnmatch_lines(
        [
            "a test marked dp_audit returns the mechanism to audit",
            "write dp_audit(epsilon=..): what is promised goes by name",
            "Response claims no epsilon of its own: say what to check, such as --epsilon 1",
            "Response is not a valid mechanism at dataset no: "
            "output yes has probability -1/2, below zero",
            "int is not a valid mechanism: it has no method datasets",
        ]
    )


def test_a_mechanism_that_is_a_tuple_is_one_mechanism(run):
    run(
        """
class Pair(NamedTuple):
    truth: Fraction
    epsilon: int = 2
    datasets, neighbours = Response.datasets, Response.neighbours
    probabilities = Response.probabilities

@pytest.mark.dp_audit
def test_it():
    return Pair(Fraction(3, 4))
"""
    ).assert_outcomes(passed=1)


def test_unmarked_tests_cost_nothing_of_dpbi(run):
    # The plugin itself is loaded by its entry point, and dpbi's __init__ with it: nothing else.
    run(
        """
import sys

def test_nothing_is_loaded():
    ours = {m for m in sys.modules if m.split(".")[0] == "dpbi"}
    assert ours == {"dpbi", "dpbi.pytest_plugin"}, ours

def test_nor_what_is_heavy():
    heavy = {"numpy", "scipy", "sympy", "flint", "numba", "mpmath", "click", "rich"}
    assert not heavy & set(sys.modules)
""",
        "-p",
        "no:hypothesispytest",
    ).assert_outcomes(passed=2)


def test_the_plugin_loads_nothing_but_itself():
    code = (
        "import pytest, sys\n"
        "import dpbi.pytest_plugin\n"
        "print(sorted(m for m in sys.modules if m.startswith('dpbi')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['dpbi', 'dpbi.pytest_plugin']"


class Response(NamedTuple):
    """Tells the truth with a probability."""

    truth: Fraction
    epsilon: object = None
    delta: object = None

    def datasets(self):
        return ["no", "yes"]

    def neighbours(self, x):
        return [y for y in self.datasets() if y != x]

    def probabilities(self, x):
        return {y: self.truth if y == x else 1 - self.truth for y in self.datasets()}


class Root:
    """A loss of exactly 0 that no exact form knows."""

    epsilon = 0

    def datasets(self):
        return [0, 1]

    def neighbours(self, x):
        return [1 - x]

    def log_weights(self, x, F):
        two = F.sqrt(F.rational(2))
        return {0: F.rational(0), 1: two if x else 2 / two}


THREE = Response(Fraction(3, 4))


def test_the_findings_come_back_and_the_failure_carries_its_own():
    (held,) = assert_private(THREE, epsilon="1.1")
    assert held.verdict == "holds"
    with pytest.raises(NotPrivate, match="is not 1-DP") as caught:
        assert_private(THREE, epsilon=1)
    assert isinstance(caught.value, AssertionError)
    assert caught.value.finding.witness.p.lo == Fraction(3, 4)


def test_what_cannot_be_decided_fails_too_and_says_so():
    with pytest.raises(NotDecided, match="Root is not decided to be 0-DP"):
        assert_private(Root())


def test_a_delta_of_its_own_belongs_to_the_claim():
    # delta(1) = 3/4 - e/4 = 0.0704..
    assert_private(Response(Fraction(3, 4), 1, "71/1000"))
    with pytest.raises(NotPrivate):
        assert_private(Response(Fraction(3, 4), 1, "70/1000"))
    (found,) = assert_private(Response(Fraction(3, 4), 1), delta="1/10")
    assert str(found.promise) == "(1, 1/10)-DP"


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({}, NothingPromised),
        ({"epsilon": 0.1}, InexactInput),
        ({"epsilon": -1}, InvalidValue),
        ({"delta": "1/2"}, InvalidValue),
        ({"epsilon": 1, "delta": 2}, InvalidValue),
        ({"renyi": (-1, 1)}, InvalidValue),
        ({"epsilon": "one"}, InvalidValue),
    ],
)
def test_promises_that_make_no_sense_are_refused(given, error):
    with pytest.raises(error):
        assert_private(THREE, **given)


def test_a_claim_in_floats_is_refused_where_it_is_used():
    with pytest.raises(InexactInput):
        assert_private(Response(Fraction(3, 4), 1.5))


def test_a_mechanism_that_computes_with_a_float_epsilon_can_be_held_to_an_exact_one():
    m = dpbi.Table.of({x: {0: 0.5, 1: 0.5} for x in "ab"})

    class Own:
        epsilon = 0.1
        datasets, neighbours, probabilities = m.datasets, m.neighbours, m.probabilities

    assert assert_private(Own(), epsilon="1/10")[0].verdict == "holds"
    with pytest.raises(InexactInput):
        assert_private(Own())
    with pytest.raises(InexactInput):
        assert_private(Own(), delta="1/10")


def test_the_drafts_mechanisms_are_held_to_their_epsilon():
    assert_private(dpbi.mechanism("ehds", prior=(1, 1), n=5, epsilon=1))
    with pytest.raises(NotPrivate, match="smallest violation"):
        assert_private(dpbi.mechanism("mh-s", prior=(1, 1), n=5, epsilon=1))
