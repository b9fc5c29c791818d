"""What a program may not do: one sentence refuses it, even where the program catches it."""

import copy
import math
import numbers
import os
import random
import secrets
import subprocess
import sys
import threading
import uuid
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

import dpbi
from dpbi.errors import DpbiError

KEPT = []
ADDRESSED = []
TICKS = iter(range(10**9))
OF_ITS_OWN = random.Random(1)
FROM_THE_SYSTEM = os.urandom
NUMPYS_OWN = np.random.default_rng(5)


def recursive(x, rng):
    return recursive(x, rng)


def matched(x, rng):
    match rng.geometric(1):
        case int():
            return x


def kept(x, rng):
    KEPT.append(rng.laplace(1))
    return KEPT[0] > x


def kept_and_added(x, rng):
    KEPT.append(rng.laplace(1))
    return KEPT[0] + KEPT[-1] > x


def caught(x, rng):
    try:
        return float(rng.laplace(1)) > x
    except Exception:
        return False


def caught_twice(x, rng):
    try:
        rng.gauss(0, 1)
    except BaseException:
        return rng.bernoulli("1/2")


def set_back(x, rng):
    before = random.getstate()
    try:
        return random.random() < 0.5
    finally:
        random.setstate(before)


def set_back_in_numpy(x, rng):
    before = np.random.get_state()
    found = np.random.rand() < 0.5
    np.random.set_state(before)
    return found


def in_a_thread(x, rng):
    found = []
    thread = threading.Thread(target=lambda: found.append(secrets.randbelow(10**9) == x))
    thread.start()
    thread.join()
    return found[0]


def counted(x, rng, seen=[]):  # noqa: B006
    seen.append(x)
    return len(seen)


class Pair(NamedTuple):
    value: int
    bit: bool


def address(x, rng):
    """Where an object lies: each is kept, so that no two lie at one place."""
    ADDRESSED.append(object())
    return id(ADDRESSED[-1])


@dataclass(frozen=True)
class Hidden:
    value: object


def mapped(x, rng):
    return {rng.discrete_laplace(1): 1}


