"""Random command lines: each ends in an answer or in one sentence, never in a traceback.

    python tests/support/fuzz_command.py --count 200000 --seed 1

Every line is drawn from a seeded generator and run in this process, so that many can be counted.
What a line may do: exit code 0 to 3; with 2 exactly one sentence on stderr and nothing on stdout
(but for what was found before), a sentence that is not a defect of ours; with --json, JSON.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import sys
import tempfile
from collections import Counter
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

from dpbi.cli import BAD_INPUT, COMMANDS, main

NUMBERS = ["1", "2", "3", "1/2", "0.1", "1e-3", "0", "-1", "+1", "1e400", "1e4001", "1e999999999",
           "1e9_999_999", "1e\xb2", "+-3", "\uff11", "\xb2", "nan", "inf", "-inf", "1/0", "0/1",
           "1.", ".5", ".", "e5", "1e", "1,1", "1_000", "0x10", "1e-3999", "true", "abc", "1e308",
           "1e309", "2/3/4", "", " ", " 1 ", "1 /2", "7" * 4001, "1e" + "9" * 40, "\x00", "\ud800",
           "\u202e1", "-0"]  # fmt: skip
NAMES = ["ehd", "ehdl", "ehds", "ehds-4s", "mh", "mh-exp", "mh-s", "laplace", "laplace-improved",
         "lszhang", "lsdim", "lshist", "laplace-2counts", "EHD", "ehdd", "nosuch"]  # fmt: skip
LISTS = ["1,1", "2,3", "1,1,1", "1/2,1/2", "1", "", ",", "1,", "0,1", "1,-1", "3,0", "1,x", "5,5"]
CLAIMS = ["short", "short.thm-3.1", "short.thm-3.1.ehd", "tailoring", "nosuch", "notes", "lproof",
          "between", "short.thm-3.1.ehd/x", "/", ".", "short."]  # fmt: skip
VERDICTS = ["holds", "fails", "undecided", "vacuous", "HOLDS", "x"]
PARAMETERS = ["gs=true", "gs", "=", "gs=", "n=2", "reading=scale", "reading=x", "records=n", "x=y"]
TARGETS = [
    "law.json",
    "broken.json",
    "none.json",
    "none.py:X",
    "no.such:X",
    ":",
    "ehd",
    "",
    "a.py:",
]
RANGES = ["1:3", "1:3:1", "x", "3:1", "1:1e9", "1:" + "9" * 3999, "1:\xb2", "1:2:0"]
DATASETS = ["(2, 1)", "[2, 1]", "2", "'a'", "{2: 1}", "x", "", "(", "None", "1.5,1.5", "\x00"]
LIMITS = {"--time-limit": NUMBERS, "--memory-limit": [*NUMBERS, "500M", "4G", "none", "G"]}
FILES = ["certificate.json", "notjson", "law.json", ".", "none", "empty"]

OPTIONS = {
    "list": {},
    "law": {"--digits": NUMBERS, "--counts": LISTS, "--dataset": DATASETS, "--all": None},
    "loss": {"--n": NUMBERS, "--digits": NUMBERS, "--profile": LISTS, "--at-delta": NUMBERS,
             "--renyi": NUMBERS, "--zcdp": None, "--compose": NUMBERS, "--budget": LISTS},
    "accuracy": {"--counts": LISTS, "--dataset": DATASETS, "--quantiles": LISTS,
                 "--within": LISTS, "--mean": None,
                 "--against": NAMES, "-q": PARAMETERS, "--n-range": RANGES,
                 "--digits": NUMBERS, "--all": None},
    "calibrate": {"--n": NUMBERS, "--counts": LISTS},
    "release": {"--counts": LISTS, "--dataset": DATASETS, "--draws": NUMBERS, "--seed": NUMBERS},
    "claims": {"--draft": CLAIMS, "--verdict": VERDICTS},
    "recheck": {},
    "check": {"-p": PARAMETERS, "--epsilon": NUMBERS, "--delta": NUMBERS, "--rho": NUMBERS,
              "--renyi": LISTS, "--ideal": TARGETS, "--baseline": ["none.json", "law.json"],
              "--prior": LISTS, "--n": NUMBERS, "--gamma": NUMBERS, **LIMITS,
              "--junit": ["out.xml", ".", "no/such.xml"], "--sarif": ["out.sarif", "."]},
    "search": {"-p": [*PARAMETERS, "n=1..2", "n=1..", "n=1..²"], "--epsilon": NUMBERS,
               "--prior": LISTS, "--n": NUMBERS, "--delta": NUMBERS,
               "--seconds": ["0", "nan", "-1", "x"], "--seed": NUMBERS},
    "sensitivity": {"-p": PARAMETERS, "--norm": ["l1", "l2", "linf", "l3"], "--at-most": NUMBERS,
                    "--beta": NUMBERS, "--gamma": NUMBERS, "--dataset": DATASETS, "--all": None,
                    "--own": TARGETS, "--slack": NUMBERS, "--over": TARGETS, **LIMITS},
    "explain": {},
    "annotate": {"--out": ["out.html", ".", "no/such.html"]},
    "errata": {"--format": ["markdown", "latex", "html", "pdf"], "--out": ["e.md", "."]},
    "audit": {"--drafts": ["nowhere", "."], "--root": ["nowhere", ".", ""], "--jobs": NUMBERS},
    "ledger": {"--root": ["nowhere", "."]},
}  # fmt: skip
OF_A_MECHANISM = {"--prior": LISTS, "--epsilon": NUMBERS, "--gamma": NUMBERS, "--delta": NUMBERS,
                  "-p": PARAMETERS, "--plot": ["out.svg", "out.png", "no/such.svg"],
                  **LIMITS}  # fmt: skip
SOUND = {"--prior": "1,1", "--epsilon": "1", "--n": "3", "--counts": "2,1"}
WITH_MECHANISM = ("law", "loss", "accuracy", "calibrate", "release")
SLOW = (
    "check",
    "search",
    "explain",
    "sensitivity",
)  # they start a process, or compute for a second
LAW = {
    "schema": "dpbi-law/1",
    "neighbours": "all",
    "claim": {"epsilon": "2"},
    "probabilities": {"a": {"0": "3/4", "1": "1/4"}, "b": {"0": "1/4", "1": "3/4"}},
}


class Wrong(AssertionError):
    """A command line that ended otherwise than it may."""


def command_line(rng: random.Random, *, slow: float = 0.01) -> list[str]:
    """One line: a command, or nearly; its options, most of them sound; and now and then noise."""
    if rng.random() < 0.05:
        return [rng.choice([*NUMBERS, *NAMES, "-h", "--help", "--version", "--nonsense", "lwa"])]
    quick = [c for c in COMMANDS if c not in SLOW]
    name = rng.choice(SLOW) if rng.random() < slow else rng.choice(quick)
    options = dict(OPTIONS.get(name, {}))
    words = [name]
    if name in WITH_MECHANISM:
        options |= OF_A_MECHANISM
        words.append(rng.choice(TARGETS) if rng.random() < slow else rng.choice(NAMES))
        needed = [o for o in SOUND if o in options and (o != "--counts" or name != "calibrate")]
        for option in needed:
            if rng.random() < 0.97:
                words += [option, SOUND[option]]
    elif name == "claims" and rng.random() < 0.5:
        words += rng.choice([["show", rng.choice(CLAIMS)], ["show"], [rng.choice(CLAIMS)]])
    elif name == "recheck":
        words += rng.sample(FILES, rng.randint(0, 2))
    elif name == "explain":
        words.append(rng.choice(CLAIMS))
    elif name in ("annotate", "errata"):
        words.append(rng.choice([*FILES, *CLAIMS]))
    elif name in SLOW:
        words.append(rng.choice(TARGETS))
    for option in rng.sample(sorted(options), min(len(options), rng.choice([0, 0, 1, 1, 2]))):
        values = options[option]
        words += [option] if values is None else [option, rng.choice(values)]
    if rng.random() < 0.3:
        words.append("--json")
    if rng.random() < 0.1:
        words.insert(rng.randint(1, len(words)), rng.choice(["--x", "-", "--", *NUMBERS]))
    return words


def run(words: list[str]) -> tuple[int, str, str]:
    """The exit code, stdout and stderr of a command line, in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    before = sys.argv
    sys.argv = ["dpbi", *words]
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main()
    except SystemExit as ended:
        code = ended.code
    finally:
        sys.argv = before
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode("utf-8"))
    return code, *texts


