"""`dpbi calibrate`: spend the budget that is there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from dpbi.cli.options import (
    about,
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
from dpbi.errors import InvalidValue, NoPosterior


@click.command("calibrate")
@mechanism_options
@click.option("--n", "n", required=True, help="The number of records.")
@click.option("--counts", help="Where to measure the error; the most balanced dataset if absent.")
@plot_option
@json_option
def command(
    name: str, n: str, counts: str | None, plot: Path | None, as_json: bool, **options: Any
) -> None:
    r"""Find the largest nominal epsilon whose certified true loss is within --epsilon.

    --epsilon is both the target and the nominal epsilon whose error is shown for comparison.

    The true loss is not assumed to grow with the nominal epsilon: the answer is certified at the
    value printed, which is the largest that was found.

    \b
    Examples:
      dpbi calibrate ehds --prior 1,1 --n 20 --epsilon 1
      dpbi calibrate lsdim --prior 1,1,1 --n 12 --epsilon 1 --json
    """
    from dpbi import mechanism
    from dpbi import privacy as audit
    from dpbi.bayes import data
    from dpbi.mechanisms.counts import has_counts
    from dpbi.mechanisms.registry import parameters_of

    m = mechanism(name, **parameters(**options), n=n)
    if not has_counts(m):
        raise InvalidValue("MECH", name, "its datasets are no counts")
    x = data.counts(split(counts), n=m.n, k=m.k) if counts else balanced(m.n, m.k)
    with working(f"calibrating {m.label}"):
        found = audit.calibrate(m, m.epsilon)
        before, after = _error(m, x), _error(found.mechanism, x)
        picture = drawn(_picture, m) if plot else None
    if plot is not None and picture is not None:
        write_picture(plot, picture)
    if as_json:
        print_json(
            {
                "mechanism": m.label,
                "parameters": dict(parameters_of(m)),
                "target": str(found.target),
                "nominal": str(found.nominal),
                "next_failing": None if found.next_failing is None else str(found.next_failing),
                **found.loss.json(),
                "counts": list(x),
                "expected_distance": {
                    "before": before and before.json(),
                    "after": after and after.json(),
                },
            }
        )
        return
    click.echo(
        f"{m.label}, prior {m.prior}, n = {m.n}{smoothing(m)}, true loss at most {found.target}"
    )
    click.echo(f"  nominal epsilon    {found.nominal} = {about(found.nominal, 12)}")
    click.echo(f"  its true loss      {found.loss}")
    if before and after and float(before):
        gain = float(after) / float(before)
        click.echo(
            f"  expected distance  {float(before):.6g} before, {float(after):.6g} after, at {x}"
        )
        click.echo(f"                     {gain:.4g} of what it was at nominal epsilon {m.epsilon}")


def balanced(n: int, k: int) -> tuple[int, ...]:
    """n records spread as evenly as possible, the first categories one more."""
    return tuple(n // k + (i < n % k) for i in range(k))


def _error(m: Any, x: tuple[int, ...]) -> Any:
    """The expected Hellinger distance, where a release is a posterior."""
    from dpbi.accuracy import expected_distance

    try:
        return expected_distance(m, x)
    except NoPosterior:
        return None


def _picture(m: Any) -> str:
    """True loss against nominal epsilon, around the target."""
    from dataclasses import replace
    from fractions import Fraction

    from dpbi.privacy import privacy_loss
    from dpbi.report.svg import Chart

    chart = Chart(
        title=f"{m.label}: true loss against nominal epsilon",
        description=f"prior {m.prior}, n = {m.n}; the target is {m.epsilon}.",
        x_label="nominal epsilon",
        y_label="true privacy loss",
    )
    nominal = [m.epsilon * Fraction(i, 8) for i in range(1, 41)]
    losses = [float(privacy_loss(replace(m, epsilon=e)).hi) for e in nominal]
    chart.line([(float(e), v) for e, v in zip(nominal, losses, strict=True)], 0, "true loss")
    chart.level(float(m.epsilon), 1, "target")
    return chart.render()
