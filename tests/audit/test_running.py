"""The work behind `dpbi audit`: what is kept, what is computed again, what is written."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from audited import (
    READINGS,
    Here,
    alive,
    decided,
    edit,
    eventually,
    repository,
    rerecord,
)
from study import LAYOUT

import dpbi
from dpbi.audit import executors, pages, provenance, running, serving, tasks
from dpbi.audit.pool import Finished, Started
from dpbi.audit.running import Cache, Work
from dpbi.errors import InvalidValue, UnknownName
from dpbi.ledger import shipped
from dpbi.ledger.folders.finding import Folder
from dpbi.ledger.folders.layout import BrokenFolder
from dpbi.ledger.grids import Grid
from dpbi.report.quantities import Measure

PACKAGE = Path(dpbi.__file__).parent
pytestmark = pytest.mark.usefixtures("without_processes")


@pytest.fixture
def kept(tmp_path):
    """An empty cache."""
    return Cache(tmp_path / "kept")


def work(root, kept=None, *, full=False, fresh=False, jobs=0, more=()):
    """An audit of the readings of a repository."""
    todo = [*tasks.readings(root / "verify", full=full), *more]
    done = Work(todo, kept, fresh=fresh)
    done.events = list(done.do(root / "verify", jobs, full=full))
    return done


def computed(done):
    return sorted(e.task.name for e in done.events if isinstance(e, Finished))


def test_an_audit_finds_what_deciding_finds_and_a_second_one_redoes_nothing(tmp_path, kept):
    root = repository(tmp_path)
    first, second = work(root, kept), work(root, kept)
    assert (first.redone, first.reused) == (READINGS, 0)
    assert (second.redone, second.reused, second.events) == (0, READINGS, [])
    assert first.results == second.results
    for task in tasks.readings(root / "verify"):
        here = json.loads(json.dumps(decided(task).json()))
        assert first.results[task.name]["outcome"] == here


def test_processes_find_what_is_found_here(tmp_path, processes):
    root = repository(tmp_path)
    measure = Measure.of("loss", name="ehds", prior=["1", "1"], n=5, epsilon="1", gamma="1")
    here = {t.name: t for t in (*tasks.readings(root / "verify"), *tasks.measures([measure]))}
    done = work(root, more=tasks.measures([measure]), jobs=2)
    assert not done.errors
    assert done.results == {k: json.loads(json.dumps(t.compute())) for k, t in here.items()}


def test_fresh_uses_nothing_that_was_kept_but_keeps_what_it_finds(tmp_path, kept):
    root = repository(tmp_path)
    work(root, kept)
    assert work(root, kept, fresh=True).redone == READINGS
    assert work(root, kept).redone == 0


def test_only_what_changed_is_redone(tmp_path, kept):
    root = repository(tmp_path)
    work(root, kept)
    edit(root, "H(x, r) <= 1)", "H(x, r) <= 2)")
    # the check of its own may use anything in its file
    assert computed(work(root, kept)) == ["short.first/bounded", "short.first/limit"]
    rerecord(root, "short.first/false", evidence="as somebody else put it")
    assert computed(work(root, kept)) == ["short.first/false"]


def test_every_part_of_a_question_is_in_its_hash(tmp_path):
    root = repository(tmp_path)
    known = {t.reading.id: t for t in tasks.readings(root / "verify")}
    task = known["bounded"]
    variants = [
        task,
        replace(task, full=True),
        replace(task, reading=replace(task.reading, formula=known["false"].reading.formula)),
        replace(task, reading=replace(task.reading, grid=Grid(n=3))),
        replace(task, reading=replace(task.reading, argument="because")),
        replace(task, reading=replace(task.reading, exhaustive=True)),
        replace(task, reading=replace(task.reading, id="another")),
        replace(task, claim=replace(task.claim, id="short.other")),
        known["false"],
        replace(known["false"], known=replace(known["false"].known, witness={"n": 1})),
        replace(known["false"], full=True),
        tasks.MeasureTask(Measure.of("loss", name="ehd", n=1)),
        tasks.MeasureTask(Measure.of("loss", name="ehd", n=2)),
    ]
    digests = [tasks.digest_of(t) for t in variants]
    assert len(set(digests)) == len(digests)
    note = replace(task, reading=replace(task.reading, note="said otherwise", statement="so"))
    assert tasks.digest_of(note) == digests[0]


def test_the_sources_that_compute_are_in_the_hash_and_those_that_show_are_not(tmp_path):
    copy = tmp_path / "dpbi"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "*.json"))
    before = provenance.sources(copy)
    assert before == provenance.sources(PACKAGE)
    for name in ("report/words.py", "cli/__init__.py"):
        (copy / name).write_text("# another\n", encoding="utf-8")
    assert provenance.sources(copy) == before
    for name in (
        "deciding.py",
        "privacy/filter/kernels.py",
        "kernel.py",
        "report/quantities.py",
        "new.py",
    ):
        (copy / name).write_text("# another\n", encoding="utf-8")
        assert provenance.sources(copy) != before
        before = provenance.sources(copy)


@pytest.mark.parametrize(
    "damage", ["", "{", "null", "[1]", '{"result": 1}', "\x00\xff", "[" * 10**5, "half"]
)
def test_what_is_not_whole_is_computed_again(tmp_path, kept, damage):
    root = repository(tmp_path)
    right = work(root, kept).results
    entries = sorted((kept.folder / running.RESULTS).rglob("*.json"))
    assert len(entries) == READINGS
    for entry in entries:
        text = entry.read_text(encoding="utf-8")
        entry.write_bytes((text[: len(text) // 2] if damage == "half" else damage).encode())
    (kept.folder / running.COSTS).write_text(damage, encoding="utf-8")
    again = work(root, kept)
    assert again.redone == READINGS
    assert again.results == right


@pytest.mark.parametrize("cost", ["-1", "1e9", "null", "[]", "1" + 400 * "0", "NaN", '"x"'])
def test_costs_that_make_no_sense_are_forgotten(kept, cost):
    kept.prepare()
    (kept.folder / running.COSTS).write_text(f'{{"short.first": {cost}}}', encoding="utf-8")
    assert kept.costs() == {}


def test_an_altered_verdict_is_not_taken_from_the_cache(tmp_path, kept):
    root = repository(tmp_path)
    right = work(root, kept).results
    for entry in (kept.folder / running.RESULTS).rglob("*.json"):
        text = entry.read_text(encoding="utf-8")
        entry.write_text(text.replace('"fails"', '"holds"'), encoding="utf-8")
    again = work(root, kept)
    assert again.redone == 1
    assert again.results == right


def test_an_entry_under_the_name_of_another_is_not_taken(kept):
    kept.put("aa" * 32, {"verdict": "holds"})
    other = kept._path("bb" * 32)
    other.parent.mkdir(parents=True)
    shutil.copy(kept._path("aa" * 32), other)
    assert kept.get("aa" * 32) == {"verdict": "holds"}
    assert kept.get("bb" * 32) is None


def test_an_entry_is_whole_or_not_there(kept, monkeypatch):
    kept.put("aa" * 32, {"first": 1})
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "full")))
    with pytest.raises(OSError, match="full"):
        kept.put("aa" * 32, {"second": 2})
    assert kept.get("aa" * 32) == {"first": 1}
    assert [p.suffix for p in kept.folder.rglob("*") if p.is_file()] == [".json"]


@pytest.mark.parametrize("number", range(READINGS + 1))
def test_a_disk_that_is_full_costs_what_is_kept_and_not_the_audit(
    tmp_path, kept, monkeypatch, number
):
    root = repository(tmp_path)
    right = work(root).results
    real, made = tempfile.mkstemp, []

    def sometimes(*arguments, **options):
        made.append(1)
        if len(made) > number:
            raise OSError(28, "No space left on device")
        return real(*arguments, **options)

    monkeypatch.setattr(tempfile, "mkstemp", sometimes)
    done = work(root, kept)
    assert done.results == right
    assert "No space left" in str(done.unkept)
    assert len(made) == number + 1  # it is not tried again and again
    monkeypatch.undo()
    assert work(root, kept).reused == min(number, READINGS)


def test_a_disk_that_fills_while_an_entry_is_written_costs_what_is_kept_alone(
    tmp_path, kept, monkeypatch
):
    """/dev/full takes nothing, as a full disk does."""
    root = repository(tmp_path)
    full = lambda *_, **options: os.open("/dev/full", os.O_WRONLY)  # noqa: E731
    monkeypatch.setattr(tempfile, "mkstemp", lambda **o: (full(), str(tmp_path / "part")))
    done = work(root, kept)
    assert done.redone == READINGS
    assert "No space left on device" in str(done.unkept)


def test_a_folder_that_can_only_be_read_gives_what_it_has(tmp_path, kept, monkeypatch):
    root = repository(tmp_path)
    work(root, kept)
    edit(root, "H(x, r) <= 1)", "H(x, r) <= 2)")

    def refused(*_, **__):
        raise OSError(30, "Read-only file system")

    for name in ("utime", "replace", "mkdir", "unlink"):
        monkeypatch.setattr(os, name, refused)
    monkeypatch.setattr(tempfile, "mkstemp", refused)
    kept.prepare()
    done = work(root, kept)
    assert (done.redone, done.reused) == (2, READINGS - 2)
    assert "Read-only" in str(done.unkept)
    kept.forget_the_old()


def test_entries_of_another_version_are_not_taken(tmp_path, kept, monkeypatch):
    root = repository(tmp_path)
    monkeypatch.setattr(running, "SCHEMA", "dpbi audit 0")
    work(root, kept)
    monkeypatch.undo()
    assert work(root, kept).redone == READINGS


def test_entries_that_nobody_asks_for_are_forgotten_and_nothing_else(kept):
    for name in ("aa" * 32, "bb" * 32):
        kept.put(name, {})
        os.utime(kept._path(name), (0, 0))
    mine = kept.folder / "ab" / "letter.json"
    mine.parent.mkdir()
    mine.write_text("mine", encoding="utf-8")
    os.utime(mine, (0, 0))
    assert kept.get("aa" * 32) == {}
    kept.forget_the_old()
    assert kept.get("aa" * 32) == {}
    assert kept.get("bb" * 32) is None
    assert mine.exists()


@pytest.mark.parametrize(
    ("platform", "variables", "place"),
    [
        ("linux", {}, "home/.cache/dpbi"),
        ("linux", {"XDG_CACHE_HOME": "/elsewhere"}, "/elsewhere/dpbi"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, "home/.cache/dpbi"),
        ("darwin", {}, "home/Library/Caches/dpbi"),
        ("win32", {"LOCALAPPDATA": "/app"}, "/app/dpbi/Cache"),
    ],
)
def test_results_are_kept_where_the_platform_keeps_such_things(
    tmp_path, monkeypatch, platform, variables, place
):
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert running.usual_folder() == tmp_path / place


def test_the_longest_goes_first_by_what_is_known_of_it(tmp_path, kept):
    root = repository(tmp_path)
    kept.learn({"short.second/nothing": 9.0, "short.first/limit": 5.0})
    begun = [e.task.name for e in work(root, kept, jobs=1).events if isinstance(e, Started)]
    assert begun[:2] == ["short.second/nothing", "short.first/limit"]
    learnt = kept.costs()
    assert set(learnt) == {t.name for t in tasks.readings(root / "verify")}
    assert learnt["short.second/nothing"] < 9
    full = [t for t in tasks.readings(root / "verify", full=True) if t.claim.id == "short.second"]
    list(Work(full, kept).do(root / "verify", 0, full=True))
    assert learnt.items() <= kept.costs().items()
    assert "short.second/nothing in full" in kept.costs()


def test_the_time_left_follows_the_pace_of_what_is_finished(tmp_path, kept, monkeypatch):
    root = repository(tmp_path)
    todo = list(tasks.readings(root / "verify"))
    kept.learn({t.name: 2.0 for t in todo})
    done = Work(todo, kept)
    now = done._start
    monkeypatch.setattr("dpbi.audit.running.perf_counter", lambda: now + 3)
    early = done.seconds_left()
    assert early >= 10
    for task in todo[:2]:
        done._take(Finished(task, {}, 1.0))
    assert done.seconds_left() < 6  # four seconds of work took three
    monkeypatch.setattr("dpbi.audit.running.perf_counter", lambda: now + 3000)
    assert 6 * 200 < done.seconds_left() < 6 * 3000 / 4  # and now it is slow
    assert done.done == 2


BROKEN = {
    "broken": "raise ValueError('no such thing')",
    "killed": "os.kill(os.getpid(), signal.SIGKILL)",
    "gone": "print('last words', flush=True); os._exit(7)",
}


def broken_ones_are_named(root, kept):
    done = work(root, kept)
    assert set(done.errors) == {"short.broken/it", "short.killed/it", "short.gone/it"}
    assert "ValueError: no such thing (section_1.py, line " in done.errors["short.broken/it"]
    assert "died (SIGKILL)" in done.errors["short.killed/it"]
    assert "died (exit code 7); it last said: last words" in done.errors["short.gone/it"]
    assert len(done.results) == READINGS
    assert done.done == len(done.tasks)
    assert work(root, kept).reused == READINGS


def test_a_reading_that_breaks_is_named_and_the_others_are_decided(tmp_path, kept, processes):
    broken_ones_are_named(repository(tmp_path, **BROKEN), kept)


def test_a_reading_whose_worker_dies_is_named_and_the_others_are_decided(
    tmp_path, kept, monkeypatch
):
    """The same where two readings end their workers, which are none of the system's here."""
    ends = {"short.killed/it": (-9, ""), "short.gone/it": (7, "; it last said: last words")}

    class Dying(Here):
        def answers(self, batch):
            self.ended = ends.get(batch.requests[0]["reading"])
            if self.ended:
                raise ValueError("it said nothing")
            return super().answers(batch)

        def end(self, *, at_once=False):
            return self.ended[0] if self.ended else 0

        def last_words(self):
            return self.ended[1]

    monkeypatch.setattr(serving, "Helper", Dying)
    broken_ones_are_named(repository(tmp_path, **BROKEN), kept)


