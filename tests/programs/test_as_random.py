"""The generator as a SystemRandom: methods of the standard library, each run at all its draws."""

import math
import random
import secrets
from fractions import Fraction

import pytest

import dpbi
from dpbi.errors import DpbiError
from dpbi.programs.doubles import pipelines

FEW = 4


@pytest.fixture
def few_points(monkeypatch):
    """random() is one of 16 numbers, so that all of them can be tried."""
    monkeypatch.setattr(pipelines, "POINTS", 1 << FEW)
    monkeypatch.setattr(pipelines, "UNIT", 2.0**-FEW)


class Needs(Exception):
    """A draw below a number, for which a run has no value yet."""


class Scripted(random.Random):
    """Python's own generator over draws that are given."""

    def __new__(cls, given):
        return super().__new__(cls)

    def __init__(self, given):
        super().__init__(0)
        self.given, self.used = given, 0

    def _randbelow(self, n):
        if self.used == len(self.given):
            raise Needs(n)
        self.used += 1
        return self.given[self.used - 1]

    def random(self):
        return self._randbelow(1 << FEW) * 2.0**-FEW

    def getrandbits(self, k):
        return self._randbelow(1 << k)


def tried(function):
    """{output: probability}, by running the function at all draws."""
    found, waiting = {}, [((), Fraction(1))]
    while waiting:
        given, share = waiting.pop()
        try:
            r = function(Scripted(given))
            found[r] = found.get(r, 0) + share
        except Needs as asked:
            (n,) = asked.args
            waiting += [((*given, v), share / n) for v in range(n)]
    return found


def law(made, x):
    found = {}
    for path in made.paths(x):
        found[path.output] = found.get(path.output, 0) + path.weight
    return found


def shuffled(r):
    several = [1, 2, 3]
    r.shuffle(several)
    return tuple(several)


FUNCTIONS = [
    shuffled,
    lambda r: r.choice("abc") + r.choice(("d",)),
    lambda r: r.randrange(5) + r.randrange(2, 8, 3) + r.randint(-1, 1),
    lambda r: "".join(r.choices("abc", k=2)),
    lambda r: "".join(r.choices("abc", weights=(0.1, 0.7, 3), k=2)),
    lambda r: r.choices("abc", cum_weights=(1, 2, 4))[0],
    lambda r: tuple(r.sample(range(4), 2)),
    lambda r: tuple(r.sample("ab", counts=(2, 1), k=2)),
    lambda r: r.getrandbits(3) % 3 + r.getrandbits(1),
    lambda r: r.randbytes(1)[0] // 50,
    lambda r: (r.uniform(-1, 3) > 0.5, round(r.uniform(2, 1), 1)),
    lambda r: r.expovariate(0.5) > 1,
    lambda r: r.weibullvariate(2, 1) < 3,
    lambda r: math.floor(r.paretovariate(1)) > 2,
    lambda r: r.random() < 0.3,
    lambda r: [r.seed(7), r.getrandbits(2)][1],
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=range(len(FUNCTIONS)))
def test_each_method_has_the_law_of_the_standard_librarys(function, few_points):
    made = dpbi.program(datasets=(0, 1), neighbours="all")(lambda x, rng: function(rng.as_random()))
    assert law(made, 0) == tried(function)


def test_it_is_taken_for_what_it_stands_for():
    seen = []

    @dpbi.program(datasets=(0, 1), neighbours="all")
    def kinds(x, rng):
        r = rng.as_random()
        seen.append(isinstance(r, random.Random) and isinstance(r, secrets.SystemRandom))
        return r.random() < 0.5

    kinds.law(0)
    assert all(seen)
    assert kinds.sample(1) in (True, False)


def test_integers_of_many_values_stay_unknown_until_they_are_needed():
    @dpbi.program(datasets=(0, 1), neighbours="all")
    def wide(x, rng):
        r = rng.as_random()
        return r.randrange(10**12) < 10**11, r.getrandbits(64) >= 2**63 + x, r.randrange(7)

    said = law(wide, 0)
    assert said[(True, True, 3)] == Fraction(1, 10) / 2 / 7
    assert wide.sample(0) in said


@pytest.mark.parametrize(
    ("said", "function"),
    [
        ("turns into a float", lambda r: r.gauss(0, 1) > 0),
        ("two numbers computed from random()", lambda r: r.normalvariate(0, 1) > 0),
        ("has more than 1000 values", lambda r: r.randrange(10**6)),
        ("has more than 1000 values", lambda r: r.uniform(0, 1)),
        ("NotImplementedError", lambda r: r.getstate()),
        ("copies the state", lambda r: __import__("copy").copy(r)),
        ("ValueError: empty range", lambda r: r.randrange(0)),
        ("ValueError: number of bits", lambda r: r.getrandbits(-1)),
        ("as a key", lambda r: {r.getrandbits(40): 1}),
        ("another generator", lambda r: random.SystemRandom().random() < 0.5),
        ("another generator", lambda r: secrets.randbelow(3)),
    ],
)
def test_what_cannot_be_followed_is_refused_in_one_sentence(said, function):
    made = dpbi.program(datasets=(0, 1), neighbours="all")(lambda x, rng: function(rng.as_random()))
    with pytest.raises(DpbiError) as refused:
        made.law(0)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
