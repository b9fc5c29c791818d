"""Sensitivities and laws at rational points: dpbi's enclosures, which Coq has to prove.

Each fact is an expression of the language.  dpbi evaluates it, and the generator of statements
prints it as a term of Coq; then Coq, with the tactic `interval`, has to prove that the term is
within dpbi's enclosure.  Facts rest on those before them: sensitivities on distances, laws on
sensitivities, losses on laws.
"""

import re
import subprocess
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from pathlib import Path

from dpbi.bayes.data import datasets
from dpbi.fields import Balls
from dpbi.language.coq_scope import CoqScope, argument, rational
from dpbi.language.coq_terms import number
from dpbi.language.coq_words import SETS, WORDS
from dpbi.language.expr import Expr, Options, num
from dpbi.language.words import vec
from dpbi.ledger.evaluate import Evaluation
from dpbi.ledger.model import outputs
from dpbi.ledger.proving import coqc

ROOT = Path(__file__).parents[2] / "verify"
F = Balls(128)
PATIENCE = 4 * 3600  # seconds: no answer depends on it, and only what hangs is ended
TACTICS = Path(__file__).with_suffix(".v").read_text(encoding="utf-8")
HEAD = """From Coq Require Import Reals List Lra Lia ZArith Arith.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Gamma Wallis.
Import ListNotations.
Open Scope R_scope.
"""
INSTALL = "the laws in Coq are compared by its tactic `interval`: `apt-get install libcoq-interval`"
DIGITS = {"of_gammas": 15, "of_distances": 13, "of_sensitivities": 10, "of_probabilities": 8}
"""The tactics, and to how many digits the enclosures are widened that they have to prove."""


def installed():
    """Whether Coq has the tactic `interval`."""
    if not coqc.installed():
        return False
    found = subprocess.run(["coqc", "-where"], capture_output=True, text=True, check=True)
    return (Path(found.stdout.strip()) / "user-contrib" / "Interval" / "Tactic.vo").exists()


# What is compared --------------------------------------------------------------------------------


def mechanisms(gs, smoothing):
    """Every mechanism, by its constructor in Coq: its name and its options."""
    own, gamma, beta = {"gs": gs}, {"gamma": smoothing}, {"beta": smoothing}
    return {
        "ehd_printed": ("ehd", {"gs": "printed"}),
        "ehd_true": ("ehd", {"gs": "true"}),
        "ehd": ("ehd", own),
        "ehdl": ("ehdl", {}),
        "ehds": ("ehds", gamma),
        "ehds_4s": ("ehds-4s", gamma),
        "mh": ("mh", gamma),
        "mh_exp": ("mh-exp", beta),
        "mh_s": ("mh-s", gamma),
        "mh_s_exp": ("mh-s-exp", beta),
        "laplace_defined": ("laplace", {"sensitivity": "defined"}),
        "laplace_dimension": ("laplace", {"sensitivity": "dimension"}),
        "laplace_improved": ("laplace-improved", {}),
        "lshist": ("lshist", {}),
        "lsdim": ("lsdim", {}),
        "lszhang": ("lszhang", {}),
        "lszhang_rest": ("lszhang-rest", {}),
        "lszhang_all": ("lszhang-all", {}),
        "lszhang_theorem": ("lszhang-theorem", {}),
        "lshist_fresh": ("lshist", {"noise": "fresh"}),
        "lsdim_fresh": ("lsdim", {"noise": "fresh"}),
    }


@dataclass(frozen=True)
class Fact:
    """An expression, the tactic that encloses it, and dpbi's enclosure."""

    expression: Expr
    tactic: str
    shift: Fraction = Fraction(0)  # of the enclosure, so that it is a false one

    @property
    def term(self):
        """The expression, as the generator of statements says it."""
        return number(self.expression, CoqScope(WORDS, SETS))

    @property
    def ends(self):
        """dpbi's enclosure, widened to a few digits and by one unit of the last."""
        (value,) = Evaluation(F).values([self.expression], {})
        found, unit = F.enclosure(value.approximate), 10 ** DIGITS[self.tactic]
        low, high = floor(found.lo * unit) - 1, ceil(found.hi * unit) + 1
        return Fraction(low, unit) + self.shift, Fraction(high, unit) + self.shift


