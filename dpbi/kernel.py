"""The trusted kernel: says what a certificate shows, or rejects it.

A certificate names a reading and says that its conclusion is false at an assignment of its
variables, or true at one or at several, or that the reading holds on its whole, finite domain.
What the reading asserts is in the ledger, in the language of dpbi/language/VOCABULARY.md, which
this file transcribes on its own.

Trusted: this file, CPython's integers, Fraction, math.isqrt, factorial and comb, itertools, the
json module, and that the ledger says what is meant.  Nothing else of dpbi is imported.  A number
is exact or enclosed between two dyadic rationals; every operation rounds outwards, no float
occurs.  Conditions are true, false or undecided; undecided never passes, and what has no value
leaves the condition around it undecided.

Time and memory are bounded by the units of work of one certificate: sets are streamed, and what
is remembered is charged so that MOST_WORK units hold a few hundred megabytes at most, beside those
of the JSON files, of MOST_BYTES each.

    python dpbi/kernel.py [-v] [--ledger FILE] CERTIFICATE-OR-FOLDER ...

The ledger of REPORT/certificates/CLAIM/READING.json is REPORT/ledger.json, whatever folder REPORT
is; of a certificate that lies elsewhere, --ledger names it.

Exit code 0: all accepted; 1: some rejected; 2: nothing to check, bad usage, or output that
cannot be written.
"""

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import reduce, wraps
from io import StringIO
from itertools import chain, combinations, count, pairwise, product
from math import comb, factorial, isqrt, prod
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, ParamSpec, TypeVar

BITS = 192  # of an enclosure
MOST_WORK = 30_000_000  # for one certificate; a unit is about a microsecond
MOST_BYTES = 10_000_000  # of a JSON file, which take some 200 MB once read
MOST_DEPTH = 120  # of nested lists and objects
MOST_DIGITS = 1000  # of one number
NUMBER = re.compile("-?[0-9]+(/0*[1-9][0-9]*)?")

T = TypeVar("T")
Args = ParamSpec("Args")
Vector = tuple[Any, ...]  # its entries are ints where they are whole, Fractions elsewhere
Counts = tuple[int, ...]
Env = dict[str, Any]  # the values of the variables
Run = Callable[[Env], Any]  # computes the value of an expression


class Rejected(Exception):
    """The certificate is not accepted; the sentence says why."""


class NoValue(Exception):
    """An expression has no value here: the condition around it is undecided."""


class State:
    """What lasts while one certificate is checked."""

    work, most = 0, MOST_WORK
    reason = ""  # why something was undecided
    memory: dict[Any, Any] = {}
    defined: dict[str, tuple[str, str, Callable[..., Any]]] = {}  # by the reading, as in WORDS


def begin(most: int = MOST_WORK) -> None:
    """Forget what was before: the fate of a certificate does not depend on those before it."""
    State.work, State.most, State.reason = 0, most, ""
    State.memory.clear()
    State.defined.clear()


def reject(sentence: str) -> NoReturn:
    """Raise Rejected."""
    raise Rejected(sentence)


def require(condition: bool | None, what: str) -> None:
    """Raise NoValue unless the condition is certainly true."""
    if condition is not True:
        raise NoValue(what)


def spend(work: int) -> None:
    """Count work before or as it is done, and refuse what would take for ever."""
    State.work += work
    if State.work > State.most:
        reject(f"It takes more work than is allowed, {State.most} units.")


def cost(a: int, b: int) -> int:
    """Units of work for a product, quotient or gcd of integers of a and b bits.

    CPython takes about a nanosecond for each pair of digits of 30 bits, a gcd a few, and a few for
    each digit, however short the other number is.
    """
    return 1 + (a * b >> 18) + (a + b >> 11)


def remembered(function: Callable[Args, T]) -> Callable[Args, T]:
    """The function, computed once for each arguments while one certificate is checked."""

    @wraps(function)
    def lookup(*args: Args.args, **kwargs: Args.kwargs) -> T:
        key = (lookup, *args)
        if key not in State.memory:
            spend(20)  # an entry takes some hundred bytes
            State.memory[key] = function(*args, **kwargs)
        found: T = State.memory[key]
        return found

    return lookup


def visible(text: str, most: int = 300) -> str:
    """Text cut in the middle, as printable ASCII: no name can look like a line of this program."""
    cut = text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"
    return "".join(c if " " <= c <= "~" else ascii(c)[1:-1] for c in cut)


def quoted(path: object, most: int = 300) -> str:
    """A file name in quotes, and those in it escaped: no line begins with what a name says."""
    name = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{visible(name, most)}"'


def shown(x: object) -> str:
    """A value for a sentence."""
    return visible(repr(x), 60)


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
    size = max(lo.bit_length(), hi.bit_length())
    spend(cost(size, size))
    excess = size - p
    if excess <= 0:
        return Interval(lo, hi, exp)
    return Interval(lo >> excess, -(-hi >> excess), exp + excess)


def enclosed(q: Fraction | int, p: int) -> Interval:
    """An interval around a rational: floor and ceiling of q * 2^s, which has at least p bits."""
    n, d = q.numerator, q.denominator
    spend(cost(d.bit_length() + n.bit_length() + p, d.bit_length() + p))
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


def extreme(x: Interval, y: Interval, p: int, pick: Callable[[int, int], int]) -> Interval:
    """max(x, y) or min(x, y): increasing in both, so it is taken end by end."""
    a, b, c, d, exp = aligned(x, y, p)
    return rounded(pick(a, c), pick(b, d), exp, p)


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
    spend(3 * j * cost(2 * v, v))  # j roots, and at most 2 w / j terms, about 2 j
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


@remembered
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
    spend(3 * isqrt(w) * cost(2 * w, w))  # j squarings, and at most w / j terms, about j
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


@remembered
def exp_rational(q: Fraction, p: int) -> Interval:
    """Exp of a rational."""
    bits = p + 16 + max(0, q.numerator.bit_length() - q.denominator.bit_length())
    return exponential(enclosed(q, bits), p)


