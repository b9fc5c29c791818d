"""Functions that a program calls as sub-programs: exact samplers, and what must not be taken so.

The samplers end with a leftover below 2^-60, and what is known of them is held against true laws.
"""

import math
from fractions import Fraction

import pytest
from examples.samplers import bernoulli_exp, discrete_gaussian, discrete_laplace
from looping import enumerated

import dpbi
from dpbi.fields import Balls

HELD = [0]
SCALE = 0
SMALL = Fraction(1, 2**60)
F = Balls(128)


@pytest.fixture
def soon(monkeypatch):
    """Functions become sub-programs as soon as some runs have met."""
    monkeypatch.setattr("dpbi.programs.explorer.MANY", 1)


def made(function, **limits):
    return dpbi.program(datasets=(0, 1), neighbours="all", **limits)(function)


def helped(function, **limits):
    """The names of the functions that were sub-programs in a walk, and the walk."""
    program = made(function, **limits)
    walked = program.walked(0)
    used = program.walker.helped.get(0, False)
    found = program.walker.helpers.found.values()
    return {h.function.__name__ for h in found if h and used}, program, walked


def holds_against(law, truth):
    """Whether a true law is within what is known: total variation is at most what is left then."""
    for r, e in law.items():
        assert e.lo <= truth(r).hi
    assert sum(truth(r).lo - e.hi for r, e in law.items()) <= law.left.hi
    assert law.left.hi < SMALL


def ball(value):
    with F.scope():
        return F.enclosure(value())


@pytest.mark.parametrize("gamma", [Fraction(1, 2), Fraction(7, 2)])
def test_algorithm_1_is_true_with_an_exponential_probability(gamma):
    law = made(lambda x, rng: bernoulli_exp(gamma, rng)).law(0)
    true = ball(lambda: F.exp(F.rational(-gamma)))
    false = ball(lambda: F.rational(1) - F.exp(F.rational(-gamma)))
    holds_against(law, {True: true, False: false}.get)


def test_algorithm_2_is_the_discrete_laplace():
    t, s = 2, 3

    def truth(z):
        def mass():
            q = F.exp(F.rational(Fraction(-s, t)))
            return (F.rational(1) - q) / (F.rational(1) + q) * q ** abs(z)

        return ball(mass)

    names, program, _ = helped(lambda x, rng: discrete_laplace(t, s, rng))
    assert names == {"discrete_laplace", "bernoulli_exp", "bernoulli_exp1"}
    holds_against(program.law(0), truth)


def test_algorithm_3_is_the_discrete_gaussian(monkeypatch):
    """With runs of a likelihood of 2^-24 and more; by itself it goes on to 2^-70."""
    monkeypatch.setattr("dpbi.programs.explorer.ENOUGH", 2.0**-24)
    variance = Fraction(1, 4)

    def weight(z):
        return F.exp(F.rational(-Fraction(z * z) / (2 * variance)))

    def truth(z):
        def mass():  # beyond 20 the weights sum to less than 2 e^-800 / (1 - e^-1) < 2^-1000
            total = sum((weight(k) for k in range(-20, 21)), F.rational(0))
            return weight(z) / (total + F.rational(Fraction(1, 2**1000)))

        return ball(mass)

    law = made(lambda x, rng: discrete_gaussian(variance, rng)).law(0)
    for r, e in law.items():
        assert e.lo <= truth(r).hi + Fraction(1, 2**900)
    assert sum(truth(r).lo - e.hi for r, e in law.items()) <= law.left.hi
    assert law.left.hi < Fraction(1, 2**16)


# What may not be taken for a sub-program, or not for the same one: the law would be another.


def agrees(function, *, runs=1500, enough=Fraction(1, 20)):
    """The names of the functions that were sub-programs; the law is what all draws come to."""
    names, program, walked = helped(function, paths=150)
    said = {r: (e.lo, e.hi) for r, e in program.law(0).items()}
    left_of_it = max(Fraction(0), 1 - sum(lo for lo, _ in said.values()))
    found, left = enumerated(function, 0, runs)
    assert left < enough
    assert walked.complete or left_of_it < enough
    for r in {*said, *found}:
        lo, hi = said.get(r, (0, 0))
        assert lo <= found.get(r, 0) + left
        assert found.get(r, 0) <= hi + left_of_it
    return names


