"""A division by zero is ill-defined and not undecided; what precision could decide stays open."""

import pytest

from dpbi.errors import TooLarge
from dpbi.language import forall
from dpbi.language.signatures import IllFormed
from dpbi.language.words import (
    all_of,
    any_of,
    at,
    c,
    define,
    exp,
    floor,
    lists,
    log,
    loss,
    over,
    sqrt,
    t,
    total,
    var,
    variable,
    vec,
)
from dpbi.ledger.claims import Grid, Reading
from dpbi.ledger.deciding import outcome
from dpbi.ledger.outcomes import Verdict

k, K = var("k"), variable("k", "int", 0, None)
GRID = Grid(values={"k": ("1", "2", "3")})


def decided(conclusion, *given, **more):
    return outcome(Reading("r", "", forall(conclusion, given=given, where=[K]), GRID, **more))


@pytest.mark.parametrize(
    ("conclusion", "why"),
    [
        (1 / (k - 2) <= 1, "a division by zero"),
        (log(k - 2) <= 1, "the logarithm of a number <= 0"),
        (sqrt(2 - k) <= 1, "the root of a number < 0"),
        (all_of(k <= 3, 1 / (k - 2) <= 1), "a division by zero"),
        (1 / (log(k * k) - 2 * log(2)) <= 4, "a division by zero"),  # a tie of logarithms
    ],
)
@pytest.mark.parametrize("argument", ["", "It is plain."])
def test_what_has_no_value_at_an_instance_is_ill_defined_and_says_where(conclusion, why, argument):
    found = decided(conclusion, argument=argument)
    assert found.verdict is Verdict.ILL_DEFINED
    assert found.evidence.startswith("it has no value at k = ")
    assert found.evidence.endswith(why)


def test_a_hypothesis_without_a_value_is_no_hypothesis():
    found = decided(k >= 1, 1 / (k - 2) <= 1)
    assert found.verdict is Verdict.ILL_DEFINED
    assert found.evidence == "it has no value at k = 2: a division by zero"


def test_a_counterexample_elsewhere_refutes():
    assert decided(1 / (k - 2) <= "1/2").verdict is Verdict.FAILS


def test_what_the_rest_decides_needs_no_value():
    assert decided(any_of(k.equals(2), 1 / (k - 2) <= 1)).verdict is Verdict.HOLDS_BOUNDED
    assert decided(1 / (k - 2) <= 1, k > 2).verdict is Verdict.HOLDS_BOUNDED


def test_what_balls_cannot_tell_from_zero_stays_undecided():
    tie = sqrt(k) * sqrt(k) - k
    assert decided(1 / tie <= 1).verdict is Verdict.UNDECIDED  # at every instance
    open_or_undefined = all_of(tie.equals(0), any_of(k.equals(1), k.equals(3), 1 / (k - 2) <= 1))
    assert decided(open_or_undefined).verdict is Verdict.UNDECIDED


BEYOND_TWENTY = define("beyond", "a:N", var("a"), given=var("a") > 20)


@pytest.mark.parametrize(
    "conclusion",
    [
        at(vec(1, 2), k + 5) <= 1,
        at(vec(1, 2), k / 7) <= 1,
        over("maxif", "i", lists(1, 2), total(var("i")) > 9, k) <= 1,
        BEYOND_TWENTY(k) <= 1,
        all_of(k >= 1, BEYOND_TWENTY(k) <= 1),
    ],
)
def test_what_speaks_of_nothing_at_every_instance_is_ill_defined(conclusion):
    found = decided(conclusion)
    assert found.verdict is Verdict.ILL_DEFINED
    assert found.evidence.startswith("at every instance: ")


@pytest.mark.parametrize(
    "conclusion",
    [
        total(vec(sqrt(k + 1), 1)) <= 9,  # components are rational
        loss("probability.py:Half", p=exp(-k)) <= 9,  # so are parameters of a target
        floor(sqrt(k) * sqrt(k)) <= 9,  # an enclosure around an integer
        at(vec(1, 2), sqrt(k * k + 1) - sqrt(k * k + 1)) <= 9,  # it is 0
        define("within", "a:N", var("a"), given=sqrt(var("a")) ** 2 <= var("a"))(k + 1) <= 9,
        any_of(sqrt(k + 1) ** 2 <= k + 1, at(vec(1, 2), 7) <= 1),  # the first is true
    ],
)
def test_what_the_tool_cannot_compute_is_undecided_and_never_ill_defined(
    conclusion, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "probability.py").write_text(
        "def Half(p):\n    return {0: {0: p, 1: 1 - p}, 1: {0: 1 - p, 1: p}}\n", "utf-8"
    )
    assert decided(conclusion).verdict is Verdict.UNDECIDED


def test_a_set_too_large_for_the_tool_is_refused_and_not_ill_defined():
    with pytest.raises(TooLarge):
        decided(over("forall", "v", lists(9, 30), total(var("v")) >= 0))


def test_a_power_of_e_at_logarithms_is_the_number_that_it_is_and_a_tie_is_decided():
    below, tie = exp(2 * log(t) - log(1 - t)) * (1 - t), t**2
    given = {"given": [t < 1]}
    for formula, verdict in (
        (forall(below <= tie, **given), Verdict.HOLDS_BOUNDED),
        (forall(below.equals(tie), **given), Verdict.HOLDS_BOUNDED),
        (forall(below < tie, **given), Verdict.FAILS),
    ):
        assert outcome(Reading("r", "r", formula, Grid())).verdict is verdict


def test_a_power_that_is_not_computed_is_no_fault_of_the_claim():
    """t^(1/2) has a value: it is refused as it is written, or left open, and never ill-defined."""
    with pytest.raises(IllFormed, match=r"m is 1/2 in pow, which takes an integer there; write sq"):
        forall(t ** "1/2" <= t)
    found = outcome(Reading("r", "r", forall(t**c <= t, given=[c > 0, c < 1]), Grid()))
    assert found.verdict is Verdict.UNDECIDED
    assert "write exp(m * log(a)) for a ** m" in found.evidence
