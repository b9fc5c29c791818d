"""`dpbi check`: anybody's mechanism against its promise, and against its baseline."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpbi.cli.main import FAILS, HOLDS, UNDECIDED
from dpbi.cli.options import json_option, named, print_json, working
from dpbi.errors import BadBaseline, DpbiError, InvalidValue

if TYPE_CHECKING:
    from dpbi.regression.baseline import Baseline, Move
    from dpbi.regression.checking import Check, Checked

    Row = tuple[Checked, Sequence[Move] | None]

DEFAULT = "dpbi-baseline.json"
_FOUND = "(found)"
_FILE: Any = click.Path(dir_okay=False, path_type=Path)


@click.command("check")
@click.argument("target", required=False)
@click.option("-p", "given", multiple=True, metavar="NAME=VALUE", help="A parameter; repeatable.")
@click.option(
    "--epsilon",
    metavar="E",
    help="Promise epsilon-DP (and the target's own epsilon, if it needs one).",
)
@click.option("--delta", metavar="D", help="With --epsilon: promise (epsilon, delta)-DP.")
@click.option("--rho", metavar="R", help="Promise rho-zCDP.")
@click.option("--renyi", metavar="A,E", help="Promise Renyi DP of order A.")
@click.option("--ideal", metavar="TARGET", help="The law that TARGET is meant to implement.")
@click.option(
    "--baseline",
    "place",
    is_flag=False,
    flag_value=_FOUND,
    metavar="[FILE]",
    help=f"Compare with earlier findings; without FILE, those of pyproject.toml or {DEFAULT}.",
)
@click.option("--update", is_flag=True, help="Write today's findings to the baseline.")
@click.option("--time-limit", default=600.0, metavar="SECONDS", help="For each check; 600.")
@click.option("--junit", type=_FILE, metavar="FILE", help="Write JUnit XML.")
@click.option("--sarif", type=_FILE, metavar="FILE", help="Write SARIF 2.1.0.")
@json_option
def command(
    target: str | None,
    given: tuple[str, ...],
    ideal: str | None,
    place: str | None,
    update: bool,
    time_limit: float,
    junit: Path | None,
    sarif: Path | None,
    as_json: bool,
    **promised: Any,
) -> int:
    r"""Tell whether a mechanism keeps its promise.

    All pairs of neighbouring datasets are gone through, with guaranteed arithmetic. TARGET is
    my_file.py:Name, package.module:Name, a law.json, or a name that dpbi list prints. Without a
    promise it is held to what it claims for itself.

    \b
    Examples:
      dpbi check my.py:M --epsilon 1
      dpbi check my.py:M -p n=10
      dpbi check law.json --ideal my.py:M
      dpbi check my.py:M --update
      dpbi check --baseline

    The fourth writes a baseline, the last repeats every check in it.

    Exit code 0: it holds, or nothing has moved. 1: it fails, or something has moved. 2: bad input.
    3: undecided.
    """
    from dpbi.regression import ci
    from dpbi.regression.baseline import Baseline
    from dpbi.regression.files import write_all

    if not time_limit > 0:
        raise InvalidValue("--time-limit", time_limit, "it must be above 0")
    if update and place is None:
        place = _FOUND
    baseline = None
    if place is not None:
        path = _default() if place == _FOUND else Path(place)
        baseline = Baseline.read(path, missing_ok=update)
    checks = _checks(target, named("-p", given), promised, ideal, baseline)
    rows, refused = _run(checks, time_limit, None if update else baseline)
    if refused:
        if rows and not (as_json or update):
            _print(rows, baseline, updated=False)
        for other in refused[1:]:
            click.echo(f"dpbi: {other}", err=True)
        raise refused[0]
    if update:
        rows = [(checked, ()) for checked, _ in rows]  # what is written is what is recorded
    texts = {f: t(rows) for f, t in ((junit, ci.junit), (sarif, ci.sarif)) if f is not None}
    if baseline is not None and update:
        for checked, _ in rows:
            baseline.keep(checked)
        texts[baseline.path] = baseline.text()
    write_all(texts)
    if as_json:
        print_json({"checks": [_document(row) for row in rows]})
    else:
        _print(rows, baseline, updated=update)
    return _code(rows)


def _run(
    checks: Sequence[Check], time_limit: float, baseline: Baseline | None
) -> tuple[list[Row], list[DpbiError]]:
    """All checks; one that is refused does not hide what the others found."""
    from dpbi.regression.isolation import Limits

    rows: list[Row] = []
    refused: list[DpbiError] = []
    for check in checks:
        try:
            checked = check.run(Limits(time_limit), working(f"checking {check.key}"))
            rows.append((checked, None if baseline is None else baseline.moves(checked)))
        except DpbiError as error:
            refused.append(error)
    return rows, refused


def _checks(
    target: str | None,
    given: dict[str, str],
    promised: dict[str, Any],
    ideal: str | None,
    baseline: Baseline | None,
) -> list[Check]:
    """The check asked for; with a baseline and nothing else said, the checks on file."""
    from dpbi.regression.checking import Check
    from dpbi.regression.promise import promises

    said = {k: v for k, v in promised.items() if v is not None}
    if baseline is not None and not given and not said and ideal is None:
        if on_file := baseline.checks(target):
            return on_file
        if target is None:
            raise InvalidValue("TARGET", "(nothing)", f"{baseline.path} has no checks to repeat")
    if target is None:
        raise InvalidValue("TARGET", "(nothing)", "name what to check, such as my_file.py:Name")
    if "renyi" in said:
        order, comma, bound = said["renyi"].partition(",")
        if not comma:
            raise InvalidValue("--renyi", said["renyi"], "write it as ALPHA,VALUE, such as 2,1/2")
        said["renyi"] = (order, bound)
    made = promises(**said, label=target) if said else ()
    return [Check(target, tuple(sorted(given.items())), made, ideal)]


def _default() -> Path:
    """The baseline that pyproject.toml names, here or above; else the usual name, here."""
    for folder in (Path.cwd(), *Path.cwd().parents):
        project = folder / "pyproject.toml"
        if project.is_file():
            if name := _configured(project):
                return Path(relpath(folder / name))
            break
    return Path(DEFAULT)


def _configured(project: Path) -> str | None:
    """[tool.dpbi] baseline, refused where it is no file name."""
    try:
        tools = tomllib.loads(project.read_text(encoding="utf-8")).get("tool", {})
    except ValueError as error:
        raise BadBaseline(str(project), f"it is no TOML ({error})") from None
    ours = tools.get("dpbi", {}) if isinstance(tools, dict) else {}
    name = ours.get("baseline") if isinstance(ours, dict) else None
    if name is not None and not isinstance(name, str):
        raise BadBaseline(str(project), "[tool.dpbi] baseline must be the name of a file")
    return name


def _document(row: Row) -> dict[str, Any]:
    checked, moves = row
    moved = None if moves is None else [m.json() for m in moves]
    return checked.json() | {"moves": moved}


def _print(rows: Sequence[Row], baseline: Baseline | None, *, updated: bool) -> None:
    from dpbi.regression.sentences import side_by_side, told

    for checked, moves in rows:
        if baseline is not None:
            click.echo(shown(checked.check.key))
        for move in moves or ():
            click.echo(f"  MOVED: {move}")
        if moves is not None and not moves:
            click.echo("  recorded:" if updated else "  as recorded:")
        for f in checked.findings:
            click.echo("\n".join(told(f)))
        if checked.difference is not None:
            click.echo("\n".join(side_by_side(checked.difference)))
    if baseline is not None:
        moved = sum(bool(moves) for _, moves in rows)
        checks = "1 check" if len(rows) == 1 else f"{len(rows)} checks"
        done = "written to" if updated else "compared with"
        click.echo(f"{checks} {done} {baseline.path}" + ("" if updated else f", {moved} moved"))


def _code(rows: Sequence[Row]) -> int:
    if any(moves is not None for _, moves in rows):
        return FAILS if any(moves for _, moves in rows) else HOLDS
    verdicts = {checked.verdict for checked, _ in rows}
    return FAILS if "fails" in verdicts else UNDECIDED if "undecided" in verdicts else HOLDS
