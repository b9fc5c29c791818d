"""TeX formulas as MathML, by latex2mathml, whatever the TeX is.

latex2mathml was chosen as it is pure Python without dependencies, typed, released often, and reads
all but eight of the thousand formulas of the drafts, which are cut off or have unmatched braces.
Its own last step would write what a formula says as markup, and it knows links: so we take its tree
of elements, keep the elements and attributes of MathML alone, and write that ourselves.

What it refuses is tried again with its braces closed; what it refuses then, or what is nested too
deep, is shown as TeX.  `Rendered.problem` says so, and a page lists it.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from html import escape, unescape
from xml.etree.ElementTree import Element, SubElement, tostring

from latex2mathml.converter import convert_to_element

LONGEST, DEEPEST = 20_000, 60  # characters, and braces within braces
DISPLAY, INLINE = "block", "inline"
LETTER, SIGN, SCRIPT = 0.6, 0.3, 0.7  # in em: a letter, the room around a sign; a script's size
ELEMENTS = {
    "math", "mrow", "mi", "mn", "mo", "mtext", "ms", "mspace", "mfrac", "msqrt", "mroot", "msub",
    "msup", "msubsup", "munder", "mover", "munderover", "mmultiscripts", "mprescripts", "mtable",
    "mtr", "mtd", "mstyle", "mpadded", "mphantom", "menclose",
}  # fmt: skip
ATTRIBUTES = {
    "accent", "accentunder", "columnalign", "columnlines", "columnspacing", "depth",
    "displaystyle", "fence", "form", "height", "largeop", "linebreak", "linethickness", "lspace",
    "mathvariant", "maxsize", "minsize", "movablelimits", "notation", "rowlines", "rowspacing",
    "rspace", "scriptlevel", "separator", "stretchy", "symmetric", "voffset", "width",
}  # fmt: skip
VALUE = re.compile(r"[\w .%+-]*")
COMMAND = re.compile(r"\\[A-Za-z]+")
BOLD = re.compile(r"\\textbf\{\\textit\{([^{}]*)\}\}")  # styles of text, one within the other
OURS = {r"\arg": r"\operatorname{arg}", r"\lg": r"\operatorname{lg}"}
"""Commands that the library does not know, in its own words."""
SIGNS = {"~": "\u223c"} | {bracket: bracket for bracket in "\u230a\u230b\u2308\u2309"}
"""Letters of the library that are signs: ~ of \\sim, the brackets of \\lfloor and \\lceil."""
LIMITS = ("max", "min", "lim", "sup", "inf", "Pr")
VARIANTS = {
    "bold": "BOLD", "bold-italic": "BOLD ITALIC", "sans-serif": "SANS-SERIF", "script": "SCRIPT",
    "bold-sans-serif": "SANS-SERIF BOLD", "fraktur": "FRAKTUR", "double-struck": "DOUBLE-STRUCK",
    "monospace": "MONOSPACE",
}  # fmt: skip


@dataclass(frozen=True)
class Rendered:
    """A formula for a page: markup, and what is wrong with its TeX, if anything is."""

    markup: str
    problem: str = ""
    width: float = 0.0  # about how wide it is, in em


@lru_cache(maxsize=4096)
def rendered(tex: str, display: str = INLINE) -> Rendered:
    """A formula as MathML; as TeX where it cannot be read."""
    if len(tex) > LONGEST:
        return _as_tex(tex, f"it is longer than {LONGEST} characters")
    if _depth(tex) > DEEPEST:
        return _as_tex(tex, f"it is nested deeper than {DEEPEST} braces")
    try:
        return _converted(tex, tex, display)
    except Exception as error:  # the library raises what it likes; a RecursionError too
        why = _reason(error)
    try:
        again = _converted(_closed(tex), tex, display)
    except Exception:
        return _as_tex(tex, why)
    said = f"its TeX is broken ({why}); shown with its brackets closed"
    return Rendered(again.markup, said, again.width)


def _reason(error: Exception) -> str:
    """What a library's error says of the TeX, in words."""
    name = type(error).__name__.removesuffix("Error")
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
    return words.replace("extra left or missing right", "a \\left without its \\right")


def _depth(tex: str) -> int:
    depth = deepest = 0
    for found in re.finditer(r"\\(left|right|begin|end)(?![A-Za-z])|\\.|[{}]", tex, re.DOTALL):
        depth += (found[0] in ("{", r"\left", r"\begin")) - (found[0] in ("}", r"\right", r"\end"))
        deepest = max(deepest, depth)
    return deepest


