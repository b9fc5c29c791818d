"""notes, section 2.3.4: privacy of the mechanism with smooth sensitivity."""

from dpbi.language import exists
from dpbi.language.words import PAIRS, about, delta, eps, loss, n, under
from dpbi.ledger.claims import FLAT, TWO, Claim, Grid, Reading, Role, Severity, priors
from dpbi.mechanisms.exponential import smoothing_exponent
from statements.candidates import COMPOSITIONS
from statements.notes_privacy import THREE_HALVES
from statements.privacy import private_up_to, private_with_slack_in

BETA = smoothing_exponent(n + 1)
VALUES = {
    "eps": ("1/100", "1", "40"),
    "delta": ("1/1000000000000", "1/1000", "4/5", "99/100"),
}

lemma_2_3 = Claim(
    id="notes.lemma-2.3",
    kind="theorem",
    place="Lemma 2.3 (notes lines 133-137)",
    statement="The mechanism with smooth sensitivity is (eps, delta)-private.",
    uses=(
        "notes.def-2.1",
        "notes.s-beta",
        "notes.lemma-2.3.half",
        "notes.lemma-2.3.U",
        "notes.lemma-2.1",
        "notes.lemma-2.3.slide",
        "notes.lemma-2.2",
        "notes.lemma-2.3.dil",
        "notes.lemma-2.3.chain",
        "notes.non-route",
    ),
    gaps={
        "notes.lemma-2.1": "the lemma shifts all scores by one number, and U_1 depends on z",
        "notes.lemma-2.2": "the lemma scales scores and adds delta/2; from U_2 to U_3 the "
        "normalisers change as well, and the chain adds delta'/2 with a delta' that is not defined",
    },
    lines=("notes:133-137",),
    repaired=(
        "notes.s-beta/bi-y-in-the-second",
        "notes.def-2.1/literal",
        "notes.lemma-2.3.slide/u-y-z-u-x-z-ge-s-x",
        "notes.lemma-2.3.dil/s-x-s-y-le-e-beta",
        "notes.lemma-2.3.dil/strengths",
        "notes.lemma-2.3.chain/normalisers",
        "notes.lemma-2.3.chain/three-halves-at-the-ends",
        "notes.lemma-2.3/three-halves-eps-half-delta",
    ),
    severity=Severity.PRIVACY_BROKEN,
    readings=(
        Reading(
            "repaired-s-beta-bi-y-0ltdeltalt1",
            "S(x) = max over y of LS(y) e^(-beta d(x, y)), 0 < delta < 1",
            about(private_up_to("mh-exp", eps, delta, beta=BETA), PAIRS),
            Grid(n=5, full=12, priors=(*TWO, *priors("1/1000,1/1000")), values=VALUES),
            catalogue=True,
            note=(
                "The delta is needed: the loss alone exceeds eps at small delta and large eps, by "
                "1.05 at n = 5, prior (5000, 1/50000), eps = 47, delta = 10^-9.  The printed proof "
                "does not show the claim, as Lemmas 2.1 and 2.2 fail where multiplicities differ."
            ),
            role=Role.INTENDED,
            why="Line 57 calibrates to the smooth sensitivity of reference [2], which has the "
            "sensitivity of y under the maximum.",
        ),
        Reading(
            "without-delta",
            "the same without the slack: for some prior on two categories, n, eps and delta the "
            "loss exceeds eps",
            exists(loss("mh-exp", beta=BETA) > eps, given=[PAIRS]),
            Grid(
                n=(5,),
                priors=priors("5000,1/50000"),
                values={"eps": ("47",), "delta": ("1/1000000000",)},
            ),
            note="the loss is 48.05 there",
            role=Role.COMPARISON,
            why="It is ours: whether the slack delta is needed at all.",
        ),
        Reading(
            "three-halves-eps-half-delta",
            "the same: it is (3 eps/2, delta/2)-private",
            about(private_up_to("mh-exp", eps * "3/2", delta / 2, beta=BETA), PAIRS),
            Grid(n=4, full=10, priors=(*TWO, *priors("1/1000,1/1000")), values=VALUES),
            argument=THREE_HALVES + "Here N = n + 1.",
            role=Role.REPAIR,
            why="It changes the constants eps and delta to those for which there is a proof.",
        ),
        Reading(
            "three-halves-eps-half-delta-every-k",
            "any number of categories, with the number of candidates, C(n+k-1, k-1), in place of "
            "n + 1 in beta: it is (3 eps/2, delta/2)-private",
            private_up_to("mh-exp", eps * "3/2", delta / 2, beta=smoothing_exponent(COMPOSITIONS)),
            Grid(
                n=2,
                full=4,
                priors=priors("1,1", "1,1,1", "1/100,10,1000", "1000,1000,1000000"),
                values=VALUES,
            ),
            argument=THREE_HALVES + "Here N = C(n+k-1, k-1).",
            role=Role.COMPARISON,
            why="It is ours: Definition 2.1 has two categories.",
        ),
        Reading(
            "literal-s-beta-eq-ls-prior-beta-1-1",
            "the definition to the letter, LS(x) under the maximum: S(x) = LS(x); prior (1, 1)",
            about(private_up_to("ehdl", eps, delta), under(1, 1)),
            Grid(n=6, full=20, priors=FLAT, values=VALUES),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 65 prints a maximum that is LS(x), and Definition 2.1 has the candidates of "
            "the prior (1, 1).",
        ),
        Reading(
            "literal-s-beta-eq-ls-other-priors",
            "the definition to the letter, S(x) = LS(x); other priors",
            about(private_up_to("ehdl", eps, delta), PAIRS),
            Grid(
                n=(1, 2, 5, 36, 45),
                priors=priors("7,4", "25,1/1000", "1000,1/100000"),
                values={"eps": ("1/100",), "delta": ("1/10", "1/1000000000000")},
            ),
            catalogue=True,
            repair="with LS(y) in place of LS(x) under the maximum, as far as is certified",
            why_false="LS is 0.337 at x = (34, 2) and 0.997 at y = (35, 1), so the weights at x "
            "fall much faster with the distance, and some outputs are likelier at x by more than "
            "a factor e^eps.",
            note="The first size that a search over a few priors found is n = 36.",
            role=Role.LITERAL,
            why="Line 65 prints a maximum that is LS(x), and the figures take other priors.",
        ),
        Reading(
            "deltale0",
            "-1 < delta <= 0, which |delta| < 1 allows",
            private_with_slack_in("mh-exp", ("-1", "0", "(]"), beta=BETA),
            Grid(n=2, priors=FLAT, values={"eps": ("1/3", "1"), "delta": ("0", "-1/2", "-9/10")}),
            catalogue=True,
            repair="0 < delta < 1",
            note="beta takes the logarithm of delta/(2(n+1)), which is not positive.",
            role=Role.STRAINED,
            why="Lemmas 2.1 and 2.2 have |delta| < 1, but Lemma 2.3 has not, and the delta of a "
            "privacy statement is a probability.",
        ),
    ),
)
