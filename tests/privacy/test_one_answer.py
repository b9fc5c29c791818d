"""The same question has the same answer, whichever door it comes in by."""

import copy
import json
import pickle
import re
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction

import doors
import pytest
from checked import SOURCE
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import dpbi
from dpbi.cli import dpbi as command
from dpbi.errors import DpbiError
from dpbi.fields import Level
from dpbi.laws.promise import Promise, promises
from dpbi.laws.tables import LogWeights, Polynomials, Table
from dpbi.privacy.deciding import decide, settle
from dpbi.privacy.known import known
from dpbi.promises.asserting import NotDecided, NotPrivate

pytest_plugins = ["pytester"]

LN3 = "1.09861228866810969139524523692252570464749055782274945173469433"
HOLDS, FAILS, UNDECIDED = "holds", "fails", "undecided"
ANSWER = {HOLDS: True, FAILS: False, UNDECIDED: None}
CASES = [
    ("Response", {"epsilon": "ln(3)"}, HOLDS),
    ("Response", {"epsilon": "ln(9)/2"}, HOLDS),
    ("Response", {"epsilon": "1/2*ln(9)"}, HOLDS),
    ("Response", {"epsilon": "ln(2999999999/1000000000)"}, FAILS),
    ("Response", {"epsilon": LN3}, FAILS),
    ("Response", {"epsilon": LN3 + "3"}, FAILS),
    ("Response", {"epsilon": LN3 + "4"}, HOLDS),
    ("Response", {"epsilon": "1", "slack": "0.0986"}, FAILS),
    ("Response", {"epsilon": "1", "slack": "0.0987"}, HOLDS),
    ("Response", {"epsilon": 0, "delta": "1/2"}, HOLDS),
    ("Response", {"epsilon": "ln(2)", "delta": "1/4"}, HOLDS),
    ("Response", {"epsilon": "ln(2)", "delta": "0.2499999999999999999999999999"}, FAILS),
    ("Response", {"epsilon": "ln(2)", "delta": "0.2499999999", "slack": "1e-10"}, HOLDS),
    ("Response", {"renyi": ("2", "0.84729786038720362")}, HOLDS),
    ("Response", {"renyi": ("2", "0.84729786038720361")}, FAILS),
    ("Response", {"renyi": ("2", "ln(2)"), "slack": "0.154150679827"}, FAILS),
    ("Response", {"renyi": ("2", "ln(2)"), "slack": "0.154150679828"}, HOLDS),
    ("Response", {"renyi": ("2", "ln(7/3)")}, HOLDS),
    ("Response", {"renyi": ("2", "ln(7/3)*999/1000")}, FAILS),
    ("Response", {"rho": "ln(9)/3"}, HOLDS),
    ("Response", {"rho": "ln(3)/2"}, HOLDS),
    ("Response", {"rho": "0.549306144334054"}, FAILS),
    ("Response", {"rho": "0.549"}, FAILS),
    ("Kary", {"epsilon": 1}, HOLDS),
    ("Kary", {"epsilon": "0.999999999999999999999999999999999999999999999999999999"}, FAILS),
    ("Kary", {"epsilon": "ln(2)"}, FAILS),
    ("half", {"epsilon": "1/2"}, HOLDS),
    ("half", {"epsilon": "0.5"}, HOLDS),
    ("half", {"epsilon": "49999999999/100000000000"}, FAILS),
    ("half", {"epsilon": "0.4", "slack": "0.1"}, HOLDS),
    ("tenths", {"epsilon": "0.3"}, HOLDS),
    ("tenths", {"epsilon": "3/10"}, HOLDS),
    ("tenths", {"epsilon": "0.2999999999999999999999"}, FAILS),
    ("Logarithm", {"epsilon": "ln(3)"}, HOLDS),
    ("Logarithm", {"epsilon": "ln(3)*999/1000"}, FAILS),
    ("Logarithm", {"epsilon": 0, "delta": "1/2"}, HOLDS),
    ("Floor", {"epsilon": "1.4898"}, FAILS),
    ("Floor", {"epsilon": "1.4899"}, HOLDS),
    ("Powers", {"epsilon": "1"}, FAILS),
    ("Powers", {"epsilon": "1", "slack": "1e-15"}, HOLDS),
    ("Leak", {"epsilon": 1000}, FAILS),
    ("Leak", {"epsilon": 1000, "slack": 1000}, FAILS),
    ("Leak", {"epsilon": "ln(3)", "delta": "1/4"}, HOLDS),
    ("Leak", {"epsilon": "ln(3)", "delta": "0.24"}, FAILS),
    ("Leak", {"rho": 7}, FAILS),
    ("Circle", {"epsilon": 1}, UNDECIDED),
    ("Circle", {"epsilon": 1, "slack": "1e-100"}, HOLDS),
    ("Circle", {"epsilon": "0.999"}, FAILS),
    ("Careless", {"epsilon": 1}, FAILS),
]
IDS = [f"{name} {promised}" for name, promised, _ in CASES]


