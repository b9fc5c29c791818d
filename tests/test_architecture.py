"""The house: imports go one way, each room is small, heavy guests come late."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import dpbi

ROOT = Path(dpbi.__file__).parent
LAYERS = [  # a room imports only rooms above it in this list
    "errors",
    "support",
    "fields",
    "bayes",
    "sampling",
    "language",
    "laws",
    "mechanisms",
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
DOORS = {ROOT / "__init__.py", ROOT / "__main__.py"}  # they only lead to the rooms
PATHS = sorted(p for p in ROOT.rglob("*.py") if p not in DOORS)


def name_of(path, root):
    """The dotted name of a file."""
    parts = path.relative_to(root.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(p, ROOT): p for p in PATHS}


def imports(source, own, modules):
    """The modules, of those given, that a source text imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        names = []
        if isinstance(node, ast.Import):
            names = [a.name for a in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = own.split(".")[: -node.level] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            names = [f"{base}.{a.name}" for a in node.names]
        for name in names:
            longest = [".".join(name.split(".")[:i]) for i in range(name.count(".") + 1, 0, -1)]
            found.update([m for m in longest if m in modules][:1])
    return found


IMPORTS = {
    name: imports(path.read_text(encoding="utf-8"), name, MODULES) for name, path in MODULES.items()
}


def lines(path):
    return len(path.read_text(encoding="utf-8").splitlines())


def test_every_way_to_write_an_import_is_seen():
    source = (
        "import dpbi.a\nfrom dpbi import b\nfrom . import c\nfrom .d import name\n"
        "def f():\n    from ..e import name\nimport math"
    )
    known = ["dpbi.a", "dpbi.b", "dpbi.room.c", "dpbi.room.d", "dpbi.e"]
    assert imports(source, "dpbi.room.own", known) == set(known)


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
    assert long["dpbi.kernel"] <= 1650


def test_every_folder_of_modules_is_a_package_that_tools_find():
    assert [p.parent for p in PATHS if not (p.parent / "__init__.py").exists()] == []


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


def test_there_are_no_more_modules_than_a_reader_can_hold():
    assert len(PATHS) + len(DOORS) <= 170


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
    assert loud == set()


def prints(path):
    """Whether a module calls it; an example in a docstring may."""
    calls = [
        n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Call)
    ]
    return any(isinstance(c.func, ast.Name) and c.func.id == "print" for c in calls)


def test_nothing_is_decided_by_the_intervals_of_mpmath():
    texts = {n: p.read_text(encoding="utf-8").replace("div.", "") for n, p in MODULES.items()}
    assert [n for n, text in texts.items() if "iv." in text] == []


def test_no_test_imports_another():
    paths = list(Path(__file__).parent.rglob("test_*.py"))
    for path in paths:
        others = {p.stem for p in paths} - {path.stem}
        assert imports(path.read_text(encoding="utf-8"), path.stem, others) == set(), path


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
        "privacy/violations.py",  # an excess known to be positive
    }
    loops = {str(p.relative_to(ROOT)): p for p in PATHS if doubles_precision(p)}
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
