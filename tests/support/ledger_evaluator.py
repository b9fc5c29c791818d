"""An evaluator of readings in python-flint's balls, from the definitions alone: a test oracle.

Written apart from dpbi's evaluator and from the kernel, and knowing nothing exactly but rationals:
it takes real numbers that agree to 60 digits for equal, where they prove that they are.
"""

from fractions import Fraction
from functools import wraps
from itertools import product
from math import comb

from flint import arb, ctx, fmpq

BITS = 330
CLOSE = arb(10) ** -60


MEMORY = {}


def written(a):
    """A value as a key."""
    return (a.mid().man_exp(), a.rad().man_exp()) if isinstance(a, arb) else a


def cache(function):
    @wraps(function)
    def remembered(*a):
        key = (function.__name__, *map(written, a))
        if key not in MEMORY:
            MEMORY[key] = function(*a)
        return MEMORY[key]

    return remembered


class Unclear(Exception):
    """No value, or a comparison that even these balls leave open."""


def ball(v):
    if isinstance(v, arb):
        return v
    q = Fraction(v)
    return arb(fmpq(q.numerator, q.denominator))


def sign(v):
    """-1, 0 or 1; what is within 10^-60 of 0 is taken for 0."""
    if isinstance(v, Fraction | int):
        return (v > 0) - (v < 0)
    if v > CLOSE or v < -CLOSE:
        return 1 if v > 0 else -1
    if abs(v) < CLOSE:
        return 0 if v.contains(0) else 1 if v > 0 else -1
    raise Unclear(f"the sign of {v}")


def difference(a, b):
    exact = isinstance(a, Fraction) and isinstance(b, Fraction)
    return a - b if exact else (ball(a) - ball(b))


def relative(a, b):
    """The difference of two numbers in units of the larger one, for numbers of any size."""
    gap = difference(a, b)
    if isinstance(gap, Fraction):
        return gap
    size = abs(ball(a)).max(abs(ball(b)))
    return gap / size if size > 0 else gap


def all_datasets(n, k):
    if k == 1:
        return [(n,)]
    return [(c, *rest) for c in range(n + 1) for rest in all_datasets(n - c, k - 1)]


every = cache(all_datasets)


def moved(x):
    """The neighbours of x."""
    found = []
    for i, j in product(range(len(x)), repeat=2):
        if i != j and x[i]:
            y = list(x)
            y[i] -= 1
            y[j] += 1
            found.append(tuple(y))
    return found


def half_l1(v, w):
    if len(v) != len(w):
        raise Unclear("lengths")
    return Fraction(sum(abs(a - b) for a, b in zip(v, w, strict=True))) / 2


@cache
def lgamma(t):
    return ball(t).lgamma()


def log_beta(p):
    return sum((lgamma(Fraction(a)) for a in p), arb(0)) - lgamma(Fraction(sum(p)))


@cache
def hellinger(p, q):
    if len(p) != len(q) or len(p) < 2 or min(p + q) <= 0:
        raise Unclear("no two Dirichlets")
    if p == q:
        return Fraction(0)
    middle = tuple(Fraction(a + b) / 2 for a, b in zip(p, q, strict=True))
    log_bc = log_beta(middle) - (log_beta(p) + log_beta(q)) / 2
    return (-log_bc.expm1()).sqrt()


def distance(prior, x, r):
    fitting(prior, x, r)
    p, q = (tuple(a + b for a, b in zip(prior, z, strict=True)) for z in (x, r))
    return hellinger(min(p, q), max(p, q))


def fitting(prior, *datasets):
    """A prior, and vectors of counts as long as it."""
    if len(prior) < 2 or min(prior) <= 0:
        raise Unclear("no prior")
    for x in map(counts, datasets):
        if len(x) != len(prior):
            raise Unclear("lengths")


def counts(x):
    """A vector of integers >= 0."""
    if any(type(c) is not int or c < 0 for c in x):
        raise Unclear("no dataset")
    return x


def greatest(values):
    values = [ball(v) for v in values]
    if not values:
        raise Unclear("the largest of nothing")
    best = values[0]
    for v in values[1:]:
        best = best.max(v)
    return best


@cache
def local(prior, x):
    fitting(prior, x)
    return greatest(distance(prior, x, y) for y in moved(x))


@cache
def sensitivity(kind, prior, x, option):
    n, k = sum(x), len(x)
    if kind == "LS":
        return local(prior, x)
    if kind == "GS":
        return greatest(local(prior, y) for y in every(n, k))
    if kind == "S":
        if sign(option) < 0:
            raise Unclear("gamma < 0")
        return greatest(
            1 / (1 / local(prior, y) + ball(option) * ball(half_l1(x, y))) for y in every(n, k)
        )
    factor = (-ball(option)).exp()
    powers = [factor**d for d in range(n + 1)]
    return greatest(local(prior, y) * powers[int(half_l1(x, y))] for y in every(n, k))


