"""`dpbi accuracy`: the exact law of the error of a release, and which mechanism errs less.

What `dpbi accuracy` says of one mechanism, as lines and as JSON, and of a comparison over n.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
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
    smoothing,
    split,
    working,
    write_picture,
)
from dpbi.errors import InvalidValue, brief

if TYPE_CHECKING:
    from dpbi.accuracy import Crossings, ErrorLaw
    from dpbi.accuracy.comparison import Sign
    from dpbi.bayes.data import Counts
    from dpbi.fields import Enclosure
    from dpbi.mechanisms.counts import OfCounts

SHOWN = 12  # distances, or sizes on either side of a change


@dataclass(frozen=True, slots=True)
class Summary:
    """The numbers asked for of one mechanism at one dataset; without a law, the mean alone."""

    m: OfCounts
    x: Counts
    mean: Enclosure
    law: ErrorLaw | None
    quantiles: dict[str, Enclosure]
    within: dict[str, Enclosure]
    digits: int

    @property
    def label(self) -> str:
        """The mechanism's name."""
        return self.m.label

    def json(self) -> dict[str, Any]:
        """The document; the keys of the law are those of `ErrorLaw.json`."""
        from dpbi.mechanisms.registry import parameters_of

        head = {"counts": list(self.x), **parameters_of(self.m)}
        law = {"mean": self.mean.json(self.digits)}
        if self.law is not None:
            law = self.law.json(self.digits)
        return {
            "mechanism": self.label,
            "parameters": head,
            **law,
            "quantiles": {p: e.json(self.digits) for p, e in self.quantiles.items()},
            "within": {t: e.json(self.digits) for t, e in self.within.items()},
        }

    def show(self, *, everything: bool) -> None:
        """A few lines, and the table of distances."""
        more = smoothing(self.m)
        click.echo(
            f"{self.label} at {self.x}, prior {self.m.prior}, epsilon {self.m.epsilon}{more}"
        )
        rows = [("expected distance", self._of(self.mean))]
        if self.law is not None:
            rows.append(("the truth itself", self._of(self.law.exact)))
            rows.append(("within one record", self._of(self.law.within_records(1))))
        rows += [(f"quantile {p}", self._of(e)) for p, e in self.quantiles.items()]
        rows += [(f"Pr[error <= {t}]", self._of(e)) for t, e in self.within.items()]
        for key, value in rows:
            click.echo(f"  {key:<18} {value}")
        if self.law is not None:
            _table(self.law, everything=everything)

    def _of(self, e: Enclosure) -> str:
        ends = e.json(self.digits)
        known = e.lo == e.hi and (ends["lo"] == ends["hi"] or len(brief(e.lo)) <= self.digits)
        return brief(e.lo) if known else f"[{ends['lo']}, {ends['hi']}]"


def summary(m: OfCounts, x: Counts, options: dict[str, Any]) -> Summary:
    """Everything that the options ask of m at x."""
    from dpbi.accuracy import error_law, expected_distance

    digits = options["digits"]
    bits = max(96, 4 * digits + 16)
    if options["mean_only"]:
        return Summary(m, x, expected_distance(m, x, bits=bits), None, {}, {}, digits)
    law = error_law(m, x, bits=bits)
    quantiles = {p: law.quantile(p) for p in split(options["quantiles"])}
    within = {t: law.within(t) for t in split(options["within"])} if options["within"] else {}
    return Summary(m, x, law.mean, law, quantiles, within, digits)


def _table(law: ErrorLaw, *, everything: bool) -> None:
    """Distances in order, with how probable each is and all up to it."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table(box=None, header_style="bold", pad_edge=False)
    for title in ("distance", "probability", "so far"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("outputs", overflow="ellipsis", no_wrap=True)
    shown = law.atoms if everything else law.atoms[:SHOWN]
    sums = accumulate(float(a.probability) for a in shown)
    for a, so_far in zip(shown, sums, strict=True):
        first, *more = a.outputs
        names = f"{first}" + (f" and {len(more)} more" if len(more) > 1 else "")
        names += f", {more[0]}" if len(more) == 1 else ""
        numbers = (float(a.distance), float(a.probability), so_far)
        table.add_row(*(f"{v:.10g}" for v in numbers), names)
    console.print(table, markup=False)
    if len(shown) < len(law.atoms):
        left = len(law.atoms) - len(shown)
        console.print(f"{left} more distances (--all shows them)", markup=False)
    if law.beyond.hi:
        improbable = f"outputs left out have probability at most {float(law.beyond.hi):.1e} in all"
        console.print(improbable, markup=False)


def verdict(sign: Sign, first: str, second: str) -> str:
    """Who has the smaller mean, in words."""
    if sign is None:
        return "undecided"
    return "equal, both have one law" if sign == 0 else first if sign < 0 else second


def show_crossings(found: Crossings, first: str, second: str, *, everything: bool) -> None:
    """The better of two at each n where that changes, or at every n."""
    click.echo(f"smaller expected distance on balanced data, {first} or {second}")
    near = {n for change in found.changes for n in change}
    ends = {found.signs[0][0], found.signs[-1][0]}
    for n, sign in found.signs:
        if everything or n in near or n in ends or sign is None:
            click.echo(f"  n = {n:<8} {verdict(sign, first, second)}")
    changes = "; ".join(f"between {a} and {b}" for a, b in found.changes)
    click.echo(f"  {len(found.signs)} sizes; the order changes {changes or 'nowhere'}")


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
    from dpbi.cli import HOLDS, UNDECIDED

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
    from dpbi.mechanisms.counts import has_counts

    own = {k: options[k] for k in ("prior", "epsilon", "gamma", "delta", "extra")}
    asked = [(name, own)]
    if options["against"]:
        others = {"gamma": None, "delta": None, "extra": options["other"]}
        asked.append((options["against"], {**own, **others}))
    made = []
    for label, given in asked:
        m = mechanism(label, **{**parameters(**given), "n": n})
        if not has_counts(m):
            raise InvalidValue("MECH", label, "its datasets are no counts")
        made.append(m)
    return made


def _at_counts(name: str, options: dict[str, Any]) -> bool:
    """The law at one dataset; whether everything that was asked is decided."""
    from dpbi.accuracy import sign_of_difference
    from dpbi.bayes import data

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
    from dpbi.report.plots import error_plot

    laws = {}
    for f in found:
        if f.law is None:
            raise InvalidValue("--plot", path, "--mean leaves no distances to draw")
        laws[f.label + " (2)" * (f.label in laws)] = f.law
    return error_plot(laws)


def _over_n(name: str, options: dict[str, Any]) -> bool:
    """The comparison on balanced data of many sizes."""
    from dpbi.accuracy import Crossings, sign_of_difference
    from dpbi.cli.calibrate import balanced

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
    from dpbi.bayes.data import whole

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
