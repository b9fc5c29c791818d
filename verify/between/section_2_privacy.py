"""Between the drafts, and within one: what privacy and adjacency mean, and how much is claimed."""

from dpbi.language.words import delta, eps, num
from dpbi.ledger.claims import MIXED, Claim, Grid, Reading, Role, Severity, priors
from statements.contradictions import certain_event_is_equal
from statements.neighbours import (
    agreeing_once_is_one_replaced,
    one_replacement_leaves_few_agreements,
    one_replacement_moves_parameters_by_two,
)
from statements.passages import level_of_line_642_is_within
from statements.printed import are_equal
from statements.privacy import private

equality = Claim(
    id="between.lproof+notes+tailoring.privacy-equality",
    kind="contradiction",
    place="tailoring Definitions 1 and 2 (=), notes line 137 and lproof line 11 (<=)",
    statement="A probability under x is e^eps times (plus delta) one under y, or at most that.",
    uses=("tailoring.def-1", "tailoring.def-2", "lproof.def"),
    lines=("tailoring:121-131", "tailoring:526", "tailoring:699", "notes:135-137", "lproof:9-11"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "equal",
            "Definition 1 with =, for the event of all outputs: 1 = e^eps",
            certain_event_is_equal(0),
            role=Role.LITERAL,
            why="The display has =, and the event of all outputs is one of the events.",
            repair="<= in place of = in tailoring",
            note="So no mechanism at all has the property, for any eps > 0.",
        ),
        Reading(
            "equal-with-delta",
            "Definition 2 with =, for the event of all outputs: 1 = e^eps + delta",
            certain_event_is_equal(delta),
            role=Role.LITERAL,
            why="The second display has = as well.",
            repair="<= in place of =",
        ),
        Reading(
            "at-most",
            "with <= in all drafts: the exponential mechanism with global sensitivity has it",
            private("ehd", gs="true"),
            Grid(n=3, priors=priors("1,1", "1/2,3,1/10"), values={"eps": ("1/3", "4")}),
            role=Role.INTENDED,
            why="The proofs of lines 526 and 699 set out to show <=, as the other drafts do.",
            argument=(
                "|H(x, r) - H(y, r)| <= GS for neighbours, so each weight exp(-eps H/(2 GS)) "
                "changes by a factor of at most e^(eps/2), hence the normaliser too, and a "
                "probability by at most e^eps."
            ),
        ),
    ),
)

adjacency = Claim(
    id="between.tailoring.adjacency",
    kind="contradiction",
    place="tailoring's footnote (line 137) against lines 139 and 182",
    statement=(
        "Adjacent are datasets that agree in at most one place, and those at a distance of at "
        "most 1, whose parameters are within 2."
    ),
    uses=("tailoring.adjacency", "tailoring.l1-sens"),
    lines=("tailoring:137-139", "tailoring:182"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "agree-at-most-once",
            "two categories: datasets that agree in at most one place are at most one replaced "
            "record apart",
            agreeing_once_is_one_replaced(),
            Grid(n=3, priors=priors("1,1")),
            role=Role.LITERAL,
            why="The footnote counts the places with x_i = x'_i.",
            repair="!= in place of = in the footnote's sum",
        ),
        Reading(
            "one-replaced-agrees-at-most-once",
            "datasets one replaced record apart agree in at most one place",
            one_replacement_leaves_few_agreements(),
            Grid(n=4, priors=priors("1,1")),
            role=Role.LITERAL,
            why="It is the footnote read the other way round.",
            repair="!= in place of = in the footnote's sum",
        ),
        Reading(
            "differ-at-most-once",
            "datasets that differ in one place are at distance 1, and their parameters within 2",
            one_replacement_moves_parameters_by_two(),
            Grid(n=3, priors=MIXED),
            role=Role.INTENDED,
            why="Line 139 bounds the parameters by 2 and line 182 has |x, x'| <= 1.",
            argument="One record leaves a count and enters another; each moves by one.",
        ),
    ),
)

level_of_figure_6 = Claim(
    id="between.tailoring.privacy-level",
    kind="contradiction",
    place="tailoring Lemmas 5.5 and 5.6 (lines 642, 691) against section 7.3 (lines 852-860)",
    statement=(
        "The proved upper bound of the loss is the eps' of Lemma 5.5, or the 2 eps of Lemma 5.6, "
        "and at eps = 1.0 it is 1.0."
    ),
    uses=("tailoring.lemma-5.5", "tailoring.lemma-5.6", "tailoring.fig6"),
    lines=("tailoring:518", "tailoring:642", "tailoring:691", "tailoring:747", "tailoring:852-860"),
    severity=Severity.CONSTANT_WRONG,
    readings=(
        Reading(
            "two-eps-at-one",
            "2 eps at eps = 1 is 1",
            are_equal(2 * num(1), 1),
            exhaustive=True,
            role=Role.LITERAL,
            why="Lemma 5.6 is about the mechanism that the figure evaluates, and its bound is 2 "
            "eps.",
            repair="2.0 in place of 1.0, or eps = 1/2 in the mechanism",
        ),
        Reading(
            "lemma-5-5-at-one",
            "eps' of line 642, which is above eps/2 + 2 ln 2, is at most 1 at eps = 1; a "
            "consequence",
            level_of_line_642_is_within(1),
            Grid(values={"eps": ("1",)}),
            role=Role.LITERAL,
            why="Line 852 speaks of (eps, delta)-privacy, which is Lemma 5.5; there eps' is ln 2 + "
            "ln 2 + eps/2 and a distance times eps/(2 S).",
            repair="2.0 in place of 1.0, and the 2 eps of Lemma 5.6 in place of (eps, delta)",
        ),
        Reading(
            "any-eps",
            "2 eps is eps",
            are_equal(2 * eps, eps),
            Grid(),
            role=Role.COMPARISON,
            why="They differ at every eps > 0.",
            repair="2 eps in both places",
        ),
        Reading(
            "half-the-budget",
            "2 eps at eps = 1/2 is 1",
            are_equal(2 * num("1/2"), 1),
            exhaustive=True,
            role=Role.REPAIR,
            why="The short drafts halve the exponent and claim eps.",
        ),
    ),
)
