"""The report on the shape of the code sees what is beyond each measure, and is never an error."""

import os
import subprocess
import sys

import house
import pytest

FIRST = "def first(a):\n    top, _, low = a.partition('/')\n    return int(top) / int(low or 1)\n"
SECOND = FIRST.replace("top", "over").replace("first(a)", "second(b)").replace("a.p", "b.p")


def test_a_copy_in_other_names_is_seen():
    assert [len(names) for names in house.bodies(FIRST + SECOND).values()] == [2]
    assert len(house.bodies(FIRST + SECOND.replace("or 1", "or 2"))) == 2


ROOM = "'''A room.'''\n" + "\n" * 30
SMALL = {
    "dpbi/__init__.py": "",
    "dpbi/kernel.py": ROOM,
    "dpbi/laws/__init__.py": "",
    "dpbi/laws/one.py": ROOM + "import flint\nclass One:\n    pass\n" + FIRST,
    "README.md": "a line\n" * (house.README_LINES - 2) + "<!-- a table -->\n\n\n<!-- end -->\n",
    "CONTRIBUTING.md": "## Packages\n\n| package | what | in |\n|---|---|---|\n"
    "| python-flint | balls | laws |\n",
    "verify/proofs/Short.v": "Lemma one : 1 = 1.\n",
}
BEYOND = {
    "long_readme": {"README.md": "a line\n" * (house.README_LINES + 1)},
    "long_modules": {"dpbi/laws/two.py": "\n" * (house.MOST_LINES + 1)},
    "tiny_modules": {"dpbi/laws/two.py": "\n" * (house.FEWEST_LINES - 1)},
    "full_folders": {f"dpbi/laws/m{i}.py": ROOM for i in range(house.MOST_MODULES)},
    "stale_rows": {"dpbi/bayes.py": ROOM + "def f():\n    import flint\n"},
    "types_named_twice": {"dpbi/laws/two.py": ROOM + "One = dict[str, int]\n"},
    "types_named_like_ours": {"dpbi/libraries/two.py": ROOM + "class EHDL:\n    pass\n"},
    "functions_named_twice": {"dpbi/laws/two.py": ROOM + "def first():\n    pass\n"},
    "functions_written_twice": {"dpbi/laws/two.py": ROOM + SECOND},
    "wide_proofs": {"verify/proofs/Short.v": "Lemma one : 1 = 1. \n"},
}


@pytest.fixture
def reported(tmp_path, monkeypatch):
    """The report on a repository with these files."""

    def of(files):
        for name, source in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(source, encoding="utf-8")
        found = sorted((tmp_path / "dpbi").rglob("*.py"))
        names = [".".join(p.relative_to(tmp_path).with_suffix("").parts) for p in found]
        paths = {n.removesuffix(".__init__"): p for n, p in zip(names, found, strict=True)}
        monkeypatch.setattr(house, "ROOT", tmp_path / "dpbi")
        monkeypatch.setattr(house, "REPOSITORY", tmp_path)
        monkeypatch.setattr(house, "PATHS", paths)
        clear()
        return list(house.report())

    def clear():
        for kept in (house.tree, house.nodes, house.rooms_that_import):
            kept.cache_clear()

    yield of
    clear()


def test_where_every_measure_is_kept_the_report_is_one_line(reported):
    count = len(house.MEASURES)
    assert reported(SMALL) == [f"The shape of the code: {count} of {count} measures kept."]


@pytest.mark.parametrize("name", BEYOND)
def test_what_is_beyond_a_measure_is_one_line_of_the_report(reported, name):
    heading, line = reported(SMALL | BEYOND[name])
    (measure,) = (said for said, of in house.MEASURES.items() if of.__name__ == name)
    assert f" {len(house.MEASURES) - 1} of " in heading
    assert line.startswith(f"  {measure}: ")
    assert "not measured" not in line


def test_every_measure_is_seen_to_be_broken():
    assert list(BEYOND) == [of.__name__ for of in house.MEASURES.values()]


def test_of_many_findings_a_few_are_shown_and_the_others_counted(reported):
    few = {f"dpbi/laws/m{i}.py": "\n" for i in range(house.SHOWN + 2)}
    _, line = reported(SMALL | few)
    assert line.count(" has 1;") == house.SHOWN
    assert line.endswith("; and 2 more")


def test_a_file_that_cannot_be_read_as_python_is_said_and_ends_no_build(reported):
    broken = "\n".join(reported(SMALL | {"dpbi/laws/two.py": ROOM + "def (:\n"}))
    assert "a function is written once: not measured, SyntaxError" in broken
    assert "at most 400 lines" not in broken  # what needs no syntax is measured


def test_the_command_prints_the_report_and_ends_well_whatever_it_finds(tmp_path):
    (tmp_path / "dpbi").mkdir()
    (tmp_path / "dpbi" / "__init__.py").touch()  # a package in which nothing is as it should be
    done = subprocess.run(
        [sys.executable, house.__file__],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("The shape of the code: ")
    assert "\n  CONTRIBUTING's table of packages names the rooms that import each: " in done.stdout
