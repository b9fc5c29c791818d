"""Where long work is done: serial, in processes, on a real Dask cluster, with the same answers."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import Future
from contextlib import nullcontext

import pytest
from audited import READINGS, Here, alive, eventually, repository
from engines import Scheduler, cluster

from dpbi.audit import executors, running, serving, tasks
from dpbi.audit.executors import Lost, OtherSources, Unreachable, leg
from dpbi.audit.running import Work
from dpbi.audit.serving import Batch, Crew
from dpbi.errors import InvalidValue

ECHO = "dpbi.audit.echoing:echo"
ECHOING = '''
"""Answers with what it is asked, or does something worse."""

import os
import signal
import time


def echo(common, request):
    if request == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if request == "accident" and not os.path.exists(common["said"]):
        open(common["said"], "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    if request == "say and sleep":
        with open(common["said"] + "~", "w") as file:
            file.write(str(os.getpid()))
        os.rename(common["said"] + "~", common["said"])
    if "sleep" in str(request):
        time.sleep(3600)
    if request == "break":
        raise ValueError("no such thing")
    if request == "print":
        print("this is no answer")
    if request == "read":
        return os.read(0, 10).decode()
    return [common.get("said"), request]
'''


@pytest.fixture
def echoing(tmp_path, monkeypatch):
    """A function that answers, in a module that helpers find beside those of dpbi."""
    (tmp_path / "echoing.py").write_text(ECHOING, encoding="utf-8")
    path = f"import dpbi.audit; dpbi.audit.__path__.append({str(tmp_path)!r}); "
    start = serving.START.replace("main()", f"{path}main()")
    assert start != serving.START
    monkeypatch.setattr(serving, "START", start)


def asked(place, *requests, said="so", size=2, seconds=None):
    """{first request of a piece: its answers}, from pieces of some requests each."""
    cut = [list(requests[i : i + size]) for i in range(0, len(requests), size)]
    pieces = (Batch(ECHO, part, {"said": said}, seconds) for part in cut)
    return {done[0].requests[0]: done[1] for done in place.finished(pieces) if done is not None}


@pytest.mark.parametrize("jobs", [0, 1, 3])
def test_pieces_come_back_whole_wherever_they_are_done(echoing, jobs):
    with leg(jobs) as place:
        found = asked(place, *range(7))
    assert found == {
        i: [{"answer": ["so", j]} for j in range(i, min(i + 2, 7))] for i in range(0, 7, 2)
    }


@pytest.mark.parametrize("jobs", [0, 2])
def test_a_request_that_ends_its_process_costs_its_own_answer_alone(echoing, jobs):
    with leg(jobs) as place:
        found = asked(place, 1, "die", 3, "break", 5, size=5)[1]
    assert [a.get("answer") for a in found] == [["so", 1], None, ["so", 3], None, ["so", 5]]
    assert found[1]["died"] == "the worker that computed it died (SIGKILL)"
    assert "died (exit code 1); it last said: ValueError: no such thing" in found[3]["died"]


def test_a_process_that_dies_by_accident_costs_nothing(echoing, tmp_path):
    said = str(tmp_path / "it has happened")
    with leg(1) as place:
        found = asked(place, 1, "accident", 3, size=3, said=said)[1]
    assert found == [{"answer": [said, request]} for request in (1, "accident", 3)]


def test_a_request_that_takes_too_long_costs_its_own_answer_alone(echoing):
    with leg(1) as place:
        found = asked(place, 1, "sleep", 3, size=3, seconds=5)[1]
    assert found == [{"answer": ["so", 1]}, {"late": 5}, {"answer": ["so", 3]}]


def test_what_is_printed_or_read_is_not_part_of_the_conversation(echoing):
    with leg(0) as place:
        found = asked(place, "print", "read", 3, size=3)["print"]
    assert [a["answer"] for a in found] == [["so", "print"], "", ["so", 3]]


def test_no_process_is_left_when_the_work_is_called_off(echoing):
    with leg(2) as place:
        first = next(d for d in place.finished(Batch(ECHO, [i]) for i in [1, "sleep"]) if d)
        assert first[1] == [{"answer": [None, 1]}]
        crew = place.executor._initializer.__self__
        processes = [helper._process for helper in crew._running]
        assert any(p.poll() is None for p in processes)
    assert all(p.poll() is not None for p in processes)
    with pytest.raises(serving.Ended):
        crew.mine()


OWNER = """
import sys
from dpbi.audit import serving
from dpbi.audit.executors import leg
serving.START, said = sys.argv[1:]
with leg(1) as place:
    work = serving.Batch("dpbi.audit.echoing:echo", ["say and sleep"], {"said": said})
    list(place.finished([work]))