def judge(words: list[str]) -> int:
    """The exit code, once the line is seen to have ended as it may."""
    code, out, err = run(words)
    for wrong, why in (
        (code not in (0, 1, 2, 3), f"exit code {code!r}"),
        ("Traceback" in out + err, "a traceback"),
        ("defect of dpbi" in err, "a defect"),
        (code == BAD_INPUT and words and not err.startswith("dpbi: "), "no sentence"),
        (code == BAD_INPUT and len(words) > 0 and err.count("\n") != 1, "more than a sentence"),
        (code == BAD_INPUT and not err.rstrip("\n").isprintable(), "what cannot be printed"),
        (code == BAD_INPUT and len(err) > 3000, "a sentence without end"),
        (code == BAD_INPUT and out, "an answer to what was refused"),
        (code != BAD_INPUT and "--json" in words and not _is_json(words, out), "no JSON"),
    ):
        if wrong:
            raise Wrong(f"{why}: dpbi {words!r}\n{out[-2000:]}{err[-2000:]}")
    return code


def _is_json(words: list[str], out: str) -> bool:
    if {"-h", "--help", "--version"} & set(words):
        return True
    try:
        json.loads(out)
    except ValueError:
        return False
    return True


@contextmanager
def folder():
    """A folder of a few files, in which the lines are run."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        Path("law.json").write_text(json.dumps(LAW))
        Path("broken.json").write_text('{"schema": ')
        Path("notjson").write_text("this is not JSON")
        Path("empty").write_text("")
        Path("certificate.json").write_text('{"claim": 1}')
        try:
            yield
        finally:
            os.chdir(before)


def fuzz(count: int, seed: int, *, slow: float = 0.01) -> Counter[int]:
    """How often each exit code came, of `count` lines; `Wrong` at the first that misbehaves."""
    rng = random.Random(seed)
    with folder():
        return Counter(judge(command_line(rng, slow=slow)) for _ in range(count))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slow", type=float, default=0.01, help="the part that starts processes")
    given = parser.parse_args()
    found = fuzz(given.count, given.seed, slow=given.slow)
    told = f"{given.count} command lines, by exit code: {dict(sorted(found.items()))}\n"
    sys.stdout.write(told)
