"""The trusted kernel in tests: formulas in short, and what the kernel makes of them."""

from contextlib import contextmanager
from fractions import Fraction

import flint
import oracle

from dpbi import kernel

mp = oracle.mp


def num(x):
    return ["num", str(x)]


def var(name):
    return ["var", name]


def ends(x):
    return [Fraction(m) * Fraction(2) ** x.exp for m in (x.lo, x.hi)]


def vec(v):
    return ["vec", *map(num, v)]


@contextmanager
def at(bits):
    """The kernel at another precision, with nothing remembered."""
    usual = kernel.BITS
    kernel.BITS = bits
    kernel.begin()
    try:
        yield
    finally:
        kernel.BITS = usual
        kernel.begin()


def value(expression, bits=128):
    """The kernel's value of a closed expression: (lo, hi)."""
    with at(bits):
        return ends(kernel.enclose(kernel.meaning(expression, {}, "N")[1]({})))


def elements(expression):
    """The elements of a closed set, as the kernel has them."""
    with at(96):
        return list(kernel.meaning(expression, {}, "nv")[1]({}))


def truth(condition, bits=128):
    with at(bits):
        return kernel.condition(condition, {})({})


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
