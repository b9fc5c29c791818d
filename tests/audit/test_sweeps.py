"""Sweeps: which settings there are, what is asked of each, what the table says."""

import csv
import json
import random
import tomllib
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpbi
from dpbi.audit.executors import Serial
from dpbi.audit.sweeps import asking, plotting, running, showing
from dpbi.audit.sweeps.axes import Settings, axis, shuffled
from dpbi.audit.sweeps.spec import MOST, read
from dpbi.audit.sweeps.store import NotASweep, Store
from dpbi.audit.sweeps.table import export, lines
from dpbi.errors import DpbiError, InexactInput, InvalidValue, UnknownName

ROOT = Path(__file__).parents[2]
GRID = {"prior": ["1,1", "1/2,3"], "n": "1..4", "epsilon": ["1/2", "1"]}
SMALL = {"target": ["ehd", "ehdl"], "grid": GRID}
WEAK = '''
"""Coins that keep what they say, or do not, or do something worse."""

import os
import time

import dpbi


def coin(n, heads="3/4"):
    if n == 2:
        time.sleep(3600)
    if n == 3:
        os._exit(7)
    if n == 4:
        raise ValueError("four is a bad number")
    p = dpbi.Table.of({0: {"a": heads, "b": 1 - heads}, 1: {"a": 1 - heads, "b": heads}})
    return p
'''


def swept(spec, path, **options):
    """The rows of a sweep, done one at a time."""
    return list(dpbi.sweep(spec, path, jobs=0, **options).rows())


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """The table of a small sweep."""
    path = tmp_path_factory.mktemp("sweep") / "small.sqlite"
    dpbi.sweep(SMALL, path, jobs=0)
    return path


def test_a_table_has_a_row_for_every_combination_and_each_is_what_the_auditor_says(table):
    with Store(table) as store:
        rows = [dict(zip(store.columns, row, strict=True)) for row in store.rows()]
    expected = list(product(["ehd", "ehdl"], GRID["prior"], range(1, 5), GRID["epsilon"]))
    assert [row["setting"] for row in rows] == list(range(len(expected)))
    for row, (target, prior, n, epsilon) in zip(rows, expected, strict=True):
        assert (row["target"], row["prior"], row["n"]) == (target, prior, str(n))
        m = dpbi.mechanism(target, prior=tuple(prior.split(",")), n=n, epsilon=epsilon)
        loss = dpbi.privacy_loss(m)
        lo, hi = Fraction(row["lo"]), Fraction(row["hi"])
        assert lo <= loss.hi
        assert loss.lo <= hi
        assert hi - lo < Fraction(1, 10**11)
        assert float(lo) <= row["value"] <= float(hi)
        assert row["verdict"] == {True: "holds", False: "fails"}[loss.within(epsilon)]
        x, y, output = (tuple(json.loads(row["witness"])[k]) for k in ("x", "y", "output"))
        ratio = m.law(x)[output].lo / m.law(y)[output].hi
        assert float(ratio) == pytest.approx(2.718281828459045 ** row["value"], rel=1e-9)
        assert (row["n_number"], row["epsilon_number"]) == (n, float(Fraction(epsilon)))
        assert row["error"] is None


def test_every_question_has_the_answer_of_its_own_function(tmp_path):
    m = dpbi.mechanism("ehds", prior=(1, 1), n=4, epsilon=1, gamma=1)
    grid = {"prior": "1,1", "n": 4, "epsilon": 1, "gamma": 1}

    def one(ask, **more):
        (row,) = swept({"target": "ehds", "ask": ask, "grid": grid, **more}, tmp_path / f"{ask}.db")
        return row

    (delta,) = dpbi.privacy_profile(m, ["1/100"])
    row = one("delta", at="1/100")
    assert Fraction(row["lo"]) <= delta.hi
    assert delta.lo <= Fraction(row["hi"])
    row = one("accuracy", at="middle")
    assert json.loads(row["witness"]) == {"x": [2, 2]}
    assert dpbi.expected_distance(m, (2, 2)).overlaps(
        dpbi.Enclosure(Fraction(row["lo"]), Fraction(row["hi"]))
    )
    row = one("calibrate", at="1/2")
    assert Fraction(row["exact"]) == dpbi.calibrate(m, "1/2").nominal
    assert row["ratio"] == pytest.approx(2 * float(Fraction(row["exact"])))
    row = one("verdict", at="1/10")
    assert row["verdict"] == dpbi.decide(m, dpbi.Promise.epsilon("1/10")).verdict == "fails"
    assert row["witness"]


