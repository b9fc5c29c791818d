"""Zones against all points of a small lattice: when they are empty, and what is in their trees."""

from fractions import Fraction
from itertools import product

from hypothesis import assume, given
from hypothesis import strategies as st

from dpbi.fields.logsum import LogSums
from dpbi.programs.families import Branch, Family, Knot
from dpbi.programs.masses import Masses
from dpbi.programs.zones import Zone

HALF_LINE = Family("geometric", Fraction(1), False, False)
BOTH_SIDES = Family("discrete_laplace", Fraction(1), False, True)
LINE = Family("laplace", Fraction(1), True, True)
MOST = 6
CONDITIONS = st.tuples(
    st.sampled_from([(1, -1), (-1, 1), (2, -2)]),
    st.sampled_from([(1, 2), (2, 3), (1, 3), (1, 0), (2, 0), (3, 0)]),
    st.integers(-5, 5),
    st.booleans(),
)


def coefficients(signs, places):
    return {i: Fraction(a) for i, a in zip(places, signs, strict=True) if i}


def holds(point, signs, places, constant, strict):
    value = sum(a * point[i - 1] for i, a in coefficients(signs, places).items()) + constant
    return value > 0 if strict else value >= 0


def zone_of(conditions, family=HALF_LINE, least=0, most=MOST):
    """Three noises within bounds, and these conditions; None where the zone is empty."""
    zone = Zone().with_noise(family).with_noise(family).with_noise(family)
    for i in (1, 2, 3):
        zone = zone.bound(i, 0, Fraction(most))
        zone = zone.bound(0, i, Fraction(-least))
    for signs, places, constant, strict in conditions:
        zone = zone and zone.at_least_zero(
            coefficients(signs, places), Fraction(constant), strict=strict
        )
    return zone


def points(conditions):
    lattice = product(range(MOST + 1), repeat=3)
    return [p for p in lattice if all(holds(p, *c) for c in conditions)]


@given(st.lists(CONDITIONS, max_size=5))
def test_a_zone_is_empty_just_where_no_point_is_in_it(conditions):
    assert (zone_of(conditions) is None) == (not points(conditions))


@given(st.lists(CONDITIONS, max_size=5))
def test_the_bounds_of_a_zone_are_attained(conditions):
    zone = zone_of(conditions)
    assume(zone is not None)
    inside = points(conditions)
    for i in (1, 2, 3):
        values = [p[i - 1] for p in inside]
        assert zone.bounds(i) == (min(values), max(values))
        for j in {1, 2, 3} - {i}:
            assert zone.within[i][j] == max(p[i - 1] - p[j - 1] for p in inside)


@given(st.lists(CONDITIONS, max_size=4))
def test_the_probability_of_a_zone_is_that_of_its_points(conditions):
    zone = zone_of(conditions)
    assume(zone is not None)
    forest = zone.forest()
    F = LogSums()
    masses = Masses(F)
    found = F.rational(1)
    for tree in forest:
        found = found * masses.of(tree)
    q = F.exp(F.rational(-1))
    one = (F.rational(1) - q) ** 3
    assert (found - one * sum((q ** sum(p) for p in points(conditions)), F.rational(0))).sign() == 0


@given(st.lists(CONDITIONS, max_size=5))
def test_a_continuous_zone_is_there_where_its_inside_is(conditions):
    """Scaled by 8, what is strictly inside has an integer point if it has any.

    A cycle of at most 4 strict bounds, multiples of 1/2, is longer than 0 just where 8 times its
    length is at least 4.
    """
    inside = [(s, p, 8 * c, True) for s, p, c, _ in conditions]
    fine = zone_of(inside, BOTH_SIDES, 1 - 8 * MOST, 8 * MOST - 1)
    assert (zone_of(conditions, LINE, -MOST) is None) == (fine is None)


@given(
    st.lists(CONDITIONS, max_size=2),
    st.dictionaries(st.integers(1, 3), st.integers(-7, 3), min_size=2),
    st.sampled_from([HALF_LINE, LINE]),
    st.integers(0, 3),
)
def test_bounds_that_are_added_at_once_are_those_added_one_by_one(conditions, ends, family, j):
    zone = zone_of(conditions, family)
    ends = {i: Fraction(c) for i, c in ends.items() if i != j}
    assume(zone is not None and ends)
    one_by_one = zone
    for i, c in ends.items():
        one_by_one = one_by_one and one_by_one.bound(i, j, c)
    assert zone.bound_all(j, ends) == one_by_one


def test_weak_and_strict_bounds_of_continuous_noises_are_one():
    one = zone_of([((1, -1), (1, 2), 0, True)], LINE, -MOST)
    assert one == zone_of([((1, -1), (1, 2), 0, False)], LINE, -MOST)
    assert one.bound(1, 2, Fraction(0)) is None
    assert one.bound(2, 1, Fraction(0)) is not None


def test_three_noises_in_order_are_a_tree_and_three_within_reach_of_each_other_are_a_knot():
    order = [((-1, 1), (1, 2), 0, False), ((-1, 1), (2, 3), 0, False), ((-1, 1), (1, 3), 0, False)]
    (tree,) = zone_of(order).forest()
    assert isinstance(tree.branches[0], Branch)
    cycle = [((-1, 1), (1, 2), 1, False), ((-1, 1), (2, 3), 1, False), ((-1, 1), (1, 3), 1, False)]
    (tree,) = zone_of(cycle).forest()
    (knot,) = tree.branches
    assert isinstance(knot, Knot)
    assert len(knot.trees) == 2


def test_noises_that_move_together_are_one():
    equal = [((1, -1), p, 0, False) for p in ((1, 2), (2, 3))]
    equal += [((-1, 1), p, 0, False) for p in ((1, 2), (2, 3))]
    (tree,) = zone_of(equal).forest()
    assert {(b.lo, b.hi) for b in tree.branches} == {(0, 0)}
    assert len(tree.branches) == 2
