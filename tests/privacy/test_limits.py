"""Nothing that is asked ends the process or fills the memory; a request out of reach is refused.

The questions run in a process of their own with 3 GB, where flint would abort at more.
"""

import math
import re
from decimal import Decimal
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest
from compositions import F, enclosed, logs
from limited import ask

from dpbi import Table, mechanism, privacy
from dpbi.errors import DpbiError, NotEnclosed, TooLarge
from dpbi.fields import Balls, Enclosure
from dpbi.fields.polynomial import at_rational, negative_between, polynomial
from dpbi.privacy.composing import fixed, pairs, steps
from dpbi.privacy.composing.multisets import few_multisets, over_multisets

ANSWERED = [
    "privacy.composed_delta(mechanism('ehd', prior=(1, 1), n=2, epsilon=1000), 300, 1)",
    "privacy.composed_delta(response, 10**5, 1)",
    "privacy.composed_delta("
    "Table.of({x: {r: Q(1, 1500) for r in range(1500)} for x in 'ab'}), 1, 1)",
    "privacy.composed_delta(ehd, 2, 10**9)",
    "privacy.composed_delta(ehd, 2, Q(1, 10**300))",
    "privacy.privacy_profile(response, [10**9, 10**18, Q(1, 10**4000)])",
    "privacy.privacy_profile(ehd, [10**9, 10**18, Q(1, 10**4000)])",
    "privacy.pair_profile(response, 0, 1, [10**18])",
    "privacy.renyi_divergence(ehd, 10**9)",
    "privacy.renyi_divergence(ehd, 1 + Q(1, 10**40))",
    "privacy.renyi_divergence(ehd, 1 + Q(1, 10**4000))",
    "privacy.fails_for_some_epsilon(laplace, '3/2')",
    "privacy.fails_for_some_epsilon(laplace, Q(1001, 1000))",
    "privacy.privacy_loss(mechanism('ehd', prior=(10**4000, 1), n=5, epsilon=1))",
    "privacy.privacy_loss(mechanism('ehd', prior=(Q(1, 10**300), 1), n=5, epsilon=10**300))",
    "privacy.privacy_loss(mechanism('laplace', prior=(1, 1), n=10**300, epsilon=1))",
    "mechanism('ehd', prior=(1, 1), n=2, epsilon=10**9).law((1, 1))",
    "privacy.smallest_epsilon(response, Q(1, 10**300))",
]
REFUSED = [
    "privacy.composed_delta(ehd, 10**30, 1)",
    "privacy.composed_delta(response, 10**9, 1)",
    "privacy.composed_delta(ehd, 0, 1)",
    "privacy.composed_delta(ehd, 2, 10**400)",
    "privacy.composed_delta(ehd, 2, 1, tolerance=Q(1, 10**5000))",
    "privacy.privacy_profile(ehd, [10**400])",
    "privacy.privacy_profile(response, [Q(1, 10**30000)])",
    "privacy.privacy_profile(response, [1], tolerance=Q(1, 10**500000))",
    "privacy.renyi_divergence(ehd, 10**400)",
    "privacy.fails_for_some_epsilon(laplace, 2**40)",
    "privacy.fails_for_some_epsilon(laplace, Q(1, 2**40))",
    "privacy.fails_for_some_epsilon(laplace, Q(10**6, 10**6 + 1))",
    "privacy.fails_for_some_epsilon(laplace, -1)",
    "privacy.fails_for_some_epsilon(laplace, 1.5)",
    "privacy.fails_for_some_epsilon(response, 1)",
    "privacy.private_for_every_epsilon(ehd)",
    "privacy.privacy_loss(mechanism('ehd', prior=(1,) * 1000, n=10**6, epsilon=1))",
    "privacy.privacy_loss(mechanism('ehd', prior=(1,) * 200000, n=10**6, epsilon=1))",
    "privacy.privacy_loss(mechanism('ehd', prior=(1, 1), n=10**300, epsilon=1))",
    "ehd.law((1, 4), bits=10**9)",
    "ehd.law((1, 4), bits=0)",
    "ehd.law((1, 4), bits=2.5)",
    "dpbi.error_law(ehd, (1, 4), bits=10**9)",
    "dpbi.expected_distance(ehd, (1, 4), bits=-5)",
    "privacy.privacy_loss(ehd).json(10**9)",
    "privacy.privacy_loss(ehd, threads=-3)",
    "privacy.privacy_loss(ehd, threads='x')",
    "privacy.from_pld(7)",
    "privacy.to_pld(response, grid=0)",
    "privacy.to_pld(response, grid=math.nan)",
    "privacy.to_pld(response, pair=7)",
    "privacy.to_pld(response, pair=(0, 9))",
]