@pytest.mark.study
def test_a_reading_of_a_claim_is_decided_at_each_setting(tmp_path):
    from dpbi.ledger.shipped import shipped

    known = [
        f"{c['id']}/{r['id']}"
        for c in shipped()["claims"]
        for r in c["readings"]
        if r["verdict"] == "fails" and r["witness"] and set(r["witness"]) >= {"n", "prior", "eps"}
    ]
    witness = dpbi_witness(known[0])
    grid = {"n": witness["n"], "prior": ",".join(witness["prior"]), "eps": witness["eps"]}
    (row,) = swept({"claim": known[0], "grid": grid}, tmp_path / "claim.db")
    assert row["verdict"] == "fails", row


def dpbi_witness(name):
    """The recorded witness of a reading."""
    from dpbi.ledger.shipped import shipped

    claim, _, reading = name.partition("/")
    (found,) = (
        r
        for c in shipped()["claims"]
        if c["id"] == claim
        for r in c["readings"]
        if r["id"] == reading
    )
    return found["witness"]


def test_a_setting_that_fails_is_a_row_with_its_error_and_the_others_are_answered(tmp_path):
    (tmp_path / "weak.py").write_text(WEAK, encoding="utf-8")
    spec = {
        "target": f"{tmp_path / 'weak.py'}:coin",
        "time_limit": 5,
        "grid": {"n": "1..5", "heads": "3/4"},
    }
    rows = swept(spec, tmp_path / "t.db")
    assert [row["exact"] for row in rows] == ["ln(3)", None, None, None, "ln(3)"]
    said = [row["error"] for row in rows]
    assert said[0] is said[4] is None
    assert "did not return within 5 seconds, the time limit" in said[1]
    assert "it ended the process (exit code 7)" in said[2]
    assert "four is a bad number" in said[3]


def test_a_target_that_changes_is_not_mixed_into_a_table(tmp_path):
    target = tmp_path / "weak.py"
    target.write_text(WEAK, encoding="utf-8")
    spec = {"target": f"{target}:coin", "grid": {"n": [1, 5]}}
    assert len(swept(spec, tmp_path / "t.db")) == 2
    asked = read(spec)
    target.write_text(WEAK + "# another\n", encoding="utf-8")
    with pytest.raises(InvalidValue, match="the table of another spec"):
        swept(spec, tmp_path / "t.db", resume=True)
    with (
        running.opened(asked, tmp_path / "new.db", resume=False) as store,
        running.leg(0) as place,
        pytest.raises(running.Stopped, match="has changed since the sweep began"),
    ):
        list(running.run_in_batches(asked, store, place))


