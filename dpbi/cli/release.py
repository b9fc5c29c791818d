"""`dpbi release`: one private output."""

from __future__ import annotations

from typing import Any

import click

from dpbi.cli.law import mechanism_at
from dpbi.cli.options import WHOLE, json_option, mechanism_options, print_json
from dpbi.errors import InvalidValue, NoPosterior

MOST_DRAWS = 1_000_000


@click.command("release")
@mechanism_options
@click.option("--counts", required=True, help="The dataset, as its counts, such as 7,13.")
@click.option(
    "--draws", default=1, type=WHOLE, show_default=True, help="How many; each costs epsilon again."
)
@click.option("--seed", type=WHOLE, help="Reproducible bits, for tests only: NOT private.")
@json_option
def command(
    name: str, counts: str, draws: int, seed: int | None, as_json: bool, **options: Any
) -> None:
    r"""Draw an output of MECH at the dataset COUNTS, exactly from its law.

    Randomness comes from the operating system unless --seed is given.

    \b
    Examples:
      dpbi release ehds --prior 1,1 --counts 7,13 --epsilon 1
      dpbi release lshist --prior 1,1,1 --counts 4,4,5 --epsilon 1/2 --json
    """
    from dpbi.mechanisms.registry import parameters_of
    from dpbi.sampling import SYSTEM, not_private

    if not 1 <= draws <= MOST_DRAWS:
        raise InvalidValue("--draws", draws, f"it must be at least 1 and at most {MOST_DRAWS}")
    m, x = mechanism_at(name, counts, options)
    if seed is not None:
        click.echo("dpbi: --seed makes the noise predictable: this output is NOT private", err=True)
    rng = SYSTEM if seed is None else not_private(seed)
    releases = [m.sample(x, rng) for _ in range(draws)]
    posteriors = [_parameters(m, r) for r in releases]
    if as_json:
        rows = [
            {"output": [_number(c) for c in r], "posterior": p}
            for r, p in zip(releases, posteriors, strict=True)
        ]
        print_json(
            {"mechanism": m.label, "parameters": parameters_of(m), "private": seed is None}
            | {"releases": rows}
        )
        return
    for r, p in zip(releases, posteriors, strict=True):
        shown = f"parameters {', '.join(p)}" if p else "no posterior: a parameter is 0"
        click.echo(f"counts {', '.join(map(str, r))}   {shown}")


def _parameters(m: Any, r: Any) -> list[str] | None:
    """The released posterior's parameters; a noisy count may leave no distribution."""
    try:
        return [str(a) for a in m.posterior(r).alpha]
    except (NoPosterior, InvalidValue):
        return None


def _number(value: Any) -> Any:
    return value if isinstance(value, int) else str(value)
