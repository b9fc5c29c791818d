"""Random calls of every public function, with right and wrong arguments.

    python tests/support/fuzz/python_calls.py --calls 200000 --seed 1

A call must end in an answer, whose printed forms are asked for as well, or in one of the package's
own errors with a sentence to show.  Anything else is a finding: it is printed with the call that
led to it.  The same seed makes the same calls.
"""

import argparse
import copy
import inspect
import math
import multiprocessing
import os
import queue
import random
import sys
import tempfile
import traceback
import warnings
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import dpbi
from dpbi.errors import DpbiError
from dpbi.promises.asserting import PromiseFailure
from dpbi.promises.sensitive import TooSensitive
from fuzz import values as v

STOP = 120  # seconds after which a call counts as one that never ends; none should come near it
MEMORY = 6 << 30
LONGEST = 5000  # characters of a sentence

# What a parameter of that name is given: a list of values, or of makers of values.
KINDS = {
    **dict.fromkeys(("mechanism", "m", "ideal", "implemented", "target_mechanism"), v.MECHANISMS),
    **dict.fromkeys(("epsilon", "delta", "rho", "order", "multiple", "slack", "gamma"), v.SMALL),
    **dict.fromkeys(("target", "rate", "beta", "value"), v.SMALL),
    **dict.fromkeys(("digits", "releases", "threads", "seed", "n", "bits"), v.WHOLE),
    "tolerance": v.TOLERANCES,
    "epsilons": [[], [0], ["1/2", 1], ["ln(3)"], [Fraction(1, 3), "1e-3"], ("0",)],
    "renyi": [
        (2, 1),
        ("3/2", "1/10"),
        (10**6, 1),
        (1, 1),
        ("1/2", 1),
        (0, "1/9"),
        (2,),
        ("2", "ln(3)"),
    ],
    "promise": [
        lambda: dpbi.Promise.epsilon("1/2"),
        lambda: dpbi.Promise.delta(1, "1e-6"),
        lambda: dpbi.Promise.renyi(2, "ln(3)", slack="1e-9"),
        "epsilon",
        None,
    ],
    "answer": [
        lambda: dpbi.privacy_loss(dpbi.mechanism("ehd", prior=(1, 1), n=2, epsilon=1)),
        lambda: dpbi.total_variation(dpbi.mechanism("laplace", prior=(1, 1), n=2, epsilon=1)),
        lambda: dpbi.zero_concentrated(dpbi.mechanism("ehds", prior=(1, 1), n=2, epsilon=1)),
    ],
    "loss": [
        lambda: dpbi.privacy_loss(dpbi.LogWeights.of({0: {"a": 0, "b": 1}, 1: {"a": 1, "b": 0}})),
        lambda: dpbi.privacy_loss(dpbi.mechanism("ehd", prior=(1, 1), n=2, epsilon=1)),
    ],
    "most": [1, 50_000, 0],
    "parameters": [None, {}, {"n": "3"}, 7],
    "pair": [None, None, ("a", "b"), (0, 1), ((1, 1), (2, 0)), ("no", "yes"), ("a",)],
    "x": v.PLACES,
    "y": v.PLACES,
    "prior": [(1, 1), ("1/2", "1/2"), (1, 1, 1), "1,1", (0, 1), ("1e-9", "1e9"), (10**40, 1), 1],
    "alpha": [(1, 1), ("1/2", 3), (1,)],
    "a": v.SMALL,
    "b": v.SMALL,
    "name": ["ehds", "laplace", "lsdim", "EHD", "mh-exp", "nosuch", ""],
    "path": [Path("nowhere.json"), "nowhere.json", "/", ""],
    "grid": [1e-4, 1e-3, "1e-3", "1/100", 0, -1],
    "pessimistic": [True, False],
    "pld": [v.a_pld, v.a_pld, None, 7, "x"],
    "direction": ["remove", "add", "both", 3],
    "query": v.QUERIES,
    "over": [None, None, *v.MECHANISMS],
    "norm": ["l1", "l2", "linf", "l3", None],
    "at_most": [1, "1/2", "sqrt(2)", 0, "7", -1, 0.5],
    "neighbours": ["line", "all", [("a", "b")], {"a": ["b"], "b": ["a"]}, [("a", "c")]],
    "laws": [
        {"a": {0: "1/3", 1: "2/3"}, "b": {0: 1}},
        {"a": {0: 0.25, 1: 0.75}, "b": {0: 0.5, 1: 0.5}},
        {"a": {0: [0, 1], 1: [1, -1]}, "b": {0: ["1/2"], 1: ["1/2"]}},
        {"a": {0: 2}, "b": {0: 1}},
        {},
        {"a": {}},
    ],
    "weights": [{0: {0: 0, 1: "-1"}, 1: {0: "-1/2", 1: 0}}, {0: {0: 0.5}, 1: {0: -0.25}}, {0: {}}],
    "matrix": [[["1/2", "1/2"], [1, 0]], [[0.5, 0.5], [0.25, 0.75]], [[1], [1, 0]], [], [[]]],
    "datasets": [None, ["a", "b"], [0, 1], ["a", "a"], range(2)],
    "outputs": [None, ["r", "s"], [0, 1], [0], [math.nan, 1]],
    "paths": [2, 100, 1, 0, -1],
    "made": v.NOISES,
    "answers": [{"a": 0, "b": 1}, {"a": "1/2", "b": "7/3"}, [0, 1], range(2), {}, [10**400, 0]],
    "spec": v.SWEEPS,
    "resume": [False, True, None],
    "seconds": [100, 1, 0],
    "progress": [None, lambda: lambda *_: None],
    "listener": [lambda: lambda *_: None],
    **dict.fromkeys(
        ("gs", "sensitivity", "noise", "reading", "records", "smooth", "label"), v.TEXT
    ),
}
# Made by dpbi alone, or abstract: what they are given is not what people write.
NOT_CALLED = {
    "Advance",
    *("Balls", "DpbiError", "Enclosure", "ErrorLaw", "Exact", "InQ", "Mechanism", "PrivacyLoss"),
    *("Weighted", "Table", "LogWeights", "Polynomials", "Bounds", "Calibrated", "Difference"),
    *("Divergence", "Witness", "Finding", "Violation", "Promise", "NotPrivate", "NotDecided"),
    *("Continuous", "FailsAt", "SecondOpinion", "Program", "program"),
    *("Field", "HasProbabilities", "HasLogWeights", "HasPolynomials", "AnyMechanism"),
    *("HasQuery", "LocalSensitivity", "Query", "Sensitivity", "SmoothSensitivity", "Size"),
    *("SmoothnessFinding", "TooSensitive"),
    *("Continuous", "Disagreement", "NoOpinion", "SecondOpinion"),
    *("Additive", "HasWindow", "Known", "Noise", "Partial", "Swept"),
}


