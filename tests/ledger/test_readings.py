"""What readings say in words agrees with what was found, and their ranges are the true ones."""

import re
from fractions import Fraction
from pathlib import Path

import oracle
import pytest
from oracle import mp

import dpbi
from dpbi import expected_distance, mechanism, privacy_loss
from dpbi.ledger.outcomes import Verdict
from dpbi.ledger.recorded import all_claims, key, recorded
from statements.mean_errors import (
    BASELINE_DIMENSION,
    EXPONENTIAL_2S,
    IMPROVED,
    Case,
    flat,
    on_all,
    ordered,
)

pytestmark = pytest.mark.study

VERIFY = Path(dpbi.__file__).parent.parent / "verify"
CONTRARY = re.compile(r"the contrary: (0\.\d+) against (0\.\d+)")


def printed_contraries():
    """(name, the two numbers of a repair, the two sides of its witness)."""
    outcomes = {
        k: v for draft in ("notes", "tailoring") for k, v in recorded(VERIFY, draft).items()
    }
    for claim in all_claims(VERIFY):
        for reading in claim.readings:
            if found := CONTRARY.search(reading.repair):
                sides = outcomes[key(claim, reading)].witness["_sides"]
                yield key(claim, reading), found.groups(), [s["lo"] for s in sides.values()]


def test_the_numbers_of_a_repair_are_the_sides_of_its_witness_rounded():
    seen = list(printed_contraries())
    assert len(seen) >= 3
    for name, printed, sides in seen:
        digits = len(printed[0]) - 2
        assert sorted(printed) == sorted(f"{round(float(s), digits):.{digits}f}" for s in sides), (
            name
        )


def oracle_mean(x, law):
    """E H over three categories, prior (1, 1, 1), transcribed."""
    truth = oracle.posterior((1, 1, 1), x)
    return mp.fsum(
        p * oracle.hellinger(truth, oracle.posterior((1, 1, 1), r)) for r, p in law.items()
    )


@pytest.mark.parametrize("x", [(1, 1, 1), (5, 5, 5)])
def test_over_three_categories_the_order_at_few_records_is_the_other_one(x):
    beta = oracle.smoothing(1, mp.mpf(10) ** -8, sum(x) + 1)
    ours = oracle_mean(x, oracle.mh_exp_law((1, 1, 1), x, 1, beta))
    baseline = oracle_mean(x, oracle.rest_law(x, 3))
    assert ours < baseline
    assert ordered(BASELINE_DIMENSION, EXPONENTIAL_2S)(Case(("1",) * 3, x))[0] is False


def test_both_laplace_mechanisms_are_ahead_from_sixteen_to_thirty_records_and_not_at_fifteen():
    def check(*sizes):
        return on_all(
            ordered(BASELINE_DIMENSION, EXPONENTIAL_2S),
            lambda: flat(sizes, 3),
            "",
            ordered(IMPROVED, EXPONENTIAL_2S),
        )()

    assert check(15).verdict is Verdict.FAILS
    assert check(*range(16, 31)).verdict is Verdict.HOLDS_BOUNDED


def smoothing(records):
    """(below, above) the beta of eps = delta = 4/5 for a number of records or candidates."""
    beta = float(oracle.smoothing(Fraction(4, 5), Fraction(4, 5), records))
    return Fraction(beta - 1e-9).limit_denominator(10**12), Fraction(beta + 1e-9)


def test_who_is_ahead_in_figure_6_hangs_on_what_beta_counts():
    """Mean errors fall as beta grows, so that a beta above or below the true one decides."""
    triple = {"prior": (1, 1, 1), "n": 60, "epsilon": Fraction(4, 5)}
    noise = expected_distance(mechanism("laplace", **triple), (20, 20, 20))

    def smoothed(beta):
        m = mechanism("mh-s", smooth="exponential", beta=beta, **triple)
        return expected_distance(m, (20, 20, 20))

    assert smoothed(smoothing(61)[0]).hi < noise.lo
    assert noise.hi < smoothed(smoothing(1891)[1]).lo


def loss(name, n):
    """The true loss at eps = 1 and prior (1, 1)."""
    return privacy_loss(mechanism(name, prior=(1, 1), n=n, epsilon=1, gamma=1))


def test_the_loss_of_definition_6_falls_before_it_grows():
    six, twenty, fifty = (loss("mh", n) for n in (6, 20, 50))
    assert twenty.hi < six.lo < fifty.lo


def test_without_the_2_the_loss_passes_what_a_small_grid_shows_and_keeps_the_proved_bound():
    assert loss("mh-s", 100).hi < loss("mh-s", 300).lo
    assert all(loss("mh-s", n).hi < 3 for n in (1, 2, 100, 300))
