"""`dpbi accuracy`: the exact law of the error of a release, and which mechanism errs less.

Questions, and the answers for one mechanism or for a comparison over n, as lines and as JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

import click

from dpbi.accuracy import Atom, Crossings, ErrorLaw
from dpbi.accuracy.comparison import Sign
from dpbi.cli.asking import Asked, ask, at, head, label, of_counts, title
from dpbi.cli.options import (
    WHOLE,
    dataset_options,
    drawn,
    json_option,
    limit_options,
    named,
    parameters,
    plot_option,
    print_json,
    split,
    target_options,
    write_picture,
)
from dpbi.errors import InvalidValue, brief
from dpbi.fields import Enclosure
from dpbi.laws.protocol import Continuous, Mechanism
from dpbi.mechanisms.counts import OfCounts

SHOWN = 12  # distances, or sizes on either side of a change


@dataclass(frozen=True, slots=True)
class ErrorQuestion:
    """What is asked of the error of a release."""

    quantiles: str
    within: str | None
    mean_only: bool
    digits: int
    plot: bool
    as_json: bool
    everything: bool


@dataclass(frozen=True, slots=True)
class ShownLaw:
    """What is printed of a law: all of it as a document, or its nearest distances as a table."""

    exact: Enclosure
    one_record: Enclosure
    atoms: tuple[Atom, ...]
    more: str
    beyond: Fraction
    document: dict[str, Any]

    @staticmethod
    def of(law: ErrorLaw, question: ErrorQuestion) -> ShownLaw:
        """As much as is asked for: all distances take longer than those near the truth."""
        document = law.json(question.digits) if question.as_json else {}
        atoms = tuple(law.atoms if question.everything else law.atoms[:SHOWN])
        left = None if law.number_of_atoms is None else law.number_of_atoms - len(atoms)
        more = "" if left == 0 or question.everything else "many " if left is None else f"{left} "
        return ShownLaw(law.exact, law.within_records(1), atoms, more, law.beyond.hi, document)


@dataclass(frozen=True, slots=True)
class Summary:
    """The numbers asked for of one mechanism at one dataset; without a law, the mean alone."""

    head: dict[str, Any]
    title: str
    mean: Enclosure
    law: ShownLaw | None
    quantiles: dict[str, Enclosure]
    within: dict[str, Enclosure]
    digits: int

    @property
    def label(self) -> str:
        """The mechanism's name."""
        return str(self.head["mechanism"])

    def json(self) -> dict[str, Any]:
        """The document; the keys of the law are those of `ErrorLaw.json`."""
        law = {"mean": self.mean.json(self.digits)}
        if self.law is not None:
            law = self.law.document
        return {
            **self.head,
            **law,
            "quantiles": {p: e.json(self.digits) for p, e in self.quantiles.items()},
            "within": {t: e.json(self.digits) for t, e in self.within.items()},
        }

    def show(self) -> None:
        """A few lines, and the table of distances."""
        click.echo(self.title)
        rows = [("expected distance", self._of(self.mean))]
        if self.law is not None:
            rows.append(("the truth itself", self._of(self.law.exact)))
            rows.append(("within one record", self._of(self.law.one_record)))
        rows += [(f"quantile {p}", self._of(e)) for p, e in self.quantiles.items()]
        rows += [(f"Pr[error <= {t}]", self._of(e)) for t, e in self.within.items()]
        for key, value in rows:
            click.echo(f"  {key:<18} {value}")
        if self.law is not None:
            _table(self.law)

    def _of(self, e: Enclosure) -> str:
        ends = e.json(self.digits)
        known = e.lo == e.hi and (ends["lo"] == ends["hi"] or len(brief(e.lo)) <= self.digits)
        return brief(e.lo) if known else f"[{ends['lo']}, {ends['hi']}]"


@dataclass(frozen=True, slots=True)
class ErrorAnswer:
    """One mechanism or two at one dataset, and the sign of the difference of their means."""

    found: tuple[Summary, ...]
    sign: Sign
    picture: str | None


