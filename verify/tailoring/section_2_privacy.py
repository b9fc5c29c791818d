"""The long draft (tailoring), section 2: the definitions of differential privacy."""

from dpbi.language.words import delta, eps
from dpbi.ledger.claims import FLAT, MIXED, Claim, Grid, Reading, Role, Severity
from statements.privacy import (
    everything_weighs_as_much,
    exponential_mechanism_within,
    private_by_distance_is_private,
    private_up_to,
)

SMALL = Grid(n=4, full=6, priors=MIXED, values={"eps": ("1/100", "1", "8")})
EVENTS = (
    "|H(x, r) - H(y, r)| <= GS for neighbours and every r, so a weight and the sum of the weights "
    "change by at most e^(eps/2) each, and a probability by at most e^eps.  An event is a finite "
    "set of outputs: its probability, the sum of theirs, changes by at most e^eps as well.  "
)

definition_1 = Claim(
    id="tailoring.def-1",
    kind="definition",
    place="Definition 1 (lines 121-125)",
    lines=("tailoring:121-125",),
    statement=(
        "A mechanism is eps-private if the probability of an event is e^eps times that at a "
        "neighbour; the exponential mechanism, for one, is."
    ),
    severity=Severity.MISPRINT,
    uses=("tailoring.adjacency",),
    readings=(
        Reading(
            "literal-eq",
            "with the equality of line 125, for the event of all outputs: no mechanism has it, "
            "and the exponential mechanism of section 4.1.1 has it not",
            everything_weighs_as_much(),
            Grid(n=2, priors=FLAT),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 125 prints an equality for every event B, and B may be everything.",
            repair="<= in place of =",
            note="both sides of the event of all outputs have probability 1, so 1 = e^eps; "
            "besides, the metric H is applied to one argument only",
        ),
        Reading(
            "le-all-events-b-subset-y",
            "with <= and every event B of outputs, which is the largest excess of an event being "
            "at most 0: the exponential mechanism has it",
            private_up_to("ehd", eps, 0, gs="true"),
            SMALL,
            catalogue=True,
            argument=EVENTS,
            role=Role.INTENDED,
            why="Lines 184 and 232 call mechanisms private that only <= can admit, and the first "
            "note of the same author (lproof) has <=.",
        ),
        Reading(
            "le-events-of-one-reference-distance",
            "with <= and only events about the distance of the release from one fixed "
            "distribution: whoever has this for some level has privacy at that level",
            private_by_distance_is_private(),
            Grid(n=(2,), priors=FLAT, values={"eps": ("1", "4"), "t": ("1/2", "9/10", "3")}),
            catalogue="le-events-only-through-h-m-x-for-one-fixed-reference-dis",
            role=Role.STRAINED,
            why="Line 125 writes H(M(x)) in B with a metric H, which needs a second argument that "
            "the draft never names.",
            repair="every reference distribution in place of one: then single outputs, at "
            "distance 0 from themselves, are among the events",
            note="two outputs that are equally far from the reference are never told apart",
        ),
    ),
)

definition_2 = Claim(
    id="tailoring.def-2",
    kind="definition",
    place="Definition 2 (lines 127-131)",
    lines=("tailoring:127-131",),
    statement=(
        "A mechanism is (eps, delta)-private if the probability of an event is e^eps times that at "
        "a neighbour, plus delta; an eps-private one, for one, is."
    ),
    severity=Severity.MISPRINT,
    uses=("tailoring.adjacency",),
    readings=(
        Reading(
            "literal",
            "with the equality of line 131, for the event of all outputs of the exponential "
            "mechanism",
            everything_weighs_as_much(delta),
            Grid(n=2, priors=FLAT),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 131 prints an equality for every event B, and B may be everything.",
            repair="<= in place of =",
            note="1 = e^eps + delta is false for all positive eps and delta; the empty event has "
            "0 = delta",
        ),
        Reading(
            "le",
            "with <= and every event: the exponential mechanism has it for every delta",
            exponential_mechanism_within(),
            Grid(n=3, full=5, priors=MIXED, values={"eps": ("1/100", "1", "8")}),
            catalogue=True,
            argument=EVENTS + "So what exceeds e^eps times the other probability is 0 <= delta.",
            role=Role.INTENDED,
            why="Lemma 5.5 (line 518) claims it of a mechanism, which an equality cannot hold for.",
        ),
    ),
)
