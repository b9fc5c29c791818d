"""The law of a sampler from its bits: what all scripts of random bits up to a length come to."""

import heapq
from fractions import Fraction
from itertools import count


class OutOfBits(Exception):
    """More bits were asked for than the script has; how many are missing."""


class Script:
    """A source whose bits are all written down; it raises where they end."""

    def __init__(self, bits=0, length=0):
        self.bits, self.left = bits, length

    def getrandbits(self, k, /):
        if k > self.left:
            raise OutOfBits(k - self.left)
        self.left -= k
        return (self.bits >> self.left) & ((1 << k) - 1)


def missing(error):
    """How many bits more a run needs, from what it raised."""
    while error is not None and not isinstance(error, OutOfBits):
        error = error.__cause__ or error.__context__
    return None if error is None else error.args[0]


def law_of_scripts(draw, runs, enough=0):
    """{output: the probability of the scripts that end with it}, and what is left over.

    The shortest scripts first, `runs` of them at most, until `enough` is left over.
    """
    found, left, ticks = {}, Fraction(1), count()
    waiting = [(0, next(ticks), 0)]
    for _ in range(runs):
        if left <= enough:
            break
        length, _, bits = heapq.heappop(waiting)
        try:
            r = draw(Script(bits, length))
        except Exception as error:
            if (more := missing(error)) is None:
                raise
            for ending in range(1 << more):
                heapq.heappush(waiting, (length + more, next(ticks), bits << more | ending))
        else:
            share = Fraction(1, 1 << length)
            found[r], left = found.get(r, 0) + share, left - share
    return found, left


def agrees(made, x, runs=4000, most_left=Fraction(1, 2)):
    """Whether all scripts of bits come to the law, but for those that have not ended."""
    found, left = law_of_scripts(lambda bits: made.sample(x, bits), runs, most_left / 16)
    law = made.law(x)
    assert found.keys() <= law.keys()
    assert left <= most_left
    wrong = {
        r: (float(e), found.get(r, 0), left)
        for r, e in law.items()
        if not (found.get(r, 0) <= e.hi and e.lo <= found.get(r, 0) + left)
    }
    assert not wrong, wrong
