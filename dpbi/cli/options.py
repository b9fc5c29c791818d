"""What the commands share: options that describe a mechanism, and the ways to print."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from dpbi.errors import InvalidValue

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


json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON (exact, for programs)."
)
plot_option = click.option(
    "--plot", type=click.Path(dir_okay=False, path_type=Path), help="Write a picture to FILE.svg."
)


def parameters(
    prior: str, epsilon: str, gamma: str | None, delta: str | None, extra: tuple[str, ...]
) -> dict[str, Any]:
    """The keyword arguments that the options describe."""
    given: dict[str, Any] = {"prior": split(prior), "epsilon": epsilon}
    given |= {k: v for k, v in (("gamma", gamma), ("delta", delta)) if v is not None}
    return given | named("-p", extra)


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


def split(text: str) -> list[str]:
    """The parts of a list such as 1, 2,3."""
    return [part.strip() for part in text.split(",")]


def print_json(value: Any) -> None:
    """One JSON document on stdout."""
    click.echo(json.dumps(value))


def write_picture(path: Path, svg: str) -> None:
    """Write an SVG file, and say so on stderr."""
    if path.suffix.lower() != ".svg":
        raise InvalidValue("--plot", path, "pictures are SVG: choose a name that ends in .svg")
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
