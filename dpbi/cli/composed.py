"""`dpbi loss --compose K` and `--budget EPSILON,DELTA`: what many releases lose together."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import click

from dpbi.cli.options import WHOLE, split
from dpbi.errors import InvalidValue
from dpbi.fields import Bounds
from dpbi.laws.foreign import at_home
from dpbi.laws.protocol import Mechanism
from dpbi.privacy import Divergence

DIGITS = 12  # of what is printed

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Composition:
    """How many releases are asked about, or a budget that says how many there may be."""

    releases: int | None
    budget: tuple[str, str] | None

    @staticmethod
    def of(releases: int | None, budget: str | None) -> Composition:
        """From the two options."""
        if budget is None:
            return Composition(releases, None)
        parts = split(budget)
        if len(parts) != 2:
            raise InvalidValue("--budget", budget, "write an epsilon and a delta, such as 3,1e-6")
        return Composition(releases, (parts[0], parts[1]))

    @property
    def is_asked(self) -> bool:
        """Whether anything is."""
        return self.releases is not None or self.budget is not None


@dataclass(frozen=True, slots=True)
class ComposedAnswer:
    """The answers: delta at each epsilon, the smallest epsilon, the number of releases."""

    releases: int | None = None
    curve: tuple[Divergence, ...] = ()
    epsilon: Bounds | None = None
    budget: tuple[str, str] | None = None
    allowed: Bounds | None = None

    def rows(self) -> list[tuple[str, str]]:
        """The lines for a person."""
        rows = [] if self.releases is None else [("releases", f"{self.releases}, independent")]
        rows += [(f"delta({d.at}) of all", f"{_short(d)}   {d.x} and {d.y}") for d in self.curve]
        if self.epsilon is not None:
            rows.append(("epsilon of all", _short(self.epsilon)))
        if self.allowed is not None and self.budget is not None:
            within = f"   within epsilon {self.budget[0]}, delta {self.budget[1]}"
            rows.append(("releases allowed", f"{_count(self.allowed)}{within}"))
        return rows

    def json(self) -> dict[str, Any]:
        """{"composed", "budget"}, each where it was asked for."""
        document: dict[str, Any] = {}
        if self.releases is not None:
            profile = [{"epsilon": str(d.at), **d.json("delta")} for d in self.curve]
            document["composed"] = {"releases": self.releases, "profile": profile}
            if self.epsilon is not None:
                ends = {**self.epsilon.ends(20), **self.epsilon.missed()}
                document["composed"]["epsilon_at_delta"] = ends
        if self.allowed is not None and self.budget is not None:
            epsilon, delta = self.budget
            document["budget"] = {
                "epsilon": epsilon,
                "delta": delta,
                "releases": self.allowed.ends(),
            }
        return document


def composition_options(function: Command) -> Command:
    """The options --compose and --budget."""
    for option in (
        click.option(
            "--budget", help="Also how many releases an epsilon and a delta allow, such as 3,1e-6."
        ),
        click.option(
            "--compose",
            type=WHOLE,
            help="Also --profile and --at-delta of so many independent releases together.",
        ),
    ):
        function = option(function)
    return function


def compose(
    m: Mechanism, question: Composition, profile: str | None, at_delta: str | None
) -> ComposedAnswer:
    """What is asked of many releases of m."""
    from dpbi import privacy

    found = ComposedAnswer(question.releases, budget=question.budget)
    if (k := question.releases) is not None:
        if not profile and not at_delta:
            need = "say at which epsilons or delta, with --profile or --at-delta"
            raise InvalidValue("--compose", k, need)
        curve = privacy.composed_profile(m, k, split(profile)) if profile else []
        at_home_too = tuple(replace(d, x=at_home(d.x), y=at_home(d.y)) for d in curve)
        epsilon = privacy.composed_epsilon(m, k, at_delta) if at_delta else None
        found = replace(found, curve=at_home_too, epsilon=epsilon)
    if question.budget is not None:
        found = replace(found, allowed=privacy.releases_within(m, *question.budget))
    return found


def _short(found: Bounds) -> str:
    """Bounds to a few digits."""
    shown = found.ends(DIGITS)
    if shown["lo"] == shown["hi"]:
        return shown["lo"]
    return f"[{shown['lo']}, {shown['hi']}]{found.wider_than_asked()}"


def _count(found: Bounds) -> str:
    """A number of releases, or what is known of it."""
    if found.hi == math.inf:
        return f"at least {found.lo}"
    return f"{found.lo}" if found.lo == found.hi else f"between {found.lo} and {found.hi}"
