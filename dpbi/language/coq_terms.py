"""Expressions and conditions of the language as terms of Coq, in the words of Definitions.v.

A number is a real there unless it has to be a natural one: a count, an index, a size.  Each term
asks its scope for what it needs to have its value, in the order in which it is printed.  A
condition is printed as a proposition, or, where it picks elements of a set, as a boolean.
"""

from __future__ import annotations

from fractions import Fraction

from dpbi.language.coq_scope import (
    COUNTS,
    NAT,
    REAL,
    REALS,
    CoqName,
    CoqScope,
    Unsayable,
    argument,
    has_component,
    home_of,
    identifier,
    is_natural,
    is_not_negative,
    is_positive,
    least,
    least_length,
    named,
    of_one_length,
    rational,
    vector_type,
)
from dpbi.language.expr import Expr

CALLED = {"exp": "exp", "abs": "Rabs", "floor": "floor", "ceil": "ceil"}

# Numbers -----------------------------------------------------------------------------------------


def number(e: Expr, s: CoqScope) -> str:
    """A real number."""
    op, a = e.op, e.args
    match op:
        case "num":
            return rational(a[0])
        case "pi":
            return "PI"
        case "var" if named(e, s).type == REAL:
            return identifier(a[0])
        case "add" | "mul":
            return "(" + {"add": " + ", "mul": " * "}[op].join(number(b, s) for b in a) + ")"
        case "sub":
            return f"({number(a[0], s)} - {number(a[1], s)})"
        case "neg":
            return f"(- {number(a[0], s)})"
        case "div":
            left, right = number(a[0], s), number(a[1], s)
            if not is_positive(a[1], s) and not (a[1].op == "num" and Fraction(a[1].args[0])):
                s.ask(f"{right} <> 0")
            return f"({left} / {right})"
        case "pow":
            return _power(a[0], a[1], s)
        case "log" | "sqrt":
            text = f"({'ln' if op == 'log' else 'sqrt'} {real_argument(a[0], s)})"
            ask_sign(a[0], "0 < {}" if op == "log" else "0 <= {}", s)
            return text
        case "min" | "max":
            *rest, found = [real_argument(b, s) for b in a]
            for part in reversed(rest):
                found = f"(R{op} {part} {found})"
            return found
        case "at" if vector_type(a[0], s) == REALS:
            v, i = reals(a[0], s), natural(a[1], s)
            _component(a[0], a[1], s)
            return f"(nth {i} {v} 0)"
        case "total" if vector_type(a[0], s) == REALS:
            return f"(suml {reals(a[0], s)})"
    if op in CALLED:
        return f"({CALLED[op]} {real_argument(a[0], s)})"
    if op in ("sum", "sumif", "maxof", "minof"):
        return _over(e, s)
    if op in s.words:
        return s.words[op](e, s)
    return f"INR {natural(e, s)}"


def real_argument(e: Expr, s: CoqScope) -> str:
    """A real number as an argument of a function."""
    return argument(number(e, s))


def _power(base: Expr, exponent: Expr, s: CoqScope) -> str:
    """An integer power; a negative exponent has to be written as a number."""
    if exponent.op == "num" and Fraction(exponent.args[0]) < 0:
        _apart_from_0(base, s)
        return (
            f"(1 / {real_argument(base, s)} ^ {natural(Expr('num', (exponent.args[0][1:],)), s)})"
        )
    return f"({real_argument(base, s)} ^ {natural(exponent, s)})"


def _apart_from_0(e: Expr, s: CoqScope) -> None:
    if not is_positive(e, s) and not (e.op == "num" and Fraction(e.args[0])):
        s.ask(f"{number(e, s.silent())} <> 0")


def ask_sign(e: Expr, goal: str, s: CoqScope) -> None:
    """Ask that a number is > 0 or >= 0: the goal is "0 < {}" or "0 <= {}"."""
    if not (is_not_negative if "<=" in goal else is_positive)(e, s):
        s.ask(goal.format(real_argument(e, s.silent())))


def _over(e: Expr, s: CoqScope) -> str:
    """A sum over the elements of a finite set, or over some of them; their largest, smallest."""
    bound, chosen, *body = e.args
    elements, known = finite_set(chosen, s)
    inner, shown = s.binding(bound, known, elements), identifier(bound)
    if e.op == "sumif":
        elements = f"(filter (fun {shown} => {decided(body[0], inner)}) {elements})"
        inner = inner.where(proposition(body[0], inner.silent()))
    elif e.op != "sum":
        _some_element(chosen, s)
    word = "sumof" if e.op in ("sum", "sumif") else e.op
    return f"({word} {elements} (fun {shown} => {number(body[-1], inner)}))"


