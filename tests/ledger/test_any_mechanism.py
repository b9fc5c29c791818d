"""Formulas about anybody's mechanisms: probabilities, losses, deltas, events, expectations."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import dpbi
from dpbi.audit.tasks import digest_of, readings
from dpbi.errors import DpbiError
from dpbi.language import Formula
from dpbi.language.coq import Unsayable, statements
from dpbi.language.expr import HERE, var
from dpbi.language.text import sentence
from dpbi.language.words import (
    absolute,
    at,
    beside,
    data,
    exp,
    forall,
    implies,
    log,
    loss,
    over,
    quantile,
    released,
    results,
    size,
    t,
    variable,
    vec,
    worst_delta,
    x,
    y,
)
from dpbi.ledger.claims import Claim, Grid, Reading
from dpbi.ledger.deciding import basis, outcome
from dpbi.ledger.evaluate import truth_at
from dpbi.ledger.outcomes import Verdict, instance_text, without_certificate
from dpbi.ledger.recorded import claims_alone, moved
from dpbi.ledger.second_opinion import confirm
from dpbi.ledger.shipped import certificate
from dpbi.mechanisms.targets import maker

FOLDER = Path(__file__).parents[1] / "examples" / "anybody"
FILE = "mechanisms.py"
RESPONSE, VOTE, SHOWN = (f"{FILE}:{name}" for name in ("Response", "vote", "shown"))
r = var("r")


@pytest.fixture(autouse=True)
def here():
    before = HERE.set((str(FOLDER), str(FOLDER)))
    yield
    HERE.reset(before)


def true(formula, **values):
    return truth_at(formula, values)[1]


K, T = variable("k", "int", 2, None), variable("t", "rational", "0", "1", "()")
MADE = {"k": var("k"), "p": t}


def test_a_law_by_hand_is_spoken_of_exactly():
    P = released(RESPONSE, **MADE)
    values = {"k": 3, "t": Fraction(3, 4)}
    assert true(forall(P(vec(1), vec(1)).equals(t), where=[K, T]), **values) is True
    assert true(forall(P(vec(1), vec(2)).equals("1/8"), where=[K, T]), **values) is True
    assert true(forall(P(vec(1), vec(7)).equals(0), where=[K, T]), **values) is True
    mean = over("sum", "r", results(RESPONSE, vec(0), **MADE), P(vec(0), r) * at(r, 0))
    assert true(forall(mean.equals("3/8"), where=[K, T]), **values) is True


def test_a_loss_is_decided_where_it_ties():
    true_loss = log(t * (var("k") - 1) / (1 - t))
    values = {"k": 3, "t": Fraction(3, 4)}  # ln 6
    for formula, expected in (
        (loss(RESPONSE, **MADE) <= true_loss, True),
        (loss(RESPONSE, **MADE) < true_loss, False),
        (loss(RESPONSE, **MADE).equals(true_loss), True),
        (loss(RESPONSE, **MADE) >= true_loss, True),
        (loss(RESPONSE, **MADE) > true_loss, False),
        (loss(RESPONSE, **MADE) <= "17/10", False),
        (loss(RESPONSE, **MADE) > "17/10", True),
        (loss(RESPONSE, **MADE).equals("17/10"), False),
        (loss(RESPONSE, **MADE) < "18/10", True),
        (loss(RESPONSE, **MADE) >= "18/10", False),
        (loss(RESPONSE, **MADE) <= -1, False),
    ):
        assert true(forall(formula, where=[K, T]), **values) is expected, sentence(
            forall(formula, where=[K, T])
        )


def test_multiples_and_sums_of_logarithms_are_promises_that_tie():
    values = {"k": 3, "t": Fraction(3, 4)}  # the loss is ln 6
    for promised in (
        2 * log(36) / 4,
        log(2) + log(3),
        log(12) - log(2),
        "1/2" + log(36) / 2 - "1/2",
        -log(6) + 2 * log(6),
    ):
        for formula, expected in (
            (loss(RESPONSE, **MADE) <= promised, True),
            (loss(RESPONSE, **MADE) < promised, False),
            (loss(RESPONSE, **MADE).equals(promised), True),
            (loss(RESPONSE, **MADE) <= promised - "1/1000000000", False),
            (loss(RESPONSE, **MADE) <= promised - 5, False),
        ):
            assert true(forall(formula, where=[K, T]), **values) is expected, str(formula)


def test_a_delta_is_taken_at_a_logarithm():
    values = {"k": 2, "t": Fraction(3, 4)}  # delta at ln 2 is 3/4 - 2 (1/4)
    for level in (log(2), log(4) / 2, log(6) - log(3)):
        delta = worst_delta(RESPONSE, level, **MADE)
        for formula, expected in (
            (delta.equals("1/4"), True),
            (delta <= "1/4", True),
            (delta < "1/4", False),
            (delta + 1 <= "5/4", True),
            (delta <= "249/1000", False),
        ):
            assert true(forall(formula, where=[K, T]), **values) is expected, str(formula)
    assert true(forall(worst_delta(RESPONSE, log(3), **MADE) <= 0, where=[K, T]), **values) is True
    below_zero = worst_delta(RESPONSE, log("1/2"), **MADE) <= 1
    assert true(forall(below_zero, where=[K, T]), **values) is None


def test_a_broken_promise_names_the_pair_and_the_output_that_attain_it():
    mechanism = maker(f"{FOLDER / FILE}:Response").make({"k": 3, "p": Fraction(3, 4)})
    by_hand = dpbi.privacy_loss(mechanism).witness
    grid = Grid(values={"k": ("3",), "t": ("3/4",)})
    for conclusion, parts in (
        (loss(RESPONSE, **MADE) <= 1, {"x", "y", "output"}),
        (exp(loss(RESPONSE, **MADE)) <= 5, {"x", "y", "output"}),
        (worst_delta(RESPONSE, log(2), **MADE) <= "1/4", {"x", "y"}),
    ):
        found = outcome(Reading("r", "", forall(conclusion, where=[K, T]), grid))
        assert found.verdict is Verdict.FAILS
        pair = found.witness["_attained"]
        assert set(pair) == parts
        at_output = f" at output {pair['output']}" if "output" in parts else ""
        text = f"attained by {pair['x']} and {pair['y']}{at_output}"
        assert instance_text(found.witness).endswith(text)
        if at_output:
            assert pair == by_hand._asdict()
        another = {**found.witness, "_attained": {"x": 9, "y": 9}}  # of several that attain it
        assert not moved(replace(found, witness=another), found)


def test_an_infinite_loss_is_above_every_number_and_has_no_value():
    assert true(forall(loss(SHOWN) <= 10**6)) is False
    assert true(forall(loss(SHOWN) > 10**6)) is True
    assert true(forall(loss(SHOWN) + 1 > 10**6)) is None
    assert true(forall(worst_delta(SHOWN, 1).equals("1/10"))) is True
    assert true(forall(worst_delta(SHOWN, 1) <= "1/10")) is True
    assert true(forall(worst_delta(SHOWN, 1) < "1/10")) is False
    assert true(forall(worst_delta(SHOWN, 1) <= "99/1000")) is False


def test_a_program_is_spoken_of_as_the_auditor_finds_it():
    m = dpbi.privacy_loss(dpbi_vote())
    P = released(VOTE)
    x0, y0, r0 = (m.witness.x, m.witness.y, m.witness.output)
    ratio = log(P(vec(*x0), vec(r0)) / P(vec(*y0), vec(r0)))
    assert true(forall(absolute(ratio - loss(VOTE)) <= "1/1000000000000")) is True
    assert true(forall(ratio <= Fraction(m.hi) + Fraction(1, 10**9))) is True
    assert true(forall(ratio >= Fraction(m.lo) - Fraction(1, 10**9))) is True


def dpbi_vote():
    from dpbi.mechanisms.targets import load

    return load(str(FOLDER / VOTE), {})


def test_datasets_neighbours_and_outputs_are_sets_of_vectors():
    P = released(VOTE)
    private = over("forall", "r", results(VOTE, x), P(x, r) <= exp("57/100") * P(y, r))
    formula = forall(
        private,
        where=[variable("x", "in", data(VOTE)), variable("y", "in", beside(VOTE, x))],
    )
    found = outcome(Reading("a", "a", formula))
    assert (found.verdict, found.instances) == (Verdict.HOLDS, 4 * 3)
    assert "target" in found.trusts
    tighter = forall(
        over("forall", "r", results(VOTE, x), P(x, r) <= exp("56/100") * P(y, r)),
        where=[variable("x", "in", data(VOTE)), variable("y", "in", beside(VOTE, x))],
    )
    worst = outcome(Reading("a", "a", tighter))
    assert worst.verdict is Verdict.FAILS
    assert worst.witness == {"x": [0, 1], "y": [1, 0]}  # where its loss of 0.5684 is attained


def test_the_empty_tuple_is_the_vector_without_entries_and_a_number_has_one():
    P = released(SHOWN)
    empty = over(
        "forall",
        "r",
        results(SHOWN, vec(1)),
        implies(size(r).equals(0), P(vec(1), r).equals("9/10")),
    )
    assert true(forall(empty)) is True
    assert true(forall(P(vec(1), vec(1)).equals("1/10"))) is True


def test_a_quantile_of_an_error_is_the_smallest_that_reaches_the_level():
    P = released(RESPONSE, **MADE)
    error = absolute(at(r, 0) - 1)
    median = quantile("r", results(RESPONSE, vec(1), **MADE), P(vec(1), r), error, "1/2")
    values = {"k": 3, "t": Fraction(1, 3)}
    assert true(forall(median.equals(1), where=[K, T]), **values) is True
    assert true(forall(median.equals(0), where=[K, T]), k=3, t=Fraction(1, 2)) is True


def test_there_is_no_certificate_and_the_reason_is_told():
    formula = forall(loss(RESPONSE, k=3, p="3/4") <= 1)
    reading = Reading("a", "a", formula)
    claim = Claim("p.a", "theorem", "Theorem 1", "it is 1-DP", (reading,))
    found = outcome(reading)
    assert found.verdict is Verdict.FAILS
    assert certificate(claim, reading, found) is None
    row = {"trusts": list(found.trusts), "verdict": "fails", "certificate": None, "formula": "f"}
    assert (
        without_certificate(row)
        == "none: its mechanism is Python code, which the kernel does not run"
    )
    assert confirm(reading, found, "p.a/a") is None
    assert basis(formula)[-1] == "target"


@pytest.mark.parametrize(
    ("formula", "sentence"),
    [
        (lambda: loss(f"{FILE}:Respons", k=3, p="3/4") <= 1, "did you mean Response?"),
        (lambda: loss("nowhere.py:Response") <= 1, "there is no file"),
        (lambda: loss(RESPONSE, k=3) <= 1, "it needs p"),
        (lambda: loss(RESPONSE, k=3, p="3/4", q=1) <= 1, "it takes k, p, not q"),
        (lambda: released(f"{FILE}:WORDS")(vec(0), vec(1)) <= 1, "yes is no number"),
        (lambda: released(f"{FILE}:TWICE")(vec(0), vec(1)) <= 1, "cannot tell 1 from (1,)"),
    ],
)
def test_a_target_that_cannot_be_spoken_of_is_refused_in_one_sentence(formula, sentence):
    with pytest.raises(DpbiError) as refused:
        truth_at(forall(formula()), {})
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_loss_needs_no_vectors():
    assert true(forall(loss(f"{FILE}:WORDS") <= log(2))) is True
    assert true(forall(loss(f"{FILE}:WORDS") < log(2))) is False


def test_a_dataset_that_the_target_does_not_have_has_no_probability():
    met, holds, gaps = truth_at(forall(released(VOTE)(vec(2, 2), vec(0)) <= 1), {})
    assert (met, holds) == (True, None)
    assert gaps == {f"a dataset that {VOTE} does not have"}


def test_a_file_is_looked_for_beside_the_claims(tmp_path, monkeypatch):
    (tmp_path / "paper").mkdir()
    (tmp_path / "paper" / FILE).write_text((FOLDER / FILE).read_text(encoding="utf-8"))
    section = tmp_path / "paper" / "section_1.py"
    section.write_text(
        "from dpbi.language.words import forall, loss\n"
        "from dpbi.ledger.claims import Claim, Reading\n"
        f"reading = Reading('a', 'a', forall(loss('{VOTE}') <= 1))\n"
        "claim = Claim('paper.a', 'theorem', 'Theorem 1', 'it is 1-DP', (reading,))\n"
    )
    monkeypatch.chdir(tmp_path)
    (claim,) = claims_alone(section)
    assert outcome(claim.readings[0]).verdict is Verdict.HOLDS
    assert HERE.get() == (str(FOLDER), str(FOLDER))  # as before


def test_a_formula_about_a_target_comes_back_from_its_json():
    formula = forall(loss(RESPONSE, **MADE) <= 1, where=[K, T], given=[t < 1])
    assert Formula.parse(formula.json()) == formula
    HERE.set(("/", "/"))
    elsewhere = Formula.parse(formula.json())
    with pytest.raises(DpbiError, match=r"there is no .*mechanisms\.py"):
        truth_at(elsewhere, {"k": 3, "t": Fraction(1, 2)})


def test_a_parameter_called_epsilon_reaches_the_target_as_any_other_does():
    given = {"k": 2, "p": "3/4"}
    wrong = loss(RESPONSE, epsilon=1, **given), released(RESPONSE, 1, **given)(vec(0), vec(0))
    for value in wrong:
        with pytest.raises(DpbiError, match="epsilon"):
            true(forall(value <= 5))
    assert true(forall(loss(RESPONSE, **given) <= 5))


COIN = "import dpbi\ncoin = dpbi.Table.of({0: {0: P, 1: Q}, 1: {0: Q, 1: P}})\n"


def coin(folder, truth, lie):
    folder.mkdir(exist_ok=True)
    text = COIN.replace("P", f"'{truth}'").replace("Q", f"'{lie}'")
    (folder / "coin.py").write_text(text, encoding="utf-8")


def test_a_formula_read_back_speaks_of_the_mechanism_of_its_own_folder(tmp_path, monkeypatch):
    coin(tmp_path / "one", "3/4", "1/4")
    coin(tmp_path / "other", "9/10", "1/10")
    document = forall(loss("coin.py:coin") <= 2).json()
    monkeypatch.chdir(tmp_path / "other")
    assert true(Formula.parse(document, tmp_path / "one")) is True
    assert true(Formula.parse(document, tmp_path / "other")) is False


def test_a_mechanism_that_changed_is_another_one(tmp_path):
    coin(tmp_path, "3/4", "1/4")
    document = forall(loss("coin.py:coin") <= log(3)).json()
    assert true(Formula.parse(document, tmp_path)) is True
    coin(tmp_path, "9/10", "1/10")
    assert true(Formula.parse(document, tmp_path)) is False


def test_an_audit_decides_again_what_speaks_of_code_that_changed(tmp_path):
    coin(tmp_path / "paper", "3/4", "1/4")
    (tmp_path / "paper" / "section_1.py").write_text(
        "from dpbi.language.words import eps, forall, loss\n"
        "from dpbi.ledger.claims import Claim, Reading\n"
        "one = Reading('code', 'a', forall(loss('coin.py:coin') <= 2))\n"
        "two = Reading('plain', 'a', forall(eps <= 2))\n"
        "claim = Claim('paper.a', 'theorem', 'Theorem 1', 'it is 2-DP', (one, two))\n"
    )
    before = {t.name: digest_of(t) for t in readings(tmp_path)}
    coin(tmp_path / "paper", "9/10", "1/10")
    after = {t.name: digest_of(t) for t in readings(tmp_path)}
    assert {name for name in before if before[name] != after[name]} == {"paper.a/code"}


def test_what_coq_is_asked_of_a_mechanism_given_as_code_is_refused_in_one_sentence():
    for conclusion in (loss(RESPONSE, **MADE) <= 1, loss(RESPONSE, **MADE) > 0):
        with pytest.raises(Unsayable) as error:
            statements(forall(conclusion, where=[K, T]))
        assert str(error.value).endswith("a mechanism given as code, which Coq does not run")


CHOOSY = """
class Choosy:
    def __init__(self, k):
        if k > 3:
            raise ValueError("too many")
        self.k = k

    def datasets(self):
        return [0, 1]

    def neighbours(self, x):
        return [1 - x]

    def probabilities(self, x):
        return {x: 1}
