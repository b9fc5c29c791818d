"""A page for each mechanism: what it is, what it loses, how it errs, which claims concern it.

What a mechanism is, on its page: its law in mathematics, its notation, its parameters.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from html import escape
from typing import Any
from urllib.parse import quote

from dpbi.language.expr import Expr
from dpbi.language.mathml import mathml
from dpbi.language.words import GS, LS, H, S, Sexp, eps, exp, gamma, r, sqrt, var, x
from dpbi.ledger.shipped import formulas_shipped
from dpbi.mechanisms.registry import OF_THE_DRAFTS, find
from dpbi.report.figures import FIGURES, STYLE, own
from dpbi.report.figures.base import ALL, FLAT, FLAT3, LOPSIDED, SPIKY, error, loss, named, of
from dpbi.report.figures.own import WITHOUT_POSTERIOR
from dpbi.report.html import shell
from dpbi.report.html_text import badge, prose
from dpbi.report.marks import MarkedNumber, MarkedTable, Part, number
from dpbi.report.quantities import Measure, Results

PRINTED_GS, BETA = sqrt(1 - Expr("pi") / 4), var("beta")
WEIGHTS: dict[str, Expr] = {
    "ehd": exp(-eps * H(x, r) / (2 * PRINTED_GS)),
    "ehdl": exp(-eps * H(x, r) / (2 * LS(x))),
    "ehds": exp(-eps * H(x, r) / (2 * (1 + gamma) * S(x))),
    "ehds-4s": exp(-eps * H(x, r) / (4 * S(x))),
    "mh": exp(-eps * H(x, r) / (2 * S(x))),
    "mh-exp": exp(-eps * H(x, r) / (2 * Sexp(x, BETA))),
    "mh-s": exp(-eps * H(x, r) / S(x)),
}
"""What the probability of an output is proportional to, in the exponential family."""
WITH_TRUE_GS = exp(-eps * H(x, r) / (2 * GS()))

WEIGHTS_WITH = {
    "ehd": "global",
    "ehdl": "local",
    "ehds": "harmonic",
    "ehds-4s": "harmonic",
    "mh": "harmonic",
    "mh-exp": "exponential",
    "mh-s": "harmonic",
}
NOTATION = {
    "global": "H is the Hellinger distance between the posteriors after x and after r. The printed "
    "constant is the distance that replacing a single record makes under Beta(1, 1).",
    "local": "H is the Hellinger distance between the posteriors after x and after r, LS(x) the "
    "largest such distance between x and a neighbour.",
    "harmonic": "H is the Hellinger distance between the posteriors after x and after r; "
    "1/S(x) = min over y of 1/LS(y) + gamma d(x, y), with LS the local sensitivity and d the "
    "number of replaced records.",
    "exponential": "H is the Hellinger distance between the posteriors after x and after r; "
    "S(x) = max over y of LS(y) exp(-beta d(x, y)), with LS the local sensitivity and d the "
    "number of replaced records.",
}
LAST = {
    "rest": "The last coordinate is n less the clamped others, itself clamped to 0 .. n, and is "
    "computed from what is released.",
    "absent": "The last coordinate is never set.",
    "noised": "The last coordinate is noised like the others.",
}
FRESH = (
    " With noise = fresh the last one is computed in the same way from counts noised a second "
    "time, and so spends privacy of its own."
)
"""What becomes of the last coordinate in the Laplace family."""
CODE = re.compile(r"`([^`]*)`")

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


def definition(name: str) -> str:
    """The law of a mechanism, its notation, and where it stands."""
    made = find(name)
    text = _remark(made)
    law = [f"<p>{prose(made.formula)}</p>"]  # type: ignore[attr-defined]
    if name in WEIGHTS:
        law = ["<p>The probability of an output r at the dataset x is proportional to</p>"]
        law.append(f'<div class="scroll law">{mathml(WEIGHTS[name])}</div>')
    if name == "ehd":
        law.append("<p>or, with the true global sensitivity in place of the printed one,</p>")
        law.append(f'<div class="scroll law">{mathml(WITH_TRUE_GS)}</div>')
    if name in WEIGHTS:
        law.append(f"<p>{prose(NOTATION[WEIGHTS_WITH[name]])}</p>")
    if hasattr(made, "last"):
        law.append(f"<p>{prose(_last(made))}</p>")
    more = f"<p>{_with_code(prose(text))}</p>" if text else ""
    place = f'<p class="small">Where: {prose(made.place)}.</p>'  # type: ignore[attr-defined]
    return f"<section><h2>What it is</h2>\n{''.join(law)}{more}{place}</section>"


def _last(made: Any) -> str:
    """How the last coordinate comes about, by default and otherwise."""
    choices = {f.name for f in fields(made)}
    usual = "rest" if "noise" in choices else made.last.fget(made)
    return LAST[usual] + (FRESH if "noise" in choices else "")


def _with_code(text: str) -> str:
    """What stands between backquotes, as code."""
    return CODE.sub(r"<code>\1</code>", text)


def _remark(made: Any) -> str:
    """What a mechanism says of itself after its first line, unless that is only its place."""
    text = re.sub(r"\s+", " ", (made.__doc__ or "").strip().partition("\n\n")[2]).strip()
    only_place = text.startswith(made.place.partition(",")[0]) and ". " not in text
    return "" if only_place else text


def parameters(name: str) -> str:
    """What a mechanism is given."""
    rows = []
    for f in fields(find(name)):  # type: ignore[arg-type]
        usual = "given" if f.default is MISSING else str(f.default or "not given")
        rows.append((f.name, usual, MEANINGS[f.name]))
    table = MarkedTable(("parameter", "unless said", "meaning"), tuple(rows))
    return f"<section><h2>Parameters</h2>\n{table.html}</section>"


Json = dict[str, Any]
CONTINUOUS = "laplace-2counts"
HOME = "../index.html"

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


def all_measures() -> tuple[Measure, ...]:
    """Every measure of the report, figures and pages, each once."""
    figures = (m for figure in FIGURES for m in figure.measures)
    return tuple(dict.fromkeys([*figures, *MEASURES]))


def pages(
    document: Json, results: Results, formulas: Mapping[str, Any] | None = None
) -> dict[str, str]:
    """{"mechanisms/ehd.html": the page} for every mechanism of the drafts."""
    known = formulas_shipped()["readings"] if formulas is None else formulas
    return {
        f"mechanisms/{name}.html": page(name, document["claims"], known, results) for name in ALL
    }


def page(name: str, claims: list[Json], formulas: Mapping[str, Any], results: Results) -> str:
    """The page of one mechanism."""
    parts = [definition(name), parameters(name)]
    if name == CONTINUOUS:
        parts.append(_continuous(results))
    else:
        parts += [_losses(name, results), own.figure(name).html(results)]
        parts += [_errors(name, results), _calibration(name, results)]
    parts.append(_claims(concerning(name, claims, formulas), formulas, name))
    main = "\n".join(parts)
    return shell(f"The mechanism {name}", main, home=HOME, style=STYLE)


def _setting(prior: tuple[str, ...], n: int, epsilon: str) -> str:
    return f"{named(prior)}, n = {n}, epsilon = {epsilon}"


def _losses(name: str, results: Results) -> str:
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
    return (
        "<section><h2>True loss</h2>\n<p>The largest log-ratio of probabilities over all "
        "neighbouring datasets x, y and all outputs, enclosed and rounded to the digits on which "
        "both ends agree; x, y and the output attain it.</p>\n"
        f"{MarkedTable(head, tuple(rows)).html}</section>"
    )


def _answer(within: bool | None) -> str:
    return {True: "yes", False: "no", None: "undecided"}[within]


def _vector(results: Results, m: Measure, path: str) -> MarkedNumber:
    """A dataset or an output of a result, written with parentheses."""
    n = number(results, m, path)
    return MarkedNumber(n.key, n.path, n.value, n.value.replace("[", "(").replace("]", ")"))


def _errors(name: str, results: Results) -> str:
    head = "<section><h2>Error</h2>\n"
    if name in WITHOUT_POSTERIOR:
        return (
            f"{head}<p>What it releases is no posterior: its last parameter stays 0, so that no "
            "Hellinger distance to the true one exists.</p></section>"
        )
    rows = []
    for x_, prior, epsilon in ERRORS:
        value = number(results, error(name, x_, prior, epsilon), "error", 6)
        rows.append(
            (f"x = ({', '.join(map(str, x_))}), {named(prior)}, epsilon = {epsilon}", value)
        )
    return (
        f"{head}<p>The expected Hellinger distance between a release and the true posterior, "
        "enclosed and rounded in the same way.</p>\n"
        f"{MarkedTable(('data', 'E[H]'), tuple(rows)).html}</section>"
    )


def _calibration(name: str, results: Results) -> str:
    rows = []
    for prior, n in CALIBRATED:
        m = calibrated(name, prior, n)
        cells = (number(results, m, "nominal", 6), number(results, m, "loss", 6))
        rows.append((f"{named(prior)}, n = {n}", *cells))
    table = MarkedTable(("prior and n", "nominal epsilon", "true loss at it"), tuple(rows))
    return (
        "<section><h2>Calibrated</h2>\n<p>The largest nominal epsilon found whose true loss is "
        f"certified to be at most 1.</p>\n{table.html}\n"
        f"<pre>dpbi calibrate {name} --prior 1,1 --n 20 --epsilon 1</pre></section>"
    )


def _continuous(results: Results) -> str:
    rows: list[tuple[Part, ...]] = []
    for reading in READINGS:
        for epsilon in TWO_COUNT_EPSILONS:
            m = two_counts(reading, epsilon)
            cells = (number(results, m, "loss"), number(results, m, "slack"))
            answer = _answer(of(results, m)["within"])
            rows.append((f"{reading} reading, epsilon = {epsilon}", *cells, answer))
    table = MarkedTable(("reading", "exact loss", "not spent", "within epsilon"), tuple(rows))
    return (
        "<section><h2>True loss</h2>\n<p>Its outputs are pairs of real numbers: it has a density "
        "and no finite law, so there is no audit over outputs, no privacy profile and no "
        "calibration here. Its loss is known in closed form for every n and every prior: "
        "replacing a record moves both counts by one, each coordinate contributes at most one over "
        "the scale, and both do at once, so that the loss is two over the scale. If the parameter "
        "of the Laplace distribution is a rate, that is epsilon; if it is a scale, four over "
        "epsilon.</p>\n"
        f"{table.html}</section>"
    )


def concerning(name: str, claims: list[Json], formulas: Mapping[str, Any]) -> list[Json]:
    """The claims about a mechanism: a formula names it, the id ends with it, or it is the draft's.

    The first draft has one mechanism, whose densities its formulas write out.
    """
    token = json.dumps(name)
    named_in = {key.partition("/")[0] for key, f in formulas.items() if token in json.dumps(f)}
    places = {m.name: m.place for m in OF_THE_DRAFTS}
    return [
        c
        for c in claims
        if c["id"] in named_in
        or c["id"].rpartition(".")[2] == name
        or c["drafts"] == [places[name]]
    ]


def _claims(found: Iterable[Json], formulas: Mapping[str, Any], name: str) -> str:
    token = json.dumps(name)
    items = []
    for c in found:
        about = [
            q
            for q in c["readings"]
            if token in json.dumps(formulas.get(f"{c['id']}/{q['id']}", ""))
        ]
        readings = "".join(
            f"<li>{badge(q['verdict'])} {prose(q['statement'])}</li>"
            for q in about or c["readings"]
        )
        where = f"{HOME}#{quote(c['id'])}"
        items.append(
            f'<li><p><a href="{where}">{escape(c["id"])}</a>: {prose(c["statement"])}</p>'
            f"<ul>{readings}</ul></li>"
        )
    listed = "\n".join(items) or "<li>No claim of the ledger names it.</li>"
    return f"<section><h2>Claims that concern it</h2>\n<ul>\n{listed}\n</ul></section>"
