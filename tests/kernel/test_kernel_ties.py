"""The kernel's ties: what is equal is seen to be, and what is only close never is."""

from fractions import Fraction
from itertools import product

import oracle
import pytest
from kernels import assert_tight, mp, num, rational, truth, value, vec

from dpbi import kernel


@pytest.mark.parametrize("name", ["laplace-improved", "lshist", "lszhang-theorem", "laplace"])
@pytest.mark.parametrize("eps", ["1", "1/3", "7/2"])
def test_a_tie_of_the_laplace_family_is_decided_as_a_tie(name, eps):
    options = {"sensitivity": "defined"} if name == "laplace" else {}
    spent = {"laplace": Fraction(1, 2), "lszhang-theorem": 1}.get(name, 1) * Fraction(eps)

    def p(x):
        return ["P", name, options, vec((1, 1)), num(eps), vec(x), vec((5, 0))]

    right = ["mul", ["exp", num(spent)], p((3, 2))]
    if name == "lszhang-theorem":  # both coordinates tie at opposite ends
        right = ["mul", ["exp", num(spent)], p((3, 2))]
    assert truth(["le", p((4, 1)), right]) is True
    assert truth(["lt", p((4, 1)), right]) is False
    assert truth(["eq", p((4, 1)), right]) is True
    less = ["mul", ["exp", num(spent - Fraction(1, 10**30))], p((3, 2))]
    assert truth(["le", p((4, 1)), less]) is False


def h(prior, x, r):
    return ["H", vec(prior), vec(x), vec(r)]


@pytest.mark.parametrize("prior", [("1", "1"), ("1/2", "1/2"), ("1/3", "1/3"), ("7/5", "7/5")])
def test_distances_that_mirror_each_other_are_equal_exactly(prior):
    a, b = h(prior, (3, 3), (1, 5)), h(prior, (3, 3), (5, 1))
    assert truth(["eq", a, b]) is True
    assert truth(["le", a, b]) is True
    assert truth(["lt", a, b]) is False
    assert value(["C", vec(prior), vec((3, 3)), vec((1, 5))]) == [2, 2]
    assert value(["C", vec(prior), vec((3, 3)), vec((3, 3))]) == [1, 1]


def test_distances_that_are_close_but_different_are_never_called_equal():
    prior = ("1000000", "1000000")
    a, b = h(prior, (3, 3), (2, 4)), h(prior, (2, 4), (1, 5))
    assert truth(["eq", a, b], bits=24) in (False, None)
    assert truth(["eq", a, b], bits=200) is False


def test_equality_is_decided_by_rational_and_power_of_pi_and_else_left_open():
    F = Fraction
    one = ((F(1), F(1)), (F(2), F(1)))
    assert kernel.same_affinity(one, ((F(1), F(1)), (F(1), F(2)))) is True
    assert kernel.same_affinity(one, ((F(1), F(1)), (F(3), F(1)))) is False
    third = ((F(1, 3), F(1, 5)), (F(4, 3), F(1, 5)))
    assert kernel.same_affinity(third, third) is True
    assert kernel.same_affinity(third, one) is None
    one, two = ((F(1, 2), F(2)), (F(3, 2), F(5, 2))), ((F(1, 2), F(3, 2)), (F(5, 2), F(1, 2)))
    assert kernel.same_affinity(one, two) is False  # the same rational, another power of pi
    for pair in (one, two, third, ((F(1, 3), F(2)), (F(5), F(3)))):
        assert kernel.same_affinity(pair, pair[::-1]) is True
        assert kernel.same_affinity(pair, tuple(p[::-1] for p in pair)) is True
    shifted = ((F(1, 3), F(2)), (F(7, 3), F(2)))  # shifts of the same gammas: only rationals remain
    assert kernel.same_affinity(((F(1, 3), F(1)), (F(7, 3), F(1))), shifted) is False


