"""The kernel's enclosures: they contain the value, and what has no value gets none."""

import random
from fractions import Fraction
from itertools import product

import flint
import pytest
from kernels import ball, closed, ends, num, truth, var, vec

from dpbi import kernel
from dpbi.kernel import Interval, Rejected, check


def adversarial():
    """Rationals where an enclosure might slip: tiny, huge, next to 1, next to multiples of ln 2."""
    draw = random.Random(20)
    points = [Fraction(1), Fraction(2), Fraction(1, 2), Fraction(3, 2), Fraction(10**5)]
    points += [1 + s * Fraction(1, 2**e) for e in range(1, 200, 3) for s in (1, -1)]
    points += [Fraction(2) ** e for e in range(-200, 16, 7)]
    ln2 = Fraction(0x2C5C85FDF473DE6AF278ECE600FCBDA, 2**122)
    points += [
        k * ln2 + s * Fraction(1, 2**e)
        for k in (1, 2, 7, 50)
        for e in (60, 100, 118)
        for s in (1, -1)
    ]
    points += [Fraction(draw.randint(1, 10**6), draw.randint(1, 10**3)) for _ in range(60)]
    points += [Fraction(draw.getrandbits(90) + 1, draw.getrandbits(85) + 1) for _ in range(60)]
    points += [Fraction(draw.randint(1, 400), 2) for _ in range(40)]
    return [q for q in points if q > 0]


FUNCTIONS = {
    "exp": (lambda q, p: kernel.exp_rational(q, p), lambda a: a.exp()),
    "exp of the opposite": (lambda q, p: kernel.exp_rational(-q, p), lambda a: (-a).exp()),
    "log": (lambda q, p: kernel.logarithm(kernel.enclosed(q, p), p), lambda a: a.log()),
    "sqrt": (lambda q, p: kernel.root(kernel.enclosed(q, p), p), lambda a: a.sqrt()),
    "gamma": (lambda q, p: kernel.gamma(q, p), lambda a: a.gamma()),
    "log gamma": (lambda q, p: kernel.logarithm(kernel.gamma(q, p), p), lambda a: a.lgamma()),
}


def touches(interval, arb):
    """Whether a kernel's interval meets flint's ball, which is far narrower than it."""
    lo, hi = map(ball, ends(interval))
    return not lo > arb and not hi < arb


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("bits", [24, 96, 200])
def test_every_enclosure_contains_the_value_that_flint_gives(name, bits):
    ours, theirs = FUNCTIONS[name]
    points = [q for q in adversarial() if q < 10**6 or name in ("log", "sqrt")]
    assert len(points) * len(FUNCTIONS) > 1500
    with flint.ctx.workprec(bits + 300):
        for q in points:
            x, exact = ours(q, bits), theirs(ball(q))
            assert touches(x, exact), (name, q)
            lo, hi = ends(x)
            size = max(abs(lo), abs(hi), Fraction(1)) if "log" in name else abs(hi)
            assert hi - lo <= size * Fraction(1, 2 ** (bits - 8)), (name, q, "is not tight")


@pytest.mark.parametrize("bits", [*range(1, 80), 333, 1000])
def test_pi_and_ln2_are_enclosed_at_every_precision(bits):
    with flint.ctx.workprec(bits + 300):
        assert touches(kernel.pi(bits), flint.arb.pi())
        low, high = kernel.log2(bits)
        assert low < high <= low + 16
        assert touches(Interval(low, high, -bits), flint.arb.const_log2())


def test_bounds_of_log_and_exp_hold_at_so_few_bits_that_every_rounding_counts():
    draw = random.Random(8)
    with flint.ctx.workprec(300):
        for w in [*range(1, 40)] * 60:
            f = draw.choice((draw.randint(2**w, 2 ** (w + 1)), 2**w, 2**w + 1, 2 ** (w + 1)))
            exact = ball(Fraction(f, 2**w)).log() * flint.arb(2) ** w
            assert not kernel.log_fixed(f, w, False) > exact
            assert not kernel.log_fixed(f, w, True) < exact
        for p in [*range(-8, 12)] * 250:
            m, e = draw.randint(-(2**12), 2**12), draw.randint(-16, -5)
            exact = ball(m * Fraction(2) ** e).exp()
            for up in (False, True):
                a, b = kernel.exp_end(m, e, p, up)
                bound = ball(a * Fraction(2) ** b)
                assert not (bound < exact if up else bound > exact)


