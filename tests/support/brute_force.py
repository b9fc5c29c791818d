"""Random programs, and their laws without zones, pieces or paths: by going through all values.

Discrete noises run through all integers up to a bound; what is beyond is left over.  Continuous
ones run through boxes: where a comparison of intervals is open, the box is halved, the likeliest
first; what is still open at the end is left over.  So each probability is known up to the leftover.
"""

import heapq
import math
import random
from fractions import Fraction
from itertools import count

DISCRETE, CONTINUOUS = ("discrete_laplace", "geometric"), ("laplace", "exponential")
TABLED, BELL = ("discrete_gaussian", "poisson"), ("gaussian", "gumbel")
ROUNDING = 1e-9
MOST_RUNS = 6_000


class Open(Exception):
    """A comparison that a box does not answer; the noise with the widest interval."""


class Interval:
    """A sum of multiples of noises within a box."""

    def __init__(self, box, parts, constant=0):
        self.box, self.constant = box, constant
        self.parts = {i: a for i, a in parts.items() if a}

    def _of(self, other):
        return other if isinstance(other, Interval) else Interval(self.box, {}, Fraction(other))

    def __add__(self, other):
        that = self._of(other)
        both = {**self.parts, **that.parts}
        parts = {i: self.parts.get(i, 0) + that.parts.get(i, 0) for i in both}
        return Interval(self.box, parts, self.constant + that.constant)

    def __mul__(self, a):
        scaled = {i: c * Fraction(a) for i, c in self.parts.items()}
        return Interval(self.box, scaled, self.constant * Fraction(a))

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -self._of(other)

    def __rsub__(self, other):
        return self._of(other) - self

    def __truediv__(self, a):
        return self * (1 / Fraction(a))

    def __floordiv__(self, a):
        return float(math.floor(self / a))  # as Python does for floats

    def __mod__(self, a):
        return self - self // a * a

    def ends(self):
        """The least and the largest value."""
        low = high = self.constant
        for i, a in self.parts.items():
            lo, hi = self.box[i][1]
            low, high = low + min(a * lo, a * hi), high + max(a * lo, a * hi)
        return low, high

    def is_at_least(self, other):
        """Whether self >= other: open where the box has points on both sides."""
        low, high = (self - other).ends()
        if low >= 0 or high <= 0:  # with equality at single points of the box only, or always
            return low >= 0
        raise Open(max(self.parts | self._of(other).parts, key=lambda i: width(self.box[i][1])))

    def __ge__(self, other):
        return self.is_at_least(other)

    def __le__(self, other):
        return self._of(other).is_at_least(self)

    def __gt__(self, other):
        return not self <= other

    def __lt__(self, other):
        return not self >= other

    def __abs__(self):
        return self if self >= 0 else -self

    def __ceil__(self):
        return -math.floor(-self)

    def __round__(self):
        return math.floor(self + Fraction(1, 2))

    def __int__(self):
        return math.trunc(self)

    def __trunc__(self):
        return math.floor(self) if self >= 0 else math.ceil(self)

    def __floor__(self):
        low, high = self.ends()
        k = math.floor(low)
        if high <= k + 1:
            return k
        raise Open(max(self.parts, key=lambda i: width(self.box[i][1])))


def width(interval):
    return interval[1] - interval[0]


def below(name, scale, z):
    """The probability of a continuous noise below z."""
    z, scale = float(z), float(Fraction(scale))
    if name == "gaussian":
        return math.erfc(-z / math.sqrt(2 * scale)) / 2
    if name == "gumbel":
        return math.exp(-math.exp(-z / scale)) if z > -600 * scale else 0.0
    if name == "exponential":
        return 1 - math.exp(-z / scale) if z > 0 else 0.0
    return math.exp(z / scale) / 2 if z < 0 else 1 - math.exp(-z / scale) / 2


def between(family, lo, hi):
    """The probability of a continuous noise between two ends."""
    return below(*family, hi) - below(*family, lo)


