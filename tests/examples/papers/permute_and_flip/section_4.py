"""McKenna and Sheldon 2020, section 4: beside the exponential mechanism."""

from pf_words import (
    CANDIDATE,
    SCORES,
    SIZES,
    WIDE,
    alone,
    em,
    em_error,
    em_score,
    em_tail,
    em_worst,
    i,
    mean_coin,
    pf,
    pf_error,
    pf_score,
    pf_tail,
    pf_worst,
    q,
)

from dpbi.language.words import (
    absolute,
    all_of,
    eps,
    exp,
    forall,
    grid,
    k,
    log,
    m,
    num,
    steps,
    t,
    variable,
)
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity

RATIO = (
    "With f_i the integral over t in [0, 1] of the product of 1 - t p_h over all h but i, the "
    "probability of i is p_i f_i, and p_i / P under the exponential mechanism, P being the sum of "
    "all p.  "
)
RISES = RATIO + (
    "f_i grows with p_i, as f_i has the factor 1 - t p_h where f_h has 1 - t p_i: permute-and-flip "
    "moves probability from worse candidates to better ones."
)


HALF = RATIO + (
    "As 1 - t p >= (1 - t)^p, f_i is at least 1 / (1 + P - p_i); with P >= 1 that is at least "
    "1 / (2 P), and more than that, as p_i > 0."
)
AVERAGED = (
    "With F(p) = p ln(1/p) the error is 2 / eps times the integral over t of (1 - t) times the sum "
    "over the others of F(p_i) times the product of 1 - t p_h.  Let two coins a > b approach each "
    "other, their sum fixed.  The product of their factors rises.  F(a) (1 - t b) + F(b) (1 - t a) "
    "does not fall if ln(a/b) >= t (a - b) (ln(1/a) + ln(1/b) - 1).  With u = ln(1/a) and d = "
    "ln(a/b) this is d >= t e^-u (1 - e^-d) (2 u - 1 + d); as 1 - e^-d is at most d and at most "
    "1, the right side is at most 2 u e^-u d where 2 u > 1, which is less than d, and d otherwise."
)
ONCE = WIDE.with_values(eps=("1",))
TWO = WIDE.with_values(k=("2",))
WORST = WIDE.with_values(t=("1", "2"))
SHIFTED = (*SIZES, variable("q", "in", grid(steps(-m, m), k)))

dominance = Claim(
    id="permute_and_flip.dominance.tail",
    kind="theorem",
    place="Section 4, the theorem on stochastic dominance",
    statement=(
        "Whatever the scores and t, permute-and-flip errs by t or more with at most the "
        "probability with which the exponential mechanism does."
    ),
    readings=(
        Reading(
            "literal",
            "whole scores, t > 0",
            forall(pf_tail(q, t, eps) <= em_tail(q, t, eps), where=SCORES),
            WIDE.with_values(t=("1", "2", "3")),
            why="Stochastic dominance as it is stated.",
            argument=RISES,
        ),
    ),
)

mean = Claim(
    id="permute_and_flip.dominance.mean",
    kind="theorem",
    place="Section 4, the theorem on stochastic dominance; abstract",
    statement="Its expected error is at most that of the exponential mechanism.",
    uses=("permute_and_flip.dominance.tail",),
    readings=(
        Reading(
            "literal",
            "whole scores",
            forall(pf_error(q, eps) <= em_error(q, eps), where=SCORES),
            WIDE,
            why="The statement on expectations.",
            argument=RISES,
        ),
        Reading(
            "two-candidates-alike",
            "for two candidates they are equal",
            forall(pf_error(q, eps).equals(em_error(q, eps)), where=SCORES),
            TWO,
            role=Role.COMPARISON,
            why="Two candidates leave little room; the paper does not say that they are equal.",
            why_false="p / 2 is less than p / (1 + p) as soon as the two scores differ.",
        ),
    ),
)

twice = Claim(
    id="permute_and_flip.twice.bound",
    kind="theorem",
    place="Section 4, comparison; abstract",
    statement="The expected error is at most halved: the improvement is at most a factor of two.",
    readings=(
        Reading(
            "literal",
            "whole scores",
            forall(em_error(q, eps) <= 2 * pf_error(q, eps), where=SCORES),
            WIDE,
            why="What a factor of two says of errors.",
            argument=HALF,
        ),
        Reading(
            "each-candidate",
            "no candidate has less than half of its probability under the exponential mechanism",
            forall(em(q, i, eps) < 2 * pf(q, i, eps), where=(*SCORES, CANDIDATE)),
            WIDE,
            role=Role.COMPARISON,
            why="Stronger, and as true: the factor is never reached.",
            argument=HALF,
        ),
    ),
)

