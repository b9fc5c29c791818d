"""What a verb is asked about, and where the answer is computed.

dpbi's own mechanisms answer here.  Whatever else a target is (a file, a module, what another
package registers, a law in a file) is asked in a process of its own, within --time-limit and
--memory-limit.  What comes back are plain values (`promises/isolation.py`), and they are printed
here.
"""

from __future__ import annotations

import ast
import json
import os
import sys
import warnings
from collections.abc import Callable, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any, NoReturn, TypeVar

from dpbi.bayes.data import whole
from dpbi.cli import INTERRUPTED
from dpbi.cli.options import limits, split, working
from dpbi.errors import NOTHING, BadMechanism, InvalidValue, printable
from dpbi.laws.foreign import at_home, unwrapped
from dpbi.laws.protocol import Continuous, Mechanism
from dpbi.mechanisms.counts import OfCounts, has_counts
from dpbi.mechanisms.registry import of_the_drafts, parameters_of
from dpbi.mechanisms.targets import Maker, maker
from dpbi.support import interrupts
from dpbi.support.arguments import listed

T = TypeVar("T")
SHOWN = 3  # datasets that a refusal names
NAME_COUNTS = "name the dataset, such as --counts 7,13"
UNREADABLE = (ValueError, SyntaxError, MemoryError, RecursionError, TypeError)


@dataclass(frozen=True, slots=True)
class Asked:
    """A target, its parameters as text, and a dataset as text where one is named."""

    target: str
    parameters: Mapping[str, str]
    counts: str | None = None
    dataset: str | None = None

    @property
    def maker(self) -> Maker:
        """What makes the mechanisms of the target."""
        return _maker(self.target)

    def mechanism(self) -> Mechanism | Continuous:
        """The mechanism with these parameters."""
        return self.maker(self.parameters)

    def at_dataset(self) -> tuple[Mechanism | Continuous, Any]:
        """The mechanism and the dataset; one that needs n has the number of records counted."""
        if self.counts is not None and self.dataset is not None:
            raise InvalidValue("--dataset", self.dataset, "--counts names a dataset already")
        made, parameters, x = self.maker, self.parameters, self._named
        if "n" in made.needs - parameters.keys():
            if x is None:
                raise InvalidValue("--counts", NOTHING, NAME_COUNTS)
            if self.counts is not None or of_the_drafts(self.target):
                records = sum(_whole_counts(x))
                parameters = {**parameters, "n": str(max(1, records))}  # no dataset has another n
        m = made(parameters)
        return m, self._dataset(m, x)

    @property
    def _named(self) -> Any:
        """The dataset that was named; None for none."""
        if self.counts is not None:
            return _whole_counts(split(self.counts))
        return None if self.dataset is None else literal(self.dataset)

    def _dataset(self, m: Mechanism | Continuous, x: Any) -> Any:
        """x as the mechanism has it, or the dataset that is printed so."""
        if (counts := of_counts(m)) is not None:
            if x is None:
                raise InvalidValue("--counts", NOTHING, NAME_COUNTS)
            return counts.check_dataset(x)
        if x is None and self.dataset is None:
            raise InvalidValue("--dataset", NOTHING, f"name a dataset of {_some(m)}")
        with suppress(BadMechanism):
            return m.check_dataset(x)
        for y in m.datasets():
            if self.dataset in (str(at_home(y)), repr(y)):
                return y
        option, given = ("--counts", self.counts) if self.dataset is None else ("--dataset", x)
        raise InvalidValue(option, given, f"it is not a dataset of {_some(m)}")


@cache
def _maker(target: str) -> Maker:
    """Its file is run once; foreign ones are asked for in processes of their own only."""
    return maker(target)


def ask(
    kind: Any,
    work: Callable[..., T],
    *arguments: Any,
    within: tuple[float, int | None],
    what: str,
) -> T:
    """work(*arguments), which is a `kind`: here, or elsewhere where foreign code is asked."""
    asked = [a.target for a in arguments if isinstance(a, Asked)]
    foreign = [target for target in asked if not of_the_drafts(target)]
    shown = working(what) if what else nullcontext()
    if not foreign:
        with interrupts.soon(_stopped), shown:
            return work(*arguments)
    from dpbi.promises import isolation

    return isolation.run(
        foreign[0], kind, work, *arguments, limits=limits(*within), meanwhile=shown
    )


