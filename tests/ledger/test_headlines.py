"""A headline follows from roles and verdicts, and never says more than the fair readings do."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpbi.ledger.claims import Claim, Grid, Reading, Role
from dpbi.ledger.headlines import Headline, Judged, derived, graded, headline_of
from dpbi.ledger.outcomes import Outcome, Verdict

L, N, S, C, R = Role
H, B, F, V, X, U = Verdict

READ_BY_A_REFEREE = {
    "the words are true": ([(L, H)], "true"),
    "tested, not proved": ([(L, B)], "true in every case tested"),
    "one of two plain meanings is only tested": ([(L, H), (L, B)], "true in every case tested"),
    "a slip of the pen": ([(L, F), (N, H)], "true as intended, misprinted"),
    "a symbol without value, a clear meaning": ([(L, X), (N, H)], "true as intended, misprinted"),
    "a repair that is proved": ([(L, F), (R, H)], "false as written, true with a small change"),
    "a repair that is only tested": ([(L, F), (R, B)], "false under every fair reading"),
    "a repair that fails": ([(L, F), (R, F)], "false under every fair reading"),
    "neither words nor meaning": ([(L, F), (N, F)], "false under every fair reading"),
    "a repair of both": ([(L, F), (N, F), (R, H)], "false as written, true with a small change"),
    "two plain meanings": ([(L, F), (L, H)], "depends on what was meant"),
    "true as printed, false as meant": ([(L, H), (N, F)], "depends on what was meant"),
    "false as printed, tested as meant": ([(L, F), (N, B)], "depends on what was meant"),
    "a strained failure": ([(L, H), (S, F)], "true"),
    "a comparison that fails": ([(L, H), (C, F)], "true"),
    "no value": ([(L, X)], "ill-formed"),
    "hypotheses that are never met": ([(L, V)], "ill-formed"),
    "nobody knows": ([(L, U)], "not decided"),
    "true, and a meaning that nobody can settle": ([(L, H), (N, U)], "not decided"),
    "only the meaning is a reading": ([(N, H), (S, F)], "true"),
}  # fmt: skip


@pytest.mark.parametrize("case", READ_BY_A_REFEREE)
def test_the_headline_is_what_a_referee_would_say(case):
    readings, words = READ_BY_A_REFEREE[case]
    assert derived(Judged(*r) for r in readings).value == words


judged = st.builds(Judged, st.sampled_from(Role), st.sampled_from(Verdict), st.just(False))
ledgers = st.lists(judged, min_size=1, max_size=6).filter(
    lambda rs: any(r.role in (L, N) for r in rs)
)


@given(ledgers, st.randoms(use_true_random=False))
def test_the_order_of_readings_does_not_matter(readings, rng):
    shuffled = list(readings)
    rng.shuffle(shuffled)
    assert derived(shuffled) is derived(readings)


@given(ledgers, st.sampled_from((S, C)), st.sampled_from(Verdict))
def test_strained_readings_and_comparisons_never_decide(readings, role, verdict):
    assert derived([*readings, Judged(role, verdict)]) is derived(readings)


@given(ledgers)
def test_true_needs_every_fair_reading_to_hold(readings):
    fair = {r.verdict for r in readings if r.role in (L, N)}
    assert (derived(readings) is Headline.TRUE) == (fair == {H})
    tested = B in fair and fair <= {H, B}
    assert (derived(readings) is Headline.TRUE_AS_TESTED) == tested


@given(ledgers)
def test_false_needs_every_fair_reading_to_fail(readings):
    fair = {r.verdict for r in readings if r.role in (L, N)}
    if derived(readings) in (Headline.FALSE, Headline.FALSE_AS_WRITTEN):
        assert fair <= {F, X, V}
        assert F in fair or X in fair or V in fair


@given(ledgers)
def test_a_repair_never_makes_a_claim_true(readings):
    with_repair = derived([*readings, Judged(R, H)])
    without = derived(readings)
    assert with_repair is without or (without, with_repair) == (
        Headline.FALSE,
        Headline.FALSE_AS_WRITTEN,
    )


def test_every_pair_of_verdicts_on_words_and_meaning_has_a_headline():
    for words, meaning in product(Verdict, repeat=2):
        assert isinstance(derived([Judged(L, words), Judged(N, meaning)]), Headline)


def test_parameters_that_the_draft_does_not_give_are_said_to_be_missing():
    chosen = [Judged(L, H, chosen=True), Judged(L, F, chosen=True)]
    assert derived(chosen) is Headline.DEPENDS_ON_PARAMETERS
    assert derived([*chosen, Judged(L, H)]) is Headline.DEPENDS_ON_MEANING
    assert derived([Judged(L, U, chosen=True)]) is Headline.NOT_DECIDED


def test_a_claim_without_a_fair_reading_has_no_headline():
    with pytest.raises(ValueError, match="literal or an intended"):
        derived([Judged(R, H)])


def test_what_claims_nothing_is_never_counted_against_its_draft():
    def check():
        return Outcome(F, "it fails")

    reading = Reading("literal", "it is private", check=check, grid=Grid())
    claim = Claim("a.b", "remark", "line 1", "EHDL.", (reading,), claims_nothing="It asks only.")
    assert headline_of(claim, [check()]) is Headline.NO_CLAIM
    assert not Headline.NO_CLAIM.is_finding


def test_the_severity_of_what_depends_is_what_it_is_at_worst():
    assert graded("depends on what was meant", "privacy broken") == "at worst privacy broken"
    assert graded("depends on parameters not given", None) is None
    assert graded("ill-formed", "misprint") == "misprint"
    assert not any(h.is_finding and h.depends for h in Headline)
