"""`dpbi audit`, as a person and as a program use it: one command, stopped or not."""

import json
import math
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from audited import READINGS, audit, edit, repository, rerecord
from small_draft import LINES, TEXT

from dpbi.audit import pages, tasks, writing
from dpbi.audit.pool import Finished, Started
from dpbi.audit.running import Cache, Work
from dpbi.cli import BAD_INPUT, FAILS, INTERRUPTED
from dpbi.cli import audit as command
from dpbi.cli.options import ended
from dpbi.ledger import passages

CHOICE = "--claim short.second"


@pytest.fixture
def cli(run, tmp_path, monkeypatch):
    """cli(...) runs the audit of the small repository, with pages that cost nothing."""
    monkeypatch.setattr(command, "EVERY", math.inf)
    monkeypatch.setattr(pages, "needed", list)
    monkeypatch.setattr(
        pages, "for_people", lambda document, *_: {"index.html": json.dumps(document)}
    )
    monkeypatch.chdir(repository(tmp_path / "clone"))
    return lambda *more: run("audit", "--cache", str(tmp_path / "kept"), *map(str, more))


def page():
    """The page, which the fixture makes the document itself."""
    return json.loads(Path("reports/index.html").read_text(encoding="utf-8"))


def test_the_audit_reproduces_writes_the_report_and_sums_up(cli):
    code, out, err = cli()
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "2 claims: 1 false as written, true with a small change, 1 ill-formed."
    assert lines[1] == "Findings: 1 theorem false, 1 misprint."
    assert lines[2].startswith("5 readings: 1 holds, 1 holds up to a bound, 1 fails, ")
    (finding,) = (line for line in lines if line.startswith("  1. theorem false: "))
    assert "distances" in finding
    assert "n = 1" in finding
    assert lines[-2] == "Every outcome is the recorded one; 5 redone, 0 reused."
    assert lines[-1] == f"The report: {Path('reports/index.html')}"
    written = {p.relative_to("reports").as_posix() for p in Path("reports").rglob("*.*")}
    assert {"claims.json", "index.html", "certificates/short.first/false.json"} <= written
    assert json.loads(Path("reports/claims.json").read_text(encoding="utf-8")) == page()
    code, out, _ = cli()
    assert code == 0
    assert "; 0 redone, 5 reused." in out


def test_claims_are_summed_up_for_each_draft(cli):
    _, out, _ = cli()
    said = "1 false as written, true with a small change, 1 ill-formed"
    for draft in ("short-a", "short-b"):
        expected = f"  {draft}  {said} (findings: 1 theorem false, 1 misprint)"
        assert expected in out.splitlines()


def test_the_summary_for_programs(cli):
    code, out, _ = cli("--json")
    found = json.loads(out)
    assert (code, found["reproduced"], found["changed"], found["failed"]) == (0, True, [], {})
    assert (found["redone"], found["reused"]) == (READINGS, 0)
    assert found["readings"]["fails"] == 1
    assert sum(found["readings"].values()) == READINGS
    assert found["claims"] == sum(found["headlines"].values()) == 2
    assert found["drafts"]["short-a"]["headlines"]["ill-formed"] == 1
    assert found["drafts"]["short-a"]["severities"]["misprint"] == 1
    assert found["findings"][0]["claim"] == "short.first"
    assert Path(found["report"]).exists()


def test_a_changed_verdict_is_named_and_the_report_shows_what_is_found_today(cli):
    cli()
    edit(Path(), "forall(H(x, r) <= LS(x) / 2)", "forall(H(x, r) <= 1)")
    code, out, _ = cli()
    assert code == FAILS
    assert (
        "CHANGED: short.first/false is holds_bounded, while fails is recorded." in out.splitlines()
    )
    assert "Not reproduced; " in out
    (reading,) = (r for r in page()["claims"][0]["readings"] if r["id"] == "false")
    assert reading["verdict"] == "holds_bounded"
    certificate = Path("reports/certificates/short.first/false.json")
    assert json.loads(certificate.read_text(encoding="utf-8"))["says"] == "conclusion true"


