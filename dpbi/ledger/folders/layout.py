"""What a folder of claims says of itself: `ledger.toml` in it, as data.

    title = "What the paper claims, and what is true"
    about = "claims about randomised response"      what the report's first sentence is about
    report = "report"                               where its report and its certificates are
    recheck = "python -m dpbi.kernel report"        what checks a certificate of that report
    remark = "A claim of both versions counts twice."   said of the score
    clone = true                                    dpbi's repository has it: so the report says
    pictures = "pictures"                           its module with FIGURES for the report
    renamed = "renamed.json"                        {claim: {old name of a reading: its name now}}

    [[draft]]                                       in their order; `name` is that of a subfolder
    name = "paper"
    title = "A paper"
    versions = [{ name = "v1", title = "..." }, { name = "v2", title = "..." }]

    [contradictions]                                claims on several drafts: paper.v1+v2.topic
    folder = "between"

Every line may be left out, and the file too.  Each subfolder with section files is a draft named
after it; section files that lie in the folder itself make one named after the folder.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

from dpbi.errors import DpbiError
from dpbi.support.files import Json

LEDGER, SECTIONS = "ledger.toml", "section_*.py"
BELOW = f"*/{SECTIONS}"
KEYS = {"title", "about", "report", "recheck", "remark", "clone", "pictures", "renamed"}
KEYS |= {"draft", "contradictions"}
CONTRADICTION = "contradiction"
"""The kind of a claim that says that passages differ, rather than what one of them says."""
BETWEEN = "between"
"""The heading of all contradictions, whatever their folder is called."""


@dataclass(eq=False)
class BrokenFolder(DpbiError):
    """What a folder of claims says that cannot be: one sentence, with its file and line."""

    path: Path
    reason: str
    line: int = 0

    def __str__(self) -> str:
        line = f", line {self.line}" if self.line else ""
        return f"{self.path}{line}: {self.reason}"


@dataclass(frozen=True)
class Version:
    """A text whose claims are in a folder: a draft, or one version of it."""

    name: str
    title: str = ""
    file: str = ""  # its usual name, for `dpbi ledger --drafts`


@dataclass(frozen=True)
class Draft(Version):
    """The claims of one subfolder; `inside` is false where sections lie in the folder itself."""

    versions: tuple[Version, ...] = ()
    inside: bool = True

    @property
    def texts(self) -> tuple[Version, ...]:
        """The texts that make its claims: its versions, or itself."""
        return self.versions or (self,)

    @property
    def label(self) -> str:
        """What it is called in short: two versions are read together."""
        return " and ".join(v.name for v in self.texts)


@dataclass(frozen=True)
class FolderLayout:
    """What a folder says of itself, or what is usual where it says nothing."""

    title: str = "What is claimed, and what is true"
    about: str = "claims"
    drafts: tuple[Draft, ...] = ()
    contradictions: Draft | None = None
    renamed: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    report: str = "report"
    recheck: str = "python -m dpbi.kernel report"
    remark: str = ""
    clone: bool = False
    pictures: str = ""

    @property
    def folders(self) -> tuple[Draft, ...]:
        """The drafts in their order, and the contradictions."""
        return (*self.drafts, *([self.contradictions] if self.contradictions else []))

    @cached_property
    def texts(self) -> Mapping[str, Version]:
        """Every text by its name, in their order."""
        return {v.name: v for draft in self.drafts for v in draft.texts}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What may be asked for as a draft."""
        found = [n for d in self.drafts for n in (d.name, *(v.name for v in d.texts))]
        return tuple(dict.fromkeys(found + ([BETWEEN] if self.contradictions else [])))

    def title_of(self, heading: str) -> str:
        """The title of a text, of a draft with versions, or of the contradictions."""
        if heading == BETWEEN and self.contradictions is not None:
            return self.contradictions.title
        known = {**{d.name: d for d in self.drafts}, **self.texts}
        return known[heading].title if heading in known else ""

    def texts_of(self, folder: str, claim: str) -> tuple[str, ...]:
        """The texts that make a claim of a folder, by its id.

        An id that begins with a version is of that version alone; a contradiction names its texts
        in its second word.
        """
        first, _, rest = claim.partition(".")
        if self.contradictions is not None and folder == self.contradictions.name:
            return tuple(rest.partition(".")[0].split("+"))
        draft = next((d for d in self.drafts if d.name == folder), Draft(folder))
        names = tuple(v.name for v in draft.texts)
        return (first,) if first in names else names

    def folder_of(self, row: Json) -> str:
        """The folder that has a claim, by its row of claims.json."""
        if row["kind"] == CONTRADICTION and self.contradictions is not None:
            return self.contradictions.name
        made_by = next(iter(row["drafts"]), "")
        holding = (d.name for d in self.drafts if made_by in (v.name for v in d.texts))
        return next(holding, made_by)

    def current(self, name: str) -> str:
        """A claim or a reading by the name it has now; what was never renamed is as it is."""
        claim, slash, reading = name.partition("/")
        return claim + slash + self.renamed.get(claim, {}).get(reading, reading)

    def former(self, name: str) -> str:
        """The name that a reading had first, which is what the catalogue calls it."""
        claim, slash, reading = name.partition("/")
        known = {new: old for old, new in self.renamed.get(claim, {}).items()}
        return claim + slash + known.get(reading, reading)


