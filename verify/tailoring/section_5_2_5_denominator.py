"""The long draft (tailoring), section 5.2.5: the proof of Lemma 5.6, lines 727 to 747."""

from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, priors
from statements import smooth_proof as steps

GRID = Grid(
    n=2,
    priors=priors("1,1", "1/3,5/7"),
    values={"eps": ("1", "8"), "gamma": ("0", "1")},
)
PLACE = "proof of Lemma 5.6"
UNBOUND = "r' occurs outside of the sum that binds it, so it stands for any candidate"

split = Claim(
    id="tailoring.lemma-5.6.denom.split",
    kind="proof-step",
    place=f"{PLACE} (lines 727-729)",
    statement=(
        "In the normaliser u(x, r') is written u(x, r') + u(y, r') - u(y, r'), and each term is "
        "split into two factors; the numerator gets u(y, r') + u(y, r') for u(y, r)."
    ),
    lines=("tailoring:727-729",),
    uses=("tailoring.lemma-5.6.gamma",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal",
            "as printed: the second numerator has u(y, r') + u(y, r') for some other candidate r'",
            steps.denominator_split(printed=True),
            GRID,
            role=Role.LITERAL,
            why=f"In the second numerator {UNBOUND}.",
            repair="u(y, r) in place of u(y, r') + u(y, r') in the second numerator",
        ),
        Reading(
            "numerator-unchanged",
            "with the numerator of line 725 in both quotients",
            steps.denominator_split(printed=False),
            GRID,
            role=Role.INTENDED,
            why="Line 727 announces a change of the denominator only, and line 733 has the old "
            "numerator again.",
            argument="u(y, r') - u(y, r') = 0, and e^a e^b = e^(a + b) in each term.",
        ),
    ),
)

bounded = Claim(
    id="tailoring.lemma-5.6.denom.S",
    kind="proof-step",
    place=f"{PLACE} (lines 731-733)",
    statement=(
        "As u(x, r') - u(y, r') <= LS(x) <= S(x), the second factor of each term is at least "
        "e^(-eps/2), and what is left has S(y) for S(x)."
    ),
    lines=("tailoring:731-733",),
    uses=("tailoring.theorem-5.1", "tailoring.lemma-5.6.denom.split"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal",
            "as printed, with S(y) in the other factor: NL(x) >= e^(-eps/2) NL(y), 1/NL(x) being "
            "P(x, x)",
            steps.denominator_bounded_with_the_other_sensitivity(),
            Grid(n=(11,), priors=priors("8,8,8"), values={"eps": ("1/100",), "gamma": ("1",)}),
            role=Role.LITERAL,
            why="The display has S(y) in the normaliser, where line 729 has S(x); both lines have "
            "one numerator, which is left out.",
            repair="S(x) in place of S(y) in the normaliser",
        ),
        Reading(
            "sensitivity-of-x",
            "with S(x) in the other factor",
            steps.denominator_bounded(),
            GRID,
            role=Role.INTENDED,
            why="The reason of line 731 touches the second factor only, and line 735 still has "
            "exp(-eps u(y, r')/(2 S(x))).",
            argument="H is a distance: u(x, r') - u(y, r') <= H(x, y) <= LS(x) <= S(x), so each "
            "second factor is at least e^(-eps/2), and the first ones are positive.",
        ),
    ),
)

insert = Claim(
    id="tailoring.lemma-5.6.denom.insert",
    kind="proof-step",
    place=f"{PLACE} (line 735)",
    statement=(
        "exp(-eps u(y, r')/(2 S(y))) and its reciprocal are inserted into each term of the "
        "normaliser."
    ),
    lines=("tailoring:735",),
    uses=("tailoring.lemma-5.6.denom.S",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal",
            "as printed: a factor exp(-eps u(y, r')/(2 S(x))) above, twice the same factor below, "
            "no e^(-eps/2)",
            steps.denominator_inserted(printed=True),
            GRID,
            role=Role.LITERAL,
            why=f"The display begins with = after line 733; above the line {UNBOUND}.",
            repair="the numerator of line 733, and below it the terms exp(-eps u(y, r')/(2 S(x))) "
            "exp(eps u(y, r')/(2 S(y))) exp(-eps u(y, r')/(2 S(y))) e^(-eps/2)",
        ),
        Reading(
            "as-in-713",
            "with reciprocal factors in each term and e^(-eps/2) kept",
            steps.denominator_inserted(printed=False),
            GRID,
            role=Role.INTENDED,
            why="Line 727 announces the transformation made before, and this is line 713 for the "
            "terms of the normaliser.",
            argument="The two inserted factors are reciprocal to each other.",
        ),
    ),
)

