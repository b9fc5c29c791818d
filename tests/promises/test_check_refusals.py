"""Bad input of `dpbi check`: one sentence on stderr and in the files for CI, exit code 2."""

import json
import signal
import subprocess
import time
import xml.etree.ElementTree as ET

import pytest
from checked import COMMAND, dpbi

PRELUDE = """
import os, sys, time
from fractions import Fraction as Q

THREE, ONE = Q(3, 4), Q(1, 4)
MEASUREMENT = type("Measurement", (), {"__module__": "opendp.mod", "__call__": lambda s, arg: 0})()


def nothing():
    pass


class Fine:
    epsilon = 2
    laws = {0: {0: THREE, 1: ONE}, 1: {0: ONE, 1: THREE}}

    def datasets(self):
        return list(self.laws)

    def neighbours(self, x):
        return [y for y in self.laws if y != x]

    def probabilities(self, x):
        return self.laws[x]
"""

REFUSED = {  # what the class says, and what the sentence must say of it
    "unnormalised": (
        "laws = {0: {0: THREE, 1: Q(1, 5)}, 1: Fine.laws[1]}",
        "at dataset 0",
        "19/20",
    ),
    "negative": ("laws = {0: {0: Q(5, 4), 1: -ONE}, 1: Fine.laws[1]}", "-1/4, below zero"),
    "nan": ("laws = {0: {0: float('nan'), 1: ONE}, 1: Fine.laws[1]}", "nan", "at dataset 0"),
    "infinite": ("laws = {0: {0: float('inf'), 1: 0.5}, 1: Fine.laws[1]}", "inf"),
    "one dataset": ("laws = {0: {0: 1}}", "no two of its datasets are neighbours"),
    "none": ("laws = {}", "no two of its datasets are neighbours"),
    "asymmetric": ("def neighbours(self, x): return [1 - x] if x else []", "not the other way"),
    "stranger": (
        "def neighbours(self, x): return [7]",
        "neighbour 7 is not one of the datasets",
    ),
    "unhashable": ("def datasets(self): return [[0], [1]]", "must be hashable"),
    "endless datasets": (
        "def datasets(self):\n  i = 0\n  while True: yield (i := i + 1)",
        "200,001",
    ),
    "no law": ("probabilities = None", "its law is missing"),
    "law of nothing": ("def probabilities(self, x): return None", "returned None: return a dict"),
    "raises": (
        "def probabilities(self, x): raise ValueError('two\\nlines')",
        "ValueError: two lines",
    ),
    "mute": ("def probabilities(self, x): raise Mute", "it cannot be printed"),
    "recursive": ("def probabilities(self, x): return self.probabilities(x)", "RecursionError"),
    "sys.exit": ("def probabilities(self, x): sys.exit('bye')", "it called sys.exit(bye)"),
    "os._exit": ("def probabilities(self, x): os._exit(0)", "it ended the process (exit code 0)"),
    "killed": ("def probabilities(self, x): os.kill(os.getpid(), 9)", "it was killed (SIGKILL)"),
    "endless": (
        "def probabilities(self, x):\n  while True: pass",
        "did not return within 3 seconds",
    ),
    "asleep": ("def probabilities(self, x): time.sleep(99)", "did not return within 3 seconds"),
    "claim of text": ("epsilon = 'abc'", "epsilon = abc is refused"),
    "claim in floats": ("epsilon = 0.1", "is a binary float"),
    "needs": ("def __init__(self, n): pass", "it needs n: add -p n=..."),
    "a float for F": (
        "probabilities = None\ndef log_weights(self, x, F): return {0: F.rational(0.1), 1: 0}",
        "a number of F = 0.1 is a binary float",
        "of bad.py)",
    ),
    "a text for F": (
        "probabilities = None\ndef log_weights(self, x, F): return {str(F.pi()): 1}",
        "cannot be used for a text",
        "of bad.py)",
    ),
    "numpy for F": (
        "probabilities = None\ndef log_weights(self, x, F):\n"
        "  import numpy\n  return dict(enumerate(numpy.arange(2) * F.rational(1)))",
        "numpy does not take numbers of F",
        "of bad.py)",
    ),
    "a function that F has not": (
        "probabilities = None\ndef log_weights(self, x, F): return {0: F.power(1, 2)}",
        "F has no power: it has rational, pi, exp",
    ),
    "another law": (
        "n = 0\ndef probabilities(self, x):\n"
        "  self.n += 1\n  return {0: Q(1, self.n), 1: 1 - Q(1, self.n)}",
        "another law when it is asked again (output 0 has 1/2, then 1/3)",
    ),
    "half precision": (
        "laws = {0: {0: __import__('numpy').float16(1)}, 1: {0: 1}}",
        "float64 and float32 are read, not float16",
    ),
    "another spelling": ("neighbours = None\nneighbors = Fine.neighbours", "(it has neighbors)"),
    "escape codes": ("laws = {'\\x1b[31m\\n': {0: 2}, 1: {0: 1}}", "\\x1b[31m\\n"),
}
MUTE = "\n\nclass Mute(Exception):\n    def __str__(self): raise OSError\n"


