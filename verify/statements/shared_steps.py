"""Steps of a proof that two drafts share: the same readings in the same roles, whoever prints them.

- The proof of dilation in section 2.3.3 of the notes stands in brackets in tailoring, section
  5.2.2.  u = -H is the score, S the smooth sensitivity, lam the exponent of the dilation and h(z)
  the probability of the score z.  What is said of all scores is said of any numbers: u, q for e^lam
  and t for S.  The drafts fix their delta in different ways, so that a step which needs it takes
  what it needs for its hypothesis.
- The local sensitivity at the truth, in section 4.1 of the notes and 7.1 of tailoring.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.words import PAIRS, C, H, all_of, delta, eps, exp, lam, log, no, r, s, t, x
from dpbi.ledger.claims import FLAT, Grid, Reading, Role, priors
from statements.arguments import meaningless
from statements.dilation import TAIL, event, smooth
from statements.dilation_proof import (
    THRESHOLD,
    close,
    log_ratio_on_the_event,
    mass,
    on_stretches,
    stretch_of_negative,
)
from statements.notes_dilation import (
    APART,
    NEGATIVE,
    SCORE,
    about_scores,
    log_ratio,
    ratio,
    u,
)
from statements.sensitivities import local_sensitivity_at_the_truth
from statements.terms import z

SCORES = {"u": ("0", "-1/2", "-3"), "t": ("1/2", "3"), "eps": ("1", "8")}
SHRUNK = Grid(values={**SCORES, "q": ("1/10", "1/2"), "lam": ("-2", "-1/2", "-1/10")})
STRETCHED = SHRUNK.with_values(q=("3/2", "3"))
SOME = priors("1,1", "2,1", "1/3,5/7")
SMALL = {"eps": ("1/100", "1", "8"), "gamma": ("0", "1"), "lam": ("1/10", "1", "3")}
FOUR = Grid(
    n=4, priors=FLAT, values={"eps": ("1", "8", "16"), "gamma": ("0",), "delta": ("1/10", "4/5")}
)


def sensitivity_is_positive() -> Formula:
    """S(x) > 0, whatever the smoothing exponent."""
    return forall(smooth(x) > 0)


def ratio_with_multiplicities() -> Formula:
    """Pr[u = u(r)] = exp((eps/2) (u(r) - u(s)) / S) Pr[u = u(s)]."""
    factor = exp(eps / 2 * (H(x, s) - H(x, r)) / smooth(x))
    return forall(close(event(H(x, r)), factor * event(H(x, s))), given=[PAIRS])


def ratio_with_exponent(scaled: Expr) -> Formula:
    """exp(eps u / (2t)) over exp(eps scaled / (2t)) is the ratio h(u) / h(e^lam u), for lam < 0."""
    printed = exp(eps * u / (2 * t)) / exp(eps * scaled / (2 * t))
    meant = exp(eps * u / (2 * t)) / exp(eps * (exp(lam) * u) / (2 * t))
    return forall(close(printed, meant), where=[SCORE, NEGATIVE])


EPS_TO_LAM = exp(lam * log(eps))
"""eps^l."""


def restricted_to_good(v: Expr) -> Expr:
    """Pr[u = u(v) and u >= S / (1 - e^lam)] with e^lam = H(x, s) / H(x, r)."""
    good = -H(x, z) >= smooth(x) / (1 - H(x, s) / H(x, r))
    return mass(all_of(H(x, z).equals(H(x, v)), good))


def split_by_an_event(*, on_the_right: bool) -> Formula:
    """Pr[u = u(r), G] + Pr[not G] <= e^(eps/2) Pr[u = u(s), (G)] + delta/2.

    G: u >= S / (1 - e^lam).  Two categories, Pr[not G] <= delta/2, e^lam = H(x, s) / H(x, r) > 1;
    r and s are attained by as many candidates.
    """
    bad = mass(no(-H(x, z) >= smooth(x) / (1 - H(x, s) / H(x, r))))
    right = restricted_to_good(s) if on_the_right else event(H(x, s))
    given = [PAIRS, APART, H(x, r) < H(x, s), C(x, r).equals(C(x, s)), bad <= delta / 2]
    return forall(restricted_to_good(r) + bad <= exp(eps / 2) * right + delta / 2, given=given)


GOOD = mass(-H(x, z) >= THRESHOLD)
"""The probability of u >= S / (1 - e^lam), u = -H, under tailoring's mechanism."""