def test_arithmetic_on_intervals_encloses_every_combination_of_their_points():
    draw = random.Random(5)

    def larger(x, y, p):
        return kernel.extreme(x, y, p, max)

    def smaller(x, y, p):
        return kernel.extreme(x, y, p, min)

    operations = {
        kernel.plus: lambda a, b: a + b,
        kernel.minus: lambda a, b: a - b,
        kernel.times: lambda a, b: a * b,
        kernel.over: lambda a, b: a / b if b else None,
        larger: max,
        smaller: min,
    }
    for _ in range(4000):
        x, y = (
            Interval(*sorted(draw.randint(-(2**b), 2**b) for _ in range(2)), draw.randint(-40, 40))
            for b in (draw.choice((1, 3, 30)), draw.choice((1, 3, 30)))
        )
        for operation, exactly in operations.items():
            try:
                lo, hi = ends(operation(x, y, 8))
            except kernel.NoValue:
                assert y.lo <= 0 <= y.hi
                continue
            inner = [[*ends(z), sum(ends(z)) / 2] for z in (x, y)]
            for a, b in product(*inner):
                assert lo <= exactly(a, b) <= hi, (operation, x, y)


def test_a_rational_is_enclosed_whatever_its_size():
    draw = random.Random(7)
    for _ in range(2000):
        q = Fraction(
            draw.getrandbits(draw.choice((2, 40, 300))) + 1, draw.choice((1, 2, 7, 10**40 + 1))
        )
        for p in (2, 8, 60):
            for x in (q, -q, 1 / q):
                lo, hi = ends(kernel.enclosed(x, p))
                assert lo <= x <= hi
                assert hi - lo <= abs(x) * Fraction(1, 2 ** (p - 2))


def test_logic_is_three_valued():
    tie = ["eq", ["mul", ["sqrt", num(2)], ["sqrt", num(2)]], num(2)]
    spelled = {True: ["true"], False: ["not", ["true"]], None: tie}
    for p, q in product(spelled, repeat=2):
        disjunction = True if True in (p, q) else None if None in (p, q) else False
        conjunction = False if False in (p, q) else None if None in (p, q) else True
        either = True if p is False or q is True else False if p and q is False else None
        a, b = spelled[p], spelled[q]
        assert truth(["or", a, b]) is disjunction
        assert truth(["and", a, b]) is conjunction
        assert truth(["implies", a, b]) is either
        assert truth(["not", a]) is (None if p is None else not p)
        one = ["or", ["and", ["eq", var("i"), num(1)], a], ["and", ["eq", var("i"), num(2)], b]]
        assert truth(["exists", "i", ["range", num(1), num(2)], one]) is disjunction
        assert truth(["forall", "i", ["range", num(1), num(2)], one]) is conjunction
        assert truth(["exists", "i", ["range", num(2), num(1)], a]) is False
        assert truth(["forall", "i", ["range", num(2), num(1)], a]) is True


