"""What a program with real noises comes to, cell by cell: in balls, with an error that is proved.

Between the lines where anything that the program asks can change, its output is one.  So the
program itself is run at a point of each cell, in exact numbers, and a cell has the probability of
its noises: of one noise by its distribution function, of an outer one and others, of which each is
compared with the outer one alone, by Gauss-Legendre with 32 nodes over pieces of the outer one.

A piece has the half-length r.  Inside the Bernstein ellipse of parameter 3 imaginary parts are at
most 4/3 r, and r is such that this moves no noise by more than 1.5 of its scales.  There a density
in units of its scale and a difference of two values of a distribution function are at most 8 in
absolute value: e^(1.5^2 / 2) and twice 1 + 1.5 e^(1.5^2 / 2) / sqrt(2 pi) for the normal law, 2 + e
for exponentials, u e^(-u cos 1.5) <= 6 and 2 for Gumbel's.  So the error of a piece is at most
r 64/15 8^(1+m) 3^-62 / (1 - 3^-2) over the scale, for each cell of m other noises (Trefethen,
Approximation Theory and Approximation Practice, theorem 19.3).  It is added to the ball, and so is
what is beyond the ends.
"""

import math
from fractions import Fraction
from itertools import combinations, pairwise, product

from flint import arb, ctx
from grid_fuzz import Given, Lines, symbols

BITS, NODES, FAR = 192, 32, 64
REACH = {  # beyond which a noise has less than e^-FAR, in units of its scale
    "gaussian": (-12, 12),
    "gumbel": (-5, FAR),
    "laplace": (-FAR, FAR),
    "exponential": (0, FAR),
}


def ball(value):
    """A number as a ball."""
    value = Fraction(value)
    return arb(value.numerator) / value.denominator


