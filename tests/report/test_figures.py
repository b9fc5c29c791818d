"""The figures: well-formed, deterministic, every number from a result, the scales honest."""

import re
import shlex
import subprocess
import sys
import xml.etree.ElementTree as ET
from copy import deepcopy
from fractions import Fraction
from html import unescape
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from measured import RESULTS, marks

import dpbi
from dpbi.ledger import recorded
from dpbi.report import html, labels
from dpbi.report.figures import STYLE
from dpbi.report.figures.base import CALLED, FINITE, LEVELS, error, loss
from dpbi.report.figures.base import STYLE as PAGE_STYLE
from dpbi.report.figures.cells import CELL_STYLE, CellMap
from dpbi.report.figures.commands import command
from dpbi.report.figures.laws import (
    LAPLACE,
    MH,
    RECORDS,
    ErrorScene,
    boxes,
    cumulated,
    duel,
    expected,
    record_boxes,
)
from dpbi.report.quantities import parse
from dpbi.report.svg import STYLE as CHARTS
from dpbi.report.svg import Chart, Scale
from dpbi.report.words import MarkedNumber, at, high, low, number, say, shown
from pictures import FIGURES, losses, maps, series, swept

pytestmark = pytest.mark.study

CLASS, PLAIN = re.compile(r'\bclass="([^"]*)"'), html.asset("page.css")
# seconds for each law
COSTLY = ("notes-3", "notes-4", "notes-7", "notes-8", "tailoring-3", "tailoring-5")
CHEAP = tuple(f for f in FIGURES if f.id not in COSTLY)


def drawn(figure):
    """A figure as its page shows it."""
    return html.figure(figure.view(RESULTS))


each = pytest.mark.parametrize("figure", CHEAP, ids=lambda f: f.id)


@each
def test_a_figure_is_well_formed_and_speaks_to_those_who_listen(figure):
    view = figure.view(RESULTS)
    panels = [*view.panels, *(entry.icon for entry in view.legend)]
    charts = [p for p in panels if 'role="img"' in p]
    assert charts
    for text in panels:
        ET.fromstring(text)  # noqa: S314  (our own text)
    for text in charts:
        root = ET.fromstring(text)  # noqa: S314
        title, described = root[0], root[1]
        assert title.tag.endswith("title")
        assert described.tag.endswith("desc")
        assert root.get("aria-labelledby") == f"{title.get('id')} {described.get('id')}"
        assert title.text
        assert described.text
    words = view.words
    assert figure.caption in words
    assert "<data" not in words
    assert all(str(said) in words for said in figure.findings(RESULTS))