def natural(e: Expr, s: CoqScope) -> str:
    """A natural number, where its form shows that it is one; a difference asks that it is."""
    op, a = e.op, e.args
    match op:
        case "num" if is_natural(e, s):
            return f"{Fraction(a[0])}%nat"
        case "var" if named(e, s).type == NAT:
            return identifier(a[0])
        case "len":
            return f"(length {vector(a[0], s)})"
        case "total" if vector_type(a[0], s) == COUNTS:
            return f"(list_sum {counts(a[0], s)})"
        case "at" if vector_type(a[0], s) == COUNTS:
            v, i = counts(a[0], s), natural(a[1], s)
            _component(a[0], a[1], s)
            return f"(nth {i} {v} 0%nat)"
        case "add" | "mul":
            return "(" + {"add": " + ", "mul": " * "}[op].join(natural(b, s) for b in a) + ")%nat"
        case "sub":
            left, right = natural(a[0], s), natural(a[1], s)
            if a[1].op != "num" or least(a[0], s) < int(a[1].args[0]):
                s.ask(f"({right} <= {left})%nat")
            return f"({left} - {right})%nat"
        case "binomial":
            return f"(binomial {natural(a[0], s)} {natural(a[1], s)})"
        case "count":
            elements, known = finite_set(a[1], s)
            inner = s.binding(a[0], known, elements)
            picked = argument(decided(a[2], inner))  # of real numbers, also within naturals
            return f"(length (filter (fun {identifier(a[0])} => {picked}%R) {elements}))"
    raise Unsayable(f"{op} where a natural number belongs")


# Vectors and sets --------------------------------------------------------------------------------


def vector(e: Expr, s: CoqScope) -> str:
    """A vector of either type."""
    return counts(e, s) if vector_type(e, s) == COUNTS else reals(e, s)


def counts(e: Expr, s: CoqScope) -> str:
    """A vector of naturals."""
    if e.op == "var" and named(e, s).type == COUNTS:
        return identifier(e.args[0])
    if e.op == "vec":
        return "[" + "; ".join(natural(a, s) for a in e.args) + "]"
    raise Unsayable(f"{e.op} where a vector of counts belongs")


def reals(e: Expr, s: CoqScope) -> str:
    """A vector of reals; counts are added to a prior of their length."""
    if e.op == "var" and named(e, s).type == REALS:
        return identifier(e.args[0])
    if e.op == "vec":
        return "[" + "; ".join(number(a, s) for a in e.args) + "]%R"  # also among naturals
    if e.op == "plus":
        prior, x = e.args
        p, c = reals(prior, s), counts(x, s)
        ask_one_length(x, prior, s)
        return f"(posterior {p} {c})"
    raise Unsayable(f"{e.op} where a vector of reals belongs")


def ask_prior(e: Expr, s: CoqScope) -> str:
    """A vector, which has to be a prior."""
    p = reals(e, s)
    if not (e.op == "var" and named(e, s).prior):
        s.ask(f"is_prior {p}")
    return p


def _component(v: Expr, i: Expr, s: CoqScope) -> None:
    if not has_component(v, i, s):
        s.ask(f"({natural(i, s.silent())} < length {vector(v, s.silent())})%nat")


def ask_one_length(v: Expr, w: Expr, s: CoqScope) -> None:
    """Ask that counts are as many as the components of a vector."""
    if not of_one_length(v, w, s):
        s.ask(f"length {counts(v, s.silent())} = length {vector(w, s.silent())}")


def ask_at_least(e: Expr, bound: int, s: CoqScope) -> None:
    """Ask that a natural number is not below a bound."""
    if least(e, s) < bound:
        s.ask(f"({bound} <= {natural(e, s.silent())})%nat")


def finite_set(e: Expr, s: CoqScope) -> tuple[str, CoqName]:
    """A list of the elements of a set, and what is known of each of them."""
    op, a = e.op, e.args
    match op:
        case "datasets":
            text = f"(datasets {natural(a[0], s)} {natural(a[1], s)})"
            ask_at_least(a[1], 1, s)
            return text, CoqName(COUNTS, home=(a[0], a[1]))
        case "neighbours":
            return f"(neighbours {counts(a[0], s)})", CoqName(COUNTS, home=home_of(a[0], s))
        case "range":
            text = f"(range {natural(a[0], s)} {natural(a[1], s)})"
            return text, CoqName(NAT, least=least(a[0], s), below=_counted(a[1], s))
        case "list":
            for printer, kind in ((natural, NAT), (number, REAL), (counts, COUNTS), (reals, REALS)):
                try:
                    elements = [printer(b, s.silent()) for b in a]
                except Unsayable:
                    continue
                return f"[{'; '.join(printer(b, s) for b in a) or elements}]", CoqName(kind)
    if op in s.sets:
        return s.sets[op](e, s)
    raise Unsayable(f"the set {op}")


