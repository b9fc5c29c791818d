"""Lyu, Su and Li 2017, section 5: the sparse vector technique beside the exponential mechanism."""

from svt_words import alpha_em, alpha_svt

from dpbi.language.words import delta, eps, exp, forall, k, t
from dpbi.ledger.claims import Claim, Grid, Reading, Role

NUMBERS = Grid(
    values={
        "k": ("2", "3", "10", "1000"),
        "eps": ("1", "1/10", "4"),
        "delta": ("1/1000", "1/10", "1/2", "9/10"),
    }
)
ABOVE = NUMBERS.with_values(t=("1/1000", "1"))
BETA = "delta stands for the paper's beta."

accuracy = Claim(
    id="sparse_vector.accuracy.svt",
    kind="formula",
    place="Section 5",
    statement=(
        "With k answers, one of them above the threshold, the sparse vector technique is right "
        "about all that are off by alpha = 8 (ln k + ln(2 / beta)) / eps, but for probability beta."
    ),
    readings=(
        Reading(
            "literal",
            "the noise of the threshold and of every answer stays below alpha / 2; " + BETA,
            forall(
                1 - delta
                <= (1 - exp(-eps * alpha_svt(k, delta, eps) / 8)) ** k
                * (1 - exp(-eps * alpha_svt(k, delta, eps) / 4)),
            ),
            NUMBERS,
            why="Sufficient: no comparison is wrong then.  The scales are 2 / eps and 4 / eps.",
            argument=(
                "An answer's noise is as large with probability beta / (2 k), the threshold's with "
                "at most beta / 2."
            ),
        ),
    ),
)

em_accuracy = Claim(
    id="sparse_vector.accuracy.em",
    kind="formula",
    place="Section 5",
    statement=(
        "Where one answer is alpha above the threshold and k - 1 are alpha below it, the "
        "exponential mechanism finds it with probability 1 - beta for "
        "alpha = (ln(k - 1) + ln((1 - beta) / beta)) / eps."
    ),
    readings=(
        Reading(
            "literal",
            "weights e^(eps q / 2), a gap of 2 alpha, and any alpha above that by t > 0; " + BETA,
            forall(
                1 - delta < 1 / (1 + (k - 1) * exp(-eps * (alpha_em(k, delta, eps) + t))),
            ),
            ABOVE,
            why="The probability as it is printed; at alpha itself the sides are equal.",
            argument="(k - 1) e^(-eps alpha) is beta / (1 - beta), and less with a larger alpha.",
        ),
        Reading(
            "no-less",
            "any alpha below that by t > 0 is not enough",
            forall(
                1 / (1 + (k - 1) * exp(-eps * (alpha_em(k, delta, eps) - t))) < 1 - delta,
            ),
            ABOVE,
            role=Role.COMPARISON,
            why="The formula is exact.",
            argument="(k - 1) e^(-eps alpha) is beta / (1 - beta), and more with a smaller alpha.",
        ),
    ),
)

eighth = Claim(
    id="sparse_vector.accuracy.eighth",
    kind="formula",
    place="Section 5",
    statement="The alpha of the exponential mechanism is less than an eighth of the other.",
    readings=(
        Reading(
            "literal",
            "all k >= 2; " + BETA,
            forall(8 * alpha_em(k, delta, eps) < alpha_svt(k, delta, eps)),
            NUMBERS,
            why="The comparison as it is printed.",
            argument="k - 1 < k and (1 - beta) / beta < 2 / beta.",
        ),
    ),
)
