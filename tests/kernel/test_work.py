"""The kernel's work is bounded whatever it is given: counted in its units and in lines."""

import sys
import tracemalloc

import pytest
from kernels import num, reading, vec
from random_formulas import Formulas

from dpbi import kernel

UP_TO = 300_000
NINES = "9" * 999
THIRD = vec(("1/3", "1/5"))


def up_to(n):
    return ["range", num(1), num(n)]


def fractions(count):
    return vec([f"1/{10**900 + i}" for i in range(1, 2 * count, 2)])


HEAVY = {
    "powers of powers": ["pow", ["pow", num(3), num(10**5)], num(50)],
    "a large power": ["pow", num(NINES), num(3000)],
    "a hopeless power": ["pow", num(3), num(10**30)],
    "fractions that grow": ["sum", "i", up_to(10**5), ["div", num(1), ["var", "i"]]],
    "long fractions": ["total", fractions(900)],
    "long distances": ["d", fractions(900), vec([0] * 900)],
    "sums of exponentials": ["pow", ["add", ["exp", num("1/3")], ["exp", num("1/7")]], num(10**4)],
    "close sums": ["sub", ["exp", ["pow", num(10), num(-(10**6))]], num(1)],
    "a binomial coefficient": ["binomial", num(10**6), num(5 * 10**5)],
    "a floor": ["floor", ["exp", num(10**7)]],
    "a large floor": ["floor", ["pow", ["sqrt", num(2)], num(10**40)]],
    "many datasets": ["count", "z", ["datasets", num(10**3), num(10**2)], ["true"]],
    "one dataset of very many": ["count", "z", ["datasets", num(10**9), num(1)], ["true"]],
    "a long range": ["sum", "i", up_to(10**30), num(1)],
    "loops in loops": ["sum", "i", up_to(999), ["sum", "j", up_to(999), num(1)]],
    "a smooth sensitivity": ["S", vec((1, 1)), vec((10**5, 0)), num(1)],
    "a law of many outputs": [
        *("P", "lszhang-all", {}, vec((1, 1)), num(1), vec((10**7, 1)), vec((1, 1)))
    ],
    "noise drawn anew": [
        *("P", "lsdim", {"noise": "fresh"}, vec([1] * 4), num(1), vec([30] * 4), vec([30] * 4))
    ],
    "many categories": ["LS", vec([1] * 2000), vec([1] * 2000)],
    "long vectors": ["sum", "i", up_to(10**4), ["len", vec([1] * 1000)]],
    "gammas of many digits": ["C", vec((f"1/{NINES[:900]}", "1/7")), vec((30, 30)), vec((0, 60))],
}


@pytest.mark.parametrize("name", HEAVY)
def test_what_takes_too_much_work_is_refused_after_that_much_work(name):
    formula = reading([], ["lt", HEAVY[name], num(-7)])
    lines, seen = lines_of(formula, UP_TO)
    assert seen == f"It takes more work than is allowed, {UP_TO} units."
    assert lines < 12 * UP_TO


def lines_of(formula, most, given=None):
    """How many lines of the kernel checking takes, and the sentence or what is shown."""
    counted = 0

    def within(frame, event, argument):
        nonlocal counted
        counted += event == "line"
        return within

    def trace(frame, event, argument):
        return within if frame.f_code.co_filename == kernel.__file__ else None

    certificate = {"schema": 1, "claim": "a", "reading": "b", "says": "conclusion true"}
    certificate["assignment"] = given or {}
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        found = kernel.check(certificate, {"schema": 1, "readings": {"a/b": formula}}, most)
    except kernel.Rejected as why:
        found = str(why)
    finally:
        sys.settrace(before)
    return counted, found


@pytest.mark.parametrize("part", range(4))
def test_no_loop_of_the_kernel_goes_uncounted(part):
    for seed in range(part, 400, 4):
        formula, given = Formulas(seed).example()
        lines, _ = lines_of(formula, kernel.MOST_WORK, given)
        size = len(str(formula)) + len(str(given))
        assert lines < 60 * (kernel.State.work + size), (seed, lines, kernel.State.work, size)