def test_priors_datasets_and_integers_that_are_none_have_no_value():
    ones, half = vec((1, 1)), num("1/2")
    for e in (
        ["P", "lsdim", {}, vec((-1, 1)), num(1), ones, ones],
        ["P", "lsdim", {}, vec((1,)), num(1), vec((1,)), vec((1,))],
        ["P", "lsdim", {}, vec((1, 1, 1)), num(1), ones, ones],
        ["P", "lsdim", {}, ones, num(1), vec((-1, 3)), ones],
        ["P", "lsdim", {}, ones, num(1), vec(("1/2", "3/2")), ones],
        ["LS", ones, vec((-1, 3))],
        ["LS", ones, vec((0, 0))],
        ["LS", ones, vec((1, 1, 1))],
        ["GS", ones, half],
        ["GS", ones, num(-1)],
        ["loss", "lsdim", {}, ones, num(1), num(0)],
        ["delta", "lsdim", {}, ones, num(1), ones, vec((2, 1)), num(0)],
        ["pow", num(4), half],
        ["binomial", num(4), half],
        ["at", ones, half],
        ["at", ones, num(2)],
        ["at", ones, num(-1)],
        ["hellinger", ones, vec((1, 1, 1))],
        ["hellinger", ones, vec((0, 1))],
        ["hellinger", vec((1,)), vec((2,))],
        ["d", ones, vec((1, 1, 1))],
        ["total", ["plus", ones, vec((1, 1, 1))]],
        ["total", ["vec", ["exp", num(1)]]],
        ["maxof", "i", ["range", num(1), num(0)], num(1)],
        ["sum", "i", ["range", num(1), half], num(1)],
        ["count", "z", ["datasets", num(-1), num(2)], ["true"]],
        ["count", "z", ["outputs", "lsdim", {}, num(2), num(1)], ["true"]],
        ["C", vec(("1/3", "1/5")), vec((1, 1)), vec((0, -1))],
    ):
        assert truth(["lt", num(-9), e]) is None, e
    assert truth(["adjacent", vec((1, -1)), vec((0, 0))]) is None
    assert truth(["adjacent", ones, ones]) is False
    assert truth(["adjacent", ones, vec((2, 0))]) is True
    assert truth(["same", ones, vec((1, 1, 0))]) is False


def test_what_may_be_out_of_its_domain_has_no_value():
    zero = ["sub", ["mul", ["sqrt", num(2)], ["sqrt", num(2)]], num(2)]
    assert truth(["lt", num(0), ["max", num(0), zero]]) is None
    assert truth(["le", num(0), ["max", num(0), zero]]) is True
    ones = vec((1, 1))
    for e in (
        ["S", ones, ones, zero],
        ["P", "lsdim", {}, ones, zero, ones, ones],
        ["P", "lsdim", {}, ones, num(0), ones, ones],
        ["P", "mh", {"gamma": num(1)}, ones, zero, ones, ones],
        ["P", "mh", {"gamma": num(1)}, ones, num(-1), ones, ones],
        ["P", "ehd", {"gs": num(0)}, ones, num(0), ones, ones],
        ["P", "ehd", {"gs": zero}, ones, num(1), ones, ones],
    ):
        assert truth(["le", num(-9), e]) is None
    for e in (
        ["sqrt", zero],
        ["log", zero],
        ["div", num(1), zero],
        ["floor", zero],
        ["ceil", zero],
    ):
        with pytest.raises(Rejected, match="not certain"):
            check(*closed(["lt", ["neg", ["abs", e]], num(1)]))


def test_functions_of_wide_intervals_contain_the_images_of_both_ends():
    draw = random.Random(6)
    with flint.ctx.workprec(400):
        for _ in range(300):
            x = Interval(*sorted(draw.randint(1, 10**6) for _ in range(2)), draw.randint(-30, -12))
            for q in ends(x):
                assert touches(kernel.exponential(x, 40), ball(q).exp())
                assert touches(kernel.logarithm(x, 40), ball(q).log())
                assert touches(kernel.root(x, 40), ball(q).sqrt())


def test_a_logarithm_or_root_or_quotient_without_a_value_has_none():
    for e in (["log", num(0)], ["sqrt", num(-1)], ["div", num(1), num(0)], ["log", num(-1)]):
        assert truth(["or", ["lt", e, num(1)], ["not", ["lt", e, num(1)]]]) is None
    assert truth(["or", ["lt", ["log", num(0)], num(1)], ["true"]]) is True
    assert truth(["and", ["lt", ["log", num(0)], num(1)], ["not", ["true"]]]) is False