def test_what_was_never_recorded_is_new_and_has_not_changed(cli):
    record = Path("verify/recorded/short.json")
    kept = record.read_text(encoding="utf-8")
    record.unlink()
    code, out, _ = cli()
    assert code == FAILS
    assert "NEW: short.first/false is fails and was never recorded." in out.splitlines()
    assert "Nothing is recorded yet to compare with: `pytest FOLDER --dpbi-record` rec" in out
    assert not re.search("CHANGED|Not reproduced", out)
    document = json.loads(cli("--json")[1])
    assert document["reproduced"] is False
    assert document["unrecorded"] == document["changed"] != []
    _, out, _ = cli("--claim", "short.second")
    assert "Nothing is recorded yet to compare with: " in out
    outcomes = json.loads(kept)
    del outcomes["short.first/false"]
    record.write_text(json.dumps(outcomes), encoding="utf-8")
    _, out, _ = cli()
    said = f"1 of {READINGS} outcomes was never recorded, the others are as recorded: `pytest"
    assert said in " ".join(out.split())
    rerecord(Path(), "short.first/bounded", verdict="holds")
    _, out, _ = cli()
    assert "CHANGED: short.first/bounded is holds_bounded, while holds is recorded." in out
    assert "NEW: short.first/false is fails and was never recorded." in out
    assert "Not reproduced; " in out


def test_a_recorded_verdict_that_was_typed_in_is_found_out(cli):
    rerecord(Path(), "short.first/bounded", verdict="holds")
    code, out, _ = cli("--full")
    assert code == FAILS
    assert "CHANGED: short.first/bounded is holds_bounded, while holds is recorded." in out


@pytest.fixture
def drafts(monkeypatch, tmp_path):
    """A folder with a draft that the audit knows, under another name, and with another file."""
    monkeypatch.setattr(passages, "known_lines", lambda *_: {"short-a": LINES})
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "a copy.md").write_text(TEXT, encoding="utf-8")
    (folder / "notes.txt").write_text("something else\n", encoding="utf-8")
    return folder


def test_drafts_are_annotated_beside_the_report_and_in_it_only_where_its_folder_is_named(
    cli, drafts
):
    code, _, err = cli("--drafts", drafts)
    assert code == 0
    assert err == f"the annotated drafts: {Path('annotated')}\n"
    assert [p.name for p in Path("annotated").iterdir()] == ["short-a.html"]
    assert "short.first" in Path("annotated/short-a.html").read_text(encoding="utf-8")
    assert not Path("reports/annotated").exists()
    cli("--drafts", drafts, "--out", "elsewhere")
    assert [p.name for p in Path("elsewhere/annotated").iterdir()] == ["short-a.html"]


def test_without_being_asked_an_audit_writes_nothing_of_a_draft(cli, drafts):
    cli()
    assert not Path("annotated").exists()
    files = [p for p in Path("reports").rglob("*") if p.is_file()]
    text = "".join(p.read_text(encoding="utf-8") for p in files)
    assert len(files) > 2
    assert "A small draft" not in text


@pytest.mark.parametrize("more", [["--draft", "short-a"], ["--claim", "short.second"]])
def test_a_draft_is_not_annotated_with_some_of_its_claims(cli, drafts, more):
    code, out, err = cli("--drafts", drafts, *more)
    assert (code, out, err.count("\n")) == (BAD_INPUT, "", 1)
    assert "a margin with some of the claims would mislead" in err


def test_a_folder_without_a_draft_is_refused_before_any_work(cli, tmp_path):
    for folder in (tmp_path / "nowhere", tmp_path):
        code, out, err = cli("--drafts", folder)
        assert (code, out, err.count("\n")) == (BAD_INPUT, "", 1)
        assert "there is none of the drafts in it" in err


@pytest.mark.parametrize(
    ("said", "shown"), [("a", "a."), ("a.", "a."), ("did you mean b?", "did you mean b?")]
)
def test_a_sentence_ends_once(said, shown):
    assert ended(said) == shown


def test_without_all_answers_the_report_stays_as_it_was(cli):
    cli()
    before = page()
    edit(Path(), "return Outcome(Verdict.UNDECIDED", "return 1 / 0 or Outcome(Verdict.UNDECIDED")
    code, out, _ = cli()
    assert code == FAILS
    assert "NO ANSWER: short.first/limit: ZeroDivisionError: " in out
    assert "The report" not in out
    assert page() == before


def test_a_part_of_the_claims_leaves_the_report_alone(cli):
    cli()
    before = page()
    code, out, _ = cli(*CHOICE.split())
    assert code == 0
    assert out.startswith(
        "1 claim: 1 ill-formed.\nFindings: 1 misprint.\n1 reading: 1 is ill-defined.\n"
    )
    assert "The report" not in out
    assert page() == before