def test_exact_sums_are_ordered_however_close_they_are():
    q = Fraction(0x162E42FEFA39EF35793C7673007E5ED, 2**121)  # near ln 2 * 4 / 4
    close = ["exp", num(q)]
    for e in (
        ["lt", close, num(Fraction(rational(mp.exp(oracle.real(q)))) + Fraction(1, 10**70))],
    ):
        assert truth(e, bits=24) is True
    assert truth(["eq", ["exp", num("1/2")], ["pow", ["exp", num("1/4")], num(2)]]) is True
    assert truth(["eq", ["div", ["exp", num(3)], ["exp", num(2)]], ["exp", num(1)]]) is True
    assert value(["floor", ["exp", num(20)]]) == [485165195] * 2
    assert value(["ceil", ["neg", ["exp", num(20)]]]) == [-485165195] * 2


def ls(prior, x):
    return ["LS", vec(prior), vec(x)]


def test_the_largest_and_the_smallest_distance_are_one_of_them():
    ones = ("1", "1")
    a, b, far = h(ones, (3, 3), (2, 4)), h(ones, (3, 3), (4, 2)), h(ones, (3, 3), (0, 6))
    for largest in (ls(ones, (3, 3)), ["max", a, b], ["max", num(0), b, a], ["min", far, b, a]):
        for one in (a, b):
            assert truth(["eq", one, largest]) is True
            assert truth(["le", one, largest]) is True
            assert truth(["lt", one, largest]) is False
            assert truth(["lt", largest, one]) is False
        assert truth(["eq", far, largest]) is False
    z = ["datasets", num(6), num(2)]
    distance = ["H", vec(ones), vec((3, 3)), ["var", "z"]]
    assert truth(["eq", far, ["maxof", "z", z, distance]]) is True
    assert truth(["eq", num(0), ["minof", "z", z, distance]]) is True
    assert truth(["eq", a, ["minof", "z", ["neighbours", vec((3, 3))], distance]]) is True
    assert truth(["eq", ["GS", vec(ones), num(6)], h(ones, (0, 6), (1, 5))]) is True
    assert truth(["eq", ["GS", vec(ones), num(6)], ls(ones, (6, 0))]) is True
    assert truth(["eq", ["GS", vec(ones), num(6)], ls(ones, (3, 3))]) is False


def test_distances_whose_order_is_open_keep_no_identity_when_the_largest_is_taken():
    prior = ("1000000", "1000000")
    a, b = h(prior, (3, 3), (2, 4)), h(prior, (2, 4), (1, 5))
    assert truth(["lt", a, b], bits=24) is None  # too few bits
    low, high = (a, b) if truth(["lt", a, b], bits=200) else (b, a)
    for pair in ((a, b), (b, a)):
        assert truth(["eq", ["max", *pair], low], bits=24) is None
        assert truth(["eq", ["max", *pair], high], bits=24) is None
        assert truth(["eq", ["min", *pair], high], bits=24) is None
        assert truth(["eq", ["max", *pair], low], bits=200) is False
        assert truth(["eq", ["max", *pair], high], bits=200) is True
        assert truth(["eq", ["min", *pair], low], bits=200) is True
        lo, hi = value(["max", *pair], bits=24)
        assert lo <= value(high, bits=200)[0]
        assert value(high, bits=200)[1] <= hi


