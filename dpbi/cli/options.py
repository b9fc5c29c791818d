"""What the commands share: options that describe a target, and the ways to print."""

from __future__ import annotations

import json
import math
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import floor
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dpbi.bayes.data import whole
from dpbi.errors import InvalidValue
from dpbi.fields.enclosure import decimal
from dpbi.fields.rational import positive_rational, rational

if TYPE_CHECKING:
    from dpbi.promises.isolation import Limits
    from dpbi.support.progress import Advance

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


SHORT = {
    "prior": "Dirichlet parameters, such as 1,1 or 1/2,3.",
    "n": "The number of records.",
    "epsilon": "Nominal epsilon, such as 1, 1/2 or 0.1.",
    "gamma": "Smoothing of the harmonic sensitivity (where it is used).",
    "delta": "Delta of the exponential sensitivity (where it is used).",
}
"""Options that are short for -p NAME=VALUE, as the mechanisms of the drafts call them."""


def target_options(*short: str) -> Callable[[Decorated], Decorated]:
    """TARGET, and its parameters by short options and by -p."""
    return lambda function: click.argument("target")(parameter_options(*short)(function))


def parameter_options(
    *short: str, values: str = "NAME=VALUE", about: str = "A parameter; repeatable."
) -> Callable[[Decorated], Decorated]:
    """What is short for parameters as the drafts call them, and -p for any parameter."""

    def decorate(function: Decorated) -> Decorated:
        function = click.option("-p", "extra", multiple=True, metavar=values, help=about)(function)
        for name in reversed(short):
            function = click.option(f"--{name}", help=SHORT[name])(function)
        return function

    return decorate


def dataset_options(function: Decorated) -> Decorated:
    """--counts and --dataset: the two ways to name a dataset."""
    function = click.option(
        "--dataset",
        metavar="X",
        help="The dataset, as Python or JSON writes it, such as '[0, 1]' or yes.",
    )(function)
    return click.option("--counts", help="The dataset, as its counts, such as 7,13.")(function)


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
    """A size such as 500M or 4G; `none` means no limit."""
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
    """The two limits; says so where a memory limit was asked for and cannot be set."""
    from dpbi.promises.isolation import Limits
    from dpbi.support.processes import AVAILABLE

    asked = click.get_current_context().get_parameter_source("memory_limit")
    if not AVAILABLE and asked is not click.core.ParameterSource.DEFAULT:
        click.echo("dpbi: --memory-limit is honoured on Linux only", err=True)
    return Limits(time_limit, memory_limit)


claims_option = click.option(
    "--claims",
    "claims",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="The folder of claims.  [default: as in pyproject.toml]",
)


json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON (exact, for programs)."
)


second_opinion_option = click.option(
    "--second-opinion",
    is_flag=True,
    help="Compute the answer again by mpmath, and say to how many digits it agrees.",
)


scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Work on the Dask cluster at tcp://...; its workers need the same dpbi, and the files.",
)


def _svg(_: str, text: str) -> Path:
    """The name of a picture."""
    if not text.lower().endswith(".svg"):
        raise InvalidValue("--plot", text, "pictures are SVG: choose a name that ends in .svg")
    return Path(text)


plot_option = click.option(
    "--plot", type=_Read("svg", _svg), metavar="FILE", help="Write a picture to FILE.svg."
)


def parameters(extra: tuple[str, ...], **short: str | None) -> dict[str, str]:
    """The parameters of a target as text: those of -p, and what other options are short for."""
    given = named("-p", extra)
    for name, text in short.items():
        if text is None:
            continue
        if name in given:
            what = "--n or --counts says how many records there are"
            need = what if name == "n" else f"--{name} says it already"
            raise InvalidValue("-p", f"{name}={given[name]}", need)
        given[name] = text.strip()
    return given


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
    """A picture, whose numbers are doubles: refused where one of them is not a number."""
    try:
        return make(*arguments)
    except (OverflowError, ZeroDivisionError):
        raise InvalidValue("--plot", "(a picture)", "its numbers are beyond drawing") from None


def write_picture(path: Path | None, svg: str | None) -> None:
    """Write an SVG file, where one is asked for, and say so on stderr."""
    from dpbi.support.files import write

    if path is None or svg is None:
        return
    write(path, svg)
    click.echo(f"wrote {path}", err=True)


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show on a terminal's stderr what is being worked on, and how far it is; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

    from dpbi.support.progress import watching

    told = TextColumn("{task.description} {task.fields[told]}", markup=False)
    with Progress(
        SpinnerColumn(), BarColumn(20), told, console=Console(stderr=True), transient=True
    ) as bar:
        row = bar.add_task(f"{what} ...", total=None, told="")

        def show(p: Advance) -> None:
            bar.update(row, total=p.total, completed=p.done, told=amount(p))

        with watching(show):
            yield


def amount(p: Advance) -> str:
    """The stage, how much of it is done, and how long it still takes."""
    parts = [f"{p.stage}: {p.done:,} of {p.total:,}"]
    if (left := p.seconds_left) is not None:
        parts.append(f"{left:,.0f} s left" if left < 120 else f"{left / 60:,.0f} min left")
    return ", ".join(parts)


def ended(sentence: str) -> str:
    """A sentence with its end."""
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."


def echo_rows(lines: Iterable[str], key: int) -> None:
    """Print titles, without indent, and names with values, which go on from column `key`."""
    below = min(key, shutil.get_terminal_size().columns // 2)
    for line in lines:
        for part in wrapped(line, rest=" " * (below if line.startswith(" ") else 2)) or [line]:
            click.echo(part)


def wrapped(text: str, first: str = "", rest: str = "") -> list[str]:
    """Text in lines as wide as the terminal; in one line where there is none."""
    if not sys.stdout.isatty():
        return [first + text]
    width = max(20, shutil.get_terminal_size().columns - 1)
    return textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
    )


def counted(total: int, noun: str) -> str:
    """How many there are."""
    return f"1 {noun}" if total == 1 else f"{total} {noun}s"