def compared(asked: Asked, other: Asked | None, question: ErrorQuestion) -> ErrorAnswer:
    """The error of what is asked about, and of the other, at the dataset named."""
    from dpbi.accuracy import sign_of_difference

    made = [(a, *a.at_dataset()) for a in (asked, other) if a is not None]
    found, laws = zip(*(_summary(a, m, x, question) for a, m, x in made), strict=True)
    sign: Sign = 0
    if len(made) > 1:
        (_, first, x), (_, second, _) = made
        sign = sign_of_difference(_with_posterior(first), _with_posterior(second), x)
    return ErrorAnswer(found, sign, _picture(found, laws) if question.plot else None)


def _summary(
    asked: Asked, m: Mechanism | Continuous, x: Any, question: ErrorQuestion
) -> tuple[Summary, ErrorLaw | None]:
    """Everything that is asked of m at x, and the law that it was read from."""
    from dpbi.accuracy import error_law, expected_distance

    counts, bits = _with_posterior(m), max(96, 4 * question.digits + 16)
    document, line = head(m, asked, **at(m, asked, x)), title(m, asked, x)
    if question.mean_only:
        mean = expected_distance(counts, x, bits=bits)
        return Summary(document, line, mean, None, {}, {}, question.digits), None
    law = error_law(counts, x, bits=bits)
    quantiles = {p: law.quantile(p) for p in split(question.quantiles)}
    within = {t: law.within(t) for t in split(question.within)} if question.within else {}
    shown = ShownLaw.of(law, question)
    return Summary(document, line, law.mean, shown, quantiles, within, question.digits), law


def _with_posterior(m: Mechanism | Continuous) -> OfCounts:
    """The mechanism on counts, refused where a release is not a posterior."""
    if (counts := of_counts(m)) is None:
        raise InvalidValue("TARGET", label(m), "it has no prior and counts, so no posterior")
    return counts


def _picture(found: tuple[Summary, ...], laws: tuple[ErrorLaw | None, ...]) -> str:
    """All laws in one picture."""
    from dpbi.report.plots.of_counts import error_plot

    named: dict[str, ErrorLaw] = {}
    for f, law in zip(found, laws, strict=True):
        if law is None:
            raise InvalidValue("--plot", "(a picture)", "--mean leaves no distances to draw")
        named[f.label + " (2)" * (f.label in named)] = law
    return drawn(error_plot, named)


def crossings(asked: Asked, other: Asked, sizes: range) -> Crossings:
    """The sign of the difference of the means on balanced data of many sizes."""
    from dpbi.accuracy import sign_of_difference
    from dpbi.bayes.data import balanced

    signs = []
    for n in _with_progress(sizes):
        pair = [a.maker({**a.parameters, "n": str(n)}) for a in (asked, other)]
        first, second = map(_with_posterior, pair)
        signs.append((n, sign_of_difference(first, second, balanced(n, first.k))))
    return Crossings(tuple(signs))


