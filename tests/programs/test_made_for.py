"""`of=`: what a noise is said to be made for, beside what the data say."""

from fractions import Fraction

import pytest

import dpbi
from dpbi.errors import DpbiError

DRAWS = ["laplace", "discrete_laplace", "exponential", "geometric", "discrete_gaussian", "poisson"]
PAIR = [(0, 1), (1, 2)]
SAID = (
    "count draws laplace(1) for sum, declared to move by at most 1; "
    "it moves by 2 between (0, 1) and (1, 2)"
)


def counting(of, draw="laplace", scale=1, datasets=PAIR, **kw):
    @dpbi.program(datasets=datasets, neighbours="all", **kw)
    def count(x, rng):
        return sum(x) + getattr(rng, draw)(scale, of=of) > 2

    return count


def test_data_that_contradict_a_declared_sensitivity_are_remarked_with_the_pair():
    made = counting((sum, 1))
    loss = dpbi.privacy_loss(made)
    assert loss.remarks == (SAID,)
    assert loss.json()["remarks"] == [SAID]
    assert ("remark", SAID) in loss.rows()
    found = dpbi.decide(made, dpbi.Promise.epsilon(2))
    assert found.remarks == (SAID,)
    assert f"remark               {SAID}" in str(found)
    assert found.json()["remarks"] == [SAID]
    x, y = PAIR
    assert abs(sum(x) - sum(y)) == 2


@pytest.mark.parametrize("most", [2, "2", 3, Fraction(5, 2), "sqrt(4)"])
def test_a_declaration_that_the_data_keep_leaves_no_trace(most):
    plain, made = counting(None), counting((sum, most))
    assert dpbi.privacy_loss(made).remarks == ()
    assert dpbi.privacy_loss(made).json() == dpbi.privacy_loss(plain).json()
    found = dpbi.decide(made, dpbi.Promise.epsilon(2))
    assert found.json() == dpbi.decide(plain, dpbi.Promise.epsilon(2)).json()


@pytest.mark.parametrize("draw", DRAWS)
def test_a_verdict_and_a_law_do_not_depend_on_it(draw):
    plain, made = counting(None, draw), counting((sum, "1/2"), draw)
    assert [made.law(x) for x in PAIR] == [plain.law(x) for x in PAIR]
    a, b = (dpbi.decide(m, dpbi.Promise.epsilon(1)) for m in (plain, made))
    assert (a.verdict, a.lo, a.hi) == (b.verdict, b.lo, b.hi)
    assert len(b.remarks) == 1
    assert f"draws {draw}(1) for sum" in b.remarks[0]


def test_a_query_says_by_its_own_datasets_how_far_it_moves():
    @dpbi.query(datasets=[(0,), (1,), (4,)], neighbours="line")
    def total(x):
        return sum(x)

    assert dpbi.privacy_loss(counting(total)).remarks == ()
    (said,) = dpbi.privacy_loss(counting(total, datasets=[(0,), (4,)])).remarks
    assert "total, which moves by at most 3 over its own datasets; it moves by 4" in said


@pytest.mark.parametrize("most", [(1, 5), (5, 1)], ids=["last", "first"])
def test_each_function_is_taken_with_what_it_captured_when_the_noise_was_drawn(most):
    @dpbi.program(datasets=[(0, 0), most], neighbours="all")
    def two(x, rng):
        above = []
        for i in range(2):
            noise = rng.discrete_laplace(2, of=(lambda x: x[i], 1))  # noqa: B023
            above.append(x[i] + noise > 2)
        return tuple(above)

    (said,) = dpbi.privacy_loss(two).remarks
    assert "discrete_laplace(2)" in said
    assert "moves by 5 between" in said
    assert len(two.walker.made_for) == 2


def test_noise_of_a_sub_program_and_of_an_unfinished_one_is_looked_at_too():
    def noisy(n, rng):
        return n + rng.laplace(1, of=(sum, 1)) > 2

    @dpbi.program(datasets=PAIR, neighbours="all", outputs=[False, True], paths=10)
    def count(x, rng):
        while rng.bernoulli("1/2"):
            pass
        return rng.sub(noisy, sum(x))

    assert dpbi.privacy_loss(count).remarks == (SAID,)


def test_a_draw_for_real_is_the_same_with_it():
    assert counting((sum, 1)).sample((0, 1)) in (True, False)


def test_answers_that_are_no_numbers_are_remarked_in_one_sentence():
    (said,) = dpbi.privacy_loss(counting((str, 1))).remarks
    assert "for str, whose sensitivity is not known" in said
    assert "\n" not in said


@pytest.mark.parametrize(
    "of", [sum, 1, "sum", (sum,), (1, sum), (sum, 1, 2), (sum, -1), (sum, 0.5), (sum, "much"), []]
)
def test_what_says_no_function_or_no_number_is_refused_in_one_sentence(of):
    with pytest.raises(DpbiError, match="its draw is refused") as refused:
        counting(of).law((0, 1))
    assert "\n" not in str(refused.value)


def test_lists_are_compared_by_sums_and_for_gaussian_noise_by_length():
    @dpbi.program(datasets=[(0, 0), (3, 4)], neighbours="all")
    def two(x, rng):
        a = rng.discrete_gaussian(4, of=(list, 5))
        return a + rng.discrete_laplace(4, of=(list, 5)) > x[0]

    (said,) = two.remarks() or dpbi.privacy_loss(two).remarks
    assert "discrete_laplace(4) for list" in said
    assert "moves by 7 between" in said


def test_pythons_own_max_is_called_by_its_name_and_is_one_function_in_all_runs():
    @dpbi.program(datasets=PAIR, neighbours="all", outputs=[False, True])
    def count(x, rng):
        return max(x) + rng.laplace(1, of=(max, "1/2")) > 2

    said = "count draws laplace(1) for max, declared to move by at most 1/2; it moves by 1 between "
    assert dpbi.privacy_loss(count).remarks == (f"{said}(0, 1) and (1, 2)",)
    assert len(count.walker.made_for) == 1
