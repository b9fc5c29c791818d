"""Random programs against sums over a grid and integrals line by line: quick enough for 100,000.

    python tests/support/grid_fuzz.py 100000 [first seed [seconds]] [nesting]

A program is a small tree, run in two ways: with dpbi's symbols, and on arrays of points.  One whose
paths take dpbi longer than so many seconds of processor time is left.  With `nesting` all noises
are integers, and what was rounded is computed with and rounded again, as in ((a // 2) - b) % 3.

Integer noises run through all values up to 16 scales, in integer arithmetic; what is beyond is left
over.  A real noise is integrated by its distribution function between the points where anything
that the program asks can change.  Of two, the outer one is summed by Gauss-Legendre with 12 nodes
on pieces of length h <= 1/2 between all crossings of such lines, where the integrand is a sum of
exponentials of rate K <= 3 + 3 * 6 at the most: its error there is below
h^25 (12!)^4 / (25 (24!)^3) K^24 < 2e-14 a piece and term (DLMF 3.5.20), ROUNDING for all together.
"""

import math
import operator
import random
import signal
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, product

import numpy as np

from dpbi.errors import BadMechanism, Disagreement, DpbiError
from dpbi.fields import Balls
from dpbi.programs import program
from dpbi.support.deadline import dropping

ROUNDING, REACH, UNIT = 1e-9, 16, 12
TABLES = ("discrete_gaussian", "poisson")
DISCRETE, REAL = ("discrete_laplace", "geometric"), ("laplace", "exponential")
COMPARE = {
    ">=": operator.ge,
    ">": operator.gt,
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
}
CLOSE, PATIENCE = 1e-11, 1.0
NODES, WEIGHTS = np.polynomial.legendre.leggauss(12)
LOW, HIGH = -1, 2


class Writer:
    """A random program as a tree of tuples."""

    of_reals, of_integers = REAL, DISCRETE

    def __init__(self, seed):
        self.random = random.Random(seed)
        sort = self.random.random()
        self.reals = 0 if sort < 0.65 else 1 if sort < 0.8 else 2
        self.families, self.known = [], []
        self.has_sums = self.random.random() < 0.35  # the others, of differences alone, are quicker
        self.most = (self.random.choice((1, 2, 2, 3, 3)), 2, 3)[self.reals]

    def written(self):
        first = [self.draw(i < self.reals) for i in range(max(1, self.reals))]
        if not self.reals and self.random.random() < 0.8:
            first.append(self.draw(False))
        body = self.block(0)
        for i in reversed(first):
            body = ("draw", i, body)
        return body

    def pick(self, *options):
        return self.random.choice(options)

    def draw(self, real):
        if real:
            family = self.pick(*self.of_reals)
        else:
            finite = ("bernoulli", "integer", "sub")
            rare = (*TABLES, *(finite if self.families else ()))
            family = self.pick(*self.of_integers * 4, *rare)
            if self.reals == 2:
                family = self.pick(*finite)
        self.families.append((family, self.pick("1/2", "1/3", "2/3")))
        self.known.append(len(self.families) - 1)
        return self.known[-1]

    def block(self, depth):
        if depth < 4 and len(self.families) < self.most and self.random.random() < 0.3:
            kept = list(self.known)
            i = self.draw(False)
            body = ("draw", i, self.block(depth + 1))
            self.known = kept
            return body
        if depth < 3 and self.random.random() < 0.7:
            return ("if", self.condition(), self.block(depth + 1), self.block(depth + 1))
        return self.result()

    def linear(self):
        several = self.random.sample(
            self.known, min(len(self.known), self.pick(1, 1, 1, 2, 2, 2, 3))
        )
        of_reals = [i for i in several if self.families[i][0] in self.of_reals]
        factors = (1, 1, 1, -1, -1, 2, -2, 3) + ((Fraction(1, 2),) if len(of_reals) < 2 else ())
        constant = self.pick(0, 0, 1, -1, 2, Fraction(1, 2), Fraction(-1, 3))
        if not self.has_sums:
            several = several[: self.pick(1, 2)]
        if len(several) == 2 and (not self.has_sums or self.random.random() < 0.5):
            a = self.pick(1, 1, 2)
            return ("sum", ((several[0], a), (several[1], -a)), Fraction(constant))
        return ("sum", tuple((i, self.pick(*factors)) for i in several), Fraction(constant))

    def number(self):
        return ("sum", (), Fraction(self.pick(0, 1, -1, 2, Fraction(1, 2), 3)))

    def expression(self):
        sort = self.random.random()
        if sort < 0.55:
            return self.linear()
        if sort < 0.65:
            return ("abs", self.linear())
        if sort < 0.75:
            return (self.pick("max", "min"), self.linear(), self.linear())
        if self.reals == 2 or sort < 0.8:
            return self.linear()
        if sort < 0.9:
            return (self.pick("floor", "ceil"), self.linear())
        return (self.pick("div", "mod"), self.linear(), self.pick(2, 3, -2))

    def condition(self):
        ops = (">=", ">", "<", "<=") + (("==", "!=", "==") if not self.reals else ())
        other = self.number if self.random.random() < 0.4 else self.expression
        return (self.pick(*ops), self.expression(), other())

    def result(self):
        sort = self.random.random()
        if sort < 0.5:
            return ("label", self.random.randrange(3))
        if sort < 0.75:
            return ("number", self.linear())
        if sort < 0.88:
            return ("pair", self.linear(), self.condition())
        return ("argmax", self.linear(), self.linear(), self.linear())


