"""The page of words for authors of claims: each with an example, how that prints, what it means.

    python -m dpbi.language.words_page       writes WORDS.md beside this file

An example is Python, and what it prints is printed from it: the page cannot drift from the words.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dpbi.language import words
from dpbi.language.expr import Expr
from dpbi.language.formula import Formula
from dpbi.language.signatures import OPERATIONS
from dpbi.language.text import sentence, text
from dpbi.support.files import write

PAGE = Path(__file__).with_name("WORDS.md")
HEAD = """# Words for claims

What `from dpbi.language.words import *` has, each word with an example. The second column is how
the example prints; [VOCABULARY.md](VOCABULARY.md) has the same operations as the kernel reads them.
`+ - * / **`, `<`, `<=`, `>`, `>=` are Python's own; `a.equals(b)` is a = b. Names that stand for
variables: n records, k categories, prior, datasets x and y, outputs r and s, eps, gamma, delta,
lam, t, c, j, m; others are made by `var`. x, y, r and s stand for vectors (datasets and outputs): a
number of another name needs `var`, as in `u = var("u")`, and a domain, as in
`where=[variable("u", "rational", "0", None, "(]")]`.

This page is generated: `python -m dpbi.language.words_page`.
"""

SECTIONS: dict[str, tuple[str, ...]] = {
    "Whole readings": (
        'forall(loss("ehds", gamma=1) <= eps)',
        'exists(loss("ehdl") > eps)',
        "forall(LS(x) <= GS(), given=[eps < 1])",
        "about(forall(LS(x) <= GS()), PAIRS)",
        'variable("v", "in", lists(2, n))',
        'define("half", "a:N", var("a") / 2)(eps)',
        "PAIRS",
        "TRIPLES",
        "under(1, 1)",
        "whole()",
        "one_of(eps, 1, 2)",
    ),
    "Numbers": (
        "exp(eps)",
        "log(eps)",
        "sqrt(eps)",
        "absolute(eps - 1)",
        "smallest(eps, 1)",
        "largest(eps, 1)",
        "floor(eps)",
        "ceil(eps)",
        "binomial(n, 2)",
        "pi",
    ),
    "Vectors": (
        "vec(1, 2)",
        "at(x, 0)",
        "size(x)",
        "total(x)",
        "plus(prior, x)",
        "shifted(x, 1)",
        "d(x, y)",
        "hamming(x, y)",
    ),
    "Sets": (
        "steps(0, n)",
        "numbers(1, 2, 5)",
        "some(x, y)",
        "datasets(n)",
        "near(x)",
        'grid(numbers(0, "1/2", 1), 3)',
        "lists(2, n)",
        "upto(steps(0, 1), n)",
        'outputs("ehds", gamma=1)',
    ),
    "Over a set": (
        'over("sum", "i", steps(0, n), var("i") ** 2)',
        'over("prod", "i", steps(1, n), var("i"))',
        'over("maxof", "r", datasets(n), H(x, var("r")))',
        'over("minof", "r", datasets(n), H(x, var("r")))',
        'over("sumif", "i", steps(0, n), var("i") > 1, var("i"))',
        'over("maxif", "i", steps(0, n), var("i") < 3, var("i"))',
        'over("minif", "i", steps(0, n), var("i") > 1, var("i"))',
        'over("count", "i", steps(0, n), var("i") > 1)',
        'over("forall", "r", datasets(n), H(x, var("r")) <= 1)',
        'over("exists", "r", datasets(n), H(x, var("r")) > eps)',
        'quantile("i", steps(1, 6), "1/6", var("i"), "1/2")',
    ),
    "Conditions": (
        "eps.equals(1)",
        "same(x, y)",
        "adjacent(x, y)",
        "inserted(x, y)",
        "all_of(eps > 0, eps < 1)",
        "any_of(eps < 1, eps > 2)",
        "no(same(x, y))",
        "implies(eps < 1, eps < 2)",
        "true",
    ),
    "Mechanisms": (
        'released("ehds", gamma=1)(x, r)',
        'loss("ehds", gamma=1)',
        'hockey_stick("ehds", x, y, eps, gamma=1)',
        'released("file.py:Name", eps=eps)(x, r)',
        'loss("file.py:Name", eps=eps)',
        'worst_delta("file.py:Name", eps)',
        'data("file.py:Name")',
        'beside("file.py:Name", x)',
        'results("file.py:Name", x)',
    ),
    "Private Bayesian inference": (
        "H(x, r)",
        "hellinger(prior, plus(prior, x))",
        "LS(x)",
        "GS()",
        "S(x, gamma)",
        "Sexp(x, t)",
        "C(x, r)",
    ),
}


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *_sections()]) + "\n"


def _sections() -> Iterator[str]:
    for title, examples in SECTIONS.items():
        yield f"## {title}\n"
        yield "| write | prints as | meaning |\n|---|---|---|"
        for code in examples:
            yield f"| `{code}` | {_printed(code)} | {_meaning(code)} |"
        yield ""


def _printed(code: str) -> str:
    made = eval(code, vars(words).copy())  # noqa: S307  (an example of ours)
    match made:
        case Formula():
            return f"{sentence(made)}".replace("|", "\\|")
        case Expr():
            return text(made).replace("|", "\\|")
    return ""


def _meaning(code: str) -> str:
    """What the word says of itself; of `over`, what the table says of the operation."""
    name = code.partition("(")[0]
    word: Any = vars(words).get(name)
    if name == "over":
        return OPERATIONS[code.split('"')[1]].meaning
    if name in MEANINGS:
        return MEANINGS[name]
    return str(word.__doc__).strip().partition("\n")[0].rstrip(".")


MEANINGS = {
    "PAIRS": "two categories",
    "TRIPLES": "three categories",
    "pi": "pi",
    "true": "what is always true",
    "eps.equals": "a = b",
}
"""Of words that are no functions."""


def main() -> None:
    """Write the page."""
    write(PAGE, page())


if __name__ == "__main__":
    main()
