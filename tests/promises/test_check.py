"""`dpbi check`: verdicts, exit codes, and what programs and CI systems read."""

import json
import os
import py_compile
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import pytest
from checked import EXAMPLES, checked, dpbi
from mpmath import mp, mpf

from dpbi import promises as regression
from dpbi.errors import printable
from dpbi.laws.foreign import at_home
from dpbi.laws.promise import Promise
from dpbi.mechanisms.targets import origin, value
from dpbi.privacy.finding import first_few, named

mp.dps = 50
RIGHT, WRONG = EXAMPLES / "right.py", EXAMPLES / "wrong.py"
RESPONSE = f"{RIGHT}:RandomisedResponse"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((RESPONSE,), 0),
        ((RESPONSE, "--epsilon", "1"), 1),
        ((RESPONSE, "--epsilon", "1", "--delta", "1/10"), 0),
        ((RESPONSE, "--epsilon", "1", "--delta", "1/100"), 1),
        ((RESPONSE, "--rho", "1"), 0),
        ((RESPONSE, "--rho", "1/10"), 1),
        ((RESPONSE, "--renyi", "2,1"), 0),
        ((RESPONSE, "--renyi", "2,1/10"), 1),
        ((RESPONSE, "--epsilon", "2", "--rho", "1/10"), 1),
        ((f"{RIGHT}:Mode", "-p", "n=3", "-p", "epsilon=1/2"), 0),
        ((f"{RIGHT}:RandomisedResponse", "--epsilon", "1.2"), 0),
        (("dpbi.libraries.textbook:KaryRandomisedResponse", "-p", "k=3", "-p", "epsilon=1"), 0),
        (("ehds", "-p", "prior=1,1", "-p", "n=4", "-p", "epsilon=1"), 0),
        (("mh-s", "-p", "prior=1,1", "-p", "n=4", "-p", "epsilon=1"), 1),
    ],
)
def test_exit_codes_say_the_verdict(arguments, code):
    done = dpbi("check", *arguments)
    assert done.returncode == code, done.stdout + done.stderr
    assert ("is not" in done.stdout) == (code == 1)


