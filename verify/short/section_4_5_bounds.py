"""The short drafts, section 4: Theorem 4.5, bounds on the exponential mechanisms.

Two categories, c records in the first.  The event {H < t} is {c - L, .., c + R}; the draft's step
count k is R by the words of its definition; max(L, R) and min(L, R) are what the bounds need.
"""

from dpbi.language.words import GS, eps, exp, n
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, priors
from statements.accuracy import (
    C,
    above_lower,
    below,
    below_upper,
    fewer,
    more,
    right,
    tied,
    uniform_share,
)
from statements.nearness import LOWER, ONE_SIDED, UPPER

FIVE = priors("1,1", "1/2,1/2", "2,1", "1/10,1/10", "7,4")
GRID = Grid(n=3, full=7, priors=FIVE, values={"eps": ("1/100", "1", "4")})
TINY = priors("1,1", "1/1000,1/1000")
E = exp(-eps)
E_GS = exp(-eps / C)
E_TRUE = exp(-eps / (2 * GS()))


ehd_upper = Claim(
    id="short.thm-4.5.ehd-upper",
    kind="theorem",
    place="Theorem 4.5 (short-a line 209, short-b line 196), right-hand side",
    statement="P(H < t) for EHD is below (2k + 1)/(n e^-eps).",
    uses=(
        "short.thm-4.5.kdef",
        "short.prelim.gs",
        "short.thm-4.5.ehd-step-setsum",
        "short.thm-4.5.two-sided",
        "short.thm-4.5.ehd-step-upper1",
        "short-a.thm-4.5.ehd-step-eqGS",
        "short-b.thm-4.5.ehd-step-eqGS",
        "short.thm-4.5.ehd-step-upper-dir",
    ),
    lines=("short-a:209", "short-b:196"),
    severity=Severity.CONSTANT_WRONG,
    repaired=(
        "short.thm-4.5.ehd-step-setsum/cgt-t-counted-with-multiplicity",
        "short.thm-4.5.ehd-step-upper1/k-max",
        "short.thm-4.5.ehd-upper/repaired-2kplus1-n-e-eps-2gs-k-max",
    ),
    readings=(
        Reading(
            "k-right",
            "k = R, the printed constant as sensitivity",
            below_upper("ehd", right(below), below, E, gs="printed"),
            GRID,
            role=Role.LITERAL,
            why=ONE_SIDED,
            catalogue=True,
            repair="k = max(L, R) and e^(-eps/(2 GS)) for e^-eps",
        ),
        Reading(
            "k-max-gseqsqrt-1-pi-4",
            "k = max(L, R), the printed constant as sensitivity, every prior",
            below_upper("ehd", more(below), below, E, gs="printed"),
            Grid(
                n=(1, 5, 20, 36, 38),
                priors=TINY,
                values={"eps": ("1/10", "1"), "t": ("1/4",)},
            ),
            role=Role.COMPARISON,
            why="The larger reach mends the count of outputs, and not the exponent.",
            catalogue=True,
            repair="(2k + 1)/(n e^(-eps/(2 GS)))",
            note="1/(2 sqrt(1 - pi/4)) = 1.079 > 1: the step from one exponent to the other "
            "goes the wrong way, and shows once n (e^-eps - e^(-1.079 eps)) is large",
        ),
        Reading(
            "k-max-true-gs",
            "k = max(L, R), the true global sensitivity",
            below_upper("ehd", more(below), below, E, gs="true"),
            Grid(
                n=(1, 3, 7),
                priors=priors("1,1", "5,5", "50,50"),
                values={"eps": ("1/10", "1"), "t": ("1/20", "1/10", "1/4")},
            ),
            role=Role.STRAINED,
            why="The algorithm asks for the global sensitivity, but the proof sets it to "
            "sqrt(1 - pi/4) by name.",
            catalogue=True,
            repair="(2k + 1)/(n e^(-eps/(2 GS)))",
        ),
        Reading(
            "repaired-2kplus1-n-e-eps-2gs-k-max",
            "repaired: below (2k + 1)/(n e^(-eps/(2 GS))), k = max(L, R), the printed constant; "
            "every t",
            below_upper("ehd", more(tied), tied, E_GS, gs="printed"),
            GRID,
            argument=UPPER,
            role=Role.REPAIR,
            why="The third line of the proof's own chain, before the exponent is replaced.",
            catalogue=True,
        ),
        Reading(
            "repaired-with-nplus1-k-max",
            "repaired: below (2k + 1)/((n + 1) e^(-eps/(2 GS))), k = max(L, R); every t",
            below_upper("ehd", more(tied), tied, E_GS, n + 1, gs="printed"),
            GRID,
            argument=UPPER,
            role=Role.COMPARISON,
            why="Sharper: there are n + 1 candidates.",
            catalogue=True,
        ),
        Reading(
            "repaired-with-nplus1-true-gs",
            "the same with the true global sensitivity",
            below_upper("ehd", more(tied), tied, E_TRUE, n + 1, gs="true"),
            GRID,
            argument=UPPER,
            role=Role.COMPARISON,
            why="The same for the sensitivity that the algorithm asks for.",
        ),
    ),
)

