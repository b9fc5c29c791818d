"""notes, figures 3 and 4: the numbers in the captions."""

from fractions import Fraction

from dpbi.language import Expr, forall
from dpbi.language.expr import num
from dpbi.language.words import (
    GS,
    about,
    hellinger,
    lam,
    largest,
    loss,
    n,
    one_of,
    t,
    under,
    variable,
    vec,
)
from dpbi.ledger.claims import Claim, Grid, Reading, priors
from dpbi.ledger.statements.printed import Caption, at_most, no_dataset_prints, prints_as
from dpbi.mechanisms.exponential import smoothing_exponent

SENSITIVITY = "0.239992747797"
BETA_100, BETA_120 = "0.0699407108115", "0.0677791100173"
EPS = num("4/5")
THREE, TWO = priors("7,4,5"), priors("7,4")
CAPTIONS = (
    Caption(100, BETA_100, "0.08", "0.09"),
    Caption(120, BETA_120, "0.0945", "0.096"),
    Caption(150, BETA_120, "0.0945", "0.096"),
)
SIZES = (100, 120, 150)
FIGURE, PRINTED_SIZE = under(7, 4, 5), one_of(n, *SIZES)
PRINTED_BETA = variable("lam", "rational", "0", None, "()")

SMALLEST_PAIR = (
    "For neighbours, BC = g(a) g(b) with g(a) = Gamma(a+1/2)/sqrt(Gamma(a) Gamma(a+1)), where a "
    "and b are the two moved parameters before either receives the unit, so a >= alpha_i and "
    "b >= alpha_j, i != j. g increases (digamma is strictly concave), so the distance is largest "
    "at the two smallest parameters of the prior, 4 and 5: H = H(beta(5,5), beta(4,6)). "
)


def exponent(candidates: int) -> Expr:
    """The notes' beta at eps = delta = 4/5 with so many candidates."""
    return smoothing_exponent(num(candidates), EPS, EPS)


global_sensitivity = Claim(
    id="notes.fig3.gs",
    kind="constant",
    place="captions of figures 3 and 4 (notes lines 210 and 220)",
    statement="The global sensitivity is 0.239992747797 for prior DL(7, 4, 5), n = 100, 120, 150.",
    readings=(
        Reading(
            "true-gs-of-dl-7-4-5-any-nge1",
            "the global sensitivity of DL(7, 4, 5), whatever n",
            prints_as(GS(), SENSITIVITY, FIGURE),
            Grid(n=(1, 2, 3, 100), priors=THREE),
            catalogue=True,
            repair="0.233629480709 = H(beta(5,5), beta(4,6)) for every n",
        ),
        Reading(
            "true-gs-is-0-233629480709",
            "the global sensitivity of DL(7, 4, 5) rounds to 0.233629480709 for every n",
            prints_as(GS(), "0.233629480709", FIGURE),
            Grid(n=(1, 2, 3, 4, 20), priors=THREE),
            argument=SMALLEST_PAIR
            + (
                "It is attained for every n >= 1 with the other n - 1 records in the first "
                "category, so GS does not depend on n."
            ),
        ),
        Reading(
            "gs-of-beta-7-4",
            "the global sensitivity of beta(7, 4), whatever n",
            prints_as(GS(), SENSITIVITY, under(7, 4)),
            Grid(n=(1, 2, 3, 100, 120, 150), priors=TWO),
            catalogue=True,
            repair="at n = 1 it is H(beta(8,4), beta(7,5)) = 0.2187.., at n = 100 it is 0.1784..",
        ),
        Reading(
            "h-beta-7-4-beta-8-3",
            "the distance from beta(7, 4) to beta(8, 3)",
            prints_as(hellinger(vec(7, 4), vec(8, 3)), SENSITIVITY),
            catalogue=True,
            exhaustive=True,
            note="A unit moved within the prior itself, which no data of n >= 1 records does.",
        ),
        Reading(
            "h-dl-7-4-5-dl-8-3-5",
            "the distance from DL(7, 4, 5) to DL(8, 3, 5)",
            prints_as(hellinger(vec(7, 4, 5), vec(8, 3, 5)), SENSITIVITY),
            exhaustive=True,
            note="The same number: the unmoved parameter and the total cancel.",
        ),
        Reading(
            "largest-move-within-beta-7-4",
            "the local sensitivity with the prior beta(7, 4) itself in the posterior's place",
            prints_as(
                largest(
                    hellinger(vec(7, 4), vec(8, 3)),
                    hellinger(vec(7, 4), vec(6, 5)),
                ),
                SENSITIVITY,
            ),
            exhaustive=True,
            note="A formula without n, as the same digits for three sizes suggest.",
        ),
        Reading(
            "h-dl-7-4-5-dl-7-3-6",
            "the distance from DL(7, 4, 5) to DL(7, 3, 6)",
            prints_as(hellinger(vec(7, 4, 5), vec(7, 3, 6)), SENSITIVITY),
            note="Larger than the number, which so is not the largest move within DL(7, 4, 5).",
            repair="moved between the first two parameters only",
        ),
        Reading(
            "gs-of-beta-7-3-one-record",
            "the global sensitivity of beta(7, 3) with one record",
            prints_as(GS(1), SENSITIVITY, under(7, 3)),
            Grid(priors=priors("7,3")),
            exhaustive=True,
            note="A global sensitivity as the notes define it, of a prior that is off by one.",
        ),
        Reading(
            "valid-upper-bound-for-gs-of-dl-7-4-5",
            "the number is an upper bound of the global sensitivity of DL(7, 4, 5)",
            about(at_most(GS(), SENSITIVITY), FIGURE),
            Grid(n=(1, 2, 3, 4, 20), priors=THREE),
            catalogue=True,
            argument=SMALLEST_PAIR + "That is 0.23362.. <= 0.23999..",
        ),
    ),
)


