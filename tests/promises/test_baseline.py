"""Baselines: what is recorded stays green, what moves turns red, damage is told."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from checked import START, dpbi

from dpbi.errors import BadBaseline
from dpbi.promises.baseline import Baseline, Written
from dpbi.support.files import write_all

ROOT = Path(__file__).parents[2]

TARGET = """
from fractions import Fraction


class Answer:
    \"\"\"The truth with probability num/den; the loss is ln(num / (den - num)).\"\"\"

    num, den = 3, 4

    def __init__(self, who="all"):
        self.who = who

    def datasets(self):
        return ["no", "yes"]

    def neighbours(self, x):
        return ["yes" if x == "no" else "no"]

    def probabilities(self, x):
        truth = Fraction(self.num, self.den)
        return {y: truth if y == x else 1 - truth for y in self.datasets()}
"""


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A project with a mechanism of loss ln 3, recorded as 2-DP (true) and as 1-DP (false)."""
    folder = tmp_path_factory.mktemp("recorded")
    (folder / "mine.py").write_text(TARGET)
    (folder / "pyproject.toml").write_text('[tool.dpbi]\nbaseline = "kept/base.json"\n')
    for who, epsilon in (("all", "2"), ("me", "1"), ("you", "3/2")):
        update(folder, "mine.py:Answer", "-p", f"who={who}", "--epsilon", epsilon)
    return folder


@pytest.fixture
def place(recorded, tmp_path):
    """A copy of that project."""
    for name in ("mine.py", "pyproject.toml", "kept/base.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(recorded / name, tmp_path / name)
    return tmp_path


def update(place, *arguments):
    done = dpbi("check", *arguments, "--baseline", "--update", cwd=place)
    assert done.returncode == 0, done.stderr
    return done


def changed(place, num, den):
    (place / "mine.py").write_text(TARGET.replace("num, den = 3, 4", f"num, den = {num}, {den}"))


def again(place, *arguments):
    return dpbi("check", *arguments, "--baseline", cwd=place)


def test_nothing_has_moved_where_nothing_has_changed_and_failing_as_recorded_is_green(place):
    done = again(place)
    assert done.returncode == 0, done.stdout
    assert "Answer is not 1-DP" in done.stdout
    assert "3 checks compared with" in done.stdout
    assert ", 0 moved" in done.stdout


def test_a_loss_that_moves_up_is_red_with_both_values_and_both_witnesses(place):
    changed(place, 4, 5)  # ln 4 = 1.386.. for ln 3 = 1.098.., below 3/2 and 2 as it was
    done = again(place)
    assert done.returncode == 1
    assert done.stdout.count("MOVED: epsilon moved from [1.09861228866") == 3
    assert done.stdout.count("to [1.38629436111") == 3
    assert "was at no and yes, output no, now at no and yes, output no" in done.stdout
    assert "the verdict" not in done.stdout


def test_a_loss_that_moves_down_is_red_too_and_a_failing_promise_that_starts_to_hold(place):
    changed(place, 2, 3)  # ln 2
    done = again(place)
    assert done.returncode == 1
    assert "to [0.69314718055" in done.stdout
    assert "MOVED: the verdict on 1-DP moved from fails to holds" in done.stdout


def test_a_promise_that_is_broken_now_is_red_with_its_witness(place):
    changed(place, 9, 10)  # ln 9 = 2.197..
    done = again(place)
    assert done.returncode == 1
    assert "MOVED: the verdict on 2-DP moved from holds to fails; was at" in done.stdout
    document = json.loads(dpbi("check", "--baseline", "--json", cwd=place).stdout)
    moves = [move for check in document["checks"] for move in check["moves"]]
    flipped = next(m for m in moves if m["new"] == "fails")
    assert flipped["new_witness"] == {"x": "no", "y": "yes", "output": "no"}


def test_a_move_in_the_fifteenth_digit_is_seen_and_one_by_rewriting_the_formula_is_not(place):
    changed(place, 3 * 10**15 + 1, 4 * 10**15 + 1)
    assert again(place).returncode == 1
    changed(place, 3 * 10**15, 4 * 10**15)
    assert again(place).returncode == 0


def test_one_target_is_compared_alone_and_an_unknown_check_or_promise_is_refused(place):
    assert again(place, "mine.py:Answer").returncode == 0
    one = again(place, "mine.py:Answer", "-p", "who=me", "--epsilon", "1")
    assert (one.returncode, one.stdout.count("compared with")) == (0, 1)
    assert "1 check compared" in one.stdout
    for given in (("-p", "who=nobody", "--epsilon", "1"), ("-p", "who=me", "--epsilon", "5")):
        done = again(place, "mine.py:Answer", *given)
        assert done.returncode == 2
        assert "--update adds it" in done.stderr


def test_a_check_that_cannot_be_run_any_more_does_not_hide_what_has_moved(place):
    (place / "gone.py").write_text(TARGET)
    update(place, "gone.py:Answer", "--epsilon", "2")
    (place / "gone.py").unlink()
    (place / "mine.py").write_text(TARGET.replace("num, den = 3, 4", "num, den = 4, 5"))
    done = dpbi("check", "--baseline", cwd=place)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "dpbi: gone.py:Answer cannot be audited: there is no file gone.py"
    ]
    assert done.stdout.count("MOVED: epsilon moved") == 3


