"""The short drafts, section 4: Theorem 4.5, bounds with the local sensitivity.

Two categories, c records in the first.  The event {H < t} is {c - L, .., c + R}; the draft's step
count k is R by the words of its definition; max(L, R) and min(L, R) are what the bounds need.
"""

from dpbi.language import Formula, forall
from dpbi.language.words import LS, eps, exp, n, x
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, priors
from statements.accuracy import (
    above_lower,
    below,
    below_upper,
    fewer,
    more,
    right,
    tied,
)
from statements.global_sensitivity import at_least
from statements.nearness import LOWER, ONE_SIDED, UPPER

FIVE = priors("1,1", "1/2,1/2", "2,1", "1/10,1/10", "7,4")
GRID = Grid(n=3, full=7, priors=FIVE, values={"eps": ("1/100", "1", "4")})
TINY = priors("1,1", "1/1000,1/1000")
E_LS = exp(-eps / (2 * LS(x)))
LABEL = "The display says EHD, which is the mechanism of the global sensitivity."
LOCAL = "The bound has LS(x), and the proof writes out the weights of EHDL for it."


def given_above_one(f: Formula) -> Formula:
    """The same for priors with every parameter >= 1."""
    return forall(f.conclusion, given=[at_least(1), *f.hypotheses])


ehdl_upper = Claim(
    id="short.thm-4.5.ehdl-upper",
    kind="theorem",
    place="Theorem 4.5 (short-a line 211, short-b line 198), right-hand side",
    statement="P(H < t), said of EHD but meant of EHDL, is below (2k + 1)/(n e^(-eps/(2 LS(x)))).",
    uses=(
        "short.thm-4.5.kdef",
        "short.thm-4.5.ehdl-step-setsum",
        "short.thm-4.5.two-sided",
        "short.thm-4.5.ehdl-step-upper1",
    ),
    lines=("short-a:211", "short-b:198"),
    severity=Severity.CONSTANT_WRONG,
    repaired=(
        "short.thm-4.5.ehdl-step-setsum/ehdl-cgt-t",
        "short.thm-4.5.ehdl-step-upper1/k-max",
        "short.thm-4.5.ehdl-upper/ehdl-k-max",
    ),
    readings=(
        Reading(
            "ehdl-k-max",
            "of EHDL, k = max(L, R); every t",
            below_upper("ehdl", more(tied), tied, E_LS),
            GRID,
            argument=UPPER,
            role=Role.REPAIR,
            why="The count 2k + 1 is at least that of the outputs within t if k is the larger "
            "reach.",
            catalogue=True,
        ),
        Reading(
            "ehdl-k-right",
            "of EHDL, k = R",
            below_upper("ehdl", right(below), below, E_LS),
            GRID,
            role=Role.INTENDED,
            why=LOCAL + "  " + ONE_SIDED,
            catalogue=True,
            repair="EHDL in place of EHD, k = max(L, R)",
        ),
        Reading(
            "literal-label-k-right",
            "of EHD with the printed constant, k = R, every prior",
            below_upper("ehd", right(below), below, E_LS, gs="printed"),
            Grid(n=6, full=10, priors=TINY, values={"eps": ("1/10", "1"), "t": ("1/4",)}),
            role=Role.LITERAL,
            why=LABEL,
            repair="EHDL in place of EHD, k = max(L, R)",
        ),
        Reading(
            "literal-label-ehd-gs-with-ls-bound-k-max",
            "of EHD with the printed constant, k = max(L, R), every prior",
            below_upper("ehd", more(below), below, E_LS, gs="printed"),
            Grid(n=6, full=10, priors=TINY, values={"eps": ("1/10", "1"), "t": ("1/4",)}),
            role=Role.COMPARISON,
            why="The larger reach does not mend the bound for the mechanism that is printed.",
            catalogue=True,
            repair="for priors with every parameter >= 1, or with the true global sensitivity",
        ),
        Reading(
            "literal-label-above-one",
            "of EHD with the printed constant, k = max(L, R), every parameter >= 1; every t",
            given_above_one(below_upper("ehd", more(tied), tied, E_LS, gs="printed")),
            GRID,
            argument=UPPER + "  LS(x) is within the constant (short.prelim.gs), so "
            "e^(-eps/(2 LS(x))) <= e^(-eps/(2s)).",
            role=Role.COMPARISON,
            why="The label as printed, for the priors whose sensitivity is within the constant.",
        ),
        Reading(
            "literal-label-true-gs",
            "of EHD with the true global sensitivity, k = max(L, R); every t",
            below_upper("ehd", more(tied), tied, E_LS, gs="true"),
            GRID,
            argument=UPPER + "  LS(x) <= GS, so e^(-eps/(2 LS(x))) <= e^(-eps/(2s)).",
            role=Role.COMPARISON,
            why="The label as printed, for the sensitivity that the algorithm asks for.",
        ),
    ),
)