REFUSED = {
    "turns a noise into a float": [
        lambda x, rng: float(rng.laplace(1)) > x,
        lambda x, rng: math.log(rng.exponential(1)) > x,
        lambda x, rng: math.sqrt(rng.geometric(1)) > x,
        lambda x, rng: complex(rng.geometric(1)) == x,
        lambda x, rng: float(math.floor(rng.laplace(1))) > x,
        caught,
    ],
    "multiplies two noises": [lambda x, rng: rng.laplace(1) * rng.laplace(1) > x],
    "divides two noises": [
        lambda x, rng: rng.laplace(1) / rng.laplace(1) > x,
        lambda x, rng: rng.geometric(1) % rng.geometric(1),
    ],
    "divides by a noise": [lambda x, rng: 1 / rng.laplace(1) > x],
    "computes a power": [
        lambda x, rng: rng.laplace(1) ** 2 > x,
        lambda x, rng: 2 ** rng.geometric(1),
    ],
    "computes a remainder": [lambda x, rng: 7 % rng.geometric(1)],
    "with the bits of a noise": [lambda x, rng: rng.geometric(1) & 1],
    "has infinitely many": [
        lambda x, rng: "abc"[rng.geometric(1)],
        lambda x, rng: "abc"[rng.geometric(1) - rng.geometric(1)],
        lambda x, rng: "abc"[math.floor(rng.laplace(1)) + rng.geometric(1)],
        lambda x, rng: list(range(rng.geometric(1))),
    ],
    "more than 1000": [lambda x, rng: range(2001)[min(2000, rng.geometric(1))]],
    "returns a continuous noise": [lambda x, rng: max(0, min(2, rng.laplace(1)))],
    "an index": [lambda x, rng: "abc"[max(0, min(2, rng.laplace(1)))]],
    "into a text": [
        lambda x, rng: str(rng.geometric(1)),
        lambda x, rng: f"{rng.laplace(1)}",
        lambda x, rng: repr(rng.laplace(1)),
    ],
    "a member of a set or as a key": [
        lambda x, rng: len({rng.laplace(1), 2}),
        lambda x, rng: Hidden(rng.geometric(1)),
        lambda x, rng: rng.geometric(1) in {1, 2},
        mapped,
    ],
    "copies the state": [
        lambda x, rng: copy.copy((rng.laplace(1),)) and rng.laplace(1).__reduce__()
    ],
    "the type of a noise": [
        lambda x, rng: isinstance(rng.geometric(1), int),
        lambda x, rng: isinstance(rng.geometric(1), numbers.Number),
        matched,
    ],
    "the attribute bit_length of a noise": [lambda x, rng: rng.geometric(1).bit_length()],
    "decimal digits": [lambda x, rng: round(rng.laplace(1), 2) > x],
    "asks the generator for gauss": [lambda x, rng: rng.gauss(0, 1) > x, caught_twice],
    "asks the generator for pick": [lambda x, rng: rng.pick([1])],
    "binary float": [lambda x, rng: rng.laplace(0.5) > x, lambda x, rng: rng.bernoulli(0.5)],
    "above 1": [lambda x, rng: rng.bernoulli(2)],
    "must be > 0": [lambda x, rng: rng.laplace(0) > x, lambda x, rng: rng.geometric(-1) > x],
    "a scale that is a noise itself": [lambda x, rng: rng.laplace(rng.exponential(1)) > x],
    "no integers at all": [lambda x, rng: rng.integer(0)],
    "more than 10000": [lambda x, rng: rng.integer(10**9)],
    "none is possible": [lambda x, rng: rng.choice([])],
    "by 1 weights": [lambda x, rng: rng.choice([1, 2], [1])],
    "which Python would round": [lambda x, rng: max(0, min(2, rng.discrete_laplace(1))) + 0.1 + x],
    "nan": [lambda x, rng: rng.laplace(1) > math.nan, lambda x, rng: rng.laplace(1) + math.nan > 0],
    "another generator": [
        lambda x, rng: random.random() < 0.5,
        lambda x, rng: random.choice("ab"),
        lambda x, rng: np.random.laplace() > x,
        lambda x, rng: np.random.default_rng().laplace() > x,
        lambda x, rng: secrets.randbelow(2),
        lambda x, rng: OF_ITS_OWN.random() < 0.5,
        lambda x, rng: NUMPYS_OWN.random() < 0.5,
        lambda x, rng: random.SystemRandom().random() > x,
        lambda x, rng: os.urandom(1) == b"a",
        lambda x, rng: uuid.uuid4().int % 2,
        lambda x, rng: os.getrandom(4) == b"abcd",
        lambda x, rng: FROM_THE_SYSTEM(16) == bytes(16),
        lambda x, rng: np.random.RandomState(3).rand() < 0.5,
        set_back,
        set_back_in_numpy,
    ],
    "starts a thread or a process": [
        in_a_thread,
        lambda x, rng: subprocess.run(["true"], check=False).returncode,
        lambda x, rng: os.fork(),
    ],
    "run again": [
        lambda x, rng: next(TICKS),
        lambda x, rng: (next(TICKS) % 3, rng.bernoulli("1/2")),
        lambda x, rng: rng.laplace(next(TICKS) + 1) > x,
        lambda x, rng: rng.laplace(1) > next(TICKS),
        lambda x, rng: rng.bernoulli("1/2") if next(TICKS) % 2 else rng.integer(2),
        address,
        counted,
    ],
    "one run for another": [kept, kept_and_added],
    "RecursionError": [recursive],
    "ZeroDivisionError": [lambda x, rng: rng.laplace(1) / 0 > x],
    "it returns None": [lambda x, rng: None],
    "returns a dict": [lambda x, rng: {1: 2}],
    "TypeError": [lambda x, rng: rng.laplace(1) > "a", lambda x, rng: rng.laplace(1) + "a"],
    "sys.exit": [lambda x, rng: exit(1)],
}
CASES = [(said, f) for said, several in REFUSED.items() for f in several]


@pytest.mark.parametrize(
    ("said", "function"), CASES, ids=[f"{s} {i}" for i, (s, _) in enumerate(CASES)]
)
def test_what_cannot_be_followed_is_refused_in_one_sentence(said, function):
    KEPT.clear()
    made = dpbi.program(datasets=(0, 1, 2), neighbours="all")(function)
    with pytest.raises(DpbiError) as refused:
        dpbi.privacy_loss(made)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_noise_of_opendp_is_seen_where_it_changes_nothing():
    """It is drawn in Rust: no state of Python's own tells."""
    dp = pytest.importorskip("opendp.prelude")
    dp.enable_features("contrib")
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    measure = dp.m.make_laplace(*space, scale=1.0)
    for draw in (measure, measure.invoke):
        made = dpbi.program(datasets=(0, 1), neighbours="all")(
            lambda x, rng, draw=draw: draw(float(x)) > 50
        )
        with pytest.raises(DpbiError, match="another generator"):
            made.law(0)
        with pytest.raises(DpbiError, match="another generator"):
            made.law(0)
    assert isinstance(measure(0.0), float)