def layout_of(root: Path) -> FolderLayout:
    """What the folder says of itself; BrokenFolder where its ledger.toml cannot be read."""
    path = root / LEDGER
    if not path.is_file():
        return FolderLayout(title=_title(root), drafts=_found(root))
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise BrokenFolder(path, "it is not TOML: it is not written in UTF-8") from error
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r" \(at line (\d+), column \d+\)", str(error))
        reason = str(error).partition(" (at ")[0]
        last = text.count("\n") + 1
        raise BrokenFolder(path, f"it is not TOML: {reason}", int(at[1]) if at else last) from error
    return _Said(path, text, said).layout()


@dataclass
class _Said:
    """A ledger.toml: its keys are taken one by one, and each is what it has to be."""

    path: Path
    text: str
    said: dict[str, Any]

    def layout(self) -> FolderLayout:
        self._only(self.said, KEYS, LEDGER)
        rows = self._list(self.said.get("draft", []), "draft")
        drafts = self._placed(tuple(self._draft(d) for d in rows))
        between = self.said.get("contradictions")
        contradictions = None if between is None else self._contradictions(between)
        taken = (*drafts, *([contradictions] if contradictions else []))
        self._each_once([n for d in taken for n in {d.name: d, **{v.name: v for v in d.texts}}])
        report = self._text(self.said, "report", FolderLayout.report)
        return FolderLayout(
            title=self._text(self.said, "title", _title(self.path.parent)),
            about=self._text(self.said, "about", FolderLayout.about),
            drafts=(*drafts, *_found(self.path.parent, taken)),
            contradictions=contradictions,
            renamed=self._renamed(),
            report=report,
            recheck=self._text(self.said, "recheck", f"python -m dpbi.kernel {report}"),
            remark=self._text(self.said, "remark", ""),
            clone=self._flag("clone"),
            pictures=self._text(self.said, "pictures", ""),
        )

    def _draft(self, row: Any) -> Draft:
        self._only(row, {"name", "title", "file", "versions"}, "a draft")
        versions = tuple(self._version(v) for v in self._list(row.get("versions", []), "versions"))
        name = self._named(row)
        title, file = self._text(row, "title", name), self._text(row, "file", "")
        return Draft(name, title, file, versions)

    def _placed(self, drafts: tuple[Draft, ...]) -> tuple[Draft, ...]:
        """The draft without a subfolder of sections is that of the sections beside ledger.toml."""
        root = self.path.parent
        there = {p.parent.name for p in root.glob(BELOW)}
        for d in drafts:
            near = get_close_matches(d.name, there - {other.name for other in drafts}, 1)
            if d.name not in there and near:
                self._refuse(f"there is no {d.name}/; did you mean {near[0]!r}?", d.name)
        if not _has(root):
            return drafts
        without = [d for d in drafts if not _has(root / d.name)]
        for other in without[1:]:
            self._refuse(f"there are no sections in {other.name}/", other.name)
        return tuple(replace(d, inside=False) if d in without else d for d in drafts)

    def _version(self, row: Any) -> Version:
        self._only(row, {"name", "title", "file"}, "a version")
        name = self._named(row)
        return Version(name, self._text(row, "title", name), self._text(row, "file", ""))

    def _contradictions(self, row: Any) -> Draft:
        if not isinstance(row, dict):
            self._refuse("contradictions is a table with folder and title", "contradictions")
        self._only(row, {"folder", "title"}, "contradictions")
        title = self._text(row, "title", "Statements of the drafts against each other")
        return Draft(self._text(row, "folder", BETWEEN), title)

    def _renamed(self) -> dict[str, dict[str, str]]:
        name = self._text(self.said, "renamed", "")
        if not name:
            return {}
        path = self.path.parent / name
        try:
            text = path.read_text("utf-8")
            found = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
        except FileNotFoundError:
            self._refuse(f"there is no file {name} beside it", "renamed")
        except ValueError as error:
            raise BrokenFolder(path, f"it cannot be read: {error}") from error
        claims = found.values() if isinstance(found, dict) else [None]
        if not all(isinstance(c, dict) and _all_texts(c.values()) for c in claims):
            raise BrokenFolder(path, "it must have {claim: {old name of a reading: its name now}}")
        return dict(found)

    def _only(self, row: Any, known: set[str], what: str) -> None:
        if not isinstance(row, dict):
            self._refuse(f"{what} is a table: write [[draft]], then its name", "draft")
        for key in row:
            if key not in known:
                self._refuse(f"{what} has no {key}; it may have {', '.join(sorted(known))}", key)

    def _named(self, row: dict[str, Any]) -> str:
        name = self._text(row, "name", "")
        if not re.fullmatch(r"[\w-]+", name):
            need = "of letters, digits, - and _" if name else "which is that of its folder"
            self._refuse(f"a draft needs a name, {need}", name or "[[draft]]")
        return name

    def _text(self, row: dict[str, Any], key: str, usual: str) -> str:
        value = row.get(key, usual)
        if not isinstance(value, str):
            self._refuse(f"{key} must be a text", key)
        return value

    def _flag(self, key: str) -> bool:
        value = self.said.get(key, False)
        if not isinstance(value, bool):
            self._refuse(f"{key} must be true or false", key)
        return value

    def _list(self, value: Any, key: str) -> list[Any]:
        if not isinstance(value, list):
            self._refuse(f"{key} must be a list", key)
        return value

    def _each_once(self, names: list[str]) -> None:
        for name in names:
            if names.count(name) > 1:
                self._refuse(f"{name} is named twice", name, last=True)

    def _refuse(self, reason: str, word: str, *, last: bool = False) -> NoReturn:
        """Raise BrokenFolder at the line where a word first stands, or at the last such line."""
        pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
        lines = [i for i, t in enumerate(self.text.split("\n"), 1) if pattern.search(t)]
        raise BrokenFolder(self.path, reason, lines[-last] if lines else 0)


def _all_texts(values: Iterable[Any]) -> bool:
    return all(isinstance(v, str) for v in values)


def _title(root: Path) -> str:
    return f"What {root.resolve().name or 'this folder'} claims, and what is true"


def _found(root: Path, taken: Iterable[Draft] = ()) -> tuple[Draft, ...]:
    """The drafts of a folder that are not named: itself, and its subfolders, by their names."""
    known = {d.name for d in taken}
    here = root.resolve().name
    own = _has(root) and all(d.inside for d in taken)
    found = [Draft(here, here, inside=False)] if own else []
    found += [Draft(name, name) for name in sorted({p.parent.name for p in root.glob(BELOW)})]
    return tuple(d for d in found if d.name not in known)


def _has(folder: Path) -> bool:
    return any(folder.glob(SECTIONS))
