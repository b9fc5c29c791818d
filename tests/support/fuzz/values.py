"""What the fuzz hands to dpbi: arguments of every kind, some right, most of them not.

Everything is made afresh for each call, since a call may change what it is given.
"""

import math
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np

import dpbi
from dpbi.errors import DpbiError


class Nameless:
    """An object that can do nothing."""


class Agreeable:
    """An object that has every attribute anybody asks for, each of them useless."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *_, **__: None


class Response:
    """Randomised response over a few answers, kept with probability `truth`."""

    def __init__(self, truth=Fraction(3, 4), answers=("no", "yes"), epsilon=None):
        self.truth, self.answers, self.epsilon = Fraction(truth), answers, epsilon

    def datasets(self):
        return list(self.answers)

    def neighbours(self, x):
        return [y for y in self.answers if y != x]

    def probabilities(self, x):
        other = (1 - self.truth) / (len(self.answers) - 1)
        return {y: self.truth if y == x else other for y in self.answers}


class Line:
    """A count with weights exp(-rate |r - x|), as log-weights."""

    def __init__(self, n=3, rate=Fraction(1, 2), epsilon=1):
        self.n, self.rate, self.epsilon = n, rate, epsilon

    def datasets(self):
        return range(self.n + 1)

    def neighbours(self, x):
        return [y for y in (x - 1, x + 1) if 0 <= y <= self.n]

    def log_weights(self, x, F):
        return {r: F.rational(-self.rate * abs(r - x)) for r in range(self.n + 1)}


class OneBit:
    """One record with geometric noise, clamped to a bit, as polynomials in q = exp(-rate)."""

    rate = Fraction(1, 2)

    def datasets(self):
        return [0, 1]

    def neighbours(self, x):
        return [1 - x]

    def polynomials(self, x):
        return {x: [1, Fraction(-1, 2)], 1 - x: [0, Fraction(1, 2)]}


def _mechanisms():
    """Small mechanisms of every form, as makers."""
    named = [
        lambda name=name: dpbi.mechanism(name, prior=(1, 1), n=2, epsilon="1/2")
        for name in ("ehd", "ehdl", "ehds", "ehds-4s", "mh", "mh-exp", "mh-s", "laplace", "lshist")
    ]
    laws = {"a": {0: Fraction(1, 3), 1: Fraction(2, 3)}, "b": {0: Fraction(1, 2), 1: "0.5"}}
    floats = {"a": {0: 0.25, 1: 0.75}, "b": {0: 0.5, 1: 0.5}}
    in_q = {0: {0: [0, 1], 1: [1, -1]}, 1: {0: ["1/2"], 1: ["1/2"]}}
    weights = {0: {0: 0, 1: -1}, 1: {0: "-1/2", 1: 0}}
    return [
        *named,
        lambda: dpbi.mechanism("lszhang", prior=(1, "1/2", 2), n=1, epsilon=1),
        lambda: dpbi.mechanism("laplace-2counts", prior=(1, 1), n=2, epsilon=1),
        Response,
        lambda: Response(1),
        lambda: Response("1/2", epsilon="0.1"),
        lambda: Response("2/3", ("a", "b", "c"), epsilon="ln(4)"),
        Line,
        lambda: Line(rate=Fraction(1, 10**30)),
        lambda: Line(rate=Fraction(500)),
        OneBit,
        lambda: dpbi.Table.of(laws, epsilon=1),
        lambda: dpbi.Table.of(floats, "all"),
        lambda: dpbi.LogWeights.of(weights),
        lambda: dpbi.LogWeights.of({0: {0: 0.5, 1: -0.25}, 1: {0: 0.0, 1: 0.125}}),
        lambda: dpbi.Polynomials.of(in_q, "1/2"),
        *(lambda noise=noise: dpbi.Additive.of(noise(), {"a": 0, "b": 1}) for noise in NOISES),
    ]


NOISES = [
    lambda: dpbi.Noise.discrete_laplace(1),
    lambda: dpbi.Noise.geometric("1/2"),
    lambda: dpbi.Noise.poisson(2),
    lambda: dpbi.Noise.discrete_gaussian(4),
    lambda: dpbi.Noise.gaussian("3/2"),
    lambda: dpbi.Noise.laplace("1/3"),
]
SWEEPS = [
    {"target": "ehd", "grid": {"prior": "1,1", "n": 2, "epsilon": ["1/2", "1"]}},
    {"target": ["ehd", "mh"], "ask": "delta", "at": "1/100", "grid": {"prior": "1,1", "n": "1..3"}},
    {"target": "ehds", "ask": "nosuch", "grid": {}},
    {"target": "ehd", "grid": {"prior": ["1,1", "no"], "n": [2, "x"], "epsilon": 0.1}},
    {"claim": "nosuch", "sample": {"n": 10**12}},
    {},
    "nowhere.toml",
]


JUNK = [
    lambda: None,
    lambda: True,
    lambda: math.nan,
    lambda: math.inf,
    lambda: -0.0,
    lambda: 0.3,
    lambda: 1 + 2j,
    lambda: "",
    lambda: "nonsense",
    lambda: "\ud800",
    lambda: b"1/2",
    lambda: [],
    lambda: {},
    lambda: (),
    lambda: [1, [2]],
    lambda: {1: {2: 3}},
    lambda: {"a", "b"},
    Nameless,
    Agreeable,
    lambda: Response,
    lambda: len,
    lambda: iter([1, 2]),
    lambda: np.float64(0.5),
    lambda: np.array([1, 2]),
    lambda: np.array(3),
    lambda: Path("nowhere"),
    lambda: range(10**12),
    lambda: Decimal("NaN"),
    lambda: Decimal("Infinity"),
    lambda: NotImplemented,
    lambda: Ellipsis,
]
SMALL = [1, 2, "1", "1/2", Fraction(1, 3), Decimal("0.25"), "0.1", "1e-3", np.int64(1), "2"]
NUMBERS = [
    *SMALL,
    0,
    -1,
    "0",
    "-1/2",
    "7/3",
    "ln(3)",
    "ln(9)/2",
    "ln(0)",
    "ln(-1)",
    "1/0",
    "1e400",
    "1e-400",
    "1e999999999 ",
    "1e9_999_999",
    "1e²",
    "+-3",
    "\uff11",
    "1_000",
    " 1 ",
    "1 000",
    "nan",
    "inf",
    "0x10",
    10**30,
    10**5000,
    -(10**5000),
    Fraction(1, 10**5000),
    Fraction(10**5000, 3),
    Decimal("1e999999"),
    Decimal("1e-999999"),
    "9" * 10_000,
]
WHOLE = [0, 1, 2, 3, 5, 12, 20, -1, 2**40, 10**9, 10**30, 10**5000, "3", "2.5", 2.0, True]
TOLERANCES = ["1e-6", "1e-3", "1/10", Fraction(1, 10**9), "1e-30", 0, -1, 10**30, "1e-399"]
PLACES = ["a", "b", 0, 1, 2, (1, 1), (2, 0), (0, 2), [1, 1], (1, 0, 0), "no", "yes", (10**30, 0)]
TEXT = ["line", "all", "remove", "add", "printed", "true", "same", "fresh", "rate", "scale", "n"]


MECHANISMS = _mechanisms()


def a_pld():
    """A distribution of the library, where it is installed."""
    try:
        return dpbi.to_pld(dpbi.mechanism("ehd", prior=(1, 1), n=2, epsilon=1), grid=0.1)
    except DpbiError:
        return None


def _queries():
    """Makers of queries: numbers, lists, roots, floats, and what is no number."""
    line = dpbi.query(datasets=range(4), neighbours="line")
    every = dpbi.query(datasets=["a", "b", "no"], neighbours="all")
    answers = [
        line(lambda x: x * x),
        line(lambda x: [x, 0.1 * x]),
        line(lambda x: Fraction(x, 7)),
        line(lambda x: 10**5000 * x),
        line(lambda x: x * 1e300),
        line(lambda x: "text"),
        line(lambda x: 1 / x),
        every(len),
        every(lambda x: [ord(c) for c in x[:1]]),
        lambda x: x[0],
    ]
    return [lambda q=q: q for q in answers]


QUERIES = _queries()
BOUNDS = [
    lambda x: 7,
    lambda x: x,
    lambda x: 0.5,
    lambda x: math.nan,
    lambda x: dpbi.Size.of("sqrt(50)"),
    lambda x, F: F.exp(F.rational(3)),
    lambda x, F: F.log(F.rational(0)),
    lambda x, y, z: 1,
    3,
]
