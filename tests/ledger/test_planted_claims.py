"""True statements made false by one change are found false; true ones are not refuted."""

from dataclasses import replace
from fractions import Fraction

import pytest

from dpbi.language import exists, forall
from dpbi.language.words import (
    GS,
    LS,
    C,
    H,
    S,
    adjacent,
    any_of,
    at,
    binomial,
    datasets,
    eps,
    exp,
    gamma,
    j,
    log,
    n,
    over,
    prior,
    r,
    released,
    shifted,
    size,
    sqrt,
    t,
    total,
    x,
    y,
)
from dpbi.ledger.claims import Reading
from dpbi.ledger.deciding import NothingMet, assignment, outcome, recertified
from dpbi.ledger.evaluate import truth_at
from dpbi.ledger.grids import FLAT, Grid, priors
from dpbi.ledger.outcomes import Verdict
from dpbi.ledger.search import search, smallest_instance
from statements.privacy import loss_within, private

pytestmark = pytest.mark.study

SMALL = Grid(n=4, priors=priors("1,1", "1/2,1/2", "2,1", "1/10,1/10"))
THREE = Grid(n=3, priors=priors("1,1,1", "1/2,3,1/10"))
HIST, EHDS, MH = released("lshist"), released("ehds", gamma=gamma), released("mh", gamma=1)

k_minus_one = size(prior) - 1

PAIRS = {
    "strictness": (
        forall(HIST(x, r) <= exp(eps) * HIST(y, r), given=[adjacent(x, y)]),
        forall(HIST(x, r) < exp(eps) * HIST(y, r), given=[adjacent(x, y)]),
    ),
    "the sign of an exponent": (
        forall(HIST(x, r) <= exp(eps) * HIST(y, r), given=[adjacent(x, y)]),
        forall(HIST(x, r) <= exp(-eps) * HIST(y, r), given=[adjacent(x, y)]),
    ),
    "half the privacy": (private("lshist"), private("lshist", eps / 2)),
    "a missing hypothesis": (
        forall(EHDS(x, r) <= exp(eps) * EHDS(y, r), given=[adjacent(x, y)]),
        forall(HIST(x, r) <= exp(eps) * HIST(y, r), given=[]),
    ),
    "n for n + 1": (
        forall(over("count", "z", datasets(n, 2), H(x, x) <= 1).equals(n + 1)),
        forall(over("count", "z", datasets(n, 2), H(x, x) <= 1).equals(n)),
    ),
    "n + 1 for n + k - 1": (
        forall(
            over("count", "z", datasets(), H(x, x) <= 1).equals(
                binomial(n + k_minus_one, k_minus_one)
            )
        ),
        forall(over("count", "z", datasets(), H(x, x) <= 1).equals(binomial(n, k_minus_one))),
    ),
    "the triangle inequality the wrong way round": (
        forall(H(x, y) <= H(x, r) + H(r, y)),
        forall(H(x, y) >= H(x, r) + H(r, y)),
    ),
    "smoothness without gamma": (
        forall(1 / S(x) - 1 / S(y) <= gamma + Fraction(1, 10**9), given=[adjacent(x, y)]),
        forall(1 / S(x) - 1 / S(y) <= gamma / 2, given=[adjacent(x, y)]),
    ),
    "2S for 4S": (
        loss_within("ehds-4s", gamma=1),
        loss_within("mh-s", gamma=1),
    ),
    "the largest for the smallest": (forall(LS(x) <= GS()), forall(LS(x) >= GS())),
    "symmetry without its hypothesis": (
        forall(C(x, r) <= 2, given=[size(prior).equals(2)]),
        forall(C(x, r).equals(2), given=[size(prior).equals(2)]),
    ),
    "a tail that is one power short": (
        forall(HIST(x, shifted(x, j)) <= exp(-eps * j), given=[at(x, 1) >= j]),
        forall(HIST(x, shifted(x, j)) <= exp(-eps * (j + 1)), given=[at(x, 1) >= j]),
    ),
    "log for exp": (forall(log(1 + t) <= t), forall(log(1 + t) <= t / 2)),
}


@pytest.mark.parametrize("name", PAIRS)
def test_deciding_separates_the_true_statement_from_the_planted_one(name):
    true, false = PAIRS[name]
    good = outcome(Reading("true", "", true, SMALL))
    assert good.verdict is Verdict.HOLDS_BOUNDED
    assert good.instances > 0
    bad = outcome(Reading("false", "", false, SMALL))
    assert bad.verdict is Verdict.FAILS
    for found in (bad.witness, bad.worst):
        met, conclusion, _ = truth_at(false, assignment(found))
        assert (met, conclusion) == (True, False)


@pytest.mark.parametrize("name", PAIRS)
def test_the_search_finds_the_planted_falsehood_and_not_the_truth(name):
    true, false = PAIRS[name]
    assert search(true, tries=400, seed=1).worst is None
    found = search(false, tries=400, seed=1)
    assert found.smallest is not None
    met, conclusion, _ = truth_at(false, found.smallest)
    assert (met, conclusion) == (True, False)


