"""Right mechanisms as people write them: none is refused, and each gets its exact loss."""

import sys
from fractions import Fraction

import pytest
from checked import EXAMPLES

import dpbi
from dpbi.laws.promise import promises
from dpbi.promises.asserting import NotPrivate, assert_private
from dpbi.promises.checking import Check
from dpbi.promises.isolation import Limits

sys.path.insert(0, str(EXAMPLES))
import honest

FILE = EXAMPLES / "honest.py"


def made(name):
    found = getattr(honest, name)
    return found() if isinstance(found, type) else found


def less(loss):
    """Slightly less than a loss."""
    inside = loss.removeprefix("ln(").removesuffix(")")
    smaller = Fraction(inside) - Fraction(1, 1000)
    return f"ln({smaller})" if loss != inside else smaller


def test_there_are_many_of_them():
    assert len(honest.EXPECTED) >= 80


@pytest.mark.parametrize("name", honest.EXPECTED)
def test_an_honest_mechanism_loses_what_it_loses_and_no_less(name):
    loss = honest.EXPECTED[name]
    assert_private(made(name), epsilon=loss)
    with pytest.raises(NotPrivate):
        assert_private(made(name), epsilon=less(loss))
    found = dpbi.privacy_loss(made(name))
    assert found.within(loss) is True
    assert found.within(less(loss)) is False
    assert "ln" in found._repr_html_() or loss in found._repr_html_()


@pytest.mark.parametrize("name", honest.EXPECTED)
def test_the_check_in_another_process_says_the_same(name):
    promised = promises(epsilon=honest.EXPECTED[name], label=name, default=lambda: {})
    found = Check(f"{FILE}:{name}", promised=promised).run(Limits(seconds=60))
    assert found.verdict == "holds"
