"""What is computed once for all runs is what is computed again, and it is not computed twice."""

import math
from itertools import product

import pytest
from examples import programs

import dpbi
from dpbi.programs import answers
from dpbi.programs.zones import Zone


def fresh(name):
    """The same program, of which nothing is known."""
    made = getattr(programs, name)
    return dpbi.program(datasets=made.datasets(), neighbours="all")(made.walker.function)


@pytest.mark.parametrize("name", ["vote", "largest", "svt", "svt_without_cutoff", "hist"])
def test_a_law_is_the_same_where_nothing_is_kept(name, monkeypatch):
    laws = {x: fresh(name).law(x) for x in fresh(name).datasets()}
    monkeypatch.setattr(answers, "MOST_BOUNDS", -1)
    made = fresh(name)
    assert {x: made.law(x) for x in made.datasets()} == laws


def test_a_second_walk_computes_no_zone_again(monkeypatch):
    walker = fresh("svt").walker
    first = walker.explore((0, 1, 1))

    def never(*_):
        raise AssertionError("a zone is computed again")

    for name in ("with_noise", "bound_all", "forest"):
        monkeypatch.setattr(Zone, name, never)
    again = walker.explore((0, 1, 1), last=True)
    assert set(again.paths) == set(first.paths)
    with pytest.raises(dpbi.DpbiError, match="computed again"):
        walker.explore((1, 1, 1))


def test_questions_that_differ_in_one_number_or_in_strictness_have_answers_of_their_own():
    @dpbi.program(datasets=list(product((0, 1), repeat=2)), neighbours="all")
    def asked(x, rng):
        z = rng.discrete_laplace(1)
        return z >= x[0] if x[1] else z > x[0]

    chances = {x: asked.law(x)[True].lo for x in asked.datasets()}
    assert chances[0, 1] > chances[0, 0] == chances[1, 1] > chances[1, 0]


def test_a_noise_of_another_law_is_another_noise():
    @dpbi.program(datasets=range(3), neighbours="all")
    def drawn(x, rng):
        draw = (rng.laplace, rng.exponential, rng.geometric)[x]
        return math.floor(draw(1) / 2) >= 0

    assert len(drawn.law(0)) == 2
    assert drawn.law(1).keys() == drawn.law(2).keys() == {True}
