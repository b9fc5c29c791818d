"""What the kernel refuses: the undecided, the ill-formed, the too large, and what is not text."""

import json
from fractions import Fraction

import pytest
from kernel_ledger import LEDGER, X, accepts, all_certificates, good
from kernels import closed, num, reading, var, vec

from dpbi import kernel
from dpbi.kernel import Rejected, check


def test_undecided_never_passes_and_says_so():
    two = ["mul", ["sqrt", num(2)], ["sqrt", num(2)]]
    tie = ["eq", two, num(2)]
    for c in (tie, ["not", tie], ["or", tie, ["not", tie]], ["le", num(2), two]):
        for says in ("conclusion true", "conclusion false"):
            certificate, ledger = closed(c)
            with pytest.raises(Rejected, match="undecided at 192 bits"):
                check(certificate | {"says": says}, ledger)
    with pytest.raises(Rejected, match="a log of a number that is not certainly > 0"):
        check(*closed(["lt", ["log", num(0)], num(1)]))


def test_what_lies_within_the_precision_is_decided_and_what_does_not_is_left_open():
    tiny = ["add", num(2), num(Fraction(1, 10**40))]
    two = ["mul", ["sqrt", num(2)], ["sqrt", num(2)]]
    check(*closed(["lt", two, tiny]))
    with pytest.raises(Rejected, match="undecided"):
        check(*closed(["lt", two, ["add", num(2), ["exp", num(-600)]]]))


def test_an_undecided_condition_leaves_a_count_without_value():
    tie = ["le", ["mul", ["sqrt", var("i")], ["sqrt", var("i")]], num(2)]
    with pytest.raises(Rejected, match="undecided condition in count"):
        check(*closed(["le", ["count", "i", ["range", num(1), num(3)], tie], num(9)]))


@pytest.mark.parametrize(
    "formula",
    [
        ["lt", num(0)],
        ["lt", num(0), num(1), num(2)],
        ["lt", num(0), ["true"]],
        ["lt", var("x"), num(1)],
        ["huge", num(1), num(2)],
        ["and"],
        [],
        "true",
        ["true", 1],
        num(1),
        ["lt", ["num", "1.5"], num(2)],
        ["lt", ["num", "1", "2"], num(2)],
        ["lt", ["num", "2/4"], num(2)],
        ["or", ["true"], ["lt", ["P", "nothing", {}, *[vec((1, 1))] * 4], num(1)]],
        [
            "or",
            ["true"],
            [
                "lt",
                ["P", "lsdim", {"x": num(1)}, vec((1, 1)), num(1), vec((1, 1)), vec((1, 1))],
                num(1),
            ],
        ],
        [
            "or",
            ["true"],
            ["lt", ["P", "ehds", {}, vec((1, 1)), num(1), vec((1, 1)), vec((1, 1))], num(1)],
        ],
        [
            "or",
            ["true"],
            [
                "lt",
                ["P", "ehd", {"gs": "false"}, vec((1, 1)), num(1), vec((1, 1)), vec((1, 1))],
                num(1),
            ],
        ],
        ["forall", "i", ["list", num(1), vec((1,))], ["true"]],
        ["forall", "i", num(1), ["true"]],
        ["forall", 1, ["range", num(1), num(2)], ["true"]],
        ["or", ["forall", "i", ["range", num(1), num(2)], ["true"]], ["lt", var("i"), num(1)]],
    ],
    ids=str,
)
def test_an_ill_formed_reading_is_rejected_before_anything_is_computed(formula):
    with pytest.raises(Rejected):
        check(*closed(formula))


def test_readings_and_ledgers_of_another_shape_are_rejected():
    certificate, ledger = closed(["true"])
    check(certificate, ledger)
    good = ledger["readings"]["a/b"]
    for key in good:
        for bad in ({k: v for k, v in good.items() if k != key}, good | {key: 3}, good | {"x": 1}):
            with pytest.raises(Rejected):
                check(certificate, {"schema": 1, "readings": {"a/b": bad}})
    for bad in (
        {"schema": 2, "readings": {"a/b": good}},
        {"readings": {"a/b": good}},
        {},
        [],
        ledger | {"x": 1},
    ):
        with pytest.raises(Rejected):
            check(certificate, bad)
    for variables in (
        [["x", ["real"]]],
        [["x"]],
        [["x", []]],
        [["x", ["int", 0]]],
        [["x", ["prior", 1]]],
    ):
        with pytest.raises(Rejected):
            check(
                certificate | {"assignment": {"x": 1}},
                {"schema": 1, "readings": {"a/b": good | {"variables": variables}}},
            )