"""


def test_a_helper_ends_with_its_owner_even_if_that_is_killed(echoing, tmp_path):
    pid = tmp_path / "pid"
    owner = subprocess.Popen([sys.executable, "-c", OWNER, serving.START, str(pid)])
    helper = int(eventually(lambda: pid.exists() and pid.read_text(encoding="utf-8")))
    assert alive(helper)
    owner.kill()
    owner.wait()
    eventually(lambda: not alive(helper))


def test_a_full_folder_for_temporary_files_costs_what_helpers_complain_of_alone(
    echoing, monkeypatch
):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    with leg(1) as place:
        found = asked(place, 1, "die", size=2)[1]
    assert found == [
        {"answer": ["so", 1]},
        {"died": "the worker that computed it died (SIGKILL)"},
    ]


def test_a_helper_is_let_go_of_by_one_thread_alone(monkeypatch):
    """Two threads that close one file at a time raise ValueError; whoever comes second leaves."""
    ended, going, closed = threading.Event(), threading.Event(), []

    class Slow:
        def end(self, *, at_once=False):
            going.set()
            assert ended.wait(60)
            return 0

        def last_words(self):
            return ""

        def close(self):
            closed.append(threading.current_thread().name)

    monkeypatch.setattr(serving, "Helper", Slow)
    crew = Crew()
    crew.mine()
    closing = threading.Thread(target=crew.close, name="closing")
    closing.start()
    assert going.wait(60)
    with pytest.raises(serving.Ended):  # as a thread does whose helper gave no answer
        crew.bury("it said nothing")
    ended.set()
    closing.join()
    assert closed == ["closing"]


def test_threads_end_also_where_the_helpers_cannot_be_ended(monkeypatch):
    def fails(_):
        raise ValueError("closed")

    monkeypatch.setattr(Crew, "close", fails)
    with pytest.raises(ValueError, match="closed"), leg(2) as place:
        pass
    with pytest.raises(RuntimeError, match="after shutdown"):
        place.executor.submit(print)


def test_other_sources_are_refused_by_whoever_has_them(echoing):
    piece = Batch(ECHO, [1], digest="another")
    for jobs in (0, 1):
        with leg(jobs) as place, pytest.raises(OtherSources, match="install the same there"):
            list(place.finished([piece]))


def test_only_our_own_functions_answer():
    with leg(0) as place:
        (done,) = place.finished([Batch("os:system", [1])])
    assert "nothing here answers to os:system" in done[1][0]["died"]


def test_no_more_pieces_are_taken_than_there_is_room_for(echoing):
    taken = []

    def pieces():
        for i in range(50):
            taken.append(i)
            yield Batch(ECHO, [i])

    with leg(1) as place:
        done = 0
        for found in place.finished(pieces()):
            if found is not None:
                done += 1
                assert len(taken) <= done + place.window
    assert done == 50


def test_an_engine_that_fails_is_named_and_not_taken_for_an_answer():
    class Broken(executors.Serial):
        def submit(self, *_):
            future = Future()
            future.set_exception(OSError("the wire is cut"))
            return future

    place = executors.Leg(Broken(Crew()), 1)
    with pytest.raises(Lost, match="could not work: the wire is cut"):
        list(place.finished([Batch(ECHO, [1])]))


@pytest.mark.parametrize("jobs", [-1, 2000])
def test_a_number_of_processes_that_makes_no_sense_is_refused(jobs):
    with pytest.raises(InvalidValue, match="between 0 and 1024"):
        leg(jobs)


def test_a_scheduler_that_is_not_there_is_named():
    distributed = pytest.importorskip("distributed")
    dask = pytest.importorskip("dask")
    assert distributed
    with dask.config.set({"distributed.comm.timeouts.connect": "1s"}):
        for address in ("tcp://127.0.0.1:9", "nonsense://x"):
            with pytest.raises(Unreachable, match="there is no Dask scheduler at"):
                executors._cluster(address).__enter__()


def studied():
    """A reading that a search refutes soon."""
    from dpbi.ledger.shipped import readings_of

    name = "short.thm-3.1.ehd/gs-eq-sqrt-1-pi-4-constant-all-alphagt0"
    (document,) = readings_of(name).values()
    return document


def searched(document, tries, seed, **where):
    """What a search finds on an executor."""
    from dpbi.audit import searching

    with leg(**where) as place:
        *counted, last = searching.searched(document, tries, seed, place)
    assert counted[-1] == tries
    return last


def the_worst_of_its_pieces(document, whole, parts):
    """A search finds what is worst in one of its pieces."""
    from dpbi.language import Formula
    from dpbi.ledger.deciding import assignment, excess

    formula = Formula.parse(document)
    margins = [excess(formula, assignment(part["worst"])) for part in parts if part["violated"]]
    assert excess(formula, assignment(whole["worst"])) == max(margins)
    assert whole["tried"] == sum(part["tried"] for part in parts)


def test_a_search_in_pieces_finds_the_worst_of_what_they_find(monkeypatch):
    from hypothesis.internal.conjecture import providers

    from dpbi.audit import searching
    from dpbi.language import forall
    from dpbi.language.words import eps

    monkeypatch.setattr(serving, "Helper", Here)
    monkeypatch.setattr(searching, "TRIES", 30)
    if hasattr(providers, "_get_local_constants"):  # a search changes it for its whole process
        monkeypatch.setattr(providers, "_get_local_constants", providers._get_local_constants)
    searching._alike.cache_clear()
    document = forall(eps * eps <= 2 * eps).json()
    whole = searched(document, 70, 5, jobs=0)
    assert whole["violated"]
    pieces = [(n, 5 + i * searching.APART) for i, n in enumerate((30, 30, 10))]
    the_worst_of_its_pieces(document, whole, [searched(document, *p, jobs=0) for p in pieces])
    searching._alike.cache_clear()


@pytest.mark.study
def test_a_search_finds_the_same_wherever_its_pieces_are_done(monkeypatch):
    from dpbi.audit import searching

    monkeypatch.setattr(searching, "TRIES", 300)
    document = studied()
    several = searched(document, 700, 5, jobs=2)
    assert several == searched(document, 700, 5, jobs=0)
    assert several["violated"]
    assert several["tried"] >= 700
    pieces = [(n, 5 + i * searching.APART) for i, n in enumerate((300, 300, 100))]
    the_worst_of_its_pieces(document, several, [searched(document, *p, jobs=0) for p in pieces])


@pytest.mark.study
def test_a_search_on_a_cluster_finds_the_same_and_other_sources_are_refused(monkeypatch):
    from dpbi.audit import searching

    monkeypatch.setattr(searching, "TRIES", 10)
    with cluster() as engine:
        address = engine.scheduler_address
        assert searched(studied(), 15, 3, scheduler=address) == searched(studied(), 15, 3, jobs=0)
        with leg(scheduler=address) as place, pytest.raises(OtherSources, match="of the cluster"):
            list(place.finished([Batch(ECHO, [1], digest="another")]))


def test_the_audit_on_a_cluster_gives_the_same_bytes(tmp_path):
    from dpbi.audit import pages

    root = repository(tmp_path)
    todo = list(tasks.readings(root / "verify"))

    def files(**where):
        done = Work(todo, None)
        list(done.do(root / "verify", full=False, **where))
        assert not done.errors
        assert len(done.results) == READINGS
        assembled = pages.assemble(todo, done.results)
        return pages.for_programs(assembled, {}, {}), json.dumps(done.results, sort_keys=True)

    here = files(jobs=0)
    assert files(jobs=2) == here
    with cluster() as engine:
        assert files(jobs=0, scheduler=engine.scheduler_address) == here


def test_a_worker_of_a_cluster_that_is_killed_costs_nothing(tmp_path):
    root = repository(tmp_path, slow="time.sleep(1)")
    todo = list(tasks.readings(root / "verify"))
    with cluster() as engine:
        done = Work(todo, None)
        killed = []
        for _ in done.do(root / "verify", 0, full=False, scheduler=engine.scheduler_address):
            if not killed:
                killed = [w.process.pid for w in engine.workers.values()][:1]
                os.kill(killed[0], signal.SIGKILL)
    assert killed
    assert not done.errors
    assert len(done.results) == READINGS + 1


def test_an_executor_that_goes_away_is_said_and_what_was_done_stays(tmp_path, monkeypatch):
    root = repository(tmp_path, slow="time.sleep(3600)")
    todo = list(tasks.readings(root / "verify"))

    class Going(executors.Serial):
        def submit(self, fn, /, *args, **kwargs):
            slow = "short.slow/it" in args[0]
            return Future() if slow else super().submit(fn, *args, **kwargs)

    monkeypatch.setattr(serving, "Helper", Here)
    place = executors.Leg(Going(Crew()), 2, lambda: "it no longer answers")
    monkeypatch.setattr(running, "leg", lambda *_: nullcontext(place))
    done = Work(todo, None)
    list(done.do(root / "verify", 0, full=False))
    assert done.errors == {"short.slow/it": "it no longer answers: run the audit again"}
    assert len(done.results) == READINGS


def test_a_scheduler_that_goes_away_is_said_and_what_was_done_stays(tmp_path):
    pytest.importorskip("distributed")
    root = repository(tmp_path, slow="time.sleep(3600)")
    todo = list(tasks.readings(root / "verify"))
    with Scheduler(tmp_path) as engine:
        done = Work(todo, None)
        for _ in done.do(root / "verify", 0, full=False, scheduler=engine.address):
            if len(done.results) == READINGS:
                engine.kill()
    assert list(done.errors) == ["short.slow/it"]
    assert "no longer answers: run the audit again" in done.errors["short.slow/it"]
    assert len(done.results) == READINGS