def _stopped() -> NoReturn:
    """End here and now: nothing that is under way is kept."""
    with suppress(OSError, ValueError):
        cursor = "\x1b[?25h" if sys.stderr.isatty() else ""  # the bar has hidden it
        sys.stderr.write(f"{cursor}\nstopped\n")
        sys.stderr.flush()
    os._exit(INTERRUPTED)


def of_counts(m: Mechanism | Continuous) -> OfCounts | None:
    """The mechanism on counts that m is, or wraps; None for others."""
    own = unwrapped(m)
    return own if has_counts(own) else None


def drawable(m: Mechanism | Continuous) -> OfCounts:
    """The mechanism on counts, refused where there is none: others have no picture."""
    if (counts := of_counts(m)) is None:
        raise InvalidValue("--plot", label(m), "there are pictures of mechanisms on counts only")
    return counts


def head(m: Mechanism | Continuous, asked: Asked, **more: Any) -> dict[str, Any]:
    """{"mechanism", "parameters"}, as every document begins."""
    return {"mechanism": label(m), "parameters": {**_parameters(m, asked), **more}}


def at(m: Mechanism | Continuous, asked: Asked, x: Any) -> dict[str, Any]:
    """The dataset by the name that it has in a document."""
    counted = asked.counts is not None or of_counts(m) is not None
    return {"counts" if counted else "dataset": at_home(x)}


def title(m: Mechanism | Continuous, asked: Asked, x: Any = None, *, nominal: bool = True) -> str:
    """The mechanism in a line: its label, where it is asked, and what it was made with."""
    place = "" if x is None else f" at {at_home(x)}"
    if (counts := of_counts(m)) is not None:
        parts = [f"prior {counts.prior}"]
        parts += [f"n = {counts.n}"] if x is None else []
        parts += [f"epsilon {counts.epsilon}"] if nominal else []
        return ", ".join([label(m) + place, *parts]) + smoothing(counts)
    said = _parameters(m, asked)
    parts = [f"{name} = {_text(v)}" for name, v in said.items() if nominal or name != "epsilon"]
    return printable(", ".join([label(m) + place, *parts]))


def label(m: Mechanism | Continuous) -> str:
    """What the mechanism is called, as it can be printed."""
    return printable(str(m.label))


def smoothing(m: OfCounts) -> str:
    """The delta or the beta that a mechanism's noise depends on, where it depends on one."""
    return f", {m.told}" if m.told else ""


def literal(text: str) -> Any:
    """A dataset as Python or JSON writes it, lists as tuples; what is neither is a text."""
    text = text.strip()
    for read in (ast.literal_eval, json.loads):
        with suppress(*UNREADABLE), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the text, of which Python thinks as code
            return _frozen(read(text))
    return text


def _frozen(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(map(_frozen, value))
    return frozenset(map(_frozen, value)) if isinstance(value, set) else value


def _whole_counts(given: Any) -> tuple[int, ...]:
    return tuple(whole("count", c) for c in listed("counts", given, "write them as 3,7"))


def _some(m: Mechanism | Continuous) -> str:
    """The mechanism, and the first of its datasets."""
    first = [repr(at_home(x)) for x in islice(m.datasets(), SHOWN + 1)]
    more = ", .." if len(first) > SHOWN else ""
    return f"{label(m)}, which has {', '.join(first[:SHOWN])}{more}"


def _parameters(m: Mechanism | Continuous, asked: Asked) -> dict[str, Any]:
    """The fields of a mechanism on counts; of others what they were made with, defaults too."""
    if (counts := of_counts(m)) is not None:
        return dict(parameters_of(counts))
    made = asked.maker
    return {k: _plain(v) for k, v in {**made.defaults, **made.read(asked.parameters)}.items()}


def _plain(value: Any) -> Any:
    """A parameter in a document: exact numbers as strings."""
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return str(value) if isinstance(value, Fraction) else at_home(value)


def _text(value: Any) -> str:
    return ",".join(map(_text, value)) if isinstance(value, list) else str(value)
