"""Floats as the exact binary numbers that they are: what is audited is the law as implemented."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st

import dpbi
from dpbi import LogWeights, Table, compare_laws, privacy_loss, privacy_profile, renyi_divergence
from dpbi.errors import BadMechanism, InvalidValue, Unnormalised
from dpbi.fields import Balls
from dpbi.fields.expsums import NotExact
from dpbi.privacy import composed_delta, from_pld, pair_profile, to_pld, total_variation
from dpbi.privacy import zero_concentrated as rho
from dpbi.privacy.ties import delta_against, loss_against
from dpbi.privacy.weights import Weights


class Own:
    """A mechanism of somebody's own, whose laws may be anything."""

    def __init__(self, *rows, **more):
        self.rows = rows
        self.__dict__.update(more)

    def datasets(self):
        return range(len(self.rows))

    def neighbours(self, x):
        return [y for y in (x - 1, x + 1) if 0 <= y < len(self.rows)]


class Chances(Own):
    def probabilities(self, x):
        return self.rows[x]


class Logs(Own):
    def log_weights(self, x, F):
        return self.rows[x]


TENTH = Fraction(0.1)  # what a program that says 0.1 means


def test_a_float_is_the_number_it_is_and_nothing_is_rounded():
    m = Chances({"a": 0.1, "b": 0.9}, {"a": 0.3, "b": 0.7})
    loss = privacy_loss(m)
    assert loss.largest_ratio == Fraction(0.3) / TENTH != 3
    assert loss.implemented
    assert loss.trusts[-1] == "exact binary"
    assert loss.deviation == max(
        abs(Fraction(0.1) + Fraction(0.9) - 1), abs(Fraction(0.3) + Fraction(0.7) - 1)
    )
    assert loss.json()["implemented"]["deviation"] == "5.56e-17"
    assert dpbi.adapt(m).law(0)["a"].lo == TENTH


def test_an_exact_law_says_nothing_of_floats():
    loss = privacy_loss(Chances({"a": Fraction(1, 10), "b": "9/10"}, {"a": 0, "b": 1}))
    assert (loss.implemented, loss.deviation) == (False, None)
    assert "implemented" not in loss.json()
    assert "exact binary" not in loss.trusts


def test_the_loss_of_the_implemented_law_may_break_what_the_ideal_one_keeps():
    ideal = Chances({"a": "1/10", "b": "9/10"}, {"a": "3/10", "b": "7/10"})
    implemented = Chances({"a": 0.1, "b": 0.9}, {"a": 0.3, "b": 0.7})
    found = compare_laws(ideal, implemented)
    assert found.ideal.largest_ratio == 3
    assert found.implemented.largest_ratio != 3
    truth = max(
        (abs(Fraction(1, 10) - TENTH) + abs(Fraction(9, 10) - Fraction(0.9))) / 2,
        (abs(Fraction(3, 10) - Fraction(0.3)) + abs(Fraction(7, 10) - Fraction(0.7))) / 2,
    )
    assert truth in found.total_variation
    assert found.total_variation.width < Fraction(1, 10**15)
    off = {
        (x, r): Fraction(p) / Fraction(implemented.rows[x][r])
        for x in (0, 1)
        for r, p in ideal.rows[x].items()
    }
    factors = {place: max(t, 1 / t) for place, t in off.items()}
    place = max(factors, key=factors.__getitem__)
    with ctx.workprec(200):
        ratio = (arb(factors[place].numerator) / factors[place].denominator).log()
    assert float(found.log_ratio.lo) == pytest.approx(float(ratio), rel=1e-12, abs=0)
    assert (found.log_ratio_at.dataset, found.log_ratio_at.output) == place
    assert found.json()["implemented"]["implemented"]["deviation"] == "5.56e-17"
    assert "total variation" in str(found)


@pytest.mark.parametrize(
    ("row", "sentence", "output"),
    [
        ({"a": math.nan, "b": 0.5}, "a has probability nan", "a"),
        ({"a": 0.5, "b": math.inf}, "b has probability inf", "b"),
        ({"a": 1.25, "b": -0.25}, "b has probability -0.25, below zero", "b"),
    ],
)
@pytest.mark.parametrize("make", [Chances, lambda *rows: Table.of(dict(enumerate(rows)))])
def test_what_is_no_probability_is_refused_with_dataset_and_output(make, row, sentence, output):
    with pytest.raises(BadMechanism, match=f"at dataset 1: output {sentence}") as caught:
        privacy_loss(make({"a": 0.5, "b": 0.5}, row))
    assert (caught.value.dataset, caught.value.output) == (1, output)


