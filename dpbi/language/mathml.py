"""A formula as presentation MathML Core, for a browser.

`FORMS` gives every operation its notation: fractions, roots, exponents and sums with their limits
do what words and parentheses do in the line of text, with the same levels of binding.  Every
piece is one element, so that it fits into any slot of another.  The root has the line of
text as its alttext, for whoever hears it or cannot display it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import Any

from dpbi.language import text
from dpbi.language.definitions import Definition
from dpbi.language.expr import Expr, Options, Target, var
from dpbi.language.text import ANY, ATOM, BIND, COMPARE, MUL, NEG, POW, SUM, TERM, Form, Piece

PRIOR, EPS, SIZE = text.PRIOR, text.EPS, text.SIZE
APPLY, TIMES, SPACE = "\u2061", "\u2062", "\u00a0"
MINUS, ELEMENT, NEAR = "\u2212", "\u2208", "\u223c"
DIR, STACK = "<mi>Dir</mi>", '<mfrac linethickness="0">{}{}</mfrac>'
NUMERIC = re.compile(r"(<mrow>|<msup>)*<(mn|mfrac)>")
SIGNED = re.compile(rf"(<mrow>)*<mo>{MINUS}")


def mathml(e: Expr) -> str:
    """An expression or a condition as a <math> element on a line of its own."""
    return _root(_write(e), text.text(e))


def equation_element(d: Definition) -> str:
    """A definition as a <math> element on a line of its own."""
    call = _write(d(*(var(p) for p, _ in d.parameters)))
    parts = [call, _mo("="), _write(d.value)]
    if d.given.op != "true":
        parts += [_said(" where "), _write(d.given)]
    return _root(_row(*parts), text.equation(d))


def _root(inside: str, alttext: str) -> str:
    return f'<math display="block" alttext="{escape(alttext)}">{inside}</math>'


def _tag(tag: str, *inside: str) -> str:
    return f"<{tag}>{''.join(inside)}</{tag}>"


def _row(*inside: str) -> str:
    return inside[0] if len(inside) == 1 else _tag("mrow", *inside)


def _mi(shown: str) -> str:
    return _tag("mi", escape(shown))


def _mo(sign: str) -> str:
    return _tag("mo", escape(sign))


def _said(words: str) -> str:
    """Words within mathematics, with spaces that no browser trims."""
    return _tag("mtext", escape(words.replace(" ", SPACE)))


def _commas(items: Iterable[str]) -> list[str]:
    return [part for item in items for part in (_mo(","), item)][1:]


def _fence(opening: str, inside: Iterable[str], closing: str) -> str:
    return _row(_mo(opening), *inside, _mo(closing))


def _of(function: str, *args: str) -> str:
    """f(a, b), of elements for the function and for its arguments."""
    return _row(function, _mo(APPLY), _fence("(", _commas(args), ")"))


def _indexed(head: str, *below: str) -> str:
    """A symbol with what it depends on as its index."""
    return _tag("msub", head, _row(*_commas(below))) if below else head


def _write(e: Expr, level: int = ANY) -> str:
    """The element of a tree, in parentheses where it binds less tightly than its place asks."""
    own, element = text.form_of(e, FORMS)(*e.args)
    bare = own >= level and not (level == TERM and SIGNED.match(element))
    return element if bare else _fence("(", [element], ")")


def _rational(value: Any) -> Piece:
    digits = text.number(value)[1]
    top, _, bottom = digits.removeprefix("-").partition("/")
    shown = _tag("mfrac", _tag("mn", top), _tag("mn", bottom)) if bottom else _tag("mn", top)
    if digits[0] == "-":
        return NEG, _row(_mo(MINUS), shown)
    return (POW if bottom else ATOM), shown


def _infix(level: int, sign: str, first: int, later: int) -> Form:
    def form(head: Expr, *tail: Expr) -> Piece:
        rest = (part for a in tail for part in (_mo(sign), _write(a, later)))
        return level, _row(_write(head, first), *rest)

    return form


def _product(head: Expr, *tail: Expr) -> Piece:
    """Factors side by side, with a dot before a digit or a fraction."""
    parts = [_write(head, MUL)]
    for factor in (_write(a, POW) for a in tail):
        parts += [_mo("\u22c5" if NUMERIC.match(factor) else TIMES), factor]
    return MUL, _row(*parts)


def _function(shown: str) -> Form:
    return lambda *args: (ATOM, _of(_mi(shown), *map(_write, args)))


def _fenced(opening: str, closing: str) -> Form:
    return lambda *args: (ATOM, _fence(opening, _commas(map(_write, args)), closing))


def _tagged(level: int, tag: str, *inner: int) -> Form:
    def form(*args: Expr) -> Piece:
        return level, _tag(tag, *(_write(a, i) for a, i in zip(args, inner, strict=True)))

    return form


def _posterior(shown: str, points: int) -> Form:
    """A function of the posteriors; a parameter, and a prior that is unusual, are its index."""

    def form(prior: Expr, *args: Expr) -> Piece:
        below = [*args[points:], *([] if prior == PRIOR else [prior])]
        function = _indexed(_mi(shown), *map(_write, below))
        return ATOM, _of(function, *map(_write, args[:points]))

    return form


def _mechanism(kind: str, options: Options, prior: Expr = PRIOR, eps: Expr = EPS) -> str:
    below = [_option(text.option_word(k), v, v == var(k)) for k, v in options]
    below += [] if eps == EPS else [_row(_said("at "), _write(eps))]
    below += [] if prior == PRIOR else [_row(_said("prior "), _write(prior))]
    return _indexed(_said(text.option_word(kind)), *below)


def _option(key: str, value: Any, same: bool) -> str:
    if same:
        return _mi(key)
    given = _write(value) if isinstance(value, Expr) else _said(text.option_word(value))
    return _row(_mi(key), _mo("="), given)


def _probability(m: str, options: Options, prior: Expr, eps: Expr, x: Expr, r: Expr) -> Piece:
    drawn = _of(_mechanism(m, options, prior, eps), _write(x))
    return ATOM, _row(_mi("Pr"), _mo(APPLY), _fence("[", [drawn, _mo("="), _write(r)], "]"))


def _chance(target: Target, options: Options, x: Expr, r: Expr) -> Piece:
    return _probability(target.name, options, PRIOR, EPS, x, r)


def _of_target(shown: str) -> Form:
    """A word of a target, with what it takes besides."""

    def form(target: Target, options: Options, *args: Expr) -> Piece:
        head = _indexed(_said(shown), _mechanism(target.name, options))
        return ATOM, _of(head, *map(_write, args)) if args else head

    return form


def _defined(definition: Definition, *args: Expr) -> Piece:
    return ATOM, _of(_mi(text.name(definition.name)), *map(_write, args))


def _vectors(values: Expr, length: Expr, upto: str = "") -> Piece:
    long = _row(_said(upto), _write(length)) if upto else _write(length)
    return ATOM, _of(_said("vectors"), _write(values), long)


def _sized(n: Expr, k: Expr) -> list[str]:
    return [_write(n)] if k == SIZE else [_write(n), _write(k)]


def _each(bound: str, elements: Expr, *conditions: Expr) -> str:
    """A name bound to the elements of a set, and the condition on them if there is one."""
    near = elements.op == "neighbours"
    sign, of = (NEAR, elements.args[0]) if near else (ELEMENT, elements)
    such = [part for c in conditions for part in (_mo(":"), _write(c))]
    return _row(_mi(text.name(bound)), _mo(sign), _write(of, SUM), *such)


def _over(sign: str) -> Form:
    """A sum or an extremum: limits below and above for a sum over integers, else a set below."""

    def form(v: str, s: Expr, *body: Expr) -> Piece:
        if s.op == "range" and sign in "∑∏" and len(body) == 1:
            first = _row(_mi(text.name(v)), _mo("="), _write(s.args[0]))
            operator = _tag("munderover", _mo(sign), first, _write(s.args[1]))
        else:
            operator = _tag("munder", _mo(sign), _each(v, s, *body[:-1]))
        return BIND, _row(operator, _write(body[-1], BIND))

    return form


def _quantified(sign: str) -> Form:
    return lambda v, s, c: (ANY, _row(_mo(sign), _each(v, s), _mo(":"), _write(c)))


SHOWN = {"log": "ln", "min": "min", "max": "max", "len": "len", "total": "total", "d": "d"}
POINTS = {"H": 2, "LS": 1, "GS": 1, "S": 1, "Sexp": 1, "C": 2}
RELATIONS = {"lt": "<", "le": "≤", "eq": "=", "same": "=", "adjacent": NEAR}

FORMS: dict[str, Form] = {
    "num": _rational,
    "var": lambda word: (ATOM, _mi(text.name(word))),
    "pi": lambda: (ATOM, _mi("π")),
    "add": _infix(SUM, "+", SUM, TERM),
    "mul": _product,
    "sub": _infix(SUM, MINUS, SUM, TERM),
    "div": _tagged(POW, "mfrac", ANY, ANY),
    "neg": lambda a: (NEG, _row(_mo(MINUS), _write(a, POW))),
    "pow": _tagged(POW, "msup", ATOM, ANY),
    "exp": lambda a: (POW, _tag("msup", _mi("e"), _write(a))),
    "sqrt": _tagged(ATOM, "msqrt", ANY),
    "abs": _fenced("|", "|"),
    "floor": _fenced("⌊", "⌋"),
    "ceil": _fenced("⌈", "⌉"),
    "binomial": lambda a, b: (ATOM, _fence("(", [STACK.format(_write(a), _write(b))], ")")),
    "vec": _fenced("(", ")"),
    "at": _tagged(ATOM, "msub", ATOM, ANY),
    "plus": _infix(SUM, "+", SUM, TERM),
    "hellinger": lambda p, q: (ATOM, _of(_mi("H"), *(_of(DIR, _write(a)) for a in (p, q)))),
    "P": _probability,
    "loss": lambda *a: (ATOM, _of(_indexed(_mi("loss"), _mechanism(*a[:4])), _write(a[4]))),
    "delta": lambda *a: (ATOM, _of(_indexed(_mi("δ"), _mechanism(*a[:4])), *map(_write, a[4:]))),
    "chance": _chance,
    "worst": _of_target("loss"),
    "worstdelta": _of_target("δ"),
    "data": _of_target("datasets"),
    "beside": _of_target("neighbours"),
    "results": _of_target("outputs"),
    "hamming": lambda v, w: (ATOM, _of(_said("hamming"), _write(v), _write(w))),
    "inserted": lambda v, w: (ATOM, _of(_said("inserted"), _write(v), _write(w))),
    "grid": _vectors,
    "upto": lambda values, length: _vectors(values, length, "up to "),
    "defined": _defined,
    "prod": _over("∏"),
    "maxif": _over("max"),
    "minif": _over("min"),
    "sum": _over("∑"),
    "sumif": _over("∑"),
    "maxof": _over("max"),
    "minof": _over("min"),
    "count": lambda v, s, c: (ATOM, _row(_mo("#"), _fence("{", [_each(v, s, c)], "}"))),
    "range": lambda a, b: (ATOM, _fence("{", _commas([_write(a), _mo("…"), _write(b)]), "}")),
    "datasets": lambda n, k: (ATOM, _of(_said("datasets"), *_sized(n, k))),
    "neighbours": lambda x: (ATOM, _of(_said("neighbours"), _write(x))),
    "outputs": lambda m, o, n, k: (ATOM, _of(_said("outputs"), _mechanism(m, o), *_sized(n, k))),
    "list": _fenced("{", "}"),
    "and": _infix(text.AND, "and", text.NOT, text.NOT),
    "or": _infix(text.OR, "or", text.AND, text.AND),
    "not": lambda c: (text.NOT, _row(_mo("¬"), _write(c, ATOM))),
    "implies": _infix(ANY, "⇒", text.OR, text.OR),
    "forall": _quantified("∀"),
    "exists": _quantified("∃"),
    "true": lambda: (ATOM, _said("true")),
    **{op: _function(shown) for op, shown in SHOWN.items()},
    **{op: _posterior(op, points) for op, points in POINTS.items()},
    **{op: _infix(COMPARE, sign, SUM, SUM) for op, sign in RELATIONS.items()},
}
