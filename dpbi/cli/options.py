"""What the commands share: options that describe a mechanism, and the ways to print."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import floor
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dpbi.bayes.data import whole
from dpbi.errors import InvalidValue, brief
from dpbi.fields.enclosure import decimal
from dpbi.fields.rational import positive_rational, rational

if TYPE_CHECKING:
    from dpbi.promises.isolation import Limits

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def mechanism_options(function: Decorated) -> Decorated:
    """NAME --prior --epsilon [--gamma] [--delta] [-p NAME=VALUE ...]."""
    for decorate in reversed(
        (
            click.argument("name", metavar="MECH"),
            click.option(
                "--prior", required=True, help="Dirichlet parameters, such as 1,1 or 1/2,3."
            ),
            click.option(
                "--epsilon", required=True, help="Nominal epsilon, such as 1, 1/2 or 0.1."
            ),
            click.option(
                "--gamma", help="Smoothing of the harmonic sensitivity (where it is used)."
            ),
            click.option(
                "--delta", help="Delta of the exponential sensitivity (where it is used)."
            ),
            click.option(
                "-p",
                "extra",
                multiple=True,
                metavar="NAME=VALUE",
                help="Any other parameter, such as gs=true; may be repeated.",
            ),
        )
    ):
        function = decorate(function)
    return function


class _Read(click.ParamType):  # type: ignore[type-arg]  # it takes none in click 8.1
    """An option whose text is read by one of our own functions, which refuses in our own words."""

    def __init__(self, name: str, read: Callable[[str, str], Any]) -> None:
        self.name, self.read = name, read

    def convert(self, value: Any, param: click.Parameter | None, ctx: Any) -> Any:
        """What the text says; a default is taken as it is."""
        name = param.opts[0] if param is not None else self.name
        return self.read(name, value) if isinstance(value, str) else value


def _seconds(name: str, text: str) -> float:
    """A time above 0, at most `inf`."""
    if text.strip() == "inf":
        return math.inf
    number = positive_rational(name, text)
    return float(min(number, Fraction(LONGEST)))


def _bytes(name: str, text: str) -> int | None:
    """A size such as 500M or 4G; `none` is no limit."""
    bare = text.strip().upper().removesuffix("B")
    if bare == "NONE":
        return None
    unit = UNITS.get(bare[-1:], 1)
    number = rational(name, bare[:-1] if unit > 1 else bare) * unit
    if number < LEAST:
        raise InvalidValue(name, text, "it must be at least 250M: write it as 500M, 4G or none")
    return floor(number) if number < MOST else None


WHOLE, SECONDS, BYTES = _Read("whole", whole), _Read("seconds", _seconds), _Read("bytes", _bytes)
UNITS = {"K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
LEAST, MOST = 250 * 10**6, 10**15  # bytes; with less, numba's own libraries cannot be loaded
LONGEST = 2_000_000  # seconds that a system call can wait


def limit_options(function: Decorated) -> Decorated:
    """--time-limit and --memory-limit, for foreign code in a process of its own."""
    function = click.option(
        "--memory-limit",
        default="4G",
        type=BYTES,
        metavar="SIZE",
        help="Such as 500M; 4G, on Linux.",
    )(function)
    return click.option(
        "--time-limit", default=600.0, type=SECONDS, metavar="SECONDS", help="For each target; 600."
    )(function)


def limits(time_limit: float, memory_limit: int | None) -> Limits:
    """The two limits; where memory is not limited and a limit was asked for, that is said."""
    from dpbi.promises.isolation import Limits
    from dpbi.support import processes as supervision

    asked = click.get_current_context().get_parameter_source("memory_limit")
    if not supervision.AVAILABLE and asked is not click.core.ParameterSource.DEFAULT:
        click.echo("dpbi: --memory-limit is honoured on Linux only", err=True)
    return Limits(time_limit, memory_limit)


json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON (exact, for programs)."
)


second_opinion_option = click.option(
    "--second-opinion",
    is_flag=True,
    help="Compute the answer again by mpmath, and say to how many digits it agrees.",
)


def _svg(_: str, text: str) -> Path:
    """The name of a picture."""
    if not text.lower().endswith(".svg"):
        raise InvalidValue("--plot", text, "pictures are SVG: choose a name that ends in .svg")
    return Path(text)


plot_option = click.option(
    "--plot", type=_Read("svg", _svg), metavar="FILE", help="Write a picture to FILE.svg."
)


def parameters(
    prior: str, epsilon: str, gamma: str | None, delta: str | None, extra: tuple[str, ...]
) -> dict[str, Any]:
    """The keyword arguments that the options describe."""
    given: dict[str, Any] = {"prior": split(prior), "epsilon": epsilon}
    given |= {k: v for k, v in (("gamma", gamma), ("delta", delta)) if v is not None}
    more = named("-p", extra)
    if "n" in more:
        raise InvalidValue(
            "-p", f"n={more['n']}", "--n or --counts says how many records there are"
        )
    return given | more


def named(option: str, items: tuple[str, ...]) -> dict[str, str]:
    """The NAME=VALUE pairs of an option that may be repeated."""
    given: dict[str, str] = {}
    for item in items:
        name, equals, value = item.partition("=")
        if not equals:
            raise InvalidValue(option, item, "write it as NAME=VALUE")
        if name.strip() in given:
            raise InvalidValue(option, item, f"{name.strip()} is given twice")
        given[name.strip()] = value.strip()
    return given


def smoothing(m: Any) -> str:
    """The delta or the beta that a mechanism's noise depends on, where it depends on one."""
    from dpbi.bayes.sensitivity import Exponential, FixedBeta

    calibration = getattr(m, "calibration", None)
    if not isinstance(calibration, Exponential):
        return ""
    fixed = isinstance(calibration.rule, FixedBeta)
    return f", beta {brief(m.beta)}" if fixed else f", delta {brief(m.delta)}"


def about(value: Fraction, digits: int = 4) -> str:
    """A number to a few digits; one that no double holds is rounded up."""
    try:
        return f"{float(value):.{digits}g}"
    except OverflowError:
        return decimal(value, digits, up=True)


def split(text: str) -> list[str]:
    """The parts of a list such as 1, 2,3."""
    return [part.strip() for part in text.split(",")]


def print_json(value: Any) -> None:
    """One JSON document on stdout."""
    click.echo(json.dumps(value))


def drawn(make: Callable[..., str], *arguments: Any) -> str:
    """A picture, whose numbers are doubles: refused where one of them is none."""
    try:
        return make(*arguments)
    except (OverflowError, ZeroDivisionError):
        raise InvalidValue("--plot", "(a picture)", "its numbers are beyond drawing") from None


def write_picture(path: Path, svg: str) -> None:
    """Write an SVG file, and say so on stderr."""
    path.write_text(svg, encoding="utf-8")
    click.echo(f"wrote {path}", err=True)


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show on a terminal's stderr that something is being worked on; say nothing elsewhere."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(f"{what} ..."):
        yield
