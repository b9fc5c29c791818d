"""`dpbi search`: look for a counterexample to a reading of a claim."""

from __future__ import annotations

import sys
from typing import Any

import click

from dpbi.cli.options import json_option, print_json
from dpbi.errors import InvalidValue


@click.command("search")
@click.argument("claim", metavar="CLAIM[/READING]")
@click.option("--seconds", default=20.0, show_default=True, help="How long to look.")
@click.option("--seed", default=0, show_default=True, help="Where the random part begins.")
@json_option
def command(claim: str, seconds: float, seed: int, as_json: bool) -> int:
    r"""Search for values that violate a universally quantified reading.

    Floats propose, balls decide, and the smallest certified violation is printed. Exit code 1 if
    one was found, 3 if not: finding nothing proves nothing.

    \b
    Examples:
      dpbi search short.thm-3.1.ehd
      dpbi search short.thm-3.1.ehd/gs-eq-sqrt-1-pi-4-constant-all-alphagt0 --seconds 5
    """
    from dpbi.formula import Formula
    from dpbi.ledger import readings_of
    from dpbi.search import search

    if not seconds > 0:
        raise InvalidValue("--seconds", seconds, "it must be > 0")
    known = readings_of(claim)
    results: dict[str, Any] = {}
    for name, document in known.items():
        formula = Formula.parse(document)
        if formula.quantifier != "forall":
            continue
        with click.progressbar(length=1000, label=name, file=sys.stderr, width=24) as bar:
            done = 0

            def step(part: float, bar: Any = bar) -> None:
                nonlocal done
                bar.update(int(1000 * part) - done)
                done = int(1000 * part)

            results[name] = search(formula, budget=seconds, seed=seed, progress=step).json(formula)
    if not results:
        raise InvalidValue("CLAIM", claim, "it has no universally quantified formula to violate")
    if as_json:
        print_json(results)
    else:
        for name, found in results.items():
            click.echo(_describe(name, found))
    return 1 if any(r["violated"] for r in results.values()) else 3


def _describe(name: str, found: dict[str, Any]) -> str:
    if not found["violated"]:
        return f"{name}: nothing found in {found['tried']} instances, which proves nothing"
    from dpbi.claims import instance_text

    witness, worst = (instance_text(found[k]) for k in ("witness", "worst"))
    return f"{name}: violated at {witness}\n  worst: {worst}"