def test_a_part_of_the_claims_goes_to_a_folder_of_its_own_or_nowhere(cli):
    cli()
    before = page()
    code, out, err = cli(*CHOICE.split(), "--out", "reports")
    assert (code, out) == (BAD_INPUT, "")
    assert "name another folder" in err
    assert page() == before
    code, _, _ = cli(*CHOICE.split(), "--out", "elsewhere")
    assert code == 0
    (claim,) = json.loads(Path("elsewhere/claims.json").read_text(encoding="utf-8"))["claims"]
    assert claim["id"] == "short.second"
    assert cli(*CHOICE.split(), "--out", "elsewhere")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--root verify", "there is no folder verify/ in it"),
        ("--draft long", "there is no draft named 'long'"),
        ("--claim short.frist", "did you mean short.first?"),
        ("--jobs 0", "--jobs"),
        ("--full --quick", "choose one of them"),
        ("--out verify/short/section_1.py", "section_1.py"),
        ("--out verify/short/section_1.py/deep", "section_1.py"),
        ("--cache verify/short/section_1.py", "section_1.py"),
    ],
)
def test_bad_input_is_one_sentence(cli, arguments, sentence):
    code, out, err = cli(*arguments.split())
    assert (code, out) == (BAD_INPUT, "")
    assert err.count("\n") == 1
    assert sentence in err
    assert not Path("reports").exists()


def test_a_file_of_claims_that_cannot_be_read_is_one_sentence(cli):
    edit(Path(), "import time", "import no_such_module")
    code, out, err = cli()
    assert (code, out) == (BAD_INPUT, "")
    assert err.count("\n") == 1
    assert "section_1.py, line 6: there is no module 'no_such_module'" in err


@pytest.mark.parametrize("text", ["{", "[]", '{"short.first/false": {"verdict": "true"}}'])
def test_a_record_that_cannot_be_read_is_one_sentence(cli, text):
    record = Path("verify/recorded/short.json")
    assert record.exists()
    record.write_text(text, encoding="utf-8")
    code, out, err = cli()
    assert (code, out) == (BAD_INPUT, "")
    assert err.count("\n") == 1
    assert "/short.json" in err
    assert "this is no record of outcomes: take it from the repository" in err


def test_without_a_place_to_keep_results_the_audit_is_done_all_the_same(cli, run, monkeypatch):
    Path("blocked").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(Path("blocked").resolve()))
    monkeypatch.setattr(sys, "platform", "linux")
    code, out, err = run("audit")
    assert code == 0
    assert err.startswith("nothing is kept for later: ")
    assert "5 redone, 0 reused" in out


def test_a_user_without_a_home_audits_without_keeping_anything(cli, run, monkeypatch):
    def homeless():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    code, out, err = run("audit")
    assert code == 0
    assert err == "nothing is kept for later: Could not determine home directory\n"
    assert "5 redone, 0 reused" in out


def test_a_cache_that_cannot_be_written_to_is_said_once(cli, monkeypatch):
    def full(self, name, result):
        raise OSError(28, "No space left on device", f"{name}.json")

    monkeypatch.setattr(Cache, "put", full)
    code, out, err = cli()
    assert code == 0
    assert re.fullmatch(r"not everything is kept for later: \w+\.json: No space left.*\n", err)
    assert "5 redone, 0 reused" in out


def test_a_report_that_is_stopped_while_it_is_made_leaves_the_old_one(cli, monkeypatch):
    cli()
    before = page()

    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(pages, "for_people", stopped)
    code, out, err = cli()
    assert (code, out) == (INTERRUPTED, "")
    assert err == "stopped: run the same command again to go on; 5 of 5 are done\n"
    assert page() == before
    assert not list(Path("reports").glob(f"{writing.UNFINISHED}*"))


def started(arguments, cwd):
    """The audit in a process and a group of its own, as a shell starts it."""
    return subprocess.Popen(
        arguments,
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )


