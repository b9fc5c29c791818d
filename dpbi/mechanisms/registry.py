"""Names for mechanisms: those of the drafts, and those that other packages register.

A package registers one by an entry point in the group `dpbi.mechanisms`:

    [project.entry-points."dpbi.mechanisms"]
    my-name = "my_package.my_module:MyMechanism"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from inspect import signature
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

from dpbi.errors import NOTHING, BadTarget, InvalidValue, UnknownName, brief
from dpbi.laws.foreign import unwrapped
from dpbi.laws.forms import adapt
from dpbi.laws.protocol import Continuous, Mechanism, Randomised
from dpbi.mechanisms import exponential, laplace
from dpbi.mechanisms.counts import OfCounts
from dpbi.mechanisms.exponential import HellingerExponential
from dpbi.support.arguments import text

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "dpbi.mechanisms"
GIVEN = ("prior", "n", "epsilon")

OF_THE_DRAFTS: tuple[type[Randomised], ...] = (
    laplace.LaplaceTwoCounts,
    laplace.Laplace,
    laplace.LaplaceImproved,
    laplace.LSZhang,
    laplace.LSZhangRest,
    laplace.LSZhangAll,
    laplace.LSZhangTheorem,
    laplace.LSDim,
    laplace.LSHist,
    exponential.EHD,
    exponential.EHDL,
    exponential.EHDS,
    exponential.EHDS4S,
    exponential.MH,
    exponential.MHExp,
    exponential.MHS,
    exponential.MHSExp,
)

WEIGHTS = {m.name: m.stated for m in OF_THE_DRAFTS if issubclass(m, HellingerExponential)}
"""The weights that mechanisms of the drafts state; the other mechanisms state their noise."""


OnCountsName: TypeAlias = Literal[
    "laplace",
    "laplace-improved",
    "lszhang",
    "lszhang-rest",
    "lszhang-all",
    "lszhang-theorem",
    "lsdim",
    "lshist",
    "ehd",
    "ehdl",
    "ehds",
    "ehds-4s",
    "mh",
    "mh-exp",
    "mh-s",
    "mh-s-exp",
]
"""The drafts' mechanisms with finitely many outputs, for type checkers: they have an epsilon."""


def registered() -> dict[str, Callable[..., Any]]:
    """{name: class}, the drafts' first; a foreign name cannot displace one of theirs.

    What cannot be loaded is left out: somebody else's package must not hide all others.
    """
    known: dict[str, Callable[..., Any]] = {m.name: m for m in OF_THE_DRAFTS}
    for entry in _foreign():
        with suppress(BadTarget):
            known.setdefault(entry.name, _loaded(entry))
    return known


def find(name: str) -> Callable[..., Any]:
    """The class behind a name; of the entry points only the one of that name is loaded."""
    text("name", name, "write the name of a mechanism")
    for m in OF_THE_DRAFTS:
        if m.name == name:
            return m
    others = _foreign()
    for entry in others:
        if entry.name == name:
            return _loaded(entry)
    raise UnknownName("mechanism", name, names())


def of_the_drafts(name: str) -> bool:
    """Whether a name is that of one of dpbi's own mechanisms: no foreign code is behind it."""
    return any(m.name == name for m in OF_THE_DRAFTS)


def options_of(m: Randomised) -> dict[str, Any] | None:
    """What a mechanism of the drafts is given beside prior, n and epsilon; None for any other.

    A subclass is another one, for it may have another law.
    """
    if type(m) not in OF_THE_DRAFTS:
        return None
    return {f.name: getattr(m, f.name) for f in fields(m) if f.name not in GIVEN}  # type: ignore[arg-type]


def names() -> tuple[str, ...]:
    """Every registered name, the drafts' first; nothing is loaded."""
    given = [*(m.name for m in OF_THE_DRAFTS), *(entry.name for entry in _foreign())]
    return tuple(dict.fromkeys(given))


def _foreign() -> list[EntryPoint]:
    from importlib.metadata import entry_points  # a small question does not need it

    return sorted(entry_points(group=GROUP), key=lambda e: e.name)


def _loaded(entry: EntryPoint) -> Callable[..., Any]:
    """What a package registers; whatever its import raises becomes one sentence."""
    try:
        make: Callable[..., Any] = entry.load()
    except (Exception, SystemExit) as error:
        said = f"the package that registers it cannot be loaded ({type(error).__name__}: {error})"
        raise BadTarget(entry.name, brief(said, 300)) from error
    return make


@overload
def mechanism(name: OnCountsName, **parameters: Any) -> OfCounts: ...
@overload
def mechanism(name: Literal["laplace-2counts"], **parameters: Any) -> laplace.LaplaceTwoCounts: ...
@overload
def mechanism(name: str, **parameters: Any) -> Mechanism | Continuous: ...
def mechanism(name: str, **parameters: Any) -> Mechanism | Continuous:
    """The mechanism of that name: mechanism("ehds", prior=(1, 1), n=20, epsilon="1", gamma=1).

    A `Mechanism`, or a `Continuous` one.

    >>> import dpbi
    >>> m = dpbi.mechanism("ehds", prior=(1, 1), n=20, epsilon="1", gamma=1)
    >>> m.label, m.claimed_epsilon, len(m.law((7, 13)))
    ('ehds', Fraction(1, 1), 21)
    """
    make = find(name)
    accepted = signature(make).parameters
    for given in parameters:
        if given not in accepted:
            takes = ", ".join(accepted)
            raise InvalidValue(given, parameters[given], f"{name} takes {takes}")
    for needed, parameter in accepted.items():
        if parameter.default is parameter.empty and needed not in parameters:
            raise InvalidValue(needed, NOTHING, f"{name} needs it")
    made = make(**parameters)
    return made if isinstance(made, Continuous) else adapt(made)


def parameters_of(m: Randomised) -> Mapping[str, Any]:
    """The fields of a mechanism in plain form, for reports: exact numbers as strings."""
    target = unwrapped(m)
    if not is_dataclass(target) or isinstance(target, type):
        return {}
    return {f.name: _plain(getattr(target, f.name)) for f in fields(target)}


def _plain(value: Any) -> Any:
    if hasattr(value, "alpha"):
        return [str(a) for a in value.alpha]
    return value if value is None or isinstance(value, (int, bool)) else str(value)


def summary(name: str) -> dict[str, str]:
    """Name, law and place of a registered mechanism, as it states them."""
    make = find(name)
    return {"name": name} | {part: str(getattr(make, part, "")) for part in ("formula", "place")}
