"""The house: no law is told from others by class, and no modules import each other."""

import ast
import importlib
from types import SimpleNamespace

import pytest
from house import PATHS, modules_imported, nodes

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


def plain(node):
    """A plain name, or nothing."""
    return getattr(node, "id", None)


def classes_named(node):
    """The expressions of a node that name classes which something is held against."""
    if isinstance(node, ast.Call) and plain(node.func) in ("isinstance", "issubclass"):
        yield node.args[1]
    elif isinstance(node, ast.Compare) and ast.unparse(node.left).startswith("type("):
        yield from node.comparators
    elif isinstance(node, ast.MatchClass):
        yield node.cls


def asked_about(module, syntax):
    """The classes that a module of these nodes asks about, with the line, however it asks."""
    for node in syntax:
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
    late = () if found is not None else (n for n in syntax if isinstance(n, ast.ImportFrom))
    for node in late:
        if found is None and (node.module or "")[:4] == "dpbi":
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
    for node in syntax:
        if isinstance(node, ast.Call) and plain(node.func) in ("hasattr", "getattr"):
            words = {a.value for a in node.args[1:2] if isinstance(a, ast.Constant)}
        elif isinstance(node, ast.Compare):
            words = {"form"} & {getattr(node.left, "attr", "")}
        else:
            continue
        told += [f"line {node.lineno}: {word}" for word in words & (SAID | {"form"})]
    return told


def told_by(question):
    """What a module that imports dpbi and asks this question tells apart."""
    return told_apart(SimpleNamespace(dpbi=dpbi), list(ast.walk(ast.parse(question))))


def test_no_module_outside_their_home_tells_forms_or_calibrations_apart():
    """It asks the law, or the calibration, what it needs to know."""
    told = {name: told_apart(importlib.import_module(name), nodes(name)) for name in ELSEWHERE}
    assert {name: lines for name, lines in told.items() if lines} == {}


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
    assert told_by(where + question)


@pytest.mark.parametrize("question", ["isinstance(m, dpbi.Mechanism)", "isinstance(m, int)"])
def test_what_tells_one_sort_of_thing_from_others_may_be_asked(question):
    assert told_by(question) == []
