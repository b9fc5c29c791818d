"""Each package has the work that CONTRIBUTING's table says, and heavy ones are loaded late."""

import ast
import re
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = sorted((ROOT / "dpbi").rglob("*.py"))
IMPORTED_AS = {
    "python-flint": "flint",
    "dp-accounting": "dp_accounting",
    "markdown-it-py": "markdown_it",
}
ASKED_FOR = ("numpy", "scipy", "mpmath", "sympy", "hypothesis", "pytest")


def called(node):
    """The module that import_module("...") names, or optional("..."), where it may be absent."""
    name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
    first = node.args[0] if name in ("import_module", "optional") and node.args else None
    return [first.value] if isinstance(first, ast.Constant) else []


def imported(node):
    """The packages of others that one node of a syntax tree imports."""
    if isinstance(node, ast.Import):
        names = [a.name for a in node.names]
    elif isinstance(node, ast.ImportFrom) and not node.level:
        names = [node.module]
    else:
        names = called(node) if isinstance(node, ast.Call) else []
    return {n.split(".")[0] for n in names} - sys.stdlib_module_names - {"dpbi"}


@cache
def rooms():
    """{package: the rooms of dpbi/ that import it}."""
    found = {}
    for path in MODULES:
        room = path.relative_to(ROOT / "dpbi").parts[0].removesuffix(".py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for package in imported(node):
                found.setdefault(package, set()).add(room)
    return found


def table():
    """{package as it is imported: the rooms that CONTRIBUTING names}."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    text = text.partition("## Packages")[2].partition("\n## ")[0]
    lines = re.findall(r"^\| (.+?) \| (.+?) \| ?(.*?) ?\|$", text, re.MULTILINE)
    start = next(i for i, line in enumerate(lines) if line[0] == "package")
    found = {}
    for packages, _, where in lines[start + 1 :]:
        for package in re.sub(r" \(extra .*\)", "", packages).split(", "):
            found[IMPORTED_AS.get(package, package)] = set(filter(None, where.split(", ")))
    return found


def test_the_table_of_packages_names_the_rooms_that_import_each():
    said = {package: where for package, where in table().items() if where}
    assert said == rooms()


def test_every_package_that_is_installed_has_a_row():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = (r for group in project["optional-dependencies"].values() for r in group)
    names = {re.split(r"[\[<>=! ]", r)[0] for r in (*project["dependencies"], *extras)} - {"dpbi"}
    assert {IMPORTED_AS.get(n, n) for n in names} <= set(table())


@pytest.mark.parametrize("package", ASKED_FOR)
def test_a_package_that_was_asked_for_has_work_in_dpbi(package):
    assert rooms()[package]


def at_once(tree):
    """The nodes of a module that run when it is imported: all but the bodies of functions."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, (ast.FunctionDef, ast.Lambda)):
            yield node
            yield from at_once(node)


def test_no_module_loads_scipy_sympy_or_mpmath_before_it_is_needed():
    for path in MODULES:
        nodes = at_once(ast.parse(path.read_text(encoding="utf-8")))
        early = set().union(*map(imported, nodes))
        assert not early & {"scipy", "sympy", "mpmath"}, path
