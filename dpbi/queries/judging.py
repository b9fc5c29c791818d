"""Whether a sensitivity S of one's own is an upper bound on LS, and smooth.

    upper bound   LS(x) <= S(x)
    exponential   S(x) <= e^beta S(y)          for all neighbours x, y, both ways: it follows for
    harmonic      1/S(x) - 1/S(y) <= gamma     every distance

S is a function of a dataset whose values are exact, or a formula S(x, F) over a number field, which
is enclosed in balls at growing precision.  A verdict says no more than was seen: `fails` is certain
at the witness, the first one; `holds` is certain at every declared dataset, and says nothing of
others; `undecided` is left where enclosures cannot tell.  Where S(x) = S(y) = 0 nothing is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from dpbi.errors import LostGuarantee, UndecidedComparison, brief, printable
from dpbi.fields import Enclosure
from dpbi.fields.field import LADDER
from dpbi.laws.foreign import at_home
from dpbi.laws.promise import FAILS, HOLDS, UNDECIDED
from dpbi.queries.own import BadBound, Own, PerhapsNegative
from dpbi.queries.rules import ByTerm, Rule
from dpbi.queries.sizes import Size

Spot: TypeAlias = tuple[int, int | None]
"""A dataset by position, and for smoothness its neighbour."""


@dataclass(frozen=True, slots=True)
class SmoothnessFinding:
    """What was found of S: the claim, the verdict, and where it first fails or is not decided.

    >>> import dpbi
    >>> @dpbi.query(datasets=range(5), neighbours="line")
    ... def square(x):
    ...     return x**2
    >>> bound, smooth = dpbi.sensitivity(square).judge(lambda x: 2 * x + 1, gamma="1/3")
    >>> bound.verdict, smooth.verdict, smooth.x, smooth.y
    ('holds', 'fails', 0, 1)
    """

    claim: str
    verdict: str
    x: Any
    y: Any
    where: str
    datasets: int
    slack: Fraction
    trusts: tuple[str, ...]

    @property
    def holds(self) -> bool | None:
        """True, False, or None where it is not decided."""
        return {HOLDS: True, FAILS: False}.get(self.verdict)

    def json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "claim": self.claim,
            "verdict": self.verdict,
            "x": at_home(self.x),
            "y": at_home(self.y),
            "where": self.where or None,
            "slack": str(self.slack),
            "over": {"datasets": self.datasets},
            "trusts": list(self.trusts),
        }

    def __str__(self) -> str:
        place = f"on the {self.datasets:,} declared datasets"
        if self.verdict == HOLDS:
            within = f" with slack {self.slack}" if self.slack else ""
            return f"{self.claim}{within}, {place}"
        told = "not so" if self.verdict == FAILS else "not decided"
        return f"{self.claim}: {told} at {self.where}"


def judged(
    own: Own, sizes: Sequence[Size], rule: Rule | None, slack: Fraction
) -> tuple[SmoothnessFinding, ...]:
    """The findings, with more bits for as long as a formula needs them."""
    rungs = LADDER if own.is_formula else LADDER[:1]
    findings: tuple[SmoothnessFinding, ...] | None = None
    for rung in rungs:
        try:
            values = own.values(rung.bits)
        except (UndecidedComparison, PerhapsNegative) as error:
            if rung is not rungs[-1] or findings is not None:
                continue
            if isinstance(error, PerhapsNegative):
                raise
            raise BadBound(own.label, f"S(x, F): {error}") from None
        except LostGuarantee as error:
            raise BadBound(own.label, f"S(x, F): {error}") from None
        findings = tuple(_findings(own, values, sizes, rule, slack))
        if all(f.verdict != UNDECIDED for f in findings):
            break
    assert findings is not None  # the last rung has raised
    return findings


def _findings(
    own: Own, values: Sequence[Enclosure], sizes: Sequence[Size], rule: Rule | None, slack: Fraction
) -> Iterator[SmoothnessFinding]:
    """As far as these values tell."""

    def finding(claim: str, seen: Iterator[tuple[Spot, bool | None]]) -> SmoothnessFinding:
        verdict, place = _first(seen)
        names, x, y, where = own.answers.names, None, None, ""
        if place is not None:
            i, j = place
            x, y = names[i], None if j is None else names[j]
            other = f"LS = {sizes[i]}" if j is None else f"S = {values[j]} at {brief(y)}"
            where = printable(f"{brief(x)}: S = {values[i]}, and {other}")
        trusts = tuple(dict.fromkeys((*own.answers.trusts, *sorted(own.trusts))))
        return SmoothnessFinding(claim, verdict, x, y, where, len(names), slack, trusts)

    bound = (((i, None), _is_bound(sizes[i], v, slack)) for i, v in enumerate(values))
    yield finding(f"{own.label} is an upper bound on the local sensitivity", bound)
    if rule is not None:
        near = own.answers.near
        pairs = ((i, j) for i, js in enumerate(near) for j in js)
        smooth = (((i, j), _is_smooth(values[i], values[j], rule, slack)) for i, j in pairs)
        yield finding(f"{own.label} is smooth ({rule.kind}, {rule.told})", smooth)


def _first(seen: Iterator[tuple[Spot, bool | None]]) -> tuple[str, Spot | None]:
    """The verdict of all, and the first place that decides it."""
    unsure: Spot | None = None
    for place, answer in seen:
        if answer is False:
            return FAILS, place
        if answer is None:
            unsure = unsure or place
    return (HOLDS if unsure is None else UNDECIDED), unsure


def _is_bound(local: Size, value: Enclosure, slack: Fraction) -> bool | None:
    """Whether LS <= S + slack."""
    if local <= value.lo + slack:
        return True
    return False if local > value.hi + slack else None


def _is_smooth(a: Enclosure, b: Enclosure, rule: Rule, slack: Fraction) -> bool | None:
    """Whether the rule allows a beside its neighbour b, for all that they can stand for.

    Each rule is hardest at one corner: a/b is largest where a is, 1/a - 1/b where a is smallest.
    """
    corners = [(a.hi, b.lo), (a.lo, b.hi)]
    hard, easy = reversed(corners) if isinstance(rule, ByTerm) else corners
    if _keeps(*hard, rule, slack):
        return True
    return None if _keeps(*easy, rule, slack) else False


def _keeps(a: Fraction, b: Fraction, rule: Rule, slack: Fraction) -> bool:
    """The same of two exact numbers, always decided."""
    if isinstance(rule, ByTerm):
        return b - a <= (rule.gamma + slack) * a * b
    if a <= slack:
        return True
    return b > 0 and rule.order((a - slack) ** 2, b * b, 1) <= 0
