"""Names for mechanisms: those of the drafts, and those that other packages register.

A package registers one by an entry point in the group `dpbi.mechanisms`:

    [project.entry-points."dpbi.mechanisms"]
    my-name = "my_package.my_module:MyMechanism"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from importlib import metadata
from inspect import signature
from typing import Any

from dpbi.arguments import text
from dpbi.errors import InvalidValue, UnknownName
from dpbi.mechanisms import exponential, laplace, two_counts
from dpbi.mechanisms.base import Mechanism
from dpbi.mechanisms.forms import adapt

GROUP = "dpbi.mechanisms"

OF_THE_DRAFTS: tuple[type[Mechanism], ...] = (
    two_counts.LaplaceTwoCounts,
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
)


def registered() -> dict[str, Callable[..., Any]]:
    """{name: class}, the drafts' first; a foreign name cannot displace one of theirs."""
    known: dict[str, Callable[..., Any]] = {m.name: m for m in OF_THE_DRAFTS}
    for entry in sorted(metadata.entry_points(group=GROUP), key=lambda e: e.name):
        known.setdefault(entry.name, entry.load())
    return known


def find(name: str) -> Callable[..., Any]:
    """The class behind a name; entry points are only looked at for names that are not ours."""
    text("name", name, "write the name of a mechanism")
    for m in OF_THE_DRAFTS:
        if m.name == name:
            return m
    known = registered()
    if name not in known:
        raise UnknownName("mechanism", name, tuple(known))
    return known[name]


def mechanism(name: str, **parameters: Any) -> Mechanism:
    """The mechanism of that name: mechanism("ehds", prior=(1, 1), n=20, epsilon="1", gamma=1)."""
    make = find(name)
    accepted = signature(make).parameters
    for given in parameters:
        if given not in accepted:
            takes = ", ".join(accepted)
            raise InvalidValue(given, parameters[given], f"{name} takes {takes}")
    for needed, parameter in accepted.items():
        if parameter.default is parameter.empty and needed not in parameters:
            raise InvalidValue(needed, "(nothing)", f"{name} needs it")
    return adapt(make(**parameters))


def parameters_of(m: Mechanism) -> Mapping[str, Any]:
    """The fields of a mechanism in plain form, for reports: exact numbers as strings."""
    target = getattr(m, "target", m)
    if not is_dataclass(target) or isinstance(target, type):
        return {}
    return {f.name: _plain(getattr(target, f.name)) for f in fields(target)}


def _plain(value: Any) -> Any:
    if hasattr(value, "alpha"):
        return [str(a) for a in value.alpha]
    return value if value is None or isinstance(value, (int, bool)) else str(value)


def summaries() -> list[dict[str, str]]:
    """Name, law and place of every registered mechanism, as each of them states it."""
    return [
        {"name": name} | {part: getattr(make, part, "") for part in ("formula", "place")}
        for name, make in registered().items()
    ]
