"""Every verb takes every kind of target, and says of it what Python says."""

import importlib.util
import json
import math
import os
import sys
from fractions import Fraction
from importlib import metadata

import pytest
import third_party
from checked import dpbi as command
from libraries import needs_filter

from dpbi import (
    calibrate,
    dump_law,
    load_law,
    mechanism,
    not_private,
    privacy_loss,
    privacy_profile,
    renyi_divergence,
    smallest_epsilon,
    zero_concentrated,
)
from dpbi.accuracy import error_law
from dpbi.cli.asking import literal
from dpbi.cli.calibrate import LOSSES
from dpbi.laws.forms import adapt
from dpbi.laws.promise import Promise
from dpbi.privacy.deciding import decide
from dpbi.privacy.methods.hellinger import few_questions
from dpbi.promises import isolation

PRIOR, N, X = (1, 2), 3, (1, 2)
OF_COUNTS = ("--prior", "1,2", "--epsilon", "1")


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with a package that is installed, the same code as a file, and laws in files."""
    folder = tmp_path_factory.mktemp("somebody")
    installed = third_party.install(folder)
    (installed / "mine.py").write_text(third_party.MECHANISMS)
    dump_law(theirs().Answer(), installed / "answer.json")
    return installed


@pytest.fixture
def there(place, monkeypatch):
    """Standing in that folder, with the package importable and registered."""
    monkeypatch.chdir(place)
    monkeypatch.syspath_prepend(str(place))
    return place


def theirs():
    """Their module, in this process: what Python says."""
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("theirs", loader=None))
    sys.modules["theirs"] = module
    exec(third_party.MECHANISMS, vars(module))  # noqa: S102
    return module


def steps(n=N, epsilon=1):
    return adapt(theirs().Steps(prior=PRIOR, n=n, epsilon=epsilon))


def ours(n=N, epsilon=1):
    return mechanism("ehds", prior=PRIOR, n=n, epsilon=epsilon)


COUNTING = {  # how a mechanism on counts is named, and what makes it in Python
    "a mechanism of the drafts": ("ehds", ours),
    "an entry point": ("steps", steps),
    "a module": ("somebody.mechanisms:Steps", steps),
    "a file": ("mine.py:Steps", steps),
}
ANSWERING = {  # the same for one without counts
    "an entry point": "answer",
    "a module": "somebody.mechanisms:Answer",
    "a file": "mine.py:Answer",
    "a law in a file": "answer.json",
}
pytestmark = needs_filter


def document(run, *words):
    code, out, err = run(*words, "--json")
    assert (code, err) == (0, ""), err
    return json.loads(out)


@pytest.fixture(params=COUNTING)
def counting(request, there):
    return COUNTING[request.param]


@pytest.fixture(params=ANSWERING)
def answering(request, there):
    return ANSWERING[request.param]


def test_law_is_that_of_python(run, counting):
    target, make = counting
    found = document(run, "law", target, *OF_COUNTS, "--counts", "1,2", "--digits", "20")
    law = make().law(X, 128)
    assert found["law"] == [{"output": list(r), "p": p.json(20)} for r, p in law.items()]
    assert found["mechanism"] == make().label
    assert found["parameters"]["counts"] == list(X)
    assert found["parameters"]["prior"] == ["1", "2"]


def test_law_of_answers_is_exact_and_its_dataset_is_named_as_it_prints(run, answering):
    for name in ("yes", '"yes"', "'yes'"):
        found = document(run, "law", answering, "--dataset", name)
        assert found["parameters"]["dataset"] == "yes"
        assert {row["output"]: row["p"]["hi"] for row in found["law"]} == {
            "no": "0.25",
            "yes": "0.75",
        }
    code, out, _ = run("law", answering, "--dataset", "yes")
    assert (code, "0.75" in out) == (0, True)


def test_loss_is_that_of_python(run, counting):
    target, make = counting
    words = (*OF_COUNTS, "--n", "3", "--profile", "0,1/2", "--renyi", "2", "--zcdp")
    found = document(run, "loss", target, *words, "--at-delta", "1/9")
    with few_questions(1):  # as the command does, which ends after this
        loss = privacy_loss(make())
    assert {k: found[k] for k in ("loss", "exact", "ratio", "witness")} == {
        k: json.loads(json.dumps(loss.json(20)))[k] for k in ("loss", "exact", "ratio", "witness")
    }
    curve = privacy_profile(make(), ["0", "1/2"])
    assert [p["delta"] for p in found["profile"]] == [d.json("d")["d"] for d in curve]
    assert found["renyi_2"] == renyi_divergence(make(), 2).ends()
    assert found["zcdp_rho"] == zero_concentrated(make(), digits=12).ends()
    assert found["epsilon_at_delta"] == smallest_epsilon(make(), "1/9").ends()
    _, out, _ = run("loss", target, *OF_COUNTS, "-p", "n=3")
    assert f"  true loss          {loss}" in out
    assert "epsilon = 1 holds" in out


@pytest.mark.parametrize("digits", [8, 45])
def test_every_answer_of_loss_is_as_close_as_the_digits_say(run, there, digits):
    words = (*OF_COUNTS, "--n", "3", "--profile", "1/9", "--renyi", "3/2", "--zcdp")
    given = ("--at-delta", "1/9", "--digits", str(digits))
    for target in ("ehds", "steps"):
        found = document(run, "loss", target, *words, *given)
        ends = [found[k] for k in ("loss", "renyi_3/2", "zcdp_rho", "epsilon_at_delta")]
        for bounds in (*ends, found["profile"][0]["delta"]):
            lo, hi = Fraction(bounds["lo"]), Fraction(bounds["hi"])
            assert hi - lo <= Fraction(11, 10) / 10**digits  # ends are rounded where they print


COUNT = """
from fractions import Fraction