def made(name):
    return getattr(doors, name)()


def options(promised):
    """The promise on the command line."""
    for name, value in promised.items():
        yield f"--{name}"
        yield ",".join(value) if isinstance(value, tuple) else str(value)


def check(name, promised, *more):
    """(exit code, the JSON of the one finding) of `dpbi check`."""
    target = f"{doors.__file__}:{name}"
    arguments = ["check", target, *options(promised), *more, "--json"]
    done = CliRunner().invoke(command, arguments, standalone_mode=False)
    ((found,),) = [c["findings"] for c in json.loads(done.stdout)["checks"]]
    return done.return_value, found


@pytest.mark.parametrize(("name", "promised", "verdict"), CASES, ids=IDS)
def test_python_has_one_answer(name, promised, verdict):
    m, (promise,) = made(name), promises(**promised)
    assert settle(m, promise).answer is ANSWER[verdict]
    found = decide(m, promise)
    assert found.verdict == verdict
    if promise.kind == "epsilon":
        asked = {"slack": promised.get("slack", 0)}
        assert dpbi.is_private(m, promised["epsilon"], **asked) is ANSWER[verdict]
        for digits in (1, 12, 40):
            loss = dpbi.privacy_loss(m, digits=digits)
            assert loss.within(promised["epsilon"], **asked) is ANSWER[verdict]
    raised = {FAILS: NotPrivate, UNDECIDED: NotDecided}
    if verdict == HOLDS:
        assert dpbi.assert_private(m, **promised) == (found,)
    else:
        with pytest.raises(raised[verdict]) as failure:
            dpbi.assert_private(m, **promised)
        assert failure.value.finding == found


@pytest.mark.parametrize(("name", "promised", "verdict"), CASES, ids=IDS)
def test_the_command_and_the_baseline_have_the_same(name, promised, verdict, tmp_path):
    code, found = check(name, promised)
    assert (code, found["verdict"]) == ({HOLDS: 0, FAILS: 1, UNDECIDED: 3}[verdict], verdict)
    file = tmp_path / "baseline.json"
    assert check(name, promised, "--baseline", str(file), "--update")[0] == 0
    ((kept,),) = [c["findings"] for c in json.loads(file.read_text())["checks"].values()]
    (promise,) = promises(**promised)
    assert (kept["verdict"], kept["promise"]) == (verdict, promise.json())
    assert Promise.of_json(kept["promise"]) == promise
    again = CliRunner().invoke(command, ["check", "--baseline", str(file)], standalone_mode=False)
    assert again.return_value == 0, again.output


