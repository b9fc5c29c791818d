"""Random programs with infinitely many outputs against all values up to a tail that is certain.

    python tests/support/endless_fuzz.py 1000 [first seed [seconds]]

They return integer noises and rounded real ones, alone and in tuples, at two datasets.  Up to
three integer noises run through all values up to 60 scales; real ones through cells (`cells.py`)
between integers up to FAR.  What is beyond is left over, and bounds what the reference misses of
the masses and deltas.  Of the loss the lower bound is that of outputs found.  That nothing beyond
them loses more is not shown: it is expected where the inner half of them has the same largest loss.
"""

import math
import sys
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from cells import Cells
from flint import ctx
from grid_fuzz import (
    DISCRETE,
    REAL,
    Lines,
    Points,
    Writer,
    between_lines,
    furthest,
    fuzzed,
    in_time,
    symbols,
    values,
)
from real_fuzz import exact, together

import dpbi
from dpbi.errors import BadMechanism, Disagreement, DpbiError
from dpbi.programs import program

FAR, NEAR = 24, 6
SCALES = {1: 200, 2: 200, 3: 60}  # of so many integer noises
GRAIN = {1: 1e-15, 2: 2e-9}  # of the sums over reals
ROUNDING, LEAST, WIDE = 1e-11, 1e-250, 4096
EPSILONS = ("0", "1/2", "1")
PATIENCE = 4.0


@dataclass(frozen=True)
class Moving:
    """A constant that is another at the other dataset."""

    at: Fraction
    by: Fraction


def seen_from(x, part):
    """The tree at a dataset."""
    if isinstance(part, Moving):
        return part.at + x * part.by
    return tuple(seen_from(x, p) for p in part) if isinstance(part, tuple) else part


class EndlessWriter(Writer):
    """Trees that end in numbers of infinitely many values."""

    def __init__(self, seed):
        super().__init__(seed)
        self.reals = self.pick(0, 0, 0, 0, 1, 1, 2)
        self.most = (self.pick(1, 2, 2, 3), 2, 2)[self.reals]

    def draw(self, real):
        if real or not self.reals:
            two_sided, one_sided = ("laplace", "exponential") if real else DISCRETE
            names = (two_sided, two_sided, one_sided)
            self.families.append((self.pick(*names), self.pick("1/2", "1/3", "2/3")))
        else:
            self.families.append((self.pick("bernoulli", "integer"), "1/2"))
        self.known.append(len(self.families) - 1)
        return self.known[-1]

    def moving(self, constant):
        return Moving(Fraction(constant), Fraction(self.pick(0, 0, 1, 1, -1)))

    def linear(self):
        kind, terms, constant = super().linear()
        return kind, terms, self.moving(constant)

    def number(self):
        return ("sum", (), self.moving(self.pick(0, 1, -1, 2)))

    def returned(self):
        several = self.random.sample(self.known, min(len(self.known), self.pick(1, 1, 1, 2)))
        terms = tuple((i, self.pick(1, 1, 1, -1, 2)) for i in several)
        return ("floor", ("sum", terms, self.moving(self.pick(0, 0, 1, Fraction(1, 2)))))

    def result(self):
        sort = self.random.random()
        if sort < 0.15:
            return ("return", (self.pick("a", "b"),))
        if sort < 0.5:
            return ("return", (self.returned(),))
        if sort < 0.6:
            return ("return", (("floor", (self.pick("max", "min"), self.linear(), self.linear())),))
        if sort < 0.85:
            return ("return", (self.pick("a", "b"), self.returned()))
        return ("return", (self.returned(), self.returned()))


