"""--second-opinion: what the commands say of it, and what they do when it contradicts."""

import json

from planted import break_distances

AT_FIVE = ("--prior", "1,1", "--n", "5", "--epsilon", "1", "--second-opinion")


def test_the_commands_say_to_how_many_digits_mpmath_agrees(run):
    code, out, _ = run("loss", "ehds", *AT_FIVE)
    assert code == 0
    assert "second opinion     mpmath agrees to 3" in out  # in balls: more than doubles have
    assert "digits, over all 10 ordered pairs and 6 outputs" in out
    at = ("--prior", "1,1", "--counts", "2,3", "--epsilon", "1", "--second-opinion")
    code, out, _ = run("law", "ehds", *at)
    assert code == 0
    assert "digits, over all 6 outputs" in out
    at = ("-p", "prior=1,1", "-p", "n=3", "--epsilon", "1", "--second-opinion")
    code, out, _ = run("check", "ehds", *at)
    assert code == 0
    assert "digits, over all 6 ordered pairs and 4 outputs" in out


def test_programs_are_told_too(run):
    code, out, _ = run("loss", "ehds", *AT_FIVE, "--profile", "0,1/4", "--json")
    said = json.loads(out)["second_opinion"]
    assert (code, len(said)) == (0, 3)
    assert all(sentence.startswith("mpmath agrees to ") for sentence in said)
    assert "second_opinion" not in json.loads(run("loss", "ehds", *AT_FIVE[:-1], "--json")[1])


def test_whatever_was_asked_for_has_an_opinion_or_a_reason(run):
    more = ("--profile", "0", "--renyi", "2", "--zcdp", "--at-delta", "1/9")
    code, out, _ = run("loss", "ehds", *AT_FIVE, *more)
    said = out.splitlines()[-5:]
    assert code == 0
    for line, (name, opinion) in zip(
        said,
        (
            ("second opinion", "mpmath agrees"),
            ("of delta(0)", "mpmath agrees"),
            ("of epsilon at delta", "the smallest epsilon is not computed a second time"),
            ("of renyi 2", "mpmath agrees"),
            ("of zcdp rho", "rho is a supremum over orders"),
        ),
        strict=True,
    ):
        assert line.startswith(f"  {name}")
        assert opinion in line


def test_a_contradiction_is_one_sentence_and_no_answer(run, monkeypatch):
    break_distances(monkeypatch)
    code, out, err = run("loss", "ehdl", *AT_FIVE)
    assert (code, out) == (2, "")
    (sentence,) = err.splitlines()
    assert "the privacy loss of ehdl: dpbi's answer is [" in sentence
    assert "mpmath finds" in sentence
    assert "this is a defect of dpbi" in sentence
