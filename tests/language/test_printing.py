"""Formulas on paper: every operation has its notation, and different trees look different."""
# ruff: noqa: RUF001 (Greek letters and signs are what is printed)

import re
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpbi.language
from dpbi.language import mathml as markup
from dpbi.language import text as lines
from dpbi.language.expr import Expr, Options, Target, Variable, num, parse, var
from dpbi.language.mathml import mathml
from dpbi.language.text import sentence, text
from dpbi.language.words import (
    DOMAINS,
    GS,
    LS,
    Formula,
    H,
    Sexp,
    absolute,
    adjacent,
    all_of,
    any_of,
    at,
    binomial,
    d,
    datasets,
    delta,
    eps,
    exists,
    exp,
    forall,
    gamma,
    hellinger,
    hockey_stick,
    implies,
    lam,
    log,
    loss,
    n,
    near,
    no,
    outputs,
    over,
    pi,
    plus,
    prior,
    r,
    released,
    s,
    same,
    some,
    sqrt,
    steps,
    true,
    variable,
    vec,
    x,
    y,
)

VOCABULARY = Path(dpbi.language.__file__).with_name("VOCABULARY.md").read_text(encoding="utf-8")
P = released("ehds", gamma=gamma)
A, B, I = var("a"), var("b"), var("i")

# A grammar of trees that make sense: sort -> operation -> the sorts of its arguments. ------------
# "name" is a bound name; "mechanism" is a name with its options.

NUMBER, VECTOR, SET, CONDITION = "number", "vector", "set", "condition"
POINT = (VECTOR, VECTOR)
MECHANISM = ("mechanism", VECTOR, NUMBER)
GRAMMAR = {
    NUMBER: {
        **dict.fromkeys(("add", "mul", "min", "max"), (NUMBER, NUMBER, NUMBER)),
        **dict.fromkeys(("sub", "div", "pow", "binomial"), (NUMBER, NUMBER)),
        **dict.fromkeys(("neg", "exp", "log", "sqrt", "abs", "floor", "ceil"), (NUMBER,)),
        **dict.fromkeys(("len", "total"), (VECTOR,)),
        **dict.fromkeys(("d", "hellinger"), POINT),
        **dict.fromkeys(("H", "C"), (VECTOR, *POINT)),
        **dict.fromkeys(("S", "Sexp"), (VECTOR, VECTOR, NUMBER)),
        **dict.fromkeys(("sum", "maxof", "minof", "prod"), ("name", SET, NUMBER)),
        **dict.fromkeys(("sumif", "maxif", "minif"), ("name", SET, CONDITION, NUMBER)),
        "hamming": POINT,
        "chance": ("target", *POINT),
        "worst": ("target",),
        "worstdelta": ("target", NUMBER),
        "at": (VECTOR, NUMBER),
        "LS": (VECTOR, VECTOR),
        "GS": (VECTOR, NUMBER),
        "P": (*MECHANISM, *POINT),
        "loss": (*MECHANISM, NUMBER),
        "delta": (*MECHANISM, *POINT, NUMBER),
        "count": ("name", SET, CONDITION),
    },
    VECTOR: {"vec": (NUMBER, NUMBER), "plus": POINT},
    SET: {
        "range": (NUMBER, NUMBER),
        "datasets": (NUMBER, NUMBER),
        "neighbours": (VECTOR,),
        "outputs": ("mechanism", NUMBER, NUMBER),
        **dict.fromkeys(("grid", "upto"), (SET, NUMBER)),
        "data": ("target",),
        **dict.fromkeys(("beside", "results"), ("target", VECTOR)),
        "list": (VECTOR, NUMBER),
    },
    CONDITION: {
        **dict.fromkeys(("lt", "le", "eq"), (NUMBER, NUMBER)),
        **dict.fromkeys(("same", "adjacent", "inserted"), POINT),
        **dict.fromkeys(("and", "or"), (CONDITION, CONDITION, CONDITION)),
        **dict.fromkeys(("forall", "exists"), ("name", SET, CONDITION)),
        "not": (CONDITION,),
        "implies": (CONDITION, CONDITION),
    },
}
MANY = {"add": 2, "mul": 2, "min": 1, "max": 1, "vec": 0, "list": 0, "and": 2, "or": 2}
"""The operations with any number of arguments, and the fewest that random trees give them."""

