"""Proofs as texts: what a source may contain, what the list says, when a record is stale."""

import json
import re
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path
from threading import Thread

import pytest
from study import FOLDERS, outcomes, readings

from dpbi.language.coq import Unsayable, statements
from dpbi.language.words import eps, forall, log, t, variable
from dpbi.ledger import earning, recorded
from dpbi.ledger.claims import Claim, Grid, Reading
from dpbi.ledger.deciding import NothingMet, ProofContradicted, outcome
from dpbi.ledger.outcomes import Outcome, Proof, Verdict
from dpbi.ledger.proving import answers, coqc, proofs, sources, stated

pytestmark = pytest.mark.study

ROOT = Path(__file__).parents[2] / "verify"
HARMLESS = """(* A comment. *)
From Coq Require Import Reals Lra.
From Dpbi Require Import Definitions.
Open Scope R_scope.
Lemma one : 1 < 2. (* "quoted *)" *)
Proof.
  assert (1 < 3) as less by lra.
  - lra.
Qed.
"""
NAMES = {"Definitions.v", "Lib/Finite.v"}


def found_in(text):
    return list(sources.problems(text, NAMES))


def test_a_harmless_source_is_accepted():
    assert found_in(HARMLESS) == []


@pytest.mark.parametrize(
    "line",
    [
        "Axiom false : False.",
        "Parameter false : False.",
        "Conjecture false : False.",
        "Admitted.",
        "Lemma two : False. Proof. admit. Admitted.",
        "Lemma two : False. give_up.",
        "Unset Guard Checking.",
        "Local Unset Guard Checking.",
        "Set Universe Checking.",
        "Unset Positivity Checking.",
        "#[bypass_check(guard)] Fixpoint f (n : nat) : False := f n.",
        "#[local] Definition x := 1.",
        "Declare ML Module ltac_plugin.",
        "Add LoadPath evil as Dpbi.",
        "Load evil.",
        "Module Dpbi. Definition one := 1. End Dpbi.",
        "Require Import Reals.",
        "From Coq Require Import Extraction.",
        "From Coq Require Export Reals.",
        "From Dpbi Require Import Lib.Other.",
        "From Dpbi.Lib Require Import Missing.",
        "From Other Require Import Finite.",
        "Import Reals.",
        "Notation one := two.",
        "Drop.",
        'Redirect "file" Print one.',
        "- Axiom false : False.",
        "} Axiom false : False.",
        '(* "(*" *) Axiom false : False. (* *)',
        '(* a quotation mark " alone *)',
    ],
)
def test_what_could_assume_or_switch_off_something_is_refused(line):
    assert found_in(f"{HARMLESS}{line}\n"), line


@pytest.mark.parametrize(
    "line",
    [
        "(* Axiom false : False. *)",
        "(* (* nested *) Axiom false : False. *)",
        '(* "*)" Axiom false : False. *)',
        "Lemma Axioms_are_few : True. Proof. exact I. Qed.",
    ],
)
def test_a_comment_may_say_anything(line):
    assert found_in(f"{HARMLESS}{line}\n") == []


@pytest.fixture
def copy(tmp_path):
    """The proofs beside no claims, to be changed."""
    shutil.copytree(ROOT / "proofs", tmp_path / "proofs")
    return tmp_path


@pytest.mark.parametrize("name", ["-R.v", "Lib/a.v", "A B.v", "Statements/Own.v", "A/B/C.v"])
def test_a_file_whose_name_could_be_an_option_or_a_statement_is_refused(copy, name):
    place = copy / "proofs" / name
    place.parent.mkdir(exist_ok=True, parents=True)
    place.write_text(HARMLESS)
    with pytest.raises(sources.BadProof, match="a source is a plain file"):
        sources.sources(copy)


def test_a_link_is_no_source(copy):
    (copy / "proofs" / "Linked.v").symlink_to(copy / "proofs" / "Definitions.v")
    with pytest.raises(sources.BadProof, match="plain file"):
        sources.sources(copy)


def keys():
    """The names of all readings."""
    return list(readings())


