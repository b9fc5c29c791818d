"""Programs whose outputs are not all listed: those that do not end within their limits."""

import json
import math
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import pytest
from examples import programs

import dpbi
from dpbi.cli.loss import _verdict
from dpbi.programs.stopping import EndedBy, NotFollowed
from dpbi.programs.walked import Walked

LN_2 = dpbi.fields.Level.ln(2).enclosure(128)


def endless(x, rng):
    """0 or 1, with the probabilities 2/3 and 1/3 at 0, and the other way round at 1.

    Runs are not merged where a set is in use.
    """
    apart = {x}
    while rng.bernoulli("1/2"):
        x = 1 - x
    apart.add(x)
    return x


def made(function, **given):
    return dpbi.program(**{"datasets": (0, 1), "neighbours": "all", **given})(function)


@pytest.mark.parametrize("paths", [1, 2, 3, 10, 40])
def test_what_was_walked_and_what_is_left_hold_the_true_law(paths):
    law = made(endless, paths=paths).law(0)
    assert law.left.lo == Fraction(1, 2**paths) == law.left.hi
    assert not law.elsewhere
    for r, true in ((0, Fraction(2, 3)), (1, Fraction(1, 3))):
        if r in law:
            assert law[r].lo <= true <= law[r].hi + law.left.hi


def test_without_a_closed_list_of_outputs_epsilon_has_no_upper_end_and_a_delta_that_covers_it():
    found = dpbi.decide(made(endless, paths=40), dpbi.Promise.epsilon("0.7"))
    assert found.verdict == "undecided"
    assert found.hi == math.inf
    assert LN_2.lo - Fraction(1, 10**9) < found.lo < LN_2.hi
    assert Fraction(1, 2**40) <= found.covered.delta_allowed < Fraction(1, 2**38)
    assert dpbi.is_private(made(endless, paths=40), "0.6") is False


@pytest.mark.parametrize("paths", [3, 10, 40])
def test_a_closed_list_of_outputs_bounds_epsilon_on_both_sides(paths):
    loss = dpbi.privacy_loss(made(endless, paths=paths, outputs=(0, 1)))
    assert loss.lo <= LN_2.lo
    assert LN_2.hi <= loss.hi < LN_2.hi + Fraction(8, 2**paths)
    assert loss.trusts == ("ball", "program")


def test_an_output_on_the_list_that_was_not_reached_leaves_epsilon_open():
    loss = dpbi.privacy_loss(made(endless, paths=40, outputs=(0, 1, 2)))
    assert loss.hi == math.inf


@pytest.mark.parametrize("paths", [2, 5, 30])
def test_delta_of_an_endless_program_is_enclosed(paths):
    made_of = made(endless, paths=paths)
    for e in ("0", "1/2", "1"):
        (delta,) = dpbi.privacy_profile(made_of, [e])
        true = max(0.0, 2 / 3 - math.exp(Fraction(e)) / 3)
        assert delta.lo <= true + 1e-12
        assert true - 1e-12 <= delta.hi
        assert delta.width <= Fraction(8, 2**paths)


def test_one_dataset_without_an_end_leaves_what_is_known_of_the_others():
    def half(x, rng):
        return endless(x, rng) if x else rng.integer(2)

    found = made(half, paths=40, outputs=(0, 1))
    assert found.paths(0)
    assert {r: e.lo for r, e in found.law(0).items()} == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    loss = dpbi.privacy_loss(found)  # ln of (1/2) / (1/3)
    assert abs(loss.lo - Fraction(math.log(1.5))) < Fraction(1, 10**9)
    assert abs(loss.hi - Fraction(math.log(1.5))) < Fraction(1, 10**9)


def test_a_noise_that_is_rejected_again_and_again_has_the_law_of_what_is_kept():
    def kept(x, rng):
        while not ((z := rng.discrete_laplace(1) + x) >= -2 and -z >= -2):
            pass
        return z

    law = made(kept, paths=60, outputs=range(-2, 3)).law(1)
    weights = {r: math.exp(-abs(r - 1)) for r in range(-2, 3)}
    for r, w in weights.items():
        true = w / sum(weights.values())
        assert float(law[r].lo) <= true + 1e-12
        assert true - 1e-12 <= float(law[r].hi)


def test_an_endless_program_that_counts_its_runs_is_refused():
    runs = []

    def counting(x, rng):
        runs.append(x)
        return endless(x, rng), len(runs)

    with pytest.raises(NotFollowed, match="run again"):
        made(counting, paths=20).law(0)


def test_a_program_that_is_another_when_it_is_walked_again_is_refused_at_one_dataset():
    runs = []

    def sticky(x, rng):
        runs.append(x)
        return rng.bernoulli("1/3" if len(runs) < 3 else "2/3")

    with pytest.raises(NotFollowed, match="run again"):
        made(sticky).law(0)


def test_an_endless_program_that_remembers_other_datasets_is_refused():
    seen = set()

    def remembering(x, rng):
        seen.add(x)
        return endless(x, rng), len(seen)

    with pytest.raises(NotFollowed, match="run again"):
        dpbi.privacy_loss(made(remembering, paths=20))