def test_every_operation_on_numbers_counts_at_least_their_size():
    long, longer = (kernel.Fraction(7**m, 3**m) for m in (5000, 50000))
    for operation in (kernel.add, kernel.mul, kernel.sub, kernel.div, kernel.lt, kernel.eq):
        spent = []
        for q in (long, longer):
            kernel.begin()
            operation(q, kernel.Fraction(1, 3) * q)
            spent.append(kernel.State.work)
        assert spent[1] > 60 * spent[0] > 0, operation


def test_the_fate_of_a_certificate_does_not_depend_on_those_before_it():
    formula = reading([], ["lt", ["LS", THIRD, vec((2, 2))], num(1)])
    works = []
    for _ in range(3):
        lines_of(formula, kernel.MOST_WORK)
        works.append(kernel.State.work)
    assert len(set(works)) == 1
    assert lines_of(formula, works[0])[1] == "true"
    assert "more work" in lines_of(formula, works[0] - 1)[1]
    assert lines_of(formula, works[0])[1] == "true"


def ranged(to, body):
    return ["forall", "i", up_to(to), body]


def deep(depth):
    inner = num(1)
    for _ in range(depth):
        loss = ["loss", "ehd", {"gs": inner}, vec((1, 1)), num(1), num(1)]
        inner = ["count", "i", up_to(1), ["eq", loss, num(1)]]
    return ["le", num(0), inner]


ZEROS = [num(0)] * 2000
VECTORS = [vec([0] * 100)] * 60
MANY = [[f"v{i}", ["int", 0, 0]] for i in range(400)]
BESIDE = ["or", ["true"], *[["eq", ["var", "v0"], num(0)]] * 1000]
NOTS = ["true"]
for _ in range(100):
    NOTS = ["not", NOTS]
UNCOUNTED = {
    "a list": (ranged(10**4, ["exists", "v", ["list", *ZEROS], ["true"]]), [], []),
    "a list of vectors": (ranged(3000, ["exists", "v", ["list", *VECTORS], ["true"]]), [], []),
    "connectives": (ranged(10**4, NOTS), [], []),
    "many variables": (ranged(10**4, ["true"]), MANY, []),
    "a long hypothesis": (["true"], [["v1", ["int", 1, 10**4]], *MANY[:1]], [BESIDE]),
    "losses in losses": (deep(16), [], []),
}


@pytest.mark.parametrize("name", UNCOUNTED)
def test_the_units_grow_with_all_that_is_evaluated(name):
    conclusion, variables, hypotheses = UNCOUNTED[name]
    formula = {"quantifier": "forall", "variables": variables}
    formula |= {"hypotheses": hypotheses, "conclusion": conclusion}
    certificate = {"schema": 1, "claim": "a", "reading": "b", "says": "holds"}
    with pytest.raises(kernel.Rejected, match="more work"):
        kernel.check(certificate, {"schema": 1, "readings": {"a/b": formula}}, UP_TO)


def test_an_argument_of_a_list_is_read_once():
    spent = []
    for depth in (10, 20):
        inner = num(1)
        for _ in range(depth):
            inner = ["sum", "i", ["list", inner], num(1)]
        kernel.begin()
        kernel.meaning(inner, {}, "N")
        spent.append(kernel.State.work)
    assert spent[1] < 3 * spent[0]


def test_sets_of_datasets_are_never_held_as_a_whole():
    kernel.begin()
    tracemalloc.start()
    try:
        assert sum(1 for _ in kernel.datasets(200, 3)) == 20301
        assert sum(1 for _ in kernel.neighbours((1,) * 60)) == 60 * 59
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 200_000
    assert not kernel.State.memory


def test_a_formula_that_is_kept_is_counted_as_what_it_takes():
    """All the work that is allowed keeps a few hundred megabytes, be it spent on reading alone."""
    kernel.begin()
    tracemalloc.start()
    try:
        kept = kernel.condition(["and", *[["true"] for _ in range(20_000)]], {})
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept({})
    assert size / kernel.State.work * kernel.MOST_WORK < 500e6
