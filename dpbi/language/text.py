"""A formula as one line of text, for a terminal.

`FORMS` says for every operation how it is written and how tightly it binds; parentheses follow
from that alone.  Two trees that differ are written differently, because a reader who compares a
reading with its draft sees nothing else: x ≡ y for vectors but a = b for numbers, 2 / 7 for a
quotient but 2/7 for a rational.  Only a + b + c does not tell (a + b) + c from one sum of three,
and likewise for products.  What has its usual value (the prior `prior`, the level `eps`, as
many categories as the prior has) is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

from dpbi.language import words
from dpbi.language.definitions import Definition
from dpbi.language.expr import NAME, RESERVED, Expr, Options, Target, Variable, var
from dpbi.language.words import Formula

Piece: TypeAlias = tuple[int, str]
Form: TypeAlias = Callable[..., Piece]
Head: TypeAlias = tuple[int, Callable[..., str]]

ANY, OR, AND, NOT, COMPARE, SUM, TERM, BIND, DIV, MUL, NEG, POW, ATOM = range(13)
"""How tightly a piece holds together, loosest first; a TERM after + or - has no sign of its own."""

GREEK = {"eps": "ε", "gamma": "\u03b3", "delta": "δ", "lam": "λ", "beta": "β"}
SIGNS = {"≤": "<=", "≥": ">=", "⇒": "=>", "≡": "==", "⊕": "(+)", "·": "*", "π": "pi"}
SIGNS |= {"∑": "sum", "∏": "product"}
ASCII = str.maketrans({**SIGNS, **{letter: name for name, letter in GREEK.items()}})
QUANTIFIERS = {"forall": "for all", "exists": "for some"}

PRIOR, EPS, SIZE = words.prior, words.eps, words.size(words.prior)
WORD = re.compile(r"[A-Za-z0-9_./:-]+")
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?(/[0-9]+)?")


def text(e: Expr, *, unicode: bool = True) -> str:
    """An expression or a condition on one line; `unicode=False` keeps to ASCII."""
    return _write(e).translate({} if unicode else ASCII)


def sentence(f: Formula, *, unicode: bool = True) -> str:
    """A whole reading: for all (or some) values, with hypotheses, a conclusion."""
    over = [QUANTIFIERS[f.quantifier], ", ".join(with_domain(v) for v in f.variables)]
    if f.hypotheses:
        over += ["with", ", ".join(_write(h, OR) for h in f.hypotheses)]
    line = f"{' '.join(filter(None, over))}: {_write(f.conclusion)}"
    return line.translate({} if unicode else ASCII)


def equation(d: Definition, *, unicode: bool = True) -> str:
    """A definition: its call, its value, where it has one, and where the paper has it."""
    call = _write(d(*(var(p) for p, _ in d.parameters)))
    given = "" if d.given.op == "true" else f" where {_write(d.given)}"
    place = ": ".join(filter(None, (d.place, d.says)))
    line = f"{call} = {_write(d.value)}{given}".translate({} if unicode else ASCII)
    return f"{line} ({place})" if place else line


def form_of(e: Expr, forms: dict[str, Form]) -> Form:
    """How a table writes an operation; an unknown one raises ValueError."""
    if e.op not in forms:
        raise ValueError(f"there is no notation for the operation {e.op!r}")
    return forms[e.op]


def name(word: str) -> str:
    """A variable's name as it is printed; refused if it would read as something else."""
    if not NAME.fullmatch(word) or word in RESERVED:
        raise ValueError(f"{word!r} cannot be printed as the name of a variable")
    return GREEK.get(word, word)


def option_word(word: str) -> str:
    """The name of a mechanism or a value of an option, as it is written."""
    if not WORD.fullmatch(word):
        raise ValueError(f"{word!r} is not the name of a mechanism or an option")
    return GREEK.get(word, word)


def number(value: Any) -> Piece:
    """A rational with the level that its sign or its stroke gives it."""
    digits = str(value)
    if not NUMBER.fullmatch(digits):
        raise ValueError(f"{digits!r} is not a rational number")
    return (DIV if "/" in digits else NEG if digits[0] == "-" else ATOM), digits


def described(v: Variable) -> tuple[str, list[str], str]:
    """(kind, chain of comparisons around the name, what follows) of a quantified variable.

    The kind is left out where the name tells it (eps is a rational unless a reading says
    otherwise), so that the usual sentence is short and no other one is read as it.
    """
    (kind, *rest), shown = v.domain, name(v.name)
    usual = words.DOMAINS.get(v.name, ("",))[0]
    word = "" if kind in (usual, v.name) else {"int": "integer"}.get(kind, kind)
    match kind:
        case "int" | "rational":
            lo, hi = rest[:2]
            strict = rest[2] if kind == "rational" else "[]"
            return word, _bounded(shown, lo, hi, strict), ""
        case "prior" | "dataset" | "vector":
            return word, [shown], f"of {rest[0]} parameters" if rest else ""
        case "in":
            return "", [shown], f"in {_write(rest[0])}"
        case "word":
            return word, [shown], f"in {{{', '.join(option_word(w) for w in rest)}}}"
    raise ValueError(f"there is no notation for the domain {kind!r}")


