"""Random programs with adversaries, loops and infinite noise, against runs that are listed.

    python tests/support/asking_fuzz.py 1000 [first seed [seconds]] [cut]

With `cut` a program may walk a few of its paths only: what dpbi says then must hold what the runs
come to, and all that dpbi says of the same program when it walks all.

All runs are gone through, the draws of each by their probabilities, with each option of each
choice; noises have values up to 14 scales.  A run that has become less likely than LEAST is not
gone on with.  What is so left out bounds what is missed: of each mass, and of delta, which is the
largest over adversaries by its definition, from the ends of the transcripts backwards.
"""

import math
import random
import sys
from fractions import Fraction

from grid_fuzz import fuzzed, in_time, values

import dpbi
from dpbi.errors import BadMechanism, Disagreement, DpbiError
from dpbi.fields import Balls
from dpbi.laws.interactive import Interactive
from dpbi.laws.transcripts import Chose
from dpbi.programs import program

LEAST, ROUNDING, SCALES, MOST_RUNS = 1e-10, 1e-11, 14, 40_000
EPSILONS = ("0", "1/2", "2")
ORDERS, NEAR = (Fraction(0), Fraction(1, 3), Fraction(1), Fraction(3, 2), Fraction(2)), 1e-8
PATIENCE = 2.0


class Draws(Exception):
    """What a run asks for beyond what it was handed: values with their probabilities."""


class Played:
    """A generator that hands out what it was given, and writes down what is seen."""

    def __init__(self, given):
        self.given, self.place, self.seen = given, 0, []

    def _next(self, law):
        if self.place == len(self.given):
            raise Draws(law)
        self.place += 1
        return self.given[self.place - 1]

    def bernoulli(self, p):
        return self._next({True: float(Fraction(p)), False: 1 - float(Fraction(p))})

    def integer(self, n):
        return self._next(dict.fromkeys(range(n), 1 / n))

    def discrete_laplace(self, scale):
        return self._next(values("discrete_laplace", scale, SCALES))

    def geometric(self, scale):
        return self._next(values("geometric", scale, SCALES))

    def show(self, value):
        self.seen.append(("saw", value))
        return value

    def choose(self, options):
        picked = self._next(dict.fromkeys(range(len(options)), 1.0))
        self.seen.append(("chose", picked))
        return options[picked]


def played(function, x):
    """{transcript: its probability given the choices}, and what is left out at the most.

    None where there are too many runs.
    """
    found, left, waiting = {}, 0.0, [(1.0, ())]
    for _ in range(MOST_RUNS):
        if not waiting:
            return found, left * MORE_CHOICES
        weight, given = waiting.pop()
        rng = Played(given)
        try:
            returned = function(x, rng)
        except Draws as asked:
            left += weight * max(0.0, 1 - sum(asked.args[0].values()))
            for value, p in asked.args[0].items():
                if weight * p < LEAST:
                    left += weight * p
                else:
                    waiting.append((weight * p, (*given, value)))
        else:
            key = (*rng.seen, ("returned", returned))
            found[key] = found.get(key, 0.0) + weight
    return None


MORE_CHOICES = 27
"""The adversaries of what a run may still come to: three choices of three options at most."""


