"""A small ledger, with certificates of true and of false instances of every reading."""

import re
from functools import cache

from kernels import num, reading, var

from dpbi.kernel import Rejected, check

PRIOR, N, X, Y, R, EPS, G = map(var, ("prior", "n", "x", "y", "r", "eps", "g"))
BASE = [["prior", ["prior"]], ["n", ["int", 1, 6]], ["x", ["dataset"]]]
PAIR = [*BASE, ["y", ["dataset"]]]
EPSILON = ["eps", ["rational", "0", "8", "(]"]]
GAMMA = ["g", ["rational", "0", None, "[)"]]


def ratio(name, options, bound):
    """P(x, r) <= exp(bound) P(y, r)."""
    sides = [["P", name, options, PRIOR, EPS, z, R] for z in (X, Y)]
    return ["le", sides[0], ["mul", ["exp", bound], sides[1]]]


HALF_EPS = ["div", EPS, num(2)]
ADJACENT = ["adjacent", X, Y]
WITH_R = [*PAIR, ["r", ["vector"]], EPSILON]
LEDGER = {
    "schema": 1,
    "readings": {
        "h/small": reading(PAIR, ["le", ["H", PRIOR, X, Y], num("1/3")], [ADJACENT]),
        "h/metric": reading(
            [*PAIR, ["r", ["dataset"]]],
            ["lt", ["H", PRIOR, X, R], ["add", ["H", PRIOR, X, Y], ["H", PRIOR, Y, R]]],
            [["not", ["same", X, Y]], ["not", ["same", Y, R]], ["not", ["same", X, R]]],
        ),
        "ls/large": reading(BASE, ["lt", ["LS", PRIOR, X], num("2/5")]),
        "ls/global": reading(
            BASE, ["lt", ["LS", PRIOR, X], ["GS", PRIOR, N]], [["lt", num(1), N]], "exists"
        ),
        "s/local": reading(
            [*BASE, GAMMA], ["lt", ["mul", num(2), ["LS", PRIOR, X]], ["S", PRIOR, X, G]]
        ),
        "s/slow": reading(
            [*PAIR, GAMMA],
            ["lt", ["S", PRIOR, X, G], ["mul", ["exp", G], ["Sexp", PRIOR, Y, G]]],
            [ADJACENT, ["lt", num(0), G]],
            "exists",
        ),
        "ehds/half": reading(WITH_R, ratio("ehds", {"gamma": num(1)}, HALF_EPS), [ADJACENT]),
        "ehdl/tenth": reading(WITH_R, ratio("ehdl", {}, ["div", EPS, num(10)]), [ADJACENT]),
        "lshist/half": reading(WITH_R, ratio("lshist", {}, HALF_EPS), [ADJACENT]),
        "lshist/fresh": reading(
            WITH_R, ["not", ratio("lshist", {"noise": "fresh"}, HALF_EPS)], [ADJACENT], "exists"
        ),
        "lszhang/full": reading(WITH_R, ratio("lszhang-rest", {}, EPS), [ADJACENT]),
        "loss/small": reading(
            [["prior", ["prior", 2]], ["n", ["int", 1, 4]], EPSILON],
            ["lt", ["loss", "ehds", {"gamma": num(1)}, PRIOR, EPS, N], ["div", EPS, num(20)]],
        ),
        "loss/tie": reading(
            [["prior", ["prior", 2]], ["n", ["int", 1, 4]], EPSILON],
            ["eq", ["loss", "lsdim", {}, PRIOR, EPS, N], ["div", EPS, num(2)]],
        ),
        "ls/reached": reading(
            PAIR, ["le", ["LS", PRIOR, X], ["H", PRIOR, X, Y]], [ADJACENT], "exists"
        ),
        "mh/order": reading(
            [*PAIR, ["r", ["dataset"]], EPSILON],
            [
                "le",
                ["P", "mh-exp", {"beta": num(-1)}, PRIOR, EPS, X, R],
                ["P", "mh-exp", {"beta": num(-1)}, PRIOR, EPS, X, Y],
            ],
            [["le", ["H", PRIOR, X, R], ["H", PRIOR, X, Y]]],
        ),
        "delta/zero": reading(
            [*PAIR, EPSILON],
            ["lt", num("1/50"), ["delta", "lsdim", {}, PRIOR, EPS, X, Y, num(0)]],
            [ADJACENT],
            "exists",
        ),
        "count/mode": reading(
            BASE,
            [
                "eq",
                num(1),
                [
                    "count",
                    "z",
                    ["datasets", N, ["len", PRIOR]],
                    ["lt", ["H", PRIOR, X, var("z")], num("1/4")],
                ],
            ],
            [["lt", num(2), N]],
        ),
        "sum/mass": reading(
            [*BASE, EPSILON],
            [
                "lt",
                num("3/4"),
                [
                    "sumif",
                    "z",
                    ["datasets", N, ["len", PRIOR]],
                    ["lt", ["d", X, var("z")], num(2)],
                    ["P", "mh", {"gamma": num("1/2")}, PRIOR, EPS, X, var("z")],
                ],
            ],
            [["lt", num(1), N]],
            "exists",
        ),
        "max/far": reading(
            BASE,
            [
                "lt",
                ["maxof", "z", ["neighbours", X], ["H", PRIOR, X, var("z")]],
                ["sqrt", ["sub", num(1), ["div", ["pi"], num(4)]]],
            ],
        ),
        "arithmetic/odd": reading(
            [["n", ["int", 0, 20]], ["q", ["rational", "-3", "3", "()"]]],
            ["eq", ["binomial", N, ["floor", ["mul", var("q"), N]]], num(6)],
            [["le", ["abs", var("q")], num(1)]],
            "exists",
        ),
        "arithmetic/log": reading(
            [["q", ["rational", "0", None, "()"]], ["n", ["int", None, 5]]],
            ["lt", ["log", var("q")], ["pow", ["sub", var("q"), num(2)], N]],
            [["lt", num(0), N]],
        ),
        "vector/at": reading(
            [["v", ["vector"]], ["i", ["int", 0, None]]],
            ["lt", ["mul", num(2), ["at", var("v"), var("i")]], ["total", var("v")]],
            [["lt", var("i"), ["len", var("v")]]],
        ),
        "sum/range": reading(
            [["n", ["int", 2, 5]]],
            ["eq", ["sum", "i", ["range", num(1), N], var("i")], num(6)],
            [],
            "exists",
        ),
    },
}
ASSIGNMENTS = [
    {"prior": ["1", "1"], "n": 1, "x": [1, 0], "y": [0, 1], "r": [1, 0], "eps": "1", "g": "1"},
    {
        "prior": ["1/2", "1/2"],
        "n": 3,
        "x": [3, 0],
        "y": [2, 1],
        "r": [3, 0],
        "eps": "2",
        "g": "1/3",
    },
    {
        "prior": ["1/3", "7/5"],
        "n": 3,
        "x": [0, 3],
        "y": [1, 2],
        "r": [0, 3],
        "eps": "5/2",
        "g": "0",
    },
    {
        "prior": ["1", "2", "3"],
        "n": 2,
        "x": [2, 0, 0],
        "y": [1, 1, 0],
        "r": [2, 0, 0],
        "eps": "4",
        "g": "1/9",
    },
    {"prior": ["1/4", "2"], "n": 5, "x": [3, 2], "y": [4, 1], "r": [0, 5], "eps": "8", "g": "1/20"},
    {"prior": ["1", "1"], "n": 4, "x": [4, 0], "y": [3, 1], "r": [4, 0], "eps": "1/2", "g": "2"},
    {"prior": ["1/8", "1/8"], "n": 3, "x": [2, 1], "y": [3, 0], "r": [3], "eps": "6", "g": "1/50"},
    {"n": 4, "q": "1/2", "v": [1, 5], "i": 1},
    {"n": 3, "q": "2/3", "v": [7], "i": 0},
    {"n": 1, "q": "1/7", "v": [0, 0, 1], "i": 0},
    {"n": 2, "q": "2", "v": [0, 9, 1], "i": 2},
]


def accepts(certificate, ledger=LEDGER):
    try:
        check(certificate, ledger)
    except Rejected as why:
        if not re.fullmatch("[^\n]+[.]", str(why)):
            raise
        return False
    return True


def all_certificates():
    for key, formula in LEDGER["readings"].items():
        claim, name = key.split("/")
        wanted = [v for v, _ in formula["variables"]]
        for assignment in ASSIGNMENTS:
            if set(wanted) <= set(assignment):
                for says in ("conclusion false", "conclusion true"):
                    yield {
                        "schema": 1,
                        "claim": claim,
                        "reading": name,
                        "says": says,
                        "assignment": {v: assignment[v] for v in wanted},
                    }


@cache
def good():
    """The certificates that the kernel accepts."""
    return [c for c in all_certificates() if accepts(c)]