def test_extreme_requests_are_answered_in_bounded_memory():
    for question, (kind, text) in ask(ANSWERED).items():
        assert kind == "answer", (question, kind, text)


def test_requests_out_of_reach_are_refused_in_a_sentence():
    for question, (kind, text) in ask(REFUSED).items():
        assert kind not in ("answer", "defect"), (question, kind, text)
        assert len(text) < 400, question


QUESTIONS = {
    "privacy_profile": lambda m, t: privacy.privacy_profile(m, ["1/2"], tolerance=t),
    "pair_profile": lambda m, t: privacy.pair_profile(m, (0, 2), (1, 1), ["1/2"], tolerance=t),
    "total_variation": lambda m, t: privacy.total_variation(m, tolerance=t),
    "smallest_epsilon": lambda m, t: privacy.smallest_epsilon(m, "1/10", tolerance=t),
    "renyi_divergence": lambda m, t: privacy.renyi_divergence(m, 2, tolerance=t),
    "zero_concentrated": lambda m, t: privacy.zero_concentrated(m, tolerance=t),
    "composed_delta": lambda m, t: privacy.composed_delta(m, 2, 1, tolerance=t),
    "compare_laws": lambda m, t: privacy.compare_laws(m, m, tolerance=t),
}
NO_TOLERANCE = [
    math.nan, math.inf, -1, 10**30, 0, 0.1, 1e-6, True, None, "x", "nan", Decimal("NaN"),
    Fraction(1, 10**2001), 2,
]  # fmt: skip


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("tolerance", NO_TOLERANCE, ids=lambda t: str(t)[:12])
def test_what_is_no_tolerance_is_refused_everywhere(name, tolerance):
    m = mechanism("ehd", prior=(1, 1), n=2, epsilon=1)
    with pytest.raises(DpbiError, match="tolerance"):
        QUESTIONS[name](m, tolerance)


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_tolerance_is_read_as_any_exact_number_is(name):
    m = mechanism("ehd", prior=(1, 1), n=2, epsilon=1)
    written = [QUESTIONS[name](m, t) for t in ("1/100", Decimal("0.01"), Fraction(1, 100))]
    assert str(written[0]) == str(written[1]) == str(written[2])


def test_an_exact_value_may_be_asked_of_a_rational_law():
    coin = Table.of({0: {0: "3/4", 1: "1/4"}, 1: {0: "1/4", 1: "3/4"}})
    (at_zero, beside) = privacy.privacy_profile(coin, [0, "1/2"], tolerance=0)
    assert at_zero.lo == at_zero.hi == Fraction(1, 2)
    assert at_zero.reached
    assert not beside.reached  # e^(1/2) is irrational
    assert "wider than the 0 asked" in str(beside)
    assert beside.json("delta")["missed"]["asked"] == "0"


def test_a_composition_that_misses_its_tolerance_says_so():
    m = mechanism("ehd", prior=(1, 1), n=3, epsilon=1)
    wide = privacy.composed_delta(m, 200, 20, tolerance=Fraction(1, 10**9))
    assert not wide.reached
    assert wide.asked == Fraction(1, 10**9)
    assert "wider than the 1e-9 asked" in str(wide)
    assert Fraction(wide.json("delta")["missed"]["width"]) >= wide.width
    assert "that needs a grid of about" in str(wide)
    near = privacy.composed_delta(m, 2, 1)
    assert near.reached
    assert "missed" not in near.json("delta")
    assert "asked" not in str(near)


@pytest.mark.parametrize("ask", [(privacy.composed_delta, 2), (privacy.composed_epsilon, "1/100")])
def test_the_grid_that_is_said_to_be_needed_is_as_close_as_was_asked(ask, monkeypatch):
    question, at = ask
    m, width = mechanism("ehds", prior=(1, 1), n=4, epsilon=1), Fraction(1, 10**5)

    def within(cells):
        for module in (fixed, pairs, steps):
            monkeypatch.setattr(module, "MOST_CELLS", cells)
        return question(m, 60, at, tolerance=width)

    wide = within(1 << 10)
    (needed,) = re.findall(r"needs a grid of about ([\d,]+) cells", str(wide))
    assert wide.missed()["missed"]["needs"] in str(wide)
    near = within(4 * int(needed.replace(",", "")))  # it says what is about enough
    assert near.reached
    assert near.needs == ""
    assert max(wide.lo, near.lo) <= min(wide.hi, near.hi)


def test_what_no_grid_would_bring_is_not_said_to_need_one():
    coin = Table.of({0: {0: "3/4", 1: "1/4"}, 1: {0: "1/4", 1: "3/4"}})
    exact = privacy.composed_delta(coin, 3, "1/3", tolerance=Fraction(1, 10**100))
    assert exact.wide
    assert exact.needs == ""


