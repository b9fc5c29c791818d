"""law.json: what is written comes back, and what is wrong is said in one sentence, quickly."""

import json
import math
import os
import re
import tracemalloc
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpbi
from dpbi import LogWeights, Polynomials, Table, dump_law, load_law, privacy_loss
from dpbi.errors import BadLawFile, BadMechanism, InvalidValue
from dpbi.fields import Level
from dpbi.fields.rational import MOST_BYTES, NUMBER, WHITE
from dpbi.laws import law_file

SCHEMA_PAGE = Path(law_file.__file__).with_name("LAW_SCHEMA.md")

LAW = {
    "schema": "dpbi-law/1",
    "neighbours": "all",
    "probabilities": {"a": {"x": "3/4", "y": "0.25"}, "b": {"x": "1/4", "y": "75e-2"}},
}


def written(tmp_path, document):
    path = tmp_path / "law.json"
    if isinstance(document, bytes):
        path.write_bytes(document)
    else:
        path.write_text(document if isinstance(document, str) else json.dumps(document))
    return path


def refused(tmp_path, document, sentence):
    with pytest.raises(BadLawFile, match=sentence) as caught:
        load_law(written(tmp_path, document))
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(str(tmp_path))
    return caught.value


def test_text_is_exact(tmp_path):
    m = load_law(written(tmp_path, LAW | {"claim": {"epsilon": "11/10", "delta": 0}}))
    loss = privacy_loss(m)
    assert loss.largest_ratio == 3
    assert not loss.implemented
    assert (m.epsilon, m.delta, m.label) == (Fraction(11, 10), 0, "law")
    assert privacy_loss(load_law(written(tmp_path, LAW | {"name": "coin"}))).claimed is None


def test_a_claim_may_be_a_logarithm_and_comes_back_from_a_dump(tmp_path):
    m = load_law(written(tmp_path, LAW | {"claim": {"epsilon": "ln(9)/2"}}))
    assert (m.epsilon, privacy_loss(m).within(m.epsilon)) == (Level.ln(3), True)
    (found,) = dpbi.assert_private(m)
    assert str(found).startswith("law is ln(3)-DP\n")
    dump_law(m, tmp_path / "again.json")
    assert load_law(tmp_path / "again.json").epsilon == Level.ln(3)
    for odd in ("ln(0)", "ln(3", "lnx", "ln(-1)"):
        refused(tmp_path, LAW | {"claim": {"epsilon": odd}}, "epsilon = ")
    refused(tmp_path, LAW | {"claim": {"epsilon": 1, "delta": "ln(3)"}}, "delta")


def test_numbers_are_the_binary_floats_they_are(tmp_path):
    rows = {"a": {"x": 0.1, "y": 0.9}, "b": {"x": 0.3, "y": 0.7}}
    loss = privacy_loss(load_law(written(tmp_path, LAW | {"probabilities": rows})))
    assert loss.implemented
    assert loss.largest_ratio == Fraction(0.3) / Fraction(0.1)


def test_rows_may_be_lists_and_datasets_may_be_put_in_order(tmp_path):
    document = {
        "schema": "dpbi-law/1",
        "neighbours": "line",
        "datasets": ["a", "b", "c"],
        "outputs": ["x", "y"],
        "probabilities": {"c": [1, 0], "a": {"y": "1"}, "b": ["1/2", "1/2"]},
    }
    m = load_law(written(tmp_path, document))
    assert list(m.datasets()) == ["a", "b", "c"]
    assert m.neighbours("b") == ["a", "c"]
    assert m.probabilities("a") == {"x": 0, "y": 1}
    assert dict(m.probabilities("c")) == {"x": 1, "y": 0}


def test_singles_say_so(tmp_path):
    row = [float(np.float32(v)) for v in (0.1, 0.2, 0.7)]
    rows = {"a": dict(zip("xyz", row, strict=True)), "b": dict(zip("zyx", row, strict=True))}
    refused(tmp_path, LAW | {"probabilities": rows}, "rounding explains")
    m = load_law(written(tmp_path, LAW | {"probabilities": rows, "floats": "float32"}))
    assert privacy_loss(m).largest_ratio == Fraction(row[2]) / Fraction(row[0])
    dump_law(m, tmp_path / "again.json")
    assert load_law(tmp_path / "again.json").to_arrays()[0].tolist() == m.to_arrays()[0].tolist()


