"""The short drafts, section 2: LSHist, and what the Laplace algorithms release."""

from dpbi.language.words import PAIRS, TRIPLES
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, priors
from statements.arguments import meaningless
from statements.laws import is_a_law
from statements.releases import (
    HISTOGRAM,
    first_counts_move_by,
    releases_at_least_n,
    releases_have,
    releases_have_total_n,
)

FEW = priors("1,1", "1/2,1/2", "1,1,1")
LAW = Grid(n=2, full=3, priors=FEW, values={"eps": ("1/3", "1", "4")})
OUTPUTS = Grid(n=3, full=5, priors=priors("1,1", "1/2,1/2", "1,1,1", "1/3,2,5"))
CATEGORIES = Grid(n=3, full=5, priors=priors("1,1", "1,1,1", "1,1,1,1"))

PRODUCT = (
    "A clamped floor of a count plus Laplace noise takes each value of 0 .. n with a positive "
    "probability, and these add up to 1.  The released vector is made of independent ones, or is "
    "a function of them."
)
UNBOUND = (
    "the line after the loop uses eta_i, which no line binds: short-a's LSDim draws its "
    "noise without a name, the others name it eta, anew in each round"
)
SAME_NOISE = (
    "An index i in the last line can only mean the noise that round i of the loop has drawn; the "
    "sum is then of the values released, and the line makes the total n where it can."
)
ANEW = "No line says that noise is drawn a second time."

histogram = Claim(
    id="short.alg.lshist",
    kind="algorithm",
    place="Algorithm LSHist (short-a lines 57-69, short-b lines 46-58)",
    lines=("short-a:57-69", "short-b:46-58"),
    statement=("LSHist is LSDim with noise of scale 1/eps for two categories and 2/eps for more."),
    readings=(
        Reading(
            "literal-unbound",
            "with the names as printed",
            check=meaningless(UNBOUND),
            role=Role.LITERAL,
            why="The loop binds eta, and the last line has eta_i.",
            repair="eta_i in place of eta in both lines of the loop",
        ),
        Reading(
            "same-noise-reused",
            "eta_i is the noise of round i: a law, with every output possible",
            is_a_law("lshist"),
            LAW,
            role=Role.INTENDED,
            why=SAME_NOISE,
            argument=PRODUCT,
            catalogue=True,
        ),
        Reading(
            "fresh-noise-in-the-last-line",
            "eta_i is drawn anew: a law, with every output possible",
            is_a_law("lshist", noise="fresh"),
            Grid(n=2, priors=FEW, values={"eps": ("1/3", "1")}),
            role=Role.STRAINED,
            why=ANEW,
            argument=PRODUCT,
            catalogue=True,
        ),
    ),
    severity=Severity.MISPRINT,
)

histogram_scale = Claim(
    id="short.alg.lshist.scale",
    kind="algorithm",
    place="the third line of Algorithm LSHist (short-a line 63, short-b line 52)",
    lines=("short-a:63", "short-b:52"),
    statement=(
        "The counts that get noise move by 1 in the l1 norm for two categories, by 2 for more."
    ),
    readings=(
        Reading(
            "literal",
            "the largest l1 distance of neighbours' first k - 1 counts is 1 for k = 2, else 2",
            first_counts_move_by(HISTOGRAM),
            CATEGORIES,
            role=Role.LITERAL,
            why="The title calls it the sensitivity of the histogram, and noise is added to the "
            "first k - 1 counts.",
            argument="A replaced record moves two counts by one each.  For k = 2 one of them is "
            "the last; for k >= 3 there are two among the first k - 1, and for n >= 1 a dataset "
            "with a record in one of them.",
        ),
    ),
)

valid_total = Claim(
    id="short.alg.sum-preserved",
    kind="algorithm",
    place="the last line of LSDim and LSHist (short-a lines 50, 68, short-b lines 37, 57)",
    lines=("short-a:50", "short-a:68", "short-b:37", "short-b:57"),
    statement="What is released is a possible posterior: its counts add up to n.",
    claims_nothing="The line says how the last component is computed, and its brackets provide for "
    "the case that the other counts exceed n; no words of the two versions promise the total.",
    readings=(
        Reading(
            "weak-validity",
            "all released parameters, alpha_i plus a count, are positive: they are those of a "
            "Dirichlet distribution, whatever their total",
            releases_have(lambda a: a > 0, "lshist"),
            OUTPUTS,
            role=Role.COMPARISON,
            why="It is about positive parameters, and not about the total; the line gives no less.",
            argument="Each component is alpha_i > 0 plus an integer that is at least 0.",
            catalogue=True,
        ),
        Reading(
            "kge3",
            "the total is n for every number of categories",
            releases_have_total_n("lshist"),
            Grid(n=2, priors=priors("1,1", "1,1,1")),
            role=Role.INTENDED,
            why="Subtracting the other counts from n has no other purpose than this total.",
            catalogue=True,
            repair="for two categories; for more, a total above n would have to be cut back too",
        ),
        Reading(
            "keq2",
            "the total is n for two categories",
            releases_have_total_n("lshist", PAIRS),
            Grid(n=4, full=8, priors=priors("1,1", "1/2,1/2")),
            role=Role.REPAIR,
            why="The case of the Beta distributions of section 4.",
            argument="The first count lies in 0 .. n, so n minus it does, and is not clamped.",
            catalogue=True,
        ),
        Reading(
            "three-categories-pass-n",
            "three categories: the total is at least n",
            releases_at_least_n("lshist", TRIPLES),
            Grid(n=3, full=5, priors=priors("1,1,1")),
            role=Role.COMPARISON,
            why="Ours: the total can only be too large, never too small.",
            argument="max(n - s, 0) + s >= n, s being the sum of the others.",
        ),
    ),
)