"""


@pytest.mark.parametrize("of", [loss, lambda name, k: released(name, k=k)(vec(0), vec(0))])
def test_a_mechanism_that_is_refused_at_some_parameters_is_told_with_them(tmp_path, of):
    (tmp_path / "choosy.py").write_text(CHOOSY, "utf-8")
    HERE.set((str(tmp_path), str(tmp_path)))
    formula = forall(of("choosy.py:Choosy", k=var("k")) < 2, where=[variable("k", "int", 2, None)])
    with pytest.raises(DpbiError, match=r"too many .*\(at k = 4\)"):
        outcome(Reading("r", "r", formula, Grid(values={"k": ("2", "4")})))


def holds(conclusion):
    return truth_at(forall(conclusion), {})[1]


def test_losses_of_two_mechanisms_are_compared_at_a_tie_and_added():
    """Never worse than another one, or twice as bad: with rational probabilities that is exact."""
    one, two = (loss(RESPONSE, k=3, p=p) for p in ("2/3", "4/5"))
    assert holds(one.equals(log(4))) is holds(two.equals(log(8))) is True
    assert holds(2 * two <= 3 * one) is holds(two.equals(one + log(2))) is True
    assert holds(two <= one) is holds(2 * two < 3 * one) is False
    assert holds(exp(one) <= 4) is True


WORDS = """
class Worded:
    def datasets(self):
        return ["no", "yes"]

    def neighbours(self, x):
        return [y for y in self.datasets() if y != x]

    def probabilities(self, x):
        return {y: "3/4" if y == x else "1/4" for y in self.datasets()}
"""


def test_the_loss_of_a_mechanism_with_words_for_datasets_can_be_added_too(tmp_path):
    (tmp_path / "worded.py").write_text(WORDS, "utf-8")
    HERE.set((str(tmp_path), str(tmp_path)))
    spent = loss("worded.py:Worded")
    assert holds(spent <= log(3)) is holds(2 * spent <= 3) is True
    assert holds(2 * spent <= 2 * log(3)) is None  # its outputs are no vectors
