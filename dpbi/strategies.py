"""Hypothesis strategies over the domains of a reading's variables.

Shrinking leads towards few records, few categories and simple rationals.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from dpbi.data import Counts, neighbours
from dpbi.formula import Formula, Variable
from dpbi.grids import inside
from dpbi.posteriors import Dirichlet

RATIONALS = ["1", "1/2", "2", "1/3", "3", "1/10", "7/5", "10", "1/100", "100", "1/1000"]
rationals = st.sampled_from(RATIONALS).map(Fraction) | st.fractions(
    Fraction(1, 20), 20, max_denominator=20
)


@st.composite
def assignments(draw: st.DrawFn, formula: Formula, largest_n: int) -> dict[str, Any]:
    """A value for every variable of a formula, within its domain."""
    env: dict[str, Any] = {}
    for v in formula.variables:
        if v.domain[0] in ("int", "rational", "word"):
            env[v.name] = draw(_scalar(v, largest_n))
        elif v.domain[0] == "prior":
            env["prior"] = draw(_priors(v))
        elif v.domain[0] == "vector":
            env[v.name] = tuple(draw(st.lists(st.integers(0, 8), min_size=1, max_size=4)))
    near = {h.args[1].args[0]: h.args[0].args[0] for h in formula.hypotheses if h.op == "adjacent"}
    for v in formula.variables:
        if v.domain[0] == "dataset":
            base = env.get(near.get(v.name, ""))
            if base is None:
                env[v.name] = draw(_datasets(env["n"], env["prior"].k))
            else:
                env[v.name] = draw(st.sampled_from(sorted(neighbours(base))))
    return env


def _scalar(v: Variable, largest_n: int) -> st.SearchStrategy[Any]:
    kind, *bounds = v.domain
    if kind == "word":
        return st.sampled_from(bounds)
    if kind == "int":
        low, high = bounds
        least = 0 if low is None else low
        return st.integers(least, min(least + largest_n, largest_n if high is None else high))
    low, high, strict = bounds
    signed = rationals if low == "0" else rationals | rationals.map(lambda q: -q)
    with_zero = signed | st.just(Fraction(0)) if strict[0] == "[" else signed
    return with_zero.filter(lambda q: inside(q, low, high, strict))


def _priors(v: Variable) -> st.SearchStrategy[Dirichlet]:
    sizes = st.just(v.domain[1]) if len(v.domain) > 1 else st.sampled_from([2, 2, 2, 3])
    return sizes.flatmap(lambda k: st.lists(rationals, min_size=k, max_size=k)).map(Dirichlet)


def _datasets(n: int, k: int) -> st.SearchStrategy[Counts]:
    cuts = st.lists(st.integers(0, n), min_size=k - 1, max_size=k - 1).map(sorted)
    return cuts.map(lambda c: tuple(b - a for a, b in zip([0, *c], [*c, n], strict=True)))
