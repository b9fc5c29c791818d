"""Doubles of random(): the law on its points, against running the program at every one of them."""

import contextlib
import math
import os
import random
import sys
import warnings
from collections import Counter
from fractions import Fraction
from itertools import product
from math import log as held_under_another_name
from math import sqrt
from types import BuiltinFunctionType

import numpy as np
import pytest

import dpbi
from dpbi.errors import DpbiError
from dpbi.programs.doubles import arithmetic, following, pipelines
from dpbi.programs.doubles.pipelines import Monotone, NotMonotone, Pipeline

COUNT = int(os.environ.get("DPBI_DOUBLES", "500"))
FEW = 6
ALL = 1 << 53


def on(*datasets):
    return dpbi.program(datasets=datasets, neighbours="all")


def law(made, x):
    """{output: the exact sum of the weights of its paths}; no noise has a law of its own here."""
    found = {}
    for path in made.paths(x):
        assert not path.forest
        found[path.output] = found.get(path.output, 0) + path.weight
    return found


@pytest.fixture
def few_points(monkeypatch):
    """random() is one of 64 numbers, so that all of them can be tried."""
    monkeypatch.setattr(pipelines, "POINTS", 1 << FEW)
    monkeypatch.setattr(pipelines, "UNIT", 2.0**-FEW)


class Given:
    """A generator whose random() was drawn before."""

    def __init__(self, points):
        self.points, self.used = points, 0

    def random(self):
        self.used += 1
        return self.points[self.used - 1] * 2.0**-FEW


def tried(function, x, draws):
    """The law by running the function at all points."""
    runs = Counter(function(x, Given(k)) for k in product(range(1 << FEW), repeat=draws))
    return {r: Fraction(n, 1 << FEW * draws) for r, n in runs.items()}


def geometric_by_inversion(x, rng):
    try:
        return x + math.floor(math.log(rng.random()) / math.log(1 - 0.4))
    except ValueError as error:
        return str(error)


def laplace_by_inversion(x, rng):
    u = rng.random() - 0.5
    try:
        z = -2.0 * (1 if u > 0 else -1) * held_under_another_name(1 - 2 * abs(u))
    except ValueError:
        return "error"
    return max(-2, min(3, round(x + z)))


def exponential_mechanism(x, rng):
    weights = [math.exp(0.3 * q) for q in ((0, 1, 2), (1, 1, 0))[x]]
    u, total = rng.random() * sum(weights), 0.0
    for i, w in enumerate(weights):
        total += w
        if u <= total:
            return i
    return "none"


def two_coins(x, rng):
    return rng.random() < 0.3 + x / 10, rng.random() >= 0.7


def divided(x, rng):
    try:
        return int(1 / (rng.random() - 0.25)) if x else int(3 / rng.random()) // 7
    except ZeroDivisionError:
        return "divided by 0"


def rounded(x, rng):
    u = rng.random()
    return round(u, 1), round(3 * u - 1), math.ceil(u * 3), math.trunc(4 * u - 2), int(-3 * u)


def by_numpy(x, rng):
    u = rng.random()
    with np.errstate(all="ignore"):
        z = np.floor(np.log(np.float64(1.5) * u) / np.float64(-0.7))
    if not np.isfinite(z):
        return "infinite"
    return int(np.round(z)), bool(np.sqrt(u) > 0.3), float(np.sign(u - 0.5))


def arrays(x, rng):
    cumulative = np.cumsum([0.2, 0.3, 0.5])
    u = rng.random()
    if np.any(u <= cumulative):
        return int(np.argmax(cumulative >= u)), bool(np.isclose(u, 0.5 + x))
    return "none"


def of_two(x, rng):
    a, b = math.floor(rng.random() * 3), math.floor(rng.random() * 4)
    return a < b, a + b, a == b, a * (b - 1) > x


def indexed(x, rng):
    u = rng.random()
    return "abcd"[math.floor(u * 4)], f"{math.floor(u * 3)}", math.floor(u * 5) % 2, u == 0.5


def compared(x, rng):
    u = rng.random()
    a = 0.2 < u <= 0.6, u != 0.25, bool(u), u > Fraction(1, 3), 1 - u >= 0.5, not u < 1
    return a, min(u, 0.25) == 0.25, abs(u - 0.5) < 0.1, -u < -0.9, u == "u", math.isnan(u)