LEAVES = {
    NUMBER: [*map(num, ("2", "1/2", "-2", "-1/2")), n, eps, A, pi, x],
    VECTOR: [x, y, prior, A],
    SET: [near(x), steps(0, n), datasets(n), outputs("ehds", gamma=gamma)],
    CONDITION: [true, n < 2, adjacent(x, y)],
}
NAMES = ["i", "n", "gamma"]
GIVEN = [
    ("ehdl", Options()),
    ("ehds-4s", Options.of({"gamma": gamma})),
    ("ehds-4s", Options.of({"gamma": 1})),
    ("ehd", Options.of({"gs": "true"})),
    ("ehd", Options.of({"gs": A - 1, "gamma": 0})),
]
TARGETS = [(Target("a.py:B"), Options()), (Target("a.py:B"), Options.of({"gamma": A - 1}))]
OPERATIONS = {op: sorts for ops in GRAMMAR.values() for op, sorts in ops.items()}


def tree(op, fillings):
    """An operation on drawn arguments; a mechanism is a name and its options."""
    flat = []
    for f in fillings:
        flat += f if isinstance(f, tuple) else [f]
    return Expr(op, tuple(flat))


def usual(sort):
    """One argument of each sort."""
    plain = {"name": "i", "mechanism": GIVEN[0], "target": TARGETS[0], VECTOR: x}
    return plain[sort] if sort in plain else LEAVES[sort][-1]


def grown(smaller):
    """Every operation with every smaller tree in every place, the other places as usual."""
    for sort, operations in GRAMMAR.items():
        for op, sorts in operations.items():
            for i, inner in enumerate(sorts):
                for a in smaller[inner]:
                    yield sort, tree(op, [*map(usual, sorts[:i]), a, *map(usual, sorts[i + 1 :])])


def levels(depth):
    """All such trees up to a depth, by sort."""
    words = {"name": NAMES, "mechanism": GIVEN, "target": TARGETS}
    found = {**{s: list(v) for s, v in LEAVES.items()}, **words}
    for _ in range(depth):
        bigger = {**{s: list(v) for s, v in LEAVES.items()}, **words}
        for sort, e in grown(found):
            bigger[sort].append(e)
        found = bigger
    return [e for sort in GRAMMAR for e in found[sort]]


@st.composite
def trees(draw, sort, depth=3):
    """Random trees of a sort, leaves half of the time."""
    if sort in (words := {"name": NAMES, "mechanism": GIVEN, "target": TARGETS}):
        return draw(st.sampled_from(words[sort]))
    if depth == 0 or draw(st.booleans()):
        return draw(st.sampled_from(LEAVES[sort]))
    op = draw(st.sampled_from(sorted(GRAMMAR[sort])))
    sorts = GRAMMAR[sort][op]
    if op in MANY:
        sorts = sorts[:1] * draw(st.integers(MANY[op], 3))
    return tree(op, [draw(trees(s, depth - 1)) for s in sorts])


any_tree = st.sampled_from(sorted(GRAMMAR)).flatmap(trees)
domains = st.sampled_from(
    [*DOMAINS.values(), ("prior", 3), ("rational", None, "-1/2", "(]"), ("word", "true", "printed")]
)
variables = st.builds(Variable, st.sampled_from([*DOMAINS, "a", "w"]), domains)
formulas = st.builds(
    Formula,
    st.sampled_from(["forall", "exists"]),
    st.lists(variables, min_size=1, max_size=3, unique_by=lambda v: v.name).map(tuple),
    st.lists(trees(CONDITION), max_size=2).map(tuple),
    trees(CONDITION),
)


def canonical(e):
    """A tree up to the one sugar: a sum (product) that begins with a sum (product) is one."""
    if not isinstance(e, Expr):
        return tuple((k, canonical(v)) for k, v in e) if isinstance(e, Options) else e
    args = tuple(map(canonical, e.args))
    if e.op in ("add", "mul") and isinstance(args[0], Expr) and args[0].op == e.op:
        args = args[0].args + args[1:]
    return Expr(e.op, args)


def variants(e, replacement):
    """The trees that differ from e in one place."""
    for i, a in enumerate(e.args):
        inner = [replacement, *variants(a, replacement)] if isinstance(a, Expr) else []
        for b in inner:
            yield Expr(e.op, (*e.args[:i], b, *e.args[i + 1 :]))
    for a, b in combinations([a for a in e.args if isinstance(a, Expr)], 2):
        swap = {id(a): b, id(b): a}
        yield Expr(e.op, tuple(swap.get(id(c), c) for c in e.args))


# Every operation. --------------------------------------------------------------------------------


def vocabulary():
    """The operations that VOCABULARY.md has a row for."""
    after = VOCABULARY.split("Expressions are arrays", 1)[1]
    return set(re.findall(r'\["(\w+)"', after.split("Every condition evaluates", 1)[0]))


