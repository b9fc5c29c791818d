"""A proof chain says which step breaks first, what does not follow, what rests on false ground."""

from study import of_drafts

from dpbi.ledger.chains import broken_below, chain_of

FALSE = "false under every fair reading"


def row(name, headline="true", uses=(), gaps=None, repaired=(), kind=None, readings=()):
    return {
        "id": name,
        "kind": kind or ("theorem" if name == "t" else "proof-step"),
        "statement": f"{name} is so.",
        "headline": headline,
        "uses": list(uses),
        "gaps": gaps or {},
        "repaired": list(repaired),
        "readings": list(readings),
        **of_drafts(name),
    }


def test_a_proof_whose_steps_hold_is_not_said_to_be_complete():
    chain = chain_of("t", [row("a"), row("b"), row("t", uses=["a", "b"])])
    assert chain.first_broken is None
    assert chain.sentence == (
        "The statement is true; no step of its proof that the ledger has is broken."
    )


def test_the_first_false_step_is_marked_though_the_statement_is_true():
    rows = [row("a"), row("b", FALSE), row("c", FALSE), row("t", uses=["a", "b", "c"])]
    chain = chain_of("t", rows)
    assert chain.first_broken == 2
    assert chain.sentence == "The statement is true; its proof breaks at step 2 of 3."


def test_a_true_step_that_does_not_follow_breaks_the_proof():
    rows = [row("a"), row("t", uses=["a"], gaps={"a": "the sign was lost"})]
    (step,) = chain_of("t", rows).steps
    assert step.broken
    assert step.fate == "true, but it does not follow"


def test_a_false_step_that_does_not_follow_is_both():
    rows = [row("a", FALSE), row("t", uses=["a"], gaps={"a": "the sign was lost"})]
    (step,) = chain_of("t", rows).steps
    assert step.fate == f"{FALSE}; it does not follow"


def shaken(rows, name):
    known = {r["id"]: r for r in rows}
    return list(broken_below(name, {name: r["uses"] for name, r in known.items()}, known))


def test_a_true_step_whose_own_proof_depends_on_a_false_lemma_breaks_nothing():
    rows = [row("z", FALSE), row("y", uses=["z"]), row("a", uses=["y"]), row("t", uses=["a", "y"])]
    chain = chain_of("t", rows)
    a, y = chain.steps
    assert (a.fate, a.shaken_by) == ("true", ())
    assert y.shaken_by == ("z",)
    assert y.fate == "true; its own proof depends on a false statement"
    assert not y.broken
    assert chain.first_broken is None
    assert shaken(rows, "t") == shaken(rows, "a") == []


def test_what_is_open_passes_on_that_it_depends_on_a_false_lemma():
    rows = [row("z", FALSE), row("y", "not decided", uses=["z"]), row("t", uses=["y"])]
    (step,) = chain_of("t", rows).steps
    assert step.fate == "not decided; it depends on a false statement"
    assert shaken(rows, "t") == ["z"]


def test_a_false_statement_is_named_once_and_the_nearest_first():
    rows = [row("z", FALSE), row("y", FALSE, uses=["z"]), row("t", uses=["y", "z"])]
    assert shaken(rows, "t") == ["y", "z"]


def test_a_claim_without_a_printed_proof_only_relies_on_others():
    others = [row("d", kind="definition"), row("e", FALSE, kind="definition")]
    for kind in ("theorem", "experimental", "contradiction", "definition"):
        chain = chain_of("t", [*others, row("t", uses=["d", "e"], kind=kind)])
        assert chain.sentence == (
            "The statement is true; of the 2 claims it relies on, number 2 is the first "
            "that is false."
        )
    chain = chain_of("t", [*others, row("t", uses=["d"], kind="figure")])
    assert chain.sentence.endswith("the one claim it relies on is not known to be false.")
    chain = chain_of("t", [*others, row("t", uses=["d", "d"], kind="figure")])
    assert chain.sentence.endswith("none of the 2 claims it relies on is known to be false.")
    assert not chain.json()["printed_proof"]


def test_a_repaired_proof_is_told_as_mathematics():
    steps = [{"id": "r", "formula": "x <= 2", "statement": "<="}]
    steps.append({"id": "s", "formula": None, "statement": "both are private"})
    rows = [row("a", FALSE, readings=steps), row("t", uses=["a"], repaired=["a/r", "a/s", "b/r"])]
    told = [(m.reading, m.says) for m in chain_of("t", rows).repaired]
    assert told == [
        ("a/r", "x <= 2"),
        ("a/s", "a is so. Read as: both are private"),
        ("b/r", "b/r"),
    ]


def test_a_repaired_proof_is_announced():
    rows = [row("a", FALSE), row("t", uses=["a"], repaired=["a/repair"])]
    assert chain_of("t", rows).sentence.endswith("of 1, and a repaired proof holds.")


def test_undecided_steps_leave_a_proof_open():
    rows = [row("a", "not decided"), row("t", uses=["a"])]
    assert "not all are settled" in chain_of("t", rows).sentence


def test_a_step_of_one_version_is_said_to_be_in_that_version_alone():
    rows = [row("short.a"), row("short-b.b"), row("short.t", uses=["short.a", "short-b.b"])]
    both, one = chain_of("short.t", rows).steps
    assert both.fate == "true"
    assert one.fate == "true; in short-b alone"
    rows = [row("notes.a"), row("between.notes+tailoring.t", uses=["notes.a"])]
    assert chain_of("between.notes+tailoring.t", rows).steps[0].only == ""


def test_steps_outside_a_partial_ledger_are_left_out():
    assert chain_of("t", [row("t", uses=["elsewhere"])]).steps == ()