attained = Claim(
    id="permute_and_flip.twice.reached",
    kind="assertion",
    place="Section 4, comparison; abstract",
    statement="At some scores the improvement comes as near to a factor of two as one likes.",
    readings=(
        Reading(
            "literal",
            "one candidate is best, and the coins of all others are t / (2 (k - 1)): within t of 2",
            forall(
                (2 - t) * pf_worst(k, 1, t / (2 * (k - 1))) <= em_worst(k, 1, t / (2 * (k - 1))),
                where=(variable("t", "rational", "0", "1", "()"),),
            ),
            Grid(values={"k": ("2", "3", "10"), "t": ("1/10", "1/1000", "9/10")}),
            why="Up to a factor of two; both errors are in units of what the others fall short by.",
            argument=(
                "With (k - 1) p = t / 2 the exponential mechanism errs with probability "
                "(t / 2) / (1 + t / 2), and permute-and-flip with at most (k - 1) p / 2: a better "
                "one than i comes first in half of the orders at least.  The quotient is at least "
                "2 / (1 + t / 2), which is more than 2 - t."
            ),
        ),
    ),
)

abstract = Claim(
    id="permute_and_flip.abstract.score",
    kind="assertion",
    place="Abstract",
    statement=(
        "The expected score is always at least that of the exponential mechanism, with "
        "improvements of up to a factor of two."
    ),
    readings=(
        Reading(
            "score",
            "no expected score is more than twice that of the exponential mechanism",
            forall(
                pf_score(q, eps) <= 2 * em_score(q, eps),
                given=[num(0) < em_score(q, eps)],
                where=SHIFTED,
            ),
            TWO.with_values(m=("2",), eps=("1/2",)),
            why="The sentence speaks of scores, and a factor of two has no other subject.",
            why_false=(
                "Scores have no zero of their own: shifted so that the exponential mechanism "
                "expects hardly more than 0, any factor is passed."
            ),
            repair="expected error in place of expected score",
        ),
        Reading(
            "score-at-least",
            "the expected score is at least as large",
            forall(em_score(q, eps) <= pf_score(q, eps), where=SHIFTED),
            TWO.with_values(m=("2",)),
            role=Role.COMPARISON,
            why="The first half of the sentence alone.",
            argument=RISES,
        ),
        Reading(
            "error",
            "the expected error is at most as large, and at least half",
            forall(
                all_of(
                    pf_error(q, eps) <= em_error(q, eps), em_error(q, eps) <= 2 * pf_error(q, eps)
                ),
                where=SCORES,
            ),
            ONCE,
            role=Role.INTENDED,
            why="What section 4 shows.",
            argument=RISES + "  " + HALF,
        ),
    ),
    severity=Severity.MISPRINT,
)

utility = Claim(
    id="permute_and_flip.utility",
    kind="corollary",
    place="Section 4, after the theorem on stochastic dominance",
    statement=(
        "Bounds on the error of the exponential mechanism are bounds for permute-and-flip: "
        "(2 Delta / eps) ln n for the mean, (2 Delta / eps)(ln n + t) but for probability e^-t."
    ),
    uses=(
        "permute_and_flip.dominance.tail",
        "permute_and_flip.em.mean",
        "permute_and_flip.em.tail",
    ),
    readings=(
        Reading(
            "literal",
            "whole scores of k candidates, Delta = 1, t > 0",
            forall(
                all_of(
                    pf_error(q, eps) <= 2 / eps * log(k),
                    pf_tail(q, 2 / eps * (log(k) + t), eps) <= exp(-t),
                ),
                where=SCORES,
            ),
            ONCE.with_values(t=("1/10", "1")),
            why="Dominance with the bounds of section 2.",
            argument="Stochastic dominance, and the argument for the exponential mechanism.",
        ),
    ),
)