def noisy_answer(x, rng):
    """Whether some noise is above 0."""
    return int(rng.laplace(1) > (x if isinstance(x, int) else 0))


def a_program(
    *, datasets, neighbours, outputs=None, epsilon=None, delta=None, paths=20_000, seconds=300
):
    """What the decorator makes of that."""
    return dpbi.program(
        datasets=datasets,
        neighbours=neighbours,
        outputs=outputs,
        epsilon=epsilon,
        delta=delta,
        paths=paths,
        seconds=seconds,
    )(noisy_answer)


def a_sum(*, made, answers, neighbours, epsilon=None, delta=None):
    """An answer with noise on all integers or on the line."""
    return dpbi.Additive.of(made, answers, neighbours, epsilon=epsilon, delta=delta)


def a_sweep(*, spec, resume=False):
    """A sweep in a file of its own, in this process."""
    with tempfile.TemporaryDirectory() as folder:
        return dpbi.sweep(spec, Path(folder, "swept.sqlite"), resume=resume, jobs=0)


MAKERS = {
    "sweep": a_sweep,
    "Additive.of": a_sum,
    "program": a_program,
    "Table.of": dpbi.Table.of,
    "Table.from_arrays": dpbi.Table.from_arrays,
    "Table.rounded": dpbi.Table.rounded,
    "LogWeights.of": dpbi.LogWeights.of,
    "Polynomials.of": dpbi.Polynomials.of,
    "Size.of": dpbi.Size.of,
    "Promise.epsilon": dpbi.Promise.epsilon,
    "Promise.delta": dpbi.Promise.delta,
    "Promise.rho": dpbi.Promise.rho,
    "Promise.renyi": dpbi.Promise.renyi,
}
ASKED_OF_A_MECHANISM = ("law", "sample", "check_dataset")


