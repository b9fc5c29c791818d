"""Between the drafts, and within one: constants and counts that cannot both stand."""

from dpbi.language.words import gamma, num, under
from dpbi.ledger.claims import ABOVE_ONE, Claim, Grid, Reading, Role, Severity, priors
from dpbi.mechanisms.exponential import smoothing_exponent as exponent
from statements.contradictions import (
    falling_exponent_is_a_probability,
    reciprocal_is_bounded_away_from_zero,
    reciprocal_is_of_order_eps,
)
from statements.global_sensitivity import (
    MONOTONE,
    at_least,
    constants_agree,
    global_sensitivity_is_the_constant,
    global_sensitivity_within_the_constant,
)
from statements.passages import minus_eps_is_of_order_eps
from statements.plots import BETA_100, SENSITIVITY
from statements.printed import (
    a_probability_below_one_is_above_one,
    are_equal,
    prints_as,
    same_exponent,
    same_law,
)

ehds_factor = Claim(
    id="between.short-a+short-b.ehds-factor",
    kind="contradiction",
    place="short-a Algorithm 6 (line 110), short-b Algorithm 5 (line 99)",
    statement="Both algorithms are EHDS: 2 (1 + gamma) S(x) and 4 S(x) calibrate alike.",
    uses=("short-a.thm-3.1.ehds", "short-b.thm-3.1.ehds"),
    lines=("short-a:103-110", "short-b:92-99"),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "same-law",
            "for every gamma",
            same_law("ehds", "ehds-4s"),
            Grid(n=2, priors=priors("1,1"), values={"gamma": ("0", "1/3", "3")}),
            role=Role.LITERAL,
            why="Both versions call the algorithm EHDS and claim one privacy level for it.",
            repair="gamma = 1 in both",
        ),
        Reading(
            "same-factor-at-gamma-1",
            "at gamma = 1 the factors are equal",
            are_equal(2 * (1 + num(1)), 4),
            role=Role.REPAIR,
            why="The long draft sets gamma = 1 where it uses this smooth sensitivity.",
            exhaustive=True,
        ),
        Reading(
            "same-factor",
            "the factors are equal for every gamma",
            are_equal(2 * (1 + gamma), 4),
            role=Role.LITERAL,
            why="Neither version fixes gamma.",
            repair="gamma = 1 in both",
        ),
    ),
)

smoothing_exponent = Claim(
    id="between.notes.smoothing-exponent",
    kind="contradiction",
    place="notes line 75 (n + 1) and the captions of figures 3 and 4 (line 210, which used n)",
    statement="The smoothing exponent of the text is the one whose digits the captions print.",
    uses=("notes.fig3.beta-100", "notes.fig3.beta-120", "notes.fig4.beta-150"),
    lines=("notes:75", "notes:210", "notes:220"),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "n-and-n-plus-1",
            "made with n + 1 or with n it is the same number",
            same_exponent(),
            Grid(n=6),
            role=Role.LITERAL,
            why="The text has n + 1, and the captions' digits come from n.",
            repair="n in place of n + 1 in the text",
        ),
        Reading(
            "captions-with-n",
            "with n in the formula it prints the digits of the first caption",
            prints_as(exponent(num(100), num("4/5"), num("4/5")), BETA_100),
            exhaustive=True,
            role=Role.REPAIR,
            why="With n in both places the text is the captions' formula.",
        ),
    ),
)


