"""One table of operations: page, notations, evaluator and kernel agree with it."""

import re
from pathlib import Path

import pytest

import dpbi.language
from dpbi import kernel
from dpbi.audit.tasks import readings
from dpbi.errors import DpbiError
from dpbi.language import Formula, forall, mathml, text
from dpbi.language.expr import OF_TARGETS, Expr, Options, Target, Variable, num, parse, var
from dpbi.language.signatures import BINDERS, OPERATIONS, SORTS, IllFormed, sort_of
from dpbi.language.words import LS, adjacent, at, eps, n, prior, size, true, variable, x
from dpbi.ledger.claims import Reading
from dpbi.ledger.evaluate import WORDS
from dpbi.ledger.folders.layout import BrokenFolder
from dpbi.ledger.shipped import formulas_shipped

PAGE = Path(dpbi.language.__file__).with_name("VOCABULARY.md").read_text(encoding="utf-8")
SCOPE = {"a": "N", "v": "V"}
NUMBER, INTEGER, COUNTS = var("a"), num(2), var("v")
EHDL = ("ehdl", Options())
TARGET = (Target("a.py:B"), Options())
FILLING = {  # an argument of each kind
    "N": NUMBER,
    "I": INTEGER,
    "V": COUNTS,
    "Q": COUNTS,
    "X": COUNTS,
    "C": true,
    "S": Expr("neighbours", (COUNTS,)),
    "E": NUMBER,
    "W": "i",
    "n": Expr("range", (num(0), num(1))),
}
SAMPLES = {  # an expression of each sort
    "N": NUMBER,
    "V": COUNTS,
    "C": true,
    "n": Expr("range", (num(0), num(1))),
    "v": Expr("neighbours", (COUNTS,)),
}
LITERALS = {"num": ("2/7",), "var": ("a",)}
CONNECTIVES = {"and", "or", "not", "implies"}


def whole(operation):
    """The operation on one argument of each kind that it takes."""
    if operation.head in LITERALS:
        return Expr(operation.head, LITERALS[operation.head])
    args = []
    for kind in operation.kinds:
        args += {"M": EHDL, "T": TARGET}.get(kind) or [FILLING[kind]]
    return Expr(operation.head, tuple(args))


def places(operation):
    """The positions of arguments that are expressions."""
    e = whole(operation)
    return [i for i, a in enumerate(e.args) if isinstance(a, Expr)]


def kernel_sort(e):
    """What the kernel takes an expression for; None where it rejects it."""
    kernel.begin()
    try:
        return kernel.meaning(e.json(), SCOPE, "NVCnv")[0]
    except kernel.Rejected:
        return None


def our_sort(e):
    try:
        return sort_of(e, SCOPE)
    except IllFormed:
        return None


def test_the_page_prints_the_table():
    after = PAGE.split("Expressions are arrays", 1)[1].split("Every condition evaluates", 1)[0]
    rows = [line for line in after.splitlines() if line.startswith('| ["')]
    assert rows == [operation.row for operation in OPERATIONS.values()]


@pytest.mark.parametrize("forms", [text.FORMS, mathml.FORMS], ids=["text", "mathml"])
def test_every_operation_has_a_notation(forms):
    assert set(forms) == {*OPERATIONS, "defined"}


def test_every_operation_has_one_evaluation():
    assert set(WORDS).isdisjoint({"var"} | BINDERS | CONNECTIVES)
    assert set(WORDS) | {"var"} | BINDERS | CONNECTIVES == set(OPERATIONS)


def test_the_kernel_has_the_same_operations():
    theirs = {"num", "var", "list", "loss", *kernel.WORDS, *kernel.CONNECTIVES, *kernel.BINDERS}
    assert theirs == set(OPERATIONS) - OF_TARGETS


def spelled(operation):
    """The kinds as the kernel's table writes them."""
    return "".join(operation.kinds) + "+" * operation.repeats


def test_the_kernel_takes_and_gives_the_same_sorts():
    for head, (kinds, gives, _) in kernel.WORDS.items():
        ours = spelled(OPERATIONS[head])
        if head == "GS":  # whose definition asks for the integer itself
            assert (kinds, ours) == ("QN", "QI")
        else:
            assert ours == kinds, head
        assert OPERATIONS[head].gives == gives, head
    for head, (kinds, _) in kernel.CONNECTIVES.items():
        assert (spelled(OPERATIONS[head]), OPERATIONS[head].gives) == (kinds, "C")
    for head, (kinds, gives) in kernel.BINDERS.items():
        assert (spelled(OPERATIONS[head]), OPERATIONS[head].gives) == (f"WS{kinds}", gives)