def test_update_rewrites_what_has_moved_and_touches_only_its_lines(place):
    file = place / "kept" / "base.json"
    before = file.read_text().splitlines()
    update(place)
    assert file.read_text().splitlines() == before, "the same findings are the same bytes"
    changed(place, 4, 5)
    update(place, "mine.py:Answer", "-p", "who=me", "--epsilon", "1")
    after = file.read_text().splitlines()
    assert len(after) == len(before)
    different = [i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
    start = before.index(' "../mine.py:Answer -p who=me": {')
    assert different == [start + 2, start + 4], "its loss, and its finding"
    update(place)
    assert again(place).returncode == 0


def keys(place):
    return list(json.loads((place / "kept" / "base.json").read_text())["checks"])


def test_files_are_named_from_the_folder_of_the_baseline_wherever_one_stands(place):
    assert keys(place) == [f"../mine.py:Answer{who}" for who in ("", " -p who=me", " -p who=you")]
    (place / "deep" / "er").mkdir(parents=True)
    for folder, name in (
        (place / "deep" / "er", "../../mine.py:Answer"),
        (place / "kept", "../mine.py:Answer"),
        (place, "./mine.py:Answer"),
        (place, str(place / "mine.py") + ":Answer"),
        (place, "deep/../mine.py:Answer"),
    ):
        done = again(folder)
        assert (done.returncode, done.stdout.count("as recorded")) == (0, 3), done.stderr
        done = again(folder, name, "-p", "who=me", "--epsilon", "1")
        assert done.returncode == 0, done.stderr
        before = (place / "kept" / "base.json").read_text()
        update(folder, name, "-p", "who=me", "--epsilon", "1")
        assert (place / "kept" / "base.json").read_text() == before


def test_a_parameter_that_says_the_default_is_the_same_check(place):
    before = keys(place)
    update(place, "mine.py:Answer", "--epsilon", "2")
    assert keys(place) == before
    for given in ((), ("-p", "who=all"), ("-p", "who= all ")):
        assert again(place, "mine.py:Answer", *given, "--epsilon", "2").returncode == 0
    assert again(place, "mine.py:Answer", "-p", "who=All", "--epsilon", "2").returncode == 2


NUMBERS = """
from mine import Answer


class Many(Answer):
    def __init__(self, n=2, scale="0.5", of=(1, 2), flag=False, half=0.5):
        pass
"""


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ((), ""),
        (("n=2", "scale=1/2", "of=1,2", "flag=False"), ""),
        (("n=2.0", "scale=50e-2"), ""),
        (("n=02", "of= 1, 2"), ""),
        (("n=3", "scale=0.25"), " -p n=3 -p scale=1/4"),
        (("scale=.250",), " -p scale=1/4"),
        (("of=1",), " -p of=1"),
        (("of=1,",), " -p of=1,"),
        (("of=2,1/2",), " -p of=2,1/2"),
        (("flag=TRUE",), " -p flag=true"),
        (("n=true",), " -p n=true"),
        (("flag=0",), " -p flag=0"),
        (("half=1/2",), " -p half=1/2"),
    ],
)
def test_one_check_has_one_name_however_its_parameters_are_spelled(given, key, tmp_path):
    (tmp_path / "mine.py").write_text(TARGET)
    (tmp_path / "many.py").write_text(NUMBERS)
    options = [word for one in given for word in ("-p", one)]
    where = ("--epsilon", "2", "--baseline", "b.json")
    update(tmp_path, "many.py:Many", *options, *where[:2])
    (name,) = json.loads((tmp_path / "dpbi-baseline.json").read_text())["checks"]
    assert name == "many.py:Many" + key


