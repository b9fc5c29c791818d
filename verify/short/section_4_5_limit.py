"""The short drafts, section 4: end of the proof of Theorem 4.5, the limit of LS(x)."""

from dpbi.ledger.claims import FLAT, Claim, Grid, Reading, Role, Severity, Verdict, priors
from statements.accuracy import fewer, tied, uniform_share
from statements.arguments import argued
from statements.nearness import (
    LOWER,
    local_sensitivity_falls,
    local_sensitivity_stays,
    local_weight_falls,
)

FIVE = priors("1,1", "1/2,1/2", "2,1", "1/10,1/10", "7,4")
GRID = Grid(n=3, full=6, priors=FIVE, values={"eps": ("1/100", "1", "4")})
MOVED = (
    "Let m >= 1 be the smaller count.  A record moved from i to j changes the distance by H with "
    "H^2 = 1 - g(u) g(v) <= (1 - g(u)) + (1 - g(v)), u the parameter of i without the record and "
    "v that of j: u > m - 1 and v > m.  g(u)^2 = u/(u + s) with s <= 1/pi by Watson's bound, so "
    "1/(1 - g(u)) >= (w + 1)(1 + sqrt(w/(w + 1))) >= 1 + 2w with w = pi u.  So LS(x)^2 <= "
    "2/(1 + 2 pi (m - 1))"
)

limit = Claim(
    id="short.thm-4.5.lim-ls",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-a line 231, short-b line 218)",
    statement="LS(x) tends to 0 as n grows, so -1/LS(x) tends to -infinity.",
    lines=("short-a:231", "short-b:218"),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "all-x-uniformly",
            "for all x of n records, however they grow",
            check=argued(
                Verdict.FAILS,
                "x = (0, n): the only neighbour is (1, n - 1), and LS(x)^2 = 1 - g(alpha) "
                "g(beta + n - 1) with g(u) = Gamma(u + 1/2)/sqrt(Gamma(u) Gamma(u + 1)) < 1, so "
                "LS(x)^2 > 1 - g(alpha) > 0 for every n.",
            ),
            role=Role.LITERAL,
            why="The limit is over n alone, and x is any dataset in the theorem.",
            catalogue=True,
            repair="for data of which both counts grow",
        ),
        Reading(
            "at-the-end",
            "prior (1, 1), x = (0, n): LS(x) > 1/3 for every n",
            local_sensitivity_stays("1/3"),
            Grid(n=8, full=30, priors=FLAT),
            argument="LS(x)^2 = 1 - g(1) g(n) > 1 - g(1) = 1 - sqrt(pi)/2 > 0.113 > 1/9.",
            role=Role.COMPARISON,
            why="The same at one prior, as a formula.",
        ),
        Reading(
            "balanced-x-c-n-gt-p-in-0-1",
            "two categories, m >= 1 the smaller count: LS(x)^2 <= 2/(1 + 2 pi (m - 1)); that it "
            "tends to 0 where the shares tend to p in (0, 1) is the argument's",
            local_sensitivity_falls(),
            Grid(n=8, full=20, priors=FIVE),
            argument=MOVED + ", which tends to 0 as m does to infinity, and m does where the "
            "shares tend to p in (0, 1).",
            role=Role.REPAIR,
            why="The limit holds where both counts grow, as for samples from a fixed theta inside "
            "(0, 1).",
            catalogue=True,
        ),
    ),
)

only_zero = Claim(
    id="short.thm-4.5.only-zero",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-a line 231, short-b line 218)",
    statement="The only lower bound of e^(-eps/(2 LS(x))) that is good for all x is 0.",
    uses=("short.thm-4.5.lim-ls",),
    lines=("short-a:231", "short-b:218"),
    readings=(
        Reading(
            "literal",
            "two categories, m >= 1 the smaller count: e^(-eps/(2 LS(x))) <= e^(-eps sqrt((1 + "
            "2 pi (m - 1))/8)); that the bound comes as near to 0 as one likes is the argument's",
            local_weight_falls(),
            Grid(n=6, full=20, priors=FIVE),
            argument=MOVED + ", so 1/(2 LS(x)) >= sqrt((1 + 2 pi (m - 1))/8), which has no bound "
            "as m grows.",
            role=Role.LITERAL,
            why="It needs some data with LS(x) as small as one likes, not all data.",
        ),
    ),
)

no_tighter_bound = Claim(
    id="short.thm-4.5.no-tighter-bound",
    kind="remark",
    place="Proof of Theorem 4.5 (short-a line 231, short-b line 218), last sentence",
    statement="No lower bound of P(H < t) for EHDL better than the one displayed was found.",
    lines=("short-a:231", "short-b:218"),
    claims_nothing="The sentence says what the authors did not find, not that there is none.",
    readings=(
        Reading(
            "share-of-the-outputs",
            "a better bound: P(H < t) >= (2k + 1)/(n + 1), k = min(L, R); every t",
            uniform_share(fewer(tied), tied, "ehdl"),
            GRID,
            argument=LOWER,
            role=Role.COMPARISON,
            why="It has no LS(x) in it, and exceeds (2k e^(-eps/(2 LS(x))) + 1)/(n + 1).",
        ),
        Reading(
            "literal",
            "what was found or not found",
            check=argued(
                Verdict.UNDECIDED, "What authors looked for is nothing that can be computed."
            ),
            role=Role.LITERAL,
            why="The sentence is about a search.",
        ),
    ),
)