@pytest.mark.parametrize("make", [Chances, lambda *rows: Table.of(dict(enumerate(rows)))])
@pytest.mark.parametrize("huge", [0.7, 1e308])
def test_a_row_that_is_off_by_more_than_rounding_is_refused_with_its_exact_sum(make, huge):
    with pytest.raises(Unnormalised) as caught:
        privacy_loss(make({"a": 0.5, "b": 0.5}, {"a": huge, "b": huge}))
    assert caught.value.dataset == 1
    assert caught.value.total == 2 * Fraction(huge)
    assert caught.value.allowed <= 1
    assert "sum to" in str(caught.value)


@pytest.mark.parametrize("outputs", [2, 5, 100])
def test_the_tolerance_is_four_machine_epsilons_an_output(outputs):
    last = 2.0**-10
    row = [last] * (outputs - 1)
    row.append(1 - sum(row))
    allowed = outputs * 2.0**-50
    off = [*row[:-1], row[-1] + allowed]
    assert Table.from_arrays(np.array([row, off])).cells.deviation == Fraction(allowed)
    over = [*row[:-1], row[-1] + allowed + 2.0**-52]
    with pytest.raises(Unnormalised):
        Table.from_arrays(np.array([row, over]))


def test_singles_have_the_tolerance_of_singles():
    single = np.array([[0.1, 0.9], [0.3, 0.7]], np.float32)
    table = Table.from_arrays(single)
    assert table.cells.deviation == max(
        abs(Fraction(float(r[0])) + Fraction(float(r[1])) - 1) for r in single
    )
    assert privacy_loss(table).largest_ratio == Fraction(float(single[1, 0])) / Fraction(
        float(single[0, 0])
    )
    assert (
        privacy_loss(Chances(*(dict(enumerate(r)) for r in single))).largest_ratio
        == privacy_loss(table).largest_ratio
    )
    with pytest.raises(Unnormalised):
        Table.from_arrays(single.astype(np.float64) * (1 + 2.0**-30))
    with pytest.raises(InvalidValue, match="not float16"):
        privacy_loss(Chances({0: np.float16(1)}, {0: 1}))


def test_no_number_of_outputs_excuses_a_row_of_nothing():
    outputs = 1 << 21  # as many as 2^-21 an output would excuse
    matrix = np.full((2, outputs), np.float32(2.0**-21))
    assert Table.from_arrays(matrix).cells.deviation == 0
    for wrong in (0, np.float32(2.0**-20)):
        matrix[1] = wrong
        with pytest.raises(Unnormalised):
            Table.from_arrays(matrix)


def test_floats_among_exact_fractions_must_sum_to_one_exactly():
    fine = Chances({"a": 0.5, "b": "1/2"}, {"a": 0.25, "b": 0.75})
    assert privacy_loss(fine).largest_ratio == 2
    assert privacy_loss(fine).deviation == 0
    for make in (Chances, lambda *rows: Table.of(dict(enumerate(rows)))):
        with pytest.raises(Unnormalised) as caught:
            privacy_loss(make({"a": 0.1, "b": "9/10"}, {"a": 0.5, "b": 0.5}))
        assert caught.value.allowed == 0
    assert privacy_loss(Chances({"a": 1, "b": 0}, {"a": 1.0, "b": 0.0})).lo == 0


def test_supports_that_differ_are_an_infinite_loss_with_its_witness():
    m = Chances({"a": 1.0, "b": 0.0}, {"a": 0.5, "b": 0.5})
    loss = privacy_loss(m)
    assert loss.lo == math.inf
    assert tuple(loss.witness) == (1, 0, "b")
    assert loss.trusts == ("support", "exact binary")
    assert renyi_divergence(m, 2).lo == math.inf
    assert renyi_divergence(m, 2).implemented
    (found,) = privacy_profile(m, [1])
    assert found.lo == found.hi == Fraction(1, 2)
    assert found.implemented


