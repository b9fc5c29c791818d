"""Lyu, Su and Li 2017, section 4: the general algorithm, its budget, and monotonic queries."""

from svt_words import variance

from dpbi.language.words import eps, exp, forall, log, loss, t, var, variable
from dpbi.ledger.claims import Claim, Grid, Reading, Role

c, e1, e2, e3, u = map(var, ("c", "e1", "e2", "e3", "u"))
POSITIVE = ("rational", "0", None, "()")
COUNT = variable("c", "int", 1, None)
BUDGETS = tuple(variable(name, *POSITIVE) for name in ("e1", "e2"))
SHARE = variable("t", "rational", "0", "1", "()")
ROOT = variable("u", "rational", "0", None, "()")
CODE = Grid(values={"e1": ("1/2", "1"), "e2": ("1",), "c": ("1", "2")})
NUMBERS = Grid(values={"e1": ("1/2",), "e2": ("1",), "e3": ("2",), "c": ("1", "2")})
SHARES = Grid(
    values={
        "eps": ("1", "1/3"),
        "c": ("1", "2", "4", "32", "100"),
        "t": ("1/1000", "1/20", "1/6", "1/3", "1/2", "3/4", "9/10"),
    }
)
CALCULUS = (
    "2 / e1^2 + 2 s^2 / e2^2 with a given sum is convex and has its minimum where e2^3 is s^2 e1^3."
)

seven = Claim(
    id="sparse_vector.alg-7",
    kind="theorem",
    place="Section 4.1, theorem on Algorithm 7",
    statement="Algorithm 7 is (eps1 + eps2 + eps3)-DP.",
    readings=(
        Reading(
            "literal",
            "no numbers are released (eps3 = 0), three queries with answers 0 or 1",
            forall(
                loss("svt.py:alg7", eps1=e1, eps2=e2, c=c, queries=3) <= e1 + e2,
                where=(COUNT, *BUDGETS),
            ),
            CODE,
            why="Noise of scale 1 / eps1 on the threshold and 2 c / eps2 on an answer.",
            argument=(
                "As for Algorithm 1: the threshold costs eps1, and each of at most c answers "
                "above 2 eps2 / (2 c)."
            ),
        ),
        Reading(
            "with-numbers",
            "numbers are released, two queries with answers 0 or 1",
            forall(
                loss("svt.py:alg7_with_numbers", eps1=e1, eps2=e2, eps3=e3, c=c, queries=2)
                <= e1 + e2 + e3,
                where=(COUNT, *BUDGETS, variable("e3", *POSITIVE)),
            ),
            NUMBERS,
            why="Noise of scale c / eps3, drawn anew, on an answer that is released.",
            argument=(
                "What is above or below costs eps1 + eps2; at most c numbers with noise of their "
                "own, of scale c / eps3, cost eps3."
            ),
        ),
    ),
)

monotonic = Claim(
    id="sparse_vector.alg-7.monotonic",
    kind="theorem",
    place="Section 4.3, theorem on monotonic queries",
    statement=(
        "Where neighbours move all answers the same way, noise of scale c Delta / eps2 on an "
        "answer is enough."
    ),
    readings=(
        Reading(
            "literal",
            "three queries with answers 0 or 1",
            forall(
                loss("svt.py:alg7", eps1=e1, eps2=e2, c=c, queries=3, monotonic=1, scale=1)
                <= e1 + e2,
                where=(COUNT, *BUDGETS),
            ),
            CODE,
            why="Half of the noise, over the neighbours that the theorem speaks of.",
            argument=(
                "Where all answers rise, let the noise of the threshold rise by 1, which costs "
                "eps1: answers below stay below, and an answer above moves by at most 1 beside "
                "it.  Where all fall, let it stay.  Either way each of at most c answers above "
                "costs eps2 / c."
            ),
        ),
        Reading(
            "without-condition",
            "it is enough for all neighbours",
            forall(
                loss("svt.py:alg7", eps1=e1, eps2=e2, c=c, queries=3, scale=1) <= e1 + e2,
                where=(COUNT, *BUDGETS),
            ),
            CODE,
            role=Role.COMPARISON,
            why="Whether the condition is needed.",
            why_false="An answer above falls where the threshold rises: it moves by 2 beside it.",
        ),
    ),
)

budget = Claim(
    id="sparse_vector.budget",
    kind="formula",
    place="Section 4.2",
    statement=(
        "For a given eps1 + eps2 the variance of an answer compared with the threshold is least at "
        "eps1 : eps2 = 1 : (2 c)^(2/3)."
    ),
    readings=(
        Reading(
            "literal",
            "eps1 + eps2 = eps, and any other share t of it for the threshold",
            forall(
                variance(
                    eps / (1 + exp(2 * log(2 * c) / 3)),
                    eps - eps / (1 + exp(2 * log(2 * c) / 3)),
                    2 * c,
                )
                <= variance(t * eps, (1 - t) * eps, 2 * c),
                where=(COUNT, SHARE),
            ),
            SHARES,
            why="The ratio as it is stated.",
            argument=CALCULUS + "  Here s is 2 c.",
        ),
        Reading(
            "one-to-one",
            "equal shares are as good, as in Algorithms 1 and 2",
            forall(
                variance(eps / 2, eps / 2, 2 * c) <= variance(t * eps, (1 - t) * eps, 2 * c),
                where=(COUNT, SHARE),
            ),
            SHARES,
            role=Role.COMPARISON,
            why="The shares of most variants.",
            why_false="An answer has more noise than the threshold, and gains more from its share.",
        ),
    ),
)

budget_monotonic = Claim(
    id="sparse_vector.budget.monotonic",
    kind="formula",
    place="Section 4.3",
    statement="For monotonic queries the best ratio is 1 : c^(2/3).",
    readings=(
        Reading(
            "literal",
            "eps1 + eps2 = eps, and any other share t of it for the threshold",
            forall(
                variance(eps / (1 + exp(2 * log(c) / 3)), eps - eps / (1 + exp(2 * log(c) / 3)), c)
                <= variance(t * eps, (1 - t) * eps, c),
                where=(COUNT, SHARE),
            ),
            SHARES.with_values(c=("2", "4", "27", "100")),
            why="The ratio as it is stated.",
            argument=CALCULUS + "  Here s is c.",
        ),
    ),
)