ehdl_lower = Claim(
    id="short.thm-4.5.ehdl-lower",
    kind="theorem",
    place="Theorem 4.5 (short-a line 211, short-b line 198), left-hand side",
    statement="P(H < t), said of EHD but meant of EHDL, is above (2k e^(-eps/(2 LS(x))) + 1)/n.",
    uses=(
        "short.thm-4.5.kdef",
        "short.thm-4.5.ehdl-step-setsum",
        "short.thm-4.5.two-sided",
        "short-a.thm-4.5.ehdl-step-lower1",
        "short-a.thm-4.5.ehdl-step-lower2",
        "short-b.thm-4.5.ehdl-step-lower1",
        "short-b.thm-4.5.ehdl-step-lower2",
    ),
    lines=("short-a:211", "short-b:198"),
    severity=Severity.CONSTANT_WRONG,
    repaired=(
        "short.thm-4.5.ehdl-step-setsum/ehdl-cgt-t",
        "short.thm-4.5.no-tighter-bound/share-of-the-outputs",
        "short.thm-4.5.ehdl-lower/nplus1-k-min",
    ),
    readings=(
        Reading(
            "literal-label-n",
            "of EHD with the printed constant, divided by n, k = R",
            above_lower("ehd", right(below), below, E_LS, gs="printed"),
            GRID,
            role=Role.LITERAL,
            why=LABEL,
            repair="EHDL in place of EHD, divided by n + 1, k = min(L, R)",
        ),
        Reading(
            "literal-label-n-k-min",
            "of EHD with the printed constant, divided by n, k = min(L, R)",
            above_lower("ehd", fewer(below), below, E_LS, gs="printed"),
            GRID,
            role=Role.COMPARISON,
            why="The smaller reach asks least of the bound, and does not mend it.",
            repair="divided by n + 1, k = min(L, R)",
        ),
        Reading(
            "literal-n",
            "of EHDL, divided by n as printed, k = R",
            above_lower("ehdl", right(below), below, E_LS),
            GRID,
            role=Role.INTENDED,
            why=LOCAL + "  " + ONE_SIDED,
            catalogue=True,
            repair="divided by n + 1, k = min(L, R)",
        ),
        Reading(
            "n-k-min",
            "of EHDL, divided by n as printed, k = min(L, R)",
            above_lower("ehdl", fewer(below), below, E_LS),
            GRID,
            role=Role.COMPARISON,
            why="The smaller reach asks least of the bound, and does not mend it without the "
            "number of candidates.",
            repair="divided by n + 1, k = min(L, R)",
        ),
        Reading(
            "nplus1-k-max",
            "of EHDL, divided by n + 1, k = max(L, R)",
            above_lower("ehdl", more(below), below, E_LS, n + 1),
            GRID,
            role=Role.COMPARISON,
            why="The number of candidates is n + 1, not n; that alone does not mend the bound.",
            catalogue=True,
            repair="divided by n + 1, k = min(L, R)",
        ),
        Reading(
            "nplus1-k-min",
            "of EHDL, divided by n + 1, k = min(L, R); every t",
            above_lower("ehdl", fewer(tied), tied, E_LS, n + 1),
            GRID,
            argument=LOWER + "  Both exceed (2k e^(-eps/(2 LS(x))) + 1)/(n + 1).",
            role=Role.REPAIR,
            why="The number of candidates, and a k that does not count outputs that are not there.",
            catalogue=True,
        ),
    ),
)
