"""Released versions of libraries that declare less than they spend, each shown on the library.

Each test has two halves: the exact law certifies the excess; then the installed library, asked for
its declared guarantee and for outputs, shows that the law is its own.  When a later version heals
one of them, its second half fails, and the reference has to be told.
"""

import math
from fractions import Fraction

import pytest
from libraries import LEAVES, Fixed, follows, need

from dpbi.libraries import Scores, compare, diffprivlib, opendp
from dpbi.privacy import smallest_epsilon, zero_concentrated

DRAWS = 20_000


@pytest.mark.parametrize("scale", ["0.5", "1", "3"])
@pytest.mark.parametrize("threshold", [2, 5, 12])
def test_opendp_thresholded_laplace_declares_too_small_a_delta(scale, threshold):
    # issue 2922: a noisy count equal to the threshold is released, but not counted in delta
    m = opendp.LaplaceThreshold(scale, threshold)
    found = compare(m)
    assert found.holds is False
    assert {found.found.x, found.found.y} == {0, 1}  # without the key, and with a count of one
    q = math.exp(-1 / float(scale))
    assert float(found.found.lo) == pytest.approx(q ** (threshold - 1) / (1 + q), rel=1e-12)
    declared = float(m.declared()[1])
    assert float(found.found.lo) / declared == pytest.approx(1 / q, rel=1e-5)
    # no epsilon whatever mends it: nothing but "withheld" is possible without the key
    assert m.law(1)[threshold].lo > 0
    assert threshold not in m.law(0)


def test_opendp_thresholded_laplace_releases_more_often_than_it_declares():
    need("opendp", "0.16.0")
    m = opendp.LaplaceThreshold("1", 5)
    assert compare(m).holds is False
    released = m.measurement()({str(i): 1 for i in range(DRAWS)})
    assert min(released.values()) == 5  # the threshold itself
    true = Fraction(compare(m).found.lo)
    law = {True: true, False: 1 - true}
    draws = [True] * len(released) + [False] * (DRAWS - len(released))
    assert follows(law, draws) is None
    wrong = m.declared()[1]
    assert follows({True: wrong, False: 1 - wrong}, draws) is not None


def test_opendp_bit_vectors_of_two_lengths_are_neighbours_and_told_apart_by_the_output():
    # issue 2930: the domain takes vectors of any length, the discrete metric makes them neighbours
    m = opendp.RandomizedResponseBitvec(1, "0.5", (1, 2))
    found = compare(m)
    assert found.holds is False
    assert found.excess == math.inf
    assert len(found.found.witness.x) != len(found.found.witness.y)
    assert compare(opendp.RandomizedResponseBitvec(1, "0.5", (2,))).holds is True
    need("opendp", "0.16.0")
    measurement = m.measurement()
    assert measurement.map(1) == pytest.approx(2 * math.log(3))
    x, y = b"\x01", b"\x01\x00"  # 8 bits and 16 bits, one of them set
    assert {len(measurement(x)) for _ in range(50)} == {1}
    assert {len(measurement(y)) for _ in range(50)} == {2}


@pytest.mark.parametrize("k", [3, 9, 17])
def test_opendp_declares_no_loss_at_all_where_a_lie_is_likelier_than_the_truth(k):
    # the double nearest to 1/k lies below it, and the constructor's bound is that same double
    m = opendp.RandomizedResponse(k, 1 / k)
    p = Fraction(1 / k)
    assert p < (1 - p) / (k - 1)
    found = compare(m)
    assert found.holds is False
    assert 0 < found.excess < Fraction(1, 10**15)
    need("opendp", "0.16.0")
    assert m.measurement().map(1) == 0


@pytest.mark.parametrize("k", [3, 9, 17])
def test_without_opendp_its_formula_declares_nothing_below_zero_either(k, monkeypatch):
    monkeypatch.setattr("dpbi.libraries.opendp.selection.has_opendp", lambda: False)
    found = compare(opendp.RandomizedResponse(k, 1 / k))
    assert (found.declared, found.holds) == (0, False)


def smallest_gap(epsilon):
    """The smallest g at which the worse of two candidates, g below the best, is never drawn."""
    g = 0
    while m_of([(g, 0), (g + 1, 0)], epsilon).probabilities((g, 0))[1]:
        g += 1
    return g


def m_of(vectors, epsilon):
    return diffprivlib.ExponentialAsDrawn(Scores.vectors(vectors), epsilon)


