"""notes, figures 3 and 4: the numbers in the captions."""

from dpbi.language import Expr
from dpbi.language.expr import num
from dpbi.language.words import (
    GS,
    about,
    hellinger,
    largest,
    under,
    vec,
)
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, priors
from dpbi.mechanisms.exponential import smoothing_exponent
from statements.plots import (
    BETA_100,
    BETA_120,
    CAPTION_LINES,
    SENSITIVITY,
    SMALLEST_PAIR,
)
from statements.printed import at_most, prints_as

EPS = num("4/5")
THREE, TWO = priors("7,4,5"), priors("7,4")
FIGURE = under(7, 4, 5)


def exponent(candidates: int) -> Expr:
    """The notes' beta at eps = delta = 4/5 with so many candidates."""
    return smoothing_exponent(num(candidates), EPS, EPS)


global_sensitivity = Claim(
    id="notes.fig3.gs",
    kind="constant",
    place="captions of figures 3 and 4 (notes lines 210 and 220)",
    statement="The global sensitivity is 0.239992747797 for prior DL(7, 4, 5), n = 100, 120, 150.",
    lines=CAPTION_LINES,
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "true-gs-of-dl-7-4-5-any-nge1",
            "the global sensitivity of DL(7, 4, 5), whatever n",
            prints_as(GS(), SENSITIVITY, FIGURE),
            Grid(n=(1, 2, 3, 100), priors=THREE),
            role=Role.LITERAL,
            why="The captions name the prior and three sizes.",
            catalogue=True,
            repair="0.233629480709 = H(beta(5,5), beta(4,6)) for every n",
        ),
        Reading(
            "true-gs-is-0-233629480709",
            "the global sensitivity of DL(7, 4, 5) rounds to 0.233629480709 for every n",
            prints_as(GS(), "0.233629480709", FIGURE),
            Grid(n=(1, 2, 3, 4, 20), priors=THREE),
            role=Role.REPAIR,
            why="It is the number that section 2.1 defines for the captions' prior.",
            argument=SMALLEST_PAIR
            + (
                "It is attained for every n >= 1 with the other n - 1 records in the first "
                "category, so GS does not depend on n."
            ),
        ),
        Reading(
            "gs-of-beta-7-4",
            "the global sensitivity of beta(7, 4), whatever n",
            prints_as(GS(), SENSITIVITY, under(7, 4)),
            Grid(n=(1, 2, 3, 100, 120, 150), priors=TWO),
            role=Role.STRAINED,
            why="That is the prior of figure 2, and these captions name another.",
            catalogue=True,
            repair="at n = 1 it is H(beta(8,4), beta(7,5)) = 0.2187.., at n = 100 it is 0.1784..",
        ),
        Reading(
            "h-beta-7-4-beta-8-3",
            "the distance from beta(7, 4) to beta(8, 3)",
            prints_as(hellinger(vec(7, 4), vec(8, 3)), SENSITIVITY),
            role=Role.COMPARISON,
            why="It is a formula that gives the printed digits.",
            catalogue=True,
            exhaustive=True,
            note="A unit moved within the prior itself, which no data of n >= 1 records does.",
        ),
        Reading(
            "h-dl-7-4-5-dl-8-3-5",
            "the distance from DL(7, 4, 5) to DL(8, 3, 5)",
            prints_as(hellinger(vec(7, 4, 5), vec(8, 3, 5)), SENSITIVITY),
            role=Role.COMPARISON,
            why="It is a formula that gives the printed digits, in the captions' prior.",
            exhaustive=True,
            note="The same number: the unmoved parameter and the total cancel.",
        ),
        Reading(
            "largest-move-within-beta-7-4",
            "the local sensitivity with the prior beta(7, 4) itself in the posterior's place",
            role=Role.COMPARISON,
            why="It is a formula that gives the printed digits.",
            formula=prints_as(
                largest(
                    hellinger(vec(7, 4), vec(8, 3)),
                    hellinger(vec(7, 4), vec(6, 5)),
                ),
                SENSITIVITY,
            ),
            exhaustive=True,
            note="A formula without n, as the same digits for three sizes suggest.",
        ),
        Reading(
            "h-dl-7-4-5-dl-7-3-6",
            "the distance from DL(7, 4, 5) to DL(7, 3, 6)",
            role=Role.COMPARISON,
            why="It says what the printed number is not.",
            formula=prints_as(hellinger(vec(7, 4, 5), vec(7, 3, 6)), SENSITIVITY),
            note="Larger than the number, which so is not the largest move within DL(7, 4, 5).",
            repair="moved between the first two parameters only",
        ),
        Reading(
            "gs-of-beta-7-3-one-record",
            "the global sensitivity of beta(7, 3) with one record",
            prints_as(GS(1), SENSITIVITY, under(7, 3)),
            Grid(priors=priors("7,3")),
            role=Role.COMPARISON,
            why="It is another formula that gives the printed digits.",
            exhaustive=True,
            note="A global sensitivity as the notes define it, of a prior that is off by one.",
        ),
        Reading(
            "valid-upper-bound-for-gs-of-dl-7-4-5",
            "the number is an upper bound of the global sensitivity of DL(7, 4, 5)",
            about(at_most(GS(), SENSITIVITY), FIGURE),
            Grid(n=(1, 2, 3, 4, 20), priors=THREE),
            role=Role.COMPARISON,
            why="It is what the privacy of the mechanism in the captions needs.",
            catalogue=True,
            argument=SMALLEST_PAIR + "That is 0.23362.. <= 0.23999..",
        ),
    ),
)