def good_event_is_as_likely_as_its_bound() -> Formula:
    """P(u >= S / (1 - e^lam)) >= (n + 1) exp(eps / (2 (1 - e^lam))), where that is at most 1."""
    return on_stretches(GOOD >= TAIL, TAIL <= 1)


def good_event_is_likely() -> Formula:
    """P(u >= S / (1 - e^lam)) >= 1 - (n + 1) exp(eps / (2 (1 - e^lam)))."""
    return on_stretches(GOOD >= 1 - TAIL)


# The proof of dilation. --------------------------------------------------------------------------

SIGNS = (
    Reading(
        "sgt0",
        "S(x) > 0, whatever the smoothing exponent",
        sensitivity_is_positive(),
        Grid(n=4, full=8, priors=SOME, values={"gamma": ("0", "1/3", "2")}),
        role=Role.LITERAL,
        why="The sentence says that the sensitivity is always greater than 0.",
        argument="S(x) >= LS(x) > 0, as there are neighbours for n >= 1 and their posteriors "
        "differ from that of x.",
    ),
    Reading(
        "ule0-notes",
        "-H(BI(x), r) <= 0",
        forall(-H(x, r) <= 0),
        Grid(n=4, full=8, priors=SOME),
        role=Role.LITERAL,
        why="The sentence explains its words by u <= 0, and only this is used.",
        argument="H >= 0.",
    ),
    Reading(
        "ult0-strictly",
        "-H(BI(x), r) < 0 for every candidate",
        forall(-H(x, r) < 0),
        Grid(n=2, priors=FLAT),
        role=Role.STRAINED,
        why="The words are smaller than zero, but the same sentence goes on with u <= 0.",
        repair="<= in place of <: the true posterior has the score 0",
    ),
    Reading(
        "ule0-tailoring-where-the-score-is-plus-h",
        "H(BI(x), r) <= 0, the score having the other sign",
        forall(H(x, r) <= 0),
        Grid(n=2, priors=FLAT),
        role=Role.COMPARISON,
        why="Both drafts write -H in this sentence; line 264 of tailoring has +H for what follows.",
        repair="-H in place of H",
    ),
)

CONTRACTION = (
    Reading(
        "1lte-lambda",
        "1 < e^lam for lam < 0",
        stretch_of_negative(above=True),
        SHRUNK,
        role=Role.LITERAL,
        why="The sentence prints 1 < e^lam in the case lam < 0.",
        repair="1 > e^lam",
    ),
    Reading(
        "ratio-le-eps-2",
        "h(z)/h(e^lam z) <= eps/2, e^lam standing for any q with 0 < q < 1",
        about_scores(ratio() <= eps / 2, stretched=False),
        SHRUNK,
        role=Role.LITERAL,
        why="The sentence bounds the ratio itself, and not its logarithm.",
        repair="e^(eps/2) in place of eps/2",
    ),
    Reading(
        "log-ratio-le-eps-2",
        "ln h(z)/h(e^lam z) <= eps/2, e^lam standing for any q with 0 < q < 1; the constant "
        "factor of h cancels, so h is exp(eps z/(2S))",
        about_scores(log(ratio()) <= eps / 2, stretched=False),
        SHRUNK,
        role=Role.INTENDED,
        why="The next sentence speaks of the log-ratio and of its bound eps/2, and the lemma has "
        "the factor e^(eps/2).",
        argument="The log-ratio is (eps/2) z (1 - e^lam)/S, and z <= 0 while 1 - e^lam > 0: it is "
        "at most 0.",
    ),
    Reading(
        "ratio-le-1-equal-c",
        "h(z)/h(e^lam z) <= 1, h being a constant times exp(eps z/(2S))",
        about_scores(ratio() <= 1, stretched=False),
        SHRUNK,
        role=Role.COMPARISON,
        why="It is sharper than anything that the proof needs.",
        argument="z <= e^lam z for z <= 0 and e^lam < 1, and exp increases.",
    ),
)

DILATION = (
    Reading(
        "literal",
        "with h(z) a constant times exp(eps z/(2S)), e^lam standing for any q > 1",
        about_scores(ratio().equals(exp(log_ratio())), stretched=True),
        STRETCHED,
        role=Role.LITERAL,
        why="The ratio is that of the formula for h in the same proof, whose constants cancel.",
        argument="eps z/(2S) - eps e^lam z/(2S) = (eps/2) z (1 - e^lam)/S.",
    ),
    Reading(
        "with-the-numbers-of-candidates",
        "with the true probabilities of the two scores",
        ratio_with_multiplicities(),
        Grid(n=2, priors=FLAT, values={"eps": ("1", "4"), "gamma": ("0", "1")}),
        role=Role.COMPARISON,
        why="What is wrong here is the formula for h, which is a step of its own.",
        repair="equal numbers of candidates with the two scores",
    ),
)

