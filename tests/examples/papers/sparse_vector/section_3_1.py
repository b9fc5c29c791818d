"""Lyu, Su and Li 2017, section 3: Algorithms 1 and 2, which are private."""

from svt_words import answers, below, near, variance, x, y, z

from dpbi.language.words import eps, exp, forall, loss, num, released, var, variable, vec
from dpbi.ledger.claims import Claim, Grid, Reading, Role

c, t = var("c"), var("t")
P = released("svt.py:alg1", eps=eps, queries=3)
COUNT, REAL = variable("c", "int", 1, None), variable("z", "rational", None, None, "()")
MOVE = variable("t", "rational", "-1", "1", "[]")
CODE = Grid(values={"eps": ("1", "4"), "c": ("1", "2")})
ONCE = Grid(values={"eps": ("1", "1/2")})
LINE = Grid(values={"eps": ("1", "4"), "c": ("1", "3"), "z": ("-2", "-1", "-1/2", "0", "1/2", "3")})
SHIFT = (
    "Given the noise z of the threshold, answers are independent.  For a neighbour let the noise "
    "be z + 1: its density is at least e^(-1/scale) of that at z, and where an answer was below it "
    "is still below, as it moves by at most 1.  "
)

still_below = Claim(
    id="sparse_vector.thm-2.below",
    kind="proof-step",
    place="Section 3.1, proof of Lemma 1",
    statement=(
        "An answer that is below the threshold with noise z is below that with z + Delta at a "
        "neighbour with at least the same probability."
    ),
    readings=(
        Reading(
            "literal",
            "the answer rises by t, at most Delta = 1",
            forall(
                below(z, 4 * c / eps) <= below(z + 1 - t, 4 * c / eps),
                where=(COUNT, REAL, MOVE),
            ),
            LINE.with_values(t=("-1", "-1/2", "0", "1/2", "1")),
            why="The step in the paper's terms, with the threshold at 0.",
            argument="A distribution function does not fall.",
        ),
    ),
)

still_above = Claim(
    id="sparse_vector.thm-2.above",
    kind="proof-step",
    place="Section 3.1, proof of Theorem 2",
    statement=(
        "An answer above the threshold with noise z is above that with z + Delta at a neighbour "
        "with at least e^(-eps/(2c)) of the probability."
    ),
    readings=(
        Reading(
            "literal",
            "the answer rises by t, between -1 and 1",
            forall(
                1 - below(z, 4 * c / eps)
                <= exp(eps / (2 * c)) * (1 - below(z + 1 - t, 4 * c / eps)),
                where=(COUNT, REAL, MOVE),
            ),
            LINE.with_values(t=("-1", "-1/2", "0", "1/2", "1")),
            why="The step in the paper's terms: noise of scale 4 c / eps, moved by at most 2.",
            argument="Moving the noise by at most 2 costs a factor of at most e^(2 eps / (4 c)).",
        ),
        Reading(
            "scale-2c",
            "half of the noise is enough",
            forall(
                1 - below(z, 2 * c / eps)
                <= exp(eps / (2 * c)) * (1 - below(z + 1 - t, 2 * c / eps)),
                where=(COUNT, REAL, MOVE),
            ),
            LINE.with_values(t=("-1", "-1/2", "0", "1/2", "1")),
            role=Role.COMPARISON,
            why="The factor 2 in the noise is where variants differ.",
            why_false="The threshold and the answer both move, in opposite directions.",
        ),
    ),
)

