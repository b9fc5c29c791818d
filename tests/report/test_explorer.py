"""The explorer: its numbers are the tool's, its counts are theirs, its page small and the same."""

import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from html import unescape
from random import Random

import pytest
from measured import RESULTS
from study import document

from dpbi.report import build
from dpbi.report.figures import explorer
from dpbi.report.figures.base import CALLED, FINITE, LEVELS, PRIORS
from dpbi.report.figures.commands import command
from dpbi.report.figures.explorer import Cell
from dpbi.report.figures.laws import RECORDS, expected
from dpbi.report.quantities import parse
from dpbi.report.site import site
from pictures import series

pytestmark = pytest.mark.study

BYTES = 300_000


@cache
def made():
    return explorer.view(RESULTS)


@cache
def small_report():
    return build({"schema": 1, "claims": document()["claims"][:1]})


@cache
def pages():
    return site(small_report(), {}, made())


def page():
    return pages()["explorer.html"]


@cache
def losses():
    return [(grid, *place) for g in made().groups for grid in g.grids for place in grid.cells]


@cache
def errors():
    return [(grid, *place) for grid in made().errors for place in grid.cells]


def printed(*words):
    """What the command prints."""
    command = [sys.executable, "-m", "dpbi", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    return done.stdout


def options(command):
    """A command of a page without its first word."""
    first, *others = command.split()
    assert first == "dpbi"
    return others


def test_the_page_is_small_and_the_same_each_time():
    assert len(page().encode()) <= BYTES
    assert site(small_report(), {}, explorer.view(dict(RESULTS)))["explorer.html"] == page()
    assert pages()["explorer.js"]
    assert '<a href="explorer.html">' in pages()["index.html"]


def test_the_page_has_every_setting_and_each_cell_is_its_measures_result():
    tables = re.findall(r'<table class="grid" data-kind="loss".*?</table>', page(), re.DOTALL)
    assert len(tables) == len(FINITE) * len(PRIORS)
    for table in tables:
        key = unescape(re.search(r'data-of="([^"]*)"', table)[1])
        result, measure = RESULTS[key], dict(parse(key).arguments)
        rows = re.findall(r'<th scope="row">(\d+)</th>(.*?)</tr>', table)
        assert tuple(n for n, _ in rows) == measure["sizes"]
        assert tuple(re.findall(r'<th scope="col">([^<]*)</th>', table)) == measure["epsilons"]
        for (_, cells), wanted in zip(rows, result["rows"], strict=True):
            for text, cell in zip(re.findall("<td>(.*?)</td>", cells), wanted, strict=True):
                mark = {True: "", False: "beyond ", None: "undecided "}[cell["within"]]
                assert text == mark + cell["loss"]


def ends(text):
    """The ends of an enclosure as it is printed, or a number twice."""
    numbers = [Fraction(part) for part in re.findall(r"[0-9.]+(?:e-?[0-9]+)?", text)]
    return numbers[0], numbers[-1]


@pytest.mark.parametrize("number", range(10))
def test_a_loss_of_the_page_is_what_its_command_prints(number):
    rows = Random(f"explorer {number}")
    failing = [row for row in losses() if row[3].within is not True]
    grid, n, epsilon, cell = rows.choice(failing if number % 2 else losses())
    where = ["--prior", grid.prior, "--n", str(n), "--epsilon", epsilon]
    said = printed("loss", grid.name, *where)
    here, there = (ends(text) for text in (re.search(r"true loss +(.*)", said)[1], cell.said))
    assert here[0] <= there[1]  # small questions of a command are answered in balls, which are
    assert there[0] <= here[1]  # narrower than the filter's: both hold the loss
    verdict = {True: "holds", False: "does not hold", None: "undecided"}[cell.within]
    assert re.search(r"of the claim +(.*)", said)[1].startswith(
        verdict if cell.within is None else f"epsilon = {epsilon} {verdict}"
    )


@pytest.mark.parametrize("number", range(4))
def test_an_error_of_the_page_is_what_its_command_prints(number):
    small = [row for row in errors() if row[1] <= 400]
    grid, n, epsilon, cell = Random(f"errors {number}").choice(small)
    who = next(c for c in explorer.WHO if c.name == grid.name)
    said = printed(*options(command(expected(who, str(n), epsilon), "error")))
    assert re.search(r"expected distance +(.*)", said)[1] == cell.said


def test_a_cell_has_the_bounds_that_it_says():
    for said, ends in (
        ("[0.25, 0.5]", ("1/4", "1/2")),
        ("epsilon = 1", (1, 1)),
        ("epsilon/4 = 1/64", ("1/64", "1/64")),
        ("0", (0, 0)),
    ):
        assert Cell(said).ends == tuple(map(Fraction, ends))
    assert Cell("infinite").ends == (float("inf"), float("inf"))


def test_a_verdict_of_the_page_is_not_contradicted_by_its_bounds():
    for _, _, epsilon, cell in losses():
        low, high = cell.ends
        if cell.within is True:
            assert low <= Fraction(epsilon)
        elif cell.within is False:
            assert low > Fraction(epsilon)
        else:
            assert low <= Fraction(epsilon) <= high


def test_what_the_page_says_first_counts_what_is_in_it():
    cells = [cell for key in explorer.MEASURES for row in RESULTS[key.key]["rows"] for cell in row]
    by = Counter(
        dict(m.arguments)["name"]
        for m in explorer.MEASURES
        for row in RESULTS[m.key]["rows"]
        for cell in row
        if cell["within"] is False
    )
    assert made().found.startswith(f"More than epsilon is lost in {by.total()} of {len(cells)} ")
    left = sum(cell["within"] is None for cell in cells)
    assert made().found.endswith(f"; {left} are undecided") or not left
    for name, count in by.items():
        assert f"{CALLED[name]} in {count}" in made().found
    for group in made().groups:
        worst = group.worst
        low, _ = worst.multiple
        assert all(low >= c.ends[0] / Fraction(e) for g in group.grids for _, e, c in g.cells)
        assert f">{worst.times}</a></td>" in page()
        assert group.open == group.settings - group.beyond - sum(
            c.within is True for g in group.grids for _, _, c in g.cells
        )


def test_the_errors_are_those_of_the_map_of_errors():
    figure = series.FAMILY[0]
    shared = {expected(c, n, e) for c in explorer.EXPONENTIAL for n in RECORDS for e in LEVELS}
    assert shared <= set(figure.measures)
