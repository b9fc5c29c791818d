"""Nothing without meaning is accepted: neither a conclusion, nor its negation, nor a hypothesis."""

import pytest
from kernels import closed, num, truth, vec

from dpbi.kernel import Rejected, check

ONES, TWO, NONE = vec((1, 1)), vec((1, 1)), vec((0, 0))
NOWHERE = vec((7, 7))  # no output of two records
HALVES = vec(("1/2", "3/2"))


def p(name, options, prior=ONES, eps="1", x=TWO, r=NOWHERE):
    return ["P", name, options, prior, num(eps), x, r]


def loss(name, options, prior=ONES, eps="1", n=1):
    return ["loss", name, options, prior, num(eps), num(n)]


def delta(name, options, x, y, eps="1", eps0="0"):
    return ["delta", name, options, ONES, num(eps), x, y, num(eps0)]


EXPONENTIAL = [
    ("ehd", {"gs": "printed"}),
    ("ehd", {"gs": "true"}),
    ("ehd", {"gs": num(1)}),
    ("ehdl", {}),
    *((name, {"gamma": num(1)}) for name in ("ehds", "ehds-4s", "mh", "mh-s")),
    *((name, {"beta": num(-1)}) for name in ("mh-exp", "mh-s-exp")),
]
LAPLACE = [
    ("laplace", {"sensitivity": "defined"}),
    ("laplace", {"sensitivity": "dimension"}),
    *((name, {}) for name in ("laplace-improved", "lshist", "lsdim", "lszhang-rest")),
    *((name, {}) for name in ("lszhang-all", "lszhang-theorem")),
    *((name, {"noise": "fresh"}) for name in ("lshist", "lsdim")),
]
LAWLESS = [
    ("ehd", {"gs": num(-1)}),
    ("ehd", {"gs": num(0)}),
    ("ehd", {"gs": ["div", num(1), num(0)]}),
    *((name, {"gamma": num(-3)}) for name in ("ehds", "ehds-4s", "mh", "mh-s")),
    ("mh", {"gamma": ["log", num(0)]}),
    ("mh-exp", {"beta": ["log", num(-1)]}),
]


def without_meaning(number):
    """A number has no value, so no comparison with it is true or false."""
    for c in (["eq", number, num(0)], ["le", num(0), number], ["lt", number, num(9)]):
        assert truth(c) is None, c
        assert truth(["not", c]) is None, c


@pytest.mark.parametrize(("name", "options"), EXPONENTIAL + LAPLACE, ids=str)
def test_an_output_that_is_never_released_has_probability_zero_only_where_there_is_a_law(
    name, options
):
    assert truth(["eq", p(name, options), num(0)]) is True
    for lawless in (
        {"x": NONE, "r": NONE},
        {"x": NONE},
        {"x": vec((1, 1, 1))},
        {"x": vec((-1, 3))},
        {"x": HALVES},
        {"prior": vec((0, 1))},
        {"prior": vec((1,)), "x": vec((2,))},
        {"eps": "-1"},
    ):
        without_meaning(p(name, options, **lawless))
    if (name, options) in LAPLACE:
        without_meaning(p(name, options, eps="0"))


@pytest.mark.parametrize(("name", "options"), LAWLESS, ids=str)
def test_a_mechanism_with_an_option_that_it_cannot_have_has_no_law(name, options):
    without_meaning(p(name, options))
    without_meaning(p(name, options, r=TWO))
    without_meaning(p(name, options, eps="0"))
    without_meaning(loss(name, options))
    without_meaning(delta(name, options, TWO, vec((2, 0))))
    every = ["outputs", name, options, num(1), num(2)]
    for c in (["forall", "r", every, ["true"]], ["exists", "r", every, ["true"]]):
        assert truth(c) is None
    for e in (["count", "r", every, ["true"]], ["sum", "r", every, num(1)]):
        without_meaning(e)


@pytest.mark.parametrize(("name", "options"), EXPONENTIAL + LAPLACE, ids=str)
def test_losses_and_deltas_have_meaning_only_where_there_are_laws(name, options):
    without_meaning(loss(name, options, n=0))
    without_meaning(loss(name, options, n=-1))
    without_meaning(loss(name, options, n="1/2"))
    without_meaning(loss(name, options, prior=vec((1,))))
    without_meaning(loss(name, options, eps="-1"))
    without_meaning(delta(name, options, NONE, NONE))
    without_meaning(delta(name, options, TWO, vec((2, 1))))
    without_meaning(delta(name, options, TWO, vec((1, 1, 0))))
    without_meaning(delta(name, options, TWO, vec((2, 0)), eps="-1"))
    for n, k in ((0, 2), (-1, 2), (1, 1), (1, 0), ("1/2", 2)):
        without_meaning(["count", "r", ["outputs", name, options, num(n), num(k)], ["true"]])


