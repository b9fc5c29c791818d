"""Whatever ends a sweep, nothing is lost: --resume gives the table of an undisturbed run.

What goes wrong is brought about in this process, or in a fork of it, at the moment that is meant.
Tests with the fixture `processes` have it happen to processes of their own, on more settings.
"""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
import traceback
import warnings
from concurrent.futures import Future
from contextlib import closing, nullcontext

import pytest
from audited import Here
from engines import Scheduler, cluster

import dpbi
from dpbi.audit import serving
from dpbi.audit.executors import Leg, Lost, Serial, leg
from dpbi.audit.lock import FolderInUse
from dpbi.audit.serving import Batch, Crew
from dpbi.audit.sweeps import running
from dpbi.audit.sweeps import store as store_module
from dpbi.audit.sweeps.running import opened, run_in_batches
from dpbi.audit.sweeps.spec import read
from dpbi.audit.sweeps.store import CannotKeep, Store
from dpbi.audit.sweeps.table import export, lines
from dpbi.cli import BAD_INPUT, INTERRUPTED, main
from dpbi.errors import InvalidValue

SPEC = """
target = ["ehd", "ehdl", "laplace"]
[grid]
prior = ["1,1", "1/2,3"]
n = "1..5"
epsilon = ["1", "2"]
"""
SETTINGS = 3 * 2 * 5 * 2
LARGE = SPEC.replace("1..5", "1..20").replace('["1", "2"]', '["1/3", "1", "2"]')
LARGE_SETTINGS = 3 * 2 * 20 * 3
FEW = "from dpbi.audit.sweeps import running; running.MOST = {most}; "
START = "import sys; {more}from dpbi.cli import main; main()"


pytestmark = pytest.mark.usefixtures("without_processes")


def written(folder, text):
    """A spec, as a file."""
    path = folder / "spec.toml"
    path.write_text(text, encoding="utf-8")
    return path


def table(spec, path):
    """The table of an undisturbed run, one setting after another, in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serving, "Helper", Here)
        dpbi.sweep(spec, path, jobs=0)
    return path


@pytest.fixture(scope="module")
def spec(tmp_path_factory):
    return written(tmp_path_factory.mktemp("spec"), SPEC)


@pytest.fixture(scope="module")
def undisturbed(spec, tmp_path_factory):
    return table(spec, tmp_path_factory.mktemp("right") / "t.db")


@pytest.fixture(scope="module")
def right(undisturbed):
    """The lines of the undisturbed table."""
    return content(undisturbed)


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A spec with enough settings for something to happen to other processes meanwhile."""
    return written(tmp_path_factory.mktemp("large"), LARGE)


@pytest.fixture(scope="module")
def all_right(large, tmp_path_factory):
    """Its lines."""
    return content(table(large, tmp_path_factory.mktemp("right") / "t.db"), LARGE_SETTINGS)


@pytest.fixture
def run(capsys, monkeypatch):
    """The command in this process: its exit code, stdout and stderr."""

    def call(*words):
        monkeypatch.setattr(sys, "argv", ["dpbi", "sweep", *map(str, words)])
        with pytest.raises(SystemExit) as stopped:
            main()
        return stopped.value.code or 0, *capsys.readouterr()

    return call


def content(path, settings=SETTINGS):
    """The lines of a table."""
    with Store(path) as store:
        found = list(lines(store))
    assert len(found) == settings + 1
    return found


def forked(work):
    """Do it in a fork of this process, and say how that ended, as `Popen` does."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # forking beside other threads
        pid = os.fork()
    if pid == 0:
        try:
            work()
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def command(spec, path, *options, most=7, more=""):
    """The command in a process of its own, a few settings at a time."""
    code = START.format(more=FEW.format(most=most) + more)
    words = [sys.executable, "-c", code, "sweep", str(spec), "--out", str(path), *options]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def answered(path):
    """How many rows a table has by now; it may be in the making."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as reader:
            return reader.execute("SELECT COUNT(*) FROM results").fetchone()[0]
    except sqlite3.Error:
        return 0


def wait_for(path, rows, process):
    """Wait until a table has so many rows, or its process has ended."""
    while answered(path) < rows and process.poll() is None:
        time.sleep(0.002)


