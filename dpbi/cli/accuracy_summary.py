"""What `dpbi accuracy` says of one mechanism, as lines and as JSON, and of a comparison over n."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import click

from dpbi.cli.options import smoothing, split
from dpbi.errors import brief

if TYPE_CHECKING:
    from dpbi.accuracy import Crossings, ErrorLaw
    from dpbi.accuracy.comparison import Sign
    from dpbi.data import Counts
    from dpbi.mechanisms.counts import OfCounts
    from dpbi.numbers import Enclosure

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
