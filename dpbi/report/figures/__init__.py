"""The figures of the audit report: each a value with its measures, its picture and its words."""

from __future__ import annotations

from dpbi.report import svg
from dpbi.report.figures import base, losses, maps, notes, sensitivities, tailoring
from dpbi.report.figures import base as cells
from dpbi.report.figures import own as profiles
from dpbi.report.figures import series as comparisons
from dpbi.report.figures.base import Figure as Figure

FIGURES: tuple[Figure, ...] = (
    *losses.FAMILY,
    *profiles.FAMILY,
    *maps.FAMILY,
    *comparisons.FAMILY,
    *sensitivities.FAMILY,
    *notes.FAMILY,
    *tailoring.FAMILY,
)

STYLE = svg.STYLE + cells.STYLE + base.STYLE
"""The style that a page with figures needs, once."""
