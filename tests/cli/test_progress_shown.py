"""What a terminal shows while a command works."""

import io

from dpbi.cli.options import amount, working
from dpbi.support import progress
from dpbi.support.progress import Advance, counted


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_bar_an_amount_and_the_time_left_are_shown(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr(progress, "OFTEN", 0.0)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm")
    with working("auditing ehds"):
        for item in counted("rows", range(40)):
            assert item >= 0
    assert "auditing ehds ... rows: 39 of 40, 0 s left" in screen.getvalue()


def test_nothing_is_shown_where_there_is_no_terminal(monkeypatch):
    screen = io.StringIO()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr(progress, "OFTEN", 0.0)
    with working("auditing ehds"):
        list(counted("rows", range(40)))
    assert screen.getvalue() == ""


def test_the_time_left_is_in_minutes_where_it_is_long():
    assert amount(Advance("rows", 0, 1200, 1.0)) == "rows: 0 of 1,200"
    assert amount(Advance("rows", 600, 1200, 60.0)) == "rows: 600 of 1,200, 60 s left"
    assert amount(Advance("pairs", 1, 11, 60.0)) == "pairs: 1 of 11, 10 min left"
