"""Coq on the proofs: what it must refuse, and what its words say beside dpbi's own."""

import ast
import os
import re
import shutil
from itertools import islice
from math import comb
from pathlib import Path

import laws_in_coq
import pytest
from proof_mutants import HARMLESS, LOOSENED, MUTANTS

from dpbi.bayes.data import datasets, neighbours
from dpbi.fields import FLOATS
from dpbi.language.coq import Unsayable, statements
from dpbi.language.expr import Expr, num
from dpbi.language.words import Formula
from dpbi.ledger import recorded
from dpbi.ledger.evaluate import truth_at
from dpbi.ledger.model import outputs
from dpbi.ledger.proving import coqc, proofs, stated

ROOT = Path(__file__).parents[2] / "verify"
without = pytest.mark.skipif(not coqc.installed(), reason=str(coqc.CoqMissing()))
pytestmark = [pytest.mark.study, without]


@pytest.fixture(scope="module")
def checked():
    """All proofs checked, and compiled as far as something had changed."""
    return coqc.check(ROOT)


def test_every_theorem_has_the_type_of_its_reading_and_assumes_the_reals_only(checked):
    assert checked.theorems == len(proofs.listed(ROOT)) >= 81
    assert checked.instances >= 36


def test_nothing_is_compiled_again_where_nothing_changed(checked):
    before = {p: p.stat().st_mtime_ns for p in checked.folder.rglob("*.vo")}
    coqc.check(ROOT)
    after = {p: p.stat().st_mtime_ns for p in checked.folder.rglob("*.vo")}
    assert {p.name for p in before if after[p] != before[p]} <= {"Certificates.vo"}


# What must be refused ----------------------------------------------------------------------------


@pytest.fixture
def small(tmp_path):
    """A folder for a theorem and its statement."""

    def certify(source, statement="Definition said : Prop := 1 = 2."):
        (tmp_path / "Said.v").write_text(f"{statement}\n")
        (tmp_path / "Shown.v").write_text(f"Require Import Dpbi.Said.\n{source}\n")
        options = [part for line in proofs.OPTIONS for part in line.removeprefix("-arg ").split()]
        for name in ("Said.v", "Shown.v"):
            coqc.run(tmp_path, "coqc", "-q", *options, name)
        coqc.certify(tmp_path, [("Dpbi.Shown.shown", "Dpbi.Said.said")])

    return certify


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("Hypothesis cheat : False. Theorem shown : said. destruct cheat. Qed.", "cheat"),
        ("Theorem shown : said. Admitted.", "shown"),
        (
            "Unset Guard Checking. Fixpoint cheat (n : nat) : 1 = 2 := cheat n.\n"
            "Theorem shown : said. exact (cheat 0). Qed.",
            "is assumed to be guarded",
        ),
        (
            "Unset Positivity Checking. Inductive cheat := make : (cheat -> False) -> cheat.\n"
            "Lemma no : cheat -> False. intros [f]. exact (f (make f)). Qed.\n"
            "Theorem shown : said. destruct (no (make no)). Qed.",
            "is assumed to be positive",
        ),
        ("Theorem shown : 1 = 1. reflexivity. Qed.", "has type"),
        ("Definition said := 1 = 1. Theorem shown : said. reflexivity. Qed.", "has type"),
    ],
)
def test_what_is_not_proved_is_not_accepted(small, source, told):
    """Beside the check of the sources, which refuses most of these before Coq sees them."""
    with pytest.raises(coqc.NotProved, match=told):
        small(source)


def test_a_proof_without_the_axioms_of_the_reals_is_no_proof_of_ours(small):
    """An empty list of theorems assumes nothing, and is not accepted."""
    with pytest.raises(coqc.NotProved, match="Closed under the global context"):
        small("Theorem shown : said. reflexivity. Qed.", "Definition said : Prop := 1 = 1.")


# The finite words, by Coq and by dpbi ------------------------------------------------------------

SIZES = [(n, k) for n in range(1, 4) for k in (2, 3, 4)]
LAWS = {
    "laplace_defined": ("laplace", (("sensitivity", "defined"),)),
    "lshist": ("lshist", ()),
    "lsdim": ("lsdim", ()),
    "lszhang": ("lszhang", ()),
    "lszhang_rest": ("lszhang-rest", ()),
    "lszhang_all": ("lszhang-all", ()),
    "lshist_fresh": ("lshist", (("noise", "fresh"),)),
    "ehdl": ("ehdl", ()),
}


