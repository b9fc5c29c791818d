"""Lyu, Su and Li 2017, section 2: Laplace noise and the exponential mechanism."""

from svt_words import answers, density, em_one_way, i, monotonic, near, x, y, z

from dpbi.language.words import eps, exp, forall, steps, var, variable
from dpbi.ledger.claims import Claim, Grid, Reading, Role

c = var("c")
COUNT, REAL = variable("c", "int", 1, None), variable("z", "rational", None, None, "()")
LINE = Grid(values={"eps": ("1", "4"), "c": ("1", "3"), "z": ("-2", "-1", "-1/2", "0", "1/2", "3")})
PLACE = variable("i", "in", steps(0, 2))
EPS = Grid(values={"eps": ("1", "1/2")})

laplace = Claim(
    id="sparse_vector.laplace",
    kind="definition",
    place="Section 2, Laplace mechanism",
    statement=(
        "The density of Laplace noise of scale b changes by a factor of at most e^(Delta/b) over "
        "Delta."
    ),
    readings=(
        Reading(
            "literal",
            "Delta = 1, scale 2 c / eps",
            forall(
                density(z, 2 * c / eps) <= exp(eps / (2 * c)) * density(z + 1, 2 * c / eps),
                where=(COUNT, REAL),
            ),
            LINE,
            why="The fact on noise from which every proof starts.",
            argument="abs(z + 1) is at most abs(z) + 1.",
        ),
    ),
)

one_way = Claim(
    id="sparse_vector.em.one-way",
    kind="theorem",
    place="Section 2, exponential mechanism",
    statement=(
        "Where all qualities move the same way between neighbours, weights e^(eps q / Delta) make "
        "the exponential mechanism eps-DP: the factor 2 can be left out."
    ),
    readings=(
        Reading(
            "literal",
            "three qualities of 0 or 1, Delta = 1",
            forall(
                em_one_way(x, i, eps) <= exp(eps) * em_one_way(y, i, eps),
                given=[monotonic(x, y)],
                where=(*answers(0, 1, 3), PLACE),
            ),
            EPS,
            why="The remark with the constant of the paper.",
            argument=(
                "Where all rise, each weight and their sum rise by a factor between 1 and e^eps: "
                "the quotient moves by at most that either way."
            ),
        ),
        Reading(
            "any-way",
            "the same for all neighbours",
            forall(
                em_one_way(x, i, eps) <= exp(eps) * em_one_way(y, i, eps),
                given=[near(x, y)],
                where=(*answers(0, 1, 3), PLACE),
            ),
            EPS,
            role=Role.COMPARISON,
            why="Whether the condition is needed.",
            why_false="One weight rises by e^eps while the others fall by as much.",
        ),
    ),
)
