"""McKenna and Sheldon 2020, section 3: permute-and-flip, and what makes it private."""

from pf_words import (
    ALL,
    CANDIDATE,
    OTHERS,
    PAIRS,
    SCORES,
    SECOND,
    WIDE,
    better,
    coin,
    each,
    everywhere,
    gap,
    h,
    i,
    near,
    pf,
    pf_by_orders,
    q,
    raised,
    rises,
    swapped,
    top,
    weights,
    z,
)

from dpbi.language.words import (
    absolute,
    at,
    eps,
    exp,
    forall,
    grid,
    k,
    loss,
    num,
    over,
    released,
    size,
    steps,
    var,
    variable,
    vec,
)
from dpbi.ledger.claims import Claim, Grid, Reading, Role

CODES = Grid(values={"eps": ("1", "3")})
THREE = (variable("q", "in", grid(steps(0, 2), num(3))), variable("i", "in", steps(0, 2)))
ONCE = Grid(values={"eps": ("1",)})
w, PLACES = var("w"), steps(0, size(q) - 1)
BOTH = (*SCORES, OTHERS, CANDIDATE)
INTEGRAL = (
    "A coin of probability p that is tossed at a uniform time shows heads before t with "
    "probability p t; so the probability of i is its coin times the integral over t in [0, 1] of "
    "the product over the others of 1 - t p_h.  "
)
FALL = (
    "After a shift, the score of i stays and others fall.  Its coin rises by the factor c >= 1 by "
    "which the best score comes nearer, and the other coins p' are at most c times the p before.  "
    "c times the integral of the product of 1 - t p'_h over [0, 1] is the integral of that of "
    "1 - u p'_h / c over [0, c]: no factor is negative, and on [0, 1] each is at least 1 - u p_h."
)
ANSWERS = {"candidates": 3, "highest": 2}

law = Claim(
    id="permute_and_flip.alg1.law",
    kind="algorithm",
    place="Algorithm 1",
    statement="Permute-and-flip always returns a candidate.",
    readings=(
        Reading(
            "literal",
            "the probabilities of all candidates add up to 1",
            forall(each("sum", "i", pf(q, i, eps)).equals(1), where=SCORES),
            WIDE,
            why="The loop has no other way to end.",
            argument="The loop ends at a best candidate at the latest, whose coin is certain.",
        ),
    ),
)

mass = Claim(
    id="permute_and_flip.pmf",
    kind="lemma",
    place="Appendix A, probability mass function",
    statement=(
        "The probability of a candidate is its coin times the mean, over all orders, of the "
        "product of the tails before it, and can be computed without going through the orders."
    ),
    readings=(
        Reading(
            "literal",
            "orders, and sets of other candidates by inclusion and exclusion, say the same",
            forall(pf(q, i, eps).equals(pf_by_orders(q, i, eps)), where=(*SCORES, CANDIDATE)),
            PAIRS,
            why="The loop of Algorithm 1, order by order, beside a sum over subsets.",
            argument=INTEGRAL + "Multiplied out, the product is the sum over subsets.",
        ),
        Reading(
            "program",
            "the loop of Algorithm 1, walked by dpbi, has this law",
            forall(
                released("pf.py:permute_and_flip", eps=eps, **ANSWERS)(q, vec(i)).equals(
                    pf(q, i, eps)
                ),
                where=THREE,
            ),
            ONCE,
            role=Role.COMPARISON,
            why="Ties the formulas of this folder to code.",
            argument=INTEGRAL + "The program is the loop.",
        ),
        Reading(
            "noisy-max",
            "so has the largest score after exponential noise of scale 2 / eps",
            forall(
                released("pf.py:noisy_max", eps=eps, **ANSWERS)(q, vec(i)).equals(pf(q, i, eps)),
                where=THREE,
            ),
            ONCE,
            role=Role.COMPARISON,
            why="Not of the paper: others found it a year later.",
            argument=INTEGRAL
            + "With noise, i reaches the best score with the probability of its coin, as it has "
            "to; what it then has beyond is exponential again, x, and e^(-eps x / 2) is uniform: "
            "call it t.  Another candidate stays below with probability 1 - t p_h.",
        ),
    ),
)

symmetry = Claim(
    id="permute_and_flip.regular.symmetry",
    kind="symmetry",
    place="Section 3, regular mechanisms; first step of the proof of Theorem 1",
    statement="Permute-and-flip is symmetric: candidates that change places change their laws.",
    readings=(
        Reading(
            "literal",
            "two candidates exchange their scores, which generates all permutations",
            forall(
                pf(q, i, eps).equals(pf(z, h, eps)),
                given=[swapped(q, z, i, h)],
                where=(*BOTH, SECOND),
            ),
            PAIRS,
            why="Symmetry as it is defined, for transpositions.",
            argument=INTEGRAL + "It does not depend on how the candidates are called.",
        ),
    ),
)

