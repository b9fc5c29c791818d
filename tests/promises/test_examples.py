"""The twelve mechanisms in tests/examples: every verdict right, every witness the smallest.

The laws are transcribed here a second time, with mpmath at 50 digits and nothing of dpbi, and all
neighbouring pairs and outputs are compared in the same order: as the datasets are listed, then
the neighbour, then the output.
"""

import sys
from fractions import Fraction
from importlib import import_module
from itertools import product

import pytest
from checked import EXAMPLES, checked, dpbi
from examples import right
from mpmath import mp, mpf

import dpbi as package
from dpbi.laws.forms import adapt

mp.dps = 50
TINY = mpf(10) ** -40


def tuples(values, n):
    return list(product(values, repeat=n))


def one_record(x, y):
    return sum(a != b for a, b in zip(x, y, strict=True)) == 1


def geometric(center, top, rate):
    """center + Z clamped to 0..top, Pr[Z = z] = (1-q)/(1+q) q^|z|: the tails are summed up."""
    q = mp.exp(-mpf(rate))
    inner, end = (1 - q) / (1 + q), 1 / (1 + q)
    law = {r: inner * q ** abs(r - center) for r in range(top + 1)}
    law[0], law[top] = end * q**center, end * q ** (top - center)
    return law


def together(laws):
    """Independent draws."""
    return {
        r: mp.fprod(law[c] for law, c in zip(laws, r, strict=True))
        for r in product(*(range(len(law)) for law in laws))
    }


def normalised(weights):
    norm = mp.fsum(weights.values())
    return {r: w / norm for r, w in weights.items()}


def median_noise(x):
    """The local sensitivity of the median at x, and noise for it."""
    near = [y for y in tuples((0, 1, 2), 3) if one_record(x, y)]
    reach = max(abs(sorted(x)[1] - sorted(y)[1]) for y in near)
    return geometric(sorted(x)[1], 2, mpf(1) / max(reach, mpf(1) / 2))


def answer(x, extra=0):
    law = {y: (1 - mpf(extra)) * (mpf(3) if y == x else mpf(1)) / 4 for y in ("no", "yes")}
    return law | ({f"certainly {x}": mpf(extra)} if extra else {})


LETTERS = ("a", "b", "c")
BITS, SUMS, WORDS = tuples((0, 1), 2), tuples(range(5), 2), tuples(LETTERS, 2)

# name: datasets, law, promised epsilon, the true loss where it is simple
RIGHT = {
    "RandomisedResponse": (["no", "yes"], answer, mpf(11) / 10, mp.log(3)),
    "NoisyCount": (BITS, lambda x: geometric(sum(x), 2, 1), 1, 1),
    "BoundedSum": (SUMS, lambda x: geometric(sum(min(v, 2) for v in x), 4, mpf(1) / 2), 1, 1),
    "Histogram": (
        WORDS,
        lambda x: together([geometric(x.count(v), 2, mpf(1) / 2) for v in LETTERS]),
        1,
        1,
    ),
    "Mode": (
        WORDS,
        lambda x: normalised({v: mp.exp(mpf(x.count(v)) / 2) for v in LETTERS}),
        1,
        None,
    ),
}
WRONG = {
    "LocalNoise": (tuples((0, 1, 2), 3), median_noise, 1, None),
    "HalfTheNoise": (BITS, lambda x: geometric(sum(x), 2, 2), 1, 2),
    "OffByOne": (
        SUMS,
        lambda x: geometric(sum(min(v, 3) for v in x), 4, mpf(1) / 2),
        1,
        mpf(3) / 2,
    ),
    "SeenOnly": (
        WORDS,
        lambda x: normalised({v: mp.exp(mpf(x.count(v)) / 2) for v in sorted(set(x))}),
        1,
        mp.inf,
    ),
    "OneCoordinate": (
        WORDS,
        lambda x: together([geometric(x.count(v), 2, 1) for v in LETTERS]),
        1,
        2,
    ),
    "UnpaidNormaliser": (
        WORDS,
        lambda x: normalised({v: mp.exp(mpf(x.count(v))) for v in LETTERS}),
        1,
        None,
    ),
}


def all_losses(datasets, law):
    """(x, y, output, loss) of all neighbours, in order."""
    laws = {x: law(x) for x in datasets}
    near = one_record if isinstance(datasets[0], tuple) else lambda x, y: x != y
    for x, y in product(datasets, repeat=2):
        if near(x, y):
            for r, p in laws[x].items():
                q = laws[y].get(r, mpf(0))
                yield x, y, r, mp.log(p / q) if q else mp.inf


def plain(value):
    return [plain(v) for v in value] if isinstance(value, tuple) else value


