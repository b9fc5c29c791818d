"""`dpbi law`: the exact law of a mechanism at one dataset."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from dpbi.cli import can_show
from dpbi.cli.asking import Asked, ask, at, head, label, of_counts, title
from dpbi.cli.options import (
    WHOLE,
    dataset_options,
    drawn,
    json_option,
    limit_options,
    parameters,
    plot_option,
    print_json,
    second_opinion_option,
    target_options,
    write_picture,
)
from dpbi.errors import ContinuousLaw, InvalidValue, NoOpinion, NoPosterior, brief
from dpbi.fields import Enclosure
from dpbi.fields.enclosure import decimal
from dpbi.laws.foreign import at_home
from dpbi.laws.interactive import Transcripts
from dpbi.laws.partial import Window
from dpbi.laws.protocol import Continuous, Mechanism
from dpbi.mechanisms.counts import OfCounts

SHOWN = 40
LONGEST = 400  # characters of an output
WITH_BARS = 60  # columns of a terminal that has room for them


@dataclass(frozen=True, slots=True)
class LawRow:
    """An output, its probability, and how it and its posterior print where it is shown."""

    output: Any
    p: Enclosure
    name: str | None = None
    posterior: str = ""


@dataclass(frozen=True, slots=True)
class Left:
    """The probability of what is not listed, and whether it is all at other outputs.

    Where an adversary is asked it is the largest for one.
    """

    mass: Enclosure
    elsewhere: bool
    asks: bool = False

    def json(self, digits: int) -> dict[str, Any]:
        """Ends, rounded outward."""
        return {**self.mass.json(digits), "elsewhere": self.elsewhere}

    def __str__(self) -> str:
        where = "at outputs that are not listed" if self.elsewhere else "at any output whatsoever"
        if self.asks:
            where = "for an adversary, is of runs that were not followed to their end"
            return f"what is left, {decimal(self.mass.hi, 3, up=True)} at most {where}"
        return f"what is left, {decimal(self.mass.hi, 3, up=True)} at most, is {where}"


@dataclass(frozen=True, slots=True)
class LawAnswer:
    """A law at a dataset, with what it is printed with."""

    head: dict[str, Any]
    title: str
    rows: tuple[LawRow, ...]
    picture: str | None
    opinion: str | None
    left: Left | None = None
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Density:
    """What a continuous law has in place of a list of outputs."""

    head: dict[str, Any]
    title: str
    density: str
    loss: str


@click.command("law")
@target_options("prior", "n", "epsilon", "gamma", "delta")
@dataset_options
@click.option(
    "--digits", default=30, type=WHOLE, show_default=True, help="Significant digits in --json."
)
@click.option("--all", "everything", is_flag=True, help=f"Show all outputs, not only {SHOWN}.")
@limit_options
@second_opinion_option
@plot_option
@json_option
def command(
    target: str,
    counts: str | None,
    dataset: str | None,
    digits: int,
    everything: bool,
    second_opinion: bool,
    plot: Path | None,
    time_limit: float,
    memory_limit: int | None,
    as_json: bool,
    **given: Any,
) -> None:
    r"""Print the probability of every output of TARGET at a dataset.

    TARGET is a name that dpbi list prints, my_file.py:Name, package.module:Name, or a law.json.
    Name is a program, which is a function below @dpbi.program, or a class.

    \b
    Examples:
      dpbi law ehds --prior 1,1 --counts 7,13 --epsilon 1
      dpbi law ehd --prior 1/2,1/2 --counts 7,13 \
        --epsilon 1 -p gs=true --json
      dpbi law lshist --prior 1,1,1 --counts 4,4,5 \
        --epsilon 1 --plot law.svg
      dpbi law my.py:program --dataset '(0, 1)'
      dpbi law my.py:M -p n=2 --dataset '[0, 1]'
      dpbi law law.json --dataset yes
    """
    if not 1 <= digits <= 1000:
        raise InvalidValue("--digits", digits, "it must be between 1 and 1000")
    most = 0 if as_json else None if everything else SHOWN
    found = ask(
        LawAnswer | Density,
        law_of,
        Asked(target, parameters(**given), counts, dataset),
        max(128, 4 * digits + 16),
        most,
        plot is not None,
        second_opinion,
        within=(time_limit, memory_limit),
        what=f"the law of {target}",
    )
    if isinstance(found, Density):
        _print_density(found, as_json=as_json)
        if second_opinion:
            click.echo(str(NoOpinion("the law is continuous")), err=as_json)
        return
    write_picture(plot, found.picture)
    if as_json:
        rows = [{"output": row.output, "p": row.p.json(digits)} for row in found.rows]
        said = {} if found.opinion is None else {"second_opinion": found.opinion}
        rest = {} if found.left is None else {"left": found.left.json(digits)}
        print_json({**found.head, "law": rows, **rest, **said})
    else:
        _print_table(found)
        if found.opinion is not None:
            click.echo(found.opinion)


def law_of(
    asked: Asked, bits: int, most: int | None, plot: bool, second: bool
) -> LawAnswer | Density:
    """The law of what is asked about, at the dataset named; `most` rows are shown."""
    m, x = asked.at_dataset()
    document = head(m, asked, **at(m, asked, x))
    if isinstance(m, Continuous):
        if plot:
            raise ContinuousLaw(m.label)
        return _density(m, x, document)
    law = m.law(x, bits)
    picture = _picture(m, x, law) if plot else None
    heights, shown = [float(p) for p in law.values()], set(range(len(law)))
    if most is not None and len(law) > most:
        shown = set(sorted(shown, key=lambda i: -heights[i])[:most])
    rows, counts = [], of_counts(m)
    for i, (r, p) in enumerate(law.items()):
        output = at_home(r)
        more = (brief(output, LONGEST), _posterior(counts, r)) if i in shown else ()
        rows.append(LawRow(output, p, *more))
    opinion = _second_opinion(m, x, law) if second else None
    said = document, title(m, asked, x), tuple(rows), picture, opinion
    return LawAnswer(*said, _left(law), isinstance(law, Transcripts))


def _left(law: Any) -> Left | None:
    """What is in none of the outputs listed."""
    if not isinstance(law, Window) or not law.left.hi:
        return None
    return Left(law.left, law.elsewhere, isinstance(law, Transcripts))


def _second_opinion(m: Mechanism, x: Any, law: Any) -> str:
    """What mpmath says of the law, in a sentence; a contradiction is raised."""
    from dpbi.privacy.second_opinion import of_law

    try:
        return str(of_law(m, x, law))
    except NoOpinion as none:
        return str(none)


def _picture(m: Mechanism, x: Any, law: Any) -> str:
    if (counts := of_counts(m)) is None:
        from dpbi.report.plots.of_any import outputs_plot

        return drawn(outputs_plot, label(m), at_home(x), law, isinstance(law, Transcripts))
    from dpbi.report.plots.of_counts import law_plot

    return drawn(law_plot, counts, x, law)


def _posterior(counts: OfCounts | None, r: Any) -> str:
    try:
        return "" if counts is None else repr(counts.posterior(r))
    except NoPosterior:
        return "none (a parameter is 0)"


def _density(m: Any, x: Any, document: dict[str, Any]) -> Density:
    """The continuous mechanism has a density in place of a list."""
    return Density(
        document,
        f"{label(m)} at ({', '.join(map(str, x))}), epsilon {m.epsilon}, {m.reading} reading",
        f"exp(-(|s - {x[0]}| + |t - {x[1]}|) / b) / (4 b^2), b = {m.scale}",
        str(m.privacy_loss),
    )


def _print_density(found: Density, *, as_json: bool) -> None:
    loss = found.loss
    if as_json:
        ends = {"lo": loss, "hi": loss}
        print_json({**found.head, "law": None, "density": found.density, "privacy_loss": ends})
        return
    click.echo(f"{found.title}: a continuous law.")
    click.echo(f"  density of the released counts (s, t): {found.density}")
    click.echo(f"  privacy loss, exactly: 2/b = {loss}")


def _print_table(found: LawAnswer) -> None:
    """The outputs in order when they fit, else the most probable ones."""
    from rich.console import Console
    from rich.table import Table

    from dpbi.fields.enclosure import total

    console = Console()
    heights = [float(row.p) for row in found.rows]
    console.print(found.title, markup=False)
    posteriors = console.width >= 72 and any(row.posterior for row in found.rows)
    shown = [(row, h) for row, h in zip(found.rows, heights, strict=True) if row.name is not None]
    numbers = [f"{height:.15g}" for _, height in shown]
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("output", overflow="fold")  # two that begin alike are two all the same
    if posteriors:
        table.add_column("posterior")
    table.add_column("probability", justify="right", min_width=max(map(len, numbers), default=0))
    if bars := console.width >= WITH_BARS:
        table.add_column("", no_wrap=True, overflow="crop")
    top, block = max(heights, default=1.0), "█" if can_show("█") else "#"
    for (row, height), number in zip(shown, numbers, strict=True):
        more = [row.posterior] if posteriors else []
        bar = [block * round(20 * height / top)] if bars else []
        table.add_row(row.name, *more, number, *bar)
    console.print(table, markup=False)
    left = [height for row, height in zip(found.rows, heights, strict=True) if row.name is None]
    if left:
        rest = f"{len(left)} more outputs, together {sum(left):.3g} (--all shows them)"
        console.print(rest, markup=False)
    if found.left is not None:
        console.print(str(found.left), markup=False)
    widest = float(max((row.p.width for row in found.rows), default=0))
    sums = f"total {total(row.p for row in found.rows)}"
    if found.asks:
        most = "1" if found.left is None else "at most 1"
        sums = f"they are given the choices, and sum to {most} for each adversary"
    console.print(f"every probability is enclosed to within {widest:.1e}; {sums}")