def test_the_vocabulary_is_read_whole():
    assert {"num", "pow", "P", "range", "list", "le", "true"} <= vocabulary()
    assert len(vocabulary()) > 50


@pytest.mark.parametrize("forms", [lines.FORMS, markup.FORMS], ids=["text", "mathml"])
def test_every_operation_of_the_vocabulary_has_its_notation_and_nothing_else_has(forms):
    assert set(forms) == vocabulary() | {"defined"}


@pytest.mark.parametrize("op", sorted(vocabulary() - {"num", "var", "pi", "true"}))
def test_every_operation_prints_in_text_in_ascii_and_as_mathml(op):
    e = tree(op, map(usual, OPERATIONS[op]))
    assert text(e).strip()
    assert text(e, unicode=False).isascii()
    assert_valid(mathml(e))


def test_an_unknown_operation_is_refused_wherever_it_stands():
    for printer in (text, mathml):
        with pytest.raises(ValueError, match="no notation for the operation 'gamma'"):
            printer(Expr("gamma", (n,)) + 1)


@pytest.mark.parametrize("e", [Expr("sub", (n,)), Expr("H", (prior, x)), Expr("true", (n,))])
def test_a_wrong_number_of_arguments_is_refused(e):
    for printer in (text, mathml):
        with pytest.raises((TypeError, ValueError), match=r"zip|argument"):
            printer(e)


@pytest.mark.parametrize("word", ["e", "pi", "not", "a + b", "", "ε", "x[0]"])
def test_a_name_that_would_read_as_something_else_is_refused(word):
    with pytest.raises(ValueError, match="cannot be printed as the name"):
        text(var(word))


@pytest.mark.parametrize("digits", ["", "1e3", "1 / 2", "x", "--1", "1/-2"])
def test_a_number_that_is_not_written_as_a_rational_is_refused(digits):
    with pytest.raises(ValueError, match="not a rational number"):
        text(Expr("num", (digits,)))


# How it reads. -----------------------------------------------------------------------------------

CLOSE = over("sumif", "s", datasets(n), d(x, s) <= 1, 1)
FRESH = outputs("lsdim", noise="fresh")
EXAMPLES = [
    (P(x, r) <= exp(eps) * P(y, r), "P[ehds(γ)](r | x) ≤ e^ε P[ehds(γ)](r | y)"),
    (released("ehd", eps / 2, gs="true")(x, r), "P[ehd(gs: true) at ε / 2](r | x)"),
    (released("ehds", gamma=1)(x, r), "P[ehds(γ = 1)](r | x)"),
    (Expr("H", (vec(1, 1), x, r)), "H[(1, 1)](x, r)"),
    (hellinger(plus(prior, x), plus(prior, y)), "H(Dir(prior ⊕ x), Dir(prior ⊕ y))"),
    (A + B + n, "a + b + n"),
    (A + (B + n), "a + (b + n)"),
    (A - B, "a - b"),
    (A + -B, "a + (-b)"),
    (A - (B - n), "a - (b - n)"),
    (A * (B + 1), "a (b + 1)"),
    (A * B / n, "a b / n"),
    (A * (B / n), "a (b / n)"),
    (A / (B * n), "a / (b n)"),
    (num("2/7") * A, "(2/7) a"),
    (num(2) / 7, "2 / 7"),
    (num("2/7"), "2/7"),
    (num(2) * 3 * A, "2 · 3 a"),
    (-(A * B), "-(a b)"),
    (-A * B, "-a b"),
    (-num(3), "-(3)"),
    (num(-3), "-3"),
    ((-A) ** 2, "(-a)^2"),
    (-(A**2), "-a^2"),
    ((A**B) ** n, "(a^b)^n"),
    (exp(-eps * H(x, r) / 2), "e^(-ε H(x, r) / 2)"),
    (exp(eps) ** 2, "(e^ε)^2"),
    (log(A) / sqrt(pi), "ln(a) / sqrt(π)"),
    (at(plus(x, y), 0) + at(x, I - 1), "(x ⊕ y)[0] + x[i - 1]"),
    (vec(A), "(a,)"),
    (over("sum", "i", steps(0, n - 1), A * I) + 1, "∑[i in 0 .. n - 1] a i + 1"),
    (over("sum", "i", steps(0, n), A + I), "∑[i in 0 .. n] (a + i)"),
    (2 * over("maxof", "y", near(x), H(x, y)), "2 (max[y ~ x] H(x, y))"),
    (CLOSE, "∑[s in datasets(n) where d(x, s) ≤ 1] 1"),
    (over("count", "s", datasets(n), same(s, x)), "#{s in datasets(n) where s ≡ x}"),
    (loss("ehdl") <= eps, "loss[ehdl](n) ≤ ε"),
    (hockey_stick("ehds", x, y, lam, gamma=gamma), "δ[ehds(γ)](x, y, λ)"),
    (over("exists", "r", FRESH, n < 2), "for some r in outputs[lsdim(noise: fresh)](n): n < 2"),
    (all_of(any_of(A < 1, B < 1), no(A.equals(B))), "(a < 1 or b < 1) and not (a = b)"),
    (all_of(all_of(true, A < 1), B < 1), "(true and a < 1) and b < 1"),
    (any_of(all_of(A < 1, B < 1), true), "a < 1 and b < 1 or true"),
    (implies(A < 1, over("forall", "y", near(x), B < 1)), "a < 1 ⇒ (for all y ~ x: b < 1)"),
    (over("forall", "y", near(x), implies(A < 1, B < 1)), "for all y ~ x: a < 1 ⇒ b < 1"),
    (Sexp(x, delta) >= LS(x), "LS(x) ≤ Sexp(x, δ)"),
    (GS(n) + binomial(n, 2) + absolute(A), "GS(n) + binomial(n, 2) + abs(a)"),
    (some(vec(0, 1), x), "{(0, 1), x}"),
]


