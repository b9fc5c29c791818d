"""`dpbi calibrate`: spend the budget that is there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from dpbi.bayes import data
from dpbi.cli.asking import Asked, ask, drawable, head, of_counts, title
from dpbi.cli.options import (
    about,
    drawn,
    json_option,
    limit_options,
    parameters,
    plot_option,
    print_json,
    split,
    target_options,
    write_picture,
)
from dpbi.errors import BadTarget, ContinuousLaw, InvalidValue, NoPosterior, TooLarge
from dpbi.fields import Enclosure, positive_rational
from dpbi.laws.protocol import Continuous, Mechanism
from dpbi.mechanisms.counts import OfCounts
from dpbi.mechanisms.targets import Maker

LOSSES = 80  # that a calibration asks for, about


@dataclass(frozen=True, slots=True)
class Spent:
    """A nominal epsilon that spends the target, and the errors before and after, if there are."""

    document: dict[str, Any]
    title: str
    target: Fraction
    nominal: Fraction
    loss: str
    counts: tuple[int, ...] | None
    before: Enclosure | None
    after: Enclosure | None
    picture: str | None


@click.command("calibrate")
@target_options("prior", "n", "epsilon", "gamma", "delta")
@click.option("--counts", help="Where to measure the error; the most balanced dataset if absent.")
@limit_options
@plot_option
@json_option
def command(
    target: str,
    counts: str | None,
    plot: Path | None,
    time_limit: float,
    memory_limit: int | None,
    as_json: bool,
    **given: Any,
) -> None:
    r"""Find the largest nominal epsilon whose certified true loss is within --epsilon.

    TARGET is a name that dpbi list prints, my_file.py:Name or package.module:Name, with a parameter
    epsilon. --epsilon is both the target and the nominal epsilon whose error is shown for
    comparison.

    The true loss is not assumed to grow with the nominal epsilon: the answer is certified at the
    value printed, which is the largest that was found.

    \b
    Examples:
      dpbi calibrate ehds --prior 1,1 --n 20 --epsilon 1
      dpbi calibrate lsdim --prior 1,1,1 \
        --n 12 --epsilon 1 --json
      dpbi calibrate my.py:make \
        -p n=5 --epsilon 1
    """
    found = ask(
        Spent,
        spend,
        Asked(target, parameters(**given), counts),
        plot is not None,
        within=(time_limit, memory_limit),
        what=f"calibrating {target}",
    )
    write_picture(plot, found.picture)
    if as_json:
        ends = {"before": found.before, "after": found.after}
        errors = {name: None if e is None else e.json() for name, e in ends.items()}
        print_json({**found.document, "counts": found.counts, "expected_distance": errors})
        return
    click.echo(f"{found.title}, true loss at most {found.target}")
    click.echo(f"  nominal epsilon    {found.nominal} = {about(found.nominal, 12)}")
    click.echo(f"  its true loss      {found.loss}")
    if found.before and found.after and float(found.before):
        before, after = float(found.before), float(found.after)
        both = f"{before:.6g} before, {after:.6g} after, at {found.counts}"
        click.echo(f"  expected distance  {both}")
        gain = f"{after / before:.4g} of what it was at nominal epsilon {found.target}"
        click.echo(f"                     {gain}")


def spend(asked: Asked, plot: bool) -> Spent:
    """The largest nominal epsilon found for what is asked about, and its error."""
    from dpbi.privacy import calibrate
    from dpbi.privacy.methods.hellinger import few_questions

    made = asked.maker
    if "epsilon" not in made.needs | made.defaults.keys():
        raise BadTarget(asked.target, "it takes no epsilon that could be calibrated")
    m = asked.mechanism()
    if isinstance(m, Continuous):
        raise ContinuousLaw(m.name)
    counts, target = of_counts(m), _target(made, asked)
    x = _dataset(counts, asked)
    with few_questions(LOSSES):
        found = calibrate(_family(asked), target)
    after = of_counts(found.mechanism)
    document = {
        **head(m, asked),
        "target": str(found.target),
        "nominal": str(found.nominal),
        "next_failing": None if found.next_failing is None else str(found.next_failing),
        **found.loss.json(),
    }
    return Spent(
        document,
        title(m, asked, nominal=False),
        target,
        found.nominal,
        str(found.loss),
        x,
        _error(counts, x),
        _error(after, x),
        drawn(_picture, drawable(m), _family(asked)) if plot else None,
    )


def _target(made: Maker, asked: Asked) -> Fraction:
    """The epsilon that was given, or else the target's own."""
    given = made.read(asked.parameters).get("epsilon", made.defaults.get("epsilon"))
    return positive_rational("epsilon", given)


def _family(asked: Asked) -> Callable[[Fraction], Any]:
    """The mechanism as a function of its nominal epsilon."""
    made, values = asked.maker, asked.maker.read(asked.parameters)
    return lambda nominal: made.make({**values, "epsilon": nominal})


def _dataset(m: OfCounts | None, asked: Asked) -> tuple[int, ...] | None:
    """The counts that were given, or the most balanced ones; None where data are not counts."""
    if m is None:
        if asked.counts is not None:
            raise InvalidValue("--counts", asked.counts, "the target's datasets are not counts")
        return None
    if asked.counts is None:
        return data.balanced(m.n, m.k)
    return data.counts(split(asked.counts), n=m.n, k=m.k)


def _error(m: OfCounts | None, x: tuple[int, ...] | None) -> Enclosure | None:
    """The expected Hellinger distance, where a release is a posterior."""
    from dpbi.accuracy import expected_distance

    if m is None or x is None:
        return None
    try:
        return expected_distance(m, x)
    except (NoPosterior, TooLarge):  # the answer does not need it
        return None


def _picture(m: OfCounts, family: Callable[[Fraction], Mechanism]) -> str:
    """True loss against nominal epsilon, around the target."""
    from dpbi.privacy import privacy_loss
    from dpbi.report.svg import Chart

    chart = Chart(
        title=f"{m.label}: true loss against nominal epsilon",
        description=f"prior {m.prior}, n = {m.n}; the target is {m.epsilon}.",
        x_label="nominal epsilon",
        y_label="true privacy loss",
    )
    nominal = [m.epsilon * Fraction(i, 8) for i in range(1, 41)]
    losses = [float(privacy_loss(family(e)).hi) for e in nominal]
    chart.line([(float(e), v) for e, v in zip(nominal, losses, strict=True)], 0, "true loss")
    chart.level(float(m.epsilon), 1, "target")
    return chart.render()
