"""A second evaluator of certificates, written here in mpmath and on tests/oracle.

`really` judges mutated certificates, and takes numbers closer than 10^-60 for equal.
"""

from fractions import Fraction
from math import comb

import oracle
from kernels import mp

TINY = mp.mpf(10) ** -40


class Unclear(Exception):
    """The second evaluator cannot tell: no value, or closer to a tie than it can see."""


def plain(x):
    return Fraction(x) if isinstance(x, int) else x


def positive(q, what=""):
    if not q > 0:
        raise Unclear(what)
    return q


def second_law(name, options, prior, eps, x, env):
    """{r: mpf}, by tests/oracle."""
    option = next((o if isinstance(o, str) else second(o, env) for o in options.values()), None)
    e = positive(eps)
    return {
        "ehd": lambda: oracle.ehd_law(prior, x, e, gs=option),
        "ehdl": lambda: oracle.ehdl_law(prior, x, e),
        "ehds": lambda: oracle.ehds_law(prior, x, e, option),
        "ehds-4s": lambda: oracle.ehds_4s_law(prior, x, e, option),
        "mh": lambda: oracle.mh_law(prior, x, e, option),
        "mh-exp": lambda: oracle.mh_exp_law(prior, x, e, option),
        "lshist": lambda: oracle.lshist_law(x, e, fresh=option == "fresh"),
        "lsdim": lambda: oracle.lsdim_law(x, e, fresh=option == "fresh"),
        "lszhang-rest": lambda: oracle.lszhang_law(x, e, "rest"),
        "laplace-improved": lambda: oracle.laplace_improved_law(x, e),
    }[name]()