class Noise:
    """A real noise: its distribution function and its density, of balls."""

    def __init__(self, family, parameter):
        self.family, self.parameter = family, Fraction(parameter)
        low, high = REACH[family]
        # of a variance, a rational number above the root and one below it
        root = Fraction(math.isqrt(self.parameter.numerator * 10**6 // self.parameter.denominator))
        above, below = (
            ((root + 1) / 1000, root / 1000) if family == "gaussian" else [self.parameter] * 2
        )
        self.low, self.high, self.unit = low * above, high * above, below
        self.scale = ball(self.parameter).sqrt() if family == "gaussian" else ball(self.parameter)

    def below(self, z):
        """Pr[noise <= z]."""
        w = z / self.scale
        if self.family == "gaussian":
            return (-w / arb(2).sqrt()).erfc() / 2
        if self.family == "gumbel":
            return (-(-w).exp()).exp()
        if self.family == "laplace":
            return w.exp() / 2 if w < 0 else 1 - (-w).exp() / 2
        return -(-w).expm1() if w > 0 else arb(0)

    def density(self, z):
        w = z / self.scale
        if self.family == "gaussian":
            return (-w * w / 2).exp() / (2 * arb.pi()).sqrt() / self.scale
        if self.family == "gumbel":
            u = (-w).exp()
            return u * (-u).exp() / self.scale
        if self.family == "laplace":
            return (-abs(w)).exp() / 2 / self.scale
        return (-w).exp() / self.scale if w >= 0 else arb(0)


class ExactLines(Lines):
    """The same lines in exact numbers; `far`: up to where returned numbers are told apart."""

    number, far = Fraction, None

    def of(self, here):
        if here[0] == "return":
            several = [self.pieces(e[1]) for e in here[1] if not isinstance(e, str)]
            for forms in several:
                self.add(self.moved(forms, range(-self.far, self.far + 1)))
        else:
            super().of(here)


class Cells:
    """{output: probability} of the noises that are real, given all others."""

    def __init__(self, body, families, reals, fixed, far=None):
        self.run, self.fixed = symbols(body, families), fixed
        self.reals = list(reals)
        if len(reals) == 2:  # an outer noise with short tails is quick
            self.reals.sort(key=lambda i: sum(map(abs, REACH[families[i][0]])))
        self.noises = [Noise(*families[i]) for i in self.reals]
        lines = ExactLines(self.reals, fixed, max(n.high for n in self.noises))
        lines.far = far
        lines.of(body)
        ends = [Fraction(0)] * (len(reals) + 1)
        kinks = [tuple(Fraction(i == j) for j in range(len(ends))) for i in range(len(reals))]
        self.forms = sorted({_as_roots(f) for f in (*lines.found, *kinks)})

    def law(self):
        found = {}
        with ctx.workprec(BITS):
            if len(self.reals) == 1:
                roots = sorted({-c / a for a, c in self.forms})
                for point, lo, hi in _between(roots):
                    noise, ends = self.noises[0], (lo, hi)
                    low, high = (None if e is None else noise.below(ball(e)) for e in ends)
                    self._add(found, [point], _share(low, high))
            else:
                for a, b in pairwise(self._cuts()):
                    self._piece(a, b, found)
                for r in found:
                    found[r] += arb(0, 4 * (-arb(FAR)).exp())
        return found

    def _add(self, found, points, share):
        r = self.run(None, Given({**self.fixed, **dict(zip(self.reals, points, strict=True))}))
        found[r] = found.get(r, arb(0)) + share

    def _cuts(self):
        """Of the outer noise: between them the others meet the same lines in the same order."""
        outer = self.noises[0]
        cuts = {outer.low, outer.high} | {-f[-1] / f[0] for f in self.forms if not any(f[1:-1])}
        for f, g in combinations(self.forms, 2):
            i, j = _inner(f), _inner(g)
            if i == j and i is not None and f[0] * g[i] != g[0] * f[i]:
                cuts.add((f[-1] * g[i] - g[-1] * f[i]) / (g[0] * f[i] - f[0] * g[i]))
        return sorted(c for c in cuts if outer.low <= c <= outer.high)

    def _piece(self, a, b, found):
        """The integral over a <= outer <= b."""
        middle, several = (a + b) / 2, []
        for i in range(1, len(self.reals)):
            lines = [(-f[0] / f[i], -f[-1] / f[i]) for f in self.forms if _inner(f) == i]
            lines = sorted(set(lines), key=lambda l: l[0] * middle + l[1])
            several.append(
                [*zip(_between([s * middle + c for s, c in lines]), _open(lines), strict=True)]
            )
        outputs = {}
        for cell in product(*several):
            points = [middle, *(point for (point, _, _), _ in cell)]
            r = self.run(None, Given({**self.fixed, **dict(zip(self.reals, points, strict=True))}))
            outputs.setdefault(r, []).append([ends for _, ends in cell])
        steep = max(
            (
                abs(s) / n.unit
                for n, cells in zip(self.noises[1:], several, strict=True)
                for _, ends in cells
                for line in ends
                if line
                for s in line[:1]
            ),
            default=Fraction(0),
        )
        step = Fraction(9, 4) / max(steep, 1 / self.noises[0].unit)
        parts = math.ceil((b - a) / step)
        for k in range(parts):
            low, high = (a + (b - a) * Fraction(k + n, parts) for n in (0, 1))
            for r, p in self._sum(low, high, outputs).items():
                found[r] = found.get(r, arb(0)) + p

    def _sum(self, low, high, outputs):
        """Gauss-Legendre over low <= outer <= high."""
        half, middle, sums = ball((high - low) / 2), ball((high + low) / 2), {}
        for node, weight in _rule():
            z = middle + half * node
            density, known = weight * half * self.noises[0].density(z), {}
            for r, cells in outputs.items():
                total = arb(0)
                for cell in cells:
                    total += math.prod(
                        self._inside(n, z, ends, known)
                        for n, ends in zip(self.noises[1:], cell, strict=True)
                    )
                sums[r] = sums.get(r, arb(0)) + density * total
        m = len(self.noises) - 1
        error = (
            half
            / self.noises[0].scale
            * arb(64)
            / 15
            * arb(8) ** (1 + m)
            / arb(3) ** 62
            / (1 - arb(1) / 9)
        )
        return {r: p + arb(0, error * len(outputs[r])) for r, p in sums.items()}

    def _inside(self, noise, z, ends, known):
        """The probability between two lines at z."""
        for line in ends:
            if line is not None and (id(noise), line) not in known:
                known[id(noise), line] = noise.below(ball(line[0]) * z + ball(line[1]))
        return _share(*(None if line is None else known[id(noise), line] for line in ends))


def _share(low, high):
    return (arb(1) if high is None else high) - (arb(0) if low is None else low)


def _as_roots(form):
    """The same line, written once."""
    first = next(a for a in form[:-1] if a)
    return tuple(Fraction(a) / first for a in form)


def _inner(form):
    """Which of the other noises a line is on; each is compared with the outer one alone."""
    several = [i for i, a in enumerate(form[1:-1], 1) if a]
    assert len(several) <= 1, form
    return several[0] if several else None


def _open(ends):
    """The pairs of ends of all intervals."""
    return [*pairwise([None, *ends, None])]


def _between(roots):
    """(a point inside, lo, hi) of each interval; of roots that are one the interval is empty."""
    return [
        (hi - 1 if lo is None else lo + 1 if hi is None else (lo + hi) / 2, lo, hi)
        for lo, hi in _open(roots)
    ]


RULE = []


def _rule():
    if not RULE:
        RULE.extend(arb.legendre_p_root(NODES, k, weight=True) for k in range(NODES))
    return RULE