entries = st.floats(0.01, 1)


@st.composite
def laws(draw):
    rows = np.array(
        draw(st.lists(st.lists(entries, min_size=3, max_size=3), min_size=2, max_size=3))
    )
    return (rows / rows.sum(axis=1, keepdims=True)).tolist()


@given(laws())
def test_a_float_law_has_the_loss_and_delta_of_the_same_numbers_as_fractions(rows):
    implemented = Chances(*(dict(enumerate(row)) for row in rows))
    table = Table.from_arrays(rows)
    ratios = [
        Fraction(a) / Fraction(b)
        for i, row in enumerate(rows)
        for j in (i - 1, i + 1)
        if 0 <= j < len(rows)
        for a, b in zip(row, rows[j], strict=True)
    ]
    for m in (implemented, table):
        assert privacy_loss(m).largest_ratio == max(ratios)
        distance = total_variation(m)
        assert distance.lo == distance.hi
        assert distance.implemented


def test_renyi_divergences_are_of_the_normalised_law():
    rows = [[0.1, 0.2, 0.7], [0.25, 0.25, 0.5 + 2.0**-50]]
    off, exact = Table.from_arrays(rows), []
    for row in rows:
        total = sum(map(Fraction, row))
        exact.append([Fraction(v) / total for v in row])
    ideal = Table.from_arrays(exact)
    for question in (lambda m: renyi_divergence(m, 2), lambda m: rho(m)):
        mine, theirs = question(off), question(ideal)
        assert mine.lo <= theirs.hi
        assert theirs.lo <= mine.hi
        assert mine.implemented
        assert not theirs.implemented
    near = renyi_divergence(off, 1 + Fraction(1, 10**9))
    assert near.hi < 1  # of the rows as they are it would be about 10^9 * 2^-50 too large


def test_float_log_weights_are_exponentials_of_exact_binary_numbers():
    m = Logs({"a": 0.1, "b": 0.0}, {"a": 0.3, "b": -math.inf, "c": 1})
    F = Balls(300)
    with F.scope():
        law = dpbi.adapt(m).log_pmf(0, F)
        weight = F.exp(F.rational(TENTH))
        assert (F.exp(law["a"]) - weight / (weight + 1)).contains(0)
        assert F.exp(law["a"]).rel_accuracy_bits() > 250
        assert "b" not in dpbi.adapt(m).log_pmf(1, F)
    assert privacy_loss(m).lo == math.inf


def test_a_law_of_float_log_weights_says_that_it_is_implemented():
    rows = {0: {"a": 0.1, "b": 0.2}, 1: {"a": 0.25, "b": 0.0}}
    for m in (Logs(*rows.values()), LogWeights.of(rows)):
        loss = privacy_loss(m)
        assert loss.deviation == 0
        assert loss.trusts == ("ball", "exact binary")
        z = [math.exp(row["a"]) + math.exp(row["b"]) for row in rows.values()]
        assert float(loss.lo) == pytest.approx(math.log(math.exp(0.2) / z[0] * z[1]), rel=1e-12)
        for found in (
            *privacy_profile(m, [0]),
            renyi_divergence(m, 2),
            *pair_profile(m, 0, 1, [0]),
        ):
            assert found.implemented
    exact = LogWeights.of({x: {r: str(w) for r, w in row.items()} for x, row in rows.items()})
    assert not privacy_loss(exact).implemented
    assert privacy_loss(Logs({"a": 1, "b": 0}, {"a": Fraction(1, 2), "b": 0})).deviation is None


@pytest.mark.parametrize("wrong", [math.nan, math.inf])
def test_log_weights_that_are_no_numbers_are_refused_with_their_place(wrong):
    rows = ({"a": 0.5}, {"a": wrong})
    with pytest.raises(BadMechanism, match="at dataset 1: output a") as caught:
        privacy_loss(Logs(*rows))
    assert caught.value.output == "a"
    with pytest.raises(BadMechanism, match="at dataset 1: output a"):
        LogWeights.of(dict(enumerate(rows)))