def disturbed(asked, path, disturb, **place):
    """Run a sweep in which something happens once there are answers."""
    with opened(asked, path, resume=False) as store, leg(**place) as legs:
        for state in run_in_batches(asked, store, legs):
            if state.done:
                disturb(store)


@pytest.mark.parametrize("options", [{"jobs": 1}, {"jobs": 3}])
def test_every_executor_gives_the_same_table(
    spec, right, tmp_path, options, monkeypatch, processes
):
    monkeypatch.setattr(running, "MOST", 5)
    dpbi.sweep(spec, tmp_path / "t.db", **options)
    assert content(tmp_path / "t.db") == right


def test_the_bytes_of_parquet_do_not_depend_on_the_order(spec, undisturbed, tmp_path):
    """The same rows, written last to first."""
    pytest.importorskip("pyarrow")
    with opened(read(spec), tmp_path / "t.db", resume=False) as store, Store(undisturbed) as right:
        rows = [dict(zip(right.columns, row, strict=True)) for row in right.rows()]
        store.put((row["setting"], row, row) for row in reversed(rows))
        export(store, tmp_path / "a.parquet")
        export(right, tmp_path / "b.parquet")
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()


def test_a_cluster_gives_the_same_table_even_if_a_worker_is_killed(
    large, all_right, tmp_path, processes
):
    asked, killed = read(large), []
    with (
        cluster() as engine,
        opened(asked, tmp_path / "t.db", resume=False) as store,
        leg(scheduler=engine.scheduler_address) as place,
    ):
        for state in run_in_batches(asked, store, place):
            if state.done and not killed:
                killed = [w.process.pid for w in engine.workers.values()][:1]
                os.kill(killed[0], signal.SIGKILL)
    assert killed
    assert content(tmp_path / "t.db", LARGE_SETTINGS) == all_right


def test_a_scheduler_that_goes_away_costs_nothing_once_it_is_back(
    large, all_right, tmp_path, monkeypatch, processes
):
    pytest.importorskip("distributed")
    monkeypatch.setattr(running, "MOST", 3)
    path, asked = tmp_path / "t.db", read(large)
    with Scheduler(tmp_path) as engine:
        with pytest.raises(Lost, match="no longer answers"):
            disturbed(asked, path, lambda _: engine.kill(), scheduler=engine.address)
        kept = answered(path)
        assert 0 < kept < LARGE_SETTINGS
        engine.start()
        assert (
            dpbi.sweep(large, path, resume=True, scheduler=engine.address).settings
            == LARGE_SETTINGS
        )
    assert content(path, LARGE_SETTINGS) == all_right


def test_work_that_gets_lost_costs_nothing_once_there_is_somebody_to_do_it(
    spec, right, tmp_path, monkeypatch
):
    """As when a scheduler goes away: pieces that were handed over do not come back."""
    monkeypatch.setattr(running, "MOST", 5)
    path, given = tmp_path / "t.db", []

    class Going(Serial):
        def submit(self, fn, /, *args, **kwargs):
            given.append(args)
            return super().submit(fn, *args, **kwargs) if len(given) < 6 else Future()

    place = Leg(Going(Crew()), 2, lambda: "it is gone")
    monkeypatch.setattr(running, "leg", lambda *_: nullcontext(place))
    with pytest.raises(Lost, match="it is gone"):
        dpbi.sweep(spec, path)
    assert 1 < answered(path) < SETTINGS
    monkeypatch.undo()
    assert dpbi.sweep(spec, path, resume=True, jobs=0).settings == SETTINGS
    assert content(path) == right


def test_killed_at_twenty_moments_a_sweep_goes_on_where_it_was(
    large, all_right, tmp_path, processes
):
    path, chance, seen = tmp_path / "t.db", random.Random(18), 0
    for i in range(20):
        process = command(large, path, "--resume", "--jobs", "2")
        if i:  # the first one is killed before there is a file, or just then
            wait_for(path, min(LARGE_SETTINGS, seen + chance.randrange(25)), process)
        process.kill()
        process.communicate()
        assert answered(path) >= seen  # nothing that was kept is lost
        seen = answered(path)
    process = command(large, path, "--resume")
    _, said = process.communicate()
    assert process.returncode == 0, said
    assert content(path, LARGE_SETTINGS) == all_right


