"""A grid is what its author means: what is misspelled in it is refused."""

import pytest

from dpbi.errors import DpbiError, InexactInput
from dpbi.language.words import forall, n, prior, size, steps, total, var, variable
from dpbi.ledger.claims import Grid, Reading

VALUES = forall(var("amount") < 3, where=[variable("amount", "rational", "0", None, "(]")])
WHOLE = forall(var("g") < 3, where=[variable("g", "int", 0, None)])
WORDS = forall(n < 3, where=[variable("w", "word", "one", "other")])


def reading(formula, **grid):
    return Reading("r", "r", formula, Grid(**grid))


@pytest.mark.parametrize(
    ("formula", "grid", "said"),
    [
        (VALUES, {"values": {"amount": "12"}}, "write a list of texts"),
        (VALUES, {"values": {"amount": 12}}, "write a list of texts"),
        (VALUES, {"values": {"amount": ("one", "2")}}, "write a number as a text"),
        (VALUES, {"values": {"amount": ("-1", "0")}}, "none is in its domain, rational amount > 0"),
        (VALUES, {"values": {"amont": ("1",)}}, "did you mean 'amount'?"),
        (WHOLE, {"values": {"g": ("1", "5/2")}}, "it is no integer, as its domain asks"),
        (WORDS, {"values": {"w": ("one", "ohter")}}, "it is one of one, other"),
        (forall(n < 3), {"values": {"n": ("1", "2")}}, r"write Grid\(n=\(1, 2, 5\)\)"),
        (forall(n < 3), {"n": "3"}, "n of a grid = 3 is refused"),
        (forall(n < 3), {"n": [1, 2]}, "write the largest, n=4"),
        (forall(n < 3), {"n": 0}, "n of a grid = 0 is refused"),
        (forall(n < 3), {"n": ()}, "n of a grid"),
        (forall(size(prior) < 3), {"priors": ("1,1",)}, "write Grid.priors=priors"),
        (forall(total(var("o")) >= 0), {}, "no grid lists it"),
    ],
)
def test_a_misspelled_grid_is_refused_with_what_to_write(formula, grid, said):
    with pytest.raises(DpbiError, match=said):
        reading(formula, **grid)


def test_a_float_in_a_grid_is_refused_since_another_number_is_meant():
    with pytest.raises(InexactInput, match=r"a grid value of amount = 0\.1 is a binary float"):
        reading(VALUES, values={"amount": (0.1,)})


def test_a_grid_may_have_integers_and_values_for_variables_of_other_readings():
    found = reading(VALUES, values={"amount": (1, "3/2"), "q": ("1",), "k": ("-1",)})
    assert [i["amount"] for i in found.grid.instances(VALUES)] == [1, 3 / 2]


def test_a_grid_of_several_readings_may_have_values_for_what_is_in_a_set_here():
    within = forall(var("d") <= 3, where=[variable("d", "in", steps(1, 3))])
    found = reading(within, values={"d": ("1", "2")})
    assert [i["d"] for i in found.grid.instances(within)] == [1, 2, 3]
