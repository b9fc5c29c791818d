"""One setting of a sweep: asked in a helper process, answered as a row of the table.

Ends of an enclosure are decimals, rounded outward, and so exact rational numbers; the columns of
floats beside them are for pictures.  A witness is text in JSON.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

from dpbi.audit.provenance import of_file
from dpbi.bayes.data import balanced, whole
from dpbi.errors import ContinuousLaw, DpbiError, InvalidValue, UnknownName, printable
from dpbi.fields import Bounds, Enclosure
from dpbi.fields.rational import whole_number
from dpbi.laws.protocol import Continuous
from dpbi.mechanisms.registry import of_the_drafts
from dpbi.mechanisms.targets import Maker, maker, origin

FIGURES = ("lo", "hi", "value", "exact", "claimed", "ratio_lo", "ratio_hi", "ratio")
COLUMNS = (*FIGURES, "verdict", "witness", "trusts")
"""What a row has beside its setting and its error."""
NUMBERS = ("value", "ratio")
"""Those that are floats."""
NAMED = ("middle", "edge")
"""Datasets that every n has."""
GUARD = 3  # digits that are shown beyond those asked for
MOST_SAID = 300  # characters of an error

SweepRow = dict[str, Any]
_MAKERS: dict[str, Maker] = {}


def row_answered(common: Mapping[str, Any], request: tuple[int, dict[str, str]]) -> dict[str, Any]:
    """{"row"}, {"error"}: why this setting has no answer, or {"stop"}: why none would have one."""
    _, setting = request
    target = setting.get("target", "")
    with suppress(OSError):
        os.chdir(common["folder"])  # targets are named from there, on this machine or another
    try:
        if (known := common["sources"].get(target)) and of_file(_file(target)) != known:
            return {"stop": f"{target} has changed since the sweep began"}
        if not target or of_the_drafts(target):
            return {"row": row(common["ask"], common["digits"], setting)}
        return {"row": _elsewhere(common, target, setting)}
    except DpbiError as error:
        return {"error": printable(str(error))[:MOST_SAID]}
    except Exception as error:  # a defect, of ours or of a library: the sweep goes on and names it
        return {"error": printable(f"{type(error).__name__}: {error}")[:MOST_SAID]}


def _file(target: str) -> Path:
    return Path(origin(target)[0])


def _elsewhere(common: Mapping[str, Any], target: str, setting: dict[str, str]) -> SweepRow:
    """The row of foreign code, asked in a process of its own as every verb does."""
    from dpbi.promises.isolation import Limits, run

    limits = Limits(common["seconds"])
    asked = (common["ask"], common["digits"], setting)
    found: SweepRow = json.loads(run(target, str, row_as_text, *asked, limits=limits))
    return found


def row_as_text(ask: str, digits: int, setting: dict[str, str]) -> str:
    """The row as JSON, in which infinity has a name."""
    return json.dumps(row(ask, digits, setting))


def row(ask: str, digits: int, setting: Mapping[str, str]) -> SweepRow:
    """The answer at a setting; columns of which nothing is known are left out."""
    if ask == "claim":
        return _claim(setting)
    given = {k: v for k, v in setting.items() if k not in ("target", "at")}
    found = ASKED[ask](_mechanism(setting["target"], given), digits, setting.get("at"))
    return {name: found[name] for name in COLUMNS if found.get(name) is not None}


def _mechanism(target: str, given: dict[str, str]) -> Any:
    """The mechanism, with those of the parameters that it takes."""
    if target not in _MAKERS:
        _MAKERS[target] = maker(target)
    made = _MAKERS[target]
    if of_the_drafts(target):
        given = {k: v for k, v in given.items() if k in made.needs or k in made.defaults}
    m = made(given)
    if isinstance(m, Continuous):
        raise ContinuousLaw(m.label)
    return m


def _ends(found: Bounds | Enclosure, digits: int, prefix: str = "") -> SweepRow:
    """Both ends as text, and a float between them."""
    shown = found.ends(digits + GUARD) if isinstance(found, Bounds) else found.json(digits + GUARD)
    return {f"{prefix}lo": shown["lo"], f"{prefix}hi": shown["hi"]}


def _middle(found: Bounds | Enclosure) -> float:
    """A float between the ends."""
    try:
        return (float(found.lo) + float(found.hi)) / 2
    except OverflowError:
        return math.inf


def _loss(m: Any, digits: int, _: str | None) -> SweepRow:
    """The true loss, and what it says of the mechanism's claim."""
    from dpbi.privacy import privacy_loss
    from dpbi.privacy.deciding import verdict
    from dpbi.privacy.known import known

    loss = known(privacy_loss(m, digits=digits, threads=1))
    found = _ends(loss, digits) | {"value": _middle(loss), "exact": loss.exact}
    found |= {"trusts": ", ".join(loss.trusts), "witness": _plain(loss.json(1)["witness"])}
    if loss.claimed is not None:
        found |= {"claimed": str(loss.claimed), "verdict": verdict(loss.within(loss.claimed))}
    if loss.ratio is not None:
        found |= _ends(loss.ratio, digits, "ratio_") | {"ratio": _middle(loss.ratio)}
    return found


