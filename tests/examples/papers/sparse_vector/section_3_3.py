"""Lyu, Su and Li 2017, section 3.3 and the appendix: Algorithms 3 to 6, which are not private."""

from svt_words import kappa, numbers_first, numbers_second, z

from dpbi.language.words import (
    all_of,
    ceil,
    eps,
    exp,
    forall,
    loss,
    m,
    num,
    one_of,
    over,
    released,
    steps,
    t,
    var,
    variable,
    vec,
)
from dpbi.ledger.claims import Claim, Grid, Reading, Role

c = var("c")
COUNT, REAL = variable("c", "int", 1, None), variable("z", "rational", None, None, "()")
LENGTH = variable("m", "int", 1, None)
CODE = Grid(values={"eps": ("1", "4"), "c": ("1", "2")})
BUDGET = Grid(values={"eps": ("1", "1/2"), "t": ("1", "5", "20")})
PAIRS = Grid(values={"eps": ("1", "1/2", "4"), "m": ("1", "2", "3", "10")})
LINE = Grid(values={"eps": ("1", "4"), "z": ("-3", "-1", "-1/2", "0", "1/3", "1", "5")})
FIVE = released("svt.py:alg5", eps=eps)
SIX = released("svt.py:alg6", eps=eps, low=-1)
SIX_FOUR = released("svt.py:alg6", eps=eps, queries=4, low=-1)
NEVER = "The privacy property that Figure 2 gives, for each number of queries alone."

three_ratio = Claim(
    id="sparse_vector.alg-3.ratio",
    kind="formula",
    place="Appendix, theorem on Algorithm 3",
    statement=(
        "With answers (0, ..., 0, 1) at one dataset and (1, ..., 1, 0) at its neighbour, m times "
        "below and then the number 0 is likelier at the first by e^((m - 1) eps / 2)."
    ),
    readings=(
        Reading(
            "literal",
            "the quotient of the two densities, T = 0, c = 1",
            forall(
                (numbers_first(m, eps) / numbers_second(m, eps)).equals(exp((m - 1) * eps / 2)),
                where=(LENGTH,),
            ),
            PAIRS,
            why="The integrals in closed form.",
            argument=(
                "As 0 is released the threshold is at most 0; there each of m answers is below "
                "with a probability that is e^(eps/2) times as large at 0 as at 1, and the last "
                "noise is 1 beside 0: e^(-eps/2)."
            ),
        ),
    ),
)

three = Claim(
    id="sparse_vector.alg-3",
    kind="theorem",
    place="Appendix, theorem on Algorithm 3; Figure 2",
    statement="Algorithm 3, of Roth's lecture notes, is not eps'-DP for any finite eps'.",
    uses=("sparse_vector.alg-3.ratio",),
    readings=(
        Reading(
            "literal",
            "for every t there is a number m of queries at which e^t is passed",
            forall(
                over(
                    "exists",
                    "m",
                    steps(1, ceil(2 * t / eps) + 2),
                    exp(t) * numbers_second(m, eps) < numbers_first(m, eps),
                )
            ),
            BUDGET,
            why="The privacy of the algorithm, whatever the number of queries.",
            argument="The quotient is e^((m - 1) eps / 2), which has no bound.",
        ),
        Reading(
            "program",
            "the loss with two queries is already eps, and with l queries l eps / 2",
            forall(
                all_of(
                    loss("svt.py:alg3", eps=eps, queries=1).equals(eps / 2),
                    loss("svt.py:alg3", eps=eps, queries=2).equals(eps),
                )
            ),
            Grid(values={"eps": ("1", "1/2")}),
            role=Role.COMPARISON,
            why="The program of dpbi, with numbers rounded down.",
            argument=(
                "Given the noise of the threshold, every answer has noise of scale 2 / eps and "
                "moves by at most 1, which changes its chance by at most e^(eps/2).  Where a "
                "number below 0 is released the threshold is below all answers, and each chance "
                "changes by just that."
            ),
        ),
        Reading(
            "fixed-queries",
            "the loss is infinite for a given number of queries",
            forall(num(1000) < loss("svt.py:alg3", eps=eps)),
            Grid(values={"eps": ("1",)}),
            role=Role.STRAINED,
            why=NEVER,
            why_false="With two queries it is eps: the loss grows with the number of queries.",
        ),
    ),
)

four_claimed = Claim(
    id="sparse_vector.alg-4.claimed",
    kind="theorem",
    place="Section 3.3; Figure 2",
    statement="Algorithm 4, of Lee and Clifton, is not eps-DP.",
    readings=(
        Reading(
            "literal",
            "some neighbours differ by more than eps = 1, 1/2 or 4, c = 1, three queries",
            forall(
                eps < loss("svt.py:alg4", eps=eps, queries=3),
                given=[one_of(eps, 1, num(1) / 2, 4)],
            ),
            Grid(values={"eps": ("1", "1/2", "4")}),
            exhaustive=True,
            why="What its authors claim, and this paper refutes.",
        ),
    ),
)

