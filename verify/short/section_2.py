"""The short drafts, section 2: the algorithms that add Laplace noise."""

from dpbi.language.words import prior, size
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, priors
from statements.arguments import meaningless, outside
from statements.laws import is_a_law
from statements.neighbours import parameters_move_by, parameters_move_within
from statements.privacy import loss_within
from statements.releases import last_parameter_positive, releases_have, whole_number

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

initial_vector = Claim(
    id="short.alg.init-N",
    kind="algorithm",
    place="Algorithms LSZhang, LSDim and LSHist (short-a lines 30, 47, 64, short-b lines 33, 53)",
    lines=("short-a:30", "short-a:47", "short-a:64", "short-b:33", "short-b:53"),
    statement="The vector that collects the released parameters is a vector of natural numbers.",
    readings=(
        Reading(
            "literal",
            "the released vector, alpha_i plus a clamped count in each component, is in N^k",
            releases_have(whole_number, "lshist"),
            Grid(n=2, priors=FEW),
            role=Role.LITERAL,
            why="The line is read as a declaration of the type of the vector that the loop fills: "
            "that the zeros it starts with are natural numbers would need no saying.",
            catalogue=True,
            repair="a vector of positive real numbers in place of natural numbers",
        ),
        Reading(
            "positive-reals",
            "LSHist: alpha_i plus each released count is positive, whatever the prior",
            releases_have(lambda a: a > 0, "lshist"),
            OUTPUTS,
            role=Role.INTENDED,
            why="The loop puts alpha_i plus an integer there, and the draft lets alpha be any "
            "parameters of a Dirichlet distribution.",
            argument="Each component is alpha_i > 0 plus an integer of 0 .. n.",
        ),
    ),
    severity=Severity.MISPRINT,
)

zhang = Claim(
    id="short-a.alg1.lszhang",
    kind="algorithm",
    place="Algorithm 1, LSZhang (short-a lines 24-33)",
    lines=("short-a:24-33",),
    statement=(
        "LSZhang releases parameters of a posterior: noise of scale 2k/eps on the counts of the "
        "first k - 1 categories."
    ),
    readings=(
        Reading(
            "literal",
            "every parameter returned is positive (two categories; the last one is never assigned)",
            last_parameter_positive(),
            Grid(n=2, priors=FEW),
            role=Role.LITERAL,
            why="The loop ends at k - 1 and no line sets the last component, which stays 0.",
            catalogue=True,
            repair="|X| in place of |X| - 1 in the loop",
        ),
        Reading(
            "repair-a-loop-to-x-independent-noise",
            "the loop runs to k, with independent noise: alpha_i plus the released count is above "
            "0 in each component, which is all that the formula says of the algorithm",
            releases_have(lambda a: a > 0, "lszhang-all"),
            OUTPUTS,
            role=Role.INTENDED,
            why="Theorem 4.5 gives LSZhang the square of one probability, which is that of two "
            "counts with independent noise; and no line after the loop sets the last component, as "
            "Algorithms 2 and 3 have one.",
            argument="Each component is alpha_i > 0 plus an integer of 0 .. n.",
            catalogue=True,
        ),
        Reading(
            "repair-a-is-private",
            "so changed it loses at most eps",
            loss_within("lszhang-all"),
            Grid(n=2, full=4, priors=FEW),
            role=Role.COMPARISON,
            why="Ours: Theorem 3.1 leaves LSZhang out.",
            argument="Two counts move by one, each behind noise of scale 2k/eps: the loss is at "
            "most 2 eps/(2k) <= eps/2.",
        ),
        Reading(
            "repair-b-last-eq-n-sum",
            "the last component is computed as in LSDim: alpha_i plus the released count is above "
            "0 in each component, which is all that the formula says of the algorithm",
            releases_have(lambda a: a > 0, "lszhang-rest"),
            OUTPUTS,
            role=Role.COMPARISON,
            why="Ours: the line that Algorithm 2 has after the same loop; the square in Theorem "
            "4.5 could not arise from it.",
            argument="Each component is alpha_i > 0 plus an integer that is at least 0.",
            catalogue=True,
        ),
        Reading(
            "repair-b-is-private",
            "so changed it loses at most eps",
            loss_within("lszhang-rest"),
            Grid(n=2, full=4, priors=FEW),
            role=Role.COMPARISON,
            why="Ours: Theorem 3.1 leaves LSZhang out.",
            argument="A function of k - 1 noisy counts, of which at most two move by one, behind "
            "noise of scale 2k/eps: the loss is at most eps/k.",
        ),
        Reading(
            "matches-thm-4-5-exponents",
            "with scale 2/eps on both counts, as the exponents of Theorem 4.5 need: it loses at "
            "most eps",
            loss_within("lszhang-theorem"),
            Grid(n=2, full=4, priors=FEW),
            role=Role.COMPARISON,
            why="Another algorithm than the one printed, whose scale is 2k/eps.",
            argument="Two counts move by one, each behind noise of scale 2/eps: the loss is at "
            "most 2 eps/2.",
            catalogue=True,
        ),
    ),
    severity=Severity.MISPRINT,
)