def test_what_is_not_loaded_need_not_be_watched(monkeypatch):
    for name in ("subprocess", "threading", "numpy.random", "opendp.core"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    made = dpbi.program(datasets=(0, 1), neighbours="all")(lambda x, rng: rng.bernoulli("1/2"))
    assert len(made.law(0)) == 2


def test_threads_and_processes_are_started_again_once_a_run_is_over():
    made = dpbi.program(datasets=(0, 1), neighbours="all")(in_a_thread)
    with pytest.raises(DpbiError):
        made.law(0)
    thread = threading.Thread(target=lambda: None)
    thread.start()
    thread.join()
    assert threading.Thread.start.__module__ == "threading"


def test_state_that_outlives_a_dataset_is_seen_when_all_is_run_again():
    first = []

    @dpbi.program(datasets=(0, 1), neighbours="all")
    def sticky(x, rng):
        first.append(x)
        return rng.bernoulli("1/3" if len(first) < 6 else "2/3")

    with pytest.raises(DpbiError, match="run again"):
        dpbi.privacy_loss(sticky)
    with pytest.raises(DpbiError, match="run again"):
        dpbi.privacy_loss(sticky)


def test_a_comparison_with_another_number_is_seen_where_it_is_repeated():
    """Though the two walks of the dataset find the same paths: z >= 0, and z < 1."""
    numbers = iter((0, 1, 1, 0))

    @dpbi.program(datasets=(0, 1), neighbours="all")
    def moving(x, rng):
        return rng.discrete_laplace(1) >= next(numbers)

    with pytest.raises(DpbiError, match="does something else when it is run again"):
        moving.law(0)


def test_an_output_that_is_not_on_the_list_is_refused():
    @dpbi.program(datasets=(0, 1), neighbours="all", outputs=(1, 2))
    def other(x, rng):
        return rng.integer(3)

    with pytest.raises(DpbiError, match="returns 0, which is not one of the outputs"):
        dpbi.privacy_loss(other)


def test_the_generators_of_python_are_as_before_after_a_refusal():
    made = dpbi.program(datasets=(0, 1), neighbours="all")(lambda x, rng: secrets.randbelow(2))
    with pytest.raises(DpbiError):
        made.law(0)
    assert os.urandom(4) != os.urandom(4)
    assert 0 <= random.SystemRandom().random() < 1


@pytest.mark.parametrize(
    "odd", [{"paths": 0.5}, {"paths": 0}, {"seconds": 10**400}, {"outputs": 3}, {"datasets": [1]}]
)
def test_what_the_decorator_is_given_is_checked(odd):
    with pytest.raises(DpbiError):
        dpbi.program(**{"datasets": (0, 1), "neighbours": "all", **odd})(lambda x, rng: x).law(0)


def test_a_named_tuple_of_noises_is_one_of_their_values():
    @dpbi.program(datasets=(0, 1), neighbours="all")
    def pair(x, rng):
        return Pair(min(1, rng.geometric(1)), rng.bernoulli("1/2"))

    assert set(pair.law(0)) == {Pair(a, b) for a in (0, 1) for b in (False, True)}
    assert all(type(r) is Pair for r in pair.law(0))


def test_infinite_bounds_are_compared_and_not_refused():
    @dpbi.program(datasets=(0, 1), neighbours="all")
    def largest(x, rng):
        best, at = -math.inf, None
        for i in range(3):
            z = rng.laplace(1) + x * i
            if z > best:
                best, at = z, i
        return at if best < math.inf else "never"

    assert set(largest.law(0)) == {0, 1, 2}


def test_numbers_of_numpy_are_numbers():
    @dpbi.program(datasets=(0, 1), neighbours="all")
    def scaled(x, rng):
        noisy = np.float64(0.5) * np.array([x, 1 - x])[0] + rng.laplace(1)
        return noisy > np.int64(1)

    assert set(scaled.law(0)) == {True, False}