EHD = "short.thm-3.1.ehd/gs-eq-sqrt-1-pi-4-constant-all-alphagt0"
REFUSED = {
    '{targt = "ehd"}': (UnknownName, "did you mean target"),
    '{target = "edh"}': (UnknownName, "did you mean ehd"),
    '{target = "ehd", ask = "los"}': (UnknownName, "did you mean loss"),
    '{target = "ehd", grid = {prio = "1,1"}}': (UnknownName, "did you mean prior"),
    '{target = "ehd", grid = {prior = "1,1", n = 1}}': (InvalidValue, "epsilon is missing"),
    '{target = "ehd", grid = {n = []}}': (InvalidValue, "no values, so there is no setting"),
    '{target = "ehd", grid = {n = "5..1"}}': (InvalidValue, "the range is empty"),
    '{target = "ehd", grid = {epsilon = 0.5}}': (InexactInput, "is a binary float"),
    '{target = "ehd", grid = {epsilon = ["1", 0.5]}}': (InexactInput, "is a binary float"),
    '{target = "ehd", grid = {n = {form = 1}}}': (UnknownName, "did you mean from"),
    '{target = "ehd", grid = {n = {from = 1, to = 2}}}': (InvalidValue, "points = 13"),
    '{target = "ehd", grid = {n = [1, 1]}}': (InvalidValue, "listed twice"),
    '{target = "ehd", grid = {"a b" = 1}}': (InvalidValue, "the name of a parameter"),
    '{target = "ehd", grid = {at = "1"}}': (InvalidValue, "it stands before the grid"),
    '{target = "ehd", ask = "delta"}': (InvalidValue, "delta is asked at epsilons"),
    '{target = "ehd", at = "1"}': (InvalidValue, "a loss is not asked at something"),
    '{target = "ehd", claim = "x"}': (InvalidValue, "name a target or a claim"),
    '{claim = "short.thm-3.1.ehd"}': (InvalidValue, "name one reading of it"),
    '{target = "ehd", setting = []}': (InvalidValue, "there is no setting"),
    '{target = "ehd", grid = {}, setting = [{n = 1}]}': (InvalidValue, "not both"),
    '{target = "ehd", setting = [{n = 1}, {m = 2}]}': (InvalidValue, "not in all"),
    '{target = "no_such.py:M", grid = {n = 1}}': (InvalidValue, "there is no such file"),
    '{target = "no_such.module:M"}': (InvalidValue, "module no_such was not found"),
    '{target = ".module:M"}': (InvalidValue, "module .module was not found"),
    '{target = "ehd", grid = {epsilon = ["1/2", "0.5"]}}': (InvalidValue, "listed twice"),
    '{target = "ehd", grid = {prior = ["1,1", "1, 1"]}}': (InvalidValue, "listed twice"),
    '{target = "ehd", setting = [{n = 1}, {n = 1}]}': (InvalidValue, "listed twice"),
    '{target = "ehd", setting = [{prior = ["1,1", "2,2"]}]}': (InvalidValue, "has numbers"),
    '{target = "ehd", ask = "delta", at = "-1"}': (InvalidValue, "it must be >= 0"),
    '{target = "ehd", ask = "calibrate", at = "0"}': (InvalidValue, "it must be > 0"),
    '{target = "ehd", ask = "verdict", at = "x"}': (InvalidValue, "write an integer"),
    '{target = "ehd", ask = "accuracy", at = "midle"}': (UnknownName, "did you mean middle"),
    '{target = "ehd", ask = "accuracy", at = "1,x"}': (InvalidValue, "write a whole number"),
    f'{{claim = "{EHD}", grid = {{epsilon = 1}}}}': (UnknownName, "did you mean eps"),
}


OF_CLAIMS = pytest.mark.study  # whether a claim is known is asked first


@pytest.mark.parametrize(
    "text", [pytest.param(t, marks=OF_CLAIMS) if "short." in t or EHD in t else t for t in REFUSED]
)
def test_a_spec_that_makes_no_sense_is_refused_in_a_sentence(text):
    kind, sentence = REFUSED[text]
    with pytest.raises(DpbiError, match=sentence) as caught:
        read(tomllib.loads(f"s = {text}")["s"])
    assert type(caught.value) is kind
    assert "\n" not in str(caught.value)


def test_more_settings_than_a_lifetime_are_refused_with_what_they_would_cost():
    grid = {"prior": "1,1", "n": "1..1000000", "epsilon": {"from": 1, "to": 10**6, "step": 1}}
    with pytest.raises(DpbiError, match=r"1,000,000,000,000 settings .* 63 years .* 500 TB"):
        read({"target": "ehd", "grid": grid})
    grid["n"] = "1..1" + 40 * "0"
    with pytest.raises(DpbiError, match=r"about 10\^46 settings .* about 10\^37 TB"):
        read({"target": "ehd", "grid": grid})
    few = read({"target": "ehd", "grid": grid, "sample": {"size": 3}}).settings
    assert len({few.at(i)["n"] for i in range(len(few))}) == 3
    grid["n"] = "1..1000"
    assert len(read({"target": "ehd", "grid": grid}).settings) == MOST  # it is not listed