def test_an_exists_reading_is_never_refuted_by_an_instance():
    certificate, ledger = closed(["not", ["true"]])
    check(certificate | {"says": "conclusion false"}, ledger)
    ledger["readings"]["a/b"]["quantifier"] = "exists"
    with pytest.raises(Rejected, match="forall"):
        check(certificate | {"says": "conclusion false"}, ledger)


def test_a_list_of_assignments_is_accepted_only_if_every_one_is():
    c = next(c for c in good() if c["claim"] == "sum" and c["reading"] == "range")
    rest = {k: v for k, v in c.items() if k != "assignment"}
    check(rest | {"assignments": [c["assignment"]] * 3}, LEDGER)
    bad = {"n": 4}
    for several in ([c["assignment"], bad], [bad], []):
        with pytest.raises(Rejected):
            check(rest | {"assignments": several}, LEDGER)


def test_a_false_hypothesis_rejects_whatever_the_conclusion_is():
    certificate, ledger = closed(["true"])
    ledger["readings"]["a/b"]["hypotheses"] = [["true"], ["lt", num(1), num(0)]]
    with pytest.raises(Rejected, match="Hypothesis 2 is false"):
        check(certificate, ledger)


def test_what_would_take_for_ever_is_rejected_at_once():
    for e in (
        ["sum", "i", ["range", num(1), num(10**30)], num(1)],
        ["count", "z", ["datasets", num(10**6), num(10**3)], ["true"]],
        ["pow", num(3), num(10**30)],
        ["binomial", num(10**9), num(10**8)],
        ["exp", ["exp", num(100)]],
        ["floor", ["exp", ["sqrt", num(10**17)]]],
        ["P", "lszhang-all", {}, vec((1, 1)), num(1), vec((10**9, 1)), vec((1, 1))],
    ):
        with pytest.raises(Rejected):
            check(*closed(["lt", e, num(1)]))


@pytest.mark.parametrize("depth", [100, kernel.MOST_DEPTH - 10])
def test_formulas_may_be_nested_as_deeply_as_is_allowed(depth):
    number, condition, quantified = num(0), ["true"], ["true"]
    for _ in range(depth):
        number, condition = ["neg", number], ["and", condition]
        quantified = ["forall", "i", ["range", num(1), num(1)], quantified]
    check(*closed(["eq", number, num(0)]))
    check(*closed(condition))
    check(*closed(quantified))


@pytest.mark.parametrize(
    ("domain", "inside", "outside"),
    [
        (["int", 1, 3], [1, 3, "2"], [0, 4, "3/2", "2.0", None, True, [1], "-1"]),
        (["int", None, "3"], [-(10**9), 3], [4]),
        (["int", 1, None], [1, 10**9], [0]),
        (["rational", "0", "1", "()"], ["1/2"], [0, 1, "-1", "2"]),
        (["rational", "0", "1", "[)"], [0, "1/2"], [1, "-1", "2"]),
        (["rational", "0", "1", "(]"], [1, "1/2"], [0, "-1", "2"]),
        (["rational", "0", "1", "[]"], [0, 1, "1/2"], ["-1", "2", 0.5, "0.5"]),
        (["rational", None, None, "()"], ["-7/2", 3], ["x", "2/4", "+1"]),
        (["prior"], [["1", 2], ["1/2"] * 5], [["1"], ["1", 0], ["1", "-1"], [], "1", {}]),
        (["prior", 2], [["1", 2]], [["1"], ["1"] * 3]),
        (["vector"], [[], [0, 5]], [[-1], ["1"], [True], [1.0], None, 3, {}]),
    ],
    ids=str,
)
def test_a_value_lies_in_its_domain_or_is_rejected(domain, inside, outside):
    for x in inside:
        kernel.assigned({"x": x}, {"x": domain})
    for x in outside:
        with pytest.raises(Rejected):
            kernel.assigned({"x": x}, {"x": domain})


