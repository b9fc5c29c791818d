"""Laws as tables: every fast path against a slow exact one."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest
from flint import arb, ctx
from hypothesis import assume, example, given
from hypothesis import strategies as st

import dpbi
from dpbi import Polynomials, Table, privacy_loss, privacy_profile
from dpbi.errors import BadMechanism, InexactInput, InvalidValue, TooLarge
from dpbi.privacy.calibrating import calibrate
from dpbi.privacy.delta import pair_profile
from dpbi.privacy.methods import excess, tables
from dpbi.privacy.methods import tables as ratios
from dpbi.privacy.methods.excess import Excess
from dpbi.privacy.methods.laid import Laid

TINY = Fraction(1, 10**12)
KINDS = ["line", "all", [(0, 1), (0, 2)]]


def pairs_of(count, kind):
    """All ordered pairs of neighbouring positions, by their definition."""
    if kind == "line":
        return [(i, j) for i, j in product(range(count), repeat=2) if abs(i - j) == 1]
    if kind == "all":
        return [(i, j) for i, j in product(range(count), repeat=2) if i != j]
    return [*kind, *((j, i) for i, j in kind)]


def largest(rows, kind):
    """The largest ratio as a Fraction, or infinity: straight from the definition."""
    found = []
    for i, j in pairs_of(len(rows), kind):
        found += [a / b if b else math.inf for a, b in zip(rows[i], rows[j], strict=True) if a]
    return max(found)


def exp(level):
    """e^level to a thousand bits, as a rational."""
    with ctx.workprec(1000):
        value = arb(level.numerator) / level.denominator
        mantissa, exponent = value.exp().mid().man_exp()
        return int(mantissa) * Fraction(2) ** int(exponent)


def delta(rows, kind, level):
    """The largest sum of positive parts, straight from the definition."""
    factor = exp(level)
    return max(
        sum(max(a - factor * b, Fraction(0)) for a, b in zip(rows[i], rows[j], strict=True))
        for i, j in pairs_of(len(rows), kind)
    )


def fractions(matrix):
    return [[Fraction(v) for v in row] for row in matrix]


whole_rows = st.lists(st.integers(1, 40), min_size=4, max_size=4)
gappy_rows = st.lists(st.integers(0, 3), min_size=4, max_size=4).filter(any)
exact_laws = st.lists(whole_rows | gappy_rows, min_size=3, max_size=5).map(
    lambda rows: [[Fraction(v, sum(row)) for v in row] for row in rows]
)
sizes = st.floats(1e-3, 1) | st.floats(0, 1) | st.sampled_from([0.0, 5e-324, 1e-310, 1.0, 0.5])


@st.composite
def float_laws(draw):
    """Matrices of doubles whose rows are laws as floats have them: tiny entries, ties, zeros."""
    rows = draw(st.lists(st.lists(sizes, min_size=4, max_size=4), min_size=3, max_size=5))
    weights = np.array(rows) + np.where(np.array(rows).sum(axis=1, keepdims=True) > 1e-3, 0, 1.0)
    return weights / weights.sum(axis=1, keepdims=True)


@given(exact_laws, st.sampled_from(KINDS))
def test_the_filter_finds_the_largest_rational_ratio(rows, kind):
    table = Table.from_arrays(rows, neighbours=kind)
    fast, slow = tables.table_loss(table, TINY, few=0), tables.table_loss(table, TINY)
    top = largest(rows, kind)
    assert slow.lo == fast.lo
    if top == math.inf:
        assert fast.lo == fast.hi == math.inf
        x, y, r = fast.witness
        assert (x, y) in pairs_of(len(rows), kind)
        assert rows[x][r] > rows[y][r] == 0
    else:
        assert fast.largest_ratio == slow.largest_ratio == top
        x, y, r = fast.witness
        assert (x, y) in pairs_of(len(rows), kind)
        assert rows[x][r] / rows[y][r] == top
    assert not fast.implemented


@given(float_laws(), st.sampled_from(KINDS))
@example(np.array([[1 - 1e-16, 5e-324], [0.5, 0.5], [5e-324, 1.0]]), "line")
def test_the_filter_finds_the_largest_ratio_of_doubles_as_exact_numbers(matrix, kind):
    table = Table.from_arrays(matrix, neighbours=kind)
    loss = tables.table_loss(table, TINY, few=0)
    top = largest(fractions(matrix), kind)
    assert loss.implemented
    assert "exact binary" in loss.trusts
    assert loss.deviation == max(abs(sum(row) - 1) for row in fractions(matrix))
    if top == math.inf:
        assert loss.lo == math.inf
    else:
        x, y, r = loss.witness
        assert (x, y) in pairs_of(len(matrix), kind)
        assert Fraction(matrix[x, r]) / Fraction(matrix[y, r]) == top == loss.largest_ratio


def test_the_first_of_exactly_equal_ratios_is_the_witness():
    table = Table.from_arrays(np.tile([[0.75, 0.25], [0.25, 0.75]], (50, 1)))
    loss = tables.table_loss(table, TINY, few=0)
    assert loss.largest_ratio == 3
    assert tuple(loss.witness) == tuple(tables.table_loss(table, TINY).witness) == (0, 1, 0)


def test_ratios_that_round_to_the_same_double_are_told_apart():
    near = [[0.5 + k * 2.0**-53, 0.5 - k * 2.0**-53] for k in range(40)]
    matrix = np.array([row for pair in pairwise(near) for row in pair])
    loss = tables.table_loss(Table.from_arrays(matrix, neighbours="line"), TINY, few=0)
    assert loss.largest_ratio == largest(fractions(matrix), "line")
    everyone = tables.table_loss(Table.from_arrays(matrix, neighbours="all"), TINY, few=0)
    assert everyone.largest_ratio == largest(fractions(matrix), "all")


def test_a_ratio_beyond_the_range_of_doubles_is_still_exact():
    matrix = np.array([[1.0, 5e-324], [5e-324, 1.0], [0.5, 0.5]])
    loss = tables.table_loss(Table.from_arrays(matrix), TINY, few=0)
    assert loss.largest_ratio == Fraction(1) / Fraction(5e-324)
    assert float(loss.lo) == pytest.approx(1074 * math.log(2))


def test_rationals_below_the_range_of_doubles_are_left_to_exact_comparison():
    tiny = Fraction(1, 10**400)
    rows = [[tiny, 1 - tiny], [2 * tiny, 1 - 2 * tiny], [Fraction(1, 2), Fraction(1, 2)]]
    loss = tables.table_loss(Table.from_arrays(rows), TINY, few=0)
    assert loss.largest_ratio == Fraction(1, 2) / (2 * tiny)
    assert "filter" not in loss.trusts
    (found,) = Excess(Laid.of(Table.from_arrays(rows)), few=0).profile([Fraction(3)], TINY)
    assert "filter" not in found.trusts
    assert found.lo <= delta(rows, "line", Fraction(3)) <= found.hi


@given(st.integers(0, 2**54 - 1), st.integers(0, 2**54 - 1))
def test_products_of_mantissas_are_exact(m, n):
    high, low = ratios.product(np.array([m], np.uint64), np.array([n], np.uint64))
    assert int(high[0]) * 2**54 + int(low[0]) == m * n
    assert int(low[0]) < 2**54


positive = st.floats(5e-324, 1, allow_subnormal=True)


@given(positive, positive, positive, positive)
@example(0.75, 0.25, 0.75, 0.25)
@example(5e-324, 1.0, 1.0, 5e-324)
def test_ratios_of_doubles_are_compared_exactly(a, b, a0, b0):
    left, right = Fraction(a) * Fraction(b0), Fraction(a0) * Fraction(b)
    (sign,) = ratios.sign_of_quotients(np.array([a]), np.array([b]), a0, b0)
    assert sign == (left > right) - (left < right)


@given(positive, positive, st.integers(-3, 3), st.integers(-3, 3))
def test_ratios_a_few_units_apart_are_compared_exactly(a, b, up, down):
    a0, b0 = (abs(v + k * math.ulp(v)) or 5e-324 for v, k in ((a, up), (b, down)))
    left, right = Fraction(a) * Fraction(b0), Fraction(a0) * Fraction(b)
    (sign,) = ratios.sign_of_quotients(np.array([a]), np.array([b]), a0, b0)
    assert sign == (left > right) - (left < right)


levels = st.fractions(0, 3, max_denominator=20)


@given(exact_laws | float_laws(), st.sampled_from(KINDS), levels)
def test_filtered_and_exact_deltas_enclose_the_definition(matrix, kind, level):
    rows, laid = fractions(matrix), Laid.of(Table.from_arrays(matrix, neighbours=kind))
    truth, slack = delta(rows, kind, level), Fraction(1, 2**200)
    for few in (0, excess.FEW):
        (found,) = Excess(laid, few).profile([level], TINY)
        assert found.lo - slack <= truth <= found.hi + slack
        assert found.width <= TINY
        assert (found.x, found.y) in pairs_of(len(rows), kind)
        own = delta([rows[found.x], rows[found.y]], [(0, 1)], level)
        back = delta([rows[found.y], rows[found.x]], [(0, 1)], level)
        assert found.lo <= max(own, back) + slack


def test_a_delta_met_with_equality_is_seen_to_be_met():
    leak = Fraction(1, 10**6)
    table = Table.of(
        {
            x: {
                "said": leak if x else 0,
                "kept": 1 - leak,
                "none": 0 if x else leak,
            }
            for x in (0, 1)
        }
    )
    (found,) = privacy_profile(table, ["1/10"])
    assert found.lo == found.hi == leak
    assert privacy_loss(table).lo == math.inf


def test_delta_at_zero_is_the_exact_total_variation():
    table = Table.from_arrays([["1/3", "2/3"], ["1/7", "6/7"], ["1/2", "1/2"]])
    (found,) = privacy_profile(table, [0])
    assert found.lo == found.hi == Fraction(1, 2) - Fraction(1, 7)


def test_a_tight_tolerance_settles_more_than_the_filter_can():
    rows = 60
    near = np.array([[0.5 + k * 2.0**-52, 0.5 - k * 2.0**-52] for k in range(rows)])
    laid = Laid.of(Table.from_arrays(near, neighbours="all"))
    (found,) = Excess(laid, few=0).profile([Fraction(0)], Fraction(0))
    assert found.lo == found.hi == (rows - 1) * Fraction(1, 2**52)
    (loose,) = Excess(laid, few=0).profile([Fraction(0)], TINY)
    assert loose.lo <= found.lo <= loose.hi <= loose.lo + TINY


def test_a_level_beyond_the_filter_is_still_answered():
    table = Table.from_arrays(np.array([[1.0, 5e-324], [5e-324, 1.0]]))
    (found,) = Excess(Laid.of(table), few=0).profile([Fraction(700)], TINY)
    assert 0 < found.lo <= found.hi < 1
    assert "filter" not in found.trusts


def test_any_mechanism_with_rational_laws_goes_through_the_same_filter():
    class Plain(dpbi.Exact):
        name = "plain"

        def datasets(self):
            return "abc"

        def neighbours(self, x):
            return {"a": "b", "b": "ac", "c": "b"}[x]

        def probabilities(self, x):
            weight = Fraction(1, "abc".index(x) + 2)
            return {"yes": weight, "no": 1 - weight}

    fast, slow = tables.table_loss(Plain(), TINY, few=0), privacy_loss(Plain())
    assert (
        fast.largest_ratio == slow.largest_ratio == Fraction(2, 3) / Fraction(1, 2) * Fraction(9, 8)
    )
    assert fast.witness == slow.witness
    assert fast.trusts[0] == "filter"


def test_a_table_too_large_to_lay_out_is_audited_row_by_row(monkeypatch):
    def refuse(*_):
        raise TooLarge("a table", 10**9, 10**6)

    monkeypatch.setattr("dpbi.privacy.methods.laid.from_rows", refuse)

    class Sparse(dpbi.Exact):
        def datasets(self):
            return (0, 1)

        def neighbours(self, x):
            return (1 - x,)

        def probabilities(self, x):
            return {0: Fraction(1 + x, 4), 1: Fraction(3 - x, 4)}

    assert tables.table_loss(Sparse(), TINY, few=0).largest_ratio == 2
    (found,) = privacy_profile(Sparse(), [0])
    assert found.lo <= Fraction(1, 4) <= found.hi


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [1, 7, 1 << 18])
def test_blocks_run_through_every_ordered_pair_once(kind, size, monkeypatch):
    monkeypatch.setattr("dpbi.privacy.methods.laid.BLOCK", size)
    laid = Laid.of(Table.from_arrays([["1", "0"]] * 5, neighbours=kind))
    found = [
        (int(i), int(j))
        for first, second in laid.blocks()
        for i, j in zip(first, second, strict=True)
    ]
    assert sorted(found) == sorted(pairs_of(5, kind))
    assert len(found) * 2 == laid.comparisons


def test_a_table_of_polynomials_keeps_its_ties():
    laws = {0: {0: [1, "-1/2"], 1: [0, "1/2"]}, 1: {0: [0, "1/2"], 1: [1, "-1/2"]}}
    table = Polynomials.of(laws, "1/2", epsilon="1/2")
    q = math.exp(-0.5)
    assert float(privacy_loss(table).lo) == pytest.approx(math.log((1 - q / 2) / (q / 2)))
    with pytest.raises(BadMechanism, match="do not sum to 1"):
        Polynomials.of({**laws, 1: {0: [1]}} | {0: {0: ["1/2"]}}, 1)
    with pytest.raises(InexactInput):
        Polynomials.of({0: {0: [1.0]}, 1: {0: [1]}}, 1)


@given(float_laws(), levels)
def test_the_profile_of_a_pair_is_that_of_the_table_with_only_that_pair(matrix, level):
    rows = fractions(matrix)
    table = Table.from_arrays(matrix)
    (found,) = pair_profile(table, 0, 2, [level])
    truth = delta([rows[0], rows[2]], [(0, 1)], level)
    one_way = sum(
        max(a - exp(level) * b, Fraction(0)) for a, b in zip(rows[0], rows[2], strict=True)
    )
    slack = Fraction(1, 2**200)
    assert found.lo - slack <= one_way <= found.hi + slack
    assert one_way <= truth
    assert (found.x, found.y) == (0, 2)


def test_the_profile_of_a_pair_in_balls_agrees_with_the_audit():
    m = dpbi.mechanism("ehds", prior=(1, 1), n=4, epsilon=1)
    (whole,) = privacy_profile(m, ["1/10"])
    (found,) = pair_profile(m, whole.x, whole.y, ["1/10"])
    assert found.lo <= whole.hi
    assert whole.lo <= found.hi
    assert found.width <= TINY


def test_the_loss_of_a_table_that_claims_nothing_has_no_ratio():
    table = Table.from_arrays([["1", "0"]] * 2, epsilon=0)
    assert privacy_loss(table).ratio is None
    assert privacy_loss(table).exact == "0"
    assert replace(privacy_loss(table), claimed=Fraction(1)).ratio.hi == 0


@pytest.mark.parametrize("law", [[0.25, 0.75], ["1/3", "2/3"]])
def test_laws_that_are_all_equal_have_loss_zero_between_two_different_datasets(law):
    loss = tables.table_loss(Table.from_arrays([law] * 4, neighbours="all"), TINY, few=0)
    assert (loss.lo, loss.hi, loss.exact) == (0, 0, "0")
    assert loss.witness.x != loss.witness.y


def test_a_claim_that_is_a_logarithm_is_decided_where_it_ties():
    loss = privacy_loss(Table.of({0: {0: "3/4", 1: "1/4"}, 1: {0: "1/4", 1: "3/4"}}))
    assert [loss.within(f"ln({v})") for v in ("3", "2999/1000", "4")] == [True, False, True]
    leak = privacy_loss(Table.of({0: {0: "3/4", 1: "1/4"}, 1: {0: 1}}))
    assert leak.within("ln(1000000000)") is False
    m = dpbi.mechanism("ehds", prior=(1, 1), n=4, epsilon=1)
    assert privacy_loss(m).within("ln(3)") is True  # it is 0.327, and no logarithm


@pytest.mark.parametrize("seed", [7, 11, 15, 21])  # where doubles put the wrong pair first
def test_pairs_that_the_filter_cannot_tell_apart_are_settled_exactly(seed):
    rng = np.random.default_rng(seed)
    row, other = (rng.random(40) for _ in range(2))
    base = np.array([row / row.sum(), other / other.sum()])
    near = [np.nextafter(base, base + rng.integers(-1, 2, base.shape)) for _ in range(12)]
    matrix = np.concatenate(near)
    across = [(2 * i, 2 * j + 1) for i in range(12) for j in range(12)]
    laid, level = Laid.of(Table.from_arrays(matrix, neighbours=across)), Fraction(1, 3)
    truth = delta(fractions(matrix), across, level)
    (found,) = Excess(laid, few=0).profile([level], Fraction(1, 10**40))
    assert found.lo - Fraction(1, 2**200) <= truth <= found.hi + Fraction(1, 2**200)
    assert found.width < Fraction(1, 10**40)


def test_a_table_has_no_nominal_epsilon_to_calibrate():
    with pytest.raises(InvalidValue, match="no field epsilon"):
        calibrate(Table.from_arrays([["1", "0"]] * 2, epsilon=1), 1)


@given(
    st.lists(
        st.tuples(st.floats(0.01, 0.1), st.integers(-40, 40), st.sampled_from([-52, -40, -12])),
        min_size=5,
        max_size=5,
    ),
    st.sampled_from([Fraction(1, 3), Fraction(1)]),
)
def test_outputs_at_the_very_threshold_fall_on_the_right_side(near, level):
    second = [q for q, _, _ in near]
    first = [q * float(exp(level)) * (1 + k * 2.0**e) for q, k, e in near]
    matrix = np.array([[*row, 1 - math.fsum(row)] for row in (first, second) if math.fsum(row) < 1])
    assume(len(matrix) == 2)
    laid = Laid.of(Table.from_arrays(matrix))
    for i, j in [(0, 1), (1, 0)]:
        found = Excess(laid, few=0).of_pair(i, j, level, Fraction(1, 2**150))
        p, q = (fractions(matrix)[k] for k in (i, j))
        truth = sum(max(a - exp(level) * b, Fraction(0)) for a, b in zip(p, q, strict=True))
        assert found.lo - Fraction(1, 2**200) <= truth <= found.hi + Fraction(1, 2**200)
        assert found.width <= Fraction(1, 2**150)


SMALL = st.tuples(st.integers(1, 2**53), st.integers(-1074, -56)).map(lambda v: math.ldexp(*v))


@given(
    st.lists(
        st.tuples(SMALL | st.just(0.0), st.sampled_from([1.0, 1.0, 2.0, 0.5]), st.integers(-3, 3)),
        min_size=1,
        max_size=8,
    ),
    st.sampled_from([Fraction(0), Fraction(1, 10**9), Fraction(1), Fraction(7, 3), Fraction(40)]),
)
def test_doubles_and_pairs_of_doubles_say_only_what_rationals_say(near, level):
    power = excess.Power(level)
    second = [min(q, 0.05) for q, _, _ in near]
    first = [min(q * power.double * k, 0.05) for q, (_, k, _) in zip(second, near, strict=True)]
    first = [
        p + steps * math.ulp(p) if p else p for p, (*_, steps) in zip(first, near, strict=True)
    ]
    matrix = np.array([[*map(abs, row), 1 - math.fsum(map(abs, row))] for row in (first, second)])
    if (matrix < 0).any():
        return
    found = Excess(Laid.of(Table.from_arrays(matrix)), few=0)
    once = found._by_doubles(0, 1, power.double)
    for sure, unsure in (once, found._by_pairs_of_doubles(0, 1, power, *once)):
        for r, (p, q) in enumerate(zip(*fractions(matrix), strict=True)):
            if p and r not in unsure:
                assert power.exceeded(p, q) == (r in sure)


def test_floats_that_tie_and_tails_that_underflow_are_not_gone_through_one_by_one(monkeypatch):
    n, q, asked = 800, math.exp(-1.0), []
    rows = [[q ** abs(r - x) * (1 - q) / (1 + q) for r in range(n)] for x in range(n)]
    for x, row in enumerate(rows):
        row[0], row[-1] = q**x / (1 + q), q ** (n - 1 - x) / (1 + q)
    laid = Laid.of(Table.from_arrays(np.array(rows)))
    exceeded = excess.Power.exceeded
    monkeypatch.setattr(
        excess.Power, "exceeded", lambda *given: asked.append(given) or exceeded(*given)
    )
    (found,) = Excess(laid).profile([Fraction(1)], Fraction(1, 10**20))
    assert 0 < found.lo < Fraction(1, 10**15)
    assert len(asked) < 200 * n, "of the 2 n^2 that doubles, or numbers above 2^-1000, leave open"
