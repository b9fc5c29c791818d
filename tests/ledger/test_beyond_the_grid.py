"""A search beyond the grid: hypotheses that fix values, supplies that end, code that takes long."""

import signal
from fractions import Fraction
from itertools import islice

import pytest

from dpbi.language import forall
from dpbi.language.expr import HERE
from dpbi.language.words import eps, exp, lists, log, loss, over, total, var, variable
from dpbi.ledger.beyond import hunting
from dpbi.ledger.beyond.drawing import Room, draws
from dpbi.ledger.beyond.fixing import constants, fixed
from dpbi.ledger.claims import Grid, Reading, Search
from dpbi.ledger.earning import today
from dpbi.ledger.outcomes import Verdict
from dpbi.ledger.search import search

UNIT = variable("f", "rational", "0", "1", "[]")
D, G = variable("d", "int", 2, None), variable("g", "rational", None, None, "()")
d, f, g = var("d"), var("f"), var("g")

BITS = '''
from fractions import Fraction
from itertools import product


class Bits:
    """Randomised response on each of d bits: 2^d outputs, and a loss of ln 3."""

    def __init__(self, d):
        self.d = d
        made.append(d)
        if d > LAST:
            {beyond}

    def datasets(self):
        return list(product((0, 1), repeat=self.d))

    def neighbours(self, x):
        return [(*x[:i], 1 - x[i], *x[i + 1 :]) for i in range(self.d)]

    def probabilities(self, x):
        same = {{r: sum(map(int.__eq__, x, r)) for r in self.datasets()}}
        return {{r: Fraction(3**k, 4**self.d) for r, k in same.items()}}


made = []
LAST = {last}
'''


@pytest.fixture
def bits(tmp_path):
    """Write the mechanism; beyond some d it does what is said."""
    before = HERE.set((str(tmp_path), str(tmp_path)))

    def write(last, beyond="raise ValueError"):
        text = BITS.format(last=last, beyond=beyond)
        (tmp_path / "bits.py").write_text(text, "utf-8")
        return forall(loss("bits.py:Bits", d=d) <= log(3), where=[D])

    yield write
    HERE.reset(before)


def of_code(formula, tries=60):
    return Reading("r", "", formula, Grid(values={"d": ("2", "3")}), search=Search(tries=tries))


def test_integers_of_code_begin_just_beyond_the_grid(bits, monkeypatch):
    monkeypatch.setattr(hunting, "SECONDS", 10**6)
    found = today(of_code(bits(5), tries=4), None)  # at d = 6 it raises an error
    assert (found.verdict, found.tries) == (Verdict.HOLDS_BOUNDED, 4)


def test_integers_of_code_grow_where_the_small_ones_have_run_out(bits, monkeypatch):
    monkeypatch.setattr(hunting, "SECONDS", 10**6)
    found = today(of_code(bits(8), tries=6), None)  # 2 to 5 are four, and two more are drawn
    assert (found.verdict, found.tries) == (Verdict.HOLDS_BOUNDED, 6)


@pytest.mark.parametrize(
    "beyond",
    [
        "while True: pass",
        "\n            try:\n                while True: pass"
        "\n            except BaseException: raise ValueError('caught')",
    ],
)
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="it takes an alarm")
def test_a_law_that_takes_for_ever_ends_the_search_which_says_so(bits, monkeypatch, beyond):
    monkeypatch.setattr(hunting, "SECONDS", 2)
    found = today(of_code(bits(3, beyond)), None)
    assert (found.verdict, found.tries) == (Verdict.UNDECIDED, 0)
    assert "of 60 tries in its 2 seconds, and may come to more on a faster machine" in (
        found.evidence
    )
    monkeypatch.setattr(hunting, "SECONDS", 10**6)
    assert today(of_code(bits(5), tries=4), None).verdict is Verdict.HOLDS_BOUNDED