def second_order(a, b):
    """-1, 0, 1 by exact rationals, or 75 digits: 10^-60 is a tie, and up to 10^-40 is unclear."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return (a > b) - (a < b)
    gap = oracle.real(a) - oracle.real(b)
    if abs(gap) < TINY * (1 + abs(oracle.real(a))):
        if abs(gap) > TINY**1.5:
            raise Unclear("neither a tie nor an order")
        return 0
    return 1 if gap > 0 else -1


def second(e, env):
    head, *args = e
    if head == "num":
        return Fraction(args[0])
    if head == "var":
        return env[args[0]]
    if head in ("P", "delta", "loss"):
        name, options, *rest = args
        prior, eps, *others = (second(a, env) for a in rest)
        if head == "P":
            law = second_law(name, options, prior, eps, others[0], env)
            return law.get(others[1], Fraction(0))
        if head == "delta":
            laws = [second_law(name, options, prior, eps, z, env) for z in others[:2]]
            return oracle.delta(*laws, others[2])
        size = int(others[0])
        return oracle.privacy_loss(
            lambda z: second_law(name, options, prior, eps, z, env), size, len(prior)
        )[0]
    if head in ("sum", "count", "forall", "maxof", "sumif", "exists"):
        name, s, *parts = args
        inner = [{**env, name: v} for v in second(s, env)]
        if head in ("forall", "exists"):
            return {"forall": all, "exists": any}[head]([second(parts[0], i) for i in inner])
        if head == "count":
            return Fraction(sum(second(parts[0], i) for i in inner))
        if head == "sumif":
            inner = [i for i in inner if second(parts[0], i)]
        values = [second(parts[-1], i) for i in inner]
        if head == "maxof":
            return max(values, key=oracle.real)
        return (
            sum(values, Fraction(0))
            if all(isinstance(v, Fraction) for v in values)
            else mp.fsum(map(oracle.real, values))
        )
    if head in ("and", "or", "not", "implies"):
        truths = [second(a, env) for a in args]
        return {
            "and": all(truths),
            "or": any(truths),
            "not": not truths[0],
            "implies": not truths[0] or truths[-1],
        }[head]
    a = [second(b, env) for b in args]
    exact = all(isinstance(b, Fraction) for b in a)
    real = [oracle.real(b) if isinstance(b, Fraction | mp.mpf) else b for b in a]
    use = a if exact else real
    if head == "log":
        positive(use[0])
    table = {
        "add": lambda: sum(use[1:], use[0]),
        "mul": lambda: use[0] * use[1],
        "sub": lambda: use[0] - use[1],
        "div": lambda: use[0] / use[1],
        "pow": lambda: use[0] ** int(a[1]),
        "neg": lambda: -use[0],
        "abs": lambda: abs(use[0]),
        "min": lambda: min(use),
        "exp": lambda: mp.exp(real[0]),
        "log": lambda: mp.log(real[0]),
        "sqrt": lambda: mp.sqrt(real[0]),
        "floor": lambda: Fraction(int(mp.floor(real[0]))),
        "pi": lambda: +mp.pi,
        "binomial": lambda: Fraction(comb(int(a[0]), int(a[1]))) if min(a) >= 0 else Fraction(0),
        "vec": lambda: tuple(int(b) if b.denominator == 1 else b for b in a),
        "at": lambda: plain(a[0][int(a[1])]) if a[1] >= 0 else (_ for _ in ()).throw(Unclear()),
        "len": lambda: Fraction(len(a[0])),
        "total": lambda: plain(sum(a[0])),
        "plus": lambda: tuple(b + c for b, c in zip(*a, strict=True)),
        "d": lambda: Fraction(oracle.distances(a[0])[a[1]]),
        "H": lambda: oracle.hellinger(*(oracle.posterior(a[0], z) for z in a[1:])),
        "LS": lambda: oracle.local_sensitivity(*a),
        "GS": lambda: oracle.global_sensitivity(a[0], int(a[1])),
        "S": lambda: oracle.smooth_harmonic(*a),
        "Sexp": lambda: oracle.smooth_exponential(*a),
        "range": lambda: [Fraction(i) for i in range(int(a[0]), int(a[1]) + 1)],
        "datasets": lambda: oracle.datasets(int(a[0]), int(a[1])),
        "neighbours": lambda: oracle.neighbours(a[0]),
        "lt": lambda: second_order(*a) < 0,
        "le": lambda: second_order(*a) <= 0,
        "eq": lambda: second_order(*a) == 0,
        "same": lambda: a[0] == a[1],
        "adjacent": lambda: a[1] in oracle.neighbours(a[0]),
        "true": lambda: True,
    }
    return table[head]()


def in_domain(name, domain, x, env):
    kind, *rest = domain
    if kind in ("int", "rational"):
        ends_of = [None if b is None else Fraction(b) for b in rest[:2]]
        left, right = rest[2] if kind == "rational" else "[]"
        assert kind == "rational" or x.denominator == 1
        assert ends_of[0] is None or x > ends_of[0] or (left == "[" and x == ends_of[0])
        assert ends_of[1] is None or x < ends_of[1] or (right == "]" and x == ends_of[1])
    elif kind == "prior":
        assert len(x) >= 2
        assert not rest or len(x) == rest[0]
        assert all(a > 0 for a in x)
    elif kind in ("dataset", "vector"):
        assert all(type(c) is int and c >= 0 for c in x)
        if kind == "dataset":
            assert len(x) == len(env["prior"])
            assert sum(x) == env["n"]
    else:
        assert x in rest


def really(certificate, ledger):
    """True or False as the second evaluator sees it; None where it cannot tell."""
    try:
        formula = ledger["readings"][certificate["claim"] + "/" + certificate["reading"]]
        given = (
            certificate["assignments"]
            if "assignments" in certificate
            else [certificate["assignment"]]
        )
        for assignment in given:
            env = {}
            assert set(assignment) == {name for name, _ in formula["variables"]}
            for name, domain in formula["variables"]:
                x = assignment[name]
                if domain[0] in ("int", "rational"):
                    env[name] = Fraction(x)
                elif domain[0] == "prior":
                    env[name] = tuple(Fraction(a) for a in x)
                else:
                    env[name] = tuple(x) if isinstance(x, list) else x
            for name, domain in formula["variables"]:
                in_domain(name, domain, env[name], env)
            if not all(second(c, env) for c in formula["hypotheses"]):
                return False
            wanted = certificate["says"] == "conclusion true"
            assert wanted or formula["quantifier"] == "forall"
            if second(formula["conclusion"], env) is not wanted:
                return False
    except (Unclear, ZeroDivisionError):
        return None
    except (AssertionError, KeyError, IndexError, ValueError, TypeError):
        return False
    return True
