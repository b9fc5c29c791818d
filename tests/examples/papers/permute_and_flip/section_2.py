"""McKenna and Sheldon 2020, section 2: the setting, and the exponential mechanism."""

from pf_words import (
    CANDIDATE,
    OTHERS,
    PAIRS,
    SCORES,
    SECOND,
    WIDE,
    em,
    em_error,
    em_tail,
    h,
    i,
    near,
    q,
    rises,
    z,
)

from dpbi.language.words import at, eps, exp, forall, k, log, t
from dpbi.ledger.claims import Claim, Reading, Role

WORDS = "The words and the constant of the paper, in units of the sensitivity."

private = Claim(
    id="permute_and_flip.em.private",
    kind="theorem",
    place="Section 2, privacy of the exponential mechanism",
    statement="The exponential mechanism with weights e^(eps q_r / (2 Delta)) is eps-DP.",
    readings=(
        Reading(
            "literal",
            "whole scores, of which every one may change by Delta = 1",
            forall(
                em(q, i, eps) <= exp(eps) * em(z, i, eps),
                given=[near(q, z)],
                where=(*SCORES, OTHERS, CANDIDATE),
            ),
            PAIRS,
            why=WORDS,
            argument=(
                "Before it is divided by the largest weight, which cancels, a weight moves by a "
                "factor of at most e^(eps/2) between neighbours, and so does the sum of all."
            ),
        ),
        Reading(
            "one-sided-half",
            "where all scores move the same way, weights e^(eps q_r / Delta) are enough",
            forall(
                em(q, i, 2 * eps) <= exp(eps) * em(z, i, 2 * eps),
                given=[rises(q, z)],
                where=(*SCORES, OTHERS, CANDIDATE),
            ),
            PAIRS,
            role=Role.COMPARISON,
            why="The known remark on scores that only rise as records are added.",
            argument=(
                "Before it is divided by the largest, which cancels, a weight rises by a factor "
                "of at most e^eps and never falls, and so does the sum of all: their quotient "
                "moves by at most e^eps either way."
            ),
        ),
    ),
)

mean = Claim(
    id="permute_and_flip.em.mean",
    kind="theorem",
    place="Section 2, utility of the exponential mechanism",
    statement="The expected error of the exponential mechanism is at most (2 Delta / eps) ln n.",
    readings=(
        Reading(
            "literal",
            "whole scores of k candidates, Delta = 1",
            forall(em_error(q, eps) <= 2 / eps * log(k), where=SCORES),
            WIDE,
            why=WORDS,
            argument=(
                "The entropy of the law, which is at most ln k, is ln of the sum of the weights "
                "plus eps/2 times the expected error; the best weight is 1, so the sum is at "
                "least 1."
            ),
        ),
    ),
)

tail = Claim(
    id="permute_and_flip.em.tail",
    kind="theorem",
    place="Section 2, utility of the exponential mechanism",
    statement=(
        "The exponential mechanism errs by (2 Delta / eps)(ln n + t) or more with probability at "
        "most e^-t."
    ),
    readings=(
        Reading(
            "literal",
            "whole scores of k candidates, Delta = 1, t > 0",
            forall(em_tail(q, 2 / eps * (log(k) + t), eps) <= exp(-t), where=SCORES),
            WIDE.with_values(t=("1/10", "1")),
            why=WORDS,
            argument=(
                "A candidate that is worse by as much has a weight of at most e^-t / k; there are "
                "at most k of them, and the sum of all weights is at least 1."
            ),
        ),
    ),
)

prefers = Claim(
    id="permute_and_flip.em.prefers",
    kind="definition",
    place="Section 2, exponential mechanism",
    statement="The exponential mechanism releases a candidate more likely, the better its score.",
    readings=(
        Reading(
            "literal",
            "a better score has a larger probability",
            forall(
                em(q, i, eps) < em(q, h, eps),
                given=[at(q, i) < at(q, h)],
                where=(*SCORES, CANDIDATE, SECOND),
            ),
            WIDE,
            why="What selection is for; the paper takes it as evident.",
            argument="The exponential of eps/2 times the score rises, and the divisor is the same.",
        ),
    ),
)
