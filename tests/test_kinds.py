"""The house: no law is told from others by class, no cycles of imports, one name is one thing."""

import ast
import importlib
import sys

import pytest
from house import PATHS, modules_imported, tree

import dpbi
from dpbi.bayes.sensitivity import Calibration
from dpbi.laws.interactive import Interactive
from dpbi.laws.partial import Partial
from dpbi.laws.protocol import Continuous, Mechanism, Randomised
from dpbi.mechanisms.counts import Stated

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
    assert graph["dpbi.privacy.deciding"] >= {"dpbi.privacy.results", "dpbi.privacy.loss"}
    assert cycles(graph) == set()


def test_a_cycle_is_seen():
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == {frozenset("bc")}


HOME = ("dpbi.laws.", "dpbi.mechanisms.", "dpbi.bayes.sensitivity", "dpbi.kernel")
ELSEWHERE = [name for name in NAMES if not name.startswith(HOME)]
KINDS = (
    Randomised,
    Mechanism,
    Continuous,
    Partial,
    Interactive,
    Calibration,
)  # what tells one sort of thing from others
SAID = {"log_weights", "polynomials", "probabilities", "weights"}  # the methods of the forms
SAID |= {"beta", "calibration", "factor", "gamma", "rate", "rule", "smooth", "stated"}


def classes_named(node):
    """The expressions of a node that name classes which something is held against."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("isinstance", "issubclass"):
        yield node.args[1]
    elif isinstance(node, ast.Compare) and ast.unparse(node.left).startswith("type("):
        yield from node.comparators
    elif isinstance(node, ast.MatchClass):
        yield node.cls


def asked_about(module, syntax):
    """The classes that a module asks about, with the line, however it asks."""
    for node in ast.walk(syntax):
        for named in classes_named(node):
            for part in ast.walk(named):
                if isinstance(part, (ast.Name, ast.Attribute)):
                    for kind in all_of(found_in(module, ast.unparse(part), syntax)):
                        yield kind, part.lineno


def all_of(found):
    """A class, or those of a list of classes."""
    return found if isinstance(found, (tuple, list, set, frozenset)) else (found,)


def found_in(module, text, syntax):
    """What a dotted name is in a module, or where a function of it imports the name from."""
    first, *rest = text.split(".")
    found = getattr(module, first, None)
    for node in ast.walk(syntax):
        if found is None and isinstance(node, ast.ImportFrom) and (node.module or "")[:4] == "dpbi":
            for a in node.names:
                if (a.asname or a.name) == first:
                    found = getattr(importlib.import_module(node.module), a.name, None)
    for part in rest:
        found = getattr(found, part, None)
    return found


def told_apart(module, syntax):
    """[what a module tells one law or calibration from another by, with the line]."""
    told = [
        f"line {line}: {kind.__name__}"
        for kind, line in asked_about(module, syntax)
        if isinstance(kind, type) and issubclass(kind, (Randomised, Calibration, Stated))
        if kind not in KINDS
    ]
    for node in ast.walk(syntax):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("hasattr", "getattr"):
            words = {a.value for a in node.args[1:2] if isinstance(a, ast.Constant)}
        elif isinstance(node, ast.Compare):
            words = {"form"} & {getattr(node.left, "attr", "")}
        else:
            continue
        told += [f"line {node.lineno}: {word}" for word in words & (SAID | {"form"})]
    return told


@pytest.mark.parametrize("name", ELSEWHERE)
def test_no_module_outside_their_home_tells_forms_or_calibrations_apart(name):
    """It asks the law, or the calibration, what it needs to know."""
    assert told_apart(importlib.import_module(name), tree(name)) == []


@pytest.mark.parametrize(
    "question",
    [
        "isinstance(m, dpbi.EHDL)",
        "isinstance(m, (int, dpbi.Exact))",
        "issubclass(type(m), Local)",
        "isinstance(m.stated, Weight)",
        "type(m) is dpbi.EHDL",
        "type(m) in OF_THE_DRAFTS",
        "hasattr(m, 'polynomials')",
        "getattr(m.calibration, 'gamma', None)",
        "m.form == 'polynomials'",
        "m.form in (1, 2)",
        "match m:\n    case dpbi.EHDL():\n        pass",
    ],
)
def test_every_way_to_tell_them_apart_is_seen(question):
    where = "from dpbi.bayes.sensitivity import Local\nfrom dpbi.mechanisms.counts import Weight\n"
    where += "from dpbi.mechanisms.registry import OF_THE_DRAFTS\n"
    assert told_apart(sys.modules[__name__], ast.parse(where + question))


@pytest.mark.parametrize("question", ["isinstance(m, dpbi.Mechanism)", "isinstance(m, int)"])
def test_what_tells_one_sort_of_thing_from_others_may_be_asked(question):
    assert told_apart(sys.modules[__name__], ast.parse(question)) == []


OWN_TRANSCRIPTION = (  # these share nothing, and say the same in their own words
    "dpbi.kernel",
    "dpbi.ledger.multiprecision",
    "dpbi.privacy.definitions",
)
THEIR_NAMES = ("dpbi.libraries.",)  # a law of a library is called what the library calls it
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
