"""`dpbi check`: anybody's mechanism against its promise, and against its baseline."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpbi.cli import FAILS, HOLDS, UNDECIDED
from dpbi.cli.options import (
    echo_rows,
    json_option,
    limit_options,
    limits,
    parameter_options,
    parameters,
    print_json,
    second_opinion_option,
    working,
)
from dpbi.errors import NOTHING, BadBaseline, DpbiError, InvalidValue, printable

if TYPE_CHECKING:
    from dpbi.promises.baseline import Baseline
    from dpbi.promises.checking import Check
    from dpbi.promises.ci import CheckRow
    from dpbi.promises.isolation import Limits

DEFAULT = "dpbi-baseline.json"
KEY = 23  # the column of values
_FOUND = "(found)"
_FILE: Any = click.Path(dir_okay=False, path_type=Path)


@click.command("check")
@click.argument("target", required=False)
@parameter_options("prior", "n", "gamma")
@click.option(
    "--epsilon",
    metavar="E",
    help="Promise epsilon-DP (and the target's own epsilon, if it needs one).",
)
@click.option("--delta", metavar="D", help="With --epsilon: promise (epsilon, delta)-DP.")
@click.option("--rho", metavar="R", help="Promise rho-zCDP.")
@click.option("--renyi", metavar="A,E", help="Promise Renyi DP of order A >= 0.")
@click.option("--slack", metavar="S", help="Count as kept what is missed by at most S.")
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
@second_opinion_option
@limit_options
@click.option("--junit", type=_FILE, metavar="FILE", help="Write JUnit XML.")
@click.option("--sarif", type=_FILE, metavar="FILE", help="Write SARIF 2.1.0.")
@json_option
def command(
    target: str | None,
    extra: tuple[str, ...],
    prior: str | None,
    n: str | None,
    gamma: str | None,
    slack: str | None,
    ideal: str | None,
    place: str | None,
    update: bool,
    second_opinion: bool,
    time_limit: float,
    memory_limit: int | None,
    junit: Path | None,
    sarif: Path | None,
    as_json: bool,
    **promised: Any,
) -> int:
    r"""Tell whether a mechanism keeps its promise.

    All pairs of neighbouring datasets are checked, with guaranteed arithmetic. TARGET is
    my_file.py:Name, package.module:Name, a law.json, or a name that dpbi list prints. Name is a
    program, which is a function below @dpbi.program, or a class. Without a promise it is held to
    what it claims for itself.

    \b
    Examples:
      dpbi check my.py:program --epsilon 1
      dpbi check my.py:M -p n=10
      dpbi check ehds --prior 1,1 \
        --n 5 --epsilon 1
      dpbi check law.json --ideal my.py:M
      dpbi check my.py:M --update
      dpbi check --baseline

    The fifth writes a baseline, the last repeats every check in it. Numbers are exact; epsilon,
    rho and the bound of --renyi may be logarithms, such as ln(3) or ln(9)/2.

    Exit code 0: it holds, or nothing has moved. 1: it fails, or something has moved. 2: no
    answer (bad input, a limit reached), and one sentence on stderr says why. 3: undecided.
    """
    from dpbi.promises.baseline import Baseline

    work = _Work({junit: "junit", sarif: "sarif"}, update=update)
    try:
        within = limits(time_limit, memory_limit)
        if update and place is None:
            place = _FOUND
        if place is not None:
            path = _default() if place == _FOUND else Path(place)
            work.baseline = Baseline.read(path, missing_ok=update)
        asked = {**promised, "slack": slack}
        given = parameters(extra, prior=prior, n=n, gamma=gamma)
        checks = _checks(target, given, asked, ideal, work.baseline)
        work.do([replace(c, second_opinion=second_opinion) for c in checks], within)
    except Exception as error:
        work.report((target or "dpbi check", target or "dpbi check", error))
        raise
    if work.refused:
        if work.rows and not (as_json or update):
            _print(work.rows, work.baseline, updated=False)
        work.report()
        for _, _, other in work.refused[1:]:
            click.echo(f"dpbi: {printable(str(other))}", err=True)
        raise work.refused[0][2]
    work.write()
    if as_json:
        print_json({"checks": [_document(row) for row in work.rows]})
    else:
        _print(work.rows, work.baseline, updated=update)
    return _code(work.rows)


@dataclass
class _Work:
    """The checks that are done, those that could not be, and the files that are to say so."""

    files: dict[Path | None, str]
    update: bool
    baseline: Baseline | None = None
    rows: list[CheckRow] = field(default_factory=list)
    refused: list[tuple[str, str, Exception]] = field(default_factory=list)

    def do(self, checks: Sequence[Check], within: Limits) -> None:
        """All checks; one that is refused does not hide what the others found."""
        against = None if self.update else self.baseline
        for check in checks:
            try:
                checked = check.run(within, working(f"checking {check.key}"))
                moves = None if against is None else against.moves(checked)
                self.rows.append((checked, () if self.update else moves))
                if self.update and self.baseline is not None:
                    self.baseline.keep(checked)
            except DpbiError as error:
                self.refused.append((check.target, check.key, error))

    def write(self) -> None:
        """Every file that was asked for, and the baseline, or none of them."""
        from dpbi.support.files import write_all

        texts = self._texts()
        if self.update and self.baseline is not None:
            texts[self.baseline.path] = self.baseline.text()
        write_all(texts)

    def report(self, *more: tuple[str, str, Exception]) -> None:
        """The files for CI, where something is refused; the baseline stays as it is."""
        from dpbi.support.files import write_all

        self.refused += more
        try:
            write_all(self._texts())
        except OSError as error:
            click.echo(f"dpbi: {error.filename}: {error.strerror}", err=True)

    def _texts(self) -> dict[Path, str]:
        from dpbi.promises import ci
        from dpbi.promises.checking import Unaudited

        refused = [Unaudited(target, key, _why(error)) for target, key, error in self.refused]
        made = {"junit": ci.junit, "sarif": ci.sarif}
        return {f: made[kind](self.rows, refused) for f, kind in self.files.items() if f}


def _why(error: Exception) -> str:
    if isinstance(error, (DpbiError, click.ClickException)):
        return str(error)
    return f"a defect of dpbi: {type(error).__name__}"


def _checks(
    target: str | None,
    given: dict[str, str],
    promised: dict[str, Any],
    ideal: str | None,
    baseline: Baseline | None,
) -> list[Check]:
    """The check asked for; with a baseline and nothing else said, the checks on file."""
    from dpbi.fields import positive_rational
    from dpbi.laws.promise import promises
    from dpbi.promises.checking import Check

    said = {k: v for k, v in promised.items() if v is not None}
    if baseline is not None and not given and not said and ideal is None:
        if on_file := baseline.checks(target):
            return on_file
        if target is None:
            raise InvalidValue("TARGET", NOTHING, f"{baseline.path} has no checks to repeat")
    if target is None:
        raise InvalidValue("TARGET", NOTHING, "name what to check, such as my_file.py:Name")
    if "renyi" in said:
        order, comma, bound = said["renyi"].partition(",")
        if not comma:
            raise InvalidValue("--renyi", said["renyi"], "write it as ALPHA,VALUE, such as 2,1/2")
        said["renyi"] = (order, bound)
    slack = positive_rational("--slack", said.get("slack", 0), zero=True)
    made = promises(**said, label=target) if said.keys() - {"slack"} else ()
    return [Check(target, tuple(sorted(given.items())), made, ideal, slack)]


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
    """[tool.dpbi] baseline, refused where it is not a file name."""
    try:
        tools = tomllib.loads(project.read_text(encoding="utf-8")).get("tool", {})
    except ValueError as error:
        raise BadBaseline(str(project), f"it is not valid TOML ({error})") from None
    ours = tools.get("dpbi", {}) if isinstance(tools, dict) else {}
    name = ours.get("baseline") if isinstance(ours, dict) else None
    if name is not None and not isinstance(name, str):
        raise BadBaseline(str(project), "[tool.dpbi] baseline must be the name of a file")
    return name


def _document(row: CheckRow) -> dict[str, Any]:
    checked, moves = row
    moved = None if moves is None else [m.json() for m in moves]
    return checked.json() | {"moves": moved}


def _print(rows: Sequence[CheckRow], baseline: Baseline | None, *, updated: bool) -> None:
    from dpbi.privacy.finding import side_by_side, told

    for checked, moves in rows:
        if baseline is not None:
            click.echo(printable(checked.check.key))
        for move in moves or ():
            click.echo(f"  MOVED: {move}")
        if moves is not None and not moves:
            click.echo("  recorded:" if updated else "  as recorded:")
        for f, opinion in zip_longest(checked.findings, checked.opinions):
            echo_rows(told(f), KEY)
            if opinion is not None:
                echo_rows([f"  {'second opinion':<20} {opinion}"], KEY)
        if checked.difference is not None:
            echo_rows(side_by_side(checked.difference), KEY)
    if baseline is not None:
        moved = sum(bool(moves) for _, moves in rows)
        checks = "1 check" if len(rows) == 1 else f"{len(rows)} checks"
        done = "written to" if updated else "compared with"
        click.echo(f"{checks} {done} {baseline.path}" + ("" if updated else f", {moved} moved"))


def _code(rows: Sequence[CheckRow]) -> int:
    if any(moves is not None for _, moves in rows):
        return FAILS if any(moves for _, moves in rows) else HOLDS
    from dpbi.privacy.finding import overall

    codes = {"holds": HOLDS, "fails": FAILS, "undecided": UNDECIDED}
    return codes[overall(checked.verdict for checked, _ in rows)]
