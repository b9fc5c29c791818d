"""Laws that users write: doubles and balls dismiss, exact numbers decide, windows stand for memory.

`tests/support/hostile_laws.py` makes them, computes them a second way, and runs by the thousand.
"""

import math
import random
from fractions import Fraction

import hostile_laws
import numpy as np
import pytest

import dpbi
from dpbi import Polynomials, Table, privacy_loss, privacy_profile
from dpbi.errors import BadMechanism, TooLarge
from dpbi.fields.polynomial import Q, evaluate, log_at_exp, polynomial
from dpbi.privacy.methods import doubles, polynomials, tables
from dpbi.privacy.methods.laid import Laid
from dpbi.privacy.methods.streams import StreamedExcess, Windows
from dpbi.privacy.pairs import Pairs

TINY = Fraction(1, 10**12)


@pytest.fixture
def always_filter(monkeypatch):
    """Doubles dismiss what they can in small laws too."""
    hostile_laws.always_filter(monkeypatch.setattr)


@pytest.mark.parametrize("form", hostile_laws.FORMS)
def test_hostile_laws_have_the_losses_and_deltas_of_plain_fractions(form, always_filter):
    hostile_laws.compare_many(form, range(-25, 0))


def alike(near=None):
    """Two rows whose logarithms differ by 1 at twenty outputs, by 10^-30 more at one of them."""
    small = {r: Fraction(1, r + 3) - 5 for r in range(20)}
    large = {r: w + 1 + (Fraction(1, 10**30) if r == near else 0) for r, w in small.items()}
    return dpbi.LogWeights.of({0: large | {"rest": 9}, 1: small | {"rest": 9}})


def tied(start):
    """Two rows of polynomials whose ratio is 2 at twenty outputs, `start` the first of them."""
    parts = {r % 20: Fraction(r % 20 + 3, 100 * (r % 20 + 7)) for r in range(start, start + 20)}
    rows = {x: {r: [t * p] for r, p in parts.items()} for x, t in ((0, 2), (1, 1))}
    rest = {x: [1 - sum(p for (p,) in row.values())] for x, row in rows.items()}
    return Polynomials.of({x: row | {20: rest[x]} for x, row in rows.items()}, 1)


def test_what_doubles_cannot_tell_apart_is_told_apart_by_balls(always_filter, monkeypatch):
    found = [privacy_loss(alike(near), digits=40).witness for near in range(20)]
    assert [(w.x, w.output) for w in found] == [(0, near) for near in range(20)]
    monkeypatch.setattr(doubles, "spare", lambda most, radius: 0.0)
    found = [privacy_loss(alike(near), digits=40).witness.output for near in range(20)]
    assert found != list(range(20))  # without the bound of the doubles it would go wrong


def test_ties_whose_logarithms_round_differently_are_seen_as_ties(always_filter, monkeypatch):
    found = [privacy_loss(tied(start)) for start in range(20)]
    assert {loss.exact for loss in found} == {"ln(2), q = exp(-1)"}
    assert [loss.witness.output for loss in found] == list(range(20))
    monkeypatch.setattr(polynomials, "spare", lambda most, radius: 0.0)
    found = [privacy_loss(tied(start)).witness.output for start in range(20)]
    assert found != list(range(20))  # without the bound it is not the first of the ties


def test_a_thousand_pairs_that_tie_are_compared_as_the_few_that_differ(monkeypatch):
    """Eight rows take turns: whatever the number of pairs, few ratios of polynomials are formed."""
    made, compare = [], polynomials.RatioInQ.compare
    monkeypatch.setattr(
        polynomials.RatioInQ, "compare", lambda *of: made.append(of) or compare(*of)
    )
    rows = {x: {r: [0, 1] if r == x % 8 else ["1/7", "-1/7"] for r in range(8)} for x in range(400)}
    m = Polynomials.of(rows, 2, "all")
    assert len(Pairs(m).positions[0]) == 400 * 399
    loss = privacy_loss(m)
    assert loss.exact == "ln(7 q / (1 - q)), q = exp(-2)"
    assert (loss.witness.x, loss.witness.y, loss.witness.output) == (0, 1, 0)
    assert len(made) <= 2


@pytest.mark.parametrize("kind", ["line", "all"])
def test_positions_are_the_pairs_that_the_relation_lists(kind):
    table = Table.from_arrays([["1"]] * 5, neighbours=kind)
    assert list(Pairs(table).places) == list(table.relation.both_ways())
    near = {x: table.neighbours(x) for x in table.datasets()}
    listed = Table.from_arrays([["1"]] * 5, neighbours=near)
    assert list(Pairs(listed).places) == list(table.relation.both_ways())