failure_probability = Claim(
    id="between.short-a+short-b.failure",
    kind="contradiction",
    place="Theorem 4.2 and its proof (short-a lines 135-147, short-b lines 124-136)",
    statement="The theorem's gamma = e^(O(eps)) and its proof's gamma = e^(-eps) are of one kind.",
    uses=("short.thm-4.2",),
    lines=("short-a:135", "short-a:143-145", "short-b:124", "short-b:132-134"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "absolute-value",
            "e^(-eps) is e^(O(eps)): the absolute value of -eps is at most eps",
            minus_eps_is_of_order_eps(),
            role=Role.LITERAL,
            why="O bounds an absolute value, so it admits the exponent -eps.",
            argument="The absolute value of -eps is eps.",
        ),
        Reading(
            "above-one",
            "e^(-eps) is at least 1, as e^(c eps) with c >= 0 is",
            a_probability_below_one_is_above_one(),
            role=Role.LITERAL,
            why="O(eps) may also stand for a positive multiple of eps, and the proof writes the "
            "sign out.",
            repair="e^(-eps) in place of e^(O(eps))",
        ),
        Reading(
            "falling",
            "e^(-eps), and e^(-j eps) for every whole j, is at most 1, so a probability",
            falling_exponent_is_a_probability(),
            role=Role.REPAIR,
            why="gamma is the probability of a miss, which only the sign of the proof makes it.",
            argument="e to a number that is not positive is at most 1.",
        ),
    ),
)

order_of_the_ratio = Claim(
    id="between.short-a+short-b.ratio-order",
    kind="contradiction",
    place="Theorem 4.2 and its proof (short-a lines 135-145, short-b lines 124-134)",
    statement="The theorem's bound O(eps) and the proof's value 1/eps are of one order.",
    uses=("short.thm-4.2", "short.thm-4.2.step3"),
    lines=("short-a:135", "short-a:143-145", "short-b:124", "short-b:132-134"),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "every-eps",
            "1/eps <= t eps for all eps, with some constant t: at eps = 1/(t+1) no t does",
            reciprocal_is_of_order_eps(),
            role=Role.LITERAL,
            why="A bound O(eps) has one constant for all eps, and small eps are what it is about.",
            repair="O(1/eps) in place of O(eps), or eps bounded away from 0",
        ),
        Reading(
            "eps-bounded-below",
            "for eps >= t the constant 1/t^2 does",
            reciprocal_is_bounded_away_from_zero(),
            Grid(values={"eps": ("1/3", "1", "4"), "t": ("1/10", "1/3", "1")}),
            role=Role.REPAIR,
            why="On such a range, and on no range that comes down to 0, both can be said.",
            argument="1/eps <= eps/t^2 is t^2 <= eps^2.",
        ),
    ),
)

global_sensitivities = Claim(
    id="between.notes+short-a+short-b.global-sensitivity",
    kind="contradiction",
    place="Section 1 (short-a line 13, short-b line 15), notes lines 210 and 220",
    statement=(
        "The global sensitivity of the Hellinger score is sqrt(1 - pi/4), and it is 0.239992747797."
    ),
    uses=("short.prelim.gs", "notes.fig3.gs"),
    lines=("short-a:13", "short-b:15", "notes:210", "notes:220"),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "one-number",
            "the two numbers are equal",
            constants_agree(SENSITIVITY),
            exhaustive=True,
            role=Role.LITERAL,
            why="The short drafts give one constant without condition, the captions another.",
            repair="GS depends on the prior; sqrt(1 - pi/4) bounds it for parameters >= 1",
        ),
        Reading(
            "constant-for-the-captions-prior",
            "the constant is the global sensitivity of the captions' prior DL(7, 4, 5)",
            global_sensitivity_is_the_constant([under(7, 4, 5)]),
            Grid(n=2, priors=priors("7,4,5")),
            role=Role.LITERAL,
            why="The short drafts restrict the constant to no prior.",
            repair="GS <= sqrt(1 - pi/4) in place of =",
        ),
        Reading(
            "bound",
            "GS <= sqrt(1 - pi/4), as H(Beta(2,1), Beta(1,2)), equal to it, for every prior whose "
            "parameters are at least 1",
            global_sensitivity_within_the_constant([at_least(1)]),
            Grid(n=4, priors=ABOVE_ONE),
            role=Role.REPAIR,
            why="As a bound the constant serves all priors of the notes.",
            argument=MONOTONE + "  With u, v >= 1: H^2 <= 1 - g(1)^2 = 1 - pi/4.",
        ),
    ),
)
