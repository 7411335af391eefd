"""The command: finds a verb and loads its module, and turns errors into words and exit codes.

Exit codes: 0 done, 1 a check failed, 2 wrong usage or unreadable input, 3 no connection, 4 not authorised;
130 when it was interrupted from the keyboard. ``ARBITRO_DEBUG=1`` shows the traceback of an error that is our
own.
"""

from __future__ import annotations

import difflib
import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from importlib.metadata import entry_points, version
from io import TextIOWrapper
from typing import Final

import click
from click.shell_completion import CompletionItem, shell_complete

from arbitro_sdk.errors import INSTALL_SERVER, ArbitroError, UsageError

__all__ = ["OF_SERVER", "command", "run", "run_bot"]

INTERRUPTED: Final = 130

SETTINGS: Final = {"help_option_names": ["-h", "--help"], "max_content_width": 110}
"""How every command is set up."""
_VERBS: Final = {
    # verb: (module, one line)
    "demo": ("demo", "a referee, sample bots and a whole tournament on this machine"),
    "try": ("attempt", "one match of a bot against another, turn by turn"),
    "duel": ("duel", "many matches offline: who is better, and by how much"),
    "check": ("check", "is a bot fit to be sent to a tournament: point by point"),
    "bots": ("bots", "the bundled bots"),
    "rules": ("rules", "the profiles, or one profile's options"),
    "play": ("play", "play on a referee until it says goodbye"),
    "tournament": ("tournament", "create, run and read tournaments on a referee"),
    "token": ("token", "who may do what on a referee"),
    "chaos": ("chaos", "bots that misbehave, and what a referee does about them"),
    "health": ("health", "whether a referee serves"),
    "verify": ("verify", "derive everything in a log again"),
    "replay": ("replay", "a match step by step, as its log tells it"),
    "export": ("export", "a log as JSON Lines, one line a round, or CSV"),
    "scenario": ("scenario", "run scenario files: rules as data"),
}
OF_SERVER: Final = {
    "serve": "the referee itself",
    "backup": "an online copy of a referee's store",
    "store": "a referee's data: check it, remove old logs, replace a lost organiser's token",
}
"""Verbs that the server's distribution brings; without it they say so."""
_GROUPS: Final = {
    "Look around": ("demo", "bots", "rules"),
    "Write a bot": ("try", "duel", "check", "play"),
    "Run a referee": ("serve", "tournament", "token", "health", "chaos", "backup", "store"),
    "Read logs, settle arguments": ("verify", "replay", "export", "scenario"),
}
"""All verbs, as the help lists them."""
_COMPLETE: Final = "_ARBITRO_COMPLETE"
"""Set by shells that ask what may follow."""
_NO_ARGUMENTS: Final = getattr(click.exceptions, "NoArgsIsHelpError", ())
"""What click raises, since 8.2, where a group is called without a verb: its text is the help."""


class _Verbs(click.Group):
    """A group whose verbs are listed without being loaded, so that the command starts quickly."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return [verb for verbs in _GROUPS.values() for verb in verbs]

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        if name in _VERBS:
            module = importlib.import_module(f"arbitro_sdk.cli.{_VERBS[name][0]}")
            found: click.Command = module.command
            return found
        if entries := entry_points(group="arbitro.verbs", name=name):
            loaded: click.Command = next(iter(entries)).load()
            return loaded
        if name in OF_SERVER:
            raise UsageError("A601", f"The verb {name} belongs to the referee. {INSTALL_SERVER}")
        return None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            near = difflib.get_close_matches(args[0], self.list_commands(ctx), 1)
            if not near:
                raise
            told = f"{error.message.rstrip('.')}. Did you mean '{near[0]}'?"
            raise click.UsageError(told, ctx) from None

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for heading, verbs in _GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(f"{verb:<10}", _line(verb)) for verb in verbs])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        verbs = [verb for verb in self.list_commands(ctx) if verb.startswith(incomplete)]
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [*(CompletionItem(verb, help=_line(verb)) for verb in verbs), *options]


def _line(verb: str) -> str:
    return OF_SERVER[verb] if verb in OF_SERVER else _VERBS[verb][1]


@click.group(
    cls=_Verbs,
    context_settings=SETTINGS,
    epilog=f"""Each verb has --help with an example.

    \b
    Completion, here for bash (or zsh_source, fish_source):
    eval "$({_COMPLETE}=bash_source arbitro)"
    """,
)
@click.version_option(version("arbitro-sdk"), prog_name="arbitro")
def command() -> None:
    """A referee for UNO bots: try a bot, let bots duel, run tournaments, check logs."""


def run(arguments: Sequence[str]) -> int:
    """Run the command, or tell a shell what may follow; return the exit code."""
    if asked := os.environ.get(_COMPLETE):
        return shell_complete(command, {}, "arbitro", _COMPLETE, asked)
    return _guarded(command, "arbitro", arguments)


def run_bot(path: str, arguments: Sequence[str]) -> int:
    """Run ``python FILE ARGUMENTS``: one match in-process, or with ``--server`` for real."""
    from arbitro_sdk.cli.file import command_of

    return _guarded(command_of(path), f"python {os.path.relpath(path)}", arguments)


def _guarded(entry: click.Command, name: str, arguments: Sequence[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # the shape of a card that it cannot show costs nobody the rest
            stream.reconfigure(errors="replace")
    try:
        # not `main`: that would have its own view of exit codes, and of readers that have seen enough
        with entry.make_context(name, list(arguments)) as context:
            entry.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except _NO_ARGUMENTS as error:
        _complain(error.format_message())
        return UsageError.exit_code
    except click.UsageError as error:
        asked = error.ctx.command_path if error.ctx else name
        message = error.format_message()
        end = "" if message.endswith((".", "?")) else "."
        _complain(f"A001 {message}{end} See `{asked} --help`.")
        return UsageError.exit_code
    except click.ClickException as error:
        _complain(f"A001 {error.format_message()}")
        return UsageError.exit_code
    except ArbitroError as error:
        _complain(str(error))
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        _complain("Interrupted.")
        return INTERRUPTED
    except BrokenPipeError:
        # whoever read our output has seen enough; nothing is left to flush at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # noqa: BLE001 - the last line of defence: words instead of a traceback
        if os.environ.get("ARBITRO_DEBUG"):
            traceback.print_exc()
        _complain(
            f"A999 This is a fault of Arbitro's ({type(error).__name__}). "
            "Run it again with ARBITRO_DEBUG=1 and report it."
        )
        return ArbitroError.exit_code
    return 0


def _complain(text: str) -> None:
    click.echo(text, err=True)
