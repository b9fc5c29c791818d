"""Passages of the drafts as digests: what each line of a draft was, without its text.

passages.json in a folder of claims has a row for each line of each draft that is not blank: how
many words it has, a digest of its first few and a digest of all.  Words are what white space
separates, so that another way to break lines changes nothing.  A claim's passage (`Claim.lines`) is
some of these lines, and its digest follows from theirs.

`locate` finds the lines in a reader's copy: where each is now, moved or not, and which are not
there as they were.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

from dpbi.errors import DpbiError
from dpbi.ledger.claims import Passage
from dpbi.ledger.folders.finding import Folder, folder_named
from dpbi.ledger.folders.layout import FolderLayout
from dpbi.ledger.shipped import read_document
from dpbi.support.files import Json, as_lines

PASSAGES = "passages.json"
OPENING = 3  # words by which a line is looked for
SURE = 4  # words: a line as long that occurs once is that line, wherever it is
KNOWN = 0.4  # of the words of a draft: a file with fewer is not a copy of it
LETTERS = 16


@dataclass(frozen=True)
class LineDigest:
    """A line of a draft: its number, how many words it has, digests of the first few and of all."""

    number: int
    words: int
    opening: str
    digest: str


@dataclass(frozen=True)
class Span:
    """Some words of a copy, by their numbers: from `start`, up to `end` which is not included."""

    start: int
    end: int


@dataclass(frozen=True)
class Whereabouts:
    """Where a passage is in a copy: on which of its lines; whether it is there as it was."""

    first: int
    last: int
    intact: bool
    was: int = 0  # the line on which it began in the draft
    missing: bool = False  # nothing is where it was: the lines are those before the gap


@dataclass(eq=False)
class NotADraft(DpbiError):
    """A file that is none of the drafts."""

    path: Path
    known: tuple[str, ...]

    def __str__(self) -> str:
        if not self.known:
            need = "`dpbi ledger --drafts FOLDER` makes it know some"
            return f"{self.path} is not a copy of a draft that the ledger knows: {need}"
        return (
            f"{self.path} is not a copy of any of the drafts that the ledger knows "
            f"({', '.join(self.known)}): too few of its lines are theirs"
        )


def words_digest(words: Iterable[str]) -> str:
    """The digest of some words, whatever white space was between them."""
    return sha256(" ".join(words).encode("utf-8", "surrogatepass")).hexdigest()[:LETTERS]


def lines_of(text: str) -> Iterator[LineDigest]:
    """The digests of a draft, line by line."""
    for number, line in enumerate(text.split("\n"), 1):
        if words := line.split():
            yield LineDigest(number, len(words), words_digest(words[:OPENING]), words_digest(words))


def computed(layout: FolderLayout, folder: Path) -> Json:
    """What passages.json says, from the drafts in a folder: each in a file that is named for it."""
    files = {name: folder / (text.file or f"{name}.txt") for name, text in layout.texts.items()}
    texts = {draft: path.read_text("utf-8") for draft, path in files.items()}
    return {
        draft: {str(n.number): f"{n.words} {n.opening} {n.digest}" for n in lines_of(text)}
        for draft, text in texts.items()
    }


def as_text(document: Json) -> str:
    """The document as the repository keeps it, a line for each line of a draft."""
    drafts = (f"{json.dumps(d)}: {as_lines(rows).rstrip()}" for d, rows in document.items())
    return "{\n" + ",\n".join(drafts) + "\n}\n"


def known_lines(folder: Folder | None = None) -> dict[str, tuple[LineDigest, ...]]:
    """The lines of every draft of a folder of claims, or of the usual one."""
    path = (folder or folder_named(None)).root / PASSAGES
    document = read_document(path) if path.is_file() else {}
    return {draft: tuple(_read(rows)) for draft, rows in document.items()}


def _read(rows: Mapping[str, str]) -> Iterator[LineDigest]:
    for number, row in rows.items():
        words, opening, whole = row.split()
        yield LineDigest(int(number), int(words), opening, whole)


def passage_digest(passage: Passage, lines: Iterable[LineDigest]) -> str:
    """The digest of a claim's passage, of the digests of its lines."""
    return words_digest(n.digest for n in lines if passage.first <= n.number <= passage.last)