@pytest.mark.parametrize(
    ("name", "options", "prior", "n", "multiple"),
    [
        ("laplace-improved", {}, (1, 1), 4, 1),
        ("laplace-improved", {}, (1, 2, 3), 2, 1),
        ("laplace", {"sensitivity": "defined"}, (1, 1), 3, "1/2"),
        ("lsdim", {}, (1, 1), 4, "1/2"),
        ("lsdim", {}, (1, 1, 1), 2, "2/3"),
        ("lshist", {"noise": "fresh"}, (1, 1), 3, 2),
        ("lszhang-theorem", {}, (1, 1), 3, 1),
    ],
    ids=str,
)
@pytest.mark.parametrize("eps", ["1", "1/3", "4"])
def test_a_loss_of_the_laplace_family_that_is_a_power_of_e_is_exact(
    name, options, prior, n, multiple, eps
):
    loss = ["loss", name, options, vec(prior), num(eps), num(n)]
    spent = Fraction(multiple) * Fraction(eps)
    assert truth(["le", loss, num(spent)], bits=24) is True
    assert truth(["eq", loss, num(spent)], bits=24) is True
    assert truth(["lt", loss, num(spent)], bits=24) is False
    assert truth(["le", loss, num(spent - Fraction(1, 10**50))], bits=24) is False


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("off", [-1, 1])
def test_a_loss_is_compared_exactly_however_close_its_ratios_are(swapped, off, monkeypatch):
    """Ratios e^q and 2, with q 10^-40 from ln 2, at 24 bits: the larger one decides."""
    q = rational(mp.log(2)) + off * Fraction(1, 10**40)
    ratios = [kernel.exact({q: Fraction(1)}), Fraction(2)]

    def stub(m, prior, eps, x, r):
        return ratios[(r[0] == 0) is swapped] if x == (0, 1) else Fraction(1)

    kinds, sort, _ = kernel.WORDS["P"]
    monkeypatch.setitem(kernel.WORDS, "P", (kinds, sort, stub))
    for words, given, body in zip(*[iter(kernel.spelled(kernel.DEFINITIONS))] * 3, strict=True):
        if words[0].startswith("loss-"):
            parameters = [tuple(p.split(":")) for _, p in words[1:]]
            found = kernel.definition(words[0], parameters, given, body)
            monkeypatch.setitem(kernel.LOSSES, words[0].removeprefix("loss-"), found)
    loss = ["loss", "lshist", {}, vec((1, 1)), num(1), num(1)]
    assert truth(["eq", loss, num(q)], bits=24) is (off == 1)
    assert truth(["le", loss, num(q)], bits=24) is (off == 1)
    assert truth(["lt", loss, num(q)], bits=24) is False


def test_probabilities_of_one_law_are_equal_exactly_where_their_distances_are():
    ones, x, y = ("1", "1"), (3, 3), (2, 4)
    for name, options in (
        ("ehd", {"gs": "printed"}),
        ("ehdl", {}),
        ("ehds", {"gamma": num("1/3")}),
        ("mh-exp", {"beta": ["exp", num("1/3")]}),
        ("mh-exp", {"beta": num(-1)}),
    ):

        def p(r, x=x, eps="1", prior=ones, name=name, options=options):
            return ["P", name, options, vec(prior), num(eps), vec(x), vec(r)]

        for r, s in product(oracle.datasets(6, 2), repeat=2):
            same = s in (r, r[::-1])
            assert truth(["eq", p(r), p(s)]) is same
            assert truth(["eq", ["sub", p(r), p(s)], num(0)]) is same
            assert truth(["le", p(r), p(s)]) is (same or abs(r[0] - 3) > abs(s[0] - 3))
            assert truth(["lt", p(r), p(s)]) is (not same and abs(r[0] - 3) > abs(s[0] - 3))
        assert truth(["eq", p((2, 4)), p((4, 2), x=y)]) is not True
        assert truth(["eq", p((2, 4)), p((2, 4), eps="3/2")]) is False
        assert truth(["eq", p((2, 4)), p((2, 4), prior=("2", "2"))]) is not True


def test_equality_within_a_law_is_decided_however_close_the_probabilities_are():
    def p(r):
        return ["P", "ehdl", {}, vec((1, 1)), num(Fraction(1, 10**300)), vec((3, 3)), vec(r)]

    for r, s in product(oracle.datasets(6, 2), repeat=2):
        assert truth(["eq", p(r), p(s)], bits=24) is (s in (r, r[::-1]))


def test_probabilities_of_different_laws_that_are_close_are_never_equal():
    tiny = Fraction(1, 10**40)
    near, nearer, mode = ("1000000", "1000000"), ("1000000", "1000001"), (3, 3)
    base = ("mh", {"gamma": num(1)}, near, tiny, mode, (2, 4))
    for one, two in (
        (base, ("mh-s", *base[1:])),
        (("ehds", *base[1:]), ("ehds", {"gamma": num(1 + tiny)}, *base[2:])),
        (base, (*base[:3], 2 * tiny, *base[4:])),
        ((*base[:3], 1, mode, mode), (*base[:2], nearer, 1, mode, mode)),
        ((*base[:2], nearer, 1, (2, 4), (2, 4)), (*base[:2], nearer, 1, (4, 2), (4, 2))),
    ):
        a, b = (
            ["P", name, options, vec(prior), num(eps), vec(x), vec(r)]
            for name, options, prior, eps, x, r in (one, two)
        )
        assert truth(["eq", a, a], bits=12) is True
        assert truth(["eq", a, b], bits=12) is None
        assert truth(["eq", a, b], bits=300) is False