def _table(law: ShownLaw) -> None:
    """Distances in order, with how probable each is and all up to it."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table(box=None, header_style="bold", pad_edge=False)
    for name in ("distance", "probability", "so far"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("outputs", overflow="ellipsis", no_wrap=True)
    sums = accumulate(float(a.probability) for a in law.atoms)
    for a, so_far in zip(law.atoms, sums, strict=True):
        first, *more = a.outputs
        names = f"{first}" + (f" and {len(more)} more" if len(more) > 1 else "")
        names += f", {more[0]}" if len(more) == 1 else ""
        numbers = (float(a.distance), float(a.probability), so_far)
        table.add_row(*(f"{v:.10g}" for v in numbers), names)
    console.print(table, markup=False)
    if law.more:
        console.print(f"{law.more}more distances (--all shows them)", markup=False)
    if law.beyond:
        improbable = f"outputs left out have probability at most {float(law.beyond):.1e} in all"
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
@target_options("prior", "n", "epsilon", "gamma", "delta")
@dataset_options
@click.option("--quantiles", default="1/2,9/10", show_default=True, help="At these levels.")
@click.option("--within", help="Also Pr[error <= t] for these t, such as 1/10,1/5.")
@click.option("--mean", "mean_only", is_flag=True, help="The mean alone: for millions of outputs.")
@click.option("--against", metavar="TARGET2", help="Also TARGET2, and which has the smaller mean.")
@click.option(
    "-q",
    "other",
    multiple=True,
    metavar="NAME=VALUE",
    help="A parameter of TARGET2; prior and epsilon are those of TARGET unless given here.",
)
@click.option(
    "--n-range",
    metavar="FIRST:LAST:STEP",
    help="With --against: at each n, on balanced data, and where the order changes.",
)
@click.option("--digits", default=15, type=WHOLE, show_default=True, help="Significant digits.")
@click.option("--all", "everything", is_flag=True, help="Show every distance.")
@limit_options
@plot_option
@json_option
def command(
    target: str,
    extra: tuple[str, ...],
    prior: str | None,
    n: str | None,
    epsilon: str | None,
    gamma: str | None,
    delta: str | None,
    **options: Any,
) -> int:
    r"""Print the law of the Hellinger distance between a release and the true posterior.

    TARGET is a name that dpbi list prints, my_file.py:Name or package.module:Name, a mechanism on
    counts with a prior. Its mean, its quantiles, the probability of the truth itself, of each
    distance and of each number of replaced records, all certified. The exit code is 3 if a
    comparison is undecided.

    \b
    Examples:
      dpbi accuracy ehds --prior 1,1 --counts 7,13 --epsilon 1
      dpbi accuracy mh-exp --prior 1,1 --counts 50,50 \
        --epsilon 1 --against laplace
      dpbi accuracy mh-exp --prior 1,1 --epsilon 1 \
        --against laplace --n-range 10:500:10
    """
    from dpbi.cli import HOLDS, UNDECIDED

    if not 1 <= options["digits"] <= 100:
        raise InvalidValue("--digits", options["digits"], "it must be between 1 and 100")
    if not options["against"] and (options["other"] or options["n_range"]):
        raise click.UsageError("-q and --n-range are for a comparison: name TARGET2 by --against")
    where = options["counts"], options["dataset"]
    if any(v is not None for v in where) == bool(options["n_range"]):
        raise click.UsageError("give the data either by --counts or, balanced, by --n-range")
    given = parameters(extra, prior=prior, n=n, epsilon=epsilon, gamma=gamma, delta=delta)
    asked, other = Asked(target, given, *where), None
    if options["against"]:
        shared: dict[str, str] = {k: given[k] for k in ("prior", "epsilon") if k in given}
        other = Asked(options["against"], {**shared, **named("-q", options["other"])}, *where)
    within = options["time_limit"], options["memory_limit"]
    if other is not None and options["n_range"]:
        decided = _over_n(asked, other, within, options)
    else:
        decided = _at_counts(asked, other, within, options)
    return HOLDS if decided else UNDECIDED


Within = tuple[float, int | None]


def _at_counts(asked: Asked, other: Asked | None, within: Within, options: dict[str, Any]) -> bool:
    """Print the law at one dataset; whether everything that was asked is decided."""
    question = ErrorQuestion(
        options["quantiles"],
        options["within"],
        options["mean_only"],
        options["digits"],
        options["plot"] is not None,
        options["as_json"],
        options["everything"],
    )
    names = " and ".join(a.target for a in (asked, other) if a is not None)
    what = f"the error of {names}"
    answer = ask(ErrorAnswer, compared, asked, other, question, within=within, what=what)
    write_picture(options["plot"], answer.picture)
    first, *second = answer.found
    if options["as_json"]:
        document = first.json()
        for found in second:
            document |= {"against": found.json(), "sign": answer.sign}
        print_json(document)
        return answer.sign is not None
    for found in answer.found:
        found.show()
    for found in second:
        smaller = verdict(answer.sign, first.label, found.label)
        click.echo(f"smaller expected distance: {smaller}")
    return answer.sign is not None


def _over_n(asked: Asked, other: Asked, within: Within, options: dict[str, Any]) -> bool:
    """Print the comparison on balanced data of many sizes; whether it is decided."""
    if options["plot"] is not None:
        raise InvalidValue("--plot", options["plot"], "a picture needs --counts")
    if "n" in asked.parameters:
        raise InvalidValue("n", asked.parameters["n"], "--n-range says it already")
    sizes = _sizes(options["n_range"])
    found = ask(Crossings, crossings, asked, other, sizes, within=within, what="")
    if options["as_json"]:
        prior = asked.parameters.get("prior")
        head = {"first": asked.target, "second": other.target}
        print_json({**head, "prior": None if prior is None else split(prior), **found.json()})
    else:
        show_crossings(found, asked.target, other.target, everything=options["everything"])
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