def public():
    """{name: a function or class that people call}."""
    names = [n for n in dpbi.__all__ if n not in NOT_CALLED]
    found = {n: getattr(dpbi, n) for n in names}
    return {n: f for n, f in found.items() if callable(f)} | MAKERS


def draw(rng, name, hostile):
    """A value for a parameter: of its kind, or anything at all."""
    if hostile:
        value = rng.choice(rng.choice([v.JUNK, v.NUMBERS, v.WHOLE, v.MECHANISMS, v.TOLERANCES]))
    else:
        value = rng.choice(KINDS[name])
    return value() if inspect.isroutine(value) or inspect.isclass(value) else value


def arguments(rng, function):
    """(positional, named) arguments; at most calls one of them is not of its kind."""
    parameters = list(inspect.signature(function).parameters.values())
    wrong = rng.randrange(len(parameters)) if parameters and rng.random() < 0.5 else None
    positional, named = [], {}
    for i, p in enumerate(parameters):
        if p.kind is p.VAR_KEYWORD:
            given = rng.sample(["prior", "n", "epsilon", "gamma", "nosuch"], rng.randrange(5))
            named |= {g: draw(rng, g, i == wrong or g == "nosuch") for g in given}
        elif p.kind is p.VAR_POSITIONAL:
            value = draw(rng, p.name, i == wrong)
            positional += list(value) if isinstance(value, tuple) else [value]
        elif p.default is not p.empty and rng.random() < 0.6:
            continue
        elif p.kind is p.KEYWORD_ONLY or p.default is not p.empty:
            named[p.name] = draw(rng, p.name, i == wrong)
        else:
            positional.append(draw(rng, p.name, i == wrong))
    return positional, named


def ask(answer):
    """Everything that people ask of an answer."""
    str(answer), repr(answer)
    if isinstance(answer, (list, tuple)):
        for part in answer[:3]:
            ask(part)
    if dataclass_of_ours(answer):
        for shown in ("_repr_html_", "json"):
            if (method := getattr(answer, shown, None)) is not None:
                needed = [
                    p
                    for p in inspect.signature(method).parameters.values()
                    if p.default is p.empty and p.kind is not p.VAR_KEYWORD
                ]
                method(*["value"] * len(needed))
        copy.copy(answer)


def dataclass_of_ours(answer):
    """Whether it is a value of dpbi's own."""
    return type(answer).__module__.startswith("dpbi.")


def follow(rng, answer):
    """One more question to what was answered."""
    if isinstance(answer, dpbi.PrivacyLoss):
        return "within", lambda: answer.within(draw(rng, "epsilon", rng.random() < 0.5))
    if isinstance(answer, dpbi.Sensitivity):
        x, hostile = draw(rng, "x", rng.random() < 0.3), rng.random() < 0.3
        form = {rng.choice(["beta", "gamma"]): draw(rng, "beta", hostile)}
        return rng.choice(
            [
                ("local", lambda: answer.local(x)),
                ("smooth", lambda: answer.smooth(x, **form)),
                ("smoothed", lambda: answer.smoothed(**form)),
                ("at_most", lambda: answer.at_most(draw(rng, "at_most", hostile))),
                ("judge", lambda: answer.judge(rng.choice(v.BOUNDS), **form)),
            ]
        )
    if isinstance(answer, dpbi.Mechanism):
        method = rng.choice(ASKED_OF_A_MECHANISM)
        return method, lambda: getattr(answer, method)(draw(rng, "x", rng.random() < 0.3))
    return None


def call(seed, i, functions):
    """The i-th call of a seed: (name, function, positional, named, what is left to draw)."""
    rng = random.Random(f"{seed}/{i}")
    name = rng.choice(sorted(functions))
    return name, *arguments(rng, functions[name]), rng


