"""Programs as mechanisms: the published ones, ties, targets, and what is known of endless ones."""

import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from brute_force import Fixed, law
from examples import programs

import dpbi
from dpbi.fields import Balls
from dpbi.fields.logsum import LogSums
from dpbi.programs.stopping import Unfinished

FILE = Path(programs.__file__)
PUBLISHED = {  # found by a prototype that shares no code, and by sums written out by hand
    "vote": "0.828472438278810",
    "vote_on_the_line": "0.736703693086697",
    "svt": "0.591790918892938",
    "svt_of_lee_and_clifton": "1.50657690368047",
    "svt_without_cutoff": "1.10785805297323",
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_mechanisms_have_the_losses_that_others_found(name):
    loss = dpbi.privacy_loss(getattr(programs, name), digits=16)
    known = Fraction(PUBLISHED[name])
    assert abs(loss.lo - known) < Fraction(1, 10**14) * 2
    assert loss.hi - loss.lo <= Fraction(1, 10**16)


@pytest.mark.parametrize(
    ("name", "epsilon"),
    [("vote_on_one_side", "1"), ("largest", "3/2"), ("cell", "1"), ("response", "ln(3)")],
)
def test_a_loss_that_is_a_simple_number_is_seen_to_be_that_number(name, epsilon):
    made = getattr(programs, name)
    assert dpbi.is_private(made, epsilon) is True
    assert dpbi.closed_form(dpbi.privacy_loss(made)) in (epsilon, "epsilon", f"{epsilon}")
    found = dpbi.decide(made, dpbi.Promise.epsilon(epsilon))
    assert found.verdict == "holds"
    assert "symbolic" in found.trusts


@pytest.mark.parametrize("name", ["vote", "vote_on_the_line", "svt", "largest", "cell", "hist"])
def test_each_law_agrees_with_going_through_all_values(name):
    made = getattr(programs, name)
    for x in made.datasets()[:2]:
        function = made.walker.function
        found, left = law(lambda x, rng, f=function: f(x, rng), x, reach=6.0)
        said = made.law(x)
        assert found.keys() <= said.keys()
        for r, e in said.items():
            low = found.get(r, 0.0)
            assert low - 1e-9 <= e.hi
            assert e.lo <= low + left + 1e-9


def test_a_generator_with_fixed_values_runs_the_same_function():
    given = (
        (("discrete_laplace", 2), 1),
        (("discrete_laplace", 2), 3),
        (("discrete_laplace", 2), 0),
    )
    assert programs.vote((1, 0, 1), Fixed(given)) == 1


@pytest.mark.parametrize("bits", [64, 128, 1024])
def test_probabilities_are_known_to_the_bits_that_are_asked_for_and_sum_to_one(bits):
    for x in programs.svt.datasets():
        found = programs.svt.law(x, bits)
        assert sum(e.lo for e in found.values()) <= 1 <= sum(e.hi for e in found.values())
        assert all(e.width < e.hi / 2 ** (bits - 40) for e in found.values())


def test_outputs_that_balls_of_few_bits_cannot_tell_from_zero_are_there():
    @dpbi.program(datasets=(0, 1000), neighbours="all")
    def far(x, rng):
        return x + rng.laplace(1) > 500

    loss = dpbi.privacy_loss(far)
    assert 499 < loss.lo < loss.hi < 501
    with Balls(64).scope():
        assert set(far.log_pmf(0, Balls(64))) == {True, False}


def test_a_dataset_that_has_an_output_of_its_own_has_an_infinite_loss():
    @dpbi.program(datasets=(0, 1), neighbours="all")
    def shown(x, rng):
        return x if rng.geometric(1) > 3 else "hidden"

    assert dpbi.privacy_loss(shown).lo == float("inf")


def test_a_condition_that_never_holds_gives_no_output():
    @dpbi.program(datasets=(0, 1), neighbours="all")
    def equal(x, rng):
        z = rng.laplace(1)
        if z == x:
            return "equal"
        return z > x

    assert set(equal.law(0)) == {True, False}


def test_a_program_that_never_ends_says_what_is_known_and_loses_nothing():
    with pytest.raises(Unfinished) as stopped:
        programs.endless.paths(0)
    assert stopped.value.known.keys() == {0, 1}
    assert stopped.value.left.lo >= 0
    assert stopped.value.left.hi < Fraction(1, 2**90)
    assert "do not end within 100 paths" in str(stopped.value)


def test_what_is_left_of_a_program_with_more_paths_than_its_limit_is_half():
    @dpbi.program(datasets=(0, 1), neighbours="all", paths=2)
    def four(x, rng):
        return rng.integer(4) + x

    with pytest.raises(Unfinished) as stopped:
        four.paths(0)
    assert stopped.value.left.lo <= Fraction(1, 2) <= stopped.value.left.hi


def test_a_path_that_is_too_long_is_left_and_the_others_are_walked():
    @dpbi.program(datasets=(0, 1), neighbours="all")
    def long(x, rng):
        if rng.bernoulli("1/3"):
            return x
        while True:
            rng.integer(1)

    @dpbi.program(datasets=(0, 1), neighbours="all")
    def with_a_noise(x, rng):
        """Whose rounds are not merged: a run is as long as it may be."""
        z = rng.discrete_laplace(1)
        if rng.bernoulli("1/3"):
            return x
        while z is not None:
            rng.integer(1)
        return None

    for made in (long, with_a_noise):
        with pytest.raises(Unfinished) as stopped:
            made.paths(0)
        assert stopped.value.known.keys() == {0}
        assert stopped.value.left.lo <= Fraction(2, 3) <= stopped.value.left.hi


def test_a_program_that_catches_its_end_is_not_taken_for_one_that_ends():
    @dpbi.program(datasets=(0, 1), neighbours="all")
    def deaf(x, rng):
        try:
            while rng.integer(1) == 0:
                pass
        except BaseException:
            return "done"

    with pytest.raises(Unfinished):
        deaf.paths(0)


def test_python_numbers_keep_their_types_as_outputs():
    @dpbi.program(datasets=(0, 1), neighbours="all")
    def typed(x, rng):
        z = max(0, min(1, rng.discrete_laplace(1) + x))
        return rng.choice([z, z * 1.0, z * Fraction(1)])

    kinds = sorted((str(r), type(getattr(r, "value", r)).__name__) for r in typed.law(0))
    assert [k for _, k in kinds] == ["Fraction", "int", "float", "Fraction", "int", "float"] or (
        sorted(k for _, k in kinds) == ["Fraction", "Fraction", "float", "float", "int", "int"]
    )


def test_weights_and_scales_are_exact():
    @dpbi.program(datasets=(0, 1), neighbours="all")
    def weighed(x, rng):
        return rng.choice("abc", weights=("0.1", Fraction(1, 5), 0 if x else "0.7"))

    assert weighed.law(0)["b"].lo <= Fraction(1, 5) <= weighed.law(0)["b"].hi
    assert weighed.law(1).keys() == {"a", "b"}


def command(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "dpbi", *arguments], capture_output=True, text=True, check=False
    )


