"""A program whose outputs are not all listed, as a `Partial` law (`laws/partial.py`).

A program that does not end within its limits has walked some paths.  Their probabilities are lower
bounds of those of its outputs, and what they miss of 1 may be at any output, those included.

A program with infinitely many outputs lists as many as are asked for (`infinite/windows.py`), the
same at all datasets, each with its whole probability: what is left lies elsewhere.  The ratio
there, and often the loss itself, follow from the closed form of its laws (`infinite/pairing.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dpbi.fields import Balls, Real
from dpbi.laws.partial import Known, Partial
from dpbi.laws.tables import Layout, Listed
from dpbi.programs.infinite.facts import ProgramFacts
from dpbi.programs.infinite.products import products
from dpbi.programs.infinite.templates import Template
from dpbi.programs.infinite.windows import Listing, filled, raw_outputs
from dpbi.sampling import SYSTEM, BitSource

if TYPE_CHECKING:
    from dpbi.programs.program import Program

KEPT = 64  # laws


@dataclass(frozen=True, eq=False, repr=False)
class Unlisted(Listed, Partial):
    """What a program comes to, as far as it was walked, and as far as it is listed."""

    program: Program
    layout: Layout
    closed: frozenset[Any] | None
    _listed: dict[Any, Listing] = field(init=False, default_factory=dict)
    _known: dict[Any, Known] = field(init=False, default_factory=dict)
    _facts: dict[Any, ProgramFacts | None] = field(init=False, default_factory=dict)

    @staticmethod
    def of(program: Program) -> Unlisted:
        """The law of a program."""
        return Unlisted(program, program.layout, program.listed_outputs())

    def __repr__(self) -> str:
        return repr(self.program)

    def known(self, x: Any, tolerance: Fraction, F: Balls) -> Known:
        """The same outputs at all datasets, each with what the paths that were walked give it."""
        if (x, tolerance, F) not in self._known:
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[x, tolerance, F] = self._looked(x, tolerance, F)
        return self._known[x, tolerance, F]

    def _looked(self, x: Any, tolerance: Fraction, F: Balls) -> Known:
        walked = self.program.walked(x)
        atoms = self.program.sums(walked.plain, F)
        if self.has_templates:
            listing = self._listing(tolerance, F)
            atoms = {r: atoms.get(r, F.rational(0)) for r in listing.outputs}
            for product in products(walked.templates, self.program.trees_in(F)):
                for r, p in filled(product, listing):
                    atoms[r] = atoms[r] + p
        elif walked.complete:
            return Known(atoms, F.rational(0), True)
        return Known(atoms, rest(atoms, F), walked.complete)

    @cached_property
    def has_templates(self) -> bool:
        """Whether some path ends in infinitely many outputs."""
        return any(self.program.walked(x).templates for x in self.datasets())

    def _listing(self, tolerance: Fraction, F: Balls) -> Listing:
        """What is listed at all datasets."""
        if (tolerance, F) not in self._listed:
            self._listed.clear()
            walks = [self.program.walked(x) for x in self.datasets()]
            masses = self.program.trees_in(F)
            found = raw_outputs([w.templates for w in walks], tolerance, masses, F)
            outputs = dict(zip(self.program.keys(found), found, strict=True))
            for walked in walks:  # impossible at some datasets, and known to be
                for path in walked.plain:
                    outputs.setdefault(path.output, getattr(path.output, "value", path.output))
            self._listed[tolerance, F] = Listing(outputs)
        return self._listed[tolerance, F]

    def ended_by(self, x: Any) -> str | None:
        """What has ended the walk of the program."""
        return self.program.ended_by(x)

    def tail_ratio(self, x: Any, y: Any, tolerance: Fraction, F: Balls) -> Real | Fraction | None:
        """A bound of the ratio at all outputs that a template may come to."""
        facts = self.facts(x, y)
        return None if facts is None else facts.ratio(F)

    def facts(self, x: Any, y: Any) -> ProgramFacts | None:
        """What the closed forms of two laws prove."""
        if not self.has_templates:
            return None
        if (x, y) not in self._facts:
            walks = [self.program.walked(z) for z in (x, y)]
            found = ProgramFacts(self.program, walks[0].paths, walks[1].paths)
            self._facts[x, y] = found if all(w.complete for w in walks) else None
        return self._facts[x, y]

    def attained(self, x: Any, y: Any) -> Any:
        """An output that attains the loss that is proved."""
        facts = self.facts(x, y)
        if facts is None or facts.best is None:
            return None
        shape, found = facts.best
        first = facts.here[shape][0].output
        if not isinstance(first, Template) or found.at is None:
            return None if found.at is None else first
        return self.program.keys([first.filled(found.at)])[0]

    def rests_on(self) -> tuple[str, ...]:
        """What the program rests on."""
        return self.program.rests_on()

    def remarks(self) -> tuple[str, ...]:
        """Those of the program."""
        return self.program.remarks()

    def sample(self, x: Any, rng: BitSource = SYSTEM) -> Any:
        """One output of the function itself."""
        return self.program.sample(x, rng)


def rest(atoms: dict[Any, Real], F: Balls) -> Real:
    """What atoms leave of 1, which is not below 0."""
    left = F.rational(1) - sum(atoms.values(), F.rational(0))
    return left if left >= 0 else left.nonnegative_part()
