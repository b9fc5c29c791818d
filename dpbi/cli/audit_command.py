"""`dpbi audit`: the whole audit, and the report of it."""

from __future__ import annotations

from contextlib import ExitStack, closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from dpbi.cli.options import WHOLE, json_option, print_json
from dpbi.errors import InvalidValue, LibraryMissing

MOST_JOBS = 1024
FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command("audit")
@click.option("--full", is_flag=True, help="Decide everything afresh, on larger domains.")
@click.option("--quick", is_flag=True, help="Certify recorded witnesses again (the default).")
@click.option("--draft", "drafts", multiple=True, help="Only claims of this draft.")
@click.option("--claim", "names", multiple=True, metavar="ID", help="Only this claim or reading.")
@click.option("--out", type=FOLDER, help="Where the report goes.  [default: reports]")
@click.option("--jobs", type=WHOLE, help="Processes.  [default: one for each core]")
@click.option("--cache", "cache_folder", type=FOLDER, help="Where results are kept.")
@click.option("--fresh", is_flag=True, help="Use nothing that was kept; keep what is found.")
@click.option("--root", default=".", type=FOLDER, help="The repository.  [default: here]")
@json_option
def command(**options: Any) -> int:
    r"""Decide every reading of every claim, compute every number, and write the report.

    Run in a clone of the repository. Results are kept in the user's cache folder, so a second run
    redoes only what changed, and one that was stopped goes on. The exit code is 0 if every outcome
    is the recorded one, 1 if one is not; the report shows what was found today.

    With --draft or --claim only those claims are decided and summed up, and the report stays as it
    is; with --out FOLDER besides, the ledger of those claims alone is written to FOLDER.

    \b
    Examples:
      dpbi audit
      dpbi audit --full --jobs 8
      dpbi audit --draft tailoring
      dpbi audit --claim short.thm-3.1.ehd --out one-claim
    """
    from dpbi.auditing.signals import stoppable

    root = options["root"].resolve()
    if not (root / "verify").is_dir():
        raise InvalidValue(
            "--root",
            options["root"],
            "there is no folder verify/ in it, with the claims to audit; run `dpbi audit` in a "
            "clone of the repository",
        )
    if options["jobs"] is not None and not 1 <= options["jobs"] <= MOST_JOBS:
        raise InvalidValue("--jobs", options["jobs"], f"it must be between 1 and {MOST_JOBS}")
    if options["full"] and options["quick"]:
        raise click.UsageError("--full and --quick: choose one of them")
    with stoppable():
        return _audit(root, options)


def _audit(root: Path, options: dict[str, Any]) -> int:
    from dpbi.cli.main import FAILS, HOLDS, INTERRUPTED

    work = None
    try:
        with ExitStack() as whole_run:
            readings, numbers, place = _plan(root, options, whole_run)
            work = _work([*readings, *numbers], options)
            _compute(work, root, options)
            found = _conclude(work, readings, numbers, place)
    except KeyboardInterrupt:
        done = f"; {work.done} of {len(work.tasks)} are done" if work else ""
        click.echo(f"stopped: run the same command again to go on{done}", err=True)
        return INTERRUPTED
    if options["as_json"]:
        print_json(found)
    else:
        from dpbi.cli.audit_summary import lines

        click.echo("\n".join(lines(found)))
    return HOLDS if found["reproduced"] else FAILS


def _plan(
    root: Path, options: dict[str, Any], whole_run: ExitStack
) -> tuple[list[Any], list[Any], Any]:
    """The readings to decide, the numbers to compute, where the report goes (None: nowhere).

    The place of the report is held until the end of the run.
    """
    from dpbi.auditing import pages, selection, tasks, writing

    every = list(tasks.readings(root / "verify", full=options["full"]))
    readings = selection.choose(every, options["drafts"], options["names"])
    complete = len(readings) == len(every)
    numbers = list(pages.needed()) if complete else []
    if numbers and find_spec("numba") is None:  # better said now than after minutes
        raise LibraryMissing("numba", "fast", "the report of the whole ledger")
    out = options["out"] or (root / "reports" if complete else None)
    place = None if out is None else whole_run.enter_context(writing.held(out))
    if out is not None and not complete:
        selection.keep_complete(out, readings)
    return list(readings), numbers, place


def _work(tasks: list[Any], options: dict[str, Any]) -> Any:
    """The work, with what earlier audits kept of it."""
    from dpbi.auditing.cache import Cache, usual_folder
    from dpbi.auditing.running import Work

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


def _compute(work: Any, root: Path, options: dict[str, Any]) -> None:
    """Do the work and show how far it is."""
    from dpbi.auditing.pool import cores
    from dpbi.cli.audit_progress import progress

    events = work.do(root / "verify", options["jobs"] or cores(), full=options["full"])
    with closing(events), progress(work) as show:
        for event in events:
            show(event)
    if work.unkept is not None:
        click.echo(f"not everything is kept for later: {_why(work.unkept)}", err=True)
    elif work.cache is not None:
        work.cache.forget_the_old()


def _conclude(work: Any, readings: list[Any], numbers: list[Any], place: Any) -> Any:
    """Compare with what is recorded, write the report if it is whole, sum up."""
    from dpbi import ledger
    from dpbi.auditing import assembly, pages
    from dpbi.auditing.summary import Audit

    decided = [task for task in readings if task.name in work.results]
    assembled = assembly.assemble(decided, work.results)
    formulas = ledger.formulas([task.claim for task in decided])["readings"]
    measured = {task.name: work.results[task.name] for task in numbers if not work.errors}
    report = None
    if place is not None and not work.errors:
        files = pages.for_people(assembled.document, measured, formulas)
        place.write(files | pages.for_programs(assembled, measured))
        report = str(place.folder / "index.html")
    return Audit(
        document=assembled.document,
        formulas=formulas,
        changes=assembly.changes(decided, work.results),
        failures=work.errors,
        redone=work.redone,
        reused=work.reused,
        report=report,
    ).json()
