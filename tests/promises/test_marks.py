"""The dp_audit mark: no marked test passes without an audit."""

import pytest
from checked import SOURCE

import dpbi.promises.asserting  # loaded once, as numpy cannot be loaded by each inner run

PROMISES = dpbi.promises.asserting.PROMISES
pytest_plugins = ["pytester"]

TESTS = """
import unittest, pytest
from fractions import Fraction as Q

class Bad:
    epsilon = 1
    def datasets(self): return [0, 1]
    def neighbours(self, x): return [1 - x]
    def probabilities(self, x): return {x: Q(99, 100), 1 - x: Q(1, 100)}

class Good(Bad):
    def probabilities(self, x): return {0: Q(1, 2), 1: Q(1, 2)}

class Needs(Good):
    def __init__(self, n): pass

audit = pytest.mark.dp_audit
"""

CASES = {  # a test, what must become of it, and what must be said
    "a method of unittest": (
        "class TestCase(unittest.TestCase):\n    @audit\n    def test_it(self): return Bad()",
        {"failed": 1},
        "Bad is not 1-DP",
    ),
    "a good one of unittest": (
        "class TestCase(unittest.TestCase):\n    @audit\n    def test_it(self): return Good()",
        {"passed": 1},
        "",
    ),
    "unittest that returns nothing": (
        "class TestCase(unittest.TestCase):\n    @audit\n    def test_it(self): pass",
        {"failed": 1},
        "returns the mechanism to audit",
    ),
    "unittest that is skipped": (
        "class TestCase(unittest.TestCase):\n    @audit\n    @unittest.skip('x')\n"
        "    def test_it(self): return Bad()",
        {"skipped": 1},
        "",
    ),
    "unittest that skips itself": (
        "class TestCase(unittest.TestCase):\n    @audit\n    def test_it(self): self.skipTest('x')",
        {"skipped": 1},
        "",
    ),
    "unittest that expects to fail": (
        "class TestCase(unittest.TestCase):\n    @audit\n    @unittest.expectedFailure\n"
        "    def test_it(self): return Bad()",
        {"xfailed": 1},
        "",
    ),
    "a failing setUp": (
        "class TestCase(unittest.TestCase):\n    def setUp(self): raise OSError('down')\n"
        "    @audit\n    def test_it(self): return Good()",
        {"failed": 1},
        "down",
    ),
    "async unittest": (
        "class TestCase(unittest.IsolatedAsyncioTestCase):\n    @audit\n"
        "    async def test_it(self): return Good()",
        {"failed": 1},
        "it cannot be async",
    ),
    "an async test": ("@audit\nasync def test_it(): return Good()", {"failed": 1}, "async"),
    "two marks, the outer one broken": (
        "@audit(epsilon=1)\n@audit(epsilon=9)\ndef test_it(): return Bad()",
        {"failed": 1},
        "is not 1-DP",
    ),
    "two marks, the inner one broken": (
        "@audit(epsilon=9)\n@audit(epsilon=1)\ndef test_it(): return Bad()",
        {"failed": 1},
        "is not 1-DP",
    ),
    "a mark on the class and one on the method": (
        "@audit\nclass TestIt:\n    @audit(epsilon=9)\n    def test_it(self): return Bad()",
        {"failed": 1},
        "is not 1-DP",
    ),
    "a mark on a class of unittest": (
        "@audit\nclass TestCase(unittest.TestCase):\n    def test_it(self): return Bad()",
        {"failed": 1},
        "is not 1-DP",
    ),
    "a mark on the module": (
        "pytestmark = audit(epsilon=1)\ndef test_it(): return Bad()\ndef test_none(): pass",
        {"failed": 2},
        "is not 1-DP",
    ),
    "a parameter with a mark": (
        "@pytest.mark.parametrize('m', [pytest.param(Bad, marks=audit), Good])\n"
        "def test_it(m):\n    return m() if m is Bad else None",
        {"failed": 1, "passed": 1},
        "is not 1-DP",
    ),
    "a class": ("@audit\ndef test_it(): return Bad", {"failed": 1}, "Bad is not 1-DP"),
    "a class that is private": ("@audit\ndef test_it(): return Good", {"passed": 1}, ""),
    "a class that needs something": (
        "@audit\ndef test_it(): return Needs",
        {"failed": 1},
        "it is a class: hand over what Needs(n=...) makes",
    ),
    "a function": ("@audit\ndef test_it(): return lambda: Good()", {"failed": 1}, "call it"),
    "a generator": (
        "@audit\ndef test_it(): return (Good() for _ in '1')",
        {"failed": 1},
        "not a valid mech",
    ),
    "lists of lists": (
        "@audit\ndef test_it(): return [[Good()]]",
        {"failed": 1},
        "list is not a valid mech",
    ),
    "the second of a list": (
        "@audit\ndef test_it(): return [Good(), Bad()]",
        {"failed": 1},
        "1-DP",
    ),
    "a misspelt promise": (
        "@audit(eps=1)\ndef test_it(): return Good()",
        {"failed": 1},
        f"dp_audit takes {', '.join(PROMISES)}, not eps",
    ),
    "an expected failure": (
        "@audit\n@pytest.mark.xfail\ndef test_it(): return Bad()",
        {"xfailed": 1},
        "",
    ),
    "a skip": ("@audit\n@pytest.mark.skip\ndef test_it(): return Bad()", {"skipped": 1}, ""),
    "a law that skips": (
        "class Skips(Bad):\n    def probabilities(self, x): pytest.skip('why not')\n"
        "@audit\ndef test_it(): return Skips()",
        {"failed": 1},
        "why not",
    ),
    "fixtures": (
        "@pytest.fixture\ndef m(): return Bad()\n@audit\ndef test_it(m): return m",
        {"failed": 1},
        "is not 1-DP",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_no_marked_test_passes_without_an_audit(name, pytester, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(SOURCE))
    body, outcome, sentence = CASES[name]
    pytester.makepyfile(TESTS + body)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "--strict-markers")
    result.assert_outcomes(**outcome)
    assert sentence in result.stdout.str()


def test_an_item_of_another_kind_is_not_passed_over(pytester):
    pytester.makeconftest(
        """
import pytest

class Item(pytest.Item):
    def runtest(self): pass

class File(pytest.File):
    def collect(self):
        item = Item.from_parent(self, name="it")
        item.add_marker(pytest.mark.dp_audit)
        yield item

def pytest_collect_file(file_path, parent):
    return File.from_parent(parent, path=file_path) if file_path.suffix == ".odd" else None
"""
    )
    pytester.makefile(".odd", it="")
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*cannot audit this kind of test*"])


def test_another_plugin_that_runs_the_test_itself_is_found_out(pytester):
    pytester.makeconftest(
        "import pytest\n@pytest.hookimpl(tryfirst=True)\n"
        "def pytest_pyfunc_call(pyfuncitem): return True"
    )
    pytester.makepyfile(TESTS + "@audit\ndef test_it(): return Bad()")
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*nothing was audited*"])


def test_a_test_that_runs_twice_is_audited_twice(pytester):
    pytester.makeconftest(
        """
import pytest
@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    from _pytest.runner import runtestprotocol
    for _ in range(2):
        runtestprotocol(item, nextitem=nextitem)
    return True
"""
    )
    pytester.makepyfile(TESTS + "@audit\ndef test_it(): return Good()")
    pytester.runpytest_inprocess("-p", "no:cacheprovider").assert_outcomes(passed=2)


def test_without_the_plugin_a_mark_does_nothing_and_strict_markers_say_so(pytester):
    """What TEN_MINUTES.md says of marks, and why it leads with assert_private."""
    pytester.makepyfile(
        TESTS
        + "@audit\ndef test_mark(): return Bad()\n"
        + "def test_call():\n    from dpbi import assert_private\n    assert_private(Bad())"
    )
    off = ("-p", "no:cacheprovider", "-p", "no:dpbi.pytest_plugin")
    pytester.runpytest_subprocess(*off).assert_outcomes(passed=1, failed=1)
    pytester.runpytest_subprocess(*off, "--strict-markers").assert_outcomes(errors=1)
