"""From what a person types to a mechanism.

ehds                     a registered name, with its parameters
my_file.py:Name          a class, a function that returns a mechanism, or a mechanism
package.module:Name      the same, imported
my_file.py               the module itself, where it has datasets, neighbours and a law
law.json                 a law written in the schema of dpbi/laws/LAW_SCHEMA.md
"""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from importlib import import_module
from importlib.machinery import PathFinder
from inspect import Parameter, isfunction, signature
from pathlib import Path
from types import ModuleType
from typing import Any

from dpbi.errors import BadTarget, InvalidValue, UnknownName
from dpbi.fields import ExactNumber, rational
from dpbi.laws.adapting import is_ours, is_sampler
from dpbi.laws.foreign import ForeignErrors
from dpbi.laws.forms import adapt
from dpbi.laws.protocol import Continuous, Mechanism
from dpbi.mechanisms.registry import OF_THE_DRAFTS, find, of_the_drafts


@dataclass(frozen=True)
class Maker:
    """From parameters, as text, to a mechanism.

    `needs` are those without a default, `defaults` the others.
    """

    make: Callable[[Mapping[str, Any]], Mechanism | Continuous]
    needs: frozenset[str] = frozenset()
    defaults: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, parameters: Mapping[str, str]) -> Mechanism | Continuous:
        """The mechanism with these parameters."""
        return self.make(self.read(parameters))

    def read(self, parameters: Mapping[str, str]) -> dict[str, Any]:
        """The parameters as Python has them; where the default is a word, the text is one too."""
        return _read(parameters, self.defaults)

    def canonical(self, parameters: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
        """The parameters in one spelling, sorted, without those that say the default."""
        kept = {
            name: _spelled(given)
            for name, given in self.read(parameters).items()
            if not (name in self.defaults and _same(self.defaults[name], given))
        }
        return tuple(sorted(kept.items()))


def load(
    target: str, parameters: Mapping[str, str], *, epsilon: ExactNumber | None = None
) -> Mechanism | Continuous:
    """The mechanism that a target names, made with the parameters."""
    return mechanism_of(maker(target), parameters, epsilon=epsilon)


def mechanism_of(
    made: Maker, parameters: Mapping[str, str], *, epsilon: ExactNumber | None = None
) -> Mechanism | Continuous:
    """The mechanism with these parameters.

    A target that needs an epsilon and is given none is made for the one that is promised.
    """
    if epsilon is not None and "epsilon" in made.needs - parameters.keys():
        if not isinstance(epsilon, Fraction):
            need = "the mechanism takes a rational epsilon of its own: add -p epsilon=..."
            raise InvalidValue("epsilon", epsilon, need)
        parameters = {**parameters, "epsilon": str(epsilon)}
    return made(parameters)


def maker(target: str) -> Maker:
    """What makes the mechanisms that a target names; its file is read once."""
    if target.endswith(".json"):
        return Maker(lambda parameters: _from_json(target, parameters))
    place, colon, _ = _parts(target)
    if not (colon or place.endswith(".py")):
        try:
            made = find(target)
        except UnknownName:
            _check_colon(target)
            raise
        make = _called if made in OF_THE_DRAFTS else _made_elsewhere
        return Maker(lambda given: make(target, made, given), *_parameters(made))
    found = found_at(target)
    return Maker(
        lambda given: _made_elsewhere(target, found, given),
        *(_parameters(found) if _is_made(found) else ()),
    )


def found_at(target: str) -> Any:
    """What my_file.py:Name or package.module:Name names, as it is; its file is run."""
    place, colon, name = _parts(target)
    if place.endswith(".py"):
        module = _file(target, Path(place))
    elif colon:
        module = _import(target, place)
    else:
        raise BadTarget(target, "name a file or a module and what is in it: my_file.py:Name")
    found = module if not name else getattr(module, name, None)
    if found is None:
        near = _nearest(name, module)
        raise BadTarget(target, f"{place} has no {name}" + (f"; did you mean {near}?" * bool(near)))
    if not name and not hasattr(module, "datasets"):
        near = _nearest("", module) or "Name"
        raise BadTarget(target, f"name the class or function in it, such as {target}:{near}")
    return found


def made_from(target: str, parameters: Mapping[str, str]) -> Any:
    """What a target names, of whatever sort: a class or a function is called with the parameters.

    What has datasets already is it, and takes none.
    """
    found = found_at(target)
    if parameters and not _is_made(found):
        raise BadTarget(target, "it has its datasets already, and takes no parameters")
    defaults = _parameters(found)[1] if _is_made(found) else {}
    with ForeignErrors(target):
        return _called(target, found, _read(parameters, defaults))


def _read(parameters: Mapping[str, str], defaults: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: text.strip() if _is_word(defaults.get(name)) else value(text)
        for name, text in parameters.items()
    }


def _nearest(name: str, module: ModuleType) -> str:
    """A mechanism of the module with a similar name; any of them if no name was given."""
    made = [n for n, found in vars(module).items() if hasattr(found, "datasets")]
    letters = {n.lower(): n for n in made}
    near = get_close_matches(name.lower()[:100], letters, 1) if name else list(letters)
    return letters[near[0]] if near else ""


def _check_colon(target: str) -> None:
    """Refuse package.module.Name, and a folder."""
    place, dot, name = target.rpartition(".")
    with suppress(ImportError, ValueError):
        if dot and _source(place):
            raise BadTarget(target, f"put a colon before the name: {place}:{name}")
    if target and Path(target).is_dir():
        raise BadTarget(target, "it is a folder: name a file and what to check, such as my.py:Name")


def value(text: str) -> Any:
    """A parameter as Python has it: 3, 1/2, 0.1 (exactly one tenth), true, 1,2,3, or the text.

    A comma at the end makes a list of one, as in Python: "1," is (1,).
    """
    if "," in text:
        *parts, last = text.split(",")
        return tuple(map(value, [*parts, last] if last.strip() else parts))
    text = text.strip()
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        number = rational("a parameter", text)
    except InvalidValue:
        return text
    return int(number) if number.denominator == 1 else number


def origin(target: str) -> tuple[str, int]:
    """The file and line that a report points to; the target itself where there is no file.

    Nothing is imported to find it: this runs beside no foreign code.
    """
    place, colon, name = _parts(target)
    path = Path(place)
    if not _is_path(place) and colon:
        path = _source(place) or path
    try:
        if not path.is_file():
            return target, 1
        text = path.read_text(encoding="utf-8", errors="replace") if name else ""
    except (OSError, ValueError):
        return target, 1
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf"(class|def) {re.escape(name)}\b|{re.escape(name)} *[:=]", line):
            return path.as_posix(), number
    return path.as_posix(), 1


