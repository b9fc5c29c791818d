"""What is too large is refused at its true limit, for its true cause, and nothing below it is."""

from fractions import Fraction

import numpy as np
import pytest

import dpbi
from dpbi import Table, mechanism, privacy_loss, privacy_profile
from dpbi.bayes import data
from dpbi.errors import TooLarge
from dpbi.laws.cells import Relation
from dpbi.privacy.methods import excess
from dpbi.privacy.methods.laid import Laid
from dpbi.privacy.pairs import Pairs

SIDE = 2300  # above the square root of the 5,000,000 balls that fit in memory


class Rows(dpbi.Exact):
    """A mechanism of its own with as many datasets as outputs: two rows that take turns."""

    def __init__(self, size):
        self.size = size
        self.rows = [
            {r: (1 + (r + x) % 2 * 0.5) / (1.25 * size) for r in range(size)} for x in (0, 1)
        ]

    def datasets(self):
        return range(self.size)

    def neighbours(self, x):
        return [y for y in (x - 1, x + 1) if 0 <= y < self.size]

    def probabilities(self, x):
        return self.rows[x % 2]


def test_a_mechanism_of_2300_by_2300_floats_goes_through_the_filter_as_a_smaller_one_does():
    found = [privacy_loss(Rows(size)) for size in (300, SIDE)]
    assert all("filter" in loss.trusts for loss in found)
    assert all(abs(loss.largest_ratio - Fraction(3, 2)) < Fraction(1, 10**12) for loss in found)


def test_a_table_of_2300_by_2300_floats_is_held():
    matrix = np.full((SIDE, SIDE), 1 / SIDE)
    matrix[0, :2] = 1.5 / SIDE, 0.5 / SIDE
    loss = privacy_loss(Table.from_arrays(matrix))
    assert loss.largest_ratio == Fraction(1 / SIDE) / Fraction(0.5 / SIDE)
    assert loss.witness.x in (0, 1)


def test_where_all_places_tie_they_are_not_held_together(monkeypatch):
    matrix, kept = np.full((400, 500), 1 / 512), []
    matrix[:, :24] += 1 / 2048
    decide = dpbi.privacy.methods.tables._decide
    monkeypatch.setattr("dpbi.privacy.methods.laid.BLOCK", 1 << 12)
    monkeypatch.setattr(
        "dpbi.privacy.methods.tables._decide",
        lambda laid, p: (kept.append(len(p[0])), decide(laid, p))[1],
    )
    matrix /= matrix.sum(axis=1, keepdims=True)
    assert privacy_loss(Table.from_arrays(matrix)).largest_ratio == 1
    assert max(kept) <= 1 << 12


def test_pairs_that_tie_are_counted_while_they_are_found(monkeypatch):
    laid = Laid.of(Table.from_arrays(np.full((60, 8), 1 / 8), neighbours="all"))
    ordered = 60 * 59
    for most in (ordered, ordered - 1):
        monkeypatch.setattr("dpbi.privacy.methods.excess.MOST_KEPT", most)
        if most == ordered:
            (found,) = excess.Excess(laid, few=0).profile([Fraction(0)], Fraction(1, 10))
            assert found.hi < Fraction(1, 10**10)
        else:
            with pytest.raises(TooLarge, match="pairs that tie"):
                excess.Excess(laid, few=0).profile([Fraction(0)], Fraction(1, 10))


@pytest.mark.parametrize("each", [data.BALL, data.RATIONAL, data.ROW, data.DOUBLE])
def test_each_kind_of_entry_is_counted_in_its_own_bytes(each):
    limit = data.MEMORY // each
    data.check_enumerable("it", limit, each)
    with pytest.raises(
        TooLarge, match=rf"{limit + 1:,} entries \(about 2 GB\).* {limit:,} "
    ) as caught:
        data.check_enumerable("it", limit + 1, each)
    assert caught.value.limit == limit


