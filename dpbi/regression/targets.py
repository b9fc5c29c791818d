"""From what a person types to a mechanism.

ehds                     a registered name, with its parameters
my_file.py:Name          a class, a function that returns a mechanism, or a mechanism
package.module:Name      the same, imported
my_file.py               the module itself, where it has datasets, neighbours and a law
law.json                 a law written in the schema of dpbi/tables/LAW_SCHEMA.md
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from types import ModuleType
from typing import Any

from dpbi.errors import BadTarget, InvalidValue
from dpbi.mechanisms import mechanism
from dpbi.mechanisms.adapting import is_sampler
from dpbi.mechanisms.base import Mechanism
from dpbi.mechanisms.forms import adapt
from dpbi.mechanisms.registry import find
from dpbi.numbers import rational
from dpbi.regression.foreign import Foreign


@dataclass(frozen=True)
class Maker:
    """From parameters, as text, to a mechanism; `needs` are those without a default."""

    make: Callable[[Mapping[str, str]], Mechanism]
    needs: frozenset[str] = frozenset()

    def __call__(self, parameters: Mapping[str, str]) -> Mechanism:
        """The mechanism with these parameters."""
        return self.make(parameters)


def load(
    target: str, parameters: Mapping[str, str], *, epsilon: Fraction | None = None
) -> Mechanism:
    """The mechanism that a target names, made with the parameters.

    A target that needs an epsilon and is given none is made for the one that is promised.
    """
    made = maker(target)
    if epsilon is not None and "epsilon" in made.needs - parameters.keys():
        parameters = {**parameters, "epsilon": str(epsilon)}
    return made(parameters)


def maker(target: str) -> Maker:
    """What makes the mechanisms that a target names; its file is read once."""
    if target.endswith(".json"):
        return Maker(lambda parameters: _from_json(target, parameters))
    place, colon, name = _parts(target)
    if place.endswith(".py"):
        module = _file(target, Path(place))
    elif colon:
        module = _import(target, place)
    else:
        return Maker(
            lambda given: mechanism(target, **{k: _tuple(v) for k, v in given.items()}),
            _needs(find(target)),
        )
    found = module if not name else getattr(module, name, None)
    if found is None:
        raise BadTarget(target, f"{place} has no {name}")
    return Maker(
        lambda given: _made(target, found, {k: value(v) for k, v in given.items()}),
        _needs(found) if _is_made(found) else frozenset(),
    )


def value(text: str) -> Any:
    """A parameter as Python has it: 3, 1/2, 0.1 (exactly one tenth), true, 1,2,3, or the text."""
    if "," in text:
        return tuple(value(part) for part in text.split(",") if part.strip())
    text = text.strip()
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        number = rational("a parameter", text)
    except InvalidValue:
        return text
    return int(number) if number.denominator == 1 else number


def origin(target: str) -> tuple[str, int]:
    """The file and line that a report points to; the target itself where there is no file."""
    place, _, name = _parts(target)
    path = Path(place)
    if not path.is_file():
        return target, 1
    text = path.read_text(encoding="utf-8", errors="replace") if name else ""
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf"(class|def) {re.escape(name)}\b|{re.escape(name)} *[:=]", line):
            return path.as_posix(), number
    return path.as_posix(), 1


def _parts(target: str) -> tuple[str, str, str]:
    """File or module, the colon, and the name; a path may have a colon of its own."""
    if target.endswith((".py", ".json")):
        return target, "", ""
    if "::" in target:
        once = target.replace("::", ":", 1)
        raise BadTarget(target, f"one colon stands between a file and a name: {once}")
    place, colon, name = target.rpartition(":")
    return (place, colon, name) if colon else (target, "", "")


def _tuple(text: str) -> Any:
    return [part.strip() for part in text.split(",")] if "," in text else text


def _from_json(target: str, parameters: Mapping[str, str]) -> Mechanism:
    from dpbi.tables import load_law

    if parameters:
        raise BadTarget(target, "a law in a file takes no parameters")
    return load_law(Path(target))


def _file(target: str, path: Path) -> ModuleType:
    if not path.is_file():
        raise BadTarget(target, f"there is no file {path}")
    spec = importlib.util.spec_from_file_location(f"dpbi_target_{path.stem}", path)
    assert spec is not None  # the name ends in .py
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    sys.path.insert(0, str(path.resolve().parent))
    with Foreign(target):
        vars(module)["name"] = path.stem  # how it is called where it is the mechanism itself
        # Compiled afresh: cached bytecode is dated to the second, and an edit may be faster.
        exec(compile(path.read_bytes(), path, "exec"), vars(module))  # noqa: S102
    return module


def _import(target: str, name: str) -> ModuleType:
    sys.path.insert(0, "")
    with Foreign(target):
        return import_module(name)


def _made(target: str, found: Any, parameters: Mapping[str, Any]) -> Mechanism:
    """A class or function is called; anything else is the mechanism already."""
    with Foreign(target):
        if _is_made(found):
            _check_parameters(target, found, parameters)
            found = found(**parameters)
        elif parameters:
            raise BadTarget(target, "it is a mechanism already, and takes no parameters")
        return adapt(found)


def _is_made(found: Any) -> bool:
    """Whether it is a class or a function, and so no mechanism yet."""
    if isinstance(found, type):
        return True
    return callable(found) and not hasattr(found, "datasets") and not is_sampler(found)


def _needs(make: Any) -> frozenset[str]:
    """The named parameters without which nothing can be made; none where it does not say."""
    try:
        takes = signature(make).parameters
    except (ValueError, TypeError):
        return frozenset()
    usual = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    return frozenset(n for n, p in takes.items() if p.kind in usual and p.default is p.empty)


def _check_parameters(target: str, make: Any, parameters: Mapping[str, Any]) -> None:
    try:
        takes = signature(make).parameters
    except ValueError:
        return
    if any(p.kind is p.VAR_KEYWORD for p in takes.values()):
        return
    for name in parameters:
        if name not in takes:
            listed = ", ".join(takes) or "no parameters"
            raise BadTarget(target, f"it takes {listed}, not {name}")
    for name, p in takes.items():
        positional = p.kind is p.VAR_POSITIONAL
        if p.default is p.empty and name not in parameters and not positional:
            raise BadTarget(target, f"it needs {name}: add -p {name}=...")