@remembered
def pi(p: int) -> Interval:
    """Machin: pi = 16 arctan(1/5) - 4 arctan(1/239).

    arctan(1/n) = 1/n - 1/(3 n^3) + ... (DLMF 4.24.3): each floored term errs by less than one unit,
    and the alternating tail is below its first term, itself below one unit.
    """
    w = p + 16
    spend(w * cost(w, 30))
    middle = error = 0
    for factor, n in ((16, 5), (-4, 239)):
        power, terms = (1 << w) // n, 0
        while power:
            middle += factor * ((power if terms % 2 == 0 else -power) // (2 * terms + 1))
            power, terms = power // (n * n), terms + 1
        error += abs(factor) * (terms + 1)
    return rounded(middle - error, middle + error, -w, p)


@remembered
def bernoulli(m: int) -> Fraction:
    """The Bernoulli number B_m, m even or 1: sum_(j <= m) C(m+1, j) B_j = 0 (DLMF 24.5.3)."""
    if m < 2:
        return Fraction(1 if m == 0 else -1, m + 1)
    spend(m * cost(16 * m, 16 * m))
    earlier = (comb(m + 1, j) * bernoulli(j) for j in (0, 1, *range(2, m, 2)))
    return Fraction(sum(earlier), -m - 1)


@remembered
def gamma(t: Fraction, p: int) -> Interval:
    """The Gamma function at a rational t > 0.

    Integers and half-integers exactly: (t-1)!, and (2m)! sqrt(pi) / (4^m m!) at t = m + 1/2.
    Otherwise Gamma(t) = Gamma(z) / (t (t+1) ... (z-1)) with z >= w/4, and Stirling's series
    ln Gamma(z) = (z - 1/2) ln z - z + ln(2 pi)/2 + sum B_2i / (2i (2i-1) z^(2i-1)) + R, where for
    real z > 0 R has the sign of the first omitted term and is smaller (DLMF 5.11(ii)); that term is
    added to one end.  Terms fall until i is about pi z, to near exp(-2 pi z) < 2^-w: the loop ends.
    """
    m = t.numerator // t.denominator
    if t.denominator <= 2 and m <= 1000:
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
        coefficient = enclosed(Fraction(bernoulli(2 * i), 2 * i * (2 * i - 1)), w)
        term = over(coefficient, power, w)
        if abs(term.lo).bit_length() + term.exp < -w:
            total = plus(total, Interval(min(0, term.lo), max(0, term.hi), term.exp), w)
            break
        total, power = plus(total, term, w), times(power, square, w)
    rising = reduce(lambda a, i: times(a, enclosed(t + i, w), w), range(shift), ONE)
    return over(exponential(total, w), rising, p)


# 2. Hellinger distances of Dirichlet distributions -----------------------------------------------


@remembered
def beta(p: Vector, bits: int) -> Interval:
    """B(p) = Gamma(p_1) ... Gamma(p_k) / Gamma(p_1 + ... + p_k)."""
    above = reduce(lambda a, b: times(a, b, bits), (gamma(Fraction(a), bits) for a in p))
    return over(above, gamma(total(p), bits), bits)


def same_affinity(one: tuple[Vector, Vector], two: tuple[Vector, Vector]) -> bool | None:
    """Whether two affinities are equal, exactly; None where that is not known.

    The quotient of the squared affinities is brought to the form rational * pi^(s/2) * powers of
    Gamma(residue), residues in (0, 1) other than 1/2, by Gamma(t+1) = t Gamma(t), Gamma(1) = 1 and
    Gamma(1/2)^2 = pi.  pi is transcendental, so without other gammas the quotient is 1 if and only
    if s = 0 and the rational is 1.  Affinities and their squares are positive, and a distance falls
    as its affinity rises: distances are equal if and only if squared affinities are.
    """
    if one[0] == one[1] or two[0] == two[1]:  # a distance 0, and only these are
        return one[0] == one[1] and two[0] == two[1]
    powers: Counter[Fraction] = Counter()  # the quotient of BC^2, {argument of Gamma: exponent}
    for e, (p, q) in ((1, one), (-1, two)):
        spend(20 * len(p))
        for a, b in zip(p, q, strict=True):
            powers[Fraction(a + b, 2)] += 2 * e
            powers[Fraction(a)] -= e
            powers[Fraction(b)] -= e
        powers[Fraction(total(p + q), 2)] -= 2 * e
        powers[total(p)] += e
        powers[total(q)] += e
    classes: dict[Fraction, dict[Fraction, int]] = {}
    for t, e in powers.items():
        if e:
            classes.setdefault(t % 1, {})[t] = e
    above, below, pi_power = 1, 1, 0
    for residue, exponents in classes.items():
        degree = sum(exponents.values())
        if degree and residue not in (0, Fraction(1, 2)):
            return None
        pi_power += degree if residue else 0
        # Gamma(least) cancels when the exponents sum to 0, else go down to Gamma(1) or Gamma(1/2)
        least = (residue or Fraction(1)) if degree else min(exponents)
        for t, e in exponents.items():
            steps, d = int(t - least), t.denominator
            if steps > 50_000:
                return None
            bits = steps * abs(e) * (t.numerator.bit_length() + d.bit_length())
            spend(cost(bits + above.bit_length() + below.bit_length(), bits))
            rising = prod(least.numerator + i * d for i in range(steps)) ** abs(e)
            divisor = d ** (steps * abs(e))
            above, below = (
                above * (rising if e > 0 else divisor),
                below * (divisor if e > 0 else rising),
            )
    return pi_power == 0 and above == below


# 3. Values ---------------------------------------------------------------------------------------


class Exact:
    """A sum of c e^r, kept as {r: c}, with rational r and c != 0, at least one r != 0.

    Numbers e^r at distinct rational r are linearly independent over the rationals (Lindemann and
    Weierstrass): such a sum is never rational, and two are equal only if they have the same terms.
    """

    def __init__(self, terms: dict[Fraction, Fraction]) -> None:
        self.terms = terms

    def __eq__(self, other: object) -> bool:
        spend(len(self.terms))
        return isinstance(other, Exact) and self.terms == other.terms

    def __hash__(self) -> int:
        spend(len(self.terms))
        return hash(frozenset(self.terms.items()))


class Monotone(NamedTuple):
    """A strictly monotone function of the Hellinger distance of Dirichlet(p) and Dirichlet(q).

    `function` names it: two of one name are equal if and only if their distances are.
    """

    function: tuple[Any, ...]
    p: Vector
    q: Vector
    interval: Interval


Value = Fraction | Exact | Interval | Monotone
ExactValue = Fraction | Exact


def exact(terms: dict[Fraction, Fraction]) -> ExactValue:
    """The exact value with these terms: a Fraction where it is rational."""
    kept = {r: c for r, c in terms.items() if c}
    return Exact(kept) if any(kept) else kept.get(Fraction(0), Fraction(0))


def terms_of(v: ExactValue) -> dict[Fraction, Fraction]:
    """The inverse of exact."""
    return v.terms if isinstance(v, Exact) else {Fraction(0): v}


def enclose(v: Value, p: int | None = None) -> Interval:
    """An interval of about p bits around a value."""
    p = p or BITS
    if isinstance(v, Interval):
        return v
    if isinstance(v, Monotone):
        return v.interval
    if isinstance(v, Fraction):
        return enclosed(v, p)
    return reduce(
        lambda total, term: plus(
            total, times(enclosed(term[1], p), exp_rational(term[0], p), p), p
        ),
        v.terms.items(),
        ZERO,
    )


def sign(v: ExactValue) -> int:
    """-1, 0 or 1: an Exact is not 0, so some precision tells its sign."""
    if isinstance(v, Fraction):
        return (v > 0) - (v < 0)
    p = 64
    while (x := enclose(v, p)).lo <= 0 <= x.hi:
        p *= 2
    return 1 if x.lo > 0 else -1


def same(a: Value, b: Value) -> bool | None:
    """Whether two monotone functions of distances are equal; None where it is not known."""
    if isinstance(a, Monotone) and isinstance(b, Monotone) and a.function == b.function:
        return same_affinity((a.p, a.q), (b.p, b.q))
    return None


def ratio(a: Fraction, b: Fraction) -> int:
    """The work of one operation on two rationals."""
    sizes = (q.numerator.bit_length() + q.denominator.bit_length() for q in (a, b))
    return 2 + cost(*sizes)


def add(a: Value, b: Value) -> Value:
    """a + b: exactly for exact values, else enclosed; adding 0 keeps what a value is."""
    if a == 0 or b == 0:
        return b if a == 0 else a
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        spend(ratio(a, b))
        return a + b
    if isinstance(a, ExactValue) and isinstance(b, ExactValue):
        total = dict(terms_of(a))
        spend(len(total))
        for r, c in terms_of(b).items():
            old = total.get(r, Fraction(0))
            spend(ratio(old, c))
            total[r] = old + c
        return exact(total)
    return plus(enclose(a), enclose(b), BITS)


def mul(a: Value, b: Value) -> Value:
    """a b, likewise; a factor 0 is exactly 0, and a factor 1 keeps what a value is."""
    if a == 0 or b == 0:
        return Fraction(0)
    if a == 1 or b == 1:
        return b if a == 1 else a
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        spend(ratio(a, b))
        return a * b
    if isinstance(a, ExactValue) and isinstance(b, ExactValue):
        total: dict[Fraction, Fraction] = {}
        for (r, c), (s, d) in product(terms_of(a).items(), terms_of(b).items()):
            old = total.get(r + s, Fraction(0))
            spend(ratio(r, s) + ratio(c, d) + ratio(old, c) + ratio(old, d) + 20)  # it is kept
            total[r + s] = old + c * d
        return exact(total)
    return times(enclose(a), enclose(b), BITS)


def neg(a: Value) -> Value:
    """-a."""
    return mul(Fraction(-1), a)


def sub(a: Value, b: Value) -> Value:
    """a - b, exactly 0 where a and b are known to be the same."""
    gap = add(a, neg(b))
    if isinstance(gap, Interval) and gap.lo <= 0 <= gap.hi and same(a, b):
        return Fraction(0)
    return gap


def div(a: Value, b: Value) -> Value:
    """a / b, exact when b is a single term, or a is 0; b is certainly not 0."""
    if isinstance(b, ExactValue) and b != 0 and len(terms_of(b)) == 1:
        ((r, c),) = terms_of(b).items()
        return mul(a, exact({-r: Fraction(1, c)}))
    quotient = over(enclose(a), enclose(b), BITS)
    return Fraction(0) if a == 0 else quotient


def power(a: Value, m: int) -> Value:
    """a^m by repeated squaring; a^0 = 1, an empty product; 0 has no negative power."""
    if m < 0:
        return div(Fraction(1), power(a, -m))
    result: Value = Fraction(1)
    for bit in bin(m)[2:]:
        result = mul(result, result)
        result = mul(result, a) if bit == "1" else result
    return result


def exp(a: Value) -> Value:
    """e^a, exact at a rational."""
    return exact({a: Fraction(1)}) if isinstance(a, Fraction) else exponential(enclose(a), BITS)


def log(a: Value) -> Value:
    """The logarithm of a, certainly > 0; exact at a power of e."""
    if isinstance(a, ExactValue) and list(terms_of(a).values()) == [1]:
        return next(iter(terms_of(a)))
    return logarithm(enclose(a), BITS)


def largest(a: Value, b: Value) -> Value:
    """The larger of two: itself, where it is known which one that is."""
    return b if le(a, b) else a if le(b, a) else extreme(enclose(a), enclose(b), BITS, max)


def least(a: Value, b: Value) -> Value:
    """The smaller of two, likewise."""
    return a if le(a, b) else b if le(b, a) else extreme(enclose(a), enclose(b), BITS, min)


def floor(a: Value) -> Fraction:
    """The integer part; an Exact is irrational, so some precision tells it."""
    p = BITS
    while not isinstance(a, Fraction):
        x = enclose(a, p)
        spend(max(0, x.exp))
        low = shifted(x.lo, x.exp, False)
        if low == shifted(x.hi, x.exp, False):
            return Fraction(low)
        if not isinstance(a, Exact):
            raise NoValue("a floor or ceiling of a number whose integer part is not certain")
        p *= 2
    return Fraction(a.numerator // a.denominator)


def lt(a: Value, b: Value) -> bool | None:
    """a < b; None where it is not told."""
    gap = sub(b, a)
    if isinstance(gap, ExactValue):
        return sign(gap) > 0
    x = enclose(gap)
    return True if x.lo > 0 else False if x.hi <= 0 else None


def le(a: Value, b: Value) -> bool | None:
    """a <= b, which is not b < a."""
    return negation(lt(b, a))


def eq(a: Value, b: Value) -> bool | None:
    """a = b: told apart by their enclosures, or compared exactly."""
    gap = sub(b, a)
    if isinstance(gap, ExactValue):
        return sign(gap) == 0
    x = enclose(gap)
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


# 4. Vectors and sets -----------------------------------------------------------------------------


def whole(q: Any) -> Any:
    """A rational as the entry of a vector: an int where it is whole."""
    return q.numerator if q.denominator == 1 else q


def vector(*entries: Value) -> Vector:
    """A vector of rationals."""
    require(all(isinstance(a, Fraction) for a in entries), "a vector with an irrational component")
    return tuple(map(whole, entries))


def component(v: Vector, i: int) -> Fraction:
    """Component i, counted from 0."""
    require(0 <= i < len(v), "a component that a vector does not have")
    return Fraction(v[i])


def summed(v: Vector, w: Vector) -> Vector:
    """v + w, componentwise."""
    require(len(v) == len(w), "a sum of vectors of different lengths")
    return tuple(whole(a + b) for a, b in zip(v, w, strict=True))


def total(v: Vector) -> Fraction:
    """The sum of the components."""
    if all(type(a) is int for a in v):
        return Fraction(sum(v))
    entries: list[Any] = [Fraction(a) for a in v]
    return Fraction(reduce(add, entries))


def replaced(v: Vector, w: Vector) -> Fraction:
    """d(v, w): half the l1 distance."""
    require(len(v) == len(w), "a distance d of vectors of different lengths")
    return Fraction(total(tuple(abs(a - b) for a, b in zip(v, w, strict=True))), 2)


def datasets(n: int, k: int) -> Iterator[Counts]:
    """The vectors of k counts >= 0 with sum n: n stars among which k - 1 bars stand.

    They are not remembered, nor are neighbours: there can be millions of them.
    """
    require(n >= 0 and k >= 1, "datasets of fewer than 0 records, or without categories")
    spend(10 * (n + k))
    spend(k * (comb(n + k - 1, k - 1) if min(n, k - 1) < 100 else 1 + MOST_WORK))
    places = combinations(range(n + k - 1), k - 1)
    return (tuple(b - a - 1 for a, b in pairwise((-1, *bars, n + k - 1))) for bars in places)


def neighbours(x: Counts) -> Iterator[Counts]:
    """The datasets that are x with one unit moved from category i to another, j."""
    spend(len(x) ** 3)
    moves = ((i, j) for i, j in product(range(len(x)), repeat=2) if i != j and x[i] > 0)
    return (tuple(c - (a == i) + (a == j) for a, c in enumerate(x)) for i, j in moves)


def vectors(values: Iterable[Value], lengths: Iterable[int]) -> Iterator[Vector]:
    """All vectors of these lengths with entries among the values, which are rational."""
    kept = []
    for value in values:
        spend(10)  # unlike other sets, the values are kept
        kept.append(value)
    entries = vector(*kept)
    for length in lengths:
        require(length >= 0, "vectors of a length below 0")
        several = len(entries) > 1
        spend(1 + length)  # product makes a list of that length, whatever it goes over
        spend(1 + State.most if several and length > 64 else length * len(entries) ** length)
        yield from product(entries, repeat=length)


def hamming(v: Vector, w: Vector) -> Fraction:
    """At how many places two vectors of one length differ."""
    require(len(v) == len(w), "a count of differences of vectors of different lengths")
    spend(len(v))
    return Fraction(sum(a != b for a, b in zip(v, w, strict=True)))


def inserted(v: Vector, w: Vector) -> bool:
    """Whether one vector is the other with one entry put in."""
    short, long = sorted((v, w), key=len)
    spend(len(long) ** 2)
    without = (long[:i] + long[i + 1 :] for i in range(len(long)))
    return len(long) == len(short) + 1 and short in without


def integers(a: int, b: int) -> Iterator[Fraction]:
    """The integers from a to b; none if b < a."""
    spend(max(0, b - a + 1))
    return map(Fraction, range(a, b + 1))


def binomial(a: int, b: int) -> Fraction:
    """C(a, b), 0 outside the triangle."""
    if not 0 <= b <= a:
        return Fraction(0)
    bits = min(b, a - b) * a.bit_length()
    spend(cost(bits, bits))
    return Fraction(comb(a, b))


def hellinger(p: Vector, q: Vector) -> Value:
    """The Hellinger distance of Dirichlet(p) and Dirichlet(q): 0 if and only if p = q."""
    require(len(p) == len(q) >= 2, "a Hellinger distance of vectors of unfit lengths")
    require(min(p + q) > 0, "a Hellinger distance at a parameter that is not > 0")
    return Fraction(0) if p == q else distance(min(p, q), max(p, q))


@remembered
def distance(p: Vector, q: Vector) -> Value:
    """sqrt(1 - BC), BC = B((p+q)/2) / sqrt(B(p) B(q)), for p != q.

    1 - BC cancels: guard bits are added until it has as many bits as were asked for.
    """
    middle = tuple(whole(Fraction(a + b, 2)) for a, b in zip(p, q, strict=True))
    gap = ZERO
    for guard in (48, 192, 768, 3072):
        w = BITS + guard
        affinity = over(beta(middle, w), root(times(beta(p, w), beta(q, w), w), w), w)
        gap = minus(ONE, affinity, w)
        if gap.lo > 0 and (gap.hi - gap.lo) << BITS <= gap.hi:
            break
    positive = Interval(max(gap.lo, 0), gap.hi, gap.exp)  # BC <= 1 by Cauchy-Schwarz
    return Monotone(("H",), p, q, root(positive, BITS))


# 5. Mechanisms -----------------------------------------------------------------------------------

# The exponential family: P(r) is proportional to exp(-eps H(x, r) / scale), and this is the scale,
# in the language (section 7 says how it is spelled), with prior, x and the mechanism's option as
# variables.  The key is the mechanism's name, its option's name, and the option where it is a word.
EXPONENTIAL = {
    ("ehd", "gs", "printed"): "(mul 2 (sqrt (sub 1 (div (pi) 4))))",
    ("ehd", "gs", "true"): "(mul 2 (GS prior (total x)))",
    ("ehd", "gs", ""): "(mul 2 option)",
    ("ehdl", "", ""): "(mul 2 (LS prior x))",
    ("ehds", "gamma", ""): "(mul 2 (add 1 option) (S prior x option))",
    ("ehds-4s", "gamma", ""): "(mul 4 (S prior x option))",
    ("mh", "gamma", ""): "(mul 2 (S prior x option))",
    ("mh-s", "gamma", ""): "(S prior x option)",
    ("mh-exp", "beta", ""): "(mul 2 (Sexp prior x option))",
    ("mh-s-exp", "beta", ""): "(Sexp prior x option)",
}
# The Laplace family: the scale times eps, for k categories, and how the last coordinate comes
# about: as the rest, noised like the others, or as the rest after noise drawn anew.
LAPLACE: dict[tuple[str, str, str], tuple[Callable[[int], int], str]] = {
    ("laplace", "sensitivity", "defined"): (lambda _: 2, "rest"),
    ("laplace", "sensitivity", "dimension"): (lambda k: k, "rest"),
    ("laplace-improved", "", ""): (lambda k: 1 if k == 2 else 2, "rest"),
    ("lshist", "", ""): (lambda k: 1 if k == 2 else 2, "rest"),
    ("lshist", "noise", "fresh"): (lambda k: 1 if k == 2 else 2, "fresh"),
    ("lsdim", "", ""): (lambda k: k, "rest"),
    ("lsdim", "noise", "fresh"): (lambda k: k, "fresh"),
    ("lszhang-rest", "", ""): (lambda k: 2 * k, "rest"),
    ("lszhang-all", "", ""): (lambda k: 2 * k, "noised"),
    ("lszhang-theorem", "", ""): (lambda _: 2, "noised"),
}


class Law(NamedTuple):
    """A mechanism: its key in the tables above, and the value of an option that is a number."""

    key: tuple[str, str, str]
    option: Value | None


def law(key: tuple[str, str, str], option: Value | None) -> Law:
    """A mechanism whose option is one that it can have: gs > 0, gamma >= 0, any beta."""
    if option is not None and key[1] == "gs":
        require(lt(Fraction(0), option), "a mechanism whose gs is not certainly > 0")
    if option is not None and key[1] == "gamma":
        require(le(Fraction(0), option), "a mechanism whose gamma is not certainly >= 0")
    return Law(key, option)


def outputs(m: Law, n: int, k: int) -> Iterable[Counts]:
    """All that a mechanism can release."""
    require(k >= 2 and n >= 1, "outputs for fewer than two categories, or fewer than one record")
    if m.key in EXPONENTIAL:
        return datasets(n, k)
    rest = LAPLACE[m.key][1] == "rest"
    free = k - 1 if rest else k
    spend(k * (n + 1) ** min(free, 99))
    vectors = product(range(n + 1), repeat=free)
    return ((*v, max(n - sum(v), 0)) for v in vectors) if rest else vectors


@remembered
def weights(
    m: Law, prior: Vector, eps: Value, x: Counts
) -> tuple[dict[Counts, Interval], Interval]:
    """exp(-eps H(x, r) / scale) at every output r of the exponential family, and their sum."""
    scale = SCALES[m.key]({"prior": prior, "x": x, "option": m.option})
    require(lt(Fraction(0), scale), "a mechanism whose sensitivity is not certainly > 0")
    rate, center = enclose(neg(div(eps, scale))), summed(prior, x)
    found = {}
    for r in datasets(sum(x), len(x)):
        spend(2 * len(x))
        h = enclose(hellinger(center, summed(prior, r)))
        found[r] = exponential(times(rate, h, BITS), BITS)
    return found, reduce(lambda a, b: plus(a, b, BITS), found.values())


@remembered
def clamped(c: int, n: int, rate: Value) -> list[Value]:
    """The law of clamp(floor(c + Y), 0, n), Y Laplace of scale 1/rate.

    At j it is P(Y < j + 1 - c) - P(Y < j - c), with 1 and 0 for these at j = n and j = 0, and
    P(Y < t) = e^(t rate) / 2 for t <= 0, 1 - e^(-t rate) / 2 for t > 0.
    """

    def below(t: int) -> Value:
        tail = div(exp(mul(Fraction(-abs(t)), rate)), Fraction(2))
        return tail if t <= 0 else sub(Fraction(1), tail)

    spend(20 * n)
    steps = [Fraction(0), *(below(j - c) for j in range(1, n + 1)), Fraction(1)]
    return [sub(b, a) for a, b in pairwise(steps)]


@remembered
def fresh_rest(x: Counts, n: int, rate: Value) -> list[Value]:
    """The law of max(n - sum of the first k-1 clamped noisy counts, 0), at 0 .. n."""
    total: list[Value] = [Fraction(1)]  # the law of the sum so far
    for c in x[:-1]:
        spend(4 * len(total) * (n + 1))
        longer: list[Value] = [Fraction(0)] * (len(total) + n)
        for (i, a), (j, b) in product(enumerate(total), enumerate(clamped(c, n, rate))):
            longer[i + j] = add(longer[i + j], mul(a, b))
        total = longer
    return [reduce(add, total[n:]), *(total[n - v] for v in range(1, n + 1))]


def probability(m: Law, prior: Vector, eps: Value, x: Counts, r: Vector) -> Value:
    """["P", ...]: that there is a law at x; then what it gives to r, 0 where r is no output."""
    require(len(prior) == len(x), "a mechanism at a dataset and a prior of different lengths")
    require(sum(x) >= 1, "a mechanism at a dataset without records")
    if m.key in EXPONENTIAL:
        return exponential_probability(m, prior, eps, x, r)
    require(lt(Fraction(0), eps), "a mechanism at an eps that is not certainly > 0")
    k, n = len(x), sum(x)
    scale, last = LAPLACE[m.key]
    rate = div(eps, Fraction(scale(k)))
    laws = [clamped(c, n, rate) for c in (x if last == "noised" else x[:-1])]
    if len(r) != k or any(type(a) is not int or not 0 <= a <= n for a in r):
        return Fraction(0)
    found = reduce(mul, (p[a] for p, a in zip(laws, r, strict=False)))
    if last == "fresh":
        return mul(found, fresh_rest(x, n, rate)[r[-1]])
    return found if last == "noised" or r[-1] == max(n - sum(r[:-1]), 0) else Fraction(0)


def exponential_probability(m: Law, prior: Vector, eps: Value, x: Counts, r: Vector) -> Value:
    """A probability of the exponential family; at eps = 0 its law is exactly uniform.

    For eps > 0 it is exp(-c H(x, r)) / (their sum over r) with one c > 0 for all r: strictly
    decreasing in H(x, r).  What names the law must be known exactly for that: two intervals can be
    equal where the numbers in them are not.
    """
    require(le(Fraction(0), eps), "a mechanism at an eps that is not certainly >= 0")
    table, total = weights(m, prior, eps, x)
    if r not in table:
        return Fraction(0)
    if eps == 0:
        return Fraction(1, len(table))
    chance = over(table[r], total, BITS)
    if isinstance(eps, Interval) or isinstance(m.option, Interval):
        return chance
    return Monotone(("P", m, prior, eps, x), summed(prior, x), summed(prior, r), chance)


# 6. Expressions ----------------------------------------------------------------------------------

# Every operation that computes its arguments first: their kinds, the sort of the result, how.
# Sorts: N number, V vector, C condition, n and v sets of numbers and vectors, M mechanism.
# Kinds: a sort, or I integer, Q prior, X dataset; + repeats the kind before it.
WORDS: dict[str, tuple[str, str, Callable[..., Any]]] = {
    "pi": ("", "N", lambda: pi(BITS)),
    "add": ("N+", "N", lambda *a: reduce(add, a)),
    "mul": ("N+", "N", lambda *a: reduce(mul, a)),
    "min": ("N+", "N", lambda *a: reduce(least, a)),
    "max": ("N+", "N", lambda *a: reduce(largest, a)),
    "sub": ("NN", "N", sub),
    "div": ("NN", "N", div),
    "neg": ("N", "N", neg),
    "pow": ("NI", "N", power),
    "exp": ("N", "N", exp),
    "log": ("N", "N", log),
    "sqrt": ("N", "N", lambda a: root(enclose(a), BITS)),
    "abs": ("N", "N", lambda a: largest(a, neg(a))),
    "floor": ("N", "N", floor),
    "ceil": ("N", "N", lambda a: -floor(neg(a))),
    "binomial": ("II", "N", binomial),
    "vec": ("N+", "V", vector),
    "at": ("VI", "N", component),
    "len": ("V", "N", lambda v: Fraction(len(v))),
    "total": ("V", "N", total),
    "plus": ("VV", "V", summed),
    "d": ("VV", "N", replaced),
    "hellinger": ("VV", "N", hellinger),
    "P": ("MQNXV", "N", probability),
    "hamming": ("VV", "N", hamming),
    "grid": ("nI", "v", lambda values, length: vectors(values, [length])),
    "upto": ("nI", "v", lambda values, length: vectors(values, range(length + 1))),
    "range": ("II", "n", integers),
    "datasets": ("II", "v", datasets),
    "neighbours": ("X", "v", neighbours),
    "outputs": ("MII", "v", outputs),
    "lt": ("NN", "C", lt),
    "le": ("NN", "C", le),
    "eq": ("NN", "C", eq),
    "same": ("VV", "C", lambda v, w: v == w),
    "adjacent": ("XX", "C", lambda x, y: y in neighbours(x)),
    "inserted": ("VV", "C", inserted),
    "true": ("", "C", lambda: True),
}
CONNECTIVES: dict[str, tuple[str, Callable[..., bool | None]]] = {
    "and": ("C+", all_of),
    "or": ("C+", any_of),
    "not": ("C", lambda truths: negation(next(truths))),
    "implies": ("CC", lambda truths: any_of(chain([negation(next(truths))], truths))),
}
# What binds a name to the elements of a set: the sorts of what follows, the sort of the result.
BINDERS = {
    "sum": ("N", "N"),
    "maxof": ("N", "N"),
    "minof": ("N", "N"),
    "sumif": ("CN", "N"),
    "prod": ("N", "N"),
    "maxif": ("CN", "N"),
    "minif": ("CN", "N"),
    "count": ("C", "N"),
    "forall": ("C", "C"),
    "exists": ("C", "C"),
}
SORT_OF_KIND = {"I": "N", "Q": "V", "X": "V"}  # the other kinds are sorts


def number(x: object) -> Fraction:
    """A JSON integer, or a string such as "-3" or "2/7" in lowest terms."""
    spend(1)
    if type(x) is int:
        return Fraction(x)
    if isinstance(x, str) and len(x) <= MOST_DIGITS and NUMBER.fullmatch(x):
        spend(2 + len(x) // 16)  # reading and writing take quadratic time, but of few digits
        q = Fraction(x)
        if str(q) == x:
            return q
    reject(f"{shown(x)} is not an integer or a fraction in lowest terms.")


def meaning(e: Any, scope: dict[str, str], wanted: str) -> tuple[str, Run]:
    """The sort of an expression, one of those wanted, and how its value follows from variables.

    All of it is checked before any of it is computed; scope has the sorts of the variables.
    """
    if not isinstance(e, list) or not e or not isinstance(e[0], str):
        reject(f"{shown(e)} is not an expression.")
    spend(60)  # some arguments are read twice, nested ones over and over; each keeps a kilobyte
    head, args, sort = e[0], e[1:], "C"
    run: Run
    if head == "num" and len(args) == 1:
        q = number(args[0])
        sort, run = "N", lambda _: q
    elif head == "var" and len(args) == 1 and isinstance(args[0], str):
        name = args[0]
        if name not in scope:
            reject(f"The variable {shown(name)} is not bound.")
        sort, run = scope[name], lambda env: env[name]
    elif head == "list" and args:
        element, first = meaning(args[0], scope, "NV")
        parts = [first, *(meaning(a, scope, element)[1] for a in args[1:])]
        sort, run = element.lower(), lambda env: values(parts, env)
    elif head in CONNECTIVES:
        kinds, connect = CONNECTIVES[head]
        if not args or (kinds != "C+" and len(args) != len(kinds)):
            reject(f"{shown(head)} has {len(args)} arguments.")
        truths = [condition(a, scope) for a in args]
        run = lambda env: connect(truth(env) for truth in truths)  # noqa: E731
    elif head in BINDERS:
        sort, run = BINDERS[head][1], bound(head, args, scope)
    elif head in ("lt", "le", "eq") and ["loss"] in [a[:1] for a in args if isinstance(a, list)]:
        run = compared_loss(head, args, scope)
    elif head in WORDS:
        sort, run = WORDS[head][1], applied(WORDS[head], e, scope)
    elif head == "defined" and args and isinstance(args[0], str):
        if args[0] not in State.defined:
            reject(f"There is no definition {shown(args[0])}, or it comes later.")
        word = State.defined[args[0]]
        sort, run = word[1], applied(word, args, scope)
    else:
        reject(f"{shown(e)} is not an expression, or is where it cannot be.")
    if sort not in wanted:
        reject(f"{shown(e)} is of the wrong sort where it is.")
    return sort, run


def values(parts: list[Run], env: Env) -> list[Any]:
    """What each part says: a unit for each, as numbers and variables count none themselves."""
    spend(len(parts))
    return [part(env) for part in parts]


def extended(env: Env, name: str, value: Any) -> Env:
    """The variables and one more: a copy, which costs as much as there are variables."""
    spend(1 + len(env) // 8)
    return {**env, name: value}


def condition(e: Any, scope: dict[str, str]) -> Run:
    """The truth of a condition; what has no value makes it undecided."""
    _, run = meaning(e, scope, "C")

    def truth(env: Env) -> Any:
        spend(1)
        try:
            return run(env)
        except NoValue as why:
            State.reason = f"there is {why}"
            return None

    return truth


def bound(head: str, args: list[Any], scope: dict[str, str]) -> Run:
    """An expression that binds a name to the elements of a set."""
    kinds, _ = BINDERS[head]
    if len(args) != 2 + len(kinds) or not isinstance(args[0], str):
        reject(f"{shown([head, *args])} is not of the form of a {head}.")
    name = args[0]
    sort, elements = meaning(args[1], scope, "nv")
    spend(len(scope))
    inner = scope | {name: sort.upper()}
    test = condition(args[2], inner) if kinds[0] == "C" else None
    body = meaning(args[-1], inner, "N")[1] if kinds[-1] == "N" else None

    def each(env: Env) -> Iterator[Env]:
        for element in elements(env):
            yield extended(env, name, element)

    def chosen(env: Env) -> Iterator[Env]:
        for one in each(env):
            truth = test(one) if test else True
            require(truth is not None, f"an undecided condition in {head}: {State.reason}")
            if truth:
                yield one

    if head in ("forall", "exists"):
        quantify = all_of if head == "forall" else any_of
        return lambda env: quantify(map(test, each(env)))  # type: ignore[arg-type]
    if head == "count":
        return lambda env: Fraction(sum(1 for _ in chosen(env)))
    if head in ("sum", "sumif"):
        return lambda env: reduce(add, map(body, chosen(env)), Fraction(0))  # type: ignore[arg-type]
    if head == "prod":
        return lambda env: reduce(mul, map(body, chosen(env)), Fraction(1))  # type: ignore[arg-type]
    pick = largest if head in ("maxof", "maxif") else least

    def extreme(env: Env) -> Value:
        found = map(body, chosen(env))  # type: ignore[arg-type]
        first: Value | None = next(found, None)
        if first is None:
            raise NoValue(f"a {head} over an empty set")
        return reduce(pick, found, first)

    return extreme


def applied(word: tuple[str, str, Callable[..., Any]], e: Any, scope: dict[str, str]) -> Run:
    """An operation on its arguments."""
    (kinds, _, function), head, args, parts = word, e[0], e[1:], []
    if kinds[:1] == "M" and len(args) > 1 and isinstance(args[0], str):
        parts, kinds, args = [mechanism(args[0], args[1], scope)], kinds[1:], args[2:]
    kinds = kinds[0] * max(1, len(args)) if kinds.endswith("+") else kinds
    if len(args) != len(kinds):
        reject(f"{shown(head)} has {len(e) - 1} arguments.")
    parts += [argument(kind, a, scope) for kind, a in zip(kinds, args, strict=True)]

    def run(env: Env) -> Any:
        spend(1)
        found = function(*values(parts, env))
        if found is None:
            State.reason = f"the sides of {head} are not told apart"
        return found

    return run


def argument(kind: str, e: Any, scope: dict[str, str]) -> Run:
    """An argument as an operation takes it: an integer, a prior, a dataset, or as it is."""
    _, run = meaning(e, scope, SORT_OF_KIND.get(kind, kind))

    def integer(env: Env) -> int:
        v = run(env)
        require(isinstance(v, Fraction) and v.denominator == 1, "no exact integer where needed")
        return int(v)

    def entries(env: Env) -> Vector:
        v: Vector = run(env)
        spend(len(v) + sum(ratio(a, a) for a in v if type(a) is not int or a.bit_length() > 64))
        if kind == "Q":
            require(len(v) >= 2 and min(v) > 0, "no prior of at least two numbers > 0")
        if kind == "X":
            require(all(type(a) is int and a >= 0 for a in v), "no vector of integers >= 0")
        return v

    return integer if kind == "I" else entries if kind in "QXV" else run


def mechanism(name: str, options: Any, scope: dict[str, str]) -> Run:
    """A mechanism with its options, of which it has at most one: a word, or a number."""
    if not isinstance(options, dict) or len(options) > 1:
        reject(f"{shown(options)} are not the options of a mechanism.")
    option, value = next(iter(options.items()), ("", None))
    word = value if isinstance(value, str) else ""
    known = (name, option, word) in EXPONENTIAL or (name, option, word) in LAPLACE
    if not known or (options and not (option and (word or isinstance(value, list)))):
        reject(f"There is no mechanism {shown(name)} with options {shown(options)}.")
    if isinstance(value, list):
        _, run = meaning(value, scope, "N")
        return lambda env: law((name, option, word), run(env))
    return lambda _: law((name, option, word), None)


def compared_loss(head: str, args: list[Any], scope: dict[str, str]) -> Run:
    """A loss beside a number c: loss <= c if and only if every ratio of probabilities is <= e^c.

    The loss is the largest logarithm of P(x, r) / P(y, r), and P(y, r) > 0 at all outputs r.
    c <= loss is not loss < c, and loss = c is loss <= c and not loss < c.
    """
    is_loss = [isinstance(a, list) and a[:1] == ["loss"] for a in args]
    if len(args) != 2 or all(is_loss):
        reject(f"{shown([head, *args])} does not compare a loss with a number.")
    loss, c = args if is_loss[0] else args[::-1]
    below, within = (applied(LOSSES[w], [*loss, ["exp", c]], scope) for w in ("lt", "le"))
    if head == "eq":
        return lambda env: all_of((within(env), negation(below(env))))
    if is_loss[0]:
        return within if head == "le" else below
    return lambda env: negation(below(env) if head == "le" else within(env))


# 7. Definitions in the language ------------------------------------------------------------------


# Each entry defines an operation by words that are there already: its name and parameters with
# their kinds, the condition under which it has a value, its value.
DEFINITIONS = """
(H prior:Q x:X r:X)  (true)  (hellinger (plus prior x) (plus prior r))
(LS prior:Q x:X)  (true)  (maxof y (neighbours x) (H prior x y))
(GS prior:Q n:N)  (true)  (maxof x (datasets n (len prior)) (LS prior x))
(S prior:Q x:X gamma:N)  (le 0 gamma)
    (div 1 (minof y (datasets (total x) (len x)) (add (div 1 (LS prior y)) (mul gamma (d x y)))))
(Sexp prior:Q x:X beta:N)  (true)
    (maxof y (datasets (total x) (len x)) (mul (LS prior y) (exp (neg (mul beta (d x y))))))
(C prior:Q x:X r:X)  (true)
    (count z (datasets (total x) (len x)) (eq (H prior x z) (H prior x r)))
(delta m:M prior:Q eps:N x:X y:X eps0:N)  (and (eq (len x) (len y)) (eq (total x) (total y)))
    (sum r (outputs m (total x) (len x))
        (max 0 (sub (P m prior eps x r) (mul (exp eps0) (P m prior eps y r)))))
(loss-le m:M prior:Q eps:N n:N b:N)  (lt 0 n)
    (forall x (datasets n (len prior)) (forall y (neighbours x) (forall r (outputs m n (len prior))
        (le (P m prior eps x r) (mul b (P m prior eps y r))))))
(loss-lt m:M prior:Q eps:N n:N b:N)  (lt 0 n)
    (forall x (datasets n (len prior)) (forall y (neighbours x) (forall r (outputs m n (len prior))
        (lt (P m prior eps x r) (mul b (P m prior eps y r))))))
"""


def spelled(text: str) -> list[Any]:
    """The expressions of a text, as a ledger has them."""
    levels: list[list[Any]] = [[]]
    for part in re.findall("[()]|[^() \\n]+", text):
        if part == "(":
            levels.append([])
        elif part == ")":
            levels[-2].append(levels.pop())
        elif levels[-1] == [] or (len(levels[-1]) == 1 and levels[-1][0] in BINDERS):
            levels[-1].append(part)
        else:
            levels[-1].append(["num", part] if part.isdigit() else ["var", part])
    return levels[0]


def definition(
    name: str, parameters: list[tuple[str, str]], given: Any, body: Any
) -> tuple[str, str, Callable[..., Any]]:
    """An operation.  Its body has no variables but the parameters: its value is remembered."""
    scope = {a: SORT_OF_KIND.get(kind, kind) for a, kind in parameters}
    domain, (sort, run) = condition(given, scope), meaning(body, scope, "NVC")
    outside = f"a {name} where {shown(given)} is not certain"  # once: it may be long

    @remembered
    def value(*args: Any) -> Any:
        env = {
            a: Fraction(v) if kind == "I" else v
            for (a, kind), v in zip(parameters, args, strict=True)
        }
        require(domain(env), outside)
        return run(env)

    return "".join(kind for _, kind in parameters), sort, value


for first, second, third in zip(*[iter(spelled(DEFINITIONS))] * 3, strict=True):
    pairs = [tuple(parameter.split(":")) for _, parameter in first[1:]]
    WORDS[first[0]] = definition(first[0], pairs, second, third)
LOSSES = {head: WORDS.pop(f"loss-{head}") for head in ("le", "lt")}  # no words of the language
SCALES = {
    key: meaning(spelled(text)[0], {"prior": "V", "x": "V", "option": "N"}, "N")[1]
    for key, text in EXPONENTIAL.items()
}


# 8. Certificates ---------------------------------------------------------------------------------

SHOWS = {  # what a certificate can show; the first two and the last settle a reading
    "refuted": "refuted at an instance",
    "exists": "existence shown",
    "true": "true at the listed instances, of readings that say more",
    "proved": "proved on the whole of a finite domain",
}


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
        reject(f"{what} has no {shown(min(missing))}.")
    if unknown := set(x) - wanted:
        reject(f"{what} has an unknown entry {shown(min(unknown))}.")
    return x


def define(given: Any) -> None:
    """Take over the definitions of a reading, each of which may use those before it."""
    if not isinstance(given, list):
        reject("The definitions of the reading are not a list.")
    for entry in given:
        wanted = (
            "name",
            "parameters",
            "given",
            "value",
            "place",
            "says",
        )  # the last are for people
        d = keys(entry, wanted, "A definition of the reading")
        name, parameters = d["name"], d["parameters"]
        if not isinstance(name, str) or name in State.defined:
            reject(f"{shown(name)} is not the name of a definition, or it is defined twice.")
        pairs: list[tuple[str, str]] = []
        for p in parameters if isinstance(parameters, list) else [None]:
            match p:
                case [str() as a, ("N" | "I" | "V" | "Q" | "X") as kind] if a not in dict(pairs):
                    pairs.append((a, kind))
                case _:
                    reject(f"{shown(p)} is not a new parameter of {shown(name)} with its kind.")
        State.defined[name] = definition(name, pairs, d["given"], d["value"])


class Within(NamedTuple):
    """The domain of a variable that is in a set: its sort, and the elements."""

    kind: str
    sort: str
    elements: Run


def streamed(run: Run) -> Run:
    """The elements of a set, one by one; rejected where it has no value."""

    def elements(env: Env) -> Iterator[Any]:
        try:
            yield from run(env)
        except NoValue as why:
            reject(f"The set of a variable has no value: there is {why}.")

    return elements


def parsed(domain: Any, x: Any) -> Any:
    """A number or a vector as it is written for a domain."""
    if domain[0] in ("int", "rational") or domain[:2] == ("in", "N"):
        return number(x)
    if not isinstance(x, list):
        reject(f"{shown(x)} is not a list.")
    if domain[0] not in ("prior", "in") and not all(type(c) is int for c in x):
        reject(f"{shown(x)} is not a list of integers.")
    return tuple(whole(number(a)) for a in x)


def inside(domain: Any, value: Any, env: Env) -> bool:
    """Whether a value lies in a domain; for a dataset, env has the prior and n.

    Of a set, env has the variables of which it speaks.
    """
    if isinstance(domain, Within):
        return any(element == value for element in domain.elements(env))
    match domain:
        case ["int", lo, hi]:
            above, below = lo is None or number(lo) <= value, hi is None or value <= number(hi)
            return value.denominator == 1 and above and below
        case ["rational", lo, hi, ("()" | "[)" | "(]" | "[]") as ends]:
            above = lo is None or number(lo) < value or (number(lo) == value and ends[0] == "[")
            below = hi is None or value < number(hi) or (number(hi) == value and ends[1] == "]")
            return above and below
        case ["prior"] | ["prior", int()]:
            length = domain[1] if len(domain) == 2 else len(value)
            return len(value) == length >= 2 and all(a > 0 for a in value)
        case ["vector"] | ["dataset"]:
            spend(len(value))
            counts = all(type(c) is int and c >= 0 for c in value)
            fits = domain == ["vector"] or (len(value), sum(value)) == (len(env["prior"]), env["n"])
            return counts and fits
    reject(f"{shown(domain)} is not a domain.")


def in_order(domains: dict[str, Any]) -> list[str]:
    """The variables, datasets and elements of sets last: their domain speaks of others."""
    return sorted(domains, key=lambda name: domains[name][0] in ("dataset", "in"))


def assigned(assignment: object, domains: dict[str, Any]) -> Env:
    """The values of the variables: all of them, no others, each in its domain."""
    given = keys(assignment, domains, "The assignment")
    env: Env = {}
    for name in in_order(domains):
        env[name] = parsed(domains[name], given[name])
        if not inside(domains[name], env[name], env):
            value = f"{visible(name, 60)} = {shown(given[name])}"
            of = "set" if domains[name][0] == "in" else f"domain {shown(domains[name])}"
            reject(f"{value} is not in its {of}.")
    return env


def candidates(name: str, domain: Any, hypotheses: list[Any], env: Env) -> Iterable[Any]:
    """Finitely many values, among them all at which every hypothesis can be true.

    They are the elements of its set; or those that a hypothesis equates the variable with, or one
    of several; else the integers between the bounds of the domain and of hypotheses; else all
    datasets.
    """
    variable = ["var", name]
    if isinstance(domain, Within):
        found: Iterable[Any] = domain.elements(env)
        return found
    for h in hypotheses:
        either = h[1:] if h[0] == "or" else [h]
        spend(1 + len(either))
        values = [literal(e[2]) for e in either if e[0] in ("eq", "same") and e[1] == variable]
        if len(values) == len(either) and None not in values:
            return values
    if domain[0] == "dataset":
        return datasets(int(env["n"]), len(env["prior"])) if env["n"] >= 0 else []
    if domain[0] == "int":
        bounds = [h[1:] for h in hypotheses if h[0] in ("lt", "le")]
        low = [literal(a) for a, b in bounds if b == variable and a[0] == "num"]
        high = [literal(b) for a, b in bounds if a == variable and b[0] == "num"]
        low += [number(b) for b in domain[1:2] if b is not None]
        high += [number(b) for b in domain[2:] if b is not None]
        if low and high:
            return integers(int(-floor(-max(low))), int(floor(min(high))))
    reject(f"Neither its domain nor a hypothesis leaves {shown(name)} finitely many values.")


def literal(e: Any) -> Any:
    """The value of a number or a vector as written; None for any other expression."""
    if e[0] == "vec" and all(a[0] == "num" for a in e[1:]):
        return tuple(whole(number(a[1])) for a in e[1:])
    return number(e[1]) if e[0] == "num" else None


def instances(domains: dict[str, Any], hypotheses: list[Any]) -> Iterator[Env]:
    """All assignments within the domains at which every hypothesis can be true, or Rejected."""
    names = in_order(domains)

    def fill(env: Env) -> Iterator[Env]:
        if len(env) == len(names):
            yield env
            return
        name = names[len(env)]
        for value in candidates(name, domains[name], hypotheses, env):
            spend(1)
            if domains[name][0] == "in" or inside(domains[name], value, env):
                yield from fill(extended(env, name, value))

    return fill({})


def domains_of(formula: Any) -> dict[str, Any]:
    """The domains of the variables of a reading, whose shape is checked."""
    known = ["definitions"] if isinstance(formula, dict) and "definitions" in formula else []
    keys(formula, ("quantifier", "variables", "hypotheses", "conclusion", *known), "The reading")
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
    needed = [domains.get(name, [""])[0] for name in ("prior", "n")]
    for name, domain in domains.items():
        if domain[0] == "dataset" and needed != ["prior", "int"]:
            reject(
                f"{shown(name)} is a dataset, but the reading has no variables prior and n for it."
            )
    return domains


def scope_of(domains: dict[str, Any]) -> dict[str, str]:
    """The sorts of the variables; the domains that are sets are understood on the way.

    A set speaks of the variables that have a value before it: those that come first in order.
    """
    scope: dict[str, str] = {}
    for name in in_order(domains):
        domain = domains[name]
        if domain[0] == "in":
            if len(domain) != 2:
                reject(f"{shown(domain)} is not a domain.")
            sort, run = meaning(domain[1], scope, "nv")
            domains[name] = Within("in", sort.upper(), streamed(run))
            scope[name] = sort.upper()
        else:
            scope[name] = "N" if domain[0] in ("int", "rational") else "V"
    return scope


def decided(what: str, truth: bool | None, wanted: bool) -> None:
    """Raise Rejected unless a condition is certainly as wanted."""
    if truth is None:
        reject(f"{what} is undecided at {BITS} bits: {State.reason}.")
    if truth is not wanted:
        reject(f"{what} is {str(truth).lower()}.")


def check(certificate: Any, ledger: Any, most: int = MOST_WORK) -> str:
    """What the certificate shows, a key of SHOWS; Rejected unless it proves what it says."""
    begin(most)
    plain(certificate)
    keys(ledger, ("schema", "readings"), "The ledger")
    says = certificate.get("says") if isinstance(certificate, dict) else None
    many = isinstance(certificate, dict) and "assignments" in certificate
    given = [] if says == "holds" else ["assignments" if many else "assignment"]
    keys(certificate, ("schema", "claim", "reading", "says", *given), "The certificate")
    if not certificate["schema"] == ledger["schema"] == 1:
        reject("The schema of the certificate, or of the ledger, is not 1.")
    claim, reading = certificate["claim"], certificate["reading"]
    for name in (claim, reading):
        if not isinstance(name, str) or not name or "/" in name:
            reject(f"{shown(name)} is not the name of a claim or a reading.")
    if says not in ("conclusion false", "conclusion true", "holds"):
        reject(f"The certificate says {shown(says)}: neither conclusion false nor true, nor holds.")
    if not isinstance(ledger["readings"], dict) or f"{claim}/{reading}" not in ledger["readings"]:
        reject(f"The ledger has no reading {visible(claim, 100)}/{visible(reading, 100)}.")
    formula = ledger["readings"][f"{claim}/{reading}"]
    plain(formula)
    domains = domains_of(formula)
    define(formula.get("definitions", []))
    scope = scope_of(domains)
    hypotheses = [condition(h, scope) for h in formula["hypotheses"]]
    conclusion = condition(formula["conclusion"], scope)
    universal = formula["quantifier"] == "forall"
    if says == "holds":
        return proved(universal, instances(domains, formula["hypotheses"]), hypotheses, conclusion)
    if says == "conclusion false" and (many or not universal):
        reject("Only a reading that begins with forall is refuted, and by one assignment.")
    assignments = certificate["assignments"] if many else [certificate["assignment"]]
    if not isinstance(assignments, list) or not assignments:
        reject("The assignments are not a list of at least one.")
    for assignment in assignments:
        env = assigned(assignment, domains)
        for i, hypothesis in enumerate(hypotheses, 1):
            decided(f"Hypothesis {i}", hypothesis(env), True)
        decided("The conclusion", conclusion(env), says == "conclusion true")
    return "refuted" if says == "conclusion false" else "true" if universal else "exists"


def proved(universal: bool, every: Iterable[Env], hypotheses: list[Run], conclusion: Run) -> str:
    """A reading proved on all of a finite domain, where its hypotheses are true somewhere."""
    if not universal:
        reject("Only a reading that begins with forall holds on a domain.")
    met = 0
    for env in every:
        truth = all_of(hypothesis(env) for hypothesis in hypotheses)
        if truth is not False:
            decided("A hypothesis", truth, True)
            decided("The conclusion", conclusion(env), True)
            met += 1
    if not met:
        reject("Its hypotheses are never true.")
    return "proved"


# 9. The command ----------------------------------------------------------------------------------


def read_file(path: Path) -> Any:
    """The JSON of a file."""
    if not path.is_file():
        reject("There is no such file, or it is not a regular one.")
    with path.open("rb") as file:
        return read(file.read(MOST_BYTES + 1))


def judged(path: Path, ledger: Any) -> tuple[str, str]:
    """What a file shows, "" for nothing, and a sentence on that."""
    try:
        shows = check(read_file(path), ledger)
    except (Rejected, OSError) as why:
        return "", visible(str(why))
    except Exception as why:  # whatever happens, it is not accepted
        return "", visible(f"The kernel stopped: {type(why).__name__}: {why}.")
    return shows, SHOWS[shows]


def files_of(arguments: Iterable[str]) -> tuple[list[Path], list[str]]:
    """The files to check, each once, and a sentence for each that is left out."""
    files: dict[Any, Path] = {}
    left_out: list[str] = []

    def take(path: Path) -> None:
        try:
            known = os.stat(path)
        except OSError:  # it will be rejected
            known = None
        one = files.setdefault((known.st_dev, known.st_ino) if known else path, path)
        if one is not path:
            left_out.append(f"{quoted(path)}: skipped, the same file as {quoted(one)}.")

    for argument in map(Path, arguments):
        if not argument.is_dir():
            take(argument)
            continue
        unreadable: Any = lambda why: take(Path(why.filename))  # noqa: E731 (it will be rejected)
        for folder, inner, names in os.walk(argument, onerror=unreadable):
            inner.sort()
            for path in (Path(folder, name) for name in sorted([*inner, *names])):
                if os.path.islink(path):
                    left_out.append(f"{quoted(path)}: skipped, it is a link.")
                elif path.name not in inner and path.suffix.lower() == ".json":
                    take(path)
                elif path.name not in inner:
                    left_out.append(f"{quoted(path)}: skipped, its name ends in no .json.")
    return list(files.values()), left_out


def summary(shows: Iterable[str], left_out: int) -> list[str]:
    """How many certificates show what, one line for each; no line adds up what differs in kind."""
    counts = Counter(shows)
    lines = [f"{counts[key]} {words}." for key, words in SHOWS.items()]
    accepted = sum(counts[key] for key in SHOWS)
    return [*lines, f"{accepted} accepted, {counts['']} rejected, {left_out} skipped."]


def ledgers_of(files: Iterable[Path]) -> dict[Path | None, Path]:
    """The REPORT/ledger.json of files below REPORT/certificates, None elsewhere; a file of each."""
    found: dict[Path | None, Path] = {}
    for path in files:
        above = Path(os.path.realpath(path)).parents
        homes = (p.with_name("ledger.json") for p in above if p.name == "certificates")
        found.setdefault(next(homes, None), path)
    return found


def ledger_of(files: Iterable[Path]) -> Path:
    """The one ledger beside all files: none is ever taken from elsewhere."""
    found = ledgers_of(files)
    for ledger, path in found.items():
        if ledger is None:
            need = "is in no folder certificates: name its ledger with --ledger FILE"
            raise Rejected(f"{quoted(path)} {need if path.exists() else 'does not exist'}.")
        if len(found) == 1:
            return ledger
    first, second, *_ = map(quoted, found.values())
    raise Rejected(f"{first} and {second} have each a ledger of their own: check them apart.")


def main(arguments: list[str]) -> int:
    """Check files and folders; the exit code is that of the header."""
    verbose, ledger_path, names = False, None, []
    rest = iter(arguments)
    for argument in rest:
        if argument == "-v":
            verbose = True
        elif argument == "--ledger":
            ledger_path = Path(next(rest, "no file named after --ledger"))
        elif argument.startswith("-"):
            known = "only -v and --ledger FILE"
            sys.stderr.write(f"There is no option {visible(argument)}, {known}.\n")
            return 2
        else:
            names.append(argument)
    files, left_out = files_of(names)
    if not files:
        sys.stderr.write("There is nothing to check.\n")
        return 2
    try:
        ledger_path = ledger_path or ledger_of(files)
        ledger = read_file(ledger_path)
    except (OSError, Rejected) as why:
        about = f"{quoted(ledger_path)}: " if ledger_path else ""
        sys.stderr.write(f"{about}{visible(str(why), 700)}\n")
        return 2
    found = []
    for path in files:
        shows, sentence = judged(path, ledger)
        found.append(shows)
        if verbose or not shows:
            mark = "ok " if shows else ""
            sys.stdout.write(f"{mark}{quoted(path)}: {sentence}\n")
    for line in (*left_out, *summary(found, len(left_out))):
        sys.stdout.write(f"{line}\n")
    return 0 if all(found) else 1


def command(arguments: list[str]) -> int:
    """As main, with code 2 where a stream is closed or broken: nothing is known to be rejected."""
    if sys.stderr is None:
        sys.stderr = StringIO()
    if sys.stdout is None:
        sys.stderr.write("The standard output is closed.\n")
        return 2
    try:
        code = main(arguments)
        sys.stdout.flush()
    except OSError as why:
        with suppress(OSError):
            sys.stderr.write(f"{visible(str(why))}\n")
        os._exit(2)  # without writing once more what could not be written
    return code


if __name__ == "__main__":
    sys.exit(command(sys.argv[1:]))

# Left out on purpose: finding anything; readings in certificates; floats, also as guesses; more
# precision than one; a loss but beside a number; reflection and multiplication formulas of Gamma
# (some equal distances stay undecided); ties of S, roots and logs, and of sums and products of
# distances or probabilities, which are only enclosed; repairing or defaulting anything.