@dataclass(frozen=True)
class Point:
    """A prior, a number of records, a level, numbers for the options, and some datasets."""

    prior: tuple
    n: int
    eps: Fraction
    gs: Fraction
    smoothing: Fraction
    at: tuple  # where smooth sensitivities and laws are compared
    loss_of: tuple = ()  # whose loss is, and whose delta from the first dataset to the second

    def facts(self, only=None):
        """All that is compared there, or of the laws that of one mechanism only; simplest first."""
        yield from self._distances()
        yield from self._sensitivities()
        known = mechanisms(self.gs, self.smoothing)
        for constructor in known if only is None else (only,):
            yield from self._law(*known[constructor])
            if constructor in self.loss_of:
                yield from self._loss(*known[constructor])

    def _distances(self):
        p, every = vec(*self.prior), list(datasets(self.n, len(self.prior)))
        for x in every:
            for r in every:
                yield Fact(Expr("H", (p, vec(*x), vec(*r))), "of_gammas")

    def _sensitivities(self):
        p, by = vec(*self.prior), num(self.smoothing)
        for x in datasets(self.n, len(self.prior)):
            yield Fact(Expr("LS", (p, vec(*x))), "of_distances")
        yield Fact(Expr("GS", (p, num(self.n))), "of_distances")
        for x in self.at:
            for word in ("S", "Sexp"):
                yield Fact(Expr(word, (p, vec(*x), by)), "of_distances")

    def _law(self, name, options):
        given = Options.of(options)
        law = (name, given, vec(*self.prior), num(self.eps))
        for x in self.at:
            for r in outputs(name, given, self.n, len(self.prior), F):
                yield Fact(Expr("P", (*law, vec(*x), vec(*r))), "of_sensitivities")

    def _loss(self, name, options):
        law = (name, Options.of(options), vec(*self.prior), num(self.eps))
        yield Fact(Expr("loss", (*law, num(self.n))), "of_probabilities")
        x, y = (vec(*z) for z in self.at)
        yield Fact(Expr("delta", (*law, x, y, num(HALF))), "of_probabilities")


HALF, TWO = Fraction(1, 2), Fraction(2)
POINTS = {
    "two categories, one record": Point(
        (1, 1), 1, TWO, HALF, HALF, ((1, 0), (0, 1)), ("ehd_printed", "mh_s", "lshist")
    ),
    "two categories, two records": Point(
        (2, 1), 2, HALF, Fraction(1, 3), Fraction(1, 10), ((2, 0), (0, 2))
    ),
    "three categories": Point((2, 1, 1), 1, HALF, TWO, Fraction(3, 2), ((0, 1, 0),)),
}
HALVES = [  # distances of any two, at halves of odd numbers
    Fact(Expr("hellinger", (vec(HALF, 3 * HALF), vec(3 * HALF, HALF))), "of_gammas"),
    Fact(Expr("hellinger", (vec(HALF, HALF, HALF), vec(3 * HALF, HALF, HALF))), "of_gammas"),
]


@dataclass(eq=False)
class Differs(Exception):
    """What Coq could not prove to be in dpbi's enclosure; None for what comes before all facts."""

    fact: Fact | None
    reason: str

    def __str__(self):
        return f"{self.fact.term if self.fact else 'the tactics'}: {self.reason}"


# Coq's part --------------------------------------------------------------------------------------


GAMMA = re.compile(r"^(Fixpoint rising|Definition euler|Definition Gamma)\b.*?\.\n", re.S | re.M)


def redefined(old, new):
    """The definitions with a change, as a text that comes after the checked ones.

    Gamma alone is left out, so that what was proved about it can be used.
    """
    original = (ROOT / "proofs" / "Definitions.v").read_text(encoding="utf-8")
    assert original.count(old) == 1, f"{old!r} occurs {original.count(old)} times"
    _, body = GAMMA.sub("", original.replace(old, new)).split("Open Scope R_scope.\n", 1)
    return body


def compare(checked, folder, facts, definitions=""):
    """Have Coq prove facts in a folder, with the checked proofs; `Differs` is the first that fails.

    Definitions that are given come in the place of the checked ones.
    """
    facts, before = list(facts), HEAD + definitions + TACTICS
    lines = []
    for i, fact in enumerate(facts):
        low, high = map(rational, fact.ends)
        goal = f"Within {fact.term} {argument(low)} {argument(high)}"
        lines.append(f"Instance fact_{i} : {goal}. Proof. {fact.tactic}. Qed.\n")
    (folder / "Compared.v").write_text(before + "".join(lines), encoding="utf-8")
    options = ("-Q", str(checked), "Dpbi", "-w", "none")
    try:
        coqc.run(folder, "coqc", "-q", *options, "Compared.v", seconds=PATIENCE)
    except coqc.NotProved as refused:
        at = re.search(r"line (\d+), characters", refused.reason)
        if at is None:  # it was ended, or did not begin: no number says so
            raise
        place = int(at[1]) - before.count("\n") - 1
        raise Differs(facts[place] if place >= 0 else None, refused.reason) from refused
    return len(facts)
