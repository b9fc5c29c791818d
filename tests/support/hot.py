"""Planted bugs in a process that is warm: one collects the tests, forks for each bug, swaps code.

A server is pytest itself with this file as a plugin.  It collects the files that it is given, and
then answers requests: a change of one file of dpbi, and tests.  For each it forks; the child gives
the functions that the change touches their new code, runs the tests until one fails, and ends.  A
bug costs a fork and the test that notices it, where a copy and an interpreter cost seconds.

What numba compiles would take half a minute to compile again, and its cache on disk must never see
a bug: where such code is changed, the child has Python run all of it, slowly.  That rounds the same
and does not wrap integers, so what notices there is run there without a bug, too.  What runs while
a module is imported has run: then the server says that it cannot plant the change, and whoever
asked takes a copy of the package.
"""

from __future__ import annotations

import ast
import ctypes
import ctypes.util
import gc
import json
import math
import os
import resource
import select
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.abc import SourceLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from pkgutil import iter_modules
from struct import pack, unpack
from types import CodeType, FunctionType, SimpleNamespace

import numpy as np
from _pytest.runner import runtestprotocol
from tiers.plain import pytest_load_initial_conftests  # noqa: F401 (a hook)

ROOT = Path(__file__).parents[2]
ENDS = "DPBI_HOT"
"""The environment variable with the two file descriptors of a server: requests, answers."""
OPTIMIZED = 0x2  # CO_NEWLOCALS: a function's code, and neither a module's nor a class's
INTERPRETED = ("", "", "")
"""A change of nothing, for which Python runs what numba compiled."""
LIMIT, MEMORY = 120, 4 * 2**30
"""Processor seconds and bytes of a child, beyond which a bug has made something endless."""
DECORATORS = {"compiled", "_intrinsic"}  # of dpbi/privacy/filter/arithmetic.py


class Cold(Exception):
    """Why a change cannot be planted in a process that runs."""


@dataclass(frozen=True)
class Answer:
    """What a child has seen: why the change needs a copy, what failed, how many tests it ran.

    `broken` is the first test that could not be set up, or the end of a child that was ended;
    `skipped` is why a test was not run.
    """

    cold: str | None = None
    failed: str | None = None
    ran: int = 0
    said: str = ""
    broken: str | None = None
    skipped: str | None = None