def end(*_):
    """End this process as a power cut does."""
    os.kill(os.getpid(), signal.SIGKILL)


def at_commit(number, patch):
    """SQLite has been given rows, or tables, and is told to keep them."""
    begun, commits = store_module._connected, []

    def said(statement):
        commits.extend([statement] * (statement == "COMMIT"))
        if len(commits) == number:
            end()

    def traced(path):
        connection = begun(path)
        connection.set_trace_callback(said)
        return connection

    patch.setattr(store_module, "_connected", traced)


def as_the_file_is_made(patch):
    at_commit(1, patch)


def as_the_first_answers_are_awaited(patch):
    patch.setattr(Here, "answers", end)


def as_answers_are_committed(patch):
    at_commit(3, patch)


def once_answers_are_kept(patch):
    patch.setattr(running.Running, "learn", end)


def as_the_file_is_settled(patch):
    patch.setattr(Store, "settle", end)


def test_killed_at_each_of_its_phases_a_sweep_goes_on_where_it_was(
    spec, right, tmp_path, monkeypatch
):
    """Phases: no file, no row, rows that are not yet kept, rows that are, all rows."""
    monkeypatch.setattr(running.Running, "size", lambda *_: 7)
    path, seen = tmp_path / "t.db", []
    for phase in (
        as_the_file_is_made,
        as_the_first_answers_are_awaited,
        as_answers_are_committed,
        once_answers_are_kept,
        as_the_file_is_settled,
    ):
        with monkeypatch.context() as patch:
            phase(patch)
            ended = forked(lambda: dpbi.sweep(spec, path, resume=True, jobs=0))
        assert ended == -signal.SIGKILL
        seen.append(answered(path))
        assert path.exists() == (phase is not as_the_file_is_made)
    assert seen == [0, 0, 14, 21, SETTINGS]  # each batch as a whole or not at all
    dpbi.sweep(spec, path, resume=True, jobs=0)
    assert content(path) == right


def test_a_killed_worker_process_costs_nothing(large, all_right, tmp_path, monkeypatch, processes):
    monkeypatch.setattr(running, "MOST", 20)
    asked, killed = read(large), []
    with opened(asked, tmp_path / "t.db", resume=False) as store, leg(2) as place:
        crew = place.executor._initializer.__self__
        for state in run_in_batches(asked, store, place):
            if state.done > 60 and not killed:  # one of them once: twice would be an error's row
                killed = list(crew._running)[:1]
                for helper in killed:
                    helper._process.kill()
    assert killed
    assert content(tmp_path / "t.db", LARGE_SETTINGS) == all_right


def test_a_worker_that_dies_once_costs_nothing(spec, right, tmp_path, monkeypatch):
    monkeypatch.setattr(running, "MOST", 20)
    died = []

    class Dying(Here):
        def answers(self, batch):
            for k, answer in enumerate(super().answers(batch)):
                if k == 3 and not died:
                    died.append(batch)
                    raise ValueError("it said nothing")
                yield answer

        def end(self, *, at_once=False):
            return -9

    monkeypatch.setattr(serving, "Helper", Dying)
    dpbi.sweep(spec, tmp_path / "t.db", jobs=0)
    assert died
    assert content(tmp_path / "t.db") == right


def test_ctrl_c_ends_a_sweep_in_processes_with_what_it_has(large, all_right, tmp_path, processes):
    path = tmp_path / "t.db"
    process = command(large, path, "--jobs", "1", most=2)
    wait_for(path, 10, process)
    process.send_signal(signal.SIGINT)
    out, said = process.communicate()
    assert (process.returncode, out) == (INTERRUPTED, "")
    assert f"of {LARGE_SETTINGS} are done: go on with --resume" in said
    assert 10 <= answered(path) < LARGE_SETTINGS
    assert dpbi.sweep(large, path, resume=True).settings == LARGE_SETTINGS
    assert content(path, LARGE_SETTINGS) == all_right


