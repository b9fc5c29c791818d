"""`dpbi sweep`: one question over many settings, and what its table says."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpbi.cli.options import (
    WHOLE,
    json_option,
    named,
    print_json,
    scheduler_option,
    write_picture,
)
from dpbi.errors import NOTHING, InvalidValue, UnknownName

if TYPE_CHECKING:
    from dpbi.audit.sweeps.running import Running

FILE = click.Path(dir_okay=False, path_type=Path)
USAGE = "write `dpbi sweep SPEC.toml`, `dpbi sweep show TABLE`, or `dpbi sweep plot TABLE`"
MOST_ROWS = 1_000_000
EVERY = 5.0  # seconds between lines where there is no terminal


@click.command("sweep")
@click.argument("words", nargs=-1, metavar="SPEC.toml | show TABLE | plot TABLE")
@click.option("--out", type=FILE, help="The table, or the picture.  [default: SPEC.sqlite]")
@click.option("--resume", is_flag=True, help="Go on with a table that is there.")
@click.option("--retry", is_flag=True, help="With --resume: ask again for what had no answer.")
@click.option("--jobs", type=WHOLE, help="Processes, 0 for none but this.  [default: the cores]")
@scheduler_option
@click.option("--export", "exports", multiple=True, type=FILE, help="Also as .csv or .parquet.")
@click.option("--where", "question", help="show: fails, slack, tight, largest, errors, ...")
@click.option("--crossing", metavar="NAME", help="show: where targets swap along this parameter.")
@click.option("--most", default=10, type=WHOLE, help="show: rows of each answer; 10.")
@click.option("-p", "extra", multiple=True, metavar="NAME=VALUE", help="show, plot: only these.")
@click.option("--column", default="value", help="plot: value (the default) or ratio.")
@click.option("--x", "across", metavar="NAME", help="plot: the parameter along the axis.")
@click.option("--y", "up", metavar="NAME", help="plot: the parameter of the other axis of a map.")
@json_option
def command(words: tuple[str, ...], as_json: bool, **options: Any) -> int:
    r"""Ask for loss, delta, accuracy, calibration or a verdict at every setting of a grid.

    Each answer is kept in the table, a SQLite file, as soon as it is there: a sweep that was
    stopped goes on with --resume, and a setting that fails is a row with its error. Exit code 0:
    every setting has its row.

    \b
    Examples:
      dpbi sweep sweeps/true-epsilon.toml
      dpbi sweep spec.toml --out t.sqlite \
        --export t.csv --resume
      dpbi sweep spec.toml --scheduler tcp://10.0.0.1:8786
      dpbi sweep show t.sqlite --where fails -p n=5
      dpbi sweep plot t.sqlite --x n \
        --column ratio --out t.svg
    """
    from dpbi.support.processes import stoppable

    answers: dict[str, Callable[..., int]] = {"show": _show, "plot": _plot}
    if len(words) == 2 and words[0] in answers:
        return answers[words[0]](Path(words[1]), options, as_json=as_json)
    if len(words) != 1 or words[0] in answers:
        raise click.UsageError(USAGE)
    with stoppable():
        return _sweep(words[0], options, as_json=as_json)


def _sweep(spec: str, options: dict[str, Any], *, as_json: bool) -> int:
    """Run it; Ctrl-C ends it with what it has."""
    from dpbi.audit.executors import Lost, leg
    from dpbi.audit.sweeps.running import opened, run_in_batches
    from dpbi.audit.sweeps.spec import read
    from dpbi.cli import HOLDS, INTERRUPTED

    if options["jobs"] is not None and options["scheduler"] is not None:
        raise InvalidValue("--jobs", options["jobs"], "the cluster has as many as it has")
    if options["retry"] and not options["resume"]:
        raise InvalidValue("--retry", "(given)", "it goes with --resume")
    _check_exports(options["exports"])
    asked = read(spec)
    path = options["out"] or Path(Path(spec).stem + ".sqlite")
    state = None
    try:
        where = leg(options["jobs"], options["scheduler"])
        with where as place, opened(asked, path, resume=options["resume"]) as store:
            if options["retry"]:
                store.forget_errors()
            events = run_in_batches(asked, store, place)
            with closing(events), _progress() as show:
                for state in events:
                    show(state)
            _export(store, options["exports"])
            _summary(store, as_json=as_json)
    except KeyboardInterrupt:
        click.echo(f"stopped{_how_far(state)}: go on with --resume", err=True)
        return INTERRUPTED
    except Lost as error:
        raise Lost(f"{error}{_how_far(state)}: go on with --resume") from None
    return HOLDS


def _how_far(state: Running | None) -> str:
    return "" if state is None else f"; {state.done:,} of {state.total:,} are done"


def _check_exports(paths: tuple[Path, ...]) -> None:
    """Better said now than after hours."""
    from dpbi.audit.sweeps.table import checked_ending

    for path in paths:
        checked_ending(path)


def _export(store: Any, paths: tuple[Path, ...]) -> None:
    from dpbi.audit.sweeps.table import export

    for path in paths:
        export(store, path)
        click.echo(f"wrote {path}", err=True)


def _summary(store: Any, *, as_json: bool) -> None:
    from dpbi.audit.sweeps.showing import verdicts

    done, failed = store.counts()
    found = verdicts(store)
    if as_json:
        document = {"table": str(store.path), "settings": done, "of": store.settings}
        document |= {"failed": failed, "verdicts": found, "provenance": store.about}
        print_json(document)
        return
    of = "" if done == store.settings else f"of {store.settings:,} "
    said = ", ".join(f"{n:,} {word}" for word, n in found.items())
    click.echo(f"{done:,} {of}settings: {said or 'none has an answer yet'}")
    click.echo(f"The table: {store.path}")


def _show(path: Path, options: dict[str, Any], *, as_json: bool) -> int:
    """Answer what people ask of a table; also export it."""
    from dpbi.audit.sweeps import showing
    from dpbi.audit.sweeps.store import Store

    question, only = options["question"], named("-p", options["extra"])
    if not 1 <= options["most"] <= MOST_ROWS:
        raise InvalidValue("--most", options["most"], f"it must be between 1 and {MOST_ROWS:,}")
    if question is not None and question not in showing.QUESTIONS:
        raise UnknownName("question", question, tuple(showing.QUESTIONS))
    _check_exports(options["exports"])
    with Store(path) as store:
        asked = (question,) if question else showing.USUAL
        found = [showing.ask(store, name, options["most"], only) for name in asked]
        swaps = _crossings(store, options["crossing"])
        _export(store, options["exports"])
        if as_json:
            answers = {name: a.json() for name, a in zip(asked, found, strict=True)}
            document = {"provenance": store.about, "verdicts": showing.verdicts(store)}
            document |= {"settings": store.counts()[0], "of": store.settings}
            print_json({**document, "answers": answers, "crossings": swaps})
            return 0
        _summary(store, as_json=False)
        for answer in found:
            if answer.count or question:
                click.echo(f"{answer.question}: {answer.count:,}")
            for row in answer.rows:
                click.echo(f"  {showing.row_line(row, store.names)}")
        for first, second, low, high in swaps:
            where = f"{options['crossing']} = {low} and {high}"
            click.echo(f"  {first} and {second} swap between {where}")
    return 0


def _crossings(store: Any, along: str | None) -> list[tuple[str, str, str, str]]:
    """Where targets swap along a parameter; nothing where that is not asked."""
    from dpbi.audit.sweeps import showing

    if along is None:
        return []
    if along not in store.numeric:
        raise UnknownName("parameter with numbers", along, store.numeric)
    return list(showing.order_changes(store, along))


def _plot(path: Path, options: dict[str, Any], *, as_json: bool) -> int:
    """Draw curves, or a map."""
    from dpbi.audit.sweeps.plotting import picture
    from dpbi.audit.sweeps.store import Store

    out = options["out"]
    if out is None or out.suffix != ".svg":
        raise InvalidValue("--out", NOTHING if out is None else str(out), "name a file.svg")
    with Store(path) as store:
        only = named("-p", options["extra"])
        svg = picture(store, options["column"], options["across"], options["up"], only)
    write_picture(out, svg)
    if as_json:
        print_json({"picture": str(out)})
    return 0


@contextmanager
def _progress() -> Iterator[Callable[[Running], None]]:
    """A function to call after every batch: a bar on a terminal, now and then a line elsewhere."""
    if sys.stderr.isatty():
        with _bar() as show:
            yield show
        return
    last = time.monotonic()

    def show_line(state: Running) -> None:
        nonlocal last
        if time.monotonic() - last >= EVERY:
            last = time.monotonic()
            click.echo(f"{state.done:,} of {state.total:,}, {_told(state)}", err=True)

    yield show_line


@contextmanager
def _bar() -> Iterator[Callable[[Running], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.table import Column

    rest = Column(no_wrap=True, overflow="ellipsis", ratio=1)
    columns = (
        BarColumn(bar_width=8),
        MofNCompleteColumn(table_column=Column(no_wrap=True)),
        TextColumn("{task.fields[told]}", markup=False, table_column=rest),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, expand=True) as bar:
        row = bar.add_task("", total=None, told="")

        def show(state: Running) -> None:
            bar.update(row, total=state.total, completed=state.done, told=_told(state))

        yield show


def _told(state: Running) -> str:
    """Failed, rate, time left."""
    left = state.seconds_left
    failed = [f"{state.failed:,} failed"] if state.failed else []
    if left is None:
        return ", ".join([*failed, "beginning"])
    time_left = f"{left:,.0f} s left" if left < 120 else f"{left / 60:,.0f} min left"
    return ", ".join([*failed, f"{state.rate:,.1f} a second", time_left])