def one(seed, i, functions):
    """One call and what follows it: (name, what it came to, the finding or None)."""
    name, positional, named, rng = call(seed, i, functions)
    followed = ""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            answer = functions[name](*positional, **named)
            ask(answer)
            if (more := follow(rng, answer)) is not None:
                followed = f".{more[0]}"
                ask(more[1]())
    except (DpbiError, PromiseFailure, TooSensitive) as error:
        if (found := fault_of_sentence(error)) is None:
            return name, "refused", None
    except Exception as error:
        found = f"{type(error).__name__} at {place_of(error)}: {str(error)[:300]}"
    else:
        return name, "answered", None
    return name, "finding", f"{told(name, positional, named)}{followed}: {found}"


def fault_of_sentence(error):
    """What is wrong with the sentence of a refusal, if anything."""
    try:
        sentence = str(error)
    except Exception as second:
        return f"the sentence of {type(error).__name__} ends in {second!r} at {place_of(second)}"
    if sentence and len(sentence) < LONGEST and "Traceback" not in sentence:
        return None
    return f"the sentence of {type(error).__name__} is {sentence[:200]!r}"


def place_of(error):
    """The innermost line of dpbi that an error came through."""
    places = [f for f in traceback.extract_tb(error.__traceback__) if "/dpbi/" in f.filename]
    return f"{Path(places[-1].filename).name}:{places[-1].lineno}" if places else "nowhere"


def told(name, positional, named):
    """A call as text."""
    given = [*map(shown, positional), *(f"{k}={shown(value)}" for k, value in named.items())]
    return f"{name}({', '.join(given)})"


def shown(given):
    """An argument, short."""
    try:
        text = repr(given)
    except Exception:
        return "(cannot be shown)"
    return text if len(text) < 200 else text[:200] + "..."


def unknown_parameters(functions):
    """Parameters that KINDS does not know: a new one must be said, or it would not be fuzzed."""
    taken = (p for f in functions.values() for p in inspect.signature(f).parameters.values())
    return {p.name for p in taken if p.kind is not p.VAR_KEYWORD} - KINDS.keys()


def work(seed, start, stop, at, found):
    """In a process of its own: calls from start on; `at` says which one is under way."""
    with suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    functions, ended = public(), Counter()
    os.chdir(tempfile.mkdtemp())  # some calls write files
    for i in range(start, stop):
        at.value = i
        name, how, finding = one(seed, i, functions)
        ended[name, how] += 1
        if finding is not None:
            found.put(("finding", f"call {i}: {finding}"))
    found.put(("ended", ended))


def calls(count, seed, progress=print, processes=1):
    """(how many calls ended how, by function; findings), however a call may end."""
    functions = public()
    assert not unknown_parameters(functions), unknown_parameters(functions)
    share = -(-count // processes)
    parts = [(k * share, min(count, (k + 1) * share)) for k in range(processes)]
    with ThreadPoolExecutor(processes) as pool:
        results = list(pool.map(lambda p: _part(seed, *p, functions, progress), parts))
    return sum((e for e, _ in results), Counter()), [f for _, found in results for f in found]


def _part(seed, start, stop, functions, progress):
    """Calls of one process after another: a call that kills or never ends costs only itself."""
    ended, findings = Counter(), []

    def see(finding):
        findings.append(finding)
        progress(finding)

    while start < stop:
        context = multiprocessing.get_context("spawn")
        at, found = context.Value("q", start), context.Queue()
        process = context.Process(target=work, args=(seed, start, stop, at, found), daemon=True)
        process.start()
        how = _follow(process, at, found, see, ended)
        start = stop if how is None else at.value + 1
        if how is not None:
            name, positional, named, _ = call(seed, at.value, functions)
            see(f"call {at.value}: {told(name, positional, named)}: {how}")
    return ended, findings


def _follow(process, at, found, see, ended):
    """Wait for a process: None once it is done, or how it was lost."""
    last, silent = at.value, 0
    while True:
        try:
            kind, value = found.get(timeout=1)
        except queue.Empty:
            silent = silent + 1 if at.value == last else 0
            last = at.value
            if not process.is_alive() and found.empty():
                return f"the interpreter ended with {process.exitcode}"
            if silent > STOP:
                process.kill()
                return f"no answer within {STOP} seconds"
            continue
        if kind == "ended":
            ended.update(value)
            process.join()
            return None
        see(value)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    ended, findings = calls(given.calls, given.seed, processes=given.processes)
    for (name, how), times in sorted(ended.items()):
        print(f"{name:28} {how:9} {times}")
    print(f"{given.calls} calls, {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
