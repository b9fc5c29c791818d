"""The trusted kernel: says whether a certificate proves what it says.  Silence is the only success.

A certificate names a reading and an assignment of its variables, and says that the conclusion of
the reading is false there, or true there.  What the reading asserts stands in the ledger, in the
language of dpbi/formula/VOCABULARY.md, which this file transcribes on its own.

Trusted: this file, CPython's integers, Fraction, math.isqrt, factorial and comb, the json module,
and that the ledger says what is meant.  Nothing else of dpbi is imported.  A number is exact or
enclosed between two dyadic rationals; every operation rounds outwards, no float occurs.  Conditions
are true, false or undecided, and undecided never passes.

    python dpbi/kernel.py [-v] [--ledger FILE] CERTIFICATE-OR-FOLDER ...

Exit code 0: all accepted; 1: some rejected; 2: nothing to check, or bad usage.
"""

import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    sys.path.pop(
        0
    )  # this file's own folder, where dpbi/numbers would stand in for Python's numbers

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache, reduce, wraps
from itertools import count, pairwise, product
from math import comb, factorial, isqrt, prod
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, ParamSpec, TypeVar

PRECISIONS = (96, 192, 384, 768)  # working bits, tried in turn until everything is decided
MOST_BYTES = 50_000_000  # of a JSON file
MOST_DEPTH = 150  # of nested lists and objects
MOST_DIGITS = 1000  # of one number
MOST_STEPS = 20_000_000  # elements of sets enumerated for one condition, at one precision
MOST_BITS = 1_000_000  # of an exact power or binomial coefficient

T = TypeVar("T")
Args = ParamSpec("Args")
Vector = tuple[Fraction, ...]
Counts = tuple[int, ...]
Law = tuple[str, Any]  # a mechanism, and the value of its option
Env = dict[str, Any]  # the values of the variables
NUMBER = re.compile("-?[0-9]+(/0*[1-9][0-9]*)?")


class Rejected(Exception):
    """The certificate is not accepted; the sentence says why."""


class NoValue(Exception):
    """An expression has no value here: the condition around it is undecided."""


def reject(sentence: str) -> NoReturn:
    """Raise Rejected."""
    raise Rejected(sentence)


def shown(x: object) -> str:
    """A value for a sentence, cut short."""
    text = repr(x)
    return text if len(text) <= 60 else text[:57] + "..."


# 1. Intervals ------------------------------------------------------------------------------------
#
# Directed rounding everywhere: shifting right rounds down (Python's >> is a floor), and rounding up
# is minus the floor of minus.  p is the number of bits kept of the larger end.


class Interval(NamedTuple):
    """The reals from lo * 2^exp to hi * 2^exp."""

    lo: int
    hi: int
    exp: int


ZERO = Interval(0, 0, 0)
ONE = Interval(1, 1, 0)


def shifted(m: int, s: int, up: bool) -> int:
    """m * 2^s, rounded up or down to an integer."""
    if s >= 0:
        return m << s
    return -(-m >> -s) if up else m >> -s


def rounded(lo: int, hi: int, exp: int, p: int) -> Interval:
    """The interval with its mantissas cut to p bits, outwards."""
    excess = max(lo.bit_length(), hi.bit_length()) - p
    if excess <= 0:
        return Interval(lo, hi, exp)
    return Interval(lo >> excess, -(-hi >> excess), exp + excess)