def test_the_list_is_that_of_the_sources():
    assert proofs.theorems(ROOT, keys()) == proofs.listed(ROOT)
    committed = (ROOT / "proofs" / proofs.LIST).read_text(encoding="utf-8")
    assert proofs.list_text(proofs.listed(ROOT)) == committed
    project = (ROOT / "proofs" / proofs.PROJECT).read_text(encoding="utf-8").splitlines()
    assert project == [*proofs.OPTIONS, *sources.sources(ROOT)]


def test_a_theorem_stands_in_the_folder_of_its_draft():
    """Not in the file of its section: a claim may move to another section, its theorem need not."""
    sections = stated.sections_of(ROOT)
    home = {
        recorded.key(c, r): proofs.module_of(path).split("/")[0]
        for path, claims in sections.items()
        for c in claims
        for r in c.readings
    }
    assert stated.keys_of(sections) == keys()
    known = proofs.listed(ROOT)
    folders = {k: theorem.file.split("/")[0] for k, theorem in known.items()}
    assert folders == {k: home[k] for k in known}


def said(reading):
    """Whether the generator can say a reading."""
    try:
        return reading.formula is not None and bool(statements(reading.formula))
    except Unsayable:
        return False


def test_what_rests_on_an_argument_and_could_be_proved_is_on_a_short_list():
    argued = {k for k, r in readings().items() if "argument" in outcomes()[k].trusts and said(r)}
    left = json.loads((ROOT / "proofs" / "left.json").read_text(encoding="utf-8"))
    assert argued - set(proofs.listed(ROOT)) == set(left)
    assert len(left) <= 15
    assert all(len(why.split()) > 5 and why.endswith(".") for why in left.values())


def test_the_list_is_written_afresh_where_a_source_that_it_names_is_gone(copy):
    for draft in FOLDERS:
        shutil.copytree(ROOT / draft, copy / draft)
    for name in ("ledger.toml", "renamed.json"):
        shutil.copy(ROOT / name, copy / name)
    first = next(iter(proofs.listed(copy).values()))
    (copy / "proofs" / first.file).rename(copy / "proofs" / "Moved.v")
    with pytest.raises(sources.BadProof, match="it is required and is not there"):
        stated.sections_of(copy)
    coqc.rewrite_list(copy)
    assert "Moved.v" in {theorem.file for theorem in proofs.listed(copy).values()}


def test_a_theorem_about_no_reading_is_refused(copy):
    (copy / "proofs" / "Other.v").write_text("Theorem lonely : reading_nobody_says.\n")
    with pytest.raises(sources.BadProof, match="no reading has the statement"):
        proofs.theorems(copy, keys())


def test_a_reading_is_proved_once(copy):
    key, theorem = next(iter(proofs.listed(ROOT).items()))
    (copy / "proofs" / "Other.v").write_text(f"Theorem again : {theorem.states}.\n")
    with pytest.raises(sources.BadProof, match=re.escape(f"{key} is proved by")):
        proofs.theorems(copy, keys())


def test_no_two_readings_have_statements_of_one_name():
    names = [proofs.statement_name(key) for key in keys()]
    assert len(set(names)) == len(names)


def test_a_list_of_nothing_is_no_proof(copy, monkeypatch):
    (copy / "proofs" / proofs.LIST).write_text("{}\n")
    monkeypatch.setattr(stated, "sections_of", lambda _: {})
    monkeypatch.setattr(proofs, "theorems", lambda *_: {})
    with pytest.raises(answers.NotProved, match="does not list the theorems"):
        coqc.check(copy)


def test_a_list_with_a_theorem_less_is_not_accepted(copy, monkeypatch):
    known, every = dict(proofs.listed(ROOT)), keys()
    gone, _ = known.popitem()
    (copy / "proofs" / proofs.LIST).write_text(proofs.list_text(known))
    monkeypatch.setattr(stated, "sections_of", lambda _: {})
    monkeypatch.setattr(stated, "keys_of", lambda _: every)
    with pytest.raises(answers.NotProved, match=gone.replace("+", r"\+")):
        coqc.check(copy)


# What the answer of Coq has to be -----------------------------------------------------------------

