"""What is proved of two categories, computed a second way: ties, gaps of 1/LS, good outputs."""

from fractions import Fraction
from itertools import pairwise, product

import oracle
import pytest
from oracle import mp

from dpbi import Dirichlet, mechanism, privacy_loss
from dpbi.bayes.dirichlet import same_distance
from dpbi.language import exists, forall
from dpbi.language.words import LS, H, r, x
from dpbi.ledger.claims import Reading
from dpbi.ledger.deciding import outcome
from dpbi.ledger.grids import FLAT, Grid
from dpbi.ledger.outcomes import Verdict
from statements import experiments, reciprocals
from statements.reciprocals import MOST, F, _far, gap_below_two, within_1285
from statements.steps import tie_at_unequal_steps

pytestmark = pytest.mark.study

HOSTILE = ("1/1000000", "1/100", "1/3", "1", "7/5", "25", "1000", "1000000")


def triples(largest):
    """All (N, a, b, c) with b < c."""
    for total in range(2, largest + 1):
        for a, b in product(range(1, total), repeat=2):
            for c in range(b + 1, total):
                yield total, a, b, c


def test_ties_of_integer_parameters_are_those_of_the_closed_forms():
    for total, a, b, c in triples(13):
        p, q, s = (Dirichlet((i, total - i)) for i in (a, b, c))
        mirrored = 2 * a == total and b + c == total
        assert same_distance(p, q, p, s) is mirrored, (total, a, b, c)
    assert experiments.no_unbalanced_tie(13)


def test_candidates_whose_residues_agree_are_compared_as_rationals(monkeypatch):
    monkeypatch.setattr(experiments, "PRIMES", (127, 127))
    monkeypatch.setattr(experiments, "LARGEST", 60)
    compared = []
    exactly = experiments._exactly
    monkeypatch.setattr(experiments, "_exactly", lambda *a: compared.append(a) or exactly(*a))
    experiments._tables.cache_clear()
    assert not [t for n in range(2, 61) for a in range(1, n) for t in experiments._ties(n, a)]
    assert len(compared) > 100
    experiments._tables.cache_clear()


def test_a_tie_that_is_there_is_found(monkeypatch):
    monkeypatch.setattr(
        experiments, "_residues", lambda total, a, b, prime: (b % 3).astype("uint64")
    )
    monkeypatch.setattr(experiments, "_exactly", lambda total, a, b: Fraction(b % 3))
    experiments._scan.cache_clear()
    found = experiments.only_mirror_images_tie(12)()
    assert found.verdict is Verdict.FAILS
    assert (found.witness["r"] - found.witness["s"]) % 3 == 0
    experiments._scan.cache_clear()


def test_equal_steps_are_refuted_by_a_change_of_sign_and_not_without_one():
    changes = tie_at_unequal_steps((1, 2), (0, 3), (3, 0), second="1", first=("1/10", "1"))()
    assert changes.verdict is Verdict.FAILS
    assert changes.trusts == ("argument", "ball")
    gap = [
        oracle.hellinger(p, oracle.posterior((a, 1), (0, 3)))
        - oracle.hellinger(p, oracle.posterior((a, 1), (3, 0)))
        for a in (Fraction(1, 10), 1)
        for p in [oracle.posterior((a, 1), (1, 2))]
    ]
    assert gap[0] > 0 > gap[1]
    keeps = tie_at_unequal_steps((1, 2), (0, 3), (3, 0), second="1", first=("1", "2"))()
    assert keeps.verdict is Verdict.UNDECIDED
    alike = tie_at_unequal_steps((1, 2), (0, 3), (2, 1), second="1", first=("1/10", "1"))()
    assert alike.verdict is Verdict.UNDECIDED


def local(prior, n):
    """LS of every count of ones, transcribed: a neighbour is one step away."""
    posts = [oracle.posterior(prior, (c, n - c)) for c in range(n + 1)]
    step = [oracle.hellinger(p, q) for p, q in pairwise(posts)]
    return [max(step[max(c - 1, 0) : c + 1]) for c in range(n + 1)]


def test_reciprocals_of_local_sensitivity_differ_by_less_than_two_and_nearly_by_it():
    with mp.workdps(60):
        widest = 0
        for a, b, n in product(HOSTILE, HOSTILE, (1, 2, 3, 7)):
            values = [1 / s for s in local((Fraction(a), Fraction(b)), n)]
            widest = max(widest, *(abs(p - q) for p, q in pairwise(values)))
    assert 1.95 < widest < 2


