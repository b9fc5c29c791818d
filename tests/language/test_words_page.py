"""The page of words: every word with an example, printed from the words themselves."""

import inspect
from pathlib import Path

import pytest

import dpbi.language
from dpbi.language import words, words_page
from dpbi.language.signatures import OPERATIONS, IllFormed
from dpbi.language.text import sentence

PAGE = Path(dpbi.language.__file__).with_name("WORDS.md").read_text(encoding="utf-8")
EXAMPLES = [code for several in words_page.SECTIONS.values() for code in several]


def test_the_page_is_what_the_words_print_today():
    assert words_page.page() == PAGE


def test_every_word_has_an_example():
    own = {
        name
        for name, word in vars(words).items()
        if not name.startswith("_")
        and inspect.isfunction(word)
        and word.__module__ in (words.__name__, "dpbi.language.formula")
    }
    shown = {code.partition("(")[0] for code in EXAMPLES}
    assert own - shown == {"free", "children", "ledger_of"}  # of the tool, not of authors


def test_every_operation_is_made_by_some_example():
    made = set()
    for code in EXAMPLES:
        found = eval(code, vars(words).copy())  # noqa: S307
        if hasattr(found, "expressions"):
            expressions = found.expressions()
        elif hasattr(found, "walk"):
            expressions = [found]
        else:
            continue
        made |= {node.op for e in expressions for node in e.walk()}
    by_operators = {"add", "mul", "sub", "div", "neg", "pow", "lt", "le", "num", "var"}
    assert set(OPERATIONS) - made <= by_operators


@pytest.mark.parametrize("title", words_page.SECTIONS)
def test_an_example_that_is_no_python_of_the_words_cannot_stand_there(title):
    for code in words_page.SECTIONS[title]:
        assert f"| `{code}` |" in PAGE


def test_the_numbers_of_the_page_need_var_as_x_y_r_and_s_are_vectors():
    for name in "xyrs":
        with pytest.raises(IllFormed):
            words.forall(vars(words)[name] <= 1)
    u = words.var("u")
    made = words.forall(u <= 1, where=[words.variable("u", "rational", "0", None, "(]")])
    assert sentence(made) == "for all rational u > 0: u \u2264 1"
