"""Programs run for real: one function is audited and drawn from, and both have the same law."""

import math
import random
import secrets
import subprocess
import sys
import threading
from fractions import Fraction
from pathlib import Path

import pytest
from brute_force import written
from examples import programs
from scripted import agrees

import dpbi
from dpbi.errors import DpbiError
from dpbi.programs.drawing import numbers
from dpbi.programs.stopping import NotFollowed
from dpbi.promises.conformance import conforms
from dpbi.sampling import SystemBits

FILE = Path(programs.__file__)
NAMES = ["vote", "vote_on_the_line", "vote_on_one_side", "largest", "svt", "cell", "hist"]


@pytest.fixture
def few_bits(monkeypatch):
    """Two bits at a time, so that scripts are short."""
    monkeypatch.setattr(numbers, "STEP", 2)


def on(*datasets):
    return dpbi.program(datasets=datasets, neighbours="all")


@on(0, 1)
def sign(x, rng):
    return rng.laplace("1/2") > x


@on(0, 1)
def cells(x, rng):
    return max(-1, min(2, math.ceil(x - 2 * rng.exponential("1/3") + Fraction(1, 7))))


@on(0, 1)
def near(x, rng):
    z = rng.discrete_laplace("1/2")
    return abs(z + x) if abs(z) < 2 else "far"


@on(0, 1)
def first(x, rng):
    return rng.argmax([x, rng.discrete_laplace("1/2"), 1, rng.geometric("1/2")])


@on(0, 1)
def halves(x, rng):
    return rng.geometric("1/2") / 2 + x >= Fraction(1, 2), rng.bernoulli("1/3")


@on(0, 1)
def least(x, rng):
    return rng.choice("abc", weights=(1, 2, 3 * x)), rng.integer(3)


@pytest.mark.parametrize("made", [sign, cells, near, first, halves, least], ids=lambda m: m.label)
def test_all_scripts_of_bits_come_to_the_audited_law(made, few_bits):
    for x in (0, 1):
        agrees(made, x, most_left=Fraction(1, 2))


@pytest.mark.parametrize("name", NAMES)
def test_frequencies_are_those_of_the_audited_law(name):
    made, bits = getattr(programs, name), dpbi.not_private(5)
    x = made.datasets()[-2]
    found = conforms(made, lambda x: made.sample(x, bits), x, draws=1500)
    assert found, found


def test_the_test_of_frequencies_tells_another_scale():
    right, wrong = (
        on(0, 1)(lambda x, rng, s=s: max(0, min(3, x + rng.geometric(s)))) for s in (1, 2)
    )
    assert not conforms(right, lambda x: wrong.sample(x, dpbi.not_private(1)), 0, draws=2000)


def test_random_programs_are_drawn_as_they_are_audited(few_bits):
    drawn = 0
    for seed in range(25):
        made = on(0, 1)(written(seed)[0])
        try:
            made.law(1)
        except NotFollowed:
            continue
        drawn += 1
        agrees(made, 1, runs=250, most_left=1)
    assert drawn > 15


def test_a_real_noise_is_refined_until_a_comparison_is_certain_and_no_further():
    asked = []

    class Counting(random.Random):
        def getrandbits(self, k):
            asked.append(k)
            return super().getrandbits(k)

    assert on(0, 1)(lambda x, rng: rng.laplace(1) is None).sample(0, Counting(1)) is False
    assert not asked
    assert on(0, 1)(lambda x, rng: rng.laplace(1) > x).sample(0, Counting(1)) in (True, False)
    assert asked == [32]
    a = [on(0, 1)(lambda x, rng: _ordered(rng)).sample(0, Counting(n)) for n in range(20)]
    assert set(a) == {True}


def _ordered(rng):
    """Answers about one number do not contradict each other, however it is asked."""
    a, b = rng.laplace(1), rng.exponential(1) - 1
    k = math.floor(2 * a)
    inside = (k <= 3) == (2 * a < 4) and (math.ceil(a) > 0) == (a > 0)
    return bool(inside and (a > b) == (b < a) == (a - b > 0) and a - a == 0 and b >= -1)


def test_a_program_that_never_ends_in_an_audit_is_drawn_all_the_same():
    assert {programs.endless.sample(0) for _ in range(60)} == {0, 1}


def test_outputs_keep_their_types_and_are_checked_against_the_list():
    made = on(0, 1)(lambda x, rng: (rng.geometric(1), [rng.geometric(1) * 1.0]))
    r = made.sample(0)
    assert type(r[0]) is int
    assert type(r[1][0]) is float
    listed = dpbi.program(datasets=(0, 1), neighbours="all", outputs=(1,))(lambda x, rng: x)
    assert listed.sample(1) == 1
    with pytest.raises(NotFollowed, match="not one of the outputs"):
        listed.sample(0)
    with pytest.raises(DpbiError):
        listed.sample(7)


REFUSED = {
    "returns a continuous noise": lambda x, rng: rng.laplace(1) + x,
    "turns a noise into a float": lambda x, rng: float(rng.geometric(1)) > x,
    "another generator": lambda x, rng: random.random() < 0.5,
    "draws from another": lambda x, rng: secrets.randbelow(2) + 0 * rng.integer(2),
    "above 1": lambda x, rng: rng.bernoulli(2),
    "asks the generator for gauss": lambda x, rng: rng.gauss(0, 1) > x,
    "ZeroDivisionError": lambda x, rng: x + rng.geometric(1) / 0,
    "by 1 weights": lambda x, rng: rng.choice([1, 2], [1]),
}


@pytest.mark.parametrize("said", REFUSED)
def test_what_an_audit_refuses_is_refused_when_it_is_drawn(said):
    made = on(0, 1)(REFUSED[said])
    for draw in (made.sample, made.law):
        with pytest.raises(NotFollowed, match=said):
            draw(0)


def test_a_generator_that_is_kept_is_of_no_use():
    kept = []

    @on(0, 1)
    def keeping(x, rng):
        kept.append(rng)
        return kept[0].integer(2) + x

    keeping.sample(0)
    with pytest.raises(NotFollowed, match="from one run for another"):
        keeping.sample(0)


def test_the_systems_bits_are_drawn_while_the_program_may_not_and_other_threads_may():
    begun, done, seen = threading.Event(), threading.Event(), []

    @on(0, 1)
    def slow(x, rng):
        begun.set()
        done.wait(5)
        return rng.integer(2) + x

    def other():
        begun.wait(5)
        seen.append(secrets.token_bytes(2))
        done.set()

    thread = threading.Thread(target=other)
    thread.start()
    assert slow.sample(0, SystemBits()) in (0, 1)
    thread.join()
    assert len(seen[0]) == 2


def test_the_command_releases_an_output_of_the_function():
    run = [sys.executable, "-m", "dpbi", "release", f"{FILE}:hist", "--dataset", "(1, 3)"]
    done = subprocess.run([*run, "--seed", "1"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    again = programs.hist.sample((1, 3), dpbi.not_private(1))
    assert str(again) in done.stdout
