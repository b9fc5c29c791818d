"""The kernel and a second evaluator on a small ledger, and on its certificates changed a little."""

from fractions import Fraction
from itertools import islice, product

import pytest
from kernel_ledger import LEDGER, accepts, all_certificates, good
from second_evaluator import really


def test_the_small_ledger_has_true_and_false_instances_of_every_reading():
    assert len(good()) >= 60
    assert {f"{c['claim']}/{c['reading']}" for c in good()} == set(LEDGER["readings"])
    assert {c["says"] for c in good()} == {"conclusion false", "conclusion true"}


def test_a_second_evaluator_agrees_on_every_instance_of_the_small_ledger():
    ties = 0
    for c in all_certificates():
        verdict = really(c, LEDGER)
        if verdict is True and not accepts(c):  # H = sqrt(1 - pi/4) at prior (1, 1), n = 1
            ties += 1
            assert (c["claim"], c["assignment"]["n"]) == ("max", 1)
        else:
            assert verdict is None or verdict is accepts(c), c
    assert ties == 1


def numbers_nearby(x):
    """Other spellings of a number, and other numbers."""
    if isinstance(x, str):
        q = Fraction(x)
        yield from (str(q + 1), str(-q), str(q + Fraction(1, 2**64)), str(q / 2), f"{x}0", f"+{x}")
        yield from (f" {x}", "0", "", f"{x}/0", "1e3", "0.5", "nan", float(q), None, True, [x], {})
        yield f"{q.numerator * 2}/{q.denominator * 2}"
    else:
        yield from (x + 1, x - 1, -x - 1, x + 10**30, x ^ 1, x ^ 2, float(x), str(x) + ".0", None)
        yield from (True, [x], {}, "", f"{x}/2", f"{2 * x}/2", "x")


def lists_nearby(x):
    for i, item in enumerate(x):
        for other in numbers_nearby(item):
            yield [*x[:i], other, *x[i + 1 :]]
        yield [*x[:i], *x[i + 1 :]]
    yield from ([*x, x[-1]], [*x, 0], [*x, "1"], x[::-1], [], [x], None, str(x), {"0": x[0]}, 3)


def mutations(c):
    """Certificates that differ in one field."""
    for key in c:
        yield {k: v for k, v in c.items() if k != key}
        for wrong in (None, 2, [], {}, "", "1", 1.0, True, ["x"], str(c[key]) + "x"):
            if wrong != c[key] or type(wrong) is not type(c[key]):
                yield c | {key: wrong}
    yield c | {"extra": 1}
    yield c | {"assignments": [c["assignment"]]}
    yield {k: v for k, v in c.items() if k != "assignment"} | {"assignments": []}
    yield {k: v for k, v in c.items() if k != "assignment"} | {"assignments": c["assignment"]}
    for key in LEDGER["readings"]:
        claim, name = key.split("/")
        if (claim, name) != (c["claim"], c["reading"]):
            yield c | {"claim": claim, "reading": name}
            yield c | {"claim": claim}
            yield c | {"reading": name}
    yield c | {"claim": f"{c['claim']}/{c['reading']}", "reading": ""}
    for says in ("conclusion false", "conclusion true", "Conclusion true", "conclusion", "false"):
        if says != c["says"]:
            yield c | {"says": says}
    given = c["assignment"]
    for name, x in given.items():
        yield c | {"assignment": {k: v for k, v in given.items() if k != name}}
        others = [*lists_nearby(x)] if isinstance(x, list) else [*numbers_nearby(x)]
        for other in others:
            if other != x or type(other) is not type(x):
                yield c | {"assignment": given | {name: other}}
    yield c | {"assignment": given | {"z": "1"}}
    for a, b in product(given, repeat=2):
        if a < b and given[a] != given[b]:
            yield c | {"assignment": given | {a: given[b], b: given[a]}}


def strict(x):
    """Whether every entry has the one spelling that is allowed."""
    if isinstance(x, dict):
        return all(map(strict, x.values()))
    if isinstance(x, list):
        return all(map(strict, x))
    if isinstance(x, str):
        try:
            return str(Fraction(x)) == x
        except (ValueError, ZeroDivisionError):
            return False
    return type(x) is int


def all_judged(several):
    """How many mutants there are, and how many are accepted; those are other valid witnesses."""
    tried = kept = 0
    for mutants in several:
        for mutant in mutants:
            tried += 1
            if not accepts(mutant):
                continue
            kept += 1
            assert set(mutant) - {"assignment", "assignments"} == {
                "schema",
                "claim",
                "reading",
                "says",
            }
            assert type(mutant["schema"]) is int
            assert mutant["schema"] == 1
            assert strict(mutant.get("assignment", mutant.get("assignments"))), mutant
            assert really(mutant, LEDGER) is True, mutant
    return tried, kept


@pytest.mark.parametrize("part", range(4))
def test_every_ninth_mutation_of_some_is_rejected_or_is_another_valid_witness(part):
    """Another ninth of each certificate, so that all kinds of mutations are among them."""
    some = list(enumerate(good()))[part::8]
    tried, kept = all_judged(islice(mutations(c), i % 9, None, 9) for i, c in some)
    assert tried > 80
    assert kept < tried / 3


@pytest.mark.parametrize("part", range(4))
def test_every_single_field_mutation_is_rejected_or_is_another_valid_witness(part):
    tried, kept = all_judged(map(mutations, good()[part::4]))
    assert tried > 1000
    assert kept < tried / 4


def needlessly_refused(c, mutants):
    """Mutants of a certificate that the kernel refuses, and the second evaluator calls valid."""
    return [
        m
        for m in mutants
        if isinstance(m.get("assignment"), dict)
        and strict(m["assignment"])
        and set(m) == set(c)
        and type(m["schema"]) is int
        and m["schema"] == 1
        and isinstance(m["claim"], str)
        and isinstance(m["reading"], str)
        and m["says"] in ("conclusion false", "conclusion true")
        and not accepts(m)
        and really(m, LEDGER)
    ]


@pytest.mark.parametrize("part", range(4))
def test_a_few_mutations_that_are_valid_are_not_refused_without_need(part):
    for i, c in list(enumerate(good()))[5 * part :: 20]:
        assert needlessly_refused(c, islice(mutations(c), i % 7, None, 7)) == []


def test_mutations_that_the_second_evaluator_calls_valid_are_not_refused_without_need():
    """Completeness, so that the tests above are not passed by refusing everything."""
    for c in good()[::5]:
        assert needlessly_refused(c, mutations(c)) == []