free = Claim(
    id="sparse_vector.lemma-1",
    kind="lemma",
    place="Lemma 1",
    statement=(
        "The probability that the first l answers are all below changes by a factor of at most "
        "e^(eps/2) between neighbours, whatever l."
    ),
    uses=("sparse_vector.laplace", "sparse_vector.thm-2.below"),
    readings=(
        Reading(
            "literal",
            "Algorithm 1 with three queries",
            forall(
                P(x, vec(0, 0, 0)) <= exp(eps / 2) * P(y, vec(0, 0, 0)),
                given=[near(x, y)],
                where=answers(0, 1, 3),
            ),
            ONCE,
            why="The lemma for one length; the argument is for all.",
            argument=SHIFT + "The threshold has scale 2 / eps.",
        ),
        Reading(
            "above",
            "so does the probability that the third is the first above",
            forall(
                P(x, vec(0, 0, 1)) <= exp(eps / 2) * P(y, vec(0, 0, 1)),
                given=[near(x, y)],
                where=answers(-1, 1, 3),
            ),
            Grid(values={"eps": ("1",)}),
            role=Role.COMPARISON,
            why="The lemma is about answers below alone.",
            why_false="The answer above falls where the threshold rises.",
        ),
    ),
)

one = Claim(
    id="sparse_vector.thm-2",
    kind="theorem",
    place="Theorem 2; Figure 2",
    statement="Algorithm 1 is eps-DP.",
    uses=("sparse_vector.lemma-1", "sparse_vector.thm-2.below", "sparse_vector.thm-2.above"),
    readings=(
        Reading(
            "literal",
            "three queries with answers 0 or 1",
            forall(loss("svt.py:alg1", eps=eps, c=c, queries=3) <= eps, where=(COUNT,)),
            CODE,
            why="The algorithm as it is printed, for one number of queries.",
            argument=SHIFT
            + "Its scale is 2 / eps.  An answer above moves by at most 2 beside the threshold, "
            "with noise of scale 4 c / eps; there are at most c of them.",
        ),
        Reading(
            "reached",
            "eps = 1, c = 1: more than 9/10 is reached at answers far from the threshold",
            forall(
                num(9) / 10 <= loss("svt.py:alg1_far", eps=eps),
                given=[eps.equals(1)],
            ),
            Grid(values={"eps": ("1",)}),
            role=Role.COMPARISON,
            why="Whether eps could be less.",
            exhaustive=True,
        ),
    ),
)

two = Claim(
    id="sparse_vector.alg-2",
    kind="theorem",
    place="Section 3.2; Figure 2",
    statement="Algorithm 2, of Dwork and Roth's book, is eps-DP.",
    readings=(
        Reading(
            "literal",
            "three queries with answers 0 or 1",
            forall(loss("svt.py:alg2", eps=eps, c=c, queries=3) <= eps, where=(COUNT,)),
            CODE,
            why="The algorithm as it is printed, for one number of queries.",
            argument=SHIFT
            + "Its scale is 2 c / eps.  The answer above that ends its use moves by at most 2 "
            "beside it, with noise of scale 4 c / eps.  So each of at most c thresholds costs "
            "eps / (2 c) twice, and a last one without an answer above costs it once.",
        ),
        Reading(
            "once",
            "with c = 1 it is Algorithm 1",
            forall(
                released("svt.py:alg2", eps=eps)(x, vec(0, 1)).equals(
                    released("svt.py:alg1", eps=eps)(x, vec(0, 1))
                ),
                where=answers(0, 1, 2)[:1],
            ),
            ONCE,
            role=Role.COMPARISON,
            why="They differ in how the threshold's noise grows with c, and in renewing it.",
            argument="With c = 1 all scales agree, and nothing follows the first answer above.",
        ),
    ),
)

noise = Claim(
    id="sparse_vector.alg-1.noise",
    kind="qualitative",
    place="Section 3.2",
    statement=(
        "At the same privacy Algorithm 1 needs less noise than Algorithm 2: its threshold's noise "
        "does not grow with c, and renewing it is unnecessary."
    ),
    readings=(
        Reading(
            "literal",
            "the variance of an answer compared with the threshold, for c >= 2",
            forall(
                variance(eps / 2, eps / 2, 2 * c) < variance(eps / 2 / c, eps / 2, 2 * c),
                given=[num(2) <= c],
                where=(COUNT,),
            ),
            LINE.with_values(c=("2", "3", "50")),
            why="For c = 1 they are one algorithm.",
            argument="8 / eps^2 is less than 8 c^2 / eps^2.",
        ),
    ),
)