shift = Claim(
    id="permute_and_flip.regular.shift",
    kind="symmetry",
    place="Section 3, regular mechanisms; first step of the proof of Theorem 1",
    statement="Permute-and-flip does not change where one number is added to all scores.",
    readings=(
        Reading(
            "literal",
            "whole scores, shifted by 1",
            forall(
                pf(q, i, eps).equals(pf(z, i, eps)),
                given=[everywhere(q, z, num(1))],
                where=BOTH,
            ),
            PAIRS,
            why="Shift invariance as it is defined.",
            argument="The coins depend on differences to the best score alone.",
        ),
    ),
)

monotone = Claim(
    id="permute_and_flip.regular.monotone",
    kind="symmetry",
    place="Section 3, regular mechanisms; first step of the proof of Theorem 1",
    statement=(
        "A candidate does not become less likely where its score rises and no other score does."
    ),
    readings=(
        Reading(
            "literal",
            "whole scores",
            forall(pf(q, i, eps) <= pf(z, i, eps), given=[better(q, z, i)], where=BOTH),
            PAIRS,
            why="Monotonicity as it is defined.",
            argument=INTEGRAL + FALL,
        ),
        Reading(
            "strictly",
            "it becomes more likely where its score rises",
            forall(
                pf(q, i, eps) < pf(z, i, eps),
                given=[better(q, z, i), at(q, i) < at(z, i)],
                where=BOTH,
            ),
            PAIRS,
            role=Role.COMPARISON,
            why="The definition asks for the weak order alone.",
            argument=INTEGRAL + FALL + "  Every other score falls, so the inequality is strict.",
        ),
    ),
)


enough = Claim(
    id="permute_and_flip.regular.private",
    kind="lemma",
    place="Section 3, privacy of regular mechanisms",
    statement=(
        "Of a regular mechanism one inequality has to be shown: that raising one score by "
        "2 Delta multiplies the probability of its candidate by at most e^eps."
    ),
    uses=(
        "permute_and_flip.regular.shift",
        "permute_and_flip.regular.monotone",
    ),
    readings=(
        Reading(
            "literal",
            "no neighbour makes i likelier than raising it by 2 does, Delta = 1",
            forall(
                pf(w, i, eps) <= pf(z, i, eps),
                given=[raised(q, z, i, num(2)), near(q, w)],
                where=(*BOTH, variable("w", "in", ALL)),
            ),
            PAIRS,
            why="What the lemma saves: all neighbours but one kind.",
            argument=(
                "Among neighbours, i at q_i + 1 and all others at q_h - 1 is the best for i, as "
                "the mechanism is monotone; shifted by 1, this is q with q_i + 2."
            ),
        ),
    ),
)

private = Claim(
    id="permute_and_flip.thm-1",
    kind="theorem",
    place="Theorem 1",
    statement="Permute-and-flip with coins e^(eps (q_r - q_*) / (2 Delta)) is eps-DP.",
    uses=(
        "permute_and_flip.regular.symmetry",
        "permute_and_flip.regular.shift",
        "permute_and_flip.regular.monotone",
        "permute_and_flip.regular.private",
    ),
    readings=(
        Reading(
            "literal",
            "whole scores, of which every one may change by Delta = 1",
            forall(pf(q, i, eps) <= exp(eps) * pf(z, i, eps), given=[near(q, z)], where=BOTH),
            PAIRS,
            why="The words and the constant of the paper, in units of the sensitivity.",
            argument=INTEGRAL
            + "It is enough to raise one score by 2.  Up to the best score this multiplies its "
            "coin, and no other.  Beyond, by b in units of 2 / eps, all other coins fall by e^-b: "
            "the integral over [0, 1] is e^b times one of the old product over [0, e^-b].",
        ),
        Reading(
            "program",
            "the loss of the loop of Algorithm 1 over all vectors of three scores from 0 to 2",
            forall(loss("pf.py:permute_and_flip", eps=eps, **ANSWERS) <= eps),
            CODES,
            role=Role.COMPARISON,
            why="The loop as code, beside the formulas.",
            argument="The program is Algorithm 1, and this one of the cases above.",
        ),
        Reading(
            "tight",
            "the loss is eps, not less",
            forall(
                exp(eps) * pf(q, i, eps) <= pf(z, i, eps),
                given=[raised(q, z, i, num(2)), at(z, i) <= top(q)],
                where=BOTH,
            ),
            PAIRS,
            role=Role.COMPARISON,
            why="The mechanism is made from the constraints, taken as equations.",
            argument="Only the coin of i changes, by e^eps: its probability changes by as much.",
        ),
        Reading(
            "one-sided-half",
            "where all scores move the same way, coins e^(eps (q_r - q_*) / Delta) are enough",
            forall(
                pf(q, i, 2 * eps) <= exp(eps) * pf(z, i, 2 * eps), given=[rises(q, z)], where=BOTH
            ),
            PAIRS,
            role=Role.COMPARISON,
            why="What is known of the exponential mechanism, asked of this one.",
            argument=INTEGRAL
            + "At worst for this direction, i stays and all others rise by 1; after a shift, i "
            "falls by 1.  Up to the best score that divides its coin by e^eps; where it was the "
            "best, all other coins rise by a factor e^b and the integral falls by at most that.",
        ),
    ),
)

