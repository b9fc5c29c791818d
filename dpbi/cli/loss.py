"""`dpbi loss`: the certified true privacy loss."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from dpbi.cli.asking import Asked, ask, head, label, of_counts, title
from dpbi.cli.composed import ComposedAnswer, Composition, compose, composition_options
from dpbi.cli.options import (
    WHOLE,
    about,
    drawn,
    echo_rows,
    json_option,
    limit_options,
    parameters,
    plot_option,
    print_json,
    second_opinion_option,
    split,
    target_options,
    write_picture,
)
from dpbi.errors import ContinuousLaw, InvalidValue, NoOpinion, brief, printable
from dpbi.fields import Bounds
from dpbi.laws.foreign import at_home
from dpbi.laws.protocol import Continuous, Mechanism
from dpbi.mechanisms.counts import OfCounts
from dpbi.mechanisms.exponential import FAMILY
from dpbi.mechanisms.registry import of_the_drafts
from dpbi.privacy import Divergence, PrivacyLoss, Witness

USUAL = 20  # digits that an enclosure prints unasked
FEW = 24  # n * k up to which "for every epsilon" is decided unasked
MOST_CHOICES = 8  # of an adversary, that are printed
KEY = 21  # the column of values
SHORT = 16  # outputs up to which a loss is written as a formula


@dataclass(frozen=True, slots=True)
class LossQuestion:
    """What is asked of a mechanism beside its loss."""

    digits: int
    profile: str | None
    at_delta: str | None
    renyi: str | None
    zcdp: bool
    composed: Composition
    plot: bool
    second_opinion: bool

    @property
    def of_its_outputs(self) -> bool:
        """Whether something is asked that only a list of outputs answers."""
        asked = (self.profile, self.at_delta, self.renyi, self.zcdp, self.plot)
        return any(asked) or self.composed.is_asked


@dataclass(frozen=True, slots=True)
class LossAnswer:
    """The loss, what else was asked for, and what the loss says of the mechanism's claim."""

    head: dict[str, Any]
    title: str
    loss: PrivacyLoss
    closed_form: str | None
    verdict: str
    curve: tuple[Divergence, ...]
    more: dict[str, Bounds]
    composed: ComposedAnswer
    always: bool | None
    picture: str | None
    opinions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownLoss:
    """The loss of a continuous law, which is known exactly."""

    head: dict[str, Any]
    title: str
    loss: PrivacyLoss


@click.command("loss")
@target_options("prior", "n", "epsilon", "gamma", "delta")
@click.option(
    "--digits", default=12, type=WHOLE, show_default=True, help="Width of the bounds: 10^-DIGITS."
)
@click.option("--profile", help="Also delta at these epsilons, such as 0,1/4,1/2.")
@click.option("--at-delta", help="Also the smallest epsilon for this delta.")
@click.option(
    "--renyi", help="Also the Renyi divergence of this order, such as 2, or 1 for Kullback-Leibler."
)
@click.option("--zcdp", is_flag=True, help="Also the rho of zero-concentrated privacy.")
@composition_options
@limit_options
@second_opinion_option
@plot_option
@json_option
def command(
    target: str,
    digits: int,
    profile: str | None,
    at_delta: str | None,
    renyi: str | None,
    zcdp: bool,
    compose: int | None,
    budget: str | None,
    second_opinion: bool,
    plot: Path | None,
    time_limit: float,
    memory_limit: int | None,
    as_json: bool,
    **given: Any,
) -> None:
    r"""Enclose the largest ln P_x(r) - ln P_y(r) over all neighbouring datasets and outputs.

    TARGET is a name that dpbi list prints, my_file.py:Name, package.module:Name, or a law.json.
    Name is a program, which is a function below @dpbi.program, or a class.

    \b
    Examples:
      dpbi loss ehds --prior 1,1 --n 20 --epsilon 1
      dpbi loss ehds --prior 1,1 --n 20 --epsilon 1 \
        --profile 0,1/4,1/2 --digits 30 --json
      dpbi loss lshist --prior 1,1,1 --n 30 \
        --epsilon 1/2 --plot loss.svg
      dpbi loss my.py:program --profile 0,1/2
      dpbi loss ehds --prior 1,1 --n 10 --epsilon 1 \
        --compose 100 --profile 1,3 --at-delta 1e-6
      dpbi loss my.py:M -p n=5 --budget 3,1e-6
      dpbi loss law.json --at-delta 1/1000
    """
    composed = Composition.of(compose, budget)
    found = ask(
        LossAnswer | KnownLoss,
        audit,
        Asked(target, parameters(**given)),
        LossQuestion(
            digits, profile, at_delta, renyi, zcdp, composed, plot is not None, second_opinion
        ),
        within=(time_limit, memory_limit),
        what=f"auditing {target}",
    )
    if isinstance(found, KnownLoss):
        _print_known(found, as_json=as_json)
        if second_opinion:
            click.echo(str(NoOpinion("the loss is exact, and the law continuous")), err=as_json)
        return
    write_picture(plot, found.picture)
    if as_json:
        said = {"second_opinion": list(found.opinions)} if found.opinions else {}
        print_json(_document(found, max(20, digits + 3)) | said)
    else:
        _print(found, digits)
        of_curve = (f"of delta({d.at})" for d in found.curve)
        names = ["second opinion", *of_curve, *(f"of {_name(key)}" for key in found.more)]
        echo_rows(map(_row, names, found.opinions), KEY)