def test_log_weights_and_polynomials_have_their_forms(tmp_path):
    weights = {"a": {"x": "0", "y": "-1/2"}, "b": {"x": -0.5, "y": 0}}
    document = {"schema": "dpbi-law/1", "neighbours": "all", "log_weights": weights}
    m = load_law(written(tmp_path, document))
    assert isinstance(m, LogWeights)
    assert float(privacy_loss(m).lo) == pytest.approx(0.5)
    assert privacy_loss(m).implemented
    polynomials = {
        "a": {"x": [1, "-1/2"], "y": [0, "1/2"]},
        "b": {"x": ["0", "1/2"], "y": [1, "-1/2"]},
    }
    document = {
        "schema": "dpbi-law/1",
        "neighbours": "all",
        "polynomials": polynomials,
        "rate": "1",
    }
    m = load_law(written(tmp_path, document))
    assert isinstance(m, Polynomials)
    q = math.exp(-1)
    assert float(privacy_loss(m).lo) == pytest.approx(math.log((1 - q / 2) / (q / 2)))


@st.composite
def anything(draw):
    """Tables of rationals or of floats, on any relation, with and without a claim."""
    floats = draw(st.booleans())
    value = st.floats(0.001, 1) if floats else st.integers(1, 10**9)
    rows = draw(st.lists(st.lists(value, min_size=3, max_size=3), min_size=2, max_size=4))
    law = [[v / sum(row) if floats else Fraction(v, sum(row)) for v in row] for row in rows]
    relation = draw(st.sampled_from(["line", "all", [("d0", "d1")]]))
    names = [f"d{i}" for i in range(len(rows))]
    outputs = draw(st.permutations(["x", 'q"', "ü"]))
    claim = draw(st.sampled_from([{}, {"epsilon": "1/3"}, {"epsilon": 1, "delta": "1e-6"}]))
    return Table.from_arrays(law, names, outputs, relation, name="any", **claim)


@given(anything())
def test_a_table_comes_back_as_it_was(tmp_path_factory, table):
    path = tmp_path_factory.mktemp("laws") / "law.json"
    dump_law(table, path)
    assert load_law(path) == table
    first = path.read_bytes()
    dump_law(load_law(path), path)
    assert path.read_bytes() == first


def test_fractions_longer_than_people_type_come_back(tmp_path):
    small = Fraction(1, 7**500)
    table = Table.of({"a": {"x": small, "y": 1 - small}, "b": {"x": "1/2", "y": "1/2"}})
    dump_law(table, tmp_path / "law.json")
    assert load_law(tmp_path / "law.json").probabilities("a")["x"] == small
    tiny = Fraction(1, 7**5000)
    with pytest.raises(BadLawFile, match="too long"):
        dump_law(Table.of({"a": {"x": tiny, "y": 1 - tiny}, "b": {"x": 1}}), tmp_path / "no.json")
    assert not list(tmp_path.glob("no*"))


@pytest.mark.parametrize("name", ["laplace", "lsdim"])
def test_a_mechanism_of_the_drafts_in_polynomials_keeps_its_loss(tmp_path, name):
    m = dpbi.mechanism(name, prior=(1, 1), n=3, epsilon=1)
    dump_law(m, tmp_path / "law.json")
    again = load_law(tmp_path / "law.json")
    assert privacy_loss(again).exact_value == privacy_loss(m).exact_value is not None
    assert tuple(map(str, again.datasets())) == ("0,3", "1,2", "2,1", "3,0")
    assert again.epsilon == 1


def test_float_log_weights_come_back(tmp_path):
    m = LogWeights.of({"a": {"x": 0.1, "y": "1/3"}, "b": {"x": 0, "y": -math.inf}}, "all")
    dump_law(m, tmp_path / "law.json")
    assert load_law(tmp_path / "law.json").weights == m.weights


