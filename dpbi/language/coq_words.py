"""The words about priors, datasets and mechanisms as terms of Coq, each with where it has a value.

As in the kernel: a distance of two datasets needs them to be as many counts as the prior has
parameters, a local sensitivity needs a record, a law needs a level that is positive (or 0, in the
exponential family) and an option that the mechanism can have.
"""

from __future__ import annotations

from dpbi.language.coq_scope import (
    COUNTS,
    CoqName,
    CoqScope,
    Printer,
    Unsayable,
    home_of,
    is_positive,
    least,
)
from dpbi.language.coq_terms import (
    ask_at_least,
    ask_one_length,
    ask_prior,
    ask_sign,
    counts,
    natural,
    real_argument,
    reals,
)
from dpbi.language.expr import Expr, Options

WORD_OPTIONS = {
    ("ehd", "gs", "printed"): "ehd_printed",
    ("ehd", "gs", "true"): "ehd_true",
    ("laplace", "sensitivity", "defined"): "laplace_defined",
    ("laplace", "sensitivity", "dimension"): "laplace_dimension",
    ("lshist", "noise", "fresh"): "lshist_fresh",
    ("lsdim", "noise", "fresh"): "lsdim_fresh",
}
NUMBER_OPTIONS = {  # the option's name, and what it has to be
    "ehd": ("gs", "0 < {}"),
    "ehds": ("gamma", "0 <= {}"),
    "ehds-4s": ("gamma", "0 <= {}"),
    "mh": ("gamma", "0 <= {}"),
    "mh-s": ("gamma", "0 <= {}"),
    "mh-exp": ("beta", ""),
    "mh-s-exp": ("beta", ""),
}
EXPONENTIAL = {*NUMBER_OPTIONS, "ehdl"}
WITHOUT_OPTIONS = {
    "ehdl", "laplace-improved", "lshist", "lsdim", "lszhang", "lszhang-rest", "lszhang-all",
    "lszhang-theorem",
}  # fmt: skip


def _mechanism(name: str, options: Options, s: CoqScope) -> str:
    """A mechanism; one with a number for an option asks that it can have this one."""
    if not options and name in WITHOUT_OPTIONS:
        return name.replace("-", "_")
    if len(options) == 1:
        ((option, value),) = options
        if isinstance(value, str) and (name, option, value) in WORD_OPTIONS:
            return WORD_OPTIONS[name, option, value]
        wanted, goal = NUMBER_OPTIONS.get(name, ("", ""))
        if isinstance(value, Expr) and option == wanted:
            text = f"({name.replace('-', '_')} {real_argument(value, s)})"
            if goal:
                ask_sign(value, goal, s)
            return text
    raise Unsayable(f"the mechanism {name} with options {dict(options)}")


def _law(name: str, options: Options, prior: Expr, eps: Expr, s: CoqScope) -> str:
    """A mechanism, prior and level, as the first words of what is asked of a law."""
    mechanism, p = _mechanism(name, options, s), ask_prior(prior, s)
    text = f"{mechanism} {p} {real_argument(eps, s)}"
    ask_sign(eps, "0 <= {}" if name in EXPONENTIAL else "0 < {}", s)
    return text


def _dataset(x: Expr, prior: Expr, s: CoqScope) -> str:
    """A dataset of at least one record, over the categories of a prior."""
    text = counts(x, s)
    ask_one_length(x, prior, s)
    if least(Expr("total", (x,)), s) < 1:
        s.ask(f"(1 <= list_sum {text})%nat")
    return text


def _probability(e: Expr, s: CoqScope) -> str:
    name, options, prior, eps, x, r = e.args
    law = _law(name, options, prior, eps, s)
    return f"(probability {law} {_dataset(x, prior, s)} {counts(r, s)})"


def _loss(e: Expr, s: CoqScope) -> str:
    name, options, prior, eps, n = e.args
    law = _law(name, options, prior, eps, s)
    ask_at_least(n, 1, s)
    return f"(loss {law} {natural(n, s)})"


def _hockey_stick(e: Expr, s: CoqScope) -> str:
    name, options, prior, eps, x, y, level = e.args
    law = _law(name, options, prior, eps, s)
    pair = f"{_dataset(x, prior, s)} {_dataset(y, prior, s)}"
    homes = home_of(x, s), home_of(y, s)
    if homes[0] is None or homes[1] is None or homes[0][0] != homes[1][0]:
        s.ask(f"list_sum {counts(x, s.silent())} = list_sum {counts(y, s.silent())}")
    return f"(hockey_stick {law} {pair} {real_argument(level, s)})"


def _hellinger(e: Expr, s: CoqScope) -> str:
    p, q = e.args
    text = f"{reals(p, s)} {reals(q, s)}"
    written = all(v.op == "vec" and all(is_positive(a, s) for a in v.args) for v in (p, q))
    if not (written and len(p.args) == len(q.args) >= 2):
        s.ask(f"comparable {text}")
    return f"(hellinger {text})"


def _replaced(e: Expr, s: CoqScope) -> str:
    x, y = e.args
    text = f"(replaced {counts(x, s)} {counts(y, s)})"
    ask_one_length(x, y, s)
    return text


def _of_datasets(word: str) -> Printer:
    """A word about a prior and two datasets of its categories."""

    def form(e: Expr, s: CoqScope) -> str:
        prior, *datasets = e.args
        text = " ".join([ask_prior(prior, s), *(counts(x, s) for x in datasets)])
        for x in datasets:
            ask_one_length(x, prior, s)
        return f"({word} {text})"

    return form


def _local(e: Expr, s: CoqScope) -> str:
    prior, x = e.args
    return f"(LS {ask_prior(prior, s)} {_dataset(x, prior, s)})"


def _global(e: Expr, s: CoqScope) -> str:
    prior, n = e.args
    text = f"(GS {ask_prior(prior, s)} {natural(n, s)})"
    ask_at_least(n, 1, s)
    return text


def _smooth(e: Expr, s: CoqScope) -> str:
    prior, x, by = e.args
    text = f"{ask_prior(prior, s)} {_dataset(x, prior, s)} {real_argument(by, s)}"
    if e.op == "S":
        ask_sign(by, "0 <= {}", s)
    return f"({'Sharm' if e.op == 'S' else 'Sexp'} {text})"


def _outputs(e: Expr, s: CoqScope) -> tuple[str, CoqName]:
    name, options, n, k = e.args
    text = f"(outputs {_mechanism(name, options, s)} {natural(n, s)} {natural(k, s)})"
    ask_at_least(n, 1, s)
    ask_at_least(k, 2, s)
    return text, CoqName(COUNTS, home=(n, k) if name in EXPONENTIAL else None)


WORDS: dict[str, Printer] = {
    "d": _replaced,
    "hellinger": _hellinger,
    "H": _of_datasets("distance"),
    "C": _of_datasets("multiplicity"),
    "LS": _local,
    "GS": _global,
    "S": _smooth,
    "Sexp": _smooth,
    "P": _probability,
    "loss": _loss,
    "delta": _hockey_stick,
}
SETS = {"outputs": _outputs}