@pytest.fixture
def place(tmp_path):
    """A folder with the targets, and files that must not be touched."""
    text = PRELUDE + MUTE
    for i, (body, *_) in enumerate(REFUSED.values()):
        lines = "\n".join(f"    {line}" for line in body.splitlines())
        text += f"\n\nclass Bad{i}(Fine):\n{lines}\n"
    (tmp_path / "bad.py").write_text(text)
    for name in ("j.xml", "s.sarif"):
        (tmp_path / name).write_text("as it was")
    dpbi("check", "bad.py:Fine", "--baseline", "b.json", "--update", cwd=tmp_path)
    return tmp_path


FILES = ("--junit", "j.xml", "--sarif", "s.sarif", "--baseline", "b.json", "--update")


def refused(done, *words):
    """Exit code 2 and one sentence that has the words, nothing on stdout."""
    assert (done.returncode, done.stdout) == (2, ""), done
    assert done.stderr.startswith("dpbi: "), done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.rstrip("\n").isprintable()
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr, done.stderr


@pytest.mark.parametrize("name", REFUSED)
def test_a_bad_mechanism_is_refused_in_one_sentence_and_its_baseline_is_not_touched(name, place):
    target = f"bad.py:Bad{list(REFUSED).index(name)}"
    before = {p: p.read_bytes() for p in place.iterdir() if p.is_file()}
    limit = "3" if "3 seconds" in REFUSED[name][1] else "900"
    done = dpbi("check", target, "--time-limit", limit, *FILES, cwd=place)
    refused(done, *REFUSED[name][1:])
    said_in_the_files(done, place, "j.xml", "s.sarif")
    for p in before:
        assert p.name in ("j.xml", "s.sarif") or p.read_bytes() == before[p]
    assert {p for p in place.iterdir() if p.is_file()} == before.keys()


def said_in_the_files(done, place, junit, sarif=None):
    """The sentence on stderr is an error of one test case, and the result is not a success."""
    said = done.stderr.removeprefix("dpbi: ").rstrip("\n")
    suite = ET.parse(place / junit).getroot()  # noqa: S314  (our own file)
    assert (suite.get("tests"), suite.get("errors"), suite.get("failures")) == ("1", "1", "0")
    assert suite.find("testcase/error").get("message") == said
    if sarif is not None:
        (run,) = json.loads((place / sarif).read_text())["runs"]
        assert run["invocations"][0]["executionSuccessful"] is False
        (result,) = run["results"]
        assert (result["ruleId"], result["level"]) == ("not-audited", "error")
        assert result["message"]["text"] == said


def test_what_a_good_target_prints_does_not_reach_stdout(place):
    text = "print('hello')\nclass Loud(Fine):\n    def probabilities(self, x):\n"
    text += "        print('again')\n        return super().probabilities(x)\n"
    (place / "bad.py").write_text(PRELUDE + text)
    done = dpbi("check", "bad.py:Loud", "--json", cwd=place)
    assert json.loads(done.stdout)["checks"][0]["verdict"] == "holds"
    assert "hello\nagain\n" in done.stderr


def test_supports_that_differ_are_an_infinite_loss(place):
    text = "class Odd(Fine):\n    laws = {0: {0: 1}, 1: {0: ONE, 1: THREE}}\n"
    (place / "bad.py").write_text(PRELUDE + text)
    done = dpbi("check", "bad.py:Odd", cwd=place)
    assert done.returncode == 1
    assert "infinite" in done.stdout
    assert "probabilities 3/4 and 0" in done.stdout


