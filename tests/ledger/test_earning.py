"""A reading that holds up to a bound has withstood a search, counted in tries."""

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from study import FOLDERS

from dpbi.language import forall
from dpbi.language.words import (
    LS,
    C,
    H,
    at,
    eps,
    exp,
    floor,
    n,
    prior,
    r,
    released,
    size,
    under,
    x,
    y,
)
from dpbi.ledger.beyond import drawing
from dpbi.ledger.claims import Reading, Search
from dpbi.ledger.deciding import assignment, outcome
from dpbi.ledger.earning import QUICK, today, withstand
from dpbi.ledger.evaluate import truth_at
from dpbi.ledger.grids import FLAT, Grid, priors
from dpbi.ledger.outcomes import Outcome, Verdict
from dpbi.ledger.recorded import recorded
from dpbi.ledger.shipped import shipped
from statements.accuracy import exponential_better, right, small, symmetric, tied

pytestmark = pytest.mark.study

VERIFY = Path(__file__).parents[2] / "verify"
TIDY = Grid(n=3, priors=priors("1,1", "10,10", "25,25", "1/2,3"))
INTERIOR = exponential_better(tied, [*symmetric(tied), *small(right(tied))], gs="true")
"""short.cor-4.5.2/true-gs-interior, which was recorded as holding on a tidy grid."""
TRUE = forall(LS(x) <= 1)


def test_every_bound_on_record_has_withstood_a_search():
    bounded = {
        name: outcome
        for draft in FOLDERS
        for name, outcome in recorded(VERIFY, draft).items()
        if outcome.verdict is Verdict.HOLDS_BOUNDED
    }
    assert bounded
    assert {name for name, outcome in bounded.items() if outcome.tries < 60} == set()


def test_the_shipped_ledger_says_the_tries_and_only_of_bounds():
    for claim in shipped()["claims"]:
        for row in claim["readings"]:
            assert (row["tries"] > 0) == (row["verdict"] == "holds_bounded"), row["id"]


def test_what_held_on_its_grid_and_is_false_is_found_false():
    reading = Reading("interior", "", INTERIOR, TIDY, search=Search(tries=2000, n=5))
    assert outcome(reading).verdict is Verdict.HOLDS_BOUNDED
    found = today(reading, None)
    assert found.verdict is Verdict.FAILS
    assert truth_at(INTERIOR, assignment(found.witness))[:2] == (True, False)


def test_a_true_reading_withstands_as_many_tries_as_it_asks_for():
    found = today(Reading("true", "", TRUE, TIDY, search=Search(tries=120)), None)
    assert (found.verdict, found.tries) == (Verdict.HOLDS_BOUNDED, 120)


def test_too_few_tries_do_not_earn_a_bound():
    never = forall(LS(x) <= 1, given=[n.equals(1), under(1, 1)])
    found = today(Reading("few", "", never, Grid(n=1, priors=FLAT), search=Search(tries=50)), None)
    assert found.verdict is Verdict.UNDECIDED
    assert "2 of 50 tries" in found.evidence  # (1, 0) and (0, 1) are all there is


def test_a_quick_run_repeats_the_first_tries_and_keeps_the_number():
    reading = Reading("true", "", TRUE, TIDY, search=Search(tries=120))
    known = today(reading, None)
    again = today(reading, replace(known, tries=77))
    assert again.tries == 77
    assert withstand(reading, QUICK, "true").tries == QUICK
    assert today(reading, replace(known, tries=77), thorough=True).tries == 120


def test_a_check_brings_its_own_attempts():
    bounded = Outcome(Verdict.HOLDS_BOUNDED, "certified", instances=3, trusts=("ball",))

    def attempt(rng):
        number = rng.randint(1, 1000)
        return number != 500, {"number": number}

    reading = Reading("check", "", check=lambda: bounded, search=Search(999, attempt=attempt))
    found = today(reading, None)  # 1000 numbers, each counted once, and one of them violates
    assert found.verdict is Verdict.FAILS
    assert found.witness == {"number": 500}
    without = Reading("check", "", check=lambda: bounded)
    assert today(without, None).verdict is Verdict.UNDECIDED


@pytest.fixture(scope="module")
def drawn():
    return list(islice(drawing.draws(forall(H(x, y) <= 1 + eps), "seed", 12), 3000))


def test_the_same_seed_draws_the_same_instances_and_another_one_others(drawn):
    formula = forall(H(x, y) <= 1 + eps)
    assert list(islice(drawing.draws(formula, "seed", 12), 3000)) == drawn
    assert list(islice(drawing.draws(formula, "another", 12), 3000)) != drawn


def test_priors_are_tiny_huge_unequal_and_no_integers(drawn):
    alphas = [i["prior"].alpha for i in drawn]
    assert min(min(a) for a in alphas) <= 1 / 100
    assert max(max(a) for a in alphas) >= 10**6
    assert max(max(a) / min(a) for a in alphas) >= 10**7
    assert sum(any(q.denominator > 1 for q in a) for a in alphas) > 1000
    assert {len(a) for a in alphas} == {2, 3, 4}
    assert {i["n"] for i in drawn} == set(range(1, 13))


def test_instances_are_assignments_that_fit_together(drawn):
    for instance in drawn:
        assert sum(instance["x"]) == sum(instance["y"]) == instance["n"]
        assert len(instance["x"]) == len(instance["y"]) == instance["prior"].k


def test_what_comes_near_is_varied_next():
    formula = forall(released("ehdl")(x, r) <= exp(eps))
    source = drawing.draws(formula, "seed", 6)
    first = next(source)
    source.send(first)
    varied = [source.send(None) for _ in range(40)]
    alike = [sum(v[name] == first[name] for name in first) >= len(first) - 3 for v in varied]
    assert sum(alike) >= 15


def test_hypotheses_about_the_prior_are_met_by_the_draws():
    first = at(prior, 0)
    whole = forall(C(x, r) <= 2, given=[size(prior).equals(2), floor(first).equals(first)])
    found = [i["prior"] for i in islice(drawing.draws(whole, "seed", 6), 300)]
    assert {p.k for p in found} == {2}
    assert all(a.denominator == 1 for p in found for a in p.alpha)