DATASET = {"x": [1, 2, 0], "prior": ["1", "1"], "n": 3}
COUNTED = [["prior", ["prior"]], ["n", ["int", 1, None]], ["x", ["dataset"]]]


@pytest.mark.parametrize(
    ("assignment", "accepted"),
    [
        (DATASET | {"x": [1, 2]}, True),
        (DATASET | {"prior": ["1", "1", "1"]}, True),
        (DATASET, False),
        (DATASET | {"x": [3]}, False),
        (DATASET | {"x": [1, 1]}, False),
        (DATASET | {"x": [1, 3]}, False),
    ],
    ids=str,
)
def test_a_dataset_fits_the_prior_and_n_even_where_nothing_combines_them(assignment, accepted):
    ledger = {"schema": 1, "readings": {"a/b": reading(COUNTED, ["lt", num(0), ["total", X]])}}
    assert accepts(closed(["true"])[0] | {"assignment": assignment}, ledger) is accepted


@pytest.mark.parametrize(
    "variables",
    [
        [["x", ["dataset"]]],
        [["x", ["dataset"]], ["n", ["int", 1, None]]],
        [["x", ["dataset"]], ["prior", ["prior"]]],
        [["x", ["dataset"]], ["prior", ["vector"]], ["n", ["int", 1, None]]],
        [["x", ["dataset"]], ["prior", ["prior"]], ["n", ["rational", None, None, "()"]]],
    ],
    ids=str,
)
def test_a_dataset_needs_variables_prior_and_n(variables):
    values = {"x": [1, 2], "n": 3, "prior": [1, 2]}
    certificate = closed(["true"])[0] | {"assignment": {v: values[v] for v, _ in variables}}
    ledger = {"schema": 1, "readings": {"a/b": reading(variables, ["true"])}}
    with pytest.raises(Rejected, match="is a dataset, but the reading has no variables"):
        check(certificate, ledger)


def test_depth_and_length_are_limited_for_what_would_be_accepted_otherwise():
    nested = ["true"]
    for _ in range(kernel.MOST_DEPTH + 5):
        nested = ["and", nested]
    with pytest.raises(Rejected, match="nested too deeply"):
        check(*closed(nested))
    with pytest.raises(Rejected, match="too long"):
        check(*closed(["lt", num(0), ["num", 10**2000]]))


RAW = json.dumps(next(filter(accepts, all_certificates())))


@pytest.mark.parametrize(
    "text",
    [
        RAW.replace('"schema": 1', '"schema": 1, "schema": 1'),
        RAW.replace('"n": 1', '"n": 1, "n": 1'),
        RAW.replace('"n": 1', '"n": 1.0'),
        RAW.replace('"n": 1', '"n": 1e0'),
        RAW.replace('"n": 1', '"n": NaN'),
        RAW.replace('"n": 1', '"n": -Infinity'),
        RAW.replace('"n": 1', '"n": true'),
        RAW.replace('"n": 1', '"n": ' + "1" * 3000),
        RAW.replace('"n": 1', '"n": ' + "1" * 9000),
        RAW.replace('"n": 1', '"n": "' + "1" * 3000 + '"'),
        RAW.replace('"n": 1', '"n": "\\u0661"'),
        RAW + RAW,
        RAW[:-1],
        "[" * 100_000,
        "[" * 1000 + "]" * 1000,
        '{"a":' * 100_000,
        "null",
        "3",
        '"x"',
        "[]",
        "{}",
        "",
        "\x00",
        "'",
    ],
    ids=range(24),
)
def test_raw_text_that_is_not_a_certificate_is_rejected_in_one_sentence(text):
    assert text != RAW
    with pytest.raises(Rejected) as why:
        check(kernel.read(text.encode()), LEDGER)
    assert str(why.value).endswith(".")
    assert len(str(why.value)) < 200


def test_megabytes_of_junk_are_rejected_by_size_alone():
    with pytest.raises(Rejected, match="longer than"):
        kernel.read(b"[" * (kernel.MOST_BYTES + 1))
    for text in (b"\xff\xfe", b"\xef\xbb\xbf{}"):
        with pytest.raises(Rejected):
            kernel.read(text)
