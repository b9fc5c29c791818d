"""`rng.show(value)` and `rng.choose(options)`: what an adversary sees of a run, and what it picks.

What is seen becomes part of the output, a transcript (`laws/transcripts.py`).  Whether the program
asks, shows or ends is seen as well, so a program may show things at different points.

A choice splits the run as a uniform draw does.  So the probabilities of all paths sum to 1, with an
adversary as without, and what is left of a program that does not end is a probability.  It is the
law against an adversary that chooses uniformly: the mass of a transcript is its probability in it,
times the number of options at each choice.

The adversary knows what it is offered.  So the options may depend on what it has seen, and on
nothing else: `agreed` refuses a program that offers, at what looks the same, other options in
another run or at another dataset.  Options are the same if they look alike (`likeness.py`), and a
choice is the place of an option in its list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from dpbi.errors import DpbiError, brief
from dpbi.laws.identity import Indistinct
from dpbi.laws.transcripts import Chose, Glimpse, Saw, Transcript, transcript_of
from dpbi.programs.infinite.templates import Hole, signature_of
from dpbi.programs.running import Run
from dpbi.programs.stopping import NotFollowed
from dpbi.programs.subprograms.likeness import WRITTEN, Look, Unclear
from dpbi.programs.unknown import Unknown, as_value
from dpbi.programs.values import Noisy, endless
from dpbi.support.arguments import listed

MOST_OPTIONS = 1000
"""Of one choice."""

LEAVE = "leave out outputs="

OTHERS = (
    "it offers the adversary other options than {}, where the same has been shown: options may "
    "depend on what has been shown, and on nothing else"
)


def show(run: Run, value: Any, refused: tuple[type, ...]) -> Any:
    """The value itself, without noises, once the adversary has seen it."""
    _in_a_program(run, "shows something")
    shown = settled_transcripts(run, value, "shows", refused)
    _check_shape(run, value, shown)
    run.events.append(Saw(shown))
    return shown


def option_chosen(run: Run, options: Iterable[Any], refused: tuple[type, ...]) -> Any:
    """The option that the adversary picks: one path for each."""
    _in_a_program(run, "asks an adversary")
    try:
        several = listed("options", options, most=MOST_OPTIONS)
        alike = tuple(Look((Unknown, *refused)).at(option) for option in several)
    except Unclear as why:
        run.refuse(f"it offers the adversary an option that {why}")
    except DpbiError as error:
        run.refuse(f"its choice is refused: {error}")
    if not several:
        run.refuse("it offers the adversary no options at all")
    picks = [Chose(n, name, len(several)) for n, name in enumerate(_names(several))]
    chose = run.chosen(alike, several, picks)
    run.events.append(chose)
    run.offered.append(alike)
    return several[chose.number]


def ended(
    run: Run, returned: Any, refused: tuple[type, ...] = (), left: list[Noisy] | None = None
) -> Any:
    """The output of a run: a transcript where the adversary has seen something.

    Integers with infinitely many values become holes, and are put into `left`, if there is such a
    list; in a transcript they are refused.
    """
    if run.events and returned is None:
        return Transcript(tuple(run.events), None)
    last = settled_transcripts(run, returned, "returns", refused, None if run.events else left)
    _check_shape(run, returned, last)
    return Transcript(tuple(run.events), last) if run.events else last


def settled_transcripts(
    run: Run,
    given: Any,
    verb: str,
    refused: tuple[type, ...],
    left: list[Noisy] | None = None,
) -> Any:
    """Lists become tuples; an unknown number becomes each of its values, or a hole."""
    kind = type(given)
    if issubclass(kind, Unknown):
        if left is None or (found := endless(given)) is None:
            return as_value(given)
        left.append(found)
        return Hole(len(left) - 1, found.kind)
    if kind in (tuple, list):
        return tuple(settled_transcripts(run, part, verb, refused, left) for part in given)
    if given is None or isinstance(given, (dict, set, Iterator, *refused)):
        told = f"it {verb} {_with_article(given)}"
        run.refuse(f"{told}: {verb.removesuffix('s')} text, numbers or tuples of them")
    if isinstance(given, tuple) and hasattr(kind, "_make"):  # a named tuple
        return kind._make(settled_transcripts(run, part, verb, refused, left) for part in given)
    hash(given)  # while a noise that is hidden in it still refuses
    return given


def _check_shape(run: Run, given: Any, settled: Any) -> None:
    """Refuse a tuple where another run has a list of the same: who sees it can tell them apart."""
    home = run.home
    if not isinstance(settled, tuple) or home is None or home.until is not None:
        return
    try:
        place = len(run.events), signature_of(settled)
    except Indistinct:  # which is refused where outputs are told apart
        return
    if home.shapes.setdefault(place, shape := _shape(given)) != shape:
        run.refuse(f"its output {brief(settled)} is a list in one run and a tuple in another")


def _shape(given: Any) -> Any:
    """Which parts are lists; an unknown number is no part of that."""
    if issubclass(kind := type(given), (tuple, list)):
        return kind is list, *map(_shape, given)
    return None


def _with_article(given: Any) -> str:
    """What something is, for a sentence."""
    if given is None:
        return "None"
    name = brief(type(given).__name__)
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def agreed(label: str, x: Any, paths: Iterable[Any], known: dict[tuple[Glimpse, ...], Any]) -> None:
    """Refuse options at x that are not those in `known` where the same was seen; add the others.

    `known` has, for what was seen, the options that were offered then, and at which dataset.
    """
    for path in paths:
        transcript, offered = transcript_of(path.output), iter(path.offered)
        steps = () if transcript is None else transcript.steps()
        for n, step in enumerate(steps):
            if step[0] == "chose":
                alike = next(offered)
                before, where = known.setdefault(steps[:n], (alike, x))
                if before != alike:
                    raise NotFollowed(label, OTHERS.format(_other_run(where, x)), x)


def _other_run(where: Any, x: Any) -> str:
    return "in another run" if where == x else f"at dataset {brief(where)}"


def _in_a_program(run: Run, what: str) -> None:
    """Refuse what a sub-program may not do: nobody sees it, and its law is found once."""
    run.check_open()
    if run.home is not None and run.home.until is not None:
        run.refuse(f"it {what} within a sub-program: that is for the program itself")
    if run.home is not None and run.home.has_list:
        run.refuse(f"it {what}, which is a part of its output, and has a list of outputs: {LEAVE}")


def _names(options: list[Any]) -> list[str]:
    """What the options are called: by their `__name__`, or as they are written."""
    names = [_name(option) for option in options]
    return [
        name if name and names.count(name) == 1 else f"option {n}" for n, name in enumerate(names)
    ]


def _name(option: Any) -> str:
    if type(option) in WRITTEN:
        return brief(str(option))
    if type(option) is tuple and all(type(part) in WRITTEN for part in option):
        return brief(str(option))
    name = getattr(option, "__name__", "")
    return brief(name) if isinstance(name, str) and name.isidentifier() else ""
