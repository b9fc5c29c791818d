"""Promises inside tests: a promise that is broken, or not decided, is a failing assertion.

    from dpbi import assert_private
    assert_private(MyMechanism(n=10), epsilon="1/2")

The message says which datasets, which output, both probabilities, and by how much.  Without an
epsilon the mechanism is held to what it promises for itself, and what a test marked dp_audit
returns is held to every mark above it (`broken`).

Families of mechanisms are a strategy over their parameters:

    @given(mechanisms(MyMechanism, n=st.integers(1, 6), epsilon=epsilons()))
    def test_it_is_private(m):
        assert_private(m)

Hypothesis shrinks a failing parameter towards few records and simple rationals, so that what it
prints is the smallest certified violation that it can reach.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, islice, takewhile
from math import ceil, floor, prod
from typing import TYPE_CHECKING, Any

from dpbi.bayes.data import whole
from dpbi.errors import DpbiError, InvalidValue
from dpbi.fields import ExactInput, Rational, rational
from dpbi.laws.forms import adapt
from dpbi.laws.promise import promises
from dpbi.laws.protocol import AnyMechanism, Mechanism
from dpbi.privacy.deciding import decide
from dpbi.privacy.finding import FAILS, UNDECIDED, Finding, told
from dpbi.support.arguments import optional

if TYPE_CHECKING:
    from hypothesis import strategies as st


class PromiseFailure(AssertionError):
    """A promise that was not seen to hold; `finding` has the numbers."""

    def __init__(self, finding: Finding) -> None:
        super().__init__("\n".join(told(finding)))
        self.finding = finding


class NotPrivate(PromiseFailure):
    """A promise that is certainly broken.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> try:
    ...     dpbi.assert_private(coin, epsilon=1)
    ... except dpbi.NotPrivate as broken:
    ...     print(broken.finding.witness.output)
    a
    """


class NotDecided(PromiseFailure):
    """A promise that is neither shown nor refuted: the bounds reach it.

    >>> import dpbi
    >>> issubclass(dpbi.NotDecided, AssertionError)
    True
    """


def assert_private(
    mechanism: AnyMechanism,
    *,
    epsilon: ExactInput | None = None,
    delta: Rational | None = None,
    rho: ExactInput | None = None,
    renyi: tuple[Rational, ExactInput] | None = None,
    slack: Rational = 0,
) -> tuple[Finding, ...]:
    """Raise unless the mechanism certainly keeps what is promised; return what was found.

    Without arguments it is held to what it claims for itself: its `epsilon`, and `delta` if it has
    one.  Numbers are exact: integers, fractions or decimal strings; bounds may be "ln(3)".  With a
    slack a promise counts as kept that is missed by at most that.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> dpbi.assert_private(coin, epsilon="ln(3)")
    (<Finding table is ln(3)-DP>,)
    """
    __tracebackhide__ = True
    m = adapt(mechanism)
    made = promises(
        epsilon=epsilon,
        delta=delta,
        rho=rho,
        renyi=renyi,
        slack=slack,
        default=m.promises,
        label=m.label,
    )
    found = tuple(decide(m, p) for p in made)
    for kind, verdict in ((NotPrivate, FAILS), (NotDecided, UNDECIDED)):
        for f in found:
            if f.verdict == verdict:
                raise kind(f)
    return found


PROMISES = tuple(inspect.signature(assert_private).parameters)[1:]


def broken(returned: Any, marks: Sequence[tuple[tuple[Any, ...], Mapping[str, Any]]]) -> str:
    """What is wrong with the mechanism or mechanisms, in words; empty where nothing is.

    A mark is its arguments, by position and by name.
    """
    if inspect.iscoroutine(returned):
        returned.close()
        return "a test marked dp_audit is a plain function: it cannot be async"
    several = isinstance(returned, (list, tuple)) and not hasattr(returned, "datasets")
    if returned is None or (several and not returned):
        return "a test marked dp_audit returns the mechanism to audit"
    for positional, promised in marks:
        if positional:
            return "write dp_audit(epsilon=..): what is promised goes by name"
        if strange := sorted(promised.keys() - set(PROMISES)):
            return f"dp_audit takes {', '.join(PROMISES)}, not {strange[0]}"
        for mechanism in returned if several else [returned]:
            try:
                assert_private(mechanism, **promised)
            except (AssertionError, DpbiError) as failure:
                return str(failure)
    return ""


SIMPLE = [Fraction(s) for s in ("1", "2", "1/2", "3", "1/3", "5", "1/10", "10", "1/100")]


def epsilons() -> st.SearchStrategy[Fraction]:
    """Positive rationals, the simplest first."""
    library = _strategies()
    others = library.fractions(Fraction(1, 20), 20, max_denominator=20)
    found: st.SearchStrategy[Fraction] = library.sampled_from(SIMPLE) | others
    return found


def priors(categories: int = 2) -> st.SearchStrategy[tuple[Fraction, ...]]:
    """Dirichlet parameters, ones first."""
    each = [epsilons()] * whole("categories", categories)
    found: st.SearchStrategy[tuple[Fraction, ...]] = _strategies().tuples(*each)
    return found


def mechanisms(make: Callable[..., Any], /, **parameters: Any) -> st.SearchStrategy[Mechanism]:
    """make(**parameters); a parameter is a strategy, a list to choose from, or a value."""
    drawn = {name: _strategy(value) for name, value in parameters.items()}
    found: st.SearchStrategy[Mechanism] = _strategies().builds(make, **drawn).map(adapt)
    return found


def _strategies() -> Any:
    """Those of Hypothesis, which a single promise does not need."""
    return optional("hypothesis.strategies", "search", "a family of mechanisms")


def simplest(low: Any, high: Any, *, denominator: int = 20) -> list[Fraction]:
    """All rationals from low to high with denominators up to a bound, the simplest first."""
    least, most = rational("low", low), rational("high", high)
    denominator = whole("denominator", denominator)
    found = {
        Fraction(p, q)
        for q in range(1, denominator + 1)
        for p in range(ceil(least * q), floor(most * q) + 1)
    }
    return sorted(found, key=lambda f: (f.denominator, abs(f.numerator), f < 0))


def smallest_violation(
    make: Callable[..., Any],
    parameters: Mapping[str, Sequence[Any]],
    *,
    promised: Mapping[str, Any] | None = None,
    examples: int = 200,
    most: int = 5_000,
) -> tuple[dict[str, Any], Finding] | None:
    """The simplest parameters at which a promise certainly fails, with what was found; or None.

    Each parameter is a sequence, the simplest value first; the size of a choice is the sum of its
    places in them.  If there are at most `examples` choices, each is tried, in that order.
    Otherwise Hypothesis looks for a failure and shrinks it; then every smaller choice is tried (up
    to `most`), as its shrinking is only local.  `promised` are the arguments of `assert_private`;
    without them each mechanism is held to the epsilon that it claims.  None proves nothing.
    """
    values = {name: list(given) for name, given in parameters.items()}
    examples, most = whole("examples", examples), whole("most", most)
    if min(examples, most) < 1:
        raise InvalidValue("examples, most", f"{examples}, {most}", "at least 1 each")

    @cache
    def broken(places: tuple[int, ...]) -> Finding | None:
        drawn = {k: v[i] for (k, v), i in zip(values.items(), places, strict=True)}
        m = adapt(make(**drawn))
        made = promises(**(promised or {}), default=m.promises, label=m.label)
        return next((f for f in (decide(m, p) for p in made) if f.verdict == FAILS), None)

    sizes = [len(v) for v in values.values()]
    few = prod(sizes) <= examples
    places = _first(sizes, broken) if few else _found(sizes, broken, examples)
    if places is None:
        return None
    for smaller in () if few else islice(_in_order(sizes, places), most):
        if broken(smaller) is not None:
            places = smaller
            break
    finding = broken(places)
    assert finding is not None  # it was found by the same function
    return {k: v[i] for (k, v), i in zip(values.items(), places, strict=True)}, finding


def _first(sizes: list[int], broken: Callable[[tuple[int, ...]], Any]) -> tuple[int, ...] | None:
    """The smallest failing choice of all."""
    every = chain.from_iterable(_of_sum(sizes, total) for total in range(sum(sizes) + 1))
    return next((places for places in every if broken(places) is not None), None)


def _found(
    sizes: list[int], broken: Callable[[tuple[int, ...]], Any], examples: int
) -> tuple[int, ...] | None:
    """Some failing choice, as far as Hypothesis shrinks it."""
    hypothesis = optional("hypothesis", "search", f"a search of more than {examples} choices")
    integers = hypothesis.strategies.integers
    strategy = hypothesis.strategies.tuples(*(integers(0, size - 1) for size in sizes))
    rules = hypothesis.settings(
        max_examples=examples,
        database=None,
        deadline=None,
        derandomize=True,
        phases=[hypothesis.Phase.generate, hypothesis.Phase.shrink],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    try:
        places: tuple[int, ...] = hypothesis.find(
            strategy, lambda p: broken(p) is not None, settings=rules
        )
    except hypothesis.errors.NoSuchExample:
        return None
    return places


def _in_order(sizes: list[int], below: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The choices smaller than one, the smallest first: by their sum, then by their places."""
    for total in range(sum(below) + 1):
        yield from takewhile(lambda c: (sum(c), c) < (sum(below), below), _of_sum(sizes, total))


def _of_sum(sizes: list[int], total: int) -> Iterator[tuple[int, ...]]:
    """The choices with a sum, in order."""
    if not sizes:
        yield from [()] if total == 0 else []
        return
    first, *rest = sizes
    for place in range(min(first - 1, total) + 1):
        yield from ((place, *others) for others in _of_sum(rest, total - place))


def _strategy(value: Any) -> st.SearchStrategy[Any]:
    library = _strategies()
    if not isinstance(value, library.SearchStrategy):
        choice = isinstance(value, (list, range))
        value = library.sampled_from(value) if choice else library.just(value)
    found: st.SearchStrategy[Any] = value
    return found