class Nesting(Writer):
    """Integers alone, and roundings of sums of roundings."""

    def __init__(self, seed):
        super().__init__(seed)
        self.reals, self.most = 0, self.pick(1, 2, 2, 3)

    def expression(self, depth=0):
        sort = self.random.random()
        if depth > 2 or sort < 0.3:
            return self.linear()
        inner = self.expression(depth + 1)
        if sort < 0.5:
            return ("plus", inner, self.expression(depth + 1))
        if sort < 0.8:
            return (self.pick("div", "mod"), inner, self.pick(2, 3, -2, -3, 4))
        if sort < 0.9:
            return (self.pick("abs", "floor", "ceil"), inner)
        return (self.pick("max", "min"), inner, self.linear())

    def result(self):
        if self.random.random() < 0.3:
            return super().result()
        return ("number", self.expression())


class Given:
    """Numbers in the place of noises: the same program, of one point."""

    def __init__(self, numbers):
        self.numbers = numbers

    def argmax(self, several):
        return max(range(len(several)), key=several.__getitem__)


def symbols(body, families):
    """The tree as a program."""

    def clamped(x, rng):
        return min(2, rng.geometric(x))

    def number(e, z):
        kind, first, *rest = e
        if kind == "sum":
            return sum((a * z[i] for i, a in first), rest[0])
        value = number(first, z)
        if kind == "plus":
            return value + number(rest[0], z)
        if kind in ("max", "min"):
            return (max if kind == "max" else min)(value, number(rest[0], z))
        if kind == "div":
            return value // rest[0]
        if kind == "mod":
            return value % rest[0]
        return {"abs": abs, "floor": math.floor, "ceil": math.ceil}[kind](value)

    def test(c, z):
        return COMPARE[c[0]](number(c[1], z), number(c[2], z))

    def inside(e, z):
        return max(LOW, min(HIGH, math.floor(number(e, z))))

    def run(x, rng):
        here, z = body, {}
        while here[0] in ("draw", "if"):
            if here[0] == "if":
                here = here[2] if test(here[1], z) else here[3]
                continue
            _, i, here = here
            name, scale = families[i]
            if isinstance(rng, Given):
                z[i] = rng.numbers[i]
            elif name == "sub":
                z[i] = rng.sub(clamped, scale)
            else:
                z[i] = getattr(rng, name)({"integer": 3}.get(name, scale))
        kind, *parts = here
        if kind == "label":
            return parts[0]
        if kind == "number":
            return 10 + inside(parts[0], z)
        if kind == "pair":
            return ("pair", inside(parts[0], z), int(test(parts[1], z)))
        if kind == "return":
            several = tuple(e if isinstance(e, str) else number(e, z) for e in parts[0])
            return several if len(several) > 1 else several[0]
        return 20 + rng.argmax([number(e, z) for e in parts])

    return run