def test_promises_of_one_check_live_side_by_side(place):
    update(place, "mine.py:Answer", "-p", "who=me", "--epsilon", "2")
    update(place, "mine.py:Answer", "-p", "who=me", "--rho", "1")
    document = json.loads((place / "kept" / "base.json").read_text())["checks"]
    found = document["../mine.py:Answer -p who=me"]["findings"]
    assert [f["promise"] for f in found] == [{"epsilon": "1"}, {"epsilon": "2"}, {"rho": "1"}]
    for promise in (("--epsilon", "1"), ("--epsilon", "2"), ("--rho", "1"), ()):
        done = again(place, "mine.py:Answer", *(("-p", "who=me", *promise) if promise else ()))
        assert done.returncode == 0, done.stderr
    before = (place / "kept" / "base.json").read_text()
    update(place, "mine.py:Answer", "-p", "who=me", "--epsilon", "2")
    update(place)
    assert (place / "kept" / "base.json").read_text() == before


def test_the_older_schema_is_read_and_written_as_the_newer(place):
    (place / "here.json").write_text(
        damaged(lambda d: d | {"target": "mine.py:Answer", "parameters": {"who": "all"}})
        .replace("t:T", "mine.py:Answer -p who=all")
        .replace('"1", "hi": "1"', '"1", "hi": "2"')
        .replace('{"epsilon": "1"}', '{"epsilon": "2"}')
    )
    (place / "kept" / "base.json").write_text((place / "here.json").read_text())
    done = again(place)
    assert (done.returncode, done.stdout.count("as recorded")) == (0, 1), done.stderr
    update(place)
    assert keys(place) == ["../mine.py:Answer"]
    assert again(place).returncode == 0


