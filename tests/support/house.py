"""The modules of dpbi as they are written: where each is, its syntax, and what it imports."""

import ast
from functools import cache
from pathlib import Path

import dpbi

ROOT = Path(dpbi.__file__).parent
PATHS = {
    ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(ROOT.rglob("*.py"))
}
BY_TEXT = ("import_module", "__import__")  # the functions that are given the name of a module


@cache
def tree(name):
    """The syntax of a module."""
    return ast.parse(PATHS[name].read_text(encoding="utf-8"))


def package_of(name):
    """The package whose neighbours a relative import in this module names."""
    return name if PATHS[name].name == "__init__.py" else name.rpartition(".")[0]


def running(node):
    """A node and all below it, but what is for type checkers only."""
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        below = node.orelse
    else:
        yield node
        below = ast.iter_child_nodes(node)
    for child in below:
        yield from running(child)


def names_imported(nodes, package):
    """Every dotted name that some nodes import from the package they are in, however written."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            above = parts[: len(parts) + 1 - node.level] if node.level else []
            yield from (
                ".".join([*above, *filter(None, [node.module]), a.name]) for a in node.names
            )
        elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in BY_TEXT:
            yield from (a.value for a in node.args[:1] if isinstance(a, ast.Constant))


def module_of(name, modules, public=None):
    """The module, of those given, that a dotted name is or is in; public names have their own."""
    first, _, rest = name.partition(".")
    if first == "dpbi" and rest in (public or {}):
        return public[rest]
    parts = name.split(".")
    found = (".".join(parts[:i]) for i in range(len(parts), 0, -1))
    return next((m for m in found if m in modules), None)


def modules_imported(name, *, typed=True):
    """The modules of dpbi that a module imports, anywhere in it; also for type checkers only."""
    nodes = ast.walk(tree(name)) if typed else running(tree(name))
    names = names_imported(nodes, package_of(name))
    return {module_of(n, PATHS, dpbi._MODULE) for n in names} - {None}