def relative(target: str, here: Path, there: Path) -> str:
    """The same target, its file named from another folder; what names no file stays."""
    place, colon, name = _parts(target)
    if not _is_path(place):
        return target
    path = os.path.join(here, place)
    with suppress(ValueError):  # on another drive
        path = os.path.relpath(path, there)
    return Path(os.path.normpath(path)).as_posix() + colon + name


def _is_path(place: str) -> bool:
    return place.endswith((".py", ".json"))


def missing_module(module: str) -> str | None:
    """The package of a module where there is none of its name; nothing is imported to see it."""
    first = module.partition(".")[0]
    if not first:
        return module
    known = first in sys.builtin_module_names or PathFinder.find_spec(first, _places())
    return None if known else first


def _places() -> list[str]:
    return [os.getcwd(), *sys.path]


def _source(module: str) -> Path | None:
    """The file of a module, looked for as an import would, package by package."""
    places: list[str] | None = _places()
    spec = None
    for name in module.split("."):
        spec = PathFinder.find_spec(name, places) if name else None
        if spec is None:
            return None
        places = list(spec.submodule_search_locations or ())
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin)
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def _parts(target: str) -> tuple[str, str, str]:
    """File or module, the colon, and the name; a path may have a colon of its own."""
    if target.endswith((".py", ".json")):
        return target, "", ""
    if "::" in target:
        once = target.replace("::", ":", 1)
        raise BadTarget(target, f"put one colon between the file and the name: {once}")
    place, colon, name = target.rpartition(":")
    if colon and not (place and name):
        raise BadTarget(target, "put a colon between the file or module and the name: my.py:Name")
    return (place, colon, name) if colon else (target, "", "")


