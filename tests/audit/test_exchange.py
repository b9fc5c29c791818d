"""One report for another: two audits, a kill at any moment, a file that goes missing."""

import errno
import json
import os
import signal
import subprocess
import sys

import audited
import pytest
from audited import audit, repository
from checked import forked

from dpbi.audit import lock, writing
from dpbi.audit.writing import NotUndone

OLD = {"index.html": "old", "claims.json": "old", "certificates/gone/a.json": "old"}
NEW = {"index.html": "new", "measures.json": "new", "certificates/b.json": "new"}


def write(files, out):
    with writing.held_for_writing(out) as place:
        place.write(files)


def files_in(folder):
    return {
        p.relative_to(folder).as_posix(): p.read_text(encoding="utf-8")
        for p in folder.rglob("*")
        if p.is_file()
    }


def test_a_report_replaces_the_one_before_and_leaves_what_is_not_its_own(tmp_path):
    out = tmp_path / "deep" / "out"
    write(OLD, out)
    assert files_in(out) == OLD
    (out / "letter.txt").write_text("mine", encoding="utf-8")
    (out / f"{writing.UNFINISHED}left" / "new").mkdir(parents=True)
    write(NEW, out)
    assert files_in(out) == {**NEW, "letter.txt": "mine"}
    assert not list(out.glob(".*"))


def test_what_only_looks_like_a_leftover_is_not_swept(tmp_path):
    mine = tmp_path / f"{writing.UNFINISHED}notes" / "letter.txt"
    mine.parent.mkdir()
    mine.write_text("mine", encoding="utf-8")
    write(NEW, tmp_path)
    assert mine.exists()


@pytest.mark.parametrize("fatal", range(6))
def test_a_report_that_cannot_be_put_in_place_leaves_the_old_one(tmp_path, monkeypatch, fatal):
    write(OLD, tmp_path)
    moves, real = [], os.replace

    def sometimes(source, target):
        moves.append(source)
        if len(moves) == fatal + 1:
            raise OSError(13, "in use", str(source))
        real(source, target)

    monkeypatch.setattr(os, "replace", sometimes)
    with pytest.raises(OSError, match="in use"):
        write(NEW, tmp_path)
    assert files_in(tmp_path) == OLD
    assert not list(tmp_path.glob(".*"))


def work_in(out):
    (work,) = out.glob(f"{writing.UNFINISHED}*/")
    return work


@pytest.mark.parametrize("taken", ["index.html", "measures.json", "certificates"])
def test_a_file_that_goes_missing_in_the_exchange_is_an_error(tmp_path, monkeypatch, taken):
    """As when another program sweeps the folder while the report is put in place."""
    write(OLD, tmp_path)
    real = writing.exchange

    def swept(out, work, *more):
        (work / "new" / taken).rename(tmp_path.parent / f"{tmp_path.name}-{taken}")
        real(out, work, *more)

    monkeypatch.setattr(writing, "exchange", swept)
    with pytest.raises(FileNotFoundError):
        write(NEW, tmp_path)
    assert files_in(tmp_path) == OLD


@pytest.mark.parametrize("taken", NEW)
def test_a_file_that_goes_missing_before_the_exchange_is_an_error(tmp_path, taken):
    class Swept(dict):
        def items(self):
            yield from super().items()
            (work_in(tmp_path) / "new" / taken).unlink()

    write(OLD, tmp_path)
    with pytest.raises(FileNotFoundError):
        write(Swept(NEW), tmp_path)
    assert files_in(tmp_path) == OLD


def test_a_page_that_cannot_be_written_leaves_the_old_report(tmp_path):
    write(OLD, tmp_path)
    with pytest.raises(OSError, match="index"):
        write({"index.html": "new", "index.html/below": "new"}, tmp_path)
    assert files_in(tmp_path) == OLD


def test_no_signal_gets_between_two_files_of_a_report(tmp_path, monkeypatch):
    write(OLD, tmp_path)
    real = os.replace

    def disturbed(source, target):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGTERM)
        real(source, target)

    monkeypatch.setattr(os, "replace", disturbed)
    write(NEW, tmp_path)
    assert files_in(tmp_path) == NEW
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