def turning(x, rng):
    u, v = rng.random(), rng.random() - 0.25
    try:
        return abs(u - 0.5) < 0.1, -2 < 1 / (v - x / 4) < 9, np.fabs(0.3 - u) > 0.2
    except ZeroDivisionError:
        return "divided by 0"


def overflowing(x, rng):
    try:
        return int((rng.random() - 0.5) * 1e308 * 1e9) % 3
    except OverflowError as error:
        return str(error)


def exponentials(x, rng):
    try:
        return int(math.exp(1000 * rng.random())) % 5 if x else math.floor(2 ** math.ceil(0.1))
    except OverflowError:
        return "overflow"


FUNCTIONS = [
    *((geometric_by_inversion, 1), (laplace_by_inversion, 1), (exponential_mechanism, 1)),
    *((two_coins, 2), (divided, 1), (rounded, 1), (by_numpy, 1), (arrays, 1), (of_two, 2)),
    *((indexed, 1), (compared, 1), (overflowing, 1), (turning, 2)),
]


@pytest.mark.parametrize(("function", "draws"), FUNCTIONS, ids=lambda f: getattr(f, "__name__", ""))
def test_the_law_is_that_of_trying_all_points(function, draws, few_points):
    made = on(0, 1)(function)
    for x in (0, 1):
        assert law(made, x) == tried(function, x, draws)


@pytest.mark.parametrize("function", [exponential_mechanism, two_coins, divided, of_two])
def test_it_is_drawn_for_real_with_the_same_law(function, few_points):
    made, bits = on(0, 1)(function), dpbi.not_private(4)
    seen = Counter(made.sample(0, bits) for _ in range(400))
    said = law(made, 0)
    assert seen.keys() <= said.keys()
    for r, p in said.items():
        assert abs(seen[r] / 400 - p) < 5 * math.sqrt(p * (1 - p) / 400) + 0.003


