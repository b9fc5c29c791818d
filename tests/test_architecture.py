"""The house: imports go one way, each room is small, heavy guests come late."""

import ast
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from house import PATHS, ROOT, module_of, modules_imported, names_imported

from dpbi.cli import COMMANDS

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
DOORS = ("dpbi", "dpbi.__main__")  # they only lead to the rooms
MODULES = {name: path for name, path in PATHS.items() if name not in DOORS}
IMPORTS = {name: modules_imported(name) for name in MODULES}


def lines(path):
    return len(path.read_text(encoding="utf-8").splitlines())


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
    assert [name for name, others in IMPORTS.items() if "dpbi" in others] == []


def test_a_module_imports_only_from_rooms_above_its_own():
    rooms = {name: name.split(".")[1] for name in MODULES}
    assert set(rooms.values()) == set(LAYERS)
    up = [
        f"{name} imports {other}"
        for name, others in IMPORTS.items()
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


def test_no_module_is_long_but_the_kernel_which_is_one_file_on_purpose():
    long = {name: n for name, p in MODULES.items() if (n := lines(p)) > 400}
    assert set(long) <= {"dpbi.kernel"}, long
    assert long["dpbi.kernel"] <= 1800


def test_every_folder_of_modules_is_a_package_that_tools_find():
    assert [p.parent for p in PATHS.values() if not (p.parent / "__init__.py").exists()] == []


def test_no_module_is_tiny_but_what_opens_a_package():
    tiny = [n for n, p in MODULES.items() if lines(p) < 25 and p.name != "__init__.py"]
    assert tiny == []


def names_of_types(tree):
    """The classes of a module, and the names that it gives to types written with brackets."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(getattr(node, "value", None), ast.Subscript):
            targets = getattr(node, "targets", [getattr(node, "target", None)])
            yield from (t.id for t in targets if isinstance(t, ast.Name) and is_type(t.id))


def is_type(name):
    return name[0].isupper() and not name.isupper() and "_" not in name


def test_no_name_of_a_type_stands_for_two_things():
    apart = (
        "dpbi.kernel",  # these three share no code with the rest on purpose
        "dpbi.ledger.multiprecision",
        "dpbi.privacy.definitions",
        "dpbi.libraries",  # named as the libraries name them
    )
    found = {}
    for name, path in MODULES.items():
        if not name.startswith(apart):
            for kind in names_of_types(ast.parse(path.read_text(encoding="utf-8"))):
                found.setdefault(kind, set()).add(name)
    assert {k: v for k, v in found.items() if len(v) > 1 and not k.startswith("_")} == {}


def test_no_room_has_more_modules_than_a_reader_can_hold():
    rooms = Counter(path.parent for path in PATHS.values())
    rooms[ROOT / "cli"] -= len(COMMANDS)  # one verb each, read one at a time
    assert max(rooms.values()) <= 20


def test_each_file_that_a_module_names_is_there():
    files = [f"/{p.relative_to(ROOT.parent).as_posix()}" for p in ROOT.rglob("*.*")]
    users = {"my.py", "my_file.py"}  # in examples
    for name, path in MODULES.items():
        if name.startswith("dpbi.libraries"):  # names the files of other libraries
            continue
        for place in re.findall(r"`([\w/]+\.py|dpbi/[\w/]+)`", path.read_text(encoding="utf-8")):
            there = [f for f in files if f.endswith(f"/{place}")]
            assert there or place in users or (ROOT.parent / place).exists(), f"{name}: {place}"


def test_only_the_command_prints():
    loud = {n for n, p in MODULES.items() if prints(p) and not n.startswith("dpbi.cli")}
    assert loud == {"dpbi.kernel"}  # which is a command of its own


def prints(path):
    """How a module prints by itself; an example in a docstring may."""
    calls = [
        n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Call)
    ]
    return {ast.unparse(c.func) for c in calls} & {"print", "sys.stdout.write", "sys.stderr.write"}


SHORT = 20  # nodes of a syntax tree: a line or two, which may well be alike
OWN_TRANSCRIPTION = ("dpbi.kernel", "dpbi.privacy.definitions")  # they repeat formulas on purpose


class Renamed(ast.NodeTransformer):
    """A function in which the names of its own are replaced by numbers, in their order."""

    def __init__(self, function):
        own = [a.arg for a in ast.walk(function) if isinstance(a, ast.arg)]
        stored = [n.id for n in ast.walk(function) if isinstance(n, ast.Name) and stores(n)]
        names = dict.fromkeys([function.name, *own, *stored])
        self.numbers = {name: f"_{i}" for i, name in enumerate(names)}

    def visit_Name(self, node):
        return ast.Name(self.numbers.get(node.id, node.id), node.ctx)

    def visit_arg(self, node):
        return ast.arg(self.numbers[node.arg])


def stores(name):
    return isinstance(name.ctx, ast.Store)


def bodies(source):
    """{what a function does, whatever it calls its own names: the functions that do it}."""
    found = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            said = [n for n in node.body if not isinstance(getattr(n, "value", n), ast.Constant)]
            body = ast.Module(said, [])
            if sum(1 for _ in ast.walk(body)) >= SHORT:
                key = ast.dump(Renamed(node).visit(body))
                found.setdefault(key, []).append(node.name)
    return found


def test_no_function_is_written_twice_in_other_names():
    where = {}
    for name, path in MODULES.items():
        if name not in OWN_TRANSCRIPTION:
            for key, functions in bodies(path.read_text(encoding="utf-8")).items():
                where.setdefault(key, []).extend(f"{name}.{f}" for f in functions)
    assert [places for places in where.values() if len(places) > 1] == []


def test_a_copy_in_other_names_is_seen():
    first = "def f(a):\n    top, _, low = a.partition('/')\n    return int(top) / int(low or 1)\n"
    second = first.replace("top", "over").replace("f(a)", "g(b)").replace("a.p", "b.p")
    assert [len(names) for names in bodies(first + second).values()] == [2]
    assert len(bodies(first + second.replace("or 1", "or 2"))) == 2


def test_nothing_is_decided_by_the_intervals_of_mpmath():
    texts = {n: p.read_text(encoding="utf-8").replace("div.", "") for n, p in MODULES.items()}
    assert [n for n, text in texts.items() if "iv." in text] == []


def test_the_tests_mirror_the_rooms():
    tests = Path(__file__).parent
    folders = {p.name for p in tests.iterdir() if p.is_dir() and not p.name.startswith("__")}
    assert folders - {"examples", "oracle"} <= set(LAYERS)
    files = {p.stem.removeprefix("test_") for p in tests.glob("test_*.py")}
    untested = set(LAYERS) - folders - files
    assert untested == {"errors", "pytest_plugin"}  # where each is raised, and test_plugin.py


def imported_tests(source):
    """The names that a test file imports in which a part is called like a test file."""
    names = names_imported(ast.walk(ast.parse(source)), "tests")
    return [n for n in names if any(part.startswith("test_") for part in n.split("."))]


def test_no_test_imports_another():
    for path in Path(__file__).parent.rglob("*.py"):
        assert imported_tests(path.read_text(encoding="utf-8")) == [], path
    for source in (
        "from ledger.test_ledger import ROOT",
        "from .test_readme import blocks",
        "import importlib\nimportlib.import_module('test_wheel')",
    ):
        assert len(imported_tests(source)) == 1


def doubles_precision(path):
    """Whether a module has a loop over precisions: bits that are doubled, or are listed."""
    text = path.read_text(encoding="utf-8")
    listed = re.search(r"^(BITS|DIGITS|PRECISIONS|RUNGS) = \(\d", text, re.MULTILINE)
    return bool(listed or re.search(r"bits \*= 2|\b2 \* bits\b", text))


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
    loops = {str(p.relative_to(ROOT)): p for p in MODULES.values() if doubles_precision(p)}
    assert own <= set(loops)
    for name in set(loops) - own:
        text = loops[name].read_text(encoding="utf-8")
        assert re.search(r"from dpbi\.fields\.field import .*\b(LADDER|MOST_BITS)\b", text), name


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