RATES = {  # eps times what divides the distance: factor and sensitivity
    "ehd": (2, "GS"),
    "ehdl": (2, "LS"),
    "ehds": (2, "S"),
    "ehds-4s": (4, "S"),
    "mh": (2, "S"),
    "mh-s": (1, "S"),
    "mh-exp": (2, "Sexp"),
    "mh-s-exp": (1, "Sexp"),
}


def scale(name, option, k):
    """Of the Laplace noise, times eps."""
    if name == "laplace":
        return 2 if option == "defined" else k
    if name in ("laplace-improved", "lshist"):
        return 1 if k == 2 else 2
    return {"lsdim": k, "lszhang-theorem": 2}.get(name, 2 * k)


@cache
def law(name, option, prior, eps, x):
    """{output: probability}."""
    fitting(prior, x)
    n, k = sum(x), len(x)
    if n < 1 or sign(eps) < (name not in RATES):
        raise Unclear("no law")
    if name in RATES:
        factor, kind = RATES[name]
        if option == "printed":
            sens = (1 - arb.pi() / 4).sqrt()
        elif kind == "GS" and option != "true":
            sens = positive(option)
        else:
            sens = sensitivity(kind, prior, x, option)
        if name == "ehds":
            sens = sens * (1 + ball(option))
        rate = ball(eps) / (factor * sens)
        weights = {r: (-rate * ball(distance(prior, x, r))).exp() for r in every(n, k)}
        total = sum(weights.values(), arb(0))
        return {r: w / total for r, w in weights.items()}
    rate = ball(eps) / scale(name, option, k)
    coordinates = [clamped(c, n, rate) for c in x]
    noised = k if name in ("lszhang-all", "lszhang-theorem") else k - 1
    found = {}
    for r in product(range(n + 1), repeat=noised):
        p = arb(1)
        for i, c in enumerate(r):
            p = p * coordinates[i][c]
        found[r] = p
    if noised == k:
        return found
    with_rest = {(*r, max(n - sum(r), 0)): p for r, p in found.items()}
    if option != "fresh":
        return with_rest
    last = [arb(0)] * (n + 1)
    for r, p in with_rest.items():
        last[r[-1]] = last[r[-1]] + p
    return {(*r, c): p * last[c] for r, p in found.items() for c in range(n + 1)}


@cache
def clamped(c, n, rate):
    """The law of clamp(floor(c + Y)): by areas of e^(-|y| rate) rate / 2 over unit steps."""
    q = (-rate).exp()
    step, tail = (1 - q) / 2, arb(1) / 2
    mass = [step * q ** (j - c) if j >= c else step * q ** (c - j - 1) for j in range(n + 1)]
    mass[0] = tail * q ** (c - 1) if c else tail * (2 - q) if n else arb(1)
    mass[n] = tail * q ** (n - c) if n else arb(1)
    return mass


def positive(v):
    if sign(v) <= 0:
        raise Unclear("a sensitivity that is not > 0")
    return ball(v)


def option_of(options, env):
    """The value of the one option, which is one that the mechanism can have."""
    for name, v in options.items():
        found = v if isinstance(v, str) else value(v, env)
        if name == "gs" and not isinstance(found, str):
            positive(found)
        if name == "gamma" and sign(found) < 0:
            raise Unclear("gamma < 0")
        return found
    return None


def set_of(e, env):
    head, *args = e
    if head == "outputs":
        name, options, n, k = args
        n, k = (int(whole(value(a, env))) for a in (n, k))
        option = option_of(options, env)
        if n < 1 or k < 2:
            raise Unclear("no outputs")
        if name in RATES:
            return every(n, k)
        return list(law(name, option, (Fraction(1),) * k, Fraction(1), (n, *[0] * (k - 1))))
    a = [value(b, env) for b in args]
    if head == "range":
        return [Fraction(i) for i in range(int(whole(a[0])), int(whole(a[1])) + 1)]
    if head == "datasets":
        n, k = (int(whole(b)) for b in a)
        if n < 0 or k < 1:
            raise Unclear("no datasets")
        return every(n, k)
    if head == "neighbours":
        return moved(counts(a[0]))
    if head in ("grid", "upto"):
        return words(a[0], int(whole(a[1])), shorter=head == "upto")
    return a


BINDERS = {"sum", "sumif", "count", "maxof", "minof", "forall", "exists", "prod", "maxif", "minif"}