collect = Claim(
    id="tailoring.lemma-5.6.denom.collect",
    kind="proof-step",
    place=f"{PLACE} (line 737)",
    statement=(
        "Each term of the normaliser is exp(-eps u(y, r')/(2 S(y))) exp(-eps u(y, r')/2 (1/S(x) - "
        "1/S(y))) e^(-eps/2)."
    ),
    lines=("tailoring:737",),
    uses=("tailoring.lemma-5.6.denom.insert",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal",
            "as printed: equal numerators squared above, u(x, r') with S(y) below; equal to line "
            "735 as printed",
            steps.denominator_collected(printed=True),
            GRID,
            role=Role.LITERAL,
            why=f"The display begins with = after line 735; above the line {UNBOUND}.",
            repair="the numerator of line 733, and below it the terms of the statement",
        ),
        Reading(
            "as-in-715",
            "with these terms below and the numerator of line 733",
            steps.denominator_collected(printed=False),
            GRID,
            role=Role.INTENDED,
            why="It is line 715 for the terms of the normaliser, and line 741 bounds the factor "
            "with 1/S(x) - 1/S(y), which the print lacks.",
            argument="In each term the exponents add up to -eps u(y, r')/(2 S(x)) - eps/2.",
        ),
    ),
)

replaced = Claim(
    id="tailoring.lemma-5.6.denom",
    kind="proof-step",
    place=f"{PLACE} (lines 739-743)",
    statement=(
        "As u <= 1, exp(-eps u(y, r')/2 (1/S(x) - 1/S(y))) >= exp(-eps/2 (1/S(x) - 1/S(y))) in "
        "each term of the normaliser."
    ),
    lines=("tailoring:739-743",),
    uses=("tailoring.theorem-5.1", "tailoring.lemma-5.6.denom.collect"),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "replacing-u-by-1-in-the-product",
            "for all neighbours and every candidate",
            steps.denominator_score_replaced(),
            GRID,
            why_false="1/S(x) - 1/S(y) = -0.336 is negative, so the exponent is positive, and "
            "putting 1 for u = 0.823 makes it larger and not smaller",
            catalogue=True,
            role=Role.LITERAL,
            why="The lines give u <= 1 as the only reason, whatever the sign of 1/S(x) - 1/S(y).",
            repair="e^(-eps gamma/2) in place of exp(-eps/2 (1/S(x) - 1/S(y))), and the factor "
            "e^(-eps/2) that line 741 drops",
        ),
        Reading(
            "line-741-as-printed",
            "the bound of line 741 as printed, from which the factor e^(-eps/2) is missing",
            steps.denominator_without_half(),
            GRID,
            role=Role.LITERAL,
            why="The display begins with <=, and e^(-eps/2) of line 733 is back in line 745 only.",
            repair="e^(-eps/2) in each term, and e^(-eps gamma/2) for the last factor",
        ),
        Reading(
            "first-two",
            "the bounds it starts from: (u(x, r') - u(y, r'))/(2 S(x)) <= 1/2, and -eps u(x, r')/2 "
            ">= -eps/2",
            steps.denominator_terms_bounded(),
            GRID,
            catalogue=True,
            role=Role.COMPARISON,
            why="A part of the step: the two bounds alone are not what line 741 concludes.",
            argument="u(x, r') - u(y, r') <= H(x, y) <= LS(x) <= S(x), and H <= 1.",
        ),
        Reading(
            "le-exp-eps-gamma-2",
            "each factor exp(-eps u(y, r')/2 (1/S(x) - 1/S(y))) is at least e^(-eps gamma/2)",
            steps.denominator_term_bounded_at_once(),
            GRID,
            role=Role.REPAIR,
            why="Lines 739 to 745 together come to this bound, and it needs no sign.",
            argument="0 <= u <= 1 and 1/S(x) - 1/S(y) <= gamma with gamma >= 0: the product is at "
            "most gamma whether the difference is positive or not.",
        ),
        Reading(
            "final-bound",
            "the normalisers: NL(x) >= e^(-eps/2 - eps gamma/2) NL(y)",
            steps.denominator_bounded_in_the_end(),
            Grid(
                n=3,
                priors=priors("1,1", "1/3,5/7", "2,1,1/2"),
                values={"eps": ("1", "8"), "gamma": ("0", "1")},
            ),
            catalogue=True,
            role=Role.REPAIR,
            why="It is what the denominator's steps are for, and what line 745 uses.",
            argument="Term by term: exp(-eps u(x, r')/(2 S(x))) >= e^(-eps/2) exp(-eps u(y, r')/"
            "(2 S(x))) by the first bound, and exp(-eps u(y, r')/(2 S(x))) >= e^(-eps gamma/2) "
            "exp(-eps u(y, r')/(2 S(y))), as u (1/S(x) - 1/S(y)) <= gamma.",
        ),
    ),
)

