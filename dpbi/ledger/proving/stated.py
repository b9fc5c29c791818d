"""The statements that Coq is asked about the readings below verify/, as generated sources.

Each section has one: all that can be said of each of its readings, in the order of the claims.
They are written beside copies of the proofs where Coq compiles them (coqc.py), and never kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeAlias

from dpbi.errors import UnknownName
from dpbi.language import Formula
from dpbi.language.coq import KINDS, Unsayable, statement_name, statements
from dpbi.ledger import recorded
from dpbi.ledger.claims import Claim
from dpbi.ledger.folders.layout import layout_of
from dpbi.ledger.proving import proofs

HEAD = """(* Generated from {section}: not to be edited. *)
From Coq Require Import Reals List.
From Dpbi Require Import Definitions.
Import ListNotations.
Open Scope R_scope.
"""

Sections: TypeAlias = dict[Path, list[Claim]]
"""Section files with their claims."""


def sections_of(root: Path) -> Sections:
    """The claims of every section."""
    folder = recorded.WholeFolder(root)
    return {path: folder.claims_in(path) for path in recorded.sections(root)}


def keys_of(sections: Sections) -> list[str]:
    """The names of all their readings."""
    return [recorded.key(c, r) for claims in sections.values() for c in claims for r in c.readings]


def without_instance(
    sections: Sections, known: Mapping[str, proofs.Theorem], met: Iterable[str]
) -> list[str]:
    """The proved readings whose hypotheses no instance is shown to meet.

    Readings with the same variables, domains and hypotheses share an instance.
    """
    said = {
        recorded.key(c, r): statements(r.formula).met
        for claims in sections.values()
        for c in claims
        for r in c.readings
        if r.formula is not None and recorded.key(c, r) in {*known, *met}
    }
    there = {said[key] for key in met}
    proved = [key for key, theorem in known.items() if theorem.states.startswith("reading_")]
    return [key for key in proved if said[key] and said[key] not in there]


def text(section: Path, claims: list[Claim]) -> str:
    """All statements about the readings of a section; what cannot be said is a comment."""
    parts = [HEAD.format(section="/".join(section.parts[-3:]))]
    for claim in claims:
        for reading in claim.readings:
            if reading.formula is None:
                continue
            key = recorded.key(claim, reading)
            try:
                said = _all_said(reading.formula)
            except Unsayable as why:
                parts.append(f"(* {key}: {why} *)\n")
                continue
            parts += [f"{_definition(key, kind, words)}\n" for kind, words in said]
    return "\n".join(parts)


def said_of(root: Path, name: str) -> dict[str, str]:
    """All statements about a reading, by their kind."""
    readings = {
        recorded.key(c, r): r for cs in sections_of(root).values() for c in cs for r in c.readings
    }
    key = layout_of(root).current(name)
    if key not in readings:
        raise UnknownName("reading", name, tuple(readings))
    formula = readings[key].formula
    if formula is None:
        raise Unsayable("the reading has a check of its own in place of a formula")
    return {kind: _definition(key, kind, text) for kind, text in _all_said(formula)}


def _all_said(formula: Formula) -> list[tuple[str, str]]:
    said = statements(formula)
    return [(kind, text) for kind in (*KINDS, "met") if (text := getattr(said, kind))]


def _definition(key: str, kind: str, text: str) -> str:
    return f"Definition {statement_name(key, kind)} : Prop :=\n{text}."


def module(section: Path) -> str:
    """The module with the statements of a section."""
    return f"Dpbi.Statements.{proofs.module_name(proofs.module_of(section)).removeprefix('Dpbi.')}"
