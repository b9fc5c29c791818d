"""What `dpbi sensitivity` was asked and has found, for programs and for people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dpbi.errors import brief
from dpbi.laws.foreign import at_home
from dpbi.laws.promise import overall

if TYPE_CHECKING:
    from dpbi.queries import (
        LocalSensitivity,
        Sensitivity,
        Size,
        SmoothnessFinding,
        SmoothSensitivity,
    )


@dataclass(frozen=True, slots=True)
class SensitivityQuestion:
    """A query, and what is asked of it, as text."""

    target: str
    parameters: dict[str, str]
    over: str | None
    norm: str
    beta: str | None
    gamma: str | None
    dataset: str | None
    at_most: str | None
    own: str | None
    slack: str
    every: bool
    as_json: bool


@dataclass(frozen=True, slots=True)
class SensitivityRow:
    """What was found at one dataset."""

    local: LocalSensitivity
    smooth: SmoothSensitivity | None

    @property
    def enclosed(self) -> bool:
        """Whether one of its numbers is not known exactly."""
        return self.local.value.exact is None or (
            self.smooth is not None and self.smooth.exact is None
        )

    def json(self) -> dict[str, Any]:
        """For programs."""
        local, smooth = self.local, self.smooth
        found: dict[str, Any] = {
            "dataset": at_home(local.x),
            "local": local.value.json() | {"neighbour": at_home(local.y)},
        }
        if smooth is not None:
            found["smooth"] = smooth.json() | {"from": at_home(smooth.source)}
        return found

    def __str__(self) -> str:
        local, smooth = self.local, self.smooth
        with_whom = "no neighbours" if local.y is None else f"with {short_name(local.y)}"
        said = f"local {local.value} ({with_whom})"
        if smooth is None:
            return said
        where = f" (from {short_name(smooth.source)}, {smooth.distance} away)"
        return f"{said}, smooth {smooth.short()}{where if smooth.distance else ''}"


@dataclass(frozen=True, slots=True)
class Sensed:
    """All that was found, to be printed in two ways."""

    asked: SensitivityQuestion
    s: Sensitivity
    bound: Size | None
    rows: list[SensitivityRow]
    more: int  # datasets that are not printed
    own: tuple[SmoothnessFinding, ...]

    @property
    def verdict(self) -> str:
        """Of all that it was held to; empty where that is nothing."""
        verdicts = [f.verdict for f in self.own]
        if self.bound is not None:
            verdicts.append("holds" if self.s.at_most(self.bound) else "fails")
        return overall(verdicts) if verdicts else ""

    @property
    def trusts(self) -> list[str]:
        """What the answers rest on."""
        enclosed = self.s.value.exact is None or any(row.enclosed for row in self.rows)
        own = [t for f in self.own for t in f.trusts]
        return [*dict.fromkeys([*self.s.trusts, *own, *(["ball"] if enclosed else [])])]

    def document(self) -> dict[str, Any]:
        """For programs: names are added, never changed."""
        asked, s = self.asked, self.s
        x, y = s.pair
        datasets, pairs, one_way = s.counted
        return {
            "query": s.label,
            "parameters": asked.parameters,
            "norm": s.norm,
            "sensitivity": s.value.json(),
            "witness": {"x": at_home(x), "y": at_home(y), "answers": [s.answer(x), s.answer(y)]},
            "at_most": None if self.bound is None else self.bound.json(),
            "beta": asked.beta,
            "gamma": asked.gamma,
            "datasets": [row.json() for row in self.rows],
            "own": [f.json() for f in self.own],
            "verdict": self.verdict or None,
            "over": {"datasets": datasets, "ordered_pairs": pairs, "listed_one_way": one_way},
            "trusts": self.trusts,
        }

    def lines(self) -> Iterator[str]:
        """For people."""
        s = self.s
        x, y = s.pair
        datasets, pairs, one_way = s.counted
        given = "".join(f", {k} = {v}" for k, v in self.asked.parameters.items())
        is_at_most = "" if self.bound is None else f" is {self._kept}at most {self.bound}"
        yield f"{s.label}{given}, {s.norm} norm" + (
            f": sensitivity{is_at_most}" if is_at_most else ""
        )
        yield _line("global sensitivity", str(s.value))
        yield _line("attained", f"{short_name(x)} and {short_name(y)}")
        yield _line("", f"answers {s.answer(x)} and {s.answer(y)}")
        for row in self.rows:
            yield _line(f"at {short_name(row.local.x)}", str(row))
        if self.more:
            yield _line("", f"and {self.more:,} more datasets, which --all prints")
        for f in self.own:
            yield _line(f.verdict, str(f))
        are = "pair is" if one_way == 1 else "pairs are"
        one = f"; {one_way:,} {are} listed one way only" if one_way else ""
        yield _line("checked", f"{datasets:,} datasets, {pairs:,} ordered pairs of neighbours{one}")
        yield _line("rests on", ", ".join(self.trusts))

    @property
    def _kept(self) -> str:
        return "" if self.bound is None or self.s.at_most(self.bound) else "not "


def short_name(x: Any) -> str:
    """A dataset as people read it, cut where it is long."""
    return brief(at_home(x), 80)


def _line(key: str, text: str) -> str:
    return f"  {key:<20} {text}"