class Returning(Points):
    """The same on arrays: texts by their place, and numbers by their digits."""

    shapes = ((), ("a",), ("b",))

    def run(self, here):
        if here[0] != "return":
            return super().run(here)
        texts = tuple(e for e in here[1] if isinstance(e, str))
        code, numbers = self.shapes.index(texts), [e for e in here[1] if not isinstance(e, str)]
        for e in numbers:
            code = (
                code * WIDE
                + np.clip(self.number(e) // self.unit, 1 - WIDE // 2, WIDE // 2)
                + WIDE // 2
            )
        return 3 * code + len(numbers)


def said(code):
    """The output of a code."""
    code, count, numbers = code // 3, code % 3, []
    for _ in range(count):
        code, digit = divmod(code, WIDE)
        numbers.append(digit - WIDE // 2)
    several = (*Returning.shapes[code], *reversed(numbers))
    return several if len(several) > 1 else several[0]


def on_grid(body, families):
    """{output: probability} of integer noises, and what is left."""
    scales = SCALES[len(families)]
    several = [values(*f, scales) for f in families]
    z = np.meshgrid(*(np.array([*v], dtype=np.int64) for v in several), indexing="ij")
    weights = np.ones(())
    for v in several:
        weights = np.multiply.outer(weights, [*v.values()])
    codes = np.broadcast_to(Returning(z, exact=True).run(body), weights.shape)
    return summed(codes, weights), math.exp(2 - scales)


def of_reals(body, families):
    """The same of real noises and integers of few values."""
    reals = [i for i, (name, _) in enumerate(families) if name in REAL]
    others, found = [i for i in range(len(families)) if i not in reals], {}
    far, by = (FAR, in_cells) if len(reals) == 1 else (NEAR, in_lines)
    with ctx.workprec(192):
        for given, weight in together([exact(*families[i]) for i in others]):
            fixed = dict(zip(others, given, strict=True))
            for r, p in by(body, families, reals, fixed).items():
                if all(abs(part) < far for part in numbers(r)):
                    found[r] = found.get(r, 0.0) + float(weight) * p
    return found, max(0.0, 1 - math.fsum(found.values())) + GRAIN[len(reals)]


def in_cells(body, families, reals, fixed):
    """Of one noise, by cells."""
    cells = Cells(body, families, reals, fixed, FAR)
    return {r: float(p) for r, p in cells.law().items()}


class FarLines(Lines):
    """Lines that tell returned numbers apart."""

    def of(self, here):
        if here[0] == "return":
            for e in here[1]:
                if not isinstance(e, str):
                    self.add(self.moved(self.pieces(e[1]), range(-NEAR, NEAR + 1)))
        else:
            super().of(here)


def in_lines(body, families, reals, fixed):
    """Of two, by sums over lines: `grid_fuzz.py` has the error."""
    lines = FarLines(reals, fixed, furthest(families, reals))
    lines.of(body)
    points, weights = between_lines(lines, families, reals, fixed)
    codes = np.broadcast_to(Returning(points, exact=False).run(body), weights.shape)
    return summed(codes.astype(np.int64), weights)


def summed(codes, weights):
    """{output: the sum of its weights}."""
    found, where = np.unique(codes.ravel(), return_inverse=True)
    sums = np.bincount(where.ravel(), weights.ravel())
    return {said(int(c)): p for c, p in zip(found, sums, strict=True)}


def numbers(r):
    """The integers of an output."""
    return [part for part in (r if isinstance(r, tuple) else (r,)) if not isinstance(part, str)]


def asked(made):
    """What dpbi says: laws, deltas and the loss."""
    try:
        laws = [made.law(x, 40) for x in (0, 1)]
        return "", (laws, dpbi.privacy_profile(made, EPSILONS), dpbi.privacy_loss(made))
    except (BadMechanism, Disagreement):  # no refusals
        raise
    except (DpbiError, TimeoutError) as why:
        return "refused" if "TimeoutError" not in repr(why) else "not waited for", None


def misses(seed, patience=PATIENCE):
    """How a random program went, and what of it contradicts."""
    writer = EndlessWriter(seed)
    body = writer.written()
    runs = [symbols(seen_from(x, body), writer.families) for x in (0, 1)]
    made = program(datasets=(0, 1), neighbours="all")(lambda x, rng: runs[x](x, rng))
    kind, answers = in_time(patience, asked, made)
    if answers is None:
        return kind, []
    laws, profile, loss = answers
    by = of_reals if writer.reals else on_grid
    truth = [by(seen_from(x, body), writer.families) for x in (0, 1)]
    wrong = [w for law, true in zip(laws, truth, strict=True) for w in wrong_masses(law, *true)]
    wrong += wrong_deltas(profile, truth) + wrong_loss(loss, truth)
    kind = f"{('integers', 'one real noise', 'two real noises')[writer.reals]}"
    return f"{kind}, {size(loss)} loss", [body, writer.families, *wrong] * bool(wrong)


def size(loss):
    """The kind of a loss."""
    return "infinite" if loss.lo == math.inf else "open" if loss.hi == math.inf else "finite"


def wrong_masses(law, found, left):
    """What a law says of an output, and what it lists not."""
    wrong, listed, slack = [], {}, min(left, GRAIN[2]) + ROUNDING
    for r, p in law.items():
        lo, hi = listed.get(key := getattr(r, "value", r), (0.0, 0.0))
        listed[key] = lo + float(p.lo), hi + float(p.hi)
    for r, (lo, hi) in listed.items():
        true = found.get(r, 0.0)
        if not (true - slack <= hi and lo <= true + left + slack):
            wrong.append(("mass", r, lo, hi, true, left))
    elsewhere = math.fsum(p for r, p in found.items() if r not in listed)
    rest = getattr(law, "left", None)
    most = float(rest.hi) if rest is not None else 0.0
    if elsewhere > most + slack or (rest is not None and float(rest.lo) > elsewhere + left + slack):
        wrong.append(("elsewhere", elsewhere, most, left))
    return wrong


def wrong_deltas(profile, truth):
    """Deltas that contradict the sums."""
    wrong = []
    for epsilon, said_of in zip(EPSILONS, profile, strict=True):
        factor, best = math.exp(Fraction(epsilon)), 0.0
        for (p, _), (q, _) in (truth, truth[::-1]):
            best = max(best, math.fsum(max(0.0, m - factor * q.get(r, 0.0)) for r, m in p.items()))
        slack = max(left for _, left in truth) * (1 + factor) + ROUNDING
        if not (float(said_of.lo) <= best + slack and best - slack <= float(said_of.hi)):
            wrong.append(("delta", epsilon, float(said_of.lo), float(said_of.hi), best, slack))
    return wrong


def wrong_loss(loss, truth):
    """A loss that is exceeded, or that no output reaches where none further out seems to."""
    surely, nearly = [0.0], [(0.0, 1.0)]
    for (p, more), (q, left) in (truth, truth[::-1]):
        grain = min(more, GRAIN[2])
        for r, m in p.items():
            other = q.get(r, 0.0)
            if m > 2 * grain:
                surely.append(math.log((m - grain) / (other + left + grain)))
            if min(m, other) > max(LEAST, 1e5 * left):
                nearly.append((math.log(m / other), min(m, other)))
    if float(loss.hi) < max(surely) - 1e-9:
        return [("loss", float(loss.lo), float(loss.hi), max(surely))]
    top, inner = max(nearly)[0], max(r for r, m in nearly if m > math.exp(-11))
    is_sharp = max(left for _, left in truth) < 1e-9
    if is_sharp and loss.lo < math.inf and abs(top - inner) < 1e-9 and float(loss.lo) > top + 1e-5:
        return [("loss above", float(loss.lo), float(loss.hi), top)]
    alone = any(
        m > max(LEAST, 1e3 * left) and not q.get(r)
        for (p, _), (q, left) in (truth, truth[::-1])
        for r, m in p.items()
    )
    if is_sharp and loss.lo == math.inf and not alone and top < inner + 1e-3:
        return [("infinite without a reason", top, inner)]
    return []


if __name__ == "__main__":
    fuzzed(misses, *sys.argv[1:])