def _delta(m: Any, digits: int, at: str | None) -> SweepRow:
    """The true delta at an epsilon."""
    from dpbi.privacy import privacy_profile

    (delta,) = privacy_profile(m, [str(at)], digits=digits)
    found = _ends(delta, digits) | {"value": _middle(delta), "trusts": ", ".join(delta.trusts)}
    return found | {"witness": _plain(delta.json("delta", 1)["witness"])}


def _accuracy(m: Any, digits: int, at: str | None) -> SweepRow:
    """The expected Hellinger distance of a release at a dataset."""
    from dpbi.accuracy import expected_distance

    n, k = m.n, m.k
    usual = {"middle": balanced(n, k), "edge": (n, *[0] * (k - 1))}
    x = usual.get(str(at)) or written_counts(str(at))
    mean = expected_distance(m, x, bits=max(128, 5 * digits))
    found = _ends(mean, digits) | {"value": _middle(mean), "trusts": "ball"}
    return found | {"witness": _plain({"x": list(x)})}


def written_counts(text: str) -> tuple[int, ...]:
    """The dataset that "3,7" denotes."""
    if "," not in text and whole_number(text) is None:
        raise UnknownName("dataset", text, NAMED)
    return tuple(whole("count", part) for part in text.split(","))


def _calibrate(m: Any, digits: int, at: str | None) -> SweepRow:
    """The largest nominal epsilon found whose true loss is within a target, and the slack."""
    from dpbi.privacy import calibrate

    found = calibrate(m, str(at), digits=digits, threads=1)
    nominal = found.nominal
    said = _ends(Enclosure(nominal, nominal), digits) | {"value": float(nominal)}
    said |= {"exact": str(nominal), "claimed": str(at), "trusts": ", ".join(found.loss.trusts)}
    if isinstance(found.target, Fraction):  # the ratio to a logarithm is left out
        ratio = Enclosure.exactly(nominal / found.target)
        said |= _ends(ratio, digits, "ratio_") | {"ratio": float(ratio.lo)}
    return said


def _verdict(m: Any, digits: int, at: str | None) -> SweepRow:
    """Whether a promise is kept: an epsilon, or the first of those that the mechanism makes."""
    from dpbi.laws.promise import Promise
    from dpbi.privacy import decide

    promised = m.promises() if at is None else (Promise.epsilon(at),)
    if not promised:
        raise InvalidValue("at", at, "the mechanism promises nothing: say what it is to keep")
    found = decide(m, promised[0])
    bounds = Bounds(found.lo, found.hi)
    document = found.json()
    said = _ends(bounds, digits) | {"value": _middle(bounds), "exact": found.exact}
    said |= {"claimed": str(promised[0].value), "verdict": found.verdict}
    witness = document.get("witness") or document.get("violation")
    return said | {"trusts": ", ".join(found.trusts), "witness": witness and _plain(witness)}


ASKED: dict[str, Callable[[Any, int, str | None], SweepRow]] = {
    "loss": _loss,
    "delta": _delta,
    "accuracy": _accuracy,
    "calibrate": _calibrate,
    "verdict": _verdict,
}


def _claim(setting: Mapping[str, str]) -> SweepRow:
    """The verdict on a reading at one n, one prior and one value of each other variable."""
    from dpbi.language import Formula
    from dpbi.ledger.claims import Reading
    from dpbi.ledger.deciding import outcome
    from dpbi.ledger.folders.finding import folder_named
    from dpbi.ledger.grids import Grid, priors
    from dpbi.ledger.shipped import readings_of

    ((name, document),) = readings_of(setting["claim"]).items()
    formula = Formula.parse(document, folder_named(None).root)
    values = {k: (v,) for k, v in setting.items() if k not in ("claim", "n", "prior")}
    if odd := sorted(values.keys() - set(formula.names)):
        raise InvalidValue(odd[0], values[odd[0]][0], f"{name} has {', '.join(formula.names)}")
    usual = Grid()
    grid = Grid(
        n=(int(setting["n"]),) if "n" in setting else usual.n,
        priors=priors(setting["prior"]) if "prior" in setting else usual.priors,
        values=values,
    )
    found = outcome(Reading("swept", "as swept", formula, grid))
    worst = found.worst or found.witness
    said: SweepRow = {"verdict": found.verdict.value, "trusts": ", ".join(found.trusts)}
    return said | ({"witness": _plain(worst)} if worst else {})


def _plain(value: Any) -> str:
    """A witness in one line of JSON."""
    return json.dumps(value, sort_keys=True, default=str)
