"""The house: imports go one way, each room is small, heavy guests come late."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

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
MODULES = sorted(p for p in ROOT.rglob("*.py") if p not in DOORS)


def room(module):
    """The room that a dotted module name stands in."""
    return module.split(".")[1] if "." in module else None


def imports(path):
    """Every dpbi module that a file imports, wherever in the file it does."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dpbi"):
            if node.module == "dpbi":
                yield from (f"dpbi.{a.name}" for a in node.names if a.name in LAYERS)
            else:
                yield node.module
        elif isinstance(node, ast.Import):
            yield from (a.name for a in node.names if a.name.startswith("dpbi."))


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_go_one_way(path):
    own = path.relative_to(ROOT).parts[0].removesuffix(".py")
    assert own in LAYERS, f"{own} has no place in the order of rooms"
    for name in imports(path):
        assert LAYERS.index(room(name)) <= LAYERS.index(own), f"{path.name} imports up: {name}"


def test_the_map_in_the_readme_lists_the_rooms_in_that_order():
    readme = Path(__file__).parents[1] / "README.md"
    found = re.findall(r"^    dpbi/(\w+)", readme.read_text(encoding="utf-8"), re.MULTILINE)
    assert found == LAYERS


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_modules_are_small(path):
    most = 1650 if path.name == "kernel.py" else 400  # the kernel is one file on purpose
    assert len(path.read_text(encoding="utf-8").splitlines()) <= most


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_only_the_command_prints_and_nothing_decides_by_interval_mpmath(path):
    text = path.read_text(encoding="utf-8")
    assert "iv." not in text.replace("div.", "")
    if "cli" not in path.parts:  # an example in a docstring may print
        calls = (n.func for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Call))
        assert not any(isinstance(f, ast.Name) and f.id == "print" for f in calls)


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
    loops = {str(p.relative_to(ROOT)): p for p in MODULES if doubles_precision(p)}
    assert own <= set(loops)
    for name in set(loops) - own:
        assert "dpbi.fields.field" in set(imports(loops[name])), name


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