@pytest.mark.parametrize(("e", "line"), EXAMPLES, ids=[line for _, line in EXAMPLES])
def test_parentheses_stand_where_they_are_needed_and_nowhere_else(e, line):
    assert text(e) == line


PRIVATE = forall(P(x, r) <= exp(eps) * P(y, r), given=[adjacent(x, y)])


def test_a_reading_is_one_sentence():
    over_ = "for all n ≥ 1, prior, x, y, r, ε > 0, γ ≥ 0 with x ~ y: "
    assert sentence(PRIVATE) == over_ + "P[ehds(γ)](r | x) ≤ e^ε P[ehds(γ)](r | y)"


def test_a_sentence_keeps_to_ascii_when_it_is_told_to():
    assert sentence(PRIVATE, unicode=False) == (
        "for all n >= 1, prior, x, y, r, eps > 0, gamma >= 0 with x ~ y: "
        "P[ehds(gamma)](r | x) <= e^eps P[ehds(gamma)](r | y)"
    )


def test_a_hypothesis_ends_where_the_next_begins():
    nested = over("forall", "y", near(x), n < 2)
    assert sentence(forall(true, given=[nested, implies(n < 2, true)])) == (
        "for all n ≥ 1, prior, x with (for all y ~ x: n < 2), (n < 2 ⇒ true): true"
    )


def test_a_domain_says_its_kind_only_where_the_name_does_not():
    where = [
        variable("n", "int", 2, 5),
        variable("prior", "prior", 2),
        variable("a", "int", None, 3),
        variable("b", "rational", "-1/2", "1", "[)"),
        variable("z", "dataset"),
        variable("w", "word", "gs", "true"),
    ]
    assert sentence(exists(true, given=[delta < A, lam < B], where=where)) == (
        "for some 2 ≤ n ≤ 5, prior of 2 parameters, 0 < δ < 1, λ, integer a ≤ 3, "
        "rational -1/2 ≤ b < 1, dataset z, word w in {gs, true} with δ < a, λ < b: true"
    )


# Different trees look different. -----------------------------------------------------------------


def collisions(some_trees, unicode):
    """Lines that two trees share although they are not the same up to sugar."""
    meant = defaultdict(set)
    for e in some_trees:
        meant[text(e, unicode=unicode)].add(canonical(e))
    return {line: e for line, e in meant.items() if len(e) > 1}


@pytest.mark.parametrize("unicode", [True, False])
def test_no_two_small_trees_share_a_line(unicode):
    assert collisions(levels(2), unicode) == {}


ARITHMETIC = ["add", "mul", "sub", "div", "neg", "pow", "exp", "at", "sum", "vec", "plus", "list"]
LOGIC = ["and", "or", "not", "implies", "forall", "exists", "lt", "sumif", "count"]


@pytest.mark.parametrize("family", [ARITHMETIC, LOGIC], ids=["arithmetic", "logic"])
def test_no_two_deeper_trees_of_signs_share_a_line(family, monkeypatch):
    for sort, operations in list(GRAMMAR.items()):
        monkeypatch.setitem(GRAMMAR, sort, {o: s for o, s in operations.items() if o in family})
        monkeypatch.setitem(LEAVES, sort, LEAVES[sort][:3])
    assert collisions(levels(3), True) == {}