def test_what_balls_cannot_tell_and_no_exact_form_knows_is_undecided(tmp_path):
    (tmp_path / "root.py").write_text(
        "class Root:\n"
        "    epsilon = 0\n"
        "    def datasets(self): return [0, 1]\n"
        "    def neighbours(self, x): return [1 - x]\n"
        "    def log_weights(self, x, F):\n"
        "        two = F.sqrt(F.rational(2))\n"
        "        return {0: F.rational(0), 1: two if x else 2 / two}\n"
    )
    done = dpbi("check", "root.py:Root", cwd=tmp_path)
    assert done.returncode == 3, done.stdout
    assert "Root is not decided to be 0-DP" in done.stdout
    files = ("--junit", "j.xml", "--sarif", "s.sarif")
    check = checked("root.py:Root", *files, cwd=tmp_path)
    assert check["verdict"] == "undecided"
    (result,) = json.loads((tmp_path / "s.sarif").read_text())["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("undecided-promise", "warning")


def test_json_has_exact_bounds_witness_slack_and_what_was_trusted():
    (found,) = checked(RESPONSE, "--epsilon", "1")["findings"]
    ln3 = mp.log(3)
    lo, hi = (mpf(found["value"][k]) for k in ("lo", "hi"))
    assert lo <= ln3 <= hi
    assert hi - lo < mpf(10) ** -10
    assert (found["promise"], found["exact"], found["verdict"]) == (
        {"epsilon": "1"},
        "ln(3)",
        "fails",
    )
    witness = found["witness"]
    assert (witness["x"], witness["y"], witness["output"]) == ("no", "yes", "no")
    assert (witness["p"], witness["q"]) == (
        {"lo": "0.75", "hi": "0.75"},
        {"lo": "0.25", "hi": "0.25"},
    )
    assert mpf(witness["excess"]["lo"]) <= ln3 - 1 <= mpf(witness["excess"]["hi"])
    assert mpf(found["slack"]["lo"]) <= 1 - ln3 <= mpf(found["slack"]["hi"])
    assert found["trusts"] == ["symbolic", "ball"]
    assert found["implemented"] is None


def test_every_name_in_the_json_is_documented_and_no_other():
    page = (Path(regression.__file__).parent / "TEN_MINUTES.md").read_text(encoding="utf-8")
    _, of_check, of_finding = page.split("## For programs")[1].split("\n| of a ")
    check = checked(RESPONSE, "--epsilon", "1")
    for table, found in ((of_check, check), (of_finding, check["findings"][0])):
        rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
        assert sorted(re.findall("`(.*?)`", " ".join(rows))) == sorted(found)
    assert set(check["findings"][0]["witness"]) == {"x", "y", "output", "p", "q", "excess"}


@pytest.mark.parametrize(
    ("arguments", "quantity", "truth"),
    [
        (("--epsilon", "1/2", "--delta", "1/2"), "delta(1/2)", mpf(3) / 4 - mp.exp(mpf("0.5")) / 4),
        (
            ("--renyi", "2,3"),
            "renyi(2)",
            mp.log((mpf(9) / 16) / (mpf(1) / 4) + (mpf(1) / 16) / (mpf(3) / 4)),
        ),
        (("--renyi", "3,3"), "renyi(3)", mp.log(mpf(27) / 4 + mpf(1) / 36) / 2),
    ],
)
def test_the_other_quantities_are_what_their_formulas_say(arguments, quantity, truth):
    (found,) = checked(RESPONSE, *arguments)["findings"]
    assert found["quantity"] == quantity
    assert mpf(found["value"]["lo"]) <= truth <= mpf(found["value"]["hi"])
    assert mpf(found["value"]["hi"]) - mpf(found["value"]["lo"]) < mpf(10) ** -8


def law(tmp_path, claim, probabilities, name="law.json"):
    document = {
        "schema": "dpbi-law/1",
        "neighbours": "all",
        "claim": claim,
        "probabilities": probabilities,
    }
    (tmp_path / name).write_text(json.dumps(document))
    return name


HALVES = {"a": {"0": "1/2", "1": "1/2"}, "b": {"0": "1/2", "1": "1/2"}}
SHAME = {"a": {"0": "9/10", "a": "1/10"}, "b": {"0": "9/10", "b": "1/10"}}


def test_a_claim_with_a_delta_is_held_to_its_delta(tmp_path):
    name = law(tmp_path, {"epsilon": "1", "delta": "1/10"}, SHAME)
    (found,) = checked(name, cwd=tmp_path)["findings"]
    assert found["promise"] == {"epsilon": "1", "delta": "1/10"}
    assert found["verdict"] == "holds"
    assert dpbi("check", name, "--epsilon", "1", cwd=tmp_path).returncode == 1
    assert dpbi("check", law(tmp_path, {}, HALVES), cwd=tmp_path).returncode == 2


def test_what_a_library_declares_is_the_claim_of_its_reference_law():
    threshold = "dpbi.libraries.opendp:LaplaceThreshold"
    done = dpbi("check", threshold, "-p", "scale=1", "-p", "threshold=5", "--json")
    assert done.returncode == 1, done.stderr  # its delta is too small (tests/test_reference_*.py)
    (found,) = json.loads(done.stdout)["checks"][0]["findings"]
    assert set(found["promise"]) == {"epsilon", "delta"}


def test_a_law_of_floats_says_that_the_implemented_law_was_audited(tmp_path):
    floats = {"a": {"0": 0.1, "1": 0.9}, "b": {"0": 0.3, "1": 0.7}}
    name = law(tmp_path, {"epsilon": "1.0986122886681098"}, floats)
    done = dpbi("check", name, cwd=tmp_path)
    assert "implemented" in done.stdout
    assert "binary numbers" in done.stdout
    (found,) = checked(name, cwd=tmp_path)["findings"]
    ratio = Fraction(0.3) / Fraction(0.1)
    truth = mp.log(mpf(ratio.numerator) / ratio.denominator)
    assert mpf(found["value"]["lo"]) <= truth <= mpf(found["value"]["hi"])
    assert truth < mp.log(3), "0.3 / 0.1 is below 3 in doubles"
    missed = max(abs(1 - Fraction(0.1) - Fraction(0.9)), abs(1 - Fraction(0.3) - Fraction(0.7)))
    assert Fraction(found["implemented"]["deviation"]) >= missed
    assert (found["verdict"], "exact binary" in found["trusts"]) == ("holds", True)


def test_ideal_and_implemented_laws_are_shown_side_by_side(tmp_path):
    exact = law(
        tmp_path,
        {"epsilon": "2"},
        {"a": {"0": "1/10", "1": "9/10"}, "b": {"0": "3/10", "1": "7/10"}},
        "ideal.json",
    )
    floats = law(tmp_path, {"epsilon": "2"}, {"a": {"0": 0.1, "1": 0.9}, "b": {"0": 0.3, "1": 0.7}})
    difference = checked(floats, "--ideal", exact, cwd=tmp_path)["difference"]
    ratio = Fraction(0.3) / Fraction(0.1) / 3
    truth = mp.log(mpf(ratio.numerator) / ratio.denominator)
    lo, hi = (mpf(difference["loss_difference"][k]) for k in ("lo", "hi"))
    assert lo <= truth <= hi < 0
    apart = max(
        sum(abs(Fraction(f) - Fraction(e)) for f, e in row) / 2
        for row in ([(0.1, "1/10"), (0.9, "9/10")], [(0.3, "3/10"), (0.7, "7/10")])
    )
    assert (
        Fraction(difference["total_variation"]["lo"])
        <= apart
        <= Fraction(difference["total_variation"]["hi"])
    )
    text = dpbi("check", floats, "--ideal", exact, cwd=tmp_path).stdout
    for row in ("ideal epsilon", "implemented epsilon", "implemented - ideal", "total variation"):
        assert row in text
    other = law(tmp_path, {}, {"c": {"0": 1}, "d": {"0": 1}}, "other.json")
    done = dpbi("check", floats, "--ideal", other, cwd=tmp_path)
    assert (done.returncode, "are not those of" in done.stderr) == (2, True)
    lost = law(
        tmp_path, {"epsilon": "2"}, {"a": {"1": 1}, "b": {"0": "3/10", "1": "7/10"}}, "lost.json"
    )
    difference = checked(lost, "--ideal", exact, cwd=tmp_path)["difference"]
    assert (difference["loss_difference"], difference["log_ratio"]["lo"]) == (None, "inf")


def test_parameters_go_to_the_target_and_its_ideal_but_not_to_a_law_in_a_file(tmp_path):
    name = law(
        tmp_path,
        {"epsilon": "2"},
        {"no": {"no": "3/4", "yes": "1/4"}, "yes": {"no": "1/4", "yes": "3/4"}},
    )
    ideal = "dpbi.libraries.textbook:BinaryRandomisedResponse"
    done = dpbi("check", name, "--ideal", RESPONSE, "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    done = dpbi("check", f"{RIGHT}:Mode", "--ideal", f"{RIGHT}:Mode", "-p", "n=1", "--json")
    difference = json.loads(done.stdout)["checks"][0]["difference"]
    assert Fraction(difference["total_variation"]["lo"]) == 0
    done = dpbi("check", name, "--ideal", ideal, "-p", "nonsense=1", cwd=tmp_path)
    assert (done.returncode, "not nonsense" in done.stderr) == (2, True)


def test_junit_has_a_case_for_each_promise_with_the_failure_told(tmp_path):
    promises = ("--epsilon", "1", "--rho", "1")
    dpbi("check", RESPONSE, *promises, "--junit", tmp_path / "new" / "j.xml")
    suite = ET.parse(tmp_path / "new" / "j.xml").getroot()  # noqa: S314  (our own file)
    assert (suite.tag, suite.get("tests"), suite.get("failures")) == ("testsuite", "2", "1")
    cases = {c.get("name"): c for c in suite.findall("testcase")}
    assert set(cases) == {"1-DP", "1-zCDP"}
    failure = cases["1-DP"].find("failure")
    assert failure.get("message") == "RandomisedResponse is not 1-DP"
    assert "no and yes, at output no" in failure.text
    assert cases["1-zCDP"].find("failure") is None
    assert all(c.get("classname") == RESPONSE for c in cases.values())


def test_sarif_has_what_code_scanning_requires(tmp_path):
    dpbi("check", f"{WRONG}:OffByOne", "--sarif", tmp_path / "s.sarif")
    document = json.loads((tmp_path / "s.sarif").read_text())
    assert document["version"] == "2.1.0"
    (run,) = document["runs"]
    assert run["tool"]["driver"]["name"] == "dpbi"
    rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    (result,) = run["results"]
    assert result["ruleId"] in rules
    assert result["level"] == "error"
    assert "beyond the promise" in result["message"]["text"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"].endswith("tests/examples/wrong.py")
    line = WRONG.read_text().splitlines()[place["region"]["startLine"] - 1]
    assert line == "class OffByOne(BoundedSum):"
    assert result["properties"]["verdict"] == "fails"


def test_names_that_xml_cannot_hold_are_escaped(tmp_path):
    laws = {"\x00": {"\ud800": "3/4", "b": "1/4"}, "a\nb": {"\ud800": "1/4", "b": "3/4"}}
    done = dpbi("check", law(tmp_path, {"epsilon": "1"}, laws), "--junit", "j.xml", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "\\x00 and a\\nb, at output \\ud800" in done.stdout
    ET.parse(tmp_path / "j.xml")  # noqa: S314


FOREIGN = """
import enum, dataclasses
from fractions import Fraction
import numpy as np

class Vote(enum.Enum):
    NO = 0
    YES = 1

class Code(enum.IntEnum):
    NO = 0
    YES = 1

@dataclasses.dataclass(frozen=True)
class Person:
    age: int

class Thing:
    pass

class Base:
    epsilon, name = 1, None
    def __init__(self):
        self.pair = list(self.two)
    def datasets(self): return self.pair
    def neighbours(self, x): return [y for y in self.pair if y is not x]
    def probabilities(self, x):
        return {y: Fraction(3, 4) if y is x else Fraction(1, 4) for y in self.pair}

class Enums(Base): two = Vote
class Codes(Base): two = Code
class Numpy(Base): two = (np.int64(1), np.int64(2))
class Sets(Base): two = (frozenset("abc"), frozenset("abcd"))
class People(Base): two = (Person(1), Person(2))
class Things(Base):
    two = (Thing(), Thing())
    def probabilities(self, x):
        return {i: Fraction(3, 4) if y is x else Fraction(1, 4) for i, y in enumerate(self.pair)}
class Tuples(Base): two = ((Vote.NO, 1), (Vote.YES, np.int64(2)))
class Odd(Base):
    two, name = (1, 2), Fraction(5)
"""


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("Enums", "Vote.NO"),
        ("Codes", "0"),
        ("Numpy", 1),
        ("Sets", "{a, b, c}"),
        ("People", "Person(age=1)"),
        ("Things", "<dpbi_target_foreign.Thing object>"),
        ("Tuples", ["Vote.NO", 1]),
        ("Odd", 1),
    ],
)
def test_datasets_of_any_type_are_audited_and_said_the_same_way_in_every_run(name, first, tmp_path):
    (tmp_path / "foreign.py").write_text(FOREIGN)
    runs = []
    for seed in ("0", "1"):
        env = {"PYTHONHASHSEED": seed, "PATH": ""}
        runs.append(dpbi("check", f"foreign.py:{name}", "--json", cwd=tmp_path, env=env).stdout)
    assert runs[0] == runs[1] != ""
    (found,) = json.loads(runs[0])["checks"][0]["findings"]
    assert found["witness"]["x"] == first


def test_plain_values_are_short_and_on_one_line():
    assert named("x" * 500) == "x" * 160 + "... (500 characters)"
    assert first_few(tuple(range(20))) == "0, 1, 2, 3, 4, 5, 6, 7 and 12 more"
    assert printable("a\tb\u2028") == "a\\tb\\u2028"
    assert at_home((True, None, frozenset({2, 1}))) == (True, None, "{1, 2}")


LONG = """
from fractions import Fraction as Q
epsilon = 1000
def datasets(): return [10**5000, 10**5000 + 1]
def neighbours(x): return [y for y in datasets() if y != x]
def probabilities(x):
    a, b = Q(3**5000 + x % 2, 5**5000), Q(7**3000 + x % 2, 11**5000)
    return {0: a, 1: b, 2: 1 - a - b}
"""


@pytest.mark.parametrize("form", [(), ("--json",), ("--junit", "/dev/stdout")])
def test_numbers_longer_than_python_writes_are_audited_and_said(form, tmp_path):
    (tmp_path / "long.py").write_text(LONG)
    done = dpbi("check", "long.py", *form, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert hex(10**5000)[:100] in done.stdout
    assert "long is 1000-DP" in done.stdout or '"mechanism": "long"' in done.stdout


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("3", 3),
        ("1/2", Fraction(1, 2)),
        ("0.1", Fraction(1, 10)),
        ("true", True),
        ("1,1/2", (1, Fraction(1, 2))),
        ("abc", "abc"),
        ("1e999999999", "1e999999999"),
        ("1/0", "1/0"),
        ("nan", "nan"),
    ],
)
def test_parameters_are_read_exactly(text, meant):
    assert value(text) == meant
    assert type(value(text)) is type(meant)


def test_the_line_of_a_class_is_found_by_its_whole_name(tmp_path):
    (tmp_path / "m.py").write_bytes(
        "# \xe9\nclass Longer: pass\nclass Long: pass\nLo = 3\n".encode("latin-1")
    )
    place = str(tmp_path / "m.py")
    assert [origin(f"{place}:{name}")[1] for name in ("Long", "Longer", "Lo", "None")] == [
        3,
        2,
        4,
        1,
    ]
    assert origin("ehds") == ("ehds", 1)


@pytest.mark.parametrize(
    "made",
    [Promise.epsilon("1/2"), Promise.delta(1, "1e-6"), Promise.rho(2), Promise.renyi("3/2", 1)],
)
def test_promises_survive_json(made):
    assert Promise.of_json(json.loads(json.dumps(made.json()))) == made


def test_an_edit_is_seen_even_where_cached_bytecode_bears_its_date(tmp_path):
    text, file = RIGHT.read_text(), tmp_path / "same.py"
    for epsilon, code in (("11, 10", 0), ("10, 10", 1)):
        file.write_text(text.replace("11, 10", epsilon))
        os.utime(file, (10**9, 10**9))
        assert dpbi("check", "same.py:RandomisedResponse", cwd=tmp_path).returncode == code
        py_compile.compile(str(file))
    assert "__pycache__" in os.listdir(tmp_path)


@pytest.mark.parametrize("command", ["check", "search"])
@pytest.mark.parametrize("columns", [40, 80])
def test_the_help_fits_the_terminal(command, columns):
    code = "from dpbi.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, command, "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={"COLUMNS": str(columns), "PATH": ""},
    )
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= columns, max(lines, key=len)
    assert "Exit code" in done.stdout or "exit code" in done.stdout.lower()