def beta_reading(name: str, statement: str, candidates: int, digits: str) -> Reading:
    """Whether the notes' beta with so many candidates prints these digits."""
    return Reading(
        name,
        statement,
        prints_as(exponent(candidates), digits),
        catalogue=True,
        exhaustive=True,
    )


beta_at_100 = Claim(
    id="notes.fig3.beta-100",
    kind="constant",
    place="caption of figure 3a (notes line 210)",
    statement="beta = 0.0699407108115 for n = 100, eps = delta = 4/5.",
    readings=tuple(
        beta_reading(name, f"with N = {size}", size, BETA_100)
        for name, size in (
            ("neqnplus1eq101-formula-of-l75", 101),
            ("neqneq100", 100),
            ("neq-r-eqc-102-2-eq5151", 5151),
        )
    ),
)

beta_at_120 = Claim(
    id="notes.fig3.beta-120",
    kind="constant",
    place="caption of figure 3b (notes line 210)",
    statement="beta = 0.0677791100173 for n = 120, eps = delta = 4/5.",
    readings=tuple(
        beta_reading(name, f"with N = {size}", size, BETA_120)
        for name, size in (("neqnplus1eq121", 121), ("neqneq120", 120))
    ),
)

beta_at_150 = Claim(
    id="notes.fig4.beta-150",
    kind="constant",
    place="caption of figure 4 (notes line 220)",
    statement="beta = 0.0677791100173 for n = 150, eps = delta = 4/5.",
    readings=tuple(
        beta_reading(name, f"with N = {size}", size, BETA_120)
        for name, size in (
            ("neq150", 150),
            ("neq151", 151),
            ("neq120-copy-of-fig-3b-caption", 120),
        )
    ),
)

local_and_smooth = Claim(
    id="notes.fig3.ls",
    kind="constant",
    place="captions of figures 3 and 4 (notes lines 210 and 220)",
    statement="Local and smooth sensitivity are 0.08 and 0.09 (n = 100), 0.0945 and 0.096.",
    uses=("notes.fig3.beta-100", "notes.fig3.beta-120", "notes.fig4.beta-150"),
    readings=(
        Reading(
            "replace-one-ls-seqmax-ls-y-e-beta-d",
            "some dataset of each size has both numbers, one record replaced, prior DL(7, 4, 5)",
            check=no_dataset_prints(CAPTIONS, THREE),
            catalogue=True,
        ),
        Reading(
            "other-readings",
            "digits rounded or cut off, four priors, one record replaced or added, d in 3 units",
            check=no_dataset_prints(
                (CAPTIONS[1], CAPTIONS[0], CAPTIONS[2]),
                priors("7,4,5", "7,4", "1,1", "1,1,1"),
                ("replaced", "added"),
                (Fraction(1, 2), Fraction(1), Fraction(2)),
                cut=True,
            ),
            catalogue=True,
        ),
    ),
)

privacy_of_figures = Claim(
    id="notes.fig3.dp",
    kind="constant",
    place="captions of figures 3 and 4 (notes lines 210 and 220)",
    statement=(
        "At eps = 4/5 and DL(7, 4, 5): 0.8-private with global sensitivity, (0.8, 0.8)-private "
        "with smooth sensitivity, not private with local sensitivity."
    ),
    uses=(
        "notes.fig3.gs",
        "notes.fig3.ls",
        "notes.expmech.dp",
        "notes.lemma-2.3",
        "notes.ehdl.nondp",
    ),
    readings=(
        Reading(
            "ehd-with-0-23999-0-8-dp",
            "calibrated to the printed global sensitivity, every n",
            forall(loss("ehd", EPS, gs=num(SENSITIVITY)) <= EPS, given=[FIGURE]),
            Grid(n=(1, 2, 3, 5), priors=THREE),
            catalogue=True,
            argument=SMALLEST_PAIR
            + (
                "That is below the printed number, and an exponential mechanism calibrated to an "
                "upper bound of its sensitivity loses at most eps."
            ),
        ),
        Reading(
            "m-h-beta-smooth-0-8-0-8-dp",
            "calibrated to smooth sensitivity with either printed beta, n = 100, 120, 150",
            forall(
                loss("mh-exp", EPS, beta=lam) <= EPS,
                given=[FIGURE, PRINTED_SIZE, one_of(lam, BETA_100, BETA_120)],
                where=[PRINTED_BETA],
            ),
            Grid(n=SIZES, priors=THREE, values={"lam": (BETA_100, BETA_120)}),
            catalogue=True,
            exhaustive=True,
            note="More than asked: the loss is within 0.8 without any delta (below 0.57).",
        ),
        Reading(
            "ehdl-non-private-eq-not-0-8-dp",
            "calibrated to local sensitivity it is not 0.8-private, n = 100, 120, 150",
            forall(loss("ehdl", EPS) > EPS, given=[FIGURE, PRINTED_SIZE]),
            Grid(n=SIZES, priors=THREE),
            catalogue=True,
            exhaustive=True,
        ),
        Reading(
            "ehdl-not-dp-at-all",
            "calibrated to local sensitivity its loss exceeds every t",
            forall(loss("ehdl", EPS) > t, given=[FIGURE, PRINTED_SIZE]),
            Grid(n=(100, 120), priors=THREE, values={"t": ("1/2", "9/10", "1", "10")}),
            catalogue=True,
            repair="its loss is between 0.84 and 0.87 at these sizes: not 0.8-private, but private",
        ),
    ),
)