def test_no_two_things_on_a_page_have_one_id():
    page = "".join(map(drawn, CHEAP))
    ids = re.findall(r'\bid="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    assert len({f.id for f in FIGURES}) == len(FIGURES)


@each
def test_every_marked_number_is_its_result_and_is_rounded_to_the_nearest(figure):
    found = marks(drawn(figure))
    assert found
    needed = {m.key for m in figure.measures}
    for key, path, value, text in found:
        assert key in needed
        assert value == str(at(RESULTS[key], path))
        if path.endswith(".lo") and not text.startswith("["):
            upper = at(RESULTS[key], path.removesuffix("lo") + "hi")
            assert all(is_nearest(text, Fraction(end)) for end in (value, upper))


def is_nearest(text, value):
    """The text is the value rounded at its last digit; a number that fits is written in full."""
    exact = Fraction(text)
    if exact == value:
        return True
    digits, _, exponent = text.partition("e")
    unit = Fraction(10) ** (int(exponent or 0) - len(digits.partition(".")[2]))
    return abs(exact - value) <= unit / 2


def test_numbers_chosen_at_random_come_out_again():
    found = [m for f in CHEAP for m in marks(drawn(f))]
    keys = sorted({m[0] for m in found})
    for key in Random(5).sample(keys, 12):
        fresh = parse(key).compute()
        for k, path, value, _ in found:
            if k == key:
                assert value == str(at(fresh, path))


@each
def test_a_figure_is_the_same_text_each_time(figure):
    assert drawn(figure) == html.figure(figure.view(deepcopy(dict(RESULTS))))


def test_all_claims_that_figures_illustrate_are_claims_of_the_ledger():
    known = {c.id for c in recorded.all_claims(Path(__file__).parents[2] / "verify")}
    named = [c for f in FIGURES for c in f.claims]
    assert set(named) <= known
    assert all(f.claims for f in FIGURES)


def test_what_a_figure_says_follows_its_results_and_is_not_typed():
    changed = dict(RESULTS)
    m = loss("lshist", n=20)
    changed[m.key] = {
        **RESULTS[m.key],
        "within": False,
        "loss": {"lo": "3.14159", "hi": "3.14160"},
        "ratio": {"lo": "3.14159", "hi": "3.14160"},
    }
    before, after = (losses.OVER_N.view(r).words for r in (RESULTS, changed))
    assert "LSHist" not in before.partition(";")[0]
    assert "LSHist reaches 3.142 times epsilon at prior Beta(1, 1), n = 20" in after
    assert after.startswith("The true loss reaches 3.142 times epsilon for LSHist, ")
    assert losses.OVER_N.view(changed).panels != losses.OVER_N.view(RESULTS).panels


def test_what_is_undecided_is_not_called_kept():
    tied = losses.OVER_N.measures[0]
    changed = {**RESULTS, tied.key: {**RESULTS[tied.key], "within": None}}
    name = dict(tied.arguments)["name"]
    line = next(s for s in map(str, losses.OVER_N.findings(changed)) if s.startswith("Within"))
    assert CALLED[name] not in re.split(r": |; |\.$", line)
    assert CALLED[FINITE[1]] in re.split(r": |; |\.$", line)


def test_a_map_says_for_each_cell_what_its_loss_says():
    ehd = maps.over_priors("ehd", 1, "1")
    answers = ehd.answers(RESULTS)
    assert answers["1/1000", "1/1000"] is False
    assert answers["1", "1"] is True
    for place, m in ehd.cells.items():
        assert Fraction(RESULTS[m.key]["loss"]["hi"]) <= 1 or answers[place] is not True
        assert Fraction(RESULTS[m.key]["loss"]["lo"]) > 1 or answers[place] is not False


def test_the_share_that_is_spent_is_the_loss_over_epsilon():
    for name, choice in (("ehd", 7), ("ehdl", 40), ("mh-s", 300)):
        cell = list(swept.cells(name))[choice]
        m = dpbi.mechanism(name, prior=cell.prior, n=int(cell.n), epsilon=cell.epsilon)
        loss_itself = dpbi.privacy_loss(m)
        lo, hi = (cell.share(RESULTS, end) * m.epsilon for end in (low, high))
        assert lo <= loss_itself.hi
        assert loss_itself.lo <= hi
        assert hi - lo < Fraction(1, 10**5)
        assert cell.within(RESULTS) is loss_itself.within(m.epsilon)
        cells = list(swept.cells(name))
        shares = [c.share(RESULTS) for c in cells]
        assert swept.most(RESULTS, cells).share(RESULTS) == max(shares)


def test_a_shade_is_as_dark_as_its_share_and_none_hides_a_failure():
    answers = {("1", "a"): True, ("2", "a"): True, ("3", "a"): False}
    shades = {("1", "a"): 0, ("2", "a"): 3, ("3", "a"): 0}
    drawn = CellMap("t", "d", "x", "y", ("1", "2", "3"), ("a",), answers, shades).render()
    assert re.findall(r'class="cell (\w+)"(?: fill-opacity="([\d.]+)")?', drawn) == [
        ("no", ""),
        ("yes", "0.25"),
        ("yes", "1"),
    ]


def test_cells_of_every_answer_are_told_apart_by_more_than_colour():
    places = {("a", "c"): True, ("b", "c"): False, ("a", "d"): None, ("b", "d"): False}
    drawn = CellMap("t", "d", "x", "y", ("a", "b"), ("c", "d"), places).render("k")
    root = ET.fromstring(drawn)  # noqa: S314
    groups = {g.get("class"): [p.get("d") for p in g] for g in root if g.tag.endswith("}g")}
    assert set(groups) == {"cell yes", "cell no", "cell open"}
    assert [len(paths) for paths in groups.values()].count(2) == 1
    boxes, crosses = groups["cell no"]
    assert boxes.count("z") == 2
    assert crosses.count("l6 6") == 2
    for one in ("cell yes", "cell open"):
        assert [paths.count("z") for paths in groups[one]] == [1]


def test_a_comparison_is_certain_or_open():
    x = (5, 5)
    a, b = error(MH.name, x), error(LAPLACE.name, x)
    ends = {"wide": ("1", "3"), "low": ("1", "2"), "high": ("2", "4"), "far": ("3", "4")}
    made = {k: {"error": {"lo": lo, "hi": hi}} for k, (lo, hi) in ends.items()}
    for first, second, wanted in (
        ("low", "far", True),
        ("far", "low", False),
        ("wide", "high", None),
        ("high", "low", False),
    ):
        assert series.below({a.key: made[first], b.key: made[second]}, a, b) is wanted


@pytest.mark.parametrize("place", ["errors-over-n-epsilon", "tailoring-4"])
def test_a_comparison_that_is_open_is_said_to_be_open(place):
    figure = next(f for f in FIGURES if f.id == place)
    assert not any("undecided" in str(s) for s in figure.findings(RESULTS))
    wide = {m.key: {"error": {"lo": "0", "hi": "1"}} for m in figure.measures}
    for said in map(str, figure.findings({**RESULTS, **wide})):
        assert re.search("smaller error at no n drawn; undecided at (every n drawn|n = 4, )", said)


def test_spans_of_points_leave_out_what_is_not_in_them():
    points = tuple((n, (n, n), ("1", "1")) for n in (1, 2, 3, 4, 5))
    one = series.Series("t", "n", points, (MH, LAPLACE))
    assert one._where([1, 3, 4]) == "at n = 1 and 3 to 4"
    assert one._where([1, 2, 3, 4, 5]) == "at every n drawn"
    assert one._where([]) == "at no n drawn"


@pytest.mark.parametrize(
    ("lo", "hi", "log"),
    [(0, 1, False), (1, 400, True), (0.3, 0.9, True), (1e-6, 1, True), (3, 3, True)],
)
def test_a_scale_is_monotone_and_writes_true_round_numbers_inside(lo, hi, log):
    scale = Scale.over(lo, hi, log=log)
    ticks = scale.ticks(6)
    assert 1 <= len(ticks) <= 8
    assert [t for t, _ in ticks] == sorted(t for t, _ in ticks)
    for t, text in ticks:
        assert float(text) == pytest.approx(t)
        assert -1e-9 <= scale.share(t) <= 1 + 1e-9
    assert scale.share(scale.lo) == 0
    assert scale.share(scale.hi) == pytest.approx(1)


def test_on_a_logarithmic_scale_equal_factors_are_equal_steps():
    scale = Scale(1, 10_000, log=True)
    assert [scale.share(10**i) for i in range(5)] == pytest.approx([0, 0.25, 0.5, 0.75, 1])
    assert not scale.holds(0)
    assert not scale.holds(float("inf"))


def test_points_are_drawn_where_they_are():
    chart = Chart("t", "d", "x", "y", width=200, height=200, log_y=True, y_range=(1, 100))
    chart.x_range = (0, 10)
    chart.dots([(0, 1), (10, 100), (5, 10), (5, 0)])
    root = ET.fromstring(chart.render())  # noqa: S314
    dots = [(float(c.get("cx")), float(c.get("cy"))) for c in root if c.tag.endswith("circle")]
    (x0, y0), (x1, y1), middle = dots  # what a logarithm cannot show is left out
    assert middle == pytest.approx(((x0 + x1) / 2, (y0 + y1) / 2))
    assert x0 < x1
    assert y0 > y1


def test_boxes_stand_at_the_quantiles_of_a_law():
    scene = ErrorScene((2, 3), who=(MH, LAPLACE))
    for chart, path in (
        (boxes(RESULTS, scene, "t"), "quantiles.2.t.lo"),
        (record_boxes(RESULTS, scene, "t"), "record_quantiles.2.records.lo"),
    ):
        root = ET.fromstring(chart.render())  # noqa: S314
        lines = [p.get("d") for p in root if p.get("stroke-width") == "2.4"]
        heights = [float(re.match(r"M\S+ (\S+?)h", d)[1]) for d in lines]
        medians = [float(at(RESULTS[m.key], path)) for m in scene.laws]
        assert len(heights) == 2
        assert (heights[0] < heights[1]) is (medians[0] > medians[1])
        assert (heights[0] == heights[1]) is (medians[0] == medians[1])


def test_a_chart_carries_its_style_only_when_it_stands_alone():
    chart = Chart("t", "d", "x", "y")
    chart.line([(0, 0), (1, 1)], 0, "one")
    assert "<style>" in chart.render()
    assert "<style>" not in chart.render(alone=False)
    assert CHARTS in STYLE
    for rule in re.findall(
        r"([^{}]+)\{[^{}]*\}", CHARTS.replace("@media(prefers-color-scheme:dark){", "")
    ):
        assert rule.startswith(".plot"), "a style that reaches beyond charts"


def test_a_page_with_figures_has_each_of_their_styles_once():
    for style in (CHARTS, CELL_STYLE, PAGE_STYLE):
        assert STYLE.count(style) == 1
    classes = {name for used in CLASS.findall("".join(map(drawn, CHEAP))) for name in used.split()}
    styled = set(re.findall(r"\.([a-z]\w*)", STYLE)) | set(re.findall(r"\.([a-z]\w*)", PLAIN))
    assert classes - styled == set()


@pytest.mark.parametrize(
    ("lo", "hi", "digits", "text"),
    [
        ("0.31963", "0.31964", 4, "0.3196"),
        ("0.0000000123456", "0.0000000123457", 3, "1.23e-8"),
        ("1", "1", 4, "1"),
        ("0.5", "0.5", 4, "0.5"),
        ("12345.6", "12345.7", 3, "12300"),
        ("0.1", "0.9", 4, "[0.1, 0.9]"),
        ("0.12344", "0.12346", 4, "0.123"),
        ("inf", "inf", 4, "infinite"),
        ("-0.25", "-0.25", 4, "-0.25"),
    ],
)
def test_a_number_is_shown_as_far_as_both_ends_agree(lo, hi, digits, text):
    assert shown(lo, hi, digits) == text


def test_a_sentence_marks_its_numbers_and_escapes_its_words():
    m = loss("ehds")
    value = number(RESULTS, m, "loss")
    said = say("a < b: {} & {}", value, "<x>")
    assert str(said) == f"a < b: {value.shown} & <x>"
    words = html.templates().get_template("words.html").module
    shown = words.said(said)
    assert shown == f"a &lt; b: {words.number(value)} &amp; &lt;x&gt;"
    ((key, path, text, seen),) = marks(shown)
    assert (key, path, seen) == (m.key, "loss.lo", "0.3196")
    assert unescape(text) == RESULTS[m.key]["loss"]["lo"]


# titles


def altered(results):
    """Other results: M_H errs next to nothing, and every other number is a quarter larger."""

    def of(value, factor):
        if isinstance(value, dict) and {"lo", "hi"} <= set(value):
            return {end: str(float(value[end]) * factor) for end in ("lo", "hi")}
        if isinstance(value, dict):
            return {k: of(v, factor) for k, v in value.items()}
        return [of(v, factor) for v in value] if isinstance(value, list) else value

    return {
        k: of(v, 0.001 if "name=mh," in k and "error" in k else 1.25) for k, v in results.items()
    }


@each
def test_a_title_says_what_was_found_and_is_computed(figure):
    found = str(figure.found(RESULTS))
    mine = {m.key: RESULTS[m.key] for m in figure.measures}
    assert found == str(figure.found(deepcopy(mine)))  # from these results alone
    assert found != str(figure.found(altered(mine)))
    assert not found.endswith(".")
    page = drawn(figure)
    heading = re.search(r'<h2 class="found">(.*?)</h2>', page)[1]
    assert unescape(re.sub("<[^>]*>", "", heading)) == found


def test_titles_count_what_the_outcomes_are():
    over = {
        dict(m.arguments)["name"] for m in losses.N_MEASURES if RESULTS[m.key]["within"] is not True
    }
    title = str(losses.OVER_N.found(RESULTS))
    assert f"{len(FINITE) - len(over)} of {len(FINITE)} mechanisms keep epsilon" in title
    assert all(CALLED[name] in title for name in over)
    for figure in maps.FAMILY:
        said = str(figure.found(RESULTS))
        failing = sum(RESULTS[m.key]["within"] is False for m in figure.measures)
        counts = [int(n) for n in re.findall(r" in (\d+) of", said)]
        assert sum(counts) == failing
        every = [int(n) for n in re.findall(r" of (\d+)", said)]
        assert sum(every) == len(figure.measures)
    less = sum(
        Fraction(RESULTS[expected(MH, n, e).key]["error"]["hi"])
        < Fraction(RESULTS[expected(LAPLACE, n, e).key]["error"]["lo"])
        for n in RECORDS
        for e in LEVELS
    )
    assert f"errs less than {LAPLACE.label} in {less} " in str(series.FAMILY[0].found(RESULTS))


def test_a_duel_says_who_errs_less_and_that_it_is_open():
    scene = ErrorScene((2, 3), who=(MH, LAPLACE))
    a, b = (m.key for m in scene.laws)
    for first, second, words in (
        ("12", "34", "errs less than"),
        ("34", "12", "errs more than"),
        ("13", "24", "against"),
    ):
        made = {k: {"mean": {"lo": e[0], "hi": e[1]}} for k, e in ((a, first), (b, second))}
        said = str(duel(made, [scene], MH, LAPLACE))
        assert said.startswith(f"{MH.label} {words} {LAPLACE.label}: on average ")


def run(command):
    """What a command of a page prints; `dpbi` and `python` are those of this test."""
    words = shlex.split(command)
    start = [sys.executable] if words[0] == "python" else [sys.executable, "-m", "dpbi"]
    done = subprocess.run([*start, *words[1:]], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@each
def test_the_first_command_beneath_a_figure_runs_and_prints_the_number_of_its_title(figure):
    view = figure.view(RESULTS)
    assert view.commands
    printed = run(view.commands[0])
    numbers = [p for p in view.found.parts if isinstance(p, MarkedNumber)]
    if numbers:
        decimals = re.findall(r"\d+\.\d+(?:e-?\d+)?|\d+", printed)
        assert any(is_nearest(numbers[0].shown, Fraction(d)) for d in decimals)


def test_each_kind_of_number_has_a_command():
    law = ErrorScene((2, 3), who=(MH,)).laws[0]
    found = {
        str(number({law.key: RESULTS[law.key]}, law, path)): command(law, path)
        for path in ("mean", "quantiles.2.t")
    }
    assert list(found.values()) == [
        "dpbi accuracy mh --prior 1,1 --epsilon 1 --counts 2,3 --mean --digits 12",
        "dpbi accuracy mh --prior 1,1 --epsilon 1 --counts 2,3 --quantiles 1/20,1/4,1/2,3/4,19/20",
    ]
    profile = parse("profile(epsilon=1, levels=(0,20/20), n=4, name=ehd, prior=(1,1))")
    assert command(profile, "profile.1.delta.lo").endswith("--epsilon 1 --profile 1")
    options = loss("ehd", n=5, gs="true")
    assert command(options, "loss") == "dpbi loss ehd --prior 1,1 --n 5 --epsilon 1 -p gs=true"


# pictures


def steps(chart):
    """The corners of each line of a chart."""
    root = ET.fromstring(chart.render())  # noqa: S314
    lines = [p.get("d") for p in root if "line" in p.get("class", "").split()]
    return [[tuple(map(float, c.split())) for c in d[1:].split("L")] for d in lines]


@pytest.mark.parametrize(("x", "prior"), [((2, 3), ("1",) * 2), ((1, 2, 1), ("1",) * 3)])
def test_a_distribution_function_has_steps_for_any_number_of_categories(x, prior):
    scene = ErrorScene(x, prior, who=(MH, LAPLACE))
    for corners in steps(cumulated(RESULTS, scene)):
        for (x0, y0), (x1, y1) in pairwise(corners):
            assert x0 == x1 or y0 == y1
            assert x0 <= x1
            assert y0 >= y1


def test_a_discrete_law_is_drawn_as_stems_that_do_not_hide_each_other():
    chart = Chart("t", "d", "x", "y")
    for i in range(3):
        chart.stems([(0.0, 0.5), (1.0, 0.25 * (i + 1))], i, f"law {i}")
    root = ET.fromstring(chart.render())  # noqa: S314
    paths = [p.get("d") for p in root if "stem" in p.get("class", "").split()]
    places = [float(x) for d in paths for x in re.findall(r"M(\S+) ", d)]
    assert len(paths) == 3
    assert len(set(places)) == len(places) == 6
    alone = Chart("t", "d", "x", "y")
    alone.stems([(0.0, 0.5)], 0, "one")
    alone.stems([(1.0, 0.5)], 1, "other")
    stems = re.findall(r'class="stem s\d" d="M(\S+) ', alone.render())
    assert [float(x) for x in stems] == pytest.approx([60, 60 + 562 / 1.04], abs=0.1)


def test_names_stand_inside_the_frame_and_never_upon_each_other():
    frame = (60.0, 30.0, 340.0, 240.0)
    paths = [labels.beside((60, 40 + 12 * i), (340, 60 + 12 * i)) for i in range(6)]
    named = [(i, 60.0 + i) for i in range(6)]
    found = labels.places(paths, named, frame)
    assert found == labels.places(paths, named, frame)
    assert set(found) == set(range(6))
    boxes = {i: (x, y - 10, x + 60 + i, y + 3) for i, (x, y) in found.items()}
    for i, (left, top, right, bottom) in boxes.items():
        assert left > frame[0]
        assert right < frame[2] + 8
        assert top > frame[1] - 3
        assert bottom <= frame[3]
        for j, other in boxes.items():
            apart = right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
            assert i == j or apart
    wide = labels.places(paths, [(0, 1000.0)], frame)
    assert wide[0][0] == 63  # a name that fits nowhere is still written
