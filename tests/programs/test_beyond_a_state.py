"""Loops in programs that can tell runs apart by what a state does not name: these are not merged.

The number that is hidden is 0, 1, 0: walks from both ends begin with the same, so they would agree
on a law in which it is always 0.
"""

import decimal
import gc
import os
import sys
import types
import weakref
from fractions import Fraction
from inspect import currentframe as frame_of_the_caller

import pytest
from looping import enumerated

import dpbi

KEPT = [0]
FREED = []
evaluate = eval
sys.modules["dpbi_kept_elsewhere"] = types.ModuleType("dpbi_kept_elsewhere")


def walked(function):
    return dpbi.program(datasets=(0, 1), neighbours="all")(function).walked(1)


def law(found):
    said = {}
    for path in found.paths:
        said[path.output] = said.get(path.output, 0) + path.weight
    return said


def waits(rng):
    k = 0
    while rng.integer(2) and k < 2:
        k += 1
    return k


def callers_number():
    return sys._getframe(1).f_locals["a"]


def callers_number_by_another_name():
    return frame_of_the_caller().f_back.f_locals["a"]


class Noted:
    def __init__(self, number):
        self.number = number

    def __del__(self):
        FREED.append(self.number)


class Plain:
    pass


def noting(number):
    try:
        yield
    finally:
        FREED.append(number)


def from_the_frame_of_a_caller(x, rng):
    a = rng.integer(3) % 2  # noqa: F841
    k = 0
    while rng.integer(2) and k < 2:
        k += 1
    return callers_number() + 10 * k


def from_a_frame_by_another_name(x, rng):
    a = rng.integer(3) % 2  # noqa: F841
    k = 0
    while rng.integer(2) and k < 2:
        k += 1
    return callers_number_by_another_name() + 10 * k


def from_a_module_found_by_its_name(x, rng):
    vars(sys.modules[__name__])["KEPT"][0] = rng.integer(3) % 2
    k = waits(rng)
    return vars(sys.modules[__name__])["KEPT"][0] + 10 * k


def from_all_that_a_module_has(x, rng):
    globals()["KEPT"][0] = rng.integer(3) % 2
    k = waits(rng)
    return globals()["KEPT"][0] + 10 * k


def from_a_text_that_is_evaluated(x, rng):
    evaluate("KEPT")[0] = rng.integer(3) % 2
    k = 0
    while rng.integer(2) and k < 2:
        k += 1
    return evaluated() + 10 * k


def evaluated():
    return evaluate("KEPT[0]".lower().upper())


def from_a_module_that_is_imported_where_it_is_used(x, rng):
    import dpbi_kept_elsewhere

    dpbi_kept_elsewhere.kept = rng.integer(3) % 2
    k = waits(rng)
    import dpbi_kept_elsewhere

    return dpbi_kept_elsewhere.kept + 10 * k


def from_the_environment(x, rng):
    os.environ["DPBI_KEPT"] = str(rng.integer(3) % 2)
    k = waits(rng)
    return int(os.environ["DPBI_KEPT"]) + 10 * k


def from_the_precision_of_decimals(x, rng):
    decimal.getcontext().prec = 20 + rng.integer(3) % 2
    k = waits(rng)
    return decimal.getcontext().prec + 100 * k


def from_which_of_two_equal_numbers_it_is(x, rng):
    a = 1000
    if rng.integer(3) % 2:
        a = int("1000")
    k = 0
    while rng.integer(2) and k < 2:
        k += 1
    b = 1000
    return (a is b) + 10 * k


def from_which_of_two_equal_tuples_it_is(x, rng):
    one = (x, [x])
    two = [one, one]
    if rng.integer(3) % 2:
        two = [one, (x, one[1])]
    k = 0
    while rng.integer(2) and k < 2:
        k += 1
    return (two[0] is two[1]) + 10 * k


def held_as_an_object(number, rng):
    noted = [Noted(number)]  # noqa: F841
    k = 0
    while rng.integer(2) and k < 2:
        k += 1
    return k


def from_an_object_that_says_when_it_is_freed(x, rng):
    FREED.clear()
    k = held_as_an_object(rng.integer(3) % 2, rng)
    return 10 * k + FREED[0]


def held_by_a_generator(number, rng):
    noted = noting(number)
    number = next(noted)
    k = 0
    while rng.integer(2) and k < 2:
        k += 1
    return k


def from_a_generator_that_is_closed(x, rng):
    FREED.clear()
    k = held_by_a_generator(rng.integer(3) % 2, rng)
    return 10 * k + FREED[0]


def held_with_a_reference(rng):
    seen = Plain()
    weakref.finalize(seen, FREED.append, rng.integer(3) % 2)
    k = 0
    while rng.integer(2) and k < 2:
        k += 1
    return k


def from_a_weak_reference(x, rng):
    FREED.clear()
    k = held_with_a_reference(rng)
    return 10 * k + FREED[0]


def first_of(several):
    return lambda: several[0]


HIDDEN = [f for name, f in globals().items() if name.startswith("from_")]


@pytest.mark.parametrize("program", HIDDEN, ids=lambda f: f.__name__)
def test_what_a_program_learns_beside_its_variables_is_not_lost(program):
    gc.collect()
    found = walked(program)
    expected, left = enumerated(program, 1, 3000)
    assert found.complete
    assert not left
    assert law(found) == expected


def test_variables_that_are_read_no_more_are_forgotten_where_nothing_comes_of_it():
    def sums(x, rng):
        k = 0
        for _ in range(3):
            seen = [rng.integer(2), (rng.integer(2), {"a": Plain()})]
            of = first_of(seen)
            k = (k + of()) % 2
            seen, of = x, None
        return k

    found = walked(sums)
    assert found.has_states
    assert law(found) == {0: Fraction(1, 2), 1: Fraction(1, 2)}


def test_is_tells_lists_apart_as_before_and_small_numbers_by_their_value():
    def same(x, rng):
        one, other, k = [x], [x], 0
        while rng.integer(2):
            k = 1 - k
            if rng.integer(2):
                other = one
        return (one is other) + 10 * k

    found = walked(same)
    assert found.has_states
    assert len(law(found)) == 4