class Writer:
    """A random program in doubles."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def number(self):
        return self.random.choice(("0.5", "2", "-1.5", "0.1", "3", "x", "1e-3", "-0.25", "7.0"))

    def value(self, depth=0):
        pick = self.random.random()
        if depth > 3 or pick < 0.15:
            return "u"
        inner = self.value(depth + 1)
        if pick < 0.6:
            op = self.random.choice(("+", "-", "*", "/", "-", "*"))
            pair = (inner, self.number())
            a, b = pair if self.random.random() < 0.6 else pair[::-1]
            return f"({a} {op} {b})"
        name = self.random.choice(
            ("abs", "math.log", "math.sqrt", "math.exp", "math.log1p", "round", "-", "math.floor")
        )
        return f"{name}({inner})"

    def written(self):
        source, names = self.source(), {"math": math}
        exec(compile(source, "<doubles>", "exec"), names)  # noqa: S102
        return names["f"], source

    def source(self):
        lines = ["def f(x, rng):", "    u = rng.random()", "    try:"]
        for i in range(self.random.choice((1, 2, 2, 3))):
            op = self.random.choice(("<", "<=", ">", ">=", "=="))
            lines.append(f"        if {self.value()} {op} {self.number()}:")
            lines.append(f"            return {i}")
        lines.append(f"        return max(-3, min(3, math.floor({self.value()})))")
        lines.append("    except (ValueError, ZeroDivisionError, OverflowError) as error:")
        lines.append("        return type(error).__name__")
        return "\n".join(lines) + "\n"


def test_random_programs_have_the_law_of_trying_all_points(few_points):
    done = 0
    for seed in range(COUNT):
        function, source = Writer(seed).written()
        made = on(0, 1)(function)
        try:
            said = law(made, 1)
        except DpbiError as why:
            is_nan = "it computes" in str(why)
        else:
            assert said == tried(function, 1, 1), source
            done, is_nan = done + 1, True
        assert is_nan, source
    assert done > COUNT * 0.8


def test_a_coin_with_a_double_is_a_whole_number_of_points():
    made = on(0.1, 0.5)(lambda x, rng: rng.random() < x)
    below = math.ceil(Fraction(0.1) * ALL)
    assert law(made, 0.1) == {True: Fraction(below, ALL), False: 1 - Fraction(below, ALL)}
    assert law(made, 0.5)[True] == Fraction(1, 2)
    assert dpbi.privacy_loss(made).trusts == ("ball", "program", "doubles")


def test_the_exponential_mechanism_in_doubles_misses_its_epsilon():
    def mechanism(x, rng):
        weights = [math.exp(0.5 * q) for q in x]
        u, total = rng.random() * sum(weights), 0.0
        for i, w in enumerate(weights):
            total += w
            if u <= total:
                return i
        return "none"

    made = on((0, 1, 2), (0, 2, 1))(mechanism)
    loss = dpbi.privacy_loss(made, digits=20)
    assert Fraction(1, 2) < loss.lo < loss.hi < Fraction(1, 2) + Fraction(1, 10**16)
    assert loss.trusts == ("ball", "program", "doubles")


def test_a_double_that_raises_an_error_is_told_with_its_value():
    made = on(0, 1)(lambda x, rng: x + math.floor(math.log(rng.random())))
    with pytest.raises(DpbiError, match=r"ValueError: .*, where random\(\) is 0.0"):
        made.law(0)
    caught = on(0, 1)(geometric_by_inversion)
    errors = {r: p for r, p in law(caught, 0).items() if isinstance(r, str)}
    assert list(errors.values()) == [Fraction(1, ALL)]
    assert caught.rests_on() == ("program", "doubles", "libm")
    assert dpbi.privacy_loss(caught).lo == math.inf


def test_an_error_of_a_run_for_real_does_not_tell_what_was_drawn(few_points):
    def draw(x, rng):
        return int(1 / rng.random())

    made, told = on(0, 1)(draw), []
    while not told:
        try:
            made.sample(0)
        except DpbiError as error:
            told.append(str(error))
    assert "ZeroDivisionError" in told[0]
    assert "random()" not in told[0]


def deaf(x, rng):
    try:
        return float(rng.random()) > x
    except Exception:
        return False


TICKS = iter(range(10**6))
LOG, BOTH = [math.log], "two numbers computed from random()"
REFUSED = {
    "turns into a float": [
        lambda x, rng: math.sin(rng.random()) > x,
        lambda x, rng: float(rng.random()) > x,
        lambda x, rng: LOG[0](1 + rng.random()) > x,
        deaf,
    ],
    "has more than 1000 values": [
        lambda x, rng: rng.random() + x,
        lambda x, rng: round(rng.random(), 5),
        lambda x, rng: str(rng.random()),
        lambda x, rng: rng.random() ** 0.5 > x,
        lambda x, rng: rng.random() ** 2 > x,
    ],
    BOTH: [
        lambda x, rng: rng.random() > rng.random(),
        lambda x, rng: rng.random() + rng.random() > 1,
        lambda x, rng: rng.random() * rng.random() > x,
        lambda x, rng: np.log(1 + rng.random()) * rng.random() > x,
    ],
    "with a noise": [lambda x, rng: rng.random() > rng.laplace(1)],
    "two noises, or a noise and a rounded one": [lambda x, rng: rng.laplace(1) > rng.random()],
    "random() and a noise": [lambda x, rng: rng.random() + rng.laplace(1) > x],
    "adds two noises": [lambda x, rng: rng.laplace(1) + rng.random() > x],
    "a noise itself": [lambda x, rng: rng.laplace(rng.random()) > x],
    "as a key": [lambda x, rng: {math.floor(rng.random()): 1}, lambda x, rng: {rng.random()}],
    "computes sin of random()": [lambda x, rng: np.sin(rng.random()) > x],
    "not followed": [
        lambda x, rng: np.add(rng.random(), 1.0, out=None, dtype=float) > x,
        lambda x, rng: np.clip(rng.random(), 0, 1) > x,
        lambda x, rng: np.array([1.0, 2.0]) * rng.random(),
    ],
    "into an array": [
        lambda x, rng: np.add.reduce([rng.random(), 1.0]) > x,
        lambda x, rng: np.array([rng.random(), 1.0]).sum() > x,
        lambda x, rng: np.argmax([rng.random(), 0.5]) > x,
        lambda x, rng: np.asarray(rng.random()) > x,
    ],
    "and inf": [lambda x, rng: rng.random() * math.inf > x],
    "while numpy raises errors": [
        lambda x, rng: np.errstate(all="raise").__enter__() or np.log(rng.random()) > x
    ],
    "the type of a noise": [lambda x, rng: isinstance(rng.random(), float)],
    "TypeError": [
        lambda x, rng: "abc"[rng.random()],
        lambda x, rng: rng.random() + "a",
        lambda x, rng: rng.random() < "a",
    ],
    "run again": [lambda x, rng: rng.random() < 1 / (2 + next(TICKS))],
}
CASES = [(said, f) for said, several in REFUSED.items() for f in several]


@pytest.mark.parametrize(
    ("said", "function"), CASES, ids=[f"{s} {i}" for i, (s, _) in enumerate(CASES)]
)
def test_what_cannot_be_followed_is_refused_in_one_sentence(said, function):
    before = np.geterr()
    made = on(0, 1)(function)
    with pytest.raises(DpbiError) as refused:
        made.law(0)
    np.seterr(**before)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_functions_of_math_are_pythons_own_again_after_a_run():
    own = math.log, sqrt, held_under_another_name, random._log
    assert {type(f) for f in own} == {BuiltinFunctionType}  # after all runs before this one, too
    for function in (geometric_by_inversion, deaf):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with contextlib.suppress(DpbiError):
                on(0, 1)(function).law(0)
        assert (math.log, sqrt, held_under_another_name, random._log) == own
    assert not following._PLACES.changed


def test_integers_of_numpy_that_could_wrap_around_are_not_followed(few_points):
    def wrapped(x, rng):
        return bool(np.int64(2**63 - 3) + np.round(math.floor(rng.random() * 4)) > 2**63 - 3)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert law(on(0, 1)(wrapped), 0) == tried(wrapped, 0, 1)


def test_a_function_of_the_library_that_goes_up_and_down_is_seen_near_a_threshold():
    bumpy = Monotone(("bumpy",), lambda v: v + 0.4 * (v == 0.5 - 2.0**-51), assumed=True)
    with pytest.raises(NotMonotone):
        Pipeline(0, True, (bumpy,)).first(0, ALL, lambda v: v >= 0.5)
    smooth = Monotone(("smooth",), math.exp, assumed=True)
    assert Pipeline(0, True, (smooth,)).first(0, ALL, lambda v: v >= 1) == 0


def test_sums_that_python_compensates_are_refused_where_it_does(monkeypatch, few_points):
    def summed(x, rng):
        return sum([0.1, rng.random(), 0.2]) > 0.5 + x

    def written_out(x, rng):
        total = 0.1
        total += rng.random()
        return 0.2 + total > 0.5 + x

    monkeypatch.setattr(arithmetic, "COMPENSATED", False)
    if sys.version_info < (3, 12):
        assert law(on(0, 1)(summed), 0) == tried(summed, 0, 1)
    monkeypatch.setattr(arithmetic, "COMPENSATED", True)
    assert law(on(0, 1)(written_out), 0) == tried(written_out, 0, 1)
    with pytest.raises(DpbiError, match=r"by sum\(\)"):
        on(0, 1)(summed).law(0)


def test_values_are_grouped_with_their_signs():
    chain = (
        Pipeline(0, True)
        .then(Monotone(("less",), lambda v: v - 0.5))
        .then(Monotone(("rint",), np.rint))
    )
    groups = chain.groups(0, ALL, 10)
    assert [(str(v), hi - lo) for v, lo, hi in groups] == [("-0.0", ALL // 2), ("0.0", ALL // 2)]
    assert chain.groups(0, ALL, 1) is None


def test_a_sub_program_with_doubles_says_what_it_rests_on():
    def coin(p, rng):
        return math.exp(rng.random()) < p

    made = on(0, 1)(lambda x, rng: rng.sub(coin, 2.0 + x / 4) and rng.sub(coin, 2.5))
    assert dpbi.privacy_loss(made).trusts[-2:] == ("doubles", "libm")
    assert made.sample(0) in (True, False)


def test_max_and_min_of_doubles_are_followed(few_points):
    def least(x, rng):
        u = rng.random()
        return max(u, 0.3, 0.25) == 0.3, min(1 - u, 0.5) < 0.25, max(math.floor(4 * u), 1, x)

    assert law(on(0, 1)(least), 0) == tried(least, 0, 1)
