"""The long draft (tailoring), section 5.2.3: (eps', delta)-privacy."""

from dpbi.language.words import PAIRS, about, gamma, r, x
from dpbi.ledger.claims import TWO, Claim, Grid, Reading, priors
from dpbi.ledger.statements.dilation import (
    Z,
    drift_slack_is_negative,
    loss_is_finite,
    private_with_drift,
    smooth,
)

GRID = Grid(
    n=3,
    full=5,
    priors=priors("1,1", "2,1", "1/3,5/7", "25,1/1000"),
    values={"eps": ("1/100", "1", "8"), "gamma": ("0", "1")},
)

lemma_5_5 = Claim(
    id="tailoring.lemma-5.5",
    kind="lemma",
    place="Lemma 5.5 (line 518); eps' and delta at line 642",
    statement="For two categories the smoothed mechanism is (eps', delta)-private.",
    uses=("tailoring.lemma-5.2", "tailoring.lemma-5.3", "tailoring.lemma-5.4", "tailoring.cr12"),
    readings=(
        Reading(
            "exists-finite-eps-delta",
            "for some finite eps' and delta = 0: eps' = eps / min S is one",
            about(loss_is_finite("mh-exp", smooth(Z), beta=gamma), PAIRS),
            Grid(n=6, full=20, priors=TWO),
            catalogue=True,
            argument=(
                "Let M = eps / (2 min S).  As 0 <= H <= 1, every exponent eps H / (2S) lies in "
                "[0, M].  From x to y a weight changes by at most e^M, and so does the sum of "
                "weights; a probability changes by at most e^(2M)."
            ),
            note="the statement names neither eps' nor delta, so this is all that it asserts",
        ),
        Reading(
            "eps-delta-of-l642",
            "eps' and delta of line 642 in its case r = BI(x), for every output",
            private_with_drift(x),
            GRID,
            catalogue=True,
            repair="Lemma 5.6: with the harmonic S the mechanism is 2 eps-private",
            note=(
                "ln of (S/S') ln(NL/NL') has a value only where NL(x) > NL(x'); there delta may "
                "be far below 0.  For the other half of the neighbours line 642 has no value"
            ),
        ),
        Reading(
            "eps-delta-of-l642-pointwise",
            "the same with the r of the output in eps' and delta",
            private_with_drift(r),
            GRID,
            repair="Lemma 5.6",
        ),
        Reading(
            "whenever-s-s-ln-nl-nl-lt1",
            "where 0 < (S/S') ln(NL/NL') < 1, the delta of line 642 is negative",
            drift_slack_is_negative(),
            GRID,
            catalogue=True,
            argument=(
                "Then 0 < 1 - q < 1 for q = (S/S') ln(NL/NL'), so exp(eps / (2 (1 - q))) > 1 and "
                "1 - (n+1) exp(eps / (2 (1 - q))) < -n; delta is that times a positive number."
            ),
        ),
    ),
)
