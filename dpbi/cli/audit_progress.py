"""How far an audit is: a bar on a terminal, a line every few seconds elsewhere, on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from dpbi.auditing.pool import Event, Finished, Started
from dpbi.auditing.running import Work

EVERY = 5.0  # seconds between lines where there is no terminal
Show = Callable[[Event], None]


@contextmanager
def progress(work: Work) -> Iterator[Show]:
    """A function to call with every event of the work."""
    if not work.waiting:
        yield lambda _: None
    elif sys.stderr.isatty():
        with _bar(work) as show:
            yield show
    else:
        yield _lines(work)


class _Current:
    """What is being checked now."""

    def __init__(self) -> None:
        self._names: dict[str, None] = {}

    def follow(self, event: Event) -> str:
        """The task that has been running longest."""
        if isinstance(event, Started):
            self._names[event.task.name] = None
        elif isinstance(event, Finished):
            self._names.pop(event.task.name, None)
        return next(iter(self._names), "")


def _lines(work: Work) -> Show:
    current, last = _Current(), time.monotonic()

    def show(event: Event) -> None:
        nonlocal last
        name = current.follow(event)
        if time.monotonic() - last >= EVERY:
            last = time.monotonic()
            parts = [f"{work.done} of {len(work.tasks)}", left(work), name]
            click.echo(", ".join(p for p in parts if p), err=True)

    return show


@contextmanager
def _bar(work: Work) -> Iterator[Show]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.table import Column

    name_column = Column(no_wrap=True, overflow="ellipsis", ratio=1)
    columns: list[Any] = [
        BarColumn(bar_width=8),
        MofNCompleteColumn(table_column=Column(no_wrap=True)),
        TextColumn("{task.fields[left]}", markup=False, table_column=Column(no_wrap=True)),
        TextColumn("{task.fields[name]}", markup=False, table_column=name_column),
    ]
    current = _Current()
    with Progress(*columns, console=Console(stderr=True), transient=True, expand=True) as bar:
        row = bar.add_task("", total=len(work.tasks), completed=work.done, left="", name="")

        def show(event: Event) -> None:
            bar.update(row, completed=work.done, left=left(work), name=current.follow(event))

        yield show


def left(work: Work) -> str:
    """The time left in words, as roughly as it is known."""
    seconds = work.seconds_left()
    if seconds < 60:
        return f"{max(1, round(seconds))} s left"
    return f"{round(seconds / 60, 1):g} min left"