def test_an_output_cannot_be_none():
    with pytest.raises(BadMechanism, match="None cannot be an output"):
        privacy_loss(Chances({None: 1.0}, {"a": 1.0}))
    with pytest.raises(BadMechanism, match="None cannot be an output"):
        privacy_loss(Logs({None: 1.0}, {"a": 1.0}))


def test_float_laws_are_sampled_as_they_are():
    table = Table.from_arrays([[0.1, 0.9], [0.5, 0.5]])
    draws = [table.sample(0, dpbi.not_private(k)) for k in range(400)]
    assert 20 <= draws.count(0) <= 65  # 40 expected, a standard deviation of 6


def test_the_rounded_twin_of_a_mechanism_is_close_and_says_how_close():
    m = dpbi.mechanism("ehds", prior=(1, 1), n=4, epsilon=1)
    twin = Table.rounded(m)
    found = compare_laws(m, twin)
    assert 0 < found.total_variation.hi < Fraction(5, 2**53)
    assert 0 < found.log_ratio.hi < Fraction(1, 2**52)
    assert abs(found.ideal.lo - found.implemented.lo) <= 2 * found.log_ratio.hi
    assert twin.epsilon == 1
    for x in m.datasets():
        for r, p in m.law(x).items():
            nearest = Fraction(twin.probabilities(x)[r])
            assert abs(nearest - p.lo) <= Fraction(math.ulp(float(nearest))) / 2 + p.width


def test_laws_on_different_datasets_are_not_compared():
    with pytest.raises(BadMechanism, match="datasets are not those"):
        compare_laws(Chances({"a": 1}, {"a": 1}), Chances({"a": 1}, {"a": 1}, {"a": 1}))


def test_an_output_that_only_one_law_knows_is_an_infinite_ratio():
    found = compare_laws(Chances({"a": 1}, {"a": 1}), Chances({"a": 0.5, "b": 0.5}, {"a": 1.0}))
    assert tuple(found.log_ratio) == (math.inf, math.inf)
    assert Fraction(1, 2) in found.total_variation
    assert (found.log_ratio_at.dataset, found.log_ratio_at.output) == (0, "b")


def test_outputs_that_are_written_alike_are_not_merged():
    half = Fraction(1, 2)
    ideal = Chances(*[{1: half, "z": half}] * 2)
    found = compare_laws(ideal, Chances(*[{1: half / 2, "1": half / 2, "z": half}] * 2))
    assert found.total_variation.lo == pytest.approx(1 / 4)  # 1 keeps a half of its half
    assert found.log_ratio.lo == math.inf
    # 1 at one dataset and "1" at the other are two outputs for both laws: nothing is renamed
    told = Chances({1: 1}, {"1": 1})
    swapped = compare_laws(told, Chances({"1": 1}, {1: 1}))
    assert swapped.total_variation.lo == pytest.approx(1)
    # nor where a law that has both leaves one of them impossible everywhere
    apart = compare_laws(
        Chances(*[{1: 1, "1": 0, 2: 0}] * 2), Chances(*[{1: 0, "1": half, 2: half}] * 2)
    )
    assert apart.total_variation.lo == pytest.approx(1)
    same = compare_laws(ideal, Chances(*[{"1": half, "z": half}] * 2))
    assert same.log_ratio.hi < Fraction(1, 10**15)


def test_exact_signs_are_those_of_the_law_as_it_is_and_not_of_its_normalised_twin():
    law = [0.5, 0.25, 0.25]
    scaled = Table.from_arrays(np.array([law, [p * (1 - 2.0**-52) for p in law]]), neighbours="all")
    assert privacy_loss(scaled).within(Fraction(0)) is False
    assert loss_against(scaled, Fraction(0)) == 1  # normalised, the rows are equal
    (found,) = privacy_profile(scaled, [0])
    assert found.lo == found.hi == Fraction(1, 2**52)
    assert delta_against(scaled, Fraction(0), found.lo) == 0
    assert delta_against(scaled, Fraction(0), found.lo - Fraction(1, 10**30)) == 1


class TwoFaced(Own):
    """A law that is one over balls, and another where its root is declined."""

    def log_weights(self, x, F):
        try:
            return {0: F.sqrt(F.rational(2 * x)), 1: F.rational(0)}
        except Exception:
            return {0: F.rational(0), 1: F.rational(0)}


