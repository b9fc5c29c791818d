"""`dpbi search`: look for a counterexample to a claim, or to the promise of a mechanism."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpbi.cli.options import (
    SECONDS,
    WHOLE,
    claims_option,
    json_option,
    limit_options,
    limits,
    parameter_options,
    parameters,
    print_json,
    scheduler_option,
    working,
)
from dpbi.errors import NOTHING, InvalidValue, UnknownName
from dpbi.fields.rational import whole_number

if TYPE_CHECKING:
    from dpbi.ledger.folders.finding import Folder
    from dpbi.promises.isolation import Limits

LEGS = ("scheduler", "jobs")
MOST_VALUES = 10_000  # of one parameter
SHORTEST = 0.1  # seconds for a reading, where those before it took all the time


@click.command("search")
@click.argument("claim", metavar="CLAIM|TARGET")
@click.option(
    "--seconds", default=20.0, type=SECONDS, metavar="S", help="For all readings of a CLAIM; 20."
)
@click.option("--tries", type=WHOLE, metavar="N", help="Of a CLAIM: how many, whatever the clock.")
@click.option("--seed", default=0, type=WHOLE, metavar="N", help="Where chance begins; 0.")
@scheduler_option
@click.option("--jobs", type=WHOLE, metavar="N", help="Of a CLAIM, with --tries: processes.")
@parameter_options(
    "prior",
    "n",
    "gamma",
    values="NAME=VALUES",
    about="Of a TARGET: the values to try, the simplest first; repeatable.",
)
@click.option("--epsilon", metavar="E", help="Of a TARGET: the promise, if not its own.")
@click.option("--delta", metavar="D", help="Of a TARGET: promised with epsilon.")
@limit_options
@claims_option
@json_option
def command(
    claim: str,
    seconds: float,
    tries: int | None,
    seed: int,
    scheduler: str | None,
    jobs: int | None,
    extra: tuple[str, ...],
    prior: str | None,
    n: str | None,
    gamma: str | None,
    epsilon: str | None,
    delta: str | None,
    time_limit: float,
    memory_limit: int | None,
    claims: Path | None,
    as_json: bool,
) -> int:
    r"""Look for values that violate a claim, or a promise.

    A CLAIM of the ledger is looked into reading by reading, or one CLAIM/READING. Of a TARGET
    (my_file.py:Name, package.module:Name, a law.json, or a name that dpbi list prints), parameters
    are looked for at which its promise is broken. Floats propose, balls decide, and the smallest
    violation that was found is printed.

    Exit code 1: one was found. 3: none was, which proves nothing.

    \b
    Examples:
      dpbi search paper.cor-2
      dpbi search CLAIM/READING --seed 1
      dpbi search CLAIM --tries 1000000 \
        --scheduler tcp://10.0.0.1:8786
      dpbi search my.py:make -p n=1..6
      dpbi search my.py:M -p 'epsilon=1|2'
      dpbi search ehd --n 1..4 \
        --prior '1,1|1/2,1/2' -p epsilon=1
    """
    from dpbi.ledger.folders.finding import folder_named, usual

    given = parameters(extra, prior=prior, n=n, gamma=gamma)
    folder = usual() if claims is None else folder_named(claims)
    if given or _is_target(claim, folder):
        _refuse("all the values given for a TARGET are tried", "tries", "seconds", "seed", *LEGS)
        promised = {k: v for k, v in (("epsilon", epsilon), ("delta", delta)) if v is not None}
        within = limits(time_limit, memory_limit)
        return _among_mechanisms(claim, given, promised, within, as_json=as_json)
    _refuse("a CLAIM is not a promise: its own formula is looked into", "epsilon", "delta")
    _refuse("--seconds says how long to look into a CLAIM", "time_limit")
    if tries is not None and tries < 1:
        raise InvalidValue("--tries", tries, "at least 1")
    known = _formulas(claim, folder)
    if scheduler is not None or jobs is not None:
        _refuse("what several workers do is counted in tries", "seconds")
        if tries is None:
            raise InvalidValue("--tries", NOTHING, "what several workers do is counted in tries")
        root = None if folder is None else str(folder.root.resolve())
        in_pieces = _on_executor(known, tries, seed, jobs, scheduler, root)
        return _told(claim, in_pieces, as_json=as_json)
    return _told(claim, _here(known, seconds, tries, seed, folder), as_json=as_json)


def _here(
    known: dict[str, Any], seconds: float, tries: int | None, seed: int, folder: Folder | None
) -> dict[str, Any]:
    """The search in this process; the readings share the time that is left."""
    from dpbi.language import Formula
    from dpbi.ledger.search import search

    universal = {name: d for name, d in known.items() if d["quantifier"] == "forall"}
    results: dict[str, Any] = {}
    end = time.monotonic() + seconds
    for name, document in universal.items():
        formula = Formula.parse(document, None if folder is None else folder.root)
        left = (end - time.monotonic()) / (len(universal) - len(results))
        share = max(left, SHORTEST)
        with click.progressbar(length=1000, label=name, file=sys.stderr, width=24) as bar:

            def step(part: float, bar: Any = bar) -> None:
                bar.update(int(1000 * part) - bar.pos)

            found = search(formula, budget=share, tries=tries, seed=seed, progress=step, alone=True)
            results[name] = found.json(formula)
    return results


def _on_executor(
    known: dict[str, Any],
    tries: int,
    seed: int,
    jobs: int | None,
    scheduler: str | None,
    root: str | None,
) -> dict[str, Any]:
    """The search in pieces, in processes or on a cluster; what it finds depends on neither."""
    from dpbi.audit.executors import leg
    from dpbi.audit.searching import searched

    universal = {name: d for name, d in known.items() if d["quantifier"] == "forall"}
    results: dict[str, Any] = {}
    with leg(jobs, scheduler) as place:
        for name, document in universal.items():
            with click.progressbar(length=tries, label=name, file=sys.stderr, width=24) as bar:
                for event in searched(document, tries, seed, place, root):
                    if isinstance(event, int):
                        bar.update(event - bar.pos)
                    else:
                        results[name] = event
    return results


def _told(claim: str, results: dict[str, Any], *, as_json: bool) -> int:
    """Print what was found."""
    if not results:
        raise InvalidValue("CLAIM", claim, "it has no universally quantified formula to violate")
    if as_json:
        print_json(results)
    else:
        for name, found in results.items():
            click.echo(_describe(name, found))
    return 1 if any(r["violated"] for r in results.values()) else 3


def _formulas(name: str, folder: Folder | None) -> dict[str, Any]:
    """The formulas of a claim or a reading, whose name may also be a mechanism's, misspelled."""
    from dpbi.ledger.shipped import readings_of
    from dpbi.mechanisms.registry import names

    try:
        if folder is None:
            raise UnknownName("folder of claims here, and no mechanism", name, tuple(names()))
        return readings_of(name, folder)
    except UnknownName as error:
        if folder is None:
            raise
        kind = f"{error.kind} and no mechanism"
        raise UnknownName(kind, name, (*error.known, *names())) from None