def test_a_program_in_a_file_is_a_target_of_every_command():
    done = command("check", f"{FILE}:svt_of_lee_and_clifton")
    assert done.returncode == 1
    assert "svt_of_lee_and_clifton is not 1-DP" in done.stdout
    assert command("check", f"{FILE}:cell").returncode == 0
    done = command("loss", f"{FILE}:vote")
    assert "0.828472438278809746" in done.stdout
    assert "b" not in command("law", f"{FILE}:response", "--dataset", "no").stderr
    done = command("check", f"{FILE}:rounding", "--epsilon", "1")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "turns a noise into a float" in done.stderr


@pytest.mark.parametrize("draw", ["geometric", "discrete_laplace", "laplace", "exponential"])
def test_argmax_is_the_maximum_by_comparisons_with_ties_to_the_first(draw):
    def by_comparisons(x, rng):
        noisy = [q + getattr(rng, draw)(1) for q in (x, 1, 0, Fraction(1, 2))]
        return max(range(4), key=lambda i: noisy[i])

    def by_argmax(x, rng):
        return rng.argmax([q + getattr(rng, draw)(1) for q in (x, 1, 0, Fraction(1, 2))])

    one, two = (
        dpbi.program(datasets=(0, 1), neighbours="all")(f) for f in (by_comparisons, by_argmax)
    )
    for x in (0, 1):
        assert len(two.paths(x)) == 4
        F = LogSums()
        first, second = (m.exact_terms(x, F) for m in (one, two))
        assert first.keys() == second.keys()
        assert all((first[r].exp() - second[r].exp()).sign() == 0 for r in first)


def test_argmax_of_numbers_is_a_number_and_of_other_things_is_refused():
    def largest(x, rng):
        return rng.argmax([x, 1, 1 + rng.geometric(1) * 0, 0])

    assert set(dpbi.program(datasets=(0, 1), neighbours="all")(largest).law(0)) == {1}
    for odd in ([], ["a"], 3):
        made = dpbi.program(datasets=(0, 1), neighbours="all")(lambda x, rng, o=odd: rng.argmax(o))
        with pytest.raises(dpbi.DpbiError, match=r"argmax is refused|largest of"):
            made.law(0)


def test_what_an_answer_about_a_program_rests_on_names_the_program():
    assert dpbi.privacy_loss(programs.vote).trusts == ("ball", "program")
    found = dpbi.decide(programs.vote, dpbi.Promise.delta(1, "1/10"))
    assert "program" in found.trusts


def test_continuous_noise_is_said_to_be_real_valued():
    assert dpbi.privacy_loss(programs.vote_on_the_line).trusts == ("ball", "program", "reals")


def test_options_that_are_the_same_are_one_way():
    @dpbi.program(datasets=(0, 1), neighbours="all")
    def kept(x, rng):
        return str(rng.choice((1, 0, x, True), (1, 2, 3, 4)))

    assert len(kept.paths(1)) == 3
    shares = {"1": Fraction(4, 10), "0": Fraction(2, 10), "True": Fraction(4, 10)}
    assert all(abs(e.lo - shares[r]) < Fraction(1, 10**9) for r, e in kept.law(1).items())
    assert kept.law(1).keys() == shares.keys()


@pytest.mark.parametrize(
    "returned",
    [
        lambda n: n % 2 % 2,
        lambda n: n % 6 % -4 % 3,
        lambda n: n // 2 % 2 + n % 2 // 2,
        lambda n: (n - n // 3) // 2 % 3,
    ],
)
def test_what_is_rounded_again_is_what_python_makes_of_each_integer(returned):
    """The floor of a sum with a floor in it is an integer of its own."""

    def rounded(x, rng):
        return x + returned(rng.discrete_laplace("1/2"))

    said = dpbi.program(datasets=(0, 1), neighbours="all")(rounded).law(0)
    q, found = math.exp(-2), {}
    for n in range(-40, 41):
        mass = (1 - q) / (1 + q) * q ** abs(n)
        found[returned(n)] = found.get(returned(n), 0.0) + mass
    assert said.keys() == found.keys()
    for r, e in said.items():
        assert float(e.lo) - 1e-12 <= found[r] <= float(e.hi) + 1e-12
