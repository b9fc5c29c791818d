"""notes, section 2.2: the exponential mechanism with local sensitivity."""

from dpbi.language.words import (
    LS,
    x,
)
from dpbi.ledger.claims import Claim, Grid, Reading, Role, priors
from statements.laws import weights_are
from statements.sensitivities import local_sensitivity_is
from statements.shared_sentences import LOCAL_IS_NOT_PRIVATE, as_in

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
            "the quotients are the probabilities of the mechanism: they are positive and add up to "
            "1, for eps >= 0",
            weights_are("ehdl", LS(x)),
            Grid(n=2, full=4, priors=SOME, values={"eps": ("0", "1/100", "8")}),
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
    shared="local-sensitivity-is-not-private",
    readings=as_in(
        LOCAL_IS_NOT_PRIVATE,
        {
            "not-dp-for-any-finite-eps": {
                "catalogue": True,
                "note": "Read for a given n; for n and prior free see "
                "two-categories-two-eps-is-passed.",
            },
            "not-eps-dp-prior-beta-1-1": {
                "catalogue": True,
                "why": "Section 2.2 fixes no prior; that of R_B, which section 2.3.1 introduces, "
                "is a special case.",
            },
            "not-eps-dp-some-prior-keq2": {
                "catalogue": True,
                "why": "A mechanism that takes eps is not private if its loss exceeds eps for some "
                "prior, n and eps; from section 2.3 on the notes have two categories.",
            },
            "not-eps-dp-keq3-integer-priors": {
                "catalogue": True,
                "why": "The same with three categories, which section 1 allows and the figures "
                "have.",
            },
        },
    ),
)