def words(letters, length, *, shorter):
    """All vectors over these letters, each made of a shorter one and a last letter."""
    if length < 0 and not shorter:
        raise Unclear("no length")
    longest = [()] if length >= 0 else []
    every = list(longest)
    letters = [entry(a) for a in letters]
    for _ in range(length):
        longest = [(*v, a) for v in longest for a in letters]
        every += longest
    return every if shorter else longest


def apart(v, w):
    if len(v) != len(w):
        raise Unclear("different lengths")
    return Fraction(len([i for i in range(len(v)) if v[i] != w[i]]))


def put_in(v, w):
    return any(
        big[:i] + big[i + 1 :] == small for small, big in ((v, w), (w, v)) for i in range(len(big))
    )


def whole(q):
    if not isinstance(q, Fraction) or q.denominator != 1:
        raise Unclear("no integer")
    return q


def compared(head, a, b):
    order = sign(relative(a, b))
    return {"lt": order < 0, "le": order <= 0, "eq": order == 0}[head]


def value(e, env):
    """The value of an expression, or the truth of a condition."""
    head, *args = e
    if head == "num":
        return Fraction(args[0])
    if head == "var":
        return env[args[0]]
    if head in ("P", "loss", "delta"):
        return of_mechanism(head, args, env)
    if head in BINDERS:
        return over_a_set(head, args, env)
    if head in ("and", "or", "not", "implies"):
        truths = [condition(a, env) for a in args]
        if head in ("not", "implies"):
            truths[0] = None if truths[0] is None else not truths[0]
        return settled(truths, by=head != "and")
    if head in ("range", "datasets", "neighbours", "outputs", "list", "grid", "upto"):
        return set_of(e, env)
    a = [value(b, env) for b in args]
    if head in ("lt", "le", "eq"):
        return compared(head, *a)
    if head in NUMBERS:
        return NUMBERS[head](*a)
    return VECTORS[head](*a)


def condition(e, env):
    """The truth of a condition; None where it has no value."""
    try:
        return value(e, env)
    except (Unclear, ValueError, ZeroDivisionError, OverflowError):
        return None


def settled(truths, *, by):
    """Three-valued "or" (by True) or "and" (by False)."""
    if by in truths:
        return by
    if None in truths:
        raise Unclear("a part of a condition")
    return not by


def of_mechanism(head, args, env):
    name, options, *rest = args
    option, (prior, eps, *others) = option_of(options, env), [value(a, env) for a in rest]
    if head == "P":
        x, r = others
        return law(name, option, prior, eps, x).get(r, Fraction(0))
    if head == "delta":
        x, y, eps0 = others
        if (len(x), sum(x)) != (len(y), sum(y)):
            raise Unclear("sizes")
        p, q = (law(name, option, prior, eps, z) for z in (x, y))
        factor = ball(eps0).exp()
        return sum(((p[r] - factor * q[r]).max(arb(0)) for r in p), arb(0))
    n, k = int(whole(others[0])), len(prior)
    if n < 1:
        raise Unclear("no records")
    logs = {
        x: {r: p.log() for r, p in law(name, option, prior, eps, x).items()} for x in every(n, k)
    }
    return greatest(logs[x][r] - logs[y][r] for x in logs for y in moved(x) for r in logs[x])


def over_a_set(head, args, env):
    name, s, *parts = args
    inner = ({**env, name: v} for v in value(s, env))
    if head in ("forall", "exists"):
        return settled([condition(parts[0], i) for i in inner], by=head == "exists")
    if head in ("count", "sumif", "maxif", "minif"):
        chosen = [i for i in inner if value(parts[0], i)]
        if head == "count":
            return Fraction(len(chosen))
        inner = chosen
    values = [value(parts[-1], i) for i in inner]
    if head in ("sum", "sumif"):
        return NUMBERS["add"](Fraction(0), *values)
    if head == "prod":
        return NUMBERS["mul"](Fraction(1), *values)
    if head in ("maxof", "maxif"):
        return greatest(values)
    return -greatest([-ball(v) for v in values])


def real(function):
    """A function of one real number."""
    return lambda a: function(ball(a))


def folded(exactly, roundly):
    def result(*a):
        if all(isinstance(b, Fraction) for b in a):
            return exactly(a)
        return roundly([ball(b) for b in a])

    return result


def total(values):
    result = values[0]
    for v in values[1:]:
        result = result + v
    return result


def multiplied(values):
    result = values[0]
    for v in values[1:]:
        result = result * v
    return result


def divided(a, b):
    if sign(b) == 0:
        raise Unclear("a division by 0")
    return folded(lambda v: v[0] / v[1], lambda v: v[0] / v[1])(a, b)


def powered(a, m):
    if m < 0 and sign(a) == 0:
        raise Unclear("a division by 0")
    return a ** int(whole(m))


def logarithm(a):
    if sign(a) <= 0:
        raise Unclear("a logarithm")
    return ball(a).log()