def _from_json(target: str, parameters: Mapping[str, Any]) -> Mechanism:
    from dpbi.laws.law_file import load_law

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
    with ForeignErrors(target):
        vars(module)["name"] = path.stem  # how it is called where it is the mechanism itself
        # Compiled afresh: cached bytecode is dated to the second, and an edit may be faster.
        try:
            exec(compile(path.read_bytes(), path, "exec"), vars(module))  # noqa: S102
        except ImportError as error:
            if "no known parent package" in str(error):
                raise _outside(target, path) from error
            raise
    return module


def _outside(target: str, path: Path) -> BadTarget:
    """What to write for a file of a package that imports its neighbours by `from .`."""
    parents = path.resolve().parents
    folder = next((p for p in parents if not (p / "__init__.py").is_file()), parents[-1])
    module = ".".join(path.resolve().relative_to(folder).with_suffix("").parts)
    there = f"change to {folder.name}/ and write {module}:{_parts(target)[2] or 'Name'}"
    return BadTarget(target, f"it belongs to a package: {there}")


def _import(target: str, name: str) -> ModuleType:
    sys.path.insert(0, "")
    with ForeignErrors(target):
        try:
            if name.startswith("."):
                raise BadTarget(target, f"module {name} was not found")
            return import_module(name)
        except ModuleNotFoundError as error:
            if error.name and f"{name}.".startswith(f"{error.name}."):
                raise BadTarget(target, f"module {error.name} was not found") from error
            raise


def _made_elsewhere(
    target: str, found: Any, parameters: Mapping[str, Any]
) -> Mechanism | Continuous:
    """The mechanism that foreign code makes; what it raises is told in one sentence.

    What form a mechanism of dpbi's own comes to is asked by the questions that need it.
    """
    with ForeignErrors(target):
        made = _called(target, found, parameters)
        ours = type(made) in OF_THE_DRAFTS or is_ours(made)
        return made if ours else adapt(made)


def _called(target: str, found: Any, parameters: Mapping[str, Any]) -> Any:
    """A class or function is called; anything else is the mechanism already."""
    if _is_made(found):
        _check_parameters(target, found, parameters)
        found = found(**parameters)
        if found is None:
            raise BadTarget(target, "it returned None: return the mechanism")
    elif parameters:
        raise BadTarget(target, "it is a mechanism already, and takes no parameters")
    return found


def _is_made(found: Any) -> bool:
    """Whether it is a class or a function, and so no mechanism yet."""
    if isinstance(found, type):
        return True
    return callable(found) and not hasattr(found, "datasets") and not is_sampler(found)


def _parameters(make: Any) -> tuple[frozenset[str], dict[str, Any]]:
    """The named parameters without a default, and the defaults of the others, as far as it says."""
    try:
        takes = signature(make).parameters
    except (ValueError, TypeError):
        return frozenset(), {}
    usual = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    defaults = {n: p.default for n, p in takes.items() if p.kind in usual}
    needs = frozenset(n for n, d in defaults.items() if d is Parameter.empty)
    return needs, {n: d for n, d in defaults.items() if n not in needs}


def _is_word(default: Any) -> bool:
    """Whether a default is a text that `value` leaves as it is, such as "printed"."""
    return type(default) is str and value(default) == default.strip()


def _same(default: Any, given: Any) -> bool:
    """Whether a parameter says what is the default anyway; only of plain values is that known."""
    default = value(default) if type(default) is str else default
    if type(default) is tuple and type(given) is tuple and len(default) == len(given):
        return all(map(_same, default, given))
    numbers = {int, Fraction}
    alike = type(default) is type(given) or {type(default), type(given)} <= numbers
    return alike and type(given) in (bool, str, *numbers) and bool(default == given)


def _spelled(given: Any) -> str:
    """A parameter as text that `value` reads as the same."""
    if isinstance(given, bool):
        return str(given).lower()
    if isinstance(given, tuple):
        return ",".join(map(_spelled, given)) + "," * (len(given) == 1)
    return str(given)


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
            more = f" or --{name} ..." if of_the_drafts(target) else ""
            if isfunction(make) and not parameters:
                more = "; where it draws noise itself, write @dpbi.program(..) above it"
            raise BadTarget(target, f"it needs {name}: add -p {name}=...{more}")