@pytest.mark.parametrize(
    "m",
    [
        Table.of({0: {1: 1}, 1: {"1": 1}}),
        LogWeights.of({0: {1: 0, "z": 0}, 1: {"1": 0, "z": 0}}),
        Polynomials.of({0: {1: [0, 1], "z": [1, -1]}, 1: {"1": [0, 1], "z": [1, -1]}}, 1),
    ],
)
def test_two_outputs_of_different_rows_that_would_be_written_the_same_are_not_written(tmp_path, m):
    assert privacy_loss(m).lo == math.inf  # as one output they would have no loss at all
    with pytest.raises(BadLawFile, match="two names would both be written '1'"):
        dump_law(m, tmp_path / "law.json")


def test_log_weights_may_be_singles(tmp_path):
    rows = {"a": {"x": 0.1, "y": 0}, "b": {"x": 0.0, "y": 0}}
    document = {"schema": "dpbi-law/1", "neighbours": "all", "log_weights": rows}
    double, single = (
        load_law(written(tmp_path, document | {"floats": kind})).weights["a"]["x"]
        for kind in ("double", "float32")
    )
    assert (double, single) == (0.1, float(np.float32(0.1)))
    assert double != single


def test_digits_of_other_scripts_are_no_numbers_of_a_law(tmp_path):
    rows = LAW["probabilities"] | {"a": {"x": "\uff11"}}
    refused(tmp_path, LAW | {"probabilities": rows}, "write an integer")


def test_what_has_no_finite_numbers_is_not_written(tmp_path):
    m = dpbi.mechanism("ehds", prior=(1, 1), n=3, epsilon=1)
    with pytest.raises(BadMechanism, match=r"write Table\.rounded"):
        dump_law(m, tmp_path / "law.json")
    with pytest.raises(BadLawFile, match="both be written '1,2'"):
        dump_law(Table.of({(1, 2): {"x": 1}, "1,2": {"x": 1}}), tmp_path / "law.json")
    assert list(tmp_path.iterdir()) == []


def test_a_foreign_mechanism_of_floats_is_written_as_floats(tmp_path):
    class Own:
        name = "own"

        def datasets(self):
            return (0, 1)

        def neighbours(self, x):
            return (1 - x,)

        def probabilities(self, x):
            return {"a": 0.1 + x / 2, "b": 0.9 - x / 2}

    dump_law(Own(), tmp_path / "law.json")
    assert json.loads((tmp_path / "law.json").read_text())["probabilities"]["0"] == [0.1, 0.9]
    again = privacy_loss(load_law(tmp_path / "law.json"))
    assert again.largest_ratio == privacy_loss(Own()).largest_ratio


