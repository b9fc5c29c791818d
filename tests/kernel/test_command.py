"""The kernel as a program: its command, its imports, its speed, and that it changes nothing."""

import copy
import json
import shutil
import sys
from pathlib import Path

from kernel_command import KERNEL, run
from kernel_ledger import LEDGER, good

from dpbi.kernel import check


def test_the_command_runs_as_a_plain_file_and_counts_what_it_accepts(folder):
    ledger = ("--ledger", folder / "ledger.json")
    code, out, err = run(*ledger, folder / "certificates")
    assert (code, out.splitlines()[-1], err) == (0, "3 accepted, 0 rejected, 0 skipped.", "")
    code, out, _ = run("-v", *ledger, folder / "certificates", flags=())
    assert code == 0
    assert out.count("ok ") == 3


def test_the_command_prints_one_sentence_for_each_rejection(folder):
    bad = folder / "certificates" / "bad.json"
    bad.write_text(json.dumps(good()[0] | {"claim": "none"}))
    (folder / "certificates" / "worse.json").write_text("[" * 10**6)
    code, out, _ = run("--ledger", folder / "ledger.json", folder / "certificates")
    assert code == 1
    assert f'"{bad}": The ledger has no reading none/small.\n' in out
    assert out.endswith("3 accepted, 2 rejected, 0 skipped.\n")
    assert len(out.splitlines()) == 2 + 5


def test_the_command_refuses_bad_usage_with_code_two(folder):
    ledger = ("--ledger", folder / "ledger.json")
    empty = folder / "empty"
    empty.mkdir()
    for arguments in (
        (),
        ledger,
        (*ledger, empty),
        ("-x",),
        ("--ledger",),
        ("--ledger", "/none", folder),
    ):
        code, out, err = run(*arguments)
        assert (code, out) == (2, ""), arguments
        assert len(err.splitlines()) == 1


def test_a_file_that_is_not_there_is_not_accepted(folder):
    code, out, _ = run("--ledger", folder / "ledger.json", folder / "none.json")
    assert code == 1
    assert out.endswith("0 accepted, 1 rejected, 0 skipped.\n")


def test_the_ledger_of_a_certificate_lies_beside_the_folder_of_certificates(folder, tmp_path):
    some = folder / "certificates" / "some"
    for cwd, place in ((folder, "certificates"), (some, "."), (some, "0.json"), (Path("/"), some)):
        code, out, err = run("-v", place, cwd=cwd)
        assert (code, err) == (0, ""), place
        assert out.count("ok ") == (1 if place == "0.json" else 3)
    moved = folder.rename(tmp_path.with_name(f"{tmp_path.name}-moved"))
    (tmp_path / "link").parent.mkdir()
    (tmp_path / "link").symlink_to(moved / "certificates")
    assert run(tmp_path / "link")[0] == 0


def test_no_other_ledger_is_taken_in_its_place(folder, tmp_path):
    for beside in (folder / "certificates", folder / "certificates" / "some", folder.parent):
        assert not (beside / "ledger.json").exists()
    (folder / "ledger.json").rename(folder / "certificates" / "ledger.json")
    code, out, err = run(folder / "certificates" / "some")
    assert (code, out) == (2, "")
    assert str(folder / "ledger.json") in err


def test_a_certificate_that_lies_elsewhere_needs_a_named_ledger(folder):
    one = (folder / "certificates" / "some" / "0.json").rename(folder / "one.json")
    code, out, err = run(one)
    assert (code, out) == (2, "")
    assert err == f'"{one}" is in no folder certificates: name its ledger with --ledger FILE.\n'
    assert run("--ledger", folder / "ledger.json", one)[0] == 0


def test_what_does_not_exist_is_said_not_to(tmp_path):
    for place in ("report/certificates", "gone.json"):
        assert run(place, cwd=tmp_path) == (2, "", f'"{place}" does not exist.\n')


def test_certificates_of_two_reports_are_not_checked_together(folder):
    shutil.copytree(folder / "certificates", folder / "other" / "certificates")
    (folder / "other" / "ledger.json").write_text(json.dumps({"schema": 1, "readings": {}}))
    code, out, err = run(folder / "certificates", folder / "other" / "certificates")
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert "have each a ledger of their own" in err
    assert run(folder / "other" / "certificates")[0] == 1


def test_the_kernel_imports_only_the_standard_library_even_from_its_own_folder():
    imports = [
        line.split()[1]
        for line in KERNEL.read_text().splitlines()
        if line.startswith(("import ", "from "))
    ]
    assert set(imports) <= set(sys.stdlib_module_names) | {"collections.abc"}
    returncode, _, err = run(flags=(), cwd=KERNEL.parent)
    assert (returncode, err) == (2, "There is nothing to check.\n")


def test_no_float_and_no_float_function_occurs_in_the_kernel():
    import ast

    tree = ast.parse(KERNEL.read_text())
    for node in ast.walk(tree):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not isinstance(node, ast.Div), "a quotient of integers would be a float"
        assert not (
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.Pow)
            and isinstance(node.right, ast.UnaryOp)
        )
        assert not (
            isinstance(node, ast.Name) and node.id in ("float", "round", "complex", "eval", "exec")
        )


def test_a_certificate_and_a_ledger_are_not_changed_by_checking():
    before = copy.deepcopy((good()[0], LEDGER))
    check(good()[0], LEDGER)
    assert (good()[0], LEDGER) == before