def enclosed(q: Fraction, p: int) -> Interval:
    """An interval around a rational: floor and ceiling of q * 2^s, which has at least p bits."""
    n, d = q.numerator, q.denominator
    if d == 1:
        return rounded(n, n, 0, p)
    s = p + 1 + d.bit_length() - n.bit_length()
    if s >= 0:
        return Interval((n << s) // d, -((-n << s) // d), -s)
    return Interval((n >> -s) // d, -((-n >> -s) // d), -s)  # a floor of a floor is one floor


def aligned(x: Interval, y: Interval, p: int) -> tuple[int, int, int, int, int]:
    """Both intervals over one exponent; one that is over 2p bits finer is coarsened, outwards."""
    if x == ZERO or y == ZERO:
        return *x[:2], *y[:2], x.exp if y == ZERO else y.exp
    exp = max(min(x.exp, y.exp), max(x.exp, y.exp) - 2 * p)
    s, t = x.exp - exp, y.exp - exp
    return (
        shifted(x.lo, s, False),
        shifted(x.hi, s, True),
        shifted(y.lo, t, False),
        shifted(y.hi, t, True),
        exp,
    )


def plus(x: Interval, y: Interval, p: int) -> Interval:
    """x + y."""
    a, b, c, d, exp = aligned(x, y, p)
    return rounded(a + c, b + d, exp, p)


def minus(x: Interval, y: Interval, p: int) -> Interval:
    """x - y."""
    return plus(x, Interval(-y.hi, -y.lo, y.exp), p)


def larger(x: Interval, y: Interval, p: int) -> Interval:
    """max(x, y): the maximum is increasing in both, so it is taken end by end."""
    a, b, c, d, exp = aligned(x, y, p)
    return rounded(max(a, c), max(b, d), exp, p)


def smaller(x: Interval, y: Interval, p: int) -> Interval:
    """min(x, y), likewise."""
    a, b, c, d, exp = aligned(x, y, p)
    return rounded(min(a, c), min(b, d), exp, p)


def times(x: Interval, y: Interval, p: int) -> Interval:
    """x y: the extremes of a bilinear form lie at corners."""
    if x.lo >= 0 and y.lo >= 0:
        return rounded(x.lo * y.lo, x.hi * y.hi, x.exp + y.exp, p)
    corners = (x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi)
    return rounded(min(corners), max(corners), x.exp + y.exp, p)


def over(x: Interval, y: Interval, p: int) -> Interval:
    """x / y, for y that does not contain 0."""
    if y.lo <= 0 <= y.hi:
        raise NoValue("a division by a number that is not certainly different from 0")
    if y.hi < 0:
        x, y = Interval(-x.hi, -x.lo, x.exp), Interval(-y.hi, -y.lo, y.exp)
    s = p + 1 + y.hi.bit_length()  # leaves at least p bits of any quotient
    lo = (x.lo << s) // (y.hi if x.lo >= 0 else y.lo)
    hi = -((-x.hi << s) // (y.lo if x.hi >= 0 else y.hi))
    return rounded(lo, hi, x.exp - y.exp - s, p)


def root(x: Interval, p: int) -> Interval:
    """The square root of x, certainly >= 0: isqrt is its exact floor, one more bounds it above."""
    if x.lo < 0:
        raise NoValue("a square root of a number that is not certainly >= 0")
    s = max(0, 2 * p + 2 - x.hi.bit_length())
    s += (x.exp - s) % 2  # an even exponent remains
    lo, hi = x.lo << s, x.hi << s
    above = isqrt(hi)
    return rounded(isqrt(lo), above + (above * above < hi), (x.exp - s) // 2, p)


def log_fixed(f: int, w: int, up: bool) -> int:
    """Bound, in units of 2^-w, of the log of f 2^-w, for 1 <= f 2^-w <= 2.

    log f = 2^(j+1) atanh((g-1)/(g+1)) with g = f^(2^-j), and atanh z = z + z^3/3 + z^5/5 + ...
    (DLMF 4.37.24, 4.38.5), z <= 1/3.  All quantities are positive and increase with f, so rounding
    each one down (up) bounds the result from below (above).  Dropping the tail rounds down; where
    the next power is at most one unit, the tail is at most 1/(1 - z^2) <= 9/8 units: two are added.
    """
    j = isqrt(w) // 2
    v = w + 2 * j
    one, g = 1 << v, f << (v - w)
    for _ in range(j):
        square = g << v
        g = isqrt(square)
        g += up and g * g < square
    z = -(-((g - one) << v) // (g + one)) if up else ((g - one) << v) // (g + one)
    zz, total, i = shifted(z * z, -v, up), 0, 1
    while z > 1:
        total += -(-z // i) if up else z // i
        z, i = shifted(z * zz, -v, up), i + 2
    return shifted((total + (2 if up else 0)) << (j + 1), w - v, up)


@cache
def log2(w: int) -> tuple[int, int]:
    """Bounds of ln 2 in units of 2^-w."""
    return log_fixed(2 << w, w, False), log_fixed(2 << w, w, True)


def logarithm(x: Interval, p: int) -> Interval:
    """The log of x > 0.

    Each end is f 2^e with 1 <= f < 2, whose log is e ln 2 + log f.
    """
    if x.lo <= 0:
        raise NoValue("a log of a number that is not certainly > 0")
    e = [m.bit_length() - 1 + x.exp for m in (x.lo, x.hi)]
    w = p + 16 + max(map(abs, e)).bit_length()
    ends = []
    for m, up in ((x.lo, False), (x.hi, True)):
        size = m.bit_length() - 1
        f = shifted(m, w - size, up)  # rounded up it may reach 2, which log_fixed allows
        multiples = [e[up] * bound for bound in log2(w)]
        ends.append((max(multiples) if up else min(multiples)) + log_fixed(f, w, up))
    return rounded(ends[0], ends[1], -w, p)


def exp_end(m: int, e: int, p: int, up: bool) -> tuple[int, int]:
    """(a, b) with a 2^b a bound of exp(m 2^e) from above or below.

    exp t = 2^k (exp u)^(2^j) with u = (t - k ln 2) / 2^j.  k ln 2 <= t certainly: k is the floor of
    t over the upper bound of ln 2 for t >= 0, over the lower one for t < 0.  So u and all terms of
    its Taylor series are >= 0, and rounding each step down (up) bounds the result from below
    (above).  Dropping the tail rounds down; the last term kept is at most one unit and each further
    one is at most half the one before it (u < 1, i >= 1), so the tail is at most one unit.
    """
    size = max(0, m.bit_length() + e)
    if size > 200:
        raise NoValue("an exponential of a number beyond 2^200")
    w = p + 16 + size
    t = shifted(m, e + w, up)
    low, high = log2(w)
    k = t // (high if t >= 0 else low)
    r = t - (min(k * low, k * high) if up else max(k * low, k * high))
    j = isqrt(w)
    v = w + 2 * j
    u, term, total = r << j, 1 << v, 1 << v  # r 2^-w / 2^j = (r << j) 2^-v
    for i in count(1):
        term = shifted(term * u, -v, up)
        term = -(-term // i) if up else term // i
        total += term
        if term <= 1:
            break
    total += up
    for _ in range(j):
        total = shifted(total * total, -v, up)
    return total, k - v


def exponential(x: Interval, p: int) -> Interval:
    """Exp of x: increasing, so end by end; its exponents differ by as much as x is wide."""
    (a, e), (b, f) = exp_end(x.lo, x.exp, p, False), exp_end(x.hi, x.exp, p, True)
    exp = max(f - 4 * p, min(e, f))
    return rounded(shifted(a, e - exp, False), shifted(b, f - exp, True), exp, p)


@cache
def exp_rational(q: Fraction, p: int) -> Interval:
    """Exp of a rational."""
    bits = p + 16 + max(0, q.numerator.bit_length() - q.denominator.bit_length())
    return exponential(enclosed(q, bits), p)


def arctan_inverse(n: int, w: int) -> tuple[int, int]:
    """(s, error): arctan(1/n) is within error of s, in units of 2^-w.

    1/n - 1/(3 n^3) + ... (DLMF 4.24.3): each floored term errs by less than one unit, and the
    alternating tail is below its first term, itself below one unit.
    """
    total, power, terms = 0, (1 << w) // n, 0
    while power:
        total += (power if terms % 2 == 0 else -power) // (2 * terms + 1)
        power, terms = power // (n * n), terms + 1
    return total, terms + 1


@cache
def pi(p: int) -> Interval:
    """Machin: pi = 16 arctan(1/5) - 4 arctan(1/239)."""
    w = p + 16
    (a, e), (b, f) = arctan_inverse(5, w), arctan_inverse(239, w)
    middle, error = 16 * a - 4 * b, 16 * e + 4 * f
    return rounded(middle - error, middle + error, -w, p)


@cache
def bernoulli(m: int) -> Fraction:
    """The Bernoulli number B_m, m even or 1: sum_(j <= m) C(m+1, j) B_j = 0 (DLMF 24.5.3)."""
    if m < 2:
        return Fraction(1 if m == 0 else -1, m + 1)
    earlier = (comb(m + 1, j) * bernoulli(j) for j in (0, 1, *range(2, m, 2)))
    return sum(earlier, Fraction(0)) / -(m + 1)


@cache
def gamma(t: Fraction, p: int) -> Interval:
    """The Gamma function at a rational t > 0.

    Integers and half-integers exactly: (t-1)!, and (2m)! sqrt(pi) / (4^m m!) at t = m + 1/2.
    Otherwise Gamma(t) = Gamma(z) / (t (t+1) ... (z-1)) with z >= w/4, and Stirling's series
    ln Gamma(z) = (z - 1/2) ln z - z + ln(2 pi)/2 + sum B_2i / (2i (2i-1) z^(2i-1)) + R, where for
    real z > 0 R has the sign of the first omitted term and is smaller (DLMF 5.11(ii)); that term is
    added to one end.  Terms fall until i is about pi z, to near exp(-2 pi z) < 2^-w: the loop ends.
    """
    m = t.numerator // t.denominator
    if t.denominator <= 2 and m <= 10_000:
        if t.denominator == 1:
            return enclosed(Fraction(factorial(m - 1)), p)
        quotient = Fraction(factorial(2 * m), 4**m * factorial(m))
        return times(enclosed(quotient, p + 8), root(pi(p + 8), p + 8), p)
    w = p + 32 + 2 * m.bit_length()  # ln Gamma(z) < z ln z loses its integer bits in exp
    shift = max(0, w // 4 - m)
    z = t + shift
    zi = enclosed(z, w)
    half = enclosed(Fraction(1, 2), w)
    total = minus(times(minus(zi, half, w), logarithm(zi, w), w), zi, w)
    total = plus(total, times(half, logarithm(times(Interval(2, 2, 0), pi(w), w), w), w), w)
    square, power = times(zi, zi, w), zi
    for i in count(1):
        coefficient = enclosed(bernoulli(2 * i) / (2 * i * (2 * i - 1)), w)
        term = over(coefficient, power, w)
        if abs(term.lo).bit_length() + term.exp < -w:
            total = plus(total, Interval(min(0, term.lo), max(0, term.hi), term.exp), w)
            break
        total, power = plus(total, term, w), times(power, square, w)
    rising = prod(t.numerator + i * t.denominator for i in range(shift))
    shrunk = enclosed(Fraction(rising, t.denominator**shift), w)
    return over(exponential(total, w), shrunk, p)


# 2. Hellinger distances of Dirichlet distributions -----------------------------------------------


@cache
def beta(p: Vector, bits: int) -> Interval:
    """B(p) = Gamma(p_1) ... Gamma(p_k) / Gamma(p_1 + ... + p_k)."""
    above = reduce(lambda a, b: times(a, b, bits), (gamma(a, bits) for a in p))
    return over(above, gamma(sum(p, Fraction(0)), bits), bits)


def hellinger(p: Vector, q: Vector, bits: int) -> Interval:
    """sqrt(1 - BC), BC = B((p+q)/2) / sqrt(B(p) B(q)), for p != q.

    1 - BC cancels: guard bits are added until it has as many bits as were asked for.
    """
    middle = tuple((a + b) / 2 for a, b in zip(p, q, strict=True))
    gap = ZERO
    for guard in (48, 192, 768, 3072):
        w = bits + guard
        affinity = over(beta(middle, w), root(times(beta(p, w), beta(q, w), w), w), w)
        gap = minus(ONE, affinity, w)
        if gap.lo > 0 and (gap.hi - gap.lo) << bits <= gap.hi:
            break
    return root(Interval(max(gap.lo, 0), gap.hi, gap.exp), bits)  # BC <= 1 by Cauchy-Schwarz


def squared_affinity(p: Vector, q: Vector) -> Counter[Fraction]:
    """BC^2 as a product of powers of Gamma: {argument: exponent}."""
    powers: Counter[Fraction] = Counter()
    for a, b in zip(p, q, strict=True):
        powers[(a + b) / 2] += 2
        powers[a] -= 1
        powers[b] -= 1
    powers[sum(p, Fraction(0))] += 1
    powers[sum(q, Fraction(0))] += 1
    powers[(sum(p, Fraction(0)) + sum(q, Fraction(0))) / 2] -= 2
    return powers


def same_affinity(one: tuple[Vector, Vector], two: tuple[Vector, Vector]) -> bool | None:
    """Whether two affinities are equal, exactly; None where that is not known.

    The quotient of the squared affinities is brought to the form rational * pi^(s/2) * powers of
    Gamma(residue), residues in (0, 1) other than 1/2, by Gamma(t+1) = t Gamma(t), Gamma(1) = 1 and
    Gamma(1/2)^2 = pi.  pi is transcendental, so without other gammas the quotient is 1 if and only
    if s = 0 and the rational is 1.  Affinities and their squares are positive, and a distance falls
    as its affinity rises: distances are equal if and only if squared affinities are.
    """
    powers = squared_affinity(*one)
    powers.subtract(squared_affinity(*two))
    classes: dict[Fraction, dict[Fraction, int]] = {}
    for t, e in powers.items():
        if e:
            classes.setdefault(t % 1, {})[t] = e
    above, below, pi_power = 1, 1, 0
    for residue, exponents in classes.items():
        total = sum(exponents.values())
        if total and residue not in (0, Fraction(1, 2)):
            return None
        pi_power += total if residue else 0
        # Gamma(least) cancels when the exponents sum to 0, else go down to Gamma(1) or Gamma(1/2)
        least = (residue or Fraction(1)) if total else min(exponents)
        if max(exponents) - least > 50_000:
            return None
        for t, e in exponents.items():
            steps, d = int(t - least), t.denominator
            rising = prod(least.numerator + i * d for i in range(steps)) ** abs(e)
            divisor = d ** (steps * abs(e))
            above, below = (
                above * (rising if e > 0 else divisor),
                below * (divisor if e > 0 else rising),
            )
    return pi_power == 0 and above == below


# 3. Values: exact sums of exponentials, intervals, distances -------------------------------------


class Exact:
    """A sum of c e^r, kept as {r: c}, with rational r and c != 0, at least one r != 0.

    Numbers e^r at distinct rational r are linearly independent over the rationals (Lindemann and
    Weierstrass): such a sum is never rational, and two are equal only if they have the same terms.
    """

    def __init__(self, terms: dict[Fraction, Fraction]) -> None:
        self.terms = terms

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Exact) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))


class Distance(NamedTuple):
    """The Hellinger distance of Dirichlet(p) and Dirichlet(q), p != q, with an enclosure."""

    p: Vector
    q: Vector
    interval: Interval


class Probability(NamedTuple):
    """A probability of the exponential family, eps > 0, none of what names its law enclosed only.

    law is (mechanism, option, prior, eps, x); distance is H(x, r), an exact 0 or a Distance.
    """

    law: tuple[Any, ...]
    distance: "Value"
    interval: Interval


Value = Fraction | Exact | Interval | Distance | Probability
ExactValue = Fraction | Exact


def exact(terms: dict[Fraction, Fraction]) -> ExactValue:
    """The exact value with these terms: a Fraction where it is rational."""
    kept = {r: c for r, c in terms.items() if c}
    return Exact(kept) if any(kept) else kept.get(Fraction(0), Fraction(0))


def terms_of(v: ExactValue) -> dict[Fraction, Fraction]:
    """The inverse of exact."""
    return v.terms if isinstance(v, Exact) else {Fraction(0): v}


def enclose(v: Value, p: int) -> Interval:
    """An interval of about p bits around a value."""
    if isinstance(v, Interval):
        return v
    if isinstance(v, Distance | Probability):
        return v.interval
    if isinstance(v, Fraction):
        return enclosed(v, p)
    parts = (times(enclosed(c, p), exp_rational(r, p), p) for r, c in v.terms.items())
    return reduce(lambda a, b: plus(a, b, p), parts)


def sign(v: ExactValue) -> int:
    """-1, 0 or 1: an Exact is not 0, so some precision tells its sign."""
    if isinstance(v, Fraction):
        return (v > 0) - (v < 0)
    p = 64
    while (x := enclose(v, p)).lo <= 0 <= x.hi:
        p *= 2
    return 1 if x.lo > 0 else -1


def same(a: Value, b: Value) -> bool | None:
    """Whether two distances, or two probabilities of one law, are equal; None where not known.

    Within a law the probability is a strictly decreasing function of the distance H(x, r): it is
    exp(-c H) / (their sum over r) with one c > 0.  A Distance is never 0, as its p and q differ.
    """
    if isinstance(a, Probability) and isinstance(b, Probability) and a.law == b.law:
        a, b = a.distance, b.distance
        if isinstance(a, Fraction) or isinstance(b, Fraction):
            return isinstance(a, Fraction) and isinstance(b, Fraction)
    if isinstance(a, Distance) and isinstance(b, Distance):
        return same_affinity((a.p, a.q), (b.p, b.q))
    return None


class Arithmetic:
    """Operations on values at one working precision, exact where VOCABULARY.md promises it."""

    def __init__(self, bits: int) -> None:
        self.bits = bits

    def add(self, a: Value, b: Value) -> Value:
        if isinstance(a, Fraction) and isinstance(b, Fraction):
            return a + b
        if a == 0 or b == 0:
            return b if a == 0 else a
        if isinstance(a, ExactValue) and isinstance(b, ExactValue):
            total = dict(terms_of(a))
            for r, c in terms_of(b).items():
                total[r] = total.get(r, Fraction(0)) + c
            return exact(total)
        return plus(enclose(a, self.bits), enclose(b, self.bits), self.bits)

    def mul(self, a: Value, b: Value) -> Value:
        if isinstance(a, Fraction) and isinstance(b, Fraction):
            return a * b
        if a == 0 or b == 0:
            return Fraction(0)
        if a == 1 or b == 1:
            return b if a == 1 else a
        if isinstance(a, ExactValue) and isinstance(b, ExactValue):
            total: dict[Fraction, Fraction] = {}
            for (r, c), (s, d) in product(terms_of(a).items(), terms_of(b).items()):
                total[r + s] = total.get(r + s, Fraction(0)) + c * d
            return exact(total)
        return times(enclose(a, self.bits), enclose(b, self.bits), self.bits)

    def neg(self, a: Value) -> Value:
        return self.mul(Fraction(-1), a)

    def sub(self, a: Value, b: Value) -> Value:
        """A difference, exactly 0 when a and b are known to be the same."""
        gap = self.add(a, self.neg(b))
        if isinstance(gap, Interval) and gap.lo <= 0 <= gap.hi and same(a, b):
            return Fraction(0)
        return gap

    def div(self, a: Value, b: Value) -> Value:
        """A quotient, exact when b is a single term, or a is 0."""
        if isinstance(b, ExactValue) and b != 0 and len(terms_of(b)) == 1:
            ((r, c),) = terms_of(b).items()
            return self.mul(a, exact({-r: 1 / c}))
        quotient = over(enclose(a, self.bits), enclose(b, self.bits), self.bits)
        return Fraction(0) if a == 0 else quotient

    def pow(self, a: Value, m: int) -> Value:
        """a^m by repeated squaring; a^0 = 1, an empty product."""
        if m < 0:
            return self.div(Fraction(1), self.pow(a, -m))
        if isinstance(a, Fraction):
            if m * max(a.numerator.bit_length(), a.denominator.bit_length()) > MOST_BITS:
                reject("An exact power is too large to be computed.")
            return a**m
        if isinstance(a, Exact) and m * len(a.terms) > 2000:
            a = enclose(a, self.bits)
        result: Value = Fraction(1)
        for bit in bin(m)[2:]:
            result = self.mul(result, result)
            result = self.mul(result, a) if bit == "1" else result
        return result

    def exp(self, a: Value) -> Value:
        """An exponential, exact at a rational."""
        if isinstance(a, Fraction):
            return exact({a: Fraction(1)})
        return exponential(enclose(a, self.bits), self.bits)

    def log(self, a: Value) -> Value:
        """A logarithm, exact at a power of e."""
        if isinstance(a, ExactValue) and list(terms_of(a).values()) == [1]:
            return next(iter(terms_of(a)))
        return logarithm(enclose(a, self.bits), self.bits)

    def max(self, a: Value, b: Value) -> Value:
        """The larger one itself, where it is known which one that is."""
        if self.le(a, b):
            return b
        if self.le(b, a):
            return a
        return larger(enclose(a, self.bits), enclose(b, self.bits), self.bits)

    def min(self, a: Value, b: Value) -> Value:
        """The smaller one itself, likewise."""
        if self.le(a, b):
            return a
        if self.le(b, a):
            return b
        return smaller(enclose(a, self.bits), enclose(b, self.bits), self.bits)

    def floor(self, a: Value) -> Fraction:
        """The integer part; an Exact is irrational, so some precision tells it."""
        p = self.bits
        while not isinstance(a, Fraction):
            x = enclose(a, p)
            if x.exp > MOST_BITS:
                reject("The floor of a number is too large to be computed.")
            low = shifted(x.lo, x.exp, False)
            if low == shifted(x.hi, x.exp, False):
                return Fraction(low)
            if not isinstance(a, Exact):
                raise NoValue("a floor or ceiling of a number whose integer part is not certain")
            p *= 2
        return Fraction(a.numerator // a.denominator)

    def lt(self, a: Value, b: Value) -> bool | None:
        gap = self.sub(b, a)
        if isinstance(gap, ExactValue):
            return sign(gap) > 0
        x = enclose(gap, self.bits)
        return True if x.lo > 0 else False if x.hi <= 0 else None

    def le(self, a: Value, b: Value) -> bool | None:
        return negation(self.lt(b, a))

    def eq(self, a: Value, b: Value) -> bool | None:
        gap = self.sub(b, a)
        if isinstance(gap, ExactValue):
            return sign(gap) == 0
        x = enclose(gap, self.bits)
        return False if x.lo > 0 or x.hi < 0 else same(a, b)


def negation(t: bool | None) -> bool | None:
    """Three-valued "not"."""
    return None if t is None else not t


def all_of(truths: Iterable[bool | None]) -> bool | None:
    """Three-valued "and", stopping at the first that is false."""
    answer: bool | None = True
    for t in truths:
        if t is False:
            return False
        answer = answer if t else None
    return answer


def any_of(truths: Iterable[bool | None]) -> bool | None:
    """Three-valued "or", stopping at the first that is true."""
    return negation(all_of(map(negation, truths)))


def require(condition: bool | None, what: str) -> None:
    """Raise NoValue unless the condition is certainly true."""
    if condition is not True:
        raise NoValue(what)


# 4. Datasets, sensitivities, mechanisms ----------------------------------------------------------

# The exponential family: probabilities proportional to exp(-eps H(x, r) / (factor sens(x))).
# name: (factor, or None for 2 (1 + gamma); sensitivity)
EXPONENTIAL = {
    "ehd": (2, "GS"),
    "ehdl": (2, "LS"),
    "ehds": (None, "S"),
    "ehds-4s": (4, "S"),
    "mh": (2, "S"),
    "mh-exp": (2, "Sexp"),
    "mh-s": (1, "S"),
    "mh-s-exp": (1, "Sexp"),
}
# The Laplace family, name: (scale times eps as (constant, multiple of k); last coordinate)
LAPLACE = {
    "laplace": ((2, 0), "rest"),  # (0, 1) with the option "dimension"
    "laplace-improved": ((2, 0), "rest"),  # 1 for k = 2
    "lshist": ((2, 0), "rest"),  # 1 for k = 2
    "lsdim": ((0, 1), "rest"),
    "lszhang": ((0, 2), "absent"),
    "lszhang-rest": ((0, 2), "rest"),
    "lszhang-all": ((0, 2), "noised"),
    "lszhang-theorem": ((2, 0), "noised"),
}
# The one option of a mechanism: its name, the words it may be, and how else it may be given.
OPTIONS: dict[str, tuple[str, tuple[str, ...], str]] = {
    **dict.fromkeys(("ehds", "ehds-4s", "mh", "mh-s"), ("gamma", (), "number")),
    **dict.fromkeys(("mh-exp", "mh-s-exp"), ("beta", (), "number")),
    **dict.fromkeys(("lsdim", "lshist"), ("noise", ("fresh",), "left out")),
    "ehd": ("gs", ("printed", "true"), "number"),
    "laplace": ("sensitivity", ("defined", "dimension"), ""),
}


def option_of(mechanism: str, options: Any) -> Any:
    """Check a mechanism's name and options; its one option as written, None if there is none."""
    if mechanism not in EXPONENTIAL and mechanism not in LAPLACE:
        reject(f"There is no mechanism {shown(mechanism)}.")
    name, words, otherwise = OPTIONS.get(mechanism, ("", (), "left out"))
    if options == {} and otherwise == "left out":
        return None
    if not isinstance(options, dict) or set(options) != {name}:
        reject(f"The options of {mechanism} are {shown(options)}.")
    value = options[name]
    if value not in words and (isinstance(value, str) or otherwise != "number"):
        reject(f"The option {name} of {mechanism} is {shown(value)}.")
    return value


def datasets(n: int, k: int) -> Iterator[Counts]:
    """The vectors of k counts >= 0 with sum n."""
    if k == 1:
        yield (n,)
        return
    for first in range(n + 1):
        for others in datasets(n - first, k - 1):
            yield (first, *others)


def neighbours(x: Counts) -> list[Counts]:
    """The datasets that are x with one unit moved from category i to another, j."""
    moves = ((i, j) for i, j in product(range(len(x)), repeat=2) if i != j and x[i] > 0)
    return [tuple(c - (a == i) + (a == j) for a, c in enumerate(x)) for i, j in moves]


def replaced(x: tuple[Any, ...], y: tuple[Any, ...]) -> Fraction:
    """d(x, y): half the l1 distance."""
    require(len(x) == len(y), "a distance d of vectors of different lengths")
    return Fraction(sum(abs(a - b) for a, b in zip(x, y, strict=True))) / 2


def summed(v: tuple[Any, ...], w: tuple[Any, ...]) -> tuple[Any, ...]:
    """v + w, componentwise."""
    require(len(v) == len(w), "a sum of vectors of different lengths")
    return tuple(a + b for a, b in zip(v, w, strict=True))


def remembered(method: Callable[Args, T]) -> Callable[Args, T]:
    """The method, computed once for each arguments within one Model, that is, one precision."""

    @wraps(method)
    def lookup(*args: Args.args, **kwargs: Args.kwargs) -> T:
        model: Any = args[0]
        key = (method.__name__, *args[1:])
        if key not in model.memory:
            model.memory[key] = method(*args, **kwargs)
        found: T = model.memory[key]
        return found

    return lookup


class Model(Arithmetic):
    """Sensitivities and probabilities, transcribed from VOCABULARY.md.

    Priors are at least two positive rationals, x and y vectors of integers >= 0 (argument, in
    section 5, sees to that); law is the name of a mechanism with the value of its option.
    """

    def __init__(self, bits: int) -> None:
        super().__init__(bits)
        self.memory: dict[Any, Any] = {}
        self.steps = 0

    def spend(self, steps: int) -> None:
        """Refuse an assignment that would take for ever."""
        self.steps += steps
        if self.steps > MOST_STEPS:
            reject(f"This takes more than {MOST_STEPS} steps.")

    def datasets(self, n: int, k: int) -> Iterator[Counts]:
        """Every dataset of n records over k categories."""
        require(n >= 0 and k >= 1, "datasets of fewer than 0 records, or without categories")
        self.spend(comb(n + k - 1, k - 1) if min(n, k - 1) < 100 else 1 + MOST_STEPS)
        return datasets(n, k)

    def hellinger(self, p: Vector, q: Vector) -> Value:
        """["hellinger", p, q]."""
        require(len(p) == len(q) >= 2, "a Hellinger distance of vectors of unfit lengths")
        require(min(p + q) > 0, "a Hellinger distance at a parameter that is not > 0")
        return Fraction(0) if p == q else self.distance(min(p, q), max(p, q))

    @remembered
    def distance(self, p: Vector, q: Vector) -> Distance:
        """The distance of two different distributions, p < q."""
        return Distance(p, q, hellinger(p, q, self.bits))

    def h(self, prior: Vector, x: Vector | Counts, r: Vector | Counts) -> Value:
        """["H", prior, x, r]."""
        return self.hellinger(summed(prior, x), summed(prior, r))

    @remembered
    def ls(self, prior: Vector, x: Counts) -> Value:
        """["LS", prior, x]: the largest H(x, y) over the neighbours y."""
        distances = [self.h(prior, x, y) for y in neighbours(x)]
        require(len(distances) > 0, "a local sensitivity at a dataset without neighbours")
        return reduce(self.max, distances)

    @remembered
    def gs(self, prior: Vector, n: int) -> Value:
        """["GS", prior, n]: the largest LS over datasets of n records."""
        return reduce(self.max, [self.ls(prior, x) for x in self.datasets(n, len(prior))])

    @remembered
    def inverse_ls(self, prior: Vector, x: Counts) -> Interval:
        """1 / LS(x)."""
        return over(ONE, enclose(self.ls(prior, x), self.bits), self.bits)

    @remembered
    def s(self, prior: Vector, x: Counts, gamma: Value) -> Interval:
        """["S", prior, x, gamma]: 1 / min over y of (1/LS(y) + gamma d(x, y)); gamma >= 0."""
        require(self.le(Fraction(0), gamma), "a sensitivity S at a gamma not certainly >= 0")
        least, g, p = self.inverse_ls(prior, x), enclose(gamma, self.bits), self.bits
        for y in self.datasets(sum(x), len(x)):
            far = times(g, enclosed(replaced(x, y), p), p)
            least = smaller(least, plus(self.inverse_ls(prior, y), far, p), p)
        return over(ONE, least, p)

    @remembered
    def sexp(self, prior: Vector, x: Counts, beta: Value) -> Interval:
        """["Sexp", prior, x, beta]: the largest LS(y) exp(-beta d(x, y)) over y; any real beta."""
        most, p = ZERO, self.bits
        for y in self.datasets(sum(x), len(x)):
            factor = enclose(self.exp(self.mul(beta, -replaced(x, y))), p)
            most = larger(most, times(enclose(self.ls(prior, y), p), factor, p), p)
        return most

    def multiplicity(self, prior: Vector, x: Counts, r: Vector) -> Fraction:
        """["C", prior, x, r]: how many z have H(x, z) = H(x, r)."""
        aim, answers = self.h(prior, x, r), []
        for z in self.datasets(sum(x), len(x)):
            answers.append(self.eq(self.h(prior, x, z), aim))
        require(None not in answers, "a count C of distances neither told apart nor seen equal")
        return Fraction(sum(a is True for a in answers))

    def scale(self, name: str, option: Any, prior: Vector, x: Counts) -> Value:
        """The sensitivity that a mechanism of the exponential family takes, times its factor."""
        factor, kind = EXPONENTIAL[name]
        sens: Value = option
        if kind == "LS":
            sens = self.ls(prior, x)
        elif kind == "S":
            sens = self.s(prior, x, option)
        elif kind == "Sexp":
            sens = self.sexp(prior, x, option)
        elif option == "true":
            sens = self.gs(prior, sum(x))
        elif option == "printed":
            quarter = times(pi(self.bits), Interval(1, 1, -2), self.bits)
            sens = root(minus(ONE, quarter, self.bits), self.bits)
        if factor is None:
            return self.mul(self.mul(Fraction(2), self.add(Fraction(1), option)), sens)
        return self.mul(Fraction(factor), sens)

    @remembered
    def weights(
        self, name: str, option: Any, prior: Vector, eps: Value, x: Counts
    ) -> tuple[dict[Counts, Interval], Interval]:
        """exp(-eps H(x, r) / (factor sens(x))) at every output r, and their sum."""
        scale, p = self.scale(name, option, prior, x), self.bits
        require(self.lt(Fraction(0), scale), "a mechanism whose sensitivity is not certainly > 0")
        rate = enclose(self.neg(self.div(eps, scale)), p)
        law = {
            r: exponential(times(rate, enclose(self.h(prior, x, r), p), p), p)
            for r in self.datasets(sum(x), len(x))
        }
        return law, reduce(lambda a, b: plus(a, b, p), law.values())

    @remembered
    def clamped(self, c: int, n: int, rate: Value) -> list[Value]:
        """The law of clamp(floor(c + Y), 0, n), Y Laplace of scale 1/rate.

        At j it is P(Y < j + 1 - c) - P(Y < j - c), with 1 and 0 for these at j = n and j = 0.
        """
        self.spend(n + 1)

        def below(t: int) -> Value:
            tail = self.div(self.exp(self.mul(Fraction(-abs(t)), rate)), Fraction(2))
            return tail if t <= 0 else self.sub(Fraction(1), tail)

        steps = [Fraction(0), *(below(j - c) for j in range(1, n + 1)), Fraction(1)]
        return [self.sub(b, a) for a, b in pairwise(steps)]

    @remembered
    def fresh_rest(self, x: Counts, n: int, rate: Value) -> list[Value]:
        """The law of max(n - sum of the first k-1 clamped noisy counts, 0), at 0 .. n."""
        total: list[Value] = [Fraction(1)]  # the law of the sum so far
        for c in x[:-1]:
            self.spend(len(total) * (n + 1))
            longer: list[Value] = [Fraction(0)] * (len(total) + n)
            for (i, a), (j, b) in product(enumerate(total), enumerate(self.clamped(c, n, rate))):
                longer[i + j] = self.add(longer[i + j], self.mul(a, b))
            total = longer
        return [reduce(self.add, total[n:]), *(total[n - v] for v in range(1, n + 1))]

    def p(self, law: Law, prior: Vector, eps: Value, x: Counts, r: Vector | Counts) -> Value:
        """["P", mechanism, options, prior, eps, x, r]."""
        (name, option), k, n = law, len(x), sum(x)
        require(len(prior) == k, "a probability at a dataset and a prior of different lengths")
        if name in EXPONENTIAL:
            require(self.le(Fraction(0), eps), "a probability at an eps not certainly >= 0")
        else:
            require(self.lt(Fraction(0), eps), "a probability at an eps not certainly > 0")
        if any(a.denominator != 1 or not 0 <= a <= n for a in r):
            return Fraction(0)
        output = tuple(int(a) for a in r)
        if name in EXPONENTIAL:
            weights, total = self.weights(name, option, prior, eps, x)
            if output not in weights:
                return Fraction(0)
            if eps == 0:
                return Fraction(1, len(weights))
            chance = over(weights[output], total, self.bits)
            if isinstance(eps, Interval) or isinstance(option, Interval):
                return chance  # intervals can be equal where the numbers in them are not
            return Probability((*law, prior, eps, x), self.h(prior, x, output), chance)
        (constant, multiple), last = LAPLACE[name]
        if name in ("laplace-improved", "lshist") and k == 2:
            constant = 1
        if option == "dimension":
            constant, multiple = 0, 1
        if len(output) != (k - 1 if last == "absent" else k):
            return Fraction(0)
        rate = self.div(eps, Fraction(constant + multiple * k))
        noised = range(k if last == "noised" else k - 1)
        found = reduce(self.mul, (self.clamped(x[i], n, rate)[output[i]] for i in noised))
        if option == "fresh":
            return self.mul(found, self.fresh_rest(x, n, rate)[output[-1]])
        rest = max(n - sum(output[:-1]), 0)
        return Fraction(0) if last == "rest" and output[-1] != rest else found

    def outputs(self, law: Law, n: int, k: int) -> Iterator[Counts]:
        """["outputs", mechanism, options, n, k]."""
        name, option = law
        require(k >= 2 and n >= 0, "outputs of fewer than two categories, or fewer than 0 records")
        if name in EXPONENTIAL:
            return self.datasets(n, k)
        last = LAPLACE[name][1] if option != "fresh" else "noised"
        free = k if last == "noised" else k - 1
        self.spend((n + 1) ** min(free, 99))
        vectors = product(range(n + 1), repeat=free)
        return ((*v, max(n - sum(v), 0)) for v in vectors) if last == "rest" else vectors

    @remembered
    def loss(self, law: Law, prior: Vector, eps: Value, n: int) -> Value:
        """["loss", mechanism, options, prior, eps, n]: the log of the largest P(x, r) / P(y, r).

        most encloses the largest ratio so far; it is that of the two values in top, unless None.
        All ratios have a denominator > 0, or over would find no value.
        """
        most, table, bits = ZERO, {}, self.bits
        top: tuple[Value, Value] | None = (Fraction(0), Fraction(1))
        for x in self.datasets(n, len(prior)):
            law_at_x = (self.p(law, prior, eps, x, r) for r in self.outputs(law, n, len(prior)))
            table[x] = [(a, enclose(a, bits)) for a in law_at_x]
        for x in table:
            for y in neighbours(x):
                self.spend(len(table[x]))
                for (a, around_a), (b, around_b) in zip(table[x], table[y], strict=True):
                    ratio = over(around_a, around_b, bits)
                    gap = minus(ratio, most, bits)
                    more = True if gap.lo > 0 else False if gap.hi <= 0 else None
                    if more is None and top:
                        more = self.lt(self.mul(top[0], b), self.mul(a, top[1]))
                    if more is None:
                        most, top = larger(most, ratio, bits), None
                    elif more:
                        most, top = ratio, (a, b)
        c, d = top or (most, most)
        if isinstance(c, ExactValue) and isinstance(d, ExactValue):
            power = max(terms_of(c)) - max(terms_of(d))
            if c == self.mul(d, self.exp(power)):
                return power
        return logarithm(most, bits)  # of 0, hence without a value, if there are no neighbours

    def delta(
        self, law: Law, prior: Vector, eps: Value, x: Counts, y: Counts, eps0: Value
    ) -> Value:
        """["delta", ...]: sum over r of max(0, P(x, r) - exp(eps0) P(y, r))."""
        require((len(x), sum(x)) == (len(y), sum(y)), "a delta at datasets of different sizes")
        total: Value = Fraction(0)
        ratio = self.exp(eps0)
        for r in self.outputs(law, sum(x), len(x)):
            a, b = self.p(law, prior, eps, x, r), self.p(law, prior, eps, y, r)
            total = self.add(total, self.max(Fraction(0), self.sub(a, self.mul(ratio, b))))
        return total


# 5. Formulas -------------------------------------------------------------------------------------

# Every operation that computes its arguments first: their kinds, the sort of the result, how.
# Sorts: N number, V vector, C condition, n and v sets of these, W word.  Kinds: a sort,
# or I integer, Q prior, X dataset, M mechanism and options (two places); + repeats what is before.
OPERATIONS: dict[str, tuple[str, str, Callable[..., Any]]] = {
    "pi": ("", "N", lambda m: pi(m.bits)),
    "add": ("N+", "N", lambda m, *a: reduce(m.add, a)),
    "mul": ("N+", "N", lambda m, *a: reduce(m.mul, a)),
    "min": ("N+", "N", lambda m, *a: reduce(m.min, a)),
    "max": ("N+", "N", lambda m, *a: reduce(m.max, a)),
    "sub": ("NN", "N", Model.sub),
    "div": ("NN", "N", Model.div),
    "neg": ("N", "N", Model.neg),
    "pow": ("NI", "N", Model.pow),
    "exp": ("N", "N", Model.exp),
    "log": ("N", "N", Model.log),
    "sqrt": ("N", "N", lambda m, a: root(enclose(a, m.bits), m.bits)),
    "abs": ("N", "N", lambda m, a: m.max(a, m.neg(a))),
    "floor": ("N", "N", Model.floor),
    "ceil": ("N", "N", lambda m, a: -m.floor(m.neg(a))),
    "binomial": ("II", "N", lambda _, a, b: binomial(a, b)),
    "vec": ("N+", "V", lambda _, *a: rationals(a)),
    "at": ("VI", "N", lambda _, v, i: component(v, i)),
    "len": ("V", "N", lambda _, v: Fraction(len(v))),
    "total": ("V", "N", lambda _, v: sum(v, Fraction(0))),
    "plus": ("VV", "V", lambda _, v, w: summed(v, w)),
    "d": ("VV", "N", lambda _, v, w: replaced(v, w)),
    "hellinger": ("VV", "N", Model.hellinger),
    "H": ("QVV", "N", Model.h),
    "LS": ("QX", "N", Model.ls),
    "GS": ("QI", "N", Model.gs),
    "S": ("QXN", "N", Model.s),
    "Sexp": ("QXN", "N", Model.sexp),
    "C": ("QXV", "N", Model.multiplicity),
    "P": ("MQNXV", "N", Model.p),
    "loss": ("MQNI", "N", Model.loss),
    "delta": ("MQNXXN", "N", Model.delta),
    "range": ("II", "n", lambda m, a, b: m.spend(max(0, b - a + 1)) or range(a, b + 1)),
    "datasets": ("II", "v", Model.datasets),
    "neighbours": ("X", "v", lambda _, x: neighbours(x)),
    "outputs": ("MII", "v", Model.outputs),
    "lt": ("NN", "C", Model.lt),
    "le": ("NN", "C", Model.le),
    "eq": ("NN", "C", Model.eq),
    "same": ("VV", "C", lambda _, v, w: v == w),
    "adjacent": ("XX", "C", lambda _, x, y: y in neighbours(x)),
    "true": ("", "C", lambda _: True),
}
CONNECTIVES = {"and": "C+", "or": "C+", "not": "C", "implies": "CC"}
# What binds a name to the elements of a set: the sorts of what follows, the sort of the result.
BINDERS = {
    "sum": ("N", "N"),
    "maxof": ("N", "N"),
    "minof": ("N", "N"),
    "sumif": ("CN", "N"),
    "count": ("C", "N"),
    "forall": ("C", "C"),
    "exists": ("C", "C"),
}
SORT_OF_KIND = {"I": "N", "Q": "V", "X": "V"}  # the other kinds are sorts
SORT_OF_DOMAIN = {"int": "N", "rational": "N", "word": "W"}  # the others are vectors


def binomial(a: int, b: int) -> Fraction:
    """C(a, b), 0 outside the triangle."""
    if not 0 <= b <= a:
        return Fraction(0)
    if min(b, a - b) * a.bit_length() > MOST_BITS:
        reject("A binomial coefficient is too large to be computed.")
    return Fraction(comb(a, b))


def rationals(entries: tuple[Value, ...]) -> Vector:
    """A vector."""
    found = tuple(a for a in entries if isinstance(a, Fraction))
    require(len(found) == len(entries), "a vector with a component that is no exact rational")
    return found


def component(v: Vector, i: int) -> Fraction:
    """Component i, counted from 0."""
    require(0 <= i < len(v), "a component that a vector does not have")
    return v[i]


def number(x: object) -> Fraction:
    """A JSON integer, or a string such as "-3" or "2/7" in lowest terms."""
    if type(x) is int:
        return Fraction(x)
    if isinstance(x, str) and len(x) <= MOST_DIGITS and NUMBER.fullmatch(x):
        q = Fraction(x)
        if str(q) == x:
            return q
    reject(f"{shown(x)} is not an integer or a fraction in lowest terms.")


def check_sort(e: Any, scope: dict[str, str], wanted: str) -> str:
    """The sort of an expression, one of those wanted; checked as a whole before it is computed."""
    if not isinstance(e, list) or not e or not isinstance(e[0], str):
        reject(f"{shown(e)} is not an expression.")
    head, args, sort = e[0], e[1:], "N"
    if head == "num" and len(args) == 1:
        number(args[0])
    elif head == "var" and len(args) == 1:
        if not isinstance(args[0], str) or args[0] not in scope:
            reject(f"The variable {shown(args[0])} is not bound.")
        sort = scope[args[0]]
    elif head == "list" and args:
        sort = check_sort(args[0], scope, "NV").lower()
        for a in args:
            check_sort(a, scope, sort.upper())
    elif head in BINDERS:
        kinds, sort = BINDERS[head]
        if len(args) != 2 + len(kinds) or not isinstance(args[0], str):
            reject(f"{shown(e)} is not of the form of a {head}.")
        inner = scope | {args[0]: check_sort(args[1], scope, "nv").upper()}
        for a, kind in zip(args[2:], kinds, strict=True):
            check_sort(a, inner, kind)
    elif head in OPERATIONS or head in CONNECTIVES:
        kinds, sort = OPERATIONS[head][:2] if head in OPERATIONS else (CONNECTIVES[head], "C")
        if kinds.startswith("M") and len(args) > 1:
            check_mechanism(args[0], args[1], scope)
            kinds, args = kinds[1:], args[2:]
        kinds = kinds[0] * max(1, len(args)) if kinds.endswith("+") else kinds
        if len(args) != len(kinds):
            reject(f"{head} has {len(e) - 1} arguments.")
        for a, kind in zip(args, kinds, strict=True):
            check_sort(a, scope, SORT_OF_KIND.get(kind, kind))
    else:
        reject(f"{shown(head)} is not an operation, or has the wrong number of arguments.")
    if sort not in wanted:
        reject(f"{shown(e)} is of the wrong sort where it stands.")
    return sort


def check_mechanism(name: Any, options: Any, scope: dict[str, str]) -> None:
    """A mechanism is a word or a variable that holds one; so are its options, or numbers."""
    if isinstance(name, str):
        option_of(name, options)
    else:
        check_sort(name, scope, "W")
    if not isinstance(options, dict):
        reject(f"{shown(options)} are not the options of a mechanism.")
    for value in options.values():
        if not isinstance(value, str):
            check_sort(value, scope, "NW")


class Evaluation(Model):
    """The values of well-formed expressions at one precision; reason tells what is undecided."""

    reason = ""

    def value(self, e: Any, env: Env) -> Any:
        """The value of an expression of any sort."""
        head, *args = e
        if head == "num":
            return number(args[0])
        if head == "var":
            return env[args[0]]
        if head in BINDERS:
            return self.bound(head, env, *args)
        if head == "list":
            return [self.value(a, env) for a in args]
        if head in CONNECTIVES:
            truths = (self.truth(c, env) for c in args)
            if head == "implies":
                return any_of((negation(next(truths)), *truths))
            return (
                all_of(truths)
                if head == "and"
                else any_of(truths)
                if head == "or"
                else negation(*truths)
            )
        kinds, _, function = OPERATIONS[head]
        values = []
        if kinds.startswith("M"):
            values.append(self.mechanism(args[0], args[1], env))
            kinds, args = kinds[1:], args[2:]
        kinds = kinds[0] * len(args) if kinds.endswith("+") else kinds
        values += [
            self.argument(kind, self.value(a, env)) for kind, a in zip(kinds, args, strict=True)
        ]
        found = function(self, *values)
        if found is None:
            self.reason = f"the sides of {head} are not told apart"
        return found

    def argument(self, kind: str, v: Any) -> Any:
        """A value as an operation takes it: an integer, a prior, a dataset, or as it is."""
        if kind == "I":
            require(isinstance(v, Fraction) and v.denominator == 1, "no exact integer where needed")
            return v.numerator
        if kind == "Q":
            require(len(v) >= 2 and min(v) > 0, "no prior of at least two numbers > 0")
        if kind == "X":
            require(all(a.denominator == 1 and a >= 0 for a in v), "no vector of integers >= 0")
            return tuple(a.numerator for a in v)
        return v

    def mechanism(self, name: Any, options: dict[str, Any], env: Env) -> Law:
        """A mechanism and the value of its option; words may be held by variables."""

        def word(e: Any) -> Any:
            held = env[e[1]] if isinstance(e, list) and e[0] == "var" else None
            return held if isinstance(held, str) else e

        known = word(name)
        option = option_of(known, {key: word(value) for key, value in options.items()})
        return known, self.value(option, env) if isinstance(option, list) else option

    def bound(self, head: str, env: Env, name: str, s: Any, *parts: Any) -> Any:
        """The value of an expression that binds a name to the elements of a set."""
        elements = self.value(s, env)
        if isinstance(elements, range):
            elements = map(Fraction, elements)
        elif s[0] != "list":
            elements = (tuple(map(Fraction, v)) for v in elements)
        inner: Iterator[Env] = ({**env, name: element} for element in elements)
        if head in ("forall", "exists"):
            return (all_of if head == "forall" else any_of)(self.truth(parts[0], i) for i in inner)
        if head in ("sumif", "count"):
            chosen = []
            for i in inner:
                truth = self.truth(parts[0], i)
                require(truth is not None, f"an undecided condition in {head}: {self.reason}")
                chosen += [i] if truth else []
            if head == "count":
                return Fraction(len(chosen))
            inner = iter(chosen)
        values: list[Value] = [self.value(parts[-1], i) for i in inner]
        if head in ("sum", "sumif"):
            return reduce(self.add, [Fraction(0), *values])
        require(len(values) > 0, f"a {head} over an empty set")
        return reduce(self.max if head == "maxof" else self.min, values)

    def truth(self, c: Any, env: Env) -> bool | None:
        """The truth of a condition; what has no value makes it undecided."""
        try:
            found: bool | None = self.value(c, env)
        except NoValue as why:
            self.reason = f"there is {why}"
            return None
        return found


# 6. Certificates ---------------------------------------------------------------------------------


def read(text: bytes) -> Any:
    """Strict JSON: no floats, no NaN, no key twice, nothing too large or too deep."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            reject("A key occurs twice in one object.")
        return dict(pairs)

    def inexact(literal: str) -> NoReturn:
        reject(f"{shown(literal)} is not exact: write a fraction, as a string.")

    if len(text) > MOST_BYTES:
        reject(f"It is longer than {MOST_BYTES} bytes.")
    try:
        hooks: Any = {"parse_float": inexact, "parse_constant": inexact}
        found = json.loads(text.decode(), object_pairs_hook=once, **hooks)
    except RecursionError:
        reject("It is nested too deeply.")
    except ValueError as why:
        reject(f"It is not JSON: {shown(str(why))}.")
    plain(found)
    return found


def plain(x: object) -> None:
    """Reject all but objects, lists, strings, moderate integers and null, nested moderately."""
    level: list[Any] = [x]
    for _ in range(MOST_DEPTH):
        inside: list[Any] = []
        for item in level:
            if type(item) is dict and all(type(key) is str for key in item):
                inside += item.values()
            elif type(item) is list:
                inside += item
            elif type(item) is int and item.bit_length() > 3 * MOST_DIGITS:
                reject("An integer is too long.")
            elif item is not None and type(item) not in (str, int):
                reject(f"{shown(item)} is no object, list, string, integer or null.")
        level = inside
    if level:
        reject("It is nested too deeply.")


def keys(x: object, wanted: Iterable[str], what: str) -> dict[str, Any]:
    """An object with exactly these keys."""
    if not isinstance(x, dict):
        reject(f"{what} is not an object.")
    wanted = set(wanted)
    if missing := wanted - set(x):
        reject(f"{what} has no {min(missing)}.")
    if unknown := set(x) - wanted:
        reject(f"{what} has an unknown entry {shown(min(unknown))}.")
    return x


def admitted(name: str, domain: Any, x: Any) -> Any:
    """The value of a variable, if it lies in its domain."""
    entries = x if isinstance(x, list) else []
    value: Any = x
    match domain:
        case ["int", lo, hi]:
            value = number(x)
            inside = value.denominator == 1
            inside &= (lo is None or number(lo) <= value) and (hi is None or value <= number(hi))
        case ["rational", lo, hi, ("()" | "[)" | "(]" | "[]") as ends]:
            value = number(x)
            inside = lo is None or number(lo) < value or (number(lo) == value and ends[0] == "[")
            inside &= hi is None or value < number(hi) or (number(hi) == value and ends[1] == "]")
        case ["prior"] | ["prior", int()]:
            value = tuple(number(a) for a in entries)
            inside = len(value) >= 2 and len(value) in (len(value), *domain[1:])[-1:]
            inside &= all(a > 0 for a in value)
        case ["dataset"] | ["vector"]:  # a dataset's length and sum are seen to by assigned
            inside = isinstance(x, list) and all(type(c) is int and c >= 0 for c in entries)
            value = tuple(map(Fraction, entries)) if inside else ()
        case ["word", *words] if all(isinstance(w, str) for w in words):
            inside = isinstance(x, str) and x in words
        case _:
            reject(f"{shown(domain)} is not a domain.")
    if not inside:
        reject(f"{name} = {shown(x)} is not in its domain {shown(domain)}.")
    return value


def assigned(assignment: object, domains: dict[str, Any]) -> Env:
    """The values of the variables: all of them, no others, each in its domain."""
    given = keys(assignment, domains, "The assignment")
    env = {name: admitted(name, domain, given[name]) for name, domain in domains.items()}
    for name in (name for name, domain in domains.items() if domain[0] == "dataset"):
        if domains.get("prior", [""])[0] != "prior" or domains.get("n", [""])[0] != "int":
            reject(f"{name} is a dataset, but the reading has no variables prior and n for it.")
        if len(env[name]) != len(env["prior"]) or sum(env[name]) != env["n"]:
            reject(f"{name} = {shown(given[name])} is not a dataset of n records for the prior.")
    return env


def domains_of(formula: Any) -> dict[str, Any]:
    """The domains of the variables of a reading, all of which is checked to be well-formed."""
    keys(formula, ("quantifier", "variables", "hypotheses", "conclusion"), "The reading")
    if formula["quantifier"] not in ("forall", "exists"):
        reject(f"The quantifier {shown(formula['quantifier'])} is neither forall nor exists.")
    if not all(isinstance(formula[key], list) for key in ("variables", "hypotheses")):
        reject("The variables or the hypotheses of the reading are not a list.")
    domains: dict[str, Any] = {}
    for entry in formula["variables"]:
        match entry:
            case [str() as name, [str(), *_] as domain] if name not in domains:
                domains[name] = domain
            case _:
                reject(f"{shown(entry)} is not a new variable with its domain.")
    scope = {name: SORT_OF_DOMAIN.get(domain[0], "V") for name, domain in domains.items()}
    for condition in (*formula["hypotheses"], formula["conclusion"]):
        check_sort(condition, scope, "C")
    return domains


def decide(
    what: str, condition: Any, env: Env, wanted: bool, evaluations: list[Evaluation]
) -> None:
    """Raise Rejected unless the condition is certainly as wanted, at some precision."""
    for evaluation in evaluations:
        evaluation.steps, evaluation.reason = 0, ""
        truth = evaluation.truth(condition, env)
        if truth is not None:
            break
    if truth is None:
        reject(f"{what} is undecided at {evaluation.bits} bits: {evaluation.reason}.")
    if truth is not wanted:
        reject(f"{what} is {str(truth).lower()}.")


def check(certificate: dict[str, Any], ledger: dict[str, Any]) -> None:
    """Raise Rejected unless the certificate proves what it says.  Silence is the only success."""
    plain(certificate)
    many = isinstance(certificate, dict) and "assignments" in certificate
    given = "assignments" if many else "assignment"
    keys(certificate, ("schema", "claim", "reading", "says", given), "The certificate")
    keys(ledger, ("schema", "readings"), "The ledger")
    if not certificate["schema"] == ledger["schema"] == 1:
        reject("The schema of the certificate, or of the ledger, is not 1.")
    claim, reading, says = (certificate[key] for key in ("claim", "reading", "says"))
    for name in (claim, reading):
        if not isinstance(name, str) or not name or "/" in name:
            reject(f"{shown(name)} is not the name of a claim or a reading.")
    if says not in ("conclusion false", "conclusion true"):
        reject(f"The certificate says {shown(says)}, not that the conclusion is false, or true.")
    if not isinstance(ledger["readings"], dict) or f"{claim}/{reading}" not in ledger["readings"]:
        reject(f"The ledger has no reading {claim}/{reading}.")
    formula = ledger["readings"][f"{claim}/{reading}"]
    plain(formula)
    domains = domains_of(formula)
    if says == "conclusion false" and (many or formula["quantifier"] != "forall"):
        reject("Only a reading that begins with forall is refuted, and by one assignment.")
    assignments = certificate[given] if many else [certificate[given]]
    if not isinstance(assignments, list) or not assignments:
        reject("The assignments are not a list of at least one.")
    evaluations = [Evaluation(bits) for bits in PRECISIONS]  # what one remembers serves them all
    for assignment in assignments:
        env = assigned(assignment, domains)
        for i, hypothesis in enumerate(formula["hypotheses"], 1):
            decide(f"Hypothesis {i}", hypothesis, env, True, evaluations)
        aim = says == "conclusion true"
        decide("The conclusion", formula["conclusion"], env, aim, evaluations)


def read_file(path: Path) -> Any:
    """The JSON of a file."""
    with path.open("rb") as file:
        return read(file.read(MOST_BYTES + 1))


def main(arguments: list[str]) -> int:
    """Check files and folders; the exit code is that of the header."""
    verbose, ledger_path, paths = False, Path(__file__).with_name("ledger.json"), []
    rest = iter(arguments)
    for argument in rest:
        if argument == "-v":
            verbose = True
        elif argument == "--ledger":
            ledger_path = Path(next(rest, "no file named after --ledger"))
        elif argument.startswith("-"):
            sys.stderr.write(f"There is no option {argument}, only -v and --ledger FILE.\n")
            return 2
        else:
            path = Path(argument)
            paths += sorted(path.rglob("*.json")) if path.is_dir() else [path]
    try:
        if not paths:
            reject("There is nothing to check")
        ledger = read_file(ledger_path)
    except (OSError, Rejected) as why:
        sys.stderr.write(f"{ledger_path}: {why}\n" if paths else f"{why}.\n")
        return 2
    bad = 0
    for path in paths:
        try:
            check(read_file(path), ledger)
        except Exception as why:  # whatever happens, it is not accepted
            known = isinstance(why, Rejected | OSError)
            sentence = str(why) if known else f"The kernel stopped: {type(why).__name__}: {why}."
            sys.stdout.write(f"{path}: {sentence}\n")
            bad += 1
        else:
            sys.stdout.write(f"ok {path}\n" if verbose else "")
    sys.stdout.write(f"{len(paths) - bad} accepted, {bad} rejected.\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

# Left out on purpose: finding anything; readings in certificates; floats, also as guesses;
# reflection and multiplication formulas of Gamma (some equal distances stay undecided); ties of
# S, roots, logs and losses that are no power of e, and of sums and products of distances or
# probabilities, which are only enclosed; repairing or defaulting anything.
