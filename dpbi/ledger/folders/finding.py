"""Which folder of claims is meant: the one that is named, or the one that is configured.

`[tool.dpbi] claims = "verify"` in a pyproject.toml names the usual one.  It is looked for in the
current folder and upwards, then in the clone that dpbi is installed from.  A folder with a
ledger.toml is its own usual one for whoever works in it, and so is verify/ in the current folder.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from dpbi.errors import DpbiError, InvalidValue
from dpbi.ledger.folders.layout import (
    BELOW,
    LEDGER,
    SECTIONS,
    BrokenFolder,
    FolderLayout,
    layout_of,
)

USUAL = "verify"
RECORDED = "recorded"
PACKAGE = Path(__file__).parents[2]


@dataclass(eq=False)
class NoFolder(DpbiError):
    """There is no folder of claims to speak of."""

    def __str__(self) -> str:
        return (
            "there are no claims here: name their folder with --claims FOLDER, or in a "
            'pyproject.toml as [tool.dpbi] claims = "FOLDER"; `dpbi init FOLDER` begins one'
        )


@dataclass(frozen=True)
class Folder:
    """A folder of claims, and where what belongs to it is."""

    root: Path

    @cached_property
    def layout(self) -> FolderLayout:
        """What it says of itself."""
        return layout_of(self.root)

    @property
    def report(self) -> Path:
        """The folder of its report, with claims.json and the certificates."""
        return Path(os.path.normpath(self.root / self.layout.report))

    @property
    def formulas(self) -> Path:
        """The formulas of its readings, where the kernel looks for them."""
        return self.report / "ledger.json"


def folder_named(root: Path | None, *, installed: bool = True) -> Folder:
    """The folder that is named, or the usual one; a sentence where there is none."""
    if root is not None:
        if not root.is_dir():
            raise InvalidValue("--claims", str(root), "there is no such folder")
        if not has_claims(root):
            need = f"there is no {LEDGER} and no {SECTIONS} in it; `dpbi init FOLDER` begins one"
            raise InvalidValue("--claims", str(root), need)
        layout_of(root)  # which refuses a ledger.toml that cannot be read
        return Folder(root)
    found = usual(installed=installed)
    if found is None:
        raise NoFolder
    return found


def usual(start: Path | None = None, *, installed: bool = True) -> Folder | None:
    """The folder that is meant from here, or None.

    `installed`: that of the clone that dpbi is installed from, if there is none here or above.
    What writes to a folder does not look there.
    """
    begin = Path.cwd() if start is None else start
    for place in (begin, *begin.parents, *([PACKAGE.parent] if installed else [])):
        if (place / LEDGER).is_file():
            return Folder(place)
        if (root := configured(place)) is not None:
            return Folder(root)
        if place == begin and has_claims(place / USUAL):
            return Folder(place / USUAL)
    return None


def usual_layout() -> FolderLayout:
    """What the usual folder says of itself, or what is usual without one."""
    found = usual()
    return FolderLayout() if found is None else found.layout


def configured(place: Path) -> Path | None:
    """What the pyproject.toml of a folder names; nothing where that does not exist."""
    project = place / "pyproject.toml"
    try:
        tool = tomllib.loads(project.read_text("utf-8")).get("tool", {})
    except (OSError, ValueError):
        return None  # whoever owns it will be told by others
    said = tool.get("dpbi", {}).get("claims") if isinstance(tool, dict) else None
    if said is None:
        return None
    if not isinstance(said, str):
        raise BrokenFolder(project, "[tool.dpbi] claims must be the name of a folder")
    return place / said if has_claims(place / said) else None


def in_project(root: Path) -> Folder | None:
    """The folder of a project: what it configures, or verify/ in it."""
    place = configured(root) or root / USUAL
    return Folder(place) if has_claims(place) else None


def behind(report: Path) -> Folder | None:
    """The folder of claims, somewhere above, whose report a file is in."""
    above = report.resolve().parents
    found = (Folder(place) for place in above if _says_so(place))
    return next((f for f in found if f.report.resolve() in (report.resolve(), *above)), None)


def has_claims(root: Path) -> bool:
    """Whether a folder has a ledger.toml, or section files in it or one below."""
    return (root / LEDGER).is_file() or any(_sections(root))


def _sections(root: Path) -> Iterator[Path]:
    yield from root.glob(SECTIONS)
    yield from root.glob(BELOW)


def _says_so(place: Path) -> bool:
    return (place / LEDGER).is_file() or (place / RECORDED).is_dir()


def around(section: Path, among: Iterable[Path] = ()) -> Path | None:
    """The folder of claims that a section file is in: the one that says so, or one of `among`.

    What says so has a ledger.toml, or recorded outcomes.
    """
    near = (section.parent, section.parent.parent)
    for place in near:
        if _says_so(place):
            return place
    resolved = [p.resolve() for p in among]
    return next((place for place in near if place.resolve() in resolved), None)
