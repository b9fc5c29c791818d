"""What a sweep asks: a TOML file, or the same as a dictionary, read and checked before any work.

target = "ehds"              # or several, or claim = "ID/READING"
ask = "loss"                 # loss, delta, accuracy, calibrate, verdict
at = ["0", "1/4"]            # of delta: epsilons; accuracy: datasets; calibrate: losses
digits = 12
time_limit = 60              # seconds for each setting
[grid]                       # or [[setting]] tables, one for each
prior = ["1,1", "1/2,1/2"]
n = "1..1000"
epsilon = { from = "1/100", to = "10", points = 13 }
[sample]                     # of the grid, by chance
size = 1000
seed = 1
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import log10
from os import PathLike
from pathlib import Path
from typing import Any

from dpbi.audit.provenance import digest, of_file
from dpbi.audit.sweeps import checking
from dpbi.audit.sweeps.axes import Axis, Settings, axis, listed_axis, rows_of
from dpbi.bayes.data import whole
from dpbi.errors import NOTHING, DpbiError, InexactInput, InvalidValue, UnknownName
from dpbi.fields.rational import positive_rational
from dpbi.mechanisms.registry import of_the_drafts
from dpbi.mechanisms.targets import origin, relative
from dpbi.support import arguments

KEYS = (
    *("title", "target", "claim", "ask", "at", "digits", "time_limit"),
    *("grid", "setting", "sample"),
)
ASKS = ("loss", "delta", "accuracy", "calibrate", "verdict")
NEEDS_AT = {
    "delta": 'epsilons, such as at = ["0", "1/4"]',
    "accuracy": 'datasets, such as at = "3,7", or "middle" or "edge"',
    "calibrate": 'true losses, such as at = "1"',
}
CLAIM = "claim"
MOST = 10**9
EACH_MILLISECONDS, EACH_BYTES = 2, 500  # about what a setting of a thousand records takes
MOST_DIGITS = 2000


@dataclass(eq=False)
class TooMany(DpbiError):
    """More settings than a sweep takes."""

    count: int

    def __str__(self) -> str:
        years = self.count * EACH_MILLISECONDS // (365 * 24 * 3600 * 1000)
        return (
            f"{_said(self.count)} settings are more than the {MOST:,} that a sweep takes: at "
            f"{EACH_MILLISECONDS} ms and {EACH_BYTES} bytes each they would need {_said(years)} "
            f"years of one core and {_said(self.count * EACH_BYTES // 10**12)} TB; take fewer "
            "values, or a [sample]"
        )


def _said(count: int) -> str:
    """A number as people read it, however large."""
    return f"{count:,}" if count < 10**18 else f"about 10^{log10(count):.0f}"


@dataclass(frozen=True)
class Spec:
    """A sweep as it was asked for, checked; `sources` are the hashes of the targets' files."""

    title: str
    ask: str
    asked: tuple[str, ...]
    settings: Settings
    digits: int
    seconds: float
    sources: Mapping[str, str]

    @property
    def foreign(self) -> bool:
        """Whether code that is not ours is asked."""
        return self.ask != CLAIM and not all(map(of_the_drafts, self.asked))

    @property
    def digest(self) -> str:
        """The hash of all that the table depends on beside dpbi itself; no time limit, no title."""
        asked = [self.ask, self.digits, self.settings.json(), dict(self.sources)]
        return digest(asked, "dpbi sweep 1")


def read(given: str | PathLike[str] | Mapping[str, Any]) -> Spec:
    """The spec in a file, or in a dictionary; everything about it that is wrong is refused here."""
    if isinstance(given, Mapping):
        return _spec(given, Path.cwd(), "a sweep")
    path = arguments.path("spec", given)
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except ValueError as error:  # of its characters, its syntax, or a number of too many digits
        raise InvalidValue("spec", str(path), f"it is not TOML: {error}") from None
    except RecursionError:
        raise InvalidValue("spec", str(path), "its lists are nested too deeply") from None
    except OSError as error:
        raise InvalidValue("spec", str(path), f"it cannot be read: {error.strerror}") from None
    return _spec(document, path.parent, path.stem)


