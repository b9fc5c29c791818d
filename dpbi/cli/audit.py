"""`dpbi audit`: the whole audit, and the report of it.

Progress goes to stderr: a bar on a terminal, a line every few seconds elsewhere.  At the end come
the lines that say what was found.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from dpbi.audit.executors import MOST_JOBS
from dpbi.audit.pool import Event, Finished, Started
from dpbi.audit.running import Work
from dpbi.cli.audit_text import from_here, lines
from dpbi.cli.options import (
    WHOLE,
    claims_option,
    json_option,
    print_json,
    scheduler_option,
)
from dpbi.errors import InvalidValue, LibraryMissing
from dpbi.ledger.folders.finding import USUAL, Folder, folder_named, in_project

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


FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command("audit")
@click.option("--full", is_flag=True, help="Decide everything afresh, on larger domains.")
@click.option("--quick", is_flag=True, help="Certify recorded witnesses again (the default).")
@click.option("--draft", "drafts", multiple=True, help="Only claims of this draft.")
@click.option("--claim", "names", multiple=True, metavar="ID", help="Only this claim or reading.")
@click.option("--out", type=FOLDER, help="Where the report goes.  [default: as the claims say]")
@click.option(
    "--drafts",
    "drafts_folder",
    type=FOLDER,
    help="Annotate the drafts in this folder, too: into annotated/, in --out or beside the report.",
)
@click.option("--jobs", type=WHOLE, help="Processes.  [default: one for each core]")
@scheduler_option
@click.option("--cache", "cache_folder", type=FOLDER, help="Where results are kept.")
@click.option("--fresh", is_flag=True, help="Use nothing that was kept; keep what is found.")
@claims_option
@click.option("--root", type=FOLDER, help="The project, where its folder of claims is not named.")
@json_option
def command(**options: Any) -> int:
    r"""Decide every reading of every claim, compute every number, and write the report.

    The folder of claims is named by --claims, or in a pyproject.toml here or above as [tool.dpbi]
    claims. Results are kept in the user's cache folder, so a second run redoes only what changed,
    and one that was stopped goes on. The exit code is 0 if every outcome is the recorded one, 1 if
    one is not or was never recorded; the report shows what was found today.

    With --draft or --claim only those claims are decided and summed up, and the report stays as it
    is; with --out FOLDER besides, the ledger of those claims alone is written to FOLDER.

    \b
    Examples:
      dpbi audit
      dpbi audit --full --jobs 8
      dpbi audit --draft paper
      dpbi audit --claim paper.cor-2 --out one-claim
    """
    from dpbi.support.processes import stoppable

    folder = audited(options["claims"], options["root"])
    if options["jobs"] is not None and not 1 <= options["jobs"] <= MOST_JOBS:
        raise InvalidValue("--jobs", options["jobs"], f"it must be between 1 and {MOST_JOBS}")
    if options["jobs"] is not None and options["scheduler"] is not None:
        raise InvalidValue("--jobs", options["jobs"], "the cluster has as many as it has")
    if options["full"] and options["quick"]:
        raise click.UsageError("--full and --quick: choose one of them")
    options["texts"] = _drafts(folder, options)
    with stoppable():
        return _audit(folder, options)


def audited(claims: Path | None, root: Path | None) -> Folder:
    """The folder that is named, that of a project, or the usual one."""
    if claims is not None or root is None:
        return Folder(folder_named(claims, installed=False).root.resolve())
    found = in_project(root)
    if found is None:
        need = f"there is no folder {USUAL}/ in it, with the claims to audit"
        raise InvalidValue("--root", str(root), f"{need}, and no other is named in pyproject.toml")
    return Folder(found.root.resolve())


def _drafts(claims: Folder, options: dict[str, Any]) -> dict[str, str]:
    """The drafts to annotate, by name; what cannot be annotated is refused before any work."""
    folder = options["drafts_folder"]
    if folder is None:
        return {}
    from dpbi.report.drafts.annotate import drafts_in

    if options["drafts"] or options["names"]:
        need = "a margin with some of the claims would mislead: leave out --draft and --claim"
        raise InvalidValue("--drafts", folder, need)
    found = drafts_in(folder, claims) if folder.is_dir() else {}
    if not found:
        raise InvalidValue("--drafts", folder, "there is none of the drafts in it")
    return found


def _audit(folder: Folder, options: dict[str, Any]) -> int:
    from dpbi.cli import FAILS, HOLDS, INTERRUPTED

    work = None
    try:
        with ExitStack() as whole_run:
            readings, numbers, place = _plan(folder, options, whole_run)
            work = _work([*readings, *numbers], options)
            _compute(work, folder, options)
            found = _conclude(folder, work, readings, numbers, place, options["texts"])
    except KeyboardInterrupt:
        done = f"; {work.done} of {len(work.tasks)} are done" if work else ""
        click.echo(f"stopped: run the same command again to go on{done}", err=True)
        return INTERRUPTED
    if options["as_json"]:
        print_json(found)
    else:
        click.echo("\n".join(lines(found)))
    return HOLDS if found["reproduced"] else FAILS


def _plan(
    folder: Folder, options: dict[str, Any], whole_run: ExitStack
) -> tuple[list[Any], list[Any], Any]:
    """The readings to decide, the numbers to compute, where the report goes (None: nowhere).

    The place of the report is held until the end of the run.
    """
    from dpbi.audit import pages, running, tasks, writing

    every = list(tasks.readings(folder.root, full=options["full"]))
    readings = running.choose(every, options["drafts"], options["names"], folder.layout)
    complete = len(readings) == len(every)
    numbers = pages.needed(pages.pictures(folder)) if complete else []
    if numbers and find_spec("numba") is None:  # better said now than after minutes
        raise LibraryMissing("numba", "fast", "the report of the whole ledger")
    out = options["out"] or (folder.report if complete else None)
    place = None if out is None else whole_run.enter_context(writing.held_for_writing(out))
    if out is not None and not complete:
        running.keep_complete(out, readings)
    return list(readings), numbers, place


def _work(tasks: list[Any], options: dict[str, Any]) -> Any:
    """The work, with what earlier audits kept of it."""
    from dpbi.audit.running import Cache, Work, usual_folder

    folder = options["cache_folder"]
    try:
        cache = Cache(folder or usual_folder())
        cache.prepare()
    except (OSError, RuntimeError) as error:  # a RuntimeError: this user has no home
        if folder is not None:
            raise
        click.echo(f"nothing is kept for later: {_why(error)}", err=True)
        return Work(tasks, None)
    return Work(tasks, cache, fresh=options["fresh"])


def _why(error: Exception) -> str:
    """What the system says, and of which file if it says that."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error).rstrip(".")


