"""The words of reports: verdicts, trusts, drafts, symbols, and numbers as people read them.

Numbers are rounded only as far as both ends of an enclosure agree (`marks.shown`).
"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from dpbi.language.text import GREEK
from dpbi.ledger.claims import BETWEEN, Verdict, draft_names, folder_of
from dpbi.report.marks import MarkedNumber
from dpbi.report.marks import shown as nearest

ADJECTIVES = ("experimental", "qualitative", "counting")
"""Kinds of claims that are not nouns."""
VERDICTS = {v.value: v.words for v in Verdict}
LETTERS = {v.value: v.letter for v in Verdict}
MEANINGS = {
    "holds": "True on the whole stated domain: every case of a finite domain was certified, or an "
    "argument covers all cases and is printed, beside the computation that would have caught it "
    "being wrong unless the argument is all that it trusts.",
    "holds_bounded": "Certified at every instance up to the bound that is printed. Nothing is said "
    "beyond it.",
    "fails": "Certified false at the instance that is printed, which you can check by hand; or "
    "refuted by the argument that is printed.",
    "vacuous": "Its hypotheses are never met, so that it says nothing.",
    "ill_defined": "It cannot be given a value as it is written: a division by zero, the logarithm "
    "of a negative number, a symbol that is never set.",
    "undecided": "Neither shown nor refuted by what can be computed. Nothing found is not a proof.",
}
SCORED = (
    "A claim counts by its first reading, the first that the catalogue of statements lists: often "
    "the most literal one, sometimes one that is kinder to the draft. Some that do not fail by it "
    "fail if read otherwise, and are counted apart. What both short drafts claim counts for both."
)
"""The rule of the score."""
TRUSTS = {
    "kernel": "one small program of the standard library, dpbi/kernel.py, and that the formula "
    "says what the draft says",
    "argument": "the argument that is printed",
    "ball": "python-flint's ball arithmetic and dpbi's formulas",
    "filter": "IEEE arithmetic, the compiler numba, and the error bound that is proved in "
    "dpbi/privacy/filter/BOUNDS.md",
    "symbolic": "exact arithmetic with rationals, polynomials and powers of pi",
    "support": "an output that is possible at one of two neighbours only",
}
DRAFTS = {
    "lproof": "Proof of DP \u2013 Bayesian Inference",
    "notes": "Notes of DP \u2013 Bayesian Inference",
    "tailoring": "Tailoring Differentially Private Bayesian Inference to Distance Between "
    "Distributions",
    "short-a": "Differentially Private Bayesian Inference, the later version",
    "short-b": "Differentially Private Bayesian Inference, the earlier version",
    "between": "Statements of the drafts against each other",
}
SYMBOLS = {
    "n": "number of records",
    "k": "number of categories",
    "prior": "parameters of the prior",
    "x": "dataset, as counts",
    "y": "second dataset",
    "r": "output, as counts",
    "s": "second output",
    "o": "output",
    "eps": "privacy parameter",
    "delta": "privacy parameter",
    "gamma": "smoothing parameter",
}
WANTED = {
    "le": "at most the right side",
    "lt": "less than the right side",
    "eq": "equal to the right side",
}
"""What a relation asks of the left side."""
POWER = re.compile(r"(?<=[0-9])e([+-]?[0-9]+)")
NOTATION = {
    "n, x, y, r": "the number of records; datasets and outputs, written as counts of each category",
    "x_0, x_1": "the first and the second count of x: places are numbered from 0",
    "len(prior)": "the number of categories",
    "x ~ y": "neighbours: one record of x is replaced by another",
    "d(x, y)": "how many records must be replaced to get from x to y",
    "H(x, r)": "the Hellinger distance of the posteriors that belong to x and to r",
    "LS(x), GS(n)": "the largest H from x to a neighbour, and the largest LS of all x",
    "S_gamma(x)": "smooth sensitivity: 1 over the smallest 1/LS(z) + gamma d(x, z) of all z",
    "Sexp_beta(x)": "smooth sensitivity: the largest LS(z) e^(-beta d(x, z)) of all z",
    "C(x, r)": "how many candidates are exactly as far from x as r is",
    "Pr[m(x) = r]": "the probability that the mechanism m releases r when the data are x; beside "
    "its name stands what is special about it (at 1 means epsilon = 1); every mechanism has a page "
    "of its own",
    "L, R": "in words on Theorem 4.5 and after: how many datasets with a smaller and with a larger "
    "first count lie as near to x as the event allows",
    "loss_m(n)": "the true privacy loss: the largest logarithm of Pr[m(x) = r] / Pr[m(y) = r]",
    "delta_m(x, y, eps)": "what is left above e^eps: the sum of the positive parts of "
    "Pr[m(x) = r] - e^eps Pr[m(y) = r]",
}
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
SIGNS = {"<=": "≤", ">=": "≥", "->": "→", " - ": " \u2212 ", "!=": "≠"}
WORD = re.compile(r"\b(eps|gamma|delta|lam|lambda|alpha|beta|pi)(?![\w(])|\bsqrt(?=\()")
WORDS = {**GREEK, "alpha": "\u03b1", "lambda": "λ", "pi": "π", "sqrt": "√"}


Text: TypeAlias = tuple["str | MarkedNumber", ...]
"""A sentence with its numbers marked."""


def plain(text: Text) -> str:
    """The sentence alone."""
    return "".join(part if isinstance(part, str) else part.shown for part in text)


def typeset(text: str) -> str:
    """Prose with its symbols as they are printed: eps as ε, <= as ≤."""
    for ascii_sign, sign in SIGNS.items():
        text = text.replace(ascii_sign, sign)
    return WORD.sub(lambda found: WORDS[found[0]], text)


def with_article(noun: str) -> str:
    """A kind of claim after its article: a theorem, an experimental claim."""
    whole = f"{noun} claim" if noun in ADJECTIVES else noun
    return f"{'an' if noun[0] in 'aeio' else 'a'} {whole}"


def place(claim: dict[str, Any]) -> str:
    """Where a claim stands, the draft included, at the beginning of a sentence."""
    where: str = claim["location"]
    name = claim["id"]
    if folder_of(name) != BETWEEN and not any(draft in where for draft in draft_names(name)):
        where = f"{name.partition('.')[0]}, {where}"
    return where[0].upper() + where[1:]


def value_text(value: Any) -> str:
    """A number, a word, or a vector, as it is written."""
    return f"({', '.join(map(value_text, value))})" if isinstance(value, list) else str(value)


def both_rounded(left: dict[str, str], right: dict[str, str]) -> tuple[str, str]:
    """Two enclosed numbers to as few digits, six or more, as still tell them apart."""
    for digits in (6, 9, 12):
        shown = rounded(left, digits), rounded(right, digits)
        if shown[0] != shown[1]:
            break
    return shown


def rounded(ends: dict[str, str], digits: int = 6) -> str:
    """A number to some digits; the enclosure itself where its ends round differently."""
    return powers(nearest(ends["lo"], ends["hi"], digits))


def enclosure(ends: dict[str, str]) -> str:
    """Both ends, or the number itself where they are the same."""
    lo, hi = powers(ends["lo"]), powers(ends["hi"])
    return lo if lo == hi else f"[{lo}, {hi}]"


def powers(number: str) -> str:
    """Decimals with their powers of ten written as such."""
    return POWER.sub(lambda found: "·10" + str(int(found[1])).translate(RAISED), number.lower())
