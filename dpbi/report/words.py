"""The words of reports, and the numbers in them, each bound to the measure that it comes from.

On a page a number is written as `<data class="m" data-key="..." data-path="..." value="...">`: the
key computes the measure again, the path leads to the value in its result, and what is shown is that
value rounded to the nearest, with only as many digits as both ends of its enclosure agree on
(`shown`).

The words are those for verdicts, trusts and symbols.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from string import Formatter
from typing import Any, TypeAlias

from dpbi.language.text import GREEK
from dpbi.ledger.claims import Role, Severity, draft_names, is_between
from dpbi.ledger.headlines import Headline
from dpbi.ledger.outcomes import Verdict
from dpbi.report.quantities import Measure, Results
from dpbi.report.svg import Swatch


@dataclass(frozen=True, slots=True)
class MarkedNumber:
    """A number of a result: where it is from, its exact text there, and how it is shown."""

    key: str
    path: str
    value: str
    shown: str

    def __str__(self) -> str:
        return self.shown


def number(results: Results, measure: Measure, path: str, digits: int = 4) -> MarkedNumber:
    """The number at `path` of a measure's result; an enclosure is shown as far as it is sure."""
    value = at(results[measure.key], path)
    if isinstance(value, dict):
        lo, hi = value["lo"], value["hi"]
        return MarkedNumber(measure.key, f"{path}.lo", lo, shown(lo, hi, digits))
    text = str(value)
    return MarkedNumber(measure.key, path, text, text)


def at(result: Any, path: str) -> Any:
    """The value that a path such as "profile.2.delta.lo" leads to."""
    for step in filter(None, path.split(".")):
        result = result[int(step)] if isinstance(result, (list, tuple)) else result[step]
    return result


def middle(result: Any, path: str) -> float:
    """The middle of the enclosure at a path, as a float: to draw, never to decide."""
    value = at(result, path)
    return (float(value["lo"]) + float(value["hi"])) / 2


def low(result: Any, path: str) -> Fraction:
    """The lower end of the enclosure at a path, exactly: to rank and to compare."""
    return Fraction(at(result, path)["lo"])


def high(result: Any, path: str) -> Fraction:
    """The upper end of the enclosure at a path, exactly."""
    return Fraction(at(result, path)["hi"])


def shown(lo: str, hi: str, digits: int) -> str:
    """The rounding on which both ends agree, with up to `digits` digits; else both ends."""
    if lo == "inf":
        return "infinite"
    for d in range(digits, 1, -1):
        low, high = to_digits(lo, d), to_digits(hi, d)
        if low == high:
            return low
    return f"[{lo}, {hi}]"


def to_digits(text: str, digits: int) -> str:
    """A decimal to the nearest with that many significant digits: 0.3196, 2.1e-8; 1 stays 1."""
    value = Decimal(text)
    short = f"{value:.{digits}g}" if len(value.as_tuple().digits) > digits else f"{value:f}"
    if value and abs(value) < Decimal("0.0001"):
        mantissa, exponent = f"{value:.{digits - 1}e}".lower().split("e")
        whole = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
        return f"{whole}e{int(exponent)}"
    return f"{Decimal(short):f}"