def computed(folder, terms):
    """The values of terms that Coq computes, as Python has them."""
    lines = ["From Coq Require Import Reals List.", "From Dpbi Require Import Definitions."]
    lines += [
        "Import ListNotations.",
        "Set Printing Depth 100000.",
        *(f"Eval vm_compute in {term}." for term in terms),
    ]
    (folder / "Computed.v").write_text("\n".join([*lines, ""]))
    options = [part for line in proofs.OPTIONS for part in line.removeprefix("-arg ").split()]
    answer = coqc.run(folder, "coqc", "-q", *options, "Computed.v")
    values = re.findall(r"^ +=(.*?)\n +: ", answer.replace("%nat", ""), re.DOTALL | re.MULTILINE)
    assert len(values) == len(terms)
    return [ast.literal_eval(re.sub(r"\s+", " ", v).replace(";", ",").strip()) for v in values]


def finite_words(folder):
    """The terms that Coq and dpbi compute differently, of each finite word at a few sizes."""
    terms, expected, wrong = [], [], []
    for n, k in SIZES:
        terms += [f"datasets {n} {k}", f"map neighbours (datasets {n} {k})", f"binomial {n} {k}"]
        expected += [datasets(n, k), None, comb(n, k)]
        terms += [f"outputs {law} {n} {k}" for law in LAWS]
        expected += [outputs(name, options, n, k, FLOATS) for name, options in LAWS.values()]
        terms += [f"range {n} {k}"]
        expected += [range(n, k + 1)]
    for term, value, known in zip(terms, computed(folder, terms), expected, strict=True):
        if term.startswith("map neighbours"):
            n, k = map(int, re.findall(r"\d+", term))
            known = [sorted(neighbours(x)) for x in computed_datasets(n, k)]
            value = [sorted(map(tuple, ys)) for ys in value]
        elif not isinstance(known, int):
            value = sorted(tuple(v) if isinstance(v, list) else v for v in value)
            known = sorted(known)
        if value != known:
            wrong.append(term)
    return wrong


def computed_datasets(n, k):
    """The datasets in Coq's order."""
    if k == 0:
        return [()] if n == 0 else []
    return [(c, *rest) for c in range(n + 1) for rest in computed_datasets(n - c, k - 1)]


def test_datasets_neighbours_outputs_and_counts_are_those_of_dpbi(checked):
    assert finite_words(checked.folder) == []


# A changed definition ----------------------------------------------------------------------------


@pytest.fixture
def project(checked, tmp_path):
    """A compiled copy of one's own, to be changed."""
    folder = tmp_path / "copy"
    shutil.copytree(checked.folder, folder)
    return folder


NO_CATCH = re.compile(
    r"Syntax error|Lexer|was not found in the current environment|Cannot find a physical path"
    r"|Unable to locate library|Cannot load|No rule to make|No such file|did not end|Timeout"
)
"""What Coq, or make, says of a file that is wrong or missing, and of what has taken too long."""


def broken_by(refused):
    """The files at which Coq stopped, each of which has a proof or a comparison that fails."""
    assert not NO_CATCH.search(refused), refused
    files = re.findall(r'File "\./([\w/]+)\.v", line \d+, characters [\d-]+:\s*Error:', refused)
    assert files, f"not an error in a proof: {refused}"
    assert "Definitions" not in files, f"the change is no definition: {refused}"
    return files


def caught(project, old, new):
    """What fails with a changed definition, in words; None where everything passes."""
    original = (ROOT / "proofs" / "Definitions.v").read_text(encoding="utf-8")
    assert original.count(old) == 1, f"{old!r} occurs {original.count(old)} times"
    (project / "Definitions.v").write_text(original.replace(old, new))
    make = ("make", "-f", "CoqMakefile", "-j2")
    try:
        for targets in (["Pins/Data.vo"], ["Pins/Laws.vo"], []):
            try:
                coqc.run(project, *make, *targets, seconds=laws_in_coq.PATIENCE)
            except coqc.NotProved as refused:
                return f"a proof in {', '.join(broken_by(refused.reason))}"
        if wrong := finite_words(project):
            return f"the value of {wrong[0]}"
        if laws_in_coq.installed():
            for point in laws_in_coq.POINTS.values():
                try:
                    laws_in_coq.compare(project, project, point.facts())
                except laws_in_coq.Differs as differs:
                    broken_by(differs.reason)
                    return f"an enclosure: {differs}"
    finally:
        (project / "Definitions.v").write_text(original)
    return None