def test_the_bounds_on_phi_are_those_of_a_second_computation():
    with mp.workdps(60):
        for u in map(mp.mpf, ("0.001", "0.3", "0.51", "1", "2.5", "40", "1e5")):
            ln = mp.loggamma(u + 0.5) - (mp.loggamma(u) + mp.loggamma(u + 1)) / 2
            reciprocal = 1 / -mp.expm1(ln)
            assert reciprocal < 8 * u + 2.5
            assert u <= 0.5 or reciprocal > 8 * u - 3
            if u > 0.5:  # the bound that decreases is what these two give
                between = mp.sqrt(8 * (u + 1) + 2.5) - mp.sqrt(8 * u - 3)
                with F.scope():
                    found = _far(Fraction(str(u)))
                assert abs(between - mp.mpf(found.mid().str(50, radius=False))) < 1e-25


@pytest.mark.parametrize("width", ["1/50", "1/2"])
def test_cells_certify_the_gap_only_where_they_are_narrow_enough(monkeypatch, width):
    monkeypatch.setattr(reciprocals, "CELL", Fraction(width))
    gap_below_two.cache_clear()
    assert gap_below_two() is (width == "1/50")
    gap_below_two.cache_clear()


def test_the_numbers_behind_1285_are_needed(monkeypatch):
    within_1285.cache_clear()
    assert within_1285()
    monkeypatch.setattr(reciprocals, "LAST", 5)  # the bound that decreases is too large there
    within_1285.cache_clear()
    assert not within_1285()
    monkeypatch.undo()
    roots = [
        (1 - mp.gamma(u + 0.5) / mp.sqrt(mp.gamma(u) * mp.gamma(u + 1))) ** -0.5 for u in (1, 2)
    ]
    worst = 1 + (roots[1] - roots[0]) * (1 - 2 / roots[1]) / 2
    assert 0 < float(MOST) - worst < 1e-4
    monkeypatch.setattr(reciprocals, "MOST", Fraction("1.2849"))
    within_1285.cache_clear()
    assert not within_1285()
    within_1285.cache_clear()


@pytest.mark.parametrize("prior", [("1/100", "1000"), ("1000", "1/100000"), ("1", "1")])
def test_local_sensitivity_with_two_categories_loses_less_than_twice_epsilon(prior):
    for n, level in product((2, 5, 30), ("1/100", "8")):
        loss = privacy_loss(mechanism("ehdl", prior=prior, n=n, epsilon=level))
        assert loss.hi < 2 * Fraction(level)


def test_an_argument_whose_facts_are_not_certified_proves_nothing():
    true = forall(LS(x) <= 1)
    reading = Reading("a", "", true, Grid(n=2, priors=FLAT), argument="so", facts=lambda: False)
    assert outcome(reading).verdict is Verdict.UNDECIDED
    none = exists(H(x, r) > 1)
    reading = Reading("a", "", none, Grid(n=2, priors=FLAT), argument="no", facts=lambda: False)
    assert outcome(reading).verdict is Verdict.UNDECIDED


def most_good(alpha, beta):
    """The number that short.cor-4.5.3/o-constant-of-the-prior gives for R_g, whatever n is."""

    def half_steps(u):  # g
        return mp.exp(mp.loggamma(u + 0.5) - (mp.loggamma(u) + mp.loggamma(u + 1)) / 2)

    def factor(u, r):  # of the first parameter, between 1 and r ones
        ends = mp.loggamma(u + 1) + mp.loggamma(u + r)
        return mp.exp(mp.loggamma(u + mp.mpf(r + 1) / 2) - ends / 2)

    least, reach = half_steps(alpha) * half_steps(beta), [2, 2]
    for i, u in enumerate((alpha, beta)):
        while factor(u, reach[i] + 1) >= least:
            reach[i] += 1
    return max(reach) + 1


@pytest.mark.parametrize("prior", [("1/100", "1"), ("1/10", "3"), ("2", "1/20"), ("1", "1")])
def test_good_outputs_are_bounded_by_the_prior_alone(prior):
    exact = tuple(map(Fraction, prior))
    bound = most_good(*(mp.mpf(a.numerator) / a.denominator for a in exact))
    for n in (3, 8, 32):
        posts = [oracle.posterior(exact, (c, n - c)) for c in range(n + 1)]
        for p, least in zip(posts, local(exact, n), strict=True):
            assert sum(oracle.hellinger(p, q) <= least for q in posts) <= bound
    assert bound < 32
