"""The command itself: its subcommands, loaded when called, and its manners.

Bad input is one sentence on stderr and exit code 2; Ctrl-C ends quietly with 130.
"""

from __future__ import annotations

import sys
from difflib import get_close_matches
from importlib import import_module
from shutil import get_terminal_size

import click

from dpbi.errors import DpbiError

HOLDS, FAILS, BAD_INPUT, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130

COMMANDS = {
    "list": "the mechanisms, their law, their place in the drafts",
    "law": "the exact law of a mechanism at one dataset",
    "loss": "the certified true privacy loss over all neighbouring datasets",
    "accuracy": "the exact law of the error of a release, and which mechanism errs less",
    "calibrate": "the largest nominal epsilon whose true loss is within a target",
    "check": "a mechanism of your own, or a law in a file, against its promise and its baseline",
    "claims": "what the drafts claim, and what was found",
    "search": "look for a counterexample to a claim",
    "recheck": "run the trusted kernel on certificates",
    "audit": "decide every claim again and write the report",
    "ledger": "rebuild the ledger and its certificates from verify/",
    "release": "draw one output, exactly from that law",
}


def _with_examples(text: str | None) -> str:
    """Raw docstrings write click's mark for lines that stay as they are in two characters."""
    return (text or "").replace("\\b\n", "\b\n")


class _Lazy(click.Group):
    """Subcommands are modules of this package, imported only when they run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = import_module(f"dpbi.cli.{name}_command")
        command: click.Command = module.command
        command.help = _with_examples(command.help)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not name.startswith("-") and name not in COMMANDS:
            near = get_close_matches(name, COMMANDS, n=1, cutoff=0.4)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(COMMANDS)}"
            raise click.UsageError(f"there is no command {name!r}; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(
    cls=_Lazy,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "terminal_width": min(get_terminal_size().columns, 80) - 2,  # click's own is 50 at least
    },
)
@click.version_option(package_name="dpbi")
def dpbi() -> None:
    r"""Tell whether a privacy claim is true.

    \b
    Examples:
      dpbi list
      dpbi law ehds --prior 1,1 --counts 7,13 --epsilon 1
    """


dpbi.help = _with_examples(dpbi.help)


def main() -> None:
    """Run the command and turn what it raises into one sentence and an exit code."""
    try:
        code = dpbi.main(prog_name="dpbi", standalone_mode=False)
    except DpbiError as error:
        code = _refuse(str(error))
    except click.ClickException as error:
        code = _refuse(" ".join(error.format_message().split()))
    except OSError as error:
        code = _refuse(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        code = INTERRUPTED
    sys.exit(code if isinstance(code, int) else HOLDS)


def _refuse(sentence: str) -> int:
    click.echo(f"dpbi: {sentence}", err=True)
    return BAD_INPUT