def everything_fails(done, sentence):
    assert done.done == len(done.tasks)
    assert not done.results
    assert all(sentence in error for error in done.errors.values()), done.errors


@pytest.mark.parametrize("said", ["1", "[]", "null", "{", "", '{"result": 1, "seconds": {}, "x":'])
def test_a_worker_that_makes_no_sense_costs_its_task_and_not_the_audit(
    tmp_path, monkeypatch, said, processes
):
    liar = f"import sys; sys.stdin.readline(); print({said!r}); sys.exit(3)"
    monkeypatch.setattr(serving, "START", liar)
    everything_fails(work(repository(tmp_path)), "died (exit code 3)")


def test_a_worker_that_does_not_end_with_its_input_is_ended(tmp_path, monkeypatch, processes):
    deaf = "import sys, time; sys.stdin.readline(); print('no', flush=True); time.sleep(3600)"
    monkeypatch.setattr(serving, "START", deaf)
    monkeypatch.setattr(serving, "PATIENCE", 0.01)
    everything_fails(work(repository(tmp_path)), "died (SIGKILL)")


def test_the_audit_does_not_wait_for_an_executor_that_is_gone(tmp_path, monkeypatch):
    class Gone(executors.Serial):
        def submit(self, *_, **__):
            raise RuntimeError("cannot schedule new futures after shutdown")

    monkeypatch.setattr(executors, "Serial", Gone)
    done = Work(list(tasks.readings(repository(tmp_path) / "verify")), None)
    list(done.do(tmp_path / "verify", 0, full=False))
    everything_fails(done, "nothing is left that could compute it")