def _spec(document: Mapping[str, Any], folder: Path, title: str) -> Spec:
    for key in document:
        if key not in KEYS:
            raise UnknownName("key of a sweep", str(key), KEYS)
    ask, first = _asked(document, folder)
    settings = _settings(document, first, _levels(document, ask))
    check = checking.variables if ask == CLAIM else checking.parameters_known
    check(first, settings)
    if settings.count > MOST:
        raise TooMany(settings.count)
    digits = whole("digits", document.get("digits", 12))
    if not 1 <= digits <= MOST_DIGITS:
        raise InvalidValue("digits", digits, f"it must be between 1 and {MOST_DIGITS}")
    limit = document.get("time_limit", 600)
    seconds = positive_rational("time_limit", str(limit) if isinstance(limit, float) else limit)
    said = arguments.text("title", document.get("title", title))
    whom = tuple(map(str, first.values))
    places = {t: Path(origin(t)[0]) for t in whom}
    sources = {t: of_file(place) for t, place in places.items() if place.is_file()}
    return Spec(said, ask, whom, settings, digits, float(min(seconds, Fraction(10**6))), sources)


def _asked(document: Mapping[str, Any], folder: Path) -> tuple[str, Axis]:
    """What is asked, and the axis of whom it is asked."""
    if ("target" in document) == ("claim" in document):
        raise InvalidValue("target", document.get("target", NOTHING), "name a target or a claim")
    if "claim" in document:
        if "ask" in document:
            raise InvalidValue("ask", document["ask"], "a claim is asked for its verdict alone")
        found = listed_axis("claim", document["claim"])
        checking.claims_known(found)
        return CLAIM, found
    ask = document.get("ask", "loss")
    if ask not in ASKS:
        raise UnknownName("question", str(ask), ASKS)
    named = listed_axis("target", document["target"])
    here = Path.cwd()
    targets = tuple(relative(str(t), folder.resolve(), here) for t in named.values)
    return ask, Axis("target", targets)


def _levels(document: Mapping[str, Any], ask: str) -> tuple[Axis, ...]:
    """What is asked about: the axis `at`, for questions that have one."""
    if "at" in document:
        if ask not in (*NEEDS_AT, "verdict"):
            raise InvalidValue("at", document["at"], f"a {ask} is not asked at something")
        return (checking.levels(ask, axis("at", document["at"])),)
    if ask in NEEDS_AT:
        raise InvalidValue("at", NOTHING, f"{ask} is asked at {NEEDS_AT[ask]}")
    return ()


def _settings(document: Mapping[str, Any], first: Axis, at: tuple[Axis, ...]) -> Settings:
    if "grid" in document and "setting" in document:
        raise InvalidValue("setting", "[[setting]]", "a sweep has a [grid] or a list, not both")
    if "setting" in document:
        own, rows = rows_of(document["setting"])
        outer = Settings((first, *at))
        whole_rows = []
        for i in range(len(outer)):
            who, *level = outer.at(i).values()
            whole_rows += [(who, *row, *level) for row in rows]
        found = Settings((first, *own, *at), tuple(whole_rows))
    else:
        need = "write a table [grid] with the values of each parameter"
        grid = arguments.mapping("grid", document.get("grid", {}), need)
        found = Settings((first, *(axis(name, v) for name, v in grid.items()), *at))
    inner = found.names[1 : len(found.names) - len(at)]
    if odd := next((n for n in inner if n in ("target", "claim", "at")), None):
        raise InvalidValue("grid", odd, "it stands before the grid, for it is no parameter")
    return _sampled(document, found)


def _sampled(document: Mapping[str, Any], settings: Settings) -> Settings:
    """So many of the settings, where a sample is asked for."""
    if "sample" not in document:
        return settings
    sample = arguments.mapping("sample", document["sample"], "write size = 1000 and seed = 1")
    for key in sample:
        if key not in ("size", "seed"):
            raise UnknownName("key of a sample", str(key), ("size", "seed"))
    if any(isinstance(v, float) for v in sample.values()):
        raise InexactInput("sample", next(v for v in sample.values() if isinstance(v, float)))
    size, seed = whole("size", sample.get("size", 0)), whole("seed", sample.get("seed", 0))
    if not 1 <= size <= settings.combinations:
        need = f"it must be between 1 and {settings.combinations:,}, all that there are"
        raise InvalidValue("size", size, need)
    return Settings(settings.axes, settings.rows, size, seed)