def test_what_could_not_be_read_back_is_not_written(tmp_path):
    text = TARGET.replace("def datasets", "epsilon = 10**3999\n\n    def datasets")
    text = text.replace("Fraction(self.num, self.den)", "1 - Fraction(1, 10**3) ** 1300")
    (tmp_path / "mine.py").write_text(text)
    done = dpbi("check", "mine.py:Answer", "--baseline", "b.json", "--update", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert dpbi("check", "--baseline", "b.json", cwd=tmp_path).returncode == 0


def test_the_file_is_sorted_small_and_valid_json(place):
    text = (place / "kept" / "base.json").read_text()
    keys = list(json.loads(text)["checks"])
    assert keys == sorted(keys)
    assert len(text) < 600 * len(keys)
    assert max(map(len, text.splitlines())) < 400
    assert sorted(p.name for p in (place / "kept").iterdir()) == ["base.json"]


def test_delta_rho_and_renyi_are_kept_and_compared_as_well(place):
    promises = ("--epsilon", "1", "--delta", "1/10", "--rho", "1", "--renyi", "2,1")
    update(place, "mine.py:Answer", *promises)
    assert again(place, "mine.py:Answer", *promises).returncode == 0
    changed(place, 4, 5)
    done = again(place, "mine.py:Answer", *promises)
    for quantity in ("epsilon", "delta(1)", "rho", "renyi(2)"):
        assert f"MOVED: {quantity} moved from" in done.stdout


def test_the_files_for_ci_are_green_when_nothing_moved_and_name_the_move_when_something_did(place):
    files = ("--junit", "j.xml", "--sarif", "s.sarif")
    again(place, *files)
    assert 'failures="0"' in (place / "j.xml").read_text()
    assert json.loads((place / "s.sarif").read_text())["runs"][0]["results"] == []
    changed(place, 4, 5)
    again(place, *files)
    assert "epsilon moved from" in (place / "j.xml").read_text()
    results = json.loads((place / "s.sarif").read_text())["runs"][0]["results"]
    assert {r["ruleId"] for r in results} == {"moved"}


@pytest.mark.parametrize(
    ("one", "two", "moved"),
    [
        (("1", "2"), ("1.5", "3"), False),
        (("1", "2"), ("2", "3"), False),
        (("1", "4"), ("2", "3"), False),
        (("1", "1"), ("1", "1"), False),
        (("1", "2"), ("2.0000000001", "3"), True),
        (("1", "2"), ("inf", "inf"), True),
        (("inf", "inf"), ("inf", "inf"), False),
        (("1/3", "1/3"), ("0.33333333333333333333", "0.33333333333333333334"), False),
    ],
)
def test_bounds_have_moved_only_where_they_have_nothing_in_common(one, two, moved):
    a, b = Written(*one), Written(*two)
    assert (a.apart(b), b.apart(a)) == (moved, moved)


def test_files_are_replaced_whole_and_none_where_one_fails(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_text("old")
    first.chmod(0o640)
    with first.open() as reader:
        write_all({first: "new", second: "new"})
        assert reader.read() == "old", "who reads meanwhile reads the old one to its end"
    assert (first.read_text(), second.read_text()) == ("new", "new")
    assert first.stat().st_mode & 0o777 == 0o640
    with pytest.raises(UnicodeEncodeError):
        write_all({first: "newer", second: "\ud800"})
    assert (first.read_text(), second.read_text()) == ("new", "new")
    assert len(list(tmp_path.iterdir())) == 2
    write_all({Path(os.devnull): "nothing"})


def damaged(change):
    document = {
        "target": "t:T",
        "parameters": {},
        "epsilon": {"lo": "1", "hi": "1"},
        "findings": [
            {
                "promise": {"epsilon": "1"},
                "verdict": "holds",
                "value": {"lo": "1", "hi": "1"},
                "witness": None,
                "worst": {"x": 0, "y": 1, "output": 0},
            }
        ],
    }
    return json.dumps({"schema": 1, "checks": {"t:T": change(document)}})


DAMAGED = {
    "empty": "",
    "truncated": damaged(dict)[:-30],
    "a list": "[]",
    "another schema": '{"schema": 3, "checks": {}}',
    "a schema that is true": '{"schema": true, "checks": {}}',
    "no checks": '{"schema": 1}',
    "a name twice": '{"schema": 1, "schema": 1, "checks": {}}',
    "a check that is text": damaged(lambda d: "x"),
    "no findings": damaged(lambda d: d | {"findings": []}),
    "no verdict": damaged(lambda d: d | {"findings": [d["findings"][0] | {"verdict": "maybe"}]}),
    "no worst": damaged(lambda d: d | {"findings": [{**d["findings"][0], "worst": 3}]}),
    "bounds in floats": damaged(lambda d: d | {"epsilon": {"lo": 1.0, "hi": 1.0}}),
    "bounds upside down": damaged(lambda d: d | {"epsilon": {"lo": "2", "hi": "1"}}),
    "bounds of words": damaged(lambda d: d | {"epsilon": {"lo": "one", "hi": "1"}}),
    "the wrong name": damaged(lambda d: d | {"target": "t:U"}),
    "odd parameters": damaged(lambda d: d | {"parameters": ["n"]}),
    "an odd promise": damaged(lambda d: d | {"findings": [{**d["findings"][0], "promise": {}}]}),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_refused_by_name_and_left_as_it_is(name, tmp_path):
    file = tmp_path / "base.json"
    file.write_text(DAMAGED[name])
    with pytest.raises(BadBaseline, match=r"baseline .*base\.json: .+"):
        Baseline.read(file)
    assert file.read_text() == DAMAGED[name]


def test_the_undamaged_file_is_read(tmp_path):
    (tmp_path / "base.json").write_text(damaged(dict))
    (check,) = Baseline.read(tmp_path / "base.json").checks()
    assert check.key == "t:T"


@pytest.mark.parametrize("text", ["[tool", 'tool = "x"', "[tool.dpbi]\nbaseline = 3\n"])
def test_a_pyproject_that_names_no_baseline_is_refused_or_passed_over(text, tmp_path):
    (tmp_path / "pyproject.toml").write_text(text)
    done = again(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


@pytest.mark.study
def test_dpbi_keeps_its_own_baseline():
    done = dpbi("check", "--baseline", cwd=ROOT, timeout=1800)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert ", 0 moved" in done.stdout


CHANGED = """
import sys
from importlib.machinery import SourceFileLoader

usual = SourceFileLoader.get_code


def get_code(loader, name):
    if name != "dpbi.mechanisms.exponential":
        return usual(loader, name)
    text = loader.get_source(name)
    assert text.count("2 * (1 + gamma)") == 1, "4S at gamma = 1"
    return compile(text.replace("2 * (1 + gamma)", "1 * (1 + gamma)"), loader.path, "exec")


SourceFileLoader.get_code = get_code
"""


@pytest.mark.study
def test_one_changed_constant_of_ehds_turns_its_baseline_red_and_names_the_move():
    """One source is changed as it is imported; unchanged, the next test has it."""
    done = subprocess.run(
        [sys.executable, "-c", CHANGED + START, "check", "ehds", "--baseline"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    own = json.loads((ROOT / "reports" / "baseline.json").read_text())["checks"]
    recorded = [entry["epsilon"] for key, entry in own.items() if key.startswith("ehds ")]
    moves = [line for line in done.stdout.splitlines() if "MOVED: epsilon moved from" in line]
    assert len(moves) == len(recorded) > 1
    for bounds in recorded:
        old = f"from [{bounds['lo']}, {bounds['hi']}] to ["
        assert any(old in line and "; was at (" in line and "now at (" in line for line in moves)


@pytest.mark.study
def test_an_unchanged_constant_of_ehds_leaves_its_baseline_green():
    done = dpbi("check", "ehds", "--baseline", cwd=ROOT)
    assert done.returncode == 0, done.stderr