@pytest.mark.parametrize(
    ("dtype", "each"),
    [("float64", data.DOUBLE), ("float32", data.DOUBLE), ("object", data.RATIONAL)],
)
def test_a_matrix_is_held_up_to_the_memory_that_its_entries_take(monkeypatch, dtype, each):
    entry = Fraction(1, 4) if dtype == "object" else 0.25
    matrix = np.broadcast_to(np.array(entry, dtype=dtype), (6, 4))
    monkeypatch.setattr("dpbi.bayes.data.MEMORY", 24 * each)
    assert Table.from_arrays(matrix).relation.count == 6
    monkeypatch.setattr("dpbi.bayes.data.MEMORY", 24 * each - 1)
    with pytest.raises(TooLarge, match=r"24 entries.*rows are read in turn"):
        Table.from_arrays(matrix)


def test_a_matrix_beyond_memory_is_refused_before_it_is_copied():
    side = 1 + int((data.MEMORY // data.DOUBLE) ** 0.5)
    with pytest.raises(TooLarge, match="table of all laws"):
        Table.from_arrays(np.broadcast_to(np.float64(1 / side), (side, side)))


class Line(dpbi.Exact):
    def __init__(self, count):
        self.count = count

    def datasets(self):
        return range(self.count)

    def neighbours(self, x):
        return [y for y in (x - 1, x + 1) if 0 <= y < self.count]

    def probabilities(self, x):
        return {0: 1}


def test_datasets_and_pairs_are_refused_at_their_own_limits(monkeypatch):
    monkeypatch.setattr("dpbi.privacy.pairs.DATASETS_LIMIT", 10)
    assert len(Pairs(Line(10)).ordered) == 18
    with pytest.raises(TooLarge, match=r"11 datasets, more than the 10 ") as caught:
        Pairs(Line(11))
    assert "GB" not in str(caught.value)  # no number of bytes where memory is not what limits
    monkeypatch.setattr("dpbi.bayes.data.MEMORY", 18 * data.BALL)
    assert len(Pairs(Line(10)).ordered) == 18
    monkeypatch.setattr("dpbi.bayes.data.MEMORY", 18 * data.BALL - 1)
    with pytest.raises(TooLarge, match=r"neighbouring pairs would be 18 entries.* 17 "):
        Pairs(Line(10))
    with pytest.raises(TooLarge, match="neighbouring pairs"):
        Relation.of("it", range(10), [(i, i + 1) for i in range(9)])


def test_two_million_records_are_told_what_the_filter_takes():
    pytest.importorskip("numba")
    with pytest.raises(TooLarge) as caught:
        privacy_loss(mechanism("ehd", prior=(1, 1), n=2_000_000, epsilon=1))
    assert "n is larger than 1,048,576" in str(caught.value)
    assert "2,000,001 datasets, more than the 200,000" in str(caught.value)


def test_a_huge_prior_is_told_that_it_is_the_prior():
    pytest.importorskip("numba")
    small, huge = (mechanism("ehd", prior=(p, 1), n=250_000, epsilon=1) for p in (1, 2**41))
    assert privacy_loss(small).reached
    with pytest.raises(TooLarge, match=r"a prior parameter is outside \[2\*\*-40, 2\*\*40\]"):
        privacy_loss(huge)


def test_many_categories_are_told_how_many_datasets_the_filter_takes():
    pytest.importorskip("numba")
    m = mechanism("ehd", prior=(1,) * 6, n=60, epsilon=1)
    with pytest.raises(TooLarge, match=r"more than 77,672 datasets of 6 categories"):
        privacy_loss(m)


def test_a_law_is_refused_before_the_neighbours_are_measured(monkeypatch):
    """The outputs are known before the first law is made."""
    m = mechanism("ehds", prior=(1, 1), n=2300, epsilon=1)

    def never(*_):
        raise AssertionError("the sensitivities were computed")

    monkeypatch.setattr("dpbi.bayes.sensitivity.all_local", never)
    with pytest.raises(TooLarge, match=r"5,294,601 entries.* 5,000,000 "):
        privacy_profile(m, [65])  # further than the filter goes
