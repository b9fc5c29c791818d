"""Every claim is read fairly: roles and their reasons, severities, repairs, shared sentences."""

import json
import re
from collections import defaultdict
from pathlib import Path

import pytest

import dpbi
from dpbi.ledger.claims import Passage, Role, Severity
from dpbi.ledger.headlines import Headline, Judged, derived
from dpbi.ledger.outcomes import Verdict
from dpbi.ledger.recorded import all_claims, key
from dpbi.ledger.shipped import shipped

pytestmark = pytest.mark.study

ROOT = Path(dpbi.__file__).parent.parent
CATALOGUE = ROOT.parent / "shared" / "catalogue" / "claims.json"
CLAIMS = {c.id: c for c in all_claims(ROOT / "verify")}
ROWS = {c["id"]: c for c in shipped()["claims"]}
READINGS = {f"{c['id']}/{r['id']}": r for c in ROWS.values() for r in c["readings"]}
FINDINGS = [c for c in ROWS.values() if Headline(c["headline"]).is_finding]
DEPENDING = [c for c in ROWS.values() if Headline(c["headline"]).depends]
HELD = {"holds", "holds_bounded"}


def test_every_reading_has_a_role_with_its_reason():
    without = [name for name, r in READINGS.items() if not (r["why"] or "").strip()]
    assert without == []
    assert {r["role"] for r in READINGS.values()} == {role.value for role in Role}


def test_reasons_are_sentences_of_their_own():
    short = [name for name, r in READINGS.items() if len(r["why"].split()) < 4]
    assert short == []


def test_every_claim_says_on_which_lines_of_its_drafts_it_is():
    for c in CLAIMS.values():
        assert c.lines, c.id
        assert {Passage.read(text).draft for text in c.lines} <= set(c.drafts), c.id


def test_headlines_are_derived_and_not_written_down():
    for c in ROWS.values():
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
    graded = {c["id"] for c in ROWS.values() if c["severity"]}
    assert graded == {c["id"] for c in [*FINDINGS, *filter(fails_fairly, DEPENDING)]}
    assert {c["severity"] for c in FINDINGS} == {s.value for s in Severity}


def test_what_a_small_change_mends_is_no_false_theorem_and_what_none_mends_is_no_slip():
    small = {s.value for s in (Severity.MISPRINT, Severity.CONSTANT_WRONG)}
    small.add(Severity.HYPOTHESIS_MISSING.value)
    for c in FINDINGS:
        if c["headline"] == Headline.FALSE.value:
            assert c["severity"] not in small, c["id"]
        elif c["headline"] in (Headline.FALSE_AS_WRITTEN.value, Headline.MISPRINTED.value):
            assert c["severity"] != Severity.THEOREM_FALSE.value, c["id"]


def test_every_finding_has_a_repair_that_holds_or_a_sentence_why_there_is_none():
    for c in FINDINGS:
        mended = [r for r in c["readings"] if r["role"] == "repair" and r["verdict"] in HELD]
        meant = [r for r in c["readings"] if r["role"] == "intended" and r["verdict"] in HELD]
        assert mended or meant or c["no_repair"], c["id"]


def test_repairs_hold():
    wrong = [
        name for name, r in READINGS.items() if r["role"] == "repair" and r["verdict"] not in HELD
    ]
    assert wrong == []


def test_fixes_read_as_mathematics_and_name_no_reading():
    ids = {r["id"] for r in READINGS.values() if "-" in r["id"]} | set(ROWS)
    for name, r in READINGS.items():
        words = set(re.split(r"[\s,;:()]+", r["repair"] or ""))
        assert not words & ids, name


def test_every_failing_fair_reading_of_a_finding_says_what_to_change():
    for c in FINDINGS:
        wrong = [r for r in c["readings"] if r["role"] in ("literal", "intended")]
        told = [r["repair"] for r in wrong if r["verdict"] not in HELD]
        assert any(told) or c["no_repair"], c["id"]


def test_one_sentence_in_two_drafts_has_the_same_readings_and_roles():
    groups = defaultdict(list)
    for c in CLAIMS.values():
        if c.shared:
            groups[c.shared].append(c)
    assert groups
    for name, claims in groups.items():
        assert len(claims) > 1, f"{name} is the sentence of one claim"
        read = [{(r.role, r.formula or r.statement, r.chosen) for r in c.readings} for c in claims]
        assert all(r == read[0] for r in read), name
        assert len({ROWS[c.id]["headline"] for c in claims}) == 1, name


def test_repaired_proofs_consist_of_readings_that_hold():
    proofs = [c for c in ROWS.values() if c["repaired"]]
    assert proofs
    for c in proofs:
        for name in c["repaired"]:
            assert READINGS[name]["verdict"] in HELD, f"{c['id']} is repaired by {name}"


def test_proofs_use_claims_that_exist_and_never_go_in_circles():
    done = set()

    def visit(name, path):
        assert name not in path, f"{' -> '.join([*path, name])} is a circle"
        if name not in done:
            for used in CLAIMS[name].uses:
                visit(used, [*path, name])
            done.add(name)

    for name in CLAIMS:
        visit(name, [])


def test_passages_are_written_in_one_way():
    assert str(Passage.read("short-a:12-12")) == "short-a:12"
    for bad in ("short-a", "short-a:", ":3", "short-a:3-", "short-a:5-3", "short-a:0", "a:-3"):
        with pytest.raises(ValueError, match=re.escape(bad)):
            Passage.read(bad)


@pytest.mark.skipif(not CATALOGUE.is_file(), reason="the catalogue is not beside the repository")
def test_every_reading_of_the_catalogue_has_a_verdict_and_a_role():
    listed = {r["id"] for c in json.loads(CATALOGUE.read_text()) for r in c["readings"]}
    settled = {r["catalogue"] for r in READINGS.values()}
    assert listed - settled == set()
    assert settled - {None} - listed == set()


def test_every_reading_that_ships_is_one_of_verify():
    assert set(READINGS) == {key(c, r) for c in CLAIMS.values() for r in c.readings}
