"""`rng.choose` and `rng.show`: transcripts, the best adversary, ties, and what is refused."""

import json
import math
from fractions import Fraction
from itertools import product

import pytest
from examples import programs
from strategies_by_hand import adversaries, against, made

import dpbi
from dpbi.errors import DpbiError
from dpbi.fields import Balls
from dpbi.laws.interactive import HasAdversary
from dpbi.laws.transcripts import Chose, Saw, Transcript
from dpbi.privacy.orders.exactly import renyi_against
from dpbi.privacy.ties import delta_against
from dpbi.programs.stopping import NotFollowed

BITS = tuple(product((0, 1), repeat=2))


def nothing(*seen):
    """What a program returns that has shown all it has to say."""


def first(x):
    return x[0]


def second(x):
    return x[1]


def svt(x, rng):
    """Sparse vector whose analyst asks the next query after seeing the last answer."""
    t = rng.discrete_laplace(2)
    for _ in range(2):
        q = rng.choose((first, second))
        if rng.show(q(x) + rng.discrete_laplace(4) >= t):
            break


def bits(*shares):
    """A program of one round for each list of shares: the adversary picks a coin, and sees it."""

    def program(x, rng):
        for options in shares:
            p = rng.choose(options)
            rng.show(rng.bernoulli(p) ^ bool(x))

    return program


THREE_QUARTERS, TWO_THIRDS, HALF = Fraction(3, 4), Fraction(2, 3), Fraction(1, 2)


def transcript(*events, returned=None):
    kinds = [Saw(e) if not isinstance(e, tuple) else Chose(*e) for e in events]
    return Transcript(tuple(kinds), returned)


def test_what_is_shown_is_the_output_of_a_program_that_never_asks():
    def shown(x, rng):
        rng.show(rng.bernoulli("3/4") ^ bool(x))
        if rng.bernoulli("1/3"):
            return "more"
        return None

    law = made(shown).law(0)
    assert {str(r) for r in law} == {
        *("saw True", "saw True -> returned more"),
        *("saw False", "saw False -> returned more"),
    }
    assert law[transcript(True, returned="more")].lo <= Fraction(1, 4)
    assert law[transcript(True, returned="more")].hi >= Fraction(1, 4)
    assert dpbi.closed_form(dpbi.privacy_loss(made(shown))) == "ln(3)"


def test_values_that_are_equal_and_look_different_are_shown_as_two():
    program = made(lambda x, rng: nothing(rng.show([1, True, 1.0][rng.integer(3)])))
    assert len(program.law(0)) == 3
    asking = made(
        lambda x, rng: nothing(rng.choose(("a", "b")), rng.show([1, True][rng.integer(2)]))
    )
    assert len(asking.law(0)) == 4


def test_what_is_shown_is_handed_back_as_a_value():
    def program(x, rng):
        z = rng.show(max(0, min(2, x + rng.geometric(1))))
        assert type(z) is int
        assert rng.show([z, True]) == (z, True)

    assert len(made(program).law(0)) == 3


def test_the_masses_of_a_transcript_are_those_of_the_program_with_these_choices():
    law = made(svt, BITS).law((0, 1))
    for picks in adversaries(svt, BITS, 100):
        alone = made(against(svt, picks), BITS).law((0, 1))
        assert sum(p.lo for p in alone.values()) <= 1 <= sum(p.hi for p in alone.values())
        for steps, p in alone.items():
            names = ("first", "second")
            events = [
                (n, names[n]) if kind == "chose" else bool(n) for kind, n in steps if n != "nothing"
            ]
            said = law[transcript(*events)]
            assert said.lo <= p.hi
            assert p.lo <= said.hi