ARGUMENTS = {
    "no such file": (["none.py:X"], "there is no file none.py"),
    "no such name": (["bad.py:Nobody"], "bad.py has no Nobody"),
    "no mechanism": (["bad.py:THREE"], "it has no method datasets"),
    "two colons": (["bad.py::Fine"], "put one colon between the file and the name: bad.py:Fine"),
    "a measurement": (["bad.py:MEASUREMENT"], "draws outputs and does not say their law"),
    "no such module": (["no.such:X"], "module no was not found"),
    "no such part of a module": (["bad.worse:X"], "module bad.worse was not found"),
    "no such module, relatively": (["..bad:X"], "module ..bad was not found"),
    "a name in small letters": (["bad.py:fine"], "bad.py has no fine; did you mean Fine?"),
    "a file alone": (["bad.py"], "name the class or function in it, such as bad.py:Fine"),
    "a dot for the colon": (["bad.Fine"], "put a colon before the name: bad:Fine"),
    "a colon at the end": (["bad.py:Fine:"], "my.py:Name"),
    "a folder": (["."], "it is a folder"),
    "nothing returned": (["bad.py:nothing"], "it returned None"),
    "not registered": (["ehdss"], "did you mean ehds?"),
    "parameters missing": (["ehds"], "it needs prior: add -p prior=... or --prior"),
    "unknown parameter": (["bad.py:Fine", "-p", "n=3"], "not n"),
    "no target": ([], "name what to check"),
    "float promise": (["bad.py:Fine", "--epsilon", "nan"], "nan"),
    "giant promise": (["bad.py:Fine", "--epsilon", "1e999999999"], "at most 4000 digits"),
    "negative promise": (["bad.py:Fine", "--epsilon=-1"], "it must be >= 0"),
    "delta above 1": (["bad.py:Fine", "--epsilon", "1", "--delta", "2"], "at most 1"),
    "delta alone": (["bad.py:Fine", "--delta", "1/10"], "it belongs to an epsilon"),
    "renyi order": (["bad.py:Fine", "--renyi", "inf,1"], "is the loss"),
    "renyi words": (["bad.py:Fine", "--renyi", "2"], "ALPHA,VALUE"),
    "no time": (["bad.py:Fine", "--time-limit", "0"], "it must be > 0"),
    "time that is none": (["bad.py:Fine", "--time-limit", "nan"], "write an integer"),
    "time in other digits": (["bad.py:Fine", "--time-limit", "\uff13"], "write an integer"),
    "no memory": (["bad.py:Fine", "--memory-limit", "0"], "at least 250M"),
    "memory in words": (["bad.py:Fine", "--memory-limit", "much"], "write an integer"),
    "missing baseline": (["bad.py:Fine", "--baseline", "none.json"], "--update writes it"),
    "folder as a file": (["bad.py:Fine", "--junit", "."], "is a directory"),
    "ideal without a law": (
        ["bad.py:Fine", "--ideal", "bad.py:THREE"],
        "it has no method datasets",
    ),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_bad_arguments_are_refused(name, place):
    given, *words = ARGUMENTS[name]
    refused(dpbi("check", *given, cwd=place), *words)


def test_a_file_of_a_package_is_told_how_it_is_called_and_is_audited_so(place):
    (place / "package").mkdir()
    (place / "package" / "__init__.py").touch()
    (place / "bad.py").rename(place / "package" / "common.py")
    (place / "package" / "law.py").write_text("from .common import Fine")
    told = f"change to {place.name}/ and write package.law:Fine"
    refused(dpbi("check", "package/law.py:Fine", cwd=place), told)
    assert dpbi("check", "package.law:Fine", cwd=place).returncode == 0


@pytest.mark.parametrize("time_limit", ["inf", "1e3000", "60"])
@pytest.mark.parametrize("memory_limit", ["none", "1e30", "0.5g", "2GB", "4000000000"])
def test_no_limit_is_too_high(time_limit, memory_limit, place):
    given = ("--time-limit", time_limit, "--memory-limit", memory_limit)
    assert dpbi("check", "bad.py:Fine", *given, cwd=place).returncode == 0


def test_a_syntax_error_says_its_line(tmp_path):
    (tmp_path / "bad.py").write_text("x = 1\ny = (\n")
    refused(dpbi("check", "bad.py:x", cwd=tmp_path), "SyntaxError", "bad.py, line 2")


LAW = json.dumps(
    {
        "schema": "dpbi-law/1",
        "neighbours": "all",
        "claim": {"epsilon": "2"},
        "probabilities": {"a": {"0": "3/4", "1": "1/4"}, "b": {"0": "1/4", "1": "3/4"}},
    }
)
FILES_OF_LAWS = {
    "truncated": (LAW[:-20], "it ends too early"),
    "empty": ("", "it is empty"),
    "twice": (LAW.replace('"b": {', '"a": {'), '"a" occurs twice'),
    "nan": (LAW.replace('"3/4"', "NaN", 1), "NaN is not a number"),
    "negative": (LAW.replace('"3/4"', '"-3/4"', 1), "below zero"),
    "unnormalised": (LAW.replace('"1/4"', '"1/5"', 1), 'at dataset "a"', "19/20"),
    "one dataset": (LAW.replace(', "b": {"0": "1/4", "1": "3/4"}', ""), "compares two"),
    "asymmetric": (LAW.replace('"all"', '{"a": ["b"], "b": []}'), "not the other way"),
    "stranger": (LAW.replace('"all"', '[["a", "c"]]'), "not one of its datasets"),
    "no object": ("[1, 2]", "it must begin with {"),
    "deep": ('{"a":' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deeply"),
    "long number": (LAW.replace('"3/4"', "1" * 5000, 1), "digits"),
    "no text": ("{\xff", "not UTF-8"),
}


@pytest.mark.parametrize("name", FILES_OF_LAWS)
def test_a_bad_law_file_is_refused(name, tmp_path):
    text, *words = FILES_OF_LAWS[name]
    (tmp_path / "law.json").write_bytes(text.encode("latin-1"))
    (tmp_path / "j.xml").write_text("as it was")
    done = dpbi("check", "law.json", "--junit", "j.xml", "--baseline", "--update", cwd=tmp_path)
    refused(done, "law.json is not a valid law", *words)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["j.xml", "law.json"]
    said_in_the_files(done, tmp_path, "j.xml")


def test_a_hundred_megabytes_of_junk_are_refused_at_once(tmp_path):
    with (tmp_path / "law.json").open("wb") as file:
        file.write(b'{"a": ')
        file.truncate(100_000_000)
    refused(dpbi("check", "law.json", cwd=tmp_path), "100,000,000 bytes")


def test_a_file_that_cannot_be_written_leaves_the_others_as_they_were(place):
    (place / "blocked").write_text("a file where a folder is needed")
    before = (place / "b.json").read_bytes()
    given = ("--epsilon", "3", "--baseline", "b.json", "--update", "--junit", "blocked/j.xml")
    refused(dpbi("check", "bad.py:Fine", *given, cwd=place), "blocked")
    assert (place / "b.json").read_bytes() == before
    assert not list(place.glob(".*"))


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whatever_ends_the_command_ends_the_target_and_its_children_too(end, place):
    body = "    def probabilities(self, x):\n        if not os.fork(): time.sleep(99)\n"
    body += "        open('pid', 'w').write(str(os.getpgrp()))\n        time.sleep(99)\n"
    (place / "bad.py").write_text(f"{PRELUDE}\nclass Slow(Fine):\n{body}")
    running = subprocess.Popen(
        [*COMMAND, "check", "bad.py:Slow", "--junit", "new.xml"],
        cwd=place,
        stderr=subprocess.PIPE,
        text=True,
    )
    group = int(_soon(lambda: (place / "pid").read_text()))
    running.send_signal(end)
    _, said = running.communicate(timeout=900)
    if end == signal.SIGINT:
        assert (running.returncode, said.splitlines()[-1]) == (130, "stopped")
    assert _soon(lambda: _is_gone(group))
    assert not (place / "new.xml").exists()
    assert not list(place.glob(".new*"))


def _soon(ask):
    """The first answer that is true, within a quarter of an hour."""
    for _ in range(18_000):
        try:
            if answer := ask():
                return answer
        except OSError:
            pass
        time.sleep(0.05)
    raise AssertionError("it did not come")


def _is_gone(group):
    """Whether no process of the group runs; one that nobody has waited for may still be listed."""
    listed = subprocess.run(
        ["ps", "-eo", "pgid=,stat="], capture_output=True, text=True, check=True
    )
    rows = [line.split() for line in listed.stdout.splitlines()]
    return not any(int(g) == group and not state.startswith("Z") for g, state in rows)


def test_nothing_is_left_beside_the_target(place):
    before = {p.name for p in place.iterdir()}
    assert dpbi("check", "bad.py:Fine", cwd=place).returncode == 0
    assert {p.name for p in place.iterdir()} == before, "no bytecode, no cache"