em_form = Claim(
    id="permute_and_flip.worst.em-formula",
    kind="formula",
    place="Section 4, worst case",
    statement=(
        "At the scores (c, ..., c, 0), c <= 0, with p = e^(eps c / (2 Delta)), the expected error "
        "of the exponential mechanism is (2 Delta / eps) ln(1/p) (1 - 1 / (1 + (n - 1) p))."
    ),
    readings=(
        Reading(
            "literal",
            "one candidate is better by t than k - 1 others; (2 / eps) ln(1/p) is t, 1e-12",
            forall(
                absolute(em_error(q, eps) - em_worst(k, t, exp(-eps * t / 2))) <= num(1) / 10**12,
                given=[alone(q, t)],
                where=SCORES,
            ),
            WORST,
            why="The formula as it is stated, compared to 12 digits.",
            argument="The others together have the weight (k - 1) p, the best has 1.",
        ),
    ),
)

pf_form = Claim(
    id="permute_and_flip.worst.pf-formula",
    kind="formula",
    place="Section 4, worst case",
    statement=(
        "At the same scores the expected error of permute-and-flip is (2 Delta / eps) ln(1/p) "
        "(1 - (1 - (1 - p)^n) / (n p))."
    ),
    readings=(
        Reading(
            "literal",
            "one candidate is better by t than k - 1 others; (2 / eps) ln(1/p) is t",
            forall(
                pf_error(q, eps).equals(pf_worst(k, t, exp(-eps * t / 2))),
                given=[alone(q, t)],
                where=SCORES,
            ),
            WORST,
            why="The formula as it is stated.",
            argument=(
                "The best candidate has the integral of (1 - t p)^(k - 1) over [0, 1], which is "
                "(1 - (1 - p)^k) / (k p); the others share the rest, and err by -c."
            ),
        ),
    ),
)

em_place = Claim(
    id="permute_and_flip.worst.em-place",
    kind="theorem",
    place="Section 4, worst case",
    statement=(
        "The expected error of the exponential mechanism is largest at (c, ..., c, 0) for some c."
    ),
    readings=(
        Reading(
            "literal",
            "it does not fall where all candidates but one best get the mean of their coins",
            forall(
                em_error(q, eps)
                <= em_worst(k, 2 / eps * log(1 / mean_coin(q, eps)), mean_coin(q, eps)),
                where=SCORES,
            ),
            WIDE,
            why="For every vector of scores it names a c at which the error is as large.",
            argument=(
                "p ln(1/p) is concave: of all p with one sum, equal ones have the largest sum of "
                "p ln(1/p), and the sum of all weights stays."
            ),
        ),
    ),
)

pf_place = Claim(
    id="permute_and_flip.worst.pf-place",
    kind="theorem",
    place="Section 4, worst case",
    statement="So is the expected error of permute-and-flip.",
    readings=(
        Reading(
            "literal",
            "it does not fall where all candidates but one best get the mean of their coins",
            forall(
                pf_error(q, eps)
                <= pf_worst(k, 2 / eps * log(1 / mean_coin(q, eps)), mean_coin(q, eps)),
                where=SCORES,
            ),
            WIDE,
            why="For every vector of scores it names a c at which the error is as large.",
            argument=AVERAGED,
        ),
    ),
)

compared = Claim(
    id="permute_and_flip.worst.compared",
    kind="formula",
    place="Section 4, worst case",
    statement="In the worst case too permute-and-flip is better, by a factor between 1 and 2.",
    readings=(
        Reading(
            "literal",
            "at every c, here -t, for k candidates: between 1 and 2",
            forall(
                all_of(
                    pf_worst(k, t, exp(-eps * t / 2)) <= em_worst(k, t, exp(-eps * t / 2)),
                    em_worst(k, t, exp(-eps * t / 2)) <= 2 * pf_worst(k, t, exp(-eps * t / 2)),
                )
            ),
            Grid(values={"k": ("2", "3", "10", "100"), "t": ("1/2", "4", "10"), "eps": ("1",)}),
            why="At one c, which implies it for the largest over c.",
            argument=RISES + "  " + HALF,
        ),
        Reading(
            "half-the-bound",
            "the worst case of the exponential mechanism is at most half of (2 Delta / eps) ln n",
            forall(em_worst(k, t, exp(-eps * t / 2)) <= 1 / eps * log(k)),
            Grid(values={"k": ("2", "16", "17"), "t": tuple("123456789"), "eps": ("1",)}),
            role=Role.COMPARISON,
            why="Whether the constant 2 in the bound of section 2 has slack.",
            why_false="Up to 16 candidates it holds; with 17 it does not.",
        ),
    ),
)