def _second(m: Any) -> Callable[[Any], str]:
    """What mpmath says of a loss or of a delta, in a sentence; a contradiction is raised."""
    from dpbi.privacy.second_opinion import second_opinion

    def said(answer: Bounds) -> str:
        if not isinstance(answer, (PrivacyLoss, Divergence)):
            return str(NoOpinion("the smallest epsilon is not computed a second time"))
        try:
            return str(second_opinion(m, answer))
        except NoOpinion as none:
            return str(none)

    return said


def audit(asked: Asked, question: LossQuestion) -> LossAnswer | KnownLoss:
    """The loss of what is asked about, and the rest of the question."""
    from dpbi import privacy
    from dpbi.privacy.known import known
    from dpbi.privacy.methods.hellinger import few_questions

    m = asked.mechanism()
    document = head(m, asked)
    if isinstance(m, Continuous):
        if question.of_its_outputs:
            raise ContinuousLaw(m.label)
        own: Any = m
        line = f"{label(m)}, {own.reading} reading, epsilon {own.epsilon}"
        return KnownLoss(document, line, _loss_at_home(privacy.privacy_loss(m)))
    counts = of_counts(m)
    profile, digits = question.profile, question.digits
    composed = compose(m, question.composed, profile, question.at_delta)
    with few_questions(1):
        loss = known(privacy.privacy_loss(m, digits=digits))
    curve = privacy.privacy_profile(m, split(profile), digits=digits) if profile else []
    more: dict[str, Bounds] = {}
    if delta := question.at_delta:
        more["epsilon_at_delta"] = privacy.smallest_epsilon(m, delta, digits=digits)
    if order := question.renyi:
        more[f"renyi_{order}"] = privacy.renyi_divergence(m, order, digits=digits)
    if question.zcdp:
        more["zcdp_rho"] = privacy.zero_concentrated(m, digits=digits)
    ours = of_the_drafts(asked.target)  # whose epsilon is in the rate of q, and nowhere else
    always = _always(m, counts) if ours and m.is_in_q else None
    return LossAnswer(
        document,
        title(m, asked),
        _loss_at_home(loss),
        _closed_form(m, loss),
        _verdict(m, loss),
        tuple(replace(d, x=at_home(d.x), y=at_home(d.y)) for d in curve),
        {key: Bounds(d.lo, d.hi, asked=d.asked) for key, d in more.items()},
        composed,
        always,
        drawn(_picture, m, counts, loss) if question.plot else None,
        tuple(map(_second(m), [loss, *curve, *more.values()])) if question.second_opinion else (),
    )


def _closed_form(m: Mechanism, loss: PrivacyLoss) -> str | None:
    """The loss as a formula, unless it is too long to read; Hellinger laws have none."""
    if loss.counted is None or loss.counted[2] > SHORT or m.family == FAMILY:
        return loss.exact
    from dpbi.privacy import closed_form

    return closed_form(loss)


def _always(m: Mechanism, counts: OfCounts | None) -> bool | None:
    """Whether it is private at every epsilon, where that is quick to decide."""
    from dpbi.privacy.methods.laplace import has_closed_form, private_for_every_epsilon

    return private_for_every_epsilon(m) if has_closed_form(m) or _is_small(counts) else None


def _is_small(m: OfCounts | None) -> bool:
    return m is not None and m.n * m.k <= FEW


def _loss_at_home(loss: PrivacyLoss) -> PrivacyLoss:
    """The loss as plain values, which print the same."""
    witness = Witness(*map(at_home, loss.witness))
    return replace(loss, witness=witness, mechanism=None, largest_ratio=None)