def test_the_mark_has_the_same(pytester, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", f"{SOURCE}:{SOURCE}/tests/support")
    pytester.makepyfile(
        "import doors, pytest\n"
        + "".join(
            f"@pytest.mark.dp_audit(**{promised})\ndef test_{i}():\n    return doors.{name}()\n"
            for i, (name, promised, _) in enumerate(CASES)
        )
    )
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-q", "--tb=no")
    holds = sum(verdict == HOLDS for *_, verdict in CASES)
    result.assert_outcomes(passed=holds, failed=len(CASES) - holds)
    failed = set(map(int, re.findall(r"FAILED .*::test_([0-9]+)", result.stdout.str())))
    assert failed == {i for i, (*_, verdict) in enumerate(CASES) if verdict != HOLDS}


PUBLIC = {
    "within": lambda v: dpbi.privacy_loss(doors.Response()).within(v),
    "is_private": lambda v: dpbi.is_private(doors.Response(), v),
    "assert_private": lambda v: dpbi.assert_private(doors.Response(), epsilon=v),
    "delta of assert_private": lambda v: dpbi.assert_private(doors.Leak(), epsilon=9, delta=v),
    "rho": lambda v: dpbi.assert_private(doors.Response(), rho=v),
    "renyi": lambda v: dpbi.assert_private(doors.Response(), renyi=(2, v)),
    "order": lambda v: dpbi.renyi_divergence(doors.Response(), v),
    "slack": lambda v: dpbi.is_private(doors.Response(), 1, slack=v),
    "profile": lambda v: dpbi.privacy_profile(doors.Response(), [v]),
    "pair_profile": lambda v: dpbi.pair_profile(doors.Response(), 0, 1, [v]),
    "smallest_epsilon": lambda v: dpbi.smallest_epsilon(doors.Response(), v),
    "composed_delta": lambda v: dpbi.composed_delta(doors.Response(), 2, v),
    "composed_profile": lambda v: dpbi.composed_profile(doors.Response(), 2, [v]),
    "releases_within": lambda v: dpbi.releases_within(doors.Response(), v, "1/100", most=9),
    "calibrate": lambda v: dpbi.calibrate(lambda e: doors.Kary(2, e), v),
    "fails_for_some_epsilon": lambda v: dpbi.fails_for_some_epsilon(dpbi.adapt(doors.Floor()), v),
    "Table": lambda v: Table.of({0: {0: 1}, 1: {0: 1}}, epsilon=v),
    "LogWeights": lambda v: LogWeights.of({0: {0: 1}, 1: {0: 1}}, epsilon=v),
    "Polynomials": lambda v: Polynomials.of({0: {0: [1]}, 1: {0: [1]}}, 1, epsilon=v),
    "delta": lambda v: Table.of({0: {0: 1}, 1: {0: 1}}, epsilon=1, delta=v),
    "mechanism": lambda v: dpbi.mechanism("ehds", prior=(1, 1), n=2, epsilon=v, gamma=1),
}
SENTENCES = {
    0.3: "is a binary float: write",
    True: "is refused: ",
    float("nan"): "is not a number that can be written exactly",
    Decimal("nan"): " = NaN",
    None: "is refused: ",
}


@pytest.mark.parametrize("function", PUBLIC, ids=str)
def test_every_function_takes_the_same_numbers_and_refuses_the_same(function):
    call, last = PUBLIC[function], "3/2" if function not in ("smallest_epsilon",) else "1/2"
    exact = Fraction(last)
    decimal = Decimal(exact.numerator) / exact.denominator
    if "delta" not in function or function == "composed_delta":
        for value in (last, exact, decimal, str(decimal), f" {last} "):
            with suppress(AssertionError):  # a verdict, so the number was taken
                call(value)
    optional = ("Table", "LogWeights", "Polynomials", "delta", "assert_private", "rho")
    optional += ("delta of assert_private",)
    for value, sentence in SENTENCES.items():
        if value is None and function in optional:
            continue
        with pytest.raises(DpbiError) as refused:
            call(value)
        assert sentence.lower() in str(refused.value).lower()


def test_the_message_to_a_float_promise_speaks_of_slack_and_of_the_exact_number():
    with pytest.raises(DpbiError) as refused:
        dpbi.is_private(doors.tenths(), 0.1 + 0.2)
    assert 'write "0.30000000000000004"' in str(refused.value)
    assert "--slack 1e-9" in str(refused.value)


def test_slack_is_printed_and_never_assumed():
    plain = decide(doors.Response(), Promise.epsilon("ln(3)"))
    assert "slack" not in str(plain)
    assert "slack" not in plain.json()["promise"]
    found = decide(doors.Powers(), Promise.epsilon(1, slack="1e-15"))
    assert str(found).splitlines()[0] == "Powers is 1-DP with slack 1e-15"
    assert "a true epsilon of up to 1 + 1e-15 counts as kept" in str(found)
    assert found.json()["promise"] == {"epsilon": "1", "slack": "1/1000000000000000"}
    assert Promise.epsilon(1) != found.promise


def test_a_finding_says_over_what_it_was_found():
    right, wrong = (decide(doors.Careless(k), Promise.epsilon(1)) for k in (2, 3))
    assert (right.verdict, wrong.verdict) == (HOLDS, FAILS)
    assert str(right).splitlines()[0] == "Careless is 1-DP at k = 2, rate = 1"
    assert "2 datasets, 2 ordered pairs, 2 outputs" in str(right)
    assert wrong.json()["over"] == {
        "datasets": 3,
        "ordered_pairs": 6,
        "outputs": 3,
        "parameters": {"k": "3", "rate": "1"},
        "proof": None,
    }


@pytest.mark.parametrize(
    ("name", "k", "more"),
    [("ehds", 2, {"gamma": 1}), ("ehd", 3, {"gs": True}), ("lshist", 3, {}), ("lsdim", 3, {}),
     ("lszhang-rest", 3, {"noise": "fresh"}), ("lszhang", 2, {}), ("laplace", 2, {})],
)  # fmt: skip
def test_what_is_counted_by_a_formula_is_what_listing_counts(name, k, more):
    try:
        m = dpbi.mechanism(name, prior=(1,) * k, n=3, epsilon=1, **more)
    except DpbiError:
        m = dpbi.mechanism(name, prior=(1,) * k, n=3, epsilon=1)
    scope = decide(m, Promise.epsilon(5)).scope
    listed = list(m.datasets())
    assert scope.datasets == len(listed)
    assert scope.ordered_pairs == sum(len(set(m.neighbours(x))) for x in listed)
    assert scope.outputs == len({r for x in listed for r in m.law(x)})
    assert dict(scope.parameters)["n"] == "3"


@pytest.mark.parametrize(
    ("name", "promised"),
    [(n, {"epsilon": 1}) for n in ("Response", "Kary", "Floor", "Powers", "Leak", "Circle")]
    + [(n, {"epsilon": 1, "delta": "1/9"}) for n in ("Response", "Kary", "Floor", "Leak")]
    + [(n, p) for n in ("Kary", "Response") for p in ({"rho": 1}, {"renyi": (2, 1)})],
)
def test_what_is_counted_on_the_way_is_what_is_there(name, promised):
    m, (promise,) = dpbi.adapt(made(name)), promises(**promised)
    listed, scope = list(m.datasets()), decide(m, promise).scope
    outputs = {r for x in listed for r in m.law(x)}
    pairs = sum(len(set(m.neighbours(x))) for x in listed)
    assert (scope.datasets, scope.ordered_pairs) == (len(listed), pairs)
    assert scope.outputs == len(outputs)


def test_what_is_undecided_says_what_is_missing():
    found = decide(doors.Circle(), Promise.epsilon(1))
    assert "undecided because" in str(found)
    assert "tie" in found.json()["reason"]
    assert decide(doors.Kary(), Promise.epsilon(1)).json()["reason"] is None


def test_a_target_that_needs_a_rational_epsilon_is_not_made_with_a_logarithm():
    target = f"{doors.__file__}:needy"
    done = CliRunner().invoke(command, ["check", target, "--epsilon", "1"], standalone_mode=False)
    assert done.return_value == 0
    done = CliRunner().invoke(command, ["check", target, "--epsilon", "ln(3)"])
    assert "add -p epsilon=" in str(done.exception)
    made_with = ["check", target, "--epsilon", "ln(3)", "-p", "epsilon=1.0986"]
    done = CliRunner().invoke(command, made_with, standalone_mode=False)
    assert done.return_value == 0
    assert done.output.startswith("Kary is ln(3)-DP at k = 2, rate = 5493/5000, epsilon = 1.0986")


def test_a_target_may_be_a_logarithm_too():
    found = dpbi.calibrate(lambda epsilon: doors.Kary(3, epsilon), "ln(3)")
    assert found.target == Level.ln(3)
    assert found.loss.within("ln(3)") is True
    assert 0 < Level.ln(3) - found.nominal < Fraction(1, 10**9)


def test_the_smallest_epsilon_sees_a_delta_that_is_met_with_equality():
    flat = LogWeights.of({0: {0: "1/2", 1: "1/3"}, 1: {0: "1/3", 1: "1/2"}})
    (excess,) = dpbi.privacy_profile(flat, ["1/6"])
    assert excess.lo < Fraction(1, 10**30)  # its loss is 1/6
    response = LogWeights.of({0: {0: 0}, 1: {0: 0}})
    assert tuple(dpbi.smallest_epsilon(response, "1/2")) == (0, 0)
    assert tuple(dpbi.smallest_epsilon(doors.Logarithm(), "1/2")) == (0, 0)


def pickled(value):
    return pickle.loads(pickle.dumps(value))  # noqa: S301  (our own bytes)


def test_a_class_may_claim_a_logarithm():
    class Own(doors.Response):
        epsilon = "ln(3)"

    assert dpbi.privacy_loss(Own()).claimed == Level.ln(3)
    (found,) = dpbi.assert_private(Own())
    assert str(found).startswith("Own is ln(3)-DP")


def test_a_loss_that_was_copied_or_pickled_is_the_same_and_answers_the_same():
    loss = dpbi.privacy_loss(doors.Kary())
    assert copy.copy(loss) == copy.deepcopy(loss) == loss
    assert pickled(loss).within(1) is True
    assert hash(loss) == hash(copy.deepcopy(loss))

    class Local(doors.Kary):
        """Cannot be pickled."""

    local = dpbi.privacy_loss(Local())
    again = pickled(local)
    assert again == local
    assert (local.within(1), again.within(1), again.within(2)) == (True, None, True)
    assert "mechanism" not in repr(local)


@given(st.fractions(Fraction(1, 20), 3, max_denominator=30), st.integers(2, 4))
def test_any_tie_is_seen_from_both_sides(rate, k):
    m, near = doors.Kary(k, rate), Fraction(1, 10**60)
    loss = dpbi.privacy_loss(m)
    assert [loss.within(rate + e) for e in (-near, 0, near)] == [False, True, True]
    assert loss.within(rate - near, slack=near) is True
    assert loss.within(rate - 2 * near, slack=near) is False


@given(st.fractions(Fraction(1, 20), 20, max_denominator=50), st.integers(1, 4))
def test_any_logarithm_ties_with_the_rational_law_that_has_it(ratio, power):
    ratio = max(ratio, 1 / ratio)
    rows = {x: {y: (ratio if x == y else 1) / (1 + ratio) for y in (0, 1)} for x in (0, 1)}
    m = Table.of(rows)
    assert dpbi.is_private(m, Level.ln(ratio)) is True
    assert dpbi.is_private(m, f"ln({ratio**power})/{power}") is True
    assert dpbi.is_private(m, Level.ln(ratio + Fraction(1, 10**50))) is True
    if ratio > 1:
        assert dpbi.is_private(m, Level.ln(ratio - Fraction(1, 10**50))) is False


def test_the_loss_command_sees_a_tie_with_the_claim():
    table = LogWeights.of({0: {0: 1, 1: 0}, 1: {0: 0, 1: 1}}, epsilon=1)
    loss = known(dpbi.privacy_loss(table))
    assert (loss.exact, loss.exact_value, str(loss)) == ("epsilon", 1, "epsilon = 1")
    assert "symbolic" in loss.trusts