ANSWER = """Axioms:
ClassicalDedekindReals.sig_not_dec : forall P : Prop, {~ ~ P} + {~ P}
ClassicalDedekindReals.sig_forall_dec
  : forall P : nat -> Prop,
    (forall n : nat, {P n} + {~ P n}) -> {n : nat | ~ P n} + {forall n : nat, P n}
FunctionalExtensionality.functional_extensionality_dep
  : forall (A : Type) (B : A -> Type) (f g : forall x : A, B x),
    (forall x : A, f x = g x) -> f = g
Classical_Prop.classic : forall P : Prop, P \\/ ~ P
"""


def test_the_four_axioms_of_the_reals_are_accepted():
    answers.assumed(ANSWER)


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "Axioms:\n",
        "Closed under the global context\n",
        ANSWER + "false : False\n",
        ANSWER + "f is assumed to be guarded.\n",
        ANSWER + "Dpbi.Lib.Finite.f is positive.\n",
        ANSWER.replace("Axioms:", "Section Variables:"),
        ANSWER.replace("Axioms:\n", "Axioms:\n\n"),
        ANSWER.replace("{~ ~ P} + {~ P}", "{~ ~ P} + {P}"),
        "\n".join(ANSWER.split("\n")[:-2]),
        "Warning: something\n" + ANSWER,
        ANSWER + "\nAxioms:\n",
        ANSWER.replace("\n  ", "\n"),
    ],
)
def test_any_other_answer_is_refused(answer):
    with pytest.raises(answers.NotProved):
        answers.assumed(answer)


# What coqchk 8.16 prints of the proofs, on its standard error.
CHECKER = """
CONTEXT SUMMARY
===============

* Theory: Set is predicative
  
* Axioms:
    Coq.Logic.FunctionalExtensionality.functional_extensionality_dep
    Coq.Reals.ClassicalDedekindReals.sig_not_dec
    Coq.Reals.ClassicalDedekindReals.sig_forall_dec
    Coq.Logic.Classical_Prop.classic
  
* Constants/Inductives relying on type-in-type: <none>
  
* Constants/Inductives relying on unsafe (co)fixpoints: <none>
  
* Inductives whose positivity is assumed: <none>
  
"""  # noqa: W293


def test_the_checkers_summary_is_accepted():
    answers.checker_assumed(CHECKER)


@pytest.mark.parametrize(
    "answer",
    [
        "",
        CHECKER.replace("    Coq.Logic.Classical_Prop.classic\n", ""),
        CHECKER.replace("    Coq.Logic.Classical_Prop.classic\n", "    <none>\n"),
        CHECKER.replace(
            "  \n* Constants", "    Coq.Logic.ProofIrrelevance.proof_irrelevance\n* Constants"
        ),
        CHECKER.replace("* Constants", "    Dpbi.Lib.Finite.trusted\n* Constants", 1),
        CHECKER.replace("type-in-type: <none>", "type-in-type: Dpbi.Lib.Finite.f"),
        CHECKER.replace("fixpoints: <none>", "fixpoints:\n    Dpbi.Lib.Finite.f"),
        CHECKER.replace("assumed: <none>", "assumed: f"),
        CHECKER.replace("predicative", "impredicative"),
    ],
)
def test_any_other_summary_is_refused(answer):
    with pytest.raises(answers.NotProved):
        answers.checker_assumed(answer)


def test_what_a_command_says_on_its_standard_error_can_be_read(tmp_path):
    command = ("sh", "-c", "echo one; echo two >&2")
    assert coqc.run(tmp_path, *command) == "one\n"
    assert coqc.run(tmp_path, *command, errors_too=True) == "one\ntwo\n"


def test_two_processes_do_not_compile_in_one_folder_at_once(tmp_path, monkeypatch):
    """Each opens the lock itself, as two processes would."""
    monkeypatch.setattr(coqc, "installed", lambda: True)
    order = []

    def second():
        with coqc.alone(tmp_path / "build"):
            order.append("second")

    later = Thread(target=second)
    with coqc.alone(tmp_path / "build"):
        later.start()
        later.join(0.2)
        order.append("first")
    later.join()
    assert order == ["first", "second"]


# What a theorem does to an outcome ----------------------------------------------------------------

PROOF = Proof("lemma", "Lib/Any.v", 7, "reading", "0123")
HOLDS = forall(log(eps + 1) <= eps)
FALSE = forall(log(eps + 1) <= eps / 2)
POINTS = Grid(values={"eps": ("1", "2")})


