"""All paths of a program at one dataset, each walked once.

A program cannot be stopped and copied, so each path is a run from the start along the decisions
that lead to it; where a run can go on in several ways, the others become runs of their own, the
likeliest first.  When none is left, the zones of the paths are disjoint and cover everything: their
probabilities sum to 1, which is checked where they are computed.

While a program runs, other generators are watched (`programs/elsewhere.py`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from threading import RLock
from typing import Any

from dpbi.errors import DpbiError, brief
from dpbi.laws.blame import what_was_raised, where
from dpbi.programs.adversary.showing import ended
from dpbi.programs.answers import Remembered
from dpbi.programs.doubles import followed, what_doubles_are
from dpbi.programs.drawing import DrawnRun
from dpbi.programs.elsewhere import OTHER, only_ours
from dpbi.programs.extremes import whole_extremes
from dpbi.programs.families import Tree
from dpbi.programs.generator import Generator
from dpbi.programs.infinite.templates import template
from dpbi.programs.loops.content import state_of
from dpbi.programs.loops.helpers import Helpers, arguments
from dpbi.programs.loops.merging import Merger
from dpbi.programs.loops.waiting import Next
from dpbi.programs.made_for import MOST as MOST_MADE_FOR
from dpbi.programs.made_for import MadeFor
from dpbi.programs.paths import Explored, Path
from dpbi.programs.running import MOST_DECISIONS, Decision, Run
from dpbi.programs.standing import Standing
from dpbi.programs.stopping import EndedBy, Later, Met, NotFollowed, TooLong
from dpbi.programs.subprograms.sub import SubLaws
from dpbi.programs.unknown import Unknown
from dpbi.programs.values import Noisy
from dpbi.sampling import BitSource
from dpbi.support.deadline import seconds_left

UNLIKELY = 2.0**-60
"""So much less likely than at its start, a run is left for later: it may never end."""
ENOUGH = 2.0**-70
"""Runs of loops that are less likely need not be walked: there may be no end of them."""
MANY = 150
"""Runs of a program with loops after which functions that it calls become sub-programs."""
MOST_KEPT = 5_000_000
"""Parts of states, and draws of runs, that are kept in one walk: some hundred megabytes."""
ALONE = RLock()
"""What a run changes in the interpreter is undone in order: one run at a time."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How many paths are walked at one dataset, and for how many seconds."""

    paths: int
    seconds: float

    def shared(self, walks: int) -> Budget:
        """The same for one of several walks, in a process that has to have its answer in time.

        Half of the time is for what is made of the walks.
        """
        if (left := seconds_left()) is None:
            return self
        return replace(self, seconds=min(self.seconds, left / 2 / walks))

    def said(self, why: EndedBy) -> str:
        """What has ended a walk."""
        seconds = round(self.seconds) if self.seconds >= 10 else round(self.seconds, 1)
        limits = {"paths": self.paths, "seconds": seconds, "kept": MOST_KEPT}
        return why.value.format(**limits, length=MOST_DECISIONS)


