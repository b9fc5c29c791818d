"""What a stranger imports: names, types, options, and what importing costs."""

import ast
import inspect
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import dpbi
from dpbi.laws.protocol import Continuous
from dpbi.mechanisms.counts import OfCounts
from dpbi.mechanisms.registry import OF_THE_DRAFTS, OnCountsName

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "tests" / "examples"
SOURCE = Path(dpbi.__file__).read_text(encoding="utf-8")
FUNCTIONS = {
    name: value for name in dpbi.__all__ if inspect.isfunction(value := getattr(dpbi, name))
}


def python(*arguments, **options):
    """What a fresh interpreter prints."""
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=True, **options
    ).stdout


def test_type_checkers_see_the_names_that_are_loaded_and_no_others():
    block = next(n for n in ast.parse(SOURCE).body if isinstance(n, ast.If))
    seen = {
        alias.asname: (statement.module, alias.name)
        for statement in block.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }
    assert seen == {name: (module, name) for name, module in dpbi._MODULE.items()}
    assert len(seen) == len(" ".join(dpbi._HOME.values()).split())  # no name is listed twice


def test_every_public_name_can_be_had_in_every_way():
    got = python("-c", "from dpbi import *; print(*sorted(n for n in dir() if n[0] != '_'))")
    assert got.split() == sorted(dpbi.__all__)
    assert set(dpbi.__all__) <= set(dir(dpbi))
    for name in dpbi.__all__:
        value = getattr(dpbi, name)
        assert value is getattr(dpbi, name)
        assert getattr(value, "__name__", name) in (name, "Union", "UnionType", "dpbi")
    with pytest.raises(AttributeError, match="dpbi has no 'privacy_los'"):
        dpbi.privacy_los  # noqa: B018


def test_the_version_is_said_once_in_pyproject():
    said = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert dpbi.__version__ == said["project"]["version"]
    assert said["project"]["version"] not in SOURCE


def test_a_copy_of_the_files_that_is_not_installed_says_so(tmp_path):
    (tmp_path / "dpbi").mkdir()
    (tmp_path / "dpbi" / "__init__.py").write_text(SOURCE, encoding="utf-8")
    code = f"import sys; sys.path = [{str(tmp_path)!r}, *sys.path]; import dpbi"
    assert python("-I", "-S", "-c", f"{code}; print(dpbi.__version__)") == "0+unknown\n"


def test_the_command_can_be_run_as_a_module():
    command = Path(sys.executable).with_name("dpbi")
    as_module = python("-m", "dpbi", "list", "--json")
    assert (
        as_module
        == subprocess.run(
            [command, "list", "--json"], capture_output=True, text=True, check=True
        ).stdout
    )
    assert python("-m", "dpbi", "--help").startswith("Usage: dpbi ")


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """What mypy, strict, says of a file that uses the package as installed."""
    pytest.importorskip("mypy")
    place = tmp_path_factory.mktemp("third party")

    def check(name, folder=EXAMPLES):
        (place / name).write_bytes((folder / name).read_bytes())
        return subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-pretty", name],
            cwd=place,
            capture_output=True,
            text=True,
        ).stdout

    return check