def test_walks_that_time_has_ended_are_compared_by_what_both_have():
    path, other = (programs.cell.paths(0)[i] for i in (0, 1))
    late = EndedBy.SECONDS
    long = Walked((path, other), late, ((("a",), path), (("b",), other)))
    short = Walked((path,), late, ((("a",), path),))
    wrong = Walked((other,), late, ((("a",), other),))
    assert long.is_like(short)
    assert short.is_like(long)
    assert not long.is_like(wrong)
    ended = replace(long, why=None)
    assert ended.is_like(short)
    assert not ended.is_like(replace(short, why=EndedBy.PATHS))
    assert not ended.is_like(wrong)
    kept = replace(long, why=None).kept()
    assert kept.is_like(short)
    assert not kept.is_like(replace(wrong, paths=(other, other)))


def test_a_walk_that_is_interrupted_raises():
    def interrupted(x, rng):
        if rng.bernoulli("1/2"):
            raise KeyboardInterrupt
        return x

    with pytest.raises(KeyboardInterrupt):
        made(interrupted, paths=4).law(0)


def command(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "dpbi", *arguments], capture_output=True, text=True, check=False
    )


def test_the_commands_say_what_is_left():
    target = f"{programs.__file__}:endless"
    document = json.loads(command("law", target, "--dataset", "0", "--json").stdout)
    assert document["left"]["elsewhere"] is False
    assert 0 < Fraction(document["left"]["hi"]) < Fraction(1, 2**90)
    assert "at any output whatsoever" in command("law", target, "--dataset", "0").stdout
    assert "true loss          at least 0.693147180559" in command("loss", target).stdout
    done = command("check", target, "--epsilon", "0.7")
    assert done.returncode == 3
    assert "but it is" in done.stdout
    assert command("check", target, "--epsilon", "0.6").returncode == 1
    assert command("check", target, "--epsilon", "0.7", "--delta", "1e-20").returncode == 0
    assert command("release", target, "--dataset", "0").returncode == 0


def test_a_loss_without_an_upper_end_is_not_said_to_be_infinite():
    @dpbi.program(datasets=(0, 1), neighbours="all", epsilon="0.6", paths=20)
    def claims(x, rng):
        return endless(x, rng)

    said = _verdict(claims, dpbi.privacy_loss(claims))
    assert said == "epsilon = 3/5 does not hold"


@pytest.mark.parametrize("outputs", [(0, False, 1), (False, 0, 1), (1, True, 0)])
def test_a_closed_list_has_outputs_that_python_holds_for_equal(outputs):
    m = made(lambda x, rng: rng.choice(outputs), outputs=outputs)
    assert len(m.law(0)) == 3
    assert dpbi.privacy_loss(m).within(0) is not False


@pytest.mark.parametrize("returned", [False, 0.0])
def test_an_output_that_only_equals_one_of_the_list_is_not_on_it(returned):
    m = made(lambda x, rng: returned, outputs=(0, 1))
    for asked in (m.law, m.sample):
        with pytest.raises(dpbi.DpbiError, match="not one of the outputs listed"):
            asked(0)


def test_beyond_the_largest_loss_of_a_closed_list_delta_is_zero():
    """What is left is at outputs of the list, where the neighbour is as likely."""
    program = made(endless, paths=6, outputs=(0, 1))
    loss = dpbi.privacy_loss(program)
    before, after = dpbi.privacy_profile(program, ["1/2", loss.hi])
    true = 2 / 3 - math.exp(1 / 2) / 3
    assert before.lo <= true <= before.hi
    assert after.lo == 0
    assert after.hi < Fraction(1, 10**30)
    assert dpbi.smallest_epsilon(program, "1/1000").hi <= 1


def test_why_nothing_is_decided_is_that_the_walk_was_ended_and_by_what():
    for promise in (dpbi.Promise.epsilon("0.7"), dpbi.Promise.delta("1/2", "0.12")):
        found = dpbi.decide(made(endless, paths=5), promise)
        assert found.verdict == "undecided"
        assert "at dataset 0 its paths do not end within 5 paths" in found.reason
        assert "left where it harms most" in found.scope.proof


def test_where_nothing_was_walked_to_its_end_nothing_is_said_to_be_in_closed_form():
    def never(x, rng):
        while True:
            rng.integer(2)

    found = dpbi.decide(made(never, paths=5), dpbi.Promise.epsilon(1))
    assert "closed form" not in str(found)
    assert "it has loops that some runs never leave" in found.reason


@pytest.mark.parametrize("shown", [True, False])
def test_a_list_and_a_tuple_of_the_same_are_two_outputs(shown):
    def told(x, rng):
        told = [0, (1,)] if x else (0, [1])
        return rng.show(told)[0] if shown else told

    def counted(x, rng):
        z = rng.discrete_laplace(1)
        return [z, 0] if x else (z, 0)

    for function in (told, counted):
        with pytest.raises(NotFollowed, match="is a list in one run and a tuple in another"):
            dpbi.privacy_loss(made(function))


def test_a_list_that_is_always_one_is_a_tuple():
    def told(x, rng):
        rng.show((0, 1))
        return [0, 1]

    assert dpbi.privacy_loss(made(told)).hi == 0


@pytest.mark.parametrize("part", [object(), math.nan, int])
def test_what_equals_only_itself_beside_a_number_without_end_is_refused_in_a_sentence(part):
    with pytest.raises(NotFollowed, match=r"it returns an output that .* text"):
        dpbi.privacy_loss(made(lambda x, rng: (part, rng.discrete_laplace(1))))