class Asking:
    """The source of a random program."""

    def __init__(self, seed):
        self.random, self.lines = random.Random(seed), []

    def pick(self, *several):
        return self.random.choice(several)

    def chance(self, p):
        return self.random.random() < p

    def say(self, depth, text):
        self.lines.append("    " * depth + text)

    def source(self):
        self.say(0, "def f(x, rng):")
        first = self.chance(0.1)  # a noise that is in use, so that no runs are merged
        if first:
            self.say(1, f"t = {self.noise()}")
        self.say(1, "s, n, last = 0, 0, 0")
        if first or self.chance(0.6):
            self.loop(1)
        if not first:
            self.say(1, f"t = {self.noise()}")
        rounds = self.pick(1, 2, 2)
        self.say(1, self.pick(f"for _ in range({rounds}):", f"while n < {rounds}:"))
        self.say(2, "n += 1")
        options = self.pick("[0, 1]", "[0, 1]", "[0, 1, 2]", "list(range(2 + last))")
        self.say(2, f"i = rng.choose({options})" if self.chance(0.9) else "i = 1")
        if (
            rounds == 1
            and self.chance(0.3)
            and not self.lines[-3].startswith("    t = rng.d")
            and self.chance(0.6)
        ):
            self.loop(2)
        self.say(2, f"v = {self.number()} + {self.fresh()}")
        if self.chance(0.8):
            shown = f"v {self.pick('>', '>=', '<', '==')} {self.bar()}"
            shown = self.pick(f"int({shown})", f"int({shown})", "max(0, min(1, v))")
            self.say(2, f"last = rng.show({shown})")
        else:
            self.say(2, f"s = (s + int(v > {self.bar()})) % 2")
        if self.chance(0.5):
            self.say(2, f"if {self.pick('last', 's', 'last == i', 't > 1')}: break")
        if self.chance(0.2):
            self.loop(1)
        returned = self.pick("None", "None", "s", "int(t > x)", "n")
        self.say(1, f"return {returned}")
        return "\n".join(self.lines) + "\n"

    def noise(self):
        law = self.pick("discrete_laplace", "discrete_laplace", "geometric")
        scale = self.pick('"1/2"', '"1/3"')
        return self.pick(f"rng.{law}({scale})", "rng.integer(3)", "0")

    def fresh(self):
        coin = 'rng.bernoulli("1/3")'
        return self.pick("0", 'rng.geometric("1/3")', 'rng.discrete_laplace("1/3")', coin)

    def number(self):
        return self.pick("t", "t", "i * x", "t + x", "t + i * x", "s - t", "2 * t - x")

    def bar(self):
        return self.pick("0", "1", "i", "x", "i * x", "s")

    def loop(self, depth):
        """A loop that ends with probability 1."""
        sort = self.random.random()
        if sort < 0.4:
            self.say(depth, f'while rng.bernoulli("{self.pick("1/3", "1/2")}"):')
            self.say(depth + 1, self.pick("s = (s + 1) % 2", "s = 1", "n = n + 0"))
        elif sort < 0.7:
            self.say(depth, "u = rng.integer(3)")
            self.say(depth, "while u == 2:")
            self.say(depth + 1, "u = rng.integer(3)")
            self.say(depth, "s = u")
        else:
            self.say(depth, f"for j in range({self.pick(2, 3)}):")
            self.say(depth + 1, f'if rng.bernoulli("1/3"): {self.pick("break", "s = 1 - s")}')


def written(seed):
    """A random program, and its source."""
    source = Asking(seed).source()
    names = {"__name__": "asking_program"}
    exec(compile(source, f"<asking {seed}>", "exec"), names)  # noqa: S102
    return names["f"], source


def asked(made):
    """What dpbi says."""
    try:
        laws = [made.law(x) for x in (0, 1)]
        return "", (laws, dpbi.privacy_profile(made, EPSILONS), dpbi.privacy_loss(made))
    except (BadMechanism, Disagreement):  # no refusals
        raise
    except (DpbiError, TimeoutError) as why:
        return "refused" if "TimeoutError" not in repr(why) else "not waited for", None


def misses(seed, patience=PATIENCE):
    """How a random program went, and what of it contradicts."""
    function, source = written(seed)
    made = program(datasets=(0, 1), neighbours="all")(function)
    truth = [played(function, x) for x in (0, 1)]
    if None in truth:
        return "too many runs", []
    kind, answers = in_time(patience, asked, made)
    if answers is None:
        return kind, []
    laws, profile, loss = answers
    wrong = [w for law, true in zip(laws, truth, strict=True) for w in wrong_masses(law, *true)]
    wrong += wrong_deltas(profile, truth) + wrong_loss(loss, laws, truth)
    wrong += wrong_moments(made, truth)
    kind = ("asks" if "choose" in source else "shows") + (", loops" if "while" in source else "")
    return kind, [source, *wrong] * bool(wrong)


def seen(output):
    """A transcript as it is played; a plain output is only returned."""
    events = getattr(output, "events", None)
    if events is None:
        return (("returned", getattr(output, "value", output)),)
    told = [
        ("chose", e.number) if isinstance(e, Chose) else ("saw", getattr(e.value, "value", e.value))
        for e in events
    ]
    return (*told, ("returned", getattr(output.returned, "value", output.returned)))


def wrong_masses(law, found, left):
    """Transcripts whose probability contradicts."""
    wrong, listed = [], {}
    for r, p in law.items():
        lo, hi = listed.get(seen(r), (0.0, 0.0))
        listed[seen(r)] = lo + float(p.lo), hi + float(p.hi)
    rest = getattr(law, "left", None)
    more = 0.0 if rest is None else float(rest.hi) * MORE_CHOICES
    for r in {*listed, *found}:
        true, (lo, hi) = found.get(r, 0.0), listed.get(r, (0.0, 0.0))
        if not (true - ROUNDING <= hi + more and lo <= true + left + ROUNDING):
            wrong.append((r, lo, hi, true, left))
    return wrong


def best(p, q, term, n=0):
    """The largest sum of a term of p and q over adversaries, of transcripts alike up to step n."""
    total, options, others = 0.0, {}, {}
    for key in p:
        if len(key) == n:
            total += term(p[key], q.get(key, 0.0))
        else:
            group = options if key[n][0] == "chose" else others
            group.setdefault(key[n], {})[key] = p[key]
    total += sum(best(part, q, term, n + 1) for part in others.values())
    return total + max((best(part, q, term, n + 1) for part in options.values()), default=0.0)