def test_a_range_of_parameters_without_end_is_refused_and_a_law_in_a_file_is_searched(tmp_path):
    done = dpbi("search", RESPONSE, "-p", "n=1..100000000000")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "at most 10000 values" in done.stderr
    rows = {"a": {"0": 1}, "b": {"0": 1}}
    law = {"schema": "dpbi-law/1", "neighbours": "all", "claim": {"epsilon": 0}}
    (tmp_path / "law.json").write_text(json.dumps(law | {"probabilities": rows}))
    done = dpbi("search", "law.json", cwd=tmp_path)
    assert (done.returncode, "nothing found" in done.stdout) == (3, True)


def test_a_target_that_needs_an_epsilon_is_made_for_the_promised_one(tmp_path):
    given = ("check", "ehds", "-p", "prior=1,1", "-p", "n=10", "--json")
    promised = json.loads(dpbi(*given, "--epsilon", "1/2", cwd=tmp_path).stdout)
    said = json.loads(dpbi(*given, "-p", "epsilon=1/2", cwd=tmp_path).stdout)
    assert promised["checks"][0]["findings"] == said["checks"][0]["findings"]
    other = json.loads(dpbi(*given, "-p", "epsilon=2", "--epsilon", "1/2", cwd=tmp_path).stdout)
    assert other["checks"][0]["findings"][0]["value"] != said["checks"][0]["findings"][0]["value"]
    missing = dpbi("check", "ehds", "-p", "prior=1,1", "-p", "n=10", cwd=tmp_path)
    assert (missing.returncode, "epsilon" in missing.stderr) == (2, True)