def test_the_example_of_the_readme_passes_a_strict_type_checker(checked, tmp_path):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(from dpbi import mechanism.*?)```", text, re.DOTALL)
    (tmp_path / "example.py").write_text(code, encoding="utf-8")
    assert checked("example.py", tmp_path) == "Success: no issues found in 1 source file\n"


def test_type_checkers_know_the_names_of_the_drafts():
    continuous = {m.name for m in OF_THE_DRAFTS if issubclass(m, Continuous)}
    assert continuous == {"laplace-2counts"}
    assert {*get_args(OnCountsName)} == {m.name for m in OF_THE_DRAFTS} - continuous
    assert all(issubclass(m, OfCounts) for m in OF_THE_DRAFTS if m.name not in continuous)


def test_mechanisms_of_third_parties_in_each_form_pass_a_strict_type_checker(checked):
    assert checked("typed_right.py") == "Success: no issues found in 1 source file\n"
    python(EXAMPLES / "typed_right.py")


def test_what_is_no_mechanism_or_no_exact_number_is_refused_by_a_type_checker(checked):
    lines = (EXAMPLES / "typed_wrong.py").read_text(encoding="utf-8").splitlines()
    expected = {i for i, line in enumerate(lines, 1) if line.endswith("# refused")}
    said = checked("typed_wrong.py")
    assert {int(line) for line in re.findall(r"py:(\d+): error", said)} == expected, said


OPTIONS = {"digits", "tolerance", "slack", "threads", "bits", "progress"}
ASKED_ABOUT = {
    "answer", "loss",
    "most",
    "mechanism", "ideal", "implemented", "target", "pld", "query", "over",  # whom
    "x", "y", "pair", "releases", "datasets", "neighbours",  # where
    "epsilon", "epsilons", "delta", "rho", "renyi", "order", "multiple", "promise",
    "at_most", "norm",  # what
    "name", "parameters", "label", "path", "seed", "a", "b",  # what it is called, and is made of
    "outputs", "paths", "seconds",  # of a program
    "listener",  # who is told how far it is
    "spec", "resume", "jobs", "scheduler",  # of a sweep
    "direction", "pessimistic", "grid",  # of the library that dp-accounting is
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_public_functions_have_one_vocabulary_of_options(name):
    parameters = inspect.signature(FUNCTIONS[name]).parameters
    assert set(parameters) <= OPTIONS | ASKED_ABOUT
    for option in OPTIONS & set(parameters):
        assert parameters[option].kind is inspect.Parameter.KEYWORD_ONLY
        assert f"`{option}`" in dpbi.__doc__
    assert ("tolerance" in parameters) == ("digits" in parameters)


WITH_WIDTH = [name for name, f in FUNCTIONS.items() if "digits" in inspect.signature(f).parameters]


@pytest.mark.parametrize("name", WITH_WIDTH)
def test_digits_and_tolerance_are_two_ways_to_say_one_width(name):
    ask = ASKED[name]
    assert ask(digits=3) == ask(tolerance="1e-3") == ask(tolerance="0.001")
    with pytest.raises(dpbi.DpbiError, match="another way to say the tolerance"):
        ask(digits=3, tolerance="1e-3")
    for odd in (0, -1, "x", 2.5, 2001, True):
        with pytest.raises(dpbi.DpbiError, match="digits"):
            ask(digits=odd)


EHD = dpbi.mechanism("ehd", prior=(1, 1), n=2, epsilon=1)
ASKED = {
    "calibrate": lambda **o: dpbi.calibrate(EHD, 1, **o).loss,
    "compare_laws": lambda **o: dpbi.compare_laws(EHD, EHD, **o).log_ratio,
    "composed_delta": lambda **o: dpbi.composed_delta(EHD, 2, 1, **o),
    "composed_epsilon": lambda **o: dpbi.composed_epsilon(EHD, 2, "1/9", **o),
    "composed_profile": lambda **o: dpbi.composed_profile(EHD, 2, [0, 1], **o),
    "pair_profile": lambda **o: dpbi.pair_profile(EHD, (0, 2), (1, 1), [1], **o),
    "privacy_loss": lambda **o: dpbi.privacy_loss(EHD, **o),
    "privacy_profile": lambda **o: dpbi.privacy_profile(EHD, [0, "1/9"], **o),
    "renyi_divergence": lambda **o: dpbi.renyi_divergence(EHD, 2, **o),
    "smallest_epsilon": lambda **o: dpbi.smallest_epsilon(EHD, "1/9", **o),
    "total_variation": lambda **o: dpbi.total_variation(EHD, **o),
    "zero_concentrated": lambda **o: dpbi.zero_concentrated(EHD, **o),
}


PLACES = {"x", "y", "pair"}  # a dataset is anything that can be hashed


@pytest.mark.parametrize("name", FUNCTIONS)
def test_public_functions_take_anything_only_where_anything_will_do(name):
    free = {p for p, hint in get_type_hints(FUNCTIONS[name]).items() if hint is Any}
    assert free - PLACES <= FREE.get(name, set())


FREE = {
    "mechanism": {"parameters"},  # what a class takes is its own affair
    "from_pld": {"pld"},  # of a library without types
    "to_pld": {"return"},
}


def loaded(code):
    """The modules that code loads in a fresh interpreter, beyond those that every one has."""
    listing = "import sys; print(*sys.modules)"
    before, after = (python("-c", f"{c}{listing}").split("\n")[-2] for c in ("", f"{code}\n"))
    return set(after.split()) - set(before.split())


def own(modules, package):
    """How many of these modules are in the package."""
    return sum(name.partition(".")[0] == package for name in modules)


def strangers(modules):
    """The packages that are neither ours nor of the standard library."""
    made = ("cython", "_sysconfigdata")  # by a compiler, or when Python itself was built
    roots = {n.partition(".")[0] for n in modules if not any(word in n for word in made)}
    return roots - sys.stdlib_module_names - {"dpbi"}


COMMAND = """
import contextlib, io, sys
sys.argv = {words}
from dpbi.cli import main
with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
    main()
"""


def command(words):
    """The code of a command whose output nobody reads."""
    return COMMAND.format(words=["dpbi", *words.split()])


def test_importing_the_package_loads_nothing_else():
    modules = loaded("import dpbi")
    assert strangers(modules) == set()
    assert own(modules, "dpbi") == 1
    assert len(modules) <= 40  # most of them are behind `typing`


def test_listing_the_mechanisms_loads_their_numbers_and_the_command_only():
    modules = loaded(command("list"))
    assert strangers(modules) == {"click", "flint"}
    assert "dpbi.mechanisms.exponential" in modules
    assert own(modules, "dpbi") <= 50
    assert (
        len(modules) <= 250
    )  # a table of rich's would bring 50 more, and take as long as all else


@pytest.mark.parametrize("n", [8, 20])
def test_a_small_loss_needs_no_arrays_and_no_compiler(n):
    modules = loaded(command(f"loss ehds --prior 1,1 --n {n} --epsilon 1"))
    assert strangers(modules) == {"click", "flint"}
    assert "dpbi.privacy.loss" in modules  # it was asked
    assert "importlib.metadata" not in modules
    assert own(modules, "dpbi") <= 70
    assert len(modules) <= 250  # numpy alone would bring 150


FIRST_QUESTIONS = """
import dpbi
floored = dpbi.mechanism("laplace", prior=(1, 1), n=1, epsilon=1000)
print(dpbi.smallest_epsilon(floored, "1/2"))
"""


def test_a_question_that_balls_leave_open_may_be_the_first_of_a_process():
    # delta(0) is (1 - e^-500)/2, which no ball of the first width tells from 1/2
    assert python("-c", FIRST_QUESTIONS).split() == ["0"]


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_metadata_say_what_is_true():
    classifiers = PROJECT["classifiers"]
    assert (Path(dpbi.__file__).parent / "py.typed").exists() == ("Typing :: Typed" in classifiers)
    assert sorted(set(classifiers)) == classifiers
    versions = [int(v) for c in classifiers for v in re.findall(r"Python :: 3\.(\d+)$", c)]
    assert f">=3.{min(versions)}" == PROJECT["requires-python"]
    assert PROJECT["keywords"]
    assert "pytest11" in PROJECT["entry-points"]
    assert "Framework :: Pytest" in classifiers


def test_no_licence_is_chosen_anywhere_and_the_readme_says_so():
    assert not {"license", "license-files"} & PROJECT.keys()
    assert not [c for c in PROJECT["classifiers"] if c.startswith("License")]
    assert not list(ROOT.glob("LICEN[CS]E*"))
    assert "\nNo licence has been chosen.\n" in (ROOT / "README.md").read_text(encoding="utf-8")