dimension = Claim(
    id="short.alg.lsdim",
    kind="algorithm",
    place="Algorithm LSDim (short-a lines 41-51, short-b lines 25-38)",
    lines=("short-a:41-51", "short-b:25-38"),
    statement=(
        "LSDim adds noise of scale k/eps to the first k - 1 counts, floors and clamps them, and "
        "computes the last count from the noise eta_i."
    ),
    readings=(
        Reading(
            "literal-short-a",
            "with the names as printed",
            check=meaningless(UNBOUND),
            role=Role.LITERAL,
            why="short-a's loop has no eta, and short-b's has eta where the last line has eta_i.",
            catalogue=True,
            repair="in the loop, let eta_i be drawn from Lap(0, |X|/eps), and use it there",
        ),
        Reading(
            "same-noise-reused-in-last-line",
            "eta_i is the noise of round i: a law, with every output possible",
            is_a_law("lsdim"),
            LAW,
            role=Role.INTENDED,
            why=SAME_NOISE,
            argument=PRODUCT,
            catalogue=True,
        ),
        Reading(
            "fresh-noise",
            "eta_i is drawn anew: a law, with every output possible",
            is_a_law("lsdim", noise="fresh"),
            Grid(n=2, priors=FEW, values={"eps": ("1/3", "1")}),
            role=Role.STRAINED,
            why=ANEW,
            argument=PRODUCT,
            catalogue=True,
        ),
    ),
    severity=Severity.MISPRINT,
)

dimension_scale = Claim(
    id="short.alg.lsdim.scale",
    kind="algorithm",
    place="the title and the noise of Algorithm LSDim (short-a lines 41, 49, short-b lines 25, 35)",
    lines=("short-a:41", "short-a:49", "short-b:25", "short-b:35"),
    statement="The scale k/eps is calibrated to the l1 norm of what a record changes.",
    readings=(
        Reading(
            "covered",
            "the parameters of neighbours are at most k apart in the l1 norm",
            parameters_move_within(size(prior)),
            CATEGORIES,
            role=Role.LITERAL,
            why="The title says for which norm the noise is made; the scale has to cover it.",
            argument="Two parameters move by one each, and k >= 2.",
        ),
        Reading(
            "the-dimension",
            "they are exactly k apart",
            parameters_move_by(size(prior)),
            Grid(n=1, priors=priors("1,1", "1,1,1")),
            role=Role.COMPARISON,
            why="Ours: calibrated noise wastes nothing, but the title does not say that.",
            repair="2 in place of k",
        ),
        Reading(
            "two",
            "they are exactly 2 apart, for every k",
            parameters_move_by(2),
            CATEGORIES,
            role=Role.COMPARISON,
            why="Ours: the scale 2/eps would do for every number of categories.",
            argument="Replacing a record takes one from a count and adds one to another.",
        ),
    ),
)

zhang_source = Claim(
    id="short-a.alg1.source",
    kind="reference",
    place="the title of Algorithm 1 (short-a line 24)",
    lines=("short-a:24",),
    statement="Algorithm 1 is a mechanism of the work cited as [1].",
    readings=(
        Reading(
            "literal",
            "the cited work has this algorithm, with noise of scale 2k/eps",
            check=outside("The cited work is not among the drafts, so nothing here can compare."),
            role=Role.LITERAL,
            why="The title cites the work behind the name of the algorithm.",
        ),
    ),
)