def test_adaptive_sparse_vector_against_all_its_adversaries():
    whole = made(svt, BITS)
    each = [made(against(svt, picks), BITS) for picks in adversaries(svt, BITS, 100)]
    assert len(each) == 4
    loss = dpbi.privacy_loss(whole)
    tops = [dpbi.privacy_loss(m) for m in each]
    assert loss.lo <= max(t.hi for t in tops)
    assert max(t.lo for t in tops) <= loss.hi
    (delta,) = dpbi.privacy_profile(whole, ["1/10"])
    deltas = [dpbi.privacy_profile(m, ["1/10"])[0] for m in each]
    assert delta.lo <= max(d.hi for d in deltas)
    assert max(d.lo for d in deltas) <= delta.hi
    assert delta.strategy == ("chose first", "chose first -> saw False -> chose second")
    assert loss.trusts == ("ball", "program")


def test_the_adversary_takes_the_best_option_and_not_all_of_them():
    """Two coins: one of loss ln 3, one of ln 2.  The delta is that of one, not the sum."""
    program = made(bits((THREE_QUARTERS, TWO_THIRDS)))
    (delta,) = dpbi.privacy_profile(program, [0])
    assert delta.lo <= HALF <= delta.hi
    assert delta.width < Fraction(1, 10**10)
    renyi = dpbi.renyi_divergence(program, 2)  # ln(9/4 * 1/... ) of the first coin alone
    true = math.log(Fraction(9, 16) * 4 + Fraction(1, 16) * Fraction(4, 3))
    assert abs(float(renyi.lo) - true) < 1e-12


def test_the_loss_of_an_adaptive_composition_is_the_sum_of_the_worst_of_each_round():
    program = made(bits((THREE_QUARTERS, TWO_THIRDS), (TWO_THIRDS, HALF), (HALF, Fraction(4, 5))))
    loss = dpbi.privacy_loss(program)
    assert dpbi.closed_form(loss) == "ln(24)"  # 3 * 2 * 4
    assert dpbi.is_private(program, "ln(24)") is True
    assert dpbi.is_private(program, "3.178") is False
    assert [e.number for e in loss.witness.output.events[::2]] == [0, 0, 1]


def test_ties_of_delta_are_decided_exactly():
    """Two coins of 3/4: P - 2Q is 9/16 - 2/16 where both tell the truth, and below 0 elsewhere."""
    program = made(bits((THREE_QUARTERS, HALF), (HALF, THREE_QUARTERS)))
    m, two = dpbi.adapt(program), dpbi.fields.level("epsilon", "ln(2)")
    assert delta_against(m, two, Fraction(7, 16)) == 0
    assert delta_against(m, two, Fraction(7, 16) - Fraction(1, 10**40)) == 1
    assert delta_against(m, two, Fraction(7, 16) + Fraction(1, 10**40)) == -1
    kept = dpbi.decide(program, dpbi.Promise.delta("ln(2)", "7/16"))
    assert (kept.verdict, kept.exact) == ("holds", "7/16")


def test_ties_of_delta_with_noise_are_decided_exactly():
    """A clamped geometric count: of two scales the adversary takes the smaller, with loss 1."""

    def count(x, rng):
        scale = rng.choose((1, 2))
        return max(0, min(1, x + rng.discrete_laplace(scale)))

    m = dpbi.adapt(made(count))
    zero, one = (dpbi.fields.level("epsilon", e) for e in (0, 1))
    assert delta_against(m, one, Fraction(0)) == 0
    assert dpbi.is_private(m, 1) is True
    assert dpbi.is_private(m, "0.999999999999999999999999") is False
    # Pr[z <= 0] - Pr[z <= -1] = Pr[0] = (1 - q) / (1 + q), q = 1/e
    F = Balls(200)
    with F.scope():
        q = F.exp(F.rational(-1))
        true = F.enclosure((1 - q) / (1 + q))
    (said,) = dpbi.privacy_profile(m, [0], digits=40)
    assert said.lo <= true.hi
    assert true.lo <= said.hi
    assert delta_against(m, zero, true.lo - Fraction(1, 10**30)) == 1