def waiting(rng):
    while rng.integer(2):
        pass
    return rng.integer(2)


def plain(x, rng):
    a = waiting(rng)
    b = waiting(rng)
    return a, b


def test_a_function_of_its_draws_alone_is_a_sub_program_drawn_anew_each_time(soon):
    assert agrees(plain) == {"waiting"}


def marking(rng):
    HELD[0] = 1
    while rng.integer(2):
        pass
    return rng.integer(2)


def test_a_function_that_changes_what_others_see_is_no_sub_program(soon):
    def program(x, rng):
        HELD[0] = 0
        a = waiting(rng)
        if a:
            marking(rng)
        return HELD[0], a

    assert agrees(program) == {"waiting"}


def set_scale(value):
    global SCALE
    SCALE = value


def scaled(rng):
    while rng.integer(2):
        pass
    return SCALE + rng.integer(2)


def test_a_function_that_reads_a_number_is_another_when_the_number_is(soon):
    def program(x, rng):
        set_scale(rng.integer(2))
        a = scaled(rng)
        set_scale(5)
        b = scaled(rng)
        return a, b

    assert agrees(program) == {"scaled"}


def listed(rng):
    while rng.integer(2):
        pass
    return [rng.integer(2)]


def test_what_returns_a_list_that_may_be_changed_is_no_sub_program(soon):
    def program(x, rng):
        a = listed(rng)
        b = listed(rng)
        return len(a), len(b)

    assert agrees(program) == set()


def failing(rng):
    while rng.integer(2):
        pass
    if rng.integer(2):
        raise ValueError
    return 0


def test_what_raises_an_error_that_is_caught_is_no_sub_program(soon):
    def program(x, rng):
        a = waiting(rng)
        try:
            b = failing(rng)
        except ValueError:
            b = "failed"
        return a, b

    assert agrees(program) == set()


def told(value, rng, other=0):
    while rng.integer(2):
        pass
    return f"{type(value).__name__} {value!r} {other}"


def test_arguments_that_python_holds_for_equal_and_names_are_told_apart(soon):
    def program(x, rng):
        several = (1, True, 1.0, 0.0, -0.0, Fraction(1), (1, 0.0), (True, -0.0))
        value = several[rng.integer(8)]
        a = told(value, rng)
        b = told(other=value, value=2, rng=rng)
        return a, b

    assert agrees(program) == {"told"}


def test_a_function_with_a_variable_of_another_is_no_sub_program_where_that_is_set(soon):
    def program(x, rng):
        n = 0

        def bump(rng):
            nonlocal n
            n = 1 - n
            while rng.integer(2):
                pass
            return n

        a = bump(rng)
        b = bump(rng)
        return a, b, n

    assert agrees(program) == set()


def test_a_captured_number_is_part_of_what_a_function_is(soon):
    def program(x, rng):
        n = rng.integer(2)

        def with_n(rng):
            while rng.integer(2):
                pass
            return n + rng.integer(2)

        a = with_n(rng)
        n = 7
        b = with_n(rng)
        return a, b

    agrees(program)


def test_a_noise_among_the_arguments_is_not_hidden_from_its_program(soon):
    def above(z, rng):
        while rng.integer(2):
            pass
        return bool(z > 1)

    def program(x, rng):
        a = waiting(rng)
        z = rng.geometric(1)
        b = above(z, rng)
        return a, b, bool(z > 1)

    law = made(program, paths=60).law(0)
    assert {(b, c) for _, b, c in law} == {(False, False), (True, True)}
    assert abs(float(law[0, True, True].lo) - math.exp(-2) / 2) < 1e-3


def test_functions_are_as_they_were_after_a_walk(soon):
    code = waiting.__code__
    assert helped(plain)[0] == {"waiting"}
    assert waiting.__code__ is code
    assert waiting(Bits()) == 0


class Bits:
    """A generator of zeros."""

    def integer(self, n):
        return 0


def test_a_sub_program_that_shows_is_refused_and_so_walked_as_it_is(soon):
    def shown(rng):
        while rng.integer(2):
            pass
        return rng.show(rng.integer(2))

    def program(x, rng):
        a = waiting(rng)
        b = shown(rng)
        return a, b

    names, _, walked = helped(program, paths=300)
    assert names == set()
    assert walked.complete
    assert sum(path.weight for path in walked.paths) == 1