def wrong_deltas(profile, truth):
    """Deltas that contradict the largest over all adversaries."""
    wrong = []
    for epsilon, said in zip(EPSILONS, profile, strict=True):
        factor = math.exp(Fraction(epsilon))

        def excess(p, q, factor=factor):
            return max(0.0, p - factor * q)

        most = max(best(p, q, excess) for (p, _), (q, _) in (truth, truth[::-1]))
        slack = max(left for _, left in truth) * (1 + factor) + ROUNDING
        if not (float(said.lo) <= most + slack and most - slack <= float(said.hi)):
            wrong.append(("delta", epsilon, float(said.lo), float(said.hi), most, slack))
    return wrong


def divergence(p, q, a):
    """The largest D_a over adversaries."""

    def term(v, w):
        if not w:
            return 0.0 if a < 1 else math.inf
        return v * math.log(v / w) if a == 1 else math.copysign(v**a * w ** (1 - a), a - 1)

    found = best(p, q, term)
    if a == 1 or not found:
        return found if a == 1 else math.inf
    return math.log(abs(found)) / (a - 1)


def wrong_moments(made, truth):
    """Renyi divergences that contradict the largest over all adversaries, where no run is left."""
    wrong, ((p, less), (q, left)) = [], truth
    for a in ORDERS if less == left == 0.0 else ():
        said, most = dpbi.renyi_divergence(made, a), max(divergence(p, q, a), divergence(q, p, a))
        ends = float(said.lo) - NEAR, float(said.hi) + NEAR
        if not ends[0] <= most <= ends[1]:
            wrong.append(("D", a, ends, most))
    return wrong


def wrong_loss(loss, laws, truth):
    """A loss that some transcript exceeds, or that none comes to."""
    low, high = 0.0, 0.0
    for (p, more), (q, left) in (truth, truth[::-1]):
        for r in {*p, *(seen(r) for law in laws for r in law)}:
            m, other = p.get(r, 0.0), q.get(r, 0.0)
            if m:
                low = max(low, math.log(m / (other + left + ROUNDING)))
            top = m + more + ROUNDING
            high = max(high, math.log(top / other) if other else math.inf)
    if not (float(loss.hi) >= low - ROUNDING and float(loss.lo) <= high + ROUNDING):
        return [("loss", float(loss.lo), float(loss.hi), low, high)]
    return []


def cut(seed):
    """A random program, whole and with a limit of paths."""
    function, source = written(seed)
    paths = random.Random(-seed).choice((1, 2, 3, 5, 8, 12, 20, 40))
    kinds = {"datasets": (0, 1), "neighbours": "all"}
    return function, f"{source}paths = {paths}", program(**kinds), program(**kinds, paths=paths)


def told(made):
    """All that is enclosed, and the laws."""
    kind, found = asked(made)
    if found is None:
        return kind, None
    laws, profile, loss = found
    moments = [dpbi.renyi_divergence(made, a) for a in (0, "1/3", "99/100", 1, 2)]
    return "", (laws, profile, loss, [*profile, loss, *moments])


def cut_misses(seed, patience=PATIENCE):
    """How a random program went that walks a few paths, and what of it contradicts."""
    function, source, whole, limited = cut(seed)
    kind, part = in_time(patience, told, limited(function))
    if part is None:
        return kind, []
    laws, profile, loss, several = part
    if not any(hasattr(law, "left") for law in laws):
        return "not cut", []
    if "choose" not in source:
        return "never asks", []
    wrong, kind = wrong_openly(limited(function)), "against runs"
    truth = [played(function, x) for x in (0, 1)]
    if None not in truth:
        for law, true in zip(laws, truth, strict=True):
            wrong += wrong_masses(law, *true)
        wrong += wrong_deltas(profile, truth) + wrong_loss(loss, laws, truth)
    _, all_of_it = in_time(patience, told, whole(function))
    if all_of_it is not None:
        kind += " and the whole"
        for less, more in zip(several, all_of_it[3], strict=True):
            if not (less.lo <= more.hi and more.lo <= less.hi):
                wrong.append((less, more))
    return kind, [source, *wrong] * bool(wrong)


def wrong_openly(made):
    """Adversaries against whom all that is known comes to more than 1."""
    m, F = made.in_form(), Balls(128)
    if isinstance(m, Interactive):
        return []
    with F.scope():
        known = [m.known(x, Fraction(1, 100), F) for x in (0, 1)]
        return [("more than 1", str(k.most)) for k in known if not k.can_be_a_law(F)]


if __name__ == "__main__":
    of = cut_misses if sys.argv[-1] == "cut" else misses
    fuzzed(of, *(text for text in sys.argv[1:] if text != "cut"))
