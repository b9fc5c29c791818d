"""Generators that a module makes for itself, with the audited one in their place."""

import random
import secrets
import sys
from fractions import Fraction
from importlib import import_module

import pytest

import dpbi
from dpbi.errors import DpbiError

SOURCE = """
import random
import secrets
from random import randrange, Random
from secrets import SystemRandom, randbelow

held = SystemRandom()
elsewhere = {"held": SystemRandom()}

def by_module(): return random.random() < 0.25
def by_name(): return randrange(4) == 0
def by_class(): return Random().randint(1, 4) == 4
def by_module_class(): return random.SystemRandom().choice("abca") == "b"
def by_secrets(): return secrets.randbelow(4) < 1
def by_secret_name(): return randbelow(4) < 1
def by_secret_choice(): return secrets.choice([1, 2, 3, 4]) == 3
def by_secret_bits(): return secrets.randbits(2) == 2
def by_system(): return SystemRandom().getrandbits(2) == 0
def by_held(): return held.random() >= 0.75
def by_system_class(): return secrets.SystemRandom().random() < 0.25

def seeded(): return Random(5).random() < 0.5
def seeded_again(): random.seed(5)
def seeded_later(): Random().seed(7)
def hidden(): return elsewhere["held"].random() < 0.5
def by_token(): return secrets.token_hex(2)
def by_state(): return random.getstate()
"""


@pytest.fixture
def library(tmp_path, monkeypatch):
    """A module that draws in every way, below a package that does not draw."""
    folder = tmp_path / "some_library"
    folder.mkdir()
    (folder / "__init__.py").write_text("from some_library import below\n")
    (folder / "below.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module("some_library")
    for name in ("some_library", "some_library.below"):
        del sys.modules[name]


def quarter(library, name, where=None):
    @dpbi.program(datasets=(0, 1), neighbours="all")
    def program(x, rng):
        with rng.in_place_of(where or library):
            return getattr(library.below, name)()

    return program


WAYS = [line.split()[1][:-3] for line in SOURCE.splitlines() if line.startswith("def by_")]


@pytest.mark.parametrize("name", [w for w in WAYS if w not in ("by_token", "by_state")])
def test_each_way_to_draw_comes_from_the_audited_generator(library, name):
    before = dict(vars(library.below))
    made = quarter(library, name)
    assert sum(p.weight for p in made.paths(0) if p.output) == Fraction(1, 4)
    assert made.sample(0) in (True, False)
    assert vars(library.below) == before


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("seeded", "gives a seed to a generator"),
        ("seeded_again", "gives a seed to a generator"),
        ("seeded_later", "gives a seed to a generator"),
        ("hidden", "another generator"),
        ("by_token", "another generator"),
    ],
)
def test_what_is_seeded_or_held_elsewhere_is_refused(library, name, said):
    with pytest.raises(DpbiError, match=said):
        quarter(library, name).law(0)


@pytest.mark.parametrize(
    ("where", "said"), [(sys.modules["math"], "holds no generator"), (7, "not a module")]
)
def test_a_place_without_generators_is_refused_in_one_sentence(library, where, said):
    before = dict(vars(library.below))
    with pytest.raises(DpbiError, match=said) as refused:
        quarter(library, "by_name", where).law(0)
    assert "\n" not in str(refused.value)
    assert vars(library.below) == before


def test_the_standard_library_itself_can_be_stood_in_for():
    kept = random.random, secrets.SystemRandom

    @dpbi.program(datasets=(0, 1), neighbours="all")
    def program(x, rng):
        with rng.in_place_of(random, secrets):
            return random.random() < 0.5, secrets.SystemRandom().random() < 0.5

    assert {p.weight for p in program.paths(0)} == {Fraction(1, 4)}
    assert (random.random, secrets.SystemRandom) == kept


def test_a_generator_that_outlives_its_run_is_refused(library):
    kept = []

    @dpbi.program(datasets=(0, 1), neighbours="all")
    def program(x, rng):
        with rng.in_place_of(library):
            kept.append(library.below.Random())
        return kept[0].random() < 0.5

    with pytest.raises(DpbiError, match="from one run for another"):
        program.law(0)


def test_what_stands_in_is_taken_for_the_class_that_it_replaces(library):
    @dpbi.program(datasets=(0, 1), neighbours="all")
    def program(x, rng):
        with rng.in_place_of(library):
            made = library.below.Random()
            return isinstance(made, library.below.Random) and isinstance(made, random.Random)

    assert list(program.law(0)) == [True]