def chance(name, scale, z):
    """The probability of one integer."""
    if name == "poisson":
        return math.exp(-float(Fraction(scale))) * float(Fraction(scale)) ** z / math.factorial(z)
    if name == "discrete_gaussian":
        weights = [math.exp(-(k**2) / 2 / Fraction(scale)) for k in (z, *range(-40, 41))]
        return weights[0] / sum(weights[1:])
    q = math.exp(-1 / float(Fraction(scale)))
    return (1 - q) * q**z if name == "geometric" else (1 - q) / (1 + q) * q ** abs(z)


class Needs(Exception):
    """A draw for which a run has no value yet: its family."""


class Fixed:
    """A generator that hands out the values it was given."""

    def __init__(self, given):
        self.given, self.place = given, 0

    def _next(self, family):
        if self.place == len(self.given):
            raise Needs(family)
        self.place += 1
        name, value = self.given[self.place - 1]
        assert name == family
        if family[0] in CONTINUOUS + BELL:
            return Interval(self.given, {self.place - 1: Fraction(1)})
        return value

    def argmax(self, values):
        return max(range(len(values)), key=lambda i: values[i])

    def __getattr__(self, name):
        return lambda *parameters: self._next((name, *parameters))


def law(program, x, reach=12.0, runs=MOST_RUNS):
    """{output: probability found}, and what is left over.

    Boxes are halved up to so many runs; all integers up to `reach` scales are gone through.
    """
    found, left, ticks = {}, 0.0, count()
    waiting = [(-1.0, next(ticks), ())]
    while waiting:
        weight, tick, given = heapq.heappop(waiting)
        try:
            r = program(x, Fixed(given))
            found[r] = found.get(r, 0.0) - weight
        except Needs as asked:
            (family,) = asked.args
            kept = list(values(family, reach))
            for v, p in kept:
                heapq.heappush(waiting, (weight * p, next(ticks), (*given, (family, v))))
            left -= weight * max(0.0, 1 - sum(p for _, p in kept))
        except Open as asked:
            if tick > runs:
                left -= weight
                continue
            (i,) = asked.args
            family, (lo, hi) = given[i]
            middle = (lo + hi) / 2
            whole = between(family, lo, hi)
            for part in ((lo, middle), (middle, hi)):
                share = between(family, *part) / whole if whole else 0.0
                cut = (*given[:i], (family, part), *given[i + 1 :])
                heapq.heappush(waiting, (weight * share, next(ticks), cut))
    return found, left


def values(family, reach):
    """The values of a draw that are gone through, with their probabilities."""
    name, parameter = family
    if name == "bernoulli":
        return [(True, float(Fraction(parameter))), (False, 1 - float(Fraction(parameter)))]
    if name == "integer":
        return [(n, 1 / parameter) for n in range(parameter)]
    scale = Fraction(parameter)
    most = math.ceil(reach * scale)
    if name in DISCRETE + TABLED:
        least = 0 if name in ("geometric", "poisson") else -most
        return [(z, chance(name, scale, z)) for z in range(least, most + 1)]
    least = Fraction(0) if name == "exponential" else Fraction(-most)
    cells = [(least + k, least + k + 1) for k in range(int(most - least))]
    return [(c, between(family, *c)) for c in cells]