def test_every_answer_says_how_close_it_was_asked_to_be():
    m = mechanism("ehd", prior=(1, 1), n=2, epsilon=1)
    loss = privacy.privacy_loss(m, digits=20)
    assert loss.asked == Fraction(1, 10**20)
    assert loss.reached
    assert privacy.calibrate(m, "1/2").reached
    assert privacy.smallest_epsilon(m, "1/10").reached
    assert privacy.renyi_divergence(m, 2).reached
    near_one = 1 + Fraction(1, 10**4000)  # each bound is divided by 10^-4000
    assert privacy.renyi_divergence(m, near_one).reached
    fine = Fraction(1, 10**2000)
    assert not privacy.renyi_divergence(m, near_one, tolerance=fine).reached
    same = privacy.compare_laws(m, mechanism("ehds", prior=(1, 1), n=2, epsilon=1))
    assert same.reached
    assert same.width <= same.asked == Fraction(1, 10**15)


def test_an_enclosure_of_any_size_is_written():
    huge, tiny = Fraction(10) ** 5000, Fraction(1, 10**5000)
    assert str(Enclosure(huge, 2 * huge)) == "[1e5000, 2e5000]"
    assert str(Enclosure(tiny, 2 * tiny)) == "[1e-5000, 2e-5000]"
    assert str(Enclosure.exactly(huge)) == "[1e5000, 1e5000]"


def test_a_ball_that_would_fill_the_memory_is_enclosed_by_little():
    F = Balls(64)
    with F.scope():
        small = F.exp(F.rational(-(10**30)))
        e = F.enclosure(small)
        assert 0 == e.lo < e.hi < Fraction(1, 1 << (1 << 17))
        assert F.enclosure(-small).lo < F.enclosure(-small).hi == 0
        assert F.enclosure(1 + small).lo <= 1 < F.enclosure(1 + small).hi
        for beyond in (F.exp(F.rational(10**30)), F.log(F.rational(0)), F.exp(F.rational(10**400))):
            with pytest.raises(NotEnclosed):
                F.enclosure(beyond)


def test_a_count_of_any_size_is_told():
    assert "about 10^300 entries" in str(TooLarge("the list", 10**300, 5))
    assert "10,001 entries" in str(TooLarge("the list", 10**4 + 1, 5))


def test_roots_of_a_polynomial_of_a_huge_degree_are_refused_before_they_are_told_apart():
    small, large = (polynomial([(-1) ** i * (i + 3) ** 3 for i in range(d)]) for d in (40, 8000))
    at = negative_between(small, Fraction(0), Fraction(1))
    assert (at is not None) == any(at_rational(small, Fraction(i, 500)) < 0 for i in range(1, 500))
    with pytest.raises(TooLarge, match="polynomial of degree 7999"):
        negative_between(large, Fraction(0), Fraction(1))


@pytest.mark.parametrize("k", [1, 2, 5, 9])
def test_few_multisets_are_those_that_the_binomial_says(k):
    for outputs in range(1, 8):
        count = math.comb(outputs + k - 1, k)
        assert count == sum(1 for _ in combinations_with_replacement(range(outputs), k))
        for most in {*range(1, 40), count - 1, count, count + 1}:
            assert few_multisets(outputs, k, most) == (count <= most)


def test_many_multisets_are_told_without_their_number():
    assert not few_multisets(10**6, 10**30, 10**6)
    assert few_multisets(2, 10**30, 10**30 + 1)
    assert not few_multisets(2, 10**30, 10**30)
    assert few_multisets(10**30, 1, 10**30)
    assert not few_multisets(10**30, 1, 10**30 - 1)


@pytest.mark.parametrize("spare", [1e-3, 1e-9, 1e-30])
def test_a_bracket_whose_tails_are_cut_holds_the_exact_composition(spare):
    """So many releases that cells are cut on both sides, and an output has infinite loss."""
    p, q = ["0.6", "0.399", "0.001"], ["0.4", "0.6", "0"]
    p, q, k = list(map(Fraction, p)), list(map(Fraction, q)), 150
    with F.scope():
        for P, Q in ((p, q), (q, p)):
            laws = [{r: F.exp(v) for r, v in logs(row).items()} for row in (P, Q)]
            for level in (1, 20, 10**5, 10**17):
                near = F.enclosure(F.log(F.rational(level)))
                above, below = (over_multisets(*laws, k, e, F) for e in (near.lo, near.hi))
                bracket = enclosed([(k, P, Q)], Fraction(level), Fraction(1, 64), spare=spare)
                assert bracket.lo <= above.hi
                assert below.lo <= bracket.hi


def test_a_target_below_the_digits_asked_is_told_so():
    with pytest.raises(DpbiError, match="digits"):
        privacy.calibrate(mechanism("ehd", prior=(1, 1), n=2, epsilon=1), "1e-20")
