"""The sensitivity of a query inside tests: one that is larger is a failing assertion.

    from dpbi import assert_sensitivity
    assert_sensitivity(count, at_most=1)

The message says which two datasets, what is answered at both, and how far that is apart.
"""

from __future__ import annotations

from dpbi.errors import printable
from dpbi.fields import Rational
from dpbi.laws.protocol import AnyMechanism
from dpbi.queries import AnyQuery, Sensitivity, Size, sensitivity
from dpbi.queries.sizes import Norm


class TooSensitive(AssertionError):
    """A query that is certainly more sensitive than it should be; `found` is its `Sensitivity`.

    >>> import dpbi
    >>> @dpbi.query(datasets=range(5), neighbours="line")
    ... def double(x):
    ...     return 2 * x
    >>> try:
    ...     dpbi.assert_sensitivity(double, at_most=1)
    ... except dpbi.TooSensitive as error:
    ...     print(error)
    double has sensitivity 2, not at most 1 (l1 norm)
      between   0 and 1
      answers   0 and 2
    """

    def __init__(self, found: Sensitivity, at_most: Size) -> None:
        x, y = found.pair
        said = f"{found.label} has sensitivity {found.value}, not at most {at_most}"
        lines = [
            f"{said} ({found.norm} norm)",
            f"  between   {x} and {y}",
            f"  answers   {found.answer(x)} and {found.answer(y)}",
        ]
        super().__init__("\n".join(map(printable, lines)))
        self.found, self.at_most = found, at_most


def assert_sensitivity(
    query: AnyQuery,
    *,
    at_most: Rational | Size,
    norm: Norm = "l1",
    over: AnyQuery | AnyMechanism | None = None,
) -> Sensitivity:
    """Raise unless the query is at most so sensitive at its declared datasets; return what it is.

    `at_most` is an exact number, or "sqrt(2)"; `norm` and `over` as in `dpbi.sensitivity`.  The
    comparison is exact.

    >>> import dpbi
    >>> @dpbi.query(datasets=range(5), neighbours="line")
    ... def count(x):
    ...     return x
    >>> dpbi.assert_sensitivity(count, at_most=1)
    <Sensitivity of count: 1>
    """
    __tracebackhide__ = True
    bound = Size.of(at_most, "at_most")
    found = sensitivity(query, norm=norm, over=over)
    if not found.at_most(bound):
        raise TooSensitive(found, bound)
    return found