@pytest.mark.parametrize(
    "number",
    [
        ["div", num(0), num(0)],
        ["div", num(1), ["sub", num(1), num(1)]],
        ["pow", num(0), num(-1)],
        ["pow", num(2), num("1/2")],
        ["log", num(0)],
        ["sqrt", num(-1)],
        ["mul", num(0), ["log", num(0)]],
        ["add", num(1), ["neg", ["sqrt", num(-1)]]],
        ["max", num(1), ["log", num(-1)]],
        ["min", ["log", num(-1)], num(1)],
        ["abs", ["div", num(1), num(0)]],
        ["exp", ["log", num(0)]],
        ["floor", ["log", num(0)]],
        ["binomial", num("1/2"), num(1)],
        ["at", ONES, num(2)],
        ["at", ONES, num(-1)],
        ["at", ONES, num("1/2")],
        ["len", ["vec", ["log", num(0)]]],
        ["total", ["vec", ["exp", num(1)]]],
        ["total", ["plus", ONES, vec((1, 1, 1))]],
        ["d", ONES, vec((1, 1, 1))],
        ["hellinger", ONES, vec((0, 1))],
        ["hellinger", vec((1,)), vec((1,))],
        ["H", ONES, TWO, vec((-1, 3))],
        ["H", ONES, HALVES, HALVES],
        ["H", ONES, TWO, vec((1, 1, 0))],
        ["H", vec((0, 1)), TWO, TWO],
        ["H", vec((1, 0)), TWO, TWO],
        ["LS", ONES, NONE],
        ["LS", vec((1,)), vec((1,))],
        ["LS", ONES, vec((-1, 2))],
        ["GS", ONES, num(0)],
        ["GS", ONES, num(-1)],
        ["GS", ONES, num("1/2")],
        ["GS", vec((0, 1)), num(1)],
        ["S", ONES, NONE, num(1)],
        ["S", ONES, TWO, num(-3)],
        ["S", ONES, TWO, ["log", num(0)]],
        ["Sexp", ONES, NONE, num(1)],
        ["C", ONES, TWO, vec((-1, 3))],
        ["C", ONES, TWO, HALVES],
        ["C", ONES, TWO, vec((1, 1, 0))],
        ["C", vec((0, 1)), TWO, TWO],
        ["sum", "i", ["range", num(1), num("5/2")], num(1)],
        ["sum", "i", ["range", num(1), num(2)], ["div", num(1), ["sub", num(1), ["var", "i"]]]],
        ["sum", "z", ["datasets", num(-1), num(2)], num(1)],
        ["sum", "z", ["datasets", num(1), num(0)], num(1)],
        ["sum", "z", ["neighbours", HALVES], num(1)],
        ["sum", "z", ["list", ["log", num(0)], num(1)], num(1)],
        ["sumif", "i", ["range", num(0), num(1)], ["lt", ["log", ["var", "i"]], num(1)], num(1)],
        ["count", "i", ["range", num(0), num(1)], ["lt", ["log", ["var", "i"]], num(1)]],
        ["maxof", "i", ["range", num(1), num(0)], num(1)],
        ["minof", "z", ["neighbours", NONE], num(1)],
        ["maxof", "i", ["range", num(0), num(1)], ["log", ["var", "i"]]],
    ],
    ids=str,
)
def test_a_number_that_is_none_leaves_every_condition_around_it_open(number):
    without_meaning(number)
    itself = ["eq", number, number]
    for c in (itself, ["not", itself], ["or", itself, ["not", itself]]):
        for says in ("conclusion true", "conclusion false"):
            certificate, ledger = closed(c)
            with pytest.raises(Rejected, match="undecided"):
                check(certificate | {"says": says}, ledger)
        certificate, ledger = closed(["true"])
        ledger["readings"]["a/b"]["hypotheses"] = [c]
        with pytest.raises(Rejected, match="Hypothesis 1 is undecided"):
            check(certificate, ledger)
        with pytest.raises(Rejected, match="A hypothesis is undecided"):
            check(
                {k: v for k, v in certificate.items() if k != "assignment"} | {"says": "holds"},
                ledger,
            )


@pytest.mark.parametrize("prior", [(0, 1), (1, 0), (0, 0), (-1, 3), ("-1/2", "1/2")], ids=str)
def test_a_parameter_of_0_is_no_prior_though_posteriors_have_values(prior):
    """H of (0, 1) at counts of 1 is H of the prior (1, 1) at counts of 0 and 1, which exists."""
    over = vec(prior), vec((2, 2))
    for number in (
        ["H", *over, vec((1, 3))],
        ["C", *over, vec((1, 3))],
        ["LS", *over],
        ["GS", over[0], num(1)],
        ["S", *over, num(1)],
        ["Sexp", *over, num(1)],
        p("lshist", {}, prior=over[0], r=TWO),
        ["sum", "r", ["outputs", "lshist", {}, num(1), num(2)], p("lshist", {}, over[0])],
    ):
        without_meaning(number)
    assert truth(["lt", num(0), ["H", vec(("1/100", 1)), *(vec(x) for x in ((2, 2), (1, 3)))]])