def test_balls_of_a_polynomial_hold_its_value_and_have_the_digits_asked():
    rng = random.Random(1)
    for _ in range(50):
        given = [Fraction(rng.randint(-9, 9), rng.randint(1, 9)) for _ in range(rng.randint(1, 9))]
        at, F = Fraction(rng.randint(1, 99), 100), dpbi.Balls(80)
        plain = sum(c * at**i for i, c in enumerate(given))
        with F.scope():
            assert plain in F.enclosure(evaluate(polynomial(given), F.rational(at), F))
    cancels = (1 - Q) ** 60  # at e^-1/1000 some 10^-180
    with F.scope():
        q = F.exp(F.rational(Fraction(-1, 1000)))
        log = log_at_exp(cancels, Fraction(1, 1000), q, F)
        assert log_at_exp(-cancels, Fraction(1, 1000), q, F) is None
    exact = 60 * math.log(-math.expm1(-1e-3))
    assert float(log) == pytest.approx(exact, rel=1e-14)
    assert float(log.rad()) < 1e-9


class InTurn:
    """A law whose rows are computed, by default one that does not fit."""

    def __init__(self, count, outputs=5, moody=False):
        self.count, self.outputs, self.moody, self.asked = count, outputs, moody, []

    def datasets(self):
        return range(self.count)

    def neighbours(self, x):
        return [y for y in (x - 1, x + 1) if 0 <= y < self.count]

    def probabilities(self, x):
        self.asked.append(x)
        again = self.moody and self.asked.count(x) > 1 and x == 3
        weights = [1 + (x * r + 5 * again) % 7 for r in range(self.outputs)]
        return {r: Fraction(w, sum(weights)) for r, w in enumerate(weights)}


@pytest.fixture
def little_memory(monkeypatch):
    """Memory for the pairs of thirty datasets, not for their rows; windows of two."""
    monkeypatch.setattr("dpbi.bayes.data.MEMORY", 30_000)


def test_a_law_beyond_memory_has_the_loss_and_the_deltas_of_its_table(little_memory, monkeypatch):
    m = InTurn(30)
    assert Laid.of(dpbi.adapt(m)) is None
    loss, deltas = privacy_loss(m), privacy_profile(m, [0, Fraction(1, 2)])
    least = dpbi.smallest_epsilon(InTurn(30), "1/10")
    monkeypatch.undo()
    table = Table.of({x: m.probabilities(x) for x in m.datasets()})
    known = privacy_loss(table)
    assert (loss.largest_ratio, loss.witness) == (known.largest_ratio, known.witness)
    assert loss.counted == known.counted == (30, 58, 5)
    for found, expected in zip(deltas, privacy_profile(table, [0, Fraction(1, 2)]), strict=True):
        assert found.lo == expected.lo
        assert (found.x, found.y, found.counted) == (expected.x, expected.y, expected.counted)
    expected = dpbi.smallest_epsilon(table, "1/10")
    assert least.lo <= expected.hi
    assert expected.lo <= least.hi


def test_along_a_line_a_window_asks_for_the_rows_that_the_last_one_does_not_hold():
    table = Table.of({x: InTurn(9).probabilities(x) for x in range(9)})
    asked, probabilities = [], table.probabilities

    class Asked(Table):
        def probabilities(self, x):
            asked.append(x)
            return probabilities(x)

    windows = Windows(Asked(table.layout, table.cells), 4 * 5 * 250)
    seen = [(laid.names[i], laid.names[j]) for laid in windows for i, j in laid.relation.pairs]
    assert seen == [(x, x + 1) for x in range(8)]
    assert len(asked) <= 9 + 1  # the first row says how many fit
    assert windows.counted == (9, 16, 5)


def test_a_law_that_changes_beyond_memory_is_refused_all_the_same(little_memory):
    with pytest.raises(BadMechanism, match="another law when it is asked again"):
        privacy_loss(InTurn(30, moody=True))
    with pytest.raises(BadMechanism, match="another law when it is asked again"):
        privacy_profile(InTurn(30, moody=True), [0])


def test_a_row_that_is_no_law_is_refused_wherever_it_is(little_memory):
    class Short(InTurn):
        def probabilities(self, x):
            row = super().probabilities(x)
            return row if x < 29 else dict.fromkeys(row, Fraction(1, 9))

    with pytest.raises(BadMechanism, match="29"):
        privacy_loss(Short(30))


def test_what_only_balls_can_answer_is_refused_at_its_own_limit(little_memory):
    with pytest.raises(TooLarge):
        dpbi.renyi_divergence(InTurn(300), 2)


def test_an_output_that_is_lost_in_the_last_window_makes_the_loss_infinite(little_memory):
    class Lost(InTurn):
        def probabilities(self, x):
            return {0: 1} if x == 29 else super().probabilities(x)

    loss = privacy_loss(Lost(30))
    assert loss.lo == math.inf
    assert (loss.witness.x, loss.witness.y) == (28, 29)


def test_streamed_floats_say_by_how_much_rows_miss_one():
    matrix = np.random.default_rng(5).random((12, 6))
    matrix /= matrix.sum(axis=1, keepdims=True)
    table = Table.from_arrays(matrix)
    (found,) = StreamedExcess(table, 1).profile([Fraction(1, 3)], TINY)
    (expected,) = privacy_profile(table, [Fraction(1, 3)])
    assert found.deviation == expected.deviation == table.cells.deviation
    assert found.trusts.count("exact binary") == expected.trusts.count("exact binary")
    assert tables.streamed_loss(table, TINY, 1).deviation == table.cells.deviation
