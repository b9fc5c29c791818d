"""notes, section 2.2: the exponential mechanism with local sensitivity."""

from dpbi.language import exists, forall
from dpbi.language.words import (
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
from dpbi.ledger.claims import FLAT, TWO, Claim, Grid, Reading, Search, priors
from dpbi.ledger.statements.dilation import GAP, LOSS, gap_below_two

local_not_private = Claim(
    id="notes.ehdl.nondp",
    kind="theorem",
    place="notes line 51",
    statement="The exponential mechanism calibrated to local sensitivity is not private.",
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
            note="Read for a given n; for n and prior free see "
            "two-categories-some-multiple-of-eps-is-passed.",
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
        ),
        Reading(
            "not-eps-dp-prior-beta-1-1",
            "under the prior (1, 1) its loss exceeds eps for some n and eps",
            exists(loss("ehdl") > eps, given=[under(1, 1)]),
            Grid(n=(*range(1, 31), 100, 300), priors=FLAT),
            catalogue=True,
            note="Nothing found; losses grow to about 0.92 eps at n = 2000 and seem to level off.",
        ),
        Reading(
            "within-eps-prior-beta-1-1",
            "under the prior (1, 1) its loss stays within eps: the opposite",
            forall(loss("ehdl") <= eps, given=[under(1, 1)]),
            Grid(n=(*range(1, 31), 100, 300), priors=FLAT),
            search=Search(n=200),
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
            repair="true for three categories (tailoring.ehdl.nondp/no-multiple-of-eps-bounds-it)",
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
        ),
    ),
)
