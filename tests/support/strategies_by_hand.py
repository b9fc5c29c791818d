"""Every deterministic adversary of a small program, one by one: each makes an ordinary program.

`written(seed)` is a random program of two or three rounds that chooses and shows.  An adversary is
a table from what was seen to the place of an option; `adversaries` finds all tables by playing:
whatever is asked for and is not in the table yet is tried with each option.
"""

from fractions import Fraction
from itertools import product
from random import Random

import dpbi

SHARES = [Fraction(a, b) for b in (2, 3, 4, 5) for a in range(1, b)]


class NotInTable(BaseException):
    """What was seen when a table had no answer, and how many options there are."""

    def __init__(self, seen, count):
        super().__init__(seen)
        self.seen, self.count = seen, count


class Table:
    """A generator that draws, with an adversary's table in place of `choose` and `show`."""

    def __init__(self, rng, picks):
        self.rng, self.picks, self.seen = rng, picks, []

    def __getattr__(self, name):
        return getattr(self.rng, name)

    def choose(self, options):
        seen = tuple(self.seen)
        if seen not in self.picks:
            raise NotInTable(seen, len(options))
        self.seen.append(("chose", self.picks[seen]))
        return options[self.picks[seen]]

    def show(self, value):
        value = int(value)
        self.seen.append(("saw", value))
        return value


def against(function, picks):
    """The program against one adversary: its outputs are what that one sees."""

    def played(x, rng):
        table = Table(rng, picks)
        returned = function(x, table)
        return (*table.seen, ("returned", "nothing" if returned is None else returned))

    return played


class Drawn:
    """A generator whose draws are a list, for going through all of them; noises are cut off."""

    def __init__(self, draws):
        self.draws, self.asked = list(draws), None

    def _next(self, count):
        if not self.draws:
            self.asked = count
            raise StopIteration
        return self.draws.pop(0)

    def bernoulli(self, p):
        return bool(self._next(2))

    def choice(self, options, weights=None):
        return options[self._next(len(options))]

    def discrete_laplace(self, scale):
        return self._next(9) - 4

    def geometric(self, scale):
        return self._next(5)


def holes(function, xs, picks):
    """What some run of the program asks that the table does not say; None where nothing is."""
    for x in xs:
        waiting = [()]
        while waiting:
            draws = waiting.pop()
            rng = Drawn(draws)
            try:
                against(function, picks)(x, rng)
            except StopIteration:
                waiting += [(*draws, n) for n in range(rng.asked)]
            except NotInTable as hole:
                return hole.seen, hole.count
    return None


def adversaries(function, xs, most):
    """All tables; None where there are more than `most`."""
    found, waiting = [], [{}]
    while waiting:
        picks = waiting.pop()
        hole = holes(function, xs, picks)
        if hole is None:
            found.append(picks)
        else:
            seen, count = hole
            waiting += [{**picks, seen: n} for n in range(count)]
        if len(found) + len(waiting) > most:
            return None
    return found


def written(seed, datasets=(0, 1)):
    """A random program, without noises that are unbounded in one of two cases."""
    r = Random(seed)
    noisy = r.random() < 0.25
    rounds = r.choice([2, 2, 3])
    shares = {
        (n, i, x, h): r.choice(SHARES)
        for n, i, x, h in product(range(3), range(3), datasets, (0, 1))
    }
    bars = {(n, i, x): r.randrange(-1, 2) for n, i, x in product(range(3), range(3), datasets)}
    ends = [r.choice(["go on", "break if shown", "break if hidden"]) for _ in range(3)]
    hidden_first = r.random() < 0.5
    returns = r.choice(["nothing", "nothing", "hidden", "a coin"])
    offered = [r.choice([2, 2, 3]) for _ in range(3)]
    shown_decides = r.random() < 0.3
    shows = [r.random() < 0.85 for _ in range(3)]
    scale = r.choice([1, 2])

    def program(x, rng):
        state = int(rng.bernoulli(shares[0, 0, x, 0])) if hidden_first else 0
        level = rng.discrete_laplace(scale) if noisy else 0
        last = 0
        for n in range(rounds):
            count = 2 + last if shown_decides else offered[n]
            i = rng.choose(list(range(count)))
            if noisy:
                bit = bool(level + rng.geometric(1) >= bars[n, i, x])
            else:
                bit = rng.bernoulli(shares[n, i, x, state])
            if shows[n]:
                last = int(rng.show(int(bit)))
            else:
                state = int(bit) if hidden_first else state
            if ends[n] == "break if shown" and shows[n] and last:
                break
            if ends[n] == "break if hidden" and state:
                break
        if returns == "hidden":
            return state
        if returns == "a coin":
            return int(rng.bernoulli(shares[1, 1, x, state]))
        return None

    return program


def made(function, datasets=(0, 1), **more):
    """The program as a mechanism."""
    return dpbi.program(datasets=datasets, neighbours="all", **more)(function)
