"""The pictures of the study: the figures of the drafts redrawn, and what they leave out."""

from dpbi.report.figures.base import Figure
from pictures import losses, maps, notes, profiles, sensitivities, series, swept, tailoring

FIGURES: tuple[Figure, ...] = (
    *losses.FAMILY,
    *profiles.FAMILY,
    *maps.FAMILY,
    *series.FAMILY,
    *swept.FAMILY,
    *sensitivities.FAMILY,
    *notes.FAMILY,
    *tailoring.FAMILY,
)