def encloses(bounds, value):
    """lo <= value <= hi, up to the 50 digits that the value has."""
    lo, hi = (
        mp.inf
        if bounds[k] == "inf"
        else mpf(Fraction(bounds[k]).numerator) / Fraction(bounds[k]).denominator
        for k in ("lo", "hi")
    )
    return lo - TINY <= value <= hi + TINY


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_mechanism_holds_and_its_loss_is_what_brute_force_says(name):
    datasets, law, promised, simple = RIGHT[name]
    (found,) = checked(EXAMPLES / f"right.py:{name}")["findings"]
    assert (found["verdict"], found["witness"]) == ("holds", None)
    loss = max(d for *_, d in all_losses(datasets, law))
    assert loss <= promised + TINY
    assert encloses(found["value"], loss)
    assert simple is None or abs(loss - simple) < TINY
    if simple == promised:
        assert found["value"] == {"lo": "1", "hi": "1"}, "a tie is seen as one"
        assert "symbolic" in found["trusts"]


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_mechanism_fails_with_the_smallest_witness(name):
    datasets, law, promised, simple = WRONG[name]
    (found,) = checked(EXAMPLES / f"wrong.py:{name}")["findings"]
    assert (found["verdict"], found["smallest"]) == ("fails", True)
    losses = list(all_losses(datasets, law))
    x, y, r, loss = next(at for at in losses if at[3] > promised + TINY)
    witness = found["witness"]
    assert [witness[k] for k in ("x", "y", "output")] == [plain(v) for v in (x, y, r)]
    assert encloses(witness["p"], law(x)[r])
    assert encloses(witness["q"], law(y).get(r, mpf(0)))
    if loss < mp.inf:
        assert encloses(witness["excess"], loss - promised)
    else:
        assert witness["excess"] is None
    top = max(d for *_, d in losses)
    assert encloses(found["value"], top)
    assert simple is None or top == simple or abs(top - simple) < TINY
    worst = found["worst"]
    at_worst = [
        d for *at, d in losses if [plain(v) for v in at] == [worst[k] for k in ("x", "y", "output")]
    ]
    assert at_worst[0] == top or abs(at_worst[0] - top) < TINY


def test_the_sixth_right_one_has_an_infinite_loss_and_keeps_its_delta_exactly():
    target, promise = EXAMPLES / "right.py:NameAndShame", ("--epsilon", "11/10")
    laws = {x: answer(x, mpf(1) / 1000) for x in ("no", "yes")}
    excess = mp.fsum(
        max(mpf(0), p - mp.exp(mpf("1.1")) * laws["yes"].get(r, 0)) for r, p in laws["no"].items()
    )
    assert abs(excess - mpf(1) / 1000) < TINY
    (found,) = checked(target, *promise, "--delta", "1/1000")["findings"]
    assert (found["verdict"], found["value"]) == ("holds", {"lo": "0.001", "hi": "0.001"})
    (found,) = checked(target, *promise, "--delta", "999999/1000000000")["findings"]
    assert found["verdict"] == "fails"
    assert found["witness"]["output"] == ["certainly no"]
    assert encloses(found["witness"]["excess"], mpf(10) ** -9)
    assert checked(target, *promise)["verdict"] == "fails"


def defined(module):
    """The mechanisms that a module defines itself, each made; a base that has no law is none."""
    return {
        name: made()
        for name, made in vars(module).items()
        if getattr(made, "__module__", None) == module.__name__
        and any(hasattr(made, law) for law in ("probabilities", "log_weights"))
    }


def keeps(m, **promised):
    """Whether it certainly keeps a promise, or certainly breaks it."""
    try:
        return bool(package.assert_private(m, **promised))
    except package.NotPrivate:
        return False


def test_there_are_six_of_each(monkeypatch):
    """Six laws in each file, no two alike, which are all tested above; six hold and six do not."""
    promised = {"NameAndShame": {"epsilon": "11/10", "delta": "1/1000"}}
    monkeypatch.setitem(sys.modules, "right", right)  # as wrong.py calls it
    wrong = import_module("examples.wrong")
    for module, known, private in (
        (right, {*RIGHT, "NameAndShame"}, True),
        (wrong, set(WRONG), False),
    ):
        made = defined(module)
        assert made.keys() == known
        for name, m in made.items():
            assert keeps(m, **promised.get(name, {})) is private, name
        laws = {str({x: m.law(x) for x in m.datasets()}) for m in map(adapt, made.values())}
        assert len(laws) == len(made) == 6


def test_the_smallest_number_of_records_is_found_too():
    done = dpbi("search", EXAMPLES / "wrong.py:HalfTheNoise", "-p", "n=1..4", "-p", "epsilon=1|2")
    assert done.returncode == 1, done.stderr
    assert "-p n=1 -p epsilon=1" in done.stdout
    assert "smallest violation   (0,) and (1,), at output 0" in done.stdout
    done = dpbi("search", EXAMPLES / "right.py:NoisyCount", "-p", "n=1..3")
    assert (done.returncode, "proves nothing" in done.stdout) == (3, True)