@pytest.mark.parametrize("size", [1, 2, 3, 10, 100, 257])
def test_a_sample_is_without_repetition_and_chosen_by_its_seed(size):
    for seed in (0, 1):
        assert sorted(shuffled(i, size, seed) for i in range(size)) == list(range(size))
    if size > 10:
        first, second = ([shuffled(i, size, seed) for i in range(size)] for seed in (0, 1))
        assert first != second
        assert first != list(range(size))


def test_a_sample_is_part_of_its_grid():
    spec = read({**SMALL, "sample": {"size": 7, "seed": 3}})
    every = [read(SMALL).settings.at(i) for i in range(len(read(SMALL).settings))]
    some = [spec.settings.at(i) for i in range(7)]
    assert len(spec.settings) == len({tuple(s.values()) for s in some}) == 7
    assert all(s in every for s in some)
    assert some != every[:7]


@given(st.lists(st.integers(1, 5), min_size=1, max_size=4))
def test_the_settings_are_the_product_in_its_order(sizes):
    axes = tuple(axis(f"a{i}", f"1..{size}") for i, size in enumerate(sizes))
    settings = Settings(axes)
    listed = [tuple(settings.at(i).values()) for i in range(len(settings))]
    assert listed == list(product(*([str(v) for v in range(1, s + 1)] for s in sizes)))


@given(
    st.fractions(Fraction(1, 1000), 10**4, max_denominator=1000),
    st.fractions(Fraction(11, 10), 10**4, max_denominator=1000),
    st.integers(2, 12),
)
def test_a_scale_has_equal_ratios_to_three_digits(low, factor, points):
    high = low * factor
    scale = axis("e", {"from": str(low), "to": str(high), "points": points}).values
    values = [Fraction(v) for v in scale]
    assert (values[0], values[-1]) == (low, high)
    for i, value in enumerate(values[1:-1], 1):
        if len(values) == points:
            exact = float(low) * (float(high) / float(low)) ** (i / (points - 1))
            assert exact * (1 - 0.0101) <= float(value) <= exact * (1 + 1e-9)


def test_listed_settings_are_asked_of_every_target(tmp_path):
    settings = [{"n": 1, "prior": "1,1", "epsilon": "1"}, {"n": 3, "prior": "2,1", "epsilon": "1"}]
    rows = swept({"target": ["ehd", "ehdl"], "setting": settings}, tmp_path / "t.db")
    said = [(row["target"], row["n"], row["prior"]) for row in rows]
    assert said == [(t, n, p) for t in ("ehd", "ehdl") for n, p in (("1", "1,1"), ("3", "2,1"))]


def test_a_path_to_another_folder_is_no_range(tmp_path, monkeypatch):
    (tmp_path / "weak.py").write_text(WEAK, encoding="utf-8")
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    asked = read({"target": "../weak.py:coin", "grid": {"n": "1..2"}})
    assert asked.asked == ("../weak.py:coin",)
    assert list(asked.sources) == ["../weak.py:coin"]


def test_parameters_that_only_some_targets_take_have_one_value():
    grid = {**GRID, "gamma": 1}
    asked = read({"target": ["ehd", "ehds"], "grid": grid})
    found = [asking.row("loss", 12, asked.settings.at(i)) for i in (0, 16)]
    assert found[0]["value"] != found[1]["value"]
    with pytest.raises(InvalidValue, match="ehd does not take it"):
        read({"target": ["ehd", "ehds"], "grid": {**grid, "gamma": ["1", "2"]}})


