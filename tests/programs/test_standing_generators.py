"""Generators that a module has made before: a draw from one is refused, however seldom it matters.

Each program tells its dataset with probability 1e-9 or less, so that no walk ever sees it happen.
"""

import gc
import random

import numpy as np
import pytest

import dpbi
from dpbi.programs.stopping import NotFollowed


class OfOnesOwn(random.Random):
    pass


MADE = random.Random()
OWN = OfOnesOwn()
COIN = random.Random().random
NEW = np.random.default_rng()
BITS = np.random.PCG64()
OLD = np.random.RandomState()
OLD.standard_normal()  # and its second number is there already


def of_random(x, rng):
    return x if MADE.random() < 1e-9 else 0


def of_a_class_of_ones_own(x, rng):
    return x if OWN.gauss(0, 1) > 9 else 0


def by_a_method_under_a_name(x, rng):
    return x if COIN() < 1e-9 else 0


def of_numpy(x, rng):
    return x if NEW.random() < 1e-9 else 0


def of_bits_that_numpy_has(x, rng):
    return x if np.random.Generator(BITS).random() < 1e-9 else 0


def of_the_old_numpy(x, rng):
    return x if OLD.standard_normal() > 9 else 0


KEPT = []


def by_one_that_is_made_when_it_is_needed_and_kept(x, rng):
    if not KEPT:
        KEPT.append(random.Random(42))
    return x if KEPT[0].random() < 1e-9 else 0


def of_a_sub_program(x, rng):
    return rng.sub(of_random, x)


DRAWN = [f for name, f in globals().items() if name.startswith(("of_", "by_"))]


@pytest.mark.parametrize("program", DRAWN, ids=lambda f: f.__name__)
def test_a_generator_that_was_made_before_is_refused(program):
    with pytest.raises(NotFollowed, match="another generator"):
        dpbi.privacy_loss(dpbi.program(datasets=(0, 1), neighbours="all")(program))


def test_generators_that_are_not_drawn_from_are_left_alone():
    def right(x, rng):
        MADE.getstate()
        return rng.integer(2) if random.Random(3).random() < 2 else x

    program = dpbi.program(datasets=(0, 1), neighbours="all")(right)
    assert dpbi.privacy_loss(program).hi < 1e-9


@pytest.mark.parametrize("draw", [random.random, np.random.random])
def test_the_generators_that_all_share_are_seen_even_where_freezing_hides_them(draw):
    made = dpbi.program(datasets=(0, 1), neighbours="all")(lambda x, rng: x if draw() < 1e-9 else 0)
    gc.freeze()
    try:
        with pytest.raises(NotFollowed, match="another generator"):
            dpbi.privacy_loss(made)
    finally:
        gc.unfreeze()
