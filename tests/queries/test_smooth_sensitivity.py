"""Smooth sensitivity, held against its definition with distances by Floyd and Warshall."""

from fractions import Fraction
from math import inf

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from mpmath import mp, mpf

import dpbi
from dpbi.fields import level as read_level
from dpbi.queries.rules import ByFactor, ByTerm, sign_of

mp.dps = 60
BETAS = ["0", "1/4", "1", "3", "ln(2)", "ln(3)/2", "1/7 + ln(2)", "1/1000"]
GAMMAS = ["0", "1/3", "1", "7"]


@st.composite
def lines_and_more(draw):
    """(answers, edges), mostly with many ties; some datasets cannot be reached."""
    count = draw(st.integers(2, 7))
    answers = draw(st.lists(st.sampled_from([0, 0, 1, 2, 4, 8]), min_size=count, max_size=count))
    places = st.integers(0, count - 1)
    edges = draw(st.lists(st.tuples(places, places), min_size=0, max_size=2 * count))
    return answers, [*edges, (0, 1)]


def query_of(answers, edges):
    near = {i: [j for a, j in edges if a == i] for i in range(len(answers))}
    return dpbi.query(datasets=range(len(answers)), neighbours=near.get)(answers.__getitem__)


def distances(count, edges):
    """All distances, by Floyd and Warshall."""
    d = [[0 if i == j else inf for j in range(count)] for i in range(count)]
    for i, j in edges:
        if i != j:
            d[i][j] = d[j][i] = 1
    for k in range(count):
        for i in range(count):
            for j in range(count):
                d[i][j] = min(d[i][j], d[i][k] + d[k][j])
    return d


def level(text):
    """A beta such as ln(2)+1/7 in mpmath."""
    total = mpf(0)
    for part in text.split(" + "):
        top, _, bottom = part.partition("/")
        log = top.startswith("ln(")
        number = mp.log(int(top[3:-1])) if log else mpf(int(top))
        total += number / int(bottom or 1)
    return total


def exponential_by_hand(answers, edges, beta):
    """[(S(x), the nearest and first y that attains it, their distance)] in 60 digits."""
    d, found = distances(len(answers), edges), []
    local = locals_of(answers, edges)
    for i in range(len(answers)):
        offers = [
            (local[j] * mp.exp(-beta * d[i][j]), -d[i][j], -j)
            for j in range(len(answers))
            if d[i][j] < inf and local[j]
        ]
        if not offers:
            found.append((mpf(0), None, None))
            continue
        most = max(offers)[0]
        tied = max(o[1:] for o in offers if abs(o[0] - most) < mpf(10) ** -40)
        found.append((most, -tied[1], -tied[0]))
    return found


def locals_of(answers, edges):
    near = {(i, j) for i, j in edges if i != j} | {(j, i) for i, j in edges if i != j}
    places = range(len(answers))
    return [
        max([abs(answers[i] - answers[j]) for j in places if (i, j) in near], default=0)
        for i in places
    ]


@given(lines_and_more(), st.sampled_from(BETAS))
def test_exponential_smooth_sensitivity_is_its_definition(graph, beta):
    answers, edges = graph
    s = dpbi.sensitivity(query_of(answers, edges))
    for i, (value, source, far) in enumerate(exponential_by_hand(answers, edges, level(beta))):
        found = s.smooth(i, beta=beta)
        assert (found.source, found.distance) == (source, far)
        assert found.hi - found.lo <= Fraction(1, 2**100)
        middle = mpf(found.lo.numerator) / found.lo.denominator
        assert abs(middle - value) < mpf(10) ** -30
        if found.exact is not None:
            assert found.lo == found.exact == found.hi


@given(lines_and_more(), st.sampled_from(GAMMAS))
def test_harmonic_smooth_sensitivity_is_its_definition_exactly(graph, gamma):
    answers, edges = graph
    s = dpbi.sensitivity(query_of(answers, edges))
    d, local, step = distances(len(answers), edges), locals_of(answers, edges), Fraction(gamma)
    for i in range(len(answers)):
        offers = [
            (1 / Fraction(local[j]) + step * d[i][j], d[i][j], j)
            for j in range(len(answers))
            if d[i][j] < inf and local[j]
        ]
        found = s.smooth(i, gamma=gamma)
        if not offers:
            assert (found.exact, found.source, found.distance) == (0, None, None)
            continue
        least, far, source = min(offers)
        assert (found.exact, found.source, found.distance) == (1 / least, source, far)


@given(lines_and_more(), st.sampled_from(BETAS[1:]), st.sampled_from(GAMMAS))
def test_it_is_at_least_local_at_most_global_and_smooth_along_every_edge(graph, beta, gamma):
    answers, edges = graph
    s = dpbi.sensitivity(query_of(answers, edges))
    e, h = s.smoothed(beta=beta), s.smoothed(gamma=gamma)
    for i, local in enumerate(locals_of(answers, edges)):
        assert local <= e[i].hi
        assert e[i].lo <= s.value.exact
        assert local <= h[i].exact <= s.value.exact
    for i, j in edges:
        factor = mp.exp(level(beta))
        assert mpf(float(e[i].lo)) <= factor * mpf(float(e[j].hi)) * (1 + mpf(2) ** -50)
        if h[i].exact:
            assert h[j].exact > 0
            assert abs(1 / h[i].exact - 1 / h[j].exact) <= Fraction(gamma) or i == j