def test_what_is_there_is_not_overwritten_and_not_mixed(table, tmp_path, monkeypatch):
    before = table.read_bytes()
    with pytest.raises(InvalidValue, match="go on with --resume"):
        swept(SMALL, table)
    with pytest.raises(InvalidValue, match="the table of another spec"):
        swept({**SMALL, "digits": 20}, table, resume=True)
    monkeypatch.setattr(running, "surroundings", lambda: "others")
    with pytest.raises(InvalidValue, match="other sources of dpbi"):
        swept(SMALL, table, resume=True)
    assert table.read_bytes() == before
    (tmp_path / "x.db").write_text("mine, " * 1000, encoding="utf-8")
    with pytest.raises(NotASweep, match="not a table that dpbi sweep has written"):
        swept(SMALL, tmp_path / "x.db", resume=True)


def test_nothing_is_asked_again(table, monkeypatch):
    monkeypatch.setattr(Serial, "submit", None)
    assert dpbi.sweep(SMALL, table, jobs=0, resume=True).settings == 32


def test_the_table_as_csv_and_as_parquet(table, tmp_path):
    with Store(table) as store:
        export(store, tmp_path / "t.csv")
        rows = list(store.rows())
        columns = store.columns
        assert "".join(lines(store)) == (tmp_path / "t.csv").read_text(encoding="utf-8")
        with pytest.raises(InvalidValue, match=r"\.csv or \.parquet"):
            export(store, tmp_path / "t.txt")
        pytest.importorskip("pyarrow")
        export(store, tmp_path / "t.parquet")
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        header, *read_back = csv.reader(file)
    assert tuple(header) == columns
    assert read_back == [["" if v is None else str(v) for v in row] for row in rows]
    from pyarrow import parquet

    found = parquet.read_table(tmp_path / "t.parquet")
    assert [tuple(row.values()) for row in found.to_pylist()] == rows
    assert found.schema.metadata[b"ask"] == b"loss"


def test_common_questions_are_answered_without_sql(table):
    with Store(table) as store:
        every = [dict(zip(store.columns, row, strict=True)) for row in store.rows()]
        tight = showing.ask(store, "tight", 3, {})
        assert [r["setting"] for r in tight.rows] == [
            r["setting"] for r in sorted(every, key=lambda r: (-r["ratio"], r["setting"]))[:3]
        ]
        assert showing.ask(store, "slack", 5, {"target": "ehd"}).count == 16
        assert showing.verdicts(store) == {"holds": 32}
        assert showing.ask(store, "fails", 5, {}).rows == ()
        with pytest.raises(UnknownName, match="did you mean prior"):
            showing.ask(store, "fails", 5, {"prio": "1,1"})
        assert "n = " in showing.row_line(tight.rows[0], store.names)


def test_slack_of_a_calibration_is_what_its_nominal_epsilon_has_beyond_its_target(tmp_path):
    """Of a loss the smaller share is slack, of a calibrated epsilon the larger one."""
    grid = {"prior": "1,1", "n": [2, 30], "epsilon": 1}
    spec = {"target": "ehd", "ask": "calibrate", "at": ["1", "ln(2)"], "grid": grid}
    rows = swept(spec, tmp_path / "t.db")
    assert [row["ratio"] is None for row in rows] == [False, True, False, True]
    assert Fraction(rows[1]["exact"]) > Fraction(693, 1000)
    by_ratio = sorted((row for row in rows if row["ratio"]), key=lambda row: -row["ratio"])
    order = [row["setting"] for row in by_ratio]
    assert order == [2, 0]
    with Store(tmp_path / "t.db") as store:
        assert [r["setting"] for r in showing.ask(store, "slack", 5, {}).rows] == order
        assert [r["setting"] for r in showing.ask(store, "tight", 5, {}).rows] == order[::-1]