def _bounded(shown: str, lo: Any, hi: Any, strict: str) -> list[str]:
    left, right = ("<" if strict[0] == "(" else "≤"), ("<" if strict[1] == ")" else "≤")
    if lo is not None and hi is None:
        return [shown, {"<": ">", "≤": "≥"}[left], number(lo)[1]]
    above = [] if hi is None else [right, number(hi)[1]]
    return [*([] if lo is None else [number(lo)[1], left]), shown, *above]


def with_domain(v: Variable) -> str:
    """A variable with its domain: "integer m ≥ 2", "x in vectors(0 .. 1, 3)"."""
    kind, chain, after = described(v)
    return " ".join(filter(None, [kind, *chain, after]))


def _piece(e: Expr) -> Piece:
    return form_of(e, FORMS)(*e.args)


def _write(e: Expr, level: int = ANY) -> str:
    """The text of a tree, in parentheses where it binds less tightly than its place asks."""
    own, line = _piece(e)
    signed = level == TERM and line[0] == "-"
    return line if own >= level and not signed else f"({line})"


def _list(items: tuple[Expr, ...]) -> str:
    return ", ".join(_write(a) for a in items)


def _pattern(level: int, pattern: str, *inner: int, head: Head | None = None) -> Form:
    """Arguments each at the level its place asks, after a head made of the first few."""

    def form(*args: Any) -> Piece:
        first = [head[1](*args[: head[0]])] if head else []
        rest = args[head[0] :] if head else args
        written = [_write(a, i) for a, i in zip(rest, inner, strict=True)]
        return level, pattern.format(*first, *written)

    return form


def _row(level: int, sign: str, first: int, later: int) -> Form:
    """One or more arguments with a sign between; one alone is written as itself."""

    def form(head: Expr, *tail: Expr) -> Piece:
        if not tail:
            return _piece(head)
        return level, sign.join([_write(head, first), *(_write(a, later) for a in tail)])

    return form


def _product(head: Expr, *tail: Expr) -> Piece:
    """Factors side by side, with a dot before a digit."""
    if not tail:
        return _piece(head)
    factors = (_write(a, POW) for a in tail)
    dotted = (f" · {a}" if a[0].isdigit() else f" {a}" for a in factors)
    return MUL, _write(head, MUL) + "".join(dotted)


def _negative(a: Expr) -> Piece:
    """-a; the opposite of the number 3 is -(3), to differ from the number -3."""
    line = _write(a, POW)
    return NEG, f"-({line})" if NUMBER.fullmatch(line) else f"-{line}"


def _call(opening: str, closing: str = ")") -> Form:
    return lambda *args: (ATOM, opening + _list(args) + closing)


def _prior(p: Expr) -> str:
    return "" if p == PRIOR else f"[{_write(p)}]"


def _size(n: Expr, k: Expr) -> str:
    return _write(n) if k == SIZE else _list((n, k))


def _each(bound: str, elements: Expr) -> str:
    if elements.op == "neighbours":
        return f"{name(bound)} ~ {_write(elements.args[0], SUM)}"
    return f"{name(bound)} in {_write(elements)}"


def _mechanism(kind: str, options: Options, prior: Expr = PRIOR, eps: Expr = EPS) -> str:
    chosen = ", ".join(_option(option_word(k), v, v == var(k)) for k, v in options)
    level = "" if eps == EPS else f" at {_write(eps)}"
    under = "" if prior == PRIOR else f" with prior {_write(prior)}"
    return option_word(kind) + (f"({chosen})" if chosen else "") + level + under


def _of_target(target: Target, options: Options) -> str:
    return _mechanism(target.name, options)


def _defined(definition: Definition, *args: Expr) -> Piece:
    """A call; the name is the paper's, and may not read as something else."""
    return ATOM, f"{name(definition.name)}({_list(args)})"


def _option(key: str, value: Any, same: bool) -> str:
    """The name alone for x = x; an equals sign before an expression, a colon before a word."""
    if same:
        return key
    return f"{key} = {_write(value)}" if isinstance(value, Expr) else f"{key}: {option_word(value)}"


UNDER, RELEASED, OVER, TARGET = (1, _prior), (4, _mechanism), (2, _each), (2, _of_target)
PAIRED = ("H", "C", "S", "Sexp")
FUNCTIONS = ("sqrt", "abs", "floor", "ceil", "len", "total", "neighbours")
RELATIONS = {"lt": "<", "le": "≤", "eq": "=", "same": "≡", "adjacent": "~"}

