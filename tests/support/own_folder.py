"""A folder of claims of somebody's own: a section with a false claim, and what it is decided on."""

SECTION = """
from dpbi.language import forall
from dpbi.language.words import H, LS, r, x
from dpbi.ledger.claims import Claim, Grid, Reading, Severity, priors

first = Claim(
    id="{id}",
    kind="theorem",
    place="Theorem 1",
    statement="The distance is at most half the local sensitivity.",
    readings=(
        Reading(
            "literal",
            "for all x and r",
            forall(H(x, r) <= LS(x) / 2),
            {grid},
            why="it is printed so",
        ),
    ),
    severity=Severity.THEOREM_FALSE,
    no_repair="no constant is enough",
)
"""
GRID = 'Grid(n=2, priors=priors("1,1"))'


def section(claim="thm-1", grid=GRID):
    """The text of a section with one claim."""
    text = SECTION.format(id=claim, grid=grid)
    return text if grid else text.replace("            ,\n", "")


def own(folder, *, below="", claim="thm-1", grid=GRID):
    """The folder with a section in it, or in the subfolder `below`."""
    place = folder / below
    place.mkdir(parents=True, exist_ok=True)
    (place / "section_1.py").write_text(section(claim, grid), "utf-8")
    return folder
