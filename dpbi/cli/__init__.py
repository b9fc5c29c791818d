"""The `dpbi` command.  Nothing outside this room prints."""

from dpbi.cli.main import main as main
