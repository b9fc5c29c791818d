"""The laws of Definitions.v beside dpbi's: Coq proves that they are within dpbi's enclosures."""

import os
import re
from dataclasses import replace
from fractions import Fraction

import laws_in_coq
import pytest
from laws_in_coq import HALVES, POINTS, Differs, compare, redefined
from proof_mutants import MUTANTS

from dpbi.ledger.proving import coqc

without = pytest.mark.skipif(not laws_in_coq.installed(), reason=laws_in_coq.INSTALL)
pytestmark = [pytest.mark.study, without]
FIRST, SECOND, THIRD = POINTS.values()


@pytest.fixture(scope="module")
def checked():
    """The folder where the definitions are compiled, and what is known of Gamma."""
    return coqc.compile_some(laws_in_coq.ROOT, ("Lib/Wallis.v",))


def test_every_mechanism_is_compared():
    """Each constructor has its options, and is what the generator calls this mechanism."""
    text = (laws_in_coq.ROOT / "proofs" / "Definitions.v").read_text(encoding="utf-8")
    declared = re.search(r"^Inductive mechanism :=(.*?)\.$", text, re.DOTALL | re.MULTILINE)[1]
    constructors = re.findall(r"\| (\w+)", declared)
    assert len(constructors) == declared.count("|") >= 21
    for point in POINTS.values():
        terms = [fact.term for fact in point.facts()]
        said = re.findall(r"\(probability \(?(\w+)", " ".join(terms))
        assert list(dict.fromkeys(said)) == list(laws_in_coq.mechanisms(1, 1))
        assert set(said) == set(constructors)


def test_the_enclosures_are_narrow():
    for point in POINTS.values():
        for low, high in (fact.ends for fact in point.facts()):
            assert 0 < high - low < Fraction(1, 10**7)


@pytest.mark.parametrize("name", POINTS)
def test_every_law_in_coq_is_within_dpbis_enclosure(checked, tmp_path, name):
    assert compare(checked, tmp_path, POINTS[name].facts()) > 90


def test_distances_at_halves_are_within_dpbis_enclosures(checked, tmp_path):
    assert compare(checked, tmp_path, HALVES) == 2


# What must be refused ----------------------------------------------------------------------------


RESTS_ON = {
    "of_gammas": (),
    "of_distances": ("of_gammas",),
    "of_sensitivities": ("of_gammas", "of_distances"),
    "of_probabilities": ("of_sensitivities",),
}


@pytest.mark.parametrize(("tactic", "units"), list(zip(RESTS_ON, (3, -3, 3, -3), strict=True)))
def test_an_enclosure_beside_the_value_is_refused(checked, tmp_path, tactic, units):
    """Three units of the last digit above or below, in the last fact of each kind."""
    facts = list(FIRST.facts("lshist" if tactic == "of_probabilities" else "mh_exp"))
    last = [fact for fact in facts if fact.tactic == tactic][-1]
    false = replace(last, shift=Fraction(units, 10 ** laws_in_coq.DIGITS[tactic]))
    needed = [fact for fact in facts if fact.tactic in RESTS_ON[tactic]]
    with pytest.raises(Differs, match="Numerical evaluation failed") as refused:
        compare(checked, tmp_path, [*needed, false])
    assert refused.value.fact == false


CHANGED = {  # where a change of the definitions shows: a point, and a mechanism
    "the smallest for the largest": (SECOND, "ehd_true"),
    "a posterior of the prior alone": (FIRST, "ehdl"),
    "no total in Beta": None,  # it cancels where both have the same total
    "the sum for the middle": (FIRST, "ehdl"),
    "a squared Hellinger distance": (FIRST, "ehdl"),
    "a Hellinger distance of 1 + BC": (FIRST, "ehdl"),
    "an affinity without its root": (FIRST, "ehdl"),
    "the whole l1 distance": (SECOND, "mh"),
    "harmonic with a product": (SECOND, "mh"),
    "harmonic of a maximum": (SECOND, "mh"),
    "exponential smoothing upwards": (SECOND, "mh_exp"),
    "ehds with the factor 2": (FIRST, "ehds"),
    "ehds-4s with the factor 2": (FIRST, "ehds_4s"),
    "mh-s with the factor 2": (FIRST, "mh_s"),
    "another printed constant": (FIRST, "ehd_printed"),
    "ehdl with the global sensitivity": (SECOND, "ehdl"),
    "mh-exp with the harmonic one": (SECOND, "mh_exp"),
    "laplace with scale 1": (FIRST, "laplace_defined"),
    "lshist with scale 2 for two": (FIRST, "lshist"),
    "lshist with scale 1 for all": (THIRD, "lshist"),
    "lszhang with scale k": (FIRST, "lszhang"),
    "noise of another scale": (SECOND, "lsdim"),
    "noise that is too light on the right": (FIRST, "lsdim"),
    "rounding up": (SECOND, "lsdim"),
    "no clamp below": (FIRST, "lsdim"),
    "a clamp of less": (FIRST, "lsdim"),
    "one noisy count only": (FIRST, "lszhang_all"),
    "a rest that is drawn from all counts": (FIRST, "lshist_fresh"),
    "farther is more probable": (FIRST, "ehdl"),
}
EVERY = os.environ.get("DPBI_MUTANTS") == "all"


@pytest.mark.parametrize("name", list(CHANGED)[slice(None) if EVERY else slice(3, None, 9)])
def test_a_changed_definition_is_not_within_dpbis_enclosures(checked, tmp_path, name):
    """It is a number that shows it, and not a lemma or a tactic that no longer works."""
    where = CHANGED[name]
    facts = list(where[0].facts(where[1]) if where else HALVES)
    with pytest.raises(Differs, match="Numerical evaluation failed") as refused:
        compare(checked, tmp_path, facts, redefined(*MUTANTS[name]))
    assert refused.value.fact in facts


def test_a_copy_of_the_definitions_is_within_dpbis_enclosures(checked, tmp_path):
    copy = redefined("Definition floor", "Definition floor")
    assert compare(checked, tmp_path, FIRST.facts("ehds_4s"), copy)
