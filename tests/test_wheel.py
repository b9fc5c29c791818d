"""The wheel has all that is needed to begin a folder of claims, and no claims of its own."""

import subprocess
import sys
import venv
from importlib.metadata import distribution, files
from pathlib import Path

import pytest

import dpbi

ROOT = Path(dpbi.__file__).parent.parent


def run(*command, cwd):
    return subprocess.run(
        [*map(str, command)], cwd=cwd, capture_output=True, text=True, check=False, timeout=600
    )


def homes_of_dependencies():
    """The folders in which what dpbi needs is installed; dpbi itself is not looked for there."""
    needed = [*distribution("dpbi").requires, "markdown-it-py", "mdurl", "pygments"]
    names = {r.split(">")[0].split("=")[0] for r in needed if "extra ==" not in r}
    return sorted({str(Path(files(n)[0].locate()).parent.parent) for n in names})


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A fresh environment with a wheel of dpbi in it: its folder of scripts."""
    folder = tmp_path_factory.mktemp("wheel")
    built = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    assert built.returncode == 0, built.stderr
    (wheel,) = folder.glob("*.whl")
    place = folder / "fresh"
    venv.create(place, symlinks=True)
    scripts = place / ("Scripts" if sys.platform == "win32" else "bin")
    python = next(p for p in scripts.iterdir() if p.stem == "python")
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps")
    done = run(*pip, "--no-index", wheel, cwd=folder)
    assert done.returncode == 0, done.stderr
    asked = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder)
    packages = Path(asked.stdout.strip())
    (packages / "needed.pth").write_text("\n".join(homes_of_dependencies()), encoding="utf-8")
    return python, packages


def test_a_wheel_has_the_tool_and_no_claims_of_any_draft(installed):
    _, packages = installed
    files = {p.relative_to(packages).as_posix() for p in (packages / "dpbi").rglob("*.*")}
    assert {"dpbi/kernel.py", "dpbi/ledger/folders/scaffold/ledger.toml.txt"} <= files
    study = ("claims.json", "passages.json", "ledger.json", "statements/laws.py")
    assert not [f for f in files if f.endswith(study)]
    modules = {p.relative_to(ROOT).as_posix() for p in (ROOT / "dpbi").rglob("*.py")}
    assert modules == {f for f in files if f.endswith(".py")}


@pytest.mark.parametrize("words", [("claims",), ("explain", "a.b"), ("audit",), ("errata", "a")])
def test_an_installation_without_claims_says_so_in_one_sentence(installed, tmp_path, words):
    python, packages = installed
    done = run(python.with_name("dpbi"), *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "there are no claims here" in done.stderr
    assert done.stderr.count("\n") == 1
    asked = run(python, "-P", "-c", "import dpbi; print(dpbi.__file__)", cwd=tmp_path)
    assert Path(asked.stdout.strip()).is_relative_to(packages)


def test_a_folder_is_begun_decided_audited_and_rechecked_by_a_wheel_alone(installed, tmp_path):
    python, packages = installed
    for words in (
        (python.with_name("dpbi"), "init", "mine"),
        (python, "-m", "pytest", "-q", "mine"),
        (python.with_name("dpbi"), "audit", "--claims", "mine"),
    ):
        done = run(*words, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
    assert "2 claims: 1 true, 1 false as written" in done.stdout
    kernel = packages / "dpbi" / "kernel.py"
    certificates = Path("mine") / "report" / "certificates"
    done = run(python, "-I", kernel, certificates, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("1 refuted at an instance.")