def test_the_smallest_witness_is_smallest_in_the_stated_order():
    P = released("ehd", gs="printed")
    false = forall(P(x, r) <= exp(eps) * P(y, r), given=[adjacent(x, y)])
    large = {
        "n": 3,
        "prior": priors("1/100,1/100")[0],
        "eps": Fraction(1),
        "x": (0, 3),
        "y": (1, 2),
        "r": (0, 3),
    }
    assert truth_at(false, large)[1] is False
    found = smallest_instance(false, large, lambda: False)
    assert found["n"] == 1
    assert truth_at(false, found)[1] is False


def test_a_counterexample_at_large_n_only_is_found_by_climbing():
    false = forall(n <= 17, given=[t > 0])
    found = search(false, tries=3000)
    assert found.smallest["n"] == 18


def test_existence_needs_one_certain_instance():
    some = outcome(Reading("some", "", exists(H(x, r) > t), SMALL))
    assert some.verdict is Verdict.HOLDS
    assert some.witness is not None
    none = outcome(Reading("none", "", exists(H(x, r) > 1), SMALL))
    assert none.verdict is Verdict.UNDECIDED


def test_a_check_that_meets_no_instance_is_an_error():
    with pytest.raises(NothingMet):
        outcome(Reading("empty", "", forall(H(x, r) >= 0, given=[total(x) > n]), SMALL))


def test_an_argument_needs_a_certification_beside_it():
    tie = forall((sqrt(t) * sqrt(t)).equals(t))
    with pytest.raises(NothingMet):
        outcome(Reading("tie", "", tie, SMALL, argument="a root squared is its radicand"))


def test_no_instance_is_vacuous_only_with_an_argument():
    found = outcome(
        Reading("empty", "", forall(H(x, r) >= 2, given=[total(x) > n]), SMALL, argument="|x| = n")
    )
    assert found.verdict is Verdict.VACUOUS
    assert found.trusts == ("argument",)


def test_what_has_no_value_anywhere_is_ill_defined():
    found = outcome(Reading("nothing", "", forall(1 / (t - t) <= 1), SMALL))
    assert found.verdict is Verdict.ILL_DEFINED
    assert "division" in found.evidence


def test_a_tie_of_enclosures_is_undecided_and_not_holds():
    found = outcome(Reading("tie", "", forall((sqrt(t) * sqrt(t)).equals(t)), SMALL))
    assert found.verdict is Verdict.UNDECIDED
    one_sided = outcome(Reading("tie", "", forall(sqrt(t) * sqrt(t) <= t), SMALL))
    assert one_sided.verdict is Verdict.UNDECIDED


def test_an_exhausted_domain_holds_and_a_grid_holds_up_to_its_bound():
    formula = forall(any_of(C(x, r).equals(1), C(x, r).equals(2)))
    assert outcome(Reading("a", "", formula, SMALL)).verdict is Verdict.HOLDS_BOUNDED
    fixed = Grid(n=(2,), priors=FLAT)
    assert outcome(Reading("a", "", formula, fixed, exhaustive=True)).verdict is Verdict.HOLDS


def test_an_argument_does_not_outweigh_a_counterexample():
    found = outcome(Reading("a", "", forall(LS(x) >= GS()), SMALL, argument="trust me"))
    assert found.verdict is Verdict.FAILS


def test_a_recorded_witness_that_no_longer_refutes_leads_to_a_fresh_decision():
    false = Reading("a", "", forall(LS(x) >= GS()), SMALL)
    known = outcome(false)
    assert recertified(false, known) == known
    mended = Reading("a", "", forall(LS(x) <= GS()), SMALL)
    assert recertified(mended, known).verdict is Verdict.HOLDS_BOUNDED


def test_what_was_typed_into_a_record_is_not_believed():
    false = Reading("a", "", forall(LS(x) >= GS()), SMALL)
    known = outcome(false)
    assert recertified(false, replace(known, verdict=Verdict.HOLDS)) == known
    sides = {"left": {"lo": "9", "hi": "9"}, "right": {"lo": "1", "hi": "1"}}
    typed = replace(
        known,
        evidence="trust me",
        domain="everywhere",
        trusts=("argument",),
        witness={**known.witness, "_sides": sides},
    )
    assert recertified(false, typed) == known


@pytest.mark.parametrize("grid", [SMALL, THREE])
def test_instances_come_smallest_first(grid):
    formula = forall(EHDS(x, r) <= exp(eps) * EHDS(y, r), given=[adjacent(x, y)])
    order = [(i["n"], i["prior"].k) for i in grid.instances(formula)]
    assert order == sorted(order)
    assert all(sum(i["x"]) == sum(i["y"]) == i["n"] for i in grid.instances(formula))
