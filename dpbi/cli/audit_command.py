"""`dpbi audit`: the whole audit, and the report of it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import click

from dpbi.cli.options import WHOLE, json_option, print_json
from dpbi.errors import InvalidValue

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
        readings, numbers, out = _plan(root, options)
        work = _work([*readings, *numbers], options)
        _compute(work, root, options)
        found = _conclude(work, readings, numbers, out)
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


def _plan(root: Path, options: dict[str, Any]) -> tuple[list[Any], list[Any], Path | None]:
    """The readings to decide, the numbers to compute, where the report goes (None: nowhere)."""
    from dpbi.auditing import pages, selection, tasks
    from dpbi.auditing.writing import beside

    every = list(tasks.readings(root / "verify", full=options["full"]))
    readings = selection.choose(every, options["drafts"], options["names"])
    if len(readings) == len(every):
        numbers, out = pages.needed(), options["out"] or root / "reports"
    else:
        numbers, out = [], options["out"]
        if out is not None:
            selection.keep_complete(out, readings)
    if out is not None:
        with beside(out):  # what cannot be written is said before anything is computed
            pass
    return list(readings), list(numbers), out


def _work(tasks: list[Any], options: dict[str, Any]) -> Any:
    """The work, with what earlier audits kept of it."""
    from dpbi.auditing.cache import Cache, usual_folder
    from dpbi.auditing.running import Work

    folder = options["cache_folder"]
    cache = Cache(folder or usual_folder())
    try:
        cache.prepare()
    except OSError as error:
        if folder is not None:
            raise
        click.echo(f"nothing is kept for later: {error.filename}: {error.strerror}", err=True)
        return Work(tasks, None)
    return Work(tasks, cache, fresh=options["fresh"])


def _compute(work: Any, root: Path, options: dict[str, Any]) -> None:
    """Do the work and show how far it is."""
    from dpbi.auditing.pool import cores
    from dpbi.cli.audit_progress import progress

    events = work.do(root / "verify", options["jobs"] or cores(), full=options["full"])
    with closing(events), progress(work) as show:
        for event in events:
            show(event)
    if work.cache is not None:
        work.cache.forget_the_old()


def _conclude(work: Any, readings: list[Any], numbers: list[Any], out: Path | None) -> Any:
    """Compare with what is recorded, write the report if it is whole, sum up."""
    from dpbi import ledger
    from dpbi.auditing import assembly, pages
    from dpbi.auditing.summary import Audit
    from dpbi.auditing.writing import write

    decided = [task for task in readings if task.name in work.results]
    assembled = assembly.assemble(decided, work.results)
    formulas = ledger.formulas([task.claim for task in decided])["readings"]
    measured = {task.name: work.results[task.name] for task in numbers if not work.errors}
    report = None
    if out is not None and not work.errors:
        files = pages.for_people(assembled.document, measured, formulas)
        write(files | pages.for_programs(assembled, measured), out)
        report = str(out / "index.html")
    return Audit(
        document=assembled.document,
        formulas=formulas,
        changes=assembly.changes(decided, work.results),
        failures=work.errors,
        redone=work.redone,
        reused=work.reused,
        report=report,
    ).json()