def test_where_no_thread_can_be_started_the_audit_says_so(tmp_path, monkeypatch):
    def none(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", none)
    done = Work(list(tasks.readings(repository(tmp_path) / "verify")), None)
    list(done.do(tmp_path / "verify", 2, full=False))
    everything_fails(done, "nothing is left that could compute it")


def test_a_file_of_claims_that_cannot_be_read_is_named(tmp_path):
    root = repository(tmp_path)
    edit(root, "import time", "import no_such_module")
    with pytest.raises(BrokenFolder) as caught:
        list(tasks.readings(root / "verify"))
    assert "section_1.py, line 6: there is no module 'no_such_module'" in str(caught.value)


def test_what_changes_while_the_audit_runs_is_not_taken_for_what_was_asked(tmp_path, kept):
    root = repository(tmp_path)
    planned = Work(list(tasks.readings(root / "verify")), kept)
    edit(root, "H(x, r) <= 1)", "H(x, r) <= 2)")
    list(planned.do(root / "verify", 0, full=False))
    assert set(planned.errors) == {"short.first/bounded", "short.first/limit"}
    assert "changed while the audit ran" in planned.errors["short.first/bounded"]


def test_measures_are_computed_by_workers_as_here(tmp_path):
    root = repository(tmp_path)
    measure = Measure.of("loss", name="ehds", prior=["1", "1"], n=5, epsilon="1", gamma="1")
    more = tasks.measures([measure, measure])
    assert len(more) == 1
    done = work(root, more=more)
    assert done.results[measure.key] == json.loads(json.dumps(measure.compute()))


def test_workers_end_with_the_audit_even_if_it_is_killed(tmp_path):
    note = "Path(__file__).with_name('pid').write_text(str(os.getpid()))"
    root = repository(tmp_path, slow=f"{note}; time.sleep(3600)")
    code = (
        "import sys; from pathlib import Path; from dpbi.audit import tasks, running\n"
        "root = Path(sys.argv[1]); work = running.Work(list(tasks.readings(root)), None)\n"
        "list(work.do(root, 2, full=False))"
    )
    process = subprocess.Popen([sys.executable, "-c", code, str(root / "verify")])
    pid = root / "verify" / "short" / "pid"
    worker = int(eventually(lambda: pid.exists() and pid.read_text(encoding="utf-8")))
    assert alive(worker)
    process.kill()
    process.wait()
    eventually(lambda: not alive(worker))


def test_ledger_and_certificates_are_what_the_ledger_command_writes(tmp_path):
    root = repository(tmp_path)
    (root / "verify" / "ledger.toml").write_text('report = "../theirs"\n', encoding="utf-8")
    shipped.build(Folder(root / "verify"))
    done = work(root)
    todo = list(tasks.readings(root / "verify"))
    formulas = shipped.formulas([task.claim for task in todo])["readings"]
    files = pages.for_programs(pages.assemble(todo, done.results), formulas, {})
    theirs = tmp_path / "theirs"
    written = {
        p.relative_to(theirs).as_posix(): p.read_text(encoding="utf-8")
        for p in theirs.rglob("*.json")
    }
    assert files == written
    assert len(files) == 5


def test_what_is_as_recorded_has_not_changed_and_what_is_not_has(tmp_path):
    root = repository(tmp_path)
    todo, results = list(tasks.readings(root / "verify")), work(root).results
    assert pages.changes(todo, results) == []
    rerecord(root, "short.first/bounded", verdict="fails")
    rerecord(root, "short.first/limit", witness={"n": 7})
    todo = list(tasks.readings(root / "verify"))
    assert [str(c) for c in pages.changes(todo, results)] == [
        "short.first/bounded is holds_bounded, while fails is recorded",
        "short.first/limit is undecided at another witness than the recorded one",
    ]
    (tmp_path / "verify" / "recorded" / "short.json").unlink()
    new = pages.changes(list(tasks.readings(root / "verify")), results)
    assert len(new) == READINGS
    assert all("never recorded" in str(c) for c in new)


def test_readings_are_chosen_by_draft_and_by_claim(tmp_path):
    todo = list(tasks.readings(repository(tmp_path) / "verify"))
    assert running.choose(todo, [], [], LAYOUT) == todo
    assert running.choose(todo, ["short-a"], [], LAYOUT) == todo
    assert [t.name for t in running.choose(todo, [], ["short.second"], LAYOUT)] == [
        "short.second/nothing"
    ]
    assert [t.name for t in running.choose(todo, [], ["short.first/false"], LAYOUT)] == [
        "short.first/false"
    ]
    with pytest.raises(UnknownName, match=r"did you mean short\.second"):
        running.choose(todo, [], ["short.secnd"], LAYOUT)
    with pytest.raises(UnknownName, match="no draft named 'long'"):
        running.choose(todo, ["long"], [], LAYOUT)
    with pytest.raises(InvalidValue, match="see `dpbi claims`"):  # not the names of all of them
        running.choose(todo, [], ["%"], LAYOUT)


def test_a_report_of_some_claims_is_not_written_over_one_of_more(tmp_path):
    todo = list(tasks.readings(repository(tmp_path) / "verify"))
    some = running.choose(todo, [], ["short.second"], LAYOUT)
    out = tmp_path / "out"
    out.mkdir()
    running.keep_complete(out, some)
    for there, refused in (("short.second", False), ("short.first", True)):
        text = json.dumps({"claims": [{"id": there}]})
        (out / "claims.json").write_text(text, encoding="utf-8")
        if refused:
            with pytest.raises(InvalidValue, match="name another folder"):
                running.keep_complete(out, some)
        else:
            running.keep_complete(out, some)
    (out / "claims.json").write_text("mine", encoding="utf-8")
    with pytest.raises(InvalidValue):
        running.keep_complete(out, some)
