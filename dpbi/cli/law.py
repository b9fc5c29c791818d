"""`dpbi law`: the exact law of a mechanism at one dataset."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpbi.cli import can_show
from dpbi.cli.options import (
    WHOLE,
    drawn,
    json_option,
    mechanism_options,
    parameters,
    plot_option,
    print_json,
    second_opinion_option,
    smoothing,
    split,
    write_picture,
)
from dpbi.errors import InvalidValue, NoOpinion, NoPosterior

if TYPE_CHECKING:
    from dpbi.bayes.data import Counts
    from dpbi.fields import Enclosure
    from dpbi.mechanisms import LaplaceTwoCounts
    from dpbi.mechanisms.counts import OfCounts

SHOWN = 40


@click.command("law")
@mechanism_options
@click.option("--counts", required=True, help="The dataset, as its counts, such as 7,13.")
@click.option(
    "--digits", default=30, type=WHOLE, show_default=True, help="Significant digits in --json."
)
@click.option("--all", "everything", is_flag=True, help=f"Show all outputs, not only {SHOWN}.")
@second_opinion_option
@plot_option
@json_option
def command(
    name: str,
    counts: str,
    digits: int,
    everything: bool,
    second_opinion: bool,
    plot: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    r"""Print the probability of every output of MECH at the dataset COUNTS.

    \b
    Examples:
      dpbi law ehds --prior 1,1 --counts 7,13 --epsilon 1
      dpbi law ehd --prior 1/2,1/2 --counts 7,13 --epsilon 1 -p gs=true --json
      dpbi law lshist --prior 1,1,1 --counts 4,4,5 --epsilon 1 --plot law.svg
    """
    from dpbi.mechanisms import LaplaceTwoCounts
    from dpbi.mechanisms.registry import parameters_of

    m, x = mechanism_at(name, counts, options)
    head = {"mechanism": m.label, "parameters": {**parameters_of(m), "counts": list(x)}}
    if isinstance(m, LaplaceTwoCounts):
        _print_density(m, x, head, as_json=as_json)
        if second_opinion:
            click.echo(str(NoOpinion("the law is continuous")), err=as_json)
        return
    if not 1 <= digits <= 1000:
        raise InvalidValue("--digits", digits, "it must be between 1 and 1000")
    law: Mapping[Counts, Enclosure] = m.law(x, bits=max(128, 4 * digits + 16))
    opinion = _second_opinion(m, x, law) if second_opinion else None
    if plot is not None:
        from dpbi.report.plots import law_plot

        write_picture(plot, drawn(law_plot, m, x, law))
    if as_json:
        rows = [{"output": list(r), "p": p.json(digits)} for r, p in law.items()]
        said = {} if opinion is None else {"second_opinion": opinion}
        print_json({**head, "law": rows, **said})
    else:
        _print_table(m, x, law, everything=everything)
        if opinion is not None:
            click.echo(opinion)


def _second_opinion(m: OfCounts, x: Counts, law: Mapping[Counts, Enclosure]) -> str:
    """What mpmath says of the law, in a sentence; a contradiction is raised."""
    from dpbi.privacy.second_opinion import of_law

    try:
        return str(of_law(m, x, law))
    except NoOpinion as none:
        return str(none)


def mechanism_at(name: str, counts: str, options: Mapping[str, Any]) -> tuple[OfCounts, Counts]:
    """The mechanism that the options describe, for as many records as the counts have."""
    from dpbi import mechanism
    from dpbi.bayes import data
    from dpbi.bayes.dirichlet import as_dirichlet
    from dpbi.mechanisms.counts import OfCounts

    given = parameters(**options)
    prior = as_dirichlet(given["prior"])
    x = data.counts(split(counts), k=prior.k)
    m = mechanism(name, **{**given, "prior": prior, "n": sum(x)})
    if not isinstance(m, OfCounts):
        raise InvalidValue("MECH", name, "its datasets are no counts")
    return m, x


def _print_density(m: LaplaceTwoCounts, x: Counts, head: dict[str, Any], *, as_json: bool) -> None:
    """The continuous mechanism has a density in place of a list."""
    at = ", ".join(map(str, x))
    density = f"exp(-(|s - {x[0]}| + |t - {x[1]}|) / b) / (4 b^2), b = {m.scale}"
    if as_json:
        loss = str(m.privacy_loss)
        print_json(
            {**head, "law": None, "density": density, "privacy_loss": {"lo": loss, "hi": loss}}
        )
        return
    click.echo(f"{m.label} at ({at}), epsilon {m.epsilon}, {m.reading} reading: a continuous law.")
    click.echo(f"  density of the released counts (s, t): {density}")
    click.echo(f"  privacy loss, exactly: 2/b = {m.privacy_loss}")


def _print_table(
    m: OfCounts, x: Counts, law: Mapping[Counts, Enclosure], *, everything: bool
) -> None:
    """The outputs in order when they fit, else the most probable ones."""
    from rich.console import Console
    from rich.table import Table

    from dpbi.fields.enclosure import total

    console = Console()
    heights = {r: float(p) for r, p in law.items()}
    shown = list(law)
    if len(shown) > SHOWN and not everything:
        shown = sorted(sorted(shown, key=lambda r: -heights[r])[:SHOWN])
    console.print(
        f"{m.label} at {x}, prior {m.prior}, epsilon {m.epsilon}{smoothing(m)}", markup=False
    )
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("output", no_wrap=True)
    if console.width >= 72:
        table.add_column("posterior")
    table.add_column("probability", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True, overflow="crop")
    top, block = max(heights.values()), "█" if can_show("█") else "#"
    for r in shown:
        bar = block * round(20 * heights[r] / top)
        name = [_posterior(m, r)] if console.width >= 72 else []
        table.add_row(str(r), *name, f"{heights[r]:.15g}", bar)
    console.print(table, markup=False)
    if len(shown) < len(law):
        rest = sum(p for r, p in heights.items() if r not in set(shown))
        console.print(
            f"{len(law) - len(shown)} more outputs, together {rest:.3g} (--all shows them)",
            markup=False,
        )
    widest = float(max(p.width for p in law.values()))
    console.print(
        f"every probability is enclosed to within {widest:.1e}; total {total(law.values())}"
    )


def _posterior(m: OfCounts, r: Counts) -> str:
    try:
        return repr(m.posterior(r))
    except NoPosterior:
        return "none (a parameter is 0)"
