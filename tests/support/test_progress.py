"""Who listens is told how far long work is, who does not pays nothing; an interrupt ends it all."""

import threading

import pytest

import dpbi
from dpbi.support import progress
from dpbi.support.progress import Advance, Stage, counted, watching


@pytest.fixture(autouse=True)
def every_step(monkeypatch):
    """No step waits for a clock."""
    monkeypatch.setattr(progress, "OFTEN", 0.0)


def test_every_step_is_told_and_the_items_are_those_given():
    said = []
    with watching(said.append):
        assert list(counted("letters", "abcd")) == list("abcd")
    assert [(p.stage, p.done, p.total) for p in said] == [("letters", d, 4) for d in range(4)]


def test_nobody_is_told_outside():
    said = []
    with watching(said.append):
        pass
    assert list(counted("letters", "ab")) == ["a", "b"]
    assert said == []


def test_the_time_left_is_that_of_the_steps_left_at_this_pace():
    assert Advance("x", 0, 10, 1.0).seconds_left is None
    assert Advance("x", 4, 10, 2.0).seconds_left == 3.0


def test_no_more_steps_are_told_than_there_are():
    said = []
    with watching(said.append):
        Stage("x", 3).tell(5)
    assert [(p.done, p.total) for p in said] == [(3, 3)]


def test_an_error_of_the_listener_ends_the_question():
    class Enough(Exception):
        pass

    def stop(p):
        raise Enough

    m = dpbi.mechanism("ehds", prior=(1, 1), n=60, epsilon=1)
    with pytest.raises(Enough), watching(stop):
        dpbi.privacy_loss(m)


def of(name, n):
    return dpbi.mechanism(name, prior=(1, 1), n=n, epsilon=1)


@pytest.mark.parametrize(
    ("stage", "ask"),
    [
        ("rows", lambda: dpbi.privacy_loss(of("ehds", 99))),
        ("pairs", lambda: dpbi.privacy_profile(of("ehds", 99), [1])),
        ("pairs", lambda: dpbi.privacy_loss(coin())),
        ("laws", lambda: dpbi.privacy_profile(coin(), [0])),
        ("releases", lambda: dpbi.error_law(of("ehd", 9), (4, 5))),
        ("bisection", lambda: dpbi.calibrate(of("ehd", 2), 1)),
    ],
)
def test_long_questions_say_how_far_they_are(stage, ask):
    pytest.importorskip("numba")
    said = []
    with watching(said.append):
        ask()
    assert stage in {p.stage for p in said}
    assert all(0 <= p.done <= p.total for p in said)


def coin():
    class Coin:
        epsilon = 1

        def datasets(self):
            return [0, 1]

        def neighbours(self, x):
            return [1 - x]

        def log_weights(self, x, F):
            return {0: F.rational(x), 1: F.rational(1)}

    return Coin()


def test_an_interrupt_in_one_thread_ends_the_others():
    pytest.importorskip("numba")
    from dpbi.privacy.filter.tables import in_spans

    main, entered, done = threading.get_ident(), threading.Event(), []

    def task(first, last):
        if threading.get_ident() == main:
            entered.wait(60)
            raise KeyboardInterrupt
        entered.set()
        done.append(first)
        waiting.wait(0.01)

    waiting = threading.Event()
    spans = [(i, i + 1) for i in range(100_000)]
    with pytest.raises(KeyboardInterrupt):
        in_spans(task, spans, 2)
    before = len(done)
    threading.Event().wait(0.2)
    assert len(done) <= before + 1
    assert before < len(spans)


def test_spans_are_short_where_rows_are_long_and_many_enough_for_two_threads():
    """The work of one compiled call does not grow with n: an interrupt is seen soon."""
    pytest.importorskip("numba")
    from dpbi.privacy.filter.line import span_length

    for n in (1, 100, 3000, 15_000, 2**17, 2**20):
        for rows in (1, n // 2 + 1, n + 1):
            length = span_length(rows, n)
            assert 1 <= length * (n + 1) <= 2**26
            assert rows < 1500 or rows / length >= 12