def test_values_that_are_only_enclosed_name_no_law():
    two = ["mul", ["sqrt", num(2)], ["sqrt", num(2)]]
    also_two = ["mul", num(1), ["mul", ["sqrt", num(2)], ["sqrt", num(2)]]]
    ones, x, r = vec(("1", "1")), vec((3, 3)), vec((2, 4))
    for name, options, eps in (
        ("mh", lambda two: {"gamma": two}, lambda _: num(1)),
        ("mh-exp", lambda _: {"beta": num(1)}, lambda two: two),
        ("ehd", lambda two: {"gs": two}, lambda _: num(1)),
    ):
        a, b = (["P", name, options(z), ones, eps(z), x, r] for z in (two, also_two))
        assert truth(["eq", a, b]) is None
        assert truth(["eq", ["sub", a, b], num(0)]) is None


def test_probabilities_at_distances_that_are_close_but_different_are_never_equal():
    prior = vec(("1000000", "1000001"))
    a, b = (["P", "ehdl", {}, prior, num(1), vec((3, 3)), vec(r)] for r in ((2, 4), (4, 2)))
    for bits in (12, 24, 200):
        assert truth(["eq", a, b], bits=bits) is False
        assert truth(["eq", ["max", a, b], ["min", a, b]], bits=bits) is not True


def test_neutral_elements_and_zeros_are_exact_and_keep_what_a_value_is():
    ones, two = ("1", "1"), ["mul", ["sqrt", num(2)], ["sqrt", num(2)]]
    d = h(ones, (3, 3), (2, 4))
    mirrored = h(ones, (3, 3), (4, 2))
    p = ["P", "mh", {"gamma": num(1)}, vec(ones), num(1), vec((3, 3)), vec((2, 4))]
    for a in (d, p):
        for b in (
            ["add", num(0), a],
            ["add", a, num(0), num(0)],
            ["sub", a, num(0)],
            ["mul", num(1), a],
            ["mul", a, num(1)],
            ["div", a, num(1)],
            ["pow", a, num(1)],
            ["abs", a],
            ["sum", "i", ["range", num(1), num(1)], a],
        ):
            assert truth(["eq", a, b]) is True, b
            assert truth(["eq", ["add", b, ["exp", num(-300)]], a], bits=96) is not True
        assert truth(["eq", a, ["mul", num(2), a]]) is False
    assert truth(["eq", ["sub", d, mirrored], num(0)]) is True
    assert truth(["eq", ["mul", num(0), two], num(0)]) is True
    assert truth(["eq", ["div", num(0), two], num(0)]) is True
    assert truth(["eq", ["div", num(0), ["add", num(1), ["exp", num(1)]]], num(0)]) is True
    assert truth(["eq", ["div", num(0), ["sub", two, num(2)]], num(0)]) is None
    assert truth(["eq", ["div", num(0), num(0)], num(0)]) is None
    assert truth(["eq", ["sub", two, two], num(0)]) is None
    assert truth(["eq", ["exp", ["mul", num(0), two]], num(1)]) is True


def test_a_logarithm_of_a_power_of_e_is_exact_and_no_other_is():
    third = ["exp", num("1/3")]
    assert truth(["eq", ["log", third], num("1/3")]) is True
    assert truth(["eq", ["log", num(1)], num(0)]) is True
    assert truth(["eq", ["log", ["div", num(1), third]], num("-1/3")]) is True
    assert_tight(value(["log", ["mul", num(2), third]]), mp.log(2) + mp.mpf(1) / 3)
    assert_tight(value(["log", ["add", num(2), third]]), mp.log(2 + mp.exp(mp.mpf(1) / 3)))
    for e in (["neg", third], num(-1), num(0)):
        assert truth(["lt", ["log", e], num(9)]) is None