ehd_lower = Claim(
    id="short.thm-4.5.ehd-lower",
    kind="theorem",
    place="Theorem 4.5 (short-a line 209, short-b line 196), left-hand side",
    statement="P(H < t) for EHD is above (2k e^-eps + 1)/n.",
    uses=(
        "short.thm-4.5.kdef",
        "short.prelim.gs",
        "short.thm-4.5.ehd-step-setsum",
        "short.thm-4.5.two-sided",
        "short-a.thm-4.5.ehd-step-lower1",
        "short-a.thm-4.5.ehd-step-lower2",
        "short-b.thm-4.5.ehd-step-lower1",
        "short-b.thm-4.5.ehd-step-lower2",
        "short.thm-4.5.ehd-step-lower-dir",
    ),
    lines=("short-a:209", "short-b:196"),
    severity=Severity.CONSTANT_WRONG,
    repaired=(
        "short.thm-4.5.ehd-step-setsum/cgt-t-counted-with-multiplicity",
        "short.thm-4.5.ehd-lower/printed-share",
        "short.thm-4.5.ehd-lower/nplus1-k-min",
    ),
    readings=(
        Reading(
            "literal-n",
            "divided by n as printed, k = R",
            above_lower("ehd", right(below), below, E, gs="printed"),
            GRID,
            role=Role.LITERAL,
            why=ONE_SIDED,
            catalogue=True,
            repair="divided by n + 1, k = min(L, R)",
        ),
        Reading(
            "n-k-min",
            "divided by n as printed, k = min(L, R)",
            above_lower("ehd", fewer(below), below, E, gs="printed"),
            GRID,
            role=Role.COMPARISON,
            why="The smaller reach asks least of the bound, and does not mend it without the "
            "number of candidates.",
            repair="divided by n + 1, k = min(L, R)",
            note="so it fails for k = R and k = max(L, R) too",
        ),
        Reading(
            "nplus1-k-right-or-k-max",
            "divided by n + 1, k = max(L, R)",
            above_lower("ehd", more(below), below, E, n + 1, gs="printed"),
            GRID,
            role=Role.COMPARISON,
            why="The number of candidates is n + 1, not n; that alone does not mend the bound.",
            catalogue=True,
            repair="divided by n + 1, k = min(L, R)",
            note="at the witness c = 0, so L = 0 and it refutes k = R too",
        ),
        Reading(
            "nplus1-k-min",
            "divided by n + 1, k = min(L, R); every t",
            above_lower("ehd", fewer(tied), tied, E, n + 1, gs="printed"),
            GRID,
            argument=LOWER + "  Both exceed (2k e^-eps + 1)/(n + 1).",
            role=Role.REPAIR,
            why="The number of candidates, and a k that does not count outputs that are not there.",
            catalogue=True,
        ),
        Reading(
            "printed-share",
            "sharper: at least (2k + 1)/(n + 1), k = min(L, R), the printed constant; every t",
            uniform_share(fewer(tied), tied, "ehd", gs="printed"),
            GRID,
            argument=LOWER,
            role=Role.COMPARISON,
            why="The nearest outputs have more than their share whatever the sensitivity is.",
        ),
        Reading(
            "uniform-share",
            "sharper: at least (2k + 1)/(n + 1), k = min(L, R), true global sensitivity; every t",
            uniform_share(fewer(tied), tied, "ehd", gs="true"),
            GRID,
            argument=LOWER,
            role=Role.COMPARISON,
            why="The same for the sensitivity that the algorithm asks for.",
        ),
    ),
)
