"""A claim for every epsilon at once, for laws that anybody writes as polynomials in q."""

from fractions import Fraction

import pytest

import dpbi
from dpbi.errors import BadMechanism
from dpbi.laws.forms import QuotientInQ
from dpbi.libraries.textbook import (
    BoundedDiscreteLaplace,
    KaryRandomisedResponse,
    TruncatedGeometric,
)

Q = Fraction


class Weights(QuotientInQ):
    """Two datasets, weights that are polynomials in q; the claim is epsilon = the rate."""

    rate = epsilon = Q(1)

    def __init__(self, here, there):
        self.rows = {0: here, 1: there}

    def datasets(self):
        return [0, 1]

    def neighbours(self, x):
        return [1 - x]

    def weights(self, x):
        return self.rows[x]


@pytest.mark.parametrize(
    "m",
    [
        KaryRandomisedResponse(k=5, epsilon=1),
        TruncatedGeometric(upper=6, epsilon="1/3"),
        TruncatedGeometric(upper=5, epsilon=1, sensitivity=2),
    ],
    ids=repr,
)
def test_weights_over_their_sum_keep_the_claim_at_every_epsilon(m):
    assert dpbi.private_for_every_epsilon(m)
    tighter = Q(dpbi.adapt(m).claimed_epsilon / m.rate) * Q(99, 100)
    failing = dpbi.fails_for_some_epsilon(m, tighter)
    assert 0 < failing.q < 1


def test_noise_that_is_drawn_again_costs_more_than_it_says_at_some_epsilon_and_less_than_twice():
    m = BoundedDiscreteLaplace(upper=3, epsilon=1)
    assert not dpbi.private_for_every_epsilon(m)
    assert dpbi.fails_for_some_epsilon(m, 2) is None


def law(row, q):
    """The probabilities at a number q, by plain fractions."""
    weights = {r: sum(c * q**i for i, c in enumerate(p)) for r, p in row.items()}
    return {r: w / sum(weights.values()) for r, w in weights.items()}


@pytest.mark.parametrize("multiple", ["0", "1/2", "1", "3/2", "2", "3"])
def test_the_answer_is_that_of_the_laws_themselves_on_a_grid_of_q(multiple):
    """With q = s^2 all powers of q that are asked about are rational."""
    here, there = (
        {"a": [1], "b": [0, 1], "c": [0, 0, 2]},
        {"a": [0, 1], "b": [1, 1], "c": [0, 0, 1]},
    )
    found = dpbi.fails_for_some_epsilon(Weights(here, there), multiple)
    times = int(2 * Q(multiple))

    def holds(q, power):
        """Whether q^multiple P <= P' at every output, both ways; power is q^multiple."""
        laws = law(here, q), law(there, q)
        return all(power * a[r] <= b[r] for a, b in (laws, laws[::-1]) for r in here)

    grid = [Q(i, 200) for i in range(1, 200)]
    if found is None:
        assert all(holds(s * s, s**times) for s in grid)
    else:
        x, y, r = found.witness
        laws = law({0: here, 1: there}[x], found.q), law({0: here, 1: there}[y], found.q)
        power = float(found.q) ** float(Q(multiple))
        assert power * float(laws[0][r]) > float(laws[1][r])


def test_a_law_at_its_own_rate_that_is_none_at_another_is_refused():
    # at q = exp(-1) = 0.37 all is well; 1 - 2q is below zero from q = 1/2 on
    m = Weights({"a": [1, -2], "b": [1]}, {"a": [1], "b": [1]})
    assert dpbi.privacy_loss(m).hi > 0
    with pytest.raises(BadMechanism, match=r"not a law for every epsilon: at q = .* output a"):
        dpbi.private_for_every_epsilon(m)
    touching = [1, -4, 4]  # (1 - 2q)^2
    with pytest.raises(BadMechanism, match="all its weights are zero"):
        dpbi.private_for_every_epsilon(Weights({"a": touching}, {"a": touching}))
    table = {0: {"a": [0, 2], "b": [1, -2]}, 1: {"a": ["1/2"], "b": ["1/2"]}}
    with pytest.raises(BadMechanism, match="output b is below zero"):
        dpbi.private_for_every_epsilon(dpbi.Polynomials.of(table, rate=1, epsilon=1))
