"""The kernel as a program: its command, its imports, its speed, and that it changes nothing."""

import copy
import json
import subprocess
import sys

from kernel_command import KERNEL, run
from kernel_ledger import GOOD, LEDGER

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
    bad.write_text(json.dumps(GOOD[0] | {"claim": "none"}))
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


def test_the_ledger_is_looked_for_beside_the_kernel(folder):
    beside = folder / "kernel.py"
    beside.write_text(KERNEL.read_text())
    done = subprocess.run(
        [sys.executable, str(beside), str(folder / "certificates")], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout.splitlines()[-1]) == (
        0,
        "3 accepted, 0 rejected, 0 skipped.",
    )


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
    before = copy.deepcopy((GOOD[0], LEDGER))
    check(GOOD[0], LEDGER)
    assert (GOOD[0], LEDGER) == before