def _picture(m: Mechanism, counts: OfCounts | None, loss: PrivacyLoss) -> str:
    if counts is None:
        from dpbi.report.plots.of_any import deltas_plot

        return deltas_plot(m, label(m), loss)
    from dpbi.report.plots.of_counts import loss_plot

    if loss.hi == math.inf:
        raise InvalidValue("--plot", "an infinite loss", "there is no curve to draw")
    return loss_plot(counts, loss)


def _document(found: LossAnswer, digits: int) -> dict[str, Any]:
    """The loss as plain data, with what else was asked for."""
    profile = [{"epsilon": str(d.at), **d.json("delta", digits)} for d in found.curve]
    document = {**found.head, **found.loss.json(digits), "profile": profile}
    document["for_every_epsilon"], document["closed_form"] = found.always, found.closed_form
    document |= {k: {**b.ends(digits), **b.missed()} for k, b in found.more.items()}
    return document | found.composed.json()


def _print(found: LossAnswer, digits: int) -> None:
    """The audit as a few lines that a person reads."""
    loss = found.loss
    rows = [("true loss", _value(loss, digits)), ("of the claim", found.verdict)]
    if found.closed_form is not None and found.closed_form != loss.exact:
        rows.insert(1, ("in closed form", found.closed_form))
    if found.always is not None:
        always = "epsilon-DP at every epsilon > 0" if found.always else "not always"
        rows.append(("any epsilon", always))
    x, y, output = loss.witness
    place = "" if output is None else f", at output {output}"
    rows += [
        ("worst pair", f"{x} and {y}{place}"),
        ("rests on", ", ".join(loss.trusts)),
        *(("remark", said) for said in loss.remarks),
    ]
    for d in found.curve:
        where = f"   {d.x} and {d.y}" if d.hi else ""
        rows.append((f"delta({d.at})", _short(d, digits) + where))
        if d.hi and len(d.strategy) <= MOST_CHOICES:
            rows += [("", choice) for choice in d.strategy]
    rows += [(_name(key), _short(bounds, digits)) for key, bounds in found.more.items()]
    rows += found.composed.rows()
    echo_rows([found.title, *(_row(key, value) for key, value in rows)], KEY)


def _value(loss: PrivacyLoss, digits: int) -> str:
    """The loss, to as many digits as were asked for where that is more than is usual."""
    from dpbi.privacy.results import ends

    if digits <= USUAL or loss.lo == loss.hi:
        return str(loss)
    shown = ends(loss.lo, loss.hi, digits)
    bounds = f"[{shown['lo']}, {shown['hi']}]"
    return f"{loss.exact} = {bounds}" if loss.exact else bounds


def _row(key: str, value: str) -> str:
    return f"  {key:<18} {printable(value)}"


def _name(key: str) -> str:
    """What else was asked for, as people read it."""
    return key.replace("_", " ")


def _short(found: Bounds, digits: int) -> str:
    """Bounds, to as many digits as were asked for where those are more than twelve."""
    shown, lo = found.ends(max(12, digits)), found.lo
    if lo == found.hi and (shown["lo"] == shown["hi"] or len(brief(lo)) <= USUAL):
        return shown["lo"] if shown["lo"] == shown["hi"] else brief(lo)
    return f"[{shown['lo']}, {shown['hi']}]{found.wider_than_asked()}"


def _verdict(m: Mechanism, loss: PrivacyLoss) -> str:
    """What the loss says about the epsilon that the mechanism claims."""
    claims = m.promises()
    if not claims:
        return "it claims no epsilon of its own"
    epsilon = claims[0].epsilon_level
    if claims[0].kind != "epsilon" or epsilon is None:
        return f"it claims {claims[0]}, which dpbi check decides"
    answer = loss.within(epsilon)
    if answer is None:
        return f"undecided: the bounds reach epsilon = {epsilon}"
    if loss.lo == math.inf:
        return f"epsilon = {epsilon} does not hold, and no other epsilon does"
    used = "" if loss.ratio is None else f": the true loss is {about(loss.ratio.hi)} times that"
    return f"epsilon = {epsilon} {'holds' if answer else 'does not hold'}{used}"


def _print_known(found: KnownLoss, *, as_json: bool) -> None:
    """The continuous mechanism's loss is known exactly."""
    if as_json:
        print_json({**found.head, **found.loss.json(), "profile": []})
        return
    click.echo(f"{found.title}: the loss is exactly {found.loss.lo}")
