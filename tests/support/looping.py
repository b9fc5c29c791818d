"""Random programs with loops, and their laws by going through all draws, the likeliest first."""

import heapq
import random
from fractions import Fraction
from itertools import count


class Draws(Exception):
    """A draw for which a run has no value yet: its values and their probabilities."""


class Scripted:
    """A generator that hands out the values it was given."""

    def __init__(self, given):
        self.given, self.place = given, 0

    def _next(self, law):
        if self.place == len(self.given):
            raise Draws(law)
        self.place += 1
        return self.given[self.place - 1]

    def bernoulli(self, p):
        return self._next({True: Fraction(p), False: 1 - Fraction(p)})

    def integer(self, n):
        return self._next(dict.fromkeys(range(n), Fraction(1, n)))


def enumerated(function, x, runs):
    """{output: the probability of the runs that end with it}, exactly, and what is left."""
    found, left, ticks = {}, Fraction(1), count()
    waiting = [(Fraction(-1), next(ticks), ())]
    while waiting and runs:
        weight, _, given = heapq.heappop(waiting)
        runs -= 1
        try:
            r = function(x, Scripted(given))
            found[r] = found.get(r, 0) - weight
            left += weight
        except Draws as asked:
            for value, p in asked.args[0].items():
                if p:
                    heapq.heappush(waiting, (weight * p, next(ticks), (*given, value)))
    return found, left


NUMBERS, LISTS = "abc", "lm"


class Looping:
    """The source of a random program: a function, and a helper that it calls."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.loops = 0

    def source(self):
        self.say(0, f"TABLE = [{self.number()}]")
        self.say(0, "def helper(a, l, rng):")
        self.say(1, "b, c, m = 0, 1, l" if self.chance(0.3) else "b, c, m = 0, 1, [a]")
        self.block(1, 2, helper=True)
        self.say(1, f"return {self.expression()} % 3")
        self.say(0, "def f(x, rng):")
        self.say(1, "TABLE[:] = [1]")
        self.say(1, "a, b, c, l = x, 0, 1, [x]")
        self.say(1, "m = l" if self.chance(0.4) else "m = []")
        if self.chance(0.25):
            self.say(1, "def bump(n):")
            self.say(2, "nonlocal a")
            self.say(2, "a = (a + n) % 3")
            self.closure = True
        else:
            self.closure = False
        for _ in range(self.random.choice((1, 2))):
            self.loop(1, 0)
        self.say(1, f"return {self.result()}")
        return "\n".join(self.lines) + "\n"

    def say(self, depth, text):
        self.lines.append("    " * depth + text)

    def chance(self, p):
        return self.random.random() < p

    def pick(self, several):
        return self.random.choice(several)

    def number(self):
        return self.pick("0123")

    def draw(self):
        return self.pick(
            ('rng.bernoulli("1/2")', 'rng.bernoulli("1/3")', "rng.integer(2)", "rng.integer(3)")
        )

    def expression(self):
        sort = self.random.random()
        if sort < 0.3:
            return self.pick(NUMBERS)
        if sort < 0.5:
            return f"({self.pick(NUMBERS)} + {self.draw()})"
        if sort < 0.6:
            return f"len({self.pick(LISTS)})"
        if sort < 0.7:
            return f"sum({self.pick(LISTS)})"
        if sort < 0.75:
            return "TABLE[0]"
        if sort < 0.8:
            return f"sum(map(lambda n: rng.integer(2) + n, ({self.number()}, 1)))"
        return f"({self.pick(NUMBERS)} + {self.number()})"

    def condition(self):
        sort = self.random.random()
        if sort < 0.5:
            return self.draw()
        if sort < 0.6:
            return f"{self.pick(LISTS)} is {self.pick(LISTS)}"
        return f"{self.expression()} {self.pick(('<', '==', '>'))} {self.number()}"

    def block(self, depth, nested, *, helper=False):
        for _ in range(self.random.choice((1, 2, 3))):
            self.statement(depth, nested, helper=helper)

    def statement(self, depth, nested, *, helper=False):
        sort = self.random.random()
        if sort < 0.35:
            self.say(depth, f"{self.pick(NUMBERS)} = {self.expression()} % {self.pick('23')}")
        elif sort < 0.43:
            name = self.pick(LISTS)
            self.say(depth, f"{name}.append({self.pick(NUMBERS)}); del {name}[:-2]")
        elif sort < 0.48:
            self.say(depth, f"{self.pick(LISTS)} = {self.pick((*LISTS, '[a]', '[]'))}")
        elif sort < 0.51:
            self.say(depth, f"TABLE[0] = {self.expression()} % 3")
        elif sort < 0.6 and not helper:
            name = self.pick(NUMBERS)
            call = f"helper({self.pick(NUMBERS)}, {self.pick(LISTS)}, rng)"
            self.say(depth, self.pick((f"{name} = {call}", f"{name} = ({name} + {call}) % 3")))
        elif sort < 0.65 and not helper and self.closure:
            self.say(depth, f"bump({self.pick((*NUMBERS, self.draw()))})")
        elif sort < 0.8 and nested < 3:
            self.say(depth, f"if {self.condition()}:")
            self.block(depth + 1, nested + 1, helper=helper)
            if self.chance(0.3):
                self.say(depth, "else:")
                self.block(depth + 1, nested + 1, helper=helper)
        elif sort < 0.92 and self.loops < 3:
            self.loop(depth, nested, helper=helper)
        elif helper:
            self.say(depth, f"if {self.draw()}: return {self.pick(NUMBERS)} % 3")
        else:
            self.say(depth, f"if {self.draw()}: return {self.result()}")

    def loop(self, depth, nested, *, helper=False):
        """A loop that ends with probability 1, or one of few rounds."""
        self.loops += 1
        sort = self.random.random()
        if sort < 0.3:
            self.say(depth, f"while {self.draw()}:")
        elif sort < 0.55:
            self.say(depth, "while True:")
            self.say(depth + 1, f"if {self.draw()}: break")
        else:
            self.say(depth, f"for {self.pick(('a', 'c', 'n'))} in {self.iterable()}:")
        self.block(depth + 1, nested + 1, helper=helper)
        if self.chance(0.2):
            self.say(depth + 1, f"if {self.draw()}: {self.pick(('continue', 'break'))}")
            self.statement(depth + 1, 3, helper=helper)

    def iterable(self):
        sort = self.random.random()
        if sort < 0.3:
            return f"range({self.pick('23')})"
        if sort < 0.45:
            return "range(b % 2 + 1)"
        if sort < 0.6:
            return f"list({self.pick(LISTS)})"
        if sort < 0.7:
            return f"({self.number()}, {self.number()}, b)"
        if sort < 0.8:
            return "reversed(range(c % 3))"
        return self.pick(("[1, 2]", "map(abs, (1, 2))", "range(len(l))", "(2, 0, 1)"))

    def result(self):
        several = ", ".join(
            self.pick((*NUMBERS, *(f"sum({name})" for name in LISTS))) for _ in "12"
        )
        return self.pick((f"({several})", f"(a, b, c, tuple({self.pick(LISTS)}), l is m)"))


def written(seed):
    """A random program, and its source."""
    source = Looping(seed).source()
    names = {"__name__": "looping_program"}
    exec(compile(source, f"<looping {seed}>", "exec"), names)  # noqa: S102
    return names["f"], source