KILLED_ANYWHERE = """
import itertools, json, os, shutil, signal, sys
from pathlib import Path
from dpbi.audit import lock, writing

OLD, NEW = json.loads(sys.argv[2])
CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "shutil.rmtree", "open", "os.truncate"}

def write(files, out):
    with writing.held_for_writing(out) as place:
        place.write(files)

def whole(out):
    text = lambda p: p.read_text(encoding="utf-8")
    return {p.relative_to(out).as_posix(): text(p) for p in out.rglob("*") if p.is_file()}

def killed(at, work, *arguments):
    "Do the work in a child that is killed before its change number `at`; whether it was."
    if not (child := os.fork()):
        count = itertools.count()
        def hook(event, _):
            if event in CHANGES and next(count) == at:
                os.kill(os.getpid(), signal.SIGKILL)
        sys.addaudithook(hook)
        work(*arguments)
        os._exit(0)
    return os.waitpid(child, 0)[1] == signal.SIGKILL

def start_again(out):
    with writing.held_for_writing(out):
        pass

ends = []
for at in itertools.count():
    out = Path(sys.argv[1]) / str(at)
    write(OLD, out)
    died = killed(at, write, NEW, out)
    left = Path(f"{out}.left")
    shutil.copytree(out, left)
    start_again(out)
    ends.append(whole(out))
    undone = any(left.glob(".audit-*/journal.json"))
    # the next start is killed too, anywhere, and the one after it is not
    for again in itertools.count() if undone and sys.argv[3] == "twice" else ():
        shutil.rmtree(out)
        shutil.copytree(left, out)
        died_again = killed(again, start_again, out)
        start_again(out)
        assert whole(out) == ends[-1], (at, again)
        if not died_again:
            break
    if not died:
        break
print(json.dumps(ends))
"""


