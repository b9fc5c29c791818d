"""notes, section 2.2: the exponential mechanism with local sensitivity."""

from dpbi.language import exists, forall
from dpbi.language.words import (
    LS,
    PAIRS,
    TRIPLES,
    adjacent,
    eps,
    loss,
    r,
    released,
    t,
    under,
    whole,
    x,
    y,
)
from dpbi.ledger.claims import FLAT, TWO, Claim, Grid, Reading, Role, Search, priors
from dpbi.ledger.statements.definitions import law_is, local_sensitivity_is
from dpbi.ledger.statements.dilation import GAP, LOSS, gap_below_two

SOME = priors("1,1", "1/3,5/7", "25,1/1000", "1/2,3,1/10")
LARGEST = (
    "By the triangle inequality no difference H(x, r) - H(y', r) exceeds H(x, y') in size, and at "
    "the candidate r = BI(y') it is H(x, y').  So both maxima are the largest distance to a "
    "neighbour; it is positive, since there are neighbours for n >= 1 and their posteriors differ."
)

mechanism = Claim(
    id="notes.expmech-local",
    kind="algorithm",
    place="notes lines 43-45",
    statement="Pr[r] is exp(eps u(x, r) / (2 LS(x))) over the sum of these weights.",
    uses=("notes.R", "notes.score", "notes.ls"),
    lines=("notes:43-45",),
    readings=(
        Reading(
            "quotient",
            "it is a probability distribution, the law of the mechanism that is studied here",
            law_is("ehdl", LS(x)),
            Grid(n=3, full=6, priors=SOME),
            role=Role.LITERAL,
            why="Line 45 displays the quotient; its sensitivity is that of x, as line 49 has it.",
            argument=(
                "LS(x) > 0 for n >= 1, so the weights are positive and finitely many; a weight "
                "over the sum of all weights is a probability, and these add up to 1."
            ),
        ),
    ),
)

local_sensitivity = Claim(
    id="notes.ls",
    kind="definition",
    place="notes lines 47-49",
    statement="LS(x) = max over neighbours y' and candidates r of |H(BI(x), r) - H(BI(y'), r)|.",
    uses=("notes.R", "notes.score"),
    lines=("notes:47-49",),
    readings=(
        Reading(
            "literal-bar-missing-signed",
            "with the difference as printed, its first bar being a full stop: it is LS(x)",
            local_sensitivity_is(signed=True),
            Grid(n=3, full=6, priors=SOME),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 49 prints a full stop where the first bar belongs; without the bars the "
            "difference has a sign.",
            argument=LARGEST,
            note="The slip is harmless: the maximum is the same with and without the bars.",
        ),
        Reading(
            "absolute-value",
            "with the absolute value it is LS(x), the largest distance to a neighbour",
            local_sensitivity_is(signed=False),
            Grid(n=3, full=6, priors=SOME),
            catalogue=True,
            role=Role.INTENDED,
            why="Line 37 has both bars in the same formula for the global sensitivity, and line 49 "
            "has the second one.",
            argument=LARGEST,
        ),
    ),
)

local_not_private = Claim(
    id="notes.ehdl.nondp",
    kind="theorem",
    place="notes line 51",
    statement="The exponential mechanism calibrated to local sensitivity is not private.",
    uses=("notes.expmech-local", "notes.ls"),
    lines=("notes:51",),
    readings=(
        Reading(
            "not-dp-for-any-finite-eps",
            "its loss exceeds every t, whatever n, prior and eps",
            forall(loss("ehdl") > t),
            Grid(n=3, priors=TWO, values={"t": ("1", "4", "10", "100"), "eps": ("1/3", "1", "4")}),
            catalogue=True,
            repair=(
                "for each n its loss is finite (finitely many outputs, all of positive "
                "probability); it can exceed eps for some priors"
            ),
            note="Read for a given n; for n and prior free see two-categories-two-eps-is-passed.",
            role=Role.STRAINED,
            why="A loss above every number whatever n, prior and eps is more than anybody means "
            "by a mechanism that is not private.",
        ),
        Reading(
            "infinite-loss-somewhere",
            "for some n, prior and eps an output that x can release is never released at y",
            exists(released("ehdl")(y, r) <= 0, given=[adjacent(x, y)]),
            Grid(n=3, priors=TWO, values={"eps": ("1", "8", "100")}),
            argument=(
                "exp(-eps H/(2 LS)) > 0 for every output, LS > 0 and n >= 1; there are finitely "
                "many outputs and neighbours, so the loss is finite for every n, prior and eps."
            ),
            note="The weakest sense in which no finite eps' would do.",
            role=Role.STRAINED,
            why="An output that only one of two neighbours can release is one way not to be "
            "private, which the sentence does not single out.",
        ),
        Reading(
            "not-eps-dp-prior-beta-1-1",
            "under the prior (1, 1) its loss exceeds eps for some n and eps",
            exists(loss("ehdl") > eps, given=[under(1, 1)]),
            Grid(n=(*range(1, 31), 100, 300), priors=FLAT),
            catalogue=True,
            note="Nothing found; losses grow to about 0.92 eps at n = 2000 and seem to level off.",
            role=Role.COMPARISON,
            why="Section 2.2 fixes no prior; that of R_B, which section 2.3.1 introduces, is a "
            "special case.",
        ),
        Reading(
            "within-eps-prior-beta-1-1",
            "under the prior (1, 1) its loss stays within eps: the opposite",
            forall(loss("ehdl") <= eps, given=[under(1, 1)]),
            Grid(n=(*range(1, 31), 100, 300), priors=FLAT),
            search=Search(n=200),
            role=Role.COMPARISON,
            why="It is ours: the opposite, for one prior.",
        ),
        Reading(
            "two-categories-two-eps-is-passed",
            "two categories, eps fixed, n and prior free: a loss of 2 eps is passed somewhere, as "
            "every finite bound would be if it were not private at all",
            exists(loss("ehdl") > 2 * eps, given=[PAIRS]),
            Grid(n=8, priors=(*TWO, *priors("1/100,1000", "25,1/1000"))),
            argument="No: the loss is below 2 eps for every prior on two categories and every n "
            "(short.ehdl-not-claimed/two-categories-within-two-eps).  " + LOSS + GAP,
            facts=gap_below_two,
            repair="three categories in place of two: there no multiple of eps bounds the loss",
            role=Role.COMPARISON,
            why="It is ours: how far beyond eps the loss can get with two categories.",
        ),
        Reading(
            "not-eps-dp-some-prior-keq2",
            "for some prior on two categories, n and eps its loss exceeds eps",
            exists(loss("ehdl") > eps, given=[PAIRS]),
            Grid(
                n=40,
                priors=priors("1,1", "7,4", "1/10,1/10", "25,1/1000", "1000,1/100000"),
                values={"eps": ("1/100", "1", "4")},
            ),
            catalogue=True,
            role=Role.LITERAL,
            why="A mechanism that takes eps is not private if its loss exceeds eps for some "
            "prior, n and eps; from section 2.3 on the notes have two categories.",
        ),
        Reading(
            "not-eps-dp-keq3-integer-priors",
            "for some integer prior on three categories, n and eps its loss exceeds eps",
            exists(loss("ehdl") > eps, given=[TRIPLES, whole()]),
            Grid(
                n=16,
                priors=priors("1,1,1", "7,4,5", "10,10,10"),
                values={"eps": ("1/100", "1")},
            ),
            catalogue=True,
            role=Role.LITERAL,
            why="The same with three categories, which section 1 allows and the figures have.",
        ),
    ),
)