@pytest.mark.parametrize("head", OPERATIONS)
def test_an_operation_on_what_it_takes_has_the_sort_that_the_table_says(head):
    operation = OPERATIONS[head]
    found = our_sort(whole(operation))
    assert found is not None
    assert found in operation.gives
    if head in OF_TARGETS:
        assert kernel_sort(whole(operation)) is None
    else:
        assert head == "loss" or kernel_sort(whole(operation)) == found


@pytest.mark.parametrize("head", OPERATIONS)
def test_the_kernel_and_the_table_refuse_the_same_sorts(head):
    operation = OPERATIONS[head]
    e, refused = whole(operation), 0
    for i in places(operation):
        for sample in SAMPLES.values():
            other = Expr(head, (*e.args[:i], sample, *e.args[i + 1 :]))
            ours = our_sort(other)
            refused += ours is None
            outside = head == "loss" or head in OF_TARGETS
            assert outside or ours == kernel_sort(other), text.text(other)
    assert refused >= 3 * len(places(operation))


@pytest.mark.parametrize("head", sorted(set(OPERATIONS) - {"num", "var"}))
def test_one_argument_less_or_more_is_refused(head):
    operation = OPERATIONS[head]
    e = whole(operation)
    fewer = [Expr(head, e.args[:-1])] if e.args else []
    more = [] if operation.repeats else [Expr(head, (*e.args, NUMBER))]
    for wrong in fewer + more:
        with pytest.raises(IllFormed, match=f"{head} takes .* arguments?, and here has"):
            sort_of(wrong, SCOPE)


@pytest.mark.parametrize(
    ("e", "sentence"),
    [
        (LS(eps) <= 1, "x is a number in LS, which takes a vector there"),
        (x <= eps, "a is a vector in le, which takes a number there"),
        (size(prior) + 1, "add is a number where a condition belongs"),
        (Expr("gamma", (n,)), "there is no operation 'gamma'"),
        (Expr("div", (n,)) <= 1, "div takes 2 arguments, and here has 1"),
        (Expr("le", (n, "1")), "'1' is where an expression belongs"),
        (Expr("P", ("ehdl", prior, eps, x, x)) <= 1, "P "),
        (
            Expr("P", ("ehds", Options.of({"gamma": x}), prior, eps, x, x)) <= 1,
            "gamma is a vector in ehds, which takes a number there",
        ),
        (Expr("sum", ("i", num(3), var("i"))) <= 1, "set is a number in sum, which takes a set"),
        (Expr("sum", ("i", Expr("list", (n, x)), n)) <= 1, "e is a vector in list"),
    ],
)
def test_a_formula_of_a_wrong_sort_is_refused_in_one_sentence(e, sentence):
    with pytest.raises(DpbiError) as refused:
        forall(e)
    assert str(refused.value).startswith("this is not a formula of the language: ")
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_variable_has_the_sort_of_its_domain_or_of_its_set():
    assert forall(at(var("z"), 0) <= 1, where=[variable("z", "vector")])
    with pytest.raises(IllFormed, match="v is a number in at"):
        forall(at(var("z"), 0) <= 1, where=[variable("z", "int", 0, 3)])
    over = Expr("exists", ("z", Expr("neighbours", (x,)), adjacent(x, var("z"))))
    assert forall(over)
    with pytest.raises(IllFormed, match="set is a vector in exists"):
        forall(Expr("exists", ("z", x, adjacent(x, var("z")))))
    wrong = Formula("forall", (Variable("n", ("int", 1, None)),), (), var("m") <= 1)
    with pytest.raises(IllFormed, match="'m' is neither quantified nor bound"):
        Reading("a", "a reading made by hand", wrong)


def test_a_file_of_claims_with_such_a_formula_is_refused_in_one_sentence(tmp_path):
    section = tmp_path / "short" / "section_1.py"
    section.parent.mkdir()
    section.write_text(
        "from dpbi.language import forall\nfrom dpbi.language.words import LS, eps\n"
        "forall(LS(eps) <= 1)\n",
        encoding="utf-8",
    )
    with pytest.raises(BrokenFolder) as refused:
        list(readings(tmp_path))
    assert "x is a number in LS, which takes a vector there" in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.study
def test_every_formula_of_the_ledger_is_one_of_the_language():
    known = formulas_shipped()["readings"]
    assert len(known) > 300
    for document in known.values():
        assert Formula.parse(document).checked().json() == document


def test_every_operation_says_what_it_means_and_uses_known_kinds():
    for operation in OPERATIONS.values():
        assert operation.meaning
        assert set(operation.kinds) <= {*FILLING, *SORTS, "M", "T", "L"}
        assert parse(whole(operation).json()) == whole(operation)
        assert ("T" in operation.kinds) == (operation.head in OF_TARGETS)
        assert re.fullmatch(r'\["\w+"(, [^\]]+)?\]', operation.form)