@dataclass(frozen=True, slots=True)
class Walker:
    """A program, how it is called, how much of it is walked, and its sub-programs.

    A sub-program has a walker of its own, which ends no later than its caller.  `loops` says at
    which datasets the program goes round in loops, and whether runs can be merged there; `helped`
    at which of them functions that it calls are sub-programs (`loops/helpers.py`).  `has_list` says
    that its outputs are a list, `shapes` which parts of one are lists (`adversary/showing.py`).
    """

    label: str
    function: Callable[[Any, Any], Any]
    budget: Budget
    subs: SubLaws = field(default_factory=lambda: SubLaws((Unknown, Generator)))
    until: float | None = None
    assumed: set[str] = field(default_factory=set, compare=False)
    answers: Remembered = field(default_factory=Remembered, compare=False)
    made_for: dict[MadeFor, None] = field(default_factory=dict, compare=False)
    loops: dict[Any, bool] = field(default_factory=dict, compare=False)
    helpers: Helpers = field(default_factory=Helpers, compare=False)
    helped: dict[Any, bool] = field(default_factory=dict, compare=False)
    is_helper: bool = False
    has_list: bool = False
    shapes: dict[Any, Any] = field(default_factory=dict, compare=False)
    others: Standing = field(default_factory=Standing, compare=False)

    def explore(self, x: Any, *, last: bool = False) -> Explored:
        """The paths at x, in an order of no meaning; `last` takes the last option first."""
        if self.until is None:
            self.subs.walks += 1
        before = self.others.look() if self.until is None else []
        found = None
        while found is None:  # it has loops: all is walked again, and runs that meet are merged
            try:
                found = self._explored(x, last=last)
            except NotFollowed:
                if not self.helped.get(x):
                    raise
                self.helped[x] = False
        if before and self.others.states() != before:
            raise NotFollowed(self.label, OTHER, x)
        return found

    def _explored(self, x: Any, *, last: bool) -> Explored | None:
        """The paths at x; None where loops are seen that were not known of."""
        deadline, is_first = self._deadline(), x not in self.loops
        entry = self._entry() if self.loops.get(x) else None
        merger = Merger.of(entry, self.helpers, is_sub=self.until is not None)
        is_helped = self.is_helper or self.helped.get(x, False)
        waiting, walks, stopped_by = merger.waiting, 0, set[EndedBy]()
        while one := waiting.pop():
            if limit := self._met(walks, merger, one, deadline):
                stopped_by.add(limit)
                waiting.push(one.prefix, one.since, one.guess, one.sight)
                break
            if walks >= MANY and merger.has_states and x not in self.helped and self.helpers:
                self.helped[x] = self.helpers.are_known = not self.is_helper
                if self.helped[x]:
                    return None
            run = Run(one.prefix, last=last, deadline=deadline, home=self, since=one.since)
            run.is_helped = is_helped
            run.least, run.places = one.guess * UNLIKELY, set() if is_first else None
            if merger.has_states:
                run.least = max(run.least, one.guess * ENOUGH / one.likely)
            walks += 1
            try:
                with merger.watching(run):
                    path = self._walked(run, x)
                merger.end(run, path)
            except Later:  # its turn comes after those that are likelier
                walks -= 1
                waiting.push(tuple(run.trace), run.since, run.guess, run.sight())
            except Met:
                pass
            except TooLong:  # this path; what it left on its way may end all the same
                stopped_by.add(EndedBy.LENGTH)
                merger.leave(run, one)
            if run.has_loops or run.is_lost:
                self.loops[x] = not run.is_lost
                return None
            if run.is_partial:
                stopped_by.add(EndedBy.SUB)
            for guess, left, since, sight in run.left:
                waiting.push(left, since, guess, sight)
        if not (stopped_by or merger.always_ends):
            stopped_by.add(EndedBy.STUCK)
        if stopped_by and time.monotonic() > deadline:
            stopped_by.add(EndedBy.SECONDS)
        why = next((limit for limit in EndedBy if limit in stopped_by), None)
        return merger.explored(why)

    def _met(self, walks: int, merger: Merger, one: Next, deadline: float) -> EndedBy | None:
        """The limit that a walk has met before its next run."""
        if time.monotonic() > deadline:
            return EndedBy.SECONDS
        if walks >= self.budget.paths:
            return EndedBy.PATHS
        if merger.kept > MOST_KEPT:
            return EndedBy.MEMORY
        is_enough = one.likely < ENOUGH and merger.is_enough(walks, one, ENOUGH)
        return EndedBy.UNLIKELY if is_enough else None

    def _entry(self) -> Any:
        """The function that was written, within what calls it for a sub-program."""
        return self.function if self.until is None else vars(self.function).get("within")

    def again(self, trace: tuple[Decision, ...], x: Any) -> Path | None:
        """The path along these decisions; None where it goes on beyond them."""
        run = Run(trace, last=False, deadline=self._deadline(), home=self)
        path = self._walked(run, x)
        return path if len(run.trace) == len(trace) else None

    def sub(self, run: Run, function: Any, args: tuple[Any, ...]) -> Any:
        """What a sub-program of a run comes to.

        Where its runs are merged it is not walked again, so what it is given must be known exactly.
        """
        subs, given = self.subs, state_of(run, (function, args))
        walker = partial(self.within, run, function, merges=given is not None)
        return subs.draw(run, walker, args, lambda: (subs.key(function, args), given))

    def within(self, run: Run, function: Any, *, merges: bool = True) -> Walker:
        """The walker of a sub-program, which is handed a tuple of arguments."""
        name = brief(getattr(function, "__name__", type(function).__name__))

        def called(given: Any, rng: Any) -> Any:
            return function(*given, rng)

        called.within = function if merges else None  # type: ignore[attr-defined]
        return self._inner(run, name, called)

    def help(self, run: Run, function: Any, alike: Any, given: tuple[Any, ...]) -> Any:
        """What a function that the program calls comes to, as a sub-program."""

        def called(given: Any, rng: Any) -> Any:
            plain, named = arguments(given, rng)
            return function(*plain, **named)

        called.within = function  # type: ignore[attr-defined]
        walker = partial(self._inner, run, function.__name__, called)
        return self.subs.draw(run, walker, given, lambda: ("helper", alike))

    def _inner(self, run: Run, name: str, called: Callable[[Any, Any], Any]) -> Walker:
        """A walker that ends no later than a run, and shares what is known."""
        return replace(
            self,
            label=name,
            function=called,
            until=run.deadline,
            loops={},
            helped={},
            is_helper=run.is_helped,
        )

    def _deadline(self) -> float:
        """When to stop."""
        own = time.monotonic() + self.budget.seconds
        return own if self.until is None else min(own, self.until)

    def draw(self, x: Any, bits: BitSource, adversary: Callable[..., int] | None = None) -> Any:
        """One output at x, by a run for real."""
        return self._walked(DrawnRun(bits, self, adversary), x).output

    def _walked(self, run: Run, x: Any) -> Path:
        """One path to its end."""
        try:
            helped = self.helpers.asked() if run.is_helped else nullcontext()
            with ALONE, only_ours(run), whole_extremes(run), followed(self.function), helped:
                output, forest = self._output(run, self.function(x, Generator(run)))
            if len(run.trace) < len(run.prefix):
                run.refuse("it does something else when it is run again")
            found = run.leg(forest)
            return Path(output, found.weight, found.forest, found.outcomes, tuple(run.offered))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            if isinstance(run.stopped, TooLong):
                raise run.stopped from error
            told = str(error) if isinstance(error, DpbiError) else what_was_raised(error)
            place = where(error, error.__traceback__)
            if not isinstance(run, DrawnRun):  # whose draws are nobody's business
                told += what_doubles_are(run)
            raise NotFollowed(self.label, f"{run.stopped or told}{place}", x) from error
        finally:
            run.is_open = False
            self.assumed.update(run.assumes)
            if len(self.made_for) < MOST_MADE_FOR:
                self.made_for.update(dict.fromkeys(run.made_for))

    def _output(self, run: Run, returned: Any) -> tuple[Any, tuple[Tree, ...] | None]:
        """What was returned, once nothing was refused on the way; of a template the other trees.

        Integers of which infinitely many values are left stay open in what a program returns.  A
        sub-program has finitely many outcomes, and a run for real has one.
        """
        left: list[Noisy] | None = []
        if self.until is not None or isinstance(run, DrawnRun):
            left = None
        output = ended(run, returned, (Generator,), left)
        if run.stopped is not None:
            raise run.stopped
        return template(run, output, left) if left else (output, None)
