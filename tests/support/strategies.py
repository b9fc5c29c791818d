"""What the property tests draw from: priors, datasets, mechanisms, and the way values compare."""

from fractions import Fraction

from hypothesis import strategies as st

from dpbi import Enclosure, mechanism
from dpbi.fields import Balls

PARAMETERS = ["1", "1/2", "1/3", "7/5", "2", "5", "3/2", "1/1000", "1/1000000", "25", "1000000"]
EPSILONS = ["1/100", "1/3", "1", "5/2", "8"]
GAMMAS = ["0", "1/3", "1", "3"]

EXPONENTIAL = ["ehd", "ehdl", "ehds", "ehds-4s", "mh", "mh-exp", "mh-s", "mh-s-exp"]
LAPLACE = [
    "laplace",
    "laplace-improved",
    "lszhang",
    "lszhang-rest",
    "lszhang-all",
    "lszhang-theorem",
    "lsdim",
    "lshist",
]
FINITE = EXPONENTIAL + LAPLACE

parameters = st.sampled_from(PARAMETERS).map(Fraction) | st.fractions(
    "1/12", 60, max_denominator=12
)
epsilons = st.sampled_from(EPSILONS).map(Fraction)


@st.composite
def priors(draw, k=None):
    """k positive rationals."""
    size = draw(st.integers(2, 4)) if k is None else k
    return tuple(draw(parameters) for _ in range(size))


@st.composite
def datasets(draw, k, most=12):
    """Counts of 1 .. most records over k categories."""
    n = draw(st.integers(1, most))
    cuts = sorted(draw(st.integers(0, n)) for _ in range(k - 1))
    return tuple(b - a for a, b in zip([0, *cuts], [*cuts, n], strict=True))


@st.composite
def settings_of_mechanisms(draw, names=FINITE, most=(14, 5, 3)):
    """A mechanism of the drafts, with a dataset of its own."""
    prior = draw(priors())
    k = len(prior)
    x = draw(datasets(k, most[k - 2]))
    name = draw(st.sampled_from(names))
    extra = {}
    if name in ("ehds", "ehds-4s", "mh", "mh-s"):
        extra["gamma"] = draw(st.sampled_from(GAMMAS))
    if name == "ehd":
        extra["gs"] = draw(st.sampled_from(["printed", "true"]))
    m = mechanism(name, prior=prior, n=sum(x), epsilon=draw(epsilons), **extra)
    return m, x


def exact(value):
    """An oracle's mpf as the rational number that it is."""
    sign, mantissa, exponent, _ = value._mpf_
    number = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return -number if sign else number


def enclosed(ball, bits=128):
    """The enclosure of a ball."""
    return Balls(bits).enclosure(ball)


def encloses(enclosure, value, slack=Fraction(1, 10**50)):
    """Whether an oracle's value, good to 50 decimals, lies in an enclosure."""
    v = value if isinstance(value, Fraction) else exact(value)
    margin = slack * max(1, abs(v))
    return Enclosure(enclosure.lo - margin, enclosure.hi + margin).lo <= v <= enclosure.hi + margin
