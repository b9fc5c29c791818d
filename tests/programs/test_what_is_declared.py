"""What is no program: told where it is declared or asked about, with what to write."""

import sys

import numpy as np
import pytest

import dpbi
from dpbi.errors import BadMechanism, BadTarget, DpbiError
from dpbi.mechanisms.targets import load


async def later(x, rng):
    return x


async def several(x, rng):
    yield x


def one_by_one(x, rng):
    yield x


def without_a_generator(x):
    return x


def with_more(x, rng, scale):
    return x


class Counter:
    def of_an_object(self, x, rng):
        return x + rng.geometric(1) > 1

    def __call__(self, x, rng):
        return self.of_an_object(x, rng)


NO_PROGRAMS = {
    later: "it is an async function",
    several: "it is an async function",
    one_by_one: "it has a yield",
    without_a_generator: r"it takes \(x\)",
    with_more: r"it takes \(x, rng, scale\)",
    Counter.of_an_object: r"it takes \(self, x, rng\)",
    Counter: r"it takes \(\)",
    3: "it is of the type int",
}


def declared(function):
    return dpbi.program(datasets=(0, 1), neighbours="all")(function)


@pytest.mark.parametrize("function", NO_PROGRAMS)
def test_what_takes_no_dataset_and_generator_is_refused_where_it_is_declared(function):
    with pytest.raises(BadMechanism, match=NO_PROGRAMS[function]) as refused:
        declared(function)
    said = str(refused.value)
    assert "write a function of a dataset and a generator, such as def f(x, rng)" in said
    if code := getattr(function, "__code__", None):
        assert f"(line {code.co_firstlineno} of test_what_is_declared.py)" in said


@pytest.mark.parametrize(
    "function",
    [Counter().of_an_object, Counter(), lambda x, rng: rng.geometric(1) + x > 1, max],
)
def test_methods_lambdas_and_objects_that_are_called_are_programs(function):
    program = declared(function)
    if function is not max:
        assert dpbi.privacy_loss(program).lo > 0


def test_a_function_that_nobody_declared_is_told_how_to_be_a_program(tmp_path):
    (tmp_path / "mine.py").write_text("def noisy(x, rng):\n    return x + rng.laplace(1) > 0\n")
    hint = r"it needs x: .*; where it draws noise itself, write @dpbi\.program"
    with pytest.raises(BadTarget, match=hint):
        load(f"{tmp_path}/mine.py:noisy", {})
    with pytest.raises(BadMechanism, match=r"write @dpbi\.program\(datasets=.., neighbours=..\)"):
        dpbi.privacy_loss(with_more)


def test_a_module_that_is_imported_and_draws_in_a_run_is_told_to_be_imported_before(
    tmp_path, monkeypatch
):
    (tmp_path / "draws_when_imported.py").write_text("import os\nKEY = os.urandom(8)\n")
    monkeypatch.syspath_prepend(str(tmp_path))

    def late(x, rng):
        import draws_when_imported

        return draws_when_imported.KEY[0] > x

    try:
        with pytest.raises(DpbiError, match="in a module that it imports while it runs"):
            dpbi.privacy_loss(declared(late))
    finally:
        sys.modules.pop("draws_when_imported", None)


def logarithm(x, rng):
    """Minus infinity where random() is 0, of which numpy warns."""
    return float(np.log(rng.random()) < -1 - x)


def caught_by_itself(x, rng):
    import warnings

    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        is_low = np.log(rng.random()) < -1
    return "none" if seen else bool(is_low)


@pytest.mark.filterwarnings("always")
def test_warnings_of_numpy_at_points_that_an_audit_looks_at_are_not_shown(recwarn):
    assert dpbi.privacy_loss(declared(logarithm)).hi < 2
    assert not [w for w in recwarn if issubclass(w.category, RuntimeWarning)]


def test_a_program_that_looks_at_its_warnings_sees_them():
    law = declared(caught_by_itself).law(0)
    assert law["none"].lo == law["none"].hi == 2**-53


def test_a_warning_of_the_program_itself_is_shown():
    import warnings

    def warns(x, rng):
        warnings.warn("mind the gap", UserWarning, stacklevel=1)
        return rng.bernoulli("1/2")

    with pytest.warns(UserWarning, match="mind the gap"):
        dpbi.privacy_loss(declared(warns))


def test_numpy_is_not_stood_in_for_and_its_functions_take_no_noise():
    def standing(x, rng):
        with rng.in_place_of(np):
            return np.random.default_rng().integers(3) + x

    for function, said in (
        (standing, "it stands in for numpy"),
        (lambda x, rng: np.exp(rng.laplace(1)) > x, "numpy's functions do not take a noise"),
        (lambda x, rng: rng.argmax(rng.laplace(1)), "the largest of a single noise"),
    ):
        with pytest.raises(DpbiError, match=said):
            dpbi.privacy_loss(declared(function))


def test_a_loss_of_nothing_is_zero_whatever_is_claimed():
    @dpbi.program(datasets=(0, 1), neighbours="all", epsilon="1/3")
    def noise(x, rng):
        return rng.discrete_laplace(1)

    assert (dpbi.privacy_loss(noise).exact, str(dpbi.privacy_loss(noise))) == ("0", "0")