def test_ties_of_renyi_divergences_are_decided_exactly():
    """sum P^2/Q of a coin of 3/4 is 9/4 + 1/12 = 7/3; of two rounds (7/3)^2."""
    m = dpbi.adapt(made(bits((HALF, THREE_QUARTERS), (THREE_QUARTERS, TWO_THIRDS))))
    square = dpbi.fields.level("value", "ln(49/9)")
    assert renyi_against(m, Fraction(2), square) == 0
    assert dpbi.decide(m, dpbi.Promise.renyi(2, "ln(49/9)")).verdict == "holds"
    assert dpbi.decide(m, dpbi.Promise.renyi(2, "1.694")).verdict == "fails"


def test_ties_of_orders_below_1_are_decided_exactly():
    """Of coins of 4/5 and of 1/2 the affinity is 4/5 and 1; two rounds have (4/5)^2, D is 2 ln."""
    m = dpbi.adapt(made(bits((HALF, Fraction(4, 5)), (Fraction(4, 5), HALF))))
    assert renyi_against(m, HALF, dpbi.fields.level("value", "ln(625/256)")) == 0
    assert renyi_against(m, HALF, Fraction("0.892")) == 1
    assert renyi_against(m, HALF, Fraction("0.893")) == -1
    assert renyi_against(m, Fraction(0), Fraction(0)) == 0
    entropy = dpbi.renyi_divergence(m, 1)  # 2 (4/5 - 1/5) ln 4
    assert entropy.lo <= dpbi.fields.level("value", "ln(4)").enclosure().hi * Fraction(6, 5)
    assert entropy.hi >= dpbi.fields.level("value", "ln(4)").enclosure().lo * Fraction(6, 5)
    (bound,) = {dpbi.decide(m, dpbi.Promise.renyi(1, e)).verdict for e in ("ln(4)*6/5",)}
    assert bound == "undecided", "exact arithmetic does not cover it against an adversary"


def test_an_option_that_gives_the_dataset_away_is_found():
    def leaks(x, rng):
        if rng.choose(("noise", "truth")) == "truth":
            return x
        return int(rng.bernoulli("1/2"))

    loss = dpbi.privacy_loss(made(leaks))
    assert loss.lo == math.inf
    assert str(loss.witness.output) == f"chose truth -> returned {loss.witness.x}"
    (delta,) = dpbi.privacy_profile(made(leaks), [5])
    assert delta.lo > 1 - Fraction(1, 10**30)
    assert delta.hi == 1
    for order in (0, HALF, 1, 2):
        found = dpbi.renyi_divergence(made(leaks), order)
        assert found.lo == math.inf
        assert order >= 1 or "chose truth" in found.strategy
    assert dpbi.zero_concentrated(made(leaks)).lo == math.inf


def test_rho_is_the_largest_over_orders_and_adversaries():
    """Against each adversary it is the rho of an ordinary program."""
    function = bits((Fraction(3, 5), THREE_QUARTERS), (Fraction(9, 10), HALF))
    each = [made(against(function, picks)) for picks in adversaries(function, (0, 1), 99)]
    tops = [dpbi.zero_concentrated(m, digits=7) for m in each]
    said = dpbi.zero_concentrated(made(function), digits=6)
    assert said.width <= Fraction(1, 10**6)
    assert said.lo <= max(t.hi for t in tops)
    assert max(t.lo for t in tops) <= said.hi


def hidden_state(x, rng):
    if rng.bernoulli("1/2"):
        return rng.choose((1, 2))
    return rng.choose((1, 3))


def own_records(x, rng):
    return rng.choose((1, 2 + x))


def after_another_choice(x, rng):
    rng.choose((1, 2))
    rng.show(1)
    return rng.choose((1, 2 if rng.bernoulli("1/2") else 3))


def made_of_x(x, rng):
    return rng.choose((lambda: 1, lambda: x))()


class Kept:
    """What a class holds is what its members do."""

    bit = 0


class KeptInTuples(tuple):
    """The same for a tuple of one's own."""

    bit = 0


def held_by_a_class(x, rng):
    Kept.bit = rng.integer(2)
    return rng.choose((Kept, int)) is Kept


def held_by_the_class_of_an_object(x, rng):
    Kept.bit = rng.integer(2)
    return type(rng.choose((Kept(), 1))) is Kept


