"""Readings have short and telling names; those that they had before still lead to them."""

import json
from pathlib import Path

import pytest
from study import LAYOUT

import dpbi
from dpbi.audit.running import choose
from dpbi.audit.tasks import readings
from dpbi.ledger import recorded
from dpbi.ledger.shipped import readings_of, shipped

pytestmark = pytest.mark.study

ROOT = Path(dpbi.__file__).parent.parent
ROWS = {f"{c['id']}/{r['id']}": r for c in shipped()["claims"] for r in c["readings"]}
OLD = {
    f"{c}/{old}": f"{c}/{new}" for c, names in LAYOUT.renamed.items() for old, new in names.items()
}
WITH_CERTIFICATE = next(old for old, new in OLD.items() if ROWS[new]["certificate"])
LONGEST = 40


def test_no_name_is_longer_than_forty_characters():
    """The drafts that the id of a contradiction names, which may be many, do not count."""
    for claim in recorded.all_claims(ROOT / "verify"):
        named = "+".join(claim.drafts) if claim.kind == "contradiction" else ""
        assert len(claim.id) - len(named) <= LONGEST, claim.id
        for reading in claim.readings:
            assert len(reading.id) <= LONGEST, f"{claim.id}/{reading.id}"


def test_every_old_name_leads_to_one_reading_that_is_there():
    assert len(OLD) == len(set(OLD.values())) == 39
    for old, new in OLD.items():
        assert old not in ROWS
        assert new in ROWS
        assert LAYOUT.current(old) == new
        assert LAYOUT.former(new) == old


def test_other_names_are_as_they_are():
    for name in set(ROWS) - set(OLD.values()):
        assert LAYOUT.current(name) == LAYOUT.former(name) == name
    assert LAYOUT.current("no.such.claim") == "no.such.claim"
    assert LAYOUT.current("no.such.claim/at-all") == "no.such.claim/at-all"


def test_the_catalogue_calls_a_reading_by_its_first_name():
    for old, new in OLD.items():
        assert ROWS[new]["catalogue"] in (old, None)
    assert sum(ROWS[new]["catalogue"] is not None for new in OLD.values()) > 20


@pytest.mark.parametrize("old", OLD)
def test_a_claim_is_shown_by_an_old_name(run, old):
    code, out, err = run("claims", "show", old, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["readings"] == [ROWS[OLD[old]]]


def test_the_audit_and_the_search_take_old_names():
    every = list(readings(ROOT / "verify"))
    for old, new in OLD.items():
        assert [task.name for task in choose(every, [], [old], LAYOUT)] == [new]
        if ROWS[new]["formula"]:
            assert list(readings_of(old)) == [new]


def test_a_certificate_is_rechecked_by_the_name_of_its_file_and_of_its_reading_then(run, tmp_path):
    claim, _, reading = WITH_CERTIFICATE.partition("/")
    folder = ROOT / "reports" / "certificates" / claim
    code, out, _ = run("recheck", str(folder / f"{reading}.json"))
    assert (code, "1 of 1 accepted" in out) == (0, True)
    now = ROOT / "reports" / ROWS[OLD[WITH_CERTIFICATE]]["certificate"]
    document = json.loads(now.read_text(encoding="utf-8"))
    kept = tmp_path / "kept.json"
    kept.write_text(json.dumps(document | {"reading": reading}), encoding="utf-8")
    code, out, _ = run("recheck", str(kept))
    assert (code, "1 of 1 accepted" in out) == (0, True)
    kept.write_text(json.dumps(document | {"reading": f"{reading}-x"}), encoding="utf-8")
    assert run("recheck", str(kept))[0] == 1