four = Claim(
    id="sparse_vector.alg-4",
    kind="theorem",
    place="Section 3.3; Figure 2",
    statement="Algorithm 4 is ((1 + 6 c) / 4) eps-DP.",
    readings=(
        Reading(
            "literal",
            "three queries with answers 0 or 1",
            forall(
                loss("svt.py:alg4", eps=eps, c=c, queries=3) <= (1 + 6 * c) * eps / 4,
                where=(COUNT,),
            ),
            CODE,
            why="The constant of Figure 2.",
            argument=(
                "For a neighbour let the noise of the threshold be larger by 1: that costs "
                "eps / 4, and answers below stay below.  Each of at most c answers above moves by "
                "at most 2 beside it, with noise of scale 4 / (3 eps), and costs 3 eps / 2."
            ),
        ),
        Reading(
            "reached",
            "eps = 1, c = 1: 17/10 of the 7/4 is passed at answers far from the threshold",
            forall(num(17) / 10 <= loss("svt.py:alg4_far", eps=eps), given=[eps.equals(1)]),
            Grid(values={"eps": ("1",)}),
            exhaustive=True,
            role=Role.COMPARISON,
            why="Whether the constant could be less.",
        ),
        Reading(
            "monotonic",
            "for monotonic queries (1 + 3 c) / 4 of eps is enough",
            forall(
                loss("svt.py:alg4", eps=eps, c=c, queries=3, monotonic=1) <= (1 + 3 * c) * eps / 4,
                where=(COUNT,),
            ),
            CODE,
            role=Role.COMPARISON,
            why="By the argument of section 4.3; frequent itemsets, its use, are such queries.",
            argument=(
                "Where all answers rise, let the noise of the threshold rise by 1: answers above "
                "move by at most 1 beside it.  Where all fall, let it stay: answers below stay "
                "below, and answers above move by at most 1."
            ),
        ),
    ),
)

five = Claim(
    id="sparse_vector.alg-5",
    kind="theorem",
    place="Section 3.3, theorem on Algorithm 5; Figure 2",
    statement="Algorithm 5, of Stoddard et al., is not eps'-DP for any finite eps'.",
    readings=(
        Reading(
            "literal",
            "answers (0, 1) beside (1, 0): below, then above is possible at the first alone",
            forall(
                all_of(
                    num(0) < FIVE(vec(0, 1), vec(0, 1)),
                    FIVE(vec(1, 0), vec(0, 1)).equals(0),
                )
            ),
            Grid(values={"eps": ("1", "1/100", "8")}),
            why="The two datasets of the paper's proof.",
            argument="The threshold would have to be above 1 and at most 0.",
        ),
        Reading(
            "value",
            "it is possible with probability (1 - e^(-eps/2)) / 2",
            forall(FIVE(vec(0, 1), vec(0, 1)).equals((1 - exp(-eps / 2)) / 2)),
            Grid(values={"eps": ("1", "1/100", "8")}),
            role=Role.COMPARISON,
            why="By how much delta would have to be positive.",
            argument="The noise of the threshold, of scale 2 / eps, is between 0 and 1.",
        ),
    ),
)

factor = Claim(
    id="sparse_vector.alg-6.kappa",
    kind="proof-step",
    place="Appendix, proof on Algorithm 6",
    statement=(
        "With F the distribution function of noise of scale 2 / eps, F(z) (1 - F(z)) is at least "
        "e^(eps/2) F(z - 1) (1 - F(z + 1)), whatever z."
    ),
    readings=(
        Reading(
            "literal",
            "Delta = 1",
            forall(exp(eps / 2) <= kappa(z, eps), where=(REAL,)),
            LINE,
            why="The step in the paper's terms.",
            argument=(
                "For z <= 0, F(z) is e^(eps/2) F(z - 1), and 1 - F falls; for z >= 0, 1 - F(z) is "
                "e^(eps/2) (1 - F(z + 1)), and F rises."
            ),
        ),
    ),
)

six = Claim(
    id="sparse_vector.alg-6",
    kind="theorem",
    place="Appendix, theorem on Algorithm 6; Figure 2",
    statement="Algorithm 6, of Chen et al., is not eps'-DP for any finite eps'.",
    uses=("sparse_vector.alg-6.kappa",),
    readings=(
        Reading(
            "literal",
            "2 m answers 0 beside m answers 1 and m answers -1: m below and m above are likelier "
            "at the first by e^(m eps / 2) or more, m = 1 and 2",
            forall(
                all_of(
                    exp(eps / 2) * SIX(vec(1, -1), vec(0, 1)) <= SIX(vec(0, 0), vec(0, 1)),
                    exp(eps) * SIX_FOUR(vec(1, 1, -1, -1), vec(0, 0, 1, 1))
                    <= SIX_FOUR(vec(0, 0, 0, 0), vec(0, 0, 1, 1)),
                )
            ),
            Grid(values={"eps": ("1", "1/2")}),
            why="The datasets of the paper's proof; the argument is for all m.",
            argument=(
                "Given the noise z of the threshold, m answers below and m above have the "
                "probability (F(z) (1 - F(z)))^m at the first, and (F(z - 1) (1 - F(z + 1)))^m at "
                "the other: e^(m eps / 2) times less."
            ),
        ),
        Reading(
            "fixed-queries",
            "the loss is infinite for a given number of queries",
            forall(num(1000) < loss("svt.py:alg6", eps=eps)),
            Grid(values={"eps": ("1",)}),
            role=Role.STRAINED,
            why=NEVER,
            why_false="With two queries it is less than eps.",
        ),
    ),
)
