"""What a program may not do, at the command: exit code 2, and one sentence on stderr."""

import pytest

SOURCE = """
import math
import random
import secrets

import numpy as np

import dpbi

SEEN = []
made = dpbi.program(datasets=(0, 1), neighbours="all", epsilon=1)


@made
def to_float(x, rng):
    return float(x + rng.laplace(1)) > 0


@made
def logarithm(x, rng):
    return math.log(rng.exponential(1)) > x


@made
def product(x, rng):
    return rng.laplace(1) * rng.laplace(2) > x


@made
def functions(x, rng):
    return math.log(1 - rng.random()) > x - math.sqrt(rng.random())


@made
def of_python(x, rng):
    return random.random() < 0.5


@made
def of_numpy(x, rng):
    return np.random.default_rng().laplace() > x


@made
def of_the_system(x, rng):
    return secrets.randbelow(2)


@made
def of_opendp(x, rng):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    return dp.m.make_laplace(*space, scale=1.0)(float(x)) > 0


@made
def hidden(x, rng):
    SEEN.append(x)
    return len(SEEN) % 7


@made
def other_again(x, rng):
    SEEN.append(x)
    return rng.laplace(1) > len(SEEN)


@made
def recursion(x, rng):
    return recursion(x, rng) if rng.bernoulli(1) else x


@made
def options(x, rng):
    noisy = x + rng.discrete_laplace(1) > 0
    return rng.choose([1, 2] if noisy else [1, 2, 3])


@made
def dataset_options(x, rng):
    return rng.choose([x, 2])
"""

REFUSED = {
    "to_float": "it turns a noise into a float",
    "logarithm": "it turns a noise into a float",
    "product": "it multiplies two noises",
    "functions": "it compares two numbers computed from random()",
    "of_python": "it draws from another generator than its rng",
    "of_numpy": "it draws from another generator than its rng",
    "of_the_system": "it draws from another generator than its rng",
    "of_opendp": "it draws from another generator than its rng",
    "hidden": "when it is run again",
    "other_again": "it does something else when it is run again",
    "recursion": "RecursionError",
    "options": "it offers the adversary other options than in another run",
    "dataset_options": "it offers the adversary other options than at dataset 0",
}


@pytest.mark.parametrize("name", REFUSED)
def test_each_refusal_is_one_sentence_and_no_answer(name, tmp_path, monkeypatch, run):
    if name == "of_opendp":
        pytest.importorskip("opendp")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(SOURCE)
    code, out, said = run("check", f"mine.py:{name}")
    assert code == 2
    assert out == ""
    assert len(said.splitlines()) == 1, said
    assert REFUSED[name] in said
