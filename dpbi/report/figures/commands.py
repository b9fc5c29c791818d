"""The command that computes a number of a figure again, from the key of its measure."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from fractions import Fraction

from dpbi.report.quantities import DIGITS, QUANTILES, Argument, Measure, parse
from dpbi.report.words import MarkedNumber, Said

OPTIONS = ("prior", "n", "epsilon", "gamma", "delta")
"""What `dpbi` takes by an option of its own; any other parameter of a mechanism is a -p."""
Arguments = dict[str, Argument]


def commands(said: Said) -> tuple[str, ...]:
    """What to run for the numbers of a sentence, each command once."""
    paths: dict[str, list[str]] = {}
    for part in said.parts:
        if isinstance(part, MarkedNumber):
            paths.setdefault(part.key, []).append(part.path)
    return tuple(dict.fromkeys(c for key, of in paths.items() for c in _of(parse(key), of)))


def _of(measure: Measure, paths: list[str]) -> list[str]:
    if measure.kind in VERBS:
        return [command(measure, path) for path in paths]
    parts = dict.fromkeys(path.partition(".")[0] for path in paths)
    shown = ", ".join(f'r["{part}"]' for part in parts)
    code = f'r = parse("{measure.key}").compute(); print({shown})'
    return [f"python -c {shlex.quote(f'from dpbi.report.quantities import parse; {code}')}"]


def command(measure: Measure, path: str) -> str:
    """The command of dpbi for the number at a path of a result."""
    given = dict(measure.arguments)
    verb, asked = VERBS[measure.kind](given, path)
    return " ".join(["dpbi", verb, str(given["name"]), *_parameters(given), *asked])


def _parameters(given: Arguments) -> list[str]:
    """The parameters of the mechanism; counts say what n is."""
    named = {k: v for k, v in given.items() if k not in OF_THE_QUESTION}
    if "x" in given:
        named.pop("n", None)
    shown = [f"--{k} {_text(named.pop(k))}" for k in OPTIONS if k in named]
    return [*shown, *(f"-p {k}={_text(v)}" for k, v in sorted(named.items()))]


def _text(value: Argument) -> str:
    return ",".join(value) if isinstance(value, tuple) else value


def _error(given: Arguments, _: str) -> tuple[str, list[str]]:
    return "accuracy", [f"--counts {_text(given['x'])} --mean --digits {DIGITS}"]


def _law(given: Arguments, path: str) -> tuple[str, list[str]]:
    if path.startswith("mean"):
        return _error(given, path)
    return "accuracy", [f"--counts {_text(given['x'])} --quantiles {','.join(QUANTILES)}"]


def _profile(given: Arguments, path: str) -> tuple[str, list[str]]:
    """delta at the level that the path leads to."""
    levels, place = given["levels"], path.split(".")[1]
    return "loss", [f"--profile {Fraction(levels[int(place)])}"]


def _ratios(given: Arguments, path: str) -> tuple[str, list[str]]:
    """The loss at the size and the epsilon that the path leads to."""
    _, size, epsilon, *_ = path.split(".")
    n, e = given["sizes"][int(size)], given["epsilons"][int(epsilon)]
    return "loss", [f"--n {n} --epsilon {e}"]


OF_THE_QUESTION = (
    *("name", "x", "parts", "atoms", "levels", "at_delta", "target"),
    *("sizes", "epsilons"),
)
VERBS: dict[str, Callable[[Arguments, str], tuple[str, list[str]]]] = {
    "loss": lambda *_: ("loss", []),
    "ratios": _ratios,
    "profile": _profile,
    "smallest": lambda given, _: ("loss", [f"--at-delta {_text(given['at_delta'])}"]),
    "calibrated": lambda given, _: ("calibrate", [f"--epsilon {_text(given['target'])}"]),
    "error": _error,
    "error_law": _law,
}
