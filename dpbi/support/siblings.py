"""The modules of a folder of claims: its sections import them by their names.

    from words import top, coin              words.py beside the section
    from shared.tails import tail            shared/tails.py in the folder of all claims

finds words.py first in the folder of the section, then in that of all claims.  Every folder may
have one: outside of `importable` nothing of it can be imported.  What was read is kept as long as
no file of the two folders changes, so that a module is run once for all sections that import it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

Modules = dict[str, ModuleType]
BeingRead = Callable[[Path], AbstractContextManager[None]]
"""What is said of the file that is being read while a module of it is run."""
NOT_THEIRS = sys.stdlib_module_names | {"dpbi"}
_KEPT: dict[tuple[Path, ...], tuple[dict[Path, bytes], Modules]] = {}


@contextmanager
def importable(folders: tuple[Path, ...], reading: BeingRead) -> Iterator[None]:
    """Within, the modules of these folders are found before all others of their names."""
    places = tuple(dict.fromkeys(folder.resolve() for folder in folders))
    there = [(place, file) for place in places for file in modules_in(place)]
    files = {file: file.read_bytes() for _, file in there}
    names = {_name(place, file) for place, file in there} - NOT_THEIRS
    before = _taken(names)
    known, kept = _KEPT.get(places, ({}, {}))
    sys.modules.update(kept if known == files else {})
    finder = _Finder(places, names, reading)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        _KEPT[places] = files, _taken(names)
        sys.modules.update(before)


def modules_in(folder: Path) -> Iterator[Path]:
    """The Python files of a folder that can be imported from it: its modules, and its packages."""
    yield from sorted(folder.glob("*.py"))
    for package in sorted(path.parent for path in folder.glob("*/__init__.py")):
        yield from sorted(package.rglob("*.py"))


def _name(folder: Path, file: Path) -> str:
    """The name by which a module is imported, up to the first dot."""
    return file.relative_to(folder).parts[0].removesuffix(".py")


def _taken(names: set[str]) -> Modules:
    """The modules of these names and below them, which nobody can import any more."""
    found = [name for name in sys.modules if name.partition(".")[0] in names]
    return {name: sys.modules.pop(name) for name in found}


class _Finder(MetaPathFinder):
    """Finds the modules of some folders by their files, and runs them as these are now."""

    def __init__(self, places: tuple[Path, ...], names: set[str], reading: BeingRead) -> None:
        self.places, self.names, self.reading = places, names, reading

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module of a name, in the first folder that has it, or in its package."""
        if name.partition(".")[0] not in self.names:
            return None
        for place in path or map(str, self.places):
            found = FileFinder(place, (SourceFileLoader, [".py"])).find_spec(name)
            if found is not None and found.origin is not None:
                found.loader = _Loader(name, found.origin, self.reading)
                return found
        return None


class _Loader(SourceFileLoader):
    """Runs a file as it is: cached bytecode is dated to the second, and an edit may be faster."""

    def __init__(self, name: str, file: str, reading: BeingRead) -> None:
        super().__init__(name, file)
        self.reading = reading

    def get_code(self, fullname: str) -> CodeType:
        """The file, compiled."""
        return self.source_to_code(self.get_data(self.path), self.path)

    def exec_module(self, module: ModuleType) -> None:
        """Run it, as the file that is being read."""
        with self.reading(Path(self.path)):
            super().exec_module(module)
