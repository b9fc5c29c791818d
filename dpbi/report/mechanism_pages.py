"""What the page of each mechanism says: its law, what it loses, how it errs, the claims about it.

A law is given with its notation and parameters, a result as a table of numbers that remember their
measures.  `html` writes the page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from dpbi.language.expr import Expr
from dpbi.language.words import GS, LS, H, S, Sexp, d, datasets, exp, gamma, near, over, var, x, y
from dpbi.ledger.shipped import formulas_shipped
from dpbi.mechanisms.counts import PRINTED_GS, Stated
from dpbi.mechanisms.registry import OF_THE_DRAFTS, find
from dpbi.report.figures import Figure, explorer, own
from dpbi.report.figures.base import ALL, FLAT, FLAT3, LOPSIDED, SPIKY, error, loss, named, of
from dpbi.report.figures.own import WITHOUT_POSTERIOR
from dpbi.report.quantities import Measure, Results
from dpbi.report.words import FigureView, MarkedNumber, MarkedTable, Part, number
from dpbi.support.files import Json

beta = var("beta")
DEFINITIONS = {
    "LS": LS(x).equals(over("maxof", "y", near(x), H(x, y))),
    "GS": GS().equals(over("maxof", "x", datasets(), LS(x))),
    "S": (1 / S(x)).equals(over("minof", "y", datasets(), 1 / LS(y) + gamma * d(x, y))),
    "Sexp": Sexp(x, beta).equals(over("maxof", "y", datasets(), LS(y) * exp(-beta * d(x, y)))),
}
"""What the sensitivities of the laws are."""
MEANT = {
    "H": "H is the Hellinger distance between the posteriors after two datasets.",
    "d": "d is the number of replaced records.",
}
OF_THE_CONSTANT = (
    "The printed constant is the distance that replacing a single record makes under Beta(1, 1)."
)
LEADS = {
    "": "The probability of an output r at the dataset x is proportional to",
    "beta": "where, if beta is not given,",
    "coordinate": "Every count but the last is released as",
    "scale": "where Y is drawn from the Laplace distribution of scale",
    "last": "The last count is what the others leave of n, as they are released:",
}
NOISED = "Every count is released as"
OTHERWISE = {
    "": "or, with {}, to",
    "beta": "or, with {},",
    "scale": "or, with {}, of scale",
    "last": "or, with {}, what is left by counts s that are noised a second time, "
    "which spends privacy of its own:",
}

MEANINGS = {
    "prior": "parameters of the Dirichlet prior, two or more positive rationals",
    "n": "number of records",
    "epsilon": "the privacy parameter that the mechanism is given",
    "gamma": "parameter of the harmonic smooth sensitivity",
    "delta": "from which the exponent beta of the exponential smooth sensitivity is made",
    "records": "whether beta is made with n + 1 records, as the text has it, or with n",
    "beta": "the exponent itself, in place of delta",
    "gs": "the global sensitivity as printed, or the true one",
    "smooth": "harmonic, or exponential smooth sensitivity",
    "sensitivity": "as it is defined (2), or the dimension, as is also said",
    "noise": "whether the last coordinate reuses the noise of the others",
    "reading": "whether the parameter of Lap is a rate or a scale",
}


@dataclass(frozen=True)
class StatedLaw:
    """What a mechanism is: its law in sentences and in mathematics, what is remarkable, where."""

    law: tuple[str | Expr, ...]
    remark: str
    place: str


def definition(name: str) -> StatedLaw:
    """The law of a mechanism, its notation, and its place in the drafts."""
    made: Any = find(name)
    law = (*_law(made.stated), *_notation(made.stated))
    return StatedLaw(law, _remark(made), made.place)


def _law(stated: Stated) -> Iterator[str | Expr]:
    """The expressions of a law, each after a few words, and beside it what other words choose."""
    shown = [(law.when, *part) for law in stated.shown() for part in law.parts]
    parts = dict(stated.parts)
    noised = "last" in parts and parts["last"] == parts["coordinate"]
    for name in dict.fromkeys(part for _, part, _ in shown):
        usual, *others = [(when, e) for when, part, e in shown if part == name]
        if noised and name == "last":
            continue
        lead = NOISED if noised and name == "coordinate" else LEADS[name]
        yield from (lead, _equation(name, usual[1]))
        for when, e in others:
            yield from (OTHERWISE[name].format(when), _equation(name, e))
    if "coordinate" in parts and "last" not in parts:
        yield "The last count is never set."


def _notation(stated: Stated) -> Iterator[str | Expr]:
    """What the words of a law mean, those that it uses."""
    law = [e for shown in stated.shown() for _, e in shown.parts]
    used = _operations(law)
    known = {DEFINITIONS[name] for name in DEFINITIONS if name in used}
    said = used | _operations(known)
    sentences = [meant for name, meant in MEANT.items() if name in said]
    if any(PRINTED_GS in e.walk() for e in law):
        sentences.append(OF_THE_CONSTANT)
    if sentences:
        yield " ".join(sentences)
    for name, e in DEFINITIONS.items():
        if name in said:
            yield e


def _operations(law: Iterable[Expr]) -> set[str]:
    return {node.op for e in law for node in e.walk()}


def _equation(name: str, e: Expr) -> Expr:
    """A part of a law; a parameter is printed as an equation."""
    return var(name).equals(e) if name == "beta" else e


def _remark(made: Any) -> str:
    """What a mechanism says of itself after its first line, unless that is only its place."""
    text = re.sub(r"\s+", " ", (made.__doc__ or "").strip().partition("\n\n")[2]).strip()
    only_place = text.startswith(made.place.partition(",")[0]) and ". " not in text
    return "" if only_place else text


def parameters(name: str) -> MarkedTable:
    """What a mechanism is given."""
    rows = []
    for f in fields(find(name)):  # type: ignore[arg-type]
        usual = "given" if f.default is MISSING else str(f.default or "not given")
        rows.append((f.name, usual, MEANINGS[f.name]))
    return MarkedTable(("parameter", "default", "meaning"), tuple(rows))


CONTINUOUS = "laplace-2counts"

LOSSES: tuple[tuple[tuple[str, ...], int, str], ...] = (
    (FLAT, 1, "1"),
    (FLAT, 20, "1"),
    (FLAT, 100, "1"),
    (FLAT, 400, "1"),
    (FLAT, 20, "1/4"),
    (FLAT, 20, "4"),
    (SPIKY, 1, "1"),
    (LOPSIDED, 400, "1"),
    (FLAT3, 20, "1"),
)
ERRORS: tuple[tuple[tuple[int, ...], tuple[str, ...], str], ...] = (
    ((10, 10), FLAT, "1"),
    ((50, 50), FLAT, "1"),
    ((1, 99), FLAT, "1"),
    ((50, 50), FLAT, "1/4"),
    ((50, 50), FLAT, "4"),
    ((10, 10, 10), FLAT3, "1"),
)
CALIBRATED = ((FLAT, 20), (FLAT, 100))
READINGS = ("rate", "scale")
TWO_COUNT_EPSILONS = ("1/4", "1", "2", "4")


def calibrated(name: str, prior: tuple[str, ...], n: int) -> Measure:
    """The measure of the nominal epsilon that spends a budget of 1."""
    return Measure.of("calibrated", name=name, prior=prior, n=n, target="1")


def two_counts(reading: str, epsilon: str) -> Measure:
    """The exact loss of the continuous mechanism."""
    return loss(CONTINUOUS, FLAT, 20, epsilon, reading=reading)


def measures(name: str) -> tuple[Measure, ...]:
    """What the page of a mechanism prints."""
    if name == CONTINUOUS:
        return tuple(two_counts(reading, e) for reading in READINGS for e in TWO_COUNT_EPSILONS)
    errors = (
        () if name in WITHOUT_POSTERIOR else tuple(error(name, x_, p, e) for x_, p, e in ERRORS)
    )
    return (
        *(loss(name, *setting) for setting in LOSSES),
        *errors,
        *(calibrated(name, *setting) for setting in CALIBRATED),
        *own.figure(name).measures,
    )


MEASURES: tuple[Measure, ...] = tuple(dict.fromkeys(m for name in ALL for m in measures(name)))


def all_measures(figures: Iterable[Figure]) -> tuple[Measure, ...]:
    """Every measure of a report with these figures, of its pages and explorer, each once."""
    drawn = (m for figure in figures for m in figure.measures)
    return tuple(dict.fromkeys([*drawn, *MEASURES, *explorer.MEASURES]))


@dataclass(frozen=True)
class Concern:
    """A claim about a mechanism, with the verdict and the statement of each reading about it."""

    id: str
    statement: str
    readings: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Findings:
    """What is computed of a mechanism with finitely many outputs; `errors` of posteriors only."""

    losses: MarkedTable
    figure: FigureView
    errors: MarkedTable | None
    calibrated: MarkedTable


@dataclass(frozen=True)
class MechanismPage:
    """All that the page of a mechanism says."""

    name: str
    definition: StatedLaw
    parameters: MarkedTable
    found: Findings | None
    continuous: MarkedTable | None
    claims: tuple[Concern, ...]


def views(
    document: Json, results: Results, formulas: Mapping[str, Any] | None = None
) -> dict[str, MechanismPage]:
    """{"mechanisms/ehd.html": its page} for every mechanism of the drafts."""
    known = formulas_shipped()["readings"] if formulas is None else formulas
    texts = written(known)
    return {
        f"mechanisms/{name}.html": view(name, document["claims"], texts, results) for name in ALL
    }


def written(formulas: Mapping[str, Any]) -> dict[str, str]:
    """{reading: its formula as text}, in which the names of mechanisms are sought."""
    return {key: json.dumps(formula) for key, formula in formulas.items()}


def view(
    name: str, claims: list[Json], formulas: Mapping[str, str], results: Results
) -> MechanismPage:
    """The page of one mechanism."""
    continuous = name == CONTINUOUS
    return MechanismPage(
        name,
        definition(name),
        parameters(name),
        found=None if continuous else _found(name, results),
        continuous=_continuous(results) if continuous else None,
        claims=tuple(_concern(c, formulas, name) for c in concerning(name, claims, formulas)),
    )


def _found(name: str, results: Results) -> Findings:
    return Findings(
        losses=_losses(name, results),
        figure=own.figure(name).view(results),
        errors=None if name in WITHOUT_POSTERIOR else _errors(name, results),
        calibrated=_calibration(name, results),
    )


def _setting(prior: tuple[str, ...], n: int, epsilon: str) -> str:
    return f"{named(prior)}, n = {n}, epsilon = {epsilon}"


def _losses(name: str, results: Results) -> MarkedTable:
    rows = []
    for setting in LOSSES:
        m = loss(name, *setting)
        found = of(results, m)
        exact = f" = {found['exact']}" if found["exact"] else ""
        rows.append(
            (
                _setting(*setting),
                number(results, m, "loss", 6),
                number(results, m, "ratio"),
                number(results, m, "slack"),
                _answer(found["within"]) + exact,
                _vector(results, m, "witness.x"),
                _vector(results, m, "witness.y"),
                _vector(results, m, "witness.output"),
            )
        )
    head = (
        "setting",
        "true loss",
        "of epsilon",
        "not spent",
        "within it",
        "at x",
        "and y",
        "output",
    )
    return MarkedTable(head, tuple(rows))


def _answer(within: bool | None) -> str:
    return {True: "yes", False: "no", None: "undecided"}[within]


def _vector(results: Results, m: Measure, path: str) -> MarkedNumber:
    """A dataset or an output of a result, written with parentheses."""
    n = number(results, m, path)
    return MarkedNumber(n.key, n.path, n.value, n.value.replace("[", "(").replace("]", ")"))


def _errors(name: str, results: Results) -> MarkedTable:
    rows = []
    for x_, prior, epsilon in ERRORS:
        value = number(results, error(name, x_, prior, epsilon), "error", 6)
        rows.append(
            (f"x = ({', '.join(map(str, x_))}), {named(prior)}, epsilon = {epsilon}", value)
        )
    return MarkedTable(("data", "E[H]"), tuple(rows))


def _calibration(name: str, results: Results) -> MarkedTable:
    rows = []
    for prior, n in CALIBRATED:
        m = calibrated(name, prior, n)
        cells = (number(results, m, "nominal", 6), number(results, m, "loss", 6))
        rows.append((f"{named(prior)}, n = {n}", *cells))
    return MarkedTable(("prior and n", "nominal epsilon", "true loss at it"), tuple(rows))


def _continuous(results: Results) -> MarkedTable:
    rows: list[tuple[Part, ...]] = []
    for reading in READINGS:
        for epsilon in TWO_COUNT_EPSILONS:
            m = two_counts(reading, epsilon)
            cells = (number(results, m, "loss"), number(results, m, "slack"))
            answer = _answer(of(results, m)["within"])
            rows.append((f"{reading} reading, epsilon = {epsilon}", *cells, answer))
    return MarkedTable(("reading", "exact loss", "not spent", "within epsilon"), tuple(rows))


def concerning(name: str, claims: list[Json], formulas: Mapping[str, str]) -> list[Json]:
    """The claims about a mechanism: a formula names it, the id ends with it, or it is the draft's.

    The first draft has one mechanism, whose densities its formulas write out.
    """
    token = json.dumps(name)
    named_in = {key.partition("/")[0] for key, f in formulas.items() if token in f}
    places = {m.name: m.place for m in OF_THE_DRAFTS}
    return [
        c
        for c in claims
        if c["id"] in named_in
        or c["id"].rpartition(".")[2] == name
        or c["drafts"] == [places[name]]
    ]


def _concern(c: Json, formulas: Mapping[str, str], name: str) -> Concern:
    """A claim with the readings whose formula names the mechanism, or else with all of them."""
    token = json.dumps(name)
    about = [q for q in c["readings"] if token in formulas.get(f"{c['id']}/{q['id']}", "")]
    readings = tuple((q["verdict"], q["statement"]) for q in about or c["readings"])
    return Concern(c["id"], c["statement"], readings)