@dataclass(frozen=True)
class Copy:
    """A reader's copy of a draft: where each known line is in it, by the words that it has."""

    draft: str
    lines: tuple[LineDigest, ...]
    found: Mapping[int, Span]  # by the number of the line in the draft
    at: Sequence[int]  # of each word of the copy: its line

    @property
    def share(self) -> float:
        """How much of the draft is in the copy, counted in words."""
        there = sum(n.words for n in self.lines if n.number in self.found)
        return there / max(1, sum(n.words for n in self.lines))

    def new(self) -> frozenset[int]:
        """The lines of the copy that have words of their own."""
        theirs = {i for span in self.found.values() for i in range(span.start, span.end)}
        return frozenset(line for i, line in enumerate(self.at) if i not in theirs)

    def where(self, passage: Passage) -> Whereabouts:
        """Where a passage of the draft is now."""
        own = [n for n in self.lines if passage.first <= n.number <= passage.last]
        there = [self.found[n.number] for n in own if n.number in self.found]
        if there and len(there) == len(own) and all(a.end == b.start for a, b in pairwise(there)):
            last = self.at[there[-1].end - 1]
            return Whereabouts(self.at[there[0].start], last, intact=True, was=own[0].number)
        start, end = self._around(passage.first, there)
        if start < end:
            return Whereabouts(self.at[start], self.at[end - 1], intact=False)
        before = self.at[start - 1] if start else 1
        return Whereabouts(before, before, intact=False, missing=True)

    def _around(self, first: int, there: Sequence[Span]) -> tuple[int, int]:
        """What is left of a passage, and the words beside it that belong to no other line.

        Of a passage of which nothing is left: the words after what stood before it.
        """
        own = {i for s in there for i in range(s.start, s.end)}
        others = {i for s in self.found.values() for i in range(s.start, s.end)} - own
        before = max((n for n in self.found if n < first), default=None)
        left = 0 if before is None else self.found[before].end
        start = end = there[0].start if there else left
        while start and start - 1 not in others:
            start -= 1
        while end < len(self.at) and end not in others:
            end += 1
        return start, end


def recognised(path: Path, text: str, folder: Folder | None = None) -> Copy:
    """Which draft of a folder a file is a copy of, by its lines alone."""
    known = known_lines(folder)
    copies = [locate(draft, lines, text) for draft, lines in known.items()]
    best = max(copies, key=lambda copy: copy.share, default=None)
    if best is None or best.share < KNOWN:
        raise NotADraft(path, tuple(known))
    return best


def locate(draft: str, lines: Sequence[LineDigest], text: str) -> Copy:
    """Find the lines of a draft in a copy of it."""
    words, at = _words(text)
    search = _Search(lines, _candidates(lines, words))
    search.run(len(words))
    return Copy(draft, tuple(lines), search.found, at)


def _words(text: str) -> tuple[list[str], list[int]]:
    """The words of a text, and the line of each."""
    pairs = [(w, i) for i, line in enumerate(text.split("\n"), 1) for w in line.split()]
    return [w for w, _ in pairs], [i for _, i in pairs]


def _candidates(lines: Sequence[LineDigest], words: Sequence[str]) -> dict[int, list[int]]:
    """For each line of a draft the places at which a copy has all its words."""
    sizes = {min(OPENING, n.words) for n in lines}
    places: dict[tuple[int, str], list[int]] = {}
    for size in sizes:
        for i in range(len(words) - size + 1):
            places.setdefault((size, words_digest(words[i : i + size])), []).append(i)
    return {
        n.number: [
            i
            for i in places.get((min(OPENING, n.words), n.opening), ())
            if i + n.words <= len(words) and words_digest(words[i : i + n.words]) == n.digest
        ]
        for n in lines
    }


@dataclass
class _Search:
    """Which place is which line: the sure ones first, then their neighbours, then what is between.

    A short line, such as "where", is often repeated: it is found beside a line that is sure, or
    between two, and nowhere else.
    """

    lines: Sequence[LineDigest]
    candidates: Mapping[int, list[int]]
    found: dict[int, Span] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)

    def run(self, size: int) -> None:
        """Find each line of the draft in a copy that has `size` words."""
        digests = [n.digest for n in self.lines]
        once = {d for d in digests if digests.count(d) == 1}
        for n in self.lines:
            places = self.candidates[n.number]
            if n.words >= SURE and len(places) == 1 and n.digest in once:
                self._take(n, places[0])
        self._spread()
        for i, n in enumerate(self.lines):
            if n.number not in self.found:
                start, end = self._between(i, size)
                inside = [p for p in self.candidates[n.number] if start <= p <= end - n.words]
                if any(self._take(n, p) for p in inside):
                    self._spread()

    def _spread(self) -> None:
        """Each line whose neighbour is found, if it stands right beside it."""
        for i, n in enumerate(self.lines):
            if i and n.number not in self.found and (last := self._span(i - 1)):
                self._beside(n, last.end)
        for i in range(len(self.lines) - 2, -1, -1):
            n = self.lines[i]
            if n.number not in self.found and (following := self._span(i + 1)):
                self._beside(n, following.start - n.words)

    def _span(self, i: int) -> Span | None:
        return self.found.get(self.lines[i].number)

    def _beside(self, n: LineDigest, place: int) -> None:
        if place in self.candidates[n.number]:
            self._take(n, place)

    def _take(self, n: LineDigest, place: int) -> bool:
        """Let these words be that line, unless they are another one."""
        own = range(place, place + n.words)
        if not self.taken.isdisjoint(own):
            return False
        self.taken.update(own)
        self.found[n.number] = Span(own.start, own.stop)
        return True

    def _between(self, i: int, size: int) -> tuple[int, int]:
        """The words between the nearest lines that are found, before and after."""
        before = (s for j in range(i - 1, -1, -1) if (s := self._span(j)))
        after = (s for j in range(i + 1, len(self.lines)) if (s := self._span(j)))
        first, last = next(before, None), next(after, None)
        return (first.end if first else 0), (last.start if last else size)
