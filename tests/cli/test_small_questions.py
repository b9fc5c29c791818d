"""Small questions are answered without a compiler, and the first compiled one says what it does."""

import json
import os
import subprocess
import sys
from fractions import Fraction

import pytest

import dpbi
from dpbi.privacy.loss import TOLERANCE
from dpbi.privacy.methods.hellinger import few_questions, loss_or_reason, sooner_in_balls

OF = ("ehds", "--prior", "1,1", "--epsilon", "1")
SMALL = {
    "loss": ("loss", *OF, "--n", "20", "--json"),
    "check": ("check", *OF, "--n", "20", "--json"),
    "law": ("law", *OF, "--counts", "7,13", "--json"),
    "calibrate": ("calibrate", *OF, "--n", "10", "--json"),
    "accuracy": ("accuracy", *OF, "--counts", "7,13", "--json"),
}
LOADED = """
import sys
from dpbi.cli import main
try:
    main()
finally:
    print("numba" in sys.modules, file=sys.stderr)
"""


def asked(*words, environment=None):
    """(stdout, stderr) of the command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *words],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **(environment or {})},
    )
    return done.stdout, done.stderr


@pytest.mark.parametrize("verb", SMALL)
def test_a_small_question_does_not_load_the_compiler(verb):
    out, err = asked(*SMALL[verb])
    assert json.loads(out)
    assert err == "False\n"


def test_a_large_question_does():
    pytest.importorskip("numba")
    _, err = asked("loss", *OF, "--n", "250")
    assert err.endswith("True\n")


def test_both_routes_have_the_same_answer():
    pytest.importorskip("numba")
    for name in ("ehd", "ehdl", "ehds", "mh"):
        m = dpbi.mechanism(name, prior=(1, "1/2"), n=13, epsilon=2)
        with few_questions(1):
            balls = dpbi.privacy_loss(m)
        assert (balls.trusts, dpbi.privacy_loss(m).trusts[0]) == (("ball",), "filter")
        doubles = loss_or_reason(m, TOLERANCE, 1)
        assert doubles.lo <= balls.hi
        assert balls.lo <= doubles.hi


def test_the_more_is_asked_the_sooner_the_compiler_pays():
    m = dpbi.mechanism("ehds", prior=(1, 1), n=40, epsilon=1)
    assert not sooner_in_balls(m)
    with few_questions(1):
        assert sooner_in_balls(m)
        with few_questions(1000):
            assert not sooner_in_balls(m)
        assert sooner_in_balls(m)


def test_the_first_compiled_call_says_that_it_compiles_and_the_second_nothing(tmp_path):
    pytest.importorskip("numba")
    probe = (
        "from dpbi.privacy.filter.arithmetic import _compiled_strictly\nassert _compiled_strictly()"
    )
    said = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", probe],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        )
        said.append(done.stderr)
    assert "compiles its loops" in said[0]
    assert said[1] == ""


def test_the_loss_of_a_small_question_is_as_narrow_as_was_asked():
    out, _ = asked("loss", *OF, "--n", "20", "--digits", "40", "--json")
    ends = {k: Fraction(v) for k, v in json.loads(out)["loss"].items() if k in ("lo", "hi")}
    assert 0 < ends["hi"] - ends["lo"] <= Fraction(1, 10**39)