def held_by_the_class_of_a_tuple(x, rng):
    KeptInTuples.bit = rng.integer(2)
    return type(rng.choose((KeptInTuples(), 1))) is KeptInTuples


HIDING = [hidden_state, own_records, after_another_choice, made_of_x]
HIDING += [held_by_a_class, held_by_the_class_of_an_object, held_by_the_class_of_a_tuple]


@pytest.mark.parametrize("function", HIDING)
def test_options_depend_on_what_has_been_shown_and_on_nothing_else(function):
    with pytest.raises(NotFollowed, match="offers the adversary other options than"):
        dpbi.privacy_loss(made(function))


def test_options_may_depend_on_what_has_been_shown_and_on_earlier_choices():
    def program(x, rng):
        coin = rng.choose(("3/4", "2/3"))
        told = rng.show(rng.bernoulli(coin) ^ bool(x))
        other = rng.choose((coin, "1/2") if told else (coin, "1/2", "5/6"))
        return rng.bernoulli(other) ^ bool(x)

    loss = dpbi.privacy_loss(made(program))
    assert dpbi.closed_form(loss) == "ln(15)"  # 3 * 5, after "3/4" and False


def test_functions_that_a_run_makes_anew_are_the_same_options():
    def program(x, rng):
        q = rng.choose((lambda y: y, lambda y: 1 - y))
        return int(rng.bernoulli("2/3")) ^ q(x)

    assert dpbi.closed_form(dpbi.privacy_loss(made(program))) == "ln(2)"
    assert {str(r.events[0]) for r in made(program).law(0)} == {"chose option 0", "chose option 1"}


def inner(rng):
    return rng.show(1)


def asked(rng):
    return rng.choose((1, 2))


REFUSED = {
    "shows something within a sub-program": lambda x, rng: rng.sub(inner),
    "asks an adversary within a sub-program": lambda x, rng: rng.sub(asked),
    "offers the adversary no options": lambda x, rng: rng.choose(()),
    "offers the adversary an option that holds a noise": (
        lambda x, rng: rng.choose((rng.geometric(1), 2)) > 0
    ),
    "its choice is refused": lambda x, rng: rng.choose(3),
    "round it": lambda x, rng: nothing(rng.show(rng.laplace(1))),
    "clamp it first": lambda x, rng: nothing(rng.show(rng.geometric(1))),
    "it shows a dict": lambda x, rng: nothing(rng.show({})),
    "it shows None": lambda x, rng: rng.show(None),
    "it returns None: return text": lambda x, rng: None,
    "it returns a set: return text": lambda x, rng: {x},
}


@pytest.mark.parametrize("said", REFUSED)
def test_what_makes_no_sense_is_refused_in_one_sentence(said):
    with pytest.raises(DpbiError, match=said) as refused:
        dpbi.privacy_loss(made(REFUSED[said]))
    assert "\n" not in str(refused.value)


def test_questions_about_one_law_are_refused():
    program = made(svt, BITS)
    with pytest.raises(HasAdversary, match="asks an adversary what comes next, and has a law"):
        dpbi.composed_delta(program, 2, 1)
    with pytest.raises(HasAdversary):
        dpbi.compare_laws(program, program)
    with pytest.raises(HasAdversary):
        dpbi.adapt(program).log_pmf((0, 0), Balls(64))
    with pytest.raises(NotFollowed, match="hand one to sample"):
        program.sample((0, 0))
    with pytest.raises(NotFollowed, match="answers 7, which is no place among 2 options"):
        program.sample((0, 0), adversary=lambda events, options: 7)


def test_an_adversary_of_ones_own_is_asked_where_the_program_is_run():
    """Always the second query, until the first is asked for after a False."""
    seen = []

    def adversary(events, options):
        seen.append(events)
        assert options == (first, second)
        return 0 if events else 1

    rng = dpbi.not_private(7)
    drawn = {made(svt, BITS).sample((0, 1), rng, adversary=adversary) for _ in range(40)}
    asked_for = {str(r) for r in drawn}
    assert asked_for == {
        "chose second -> saw True",
        "chose second -> saw False -> chose first -> saw True",
        "chose second -> saw False -> chose first -> saw False",
    }
    assert () in seen
    assert drawn <= made(svt, BITS).law((0, 1)).keys()