def proved(formula=HOLDS, shows="reading", **more):
    return Reading(
        "r", "", formula, POINTS, proof="lemma", proved=replace(PROOF, shows=shows), **more
    )


def test_a_theorem_is_trusted_in_place_of_an_argument():
    found = outcome(proved(argument="ln(1 + e) <= e"))
    assert (found.verdict, found.trusts, found.evidence) == (
        Verdict.HOLDS,
        ("coq",),
        "ln(1 + e) <= e",
    )
    assert (found.proof, found.certified) == (PROOF, 2)
    assert outcome(proved()).trusts == ("coq",)
    assert outcome(replace(proved(argument="so"), proved=None)).trusts == ("argument", "ball")


def test_an_instance_that_contradicts_a_theorem_is_an_error():
    with pytest.raises(ProofContradicted, match="lemma"):
        outcome(proved(FALSE))
    with pytest.raises(ProofContradicted):
        outcome(proved(shows="vacuous"))
    assert outcome(proved(FALSE, shows="refuted")).verdict is Verdict.FAILS


def test_a_theorem_about_what_is_never_met_is_not_counted_as_proved():
    never = forall(eps < 0, given=[eps < 0])
    with pytest.raises(NothingMet):
        outcome(replace(proved(never), argument=""))
    assert outcome(proved(never, shows="vacuous")).verdict is Verdict.VACUOUS
    assert outcome(proved(never, shows="vacuous")).trusts == ("coq",)


def test_a_proof_counts_where_nothing_changed_since_it_was_recorded():
    reading = proved(argument="ln(1 + e) <= e")
    known = outcome(reading)
    assert Outcome.read(json.loads(json.dumps(known.json()))) == known
    again = earning.today(reading, known)
    assert again.trusts == ("coq",)
    assert recorded.change("c/r", known, again, proof=reading.proved) is None


@pytest.mark.parametrize("field", ["theorem", "file", "digest"])
def test_a_proof_that_changed_is_red_without_coq(field):
    reading = proved(argument="ln(1 + e) <= e")
    known = outcome(reading)
    changed = replace(reading, proved=replace(PROOF, **{field: "other"}))
    again = earning.today(changed, known)
    assert again.trusts == ("argument", "ball")
    told = recorded.change("c/r", known, again, proof=changed.proved)
    assert "changed since it was recorded" in str(told)
    gone = recorded.change("c/r", known, again, proof=None)
    assert "no longer listed" in str(gone)
    never = replace(known, proof=None)
    assert "is not on record" in str(recorded.change("c/r", never, again, proof=PROOF))


def test_the_digest_changes_with_all_that_a_proof_was_checked_with(copy):
    folder, file = copy / "proofs", "Tailoring/Section5_2_5.v"
    before = proofs.digest(folder, file, "statement")
    assert proofs.digest(folder, file, "statement ") != before
    assert proofs.digest(folder, "Short/Section1.v", "statement") != before
    for name in (file, "Definitions.v", "Lib/Datasets.v"):
        text = (folder / name).read_text()
        (folder / name).write_text(text + "\n(* changed *)\n")
        assert proofs.digest(folder, file, "statement") != before, name
        (folder / name).write_text(text)
    assert proofs.digest(folder, file, "statement") == before
    (folder / "Short" / "Section1.v").write_text("(* another proof *)\n")
    assert proofs.digest(folder, file, "statement") == before


def test_the_list_and_a_reading_say_the_same():
    key, theorem = next((k, v) for k, v in proofs.listed(ROOT).items() if k.startswith("lproof"))
    claim, name = key.split("/")

    def attached(proof):
        reading = Reading(name, "", forall(t < 1, where=[variable("t")]), proof=proof)
        (found,) = proofs.with_proofs(ROOT, [Claim(claim, "kind", "place", "", (reading,))])
        return found.readings[0]

    assert attached("").proved == attached(theorem.name).proved
    assert attached("").proof == theorem.name
    with pytest.raises(sources.BadProof, match="and not by other"):
        attached("other")


def test_a_reading_cannot_name_a_theorem_that_is_not_listed():
    claim = Claim("a.b", "kind", "place", "", (Reading("r", "", HOLDS, proof="lemma"),))
    with pytest.raises(sources.BadProof, match="is not listed"):
        proofs.with_proofs(ROOT, [claim])


