"""The figures of the audit report: each a value with its measures, its picture and its words."""

from __future__ import annotations

from dpbi.report import svg
from dpbi.report.figures import (
    base,
    cells,
    losses,
    maps,
    notes,
    own,
    sensitivities,
    series,
    swept,
    tailoring,
)
from dpbi.report.figures.base import Figure as Figure

FIGURES: tuple[Figure, ...] = (
    *losses.FAMILY,
    *own.FAMILY,
    *maps.FAMILY,
    *series.FAMILY,
    *swept.FAMILY,
    *sensitivities.FAMILY,
    *notes.FAMILY,
    *tailoring.FAMILY,
)

STYLE = svg.STYLE + cells.CELL_STYLE + base.STYLE
"""The style that a page with figures needs, once."""