def _counted(last: Expr, s: CoqScope) -> Expr | None:
    """The vector, of at least one component, of which a number is the last index: len(v) - 1."""
    match last:
        case Expr("sub", (Expr("len", (v,)), Expr("num", ("1",)))) if least_length(v, s) >= 1:
            return v  # type: ignore[no-any-return]
    return None


def _some_element(e: Expr, s: CoqScope) -> None:
    """Ask that a set has an element; that of all datasets, all outputs, or a list has one."""
    if e.op == "range":
        first, last = (natural(a, s.silent()) for a in e.args)
        if e.args[0].op != "num" or least(e.args[1], s) < int(e.args[0].args[0]):
            s.ask(f"({first} <= {last})%nat")
    if e.op == "neighbours":
        home = home_of(e.args[0], s)
        if home is None or least(home[0], s) < 1 or least(home[1], s) < 2:
            s.ask(f"{finite_set(e, s.silent())[0]} <> []")


# Conditions --------------------------------------------------------------------------------------

ORDER = {"lt": ("<", "Rltb"), "le": ("<=", "Rleb"), "eq": ("=", "Reqb")}
JOINED = {"and": ("/\\", "&&"), "or": ("\\/", "||"), "implies": ("->", "implb")}


def proposition(c: Expr, s: CoqScope) -> str:
    """A condition as a proposition."""
    return _condition(c, s, boolean=False)


def decided(c: Expr, s: CoqScope) -> str:
    """A condition as a boolean, by which elements of a set are picked."""
    return _condition(c, s, boolean=True)


def _condition(c: Expr, s: CoqScope, *, boolean: bool) -> str:
    op, a = c.op, c.args
    match op:
        case "true":
            return "true" if boolean else "True"
        case "lt" | "le" | "eq":
            left, right = number(a[0], s), number(a[1], s)
            sign, word = ORDER[op]
            if boolean:
                return f"({word} {argument(left)} {argument(right)})"
            return f"({left} {sign} {right})"
        case "same":
            return _same(a[0], a[1], s, boolean=boolean)
        case "adjacent":
            return f"(adjacent{'b' if boolean else ''} {counts(a[0], s)} {counts(a[1], s)})"
        case "not":
            return f"({'negb' if boolean else '~'} {_condition(a[0], s, boolean=boolean)})"
        case "and" | "or" | "implies":
            return _joined(op, a, s, boolean=boolean)
        case "forall" | "exists":
            elements, known = finite_set(a[1], s)
            inner, shown = s.binding(a[0], known, elements), identifier(a[0])
            body = _condition(a[2], inner, boolean=boolean)
            if boolean:
                return f"({op}b (fun {shown} => {body}) {elements})"
            join = "->" if op == "forall" else "/\\"
            return f"({op} {shown}, In {shown} {elements} {join} {body})"
    raise Unsayable(f"{op} as a condition")


def _joined(op: str, parts: tuple[Expr, ...], s: CoqScope, *, boolean: bool) -> str:
    """Conditions in a row; each asks for its values only where those before leave it open."""
    written, here = [], s
    for part in parts:
        written.append(_condition(part, here, boolean=boolean))
        before = proposition(part, here.silent())
        here = here.where(f"~ {before}" if op == "or" else before)
    sign = JOINED[op][boolean]
    if boolean and op == "implies":
        return f"(implb {' '.join(written)})"
    return f"({f' {sign} '.join(written)})" + ("%bool" if boolean else "")


def _same(v: Expr, w: Expr, s: CoqScope, *, boolean: bool) -> str:
    """Equality of vectors, of counts if one of them is a vector of counts."""
    kind = COUNTS if COUNTS in (vector_type(v, s), vector_type(w, s)) else REALS
    written: list[str] = [(counts if kind == COUNTS else reals)(u, s) for u in (v, w)]
    if boolean:
        return f"({'same_counts' if kind == COUNTS else 'same_reals'} {' '.join(written)})"
    return f"({written[0]} = {written[1]})"
