"""Every claim is read fairly: roles and their reasons, severities, repairs, shared sentences."""

import json
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
from study import claims, reading_rows, readings, rows

import dpbi
from dpbi.ledger.claims import Passage, Role, Severity
from dpbi.ledger.headlines import Headline, Judged, derived
from dpbi.ledger.outcomes import Verdict

pytestmark = pytest.mark.study

ROOT = Path(dpbi.__file__).parent.parent
CATALOGUE = ROOT.parent / "shared" / "catalogue" / "claims.json"
HELD = {"holds", "holds_bounded"}


@cache
def all_findings():
    return [c for c in rows().values() if Headline(c["headline"]).is_finding]


@cache
def depending():
    return [c for c in rows().values() if Headline(c["headline"]).depends]


def test_every_reading_has_a_role_with_its_reason():
    without = [name for name, r in reading_rows().items() if not (r["why"] or "").strip()]
    assert without == []
    assert {r["role"] for r in reading_rows().values()} == {role.value for role in Role}


def test_reasons_are_sentences_of_their_own():
    short = [name for name, r in reading_rows().items() if len(r["why"].split()) < 4]
    assert short == []


def test_every_claim_says_on_which_lines_of_its_drafts_it_is():
    for c in claims().values():
        assert c.lines, c.id
        assert {Passage.read(text).draft for text in c.lines} <= set(c.drafts), c.id


def test_headlines_are_derived_and_not_written_down():
    for c in rows().values():
        read = [
            Judged(Role(r["role"]), Verdict(r["verdict"]), bool(r["chosen"])) for r in c["readings"]
        ]
        expected = Headline.NO_CLAIM if c["claims_nothing"] else derived(read)
        assert c["headline"] == expected.value, c["id"]


def fails_fairly(claim):
    """Whether a literal or an intended reading is not true."""
    fair = [r for r in claim["readings"] if r["role"] in ("literal", "intended")]
    return any(r["verdict"] in ("fails", "ill_defined", "vacuous") for r in fair)


def test_findings_have_a_severity_and_so_has_what_is_false_in_a_fair_sense_and_nothing_else():
    graded = {c["id"] for c in rows().values() if c["severity"]}
    assert graded == {c["id"] for c in [*all_findings(), *filter(fails_fairly, depending())]}
    assert {c["severity"] for c in all_findings()} == {s.value for s in Severity}


def test_what_a_small_change_mends_is_no_false_theorem_and_what_none_mends_is_no_slip():
    small = {s.value for s in (Severity.MISPRINT, Severity.CONSTANT_WRONG)}
    small.add(Severity.HYPOTHESIS_MISSING.value)
    for c in all_findings():
        if c["headline"] == Headline.FALSE.value:
            assert c["severity"] not in small, c["id"]
        elif c["headline"] in (Headline.FALSE_AS_WRITTEN.value, Headline.MISPRINTED.value):
            assert c["severity"] != Severity.THEOREM_FALSE.value, c["id"]


def test_every_finding_has_a_repair_that_holds_or_a_sentence_why_there_is_none():
    for c in all_findings():
        mended = [r for r in c["readings"] if r["role"] == "repair" and r["verdict"] in HELD]
        meant = [r for r in c["readings"] if r["role"] == "intended" and r["verdict"] in HELD]
        assert mended or meant or c["no_repair"], c["id"]


def test_repairs_hold():
    wrong = [
        name
        for name, r in reading_rows().items()
        if r["role"] == "repair" and r["verdict"] not in HELD
    ]
    assert wrong == []


def test_fixes_read_as_mathematics_and_name_no_reading():
    ids = {r["id"] for r in reading_rows().values() if "-" in r["id"]} | set(rows())
    for name, r in reading_rows().items():
        words = set(re.split(r"[\s,;:()]+", r["repair"] or ""))
        assert not words & ids, name


def test_every_failing_fair_reading_of_a_finding_says_what_to_change():
    for c in all_findings():
        wrong = [r for r in c["readings"] if r["role"] in ("literal", "intended")]
        told = [r["repair"] for r in wrong if r["verdict"] not in HELD]
        assert any(told) or c["no_repair"], c["id"]


def test_one_sentence_in_two_drafts_has_the_same_readings_and_roles():
    groups = defaultdict(list)
    for c in claims().values():
        if c.shared:
            groups[c.shared].append(c)
    assert groups
    for name, sharing in groups.items():
        assert len(sharing) > 1, f"{name} is the sentence of one claim"
        read = [{(r.role, r.formula or r.statement, r.chosen) for r in c.readings} for c in sharing]
        assert all(r == read[0] for r in read), name
        assert len({rows()[c.id]["headline"] for c in sharing}) == 1, name


def test_repaired_proofs_consist_of_readings_that_hold():
    proofs = [c for c in rows().values() if c["repaired"]]
    assert proofs
    for c in proofs:
        for name in c["repaired"]:
            assert reading_rows()[name]["verdict"] in HELD, f"{c['id']} is repaired by {name}"


def test_proofs_use_claims_that_exist_and_never_go_in_circles():
    done = set()

    def visit(name, path):
        assert name not in path, f"{' -> '.join([*path, name])} is a circle"
        if name not in done:
            for used in claims()[name].uses:
                visit(used, [*path, name])
            done.add(name)

    for name in claims():
        visit(name, [])


def test_passages_are_written_in_one_way():
    assert str(Passage.read("short-a:12-12")) == "short-a:12"
    for bad in ("short-a", "short-a:", ":3", "short-a:3-", "short-a:5-3", "short-a:0", "a:-3"):
        with pytest.raises(ValueError, match=re.escape(bad)):
            Passage.read(bad)


@pytest.mark.skipif(not CATALOGUE.is_file(), reason="the catalogue is not beside the repository")
def test_every_reading_of_the_catalogue_has_a_verdict_and_a_role():
    listed = {r["id"] for c in json.loads(CATALOGUE.read_text()) for r in c["readings"]}
    settled = {r["catalogue"] for r in reading_rows().values()}
    assert listed - settled == set()
    assert settled - {None} - listed == set()


def test_every_reading_that_ships_is_one_of_verify():
    assert set(reading_rows()) == set(readings())