def test_what_cannot_be_reached_is_infinitely_far():
    s = dpbi.sensitivity(query_of([0, 1, 0, 100], [(0, 1), (2, 3)]))
    assert s.value == 100
    for form in ({"beta": 0}, {"gamma": 0}):
        assert [s.smooth(i, **form).exact for i in range(4)] == [1, 1, 100, 100]


def test_without_loss_on_the_way_it_is_the_global_sensitivity_of_what_is_connected():
    s = dpbi.sensitivity(query_of([0, 1, 3, 3, 3], [(0, 1), (1, 2), (2, 3), (3, 4)]))
    assert {s.smooth(i, beta=0).exact for i in range(5)} == {2}
    assert s.smooth(4, beta=0).source == 2  # of two that attain it, the nearest


def test_a_root_is_smoothed_without_being_rounded_first():
    answers = [[0, 0], [1, 1], [1, 1], [2, 2]]
    near = dpbi.query(datasets=range(4), neighbours="line")(answers.__getitem__)
    s = dpbi.sensitivity(near, norm="l2")
    found = s.smooth(1, gamma=1)
    assert s.value == dpbi.Size.of("sqrt(2)")
    assert found.lo < found.hi
    assert found.exact is None
    assert float(found) == pytest.approx(2**0.5)
    assert s.smooth(0, gamma=1).source == 0


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "beta is missing"),
        ({"beta": 1, "gamma": 1}, "beta asks for the exponential form already"),
        ({"beta": 0.25}, "binary float"),
        ({"beta": -1}, "must be >= 0"),
        ({"gamma": "-1/2"}, "must be >= 0"),
        ({"gamma": "ln(2)"}, "write an integer"),
        ({"beta": "x"}, "beta"),
    ],
)
def test_a_form_is_asked_for_by_one_exact_number(given, sentence):
    s = dpbi.sensitivity(query_of([0, 1], [(0, 1)]))
    with pytest.raises(dpbi.DpbiError, match=sentence):
        s.smooth(0, **given)


POSITIVE = st.fractions("1/30", 20, max_denominator=30)


@given(POSITIVE, POSITIVE, st.integers(-6, 6), st.sampled_from(BETAS))
@example(Fraction(4), Fraction(1), 1, "ln(2)")  # 2 e^(-ln 2) = 1: a tie
@example(Fraction(27), Fraction(1), 3, "ln(3)/2")
def test_which_of_two_offers_is_better_is_certain_exponential(p, q, k, beta):
    order = ByFactor(read_level("beta", beta)).order(p, q, k)
    gap = mp.log(mpf(p.numerator) / p.denominator) - mp.log(mpf(q.numerator) / q.denominator)
    gap -= 2 * level(beta) * k
    assert order == (0 if abs(gap) < mpf(10) ** -50 else 1 if gap > 0 else -1)
    assert ByFactor(read_level("beta", beta)).order(q, p, -k) == -order


@given(POSITIVE, POSITIVE, st.integers(-6, 6), st.sampled_from(GAMMAS))
@example(Fraction(1), Fraction(9, 16), 1, "1/3")  # 1 + 1/3 = 4/3: a tie
@example(Fraction(4), Fraction(9, 16), -1, "1/3")
def test_which_of_two_offers_is_better_is_certain_harmonic(p, q, k, gamma):
    order = ByTerm(Fraction(gamma)).order(p, q, k)
    gap = mp.sqrt(mpf(q.denominator) / q.numerator) - mp.sqrt(mpf(p.denominator) / p.numerator)
    gap -= mpf(Fraction(gamma).numerator) / Fraction(gamma).denominator * k
    assert order == (0 if abs(gap) < mpf(10) ** -50 else 1 if gap > 0 else -1)


@given(st.integers(0, 30), st.integers(0, 30), st.integers(-8, 8))
def test_a_sum_of_roots_is_told_from_zero_exactly(u, v, c):
    gap = mp.sqrt(u) + c - mp.sqrt(v)
    expected = 0 if abs(gap) < mpf(10) ** -50 else 1 if gap > 0 else -1
    assert sign_of(Fraction(u), Fraction(v), Fraction(c)) == expected


def test_a_tie_of_powers_is_a_tie_and_goes_to_the_nearest():
    s = dpbi.sensitivity(query_of([0, 1, 1, 3], [(0, 1), (1, 2), (2, 3)]))
    near = s.smooth(1, beta="ln(2)")  # 1 at distance 0, and 2 at distance 1: exactly as good
    assert (near.exact, near.source, near.distance) == (1, 1, 0)
    assert s.smooth(1, beta="0.693147").source == 2
    assert s.smooth(1, beta="0.693148").source == 1


@given(lines_and_more())
def test_a_query_times_ten_is_ten_times_as_sensitive(graph):
    answers, edges = graph
    one = dpbi.sensitivity(query_of(answers, edges))
    ten = dpbi.sensitivity(query_of([10 * a for a in answers], edges))
    assume(one.value.exact)
    assert ten.value.exact == 10 * one.value.exact
    for i in range(len(answers)):
        a, b = one.smooth(i, beta="1/4"), ten.smooth(i, beta="1/4")
        assert b.source == a.source
        assert b.lo <= 10 * a.hi
        assert 10 * a.lo <= b.hi
