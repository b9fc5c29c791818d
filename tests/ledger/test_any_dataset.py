"""Variables over sets of vectors of any kind: enumerated, certified, searched, proved."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpbi import kernel
from dpbi.errors import TooLarge
from dpbi.language import Formula
from dpbi.language.expr import var
from dpbi.language.signatures import IllFormed
from dpbi.language.words import (
    define,
    forall,
    grid,
    hamming,
    implies,
    inserted,
    ledger_of,
    lists,
    no,
    numbers,
    over,
    quantile,
    same,
    size,
    steps,
    total,
    upto,
    variable,
    vec,
)
from dpbi.ledger.beyond.drawing import draws
from dpbi.ledger.claims import Grid, Reading
from dpbi.ledger.deciding import assignment, outcome, shown
from dpbi.ledger.evaluate import truth_at
from dpbi.ledger.multiprecision import Evaluator
from dpbi.ledger.outcomes import Verdict
from dpbi.ledger.ranges import NoRange
from dpbi.ledger.shipped import accepted
from dpbi.privacy.definitions import Definitions

v, w, k = var("v"), var("w"), var("k")
K = variable("k", "int", 0, None)


def met(formula, **values):
    """The instances of a formula as vectors of their values."""
    names = formula.names
    every = Grid(values={name: tuple(map(str, given)) for name, given in values.items()})
    return [tuple(i[name] for name in names) for i in every.instances(formula)]


def test_a_variable_of_a_set_takes_each_of_its_elements():
    formula = forall(size(v).equals(k), where=[K, variable("v", "in", lists(2, k))])
    assert met(formula, k=(0, 2)) == [(0, ()), *((2, x) for x in product((0, 1), repeat=2))]


def test_a_set_may_speak_of_variables_of_sets_before_it():
    same_length = variable("w", "in", lists(2, size(v)))
    formula = forall(
        hamming(v, w) <= 1, where=[variable("v", "in", upto(steps(0, 1), 2)), same_length]
    )
    every = [x for n in range(3) for x in product((0, 1), repeat=n)]
    assert met(formula) == [(x, y) for x in every for y in every if len(x) == len(y)]


def test_points_of_a_grid_have_rational_entries():
    formula = forall(total(v) <= 1, where=[variable("v", "in", grid(numbers("1/2", 2), 2))])
    assert [x for (x,) in met(formula)] == list(product((Fraction(1, 2), 2), repeat=2))
    found = outcome(Reading("a", "a", formula))
    assert found.verdict is Verdict.FAILS
    assert found.witness["v"] == ["1/2", 2]
    assert assignment(found.witness) == {"v": (Fraction(1, 2), 2)}


def holds(formula):
    document = {"schema": 1, "claim": "a", "reading": "b", "says": "holds"}
    return kernel.check(document, ledger_of({"a/b": formula}))


def test_the_kernel_proves_on_a_set_and_finds_what_is_not_so():
    all_of = [variable("v", "in", lists(2, 3)), variable("w", "in", lists(2, 3))]
    triangle = hamming(v, w) <= total(v) + total(w)
    formula = forall(triangle, where=all_of)
    assert holds(formula) == "proved"
    found = outcome(Reading("a", "a", formula, exhaustive=True))
    assert (found.verdict, found.trusts, found.instances) == (Verdict.HOLDS, ("kernel",), 64)
    with pytest.raises(kernel.Rejected, match="The conclusion is false"):
        holds(forall(hamming(v, w) <= 2, where=all_of))


def test_the_kernel_refuses_a_value_that_is_not_in_the_set():
    formula = forall(total(v) < 2, where=[variable("v", "in", lists(2, 2))])
    ledger = ledger_of({"a/b": formula})
    document = {"schema": 1, "claim": "a", "reading": "b", "says": "conclusion false"}
    assert kernel.check({**document, "assignment": {"v": [1, 1]}}, ledger) == "refuted"
    for wrong in ([2, 1], [1, 1, 1], [], ["1/2", 1]):
        with pytest.raises(kernel.Rejected, match="is not in its set"):
            kernel.check({**document, "assignment": {"v": wrong}}, ledger)
    with pytest.raises(kernel.Rejected, match="is not a list"):
        kernel.check({**document, "assignment": {"v": 1}}, ledger)


def test_the_kernel_rejects_a_set_without_a_value_and_one_that_speaks_of_what_comes_later():
    below = forall(total(v) < 2, where=[K, variable("v", "in", lists(2, k - 3))])
    document = {"schema": 1, "claim": "a", "reading": "b", "says": "conclusion true"}
    with pytest.raises(kernel.Rejected, match="has no value: there is vectors of a length below 0"):
        kernel.check({**document, "assignment": {"k": 0, "v": []}}, ledger_of({"a/b": below}))
    later = forall(total(v) < 9, where=[variable("v", "in", lists(2, 1))]).json()
    later["variables"] = [
        ["v", ["in", ["list", ["var", "w"]]]],
        ["w", ["in", ["list", ["vec", ["num", "1"]]]]],
    ]
    with pytest.raises(kernel.Rejected, match="'w' is not bound"):
        kernel.check(
            {**document, "assignment": {"v": [1], "w": [1]}},
            {"schema": 1, "readings": {"a/b": later}},
        )
    with pytest.raises(IllFormed, match="neither quantified nor bound"):
        Formula.parse(later).checked()


@pytest.mark.parametrize("last", [10**9, 10**30])
def test_integers_that_would_fill_the_memory_are_refused_and_not_listed(last):
    bound = over("forall", "i", steps(0, last), var("i") >= k)
    with pytest.raises(TooLarge) as refused:
        truth_at(forall(bound, where=[K]), {"k": 0})
    assert (refused.value.count, refused.value.unit) == (last + 1, "integers")
    assert "use a shorter range of integers" in str(refused.value)
    formula = forall(var("i") >= 0, where=[variable("i", "in", steps(0, last))])
    with pytest.raises(TooLarge):
        list(Grid().instances(formula))
    with pytest.raises(TooLarge):
        Evaluator(Definitions(50)).condition(bound, {"k": Fraction(0)})


def test_a_set_of_too_many_vectors_is_refused_and_not_gone_through():
    formula = forall(total(v) >= 0, where=[variable("v", "in", lists(10, 30))])
    with pytest.raises(TooLarge) as refused:
        list(Grid().instances(formula))
    assert (refused.value.count, refused.value.unit) == (10**30, "vectors")
    assert "use shorter vectors, or fewer values of a component" in str(refused.value)
    document = {"schema": 1, "claim": "a", "reading": "b", "says": "holds"}
    assert not accepted(document, ledger_of({"a/b": formula}))


def test_the_search_beyond_a_grid_draws_elements_of_the_set():
    formula = forall(
        total(v) <= k, where=[variable("k", "int", 1, None), variable("v", "in", lists(2, k))]
    )
    drawn = draws(formula, "seed", 24)
    for _ in range(100):
        instance = next(drawn)
        assert len(instance["v"]) == instance["k"]
        assert set(instance["v"]) <= {0, 1}
    empty = forall(total(v) <= 1, where=[variable("v", "in", grid(steps(1, 0), 2))])
    with pytest.raises(NoRange, match="no element in it"):
        next(draws(empty, "seed", 24))


short = st.lists(st.integers(0, 2), max_size=4).map(tuple)


@given(short, short)
def test_inserted_and_hamming_are_what_they_say(a, b):
    grown = {(*a[:i], c, *a[i:]) for i in range(len(a) + 1) for c in range(3)}
    shrunk = {a[:i] + a[i + 1 :] for i in range(len(a))}
    beside = b in grown or b in shrunk
    formula = forall(inserted(vec(*a), vec(*b))) if a and b else None
    if formula is not None:
        assert truth_at(formula, {})[1] is beside
        assert in_kernel(formula) is beside
        assert Evaluator(Definitions(50)).condition(formula.conclusion, {}) is beside
    if len(a) == len(b) > 0:
        apart = sum(map(int.__ne__, a, b))
        formula = forall(hamming(vec(*a), vec(*b)).equals(apart))
        assert truth_at(formula, {})[1] is True
        assert in_kernel(formula) is True


def in_kernel(formula):
    kernel.begin()
    return kernel.condition(formula.conclusion.json(), {})({})


def test_extrema_with_a_condition_products_and_quantiles():
    i = var("i")
    even = over("exists", "j", steps(0, 3), (var("j") * 2).equals(i))
    for formula in (
        forall(over("prod", "i", steps(1, 4), i).equals(24)),
        forall(over("prod", "i", steps(1, 0), i).equals(1)),
        forall(over("maxif", "i", steps(0, 5), even, i).equals(4)),
        forall(over("minif", "i", steps(1, 5), even, i).equals(2)),
        forall(quantile("i", steps(1, 6), "1/6", i, "1/2").equals(3)),
        forall(quantile("i", steps(1, 6), "1/6", 7 - i, "2/3").equals(4)),
    ):
        assert truth_at(formula, {})[1] is True
        assert in_kernel(formula) is True
        assert Evaluator(Definitions(50)).condition(formula.conclusion, {}) is True
    nothing = forall(over("minif", "i", steps(1, 5), i > 5, i) >= 0)
    assert truth_at(nothing, {})[1] is None
    assert in_kernel(nothing) is None


def test_a_relation_of_its_own_is_named_in_the_reading():
    replaced = define("replaced", "v:V, w:V", hamming(v, w).equals(1))
    sets = [variable(name, "in", lists(2, 2)) for name in ("v", "w")]
    formula = forall(implies(replaced(v, w), no(same(v, w))), where=sets)
    found = outcome(Reading("a", "a", formula, exhaustive=True))
    assert found.verdict is Verdict.HOLDS
    assert found.trusts == ("kernel",)
    assert "v in vectors(0 .. 1, 2)" in found.domain
    assert shown(formula, {"v": (0, 1), "w": (1, 1)})["v"] == [0, 1]


def test_what_is_true_on_all_of_finite_sets_holds_and_the_kernel_proves_it():
    formula = forall(total(v) <= 3, where=[variable("v", "in", upto(steps(0, 1), 3))])
    found = outcome(Reading("a", "a", formula))
    assert (found.verdict, found.trusts, found.instances) == (Verdict.HOLDS, ("kernel",), 15)
    closed = outcome(Reading("a", "a", forall(total(vec(1, 2)).equals(3))))
    assert (closed.verdict, closed.trusts) == (Verdict.HOLDS, ("kernel",))
    open_ = forall(total(v) <= k, where=[K, variable("v", "in", lists(2, k))])
    assert outcome(Reading("a", "a", open_)).verdict is Verdict.HOLDS_BOUNDED
