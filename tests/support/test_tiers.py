"""Which tests a tier runs, and what it is chosen by."""

import ast
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from tiers import absent, costs, entered, selecting
from tiers.costs import Costs, Measured

BUGS = "tests/test_planted_bugs.py"
A, B = ("dpbi/fields/a.py", 0), ("dpbi/laws/b.py", 3)


def measured(**seconds):
    """Tests of one file by their names, which enter nothing."""
    return [Measured(f"tests/test_x.py::{name}", s) for name, s in seconds.items()]


def test_a_dear_test_is_needed_where_nothing_cheaper_enters_a_function_or_is_of_its_file():
    every = [
        Measured("tests/test_x.py::test_cheap", 0.1, frozenset({A})),
        Measured("tests/test_x.py::test_dear", 3, frozenset({A})),
        Measured("tests/test_x.py::test_alone", 4, frozenset({A, B})),
        Measured("tests/test_x.py::test_dearest", 5, frozenset({B})),
        Measured("tests/test_y.py::test_dear", 6, frozenset({A})),
        Measured("tests/test_z.py::test_far_too_dear", 11, frozenset({("dpbi/laws/c.py", 0)})),
        Measured("tests/test_y.py::test_dearer", 7, frozenset({A})),
    ]
    assert costs.of(every, 1.0).needed == {
        "tests/test_x.py::test_alone",
        "tests/test_y.py::test_dear",
    }


def test_cases_of_a_function_share_an_entry_unless_they_stand_apart():
    found = costs.of(
        [
            Measured(f"tests/test_x.py::test_it[{k}]", s, frozenset({A}))
            for k, s in (("a", 0.1), ("b", 0.12), ("c", 9.0))
        ],
        1.0,
    )
    assert set(found.tests["tests/test_x.py"]) == {"test_it", "test_it[c]"}
    assert found.seconds("tests/test_x.py::test_it[a]") == 0.12
    assert found.seconds("tests/test_x.py::test_it[c]") == 9.0
    assert found.enters("tests/test_x.py::test_it[new]") == {A[0]}


def test_costs_are_read_as_they_were_written(tmp_path):
    found = costs.of([Measured("tests/test_x.py::test_a", 2.5, frozenset({A, B}))], 1.0)
    (tmp_path / "costs.json").write_text(found.text(), encoding="utf-8")
    assert costs.read(tmp_path / "costs.json") == found
    assert costs.read(tmp_path / "nothing.json") == Costs()


def test_a_test_that_was_not_measured_costs_a_second_and_is_standard():
    assert Costs().seconds("tests/test_x.py::test_new") == costs.UNKNOWN
    assert selecting.is_standard("tests/test_x.py::test_new", Costs())


def test_the_standard_tier_has_what_is_cheap_and_needed_the_bugs_and_the_ledger():
    known = costs.of(measured(test_a=0.2, test_b=1.5), 1.0)
    assert selecting.is_standard("tests/test_x.py::test_a", known)
    assert not selecting.is_standard("tests/test_x.py::test_b", known)
    files = ("verify/a/section_1.py", "verify/proofs/theorems.json", "tests/test_planted_bugs.py")
    known = Costs(entered=("0",), tests={file: {"test_a": [9.0, 0]} for file in files})
    assert selecting.is_standard("verify/a/section_1.py::test_a", known)
    assert not selecting.is_standard("verify/proofs/theorems.json::test_a", known)
    assert not selecting.is_standard("verify/proofs/theorems.json::test_new", known)
    known.tests["tests/test_planted_bugs.py"] = {"test_a_planted_bug_is_caught": [9.0, 0]}
    assert selecting.is_standard(
        "tests/test_planted_bugs.py::test_a_planted_bug_is_caught[b]", known
    )


@pytest.mark.parametrize("of", [1, 2, 7, 20])
def test_shards_are_all_tests_once_and_cost_about_the_same(of):
    draw = random.Random(of)
    every = measured(**{f"test_{i}": round(draw.expovariate(1), 2) for i in range(300)})
    known = costs.of(every, 1.0)
    tests = [m.test for m in every]
    shards = [selecting.shard(tests, known, k, of) for k in range(1, of + 1)]
    assert sorted(t for shard in shards for t in shard) == sorted(tests)
    sums = [sum(map(known.seconds, shard)) for shard in shards]
    assert max(sums) - min(sums) <= max(map(known.seconds, tests))


def test_another_order_has_the_same_tests_and_each_file_in_one_piece():
    tests = [f"tests/test_{a}.py::test_{b}" for a in "abcdef" for b in range(5)]
    found = selecting.shuffled(tests, 3)
    assert sorted(found) == sorted(tests)
    assert found != tests
    assert found == selecting.shuffled(tests, 3) != selecting.shuffled(tests, 4)
    files = [t.partition("::")[0] for t in found]
    assert all(files[i : i + 5] == [files[i]] * 5 for i in range(0, len(files), 5))


CHANGED = {
    "tests/fields/test_a.py": {"test_near": [0.2, 0], "test_dear": [80.0, 0]},
    "tests/laws/test_b.py": {"test_far": [0.1, 0], "test_else": [0.1, 1]},
    "tests/laws/test_c.py": {"test_new": [0.3, 1]},
}