def test_what_cannot_be_said_is_a_comment_with_its_reason():
    section = ROOT / "notes" / "section_2_3_1_symmetry.py"
    text = stated.text(section, recorded.claims_in(section))
    assert "(* notes.half.axial/mirror-images-where-both-exist: this cannot be said" in text


# How sources are written --------------------------------------------------------------------------


@cache
def source_texts():
    return proofs.sources(ROOT)


NAMED = re.compile(
    r"^(?:Local )?(?:Corollary|Definition|Fixpoint|Inductive|Lemma|Ltac|Record|Theorem)\s+([\w']+)",
    re.MULTILINE,
)
PROVED = re.compile(
    r"^(?:Corollary|Lemma|Theorem)\s+(.*?)\bProof\b(.*?)\b(?:Qed|Defined)\.",
    re.DOTALL | re.MULTILINE,
)
SECTION = re.compile(r"^Section (\w+)\.$(.*?)^End \1\.$", re.DOTALL | re.MULTILINE)
MADE_UP = re.compile(r"(?<![\w.'])(?:H\d*|[a-z]\d+)(?![\w'])")
INTRODUCED = [
    r"\b(?:intros?|as)\b([^.;]*)",
    r"\b(?:fun|forall|exists)\b([^=,]*)",
    r"\b(?:assert|enough|pose|remember|set)\s*\(\s*([\w']+)",
    r"\beqn:\s*([\w']+)",
    r"\?([\w']+)",
    r"(?:\bwith|\|)\s+([\w']+)\s*:",
    r"^(?:Context|Hypothesis|Let)\b(.*?)\.$",
]


def names_made_up(text, names=()):
    """Names such as H0 and l0 in the proofs of a source that nothing in them introduces."""
    text = re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)
    everywhere = {*names, *words(INTRODUCED[-1], text)}
    for statement, proof in PROVED.findall(text):
        known = everywhere.union(*(words(pattern, proof) for pattern in INTRODUCED))
        known |= set(re.findall(r"[\w']+", statement))
        yield from (name for name in MADE_UP.findall(proof) if name not in known)


def words(pattern, text):
    found = re.findall(pattern, text, flags=re.DOTALL | re.MULTILINE)
    return set(re.findall(r"[\w']+", " ".join(found)))


def without_using(text):
    """The lemmas of sections whose proof does not say which of its variables it uses."""
    inside = "".join(body for _, body in SECTION.findall(text))
    return [s.split()[0] for s, proof in PROVED.findall(inside) if not proof.startswith(" using")]


def test_what_is_global_has_a_name_of_its_own():
    """More than a letter, and no word of the definitions a second time."""
    taken = set(NAMED.findall(source_texts()["Definitions.v"]))
    others = {file: NAMED.findall(text) for file, text in source_texts().items()}
    assert len(others.pop("Definitions.v")) == len(taken) >= 60
    bad = [(f, n) for f, names in others.items() for n in names if len(n) == 1 or n in taken]
    assert bad == []


def test_no_proof_relies_on_a_name_that_coq_made_up():
    names = {name for text in source_texts().values() for name in NAMED.findall(text)}
    made = {file: list(names_made_up(text, names)) for file, text in source_texts().items()}
    assert {name: found for name, found in made.items() if found} == {}


def test_each_lemma_of_a_section_says_which_variables_it_uses():
    missing = {name: without_using(text) for name, text in source_texts().items()}
    assert {name: found for name, found in missing.items() if found} == {}


def test_names_that_coq_made_up_are_seen():
    proof = "Lemma one n : 0 < n.\nProof.\n  {}\nQed.\n".format
    assert list(
        names_made_up(proof("assert (0 < 1) by lra. apply H. destruct l as [|z]; use l0."))
    ) == [
        "H",
        "l0",
    ]
    assert (
        list(names_made_up(proof("intros H [r0|x1]. assert (H5 : 0 < 1) by lra. use H H5 r0.")))
        == []
    )
    lemma = "Lemma two : n = n.\nProof{}. reflexivity. Qed.\n"
    section = f"Section All.\nContext (n : nat).\n{lemma}End All.\n"
    assert without_using(section.format("")) == ["two"]
    assert without_using(section.format(" using n")) == without_using(lemma.format("")) == []