def test_ctrl_c_ends_a_sweep_with_what_it_has(spec, right, tmp_path, monkeypatch, run):
    monkeypatch.setattr(running, "MOST", 2)
    path, answers = tmp_path / "t.db", Here.answers

    def stopped(here, batch):
        if batch.requests[0][0] > 10:
            os.kill(os.getpid(), signal.SIGINT)
        return answers(here, batch)

    with monkeypatch.context() as patch:
        patch.setattr(Here, "answers", stopped)
        code, out, said = run(spec, "--out", path, "--jobs", "0")
    assert (code, out) == (INTERRUPTED, "")
    assert f"; {answered(path)} of {SETTINGS} are done: go on with --resume" in said
    assert 10 <= answered(path) < SETTINGS
    assert dpbi.sweep(spec, path, resume=True, jobs=0).settings == SETTINGS
    assert content(path) == right


LIMITED = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, -1)); "


@pytest.mark.skipif(sys.platform == "win32", reason="limits")
def test_a_disk_that_is_full_ends_a_sweep_in_processes_with_what_it_has(
    large, all_right, tmp_path, processes
):
    """No file may grow beyond 100 kB, which the system refuses as it does on a full disk."""
    path = tmp_path / "t.db"
    process = command(large, path, "--jobs", "1", more=LIMITED)
    out, said = process.communicate()
    assert (process.returncode, out) == (BAD_INPUT, ""), said
    *progress, sentence = said.splitlines()  # lines now and then, where the machine is slow
    assert "could not be written (" in sentence
    assert all(f" of {LARGE_SETTINGS}, " in line for line in progress)
    assert 0 < answered(path) < LARGE_SETTINGS
    assert dpbi.sweep(large, path, resume=True).settings == LARGE_SETTINGS
    assert content(path, LARGE_SETTINGS) == all_right


@pytest.mark.skipif(sys.platform == "win32", reason="limits")
def test_a_disk_that_is_full_ends_a_sweep_with_what_it_has(spec, right, tmp_path, monkeypatch):
    """No file may grow beyond 50 kB, which the system refuses as it does on a full disk."""
    import resource

    monkeypatch.setattr(running, "MOST", 2)
    path, complaints = tmp_path / "t.db", tmp_path / "said"

    def limited():
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, -1))
        sys.argv = ["dpbi", "sweep", str(spec), "--out", str(path), "--jobs", "0"]
        with complaints.open("w", encoding="utf-8") as sys.stderr:
            try:
                main()
            except SystemExit as stopped:
                sys.stderr.flush()
                os._exit(stopped.code)

    assert forked(limited) == BAD_INPUT
    *progress, sentence = complaints.read_text(encoding="utf-8").splitlines()
    assert "could not be written (" in sentence
    assert all(f" of {SETTINGS}, " in line for line in progress)
    assert 0 < answered(path) < SETTINGS
    assert dpbi.sweep(spec, path, resume=True, jobs=0).settings == SETTINGS
    assert content(path) == right


def test_a_table_that_takes_no_more_is_said_and_keeps_what_it_has(spec, right, tmp_path):
    path, asked = tmp_path / "t.db", read(spec)
    full = "PRAGMA max_page_count = 1"
    with pytest.raises(CannotKeep, match="database or disk is full"):
        disturbed(asked, path, lambda store: store._connection.execute(full), jobs=0)
    assert 0 < answered(path) < SETTINGS
    dpbi.sweep(spec, path, resume=True, jobs=0)
    assert content(path) == right


def test_two_sweeps_on_one_file_are_refused(spec, tmp_path, run):
    path, asked = tmp_path / "t.db", read(spec)
    with opened(asked, path, resume=False) as store, leg(0) as place:
        next(run_in_batches(asked, store, place))
        with pytest.raises(FolderInUse, match=r"another sweep \(process \d+\) is writing to"):
            dpbi.sweep(spec, path, resume=True)
        code, _, said = run(spec, "--out", path, "--resume")
        assert "another sweep" in said
        assert code == BAD_INPUT
    assert not list(tmp_path.glob(".*lock"))