def test_the_quick_tier_runs_what_failed_then_bugs_then_what_enters_the_change():
    known = Costs(("dpbi/fields/a.py", "dpbi/laws/b.py"), ("1", "2"), CHANGED)
    tests = [f"{file}::{name}" for file, names in CHANGED.items() for name in names]
    bug = "tests/test_planted_bugs.py::test_a_planted_bug_is_caught[x]"
    chosen, left = selecting.quick(
        [*tests, bug],
        known,
        {"dpbi/fields/a.py", "tests/laws/test_c.py"},
        {"tests/laws/test_b.py::test_else"},
        {bug},
    )
    assert chosen == [
        "tests/laws/test_b.py::test_else",
        bug,
        "tests/laws/test_c.py::test_new",
        "tests/fields/test_a.py::test_near",
        "tests/fields/test_a.py::test_dear",
        "tests/laws/test_b.py::test_far",
    ]
    assert left == []


def test_the_quick_tier_keeps_to_its_time_and_says_what_it_leaves(monkeypatch):
    monkeypatch.setattr(selecting, "QUICK", 1.0)
    known = Costs(("dpbi/fields/a.py",), ("1", "0"), CHANGED)
    tests = [f"{file}::{name}" for file, names in CHANGED.items() for name in names]
    chosen, left = selecting.quick(tests, known, {"dpbi/fields/a.py"}, set(), set())
    assert chosen == ["tests/fields/test_a.py::test_near"]
    assert "tests/fields/test_a.py::test_dear" in left


def test_constants_are_entered_by_those_who_enter_an_importer():
    users = selecting.importers("dpbi/errors.py")
    assert "dpbi/fields/level.py" in users
    assert "dpbi/kernel.py" not in users
    known = Costs(("dpbi/fields/level.py",), (), {})
    assert selecting.entered_for({"dpbi/errors.py"}, known) == {"dpbi/fields/level.py"}
    assert selecting.entered_for({"dpbi/fields/x.txt"}, known) == {"dpbi/fields/level.py"}


def test_whoever_imports_changed_support_is_found_at_any_distance():
    files = list(Path(__file__).parents[1].rglob("*.py"))
    found = selecting.users_of_support({"tests/support/hot.py"}, files)
    assert found == {"tests/support/mutants.py", "tests/support/test_hot.py", BUGS}
    assert selecting.users_of_support({"dpbi/fields/level.py"}, files) == set()


MARKED = """
import os, subprocess, sys
from tiers import entered

def modules():
    return {entered.MODULES[i // entered.EACH] for i in seen.take()}

seen = entered.Seen()
from dpbi.fields.level import level
from dpbi.errors import DpbiError
modules()
level("epsilon", "ln(3)")
assert "dpbi/fields/level.py" in modules()
assert not modules()
if not os.fork():
    level("epsilon", "ln(3)")
    os.kill(os.getpid(), 9)
os.wait()
assert "dpbi/fields/level.py" in modules()
line = "from dpbi.fields.level import level; level('epsilon', 'ln(3)')"
subprocess.run([sys.executable, "-c", line], check=True)
assert "dpbi/fields/level.py" in modules()
assert not any(name.startswith("dpbi/report") for name in modules())
"""


def test_what_is_entered_is_seen_in_the_process_and_in_those_that_it_starts(tmp_path):
    support = Path(__file__).parent
    environment = os.environ | {
        entered.FOLDER: str(tmp_path),
        "PYTHONPYCACHEPREFIX": str(tmp_path / "bytecode"),
        "PYTHONPATH": f"{support / 'tiers' / 'started'}{os.pathsep}{support}",
    }
    environment.pop(entered.FILE, None)
    command = [sys.executable, "-c", MARKED]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr


def test_marked_code_has_its_lines_and_its_docstrings():
    source = 'def f(x):\n    "What f is."\n    return x\n\ndef g():\n    raise ValueError\n'
    names = {entered.NAME: bytearray(9)}
    exec(compile(entered.mark(ast.parse(source), 4), "f.py", "exec"), names)  # noqa: S102
    assert names["f"](7) == 7
    assert names["f"].__doc__ == "What f is."
    assert names[entered.NAME] == bytes([0, 0, 0, 0, 1, 0, 0, 0, 0])
    with pytest.raises(ValueError) as raised:  # noqa: PT011
        names["g"]()
    assert raised.traceback[-1].lineno + 1 == 6
    assert names[entered.NAME][5]


def test_what_was_left_out_is_one_sentence_with_how_to_have_it():
    assert absent.sentence([]) == ""
    said = absent.sentence(
        [
            "Skipped: no chromium is installed to read the page in",
            "Skipped: numba is not installed: pip install 'dpbi[fast]'",
            "Skipped: could not import 'numba': No module named 'numba'",
            "Skipped: the drafts are not beside the repository",
            "Skipped: Coq is not installed: apt-get install coq libcoq-coquelicot",
            "Skipped: could not import 'dp_accounting': No module named 'dp_accounting'",
        ]
    )
    for part in (
        "1 test for want of Chromium (apt-get",
        "2 tests for want of numba",
        "for want of Coq",
    ):
        assert part in said
    assert "dp_accounting (pip install" in said
    assert said.endswith(".")


def test_each_entry_of_the_committed_costs_is_well_formed():
    known = costs.read()
    assert costs.FILE.stat().st_size <= 10**6
    assert json.loads(known.text()) == json.loads(costs.FILE.read_text(encoding="utf-8"))
    for names in known.tests.values():
        assert all(row[0] >= 0 and row[1] < len(known.entered) for row in names.values())
