"""What the figures of a report are made of: each a value with measures, a picture and words."""

from __future__ import annotations

from dpbi.report import svg
from dpbi.report.figures import base, cells
from dpbi.report.figures.base import Figure as Figure

STYLE = svg.STYLE + cells.CELL_STYLE + base.STYLE
"""The style that a page with figures needs, once."""
