"""The numbers that a report prints, each with the way to get it again.

A `Measure` names a computation and its arguments; its result is plain JSON (exact numbers and
outward-rounded bounds as strings).  Reports print nothing that is not a result or an outcome, and
mark each number with the key of its measure, so that anybody, and a test, can compute it afresh:
`parse(key).compute()`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor, inf
from typing import Any, TypeAlias

from dpbi import accuracy
from dpbi.bayes import data, sensitivity
from dpbi.bayes.dirichlet import Dirichlet, posteriors
from dpbi.errors import InvalidValue, NoOpinion
from dpbi.fields import Balls, Enclosure, Real
from dpbi.fields.enclosure import total
from dpbi.laws.protocol import Mechanism
from dpbi.mechanisms import mechanism
from dpbi.mechanisms.exponential import notes_beta
from dpbi.privacy import privacy_loss, privacy_profile
from dpbi.privacy.calibrating import calibrate
from dpbi.privacy.delta import smallest_epsilon
from dpbi.privacy.known import known
from dpbi.privacy.results import ends
from dpbi.privacy.second_opinion import of_error, of_pairs

Result: TypeAlias = dict[str, Any]
Results: TypeAlias = Mapping[str, Result]
"""{key of a measure: its result}."""

Argument: TypeAlias = str | tuple[str, ...]

DIGITS, SHORT = 12, 8
QUANTILES = ("1/20", "1/4", "1/2", "3/4", "19/20")
F = Balls(128)


@dataclass(frozen=True)
class Measure:
    """One computation of a report; arguments are kept as text, or as tuples of text."""

    kind: str
    arguments: tuple[tuple[str, Argument], ...]

    @staticmethod
    def of(kind: str, **arguments: Any) -> Measure:
        """The measure of a kind; numbers become text and lists tuples, so that keys are unique."""
        return Measure(kind, tuple((k, _frozen(v)) for k, v in sorted(arguments.items())))

    @property
    def key(self) -> str:
        """A line of text that names the computation and nothing else."""
        return f"{self.kind}({', '.join(f'{k}={_shown(v)}' for k, v in self.arguments)})"

    def compute(self) -> Result:
        """The result, computed now."""
        return KINDS[self.kind](**dict(self.arguments))

    def confirm(self, result: Result) -> int | None:
        """To how many digits mpmath agrees; None where there is no second opinion.

        Raises `Disagreement` where the result is contradicted.
        """
        given = dict(self.arguments)
        if self.kind not in SECOND:
            return None
        of_mechanism = {k: v for k, v in given.items() if k not in ("name", *ASKED)}
        try:
            return SECOND[self.kind](_mechanism(str(given["name"]), of_mechanism), result, given)
        except NoOpinion:
            return None


def parse(key: str) -> Measure:
    """The measure behind a key: the inverse of `Measure.key`."""
    kind, found, rest = key.partition("(")
    if not found or not rest.endswith(")") or kind not in KINDS:
        raise InvalidValue("key", key, f"it must be one of {', '.join(KINDS)}, with arguments")
    pairs = (part.split("=", 1) for part in rest[:-1].split(", ") if part)
    return Measure.of(kind, **{name: _read(text) for name, text in pairs})


def _frozen(value: Any) -> Argument:
    return tuple(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _shown(value: Argument) -> str:
    return f"({','.join(value)})" if isinstance(value, tuple) else value


def _read(text: str) -> Argument:
    return tuple(text[1:-1].split(",")) if text.startswith("(") else text


def _mechanism(name: str, parameters: Mapping[str, Any]) -> Any:
    """The mechanism with its arguments out of text: n is a whole number, rationals stay text."""
    return mechanism(name, **{k: int(v) if k == "n" else v for k, v in parameters.items()})


def _loss(name: str, **parameters: Any) -> Result:
    """True epsilon over all neighbours, and whether it is within the claimed one."""
    m: Mechanism = _mechanism(name, parameters)
    loss, claimed = privacy_loss(m), m.claimed_epsilon
    assert isinstance(claimed, Fraction)  # the drafts' mechanisms have one
    within, slack = loss.within(claimed), None
    if isinstance(loss.lo, Fraction) and isinstance(loss.hi, Fraction):
        slack = ends(claimed - loss.hi, claimed - loss.lo, DIGITS)
    return {**loss.json(DIGITS), "claimed": str(claimed), "within": within, "slack": slack}


def _losses(name: str, sizes: tuple[str, ...], epsilons: tuple[str, ...], **shared: Any) -> Result:
    """True epsilon over sizes and epsilons, in the words of `dpbi loss`."""
    return {
        "rows": [[_said(name, {**shared, "n": n, "epsilon": e}) for e in epsilons] for n in sizes]
    }


def _said(name: str, parameters: Mapping[str, Any]) -> Result:
    m: Mechanism = _mechanism(name, parameters)
    loss, claimed = known(privacy_loss(m, digits=DIGITS)), m.claimed_epsilon
    assert isinstance(claimed, Fraction)
    return {"loss": str(loss), "within": loss.within(claimed)}


def _ratios(name: str, sizes: tuple[str, ...], epsilons: tuple[str, ...], **shared: Any) -> Result:
    """True epsilon over the claimed one over sizes and epsilons: a row for each size."""
    return {
        "rows": [[_ratio(name, {**shared, "n": n, "epsilon": e}) for e in epsilons] for n in sizes]
    }


def _ratio(name: str, parameters: Mapping[str, Any]) -> Result:
    loss = known(privacy_loss(_mechanism(name, parameters), digits=SHORT))
    assert loss.claimed is not None  # the drafts' mechanisms have one
    assert loss.ratio is not None
    return {"ratio": loss.ratio.json(SHORT), "within": loss.within(loss.claimed)}


def _profile(name: str, levels: tuple[str, ...], **parameters: Any) -> Result:
    """delta at each level."""
    found = privacy_profile(_mechanism(name, parameters), levels)
    return {"profile": [{"epsilon": str(d.at), **d.json("delta", DIGITS)} for d in found]}


def _smallest(name: str, at_delta: str, **parameters: Any) -> Result:
    """The smallest epsilon whose delta is at most the one named."""
    tolerance = Fraction(1, 10**8)
    lo, hi = smallest_epsilon(_mechanism(name, parameters), at_delta, tolerance=tolerance)
    return {"epsilon": ends(lo, hi, DIGITS)}


def _calibrated(name: str, target: str, **parameters: Any) -> Result:
    """The largest nominal epsilon found whose true loss is within the target."""
    found = calibrate(_mechanism(name, {**parameters, "epsilon": target}), target)
    return {
        "nominal": ends(found.nominal, found.nominal, DIGITS),
        "loss": ends(found.loss.lo, found.loss.hi, DIGITS),
        "exact": found.next_failing is None,
    }


def _error(name: str, x: tuple[str, ...], **parameters: Any) -> Result:
    """The expected Hellinger distance between a release at x and the true posterior."""
    m = _mechanism(name, parameters)
    return {"error": accuracy.expected_distance(m, _counts(x)).json(DIGITS)}


def _error_law(
    name: str, x: tuple[str, ...], parts: str, atoms: str = "no", **parameters: Any
) -> Result:
    """The exact law of the error at x: quantiles, Pr[H <= i/parts], by records, by distance."""
    law = accuracy.error_law(_mechanism(name, parameters), _counts(x))
    near = _cumulated(law.records, law.beyond)
    return {
        "mean": law.mean.json(DIGITS),
        "exact": law.exact.json(DIGITS),
        "quantiles": [{"p": p, "t": law.quantile(p).json(8)} for p in QUANTILES],
        "within": [law.within(Fraction(i, int(parts))).json(8) for i in range(int(parts) + 1)],
        "records": [{"records": d, "p": p.json(8)} for d, p in law.records],
        "record_quantiles": [{"p": p, "records": _reaching(near, p)} for p in QUANTILES],
        "atoms": [
            {"t": a.distance.json(8), "p": a.probability.json(8)}
            for a in law.atoms
            if atoms == "yes"
        ],
    }


def _cumulated(
    records: Iterable[tuple[int, Enclosure]], beyond: Enclosure
) -> list[tuple[int, Enclosure]]:
    """Pr[at most d replaced records] for every d; what is not listed may be as near as any."""
    rows, sum_ = [], Enclosure.exactly(0)
    for d, p in records:
        sum_ = total([sum_, p])
        rows.append((d, Enclosure(sum_.lo, sum_.hi + beyond.hi)))
    return rows


def _reaching(near: list[tuple[int, Enclosure]], p: str) -> dict[str, str]:
    """The smallest d whose probability is at least p, between the first that may and that does."""
    level, last = Fraction(p), near[-1][0]
    perhaps = next((d for d, sum_ in near if sum_.hi >= level), last)
    surely = next((d for d, sum_ in near if sum_.lo >= level), last)
    return {"lo": str(perhaps), "hi": str(surely)}


def _sensitivities(
    prior: tuple[str, ...], n: str, gammas: tuple[str, ...], delta: str, epsilon: str, records: str
) -> Result:
    """Local, harmonic and exponential sensitivity of every dataset; true and printed global."""
    p, size = Dirichlet(prior), int(n)
    rule = notes_beta(Fraction(epsilon), Fraction(delta), records)
    local = sensitivity.all_local(p, size, F)
    harmonic = {g: sensitivity.harmonic(p, size, Fraction(g), F) for g in gammas}
    exponential = sensitivity.exponential(p, size, rule, F)
    with F.scope():
        beta = rule.value(size, F)
    return {
        "x": [list(x) for x in local],
        "local": _ends(local.values()),
        "harmonic": {g: _ends(s.values()) for g, s in harmonic.items()},
        "exponential": _ends(exponential.values()),
        "global": _ends([sensitivity.global_true(p, size, F)], 14)[0],
        "printed": _ends([sensitivity.global_printed(F)], 14)[0],
        "beta": _ends([beta], 14)[0],
    }


def _cloud(
    prior: tuple[str, ...], n: str, delta: str, epsilon: str, records: str, cells: str
) -> Result:
    """Local against exponential sensitivity: the squares of side 1/cells that hold a dataset."""
    found = _sensitivities(prior, n, (), delta, epsilon, records)
    squares = {
        tuple(floor(int(cells) * Fraction(side[end])) for side in pair)
        for pair in zip(found["local"], found["exponential"], strict=True)
        for end in ("lo", "hi")
    }
    kept = {name: found[name] for name in ("global", "printed", "beta")}
    return {**kept, "squares": [list(s) for s in sorted(squares)], "datasets": len(found["x"])}


def _gaps(prior: tuple[str, ...], x: tuple[str, ...]) -> Result:
    """For every candidate r, the largest |H(x, r) - H(y, r)| over the neighbours y of x."""
    counts = _counts(x)
    table = posteriors(Dirichlet(prior), sum(counts), F)
    outputs = list(data.datasets(sum(counts), len(counts)))
    own = table.distances(counts, outputs)
    others = [table.distances(y, outputs) for y in data.neighbours(counts)]
    with F.scope():
        gaps = [F.maximum([abs(h - other[i]) for other in others]) for i, h in enumerate(own)]
    return {"r": [list(r) for r in outputs], "gap": _ends(gaps)}


def _ends(values: Iterable[Real], digits: int = 8) -> list[dict[str, str]]:
    """Enclosures of balls; eight digits are enough to draw and to print."""
    return [F.enclosure(v).json(digits) for v in values]


def _counts(x: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(map(int, x))


KINDS: dict[str, Callable[..., Result]] = {
    "loss": _loss,
    "losses": _losses,
    "ratios": _ratios,
    "profile": _profile,
    "smallest": _smallest,
    "calibrated": _calibrated,
    "error": _error,
    "error_law": _error_law,
    "sensitivities": _sensitivities,
    "cloud": _cloud,
    "gaps": _gaps,
}


def _loss_again(m: Mechanism, result: Result, _: Mapping[str, Argument]) -> int:
    """The loss over all pairs where they are few, else at the witness and its rivals."""
    x, y, output = (tuple(result["witness"][z]) for z in ("x", "y", "output"))
    return of_pairs(m, ("epsilon", None), _bounds(result["loss"]), (x, y, output), AGAIN).digits


def _profile_again(m: Mechanism, result: Result, _: Mapping[str, Argument]) -> int:
    """delta at each level, likewise."""
    digits = []
    for row in result["profile"]:
        pair = tuple(row["witness"]["x"]), tuple(row["witness"]["y"])
        question = ("delta", Fraction(row["epsilon"]))
        digits.append(of_pairs(m, question, _bounds(row["delta"]), pair, AGAIN).digits)
    return min(digits)


def _error_again(m: Mechanism, result: Result, given: Mapping[str, Argument]) -> int:
    """The mean of the distance over all outputs."""
    mean = result["error"] if "error" in result else result["mean"]
    return of_error(m, _counts(tuple(given["x"])), _bounds(mean), MOST_ERRORS).digits


def _bounds(ends_of: Mapping[str, str]) -> tuple[Fraction | float, Fraction | float]:
    lo, hi = (inf if end == "inf" else Fraction(end) for end in (ends_of["lo"], ends_of["hi"]))
    return lo, hi


AGAIN, MOST_ERRORS = 700, 2000
"""Probabilities that a second opinion goes through, and outputs that it sums over."""

ASKED = ("levels", "x", "parts", "atoms")
"""Arguments of measures that are not the mechanism's own."""

SECOND: dict[str, Callable[..., int]] = {
    "loss": _loss_again,
    "profile": _profile_again,
    "error": _error_again,
    "error_law": _error_again,
}
"""What mpmath computes again: losses, deltas, errors.  The others are not."""