EVERY = os.environ.get("DPBI_MUTANTS") == "all"
SAMPLE = MUTANTS if EVERY else dict(islice(MUTANTS.items(), 0, None, len(MUTANTS) // 4))


@pytest.mark.parametrize("name", {**LOOSENED, **SAMPLE})
def test_a_changed_definition_breaks_a_proof_or_a_comparison(project, name):
    """At a proof or a comparison: to end late, or at a text it cannot read, is no catch."""
    assert caught(project, *{**LOOSENED, **MUTANTS}[name])


@pytest.mark.parametrize("name", HARMLESS)
def test_a_change_without_meaning_breaks_nothing(project, name):
    assert caught(project, *HARMLESS[name]) is None


SAID = 'File "./Pins/Data.v", line 9, characters 2-10:\nError: Tactic failure: Cannot find witness.'


def test_of_what_coq_says_only_a_proof_that_fails_is_a_catch():
    assert broken_by(SAID) == ["Pins/Data"]
    for other in (
        "`make` did not end within 60 seconds",
        "make: *** No rule to make target 'Pins/Data.vo'.  Stop.",
        SAID.replace("Tactic failure: Cannot find witness.", "Syntax error: '.' expected."),
        SAID.replace("Tactic failure: Cannot find witness.", "Timeout!"),
        SAID.replace("Pins/Data", "Definitions"),
        SAID.replace("Error", "Warning"),
        "make: *** [CoqMakefile:793: Pins/Data.vo] Killed",
    ):
        with pytest.raises(AssertionError):
            broken_by(other)


# False variants of proved readings ---------------------------------------------------------------


def one_symbol_away(e):
    """Trees that differ from this one in one symbol of a comparison or in one number."""
    if e.op == "num":
        yield from (num(value) for value in (0, 1, 2, 3) if str(value) != e.args[0])
    if e.op in ("le", "lt"):
        yield Expr(e.op, e.args[::-1])
        yield Expr("eq", e.args)
    if e.op == "eq":
        yield Expr("lt", e.args)
    if e.op == "or":
        yield Expr("and", e.args)
    for i, a in enumerate(e.args):
        if isinstance(a, Expr):
            for other in one_symbol_away(a):
                yield Expr(e.op, (*e.args[:i], other, *e.args[i + 1 :]))


def false_variant(reading):
    """A formula one symbol away that dpbi refutes at an instance, if one is found soon."""
    formula = reading.formula
    points = list(islice(reading.grid.instances(formula), 12))
    for conclusion in islice(one_symbol_away(formula.conclusion), 8):
        other = Formula(formula.quantifier, formula.variables, formula.hypotheses, conclusion)
        for point in points:
            met, holds, _ = truth_at(other, point)
            if met and holds is False:
                return other
    return None


def variants(count):
    """Readings with false variants, as many as are asked for, from all sections."""
    found = []
    for claims in stated.sections_of(ROOT).values():
        here = 0
        for claim in claims:
            for reading in claim.readings:
                if reading.proved is None or reading.proved.shows != "reading" or here == 2:
                    continue
                other = false_variant(reading)
                if other is not None:
                    found.append((recorded.key(claim, reading), reading, other))
                    here += 1
        if len(found) >= count:
            return found[:count]
    return found


PATIENCE = 60  # seconds for a script that looks for a proof of what is false


def test_twenty_false_variants_of_proved_readings_have_no_proof(project):
    """The script of the reading's theorem is run on the variant, and stops within it."""
    tried = 0
    for i, (key, reading, other) in enumerate(variants(20)):
        try:
            text = statements(other).reading
        except Unsayable:
            continue
        source = (project / reading.proved.file).read_text()
        name = re.escape(reading.proved.theorem)
        head, theorem = re.split(rf"(?=^(?:Theorem|Corollary) {name} :)", source, flags=re.M)
        changed = re.sub(r":\s*\w+\.", ": variant.", theorem[: theorem.index("Qed.") + 4], count=1)
        file = f"Variant{i}.v"
        (project / file).write_text(f"{head}\nDefinition variant : Prop :=\n{text}.\n{changed}\n")
        line = len(head.splitlines()) + len(text.splitlines()) + 1
        options = [part for o in proofs.OPTIONS for part in o.removeprefix("-arg ").split()]
        with pytest.raises(coqc.NotProved) as refused:
            coqc.run(project, "coqc", "-q", *options, file, seconds=PATIENCE)
        at = re.search(r"line (\d+), characters", str(refused.value))
        assert at is None or int(at[1]) > line, (key, str(refused.value))
        assert at is not None or "did not end" in str(refused.value), (key, str(refused.value))
        tried += 1
    assert tried == 20
