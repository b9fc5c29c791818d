"""The warm process of planted bugs: it notices, it says what it cannot, nothing stays planted."""

import os
import signal
from pathlib import Path

import hot
import pytest

LEVELS = "tests/fields/test_level.py"
READ = f"{LEVELS}::test_a_level_is_read_from_the_forms_that_people_write"


@pytest.fixture(scope="module")
def server():
    warm = hot.Server([LEVELS, "tests/accuracy/test_comparisons.py"])
    yield warm
    warm.close()


def change(file, old, new):
    assert (Path(hot.ROOT) / "dpbi" / file).read_text(encoding="utf-8").count(old) == 1
    return file, old, new


SIGN = ("fields/level.py", "return (value > 0) - (value < 0)", "return (value < 0) - (value > 0)")


def test_a_bug_is_noticed_and_is_gone_for_the_next_question(server):
    assert server.ask(None, [LEVELS]).failed is None
    noticed = server.ask(change(*SIGN), [LEVELS])
    assert noticed.failed.startswith(LEVELS)
    assert noticed.ran >= 1
    assert server.ask(None, [LEVELS]).failed is None
    assert server.ask(change(*SIGN), [noticed.failed]).ran == 1


def test_what_changes_nothing_is_not_noticed(server):
    file, old, _ = SIGN
    same = server.ask((file, old, "return (value > 0) - (0 > value)"), [LEVELS])
    assert (same.cold, same.failed, same.broken) == (None, None, None)


def test_what_runs_at_import_needs_a_copy(server):
    constant = change("fields/level.py", "_LONGEST = 400", "_LONGEST = 401")
    assert server.ask(constant, [LEVELS]).cold


def test_a_module_that_is_imported_later_is_imported_with_the_bug(server):
    test = ["tests/accuracy/test_comparisons.py"]
    assert server.ask(None, test).failed is None
    first = ("accuracy/comparison.py", "from __future__ import annotations", "raise ImportError")
    broken = server.ask(first, test)
    assert broken.cold or broken.failed or broken.broken


def test_a_test_that_is_not_there_is_told_apart_from_one_that_is_green(server):
    assert server.ask(None, ["tests/fields/test_level.py::test_nothing"]).broken


def test_a_child_that_is_ended_is_no_catch(server):
    ending = f"import os; os.kill(os.getpid(), {int(signal.SIGKILL)})"
    answer = server.ask((*SIGN[:2], ending), [LEVELS])
    assert answer.failed is None
    assert "ended" in answer.broken


def test_the_server_leaves_no_process(server):
    more = hot.Server([LEVELS])
    child = more._process.pid
    more.ask(None, [READ])
    more.close()
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
