"""Random programs with Gaussian and Gumbel noise against cells whose masses are proved.

    python tests/support/real_fuzz.py 1000 [first seed [seconds]]

Two sorts: trees of conditions on one or two real noises and an integer of few values, as in
`grid_fuzz.py`; and two or three noises of which each is compared with the first alone.
"""

import ast
import os
import signal
import sys
from fractions import Fraction

from cells import FAR, Cells, ball
from flint import arb, ctx
from grid_fuzz import Writer, fuzzed, walked_law

PATIENCE, WIDE = 1.0, Fraction(1, 10**9)
FINITE = ("bernoulli", "integer", "sub")


class RealWriter(Writer):
    """Trees of conditions on noises of which one is Gaussian or Gumbel."""

    of_reals = ("gaussian", "gumbel", "gaussian", "gumbel", "laplace", "exponential")
    new = of_reals[:2]

    def __init__(self, seed):
        super().__init__(seed)
        self.reals = self.pick(1, 2, 2)
        self.most = 3 if self.reals == 2 else 2

    def draw(self, real):
        if real:
            number = super().draw(True)
            if not number and self.families[0][0] not in self.new:
                self.families[0] = (self.pick(*self.new), self.families[0][1])
            return number
        self.families.append((self.pick(*FINITE), self.pick("1/2", "1/3")))
        self.known.append(len(self.families) - 1)
        return self.known[-1]


class StarWriter(RealWriter):
    """One real noise, and others of which each is compared with it alone."""

    def __init__(self, seed):
        super().__init__(seed)
        self.reals = self.most = self.pick(2, 3, 3)

    def linear(self):
        other, constant = self.pick(*self.known), Fraction(self.pick(0, 0, 1, -1, "1/2"))
        if not other or self.random.random() < 0.2:
            return ("sum", ((other, self.pick(1, 1, 2, -1)),), constant)
        return ("sum", ((other, self.pick(1, 1, 2)), (0, self.pick(-1, -1, 1, -2))), constant)

    def condition(self):
        return (self.pick(">=", ">", "<", "<="), self.linear(), self.number())

    def result(self):
        if self.random.random() < 0.7:
            return ("label", self.random.randrange(3))
        return ("pair", ("sum", ((self.pick(*self.known), 1),), Fraction(0)), self.condition())


def by_cells(body, families):
    """{output: probability} in balls."""
    reals = [i for i, (name, _) in enumerate(families) if name in RealWriter.of_reals]
    others = [i for i in range(len(families)) if i not in reals]
    found = {}
    with ctx.workprec(192):
        for given, weight in together([exact(*families[i]) for i in others]):
            fixed = dict(zip(others, given, strict=True))
            for r, p in Cells(body, families, reals, fixed).law().items():
                found[r] = found.get(r, arb(0)) + weight * p
    return found


def exact(family, parameter):
    """The values of an integer of few values, with their probabilities in balls."""
    if family == "sub":
        q = (-1 / ball(parameter)).exp()
        return {0: 1 - q, 1: (1 - q) * q, 2: q * q}
    if family == "integer":
        return dict.fromkeys(range(3), 1 / arb(3))
    return {1: ball(parameter), 0: 1 - ball(parameter)}


def together(tables):
    """(values, probability) of all of several integers."""
    if not tables:
        return [((), arb(1))]
    rest = together(tables[1:])
    return [((z, *more), p * q) for z, p in tables[0].items() for more, q in rest]


def written(seed):
    """A random program: a tree and its noises."""
    writer = (StarWriter if seed % 2 else RealWriter)(seed)
    return writer.written(), writer.families


def misses(seed):
    """How a random program went, and what of it contradicts the cells."""
    body, families = written(seed)
    kind, law = walked_law(body, families)
    if law is None:
        return kind, []
    found = by_cells(body, families)
    wrong = []
    with ctx.workprec(192):
        beyond = arb(0, 4 * (-arb(FAR)).exp())
        for r in {*law, *found}:
            true = found.get(r, beyond)
            lo, hi = (law[r].lo, law[r].hi) if r in law else (Fraction(0), Fraction(0))
            if true < ball(lo) or true > ball(hi) or hi - lo > WIDE:
                wrong.append(str((r, lo, hi, true)))
    names = {name for name, _ in families} & {"gaussian", "gumbel"}
    kind = f"{'star' if seed % 2 else 'tree'} of {' and '.join(sorted(names)) or 'others'}"
    return kind, [str(body), families, *wrong] * bool(wrong)


def in_a_child(seed, patience=PATIENCE):
    """The same in a process that the system ends: an integral cannot be left by an exception."""
    here, there = os.pipe()
    child = os.fork()
    if not child:
        os.close(here)
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_VIRTUAL, patience)
        with os.fdopen(there, "w") as out:
            out.write(repr(misses(seed)))
        os._exit(0)
    os.close(there)
    with os.fdopen(here) as told:
        said = told.read()
    return (
        ("failed", [seed])
        if os.waitpid(child, 0)[1] not in (0, signal.SIGVTALRM)
        else (ast.literal_eval(said) if said else ("not waited for", []))
    )


if __name__ == "__main__":
    fuzzed(in_a_child, *sys.argv[1:])
