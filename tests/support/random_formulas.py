"""Random formulas of the language, small and often just outside it, with random assignments.

python tests/support/random_formulas.py 100000 [SEED]   compares the kernel and two evaluators
"""

import json
import random
import sys
from collections import Counter

import ledger_evaluator

from dpbi import kernel
from dpbi.errors import DpbiError
from dpbi.language import Formula
from dpbi.language.expr import parse
from dpbi.language.formula import free
from dpbi.language.signatures import OPERATIONS
from dpbi.ledger.deciding import assignment
from dpbi.ledger.evaluate import truth_at

PRIORS = [["1", "1"], ["1/2", "3/2"], ["1/3", "2"], ["1", "1", "1"], ["2", "1/2", "5/7"]]
NUMBERS = ["0", "1", "2", "3", "-1", "1/2", "-2/3", "7/5"]
MECHANISMS = [
    ("ehd", "gs", ("printed", "true", "number")),
    ("ehdl", "", ()),
    *((name, "gamma", ("number",)) for name in ("ehds", "ehds-4s", "mh", "mh-s")),
    *((name, "beta", ("number",)) for name in ("mh-exp", "mh-s-exp")),
    ("laplace", "sensitivity", ("defined", "dimension")),
    *((name, "", ()) for name in ("laplace-improved", "lshist", "lsdim", "lszhang-rest")),
    *((name, "", ()) for name in ("lszhang-all", "lszhang-theorem")),
    *((name, "noise", ("fresh",)) for name in ("lshist", "lsdim")),
]
KINDS = ["num", "var", "len", "add", "mul", "sub", "div", "neg", "pow", "exp", "log", "sqrt", "abs"]
KINDS += ["min", "max", "floor", "ceil", "binomial", "at", "total", "d", "hellinger", "H", "H"]
KINDS += ["LS", "GS", "S", "Sexp", "C", "P", "P", "P", "delta", "sum", "maxof", "minof", "count"]
KINDS += ["sumif", "prod", "maxif", "minif", "hamming"]
VARIABLES = [
    ["n", ["int", 0, 4]],
    ["prior", ["prior"]],
    ["x", ["dataset"]],
    ["y", ["dataset"]],
    ["r", ["vector"]],
    ["eps", ["rational", None, None, "()"]],
    ["g", ["rational", None, None, "()"]],
]


