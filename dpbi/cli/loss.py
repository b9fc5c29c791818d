"""`dpbi loss`: the certified true privacy loss."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpbi.cli.options import (
    WHOLE,
    about,
    drawn,
    json_option,
    mechanism_options,
    parameters,
    plot_option,
    print_json,
    second_opinion_option,
    smoothing,
    split,
    working,
    write_picture,
)
from dpbi.errors import InvalidValue, NoOpinion, brief

if TYPE_CHECKING:
    from dpbi.mechanisms import LaplaceTwoCounts
    from dpbi.mechanisms.counts import OfCounts
    from dpbi.privacy import Divergence, PrivacyLoss

USUAL = 20  # digits that an enclosure prints unasked
FEW = 24  # n * k up to which "for every epsilon" is decided unasked


@click.command("loss")
@mechanism_options
@click.option("--n", "n", required=True, help="The number of records.")
@click.option(
    "--digits", default=12, type=WHOLE, show_default=True, help="Width of the bounds: 10^-DIGITS."
)
@click.option("--profile", help="Also delta at these epsilons, such as 0,1/4,1/2.")
@click.option("--at-delta", help="Also the smallest epsilon for this delta.")
@click.option("--renyi", help="Also the Renyi divergence of this order, such as 2.")
@click.option("--zcdp", is_flag=True, help="Also the rho of zero-concentrated privacy.")
@second_opinion_option
@plot_option
@json_option
def command(
    name: str,
    n: str,
    digits: int,
    profile: str | None,
    at_delta: str | None,
    renyi: str | None,
    zcdp: bool,
    second_opinion: bool,
    plot: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    r"""Enclose the largest ln P_x(r) - ln P_y(r) over all neighbouring datasets and outputs.

    \b
    Examples:
      dpbi loss ehds --prior 1,1 --n 20 --epsilon 1
      dpbi loss ehds --prior 1,1 --n 20 --epsilon 1 --profile 0,1/4,1/2 --digits 30 --json
      dpbi loss lshist --prior 1,1,1 --n 30 --epsilon 1/2 --plot loss.svg
    """
    from dpbi import mechanism
    from dpbi import privacy as audit
    from dpbi.mechanisms import InQ, LaplaceTwoCounts
    from dpbi.mechanisms.counts import OfCounts
    from dpbi.mechanisms.registry import parameters_of
    from dpbi.privacy.decide import known
    from dpbi.privacy.methods.laplace import has_closed_form

    m = mechanism(name, **parameters(**options), n=n)
    head = {"mechanism": m.label, "parameters": dict(parameters_of(m))}
    if isinstance(m, LaplaceTwoCounts):
        _print_continuous(m, head, as_json=as_json)
        if second_opinion:
            click.echo(str(NoOpinion("the loss is exact, and the law continuous")), err=as_json)
        return
    with working(f"auditing {m.label}"):
        loss = known(audit.privacy_loss(m, digits=digits))
        curve = audit.privacy_profile(m, split(profile)) if profile else []
        more: dict[str, tuple[Any, Any]] = {}
        if at_delta:
            more["epsilon_at_delta"] = audit.smallest_epsilon(m, at_delta)
        if renyi:
            more[f"renyi_{renyi}"] = _bounds(audit.renyi_divergence(m, renyi))
        if zcdp:
            more["zcdp_rho"] = _bounds(audit.zero_concentrated(m))
        always = None
        if isinstance(m, InQ) and (has_closed_form(m) or _size(m) <= FEW):
            always = audit.private_for_every_epsilon(m)
        opinions = [*map(_second(m), [loss, *curve])] if second_opinion else []
        picture = drawn(_picture, m, loss) if plot and isinstance(m, OfCounts) else None
    if plot is not None and picture is not None:
        write_picture(plot, picture)
    if as_json:
        shown = max(20, digits + 3)
        document = _document(head, loss, curve, more, always, shown)
        print_json(document | ({"second_opinion": opinions} if opinions else {}))
    else:
        _print(m, loss, curve, more, always, digits)
        names = ["second opinion", *(f"of delta({d.at})" for d in curve)]
        for name, opinion in zip(names, opinions, strict=False):
            click.echo(f"  {name:<18} {opinion}")


def _second(m: Any) -> Callable[[Any], str]:
    """What mpmath says of a loss or of a delta, in a sentence; a contradiction is raised."""
    from dpbi.privacy.second_opinion import second_opinion

    def said(answer: Any) -> str:
        try:
            return str(second_opinion(m, answer))
        except NoOpinion as none:
            return str(none)

    return said


def _size(m: Any) -> int:
    return int(m.n * m.k) if hasattr(m, "k") else FEW + 1


def _bounds(d: Divergence) -> tuple[Any, Any]:
    return d.lo, d.hi


def _picture(m: OfCounts, loss: PrivacyLoss) -> str:
    from dpbi.report.plots import loss_plot

    if loss.hi == math.inf:
        raise InvalidValue("--plot", "an infinite loss", "there is no curve to draw")
    return loss_plot(m, loss)


def _document(
    head: dict[str, Any],
    loss: PrivacyLoss,
    curve: Sequence[Divergence],
    more: dict[str, tuple[Any, Any]],
    always: bool | None,
    digits: int,
) -> dict[str, Any]:
    """The loss as plain data, with what else was asked for."""
    from dpbi.privacy.results import ends

    profile = [{"epsilon": str(d.at), **d.json("delta", digits)} for d in curve]
    document = {**head, **loss.json(digits), "profile": profile, "for_every_epsilon": always}
    return document | {key: ends(lo, hi, digits) for key, (lo, hi) in more.items()}


def _print(
    m: Any,
    loss: PrivacyLoss,
    curve: Sequence[Divergence],
    more: dict[str, tuple[Any, Any]],
    always: bool | None,
    digits: int,
) -> None:
    """The audit as a few lines that a person reads."""
    rows = [("true loss", _value(loss, digits)), ("of the claim", _verdict(m, loss))]
    if always is not None:
        rows.append(("any epsilon", "epsilon-DP at every epsilon > 0" if always else "not always"))
    rows += [
        ("worst pair", f"{loss.witness.x} and {loss.witness.y}, at output {loss.witness.output}"),
        ("rests on", ", ".join(loss.trusts)),
    ]
    for d in curve:
        where = f"   {d.x} and {d.y}" if d.hi else ""
        rows.append((f"delta({d.at})", _short(d.lo, d.hi) + where))
    rows += [(key.replace("_", " "), _short(*bounds)) for key, bounds in more.items()]
    click.echo(f"{m.label}, prior {m.prior}, n = {m.n}, epsilon {m.epsilon}{smoothing(m)}")
    for key, value in rows:
        click.echo(f"  {key:<18} {value}")


def _value(loss: PrivacyLoss, digits: int) -> str:
    """The loss, to as many digits as were asked for where that is more than is usual."""
    from dpbi.privacy.results import ends

    if digits <= USUAL or loss.lo == loss.hi:
        return str(loss)
    shown = ends(loss.lo, loss.hi, digits)
    bounds = f"[{shown['lo']}, {shown['hi']}]"
    return f"{loss.exact} = {bounds}" if loss.exact else bounds


def _short(lo: Any, hi: Any) -> str:
    from dpbi.privacy.results import ends

    shown = ends(lo, hi, 12)
    if lo == hi and (shown["lo"] == shown["hi"] or len(brief(lo)) <= USUAL):
        return shown["lo"] if shown["lo"] == shown["hi"] else brief(lo)
    return f"[{shown['lo']}, {shown['hi']}]"


def _verdict(m: Any, loss: PrivacyLoss) -> str:
    """What the loss says about the nominal epsilon."""
    answer = loss.within(m.epsilon)
    if answer is None:
        return f"undecided: the bounds reach epsilon = {m.epsilon}"
    if loss.hi == math.inf:
        return f"epsilon = {m.epsilon} does not hold, and no other epsilon does"
    verdict, used = "holds" if answer else "does not hold", about(Fraction(loss.hi) / m.epsilon)
    return f"epsilon = {m.epsilon} {verdict}: the true loss is {used} times that"


def _print_continuous(m: LaplaceTwoCounts, head: dict[str, Any], *, as_json: bool) -> None:
    """The continuous mechanism's loss is known exactly."""
    value = m.privacy_loss
    if as_json:
        ratio = str(value / m.epsilon)
        print_json(
            {**head, "loss": {"lo": str(value), "hi": str(value)}, "exact": str(value)}
            | {"ratio": {"lo": ratio, "hi": ratio}, "witness": None, "profile": []}
            | {"trusts": ["argument"]}
        )
        return
    click.echo(f"{m.label}, {m.reading} reading, epsilon {m.epsilon}: the loss is exactly {value}")