FORMS: dict[str, Form] = {
    "num": number,
    "var": lambda word: (ATOM, name(word)),
    "pi": _pattern(ATOM, "π"),
    "add": _row(SUM, " + ", SUM, TERM),
    "mul": _product,
    "sub": _pattern(SUM, "{} - {}", SUM, TERM),
    "div": _pattern(DIV, "{} / {}", MUL, POW),
    "neg": _negative,
    "pow": _pattern(POW, "{}^{}", ATOM, ATOM),
    "exp": _pattern(POW, "e^{}", ATOM),
    "log": _pattern(ATOM, "ln({})", ANY),
    "min": _call("min("),
    "max": _call("max("),
    "binomial": _pattern(ATOM, "binomial({}, {})", ANY, ANY),
    "vec": lambda *args: (ATOM, f"({_list(args)}{',' if len(args) == 1 else ''})"),
    "at": _pattern(ATOM, "{}[{}]", ATOM, ANY),
    "plus": _pattern(SUM, "{} ⊕ {}", SUM, TERM),
    "d": _pattern(ATOM, "d({}, {})", ANY, ANY),
    "hellinger": _pattern(ATOM, "H(Dir({}), Dir({}))", ANY, ANY),
    "P": _pattern(ATOM, "P[{0}]({2} | {1})", ANY, ANY, head=RELEASED),
    "loss": _pattern(ATOM, "loss[{}]({})", ANY, head=RELEASED),
    "delta": _pattern(ATOM, "δ[{}]({}, {}, {})", ANY, ANY, ANY, head=RELEASED),
    "chance": _pattern(ATOM, "P[{0}]({2} | {1})", ANY, ANY, head=TARGET),
    "worst": _pattern(ATOM, "loss[{}]", head=TARGET),
    "worstdelta": _pattern(ATOM, "δ[{}]({})", ANY, head=TARGET),
    "data": _pattern(ATOM, "datasets[{}]", head=TARGET),
    "beside": _pattern(ATOM, "neighbours[{}]({})", ANY, head=TARGET),
    "results": _pattern(ATOM, "outputs[{}]({})", ANY, head=TARGET),
    "hamming": _pattern(ATOM, "hamming({}, {})", ANY, ANY),
    "inserted": _pattern(ATOM, "inserted({}, {})", ANY, ANY),
    "grid": _pattern(ATOM, "vectors({}, {})", ANY, ANY),
    "upto": _pattern(ATOM, "vectors({}, up to {})", ANY, ANY),
    "defined": _defined,
    "prod": _pattern(BIND, "∏[{}] {}", BIND, head=OVER),
    "maxif": _pattern(BIND, "max[{} where {}] {}", ANY, BIND, head=OVER),
    "minif": _pattern(BIND, "min[{} where {}] {}", ANY, BIND, head=OVER),
    "sum": _pattern(BIND, "∑[{}] {}", BIND, head=OVER),
    "maxof": _pattern(BIND, "max[{}] {}", BIND, head=OVER),
    "minof": _pattern(BIND, "min[{}] {}", BIND, head=OVER),
    "sumif": _pattern(BIND, "∑[{} where {}] {}", ANY, BIND, head=OVER),
    "count": _pattern(ATOM, "#{{{} where {}}}", ANY, head=OVER),
    "range": _pattern(ANY, "{} .. {}", SUM, SUM),
    "datasets": _pattern(ATOM, "datasets({})", head=(2, _size)),
    "outputs": lambda m, given, n, k: (ATOM, f"outputs[{_mechanism(m, given)}]({_size(n, k)})"),
    "list": _call("{", "}"),
    "and": _row(AND, " and ", NOT, NOT),
    "or": _row(OR, " or ", AND, AND),
    "not": _pattern(NOT, "not {}", ATOM),
    "implies": _pattern(ANY, "{} ⇒ {}", OR, OR),
    "forall": _pattern(ANY, "for all {}: {}", ANY, head=OVER),
    "exists": _pattern(ANY, "for some {}: {}", ANY, head=OVER),
    "true": _pattern(ATOM, "true"),
    **{op: _pattern(ATOM, f"{op}({{}})", ANY) for op in FUNCTIONS},
    **{op: _pattern(ATOM, f"{op}{{}}({{}})", ANY, head=UNDER) for op in ("LS", "GS")},
    **{op: _pattern(ATOM, f"{op}{{}}({{}}, {{}})", ANY, ANY, head=UNDER) for op in PAIRED},
    **{op: _pattern(COMPARE, f"{{}} {sign} {{}}", SUM, SUM) for op, sign in RELATIONS.items()},
}
