"""`dpbi release`: one private output."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from dpbi.cli.asking import Asked, ask, head, of_counts
from dpbi.cli.options import (
    WHOLE,
    dataset_options,
    json_option,
    limit_options,
    parameters,
    print_json,
    target_options,
)
from dpbi.errors import InvalidValue, NoPosterior, printable
from dpbi.laws.foreign import at_home
from dpbi.mechanisms.counts import OfCounts

MOST_DRAWS = 1_000_000


@dataclass(frozen=True, slots=True)
class Released:
    """One output, and the parameters of its posterior, if it has one."""

    output: Any
    posterior: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Draws:
    """What was drawn; `counted` says that outputs are counts."""

    head: dict[str, Any]
    counted: bool
    rows: tuple[Released, ...]


@click.command("release")
@target_options("prior", "n", "epsilon", "gamma", "delta")
@dataset_options
@click.option(
    "--draws", default=1, type=WHOLE, show_default=True, help="How many; each costs epsilon again."
)
@click.option("--seed", type=WHOLE, help="Reproducible bits, for tests only: NOT private.")
@limit_options
@json_option
def command(
    target: str,
    counts: str | None,
    dataset: str | None,
    draws: int,
    seed: int | None,
    time_limit: float,
    memory_limit: int | None,
    as_json: bool,
    **given: Any,
) -> None:
    r"""Draw an output of TARGET at a dataset, exactly from its law.

    TARGET is a name that dpbi list prints, my_file.py:Name, package.module:Name, or a law.json.
    Name is a program, which is a function below @dpbi.program, or a class.
    Randomness comes from the operating system unless --seed is given.

    \b
    Examples:
      dpbi release ehds --prior 1,1 --counts 7,13 --epsilon 1
      dpbi release lshist --prior 1,1,1 --counts 4,4,5 \
        --epsilon 1/2 --json
      dpbi release my.py:program --dataset '(0, 1)'
      dpbi release my.py:M -p n=2 --dataset '[0, 1]'
    """
    if not 1 <= draws <= MOST_DRAWS:
        raise InvalidValue("--draws", draws, f"it must be at least 1 and at most {MOST_DRAWS}")
    found = ask(
        Draws,
        draw,
        Asked(target, parameters(**given), counts, dataset),
        draws,
        seed,
        within=(time_limit, memory_limit),
        what=f"drawing from {target}",
    )
    if seed is not None:
        click.echo("dpbi: --seed makes the noise predictable: this output is NOT private", err=True)
    if as_json:
        rows = [{"output": row.output, "posterior": row.posterior} for row in found.rows]
        print_json({**found.head, "private": seed is None, "releases": rows})
        return
    for row in found.rows:
        click.echo(_line(row) if found.counted else f"output {printable(str(row.output))}")


def draw(asked: Asked, draws: int, seed: int | None) -> Draws:
    """The given number of outputs at the dataset named."""
    from dpbi.sampling import SYSTEM, not_private

    m, x = asked.at_dataset()
    rng, counts = SYSTEM if seed is None else not_private(seed), of_counts(m)
    drawn = [m.sample(x, rng) for _ in range(draws)]
    rows = tuple(Released(at_home(r), _posterior(counts, r)) for r in drawn)
    return Draws(head(m, asked), counts is not None, rows)


def _posterior(m: OfCounts | None, r: Any) -> tuple[str, ...] | None:
    """The released posterior's parameters; a noisy count may leave no distribution."""
    try:
        return None if m is None else tuple(str(a) for a in m.posterior(r).alpha)
    except (NoPosterior, InvalidValue):
        return None


def _line(row: Released) -> str:
    p = row.posterior
    whole = all(isinstance(c, int) for c in row.output)  # not where the noise is left continuous
    why = "a parameter is 0" if whole else "these are not counts of records"
    shown = f"parameters {', '.join(p)}" if p else f"no posterior: {why}"
    return f"counts {', '.join(map(str, row.output))}   {shown}"
