"""`dpbi sensitivity`: how far the answer of a query moves when a record changes."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from inspect import isfunction
from typing import TYPE_CHECKING, Any, cast

import click

from dpbi.cli import FAILS, HOLDS, UNDECIDED
from dpbi.cli.asking import literal
from dpbi.cli.options import (
    echo_rows,
    json_option,
    limit_options,
    limits,
    parameter_options,
    parameters,
    print_json,
    working,
)
from dpbi.cli.sensed import Sensed, SensitivityQuestion, SensitivityRow, short_name
from dpbi.errors import BadMechanism, BadTarget, InvalidValue, printable
from dpbi.laws.foreign import at_home

if TYPE_CHECKING:
    from dpbi.queries import Sensitivity

KEY = 23  # the column of values
SHOWN = 8  # datasets that are printed unasked


@dataclass(frozen=True, slots=True)
class SensitivityAnswer:
    """The answer for programs or for people; the verdict is empty where none was asked for."""

    document: dict[str, Any]
    lines: tuple[str, ...]
    verdict: str


@click.command("sensitivity")
@click.argument("target")
@parameter_options()
@click.option(
    "--norm", type=click.Choice(["l1", "l2", "linf"]), default="l1", help="Of vectors; l1."
)
@click.option("--at-most", metavar="D", help="Hold it to a bound, such as 1 or 'sqrt(2)'.")
@click.option("--beta", metavar="B", help="Also smooth sensitivity, exponential, such as 1/4.")
@click.option("--gamma", metavar="G", help="Also smooth sensitivity, harmonic, such as 1.")
@click.option("--dataset", metavar="X", help="Of one dataset only, such as '[0, 1]' or yes.")
@click.option("--all", "every", is_flag=True, help=f"Print all datasets, not the first {SHOWN}.")
@click.option("--own", metavar="S", help="my.py:S, a bound of yours: is it one, is it smooth?")
@click.option("--slack", default="0", metavar="T", help="For --own: count as kept what T explains.")
@click.option("--over", metavar="TARGET", help="What has the datasets; -p then goes to it.")
@limit_options
@json_option
def command(
    target: str,
    extra: tuple[str, ...],
    time_limit: float,
    memory_limit: int | None,
    as_json: bool,
    **asked: Any,
) -> int:
    r"""Compute the exact sensitivity of a query over its declared datasets.

    TARGET is my_file.py:Name or package.module:Name: a function below @dpbi.query(datasets=..,
    neighbours=..), or a class with datasets(), neighbours(x) and query(x). With --over it is a bare
    function of a dataset. Answers are numbers or lists of numbers, floats as the binary numbers
    that they are.

    Neighbours count both ways, also where they are listed one way only. --beta and --gamma are
    about the graph of neighbours: S(x) = max LS(y) e^(-B d), and 1/S(x) = min 1/LS(y) + G d.

    \b
    Examples:
      dpbi sensitivity my.py:median
      dpbi sensitivity my.py:median \
        --beta 1/4 --dataset '(0, 1, 3)'
      dpbi sensitivity my.py:count \
        --at-most 1
      dpbi sensitivity my.py:mean \
        --over my.py:M -p n=3 --norm l2
      dpbi sensitivity my.py:median \
        --gamma 1 --own my.py:S

    Exit code 0: done, and what was asked holds. 1: a bound fails, and the datasets that show it
    are printed. 2: no answer, and one sentence on stderr says why. 3: undecided.
    """
    from dpbi.promises import isolation

    question = SensitivityQuestion(target, parameters(extra), as_json=as_json, **asked)
    found = isolation.run(
        target,
        SensitivityAnswer,
        sense,
        question,
        limits=limits(time_limit, memory_limit),
        meanwhile=working(f"asking {target}"),
    )
    if as_json:
        print_json(found.document)
    else:
        echo_rows(map(printable, found.lines), KEY)
    return {"": HOLDS, "holds": HOLDS, "fails": FAILS, "undecided": UNDECIDED}[found.verdict]


def sense(asked: SensitivityQuestion) -> SensitivityAnswer:
    """In the other process: all that is asked of the query."""
    from dpbi.mechanisms.targets import found_at
    from dpbi.queries import Size, sensitivity
    from dpbi.queries.rules import rule

    if asked.dataset is not None and asked.every:
        raise InvalidValue("--all", "given", "--dataset names one dataset already")
    if asked.own is None and asked.slack != "0":
        raise InvalidValue("--slack", asked.slack, "it is for a bound of yours: add --own my.py:S")
    bound = None if asked.at_most is None else Size.of(asked.at_most, "--at-most")
    form = {k: v for k, v in (("beta", asked.beta), ("gamma", asked.gamma)) if v is not None}
    if form:
        rule(asked.beta, asked.gamma)  # what is wrong with them is said before any work
    own: Any = None if asked.own is None else found_at(asked.own)
    query, over = _query(asked)
    s = sensitivity(query, norm=cast(Any, asked.norm), over=over)
    names = s.datasets() if asked.dataset is None else [_dataset(s, asked.dataset)]
    more = 0 if asked.every or asked.as_json else max(0, len(names) - SHOWN)
    names = names[: len(names) - more]
    rows = [SensitivityRow(s.local(x), s.smooth(x, **form) if form else None) for x in names]
    judged = () if own is None else s.judge(own, **form, slack=asked.slack)
    found = Sensed(asked, s, bound, rows, more, judged)
    if asked.as_json:
        return SensitivityAnswer(found.document(), (), found.verdict)
    return SensitivityAnswer({}, tuple(found.lines()), found.verdict)


def _query(asked: SensitivityQuestion) -> tuple[Any, Any]:
    """The query, and what has its datasets where that is something else."""
    from dpbi.mechanisms.targets import found_at, load, made_from

    if asked.over is not None:
        byshort_name = asked.over.endswith(".json") or ":" not in asked.over
        make = load if byshort_name else made_from
        return found_at(asked.target), make(asked.over, asked.parameters)
    try:
        return made_from(asked.target, asked.parameters), None
    except BadTarget as error:
        if isfunction(function := found_at(asked.target)) and not asked.parameters:
            hint = "write @dpbi.query(datasets=.., neighbours=..) above it, or add --over"
            said = f"{function.__name__} is a function without datasets: {hint}"
            raise BadTarget(asked.target, said) from error
        raise


def _dataset(s: Sensitivity, text: str) -> Any:
    """The dataset that is written so, or printed so."""
    with suppress(BadMechanism):
        return s.local(literal(text)).x
    for x in s.datasets():
        if text in (str(at_home(x)), repr(x)):
            return x
    first = ", ".join(map(short_name, s.datasets()[:3]))
    raise InvalidValue(
        "--dataset", text, f"it is not a dataset of {s.label}, which has {first}, .."
    )
