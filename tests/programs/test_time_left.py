"""A process that needs its answer in time shares what is left among the walks of a program."""

import pytest

from dpbi.programs.explorer import Budget
from dpbi.support import deadline


@pytest.fixture(autouse=True)
def unlimited():
    yield
    deadline._ends.clear()


def test_without_a_limit_a_walk_has_its_own_seconds():
    budget = Budget(paths=100, seconds=300)
    assert budget.shared(6) is budget


def test_half_of_what_is_left_is_shared_among_the_walks_to_come():
    deadline.ends_in(60)
    found = Budget(paths=100, seconds=300).shared(6)
    assert found.paths == 100
    assert 0 <= found.seconds <= 60 / 2 / 6  # as much as is left, however slow the machine


def test_a_walk_never_has_more_than_its_own_seconds():
    deadline.ends_in(10**9)
    assert Budget(paths=100, seconds=300).shared(6).seconds == 300