@given(st.sampled_from(sorted(GRAMMAR)).flatmap(lambda s: st.tuples(trees(s), trees(s))))
def test_a_tree_and_its_nearest_kin_never_share_a_line(pair):
    e, other = pair
    kin = [e, other, *variants(e, other), *variants(e, Expr("neg", (other,)))]
    for unicode in (True, False):
        assert collisions(kin, unicode) == {}


@given(formulas, formulas)
def test_two_readings_share_a_sentence_only_if_they_are_one(f, g):
    kin = [
        f,
        g,
        Formula(f.quantifier, f.variables, g.hypotheses, f.conclusion),
        Formula(f.quantifier, g.variables, f.hypotheses, f.conclusion),
        Formula(f.quantifier, f.variables, (Expr("and", (f.conclusion, true)),), f.conclusion),
        Formula(f.quantifier, f.variables, (f.conclusion, true), f.conclusion),
    ]
    meant = defaultdict(set)
    for h in kin:
        conditions = tuple(map(canonical, (*h.hypotheses, h.conclusion)))
        meant[sentence(h)].add((h.quantifier, h.variables, conditions))
    assert all(len(m) == 1 for m in meant.values())


# MathML. -----------------------------------------------------------------------------------------

LEAF = {"mi", "mn", "mo", "mtext"}
SLOTS = {"mfrac": 2, "msup": 2, "msub": 2, "munder": 2, "munderover": 3}
ALLOWED = {"math", "mrow", "msqrt", *SLOTS, *LEAF}


def assert_valid(source):
    """Only elements of MathML Core, each with as many children as it has slots."""
    root = ElementTree.fromstring(source)  # noqa: S314  (our own output)
    assert root.tag == "math"
    assert root.get("display") == "block"
    assert root.get("alttext")
    for element in root.iter():
        assert element.tag in ALLOWED
        assert len(element) == SLOTS.get(element.tag, len(element))
        if element.tag in LEAF:
            assert element.text
            assert len(element) == 0
        else:
            assert not (element.text or "").strip()
            assert len(element) > 0
        assert not element.tail
    return root


@given(any_tree)
def test_mathml_is_well_formed_and_carries_the_line_of_text(e):
    assert assert_valid(mathml(e)).get("alttext") == text(e)


@pytest.mark.parametrize(
    ("e", "part"),
    [
        (A / B, "<mfrac><mi>a</mi><mi>b</mi></mfrac>"),
        (num("2/7"), "<mfrac><mn>2</mn><mn>7</mn></mfrac>"),
        (exp(eps), "<msup><mi>e</mi><mi>ε</mi></msup>"),
        (sqrt(gamma), "<msqrt><mi>γ</mi></msqrt>"),
        (at(x, 0), "<msub><mi>x</mi><mn>0</mn></msub>"),
        (lam < delta, "<mi>λ</mi><mo>&lt;</mo><mi>δ</mi>"),
        (num(2) * 3, "<mn>2</mn><mo>⋅</mo><mn>3</mn>"),
        (num(2) * A, "<mn>2</mn><mo>\u2062</mo><mi>a</mi>"),
        ((A / B) ** 2, "<msup><mrow><mo>(</mo><mfrac>"),
        (A * (B + 1), "<mi>a</mi><mo>\u2062</mo><mrow><mo>(</mo>"),
        (over("sum", "i", steps(0, n), I), "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo>"),
        (over("sum", "i", steps(0, n), I), "<mn>0</mn></mrow><mi>n</mi></munderover><mi>i</mi>"),
        (over("maxof", "y", near(x), H(x, y)), "<munder><mo>max</mo><mrow><mi>y</mi><mo>∼</mo>"),
        (P(x, r), "<mi>Pr</mi><mo>\u2061</mo><mrow><mo>[</mo><mrow><msub><mtext>ehds</mtext>"),
    ],
)
def test_mathml_uses_the_notation_of_mathematics(e, part):
    assert part in mathml(e)


# JSON. -------------------------------------------------------------------------------------------


@given(formulas)
def test_a_reading_comes_back_from_its_json(f):
    assert Formula.parse(f.json()) == f


@given(any_tree)
def test_a_tree_comes_back_from_its_json_and_prints_the_same(e):
    assert parse(e.json()) == e
    assert text(parse(e.json())) == text(e)


@pytest.mark.parametrize("chosen", GIVEN, ids=lambda g: g[0])
def test_the_options_of_a_mechanism_come_back_from_json_in_their_order(chosen):
    e = Expr("P", (*chosen, prior, eps, x, r))
    assert parse(e.json()) == e
