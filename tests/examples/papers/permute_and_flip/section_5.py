"""McKenna and Sheldon 2020, section 5: in what sense permute-and-flip is optimal."""

from pf_words import pf

from dpbi.language.words import (
    all_of,
    at,
    eps,
    exp,
    forall,
    grid,
    log,
    num,
    some,
    sqrt,
    var,
    variable,
    vec,
)
from dpbi.ledger.claims import Claim, Grid, Reading, Role

g = var("g")
TABLES = variable("g", "in", grid(some(*(num(v) / 20 for v in range(11))), num(2)))

two = Claim(
    id="permute_and_flip.optimal.two",
    kind="theorem",
    place="Section 5, Pareto optimality",
    statement=(
        "For two candidates no regular eps-DP mechanism is better than permute-and-flip at any "
        "scores that differ by a multiple of 2 Delta."
    ),
    readings=(
        Reading(
            "two-candidates",
            "two candidates 2 Delta or 4 Delta apart; g is how often the worse is released",
            forall(
                all_of(pf(vec(0, 2), 0, eps) <= at(g, 0), pf(vec(0, 4), 0, eps) <= at(g, 1)),
                given=[
                    exp(-eps) / 2 <= at(g, 0),
                    exp(-eps) * at(g, 0) <= at(g, 1),
                ],
                where=(TABLES,),
            ),
            Grid(values={"eps": ("1/2", "1", "3")}),
            why=(
                "A case of the paper's theorem, which has any number of candidates and says that "
                "what is better at some scores is worse at others."
            ),
            argument=(
                "Equal scores have 1/2 each; raising the worse by 2 multiplies what it has by at "
                "most e^eps.  Permute-and-flip has e^(-eps j) / 2 at a difference of 2 j."
            ),
        ),
    ),
)

constant = Claim(
    id="permute_and_flip.optimal.constant",
    kind="constant",
    place="Section 5, overall optimality",
    statement=(
        "The theorem on overall optimality asks for eps >= ln((3 + sqrt(5)) / 2), about 0.96."
    ),
    readings=(
        Reading(
            "value",
            "to two digits",
            forall(
                all_of(
                    num("0.955") < log((3 + sqrt(num(5))) / 2),
                    log((3 + sqrt(num(5))) / 2) < num("0.965"),
                )
            ),
            Grid(),
            why="The number that the paper prints beside it.",
            exhaustive=True,
        ),
        Reading(
            "where",
            "the condition is e^eps + e^-eps >= 3",
            forall(
                (exp(eps) + exp(-eps)) >= 3,
                given=[log((3 + sqrt(num(5))) / 2) <= eps],
            ),
            Grid(values={"eps": ("1", "97/100", "2", "8")}),
            role=Role.COMPARISON,
            why="Where the constant comes from.",
            argument="(3 + sqrt 5) / 2 is the larger root of x + 1/x = 3, which rises from 1.",
        ),
    ),
)