factor = Claim(
    id="tailoring.lemma-5.6.factor",
    kind="proof-step",
    place=f"{PLACE} (line 745, third and fourth member)",
    statement=(
        "e^(-eps/2 - eps gamma/2) is a factor of every term of the normaliser and is taken out."
    ),
    lines=("tailoring:745",),
    uses=("tailoring.lemma-5.6.denom",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal",
            "as printed: every term of the third member's sum has u(y, r)",
            steps.constants_taken_out(printed=True),
            GRID,
            role=Role.LITERAL,
            why="The sum runs over r', and the third member prints r in its terms.",
            repair="r' in place of r in the terms of the sum",
        ),
        Reading(
            "summed-over-all",
            "with u(y, r') in the terms",
            steps.constants_taken_out(printed=False),
            GRID,
            role=Role.INTENDED,
            why="The members before and after have r' in the same place.",
            argument="A constant factor of all terms of a sum; e^(eps/2 + eps gamma/2) over "
            "e^(-eps/2 - eps gamma/2) is e^(eps + eps gamma).",
        ),
    ),
)

final = Claim(
    id="tailoring.lemma-5.6.final",
    kind="proof-step",
    place=f"{PLACE} (lines 743-747)",
    statement=("So P(x, r) <= e^(eps + eps gamma) P(y, r), which is 2 eps-privacy for gamma = 1."),
    lines=("tailoring:743-747",),
    uses=("tailoring.lemma-5.6.denom", "tailoring.lemma-5.6.factor"),
    readings=(
        Reading(
            "literal",
            "for every gamma >= 0, all neighbours and every candidate",
            steps.chain_ends(),
            Grid(
                n=3,
                priors=priors("1,1", "1/3,5/7", "2,1,1/2"),
                values={"eps": ("1/100", "1", "8"), "gamma": ("0", "1/3", "1")},
            ),
            catalogue=True,
            role=Role.LITERAL,
            why="It is the last member of the chain that began with P(x, r), before gamma is set "
            "to 1.",
            argument="exp(-eps u(x, r)/(2 S(x))) <= e^(eps/2 + eps gamma/2) exp(-eps u(y, r)/"
            "(2 S(y))), as u(y, r) - u(x, r) <= S(x) and u(y, r) (1/S(y) - 1/S(x)) <= gamma; and "
            "NL(x) >= e^(-eps/2 - eps gamma/2) NL(y) by the same two bounds with x and y "
            "exchanged in the terms.",
        ),
    ),
)
