"""Exact global and local sensitivity, held against a comparison of all pairs written again."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpbi


def replaced(x, values):
    return [(*x[:i], v, *x[i + 1 :]) for i in range(len(x)) for v in values if v != x[i]]


def query_of(answers, edges):
    """A query from its answers and its edges, as they are listed."""
    near = {i: [] for i in range(len(answers))}
    for i, j in edges:
        near[i].append(j)
    return dpbi.query(datasets=range(len(answers)), neighbours=lambda x: near[x])(
        lambda x: answers[x]
    )


NUMBERS = st.integers(-9, 9) | st.fractions(-3, 3, max_denominator=6) | st.floats(-4, 4)


@st.composite
def graphs(draw, size=6, numbers=NUMBERS, dimension=3):
    """(answers, edges): a small graph whose edges are listed one way, or both."""
    count, length = draw(st.integers(2, size)), draw(st.integers(1, dimension))
    vector = st.lists(numbers, min_size=length, max_size=length)
    answers = draw(st.lists(vector, min_size=count, max_size=count))
    places = st.integers(0, count - 1)
    edges = draw(st.lists(st.tuples(places, places), min_size=1, max_size=3 * count))
    return answers, [*edges, (0, count - 1)]


def squared(a, b, norm):
    """||a - b||^2 by the definition."""
    parts = [abs(Fraction(u) - Fraction(v)) for u, v in zip(a, b, strict=True)]
    if norm == "l2":
        return sum((p * p for p in parts), Fraction(0))
    return (sum(parts, Fraction(0)) if norm == "l1" else max(parts)) ** 2


def locals_by_hand(answers, edges, norm):
    """[(LS^2, first neighbour that attains it)] over all ordered pairs."""
    adjacent = {(i, j) for i, j in edges if i != j} | {(j, i) for i, j in edges if i != j}
    found = []
    for i in range(len(answers)):
        near = [j for j in range(len(answers)) if (i, j) in adjacent]
        far = [squared(answers[i], answers[j], norm) for j in near]
        found.append((max(far), near[far.index(max(far))]) if near else (Fraction(0), None))
    return found


@given(graphs(), st.sampled_from(["l1", "l2", "linf"]))
def test_local_and_global_sensitivity_are_those_of_a_comparison_of_all_pairs(graph, norm):
    answers, edges = graph
    s = dpbi.sensitivity(query_of(answers, edges), norm=norm)
    expected = locals_by_hand(answers, edges, norm)
    assert [(s.local(i).value.square, s.local(i).y) for i in range(len(answers))] == expected
    most = max(square for square, _ in expected)
    assert s.value.square == most
    x, y = s.pair
    assert squared(answers[x], answers[y], norm) == most
    assert x == next(i for i, (q, j) in enumerate(expected) if q == most and j is not None)


@given(graphs())
def test_the_norms_are_ordered_as_norms_are(graph):
    answers, edges = graph
    q = query_of(answers, edges)
    l1, l2, linf = (dpbi.sensitivity(q, norm=norm).value for norm in ("l1", "l2", "linf"))
    assert linf <= l2 <= l1
    assert l1.square <= len(answers[0]) * l2.square
    if len(answers[0]) == 1:
        assert l1 == l2 == linf


@given(graphs())
def test_listing_pairs_one_way_or_both_ways_changes_nothing_but_the_count_of_those_listed_so(graph):
    answers, edges = graph
    one = dpbi.sensitivity(query_of(answers, edges))
    both = dpbi.sensitivity(query_of(answers, [*edges, *((j, i) for i, j in edges)]))
    assert (one.value, one.pair) == (both.value, both.pair)
    assert one.counted[:2] == both.counted[:2]
    assert both.counted[2] == 0
    assert one.counted[2] == len({(i, j) for i, j in edges if i != j and (j, i) not in edges})


def test_a_count_has_sensitivity_one_and_a_median_that_of_the_range():
    tables = list(product(range(4), repeat=3))
    declare = dpbi.query(datasets=tables, neighbours=lambda x: replaced(x, range(4)))
    assert dpbi.sensitivity(declare(lambda x: sum(v == 2 for v in x))).value == 1
    median = dpbi.sensitivity(declare(lambda x: sorted(x)[1]))
    assert (median.value, median.pair) == (3, ((0, 0, 3), (0, 3, 3)))
    for x in tables:
        a, b, c = sorted(x)
        assert median.local(x).value == max(c - b, b - a)  # Nissim et al. 2007, section 3.1


def test_a_histogram_moves_two_cells():
    @dpbi.query(datasets=["ab", "aa", "bb"], neighbours="line")
    def cells(x):
        return np.array([x.count("a"), x.count("b")])

    found = {norm: dpbi.sensitivity(cells, norm=norm).value for norm in ("l1", "l2", "linf")}
    assert found == {"l1": 4, "l2": dpbi.Size.of("sqrt(8)"), "linf": 2}
    near = dpbi.sensitivity(cells).local("ab")
    assert (near.value, near.y) == (2, "aa")


def test_a_float_is_the_binary_number_that_it_is():
    @dpbi.query(datasets=[0, 1], neighbours="all")
    def tenth(x):
        return 0.1 * x

    found = dpbi.sensitivity(tenth)
    assert found.value.exact == Fraction(0.1) != Fraction(1, 10)
    assert not found.at_most("1/10")
    assert found.trusts == ("exact arithmetic", "exact binary")


@pytest.mark.parametrize(
    "number",
    [
        np.float32(0.1),
        np.float64(0.1),
        np.float16(0.1),
        np.longdouble("0.1"),
        np.int8(-3),
        np.array(2.5),
        Fraction(-2, 7),
        5e-324,
        -0.0,
    ],
    ids=repr,
)
def test_numbers_of_every_usual_type_are_exact(number):
    @dpbi.query(datasets=[0, 1], neighbours="all")
    def answer(x):
        return number if x else 0

    plain = number[()] if isinstance(number, np.ndarray) else number
    ratio = plain.as_integer_ratio() if hasattr(plain, "as_integer_ratio") else (int(plain), 1)
    expected = Fraction(*map(int, ratio))
    assert dpbi.sensitivity(answer).value == abs(expected)


def test_answers_too_large_for_doubles_are_compared_exactly():
    @dpbi.query(datasets=range(3), neighbours="line")
    def tower(x):
        return [10**400 * x, x]

    assert dpbi.sensitivity(tower, norm="linf").value == 10**400
    l2 = dpbi.sensitivity(tower, norm="l2").value
    assert l2 > 10**400
    assert l2 < 10**400 + 1
    assert "e400" in str(l2)


@given(st.fractions(0, 50, max_denominator=40), st.fractions(0, 50, max_denominator=40))
def test_sizes_are_ordered_by_their_squares_and_enclosed(p, q):
    a, b = dpbi.Size(p), dpbi.Size(q)
    assert (a < b, a == b, a > b) == (p < q, p == q, p > q)
    assert a.lo**2 <= p <= a.hi**2
    assert a.hi - a.lo <= Fraction(1, 2**100)
    assert (a <= q) == (p <= q * q)
    assert a >= -q
    assert (a == q) == (p == q * q)
    if a.exact is not None:
        assert a.exact**2 == p
        assert a == a.exact
        assert hash(a) == hash(a.exact)
    assert dpbi.Size.of(a.text) == a
    assert math.isclose(float(a), math.sqrt(p))


@pytest.mark.parametrize("text", ["sqrt(2)", "1/2", "0.3", "0", " sqrt( 1/4 ) ", 3, "1e-3"])
def test_a_bound_is_written_as_a_number_or_a_root(text):
    size = dpbi.Size.of(text)
    plain = str(text).strip()
    inside = plain.removeprefix("sqrt(").removesuffix(")").strip()
    assert size.square == (Fraction(inside) if "sqrt" in plain else Fraction(plain) ** 2)


@pytest.mark.parametrize(
    "wrong", [0.5, "-1", "sqrt(-2)", "ln(2)", "sqrt()", None, "x", True, "nan"]
)
def test_a_bound_that_is_no_exact_number_is_refused(wrong):
    with pytest.raises(dpbi.DpbiError):
        dpbi.Size.of(wrong)


def test_a_bare_function_is_asked_over_the_datasets_of_a_mechanism():
    m = dpbi.mechanism("ehd", prior=(1, 1), n=4, epsilon=1)
    assert dpbi.sensitivity(lambda x: x[0], over=m).value == 1
    assert dpbi.sensitivity(list, over=m).value == 2
    assert dpbi.sensitivity(list, over=m, norm="l2").value == dpbi.Size.of("sqrt(2)")


def test_a_class_and_an_object_of_it_are_the_same_query():
    class Twice:
        def datasets(self):
            return range(4)

        def neighbours(self, x):
            return [x + 1] if x < 3 else []

        def query(self, x):
            return 2 * x

    for q in (Twice, Twice()):
        found = dpbi.sensitivity(q)
        assert (found.value, found.counted) == (2, (4, 6, 3))


def test_a_dataset_without_neighbours_has_local_sensitivity_zero_and_nobody_who_attains_it():
    found = dpbi.sensitivity(query_of([[0], [5], [9]], [(0, 1)])).local(2)
    assert (found.value, found.y) == (0, None)
    assert "no neighbours" in repr(found)


def test_the_words_line_and_all_are_the_relations_that_they_name():
    answers = [0, 3, 1, 7]
    line = dpbi.query(datasets=range(4), neighbours="line")(answers.__getitem__)
    every = dpbi.query(datasets=range(4), neighbours="all")(answers.__getitem__)
    assert [sorted(line.neighbours(i)) for i in range(4)] == [[1], [0, 2], [1, 3], [2]]
    assert [sorted(every.neighbours(i)) for i in (0, 2)] == [[1, 2, 3], [0, 1, 3]]
    for q, value in ((line, 6), (every, 7)):
        listed = {i: list(q.neighbours(i)) for i in range(4)}
        again = dpbi.query(datasets=range(4), neighbours=listed.get)(answers.__getitem__)
        assert dpbi.sensitivity(q).value == dpbi.sensitivity(again).value == value
        assert dpbi.sensitivity(q).counted == dpbi.sensitivity(again).counted