class Count:
    def __init__(self, n):
        self.n = n

    def datasets(self):
        return range(self.n + 1)

    def neighbours(self, x):
        return [y for y in (x - 1, x + 1) if 0 <= y <= self.n]

    def log_weights(self, x, F):
        return {r: Fraction(-abs(x - r), 2) for r in range(self.n + 1)}
"""


def test_a_loss_of_few_outputs_is_written_as_a_formula(run, there):
    (there / "count.py").write_text(COUNT)
    formula = "1 + ln((1 + exp(1/2)) / (1 + exp(1)))"
    found = document(run, "loss", "count.py:Count", "-p", "n=3")
    assert (found["closed_form"], found["exact"]) == (formula, None)
    e, root = math.e, math.sqrt(math.e)
    assert abs(1 + math.log((1 + root) / (1 + e)) - float(found["loss"]["lo"])) < 1e-12
    assert f"in closed form     {formula}" in run("loss", "count.py:Count", "-p", "n=3")[1]
    assert document(run, "loss", "count.py:Count", "-p", "n=40")["closed_form"] is None
    assert document(run, "loss", "answer")["closed_form"] == "ln(3)"
    assert "in closed form" not in run("loss", "answer")[1]


def test_loss_of_answers_is_a_logarithm(run, answering):
    found = document(run, "loss", answering)
    assert found["exact"] == "ln(3)"
    _, out, _ = run("loss", answering)
    assert "epsilon = 2 holds: the true loss is 0.5493 times that" in out


CONTINUOUS = {  # the mechanism of a continuous law, by every name
    "a mechanism of the drafts": "laplace-2counts",
    "a module": "dpbi:LaplaceTwoCounts",
    "a file": "real.py:made",
}


@pytest.fixture(params=CONTINUOUS)
def continuous(request, there):
    (there / "real.py").write_text(
        "import dpbi\n"
        "def made(prior, epsilon, n):\n"
        "    return dpbi.LaplaceTwoCounts(prior=prior, epsilon=epsilon, n=n)\n"
    )
    return CONTINUOUS[request.param]


def test_a_continuous_mechanism_answers_by_every_name(run, continuous):
    loss = document(run, "loss", continuous, *OF_COUNTS, "--n", "3")
    python = privacy_loss(mechanism("laplace-2counts", prior=PRIOR, n=N, epsilon=1)).json()
    assert {key: loss[key] for key in python} == json.loads(json.dumps(python))
    assert "exactly 1" in run("loss", continuous, *OF_COUNTS, "--n", "3")[1]
    at = (continuous, *OF_COUNTS, "--counts", "1,2")
    assert document(run, "law", *at)["density"].startswith("exp(-(|s - 1| + |t - 2|) / b)")
    assert "these are not counts of records" in run("release", *at)[1]


@pytest.mark.parametrize(
    "words", [("--profile", "0"), ("--at-delta", "1/9"), ("--renyi", "2"), ("--zcdp",), ()]
)
def test_what_a_continuous_mechanism_cannot_answer_is_refused_and_not_left_out(run, there, words):
    verb = "loss", "--n", "3", *(words or ("--plot", "a.svg"))
    for name in CONTINUOUS.values():
        if name != "real.py:made":
            code, out, err = run(verb[0], name, *OF_COUNTS, *verb[1:])
            assert (code, out) == (2, "")
            assert "has a continuous law" in err
    at = ("laplace-2counts", *OF_COUNTS, "--counts", "1,2")
    assert run("law", *at, "--plot", "a.svg")[0] == 2


TRAP = """
from dataclasses import dataclass
from fractions import Fraction
from dpbi.mechanisms import InQ
from dpbi.mechanisms.counts import OfCounts