def test_an_exact_law_that_balls_do_not_see_decides_nothing():
    m = dpbi.adapt(TwoFaced({}, {}))
    with pytest.raises(NotExact):
        Weights(m).row(1)  # no loss, if one believed them
    loss = privacy_loss(m)
    assert loss.lo > Fraction(1, 2)
    assert loss_against(m, Fraction(1, 2)) == 1, "balls alone see this"
    assert delta_against(m, Fraction(1, 2), Fraction(1, 100)) == 1, "and this"
    assert loss_against(m, (loss.lo + loss.hi) / 2) in (-1, 1)


def test_a_loss_of_exactly_zero_ties_with_a_claim_of_zero():
    for m in (Chances({0: 1.0}, {0: 1.0}), LogWeights.of({0: {0: 0}, 1: {0: 3}})):
        assert loss_against(dpbi.adapt(m), Fraction(0)) == 0


def test_composition_of_float_laws_is_of_the_numbers_they_are():
    m = Table.from_arrays([[0.25, 0.75], [0.75, 0.25]])
    found = composed_delta(m, 2, 1)
    assert found.implemented
    e, p, q = math.exp(1), [1 / 16, 3 / 16, 3 / 16, 9 / 16], [9 / 16, 3 / 16, 3 / 16, 1 / 16]
    assert float(found.lo) == pytest.approx(
        sum(max(a - e * b, 0) for a, b in zip(p, q, strict=True))
    )


RESPONSE = {"yes": {"yes": 0.75, "no": 0.25}, "no": {"yes": 0.25, "no": 0.75}}


def test_a_privacy_loss_distribution_comes_back_as_the_pair_it_stands_for():
    pytest.importorskip("dp_accounting")
    table = Table.of(RESPONSE, "all")
    pld = to_pld(table)
    for composed in (pld, pld.self_compose(3)):
        for direction in ("remove", "add"):
            pair = from_pld(composed, direction)
            for level in ("0", "1/2", "1", "2"):
                (found,) = pair_profile(pair, "upper", "lower", [level])
                (truth,) = privacy_profile(table, [level])
                theirs = composed.get_delta_for_epsilon(float(Fraction(level)))
                assert float(found.hi) == pytest.approx(theirs, abs=1e-12)
                if composed is pld:
                    assert truth.lo <= found.hi <= truth.hi + Fraction(1, 1000)
                assert found.implemented


def test_a_composition_by_fourier_transform_comes_back_without_its_masses_below_zero():
    pytest.importorskip("dp_accounting")
    composed = to_pld(Table.of(RESPONSE, "all"), grid=1e-3).self_compose(10)
    assert composed._pmf_remove.to_dense_pmf()._probs.min() < 0
    pair = from_pld(composed)
    for level in ("0", "1", "5"):
        (found,) = pair_profile(pair, "upper", "lower", [level])
        theirs = composed.get_delta_for_epsilon(float(Fraction(level)))
        assert float(found.hi) == pytest.approx(theirs, abs=1e-12)


def test_mass_at_infinite_loss_stays_there():
    pytest.importorskip("dp_accounting")
    leak = Table.of({0: {"ok": 0.75, "said": 0.25}, 1: {"ok": 1.0}}, "all")
    pair = from_pld(to_pld(leak, (0, 1)))
    assert pair.probabilities("upper")["infinite loss"] == 0.25
    (found,) = pair_profile(pair, "upper", "lower", [5])
    assert float(found.lo) == pytest.approx(0.25)
    back = from_pld(to_pld(leak, (0, 1)), "add")
    assert back.probabilities("upper")["infinite loss"] == 0
    (found,) = pair_profile(back, "upper", "lower", ["1/10"])
    assert float(found.hi) == pytest.approx(1 - math.exp(0.1) * 0.75, abs=1e-4)


def test_an_optimistic_distribution_has_no_pair():
    pytest.importorskip("dp_accounting")
    pld = to_pld(Table.of(RESPONSE, "all"), pessimistic=False, grid=1e-2)
    with pytest.raises(Unnormalised):
        from_pld(pld)
    with pytest.raises(InvalidValue, match='"remove" or "add"'):
        from_pld(pld, "both")
