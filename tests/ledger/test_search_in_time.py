"""A search ends with its time, even within one evaluation or one operation of it."""

import gc
import sys
import time

import pytest

from dpbi.language import forall
from dpbi.language.words import binomial, over, steps, var, variable
from dpbi.ledger.search import Found, search
from dpbi.support import deadline

K, k = variable("k", "int", 2, None), var("k")
MANY = steps(0, 10**4)
SUM = over("sum", "j", MANY, over("sum", "i", MANY, binomial(k, var("i")))) >= 1
FALSE = forall(k * k <= 10, where=[K])


def test_a_search_ends_within_one_evaluation_of_a_large_formula():
    found = search(forall(SUM, where=[K]), budget=0.5)
    assert (found.tried, found.smallest) == (1, None)  # or this test never ends


@pytest.mark.skipif(not hasattr(deadline.signal, "setitimer"), reason="it takes an alarm")
def test_a_search_that_is_alone_ends_within_one_operation(monkeypatch):
    def endless(*_):
        while True:
            pass

    monkeypatch.setitem(search.__globals__, "margin", endless)
    assert search(FALSE, budget=0.2, alone=True).smallest is None


def test_what_was_found_by_then_is_kept_and_made_smaller_in_the_time():
    found = search(FALSE, budget=2)
    assert found.smallest == {"k": 4}
    assert found.worst["k"] >= 4


def test_a_violation_that_there_is_no_time_to_make_smaller_is_what_is_found(monkeypatch):
    def late(*_):
        raise deadline.OutOfTime

    monkeypatch.setitem(search.__globals__, "smallest_instance", late)
    found = search(FALSE, budget=0.3)
    assert found.smallest == found.worst is not None


def test_a_limit_within_a_limit_ends_no_later_than_the_outer_one():
    with deadline.limited(-1):
        with deadline.limited(60):
            deadline.not_late()
            pytest.fail("it was late")
        pytest.fail("it went on")
    deadline.not_late()


def test_what_listens_to_the_garbage_collector_is_not_interrupted_and_the_work_ends(monkeypatch):
    """Python drops what is raised there: the time would be over and nobody would know."""
    monkeypatch.setattr(deadline, "GRACE", 0.1)
    ended = []

    def listens(phase, _):
        if phase == "start" and not ended:
            start = time.monotonic()
            while time.monotonic() < start + 0.3:
                pass
            ended.append(phase)

    gc.callbacks.append(listens)
    try:
        with deadline.limited(0, anywhere=True):
            gc.collect()
            while True:
                pass
    finally:
        gc.callbacks.remove(listens)
    assert ended == ["start"]


class Slow:
    """Its finaliser takes longer than the time that the work has."""

    def __init__(self, told):
        self.told = told

    def __del__(self):
        start = time.monotonic()
        while time.monotonic() < start + 0.3:
            pass
        self.told.append("not interrupted")


@pytest.mark.skipif(not hasattr(deadline.signal, "setitimer"), reason="it takes an alarm")
def test_an_alarm_that_rings_in_a_finaliser_is_no_warning_and_rings_again(monkeypatch):
    monkeypatch.setattr(deadline, "GRACE", 0.1)
    before, told = sys.unraisablehook, []
    with deadline.limited(0, anywhere=True):
        Slow(told)
        gc.collect()
        while True:
            pass
    assert (told, sys.unraisablehook) == ([], before)


def test_other_errors_of_finalisers_are_told_meanwhile(monkeypatch):
    told = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)

    class Broken:
        def __del__(self):
            raise ValueError

    with deadline.dropping(deadline.OutOfTime):
        Broken()
        gc.collect()
    assert [dropped.exc_type for dropped in told] == [ValueError]


def test_what_the_clock_makes_of_hypothesis_ends_a_search_and_is_no_error(monkeypatch):
    """An alarm in the middle of a draw looks to it like a strategy that draws otherwise."""

    def ended(_formula, found, *_):
        found.worst = {"k": 4}
        raise search.__globals__["hypothesis"].errors.FlakyStrategyDefinition("drew less")

    monkeypatch.setitem(search.__globals__, "_climbing", ended)
    assert search(FALSE, budget=1e-6).smallest == {"k": 4}
    with pytest.raises(search.__globals__["hypothesis"].errors.FlakyStrategyDefinition):
        search(FALSE, budget=600)


def test_the_examples_of_a_round_that_has_to_stop_are_not_drawn(monkeypatch):
    drawn = []
    monkeypatch.setitem(search.__globals__, "_consider", lambda *_: drawn.append(0))
    search.__globals__["_climbing"](FALSE, Found(), 0, lambda: len(drawn) >= 7)
    assert len(drawn) == 7


def test_a_violation_is_made_smaller_in_a_variable_with_a_name_of_its_own():
    u = forall(var("u") < 3, where=[variable("u", "rational", "0", None, "(]")])
    g = forall(var("g") ** 2 < 50, where=[variable("g", "int", 0, None)])
    assert search(u, tries=100).smallest == {"u": 3}
    assert search(g, tries=100).smallest == {"g": 8}
