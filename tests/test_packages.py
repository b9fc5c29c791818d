"""Each package has work to do and a row in CONTRIBUTING's table, and heavy ones are loaded late.

The table's last column, the rooms that import a package, follows from the code and no harm comes
of it, so the report of `house.py` compares it.
"""

import ast
import re
import tomllib

import pytest
from house import (
    IMPORTED_AS,
    PATHS,
    REPOSITORY,
    nodes,
    packages_imported,
    rooms_that_import,
    table_of_packages,
    tree,
)

ASKED_FOR = ("numpy", "scipy", "mpmath", "sympy", "hypothesis", "pytest")


def declared():
    """The packages, as they are imported, that an installation with every extra has."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = (r for group in project["optional-dependencies"].values() for r in group)
    names = {re.split(r"[\[<>=! ]", r)[0] for r in (*project["dependencies"], *extras)} - {"dpbi"}
    return {IMPORTED_AS.get(n, n) for n in names}


def test_every_package_that_is_installed_has_a_row():
    assert declared() <= set(table_of_packages())


def test_every_package_that_is_imported_is_declared_and_has_a_row():
    assert set(rooms_that_import()) <= declared() | {"llvmlite"}  # which numba brings
    assert set(rooms_that_import()) <= set(table_of_packages())


@pytest.mark.parametrize("package", ASKED_FOR)
def test_a_package_that_was_asked_for_has_work_in_dpbi(package):
    assert rooms_that_import()[package]


def test_mpmath_is_a_second_opinion_which_only_the_room_of_numbers_asks_for():
    assert rooms_that_import()["mpmath"] == {"fields"}


def at_once(tree):
    """The nodes of a module that run when it is imported: all but the bodies of functions."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, (ast.FunctionDef, ast.Lambda)):
            yield node
            yield from at_once(node)


def test_no_module_loads_scipy_sympy_or_mpmath_before_it_is_needed():
    heavy = {"scipy", "sympy", "mpmath"}
    users = [n for n in PATHS if heavy & set().union(*map(packages_imported, nodes(n)))]
    assert len(users) > len(heavy)
    for name in users:
        assert not heavy & set().union(*map(packages_imported, at_once(tree(name)))), name
