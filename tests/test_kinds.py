"""The house: no law is asked for its class, no modules need each other, one name is one thing."""

import ast
import importlib

import pytest
from house import PATHS, modules_imported, tree

import dpbi
from dpbi.bayes.sensitivity import Calibration
from dpbi.laws.protocol import Continuous, Mechanism, Randomised

NAMES = [name for name in PATHS if name != "dpbi"]


def cycles(graph):
    """The sets of modules that reach each other."""

    def reached(start):
        seen, left = set(), [start]
        while left:
            for n in graph[left.pop()]:
                if n not in seen:
                    seen.add(n)
                    left.append(n)
        return seen

    reach = {n: reached(n) for n in graph}
    return {frozenset(m for m in reach[n] if n in reach[m]) for n in graph if n in reach[n]}


def test_no_modules_import_each_other_even_late():
    graph = {n: modules_imported(n, typed=False) - {"dpbi", n} for n in NAMES}
    assert graph["dpbi.privacy.decide"] >= {"dpbi.privacy.results", "dpbi.privacy.loss"}
    assert cycles(graph) == set()


def test_a_cycle_is_seen():
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == {frozenset("bc")}


HOME = ("dpbi.laws.", "dpbi.mechanisms.", "dpbi.bayes.sensitivity", "dpbi.kernel")
KINDS = (Randomised, Mechanism, Continuous, Calibration)  # what tells one sort of thing from others


def asked_about(name):
    """The classes that a module asks about by isinstance or issubclass, with the line."""
    module = importlib.import_module(name)
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("isinstance", "issubclass"):
            for part in ast.walk(node.args[1]):
                if isinstance(part, (ast.Name, ast.Attribute)):
                    found = found_in(module, ast.unparse(part), name)
                    for kind in found if isinstance(found, tuple) else (found,):
                        yield kind, node.lineno


def found_in(module, text, name):
    """What a dotted name is in a module, or where a function of it imports the name from."""
    first, *rest = text.split(".")
    found = getattr(module, first, None)
    for node in ast.walk(tree(name)):
        if found is None and isinstance(node, ast.ImportFrom) and (node.module or "")[:4] == "dpbi":
            for a in node.names:
                if (a.asname or a.name) == first:
                    found = getattr(importlib.import_module(node.module), a.name, None)
    for part in rest:
        found = getattr(found, part, None)
    return found


@pytest.mark.parametrize("name", [n for n in NAMES if not n.startswith(HOME)])
def test_no_isinstance_over_forms_or_calibrations_outside_their_home(name):
    for kind, line in asked_about(name):
        if isinstance(kind, type) and issubclass(kind, (Randomised, Calibration)):
            assert kind in KINDS, f"{name}, line {line}: ask the law, not whether it is a {kind}"


def test_what_a_module_asks_about_is_found():
    assert (Mechanism in {kind for kind, _ in asked_about("dpbi.laws.foreign")}) is True
    assert (dpbi.Exact in {kind for kind, _ in asked_about("dpbi.laws.law_file")}) is True
    assert (Continuous in {kind for kind, _ in asked_about("dpbi.cli.loss")}) is True


OWN_TRANSCRIPTION = (  # these share nothing, and say the same in their own words
    "dpbi.kernel",
    "dpbi.ledger.multiprecision",
    "dpbi.privacy.definitions",
)
THEIR_NAMES = ("dpbi.libraries.",)  # a law of a library is called what the library calls it
BY_FILE = (  # many short files of one shape, in each of which a name is read beside its file's
    "dpbi.cli",
    "dpbi.ledger.statements.",
    "dpbi.report.",
)
WORDS = ("dpbi.language.words", "dpbi.ledger.model")  # words of the language, and what they mean
SAME_WORD = {
    "compare": "libraries: with what is declared; accuracy: two expected errors",
    "moved": "bayes: a record; ledger: an outcome since it was recorded",
    "priors": "promises: a strategy; ledger: a grid's",
    "text": "support: an argument; language: an expression as text",
}


def defined(name, *, functions):
    """The classes and type aliases of a module, or its functions."""
    for node in tree(name).body:
        if isinstance(node, ast.FunctionDef if functions else ast.ClassDef):
            yield node.name
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and not functions:
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            named = isinstance(target, ast.Name) and target.id[0].isupper()
            if named and not target.id.isupper() and not isinstance(node.value, ast.Constant):
                yield target.id


def twice(names, *, functions):
    """{name: where}, for what more than one of the modules defines."""
    where = {}
    for name in names:
        for found in defined(name, functions=functions):
            if not found.startswith("_"):
                where.setdefault(found, []).append(name)
    return {found: places for found, places in where.items() if len(set(places)) > 1}


def test_no_public_class_or_type_alias_is_defined_twice():
    names = [n for n in NAMES if not n.startswith((*OWN_TRANSCRIPTION, *THEIR_NAMES))]
    assert set(twice(names, functions=False)) <= {"Json"}  # an alias of dict, the same each time


def test_no_class_of_a_library_is_called_like_one_of_ours_that_everybody_imports():
    ours = set(dpbi.__all__) if hasattr(dpbi, "__all__") else set(dir(dpbi))
    found = {c for n in NAMES if n.startswith(THEIR_NAMES) for c in defined(n, functions=False)}
    assert found & ours <= {"Laplace"}  # dpbi.libraries.opendp.Laplace, beside the drafts'


def test_no_public_function_is_defined_twice_but_those_that_are_listed():
    apart = (*OWN_TRANSCRIPTION, *BY_FILE, *WORDS)
    found = twice([n for n in NAMES if not n.startswith(apart)], functions=True)
    assert set(found) == set(SAME_WORD)
