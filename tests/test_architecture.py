"""The house: imports go one way, only the command prints, heavy guests come late."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from house import (
    DOORS,
    PATHS,
    ROOT,
    called,
    module_of,
    modules_imported,
    names_imported,
    nodes,
    text,
)

LAYERS = [  # a room imports only rooms above it in this list
    "errors",
    "support",
    "fields",
    "bayes",
    "sampling",
    "language",
    "laws",
    "queries",
    "mechanisms",
    "programs",
    "accuracy",
    "privacy",
    "libraries",
    "promises",
    "kernel",
    "ledger",
    "pytest_plugin",
    "report",
    "audit",
    "cli",
]
MODULES = [name for name in PATHS if name not in DOORS]


@cache
def imports():
    """{module: the modules of dpbi that it imports}; read when a test asks, not at collection."""
    return {name: modules_imported(name) for name in MODULES}


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("import dpbi.a", "dpbi.a"),
        ("from dpbi import b", "dpbi.b"),
        ("from . import c", "dpbi.room.c"),
        ("from .d import name", "dpbi.room.d"),
        ("def f():\n    from ..e import name", "dpbi.e"),
        ("import importlib\nimportlib.import_module('dpbi.a')", "dpbi.a"),
        ("__import__('dpbi.room.c')", "dpbi.room.c"),
        ("from dpbi import public", "dpbi.room.d"),
        ("from .. import public", "dpbi.room.d"),
        ("import dpbi", "dpbi"),
    ],
)
def test_every_way_to_write_an_import_is_seen(source, module):
    known = ["dpbi", "dpbi.a", "dpbi.b", "dpbi.room.c", "dpbi.room.d", "dpbi.e"]
    (*_, name) = names_imported(ast.walk(ast.parse(source)), "dpbi.room")
    assert module_of(name, known, {"public": "dpbi.room.d"}) == module


def test_no_module_goes_through_the_door_to_the_whole_of_dpbi():
    """From there it would reach every room, and no test could say which."""
    assert [name for name, others in imports().items() if "dpbi" in others] == []


def test_a_module_imports_only_from_rooms_above_its_own():
    rooms = {name: name.split(".")[1] for name in MODULES}
    assert set(rooms.values()) == set(LAYERS)
    up = [
        f"{name} imports {other}"
        for name, others in imports().items()
        for other in others
        if LAYERS.index(rooms[other]) > LAYERS.index(rooms[name])
    ]
    assert up == []


def test_the_map_in_the_readme_lists_the_rooms_in_that_order():
    readme = Path(__file__).parents[1] / "README.md"
    found = re.findall(r"^    dpbi/(\w+)", readme.read_text(encoding="utf-8"), re.MULTILINE)
    assert found == LAYERS


def test_no_room_and_no_file_beside_the_kernel_shadows_the_standard_library():
    beside = {p.stem for p in ROOT.iterdir() if not p.name.startswith("__")}
    assert beside & sys.stdlib_module_names == set()


def test_every_folder_of_modules_is_a_package_that_tools_find():
    assert [p.parent for p in PATHS.values() if not (p.parent / "__init__.py").exists()] == []


def test_each_file_that_a_module_names_is_there():
    files = [f"/{p.relative_to(ROOT.parent).as_posix()}" for p in ROOT.rglob("*.*")]
    users = {"my.py", "my_file.py"}  # in examples
    for name in MODULES:
        if name.startswith("dpbi.libraries"):  # names the files of other libraries
            continue
        for place in re.findall(r"`([\w/]+\.py|dpbi/[\w/]+)`", text(name)):
            there = [f for f in files if f.endswith(f"/{place}")]
            assert there or place in users or (ROOT.parent / place).exists(), f"{name}: {place}"


def test_only_the_command_prints():
    loud = {n for n in MODULES if prints(n) and not n.startswith("dpbi.cli")}
    assert loud == {"dpbi.kernel"}  # which is a command of its own


def prints(name):
    """How a module prints by itself; an example in a docstring may."""
    calls = [n for n in nodes(name) if isinstance(n, ast.Call) and called(n) in ("print", "write")]
    return {ast.unparse(c.func) for c in calls} & {"print", "sys.stdout.write", "sys.stderr.write"}


def test_nothing_is_decided_by_the_intervals_of_mpmath():
    assert [n for n in MODULES if "iv." in text(n).replace("div.", "")] == []


def test_the_tests_mirror_the_rooms():
    tests = Path(__file__).parent
    folders = {p.name for p in tests.iterdir() if p.is_dir() and not p.name.startswith("__")}
    assert folders - {"examples", "oracle"} <= set(LAYERS)
    files = {p.stem.removeprefix("test_") for p in tests.glob("test_*.py")}
    untested = set(LAYERS) - folders - files
    assert untested == {"errors", "pytest_plugin"}  # where each is raised, and test_plugin.py


def imported_tests(source):
    """The names that a test file imports in which a part is called like a test file."""
    if not re.search(r"(?<!def )\btest_", source):
        return []  # most files have the word only where they define a test: no syntax is read
    names = names_imported(ast.walk(ast.parse(source)), "tests")
    return [n for n in names if any(part.startswith("test_") for part in n.split("."))]


def test_no_test_imports_another():
    for path in Path(__file__).parent.rglob("*.py"):
        assert imported_tests(path.read_text(encoding="utf-8")) == [], path
    for source in (
        "from ledger.test_ledger import ROOT",
        "from .test_readme import blocks",
        "import importlib\nimportlib.import_module('test_wheel')",
        "def test_it():\n    from programs import (\n        test_sub,\n    )",
    ):
        assert len(imported_tests(source)) == 1


def doubles_precision(source):
    """Whether a module has a loop over precisions: bits that are doubled, or are listed."""
    listed = re.search(r"^(BITS|DIGITS|PRECISIONS|RUNGS) = \(\d", source, re.MULTILINE)
    return bool(listed or re.search(r"bits \*= 2|\b2 \* bits\b", source))


def test_precision_grows_along_the_one_ladder_or_until_a_number_that_is_not_zero_is_told_from_it():
    own = {
        "privacy/concentrated.py",  # bounded by work
        "privacy/methods/excess.py",  # as below: the sides differ, which some precision shows
        "privacy/weights.py",
        "fields/level.py",
        "fields/expsums.py",
        "fields/polynomial.py",
        "privacy/methods/exact.py",  # the logarithm of a number known exactly has every width
        "queries/rules.py",  # a power of e told from an algebraic number
        "privacy/violations.py",  # an excess known to be positive
    }
    loops = {str(PATHS[n].relative_to(ROOT)): n for n in MODULES if doubles_precision(text(n))}
    assert own <= set(loops)
    for name in set(loops) - own:
        ladder = r"from dpbi\.fields\.field import .*\b(LADDER|MOST_BITS)\b"
        assert re.search(ladder, text(loops[name])), name


def test_listing_the_mechanisms_does_not_load_the_heavy_libraries():
    code = (
        "import sys; sys.argv = ['dpbi', 'list']\n"
        "from dpbi.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(sorted({'numpy', 'scipy', 'sympy', 'numba', 'mpmath'} & set(sys.modules)))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.splitlines()[-1] == "[]"