class Points:
    """The tree on arrays: integers in units of 1/12, or doubles."""

    def __init__(self, z, *, exact):
        self.z, self.exact = z, exact
        self.unit = UNIT if exact else 1.0

    def floor(self, v):
        return v // self.unit * self.unit

    def number(self, e):
        kind, first, *rest = e
        if kind == "sum":
            value = int(rest[0] * UNIT) if self.exact else float(rest[0])
            for i, a in first:
                if self.exact:
                    value = value + int(a * UNIT) * self.z[i]
                else:
                    value = value + float(a) * self.z[i]
            return value
        value = self.number(first)
        if kind == "plus":
            return value + self.number(rest[0])
        if kind in ("max", "min"):
            return (np.maximum if kind == "max" else np.minimum)(value, self.number(rest[0]))
        if kind in ("div", "mod"):
            times = value // (self.unit * rest[0])
            return times * self.unit if kind == "div" else value - times * self.unit * rest[0]
        if kind == "abs":
            return abs(value)
        return self.floor(value) if kind == "floor" else -self.floor(-value)

    def test(self, c):
        return COMPARE[c[0]](self.whole(self.number(c[1]) - self.number(c[2])), 0)

    def whole(self, gap):
        """Sums that are the same may differ by the rounding of doubles."""
        return gap if self.exact else np.where(abs(gap) < CLOSE, 0.0, gap)

    def inside(self, e):
        return np.clip(self.number(e) // self.unit, LOW, HIGH)

    def run(self, here):
        """A whole number for each point."""
        kind, *parts = here
        if kind == "draw":
            return self.run(parts[1])
        if kind == "if":
            return np.where(self.test(parts[0]), self.run(parts[1]), self.run(parts[2]))
        if kind == "label":
            return parts[0]
        if kind == "number":
            return 10 + self.inside(parts[0])
        if kind == "pair":
            return 30 + 2 * (self.inside(parts[0]) - LOW) + self.test(parts[1])
        one, two, three = map(self.number, parts)
        second, third = self.whole(two - one) > 0, self.whole(three - two) > 0
        last = np.where(second, third, self.whole(three - one) > 0)
        return 20 + np.where(last, 2, np.where(second, 1, 0))


def values(family, scale, reach=REACH):
    """The values of what is no real noise, with their probabilities."""
    t = float(Fraction(scale))
    q = math.exp(-1 / t)
    if family == "bernoulli":
        return {1: t, 0: 1 - t}
    if family == "integer":
        return dict.fromkeys(range(3), 1 / 3)
    if family == "sub":
        return {0: 1 - q, 1: (1 - q) * q, 2: q * q}
    most = math.ceil(reach * t)
    if family == "poisson":
        return {z: math.exp(-t) * t**z / math.factorial(z) for z in range(2 * most)}
    if family == "discrete_gaussian":
        whole = {z: math.exp(-z * z / (2 * t)) for z in range(-most, most + 1)}
        return {z: w / sum(whole.values()) for z, w in whole.items()}
    if family == "geometric":
        return {z: (1 - q) * q**z for z in range(most + 1)}
    return {z: (1 - q) / (1 + q) * q ** abs(z) for z in range(-most, most + 1)}


def below(family, scale, z):
    """The distribution function of a real noise."""
    t = float(Fraction(scale))
    if family == "exponential":
        return np.where(z > 0, -np.expm1(-np.maximum(z, 0) / t), 0.0)
    tail = np.exp(-abs(z) / t) / 2
    return np.where(z < 0, tail, 1 - tail)


def density(family, scale, z):
    t = float(Fraction(scale))
    if family == "exponential":
        return np.where(z > 0, np.exp(-np.maximum(z, 0) / t) / t, 0.0)
    return np.exp(-abs(z) / t) / (2 * t)


class Lines:
    """Where anything that is asked can change: forms (a, .., c) of the real noises, a z + c = 0."""

    number = float

    def __init__(self, reals, fixed, reach):
        self.place = {i: n for n, i in enumerate(reals)}
        self.fixed, self.reach, self.found = fixed, reach, set()

    def add(self, forms):
        self.found |= {f for f in forms if any(f[:-1])}

    def moved(self, forms, numbers):
        return [(*f[:-1], f[-1] - k) for f in forms for k in numbers]

    def differences(self, some, others):
        return [tuple(x - y for x, y in zip(p, q, strict=True)) for p in some for q in others]

    def pieces(self, e):
        """The forms that an expression is equal to in places; where these change is added."""
        kind, first, *rest = e
        if kind == "sum":
            form = [self.number(0)] * (len(self.place) + 1)
            form[-1] = self.number(rest[0])
            for i, a in first:
                if i in self.place:
                    form[self.place[i]] += self.number(a)
                else:
                    form[-1] += self.number(a) * self.fixed[i]
            return [tuple(form)]
        forms = self.pieces(first)
        if kind == "abs":
            self.add(forms)
            return [*forms, *(tuple(-a for a in f) for f in forms)]
        if kind in ("max", "min"):
            others = self.pieces(rest[0])
            self.add(self.differences(forms, others))
            return [*forms, *others]
        step = rest[0] if rest else 1
        most = math.ceil(max(sum(map(abs, f[:-1])) * self.reach + abs(f[-1]) for f in forms)) + 1
        numbers = range(-most, most + 1)
        self.add(self.moved(forms, [k * step for k in numbers]))
        if kind == "mod":
            return self.moved(forms, [k * step for k in numbers])
        nothing = (self.number(0),) * len(self.place)
        return [(*nothing, self.number(k)) for k in numbers]

    def of_test(self, c):
        self.add(self.differences(self.pieces(c[1]), self.pieces(c[2])))

    def of(self, here):
        kind, *parts = here
        if kind == "draw":
            self.of(parts[1])
        elif kind == "if":
            self.of_test(parts[0])
            self.of(parts[1])
            self.of(parts[2])
        elif kind == "argmax":
            several = [self.pieces(e) for e in parts]
            for some, others in combinations(several, 2):
                self.add(self.differences(some, others))
        elif kind != "label":
            self.add(self.moved(self.pieces(parts[0]), range(LOW, HIGH + 1)))
            if kind == "pair":
                self.of_test(parts[1])


def on_grid(body, families):
    """{code: probability} of integer noises."""
    several = [values(*f) for f in families]
    z = np.meshgrid(*([*v] for v in several), indexing="ij")
    weights = np.ones(())
    for v in several:
        weights = np.multiply.outer(weights, [*v.values()])
    codes = np.broadcast_to(Points(z, exact=True).run(body), weights.shape)
    return np.bincount(codes.ravel(), weights.ravel(), 50)


def between(roots):
    """A point in each of the intervals between roots, which are in order."""
    ends = roots[..., :1] - 1, (roots[..., 1:] + roots[..., :-1]) / 2, roots[..., -1:] + 1
    return np.concatenate(ends, axis=-1)


def shares(family, roots):
    """The probability of each interval."""
    ends = np.zeros_like(roots[..., :1]), below(*family, roots), np.ones_like(roots[..., :1])
    return np.diff(np.concatenate(ends, axis=-1), axis=-1)


def on_lines(body, families, reals, fixed):
    """The same given all integers, over one real noise or two."""
    lines = Lines(reals, fixed, furthest(families, reals))
    lines.of(body)
    points, weights = between_lines(lines, families, reals, fixed)
    codes = np.broadcast_to(Points(points, exact=False).run(body), weights.shape)
    return np.bincount(codes.ravel().astype(int), weights.ravel(), 50)


def furthest(families, reals):
    """Where real noises are cut off."""
    return 25 * max(float(Fraction(families[i][1])) for i in reals)


def between_lines(lines, families, reals, fixed):
    """Points of all places between lines, and their weights."""
    reach = furthest(families, reals)
    forms = [(*(float(j == n) for j in range(len(reals))), 0.0) for n in range(len(reals))]
    forms += sorted(lines.found)
    if len(reals) == 1:
        z, roots = fixed, np.array(sorted({-c / a for a, c in forms}))
        weights = shares(families[reals[0]], roots)
        points = {**z, reals[0]: between(roots)}
    else:
        x, outer = nodes(forms, families[reals[0]], reach)
        steep = np.array([f for f in forms if f[1]])
        roots = np.sort(-(steep[:, 0] * x[:, None] + steep[:, 2]) / steep[:, 1], axis=1)
        weights = outer[:, None] * shares(families[reals[1]], roots)
        points = {**fixed, reals[0]: x[:, None], reals[1]: between(roots)}
    return points, weights


def nodes(forms, family, reach):
    """Points of the outer noise, and the weight of each."""
    cuts = {0.0, -reach, reach, *(-c / a for a, b, c in forms if not b)}
    steep = [f for f in forms if f[1]]
    for (a, b, c), (d, e, f) in combinations(steep, 2):
        if det := a * e - b * d:
            cuts.add((b * f - c * e) / det)
    ends = sorted(c for c in cuts if (0 if family[0] == "exponential" else -reach) <= c <= reach)
    fine = [
        lo + (hi - lo) * k / n
        for lo, hi in pairwise(ends)
        for n in [math.ceil(2 * (hi - lo)) or 1]
        for k in range(n)
    ]
    low = np.array(fine)
    half = (np.append(low[1:], ends[-1]) - low) / 2
    x = ((low + half)[:, None] + half[:, None] * NODES).ravel()
    return x, (half[:, None] * WEIGHTS).ravel() * density(*family, x)


def by_points(body, families):
    """{output: probability}, and what is left over at the most."""
    reals = [i for i, (name, _) in enumerate(families) if name in REAL]
    others = [i for i in range(len(families)) if i not in reals]
    if reals:
        chances = np.zeros(50)
        for choice in product(*(values(*families[i]).items() for i in others)):
            fixed = {i: v for i, (v, _) in zip(others, choice, strict=True)}
            weight = math.prod(p for _, p in choice)
            if weight > 1e-14:
                chances += weight * on_lines(body, families, reals, fixed)
    else:
        chances = on_grid(body, families)
    found = {said(code): p for code, p in enumerate(chances) if p}
    return found, 1 - math.prod(sum(values(*families[i]).values()) for i in others)


def said(code):
    """The output of a code."""
    return code if code < 30 else ("pair", LOW + (code - 30) // 2, code % 2)


def stop(*_):
    raise TimeoutError


def walked_law(body, families):
    """How a walk went, and {output: its enclosure} where it found all paths."""
    made = program(datasets=(0, 1), neighbours="all")(symbols(body, families))
    F = Balls(64)
    try:
        walked = made.walker.explore(0)
        if not walked.complete:
            return "not waited for", None
        with F.scope():
            return "", {r: F.enclosure(p) for r, p in made.sums(walked.paths, F).items()}
    except (BadMechanism, Disagreement):  # no refusals
        raise
    except (DpbiError, TimeoutError) as why:
        return "refused" if "TimeoutError" not in repr(why) else "not waited for", None


def in_time(patience, function, *args):
    """What a function says, or that it was not waited for."""
    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, patience, patience)  # again, where the first is lost
    try:
        try:
            with dropping(TimeoutError):
                return function(*args)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except TimeoutError:  # it may also be raised while the timer is being stopped
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        return "not waited for", None


def misses(seed, patience=PATIENCE, writes=Writer):
    """How a random program went, and what of it contradicts the sums."""
    writer = writes(seed)
    kind, wrong = contradicted(writer.written(), writer.families, patience)
    return kind or ("integers", "one real noise", "two real noises")[writer.reals], wrong


def nested_misses(seed, patience=PATIENCE):
    """The same of a program with roundings of roundings."""
    return misses(seed, patience, Nesting)


def contradicted(body, families, patience):
    """The same of a program: why it has no law, and the outputs that contradict."""
    kind, law = in_time(patience, walked_law, body, families)
    if law is None:
        return kind, []
    found, left = by_points(body, families)
    wrong = []
    for r in {*law, *found}:
        low = found.get(r, 0.0)
        lo, hi = (float(law[r].lo), float(law[r].hi)) if r in law else (0.0, 0.0)
        if not (low - ROUNDING <= hi and lo <= low + left + ROUNDING):
            wrong.append((r, lo, hi, low, left))
    return "", [body, families, *wrong] * bool(wrong)


def fuzzed(misses, count=1000, first=0, patience=PATIENCE):
    """Say how many went how, and all that contradicts."""
    kinds = Counter()
    for seed in range(int(first), int(first) + int(count)):
        kind, wrong = misses(seed, float(patience))
        kinds[kind] += 1
        if wrong:
            kinds["WRONG"] += 1
            sys.stdout.write(f"seed {seed}: {wrong}\n")
        done = seed + 1 - int(first)
        if done % 1000 == 0 or done == int(count):
            sys.stdout.write(f"{done}: {dict(kinds)}\n")
            sys.stdout.flush()
    return kinds


if __name__ == "__main__":
    if sys.argv[-1] == "nesting":
        fuzzed(nested_misses, *sys.argv[1:-1])
    else:
        fuzzed(misses, *sys.argv[1:])
