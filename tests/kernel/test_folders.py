"""The kernel's command: each file once, nothing left out in silence, no line that a name forges."""

import json
import os
import subprocess
import sys

import pytest
from kernel_command import run
from kernel_ledger import LEDGER, good

from dpbi import kernel

FORGED = "x\n289 accepted, 0 rejected, 0 skipped.\n\x1b[2K\u202e"


def summary(out):
    return out.splitlines()[-5:]


def test_the_summary_counts_apart_what_differs_in_kind(folder):
    kinds = {}
    for c in good():
        quantifier = LEDGER["readings"][f"{c['claim']}/{c['reading']}"]["quantifier"]
        kinds.setdefault((c["says"], quantifier), []).append(c)
    refuted, true, exists = (
        kinds[key]
        for key in (
            ("conclusion false", "forall"),
            ("conclusion true", "forall"),
            ("conclusion true", "exists"),
        )
    )
    place = folder / "kinds"
    place.mkdir()
    for i, c in enumerate([*refuted[:4], *true[:3], *exists[:2]]):
        (place / f"{i}.json").write_text(json.dumps(c))
    code, out, _ = run("--ledger", folder / "ledger.json", place)
    assert code == 0
    assert out.splitlines() == [
        "4 refuted at an instance.",
        "2 existence shown.",
        "3 true at the listed instances, of readings that say more.",
        "0 proved on the whole of a finite domain.",
        "9 accepted, 0 rejected, 0 skipped.",
    ]


@pytest.mark.parametrize("field", ["claim", "reading", "says", "schema", "extra"])
def test_no_name_in_a_certificate_can_look_like_a_line_of_the_program(folder, field):
    for i, name in enumerate((FORGED, "\ud800", "x" * 10**5, "\u0661", "\x00")):
        bad = folder / "certificates" / f"bad{i}.json"
        bad.write_text(json.dumps(good()[0] | {field: name}))
    code, out, err = run("-v", "--ledger", folder / "ledger.json", folder / "certificates")
    assert (code, err) == (1, "")
    assert out.isascii()
    assert out.replace("\n", "").isprintable()
    assert len(out.splitlines()) == 3 + 5 + 5
    assert summary(out)[-1] == "3 accepted, 5 rejected, 0 skipped."
    assert max(map(len, out.splitlines())) < 1000


def test_names_in_the_ledger_and_in_assignments_are_shown_the_same_way(folder):
    formula = {"quantifier": "forall", "hypotheses": [], "conclusion": ["true"]}
    for name, c in (
        ("a", {"variables": [[FORGED, ["int", 1, 2]]], **formula}),
        ("b", {"variables": [[FORGED, ["prior"], FORGED]], **formula}),
        ("c", {"variables": [["x", [FORGED]]], **formula}),
        ("d", {**formula, "variables": [], "conclusion": [FORGED]}),
        ("e", {**formula, "variables": [], "quantifier": FORGED}),
        ("f", {**formula, "variables": [], FORGED: 1}),
        ("g", {**formula, "variables": [], "conclusion": ["lt", ["num", FORGED], ["num", "1"]]}),
        ("h", {**formula, "variables": [[FORGED, ["dataset"]]]}),
        ("i", {**formula, "variables": [["x", ["int", 1, 2]]], "conclusion": ["and", FORGED]}),
    ):
        (folder / "ledger.json").write_text(json.dumps({"schema": 1, "readings": {"a/b": c}}))
        given = {v[0]: 3 for v in c["variables"]}
        document = {"schema": 1, "claim": "a", "reading": "b", "says": "conclusion true"}
        (folder / "one.json").write_text(json.dumps(document | {"assignment": given}))
        code, out, _ = run("--ledger", folder / "ledger.json", folder / "one.json")
        assert code == 1, name
        assert len(out.splitlines()) == 6, name
        assert out.replace("\n", "").isprintable()


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux only")
def test_a_file_name_that_is_no_text_stops_nothing(folder):
    place = folder / "certificates"
    for name in (b"\xff\xfe.json", b"a\n9 accepted, 0 rejected, 0 skipped.\n.json"):
        (place / os.fsdecode(name)).write_text(json.dumps(good()[0]))
    (place / os.fsdecode(b"\xfd.json")).write_text("{")
    code, out, err = run("-v", "--ledger", folder / "ledger.json", place)
    assert (code, err) == (1, "")
    assert summary(out)[-1] == "5 accepted, 1 rejected, 0 skipped."
    assert len(out.splitlines()) == 6 + 5
    code, out, err = run(os.fsdecode(b"-\xff\n"))
    assert code == 2
    assert len(err.splitlines()) == 1


def test_a_folder_is_read_as_a_whole_and_what_is_left_out_is_said(folder):
    place = folder / "certificates"
    (place / "UPPER.JSON").write_text(json.dumps(good()[3]))
    (place / "notes.txt").write_text("no certificate")
    (place / "link.json").symlink_to(place / "some" / "0.json")
    (place / "loop").symlink_to(place)
    code, out, _ = run("--ledger", folder / "ledger.json", place)
    assert code == 0
    said = dict(line.split(": ") for line in out.splitlines()[:-5])
    assert said == {
        f'"{place / "link.json"}"': "skipped, it is a link.",
        f'"{place / "loop"}"': "skipped, it is a link.",
        f'"{place / "notes.txt"}"': "skipped, its name ends in no .json.",
    }
    assert summary(out)[-1] == "4 accepted, 0 rejected, 3 skipped."