WRONG = [
    ({"schema": "dpbi-law/2"}, 'has schema "dpbi-law/2"; this version reads "dpbi-law/1"'),
    ({"neighbors": "line"}, 'field "neighbors" is unknown'),
    ({"log_weights": {}}, "has 2 of them"),
    ({"rate": "1"}, "goes with polynomials"),
    ({"floats": "half"}, '"floats" is "half"'),
    ({"name": 3}, '"name" must be text'),
    ({"datasets": [1, 2]}, "lists 1, which is not text"),
    ({"datasets": ["a", None]}, "lists null, which is not text"),
    ({"datasets": ["a", "a"]}, "a name twice"),
    ({"datasets": ["a"]}, 'dataset "b" is not both'),
    ({"datasets": []}, "must be a list of names"),
    ({"outputs": ["x"]}, 'output "y" of dataset "a" is not in "outputs"'),
    ({"neighbours": None}, '"neighbours" must be'),
    ({"neighbours": []}, "no two of its datasets are neighbours"),
    ({"neighbours": "ring"}, "'ring'"),
    ({"neighbours": [["a", 3]]}, r'lists \["a", 3\], which is not a pair'),
    ({"neighbours": [["a", "c"]]}, "'c', which is not one of its datasets"),
    ({"neighbours": [["a", "a"]]}, 'at dataset "a", it is said to be its own neighbour'),
    ({"neighbours": {"a": ["b"]}}, 'at dataset "a", b is its neighbour, but not the other way'),
    ({"neighbours": {"a": "b"}}, "the names of others"),
    ({"claim": 1}, '"claim" must be an object'),
    ({"claim": {"eps": 1}}, 'not "eps"'),
    ({"claim": {"epsilon": 0.5}}, r'"epsilon" is 0.5: write a number such as "1/3"'),
    ({"claim": {"epsilon": "-1"}}, "it must be >= 0"),
    ({"probabilities": []}, "one member a dataset"),
    ({"probabilities": {"a": {"x": 1}}}, "it has one dataset"),
    ({"probabilities": {"a": [1], "b": [1]}}, 'needs the field "outputs"'),
    ({"outputs": ["x"], "probabilities": {"a": [1], "b": [1, 0]}}, "2 entries for 1 outputs"),
    ({"probabilities": {"a": {"x": 1}, "b": 1}}, "object or a list"),
    ({"probabilities": {"a": {"x": True}, "b": {"x": 1}}}, 'output "x" of dataset "a" is true'),
    ({"probabilities": {"a": {"x": "1/0"}, "b": {"x": 1}}}, "its denominator is zero"),
    ({"probabilities": {"a": {"x": "1e999999"}, "b": {"x": 1}}}, "at most 4000 digits"),
    ({"probabilities": {"a": {"x": "one"}, "b": {"x": 1}}}, 'is "one": write an integer'),
    ({"probabilities": {"a": {"x": "1/3"}, "b": {"x": 1}}}, 'at dataset "a", .* sum to 1/3, not'),
    ({"probabilities": {"a": {"x": 0.7}, "b": {"x": 1}}}, "rounding explains"),
    (
        {"probabilities": {"a": {"x": 1.5, "y": -0.5}, "b": {"x": 1}}},
        "probability -0.5, below zero",
    ),
]


@pytest.mark.parametrize(("change", "sentence"), WRONG, ids=[s for _, s in WRONG])
def test_a_wrong_document_is_refused_with_what_is_wrong(tmp_path, change, sentence):
    refused(tmp_path, LAW | change, sentence)


def test_the_fields_of_the_other_forms_are_checked_too(tmp_path):
    bare = {"schema": "dpbi-law/1", "neighbours": "all"}
    for extra, sentence in [
        ({}, "has 0 of them"),
        ({"polynomials": {"a": {"x": [1]}, "b": {"x": [1]}}}, "polynomials need it"),
        ({"rate": 0, "polynomials": {"a": {"x": [1]}, "b": {"x": [1]}}}, "must be > 0"),
        ({"rate": 1, "polynomials": {"a": {"x": 1}, "b": {"x": [1]}}}, "list of coefficients"),
        ({"rate": 1, "polynomials": {"a": {"x": [0.5]}, "b": {"x": [1]}}}, "is 0.5: write"),
        ({"rate": 1, "polynomials": {"a": {"x": [0, 1]}, "b": {"x": [1]}}}, "do not sum to 1"),
        ({"log_weights": {"a": {}, "b": {"x": 1}}}, "no outputs"),
    ]:
        refused(tmp_path, bare | extra, sentence)


TEXT = json.dumps(LAW)


@pytest.mark.parametrize("end", [1, 20, 60, len(TEXT) // 2, len(TEXT) - 1])
def test_a_truncated_file_is_refused_and_says_so(tmp_path, end):
    refused(tmp_path, TEXT[:end], "ends too early")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "it is empty"),
        (" \n", "it is empty"),
        ("[]", "must begin with {"),
        ("{}{}", "Extra data"),
        (b"\x00\xff" * 50, "must begin with {"),
        (b'{"a\xff": 1}', "byte 3 is not UTF-8"),
        ('{"a": 1, "b": {"c": 1, "c": 2}}', 'the name "c" occurs twice'),
        ('{"a": NaN}', "NaN is not a number"),
        ('{"a": -Infinity}', "-Infinity is not a number"),
        ('{"a":' + "[" * 100_000, "nested too deeply"),
        ('{"a":' + "1" * 5000 + "}", "more than 4000 digits"),
        (TEXT.replace('"3/4"', "1e999"), "probability inf"),
    ],
)
def test_what_is_no_json_of_ours_is_refused(tmp_path, text, sentence):
    refused(tmp_path, text, sentence)