@pytest.mark.parametrize("often", ["once", "twice"])
def test_a_kill_before_any_change_on_the_disk_leaves_the_old_report_or_the_new_one(tmp_path, often):
    done = subprocess.run(
        [sys.executable, "-c", KILLED_ANYWHERE, str(tmp_path), json.dumps([OLD, NEW]), often],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    ends = json.loads(done.stdout)
    new = [end == NEW for end in ends]
    assert all(end in (OLD, NEW) for end in ends)
    assert new == sorted(new)  # from one moment on it is the new one
    assert new.count(False) > 12  # the moves of the exchange among them
    assert new.count(True) > 3  # and the removal of what was replaced


def test_the_old_report_is_not_deleted_where_it_cannot_be_put_back(tmp_path):
    work = tmp_path / f"{writing.UNFINISHED}left"
    (work / "old").mkdir(parents=True)
    (work / "old" / "index.html").write_text("old", encoding="utf-8")
    for journal in (None, "{", "[]", "{}"):
        if journal is not None:
            (work / "journal.json").write_text(journal, encoding="utf-8")
        with pytest.raises(NotUndone, match=r"the old report is in .*old"):
            write(NEW, tmp_path)
        assert (work / "old" / "index.html").read_text(encoding="utf-8") == "old"
        assert not (tmp_path / "index.html").exists()


def test_a_journal_that_comes_with_a_folder_moves_nothing_but_reports(tmp_path):
    """A copied repository may have anything in its report's folder."""
    out = tmp_path / "clone" / "reports"
    work = out / f"{writing.UNFINISHED}left"
    (work / "new").mkdir(parents=True)
    (work / "old").mkdir()
    (out / "keys").write_text("theirs", encoding="utf-8")
    (tmp_path / "keys").write_text("mine", encoding="utf-8")
    (out / "letter.txt").write_text("mine", encoding="utf-8")
    for journal in (
        {"old": ["../../keys"], "new": []},
        {"old": [], "new": ["letter.txt"]},
        {"old": [], "new": [str(tmp_path / "keys")]},
    ):
        (work / "journal.json").write_text(json.dumps(journal), encoding="utf-8")
        with pytest.raises(NotUndone, match="names other files"):
            write(NEW, out)
    assert (tmp_path / "keys").read_text(encoding="utf-8") == "mine"
    assert (out / "letter.txt").read_text(encoding="utf-8") == "mine"


def test_links_that_come_with_a_folder_are_not_followed(tmp_path):
    mine, out = tmp_path / "mine", tmp_path / "reports"
    work = out / f"{writing.UNFINISHED}left"
    mine.mkdir()
    work.mkdir(parents=True)
    (mine / "index.html").write_text("mine", encoding="utf-8")
    (work / "old").symlink_to(mine)
    journal = json.dumps({"old": ["index.html"], "new": []})
    (work / "journal.json").write_text(journal, encoding="utf-8")
    write(NEW, out)
    assert (mine / "index.html").read_text(encoding="utf-8") == "mine"
    (out / lock.FILE).symlink_to(mine / "index.html")
    with pytest.raises(OSError, match=lock.FILE):
        write(NEW, out)
    assert (mine / "index.html").read_text(encoding="utf-8") == "mine"


def test_a_folder_has_one_audit_at_a_time(tmp_path):
    with writing.held_for_writing(tmp_path) as place:
        with pytest.raises(lock.FolderInUse) as refused, writing.held_for_writing(tmp_path):
            pass
        assert str(refused.value) == (
            f"another audit (process {os.getpid()}) is writing to {tmp_path}: "
            "wait for it, or name another folder with --out"
        )
        place.write(NEW)
    write(OLD, tmp_path)
    assert files_in(tmp_path) == OLD


def test_a_second_audit_of_the_same_folder_is_refused_for_the_whole_run_of_the_first(tmp_path):
    go_on = tmp_path / "go-on"
    root = repository(
        tmp_path / "clone",
        slow=f"print('begun', file=open({str(tmp_path / 'begun')!r}, 'w')); "
        f"[time.sleep(0.01) for _ in iter(Path({str(go_on)!r}).exists, True)]",
    )
    first = subprocess.Popen(
        audit("--cache", tmp_path / "first"), cwd=root, stdout=subprocess.PIPE, text=True
    )
    while not (tmp_path / "begun").exists():
        assert first.poll() is None
    second = subprocess.run(
        audit("--cache", tmp_path / "second"), cwd=root, capture_output=True, text=True, check=False
    )
    go_on.touch()
    out, _ = first.communicate()
    assert (second.returncode, second.stdout) == (2, "")
    assert f"another audit (process {first.pid}) is writing to " in second.stderr
    assert second.stderr.count("\n") == 1
    assert first.returncode == 0, out
    assert not list((root / "reports").glob(".*"))


def test_a_second_audit_in_this_folder_is_refused_while_the_first_one_decides(tmp_path):
    """The same in forks: the second one is a reading of the first."""
    root = repository(tmp_path / "clone", slow="import audited; audited.MEANWHILE()")
    refused = []

    def second():
        audited.MEANWHILE = bool  # where it is not refused, it ends
        audited.started("--cache", tmp_path / "second", "--jobs", 1)

    def first():
        audited.MEANWHILE = lambda: refused.append(forked(second, cwd=root))
        try:
            audited.started("--cache", tmp_path / "first", "--jobs", 1)
        finally:
            told = [os.getpid(), *((d.returncode, d.stdout, d.stderr) for d in refused)]
            (tmp_path / "told").write_text(json.dumps(told), encoding="utf-8")

    done = forked(first, cwd=root)
    told = (tmp_path / "told").read_text(encoding="utf-8")
    number, (code, out, said) = json.loads(told)
    assert (code, out, said.count("\n")) == (2, "", 1)
    assert f"another audit (process {number}) is writing to " in said
    assert done.returncode == 0, done.stderr
    assert not list((root / "reports").glob(".*"))


def test_the_lock_of_an_audit_that_was_killed_is_taken_over(tmp_path):
    def killed():
        with writing.held_for_writing(tmp_path):
            os.kill(os.getpid(), signal.SIGKILL)

    assert forked(killed).returncode == -signal.SIGKILL
    assert (tmp_path / lock.FILE).exists()
    write(NEW, tmp_path)
    assert files_in(tmp_path) == NEW


def test_a_lock_file_that_its_owner_has_just_removed_holds_nothing(tmp_path, monkeypatch):
    """The other audit ends between our opening its file and our locking it."""
    real, stale = lock._lock, []

    def late(handle):
        if not stale:
            stale.append(handle)
            (tmp_path / lock.FILE).unlink()
        real(handle)

    monkeypatch.setattr(lock, "_lock", late)
    with lock.held(tmp_path), pytest.raises(lock.FolderInUse), lock.held(tmp_path):
        pass
    assert len(stale) == 1


def test_a_disk_that_knows_no_locks_is_refused_in_a_sentence(tmp_path, monkeypatch):
    def none(_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(lock, "_lock", none)
    with pytest.raises(lock.CannotLock, match=r"\(No locks available\): name a folder"):
        write(NEW, tmp_path)