recurrence = Claim(
    id="permute_and_flip.recurrence",
    kind="formula",
    place="Section 3, derivation of the mechanism",
    statement=(
        "A candidate that is worse than the best by 2 Delta or more has e^-eps times the "
        "probability that it has with its score raised by 2 Delta."
    ),
    readings=(
        Reading(
            "literal",
            "whole scores, Delta = 1",
            forall(
                pf(q, i, eps).equals(exp(-eps) * pf(z, i, eps)),
                given=[raised(q, z, i, num(2)), at(q, i) + 2 <= top(q)],
                where=BOTH,
            ),
            PAIRS,
            why="The recurrence from which the mechanism is found.",
            argument="The best score stays, so only the coin of i changes, by e^-eps.",
        ),
        Reading(
            "without-condition",
            "whatever the score",
            forall(
                pf(q, i, eps).equals(exp(-eps) * pf(z, i, eps)),
                given=[raised(q, z, i, num(2))],
                where=BOTH,
            ),
            PAIRS,
            role=Role.COMPARISON,
            why="The condition on the score is needed.",
            why_false="A best candidate cannot become likelier by e^eps: its coin is 1 already.",
        ),
    ),
)

rest = Claim(
    id="permute_and_flip.recurrence.best",
    kind="formula",
    place="Section 3, derivation of the mechanism",
    statement="The best candidates share, in equal parts, what the others leave.",
    readings=(
        Reading(
            "literal",
            "a best candidate: 1 minus all that is worse, divided by the number of the best",
            forall(
                (over("count", "h", PLACES, at(q, h).equals(top(q))) * pf(q, i, eps)).equals(
                    1 - over("sumif", "h", PLACES, at(q, h) < top(q), pf(q, h, eps))
                ),
                given=[at(q, i).equals(top(q))],
                where=(*SCORES, CANDIDATE),
            ),
            WIDE,
            why="The other half of the recurrence.",
            argument="All probabilities add up to 1, and equal scores have equal ones.",
        ),
    ),
)

replacement = Claim(
    id="permute_and_flip.alg2",
    kind="algorithm",
    place="Section 3, the exponential mechanism as a loop",
    statement=(
        "The same loop with replacement, in which a candidate may come up again, is the "
        "exponential mechanism."
    ),
    readings=(
        Reading(
            "literal",
            "the loop, walked by dpbi: its law times the sum of weights is the weight, to 1e-12",
            forall(
                absolute(
                    released("pf.py:with_replacement", eps=eps, **ANSWERS)(q, vec(i))
                    * weights(q, eps)
                    - coin(q, i, eps)
                )
                <= num(1) / 10**12,
                where=THREE,
            ),
            ONCE,
            why="Sampling by rejection, as it is printed.",
            argument=(
                "Each round ends the loop at i with probability coin / k, whatever came before: "
                "the last round is in proportion to the coins."
            ),
        ),
    ),
)

linear = Claim(
    id="permute_and_flip.linear-time",
    kind="qualitative",
    place="Abstract; section 3",
    statement="The mechanism is simple to implement and runs in linear time.",
    readings=(
        Reading(
            "literal",
            "no candidate comes up twice, so there are at most k flips",
            forall(
                over("sumif", "i", PLACES, num(1) <= gap(q, i), num(1)) + 1 <= k,
                where=SCORES,
            ),
            WIDE,
            why="The loop ends at the first best candidate, after those that are worse at most.",
            argument="At least one of the k candidates is a best one.",
        ),
    ),
)