JUNK = {
    "bytes": lambda f, n: f.write(os.urandom(1024) * (n // 1024)),
    "zeros": lambda f, n: f.truncate(n),
    "spaces": lambda f, n: f.write(b" " * n),
    "braces": lambda f, n: f.write(b'{"a":' * (n // 5)),
    "objects": lambda f, n: f.write(b'{"a":[' + b"{}," * (n // 3)),
    "numbers": lambda f, n: f.write(b'{"a":[' + b"1," * (n // 2)),
    "text": lambda f, n: f.write(b'{"a":"' + b"x" * n),
    "digits": lambda f, n: f.write(b'{"a":' + b"7" * n),
}


@pytest.mark.parametrize("size", [100_000_000, MOST_BYTES - 1024])
@pytest.mark.parametrize("junk", JUNK)
def test_a_large_file_of_junk_is_refused_in_bounded_memory(tmp_path, junk, size):
    path = tmp_path / "junk.json"
    with path.open("wb") as file:
        JUNK[junk](file, size)
    tracemalloc.start()
    try:
        with pytest.raises(BadLawFile):
            load_law(path)
        assert tracemalloc.get_traced_memory()[1] < 250_000_000
    finally:
        tracemalloc.stop()
        path.unlink()


def test_what_is_no_ordinary_file_is_refused_at_once(tmp_path):
    for path, sentence in [
        (tmp_path, "not an ordinary file"),
        (tmp_path / "none.json", "No such file"),
        (Path(os.devnull), "not an ordinary file"),
    ]:
        with pytest.raises(BadLawFile, match=sentence):
            load_law(path)


def test_a_file_that_is_being_written_is_never_seen_half(tmp_path, monkeypatch):
    path = written(tmp_path, LAW)
    before = path.read_bytes()

    def fails(*_):
        raise OSError("no space left")

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(InvalidValue, match="cannot be written there"):
        dump_law(load_law(path), path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["law.json"]


def blocks():
    """The indented JSON texts of the page, in order."""
    page = SCHEMA_PAGE.read_text(encoding="utf-8")
    found = re.findall(r"(?:^    .*\n|^\n(?=    ))+", page, flags=re.MULTILINE)
    return [json.loads(text) for text in found if text.strip().startswith("{")]


def test_the_example_of_the_page_is_a_law(tmp_path):
    example, _ = blocks()
    loss = privacy_loss(load_law(written(tmp_path, example)))
    assert loss.largest_ratio == 3
    assert loss.within(Fraction(11, 10)) is True


def test_the_page_names_every_field_and_the_largest_size():
    _, schema = blocks()
    assert set(schema["properties"]) == set(law_file.FIELDS)
    assert schema["properties"]["schema"]["const"] == law_file.SCHEMA
    assert tuple(schema["properties"]["floats"]["enum"]) == law_file.FLOATS
    assert re.fullmatch(schema["$defs"]["exact"]["oneOf"][1]["pattern"], "1/3")
    page = SCHEMA_PAGE.read_text(encoding="utf-8")
    assert f"{MOST_BYTES // 10**6} MB" in page
    assert all(f"`{field}`" in page for field in law_file.FIELDS)


@given(st.text("0123456789+-./eE ", max_size=8))
def test_the_pattern_of_the_page_accepts_what_the_reader_accepts(text):
    _, schema = blocks()
    pattern = schema["$defs"]["exact"]["oneOf"][1]["pattern"]
    assert bool(re.search(pattern, text)) == bool(NUMBER.fullmatch(text.strip(WHITE)))


leaves = (
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.floats()
    | st.sampled_from(["", "a", "b", "x", "1/2", "-1", "line", "all", "dpbi-law/1", "double"])
)
values = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "b", "x", "y", "epsilon", "0"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(law_file.FIELDS), values, max_size=3), st.booleans())
def test_any_document_is_either_a_law_or_refused_in_one_sentence(tmp_path_factory, change, bare):
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_text(json.dumps(({"schema": "dpbi-law/1"} if bare else LAW) | change))
    try:
        m = load_law(path)
    except BadLawFile as error:
        assert "\n" not in str(error)  # noqa: PT017
    else:
        assert privacy_loss(m).lo >= 0