def test_targets_that_swap_are_found_where_the_enclosures_are_apart(tmp_path):
    """Against crossings() of the accuracy room, which decides each sign by itself."""
    from dpbi.accuracy import crossings

    grid = {"prior": "1,1", "n": "1..40", "epsilon": "1/2", "gamma": 1}
    names = ["ehds", "laplace-improved"]
    spec = {"target": names, "ask": "accuracy", "at": "middle", "grid": grid}
    dpbi.sweep(spec, tmp_path / "t.db", jobs=0)

    def made(name):
        more = {"gamma": 1} if name == "ehds" else {}
        return lambda n: dpbi.mechanism(name, prior=(1, 1), n=n, epsilon="1/2", **more)

    other = crossings(
        made(names[0]), made(names[1]), lambda n: ((n + 1) // 2, n // 2), range(1, 41)
    )
    with Store(tmp_path / "t.db") as store:
        found = [(int(a), int(b)) for *_, a, b in showing.order_changes(store, "n")]
    assert tuple(found) == tuple((a, b) for a, b in other.changes)


def test_enclosures_that_overlap_are_not_told_apart():
    assert showing._sign("1", "2", "3", "4") == -1
    assert showing._sign("3", "4", "1", "2") == 1
    for ends in (("1", "2", "3/2", "3"), ("1", "2", "2", "3"), ("inf", "inf", "1", "2")):
        assert showing._sign(*ends) == showing._sign(*ends[2:], *ends[:2]) == 0


def test_pictures_are_the_same_bytes_and_say_what_they_show(table):
    with Store(table) as store:
        first = plotting.picture(store, "ratio", "n", None, {"epsilon": "1"})
        assert first == plotting.picture(store, "ratio", "n", None, {"epsilon": "1"})
        assert first.count('class="line') == 4
        only = {"target": "ehd", "prior": "1,1"}
        drawn = plotting.picture(store, "value", "n", "epsilon", only)
        assert drawn.count("<rect") == 8
        for arguments, sentence in {
            ("ratio", "n", None, ()): "a picture has 1 to 7 curves",
            ("ratio", "prior", None, ()): "not numbers",
            ("ratoi", "n", None, ()): "did you mean ratio",
            ("ratio", "m", None, ()): "no parameter of the table",
            ("ratio", "n", "epsilon", ()): "a map has two parameters",
        }.items():
            what, x, y, only = arguments
            with pytest.raises(DpbiError, match=sentence):
                plotting.picture(store, what, x, y, dict(only))


def test_a_cell_that_fails_is_told_by_its_verdict_and_not_by_a_float(tmp_path):
    """lshist spends its epsilon exactly: its ratio is 1, and nothing fails."""
    grid = {"prior": "1,1", "n": [2, 3], "epsilon": ["1/3", "1/7"]}
    dpbi.sweep({"target": "lshist", "grid": grid}, tmp_path / "t.db", jobs=0)
    with Store(tmp_path / "t.db") as store:
        assert showing.verdicts(store) == {"holds": 4}
        drawn = plotting.picture(store, "ratio", "n", "epsilon", {})
    assert drawn.count('class="bar s0"') == 4


def test_a_batch_is_as_long_as_it_is_meant_to_take():
    state = running.Running(10_000, 0, 0)
    assert state.size(4) == running.LEAST
    state.learn(1.0, 1000)
    assert state.size(4) == 500
    state.done = 9_900
    assert state.size(4) == 26
    state.learn(1000.0, 10)
    assert state.size(4) == running.LEAST


def test_what_is_missing_is_found_in_parts(table, tmp_path, monkeypatch):
    from dpbi.audit.sweeps import store as module

    monkeypatch.setattr(module, "SCAN", 5)
    chosen = random.Random(1).sample(range(32), 12)
    path = tmp_path / "t.db"
    path.write_bytes(table.read_bytes())
    with Store(path) as store:
        gone = [(i,) for i in chosen]
        store._connection.executemany("DELETE FROM results WHERE setting = ?", gone)
        store._connection.commit()
        assert list(store.missing(40)) == sorted([*chosen, *range(32, 40)])
        assert [row[0] for row in store.rows()] == sorted(set(range(32)) - set(chosen))
        assert store.counts() == (20, 0)
    assert swept(SMALL, path, resume=True) == list(dpbi.Swept(table, 32, 0).rows())
