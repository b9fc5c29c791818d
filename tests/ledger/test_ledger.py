"""The shipped ledger is what verify/ says; the kernel accepts its certificates, and no forgery."""

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from study import ledger_of_formulas

import dpbi
from dpbi import kernel
from dpbi.ledger import recorded
from dpbi.ledger.folders.finding import Folder
from dpbi.ledger.shipped import LARGEST, build, datasets_of, formulas, shipped

pytestmark = pytest.mark.study

ROOT = Path(dpbi.__file__).parent.parent
VERIFY = ROOT / "verify"
FILES = sorted((ROOT / "reports" / "certificates").rglob("*.json"))


def test_the_shipped_ledger_and_certificates_are_rebuilt_to_the_byte(tmp_path):
    shutil.copytree(VERIFY, tmp_path / "verify")
    build(Folder(tmp_path / "verify"))
    for name in ("reports/ledger.json", "reports/claims.json"):
        assert (tmp_path / name).read_bytes() == (ROOT / name).read_bytes(), (
            f"{name} is stale: run `dpbi ledger`"
        )
    fresh = sorted((tmp_path / "reports" / "certificates").rglob("*.json"))
    assert [f.relative_to(tmp_path) for f in fresh] == [f.relative_to(ROOT) for f in FILES]
    assert all(a.read_bytes() == b.read_bytes() for a, b in zip(fresh, FILES, strict=True))


def test_the_kernel_accepts_every_certificate():
    assert len(FILES) >= 50
    for file in FILES:
        kernel.check(kernel.read_file(file), ledger_of_formulas())


def test_what_holds_on_a_finite_domain_is_proved_by_the_kernel_and_rests_on_it_alone():
    proved = {
        f"{d['claim']}/{d['reading']}" for d in map(kernel.read_file, FILES) if d["says"] == "holds"
    }
    assert "tailoring.gap/nle3-no-gap" in proved
    assert len(proved) >= 15
    exhausted = set()
    for claim in shipped()["claims"]:
        for reading in claim["readings"]:
            name = f"{claim['id']}/{reading['id']}"
            if name in proved:
                assert (reading["verdict"], reading["trusts"]) == ("holds", ["kernel"])
            if reading["formula"] and "whole domain" in reading["evidence"]:
                exhausted.add(name)
            if reading["verdict"] in ("holds", "holds_bounded") and reading["trusts"] == ["kernel"]:
                assert name in proved or reading["witness"], name
    assert proved <= exhausted
    assert len(exhausted - proved) <= 2, "the kernel would take too long for these: at n = 100"


def test_every_refutation_by_formula_has_a_certificate():
    for claim in shipped()["claims"]:
        for reading in claim["readings"]:
            if reading["verdict"] != "fails" or not reading["formula"] or not reading["witness"]:
                continue
            if datasets_of(reading["witness"]) <= LARGEST:
                assert reading["certificate"], f"{claim['id']}/{reading['id']}"
                assert reading["trusts"] == ["kernel"]


def test_what_an_argument_shows_names_computations_only_where_they_confirmed_most_of_it():
    wrong = [
        f"{c['id']}/{r['id']}: {r['certified']} of {r['instances']}"
        for c in shipped()["claims"]
        for r in c["readings"]
        if r["verdict"] == "holds"
        and {"argument", "ball"} <= set(r["trusts"])
        and 2 * r["certified"] <= r["instances"]
        and r["instances"]
    ]
    assert wrong == []


def test_every_reading_of_tiers_one_and_three_of_the_catalogue_is_settled():
    catalogue = ROOT.parent / "shared" / "catalogue" / "claims.json"
    if not catalogue.exists():
        pytest.skip("the catalogue is not in the repository; it is beside it where CI runs")
    document = json.loads(catalogue.read_text(encoding="utf-8"))
    claims = document["claims"] if isinstance(document, dict) else document
    wanted = {r["id"] for c in claims if c["tier"] in (1, 3) for r in c["readings"]}
    settled = {r["catalogue"] for c in shipped()["claims"] for r in c["readings"]}
    assert wanted <= settled, sorted(wanted - settled)


def test_claims_rest_on_claims_that_are_there():
    claims = recorded.all_claims(VERIFY)
    known = {c.id for c in claims}
    for claim in claims:
        assert set(claim.uses) <= known, claim.id


def mutations(certificate):
    """Every change of a single field that changes what a certificate says."""
    yield {**certificate, "schema": 2}
    yield {**certificate, "claim": certificate["claim"] + "x"}
    yield {**certificate, "reading": "another"}
    for says in ("conclusion false", "conclusion true", "holds", "conclusion", None, True):
        if says != certificate["says"]:
            yield {**certificate, "says": says}
    yield {k: v for k, v in certificate.items() if k != "says"}
    yield {**certificate, "extra": 1}
    if certificate["says"] == "holds":
        for name, given in (("assignment", {}), ("assignments", [{}]), ("assignments", [])):
            yield {**certificate, name: given}
        return
    name = "assignment" if "assignment" in certificate else "assignments"
    first = certificate[name] if name == "assignment" else certificate[name][0]
    for key in first:
        less = {k: v for k, v in first.items() if k != key}
        yield with_first(certificate, name, less)
        for wrong in (None, 0.5, "x", [], True, {"a": 1}):
            yield with_first(certificate, name, {**first, key: wrong})
    yield with_first(certificate, name, {**first, "unheard": 1})
    if "x" in first:
        x = first["x"]
        for wrong in ([*x, 1], x[:-1], [x[0] + 1, *x[1:]], [-1, x[1] + x[0] + 1, *x[2:]]):
            yield with_first(certificate, name, {**first, "x": wrong})
    if "n" in first:
        for wrong in (0, -1, str(first["n"]) + ".5"):
            yield with_first(certificate, name, {**first, "n": wrong})
    if "prior" in first:
        for wrong in (["0", "1"], ["1"], ["-1", "1"]):
            yield with_first(certificate, name, {**first, "prior": wrong})


def with_first(certificate, name, assignment):
    """The certificate with its (first) assignment replaced."""
    rest = certificate[name][1:] if name == "assignments" else []
    return {**certificate, name: assignment if name == "assignment" else [assignment, *rest]}


@pytest.mark.parametrize(
    "file", random.Random(1).sample(FILES, min(60, len(FILES))), ids=lambda f: f.stem
)
def test_every_mutation_that_changes_the_meaning_is_rejected(file):
    certificate = kernel.read_file(file)
    for mutated in mutations(certificate):
        with pytest.raises(kernel.Rejected) as caught:
            kernel.check(mutated, ledger_of_formulas())
        assert str(caught.value)


def test_the_kernel_runs_as_a_plain_file_with_nothing_installed():
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(ROOT / "dpbi" / "kernel.py"), *map(str, FILES[:5])],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_formulas_of_the_ledger_are_those_of_the_claims():
    assert formulas(recorded.all_claims(VERIFY)) == ledger_of_formulas()