class Formulas:
    """Grows formulas and assignments from one source of chance."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.names = {"N": ["n", "eps", "g"], "X": ["x", "y"], "V": ["x", "y", "r", "prior"]}

    def example(self):
        """A formula and an assignment of its variables."""
        pick = self.draw.choice
        prior, n = pick(PRIORS), pick([1, 1, 2, 2, 3, 0])
        if len(prior) == 3:
            n = min(n, 2)
        given = {"prior": prior, "n": n, "eps": pick(["1", "1/2", "4", "0", "-1"])}
        given |= {"g": pick(["0", "1", "1/3", "1", "-3"]), "r": self.counts(pick([n, n, 3]), prior)}
        given |= {"x": self.counts(n, prior), "y": self.counts(n, prior)}
        formula = {"quantifier": "forall", "variables": VARIABLES, "hypotheses": []}
        return {**formula, "conclusion": self.condition(2)}, given

    def counts(self, n, prior):
        v = [0] * len(prior)
        for _ in range(n):
            v[self.draw.randrange(len(v))] += 1
        return v

    def condition(self, depth):
        kinds = ["compare"] * 6 + ["loss", "same", "adjacent", "inserted"]
        kinds += ["and", "or", "not", "implies", "forall", "exists"] * (depth > 0)
        kind, down = self.draw.choice(kinds), depth - 1
        if kind == "compare":
            head = self.draw.choice(["lt", "le", "eq"])
            a, b = self.number(depth + 1), self.number(depth)
            return [head, a, b] if self.draw.random() < 0.9 else [head, a, a]
        if kind == "loss":
            sides = [["loss", *self.mechanism(), self.prior(), *self.eps_n()], self.number(0)]
            self.draw.shuffle(sides)
            return [self.draw.choice(["lt", "le", "eq"]), *sides]
        if kind in ("same", "inserted"):
            return [kind, self.vector(), self.vector()]
        if kind == "adjacent":
            return ["adjacent", self.dataset(), self.dataset()]
        if kind in ("forall", "exists"):
            return self.bound(kind, lambda: [self.condition(down)])
        count = {"not": 1, "implies": 2}.get(kind, 2)
        return [kind, *(self.condition(down) for _ in range(count))]

    def number(self, depth):
        draw = self.draw
        leaf = ["num", draw.choice(NUMBERS)]
        if depth <= 0:
            return draw.choice([leaf, ["var", draw.choice(self.names["N"])], ["pi"]])
        down = depth - 1
        kind = draw.choice(KINDS)
        if kind in ("num", "var"):
            return self.number(0)
        if kind in ("add", "mul", "sub", "div", "min", "max"):
            return [kind, self.number(down), self.number(down)]
        if kind in ("neg", "exp", "log", "sqrt", "abs", "floor", "ceil"):
            return [kind, self.number(down)]
        if kind == "pow":
            return [kind, self.number(down), ["num", draw.choice(["-2", "-1", "0", "1", "2", "3"])]]
        if kind == "binomial":
            return [kind, self.number(0), self.number(0)]
        if kind == "at":
            return [kind, self.vector(), ["num", draw.choice(["0", "1", "1", "2", "-1"])]]
        if kind in ("len", "total"):
            return [kind, self.vector()]
        if kind in ("d", "hellinger", "hamming"):
            return [kind, self.vector(), self.vector()]
        if kind in ("H", "C"):
            return [kind, self.prior(), self.dataset(), self.dataset()]
        if kind == "LS":
            return [kind, self.prior(), self.dataset()]
        if kind == "GS":
            return [kind, self.prior(), ["var", "n"]]
        if kind in ("S", "Sexp"):
            return [kind, self.prior(), self.dataset(), self.number(0)]
        if kind == "P":
            return [kind, *self.mechanism(), *self.prior_eps(), self.dataset(), self.vector()]
        if kind == "delta":
            sets = [self.dataset(), self.dataset(), self.number(0)]
            return [kind, *self.mechanism(), *self.prior_eps(), *sets]
        if kind == "count":
            return self.bound(kind, lambda: [self.condition(0)])
        if kind in ("sumif", "maxif", "minif"):
            return self.bound(kind, lambda: [self.condition(0), self.number(0)])
        return self.bound(kind, lambda: [self.number(down)])

    def bound(self, kind, rest):
        """A binder over a set, whose name may hide a variable."""
        draw = self.draw
        n, k = ["var", "n"], ["len", ["var", "prior"]]
        s = draw.choice(["range", "datasets", "neighbours", "outputs", "list", "grid", "upto"])
        elements = {
            "range": lambda: ["range", ["num", draw.choice(["0", "1", "3"])], n],
            "datasets": lambda: ["datasets", n, k],
            "neighbours": lambda: ["neighbours", self.dataset()],
            "outputs": lambda: ["outputs", *self.mechanism(), n, k],
            "list": lambda: ["list", *(self.number(0) for _ in range(2))],
            "grid": lambda: ["grid", ["range", ["num", "0"], ["num", "1"]], n],
            "upto": lambda: ["upto", ["list", *(self.number(0) for _ in range(2))], n],
        }[s]()
        numbers = s in ("range", "list")
        name = draw.choice(["i", "g", "eps"] if numbers else ["z", "x", "y"])
        usual = {key: list(found) for key, found in self.names.items()}
        for key in ("N",) if numbers else ("X", "V"):
            self.names[key].append(name)
        found = [kind, name, elements, *rest()]
        self.names = usual
        return found

    def mechanism(self):
        name, option, values = self.draw.choice(MECHANISMS)
        if not values:
            return [name, {}]
        value = self.draw.choice(values)
        return [name, {option: self.number(0) if value == "number" else value}]

    def prior(self):
        return ["var", "prior"]

    def prior_eps(self):
        return [self.prior(), self.draw.choice([["var", "eps"], ["var", "eps"], self.number(0)])]

    def eps_n(self):
        return [["var", "eps"], ["var", "n"]]

    def dataset(self):
        return ["var", self.draw.choice(self.names["X"])]

    def vector(self):
        kind = self.draw.choice(["var"] * 6 + ["plus", "vec"])
        if kind == "plus":
            return ["plus", *(["var", self.draw.choice(self.names["V"])] for _ in range(2))]
        if kind == "vec":
            return ["vec", self.number(0), self.number(0)]
        return ["var", self.draw.choice(self.names["V"])]


SORTS = {"prior": "V", "x": "V", "y": "V", "r": "V", "z": "V"}  # the other names are numbers


def numeric(e, path=()):
    """The places of all expressions within one that are numbers; of what a loss takes, none."""
    if not isinstance(e, list) or e[0] == "loss":
        return
    if OPERATIONS[e[0]].gives == "N" and e[0] not in ("num", "var"):
        yield path
    for i, part in enumerate(e[1:], 1):
        yield from numeric(part, (*path, i))


def with_a_definition(formula, draw):
    """The same formula with one number in it called by a name: what it speaks of, as parameters."""
    places = list(numeric(formula["conclusion"]))
    if not places:
        return formula
    path, changed = draw.choice(places), json.loads(json.dumps(formula))
    e = changed["conclusion"]
    for i in path[:-1]:
        e = e[i]
    value = e[path[-1]]
    names = sorted(free(parse(value)))
    e[path[-1]] = ["defined", "f", *(["var", name] for name in names)]
    parameters = [[name, SORTS.get(name, "N")] for name in names]
    f = {"name": "f", "parameters": parameters, "given": ["true"], "value": value}
    return {**changed, "definitions": [{**f, "place": "", "says": ""}]}


def of_the_kernel(formula, given):
    certificate = {"schema": 1, "claim": "a", "reading": "b", "assignment": given}
    ledger = {"schema": 1, "readings": {"a/b": formula}}
    for truth in (True, False):
        try:
            kernel.check({**certificate, "says": f"conclusion {str(truth).lower()}"}, ledger)
        except kernel.Rejected as why:
            if "undecided" in str(why):
                return None
            if str(why) != f"The conclusion is {str(not truth).lower()}.":
                raise
        else:
            return truth
    raise AssertionError("neither true nor false nor undecided")


def of_dpbi(formula, given):
    try:
        return truth_at(Formula.parse(formula), assignment(given))[1]
    except (DpbiError, ValueError, ArithmeticError, TypeError, IndexError, AssertionError):
        return None  # it guards less than the kernel does, as it decides readings only


def compared(seed):
    """(kernel, dpbi's evaluator, the evaluator of the tests) on one formula, and what it was."""
    formula, given = Formulas(seed).example()
    ledger_evaluator.forget()
    third = ledger_evaluator.truth(formula, given)[1]
    named = with_a_definition(formula, random.Random(seed))
    seen = of_the_kernel(formula, given), of_dpbi(formula, given), third
    return (*seen, of_the_kernel(named, given), of_dpbi(named, given)), (formula, given, named)


def disagreement(seen):
    """Whether two that answer differ, or one answers where there is nothing to say."""
    return len({a for a in seen if a is not None}) > 1 or (seen[2] is None and any_answer(seen))


def any_answer(seen):
    return any(a is not None for a in seen)


def main(count, seed=0):
    """Compare on many formulas; print those on which something differs."""
    counts, bad = Counter(), 0
    for i in range(seed, seed + count):
        seen, example = compared(i)
        counts[seen] += 1
        if disagreement(seen):
            bad += 1
            sys.stdout.write(f"{i} {seen} {json.dumps(example)}\n")
    sys.stdout.write(f"{dict(counts)}\n{count} formulas, {bad} disagreements\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