def _refuse(why: str, *options: str) -> None:
    """Refuse options that say nothing of what is searched, where they were given."""
    context = click.get_current_context()
    for name in options:
        if context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT:
            raise InvalidValue(f"--{name.replace('_', '-')}", context.params[name], why)


def _is_target(text: str, folder: Folder | None) -> bool:
    """Whether it names a mechanism: what other packages register displaces no claim."""
    from dpbi.ledger.shipped import readings_of
    from dpbi.mechanisms.registry import names

    if ":" in text or text.endswith((".py", ".json")):
        return True
    if text not in names():
        return False
    with suppress(UnknownName):
        return folder is None or not readings_of(text, folder)
    return True


def _describe(name: str, found: dict[str, Any]) -> str:
    if not found["violated"]:
        return f"{name}: nothing found in {found['tried']} instances, which proves nothing"
    from dpbi.ledger.outcomes import instance_text

    witness, worst = (instance_text(found[k]) for k in ("witness", "worst"))
    return f"{name}: violated at {witness}\n  worst: {worst}"


def _among_mechanisms(
    target: str,
    given: dict[str, str],
    promised: dict[str, str],
    within: Limits,
    *,
    as_json: bool,
) -> int:
    """The simplest parameters of a mechanism at which its promise is certainly broken."""
    from dpbi.privacy.finding import told
    from dpbi.promises import isolation
    from dpbi.promises.checking import Failing, smallest

    values = {name: _values(text) for name, text in given.items()}
    tried = prod(map(len, values.values()))
    found = isolation.run(
        target,
        Failing,
        smallest,
        target,
        values,
        promised,
        limits=within,
        meanwhile=working(f"searching among {tried} choices of parameters"),
    )
    if as_json:
        witness = found and {"parameters": found[0], **found[1].json()}
        print_json({target: {"violated": found is not None, "witness": witness}})
    elif found is None:
        click.echo(f"{target}: nothing found, which proves nothing")
    else:
        click.echo(" ".join([target, *(f"-p {k}={v}" for k, v in found[0].items())]))
        click.echo("\n".join(told(found[1])))
    return 3 if found is None else 1


def _values(text: str) -> list[str]:
    """The values of 1..6, or of a|b|c, as text."""
    low, dots, high = text.partition("..")
    if dots:
        first, last = whole_number(low), whole_number(high)
        if first is None or last is None or first > last:
            raise InvalidValue("-p", text, "a range is written as 1..6")
        if last - first >= MOST_VALUES:
            raise InvalidValue("-p", text, f"at most {MOST_VALUES} values can be tried")
        return [str(i) for i in range(first, last + 1)]
    return [part.strip() for part in text.split("|")]