def test_the_probabilities_of_a_law_are_given_the_choices():
    law = made(bits((THREE_QUARTERS, HALF))).law(0)
    sums = {
        n: sum((p.lo + p.hi) / 2 for r, p in law.items() if r.events[0].number == n) for n in (0, 1)
    }
    assert all(abs(total - 1) < Fraction(1, 10**30) for total in sums.values())


def test_a_transcript_is_not_on_a_list_of_outputs():
    program = made(lambda x, rng: rng.choose((x, x)) if rng.show(1) else x, outputs=(0, 1))
    with pytest.raises(NotFollowed, match="shows something, which is a part of its output"):
        dpbi.privacy_loss(program)


def test_that_a_program_asks_is_seen():
    loss = dpbi.privacy_loss(made(lambda x, rng: rng.choose((1, 2)) if x else 1))
    assert loss.lo == math.inf

    def asks_at_times(x, rng):
        if rng.bernoulli("3/4") ^ bool(x):
            rng.choose(("one", "other"))
        return 1

    assert dpbi.closed_form(dpbi.privacy_loss(made(asks_at_times))) == "ln(3)"


def test_what_is_left_without_choices_is_left_whatever_is_chosen_there():
    """No path that was walked asks; those that do are in the mass that is left, 2^-20 or so."""

    def rarely(x, rng):
        for _ in range(40):
            if rng.bernoulli("1/2"):
                return x
        return rng.choose(tuple(range(500)))

    (delta,) = dpbi.privacy_profile(made(rarely, paths=20), [0])
    assert delta.hi == 1
    law = made(rarely, paths=20).law(0)
    assert law.left.lo <= Fraction(1, 2**20) <= law.left.hi


def test_a_finding_travels_between_processes():
    found = dpbi.decide(made(svt, BITS), dpbi.Promise.epsilon("1/4"))
    document = json.loads(json.dumps(found.json()))
    assert document["worst"]["output"] == "chose first -> saw False -> chose second -> saw True"
    assert found.smallest
    broken = dpbi.decide(made(svt, BITS), dpbi.Promise.delta("1/4", "1/100"))
    assert broken.smallest
    assert str(broken.witness.output[0]).startswith("chose second -> saw False")
    p, q = broken.witness.p, broken.witness.q
    F = Balls(128)
    with F.scope():
        level = F.enclosure(F.exp(F.rational(Fraction(1, 4))))
    assert p.lo - level.hi * q.hi > Fraction(1, 100)


def test_each_finding_agrees_with_mpmath():
    program = made(svt, BITS)
    opinion = dpbi.second_opinion(program, dpbi.privacy_loss(program))
    assert opinion.digits >= 12
    with pytest.raises(dpbi.NoOpinion, match="asks an adversary"):
        dpbi.second_opinion(program, dpbi.renyi_divergence(program, 2))


def test_an_adversary_tells_1_from_true_before_it_chooses():
    def program(x, rng):
        one = rng.bernoulli("1/2")
        rng.show(1 if one else True)
        return x if (rng.choose(("low", "high")) == "low") == one else "nothing"

    (delta,) = dpbi.privacy_profile(made(program), [0])
    assert delta.lo > 1 - Fraction(1, 10**30)


def test_the_examples_have_the_losses_that_their_words_say():
    assert dpbi.decide(programs.interview, dpbi.Promise.epsilon("ln(9)")).exact == "ln(9)"
    whole = dpbi.privacy_loss(programs.adaptive_svt)
    tops = []
    for picks in adversaries(programs.adaptive_svt.__wrapped__, programs.BITS, 100):
        alone = made(against(programs.adaptive_svt.__wrapped__, picks), programs.BITS)
        tops.append(dpbi.privacy_loss(alone))
    assert len(tops) == 4
    assert whole.lo <= max(t.hi for t in tops)
    assert max(t.lo for t in tops) <= whole.hi
    assert whole.within(1)