GOOD_EVENT = (
    Reading(
        "literal",
        "on G as printed the log-ratio is at most eps/2",
        log_ratio_on_the_event(above=False),
        Grid(n=2, full=4, priors=SOME, values=SMALL),
        role=Role.LITERAL,
        why="The sentence defines G with <=, and 1 - e^lam is negative.",
        repair=">= in place of <= in G",
    ),
    Reading(
        "above-the-threshold",
        "on G = {u >= S(x)/(1 - e^lam)} the log-ratio is at most eps/2",
        log_ratio_on_the_event(above=True),
        Grid(n=2, full=4, priors=SOME, values=SMALL),
        role=Role.INTENDED,
        why="G is to be the event on which the log-ratio is small, and dividing u (1 - e^lam) <= S "
        "by the negative number 1 - e^lam turns the inequality round.",
        argument="u >= S/(1 - e^lam) and 1 - e^lam < 0 give u (1 - e^lam) <= S, and the log-ratio "
        "is (eps/2) u (1 - e^lam)/S.",
    ),
)

SPLIT = (
    Reading(
        "with-g-on-both-sides",
        "z and e^lam z attained by as many candidates, lam > 0, G the event u >= S(x)/(1 - e^lam) "
        "and Pr[not G] <= delta/2: the inequality in the middle",
        split_by_an_event(on_the_right=True),
        FOUR,
        role=Role.INTENDED,
        why="This is the sentence with the G on which the log-ratio is small, and with the "
        "probability that the sentence before it means.",
        repair="Pr[u = e^lam z] in place of Pr[u = e^lam z, G]",
        note="z may be in G while e^lam z, which is farther from 0, is not.",
    ),
    Reading(
        "without-g-on-the-right",
        "z and e^lam z attained by as many candidates, lam > 0, G the event u >= S(x)/(1 - e^lam) "
        "and Pr[not G] <= delta/2: the inequality in the middle, with Pr[u = e^lam z] on the right",
        split_by_an_event(on_the_right=False),
        FOUR,
        role=Role.REPAIR,
        why="It leaves out G on the right, which the next inequality does in any case.",
        argument="If z is in G, Pr[u = z] <= e^(eps/2) Pr[u = e^lam z], the numbers of candidates "
        "being equal; if not, Pr[u = z, G] = 0.  Pr[not G] <= delta/2 is supposed.",
    ),
)

EXPONENT = Reading(
    "exponent-q-z",
    "the exponent of h(e^lam z) is eps z e^lam/(2S): with it the ratio is h(z)/h(e^lam z), for lam "
    "< 0",
    ratio_with_exponent(exp(lam) * u),
    SHRUNK,
    role=Role.INTENDED,
    why="The denominator is h(e^lam z), which has this exponent by the formula for h.",
    argument="Both sides are the same expression.",
)
"""The exponent of h(e^lam z); what each draft prints in its place is a reading of its own."""


# The local sensitivity at the truth. -------------------------------------------------------------

AT_R_X = (
    Reading(
        "unbalanced",
        "as printed, with closing bars that nothing opens",
        check=meaningless("A bar closes in each maximum, and none opens."),
        role=Role.LITERAL,
        why="Both maxima are printed with one bar, at the end.",
        repair="|H(x, x) - H(y, x)| and H(y, x)",
    ),
    Reading(
        "with-bars",
        "with absolute values",
        local_sensitivity_at_the_truth(bars=True),
        Grid(n=3, priors=priors("1,1", "1/3,5/7", "25,1/1000", "2,1,1/2")),
        role=Role.INTENDED,
        why="The closing bars are printed, and the global sensitivity has both bars in the same "
        "formula.",
        argument="H(x, x) = 0 and H is symmetric and not negative; H is a distance, so |H(x, r) - "
        "H(y, r)| <= H(x, y) for every r, and at r = x the left side is H(x, y).",
    ),
    Reading(
        "signed",
        "without absolute values: max (H(x, x) - H(y, x)) = max H(y, x)",
        local_sensitivity_at_the_truth(bars=False),
        Grid(n=3, priors=priors("1,1", "1/3,5/7", "25,1/1000", "2,1,1/2")),
        role=Role.STRAINED,
        why="The opening bars are missing, which nobody would read as no bars at all.",
        repair="|H(x, x) - H(y, x)| in place of H(x, x) - H(y, x)",
    ),
)
