"""What a mechanism is, on its page: its law in mathematics, its notation, its parameters."""

from __future__ import annotations

import re
from dataclasses import MISSING, fields
from typing import Any

from dpbi.formula.expr import Expr
from dpbi.formula.mathml import mathml
from dpbi.formula.words import GS, LS, H, S, Sexp, eps, exp, gamma, r, sqrt, var, x
from dpbi.mechanisms.clamped_laplace import ClampedLaplace
from dpbi.mechanisms.registry import find
from dpbi.report.html_text import prose
from dpbi.report.marks import Table

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
    if issubclass(made, ClampedLaplace):  # type: ignore[arg-type]
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
    table = Table(("parameter", "unless said", "meaning"), tuple(rows))
    return f"<section><h2>Parameters</h2>\n{table.html}</section>"
