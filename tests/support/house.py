"""The modules of dpbi as they are written: where each is, its syntax, and what it imports.

    python tests/support/house.py

prints where the repository is beyond the shape that it is meant to have: a long README, a tiny
module, a function that is written twice.  That is a reason to look, not an error, so the exit code
is 0 whatever it finds.
"""

import ast
import re
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import dpbi

ROOT = Path(dpbi.__file__).parent
REPOSITORY = Path(__file__).parents[2]
PATHS = {
    ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(ROOT.rglob("*.py"))
}
DOORS = ("dpbi", "dpbi.__main__")  # they only lead to the rooms
BY_TEXT = ("import_module", "__import__")  # the functions that are given the name of a module
MAYBE = ("import_module", "optional")  # those that are given a package, which may be absent
IMPORTED_AS = {
    "python-flint": "flint",
    "dp-accounting": "dp_accounting",
    "markdown-it-py": "markdown_it",
}


# What a module is and imports


def text(name):
    """The source of a module."""
    return PATHS[name].read_text(encoding="utf-8")


@cache
def tree(name):
    """The syntax of a module."""
    return ast.parse(text(name))


@cache
def nodes(name):
    """All nodes of that."""
    return tuple(ast.walk(tree(name)))


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


def called(node):
    """The last part of the name of the function that a call names."""
    return getattr(node.func, "attr", getattr(node.func, "id", None))


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
        elif isinstance(node, ast.Call) and called(node) in BY_TEXT:
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
    names = names_imported(nodes(name) if typed else running(tree(name)), package_of(name))
    return {module_of(n, PATHS, dpbi._MODULE) for n in names} - {None}


def packages_imported(node):
    """The packages of others that one node of a syntax tree imports."""
    if isinstance(node, ast.Import):
        names = [a.name for a in node.names]
    elif isinstance(node, ast.ImportFrom) and not node.level:
        names = [node.module]
    elif isinstance(node, ast.Call) and called(node) in MAYBE:
        names = [a.value for a in node.args[:1] if isinstance(a, ast.Constant)]
    else:
        return set()
    return {n.split(".")[0] for n in names} - sys.stdlib_module_names - {"dpbi"}


@cache
def rooms_that_import():
    """{package of others: the rooms of dpbi that import it}."""
    found = {}
    for name, path in PATHS.items():
        room = path.relative_to(ROOT).parts[0].removesuffix(".py")
        for package in set().union(*map(packages_imported, nodes(name))):
            found.setdefault(package, set()).add(room)
    return found


def table_of_packages():
    """{package as it is imported: the rooms that CONTRIBUTING names}."""
    page = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    page = page.partition("## Packages")[2].partition("\n## ")[0]
    lines = re.findall(r"^\| (.+?) \| (.+?) \| ?(.*?) ?\|$", page, re.MULTILINE)
    start = next(i for i, line in enumerate(lines) if line[0] == "package")
    found = {}
    for packages, _, where in lines[start + 1 :]:
        for package in re.sub(r" \(extra .*\)", "", packages).split(", "):
            found[IMPORTED_AS.get(package, package)] = set(filter(None, where.split(", ")))
    return found


# The shape: each measure gives one text for each thing that is beyond it

README_LINES = 300
FEWEST_LINES, MOST_LINES, KERNEL_LINES = 25, 400, 1800
MOST_MODULES = 20
COQ_COLUMNS = 100
SHORT = 20  # nodes of a syntax tree: a line or two, which may well be alike
OWN_TRANSCRIPTION = (  # these share nothing, and say the same in their own words
    "dpbi.kernel",
    "dpbi.ledger.multiprecision",
    "dpbi.privacy.definitions",
)
THEIR_NAMES = ("dpbi.libraries",)  # a law of a library is called what the library calls it
BY_FILE = (  # many short files of one shape, in each of which a name is read beside its file's
    "dpbi.cli",
    "dpbi.report.",
    "dpbi.language.coq",  # and Coq's side, always named as coqc.check, proofs.listed, ...
    "dpbi.ledger.proving.sources",
    "dpbi.ledger.proving.answers",
    "dpbi.ledger.proving.coqc",
    "dpbi.ledger.proving.proofs",
)
WORDS = ("dpbi.language.words", "dpbi.ledger.model")  # words of the language, and what they mean
SAME_WORD = {
    "compare": "libraries: with what is declared; accuracy: two expected errors",
    "moved": "bayes: a record; ledger: an outcome since it was recorded",
    "priors": "promises: a strategy; ledger: a grid's",
    "text": "support: an argument; language: an expression as text",
}
SAME_TYPE = ("Json",)  # an alias of dict, the same each time
BOTH = ("Laplace",)  # dpbi.libraries.opendp.Laplace, beside the drafts'


def modules(apart=()):
    """The names of the modules within the rooms, but those that begin so."""
    return [n for n in PATHS if n not in DOORS and not n.startswith(apart)]


def lines(name):
    """How many lines a module has."""
    return len(text(name).splitlines())


def long_readme():
    """The README, where it is long without the tables that are measured."""
    page = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    tables = re.findall(r"<!-- \w+ table -->\n(.*?)<!-- end -->", page, re.DOTALL)
    if (count := len(page.splitlines()) - sum(t.count("\n") for t in tables)) > README_LINES:
        yield f"it has {count}"


