"""Counts, neighbours and their enumeration, against records."""

from itertools import islice

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import datasets as some_dataset

from dpbi.bayes import data
from dpbi.errors import DpbiError, InvalidValue, TooLarge, WrongCounts

SMALL = [(n, k) for k in (2, 3, 4) for n in (1, 2, 3)]


@pytest.mark.parametrize(("n", "k"), SMALL)
def test_datasets_are_the_counts_of_all_record_sequences_in_order(n, k):
    listed = list(data.datasets(n, k))
    assert listed == sorted(oracle.datasets(n, k))
    assert len(listed) == data.number_of_datasets(n, k)


@pytest.mark.parametrize(("n", "k"), SMALL)
def test_neighbours_are_what_replacing_one_record_leads_to(n, k):
    for x in data.datasets(n, k):
        reached = list(data.neighbours(x))
        assert sorted(reached) == oracle.neighbours(x)
        assert len(set(reached)) == len(reached)


@pytest.mark.parametrize(("n", "k"), SMALL)
def test_every_unordered_pair_comes_once_and_both_directions_when_asked(n, k):
    once = list(data.neighbouring_pairs(n, k))
    both = list(data.neighbouring_pairs(n, k, ordered=True))
    assert len(once) == data.number_of_pairs(n, k) == len({frozenset(p) for p in once})
    assert set(both) == oracle.related_by_records(n, k)
    assert both == [pair for x, y in once for pair in ((x, y), (y, x))]


@pytest.mark.parametrize(("n", "k"), [(3, 2), (2, 3)])
def test_distance_is_the_fewest_replaced_records(n, k):
    for x in data.datasets(n, k):
        for y in data.datasets(n, k):
            assert data.distance(x, y) == oracle.hamming_by_records(x, y) == oracle.distances(x)[y]


def test_enumeration_streams():
    first = list(islice(data.neighbouring_pairs(10**6, 3), 3))
    assert first[0] == ((0, 0, 10**6), (1, 0, 10**6 - 1))


@given(st.integers(2, 4).flatmap(some_dataset))
def test_counts_are_taken_as_they_are_and_as_text(x):
    assert data.counts(x) == x == data.counts([str(c) for c in x], n=sum(x), k=len(x))


@pytest.mark.parametrize(
    ("values", "needs", "sentence"),
    [
        ((1,), {}, "at least two categories"),
        ((0, 0), {}, "at least one record"),
        ((-1, 2), {}, "cannot be negative"),
        ((1, 2), {"k": 3}, "the prior has 3 parameters"),
        ((1, 2), {"n": 4}, "they sum to 3"),
    ],
)
def test_wrong_counts_are_refused_in_one_sentence(values, needs, sentence):
    with pytest.raises(WrongCounts, match=sentence) as caught:
        data.counts(values, **needs)
    assert caught.value.counts == values


@pytest.mark.parametrize("value", [1.5, True, "1.5", None, "x"])
def test_a_count_is_a_whole_number(value):
    with pytest.raises(DpbiError):
        data.counts((value, 1))


@pytest.mark.parametrize("value", [7.0, 1.5, float("nan"), True, "1.5", None])
def test_what_is_no_whole_number_is_told_to_be_one_and_not_to_be_written_as_text(value):
    with pytest.raises(InvalidValue, match=r"is refused: write a whole number$"):
        data.counts((value, 13))


@pytest.mark.parametrize(("n", "k"), [(-1, 2), (3, 0), (2.0, 2), (True, 2), ("x", 2)])
def test_sizes_that_no_dataset_has_are_refused(n, k):
    for function in (data.datasets, data.number_of_datasets):
        with pytest.raises(InvalidValue):
            function(n, k)


def test_an_enumeration_that_would_not_fit_says_how_large_it_would_be():
    with pytest.raises(TooLarge, match=r"10,000,001 entries \(about 4 GB\)") as caught:
        data.check_enumerable("the law", 10**7 + 1)
    assert caught.value.count == 10**7 + 1