class Server:
    """The client's end: a process that collects once, and answers until it is closed."""

    def __init__(self, files: list[str]) -> None:
        here, there = os.pipe()
        back, forth = os.pipe()
        self._process = subprocess.Popen(
            [
                *(
                    sys.executable,
                    "-m",
                    "pytest",
                    "-q",
                    "-s",
                    "-p",
                    "hot",
                    "-p",
                    "no:cacheprovider",
                ),
                *(
                    "-p",
                    "no:xdist",
                    "-p",
                    "no:tiers.plugin",
                    "-c",
                    ROOT / "pyproject.toml",
                    "--rootdir",
                    ROOT,
                    *files,
                ),
            ],
            cwd=ROOT,
            pass_fds=(here, forth),
            env=environment() | {ENDS: f"{here},{forth}"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        os.close(here)
        os.close(forth)
        self._tests: list[str] = []
        self._requests = os.fdopen(there, "w", encoding="utf-8")
        self._answers = os.fdopen(back, encoding="utf-8")

    def ask(self, change: tuple[str, str, str] | None, tests: list[str]) -> Answer:
        """Plant a change (file of dpbi, old text, new text), or nothing, and run tests in order.

        A test is named by its id, or by that of its function or file, which are many tests.
        """
        return Answer(**self._said([change, tests]))

    def _said(self, request):
        try:
            self._requests.write(json.dumps(request) + "\n")
            self._requests.flush()
            line = self._answers.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            output = self._process.communicate()[0].decode(errors="replace")
            raise RuntimeError(f"the server of planted bugs has ended:\n{output[-3000:]}")
        return json.loads(line)

    def tests(self) -> list[str]:
        """The ids of all tests that it has collected."""
        if not self._tests:
            self._tests = self._said("tests")
        return self._tests

    def close(self) -> None:
        """End the process."""
        self._requests.close()
        self._answers.close()
        self._process.communicate()


def environment() -> dict[str, str]:
    """Without what marks a worker of xdist and the deep tier, with the profile of planted bugs.

    What notices a bug must notice it again, so its seeds are the usual ones.
    """
    marks = ("PYTEST_", "DPBI_SEED", "DPBI_DEEP")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(marks)}
    paths = os.pathsep.join((str(ROOT / "tests" / "support"), os.environ.get("PYTHONPATH", "")))
    return kept | {"HYPOTHESIS_PROFILE": "mutant", "PYTHONPATH": paths.rstrip(os.pathsep)}


# What follows runs in the server.

FUNCTIONS: list[FunctionType] = []
"""Those that are there before the first request."""


def pytest_runtestloop(session):
    """Answer requests instead of running the tests."""
    if session.testsfailed:
        return False
    requests, answers = (int(end) for end in os.environ[ENDS].split(","))
    by_name = _by_name(session.items)
    FUNCTIONS.extend(o for o in gc.get_objects() if isinstance(o, FunctionType))
    gc.freeze()  # what is there is shared with the children as long as nobody touches it
    with os.fdopen(requests, encoding="utf-8") as lines, os.fdopen(answers, "w") as out:
        for line in lines:
            request = json.loads(line)
            ids = [item.nodeid for item in session.items]
            said = ids if request == "tests" else _in_a_child(by_name, *request)
            out.write(json.dumps(said) + "\n")
            out.flush()
    return True


def _by_name(items):
    """Tests by their ids, those of their functions and those of their files."""
    found = {}
    for item in items:
        names = [item.nodeid, item.nodeid.partition("[")[0], item.nodeid.partition("::")[0]]
        for name in dict.fromkeys(names):
            found.setdefault(name, []).append(item)
    return found


def _in_a_child(by_name, change, tests):
    """Fork, and read what the child says; a child that says nothing was ended."""
    back, forth = os.pipe()
    child = os.fork()
    if not child:
        os.close(back)
        with suppress(BaseException):
            _as_child(by_name, change, tests, forth)
        os._exit(1)
    os.close(forth)
    said, answer = b"", None
    while select.select([back], [], [], 4 * LIMIT)[0] and (part := os.read(back, 1 << 16)):
        said += part
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # what it started goes with it
    _, status = os.waitpid(child, 0)
    os.close(back)
    with suppress(ValueError):
        answer = json.loads(said)
    return answer or {"broken": f"the child was ended: {os.waitstatus_to_exitcode(status)}"}


def _as_child(by_name, change, tests, forth):
    """Plant the change, run the tests until one fails, and say what was seen."""
    os.setpgid(0, 0)
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    answer = {}
    try:
        if change is not None:
            plant(*change)
        unknown = [name for name in tests if name not in by_name]
        items = [item for name in tests for item in by_name.get(name, ())]
        answer = _until_one_fails(list(dict.fromkeys(items)))
        if unknown and answer["failed"] is None:
            answer["broken"] = f"there is no test {unknown[0]}"
    except Cold as why:
        answer = {"cold": str(why)}
    os.write(forth, json.dumps(answer).encode())
    os._exit(0)


def _until_one_fails(items):
    """Run tests: {"failed", "ran", "said"}."""
    ran, said, broken, skipped = 0, "", None, None
    for item in items:
        ran += 1
        for report in runtestprotocol(item, log=False, nextitem=None):
            if report.skipped:
                skipped = str(report.longrepr[-1])
            if report.failed:
                said = str(report.longrepr)[-2000:]
                if report.when == "call":
                    return {"failed": item.nodeid, "ran": ran, "said": said}
                broken = broken or item.nodeid
    return {"failed": None, "ran": ran, "said": said, "broken": broken, "skipped": skipped}


def plant(file, old, new):
    """Give all functions of a file of dpbi the code that they would have with `new` for `old`."""
    if (file, old, new) == INTERPRETED:
        return _interpret()
    path = ROOT / "dpbi" / file
    text = path.read_text(encoding="utf-8")
    changed = text.replace(old, new)
    if is_compiled(file, old):
        _interpret()
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    if name.removesuffix(".__init__") not in sys.modules:
        sys.meta_path.insert(0, Changed(name, path, changed))
        return None
    before, after = (compile(t, str(path), "exec", dont_inherit=True) for t in (text, changed))
    if _at_import(before) != _at_import(after):
        raise Cold("it changes what runs while the module is imported")
    pairs = _pairs(before, after)
    new_codes = {_place(a): b for a, b in pairs if a != b}
    done = 0
    later = [o for o in gc.get_objects() if isinstance(o, FunctionType)]
    for function in (*FUNCTIONS, *later):
        if function.__code__.co_filename == str(path):
            code = new_codes.get(_place(function.__code__))
            if code is not None:
                try:
                    function.__code__ = code
                except ValueError:
                    raise Cold("it closes over other variables") from None
                done += 1
    if not done:
        raise Cold("no function that is loaded has that code")
    return None


class Changed(SourceLoader):
    """Loads one module, not imported yet, from changed source."""

    def __init__(self, name, path, text):
        self.name, self.path, self.text = name, path, text

    def find_spec(self, name, path=None, target=None):
        """Its spec, and nobody else's."""
        return spec_from_file_location(name, self.path, loader=self) if name == self.name else None

    def get_filename(self, name):
        return str(self.path)

    def get_data(self, path):
        return self.text.encode()


def is_compiled(file, old):
    """Whether a text of a file of dpbi lies in a function that numba compiles."""
    text = (ROOT / "dpbi" / file).read_text(encoding="utf-8")
    first = text[: text.index(old)].count("\n") + 1
    return any(
        node.lineno <= first <= (node.end_lineno or 0) and DECORATORS & names_of_decorators(node)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
    )


def names_of_decorators(function):
    """The names in the decorators of a function."""
    nodes = (n for d in function.decorator_list for n in ast.walk(d))
    return {n.id for n in nodes if isinstance(n, ast.Name)}


def _interpret():
    """Have Python run, from here on, what numba compiled: with the system's own fma."""
    import dpbi.privacy.filter as room

    for found in iter_modules(room.__path__, f"{room.__name__}."):
        import_module(found.name)
    arithmetic = sys.modules[f"{room.__name__}.arithmetic"]
    fma = ctypes.CDLL(ctypes.util.find_library("m")).fma
    fma.restype, fma.argtypes = ctypes.c_double, [ctypes.c_double] * 3
    plain = {
        id(arithmetic.fma): fma,
        id(arithmetic.float_of_bits): lambda i: unpack("<d", pack("<q", i))[0],
        id(arithmetic.bits_of_float): lambda x: unpack("<q", pack("<d", x))[0],
        id(math): SimpleNamespace(**vars(math) | {n: _quiet(n) for n in ("sqrt", "log", "log1p")}),
    }
    for module in [m for name, m in sys.modules.items() if name.startswith("dpbi.privacy.")]:
        for name, value in list(vars(module).items()):
            if id(value) in plain or hasattr(value, "py_func"):
                setattr(module, name, plain.get(id(value)) or value.py_func)
    np.seterr(all="ignore")  # x/0 and the root of -1 have values there, and no warning


def _quiet(name):
    """A function of math, with numpy's value (an infinity, no number) where it raises an error."""

    def value(x):
        try:
            return getattr(math, name)(x)
        except ValueError:
            return getattr(np, name)(np.float64(x))

    return value


def _inner(code):
    """The code objects directly in another."""
    return [c for c in code.co_consts if isinstance(c, CodeType)]


def _at_import(code):
    """What runs while a module is imported: its code and its classes', without their functions'."""
    consts = tuple(
        ("function", c.co_name)
        if isinstance(c, CodeType) and c.co_flags & OPTIMIZED
        else _at_import(c)
        if isinstance(c, CodeType)
        else (type(c), c)
        for c in code.co_consts
    )
    return code.co_code, consts, code.co_names


def _pairs(before, after):
    """The code objects of two modules of one shape, side by side, at any depth."""
    inside, changed = _inner(before), _inner(after)
    if [c.co_name for c in inside] != [c.co_name for c in changed]:
        return []  # the one around them is swapped as a whole
    return [p for a, b in zip(inside, changed, strict=True) for p in [(a, b), *_pairs(a, b)]]


def _place(code):
    """Where a function is defined."""
    return code.co_qualname, code.co_firstlineno
