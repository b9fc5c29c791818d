"""The trusted kernel in tests: formulas in short, and what the kernel makes of them."""

from fractions import Fraction

import flint
import oracle

from dpbi import kernel
from dpbi.kernel import Evaluation, enclose

mp = oracle.mp


def num(x):
    return ["num", str(x)]


def var(name):
    return ["var", name]


def ends(x):
    return [Fraction(m) * Fraction(2) ** x.exp for m in (x.lo, x.hi)]


def vec(v):
    return ["vec", *map(num, v)]


def value(expression, bits=128):
    """The kernel's value of a closed expression: (lo, hi)."""
    kernel.check_sort(expression, {}, "N")
    evaluation = Evaluation(bits)
    return ends(enclose(evaluation.value(expression, {}), bits))


def truth(condition, bits=128):
    kernel.check_sort(condition, {}, "C")
    return Evaluation(bits).truth(condition, {})


def rational(mpf):
    sign, mantissa, exponent, _ = mpf._mpf_
    q = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return -q if sign else q


def assert_tight(interval, exact, slack=Fraction(1, 10**45)):
    """An mpf of 75 digits lies in an interval of a relative width below 2^-80."""
    lo, hi = interval
    q = exact if isinstance(exact, Fraction) else rational(exact)
    assert lo - slack * (1 + abs(q)) <= q <= hi + slack * (1 + abs(q))
    assert hi - lo <= Fraction(1, 2**80) * (1 + abs(q))


def ball(q):
    return flint.arb(flint.fmpq(q.numerator, q.denominator))


def reading(variables, conclusion, hypotheses=(), quantifier="forall"):
    return {
        "quantifier": quantifier,
        "variables": variables,
        "hypotheses": list(hypotheses),
        "conclusion": conclusion,
    }


def closed(conclusion):
    """A ledger of one reading without variables, and a certificate that it is true."""
    ledger = {"schema": 1, "readings": {"a/b": reading([], conclusion)}}
    certificate = {
        "schema": 1,
        "claim": "a",
        "reading": "b",
        "says": "conclusion true",
        "assignment": {},
    }
    return certificate, ledger
