"""The `dpbi` command itself: its subcommands, loaded when called, and its manners.

Nothing outside this room prints.  Bad input is one sentence on stderr and exit code 2; Ctrl-C ends
quietly with 130.  Exit codes 0, 1 and 3 are verdicts: nothing that goes wrong ends in one of them,
not even our own defects, whose details are kept (`defect`).  Standard streams are set up so that
they always take what we write.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from shutil import get_terminal_size
from typing import Any, NoReturn

import click

from dpbi.errors import DpbiError, UnknownName, brief, printable


def prepare_streams() -> None:
    """Streams that were closed take and give nothing; characters that cannot be shown are escaped.

    A closed descriptor would be given to the next file that is opened, and our output with it.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest descriptor that is free: this one
        if getattr(sys, name) is None:
            mode = "r" if number == 0 else "w"
            setattr(sys, name, open(number, mode, closefd=False))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def can_show(text: str) -> bool:
    """Whether stdout has these characters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def defect(error: BaseException) -> str:
    """The sentence for an error of our own, once its details are in a file."""
    what = f"this is a defect of dpbi ({type(error).__name__})"
    try:
        import tempfile  # seldom needed, and every run would wait for them
        import traceback

        details = "".join(traceback.format_exception(error))
        handle, path = tempfile.mkstemp(prefix="dpbi-defect-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"dpbi {' '.join(sys.argv[1:])}\n\n{details}")
    except Exception:
        return f"{what}, and its details could not be written"
    return f"{what}: its details are in {path}, please report them"


def leave(code: int) -> NoReturn:
    """End with the code, even if a buffer cannot be written."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    sys.exit(code)


HOLDS, FAILS, BAD_INPUT, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130

GONE = "the output was closed before all of it was written"

COMMANDS = {
    "list": "the mechanisms, their law, their place in the drafts",
    "law": "the exact law of a mechanism at one dataset",
    "release": "one output, drawn exactly from that law",
    "loss": "the certified true privacy loss over all neighbouring datasets",
    "accuracy": "the exact law of the error of a release, and which mechanism errs less",
    "calibrate": "the largest nominal epsilon whose true loss is within a target",
    "check": "a mechanism of your own, or a law in a file, against its promise and its baseline",
    "sensitivity": "the exact sensitivity of a query: global, local and smooth",
    "init": "begin a folder of claims of your own",
    "claims": "what is claimed in a folder of claims, and what was found",
    "explain": "one claim, computed again here and now, and why it holds or fails",
    "annotate": "your copy of a draft, with verdicts in its margin",
    "errata": "the corrections that a draft needs, as Markdown, LaTeX or a page",
    "search": "look for a counterexample to a claim or to a mechanism's promise",
    "sweep": "one question over thousands of settings, resumable, on this machine or a cluster",
    "recheck": "run the trusted kernel on certificates",
    "audit": "decide every claim again and write the report",
    "ledger": "rebuild the ledger of a folder of claims and its certificates",
    "proofs": "check the proofs of a folder of claims with Coq",
}


def _with_examples(text: str | None) -> str:
    """Raw docstrings write click's mark for lines that stay as they are in two characters."""
    return (text or "").replace("\\b\n", "\b\n")


class _Lazy(click.Group):
    """Subcommands are modules of this package, imported only when they run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = import_module(f"dpbi.cli.{name}")
        command: click.Command = module.command
        command.help = _with_examples(command.help)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not name.startswith("-") and name not in COMMANDS:
            raise _unknown(name)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """A closed output is reported to `main`: click and rich would end the process with 1."""
        try:
            return super().invoke(ctx)
        except (BrokenPipeError, SystemExit) as error:
            pipe = error if isinstance(error, BrokenPipeError) else error.__context__
            if isinstance(pipe, BrokenPipeError):
                raise click.ClickException(GONE) from error
            raise

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Without a command: the help, on stderr and with 2, as the later versions of click do."""
        if not args:
            click.echo(ctx.get_help(), err=True)
            ctx.exit(BAD_INPUT)
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([*COMMANDS.items()])  # `list` is a module of this package


@click.command(
    cls=_Lazy,
    no_args_is_help=False,
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
    prepare_streams()
    try:
        code = _code(dpbi.main(prog_name="dpbi", standalone_mode=False))
        sys.stdout.flush()  # a full disk, or a closed output, is noticed here and not later
    except (click.Abort, KeyboardInterrupt):
        code = _refuse("", "stopped", INTERRUPTED)
    except BaseException as error:
        code = _refuse("dpbi: ", _sentence(error), BAD_INPUT)
    leave(code)


def _code(returned: object) -> int:
    """The verdict of a command; one that returns none has done its work."""
    if returned is None:
        return HOLDS
    if type(returned) is int and returned in (HOLDS, FAILS, BAD_INPUT, UNDECIDED, INTERRUPTED):
        return returned
    raise TypeError(f"a command returned {type(returned).__name__}")


def _sentence(error: BaseException) -> str:
    """What went wrong, in one sentence."""
    if isinstance(error, DpbiError):
        return str(error)
    if isinstance(error, click.NoSuchOption) and error.ctx is not None:
        return _no_such_option(error.option_name, error.ctx)
    if isinstance(error, click.ClickException):
        return brief(" ".join(error.format_message().split()), 1000)
    if isinstance(error, BrokenPipeError):
        return GONE
    if isinstance(error, OSError) and error.strerror:
        return f"{brief(error.filename)}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, UnicodeEncodeError):
        return f"{brief(error.object)} has a character that cannot be written"
    if isinstance(error, ValueError) and str(error).startswith("embedded null"):
        return "the name of a file has a zero in it"
    if isinstance(error, MemoryError):
        return "there is not enough memory for this: use fewer records, or fewer categories"
    return defect(error)


def _unknown(name: str) -> DpbiError | click.UsageError:
    """The nearest command; a mechanism or a target is told which command takes one."""
    from dpbi.mechanisms.registry import OF_THE_DRAFTS

    near = UnknownName("command", name, tuple(COMMANDS))
    if name.lower() in {m.name for m in OF_THE_DRAFTS}:
        return click.UsageError(
            f"{name.lower()} is a mechanism: did you mean dpbi law {name.lower()}?"
        )
    if name.partition(":")[0].endswith((".py", ".json")):
        return click.UsageError(f"{name} is not a command: did you mean dpbi check {name}?")
    return near


def _no_such_option(name: str, context: click.Context) -> str:
    """The nearest option that the command has, or all of them."""
    command = context.command
    known: dict[str, str] = {}
    for parameter in command.get_params(context):
        if isinstance(parameter, click.Option):
            known |= {option.lstrip("-"): option for option in parameter.opts}
    near = get_close_matches(name.lstrip("-").lower(), known, n=1)
    name = brief(name)
    here = " ".join(["dpbi", *([command.name] if context.parent and command.name else [])])
    hint = f"did you mean {known[near[0]]}?" if near else f"it takes {', '.join(known.values())}"
    return f"{here} has no option {name}; {hint}"


def _refuse(who: str, sentence: str, code: int) -> int:
    with suppress(OSError, ValueError):
        click.echo(f"{who}{printable(sentence)}", err=True)
    return code