FORMULA = "Line 75 has n + 1, and the caption names n, eps and delta."
SAME_CODE = "The digits of the captions for 100 and 120 come from n in place of n + 1."


def beta_reading(
    name: str,
    candidates: int,
    digits: str,
    role: Role,
    why: str,
    repair: str = "",
    *,
    listed: bool = True,
) -> Reading:
    """Whether the notes' beta with so many candidates prints these digits."""
    return Reading(
        name,
        f"with N = {candidates}, digits {digits}",
        prints_as(exponent(candidates), digits),
        role=role,
        why=why,
        repair=repair,
        catalogue=listed,
        exhaustive=True,
    )


beta_at_100 = Claim(
    id="notes.fig3.beta-100",
    kind="constant",
    place="caption of figure 3a (notes line 210)",
    statement="beta = 0.0699407108115 for n = 100, eps = delta = 4/5.",
    uses=("notes.beta-def",),
    lines=("notes:210",),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        beta_reading(
            "neqnplus1eq101-formula-of-l75",
            101,
            BETA_100,
            Role.LITERAL,
            FORMULA,
            "n in place of n + 1 in the formula; with n + 1 it is 0.0698191876428",
        ),
        beta_reading(
            "neqneq100",
            100,
            BETA_100,
            Role.REPAIR,
            "With n in place of n + 1 in the formula it gives all the digits of the caption.",
        ),
        beta_reading(
            "neq-r-eqc-102-2-eq5151",
            5151,
            BETA_100,
            Role.STRAINED,
            "It is the true number of candidates over three categories; line 124 has n + 1.",
            "n in place of C(n+2, 2)",
        ),
    ),
)

beta_at_120 = Claim(
    id="notes.fig3.beta-120",
    kind="constant",
    place="caption of figure 3b (notes line 210)",
    statement="beta = 0.0677791100173 for n = 120, eps = delta = 4/5.",
    uses=("notes.beta-def",),
    lines=("notes:210",),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        beta_reading(
            "neqnplus1eq121",
            121,
            BETA_120,
            Role.LITERAL,
            FORMULA,
            "n in place of n + 1 in the formula; with n + 1 it is 0.0676838956062",
        ),
        beta_reading(
            "neqneq120",
            120,
            BETA_120,
            Role.REPAIR,
            "With n in place of n + 1 in the formula it gives all the digits of the caption.",
        ),
    ),
)

beta_at_150 = Claim(
    id="notes.fig4.beta-150",
    kind="constant",
    place="caption of figure 4 (notes line 220)",
    statement="beta = 0.0677791100173 for n = 150, eps = delta = 4/5.",
    uses=("notes.beta-def",),
    lines=("notes:220",),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        beta_reading(
            "neq151",
            151,
            BETA_120,
            Role.LITERAL,
            FORMULA,
            "0.0652379966933 in place of 0.0677791100173; with n in place of n + 1, as in the "
            "other captions, 0.0653087964222",
        ),
        beta_reading(
            "neq150",
            150,
            BETA_120,
            Role.COMPARISON,
            SAME_CODE,
            "0.0653087964222 in place of 0.0677791100173",
        ),
        beta_reading(
            "neq120-copy-of-fig-3b-caption",
            120,
            BETA_120,
            Role.COMPARISON,
            "It says where the digits come from: all numbers of this caption are those of figure "
            "3b, whose n is 120.",
        ),
        beta_reading(
            "true-digits-for-150",
            151,
            "0.0652379966933",
            Role.REPAIR,
            "It is the formula of line 75 at the caption's n, eps and delta.",
            listed=False,
        ),
    ),
)