def root(a):
    if sign(a) < 0:
        raise Unclear("a root")
    return ball(a).sqrt() if sign(a) else arb(0)


def floored(a):
    if isinstance(a, Fraction):
        return Fraction(a.numerator // a.denominator)
    nearest = (a.mid() + arb(1) / 2).floor().unique_fmpz()
    if nearest is None:
        raise Unclear("a floor")
    return Fraction(int(nearest) - (sign(a - nearest) < 0))


def binomial(a, b):
    a, b = int(whole(a)), int(whole(b))
    return Fraction(comb(a, b) if 0 <= b <= a else 0)


def at(v, i):
    if not 0 <= whole(i) < len(v):
        raise Unclear("a component")
    return Fraction(v[int(i)])


def summed(v, w):
    if len(v) != len(w):
        raise Unclear("lengths")
    return tuple(entry(a + b) for a, b in zip(v, w, strict=True))


def entry(q):
    """A component of a vector: an int where it is whole."""
    if isinstance(q, arb):
        raise Unclear("a component that is not rational")
    return int(q) if Fraction(q).denominator == 1 else q


def adjacent(x, y):
    return counts(y) in moved(counts(x))


def multiplicity(prior, x, r):
    aim = distance(prior, x, r)
    return Fraction(sum(compared("eq", distance(prior, x, z), aim) for z in every(sum(x), len(x))))


def smooth(kind, prior, x, option):
    fitting(prior, x)
    return sensitivity(kind, prior, x, option)


def global_sensitivity(prior, n):
    fitting(prior)
    if whole(n) < 1:
        raise Unclear("no records")
    return sensitivity("GS", prior, (int(n), *[0] * (len(prior) - 1)), None)


NUMBERS = {
    "add": folded(total, total),
    "mul": folded(multiplied, multiplied),
    "sub": folded(lambda a: a[0] - a[1], lambda a: a[0] - a[1]),
    "neg": folded(lambda a: -a[0], lambda a: -a[0]),
    "div": divided,
    "pow": powered,
    "abs": folded(lambda a: abs(a[0]), lambda a: abs(a[0])),
    "max": folded(max, greatest),
    "min": folded(min, lambda a: -greatest([-b for b in a])),
    "pi": lambda: arb.pi(),
    "exp": real(lambda a: a.exp()),
    "log": logarithm,
    "sqrt": root,
    "floor": floored,
    "ceil": lambda a: -floored(-a),
    "binomial": binomial,
    "len": lambda v: Fraction(len(v)),
    "total": lambda v: Fraction(sum(v)),
    "at": at,
    "d": half_l1,
    "hellinger": lambda p, q: hellinger(min(p, q), max(p, q)),
    "H": distance,
    "LS": local,
    "GS": global_sensitivity,
    "S": lambda prior, x, gamma: smooth("S", prior, x, gamma),
    "Sexp": lambda prior, x, beta: smooth("Sexp", prior, x, beta),
    "C": multiplicity,
    "hamming": apart,
}
VECTORS = {
    "vec": lambda *a: tuple(map(entry, a)),
    "plus": summed,
    "same": lambda v, w: v == w,
    "adjacent": adjacent,
    "inserted": put_in,
    "true": lambda: True,
}


def given(domain, x):
    """A value as an assignment has it, which has to lie in its domain."""
    if domain[0] in ("int", "rational"):
        q = Fraction(x)
        low, high = (None if b is None else Fraction(b) for b in domain[1:3])
        ends = domain[3] if domain[0] == "rational" else "[]"
        assert domain[0] == "rational" or q.denominator == 1
        assert low is None or q > low or (q == low and ends[0] == "[")
        assert high is None or q < high or (q == high and ends[1] == "]")
        return q
    v = tuple(Fraction(a) for a in x)
    if domain[0] == "prior":
        assert min(v) > 0
        assert len(v) == (domain[1] if len(domain) > 1 else len(v)) >= 2
        return v
    assert all(a.denominator == 1 and a >= 0 for a in v)
    return tuple(int(a) for a in v)


def truth(formula, assignment):
    """(whether the hypotheses are true, whether the conclusion is) at an assignment."""
    with ctx.workprec(BITS):
        env = {name: given(domain, assignment[name]) for name, domain in formula["variables"]}
        assert set(env) == set(assignment)
        for name, domain in formula["variables"]:
            if domain[0] == "dataset":
                assert (len(env[name]), sum(env[name])) == (len(env["prior"]), env["n"])
        truths = [condition(h, env) for h in formula["hypotheses"]]
        met = False if False in truths else None if None in truths else True
        return met, condition(formula["conclusion"], env) if met else None


def forget():
    """Empty what is remembered and no longer needed."""
    MEMORY.clear()