@dataclass(frozen=True)
class Trap(OfCounts, InQ):
    @property
    def rate(self):
        return self.epsilon

    def polynomials(self, x):  # polynomials in q, which change with epsilon all the same
        half = Fraction(1, 2)
        return {x: [1]} if self.epsilon > 1 else {(0, 1): [half], (1, 0): [half]}
"""


def test_what_is_private_for_every_epsilon_is_said_of_dpbis_own_only(run, there):
    assert document(run, "loss", "lshist", *OF_COUNTS, "--n", "3")["for_every_epsilon"] is True
    (there / "trap.py").write_text(TRAP)
    found = document(run, "loss", "trap.py:Trap", *OF_COUNTS, "--n", "1")
    assert (found["loss"]["hi"], found["for_every_epsilon"]) == ("0", None)
    _, out, _ = run("loss", "trap.py:Trap", "--prior", "1,2", "--epsilon", "2", "--n", "1")
    assert "epsilon = 2 does not hold, and no other epsilon does" in out


def test_a_release_is_drawn_from_the_law_by_the_same_bits(run, counting):
    target, make = counting
    words = ("release", target, *OF_COUNTS, "--counts", "1,2", "--draws", "9")
    found = document(run, *words)
    assert found["private"] is True
    assert {tuple(r["output"]) for r in found["releases"]} <= set(make().law(X))
    assert all(
        [Fraction(a) for a in r["posterior"]] == [r["output"][0] + 1, r["output"][1] + 2]
        for r in found["releases"]
    )
    _, out, _ = run(*words, "--seed", "7", "--json")
    rng = not_private(7)
    drawn = [list(make().sample(X, rng)) for _ in range(9)]
    assert [r["output"] for r in json.loads(out)["releases"]] == drawn
    assert "counts 1, 2" in run(*words, "--seed", "7")[1]


def test_a_release_of_answers_says_nothing_of_the_dataset(run, answering):
    found = document(run, "release", answering, "--dataset", "yes", "--draws", "40")
    assert {r["output"] for r in found["releases"]} == {"yes", "no"}
    assert "dataset" not in found["parameters"]
    assert run("release", answering, "--dataset", "yes")[1] in ("output yes\n", "output no\n")


def test_calibrate_finds_what_python_finds(run, counting):
    target, make = counting
    found = document(run, "calibrate", target, *OF_COUNTS, "--n", "3")
    with few_questions(LOSSES):  # likewise
        spent = calibrate(lambda nominal: make(epsilon=nominal), 1)
    assert found["nominal"] == str(spent.nominal)
    assert found["loss"] == spent.loss.json()["loss"]
    assert Fraction(found["loss"]["hi"]) <= 1
    distances = found["expected_distance"]
    assert Fraction(distances["after"]["hi"]) < Fraction(distances["before"]["lo"])
    assert found["counts"] == [2, 1]
    assert "nominal epsilon" in run("calibrate", target, *OF_COUNTS, "--n", "3")[1]


def test_accuracy_is_that_of_python(run, counting):
    target, make = counting
    found = document(run, "accuracy", target, *OF_COUNTS, "--counts", "1,2")
    m = make()
    law = error_law(getattr(m, "target", m), X, bits=96).json(15)
    assert {k: found[k] for k in law} == json.loads(json.dumps(law))
    _, out, _ = run("accuracy", target, *OF_COUNTS, "--counts", "1,2", "--against", "ehd")
    assert out.splitlines()[-1].startswith("smaller expected distance: ")
    words = (*OF_COUNTS, "--against", "mine.py:Steps", "-q", "epsilon=1/9", "--n-range", "2:4")
    assert len(document(run, "accuracy", target, *words)["signs"]) == 3


def test_check_and_search_find_what_python_finds(run, counting):
    target, make = counting
    short = ("--prior", "1,2", "--n", "3", "-p", "epsilon=1")
    code, out, _ = run("check", target, *short, "--epsilon", "1/10", "--json")
    (check,) = json.loads(out)["checks"]
    finding = decide(make(), Promise.epsilon(Fraction(1, 10)))
    assert (code, check["verdict"]) == (1, "fails")
    assert check["findings"][0]["value"] == finding.json()["value"]
    words = (target, "--prior", "1,2", "--n", "1..3", "-p", "epsilon=1", "--epsilon", "1/10")
    code, out, _ = run("search", *words, "--json")
    witness = json.loads(out)[target]["witness"]
    assert (code, witness["parameters"]["n"]) == (1, "1")
    least = decide(make(n=1), Promise.epsilon(Fraction(1, 10)))
    assert witness["value"] == least.json()["value"]


def test_check_and_search_take_what_has_no_parameters(run, answering):
    assert run("check", answering, "--epsilon", "ln(3)")[0] == 0
    assert run("check", answering, "--epsilon", "1")[0] == 1
    assert run("search", answering, "--epsilon", "ln(3)")[0] == 3
    assert run("search", answering, "--epsilon", "1")[0] == 1


def test_the_package_is_known_to_a_process_of_its_own(place):
    env = {**os.environ, "PYTHONPATH": str(place)}
    done = command("list", env=env, cwd=place)
    assert "exp(-eps |x - r| / 4)" in done.stdout
    done = command("law", "steps", *OF_COUNTS, "--counts", "1,2", env=env, cwd=place)
    assert done.returncode == 0, done.stderr
    assert "steps at (1, 2), prior Beta(1, 2), epsilon 1" in done.stdout
    assert "no mechanism named 'steps'" in command("law", "steps", cwd=place.parent).stderr


def test_a_package_that_ends_the_process_does_not_end_the_list(run, there, monkeypatch):
    (there / "gone.py").write_text("import os\nos._exit(0)\n")
    entry = metadata.EntryPoint("vanishing", "gone:X", "dpbi.mechanisms")
    known = [*metadata.entry_points(group="dpbi.mechanisms"), entry]
    monkeypatch.setattr(metadata, "entry_points", lambda group: known)
    rows = {row["name"]: row for row in document(run, "list")["mechanisms"]}
    assert rows["steps"]["place"] == "somebody"
    assert rows["ehd"]["place"].startswith("short")
    assert "it ended the process (exit code 0)" in rows["vanishing"]["formula"]


ASKED = {  # a call of each verb, whatever the target
    "law": ("--dataset", "yes"),
    "loss": (),
    "release": ("--dataset", "yes"),
    "calibrate": ("--epsilon", "1"),
    "accuracy": ("--dataset", "yes"),
    "check": ("--epsilon", "1"),
    "search": ("--epsilon", "1"),
}


@pytest.mark.parametrize("verb", ASKED)
def test_foreign_code_is_kept_apart_in_every_verb(verb, run, there):
    (there / "slow.py").write_text("import time\ntime.sleep(99)\n")
    (there / "gone.py").write_text("import os\nos._exit(0)\n")
    (there / "large.py").write_text("X = bytearray(2 * 10**9)\n")
    for target, limit, said in (
        ("slow.py:X", ("--time-limit", "0.5"), "it did not return within 0.5 seconds"),
        ("gone.py:X", (), "it ended the process (exit code 0)"),
        ("large.py:X", ("--memory-limit", "300M"), "(300M; see --memory-limit)"),
    ):
        if target == "large.py:X" and sys.platform != "linux":
            continue
        code, out, err = run(verb, target, *ASKED[verb], *limit)
        assert (code, out, err.count("\n")) == (2, "", 1), err
        assert said in err


def test_dpbis_own_mechanisms_need_no_other_process(run, monkeypatch):
    monkeypatch.setattr(isolation, "run", None)
    for words in (
        ("law", "ehds", *OF_COUNTS, "--counts", "1,2"),
        ("loss", "ehds", *OF_COUNTS, "--n", "3"),
        ("release", "ehds", *OF_COUNTS, "--dataset", "(1, 2)"),
        ("calibrate", "lshist", *OF_COUNTS, "--n", "3"),
        ("accuracy", "ehds", *OF_COUNTS, "--counts", "1,2"),
    ):
        assert run(*words)[0] == 0


@pytest.mark.parametrize("verb", ASKED)
def test_the_help_of_every_verb_says_what_a_target_is_and_what_limits_it(verb, run):
    code, out, _ = run(verb, "--help")
    said = " ".join(out.split())
    assert code == 0
    for words in ("my_file.py:Name", "package.module:Name", "-p NAME=", "--prior", "--time-limit"):
        assert words in said, words
    assert f"dpbi {verb} " in said.partition("Examples: ")[2]


REFUSED = {
    ("law", "answer.json"): "name a dataset of Answer, which has 'no', 'yes'",
    (
        "law",
        "answer.json",
        "--dataset",
        "maybe",
    ): "= maybe is refused: it is not a dataset",
    ("law", "answer.json", "--counts", "1,2"): "--counts = 1,2 is refused: it is not a dataset",
    ("law", "answer", "--dataset", "no", "--counts", "1,2"): "--counts names a dataset already",
    ("law", "answer.json", "-p", "n=1", "--dataset", "no"): "takes no parameters",
    ("law", "answer", "--prior", "1,1", "--dataset", "no"): "it takes truth, not prior",
    ("law", "steps", *OF_COUNTS): "name the dataset, such as --counts 7,13",
    ("law", "steps", *OF_COUNTS, "--counts", "1,1,1"): "the prior has 2 parameters",
    ("law", "steps", *OF_COUNTS, "--counts", "1,1", "-p", "n=3"): "they sum to 2",
    ("law", "ehd", *OF_COUNTS): "name the dataset, such as --counts 7,13",
    ("law", "ehd", *OF_COUNTS, "--dataset", "x"): "write them as 3,7",
    ("law", "ehd", "--prior", "1,1", "--counts", "1,1"): "add -p epsilon=... or --epsilon",
    ("law", "ehd", *OF_COUNTS, "-p", "prior=1,1"): "--prior says it already",
    ("law", "ehd", *OF_COUNTS, "-p", "name=x", "--counts", "1,1"): "gs, not name",
    ("law", "mine.py", "--dataset", "x"): "such as mine.py:",
    ("law", "mine.py:None", "--dataset", "x"): "has no None",
    ("law", "none.py:X", "--dataset", "x"): "there is no file none.py",
    ("law", "none.json", "--dataset", "x"): "none.json",
    ("law", "no.such:X", "--dataset", "x"): "module no was not found",
    ("loss", "steps", *OF_COUNTS): "it needs n: add -p n=...",
    ("loss", "mine.py:Answer", "-p", "truth=abc"): "it raised ValueError",
    ("release", "answer.json", "--dataset", "x"): "it is not a dataset",
    ("calibrate", "answer", "--epsilon", "1"): "it takes no epsilon that could be calibrated",
    ("calibrate", "answer"): "it takes no epsilon that could be calibrated",
    ("calibrate", "answer.json"): "it takes no epsilon that could be calibrated",
    ("calibrate", "laplace-2counts", *OF_COUNTS, "--n", "3"): "continuous",
    ("accuracy", "answer", "--dataset", "no"): "it has no prior and counts, so no posterior",
    ("accuracy", "answer.json", "--dataset", "no"): "it has no prior and counts, so no posterior",
    ("accuracy", "ehd", *OF_COUNTS, "--counts", "1,2", "--against", "answer"): "not prior",
    ("check", "steps", *OF_COUNTS, "-p", "prior=1,1"): "--prior says it already",
    ("search", "nosuch"): "and no mechanism named 'nosuch'",
    ("search", "steps", "-p", "n=1..3"): "it needs prior",
}


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_what_a_target_lacks_is_one_sentence(words, run, there):
    code, out, err = run(*words)
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert REFUSED[words] in err


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("3", 3),
        ("[1, [2]]", (1, (2,))),
        ("(1, 'a')", (1, "a")),
        ('["a", null]', ("a", None)),
        ("[true, false]", (True, False)),
        ("{1, 2}", frozenset({1, 2})),
        ("yes", "yes"),
        (" 'yes' ", "yes"),
        ("open('x')", "open('x')"),
        ("'\\d'", "\\d"),
        ("1" * 5000, "1" * 5000),
        ("(" * 5000, "(" * 5000),
    ],
)
def test_a_dataset_is_read_as_python_or_json_writes_it(text, meant):
    assert literal(text) == meant


def test_a_dataset_of_any_type_can_be_named_as_it_is_printed(run, there):
    (there / "sets.py").write_text(
        "class M:\n"
        "    def datasets(self): return [frozenset(), frozenset({2, 1})]\n"
        "    def neighbours(self, x): return [y for y in self.datasets() if y != x]\n"
        "    def probabilities(self, x): return {x: 1}\n"
    )
    for name in ("{1, 2}", "frozenset({1, 2})"):
        found = document(run, "law", "sets.py:M", "--dataset", name)
        assert found["law"] == [{"output": "{1, 2}", "p": {"lo": "1", "hi": "1"}}]
    assert "infinite" in run("loss", "sets.py:M")[1]


def test_a_word_stays_a_word_where_the_default_is_one(run):
    true = document(run, "law", "ehd", *OF_COUNTS, "--counts", "1,2", "-p", "gs=true")
    assert true["parameters"]["gs"] == "true"
    law = mechanism("ehd", prior=PRIOR, n=N, epsilon=1, gs="true").law(X)
    assert true["law"][0]["p"] == next(iter(law.values())).json(30)


def test_the_law_that_was_written_is_the_law_that_is_read(there):
    assert privacy_loss(load_law(there / "answer.json")).exact == "ln(3)"