def _closed(tex: str) -> str:
    r"""The TeX without \left and \right, its open braces and environments closed at the end."""
    tex = re.sub(r"\\(left|right)(?![A-Za-z])\.?", "", tex)
    tex = re.sub(r"\\[A-Za-z]*$", "", tex)  # cut off within a command
    open_: list[str] = []
    kept = []
    for part in re.split(r"(\\begin\{\w+\*?\}|\\end\{\w+\*?\}|\\.|[{}])", tex, flags=re.DOTALL):
        if part == "{":
            open_.append("}")
        elif part.startswith(r"\begin"):
            open_.append(part.replace("begin", "end", 1))
        elif part == "}" or part.startswith(r"\end"):
            if part not in open_:
                continue
            while (last := open_.pop()) != part:
                kept.append(last)
        kept.append(part)
    # an argument that is missing, as of a \frac, is empty
    ends = ("}{}" if part == "}" else part for part in reversed(open_))
    return "".join([*kept, *ends])


def _converted(tex: str, source: str, display: str) -> Rendered:
    known = COMMAND.sub(lambda found: OURS.get(found[0], found[0]), tex)
    known = BOLD.sub(r"\\boldsymbol{\1}", known)
    tree = convert_to_element(known, display=display)
    strange: list[str] = []
    root = Element("math", {"display": display, "alttext": source})
    _copy(tree, root, strange)
    for row in list(root.iter("mrow")):
        _break(row)
    said = f"unknown to the page: {', '.join(dict.fromkeys(strange))}" if strange else ""
    return Rendered(tostring(root, encoding="unicode"), said, _width(root))


def _copy(source: Element, target: Element, strange: list[str]) -> None:
    """What MathML knows of an element's contents, into another element."""
    for child in source:
        tag, text = child.tag, unescape(child.text or "")
        kept = {k: v for k, v in child.attrib.items() if k in ATTRIBUTES and VALUE.fullmatch(v)}
        if text.startswith("\\") and len(text) > 1:
            strange.append(text)
            text = "" if text.startswith("\\end") else text
        if tag == "mi" and text in SIGNS:
            tag, text, kept = "mo", SIGNS[text], {"stretchy": "false"}
        if tag == "msub" and unescape(child[0].text or "") in LIMITS:
            tag = "munder"
        if text in LIMITS:
            kept["movablelimits"] = "true"  # below in a display, lowered in a line
        copy = SubElement(target, tag if tag in ELEMENTS else "mrow", kept)
        variant = VARIANTS.get(copy.attrib.get("mathvariant", ""))
        if variant and tag == "mi":
            text = "".join(_letter(c, variant) for c in text)
            del copy.attrib["mathvariant"]
        copy.text = text
        _copy(child, copy, strange)


def _break(row: Element) -> None:
    """The lines of a formula that has lost its environment, one below the other."""
    children = list(row)
    if not any(_ends_line(child) for child in children):
        return
    for child in children:
        row.remove(child)
    table = SubElement(row, "mtable", {"displaystyle": "true"})
    lines: list[list[Element]] = [[]]
    for child in children:
        if _ends_line(child):
            lines.append([])
        elif child.text != "&":  # it aligned a line that is no cell any more
            lines[-1].append(child)
    for line in filter(None, lines):
        cell = SubElement(SubElement(table, "mtr"), "mtd", {"columnalign": "left"})
        SubElement(cell, "mrow").extend(line)


def _ends_line(element: Element) -> bool:
    return element.tag == "mspace" and element.get("linebreak") == "newline"


def _width(element: Element) -> float:
    """About how wide an element is, in em."""
    inside = [_width(child) for child in element]
    if not inside:
        return len(element.text or "") * LETTER + (SIGN if element.tag == "mo" else 0.0)
    if element.tag in ("mfrac", "mtable"):
        return max(inside)
    if element.tag in ("munder", "mover", "munderover"):
        return max(inside[0], *(SCRIPT * width for width in inside[1:]), 0.0)
    if element.tag in ("msub", "msup", "msubsup"):
        return inside[0] + SCRIPT * max(inside[1:], default=0.0)
    return sum(inside)


def _letter(letter: str, variant: str) -> str:
    """A letter in another alphabet, which MathML Core does not choose by an attribute."""
    words = unicodedata.name(letter, "").split()
    if len(words) < 3 or words[1] not in ("SMALL", "CAPITAL"):
        return letter
    name = f"MATHEMATICAL {variant} {words[1]} {words[-1]}"
    try:
        return unicodedata.lookup(name)
    except KeyError:
        return letter


def _as_tex(tex: str, why: str) -> Rendered:
    return Rendered(f'<code class="tex">{escape(tex)}</code>', f"not rendered: {why}")