def test_a_value_that_a_hypothesis_fixes_is_put_in():
    formula = forall(exp(-eps) * f < 1 + g, given=[f.equals(0), g.equals(f + eps)], where=[UNIT, G])
    assert list(fixed(formula)) == ["f", "g"]
    for instance in islice(draws(formula, "seed", 5), 50):
        assert (instance["f"], instance["g"]) == (0, instance["eps"])
    grid = Grid(values={"f": ("0", "1"), "g": ("1",), "eps": ("1",)})
    found = today(Reading("r", "", formula, grid, search=Search(tries=100)), None)
    assert (found.verdict, found.tries) == (Verdict.HOLDS_BOUNDED, 100)


def test_what_equals_itself_in_a_circle_is_fixed_once():
    circle = forall(f <= 1, given=[f.equals(g), g.equals(f)], where=[UNIT, G])
    assert list(fixed(circle)) == ["f"]
    assert constants(circle) == set()


def test_one_instance_is_decided_by_itself():
    grid = Grid(values={"f": ("0", "1/2")})
    at_zero = Reading("r", "", forall((f * f).equals(f), given=[f.equals(0)], where=[UNIT]), grid)
    found = today(at_zero, None)
    assert (found.verdict, found.instances, found.trusts) == (Verdict.HOLDS, 1, ("kernel",))
    formula = forall(f <= eps + f, given=[f.equals(0)], where=[UNIT])  # eps is free
    free = Reading("r", "", formula, grid, search=Search(tries=50))
    assert today(free, None).verdict is Verdict.HOLDS_BOUNDED


def test_fractions_grow_longer_where_the_short_ones_have_run_out(monkeypatch):
    monkeypatch.setattr(hunting, "SECONDS", 10**6)
    grid = Grid(values={"eps": ("1/2", "1", "3")})
    few = Search(tries=1700)
    found = today(Reading("r", "", forall(exp(eps) > 1 + eps), grid, search=few), None)
    assert (found.verdict, found.tries) == (Verdict.HOLDS_BOUNDED, 1700)


def test_a_narrow_domain_has_fractions_too():
    narrow = variable("f", "rational", "7/10", "71/100", "()")
    found = {i["f"] for i in islice(draws(forall(f <= 1, where=[narrow]), "s", 5), 100)}
    assert len(found) > 50
    assert all(Fraction(7, 10) < q < Fraction(71, 100) for q in found)


def test_a_wider_room_has_other_numbers_and_the_usual_room_the_usual_ones():
    formula = forall(exp(eps) > 1 + eps)
    usual = list(islice(draws(formula, "seed", 5), 200))
    assert list(islice(draws(formula, "seed", 5, Room()), 200)) == usual
    wider = {i["eps"] for i in islice(draws(formula, "seed", 5, Room(step=2)), 200)}
    assert max(q.denominator for q in wider) > 1000 >= max(i["eps"].denominator for i in usual)


v = var("v")
K, V = variable("k", "int", 1, None), variable("v", "in", lists(40, var("k")))
LISTED = {
    "the set of a variable": forall(total(v) >= 0, where=[K, V]),
    "a set within the formula": forall(
        over("forall", "v", lists(40, var("k")), total(v) >= 0), where=[K]
    ),
}
"""Of k components there are 40^k lists, more than are gone through from k = 4 on."""


@pytest.mark.parametrize("formula", LISTED.values(), ids=LISTED)
def test_instances_whose_sets_are_too_large_to_list_are_no_trials(formula):
    small = Grid(values={"k": ("1",)})
    argued = Reading("r", "", formula, small, argument="No component is below 0.")
    assert today(argued, None).verdict is Verdict.HOLDS
    searched = Reading("r", "", formula, small, search=Search(tries=2))
    assert (found := today(searched, None)).verdict is Verdict.HOLDS_BOUNDED
    assert found.tries == 2
    assert search(formula, tries=30).smallest is None
