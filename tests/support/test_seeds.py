"""Seeds are fixed in the ordinary run; in the deep tier they follow from one that is told."""

from seeds import seeds


def test_seeds_are_those_that_were_asked_for_where_nothing_else_is_set(monkeypatch, capsys):
    monkeypatch.delenv("DPBI_SEED", raising=False)
    assert [*seeds(3)] == [0, 1, 2]
    assert [*seeds(2, at=7)] == [7, 8]
    assert capsys.readouterr().out == ""


def test_another_seed_of_the_run_is_other_seeds_and_the_same_one_the_same(monkeypatch, capsys):
    found = {}
    for run in ("1", "2", "1"):
        monkeypatch.setenv("DPBI_SEED", run)
        here = found.setdefault(run, [seeds(50, at) for at in (0, 50)])
        assert here == [seeds(50, at) for at in (0, 50)]
        said = capsys.readouterr().out
        assert f"DPBI_SEED={run} pytest --deep 'tests/support/test_seeds.py::" in said
        assert "(call)" not in said
    every = [seed for here in found.values() for several in here for seed in several]
    assert len(set(every)) == len(every) == 200
