"""The loss of small exact laws as a formula; its value a second way, with mpmath."""

from dataclasses import replace

import pytest
from later import sympy
from mpmath import mp
from weighted import Geometric

import dpbi
from dpbi.privacy import closed_form


def value(text):
    """The text at 50 digits."""
    spelled = sympy.sympify(text, locals={"ln": sympy.log}, rational=True, convert_xor=True)
    return spelled.evalf(50)


@pytest.mark.parametrize(("rate", "top", "factor"), [("1", 1, 1), ("1/2", 3, 2), ("2/3", 4, "1/5")])
def test_the_formula_has_the_value_of_the_largest_log_ratio(rate, top, factor):
    m = Geometric(rate, top, factor)
    loss = dpbi.privacy_loss(m)
    assert loss.exact is None
    text = closed_form(loss)
    with mp.workdps(50):
        laws = m.law(0), m.law(1)
        ratios = [mp.log(a / b) for p, s in (laws, laws[::-1]) for a, b in zip(p, s, strict=True)]
        assert abs(mp.mpf(str(value(text))) - max(ratios)) < mp.mpf(10) ** -40


def test_what_is_not_a_loss_or_not_that_of_its_mechanism_is_refused():
    loss = dpbi.privacy_loss(Geometric(1, 2))
    for odd in (None, 1, "ln(2)", dpbi.total_variation(Geometric(1, 2))):
        with pytest.raises(dpbi.DpbiError, match="what privacy_loss returned"):
            closed_form(odd)
    with pytest.raises(dpbi.DpbiError, match="exact arithmetic finds another"):
        closed_form(replace(loss, lo=loss.lo + 1, hi=loss.hi + 1))


def test_a_loss_that_has_a_name_keeps_it_and_one_without_exact_weights_has_none():
    named = dpbi.privacy_loss(dpbi.mechanism("lshist", prior=(1, 1), n=3, epsilon=1))
    assert closed_form(named) == named.exact == "epsilon"
    for name in ("ehd", "ehds"):
        m = dpbi.mechanism(name, prior=(1, 1), n=3, epsilon=1)
        assert closed_form(dpbi.privacy_loss(m)) is None


def test_where_an_output_is_possible_on_one_side_only_there_is_no_formula():
    class Lost(Geometric):
        def log_weights(self, x, F):
            return {r: w for r, w in super().log_weights(x, F).items() if r != x}

    loss = dpbi.privacy_loss(Lost(1, 2))
    assert loss.hi == float("inf")
    assert closed_form(loss) is None