SLOW = "Path(__file__).with_name(f'{os.getpid()}.pid').touch(); time.sleep(3600)"


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("to_the_group", [True, False])
def test_stopping_keeps_what_is_finished_and_says_how_to_go_on(tmp_path, sign, to_the_group):
    root = repository(tmp_path / "clone", slow=SLOW, slower=SLOW)
    (root / "reports").mkdir()
    (root / "reports" / "index.html").write_text("before", encoding="utf-8")
    process = started(audit("--cache", tmp_path / "kept", "--jobs", 3), root)
    results = tmp_path / "kept" / "results"
    pids = root / "verify" / "short"
    eventually(lambda: len(list(results.rglob("*.json"))) == READINGS)
    eventually(lambda: len(list(pids.glob("*.pid"))) == 2)
    groups = {os.getpgid(int(pid.stem)) for pid in pids.glob("*.pid")}
    assert process.pid not in groups  # so that a terminal's Ctrl-C is not for them
    send = os.killpg if to_the_group else os.kill
    send(process.pid, sign)
    out, err = process.communicate(timeout=900)
    assert process.returncode == INTERRUPTED
    assert out == ""
    assert err == "stopped: run the same command again to go on; 5 of 7 are done\n"
    assert [p.name for p in (root / "reports").iterdir()] == ["index.html"]
    for pid in pids.glob("*.pid"):
        assert not Path(f"/proc/{pid.stem}").exists()
    edit(root, "time.sleep(3600)", "time.sleep(0)")
    again = subprocess.run(
        audit("--cache", tmp_path / "kept"), cwd=root, capture_output=True, text=True, check=False
    )
    assert again.returncode == 0, again.stdout + again.stderr
    # the file has changed, and with it what a check of its own may depend on
    assert "; 3 redone, 4 reused." in again.stdout


def eventually(question, seconds=900):
    """Wait until it is so."""
    until = time.monotonic() + seconds
    while not question():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.02)


def test_where_there_is_no_terminal_progress_is_a_line_now_and_then(tmp_path, monkeypatch, capsys):
    """By a clock that advances one second each time it is read."""
    root = repository(tmp_path)
    todo = list(tasks.readings(root / "verify"))
    work = Work(todo, None)
    clock = SimpleNamespace(monotonic=iter(range(100)).__next__)
    monkeypatch.setattr(command, "time", clock)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
    with command.progress(work) as show:
        for task in todo:
            show(Started(task))
            work._take(Finished(task, {}, 0.0))
            show(Finished(task))
        show(None)
    first, last = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"2 of 5, \d+ s left, short\.first/some", first)
    assert re.fullmatch(r"5 of 5, \d+ s left", last)


def on_a_terminal(arguments, cwd, columns, **variables):
    """What a run prints on a terminal of the given width."""
    master, slave = pty.openpty()
    size = {"COLUMNS": str(columns), "TERM": "xterm-256color", "LINES": "24"}
    process = subprocess.Popen(
        arguments,
        cwd=cwd,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, **size, **variables},
    )
    os.close(slave)
    printed = b""
    while True:
        ready, _, _ = select.select([master], [], [], 900)
        assert ready, "nothing was printed for a quarter of an hour"
        try:
            part = os.read(master, 65536)
        except OSError:  # Linux says so when the other end is closed
            part = b""
        if not part:
            break
        printed += part
    os.close(master)
    return process.wait(), printed.decode("utf-8")


@pytest.mark.parametrize("columns", [40, 100])
def test_the_bar_and_the_summary_fit_a_narrow_terminal_without_colour(tmp_path, columns):
    root = repository(tmp_path / "clone", slow="time.sleep(3)")
    code, printed = on_a_terminal(audit("--cache", tmp_path / "kept"), root, columns, NO_COLOR="1")
    assert code == 0
    assert "short.slow" in printed
    assert "6/6" in printed
    assert not re.search(r"\x1b\[[0-9;]*[1-9][0-9;]*m", printed)
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", printed)
    lines = [part for line in shown.split("\n") for part in line.strip("\r").split("\r")]
    assert all(len(line) <= columns for line in lines)


def test_the_audit_needs_neither_pytest_nor_hypothesis(tmp_path):
    absent = tmp_path / "absent"
    for name in ("pytest", "hypothesis", "_pytest"):
        (absent / name).mkdir(parents=True)
        text = f"raise ImportError('there is no {name} here')"
        (absent / name / "__init__.py").write_text(text, encoding="utf-8")
    root = repository(tmp_path / "clone")
    done = subprocess.run(
        audit("--cache", tmp_path / "kept"),
        cwd=root,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(absent), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_without_numba_the_report_is_refused_before_any_work(cli, monkeypatch):
    monkeypatch.setattr(pages, "needed", lambda figures: ["a number of the report"])
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    code, out, err = cli()
    assert (code, out) == (2, "")
    assert "needs numba, which is not installed: pip install 'dpbi[fast]'" in err
