"""`dpbi accuracy`: the exact law of the error of a release, and which mechanism errs less."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpbi.cli.options import (
    WHOLE,
    drawn,
    json_option,
    mechanism_options,
    parameters,
    plot_option,
    print_json,
    split,
    working,
    write_picture,
)
from dpbi.errors import InvalidValue

if TYPE_CHECKING:
    from dpbi.cli.accuracy_summary import Summary
    from dpbi.mechanisms.counts import OfCounts

MOST_SIZES = 100_000


@click.command("accuracy")
@mechanism_options
@click.option("--counts", help="The dataset, as its counts, such as 50,50.")
@click.option("--quantiles", default="1/2,9/10", show_default=True, help="At these levels.")
@click.option("--within", help="Also Pr[error <= t] for these t, such as 1/10,1/5.")
@click.option("--mean", "mean_only", is_flag=True, help="The mean alone: for millions of outputs.")
@click.option("--against", metavar="MECH2", help="Also MECH2, and which has the smaller mean.")
@click.option(
    "-q",
    "other",
    multiple=True,
    metavar="NAME=VALUE",
    help="A parameter of MECH2; prior and epsilon are those of MECH unless given here.",
)
@click.option(
    "--n-range",
    metavar="FIRST:LAST:STEP",
    help="With --against: at each n, on balanced data, and where the order changes.",
)
@click.option("--digits", default=15, type=WHOLE, show_default=True, help="Significant digits.")
@click.option("--all", "everything", is_flag=True, help="Show every distance.")
@plot_option
@json_option
def command(name: str, **options: Any) -> int:
    """Print the law of the Hellinger distance between a release and the true posterior.

    Its mean, its quantiles, the probability of the truth itself, of each distance and of each
    number of replaced records, all certified. The exit code is 3 if a comparison is undecided.

    \b
    Examples:
      dpbi accuracy ehds --prior 1,1 --counts 7,13 --epsilon 1
      dpbi accuracy mh-exp --prior 1,1 --counts 50,50 --epsilon 1 --against laplace
      dpbi accuracy mh-exp --prior 1,1 --epsilon 1 --against laplace --n-range 10:500:10
    """  # noqa: D301 (click wants the character, not its escape)
    from dpbi.cli.main import HOLDS, UNDECIDED

    if not 1 <= options["digits"] <= 100:
        raise InvalidValue("--digits", options["digits"], "it must be between 1 and 100")
    if not options["against"] and (options["other"] or options["n_range"]):
        raise click.UsageError("-q and --n-range are for a comparison: name MECH2 by --against")
    if bool(options["counts"]) == bool(options["n_range"]):
        raise click.UsageError("give the data either by --counts or, balanced, by --n-range")
    decided = (_over_n if options["n_range"] else _at_counts)(name, options)
    return HOLDS if decided else UNDECIDED


def _mechanisms(name: str, options: dict[str, Any], n: int) -> list[OfCounts]:
    """The one or two mechanisms that the options describe, for n records."""
    from dpbi import mechanism
    from dpbi.mechanisms.counts import OfCounts

    own = {k: options[k] for k in ("prior", "epsilon", "gamma", "delta", "extra")}
    asked = [(name, own)]
    if options["against"]:
        others = {"gamma": None, "delta": None, "extra": options["other"]}
        asked.append((options["against"], {**own, **others}))
    made = []
    for label, given in asked:
        m = mechanism(label, **{**parameters(**given), "n": n})
        if not isinstance(m, OfCounts):
            raise InvalidValue("MECH", label, "its datasets are no counts")
        made.append(m)
    return made


def _at_counts(name: str, options: dict[str, Any]) -> bool:
    """The law at one dataset; whether everything that was asked is decided."""
    from dpbi import data
    from dpbi.accuracy import sign_of_difference
    from dpbi.cli.accuracy_summary import summary, verdict

    x = data.counts(split(options["counts"]), k=len(split(options["prior"])))
    made = _mechanisms(name, options, sum(x))
    with working(f"the error of {' and '.join(m.label for m in made)} at {x}"):
        found = [summary(m, x, options) for m in made]
        sign = sign_of_difference(made[0], made[1], x) if len(made) > 1 else 0
    if options["plot"] is not None:
        write_picture(options["plot"], drawn(_picture, found, options["plot"]))
    if options["as_json"]:
        document = found[0].json()
        if len(made) > 1:
            document |= {"against": found[1].json(), "sign": sign}
        print_json(document)
    else:
        for f in found:
            f.show(everything=options["everything"])
        if len(made) > 1:
            click.echo(f"smaller expected distance: {verdict(sign, made[0].label, made[1].label)}")
    return sign is not None


def _picture(found: list[Summary], path: Path) -> str:
    """All laws in one picture."""
    from dpbi.report.error_plot import error_plot

    laws = {}
    for f in found:
        if f.law is None:
            raise InvalidValue("--plot", path, "--mean leaves no distances to draw")
        laws[f.label + " (2)" * (f.label in laws)] = f.law
    return error_plot(laws)


def _over_n(name: str, options: dict[str, Any]) -> bool:
    """The comparison on balanced data of many sizes."""
    from dpbi.accuracy import Crossings, sign_of_difference
    from dpbi.cli.accuracy_summary import show_crossings
    from dpbi.cli.calibrate_command import balanced

    k, signs = len(split(options["prior"])), []
    if options["plot"] is not None:
        raise InvalidValue("--plot", options["plot"], "there is one for --counts only")
    for n in _with_progress(_sizes(options["n_range"])):
        made = _mechanisms(name, options, n)
        signs.append((n, sign_of_difference(made[0], made[1], balanced(n, k))))
    found = Crossings(tuple(signs))
    if options["as_json"]:
        head = {"first": name, "second": options["against"], "prior": split(options["prior"])}
        print_json({**head, **found.json()})
    else:
        show_crossings(found, name, options["against"], everything=options["everything"])
    return found.decided


def _sizes(text: str) -> range:
    """FIRST:LAST:STEP as the sizes from FIRST to LAST, LAST included if it is met."""
    from dpbi.data import whole

    parts = text.split(":")
    if not 2 <= len(parts) <= 3:
        raise InvalidValue("--n-range", text, "write it as FIRST:LAST:STEP, such as 10:500:10")
    first, last, step = (whole("--n-range", p) for p in [*parts, "1"][:3])
    if not (1 <= first <= last and step >= 1):
        raise InvalidValue("--n-range", text, "it needs 1 <= FIRST <= LAST and STEP >= 1")
    if (last - first) // step >= MOST_SIZES:
        raise InvalidValue("--n-range", text, f"at most {MOST_SIZES} sizes are compared")
    return range(first, last + 1, step)


def _with_progress(sizes: range) -> Iterator[int]:
    """The sizes, counted on a terminal's stderr."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    if console.is_terminal:
        yield from track(sizes, "comparing", console=console, transient=True)
    else:
        yield from sizes  # older versions of rich end even a disabled bar with an empty line