@pytest.mark.parametrize(("epsilon", "gap"), [("1", 74), ("10", 8), ("0.1", 735)])
def test_diffprivlib_exponential_in_doubles_cannot_draw_what_a_neighbour_can(epsilon, gap):
    assert smallest_gap(epsilon) == gap
    x, y = (gap, 0), (gap - 1, 0)  # one score differs by one, the sensitivity
    found = compare(m_of([x, y], epsilon))
    assert found.holds is False
    assert found.excess == math.inf
    assert found.found.witness._asdict() == {"x": y, "y": x, "output": 1}
    ideal = diffprivlib.Exponential(Scores.vectors([x, y]), epsilon)
    assert compare(ideal).holds is True  # in real numbers all is well
    need("diffprivlib", "0.6.6")
    m = m_of([x, y], epsilon)
    last = Fixed((2**53 - 1) / 2**53)  # the largest number that random() returns
    at_x, at_y = m.mechanism(x), m.mechanism(y)
    assert at_x._probabilities[0] >= last.value  # every uniform is at most this: always candidate 0
    at_x._rng = at_y._rng = last
    assert at_x.randomise() == 0
    assert at_y.randomise() == 1


def test_diffprivlib_exponential_in_doubles_loses_too_much_before_it_loses_all():
    found = compare(m_of([(70, 0), (71, 0), (72, 0), (73, 0)], "1"))
    assert found.holds is False
    # three of 2^53 uniforms are left, and one: e^(1/2) would be right, e would be allowed
    assert found.found.exact == "ln(3)"
    assert compare(m_of([(g, 0) for g in range(30)], "1")).holds is True


@pytest.mark.parametrize("epsilon", ["36.1", "37", "700"])
def test_diffprivlib_binary_never_flips_at_a_large_epsilon(epsilon):
    m = diffprivlib.BinaryAsDrawn(epsilon)
    assert m.flips == 0
    found = compare(m)
    assert found.holds is False
    assert found.excess == math.inf
    assert compare(diffprivlib.Binary(epsilon)).holds is True
    need("diffprivlib", "0.6.6")
    mechanism = m.mechanism()
    mechanism._rng = Fixed((2**53 - 1) / 2**53)  # flips come from the largest uniforms
    assert mechanism.randomise("0") == "0"
    assert mechanism.randomise("1") == "1"


def test_diffprivlib_binary_exceeds_its_epsilon_by_rounding_even_where_it_flips():
    found = compare(diffprivlib.BinaryAsDrawn("36"))
    assert found.holds is False
    assert found.found.exact == f"ln({2**53 - 1})"
    assert found.excess > Fraction(7, 10)


def test_diffprivlib_hierarchical_drops_a_factor_two_on_a_domain_that_only_looks_balanced():
    # t = exp(-eps/6) = 1/2.  With the factor 2 the normalisers are 1 + t + 4 t^3 = 2 for the pair
    # and 1 + 3 t^2 + 2 t^3 = 2 for the four: "balanced".  Without it t becomes 1/4, and they are
    # 1 + 1/4 + 4/64 = 21/16 and 1 + 3/16 + 2/64 = 39/32: two numbers, which nothing pays for.
    m = diffprivlib.exponential_hierarchical(6 * math.log(2), LEAVES)
    assert m.balanced
    found = compare(m)
    assert found.holds is False
    excess = math.log(Fraction(21, 16) / Fraction(39, 32))
    assert float(found.excess) == pytest.approx(excess, rel=1e-9)
    assert float(found.excess) == pytest.approx(0.0741, abs=1e-4)
    witness = found.found.witness
    assert witness.x == witness.output == "c"
    assert witness.y in {"a", "b"}
    nearby = diffprivlib.exponential_hierarchical("4", LEAVES)
    assert not nearby.balanced
    assert compare(nearby).holds is True  # the factor 2 is kept: half of epsilon would have done


def test_diffprivlib_hierarchical_is_taken_for_balanced_by_the_library_itself():
    library = need("diffprivlib", "0.6.6")
    mechanism = library.mechanisms.ExponentialHierarchical(
        epsilon=6 * math.log(2), hierarchy=LEAVES, random_state=1
    )
    assert mechanism._balanced_tree
    norms, prob = mechanism._normalising_constant, mechanism._get_prob
    assert norms["a"] == pytest.approx(21 / 16)
    assert norms["c"] == pytest.approx(39 / 32)
    ratio = (prob("c", "c") / norms["c"]) / (prob("a", "c") / norms["a"])
    assert math.log(ratio) > mechanism.epsilon + 0.074


def test_a_hierarchy_that_is_balanced_in_truth_keeps_its_epsilon_without_the_factor():
    m = diffprivlib.exponential_hierarchical("2", [[["a"], ["b"]], [["c"], ["d"]]])
    assert m.balanced
    assert compare(m).holds is True


def test_permute_and_flip_would_break_the_rho_that_opendp_declares_for_gumbel_noise():
    # issue 2911, in 0.15.1: permute-and-flip stood under the map of the exponential mechanism
    scores = Scores.vectors([(0, 0), (1, -1)])
    declared = opendp.GumbelMax(scores, "1").declared()
    rho = zero_concentrated(opendp.NoisyMax(scores, "1"))
    assert declared == Fraction(1, 2)
    assert rho.lo > declared
    assert compare(opendp.GumbelMax(scores, "1")).holds is True
    assert smallest_epsilon(opendp.NoisyMax(scores, "1"), "0.01").hi < 2
