"""The command, run in this process."""

import sys

import pytest

from dpbi.cli import main


@pytest.fixture
def run(capsys, monkeypatch):
    """run("law", "ehd", ..) -> exit code, stdout, stderr."""

    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["dpbi", *arguments])
        with pytest.raises(SystemExit) as stopped:
            main()
        out = capsys.readouterr()
        return stopped.value.code or 0, out.out, out.err

    return call
