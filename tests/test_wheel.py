"""The wheel has all that is needed: `dpbi claims` works without the repository."""

import json
import subprocess
import sys
import tomllib
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


def test_the_repository_keeps_the_claims_once():
    assert not (ROOT / "dpbi" / "claims.json").exists()
    with open(ROOT / "pyproject.toml", "rb") as file:
        wheel = tomllib.load(file)["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert "reports/claims.json" in wheel["only-include"]


def test_the_claims_are_read_from_a_wheel(installed, tmp_path):
    python, packages = installed
    dpbi_command = python.with_name("dpbi")
    done = run(dpbi_command, "claims", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    ours = json.loads((ROOT / "reports" / "claims.json").read_text(encoding="utf-8"))
    assert json.loads(done.stdout)["claims"] == ours["claims"]
    asked = run(python, "-P", "-c", "import dpbi; print(dpbi.__file__)", cwd=tmp_path)
    assert Path(asked.stdout.strip()).is_relative_to(packages)


def test_the_kernel_of_a_wheel_finds_its_formulas_beside_it(installed, tmp_path):
    python, packages = installed
    certificate = next((ROOT / "reports" / "certificates").rglob("*.json"))
    done = run(python, "-I", packages / "dpbi" / "kernel.py", certificate, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_installation_without_claims_says_so_in_one_sentence(installed, tmp_path):
    python, packages = installed
    file = packages / "dpbi" / "claims.json"
    kept = file.read_bytes()
    file.unlink()
    try:
        done = run(python.with_name("dpbi"), "claims", cwd=tmp_path)
    finally:
        file.write_bytes(kept)
    assert (done.returncode, done.stdout) == (2, "")
    assert "claims.json is missing" in done.stderr
    assert done.stderr.count("\n") == 1