def long_modules():
    """Modules that are longer than one reads in one sitting."""
    for name in modules():
        most = KERNEL_LINES if name == "dpbi.kernel" else MOST_LINES
        if (count := lines(name)) > most:
            yield f"{name} has {count}"


def tiny_modules():
    """Modules that may belong into their importers; what opens a package may be empty."""
    for name in modules():
        if PATHS[name].name != "__init__.py" and (count := lines(name)) < FEWEST_LINES:
            yield f"{name} has {count}"


def full_folders():
    """Folders of more modules than a reader can hold; the command's verbs do not count."""
    from dpbi.cli import COMMANDS  # with click, which nothing else here needs

    rooms = Counter(path.parent for path in PATHS.values())
    rooms[ROOT / "cli"] -= len(COMMANDS)  # one verb each, read one at a time
    for folder, count in rooms.items():
        if count > MOST_MODULES:
            yield f"{folder.relative_to(ROOT.parent)} has {count}"


def stale_rows():
    """Packages of which CONTRIBUTING's table names other rooms than import them."""
    said, found = table_of_packages(), rooms_that_import()
    for package in sorted(said.keys() | found):
        if (now := found.get(package, set())) != said.get(package, set()):
            yield f"{package} is imported by {', '.join(sorted(now)) or 'none'}"


def types(name):
    """The classes and the type aliases of a module."""
    for node in nodes(name):
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            alias = isinstance(node.value, ast.Subscript) or node in tree(name).body
            if alias and isinstance(target, ast.Name) and not isinstance(node.value, ast.Constant):
                yield from [target.id] * is_type(target.id)


def is_type(name):
    """Whether a name is written like that of a type."""
    return name[0].isupper() and not name.isupper() and "_" not in name


def functions(name):
    """The functions of a module, without methods."""
    return (n.name for n in tree(name).body if isinstance(n, ast.FunctionDef))


def named_twice(names, defined, known):
    """The public names that more than one of the modules defines."""
    where = {}
    for name in names:
        for found in defined(name):
            where.setdefault(found, {})[name] = True
    for found, places in where.items():
        if len(places) > 1 and not found.startswith("_") and found not in known:
            yield f"{found} in {', '.join(places)}"


def types_named_twice():
    """Names of types that stand for two things."""
    return named_twice(modules((*OWN_TRANSCRIPTION, *THEIR_NAMES)), types, SAME_TYPE)


def functions_named_twice():
    """Names of functions that stand for two things."""
    apart = (*OWN_TRANSCRIPTION, *BY_FILE, *WORDS)
    return named_twice(modules(apart), functions, SAME_WORD)


def types_named_like_ours():
    """Classes for a library that have a name which everybody imports from dpbi."""
    for name in modules():
        if name.startswith(THEIR_NAMES):
            ours = (set(types(name)) & set(dpbi.__all__)) - set(BOTH)
            yield from (f"{found} in {name}" for found in sorted(ours))


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
    """Whether a name is one that is given a value."""
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


def functions_written_twice():
    """Functions that do the same and have other names for it."""
    where = {}
    apart = ("dpbi.kernel", "dpbi.privacy.definitions")  # they repeat formulas on purpose
    for name in modules(apart):
        for key, found in bodies(text(name)).items():
            where.setdefault(key, []).extend(f"{name}.{f}" for f in found)
    return (" and ".join(places) for places in where.values() if len(places) > 1)


def wide_proofs():
    """Lines of Coq sources that are long or end in blanks."""
    for path in sorted((REPOSITORY / "verify" / "proofs").rglob("*.v")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if len(line) >= COQ_COLUMNS or line != line.rstrip():
                yield f"{path.relative_to(REPOSITORY)}:{number}"


MEASURES = {
    f"README.md has at most {README_LINES} lines without its tables": long_readme,
    f"a module has at most {MOST_LINES} lines, the kernel {KERNEL_LINES}": long_modules,
    f"a module has at least {FEWEST_LINES} lines": tiny_modules,
    f"a folder has at most {MOST_MODULES} modules": full_folders,
    "CONTRIBUTING's table of packages names the rooms that import each": stale_rows,
    "a name of a type is that of one type": types_named_twice,
    "a class for a library is not called like one that dpbi exports": types_named_like_ours,
    "a name of a public function is that of one function": functions_named_twice,
    "a function is written once": functions_written_twice,
    f"a line of a Coq source is shorter than {COQ_COLUMNS} and ends in no blank": wide_proofs,
}
SHOWN = 4  # of what is beyond one measure


def report():
    """The lines of the report: a heading, and one for each measure that is not kept."""
    beyond = {measure: found for measure, of in MEASURES.items() if (found := measured(of))}
    yield f"The shape of the code: {len(MEASURES) - len(beyond)} of {len(MEASURES)} measures kept."
    for measure, found in beyond.items():
        more = f"; and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
        yield f"  {measure}: {'; '.join(found[:SHOWN])}{more}"


def measured(measure):
    """What is beyond a measure, or why it cannot be told: no error of a file ends the report."""
    try:
        return list(measure())
    except Exception as error:
        return [f"not measured, {type(error).__name__}: {error}"]


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in report())