def _compute(work: Any, folder: Folder, options: dict[str, Any]) -> None:
    """Do the work and show how far it is."""
    from dpbi.audit.executors import cores

    place = {"full": options["full"], "scheduler": options["scheduler"]}
    events = work.do(folder.root, options["jobs"] or cores(), **place)
    with closing(events), progress(work) as show:
        for event in events:
            show(event)
    if work.unkept is not None:
        click.echo(f"not everything is kept for later: {_why(work.unkept)}", err=True)
    elif work.cache is not None:
        work.cache.forget_the_old()


def _conclude(
    folder: Folder,
    work: Any,
    readings: list[Any],
    numbers: list[Any],
    place: Any,
    texts: Mapping[str, str],
) -> Any:
    """Compare with what is recorded, write the report if it is whole, sum up."""
    from dpbi.audit import pages
    from dpbi.audit.pages import Audit
    from dpbi.ledger import shipped

    decided = [task for task in readings if task.name in work.results]
    assembled = pages.assemble(decided, work.results)
    formulas = shipped.formulas([task.claim for task in decided])["readings"]
    measured = {task.name: work.results[task.name] for task in numbers if not work.errors}
    report = None
    if place is not None and not work.errors:
        second = pages.opinions(work.opinions, [task.name for task in numbers])
        document, figures = assembled.document, pages.pictures(folder) if measured else ()
        files = pages.for_people(document, measured, formulas, second, folder.layout, figures)
        place.write(files | pages.for_programs(assembled, formulas, measured, second))
        report = str(place.folder / "index.html")
        _annotate(folder, place.folder, texts, assembled.document, formulas)
    return Audit(
        document=assembled.document,
        formulas=formulas,
        changes=pages.changes(decided, work.results),
        failures=work.errors,
        redone=work.redone,
        reused=work.reused,
        report=report,
    ).json()


def _annotate(
    claims: Folder,
    report: Path,
    texts: Mapping[str, str],
    document: Mapping[str, Any],
    formulas: Mapping[str, Any],
) -> None:
    """Write the annotated drafts: into the report only where its folder was named.

    A report may be committed, and the text of the drafts is not ours to publish.
    """
    if not texts:
        return
    from dpbi.report.drafts.annotate import pages as annotated_pages
    from dpbi.support.files import write_all

    asked = click.get_current_context().params.get("out") is not None
    folder = report / "annotated" if asked else report.parent / "annotated"
    written = annotated_pages(texts, document["claims"], formulas, claims)
    write_all({folder / name: page for name, page in written.items()})
    click.echo(f"the annotated drafts: {from_here(folder)}", err=True)
