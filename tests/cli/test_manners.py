"""The command is helpful, and whatever goes wrong is not a verdict."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import fuzz_command
import pytest
from checked import COMMAND, START
from checked import dpbi as command

from dpbi.cli import dpbi as group
from dpbi.errors import InvalidValue, UnknownName


@pytest.fixture
def run():
    """run("law", "ehd", ..) -> exit code, stdout, stderr."""
    return lambda *words: fuzz_command.run(list(words))


def of(name, *more, n="3"):
    return ("loss", name, "--prior", "1,1", "--n", n, "--epsilon", "1", *more)


def test_without_a_command_the_help_is_printed_as_lines_on_stderr(run):
    code, out, err = run()
    assert (code, out) == (2, "")
    assert err.startswith("Usage: dpbi")
    assert "\n  law " in err
    assert run("--help")[:2] == (0, err)


def test_every_example_of_a_command_fits_in_sixty_columns(run):
    verbs = re.findall(r"^  ([a-z]+)  ", run("--help")[1].split("Commands:")[1], re.MULTILINE)
    assert {"check", "loss", "sweep"} <= {*verbs}
    for verb in verbs:
        examples = run(verb, "--help")[1].partition("Examples:")[2].partition("\n\n")[0]
        assert all(len(line) <= 60 for line in examples.splitlines()), examples


ANSWERED = {
    ("claims", "--draft", "nosuch"): "there is no draft named 'nosuch'; known: between, lproof",
    ("claims", "show", "nosuch"): " more",
    ("nosuch",): "there is no command named 'nosuch'; known: list, law, ",
    ("annotate",): "dpbi: Missing argument 'DRAFT_FILE'.",
    (
        "search",
        "ehdss",
    ): "no claim with a formula and no mechanism named 'ehdss'; did you mean ehds?",
    ("claims", "--draft", "Tailorng"): "did you mean tailoring?",
    ("claims", "show", "short.thm-3.1.edh"): "did you mean short.thm-3.1.ehd?",
    ("claims", "show", "short.thm-3.1.ehd/nosuch"): "there is no reading of short.thm-3.1.ehd",
    ("claims", "list"): "write `dpbi claims`",
    of("EHD"): "did you mean ehd?",
    of("Laplace_Improved"): "did you mean laplace-improved?",
    ("EHD",): "ehd is a mechanism: did you mean dpbi law ehd?",
    ("LAW",): "did you mean law?",
    ("my.py:Mine",): "did you mean dpbi check my.py:Mine?",
    ("lwa",): "did you mean law?",
    ("law", "--seed"): "dpbi law has no option --seed; it takes --prior, --n, --epsilon",
    ("law", "ehd"): "dpbi: --counts is missing: name the dataset, such as --counts 7,13",
    ("check",): "dpbi: TARGET is missing: name what to check, such as my_file.py:Name",
    ("law", "--cuonts", "1,1"): "did you mean --counts?",
    ("--helf",): "did you mean --help?",
    ("recheck", "notjson"): "there is no such file",
    of("ehd", "--digits"): "--digits",
    of("ehd", "--digits", "\u00b2"): "write a whole number",
    of("ehd", "-p", "n=2"): "--n or --counts says",
    of("ehd", "--prior", "1" * 5000): "at most 4000 digits",
    ("law", "\x1b[31m", "--prior", "1,1", "--counts", "1,1", "--epsilon", "1"): "\\x1b[31m",
}


def of_the_study(words):
    """A case, marked where it is about the claims of the study."""
    marks = pytest.mark.study if words[0] in ("claims", "search", "recheck") else ()
    return pytest.param(words, marks=marks, id=" ".join(words))


@pytest.mark.parametrize("words", [of_the_study(words) for words in ANSWERED])
def test_what_is_misspelled_is_answered_with_what_was_meant(words, run):
    code, out, err = run(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert ANSWERED[words] in err
    assert err.rstrip("\n").isprintable()
    assert len(err) < 1000


@pytest.mark.study
def test_a_part_of_an_id_lists_the_claims_below_it(run):
    code, out, _ = run("claims", "show", "short.thm-3.1")
    assert code == 0
    assert "short.thm-3.1.ehd  (" in out
    _, out, _ = run("claims", "show", "short.thm-3.1", "--json")
    names = [c["id"] for c in json.loads(out)["claims"]]
    assert len(names) > 1
    assert all(name.startswith("short.thm-3.1.") for name in names)


@pytest.mark.study
def test_one_reading_is_shown_alone(run):
    _, out, _ = run("claims", "show", "short.thm-3.1.ehd", "--json")
    (first, *_) = json.loads(out)["readings"]
    _, out, _ = run("claims", "show", f"short.thm-3.1.ehd/{first['id']}", "--json")
    assert json.loads(out)["readings"] == [first]


def test_the_nearest_name_is_looked_for_in_any_case_and_never_for_long():
    assert UnknownName("mechanism", "EHDS_4S", ("ehd", "ehds-4s")).nearest == "ehds-4s"
    assert UnknownName("mechanism", "x" * 10**7, ("ehd",)).nearest is None
    assert len(str(UnknownName("mechanism", "x" * 10**7, ("ehd",)))) < 300


@pytest.mark.parametrize("digits", [25, 50, 80])
def test_as_many_digits_are_printed_as_were_asked_for(digits, run):
    _, out, _ = run(*of("ehds", "--digits", str(digits)))
    (line,) = [line for line in out.splitlines() if line.startswith("  true loss")]
    lo, hi = line.partition("[")[2].rstrip("]").split(", ")
    assert len(lo.lstrip("0.")) >= digits - 1
    assert 0 < Fraction(hi) - Fraction(lo) <= Fraction(4, 10**digits)


def test_a_mechanism_prints_the_delta_or_the_beta_that_its_noise_depends_on(run):
    for words in (
        of("mh-exp"),
        ("law", "mh-exp", "--prior", "1,1", "--counts", "2,1", "--epsilon", "1"),
        ("accuracy", "mh-exp", "--prior", "1,1", "--counts", "2,1", "--epsilon", "1"),
        ("calibrate", "mh-exp", "--prior", "1,1", "--n", "2", "--epsilon", "1"),
    ):
        assert ", delta 1/100000000" in run(*words)[1].splitlines()[0]
    assert ", delta 1/7" in run(*of("mh-exp", "--delta", "1/7"))[1]
    assert ", beta 1/5" in run(*of("mh-exp", "-p", "beta=1/5"))[1]
    assert "delta" not in run(*of("mh"))[1]


@pytest.mark.parametrize("epsilon", ["1/3", "1e400", "1e-400", "1e308"])
def test_what_is_known_exactly_is_printed_as_a_value_and_no_size_is_too_large(epsilon, run):
    code, out, _ = run("loss", "lshist", "--prior", "1,1", "--n", "3", "--epsilon", epsilon)
    assert code == 0
    assert "holds: the true loss is 1 times that" in out
    if epsilon == "1/3":
        assert "true loss          epsilon = 1/3\n" in out


def raising(error):
    def main(**_):
        raise error

    return main


WRONG = {
    "KeyError": (KeyError("x"), 2, "this is a defect of dpbi (KeyError): its details are in"),
    "RecursionError": (RecursionError(), 2, "a defect of dpbi (RecursionError)"),
    "MemoryError": (MemoryError(), 2, "there is not enough memory"),
    "BrokenPipeError": (BrokenPipeError(), 2, "closed before all of it was written"),
    "UnicodeEncodeError": (UnicodeEncodeError("x", "\ud800", 0, 1, "no"), 2, "\\ud800 has"),
    "OSError": (OSError(28, "No space left on device"), 2, "No space left"),
    "OSError of a file": (OSError(28, "No space", "x\n"), 2, "x\\n: No space"),
    "OSError without a word": (OSError(), 2, "a defect of dpbi (OSError)"),
    "SystemExit 0": (SystemExit(0), 2, "a defect of dpbi (SystemExit)"),
    "SystemExit 1": (SystemExit(1), 2, "a defect of dpbi (SystemExit)"),
    "GeneratorExit": (GeneratorExit(), 2, "a defect of dpbi (GeneratorExit)"),
    "KeyboardInterrupt": (KeyboardInterrupt(), 130, "stopped"),
    "ours": (InvalidValue("x", 10**5000, "no"), 2, "an integer of about 5001 digits"),
    "escape codes": (InvalidValue("x", "\x1b[31m\n", "no"), 2, "\\x1b[31m\\n"),
}


@pytest.mark.parametrize("name", WRONG)
def test_no_exception_ends_in_a_verdict(name, run, monkeypatch):
    error, code, said = WRONG[name]
    monkeypatch.setattr(group, "main", raising(error))
    found, out, err = run("list")
    assert (found, out, err.count("\n")) == (code, "", 1)
    assert said in err
    if "details are in" in err:
        file = Path(err.partition("details are in ")[2].partition(",")[0])
        assert "Traceback" in file.read_text()
        assert file.stat().st_mode & 0o077 == 0, "nobody else reads it"
        file.unlink()


@pytest.mark.parametrize("returned", [4, -1, True, "0", 1.0])
def test_what_is_no_exit_code_of_ours_is_no_verdict(returned, run, monkeypatch):
    monkeypatch.setattr(group, "main", lambda **_: returned)
    assert run("list")[0] == 2


def shell(line, **environment):
    """A line of sh in which "$@" is the command."""
    return subprocess.run(
        ["sh", "-c", line, "sh", *COMMAND],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, **environment},
    )


BARS = "law ehds --prior 1,1 --counts 3,5 --epsilon 1"


@pytest.mark.study
@pytest.mark.skipif(sys.platform == "win32", reason="it is about sh")
@pytest.mark.parametrize("words", [BARS, f"{BARS} --json", "list", "claims", "claims --json"])
def test_an_output_that_cannot_be_written_is_no_answer(words):
    done = shell(f'"$@" {words} > /dev/full; echo $?')
    assert done.stdout == "2\n"
    assert done.stderr.count("\n") == 1
    assert "No space left" in done.stderr


@pytest.mark.study
@pytest.mark.skipif(sys.platform == "win32", reason="it is about sh")
@pytest.mark.parametrize("words", [BARS, "claims"])
def test_a_reader_that_has_gone_is_no_answer_either(words):
    done = shell(f'{{ "$@" {words}; echo $? >&2; }} | true')
    *said, code = done.stderr.splitlines()
    assert code in ("0", "2"), "all of it may have been written before the reader left"
    assert said == ["dpbi: the output was closed before all of it was written"] * (code == "2")


@pytest.mark.skipif(sys.platform == "win32", reason="it is about sh")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_a_stream_that_is_closed_takes_nothing_and_the_answer_is_the_code(closed, tmp_path):
    (tmp_path / "law.json").write_text(json.dumps(fuzz_command.LAW))
    for epsilon, code in (("2", 0), ("1", 1), ("x", 2)):
        line = f'"$@" check {tmp_path}/law.json --epsilon {epsilon} {closed}'
        assert shell(line).returncode == code
    assert shell(f'"$@" {BARS} {closed}').returncode == 0


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_terminal_of_few_characters_is_told_all_the_same(encoding):
    done = subprocess.run(
        [*COMMAND, *BARS.split()],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert ("█" if encoding == "utf-8" else "#") in done.stdout.decode(encoding)


@pytest.mark.skipif(sys.platform == "win32", reason="names of files are text there")
def test_a_name_that_is_no_text_is_refused_in_one_sentence(tmp_path):
    name = b"no\xff.py:X"
    for words in (
        ["check", name, "--sarif", "s.sarif", "--junit", "j.xml"],
        ["claims", "show", name],
    ):
        done = subprocess.run([*COMMAND, *words], capture_output=True, check=False, cwd=tmp_path)
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
        assert b"Traceback" not in done.stderr
        assert b"defect" not in done.stderr
    assert (tmp_path / "s.sarif").exists()


@pytest.mark.study
def test_output_that_is_piped_or_without_colour_has_no_escape_codes():
    for more in ({}, {"NO_COLOR": "1"}, {"TERM": "dumb"}):
        for words in (["list"], BARS.split(), ["claims"], ["--help"]):
            done = subprocess.run(
                [*COMMAND, *words],
                capture_output=True,
                text=True,
                check=True,
                env={**os.environ, **more},
            )
            assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize("words", [["--help"], ["list"], ["recheck", "--help"], BARS.split()])
def test_a_narrow_terminal_is_not_overrun(words):
    done = subprocess.run(
        [*COMMAND, *words],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": "40"},
    )
    lines = [line for line in done.stdout.splitlines() if not line.startswith("    dpbi ")]
    assert max(map(len, lines)) <= 40
    assert len(lines) > 5


@pytest.mark.skipif(sys.platform == "win32", reason="it is about signals")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_being_stopped_is_no_verdict(end, tmp_path):
    (tmp_path / "slow.py").write_text("import time\nopen('begun', 'w').close()\ntime.sleep(99)\n")
    running = subprocess.Popen([sys.executable, "-c", START, "check", "slow.py:X"], cwd=tmp_path)
    for _ in range(1200):
        if (tmp_path / "begun").exists():
            break
        time.sleep(0.05)
    running.send_signal(end)
    assert running.wait(60) in (130, -end)


TARGETS = {  # the module's text, and the message
    "a bad target": ("X = 3", "it has no method datasets"),
    "a time limit": ("while True: pass", "the time limit"),
    "a crash": ("import os; os.abort()", "it was killed (SIGABRT)"),
    "an exit": ("raise SystemExit(0)", "it called sys.exit(0)"),
}


@pytest.mark.parametrize("name", TARGETS)
def test_junit_and_sarif_say_what_could_not_be_audited_and_where_it_stands(name, tmp_path):
    text, said = TARGETS[name]
    package = tmp_path / "pack" / "deep"
    package.mkdir(parents=True)
    (tmp_path / "pack" / "__init__.py").write_text("raise SystemExit('nobody may import me here')")
    (tmp_path / "pack" / "__init__.py").write_text("")
    (package / "__init__.py").write_text("")
    (package / "mine.py").write_text(
        f"# first\n{text}\nclass X: pass\n" if "X =" not in text else text
    )
    files = ("--junit", "j.xml", "--sarif", "s.sarif", "--time-limit", "4")
    done = command("check", "pack.deep.mine:X", *files, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr
    assert 'errors="1"' in (tmp_path / "j.xml").read_text()
    (sarif,) = json.loads((tmp_path / "s.sarif").read_text())["runs"]
    (result,) = sarif["results"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "pack/deep/mine.py"
    assert place["region"]["startLine"] == (1 if "X =" in text else 3)
    assert said in result["message"]["text"]


def test_a_defect_of_ours_is_in_the_files_too(tmp_path, monkeypatch, run):
    from dpbi.promises import checking

    def broken(*_, **__):
        raise KeyError("a slip")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(checking.Check, "run", broken)
    code, out, err = run("check", "ehd", "--epsilon", "1", "--junit", "j.xml")
    assert (code, out) == (2, "")
    assert "a defect of dpbi (KeyError)" in err
    assert "a defect of dpbi: KeyError" in (tmp_path / "j.xml").read_text()
    Path(err.partition("details are in ")[2].partition(",")[0]).unlink()


def test_a_law_of_215_bytes_does_not_hang_us(tmp_path):
    coefficients = {"0": ["1", "-1"], "1": ["0", "1"]}
    law = {
        "schema": "dpbi-law/1",
        "neighbours": "all",
        "claim": {"epsilon": "1"},
        "rate": "1000000007/3",
        "polynomials": {"a": coefficients, "b": {"0": ["0", "1"], "1": ["1", "-1"]}},
    }
    (tmp_path / "law.json").write_text(json.dumps(law))
    for form in ((), ("--json",), ("--junit", "j.xml"), ("--baseline", "b.json", "--update")):
        done = command("check", "law.json", *form, cwd=tmp_path)
        assert done.returncode == (0 if "--update" in form else 1), done.stderr
        assert "333333335" in done.stdout or form[:1] == ("--baseline",)


def test_random_command_lines_are_answered():
    found = fuzz_command.fuzz(1500, seed=7, slow=0.004)
    assert sum(found.values()) == 1500
    assert found[0] > 100
    assert found[2] > 100


def test_the_judge_of_random_lines_sees_what_is_wrong(monkeypatch):
    for error in (KeyError("x"), SystemExit(1)):
        monkeypatch.setattr(group, "main", raising(error))
        with pytest.raises(fuzz_command.Wrong, match="a defect"):
            fuzz_command.judge(["list"])
    monkeypatch.setattr(group, "main", lambda **_: 0)
    with pytest.raises(fuzz_command.Wrong, match="no JSON"):
        fuzz_command.judge(["list", "--json"])