def test_a_file_with_two_names_is_one_file(spec, tmp_path):
    path, asked = tmp_path / "t.db", read(spec)
    (tmp_path / "link.db").symlink_to("t.db")
    with opened(asked, path, resume=False), pytest.raises(FolderInUse):
        dpbi.sweep(spec, tmp_path / "link.db", resume=True)
    dpbi.sweep(spec, tmp_path / "link.db", resume=True, jobs=0)
    assert answered(path) == SETTINGS


def test_a_table_is_there_as_a_whole_or_not_at_all(spec, tmp_path, monkeypatch):
    """Killed as the file is made, a sweep leaves nothing that --resume could not go on with."""
    path, asked = tmp_path / "t.db", read(spec)
    begun = store_module._connected

    def killed(new):
        assert not path.exists()
        begun(new).close()
        raise KeyboardInterrupt

    monkeypatch.setattr(store_module, "_connected", killed)
    with pytest.raises(KeyboardInterrupt), opened(asked, path, resume=True):
        pass
    assert not list(tmp_path.iterdir())


def test_what_is_no_ordinary_file_is_left_alone(spec, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InvalidValue, match="a table is an ordinary file"):
        dpbi.sweep(spec, tmp_path / "pipe", resume=True)
    assert (tmp_path / "pipe").is_fifo()


def test_a_table_can_be_read_while_it_is_written(spec, tmp_path, monkeypatch):
    monkeypatch.setattr(running, "MOST", 10)
    path, asked, seen = tmp_path / "t.db", read(spec), []
    with opened(asked, path, resume=False):
        pass
    with opened(asked, path, resume=True) as store, leg(0) as place:  # also where it goes on
        slow = sqlite3.connect(path)
        slow.execute("BEGIN")  # a query that does not come to an end does not stop the sweep
        slow.execute("SELECT COUNT(*) FROM results").fetchone()
        for _ in run_in_batches(asked, store, place):
            with Store(path) as reader:
                seen.append(reader.counts()[0])
                assert len(list(reader.rows())) == seen[-1]
        slow.close()
    assert seen == sorted(seen)
    assert len(set(seen)) > 3
    assert not list(tmp_path.glob("t.db-*"))  # one file, whoever reads it next


def test_what_had_no_answer_is_asked_again_where_that_is_wanted(
    tmp_path, without_processes, monkeypatch, run
):
    """Each setting is tried twice, in a process each time: so there are few."""
    spec, path, many = (
        written(tmp_path, SPEC.replace("1..5", "1")),
        tmp_path / "t.db",
        SETTINGS // 5,
    )
    right = content(table(spec, tmp_path / "right.db"), many)
    without_processes.undo()
    monkeypatch.setattr(serving, "START", "raise SystemExit(3)")
    found = dpbi.sweep(spec, path, jobs=2)
    assert (found.settings, found.failed) == (many, many)
    assert "died (exit code 3)" in next(found.rows())["error"]
    without_processes.setattr(serving, "Helper", Here)
    assert dpbi.sweep(spec, path, resume=True, jobs=0).failed == many
    _, out, _ = run(spec, "--out", path, "--resume", "--retry", "--jobs", "0")
    assert f"{many} settings: {many} holds" in out
    assert content(path, many) == right


def test_a_rate_does_not_count_what_starting_took(spec, tmp_path):
    state = running.Running(1000, 100, 0, before=100, start=0.0)  # begun ages ago
    with opened(read(spec), tmp_path / "t.db", resume=False) as store, leg(0) as place:
        found = (done for done in place.finished(batches(read(spec))) if done is not None)
        running._keep(store, next(found), state)
        assert (state.done, state.seconds_left) == (101, None)
        running._keep(store, next(found), state)
    assert state.done == 102
    assert state.start > 0


def batches(asked):
    """The first two settings of a sweep, each in a piece."""
    common = {"ask": asked.ask, "digits": 12, "folder": os.getcwd(), "sources": {}}
    return (Batch(running.WORK, [[i, asked.settings.at(i)]], common) for i in range(2))


def test_a_bar_shows_done_failed_rate_and_time_left():
    from dpbi.cli.sweep import _told

    state = running.Running(1000, 400, 3, before=100, start=0.0)
    said = _told(state)
    assert said.startswith("3 failed, ")
    assert " a second, " in said
    assert said.endswith(" left")
    assert _told(running.Running(10, 0, 0)) == "beginning"