class Writer:
    """The source of a random program."""

    def __init__(self, seed, kinds=()):
        self.random = random.Random(seed)
        sort = self.random.random()
        self.kinds = kinds or (
            DISCRETE if sort < 0.6 else CONTINUOUS if sort < 0.85 else DISCRETE + CONTINUOUS
        )
        self.discrete = []
        self.lines = ["def f(x, rng):"]

    def source(self):
        for _ in range(self.random.choice((1, 2, 2, 3) if self.kinds == DISCRETE else (1, 2, 2))):
            self.draw(1)
        self.block(1, 0)
        return "\n".join(self.lines) + "\n"

    def say(self, depth, text):
        self.lines.append("    " * depth + text)

    def draw(self, depth):
        name = self.random.choice(self.kinds)
        scale = self.random.choice(("1/2", "1/3", "2/3", "1/2"))
        self.say(depth, f"z{len(self.discrete)} = rng.{name}({scale!r})")
        self.discrete.append(name in DISCRETE + TABLED)

    def block(self, depth, nested):
        choice = self.random.random()
        if nested < 3 and choice < 0.75:
            self.say(depth, f"if {self.condition()}:")
            self.block(depth + 1, nested + 1)
            if self.random.random() < 0.3:
                self.say(depth, "else:")
                self.block(depth + 1, nested + 1)
            else:
                self.block(depth, nested + 1)
        else:
            self.say(depth, f"return {self.result()}")

    def noise(self):
        return f"z{self.random.randrange(len(self.discrete))}"

    def number(self):
        return self.random.choice(("0", "1", "-1", "2", "x", "Fraction(1, 2)", "x - 1", "3"))

    def factor(self):
        return self.random.choice(("", "", "", "2 * ", "-", "3 * ", "-2 * "))

    def term(self):
        if self.random.random() < 0.25:
            sign = self.random.choice("+-")
            return f"{self.factor()}{self.noise()} {sign} {self.noise()} + {self.number()}"
        return f"{self.factor()}{self.noise()} + {self.number()}"

    def whole(self):
        """A rounded number."""
        rounding = self.random.choice(("math.floor", "-math.floor", "math.ceil", "2 * math.ceil"))
        sort = self.random.random()
        if sort < 0.2:
            return f"({self.term()}) // {self.random.choice((2, 3, -2))}"
        if sort < 0.4:
            return f"round(({self.term()}) / {self.random.choice((1, 2, 4))})"
        return f"{rounding}({self.term()})"

    def condition(self):
        sort = self.random.random()
        op = self.random.choice((">=", ">", "<", "<="))
        if sort < 0.05:
            return 'rng.bernoulli("1/3")'
        if sort < 0.08:
            return f"rng.integer(3) {op} 1"
        if sort < 0.13:
            return f"abs({self.term()}) {op} {self.number()}"
        if sort < 0.21:
            return f"{self.whole()} {op} {self.number()}"
        if sort < 0.25:
            return f"{self.whole()} {op} {self.whole()}"
        if sort < 0.3:
            return f"{self.whole()} + {self.noise()} {op} {self.term()}"
        if sort < 0.35:
            return f"({self.term()}) % {self.random.choice((2, 3))} {op} {self.number()}"
        if sort < 0.42:
            return f"{self.term()} {op} {self.number()}"
        if sort < 0.5 and all(self.discrete):
            return f"{self.noise()} {self.random.choice(('==', '!='))} {self.term()}"
        if sort < 0.55:
            pick = self.random.choice(("max", "min"))
            return f"{pick}({self.noise()}, {self.noise()} + x) {op} {self.number()}"
        if sort < 0.65:
            return f"{self.noise()} + {self.noise()} + {self.factor()}{self.noise()} {op} x"
        if sort < 0.8:
            return f"{self.term()} {op} {self.term()}"
        a = self.random.choice(("", "", "2 * "))
        return f"{a}{self.noise()} + {self.number()} {op} {a}{self.noise()} + {self.number()}"

    def result(self):
        sort = self.random.random()
        if sort < 0.5:
            return repr(self.random.choice("abc"))
        whole = self.random.choice(("math.floor", "math.floor", "math.ceil", "round", "int"))
        clamped = f"max(-1, min(2, {whole}({self.term()})))"
        if whole == "int":  # which needs a value at once
            clamped = f"int(max(-1, min(2, {self.noise()})))"
        if sort < 0.75:
            return clamped
        if sort < 0.8:
            return f"max(-1, min(2, {self.whole()}))"
        if sort < 0.85:
            several = ", ".join(f"{self.noise()} + {self.number()}" for _ in range(3))
            return f"rng.argmax([{several}])"
        if sort < 0.92:
            return f"({clamped}, {self.noise()} {self.random.choice(('>', '<='))} x)"
        return f"max(0, min(2, math.floor(max({self.noise()}, {self.noise()}))))"


def written(seed, kinds=()):
    """A random program, and its source; its noises are of these kinds, where some are given."""
    source = Writer(seed, kinds).source()
    names = {"math": math, "Fraction": Fraction}
    exec(compile(source, f"<program {seed}>", "exec"), names)  # noqa: S102
    return names["f"], source