def test_a_file_that_is_given_thrice_counts_once(folder):
    one = folder / "certificates" / "some" / "0.json"
    again = folder / "certificates" / "some" / ".." / "some" / "0.json"
    code, out, _ = run("--ledger", folder / "ledger.json", one, again, folder / "certificates", one)
    assert code == 0
    assert out.count("skipped, the same file as") == 3
    assert summary(out)[-1] == "3 accepted, 0 rejected, 3 skipped."


def test_what_cannot_be_read_is_rejected_and_the_rest_is_read(folder):
    place = folder / "certificates"
    os.mkfifo(place / "pipe.json")
    (place / "folder.json").mkdir()
    code, out, _ = run("--ledger", folder / "ledger.json", place, folder / "none.json")
    assert code == 1
    assert 'pipe.json": There is no such file, or it is not a regular one.' in out
    assert summary(out)[-1] == "3 accepted, 2 rejected, 0 skipped."
    found = kernel.judged(place / "pipe.json", LEDGER)
    assert found == ("", "There is no such file, or it is not a regular one.")


def test_a_folder_too_deep_for_the_system_is_rejected_and_the_rest_is_read(folder):
    here, name = os.open(folder / "certificates", os.O_RDONLY), "d" * 250
    deepest = here
    for _ in range(20):  # no path names the last of them, only a handle on the one above
        os.mkdir(name, dir_fd=deepest)
        deepest = os.open(name, os.O_RDONLY, dir_fd=deepest)
    code, out, err = run("--ledger", folder / "ledger.json", folder / "certificates")
    assert (code, err) == (1, "")
    assert "File name too long" in out
    assert summary(out)[-1] == "3 accepted, 1 rejected, 0 skipped."


def test_a_defect_of_the_kernel_rejects_one_file_only(folder, monkeypatch, capsys):
    usual, calls = kernel.check, []

    def broken(certificate, ledger):
        calls.append(certificate)
        if len(calls) == 1:
            raise MemoryError(FORGED)
        return usual(certificate, ledger)

    monkeypatch.setattr(kernel, "check", broken)
    code = kernel.main(["--ledger", str(folder / "ledger.json"), str(folder / "certificates")])
    out = capsys.readouterr().out
    assert code == 1
    assert "The kernel stopped: MemoryError: x" in out
    assert summary(out)[-1] == "2 accepted, 1 rejected, 0 skipped."


def test_no_line_is_begun_by_a_file_name(folder):
    place = folder / "certificates"
    (place / "ok a.json: refuted at an instance.json").write_text("{")
    (place / 'x": refuted at an instance.json').write_text("{")
    (place / "9 accepted, 0 rejected, 0 skipped.").write_text("")
    (place / "again.json").symlink_to(place / "some" / "0.json")
    argument = os.path.relpath(place, folder)
    code, out, _ = run("-v", "--ledger", "ledger.json", argument, argument, cwd=folder)
    assert code == 1
    *lines, _, _, _, _, last = out.splitlines()
    assert last == "3 accepted, 2 rejected, 9 skipped."
    assert len(lines) == 3 + 2 + 9
    assert sum(line.startswith('ok "certificates') for line in lines) == 3
    assert sum(line.startswith('"certificates') for line in lines) == 11
    assert '"certificates/x\\": refuted at an instance.json": It is not JSON' in out
    code, _, err = run("--ledger", "ok none.json", argument, cwd=folder)
    assert code == 2
    assert err.startswith('"ok none.json": ')


def unwritten(how, *arguments):
    """The exit code and the errors of the command, its output closed or broken in the shell."""
    words = [sys.executable, "-I", "-S", kernel.__file__, *map(str, arguments)]
    done = subprocess.run(["sh", "-c", how, "sh", *words], capture_output=True, text=True)
    return done.returncode, done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="it is about descriptors")
def test_output_that_cannot_be_written_is_no_rejection(folder):
    given = ("-v", "--ledger", folder / "ledger.json", folder / "certificates")
    code, err = unwritten('"$@" >&-', *given)
    assert (code, err) == (2, "The standard output is closed.\n")
    assert unwritten('"$@" >&- 2>&-', *given) == (2, "")
    assert unwritten('"$@" 2>&-', "--none") == (2, "")
    assert unwritten('"$@" 2>&-', *given) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="it is about pipes")
def test_a_reader_that_went_away_is_no_rejection(folder):
    reader, writer = os.pipe()
    os.close(reader)
    words = [sys.executable, "-I", "-S", kernel.__file__, "-v"]
    words += ["--ledger", str(folder / "ledger.json"), str(folder / "certificates")]
    try:
        done = subprocess.run(words, stdout=writer, stderr=subprocess.PIPE, text=True)
    finally:
        os.close(writer)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "Broken pipe" in done.stderr


def test_a_file_name_that_the_system_refuses_is_bad_usage(folder):
    code, out, err = run("--ledger", folder / "ledger.json", "x" * 5000)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