def test_what_is_empty_is_empty_and_not_without_meaning():
    nothing = ["range", num(1), num(0)]
    assert truth(["eq", ["sum", "i", nothing, ["log", num(0)]], num(0)]) is True
    assert truth(["eq", ["count", "i", nothing, ["true"]], num(0)]) is True
    assert truth(["forall", "i", nothing, ["not", ["true"]]]) is True
    assert truth(["exists", "i", nothing, ["true"]]) is False
    assert truth(["eq", ["count", "z", ["neighbours", NONE], ["true"]], num(0)]) is True
    assert truth(["eq", ["count", "z", ["datasets", num(0), num(2)], ["true"]], num(1)]) is True
    assert truth(["eq", ["pow", num(0), num(0)], num(1)]) is True
    assert truth(["eq", ["binomial", num(2), num(3)], num(0)]) is True


@pytest.mark.parametrize(
    "options",
    [
        *(None, [], "", 0, "fresh", ["fresh"], {"": ""}, {"": num(1)}, {"noise": ""}),
        *({"noise": None}, {"noise": num(1)}, {"noise": 1}, {"noise": "Fresh"}, {"x": "fresh"}),
        *({"noise": "fresh", "gamma": num(1)}, {"noise": ["fresh"]}, {"noise": {}}),
        {"gamma": num(1)},
    ],
    ids=str,
)
def test_options_are_those_of_the_mechanism_and_nothing_that_looks_like_none(options):
    for c in (
        ["lt", num(0), p("lsdim", options, r=TWO)],
        ["lt", num(0), loss("lsdim", options)],
        ["exists", "r", ["outputs", "lsdim", options, num(1), num(2)], ["true"]],
    ):
        with pytest.raises(Rejected):
            check(*closed(["or", ["true"], c]))


@pytest.mark.parametrize(
    "options",
    [{"gs": ""}, {"gs": 1}, {"gs": []}, {"gs": ["num"]}, {"gs": ["vec", num(1)]}],
    ids=str,
)
def test_an_option_that_is_a_number_is_an_expression(options):
    with pytest.raises(Rejected):
        check(*closed(["or", ["true"], ["lt", num(0), p("ehd", options)]]))


def test_names_are_bound_where_they_are_and_hide_others_there_only():
    one, two = ["range", num(1), num(1)], ["range", num(2), num(2)]
    inner = ["sum", "i", two, ["add", ["var", "i"], ["sum", "i", one, ["var", "i"]], ["var", "i"]]]
    assert truth(["eq", ["sum", "i", one, ["mul", inner, ["var", "i"]]], num(5)]) is True
    over_itself = ["sum", "i", ["range", ["var", "i"], ["var", "i"]], ["var", "i"]]
    assert truth(["eq", ["sum", "i", two, over_itself], num(2)]) is True
    assert truth(["forall", "", one, ["eq", ["var", ""], num(1)]]) is True
    for c in (
        ["lt", over_itself, num(9)],
        ["and", ["forall", "i", one, ["true"]], ["lt", num(0), ["var", "i"]]],
        ["forall", "x", ["datasets", num(1), num(2)], ["lt", ["var", "x"], num(1)]],
        ["forall", "\u0131", one, ["lt", ["var", "i"], num(9)]],
        ["lt", ["var", "prior"], num(1)],
        ["lt", ["var", ["i"]], num(1)],
        ["lt", ["var"], num(1)],
    ):
        with pytest.raises(Rejected):
            check(*closed(c))


@pytest.mark.parametrize(
    "c",
    [
        ["lt", num(0), ["add", loss("lsdim", {}), num(1)]],
        ["lt", loss("lsdim", {}), loss("lshist", {})],
        ["lt", ["loss", "lsdim", {}, ONES, num(1)], num(1)],
        ["lt", loss("lsdim", {}), num(1), num(2)],
        ["lt", ["loss-le", "lsdim", {}, ONES, num(1), num(1), num(1)], num(1)],
        ["loss-le", "lsdim", {}, ONES, num(1), num(1), num(1)],
        ["eq", ["P", ["var", "m"], ONES, num(1), TWO, TWO], num(1)],
    ],
    ids=str,
)
def test_a_loss_is_on_one_side_of_a_comparison_and_no_inner_word_is_in_the_language(c):
    with pytest.raises(Rejected):
        check(*closed(c))
