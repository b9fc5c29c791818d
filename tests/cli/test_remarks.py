"""What a mechanism remarks beside an answer, in each form that an answer has."""

import json

SOURCE = """
import dpbi

@dpbi.program(datasets=[(0, 1), (1, 2)], neighbours="all", outputs=[False, True], epsilon=2)
def count(x, rng):
    return sum(x) + rng.laplace(1, of=(sum, 1)) > 2
"""
SAID = (
    "count draws laplace(1) for sum, declared to move by at most 1; "
    "it moves by 2 between (0, 1) and (1, 2)"
)


def test_commands_say_a_contradicted_sensitivity_and_end_as_before(tmp_path, monkeypatch, run):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(SOURCE)
    for verb in ("check", "loss"):
        code, out, _ = run(verb, "mine.py:count")
        assert (code, out.count(SAID)) == (0, 1)
    (one,) = json.loads(run("check", "mine.py:count", "--json")[1])["checks"]
    assert one["findings"][0]["remarks"] == [SAID]
    assert json.loads(run("loss", "mine.py:count", "--json")[1])["remarks"] == [SAID]
    assert run("check", "mine.py:count", "--epsilon", "1")[0] == 1


def test_sarif_has_a_warning_for_it_whether_the_promise_holds_or_not(tmp_path, monkeypatch, run):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(SOURCE)
    for epsilon, rules in [("2", ["sensitivity"]), ("1", ["broken-promise", "sensitivity"])]:
        run("check", "mine.py:count", "--epsilon", epsilon, "--sarif", "found.sarif")
        results = json.loads((tmp_path / "found.sarif").read_text())["runs"][0]["results"]
        assert [r["ruleId"] for r in results] == rules
        assert (results[-1]["level"], results[-1]["message"]["text"]) == ("warning", SAID)
