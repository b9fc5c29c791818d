"""Formulas with one symbol changed: what a slip of the pen in a draft would have made of them.

    python tests/support/one_symbol.py        choose changes anew, and write them beside the tests

A change is (path, symbol): where in the formula's JSON, and what stands there instead.  The choice
is kept in tests/ledger/one_symbol.json, so that the tests plant the same slips each time.
"""

import copy
import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path

from study import claims, readings

from dpbi.language import Formula
from dpbi.language.signatures import IllFormed
from dpbi.ledger.deciding import NothingMet, outcome
from dpbi.ledger.outcomes import Verdict

CHOSEN = Path(__file__).parent.parent / "ledger" / "one_symbol.json"
KINDS = ("proof-step", "definition", "formula", "algorithm")
OTHERS = {
    "le": ("lt",),
    "lt": ("le",),
    "eq": ("lt",),
    "add": ("sub",),
    "sub": ("add",),
    "mul": ("div", "add"),
    "div": ("mul",),
    "min": ("max",),
    "max": ("min",),
    "minof": ("maxof",),
    "maxof": ("minof",),
    "floor": ("ceil",),
    "ceil": ("floor",),
    "and": ("or",),
    "or": ("and",),
    "forall": ("exists",),
    "exists": ("forall",),
}
PAIRS = ("sub", "div")  # operations of two arguments exactly
ENOUGH = 15  # changes to be planted in each folder of claims
SMALL = 600  # instances of a grid that is decided twice in a test


def changes(document):
    """Every (path, symbol) that changes one symbol of what a formula asserts."""
    for part in ("conclusion", "hypotheses"):
        yield from _within(document[part], [part])


def _within(node, path):
    if not isinstance(node, list):
        return
    if node and node[0] == "num":
        q = Fraction(node[1])
        for other in (q + 1, q - 1, 2 * q, q / 2):
            if other != q:
                yield [*path, 1], str(other)
        return
    if node and isinstance(node[0], str):
        for other in OTHERS.get(node[0], ()):
            if other not in PAIRS or len(node) == 3:
                yield [*path, 0], other
    for i, child in enumerate(node):
        yield from _within(child, [*path, i])


def changed(document, path, symbol):
    """The formula with that symbol in that place."""
    found = copy.deepcopy(document)
    node = found
    for step in path[:-1]:
        node = node[step]
    assert node[path[-1]] != symbol
    node[path[-1]] = symbol
    return Formula.parse(found).checked()


def decided(reading, formula):
    """The verdict on a formula on the reading's grid, by computation alone."""
    return outcome(replace(reading, formula=formula, argument="", facts=None, proved=None)).verdict


def steps():
    """The readings of proof steps, definitions and algorithms that a computation confirms."""
    for name, reading in readings().items():
        kind, f = claims()[name.partition("/")[0]].kind, reading.formula
        if kind in KINDS and f is not None and f.quantifier == "forall":
            few = len(list(islice(reading.grid.instances(f), SMALL + 1)))
            if few <= SMALL:
                yield name, reading


def refuted_when_changed(reading):
    """The first change that makes a confirmed reading fail, or None."""
    document = reading.formula.json()
    if decided(reading, reading.formula) is not Verdict.HOLDS_BOUNDED:
        return None
    for path, symbol in sorted(changes(document), key=lambda change: change[1] in ("lt", "le")):
        try:
            if decided(reading, changed(document, path, symbol)) is Verdict.FAILS:
                return path, symbol
        except (NothingMet, IllFormed, ArithmeticError):
            continue
    return None


if __name__ == "__main__":
    rows, seen, planted = {}, set(), Counter()
    for name, reading in steps():
        claim = name.partition("/")[0]
        if claim in seen or planted[claim.partition(".")[0]] == ENOUGH:
            continue
        if found := refuted_when_changed(reading):
            rows[name] = found
            seen.add(claim)
            planted[claim.partition(".")[0]] += 1
    CHOSEN.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