Part: TypeAlias = "str | MarkedNumber"


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence with numbers: `template` has a {} for each of them."""

    template: str
    parts: tuple[Part, ...] = ()

    def __str__(self) -> str:
        return self.template.format(*self.parts)

    @property
    def pieces(self) -> tuple[Part, ...]:
        """The words and the numbers, in their order."""
        found: list[Part] = []
        left = list(self.parts)
        for words, place, _, _ in Formatter().parse(self.template):
            found += [words] if place is None else [words, left.pop(0)]
        return tuple(found)


def say(template: str, *parts: Part) -> Said:
    """A sentence with numbers in the places of its braces."""
    return Said(template, parts)


@dataclass(frozen=True, slots=True)
class MarkedTable:
    """A heading for each column, and rows of words and numbers; the first column names the row."""

    head: tuple[str, ...]
    rows: tuple[tuple[Part, ...], ...]

    def __str__(self) -> str:
        """A paragraph for each row: its name, then each number after what it is."""
        return "\n\n".join(map(self._paragraph, self.rows))

    def _paragraph(self, row: Sequence[Part]) -> str:
        cells = (f"{h}: {c}" for h, c in zip(self.head[1:], row[1:], strict=True))
        return f"{row[0]}. {'; '.join(cells)}."


EVIDENCE = {
    "the hypotheses are certainly true and the conclusion is certainly false there": "at the "
    "counterexample the hypotheses are certainly true and the conclusion is certainly false",
    "certified at every instance of the grid": "verified for every case tested",
    "certified at the whole domain": "verified for every case of its domain",
    "it is certainly so at the instance printed": "verified at the example",
    "no instance of the grid is one": "no example found in the cases tested",
}
"""Phrases of the ledger that begin an outcome's evidence, as pages and commands have them."""
VERDICTS = {v.value: v.words for v in Verdict}
LETTERS = {v.value: v.letter for v in Verdict}
MEANINGS = {
    "holds": "True on the whole stated domain: every case of a finite domain was certified, or an "
    "argument covers all cases and is printed, beside the computation that would have caught it "
    "being wrong unless the argument is all that it trusts.",
    "holds_bounded": "Verified for every case tested, up to the bound that is printed; no "
    "counterexample found. Nothing is said beyond it.",
    "fails": "Certified false at the instance that is printed, which you can check by hand; or "
    "refuted by the argument that is printed.",
    "vacuous": "Its hypotheses are never met, so that it says nothing.",
    "ill_defined": "It cannot be given a value as it is written: a division by zero, the logarithm "
    "of a negative number, a symbol that is never set.",
    "undecided": "Neither shown nor refuted by what can be computed. Nothing found is not a proof.",
}
HEADLINES = {
    Headline.TRUE: ("T", "every fair reading holds on its whole domain"),
    Headline.TRUE_AS_TESTED: ("B", "no counterexample found up to the bound that is printed"),
    Headline.MISPRINTED: ("M", "the words are wrong, what is evidently meant is true"),
    Headline.FALSE_AS_WRITTEN: ("W", "no fair reading is true, and a small change makes it true"),
    Headline.FALSE: ("F", "no fair reading is true, and no small change is known to make it so"),
    Headline.DEPENDS_ON_MEANING: ("D", "the fair readings disagree, or one of them is not settled"),
    Headline.DEPENDS_ON_PARAMETERS: ("P", "the draft does not give all parameters that decide it"),
    Headline.ILL_FORMED: ("I", "the words have no value, or their hypotheses are never met"),
    Headline.NOT_DECIDED: ("U", "neither shown nor refuted by what can be computed"),
    Headline.NO_CLAIM: ("N", "nothing is asserted, so nothing counts against the draft"),
}
"""The letter of each headline, and what it says."""
HEADLINE_LETTERS = {h.value: letter for h, (letter, _) in HEADLINES.items()}
HEADLINE_MEANINGS = {h.value: meaning for h, (_, meaning) in HEADLINES.items()}
HEADLINE_SLUGS = {h.value: h.name.lower() for h in Headline}
ROLE_MEANINGS = {role.value: role.sentence for role in Role}
SEVERITY_MEANINGS = {severity.value: severity.sentence for severity in Severity}
SCORED = (
    "Each claim has one headline. It follows from its literal and intended readings; strained "
    "readings and comparisons do not count."
)
"""The rule of the score."""
TRUSTS = {
    "kernel": "one small program of the standard library, dpbi/kernel.py, and that the formula "
    "says what the draft says",
    "coq": "Coq, the four axioms of its real numbers, and that verify/proofs/Definitions.v and the "
    "generated statement say what the formula says",
    "argument": "the argument that is printed",
    "ball": "python-flint's ball arithmetic and dpbi's formulas",
    "filter": "IEEE arithmetic, the compiler numba, and the error bound that is proved in "
    "dpbi/privacy/filter/BOUNDS.md",
    "symbolic": "exact arithmetic with rationals, polynomials and powers of pi",
    "target": "that the code of a mechanism, as Python runs it, is what is meant, and dpbi's audit "
    "of it with all that this rests on, which `dpbi loss` says: exact forms, proofs in prose about "
    "noise, floats as the binary numbers that they are, continuous noise as real numbers",
    "support": "an output that is possible at one of two neighbours only",
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
WORD = re.compile(
    r"\b(eps|gamma|delta|Delta|lam|lambda|alpha|pi|theta|xi|eta"
    r"|beta(?! (?:distribution|density|prior|case)))(?![A-Za-z0-9(])|\bsqrt(?=\()"
)
WORDS = {
    **GREEK, "alpha": "\u03b1", "lambda": "λ", "pi": "π", "sqrt": "√", "theta": "θ", "xi": "ξ",
    "eta": "η", "Delta": "Δ",
}  # fmt: skip


Text: TypeAlias = tuple["str | MarkedNumber", ...]
"""A sentence with its numbers marked."""


def plain(text: Text) -> str:
    """The sentence alone."""
    return "".join(part if isinstance(part, str) else part.shown for part in text)


def said(evidence: str) -> str:
    """What shows a verdict, with the ledger's own phrases in words for readers."""
    for phrase, words in EVIDENCE.items():
        if evidence.startswith(phrase):
            return words + evidence.removeprefix(phrase)
    return evidence


def typeset(text: str) -> str:
    """Prose with its symbols as they are printed: eps as ε, <= as ≤."""
    for ascii_sign, sign in SIGNS.items():
        text = text.replace(ascii_sign, sign)
    return WORD.sub(lambda found: WORDS[found[0]], text)


def place(claim: dict[str, Any]) -> str:
    """The place of a claim, the draft included, at the beginning of a sentence."""
    where: str = claim["location"]
    names = draft_names(claim)
    if not is_between(claim) and not any(draft in where for draft in names):
        name = next(iter(names)) if len(names) == 1 else claim["id"].partition(".")[0]
        where = f"{name}, {where}"
    return where[0].upper() + where[1:]


def both_rounded(left: dict[str, str], right: dict[str, str]) -> tuple[str, str]:
    """Two enclosed numbers to as few digits, six or more, as still tell them apart."""
    for digits in (6, 9, 12):
        shown = rounded(left, digits), rounded(right, digits)
        if shown[0] != shown[1]:
            break
    return shown


def rounded(ends: dict[str, str], digits: int = 6) -> str:
    """A number to some digits; the enclosure itself where its ends round differently."""
    return powers(shown(ends["lo"], ends["hi"], digits))


def enclosure(ends: dict[str, str]) -> str:
    """Both ends, or the number itself where they are the same."""
    lo, hi = powers(ends["lo"]), powers(ends["hi"])
    return lo if lo == hi else f"[{lo}, {hi}]"


def powers(number: str) -> str:
    """Decimals with their powers of ten written as such."""
    return POWER.sub(lambda found: "·10" + str(int(found[1])).translate(RAISED), number.lower())


@dataclass(frozen=True)
class FigureView:
    """A figure: its pictures as SVG, what they show, the same in sentences and numbers."""

    id: str
    title: str
    found: Said
    commands: tuple[str, ...]  # for the numbers of what was found
    caption: str
    said: str  # of the figure of a draft that this one redraws
    claims: tuple[str, ...]
    panels: tuple[str, ...]
    legend: tuple[Swatch, ...]
    findings: tuple[Said, ...]
    table: MarkedTable

    @property
    def many(self) -> bool:
        """Whether there are enough pictures to show them small."""
        return len(self.panels) > 8

    @property
    def words(self) -> str:
        """The same in plain words: what is found, what is drawn and seen, the numbers."""
        seen = " ".join(map(str, self.findings))
        return f"{self.found}\n\n{self.caption}\n\n{seen}\n\n{self.table}"
